//! Reads an SVG and refuses what may not stand in one: a picture draws, it runs nothing and asks for nothing elsewhere.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use roxmltree::{Attribute, Document, Node, NodeId, NodeType, ParsingOptions};

use super::Unfit;

const SVG: &str = "http://www.w3.org/2000/svg";

/// As many elements and texts as a drawing may have.
const MOST_NODES: u32 = 50_000;

/// How deep groups may lie in each other: what draws them may call itself for each.
const DEEPEST: usize = 64;

/// What draws, and what that is made of.
const DRAWING: [&str; 26] = [
    "svg",
    "g",
    "defs",
    "title",
    "desc",
    "metadata",
    "path",
    "rect",
    "circle",
    "ellipse",
    "line",
    "polyline",
    "polygon",
    "text",
    "tspan",
    "textPath",
    "use",
    "symbol",
    "marker",
    "linearGradient",
    "radialGradient",
    "stop",
    "clipPath",
    "mask",
    "pattern",
    "style",
];

/// Other vocabularies that drawing programs leave in their files, and that draw nothing.
const LEFT_BY_PROGRAMS: [&str; 7] = [
    "http://www.inkscape.org/",
    "http://sodipodi.sourceforge.net/",
    "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
    "http://purl.org/dc/",
    "http://creativecommons.org/ns#",
    "http://web.resource.org/cc/",
    "http://ns.adobe.com/",
];

/// The size in which it is shown where it says none.
const USUAL: (f64, f64) = (300.0, 150.0);

const SAVE: &str = "save the drawing again as plain SVG";
const OUT: &str = "draw it in the file itself: a picture shows nothing from elsewhere";

/// How wide and how high it is, and whether all in it is black.
pub(super) fn read(bytes: &[u8]) -> Result<((u32, u32), bool), Unfit> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let at = error.valid_up_to();
        Unfit { range: at..at, message: "this byte is no UTF-8".to_owned(), help: "save the drawing in UTF-8" }
    })?;
    let options = ParsingOptions { allow_dtd: false, nodes_limit: MOST_NODES, ..ParsingOptions::default() };
    let document = Document::parse_with_options(text, options).map_err(|error| not_read(text, &error))?;
    let root = document.root_element();
    if !root.has_tag_name((SVG, "svg")) {
        let message = format!("the file is no SVG: it begins with <{}>", root.tag_name().name());
        return Err(Unfit {
            range: start_of(root),
            message,
            help: "the root of a drawing is `<svg xmlns=\"http://www.w3.org/2000/svg\">`",
        });
    }
    let mut is_black = true;
    // By the place of each among all: it stands behind the one in which it lies.
    let mut depths: Vec<usize> = Vec::new();
    for node in document.descendants() {
        let depth = node.parent().and_then(|parent| depths.get(parent.id().get_usize())).map_or(0, |depth| depth + 1);
        depths.push(depth);
        if depth > DEEPEST {
            let message = format!("elements lie in each other deeper than {DEEPEST} levels");
            return Err(Unfit { range: start_of(node), message, help: "ungroup what need not be grouped" });
        }
        match node.node_type() {
            NodeType::PI => {
                let message = "an instruction for programs stands in the drawing".to_owned();
                return Err(Unfit { range: node.range(), message, help: "remove it" });
            }
            NodeType::Element => element(node, &mut is_black)?,
            NodeType::Root | NodeType::Comment | NodeType::Text => {}
        }
    }
    Uses::of(&document)?.check(root)?;
    Ok((size(root), is_black))
}

/// What a drawing draws by showing parts of itself again: parts that show parts could make a page of few letters endless.
struct Uses<'d, 'i> {
    by_id: HashMap<&'d str, Node<'d, 'i>>,
    /// What rules of style may show at each element: which of them they mean is not worked out.
    by_style: Vec<(Node<'d, 'i>, bool)>,
    /// How much each part draws, once it was counted.
    counted: HashMap<NodeId, u32>,
    /// The parts that are being counted.
    within: HashSet<NodeId>,
}

