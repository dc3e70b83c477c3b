//! `gridlore sudoku hint|steps|explain` for puzzles with variant rules.

use super::pictures::Pictures;
use super::position::Position;
use crate::Exit;
use crate::input::{BLOCK_LINE, Source};
use crate::interrupt;
use crate::sudoku::analysis::Rule;
use crate::sudoku::variant::Variant;
use anyhow::{Result, anyhow};
use gridlore::Budget;
use gridlore_sudoku::Outcome;
use gridlore_sudoku_formats::Progress;
use gridlore_sudoku_human::formats;
use gridlore_sudoku_variants::constraint::{Constraint, Mark};
use gridlore_sudoku_variants::explain::{Explainer, Step};
use gridlore_sudoku_variants::{self as variants, Puzzle, Shape, Solver, build};
use serde::Serialize;
use std::io::Write;
use std::rc::Rc;

/// Default maximum number of guesses for deciding whether a puzzle has one solution; --budget
/// changes it.
pub(super) const GUESSES: u64 = 20_000;
/// Default maximum number of values to try in constraints, which takes about 10 seconds; --budget
/// changes it.
pub(super) const TRIES: u64 = 20_000_000;

/// A puzzle with variant rules, and the state of its explanation.
pub(super) struct Explained {
    puzzle: Rc<Puzzle>,
    explainer: Explainer,
    budget: Budget,
    /// The value of each cell of the only solution, if known.
    solution: Option<Vec<i32>>,
    /// Whether there is a solution, as far as known.
    is_solvable: bool,
}

/// Returns the text of a step; a long text is folded unless `is_full` is set.
fn text_of(step: &Step, is_full: bool) -> &str {
    step.skeleton.as_ref().filter(|_| !is_full).unwrap_or(&step.text)
}

/// The form in which each step is printed.
#[derive(Clone, Copy)]
pub(super) enum Form<'a> {
    /// A line.
    Line,
    /// A line and the reasons.
    Reasons,
    /// A number, a line and the reasons, preceded by the candidates if the step removes any.
    Path,
    /// A JSON object.
    Json,
    /// A picture.
    Picture(&'a Pictures),
}

/// A step as JSON.
#[derive(Serialize)]
struct Record {
    technique: &'static str,
    /// Whether a candidate was tried.
    trial: bool,
    changes: String,
    placements: Vec<Digit>,
    eliminations: Vec<Digit>,
    cells: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    constraints: Vec<Rule>,
    text: String,
}

#[derive(Serialize)]
struct Digit {
    cell: String,
    digit: i32,
}

/// Returns the values of a set.
fn values(shape: &Shape, set: u32) -> impl Iterator<Item = i32> {
    let shape = *shape;
    (0..shape.values).filter(move |bit| set >> bit & 1 == 1).map(move |bit| shape.value(bit))
}

/// Returns the changes of a step, such as `r1c1=4`, or `r1c1<>2,3; r2c1<>9`.
fn changes(shape: &Shape, step: &Step) -> String {
    if let Some((cell, value)) = step.placement {
        return format!("{}={value}", shape.cell_name(cell));
    }
    let lost = step.removals.iter().map(|(cell, set)| {
        let values: Vec<String> = values(shape, *set).map(|value| value.to_string()).collect();
        format!("{}<>{}", shape.cell_name(*cell), values.join(","))
    });
    lost.collect::<Vec<_>>().join("; ")
}

/// Returns whether `text` is a puzzle with variant rules. Some links and files of plain sudoku look
/// like those of variants.
pub(super) fn has_rules(text: &str) -> bool {
    let text = text.trim();
    variants::is_text(text)
        || variants::is_constraints(text)
        || gridlore_sudoku_formats::is_variant(text) && formats::positions(text).is_err()
}

/// Maximum number of cells that are named if many have wrong candidates.
const MAX_NAMED: usize = 6;

/// Returns sentences about the player’s entries that contradict the solution.
fn mistakes(shape: &Shape, progress: &Progress, solution: &[i32]) -> Vec<String> {
    let wrong = progress.digits.iter().filter(|(cell, digit)| solution.get(*cell) != Some(digit));
    let mut found: Vec<String> = wrong
        .map(|(cell, digit)| format!("{digit} was placed in {} by mistake.", shape.cell_name(*cell)))
        .collect();
    let missing = progress.marks.iter().filter_map(|(cell, marks)| {
        let digit = solution.get(*cell)?;
        (!marks.contains(digit))
            .then(|| format!("{digit} was removed from {} by mistake.", shape.cell_name(*cell)))
    });
    found.extend(missing);
    let count = found.len();
    if count > MAX_NAMED {
        found.truncate(MAX_NAMED);
        found.push(format!("There are {} more mistakes.", count - MAX_NAMED));
    }
    found
}

