//! Splits a tally into pieces, which one process writes and another reassembles without loss or
//! rounding.
//!
//! Entries precede the pieces that refer to them by number; within a kind, entries are numbered
//! from 0 in order. The writer of the pieces must mark the end.

use crate::address::Country;
use crate::count::column::{Column, Row};
use crate::count::distinct::Distinct;
use crate::count::keys::Keys;
use crate::count::kind::Kind;
use crate::count::tally::{ASIDE, NOT_FOUND, Tally, Visitors, split_visitor_key, visitor_key};
use crate::line::day::Day;
use crate::line::fault::Reason;
use crate::selection::Selection;
use std::borrow::Cow;
use std::sync::Arc;

/// The number of visitors per piece, small enough to keep the pieces short.
const VISITORS: usize = 500;

/// The largest count, which is the largest integer that is exact in programs with only
/// floating-point numbers.
const MAX_COUNT: u64 = 1 << 53;

impl Kind {
    fn column(self, tally: &mut Tally) -> &mut Column {
        match self {
            Self::Method => &mut tally.methods,
            Self::Host => &mut tally.hosts,
            Self::Page => &mut tally.pages,
            Self::Agent => &mut tally.agents,
            Self::Site => &mut tally.sites,
            Self::Referrer => &mut tally.referrers,
            Self::Missing => &mut tally.missing,
            Self::VirtualHost => &mut tally.virtual_hosts,
            Self::Time => &mut tally.times,
        }
    }
}

/// Counts that do not belong to an entry.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Totals {
    /// All lines.
    pub lines: u64,
    /// Lines in the combined format.
    pub ok: u64,
    /// Lines in the common format.
    pub common: u64,
    /// Invalid lines, indexed by the number of the reason.
    pub faults: Vec<u64>,
    /// Hits that were not selected.
    pub left_out: u64,
    /// Hits on static files.
    pub static_hits: u64,
    /// Hits of bots.
    pub bot_hits: u64,
    /// The number of bytes sent.
    pub bytes: u64,
    /// The number of views.
    pub views: u64,
    /// Views that came from other sites.
    pub external_views: u64,
    /// Hits by hour of day.
    pub hours: Vec<u64>,
    /// Hits by status code, without codes that did not occur.
    pub statuses: Vec<(u16, u64)>,
    /// The limit on the number of entries, if there was one.
    pub most_keys: Option<usize>,
}

/// A piece of a tally.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Piece<'a> {
    /// The first piece.
    Totals(Box<Totals>),
    /// An entry with its counts.
    Text {
        /// The kind of entry.
        kind: Kind,
        /// The text of the entry.
        text: Cow<'a, [u8]>,
        /// The number of hits.
        hits: u64,
        /// The number of views.
        views: u64,
        /// The number of bytes.
        bytes: u64,
        /// Hits that may be missing from the count.
        since: u64,
        /// Whether it is a static file, a bot, or a referrer that is on the site itself or has no
        /// site.
        is_aside: bool,
        /// The time of its last hit, in seconds since 1970; for a request time, the longest time in
        /// microseconds.
        last: u32,
    },
    /// The views of a page that came from a site; both are given by number.
    Pair {
        /// The number of the site.
        site: u32,
        /// The number of the page.
        page: u32,
        /// The number of views.
        views: u64,
        /// Views that may be missing from the count.
        since: u64,
    },
    /// The state of a limited column, or of the pairs if `kind` is `None`.
    Bound {
        /// The kind of the column’s entries.
        kind: Option<Kind>,
        /// The greatest count that was dropped.
        missed: u64,
        /// The threshold of the hashes.
        below: u64,
        /// The hashes of distinct entries below the threshold.
        hashes: Vec<u64>,
    },
    /// A day with its counts.
    Day {
        /// The day that is counted.
        day: Day,
        /// The number of hits.
        hits: u64,
        /// The number of views.
        views: u64,
        /// The number of bytes.
        bytes: u64,
    },
    /// Some of a day's visitors: pairs of address and user agent, by number.
    Visitors {
        /// The day, which an earlier piece has introduced.
        day: Day,
        /// Address and user agent.
        visitors: Vec<(u32, u32)>,
    },
    /// A day's visitors in a limited tally.
    VisitorHashes {
        /// The day, which an earlier piece has introduced.
        day: Day,
        /// The threshold of the hashes.
        below: u64,
        /// The hashes of visitors below the threshold.
        hashes: Vec<u64>,
    },
}