impl<'d, 'i> Uses<'d, 'i> {
    fn of(document: &'d Document<'i>) -> Result<Self, Unfit> {
        let mut by_id = HashMap::new();
        for node in document.descendants() {
            let Some(id) = node.attribute("id") else { continue };
            if by_id.insert(id, node).is_some() {
                // Programs do not agree which of the two is meant.
                let message = format!("the id `{id}` stands twice");
                return Err(Unfit { range: start_of(node), message, help: "give one of the two another id" });
            }
        }
        let mut uses = Self { by_id, by_style: Vec::new(), counted: HashMap::new(), within: HashSet::new() };
        let styles = document.descendants().filter(|node| node.has_tag_name((SVG, "style")));
        let rules: String = styles.flat_map(|node| node.descendants()).filter_map(|node| node.text()).collect();
        let mut by_style = Vec::new();
        for declaration in rules.split(['{', '}', ';']) {
            let (property, value) = declaration.split_once(':').unwrap_or(("", declaration));
            by_style.extend(uses.shown_by(property, value));
        }
        by_style.sort_by_key(|(node, is_marker)| (node.id().get(), *is_marker));
        by_style.dedup_by_key(|(node, is_marker)| (node.id(), *is_marker));
        uses.by_style = by_style;
        Ok(uses)
    }

    /// The parts that a value shows, each with whether it is drawn at every point of a line.
    fn shown_by(&self, property: &str, value: &str) -> Vec<(Node<'d, 'i>, bool)> {
        let property = property.trim();
        let is_marker = ["marker", "marker-mid"].iter().any(|marker| property.eq_ignore_ascii_case(marker));
        let rests = value.split('#').skip(1);
        let named = rests.filter_map(|rest| {
            let id = rest.split(|c: char| c.is_whitespace() || matches!(c, ')' | '"' | '\'')).next()?;
            self.by_id.get(id).copied()
        });
        // A gradient is made of colours and draws nothing.
        named.filter(|node| !node.tag_name().name().ends_with("Gradient")).map(|node| (node, is_marker)).collect()
    }

    fn check(&mut self, root: Node<'d, 'i>) -> Result<(), Unfit> {
        let drawn = self.drawn(root, 0)?;
        if drawn <= MOST_NODES {
            return Ok(());
        }
        let message = format!("the drawing shows parts of itself again, {drawn} elements and texts in all");
        let help = "show fewer, or save it as PNG";
        Err(Unfit { range: start_of(root), message, help })
    }

    /// How many elements and texts are drawn where `node` is.
    fn drawn(&mut self, node: Node<'d, 'i>, depth: usize) -> Result<u32, Unfit> {
        if let Some(counted) = self.counted.get(&node.id()) {
            return Ok(*counted);
        }
        let refuse = |message: &str, help| Err(Unfit { range: start_of(node), message: message.to_owned(), help });
        if !self.within.insert(node.id()) {
            return refuse("the drawing shows a part of itself within that part", "draw it where it is shown");
        }
        if depth == DEEPEST {
            return refuse(
                "parts of the drawing show each other in a chain that is too long",
                "draw them where they are shown",
            );
        }
        let mut drawn = 0_u32;
        for inner in node.descendants() {
            drawn = drawn.saturating_add(1);
            if !inner.is_element() {
                continue;
            }
            let own = inner.attributes().flat_map(|attribute| {
                // Rules of an attribute are a list of declarations.
                let rules = attribute.name() == "style";
                let parts = attribute.value().split(move |c| rules && c == ';');
                parts
                    .flat_map(|part| match part.split_once(':').filter(|_| rules) {
                        Some((property, value)) => self.shown_by(property, value),
                        None => self.shown_by(attribute.name(), part),
                    })
                    .collect::<Vec<_>>()
            });
            let shown: Vec<(Node, bool)> = own.chain(self.by_style.iter().copied()).collect();
            for (part, is_marker) in shown {
                // What stands in a rule of style is counted at that part, too: it shows nothing of itself.
                if self.within.contains(&part.id()) && self.by_style.iter().any(|(other, _)| other.id() == part.id()) {
                    continue;
                }
                let times = if is_marker { points(inner) } else { 1 };
                drawn = drawn.saturating_add(self.drawn(part, depth + 1)?.saturating_mul(times));
            }
        }
        self.within.remove(&node.id());
        self.counted.insert(node.id(), drawn);
        Ok(drawn)
    }
}

