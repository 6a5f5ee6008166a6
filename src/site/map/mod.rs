//! The maps of a book: a picture in which each place leads to what the book says of it, its legend, and the same as a list.

mod drawing;
mod labels;
mod squares;

use std::collections::{BTreeMap, HashMap};

use minijinja::{Value, context, value::Serde};
use serde::Serialize;

use self::drawing::{Picture, PlaceOf};
use self::squares::Listed;
use super::address::{self, Edition};
use super::link::Linker;
use super::renderer::{Label, Renderer, href};
use super::section::PieceView;
use super::wording::Wording;
use super::{SiteError, book, term_index};
use crate::library::localized::View;
use crate::library::map::{At, LegendEntry, Link, MOST_KINDS, MOST_MAPS, Map, Plan, Spot, Units, plan};
use crate::library::table::{Cell, TermNames};
use crate::library::{Book, Line, Term};
use crate::termbase::Termbase;

/// A map.
#[derive(Serialize)]
struct MapView {
    id: String,
    title: Label,
    note: Option<PieceView>,
    /// Whether its positions are this edition's.
    own: bool,
    /// Whether it has no borders, though it could.
    unbound: bool,
    /// None where the set-ups show all that it would.
    picture: Option<Value>,
    legend: Vec<Look>,
    setups: Vec<SetupView>,
    places: Vec<PlaceView>,
}

/// A line of the legend.
#[derive(Serialize)]
struct Look {
    picture: Value,
    name: Label,
}

/// A set-up on the map.
#[derive(Serialize)]
struct SetupView {
    id: String,
    title: String,
    columns: String,
    picture: Value,
}

/// A place in the list.
#[derive(Serialize)]
struct PlaceView {
    id: String,
    href: Value,
    name: Label,
    kinds: Vec<Label>,
    borders: Vec<BorderView>,
    rules: Option<term_index::Entry>,
    /// What stands there at the start, each with the set-up where there are several.
    units: Vec<String>,
}

/// A border of a place.
#[derive(Serialize)]
struct BorderView {
    href: String,
    name: Label,
    kind: Option<Label>,
}

/// Makes the page of the maps in one language, if there are any.
pub(super) fn page(
    renderer: &mut Renderer<'_>,
    termbase: &Termbase<'_>,
    book: &Book,
    language: &str,
) -> Result<(), SiteError> {
    if book.maps.is_empty() {
        return Ok(());
    }
    let address = address::book(language, &book.id, "map");
    let linker = renderer.linker(book, Edition::One(language), &address);
    let view = View::new(book, language);
    let names = TermNames::new(renderer.library, &view);
    let shared = renderer.library.shared_terms_in(&book.reference);
    let cartographer = Cartographer {
        termbase,
        linker: &linker,
        names: &names,
        wording: renderer.wording(book, language),
        concepts: termbase.concepts.iter().enumerate().map(|(at, concept)| (concept.id, at)).collect(),
        // Of two terms with one id the first counts.
        terms: book.terms.iter().chain(shared).rev().map(|term| (term.id.as_str(), term)).collect(),
        rows: row_homes(&linker),
    };
    let maps: Vec<MapView> = book.maps.iter().take(MOST_MAPS).map(|map| cartographer.map(map)).collect();
    let body = context! {
        title => Serde(Label::named(&book.title, &book.id, book, language)),
        margins => href(linker.to(&address::margins(language, &book.id))),
        maps => Serde(maps),
    };
    let title = linker.strings.get("map").to_owned();
    let frame = book::frame(renderer, &linker, book, language, "map", Some(title));
    renderer.page("map.html", frame, body)
}

/// The way to the map whose places a table lists.
pub(super) fn of_table(linker: &Linker<'_>, table: &str) -> Option<String> {
    let maps = linker.book.maps.iter().take(MOST_MAPS);
    let map = maps.into_iter().find(|map| map.places.as_ref().is_some_and(|(places, _)| places == table))?;
    let page = address::book(linker.edition.language(), &linker.book.id, "map");
    Some(linker.to(&format!("{page}#{}", address::of_book("map", &map.id))))
}

/// The way to the section that shows a table, by the table.
fn row_homes<'a>(linker: &Linker<'a>) -> HashMap<&'a str, (String, &'a str)> {
    let mut homes = HashMap::new();
    for (chapter, section) in linker.book.sections() {
        for (table, _) in &section.tables {
            let page = || linker.to(&linker.chapter(linker.edition, linker.book, chapter));
            homes.entry(table.as_str()).or_insert_with(|| (page(), section.id.as_str()));
        }
    }
    homes
}

