//! Plays a game line by line, for pipes, screen readers and simple terminals.

use super::cells;
use super::game::Game;
use crate::Exit;
use crate::input::lines_from;
use anyhow::Result;
use gridlore::Action;
use std::io::{BufRead, Write};

const COMMANDS: &str = "h hint, a apply the hint, s solve step by step, c check, m fill candidates, u undo, r redo, o start over, n new puzzle, q quit; an empty line prints the board";

/// Plays until the input ends or the player leaves, and prints how to return to the game.
pub(super) fn run(mut game: Game, input: impl BufRead, out: &mut impl Write) -> Result<Exit> {
    let view = game.midend.view();
    writeln!(out, "{}", game.midend.id())?;
    let rules = game.midend.puzzle().kind().rules;
    if !rules.is_empty() {
        writeln!(out, "{rules}")?;
    }
    match view.presses.as_slice() {
        [] => writeln!(out, "Moves: {}.", cells::forms(&view))?,
        [first, .., last] => writeln!(out, "Moves: {} to {}.", first.name, last.name)?,
        [only] => writeln!(out, "The only move: {}.", only.name)?,
    }
    writeln!(out, "Commands: {COMMANDS}.")?;
    board(&game, out)?;
    prompt(&game, out)?;
    for line in lines_from("standard input", input) {
        let line = match line {
            Ok(line) => line,
            Err(error) => {
                goodbye(&game, out)?;
                return Err(error);
            }
        };
        let word = line.trim();
        let said = match word {
            "q" | "quit" => {
                goodbye(&game, out)?;
                return Ok(Exit::Done);
            }
            "" => String::new(),
            "u" | "undo" if !game.midend.undo() => "Nothing to undo.".to_owned(),
            "r" | "redo" if !game.midend.redo() => "Nothing to redo.".to_owned(),
            "u" | "undo" | "r" | "redo" => String::new(),
            "o" | "over" => {
                game.midend.restart();
                String::new()
            }
            "n" | "new" => {
                game.renew()?;
                game.midend.id()
            }
            "m" | "marks" if !game.midend.fill_candidates() => {
                "There are no candidates to fill in.".to_owned()
            }
            "m" | "marks" => String::new(),
            "a" => game.step().0,
            "s" | "solve" => game.solve().join("\n"),
            "h" | "hint" => {
                writeln!(out, "{}", game.hint().0)?;
                prompt(&game, out)?;
                continue;
            }
            "c" | "check" => {
                writeln!(out, "{}", game.check())?;
                prompt(&game, out)?;
                continue;
            }
            word => match action(word, &game) {
                Ok(action) => game.act(action),
                Err(error) => {
                    writeln!(out, "{error}")?;
                    prompt(&game, out)?;
                    continue;
                }
            },
        };
        board(&game, out)?;
        if !said.is_empty() {
            writeln!(out, "{said}")?;
        }
        prompt(&game, out)?;
    }
    writeln!(out)?;
    goodbye(&game, out)?;
    Ok(Exit::Done)
}

/// Parses the name of a move, or a move on a cell.
fn action(word: &str, game: &Game) -> Result<Action, String> {
    let view = game.midend.view();
    if let Some(press) = view.presses.iter().position(|press| press.name == word) {
        return Ok(Action::Press { press });
    }
    match view.presses.as_slice() {
        [] => cells::action(word, &view),
        [first, .., last] => Err(format!(
            "found \"{}\", expected a move ({} to {}) or a command: {COMMANDS}",
            word.escape_debug(),
            first.name,
            last.name
        )),
        [only] => {
            Err(format!("found \"{}\", expected {} or a command: {COMMANDS}", word.escape_debug(), only.name))
        }
    }
}

fn board(game: &Game, out: &mut impl Write) -> Result<()> {
    write!(out, "\n{}", game.midend.puzzle().text(game.midend.position()))?;
    for clash in game.midend.view().clashes {
        writeln!(out, "{clash}")?;
    }
    Ok(())
}

fn prompt(game: &Game, out: &mut impl Write) -> Result<()> {
    write!(out, "{} > ", game.midend.view().status)?;
    out.flush()?;
    Ok(())
}

/// Prints how to return to unfinished games.
fn goodbye(game: &Game, out: &mut impl Write) -> Result<()> {
    for line in game.how_to_continue() {
        writeln!(out, "{line}")?;
    }
    Ok(())
}
