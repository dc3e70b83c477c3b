//! `gridlore sudoku generate`: puzzles by seed, a line each, as soon as they are ready.

use super::{engine, json};
use crate::Exit;
use crate::args::{Format, Generate};
use crate::progress::Progress;
use anyhow::Result;
use gridlore_sudoku::{Board, Engine, Level, Recipe, generated, minimal_puzzles};
use serde::Serialize;
use std::hash::{BuildHasher, RandomState};
use std::io::{BufWriter, StdoutLock, Write};
use std::thread;

/// A generated puzzle as JSON.
#[derive(Serialize)]
struct Made {
    id: String,
    puzzle: String,
    givens: usize,
    seed: u64,
}

/// Where puzzles go.
struct Press {
    out: BufWriter<StdoutLock<'static>>,
    format: Format,
    progress: Progress,
    printed: u64,
    all: u64,
}

impl Press {
    fn print(&mut self, puzzle: &Board, seed: u64, id: impl FnOnce() -> String) -> Result<()> {
        match self.format {
            Format::Line => writeln!(self.out, "{puzzle}")?,
            Format::Grid => writeln!(self.out, "{}", puzzle.to_grid())?,
            Format::Json => {
                let made = Made { id: id(), puzzle: puzzle.to_line(), givens: puzzle.filled_count(), seed };
                writeln!(self.out, "{}", json(&made))?;
            }
        }
        self.printed += 1;
        Ok(())
    }

    fn flush(&mut self) -> Result<()> {
        self.out.flush()?;
        self.progress.show((self.printed, Some(self.all)), self.printed);
        Ok(())
    }
}

pub(crate) fn generate(args: &Generate) -> Result<Exit> {
    let seed = args.seed.unwrap_or_else(|| RandomState::new().hash_one("any seed"));
    let mut press = Press {
        out: BufWriter::new(std::io::stdout().lock()),
        format: args.format,
        progress: Progress::new(args.quiet),
        printed: 0,
        all: args.number,
    };
    match args.difficulty {
        Some(level) => by_level(level, seed, &mut press)?,
        None => {
            let mut recipe = Recipe::default();
            if let Some(clues) = &args.clues {
                recipe.clues = clues.0.clone();
            }
            recipe.pattern = args.symmetry;
            let threads = match args.threads {
                0 => thread::available_parallelism().map_or(1, usize::from),
                threads => threads,
            };
            match engine(args.engine)? {
                Some(engine) => by_recipe(&recipe, seed, (engine, threads), &mut press)?,
                None => anyhow::bail!(
                    "the scalar engine makes no puzzles; the portable one runs on any processor"
                ),
            }
        }
    }
    press.progress.finish();
    if args.summary {
        let seconds = press.progress.seconds();
        #[expect(clippy::cast_precision_loss, reason = "a rate for people")]
        let rate = press.printed as f64 / seconds.max(1e-9);
        eprintln!("{} puzzles in {seconds:.2} s, {rate:.0} puzzles per second", press.printed);
    }
    Ok(Exit::Done)
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
