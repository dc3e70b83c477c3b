//! The trait that every puzzle keeps.
//!
//! Where does a thing belong? A puzzle is what never changes while it is played. A [`Position`] is
//! what undo brings back. Everything else (cursor, selection, time) is the midend's or the edge's.

use super::Kind;
use crate::game::Game;
use crate::play::{Action, Check, Hint, Position, Refusal, Solve, View};
use crate::render;
use crate::tutor::Tutor;
use gridlore_core::{Budget, BudgetSpent, ParseError};
use std::fmt;

/// A puzzle: what is given, and the rules to play, solve and show it.
///
/// Positions passed in must be this puzzle's own, from [`Puzzle::start`], [`Puzzle::position`] or
/// [`Puzzle::apply`].
///
/// ```
/// let puzzle = gridlore::open("sudoku:1...............")?;
/// let noted = puzzle.noted(&puzzle.start()).expect("sudoku has pencil marks");
/// assert_eq!(puzzle.view(&noted).cells[1].marks, "234");
/// # Ok::<(), gridlore::ParseError>(())
/// ```
pub trait Puzzle: fmt::Debug + Send {
    /// Its kind, which parses and generates.
    ///
    /// ```
    /// # let puzzle = gridlore::open("connect-four:44")?;
    /// assert_eq!(puzzle.kind().title, "Connect Four");
    /// # Ok::<(), gridlore::ParseError>(())
    /// ```
    fn kind(&self) -> &'static Kind;

    /// The parameters with which the kind's parser reads the description back; mostly none.
    ///
    /// ```
    /// assert_eq!(gridlore::open("sudoku:3x2#1")?.params(), "3x2");
    /// assert_eq!(gridlore::open("sudoku:2x3#1")?.params(), "", "36 cells are enough to tell");
    /// # Ok::<(), gridlore::ParseError>(())
    /// ```
    fn params(&self) -> String {
        String::new()
    }

    /// The description that the kind's parser reads back: one line, no spaces.
    ///
    /// ```
    /// # let puzzle = gridlore::open("connect-four:44")?;
    /// assert_eq!(puzzle.description(), "44");
    /// # Ok::<(), gridlore::ParseError>(())
    /// ```
    fn description(&self) -> String;

    /// The position before the first move.
    ///
    /// ```
    /// # let puzzle = gridlore::open("sudoku:1...............")?;
    /// assert_eq!(puzzle.start().as_str(), "................");
    /// # Ok::<(), gridlore::ParseError>(())
    /// ```
    fn start(&self) -> Position;

    /// Reads a position back that was printed before, by whomever: it is checked.
    ///
    /// # Errors
    /// [`ParseError`] with the place in `text`.
    ///
    /// ```
    /// # let puzzle = gridlore::open("sudoku:1...............")?;
    /// let error = puzzle.position("2...............").unwrap_err();
    /// assert_eq!(error.to_string(), "line 1, column 1: found '2', expected '.', as the cell is given");
    /// # Ok::<(), gridlore::ParseError>(())
    /// ```
    fn position(&self, text: &str) -> Result<Position, ParseError>;

    /// The position after `action`.
    ///
    /// # Errors
    /// [`Refusal`] says in words why the action is not possible; nothing has changed then.
    ///
    /// ```
    /// # let puzzle = gridlore::open("connect-four:44")?;
    /// let next = puzzle.apply(&puzzle.start(), &gridlore::Action::Press { press: 0 })?;
    /// assert_eq!(next.as_str(), "441");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn apply(&self, position: &Position, action: &Action) -> Result<Position, Refusal>;

    /// The positions after each of `actions`, played one after another from `position`, up to the
    /// first that is not possible; and why that one is not. A puzzle that reads its positions back
    /// at some cost reads only the first.
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

    /// What is right, wrong and left in a position.
    ///
    /// # Errors
    /// [`BudgetSpent`] when telling right from wrong takes more nodes than `budget` has.
    ///
    /// ```
    /// # let puzzle = gridlore::open("sudoku:1...............")?;
    /// let position = puzzle.position(".1..............")?;
    /// let check = puzzle.check(&position, &mut gridlore::Budget::nodes(1_000))?;
    /// assert_eq!(check.clashes.len(), 2, "in a row and in a box");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn check(&self, position: &Position, budget: &mut Budget) -> Result<Check, BudgetSpent>;

    /// Solves the puzzle from its givens, not from what the player made of it.
    ///
    /// # Errors
    /// [`BudgetSpent`] when it takes more nodes than `budget` has.
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

