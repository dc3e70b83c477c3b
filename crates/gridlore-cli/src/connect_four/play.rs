//! `gridlore connect-four play`: the command, and the way to play line by line.

use super::game::{Game, Seat, seat};
use super::{screen, size};
use crate::Exit;
use crate::input::lines_of;
use anyhow::{Result, bail};
use clap::Args;
use gridlore_connect_four::Size;
use std::io::{BufRead, IsTerminal, Write};

#[derive(Args)]
pub(crate) struct Play {
    /// Moves to begin after, such as 4453.
    #[arg(default_value = "")]
    moves: String,
    /// Who plays X and begins: person, beginner, casual, club, strong, playouts or perfect.
    #[arg(long, default_value = "person", value_parser = seat)]
    x: Seat,
    /// Who plays O.
    #[arg(long, default_value = "club", value_parser = seat)]
    o: Seat,
    /// What the levels choose by where several moves seem as good: the same seed, the same game.
    #[arg(long)]
    seed: Option<u64>,
    /// Line by line, even on a terminal.
    #[arg(long)]
    line: bool,
    /// Width and height, and how many in a row win if it is not four: 7x6, 9x7x5.
    #[arg(long, default_value = "7x6", value_parser = size)]
    board: Size,
}

pub(super) fn run(args: &Play) -> Result<Exit> {
    let game = Game::new((args.board, &args.moves), [args.x, args.o], args.seed)?;
    let is_on_terminal = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
    if is_on_terminal && !args.line {
        return screen::run(game);
    }
    in_lines(game, std::io::stdin().lock(), &mut std::io::stdout().lock())
}

/// Line by line, until the input ends or the player leaves.
fn in_lines(mut game: Game, input: impl BufRead, out: &mut impl Write) -> Result<Exit> {
    let names: Vec<String> = game.midend.view().presses.into_iter().map(|press| press.name).collect();
    let Some(last) = names.last().cloned() else { bail!("found a board without columns") };
    writeln!(out, "{} Type a column, 1 to {last}, and Enter.", game.players())?;
    writeln!(
        out,
        "undo, redo, hint, scores, review, swap, new, quit, or their first letters (v for review, w for swap); an empty line shows the board."
    )?;
    let mut said = String::new();
    let mut input = lines_of("standard input", input);
    loop {
        while game.is_levels_turn() {
            let told = game.reply();
            said = format!("{said}\n{told}").trim().to_owned();
            if game.is_alone() {
                show(&game, &said, out)?;
                said.clear();
            }
        }
        show(&game, &said, out)?;
        if game.is_alone() {
            writeln!(out)?;
            return Ok(Exit::Done);
        }
        write!(out, "{} > ", game.midend.view().status)?;
        out.flush()?;
        said.clear();
        let Some(line) = input.next().transpose()? else {
            // The end of the input: the prompt's line ends too.
            writeln!(out)?;
            return Ok(Exit::Done);
        };
        let word = line.trim();
        if let Some(press) = names.iter().position(|name| name == word) {
            said = game.press(press);
            continue;
        }
        said = match word {
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
                        format!("{name} {}{}, {}", sign(scored.score), scored.score, scored.meaning)
                    })
                });
                lines.collect::<Vec<_>>().join("\n")
            }
            "v" | "review" => game.review().join("\n"),
            other => format!(
                "found \"{}\", expected a column, 1 to {last}, or one of undo, redo, hint, scores, review, swap, new, quit",
                other.escape_debug()
            ),
        };
    }
}

fn show(game: &Game, said: &str, out: &mut impl Write) -> Result<()> {
    writeln!(out)?;
    let view = game.midend.view();
    for row in view.cells.chunks(view.columns) {
        let signs: Vec<String> = row
            .iter()
            .map(|cell| match cell.symbol {
                // The row that won is told apart by brackets.
                Some(stone) if cell.highlight => format!("[{stone}]"),
                Some(stone) => format!(" {stone} "),
                None => " . ".to_owned(),
            })
            .collect();
        writeln!(out, " {}", signs.concat())?;
    }
    let names: Vec<String> = view.presses.iter().map(|press| format!(" {} ", press.name)).collect();
    writeln!(out, " {}", names.concat())?;
    if !said.is_empty() {
        writeln!(out, "{said}")?;
    }
    Ok(())
}
