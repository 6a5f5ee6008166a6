//! Days of the calendar. It is the Gregorian one for all years from 1 to 9999, also for those in which it was not used yet.

use std::fmt;

use jiff::{Span, civil};

/// The months as logic writes them.
const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// A day. The later of two is the greater.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Date(i64);

/// What days are counted in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the names are the words")]
pub enum Unit {
    Day,
    Week,
    Month,
    Year,
}

/// A part of a date, as a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the names are the words")]
pub enum Part {
    Year,
    Month,
    Day,
}

impl Unit {
    /// The unit that is called so, one of it or several.
    pub fn called(word: &str) -> Option<Self> {
        Some(match word.strip_suffix('s').unwrap_or(word) {
            "day" => Self::Day,
            "week" => Self::Week,
            "month" => Self::Month,
            "year" => Self::Year,
            _ => return None,
        })
    }

    /// Several of it, in a word.
    pub fn plural(self) -> &'static str {
        match self {
            Self::Day => "days",
            Self::Week => "weeks",
            Self::Month => "months",
            Self::Year => "years",
        }
    }
}

impl Part {
    /// The part that is called so.
    pub fn called(word: &str) -> Option<Self> {
        Some(match word {
            "year" => Self::Year,
            "month" => Self::Month,
            "day" => Self::Day,
            _ => return None,
        })
    }
}

/// The number of the month that is called so, from 1 to 12.
pub fn month_called(word: &str) -> Option<u8> {
    (1..).zip(MONTHS).find(|(_, name)| *name == word).map(|(number, _)| number)
}

/// The name of a month by its number from 1 to 12.
pub fn month_name(number: u8) -> &'static str {
    usize::from(number).checked_sub(1).and_then(|at| MONTHS.get(at)).copied().unwrap_or("?")
}

impl Date {
    /// 1 January of the year 1.
    pub const FIRST: Self = Self((16 + 1) * 32 + 1);

    /// The day of these numbers, if there is one.
    pub fn new(year: i64, month: i64, day: i64) -> Option<Self> {
        let date = civil::Date::new(year.try_into().ok()?, month.try_into().ok()?, day.try_into().ok()?).ok()?;
        Self::of(date)
    }

    /// The day that is written `2010-04-06`.
    pub fn parse(text: &str) -> Option<Self> {
        let mut parts = text.split('-');
        let [year, month, day] = [parts.next()?, parts.next()?, parts.next()?];
        let digits = |part: &str, length| part.len() == length && part.bytes().all(|byte| byte.is_ascii_digit());
        if parts.next().is_some() || !digits(year, 4) || !digits(month, 2) || !digits(day, 2) {
            return None;
        }
        Self::new(year.parse().ok()?, month.parse().ok()?, day.parse().ok()?)
    }

    fn of(date: civil::Date) -> Option<Self> {
        let (year, month, day) = (i64::from(date.year()), i64::from(date.month()), i64::from(date.day()));
        (1..=9999).contains(&year).then_some(Self((year * 16 + month) * 32 + day))
    }

    /// Its year, its month from 1 to 12, and its day from 1 to 31.
    pub fn parts(self) -> (i64, u8, u8) {
        let small = |number: i64| u8::try_from(number).unwrap_or_default();
        (self.0 >> 9, small((self.0 >> 5) & 15), small(self.0 & 31))
    }

    /// A part of it.
    pub fn part(self, part: Part) -> i64 {
        let (year, month, day) = self.parts();
        match part {
            Part::Year => year,
            Part::Month => i64::from(month),
            Part::Day => i64::from(day),
        }
    }

    fn civil(self) -> civil::Date {
        let (year, month, day) = self.parts();
        let of = |number: u8| i8::try_from(number).unwrap_or(1);
        civil::Date::new(i16::try_from(year).unwrap_or(1), of(month), of(day)).unwrap_or(civil::Date::ZERO)
    }

