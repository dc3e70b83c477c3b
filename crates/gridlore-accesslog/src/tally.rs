//! What is counted of lines, as they come.
//!
//! Every text (visitor, page, referrer, agent) is looked up once a line and has a number from then on; what is true of the text itself, such as that an
//! agent is a program, is found out once and kept under that number. So a line costs four look-ups, and the rest is arrays.
//!
//! A *hit* is any line that was read. A *view* is a hit that a person meant: it was answered with a status of 200 to 299, its agent is no program,
//! and it is of no file that pages need. Tallies of parts of a log are put together exactly by [`Tally::merge`].

use crate::day::Day;
use crate::fault::{Fault, Reason};
use crate::kinds::{is_bot, is_static, site_of};
use crate::line::{Line, Reader};
use crate::names::Names;
use crate::selection::{Field, Selection};
use crate::table::{Keys, Pairs};
use memchr::memchr;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A line of so many bytes or more is [`Reason::TooLong`].
pub const LONGEST_LINE: usize = 1 << 20;

/// A line that was no record, kept to be shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BadLine {
    /// Where it is, from 1.
    pub line: u64,
    /// Why, and at which column.
    pub fault: Fault,
    /// The line, or its beginning.
    pub text: Vec<u8>,
}

/// Counts of a day.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct DayCount {
    /// Lines.
    pub hits: u64,
    /// Lines that a person meant.
    pub views: u64,
    /// Different addresses with their agents, among the views.
    pub visitors: u64,
    /// Bytes that were sent.
    pub bytes: u64,
}

/// Counts of a text.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Row {
    pub(crate) hits: u64,
    pub(crate) views: u64,
    pub(crate) bytes: u64,
    /// What the text is, see the constants below.
    kind: u8,
    /// For a referrer, the number of its site.
    site: u32,
}

/// Lines with this text are not counted.
const LEFT_OUT: u8 = 1;
/// An agent that is a program; a page that is a file which pages need; a referrer that is of the site itself or of no site.
const ASIDE: u8 = 2;

/// Texts with their counts.
#[derive(Debug, Clone, Default)]
pub(crate) struct Column {
    pub(crate) names: Names,
    pub(crate) rows: Vec<Row>,
}

impl Column {
    /// The number of a text; `kind` is asked for when it is new.
    fn number(&mut self, text: &[u8], kind: impl FnOnce() -> (u8, u32)) -> u32 {
        let (number, is_new) = self.names.number(text);
        if is_new {
            let (kind, site) = kind();
            self.rows.push(Row { kind, site, ..Row::default() });
        }
        number
    }

    fn row(&mut self, number: u32) -> &mut Row {
        &mut self.rows[number as usize]
    }

    /// Adds what another column counted, and returns the numbers here of the texts there.
    fn merge(&mut self, other: &Self) -> Vec<u32> {
        let mut numbers = Vec::with_capacity(other.rows.len());
        for (index, row) in (0..).zip(&other.rows) {
            let number = self.number(other.names.text(index), || (row.kind, row.site));
            let own = self.row(number);
            own.hits += row.hits;
            own.views += row.views;
            own.bytes += row.bytes;
            numbers.push(number);
        }
        numbers
    }
}

/// All counts of the lines so far.
#[derive(Debug, Clone)]
pub struct Tally {
    selection: Arc<Selection>,
    reader: Reader,
    /// All lines; the sum of the next three.
    pub(crate) lines: u64,
    pub(crate) ok: u64,
    pub(crate) common: u64,
    pub(crate) faults: [u64; Reason::ALL.len()],
    /// Records that were not selected.
    pub(crate) left_out: u64,
    /// The first lines that were no records.
    bad: Vec<BadLine>,
    most_bad: usize,
    /// Hits of the combined format on files that pages need, and of programs.
    pub(crate) static_hits: u64,
    pub(crate) bot_hits: u64,
    pub(crate) bytes: u64,
    pub(crate) views: u64,
    pub(crate) days: Vec<(Day, DayCount)>,
    /// The place in `days` of the last line's.
    day: usize,
    pub(crate) hours: [u64; 24],
    pub(crate) statuses: Vec<u64>,
    pub(crate) methods: Column,
    pub(crate) hosts: Column,
    pub(crate) pages: Column,
    pub(crate) referrers: Column,
    pub(crate) agents: Column,
    /// Sites of referrers.
    pub(crate) sites: Column,
    /// Views of a page that came from a site that is not its own.
    pub(crate) pairs: Pairs,
    visitors: Keys,
}

