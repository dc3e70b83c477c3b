//! Named example problems, and the layout of their options on a board.

use super::Board;
use gridlore_exact_cover::{Problem, make};

/// A named example problem.
#[derive(Debug)]
pub(super) struct Example {
    pub(super) name: &'static str,
    pub(super) title: &'static str,
    pub(super) make: fn() -> Problem,
    pub(super) board: Option<fn(&Problem) -> Board>,
}

pub(super) const EXAMPLES: &[Example] = &[
    Example {
        name: "packing-3x3",
        title: "three pieces in a square",
        make: make::small_packing,
        board: Some(|problem| board(problem, 3, |names| (names[0].to_owned(), cells_of(&names[1..], 3)))),
    },
    Example {
        name: "latin-3",
        title: "Latin squares of order 3",
        make: || make::latin(3),
        // The first item names the cell, the second the symbol.
        board: Some(|problem| board(problem, 3, |names| (symbol(names[1]), cells_of(&[&names[0][1..]], 3)))),
    },
    Example {
        name: "queens-4",
        title: "four queens",
        make: || make::queens(4),
        board: Some(|problem| {
            board(problem, 4, |names| {
                let cell = format!("{}{}", &names[0][1..], &names[1][1..]);
                ("♛".to_owned(), cells_of(&[&cell], 4))
            })
        }),
    },
    Example { name: "seven", title: "seven columns", make: seven, board: None },
];

/// Returns the symbol of an item such as `r02`, counted from 1.
fn symbol(name: &str) -> String {
    (digit(name.as_bytes()[2]) + 1).to_string()
}

const fn digit(byte: u8) -> usize {
    (byte - b'0') as usize
}

/// Parses cells such as `02`: row 0, column 2.
fn cells_of(names: &[&str], columns: usize) -> Vec<usize> {
    names.iter().map(|name| digit(name.as_bytes()[0]) * columns + digit(name.as_bytes()[1])).collect()
}

/// Returns a square board; `placement` maps the item names of an option to the option's symbol and
/// cells.
fn board(problem: &Problem, side: usize, placement: fn(&[&str]) -> (String, Vec<usize>)) -> Board {
    let options = (0..problem.options()).map(|option| {
        let names: Vec<&str> =
            problem.entries_of(option).iter().map(|entry| problem.name(entry.item)).collect();
        placement(&names)
    });
    Board { rows: side, columns: side, options: options.collect() }
}

/// Returns a problem with seven items and eight options, two of which are dead ends: small enough
/// to solve on paper, and large enough to need backtracking.
fn seven() -> Problem {
    let mut problem = Problem::new(7, 0);
    for option in [&[0, 2][..], &[0, 3, 6], &[1, 2, 5], &[1, 6], &[3, 4], &[3, 4, 6], &[0, 4, 5], &[5]] {
        problem.add_option(option).expect("items of the problem, each once");
    }
    problem
}
