//! The expected report of a log, counted from its records alone.

use super::options::{Facts, Options};
use super::record::{AGENTS, Break, DAYS, Form, PATHS, REFERRERS, Record, STATUSES};
use gridlore_accesslog::{Count, Day, DayCount, Others, Pair, Reason, Report, Rest};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// Hits, views and bytes for each string.
type Table = BTreeMap<Vec<u8>, [u64; 3]>;

/// Two strings that occurred together.
type Texts = (Vec<u8>, Vec<u8>);

/// A line of a log.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Entry {
    pub(crate) record: Record,
    pub(crate) form: Form,
    pub(crate) how: Option<Break>,
}

impl Entry {
    /// Returns the line, without its end.
    pub(crate) fn line(&self) -> Vec<u8> {
        match self.how {
            None => self.record.line(self.form),
            Some(how) => self.record.broken(self.form, how),
        }
    }

    /// Returns the reason why the line is not a record.
    pub(crate) fn reason(&self) -> Option<Reason> {
        Some(match self.how? {
            Break::Empty => Reason::Empty,
            Break::Truncated => Reason::Truncated,
            Break::NoTime => Reason::NoTime,
            Break::ErrorLog => Reason::ErrorLog,
            Break::OpenQuote => Reason::OpenQuote,
            Break::Binary => Reason::Binary,
            Break::BadTime => Reason::BadTime,
            Break::BadStatus => Reason::BadStatus,
            Break::BadSize => Reason::BadSize,
            Break::NoRequest => Reason::NoRequest,
            Break::NoAgent => Reason::NoAgent,
            Break::TooLong => Reason::TooLong,
            Break::BadJson => Reason::BadJson,
            Break::NoMatch => Reason::NoMatch,
        })
    }
}

/// All counts of a log.
#[derive(Debug, Default)]
struct Counts {
    report: Report,
    methods: Table,
    pages: Table,
    hosts: Table,
    agents: Table,
    /// Only referrers of other sites.
    referrers: Table,
    sites: Table,
    pairs: BTreeMap<Texts, u64>,
    visitors: BTreeMap<Day, BTreeSet<Texts>>,
}

/// Returns the report of a log's lines, with tables of `top` rows, reversed or not.
pub(crate) fn report(entries: &[Entry], options: &Options, top: usize, is_reversed: bool) -> Report {
    let mut counts = Counts::default();
    counts.report.lines = entries.len() as u64;
    let mut faults: BTreeMap<usize, (Reason, u64)> = BTreeMap::new();
    for entry in entries {
        match entry.reason() {
            Some(reason) => faults.entry(reason.number()).or_insert((reason, 0)).1 += 1,
            None => counts.add(entry.record, entry.form, options),
        }
    }
    let mut report = counts.report;
    report.faults = faults.into_values().collect();
    for (day, visitors) in counts.visitors {
        report.days.entry(day).or_default().visitors = visitors.len() as u64;
    }
    report.visitors = report.days.values().map(|day| day.visitors).sum();
    let distinct = |table: &Table| table.values().filter(|counts| counts[1] > 0).count();
    report.distinct_pages = distinct(&counts.pages);
    report.distinct_sites = distinct(&counts.sites);
    report.distinct_pairs = counts.pairs.len();
    let sorted = |table: Table, by: usize, top: usize| sorted(table, by, top, is_reversed);
    let mut rest = Rest::default();
    report.methods = sorted(counts.methods, 0, usize::MAX).0;
    (report.pages, rest.pages) = sorted(counts.pages, 1, top);
    (report.hosts, rest.hosts) = sorted(counts.hosts, 0, top);
    (report.agents, rest.agents) = sorted(counts.agents, 0, top);
    (report.referrers, rest.referrers) = sorted(counts.referrers, 1, top);
    (report.sites, rest.sites) = sorted(counts.sites, 1, top);
    let mut pairs: Vec<(Texts, u64)> = counts.pairs.into_iter().collect();
    pairs.sort_by_key(|(names, views)| (Reverse(*views), names.clone()));
    if is_reversed {
        pairs.reverse();
    }
    let others = pairs.split_off(top.min(pairs.len()));
    let views = others.iter().map(|pair| pair.1).sum();
    rest.pairs = Others { count: others.len(), hits: views, views, bytes: 0 };
    let pair = |((site, page), views): (Texts, u64)| Pair { site: shown(&site), page: shown(&page), views };
    report.pairs = pairs.into_iter().map(pair).collect();
    report.rest = rest;
    report
}

