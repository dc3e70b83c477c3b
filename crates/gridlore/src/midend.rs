//! The midend, shared by all puzzles: history, hints, time and saved games.
//!
//! A saved game is one line: `1;id;milliseconds;moves done;move;move;...`. It contains the game id
//! and the moves instead of the board. Restoring replays the moves, so every restored game is one
//! that could have been played. Branches (see `branches`) follow the moves; they are read
//! immediately, but played only when they are opened.

use crate::branches::{self, Branch, BranchView, Branches};
use crate::kind::Puzzle;
use crate::play::{Action, Check, Hint, Pen, Position, Refusal, Solve, Track, View};
use crate::registry::{BUILT_IN, Registry};
use crate::saved;
use gridlore_core::{Budget, BudgetSpent, ParseError};
use std::cell::OnceCell;

/// Node budget for the praise after a solved game, independent of the caller's budget.
const PRAISE_BUDGET: u64 = 20_000_000;

/// Maximum size in bytes and maximum number of moves of a saved game. The longest games have a few
/// thousand moves; replaying them takes linear time.
const MAX_SAVED: usize = 1 << 20;
const MAX_MOVES: usize = 10_000;
/// Maximum size in bytes of the positions that a game keeps for undo.
const MAX_KEPT: usize = 16 << 20;
/// Number of moves that are always kept for undo.
const MIN_KEPT_MOVES: usize = 16;
/// Number of moves replayed at a time, which limits the positions in memory beyond those kept for
/// undo.
const REPLAY_CHUNK: usize = 64;
/// Maximum number of cells that a move may name; no board has more.
const MAX_CELLS: usize = 4096;

/// A game in progress: a puzzle, the moves so far, and the time spent.
///
/// ```
/// use gridlore::{Action, Midend};
///
/// let mut game = Midend::new(gridlore::open("connect-four:")?);
/// game.act(Action::Press { press: 3 })?;
/// assert_eq!(game.save(), "1;connect-four:;0;1;3+");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Midend {
    puzzle: Box<dyn Puzzle>,
    /// The id that spells the puzzle out, computed on first use.
    id: OnceCell<String>,
    /// The positions of the game, including the first: one more than `moves`.
    positions: Vec<Position>,
    /// The moves, in the format of a saved game.
    moves: Vec<String>,
    /// Moves that were undone before others took their place.
    branches: Branches,
    /// The current position: an index into `positions`.
    now: usize,
    /// The number of early moves that were dropped.
    forgotten: usize,
    elapsed_ms: u64,
    /// Node budget per request by the player.
    budget: u64,
}

/// The reason why a saved game was not restored.
///
/// ```
/// let error = gridlore::Midend::restore("1;sudoku:....;0;0").unwrap_err();
/// assert!(matches!(error, gridlore::RestoreError::Puzzle(_)));
/// assert!(error.to_string().starts_with("the puzzle of the saved game: line 1, column "));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RestoreError {
    /// The text is not a saved game, or was saved by a later release.
    #[error("field {field} of the saved game: found \"{found}\", expected {expected}")]
    Field {
        /// The number of the field, from 1; `;` separates fields.
        field: usize,
        /// The text of the field.
        found: String,
        /// The expected content.
        expected: &'static str,
    },
    /// The text has too many bytes or moves for a saved game.
    #[error(
        "found a saved game of {bytes} bytes and {moves} moves, expected at most {MAX_SAVED} bytes and {MAX_MOVES} moves"
    )]
    TooLong {
        /// The size of the text in bytes.
        bytes: usize,
        /// The number of moves in the text.
        moves: usize,
    },
    /// The puzzle cannot be opened.
    #[error("the puzzle of the saved game: {0}")]
    Puzzle(ParseError),
    /// The puzzle refuses a move.
    #[error("move {number} of the saved game: {refusal}")]
    Move {
        /// The number of the move, from 1.
        number: usize,
        /// The reason.
        refusal: Refusal,
    },
}

impl Midend {
    /// The default node budget per request; [`Midend::with_budget`] changes it. A 9x9 sudoku takes
    /// a few hundred nodes.
    ///
    /// ```
    /// use gridlore::Midend;
    ///
    /// let hurried = Midend::new(gridlore::open("sudoku:easy#7")?).with_budget(Midend::BUDGET / 1000);
    /// assert!(hurried.hint().is_ok());
    /// # Ok::<(), gridlore::ParseError>(())
    /// ```
    pub const BUDGET: u64 = 50_000_000;

