//! Work allowed to a search, in nodes: the same on every machine, unlike seconds.
//!
//! What a node is, each engine says for itself (sudoku: one guessed digit).

use std::fmt;

/// A number of search nodes that may still be spent, and how many were.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Budget {
    spent: u64,
    limit: u64,
}

impl Budget {
    /// A budget of `limit` nodes.
    #[must_use]
    pub const fn nodes(limit: u64) -> Self {
        Self { spent: 0, limit }
    }

    /// A budget that no search of this world spends: `u64::MAX` nodes.
    #[must_use]
    pub const fn unlimited() -> Self {
        Self::nodes(u64::MAX)
    }

    /// Nodes spent so far.
    #[must_use]
    pub const fn spent(&self) -> u64 {
        self.spent
    }

    /// Takes one node.
    ///
    /// # Errors
    /// [`BudgetSpent`] when none is left; the budget is unchanged then.
    #[inline]
    pub const fn spend(&mut self) -> Result<(), BudgetSpent> {
        if self.spent == self.limit {
            return Err(BudgetSpent { nodes: self.limit });
        }
        self.spent += 1;
        Ok(())
    }

    /// Takes `nodes` at once.
    ///
    /// # Errors
    /// [`BudgetSpent`] when so many are not left; the budget is unchanged then.
    pub const fn spend_many(&mut self, nodes: u64) -> Result<(), BudgetSpent> {
        if nodes > self.left() {
            return Err(BudgetSpent { nodes: self.limit });
        }
        self.spent += nodes;
        Ok(())
    }

    /// Nodes that are left.
    #[must_use]
    pub const fn left(&self) -> u64 {
        self.limit - self.spent
    }
}

/// A search stopped because its budget of `nodes` was spent; what it had found so far stands, what
/// it had not is open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BudgetSpent {
    /// The budget, in nodes.
    pub nodes: u64,
}

impl fmt::Display for BudgetSpent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the budget of {} nodes is spent", self.nodes)
    }
}

impl std::error::Error for BudgetSpent {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spends_exactly_its_nodes() {
        let mut budget = Budget::nodes(2);
        assert!(budget.spend().is_ok() && budget.spend().is_ok());
        assert_eq!(budget.spend(), Err(BudgetSpent { nodes: 2 }));
        assert_eq!(budget.spent(), 2);
        let mut budget = Budget::nodes(5);
        assert!(budget.spend_many(6).is_err() && budget.spend_many(3).is_ok());
        assert_eq!((budget.spent(), budget.left()), (3, 2));
    }
}
