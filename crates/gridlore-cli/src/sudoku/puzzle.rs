//! The puzzle of a line, on the standard board or another board, and its solutions.

use super::shape::rules_of;
use super::variant::Variant;
use super::{Record, json};
use crate::batch::{Answer, Answers, Line, Remarks, Verdict};
use crate::input::Heading;
use gridlore::{Budget, BudgetSpent};
use gridlore_sudoku::{self as sudoku, Board, Engine, Outcome, reference};
use gridlore_sudoku_geometry::{self as geometry, Geometry, Grid, Solver, Symbols};
use gridlore_sudoku_variants as variants;
use gridlore_sudoku_variants::build::frame;
use gridlore_sudoku_variants::constraint::{Constraint, Mark};
use std::cell::RefCell;
use std::rc::Rc;

/// A puzzle on the standard board, on another board, or with variant rules.
#[derive(Clone)]
pub(super) enum Puzzle {
    Usual(Board),
    Other(Other),
    Variant(Variant),
}

/// A puzzle on a board of another geometry.
#[derive(Clone)]
pub(super) struct Other {
    grid: Grid,
    symbols: Rc<Symbols>,
    setting: Rc<Setting>,
}

/// A parsed heading.
struct Setting {
    geometry: Geometry,
    /// The symbols; if `None`, they are guessed for each line.
    symbols: Option<Rc<Symbols>>,
    solver: RefCell<Solver>,
    budget: u64,
}

/// The outcome of solving a puzzle.
pub(super) enum Found {
    None,
    Unique(Puzzle),
    Several,
    Spent(BudgetSpent),
}

impl Found {
    /// Returns the verdict for the tally, and its word in the output.
    pub(super) const fn verdict(&self) -> (Verdict, &'static str) {
        match self {
            Self::None => (Verdict::None, "none"),
            Self::Unique(_) => (Verdict::Unique, "unique"),
            Self::Several => (Verdict::Several, "several"),
            Self::Spent(_) => (Verdict::Spent, "spent"),
        }
    }
}

impl From<Outcome<Board, ()>> for Found {
    fn from(outcome: Outcome<Board, ()>) -> Self {
        match outcome {
            Outcome::None => Self::None,
            Outcome::Unique(solution) => Self::Unique(Puzzle::Usual(solution)),
            Outcome::Several(()) => Self::Several,
        }
    }
}

impl Puzzle {
    /// Returns the puzzle as one line, in the form in which it was read.
    pub(super) fn to_line(&self) -> String {
        match self {
            Self::Usual(board) => board.to_line(),
            Self::Other(other) => other.grid.to_line(&other.symbols),
            Self::Variant(variant) => variant.to_line(),
        }
    }

    /// Returns the puzzle as a drawn grid.
    pub(super) fn to_grid(&self) -> String {
        match self {
            Self::Usual(board) => board.to_grid(),
            Self::Other(other) => other.grid.to_text(&other.setting.geometry, &other.symbols),
            Self::Variant(variant) => variant.to_grid(),
        }
    }

    /// Returns the value of each cell, which is 0 for a blank. A puzzle with variant rules has
    /// values only if it is a solution.
    pub(super) fn values(&self) -> Vec<i32> {
        match self {
            Self::Usual(board) => {
                board.to_bytes().iter().map(|sign| i32::from(sign.saturating_sub(b'0'))).collect()
            }
            Self::Other(other) => other.grid.values().iter().map(|value| i32::from(*value)).collect(),
            Self::Variant(variant) => variant.values().unwrap_or_default().to_vec(),
        }
    }

    /// Returns the difference between a solution and the solution that the setter stored, if they
    /// differ.
    pub(super) fn difference(&self, solution: &Self) -> Option<String> {
        match (self, solution) {
            (Self::Variant(puzzle), Self::Variant(solution)) => puzzle.difference(solution),
            _ => None,
        }
    }

    /// Returns the symbols of a board with a geometry.
    pub(super) fn symbols(&self) -> Option<&Symbols> {
        if let Self::Other(other) = self { Some(&other.symbols) } else { None }
    }

    /// Returns the reason why an unsolvable puzzle has no solution.
    pub(super) fn contradiction(&self) -> String {
        match self {
            Self::Usual(board) => sudoku::check::contradiction(board).to_string(),
            Self::Other(Other { grid, symbols, setting }) => {
                let contradiction = geometry::check::contradiction(&setting.geometry, grid);
                contradiction.in_words(&setting.geometry, symbols)
            }
            Self::Variant(_) => {
                "no grid satisfies all rules; to see why, run `gridlore sudoku conflict`".to_owned()
            }
        }
    }

