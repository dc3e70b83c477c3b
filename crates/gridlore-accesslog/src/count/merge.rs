//! Merges tallies, and limits their size.
//!
//! Parts of a log that are counted separately are merged exactly, in any order. A limited tally
//! keeps only some entries of each kind (see [`crate::count::column`]). Its totals, days, hours and
//! statuses stay exact, and visitors are estimated by [`crate::count::distinct`].

use crate::count::cells::{Cell, OTHERS};
use crate::count::column::{Column, ColumnBound, Row};
use crate::count::distinct::{Distinct, hash};
use crate::count::keys::Keys;
use crate::count::pairs::Pairs;
use crate::count::tally::{ASIDE, BadLine, DayRow, Tally, Visitors, split_visitor_key, visitor_key};
use std::hint::black_box;
use std::sync::{Mutex, PoisonError};

/// Size to which a limited table grows before entries are dropped, as a multiple of its limit, so
/// that entries are rarely dropped.
const ROOM: usize = 4;

/// The number of keys inserted together.
const BATCH: usize = 32;

impl Tally {
    /// Keeps the counts of at least the `most` most frequent entries of each kind, and of at most
    /// four times as many, so memory does not grow with the log. Strings of more than 1,000 bytes
    /// are reduced to their beginning and a hash.
    ///
    /// # Panics
    /// Panics if `most` is 0.
    pub fn limit(&mut self, most: usize) {
        assert!(most > 0, "the limit must be positive");
        let is_first = self.most_keys.replace(most).is_none();
        if is_first {
            for (column, by) in [
                (&mut self.methods, hits as fn(&Row) -> u64),
                (&mut self.hosts, hits),
                (&mut self.agents, hits),
                (&mut self.pages, views),
                (&mut self.referrers, |row: &Row| if row.kind & ASIDE == 0 { row.views } else { 0 }),
                (&mut self.sites, views),
                (&mut self.missing, hits),
                (&mut self.virtual_hosts, hits),
                (&mut self.times, hits),
            ] {
                column.shorten();
                let mut bound = ColumnBound { since: vec![0; column.rows.len()], ..ColumnBound::default() };
                for (number, row) in (0..).zip(&column.rows) {
                    if by(row) > 0 {
                        bound.distinct.add(hash(column.names.text(number), b""));
                    }
                }
                column.bound = Some(bound);
            }
            let mut distinct = Distinct::default();
            for pair in self.pairs.iter() {
                distinct.add(hash(self.sites.names.text(pair.one), self.pages.names.text(pair.other)));
            }
            self.pairs.set_bound(distinct);
            for row in &mut self.days {
                if let Visitors::All(keys) = &row.visitors {
                    let mut distinct = Distinct::default();
                    for (host, agent) in keys.iter().map(split_visitor_key) {
                        distinct.add(hash(self.hosts.names.text(host), self.agents.names.text(agent)));
                    }
                    row.visitors = Visitors::Estimated(distinct);
                }
            }
        }
        self.keep_to_bound();
    }

    /// Drops the entries with the fewest hits if there are too many entries.
    pub(crate) fn keep_to_bound(&mut self) {
        let Some(most) = self.most_keys else { return };
        let columns = [
            &self.methods,
            &self.hosts,
            &self.agents,
            &self.pages,
            &self.referrers,
            &self.sites,
            &self.missing,
            &self.virtual_hosts,
            &self.times,
        ];
        if columns.iter().all(|column| column.rows.len() <= ROOM * most) && self.pairs.len() <= ROOM * most {
            return;
        }
        let mut pairs = self.pairs.highest(most);
        let mut is_needed = vec![false; self.sites.rows.len()];
        let mut is_page_needed = vec![false; self.pages.rows.len()];
        for pair in &pairs {
            is_needed[pair.one as usize] = true;
            is_page_needed[pair.other as usize] = true;
        }
        let none = |_| false;
        self.referrers.keep(most, hits, none);
        for row in &self.referrers.rows {
            if let Some(is_needed) = is_needed.get_mut(row.site as usize) {
                *is_needed = true;
            }
        }
        let pages = self.pages.keep(most, hits, |page| is_page_needed[page as usize]);
        let sites = self.sites.keep(most, views, |site| is_needed[site as usize]);
        self.hosts.keep(most, hits, none);
        let agents = self.agents.keep(most, hits, none);
        let missing = self.missing.keep(most, hits, none);
        let virtual_hosts = self.virtual_hosts.keep(most, hits, none);
        self.times.keep(most, hits, none);
        // GET always has number 0.
        self.methods.keep(most, hits, |method| method == 0);
        let new = |numbers: &Option<Vec<Option<u32>>>, old: u32| match numbers {
            Some(numbers) => numbers.get(old as usize).copied().flatten().unwrap_or(0),
            None => old,
        };
        for row in &mut self.referrers.rows {
            row.site = new(&sites, row.site);
        }
        if let Some(cells) = &mut self.cells {
            let renumbered = [
                (Cell::Page, &pages),
                (Cell::Site, &sites),
                (Cell::Agent, &agents),
                (Cell::Missing, &missing),
                (Cell::VirtualHost, &virtual_hosts),
            ];
            for (table, numbers) in renumbered {
                if let Some(numbers) = numbers {
                    cells.renumber(table, |old| numbers.get(old as usize).copied().flatten());
                }
            }
        }
        for pair in &mut pairs {
            (pair.one, pair.other) = (new(&sites, pair.one), new(&pages, pair.other));
        }
        self.pairs.replace(pairs);
    }