/// Returns the candidates that a puzzle gives as constraints of cells, and the puzzle without these
/// constraints.
fn without_marks(puzzle: &Puzzle) -> (Progress, Puzzle) {
    let mut progress = Progress::default();
    let mut rest = puzzle.clone();
    rest.constraints.retain(|constraint| match constraint {
        Constraint::Cell(Mark::Candidates(values), cell) => {
            progress.marks.push((*cell, values.clone()));
            false
        }
        _ => true,
    });
    (progress, rest)
}

/// Returns the reasons why a puzzle has no solution if its candidates are to blame, such as the
/// cells whose candidates do not include the digit of the only solution.
fn wrong_marks(puzzle: &Puzzle, guesses: u64) -> Vec<String> {
    let (progress, rest) = without_marks(puzzle);
    if progress.marks.is_empty() {
        return Vec::new();
    }
    let outcome = Solver::new(&rest).map(|mut solver| solver.outcome(&mut Budget::nodes(guesses)));
    match outcome {
        Ok(Ok(variants::Outcome::Unique(solution))) => mistakes(&puzzle.shape, &progress, &solution),
        Ok(Ok(variants::Outcome::Several(_))) => {
            vec!["The candidates contradict each other or the rules.".to_owned()]
        }
        _ => Vec::new(),
    }
}

/// Returns the position that a player has reached, and a sentence if it obviously contradicts the
/// rules.
fn start(puzzle: &Puzzle, progress: &Progress, sets: &[(usize, u32)]) -> (Explainer, Option<String>) {
    let shape = &puzzle.shape;
    let mut explainer = Explainer::new(puzzle);
    let was_broken = explainer.is_broken();
    let mut contradiction = None;
    for (cell, digit) in &progress.digits {
        let can_hold = explainer.candidates()[*cell] & shape.set_of(*digit) != 0;
        if !can_hold && contradiction.is_none() {
            let cell = shape.cell_name(*cell);
            contradiction = Some(format!("{digit} in {cell} contradicts the rules or another digit."));
        }
        explainer = explainer.at(&[(*cell, *digit)], &[]);
    }
    explainer = explainer.at(&[], sets);
    let empty = explainer.candidates().iter().position(|set| *set == 0).filter(|_| !was_broken);
    let no_candidate = |cell| format!("The entries leave no candidate for {}.", shape.cell_name(cell));
    (explainer, contradiction.or_else(|| empty.map(no_candidate)))
}

impl Explained {
    /// Reads a position if it is a puzzle with variant rules; returns `None` if it is a plain
    /// puzzle. Notes on how it was read are printed to standard error.
    pub(super) fn read(position: &Position) -> Result<Option<Self>> {
        let text = position.text()?.trim();
        if !has_rules(text) {
            return Ok(None);
        }
        let nodes = position.board().budget.nodes;
        let line = text.replace("\r\n", "\n").replace('\n', &char::from(BLOCK_LINE).to_string());
        let (variant, note) =
            Variant::parse(&line, nodes.unwrap_or(GUESSES)).map_err(|(column, reason)| {
                anyhow!("{}, column {column}: {reason}", Source::new(1, position.source()).name())
            })?;
        if let Some(note) = note {
            eprintln!("{note}");
        }
        let puzzle = variant.rules();
        let mut is_solvable = true;
        let solution = match variant.outcome() {
            Ok(Outcome::None) => {
                let mistakes = wrong_marks(&puzzle, nodes.unwrap_or(GUESSES));
                mistakes.iter().for_each(|mistake| eprintln!("{mistake}"));
                eprintln!("There is no solution; to see why, run `gridlore sudoku conflict`.");
                is_solvable = false;
                None
            }
            Ok(Outcome::Unique(solution)) => {
                let solution = solution.values().unwrap_or_default();
                let mistakes = mistakes(&puzzle.shape, variant.progress(), solution);
                mistakes.iter().for_each(|mistake| eprintln!("{mistake}"));
                is_solvable = mistakes.is_empty();
                Some(solution.to_vec())
            }
            Ok(Outcome::Several(())) => {
                eprintln!("The puzzle has several solutions; the steps find only what they have in common.");
                None
            }
            Err(_) => None,
        };
        let progress = variant.progress();
        let sets = progress.marks.iter().map(|(cell, values)| {
            (*cell, values.iter().fold(0, |set, value| set | puzzle.shape.set_of(*value)))
        });
        let (explainer, contradiction) = start(&puzzle, progress, &sets.collect::<Vec<_>>());
        if let Some(contradiction) = contradiction.filter(|_| is_solvable) {
            eprintln!("{contradiction}");
            is_solvable = false;
        }
        let budget = Budget::nodes(nodes.unwrap_or(TRIES));
        Ok(Some(Self { puzzle, explainer, budget, solution, is_solvable }))
    }