impl Tally {
    /// Passes all pieces to `take`. Invalid lines are included only as counts, and entries without
    /// counts are omitted.
    ///
    /// # Errors
    /// Stops at the first error of `take` and returns it.
    pub fn pieces<E>(&self, mut take: impl FnMut(Piece<'_>) -> Result<(), E>) -> Result<(), E> {
        take(Piece::Totals(Box::new(self.totals())))?;
        let mut numbers: Vec<Vec<u32>> = Vec::new();
        for kind in Kind::ALL {
            let column = match kind {
                Kind::Method => &self.methods,
                Kind::Host => &self.hosts,
                Kind::Page => &self.pages,
                Kind::Agent => &self.agents,
                Kind::Site => &self.sites,
                Kind::Referrer => &self.referrers,
                Kind::Missing => &self.missing,
                Kind::VirtualHost => &self.virtual_hosts,
                Kind::Time => &self.times,
            };
            let mut next = 0;
            let mut written = Vec::with_capacity(column.rows.len());
            // In a limited tally, pairs can refer to entries without counts.
            for ((number, row), since) in (0..).zip(&column.rows).zip(column.since()) {
                let Row { hits, views, bytes, last, kind: row_kind, .. } = *row;
                written.push(next);
                if hits > 0
                    || views > 0
                    || (self.most_keys.is_some() && matches!(kind, Kind::Page | Kind::Site))
                {
                    let text = Cow::Borrowed(column.names.text(number));
                    let is_aside = row_kind & ASIDE != 0;
                    take(Piece::Text { kind, text, hits, views, bytes, since, is_aside, last })?;
                    next += 1;
                }
            }
            numbers.push(written);
            if let Some(bound) = &column.bound {
                take(bound_piece(Some(kind), bound.missed, &bound.distinct))?;
            }
        }
        let number = |kind: Kind, number: u32| numbers[kind as usize][number as usize];
        for pair in self.pairs.iter() {
            let (site, page) = (number(Kind::Site, pair.one), number(Kind::Page, pair.other));
            take(Piece::Pair { site, page, views: pair.count, since: pair.since })?;
        }
        if let Some(bound) = &self.pairs.bound {
            take(bound_piece(None, bound.missed, &bound.distinct))?;
        }
        for row in self.days.iter().filter(|row| row.count.hits > 0) {
            let day = row.day;
            take(Piece::Day { day, hits: row.count.hits, views: row.count.views, bytes: row.count.bytes })?;
            match &row.visitors {
                Visitors::All(keys) => {
                    let all = keys.iter().map(split_visitor_key);
                    let mut all = all
                        .map(|(host, agent)| (number(Kind::Host, host), number(Kind::Agent, agent)))
                        .peekable();
                    while all.peek().is_some() {
                        let visitors = all.by_ref().take(VISITORS).collect();
                        take(Piece::Visitors { day, visitors })?;
                    }
                }
                Visitors::Estimated(distinct) => {
                    let (below, hashes) = (distinct.below(), distinct.hashes().collect());
                    take(Piece::VisitorHashes { day, below, hashes })?;
                }
            }
        }
        Ok(())
    }

    fn totals(&self) -> Totals {
        Totals {
            lines: self.lines,
            ok: self.ok,
            common: self.common,
            faults: self.faults.to_vec(),
            left_out: self.left_out,
            static_hits: self.static_hits,
            bot_hits: self.bot_hits,
            bytes: self.bytes,
            views: self.views,
            external_views: self.external_views,
            hours: self.hours.to_vec(),
            statuses: (0..).zip(self.statuses.iter().copied()).filter(|status| status.1 > 0).collect(),
            most_keys: self.most_keys,
        }
    }
}

fn bound_piece(kind: Option<Kind>, missed: u64, distinct: &Distinct) -> Piece<'static> {
    Piece::Bound { kind, missed, below: distinct.below(), hashes: distinct.hashes().collect() }
}

/// The reason why pieces do not form a tally.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PartError {
    /// The totals are missing at the start, or repeated.
    #[error("found no totals at the start, or several; expected them exactly once")]
    Order,
    /// A number does not refer to an entry, day or reason, or a count is out of range.
    #[error("found a number out of range or without an entry")]
    Number,
    /// An entry, a pair or a day is repeated.
    #[error("found an entry, a pair or a day twice")]
    Twice,
    /// A hash is not below its threshold, or data of a limited tally is in an unlimited tally or
    /// vice versa.
    #[error("found data that does not match the limit on the counts (max_keys)")]
    Bound,
    /// The counts do not add up to the totals: a piece is missing or was changed.
    #[error("found counts that do not add up to the totals")]
    Sum,
}

