//! Cells of a table that say what those above them say: one cell over all their rows.

use serde::Serialize;

/// A cell that begins in a row.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub(super) struct Cell {
    words: String,
    /// Whether it is the first of its row.
    is_first: bool,
    /// Over how many rows it goes.
    rows: usize,
}

/// The cells that begin in each row: one goes on where it says the same as the one above, and so do all before it.
pub(super) fn spans(rows: &[Vec<String>]) -> Vec<Vec<Cell>> {
    let goes_on = |row: usize, column: usize| {
        let above = row.checked_sub(1).and_then(|above| rows.get(above));
        let is_alike = |above: &Vec<String>| above.len() == rows[row].len() && above[..=column] == rows[row][..=column];
        above.is_some_and(is_alike)
    };
    let begins = |(row, cells): (usize, &Vec<String>)| {
        let here = cells.iter().enumerate().filter(|(column, _)| !goes_on(row, *column));
        let cell = |(column, words): (usize, &String)| Cell {
            words: words.clone(),
            is_first: column == 0,
            rows: 1 + (row + 1..rows.len()).take_while(|below| goes_on(*below, column)).count(),
        };
        here.map(cell).collect()
    };
    rows.iter().enumerate().map(begins).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_goes_on_as_far_as_it_and_all_before_it_say_the_same() {
        let row = |cells: &[&str]| cells.iter().map(|cell| (*cell).to_owned()).collect::<Vec<_>>();
        let rows = [row(&["0", "1"]), row(&["0", "2"]), row(&["1", "2"]), row(&["others"])];
        let told: Vec<Vec<(String, usize)>> =
            spans(&rows).into_iter().map(|row| row.into_iter().map(|cell| (cell.words, cell.rows)).collect()).collect();
        let cell = |words: &str, rows: usize| (words.to_owned(), rows);
        assert_eq!(
            told,
            [
                vec![cell("0", 2), cell("1", 1)],
                vec![cell("2", 1)],
                vec![cell("1", 1), cell("2", 1)],
                vec![cell("others", 1)]
            ]
        );
    }
}
