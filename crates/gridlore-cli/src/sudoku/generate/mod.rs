//! `gridlore sudoku generate`: generates puzzles from seeds, and prints them as soon as they are
//! ready.

mod names;
mod rules;

pub(super) use names::{RuleName, help as rule_help};

use super::args::{Cells, Clues, Difficulty, Format, Generate};
use super::human::Criteria;
use super::{engine, heading, json};
use crate::Exit;
use crate::batch::count_in_words;
use crate::progress::Progress;
use anyhow::{Result, bail, ensure};
use gridlore::{Budget, BudgetSpent};
use gridlore_sudoku::{
    Bias, Board, Engine, Level, Pattern, Recipe, generated, minimal, minimal_puzzles, obstacle, shaped,
    weight,
};
use gridlore_sudoku_geometry::{self as geometry, Geometry, Solver, Symbols};
use serde::Serialize;
use std::collections::BTreeMap;
use std::hash::{BuildHasher, RandomState};
use std::io::{BufWriter, StdoutLock, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

/// A generated puzzle as JSON.
#[derive(Serialize, Default)]
struct Record {
    /// The game id, on standard boards.
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    geometry: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    symbols: Option<String>,
    puzzle: String,
    givens: usize,
    seed: u64,
    /// With a controlled bias, how many times to count this puzzle to correct for the bias.
    #[serde(skip_serializing_if = "Option::is_none")]
    weight: Option<f64>,
    /// The names of the rules of a variant.
    #[serde(skip_serializing_if = "Option::is_none")]
    rules: Option<Vec<&'static str>>,
    /// The solution of a variant.
    #[serde(skip_serializing_if = "Option::is_none")]
    solution: Option<String>,
}

/// Prints puzzles.
struct Printer {
    out: BufWriter<StdoutLock<'static>>,
    format: Format,
    progress: Progress,
    printed: u64,
    all: u64,
    /// Whether the puzzles are drawn with a controlled bias.
    is_weighted: bool,
}

impl Printer {
    /// Prints a puzzle of the standard board with the id of its game.
    fn print(&mut self, puzzle: &Board, seed: u64, id: impl FnOnce() -> String) -> Result<()> {
        self.put(seed, puzzle.filled_count(), || puzzle.to_line(), || puzzle.to_grid(), || (Some(id()), None))
    }

    /// Prints a puzzle as a line, a grid, or JSON with an id or with a geometry and symbols.
    fn put(
        &mut self,
        seed: u64,
        givens: usize,
        line: impl FnOnce() -> String,
        grid: impl FnOnce() -> String,
        identity: impl FnOnce() -> (Option<String>, Option<(String, String)>),
    ) -> Result<()> {
        let text = match self.format {
            Format::Line => line(),
            Format::Grid => grid(),
            Format::Json => {
                let (id, shape) = identity();
                let (geometry, symbols) = shape.unzip();
                let weight = self.is_weighted.then(|| weight(givens));
                let puzzle = line();
                json(&Record { id, geometry, symbols, puzzle, givens, seed, weight, ..Record::default() })
            }
        };
        self.line(&text)
    }

    fn record(&mut self, record: &Record) -> Result<()> {
        self.line(&json(record))
    }

    fn line(&mut self, text: &str) -> Result<()> {
        writeln!(self.out, "{text}")?;
        self.printed += 1;
        Ok(())
    }

    fn flush(&mut self) -> Result<()> {
        self.out.flush()?;
        let printed = self.printed;
        self.progress.show((printed, Some(self.all)), || count_in_words(printed, "puzzle"));
        Ok(())
    }
}

pub(super) fn run(args: &Generate) -> Result<Exit> {
    let seed = args.seed.unwrap_or_else(|| RandomState::new().hash_one("seed"));
    let mut printer = Printer {
        out: BufWriter::new(std::io::stdout().lock()),
        format: args.format,
        progress: Progress::new(args.report.quiet),
        printed: 0,
        all: args.number,
        is_weighted: args.controlled_bias,
    };
    let bias = if args.controlled_bias { Bias::Controlled } else { Bias::TopDown };
    let mut recipe = Recipe { pattern: args.symmetry, bias, is_minimal: !args.spare, ..Recipe::default() };
    let other =
        args.shape.geometry.clone().filter(|geometry| !geometry.is_usual() || args.shape.symbols.is_some());
    let has_rules = !args.rule.is_empty() || args.board.is_some();
    ensure!(
        !args.spare || args.clues.is_some() || args.pattern.is_some() || has_rules,
        "--spare needs --clues, --pattern, --rule or --board"
    );
    ensure!(args.to.is_none() || has_rules, "--to needs --rule or --board");
    if args.difficulty.is_some() && !has_rules {
        let is_free = args.clues.is_none() && args.symmetry == Pattern::None && args.shape.geometry.is_none();
        ensure!(is_free, "--difficulty with --clues, --symmetry or --geometry needs --rule or --board");
    }
    let mut exit = Exit::Done;
    if has_rules {
        exit = rules::run(seed, args, &mut printer)?;
    } else if let Some(geometry) = other {
        heading(&args.shape)?;
        recipe.clues = args.clues.as_ref().map_or(0..=geometry.size(), |clues| clues.0.clone());
        exit = on_other(&geometry, &recipe, seed, args, &mut printer)?;
    } else if let Some(Cells(cells)) = &args.pattern {
        if let Some(obstacle) = obstacle(cells, !args.spare) {
            bail!("--pattern: {obstacle}");
        }
        let make =
            || |seed: u64, budget: &mut Budget| shaped(cells, !args.spare, seed, budget).map_err(Miss::from);
        exit = by_seed(seed, args, &mut printer, make, |printer, seed, puzzle| {
            printer.print(&puzzle, seed, || format!("sudoku:{puzzle}"))
        })?;
    } else if let Some(difficulty) = args.difficulty {
        let level = match difficulty {
            Difficulty::Both(level, _) => level,
            Difficulty::Minimal => Level::Minimal,
            Difficulty::Extreme => bail!("--difficulty extreme needs --rule"),
        };
        by_level(level, seed, &mut printer)?;
    } else {
        if let Some(Clues(clues)) = &args.clues {
            let (from, to) = (*clues.start(), *clues.end());
            let max = if args.spare { 81 } else { 40 };
            ensure!(
                from >= 17 && to <= max,
                "--clues: found {from}..{to}, expected a range within 17..{max} on the 9x9 board"
            );
            recipe.clues = clues.clone();
        }
        match (args.wanted.criteria()?, engine(args.effort.engine)?) {
            (Some(criteria), _) => {
                by_criteria(&criteria, &recipe, seed, args.effort.threads.count(), &mut printer)?
            }
            (None, Some(engine)) => {
                by_recipe(&recipe, seed, (engine, args.effort.threads.count()), &mut printer)?
            }
            (None, None) => {
                bail!("--engine scalar cannot generate puzzles; use portable, which runs on any processor")
            }
        }
    }
    printer.progress.finish();
    if args.report.summary {
        let seconds = printer.progress.seconds();
        #[expect(clippy::cast_precision_loss, reason = "a rate for people")]
        let rate = printer.printed as f64 / seconds.max(1e-9);
        eprintln!("{} in {seconds:.2} s ({rate:.0} per second)", count_in_words(printer.printed, "puzzle"));
    }
    Ok(exit)
}

fn by_level(level: Level, seed: u64, printer: &mut Printer) -> Result<()> {
    for index in 0..printer.all {
        let seed = seed.wrapping_add(index);
        printer.print(&generated(level, seed), seed, || format!("sudoku:{level}#{seed}"))?;
        printer.flush()?;
    }
    Ok(())
}

/// Generates puzzles in waves; in each wave, every thread handles a range of seeds. The first waves
/// are short, so output begins early.
fn by_recipe(
    recipe: &Recipe,
    first: u64,
    (engine, threads): (Engine, usize),
    printer: &mut Printer,
) -> Result<()> {
    let mut wave = threads as u64;
    let mut index = 0;
    while index < printer.all {
        let end = printer.all.min(index + wave);
        let share = (end - index).div_ceil(threads as u64);
        let made: Vec<Vec<Board>> = thread::scope(|scope| {
            let workers: Vec<_> = (index..end)
                .step_by(usize::try_from(share)?)
                .map(|from| {
                    scope.spawn(move || {
                        let seeds = (from..end.min(from + share)).map(|index| first.wrapping_add(index));
                        let mut puzzles = Vec::new();
                        minimal_puzzles(recipe, seeds, engine, |puzzle| {
                            puzzles.push(puzzle);
                            true
                        });
                        puzzles
                    })
                })
                .collect();
            anyhow::Ok(
                workers.into_iter().map(|worker| worker.join().expect("an engine does not panic")).collect(),
            )
        })?;
        for puzzle in made.iter().flatten() {
            printer.print(puzzle, first.wrapping_add(index), || format!("sudoku:{puzzle}"))?;
            index += 1;
        }
        printer.flush()?;
        wave = (2 * wave).min(4096 * threads as u64);
    }
    Ok(())
}

/// Number of candidates per thread and wave.
const PER_WAVE: u64 = 32;

/// Generates puzzles in waves until enough of them meet the criteria.
fn by_criteria(
    criteria: &Criteria,
    recipe: &Recipe,
    first: u64,
    threads: usize,
    printer: &mut Printer,
) -> Result<()> {
    let mut made = 0u64;
    while printer.printed < printer.all {
        let starts: Vec<u64> = (0..threads as u64).map(|thread| made + thread * PER_WAVE).collect();
        let found: Vec<Vec<(u64, Board)>> = thread::scope(|scope| {
            let look = |start: u64| {
                move || {
                    let seeds = (start..start + PER_WAVE).map(|index| first.wrapping_add(index));
                    let puzzles = seeds.map(|seed| (seed, minimal(recipe, seed)));
                    puzzles.filter(|(_, puzzle)| criteria.are_met_by(puzzle)).collect()
                }
            };
            let workers: Vec<_> = starts.into_iter().map(|start| scope.spawn(look(start))).collect();
            workers.into_iter().map(|worker| worker.join().expect("an engine does not panic")).collect()
        });
        made += threads as u64 * PER_WAVE;
        for (seed, puzzle) in found.iter().flatten() {
            if printer.printed < printer.all {
                printer.print(puzzle, *seed, || format!("sudoku:{puzzle}"))?;
            }
        }
        printer.out.flush()?;
        let printed = printer.printed;
        printer
            .progress
            .show((printed, Some(printer.all)), || format!("{printed} found among {made} puzzles"));
    }
    Ok(())
}

/// Generates puzzles for a board of another geometry.
fn on_other(
    geometry: &Geometry,
    recipe: &Recipe,
    first: u64,
    args: &Generate,
    printer: &mut Printer,
) -> Result<Exit> {
    let side = geometry.side();
    let symbols = match &args.shape.symbols {
        Some(text) => Symbols::parse(text, side).map_err(|kind| anyhow::anyhow!("--symbols: {kind}"))?,
        None => Symbols::usual(side),
    };
    let make = || {
        let mut solver = Solver::new(geometry);
        move |seed: u64, budget: &mut Budget| {
            geometry::generated(geometry, &mut solver, recipe, seed, budget).map_err(Miss::from)
        }
    };
    by_seed(first, args, printer, make, |printer, seed, puzzle| {
        printer.put(
            seed,
            puzzle.filled().count(),
            || puzzle.to_line(&symbols),
            || puzzle.to_text(geometry, &symbols),
            || (None, Some((geometry.to_string(), symbols.to_string()))),
        )
    })
}

/// The reason why a seed has no puzzle.
enum Miss {
    /// The seed is skipped, for this reason and with this exit code.
    Skipped(String, Exit),
    /// Ctrl-C was pressed.
    Stopped,
    /// No seed has a puzzle.
    Bad(anyhow::Error),
}

impl From<BudgetSpent> for Miss {
    fn from(spent: BudgetSpent) -> Self {
        Self::Skipped(spent.to_string(), Exit::BudgetSpent)
    }
}

/// Generates one puzzle per seed on several threads. Each thread creates its own generator with
/// `maker` and takes the next seed when it is free; puzzles are printed in the order of their
/// seeds.
fn by_seed<P: Send, M: FnMut(u64, &mut Budget) -> Result<P, Miss>>(
    first: u64,
    args: &Generate,
    printer: &mut Printer,
    maker: impl Fn() -> M + Sync,
    mut print: impl FnMut(&mut Printer, u64, P) -> Result<()>,
) -> Result<Exit> {
    let all = printer.all;
    let next = AtomicU64::new(0);
    let work = |results: mpsc::Sender<(u64, Result<P, Miss>)>| {
        let mut make = maker();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let mut budget = Budget::nodes(args.shape.budget.nodes.unwrap_or(u64::MAX));
            let seed = first.wrapping_add(index);
            if index >= all {
                return;
            }
            let made = make(seed, &mut budget);
            let is_over = matches!(made, Err(Miss::Stopped | Miss::Bad(_)));
            if results.send((index, made)).is_err() || is_over {
                return;
            }
        }
    };
    let mut is_stopped = false;
    let exit = thread::scope(|scope| -> Result<Exit> {
        let (sender, results) = mpsc::channel();
        for _ in 0..args.effort.threads.count() {
            let sender = sender.clone();
            scope.spawn(|| work(sender));
        }
        drop(sender);
        let mut exit = Exit::Done;
        let mut waiting = BTreeMap::new();
        let mut index = 0;
        loop {
            match results.recv_timeout(Duration::from_millis(100)) {
                Ok((index, made)) => waiting.insert(index, made),
                Err(RecvTimeoutError::Timeout) => {
                    printer.progress.wait(|| "generating puzzles".to_owned());
                    continue;
                }
                Err(RecvTimeoutError::Disconnected) => return Ok(exit),
            };
            while let Some(made) = waiting.remove(&index) {
                let seed = first.wrapping_add(index);
                index += 1;
                match made {
                    Ok(puzzle) => print(printer, seed, puzzle)?,
                    Err(Miss::Skipped(reason, code)) => {
                        printer
                            .progress
                            .suspend(|| eprintln!("gridlore: no puzzle for seed {seed}: {reason}"));
                        exit = code;
                    }
                    // The other threads may still have complete puzzles.
                    Err(Miss::Stopped) => {
                        is_stopped = true;
                        exit = Exit::BudgetSpent;
                    }
                    Err(Miss::Bad(error)) => return Err(error),
                }
                printer.flush()?;
            }
        }
    });
    if is_stopped {
        let printed = printer.printed;
        printer.progress.suspend(|| eprintln!("gridlore: stopped after {printed} of {all} puzzles"));
    }
    exit
}
