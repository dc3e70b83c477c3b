//! Puzzles with variant rules, in the formats in which setters share them.

use crate::input::BLOCK_LINE;
use gridlore::{Budget, BudgetSpent};
use gridlore_sudoku::Outcome;
use gridlore_sudoku_formats::{Progress, read};
use gridlore_sudoku_variants::{self as variants, Shape, Solver, check};
use std::rc::Rc;

/// A puzzle, or its solution.
#[derive(Clone)]
pub(super) struct Variant {
    text: Rc<str>,
    puzzle: Rc<variants::Puzzle>,
    /// The solver, which is compiled once for all operations on the puzzle.
    solver: Rc<Solver>,
    /// The value of each cell of the solution.
    values: Option<Rc<[i32]>>,
    /// The solution that the setter stored.
    stored: Option<Rc<[i32]>>,
    /// The entries of the player.
    progress: Rc<Progress>,
    budget: u64,
}

/// Maximum number of values that digits can represent.
const DIGITS: usize = 9;

/// Returns the sign of a value: a digit, or a letter from A for 1 if there are more than nine
/// values.
pub(super) fn sign(shape: &Shape, value: i32) -> char {
    let number = u32::try_from(value).unwrap_or(0);
    if shape.values > DIGITS && shape.lowest == 1 {
        char::from_u32(u32::from('A') + number - 1).unwrap_or('?')
    } else {
        char::from_digit(number, 36).map_or('?', |sign| sign.to_ascii_uppercase())
    }
}

/// The sign for an absent cell in text blocks.
pub(super) const ABSENT: char = '-';

/// Returns the signs of a full grid.
pub(super) fn signs(shape: &Shape, values: &[i32]) -> Vec<char> {
    let sign =
        |(cell, value): (usize, &i32)| if shape.is_absent(cell) { ABSENT } else { sign(shape, *value) };
    values.iter().enumerate().map(sign).collect()
}

/// Returns a puzzle as a text block on one line.
fn block_on_one_line(puzzle: &variants::Puzzle) -> Option<String> {
    let text = variants::to_text(puzzle).ok()?;
    Some(text.trim_end().replace('\n', "; "))
}

impl Variant {
    /// Parses a puzzle, with a note on any guesses; an error contains its column, from 1.
    pub(super) fn parse(text: &str, budget: u64) -> Result<(Self, Option<String>), (usize, String)> {
        let is_block = variants::is_text(text);
        let reading = read(text).map_err(|error| {
            let place =
                if is_block { format!("line {} of the block: ", error.at.line) } else { String::new() };
            (error.at.column, format!("{place}{}", error.kind))
        })?;
        if is_block && !text.contains([';', char::from(BLOCK_LINE)]) {
            let reason = format!(
                "found only the first line of a block, expected all of it (in a file, the size must be on the \
                 first line; for an empty grid, write \"{};\")",
                text.trim()
            );
            return Err((1, reason));
        }
        let mut note = reading.notes.join(" ");
        if !reading.left_out.is_empty() {
            note.push_str(" Some rules were left out; the answer is for the puzzle without them.");
        }
        let puzzle = reading.puzzle;
        let solver = Solver::new(&puzzle).map_err(|error| (1, error.to_string()))?;
        // In the output, a block is a single line without its comments.
        let text =
            if is_block { block_on_one_line(&puzzle) } else { None }.unwrap_or_else(|| text.to_owned());
        let (puzzle, solver) = (Rc::new(puzzle), Rc::new(solver));
        let stored = reading.solution.map(Rc::from);
        let progress = Rc::new(reading.progress);
        let variant = Self { text: text.into(), puzzle, solver, values: None, stored, progress, budget };
        Ok((variant, Some(note).filter(|note| !note.is_empty())))
    }

    fn with(&self, values: Vec<i32>) -> Self {
        // The engine's answers are checked by code that did not produce them.
        assert!(check::broken(&self.puzzle, &values).is_none(), "the solver broke a rule of the puzzle");
        // The values of variables are not printed.
        let values = values[..self.puzzle.shape.cells()].to_vec();
        Self { values: Some(values.into()), ..self.clone() }
    }

    /// Returns the solution as one line of symbols, or the puzzle as it was given.
    pub(super) fn to_line(&self) -> String {
        match &self.values {
            Some(values) => signs(&self.puzzle.shape, values).into_iter().collect(),
            None => self.text.to_string(),
        }
    }

    /// Returns the solution as rows, or the puzzle as it was given.
    pub(super) fn to_grid(&self) -> String {
        let Some(values) = &self.values else { return format!("{}\n", self.text) };
        let signs: Vec<String> =
            signs(&self.puzzle.shape, values).into_iter().map(|sign| sign.to_string()).collect();
        signs.chunks(self.puzzle.shape.columns).map(|row| row.join(" ") + "\n").collect()
    }

    /// Returns the value of each cell, or `None` if the puzzle has not been solved.
    pub(super) fn values(&self) -> Option<&[i32]> {
        self.values.as_deref()
    }

    /// Returns the entries of the player.
    pub(super) fn progress(&self) -> &Progress {
        &self.progress
    }

    /// Returns the difference between a solution and the solution that the setter stored, if they
    /// differ.
    pub(super) fn difference(&self, solution: &Self) -> Option<String> {
        let (stored, found) = (self.stored.as_ref()?, solution.values()?);
        let mut pairs = stored.iter().zip(found).enumerate().filter(|(_, (stored, found))| stored != found);
        let (cell, (stored, found)) = pairs.next()?;
        let others = match pairs.count() {
            0 => String::new(),
            1 => ", and another cell differs".to_owned(),
            count => format!(", and {count} other cells differ"),
        };
        let name = self.puzzle.shape.cell_name(cell);
        Some(format!("not the stored solution: {name} is {found}, stored is {stored}{others}"))
    }

    /// Returns the rules of the puzzle.
    pub(super) fn rules(&self) -> Rc<variants::Puzzle> {
        Rc::clone(&self.puzzle)
    }

    /// Returns the outcome, with the solution if there is one.
    pub(super) fn outcome(&self) -> Result<Outcome<Self, ()>, BudgetSpent> {
        let outcome = Solver::clone(&self.solver).outcome(&mut Budget::nodes(self.budget))?;
        Ok(match outcome {
            variants::Outcome::Impossible => Outcome::None,
            variants::Outcome::Unique(values) => Outcome::Unique(self.with(values)),
            variants::Outcome::Several(_) => Outcome::Several(()),
        })
    }

    /// Passes the first `limit` solutions to `take` as they are found, until it fails; returns
    /// their number. Solutions that differ only in variables are counted once.
    pub(super) fn solutions<E: From<BudgetSpent>>(
        &self,
        limit: u64,
        mut take: impl FnMut(Self) -> Result<(), E>,
    ) -> Result<u64, E> {
        let (mut count, mut failure) = (0, None);
        if limit > 0 {
            Solver::clone(&self.solver).search(&mut Budget::nodes(self.budget), &mut |values| {
                count += 1;
                failure = take(self.with(values)).err();
                failure.is_none() && count < limit
            })?;
        }
        failure.map_or(Ok(count), Err)
    }
}
