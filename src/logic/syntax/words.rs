//! The words of the language: those no name may have, and those that mean something only where they stand.

/// Words that cannot be names, since an expression or a clause could not be read without doubt otherwise.
/// They may stand behind a dot and before the colon of a record's field all the same (`link.from`).
pub const RESERVED: &[&str] = &[
    "and", "any", "as", "bag", "by", "changes", "distance", "every", "except", "external", "for", "from", "gives", "has",
    "if", "in", "is", "list", "map", "max", "min", "no", "none", "not", "of", "only", "or", "otherwise", "reachable",
    "reads", "set", "some", "then", "through", "to", "unknown", "unless", "when", "where", "with", "within", "yes",
];

/// Words that begin a definition.
pub const DEFINITIONS: &[&str] = &[
    "type", "entity", "record", "state", "graph", "judgement", "value", "exception", "modifier", "add", "permission",
    "table", "procedure", "assume",
];

/// Words that begin a statement.
pub const STATEMENTS: &[&str] = &[
    "let", "set", "raise", "lower", "add", "remove", "create", "roll", "draw", "pick", "choose", "for", "repeat", "if",
    "otherwise", "require", "do", "stop",
];

/// Words that mean something in one place only, and are free to be names elsewhere.
pub const ELSEWHERE_FREE: &[&str] = &[
    "at", "most", "least", "forbidden", "allowed", "removing", "it", "random", "each", "highest", "lowest", "until",
    "times", "empty", "half", "rounded", "up", "down", "count", "sum", "number", "fraction", "neighbours", "shortest",
    "paths", "steps", "row",
];

/// Whether no name may be this word.
pub fn is_reserved(word: &str) -> bool {
    RESERVED.contains(&word)
}