    /// Returns the next step, or the exit status at the end of the path.
    fn next_step(&mut self) -> Result<Step, Exit> {
        if !self.is_solvable {
            return Err(Exit::NotSolved);
        }
        match self.explainer.next_step(&mut self.budget) {
            Ok(Some(step)) => {
                // Each step is checked by the engine, which does not share any code with the
                // explanations.
                assert!(self.keeps_the_solution(&step), "a step contradicts the solution: {}", step.text);
                Ok(step)
            }
            Ok(None) if self.explainer.is_solved() => Err(Exit::Done),
            Ok(None) if self.explainer.is_broken() => {
                let cell = self.explainer.candidates().iter().position(|set| *set == 0).unwrap_or_default();
                eprintln!(
                    "{} has no candidates left: there is no solution.",
                    self.puzzle.shape.cell_name(cell)
                );
                Err(Exit::NotSolved)
            }
            Ok(None) => {
                eprintln!(
                    "No known technique applies here; {} cells are blank. The rest needs deeper trial and error.",
                    self.blanks()
                );
                Err(Exit::NotSolved)
            }
            Err(spent) => {
                eprintln!(
                    "Stopped: {spent}; {} cells are blank. To raise the limit, use --budget.",
                    self.blanks()
                );
                Err(Exit::BudgetSpent)
            }
        }
    }

    fn keeps_the_solution(&self, step: &Step) -> bool {
        let Some(solution) = &self.solution else { return true };
        let shape = &self.puzzle.shape;
        // Solutions do not include variables.
        let value = |cell: usize| solution.get(cell).copied();
        step.placement.is_none_or(|(cell, placed)| value(cell).is_none_or(|value| value == placed))
            && step
                .removals
                .iter()
                .all(|(cell, set)| value(*cell).is_none_or(|value| set & shape.set_of(value) == 0))
    }

    fn blanks(&self) -> usize {
        (0..self.puzzle.shape.cells()).filter(|cell| !self.explainer.is_placed(*cell)).count()
    }

    /// Returns a step on one line.
    fn line(&self, step: &Step) -> String {
        format!("{}: {}", step.technique, changes(&self.puzzle.shape, step))
    }

    fn record(&self, step: &Step) -> Record {
        let shape = &self.puzzle.shape;
        let digit = |cell: usize, digit: i32| Digit { cell: shape.cell_name(cell), digit };
        let lost = step
            .removals
            .iter()
            .flat_map(|(cell, set)| values(shape, *set).map(|value| digit(*cell, value)).collect::<Vec<_>>());
        let constraints = step.constraints.iter();
        Record {
            technique: step.technique.name(),
            trial: step.technique.is_trial(),
            changes: changes(shape, step),
            placements: step.placement.iter().map(|(cell, value)| digit(*cell, *value)).collect(),
            eliminations: lost.collect(),
            cells: step.cells.iter().map(|cell| shape.cell_name(*cell)).collect(),
            constraints: constraints
                .map(|index| Rule::new(shape, &self.puzzle.constraints[*index]))
                .collect(),
            text: step.text.clone(),
        }
    }

