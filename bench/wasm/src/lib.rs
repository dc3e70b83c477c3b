//! Solves a puzzle in the format of Interactive Sudoku Solver and proves it unique, for
//! `bench/wasm.mjs`: `room` reserves space for its text, and `solve` solves it.

use gridlore_core::Budget;
use gridlore_sudoku_variants::{Outcome, Solver, check, parse_constraints};
use std::cell::RefCell;

thread_local! {
    static TEXT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Returns the address of `length` bytes for the text of the next puzzle.
#[unsafe(no_mangle)]
pub extern "C" fn room(length: usize) -> *mut u8 {
    TEXT.with_borrow_mut(|text| {
        text.clear();
        text.resize(length, 0);
        text.as_mut_ptr()
    })
}

/// Returns the number of guesses for the puzzle in `room`, or a negative number if it is not proved
/// unique with `limit` guesses.
#[unsafe(no_mangle)]
pub extern "C" fn solve(limit: u32) -> f64 {
    let text = TEXT.with_borrow(|text| String::from_utf8(text.clone()).expect("text"));
    let puzzle = parse_constraints(&text).expect("a puzzle");
    let mut budget = Budget::nodes(u64::from(limit));
    let outcome = Solver::new(&puzzle).expect("a small puzzle").outcome(&mut budget);
    let guesses = budget.spent() as f64;
    match outcome {
        Ok(Outcome::Unique(values)) if check::broken(&puzzle, &values).is_none() => guesses,
        _ => -1.0 - guesses,
    }
}
