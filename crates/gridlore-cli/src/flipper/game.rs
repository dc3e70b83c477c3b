//! A toggle puzzle in a terminal: the game, and where the next board comes from.

use super::{board, generated, puzzle};
use crate::args::FlipperPlay;
use crate::hint;
use anyhow::{Result, bail};
use gridlore::{Action, Midend};
use gridlore_flipper::{Solver, Toggle};
use std::hash::{BuildHasher, RandomState};

/// A game and where the next one comes from.
pub(super) struct Game {
    pub(super) puzzle: Toggle,
    presses: Option<usize>,
    seed: u64,
    pub(super) midend: Midend,
}

impl Game {
    pub(super) fn new(args: &FlipperPlay) -> Result<Self> {
        let puzzle = puzzle(&args.puzzle)?;
        if puzzle.moves() == 0 {
            bail!("the puzzle has no moves, so there is nothing to play");
        }
        let seed = args.seed.unwrap_or_else(|| RandomState::new().hash_one(0));
        let start = match &args.board {
            Some(argument) => board(&puzzle, argument)?,
            None => generated(&puzzle, &Solver::new(&puzzle), args.presses, seed)?,
        };
        let midend = Midend::new(gridlore::flipper::open(puzzle.clone(), start)?);
        Ok(Self { puzzle, presses: args.presses, seed, midend })
    }

    /// Another board of the same puzzle.
    pub(super) fn renew(&mut self) -> Result<()> {
        self.seed = self.seed.wrapping_add(1);
        let start = generated(&self.puzzle, &Solver::new(&self.puzzle), self.presses, self.seed)?;
        self.midend = Midend::new(gridlore::flipper::open(self.puzzle.clone(), start)?);
        Ok(())
    }

    /// Presses a button and says what there is to say.
    pub(super) fn press(&mut self, press: usize) -> String {
        match self.midend.act(Action::Press { press }) {
            Ok(()) => self.said(),
            Err(refusal) => refusal.to_string(),
        }
    }

    /// The congratulation, once it is solved.
    pub(super) fn said(&self) -> String {
        if self.midend.view().solved {
            format!("Solved with {}", self.midend.praise())
        } else {
            String::new()
        }
    }

    /// The press that a shortest solution has next, and why.
    pub(super) fn hint(&self) -> (String, Option<usize>) {
        hint::told(&self.midend)
    }
}
