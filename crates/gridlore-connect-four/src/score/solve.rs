//! Scores of positions: exact, or who wins.

use crate::board::position::Position;
use crate::board::size::{Column, Size};
use crate::score::book::Book;
use crate::score::reference::Reference;
use crate::score::search::Search;
use crate::score::watch::Watch;
use gridlore_core::{Budget, BudgetSpent};
use std::fmt;

/// Scores of positions of one size.
///
/// # Units
/// The score of a position is that of the side that moves next: 0 for a draw; when it wins, one
/// more than the number of stones that it has left after its last one; when it loses, the same for
/// the other side with a minus. So a win with the very last stone of a side is 1, and one that
/// comes sooner is more.
///
/// # Source
/// The units are those of Pascal Pons, "Solving Connect 4", 2015.
pub struct Solver {
    size: Size,
    search: Box<dyn AnySearch>,
    is_compiled: bool,
    book: Option<Book>,
    watch: Watch,
}

impl fmt::Debug for Solver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solver").field("size", &self.size).finish_non_exhaustive()
    }
}

/// A search whose size is known when the program runs.
trait AnySearch: Send {
    fn score(&mut self, own: u128, all: u128, is_weak: bool, budget: &mut Budget)
    -> Result<i32, BudgetSpent>;
    /// Whether the score is at least `beta`.
    fn is_at_least(
        &mut self,
        own: u128,
        all: u128,
        beta: i32,
        budget: &mut Budget,
    ) -> Result<bool, BudgetSpent>;
    fn clear(&mut self);
    fn nodes(&self) -> u64;
}

impl<const W: usize, const H: usize> AnySearch for Search<W, H> {
    #[expect(clippy::cast_possible_truncation, reason = "these boards fit into 64 bits")]
    fn score(
        &mut self,
        own: u128,
        all: u128,
        is_weak: bool,
        budget: &mut Budget,
    ) -> Result<i32, BudgetSpent> {
        Self::score(self, own as u64, all as u64, is_weak, budget)
    }

    #[expect(clippy::cast_possible_truncation, reason = "these boards fit into 64 bits")]
    fn is_at_least(
        &mut self,
        own: u128,
        all: u128,
        beta: i32,
        budget: &mut Budget,
    ) -> Result<bool, BudgetSpent> {
        Self::is_at_least(self, own as u64, all as u64, beta, budget)
    }

    fn clear(&mut self) {
        Self::clear(self);
    }

    fn nodes(&self) -> u64 {
        Self::nodes(self)
    }
}

impl AnySearch for Reference {
    fn score(
        &mut self,
        own: u128,
        all: u128,
        is_weak: bool,
        budget: &mut Budget,
    ) -> Result<i32, BudgetSpent> {
        Self::score(self, own, all, is_weak, budget)
    }

    fn is_at_least(
        &mut self,
        own: u128,
        all: u128,
        beta: i32,
        budget: &mut Budget,
    ) -> Result<bool, BudgetSpent> {
        Ok(self.bound(own, all, beta, budget)? >= beta)
    }

    fn clear(&mut self) {
        Self::clear(self);
    }

    fn nodes(&self) -> u64 {
        Self::nodes(self)
    }
}

/// The sizes that are compiled in: all of four in a row whose cells and columns fit into 64 bits,
/// from 4 by 4 on.
macro_rules! sizes {
    ($size:expr, $bytes:expr, $threads:expr, $watch:expr; $($width:literal: $($height:literal)*;)*) => {
        match ($size.width(), $size.height()) {
            $($(($width, $height) => Some(Box::new(Search::<$width, $height>::new($bytes, $threads, $watch)) as Box<dyn AnySearch>),)*)*
            _ => None,
        }
    };
}

#[cfg(not(target_family = "wasm"))]
fn compiled(size: Size, bytes: usize, threads: usize, watch: &Watch) -> Option<Box<dyn AnySearch>> {
    sizes!(size, bytes, threads, watch;
        4: 4 5 6 7 8 9 10 11 12;
        5: 4 5 6 7 8 9 10 11;
        6: 4 5 6 7 8 9;
        7: 4 5 6 7 8;
        8: 4 5 6 7;
        9: 4 5 6;
        10: 4 5;
        11: 4;
        12: 4;
    )
}

/// A page has to fetch them: the boards that people play on.
#[cfg(target_family = "wasm")]
fn compiled(size: Size, bytes: usize, threads: usize, watch: &Watch) -> Option<Box<dyn AnySearch>> {
    sizes!(size, bytes, threads, watch; 5: 5; 6: 5; 7: 6; 8: 7; 9: 6;)
}

impl Solver {
    /// A solver with a table of at most so many bytes.
    ///
    /// Boards of four in a row whose cells and columns are at most 64 together, from 4 by 4 on,
    /// have a search that is compiled for them; all others the plain one.
    #[must_use]
    pub fn new(size: Size, bytes: usize) -> Self {
        Self::with_threads(size, bytes, 1)
    }

    /// The same with the book that comes with the program, where there is one of this size.
    #[must_use]
    pub fn with_own_book(size: Size, bytes: usize) -> Self {
        let solver = Self::new(size, bytes);
        match Book::own(size) {
            Some(book) => solver.with_book(book),
            None => solver,
        }
    }

