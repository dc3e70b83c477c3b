//! Budgets limit the work of a search in nodes. Unlike seconds, nodes are the same on every
//! machine.
//!
//! Each engine defines its own node; for sudoku, a node is one guessed digit.

use std::fmt;

/// A limit on the number of search nodes, and the number spent so far.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Budget {
    spent: u64,
    limit: u64,
}

impl Budget {
    /// Creates a budget of `limit` nodes.
    #[must_use]
    pub const fn nodes(limit: u64) -> Self {
        Self { spent: 0, limit }
    }

    /// Creates a budget that no search exhausts: `u64::MAX` nodes.
    #[must_use]
    pub const fn unlimited() -> Self {
        Self::nodes(u64::MAX)
    }

    /// Returns the number of nodes spent so far.
    #[must_use]
    pub const fn spent(&self) -> u64 {
        self.spent
    }

    /// Spends one node.
    ///
    /// # Errors
    /// Returns [`BudgetSpent`] if no node is left; the budget remains unchanged.
    #[inline]
    pub const fn spend(&mut self) -> Result<(), BudgetSpent> {
        if self.spent == self.limit {
            return Err(BudgetSpent { nodes: self.limit });
        }
        self.spent += 1;
        Ok(())
    }

    /// Spends several nodes at once.
    ///
    /// # Errors
    /// Returns [`BudgetSpent`] if fewer nodes are left; the budget remains unchanged.
    pub const fn spend_many(&mut self, nodes: u64) -> Result<(), BudgetSpent> {
        if nodes > self.left() {
            return Err(BudgetSpent { nodes: self.limit });
        }
        self.spent += nodes;
        Ok(())
    }

    /// Returns the number of nodes left.
    #[must_use]
    pub const fn left(&self) -> u64 {
        self.limit - self.spent
    }
}

/// The error for a search that stopped because its budget was spent. Results found before that are
/// valid; everything else is undecided.
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
