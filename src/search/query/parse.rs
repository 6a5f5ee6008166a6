//! Reads a query: words, "phrases", prefixes*, -exclusions and field:words.

use std::fmt::Write as _;

use super::{Clause, Field, Query, QueryError, limits};
use crate::library::names::nearest;

/// The fields that every library has.
const FIELDS: [Field; 6] = [Field::Title, Field::Body, Field::Note, Field::Id, Field::Number, Field::Term];

impl Query {
    /// Reads `text`; `books` are the ids that may stand before a colon.
    ///
    /// Fails on a query that is too long, a quote that is not closed, a field that does not exist, a field or sign with
    /// nothing behind it, and a query with nothing to look for.
    pub fn parse(text: &str, books: &[String]) -> Result<Self, QueryError> {
        limits::check_length(text)?;
        let chars: Vec<char> = text.chars().collect();
        let mut reader = Reader { chars: &chars, at: 0, books };
        let mut clauses = Vec::new();
        while let Some(clause) = reader.clause()? {
            let typed = chars[clause.column - 1..reader.at].iter().collect();
            clauses.push((clause, typed));
        }
        let (clauses, left_out) = limits::bounded(clauses);
        match clauses.iter().find(|clause: &&Clause| !clause.excluded) {
            Some(_) => Ok(Self { clauses, left_out }),
            None => Err(nothing_to_look_for(&clauses, text)),
        }
    }
}

fn nothing_to_look_for(clauses: &[Clause], text: &str) -> QueryError {
    if let Some(first) = clauses.first() {
        let mut help = "name something to find too".to_owned();
        if first.field.is_none() {
            let _ = write!(help, ", or write \"-{}\" in quotes to find it with its sign", first.text);
        }
        return QueryError { message: "only exclusions, nothing to look for".into(), help, column: first.column };
    }
    let message = if text.trim().is_empty() { "the query is empty" } else { "no letters or digits to look for" };
    QueryError { message: message.into(), help: "type a word, a \"phrase\" or a rule number".into(), column: 1 }
}

/// Reads clauses one after another.
struct Reader<'a> {
    chars: &'a [char],
    /// How many characters are read.
    at: usize,
    books: &'a [String],
}

impl Reader<'_> {
    /// The next clause that holds a letter or a digit; `None` at the end.
    fn clause(&mut self) -> Result<Option<Clause>, QueryError> {
        loop {
            while self.peek(0).is_some_and(char::is_whitespace) {
                self.at += 1;
            }
            if self.peek(0).is_none() {
                return Ok(None);
            }
            let column = self.at + 1;
            let excluded = self.peek(0) == Some('-') && self.peek(1).is_some_and(|next| !next.is_whitespace());
            self.at += usize::from(excluded);
            let field = self.field()?;
            let (text, quoted) =
                if self.peek(0).is_some_and(is_quote) { (self.phrase()?, true) } else { (self.word(), false) };
            let prefix = self.star(quoted, &text);
            let text = if quoted { text } else { text.trim_end_matches('*').to_owned() };
            if text.chars().any(char::is_alphanumeric) {
                return Ok(Some(Clause { text, field, quoted, prefix, excluded, column }));
            }
            if let Some(field) = field {
                return Err(QueryError {
                    message: format!("nothing to look for in `{}:`", field_name(&field)),
                    help: "write a word, a \"phrase\" or a number right behind the colon".into(),
                    column,
                });
            }
        }
    }

    fn peek(&self, ahead: usize) -> Option<char> {
        self.chars.get(self.at + ahead).copied()
    }

    /// Whether the clause that was just read ends in a star. A quoted phrase may have it behind its closing quote.
    fn star(&mut self, quoted: bool, text: &str) -> bool {
        if quoted && self.peek(0) == Some('*') {
            self.at += 1;
            return true;
        }
        !quoted && text.ends_with('*')
    }

    /// Reads `name:` if a field or a book stands here.
    fn field(&mut self) -> Result<Option<Field>, QueryError> {
        let name_end = |char: &char| matches!(char, ':' | '：') || char.is_whitespace() || is_quote(*char);
        let length = self.chars[self.at..].iter().take_while(|char| !name_end(char)).count();
        let Some(colon) = self.peek(length).filter(|char| matches!(char, ':' | '：')) else { return Ok(None) };
        let name: String = self.chars[self.at..self.at + length].iter().collect::<String>().to_lowercase();
        let known = FIELDS.iter().find(|field| field_name(field) == name).cloned();
        let book = || self.books.iter().find(|book| book.to_lowercase() == name).cloned().map(Field::Book);
        let field = known.or_else(book);
        if field.is_some() {
            self.at += length + 1;
            return Ok(field);
        }
        // `12:30`, `2:1`, `例：海` and `Note: ` are text; `titel:word` is a slip that should not go unnoticed.
        let looks_like_field =
            !name.is_empty() && name.chars().all(|char| char.is_ascii_lowercase() || char == '-' || char == '_');
        let glued = self.peek(length + 1).is_some_and(|next| !next.is_whitespace());
        if colon == ':' && looks_like_field && glued {
            return Err(self.unknown_field(&name));
        }
        Ok(None)
    }

    fn unknown_field(&self, name: &str) -> QueryError {
        let names = || FIELDS.iter().map(field_name).chain(self.books.iter().map(String::as_str));
        let help = match nearest(name, names()) {
            Some(near) => format!("did you mean `{near}:`?"),
            None => format!("fields are {}", names().map(|known| format!("`{known}:`")).collect::<Vec<_>>().join(", ")),
        };
        QueryError { message: format!("unknown field `{name}:`"), help, column: self.at + 1 }
    }

    /// Reads a phrase with its quotes.
    fn phrase(&mut self) -> Result<String, QueryError> {
        let open = self.at;
        self.at += 1;
        let length = self.chars[self.at..].iter().take_while(|char| !is_quote(**char)).count();
        let text = self.chars[self.at..self.at + length].iter().collect();
        self.at += length;
        if self.peek(0).is_none() {
            let message = "this quote is not closed".into();
            return Err(QueryError {
                message,
                help: "close it with a second `\"`, or leave it out".into(),
                column: open + 1,
            });
        }
        self.at += 1;
        Ok(text)
    }

    /// Reads up to the next blank or quote.
    fn word(&mut self) -> String {
        let start = self.at;
        while self.peek(0).is_some_and(|char| !char.is_whitespace() && !is_quote(char)) {
            self.at += 1;
        }
        self.chars[start..self.at].iter().collect()
    }
}

