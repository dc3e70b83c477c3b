//! The ratings for which puzzles can be generated; the book in `rated` has one line for each.

/// The prefix of the parameters for a Sudoku Explainer rating.
pub(super) const PREFIX: &str = "se-";

/// The ratings of the book, lowest first.
pub(super) const ALL: &[&str] = &[
    "1.2", "1.5", "1.7", "2.0", "2.3", "2.5", "2.6", "2.8", "3.0", "3.2", "3.4", "3.6", "3.8", "4.0", "4.2",
    "4.4", "4.5", "4.6", "4.7", "5.0", "5.2", "5.6", "5.7", "5.8", "5.9", "6.0", "6.2", "6.5", "6.6", "6.7",
    "6.8", "6.9", "7.0", "7.1", "7.2", "7.3", "7.4", "7.5", "7.6", "7.7", "7.8", "7.9", "8.0", "8.2", "8.3",
    "8.4", "8.5", "8.6", "8.7", "8.8", "8.9", "9.0", "9.1", "9.2", "9.3", "9.4", "9.5", "9.6", "9.7", "9.8",
    "9.9", "10.0",
];
