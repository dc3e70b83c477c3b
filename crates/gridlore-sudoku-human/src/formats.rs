//! Files and links of other programs: reads collections of puzzles and writes positions.
//!
//! | format | contents |
//! |---|---|
//! | line, `.sdm` | digits: 81 characters, one puzzle per line |
//! | grid | digits in nine lines with borders |
//! | `.sdk` | digits; givens in their own section if other digits are placed (SadMan, SudoCue) |
//! | `.sdx` | givens, placed digits with a `u`, candidates (SudoCue) |
//! | `.ss` | digits, or candidates in columns (Simple Sudoku) |
//! | candidates, marks | candidates: in columns as forums paste them, or as 729 marks |
//! | library | givens, placed digits with a `+`, removed candidates (HoDoKu) |
//! | OpenSudoku | digits, in XML |
//! | link | digits, in a SudokuWiki URL |
//!
//! # Source
//! The formats follow files that these programs write. f-puzzles, SudokuPad and Penpa are not
//! supported.

use crate::position;
use crate::{CellSet, DigitSet, Shape, State};
use gridlore_core::{ParseError, ParseErrorKind, Place};

/// A format for a position of the standard board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// 81 characters, `.` for a blank; also a line of an `.sdm` file.
    Line,
    /// Nine lines with borders.
    Grid,
    /// `.sdk`.
    Sdk,
    /// `.sdx`.
    Sdx,
    /// `.ss`.
    Ss,
    /// Candidates in columns.
    Candidates,
    /// 729 marks.
    Marks,
    /// A line of HoDoKu's library.
    Library,
    /// OpenSudoku's XML.
    OpenSudoku,
    /// A SudokuWiki URL.
    Link,
}

/// URL of SudokuWiki's solver, to which the board is appended.
const WIKI: &str = "https://www.sudokuwiki.org/sudoku.htm?bd=";

/// Parses every position of a text: a single position in any format of [`position::parse`], a
/// collection with one puzzle per line, or a file of another program.
///
/// # Errors
/// Returns [`ParseError`] with the place in the text, what was found there, and what was expected.
pub fn positions(text: &str) -> Result<Vec<State<'static>>, ParseError> {
    if text.contains("<opensudoku") || text.contains("<game") {
        return open_sudoku(text);
    }
    if text.trim_start().starts_with("http") {
        return links(text);
    }
    let is_section = |line: &str| line.trim_start().starts_with('[');
    if text.lines().any(is_section) {
        return sections(text).map(|state| vec![state]);
    }
    // A collection has one puzzle per line. A `#` starts a comment, or metadata in .sdk files.
    let lines = || {
        let says = |line: &str| !line.trim().is_empty() && !line.trim_start().starts_with('#');
        text.lines().enumerate().filter(move |(_, line)| says(line))
    };
    let is_whole = |line: &str| {
        line.trim().starts_with(':')
            || line.split_whitespace().next().is_some_and(|word| matches!(word.chars().count(), 81 | 729))
    };
    if lines().nth(1).is_some() && lines().all(|(_, line)| is_whole(line)) {
        let one = |(count, (number, line)): (usize, (usize, &str))| {
            within(count + 1, number)?;
            // A library line can contain spaces, and a line of cells can end with a remark.
            let is_of_library = line.trim().starts_with(':');
            let position = line.split_whitespace().next().filter(|_| !is_of_library);
            one(position.unwrap_or(line), number)
        };
        return lines().enumerate().map(one).collect();
    }
    // Comments are replaced by empty lines, which keeps line numbers right.
    let mut kept = String::with_capacity(text.len());
    for line in text.lines() {
        kept.push_str(if line.trim_start().starts_with('#') { "" } else { line });
        kept.push('\n');
    }
    kept.truncate(kept.trim_end_matches('\n').len());
    position::parse(&kept).map(|state| vec![state])
}

/// Maximum number of positions in a text; each takes a kilobyte of memory.
const MAX_POSITIONS: usize = if cfg!(test) { 1_000 } else { 250_000 };

/// Checks the number of positions read so far.
fn within(count: usize, line: usize) -> Result<(), ParseError> {
    if count <= MAX_POSITIONS {
        return Ok(());
    }
    let kind = ParseErrorKind::Wrong {
        found: format!("more than {MAX_POSITIONS} positions"),
        expected: "a smaller file".to_owned(),
    };
    Err(ParseError { at: Place { line: line + 1, column: 1 }, kind })
}

