//! What kind of puzzle is wanted: how many givens, how they lie, and whether one can be spared.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// How the givens of a puzzle lie: the eight ways in which a square can be like itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Pattern {
    /// In no order.
    None,
    /// As after half a turn.
    HalfTurn,
    /// As after a quarter turn.
    QuarterTurn,
    /// As in a mirror, left to right.
    Mirror,
    /// As in a mirror along the diagonal from the top left.
    Diagonal,
    /// As in both mirrors, left to right and top to bottom.
    Mirrors,
    /// As in the mirrors along both diagonals.
    Diagonals,
    /// In all of these ways.
    Full,
}

impl Pattern {
    /// All, the freest first.
    pub const ALL: [Self; 8] = [
        Self::None,
        Self::HalfTurn,
        Self::QuarterTurn,
        Self::Mirror,
        Self::Diagonal,
        Self::Mirrors,
        Self::Diagonals,
        Self::Full,
    ];

    /// The name, in lower case: `none`, `half-turn`, `quarter-turn`, `mirror`, `diagonal`,
    /// `mirrors`, `diagonals`, `full`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::HalfTurn => "half-turn",
            Self::QuarterTurn => "quarter-turn",
            Self::Mirror => "mirror",
            Self::Diagonal => "diagonal",
            Self::Mirrors => "mirrors",
            Self::Diagonals => "diagonals",
            Self::Full => "full",
        }
    }

    /// Steps that lead from a cell to all that lie together with it.
    const fn moves(self) -> &'static [Move] {
        const HALF_TURN: Move = |last, (row, column)| (last - row, last - column);
        const QUARTER_TURN: Move = |last, (row, column)| (column, last - row);
        const MIRROR: Move = |last, (row, column)| (row, last - column);
        const DIAGONAL: Move = |_, (row, column)| (column, row);
        match self {
            Self::None => &[],
            Self::HalfTurn => &[HALF_TURN],
            Self::QuarterTurn => &[QUARTER_TURN],
            Self::Mirror => &[MIRROR],
            Self::Diagonal => &[DIAGONAL],
            Self::Mirrors => &[MIRROR, HALF_TURN],
            Self::Diagonals => &[DIAGONAL, HALF_TURN],
            Self::Full => &[QUARTER_TURN, MIRROR],
        }
    }

    /// The cells that lie together with a cell on a board of this side, the cell itself first.
    #[must_use]
    pub fn orbit(self, side: usize, cell: usize) -> Vec<usize> {
        let mut orbit = vec![cell];
        let mut next = 0;
        while let Some(&cell) = orbit.get(next) {
            next += 1;
            for step in self.moves() {
                let (row, column) = step(side - 1, (cell / side, cell % side));
                if !orbit.contains(&(row * side + column)) {
                    orbit.push(row * side + column);
                }
            }
        }
        orbit
    }
}

/// From the last row's number and the place of a cell, row and column, to the place of the cell
/// that lies with it.
type Move = fn(usize, (usize, usize)) -> (usize, usize);

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Pattern {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let known = || Self::ALL.map(Self::name).join(", ");
        Self::ALL
            .into_iter()
            .find(|pattern| pattern.name() == name)
            .ok_or_else(|| format!("found \"{name}\", expected one of {}", known()))
    }
}

/// What kind of minimal puzzle is wanted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recipe {
    /// How many givens; puzzles with other numbers are thrown away, so that rare numbers take long.
    pub clues: RangeInclusive<usize>,
    /// Whether no given can be spared. Otherwise givens go until the fewest of `clues` are left, or
    /// none can go; not with [`Bias::Controlled`].
    pub is_minimal: bool,
    /// How they lie. Puzzles in which a given can be spared that the others of its orbit cannot are
    /// thrown away too.
    pub pattern: Pattern,
    /// Which puzzles are how likely.
    pub bias: Bias,
}

/// How likely puzzles are to come out, against each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Bias {
    /// As it happens: a given that cannot be spared stays, and the next is tried. Fast, and few
    /// givens are too likely by factors that nobody knows.
    #[default]
    TopDown,
    /// By the number of givens alone, and by how much is known. On the board of 9x9 cells only.
    /// Some thousand times as slow. Only without a pattern, and without the puzzles of more than 32
    /// givens, of which there are fewer than one in a million.
    Controlled,
}

impl Default for Recipe {
    /// Any minimal puzzle.
    fn default() -> Self {
        Self { clues: 17..=40, is_minimal: true, pattern: Pattern::None, bias: Bias::TopDown }
    }
}
