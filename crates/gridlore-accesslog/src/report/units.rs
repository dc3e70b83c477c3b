//! Numbers for people: grouped digits, bytes and times with a unit.

use std::fmt::{self, Display, Formatter, Write};

/// Displays a number with narrow spaces between groups of thousands.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Grouped(pub(crate) u64);

impl Display for Grouped {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let digits = self.0.to_string();
        for (index, digit) in digits.chars().enumerate() {
            if index > 0 && (digits.len() - index).is_multiple_of(3) {
                f.write_char('\u{202f}')?;
            }
            f.write_char(digit)?;
        }
        Ok(())
    }
}

/// Displays a number of bytes with a decimal unit: `950 B`, `1.2 kB`, `34.5 MB`.
#[derive(Debug, Clone, Copy)]
pub struct Bytes(pub u64);

impl Display for Bytes {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        scaled(f, self.0, "B", &["kB", "MB", "GB", "TB", "PB", "EB"])
    }
}

/// Displays a number of microseconds with a unit: `950 µs`, `1.2 ms`, `34.5 s`.
#[derive(Debug, Clone, Copy)]
pub struct Micros(pub u64);

impl Display for Micros {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        scaled(f, self.0, "µs", &["ms", "s"])
    }
}

/// Writes a number below 1000 with the smallest unit, or a larger number to one decimal place with
/// the first larger unit that fits.
fn scaled(f: &mut Formatter<'_>, number: u64, unit: &str, larger: &[&str]) -> fmt::Result {
    if number < 1000 {
        return write!(f, "{number} {unit}");
    }
    let (mut tenths, mut at) = ((u128::from(number) * 10 + 500) / 1000, 0);
    while tenths >= 10_000 && at + 1 < larger.len() {
        tenths = (tenths + 500) / 1000;
        at += 1;
    }
    write!(f, "{}.{} {}", tenths / 10, tenths % 10, larger[at])
}

/// Returns a day as `2026-03-01`.
pub(crate) fn iso(day: crate::Day) -> String {
    let (year, month, day) = day.date();
    format!("{year:04}-{month:02}-{day:02}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_units() {
        for (number, bytes, micros) in [
            (0, "0 B", "0 µs"),
            (999, "999 B", "999 µs"),
            (1000, "1.0 kB", "1.0 ms"),
            (1_234_567, "1.2 MB", "1.2 s"),
            (999_999, "1.0 MB", "1.0 s"),
            (5_000_000_000, "5.0 GB", "5000.0 s"),
            (u64::MAX, "18.4 EB", "18446744073709.6 s"),
        ] {
            assert_eq!(
                (Bytes(number).to_string(), Micros(number).to_string()),
                (bytes.to_owned(), micros.to_owned())
            );
        }
        assert_eq!(Grouped(1_234_567).to_string(), "1\u{202f}234\u{202f}567");
    }
}