    /// The day so many later, or earlier where that is below 0. In a month that has no such day it is the last one.
    pub fn later(self, count: i64, unit: Unit) -> Option<Self> {
        let span = match unit {
            Unit::Day => Span::new().try_days(count),
            Unit::Week => Span::new().try_weeks(count),
            Unit::Month => Span::new().try_months(count),
            Unit::Year => Span::new().try_years(count),
        };
        Self::of(self.civil().checked_add(span.ok()?).ok()?)
    }

    /// How many whole units go from it to another day; below 0 where that is earlier.
    pub fn until(self, other: Self, unit: Unit) -> i64 {
        let days = || self.civil().until(other.civil()).map_or(0, |span| i64::from(span.get_days()));
        match unit {
            Unit::Day => days(),
            Unit::Week => days() / 7,
            Unit::Month | Unit::Year => {
                let (from, to) = (self.parts(), other.parts());
                let months = (to.0 - from.0) * 12 + i64::from(to.1) - i64::from(from.1);
                // Whole ones: so many from here must not go beyond the other day.
                let whole = match self.later(months, Unit::Month) {
                    Some(reached) if self <= other && reached > other => months - 1,
                    Some(reached) if self > other && reached < other => months + 1,
                    _ => months,
                };
                if unit == Unit::Month { whole } else { whole / 12 }
            }
        }
    }

    /// As a number, and the day of one: for what keeps values as bytes.
    pub(in crate::logic) fn as_number(self) -> i64 {
        self.0
    }

    /// The day of a number that [`Self::as_number`] gave.
    pub(in crate::logic) fn from_number(number: i64) -> Option<Self> {
        let (year, month, day) = Self(number).parts();
        Self::new(year, i64::from(month), i64::from(day))
    }
}

impl fmt::Display for Date {
    /// `2010-04-06`, as examples write it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month, day) = self.parts();
        write!(f, "{year:04}-{month:02}-{day:02}")
    }
}

impl fmt::Debug for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn date(text: &str) -> Date {
        Date::parse(text).expect(text)
    }

    #[test]
    fn months_end_where_they_have_no_such_day() {
        assert_eq!(date("2010-01-31").later(1, Unit::Month), Some(date("2010-02-28")));
        assert_eq!(date("2012-02-29").later(1, Unit::Year), Some(date("2013-02-28")));
        assert_eq!(date("2010-03-01").later(-1, Unit::Day), Some(date("2010-02-28")));
        assert_eq!(date("9999-12-31").later(1, Unit::Day), None);
        assert_eq!(date("2010-01-01").later(i64::MAX, Unit::Week), None);
    }

    #[test]
    fn whole_units_are_counted() {
        let whole = |from: &str, to: &str, unit| date(from).until(date(to), unit);
        assert_eq!(whole("2010-04-06", "2011-04-05", Unit::Year), 0);
        assert_eq!(whole("2010-04-06", "2011-04-06", Unit::Year), 1);
        assert_eq!(whole("2010-01-31", "2010-02-28", Unit::Month), 1);
        assert_eq!(whole("2010-02-28", "2010-01-31", Unit::Month), 0);
        assert_eq!(whole("2010-03-31", "2010-02-28", Unit::Month), -1);
        assert_eq!(whole("2010-03-01", "2010-02-27", Unit::Day), -2);
        assert_eq!(whole("2010-03-01", "2010-03-14", Unit::Week), 1);
    }

    #[test]
    fn the_later_is_the_greater_and_all_are_read_back() {
        let mut day = date("1999-12-25");
        for _ in 0..800 {
            let next = day.later(1, Unit::Day).expect("a day");
            assert!(day < next, "{day} {next}");
            assert_eq!(Date::parse(&next.to_string()), Some(next));
            assert_eq!(Date::from_number(next.as_number()), Some(next));
            assert_eq!(day.until(next, Unit::Day), 1);
            day = next;
        }
        for wrong in ["2010-2-3", "2010-02-30", "10-02-03", "2010-02-03-04", "0000-01-01", "2010-02-0x"] {
            assert_eq!(Date::parse(wrong), None, "{wrong}");
        }
    }
}
