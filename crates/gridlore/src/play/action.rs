//! What a player can do, and why a puzzle refuses it.

use super::position::Position;
use std::fmt;

/// What a player can do, the same words for every puzzle. Cells count from 0, row by row.
///
/// ```
/// use gridlore::{Action, Pen};
///
/// let moves = [
///     Action::Enter { cells: vec![40, 41], symbol: '7' },
///     Action::Mark { cells: vec![40], pen: Pen::Corner, symbol: '7' },
///     Action::Press { press: 3 },
/// ];
/// assert_eq!(moves.map(|action| action.to_string()), ["40,41=7", "40^7", "3+"]);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Action {
    /// Put a symbol into cells; a symbol that is in all of them already is taken out again.
    Enter {
        /// The cells.
        cells: Vec<usize>,
        /// One of the puzzle's symbols.
        symbol: char,
    },
    /// Add a mark to cells, or rub it out where all of them have it.
    Mark {
        /// The cells.
        cells: Vec<usize>,
        /// What kind of mark.
        pen: Pen,
        /// One of the puzzle's symbols.
        symbol: char,
    },
    /// Empty cells of their symbols and pencil marks; where there are none, of their colours.
    Clear {
        /// The cells.
        cells: Vec<usize>,
    },
    /// Press one of the puzzle's buttons, in the order of [`View::presses`](crate::View::presses).
    Press {
        /// The button.
        press: usize,
    },
    /// Take another position whole: a solution, or the start.
    Become(Position),
}

/// What a mark is written with.
///
/// ```
/// use gridlore::{Action, Pen};
///
/// let written = [Pen::Centre, Pen::Corner, Pen::Cross, Pen::Colour]
///     .map(|pen| Action::Mark { cells: vec![0], pen, symbol: '2' }.to_string());
/// assert_eq!(written, ["0~2", "0^2", "0/2", "0*2"]);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pen {
    /// A pencil mark in the middle: a candidate of the cell.
    Centre,
    /// A pencil mark in a corner: mostly one of the few places of a digit in a box.
    Corner,
    /// A digit crossed out: none that the cell can hold.
    Cross,
    /// A colour behind the cell: `1` to `6`.
    Colour,
}

/// Numbers with commas between them.
struct List<'a>(&'a [usize]);

impl fmt::Display for List<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, number) in self.0.iter().enumerate() {
            write!(f, "{}{number}", if place > 0 { "," } else { "" })?;
        }
        Ok(())
    }
}

/// As saved games hold it: `40=7`, `40,41=7`, `40~7`, `40^7`, `40/7`, `40*3`, `40-`, `3+`,
/// `!position`.
impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Enter { cells, symbol } => write!(f, "{}={symbol}", List(cells)),
            Self::Mark { cells, pen: Pen::Centre, symbol } => write!(f, "{}~{symbol}", List(cells)),
            Self::Mark { cells, pen: Pen::Corner, symbol } => write!(f, "{}^{symbol}", List(cells)),
            Self::Mark { cells, pen: Pen::Cross, symbol } => write!(f, "{}/{symbol}", List(cells)),
            Self::Mark { cells, pen: Pen::Colour, symbol } => write!(f, "{}*{symbol}", List(cells)),
            Self::Clear { cells } => write!(f, "{}-", List(cells)),
            Self::Press { press } => write!(f, "{press}+"),
            Self::Become(position) => write!(f, "!{}", position.as_str()),
        }
    }
}

/// Why an action is not possible.
///
/// ```
/// use gridlore::Refusal;
///
/// let refusal = Refusal::NoSuchCell { cell: 81, last: 80 };
/// assert_eq!(refusal.to_string(), "found cell 81, expected one of 0 to 80");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    /// The board has no such cell.
    #[error("found cell {cell}, expected one of 0 to {last}")]
    NoSuchCell {
        /// The cell asked for.
        cell: usize,
        /// The last cell there is.
        last: usize,
    },
    /// The puzzle has no such symbol.
    #[error("found '{symbol}', expected {expected}")]
    NoSuchSymbol {
        /// The symbol asked for.
        symbol: char,
        /// The symbols there are.
        expected: String,
    },
    /// The puzzle has no such button.
    #[error("found press {press}, expected one of 0 to {last}")]
    NoSuchPress {
        /// The press asked for.
        press: usize,
        /// The last press there is.
        last: usize,
    },
    /// The rules of a game do not allow it.
    #[error("{0}")]
    Against(
        /// Why not.
        String,
    ),
    /// The puzzle is not played so at all.
    #[error("found {found}, expected {expected}")]
    NotPlayedSo {
        /// What was asked for.
        found: &'static str,
        /// How it is played.
        expected: &'static str,
    },
    /// The cell is part of the puzzle.
    #[error("{0} is given and stays as it is")]
    Given(
        /// The cell in words.
        String,
    ),
    /// A pencil mark for a cell that holds a symbol.
    #[error("{0} holds a digit; clear it to write notes")]
    Filled(
        /// The cell in words.
        String,
    ),
}
