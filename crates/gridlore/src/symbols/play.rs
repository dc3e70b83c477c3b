//! Play on the layer: the changes that each action makes, and the resulting view.

use super::board::SymbolBoard;
use super::layer::{COLOURS, Layer, members};
use super::line::{self, Size};
use super::text::{Printed, colour, digits, layer_of, position_of, words};
use crate::play::{Action, CellView, Check, Pen, Position, Refusal, SymbolView, View};

/// Returns the position before the first move: an empty layer.
///
/// ```
#[doc = include_str!("three_cells.md")]
/// // The example board has three cells, the first with a given 2.
/// assert_eq!(gridlore::symbols::start(&board).as_str(), "...");
/// ```
#[must_use]
pub fn start(board: &dyn SymbolBoard) -> Position {
    position_of(board, &Layer::empty(board.givens().len()))
}

/// Returns the position after `action`: entering a symbol, marking with any pen, colouring, drawing
/// a line, or clearing.
///
/// # Errors
/// Returns [`Refusal`] if the action is not possible.
///
/// ```
/// use gridlore::{Action, Pen, symbols};
#[doc = include_str!("three_cells.md")]
/// // The example board has three cells, the first with a given 2.
/// let mark = Action::Mark { cells: vec![1, 2], pen: Pen::Cross, symbol: '2' };
/// let marked = symbols::apply(&board, &symbols::start(&board), &mark)?;
/// assert_eq!(marked.as_str(), "../2/./2/");
/// let refusal = symbols::apply(&board, &marked, &Action::Clear { cells: vec![0] }).unwrap_err();
/// assert_eq!(refusal.to_string(), "row 1, column 1 is a given and cannot be changed");
/// # Ok::<(), gridlore::Refusal>(())
/// ```
pub fn apply(board: &dyn SymbolBoard, position: &Position, action: &Action) -> Result<Position, Refusal> {
    if let Action::Become(position) = action {
        return Ok(position.clone());
    }
    let mut layer = layer_of(board, position);
    write(board, &mut layer, action)?;
    Ok(position_of(board, &layer))
}

/// Returns the position after each of `actions`, played in order from `position` up to the first
/// refusal, and the reason for the refusal. The position is parsed once, and only changed cells are
/// reprinted.
///
/// ```
/// use gridlore::{Action, symbols};
#[doc = include_str!("three_cells.md")]
/// let enter = |cell, symbol| Action::Enter { cells: vec![cell], symbol };
/// let (positions, refusal) =
///     symbols::replay(&board, &symbols::start(&board), &[enter(1, '3'), enter(0, '1')]);
/// assert_eq!((positions.len(), positions[0].as_str()), (1, ".3."));
/// assert!(refusal.is_some(), "the first cell is given");
/// ```
pub fn replay(
    board: &dyn SymbolBoard,
    position: &Position,
    actions: &[Action],
) -> (Vec<Position>, Option<Refusal>) {
    let mut layer = layer_of(board, position);
    let mut before = layer.clone();
    let mut printed = Printed::new(board, &layer);
    let mut positions = Vec::with_capacity(actions.len());
    for action in actions {
        if let Err(refusal) = write(board, &mut layer, action) {
            return (positions, Some(refusal));
        }
        printed.follow(&before, &layer);
        before.copy(&layer);
        positions.push(printed.position());
    }
    (positions, None)
}

/// Applies an action to a layer; a refused action changes nothing.
fn write(board: &dyn SymbolBoard, layer: &mut Layer, action: &Action) -> Result<(), Refusal> {
    match action {
        Action::Enter { cells, symbol } => {
            let (free, symbol) = (free(board, cells)?, known_symbol(board, *symbol)?);
            let is_there = free.iter().all(|&cell| layer.values[cell] == symbol);
            for &cell in &free {
                if is_there {
                    layer.clear(cell);
                } else {
                    layer.enter(cell, symbol, board.peers(cell));
                }
            }
        }
        Action::Mark { cells, pen: Pen::Colour, symbol } => {
            are_known(board, cells)?;
            let expected = || format!("a colour from 1 to {COLOURS}");
            let colour = colour(*symbol)
                .ok_or_else(|| Refusal::NoSuchSymbol { symbol: *symbol, expected: expected() })?;
            layer.toggle(Pen::Colour, cells, colour);
        }
        Action::Mark { cells, pen, symbol } => {
            let (blank, symbol) = (blank(board, layer, cells)?, known_symbol(board, *symbol)?);
            layer.toggle(*pen, &blank, symbol);
        }
        Action::Clear { cells } => {
            are_known(board, cells)?;
            // Clearing removes symbols and marks first, and colours only if there are neither.
            let written: Vec<usize> = cells.iter().copied().filter(|&cell| layer.is_written(cell)).collect();
            let is_coloured = cells.iter().any(|&cell| layer.colours[cell] != 0);
            if written.is_empty() && is_coloured {
                cells.iter().for_each(|&cell| layer.colours[cell] = 0);
            } else if written.is_empty() {
                free(board, cells)?;
            }
            written.into_iter().for_each(|cell| layer.clear(cell));
        }
        Action::Line { points, track } => {
            let strokes = Size::of(board).strokes(points, *track)?;
            line::toggle(layer, &strokes);
        }
        Action::EraseLines { cells } => {
            are_known(board, cells)?;
            line::erase(layer, Size::of(board), cells);
        }
        Action::Press { .. } => {
            return Err(Refusal::WrongAction { found: "a press", expected: words(board).to_enter });
        }
        Action::Become(position) => *layer = layer_of(board, position),
    }
    Ok(())
}

