//! The player's actions, and the reasons why a puzzle refuses them.

use super::position::Position;
use std::fmt;

/// An action of the player, in the same terms for every puzzle. Cells are numbered from 0, row by
/// row.
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
    /// Enter a symbol into cells, or remove it if all of them already hold it.
    Enter {
        /// The cells.
        cells: Vec<usize>,
        /// One of the puzzle's symbols.
        symbol: char,
    },
    /// Add a mark to cells, or erase it if all of them have it.
    Mark {
        /// The cells.
        cells: Vec<usize>,
        /// The kind of mark.
        pen: Pen,
        /// One of the puzzle's symbols.
        symbol: char,
    },
    /// Clear the symbols and pencil marks of cells, or their colours if there are none.
    Clear {
        /// The cells.
        cells: Vec<usize>,
    },
    /// Draw a line through neighbouring points, or remove it if it is already complete.
    Line {
        /// The points in order: cells or, along the sides of cells, corners. Corners are also
        /// numbered from 0, row by row.
        points: Vec<usize>,
        /// Whether the points are cells or corners.
        track: Track,
    },
    /// Remove the lines that touch cells.
    EraseLines {
        /// The cells.
        cells: Vec<usize>,
    },
    /// Press one of the puzzle's buttons, in the order of [`View::presses`](crate::View::presses).
    Press {
        /// The index of the button, from 0.
        press: usize,
    },
    /// Switch to another position, such as a solution or the start.
    Become(Position),
}

/// The kind of a mark.
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
    /// A pencil mark in the centre: a candidate of the cell.
    Centre,
    /// A pencil mark in a corner: usually one of the few places of a digit in a box.
    Corner,
    /// A crossed-out digit, which the cell cannot hold.
    Cross,
    /// A background colour of the cell: `1` to `9`.
    Colour,
}

/// The course of a line: through cells or along their sides.
///
/// ```
/// use gridlore::{Action, Track};
///
/// let drawn = [Track::Centres, Track::Corners].map(|track| Action::Line { points: vec![0, 1], track });
/// assert_eq!(drawn.map(|line| line.to_string()), ["0,1_", "0,1|"]);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Track {
    /// From centre to centre of neighbouring cells, including diagonal neighbours.
    Centres,
    /// Along the sides of cells, from corner to corner.
    Corners,
}

/// Numbers separated by commas.
struct List<'a>(&'a [usize]);

impl fmt::Display for List<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, number) in self.0.iter().enumerate() {
            write!(f, "{}{number}", if place > 0 { "," } else { "" })?;
        }
        Ok(())
    }
}

/// Formats the action as in a saved game: `40=7`, `40,41=7`, `40~7`, `40^7`, `40/7`, `40*3`, `40-`,
/// `40,41_`, `40,41|`, `40_-`, `3+`, `!position`.
impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Enter { cells, symbol } => write!(f, "{}={symbol}", List(cells)),
            Self::Mark { cells, pen: Pen::Centre, symbol } => write!(f, "{}~{symbol}", List(cells)),
            Self::Mark { cells, pen: Pen::Corner, symbol } => write!(f, "{}^{symbol}", List(cells)),
            Self::Mark { cells, pen: Pen::Cross, symbol } => write!(f, "{}/{symbol}", List(cells)),
            Self::Mark { cells, pen: Pen::Colour, symbol } => write!(f, "{}*{symbol}", List(cells)),
            Self::Clear { cells } => write!(f, "{}-", List(cells)),
            Self::Line { points, track: Track::Centres } => write!(f, "{}_", List(points)),
            Self::Line { points, track: Track::Corners } => write!(f, "{}|", List(points)),
            Self::EraseLines { cells } => write!(f, "{}_-", List(cells)),
            Self::Press { press } => write!(f, "{press}+"),
            Self::Become(position) => write!(f, "!{}", position.as_str()),
        }
    }
}

/// The reason why an action is refused.
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
        /// The cell named by the action.
        cell: usize,
        /// The last cell of the board.
        last: usize,
    },
    /// The puzzle has no such symbol.
    #[error("found '{symbol}', expected {expected}")]
    NoSuchSymbol {
        /// The symbol named by the action.
        symbol: char,
        /// A description of the puzzle's symbols.
        expected: String,
    },
    /// The puzzle has no such button.
    #[error("found press {press}, expected one of 0 to {last}")]
    NoSuchPress {
        /// The press named by the action.
        press: usize,
        /// The last press of the puzzle.
        last: usize,
    },
    /// The rules of the game forbid the action.
    #[error("{0}")]
    Illegal(
        /// The reason.
        String,
    ),
    /// The puzzle has no actions of this kind.
    #[error("found {found}, expected {expected}")]
    WrongAction {
        /// A description of the action.
        found: &'static str,
        /// A description of the puzzle's actions.
        expected: &'static str,
    },
    /// All of the cells are given.
    #[error("{0} is a given and cannot be changed")]
    Given(
        /// A description of the cell.
        String,
    ),
    /// The cells hold symbols, so they cannot take pencil marks.
    #[error("{0} already holds a digit; clear it to write notes")]
    Filled(
        /// A description of the cell.
        String,
    ),
}