    /// Passes the first `limit` solutions to `take` as they are found, until it fails; returns
    /// their number.
    pub(super) fn solutions<E: From<BudgetSpent>>(
        &self,
        limit: u64,
        mut take: impl FnMut(Self) -> Result<(), E>,
    ) -> Result<u64, E> {
        let mut count = 0;
        match self {
            Self::Variant(variant) => {
                return variant.solutions(limit, |solution| take(Self::Variant(solution)));
            }
            Self::Usual(board) => {
                let mut solutions = sudoku::Solutions::new(board);
                while count < limit
                    && let Some(solution) = solutions.next_solution(&mut Budget::unlimited())?
                {
                    count += 1;
                    take(Self::Usual(solution))?;
                }
            }
            Self::Other(other) => {
                let mut budget = Budget::nodes(other.setting.budget);
                let mut solver = other.setting.solver.borrow_mut();
                let mut solutions = solver.solutions(&other.grid);
                while count < limit
                    && let Some(grid) = solutions.next_solution(&mut budget)?
                {
                    count += 1;
                    take(Self::Other(Other { grid, ..other.clone() }))?;
                }
            }
        }
        Ok(count)
    }
}

impl Other {
    /// Returns the board as a list of constraints.
    fn rules(&self) -> anyhow::Result<variants::Puzzle> {
        let (shape, regions, constraints) = rules_of(&self.setting.geometry)?;
        let mut puzzle = variants::Puzzle::new(shape);
        puzzle.constraints = frame(regions);
        let givens = self.grid.filled();
        puzzle
            .constraints
            .extend(givens.map(|(cell, digit)| Constraint::Cell(Mark::Given(i32::from(digit)), cell)));
        puzzle.constraints.extend(constraints);
        Ok(puzzle)
    }

    fn outcome(&self) -> Found {
        let mut budget = Budget::nodes(self.setting.budget);
        match self.setting.solver.borrow_mut().outcome(&self.grid, &mut budget) {
            Ok(Outcome::None) => Found::None,
            Ok(Outcome::Unique(grid)) => Found::Unique(Puzzle::Other(Self { grid, ..self.clone() })),
            Ok(Outcome::Several(..)) => Found::Several,
            Err(spent) => Found::Spent(spent),
        }
    }

    /// Counts the solutions up to the limit, given the outcome, or reports that the budget was
    /// spent.
    fn with_count(&self, found: Found, limit: u64) -> (Found, u64) {
        let count = match &found {
            Found::None | Found::Spent(_) => 0,
            Found::Unique(_) => limit.min(1),
            Found::Several if limit <= 2 => limit,
            Found::Several => {
                let mut budget = Budget::nodes(self.setting.budget);
                let mut solver = self.setting.solver.borrow_mut();
                match solver.count_solutions_up_to(&self.grid, limit, &mut budget) {
                    Ok(count) => count,
                    Err(spent) => return (Found::Spent(spent), 0),
                }
            }
        };
        (found, count)
    }
}

/// Returns the outcome of a variant and the number of its solutions, counted up to the limit, or
/// reports that the budget was spent.
fn counted(variant: &Variant, limit: u64) -> (Found, u64) {
    let found = match variant.outcome() {
        Ok(Outcome::None) => return (Found::None, 0),
        Ok(Outcome::Unique(solution)) => return (Found::Unique(Puzzle::Variant(solution)), limit.min(1)),
        Ok(Outcome::Several(())) if limit <= 2 => return (Found::Several, limit),
        Ok(Outcome::Several(())) => variant.solutions(limit, |_| Ok::<(), BudgetSpent>(())),
        Err(spent) => Err(spent),
    };
    found.map_or_else(|spent| (Found::Spent(spent), 0), |count| (Found::Several, count))
}

/// Reads lines in sequence, each with its heading.
pub(super) struct Reader {
    budget: u64,
    is_json: bool,
    error_prefix: &'static str,
    /// The last heading that differed from the default, and its parsed form, which is `None` for
    /// the standard board.
    last: Option<(Heading, Option<Rc<Setting>>)>,
}

impl Reader {
    /// Creates a reader; `error_prefix` begins the answer to a bad line in the text format.
    pub(super) fn new(budget: Option<u64>, is_json: bool, error_prefix: &'static str) -> Self {
        Self { budget: budget.unwrap_or(u64::MAX), is_json, error_prefix, last: None }
    }

