//! The text format of boards and pieces.
//!
//! ```text
//!   | a line that begins with a bar is a comment
//!   board 6x10                   rows and columns; or no size, and a drawing on the lines below
//!   turns over                   none, flat or over
//!   loose                        cells may stay empty
//!   pieces pentominoes O4 T4*2   pieces and sets by name; T4 twice
//!
//!   piece hook *2                a custom piece, two copies, drawn on the lines below
//!   ##.
//!   .##
//!   ..#
//! ```
//!
//! In drawings, every character except blanks and `.` is a cell. An empty line or the next keyword
//! ends a drawing.

use super::{Cell, Packing, Piece, Turns, named_pieces, rectangle};
use gridlore_core::{ParseError, ParseErrorKind, Place, with_columns};
use std::collections::HashSet;

/// Maximum length of a name, in bytes.
const MAX_NAME: usize = 100;
/// Maximum side of a board or a piece.
const MAX_SIDE: i32 = 500;
/// Maximum number of cells of a board, and therefore of all pieces together.
const MAX_CELLS: usize = 250_000;
/// Maximum number of copies of a piece.
const MAX_COPIES: usize = 1000;

fn error(line: usize, column: usize, found: &str, expected: impl Into<String>) -> ParseError {
    ParseError::name(Place { line, column }, found, expected)
}

/// Parses rows and columns, such as `6x10`.
fn sides(text: &str) -> Option<(i32, i32)> {
    let side = |text: &str| text.parse::<i32>().ok().filter(|side| (1..=MAX_SIDE).contains(side));
    let (rows, columns) = text.split_once('x')?;
    Some((side(rows)?, side(columns)?))
}

/// A line, classified by its first word. The other words are an iterator with their columns,
/// because a line may contain millions of words.
enum Line<'a, Words> {
    Nothing,
    Word(&'a str, Words),
    Drawn(&'a str),
}

fn line_of(line: &str) -> Line<'_, impl Iterator<Item = (usize, &str)>> {
    let mut words = with_columns(line, line.split_ascii_whitespace());
    match words.next() {
        None => Line::Nothing,
        Some((1, word @ ("board" | "turns" | "loose" | "pieces" | "piece"))) => Line::Word(word, words),
        Some(_) => Line::Drawn(line),
    }
}

/// Parses a name with an optional count: `T4*2`.
fn times(line: usize, at: usize, word: &str) -> Result<(&str, usize), ParseError> {
    let Some((name, count)) = word.split_once('*') else { return Ok((word, 1)) };
    let count_at = at + name.chars().count() + 1;
    match count.parse() {
        Ok(count) if (1..=MAX_COPIES).contains(&count) => Ok((name, count)),
        _ => Err(error(line, count_at, count, format!("a count from 1 to {MAX_COPIES}"))),
    }
}

/// Parses pieces and sets by name, each with an optional count: `pentominoes O4*2`.
///
/// # Errors
/// Returns [`ParseError`] at the first unknown name.
pub fn pieces_by_name(words: &str) -> Result<Vec<Piece>, ParseError> {
    match line_of(&format!("pieces {words}")) {
        Line::Word(_, words) => named(1, words.map(|(at, word)| (at - 7, word)), 0),
        _ => Ok(Vec::new()),
    }
}

fn named<'a>(
    line: usize,
    words: impl Iterator<Item = (usize, &'a str)>,
    before: usize,
) -> Result<Vec<Piece>, ParseError> {
    let mut pieces: Vec<Piece> = Vec::new();
    let mut cells = before;
    for (at, word) in words {
        let (name, count) = times(line, at, word)?;
        let found = named_pieces(name).ok_or_else(|| {
            error(
                line,
                at,
                name,
                "pentominoes, tetrominoes or trominoes, a pentomino such as F, a smaller piece such as L4, O4, V3, I2 or I1, or a piece drawn below \"piece NAME\"",
            )
        })?;
        cells = with_room(cells, &found, count, line, at)?;
        for _ in 0..count {
            pieces.extend(found.iter().cloned());
        }
    }
    Ok(pieces)
}

/// Returns the total number of cells after adding `count` copies of these pieces; fails beyond the
/// limit.
fn with_room(
    before: usize,
    pieces: &[Piece],
    count: usize,
    line: usize,
    column: usize,
) -> Result<usize, ParseError> {
    let more = pieces.iter().map(|piece| piece.cells.len()).sum::<usize>().saturating_mul(count);
    let cells = before.saturating_add(more);
    if cells > MAX_CELLS {
        let found = format!("pieces of {cells} cells");
        let kind = ParseErrorKind::Wrong { found, expected: format!("at most {MAX_CELLS} in total") };
        return Err(ParseError { at: Place { line, column }, kind });
    }
    Ok(cells)
}

/// The object that a drawing defines.
enum Drawing {
    Board,
    Piece { name: String, count: usize, line: usize },
}

