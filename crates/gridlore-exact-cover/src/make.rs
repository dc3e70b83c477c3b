//! Well-known problems as items and options.

use crate::packing::{Packing, Piece, Turns, digit, pentominoes, rectangle};
use crate::problem::{Bounds, Problem};

fn once(names: impl IntoIterator<Item = String>) -> impl Iterator<Item = (String, Bounds)> {
    names.into_iter().map(|name| (name, Bounds::ONCE))
}

/// Returns the name of a number: a single digit or letter if all numbers below `most` have one.
fn named(number: usize, most: usize) -> String {
    if most <= 62 { digit(number).to_string() } else { format!(".{number}") }
}

/// Returns the problem of the twelve pentominoes on a board of this size.
#[must_use]
pub fn pentominoes_on(rows: i32, columns: i32) -> Problem {
    Packing { board: rectangle(rows, columns), pieces: pentominoes(), turns: Turns::Over, is_loose: false }
        .problem()
}

/// Returns Dudeney's problem: the twelve pentominoes and a 2x2 square on an 8x8 board.
#[must_use]
pub fn dudeney() -> Problem {
    let mut pieces = pentominoes();
    pieces.push(Piece::from_rows("O", &["OO", "OO"]));
    Packing { board: rectangle(8, 8), pieces, turns: Turns::Over, is_loose: false }.problem()
}

/// Returns the problem of three pieces on a 3x3 board, without rotation: an L of four cells, a 2x2
/// square and a single cell. It has 15 options over 12 items, so it can be shown in full.
#[must_use]
pub fn small_packing() -> Problem {
    let pieces = [("L", ["LLL", "L.."]), ("S", ["SS.", "SS."]), ("O", ["O..", "..."])];
    let pieces = pieces.map(|(name, rows)| Piece::from_rows(name, &rows)).into();
    Packing { board: rectangle(3, 3), pieces, turns: Turns::None, is_loose: false }.problem()
}

/// Returns the problem of Piet Hein's Soma cube: seven pieces that fill a 3x3x3 cube.
#[must_use]
pub fn soma() -> Problem {
    let flat = |name, rows: &[&str]| Piece::from_rows(name, rows);
    let deep = |name: &str, cells: [Cell3; 4]| Piece { name: name.to_owned(), cells: cells.into() };
    let pieces = vec![
        flat("V", &["VV", "V."]),
        flat("L", &["LLL", "L.."]),
        flat("T", &["TTT", ".T."]),
        flat("Z", &["ZZ.", ".ZZ"]),
        deep("A", [[0, 0, 0], [0, 1, 0], [1, 1, 0], [1, 1, 1]]),
        deep("B", [[0, 0, 0], [0, 1, 0], [1, 0, 0], [1, 0, 1]]),
        deep("P", [[0, 0, 0], [0, 0, 1], [0, 1, 0], [1, 0, 0]]),
    ];
    let board = (0..3)
        .flat_map(|layer| rectangle(3, 3).into_iter().map(move |[_, row, column]| [layer, row, column]));
    Packing { board: board.collect(), pieces, turns: Turns::Space, is_loose: false }.problem()
}

type Cell3 = [i32; 3];

/// Returns the problem of tiling a board of this size with dominoes, all of which are equal.
#[must_use]
pub fn dominoes(rows: usize, columns: usize) -> Problem {
    let most = rows.max(columns);
    let name = |row, column| format!("{}{}", named(row, most), named(column, most));
    let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
    let mut problem = Problem::from_items(once(cells.clone().map(|(row, column)| name(row, column))), []);
    for (row, column) in cells {
        let here = row * columns + column;
        if column + 1 < columns {
            problem.add_valid(&[here, here + 1]);
        }
        if row + 1 < rows {
            problem.add_valid(&[here, here + columns]);
        }
    }
    problem
}

/// Returns the numbers below `count`, from the middle outwards.
fn from_the_middle(count: usize) -> impl Iterator<Item = usize> + Clone {
    (0..count).map(move |at| if at % 2 == 0 { count / 2 + at / 2 } else { count / 2 - at / 2 - 1 })
}

