//! Shares, means and counts as people read them: rounded where they are long, exact where they are short.

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{ToPrimitive, Zero};

use super::{Ratio, Signed};
use crate::diagnostic::grouped;

/// The longest fraction that is shown.
const LONGEST_FRACTION: usize = 15;
/// The longest fraction that stands before its decimals, where these are what is asked.
const LONGEST_BEFORE: usize = 9;

/// A share as a fraction, if that is short.
pub fn fraction(share: &Ratio) -> Option<String> {
    // So many bits cannot be short; their digits would take long to find.
    if share.denominator().bits() > 64 {
        return None;
    }
    let text = share.to_string();
    (text.len() <= LONGEST_FRACTION).then_some(text)
}

/// In hundredths; what is only nearly nothing or all is not called so.
pub fn percent(share: &Ratio) -> String {
    let text = share.percent(2);
    match text.as_str() {
        "0.00" if !share.is_zero() => "<0.01".to_owned(),
        "100.00" if share.numerator() != share.denominator() => ">99.99".to_owned(),
        _ => text,
    }
}

/// In whole hundredths, each by itself; what is only nearly nothing or all is not called so.
pub fn whole_percent(share: &Ratio) -> String {
    let (whole, rest) = (share.numerator() * 100u32).div_rem(share.denominator());
    match (whole.to_u32(), rest.is_zero()) {
        (Some(0), false) => "<1".to_owned(),
        (Some(99), false) => ">99".to_owned(),
        _ => share.percent(0),
    }
}

/// Shares of one whole in whole hundredths that never add up to more than it: all are rounded down, and what is then missing goes
/// to those that lost most, as long as it reaches for all that are equal.
pub fn whole_percents(shares: &[Ratio]) -> Vec<String> {
    let hundred = BigUint::from(100u32);
    let floors: Vec<(BigUint, Ratio)> = shares
        .iter()
        .map(|share| {
            let (whole, rest) = (share.numerator() * &hundred).div_rem(share.denominator());
            (whole, Ratio::new(rest, share.denominator().clone()))
        })
        .collect();
    let whole = |at: usize| floors[at].0.to_u32().unwrap_or(100);
    // Those that are nearly nothing or all are called so, and need nothing.
    let mut order: Vec<usize> = (0..shares.len()).filter(|at| (1..99).contains(&whole(*at))).collect();
    // Of halves the larger share is rounded up: it is changed less by it.
    order.sort_by(|a, b| {
        floors[*b].1.approximate().total_cmp(&floors[*a].1.approximate()).then_with(|| floors[*b].0.cmp(&floors[*a].0))
    });
    let mut missing = 100u32.saturating_sub((0..shares.len()).map(whole).sum());
    let mut raised = vec![false; shares.len()];
    for alike in order.chunk_by(|a, b| shares[*a] == shares[*b]) {
        let count = u32::try_from(alike.len()).unwrap_or(u32::MAX);
        if floors[alike[0]].1.is_zero() || count > missing {
            break;
        }
        missing -= count;
        for at in alike {
            raised[*at] = true;
        }
    }
    let told = |at: usize| match whole(at) {
        0 if !shares[at].is_zero() => "<1".to_owned(),
        99 if !floors[at].1.is_zero() => ">99".to_owned(),
        whole => (whole + u32::from(raised[at])).to_string(),
    };
    (0..shares.len()).map(told).collect()
}

/// Points of a hundred, with their sign.
pub fn points(difference: &Signed) -> String {
    let size = percent(&difference.size);
    match (difference.size.is_zero(), difference.negative) {
        (true, _) => size,
        (_, true) => format!("-{size}"),
        (_, false) => format!("+{size}"),
    }
}

/// `7/3 ≈ 2.3333` and `9/2 = 4.5`, or only the decimals where the fraction is long.
pub fn number(mean: &Signed) -> String {
    let decimals = format!("{:.4}", mean.approximate());
    // So many bits are no short fraction either.
    if mean.size.numerator().bits().max(mean.size.denominator().bits()) > 64 {
        return format!("≈ {decimals}");
    }
    let exact = mean.to_string();
    let Some((_, below)) = exact.split_once('/') else { return exact };
    // Four decimals are all there are where the denominator divides 10,000.
    let whole = below.parse::<u32>().is_ok_and(|below| 10_000_u32.is_multiple_of(below));
    let about = if whole { format!("= {}", decimals.trim_end_matches('0')) } else { format!("≈ {decimals}") };
    if exact.len() > LONGEST_BEFORE { about } else { format!("{exact} {about}") }
}

/// `1 state`, `62,046 states`.
pub fn several(count: u64, word: &str) -> String {
    format!("{} {word}{}", grouped(count), if count == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ratio(above: u32, below: u32) -> Ratio {
        Ratio::new(above.into(), below.into())
    }

    #[test]
    fn whole_hundredths_add_up_and_hide_nothing() {
        let whole = |shares: &[(u32, u32)]| {
            let shares: Vec<Ratio> = shares.iter().map(|(above, below)| ratio(*above, *below)).collect();
            whole_percents(&shares).join(" ")
        };
        assert_eq!(whole(&[(1, 3), (2, 3)]), "33 67");
        assert_eq!(whole(&[(1, 8), (7, 8)]), "12 88", "13 and 88 would be 101");
        assert_eq!(whole(&[(1, 3), (1, 3), (1, 3)]), "33 33 33", "what is equal is told so");
        assert_eq!(whole(&[(1, 200), (199, 200)]), "<1 >99");
        assert_eq!(whole(&[(0, 1), (1, 1)]), "0 100");
        assert_eq!(whole(&[(1, 6), (5, 6)]), "17 83");
        assert_eq!(whole(&[(1, 1000), (1, 1000), (499, 1000), (499, 1000)]), "<1 <1 50 50");
        assert_eq!(whole(&[]), "");
    }

    #[test]
    fn a_whole_hundredth_alone_is_rounded_and_never_nearly_all() {
        let shares = [(1, 3), (2, 3), (1, 300), (299, 300), (0, 1), (1, 1), (1, 200)];
        let told = shares.map(|(above, below)| whole_percent(&ratio(above, below)));
        assert_eq!(told, ["33", "67", "<1", ">99", "0", "100", "<1"]);
    }
}
