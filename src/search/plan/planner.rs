//! Makes a plan of a query.

use std::collections::HashSet;

use crate::analyzer::pattern::{Pattern, Slot, distinct};
use crate::analyzer::{Analyzer, Folded, Run, Runs, Script, runs, script};
use crate::library::RuleNumber;
use crate::search::SearchIndex;
use crate::search::glossary::{Glossary, Lead};
use crate::search::query::{Clause, Field, Query};
use crate::search::rank::Standing;

use super::correct::{Corrections, Corrector};
use super::grammar::{is_grammar, is_weak};
use super::lexicon::Lexicon;
use super::{Need, Own, Plan, Word};

/// Names of more words than this are not looked up in a query.
const LONGEST_NAME: usize = 8;

/// What follows a Japanese word as an ending, in characters; a name that reads like one needs to stand first or alone.
const LONGEST_ENDING: usize = 2;

/// What has been asked for already: words alone, and words in a row that name a concept.
#[derive(Default)]
struct Asked(HashSet<Vec<Clause>>);

impl Asked {
    fn is_new(&mut self, clauses: &[Clause]) -> bool {
        self.0.insert(clauses.iter().map(Clause::identity).collect())
    }
}

/// Plans queries for one index.
pub(crate) struct Planner<'a> {
    analyzer: &'a Analyzer,
    glossary: &'a Glossary,
    index: &'a SearchIndex,
    lexicon: Lexicon<'a>,
    /// The only books to look in, if any are named.
    books: &'a [String],
    /// Numbers that no section has.
    absent: Vec<(String, Option<String>)>,
    /// The numbers that were asked for, each of which may be that of a statement.
    numbers: Vec<String>,
}

