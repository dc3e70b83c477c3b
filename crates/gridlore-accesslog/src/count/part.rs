//! A tally in pieces, to be written down by whoever counted a part of a log and put together by
//! another: nothing is rounded, and nothing is lost.
//!
//! Texts come before what refers to them by their numbers: of each kind the first has 0, the
//! next 1. Whoever writes the pieces says at the end that it is the end.

use crate::count::column::{Column, Row};
use crate::count::distinct::Distinct;
use crate::count::keys::Keys;
use crate::count::kind::Kind;
use crate::count::tally::{ASIDE, Tally, Visitors, of_visitor, visitor};
use crate::line::day::Day;
use crate::line::fault::Reason;
use crate::selection::Selection;
use std::borrow::Cow;
use std::sync::Arc;

/// Visitors in a piece, so that no piece is long.
const VISITORS: usize = 500;

/// The largest count: what programs that know no whole numbers can tell from the next.
const MOST: u64 = 1 << 53;

impl Kind {
    fn column(self, tally: &mut Tally) -> &mut Column {
        match self {
            Self::Method => &mut tally.methods,
            Self::Host => &mut tally.hosts,
            Self::Page => &mut tally.pages,
            Self::Agent => &mut tally.agents,
            Self::Site => &mut tally.sites,
            Self::Referrer => &mut tally.referrers,
        }
    }
}

/// Counts that are of no text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Totals {
    /// Lines, of the combined and of the common format.
    pub lines: u64,
    /// See `lines`.
    pub ok: u64,
    /// See `lines`.
    pub common: u64,
    /// Lines that are no records, by the number of the reason.
    pub faults: Vec<u64>,
    /// Records that were not selected.
    pub left_out: u64,
    /// Hits on files that pages need.
    pub static_hits: u64,
    /// Hits of programs.
    pub bot_hits: u64,
    /// Bytes that were sent.
    pub bytes: u64,
    /// Views.
    pub views: u64,
    /// Views that came from other sites.
    pub external_views: u64,
    /// Hits by hour of the day.
    pub hours: Vec<u64>,
    /// Hits by status; only those that there are.
    pub statuses: Vec<(u16, u64)>,
    /// The bound, if there was one.
    pub most_keys: Option<usize>,
}

/// A piece of a tally.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Piece<'a> {
    /// The first one.
    Totals(Box<Totals>),
    /// A text with its counts.
    Text {
        /// What it is.
        kind: Kind,
        /// The text.
        text: Cow<'a, [u8]>,
        /// Lines.
        hits: u64,
        /// Lines that a person meant.
        views: u64,
        /// Bytes.
        bytes: u64,
        /// Lines that may not have been counted.
        since: u64,
        /// Whether it is a referrer of the site itself or of none, a page that is a file which
        /// pages need, an agent that is a program.
        is_aside: bool,
    },
    /// Views of a page that came from a site, by their numbers.
    Pair {
        /// The site.
        site: u32,
        /// The page.
        page: u32,
        /// How many.
        views: u64,
        /// Views that may not have been counted.
        since: u64,
    },
    /// What a bound left of texts of a kind; of pairs, where there is none.
    Bound {
        /// The kind.
        kind: Option<Kind>,
        /// How often a text was there at most that is not told.
        missed: u64,
        /// The hashes of the different texts that are smaller than this.
        below: u64,
        /// See `below`.
        hashes: Vec<u64>,
    },
    /// A day.
    Day {
        /// Which.
        day: Day,
        /// Lines.
        hits: u64,
        /// Lines that a person meant.
        views: u64,
        /// Bytes.
        bytes: u64,
    },
    /// Some of a day's visitors: addresses and agents, by their numbers.
    Visitors {
        /// The day, which was told before.
        day: Day,
        /// Address and agent.
        visitors: Vec<(u32, u32)>,
    },
    /// A day's visitors where there was a bound.
    VisitorHashes {
        /// The day, which was told before.
        day: Day,
        /// The hashes of visitors that are smaller than this.
        below: u64,
        /// See `below`.
        hashes: Vec<u64>,
    },
}

impl Tally {
    /// Hands out all pieces. Lines that were no records are told by number alone, and texts of
    /// which nothing was counted are not told.
    ///
    /// # Errors
    /// Those of `take`; the first one ends it.
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
            };
            let mut next = 0;
            let mut told = Vec::with_capacity(column.rows.len());
            // What a pair refers to is told even where nothing is known of it.
            for ((number, row), since) in (0..).zip(&column.rows).zip(column.since()) {
                let Row { hits, views, bytes, kind: row_kind, .. } = *row;
                told.push(next);
                if hits > 0
                    || views > 0
                    || (self.most_keys.is_some() && matches!(kind, Kind::Page | Kind::Site))
                {
                    let text = Cow::Borrowed(column.names.text(number));
                    let is_aside = row_kind & ASIDE != 0;
                    take(Piece::Text { kind, text, hits, views, bytes, since, is_aside })?;
                    next += 1;
                }
            }
            numbers.push(told);
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
                    let all = keys.iter().map(of_visitor);
                    let mut all = all
                        .map(|(host, agent)| (number(Kind::Host, host), number(Kind::Agent, agent)))
                        .peekable();
                    while all.peek().is_some() {
                        let visitors = all.by_ref().take(VISITORS).collect();
                        take(Piece::Visitors { day, visitors })?;
                    }
                }
                Visitors::About(distinct) => {
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

/// Why pieces are none of a tally.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PartError {
    /// The totals are not the first piece, or come twice.
    #[error("found other pieces, expected the totals first and once")]
    Order,
    /// A number refers to no text, day or reason.
    #[error("found a number that refers to nothing")]
    Number,
    /// A text, a pair or a day was told before.
    #[error("found a text, a pair or a day that was told before")]
    Twice,
    /// A hash that is not below its bound, or counts of a bound where there is none.
    #[error("found what only counts with a bound have")]
    Bound,
    /// Counts do not sum up to their totals: something is missing, or was changed.
    #[error("found counts that do not sum up to the totals")]
    Sum,
}