impl Tally {
    /// Counts nothing yet. Of lines that are no records the first `most_bad` are kept.
    #[must_use]
    pub fn new(selection: Arc<Selection>, most_bad: usize) -> Self {
        Self {
            selection,
            reader: Reader::default(),
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
            days: Vec::new(),
            day: 0,
            hours: [0; 24],
            statuses: vec![0; 1000],
            methods: Column::default(),
            hosts: Column::default(),
            pages: Column::default(),
            referrers: Column::default(),
            agents: Column::default(),
            sites: Column::default(),
            pairs: Pairs::default(),
            visitors: Keys::default(),
        }
    }

    /// Counts whole lines, each with a line feed at its end but perhaps the last.
    pub fn add_lines(&mut self, mut bytes: &[u8]) {
        while !bytes.is_empty() {
            let end = memchr(b'\n', bytes);
            self.add_line(&bytes[..end.unwrap_or(bytes.len())]);
            bytes = end.map_or(&[], |end| &bytes[end + 1..]);
        }
    }

    /// Counts one line, without its line feed.
    pub fn add_line(&mut self, text: &[u8]) {
        self.lines += 1;
        if text.len() >= LONGEST_LINE {
            return self.add_bad(text, Fault { column: LONGEST_LINE, reason: Reason::TooLong });
        }
        match self.reader.line(text) {
            Ok(line) => self.add(&line),
            Err(fault) => self.add_bad(text, fault),
        }
    }

    #[cold]
    fn add_bad(&mut self, text: &[u8], fault: Fault) {
        self.faults[fault.reason.number()] += 1;
        if self.bad.len() < self.most_bad {
            let text = text[..text.len().min(1000)].to_vec();
            self.bad.push(BadLine { line: self.lines, fault, text });
        }
    }

    fn add(&mut self, line: &Line<'_>) {
        match line.combined {
            Some(_) => self.ok += 1,
            None => self.common += 1,
        }
        let selection = &*self.selection;
        if !selection.takes(line) {
            self.left_out += 1;
            return;
        }
        let left_out = |field, text: &[u8]| if selection.takes_text(field, text) { 0 } else { LEFT_OUT };
        let (method, target) = line.method_and_target().unwrap_or((b"-", b""));
        let path = &target[..memchr(b'?', target).unwrap_or(target.len())];
        let host = self.hosts.number(line.host, || (left_out(Field::Host, line.host), 0));
        let page = self
            .pages
            .number(path, || (left_out(Field::Page, path) | if is_static(path) { ASIDE } else { 0 }, 0));
        let (referrer, agent) = line.combined.unwrap_or((b"-", b"-"));
        let agent = self
            .agents
            .number(agent, || (left_out(Field::Agent, agent) | if is_bot(agent) { ASIDE } else { 0 }, 0));
        let sites = &mut self.sites;
        let referrer = self.referrers.number(referrer, || {
            let site = site_of(referrer);
            let is_own = selection.own.contains(&site);
            let kind =
                left_out(Field::Referrer, referrer) | if site.is_empty() || is_own { ASIDE } else { 0 };
            (kind, if site.is_empty() { 0 } else { sites.number(&site, || (0, 0)) })
        });
        let rows = [
            self.hosts.row(host).kind,
            self.pages.row(page).kind,
            self.agents.row(agent).kind,
            self.referrers.row(referrer).kind,
        ];
        if rows.iter().any(|kind| kind & LEFT_OUT != 0) {
            self.left_out += 1;
            return;
        }
        let bytes = line.bytes.unwrap_or(0);
        let is_static = rows[1] & ASIDE != 0;
        let is_bot = rows[2] & ASIDE != 0;
        let is_view = !is_static && !is_bot && !path.is_empty() && (200..300).contains(&line.status);
        if line.combined.is_some() {
            self.static_hits += u64::from(is_static);
            self.bot_hits += u64::from(is_bot);
        }
        self.bytes += bytes;
        self.hours[(line.second / 3600).min(23) as usize] += 1;
        self.statuses[usize::from(line.status)] += 1;
        let method = self.methods.number(method, || (0, 0));
        self.methods.row(method).hits += 1;
        if self.days.get(self.day).is_none_or(|(day, _)| *day != line.day) {
            self.day = self.days.iter().position(|(day, _)| *day == line.day).unwrap_or_else(|| {
                self.days.push((line.day, DayCount::default()));
                self.days.len() - 1
            });
        }
        let day = &mut self.days[self.day].1;
        day.hits += 1;
        day.bytes += bytes;
        let views = u64::from(is_view);
        for row in [
            &mut self.hosts.rows[host as usize],
            &mut self.pages.rows[page as usize],
            &mut self.agents.rows[agent as usize],
            &mut self.referrers.rows[referrer as usize],
        ] {
            row.hits += 1;
            row.views += views;
            row.bytes += bytes;
        }
        if is_view {
            self.views += 1;
            day.views += 1;
            if self.visitors.insert(visitor(host, agent, self.day)) {
                day.visitors += 1;
            }
            if rows[3] & ASIDE == 0 {
                let site = self.referrers.rows[referrer as usize].site;
                self.sites.rows[site as usize].views += 1;
                self.pairs.add(site, page, 1);
            }
        }
    }