/// Parses the position on a line; `number` is the line number from 0.
fn one(line: &str, number: usize) -> Result<State<'static>, ParseError> {
    position::parse(line).map_err(|mut error| {
        error.at.line += number;
        error
    })
}

/// Parses the puzzles of OpenSudoku's XML: the `data` attribute of each `game`.
fn open_sudoku(text: &str) -> Result<Vec<State<'static>>, ParseError> {
    let mut found = Vec::new();
    for (number, line) in text.lines().enumerate() {
        for (start, _) in line.match_indices("data=\"") {
            let value = line[start + 6..].split('"').next().unwrap_or("");
            if value.len() != 81 || !value.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.') {
                let kind = ParseErrorKind::Wrong {
                    found: format!("a game of {} characters", value.chars().count()),
                    expected: "81 digits, 0 for a blank".to_owned(),
                };
                let column = line[..start + 6].chars().count() + 1;
                return Err(ParseError { at: Place { line: number + 1, column }, kind });
            }
            within(found.len() + 1, number)?;
            found.push(one(value, number)?);
        }
    }
    if found.is_empty() {
        let kind = ParseErrorKind::Wrong {
            found: "no game".to_owned(),
            expected: "<game data=\"81 digits\"/>".to_owned(),
        };
        return Err(ParseError { at: Place { line: 1, column: 1 }, kind });
    }
    Ok(found)
}

/// Parses links with the board in `bd=`, one per line.
fn links(text: &str) -> Result<Vec<State<'static>>, ParseError> {
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let one = |(count, (number, line)): (usize, (usize, &str))| {
        within(count + 1, number)?;
        match line.split_once("bd=") {
            Some((_, board)) => one(board.split(['&', '#']).next().unwrap_or(board).trim(), number),
            None => {
                let kind = ParseErrorKind::Wrong {
                    found: "a link without a board".to_owned(),
                    expected: format!("{WIKI} followed by 81 digits"),
                };
                Err(ParseError { at: Place { line: number + 1, column: 1 }, kind })
            }
        }
    };
    lines.enumerate().map(one).collect()
}

/// Parses `.sdk` with sections: `[Puzzle]` has the givens, `[State]` all digits.
fn sections(text: &str) -> Result<State<'static>, ParseError> {
    let (mut puzzle, mut now): (Vec<&str>, Vec<&str>) = (Vec::new(), Vec::new());
    let mut section = "";
    for line in text.lines() {
        let line = line.trim();
        if line.starts_with('[') {
            section = line;
        } else if !line.starts_with('#') && !line.is_empty() {
            match section.to_ascii_lowercase().as_str() {
                "[puzzle]" => puzzle.push(line),
                "[state]" => now.push(line),
                _ => {}
            }
        }
    }
    let puzzle = position::parse(&puzzle.join("\n"))?;
    if now.is_empty() {
        return Ok(puzzle);
    }
    let now = position::parse(&now.join("\n"))?;
    let values: Vec<usize> = (0..81).map(|cell| now.value(cell)).collect();
    let givens: CellSet = (0..81).filter(|&cell| puzzle.value(cell) != 0).collect();
    Ok(State::new(Shape::usual(), &values, givens))
}

