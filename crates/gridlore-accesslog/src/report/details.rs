//! The detail tables of a report, derived from user agents, from addresses, and from data that few
//! lines have.
//!
//! Browsers, systems, programs, countries and networks are determined once per distinct agent or
//! address, so their cost does not grow with the number of lines.

use crate::agent::browsers::{browser, system};
use crate::agent::programs::{Purpose, program};
use crate::count::column::{Column, Row};
use crate::count::tally::{ASIDE, DayCount, Tally};
use crate::line::day::Moment;
use crate::report::{Order, Others, first, text};
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};

/// An entry of a detail table.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Entry {
    /// The name of the entry.
    pub name: String,
    /// A note on the entry, such as the purpose of a program or the name of a country.
    pub note: String,
    /// The number of hits.
    pub hits: u64,
    /// The number of views; for a missing page, the number of hits by people.
    pub views: u64,
    /// The number of bytes sent; for request times, their sum in microseconds.
    pub bytes: u64,
    /// The time of the last hit, if known.
    pub last: Moment,
    /// The longest request time in microseconds.
    pub longest: u32,
}

/// A table: its first entries, and the sum of the others.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Listing {
    /// The first entries.
    pub rows: Vec<Entry>,
    /// The sum of the others.
    pub others: Others,
}

/// The further tables of a report.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Details {
    /// Counts by year and month.
    pub months: BTreeMap<(i32, i32), DayCount>,
    /// Paths with status 404, by hits.
    pub missing: Listing,
    /// Browsers of people, by views.
    pub browsers: Listing,
    /// Browsers of people with their major versions, by views.
    pub versions: Listing,
    /// Operating systems of people, by views.
    pub systems: Listing,
    /// Crawlers and other programs, by hits.
    pub programs: Listing,
    /// The programs that fetch pages for a model, by hits.
    pub ai_programs: Listing,
    /// Requested sites, by hits.
    pub virtual_hosts: Listing,
    /// Pages by the sum of their request times.
    pub times: Listing,
    /// Countries, by views.
    pub countries: Listing,
    /// Networks of providers, by views.
    pub networks: Listing,
    /// The addresses with the latest hits.
    pub last_visits: Listing,
    /// The host that was guessed to be the site itself.
    pub guessed_own: Option<String>,
}

impl Details {
    /// Sorts the tables and keeps their first `top` entries.
    pub(crate) fn new(
        tally: &Tally,
        top: usize,
        order: Order,
        days: &BTreeMap<crate::Day, DayCount>,
    ) -> Self {
        // A page requests all rows, but it needs all of them only for pairs.
        let top = top.min(MAX_ROWS);
        let mut months: BTreeMap<(i32, i32), DayCount> = BTreeMap::new();
        for (day, count) in days {
            let (year, month, _) = day.date();
            let sum = months.entry((year, month)).or_default();
            sum.hits += count.hits;
            sum.views += count.views;
            sum.visitors += count.visitors;
            sum.bytes = sum.bytes.saturating_add(count.bytes);
        }
        let [mut browsers, mut versions, mut systems, mut programs] = std::array::from_fn(|_| Group::new());
        for (number, row) in (0..).zip(&tally.agents.rows).filter(|(_, row)| row.hits > 0) {
            let agent = tally.agents.names.text(number);
            if row.kind & ASIDE != 0 {
                let (name, purpose) = program(agent);
                programs.add(name, row).purpose = Some(purpose);
                continue;
            }
            let (name, version) = browser(agent);
            browsers.add(name.to_owned(), row);
            let version = version.map_or_else(|| name.to_owned(), |version| format!("{name} {version}"));
            versions.add(version, row);
            systems.add(system(agent).to_owned(), row);
        }
        let ai_programs = Group(
            programs
                .0
                .iter()
                .filter(|(_, sum)| sum.purpose.is_some_and(Purpose::is_ai))
                .map(|(name, sum)| (name.clone(), sum.clone()))
                .collect(),
        );
        let (mut countries, mut networks) = (Group::new(), Group::new());
        if let Some(places) = &tally.selection.places {
            for (country, row) in &tally.countries {
                countries.add(country.to_string(), row).note = places.country_name(*country);
            }
            for (number, row) in (0..).zip(&tally.hosts.rows).filter(|(_, row)| row.hits > 0) {
                let network = places.network(tally.hosts.names.text(number));
                networks.add(network.unwrap_or_else(|| UNKNOWN.to_owned()), row);
            }
            // A database of countries contains no networks, and vice versa.
            for (group, unknown) in [(&mut countries, "??"), (&mut networks, UNKNOWN)] {
                if group.0.keys().all(|name| name == unknown) {
                    group.0.clear();
                }
            }
        }
        let mut virtual_hosts = Group::new();
        for (number, row) in (0..).zip(&tally.virtual_hosts.rows).filter(|(_, row)| row.hits > 0) {
            virtual_hosts.add(host_name(tally.virtual_hosts.names.text(number)), row);
        }
        Self {
            months,
            missing: listing(&tally.missing, top, order, |row| row.hits),
            browsers: browsers.listing(top, order, |row| row.views),
            versions: versions.listing(top, order, |row| row.views),
            systems: systems.listing(top, order, |row| row.views),
            programs: programs.listing(top, order, |row| row.hits),
            ai_programs: ai_programs.listing(top, order, |row| row.hits),
            virtual_hosts: virtual_hosts.listing(top, order, |row| row.hits),
            times: listing(&tally.times, top, order, |row| row.bytes),
            countries: countries.listing(top, order, |row| row.views),
            networks: networks.listing(top, order, |row| row.views),
            last_visits: listing(&tally.hosts, top, order, |row| row.last.into()),
            guessed_own: None,
        }
    }
}