    /// Adds what was counted of another part of the log, of the lines after these and with the same selection.
    pub fn merge(&mut self, other: &Self) {
        let room = self.most_bad.saturating_sub(self.bad.len());
        let bad = other.bad.iter().take(room);
        self.bad.extend(bad.map(|bad| BadLine { line: self.lines + bad.line, ..bad.clone() }));
        self.lines += other.lines;
        self.ok += other.ok;
        self.common += other.common;
        self.left_out += other.left_out;
        self.static_hits += other.static_hits;
        self.bot_hits += other.bot_hits;
        self.bytes += other.bytes;
        self.views += other.views;
        for (own, other) in self.faults.iter_mut().zip(other.faults) {
            *own += other;
        }
        for (own, other) in self.hours.iter_mut().zip(other.hours) {
            *own += other;
        }
        for (own, other) in self.statuses.iter_mut().zip(&other.statuses) {
            *own += other;
        }
        let mut days = Vec::with_capacity(other.days.len());
        for (day, count) in &other.days {
            let at = self.days.iter().position(|(known, _)| known == day).unwrap_or_else(|| {
                self.days.push((*day, DayCount::default()));
                self.days.len() - 1
            });
            let own = &mut self.days[at].1;
            own.hits += count.hits;
            own.views += count.views;
            own.bytes += count.bytes;
            days.push(at);
        }
        let sites = self.sites.merge(&other.sites);
        self.methods.merge(&other.methods);
        let hosts = self.hosts.merge(&other.hosts);
        let pages = self.pages.merge(&other.pages);
        let agents = self.agents.merge(&other.agents);
        let known = self.referrers.names.len();
        self.referrers.merge(&other.referrers);
        for row in &mut self.referrers.rows[known..] {
            // A referrer of no site has number 0, which means nothing.
            row.site = sites.get(row.site as usize).copied().unwrap_or(0);
        }
        for (site, page, count) in other.pairs.iter() {
            self.pairs.add(sites[site as usize], pages[page as usize], count);
        }
        for key in other.visitors.iter() {
            let (host, agent, day) = of_visitor(key);
            let day = days[day];
            if self.visitors.insert(visitor(hosts[host as usize], agents[agent as usize], day)) {
                self.days[day].1.visitors += 1;
            }
        }
    }

    /// The first lines that were no records.
    #[must_use]
    pub fn bad(&self) -> &[BadLine] {
        &self.bad
    }

    /// All lines so far.
    #[must_use]
    pub const fn lines(&self) -> u64 {
        self.lines
    }

    /// The days with their counts.
    #[must_use]
    pub fn days(&self) -> BTreeMap<Day, DayCount> {
        self.days.iter().copied().collect()
    }
}

/// Bits of a key for the host, the agent and the day.
const HOST_BITS: u32 = 30;
const AGENT_BITS: u32 = 20;

/// A visitor of a day as a key. Numbers beyond the bits share keys, so that visitors are counted too low beyond a thousand million addresses, a million
/// agents or eight thousand days.
const fn visitor(host: u32, agent: u32, day: usize) -> u64 {
    let host = host as u64 & ((1 << HOST_BITS) - 1);
    let agent = agent as u64 & ((1 << AGENT_BITS) - 1);
    let day = (day as u64 + 1) & ((1 << (64 - HOST_BITS - AGENT_BITS)) - 1);
    host | agent << HOST_BITS | day << (HOST_BITS + AGENT_BITS)
}

#[expect(clippy::cast_possible_truncation, reason = "each part has fewer than 32 bits")]
const fn of_visitor(key: u64) -> (u32, u32, usize) {
    let host = key as u32 & ((1 << HOST_BITS) - 1);
    let agent = (key >> HOST_BITS) as u32 & ((1 << AGENT_BITS) - 1);
    (host, agent, (key >> (HOST_BITS + AGENT_BITS)) as usize - 1)
}
