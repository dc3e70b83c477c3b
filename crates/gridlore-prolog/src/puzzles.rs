//! Puzzles written as rules, which users can read, run and change. Each begins with a comment that
//! shows a query.

/// A program of the puzzle library.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Puzzle {
    /// The name in ids and on the command line, in lower-case letters.
    pub name: &'static str,
    /// The title.
    pub title: &'static str,
    /// The source text.
    pub text: &'static str,
    /// A sample query.
    pub query: &'static str,
}

macro_rules! puzzle {
    ($name:literal, $title:literal, $query:literal) => {
        Puzzle {
            name: $name,
            title: $title,
            text: include_str!(concat!("../puzzles/", $name, ".pl")),
            query: $query,
        }
    };
}

/// All puzzles of the library.
pub const PUZZLES: &[Puzzle] = &[
    puzzle!("sudoku", "Sudoku in fifteen lines", "puzzle(inkala, Rows), sudoku(Rows), maplist(label, Rows)."),
    puzzle!("queens", "Queens that do not attack each other", "queens(8, Qs), label(Qs)."),
    puzzle!("zebra", "Who owns the zebra?", "zebra(Owner, Drinker)."),
    puzzle!("send", "SEND + MORE = MONEY", "puzzle(P), term_variables(P, Vs), label(Vs)."),
    puzzle!("knights", "Knights and knaves", "island(3, People), label(People)."),
    puzzle!("magic", "Magic squares", "magic(3, Rows), append(Rows, Vs), label(Vs)."),
    puzzle!("langford", "Langford pairs", "langford(4, Row)."),
    puzzle!("four", "Four in a row, by differences", "winner(\"1212121\", Side)."),
    puzzle!("flipper", "Flipper, by parity", "presses([\"#.#\", \"...\", \"#.#\"], Presses)."),
];

/// Returns the puzzle with this name.
#[must_use]
pub fn puzzle(name: &str) -> Option<&'static Puzzle> {
    PUZZLES.iter().find(|puzzle| puzzle.name == name)
}
