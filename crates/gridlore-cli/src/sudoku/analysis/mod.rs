//! `gridlore sudoku clues|conflict` and `candidates --true`: answers the questions of setters about
//! puzzles with any rules.

mod candidates;
mod clues;
mod conflict;

pub(super) use candidates::{TrueCandidates, run as true_candidates};
pub(super) use clues::{Clues, run as clues};
pub(super) use conflict::{Conflict, run as conflict};

use super::json;
use super::puzzle::{Puzzle, Reader};
use super::variant::ABSENT;
use crate::batch::{Answer, Line, Verdict};
use crate::interrupt;
use crate::progress::Progress;
use gridlore_sudoku_geometry::Symbols;
use gridlore_sudoku_variants::constraint::Mark;
use gridlore_sudoku_variants::{self as variants, Constraint, Shape};
use serde::Serialize;
use std::rc::Rc;

/// The puzzle of a line, and the question about it.
struct Question<'a> {
    line: Line<'a>,
    is_json: bool,
    puzzle: Puzzle,
    rules: Rc<variants::Puzzle>,
}

/// A constraint as JSON.
#[derive(Serialize)]
pub(super) struct Rule {
    name: &'static str,
    cells: Vec<String>,
    text: String,
}

impl Rule {
    pub(super) fn new(shape: &Shape, constraint: &Constraint) -> Self {
        let cells = constraint.cells(shape);
        Self {
            name: constraint.name(),
            cells: cells.iter().map(|cell| shape.cell_name(*cell)).collect(),
            text: constraint.sentence(shape),
        }
    }
}

impl<'a> Question<'a> {
    /// Reads the puzzle of a line, or returns the answer to a line without a puzzle.
    fn read(line: Line<'a>, is_json: bool) -> Result<Self, Answer> {
        let (puzzle, rules) = Reader::new(None, is_json, "# error: ").read_with_rules(line)?;
        Ok(Self { line, is_json, puzzle, rules })
    }

    /// Returns the answer, with the reason, for a puzzle that the engine does not support or to
    /// which the question does not apply.
    fn without_answer(&self, verdict: Verdict, word: &'static str, reason: String) -> Answer {
        let text = if self.is_json {
            json(&super::Record {
                line: self.line.number,
                puzzle: Some(self.puzzle.to_line()),
                outcome: word,
                reason: Some(reason.clone()),
                ..super::Record::default()
            })
        } else {
            format!("# {word}: {reason}")
        };
        if verdict == Verdict::Bad { Answer::bad(text, 1, reason) } else { Answer::new(verdict, text) }
    }

    fn too_large(&self, error: &variants::TooLarge) -> Answer {
        self.without_answer(Verdict::Bad, "error", error.to_string())
    }

    /// Returns the sentence for a constraint. Givens are written with the symbols of the board.
    fn sentence(&self, index: usize) -> String {
        match &self.rules.constraints[index] {
            Constraint::Cell(Mark::Given(value), cell) if self.puzzle.symbols().is_some() => {
                format!("{} is {}.", self.rules.shape.cell_name(*cell), self.sign(*value))
            }
            constraint => constraint.sentence(&self.rules.shape),
        }
    }

    fn rule(&self, index: usize) -> Rule {
        let rule = Rule::new(&self.rules.shape, &self.rules.constraints[index]);
        Rule { text: self.sentence(index), ..rule }
    }

    /// Returns the symbol of a value.
    fn sign(&self, value: i32) -> String {
        match (self.puzzle.symbols(), u8::try_from(value)) {
            (Some(symbols), Ok(value)) => symbols.text(value),
            _ => super::variant::sign(&self.rules.shape, value).to_string(),
        }
    }

    /// Joins symbols, with `gap` between them if they are numbers.
    fn joined(&self, signs: impl Iterator<Item = String>, gap: &str) -> String {
        let has_numbers = self.puzzle.symbols().is_some_and(Symbols::is_numbers);
        signs.collect::<Vec<_>>().join(if has_numbers { gap } else { "" })
    }

    /// Returns the symbols of a solution on one line.
    fn symbols(&self, solution: &[i32]) -> String {
        let shape = &self.rules.shape;
        let sign = |(cell, value): (usize, &i32)| {
            if shape.is_absent(cell) { ABSENT.to_string() } else { self.sign(*value) }
        };
        self.joined(solution.iter().enumerate().map(sign), " ")
    }
}

/// Handles the pauses during long work on one line: shows the progress of a single puzzle, and
/// notices Ctrl-C.
struct Pauses {
    progress: Progress,
}

impl Pauses {
    fn new(line: Line<'_>, quiet: bool) -> Self {
        Self { progress: Progress::new(quiet || !line.is_argument) }
    }

    /// Shows the progress; returns whether the work continues.
    fn show(&mut self, done: usize, all: usize, message: impl FnOnce() -> String) -> bool {
        self.progress.show((done as u64, Some(all as u64)), message);
        !interrupt::is_requested()
    }
}

impl Drop for Pauses {
    fn drop(&mut self) {
        self.progress.finish();
    }
}