    /// The same with so many threads for what takes long; where the size is not compiled in, one.
    #[must_use]
    pub fn with_threads(size: Size, bytes: usize, threads: usize) -> Self {
        let watch = Watch::default();
        let compiled = if size.run() == 4 { compiled(size, bytes, threads, &watch) } else { None };
        let is_compiled = compiled.is_some();
        let search = compiled.unwrap_or_else(|| Box::new(Reference::new(size, bytes, &watch)));
        Self { size, search, is_compiled, book: None, watch }
    }

    /// The plain search, whatever the size: a second opinion.
    #[must_use]
    pub fn plain(size: Size, bytes: usize) -> Self {
        let watch = Watch::default();
        let search = Box::new(Reference::new(size, bytes, &watch));
        Self { size, search, is_compiled: false, book: None, watch }
    }

    /// Looks into a book before it searches.
    ///
    /// # Panics
    /// When the book is of another size.
    #[must_use]
    pub fn with_book(mut self, book: Book) -> Self {
        assert_eq!(book.size(), self.size, "a solver knows boards of one size");
        self.book = Some(book);
        self
    }

    /// How many plies its book has, if there is one.
    #[must_use]
    pub fn book_plies(&self) -> Option<usize> {
        self.book.as_ref().map(Book::plies)
    }

    /// Whether there is a search that is compiled for this size.
    #[must_use]
    pub const fn is_compiled(&self) -> bool {
        self.is_compiled
    }

    /// The size of the boards that it solves.
    #[must_use]
    pub const fn size(&self) -> Size {
        self.size
    }

    /// A look at it from another thread.
    #[must_use]
    pub fn watch(&self) -> Watch {
        self.watch.clone()
    }

    /// Forgets all that was found out.
    pub fn clear(&mut self) {
        self.search.clear();
    }

    /// Nodes so far: positions in which somebody had to choose.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.search.nodes()
    }

    /// The score of a position. One that is over has the score of its end: a loss for the side that
    /// would move next, or 0.
    ///
    /// # Errors
    /// [`BudgetSpent`].
    ///
    /// # Panics
    /// When the position has another size.
    pub fn score(&mut self, position: &Position, budget: &mut Budget) -> Result<i32, BudgetSpent> {
        self.ask(position, false, budget)
    }

    /// Whether the side that moves next wins (1), loses (-1) or neither (0).
    ///
    /// # Errors
    /// [`BudgetSpent`].
    ///
    /// # Panics
    /// When the position has another size.
    pub fn outcome(&mut self, position: &Position, budget: &mut Budget) -> Result<i32, BudgetSpent> {
        self.ask(position, true, budget)
    }

    /// The score of each move, for the side that makes it; none where a column is full or the game
    /// is over.
    ///
    /// # Errors
    /// [`BudgetSpent`].
    pub fn scores(
        &mut self,
        position: &Position,
        budget: &mut Budget,
    ) -> Result<Vec<(Column, Option<i32>)>, BudgetSpent> {
        let mut all = Vec::new();
        for column in self.size.columns() {
            let score = match position.after(column) {
                Ok(after) => Some(-self.score(&after, budget)?),
                Err(_) => None,
            };
            all.push((column, score));
        }
        Ok(all)
    }

    /// The best moves, from left to right, and their score; none where the game is over. It takes
    /// less than [`Self::scores`].
    ///
    /// # Errors
    /// [`BudgetSpent`].
    pub fn best(
        &mut self,
        position: &Position,
        budget: &mut Budget,
    ) -> Result<(Vec<Column>, i32), BudgetSpent> {
        let score = self.score(position, budget)?;
        let mut best = Vec::new();
        for column in position.moves() {
            if self.keeps(position, column, score, budget)? {
                best.push(column);
            }
        }
        Ok((best, score))
    }

    /// Whether a move has the score that the position has.
    pub(crate) fn keeps(
        &mut self,
        position: &Position,
        column: Column,
        score: i32,
        budget: &mut Budget,
    ) -> Result<bool, BudgetSpent> {
        let Ok(after) = position.after(column) else { return Ok(false) };
        let is_known =
            after.end().is_some() || self.book.as_ref().is_some_and(|book| book.score(&after).is_some());
        if is_known {
            return Ok(self.score(&after, budget)? == -score);
        }
        let own = after.stones(after.to_move());
        Ok(!self.search.is_at_least(own, after.all(), 1 - score, budget)?)
    }

    fn ask(&mut self, position: &Position, is_weak: bool, budget: &mut Budget) -> Result<i32, BudgetSpent> {
        assert_eq!(position.size(), self.size, "a solver knows boards of one size");
        match position.end() {
            Some(None) => return Ok(0),
            // The other side made its last stone just now.
            Some(Some(_)) => return Ok(if is_weak { -1 } else { -(position.left() / 2 + 1) }),
            None => {}
        }
        if let Some(score) = self.book.as_ref().and_then(|book| book.score(position)) {
            return Ok(if is_weak { score.signum() } else { score });
        }
        let own = position.stones(position.to_move());
        self.search.score(own, position.all(), is_weak, budget)
    }
}
