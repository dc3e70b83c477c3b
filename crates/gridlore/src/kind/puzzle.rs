//! The trait that every puzzle implements.
//!
//! A puzzle contains the data that never changes during play. A [`Position`] contains the state
//! that undo restores. Everything else (cursor, selection, time) belongs to the midend or the
//! caller.

use super::Kind;
use crate::game::Game;
use crate::play::{Action, Check, Drawing, Hint, Position, Refusal, Solve, View};
use crate::render;
use crate::tutor::Tutor;
use gridlore_core::{Budget, BudgetSpent, ParseError};
use std::fmt;

/// A puzzle: its givens, and the rules for playing, solving and showing it.
///
/// Positions passed in must come from the same puzzle: from [`Puzzle::start`], [`Puzzle::position`]
/// or [`Puzzle::apply`].
///
/// ```
/// let puzzle = gridlore::open("sudoku:1...............")?;
/// let filled = puzzle.with_all_candidates(&puzzle.start()).expect("sudoku has pencil marks");
/// assert_eq!(puzzle.view(&filled).cells[1].marks, "234");
/// # Ok::<(), gridlore::ParseError>(())
/// ```
pub trait Puzzle: fmt::Debug + Send {
    /// Returns the kind, which parses and generates puzzles like this one.
    ///
    /// ```
    /// # let puzzle = gridlore::open("connect-four:44")?;
    /// assert_eq!(puzzle.kind().title, "Connect Four");
    /// # Ok::<(), gridlore::ParseError>(())
    /// ```
    fn kind(&self) -> &'static Kind;

    /// Returns the parameters that the kind's parser needs to read the description; usually none.
    ///
    /// ```
    /// assert_eq!(gridlore::open("sudoku:3x2#1")?.params(), "3x2");
    /// assert_eq!(gridlore::open("sudoku:2x3#1")?.params(), "", "36 cells imply the board");
    /// # Ok::<(), gridlore::ParseError>(())
    /// ```
    fn params(&self) -> String {
        String::new()
    }

    /// Returns a description from which the kind's parser can read the puzzle: one line without
    /// spaces.
    ///
    /// ```
    /// # let puzzle = gridlore::open("connect-four:44")?;
    /// assert_eq!(puzzle.description(), "44");
    /// # Ok::<(), gridlore::ParseError>(())
    /// ```
    fn description(&self) -> String;

    /// Returns the position before the first move.
    ///
    /// ```
    /// # let puzzle = gridlore::open("sudoku:1...............")?;
    /// assert_eq!(puzzle.start().as_str(), "................");
    /// # Ok::<(), gridlore::ParseError>(())
    /// ```
    fn start(&self) -> Position;

    /// Reads a position from untrusted text and validates it.
    ///
    /// # Errors
    /// Returns [`ParseError`] with the place in `text`.
    ///
    /// ```
    /// # let puzzle = gridlore::open("sudoku:1...............")?;
    /// let error = puzzle.position("2...............").unwrap_err();
    /// assert_eq!(error.to_string(), "line 1, column 1: found '2', expected '.', since the cell is given");
    /// # Ok::<(), gridlore::ParseError>(())
    /// ```
    fn position(&self, text: &str) -> Result<Position, ParseError>;

    /// Returns the position after `action`.
    ///
    /// # Errors
    /// Returns [`Refusal`] if the action is not possible.
    ///
    /// ```
    /// # let puzzle = gridlore::open("connect-four:44")?;
    /// let next = puzzle.apply(&puzzle.start(), &gridlore::Action::Press { press: 0 })?;
    /// assert_eq!(next.as_str(), "441");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn apply(&self, position: &Position, action: &Action) -> Result<Position, Refusal>;

    /// Returns the position after each of `actions`, played in order from `position` up to the
    /// first refusal, and the reason for the refusal. A puzzle whose positions are costly to read
    /// overrides this and reads only the first.
    ///
    /// ```
    /// # let puzzle = gridlore::open("connect-four:44")?;
    /// let actions = [3, 9].map(|press| gridlore::Action::Press { press });
    /// let (positions, refusal) = puzzle.replay(&puzzle.start(), &actions);
    /// assert_eq!((positions.len(), positions[0].as_str()), (1, "444"));
    /// assert!(refusal.is_some(), "there are seven columns");
    /// # Ok::<(), gridlore::ParseError>(())
    /// ```
    fn replay(&self, position: &Position, actions: &[Action]) -> (Vec<Position>, Option<Refusal>) {
        let mut positions: Vec<Position> = Vec::with_capacity(actions.len());
        for action in actions {
            match self.apply(positions.last().unwrap_or(position), action) {
                Ok(next) => positions.push(next),
                Err(refusal) => return (positions, Some(refusal)),
            }
        }
        (positions, None)
    }

