//! CSV, for who has nothing but a spreadsheet.

use csv::{ReaderBuilder, StringRecord, WriterBuilder};

use super::incoming::{Incoming, IncomingFile, MAX_UNITS, Unreadable, control_in, known_by, read_known_by};
use super::unit::{ExchangeUnit, Progress};

/// What a spreadsheet takes for a formula if a cell begins with it.
const FORMULA: [char; 6] = ['=', '+', '-', '@', '\t', '\r'];

/// The file of these units, or why it cannot be written.
pub(super) fn write(units: &[&ExchangeUnit], source: &str, target: &str) -> Result<String, csv::Error> {
    let mut writer = WriterBuilder::new().from_writer(Vec::new());
    let (source, target) = (format!("source:{source}"), format!("target:{target}"));
    writer.write_record(["id", "number", &source, &target, "state", "note", "known"])?;
    for unit in units {
        let mut note = unit.context.clone();
        for (what, text) in
            [("before", &unit.before), ("after", &unit.after), ("earlier", &unit.earlier), ("see", &unit.link)]
        {
            if let Some(text) = text {
                note.extend([" · ", what, ": ", text]);
            }
        }
        let known = known_by(&unit.fingerprint, &unit.target_hash());
        let source = unit.source.text();
        let target = unit.target_text();
        let cells = [&unit.id, &unit.number, &source, &target, unit.progress.name(), &note, &known];
        writer.write_record(cells.map(tamed))?;
    }
    let bytes = writer.into_inner().map_err(|error| csv::Error::from(error.into_error()))?;
    // Without the mark, Excel takes it for a text in the encoding of the system.
    Ok(format!("\u{FEFF}{}", String::from_utf8_lossy(&bytes)))
}

/// A cell that no spreadsheet takes for a formula.
fn tamed(cell: &str) -> String {
    if cell.trim_start_matches('\'').starts_with(FORMULA) { format!("'{cell}") } else { cell.to_owned() }
}

/// The same without what [`tamed`] put before it.
fn as_it_was(cell: &str) -> &str {
    let bare = cell.trim_start_matches('\'');
    if bare.len() < cell.len() && bare.starts_with(FORMULA) { &cell[1..] } else { cell }
}

/// Where the columns stand.
struct Columns {
    id: usize,
    source: usize,
    target: usize,
    state: Option<usize>,
    known: Option<usize>,
    language: String,
}

/// Reads a file, whatever parts its cells: a comma, a semicolon, a tab.
pub(super) fn read(text: &str) -> Result<IncomingFile, Unreadable> {
    let head = text.lines().next().unwrap_or_default();
    let delimiter = [b',', b';', b'\t'].into_iter().max_by_key(|sign| head.bytes().filter(|byte| byte == sign).count());
    // The reader counts lines by LF, and takes CR LF for the end of one row and the beginning of the next.
    let text = text.replace("\r\n", "\n");
    let mut reader = ReaderBuilder::new()
        .delimiter(delimiter.unwrap_or(b','))
        .has_headers(false)
        .flexible(true)
        .from_reader(text.as_bytes());
    let mut records = reader.records();
    let head = records.next().and_then(Result::ok).unwrap_or_default();
    let columns = Columns::of(&head)?;
    let mut file = IncomingFile { language: Some(columns.language.clone()), ..IncomingFile::default() };
    for record in records {
        let record = record.map_err(|error| {
            let line = error.position().map_or(1, csv::Position::line);
            Unreadable::new(usize::try_from(line).unwrap_or(1), "this row cannot be read", "save it as CSV in UTF-8")
        })?;
        let line = record.position().map_or(1, csv::Position::line);
        if record.iter().all(|cell| cell.trim().is_empty()) {
            continue;
        }
        if file.units.len() == MAX_UNITS {
            let message = format!("the file has more than {MAX_UNITS} rows");
            return Err(Unreadable::new(usize::try_from(line).unwrap_or(1), message, "bring it back in parts"));
        }
        file.units.push(columns.unit(&record, usize::try_from(line).unwrap_or(1))?);
    }
    Ok(file)
}

impl Columns {
    fn of(head: &StringRecord) -> Result<Self, Unreadable> {
        let at = |name: &str| head.iter().position(|cell| cell.trim().eq_ignore_ascii_case(name));
        let with = |name: &str| head.iter().position(|cell| cell.trim().to_ascii_lowercase().starts_with(name));
        let missing = |name: &str| {
            let message = format!("the first row names no column `{name}`");
            Unreadable::new(
                1,
                message,
                "keep the first row as it was exported: id, number, source:en, target:LANG, state …",
            )
        };
        let target = with("target:").ok_or_else(|| missing("target:LANG"))?;
        let language =
            head.get(target).and_then(|cell| cell.split_once(':')).map_or("", |(_, language)| language.trim());
        Ok(Self {
            id: at("id").ok_or_else(|| missing("id"))?,
            source: with("source:").ok_or_else(|| missing("source:en"))?,
            target,
            state: at("state"),
            known: at("known"),
            language: language.to_owned(),
        })
    }

    fn unit(&self, record: &StringRecord, line: usize) -> Result<Incoming, Unreadable> {
        let cell = |at: usize| record.get(at).map(as_it_was);
        let Some(id) = cell(self.id).map(str::trim).filter(|id| !id.is_empty()) else {
            let message = "a row without an id, so that nobody knows which unit it is";
            return Err(Unreadable::new(line, message, "keep the column `id`, or take the row out"));
        };
        let target = cell(self.target).unwrap_or_default().to_owned();
        let source = cell(self.source).unwrap_or_default().to_owned();
        let mut unit = Incoming { id: id.to_owned(), line, fault: control_in(&target), ..Incoming::default() };
        (unit.source, unit.target) = (source, target);
        if let Some(known) = self.known.and_then(|at| record.get(at)) {
            read_known_by(&mut unit, known);
        }
        let written = self.state.and_then(|at| record.get(at)).unwrap_or_default().trim().to_ascii_lowercase();
        match Progress::named(&written) {
            Some(progress) => {
                unit.is_finished = progress.is_finished();
                unit.is_reviewed = progress == Progress::Reviewed;
            }
            None if written.is_empty() => {}
            None => {
                let states: Vec<&str> = Progress::ALL.iter().map(|progress| progress.name()).collect();
                let message = format!("the state `{written}` is none");
                return Err(Unreadable::new(line, message, format!("write one of {}", states.join(", "))));
            }
        }
        Ok(unit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_is_no_formula_and_comes_back_as_it_was() {
        for cell in ["=1+1", "-5", "'=x", "''@", "'quoted'", "plain", "+", "\tx", ""] {
            assert!(!tamed(cell).starts_with(FORMULA), "{cell}");
            assert_eq!(as_it_was(&tamed(cell)), cell);
        }
    }

    #[test]
    fn spreadsheets_part_cells_as_they_like() {
        for sign in [",", ";", "\t"] {
            let head = ["id", "source:en", "target:ru", "state"].join(sign);
            let text = format!("{head}\r\n{}\r\n", ["b:s:title", "\"a\"\"b\"", "\"x;y,z\"", "draft"].join(sign));
            let file = read(&text).expect("a file");
            let unit = &file.units[0];
            assert_eq!((unit.source.as_str(), unit.target.as_str(), unit.line), ("a\"b", "x;y,z", 2));
            assert!(!unit.is_finished);
        }
    }
}