    /// Returns the candidates of each cell in columns, with borders between standard boxes.
    fn grid(&self) -> String {
        let shape = &self.puzzle.shape;
        let comma = if shape.highest() > 9 { "," } else { "" };
        let texts: Vec<String> = self.explainer.candidates()[..shape.cells()]
            .iter()
            .enumerate()
            .map(|(cell, set)| match set {
                _ if shape.is_absent(cell) => String::new(),
                0 => "-".to_owned(),
                // Candidates are printed as numbers, as in the reasons.
                set => values(shape, *set).map(|value| value.to_string()).collect::<Vec<_>>().join(comma),
            })
            .collect();
        let width = texts.iter().map(String::len).max().unwrap_or(1);
        let regions = build::regions_of(&self.puzzle);
        let is_usual = !regions.is_empty() && regions == build::usual_regions(shape, None);
        let size = shape.box_of(shape.rows.max(shape.columns)).filter(|_| is_usual);
        let (rows, columns) = size.unwrap_or((shape.rows, shape.columns));
        let part = "-".repeat(columns * (width + 1) + 1);
        let rule = format!("+{}+\n", vec![part; shape.columns / columns].join("+"));
        let mut grid = String::new();
        for (row, cells) in texts.chunks(shape.columns).enumerate() {
            if row.is_multiple_of(rows) {
                grid.push_str(&rule);
            }
            for part in cells.chunks(columns) {
                let cells: Vec<String> = part.iter().map(|text| format!("{text:width$}")).collect();
                grid.push_str(&format!("| {} ", cells.join(" ")));
            }
            grid.push_str("|\n");
        }
        grid + &rule
    }

    /// Prints the steps to the solution, or as many as are found.
    pub(super) fn walk(mut self, form: Form<'_>, is_full: bool) -> Result<Exit> {
        let mut out = std::io::stdout().lock();
        let (mut number, mut trials) = (0, 0);
        let exit = loop {
            if interrupt::is_requested() {
                eprintln!("Stopped; {} cells are blank.", self.blanks());
                break Exit::BudgetSpent;
            }
            let step = match self.next_step() {
                Ok(step) => step,
                Err(exit) => break exit,
            };
            number += 1;
            trials += usize::from(step.technique.is_trial());
            match form {
                Form::Line => writeln!(out, "{}", self.line(&step))?,
                Form::Reasons => writeln!(out, "{}\n    {}", self.line(&step), text_of(&step, is_full))?,
                Form::Json => writeln!(out, "{}", serde_json::to_string(&self.record(&step))?)?,
                Form::Picture(pictures) => pictures.svg(Some(number), &self.picture(&step))?,
                Form::Path => {
                    if step.placement.is_none() {
                        write!(out, "\n{}", self.grid())?;
                    }
                    writeln!(out, "{number}. {}\n   {}", self.line(&step), text_of(&step, is_full))?;
                }
            }
            self.explainer.apply(&step);
        };
        if matches!(form, Form::Path) && self.is_solvable {
            let tried = match trials {
                0 => String::new(),
                1 => "; one of them tries a candidate".to_owned(),
                trials => format!("; {trials} of them try a candidate"),
            };
            let steps = if number == 1 { "1 step".to_owned() } else { format!("{number} steps") };
            if self.explainer.is_solved() {
                writeln!(out, "\nSolved in {steps}{tried}.")?;
            } else {
                writeln!(out, "\nThe position after {steps}{tried}:\n{}", self.grid())?;
            }
        }
        Ok(exit)
    }

    fn picture(&self, step: &Step) -> String {
        gridlore_sudoku_formats::to_step_svg(&self.puzzle, &self.explainer, step)
    }

    /// Prints the next step with the level of detail `level`, as JSON or as a picture.
    pub(super) fn hint(
        mut self,
        level: u8,
        is_json: bool,
        is_full: bool,
        pictures: &Pictures,
    ) -> Result<Exit> {
        if self.explainer.is_solved() {
            println!("The puzzle is solved.");
            return Ok(Exit::Done);
        }
        let step = match self.next_step() {
            Ok(step) => step,
            Err(exit) => return Ok(exit),
        };
        if is_json {
            println!("{}", serde_json::to_string(&self.record(&step))?);
            return Ok(Exit::Done);
        }
        if pictures.are_requested() {
            pictures.svg(None, &self.picture(&step))?;
            return Ok(Exit::Done);
        }
        let shape = &self.puzzle.shape;
        match level {
            1 => println!("Look at {}.", step.place),
            2 => println!("{}: look at {}.", step.technique, step.place),
            3 => println!("{} in {}.", step.technique, shape.cell_names(&step.cells)),
            _ => {
                let text = text_of(&step, is_full);
                println!("{}\n{text}\n\n{}", self.line(&step), self.grid().trim_end());
            }
        }
        Ok(Exit::Done)
    }
}
