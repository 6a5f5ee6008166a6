//! Names beside the places of a map, none upon another. Each finds its room on a raster, so that their number does not matter.

use crate::site::odds;

/// The height of letters, and of a line.
pub(super) const LETTERS: f64 = 13.0;
pub(super) const LEADING: f64 = 16.0;
/// From the middle of a place to its name.
const BESIDE: f64 = 15.0;
/// The sides of a cell of the raster.
const CELL: f64 = 4.0;
/// The longest name, in cells of a terminal, and the most lines.
const MOST_CELLS: usize = 30;
const MOST_LINES: usize = 8;
/// The widest line of what stands at a place; what is longer goes on on the next.
const WIDEST: f64 = 190.0;

/// Where the lines of a label begin or end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Anchor {
    /// They begin there.
    Start,
    /// Their middle is there.
    Middle,
    /// They end there.
    End,
}

/// A label with its room.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Label {
    /// A line that ends without a blank goes on in the middle of a word.
    pub(super) lines: Vec<String>,
    pub(super) anchor: Anchor,
    /// Where its lines are anchored.
    pub(super) x: f64,
    /// The room that it takes: left, top, width, height.
    pub(super) room: [f64; 4],
}

/// What is drawn already: places, which no name may cover, and lines, which it should not.
pub(super) struct Raster {
    columns: usize,
    rows: usize,
    taken: Vec<bool>,
    crossed: Vec<u8>,
}

impl Raster {
    pub(super) fn new(width: f64, height: f64) -> Self {
        let (columns, rows) = (cell(width) + 1, cell(height) + 1);
        Self { columns, rows, taken: vec![false; columns * rows], crossed: vec![0; columns * rows] }
    }

    /// A place is drawn around this point.
    pub(super) fn place(&mut self, (x, y): (f64, f64), radius: f64) {
        self.take([x - radius, y - radius, 2.0 * radius, 2.0 * radius]);
    }

    /// A line is drawn between these points.
    pub(super) fn line(&mut self, from: (f64, f64), to: (f64, f64)) {
        let (wide, high) = (to.0 - from.0, to.1 - from.1);
        let steps = cell(wide.hypot(high)) + 1;
        for step in 0..=steps {
            #[expect(clippy::cast_precision_loss, reason = "a map has some hundred cells")]
            let part = step as f64 / steps as f64;
            let (x, y) = (cell(from.0 + wide * part), cell(from.1 + high * part));
            if x < self.columns && y < self.rows {
                let crossed = &mut self.crossed[y * self.columns + x];
                *crossed = crossed.saturating_add(1);
            }
        }
    }

    fn take(&mut self, room: [f64; 4]) {
        for at in self.cells(room) {
            self.taken[at] = true;
        }
    }

    fn cells(&self, [left, top, width, height]: [f64; 4]) -> impl Iterator<Item = usize> + use<> {
        let (columns, rows) = (self.columns, self.rows);
        let (from, to) = (cell(left), cell(left + width).min(columns - 1));
        let below = cell(top + height).min(rows - 1);
        (cell(top)..=below).flat_map(move |y| (from..=to).map(move |x| y * columns + x))
    }

    /// How many lines a label there would cross; none if there is no room.
    fn cost(&self, room: [f64; 4]) -> Option<usize> {
        let [left, top, width, height] = room;
        #[expect(clippy::cast_precision_loss, reason = "a map has some hundred cells")]
        let (right, bottom) = ((self.columns - 1) as f64 * CELL, (self.rows - 1) as f64 * CELL);
        if left < 0.0 || top < 0.0 || left + width > right || top + height > bottom {
            return None;
        }
        let mut cost = 0;
        for at in self.cells(room) {
            if self.taken[at] {
                return None;
            }
            cost += usize::from(self.crossed[at].min(3));
        }
        Some(cost)
    }

    /// Finds room for the lines of a place: beside it, then below and above, then askew and farther off. None where all is taken.
    pub(super) fn label(&mut self, (x, y): (f64, f64), lines: &[String]) -> Option<Label> {
        let (name, units) = lines.split_first()?;
        let name = vec![odds::shortened(name, MOST_CELLS)];
        let units = units.iter().map(|unit| odds::lines(unit, WIDEST * odds::LETTERS / LETTERS));
        let mut lines: Vec<String> = std::iter::once(name).chain(units).flat_map(ended).collect();
        if lines.len() > MOST_LINES {
            lines.truncate(MOST_LINES - 1);
            lines.push("…".to_owned());
        }
        let width = lines.iter().map(|line| width(line.trim_end())).fold(0.0, f64::max);
        #[expect(clippy::cast_precision_loss, reason = "at most eight")]
        let height = lines.len() as f64 * LEADING;
        let mut best: Option<(usize, Label)> = None;
        for (order, (anchor, x, top)) in
            [BESIDE, 1.6 * BESIDE, 2.4 * BESIDE].into_iter().flat_map(|far| ways((x, y), far, height)).enumerate()
        {
            let left = match anchor {
                Anchor::Start => x,
                Anchor::Middle => x - width / 2.0,
                Anchor::End => x - width,
            };
            let room = [left, top, width, height];
            let Some(cost) = self.cost(room) else { continue };
            let cost = 4 * cost + order;
            if best.as_ref().is_none_or(|(least, _)| cost < *least) {
                best = Some((cost, Label { lines: lines.clone(), anchor, x, room }));
            }
        }
        let (_, label) = best?;
        self.take(label.room);
        Some(label)
    }
}

