//! `gridlore connect-four play`: the command, and the game line by line.

use super::game::{Game, Seat, seat};
use super::{BoardSize, screen};
use crate::Exit;
use crate::input::lines_from;
use anyhow::{Result, bail};
use clap::Args;
use std::io::{BufRead, IsTerminal, Write};

#[derive(Args)]
pub(crate) struct Play {
    /// Moves of the position to start from.
    #[arg(default_value = "", hide_default_value = true)]
    moves: String,
    /// Who plays X and moves first.
    ///
    /// person, beginner, casual, club, strong, playouts or perfect.
    #[arg(long, value_name = "PLAYER", default_value = "person", value_parser = seat)]
    x: Seat,
    /// Who plays O.
    #[arg(long, value_name = "PLAYER", default_value = "club", value_parser = seat)]
    o: Seat,
    /// Seed for the levels' choices [default: random].
    ///
    /// Levels choose at random among moves that they find equally good.
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// Play line by line even on a terminal.
    #[arg(long)]
    line: bool,
    #[command(flatten)]
    board: BoardSize,
}

pub(super) fn run(args: &Play) -> Result<Exit> {
    let game = Game::new((args.board.size, &args.moves), [args.x, args.o], args.seed)?;
    let is_on_terminal = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
    if is_on_terminal && !args.line {
        return screen::run(game);
    }
    play_lines(game, std::io::stdin().lock(), &mut std::io::stdout().lock())
}

/// Plays line by line until the input ends or the player quits.
fn play_lines(mut game: Game, input: impl BufRead, out: &mut impl Write) -> Result<Exit> {
    let names: Vec<String> = game.midend.view().presses.into_iter().map(|press| press.name).collect();
    let Some(last) = names.last().cloned() else { bail!("--board: found a board without columns") };
    writeln!(out, "{} Type a column, 1 to {last}, and press Enter.", game.players())?;
    writeln!(
        out,
        "undo, redo, hint, scores, review, swap, new, quit, or their first letters (v for review, w for swap); an empty line prints the board."
    )?;
    let mut message = String::new();
    let mut input = lines_from("standard input", input);
    loop {
        while game.is_levels_turn() {
            let reply = game.reply();
            message = format!("{message}\n{reply}").trim().to_owned();
            if game.is_alone() {
                show(&game, &message, out)?;
                message.clear();
            }
        }
        show(&game, &message, out)?;
        if game.is_alone() {
            writeln!(out)?;
            return Ok(Exit::Done);
        }
        write!(out, "{} > ", game.midend.view().status)?;
        out.flush()?;
        message.clear();
        let Some(line) = input.next().transpose()? else {
            // At the end of the input, this ends the prompt line.
            writeln!(out)?;
            return Ok(Exit::Done);
        };
        let word = line.trim();
        if let Some(press) = names.iter().position(|name| name == word) {
            message = game.press(press);
            continue;
        }
        message = match word {
            "" => String::new(),
            "q" | "quit" => return Ok(Exit::Done),
            "u" | "undo" => game.undo(),
            "r" | "redo" => game.redo(),
            "n" | "new" => {
                game.renew()?;
                String::new()
            }
            "w" | "swap" => game.swap(),
            "h" | "hint" => game.hint().0,
            "s" | "scores" => {
                let scores = game.scores();
                let lines = names.iter().zip(scores).filter_map(|(name, scored)| {
                    let sign = |score: i32| if score > 0 { "+" } else { "" };
                    scored.map(|scored| {
                        format!("{name} {}{}, {}", sign(scored.lower), scored.lower, scored.meaning)
                    })
                });
                lines.collect::<Vec<_>>().join("\n")
            }
            "v" | "review" => game.review().join("\n"),
            other => format!(
                "found \"{}\", expected a column (1 to {last}) or one of undo, redo, hint, scores, review, swap, new, quit",
                other.escape_debug()
            ),
        };
    }
}

/// Prints the board and a message.
fn show(game: &Game, message: &str, out: &mut impl Write) -> Result<()> {
    writeln!(out)?;
    let view = game.midend.view();
    for row in view.cells.chunks(view.columns) {
        let signs: Vec<String> = row
            .iter()
            .map(|cell| match cell.symbol {
                // Brackets mark the winning row.
                Some(stone) if cell.highlight => format!("[{stone}]"),
                Some(stone) => format!(" {stone} "),
                None => " . ".to_owned(),
            })
            .collect();
        writeln!(out, " {}", signs.concat())?;
    }
    let names: Vec<String> = view.presses.iter().map(|press| format!(" {} ", press.name)).collect();
    writeln!(out, " {}", names.concat())?;
    if !message.is_empty() {
        writeln!(out, "{message}")?;
    }
    Ok(())
}
