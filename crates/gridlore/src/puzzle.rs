//! The trait that every puzzle keeps, and the words that pass between a puzzle, the midend and an edge.
//!
//! Where does a thing belong? A puzzle is what never changes while it is played. A [`Position`] is what undo brings
//! back. Everything else (cursor, selection, time) is the midend's or the edge's.

use crate::game::Game;
use crate::tutor::Tutor;
use crate::{Kind, render};
use gridlore_core::{Budget, BudgetSpent, ParseError};
use std::fmt;

/// A puzzle: what is given, and the rules to play, solve and show it.
///
/// Positions passed in must be this puzzle's own, from [`Puzzle::start`], [`Puzzle::position`] or [`Puzzle::apply`].
pub trait Puzzle: fmt::Debug + Send {
    /// Its kind, which parses and generates.
    fn kind(&self) -> &'static Kind;

    /// The parameters with which the kind's parser reads the description back; mostly none.
    fn params(&self) -> String {
        String::new()
    }

    /// The description that the kind's parser reads back: one line, no spaces.
    fn description(&self) -> String;

    /// The position before the first move.
    fn start(&self) -> Position;

    /// Reads a position back that was printed before, by whomever: it is checked.
    ///
    /// # Errors
    /// [`ParseError`] with the place in `text`.
    fn position(&self, text: &str) -> Result<Position, ParseError>;

    /// The position after `action`.
    ///
    /// # Errors
    /// [`Refusal`] says in words why the action is not possible; nothing has changed then.
    fn apply(&self, position: &Position, action: &Action) -> Result<Position, Refusal>;

    /// What is right, wrong and left in a position.
    ///
    /// # Errors
    /// [`BudgetSpent`] when telling right from wrong takes more nodes than `budget` has.
    fn check(&self, position: &Position, budget: &mut Budget) -> Result<Check, BudgetSpent>;

    /// Solves the puzzle from its givens, not from what the player made of it.
    ///
    /// # Errors
    /// [`BudgetSpent`] when it takes more nodes than `budget` has.
    fn solve(&self, budget: &mut Budget) -> Result<Solve, BudgetSpent>;

    /// Counts solutions up to `limit`.
    ///
    /// # Errors
    /// [`BudgetSpent`] when it takes more nodes than `budget` has.
    fn count(&self, limit: u64, budget: &mut Budget) -> Result<u64, BudgetSpent>;

    /// The position with every candidate as a pencil mark; `None` where there are no pencil marks.
    fn noted(&self, _position: &Position) -> Option<Position> {
        None
    }

    /// Whether something in the position has to be taken back before the puzzle can be solved.
    ///
    /// # Errors
    /// [`BudgetSpent`] when it takes more nodes than `budget` has.
    fn has_mistake(&self, position: &Position, budget: &mut Budget) -> Result<bool, BudgetSpent> {
        let check = self.check(position, budget)?;
        Ok(!check.clashes.is_empty() || !check.wrong.is_empty())
    }

    /// What a helpful friend would point at next: first mistakes, then the easiest step.
    ///
    /// # Errors
    /// [`BudgetSpent`] when it takes more nodes than `budget` has.
    fn hint(&self, position: &Position, budget: &mut Budget) -> Result<Hint, BudgetSpent>;

    /// The steps to the next symbol, of which the hint is the first; `None` where the hint is all that there is to say.
    ///
    /// # Errors
    /// [`BudgetSpent`] when it takes more nodes than `budget` has.
    fn way(&self, _position: &Position, _budget: &mut Budget) -> Result<Option<Hint>, BudgetSpent> {
        Ok(None)
    }

    /// What there is to say about the way a solved position was reached; nothing where all ways are alike.
    fn praise(&self, _position: &Position) -> String {
        String::new()
    }

    /// What every cell shows and how a screen reader says it.
    fn view(&self, position: &Position) -> View;

    /// What a game for two has besides; nothing where one plays alone.
    fn game(&self) -> Option<&dyn Game> {
        None
    }

    /// What a puzzle that people solve by reasoning has besides; nothing where they do not.
    fn tutor(&self) -> Option<&dyn Tutor> {
        None
    }

    /// The position as a picture of its own.
    fn svg(&self, position: &Position) -> String {
        render::svg(self.kind().title, &self.view(position))
    }

    /// The position as lines of text.
    fn text(&self, position: &Position) -> String {
        render::text(&self.view(position))
    }
}

/// What undo brings back, as one line of text without spaces or `;`; what is in it is the puzzle's own affair.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Position(String);

impl Position {
    pub(crate) const fn new(text: String) -> Self {
        Self(text)
    }

