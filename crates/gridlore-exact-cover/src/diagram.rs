//! All solutions as a decision diagram, which is small even if the solutions are too many to list.
//!
//! A node stands for the choice of an option: *lo* continues without the option, *hi* with it.
//! Nodes 0 and 1 are the ends: no solution, and one solution. The diagram is zero-suppressed, which
//! means that an option skipped on a path is not chosen, and no two nodes are equal. Options follow
//! the order of the search, the same on every path.
//!
//! Cost: one node per state and viable option, twelve bytes each, and three times as much while the
//! diagram is built.
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

/// A node of the diagram: an option, and the successors.
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
    /// Node `n` is at index `n - 2`, after its successors.
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
                "diagrams support neither colours nor multiplicities, and at most 255 items and 6,000 options"
            }
            Self::TooLarge => "the diagram needs more than 2^24 states",
            Self::Spent => "the budget was spent before the diagram was complete",
            Self::TooMany => "there are 2^512 solutions or more",
        })
    }
}

impl std::error::Error for DiagramError {}

/// Maximum number of stored states.
const MAX_STATES: usize = 1 << 24;

struct Builder<'a, const WORDS: usize> {
    masks: &'a Masks<WORDS>,
    of_states: HashMap<Mask<WORDS>, u32, FixedState>,
    of_nodes: HashMap<Node, u32, FixedState>,
    nodes: Vec<Node>,
    budget: &'a mut Budget,
}

impl<const WORDS: usize> Builder<'_, WORDS> {
    fn node(&mut self, covered: &Mask<WORDS>) -> Result<u32, DiagramError> {
        if lowest_missing(covered) >= self.masks.primary() {
            return Ok(1);
        }
        if let Some(known) = self.of_states.get(covered) {
            return Ok(*known);
        }
        if self.of_states.len() >= MAX_STATES {
            return Err(DiagramError::TooLarge);
        }
        let mut node = 0;
        for (option, next) in self.masks.branches(covered).into_iter().flatten().rev() {
            self.budget.spend().map_err(|_| DiagramError::Spent)?;
            let hi = self.node(&next)?;
            if hi == 0 {
                continue;
            }
            let candidate = Node { option, lo: node, hi };
            let (nodes, number) = (&mut self.nodes, self.of_nodes.len() as u32 + 2);
            node = *self.of_nodes.entry(candidate).or_insert_with(|| {
                nodes.push(candidate);
                number
            });
        }
        self.of_states.insert(*covered, node);
        Ok(node)
    }
}

impl Problem {
    /// Builds the decision diagram of all solutions.
    ///
    /// # Errors
    /// [`DiagramError`] if the problem is unsupported or too large, or the budget is spent.
    pub fn diagram(&self, budget: &mut Budget) -> Result<Diagram, DiagramError> {
        if !self.is_small() {
            return Err(DiagramError::Unsupported);
        }
        match self.items() {
            0..64 => self.build_diagram::<1>(budget),
            64..128 => self.build_diagram::<2>(budget),
            _ => self.build_diagram::<4>(budget),
        }
    }

    fn build_diagram<const WORDS: usize>(&self, budget: &mut Budget) -> Result<Diagram, DiagramError> {
        let masks = self.masks_to_count::<WORDS>().ok_or(DiagramError::Unsupported)?;
        let mut builder = Builder {
            masks: &masks,
            of_states: HashMap::default(),
            of_nodes: HashMap::default(),
            nodes: Vec::new(),
            budget,
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

    /// Returns the root: 0 if there is no solution, 1 if nothing has to be chosen.
    #[must_use]
    pub const fn root(&self) -> u32 {
        self.root
    }

    /// Counts the solutions below each node.
    fn counts(&self) -> Result<Vec<Count>, DiagramError> {
        let mut counts = vec![Count::from(0_u64), Count::from(1_u64)];
        for node in &self.nodes {
            let sum = counts[node.lo as usize].checked_add(counts[node.hi as usize]);
            counts.push(sum.ok_or(DiagramError::TooMany)?);
        }
        Ok(counts)
    }

    /// Counts the solutions.
    ///
    /// # Errors
    /// [`DiagramError::TooMany`] if the count reaches 2^512.
    pub fn count(&self) -> Result<Count, DiagramError> {
        Ok(self.counts()?[self.root as usize])
    }

    /// Counts, for each option, the solutions that contain it.
    ///
    /// # Errors
    /// [`DiagramError::TooMany`] if a count reaches 2^512.
    pub fn marginals(&self) -> Result<Vec<Count>, DiagramError> {
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
