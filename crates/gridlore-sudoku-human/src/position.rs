//! Text formats of positions: 81 cells, 81 groups of candidates, 729 marks, and lines of HoDoKu's
//! library.
//!
//! | text | example |
//! |---|---|
//! | 81 cells, borders optional; a `+` marks a digit that is not given | `53..7....6..195...` |
//! | 729 marks: each cell's candidates, `.` for other digits | `1.3..6.8912...` |
//! | 81 groups of digits, borders optional; one digit is placed | `\| 137 9 37 \| 3 138 4 \|` |
//! | a line of HoDoKu's library | `:0000:x:..5.+3...:127 538:::` |

use crate::library::Case;
use crate::{Candidate, CellSet, DigitSet, Shape, State};
use gridlore_core::{ParseError, ParseErrorKind, Place};
use gridlore_sudoku_geometry::cells_before_remark;

/// The formats of a position, for error messages.
const FORMATS: &str = "81 cells, 81 groups of candidates, 729 marks, or a line of HoDoKu's library";

/// Maximum number of characters in a position: twice as many as the 729 marks, which is more than
/// any format needs.
const MAX_SIGNS: usize = 2 * 729;

/// Parses a position of the standard board. Digits are givens, except those with a `+`; single
/// digits in candidate grids are givens too, because such grids do not distinguish them.
///
/// # Errors
/// Returns [`ParseError`] at the first character that no format allows, or with the number of cells
/// if the text fits no format.
pub fn parse(text: &str) -> Result<State<'static>, ParseError> {
    if text.trim_start().starts_with(':') {
        return Case::parse(text.trim()).map(|case| case.state);
    }
    // A line of cells may end with a remark and may use other characters for blanks.
    if let Some(signs) = cells_before_remark(text) {
        return cells(signs);
    }
    let mut groups: Vec<Group> = Vec::new();
    let (mut is_within, mut has_dash, mut count) = (false, false, 0);
    for (line, content) in text.lines().enumerate() {
        let is_rule =
            content.contains(['-', '=', '*']) && content.chars().all(|c| "-+=*:.' |\t\r".contains(c));
        if is_rule && content.trim().len() > 1 {
            is_within = false;
            continue;
        }
        let mut signs = content.chars().enumerate().peekable();
        while let Some((column, character)) = signs.next() {
            let at = Place { line: line + 1, column: column + 1 };
            if count > MAX_SIGNS {
                return Err(no_format(&groups, format!("more than {MAX_SIGNS} characters")));
            }
            match character {
                ' ' | '\t' | '\r' | '|' | ':' | ',' => is_within = false,
                '0'..='9' | '.' | '_' | '+' | 'u' => {
                    if !is_within {
                        groups.push(Group { at, signs: String::new() });
                        is_within = true;
                    }
                    count += 1;
                    if let Some(group) = groups.last_mut() {
                        group.signs.push(match character {
                            '_' => '.',
                            // SudoCue's character for a placed digit.
                            'u' => '+',
                            other => other,
                        });
                    }
                }
                // A cell without candidates.
                '-' if !is_within && signs.peek().is_none_or(|(_, next)| " \t\r|".contains(*next)) => {
                    groups.push(Group { at, signs: "0".to_owned() });
                    count += 1;
                    has_dash = true;
                }
                found => {
                    let expected = "a digit, '.', '+', or a border";
                    return Err(ParseError { at, kind: ParseErrorKind::Character { found, expected } });
                }
            }
        }
        is_within = false;
    }
    let signs: String = groups.iter().map(|group| group.signs.as_str()).collect();
    match signs.chars().filter(|&sign| sign != '+').count() {
        81 if !has_dash => cells(&signs),
        729 => marks(&signs, &groups),
        // A single 0 or - stands for a cell without candidates.
        _ if groups.len() == 81 => candidates(Shape::usual(), &groups, value_of, "0"),
        found => {
            let ending = if groups.len() == 1 { "" } else { "s" };
            Err(no_format(&groups, format!("{found} characters in {} group{ending}", groups.len())))
        }
    }
}

