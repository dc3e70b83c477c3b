//! Scores of positions: exact, or who wins.

use crate::position::Position;
use crate::search::Search;
use crate::size::{Column, Size};
use gridlore_core::{Budget, BudgetSpent};
use std::fmt;

/// Scores of positions of one size.
///
/// # Units
/// The score of a position is that of the side that moves next: 0 for a draw; when it wins, one more than the number of stones that it has left after its last one;
/// when it loses, the same for the other side with a minus. So a win with the very last stone of a side is 1, and one that comes sooner is more.
///
/// # Source
/// The units are those of Pascal Pons, "Solving Connect 4", 2015.
pub struct Solver {
    size: Size,
    search: Box<dyn AnySearch>,
}

impl fmt::Debug for Solver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solver").field("size", &self.size).finish_non_exhaustive()
    }
}

/// A search whose size is known when the program runs.
trait AnySearch: Send {
    fn score(&mut self, own: u64, all: u64, is_weak: bool, budget: &mut Budget) -> Result<i32, BudgetSpent>;
    fn clear(&mut self);
    fn nodes(&self) -> u64;
}

impl<const W: usize, const H: usize> AnySearch for Search<W, H> {
    fn score(&mut self, own: u64, all: u64, is_weak: bool, budget: &mut Budget) -> Result<i32, BudgetSpent> {
        Self::score(self, own, all, is_weak, budget)
    }

    fn clear(&mut self) {
        Self::clear(self);
    }

    fn nodes(&self) -> u64 {
        Self::nodes(self)
    }
}

/// The sizes that are compiled in: all of four in a row whose cells and columns fit into 64 bits, from 4 by 4 on.
macro_rules! sizes {
    ($size:expr, $bytes:expr; $($width:literal: $($height:literal)*;)*) => {
        match ($size.width(), $size.height()) {
            $($(($width, $height) => Some(Box::new(Search::<$width, $height>::new($bytes)) as Box<dyn AnySearch>),)*)*
            _ => None,
        }
    };
}

impl Solver {
    /// A solver with a table of at most so many bytes; none where the size is not compiled in.
    #[must_use]
    pub fn new(size: Size, bytes: usize) -> Option<Self> {
        if size.run() != 4 {
            return None;
        }
        let search = sizes!(size, bytes;
            4: 4 5 6 7 8 9 10 11 12;
            5: 4 5 6 7 8 9 10 11;
            6: 4 5 6 7 8 9;
            7: 4 5 6 7 8;
            8: 4 5 6 7;
            9: 4 5 6;
            10: 4 5;
            11: 4;
            12: 4;
        )?;
        Some(Self { size, search })
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

    /// The score of a position. One that is over has the score of its end: a loss for the side that would move next, or 0.
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

    /// The score of each move, for the side that makes it; none where a column is full or the game is over.
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

    #[expect(clippy::cast_possible_truncation, reason = "boards that are solved fit into 64 bits")]
    fn ask(&mut self, position: &Position, is_weak: bool, budget: &mut Budget) -> Result<i32, BudgetSpent> {
        assert_eq!(position.size(), self.size, "a solver knows boards of one size");
        let left = i32::try_from(self.size.cells() - position.plies()).expect("boards are small");
        match position.end() {
            Some(None) => Ok(0),
            // The other side made its last stone just now.
            Some(Some(_)) => Ok(if is_weak { -1 } else { -(left / 2 + 1) }),
            None => {
                let own = position.stones(position.to_move());
                self.search.score(own as u64, position.all() as u64, is_weak, budget)
            }
        }
    }
}
