//! A toggle puzzle in a terminal: the game and the source of its boards.

use super::args::Play;
use super::{board, generated, puzzle};
use crate::hint;
use anyhow::{Result, bail};
use gridlore::{Action, Midend};
use gridlore_flipper::{Solver, Toggle};
use std::hash::{BuildHasher, RandomState};

/// A game and how to generate the next one.
pub(super) struct Game {
    pub(super) puzzle: Toggle,
    presses: Option<usize>,
    seed: u64,
    pub(super) midend: Midend,
}

impl Game {
    pub(super) fn new(args: &Play) -> Result<Self> {
        let puzzle = puzzle(&args.puzzle)?;
        if puzzle.moves() == 0 {
            bail!("--puzzle: found a puzzle without moves, expected one to play");
        }
        let seed = args.seed.unwrap_or_else(|| RandomState::new().hash_one(0));
        let start = match &args.board {
            Some(argument) => board(&puzzle, argument)?,
            None => generated(&puzzle, &Solver::new(&puzzle), args.presses, seed)?,
        };
        let midend = Midend::new(gridlore::flipper::open(puzzle.clone(), start)?);
        Ok(Self { puzzle, presses: args.presses, seed, midend })
    }

    /// Starts another board of the same puzzle.
    pub(super) fn renew(&mut self) -> Result<()> {
        self.seed = self.seed.wrapping_add(1);
        let start = generated(&self.puzzle, &Solver::new(&self.puzzle), self.presses, self.seed)?;
        self.midend = Midend::new(gridlore::flipper::open(self.puzzle.clone(), start)?);
        Ok(())
    }

    /// Makes a move; returns the message to show.
    pub(super) fn press(&mut self, press: usize) -> String {
        match self.midend.act(Action::Press { press }) {
            Ok(()) => self.praise(),
            Err(refusal) => refusal.to_string(),
        }
    }

    /// The message for a solved board; empty before.
    pub(super) fn praise(&self) -> String {
        if self.midend.view().solved {
            format!("Solved with {}", self.midend.praise())
        } else {
            String::new()
        }
    }

    /// The next press of a shortest solution, with the reason.
    pub(super) fn hint(&self) -> (String, Option<usize>) {
        hint::text_and_press(&self.midend)
    }
}
