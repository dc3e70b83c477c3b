//! Explains moves in words: the four that a move makes, blocks, allows or threatens, and the four
//! that decides the game with best play.
//!
//! Columns and rows are counted from 1, rows from the bottom.

use crate::board::position::{Position, Side};
use crate::board::size::{Column, Size};
use crate::outlook::Outlook;
use crate::win::lines::Lines;

/// The reason for a move's score.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Why {
    /// The reason, in one or more sentences.
    pub text: String,
    /// The cells that the sentences name, as bits; see [`Size`].
    pub cells: u128,
}

/// Explains the score of a move.
///
/// `line` contains the moves of both sides after it; see [`crate::Solver::line`]. If the line stops
/// before the end of the game, the explanation does not mention the end.
///
/// # Panics
/// Panics if the move is not legal, or `line` cannot be played after it.
#[must_use]
pub fn why(position: &Position, column: Column, line: &[Column]) -> Why {
    let size = position.size();
    let lines = Lines::new(size);
    let (mover, other) = (position.to_move(), position.to_move().other());
    let after = position.after(column).expect("the move is legal");
    let won = lines.cells_in(after.stones(mover));
    if won != 0 {
        let text = format!("{} connects {}.", mover.letter(), four_in_words(&lines, size, won));
        return Why { text, cells: won };
    }
    let mut text = Vec::new();
    let mut cells = 0;
    let blockable = wins(position, other);
    if blockable.contains(&column) {
        let row = row_with(position, other, column, &lines);
        text.push(format!("This blocks {}, who would connect {}.", other.letter(), in_words(size, row)));
        cells |= row;
    }
    let open_wins = wins(&after, other);
    if let Some(&answer) = open_wins.first() {
        let row = row_with(&after, other, answer, &lines);
        let chance = if answer == column {
            format!("{} can play on top of this disc and connect", other.letter())
        } else {
            format!("This does not block {}, who can connect", other.letter())
        };
        text.push(format!("{chance} {}.", in_words(size, row)));
        return Why { text: text.join(" "), cells: cells | row };
    }
    match wins(&after, mover).as_slice() {
        [] => {}
        [one] => {
            let row = row_with(&after, mover, *one, &lines);
            cells |= row;
            let threat = format!("This threatens {}", in_words(size, row));
            let answered = after.after(*one).ok();
            if answered.is_some_and(|answered| wins(&answered, mover).contains(one)) {
                text.push(format!(
                    "{threat}. When {} blocks in column {one}, {} connects {} on top of this disc.",
                    other.letter(),
                    mover.letter(),
                    count(size)
                ));
            } else {
                text.push(format!("{threat}, so {} has to play column {one}.", other.letter()));
            }
        }
        several => {
            let columns: Vec<String> = several.iter().map(Column::to_string).collect();
            for &column in several {
                cells |= row_with(&after, mover, column, &lines);
            }
            text.push(format!(
                "This threatens to win in columns {} at once, and {} can block only one.",
                columns.join(" and "),
                other.letter()
            ));
        }
    }
    let end = line
        .iter()
        .fold(after, |position, &column| position.after(column).expect("the moves of the line are legal"));
    match end.end() {
        None => {}
        Some(None) => {
            text.push(format!("With best play, the board fills up and nobody connects {}.", count(size)))
        }
        Some(Some(winner)) => {
            let row = lines.cells_in(end.stones(winner));
            let (place, more) = first_place(&lines, size, row);
            text.push(format!(
                "With best play, {} connects {} at move {}, {place}{more}.",
                winner.letter(),
                count(size),
                end.plies()
            ));
            text.extend(standing_threat(&after, &end, winner, row, line.last().copied(), size));
            cells |= row;
        }
    }
    Why { text: text.join(" "), cells }
}

/// Returns a sentence about the deciding four if only one disc is missing from it already.
fn standing_threat(
    after: &Position,
    end: &Position,
    winner: Side,
    row: u128,
    last: Option<Column>,
    size: Size,
) -> Option<String> {
    let last = last?;
    let cell = size.cells_of(last.index()) & row & !after.all();
    let is_standing = (row & !after.stones(winner)).is_power_of_two() && cell.is_power_of_two();
    let height = (0..size.height()).find(|&height| size.bit(last.index(), height) == cell)? + 1;
    if !is_standing || end.plies() <= after.plies() + 2 {
        return None;
    }
    let place = format!("The threat is already on the board, at column {last}, row {height}");
    let (kind, fits) = if height % 2 == 1 { ("odd", Side::First) } else { ("even", Side::Second) };
    // If all other columns are full, neither side chose to open this column.
    let is_last_column = size.columns().all(|column| column == last || end.landing(column).is_none());
    Some(if is_last_column && size.height().is_multiple_of(2) && fits == winner {
        format!(
            "{place}. Row {height} is {kind}, so {} gets that cell once all other columns are full.",
            winner.letter()
        )
    } else {
        format!("{place}.")
    })
}

