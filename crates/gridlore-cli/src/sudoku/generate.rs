//! `gridlore sudoku generate`: puzzles by seed, a line each, as soon as they are ready.

use super::human::Wish;
use super::{engine, heading, json};
use crate::Exit;
use crate::args::{Cells, Clues, Format, Generate};
use crate::progress::Progress;
use anyhow::{Result, bail, ensure};
use gridlore::{Budget, BudgetSpent};
use gridlore_sudoku::{
    Bias, Board, Engine, Level, Recipe, generated, minimal, minimal_puzzles, obstacle, shaped, weight,
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
#[derive(Serialize)]
struct Made {
    /// The game, on usual boards.
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    geometry: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    symbols: Option<String>,
    puzzle: String,
    givens: usize,
    seed: u64,
    /// How many puzzles it stands for, where that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    weight: Option<f64>,
}

/// Where puzzles go.
struct Press {
    out: BufWriter<StdoutLock<'static>>,
    format: Format,
    progress: Progress,
    printed: u64,
    all: u64,
    /// Made with a controlled bias.
    is_weighted: bool,
}

impl Press {
    /// A usual puzzle; the id is that of the game.
    fn print(&mut self, puzzle: &Board, seed: u64, id: impl FnOnce() -> String) -> Result<()> {
        self.put(seed, puzzle.filled_count(), || puzzle.to_line(), || puzzle.to_grid(), || (Some(id()), None))
    }

    /// As a line, or a grid, or a line with an id or a geometry and its symbols.
    fn put(
        &mut self,
        seed: u64,
        givens: usize,
        line: impl FnOnce() -> String,
        grid: impl FnOnce() -> String,
        of: impl FnOnce() -> (Option<String>, Option<(String, String)>),
    ) -> Result<()> {
        let text = match self.format {
            Format::Line => line(),
            Format::Grid => grid(),
            Format::Json => {
                let (id, shape) = of();
                let (geometry, symbols) = shape.unzip();
                let weight = self.is_weighted.then(|| weight(givens));
                json(&Made { id, geometry, symbols, puzzle: line(), givens, seed, weight })
            }
        };
        writeln!(self.out, "{text}")?;
        self.printed += 1;
        Ok(())
    }

    fn flush(&mut self) -> Result<()> {
        self.out.flush()?;
        let printed = self.printed;
        self.progress.show((printed, Some(self.all)), || format!("{printed} puzzles"));
        Ok(())
    }
}

pub(crate) fn generate(args: &Generate) -> Result<Exit> {
    let seed = args.seed.unwrap_or_else(|| RandomState::new().hash_one("any seed"));
    let mut press = Press {
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
    let mut exit = Exit::Done;
    if let Some(geometry) = other {
        heading(&args.shape)?;
        recipe.clues = args.clues.as_ref().map_or(0..=geometry.size(), |clues| clues.0.clone());
        exit = on_other(&geometry, &recipe, seed, args, &mut press)?;
    } else if let Some(Cells(cells)) = &args.pattern {
        if let Some(obstacle) = obstacle(cells, !args.spare) {
            bail!("--pattern: {obstacle}");
        }
        let make = || |seed: u64, budget: &mut Budget| shaped(cells, !args.spare, seed, budget);
        exit = by_seed(seed, args, &mut press, make, |press, seed, puzzle| {
            press.print(&puzzle, seed, || format!("sudoku:{puzzle}"))
        })?;
    } else if let Some(level) = args.difficulty {
        by_level(level, seed, &mut press)?;
    } else {
        if let Some(Clues(clues)) = &args.clues {
            let (from, to) = (*clues.start(), *clues.end());
            let most = if args.spare { 81 } else { 40 };
            ensure!(
                from >= 17 && to <= most,
                "--clues: found {from}..{to}, expected 17..{most} or a part of it on the usual board"
            );
            recipe.clues = clues.clone();
        }
        match (args.wanted.wish()?, engine(args.effort.engine)?) {
            (Some(wish), _) => by_wish(&wish, &recipe, seed, args.effort.threads(), &mut press)?,
            (None, Some(engine)) => by_recipe(&recipe, seed, (engine, args.effort.threads()), &mut press)?,
            (None, None) => {
                bail!("the scalar engine makes no puzzles; the portable one runs on any processor")
            }
        }
    }
    press.progress.finish();
    if args.report.summary {
        let seconds = press.progress.seconds();
        #[expect(clippy::cast_precision_loss, reason = "a rate for people")]
        let rate = press.printed as f64 / seconds.max(1e-9);
        eprintln!("{} puzzles in {seconds:.2} s, {rate:.0} puzzles per second", press.printed);
    }
    Ok(exit)
}

fn by_level(level: Level, seed: u64, press: &mut Press) -> Result<()> {
    for index in 0..press.all {
        let seed = seed.wrapping_add(index);
        press.print(&generated(level, seed), seed, || format!("sudoku:{level}#{seed}"))?;
        press.flush()?;
    }
    Ok(())
}

/// In waves, each thread a run of seeds: short waves first, so that something is there to see.
fn by_recipe(
    recipe: &Recipe,
    first: u64,
    (engine, threads): (Engine, usize),
    press: &mut Press,
) -> Result<()> {
    let mut wave = threads as u64;
    let mut index = 0;
    while index < press.all {
        let end = press.all.min(index + wave);
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
            press.print(puzzle, first.wrapping_add(index), || format!("sudoku:{puzzle}"))?;
            index += 1;
        }
        press.flush()?;
        wave = (2 * wave).min(4096 * threads as u64);
    }
    Ok(())
}

/// How many puzzles each thread makes, and looks at, before what is found is printed.
const LOOKED_AT: u64 = 32;

/// The puzzles of a wish among those of the seeds, in waves.
fn by_wish(wish: &Wish, recipe: &Recipe, first: u64, threads: usize, press: &mut Press) -> Result<()> {
    let mut made = 0u64;
    while press.printed < press.all {
        let starts: Vec<u64> = (0..threads as u64).map(|thread| made + thread * LOOKED_AT).collect();
        let found: Vec<Vec<(u64, Board)>> = thread::scope(|scope| {
            let look = |start: u64| {
                move || {
                    let seeds = (start..start + LOOKED_AT).map(|index| first.wrapping_add(index));
                    let puzzles = seeds.map(|seed| (seed, minimal(recipe, seed)));
                    puzzles.filter(|(_, puzzle)| wish.holds(puzzle)).collect()
                }
            };
            let workers: Vec<_> = starts.into_iter().map(|start| scope.spawn(look(start))).collect();
            workers.into_iter().map(|worker| worker.join().expect("an engine does not panic")).collect()
        });
        made += threads as u64 * LOOKED_AT;
        for (seed, puzzle) in found.iter().flatten() {
            if press.printed < press.all {
                press.print(puzzle, *seed, || format!("sudoku:{puzzle}"))?;
            }
        }
        press.out.flush()?;
        let printed = press.printed;
        press.progress.show((printed, Some(press.all)), || format!("{printed} found among {made} puzzles"));
    }
    Ok(())
}

/// On another board.
fn on_other(
    geometry: &Geometry,
    recipe: &Recipe,
    first: u64,
    args: &Generate,
    press: &mut Press,
) -> Result<Exit> {
    let side = geometry.side();
    let symbols = match &args.shape.symbols {
        Some(text) => Symbols::parse(text, side).map_err(|kind| anyhow::anyhow!("--symbols: {kind}"))?,
        None => Symbols::usual(side),
    };
    let make = || {
        let mut solver = Solver::new(geometry);
        move |seed: u64, budget: &mut Budget| geometry::generated(geometry, &mut solver, recipe, seed, budget)
    };
    by_seed(first, args, press, make, |press, seed, puzzle| {
        press.put(
            seed,
            puzzle.filled().count(),
            || puzzle.to_line(&symbols),
            || puzzle.to_text(geometry, &symbols),
            || (None, Some((geometry.to_string(), symbols.to_string()))),
        )
    })
}

/// Each thread makes itself a maker and takes the next seed when it is done with one; the puzzles
/// are printed in the order of their seeds.
fn by_seed<P: Send, M: FnMut(u64, &mut Budget) -> Result<P, BudgetSpent>>(
    first: u64,
    args: &Generate,
    press: &mut Press,
    maker: impl Fn() -> M + Sync,
    mut print: impl FnMut(&mut Press, u64, P) -> Result<()>,
) -> Result<Exit> {
    let all = press.all;
    let next = AtomicU64::new(0);
    let work = |results: mpsc::Sender<(u64, Result<P, BudgetSpent>)>| {
        let mut make = maker();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let mut budget = Budget::nodes(args.shape.budget.unwrap_or(u64::MAX));
            let seed = first.wrapping_add(index);
            if index >= all || results.send((index, make(seed, &mut budget))).is_err() {
                return;
            }
        }
    };
    thread::scope(|scope| {
        let (sender, results) = mpsc::channel();
        for _ in 0..args.effort.threads() {
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
                    press.progress.wait(|| "making puzzles".to_owned());
                    continue;
                }
                Err(RecvTimeoutError::Disconnected) => return Ok(exit),
            };
            while let Some(made) = waiting.remove(&index) {
                let seed = first.wrapping_add(index);
                index += 1;
                match made {
                    Ok(puzzle) => print(press, seed, puzzle)?,
                    Err(spent) => {
                        press.progress.aside(|| eprintln!("gridlore: no puzzle of seed {seed}: {spent}"));
                        exit = Exit::BudgetSpent;
                    }
                }
                press.flush()?;
            }
        }
    })
}
