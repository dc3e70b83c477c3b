//! A toggle puzzle in a terminal: its first board, and the source of the next boards.

use super::args::Play;
use super::{board, generated, puzzle};
use crate::play::game::{Game, random_seed};
use anyhow::{Result, bail};
use gridlore::Midend;
use gridlore_flipper::{Solver, Toggle};

/// Opens the game that the command line describes; also returns its puzzle.
pub(super) fn open(args: &Play) -> Result<(Toggle, Game)> {
    let puzzle = puzzle(&args.puzzle)?;
    if puzzle.moves() == 0 {
        bail!("--puzzle: found a puzzle without moves, expected at least one move");
    }
    let seed = args.seed.unwrap_or_else(random_seed);
    let start = match &args.board {
        Some(argument) => board(&puzzle, argument)?,
        None => generated(&puzzle, &Solver::new(&puzzle), args.presses, seed)?,
    };
    let first = Midend::new(gridlore::flipper::open(puzzle.clone(), start)?);
    let (presses, source) = (args.presses, puzzle.clone());
    let next = move |seed| {
        let start = generated(&source, &Solver::new(&source), presses, seed)?;
        Ok(Midend::new(gridlore::flipper::open(source.clone(), start)?))
    };
    Ok((puzzle, Game::with_source(first, seed, Box::new(next))))
}