impl<'a> Planner<'a> {
    pub(crate) fn new(index: &'a SearchIndex, texts: &'a [Standing<'a>], books: &'a [String]) -> Self {
        let lexicon = Lexicon::new(index, texts);
        let (absent, numbers) = (Vec::new(), Vec::new());
        Self { analyzer: &index.analyzer, glossary: &index.glossary, index, lexicon, books, absent, numbers }
    }

    /// The plan for `query`.
    pub(crate) fn plan(mut self, query: &Query) -> tantivy::Result<Plan> {
        let (clauses, corrected) = self.correct(&self.addressed(&query.clauses)?)?;
        let wanted = clauses.iter().filter(|clause| !clause.excluded).map(Clause::identity);
        let alone = wanted.collect::<HashSet<_>>().len() == 1;
        let mut plan = Plan { corrected, left_out: query.left_out.clone(), ..Plan::default() };
        // What is asked for twice is looked for once.
        let mut asked = Asked::default();
        let is_free = |clause: &Clause| clause.field.is_none() && !clause.quoted && !clause.prefix && !clause.excluded;
        for group in clauses.chunk_by(|left, right| is_free(left) && is_free(right)) {
            if is_free(&group[0]) {
                self.plan_free(group, alone, &mut asked, &mut plan.needs)?;
            } else if asked.is_new(group) {
                if group[0].excluded {
                    plan.excluded.push(self.excluded(&group[0])?);
                } else {
                    plan.needs.push(self.need(&group[0], alone)?);
                }
            }
        }
        if plan.needs.iter().all(|need| need.optional) {
            plan.needs.iter_mut().for_each(|need| need.optional = false);
        }
        if clauses.iter().all(is_free) {
            let keys: Vec<String> = clauses.iter().map(|clause| self.analyzer.key(&clause.text)).collect();
            plan.title_key = keys.join(" ");
        }
        plan.absent = self.absent;
        plan.absent.dedup();
        plan.numbers = self.numbers;
        Ok(plan)
    }

    /// The clauses without what only says that a number follows; a letter that ends the query behind a number belongs to it, if the
    /// two can be a number, and 12 is one that a section has.
    fn addressed(&self, clauses: &[Clause]) -> tantivy::Result<Vec<Clause>> {
        let is_plain = |clause: &Clause| clause.field.is_none() && !clause.quoted && !clause.prefix && !clause.excluded;
        let number = |clause: &Clause| RuleNumber::parse(&clause.text).filter(|_| is_plain(clause));
        let mut kept: Vec<Clause> = Vec::new();
        for (at, clause) in clauses.iter().enumerate() {
            let announces = is_plain(clause) && RuleNumber::is_announced_by(&clause.text);
            if announces && clauses.get(at + 1).and_then(number).is_some() {
                continue;
            }
            let is_last_letter = is_plain(clause) && at + 1 == clauses.len() && clause.text.chars().count() == 1;
            let before = kept.last().filter(|_| is_last_letter && clause.text.chars().all(char::is_alphabetic));
            if let Some(before) = before.and_then(number) {
                let whole = format!("{before}.{}", clause.text);
                let known = before.is_dotted() || self.lexicon.has_number(&before.to_string(), self.books)?;
                if known
                    && RuleNumber::parse(&whole).is_some()
                    && let Some(last) = kept.last_mut()
                {
                    last.text = format!("{}.{}", last.text, clause.text);
                    continue;
                }
            }
            kept.push(clause.clone());
        }
        Ok(kept)
    }

    /// The clauses with typing errors mended, and what was mended.
    fn correct(&self, clauses: &[Clause]) -> tantivy::Result<(Vec<Clause>, Corrections)> {
        let mut corrector = Corrector::new(self.index, &self.lexicon);
        let mut mended = clauses.to_vec();
        let addresses = |field: &Option<Field>| matches!(field, Some(Field::Id | Field::Number | Field::Term));
        for clause in mended.iter_mut().filter(|clause| !clause.excluded && !clause.prefix && !clause.quoted) {
            if !addresses(&clause.field) && !is_grammar(&clause.text) && !self.is_id(&clause.text)? {
                clause.text = corrector.correct(&clause.text)?;
            }
        }
        Ok((mended, corrector.corrected))
    }

    fn is_id(&self, text: &str) -> tantivy::Result<bool> {
        self.lexicon.has_id(&text.to_lowercase())
    }

    /// Needs for free words in a row: the longest runs of words that name a concept stay together.
    fn plan_free(
        &mut self,
        clauses: &[Clause],
        alone: bool,
        asked: &mut Asked,
        needs: &mut Vec<Need>,
    ) -> tantivy::Result<()> {
        let mut rest = clauses;
        while !rest.is_empty() {
            let keys: Vec<String> =
                rest.iter().take(LONGEST_NAME).map(|clause| self.analyzer.key(&clause.text)).collect();
            let named = (2..=keys.len()).rev().find_map(|length| {
                let leads = self.named(&keys[..length]);
                (!leads.is_empty()).then_some((length, leads))
            });
            let length = named.as_ref().map_or(1, |(length, _)| *length);
            let group = &rest[..length];
            rest = &rest[length..];
            if !asked.is_new(group) {
                continue;
            }
            let singles = group.iter().map(|clause| self.need(clause, alone)).collect::<tantivy::Result<Vec<_>>>()?;
            if let Some((_, leads)) = named {
                needs.push(Need { own: Own::All(singles), leads, ..Need::default() });
            } else {
                needs.extend(singles);
            }
        }
        Ok(())
    }

    /// The concepts that words in a row name: as they stand, or as one word where Japanese is typed with spaces.
    fn named(&self, keys: &[String]) -> Vec<Lead> {
        let leads = self.glossary.leads(&keys.join(" "));
        let japanese = |char: Option<char>| char.is_some_and(|char| script(char) == Script::Japanese);
        let unspaced = keys.iter().all(|key| japanese(key.chars().next()) && japanese(key.chars().next_back()));
        if leads.is_empty() && unspaced { self.glossary.leads(&keys.concat()) } else { leads }
    }

    /// What must not be found: the words of a clause in its field or book, or the concept that it names.
    fn excluded(&mut self, clause: &Clause) -> tantivy::Result<Need> {
        let need = self.need(clause, false)?;
        let of_term = clause.field == Some(Field::Term);
        let (leads, segments) = (if of_term { need.leads } else { Vec::new() }, Vec::new());
        Ok(Need { leads, segments, strict: true, optional: false, ..need })
    }

    /// The need for one clause.
    fn need(&mut self, clause: &Clause, alone: bool) -> tantivy::Result<Need> {
        let key = self.analyzer.key(&clause.text);
        if clause.field == Some(Field::Term) {
            let by_id = self.glossary.by_id(&clause.text.to_lowercase());
            let by_name =
                || self.glossary.leads(&key).into_iter().map(|lead| Lead { key: String::new(), ..lead }).collect();
            let leads = if by_id.is_empty() { by_name() } else { by_id };
            return Ok(Need { leads, strict: true, ..Need::default() });
        }
        let (book, inner) = match &clause.field {
            Some(Field::Book(book)) => (Some(book.clone()), Clause { field: None, ..clause.clone() }),
            _ => (None, clause.clone()),
        };
        let literal = inner.quoted || inner.prefix || inner.field.is_some();
        let leads = if literal { Vec::new() } else { self.glossary.leads(&key) };
        let segments = if literal || !leads.is_empty() { Vec::new() } else { self.segments(&inner.text) };
        let books = book.as_ref().map_or(self.books, std::slice::from_ref);
        let word = self.word(&inner, alone || book.is_some(), books)?;
        let optional = !literal && is_grammar(&clause.text);
        let weak = !literal && is_weak(&clause.text);
        Ok(Need {
            own: Own::Word(word),
            leads,
            segments,
            book,
            strict: inner.quoted || clause.field.is_some(),
            optional,
            weak,
        })
    }

    /// The word of a clause, whose numbers are those of `books`, of all where none are named.
    fn word(&mut self, clause: &Clause, alone: bool, books: &[String]) -> tantivy::Result<Word> {
        let mut pattern = Pattern::of(self.analyzer, &clause.text);
        let runs = runs(&clause.text);
        if let Some(run) = runs.iter().next_back().filter(|_| clause.prefix) {
            self.open_end(run, &mut pattern)?;
        }
        let may_be_address = !clause.quoted && matches!(clause.field, None | Some(Field::Number | Field::Id));
        let number = if may_be_address { self.number(&clause.text, books)? } else { None };
        let id = clause.text.to_lowercase();
        let ids = match clause.field {
            Some(Field::Id) if clause.prefix => self.lexicon.ids_beginning_with(&id)?,
            Some(Field::Id) => vec![id.clone()],
            None if may_be_address && !clause.prefix => vec![id.clone()],
            _ => Vec::new(),
        };
        let dotted = number.as_ref().is_some_and(RuleNumber::is_dotted);
        let address = alone || dotted || id.contains('-') || clause.field.is_some();
        let number = match number {
            Some(number) if address && !clause.excluded => self.resolve((&clause.text, &number), alone, books)?,
            Some(number) => Some(number.to_string()),
            None => None,
        };
        Ok(Word { pattern, chunks: self.chunks(&runs), field: clause.field.clone(), number, ids, address })
    }

    /// The number that a word may be: also one that only a document would print so, if one does.
    fn number(&self, text: &str, books: &[String]) -> tantivy::Result<Option<RuleNumber>> {
        if let Some(number) = RuleNumber::parse(text) {
            return Ok(Some(number));
        }
        let Some(number) = RuleNumber::guess(text).filter(|_| text.contains(char::is_numeric)) else { return Ok(None) };
        Ok(self.lexicon.has_number(&number.to_string(), books)?.then_some(number))
    }

    /// The number by which the sections are found that `number`, typed so, asks for: its own or, of a statement, that of its
    /// section. Where no section has it and it is all that was asked for, that of what it would lie under; 1.5 among other words
    /// may be a quantity.
    fn resolve(
        &mut self,
        (typed, number): (&str, &RuleNumber),
        alone: bool,
        books: &[String],
    ) -> tantivy::Result<Option<String>> {
        let whole = number.to_string();
        let mut nearest = None;
        for known in number.prefixes() {
            if self.lexicon.has_number(&known, books)? {
                nearest = Some(known);
                break;
            }
        }
        self.numbers.push(whole.clone());
        // Letters behind a number are those of a statement.
        let is_letter = |part: &str| !part.starts_with(|char: char| char.is_ascii_digit());
        let behind = nearest.as_ref().map(|known| number.behind(known).unwrap_or_default());
        if behind.is_some_and(|behind| behind.split('.').all(is_letter)) {
            return Ok(nearest);
        }
        if !alone {
            return Ok(Some(whole));
        }
        self.absent.push((typed.to_owned(), nearest.clone()));
        Ok(nearest.or(Some(whole)))
    }

    /// Lets the last word of `pattern` go on: `activat*` must find activation although its stem is activ.
    fn open_end(&self, last: Run<'_>, pattern: &mut Pattern) -> tantivy::Result<()> {
        if matches!(last.script, Script::Japanese | Script::Digit) {
            return Ok(());
        }
        if let Some((_, slot)) = pattern.slots.last_mut() {
            *slot = Slot::Forms(self.lexicon.beginning_with(&last.text())?);
        }
        Ok(())
    }

    /// The parts of a word that mean something by themselves; Japanese particles and endings do not.
    fn chunks(&self, runs: &Runs) -> Vec<Pattern> {
        let mut chunks = Vec::new();
        for run in runs.iter() {
            let kind = |one: &Folded| (one.katakana, is_hiragana(one));
            for chunk in run.chars.chunk_by(|left, right| kind(left) == kind(right)) {
                let text: String = chunk.iter().map(|one| one.char).collect();
                chunks.push((is_hiragana(&chunk[0]), Pattern::of(self.analyzer, &text)));
            }
        }
        let only_hiragana = chunks.iter().all(|(hiragana, _)| *hiragana);
        let meaningful = chunks.into_iter().filter(|(hiragana, _)| only_hiragana || !hiragana);
        distinct(meaningful.map(|(_, pattern)| pattern))
    }

    /// A word as the names that it is joined from, if the glossary knows any of them.
    fn segments(&self, text: &str) -> Vec<Need> {
        let mut segments = Segments::default();
        for run in runs(text).iter() {
            if run.script == Script::Japanese {
                self.segment_run(run, &mut segments);
            } else {
                let leads = self.glossary.leads(&self.analyzer.run_key(run));
                let own = if leads.is_empty() { self.plain(&run.text()) } else { Own::Nothing };
                segments.push(run.text(), own, leads);
            }
        }
        let segments = segments.needs;
        if segments.iter().any(|segment| !segment.leads.is_empty()) { segments } else { Vec::new() }
    }

    fn segment_run(&self, run: Run<'_>, segments: &mut Segments) {
        let chars: Vec<char> = run.chars.iter().map(|one| one.char).collect();
        // A name must not begin or end inside a katakana word: マリ is not in カマリナ.
        let cuts_word = |at: usize| at > 0 && at < chars.len() && run.chars[at - 1].katakana && run.chars[at].katakana;
        let (mut at, mut unknown) = (0, String::new());
        while at < chars.len() {
            let fits =
                |length| !cuts_word(at) && !cuts_word(at + length) && !is_ending(at, &run.chars[at..at + length]);
            if let Some(length) = self.glossary.longest_name_at(&chars[at..], fits) {
                self.push_unknown(&mut unknown, segments);
                let key: String = chars[at..at + length].iter().collect();
                let leads = self.glossary.leads(&key);
                segments.push(key, Own::Nothing, leads);
                at += length;
                continue;
            }
            if is_hiragana(&run.chars[at]) {
                self.push_unknown(&mut unknown, segments);
            } else {
                unknown.push(chars[at]);
            }
            at += 1;
        }
        self.push_unknown(&mut unknown, segments);
    }

    fn push_unknown(&self, unknown: &mut String, segments: &mut Segments) {
        if !unknown.is_empty() {
            let words = std::mem::take(unknown);
            let own = self.plain(&words);
            segments.push(words, own, Vec::new());
        }
    }

    fn plain(&self, text: &str) -> Own {
        Own::Word(Word { pattern: Pattern::of(self.analyzer, text), ..Word::default() })
    }
}

/// The parts of a word; one that is there twice is looked for once.
#[derive(Default)]
struct Segments {
    known: HashSet<String>,
    needs: Vec<Need>,
}

impl Segments {
    fn push(&mut self, words: String, own: Own, leads: Vec<Lead>) {
        if self.known.insert(words) {
            self.needs.push(Need { own, leads, ..Need::default() });
        }
    }
}

/// Two hiragana after something else are grammar: タイ is not in 知りたい, nor マス in 動きます.
fn is_ending(at: usize, chars: &[Folded]) -> bool {
    at > 0 && chars.len() <= LONGEST_ENDING && chars.iter().all(is_hiragana)
}

fn is_hiragana(one: &Folded) -> bool {
    !one.katakana && matches!(one.char, '\u{3041}'..='\u{309F}')
}
