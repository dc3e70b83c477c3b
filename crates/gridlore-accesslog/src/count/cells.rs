//! Counts by day and class of visitor, from which tables are recomputed for any days and visitors.
//!
//! ```text
//!   day, class -> hits, reads, bytes, hours, statuses        (a row)
//!   row, table, entry -> reads                               (a cell)
//! ```
//!
//! A *read* is a hit that would be a view if a person had sent it; so for people, reads are views.
//! The number of cells is bounded: beyond the bound, the smallest cells of each row and table are
//! combined into one cell of others. A day beyond the maximum number of days ends the counting by
//! day.
//!
//! Cost: two or three cells per read. Few cells are in use at a time, because a log is in
//! chronological order.

use crate::agent::programs::{CLASSES, PEOPLE};
use crate::count::pairs::{PairCount, Pairs};
use crate::line::day::Day;
use std::collections::HashMap;

/// Maximum number of days.
pub(crate) const MAX_DAYS: usize = 4000;

/// Maximum number of cells; when it is reached, the cells with the lowest counts are combined.
const MAX_CELLS: usize = 1 << 19;

/// Maximum number of rows. Each row can have one cell of others per table, and there must be room
/// for further cells.
const MAX_ROWS: usize = 1 << 15;

/// A table of cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Cell {
    Page,
    Site,
    Agent,
    Missing,
    VirtualHost,
    Country,
}

impl Cell {
    pub(crate) const ALL: [Self; 6] =
        [Self::Page, Self::Site, Self::Agent, Self::Missing, Self::VirtualHost, Self::Country];
}

/// The entry number of a cell of others.
pub(crate) const OTHERS: u32 = u32::MAX - 1;

/// The counts of a class of visitors on a day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct CellRow {
    pub(crate) day: Day,
    pub(crate) class: u8,
    pub(crate) hits: u64,
    pub(crate) reads: u64,
    pub(crate) bytes: u64,
    /// Reads that came from other sites.
    pub(crate) external: u64,
    pub(crate) hours: [u64; 24],
    pub(crate) statuses: Vec<(u16, u64)>,
}

/// All rows and cells.
#[derive(Debug, Clone)]
pub(crate) struct Cells {
    pub(crate) rows: Vec<CellRow>,
    by_day: HashMap<(Day, u8), u32>,
    /// The rows of the current day, by class.
    current: [u32; CLASSES],
    day: Option<Day>,
    days: usize,
    cells: Pairs,
    /// The number of reads that may be missing from an entry on each day and for each class.
    pub(crate) missed: u64,
    /// Whether there were too many days, in which case nothing is counted.
    pub(crate) is_over: bool,
}

/// The row number for no row.
const NONE: u32 = u32::MAX;

impl Default for Cells {
    fn default() -> Self {
        Self {
            rows: Vec::new(),
            by_day: HashMap::new(),
            current: [NONE; CLASSES],
            day: None,
            days: 0,
            cells: Pairs::default(),
            missed: 0,
            is_over: false,
        }
    }
}

impl Cells {
    /// Returns the row of a day and class, or `None` if there are too many rows or days.
    fn row(&mut self, day: Day, class: u8) -> Option<u32> {
        if self.day != Some(day) {
            self.current = [NONE; CLASSES];
            self.day = Some(day);
        }
        let class = if usize::from(class) < CLASSES { class } else { PEOPLE };
        let known = self.current[usize::from(class)];
        if known != NONE {
            return Some(known);
        }
        let number = match self.by_day.get(&(day, class)) {
            Some(&number) => number,
            None => {
                if self.is_over || self.rows.len() >= MAX_ROWS {
                    self.end();
                    return None;
                }
                if self.classes().all(|class| !self.by_day.contains_key(&(day, class))) {
                    self.days += 1;
                    if self.days > MAX_DAYS {
                        self.end();
                        return None;
                    }
                }
                let number = u32::try_from(self.rows.len()).ok()?;
                self.rows.push(CellRow {
                    day,
                    class,
                    hits: 0,
                    reads: 0,
                    bytes: 0,
                    external: 0,
                    hours: [0; 24],
                    statuses: Vec::new(),
                });
                self.by_day.insert((day, class), number);
                number
            }
        };
        self.current[usize::from(class)] = number;
        Some(number)
    }

    /// Returns all classes.
    fn classes(&self) -> impl Iterator<Item = u8> + use<> {
        (0..=u8::MAX).take(self.current.len())
    }

    /// Stops counting by day.
    fn end(&mut self) {
        *self = Self { is_over: true, ..Self::default() };
    }

    /// Adds a hit with its number of reads, its bytes, and the number of reads from another site;
    /// returns its row.
    pub(crate) fn add(&mut self, day: Day, class: u8, [reads, bytes, external]: [u64; 3]) -> Option<u32> {
        let at = self.row(day, class)?;
        let row = &mut self.rows[at as usize];
        row.hits += 1;
        row.reads += reads;
        row.bytes = row.bytes.saturating_add(bytes);
        row.external += external & reads;
        Some(at)
    }

    pub(crate) fn add_time_and_status(&mut self, at: Option<u32>, hour: u32, status: u16) {
        let Some(row) = at.and_then(|at| self.rows.get_mut(at as usize)) else { return };
        row.hours[hour.min(23) as usize] += 1;
        match row.statuses.iter_mut().find(|(known, _)| *known == status) {
            Some((_, count)) => *count += 1,
            None => row.statuses.push((status, 1)),
        }
    }

