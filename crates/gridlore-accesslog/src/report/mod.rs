//! A report, which is a sorted tally that is ready to be printed, drawn or sent.

pub(crate) mod choices;
pub(crate) mod comparison;
pub(crate) mod details;
pub(crate) mod draw;
pub(crate) mod graphviz;
mod own;
pub(crate) mod page;
pub(crate) mod units;

use crate::count::column::{Column, Row};
use crate::count::pairs::PairCount;
use crate::count::tally::{ASIDE, DayCount, Tally, Visitors};
use crate::line::day::Day;
use crate::line::fault::Reason;
use crate::report::details::Details;
use crate::report::own::Own;
use std::cmp::{Ordering, Reverse};
use std::collections::{BTreeMap, HashSet};
use std::fmt::{self, Display, Formatter};

/// An entry with its counts. Invalid UTF-8 is replaced by U+FFFD.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Count {
    /// The name of the entry.
    pub name: String,
    /// The number of hits.
    pub hits: u64,
    /// The number of views.
    pub views: u64,
    /// The number of bytes sent.
    pub bytes: u64,
}

/// The views of a page that came from a site.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pair {
    /// The host of the referrer.
    pub site: String,
    /// The path of the page.
    pub page: String,
    /// The number of views.
    pub views: u64,
}

/// The sum of the entries that a table does not show.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Others {
    /// The number of entries.
    pub count: usize,
    /// The number of their hits.
    pub hits: u64,
    /// The number of their views.
    pub views: u64,
    /// The number of bytes sent for them.
    pub bytes: u64,
}

/// The sort key of a table.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum By {
    /// Pages, referrers, sites and pairs by views; addresses and user agents by hits.
    #[default]
    Usual,
    /// Most views first.
    Views,
    /// Most hits first.
    Hits,
    /// Most bytes first.
    Bytes,
    /// By name.
    Name,
}

/// The order of tables; ties are broken by name.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Order {
    /// The sort key.
    pub by: By,
    /// Whether the order is reversed.
    pub is_reversed: bool,
}

/// The error bounds of a report whose tally was limited. Every count is a lower bound and is too
/// low by at most the number given here.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Approximate {
    /// The minimum number of entries kept per table.
    pub most_keys: usize,
    /// The greatest number of hits missing from the count of a page.
    pub pages: u64,
    /// The greatest number of hits missing from the count of an address.
    pub hosts: u64,
    /// The greatest number of hits missing from the count of a user agent.
    pub agents: u64,
    /// The greatest number of hits missing from the count of a referrer.
    pub referrers: u64,
    /// The greatest number of views missing from the count of a site.
    pub sites: u64,
    /// The greatest number of views missing from the count of a pair of site and page.
    pub pairs: u64,
    /// Whether the numbers of visitors or of distinct entries are estimates, with a standard error
    /// of [`crate::DEVIATION`].
    pub is_estimated: bool,
}

/// Writes a note of one or two sentences for the reader.
impl Display for Approximate {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let missed = [
            ("for a page", self.pages),
            ("for an address", self.hosts),
            ("for a user agent", self.agents),
            ("for a referrer", self.referrers),
            ("for a site", self.sites),
            ("for a pair of site and page", self.pairs),
        ];
        let bounds: Vec<String> = missed
            .into_iter()
            .filter(|&(_, missed)| missed > 0)
            .map(|(name, missed)| format!("{missed} {name}"))
            .collect();
        if !bounds.is_empty() {
            write!(
                f,
                "Approximate: only the {} most frequent entries of each table were kept. Counts can be too low by up to {}.",
                self.most_keys,
                bounds.join(", ")
            )?;
        }
        if self.is_estimated {
            let percent = crate::DEVIATION * 100.0;
            let blank = if bounds.is_empty() { "" } else { " " };
            write!(
                f,
                "{blank}The numbers of visitors and of distinct entries are estimates with a standard error of {percent:.1}%."
            )?;
        }
        Ok(())
    }
}

