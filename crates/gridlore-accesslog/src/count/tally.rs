//! Counts lines as they are read.
//!
//! Every string (address, page, referrer, user agent) is looked up once per line and is represented
//! by a number from then on. Its properties, such as whether a user agent is a bot, are determined
//! once and stored under the number. So a line costs four lookups, and everything else is array
//! access. A virtual host, a request time or a missing page costs one more lookup.
//!
//! A *hit* is any valid line. A *view* is a hit that a person intended: its status is from 200 to
//! 299 (or among the selected statuses), its user agent is not a bot, and its path is not a static
//! file. Tallies of parts of a log are merged exactly by [`Tally::merge`].

use crate::address::Country;
use crate::agent::programs::{PEOPLE, class};
use crate::count::cells::{Cell, Cells};
use crate::count::column::{Column, Row};
use crate::count::distinct::{Distinct, hash};
use crate::count::keys::Keys;
use crate::count::kind::Kind;
use crate::count::names::Key;
use crate::count::pairs::Pairs;
use crate::kinds::{is_static, site_of};
use crate::line::Line;
use crate::line::day::{Day, Moment};
use crate::line::fault::{Fault, Reason};
use crate::line::format::Format;
use crate::line::reader::Reader;
use crate::selection::{Field, Selection};
use memchr::memchr;
use std::collections::{BTreeMap, HashMap};
use std::hint::black_box;
use std::sync::Arc;

/// Length in bytes from which a line is invalid ([`Reason::TooLong`]).
pub const MAX_LINE_BYTES: usize = 1 << 20;

/// An invalid line, kept for display.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BadLine {
    /// The line number, from 1.
    pub line: u64,
    /// The reason and column.
    pub fault: Fault,
    /// The line, or its beginning.
    pub text: Vec<u8>,
}

/// The counts of a day.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct DayCount {
    /// The number of hits.
    pub hits: u64,
    /// The number of views.
    pub views: u64,
    /// Distinct pairs of address and user agent among the views.
    pub visitors: u64,
    /// The number of bytes sent.
    pub bytes: u64,
}

/// A day with its visitors.
#[derive(Debug, Clone)]
pub(crate) struct DayRow {
    pub(crate) day: Day,
    /// The counts, without the visitors.
    pub(crate) count: DayCount,
    pub(crate) visitors: Visitors,
}

/// The visitors of a day.
#[derive(Debug, Clone)]
pub(crate) enum Visitors {
    /// Pairs of address and user agent, by number.
    All(Keys),
    /// Pairs of address and user agent by hash, for limited tallies, in which the numbers change.
    Estimated(Distinct),
}

impl Visitors {
    pub(crate) fn count(&self) -> u64 {
        match self {
            Self::All(keys) => keys.len() as u64,
            Self::Estimated(distinct) => distinct.count(),
        }
    }
}

/// A hit, with its strings as numbers.
#[derive(Debug, Clone, Copy, Default)]
struct Hit {
    host: u32,
    /// The kind of the host.
    kind: u8,
    page: u32,
    referrer: u32,
    agent: u32,
    method: u32,
    /// The index of its day.
    day: usize,
    /// The referring site, unless it is this site.
    site: Option<u32>,
    /// The class of its user agent.
    class: u8,
    is_left_out: bool,
    is_static: bool,
    is_bot: bool,
    /// Whether it would be a view if a person had sent it.
    is_read: bool,
    is_view: bool,
}

/// The number of hits counted together.
const BATCH: usize = 32;

/// The status of a page that does not exist.
pub(crate) const NOT_FOUND: u16 = 404;

/// The number of the method GET, which nearly all hits use.
const GET: u32 = 0;

/// The kind of entries whose lines are not counted.
const LEFT_OUT: u8 = 1;
/// The kind of user agents of bots, of static files, and of referrers that are on the site itself
/// or have no site.
pub(crate) const ASIDE: u8 = 2;

impl Selection {
    fn kind(&self, field: Field, text: &[u8]) -> u8 {
        if self.takes_text(field, text) { 0 } else { LEFT_OUT }
    }