    /// Checks a position: returns rule violations, wrong symbols and the number of blank cells.
    ///
    /// # Errors
    /// Returns [`BudgetSpent`] if the check takes more nodes than `budget` has.
    ///
    /// ```
    /// # let puzzle = gridlore::open("sudoku:1...............")?;
    /// let position = puzzle.position(".1..............")?;
    /// let check = puzzle.check(&position, &mut gridlore::Budget::nodes(1_000))?;
    /// assert_eq!(check.clashes.len(), 2, "in a row and in a box");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn check(&self, position: &Position, budget: &mut Budget) -> Result<Check, BudgetSpent>;

    /// Solves the puzzle from its givens, ignoring the player's entries.
    ///
    /// # Errors
    /// Returns [`BudgetSpent`] if solving takes more nodes than `budget` has.
    ///
    /// ```
    /// use gridlore::{Budget, Solve};
    ///
    /// let puzzle = gridlore::open("sudoku:easy#7")?;
    /// let Solve::Unique(solution) = puzzle.solve(&mut Budget::nodes(1_000))? else { panic!("it has one") };
    /// assert!(puzzle.is_solved(&solution));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn solve(&self, budget: &mut Budget) -> Result<Solve, BudgetSpent>;

    /// Counts the solutions, up to `limit`.
    ///
    /// # Errors
    /// Returns [`BudgetSpent`] if counting takes more nodes than `budget` has.
    ///
    /// ```
    /// # let puzzle = gridlore::open("sudoku:1...............")?;
    /// let mut budget = gridlore::Budget::unlimited();
    /// assert_eq!(puzzle.count(1_000, &mut budget)?, 72, "a quarter of all 4x4 grids");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn count(&self, limit: u64, budget: &mut Budget) -> Result<u64, BudgetSpent>;

    /// Returns the position with every candidate as a pencil mark; `None` if the puzzle has no
    /// pencil marks.
    ///
    /// ```
    /// # let puzzle = gridlore::open("connect-four:44")?;
    /// assert!(puzzle.with_all_candidates(&puzzle.start()).is_none());
    /// # Ok::<(), gridlore::ParseError>(())
    /// ```
    fn with_all_candidates(&self, _position: &Position) -> Option<Position> {
        None
    }

