//! Recipes for puzzles: the number of givens, their symmetry, and whether the puzzle is minimal.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// The symmetry of a puzzle's givens: one of the eight kinds of symmetry of a square.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Pattern {
    /// No symmetry.
    None,
    /// Rotation by a half turn.
    HalfTurn,
    /// Rotation by a quarter turn.
    QuarterTurn,
    /// Reflection left to right.
    Mirror,
    /// Reflection along the diagonal from the top left.
    Diagonal,
    /// Reflections left to right and top to bottom.
    Mirrors,
    /// Reflections along both diagonals.
    Diagonals,
    /// All of these symmetries.
    Full,
}

impl Pattern {
    /// All patterns, starting with the least restrictive.
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

    /// Returns the name, in lower case: `none`, `half-turn`, `quarter-turn`, `mirror`, `diagonal`,
    /// `mirrors`, `diagonals` or `full`.
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

    /// Returns moves that generate the orbit of a cell.
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

    /// Returns the orbit of a cell on a board of this side: all cells to which the symmetry maps
    /// it, starting with the cell itself.
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

/// Maps a cell to a symmetric cell. The arguments are the index of the last row, and the cell's row
/// and column.
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

/// The requirements for a generated puzzle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recipe {
    /// The number of givens. Puzzles with other numbers are discarded, so rare numbers take a long
    /// time.
    pub clues: RangeInclusive<usize>,
    /// Whether the puzzle must be minimal. If not, givens are removed until the minimum of `clues`
    /// is reached or no further given can be removed. With [`Bias::Controlled`], it must be.
    pub is_minimal: bool,
    /// The symmetry of the givens. Minimal puzzles in which a single given of an orbit could be
    /// removed are discarded.
    pub pattern: Pattern,
    /// The probability distribution of puzzles.
    pub bias: Bias,
}

/// The probability distribution of generated puzzles.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Bias {
    /// Givens that cannot be removed stay, and the next one is tried. This is fast, but puzzles
    /// with few givens are more likely than they should be, by unknown factors.
    #[default]
    TopDown,
    /// The bias depends only on the number of givens, by known factors. This is about a thousand
    /// times slower, and available only on the standard 9x9 board and without a pattern. Puzzles
    /// with more than 32 givens, fewer than one in a million, are left out.
    Controlled,
}

impl Default for Recipe {
    /// Returns the recipe for any minimal puzzle.
    fn default() -> Self {
        Self { clues: 17..=40, is_minimal: true, pattern: Pattern::None, bias: Bias::TopDown }
    }
}