    /// Returns the kind of an address, and its country. If addresses are replaced, the rules on
    /// addresses are tested with each line.
    fn host_kind(&self, host: &[u8]) -> (u8, u32) {
        let kind = if self.address.is_some() { 0 } else { self.kind(Field::Host, host) };
        (kind, self.places.as_ref().map_or(0, |places| places.country(host).number().into()))
    }

    fn page_kind(&self, page: &[u8]) -> (u8, u32) {
        let path = self.page_path(page);
        let is_static = is_static(path);
        let kind = if self.files.takes(is_static) { self.kind(Field::Page, path) } else { LEFT_OUT };
        (kind | if is_static { ASIDE } else { 0 }, 0)
    }

    fn agent_kind(&self, agent: &[u8]) -> (u8, u32) {
        let is_bot = self.is_bot(agent);
        let kind = if self.programs.takes(is_bot) { self.kind(Field::Agent, agent) } else { LEFT_OUT };
        let class = if is_bot { class(agent) } else { PEOPLE };
        (kind | if is_bot { ASIDE } else { 0 }, class.into())
    }

    /// Returns the kind of a referrer, and the number of its site.
    fn referrer_kind(&self, referrer: &[u8], sites: &mut Column) -> (u8, u32) {
        let site = site_of(referrer);
        let is_aside = site.is_empty() || self.own.contains(&site);
        let kind = self.kind(Field::Referrer, referrer) | self.kind(Field::Site, &site);
        let kind = kind | if is_aside { ASIDE } else { 0 };
        let counted = if self.whole_referrers { referrer } else { &site };
        (kind, if site.is_empty() { 0 } else { sites.number(counted, || (0, 0)) })
    }
}

/// The counts of all lines so far.
#[derive(Debug, Clone)]
pub struct Tally {
    pub(crate) selection: Arc<Selection>,
    /// See [`Selection::has_line_rules`].
    has_line_rules: bool,
    /// See [`Selection::has_page_names`].
    has_page_names: bool,
    /// A buffer for the name of a page.
    page_name: Vec<u8>,
    reader: Reader,
    /// The limit on the number of entries of a kind, if there is one.
    pub(crate) most_keys: Option<usize>,
    /// All lines, which is the sum of the next three counts.
    pub(crate) lines: u64,
    pub(crate) ok: u64,
    pub(crate) common: u64,
    pub(crate) faults: [u64; Reason::ALL.len()],
    /// Hits that were not selected.
    pub(crate) left_out: u64,
    /// The first invalid lines.
    pub(crate) bad: Vec<BadLine>,
    pub(crate) most_bad: usize,
    /// Hits on static files and of bots, in the combined format only.
    pub(crate) static_hits: u64,
    pub(crate) bot_hits: u64,
    pub(crate) bytes: u64,
    pub(crate) views: u64,
    /// Views that came from other sites.
    pub(crate) external_views: u64,
    pub(crate) days: Vec<DayRow>,
    /// The index of each day in `days`; a hostile log could have lines for millions of days.
    day_indices: HashMap<Day, usize>,
    /// The index of the last line's day in `days`.
    day: usize,
    pub(crate) hours: [u64; 24],
    pub(crate) statuses: Vec<u64>,
    pub(crate) methods: Column,
    pub(crate) hosts: Column,
    pub(crate) pages: Column,
    pub(crate) referrers: Column,
    pub(crate) agents: Column,
    /// The sites of referrers.
    pub(crate) sites: Column,
    /// Views of a page that came from another site.
    pub(crate) pairs: Pairs,
    /// Paths with status 404; here, views are the hits by people.
    pub(crate) missing: Column,
    pub(crate) virtual_hosts: Column,
    /// See [`Kind::Time`].
    pub(crate) times: Column,
    /// Hits, views and bytes by country.
    pub(crate) countries: BTreeMap<Country, Row>,
    /// The counts by day and class, if they are kept.
    pub(crate) cells: Option<Box<Cells>>,
}

