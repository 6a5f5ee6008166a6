//! PO, the format of gettext: `msgctxt` has the id, comments what a translator has to know. Written and read here, for no library
//! keeps the line of an entry and its earlier source.

use std::fmt::Write as _;

use super::incoming::{Incoming, IncomingFile, MAX_UNITS, Unreadable, control_in, known_by, read_known_by};
use super::unit::{ExchangeUnit, Progress};

/// The file of these units.
pub(super) fn write(units: &[&ExchangeUnit], book: &str, language: &str) -> String {
    let mut file = format!(
        "msgid \"\"\nmsgstr \"\"\n\"Project-Id-Version: {book}\\n\"\n\"Language: {language}\\n\"\n\"MIME-Version: 1.0\\n\"\n\
         \"Content-Type: text/plain; charset=UTF-8\\n\"\n\"Content-Transfer-Encoding: 8bit\\n\"\n\"X-Generator: Rulestone\\n\"\n"
    );
    for unit in units {
        file.push('\n');
        comment(&mut file, &unit.context);
        for (what, text) in [("before", &unit.before), ("after", &unit.after), ("see", &unit.link)] {
            if let Some(text) = text {
                comment(&mut file, &format!("{what}: {text}"));
            }
        }
        if let Some((by, date)) = &unit.review {
            comment(&mut file, &format!("reviewed by {by}, {date}"));
        }
        comment(&mut file, &known_by(&unit.fingerprint, &unit.target_hash()));
        if matches!(unit.progress, Progress::Draft | Progress::Outdated) {
            file.push_str("#, fuzzy\n");
        }
        if let Some(earlier) = &unit.earlier {
            keyword(&mut file, "#| msgid", earlier);
        }
        keyword(&mut file, "msgctxt", &unit.id);
        keyword(&mut file, "msgid", &unit.source.text());
        keyword(&mut file, "msgstr", &unit.target_text());
    }
    file
}

fn comment(file: &mut String, text: &str) {
    // A line end that is meant has its place in the text alone.
    let _ = writeln!(file, "#. {}", text.replace(['\n', '\r'], " "));
}

/// On one line: each program breaks lines by rules of its own.
fn keyword(file: &mut String, keyword: &str, text: &str) {
    let _ = write!(file, "{keyword} \"");
    for char in text.chars() {
        match char {
            '"' | '\\' => file.extend(['\\', char]),
            '\n' => file.push_str("\\n"),
            '\t' => file.push_str("\\t"),
            '\r' => file.push_str("\\r"),
            char => file.push(char),
        }
    }
    file.push_str("\"\n");
}

/// An entry while it is read.
#[derive(Default)]
struct Entry {
    unit: Incoming,
    context: Option<String>,
    source: Option<String>,
    target: Option<String>,
    is_fuzzy: bool,
    has_plural: bool,
}

/// Which string the next quoted line goes on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Open {
    Nothing,
    Context,
    Source,
    Target,
    /// Of no use here.
    Other,
}

/// Reads a file.
pub(super) fn read(text: &str) -> Result<IncomingFile, Unreadable> {
    let mut file = IncomingFile::default();
    let mut entry = Entry::default();
    let mut open = Open::Nothing;
    for (at, line) in text.lines().enumerate() {
        let number = at + 1;
        let line = line.trim();
        if line.is_empty() {
            continue;
        }
        if let Some(rest) = line.strip_prefix('#') {
            if entry.target.is_some() {
                finish(&mut file, std::mem::take(&mut entry), number)?;
            }
            open = Open::Nothing;
            if let Some(flags) = rest.strip_prefix(',') {
                entry.is_fuzzy |= flags.split(',').any(|flag| flag.trim() == "fuzzy");
            } else if let Some(note) = rest.strip_prefix('.') {
                read_known_by(&mut entry.unit, note);
            }
            // `#~` is an entry that is no longer used, `#|` the earlier source.
            continue;
        }
        let (word, quoted) = match line.find('"') {
            Some(0) => ("", line),
            Some(quote) => (line[..quote].trim(), &line[quote..]),
            None => return Err(odd(number, line)),
        };
        let part = unquoted(quoted).ok_or_else(|| odd(number, line))?;
        if matches!(word, "msgctxt" | "msgid") && entry.target.is_some() {
            finish(&mut file, std::mem::take(&mut entry), number)?;
        }
        open = match word {
            "" => open,
            "msgctxt" => Open::Context,
            "msgid" => Open::Source,
            "msgstr" => Open::Target,
            "msgid_plural" => Open::Other,
            _ if word.starts_with("msgstr[") => Open::Other,
            _ => return Err(odd(number, line)),
        };
        if !word.is_empty() && entry.unit.line == 0 {
            entry.unit.line = number;
        }
        let string = match open {
            Open::Context => &mut entry.context,
            Open::Source => &mut entry.source,
            Open::Target => &mut entry.target,
            Open::Other => {
                entry.has_plural = true;
                entry.target.get_or_insert_default();
                continue;
            }
            Open::Nothing => return Err(odd(number, line)),
        };
        if !word.is_empty() && string.is_some() {
            let message = format!("a second `{word}` in one entry");
            return Err(Unreadable::new(
                number,
                message,
                "leave a blank line between entries, and one of each in them",
            ));
        }
        string.get_or_insert_default().push_str(&part);
    }
    finish(&mut file, entry, text.lines().count())?;
    Ok(file)
}

