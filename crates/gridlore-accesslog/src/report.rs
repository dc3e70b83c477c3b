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

/// What a table that shows the first ones leaves out.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Others {
    /// How many texts.
    pub count: usize,
    /// Their lines together.
    pub hits: u64,
    /// Their lines that a person meant.
    pub views: u64,
}

/// The others of each table.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Rest {
    /// Of the pages.
    pub pages: Others,
    /// Of the addresses.
    pub hosts: Others,
    /// Of the agents.
    pub agents: Others,
    /// Of the referrers.
    pub referrers: Others,
    /// Of the sites.
    pub sites: Others,
    /// Of the pairs.
    pub pairs: Others,
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
    /// What the tables leave out.
    pub rest: Rest,
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
        let shown_views: u64 = pairs.iter().map(|pair| pair.0).sum();
        let viewed = |row: &Row| row.views;
        let hits = |row: &Row| row.hits;
        let (sites, _) = counts(&tally.sites, usize::MAX, viewed);
        let external_views = sites.iter().map(|site| site.views).sum();
        let distinct_sites = sites.len();
        let days = tally.days();
        let (methods, _) = counts(&tally.methods, usize::MAX, hits);
        let (pages, other_pages) = counts(&tally.pages, top, viewed);
        let (hosts, other_hosts) = counts(&tally.hosts, top, hits);
        let (agents, other_agents) = counts(&tally.agents, top, hits);
        let (referrers, other_referrers) = counts(&tally.referrers, top, viewed);
        let views_of = |sites: &[Count]| sites.iter().map(|site| site.views).sum::<u64>();
        let rest = Rest {
            pages: other_pages,
            hosts: other_hosts,
            agents: other_agents,
            referrers: other_referrers,
            sites: others(distinct_sites - sites.len().min(top), views_of(&sites[sites.len().min(top)..])),
            pairs: others(distinct_pairs - pairs.len(), external_views - shown_views),
        };
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
            methods,
            pages,
            distinct_pages: tally.pages.rows.iter().filter(|row| row.views > 0).count(),
            hosts,
            agents,
            referrers,
            sites: sites.into_iter().take(top).collect(),
            distinct_sites,
            external_views,
            pairs: pairs
                .into_iter()
                .map(|(views, site, page)| Pair { site: text(site), page: text(page), views })
                .collect(),
            distinct_pairs,
            rest,
        }
    }

    /// Lines that are no records.
    #[must_use]
    pub fn malformed(&self) -> u64 {
        self.faults.iter().map(|(_, count)| count).sum()
    }
}

/// Views of texts that are not shown; of pages that were viewed every hit is a view.
const fn others(count: usize, views: u64) -> Others {
    Others { count, hits: views, views }
}

/// The texts that were counted, most first by what `by` gives, and what the others are together; texts of which there is none are left out.
fn counts(column: &Column, top: usize, by: impl Fn(&Row) -> u64) -> (Vec<Count>, Others) {
    let mut rows: Vec<(u64, u32)> =
        (0..).zip(&column.rows).map(|(number, row)| (by(row), number)).filter(|row| row.0 > 0).collect();
    let mut others = Others { count: rows.len(), ..Others::default() };
    for (_, number) in &rows {
        let row = &column.rows[*number as usize];
        others.hits += row.hits;
        others.views += row.views;
    }
    first(&mut rows, top, |one, other| {
        other.0.cmp(&one.0).then_with(|| column.names.text(one.1).cmp(column.names.text(other.1)))
    });
    let mut shown = Vec::with_capacity(rows.len());
    for (_, number) in rows {
        let row = &column.rows[number as usize];
        others.count -= 1;
        others.hits -= row.hits;
        others.views -= row.views;
        let name = String::from_utf8_lossy(column.names.text(number)).into_owned();
        shown.push(Count { name, hits: row.hits, views: row.views, bytes: row.bytes });
    }
    (shown, others)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_shown_is_summed() {
        let mut log = String::new();
        for number in 0..30 {
            for _ in 0..=number % 7 {
                log += &format!(
                    "192.0.2.{number} - - [01/Mar/2026:09:00:00 +0000] \"GET /{number} HTTP/1.1\" 200 5 \"https://site{}.example/\" \"Agent {number}\"\n",
                    number % 5
                );
            }
        }
        let mut tally = Tally::new(std::sync::Arc::default(), 0);
        tally.add_lines(log.as_bytes());
        let lines = log.lines().count() as u64;
        for top in [0, 1, 3, 5, 29, 30, 99] {
            let Report { rest, pages, sites, pairs, agents, hosts, referrers, .. } = Report::new(&tally, top);
            for (shown, others, distinct) in [
                (pages, rest.pages, 30),
                (agents, rest.agents, 30),
                (hosts, rest.hosts, 30),
                (sites, rest.sites, 5),
                (referrers, rest.referrers, 5),
            ] {
                assert_eq!(shown.len() + others.count, distinct, "{top}");
                assert_eq!(shown.iter().map(|count| count.views).sum::<u64>() + others.views, lines, "{top}");
            }
            assert_eq!(
                (
                    pairs.len() + rest.pairs.count,
                    pairs.iter().map(|pair| pair.views).sum::<u64>() + rest.pairs.views
                ),
                (30, lines)
            );
        }
    }
}