impl Tally {
    /// Returns an empty tally that keeps the first `most_bad` invalid lines.
    #[must_use]
    pub fn new(selection: Arc<Selection>, most_bad: usize) -> Self {
        let has_line_rules = selection.has_line_rules();
        let mut methods = Column::default();
        // The first method has the number GET.
        methods.number(b"GET", || (0, 0));
        Self {
            has_page_names: selection.has_page_names(),
            page_name: Vec::new(),
            selection,
            has_line_rules,
            reader: Reader::default(),
            most_keys: None,
            lines: 0,
            ok: 0,
            common: 0,
            faults: [0; Reason::ALL.len()],
            left_out: 0,
            bad: Vec::new(),
            most_bad,
            static_hits: 0,
            bot_hits: 0,
            bytes: 0,
            views: 0,
            external_views: 0,
            days: Vec::new(),
            day_indices: HashMap::new(),
            day: 0,
            hours: [0; 24],
            statuses: vec![0; 1000],
            methods,
            hosts: Column::default(),
            pages: Column::default(),
            referrers: Column::default(),
            agents: Column::default(),
            sites: Column::default(),
            pairs: Pairs::default(),
            missing: Column::default(),
            virtual_hosts: Column::default(),
            times: Column::default(),
            countries: BTreeMap::new(),
            cells: None,
        }
    }

    /// Makes the tally also keep counts by day and kind of visitor, from which a page can recompute
    /// its tables for any days.
    #[must_use]
    pub fn with_cells(self) -> Self {
        Self { cells: Some(Box::default()), ..self }
    }

    /// Makes the tally read further lines in a custom format.
    #[must_use]
    pub fn with_format(self, format: Arc<Format>) -> Self {
        Self { reader: Reader::with_format(format), ..self }
    }

    /// Counts complete lines; only the last line may lack a line feed.
    pub fn add_lines(&mut self, mut bytes: &[u8]) {
        let mut batch = Vec::with_capacity(BATCH);
        while !bytes.is_empty() {
            let end = memchr(b'\n', bytes);
            let text = &bytes[..end.unwrap_or(bytes.len())];
            bytes = end.map_or(&[], |end| &bytes[end + 1..]);
            self.lines += 1;
            if text.len() >= MAX_LINE_BYTES {
                self.add_bad(text, Fault { column: MAX_LINE_BYTES, reason: Reason::TooLong });
                continue;
            }
            match self.reader.line(text) {
                Ok(line) => batch.push(line),
                Err(fault) => self.add_bad(text, fault),
            }
            if batch.len() == BATCH {
                self.add_batch(&mut batch);
            }
        }
        self.add_batch(&mut batch);
    }

    #[cold]
    fn add_bad(&mut self, text: &[u8], fault: Fault) {
        self.faults[fault.reason.number()] += 1;
        if self.bad.len() < self.most_bad {
            let text = text[..text.len().min(1000)].to_vec();
            self.bad.push(BadLine { line: self.lines, fault, text });
        }
    }

    /// Counts and clears a batch of hits. The tables of visitors do not fit in the cache, so the
    /// memory accesses of a batch are started together in order to overlap.
    fn add_batch(&mut self, batch: &mut Vec<Line<'_>>) {
        let selection = Arc::clone(&self.selection);
        for line in &*batch {
            match line.combined {
                Some(_) => self.ok += 1,
                None => self.common += 1,
            }
        }
        let all = batch.len();
        batch.retain(|line| selection.takes(line) && (!self.has_line_rules || selection.takes_fields(line)));
        self.left_out += (all - batch.len()) as u64;

        let renamed: Vec<Vec<u8>> = match &selection.address {
            None => Vec::new(),
            Some(rename) => batch.iter().map(|line| (rename.0)(line.host)).collect(),
        };
        let mut hosts = [&b""[..]; BATCH];
        for (at, (line, host)) in batch.iter().zip(&mut hosts).enumerate() {
            *host = renamed.get(at).map_or(line.host, Vec::as_slice);
        }
        let mut keys = [Key::default(); BATCH];
        let mut preloaded = 0;
        for (host, key) in hosts[..batch.len()].iter().zip(&mut keys) {
            *key = Key::new(host);
            preloaded ^= self.hosts.names.preload(*key);
        }
        black_box(preloaded);
        let mut hits = [Hit::default(); BATCH];
        for ((host, key), hit) in hosts[..batch.len()].iter().zip(keys).zip(&mut hits) {
            hit.host = self.hosts.number_by(key, host, || selection.host_kind(host));
        }
        for hit in &mut hits[..batch.len()] {
            hit.kind = self.hosts.row(hit.host).kind;
        }
        for (line, hit) in batch.iter().zip(&mut hits) {
            self.look_up(&selection, line, hit);
        }
        let mut preloaded = 0;
        for hit in hits[..batch.len()].iter().filter(|hit| hit.is_view) {
            if let Visitors::All(keys) = &self.days[hit.day].visitors {
                preloaded ^= keys.preload(visitor_key(hit.host, hit.agent));
            }
            preloaded ^= hit.site.map_or(0, |site| self.pairs.preload(site, hit.page));
        }
        black_box(preloaded);
        for (line, hit) in batch.iter().zip(&hits) {
            self.add(line, hit);
        }
        if self.most_keys.is_some() {
            self.keep_to_bound();
        }
        batch.clear();
    }

