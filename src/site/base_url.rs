//! The address under which a site will stand on the web: what addresses for other sites and programs begin with.

use std::fmt;

/// An address with `http` or `https` that ends with a slash.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BaseUrl(String);

/// What is wrong with an address that was given for a [`BaseUrl`], and what would be right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BadBaseUrl {
    /// It begins with neither `https://` nor `http://`.
    Scheme,
    /// It names no computer, or something that is no name of one.
    Host,
    /// It has a name or a password before an `@`.
    User,
    /// It has a `?` or a `#`.
    Behind,
    /// It has a part `.` or `..`, or an empty one.
    Part,
    /// It has a character that no address has as it is.
    Character(char),
}

impl fmt::Display for BadBaseUrl {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Scheme => write!(formatter, "it has to begin with `https://` or `http://`"),
            Self::Host => {
                write!(formatter, "behind `//` there has to be the name of a computer, such as `rules.example.org`")
            }
            Self::User => write!(formatter, "leave out what stands before `@`: it would be on every page"),
            Self::Behind => {
                write!(formatter, "leave out `?` or `#` and what follows: pages are put behind the address")
            }
            Self::Part => write!(formatter, "name the folder in full, without `//`, `.` or `..` in it"),
            Self::Character(c) => write!(
                formatter,
                "write `{}` as a browser does when it sends the address: with `%` in the path, with `xn--` in the name",
                c.escape_debug()
            ),
        }
    }
}

impl std::error::Error for BadBaseUrl {}

impl BaseUrl {
    /// The address as it was typed, checked; the slash at its end may be missing.
    pub fn parse(typed: &str) -> Result<Self, BadBaseUrl> {
        let lower = typed.to_ascii_lowercase();
        let scheme = ["https://", "http://"].into_iter().find(|scheme| lower.starts_with(scheme));
        let scheme = scheme.ok_or(BadBaseUrl::Scheme)?;
        let rest = &typed[scheme.len()..];
        if rest.contains(['?', '#']) {
            return Err(BadBaseUrl::Behind);
        }
        let (host, path) = rest.split_once('/').unwrap_or((rest, ""));
        if host.contains('@') {
            return Err(BadBaseUrl::User);
        }
        let path = match path.strip_suffix('/') {
            Some("") => return Err(BadBaseUrl::Part),
            Some(path) => path,
            None => path,
        };
        // Only what needs no thought in an attribute, in XML and in a copied text.
        let odd = |c: &char| !(c.is_ascii_alphanumeric() || "-._~%!$()*+,;=:".contains(*c));
        if let Some(c) =
            host.chars().find(|c| odd(c) || *c == '%').or_else(|| path.chars().find(|c| *c != '/' && odd(c)))
        {
            return Err(BadBaseUrl::Character(c));
        }
        if !is_host(host) {
            return Err(BadBaseUrl::Host);
        }
        if !has_whole_escapes(path) {
            return Err(BadBaseUrl::Character('%'));
        }
        if !path.is_empty() && path.split('/').any(|part| matches!(part, "" | "." | "..")) {
            return Err(BadBaseUrl::Part);
        }
        let slash = if path.is_empty() { "" } else { "/" };
        Ok(Self(format!("{scheme}{}/{path}{slash}", host.to_ascii_lowercase())))
    }

    /// The whole address of something in the site.
    pub fn of(&self, address: &str) -> String {
        format!("{}{address}", self.0)
    }

    /// The address of the site's root.
    pub(super) fn as_str(&self) -> &str {
        &self.0
    }

    /// The part of it behind the name of the computer, from its slash on: for a page that is shown at any depth.
    pub(super) fn path(&self) -> &str {
        let host = self.0.find("//").map_or(0, |at| at + 2);
        self.0[host..].find('/').map_or("/", |at| &self.0[host + at..])
    }
}

/// Whether every `%` has its two digits.
fn has_whole_escapes(path: &str) -> bool {
    path.split('%').skip(1).all(|rest| rest.len() > 1 && rest.bytes().take(2).all(|b| b.is_ascii_hexdigit()))
}

/// A name with dots, and a port where there is one.
fn is_host(host: &str) -> bool {
    let (name, port) = host.split_once(':').map_or((host, None), |(name, port)| (name, Some(port)));
    let is_part = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
    name.split('.').all(is_part) && port.is_none_or(|port| port.parse::<u16>().is_ok_and(|port| port > 0))
}

#[cfg(test)]
mod tests {
    use super::{BadBaseUrl, BaseUrl};

    #[test]
    fn an_address_ends_with_one_slash() {
        for (typed, kept, path) in [
            ("https://example.org", "https://example.org/", "/"),
            ("HTTPS://Example.org/", "https://example.org/", "/"),
            ("http://localhost:8000/Rules", "http://localhost:8000/Rules/", "/Rules/"),
            ("https://a.example/~me/r%C3%A8gles/", "https://a.example/~me/r%C3%A8gles/", "/~me/r%C3%A8gles/"),
        ] {
            let base = BaseUrl::parse(typed).expect("an address");
            assert_eq!((base.as_str(), base.path()), (kept, path));
        }
    }

    #[test]
    fn what_is_wrong_is_named() {
        for (typed, wrong) in [
            ("example.org", BadBaseUrl::Scheme),
            ("ftp://example.org", BadBaseUrl::Scheme),
            ("javascript:alert(1)", BadBaseUrl::Scheme),
            ("https://", BadBaseUrl::Host),
            ("https:///rules", BadBaseUrl::Host),
            ("https://a..b/", BadBaseUrl::Host),
            ("https://a:0/", BadBaseUrl::Host),
            ("https://me:secret@example.org/", BadBaseUrl::User),
            ("https://example.org/?a=b", BadBaseUrl::Behind),
            ("https://example.org/#a", BadBaseUrl::Behind),
            ("https://example.org/a/../b", BadBaseUrl::Part),
            ("https://example.org//", BadBaseUrl::Part),
            ("https://example.org/a b", BadBaseUrl::Character(' ')),
            ("https://example.org/\"><script>", BadBaseUrl::Character('"')),
            ("https://пример.рф/", BadBaseUrl::Character('п')),
            ("https://example.org/100%", BadBaseUrl::Character('%')),
        ] {
            assert_eq!(BaseUrl::parse(typed), Err(wrong), "{typed}");
        }
    }
}
