//! Days and times as written in logs: `01/Mar/2026:09:00:00 +0000`.
//!
//! A day is in the log’s own time zone, not in UTC, so reports show the days of the server’s
//! location.

use std::fmt::{self, Display};

const MONTHS: [&[u8; 3]; 12] =
    [b"Jan", b"Feb", b"Mar", b"Apr", b"May", b"Jun", b"Jul", b"Aug", b"Sep", b"Oct", b"Nov", b"Dec"];

/// A day as a number of days since 1 January 1970.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Day(i32);

impl Day {
    /// Returns the day for a year (1 to 9999), a month (1 to 12) and a day of the month, or `None`
    /// if there is no such day.
    ///
    /// # Source
    /// Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", 2013, which counts years from
    /// March.
    #[must_use]
    pub fn new(year: i32, month: i32, day: i32) -> Option<Self> {
        let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
        let last = match month {
            4 | 6 | 9 | 11 => 30,
            2 if is_leap => 29,
            2 => 28,
            _ => 31,
        };
        if !(1..=9999).contains(&year) || !(1..=12).contains(&month) || !(1..=last).contains(&day) {
            return None;
        }
        let year = if month <= 2 { year - 1 } else { year };
        let era = year / 400;
        let year_of_era = year % 400;
        let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
        let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
        Some(Self(era * 146_097 + day_of_era - 719_468))
    }

    /// Returns the year, month and day of the month.
    #[must_use]
    pub const fn date(self) -> (i32, i32, i32) {
        let days = self.0 + 719_468;
        let era = days.div_euclid(146_097);
        let day_of_era = days.rem_euclid(146_097);
        let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
        let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let month = (5 * day_of_year + 2) / 153;
        let day = day_of_year - (153 * month + 2) / 5 + 1;
        let month = if month < 10 { month + 3 } else { month - 9 };
        (year_of_era + era * 400 + if month <= 2 { 1 } else { 0 }, month, day)
    }

    /// 1 January 1970.
    pub(crate) const EPOCH: Self = Self(0);

    /// Parses `2026-03-01`.
    #[must_use]
    pub fn parse_iso(text: &[u8]) -> Option<Self> {
        let &[y1, y2, y3, y4, b'-', m1, m2, b'-', d1, d2] = text else { return None };
        Self::new(number(&[y1, y2, y3, y4])?, number(&[m1, m2])?, number(&[d1, d2])?)
    }

    /// Returns the day with this number of days since 1970, up to the year 9999.
    pub(crate) const fn from_number(number: i32) -> Option<Self> {
        if number >= 0 && number <= 2_932_896 { Some(Self(number)) } else { None }
    }

    /// Returns the number of days since 1 January 1970.
    #[must_use]
    pub const fn number(self) -> i32 {
        self.0
    }

    /// Parses `01/Mar/2026`.
    #[must_use]
    pub fn parse(text: &[u8]) -> Option<Self> {
        let &[d1, d2, b'/', m1, m2, m3, b'/', y1, y2, y3, y4] = text else { return None };
        let month = MONTHS.iter().position(|month| **month == [m1, m2, m3])?;
        Self::new(number(&[y1, y2, y3, y4])?, i32::try_from(month).ok()? + 1, number(&[d1, d2])?)
    }
}

/// A time in the log’s own time zone, in seconds since 1970. It is displayed as `2026-03-01
/// 09:00:00`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Moment(pub(crate) u32);

impl Moment {
    /// Returns the moment for a second of a day: the earliest moment for days before 1970, and the
    /// latest for days after 2106.
    pub(crate) fn new(day: Day, second: u32) -> Self {
        let seconds = i64::from(day.0) * 86_400 + i64::from(second.min(86_399));
        Self(u32::try_from(seconds.max(0)).unwrap_or(u32::MAX))
    }

    /// Returns whether the time is unknown.
    #[must_use]
    pub const fn is_unknown(self) -> bool {
        self.0 == 0
    }
}

impl Display for Moment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month, day) = Day((self.0 / 86_400).cast_signed()).date();
        let second = self.0 % 86_400;
        write!(
            f,
            "{year:04}-{month:02}-{day:02} {:02}:{:02}:{:02}",
            second / 3600,
            second / 60 % 60,
            second % 60
        )
    }
}

fn number(digits: &[u8]) -> Option<i32> {
    digits.iter().try_fold(0, |sum, digit| digit.is_ascii_digit().then(|| sum * 10 + i32::from(digit - b'0')))
}

