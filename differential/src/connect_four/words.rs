//! Checks each sentence of a move's explanation against the rules and minimax.

use super::reference::{Board, Cell, Minimax};

/// Returns a fault in `text`, the explanation of a move whose line was played to the end; `None` if
/// every sentence is true and none is missing.
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
    let mut standing_at = String::new();
    for sentence in text.split_inclusive(". ").map(|sentence| sentence.trim_end_matches(['.', ' '])) {
        let is_true = if let Some(row) = sentence.strip_prefix(&format!("{x} connects ")) {
            return (text != format!("{sentence}.") || !is_made(board, row, &made))
                .then(|| format!("incomplete or false: {sentence}"));
        } else if let Some(row) = sentence.strip_prefix(&format!("This blocks {o}, who would connect ")) {
            says_stop = true;
            is_row(board, row, &stopped)
        } else if let Some(row) =
            sentence.strip_prefix(&format!("{o} can play on top of this disc and connect "))
        {
            says_threat = true;
            allowed.contains(&column) && is_row(board, row, &after.rows_with(other, column))
        } else if let Some(row) = sentence.strip_prefix(&format!("This does not block {o}, who can connect "))
        {
            says_threat = true;
            let elsewhere = allowed.iter().filter(|answer| **answer != column);
            elsewhere.into_iter().any(|answer| is_row(board, row, &after.rows_with(other, *answer)))
        } else if let Some(rest) = sentence.strip_prefix("This threatens ") {
            says_threat = true;
            allowed.is_empty() && is_threat(&after, rest, &threats)
        } else if sentence.starts_with("When ") {
            threats.len() == 1 && sentence == second_threat(&after, threats[0])
        } else if let Some(rest) = sentence.strip_prefix("With best play, ") {
            says_end = true;
            let end = minimax.end(&after)?;
            match end.winner {
                None => rest == format!("the board fills up and nobody connects {}", count(board.run)),
                Some(winner) => {
                    let start =
                        format!("{} connects {} at move {}, ", letter(winner), count(board.run), end.stone);
                    rest.starts_with(&start)
                }
            }
        } else if let Some(rest) = sentence.strip_prefix("The threat is already on the board, at column ") {
            standing_at = rest.to_owned();
            is_one_stone_short(&after, rest, minimax)?
        } else if let Some(rest) = sentence.strip_prefix("Row ") {
            is_parity(rest, &standing_at, minimax.end(&after)?.winner)
        } else {
            false
        };
        if !is_true {
            return Some(format!("false: {sentence}"));
        }
    }
    let has_threat = !allowed.is_empty() || !threats.is_empty();
    let is_whole = made.is_empty()
        && says_stop != stopped.is_empty()
        && says_threat == has_threat
        && says_end == (has_line && allowed.is_empty());
    (!is_whole).then(|| format!("incomplete: {text}"))
}

/// The words that are added when one disc completes several lines.
const MORE: &str = ", and another with the same disc";

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

/// Returns the character for a column in move strings.
pub(crate) fn column_letter(column: usize) -> char {
    b"123456789abcdefghijklmnopqrstuvw"[column] as char
}

/// Describes a line.
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

/// Returns whether the words describe one of these lines.
fn is_row(board: &Board, words: &str, rows: &[Vec<Cell>]) -> bool {
    rows.iter().any(|row| in_words(board.run, row) == words)
}

/// Returns whether the words describe one of these lines, and mention other lines if there are any.
fn is_made(board: &Board, words: &str, rows: &[Vec<Cell>]) -> bool {
    let one = words.strip_suffix(MORE);
    is_row(board, one.unwrap_or(words), rows) && one.is_some() == (rows.len() > 1)
}

/// Returns whether the words describe the threats of a move; the side that threatens does not move
/// next.
fn is_threat(after: &Board, words: &str, threats: &[usize]) -> bool {
    let (other, side) = (after.mover(), !after.mover());
    if let Some(rest) = words.strip_suffix(&format!(" at once, and {} can block only one", letter(other))) {
        let columns: Vec<String> = threats.iter().map(|column| column_letter(*column).to_string()).collect();
        return threats.len() > 1 && rest == format!("to win in columns {}", columns.join(" and "));
    }
    let &[column] = threats else { return false };
    let answered = after.after(column);
    let is_twice = !answered.rows_with(side, column).is_empty();
    let end = format!(", so {} has to play column {}", letter(other), column_letter(column));
    let (row, is_right) = match words.strip_suffix(&end) {
        Some(row) => (row, !is_twice),
        None => (words, is_twice),
    };
    is_right && is_row(after, row, &after.rows_with(side, column))
}

/// Returns the sentence about a second threat, on top of the cell where the first is blocked.
fn second_threat(after: &Board, column: usize) -> String {
    format!(
        "When {} blocks in column {}, {} connects {} on top of this disc",
        letter(after.mover()),
        column_letter(column),
        letter(!after.mover()),
        count(after.run)
    )
}

/// Returns whether the words name the parity of the row in `place` (`4, row 3`) and the side it
/// favours.
fn is_parity(words: &str, place: &str, winner: Option<bool>) -> bool {
    let Some((_, row)) = place.split_once(", row ") else { return false };
    let (Ok(number), Some(winner)) = (row.parse::<usize>(), winner) else { return false };
    let kind = if number % 2 == 1 { "odd" } else { "even" };
    let expected =
        format!("{row} is {kind}, so {} gets that cell once all other columns are full", letter(winner));
    (number % 2 == 1) == winner && words == expected
}

/// Returns whether the winner lacks only the disc in the named cell; `None` if that is too much for
/// minimax.
fn is_one_stone_short(after: &Board, place: &str, minimax: &mut Minimax) -> Option<bool> {
    let Some((column, row)) = place.split_once(", row ") else { return Some(false) };
    let column = (0..after.width).find(|index| column_letter(*index).to_string() == column);
    let (Some(column), Ok(row)) = (column, row.parse::<usize>()) else { return Some(false) };
    let Some(winner) = minimax.end(after)?.winner else { return Some(false) };
    let mut filled = after.clone();
    if row == 0 || row > after.height || after.columns[column].len() >= row {
        return Some(false);
    }
    // Place the missing disc above empty cells; fill these with the other side's discs.
    let is_missing = {
        filled.columns[column].resize(row - 1, !winner);
        filled.columns[column].push(winner);
        let lower = after.columns[column].len();
        let needs = |cell: &Cell| cell.0 != column || cell.1 < lower || cell.1 == row - 1;
        filled.rows(winner).iter().any(|cells| cells.contains(&(column, row - 1)) && cells.iter().all(needs))
    };
    Some(is_missing)
}