/// How many points a line may have, by the numbers that it is written with.
fn points(node: Node<'_, '_>) -> u32 {
    let written = ["d", "points"].into_iter().filter_map(|name| node.attribute(name));
    let numbers: usize = written.map(|written| written.split(|c: char| !c.is_ascii_digit() && c != '.').count()).sum();
    u32::try_from(numbers).unwrap_or(u32::MAX).saturating_add(2)
}

fn not_read(text: &str, error: &roxmltree::Error) -> Unfit {
    let (message, help) = match error {
        roxmltree::Error::DtdDetected => {
            ("the drawing declares a document type".to_owned(), "remove the line `<!DOCTYPE …>`")
        }
        roxmltree::Error::NodesLimitReached => {
            (format!("the drawing has more than {MOST_NODES} elements and texts"), "simplify it, or save it as PNG")
        }
        // Its own words end with the place, which is shown beside ours.
        other => {
            let said = other.to_string();
            (
                format!(
                    "the file cannot be read as SVG: {}",
                    said.rsplit_once(" at ").map_or(said.as_str(), |(said, _)| said)
                ),
                SAVE,
            )
        }
    };
    let position = error.pos();
    let line: usize = text.split_inclusive('\n').take(position.row.saturating_sub(1) as usize).map(str::len).sum();
    let column = text[line..].chars().take(position.col.saturating_sub(1) as usize).map(char::len_utf8).sum::<usize>();
    let at = if matches!(error, roxmltree::Error::DtdDetected) {
        text.find("<!DOCTYPE").unwrap_or(0)
    } else {
        line + column
    };
    Unfit { range: at..at, message, help }
}

/// Refuses an element that does more than draw.
fn element(node: Node<'_, '_>, is_black: &mut bool) -> Result<(), Unfit> {
    let name = node.tag_name();
    let refuse = |message: String, help| Err(Unfit { range: start_of(node), message, help });
    match name.namespace() {
        Some(SVG) if DRAWING.contains(&name.name()) || is_filter(name.name()) => {}
        Some(SVG) if name.name() == "image" => return image(node, is_black),
        Some(SVG) => {
            return refuse(
                format!("<{}> may not stand in a picture", name.name()),
                "leave it out; what draws may stay",
            );
        }
        Some(other) if LEFT_BY_PROGRAMS.iter().any(|known| other.starts_with(known)) => {}
        _ => return refuse(format!("<{}> is no element of SVG", name.name()), SAVE),
    }
    // What programs have left draws nothing; it could ask for something elsewhere all the same.
    if name.namespace() != Some(SVG) {
        return node.attributes().try_for_each(|attribute| address(&attribute));
    }
    if node.attributes().filter(|attribute| attribute.name() == "href").count() > 1 {
        return refuse("two addresses stand in one element".to_owned(), "leave `href` alone");
    }
    node.attributes().try_for_each(|attribute| self::attribute(&attribute, name.name(), is_black))?;
    if name.name() == "style" {
        let words: String = node.descendants().filter(Node::is_text).filter_map(|text| text.text()).collect();
        style(&words, start_of(node), is_black)?;
    }
    Ok(())
}

/// Whether an element is part of a filter; one of them would fetch a picture.
fn is_filter(name: &str) -> bool {
    name == "filter"
        || name.strip_prefix("fe").is_some_and(|rest| rest.starts_with(char::is_uppercase) && rest != "Image")
}

/// A picture of points within a drawing must stand in it whole.
fn image(node: Node<'_, '_>, is_black: &mut bool) -> Result<(), Unfit> {
    *is_black = false;
    for attribute in node.attributes() {
        let whole = ["data:image/png;base64,", "data:image/jpeg;base64,"];
        if attribute.name() == "href" && !whole.iter().any(|begin| attribute.value().starts_with(begin)) {
            let message = "<image> shows what does not stand in the drawing".to_owned();
            return Err(Unfit { range: attribute.range(), message, help: OUT });
        } else if attribute.name() != "href" {
            self::attribute(&attribute, "image", is_black)?;
        }
    }
    Ok(())
}

