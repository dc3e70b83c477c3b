//! Whether each sentence of a reason for a move is true, by the rules and by minimax.

use super::reference::{Board, Cell, Minimax};

/// What is wrong with the reason `text` for a move whose line was played to the end; `None` when
/// all of it is true and nothing is missing.
pub(crate) fn fault(
    board: &Board,
    column: usize,
    text: &str,
    has_line: bool,
    minimax: &mut Minimax,
) -> Option<String> {
    let (mover, other) = (board.mover(), !board.mover());
    let after = board.after(column);
    let made = after.rows(mover);
    let stopped = board.rows_with(other, column);
    let allowed = after.wins(other);
    let threats = after.wins(mover);
    let (x, o) = (letter(mover), letter(other));
    let (mut says_stop, mut says_threat, mut says_end) = (false, false, false);
    for sentence in text.split_inclusive(". ").map(|sentence| sentence.trim_end_matches(['.', ' '])) {
        let is_true = if let Some(row) = sentence.strip_prefix(&format!("{x} makes ")) {
            return (text != format!("{sentence}.") || !is_made(board, row, &made))
                .then(|| format!("{sentence} is not all, or not so"));
        } else if let Some(rest) = sentence.strip_prefix(&format!("It stops {o}, who would make ")) {
            says_stop = true;
            rest.strip_suffix(" there").is_some_and(|row| is_row(board, row, &stopped))
        } else if let Some(row) = sentence.strip_prefix(&format!("{o} plays on top of it and makes ")) {
            says_threat = true;
            allowed.contains(&column) && is_row(board, row, &after.rows_with(other, column))
        } else if let Some(row) = sentence.strip_prefix(&format!("{o} is not stopped and makes ")) {
            says_threat = true;
            let elsewhere = allowed.iter().filter(|answer| **answer != column);
            elsewhere.into_iter().any(|answer| is_row(board, row, &after.rows_with(other, *answer)))
        } else if let Some(rest) = sentence.strip_prefix("It threatens ") {
            says_threat = true;
            allowed.is_empty() && is_threat(&after, rest, &threats)
        } else if let Some(rest) = sentence.strip_prefix("Played on without a mistake, ") {
            says_end = true;
            let end = minimax.end(&after)?;
            match end.winner {
                None => rest == format!("the board fills up and nobody makes {}", count(board.run)),
                Some(winner) => {
                    let row = rest
                        .strip_prefix(&format!("{} makes ", letter(winner)))
                        .and_then(|rest| rest.strip_suffix(&format!(", with stone {}", end.stone)));
                    row.is_some_and(|row| {
                        row.strip_suffix(MORE).unwrap_or(row).starts_with(&count(board.run))
                    })
                }
            }
        } else if let Some(rest) = sentence.strip_prefix("That threat stands already, at column ") {
            is_standing(&after, rest, minimax)?
        } else {
            false
        };
        if !is_true {
            return Some(format!("not so: {sentence}"));
        }
    }
    let has_threat = !allowed.is_empty() || !threats.is_empty();
    let is_whole = made.is_empty()
        && says_stop != stopped.is_empty()
        && says_threat == has_threat
        && says_end == (has_line && allowed.is_empty());
    (!is_whole).then(|| format!("not all: {text}"))
}

/// What a text adds where one stone makes several rows.
const MORE: &str = ", and another with the same stone";

const fn letter(side: bool) -> char {
    if side { 'X' } else { 'O' }
}

fn count(run: usize) -> String {
    match run {
        3 => "three".to_owned(),
        4 => "four".to_owned(),
        5 => "five".to_owned(),
        run => format!("{run} in a row"),
    }
}

/// A column as moves write it.
pub(crate) fn column_letter(column: usize) -> char {
    b"123456789abcdefghijklmnopqrstuvw"[column] as char
}

