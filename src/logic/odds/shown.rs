//! Shares, means and counts as people read them: rounded where they are long, exact where they are short.

use super::{Ratio, Signed};

/// The longest fraction that is shown.
const LONGEST_FRACTION: usize = 15;

/// A share as a fraction, if that is short.
pub fn fraction(share: &Ratio) -> Option<String> {
    // So many bits cannot be short; their digits would take long to find.
    if share.denominator().bits() > 64 {
        return None;
    }
    let text = share.to_string();
    (text.len() <= LONGEST_FRACTION).then_some(text)
}

/// In hundredths; what is only nearly nothing or all is not called so.
pub fn percent(share: &Ratio) -> String {
    let text = share.percent(2);
    match text.as_str() {
        "0.00" if !share.is_zero() => "<0.01".to_owned(),
        "100.00" if share.numerator() != share.denominator() => ">99.99".to_owned(),
        _ => text,
    }
}

/// Points of a hundred, with their sign.
pub fn points(difference: &Signed) -> String {
    let size = percent(&difference.size);
    match (difference.size.is_zero(), difference.negative) {
        (true, _) => size,
        (_, true) => format!("-{size}"),
        (_, false) => format!("+{size}"),
    }
}

/// `7/3 ≈ 2.3333` and `9/2 = 4.5`, or only the decimals where the fraction is long.
pub fn number(mean: &Signed) -> String {
    let decimals = format!("{:.4}", mean.approximate());
    // So many bits are no short fraction either.
    if mean.size.numerator().bits().max(mean.size.denominator().bits()) > 64 {
        return format!("≈ {decimals}");
    }
    let exact = mean.to_string();
    let Some((_, below)) = exact.split_once('/') else { return exact };
    // Four decimals are all there are where the denominator divides 10,000.
    let whole = below.parse::<u32>().is_ok_and(|below| 10_000_u32.is_multiple_of(below));
    let about = if whole { format!("= {}", decimals.trim_end_matches('0')) } else { format!("≈ {decimals}") };
    if exact.len() > LONGEST_FRACTION { about } else { format!("{exact} {about}") }
}

/// `1 state`, `62,046 states`.
pub fn several(count: u64, word: &str) -> String {
    format!("{} {word}{}", grouped(count), if count == 1 { "" } else { "s" })
}

/// `62,046`.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
