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

    /// The steps to the next symbol, of which the hint is the first; `None` where the hint is all
    /// that there is to say.
    ///
    /// # Errors
    /// [`BudgetSpent`] when it takes more nodes than `budget` has.
    fn way(&self, _position: &Position, _budget: &mut Budget) -> Result<Option<Hint>, BudgetSpent> {
        Ok(None)
    }

    /// What there is to say about the way a solved position was reached; nothing where all ways are
    /// alike.
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