/// Refuses an attribute that leads out of the drawing.
fn address(attribute: &Attribute<'_, '_>) -> Result<(), Unfit> {
    let (name, value) = (attribute.name(), attribute.value());
    let refuse = |message: String, help| Err(Unfit { range: attribute.range(), message, help });
    if matches!(name, "href" | "src" | "base") && !value.trim_start().starts_with('#') {
        return refuse(format!("`{name}` leads out of the drawing"), OUT);
    }
    if asks_elsewhere(value) {
        return refuse(format!("`{name}` asks for something elsewhere"), OUT);
    }
    // Attributes of SVG are read as rules of style are, in which a backslash can hide the words that ask.
    if attribute.namespace().is_none() && value.contains('\\') && !matches!(name, "id" | "class") {
        return refuse(format!("`{name}` has a backslash, which could hide an address"), "leave it out");
    }
    Ok(())
}

fn attribute(attribute: &Attribute<'_, '_>, element: &str, is_black: &mut bool) -> Result<(), Unfit> {
    let (name, value) = (attribute.name(), attribute.value());
    let handles =
        attribute.namespace().is_none() && name.get(..2).is_some_and(|begin| begin.eq_ignore_ascii_case("on"));
    if handles && name.chars().all(|c| c.is_ascii_alphabetic()) {
        let message = format!("`{name}` would run a script");
        let help = "remove it: a picture draws and does nothing";
        return Err(Unfit { range: attribute.range(), message, help });
    }
    if name == "style" {
        style(value, attribute.range(), is_black)?;
    } else {
        address(attribute)?;
        *is_black &= keeps_black(name, value);
    }
    // A filter makes other colours.
    *is_black &= !is_filter(element);
    Ok(())
}

/// Refuses rules of style that ask for something elsewhere. A backslash could hide the words that do.
fn style(words: &str, range: Range<usize>, is_black: &mut bool) -> Result<(), Unfit> {
    let words = without_comments(words);
    if words.contains('\\') {
        let message = "a rule of style has a backslash, which could hide an address".to_owned();
        return Err(Unfit { range, message, help: "leave it out" });
    }
    if words.to_ascii_lowercase().contains("@import") || asks_elsewhere(&words) {
        let message = "a rule of style asks for something elsewhere".to_owned();
        return Err(Unfit { range, message, help: OUT });
    }
    for declaration in words.split(['{', '}', ';']) {
        let Some((property, value)) = declaration.split_once(':') else { continue };
        *is_black &= keeps_black(&property.trim().to_ascii_lowercase(), value);
    }
    Ok(())
}

/// Rules of style without their comments, which stand for a blank.
fn without_comments(words: &str) -> String {
    let mut rest = words;
    let mut text = String::new();
    while let Some((before, behind)) = rest.split_once("/*") {
        text.push_str(before);
        text.push(' ');
        rest = behind.split_once("*/").map_or("", |(_, after)| after);
    }
    text + rest
}

/// Whether what was black is black with this property.
fn keeps_black(property: &str, value: &str) -> bool {
    match property {
        "filter" => matches!(value.trim(), "none" | "") || value.trim_start().starts_with("url("),
        _ => !is_paint(property) || black(value),
    }
}

/// Whether a value has an address that is not within the drawing.
fn asks_elsewhere(value: &str) -> bool {
    let lower = value.to_ascii_lowercase();
    let within =
        |rest: &str| rest.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, '"' | '\'')).starts_with('#');
    let url = lower.match_indices("url(").any(|(at, word)| !within(&lower[at + word.len()..]));
    let pressed: String = lower.chars().filter(|c| !c.is_whitespace() && !c.is_control()).collect();
    url || pressed.contains("javascript:") || lower.contains("image-set(") || lower.contains("src(")
}

/// Whether a property says with what colour something is drawn.
fn is_paint(property: &str) -> bool {
    matches!(property, "fill" | "stroke" | "stop-color" | "color" | "flood-color" | "lighting-color")
}

fn black(color: &str) -> bool {
    let color = color.trim().to_ascii_lowercase();
    let color = color.split('!').next().unwrap_or_default().trim();
    matches!(color, "none" | "black" | "#000" | "#000000" | "currentcolor" | "transparent" | "inherit")
}

