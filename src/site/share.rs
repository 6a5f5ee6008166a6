//! A page of its own for each section, whose head tells other programs what the rule says, and which leads to the section at once.

use minijinja::{context, value::Serde};

use super::address::{self, Edition};
use super::base_url::BaseUrl;
use super::renderer::{Label, Renderer, href};
use super::{SiteError, html};
use crate::library::localized::View;
use crate::library::{Book, Chapter, Section};

/// So many characters of a rule are told at most.
const LONGEST: usize = 300;

/// Makes the pages of all sections of `book` in one language.
pub(super) fn pages(renderer: &mut Renderer<'_>, base: &BaseUrl, book: &Book, language: &str) -> Result<(), SiteError> {
    for (chapter, section) in book.sections() {
        page(renderer, base, (book, language), chapter, section, &section.id)?;
        for id in address::former(book, section) {
            page(renderer, base, (book, language), chapter, section, &id)?;
        }
    }
    Ok(())
}

/// The page by the name `id`: that of today, or one of before.
fn page(
    renderer: &mut Renderer<'_>,
    base: &BaseUrl,
    (book, language): (&Book, &str),
    chapter: &Chapter,
    section: &Section,
    id: &str,
) -> Result<(), SiteError> {
    let address = address::share(language, &book.id, id);
    let rules = address::chapter(Edition::One(language), &book.id, &chapter.id);
    let view = View::new(book, language);
    let linker = renderer.linker(book, Edition::One(language), &address);
    let title = Label::section(&view, section);
    let text = view.text(section).filter(|piece| !piece.hidden).map(|piece| {
        let linker = linker.in_language(piece.language);
        Label::new(cut(&html::plain_words(&piece.text.document, &linker)), piece.language, language)
    });
    let numbered = view.number(section).map_or_else(|| title.text.clone(), |number| format!("{number} {}", title.text));
    let site = renderer.title(linker.strings);
    let body = context! {
        numbered,
        title => Serde(title),
        number => view.number(section),
        book_title => view.short_title(),
        site,
        text => text.filter(|text| !text.text.is_empty()).map(Serde),
        locale => locale(language),
        locales => book.all_languages().into_iter().filter(|other| *other != language).map(locale).collect::<Vec<_>>(),
        url => base.of(&address::share(language, &book.id, &section.id)),
        canonical => base.of(&rules),
        image => base.of("assets/icon-512.png"),
        to => href(linker.to(&address::section_url(language, &book.id, &chapter.id, &section.id))),
    };
    renderer.bare_page("share.html", address, language, body)
}

/// A language as the Open Graph protocol names it, with the country whose readers most of its readers are.
fn locale(language: &str) -> String {
    match language {
        "en" => "en_US".to_owned(),
        "ja" => "ja_JP".to_owned(),
        "ru" => "ru_RU".to_owned(),
        other => other.replace('-', "_"),
    }
}

/// The beginning of a text, cut at a word; where words have no blanks between them, at any character.
pub(super) fn cut(text: &str) -> String {
    let Some((end, _)) = text.char_indices().nth(LONGEST) else { return text.to_owned() };
    // One character is left for the sign that something follows.
    let kept = text[..end].char_indices().next_back().map_or("", |(last, _)| &text[..last]);
    let next_is_blank = text[kept.len()..].starts_with(char::is_whitespace);
    let word_end = if next_is_blank { None } else { kept.rfind(char::is_whitespace) };
    // A word that is as long as half of the text is no word of a script with blanks.
    let kept = word_end.filter(|at| kept[..*at].chars().count() > LONGEST / 2).map_or(kept, |at| &kept[..at]);
    format!("{}…", kept.trim_end_matches(|c: char| c.is_whitespace() || ",;:、，".contains(c)))
}

#[cfg(test)]
mod tests {
    use super::{LONGEST, cut};

    #[test]
    fn a_text_is_cut_at_a_word() {
        assert_eq!(cut("A short one."), "A short one.");
        let long = "word, ".repeat(100);
        let kept = cut(&long);
        assert!(kept.chars().count() <= LONGEST && kept.ends_with("word…"), "{kept}");
        let kept = cut(&"あ".repeat(400));
        assert_eq!(kept.chars().count(), LONGEST);
    }
}