    /// The text, which [`Puzzle::position`] reads back.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// What a player can do, the same words for every puzzle. Cells count from 0, row by row.
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
    /// Press one of the puzzle's buttons, in the order of [`View::presses`].
    Press {
        /// The button.
        press: usize,
    },
    /// Take another position whole: a solution, or the start.
    Become(Position),
}

/// What a mark is written with.
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

/// As saved games hold it: `40=7`, `40,41=7`, `40~7`, `40^7`, `40/7`, `40*3`, `40-`, `3+`, `!position`.
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

/// What is right, wrong and left.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Check {
    /// The puzzle is solved.
    pub solved: bool,
    /// What breaks the rules, each in a sentence without a full stop.
    pub clashes: Vec<String>,
    /// Cells that differ from the only solution; empty when there is not exactly one.
    pub wrong: Vec<usize>,
    /// All of it in a sentence or two for the player.
    pub message: String,
}

/// The answer of [`Puzzle::solve`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Solve {
    /// No solution, and why.
    None(String),
    /// The only one.
    Unique(Position),
    /// One of several.
    Several(Position),
}

/// Part of a hint, for who wants no more than that yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stage {
    /// What is told, in a sentence or two.
    pub text: String,
    /// The cells that it speaks of.
    pub cells: Vec<usize>,
}

/// What to look at, what to do there, and why.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Hint {
    /// A few words: the technique, or what kind of mistake.
    pub title: String,
    /// Why, in sentences.
    pub text: String,
    /// What may be told before the whole: where to look, which technique, which cells. Nothing where there is no more than one thing to tell.
    pub stages: Vec<Stage>,
    /// Something is wrong, and has to be taken back.
    pub is_mistake: bool,
    /// The cells to look at.
    pub cells: Vec<usize>,
    /// The candidates that the reasoning takes away: cell and symbol.
    pub removed: Vec<(usize, char)>,
    /// What the lines of the text say, drawn as SVG in the colours of the page: one for each line, or none at all.
    pub pictures: Vec<String>,
    /// The step itself, when there is one to take.
    pub action: Option<Action>,
    /// The step leads to a symbol by others, which [`Puzzle::way`] tells.
    pub has_way: bool,
}

/// What a grid shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct View {
    /// How many rows.
    pub rows: usize,
    /// How many columns.
    pub columns: usize,
    /// `rows * columns` cells, row by row.
    pub cells: Vec<CellView>,
    /// What can be entered, in the order of the keypad.
    pub symbols: Vec<SymbolView>,
    /// What can be pressed; empty where symbols are entered.
    pub presses: Vec<PressView>,
    /// How many colours a cell can have; 0 where cells hold symbols.
    pub colours: u8,
    /// The symbols are stones of two sides: `X` and `O`, drawn as discs.
    pub are_discs: bool,
    /// What breaks the rules, each in a sentence without a full stop.
    pub clashes: Vec<String>,
    /// How far the game is, in a few words.
    pub status: String,
    /// How many cells are not yet as they have to be: blank, or of another colour than the goal.
    pub blank: usize,
    /// The puzzle is solved.
    pub solved: bool,
}

/// What a cell shows.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct CellView {
    /// The symbol in it.
    pub symbol: Option<char>,
    /// The pencil marks in its middle, in the order of the symbols.
    pub marks: String,
    /// The pencil marks in its corners, likewise.
    pub corners: String,
    /// The symbols that the player crossed out in it, likewise.
    pub crosses: String,
    /// The colours that the player gave it: `1` to `6`.
    pub tints: String,
    /// Its colour, from 0; none where cells hold symbols.
    pub colour: Option<u8>,
    /// The colour that it has to have in the end.
    pub goal: Option<u8>,
    /// What is pressed when the cell is: an index into [`View::presses`].
    pub press: Option<usize>,
    /// It is part of the puzzle and cannot be changed.
    pub given: bool,
    /// It is part of what breaks the rules.
    pub clash: bool,
    /// It is part of what won the game.
    pub highlight: bool,
    /// The last move ended here.
    pub last: bool,
    /// Strong lines stand between cells of different regions.
    pub region: usize,
    /// How a screen reader says it: `row 3, column 5, 7, given`.
    pub label: String,
}

/// A symbol of the keypad.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SymbolView {
    /// The symbol.
    pub symbol: char,
    /// How many of it are still missing on the board.
    pub left: usize,
}

/// A button.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PressView {
    /// Its name, short: a number mostly.
    pub name: String,
    /// The cells that it turns.
    pub turns: Vec<usize>,
}