    /// Counts an entry of a table in a row.
    pub(crate) fn add_entry(&mut self, at: Option<u32>, table: Cell, entry: u32) {
        let Some(at) = at else { return };
        self.cells.add(key(at, table), entry, 1);
        if self.cells.len() > MAX_CELLS {
            self.drop_small(MAX_CELLS / 2);
        }
    }

    /// Returns the cells of a table: row, entry, reads.
    pub(crate) fn entries(&self, table: Cell) -> impl Iterator<Item = (u32, u32, u64)> {
        self.cells.iter().filter_map(move |PairCount { one, other, count, .. }| {
            (one % TABLES == table as u32).then_some((one / TABLES, other, count))
        })
    }

    /// Combines the cells with the lowest counts into cells of others, leaving about `most` cells
    /// as they are.
    fn drop_small(&mut self, most: usize) {
        let all: Vec<PairCount> = self.cells.iter().collect();
        let mut counts: Vec<u64> =
            all.iter().filter(|cell| cell.other != OTHERS).map(|cell| cell.count).collect();
        if counts.len() <= most {
            // Only cells of others are left, at most one for each row and table.
            return;
        }
        let (_, &mut cut, _) = counts.select_nth_unstable_by(most, |one, other| other.cmp(one));
        self.missed += cut;
        self.cells.replace(Vec::new());
        for PairCount { one, other, count, .. } in all {
            self.cells.add(one, if count <= cut { OTHERS } else { other }, count);
        }
    }

    /// Replaces the entries of a table with their new numbers; entries without a new number are
    /// counted as others.
    pub(crate) fn renumber(&mut self, table: Cell, new: impl Fn(u32) -> Option<u32>) {
        let all: Vec<PairCount> = self.cells.iter().collect();
        self.cells.replace(Vec::new());
        for PairCount { one, other, count, .. } in all {
            let is_here = one % TABLES == table as u32 && other != OTHERS;
            self.cells.add(one, if is_here { new(other).unwrap_or(OTHERS) } else { other }, count);
        }
    }

    /// Adds the counts of another part; `new` maps the entries of a table of that part to the
    /// entries here.
    pub(crate) fn merge(&mut self, other: &Self, new: impl Fn(Cell, u32) -> u32) {
        if other.is_over {
            self.end();
        }
        let mut rows = Vec::with_capacity(other.rows.len());
        for row in &other.rows {
            let Some(at) = self.row(row.day, row.class) else { return };
            let own = &mut self.rows[at as usize];
            own.hits += row.hits;
            own.reads += row.reads;
            own.bytes = own.bytes.saturating_add(row.bytes);
            own.external += row.external;
            for (own, other) in own.hours.iter_mut().zip(row.hours) {
                *own += other;
            }
            for &(status, count) in &row.statuses {
                match own.statuses.iter_mut().find(|(known, _)| *known == status) {
                    Some((_, own)) => *own += count,
                    None => own.statuses.push((status, count)),
                }
            }
            rows.push(at);
        }
        self.missed += other.missed;
        for table in Cell::ALL {
            for (row, entry, count) in other.entries(table) {
                let Some(&row) = rows.get(row as usize) else { continue };
                let entry = if entry == OTHERS { OTHERS } else { new(table, entry) };
                self.cells.add(key(row, table), entry, count);
            }
        }
        if self.cells.len() > MAX_CELLS {
            self.drop_small(MAX_CELLS / 2);
        }
    }
}

/// The number of tables that fit in a key.
const TABLES: u32 = 8;

const fn key(row: u32, table: Cell) -> u32 {
    row * TABLES + table as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(number: i32) -> Day {
        Day::from_number(20_000 + number).unwrap()
    }

    fn sum(cells: &Cells, table: Cell) -> u64 {
        cells.entries(table).map(|(_, _, count)| count).sum()
    }

    #[test]
    fn small_cells_are_added_up_and_no_read_is_lost() {
        let mut cells = Cells::default();
        let entries = u32::try_from(MAX_CELLS).unwrap() + 1000;
        for entry in 0..entries {
            let at = cells.add(day(0), PEOPLE, [1, 5, 0]);
            cells.add_entry(at, Cell::Page, entry);
            if entry % 1000 == 0 {
                for _ in 0..9 {
                    let at = cells.add(day(0), PEOPLE, [1, 5, 0]);
                    cells.add_entry(at, Cell::Page, entry);
                }
            }
        }
        assert!(cells.cells.len() <= MAX_CELLS, "{}", cells.cells.len());
        assert_eq!(sum(&cells, Cell::Page), cells.rows[0].reads);
        assert!(cells.missed >= 1);
        let often = cells.entries(Cell::Page).filter(|&(_, entry, count)| entry != OTHERS && count == 10);
        assert_eq!(often.count(), entries.div_ceil(1000) as usize);
    }

    #[test]
    fn too_many_days_end_the_count() {
        let mut cells = Cells::default();
        for number in 0..i32::try_from(MAX_DAYS).unwrap() {
            cells.add(day(number), PEOPLE, [1, 0, 0]);
        }
        assert!(!cells.is_over && cells.rows.len() == MAX_DAYS);
        let at = cells.add(day(-1), PEOPLE, [1, 0, 0]);
        cells.add_entry(at, Cell::Page, 1);
        assert!(cells.is_over && cells.rows.is_empty() && at.is_none());
        let mut other = Cells::default();
        other.add(day(1), PEOPLE, [1, 0, 0]);
        other.merge(&cells, |_, entry| entry);
        assert!(other.is_over && other.rows.is_empty());
    }
}