    /// Returns the standard board of a line that contains nothing else and has the default heading.
    fn read_plain(&self, line: Line<'_>) -> Option<Board> {
        if line.is_usual() { Board::parse_bytes(line.bytes).ok() } else { None }
    }

    /// Reads the puzzle of a line, with a note on how it was read. For a blank line, a comment, a
    /// heading or a bad line, returns the answer instead.
    pub(super) fn read(&mut self, line: Line<'_>) -> Result<(Puzzle, Option<String>), Answer> {
        let bytes = line.bytes;
        let trimmed = bytes.trim_ascii();
        let is_heading = !line.is_argument && matches!(trimmed.first(), Some(b'g' | b's'));
        let geometry = Heading::text(bytes, "geometry").filter(|_| is_heading);
        let symbols = Heading::text(bytes, "symbols").filter(|_| is_heading);
        if let Some((column, _)) = geometry.or(symbols) {
            return Err(match self.setting(line.heading) {
                Ok(_) => self.passed(line),
                Err((of_symbols, at, reason)) if of_symbols == symbols.is_some() => {
                    self.bad(line, column + at - 1, reason)
                }
                Err((.., reason)) => {
                    self.bad(line, 1, format!("bad geometry in the heading before this line: {reason}"))
                }
            });
        }
        if !line.is_argument && (trimmed.is_empty() || trimmed.starts_with(b"#")) {
            return Err(self.passed(line));
        }
        if let Ok(text) = std::str::from_utf8(trimmed)
            && let Some(cells) = gridlore_sudoku_formats::exchange_cells(text)
        {
            let board = Board::parse_bytes(cells.as_bytes());
            let board = board.map_err(|error| self.bad(line, error.at.column, error.kind.to_string()))?;
            return Ok((Puzzle::Usual(board), None));
        }
        if let Ok(text) = std::str::from_utf8(trimmed)
            && gridlore_sudoku_formats::is_variant(text)
        {
            if line.is_argument && line.heading.geometry.is_some() {
                let reason = "found a puzzle that specifies its own board; leave out --geometry";
                return Err(self.bad(line, 1, reason.to_owned()));
            }
            let variant = Variant::parse(text, self.budget);
            return variant
                .map(|(variant, note)| (Puzzle::Variant(variant), note))
                .map_err(|(column, reason)| self.bad(line, column, reason));
        }
        let setting = match self.setting(line.heading) {
            Ok(Some(setting)) => setting,
            Ok(None) => {
                let board = Board::parse_bytes(bytes);
                let board = board.map_err(|error| {
                    if let Some(reason) = misplaced_geometry(trimmed) {
                        return self.bad(line, 1, reason);
                    }
                    let length = trimmed.len();
                    let is_square = length >= 16 && length != 81 && length.isqrt().pow(2) == length;
                    let hint = if is_square { "; for another board, use --geometry" } else { "" };
                    self.bad(line, error.at.column, format!("{}{hint}", error.kind))
                })?;
                return Ok((Puzzle::Usual(board), None));
            }
            Err((.., reason)) => {
                return Err(self.bad(line, 1, format!("bad heading before this line: {reason}")));
            }
        };
        let (symbols, note) = setting.symbols(bytes);
        let grid = Grid::parse_bytes(bytes, &setting.geometry, &symbols);
        let grid = grid.map_err(|error| self.bad(line, error.at.column, error.kind.to_string()))?;
        Ok((Puzzle::Other(Other { grid, symbols, setting }), note))
    }

    /// Reads the puzzle of a line that must be on the standard board.
    pub(super) fn read_usual(&mut self, line: Line<'_>) -> Result<Board, Answer> {
        match self.read(line)?.0 {
            Puzzle::Usual(board) => Ok(board),
            Puzzle::Variant(_) => {
                Err(self.bad(line, 1, "found a puzzle with variant rules, expected a plain one".to_owned()))
            }
            Puzzle::Other(other) => {
                let reason = format!(
                    "found a board of geometry {}, expected the standard 3x3 boxes",
                    other.setting.geometry
                );
                Err(self.bad(line, 1, reason))
            }
        }
    }

    /// Reads the puzzle of a line and converts it to a list of constraints.
    pub(super) fn read_with_rules(
        &mut self,
        line: Line<'_>,
    ) -> Result<(Puzzle, Rc<variants::Puzzle>), Answer> {
        let puzzle = self.read(line)?.0;
        let rules = self.rules(line, &puzzle)?;
        Ok((puzzle, rules))
    }

