//! `gridlore play`: any puzzle of the registry in a terminal. It knows no engine by name.
//!
//! `game` contains the game and its commands, `cells` parses moves, `lines` plays line by line,
//! `screen` on the full screen.

mod cells;
mod game;
mod lines;
mod screen;

use crate::Exit;
use crate::args::Play;
use anyhow::Result;
use game::Game;
use std::io::IsTerminal;

pub(crate) fn run(args: &Play) -> Result<Exit> {
    play(&args.puzzle, args.seed, args.line)
}

/// Plays a puzzle on the full screen or, where that is impossible, line by line.
pub(crate) fn play(puzzle: &str, seed: Option<u64>, is_by_lines: bool) -> Result<Exit> {
    let game = Game::open(puzzle, seed)?;
    let is_on_terminal = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
    if is_on_terminal && !is_by_lines && !game.midend.view().symbols.is_empty() {
        return screen::run(game);
    }
    lines::run(game, std::io::stdin().lock(), &mut std::io::stdout().lock())
}
