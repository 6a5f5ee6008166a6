//! Maps of a book as `maps.yaml` declares them: places of a data table, each at a position or in a square of a printed grid.

use std::collections::{BTreeMap, HashMap};

use super::build::{items, lines, named, proses, word};
use super::model::{Book, DataTable};
use super::table::ColumnType;
use super::text::{Line, Prose};
use super::yaml::Node;
use super::{format, names};
use crate::diagnostic::Place;

/// How many maps a book may have.
pub const MOST_MAPS: usize = 20;
/// How many set-ups a map may show: each is a picture of its own.
pub const MOST_SETUPS: usize = 12;
/// How many kinds of places and of borders a map may tell apart, and how many columns a set-up may show.
pub const MOST_KINDS: usize = 30;
/// The longest side of a map in its own units.
const MOST_UNITS: u32 = 1_000;
/// How many columns the grid of a printed map may have; its rows are letters.
const MOST_SQUARES: u32 = 40;

/// A word with its place.
type Named = (String, Place);

/// A map as declared.
#[derive(Debug)]
pub struct Map {
    /// Its id, unique in the book.
    pub id: String,
    /// Where the id stands.
    pub place: Place,
    /// What it is called, in each language.
    pub title: BTreeMap<String, Line>,
    /// What it is and is not, in each language.
    pub note: BTreeMap<String, Prose>,
    /// The data table that lists its places.
    pub places: Option<Named>,
    /// The column of that table that names them.
    pub column: Option<Named>,
    /// How wide and how high it is.
    size: Vec<Named>,
    /// Where each place lies, by its term.
    positions: Vec<(Named, Vec<Named>, Place)>,
    /// The column that holds the square of each place.
    pub squares: Option<Named>,
    /// How places are drawn.
    pub signs: Vec<LegendEntry>,
    /// Its borders.
    pub borders: Option<Borders>,
    /// What can be shown on it.
    pub setups: Vec<Setup>,
}

/// Where borders stand.
#[derive(Debug)]
pub struct Borders {
    table: Option<Named>,
    from: Option<Named>,
    to: Option<Named>,
    /// How they are drawn.
    pub lines: Vec<LegendEntry>,
}

/// A kind of places or of borders: what a cell of the row says.
#[derive(Debug)]
pub struct LegendEntry {
    /// The column; without one all rows are of this kind.
    column: Option<Named>,
    /// What stands in it.
    is: String,
    /// How it is drawn: one of [`format::MAP_SIGNS`] or [`format::MAP_LINES`].
    pub drawn: &'static str,
    /// What it is called, in each language.
    pub name: BTreeMap<String, Line>,
}

/// A set-up: which units stand where.
#[derive(Debug)]
pub struct Setup {
    /// Its id, unique on the map.
    pub id: String,
    /// Where the id stands.
    pub place: Place,
    /// What it is called, in each language.
    pub title: BTreeMap<String, Line>,
    table: Option<Named>,
    column: Option<Named>,
    show: Vec<Named>,
    only: Option<Named>,
    is: String,
}

/// What `maps.yaml` declares.
pub(super) fn read(root: &Node) -> Vec<Map> {
    items(root, "maps").filter_map(map).collect()
}

fn map(node: &Node) -> Option<Map> {
    let (id, place) = word(node, "id")?;
    let positions = node.get("positions").map_or(&[][..], Node::entries).iter();
    Some(Map {
        id,
        place,
        title: lines(node, "title"),
        note: proses(node, "note"),
        places: word(node, "places"),
        column: word(node, "column"),
        size: named(node, "size"),
        positions: positions
            .map(|entry| {
                let numbers = entry.value.items().iter().filter_map(|item| Some((item.text()?.to_owned(), item.place)));
                ((entry.key.clone(), entry.place), numbers.collect(), entry.value.place)
            })
            .collect(),
        squares: word(node, "squares"),
        signs: kinds(node, "signs", "sign", format::MAP_SIGNS),
        borders: node.get("borders").map(|node| Borders {
            table: word(node, "table"),
            from: word(node, "from"),
            to: word(node, "to"),
            lines: kinds(node, "lines", "line", format::MAP_LINES),
        }),
        setups: items(node, "setups").filter_map(setup).collect(),
    })
}