/// Returns the problem of placing `count` queens on a board of that side so that no queen attacks
/// another. Rows and columns are primary items, from the middle outwards; diagonals are secondary.
#[must_use]
pub fn queens(count: usize) -> Problem {
    let lines: Vec<usize> = from_the_middle(count).collect();
    let diagonals = (2 * count).saturating_sub(1);
    let primary = lines
        .iter()
        .flat_map(|line| [format!("r{}", named(*line, count)), format!("c{}", named(*line, count))]);
    let secondary = ["a", "b"]
        .into_iter()
        .flat_map(|letter| (0..diagonals).map(move |at| format!("{letter}{}", named(at, diagonals))));
    let mut problem = Problem::from_items(once(primary), secondary);
    for (row_at, row) in lines.iter().enumerate() {
        for (column_at, column) in lines.iter().enumerate() {
            let first = 2 * count;
            let items = [
                2 * row_at,
                2 * column_at + 1,
                first + row + column,
                first + diagonals + row + count - 1 - column,
            ];
            problem.add_valid(&items);
        }
    }
    problem
}

/// Returns Langford's problem: arrange two copies of each number from 1 to `count` in a row so that
/// exactly that many places separate the two copies. A row and its reversal are two solutions.
#[must_use]
pub fn langford(count: usize) -> Problem {
    let places = 2 * count;
    let names =
        (1..=count).map(|number| number.to_string()).chain((1..=places).map(|place| format!("s{place}")));
    let mut problem = Problem::from_items(once(names), []);
    for number in 1..=count {
        for first in 0..places.saturating_sub(number + 1) {
            let items = [number - 1, count + first, count + first + number + 1];
            problem.add_valid(&items);
        }
    }
    problem
}

/// Returns the problem of Latin squares of this side. A `p` item is a cell; an `r` or `c` item is a
/// symbol in a row or column.
#[must_use]
pub fn latin(side: usize) -> Problem {
    let pairs = (0..side).flat_map(|one| (0..side).map(move |other| (one, other)));
    let names = ["p", "r", "c"].into_iter().flat_map(|letter| {
        pairs.clone().map(move |(one, other)| format!("{letter}{}{}", named(one, side), named(other, side)))
    });
    let mut problem = Problem::from_items(once(names), []);
    for (row, column) in pairs {
        for symbol in 0..side {
            let square = side * side;
            let items =
                [row * side + column, square + row * side + symbol, 2 * square + column * side + symbol];
            problem.add_valid(&items);
        }
    }
    problem
}

/// Returns the problem of a 9x9 sudoku. A `p` item is a cell; an `r`, `c` or `b` item is a digit in
/// a row, column or box. An empty board has 729 options over 324 items; givens reduce both numbers.
///
/// `givens` contains 81 cells, row by row, with 0 for a blank cell.
///
/// # Panics
/// Panics if a digit is greater than 9.
#[must_use]
pub fn sudoku(givens: &[u8; 81]) -> Problem {
    let items_of = |cell: usize, digit: usize| {
        let (row, column) = (cell / 9, cell % 9);
        [cell, 81 + row * 9 + digit, 162 + column * 9 + digit, 243 + (row / 3 * 3 + column / 3) * 9 + digit]
    };
    let mut covered = [0; 324];
    for (cell, given) in givens.iter().enumerate().filter(|entry| *entry.1 != 0) {
        assert!(*given <= 9, "the digit {given}");
        for item in items_of(cell, usize::from(*given) - 1) {
            covered[item] += 1;
        }
    }
    // Contradictory givens leave their items uncovered, without any option that could cover them.
    let mut numbers = [None; 324];
    let mut names = Vec::new();
    for item in (0..324).filter(|item| covered[*item] != 1) {
        numbers[item] = Some(names.len());
        let letter = ["p", "r", "c", "b"][item / 81];
        let second = item % 9 + usize::from(item >= 81);
        names.push(format!("{letter}{}{second}", item % 81 / 9));
    }
    let mut problem = Problem::from_items(once(names), []);
    for cell in 0..81 {
        for digit in 0..9 {
            let items = items_of(cell, digit);
            if items.iter().all(|item| covered[*item] == 0) {
                let items = items.map(|item| numbers[item].expect("an item that is not covered"));
                problem.add_valid(&items);
            }
        }
    }
    problem
}