    /// Counts solutions up to `limit`.
    ///
    /// # Errors
    /// [`BudgetSpent`] when it takes more nodes than `budget` has.
    ///
    /// ```
    /// # let puzzle = gridlore::open("sudoku:1...............")?;
    /// let mut budget = gridlore::Budget::unlimited();
    /// assert_eq!(puzzle.count(1_000, &mut budget)?, 72, "a quarter of all boards of four by four");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn count(&self, limit: u64, budget: &mut Budget) -> Result<u64, BudgetSpent>;

    /// The position with every candidate as a pencil mark; `None` where there are no pencil marks.
    ///
    /// ```
    /// # let puzzle = gridlore::open("connect-four:44")?;
    /// assert!(puzzle.noted(&puzzle.start()).is_none());
    /// # Ok::<(), gridlore::ParseError>(())
    /// ```
    fn noted(&self, _position: &Position) -> Option<Position> {
        None
    }

    /// Whether something in the position has to be taken back before the puzzle can be solved.
    ///
    /// # Errors
    /// [`BudgetSpent`] when it takes more nodes than `budget` has.
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

    /// What a helpful friend would point at next: first mistakes, then the easiest step.
    ///
    /// # Errors
    /// [`BudgetSpent`] when it takes more nodes than `budget` has.
    ///
    /// ```
    /// let puzzle = gridlore::open("sudoku:easy#7")?;
    /// let hint = puzzle.hint(&puzzle.start(), &mut gridlore::Budget::nodes(1_000))?;
    /// assert!(puzzle.apply(&puzzle.start(), &hint.action.expect("a step")).is_ok());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn hint(&self, position: &Position, budget: &mut Budget) -> Result<Hint, BudgetSpent>;

    /// The steps to the next symbol, of which the hint is the first; `None` where the hint is all
    /// that there is to say.
    ///
    /// # Errors
    /// [`BudgetSpent`] when it takes more nodes than `budget` has.
    ///
    /// ```
    /// # let puzzle = gridlore::open("connect-four:44")?;
    /// assert_eq!(puzzle.way(&puzzle.start(), &mut gridlore::Budget::unlimited())?, None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn way(&self, _position: &Position, _budget: &mut Budget) -> Result<Option<Hint>, BudgetSpent> {
        Ok(None)
    }

    /// What there is to say about the way a solved position was reached; nothing where all ways are
    /// alike, or where `budget` is not enough to find out.
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

    /// Whether a position solves the puzzle: what [`Puzzle::view`] says of it, for less where that
    /// is possible.
    ///
    /// ```
    /// # let puzzle = gridlore::open("connect-four:44")?;
    /// assert!(!puzzle.is_solved(&puzzle.start()));
    /// # Ok::<(), gridlore::ParseError>(())
    /// ```
    fn is_solved(&self, position: &Position) -> bool {
        self.view(position).solved
    }

    /// What every cell shows and how a screen reader says it.
    ///
    /// ```
    /// # let puzzle = gridlore::open("connect-four:44")?;
    /// let view = puzzle.view(&puzzle.start());
    /// assert_eq!((view.rows, view.columns, view.blank), (6, 7, 40));
    /// # Ok::<(), gridlore::ParseError>(())
    /// ```
    fn view(&self, position: &Position) -> View;

    /// What a game for two has besides; nothing where one plays alone.
    ///
    /// ```
    /// assert!(gridlore::open("connect-four:")?.game().is_some());
    /// assert!(gridlore::open("sudoku#7")?.game().is_none());
    /// # Ok::<(), gridlore::ParseError>(())
    /// ```
    fn game(&self) -> Option<&dyn Game> {
        None
    }

    /// What a puzzle that people solve by reasoning has besides; nothing where they do not.
    ///
    /// ```
    /// assert!(gridlore::open("sudoku#7")?.tutor().is_some());
    /// assert!(gridlore::open("connect-four:")?.tutor().is_none());
    /// # Ok::<(), gridlore::ParseError>(())
    /// ```
    fn tutor(&self) -> Option<&dyn Tutor> {
        None
    }

    /// The position as a picture of its own.
    ///
    /// ```
    /// # let puzzle = gridlore::open("sudoku:1...............")?;
    /// assert!(puzzle.svg(&puzzle.start()).contains("<title>Sudoku: 4 by 4, 15 left</title>"));
    /// # Ok::<(), gridlore::ParseError>(())
    /// ```
    fn svg(&self, position: &Position) -> String {
        render::svg(self.kind().title, &self.view(position))
    }

    /// The position as lines of text.
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