fn are_known(board: &dyn SymbolBoard, cells: &[usize]) -> Result<(), Refusal> {
    let count = board.givens().len();
    let unknown = cells.iter().find(|&&cell| cell >= count);
    unknown.map_or(Ok(()), |&cell| Err(Refusal::NoSuchCell { cell, last: count.saturating_sub(1) }))
}

/// Returns the cells in which the player can write; there is at least one.
fn free(board: &dyn SymbolBoard, cells: &[usize]) -> Result<Vec<usize>, Refusal> {
    are_known(board, cells)?;
    let givens = board.givens();
    let free: Vec<usize> = cells.iter().copied().filter(|&cell| givens[cell] == 0).collect();
    if free.is_empty() {
        let cell = cells.first().map(|&cell| board.cell_in_words(cell));
        return Err(Refusal::Given(cell.unwrap_or_default()));
    }
    Ok(free)
}

/// Returns the blank cells, which can hold marks; there is at least one.
fn blank(board: &dyn SymbolBoard, layer: &Layer, cells: &[usize]) -> Result<Vec<usize>, Refusal> {
    let free = free(board, cells)?;
    let blank: Vec<usize> = free.iter().copied().filter(|&cell| layer.values[cell] == 0).collect();
    if blank.is_empty() { Err(Refusal::Filled(board.cell_in_words(free[0]))) } else { Ok(blank) }
}

fn known_symbol(board: &dyn SymbolBoard, sign: char) -> Result<u8, Refusal> {
    let expected = || board.signs_in_words();
    board.symbol(sign).ok_or_else(|| Refusal::NoSuchSymbol { symbol: sign, expected: expected() })
}

/// Returns the position with every candidate as a pencil mark, except candidates that the player
/// crossed out.
///
/// ```
/// use gridlore::symbols;
#[doc = include_str!("three_cells.md")]
/// // The example board has three cells, the first with a given 2; symbols must not repeat.
/// let crossed = symbols::position(&board, "../1/.")?;
/// assert_eq!(symbols::with_all_candidates(&board, &crossed).as_str(), ".(3)(13)");
/// # Ok::<(), gridlore::ParseError>(())
/// ```
#[must_use]
pub fn with_all_candidates(board: &dyn SymbolBoard, position: &Position) -> Position {
    let mut layer = layer_of(board, position);
    for (cell, set) in board.candidates(&layer.over(board.givens())).into_iter().enumerate() {
        layer.centre[cell] = set & !layer.crossed[cell];
        layer.crossed[cell] = 0;
    }
    position_of(board, &layer)
}

/// Returns the position that shows a solution, without marks. `values` contains one symbol per
/// cell.
///
/// ```
#[doc = include_str!("three_cells.md")]
/// // Givens are not repeated.
/// assert_eq!(gridlore::symbols::position_of_values(&board, &[2, 3, 1]).as_str(), ".31");
/// ```
#[must_use]
pub fn position_of_values(board: &dyn SymbolBoard, values: &[u8]) -> Position {
    let mut layer = Layer::empty(values.len());
    for (cell, &given) in board.givens().iter().enumerate() {
        layer.values[cell] = if given == 0 { values[cell] } else { 0 };
    }
    position_of(board, &layer)
}

/// Returns the characters of a set of symbols, in symbol order.
///
/// ```
#[doc = include_str!("three_cells.md")]
/// // Its symbols are written 1, 2 and 3.
/// assert_eq!(gridlore::symbols::signs_of(&board, 0b101), "13");
/// ```
#[must_use]
pub fn signs_of(board: &dyn SymbolBoard, set: u64) -> String {
    let signs = board.signs();
    members(set).filter_map(|symbol| signs.get(usize::from(symbol) - 1)).collect()
}

/// Returns whether a position solves the puzzle. This is cheaper than computing its [`view`].
///
/// ```
/// use gridlore::symbols;
#[doc = include_str!("three_cells.md")]
/// assert!(!symbols::is_solved(&board, &symbols::start(&board)));
/// assert!(symbols::is_solved(&board, &symbols::position_of_values(&board, &[2, 3, 1])));
/// ```
#[must_use]
pub fn is_solved(board: &dyn SymbolBoard, position: &Position) -> bool {
    let values = layer_of(board, position).over(board.givens());
    !values.contains(&0) && board.is_solution(&values)
}

