//! Why a move is as good as it is, in words: what it makes, stops, allows or threatens, and which
//! four decides the game in the end.
//!
//! Columns and rows are counted from 1, rows from the bottom.

use crate::board::position::{Position, Side};
use crate::board::size::{Column, Size};
use crate::outlook::Outlook;
use crate::win::lines::Lines;

/// A reason.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Why {
    /// Sentences.
    pub text: String,
    /// The cells that they speak of, as bits, see [`Size`].
    pub cells: u128,
}

/// Why a move has its score.
///
/// `line` is what both sides play after it, see [`crate::Solver::line`]; where it stops before the
/// end, nothing is said of the end.
///
/// # Panics
/// When it is no move, or `line` cannot be played after it.
#[must_use]
pub fn why(position: &Position, column: Column, line: &[Column]) -> Why {
    let size = position.size();
    let lines = Lines::new(size);
    let (mover, other) = (position.to_move(), position.to_move().other());
    let after = position.after(column).expect("it is a move");
    let won = lines.all_found(after.stones(mover));
    if won != 0 {
        let text = format!("{} makes {}.", mover.letter(), rows_in_words(&lines, size, won));
        return Why { text, cells: won };
    }
    let mut text = Vec::new();
    let mut cells = 0;
    let feared = wins(position, other);
    if feared.contains(&column) {
        let row = row_with(position, other, column, &lines);
        text.push(format!("It stops {}, who would make {} there.", other.letter(), in_words(size, row)));
        cells |= row;
    }
    let allowed = wins(&after, other);
    if let Some(&answer) = allowed.first() {
        let row = row_with(&after, other, answer, &lines);
        let how = if answer == column { "plays on top of it" } else { "is not stopped" };
        text.push(format!("{} {how} and makes {}.", other.letter(), in_words(size, row)));
        return Why { text: text.join(" "), cells: cells | row };
    }
    match wins(&after, mover).as_slice() {
        [] => {}
        [one] => {
            let row = row_with(&after, mover, *one, &lines);
            cells |= row;
            let threat = format!("It threatens {}", in_words(size, row));
            let answered = after.after(*one).ok();
            if answered.is_some_and(|answered| wins(&answered, mover).contains(one)) {
                text.push(format!(
                    "{threat}, and another {} on top of the cell where {} has to stop it.",
                    count(size),
                    other.letter()
                ));
            } else {
                text.push(format!("{threat}, so {} has to play into column {one}.", other.letter()));
            }
        }
        several => {
            let columns: Vec<String> = several.iter().map(Column::to_string).collect();
            for &column in several {
                cells |= row_with(&after, mover, column, &lines);
            }
            let rows = if size.run() == 4 { "fours".to_owned() } else { format!("rows of {}", size.run()) };
            text.push(format!(
                "It threatens {rows} in columns {} at once, and {} can stop only one.",
                columns.join(" and "),
                other.letter()
            ));
        }
    }
    let end =
        line.iter().fold(after, |position, &column| position.after(column).expect("the line is played"));
    match end.end() {
        None => {}
        Some(None) => text.push(
            "Played on without a mistake, the board fills up and nobody makes four."
                .replace("four", &count(size)),
        ),
        Some(Some(winner)) => {
            let row = lines.all_found(end.stones(winner));
            text.push(format!(
                "Played on without a mistake, {} makes {}, with stone {}.",
                winner.letter(),
                rows_in_words(&lines, size, row),
                end.plies()
            ));
            text.extend(standing(&after, &end, winner, row, line.last().copied(), size));
            cells |= row;
        }
    }
    Why { text: text.join(" "), cells }
}

/// What there is to say of a four that decides in the end and lacks one stone already.
fn standing(
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
    let place = format!("That threat stands already, at column {last}, row {height}");
    let (kind, fits) = if height % 2 == 1 { ("odd", Side::First) } else { ("even", Side::Second) };
    // All else was full: nobody chose to open that column.
    let is_last_column = size.columns().all(|column| column == last || end.landing(column).is_none());
    Some(if is_last_column && size.height().is_multiple_of(2) && fits == winner {
        format!("{place}: an {kind} row, which {} gets once all other columns are full.", winner.letter())
    } else {
        format!("{place}.")
    })
}

/// The score's meaning and the reason in one text, for a move.
#[must_use]
pub fn told(position: &Position, column: Column, score: i32, line: &[Column]) -> Why {
    let mut why = why(position, column, line);
    let Ok(after) = position.after(column) else { return why };
    // The end of the line says it too.
    if line.is_empty() && after.end().is_none() {
        let outlook = Outlook::of(&after, -score).to_string();
        let mut letters = outlook.chars();
        let first =
            letters.next().map(|letter| letter.to_uppercase().collect::<String>()).unwrap_or_default();
        why.text = format!("{first}{}. {}", letters.as_str(), why.text).trim_end().to_owned();
    }
    why
}

/// The row with which somebody has won.
#[must_use]
pub fn won_in_words(position: &Position) -> Option<String> {
    let lines = Lines::new(position.size());
    let row = lines.all_found(position.stones(position.winner()?));
    Some(rows_in_words(&lines, position.size(), row))
}

/// Columns in which a side makes its row with one stone now.
#[must_use]
pub fn wins(position: &Position, side: Side) -> Vec<Column> {
    let size = position.size();
    let makes = |column: &Column| {
        position
            .landing(*column)
            .is_some_and(|cell| crate::win::shift::has_run(size, position.stones(side) | cell))
    };
    size.columns().filter(makes).collect()
}

/// The row that a side's stone in a column makes.
fn row_with(position: &Position, side: Side, column: Column, lines: &Lines) -> u128 {
    position.landing(column).and_then(|cell| lines.found(position.stones(side) | cell)).unwrap_or_default()
}

fn count(size: Size) -> String {
    match size.run() {
        3 => "three".to_owned(),
        4 => "four".to_owned(),
        5 => "five".to_owned(),
        run => format!("{run} in a row"),
    }
}

/// All rows that stones make, as far as words go: one of them, and that there are more.
fn rows_in_words(lines: &Lines, size: Size, stones: u128) -> String {
    let row = lines.found(stones).unwrap_or_default();
    let more = if row == stones { "" } else { ", and another with the same stone" };
    format!("{}{more}", in_words(size, row))
}

/// `four in column 4, rows 1 to 4`, `four in row 2, columns 3 to 6`,
/// `four from column 1, row 1 up to column 4, row 4`.
fn in_words(size: Size, row: u128) -> String {
    let cells: Vec<(usize, usize)> = (0..size.width())
        .flat_map(|column| (0..size.height()).map(move |height| (column, height)))
        .filter(|&(column, height)| size.bit(column, height) & row != 0)
        .collect();
    let count = count(size);
    let (Some(&(left, from)), Some(&(right, to))) = (cells.first(), cells.last()) else { return count };
    let letter = |column| Column::new(column, size).map(Column::letter).unwrap_or_default();
    let (from, to) = (from + 1, to + 1);
    if left == right {
        format!("{count} in column {}, rows {from} to {to}", letter(left))
    } else if from == to {
        format!("{count} in row {from}, columns {} to {}", letter(left), letter(right))
    } else {
        let way = if to > from { "up" } else { "down" };
        format!(
            "{count} from column {}, row {from} {way} to column {}, row {to}",
            letter(left),
            letter(right)
        )
    }
}
