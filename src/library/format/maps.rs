//! The shape of `maps.yaml`.

use super::{FILE_WAIVERS, Field, Shape, ValueKind, may, must};

/// How a place on a map can be drawn; the first where nothing is said.
pub const MAP_SIGNS: &[&str] = &["circle", "square", "diamond", "triangle", "ring", "wave"];

/// How a border on a map can be drawn; the first where nothing is said.
pub const MAP_LINES: &[&str] = &["plain", "thick", "dashed", "dotted", "double"];

/// `maps.yaml`.
pub const MAPS: Shape = Shape {
    name: "a file of maps",
    fields: &[must("maps", ValueKind::List(&ValueKind::Object(&MAP)), "The maps."), FILE_WAIVERS],
};

const MAP: Shape = Shape {
    name: "a map",
    fields: &[
        must("id", ValueKind::Id, "A stable kebab-case name, unique in the book."),
        must("title", ValueKind::Languages(&ValueKind::Line), "What it is called, in each language."),
        must(
            "note",
            ValueKind::Languages(&ValueKind::Prose),
            "What it is and what it is not, and whose its positions are, in each language; readers see it first.",
        ),
        must("places", ValueKind::Id, "The data table that lists its places."),
        must("column", ValueKind::Line, "The column of that table that names them, of the type `term`."),
        may(
            "size",
            ValueKind::List(&ValueKind::Line),
            "`[width, height]`: the units of the positions, at most 1,000 each.",
        ),
        may(
            "positions",
            ValueKind::Map(&ValueKind::List(&ValueKind::Line)),
            "`[x, y]` of each place by its term, whole numbers from `[0, 0]` at the top left to the size.",
        ),
        may(
            "squares",
            ValueKind::Line,
            "In place of positions: the column with each place's square of the printed grid, as `5A`, column and row.",
        ),
        may("signs", ValueKind::List(&ValueKind::Object(&MAP_SIGN)), "The kinds of places and how they are drawn."),
        may("borders", ValueKind::Object(&MAP_BORDERS), "Which table gives the borders."),
        may(
            "setups",
            ValueKind::List(&ValueKind::Object(&MAP_SETUP)),
            "What is shown on it, each in a picture of its own.",
        ),
    ],
};

const KIND_COLUMN: Field =
    may("column", ValueKind::Line, "The column that tells them; without one it is for all that nothing else fits.");
const KIND_IS: Field = may("is", ValueKind::Line, "What stands in that column; `yes` where nothing is said.");
const KIND_NAME: Field =
    must("name", ValueKind::Languages(&ValueKind::Line), "What the legend calls it, in each language.");

const MAP_SIGN: Shape = Shape {
    name: "a sign",
    fields: &[
        KIND_COLUMN,
        KIND_IS,
        must("sign", ValueKind::OneOf(MAP_SIGNS), "How it is drawn; signs of several columns stand in one another."),
        KIND_NAME,
    ],
};

const MAP_BORDERS: Shape = Shape {
    name: "the borders",
    fields: &[
        must("table", ValueKind::Id, "The data table with a row for each border."),
        must("from", ValueKind::Line, "The column with the place on one side."),
        must("to", ValueKind::Line, "The column with the place on the other."),
        may("lines", ValueKind::List(&ValueKind::Object(&MAP_LINE)), "The kinds of borders and how they are drawn."),
    ],
};

const MAP_LINE: Shape = Shape {
    name: "a line",
    fields: &[
        KIND_COLUMN,
        KIND_IS,
        must("line", ValueKind::OneOf(MAP_LINES), "How it is drawn; the first kind that fits counts."),
        KIND_NAME,
    ],
};

const MAP_SETUP: Shape = Shape {
    name: "a set-up",
    fields: &[
        must("id", ValueKind::Id, "A stable kebab-case name, unique on the map."),
        must("title", ValueKind::Languages(&ValueKind::Line), "What it is called, in each language."),
        must("table", ValueKind::Id, "The data table with a row for each unit or stack."),
        must("column", ValueKind::Line, "The column with the place where it stands."),
        must(
            "show",
            ValueKind::List(&ValueKind::Line),
            "The columns that are written at the place; each needs a header.",
        ),
        may("only", ValueKind::Line, "The column that tells the rows of this set-up from others."),
        KIND_IS,
    ],
};