/// Who draws the maps of a book for the readers of one language.
struct Cartographer<'a, 'p> {
    termbase: &'a Termbase<'p>,
    linker: &'a Linker<'a>,
    names: &'a TermNames<'a>,
    wording: &'a Wording<'a>,
    /// The place of each concept among all.
    concepts: HashMap<&'a str, usize>,
    /// The terms in the reference language.
    terms: HashMap<&'a str, &'a Term>,
    /// Where a table is shown.
    rows: HashMap<&'a str, (String, &'a str)>,
}

/// A place as the reader knows it.
struct KnownSpot {
    name: Label,
    /// Where it leads.
    href: String,
    glossary: String,
    kinds: Vec<Label>,
}

impl Cartographer<'_, '_> {
    fn map(&self, map: &Map) -> MapView {
        let (plan, _) = plan(self.linker.book, map);
        let title = self.label(&map.title, &map.id);
        let told: Vec<KnownSpot> = plan.spots.iter().map(|spot| self.told(map, spot)).collect();
        let is_grid = map.squares.is_some();
        let picture =
            if is_grid { grid(&title.text, &plan, &told) } else { self.picture(&title.text, map, &plan, &told, None) };
        let is_bare = plan.links.is_empty() && map.signs.is_empty();
        MapView {
            id: address::of_book("map", &map.id),
            note: PieceView::of_book(self.linker, &map.note),
            own: !is_grid,
            unbound: !is_grid && map.borders.is_none(),
            picture: (!is_bare || plan.setups.is_empty()).then(|| Value::from_safe_string(picture)),
            legend: self.legend(map, &plan),
            setups: plan.setups.iter().map(|units| self.setup(map, &plan, &told, units)).collect(),
            // The grid is a list already.
            places: if is_grid { Vec::new() } else { self.places(map, &plan, &told) },
            title,
        }
    }

    fn label(&self, texts: &BTreeMap<String, Line>, id: &str) -> Label {
        Label::named(texts, id, self.linker.book, self.linker.edition.language())
    }

    fn told(&self, map: &Map, spot: &Spot<'_>) -> KnownSpot {
        let linker = self.linker;
        let language = linker.edition.language();
        let name = match self.names.term(spot.id) {
            Cell::Term { name, .. } => Label::new(name.text, name.language, language),
            _ => Label::new(spot.id, language, language),
        };
        let glossary = address::book(language, &linker.book.id, "glossary");
        let glossary = linker.to(&format!("{glossary}#{}", address::anchor(spot.id)));
        KnownSpot {
            href: self.way(map, spot.id).unwrap_or_else(|| glossary.clone()),
            glossary,
            kinds: self.kinds(map, spot),
            name,
        }
    }

    /// The way to the row of a place where the book shows it, or to the section where its term is at home.
    fn way(&self, map: &Map, id: &str) -> Option<String> {
        let (table, _) = map.places.as_ref()?;
        if let Some((page, section)) = self.rows.get(table.as_str())
            && self.is_key(map)
        {
            return Some(format!("{page}#{}", address::row(section, table, Some(id))));
        }
        let (home, _) = self.terms.get(id)?.section.as_ref()?;
        let (chapter, section) = self.linker.book.section(home)?;
        Some(self.linker.section(self.linker.book, chapter, section, None))
    }

    /// Whether rows of the table have addresses by the column that names places.
    fn is_key(&self, map: &Map) -> bool {
        let table = map.places.as_ref().and_then(|(table, _)| self.linker.book.table(table));
        let first = table.and_then(|table| table.columns.first());
        first.zip(map.column.as_ref()).is_some_and(|((first, _), (column, _))| first == column)
    }

    fn kinds(&self, map: &Map, spot: &Spot<'_>) -> Vec<Label> {
        spot.kinds.iter().filter_map(|at| map.signs.get(*at)).map(|kind| self.label(&kind.name, kind.drawn)).collect()
    }