/// Returns the error for a text that fits none of the formats.
fn no_format(groups: &[Group], found: String) -> ParseError {
    ParseError {
        at: groups.first().map_or(Place { line: 1, column: 1 }, |group| group.at),
        kind: ParseErrorKind::Wrong { found, expected: FORMATS.to_owned() },
    }
}

/// Parses the candidates of every cell of a board, as [`to_rows`] and [`to_grid`] write them:
/// groups of symbols separated by spaces or borders, `-` for a cell without candidates. A single
/// symbol is a given, or a placed digit after a `+`. Returns `None` if no cell has several symbols,
/// because the text is then a board with one symbol per cell.
///
/// # Errors
/// Returns [`ParseError`] at a group with a symbol that is not a digit of the board, or with the
/// same symbol twice.
#[must_use]
pub fn lists<'s>(shape: &'s Shape, text: &str) -> Option<Result<State<'s>, ParseError>> {
    let is_between = |sign: char| sign.is_whitespace() || sign == '|';
    let is_rule = |line: &&str| line.contains("--") && line.chars().all(|c| "-+=*:.' |\t\r".contains(c));
    let mut groups: Vec<Group> = Vec::new();
    for (line, content) in text.lines().enumerate().filter(|(_, line)| !is_rule(line)) {
        let mut column = 1;
        for part in content.split(is_between) {
            let at = Place { line: line + 1, column };
            column += part.chars().count() + 1;
            groups.extend((!part.is_empty()).then(|| Group { at, signs: part.to_owned() }));
        }
        if groups.len() > shape.size() {
            return None;
        }
    }
    let has_lists = groups.iter().any(|group| group.signs.trim_start_matches('+').chars().nth(1).is_some());
    if groups.len() != shape.size() || !has_lists || shape.symbols().is_numbers() {
        return None;
    }
    Some(candidates(shape, &groups, |sign| shape.symbols().value(sign).map_or(0, usize::from), "-"))
}

/// A group of symbols without a space or border between them.
struct Group {
    at: Place,
    signs: String,
}

const fn value_of(sign: char) -> usize {
    match sign.to_digit(10) {
        Some(digit) => digit as usize,
        None => 0,
    }
}

fn cells(signs: &str) -> Result<State<'static>, ParseError> {
    let (mut values, mut givens, mut is_placed) = (Vec::with_capacity(81), CellSet::EMPTY, false);
    for (column, sign) in signs.chars().enumerate() {
        if sign == '+' {
            is_placed = true;
            continue;
        }
        if is_placed && value_of(sign) == 0 {
            let at = Place { line: 1, column: column + 1 };
            return Err(ParseError {
                at,
                kind: ParseErrorKind::Character { found: sign, expected: "a digit after '+'" },
            });
        }
        if value_of(sign) != 0 && !is_placed {
            givens = givens.with(values.len());
        }
        values.push(value_of(sign));
        is_placed = false;
    }
    Ok(State::new(Shape::usual(), &values, givens))
}

fn marks(signs: &str, groups: &[Group]) -> Result<State<'static>, ParseError> {
    let mut sets = vec![DigitSet::EMPTY; 81];
    for (place, sign) in signs.chars().enumerate() {
        let (cell, digit) = (place / 9, place % 9 + 1);
        match value_of(sign) {
            0 => {}
            found if found == digit => sets[cell] = sets[cell].with(digit),
            found => {
                let kind = ParseErrorKind::Wrong {
                    found: format!("'{found}' in place {digit} of cell {}", cell + 1),
                    expected: format!("'{digit}' or '.'"),
                };
                return Err(ParseError { at: groups[0].at, kind });
            }
        }
    }
    Ok(from_sets(Shape::usual(), &sets, &[0; 81], CellSet::EMPTY))
}

