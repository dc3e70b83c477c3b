//! Rules that count in any neighbourhood: Larger than Life, and every neighbourhood given as
//! offsets.
//!
//! # Source
//! Kellie Michele Evans, *Larger than Life*, 1996; the rulestring `R5,C0,M1,S34..58,B34..45,NM` is
//! that of MCell and Golly, with the neighbourhoods that LifeViewer added.

use std::fmt;

/// From a cell to one that it looks at: columns to the east and rows to the south.
pub type Offset = (i32, i32);

/// Which cells around it a cell looks at.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Neighbourhood {
    offsets: Vec<Offset>,
    range: i32,
    name: String,
}

/// Whether an offset, column and row, belongs to a neighbourhood of a range.
type Belongs = fn(i32, i32, i32) -> bool;

/// The named neighbourhoods: the letter of the rulestring, and which offsets of a square of this
/// range belong to it.
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
    pub const LARGEST: i32 = 50;

    /// The neighbourhood that a letter of the rulestring names; nothing where it names none, or the
    /// range is not in `1..=50`.
    #[must_use]
    pub fn named(letter: char, range: i32) -> Option<Self> {
        let belongs = NAMED.iter().find(|entry| entry.0 == letter)?.1;
        let offsets = square(range)?.filter(|&(x, y)| belongs(x, y, range)).collect();
        Some(Self { offsets, range, name: letter.to_string() })
    }

    /// Any neighbourhood: each offset counts once, the cell itself (0, 0) never. Nothing where
    /// there is none, or one reaches further than 50.
    ///
    /// # Panics
    /// Never.
    #[must_use]
    pub fn of_offsets(offsets: &[Offset]) -> Option<Self> {
        let range = offsets.iter().map(|(x, y)| x.unsigned_abs().max(y.unsigned_abs())).max()?;
        let range = i32::try_from(range).ok()?;
        let offsets: Vec<Offset> = square(range)?.filter(|offset| offsets.contains(offset)).collect();
        if offsets.is_empty() {
            return None;
        }
        let bits: Vec<bool> = square(range)?.map(|offset| offsets.contains(&offset)).collect();
        let digit = |bits: &[bool]| {
            let value = bits.iter().fold(0, |value, &bit| value << 1 | u32::from(bit));
            char::from_digit(value, 16).expect("four bits")
        };
        let name = format!("@{}", bits.chunks(4).map(digit).collect::<String>());
        Some(Self { offsets, range, name })
    }

    /// The offsets, from north to south and in a row from west to east.
    #[must_use]
    pub fn offsets(&self) -> &[Offset] {
        &self.offsets
    }

    /// How far it reaches in any direction.
    #[must_use]
    pub const fn range(&self) -> i32 {
        self.range
    }
}

/// All offsets of a square but the middle.
pub(crate) fn square(range: i32) -> Option<impl Iterator<Item = Offset>> {
    (1..=Neighbourhood::LARGEST).contains(&range).then(|| {
        (-range..=range)
            .flat_map(move |y| (-range..=range).map(move |x| (x, y)))
            .filter(|offset| *offset != (0, 0))
    })
}

/// A set of numbers of living cells.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct CountSet(Vec<bool>);

impl CountSet {
    /// The numbers of a predicate among `0..=most`.
    #[must_use]
    pub fn of(most: usize, holds: impl Fn(usize) -> bool) -> Self {
        Self((0..=most).map(holds).collect())
    }

    /// Whether a number belongs to it.
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

/// Born and surviving with such numbers of living cells around.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Counts {
    /// Which cells are counted.
    pub neighbourhood: Neighbourhood,
    /// Whether the cell itself is counted too.
    pub has_centre: bool,
    /// With how many a dead cell is born.
    pub birth: CountSet,
    /// With how many a living one stays.
    pub survival: CountSet,
}

impl Counts {
    /// How many cells are counted.
    #[must_use]
    pub fn most(&self) -> usize {
        self.neighbourhood.offsets.len() + usize::from(self.has_centre)
    }

    /// Whether a cell lives next, of which `around` neighbours live.
    #[must_use]
    pub fn lives(&self, is_alive: bool, around: usize) -> bool {
        let count = around + usize::from(self.has_centre && is_alive);
        if is_alive { self.survival.has(count) } else { self.birth.has(count) }
    }

    /// The same with what a cell of the complement sees, or is to become, turned around.
    pub(crate) fn turned(&self, input: bool, output: bool) -> Self {
        let most = self.most();
        let set = |of_complement: &CountSet, same: &CountSet| {
            let set = if input { of_complement } else { same };
            CountSet::of(most, |count| set.has(if input { most - count } else { count }) != output)
        };
        Self {
            neighbourhood: self.neighbourhood.clone(),
            has_centre: self.has_centre,
            birth: set(&self.survival, &self.birth),
            survival: set(&self.birth, &self.survival),
        }
    }

    /// The rulestring for so many states.
    #[must_use]
    pub fn told(&self, states: u16) -> String {
        let Self { neighbourhood, has_centre, birth, survival } = self;
        let (range, centre) = (neighbourhood.range, u8::from(*has_centre));
        let states = if states == 2 { 0 } else { states };
        format!("R{range},C{states},M{centre},S{survival},B{birth},N{}", neighbourhood.name)
    }
}