/// Straight, full-width and typographic double quotes, for phones and word processors put in what they like.
fn is_quote(char: char) -> bool {
    matches!(char, '"' | '＂' | '“' | '”' | '„' | '«' | '»')
}

fn field_name(field: &Field) -> &str {
    match field {
        Field::Title => "title",
        Field::Body => "body",
        Field::Note => "note",
        Field::Id => "id",
        Field::Number => "number",
        Field::Term => "term",
        Field::Book(book) => book,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Query, QueryError> {
        Query::parse(text, &["hellenes".to_owned(), "sword-of-rome-5p".to_owned()])
    }

    /// A clause as one line, so that a whole query can be compared at a glance.
    fn show(text: &str) -> String {
        let query = parse(text).unwrap();
        let clauses = query.clauses.iter().map(|clause| {
            let field = clause.field.as_ref().map(|field| format!("{}:", field_name(field))).unwrap_or_default();
            let quote = if clause.quoted { "\"" } else { "" };
            let sign = if clause.excluded { "-" } else { "" };
            format!(
                "{sign}{field}{quote}{}{quote}{}@{}",
                clause.text,
                if clause.prefix { "*" } else { "" },
                clause.column
            )
        });
        clauses.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn every_kind_of_clause() {
        assert_eq!(show("naval  combat"), "naval@1 combat@8");
        assert_eq!(show("\"naval combat\" ship"), "\"naval combat\"@1 ship@16");
        assert_eq!(show("carthag* -rome -\"port of\""), "carthag*@1 -rome@10 -\"port of\"@16");
        assert_eq!(
            show("title:海 note:\"a b\" -id:x term:port number:9.6"),
            "title:海@1 note:\"a b\"@9 -id:x@20 term:port@26 number:9.6@36"
        );
        assert_eq!(show("hellenes:5.2 Sword-of-Rome-5p:9"), "hellenes:5.2@1 sword-of-rome-5p:9@14");
    }

    #[test]
    fn colons_quotes_and_signs_in_running_text() {
        assert_eq!(show("odds 2:1"), "odds@1 2:1@6");
        assert_eq!(show("Example: off-map — 3"), "Example:@1 off-map@10 3@20");
        assert_eq!(show("例：海"), "例：海@1");
        assert_eq!(show("title：海 “a b”"), "title:海@1 \"a b\"@9");
        assert_eq!(show("term:«морской бой» порт"), "term:\"морской бой\"@1 порт@20");
    }

    #[test]
    fn errors_say_where_and_what_instead() {
        let error = parse("port titel:sea").unwrap_err();
        assert_eq!((error.column, error.help.as_str()), (6, "did you mean `title:`?"));
        assert!(parse("zzzzzzz:sea").unwrap_err().help.contains("`hellenes:`"));
        let error = parse("海 \"naval").unwrap_err();
        assert_eq!((error.column, error.message.as_str()), (3, "this quote is not closed"));
        assert_eq!(parse("a title: b").unwrap_err().column, 3);
        assert_eq!(parse("").unwrap_err().message, "the query is empty");
        assert_eq!(parse("?! -").unwrap_err().message, "no letters or digits to look for");
        assert_eq!(parse("-title:sea").unwrap_err().help, "name something to find too");
        assert!(parse("vs:rome").unwrap_err().help.starts_with("fields are"));
        let error = parse("-1").unwrap_err();
        assert!(error.help.contains("\"-1\""), "{}", error.help);
    }
}