    /// Returns the puzzle of a line as a list of constraints.
    pub(super) fn rules(&self, line: Line<'_>, puzzle: &Puzzle) -> Result<Rc<variants::Puzzle>, Answer> {
        Ok(match puzzle {
            Puzzle::Variant(variant) => variant.rules(),
            Puzzle::Usual(board) => {
                let rules = gridlore_sudoku_formats::parse(&board.to_line());
                Rc::new(rules.map_err(|error| self.bad(line, error.at.column, error.kind.to_string()))?)
            }
            Puzzle::Other(other) => {
                Rc::new(other.rules().map_err(|error| self.bad(line, 1, error.to_string()))?)
            }
        })
    }

    /// Returns the answer that copies a line.
    fn passed(&self, line: Line<'_>) -> Answer {
        if !self.is_json {
            return Answer::new(Verdict::Passed, line.bytes);
        }
        let text = String::from_utf8_lossy(line.bytes.trim_ascii());
        let record = Record { line: line.number, outcome: "comment", text: Some(&text), ..Record::default() };
        Answer::new(Verdict::Passed, json(&record))
    }

    /// Returns the answer to a bad line.
    pub(super) fn bad(&self, line: Line<'_>, column: usize, reason: String) -> Answer {
        let text = if self.is_json {
            let text = String::from_utf8_lossy(line.bytes);
            json(&Record {
                line: line.number,
                outcome: "error",
                reason: Some(reason.clone()),
                column: Some(column),
                text: Some(&text),
                ..Record::default()
            })
        } else {
            format!("{}column {column}: {reason}", self.error_prefix)
        };
        Answer::bad(text, column, reason)
    }

    /// Parses a heading; `None` stands for the standard board. An error says whether the symbols
    /// (rather than the geometry) are wrong, and gives the column, from 1, and the reason.
    fn setting(&mut self, heading: &Heading) -> Result<Option<Rc<Setting>>, (bool, usize, String)> {
        if *heading == Heading::default() {
            return Ok(None);
        }
        if let Some((_, setting)) = self.last.as_ref().filter(|(last, _)| last == heading) {
            return Ok(setting.clone());
        }
        let geometry = Geometry::parse(heading.geometry.as_deref().unwrap_or("3x3"))
            .map_err(|error| (false, error.at.column, error.kind.to_string()))?;
        let symbols = heading.symbols.as_deref().map(|text| Symbols::parse(text, geometry.side()));
        let symbols = symbols.transpose().map_err(|kind| (true, 1, kind.to_string()))?;
        let is_usual =
            geometry.is_usual() && symbols.as_ref().is_none_or(|symbols| *symbols == Symbols::usual(9));
        let setting = (!is_usual).then(|| {
            let solver = RefCell::new(Solver::new(&geometry));
            Rc::new(Setting { geometry, symbols: symbols.map(Rc::new), solver, budget: self.budget })
        });
        self.last = Some((heading.clone(), setting.clone()));
        Ok(setting)
    }
}

impl Setting {
    /// Returns the symbols of a line, and a note if they were guessed.
    fn symbols(&self, bytes: &[u8]) -> (Rc<Symbols>, Option<String>) {
        if let Some(symbols) = &self.symbols {
            return (Rc::clone(symbols), None);
        }
        let (symbols, note) = guessed(std::str::from_utf8(bytes).unwrap_or_default(), self.geometry.side());
        (Rc::new(symbols), note)
    }
}

/// Returns the reason for rejecting a line that is a geometry without `geometry:` instead of a
/// puzzle.
fn misplaced_geometry(line: &[u8]) -> Option<String> {
    let text = std::str::from_utf8(line).ok()?;
    let begins_like_one = text.split_whitespace().next()?.contains(['x', ':']);
    (begins_like_one && Geometry::parse(text).is_ok()).then(|| {
        "found a geometry, expected a puzzle; write \"geometry: \" before it, or use --geometry".to_owned()
    })
}