/// Returns the label of the row that sums up `count` entries not shown.
#[must_use]
pub fn others_label(count: usize) -> String {
    match count {
        // Hits that an approximate tally could not attribute to the entries shown.
        0 => "(not attributed)".to_owned(),
        1 => "(1 other)".to_owned(),
        _ => format!("({count} others)"),
    }
}

/// The entries that each table does not show.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Rest {
    /// The pages not shown.
    pub pages: Others,
    /// The addresses not shown.
    pub hosts: Others,
    /// The user agents not shown.
    pub agents: Others,
    /// The referrers not shown.
    pub referrers: Others,
    /// The sites not shown.
    pub sites: Others,
    /// The pairs not shown.
    pub pairs: Others,
}

/// The contents of a log, sorted: highest counts first, then by name.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Report {
    /// All lines: `ok + common + malformed()`.
    pub lines: u64,
    /// Lines in the combined format.
    pub ok: u64,
    /// Lines in the common format.
    pub common: u64,
    /// Invalid lines by reason, without reasons that did not occur.
    pub faults: Vec<(Reason, u64)>,
    /// Hits that were not selected; the counts below do not include them.
    pub left_out: u64,
    /// Hits on static files, in the combined format only.
    pub static_hits: u64,
    /// Hits of bots, in the combined format only.
    pub bot_hits: u64,
    /// The number of bytes sent.
    pub bytes: u64,
    /// The number of views.
    pub views: u64,
    /// The sum of the daily visitors: a visitor on two days is counted twice.
    pub visitors: u64,
    /// Counts by day.
    pub days: BTreeMap<Day, DayCount>,
    /// Hits by hour of day.
    pub hours: [u64; 24],
    /// Hits by status code, without codes that did not occur.
    pub statuses: BTreeMap<u16, u64>,
    /// Hits by request method.
    pub methods: Vec<Count>,
    /// The pages with the most views.
    pub pages: Vec<Count>,
    /// The number of distinct pages viewed.
    pub distinct_pages: usize,
    /// The addresses with the most hits.
    pub hosts: Vec<Count>,
    /// The user agents with the most hits.
    pub agents: Vec<Count>,
    /// The referrers on other sites with the most views, as sent by browsers.
    pub referrers: Vec<Count>,
    /// Referring sites by views.
    pub sites: Vec<Count>,
    /// The number of distinct referring sites.
    pub distinct_sites: usize,
    /// Views that came from other sites.
    pub external_views: u64,
    /// Pairs of site and page, by views.
    pub pairs: Vec<Pair>,
    /// The number of distinct pairs.
    pub distinct_pairs: usize,
    /// The entries that the tables do not show.
    pub rest: Rest,
    /// Error bounds; `None` if all counts are exact.
    pub approximate: Option<Approximate>,
    /// The detail tables.
    pub details: Details,
}

impl Report {
    /// Sorts a tally, keeping the first `top` entries of each long table.
    #[must_use]
    pub fn new(tally: &Tally, top: usize) -> Self {
        Self::ordered(tally, top, Order::default())
    }