    /// Adds the counts of the part of the log that follows this one, counted with the same
    /// selection. If either tally is limited, so is the result.
    ///
    /// Cost: one lookup for each entry, pair and visitor of the other part, on two processors.
    pub fn merge(&mut self, mut other: Self) {
        match (self.most_keys, other.most_keys) {
            (Some(most), None) => other.limit(most),
            (None, Some(most)) => self.limit(most),
            _ => {}
        }
        let room = self.most_bad.saturating_sub(self.bad.len());
        let bad = std::mem::take(&mut other.bad).into_iter().take(room);
        self.bad.extend(bad.map(|bad| BadLine { line: self.lines + bad.line, ..bad }));
        self.add_totals(&other);

        let agents = self.agents.merge(&other.agents);
        for row in &other.days {
            self.day_index(row.day);
        }
        let hosts = self.hosts.merge(&other.hosts);
        let missing = self.missing.merge(&other.missing);
        let virtual_hosts = self.virtual_hosts.merge(&other.virtual_hosts);
        self.times.merge(&other.times);
        for (&country, row) in &other.countries {
            let own = self.countries.entry(country).or_default();
            own.hits += row.hits;
            own.views += row.views;
            own.bytes = own.bytes.saturating_add(row.bytes);
        }
        // A part that was counted elsewhere has no cells, in which case the merged tally has none
        // either.
        let mut cells = self.cells.take().filter(|_| other.cells.is_some());
        let Self { days, methods, sites, pages, referrers, pairs, .. } = self;
        // Merging the visitors is most of the work; each thread takes the next day when it is free.
        let days = Mutex::new(days.iter_mut());
        let merge_days = || {
            loop {
                let day = days.lock().unwrap_or_else(PoisonError::into_inner).next();
                let Some(row) = day else { break };
                if let Some(index) = other.known_day(row.day) {
                    merge_day(row, &other.days[index], &hosts, &agents);
                }
            }
        };
        std::thread::scope(|scope| {
            scope.spawn(merge_days);
            methods.merge(&other.methods);
            let pages = pages.merge(&other.pages);
            let sites = merge_referrals(sites, referrers, pairs, &other, &pages);
            merge_days();
            if let (Some(own), Some(other)) = (&mut cells, &other.cells) {
                let new = |table: Cell, entry: u32| {
                    let numbers = match table {
                        Cell::Page => &pages,
                        Cell::Site => &sites,
                        Cell::Agent => &agents,
                        Cell::Missing => &missing,
                        Cell::VirtualHost => &virtual_hosts,
                        Cell::Country => return entry,
                    };
                    numbers.get(entry as usize).copied().unwrap_or(OTHERS)
                };
                own.merge(other, new);
            }
        });
        self.cells = cells;
        self.keep_to_bound();
    }