/// Explains a move: returns the meaning of its score, followed by the reason.
///
/// # Panics
/// Panics if `line` cannot be played after the move.
#[must_use]
pub fn explanation(position: &Position, column: Column, score: i32, line: &[Column]) -> Why {
    let mut why = why(position, column, line);
    let Ok(after) = position.after(column) else { return why };
    // For a complete line, the reason already states the outcome.
    if line.is_empty() && after.end().is_none() {
        let outlook = Outlook::from_score(&after, -score).to_string();
        let mut letters = outlook.chars();
        let first =
            letters.next().map(|letter| letter.to_uppercase().collect::<String>()).unwrap_or_default();
        why.text = format!("{first}{}. {}", letters.as_str(), why.text).trim_end().to_owned();
    }
    why
}

/// Describes the winning four, as in `four in column 1, rows 1 to 4`; `None` if nobody has won.
#[must_use]
pub fn winning_four_in_words(position: &Position) -> Option<String> {
    let lines = Lines::new(position.size());
    let row = lines.cells_in(position.stones(position.winner()?));
    Some(four_in_words(&lines, position.size(), row))
}

/// Returns the columns in which a side could win with its next disc.
#[must_use]
pub fn wins(position: &Position, side: Side) -> Vec<Column> {
    let size = position.size();
    let is_win = |column: &Column| {
        position
            .landing(*column)
            .is_some_and(|cell| crate::win::shift::has_run(size, position.stones(side) | cell))
    };
    size.columns().filter(is_win).collect()
}

/// Returns the four that a side makes with a disc in a column.
fn row_with(position: &Position, side: Side, column: Column, lines: &Lines) -> u128 {
    position.landing(column).and_then(|cell| lines.first_in(position.stones(side) | cell)).unwrap_or_default()
}

/// Describes the length of a winning row.
fn count(size: Size) -> String {
    match size.run() {
        3 => "three".to_owned(),
        4 => "four".to_owned(),
        5 => "five".to_owned(),
        run => format!("{run} in a row"),
    }
}

/// Describes the first winning row among `stones`, and mentions others if there are any.
fn four_in_words(lines: &Lines, size: Size, stones: u128) -> String {
    let (place, more) = first_place(lines, size, stones);
    format!("{} {place}{more}", count(size))
}

/// Returns a description of the place of the first winning row among `stones`, and the words that
/// mention others.
fn first_place(lines: &Lines, size: Size, stones: u128) -> (String, &'static str) {
    let row = lines.first_in(stones).unwrap_or_default();
    let more = if row == stones { "" } else { ", and another with the same disc" };
    (place_in_words(size, row), more)
}

/// Describes a four: `four in column 4, rows 1 to 4`.
fn in_words(size: Size, row: u128) -> String {
    format!("{} {}", count(size), place_in_words(size, row))
}

/// Describes the place of a four: `in column 4, rows 1 to 4`, `in row 2, columns 3 to 6`,
/// `from column 1, row 1 up to column 4, row 4`.
fn place_in_words(size: Size, row: u128) -> String {
    let cells: Vec<(usize, usize)> = (0..size.width())
        .flat_map(|column| (0..size.height()).map(move |height| (column, height)))
        .filter(|&(column, height)| size.bit(column, height) & row != 0)
        .collect();
    let (Some(&(left, from)), Some(&(right, to))) = (cells.first(), cells.last()) else {
        return String::new();
    };
    let letter = |column| Column::new(column, size).map(Column::letter).unwrap_or_default();
    let (from, to) = (from + 1, to + 1);
    if left == right {
        format!("in column {}, rows {from} to {to}", letter(left))
    } else if from == to {
        format!("in row {from}, columns {} to {}", letter(left), letter(right))
    } else {
        let way = if to > from { "up" } else { "down" };
        format!("from column {}, row {from} {way} to column {}, row {to}", letter(left), letter(right))
    }
}