    /// Looks up the numbers of a hit’s strings, and classifies the hit.
    fn look_up(&mut self, selection: &Selection, line: &Line<'_>, hit: &mut Hit) {
        let (method, path) = line.method_and_path().unwrap_or((b"-", b""));
        hit.method = if method == b"GET" { GET } else { self.methods.number(method, || (0, 0)) };
        hit.page = if self.has_page_names && !path.is_empty() {
            let target = line.method_and_target().map_or(&b"-"[..], |(_, target)| target);
            let page = &mut self.page_name;
            selection.name_page(target, page);
            self.pages.number(page, || selection.page_kind(page))
        } else {
            self.pages.number(path, || selection.page_kind(path))
        };
        let (referrer, agent) = line.combined.unwrap_or((b"-", b"-"));
        hit.agent = self.agents.number(agent, || selection.agent_kind(agent));
        let sites = &mut self.sites;
        hit.referrer = self.referrers.number(referrer, || selection.referrer_kind(referrer, sites));
        if self.days.get(self.day).is_none_or(|row| row.day != line.day) {
            self.day = self.day_index(line.day);
        }
        hit.day = self.day;
        let page = self.pages.row(hit.page).kind;
        let Row { kind: agent, site: class, .. } = *self.agents.row(hit.agent);
        let referrer = self.referrers.row(hit.referrer);
        hit.is_left_out = (hit.kind | page | agent | referrer.kind) & LEFT_OUT != 0;
        hit.is_static = page & ASIDE != 0;
        hit.is_bot = agent & ASIDE != 0;
        let is_asked_for = !selection.statuses.is_empty();
        let is_read = (is_asked_for || (200..300).contains(&line.status)) && !path.is_empty();
        hit.is_read = is_read && !hit.is_static && !hit.is_left_out;
        hit.is_view = hit.is_read && !hit.is_bot;
        hit.class = u8::try_from(class).unwrap_or(PEOPLE);
        hit.site = (referrer.kind & ASIDE == 0).then_some(referrer.site);
    }

    /// Returns the number of a string, inserting the string if it is new.
    pub(crate) fn number_of(&mut self, kind: Kind, text: &[u8]) -> u32 {
        let selection = Arc::clone(&self.selection);
        match kind {
            Kind::Method => self.methods.number(text, || (0, 0)),
            Kind::Host => self.hosts.number(text, || selection.host_kind(text)),
            Kind::Page => self.pages.number(text, || selection.page_kind(text)),
            Kind::Agent => self.agents.number(text, || selection.agent_kind(text)),
            Kind::Site => self.sites.number(text, || (0, 0)),
            Kind::Referrer => {
                let sites = &mut self.sites;
                self.referrers.number(text, || selection.referrer_kind(text, sites))
            }
            Kind::Missing => self.missing.number(text, || (0, 0)),
            Kind::VirtualHost => self.virtual_hosts.number(text, || (0, 0)),
            Kind::Time => self.times.number(text, || (0, 0)),
        }
    }

