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
    let game = Game::open(&args.puzzle, args.seed)?;
    let is_on_terminal = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
    if is_on_terminal && !args.line && !game.midend.view().symbols.is_empty() {
        return screen::run(game);
    }
    lines::run(game, std::io::stdin().lock(), &mut std::io::stdout().lock())
}
