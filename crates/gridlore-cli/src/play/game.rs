//! A game of any kind: the source of its puzzles, its hints, and the next puzzle.

use crate::hint;
use anyhow::{Result, anyhow};
use gridlore::{Action, Hint, Kind, Midend, Opens};
use std::hash::{BuildHasher, RandomState};

/// The beginning of every saved game.
const SAVED: &str = "1;";

/// Maximum number of steps of the step-by-step solution.
const MAX_STEPS: usize = 10_000;

/// Generates a puzzle from a seed.
type Source = Box<dyn Fn(u64) -> Result<Midend>>;

/// A game, and the source of the next puzzle.
pub(crate) struct Game {
    pub(crate) midend: Midend,
    source: Source,
    seed: u64,
    /// The saved lines of the games that the player left for a new puzzle.
    left: Vec<String>,
}

impl Game {
    /// Opens the game that `text` names: a kind (`sudoku`), a kind and a preset (`sudoku:hard`), a
    /// game id, or a saved game.
    pub(super) fn open(text: &str, seed: Option<u64>) -> Result<Self> {
        let seed = seed.unwrap_or_else(random_seed);
        if text.starts_with(SAVED) {
            return Ok(Self::new(Midend::restore(text)?, "", seed));
        }
        let (name, params) = text.split_once(':').unwrap_or((text, ""));
        let is_preset = |kind: &Kind| {
            let page = kind.page.as_ref();
            let scale = page.and_then(|page| page.scale.as_ref());
            let sizes = page.and_then(|page| page.sizes.as_ref());
            kind.presets.iter().any(|preset| preset.params == params)
                || scale.is_some_and(|scale| params.starts_with(scale.prefix) && !params.contains('#'))
                || sizes.is_some_and(|sizes| sizes.include(params))
        };
        let named = gridlore::kind(name).filter(|kind| params.is_empty() && text == name || is_preset(kind));
        if let Some(kind) = named {
            return Ok(Self::new(generated(kind, params, seed)?, params, seed));
        }
        if !text.contains([':', '#']) {
            return Ok(Self::new(Midend::new(gridlore::open(&format!("{text}#{seed}"))?), "", seed));
        }
        // An id with a seed also determines the parameters of the next puzzle.
        let params =
            text.split_once('#').map_or("", |(before, _)| before.split_once(':').unwrap_or_default().1);
        if let Some(kind) = gridlore::kind(name)
            && !matches!(kind.opens, Opens::Puzzle(_))
        {
            return Err(not_played(kind));
        }
        let opened = gridlore::open(text)?;
        Ok(Self::new(Midend::new(opened), params, seed))
    }

    fn new(midend: Midend, params: &str, seed: u64) -> Self {
        let (kind, params) = (midend.puzzle().kind(), params.to_owned());
        Self::with_source(midend, seed, Box::new(move |seed| generated(kind, &params, seed)))
    }

    /// Returns a game whose next puzzles come from `source`, with the seeds after `seed`.
    pub(crate) fn with_source(midend: Midend, seed: u64, source: Source) -> Self {
        Self { midend, source, seed, left: Vec::new() }
    }

    /// Starts another puzzle of the same kind. The game that it replaces can be continued later.
    pub(crate) fn renew(&mut self) -> Result<()> {
        self.seed = self.seed.wrapping_add(1);
        let midend = (self.source)(self.seed)?;
        self.left.extend(self.unfinished());
        self.midend = midend;
        Ok(())
    }

    /// Returns the saved line of the current game, if it has been started and is not solved.
    fn unfinished(&self) -> Option<String> {
        (self.midend.can_undo() && !self.midend.is_solved()).then(|| self.midend.save())
    }

    /// Returns, for each unfinished game, a line that says how to continue it.
    pub(crate) fn how_to_continue(&self) -> Vec<String> {
        let saved = self.left.iter().cloned().chain(self.unfinished());
        saved.map(|saved| format!("To continue this game: gridlore play '{saved}'")).collect()
    }

    /// Performs an action; returns the reason for refusing it, or the message for a solved puzzle.
    pub(super) fn act(&mut self, action: Action) -> String {
        match self.midend.act(action) {
            Ok(()) => self.praise(),
            Err(refusal) => refusal.to_string(),
        }
    }

    /// Makes a move; returns the reason for refusing it, or the message for a solved puzzle.
    pub(crate) fn press(&mut self, press: usize) -> String {
        self.act(Action::Press { press })
    }

    /// Returns the message for a solved puzzle, or an empty string if it is not solved yet.
    pub(super) fn praise(&self) -> String {
        if !self.midend.is_solved() {
            return String::new();
        }
        let praise = self.midend.praise();
        match praise.as_str() {
            "" => "Solved.".to_owned(),
            // A number of presses is not a complete sentence.
            count if count.starts_with(|first: char| first.is_ascii_digit()) => {
                format!("Solved with {count}")
            }
            _ => praise,
        }
    }

