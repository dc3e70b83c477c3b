//! A tally put in order: what is printed, drawn and sent.

use crate::day::Day;
use crate::fault::Reason;
use crate::tally::{Column, DayCount, Row, Tally};
use std::collections::BTreeMap;

/// A text with its counts. Bytes that are no text are shown as U+FFFD.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Count {
    /// The text.
    pub name: String,
    /// Lines.
    pub hits: u64,
    /// Lines that a person meant.
    pub views: u64,
    /// Bytes that were sent.
    pub bytes: u64,
}

/// A site, a page to which it led, and how often.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pair {
    /// The host of the referrer.
    pub site: String,
    /// The path.
    pub page: String,
    /// Views.
    pub views: u64,
}

/// What a log says, sorted: most first, and by name where counts are the same.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Report {
    /// All lines: `ok + common + malformed()`.
    pub lines: u64,
    /// Records of the combined format.
    pub ok: u64,
    /// Records of the common format.
    pub common: u64,
    /// Lines that are no records, by reason; only those that there are.
    pub faults: Vec<(Reason, u64)>,
    /// Records that were not selected, and are in none of the counts below.
    pub left_out: u64,
    /// Records on files that pages need, and of programs; of the combined format.
    pub static_hits: u64,
    /// See `static_hits`.
    pub bot_hits: u64,
    /// Bytes that were sent.
    pub bytes: u64,
    /// Views.
    pub views: u64,
    /// Visitors of all days together: one who comes on two days counts twice.
    pub visitors: u64,
    /// By day.
    pub days: BTreeMap<Day, DayCount>,
    /// By hour of the day.
    pub hours: [u64; 24],
    /// By status; only those that there are.
    pub statuses: BTreeMap<u16, u64>,
    /// By method.
    pub methods: Vec<Count>,
    /// The pages with the most views.
    pub pages: Vec<Count>,
    /// How many different pages were viewed.
    pub distinct_pages: usize,
    /// The addresses with the most hits.
    pub hosts: Vec<Count>,
    /// The agents with the most hits.
    pub agents: Vec<Count>,
    /// Referrers with the most views, as browsers told them.
    pub referrers: Vec<Count>,
    /// Sites that led here, by views.
    pub sites: Vec<Count>,
    /// How many different sites.
    pub distinct_sites: usize,
    /// Views that came from other sites.
    pub external_views: u64,
    /// Sites and pages, by views.
    pub pairs: Vec<Pair>,
    /// How many different pairs.
    pub distinct_pairs: usize,
}

impl Report {
    /// Sorts a tally; of each long table the first `top`.
    #[must_use]
    pub fn new(tally: &Tally, top: usize) -> Self {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let mut pairs: Vec<(u64, &[u8], &[u8])> = tally
            .pairs
            .iter()
            .map(|(site, page, views)| (views, tally.sites.names.text(site), tally.pages.names.text(page)))
            .collect();
        let distinct_pairs = pairs.len();
        first(&mut pairs, top, |one, other| {
            other.0.cmp(&one.0).then_with(|| (one.1, one.2).cmp(&(other.1, other.2)))
        });
        let viewed = |row: &Row| row.views;
        let hits = |row: &Row| row.hits;
        let sites = counts(&tally.sites, usize::MAX, viewed);
        let external_views = sites.iter().map(|site| site.views).sum();
        let distinct_sites = sites.len();
        let days = tally.days();
        Self {
            lines: tally.lines,
            ok: tally.ok,
            common: tally.common,
            faults: Reason::ALL
                .into_iter()
                .map(|reason| (reason, tally.faults[reason.number()]))
                .filter(|&(_, count)| count > 0)
                .collect(),
            left_out: tally.left_out,
            static_hits: tally.static_hits,
            bot_hits: tally.bot_hits,
            bytes: tally.bytes,
            views: tally.views,
            visitors: days.values().map(|day| day.visitors).sum(),
            days,
            hours: tally.hours,
            statuses: (0..).zip(tally.statuses.iter().copied()).filter(|&(_, count)| count > 0).collect(),
            methods: counts(&tally.methods, usize::MAX, hits),
            pages: counts(&tally.pages, top, viewed),
            distinct_pages: tally.pages.rows.iter().filter(|row| row.views > 0).count(),
            hosts: counts(&tally.hosts, top, hits),
            agents: counts(&tally.agents, top, hits),
            referrers: counts(&tally.referrers, top, viewed),
            sites: sites.into_iter().take(top).collect(),
            distinct_sites,
            external_views,
            pairs: pairs
                .into_iter()
                .map(|(views, site, page)| Pair { site: text(site), page: text(page), views })
                .collect(),
            distinct_pairs,
        }
    }

    /// Lines that are no records.
    #[must_use]
    pub fn malformed(&self) -> u64 {
        self.faults.iter().map(|(_, count)| count).sum()
    }
}

/// The texts that were counted, most first by what `by` gives; texts of which there is none are left out.
fn counts(column: &Column, top: usize, by: impl Fn(&Row) -> u64) -> Vec<Count> {
    let mut rows: Vec<(u64, u32)> =
        (0..).zip(&column.rows).map(|(number, row)| (by(row), number)).filter(|row| row.0 > 0).collect();
    first(&mut rows, top, |one, other| {
        other.0.cmp(&one.0).then_with(|| column.names.text(one.1).cmp(column.names.text(other.1)))
    });
    let count = |(_, number): (u64, u32)| {
        let row = &column.rows[number as usize];
        let name = String::from_utf8_lossy(column.names.text(number)).into_owned();
        Count { name, hits: row.hits, views: row.views, bytes: row.bytes }
    };
    rows.into_iter().map(count).collect()
}

/// Keeps the first `top` in order; the others are never sorted.
fn first<T>(all: &mut Vec<T>, top: usize, order: impl Fn(&T, &T) -> std::cmp::Ordering) {
    if top < all.len() {
        if top > 0 {
            all.select_nth_unstable_by(top - 1, &order);
        }
        all.truncate(top);
    }
    all.sort_unstable_by(order);
}
