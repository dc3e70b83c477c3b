//! What a puzzle answers: a check, a solution, a hint.

use super::action::Action;
use super::position::Position;

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

/// The answer of [`Puzzle::solve`](crate::Puzzle::solve).
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
    /// What may be told before the whole: where to look, which technique, which cells. Nothing
    /// where there is no more than one thing to tell.
    pub stages: Vec<Stage>,
    /// Something is wrong, and has to be taken back.
    pub is_mistake: bool,
    /// The cells to look at.
    pub cells: Vec<usize>,
    /// The candidates that the reasoning takes away: cell and symbol.
    pub removed: Vec<(usize, char)>,
    /// What the lines of the text say, drawn as SVG in the colours of the page: one for each line,
    /// or none at all.
    pub pictures: Vec<String>,
    /// The step itself, when there is one to take.
    pub action: Option<Action>,
    /// The step leads to a symbol by others, which [`Puzzle::way`](crate::Puzzle::way) tells.
    pub has_way: bool,
}