fn odd(line: usize, text: &str) -> Unreadable {
    let shown: String = text.chars().take(40).collect();
    Unreadable::new(
        line,
        format!("`{shown}` is no line of a PO file"),
        "each line is a comment, or a keyword with a text in double quotes; `msgfmt -c FILE` tells more",
    )
}

fn finish(file: &mut IncomingFile, entry: Entry, line: usize) -> Result<(), Unreadable> {
    let Entry { mut unit, context, source, target, is_fuzzy, has_plural } = entry;
    let (Some(source), Some(target)) = (source, target) else {
        return match context {
            Some(context) => {
                let message = format!("the entry `{context}` has no `msgid` or no `msgstr`");
                Err(Unreadable::new(unit.line.max(1), message, "write both"))
            }
            None => Ok(()),
        };
    };
    let Some(id) = context else {
        if source.is_empty() {
            return header(file, &target, unit.line);
        }
        let message = "an entry without `msgctxt`, so that nobody knows which unit it is";
        return Err(Unreadable::new(
            unit.line.max(1),
            message,
            "keep the `msgctxt` of each entry, or export the book again",
        ));
    };
    if file.units.len() == MAX_UNITS {
        let message = format!("the file has more than {MAX_UNITS} entries");
        return Err(Unreadable::new(line, message, "bring it back in parts"));
    }
    unit.fault = if has_plural { Some("it has plural forms; units have none".to_owned()) } else { control_in(&target) };
    (unit.id, unit.source, unit.target, unit.is_finished) = (id, source, target, !is_fuzzy);
    file.units.push(unit);
    Ok(())
}

fn header(file: &mut IncomingFile, header: &str, line: usize) -> Result<(), Unreadable> {
    for field in header.lines() {
        let Some((name, value)) = field.split_once(':') else { continue };
        let value = value.trim();
        match name.trim().to_ascii_lowercase().as_str() {
            "language" if !value.is_empty() => file.language = Some(value.to_owned()),
            "content-type" => {
                let charset = value.split("charset=").nth(1).map_or("UTF-8", str::trim);
                if !charset.eq_ignore_ascii_case("utf-8") && charset != "CHARSET" {
                    let message = format!("the file says that it is in {charset}");
                    let help = "save it as UTF-8: `msgconv -t UTF-8 FILE`";
                    return Err(Unreadable::new(line.max(1), message, help));
                }
            }
            _ => {}
        }
    }
    Ok(())
}

/// What stands in double quotes; none if they are not closed or hold an unknown escape.
fn unquoted(quoted: &str) -> Option<String> {
    let inner = quoted.strip_prefix('"')?.strip_suffix('"').filter(|_| quoted.len() > 1)?;
    let mut text = String::with_capacity(inner.len());
    let mut chars = inner.chars();
    while let Some(char) = chars.next() {
        match char {
            '"' => return None,
            '\\' => text.push(match chars.next()? {
                'n' => '\n',
                't' => '\t',
                'r' => '\r',
                other @ ('"' | '\\') => other,
                _ => return None,
            }),
            char => text.push(char),
        }
    }
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_gettext_writes_is_read() {
        let text = "# a\nmsgid \"\"\nmsgstr \"\"\n\"Language: ru\\n\"\n\n#. rulestone: 0a1b2c3d none\n#, fuzzy, c-format\n\
                    msgctxt \"b:s:text:a\"\nmsgid \"\"\n\"one \\\"two\\\" \"\n\"three\\\\\\n\"\n\"four\"\nmsgstr \"x\"\n#~ msgid \"old\"\n#~ msgstr \"alt\"\n";
        let file = read(text).expect("a file");
        assert_eq!(file.language.as_deref(), Some("ru"));
        let [unit] = &file.units[..] else { panic!("{:?}", file.units) };
        assert_eq!((unit.id.as_str(), unit.source.as_str()), ("b:s:text:a", "one \"two\" three\\\nfour"));
        assert_eq!((unit.fingerprint.as_deref(), unit.exported.as_deref()), (Some("0a1b2c3d"), Some("none")));
        assert!(!unit.is_finished && unit.line == 8);
    }

    #[test]
    fn what_is_no_po_is_refused_with_its_line() {
        for (text, line) in [
            ("msgctxt \"a\"\nmsgid \"x\nmsgstr \"y\"\n", 2),
            ("msgctxt \"a\"\nmsgid \"x\"\nmsgid \"y\"\n", 3),
            ("\n\nhello\n", 3),
            ("msgid \"x\"\nmsgstr \"y\"\n", 1),
            ("msgctxt \"a\"\nmsgid \"x\"\n", 1),
            ("msgid \"\"\nmsgstr \"Content-Type: text/plain; charset=KOI8-R\\n\"\n", 1),
            ("msgctxt \"a\"\nmsgid \"\\q\"\n", 2),
        ] {
            assert_eq!(read(text).expect_err(text).line, line, "{text}");
        }
    }
}