    /// Returns whether the position contains a mistake, which must be undone before the puzzle can
    /// be solved.
    ///
    /// # Errors
    /// Returns [`BudgetSpent`] if the answer takes more nodes than `budget` has.
    ///
    /// ```
    /// # let puzzle = gridlore::open("sudoku:1...............")?;
    /// let clash = puzzle.position(".1..............")?;
    /// assert!(puzzle.has_mistake(&clash, &mut gridlore::Budget::unlimited())?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn has_mistake(&self, position: &Position, budget: &mut Budget) -> Result<bool, BudgetSpent> {
        let check = self.check(position, budget)?;
        Ok(!check.clashes.is_empty() || !check.wrong.is_empty())
    }

    /// Returns a hint: the first mistake if there is one, otherwise the easiest step.
    ///
    /// # Errors
    /// Returns [`BudgetSpent`] if the hint takes more nodes than `budget` has.
    ///
    /// ```
    /// let puzzle = gridlore::open("sudoku:easy#7")?;
    /// let hint = puzzle.hint(&puzzle.start(), &mut gridlore::Budget::nodes(1_000))?;
    /// assert!(puzzle.apply(&puzzle.start(), &hint.action.expect("a step")).is_ok());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn hint(&self, position: &Position, budget: &mut Budget) -> Result<Hint, BudgetSpent>;

    /// Returns all steps up to the next symbol, starting with the step of the hint; `None` if the
    /// hint is a single step.
    ///
    /// # Errors
    /// Returns [`BudgetSpent`] if the steps take more nodes than `budget` has.
    ///
    /// ```
    /// # let puzzle = gridlore::open("connect-four:44")?;
    /// assert_eq!(puzzle.steps_to_symbol(&puzzle.start(), &mut gridlore::Budget::unlimited())?, None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn steps_to_symbol(
        &self,
        _position: &Position,
        _budget: &mut Budget,
    ) -> Result<Option<Hint>, BudgetSpent> {
        Ok(None)
    }

    /// Returns a comment on how a solved position was reached; an empty string if there is none, or
    /// if `budget` is insufficient to compute it.
    ///
    /// ```
    /// let puzzle = gridlore::open("connect-four:1212121")?;
    /// let praise = puzzle.praise(&puzzle.start(), &mut gridlore::Budget::unlimited());
    /// assert_eq!(praise, "X won at move 7: four in column 1, rows 1 to 4.");
    /// # Ok::<(), gridlore::ParseError>(())
    /// ```
    fn praise(&self, _position: &Position, _budget: &mut Budget) -> String {
        String::new()
    }

    /// Returns whether a position solves the puzzle. The answer agrees with [`Puzzle::view`];
    /// puzzles override this method if they have a cheaper test.
    ///
    /// ```
    /// # let puzzle = gridlore::open("connect-four:44")?;
    /// assert!(!puzzle.is_solved(&puzzle.start()));
    /// # Ok::<(), gridlore::ParseError>(())
    /// ```
    fn is_solved(&self, position: &Position) -> bool {
        self.view(position).solved
    }

    /// Returns the content of every cell, with labels for screen readers.
    ///
    /// ```
    /// # let puzzle = gridlore::open("connect-four:44")?;
    /// let view = puzzle.view(&puzzle.start());
    /// assert_eq!((view.rows, view.columns, view.blank), (6, 7, 40));
    /// # Ok::<(), gridlore::ParseError>(())
    /// ```
    fn view(&self, position: &Position) -> View;

    /// Returns the additional methods of a game for two players; `None` for other puzzles.
    ///
    /// ```
    /// assert!(gridlore::open("connect-four:")?.game().is_some());
    /// assert!(gridlore::open("sudoku#7")?.game().is_none());
    /// # Ok::<(), gridlore::ParseError>(())
    /// ```
    fn game(&self) -> Option<&dyn Game> {
        None
    }

    /// Returns the additional methods of a puzzle that is solved by reasoning; `None` for other
    /// puzzles.
    ///
    /// ```
    /// assert!(gridlore::open("sudoku#7")?.tutor().is_some());
    /// assert!(gridlore::open("connect-four:")?.tutor().is_none());
    /// # Ok::<(), gridlore::ParseError>(())
    /// ```
    fn tutor(&self) -> Option<&dyn Tutor> {
        None
    }

    /// Returns the drawing of a puzzle that shows more than its cells; `None` for other puzzles.
    ///
    /// ```
    /// assert!(gridlore::open("variant-sudoku:size_4x4~cage_3=_r1c1_r1c2")?.drawing().is_some());
    /// assert!(gridlore::open("sudoku#7")?.drawing().is_none());
    /// # Ok::<(), gridlore::ParseError>(())
    /// ```
    fn drawing(&self) -> Option<Drawing> {
        None
    }

    /// Draws the position as a self-contained SVG picture.
    ///
    /// ```
    /// # let puzzle = gridlore::open("sudoku:1...............")?;
    /// assert!(puzzle.svg(&puzzle.start()).contains("<title>Sudoku: 4 by 4, 15 left</title>"));
    /// # Ok::<(), gridlore::ParseError>(())
    /// ```
    #[cfg(feature = "pictures")]
    fn svg(&self, position: &Position) -> String {
        render::svg(self.kind().title, &self.view(position))
    }

    /// Renders the position as lines of text.
    ///
    /// ```
    /// # let puzzle = gridlore::open("sudoku:1...............")?;
    /// assert_eq!(puzzle.text(&puzzle.start()), "1 . | . .\n. . | . .\n----+----\n. . | . .\n. . | . .\n");
    /// # Ok::<(), gridlore::ParseError>(())
    /// ```
    fn text(&self, position: &Position) -> String {
        render::text(&self.view(position))
    }
}