    fn add(&mut self, line: &Line<'_>, hit: &Hit) {
        if hit.is_left_out {
            self.left_out += 1;
            return;
        }
        let bytes = line.bytes.unwrap_or(0);
        if line.combined.is_some() {
            self.static_hits += u64::from(hit.is_static);
            self.bot_hits += u64::from(hit.is_bot);
        }
        self.bytes = self.bytes.saturating_add(bytes);
        self.hours[(line.second / 3600).min(23) as usize] += 1;
        self.statuses[usize::from(line.status)] += 1;
        self.methods.row(hit.method).hits += 1;
        let views = u64::from(hit.is_view);
        let Moment(last) = Moment::new(line.day, line.second);
        self.add_rare(line, hit, [views, bytes], last);
        let day = &mut self.days[hit.day];
        day.count.hits += 1;
        day.count.bytes = day.count.bytes.saturating_add(bytes);
        day.count.views += views;
        for row in [
            self.hosts.row(hit.host),
            self.pages.row(hit.page),
            self.agents.row(hit.agent),
            self.referrers.row(hit.referrer),
        ] {
            row.hits += 1;
            row.views += views;
            row.bytes = row.bytes.saturating_add(bytes);
        }
        for row in [self.hosts.row(hit.host), self.agents.row(hit.agent)] {
            row.last = row.last.max(last);
        }
        if hit.is_view {
            self.views += 1;
            match &mut day.visitors {
                Visitors::All(keys) => {
                    keys.insert(visitor_key(hit.host, hit.agent));
                }
                Visitors::Estimated(distinct) => {
                    distinct.add(hash(self.hosts.names.text(hit.host), self.agents.names.text(hit.agent)));
                }
            }
            if let Some(site) = hit.site {
                self.external_views += 1;
                self.sites.row(site).views += 1;
                if self.pairs.add(site, hit.page, 1)
                    && let Some(bound) = &mut self.pairs.bound
                {
                    bound.distinct.add(hash(self.sites.names.text(site), self.pages.names.text(hit.page)));
                }
            }
        }
        if self.most_keys.is_some() {
            self.count_distinct(hit);
        }
    }

    /// Counts the properties that few lines have (a missing page, a virtual host, a request time or
    /// a country), and the cells.
    fn add_rare(&mut self, line: &Line<'_>, hit: &Hit, [views, bytes]: [u64; 2], last: u32) {
        let add = |column: &mut Column, text: &[u8], views: u64| {
            let number = column.number(text, || (0, 0));
            let row = column.row(number);
            row.hits += 1;
            row.views += views;
            row.bytes = row.bytes.saturating_add(bytes);
            row.last = row.last.max(last);
            number
        };
        let mut missing = None;
        if line.status == NOT_FOUND {
            let number = add(&mut self.missing, self.pages.names.text(hit.page), u64::from(!hit.is_bot));
            self.missing.count_distinct(number, |row| row.hits);
            missing = Some(number);
        }
        let mut virtual_host = None;
        if !line.virtual_host.is_empty() {
            let number = add(&mut self.virtual_hosts, line.virtual_host, views);
            self.virtual_hosts.count_distinct(number, |row| row.hits);
            virtual_host = Some(number);
        }
        if let Some(micros) = line.micros {
            let number = self.times.number(self.pages.names.text(hit.page), || (0, 0));
            let row = self.times.row(number);
            row.hits += 1;
            row.bytes = row.bytes.saturating_add(micros);
            row.last = row.last.max(u32::try_from(micros).unwrap_or(u32::MAX));
            self.times.count_distinct(number, |row| row.hits);
        }
        let mut country = None;
        if self.selection.places.is_some() {
            let found = Country::from_number(self.hosts.row(hit.host).site);
            let row = self.countries.entry(found).or_default();
            row.hits += 1;
            row.views += views;
            row.bytes = row.bytes.saturating_add(bytes);
            country = Some(found);
        }
        if let Some(cells) = &mut self.cells {
            let at = cells.add(line.day, hit.class, [hit.is_read.into(), bytes, hit.site.is_some().into()]);
            cells.add_time_and_status(at, line.second / 3600, line.status);
            if hit.is_read {
                cells.add_entry(at, Cell::Page, hit.page);
                cells.add_entry(at, Cell::Agent, hit.agent);
                if let Some(site) = hit.site {
                    cells.add_entry(at, Cell::Site, site);
                }
                if let Some(host) = virtual_host {
                    cells.add_entry(at, Cell::VirtualHost, host);
                }
                if let Some(country) = country {
                    cells.add_entry(at, Cell::Country, country.number().into());
                }
            }
            if let Some(missing) = missing {
                cells.add_entry(at, Cell::Missing, missing);
            }
        }
    }