    /// The picture of a map, with what stands at each place.
    fn picture(
        &self,
        title: &str,
        map: &Map,
        plan: &Plan<'_>,
        told: &[KnownSpot],
        units: Option<&HashMap<usize, Vec<String>>>,
    ) -> String {
        // Places that lie nowhere are left out; the borders follow.
        let mut shown = vec![None; plan.spots.len()];
        let mut places = Vec::new();
        for (at, (spot, told)) in plan.spots.iter().zip(told).enumerate() {
            let Some(At::Point(x, y)) = spot.at else { continue };
            shown[at] = Some(places.len());
            let here = units.and_then(|units| units.get(&at)).map_or(&[][..], Vec::as_slice);
            let lines: Vec<String> = std::iter::once(&told.name.text).chain(here).cloned().collect();
            let kinds: Vec<&str> = told.kinds.iter().map(|kind| kind.text.as_str()).collect();
            let comma = self.linker.strings.get("list_comma");
            // First what stands beside it, in the order in which it is seen.
            let about: Vec<&str> = here.iter().map(String::as_str).chain(kinds).collect();
            places.push(PlaceOf {
                at: (x, y),
                lines,
                lang: told.name.lang.as_deref(),
                said: if about.is_empty() {
                    told.name.text.clone()
                } else {
                    format!("{}{comma}{}", told.name.text, about.join(comma))
                },
                href: &told.href,
                signs: spot.kinds.iter().filter_map(|at| Some(map.signs.get(*at)?.drawn)).collect(),
            });
        }
        let borders = plan.links.iter().filter_map(|link| {
            let drawn = link.kind.and_then(|kind| lines(map).get(kind)).map_or("plain", |kind| kind.drawn);
            Some((shown[link.from]?, shown[link.to]?, drawn))
        });
        let description = self.linker.strings.get("map_own");
        drawing::svg(&Picture { title, description, size: plan.size, borders: borders.collect(), places })
    }

    /// What the signs and the lines mean, those that are there.
    fn legend(&self, map: &Map, plan: &Plan<'_>) -> Vec<Look> {
        if map.squares.is_some() {
            return Vec::new();
        }
        let own = |text: &str| Label { text: text.to_owned(), lang: None };
        let sign = |drawn: &str| swatch(&drawing::sign((18.0, 10.0), drawn));
        let line = |drawn: &str| swatch(&drawing::line(drawn, "M2 10H34"));
        let mut looks = Vec::new();
        for (at, kind) in map.signs.iter().enumerate().take(MOST_KINDS) {
            if plan.spots.iter().any(|spot| spot.kinds.contains(&at)) {
                looks.push(Look { picture: sign(kind.drawn), name: self.label(&kind.name, kind.drawn) });
            }
        }
        if !map.signs.is_empty() && plan.spots.iter().any(|spot| spot.kinds.is_empty()) {
            looks.push(Look { picture: sign("circle"), name: own(self.linker.strings.get("map_place")) });
        }
        for (at, kind) in lines(map).iter().enumerate().take(MOST_KINDS) {
            if plan.links.iter().any(|link| link.kind == Some(at)) {
                looks.push(Look { picture: line(kind.drawn), name: self.label(&kind.name, kind.drawn) });
            }
        }
        if plan.links.iter().any(|link| link.kind.is_none()) {
            looks.push(Look { picture: line("plain"), name: own(self.linker.strings.get("map_border")) });
        }
        looks
    }

    fn setup(&self, map: &Map, plan: &Plan<'_>, told: &[KnownSpot], units: &Units<'_>) -> SetupView {
        let strings = self.linker.strings;
        let title = self.label(&units.setup.title, &units.setup.id).text;
        let title = strings.fill("map_setup", &[("title", &title)]);
        let heads: Vec<&str> =
            units.columns.iter().filter_map(|(_, _, header)| Some(self.names.words(header)?.text)).collect();
        SetupView {
            id: format!("{}-{}", address::of_book("setup", &map.id), address::anchor(&units.setup.id)),
            columns: strings.fill("map_setup_units", &[("columns", &heads.join(strings.get("list_comma")))]),
            picture: Value::from_safe_string(self.picture(&title, map, plan, told, Some(&self.standing(units)))),
            title,
        }
    }

