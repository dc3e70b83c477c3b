//! A game of Connect Four in a terminal: its players, moves, hints and scores.

use super::moves_of;
use crate::hint;
use anyhow::Result;
use gridlore::game::MoveScore;
use gridlore::{Action, Midend};
use gridlore_connect_four::Size;
use gridlore_connect_four::players::Level;
use std::hash::{BuildHasher, RandomState};

/// Node budget for the score of a column, which takes several seconds.
const NODES: u64 = 50_000_000;

/// Who plays one side: a level, or a person (`None`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Seat(Option<Level>);

/// Parses a player.
pub(super) fn seat(text: &str) -> Result<Seat, String> {
    if text == "person" {
        return Ok(Seat(None));
    }
    let names: Vec<&str> = Level::ALL.iter().map(|level| level.name()).collect();
    Level::from_name(text)
        .map(|level| Seat(Some(level)))
        .ok_or_else(|| format!("found \"{text}\", expected person or one of {}", names.join(", ")))
}

impl Seat {
    fn name(self) -> &'static str {
        self.0.map_or("person", Level::name)
    }

    fn title(self) -> &'static str {
        self.0.map_or("a person", Level::title)
    }
}

/// A game and its players.
pub(super) struct Game {
    pub(super) midend: Midend,
    seats: [Seat; 2],
    seed: u64,
    size: Size,
    /// The games that the player left for a new game, as [`Game::unfinished`] returns them.
    left: Vec<String>,
}

impl Game {
    /// Starts a game on a board of this size, after these moves. Without a seed, a random one is
    /// chosen.
    pub(super) fn new((size, moves): (Size, &str), seats: [Seat; 2], seed: Option<u64>) -> Result<Self> {
        moves_of(moves, size)?;
        let midend = Midend::new(gridlore::connect_four::open(size, moves)?);
        let seed = seed.unwrap_or_else(|| RandomState::new().hash_one(0));
        Ok(Self { midend, seats, seed, size, left: Vec::new() })
    }

    /// Starts another game on an empty board.
    pub(super) fn renew(&mut self) -> Result<()> {
        self.seed = self.seed.wrapping_add(1);
        self.left.extend(self.unfinished());
        self.midend = Midend::new(gridlore::connect_four::open(self.size, "")?);
        Ok(())
    }

    /// Returns the command that continues the current game, if it has been started and is not over.
    fn unfinished(&self) -> Option<String> {
        if !self.midend.can_undo() || self.midend.is_solved() {
            return None;
        }
        let [x, o] = self.seats.map(Seat::name);
        let moves = self.midend.position().as_str();
        let board = (self.size != Size::USUAL).then(|| format!(" --board {}", self.size));
        Some(format!("gridlore connect-four play {moves} --x {x} --o {o}{}", board.unwrap_or_default()))
    }

    /// Returns, for each unfinished game, a line that says how to continue it.
    pub(super) fn how_to_continue(&self) -> Vec<String> {
        let games = self.left.iter().cloned().chain(self.unfinished());
        games.map(|command| format!("To continue this game: {command}")).collect()
    }

    /// Swaps the sides of the players.
    pub(super) fn swap(&mut self) -> String {
        self.seats.swap(0, 1);
        self.players()
    }

    /// Returns a description of the players.
    pub(super) fn players(&self) -> String {
        format!("X is {}, O is {}.", self.seats[0].title(), self.seats[1].title())
    }

    fn side(&self) -> Option<usize> {
        self.midend.puzzle().game()?.side(self.midend.position())
    }

    /// Returns whether a level moves next.
    pub(super) fn is_levels_turn(&self) -> bool {
        self.side().is_some_and(|side| self.seats[side].0.is_some())
    }

    /// Returns whether neither player is a person.
    pub(super) fn is_alone(&self) -> bool {
        self.seats.iter().all(|seat| seat.0.is_some())
    }

    /// Makes the move of the level whose turn it is; returns the message to show.
    pub(super) fn reply(&mut self) -> String {
        let (Some(side), Some(game)) = (self.side(), self.midend.puzzle().game()) else {
            return String::new();
        };
        let Some(level) = self.seats[side].0 else { return String::new() };
        match game.reply(self.midend.position(), level.name(), self.seed, u64::MAX) {
            Ok(Some(Action::Press { press })) => {
                let name = self.midend.view().presses[press].name.clone();
                let message = self.press(press);
                format!("{} plays column {name}. {message}", ["X", "O"][side]).trim_end().to_owned()
            }
            Ok(_) => String::new(),
            Err(spent) => spent.to_string(),
        }
    }

    /// Drops a disc into a column; returns the message to show.
    pub(super) fn press(&mut self, press: usize) -> String {
        match self.midend.act(Action::Press { press }) {
            Ok(()) if self.midend.is_solved() => self.midend.praise(),
            Ok(()) => String::new(),
            Err(refusal) => refusal.to_string(),
        }
    }

    /// Undoes the last move of a person, and the reply to it.
    pub(super) fn undo(&mut self) -> String {
        if !self.midend.undo() {
            return "Nothing to undo.".to_owned();
        }
        while self.is_levels_turn() && !self.is_alone() && self.midend.undo() {}
        String::new()
    }

    /// Redoes a move of a person, and the reply to it.
    pub(super) fn redo(&mut self) -> String {
        if !self.midend.redo() {
            return "Nothing to redo.".to_owned();
        }
        while self.is_levels_turn() && !self.is_alone() && self.midend.redo() {}
        String::new()
    }

    /// Returns the best move, with the reason.
    pub(super) fn hint(&self) -> (String, Option<usize>) {
        hint::text_and_press(&self.midend)
    }

    /// Returns the score of each column, which is `None` if the column is full or the search takes
    /// too long.
    pub(super) fn scores(&self) -> Vec<Option<MoveScore>> {
        let columns = 0..self.size.width();
        let Some(game) = self.midend.puzzle().game() else { return Vec::new() };
        let score = |press| game.move_score(self.midend.position(), press, NODES);
        columns.map(|press| score(press).filter(|score| score.exact().is_some())).collect()
    }

    /// Returns the review of the moves so far, one line per move.
    pub(super) fn review(&self) -> Vec<String> {
        let Some(game) = self.midend.puzzle().game() else { return Vec::new() };
        let (found, is_all) = game.review(self.midend.position(), NODES);
        let early = (!is_all).then(|| "Earlier moves take too long to review.".to_owned());
        early.into_iter().chain(found.into_iter().rev().map(|one| one.text)).collect()
    }
}