/// Reassembles a tally from its pieces.
#[derive(Debug)]
pub struct Part {
    tally: Tally,
    has_totals: bool,
    /// The number of each entry in this tally, by kind.
    numbers: [Vec<u32>; Kind::ALL.len()],
    /// The views of all pairs so far.
    pair_views: u64,
}

impl Part {
    /// Creates an empty part that was counted with this selection.
    #[must_use]
    pub fn new(selection: Arc<Selection>) -> Self {
        Self {
            tally: Tally::new(selection, 0),
            has_totals: false,
            numbers: std::array::from_fn(|_| Vec::new()),
            pair_views: 0,
        }
    }

    /// Adds the next piece.
    ///
    /// # Errors
    /// Returns [`PartError`] if the piece is invalid.
    pub fn add(&mut self, piece: Piece<'_>) -> Result<(), PartError> {
        if matches!(piece, Piece::Totals(_)) == self.has_totals {
            return Err(PartError::Order);
        }
        match piece {
            Piece::Totals(totals) => self.add_totals(&totals),
            Piece::Text { kind, text, hits, views, bytes, since, is_aside, last } => {
                self.add_text(kind, &text, [hits, views, bytes, since], is_aside, last)
            }
            Piece::Pair { site, page, views, since } => {
                let site = self.number(Kind::Site, site)?;
                let page = self.number(Kind::Page, page)?;
                self.pair_views = counted(views)?.saturating_add(self.pair_views);
                if !self.tally.pairs.add(site, page, views) {
                    return Err(PartError::Twice);
                }
                if self.tally.most_keys.is_some() {
                    self.tally.pairs.add_since(site, page, counted(since)?);
                } else if since > 0 {
                    return Err(PartError::Bound);
                }
                Ok(())
            }
            Piece::Bound { kind, missed, below, hashes } => {
                let distinct = Distinct::from_parts(below, &hashes).ok_or(PartError::Bound)?;
                counted(missed)?;
                match kind {
                    None => {
                        let bound = self.tally.pairs.bound.as_mut().ok_or(PartError::Bound)?;
                        (bound.missed, bound.distinct) = (missed, distinct);
                    }
                    Some(kind) => {
                        let bound = kind.column(&mut self.tally).bound.as_mut().ok_or(PartError::Bound)?;
                        (bound.missed, bound.distinct) = (missed, distinct);
                    }
                }
                Ok(())
            }
            Piece::Day { day, hits, views, bytes } => {
                if self.tally.known_day(day).is_some() {
                    return Err(PartError::Twice);
                }
                let at = self.tally.day_index(day);
                let count = &mut self.tally.days[at].count;
                (count.hits, count.views, count.bytes) = (counted(hits)?, counted(views)?, bytes);
                Ok(())
            }
            Piece::Visitors { day, visitors } => {
                let mut keys = Vec::with_capacity(visitors.len());
                for (host, agent) in visitors {
                    keys.push(visitor_key(self.number(Kind::Host, host)?, self.number(Kind::Agent, agent)?));
                }
                match self.visitors(day)? {
                    Visitors::All(all) => insert_once(all, &keys),
                    Visitors::Estimated(_) => Err(PartError::Bound),
                }
            }
            Piece::VisitorHashes { day, below, hashes } => {
                let distinct = Distinct::from_parts(below, &hashes).ok_or(PartError::Bound)?;
                match self.visitors(day)? {
                    Visitors::All(_) => Err(PartError::Bound),
                    Visitors::Estimated(all) => {
                        *all = distinct;
                        Ok(())
                    }
                }
            }
        }
    }

    fn add_totals(&mut self, totals: &Totals) -> Result<(), PartError> {
        self.has_totals = true;
        let tally = &mut self.tally;
        if totals.faults.len() > Reason::ALL.len() || totals.hours.len() != tally.hours.len() {
            return Err(PartError::Number);
        }
        for (own, &count) in tally.faults.iter_mut().zip(&totals.faults) {
            *own = counted(count)?;
        }
        for (own, &count) in tally.hours.iter_mut().zip(&totals.hours) {
            *own = counted(count)?;
        }
        for &(status, count) in &totals.statuses {
            *tally.statuses.get_mut(usize::from(status)).ok_or(PartError::Number)? = counted(count)?;
        }
        tally.lines = counted(totals.lines)?;
        tally.ok = counted(totals.ok)?;
        tally.common = counted(totals.common)?;
        tally.left_out = counted(totals.left_out)?;
        tally.static_hits = counted(totals.static_hits)?;
        tally.bot_hits = counted(totals.bot_hits)?;
        tally.bytes = totals.bytes;
        tally.views = counted(totals.views)?;
        tally.external_views = counted(totals.external_views)?;
        match totals.most_keys {
            Some(0) => return Err(PartError::Number),
            Some(most) => tally.limit(most),
            None => {}
        }
        Ok(())
    }

