//! All solutions as a decision diagram, which may be small even if there are too many solutions to
//! list.
//!
//! A node stands for the choice of an option: *lo* continues without the option, *hi* with it.
//! Nodes 0 and 1 are the terminals: no solution, and one solution. The diagram is zero-suppressed,
//! which means that an option skipped on a path is not chosen, and no two nodes are equal. Options
//! appear in the order of the search, which is the same on every path.
//!
//! Cost: one node per state and viable option, twelve bytes each, and several times as much while
//! the diagram is built. A diagram that needs more than 700 MB is refused.
//!
//! # Source
//! Shin-ichi Minato, *Zero-suppressed BDDs for set manipulation in combinatorial problems*, 1993;
//! Masaaki Nishino and others, *Dancing with decision diagrams*, 2017.
#![expect(clippy::cast_possible_truncation, reason = "nodes and options are numbered in 32 bits")]

use crate::count::Count;
use crate::problem::Problem;
use crate::search::masks::{Mask, Masks, lowest_missing};
use foldhash::fast::FixedState;
use gridlore_core::Budget;
use std::collections::HashMap;
use std::fmt::{self, Write};

/// A node of the diagram: an option and two successors.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Node {
    /// The number of the option.
    pub option: u32,
    /// The successor without the option.
    pub lo: u32,
    /// The successor with the option.
    pub hi: u32,
}

/// The decision diagram of a problem's solutions.
#[derive(Debug, Clone)]
pub struct Diagram {
    /// The nodes. Node `n` is at index `n - 2`, after its successors.
    nodes: Vec<Node>,
    root: u32,
    options: usize,
}

/// The reason why there is no diagram.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum DiagramError {
    /// The problem has colours or multiplicities, or more than 255 items or 6,000 options.
    Unsupported,
    /// There are more states than can be stored.
    TooLarge,
    /// The budget was spent.
    Spent,
    /// There are 2^512 solutions or more.
    TooMany,
}

impl fmt::Display for DiagramError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Unsupported => {
                "diagrams support at most 255 items and 6,000 options, and neither colours nor multiplicities"
            }
            Self::TooLarge => "the diagram has too many states: its tables need more than 700 MB",
            Self::Spent => "the budget was spent before the diagram was complete",
            Self::TooMany => "there are 2^512 solutions or more",
        })
    }
}

impl std::error::Error for DiagramError {}

/// Maximum number of bytes of all tables together: while the diagram is built, and while its
/// solutions are counted.
const MAX_BYTES: usize = 700_000_000;

/// Returns the size of a hash table in bytes; if `grows` is true, the size while it moves to a
/// table twice as large. A table is at most seven eighths full and has one control byte per entry.
const fn table_bytes<Entry>(capacity: usize, grows: bool) -> usize {
    let bytes = capacity / 7 * 8 * (size_of::<Entry>() + 1);
    if grows { bytes * 3 } else { bytes }
}

struct Builder<'a, const WORDS: usize> {
    masks: &'a Masks<WORDS>,
    of_states: HashMap<Mask<WORDS>, u32, FixedState>,
    of_nodes: HashMap<Node, u32, FixedState>,
    nodes: Vec<Node>,
    budget: &'a mut Budget,
    max_bytes: usize,
}

impl<const WORDS: usize> Builder<'_, WORDS> {
    /// Checks that the tables may hold one more entry each.
    fn check_room(&self) -> Result<(), DiagramError> {
        let is_full = [
            self.of_states.len() == self.of_states.capacity(),
            self.of_nodes.len() == self.of_nodes.capacity(),
            self.nodes.len() == self.nodes.capacity(),
        ];
        // Only a table that grows takes more memory.
        if is_full == [false; 3] {
            return Ok(());
        }
        let list = self.nodes.capacity() * size_of::<Node>() * if is_full[2] { 3 } else { 1 };
        let bytes = table_bytes::<(Mask<WORDS>, u32)>(self.of_states.capacity(), is_full[0])
            + table_bytes::<(Node, u32)>(self.of_nodes.capacity(), is_full[1])
            + list;
        if bytes > self.max_bytes { Err(DiagramError::TooLarge) } else { Ok(()) }
    }

    fn node(&mut self, covered: &Mask<WORDS>) -> Result<u32, DiagramError> {
        if lowest_missing(covered) >= self.masks.primary() {
            return Ok(1);
        }
        if let Some(known) = self.of_states.get(covered) {
            return Ok(*known);
        }
        let mut node = 0;
        for (option, next) in self.masks.branches(covered).into_iter().flatten().rev() {
            self.budget.spend().map_err(|_| DiagramError::Spent)?;
            let hi = self.node(&next)?;
            if hi == 0 {
                continue;
            }
            self.check_room()?;
            let candidate = Node { option, lo: node, hi };
            let (nodes, number) = (&mut self.nodes, self.of_nodes.len() as u32 + 2);
            node = *self.of_nodes.entry(candidate).or_insert_with(|| {
                nodes.push(candidate);
                number
            });
        }
        self.check_room()?;
        self.of_states.insert(*covered, node);
        Ok(node)
    }
}

impl Problem {
    /// Builds the decision diagram of all solutions.
    ///
    /// # Errors
    /// Returns [`DiagramError`] if the problem is unsupported or too large, or the budget is spent.
    pub fn diagram(&self, budget: &mut Budget) -> Result<Diagram, DiagramError> {
        self.diagram_within(MAX_BYTES, budget)
    }