/// Kinds in the order of the file; a look that there is not is told where the shape of the file is checked.
fn kinds(node: &Node, key: &str, look: &str, looks: &[&'static str]) -> Vec<LegendEntry> {
    items(node, key)
        .map(|node| {
            let drawn = word(node, look).and_then(|(written, _)| looks.iter().find(|look| **look == written));
            LegendEntry {
                column: word(node, "column"),
                is: word(node, "is").map_or_else(|| "yes".to_owned(), |(is, _)| is),
                drawn: drawn.unwrap_or(&looks[0]),
                name: lines(node, "name"),
            }
        })
        .collect()
}

fn setup(node: &Node) -> Option<Setup> {
    let (id, place) = word(node, "id")?;
    Some(Setup {
        id,
        place,
        title: lines(node, "title"),
        table: word(node, "table"),
        column: word(node, "column"),
        show: named(node, "show"),
        only: word(node, "only"),
        is: word(node, "is").map_or_else(|| "yes".to_owned(), |(is, _)| is),
    })
}

impl Map {
    /// All its texts of one line with what they are, to see whether they are translated.
    pub fn texts(&self) -> impl Iterator<Item = &BTreeMap<String, Line>> {
        let kinds = self.signs.iter().chain(self.borders.iter().flat_map(|borders| &borders.lines));
        std::iter::once(&self.title)
            .chain(kinds.map(|kind| &kind.name))
            .chain(self.setups.iter().map(|setup| &setup.title))
    }
}

/// A map with everything that it names looked up.
#[derive(Debug, Default)]
pub struct Plan<'a> {
    /// How wide and how high it is, in the units of the positions.
    pub size: (u32, u32),
    /// Its places in the order of their table.
    pub spots: Vec<Spot<'a>>,
    /// Its borders.
    pub links: Vec<Link>,
    /// What can be shown on it.
    pub setups: Vec<Units<'a>>,
}

/// A place of a map.
#[derive(Debug)]
pub struct Spot<'a> {
    /// Its term.
    pub id: &'a str,
    /// Where it lies; none where nobody says.
    pub at: Option<At>,
    /// The kinds that it is of, by their place among the signs.
    pub kinds: Vec<usize>,
}

/// Where a place lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum At {
    /// So far from the left and from the top.
    Point(u32, u32),
    /// In a square of the printed map: the row by its letter, the column by its number.
    Square(char, u32),
}

/// A border between two places.
#[derive(Debug)]
pub struct Link {
    /// One.
    pub from: usize,
    /// The other.
    pub to: usize,
    /// The kind that it is of.
    pub kind: Option<usize>,
}

/// A set-up with everything that it names looked up.
#[derive(Debug)]
pub struct Units<'a> {
    /// As declared.
    pub setup: &'a Setup,
    /// The columns that are shown, each with its type and what stands above it.
    pub columns: Vec<(&'a str, ColumnType, &'a BTreeMap<String, Line>)>,
    /// The rows that stand on the map, each with its place.
    pub rows: Vec<(usize, &'a Node)>,
}

/// Something wrong with a map.
#[derive(Debug)]
pub struct Fault {
    /// Where.
    pub place: Place,
    /// What.
    pub message: String,
    /// The mend.
    pub help: String,
    /// Another place that it is about.
    pub related: Option<Place>,
}

/// Looks up what a map of `book` names; what is wrong is told and left out.
pub fn plan<'a>(book: &'a Book, map: &'a Map) -> (Plan<'a>, Vec<Fault>) {
    let mut planner = Planner { book, map, faults: Vec::new() };
    let plan = planner.plan().unwrap_or_default();
    (plan, planner.faults)
}

struct Planner<'a> {
    book: &'a Book,
    map: &'a Map,
    faults: Vec<Fault>,
}