/// A row in words.
fn in_words(run: usize, row: &[Cell]) -> String {
    let (Some(&(left, from)), Some(&(right, to))) = (row.first(), row.last()) else { return String::new() };
    let (count, from_letter, to_letter) = (count(run), column_letter(left), column_letter(right));
    match (left == right, to.cmp(&from)) {
        (true, _) => format!("{count} in column {from_letter}, rows {} to {}", from + 1, to + 1),
        (false, std::cmp::Ordering::Equal) => {
            format!("{count} in row {}, columns {from_letter} to {to_letter}", from + 1)
        }
        (false, order) => {
            let way = if order.is_gt() { "up" } else { "down" };
            let (from, to) = (from + 1, to + 1);
            format!("{count} from column {from_letter}, row {from} {way} to column {to_letter}, row {to}")
        }
    }
}

/// Whether words name one of these rows.
fn is_row(board: &Board, words: &str, rows: &[Vec<Cell>]) -> bool {
    rows.iter().any(|row| in_words(board.run, row) == words)
}

/// Whether words name one of these rows, and say whether there are others.
fn is_made(board: &Board, words: &str, rows: &[Vec<Cell>]) -> bool {
    let one = words.strip_suffix(MORE);
    is_row(board, one.unwrap_or(words), rows) && one.is_some() == (rows.len() > 1)
}

/// Whether what a move threatens is so; the side that threatens does not move next.
fn is_threat(after: &Board, words: &str, threats: &[usize]) -> bool {
    let (other, side) = (after.mover(), !after.mover());
    if let Some(rest) = words.strip_suffix(&format!(" at once, and {} can stop only one", letter(other))) {
        let columns: Vec<String> = threats.iter().map(|column| column_letter(*column).to_string()).collect();
        let rows = if after.run == 4 { "fours".to_owned() } else { format!("rows of {}", after.run) };
        return threats.len() > 1 && rest == format!("{rows} in columns {}", columns.join(" and "));
    }
    let &[column] = threats else { return false };
    let answered = after.after(column);
    let is_twice = !answered.rows_with(side, column).is_empty();
    let (row, is_right) = match words.split_once(", and another ") {
        Some((row, rest)) => {
            let place =
                format!("{} on top of the cell where {} has to stop it", count(after.run), letter(other));
            (row, is_twice && rest == place)
        }
        None => {
            let end = format!(", so {} has to play into column {}", letter(other), column_letter(column));
            (words.strip_suffix(&end).unwrap_or_default(), !is_twice)
        }
    };
    is_right && is_row(after, row, &after.rows_with(side, column))
}

/// Whether the winner lacks a single stone at a cell already, and of the right kind of row where
/// the words name one; `None` when that is too much for minimax.
fn is_standing(after: &Board, words: &str, minimax: &mut Minimax) -> Option<bool> {
    let (place, kind) = words.split_once(": ").map_or((words, None), |(place, kind)| (place, Some(kind)));
    let Some((column, row)) = place.split_once(", row ") else { return Some(false) };
    let column = (0..after.width).find(|index| column_letter(*index).to_string() == column);
    let (Some(column), Ok(row)) = (column, row.parse::<usize>()) else { return Some(false) };
    let Some(winner) = minimax.end(after)?.winner else { return Some(false) };
    let mut filled = after.clone();
    if row == 0 || row > after.height || after.columns[column].len() >= row {
        return Some(false);
    }
    // A stone in the air: those below it are nobody's.
    let is_missing = {
        filled.columns[column].resize(row - 1, !winner);
        filled.columns[column].push(winner);
        let lower = after.columns[column].len();
        let needs = |cell: &Cell| cell.0 != column || cell.1 < lower || cell.1 == row - 1;
        filled.rows(winner).iter().any(|cells| cells.contains(&(column, row - 1)) && cells.iter().all(needs))
    };
    let is_kind = kind.is_none_or(|kind| {
        let name = if row % 2 == 1 { "odd" } else { "even" };
        let fits = (row % 2 == 1) == winner;
        fits && kind
            == format!("an {name} row, which {} gets once all other columns are full", letter(winner))
    });
    Some(is_missing && is_kind)
}
