//! The midend, one for all puzzles: history, hints, time, saving.
//!
//! A saved game is one line: `1;id;milliseconds;moves done;move;move;...`. It holds the game id and
//! the moves, not the board: restoring plays them again, so whatever text comes in, a restored game
//! is one that could have been played.

use crate::kind::Puzzle;
use crate::play::{Action, Check, Hint, Pen, Position, Refusal, Solve, View};
use crate::registry::{BUILT_IN, Registry};
use crate::saved;
use gridlore_core::{Budget, BudgetSpent, ParseError};
use std::cell::OnceCell;

/// Nodes for the praise after a solved game: no more than this, however many a question may take.
const PRAISE_BUDGET: u64 = 20_000_000;

/// No saved game is longer, in bytes, and none has more moves. The longest games take some thousand
/// moves; replaying them is linear.
const MAX_SAVED: usize = 1 << 20;
const MAX_MOVES: usize = 10_000;
/// Positions of one game are not kept beyond this many bytes.
const MAX_KEPT: usize = 16 << 20;
/// So few moves are kept whatever they are.
const FEW_MOVES: usize = 16;
/// Moves replayed at a time: a bound of the positions that are held besides those that are kept.
const REPLAYED: usize = 64;
/// No move names more cells: more than any board has.
const MAX_CELLS: usize = 4096;

/// A game being played.
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
    /// The id that spells the puzzle out, once somebody asked for it.
    id: OnceCell<String>,
    /// The positions of the game, the start first; one more than `moves`.
    positions: Vec<Position>,
    /// The moves, as a saved game holds them.
    moves: Vec<String>,
    /// The position shown: an index into `positions`.
    now: usize,
    /// Moves in place of which there is none any more.
    forgotten: usize,
    elapsed_ms: u64,
    /// Nodes for one question of the player.
    budget: u64,
}

/// Why a saved game was not restored.
///
/// ```
/// let error = gridlore::Midend::restore("1;sudoku:....;0;0").unwrap_err();
/// assert!(matches!(error, gridlore::RestoreError::Puzzle(_)));
/// assert!(error.to_string().starts_with("the puzzle of the saved game: line 1, column "));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RestoreError {
    /// The text is not a saved game, or one of a later release.
    #[error("field {field} of the saved game: found \"{found}\", expected {expected}")]
    Field {
        /// The field, from 1; fields are told apart by `;`.
        field: usize,
        /// What it holds.
        found: String,
        /// What it should hold.
        expected: &'static str,
    },
    /// The text is longer than any saved game.
    #[error(
        "found a saved game of {bytes} bytes and {moves} moves, expected at most {MAX_SAVED} bytes and {MAX_MOVES} moves"
    )]
    TooLong {
        /// The bytes of the text.
        bytes: usize,
        /// The moves in it.
        moves: usize,
    },
    /// The puzzle cannot be opened.
    #[error("the puzzle of the saved game: {0}")]
    Puzzle(ParseError),
    /// A move that the puzzle refuses.
    #[error("move {number} of the saved game: {refusal}")]
    Move {
        /// Which move, from 1.
        number: usize,
        /// Why not.
        refusal: Refusal,
    },
}

impl Midend {
    /// Nodes that a question may take where [`Midend::with_budget`] says nothing else; a 9x9 sudoku
    /// takes some hundreds.
    ///
    /// ```
    /// use gridlore::Midend;
    ///
    /// let hurried = Midend::new(gridlore::open("sudoku:easy#7")?).with_budget(Midend::BUDGET / 1000);
    /// assert!(hurried.hint().is_ok());
    /// # Ok::<(), gridlore::ParseError>(())
    /// ```
    pub const BUDGET: u64 = 50_000_000;