/// Maximum number of rows of a detail table.
const MAX_ROWS: usize = 1000;

/// The name of networks that are not in a database.
const UNKNOWN: &str = "(unknown)";

/// Returns a requested site in lower case, without its port.
pub(crate) fn host_name(host: &[u8]) -> String {
    let host = text(host).to_lowercase();
    match host.rsplit_once(':') {
        Some((name, port)) if !port.is_empty() && port.bytes().all(|byte| byte.is_ascii_digit()) => {
            name.to_owned()
        }
        _ => host,
    }
}

/// Sums of rows by name.
struct Group(HashMap<String, Sum>);

/// The sum of the rows with a name.
#[derive(Debug, Clone, Default)]
struct Sum {
    row: Row,
    purpose: Option<Purpose>,
    note: String,
}

impl Group {
    fn new() -> Self {
        Self(HashMap::new())
    }

    fn add(&mut self, name: String, row: &Row) -> &mut Sum {
        let sum = self.0.entry(name).or_default();
        sum.row.hits += row.hits;
        sum.row.views += row.views;
        sum.row.bytes = sum.row.bytes.saturating_add(row.bytes);
        sum.row.last = sum.row.last.max(row.last);
        sum
    }

    fn listing(self, top: usize, order: Order, by: fn(&Row) -> u64) -> Listing {
        let rows = self.0.into_iter().map(|(name, sum)| {
            let note = sum.purpose.map_or(sum.note, |purpose| purpose.to_string());
            (Entry { name, note, ..entry(&sum.row) }, sum.row)
        });
        let is_counted = |row: &Row| by(row) > 0;
        sorted(rows.filter(|(_, row)| is_counted(row)).collect(), top, order, by)
    }
}

fn entry(row: &Row) -> Entry {
    let Row { hits, views, bytes, last, .. } = *row;
    Entry { hits, views, bytes, last: Moment(last), longest: last, ..Entry::default() }
}

/// Returns the table of a column.
fn listing(column: &Column, top: usize, order: Order, by: fn(&Row) -> u64) -> Listing {
    let mut rows: Vec<(u32, &Row)> = (0..).zip(&column.rows).filter(|(_, row)| row.hits > 0).collect();
    let mut others = Others { count: rows.len(), ..Others::default() };
    for (_, row) in &rows {
        add(&mut others, row);
    }
    let name = |number: u32| column.names.text(number);
    first(&mut rows, top, |one, other| {
        let key = |row: &(u32, &Row)| (Reverse(order.value(row.1, by)), name(row.0));
        order.apply(key(one).cmp(&key(other)))
    });
    let rows = rows.into_iter().map(|(number, row)| {
        let name = text(name(number));
        Entry { name: if name.is_empty() { "-".to_owned() } else { name }, ..entry(row) }
    });
    let rows: Vec<Entry> = rows.collect();
    for row in &rows {
        subtract(&mut others, row);
    }
    Listing { rows, others }
}

fn sorted(mut rows: Vec<(Entry, Row)>, top: usize, order: Order, by: fn(&Row) -> u64) -> Listing {
    let mut others = Others { count: rows.len(), ..Others::default() };
    for (_, row) in &rows {
        add(&mut others, row);
    }
    first(&mut rows, top, |one, other| {
        let key = |row: &(Entry, Row)| Reverse(order.value(&row.1, by));
        order.apply(key(one).cmp(&key(other)).then_with(|| one.0.name.cmp(&other.0.name)))
    });
    let rows: Vec<Entry> = rows.into_iter().map(|(entry, _)| entry).collect();
    for row in &rows {
        subtract(&mut others, row);
    }
    Listing { rows, others }
}

fn add(sum: &mut Others, row: &Row) {
    sum.hits += row.hits;
    sum.views += row.views;
    sum.bytes = sum.bytes.saturating_add(row.bytes);
}

fn subtract(sum: &mut Others, entry: &Entry) {
    sum.count -= 1;
    sum.hits -= entry.hits;
    sum.views -= entry.views;
    sum.bytes = sum.bytes.saturating_sub(entry.bytes);
}
