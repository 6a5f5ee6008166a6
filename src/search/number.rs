//! Rule numbers such as 9.6.4: recognised, ordered and prefixed by component, so that 5.2 < 5.10 and 5.1 is no
//! prefix of 5.10.

use std::cmp::Ordering;

/// A rule number: one or more groups of digits joined by dots.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleNumber(Vec<String>);

impl RuleNumber {
    /// Reads `text` as a rule number; `None` if it is anything else.
    pub fn parse(text: &str) -> Option<Self> {
        let components: Vec<String> = text.split('.').map(str::to_owned).collect();
        let sound = |part: &String| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        components.iter().all(sound).then_some(Self(components))
    }

    /// The number and everything that it lies under, longest first: 12.5.2 gives 12.5.2, 12.5, 12.
    pub fn prefixes(&self) -> impl Iterator<Item = String> + '_ {
        (1..=self.0.len()).rev().map(|length| self.0[..length].join("."))
    }

    /// Whether it has more than one component, so that it can hardly be an ordinary quantity.
    pub fn is_dotted(&self) -> bool {
        self.0.len() > 1
    }
}

impl std::fmt::Display for RuleNumber {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(&self.0.join("."))
    }
}

/// Orders printed numbers component by component, digits by value; sections without a number come last.
pub fn compare(left: Option<&str>, right: Option<&str>) -> Ordering {
    match (left, right) {
        (None, None) => Ordering::Equal,
        (None, Some(_)) => Ordering::Greater,
        (Some(_), None) => Ordering::Less,
        (Some(left), Some(right)) => left.split('.').map(component).cmp(right.split('.').map(component)),
    }
}

/// Length before digits makes a comparison by value that no number is too long for.
fn component(text: &str) -> (usize, &str) {
    let digits = text.trim_start_matches('0');
    (digits.len(), digits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn components_are_compared_by_value() {
        assert_eq!(compare(Some("5.2"), Some("5.10")), Ordering::Less);
        assert_eq!(compare(Some("5"), Some("5.1")), Ordering::Less);
        assert_eq!(compare(Some("12"), Some("9.6.4")), Ordering::Greater);
        assert_eq!(compare(None, Some("99")), Ordering::Greater);
    }

    #[test]
    fn prefixes_end_at_components() {
        let prefixes: Vec<_> = RuleNumber::parse("5.10.1").unwrap().prefixes().collect();
        assert_eq!(prefixes, ["5.10.1", "5.10", "5"]);
        assert!(RuleNumber::parse("5.").is_none() && RuleNumber::parse("").is_none());
        assert!(RuleNumber::parse("5.1a").is_none());
    }
}