    /// Starts a new game.
    ///
    /// ```
    /// let game = gridlore::Midend::new(gridlore::open("sudoku:easy#7")?);
    /// assert!(!game.can_undo() && !game.is_solved());
    /// # Ok::<(), gridlore::ParseError>(())
    /// ```
    #[must_use]
    pub fn new(puzzle: Box<dyn Puzzle>) -> Self {
        let positions = vec![puzzle.start()];
        let budget = Self::BUDGET;
        Self {
            puzzle,
            id: OnceCell::new(),
            positions,
            moves: Vec::new(),
            branches: Branches::default(),
            now: 0,
            forgotten: 0,
            elapsed_ms: 0,
            budget,
        }
    }

    /// Starts a game at the given position of the puzzle.
    ///
    /// ```
    /// let puzzle = gridlore::open("connect-four:")?;
    /// let position = puzzle.position("4453")?;
    /// let game = gridlore::Midend::at(puzzle, position);
    /// assert_eq!(game.view().blank, 38);
    /// # Ok::<(), gridlore::ParseError>(())
    /// ```
    #[must_use]
    pub fn at(puzzle: Box<dyn Puzzle>, position: Position) -> Self {
        let mut game = Self::new(puzzle);
        game.record(position.clone(), &Action::Become(position));
        game
    }

    /// Sets the node budget for each request (check, hint, steps, rewind, solve and praise). A
    /// request that needs more nodes returns [`BudgetSpent`].
    ///
    /// ```
    /// let blank = gridlore::open(&format!("sudoku:{}", ".".repeat(81)))?;
    /// let mut game = gridlore::Midend::new(blank).with_budget(1);
    /// assert_eq!(game.solve().unwrap_err().nodes, 1);
    /// # Ok::<(), gridlore::ParseError>(())
    /// ```
    #[must_use]
    pub fn with_budget(mut self, nodes: u64) -> Self {
        self.budget = nodes;
        self
    }

    fn question(&self) -> Budget {
        Budget::nodes(self.budget)
    }

    /// Returns the puzzle.
    ///
    /// ```
    /// let game = gridlore::Midend::new(gridlore::open("flipper#7")?);
    /// assert_eq!(game.puzzle().kind().title, "Flipper");
    /// # Ok::<(), gridlore::ParseError>(())
    /// ```
    #[must_use]
    pub fn puzzle(&self) -> &dyn Puzzle {
        &*self.puzzle
    }

    /// Returns the game id that spells the puzzle out. It contains no seed, so it stays valid if a
    /// generator changes.
    ///
    /// ```
    /// let game = gridlore::Midend::new(gridlore::open("connect-four:5x4#17")?);
    /// assert_eq!(game.id(), "connect-four:5x4:");
    /// # Ok::<(), gridlore::ParseError>(())
    /// ```
    #[must_use]
    pub fn id(&self) -> String {
        self.cached_id().to_owned()
    }

    fn cached_id(&self) -> &str {
        self.id.get_or_init(|| saved::puzzle_id(&*self.puzzle))
    }

