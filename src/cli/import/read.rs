//! The files of a document, by what was named.

use std::path::{Path, PathBuf};

use super::pandoc;
use crate::cli::CommandError;
use crate::files;
use crate::import::{Form, MAX_SOURCE_BYTES, Source};
use crate::library::names::shown_path;

/// What is read as Markdown, as plain text, and through pandoc.
const MARKDOWN: [&str; 3] = ["md", "markdown", "mdown"];
const PLAIN: [&str; 2] = ["txt", "text"];

/// The most files of a tree, and how deep its folders are looked into.
const MOST_FILES: usize = 5000;
const MOST_LEVELS: usize = 16;

/// Reads a document.
pub(super) fn source(path: &Path) -> Result<(Source, Form), CommandError> {
    if path.is_dir() {
        return tree(path);
    }
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase()).unwrap_or_default();
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let form = if PLAIN.contains(&ending.as_str()) { Form::Plain } else { Form::Markdown };
    let bytes = if MARKDOWN.contains(&ending.as_str()) || form == Form::Plain {
        files::read_named(path, MAX_SOURCE_BYTES)?
    } else if let Some(format) = pandoc::format(&ending) {
        pandoc::to_markdown(path, format)?
    } else if ending == "pdf" {
        return Err(CommandError::new(
            format!("`{}` is a PDF, which holds no paragraphs and no headings", shown_path(path)),
            "make a text of it first: `pdftotext -nopgbrk rules.pdf rules.txt`, and import that; docs/import.md says more",
        ));
    } else {
        return Err(CommandError::new(
            format!("`{}`: what this file is, its ending does not say", shown_path(path)),
            "name it .md for Markdown or .txt for the plain text of numbered rules; with pandoc, .html, .docx, .odt, .rtf and .epub too",
        ));
    };
    Ok((Source::new([(name, bytes)])?, form))
}

/// Reads all Markdown files of a folder, in the order of their names.
fn tree(folder: &Path) -> Result<(Source, Form), CommandError> {
    let mut found = Vec::new();
    walk(folder, 0, &mut found)?;
    if found.is_empty() {
        return Err(CommandError::new(
            format!("`{}` holds no Markdown files", shown_path(folder)),
            "name a folder that holds files ending in .md, or a single file",
        ));
    }
    let mut left = MAX_SOURCE_BYTES;
    let mut all = Vec::with_capacity(found.len());
    for path in found {
        let bytes = files::read(&path, left)?;
        left -= bytes.len() as u64;
        let name = path.strip_prefix(folder).unwrap_or(&path);
        all.push((name.to_string_lossy().replace('\\', "/"), bytes));
    }
    Ok((Source::new(all)?, Form::Markdown))
}

fn walk(folder: &Path, level: usize, found: &mut Vec<PathBuf>) -> Result<(), CommandError> {
    if level > MOST_LEVELS {
        return Err(CommandError::new(
            format!("`{}` lies more than {MOST_LEVELS} folders deep", shown_path(folder)),
            "import a folder further down",
        ));
    }
    let mut entries = files::entries(folder)?;
    entries.sort_by_cached_key(|path| order(path));
    for path in entries {
        let is_hidden = path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."));
        // A link may lead anywhere, and in a circle.
        if is_hidden || files::is_link(&path) {
            continue;
        }
        if path.is_dir() {
            walk(&path, level + 1, found)?;
        } else if path
            .extension()
            .is_some_and(|ending| MARKDOWN.contains(&ending.to_string_lossy().to_lowercase().as_str()))
        {
            found.push(path);
        }
        if found.len() > MOST_FILES {
            return Err(CommandError::new(
                format!("`{}` holds more than {MOST_FILES} Markdown files", shown_path(folder)),
                "import one of its folders",
            ));
        }
    }
    Ok(())
}

/// Names in the order that people give them: what stands for a whole folder first, 9 before 10.
fn order(path: &Path) -> (bool, Vec<(u64, String)>) {
    let name = path.file_name().map(|name| name.to_string_lossy().to_lowercase()).unwrap_or_default();
    let stem = name.split('.').next().unwrap_or_default();
    let is_first = matches!(stem, "readme" | "index" | "_index");
    let mut parts = Vec::new();
    let mut rest = name.as_str();
    while !rest.is_empty() {
        let words = rest.find(|c: char| c.is_ascii_digit()).unwrap_or(rest.len());
        let digits = rest[words..].find(|c: char| !c.is_ascii_digit()).map_or(rest.len(), |end| words + end);
        // What follows digits, after them: words first, so that both parts count.
        parts.push((0, rest[..words].to_owned()));
        parts.push((rest[words..digits].parse().unwrap_or(u64::MAX), String::new()));
        rest = &rest[digits..];
    }
    (!is_first, parts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_stand_in_the_order_of_their_numbers() {
        let mut names = ["10-end.md", "README.md", "9-b.md", "01-a.md", "appendix.md", "2.md"].map(Path::new);
        names.sort_by_cached_key(|path| order(path));
        assert_eq!(names, ["README.md", "01-a.md", "2.md", "9-b.md", "10-end.md", "appendix.md"].map(Path::new));
    }
}