/// Parses a board and its pieces. [`Packing::check`] checks whether they fit together.
///
/// # Errors
/// Returns [`ParseError`] with the place of the first error.
pub fn parse(text: &str) -> Result<Packing, ParseError> {
    let mut packing = Packing { board: Vec::new(), pieces: Vec::new(), turns: Turns::Over, is_loose: false };
    let mut drawing: Option<(Drawing, Vec<&str>)> = None;
    let (mut names, mut cells) = (HashSet::new(), 0);
    let mut last = 1;
    for (number, line) in (1..).zip(text.lines()) {
        last = number;
        if line.starts_with('|') {
            continue;
        }
        let line_of = line_of(line);
        if !matches!(line_of, Line::Drawn(_)) {
            finish(&mut packing, drawing.take(), number, &mut names, &mut cells)?;
        }
        match line_of {
            Line::Nothing => {}
            Line::Drawn(line) => match &mut drawing {
                Some((_, lines)) => lines.push(line),
                None => return Err(error(number, 1, line.trim(), "board, pieces, piece, turns or loose")),
            },
            Line::Word("board", mut words) => {
                if !packing.board.is_empty() {
                    return Err(error(number, 1, "board", "only one board"));
                }
                match words.next() {
                    None => drawing = Some((Drawing::Board, Vec::new())),
                    Some((at, word)) => {
                        let (rows, columns) = sides(word).ok_or_else(|| {
                            error(
                                number,
                                at,
                                word,
                                format!("rows and columns such as 6x10, up to {MAX_SIDE}"),
                            )
                        })?;
                        packing.board = rectangle(rows, columns);
                    }
                }
            }
            Line::Word("turns", mut words) => {
                let (at, word) = words.next().unwrap_or((7, ""));
                packing.turns = word.parse().map_err(|()| error(number, at, word, "none, flat or over"))?;
            }
            Line::Word("loose", _) => packing.is_loose = true,
            Line::Word("pieces", words) => {
                let named = named(number, words, cells)?;
                cells += named.iter().map(|piece| piece.cells.len()).sum::<usize>();
                names.extend(named.iter().map(|piece| piece.name.clone()));
                packing.pieces.extend(named);
            }
            Line::Word(_, mut words) => {
                let Some((at, word)) = words.next() else {
                    return Err(error(number, 7, "", "the name of the piece drawn below"));
                };
                let (name, mut count) = times(number, at, word)?;
                if let Some((at, word)) = words.next() {
                    count = times(number, at, word)?.1;
                    if !word.starts_with('*') {
                        return Err(error(number, at, word, "a count such as *2"));
                    }
                }
                if name.is_empty() || name.contains(['|', ':']) {
                    return Err(error(number, at, name, "a name without | and :"));
                }
                if name.len() > MAX_NAME {
                    // Each copy of the piece has the name.
                    return Err(error(number, at, name, format!("a name of at most {MAX_NAME} bytes")));
                }
                drawing = Some((Drawing::Piece { name: name.to_owned(), count, line: number }, Vec::new()));
            }
        }
    }
    finish(&mut packing, drawing, last + 1, &mut names, &mut cells)?;
    Ok(packing)
}

/// Finishes a drawing. `names` contains the names of the pieces read so far, `all_cells` the number
/// of their cells.
fn finish(
    packing: &mut Packing,
    drawing: Option<(Drawing, Vec<&str>)>,
    line: usize,
    names: &mut HashSet<String>,
    all_cells: &mut usize,
) -> Result<(), ParseError> {
    let Some((what, lines)) = drawing else { return Ok(()) };
    let longest = lines.iter().map(|line| line.trim_end().chars().count()).max().unwrap_or(0);
    let longest = longest.max(lines.len());
    if longest > MAX_SIDE.unsigned_abs() as usize {
        return Err(error(line, 1, &longest.to_string(), format!("up to {MAX_SIDE} rows and columns")));
    }
    let cells: Vec<Cell> = Piece::from_rows("", &lines).cells;
    if cells.is_empty() {
        return Err(error(
            line,
            1,
            "",
            "a drawing, in which every character except blanks and '.' is a cell",
        ));
    }
    match what {
        Drawing::Board => packing.board = cells,
        Drawing::Piece { name, count, line } => {
            let piece = Piece { name, cells };
            if !names.insert(piece.name.clone()) {
                return Err(error(line, 7, &piece.name, "a name that no other piece has"));
            }
            *all_cells = with_room(*all_cells, std::slice::from_ref(&piece), count, line, 7)?;
            packing.pieces.extend(vec![piece; count]);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_read_until_the_pieces_have_too_many_cells() {
        let mut count = 0;
        // An endless line.
        let words = std::iter::repeat((8, "F")).inspect(|_| count += 1);
        let error = named(1, words, 0).unwrap_err().to_string();
        assert_eq!(error, "line 1, column 8: found pieces of 250005 cells, expected at most 250000 in total");
        assert_eq!(count, 50_001);
    }
}