    /// What stands at each place, a line for each row.
    fn standing(&self, units: &Units<'_>) -> HashMap<usize, Vec<String>> {
        let (yes, no) = (self.wording.words.get("yes"), self.wording.words.get("no"));
        let mut standing: HashMap<usize, Vec<String>> = HashMap::new();
        for (spot, row) in &units.rows {
            let cells =
                units.columns.iter().map(|(column, kind, header)| match self.names.cell(kind, row.get(column)) {
                    Cell::Term { name, .. } => name.text.to_owned(),
                    // Nor does a yes, and a no is not there.
                    Cell::YesNo(false) => String::new(),
                    Cell::YesNo(true) => {
                        self.names.words(header).map_or_else(|| yes.to_owned(), |head| head.text.to_owned())
                    }
                    // A number alone tells nothing.
                    cell => match (cell.plain(yes, no), self.names.words(header)) {
                        (number, Some(head)) if number.parse::<i64>().is_ok() => format!("{}\u{a0}{number}", head.text),
                        (plain, _) => plain,
                    },
                });
            let cells: Vec<String> = cells.filter(|cell| !cell.is_empty()).collect();
            standing.entry(*spot).or_default().push(cells.join(self.linker.strings.get("list_comma")));
        }
        standing
    }

    fn places(&self, map: &Map, plan: &Plan<'_>, told: &[KnownSpot]) -> Vec<PlaceView> {
        let mut borders: Vec<Vec<(usize, &Link)>> = Vec::new();
        borders.resize_with(plan.spots.len(), Vec::new);
        for link in &plan.links {
            borders[link.from].push((link.to, link));
            borders[link.to].push((link.from, link));
        }
        let standing: Vec<(String, HashMap<usize, Vec<String>>)> = plan
            .setups
            .iter()
            .map(|units| (self.label(&units.setup.title, &units.setup.id).text, self.standing(units)))
            .collect();
        let id = |at: usize| format!("{}-{}", address::of_book("place", &map.id), address::anchor(plan.spots[at].id));
        let kind = |link: &Link| {
            let kind = lines(map).get(link.kind?)?;
            Some(self.label(&kind.name, kind.drawn))
        };
        let names: Vec<&Label> = told.iter().map(|told| &told.name).collect();
        let place = |(at, told): (usize, &KnownSpot)| PlaceView {
            id: id(at),
            href: href(told.glossary.clone()),
            name: told.name.clone(),
            kinds: told.kinds.clone(),
            borders: borders[at]
                .iter()
                .map(|(other, link)| BorderView {
                    href: format!("#{}", id(*other)),
                    name: names[*other].clone(),
                    kind: kind(link),
                })
                .collect(),
            rules: self
                .concepts
                .get(plan.spots[at].id)
                .and_then(|concept| term_index::entry(self.termbase, self.linker, *concept)),
            units: standing
                .iter()
                .flat_map(|(title, units)| {
                    let several = standing.len() > 1;
                    let here = units.get(&at).into_iter().flatten();
                    here.map(move |unit| if several { format!("{unit} ({title})") } else { unit.clone() })
                })
                .collect(),
        };
        told.iter().enumerate().map(place).collect()
    }
}

/// How the borders of a map are drawn.
fn lines(map: &Map) -> &[LegendEntry] {
    map.borders.as_ref().map_or(&[], |borders| &borders.lines)
}

/// The grid of a printed map.
fn grid(title: &str, plan: &Plan<'_>, told: &[KnownSpot]) -> String {
    let squares = || {
        plan.spots.iter().zip(told).filter_map(|(spot, told)| match spot.at {
            Some(At::Square(row, column)) => Some((row, column, told)),
            _ => None,
        })
    };
    let last_row = squares().map(|(row, ..)| row).max().unwrap_or('A');
    let last_column = squares().map(|(_, column, _)| column).max().unwrap_or(1);
    let rows: Vec<String> = ('A'..=last_row).map(String::from).collect();
    let columns: Vec<String> = (1..=last_column).map(|column| column.to_string()).collect();
    let listed: Vec<Listed<'_>> = squares()
        .map(|(row, column, told)| Listed {
            row: (row as usize).saturating_sub('A' as usize),
            column: column.saturating_sub(1) as usize,
            name: &told.name.text,
            lang: told.name.lang.as_deref(),
            href: &told.href,
        })
        .collect();
    squares::svg(title, &columns, &rows, &listed)
}

/// A sign or a line for the legend.
fn swatch(inner: &str) -> Value {
    Value::from_safe_string(format!(
        "<svg class=\"map-swatch\" viewBox=\"0 0 36 20\" width=\"36\" height=\"20\" aria-hidden=\"true\">{inner}</svg>"
    ))
}