    /// Returns the current position.
    ///
    /// ```
    /// let game = gridlore::Midend::new(gridlore::open("connect-four:44")?);
    /// assert_eq!(game.position().as_str(), "44");
    /// # Ok::<(), gridlore::ParseError>(())
    /// ```
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.positions[self.now]
    }

    /// Returns the view of the current position.
    ///
    /// ```
    /// let game = gridlore::Midend::new(gridlore::open("connect-four:44")?);
    /// assert_eq!(game.view().status, "X to move · move 3");
    /// # Ok::<(), gridlore::ParseError>(())
    /// ```
    #[must_use]
    pub fn view(&self) -> View {
        self.puzzle.view(self.position())
    }

    /// Returns whether the current position solves the puzzle.
    ///
    /// ```
    /// let won = gridlore::Midend::new(gridlore::open("connect-four:1212121")?);
    /// assert!(won.is_solved());
    /// # Ok::<(), gridlore::ParseError>(())
    /// ```
    #[must_use]
    pub fn is_solved(&self) -> bool {
        self.puzzle.is_solved(self.position())
    }

    /// Plays an action. Undone moves become a branch; undone presses are discarded. An action that
    /// changes nothing is not recorded.
    ///
    /// # Errors
    /// Returns [`Refusal`] if the puzzle refuses the action; the game stays unchanged.
    ///
    /// ```
    /// use gridlore::{Action, Midend};
    ///
    /// let mut game = Midend::new(gridlore::open("connect-four:444444")?);
    /// let refusal = game.act(Action::Press { press: 3 }).unwrap_err();
    /// assert_eq!(refusal.to_string(), "column 4 is full");
    /// # Ok::<(), gridlore::ParseError>(())
    /// ```
    pub fn act(&mut self, action: Action) -> Result<(), Refusal> {
        let next = self.puzzle.apply(self.position(), &action)?;
        self.record(next, &action);
        Ok(())
    }

    /// Moves to `next`, the result of `action`. When the game grows beyond its limits, one move
    /// replaces the older half of the moves.
    fn record(&mut self, next: Position, action: &Action) {
        if next != *self.position() {
            let text = action.to_string();
            let undone = &self.moves[self.now..];
            if undone.is_empty() || undone.iter().any(|text| text.ends_with('+')) {
                self.branches.advance(self.now, &text);
            } else {
                let new = [&self.moves[..self.now], std::slice::from_ref(&text)].concat();
                self.branches.follow(&self.moves, &new);
            }
            self.positions.truncate(self.now + 1);
            self.moves.truncate(self.now);
            self.positions.push(next);
            self.moves.push(text);
            self.now += 1;
            if self.is_too_long() {
                self.forget(self.now / 2);
            }
        }
    }

    /// Returns whether the game exceeds the limits on its moves, its saved length or the memory of
    /// its positions.
    fn is_too_long(&self) -> bool {
        if self.now <= MIN_KEPT_MOVES {
            return false;
        }
        let saved = || self.moves.iter().map(|text| text.len() + 1).sum::<usize>();
        let kept = || self.positions.iter().map(|position| position.as_str().len()).sum::<usize>();
        // Sum only occasionally, so that a long game takes linear time.
        self.now > MAX_MOVES
            || (self.now.is_multiple_of(MIN_KEPT_MOVES) && (saved() > MAX_SAVED / 2 || kept() > MAX_KEPT))
    }

    /// Replaces the first `count` moves with one move.
    fn forget(&mut self, count: usize) {
        let action = Action::Become(self.positions[count].clone());
        self.branches.forget(count);
        self.positions.drain(1..count);
        self.moves.splice(..count, [action.to_string()]);
        self.now -= count - 1;
        self.forgotten += count - 1;
    }

    /// Returns whether there is a move to undo.
    ///
    /// ```
    /// use gridlore::{Action, Midend};
    ///
    /// let mut game = Midend::new(gridlore::open("connect-four:")?);
    /// game.act(Action::Press { press: 3 })?;
    /// assert!(game.can_undo());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn can_undo(&self) -> bool {
        self.now > 0
    }

    /// Returns whether there is a move to redo.
    ///
    /// ```
    /// use gridlore::{Action, Midend};
    ///
    /// let mut game = Midend::new(gridlore::open("connect-four:")?);
    /// game.act(Action::Press { press: 3 })?;
    /// assert!(!game.can_redo());
    /// game.undo();
    /// assert!(game.can_redo());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn can_redo(&self) -> bool {
        self.now < self.moves.len()
    }

    /// Undoes the last action; returns `false` if there is none.
    ///
    /// ```
    /// use gridlore::{Action, Midend};
    ///
    /// let mut game = Midend::new(gridlore::open("connect-four:")?);
    /// game.act(Action::Press { press: 3 })?;
    /// assert!(game.undo() && !game.undo());
    /// assert_eq!(game.position().as_str(), "");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub const fn undo(&mut self) -> bool {
        let can = self.can_undo();
        if can {
            self.now -= 1;
        }
        can
    }

    /// Redoes the last undone action; returns `false` if there is none.
    ///
    /// ```
    /// use gridlore::{Action, Midend};
    ///
    /// let mut game = Midend::new(gridlore::open("connect-four:")?);
    /// game.act(Action::Press { press: 3 })?;
    /// game.undo();
    /// assert!(game.redo() && !game.redo());
    /// assert_eq!(game.position().as_str(), "4");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub const fn redo(&mut self) -> bool {
        let can = self.can_redo();
        if can {
            self.now += 1;
        }
        can
    }

    /// Returns the branches of the game, newest last, each with the board after its last move.
    /// Branches that cannot be played are left out.
    ///
    /// ```
    /// let game = gridlore::Midend::restore("1;sudoku:1...............;0;1;1=2;@0;1=3;2=2")?;
    /// let branches = game.branches();
    /// assert_eq!((branches.len(), branches[0].moves, branches[0].view.blank), (1, 2, 13));
    /// # Ok::<(), gridlore::RestoreError>(())
    /// ```
    #[must_use]
    pub fn branches(&self) -> Vec<BranchView> {
        let view = |branch: &Branch| {
            let actions = self.actions(&branch.moves);
            let (positions, refusal) = self.puzzle.replay(self.positions.get(branch.after)?, &actions);
            let view = self.puzzle.view(positions.last().filter(|_| refusal.is_none())?);
            let first = branches::words(actions.first()?, view.columns);
            Some(BranchView { after: branch.after, moves: branch.moves.len(), first, view })
        };
        self.branches.all().iter().filter_map(view).collect()
    }

    /// Moves to the end of the branch at `index` in [`Midend::branches`]. The moves that the branch
    /// replaces become a branch themselves. Returns `false` if there is no such branch.
    ///
    /// ```
    /// let mut game = gridlore::Midend::restore("1;sudoku:1...............;0;1;1=2;@0;1=3;2=2")?;
    /// assert!(game.open_branch(0) && !game.open_branch(1));
    /// assert_eq!(game.save(), "1;sudoku:1...............;0;2;1=3;2=2;@0;1=2");
    /// # Ok::<(), gridlore::RestoreError>(())
    /// ```
    pub fn open_branch(&mut self, index: usize) -> bool {
        let is_playable = |branch: &&Branch| {
            let start = self.positions.get(branch.after);
            start.is_some_and(|at| self.puzzle.replay(at, &self.actions(&branch.moves)).1.is_none())
        };
        let Some(branch) = self.branches.all().iter().filter(is_playable).nth(index).cloned() else {
            return false;
        };
        let actions = self.actions(&branch.moves);
        let (positions, _) = self.puzzle.replay(&self.positions[branch.after], &actions);
        let old = self.moves.clone();
        self.positions.truncate(branch.after + 1);
        self.moves.truncate(branch.after);
        for (position, text) in positions.into_iter().zip(branch.moves) {
            if self.positions.last() != Some(&position) {
                self.positions.push(position);
                self.moves.push(text);
            }
        }
        self.now = self.moves.len();
        self.branches.follow(&old, &self.moves);
        true
    }

    /// Parses moves that were validated earlier.
    fn actions(&self, moves: &[String]) -> Vec<Action> {
        moves.iter().map_while(|text| self.action(text).ok()).collect()
    }

    /// Undoes moves back to the last position without a mistake; returns `false` if the current
    /// position has no mistake.
    ///
    /// # Errors
    /// Returns [`BudgetSpent`] if finding mistakes takes more nodes than the budget allows.
    ///
    /// ```
    /// use gridlore::{Action, Midend};
    ///
    /// let mut game = Midend::new(gridlore::open("sudoku:1...............")?);
    /// game.act(Action::Enter { cells: vec![1], symbol: '1' })?;
    /// assert!(game.rewind()?);
    /// assert_eq!(game.view().cells[1].symbol, None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn rewind(&mut self) -> Result<bool, BudgetSpent> {
        let before = self.now;
        // The start contains no mistakes.
        while self.now > 0 && self.puzzle.has_mistake(self.position(), &mut self.question())? {
            self.now -= 1;
        }
        Ok(self.now < before)
    }

    /// Checks the current position: returns rule violations, wrong symbols and the number of blank
    /// cells.
    ///
    /// # Errors
    /// Returns [`BudgetSpent`] if the check takes more nodes than the budget allows.
    ///
    /// ```
    /// use gridlore::{Action, Midend};
    ///
    /// let mut game = Midend::new(gridlore::open("sudoku:1...............")?);
    /// game.act(Action::Enter { cells: vec![1], symbol: '1' })?;
    /// assert_eq!(game.check()?.clashes[0], "Two 1s in row 1 (columns 1 and 2)");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn check(&self) -> Result<Check, BudgetSpent> {
        self.puzzle.check(self.position(), &mut self.question())
    }

    /// Returns a hint: the first mistake if there is one, otherwise the easiest step.
    ///
    /// # Errors
    /// Returns [`BudgetSpent`] if the hint takes more nodes than the budget allows.
    ///
    /// ```
    /// use gridlore::{Action, Midend};
    ///
    /// let mut game = Midend::new(gridlore::open("sudoku:1...............")?);
    /// game.act(Action::Enter { cells: vec![1], symbol: '1' })?;
    /// let hint = game.hint()?;
    /// assert_eq!((hint.title.as_str(), hint.is_mistake), ("Clash", true));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn hint(&self) -> Result<Hint, BudgetSpent> {
        self.puzzle.hint(self.position(), &mut self.question())
    }

    /// Returns all steps up to the next symbol, starting with the step of the hint; `None` if the
    /// hint is a single step.
    ///
    /// # Errors
    /// Returns [`BudgetSpent`] if the steps take more nodes than the budget allows.
    ///
    /// ```
    /// use gridlore::Midend;
    ///
    /// // The hint of an easy puzzle fills a cell in a single step.
    /// let game = Midend::new(gridlore::open("sudoku:easy#7")?);
    /// assert!(game.steps_to_symbol()?.is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn steps_to_symbol(&self) -> Result<Option<Hint>, BudgetSpent> {
        self.puzzle.steps_to_symbol(self.position(), &mut self.question())
    }

    /// Returns a comment on a solved game, such as the number of presses compared with the minimum;
    /// an empty string if the puzzle has none.
    ///
    /// ```
    /// let won = gridlore::Midend::new(gridlore::open("connect-four:1212121")?);
    /// assert_eq!(won.praise(), "X won at move 7: four in column 1, rows 1 to 4.");
    /// # Ok::<(), gridlore::ParseError>(())
    /// ```
    #[must_use]
    pub fn praise(&self) -> String {
        self.puzzle.praise(self.position(), &mut Budget::nodes(self.budget.min(PRAISE_BUDGET)))
    }

    /// Shows the solution as a move that can be undone. Without a solution, the board stays
    /// unchanged and the result contains the reason.
    ///
    /// # Errors
    /// Returns [`BudgetSpent`] if solving takes more nodes than the budget allows.
    ///
    /// ```
    /// use gridlore::{Midend, Solve};
    ///
    /// let mut game = Midend::new(gridlore::open("sudoku:easy#7")?);
    /// assert!(matches!(game.solve()?, Solve::Unique(_)));
    /// assert!(game.is_solved() && game.undo());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn solve(&mut self) -> Result<Solve, BudgetSpent> {
        let solve = self.puzzle.solve(&mut self.question())?;
        if let Solve::Unique(position) | Solve::Several(position) = &solve {
            self.record(position.clone(), &Action::Become(position.clone()));
        }
        Ok(solve)
    }

    /// Fills in every candidate as a pencil mark; returns `false` if this puzzle has no pencil
    /// marks.
    ///
    /// ```
    /// let mut game = gridlore::Midend::new(gridlore::open("sudoku:1...............")?);
    /// assert!(game.fill_candidates());
    /// assert_eq!(game.view().cells[1].marks, "234");
    /// # Ok::<(), gridlore::ParseError>(())
    /// ```
    pub fn fill_candidates(&mut self) -> bool {
        let Some(filled) = self.puzzle.with_all_candidates(self.position()) else { return false };
        self.record(filled.clone(), &Action::Become(filled));
        true
    }

    /// Returns to the start. This is a move that can be undone.
    ///
    /// ```
    /// use gridlore::{Action, Midend};
    ///
    /// let mut game = Midend::new(gridlore::open("connect-four:")?);
    /// game.act(Action::Press { press: 3 })?;
    /// game.restart();
    /// assert_eq!(game.position().as_str(), "");
    /// assert!(game.undo(), "it was a move");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn restart(&mut self) {
        let start = self.positions[0].clone();
        self.record(start.clone(), &Action::Become(start));
    }

    /// Adds to the time spent, which the caller measures. Time stops once the puzzle is solved.
    ///
    /// ```
    /// let mut game = gridlore::Midend::new(gridlore::open("sudoku:easy#7")?);
    /// game.tick(1_500);
    /// game.tick(500);
    /// assert_eq!(game.elapsed_ms(), 2_000);
    /// # Ok::<(), gridlore::ParseError>(())
    /// ```
    pub fn tick(&mut self, milliseconds: u64) {
        if !self.is_solved() {
            self.elapsed_ms = self.elapsed_ms.saturating_add(milliseconds);
        }
    }

    /// Returns the time spent, in milliseconds.
    ///
    /// ```
    /// let game = gridlore::Midend::restore("1;connect-four:;65000;0")?;
    /// assert_eq!(game.elapsed_ms(), 65_000);
    /// # Ok::<(), gridlore::RestoreError>(())
    /// ```
    #[must_use]
    pub const fn elapsed_ms(&self) -> u64 {
        self.elapsed_ms
    }

    /// Returns the whole game as one line of printable ASCII: puzzle, time, moves, undone moves and
    /// branches.
    ///
    /// ```
    /// use gridlore::{Action, Midend};
    ///
    /// let mut game = Midend::new(gridlore::open("connect-four:")?);
    /// game.act(Action::Press { press: 3 })?;
    /// game.tick(900);
    /// assert_eq!(game.save(), "1;connect-four:;900;1;3+");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn save(&self) -> String {
        let mut text = format!("1;{};{};{}", self.cached_id(), self.elapsed_ms, self.now);
        for action in &self.moves {
            text.push(';');
            text.push_str(action);
        }
        self.branches.push_to(&mut text);
        text
    }

    /// Returns the puzzle and its current position without the moves. The result is shorter than
    /// that of [`Midend::save`]; [`Midend::restore`] reads both.
    ///
    /// ```
    /// use gridlore::{Action, Midend};
    ///
    /// let mut game = Midend::new(gridlore::open("connect-four:")?);
    /// game.act(Action::Press { press: 3 })?;
    /// game.tick(900);
    /// assert_eq!(game.share(), "1;connect-four:;0;1;!4");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn share(&self) -> String {
        saved::line(self.cached_id(), (self.now > 0).then(|| self.position()))
    }

    /// Restores a saved game of a built-in kind.
    ///
    /// # Errors
    /// Returns [`RestoreError`], which identifies the wrong field or move.
    ///
    /// ```
    /// let game = gridlore::Midend::restore("1;connect-four:;900;1;3+;2+")?;
    /// assert_eq!((game.position().as_str(), game.can_redo()), ("4", true));
    /// # Ok::<(), gridlore::RestoreError>(())
    /// ```
    pub fn restore(text: &str) -> Result<Self, RestoreError> {
        Self::restore_in(&BUILT_IN, text)
    }

    /// Restores a saved game of a kind in `registry`.
    ///
    /// # Errors
    /// Returns [`RestoreError`], which identifies the wrong field or move.
    ///
    /// ```
    /// use gridlore::{Midend, Registry};
    ///
    /// let registry = Registry::new();
    /// let game = Midend::restore_in(&registry, "1;connect-four:;900;1;3+")?;
    /// assert_eq!(game.view().blank, 41);
    /// # Ok::<(), gridlore::RestoreError>(())
    /// ```
    pub fn restore_in(registry: &Registry, text: &str) -> Result<Self, RestoreError> {
        let own = text.split_once(";@").map_or(text, |(own, _)| own);
        let count = own.bytes().filter(|&byte| byte == b';').count() + 1;
        if text.len() > MAX_SAVED || count > MAX_MOVES + 4 {
            return Err(RestoreError::TooLong { bytes: text.len(), moves: count.saturating_sub(4) });
        }
        let fields: Vec<&str> = text.split(';').collect();
        let fail = |field: usize, expected| RestoreError::Field {
            field,
            found: fields.get(field - 1).copied().unwrap_or_default().chars().take(40).collect(),
            expected,
        };
        let [version, id, elapsed, done, moves @ ..] = fields.as_slice() else {
            return Err(fail(fields.len() + 1, "at least four fields: 1;id;milliseconds;moves done"));
        };
        let is_branch = |field: &&str| field.starts_with('@');
        let (moves, branches) = moves.split_at(moves.iter().position(is_branch).unwrap_or(moves.len()));
        if *version != "1" {
            return Err(fail(1, "1, the version of the format"));
        }
        let puzzle = registry.open(id).map_err(RestoreError::Puzzle)?;
        let mut game = Self::new(puzzle);
        game.elapsed_ms = elapsed.parse().map_err(|_| fail(3, "milliseconds"))?;
        for (part, texts) in moves.chunks(REPLAY_CHUNK).enumerate() {
            let before = part * REPLAY_CHUNK;
            let mut unread = None;
            let read = |text: &&str| game.action(text).map_err(|expected| unread = Some(expected)).ok();
            let actions: Vec<Action> = texts.iter().map_while(read).collect();
            let (positions, refusal) = game.puzzle.replay(game.position(), &actions);
            if let Some(refusal) = refusal {
                return Err(RestoreError::Move { number: before + positions.len() + 1, refusal });
            }
            if let Some(expected) = unread {
                return Err(fail(before + actions.len() + 5, expected));
            }
            for (next, action) in positions.into_iter().zip(actions) {
                game.record(next, &action);
            }
        }
        let done: usize = done.parse().map_err(|_| fail(4, "a number of moves"))?;
        if done > moves.len() {
            return Err(fail(4, "at most the number of moves that follow"));
        }
        // Moves that change nothing are not recorded, so the game may have fewer moves now.
        game.now = done.saturating_sub(game.forgotten).min(game.moves.len());
        let is_move = |text: &str| game.action(text).map(|_| ());
        let branches = Branches::read(branches, moves.len(), is_move);
        game.branches = branches.map_err(|(place, expected)| fail(moves.len() + place + 5, expected))?;
        game.branches.fit(game.forgotten, game.moves.len());
        Ok(game)
    }

    /// Parses an action in the format in which [`Action`] prints it.
    fn action(&self, text: &str) -> Result<Action, &'static str> {
        const EXPECTED: &str = "a move: cells=symbol, cells~symbol, cells^symbol, cells/symbol, cells*colour, cells-, cells_, corners|, cells_-, press+ or !position";
        if let Some(position) = text.strip_prefix('!') {
            return Ok(Action::Become(
                self.puzzle.position(position).map_err(|_| "a position of this puzzle after !")?,
            ));
        }
        let end = text.find(|c: char| !c.is_ascii_digit() && c != ',').ok_or(EXPECTED)?;
        if text[..end].split(',').nth(MAX_CELLS).is_some() {
            return Err("a move of at most 4096 cells");
        }
        let cells: Result<Vec<usize>, _> = text[..end].split(',').map(str::parse).collect();
        let cells = cells.map_err(|_| EXPECTED)?;
        let mut rest = text[end..].chars();
        match (rest.next(), rest.next(), rest.next()) {
            (Some('='), Some(symbol), None) => Ok(Action::Enter { cells, symbol }),
            (Some('~'), Some(symbol), None) => Ok(Action::Mark { cells, pen: Pen::Centre, symbol }),
            (Some('^'), Some(symbol), None) => Ok(Action::Mark { cells, pen: Pen::Corner, symbol }),
            (Some('/'), Some(symbol), None) => Ok(Action::Mark { cells, pen: Pen::Cross, symbol }),
            (Some('*'), Some(symbol), None) => Ok(Action::Mark { cells, pen: Pen::Colour, symbol }),
            (Some('-'), None, None) => Ok(Action::Clear { cells }),
            (Some('_'), None, None) => Ok(Action::Line { points: cells, track: Track::Centres }),
            (Some('|'), None, None) => Ok(Action::Line { points: cells, track: Track::Corners }),
            (Some('_'), Some('-'), None) => Ok(Action::EraseLines { cells }),
            (Some('+'), None, None) if cells.len() == 1 => Ok(Action::Press { press: cells[0] }),
            _ => Err(EXPECTED),
        }
    }
}