    /// Counts the entries of a hit as distinct if they are new.
    fn count_distinct(&mut self, hit: &Hit) {
        self.hosts.count_distinct(hit.host, |row| row.hits);
        self.agents.count_distinct(hit.agent, |row| row.hits);
        self.pages.count_distinct(hit.page, |row| row.views);
        if let Some(site) = hit.site {
            self.referrers.count_distinct(hit.referrer, |row| row.views);
            self.sites.count_distinct(site, |row| row.views);
        }
    }

    /// Returns the index of a day, adding the day if it is new.
    pub(crate) fn day_index(&mut self, day: Day) -> usize {
        self.known_day(day).unwrap_or_else(|| {
            let visitors = match self.most_keys {
                None => Visitors::All(Keys::default()),
                Some(_) => Visitors::Estimated(Distinct::default()),
            };
            self.day_indices.insert(day, self.days.len());
            self.days.push(DayRow { day, count: DayCount::default(), visitors });
            self.days.len() - 1
        })
    }

    /// Returns the index of a day, or `None` if no line was from that day.
    pub(crate) fn known_day(&self, day: Day) -> Option<usize> {
        self.day_indices.get(&day).copied()
    }

    /// Returns the first invalid lines.
    #[must_use]
    pub fn bad(&self) -> &[BadLine] {
        &self.bad
    }

    /// Returns the number of lines so far.
    #[must_use]
    pub const fn lines(&self) -> u64 {
        self.lines
    }

    /// Returns the days with their counts.
    #[must_use]
    pub fn days(&self) -> BTreeMap<Day, DayCount> {
        let count = |row: &DayRow| DayCount { visitors: row.visitors.count(), ..row.count };
        self.days.iter().filter(|row| row.count.hits > 0).map(|row| (row.day, count(row))).collect()
    }
}

/// Returns the key of a visitor, made of address and user agent.
pub(crate) const fn visitor_key(host: u32, agent: u32) -> u64 {
    ((host as u64) << 32 | agent as u64) + 1
}

