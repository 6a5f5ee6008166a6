//! A map as an SVG: borders, then places as links, each with its name, in the colours of the page.

use std::fmt::Write as _;

use super::labels::{Anchor, LEADING, LETTERS, Label, Raster};
use crate::site::html::lang;
use crate::site::odds::text;

/// How wide a picture is that a page shows whole, and how high at most.
const WIDTH: f64 = 880.0;
const HEIGHT: f64 = 1_100.0;
/// How much larger a picture is drawn so that every name finds room; it is then pushed about in its box.
const LARGER: [f64; 5] = [1.0, 1.3, 1.7, 2.2, 2.8];
/// Room for what stands at the rim.
const MARGIN: f64 = 36.0;
/// How large a place is.
const RADIUS: f64 = 6.0;

/// A picture.
pub(super) struct Picture<'a> {
    /// What it is called.
    pub(super) title: &'a str,
    /// What it shows, in words.
    pub(super) description: &'a str,
    /// How wide and high the map is, in its own units.
    pub(super) size: (u32, u32),
    pub(super) places: Vec<PlaceOf<'a>>,
    /// Each border by its ends among the places, and how it is drawn.
    pub(super) borders: Vec<(usize, usize, &'static str)>,
}

/// A place of it.
pub(super) struct PlaceOf<'a> {
    /// Where it lies, in the units of the map.
    pub(super) at: (u32, u32),
    /// Its name, and what stands there.
    pub(super) lines: Vec<String>,
    /// The language of the name, if it is not that of the page.
    pub(super) lang: Option<&'a str>,
    /// What is said of it where it is pointed at.
    pub(super) said: String,
    /// Where it leads.
    pub(super) href: &'a str,
    /// How it is drawn.
    pub(super) signs: Vec<&'static str>,
}

/// Where everything of a picture stands.
struct Layout {
    width: f64,
    height: f64,
    /// By place.
    points: Vec<(f64, f64)>,
    /// By place; none where there is no room.
    labels: Vec<Option<Label>>,
    raster: Raster,
}

impl Layout {
    fn new(picture: &Picture<'_>, larger: f64) -> Self {
        let (wide, high) = (f64::from(picture.size.0.max(1)), f64::from(picture.size.1.max(1)));
        let most = WIDTH * larger;
        let unit = ((most - 2.0 * MARGIN) / wide).min((HEIGHT * larger - 2.0 * MARGIN) / high);
        let point = |(x, y): (u32, u32)| (MARGIN + f64::from(x) * unit, MARGIN + f64::from(y) * unit);
        let (width, height) = (most.min(wide * unit + 6.0 * MARGIN), high * unit + 2.0 * MARGIN);
        // A narrow map stands in the middle.
        let aside = (width - 2.0 * MARGIN - wide * unit) / 2.0;
        let points: Vec<(f64, f64)> =
            picture.places.iter().map(|place| point(place.at)).map(|(x, y)| (x + aside, y)).collect();
        let mut raster = Raster::new(width, height);
        for at in &points {
            raster.place(*at, RADIUS + 3.0);
        }
        for (from, to, _) in &picture.borders {
            if let (Some(from), Some(to)) = (points.get(*from), points.get(*to)) {
                raster.line(*from, *to);
            }
        }
        let labels = picture.places.iter().zip(&points).map(|(place, at)| raster.label(*at, &place.lines)).collect();
        Self { width, height, points, labels, raster }
    }

    /// Gives its name alone to each place beside which there is no room for what stands there.
    fn shortened(mut self, picture: &Picture<'_>) -> Self {
        for ((place, at), label) in picture.places.iter().zip(&self.points).zip(&mut self.labels) {
            if let (None, [name, _, ..]) = (&label, &place.lines[..]) {
                *label = self.raster.label(*at, &[format!("{name} …")]);
            }
        }
        self
    }

    /// The smallest in which every place has its name and what stands there, or the largest, with as much as there is room for.
    fn smallest(picture: &Picture<'_>) -> Self {
        let [first, larger @ ..] = LARGER;
        let mut layout = Self::new(picture, first);
        for larger in larger {
            if layout.labels.iter().all(Option::is_some) {
                return layout;
            }
            layout = Self::new(picture, larger);
        }
        layout.shortened(picture)
    }
}

