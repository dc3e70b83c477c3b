//! `gridlore connect-four play`: a game, and the way to play it line by line.

use super::{moves_of, screen, size};
use crate::input::lines_of;
use crate::{Exit, hint};
use anyhow::{Result, bail};
use clap::Args;
use gridlore::game::Scored;
use gridlore::{Action, Midend};
use gridlore_connect_four::Size;
use gridlore_connect_four::players::Level;
use std::hash::{BuildHasher, RandomState};
use std::io::{BufRead, IsTerminal, Write};

/// Nodes for the score of a column, some seconds.
const NODES: u64 = 50_000_000;

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

/// Who plays a side: a level, or a person.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Seat(Option<Level>);

fn seat(text: &str) -> Result<Seat, String> {
    if text == "person" {
        return Ok(Seat(None));
    }
    let names: Vec<&str> = Level::ALL.iter().map(|level| level.name()).collect();
    Level::named(text)
        .map(|level| Seat(Some(level)))
        .ok_or_else(|| format!("found \"{text}\", expected person or one of {}", names.join(", ")))
}

impl Seat {
    fn title(self) -> &'static str {
        self.0.map_or("a person", Level::title)
    }
}

/// A game and who plays it.
pub(super) struct Game {
    pub(super) midend: Midend,
    seats: [Seat; 2],
    seed: u64,
    size: Size,
}

impl Game {
    fn new(args: &Play) -> Result<Self> {
        moves_of(&args.moves, args.board)?;
        let midend = Midend::new(gridlore::connect_four::opened(args.board, &args.moves)?);
        let seed = args.seed.unwrap_or_else(|| RandomState::new().hash_one(0));
        Ok(Self { midend, seats: [args.x, args.o], seed, size: args.board })
    }

    /// Another game from the empty board.
    pub(super) fn renew(&mut self) -> Result<()> {
        self.seed = self.seed.wrapping_add(1);
        self.midend = Midend::new(gridlore::connect_four::opened(self.size, "")?);
        Ok(())
    }

    /// The players change sides.
    pub(super) fn swap(&mut self) -> String {
        self.seats.swap(0, 1);
        self.players()
    }

    pub(super) fn players(&self) -> String {
        format!("X is {}, O is {}.", self.seats[0].title(), self.seats[1].title())
    }

    fn side(&self) -> Option<usize> {
        self.midend.puzzle().game()?.side(self.midend.position())
    }

    /// Whether a level moves next.
    pub(super) fn is_levels_turn(&self) -> bool {
        self.side().is_some_and(|side| self.seats[side].0.is_some())
    }

    /// Whether no person plays.
    fn is_alone(&self) -> bool {
        self.seats.iter().all(|seat| seat.0.is_some())
    }

    /// The move of the level whose turn it is, and what there is to say.
    pub(super) fn reply(&mut self) -> String {
        let (Some(side), Some(game)) = (self.side(), self.midend.puzzle().game()) else {
            return String::new();
        };
        let Some(level) = self.seats[side].0 else { return String::new() };
        match game.reply(self.midend.position(), level.name(), self.seed, u64::MAX) {
            Ok(Some(Action::Press { press })) => {
                let name = self.midend.view().presses[press].name.clone();
                let told = self.press(press);
                format!("{} plays column {name}. {told}", ["X", "O"][side]).trim_end().to_owned()
            }
            Ok(_) => String::new(),
            Err(spent) => spent.to_string(),
        }
    }

    /// Puts a stone into a column and says what there is to say.
    pub(super) fn press(&mut self, press: usize) -> String {
        match self.midend.act(Action::Press { press }) {
            Ok(()) if self.midend.view().solved => self.midend.puzzle().praise(self.midend.position()),
            Ok(()) => String::new(),
            Err(refusal) => refusal.to_string(),
        }
    }

    /// Takes the last move of a person back, and what it was answered with.
    pub(super) fn undo(&mut self) -> String {
        if !self.midend.undo() {
            return "Nothing to undo.".to_owned();
        }
        while self.is_levels_turn() && !self.is_alone() && self.midend.undo() {}
        String::new()
    }

    pub(super) fn redo(&mut self) -> String {
        if !self.midend.redo() {
            return "Nothing to redo.".to_owned();
        }
        while self.is_levels_turn() && !self.is_alone() && self.midend.redo() {}
        String::new()
    }

    /// The best move, and why.
    pub(super) fn hint(&self) -> (String, Option<usize>) {
        hint::told(&self.midend)
    }

    /// The score of each column; none where it is full, or where it takes too long.
    pub(super) fn scores(&self) -> Vec<Option<Scored>> {
        let columns = 0..self.size.width();
        let Some(game) = self.midend.puzzle().game() else { return Vec::new() };
        columns.map(|press| game.scored(self.midend.position(), press, NODES).ok().flatten()).collect()
    }

    /// What the moves so far were worth.
    pub(super) fn review(&self) -> Vec<String> {
        let Some(game) = self.midend.puzzle().game() else { return Vec::new() };
        let (found, is_all) = game.reviewed(self.midend.position(), NODES);
        let early = (!is_all).then(|| "The moves before take too long to look at.".to_owned());
        early.into_iter().chain(found.into_iter().rev().map(|one| one.told)).collect()
    }
}

pub(super) fn run(args: &Play) -> Result<Exit> {
    let game = Game::new(args)?;
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
                        format!("{name} {}{}, {}", sign(scored.score), scored.score, scored.told)
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
