//! Rules that count live cells in an arbitrary neighbourhood: Larger than Life, and any
//! neighbourhood given as offsets.
//!
//! # Source
//! Kellie Michele Evans, *Larger than Life*, 1996. The rulestring `R5,C0,M1,S34..58,B34..45,NM`
//! comes from MCell and Golly; LifeViewer added further neighbourhoods.

use std::fmt;

/// The offset from a cell to a neighbour: columns to the east, rows to the south.
pub type Offset = (i32, i32);

/// The neighbours of a cell.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Neighbourhood {
    offsets: Vec<Offset>,
    range: i32,
    name: String,
}

/// Whether an offset (column, row) belongs to a neighbourhood of a given range.
type Belongs = fn(i32, i32, i32) -> bool;

/// The named neighbourhoods: the letter in the rulestring, and a test that selects offsets from the
/// square around a cell.
const NAMED: [(char, Belongs); 10] = [
    ('M', |_, _, _| true),
    ('N', |x, y, range| x.abs() + y.abs() <= range),
    ('C', |x, y, range| x * x + y * y <= range * range + range),
    ('2', |x, y, range| x * x + y * y <= range * range),
    ('+', |x, y, _| x == 0 || y == 0),
    ('X', |x, y, _| x.abs() == y.abs()),
    ('*', |x, y, _| x == 0 || y == 0 || x.abs() == y.abs()),
    ('B', |x, y, _| (x + y) % 2 != 0),
    ('D', |x, y, _| (x + y) % 2 == 0),
    ('H', |x, y, range| (x - y).abs() <= range),
];

impl Neighbourhood {
    /// The largest range.
    pub const MAX_RANGE: i32 = 50;

    /// Returns the neighbourhood with this letter in the rulestring, or `None` for an unknown
    /// letter or a range outside `1..=50`.
    #[must_use]
    pub fn named(letter: char, range: i32) -> Option<Self> {
        let belongs = NAMED.iter().find(|entry| entry.0 == letter)?.1;
        let offsets = square(range)?.filter(|&(x, y)| belongs(x, y, range)).collect();
        Some(Self { offsets, range, name: letter.to_string() })
    }

    /// Creates an arbitrary neighbourhood. Duplicate offsets are counted once, and the cell itself
    /// (0, 0) is not counted. Returns `None` if no offset is left or the range exceeds 50.
    ///
    /// # Panics
    /// Never panics.
    #[must_use]
    pub fn from_offsets(offsets: &[Offset]) -> Option<Self> {
        let range = offsets.iter().map(|(x, y)| x.unsigned_abs().max(y.unsigned_abs())).max()?;
        let range = i32::try_from(range).ok()?;
        let all = square(range)?;
        let side = 2 * range + 1;
        let index = |(x, y): Offset| usize::try_from((y + range) * side + x + range).unwrap_or(0);
        let mut is_neighbour = vec![false; index((range, range)) + 1];
        for &offset in offsets {
            is_neighbour[index(offset)] = true;
        }
        let offsets: Vec<Offset> = square(range)?.filter(|offset| is_neighbour[index(*offset)]).collect();
        if offsets.is_empty() {
            return None;
        }
        let bits: Vec<bool> = all.map(|offset| is_neighbour[index(offset)]).collect();
        let digit = |bits: &[bool]| {
            let value = bits.iter().fold(0, |value, &bit| value << 1 | u32::from(bit));
            char::from_digit(value, 16).expect("four bits")
        };
        let name = format!("@{}", bits.chunks(4).map(digit).collect::<String>());
        Some(Self { offsets, range, name })
    }

    /// Returns the offsets, row by row from north to south, each row from west to east.
    #[must_use]
    pub fn offsets(&self) -> &[Offset] {
        &self.offsets
    }

    /// Returns the largest distance from the cell to a neighbour in any direction.
    #[must_use]
    pub const fn range(&self) -> i32 {
        self.range
    }
}

/// Returns all offsets within a square of this range, except the centre.
pub(crate) fn square(range: i32) -> Option<impl Iterator<Item = Offset>> {
    (1..=Neighbourhood::MAX_RANGE).contains(&range).then(|| {
        (-range..=range)
            .flat_map(move |y| (-range..=range).map(move |x| (x, y)))
            .filter(|offset| *offset != (0, 0))
    })
}

/// A set of neighbour counts.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct CountSet(Vec<bool>);

impl CountSet {
    /// Returns the counts in `0..=most` for which a predicate is true.
    #[must_use]
    pub fn from_fn(most: usize, holds: impl Fn(usize) -> bool) -> Self {
        Self((0..=most).map(holds).collect())
    }

    /// Returns whether the set contains a count.
    #[must_use]
    pub fn has(&self, count: usize) -> bool {
        self.0.get(count).is_some_and(|has| *has)
    }
}

impl fmt::Display for CountSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut at = 0;
        let mut separator = "";
        while let Some(from) = (at..self.0.len()).find(|&count| self.0[count]) {
            let to = (from..self.0.len()).take_while(|&count| self.0[count]).last().unwrap_or(from);
            if from == to {
                write!(f, "{separator}{from}")?;
            } else {
                write!(f, "{separator}{from}..{to}")?;
            }
            separator = ",";
            at = to + 1;
        }
        Ok(())
    }
}

/// A rule for birth and survival by the number of live cells in a neighbourhood.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Counts {
    /// The cells that are counted.
    pub neighbourhood: Neighbourhood,
    /// Whether the cell itself is also counted.
    pub has_centre: bool,
    /// The counts at which a dead cell is born.
    pub birth: CountSet,
    /// The counts at which a live cell survives.
    pub survival: CountSet,
}

impl Counts {
    /// Returns the largest possible count.
    #[must_use]
    pub fn most(&self) -> usize {
        self.neighbourhood.offsets.len() + usize::from(self.has_centre)
    }

    /// Returns whether a cell is alive in the next generation, given its number of live neighbours.
    #[must_use]
    pub fn lives(&self, is_alive: bool, around: usize) -> bool {
        let count = around + usize::from(self.has_centre && is_alive);
        if is_alive { self.survival.has(count) } else { self.birth.has(count) }
    }

    /// Returns the rule with its input, its output or both inverted.
    pub(crate) fn turned(&self, input: bool, output: bool) -> Self {
        let most = self.most();
        let set = |with_inverted_input: &CountSet, same: &CountSet| {
            let set = if input { with_inverted_input } else { same };
            CountSet::from_fn(most, |count| set.has(if input { most - count } else { count }) != output)
        };
        Self {
            neighbourhood: self.neighbourhood.clone(),
            has_centre: self.has_centre,
            birth: set(&self.survival, &self.birth),
            survival: set(&self.birth, &self.survival),
        }
    }

    /// Returns the rulestring for this number of states.
    #[must_use]
    pub fn rulestring(&self, states: u16) -> String {
        let Self { neighbourhood, has_centre, birth, survival } = self;
        let (range, centre) = (neighbourhood.range, u8::from(*has_centre));
        let states = if states == 2 { 0 } else { states };
        format!("R{range},C{states},M{centre},S{survival},B{birth},N{}", neighbourhood.name)
    }
}