#[expect(clippy::cast_possible_truncation, reason = "the key consists of two halves")]
pub(crate) const fn split_visitor_key(key: u64) -> (u32, u32) {
    (((key - 1) >> 32) as u32, (key - 1) as u32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Report;
    use proptest::prelude::*;

    /// Returns a line of a small log in which all combinations occur.
    fn line() -> impl Strategy<Value = String> {
        let agents = ["Firefox", "curl/8", "-", "Opera"];
        let referrers = ["-", "https://a.example/x", "https://www.b.example/", "https://own.example/y"];
        let paths = ["/", "/a?q", "/b", "/c.css", ""];
        (0_u8..40, 1_u8..4, 0_usize..4, 0_usize..4, 0_usize..5, 0_u8..12).prop_map(
            move |(host, day, agent, referrer, path, kind)| {
                let start = format!(
                    "192.0.2.{host} - - [0{day}/Mar/2026:0{day}:00:00 +0000] \"GET {} HTTP/1.1\"",
                    paths[path]
                );
                match kind {
                    0 => "junk".to_owned(),
                    1 => start,
                    2 => format!("{start} 200 {host}"),
                    3 => format!("{start} 404 - \"{}\" \"{}\"", referrers[referrer], agents[agent]),
                    _ => format!("{start} 200 {host} \"{}\" \"{}\"", referrers[referrer], agents[agent]),
                }
            },
        )
    }

    proptest! {
        #[test]
        fn parts_are_merged_exactly(lines in proptest::collection::vec(line(), 0..200), cuts in proptest::collection::vec(0_usize..200, 0..4)) {
            let selection = Arc::new(Selection { own: vec![b"own.example".to_vec()], ..Selection::default() });
            let counted = |lines: &[String]| {
                let mut tally = Tally::new(Arc::clone(&selection), 7);
                tally.add_lines(lines.join("\n").as_bytes());
                tally
            };
            let whole = counted(&lines);
            let mut cuts: Vec<usize> = cuts.into_iter().map(|cut| cut.min(lines.len())).collect();
            cuts.extend([0, lines.len()]);
            cuts.sort_unstable();
            let mut parts = Tally::new(Arc::clone(&selection), 7);
            for pair in cuts.windows(2) {
                parts.merge(counted(&lines[pair[0]..pair[1]]));
            }
            prop_assert_eq!(Report::new(&parts, 50), Report::new(&whole, 50));
            prop_assert_eq!(parts.bad(), whole.bad());
        }

        #[test]
        fn a_naive_count_agrees(lines in proptest::collection::vec(line(), 0..100)) {
            let selection = Selection { own: vec![b"own.example".to_vec()], ..Selection::default() };
            let mut tally = Tally::new(selection.into(), 0);
            tally.add_lines(lines.join("\n").as_bytes());
            let report = Report::new(&tally, usize::MAX);
            // Counts the words of each line, without the reader and the tables.
            let mut visitors = std::collections::BTreeSet::new();
            let mut pairs: BTreeMap<(String, String), u64> = BTreeMap::new();
            let mut views = 0;
            for line in &lines {
                let words: Vec<&str> = line.split(' ').collect();
                let quoted: Vec<&str> = line.split('"').collect();
                if quoted.len() != 7 || words[8] != "200" || matches!(words[6], "" | "/c.css") || quoted[5] == "curl/8" {
                    continue;
                }
                views += 1;
                visitors.insert((words[0], quoted[5], &words[3][..12]));
                let path = words[6].split('?').next().unwrap_or_default().to_owned();
                match quoted[3] {
                    "https://a.example/x" => *pairs.entry(("a.example".to_owned(), path)).or_default() += 1,
                    "https://www.b.example/" => *pairs.entry(("b.example".to_owned(), path)).or_default() += 1,
                    _ => {}
                }
            }
            let common = lines.iter().filter(|line| line.split('"').count() == 3 && line.contains(" 200 ") && !line.contains(".css") && !line.contains("GET  ")).count() as u64;
            prop_assert_eq!(report.views, views + common);
            let found: BTreeMap<_, _> = report.pairs.iter().map(|pair| ((pair.site.clone(), pair.page.clone()), pair.views)).collect();
            prop_assert_eq!(found, pairs);
            prop_assert!(report.visitors >= visitors.len() as u64);
        }
    }

    #[test]
    fn blocks_can_end_between_any_lines() {
        let line = "192.0.2.1 - - [01/Mar/2026:09:00:00 +0000] \"GET /a HTTP/1.1\" 200 5 \"-\" \"Firefox\"";
        let text = format!("{line}\r\n{line}\n\n{line}");
        let mut tally = Tally::new(Arc::default(), 5);
        tally.add_lines(text.as_bytes());
        assert_eq!((tally.lines(), tally.ok, tally.bad().len()), (4, 3, 1));
        assert_eq!((tally.bad()[0].line, tally.bad()[0].fault.reason), (3, Reason::Empty));
        let mut long = Tally::new(Arc::default(), 5);
        long.add_lines(format!("{line}\n{}\n{line}\n", "x".repeat(MAX_LINE_BYTES)).as_bytes());
        assert_eq!((long.lines(), long.ok, long.bad()[0].fault.reason), (3, 2, Reason::TooLong));
    }

    #[test]
    fn many_days_take_linear_time() {
        let part = |years: std::ops::Range<u32>| {
            let mut text = String::new();
            for (year, month) in years.flat_map(|year| ["Mar", "Apr", "May"].map(|month| (year, month))) {
                for day in 1..=28 {
                    text.push_str(&format!(
                        "192.0.2.1 - - [{day:02}/{month}/{year:04}:09:00:00 +0000] \"GET /a HTTP/1.1\" 200 5 \"-\" \"Firefox\"\n"
                    ));
                }
            }
            let mut tally = Tally::new(Arc::default(), 0);
            tally.add_lines(text.as_bytes());
            tally
        };
        let start = gridlore_testing::processor_time();
        let mut tally = part(1..1_001);
        tally.merge(part(500..1_501));
        assert_eq!(tally.days().len(), 1_500 * 84);
        let time = gridlore_testing::processor_time() - start;
        assert!(time.as_secs() < 5, "{time:?}");
    }
}