/// Draws the picture.
pub(super) fn svg(picture: &Picture<'_>) -> String {
    let Layout { width, height, points, labels, .. } = Layout::smallest(picture);
    let mut lines: Vec<(&'static str, String)> = Vec::new();
    for (from, to, drawn) in &picture.borders {
        let (Some(from), Some(to)) = (points.get(*from), points.get(*to)) else { continue };
        let at = lines.iter().position(|(other, _)| other == drawn).unwrap_or_else(|| {
            lines.push((drawn, String::new()));
            lines.len() - 1
        });
        let _ = write!(lines[at].1, "M{:.1} {:.1}L{:.1} {:.1}", from.0, from.1, to.0, to.1);
    }
    let large = if width > WIDTH { " map-large" } else { "" };
    let mut out = format!(
        "<svg class=\"map-picture{large}\" role=\"group\" viewBox=\"0 0 {width:.0} {height:.0}\" width=\"{width:.0}\" height=\"{height:.0}\" font-size=\"{LETTERS}\" aria-label=\"{}\">\n<desc>{}</desc>\n",
        text(picture.title),
        text(picture.description),
    );
    for (drawn, path) in &lines {
        let _ = writeln!(out, "{}", line(drawn, path));
    }
    for ((place, at), label) in picture.places.iter().zip(&points).zip(labels) {
        let lang = lang(place.lang);
        let _ = write!(
            out,
            "<a class=\"map-place\" href=\"{}\" aria-label=\"{}\"{lang}><title>{}</title>{}",
            text(place.href),
            text(&place.said),
            text(&place.said),
            signs(*at, &place.signs)
        );
        if let Some(label) = label {
            let anchor = match label.anchor {
                Anchor::Start => "start",
                Anchor::Middle => "middle",
                Anchor::End => "end",
            };
            let _ = write!(out, "<text text-anchor=\"{anchor}\">");
            for (number, line) in label.lines.iter().enumerate() {
                #[expect(clippy::cast_precision_loss, reason = "at most eight")]
                let y = label.room[1] + LEADING * number as f64 + LETTERS;
                let class = if number == 0 { "map-name" } else { "map-unit" };
                // The same words, cut at the same places, as the name of the place has.
                let blank = if line.ends_with(' ') { " " } else { "" };
                let _ = write!(
                    out,
                    "<tspan class=\"{class}\" x=\"{:.1}\" y=\"{y:.1}\">{}</tspan>{blank}",
                    label.x,
                    text(line)
                );
            }
            out.push_str("</text>");
        }
        out.push_str("</a>\n");
    }
    out.push_str("</svg>\n");
    out
}

/// A path in one of the ways in which borders are drawn.
pub(super) fn line(drawn: &str, path: &str) -> String {
    let once = |class: &str| format!("<path class=\"map-line map-line-{class}\" d=\"{path}\"/>");
    // The lighter line within makes two of one.
    if drawn == "double" { format!("{}{}", once("double"), once("within")) } else { once(drawn) }
}

/// The signs of a place, one in another.
fn signs(at: (f64, f64), signs: &[&'static str]) -> String {
    let (x, y) = at;
    let mut out = format!("<circle class=\"map-touch\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"13\"/>");
    // Rings stand around what else there is.
    for sign in signs {
        out.push_str(&self::sign(at, sign));
    }
    if signs.is_empty() {
        out.push_str(&sign(at, "circle"));
    }
    out
}

/// A sign around a point.
pub(super) fn sign((x, y): (f64, f64), sign: &str) -> String {
    let r = RADIUS;
    match sign {
        "square" => format!(
            "<rect class=\"map-sign\" x=\"{:.1}\" y=\"{:.1}\" width=\"{w}\" height=\"{w}\"/>",
            x - 5.0,
            y - 5.0,
            w = 10
        ),
        "diamond" => format!("<path class=\"map-sign\" d=\"M{x:.1} {:.1}l{r} {r}l-{r} {r}l-{r}-{r}z\"/>", y - r),
        "triangle" => format!("<path class=\"map-sign\" d=\"M{x:.1} {:.1}l6 11h-12z\"/>", y - 7.0),
        "ring" => format!("<circle class=\"map-ring\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"9\"/>"),
        "wave" => format!(
            "<circle class=\"map-under\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"11\"/><path class=\"map-wave\" d=\"M{:.1} {:.1}q4-4 8 0t8 0M{:.1} {:.1}q4-4 8 0t8 0\"/>",
            x - 8.0,
            y - 2.5,
            x - 8.0,
            y + 3.5
        ),
        _ => format!("<circle class=\"map-sign\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"5\"/>"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// So many places in rows, each with these lines behind its name.
    fn crowd(count: u32, lines: &[String]) -> Picture<'static> {
        let place = |number: u32| PlaceOf {
            at: (number % 12 * 10, number / 12 * 10),
            lines: std::iter::once(format!("Place {number}")).chain(lines.iter().cloned()).collect(),
            lang: None,
            said: String::new(),
            href: "#",
            signs: Vec::new(),
        };
        let size = (120, count.div_ceil(12) * 10);
        Picture { title: "", description: "", size, places: (0..count).map(place).collect(), borders: Vec::new() }
    }

    #[test]
    fn a_map_is_as_large_as_its_names_need() {
        let small = Layout::smallest(&crowd(60, &[]));
        assert!(small.width <= WIDTH && small.labels.iter().all(Option::is_some));
        let large = Layout::smallest(&crowd(400, &[]));
        assert!(large.width > WIDTH && large.labels.iter().all(Option::is_some), "{}", large.width);
        assert!(svg(&crowd(400, &[])).contains("class=\"map-picture map-large\""));
        assert!(!svg(&crowd(60, &[])).contains("map-large"));
    }

    #[test]
    fn beside_a_place_without_room_for_all_stands_its_name() {
        let army: Vec<String> = (0..6).map(|at| format!("Sparta, hoplites of the allies, SPs {at}")).collect();
        let layout = Layout::smallest(&crowd(400, &army));
        let shortened = layout.labels.iter().flatten().filter(|label| label.lines[0].ends_with(" … ")).count();
        assert!(shortened > 0 && shortened < 400, "{shortened}");
    }
}