/// Returns the first rows of a table and the totals of all others; rows without a count are
/// omitted.
fn sorted(table: Table, by: usize, top: usize, is_reversed: bool) -> (Vec<Count>, Others) {
    let mut rows: Vec<(Vec<u8>, [u64; 3])> = table.into_iter().filter(|row| row.1[by] > 0).collect();
    rows.sort_by_key(|(name, counts)| (Reverse(counts[by]), name.clone()));
    if is_reversed {
        rows.reverse();
    }
    let others = rows.split_off(top.min(rows.len()));
    let sum = |at: usize| others.iter().map(|row| row.1[at]).sum();
    let rest = Others { count: others.len(), hits: sum(0), views: sum(1), bytes: sum(2) };
    let count =
        |(name, [hits, views, bytes]): (Vec<u8>, [u64; 3])| Count { name: shown(&name), hits, views, bytes };
    (rows.into_iter().map(count).collect(), rest)
}

fn shown(name: &[u8]) -> String {
    String::from_utf8_lossy(name).into_owned()
}

impl Counts {
    fn add(&mut self, record: Record, form: Form, options: &Options) {
        let line = record.fields(form);
        let report = &mut self.report;
        if form.is_combined() {
            report.ok += 1;
        } else {
            report.common += 1;
        }
        let site = if form.is_combined() { REFERRERS[record.referrer].1 } else { "" };
        let is_known = form.is_combined() && AGENTS[record.agent].1;
        let is_program = options.is_program(&line.agent, is_known);
        let is_file = !line.path.is_empty() && PATHS[record.path].1;
        let status = STATUSES[record.status];
        if !options.includes(&line, Facts { day: record.day, status, site, is_file, is_program }) {
            report.left_out += 1;
            return;
        }
        let is_read = if options.statuses.is_empty() { (200..300).contains(&status) } else { true };
        let is_view = is_read && !line.path.is_empty() && !is_file && !is_program;
        let (views, bytes) = (u64::from(is_view), line.bytes.unwrap_or(0));
        if form.is_combined() {
            report.static_hits += u64::from(is_file);
            report.bot_hits += u64::from(is_program);
        }
        report.bytes += bytes;
        report.views += views;
        report.hours[record.second as usize / 3600] += 1;
        *report.statuses.entry(status).or_default() += 1;
        let (year, month, day) = DAYS[record.day];
        let day = Day::new(year, month, day).expect("a day of the calendar");
        let of_day: &mut DayCount = report.days.entry(day).or_default();
        of_day.hits += 1;
        of_day.views += views;
        of_day.bytes += bytes;
        let (host, page) = (options.host(record.host), options.page(&line));
        let is_own = options.has_own && site == "own.example";
        let is_external = !site.is_empty() && !is_own;
        let add = |table: &mut Table, name: &[u8], counts: [u64; 3]| {
            let row = table.entry(name.to_vec()).or_default();
            row.iter_mut().zip(counts).for_each(|(row, count)| *row += count);
        };
        let method = if line.method.is_empty() { &b"-"[..] } else { &line.method };
        // Methods have hits but no views.
        add(&mut self.methods, method, [1, 0, 0]);
        add(&mut self.pages, &page, [1, views, bytes]);
        add(&mut self.hosts, &host, [1, views, bytes]);
        add(&mut self.agents, &line.agent, [1, views, bytes]);
        if is_external {
            add(&mut self.referrers, &line.referrer, [1, views, bytes]);
        }
        if is_view {
            self.visitors.entry(day).or_default().insert((host, line.agent));
        }
        if is_view && is_external {
            report.external_views += 1;
            let site = if options.whole_referrers { line.referrer } else { site.into() };
            add(&mut self.sites, &site, [0, 1, 0]);
            *self.pairs.entry((site, page)).or_default() += 1;
        }
    }
}