/// Parses one group per cell; `none` is the text for a cell without candidates.
fn candidates<'s>(
    shape: &'s Shape,
    groups: &[Group],
    value_of: impl Fn(char) -> usize,
    none: &str,
) -> Result<State<'s>, ParseError> {
    let (mut sets, mut values, mut givens) = (Vec::new(), Vec::new(), CellSet::EMPTY);
    for (cell, group) in groups.iter().enumerate() {
        let mut set = DigitSet::EMPTY;
        let signs = group.signs.trim_start_matches('+');
        for sign in signs.chars().filter(|_| signs != none) {
            match value_of(sign) {
                digit if digit != 0 && !set.contains(digit) => set = set.with(digit),
                _ => {
                    let kind = ParseErrorKind::Wrong {
                        found: format!("'{}'", group.signs),
                        expected: format!(
                            "digits {}-{}, each at most once",
                            shape.sign(1),
                            shape.sign(shape.side())
                        ),
                    };
                    return Err(ParseError { at: group.at, kind });
                }
            }
        }
        let value = set.single().unwrap_or(0);
        if value != 0 && signs == group.signs {
            givens = givens.with(cell);
        }
        values.push(value);
        sets.push(set);
    }
    Ok(from_sets(shape, &sets, &values, givens))
}

/// Creates the position with these digits, and removes all candidates of blank cells that are not
/// in these sets.
fn from_sets<'s>(shape: &'s Shape, sets: &[DigitSet], values: &[usize], givens: CellSet) -> State<'s> {
    let mut state = State::new(shape, values, givens);
    for cell in state.blanks() {
        for digit in (state.candidates(cell) - sets[cell]).iter() {
            state.remove(Candidate::new(cell, digit));
        }
    }
    state
}

/// Writes the candidates of each cell, one line per row, separated by spaces: the digit of a filled
/// cell, `-` for a cell without candidates.
#[must_use]
pub fn to_rows(state: &State<'_>) -> String {
    let side = state.shape().side();
    let rows = (0..side).map(|row| {
        let cells = (row * side..(row + 1) * side).map(|cell| text_of(state, cell));
        cells.collect::<Vec<_>>().join(" ") + "\n"
    });
    rows.collect()
}

/// Writes the candidates of each cell in columns, with borders between boxes, as forums paste them.
#[must_use]
pub fn to_grid(state: &State<'_>) -> String {
    let shape = state.shape();
    let side = shape.side();
    let width = (0..shape.size()).map(|cell| text_of(state, cell).len()).max().unwrap_or(1);
    // Regions that are not boxes have no borders.
    let boxes = shape.boxes();
    let (is_boxes, (rows, columns)) = (boxes.is_some(), boxes.unwrap_or((side, side)));
    let ends = |index: usize, length: usize| (index + 1).is_multiple_of(length) && index + 1 < side;
    let rule = |sign: &str| {
        let part = "-".repeat(columns * (width + 1) + 1);
        let parts = vec![part; side / columns];
        if is_boxes { format!("{sign}{}{sign}\n", parts.join(sign)) } else { String::new() }
    };
    let mut text = rule("+");
    for row in 0..side {
        text.push_str(if is_boxes { "|" } else { "" });
        for column in 0..side {
            let cell = text_of(state, row * side + column);
            text.push_str(&format!(" {cell:width$}"));
            text.push_str(if is_boxes && ends(column, columns) { " |" } else { "" });
        }
        text.push_str(if is_boxes { " |\n" } else { "\n" });
        if is_boxes && ends(row, rows) {
            text.push_str(&rule("+"));
        }
    }
    text + &rule("+")
}

/// Writes marks (729 on the standard board): each cell's digit or candidates, `.` for other digits.
#[must_use]
pub fn to_marks(state: &State<'_>) -> String {
    let mark = |cell: usize, digit: usize| {
        let is_there = state.value(cell) == digit || state.candidates(cell).contains(digit);
        if is_there { state.shape().sign(digit) } else { ".".to_owned() }
    };
    (0..state.shape().size()).flat_map(|cell| state.digits().map(move |digit| mark(cell, digit))).collect()
}

fn text_of(state: &State<'_>, cell: usize) -> String {
    match state.value(cell) {
        0 if state.candidates(cell).is_empty() => "-".to_owned(),
        0 => state.shape().packed(state.candidates(cell)),
        digit => state.shape().sign(digit),
    }
}