    /// Adds the counts that do not belong to an entry.
    fn add_totals(&mut self, other: &Self) {
        self.lines += other.lines;
        self.ok += other.ok;
        self.common += other.common;
        self.left_out += other.left_out;
        self.static_hits += other.static_hits;
        self.bot_hits += other.bot_hits;
        self.bytes = self.bytes.saturating_add(other.bytes);
        self.views += other.views;
        self.external_views += other.external_views;
        let pairs = self.faults.iter_mut().zip(&other.faults);
        let pairs = pairs.chain(self.hours.iter_mut().zip(&other.hours));
        for (own, other) in pairs.chain(self.statuses.iter_mut().zip(&other.statuses)) {
            *own += other;
        }
    }
}

const fn hits(row: &Row) -> u64 {
    row.hits
}

const fn views(row: &Row) -> u64 {
    row.views
}

/// Adds the sites, referrers and pairs of another tally; `pages` maps its page numbers to the
/// numbers here. Returns the corresponding map for its sites.
fn merge_referrals(
    own_sites: &mut Column,
    referrers: &mut Column,
    pairs: &mut Pairs,
    other: &Tally,
    pages: &[u32],
) -> Vec<u32> {
    let sites = own_sites.merge(&other.sites);
    let known = referrers.rows.len();
    referrers.merge(&other.referrers);
    for row in &mut referrers.rows[known..] {
        // A referrer without a site has site 0, which has no meaning.
        row.site = sites.get(row.site as usize).copied().unwrap_or(0);
    }
    pairs.merge(&other.pairs, |site, page| (sites[site as usize], pages[page as usize]));
    sites
}

/// Adds the counts and visitors of a day; `hosts` and `agents` map the other tally's numbers.
fn merge_day(own: &mut DayRow, other: &DayRow, hosts: &[u32], agents: &[u32]) {
    own.count.hits += other.count.hits;
    own.count.views += other.count.views;
    own.count.bytes = own.count.bytes.saturating_add(other.count.bytes);
    match (&mut own.visitors, &other.visitors) {
        (Visitors::All(own), Visitors::All(other)) => {
            own.reserve(other.len());
            insert(
                own,
                other.iter().map(|key| {
                    let (host, agent) = split_visitor_key(key);
                    visitor_key(hosts[host as usize], agents[agent as usize])
                }),
            );
        }
        (Visitors::Estimated(own), Visitors::Estimated(other)) => own.merge(other),
        _ => unreachable!("both are limited or neither is"),
    }
}