/// Writes a position of the standard board in a format, with a final line feed. Details that the
/// format does not support are left out.
#[must_use]
pub fn to_text(state: &State<'_>, format: Format) -> String {
    let value = |cell: usize, blank: char| {
        u32::try_from(state.value(cell))
            .ok()
            .filter(|&digit| digit > 0)
            .and_then(|digit| char::from_digit(digit, 10))
            .unwrap_or(blank)
    };
    let line = |blank: char| (0..81).map(|cell| value(cell, blank)).collect::<String>();
    let rows = |of: &dyn Fn(usize) -> char| -> String {
        (0..9).map(|row| (0..9).map(|column| of(9 * row + column)).collect::<String>() + "\n").collect()
    };
    match format {
        Format::Line => line('.') + "\n",
        Format::Grid => {
            let mut text = String::new();
            for (row, content) in rows(&|cell| value(cell, '.')).lines().enumerate() {
                if row == 3 || row == 6 {
                    text += "------+-------+------\n";
                }
                let box_row = |cells: &str| cells.chars().map(String::from).collect::<Vec<_>>().join(" ");
                let boxes = [&content[..3], &content[3..6], &content[6..]].map(box_row);
                text += &format!("{}\n", boxes.join(" | "));
            }
            text
        }
        Format::Sdk => {
            let given = |cell: usize| if state.givens().contains(cell) { value(cell, '.') } else { '.' };
            let has_placed = (CellSet::first_cells(81) - state.blanks()) != state.givens();
            let all = rows(&|cell| value(cell, '.'));
            if has_placed { format!("[Puzzle]\n{}[State]\n{all}", rows(&given)) } else { all }
        }
        Format::Sdx => {
            let cell = |cell: usize| match state.value(cell) {
                0 => digits(state.candidates(cell)),
                digit if state.givens().contains(cell) => digit.to_string(),
                digit => format!("u{digit}"),
            };
            (0..9)
                .map(|row| (0..9).map(|column| cell(9 * row + column)).collect::<Vec<_>>().join(" ") + "\n")
                .collect()
        }
        Format::Ss => {
            let mut text = "*-----------*\n".to_owned();
            for (row, content) in rows(&|cell| value(cell, '.')).lines().enumerate() {
                if row == 3 || row == 6 {
                    text += "|---+---+---|\n";
                }
                text += &format!("|{}|{}|{}|\n", &content[..3], &content[3..6], &content[6..]);
            }
            text + "*-----------*\n"
        }
        Format::Candidates => position::to_grid(state),
        Format::Marks => position::to_marks(state) + "\n",
        Format::Library => library(state) + "\n",
        Format::OpenSudoku => collection(std::slice::from_ref(state), format),
        Format::Link => format!("{WIKI}{}\n", line('0')),
    }
}

/// Writes several positions: OpenSudoku's games in one file, other formats one after another, with
/// empty lines between positions of several lines.
#[must_use]
pub fn collection(states: &[State<'_>], format: Format) -> String {
    if format == Format::OpenSudoku {
        let game = |state: &State<'_>| {
            format!("  <game data=\"{}\"/>\n", to_text(state, Format::Line).trim_end().replace('.', "0"))
        };
        let games: String = states.iter().map(game).collect();
        return format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<opensudoku>\n{games}</opensudoku>\n");
    }
    let texts: Vec<String> = states.iter().map(|state| to_text(state, format)).collect();
    let is_of_lines = texts.iter().any(|text| text.matches('\n').count() > 1);
    texts.join(if is_of_lines { "\n" } else { "" })
}

/// Returns digits as text, or `0` for the empty set.
fn digits(set: DigitSet) -> String {
    if set.is_empty() { "0".to_owned() } else { set.iter().map(|digit| digit.to_string()).collect() }
}

fn library(state: &State<'_>) -> String {
    let values: Vec<usize> = (0..81).map(|cell| state.value(cell)).collect();
    let full = State::new(Shape::usual(), &values, state.givens());
    let cells = (0..81).map(|cell| match state.value(cell) {
        0 => ".".to_owned(),
        digit if state.givens().contains(cell) => digit.to_string(),
        digit => format!("+{digit}"),
    });
    let gone = state.blanks().iter().flat_map(|cell| {
        let gone = full.candidates(cell) - state.candidates(cell);
        gone.iter().map(move |digit| format!("{digit}{}{}", cell / 9 + 1, cell % 9 + 1)).collect::<Vec<_>>()
    });
    format!(":0000:x:{}:{}:::", cells.collect::<String>(), gone.collect::<Vec<_>>().join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_collection_is_limited() {
        let blank = "0".repeat(81);
        for unit in [format!("{blank}\n"), format!("<game data=\"{blank}\"/>\n"), format!("{WIKI}{blank}\n")]
        {
            assert_eq!(positions(&unit.repeat(MAX_POSITIONS)).unwrap().len(), MAX_POSITIONS, "{unit}");
            let error = positions(&unit.repeat(MAX_POSITIONS + 1)).unwrap_err();
            let expected = "line 1001, column 1: found more than 1000 positions, expected a smaller file";
            assert_eq!(error.to_string(), expected, "{unit}");
        }
    }
}
