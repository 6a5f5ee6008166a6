//! Verdicts as `JUnit` XML, in the form that the common build servers read: a suite for each book, a case for each example.

use std::fmt::Write as _;

use super::Report;
use crate::logic::example::{ExampleResult, VerdictKind};

pub(super) fn document(report: &Report<'_>) -> String {
    let mut text = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let failed = |results: &[&ExampleResult]| count(results, |kind| kind == VerdictKind::Failed);
    let skipped = |results: &[&ExampleResult]| {
        count(results, |kind| matches!(kind, VerdictKind::Undetermined | VerdictKind::ProseOnly))
    };
    let seconds = |results: &[&ExampleResult]| results.iter().map(|result| result.verdict.seconds).sum::<f64>();
    let all: Vec<&ExampleResult> = report.results.iter().collect();
    // Writing to a string cannot fail.
    let _ = writeln!(
        text,
        "<testsuites name=\"rulestone\" tests=\"{}\" failures=\"{}\" time=\"{:.3}\">",
        all.len(),
        failed(&all),
        seconds(&all)
    );
    for book in &report.library.books {
        let own: Vec<&ExampleResult> = all.iter().copied().filter(|result| result.book == book.id).collect();
        if own.is_empty() {
            continue;
        }
        let _ = writeln!(
            text,
            "  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"0\" skipped=\"{}\" time=\"{:.3}\">",
            escape(&book.id),
            own.len(),
            failed(&own),
            skipped(&own),
            seconds(&own)
        );
        for result in own {
            case(report, result, &mut text);
        }
        text.push_str("  </testsuite>\n");
    }
    text.push_str("</testsuites>");
    text
}

fn count(results: &[&ExampleResult], which: impl Fn(VerdictKind) -> bool) -> usize {
    results.iter().filter(|result| which(result.verdict.kind)).count()
}

fn case(report: &Report<'_>, result: &ExampleResult, text: &mut String) {
    let verdict = &result.verdict;
    let (path, position) = report.library.sources.position(result.place);
    let _ = write!(
        text,
        "    <testcase classname=\"{}.{}\" name=\"{}\" file=\"{}\" line=\"{}\" time=\"{:.3}\"",
        escape(&result.book),
        escape(&result.section),
        escape(&result.id),
        escape(path),
        position.line,
        verdict.seconds
    );
    let kind = verdict.kind.name();
    let reason = escape(verdict.reason.as_deref().unwrap_or(kind));
    match verdict.kind {
        VerdictKind::Passed => text.push_str("/>\n"),
        VerdictKind::Failed => {
            let mut details = String::new();
            for failure in &verdict.failures {
                let (path, position) = report.library.sources.position(failure.place);
                let _ = writeln!(
                    details,
                    "{path}:{}:{}: {}: expected {}, got {}",
                    position.line, position.column, failure.key, failure.expected, failure.got
                );
            }
            for mistake in &result.diagnostics {
                let _ = writeln!(details, "{}", crate::diagnostic::render::short(mistake, &report.library.sources));
            }
            let details = escape(details.trim_end());
            let _ = writeln!(
                text,
                ">\n      <failure type=\"{kind}\" message=\"{reason}\">{details}</failure>\n    </testcase>"
            );
        }
        VerdictKind::Undetermined | VerdictKind::ProseOnly => {
            let _ = writeln!(text, ">\n      <skipped message=\"{reason}\"/>\n    </testcase>");
        }
        VerdictKind::OtherReading | VerdictKind::Disputed | VerdictKind::PassedUnderAssumption => {
            let _ = writeln!(text, ">\n      <system-out>{kind}: {reason}</system-out>\n    </testcase>");
        }
    }
}

/// Text as XML takes it: marks as entities, and none of the characters that XML forbids altogether.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&apos;"),
            '\n' => escaped.push_str("&#10;"),
            '\t' => escaped.push(' '),
            c if c.is_control() || matches!(c, '\u{FFFE}' | '\u{FFFF}') => escaped.push('\u{FFFD}'),
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::escape;

    #[test]
    fn nothing_of_a_text_becomes_markup() {
        assert_eq!(
            escape("a<b> & \"c\"\n'd'\u{1}]]>"),
            "a&lt;b&gt; &amp; &quot;c&quot;&#10;&apos;d&apos;\u{FFFD}]]&gt;"
        );
        assert_eq!(escape("移動 ¹"), "移動 ¹");
    }
}