/// Inserts keys in batches, whose memory accesses overlap.
fn insert(own: &mut Keys, mut keys: impl Iterator<Item = u64>) {
    loop {
        let mut batch = [0; BATCH];
        let mut count = 0;
        for (place, key) in batch.iter_mut().zip(&mut keys) {
            *place = key;
            count += 1;
        }
        if count == 0 {
            return;
        }
        black_box(batch[..count].iter().fold(0, |preloaded, &key| preloaded ^ own.preload(key)));
        for &key in &batch[..count] {
            own.insert(key);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::count::column::MAX_TEXT_BYTES;
    use crate::{Part, PartError, Piece, Report, Tally};
    use proptest::prelude::*;
    use std::collections::HashMap;
    use std::sync::Arc;

    /// Returns the lines of a log in which a few entries are frequent and many are rare.
    fn log(lines: &[(u32, u32, u32)]) -> String {
        lines
            .iter()
            .map(|&(host, page, site)| {
                format!(
                    "192.0.2.{} - - [0{}/Mar/2026:09:00:00 +0000] \"GET /{} HTTP/1.1\" 200 5 \"https://{}.example/\" \"Agent {}\"\n",
                    host.isqrt(),
                    host % 3 + 1,
                    page.isqrt(),
                    site.isqrt(),
                    page % 7
                )
            })
            .collect()
    }

    fn counted(log: &str, most: Option<usize>) -> Tally {
        let mut tally = Tally::new(Arc::default(), 0);
        if let Some(most) = most {
            tally.limit(most);
        }
        tally.add_lines(log.as_bytes());
        tally
    }

    /// Writes a tally as pieces and reads it back.
    fn written(tally: &Tally) -> Result<Tally, PartError> {
        let mut part = Part::new(Arc::default());
        tally.pieces(|piece| part.add(piece))?;
        part.tally()
    }

    /// Returns the counts of a report by kind and entry.
    fn texts(report: &Report) -> HashMap<(u8, String), u64> {
        let kinds = [&report.pages, &report.hosts, &report.agents, &report.referrers, &report.sites];
        let mut all = HashMap::new();
        for (kind, counts) in (0..).zip(kinds) {
            for count in counts {
                all.insert((kind, count.name.clone()), count.views);
            }
        }
        for pair in &report.pairs {
            all.insert((9, format!("{} {}", pair.site, pair.page)), pair.views);
        }
        all
    }

    /// Compares a limited report with the exact report.
    fn check(found: &Report, truth: &Report, most: usize) {
        let exact = |report: &Report| {
            let Report { lines, ok, views, bytes, external_views, hours, .. } = *report;
            (lines, ok, views, bytes, external_views, hours)
        };
        assert_eq!(exact(found), exact(truth));
        assert_eq!(found.days, truth.days, "few visitors are counted exactly");
        assert_eq!(
            (found.distinct_pages, found.distinct_sites, found.distinct_pairs),
            (truth.distinct_pages, truth.distinct_sites, truth.distinct_pairs)
        );
        let approximate = found.approximate.unwrap_or_default();
        let missed = [
            approximate.pages,
            approximate.hosts,
            approximate.agents,
            approximate.referrers,
            approximate.sites,
            0,
            0,
            0,
            0,
            approximate.pairs,
        ];
        for missed in missed {
            assert!(missed <= found.lines / (most as u64 + 1), "{missed} with {most} of {}", found.lines);
        }
        let here = texts(found);
        for ((kind, text), views) in texts(truth) {
            let count = here.get(&(kind, text.clone())).copied().unwrap_or(0);
            assert!(
                count <= views && views <= count + missed[usize::from(kind)],
                "{text}: {count} of {views}"
            );
        }
        // The rest includes the hidden entries, and the views missing from the visible entries.
        let sum = |counts: &[crate::Count]| counts.iter().map(|count| count.views).sum::<u64>();
        assert_eq!(sum(&found.pages) + found.rest.pages.views, truth.views);
        assert_eq!(sum(&found.sites) + found.rest.sites.views, truth.external_views);
        assert!(found.pages.len() <= 4 * most + 32, "{} pages", found.pages.len());
    }

    #[test]
    fn missing_or_repeated_pieces_are_refused() {
        let lines: Vec<_> = (0..200).map(|number| (number * 7 % 90, number * 5 % 60, number % 30)).collect();
        for most in [None, Some(5)] {
            let tally = counted(&log(&lines), most);
            let mut count = 0;
            tally
                .pieces::<()>(|_| {
                    count += 1;
                    Ok(())
                })
                .unwrap();
            for missing in 0..count {
                let mut part = Part::new(Arc::default());
                let mut at = 0;
                let mut kind = None;
                let added = tally.pieces(|piece| {
                    at += 1;
                    if at == missing + 1 {
                        kind = Some(matches!(piece, Piece::Visitors { .. } | Piece::VisitorHashes { .. }));
                        return Ok(());
                    }
                    part.add(piece)
                });
                let result = added.and_then(|()| part.tally());
                // There is no total for visitors, and any entry may be missing from a limited
                // tally.
                assert!(
                    result.is_err() || kind == Some(true) || most.is_some(),
                    "piece {missing} of {count}"
                );
            }
            let mut twice = Part::new(Arc::default());
            tally.pieces(|piece| twice.add(piece)).unwrap();
            let mut refused = 0;
            let _ = tally.pieces::<()>(|piece| {
                let is_set = matches!(piece, Piece::Bound { .. } | Piece::VisitorHashes { .. });
                refused += usize::from(twice.add(piece).is_err() || is_set);
                Ok(())
            });
            assert_eq!(refused, count);
        }
    }

    #[test]
    fn a_limited_tally_shortens_long_texts() {
        let line = |page: &str, referrer: &str| {
            format!(
                "192.0.2.1 - - [01/Mar/2026:09:00:00 +0000] \"GET {page} HTTP/1.1\" 200 5 \"{referrer}\" \"Firefox\"\n"
            )
        };
        let long = |end: &str| format!("/{}{end}", "ä".repeat(50_000));
        let whole_length = format!("/{}", "b".repeat(MAX_TEXT_BYTES - 1));
        let (c, d) = (long("c"), long("d"));
        let one = line(&c, "https://a.example/") + &line(&whole_length, &format!("https://b.example{c}"));
        let other = line(&d, "https://a.example/") + &line(&c, &format!("https://b.example{d}"));
        let tally = counted(&(one.clone() + &other), Some(10));
        for column in [&tally.pages, &tally.referrers, &tally.sites] {
            for (number, _) in (0..).zip(&column.rows) {
                assert!(column.names.text(number).len() <= MAX_TEXT_BYTES);
            }
        }
        let found = Report::new(&tally, 50);
        let pages: Vec<(&str, u64)> =
            found.pages.iter().map(|page| (page.name.as_str(), page.views)).collect();
        assert_eq!(pages.len(), 3, "{pages:?}");
        assert!(pages[0].0.starts_with("/ää") && pages[0].0.contains("ä…") && pages[0].1 == 2, "{pages:?}");
        assert!(pages.contains(&(whole_length.as_str(), 1)), "{pages:?}");
        assert_eq!(
            found.sites.iter().map(|site| site.name.as_str()).collect::<Vec<_>>(),
            ["a.example", "b.example"]
        );
        // Parts agree whether or not they are limited, and also after they are written and read
        // back.
        for (first, second) in [(Some(10), Some(10)), (None, Some(10)), (Some(10), None)] {
            let mut parts = counted(&one, first);
            parts.merge(written(&counted(&other, second)).unwrap());
            assert_eq!(Report::new(&written(&parts).unwrap(), 50), found);
        }
        // A page whose name equals the shortened form of another name remains a different page.
        let mut parts = counted(&(line(&c, "-") + &line(pages[0].0, "-")), None);
        parts.limit(10);
        assert_eq!(Report::new(&parts, 50).pages.len(), 2);
        // Without a limit, no name is shortened.
        let found = Report::new(&counted(&one, None), 50);
        assert!(found.pages.iter().any(|page| page.name == c));
    }

    /// A page without views is not among the others, with or without a limit.
    #[test]
    fn a_limit_that_is_not_reached_leaves_no_rest() {
        let log = "192.0.2.1 - - [01/Mar/2026:09:00:00 +0000] \"GET /a HTTP/1.1\" 404 5 \"-\" \"Firefox\"\n";
        let report = Report::new(&counted(log, Some(10)), 5);
        assert_eq!(report, Report::new(&counted(log, None), 5));
        assert_eq!((report.rest.pages.count, report.rest.pages.hits), (0, 0));
    }

    proptest! {
        #[test]
        fn parts_round_trip(
            lines in proptest::collection::vec((0_u32..3000, 0_u32..3000, 0_u32..500), 0..500),
        ) {
            let tally = counted(&log(&lines), None);
            prop_assert_eq!(Report::new(&written(&tally).unwrap(), 50), Report::new(&tally, 50));
        }

        #[test]
        fn error_bounds_hold(
            lines in proptest::collection::vec((0_u32..3000, 0_u32..3000, 0_u32..500), 0..2000),
            most in 1_usize..40,
            cut in 0_usize..2000,
        ) {
            let truth = Report::new(&counted(&log(&lines), None), usize::MAX);
            prop_assert!(truth.approximate.is_none());
            check(&Report::new(&counted(&log(&lines), Some(most)), usize::MAX), &truth, most);
            let (one, other) = lines.split_at(cut.min(lines.len()));
            for (first, second) in [(Some(most), Some(most)), (None, Some(most)), (Some(most), None)] {
                let mut parts = counted(&log(one), first);
                parts.merge(written(&counted(&log(other), second)).unwrap());
                parts = written(&parts).unwrap();
                check(&Report::new(&parts, usize::MAX), &truth, most);
                // Counting can continue from there.
                parts.add_lines(log(&lines).as_bytes());
                let twice = Report::new(&counted(&(log(&lines) + &log(&lines)), None), usize::MAX);
                check(&Report::new(&parts, usize::MAX), &twice, most);
            }
        }

        #[test]
        fn a_limit_that_is_not_reached_changes_nothing(
            lines in proptest::collection::vec((0_u32..300, 0_u32..300, 0_u32..50), 0..300),
            top in 0_usize..9,
        ) {
            let found = Report::new(&counted(&log(&lines), Some(1000)), top);
            prop_assert_eq!(found, Report::new(&counted(&log(&lines), None), top));
        }
    }
}
