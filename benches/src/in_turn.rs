//! Contestants measured in turn, who must all come to the same answer, and the table of what they took.

use std::time::Instant;

/// What stops a benchmark.
pub type Fault = Box<dyn std::error::Error>;

/// One of those that are compared.
pub struct Contestant<'a, A> {
    /// What it is called in the table.
    pub name: &'static str,
    /// Its answer, and the seconds it took.
    pub run: Box<dyn FnMut() -> Result<(A, f64), Fault> + 'a>,
}

/// The lowest, the middle and the highest of some figures.
#[derive(Clone, Copy)]
pub struct Spread {
    pub lowest: f64,
    pub median: f64,
    pub highest: f64,
}

/// What `work` comes to, and the seconds it takes.
pub fn timed<A>(work: impl FnOnce() -> A) -> (A, f64) {
    let begin = Instant::now();
    let answer = work();
    (answer, begin.elapsed().as_secs_f64())
}

/// Lets each contestant run once in each round: the answer of all, and for each of them its seconds put as `figure` says.
/// `difference` says where two answers differ.
pub fn measure<A>(
    contestants: &mut [Contestant<'_, A>],
    rounds: u64,
    figure: impl Fn(f64) -> f64,
    difference: impl Fn(&A, &A) -> Option<String>,
) -> Result<(A, Vec<Spread>), Fault> {
    let mut figures: Vec<Vec<f64>> = vec![Vec::new(); contestants.len()];
    let mut first: Option<(&str, A)> = None;
    for _ in 0..rounds {
        for (contestant, figures) in contestants.iter_mut().zip(&mut figures) {
            let (answer, seconds) = (contestant.run)()?;
            figures.push(figure(seconds));
            match &first {
                None => first = Some((contestant.name, answer)),
                Some((name, same)) => {
                    if let Some(difference) = difference(same, &answer) {
                        return Err(format!("{name} and {} differ: {difference}", contestant.name).into());
                    }
                }
            }
        }
    }
    let (_, answer) = first.ok_or("there must be a round at least")?;
    let spread = |mut figures: Vec<f64>| {
        figures.sort_by(f64::total_cmp);
        Spread { lowest: figures[0], median: figures[figures.len() / 2], highest: figures[figures.len() - 1] }
    };
    Ok((answer, figures.into_iter().map(spread).collect()))
}

/// Prints a row for each contestant, under a head that says what the figures are.
pub fn table<A>(head: &str, contestants: &[Contestant<'_, A>], spreads: &[Spread], places: usize) {
    println!("{head:<18} {:>12} {:>12} {:>12}", "lowest", "median", "highest");
    for (contestant, Spread { lowest, median, highest }) in contestants.iter().zip(spreads) {
        println!("{:<18} {lowest:>12.places$} {median:>12.places$} {highest:>12.places$}", contestant.name);
    }
}

/// Prints how many times the second median goes into the first.
pub fn ratio(above: (&str, Spread), below: (&str, Spread)) {
    let name = format!("{} ÷ {}", above.0, below.0);
    println!("{name:<34} {:>10.2}", above.1.median / below.1.median);
}