    /// Like [`Report::new`], in another order.
    #[must_use]
    pub fn ordered(tally: &Tally, top: usize, order: Order) -> Self {
        let days = tally.days();
        let sum = |by: fn(&DayCount) -> u64| days.values().map(by).sum();
        let all = Others { count: 0, hits: sum(|day| day.hits), views: tally.views, bytes: tally.bytes };
        let own = Own::guess(tally);
        let none = HashSet::new();
        let (own_sites, own_referrers) =
            own.as_ref().map_or((&none, &none), |own| (&own.sites, &own.referrers));
        let external_views = tally.external_views - own.as_ref().map_or(0, |own| own.views);
        let external = Others { views: external_views, ..Others::default() };
        let table = |column, usual, all| Table { column, usual, order, all, left_out: 0, hidden: &none };
        let (methods, _) = table(&tally.methods, By::Hits, all).first(usize::MAX);
        let (pages, other_pages) = table(&tally.pages, By::Views, all).first(top);
        let (hosts, other_hosts) = table(&tally.hosts, By::Hits, all).first(top);
        let (agents, other_agents) = table(&tally.agents, By::Hits, all).first(top);
        let (referrers, other_referrers) =
            Table { left_out: ASIDE, hidden: own_referrers, ..table(&tally.referrers, By::Views, external) }
                .first(top);
        let (sites, other_sites) =
            Table { hidden: own_sites, ..table(&tally.sites, By::Views, external) }.first(top);
        let (pairs, other_pairs) = first_pairs(tally, top, order, own.as_ref(), external_views);
        let mut details = Details::new(tally, top, order, &days);
        details.guessed_own = own.as_ref().map(|own| own.host.clone());
        let rest = Rest {
            pages: other_pages,
            hosts: other_hosts,
            agents: other_agents,
            referrers: other_referrers,
            sites: other_sites,
            pairs: other_pairs,
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
            visitors: sum(|day| day.visitors),
            days,
            hours: tally.hours,
            statuses: (0..).zip(tally.statuses.iter().copied()).filter(|&(_, count)| count > 0).collect(),
            methods,
            distinct_pages: distinct(&tally.pages, By::Views),
            pages,
            hosts,
            agents,
            referrers,
            distinct_sites: distinct(&tally.sites, By::Views)
                - own_sites
                    .iter()
                    .filter(|&&site| tally.sites.rows.get(site as usize).is_some_and(|row| row.views > 0))
                    .count(),
            sites,
            external_views,
            distinct_pairs: pairs.len() + rest.pairs.count,
            pairs,
            rest,
            approximate: approximate(tally),
            details,
        }
    }

    /// Returns the number of invalid lines.
    #[must_use]
    pub fn malformed(&self) -> u64 {
        self.faults.iter().map(|(_, count)| count).sum()
    }
}

/// Returns the error bounds of a tally that reached its limit.
fn approximate(tally: &Tally) -> Option<Approximate> {
    let is_estimated = [&tally.pages, &tally.hosts, &tally.agents, &tally.referrers, &tally.sites]
        .into_iter()
        .filter_map(|column| column.bound.as_ref().map(|bound| &bound.distinct))
        .chain(tally.pairs.bound.as_ref().map(|bound| &bound.distinct))
        .chain(tally.days.iter().filter_map(|day| match &day.visitors {
            Visitors::Estimated(distinct) => Some(distinct),
            Visitors::All(_) => None,
        }))
        .any(|distinct| !distinct.is_exact());
    let found = Approximate {
        most_keys: tally.most_keys?,
        pages: tally.pages.missed(),
        hosts: tally.hosts.missed(),
        agents: tally.agents.missed(),
        referrers: tally.referrers.missed(),
        sites: tally.sites.missed(),
        pairs: tally.pairs.missed(),
        is_estimated,
    };
    (found != Approximate { most_keys: found.most_keys, ..Approximate::default() }).then_some(found)
}

impl By {
    /// Returns the count by which a row is sorted, or 0 for names.
    const fn value(self, row: &Row) -> u64 {
        match self {
            Self::Hits => row.hits,
            Self::Views => row.views,
            Self::Bytes => row.bytes,
            Self::Name | Self::Usual => 0,
        }
    }
}

/// Returns the number of distinct entries in a column.
fn distinct(column: &Column, by: By) -> usize {
    match &column.bound {
        None => column.rows.iter().filter(|row| by.value(row) > 0).count(),
        Some(bound) => usize::try_from(bound.distinct.count()).unwrap_or(usize::MAX),
    }
}

/// A column to be sorted.
struct Table<'a> {
    column: &'a Column,
    /// The count that determines whether an entry is shown at all.
    usual: By,
    order: Order,
    /// The totals of the column, in case its rows are incomplete.
    all: Others,
    /// The kind of rows that are not shown.
    left_out: u8,
    /// The index numbers of further rows that are not shown.
    hidden: &'a HashSet<u32>,
}