/// Checks a position. `solution` is the only solution of the puzzle, if there is exactly one.
///
/// ```
/// use gridlore::symbols;
#[doc = include_str!("three_cells.md")]
/// let position = symbols::position(&board, ".1.")?;
/// let check = symbols::check(&board, &position, Some(&[2, 3, 1]));
/// assert_eq!(check.wrong, [1]);
/// assert_eq!(check.message, "1 digit is wrong (marked).");
/// # Ok::<(), gridlore::ParseError>(())
/// ```
#[must_use]
pub fn check(board: &dyn SymbolBoard, position: &Position, solution: Option<&[u8]>) -> Check {
    let layer = layer_of(board, position);
    let values = layer.over(board.givens());
    let clashes: Vec<String> = board.clashes(&values).into_iter().map(|clash| clash.text).collect();
    let solved = board.is_solution(&values);
    let wrong = solution.map(|solution| layer.wrong_cells(solution)).unwrap_or_default();
    let left = blanks(&values);
    let noun = words(board).noun;
    let message = match (solved, clashes.first(), wrong.len()) {
        (true, ..) => format!("Solved: {}.", board.solved_in_words()),
        (false, Some(clash), 0 | 1) => format!("{clash}."),
        (false, None, 0) if left == 1 => "No mistakes so far, 1 cell left.".to_owned(),
        (false, None, 0) => format!("No mistakes so far, {left} cells left."),
        (false, _, 1) => format!("1 {noun} is wrong (marked)."),
        (false, _, count) => format!("{count} {noun}s are wrong (marked)."),
    };
    Check { solved, clashes, wrong, message }
}

fn blanks(values: &[u8]) -> usize {
    values.iter().filter(|&&value| value == 0).count()
}

/// Returns the view of a position: symbols, marks, colours, lines, clashes, the keypad, and labels
/// for screen readers.
///
/// ```
/// use gridlore::symbols;
#[doc = include_str!("three_cells.md")]
/// let view = symbols::view(&board, &symbols::position(&board, ".(13){4}.")?);
/// assert_eq!(view.cells[0].label, "row 1, column 1, 2, given");
/// assert_eq!(view.cells[1].label, "row 1, column 2, notes 1 3, colour 4");
/// assert_eq!(view.status, "2 left");
/// # Ok::<(), gridlore::ParseError>(())
/// ```
#[must_use]
pub fn view(board: &dyn SymbolBoard, position: &Position) -> View {
    let layer = layer_of(board, position);
    let (givens, signs) = (board.givens(), board.signs());
    let values = layer.over(givens);
    let clashes = board.clashes(&values);
    let mut is_clashing = vec![false; values.len()];
    clashes.iter().flat_map(|clash| &clash.cells).for_each(|&cell| is_clashing[cell] = true);
    let lines_at = line::lines_at_cells(board, &layer);
    let cells = (0..values.len()).map(|cell| {
        let mut view = CellView {
            symbol: signs.get(usize::from(values[cell]).wrapping_sub(1)).copied(),
            marks: signs_of(board, layer.centre[cell]),
            corners: signs_of(board, layer.corner[cell]),
            crosses: signs_of(board, layer.crossed[cell]),
            tints: digits(layer.colours[cell]),
            given: givens[cell] != 0,
            clash: is_clashing[cell],
            region: board.region(cell),
            ..CellView::default()
        };
        view.label = label(board.cell_in_words(cell), &view, view.clash) + &lines_at[cell];
        let quiet = || label(board.cell_in_words(cell), &view, false) + &lines_at[cell];
        view.quiet_label = view.clash.then(quiet);
        view
    });
    let cells: Vec<CellView> = cells.collect();
    let symbols = (1_u8..=64).zip(signs).map(|(symbol, &sign)| {
        let placed = values.iter().filter(|&&value| value == symbol).count();
        SymbolView { symbol: sign, left: board.times(symbol).saturating_sub(placed) }
    });
    let blank = blanks(&values);
    let solved = blank == 0 && board.is_solution(&values);
    View {
        rows: values.len().checked_div(board.columns()).unwrap_or(0),
        columns: board.columns(),
        cells,
        symbols: symbols.collect(),
        lines: line::lines(board, &layer),
        clashes: clashes.into_iter().map(|clash| clash.text).collect(),
        status: if solved { "Solved".to_owned() } else { format!("{blank} left") },
        blank,
        solved,
        ..View::default()
    }
}

/// Returns the label of a cell for screen readers, with or without a mention of a clash.
fn label(mut label: String, cell: &CellView, says_clash: bool) -> String {
    let list = |label: &mut String, name: &str, signs: &str| {
        if !signs.is_empty() {
            label.push_str(name);
            for sign in signs.chars() {
                label.push(' ');
                label.push(sign);
            }
        }
    };
    match cell.symbol {
        Some(symbol) => {
            label.push_str(", ");
            label.push(symbol);
        }
        None if [&cell.marks, &cell.corners, &cell.crosses].iter().all(|signs| signs.is_empty()) => {
            label.push_str(", blank");
        }
        None => {
            list(&mut label, ", notes", &cell.marks);
            list(&mut label, ", corner notes", &cell.corners);
            list(&mut label, ", crossed out", &cell.crosses);
        }
    }
    label.push_str(if cell.given { ", given" } else { "" });
    label.push_str(if says_clash { ", clash" } else { "" });
    list(&mut label, ", colour", &cell.tints);
    label
}
