//! What people type who know another notation, and what they meant.

use super::words;

/// A sign, what is read in its place, and the mend.
type SymbolSlip = (&'static str, &'static [&'static str], &'static str);

/// Signs of other languages, the longer ones first.
pub(super) const SYMBOLS: &[SymbolSlip] = &[
    ("===", &["is"], "write `is`"),
    ("!==", &["is", "not"], "write `is not`"),
    ("...", &[".."], "write `..`"),
    ("==", &["is"], "write `is`"),
    ("!=", &["is", "not"], "write `is not`"),
    ("<>", &["is", "not"], "write `is not`"),
    ("=<", &["<="], "write `<=`"),
    ("=>", &[">="], "write `>=`"),
    ("+=", &[], "write `raise … by …`"),
    ("-=", &[], "write `lower … by …`"),
    (":=", &["="], "write `=`"),
    ("&&", &["and"], "write `and`"),
    ("||", &["or"], "write `or`"),
    ("≠", &["is", "not"], "write `is not`"),
    ("≤", &["<="], "write `<=`"),
    ("≥", &[">="], "write `>=`"),
    ("×", &["*"], "write `*`"),
    ("÷", &["/"], "write `/`"),
    ("−", &["-"], "write `-`, the hyphen of the keyboard"),
    ("–", &["-"], "write `-`, the hyphen of the keyboard"),
    ("—", &["-"], "write `-`, the hyphen of the keyboard"),
    ("…", &[".."], "write `..`"),
    ("&", &["and"], "write `and`"),
    ("!", &["not"], "write `not`"),
    (";", &[], "leave it out: each statement has a line of its own"),
];

/// The mark that closes what `quote` opens, if it is a quotation mark.
pub(super) fn closing_quote(quote: char) -> Option<char> {
    match quote {
        '"' | '\'' | '`' => Some(quote),
        '“' | '„' => Some('”'),
        '‘' => Some('’'),
        '«' => Some('»'),
        '「' => Some('」'),
        '『' => Some('』'),
        _ => None,
    }
}

/// What `word` was meant to be, what is wrong with it, and the mend.
pub(super) fn word(word: &str) -> Option<(Vec<String>, String, Option<String>)> {
    let lower = word.to_ascii_lowercase();
    let meant: &[&str] = match lower.as_str() {
        "else" => &["otherwise"],
        "elif" | "elseif" | "elsif" => &["otherwise", "if"],
        "true" => &["yes"],
        "false" => &["no"],
        "null" | "nil" => &["none"],
        _ => &[],
    };
    if !meant.is_empty() {
        let message = format!("`{word}` is not a word of the language");
        return Some((meant.iter().map(|&word| word.to_owned()).collect(), message, Some(say(&meant.join(" ")))));
    }
    if word.contains('-') {
        let name = snake(word);
        let help = format!("write `{name}`; to subtract, put a space on both sides of `-`");
        return Some((vec![name], format!("`{word}`: a name has `_` where a term has a hyphen"), Some(help)));
    }
    let upper = word.bytes().any(|byte| byte.is_ascii_uppercase());
    let title = words::is_type_name(word) && !word.contains('_');
    if upper && words::is_reserved(&lower) && !is_collection(&lower) {
        let shouted = !word.bytes().any(|byte| byte.is_ascii_lowercase());
        let help = if title && !shouted { format!("write `{lower}`; a type needs another name") } else { say(&lower) };
        return Some((vec![lower], format!("`{word}`: keywords are lower-case"), Some(help)));
    }
    if upper && !title {
        let name = snake(word);
        let help = format!("write `{name}`; a type is written in one piece, such as `SupplyLevel`");
        return Some((vec![name], format!("`{word}`: a name has no capital letters"), Some(help)));
    }
    word.starts_with('_').then(|| {
        let name = match word.trim_start_matches('_') {
            rest if rest.starts_with(|c: char| c.is_ascii_alphabetic()) => rest.to_owned(),
            rest => format!("x{rest}"),
        };
        (vec![name], format!("`{word}`: a name begins with a letter"), None)
    })
}

/// What stands where people begin a statement with `word`.
pub(super) fn statement(word: &str) -> Option<&'static str> {
    Some(match word {
        "break" | "exit" => "`leave the loop`",
        "call" | "execute" | "invoke" | "perform" | "run" => "`do name(…)`",
        "continue" | "skip" => "what is left of the turn under an `if`",
        "deal" => "`draw 3 from deck as drawn`",
        "decrease" | "decrement" | "deduct" | "reduce" | "subtract" => "`lower … by …`",
        "delete" | "destroy" | "discard" | "eliminate" => "`remove …`, or `remove … from …`",
        "increase" | "increment" => "`raise … by …`",
        "loop" => "`for each x in …`, or `repeat until …`",
        "or" => "`otherwise if …`",
        "pass" => "`do nothing`",
        "return" => "`procedure name(…) gives x: T`, and here `set x to …`",
        "unless" => "`if not …`",
        "until" => "`repeat until …`",
        "when" | "whenever" => "`if …`",
        "while" => "`repeat until …`, with what ends it",
        _ => return None,
    })
}