/// The tag that begins an element: it is shown where one is refused, not all that lies in it.
fn start_of(node: Node<'_, '_>) -> Range<usize> {
    let range = node.range();
    let text = &node.document().input_text()[range.clone()];
    range.start..range.start + text.find(['>', '\n']).map_or(text.len(), |at| at + 1)
}

/// The size that a drawing says, in CSS pixels.
fn size(root: Node<'_, '_>) -> (u32, u32) {
    let side = |name| root.attribute(name).and_then(length);
    let of_box: Vec<f64> = root
        .attribute("viewBox")
        .map(|sides| sides.split([' ', ',', '\t', '\n']).filter_map(|side| side.parse().ok()).collect())
        .unwrap_or_default();
    let of_box = match of_box[..] {
        [_, _, width, height] if width > 0.0 && height > 0.0 => Some((width, height)),
        _ => None,
    };
    let (width, height) = match (side("width"), side("height"), of_box) {
        (Some(width), Some(height), _) => (width, height),
        (Some(width), None, Some(of_box)) => (width, width * of_box.1 / of_box.0),
        (None, Some(height), Some(of_box)) => (height * of_box.0 / of_box.1, height),
        (_, _, Some(of_box)) => of_box,
        (width, height, None) => (width.unwrap_or(USUAL.0), height.unwrap_or(USUAL.1)),
    };
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "what is too large or none at all is refused"
    )]
    let whole = |side: f64| side.round().clamp(0.0, f64::from(u32::MAX)) as u32;
    // What is drawn finer than a pixel is still there.
    (whole(width).max(u32::from(width > 0.0)), whole(height).max(u32::from(height > 0.0)))
}