/// Guesses the symbols of a puzzle, with a note if they are not the plain digits of a board up to
/// 9x9. If no symbols fit the puzzle, the standard symbols are used, and reading the puzzle fails
/// with the error for these.
pub(super) fn guessed(text: &str, side: usize) -> (Symbols, Option<String>) {
    let usual = Symbols::usual(side);
    let Some(guess) = Symbols::guess(text, side) else { return (usual, None) };
    let note = (side > 9 || guess.symbols != usual).then(|| {
        let others: Vec<String> = guess.others.iter().map(ToString::to_string).collect();
        let others = match others.join(" or ") {
            none if none.is_empty() => none,
            others => format!(", but could be {others}"),
        };
        format!("guessed the symbols {}{others}; use --symbols to choose", guess.symbols)
    });
    (guess.symbols, note)
}

/// The buffers of [`answers`], reused from batch to batch.
#[derive(Default)]
pub(super) struct Scratch {
    boards: Vec<Board>,
    outcomes: Vec<Outcome<Board, ()>>,
}

/// Answers every line with its outcome and its number of solutions, counted up to `limit`. Standard
/// boards are solved in batches by `engine`, or one by one by the scalar engine if `engine` is
/// `None`; other boards are solved one by one.
pub(super) fn answers(
    lines: &[Line<'_>],
    (engine, limit): (Option<Engine>, u64),
    mut reader: Reader,
    scratch: &mut Scratch,
    answers: &mut Answers,
    answer: impl Fn(Line<'_>, &Puzzle, Found, u64, &mut Answers),
) {
    let Scratch { boards, outcomes } = scratch;
    boards.clear();
    // The lines that do not contain a standard board, with their indices.
    let mut others = Vec::new();
    for (index, &line) in lines.iter().enumerate() {
        match reader.read_plain(line) {
            Some(board) => boards.push(board),
            None => match reader.read(line) {
                Ok((Puzzle::Usual(board), None)) => boards.push(board),
                read => others.push((index, read)),
            },
        }
    }
    let counts = solve_all(boards, engine, limit, outcomes);
    let mut counts = counts.into_iter();
    let mut usual = boards.iter().zip(outcomes.drain(..)).map(|(&board, outcome)| {
        let count = match &outcome {
            Outcome::None => 0,
            Outcome::Unique(_) => limit.min(1),
            Outcome::Several(()) => counts.next().unwrap_or(limit),
        };
        (Puzzle::Usual(board), Found::from(outcome), count)
    });
    let mut others = others.into_iter().peekable();
    for (index, &line) in lines.iter().enumerate() {
        let Some((_, read)) = others.next_if(|&(at, _)| at == index) else {
            let (puzzle, found, count) = usual.next().expect("an outcome per board");
            answer(line, &puzzle, found, count, answers);
            continue;
        };
        match read {
            Ok((puzzle, note)) => {
                let (found, count) = match &puzzle {
                    Puzzle::Usual(_) => {
                        usual.next().map(|(_, found, count)| (found, count)).expect("an outcome per board")
                    }
                    Puzzle::Other(other) => other.with_count(other.outcome(), limit),
                    Puzzle::Variant(variant) => counted(variant, limit),
                };
                answer(line, &puzzle, found, count, answers);
                answers.remark(Remarks { note, error: None });
            }
            Err(answer) => answers.push(answer),
        }
    }
}

/// Replaces `outcomes` with those of standard boards. Returns the numbers of solutions of the
/// boards with several solutions, counted up to `limit`, or an empty list if the limit is 2 or
/// less.
fn solve_all(
    boards: &[Board],
    engine: Option<Engine>,
    limit: u64,
    outcomes: &mut Vec<Outcome<Board, ()>>,
) -> Vec<u64> {
    match engine {
        Some(engine) => sudoku::outcomes_into(boards, engine, outcomes),
        None => {
            outcomes.clear();
            outcomes.extend(boards.iter().map(by_reference));
        }
    }
    if limit <= 2 {
        return Vec::new();
    }
    let ambiguous = boards.iter().zip(&*outcomes).filter(|(_, outcome)| **outcome == Outcome::Several(()));
    let ambiguous: Vec<Board> = ambiguous.map(|(board, _)| *board).collect();
    match engine {
        Some(engine) => sudoku::counts_up_to(&ambiguous, limit, engine),
        None => {
            let count = |board| reference::count_solutions_up_to(board, limit, &mut Budget::unlimited());
            ambiguous.iter().map(|board| count(board).expect(UNLIMITED)).collect()
        }
    }
}

const UNLIMITED: &str = "an unlimited budget";

fn by_reference(board: &Board) -> Outcome<Board, ()> {
    reference::outcome(board, &mut Budget::unlimited()).expect(UNLIMITED).without_witness()
}