/// The lines of a thing: the last ends with a blank, the others do only where they were broken at one.
fn ended(mut lines: Vec<String>) -> Vec<String> {
    if let Some(last) = lines.last_mut() {
        last.push(' ');
    }
    lines
}

/// Where a label of this height may stand, so far from its place: its anchor, and its top.
fn ways((x, y): (f64, f64), far: f64, height: f64) -> [(Anchor, f64, f64); 8] {
    let askew = far * 0.75;
    let (middle, above, below) = (y - height / 2.0, y - far - height, y + far);
    [
        (Anchor::Start, x + far, middle),
        (Anchor::End, x - far, middle),
        (Anchor::Middle, x, below),
        (Anchor::Middle, x, above),
        (Anchor::Start, x + askew, y + askew),
        (Anchor::Start, x + askew, y - askew - height),
        (Anchor::End, x - askew, y + askew),
        (Anchor::End, x - askew, y - askew - height),
    ]
}

/// How wide a line is, and rather too wide.
pub(super) fn width(line: &str) -> f64 {
    odds::measure(line) * LETTERS / odds::LETTERS
}

fn cell(at: f64) -> usize {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "no map is that wide, and none below zero"
    )]
    let cell = (at / CELL).max(0.0) as usize;
    cell
}

#[cfg(test)]
mod tests {
    use super::*;

    fn overlap(a: &Label, b: &Label) -> bool {
        let apart = |axis: usize| {
            a.room[axis] >= b.room[axis] + b.room[axis + 2] || b.room[axis] >= a.room[axis] + a.room[axis + 2]
        };
        !apart(0) && !apart(1)
    }

    #[test]
    fn of_many_crowded_names_none_stands_upon_another_or_leaves_the_map() {
        let mut raster = Raster::new(900.0, 700.0);
        let points: Vec<(f64, f64)> =
            (0_u32..400).map(|at| (f64::from(at * 7919 % 880), f64::from(at * 104_729 % 690))).collect();
        for point in &points {
            raster.place(*point, 6.0);
        }
        let labels: Vec<Label> = points
            .iter()
            .enumerate()
            .filter_map(|(at, point)| raster.label(*point, &[format!("Place {at}"), "軽歩兵".repeat(at % 9)]))
            .collect();
        assert!((10..400).contains(&labels.len()), "{} have room", labels.len());
        for (at, label) in labels.iter().enumerate() {
            let [x, y, w, h] = label.room;
            assert!(x >= 0.0 && y >= 0.0 && x + w <= 904.0 && y + h <= 704.0, "{label:?}");
            for other in &labels[at + 1..] {
                assert!(!overlap(label, other), "{label:?} and {other:?}");
            }
            for (px, py) in &points {
                let covers = *px + 2.0 > x && px - 2.0 < x + w && *py + 2.0 > y && py - 2.0 < y + h;
                assert!(!covers, "{label:?} covers {px} {py}");
            }
        }
    }

    #[test]
    fn a_name_keeps_off_the_lines_where_there_is_room() {
        let mut raster = Raster::new(400.0, 200.0);
        raster.place((200.0, 100.0), 6.0);
        raster.line((200.0, 100.0), (400.0, 100.0));
        let label = raster.label((200.0, 100.0), &["Corinth".to_owned()]).expect("room");
        assert_eq!(label.anchor, Anchor::End, "to the right there is a border");
    }

    #[test]
    fn a_long_name_and_many_lines_are_cut() {
        let mut raster = Raster::new(2_000.0, 400.0);
        let lines: Vec<String> = (0..9).map(|at| format!("{at} {}", "x".repeat(99))).collect();
        let label = raster.label((200.0, 200.0), &lines).expect("room");
        assert_eq!((label.lines.len(), label.lines[7].as_str()), (8, "…"));
        assert!(label.lines[0].ends_with("… ") && label.room[2] < 300.0, "{label:?}");
        assert!(!label.lines[2].ends_with(' '), "it goes on in the middle of a word: {label:?}");
    }
}