/// A length in CSS pixels; none where it depends on the page.
fn length(written: &str) -> Option<f64> {
    const UNITS: [(&str, f64); 6] =
        [("px", 1.0), ("pt", 4.0 / 3.0), ("pc", 16.0), ("mm", 96.0 / 25.4), ("cm", 96.0 / 2.54), ("in", 96.0)];
    let written = written.trim();
    let (number, unit) =
        UNITS.iter().find_map(|(unit, pixels)| Some((written.strip_suffix(unit)?, *pixels))).unwrap_or((written, 1.0));
    number.trim().parse::<f64>().ok().filter(|number| number.is_finite()).map(|number| number * unit)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(inner: &str) -> Result<((u32, u32), bool), Unfit> {
        let head = "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" viewBox=\"0 0 24 12\">";
        read(format!("{head}{inner}</svg>").as_bytes())
    }

    #[test]
    fn what_draws_is_taken() {
        let harmless = [
            ("<path d='M0 0h9'/><circle r='2' fill='none' stroke=\"#000\"/>", true),
            ("<g style='fill:black;stroke:none'><use href='#a'/></g>", true),
            ("<rect fill='#9a3324'/>", false),
            ("<style>.a{/* sea */ fill:#0066cc}</style>", false),
            ("<g style='FILL:red'/>", false),
            ("<g style='filter:invert(1)'/>", false),
            ("<g xmlns:i='http://www.inkscape.org/x'><i:effect only_selected='false' color='red'/></g>", true),
            ("<style>.a{fill:url(#g)}</style><text class='a'>javascript is a word</text>", false),
            ("<image href='data:image/png;base64,AA=='/>", false),
            ("<metadata><x:RDF xmlns:x='http://www.w3.org/1999/02/22-rdf-syntax-ns#'/></metadata>", true),
        ];
        for (inner, is_black) in harmless {
            assert_eq!(drawn(inner), Ok(((24, 12), is_black)), "{inner}");
        }
    }

    #[test]
    fn what_does_more_is_refused() {
        for inner in [
            "<script>x</script>",
            "<foreignObject/>",
            "<animate attributeName='href' to='javascript:x'/>",
            "<a href='#x'/>",
            "<iframe xmlns='http://www.w3.org/1999/xhtml'/>",
            "<g xmlns=''/>",
            "<g onload='x()'/>",
            "<g ONCLICK='x()'/>",
            "<use href='https://example.org/a.svg#a'/>",
            "<use xlink:href='b.svg#a'/>",
            "<image href='https://example.org/a.png'/>",
            "<image href='data:image/svg+xml,x'/>",
            "<rect fill='url(https://example.org/a#b)'/>",
            "<rect fill='url( \" //example.org/a#b\")'/>",
            "<rect style='fill:u\\72l(//example.org)'/>",
            "<rect fill='u\\72l(//example.org)'/>",
            "<g id='a'/><g id='a'/>",
            "<g id='a'/><use href='#a' xlink:href='#a'/>",
            "<g xmlns:i='http://www.inkscape.org/namespaces/inkscape' i:href='https://example.org/'/>",
            "<style>@import 'a.css';</style>",
            "<style><![CDATA[@font-face{src:url(a)}]]></style>",
            "<rect xml:base='https://example.org/'/>",
            "<?xml-stylesheet href='a.css'?>",
            "<filter><feImage href='#a'/></filter>",
        ] {
            assert!(drawn(inner).is_err(), "{inner}");
        }
        assert!(read(b"<!DOCTYPE svg [<!ENTITY a 'b'>]><svg xmlns='http://www.w3.org/2000/svg'/>").is_err());
        assert!(read(b"<html xmlns='http://www.w3.org/1999/xhtml'/>").is_err());
        let part = |at: usize| format!("<g id='g{at}'><use href='#g{0}'/><use href='#g{0}'/></g>", at + 1);
        let doubled = |times: std::ops::Range<usize>| times.map(part).collect::<String>();
        assert!(drawn(&doubled(12..20)).is_ok() && drawn(&doubled(0..20)).is_err());
        assert!(drawn("<g id='a'><use href='#a'/></g>").is_err());
        // Markers at every point, patterns in patterns, masks in masks; by attributes, by their rules, and by rules for all.
        let line = "M0 0".to_owned() + &"L1 1".repeat(60);
        let nested = |part: &dyn Fn(usize) -> String| (0..7).map(part).collect::<String>();
        let marker =
            |at: usize| format!("<marker id='m{at}'><path d='{line}' marker-mid='url(#m{})'/></marker>", at + 1);
        let rects = |at: usize, how: &str| format!("<rect {how}(#p{})'/>", at + 1).repeat(10);
        let pattern = |how: &str, at: usize| format!("<pattern id='p{at}'>{}</pattern>", rects(at, how));
        for inner in [
            nested(&marker),
            nested(&|at| pattern("fill='url", at)),
            nested(&|at| pattern("style='fill:url", at)),
            nested(&|at| pattern("mask='url", at)),
        ] {
            assert!(drawn(&inner).is_err(), "{inner}");
        }
        let many = "<rect class='a'/>".repeat(300);
        let tile = format!("<pattern id='p'>{}</pattern><style>.a{{fill:url(#p)}}</style>", "<rect/>".repeat(300));
        assert!(drawn(&format!("{tile}{many}")).is_err());
        assert!(drawn(&format!("<pattern id='p'><rect/></pattern><style>.a{{fill:url(#p)}}</style>{many}")).is_ok());
        assert!(read("<g>".repeat(100_000).as_bytes()).is_err());
        assert!(read(b"\xff").is_err() && read(b"").is_err());
    }

    #[test]
    fn places_are_those_of_the_text() {
        let text = "<svg xmlns='http://www.w3.org/2000/svg'>\n  <g>\n    <script>x</script></g></svg>";
        let unfit = read(text.as_bytes()).expect_err("refused");
        assert_eq!(&text[unfit.range], "<script>");
        let text = "<svg xmlns='http://www.w3.org/2000/svg'>\n  <ж></g></svg>";
        let unfit = read(text.as_bytes()).expect_err("refused");
        assert!(text.is_char_boundary(unfit.range.start) && text[..unfit.range.start].contains('\n'), "{unfit:?}");
    }

    #[test]
    fn sizes_are_pixels() {
        let of =
            |head: &str| read(format!("<svg xmlns='http://www.w3.org/2000/svg' {head}/>").as_bytes()).expect("read").0;
        assert_eq!(of("width='1in' height='25.4mm'"), (96, 96));
        assert_eq!(of("width='48' viewBox='0 0 4 2'"), (48, 24));
        assert_eq!(of("width='100%' viewBox='0,0,4,2'"), (4, 2));
        assert_eq!(of("viewBox='0 0 0.5 0.25'"), (1, 1));
        assert_eq!(of(""), (300, 150));
    }
}