/// A tally that is put together of its pieces.
#[derive(Debug)]
pub struct Part {
    tally: Tally,
    has_totals: bool,
    /// Of each kind the numbers here.
    numbers: [Vec<u32>; 6],
    /// The external views of pairs so far.
    pair_views: u64,
}

impl Part {
    /// Nothing yet; the selection is the one with which the part was counted.
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
    /// [`PartError`]: what cannot be so.
    pub fn add(&mut self, piece: Piece<'_>) -> Result<(), PartError> {
        if matches!(piece, Piece::Totals(_)) == self.has_totals {
            return Err(PartError::Order);
        }
        match piece {
            Piece::Totals(totals) => self.add_totals(&totals),
            Piece::Text { kind, text, hits, views, bytes, since, is_aside } => {
                self.add_text(kind, &text, [hits, views, bytes, since], is_aside)
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
                let distinct = Distinct::of_parts(below, &hashes).ok_or(PartError::Bound)?;
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
                if self.tally.days.iter().any(|row| row.day == day) {
                    return Err(PartError::Twice);
                }
                let at = self.tally.place_of(day);
                let count = &mut self.tally.days[at].count;
                (count.hits, count.views, count.bytes) = (counted(hits)?, counted(views)?, bytes);
                Ok(())
            }
            Piece::Visitors { day, visitors } => {
                let mut keys = Vec::with_capacity(visitors.len());
                for (host, agent) in visitors {
                    keys.push(visitor(self.number(Kind::Host, host)?, self.number(Kind::Agent, agent)?));
                }
                match self.visitors(day)? {
                    Visitors::All(all) => insert_once(all, &keys),
                    Visitors::About(_) => Err(PartError::Bound),
                }
            }
            Piece::VisitorHashes { day, below, hashes } => {
                let distinct = Distinct::of_parts(below, &hashes).ok_or(PartError::Bound)?;
                match self.visitors(day)? {
                    Visitors::All(_) => Err(PartError::Bound),
                    Visitors::About(all) => {
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
    ) -> Result<(), PartError> {
        let known = kind.column(&mut self.tally).rows.len();
        let number = self.tally.number_of(kind, text);
        // The method GET is there from the start, and nothing else is.
        let is_first_get = kind == Kind::Method && number == 0 && !self.numbers[kind as usize].contains(&0);
        if (number as usize) < known && !is_first_get {
            return Err(PartError::Twice);
        }
        let column = kind.column(&mut self.tally);
        let row = column.row(number);
        // Whoever puts parts together need not know how they were counted.
        row.kind = row.kind & !ASIDE | if is_aside { ASIDE } else { 0 };
        (row.hits, row.views, row.bytes) = (counted(hits)?, counted(views)?, bytes);
        match &mut column.bound {
            Some(bound) => bound.since[number as usize] = counted(since)?,
            None if since > 0 => return Err(PartError::Bound),
            None => {}
        }
        self.numbers[kind as usize].push(number);
        Ok(())
    }

    fn number(&self, kind: Kind, number: u32) -> Result<u32, PartError> {
        self.numbers[kind as usize].get(number as usize).copied().ok_or(PartError::Number)
    }

    fn visitors(&mut self, day: Day) -> Result<&mut Visitors, PartError> {
        let row = self.tally.days.iter_mut().find(|row| row.day == day);
        row.map(|row| &mut row.visitors).ok_or(PartError::Number)
    }

    /// What was counted.
    ///
    /// # Errors
    /// [`PartError::Sum`] when the pieces are not all of what the totals tell.
    pub fn tally(self) -> Result<Tally, PartError> {
        let tally = self.tally;
        let sum = |counts: &mut dyn Iterator<Item = u64>| counts.map(u128::from).sum::<u128>();
        let rows = |column: &Column, by: fn(&Row) -> u64| sum(&mut column.rows.iter().map(by));
        let records = u128::from(tally.ok) + u128::from(tally.common);
        let hits = sum(&mut tally.days.iter().map(|row| row.count.hits));
        let is_exact = tally.most_keys.is_none();
        // What a bound let go is missing.
        let agrees = |counts: u128, total: u128| if is_exact { counts == total } else { counts <= total };
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
            && agrees(rows(&tally.sites, |row| row.views), external)
            && agrees(u128::from(self.pair_views), external);
        if is_whole { Ok(tally) } else { Err(PartError::Sum) }
    }
}

/// A number that is a count.
const fn counted(count: u64) -> Result<u64, PartError> {
    if count <= MOST { Ok(count) } else { Err(PartError::Number) }
}

fn insert_once(all: &mut Keys, keys: &[u64]) -> Result<(), PartError> {
    if keys.iter().all(|&key| all.insert(key)) { Ok(()) } else { Err(PartError::Twice) }
}