/// What is written for an operation that other notations spell `word`.
pub(super) fn operation(word: &str) -> Option<&'static str> {
    Some(match word {
        "ascending" | "descending" | "ordered" | "sort" | "sorted" => "`x in … in order of lowest …`",
        "contains" => "`x in …`, the other way round",
        "cost" => "`costing …`",
        "div" => "`a / b, rounded down`",
        "equal" | "equals" => "`a is b`",
        "exceeds" | "greater" | "more" => "`a > b`",
        "fewer" | "less" => "`a < b`",
        "greatest" | "largest" | "maximum" => "`highest of …`, or `with highest …`",
        "isn" => "`a is not b`",
        "least" | "minimum" | "smallest" => "`lowest of …`, or `with lowest …`",
        "length" | "number" | "size" => "`count of …`",
        "minus" => "`a - b`",
        "mod" | "modulo" => "`a - b * (a / b, rounded down)`",
        "plus" => "`a + b`",
        "times" => "`a * b`",
        "xor" => "`a is not b`",
        _ => return None,
    })
}

/// `lateSummer`, `Late-Summer`, `LATE_SUMMER` as `late_summer`.
pub(super) fn snake(word: &str) -> String {
    let mut name = String::new();
    let mut after_small = false;
    for c in word.chars() {
        if c.is_ascii_uppercase() && after_small {
            name.push('_');
        }
        name.push(if c == '-' { '_' } else { c.to_ascii_lowercase() });
        after_small = c.is_ascii_lowercase() || c.is_ascii_digit();
    }
    name
}

/// `0.5` as `1 / 2`; `None` for what is no decimal number, such as 9.6.4.
pub(super) fn fraction(written: &str) -> Option<String> {
    let (whole, part) = written.split_once('.')?;
    // Seven digits are more than any rulebook has, and cannot overflow.
    if whole.len() + part.len() > 7 || part.is_empty() {
        return None;
    }
    let below = 10_u64.checked_pow(u32::try_from(part.len()).ok()?)?;
    let above: u64 = format!("{whole}{part}").parse().ok()?;
    let (mut a, mut b) = (above, below);
    while b > 0 {
        (a, b) = (b, a % b);
    }
    // 9.6 is more likely the number of a section than 48 / 5.
    if above > below && below / a > 4 {
        return None;
    }
    Some(if a == below { (above / below).to_string() } else { format!("{} / {}", above / a, below / a) })
}

fn say(word: &str) -> String {
    format!("write `{word}`")
}

/// Types may well be called `List` or `Map`.
fn is_collection(word: &str) -> bool {
    ["list", "set", "bag", "map", "distance"].contains(&word)
}