    /// A new game.
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
            now: 0,
            forgotten: 0,
            elapsed_ms: 0,
            budget,
        }
    }

    /// A game that stands at one of the puzzle's positions.
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

    /// The same game with another budget: the nodes that each question may take (check, hint, way,
    /// rewind, solve and praise). A question that takes more is answered by [`BudgetSpent`].
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

    /// The puzzle.
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

    /// The game id that spells the puzzle out: never by seed, so that it stays true whatever
    /// generators become.
    ///
    /// ```
    /// let game = gridlore::Midend::new(gridlore::open("connect-four:5x4#17")?);
    /// assert_eq!(game.id(), "connect-four:5x4:");
    /// # Ok::<(), gridlore::ParseError>(())
    /// ```
    #[must_use]
    pub fn id(&self) -> String {
        self.own_id().to_owned()
    }

    fn own_id(&self) -> &str {
        self.id.get_or_init(|| saved::puzzle_id(&*self.puzzle))
    }

    /// The position shown.
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

    /// What to show.
    ///
    /// ```
    /// let game = gridlore::Midend::new(gridlore::open("connect-four:44")?);
    /// assert_eq!(game.view().status, "X to move · stone 3");
    /// # Ok::<(), gridlore::ParseError>(())
    /// ```
    #[must_use]
    pub fn view(&self) -> View {
        self.puzzle.view(self.position())
    }

    /// Whether the position shown solves the puzzle.
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

    /// Does an action; what was undone before is forgotten. An action that changes nothing leaves
    /// no trace.
    ///
    /// # Errors
    /// [`Refusal`] in words; nothing has changed then.
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

    /// Shows `next`, to which `action` led. A game of more moves than are kept forgets the older
    /// half of them, in place of which there is one move to where they led.
    fn record(&mut self, next: Position, action: &Action) {
        if next != *self.position() {
            self.positions.truncate(self.now + 1);
            self.moves.truncate(self.now);
            self.positions.push(next);
            self.moves.push(action.to_string());
            self.now += 1;
            if self.is_too_long() {
                self.forget(self.now / 2);
            }
        }
    }

    /// Whether there are more moves than are kept, or a saved game of them would be too long, or
    /// their positions take too much memory.
    fn is_too_long(&self) -> bool {
        if self.now <= FEW_MOVES {
            return false;
        }
        let saved = || self.moves.iter().map(|text| text.len() + 1).sum::<usize>();
        let kept = || self.positions.iter().map(|position| position.as_str().len()).sum::<usize>();
        // The sums are made now and then, so that a long game stays linear.
        self.now > MAX_MOVES
            || (self.now.is_multiple_of(FEW_MOVES) && (saved() > MAX_SAVED / 2 || kept() > MAX_KEPT))
    }

    /// Puts one move in place of the first `count`.
    fn forget(&mut self, count: usize) {
        let action = Action::Become(self.positions[count].clone());
        self.positions.drain(1..count);
        self.moves.splice(..count, [action.to_string()]);
        self.now -= count - 1;
        self.forgotten += count - 1;
    }

    /// Whether there is something to undo.
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

    /// Whether there is something to redo.
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

    /// Takes the last action back; `false` when there is none.
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

    /// Does again what was undone; `false` when there is nothing.
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

    /// Goes back to before the mistake: to the last position so far in which nothing is wrong;
    /// `false` where nothing is wrong now.
    ///
    /// # Errors
    /// [`BudgetSpent`] when the puzzle is too hard to tell.
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
        // Nothing is wrong at the start.
        while self.now > 0 && self.puzzle.has_mistake(self.position(), &mut self.question())? {
            self.now -= 1;
        }
        Ok(self.now < before)
    }

    /// What is right, wrong and left.
    ///
    /// # Errors
    /// [`BudgetSpent`] when the puzzle is too hard to tell.
    ///
    /// ```
    /// use gridlore::{Action, Midend};
    ///
    /// let mut game = Midend::new(gridlore::open("sudoku:1...............")?);
    /// game.act(Action::Enter { cells: vec![1], symbol: '1' })?;
    /// assert_eq!(game.check()?.clashes[0], "1 stands twice in row 1: columns 1 and 2");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn check(&self) -> Result<Check, BudgetSpent> {
        self.puzzle.check(self.position(), &mut self.question())
    }

    /// What a helpful friend would point at next.
    ///
    /// # Errors
    /// [`BudgetSpent`] when the puzzle is too hard to tell.
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

    /// The steps to the next symbol, of which the hint is the first; `None` where the hint is all
    /// that there is to say.
    ///
    /// # Errors
    /// [`BudgetSpent`] when the puzzle is too hard to tell.
    ///
    /// ```
    /// use gridlore::Midend;
    ///
    /// // The hint of an easy puzzle is a single step that fills a cell: there is no way to tell.
    /// let game = Midend::new(gridlore::open("sudoku:easy#7")?);
    /// assert!(game.way()?.is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn way(&self) -> Result<Option<Hint>, BudgetSpent> {
        self.puzzle.way(self.position(), &mut self.question())
    }

    /// What there is to say about the way a solved position was reached; nothing where all ways are
    /// alike.
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

    /// Shows the solution, as a move that can be undone; when there is none, the board stays and
    /// the answer says why.
    ///
    /// # Errors
    /// [`BudgetSpent`] when the puzzle is too hard to solve.
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

    /// Writes every candidate as a pencil mark; whether this puzzle has pencil marks.
    ///
    /// ```
    /// let mut game = gridlore::Midend::new(gridlore::open("sudoku:1...............")?);
    /// assert!(game.note_all());
    /// assert_eq!(game.view().cells[1].marks, "234");
    /// # Ok::<(), gridlore::ParseError>(())
    /// ```
    pub fn note_all(&mut self) -> bool {
        let Some(noted) = self.puzzle.noted(self.position()) else { return false };
        self.record(noted.clone(), &Action::Become(noted));
        true
    }

    /// Back to the start, as a move that can be undone.
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

    /// Adds time that the player spent; the edge has the clock. Time stands still once the puzzle
    /// is solved.
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

    /// The time spent, in milliseconds.
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

    /// The whole game as one line of printable ASCII: puzzle, moves, what was undone, time.
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
        let mut text = format!("1;{};{};{}", self.own_id(), self.elapsed_ms, self.now);
        for action in &self.moves {
            text.push(';');
            text.push_str(action);
        }
        text
    }

    /// The puzzle and the position as it is now, without the way there: shorter than
    /// [`Midend::save`], read by the same [`Midend::restore`].
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
        saved::line(self.own_id(), (self.now > 0).then(|| self.position()))
    }

    /// The game that was saved, of a kind of this build.
    ///
    /// # Errors
    /// [`RestoreError`] says which field or which move is wrong.
    ///
    /// ```
    /// let game = gridlore::Midend::restore("1;connect-four:;900;1;3+;2+")?;
    /// assert_eq!((game.position().as_str(), game.can_redo()), ("4", true));
    /// # Ok::<(), gridlore::RestoreError>(())
    /// ```
    pub fn restore(text: &str) -> Result<Self, RestoreError> {
        Self::restore_in(&BUILT_IN, text)
    }

    /// The game that was saved, of a kind of `registry`.
    ///
    /// # Errors
    /// [`RestoreError`] says which field or which move is wrong.
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
        let count = text.bytes().filter(|&byte| byte == b';').count() + 1;
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
        if *version != "1" {
            return Err(fail(1, "1, the version of the format"));
        }
        let puzzle = registry.open(id).map_err(RestoreError::Puzzle)?;
        let mut game = Self::new(puzzle);
        game.elapsed_ms = elapsed.parse().map_err(|_| fail(3, "milliseconds"))?;
        for (part, texts) in moves.chunks(REPLAYED).enumerate() {
            let before = part * REPLAYED;
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
            return Err(fail(4, "no more moves than follow"));
        }
        // A move that changes nothing leaves no trace, so there may be fewer now.
        game.now = done.saturating_sub(game.forgotten).min(game.moves.len());
        Ok(game)
    }

    /// Reads an action as [`Action`] prints it.
    fn action(&self, text: &str) -> Result<Action, &'static str> {
        const EXPECTED: &str = "a move: cells=symbol, cells~symbol, cells^symbol, cells/symbol, cells*colour, cells-, press+ or !position";
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
            (Some('+'), None, None) if cells.len() == 1 => Ok(Action::Press { press: cells[0] }),
            _ => Err(EXPECTED),
        }
    }
}
