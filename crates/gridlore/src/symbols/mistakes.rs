//! Hints about mistakes, and the use of notes in hints, for all symbol puzzles.

use super::board::SymbolBoard;
use super::layer::{Layer, bit};
use super::text::position_of;
use crate::play::{Hint, Position};

/// Returns a hint without an action.
pub(crate) fn plain(title: &str, text: String, cells: Vec<usize>) -> Hint {
    Hint { title: title.to_owned(), text, cells, ..Hint::default() }
}

/// Returns a hint about a mistake. Such hints take precedence over steps.
fn mistake_hint(title: &str, text: String, cells: Vec<usize>) -> Hint {
    Hint { is_mistake: true, ..plain(title, text, cells) }
}

/// Returns a hint about the first clash of these symbols.
pub(crate) fn clash_hint(board: &dyn SymbolBoard, values: &[u8]) -> Option<Hint> {
    let clash = board.clashes(values).into_iter().next()?;
    let wrong = if clash.cells.len() == 1 { "It is wrong" } else { "One of them is wrong" };
    Some(mistake_hint("Clash", format!("{}. {wrong}.", clash.text), clash.cells))
}

/// Returns a hint about the first mistake on a board with this unique solution.
pub(crate) fn mistake(board: &dyn SymbolBoard, layer: &Layer, solution: &[u8]) -> Option<Hint> {
    if let Some(hint) = clash_hint(board, &layer.over(board.givens())) {
        return Some(hint);
    }
    if let Some(&cell) = layer.wrong_cells(solution).first() {
        let text = format!("The digit in {} is wrong.", board.cell_in_words(cell));
        return Some(mistake_hint("A wrong digit", text, vec![cell]));
    }
    let is_in = |sets: &[u64], cell: usize| sets[cell] & bit(solution[cell]) != 0;
    if let Some(cell) = (0..solution.len()).find(|&cell| is_in(&layer.crossed, cell)) {
        let text = format!(
            "The digit that belongs in {} is crossed out there. Undo to before it was crossed out.",
            board.cell_in_words(cell)
        );
        return Some(mistake_hint("A wrong cross-out", text, vec![cell]));
    }
    let lacks = |&cell: &usize| layer.centre[cell] != 0 && !is_in(&layer.centre, cell);
    let cell = (0..solution.len()).filter(|_| is_noted(board, layer)).find(lacks)?;
    let text = format!(
        "The notes of {} lack the digit that belongs there. Undo to before it was removed.",
        board.cell_in_words(cell)
    );
    Some(mistake_hint("A missing note", text, vec![cell]))
}

/// Returns whether every blank cell has notes.
pub(crate) fn is_noted(board: &dyn SymbolBoard, layer: &Layer) -> bool {
    let givens = board.givens();
    (0..givens.len()).all(|cell| givens[cell] != 0 || layer.values[cell] != 0 || layer.centre[cell] != 0)
}

/// Returns the position without these notes. If the notes are not the candidates, the symbols are
/// crossed out instead.
pub(crate) fn without_notes(board: &dyn SymbolBoard, layer: &Layer, removals: &[(usize, u8)]) -> Position {
    let is_noted = is_noted(board, layer);
    let mut layer = layer.clone();
    for &(cell, symbol) in removals {
        layer.centre[cell] &= !bit(symbol);
        layer.crossed[cell] |= if is_noted { 0 } else { bit(symbol) };
    }
    position_of(board, &layer)
}
