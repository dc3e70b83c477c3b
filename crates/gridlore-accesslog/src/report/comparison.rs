//! Compares two periods.

use crate::report::{Count, Report};
use std::cmp::Reverse;
use std::collections::HashMap;

/// An entry, or a total, with its counts in both periods.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// The name of the entry.
    pub name: String,
    /// The count in the first period.
    pub first: u64,
    /// The count in the second period.
    pub second: u64,
}

impl Change {
    /// Returns the increase in the second period.
    #[must_use]
    pub fn difference(&self) -> i128 {
        i128::from(self.second) - i128::from(self.first)
    }

    /// Returns the increase in tenths of a percent, rounded towards zero, or `None` if the first
    /// count is 0.
    #[must_use]
    pub fn permille(&self) -> Option<i128> {
        (self.first > 0).then(|| self.difference() * 1000 / i128::from(self.first))
    }
}

/// A comparison of two reports.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Comparison {
    /// Hits, views, visitors, views from other sites, and bytes.
    pub totals: Vec<Change>,
    /// Hits by status code.
    pub statuses: Vec<Change>,
    /// Views by page. Here and below, the largest changes come first.
    pub pages: Vec<Change>,
    /// Views by referring site.
    pub sites: Vec<Change>,
    /// Views by site and page, their names separated by a space.
    pub pairs: Vec<Change>,
}

impl Comparison {
    /// Compares two reports, which must contain complete tables. Keeps the `top` largest changes of
    /// each table.
    #[must_use]
    pub fn new(first: &Report, second: &Report, top: usize) -> Self {
        let hits = |report: &Report| report.days.values().map(|day| day.hits).sum();
        let total = |name: &str, by: &dyn Fn(&Report) -> u64| Change {
            name: name.to_owned(),
            first: by(first),
            second: by(second),
        };
        let views = |all: &[Count]| -> Vec<(String, u64)> {
            all.iter().map(|count| (count.name.clone(), count.views)).collect()
        };
        let pairs = |report: &Report| -> Vec<(String, u64)> {
            report.pairs.iter().map(|pair| (format!("{} {}", pair.site, pair.page), pair.views)).collect()
        };
        let statuses = |report: &Report| -> Vec<(String, u64)> {
            report.statuses.iter().map(|(status, hits)| (status.to_string(), *hits)).collect()
        };
        Self {
            totals: vec![
                total("hits", &hits),
                total("views", &|report| report.views),
                total("visitors", &|report| report.visitors),
                total("views from other sites", &|report| report.external_views),
                total("bytes", &|report| report.bytes),
            ],
            statuses: changes(statuses(first), statuses(second), usize::MAX),
            pages: changes(views(&first.pages), views(&second.pages), top),
            sites: changes(views(&first.sites), views(&second.sites), top),
            pairs: changes(pairs(first), pairs(second), top),
        }
    }
}

/// Returns the entries that changed, largest changes first.
fn changes(first: Vec<(String, u64)>, second: Vec<(String, u64)>, top: usize) -> Vec<Change> {
    let mut counts: HashMap<String, [u64; 2]> = HashMap::new();
    for (period, all) in [first, second].into_iter().enumerate() {
        for (name, count) in all {
            counts.entry(name).or_default()[period] += count;
        }
    }
    let mut all: Vec<Change> = counts
        .into_iter()
        .map(|(name, [first, second])| Change { name, first, second })
        .filter(|change| change.difference() != 0)
        .collect();
    all.sort_by_cached_key(|change| (Reverse(change.difference().unsigned_abs()), change.name.clone()));
    all.truncate(top);
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Selection, Tally};

    #[test]
    fn the_largest_changes_come_first() {
        let line = |day: u8, page: &str, site: &str| {
            format!(
                "192.0.2.1 - - [0{day}/Mar/2026:09:00:00 +0000] \"GET {page} HTTP/1.1\" 200 5 \"https://{site}/\" \"A\"\n"
            )
        };
        let log = [
            line(1, "/a", "x.example"),
            line(1, "/b", "x.example"),
            line(1, "/b", "x.example"),
            line(2, "/a", "x.example"),
            line(2, "/c", "y.example"),
            line(2, "/c", "y.example"),
            line(2, "/c", "y.example"),
        ]
        .concat();
        let report = |day: &str| {
            let day = crate::Day::parse_iso(day.as_bytes());
            let mut tally = Tally::new(Selection { first: day, last: day, ..Selection::default() }.into(), 0);
            tally.add_lines(log.as_bytes());
            Report::new(&tally, usize::MAX)
        };
        let comparison = Comparison::new(&report("2026-03-01"), &report("2026-03-02"), 2);
        let lines = |changes: &[Change]| -> Vec<String> {
            changes
                .iter()
                .map(|change| {
                    format!("{} {} {} {:?}", change.name, change.first, change.second, change.permille())
                })
                .collect()
        };
        assert_eq!(lines(&comparison.pages), ["/c 0 3 None", "/b 2 0 Some(-1000)"]);
        assert_eq!(lines(&comparison.sites), ["y.example 0 3 None", "x.example 3 1 Some(-666)"]);
        assert_eq!(lines(&comparison.totals)[..2], ["hits 3 4 Some(333)", "views 3 4 Some(333)"]);
        assert_eq!(lines(&comparison.pairs)[0], "y.example /c 0 3 None");
    }
}