impl Table<'_> {
    /// Returns the first rows, and the sum of the others.
    fn first(&self, top: usize) -> (Vec<Count>, Others) {
        let Self { column, usual, order, all, left_out, hidden } = *self;
        let by = if order.by == By::Usual { usual } else { order.by };
        // Sites have only views, not hits.
        let by = if column.rows.iter().all(|row| row.hits == 0) && by != By::Name { By::Views } else { by };
        let is_shown = |row: &Row| match by {
            By::Hits | By::Bytes => row.hits > 0,
            _ => usual.value(row) > 0,
        };
        let shown_rows = (0..).zip(&column.rows).filter(|(number, row)| {
            row.kind & left_out == 0 && is_shown(row) && (hidden.is_empty() || !hidden.contains(number))
        });
        let mut rows: Vec<(u64, u32)> = shown_rows.map(|(number, row)| (by.value(row), number)).collect();
        let mut others = Others { count: rows.len(), ..Others::default() };
        // A limit that has not dropped any entry has no effect.
        let is_bounded = column.missed() > 0;
        if is_bounded {
            let distinct = distinct(column, usual).saturating_sub(hidden.len());
            others = Others { count: distinct.max(rows.len()), ..all };
        }
        // For referrers and sites, the hits of dropped entries are unknown.
        let is_known = is_bounded && all.hits > 0;
        if !is_known {
            for (_, number) in &rows {
                let row = &column.rows[*number as usize];
                others.hits += row.hits;
                others.views += if is_bounded { 0 } else { row.views };
                others.bytes = others.bytes.saturating_add(row.bytes);
            }
        }
        let name = |number: u32| column.names.text(number);
        first(&mut rows, top, |one, other| {
            order.apply((Reverse(one.0), name(one.1)).cmp(&(Reverse(other.0), name(other.1))))
        });
        let mut shown = Vec::with_capacity(rows.len());
        for (_, number) in rows {
            let Row { hits, views, bytes, .. } = column.rows[number as usize];
            others.count -= 1;
            others.hits = others.hits.saturating_sub(hits);
            others.views -= views;
            others.bytes = others.bytes.saturating_sub(bytes);
            shown.push(Count { name: text(name(number)), hits, views, bytes });
        }
        (shown, others)
    }
}

impl Order {
    /// Returns the count by which a row is sorted, which is `usual` if no sort key was chosen.
    pub(crate) fn value(self, row: &Row, usual: fn(&Row) -> u64) -> u64 {
        if self.by == By::Usual { usual(row) } else { self.by.value(row) }
    }

    pub(crate) fn apply(self, order: Ordering) -> Ordering {
        if self.is_reversed { order.reverse() } else { order }
    }
}

/// Returns the first pairs of site and page, and the sum of the others.
fn first_pairs(
    tally: &Tally,
    top: usize,
    order: Order,
    own: Option<&Own>,
    external_views: u64,
) -> (Vec<Pair>, Others) {
    let is_external = |pair: &PairCount| own.is_none_or(|own| !own.sites.contains(&pair.one));
    let mut pairs: Vec<PairCount> = tally.pairs.iter().filter(is_external).collect();
    let distinct = match &tally.pairs.bound {
        None => pairs.len(),
        Some(bound) => usize::try_from(bound.distinct.count()).unwrap_or(usize::MAX).max(pairs.len()),
    };
    let names = |pair: &PairCount| (tally.sites.names.text(pair.one), tally.pages.names.text(pair.other));
    let key = |pair: &PairCount| (Reverse(if order.by == By::Name { 0 } else { pair.count }), names(pair));
    first(&mut pairs, top, |one, other| order.apply(key(one).cmp(&key(other))));
    let pairs: Vec<Pair> = pairs
        .iter()
        .map(|pair| Pair { site: text(names(pair).0), page: text(names(pair).1), views: pair.count })
        .collect();
    let shown: u64 = pairs.iter().map(|pair| pair.views).sum();
    let others = external_views - shown;
    let count = distinct - pairs.len();
    (pairs, Others { count, hits: others, views: others, bytes: 0 })
}

pub(crate) fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Sorts the first `top` elements and drops the others without sorting them.
fn first<T>(all: &mut Vec<T>, top: usize, order: impl Fn(&T, &T) -> Ordering) {
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
    fn hidden_rows_are_summed() {
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
