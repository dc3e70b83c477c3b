//! `gridlore play`: plays any puzzle of the registry in a terminal. It does not refer to any engine
//! by name.
//!
//! `game` contains the game and its commands, `cells` parses moves, and `lines` plays line by line.
//! On the full screen, `symbols` plays boards of symbols and `presses` plays boards of coloured
//! squares.

mod cells;
pub(crate) mod game;
mod lines;
pub(crate) mod presses;
mod symbols;

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
    let view = game.midend.view();
    if is_on_terminal && !is_by_lines && !view.symbols.is_empty() {
        return symbols::run(game);
    }
    if is_on_terminal && !is_by_lines && view.colours > 0 {
        return presses::run(game);
    }
    lines::run(game, std::io::stdin().lock(), &mut std::io::stdout().lock())
}
