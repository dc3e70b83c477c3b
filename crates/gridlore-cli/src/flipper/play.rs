//! `gridlore flipper play`: a game, and the way to play it line by line.

use super::{board, generated, puzzle, screen};
use crate::args::FlipperPlay;
use crate::input::lines_of;
use crate::{Exit, hint};
use anyhow::{Result, bail};
use gridlore::{Action, Midend};
use gridlore_flipper::{Solver, Toggle};
use std::hash::{BuildHasher, RandomState};
use std::io::{BufRead, IsTerminal, Write};

/// Solving step by step never takes more steps than this; a shortest solution has fewer by far.
const MOST_STEPS: usize = 100_000;

/// A game and where the next one comes from.
pub(super) struct Game {
    puzzle: Toggle,
    presses: Option<usize>,
    seed: u64,
    pub(super) midend: Midend,
}

impl Game {
    fn new(args: &FlipperPlay) -> Result<Self> {
        let puzzle = puzzle(&args.puzzle)?;
        if puzzle.moves() == 0 {
            bail!("the puzzle has no moves, so there is nothing to play");
        }
        let seed = args.seed.unwrap_or_else(|| RandomState::new().hash_one(0));
        let start = match &args.board {
            Some(argument) => board(&puzzle, argument)?,
            None => generated(&puzzle, &Solver::new(&puzzle), args.presses, seed)?,
        };
        let midend = Midend::new(gridlore::flipper::opened(puzzle.clone(), start)?);
        Ok(Self { puzzle, presses: args.presses, seed, midend })
    }

    /// Another board of the same puzzle.
    pub(super) fn renew(&mut self) -> Result<()> {
        self.seed = self.seed.wrapping_add(1);
        let start = generated(&self.puzzle, &Solver::new(&self.puzzle), self.presses, self.seed)?;
        self.midend = Midend::new(gridlore::flipper::opened(self.puzzle.clone(), start)?);
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
            format!("Solved with {}", self.midend.puzzle().praise(self.midend.position()))
        } else {
            String::new()
        }
    }

    /// The press that a shortest solution has next, and why.
    pub(super) fn hint(&self) -> (String, Option<usize>) {
        hint::told(&self.midend)
    }
}

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