    /// Returns the next step and the text that explains it.
    pub(super) fn hint(&self) -> (String, Option<Hint>) {
        match self.midend.hint() {
            Ok(hint) => (format!("{}. {}", hint.title, hint.text), Some(hint)),
            Err(spent) => (format!("No hint: {spent}."), None),
        }
    }

    /// Returns the next press of a shortest solution, with the reason.
    pub(crate) fn hinted_press(&self) -> (String, Option<usize>) {
        hint::text_and_press(&self.midend)
    }

    /// Takes the step that the hint names; returns the reason, and whether there was a step.
    pub(super) fn step(&mut self) -> (String, bool) {
        let (text, hint) = self.hint();
        let Some(action) = hint.and_then(|hint| hint.action) else { return (text, false) };
        let said = self.act(action);
        (if said.is_empty() { text } else { format!("{text}\n{said}") }, true)
    }

    /// Takes steps until the puzzle is solved or no step is known; returns the reasons.
    pub(super) fn solve(&mut self) -> Vec<String> {
        let mut reasons = Vec::new();
        while reasons.len() < MAX_STEPS && !self.midend.is_solved() {
            let (text, is_taken) = self.step();
            reasons.push(text);
            if !is_taken {
                break;
            }
        }
        reasons
    }

    /// Returns one or two sentences about the current mistakes.
    pub(super) fn check(&self) -> String {
        match self.midend.check() {
            Ok(check) => check.message,
            Err(spent) => format!("Not checked: {spent}."),
        }
    }
}

/// Returns a random seed.
pub(crate) fn random_seed() -> u64 {
    RandomState::new().hash_one(0)
}

/// Returns the error for a kind without moves.
fn not_played(kind: &Kind) -> anyhow::Error {
    let names: Vec<&str> = gridlore::kinds()
        .iter()
        .filter(|kind| matches!(kind.opens, Opens::Puzzle(_)))
        .map(|kind| kind.name)
        .collect();
    anyhow!(
        "{0} cannot be played; expected {1}. For its commands, run `gridlore {0} --help`",
        kind.name,
        names.join(", ")
    )
}

fn generated(kind: &'static Kind, params: &str, seed: u64) -> Result<Midend> {
    if !matches!(kind.opens, Opens::Puzzle(_)) {
        return Err(not_played(kind));
    }
    let params = if params.is_empty() { String::new() } else { format!(":{params}") };
    Ok(Midend::new(gridlore::open(&format!("{}{params}#{seed}", kind.name))?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_presets_ids_and_saved_games_are_opened() {
        for (text, id) in [
            ("sudoku:2x2#7", "sudoku:2x2#7"),
            ("sudoku:2x2", "sudoku:2x2#9"),
            ("flipper", "flipper#9"),
            ("flipper:lights-out,25,7", "flipper:lights-out,25,7#9"),
            ("1;flipper:111111111;0;0", "flipper:111111111"),
        ] {
            let game = Game::open(text, Some(9)).unwrap();
            assert_eq!(game.midend.id(), gridlore::show(id).unwrap().id(), "{text}");
        }
        let error = |text| format!("{:#}", Game::open(text, Some(1)).err().unwrap());
        assert!(error("chess").contains("expected"), "{}", error("chess"));
        for life in ["life", "life:glider", "life:chess"] {
            assert!(error(life).contains("life cannot be played; expected sudoku"), "{}", error(life));
        }
        let preset = error("sudoku:hrad");
        assert!(preset.contains("did you mean sudoku:hard#7?"), "{preset}");
        assert!(error("sudoku:2x2:55").contains("line 1"), "{}", error("sudoku:2x2:55"));
    }

    #[test]
    fn every_kind_is_solved_by_its_hints_and_renewed() {
        for kind in gridlore::kinds().iter().filter(|kind| matches!(kind.opens, Opens::Puzzle(_))) {
            let mut game = Game::open(kind.name, Some(3)).unwrap();
            if game.midend.puzzle().game().is_some() {
                continue;
            }
            let first = game.midend.id();
            assert!(!game.solve().is_empty(), "{}", kind.name);
            assert!(game.midend.is_solved() && !game.praise().is_empty(), "{}", kind.name);
            game.renew().unwrap();
            assert!(game.how_to_continue().is_empty(), "a solved game is not continued");
            assert!(game.midend.id() != first && !game.midend.is_solved());
            game.step();
            game.renew().unwrap();
            game.step();
            let lines = game.how_to_continue();
            assert!(
                lines.len() == 2 && lines.iter().all(|line| line.contains("gridlore play '1;")),
                "{lines:?}"
            );
        }
    }
}