    fn add_text(
        &mut self,
        kind: Kind,
        text: &[u8],
        [hits, views, bytes, since]: [u64; 4],
        is_aside: bool,
        last: u32,
    ) -> Result<(), PartError> {
        let known = kind.column(&mut self.tally).rows.len();
        let number = self.tally.number_of(kind, text);
        // Only the method GET exists from the start.
        let is_first_get = kind == Kind::Method && number == 0 && !self.numbers[kind as usize].contains(&0);
        if (number as usize) < known && !is_first_get {
            return Err(PartError::Twice);
        }
        let column = kind.column(&mut self.tally);
        let row = column.row(number);
        // A program that merges parts need not know how they were counted.
        row.kind = row.kind & !ASIDE | if is_aside { ASIDE } else { 0 };
        (row.hits, row.views, row.bytes, row.last) = (counted(hits)?, counted(views)?, bytes, last);
        let Row { hits: all, site, .. } = *row;
        match &mut column.bound {
            Some(bound) => bound.since[number as usize] = counted(since)?,
            None if since > 0 => return Err(PartError::Bound),
            None => {}
        }
        self.numbers[kind as usize].push(number);
        if kind == Kind::Host && self.tally.selection.places.is_some() {
            let row = self.tally.countries.entry(Country::from_number(site)).or_default();
            row.hits += all;
            row.views += views;
            row.bytes = row.bytes.saturating_add(bytes);
        }
        Ok(())
    }

    fn number(&self, kind: Kind, number: u32) -> Result<u32, PartError> {
        self.numbers[kind as usize].get(number as usize).copied().ok_or(PartError::Number)
    }

    fn visitors(&mut self, day: Day) -> Result<&mut Visitors, PartError> {
        let index = self.tally.known_day(day).ok_or(PartError::Number)?;
        Ok(&mut self.tally.days[index].visitors)
    }

    /// Returns the tally.
    ///
    /// # Errors
    /// Returns [`PartError::Sum`] if pieces are missing.
    pub fn tally(self) -> Result<Tally, PartError> {
        let tally = self.tally;
        let sum = |counts: &mut dyn Iterator<Item = u64>| counts.map(u128::from).sum::<u128>();
        let rows = |column: &Column, by: fn(&Row) -> u64| sum(&mut column.rows.iter().map(by));
        let records = u128::from(tally.ok) + u128::from(tally.common);
        let hits = sum(&mut tally.days.iter().map(|row| row.count.hits));
        let is_exact = tally.most_keys.is_none();
        // Counts of dropped entries are missing.
        let agrees = |counts: u128, total: u128| if is_exact { counts == total } else { counts <= total };
        let not_found = u128::from(tally.statuses[usize::from(NOT_FOUND)]);
        let [views, external] = [tally.views, tally.external_views].map(u128::from);
        let is_whole = self.has_totals
            && u128::from(tally.lines) == records + sum(&mut tally.faults.iter().copied())
            && records == hits + u128::from(tally.left_out)
            && [sum(&mut tally.hours.iter().copied()), sum(&mut tally.statuses.iter().copied())] == [hits; 2]
            && sum(&mut tally.days.iter().map(|row| row.count.views)) == views
            && [&tally.hosts, &tally.pages, &tally.agents, &tally.referrers].into_iter().all(|column| {
                agrees(rows(column, |row| row.hits), hits) && agrees(rows(column, |row| row.views), views)
            })
            && agrees(rows(&tally.methods, |row| row.hits), hits)
            && agrees(rows(&tally.missing, |row| row.hits), not_found)
            && [&tally.virtual_hosts, &tally.times]
                .into_iter()
                .all(|column| rows(column, |row| row.hits) <= hits)
            && agrees(rows(&tally.sites, |row| row.views), external)
            && agrees(u128::from(self.pair_views), external);
        if is_whole { Ok(tally) } else { Err(PartError::Sum) }
    }
}

/// Checks that a count is in range.
const fn counted(count: u64) -> Result<u64, PartError> {
    if count <= MAX_COUNT { Ok(count) } else { Err(PartError::Number) }
}

fn insert_once(all: &mut Keys, keys: &[u64]) -> Result<(), PartError> {
    if keys.iter().all(|&key| all.insert(key)) { Ok(()) } else { Err(PartError::Twice) }
}
