//! Formats in which setters share puzzles: constraint lines and short killer formats.

mod automaton;
mod cells;
mod chaos;
mod constraints;
mod killer;
mod lines;
mod outside;
mod write;

pub(crate) use automaton::{data as automaton_data, read as automaton_of};
pub use constraints::parse_constraints;
pub use write::to_constraints;

/// Returns whether a text looks like a puzzle that [`parse_constraints`] reads and other sudoku
/// parsers do not. The rest of the text is not checked.
#[must_use]
pub fn is_constraints(text: &str) -> bool {
    let text = text.trim();
    let is_named =
        text.starts_with('.') && text.contains('~') && text.chars().any(|sign| sign.is_ascii_alphabetic());
    is_named || text.starts_with("3x3:") || killer::is_pointed(text) || killer::is_candidates(text)
}
