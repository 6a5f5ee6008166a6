//! `rulestone export`

use std::collections::BTreeSet;
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::output::{Output, counted};
use super::{CommandError, Outcome, Success, open};
use crate::exchange::{self, Beside, ExchangeUnit, Progress, exchange_units};
use crate::files;
use crate::library::localized::View;
use crate::site::BaseUrl;

/// Write a translation as a file for programs of translators
///
/// Each statement, paragraph, item, cell, title and label is a unit with an id, its source, its translation and how far that is.
/// `rulestone merge` brings the file back. docs/exchange.md tells how to use `OmegaT`, Weblate, Poedit and spreadsheets.
#[derive(Debug, Args)]
pub(super) struct Export {
    /// The book
    book: String,
    /// The language of the translation
    #[arg(value_parser = open::language)]
    language: String,
    /// For which program
    #[arg(long, value_enum, value_name = "FORMAT")]
    format: Format,
    /// Only units that are so far; more than once for several
    #[arg(long, value_enum, value_name = "PROGRESS")]
    only: Vec<Only>,
    /// The address of the site: each unit then links to where it stands there
    #[arg(long, value_name = "URL", value_parser = BaseUrl::parse)]
    base_url: Option<BaseUrl>,
    /// The file, which must not be there yet; without it the result is printed
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// gettext: Weblate, Poedit
    Po,
    /// XLIFF 1.2: `OmegaT`, Trados, memoQ
    Xliff,
    /// XLIFF 2.1
    Xliff2,
    /// TMX 1.4: what is translated, as a memory; it is not merged
    Tmx,
    /// TBX: the glossary; it is not merged
    Tbx,
    /// CSV: a spreadsheet
    Csv,
}

impl From<Format> for exchange::Format {
    fn from(format: Format) -> Self {
        match format {
            Format::Po => Self::Po,
            Format::Xliff => Self::Xliff,
            Format::Xliff2 => Self::Xliff2,
            Format::Tmx => Self::Tmx,
            Format::Tbx => Self::Tbx,
            Format::Csv => Self::Csv,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Only {
    /// Not translated
    Missing,
    /// Translated, but not accepted
    Draft,
    /// Translated from a source that has changed since
    Outdated,
    /// Translated and accepted
    Translated,
    /// Compared by somebody
    Reviewed,
}

impl Only {
    fn is(self, progress: Progress) -> bool {
        let own = match self {
            Self::Missing => Progress::Missing,
            Self::Draft => Progress::Draft,
            Self::Outdated => Progress::Outdated,
            Self::Translated => Progress::Translated,
            Self::Reviewed => Progress::Reviewed,
        };
        own == progress
    }
}

impl Export {
    pub(super) fn run(self, root: Option<PathBuf>, output: &mut Output) -> Outcome {
        let root = open::root(root)?;
        let library = open::library_to_look_in(&root, output)?.library;
        let book = super::translate::book(&library, &self.book, &self.language)?;
        let history = open::history(&root, [(book, self.language.as_str())], output);
        let beside = Beside { history: Some(&history), base_url: self.base_url.as_ref() };
        let view = View::as_written(book, &self.language);
        let all = exchange_units(&view, beside);
        let units = self.chosen(&all);
        let text = exchange::export(self.format.into(), &view, &units).map_err(CommandError::plain)?;
        let Some(path) = &self.out else {
            output.line(text.trim_end_matches('\n'))?;
            return Ok(Success::Fine);
        };
        files::create(path, text.as_bytes())?;
        output.line(format_args!("{} in {}", counted(units.len(), "unit"), path.display()))?;
        Ok(Success::Fine)
    }

    /// The units that are wanted: the forms of a noun go with their sentence.
    fn chosen<'a>(&self, all: &'a [ExchangeUnit]) -> Vec<&'a ExchangeUnit> {
        let is_wanted =
            |unit: &&ExchangeUnit| self.only.is_empty() || self.only.iter().any(|only| only.is(unit.progress));
        let sentence = |unit: &ExchangeUnit| unit.id.split("/forms.").next().unwrap_or_default().to_owned();
        let wanted: BTreeSet<String> = all.iter().filter(is_wanted).map(sentence).collect();
        all.iter().filter(|unit| wanted.contains(&sentence(unit))).collect()
    }
}
