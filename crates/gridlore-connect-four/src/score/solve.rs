//! The solver, which computes exact scores of positions or only the outcome.

use crate::board::position::Position;
use crate::board::size::{Column, Size};
use crate::score::book::Book;
use crate::score::reference::Reference;
use crate::score::search::Search;
use crate::score::table::Bounds;
use crate::score::watch::Watch;
use gridlore_core::{Budget, BudgetSpent};
use std::fmt;
use std::ops::RangeInclusive;

/// Solves positions of one board size.
///
/// # Units
/// A score is from the point of view of the side to move. A draw is 0. A win is 1 plus the number
/// of discs that the winner has left at the end, so a win with the side's very last disc is 1 and
/// an earlier win is higher. A loss is the other side's win with a minus sign.
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

/// A search whose board size is chosen at run time.
trait AnySearch: Send {
    /// Narrows `bounds` to the score, or to its sign if `is_weak`, as far as the nodes suffice.
    fn narrow(
        &mut self,
        own: u128,
        all: u128,
        is_weak: bool,
        bounds: &mut Bounds,
        budget: &mut Budget,
    ) -> Result<(), BudgetSpent>;
    /// Returns whether the score is at least `beta`.
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
    fn narrow(
        &mut self,
        own: u128,
        all: u128,
        is_weak: bool,
        bounds: &mut Bounds,
        budget: &mut Budget,
    ) -> Result<(), BudgetSpent> {
        Self::narrow(self, own as u64, all as u64, is_weak, bounds, budget)
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
    fn narrow(
        &mut self,
        own: u128,
        all: u128,
        is_weak: bool,
        bounds: &mut Bounds,
        budget: &mut Budget,
    ) -> Result<(), BudgetSpent> {
        Self::narrow(self, own, all, is_weak, bounds, budget)
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

/// Selects the compiled search for a size. There is one for every four-in-a-row board of at least
/// 4x4 whose cells and columns fit into 64 bits.
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

/// Pages have to download the compiled searches, so only the popular sizes are included.
#[cfg(target_family = "wasm")]
fn compiled(size: Size, bytes: usize, threads: usize, watch: &Watch) -> Option<Box<dyn AnySearch>> {
    sizes!(size, bytes, threads, watch; 5: 5; 6: 5; 7: 6; 8: 7; 9: 6;)
}

impl Solver {
    /// Creates a solver with a table of at most `bytes` bytes.
    ///
    /// Boards of at least 4x4, with four in a row and a total of at most 64 cells and columns, use
    /// a search compiled for their size; all others use the plain search.
    #[must_use]
    pub fn new(size: Size, bytes: usize) -> Self {
        Self::with_threads(size, bytes, 1)
    }

    /// Creates a solver like [`Self::new`], with the built-in opening book if there is one for this
    /// size.
    #[must_use]
    pub fn with_built_in_book(size: Size, bytes: usize) -> Self {
        let solver = Self::new(size, bytes);
        match Book::built_in(size) {
            Some(book) => solver.with_book(book),
            None => solver,
        }
    }

    /// Creates a solver like [`Self::new`], with `threads` threads for long searches; the plain
    /// search uses one thread.
    #[must_use]
    pub fn with_threads(size: Size, bytes: usize, threads: usize) -> Self {
        let watch = Watch::default();
        let compiled = if size.run() == 4 { compiled(size, bytes, threads, &watch) } else { None };
        let is_compiled = compiled.is_some();
        let search = compiled.unwrap_or_else(|| Box::new(Reference::new(size, bytes, &watch)));
        Self { size, search, is_compiled, book: None, watch }
    }

    /// Creates a solver that uses the plain search for every size, as a second opinion.
    #[must_use]
    pub fn plain(size: Size, bytes: usize) -> Self {
        let watch = Watch::default();
        let search = Box::new(Reference::new(size, bytes, &watch));
        Self { size, search, is_compiled: false, book: None, watch }
    }

    /// Adds an opening book, which is consulted before the search.
    ///
    /// # Panics
    /// Panics if the book is for another size.
    #[must_use]
    pub fn with_book(mut self, book: Book) -> Self {
        assert_eq!(book.size(), self.size, "the book is for another size");
        self.book = Some(book);
        self
    }

    /// Returns the depth of the book in plies, if there is one.
    #[must_use]
    pub fn book_plies(&self) -> Option<usize> {
        self.book.as_ref().map(Book::plies)
    }

    /// Returns whether this size has a compiled search.
    #[must_use]
    pub const fn is_compiled(&self) -> bool {
        self.is_compiled
    }

    /// Returns the board size.
    #[must_use]
    pub const fn size(&self) -> Size {
        self.size
    }

    /// Returns a handle to follow or stop this solver from another thread.
    #[must_use]
    pub fn watch(&self) -> Watch {
        self.watch.clone()
    }

    /// Clears the table.
    pub fn clear(&mut self) {
        self.search.clear();
    }

    /// Returns the number of nodes searched so far; a node is a position with a real choice.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.search.nodes()
    }

    /// Returns the exact score of a position; see [`Solver`]. In a finished game, the score is a
    /// loss for the side that would move next, or 0.
    ///
    /// # Errors
    /// Returns [`BudgetSpent`] if `budget` has no nodes left.
    ///
    /// # Panics
    /// Panics if the position has another size.
    pub fn score(&mut self, position: &Position, budget: &mut Budget) -> Result<i32, BudgetSpent> {
        self.score_or_outcome(position, false, budget)
    }

    /// Returns bounds on the score of a position: the exact score, or the best bounds found before
    /// `budget` was spent. A second call continues from the results of the first.
    ///
    /// # Panics
    /// Panics if the position has another size.
    ///
    /// ```
    /// use gridlore_connect_four::{Position, Size, Solver};
    /// use gridlore_core::Budget;
    ///
    /// let mut solver = Solver::new(Size::USUAL, 1 << 20);
    /// let position = Position::parse_moves(Size::USUAL, "121212").unwrap();
    /// assert_eq!(solver.bounds(&position, &mut Budget::nodes(1)), 18..=18);
    /// ```
    pub fn bounds(&mut self, position: &Position, budget: &mut Budget) -> RangeInclusive<i32> {
        let mut bounds = Bounds::default();
        // If the nodes are spent, the bounds remain wider.
        let _ = self.narrow(position, false, &mut bounds, budget);
        bounds.lower..=bounds.upper
    }

    /// Returns 1 if the side to move wins, -1 if it loses, and 0 for a draw.
    ///
    /// # Errors
    /// Returns [`BudgetSpent`] if `budget` has no nodes left.
    ///
    /// # Panics
    /// Panics if the position has another size.
    pub fn outcome(&mut self, position: &Position, budget: &mut Budget) -> Result<i32, BudgetSpent> {
        self.score_or_outcome(position, true, budget)
    }

    /// Returns the score of each column for the side to move; `None` if the column is full or the
    /// game is over.
    ///
    /// # Errors
    /// Returns [`BudgetSpent`] if `budget` has no nodes left.
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

    /// Returns the best moves, from left to right, with their score; no moves if the game is over.
    /// This is cheaper than [`Self::scores`].
    ///
    /// # Errors
    /// Returns [`BudgetSpent`] if `budget` has no nodes left.
    pub fn best(
        &mut self,
        position: &Position,
        budget: &mut Budget,
    ) -> Result<(Vec<Column>, i32), BudgetSpent> {
        let score = self.score(position, budget)?;
        let mut best = Vec::new();
        for column in position.moves() {
            if self.keeps_score(position, column, score, budget)? {
                best.push(column);
            }
        }
        Ok((best, score))
    }

    /// Returns whether a move keeps the score of the position.
    pub(crate) fn keeps_score(
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

    fn score_or_outcome(
        &mut self,
        position: &Position,
        is_weak: bool,
        budget: &mut Budget,
    ) -> Result<i32, BudgetSpent> {
        let mut bounds = Bounds::default();
        self.narrow(position, is_weak, &mut bounds, budget)?;
        Ok(bounds.lower)
    }

    fn narrow(
        &mut self,
        position: &Position,
        is_weak: bool,
        bounds: &mut Bounds,
        budget: &mut Budget,
    ) -> Result<(), BudgetSpent> {
        assert_eq!(position.size(), self.size, "the position has another size");
        let known = match position.end() {
            Some(None) => Some(0),
            // The other side has just won.
            Some(Some(_)) => Some(-(position.left() / 2 + 1)),
            None => self.book.as_ref().and_then(|book| book.score(position)),
        };
        if let Some(score) = known {
            let score = if is_weak { score.signum() } else { score };
            *bounds = Bounds { lower: score, upper: score };
            return Ok(());
        }
        let own = position.stones(position.to_move());
        self.search.narrow(own, position.all(), is_weak, bounds, budget)
    }
}
