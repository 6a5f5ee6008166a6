//! The colours of a site that a library may set: which there are, what they are of themselves, and how one stands out from another.

/// A colour by its name, in light and in dark.
#[derive(Clone, Copy, Debug)]
pub struct Named {
    /// What it is called in `site.yaml`, and after two hyphens in the style sheet.
    pub name: &'static str,
    /// What it is where the device is light.
    pub light: &'static str,
    /// What it is where the device is dark.
    pub dark: &'static str,
}

/// Whether pages are light or dark.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Scheme {
    /// Dark on light.
    Light,
    /// Light on dark.
    Dark,
}

impl Scheme {
    /// Its key in `site.yaml`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }
}

impl Named {
    /// What it is of itself.
    pub fn of(&self, scheme: Scheme) -> &'static str {
        match scheme {
            Scheme::Light => self.light,
            Scheme::Dark => self.dark,
        }
    }
}

/// All that may be set, as the style sheet has them.
pub const DEFAULTS: [Named; 8] = [
    Named { name: "paper", light: "#fbfaf7", dark: "#17191b" },
    Named { name: "raised", light: "#f3f1ea", dark: "#1f2225" },
    Named { name: "ink", light: "#1f2326", dark: "#dfdcd4" },
    Named { name: "quiet", light: "#5b6064", dark: "#a5a7a6" },
    Named { name: "line", light: "#dcd8cd", dark: "#383c40" },
    Named { name: "rubric", light: "#96301f", dark: "#ef9d88" },
    Named { name: "link", light: "#1d4f7c", dark: "#8fbfe8" },
    Named { name: "mark", light: "#ffe9a3", dark: "#5c4a10" },
];

/// What is read on what.
pub const READ_ON: [(&str, &str); 6] =
    [("ink", "paper"), ("link", "paper"), ("rubric", "paper"), ("quiet", "paper"), ("ink", "raised"), ("ink", "mark")];

/// The least contrast in which a text is easily read: WCAG 2.2, success criterion 1.4.3.
pub const LEAST: f64 = 4.5;

/// A colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Color([u8; 3]);

impl Color {
    /// A colour written as `#rgb` or `#rrggbb`.
    pub fn parse(text: &str) -> Option<Self> {
        let digits = text.strip_prefix('#').filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()))?;
        let part = |from: usize, to: usize| u8::from_str_radix(digits.get(from..to)?, 16).ok();
        match digits.len() {
            3 => Some(Self([part(0, 1)? * 17, part(1, 2)? * 17, part(2, 3)? * 17])),
            6 => Some(Self([part(0, 2)?, part(2, 4)?, part(4, 6)?])),
            _ => None,
        }
    }

    /// How much light it gives, from 0 to 1: WCAG's relative luminance.
    fn luminance(self) -> f64 {
        let linear = |byte: u8| {
            let part = f64::from(byte) / 255.0;
            if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        };
        let [red, green, blue] = self.0.map(linear);
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }

    /// How it stands out from another one, from 1 to 21.
    pub fn contrast(self, other: Self) -> f64 {
        let (one, other) = (self.luminance(), other.luminance());
        (one.max(other) + 0.05) / (one.min(other) + 0.05)
    }
}

impl std::fmt::Display for Color {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [red, green, blue] = self.0;
        write!(formatter, "#{red:02x}{green:02x}{blue:02x}")
    }
}

/// Whether `text` is a colour.
pub fn check_color(text: &str) -> Result<(), String> {
    let wrong = || format!("`{}` is no colour", super::names::repeated(text));
    Color::parse(text).map(|_| ()).ok_or_else(wrong)
}

#[cfg(test)]
mod tests {
    use super::{Color, DEFAULTS, LEAST, READ_ON};

    #[test]
    fn a_colour_is_three_or_six_digits() {
        assert_eq!(Color::parse("#1aF").expect("a colour").to_string(), "#11aaff");
        assert_eq!(Color::parse("#1D4f7c").expect("a colour").to_string(), "#1d4f7c");
        for wrong in ["", "#", "#12", "#1234", "#12345g", "red", "1d4f7c", "#éé", "#+1+1+1", "#1d4f7c80", "url(x)"] {
            assert_eq!(Color::parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn contrast_is_that_of_the_standard() {
        let of = |one: &str, other: &str| {
            Color::parse(one).expect("a colour").contrast(Color::parse(other).expect("a colour"))
        };
        assert!((of("#000", "#fff") - 21.0).abs() < 1e-9 && (of("#abc", "#abc") - 1.0).abs() < 1e-9);
        // The figures that everybody cites for greys on white.
        assert!((of("#767676", "#ffffff") - 4.54).abs() < 0.005 && (of("#fff", "#777") - 4.48).abs() < 0.005);
    }

    #[test]
    fn the_colours_are_those_of_the_style_sheet_and_easily_read() {
        let sheet = include_str!("../../templates/style/1-ground.css");
        for color in DEFAULTS {
            let line = format!("  --{}: light-dark({}, {});\n", color.name, color.light, color.dark);
            assert!(sheet.contains(&line), "{line}");
        }
        let shape = crate::library::format::PALETTE.fields.iter().map(|field| field.key);
        assert!(shape.eq(DEFAULTS.map(|color| color.name)));
        let find = |name: &str| DEFAULTS.iter().find(|color| color.name == name).expect("a colour of the table");
        for (front, back) in READ_ON.map(|(front, back)| (find(front), find(back))) {
            for (front, back) in [(front.light, back.light), (front.dark, back.dark)] {
                let parse = |text| Color::parse(text).expect("a colour");
                assert!(parse(front).contrast(parse(back)) >= LEAST, "{front} on {back}");
            }
        }
    }
}