/// Writes the day as in logs: `01/Mar/2026`.
impl Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month, day) = self.date();
        let month = MONTHS[usize::try_from(month - 1).unwrap_or_default()];
        write!(f, "{day:02}/{}/{year:04}", std::str::from_utf8(month).unwrap_or_default())
    }
}

/// Parses `:09:00:00 +0000` as the second of the day; a leap second is accepted.
pub(crate) fn seconds(text: &[u8; 15]) -> Option<u32> {
    let [b':', h1, h2, b':', m1, m2, b':', s1, s2, b' ', b'+' | b'-', zone @ ..] = text else { return None };
    let two = |tens: &u8, ones: &u8| -> Option<u32> {
        (tens.is_ascii_digit() && ones.is_ascii_digit())
            .then(|| u32::from(tens - b'0') * 10 + u32::from(ones - b'0'))
    };
    let (hour, minute, second) = (two(h1, h2)?, two(m1, m2)?, two(s1, s2)?);
    let zone_minutes = two(&zone[2], &zone[3])?;
    let is_time =
        hour < 24 && minute < 60 && second <= 60 && two(&zone[0], &zone[1])? < 24 && zone_minutes < 60;
    is_time.then_some(hour * 3600 + minute * 60 + second)
}

/// Parses seconds since 1970, with or without a fraction; `2026-03-01T09:00:00...`; or
/// `01/Mar/2026:09:00:00 +0000`. The day is taken as written; for seconds since 1970, it is in UTC.
pub(crate) fn moment(text: &[u8]) -> Option<(Day, u32)> {
    if let Some((date, rest)) = text.split_first_chunk::<11>()
        && let Some(day) = Day::parse(date)
    {
        return Some((day, seconds(rest.first_chunk()?)?));
    }
    if let Some((date, [b'T' | b' ', time @ ..])) = text.split_first_chunk::<10>()
        && let Some(day) = Day::parse_iso(date)
    {
        let mut clock = *b":00:00:00 +0000";
        clock[1..9].copy_from_slice(time.first_chunk::<8>()?);
        return Some((day, seconds(&clock)?));
    }
    let whole = text.split(|&byte| byte == b'.').next()?;
    let since =
        std::str::from_utf8(whole).ok()?.parse::<u64>().ok().and_then(|since| i64::try_from(since).ok())?;
    Some((Day::from_number(i32::try_from(since / 86_400).ok()?)?, u32::try_from(since % 86_400).ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_round_trip() {
        let mut last = Day::new(1969, 12, 31).unwrap();
        assert_eq!(last.number(), -1);
        for year in 1970..=2105 {
            for month in 1..=12 {
                for day in 1..=31 {
                    let Some(next) = Day::new(year, month, day) else { continue };
                    assert_eq!(next.number(), last.number() + 1, "{year}-{month}-{day}");
                    assert_eq!(next.date(), (year, month, day));
                    assert_eq!(Day::parse(next.to_string().as_bytes()), Some(next));
                    last = next;
                }
            }
        }
        assert_eq!(last.number(), 49_672);
    }

    #[test]
    fn moments_show_day_and_time() {
        let day = Day::new(2026, 3, 1).unwrap();
        assert_eq!(Moment::new(day, 9 * 3600 + 61).to_string(), "2026-03-01 09:01:01");
        assert_eq!(Moment::new(day, 86_400).to_string(), "2026-03-01 23:59:59", "a leap second");
        assert!(Moment::new(Day::new(1900, 1, 1).unwrap(), 5).is_unknown());
        assert_eq!(Moment::new(Day::new(9999, 1, 1).unwrap(), 5), Moment(u32::MAX));
    }

    #[test]
    fn invalid_times_are_rejected() {
        for text in [
            "99/Foo/2026",
            "31/Feb/2026",
            "29/Feb/2100",
            "00/Jan/2026",
            "1/Jan/2026",
            "01/jan/2026",
            "01-Jan-2026",
            "01/Jan/0000",
        ] {
            assert_eq!(Day::parse(text.as_bytes()), None, "{text}");
        }
        assert_eq!(Day::parse(b"29/Feb/2024").unwrap().to_string(), "29/Feb/2024");
        assert_eq!(seconds(b":23:59:60 +0100"), Some(86_400));
        for text in [
            b":24:00:00 +0000",
            b":00:60:00 +0000",
            b":00:00:61 +0000",
            b":00:00:00 +2400",
            b":00:00:00 +0060",
            b":0 :00:00 +0000",
            b":00:00:00+00000",
            b" 00:00:00 +0000",
        ] {
            assert_eq!(seconds(text), None, "{}", String::from_utf8_lossy(text));
        }
    }
}
