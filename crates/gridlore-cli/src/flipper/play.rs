//! `gridlore flipper play`: the command, and the way to play line by line.

use super::game::Game;
use super::screen;
use crate::Exit;
use crate::args::FlipperPlay;
use crate::input::lines_of;
use anyhow::Result;
use std::io::{BufRead, IsTerminal, Write};

/// Solving step by step never takes more steps than this; a shortest solution has fewer by far.
const MOST_STEPS: usize = 100_000;

pub(super) fn run(args: &FlipperPlay) -> Result<Exit> {
    let game = Game::new(args)?;
    let is_on_terminal = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
    if is_on_terminal && !args.line {
        return screen::run(game);
    }
    let input = std::io::stdin().lock();
    in_lines(game, input, &mut std::io::stdout().lock())
}

/// Line by line, until the input ends or the player leaves.
fn in_lines(mut game: Game, input: impl BufRead, out: &mut impl Write) -> Result<Exit> {
    let names: Vec<String> = game.midend.view().presses.into_iter().map(|press| press.name).collect();
    let (first, last) = match names.as_slice() {
        [first, .., last] => (first.clone(), last.clone()),
        names => (names.concat(), names.concat()),
    };
    writeln!(out, "Type the name of a move, {first} to {last}, and Enter.")?;
    writeln!(
        out,
        "u undo, r redo, h hint, s solve step by step, o start over, n new board, q leave; an empty line shows the board."
    )?;
    writeln!(out, "\nThe goal:")?;
    grid(&game.puzzle.board_in_rows(game.puzzle.goal()), &game, out)?;
    show(&game, out)?;
    let mut is_asked = false;
    for line in lines_of("standard input", input) {
        let line = line?;
        // After the question of another board, and only then, n is no.
        if std::mem::take(&mut is_asked) && ["n", "no"].contains(&line.trim()) {
            return Ok(Exit::Done);
        }
        let was_solved = game.midend.view().solved;
        let word = line.trim();
        let (mut said, mut is_shown) = (String::new(), false);
        // A move's own name comes before the letters of commands.
        if let Some(press) = names.iter().position(|name| name == word) {
            said = game.press(press);
        } else {
            match word {
                "" => {}
                "q" | "quit" => return Ok(Exit::Done),
                "n" | "new" | "y" | "yes" => game.renew()?,
                "u" | "undo" => {
                    if !game.midend.undo() {
                        said = "Nothing to undo.".to_owned();
                    }
                }
                "r" | "redo" => {
                    if !game.midend.redo() {
                        said = "Nothing to redo.".to_owned();
                    }
                }
                "o" | "over" => game.midend.restart(),
                "h" | "hint" => {
                    writeln!(out, "{}", game.hint().0)?;
                    ask(&game, out)?;
                    continue;
                }
                "s" | "solve" => {
                    for _ in 0..MOST_STEPS {
                        let (why, Some(press)) = game.hint() else { break };
                        writeln!(out, "{why}")?;
                        said = game.press(press);
                        board_now(&game, out)?;
                        is_shown = true;
                    }
                    if !game.midend.view().solved {
                        said = game.hint().0;
                    }
                }
                other => {
                    writeln!(
                        out,
                        "found \"{}\", expected a move, {first} to {last}, or one of u r h s o n q",
                        other.escape_debug()
                    )?;
                    ask(&game, out)?;
                    continue;
                }
            }
        }
        if !said.is_empty() {
            if !is_shown {
                board_now(&game, out)?;
            }
            writeln!(out, "{said}")?;
            if game.midend.view().solved && !was_solved {
                write!(out, "Another? (y or n) ")?;
                out.flush()?;
                is_asked = true;
                continue;
            }
            ask(&game, out)?;
        } else {
            show(&game, out)?;
        }
    }
    // The end of the input: the prompt's line ends too.
    writeln!(out)?;
    Ok(Exit::Done)
}

fn show(game: &Game, out: &mut impl Write) -> Result<()> {
    board_now(game, out)?;
    ask(game, out)
}

fn ask(game: &Game, out: &mut impl Write) -> Result<()> {
    write!(out, "{} > ", game.midend.view().status)?;
    out.flush()?;
    Ok(())
}

fn board_now(game: &Game, out: &mut impl Write) -> Result<()> {
    writeln!(out)?;
    grid(&game.midend.puzzle().text(game.midend.position()), game, out)
}

/// Rows with a space between two squares.
fn grid(rows: &str, game: &Game, out: &mut impl Write) -> Result<()> {
    let rows =
        if game.puzzle.colours() == 2 { rows.replace('0', ".").replace('1', "#") } else { rows.to_owned() };
    for row in rows.lines() {
        let squares: Vec<String> = row.chars().map(String::from).collect();
        writeln!(out, "  {}", squares.join(" "))?;
    }
    Ok(())
}