    fn diagram_within(&self, max_bytes: usize, budget: &mut Budget) -> Result<Diagram, DiagramError> {
        if !self.is_small() {
            return Err(DiagramError::Unsupported);
        }
        match self.items() {
            0..64 => self.build_diagram::<1>(max_bytes, budget),
            64..128 => self.build_diagram::<2>(max_bytes, budget),
            _ => self.build_diagram::<4>(max_bytes, budget),
        }
    }

    fn build_diagram<const WORDS: usize>(
        &self,
        max_bytes: usize,
        budget: &mut Budget,
    ) -> Result<Diagram, DiagramError> {
        let masks = self.masks_to_count::<WORDS>().ok_or(DiagramError::Unsupported)?;
        let mut builder = Builder {
            masks: &masks,
            of_states: HashMap::default(),
            of_nodes: HashMap::default(),
            nodes: Vec::new(),
            budget,
            max_bytes,
        };
        let root = builder.node(&[0; WORDS])?;
        Ok(Diagram { nodes: builder.nodes, root, options: self.options() })
    }
}

impl Diagram {
    /// Returns the nodes from number 2 on, each after its successors.
    #[must_use]
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// Returns the root: 0 if there is no solution, 1 if nothing needs to be chosen.
    #[must_use]
    pub const fn root(&self) -> u32 {
        self.root
    }

    /// Checks that the diagram and `tables` counts per node fit into memory.
    const fn check_counts(&self, tables: usize, max_bytes: usize) -> Result<(), DiagramError> {
        let bytes = (self.nodes.len() + 2) * (size_of::<Node>() + tables * size_of::<Count>());
        if bytes > max_bytes { Err(DiagramError::TooLarge) } else { Ok(()) }
    }

    /// Counts the solutions below each node.
    fn counts(&self) -> Result<Vec<Count>, DiagramError> {
        let mut counts = Vec::with_capacity(self.nodes.len() + 2);
        counts.extend([Count::from(0_u64), Count::from(1_u64)]);
        for node in &self.nodes {
            let sum = counts[node.lo as usize].checked_add(counts[node.hi as usize]);
            counts.push(sum.ok_or(DiagramError::TooMany)?);
        }
        Ok(counts)
    }

    /// Counts the solutions.
    ///
    /// # Errors
    /// Returns [`DiagramError::TooMany`] if the count reaches 2^512, and [`DiagramError::TooLarge`]
    /// if the counts of all nodes need too much memory.
    pub fn count(&self) -> Result<Count, DiagramError> {
        self.check_counts(1, MAX_BYTES)?;
        Ok(self.counts()?[self.root as usize])
    }

    /// Counts, for each option, the solutions that contain it.
    ///
    /// # Errors
    /// Returns [`DiagramError::TooMany`] if a count reaches 2^512, and [`DiagramError::TooLarge`]
    /// if the counts of all nodes need too much memory.
    pub fn marginals(&self) -> Result<Vec<Count>, DiagramError> {
        self.check_counts(2, MAX_BYTES)?;
        let none = Count::from(0_u64);
        let counts = self.counts()?;
        let mut ways = vec![none; counts.len()];
        ways[self.root as usize] = Count::from(1_u64);
        let mut marginals = vec![none; self.options];
        for (at, node) in self.nodes.iter().enumerate().rev() {
            let here = ways[at + 2];
            for next in [node.lo, node.hi] {
                ways[next as usize] = ways[next as usize].checked_add(here).ok_or(DiagramError::TooMany)?;
            }
            let with = here.checked_mul(counts[node.hi as usize]).ok_or(DiagramError::TooMany)?;
            let marginal = &mut marginals[node.option as usize];
            *marginal = marginal.checked_add(with).ok_or(DiagramError::TooMany)?;
        }
        Ok(marginals)
    }

    /// Formats one node per line, the root last: its number, the number of its option from 1, and
    /// its successors without and with the option. Numbers of nodes are hexadecimal.
    ///
    /// ```text
    ///   4: (~2?3:1)
    /// ```
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        for (number, Node { option, lo, hi }) in (2_u32..).zip(&self.nodes) {
            let _ = writeln!(text, "{number:x}: (~{}?{lo:x}:{hi:x})", option + 1);
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::make;

    #[test]
    fn tables_keep_to_their_bytes() {
        let diagram = |problem: &Problem, bytes| problem.diagram_within(bytes, &mut Budget::unlimited());
        for (problem, solutions) in
            [(make::queens(8), 92_u64), (make::dominoes(8, 8), 12_988_816), (make::dominoes(8, 16), 0)]
        {
            let whole = diagram(&problem, MAX_BYTES).unwrap();
            if solutions > 0 {
                assert_eq!(whole.count(), Ok(Count::from(solutions)));
            }
            // The nodes alone fit, but the other tables do not.
            let nodes = size_of_val(whole.nodes());
            assert_eq!(diagram(&problem, nodes).unwrap_err(), DiagramError::TooLarge);
            let enough = diagram(&problem, nodes * 50 + 1000).unwrap();
            assert_eq!(enough.nodes(), whole.nodes());
            // Both tables of the marginals have 64 bytes per node.
            assert_eq!(whole.check_counts(2, nodes + 130 * whole.nodes().len()), Ok(()));
            assert_eq!(whole.check_counts(2, nodes + 64 * whole.nodes().len()), Err(DiagramError::TooLarge));
        }
    }

    #[test]
    fn growing_tables_exist_twice() {
        assert_eq!(table_bytes::<u64>(7, false), 8 * 9);
        assert_eq!(table_bytes::<u64>(7, true), 8 * 9 + 16 * 9);
        assert!(table_bytes::<(Mask<4>, u32)>(7 << 20, true) > 900_000_000);
    }
}