impl<'a> Planner<'a> {
    fn plan(&mut self) -> Option<Plan<'a>> {
        let map = self.map;
        let table = self.table(map.places.as_ref()?)?;
        let column = map.column.as_ref()?;
        if self.column(table, column)? != ColumnType::Term {
            let help = format!("name a column of the type `term` of the table `{}`", table.id);
            self.fault(
                column.1,
                format!("the column `{}` holds no terms, so its places have no names", column.0),
                help,
            );
            return None;
        }
        // Of two rows with one place the first counts.
        let mut known: HashMap<&str, usize> = HashMap::new();
        let mut rows: Vec<(&str, &Node, Place)> = Vec::new();
        for row in &table.rows {
            let Some(cell) = row.get(&column.0) else { continue };
            let Some(id) = cell.text().filter(|id| !id.is_empty()) else { continue };
            known.entry(id).or_insert_with(|| {
                rows.push((id, row, cell.place));
                rows.len() - 1
            });
        }
        let signs = self.kinds(table, &map.signs, "signs");
        let at = self.layout(table, &rows, &known);
        let spots = rows.iter().zip(at).map(|((id, row, _), at)| Spot { id, at, kinds: all_of(&signs, row) });
        let size = self.size();
        let spots: Vec<Spot<'a>> = spots.collect();
        let mut plan = Plan { size, spots, links: Vec::new(), setups: Vec::new() };
        if map.squares.is_some() {
            if let Some(place) = map.borders.as_ref().and_then(|borders| borders.table.as_ref()).map(|table| table.1) {
                let help = "give the places `positions`, or take `borders` out".to_owned();
                self.fault(place, "a map of squares has no lines to draw borders by".to_owned(), help);
            }
            if let Some(setup) = map.setups.first() {
                let help = "give the places `positions`, or take `setups` out".to_owned();
                self.fault(setup.place, "a map of squares shows no set-up".to_owned(), help);
            }
            return Some(plan);
        }
        if let Some(borders) = &map.borders {
            plan.links = self.links(borders, &known).unwrap_or_default();
        }
        if let Some(beyond) = map.setups.get(MOST_SETUPS) {
            let message =
                format!("the map `{}` has {} set-ups; at most {MOST_SETUPS} are shown", map.id, map.setups.len());
            self.fault(beyond.place, message, "make several maps of it".to_owned());
        }
        for setup in map.setups.iter().take(MOST_SETUPS) {
            plan.setups.extend(self.units(setup, &known));
        }
        Some(plan)
    }

    fn fault(&mut self, place: Place, message: String, help: String) {
        self.faults.push(Fault { place, message, help, related: None });
    }

    fn table(&mut self, (id, place): &Named) -> Option<&'a DataTable> {
        let book = self.book;
        let found = book.table(id);
        if found.is_none() {
            let known = book.data.iter().map(|table| table.id.as_str());
            let help = names::suggestion_after(self.faults.len(), id, known)
                .unwrap_or_else(|| "name a table of the folder `data` by its `table`".to_owned());
            self.fault(*place, format!("`{id}` is no data table of this book"), help);
        }
        found
    }

    fn column(&mut self, table: &DataTable, (name, place): &Named) -> Option<ColumnType> {
        let known = || table.columns.iter().map(|(column, _)| column.as_str());
        let Some((_, written)) = table.columns.iter().find(|(column, _)| column == name) else {
            let help = names::suggestion_after(self.faults.len(), name, known())
                .unwrap_or_else(|| format!("the columns are {}", names::listed(known())));
            self.fault(*place, format!("the table `{}` has no column `{name}`", table.id), help);
            return None;
        };
        // A type that there is not is told where the table is checked.
        ColumnType::parse(written)
    }

    /// How wide and high the map is.
    fn size(&mut self) -> (u32, u32) {
        let map = self.map;
        let side = |named: &Named| named.0.parse().ok().filter(|side| (1..=MOST_UNITS).contains(side));
        match &map.size[..] {
            [width, height] if side(width).is_some() && side(height).is_some() => {
                (side(width).unwrap_or(1), side(height).unwrap_or(1))
            }
            sides => {
                if map.squares.is_none() {
                    let place = sides.first().map_or(map.place, |(_, place)| *place);
                    let help = format!("write `size: [width, height]`, whole numbers from 1 to {MOST_UNITS}");
                    self.fault(place, format!("the map `{}` has no size", map.id), help);
                }
                (MOST_UNITS, MOST_UNITS)
            }
        }
    }

    /// Where each place lies.
    fn layout(
        &mut self,
        table: &DataTable,
        rows: &[(&str, &Node, Place)],
        known: &HashMap<&str, usize>,
    ) -> Vec<Option<At>> {
        let map = self.map;
        match (&map.squares, map.positions.is_empty()) {
            (Some(squares), true) => self.squares(table, squares, rows),
            (None, false) => self.positions(table, rows, known),
            (squares, _) => {
                let place = squares.as_ref().map_or(map.place, |(_, place)| *place);
                let both = if squares.is_some() { "both `positions` and `squares`" } else { "no `positions`" };
                let help = "say where places lie by `size` and `positions`, or by `squares`".to_owned();
                self.fault(place, format!("the map `{}` has {both}", map.id), help);
                vec![None; rows.len()]
            }
        }
    }

    fn squares(&mut self, table: &DataTable, squares: &Named, rows: &[(&str, &Node, Place)]) -> Vec<Option<At>> {
        if self.column(table, squares).is_none() {
            return vec![None; rows.len()];
        }
        let mut found = Vec::new();
        for (id, row, place) in rows {
            let cell = row.get(&squares.0);
            let at = cell.and_then(Node::text).and_then(square);
            if at.is_none() {
                let help = format!("write a number from 1 to {MOST_SQUARES} and a letter from A to Z: `5A`");
                let place = cell.map_or(*place, |cell| cell.place);
                self.fault(place, format!("`{id}` lies in no square of the map `{}`", self.map.id), help);
            }
            found.push(at);
        }
        found
    }

    fn positions(
        &mut self,
        table: &DataTable,
        rows: &[(&str, &Node, Place)],
        known: &HashMap<&str, usize>,
    ) -> Vec<Option<At>> {
        let map = self.map;
        let before = self.faults.len();
        let (width, height) = self.size();
        // It is told once.
        self.faults.truncate(before);
        let mut found = vec![None; rows.len()];
        let mut taken: HashMap<(u32, u32), (&str, Place)> = HashMap::new();
        for ((id, place), numbers, written) in &map.positions {
            let Some(spot) = known.get(id.as_str()) else {
                let help = names::suggestion_after(self.faults.len(), id, known.keys().copied())
                    .unwrap_or_else(|| format!("add it to the table `{}`, or take the position out", table.id));
                self.fault(*place, format!("`{id}` is no place of the table `{}`", table.id), help);
                continue;
            };
            let number = |named: &Named, most: u32| named.0.parse().ok().filter(|number| *number <= most);
            let point = match &numbers[..] {
                [x, y] => number(x, width).zip(number(y, height)),
                _ => None,
            };
            let Some((x, y)) = point else {
                let help =
                    format!("write `{id}: [x, y]`, whole numbers from [0, 0] at the top left to [{width}, {height}]");
                // Where one of the two is wrong, it is underlined alone.
                let x_is_wrong = numbers.first().is_some_and(|x| number(x, width).is_none());
                let wrong = if x_is_wrong { numbers.first() } else { numbers.get(1) };
                let place = wrong.filter(|_| numbers.len() == 2).map_or(*written, |(_, place)| *place);
                self.fault(place, format!("the position of `{id}` is not on the map"), help);
                continue;
            };
            if let Some((other, first)) = taken.insert((x, y), (id, *written)) {
                self.faults.push(Fault {
                    place: *written,
                    message: format!("`{id}` lies where `{other}` lies"),
                    help: "move one of the two: of places at one point only the last is seen".to_owned(),
                    related: Some(first),
                });
            }
            found[*spot] = Some(At::Point(x, y));
        }
        let placed: std::collections::HashSet<&str> = map.positions.iter().map(|((id, _), ..)| id.as_str()).collect();
        for (id, _, place) in rows.iter().filter(|(id, ..)| !placed.contains(id)) {
            let help = format!("add `{id}: [x, y]` to its `positions` in maps.yaml");
            self.fault(*place, format!("`{id}` has no position on the map `{}`", map.id), help);
        }
        found
    }

    /// The kinds whose columns there are, each with its place among all.
    fn kinds<'k>(&mut self, table: &DataTable, kinds: &'k [LegendEntry], key: &str) -> Vec<(usize, &'k LegendEntry)> {
        if let Some(beyond) = kinds.get(MOST_KINDS) {
            let place = beyond.name.values().next().map_or(self.map.place, |name| name.place);
            let message = format!("the map has {} kinds of `{key}`; at most {MOST_KINDS} are told apart", kinds.len());
            self.fault(place, message, "let several of them be one kind".to_owned());
        }
        let kinds = kinds.iter().take(MOST_KINDS).enumerate();
        kinds
            .filter(|(_, kind)| kind.column.as_ref().is_none_or(|column| self.column(table, column).is_some()))
            .collect()
    }

    fn links(&mut self, borders: &Borders, known: &HashMap<&str, usize>) -> Option<Vec<Link>> {
        let table = self.table(borders.table.as_ref()?)?;
        let (from, to) = (borders.from.as_ref()?, borders.to.as_ref()?);
        self.column(table, from)?;
        self.column(table, to)?;
        let kinds = self.kinds(table, &borders.lines, "lines");
        let mut links = Vec::new();
        for row in &table.rows {
            let (from, to) = (self.end(table, row, from, known), self.end(table, row, to, known));
            let (Some(from), Some(to)) = (from, to) else { continue };
            if from == to {
                let help = "a border stands between two places".to_owned();
                self.fault(row.place, "the border leads from a place to itself".to_owned(), help);
                continue;
            }
            links.push(Link { from, to, kind: all_of(&kinds, row).first().copied() });
        }
        Some(links)
    }

    /// The place that a row names in a column.
    fn end(
        &mut self,
        table: &DataTable,
        row: &Node,
        (column, _): &Named,
        known: &HashMap<&str, usize>,
    ) -> Option<usize> {
        let cell = row.get(column);
        let id = cell.and_then(Node::text);
        if let Some(spot) = id.and_then(|id| known.get(id)) {
            return Some(*spot);
        }
        let place = cell.map_or(row.place, |cell| cell.place);
        let help = id.and_then(|id| names::suggestion_after(self.faults.len(), id, known.keys().copied()));
        let message = match id {
            Some(id) => format!("`{id}` is no place of the map `{}`", self.map.id),
            None => format!("a row of the table `{}` names no place in `{column}`", table.id),
        };
        let list = self.map.places.as_ref().map_or("", |(table, _)| table);
        let help = help.unwrap_or_else(|| format!("name a place of the table `{list}`, or add it there"));
        self.fault(place, message, help);
        None
    }

    fn units(&mut self, setup: &'a Setup, known: &HashMap<&str, usize>) -> Option<Units<'a>> {
        let table = self.table(setup.table.as_ref()?)?;
        let column = setup.column.as_ref()?;
        self.column(table, column)?;
        if let Some(only) = &setup.only {
            self.column(table, only)?;
        }
        let mut columns = Vec::new();
        for shown in setup.show.iter().take(MOST_KINDS) {
            let Some(kind) = self.column(table, shown) else { continue };
            let Some((name, header, _)) = table.headers.iter().find(|(name, ..)| *name == shown.0) else {
                let help = format!("give it one under `headers` of the table `{}`: the legend needs it", table.id);
                self.fault(shown.1, format!("the column `{}` has no header", shown.0), help);
                continue;
            };
            columns.push((name.as_str(), kind, header));
        }
        let mut rows = Vec::new();
        for row in &table.rows {
            let is = |(column, _): &Named| row.get(column).and_then(Node::text) == Some(&setup.is);
            if setup.only.as_ref().is_none_or(is)
                && let Some(spot) = self.end(table, row, column, known)
            {
                rows.push((spot, row));
            }
        }
        Some(Units { setup, columns, rows })
    }
}

