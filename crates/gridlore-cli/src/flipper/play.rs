//! `gridlore flipper play`: the command, and the game line by line.

use super::args::Play;
use super::game;
use crate::Exit;
use crate::input::lines_from;
use crate::play::game::Game;
use crate::play::presses;
use anyhow::Result;
use gridlore_flipper::Toggle;
use std::io::{BufRead, IsTerminal, Write};

/// Maximum number of steps of a solution; shortest solutions have far fewer.
const MAX_STEPS: usize = 100_000;

pub(super) fn run(args: &Play) -> Result<Exit> {
    let (puzzle, game) = game::open(args)?;
    let is_on_terminal = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
    if is_on_terminal && !args.line {
        return presses::run(game);
    }
    let input = std::io::stdin().lock();
    play_lines(&puzzle, game, input, &mut std::io::stdout().lock())
}

/// Plays line by line, and prints how to return to the game.
fn play_lines(puzzle: &Toggle, mut game: Game, input: impl BufRead, out: &mut impl Write) -> Result<Exit> {
    let played = play_until_left(puzzle, &mut game, input, out);
    for line in game.how_to_continue() {
        writeln!(out, "{line}")?;
    }
    played
}

/// Plays line by line until the input ends or the player quits.
fn play_until_left(
    puzzle: &Toggle,
    game: &mut Game,
    input: impl BufRead,
    out: &mut impl Write,
) -> Result<Exit> {
    let names: Vec<String> = game.midend.view().presses.into_iter().map(|press| press.name).collect();
    let (first, last) = match names.as_slice() {
        [first, .., last] => (first.clone(), last.clone()),
        names => (names.concat(), names.concat()),
    };
    writeln!(out, "Type the name of a move, {first} to {last}, and press Enter.")?;
    writeln!(
        out,
        "u undo, r redo, h hint, s solve step by step, o start over, n new board, q quit; an empty line prints the board."
    )?;
    writeln!(out, "\nGoal:")?;
    print_rows(&puzzle.board_in_rows(puzzle.goal()), puzzle, out)?;
    print_board_and_prompt(puzzle, game, out)?;
    let mut is_offered = false;
    for line in lines_from("standard input", input) {
        let line = line?;
        // The letter n means no only after the question "Another?".
        if std::mem::take(&mut is_offered) && ["n", "no"].contains(&line.trim()) {
            return Ok(Exit::Done);
        }
        let was_solved = game.midend.view().solved;
        let word = line.trim();
        let (mut message, mut is_printed) = (String::new(), false);
        // Move names take precedence over command letters.
        if let Some(press) = names.iter().position(|name| name == word) {
            message = game.press(press);
        } else {
            match word {
                "" => {}
                "q" | "quit" => return Ok(Exit::Done),
                "n" | "new" | "y" | "yes" => game.renew()?,
                "u" | "undo" => {
                    if !game.midend.undo() {
                        message = "Nothing to undo.".to_owned();
                    }
                }
                "r" | "redo" => {
                    if !game.midend.redo() {
                        message = "Nothing to redo.".to_owned();
                    }
                }
                "o" | "over" => game.midend.restart(),
                "h" | "hint" => {
                    writeln!(out, "{}", game.hinted_press().0)?;
                    prompt(game, out)?;
                    continue;
                }
                "s" | "solve" => {
                    for _ in 0..MAX_STEPS {
                        let (why, Some(press)) = game.hinted_press() else { break };
                        writeln!(out, "{why}")?;
                        message = game.press(press);
                        print_board(puzzle, game, out)?;
                        is_printed = true;
                    }
                    if !game.midend.view().solved {
                        message = game.hinted_press().0;
                    }
                }
                other => {
                    writeln!(
                        out,
                        "found \"{}\", expected a move ({first} to {last}) or one of u, r, h, s, o, n, q",
                        other.escape_debug()
                    )?;
                    prompt(game, out)?;
                    continue;
                }
            }
        }
        if !message.is_empty() {
            if !is_printed {
                print_board(puzzle, game, out)?;
            }
            writeln!(out, "{message}")?;
            if game.midend.view().solved && !was_solved {
                write!(out, "Another? (y or n) ")?;
                out.flush()?;
                is_offered = true;
                continue;
            }
            prompt(game, out)?;
        } else {
            print_board_and_prompt(puzzle, game, out)?;
        }
    }
    // At the end of the input, this ends the prompt line.
    writeln!(out)?;
    Ok(Exit::Done)
}

fn print_board_and_prompt(puzzle: &Toggle, game: &Game, out: &mut impl Write) -> Result<()> {
    print_board(puzzle, game, out)?;
    prompt(game, out)
}

fn prompt(game: &Game, out: &mut impl Write) -> Result<()> {
    write!(out, "{} > ", game.midend.view().status)?;
    out.flush()?;
    Ok(())
}

fn print_board(puzzle: &Toggle, game: &Game, out: &mut impl Write) -> Result<()> {
    writeln!(out)?;
    print_rows(&game.midend.puzzle().text(game.midend.position()), puzzle, out)
}

/// Prints rows with spaces between the squares.
fn print_rows(rows: &str, puzzle: &Toggle, out: &mut impl Write) -> Result<()> {
    let rows = if puzzle.colours() == 2 { rows.replace('0', ".").replace('1', "#") } else { rows.to_owned() };
    for row in rows.lines() {
        let squares: Vec<String> = row.chars().map(String::from).collect();
        writeln!(out, "  {}", squares.join(" "))?;
    }
    Ok(())
}
