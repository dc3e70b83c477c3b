//! The findings of a case: one row per measurement, with its bound and the verdict.
//!
//! A case without rows has shown nothing, so it fails.

use std::fmt;

/// A measured amount with its unit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Amount {
    Bytes(u64),
    Seconds(f64),
    Count(u64),
    Times(f64),
}

impl Amount {
    /// Returns whether this is at most `bound`; always false for different units and NaN.
    fn is_within(self, bound: Self) -> bool {
        match (self, bound) {
            (Self::Bytes(found), Self::Bytes(bound)) | (Self::Count(found), Self::Count(bound)) => {
                found <= bound
            }
            (Self::Seconds(found), Self::Seconds(bound)) | (Self::Times(found), Self::Times(bound)) => {
                found <= bound
            }
            _ => false,
        }
    }

    /// Returns this amount as a share of `bound`, to find the row closest to its bound.
    #[expect(clippy::cast_precision_loss, reason = "a share for sorting")]
    fn share_of(self, bound: Self) -> f64 {
        let number = |amount| match amount {
            Self::Bytes(count) | Self::Count(count) => count as f64,
            Self::Seconds(value) | Self::Times(value) => value,
        };
        number(self) / number(bound).max(1e-9)
    }
}

impl fmt::Display for Amount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Bytes(bytes) if bytes < 1_000_000 => write!(f, "{} kB", bytes.div_ceil(1000)),
            Self::Bytes(bytes) => write!(f, "{} MB", bytes.div_ceil(1_000_000)),
            Self::Seconds(seconds) => write!(f, "{seconds:.2} s"),
            Self::Count(count) => write!(f, "{count}"),
            Self::Times(times) => write!(f, "factor {times:.1}"),
        }
    }
}

/// A row: the measured quantity, the result, and the bound.
#[derive(Debug, Clone)]
struct Finding {
    what: String,
    figure: String,
    /// The bound; empty if the figure needs none.
    bound: String,
    holds: bool,
    /// Whether the figure is a duration, which depends on the machine's other work.
    is_duration: bool,
    /// The used share of the bound; 0 for rows without a measurement.
    share: f64,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.what, self.figure)?;
        if !self.bound.is_empty() && !self.holds {
            write!(f, " (at most {})", self.bound)?;
        }
        Ok(())
    }
}

/// The rows of a case, in the order in which they were added.
#[derive(Debug, Clone, Default)]
pub(crate) struct Findings(Vec<Finding>);

impl Findings {
    /// Adds an amount that must not exceed `bound`.
    pub(crate) fn at_most(&mut self, what: impl Into<String>, found: Amount, bound: Amount) {
        self.0.push(Finding {
            what: what.into(),
            figure: found.to_string(),
            bound: bound.to_string(),
            holds: found.is_within(bound),
            is_duration: matches!(found, Amount::Seconds(_)),
            share: found.share_of(bound),
        });
    }

    /// Adds a condition that must hold.
    pub(crate) fn expect(&mut self, what: impl Into<String>, holds: bool, figure: impl Into<String>) {
        let (what, figure) = (what.into(), figure.into());
        self.0.push(Finding { what, figure, bound: String::new(), holds, is_duration: false, share: 0.0 });
    }

    /// Adds a list that must be empty.
    pub(crate) fn none(&mut self, what: impl Into<String>, offenders: &[String]) {
        let figure = match offenders {
            [] => "none".to_owned(),
            [first] => first.clone(),
            _ => {
                let shown = offenders.iter().take(8).map(String::as_str).collect::<Vec<_>>().join(" | ");
                format!("{}: {shown}", offenders.len())
            }
        };
        self.expect(what, offenders.is_empty(), figure);
    }

    /// Returns whether there are rows, and all of them pass.
    pub(crate) fn hold(&self) -> bool {
        !self.0.is_empty() && self.0.iter().all(|finding| finding.holds)
    }

    /// Returns whether some rows failed, and all of them are durations.
    pub(crate) fn are_only_slow(&self) -> bool {
        let mut failed = self.0.iter().filter(|finding| !finding.holds).peekable();
        failed.peek().is_some() && failed.all(|finding| finding.is_duration)
    }

    /// Returns a one-line summary: all rows if there are few, otherwise their number and the row
    /// closest to its bound.
    pub(crate) fn summary(&self) -> String {
        let failed = self.failed();
        match (self.0.as_slice(), failed.len()) {
            ([], _) => "nothing was measured".to_owned(),
            (rows, 0) if rows.len() <= 3 => {
                rows.iter().map(Finding::to_string).collect::<Vec<_>>().join("; ")
            }
            (rows, 0) => {
                let nearest = rows.iter().max_by(|one, other| one.share.total_cmp(&other.share));
                let nearest = nearest.map(Finding::to_string).unwrap_or_default();
                format!("{} checks, closest to its bound: {nearest}", rows.len())
            }
            (rows, count) => format!("{count} of {} checks failed: {}", rows.len(), failed[0]),
        }
    }

    /// Returns the rows that fail.
    pub(crate) fn failed(&self) -> Vec<String> {
        self.0.iter().filter(|finding| !finding.holds).map(Finding::to_string).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_rows_do_not_hold() {
        assert!(!Findings::default().hold());
        assert_eq!(Findings::default().summary(), "nothing was measured");
    }

    #[test]
    fn amounts_are_compared_within_their_unit() {
        assert!(
            Amount::Bytes(5).is_within(Amount::Bytes(5)) && !Amount::Bytes(6).is_within(Amount::Bytes(5))
        );
        assert!(!Amount::Seconds(0.1).is_within(Amount::Bytes(5)));
        assert!(!Amount::Seconds(f64::NAN).is_within(Amount::Seconds(1.0)));
        assert!(!Amount::Times(f64::INFINITY).is_within(Amount::Times(2.0)));
    }

    #[test]
    fn one_failure_among_many_is_the_verdict() {
        let mut findings = Findings::default();
        for number in 0..10 {
            findings.at_most(format!("row {number}"), Amount::Count(number), Amount::Count(8));
        }
        assert!(!findings.hold());
        assert_eq!(findings.failed(), ["row 9: 9 (at most 8)"]);
        assert_eq!(findings.summary(), "1 of 10 checks failed: row 9: 9 (at most 8)");
    }

    #[test]
    fn the_row_closest_to_its_bound_is_shown() {
        let mut findings = Findings::default();
        for (what, bytes) in [("a", 1_000_000), ("b", 9_000_000), ("c", 2_000_000), ("d", 3_000_000)] {
            findings.at_most(what, Amount::Bytes(bytes), Amount::Bytes(10_000_000));
        }
        findings.none("leaks", &[]);
        assert!(findings.hold());
        assert_eq!(findings.summary(), "5 checks, closest to its bound: b: 9 MB");
    }
}