/// The kinds that a row is of: of those that ask the same column, the first that fits.
fn all_of(kinds: &[(usize, &LegendEntry)], row: &Node) -> Vec<usize> {
    let mut found: Vec<(usize, Option<&str>)> = Vec::new();
    for (at, kind) in kinds {
        let column = kind.column.as_ref().map(|(column, _)| column.as_str());
        let fits = column.is_none_or(|column| row.get(column).and_then(Node::text) == Some(&kind.is));
        // What fits all is for those that nothing else fits.
        let is_new = if column.is_none() { found.is_empty() } else { found.iter().all(|(_, other)| *other != column) };
        if fits && is_new {
            found.push((*at, column));
        }
    }
    found.into_iter().map(|(at, _)| at).collect()
}

/// A square of a grid: `5A`.
fn square(written: &str) -> Option<At> {
    let (number, letter) = written.split_at_checked(written.len().checked_sub(1)?)?;
    let letter = letter.chars().next().filter(char::is_ascii_uppercase)?;
    let number = number.parse().ok().filter(|number| (1..=MOST_SQUARES).contains(number))?;
    Some(At::Square(letter, number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_square_is_a_number_and_a_letter() {
        assert_eq!(square("5A"), Some(At::Square('A', 5)));
        assert_eq!(square("12Z"), Some(At::Square('Z', 12)));
        for wrong in ["", "A", "5", "A5", "0A", "41A", "5a", "-1A", "5é", "99999999999999A"] {
            assert_eq!(square(wrong), None, "{wrong}");
        }
    }
}
