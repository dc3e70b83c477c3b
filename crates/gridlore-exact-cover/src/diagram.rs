//! All solutions as a decision diagram: small even where there are more of them than could ever be
//! listed.
//!
//! A node asks whether an option is chosen: *lo* leads on if it is not, *hi* if it is. Nodes 0 and
//! 1 are the ends: no solution, and one. A diagram is zero-suppressed: an option that a way passes
//! by without asking is not chosen; and no two nodes are the same. Options are asked in the order
//! of the search, the same on every way.
//!
//! Cost: a node for each state and option that leads on, twelve bytes each and three times as many
//! while it is made.
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

/// A question, and where the answers lead.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Node {
    /// The option's number.
    pub option: u32,
    /// The node where it is not chosen.
    pub lo: u32,
    /// The node where it is.
    pub hi: u32,
}

/// The solutions of a problem as a decision diagram.
#[derive(Debug, Clone)]
pub struct Diagram {
    /// Node `n` is at `n - 2`, after the nodes that it leads to.
    nodes: Vec<Node>,
    root: u32,
    options: usize,
}

/// Why there is no diagram.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum NoDiagram {
    /// The problem has colours or multiplicities, or more than 255 items or 6,000 options.
    NotTold,
    /// There are more states than are kept.
    TooLarge,
    /// More options had to be tried than were paid for.
    Spent,
    /// There are 2^512 solutions or more.
    TooMany,
}

impl fmt::Display for NoDiagram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotTold => {
                "found a problem with colours, multiplicities, more than 255 items or more than 6,000 options, expected one without"
            }
            Self::TooLarge => "found more than 2^24 states, expected a problem that has fewer",
            Self::Spent => "the budget was spent before the diagram was made",
            Self::TooMany => "found 2^512 solutions or more, expected fewer",
        })
    }
}

impl std::error::Error for NoDiagram {}

/// So many states are kept at most.
const STATES: usize = 1 << 24;

struct Maker<'a, const WORDS: usize> {
    masks: &'a Masks<WORDS>,
    of_states: HashMap<Mask<WORDS>, u32, FixedState>,
    of_nodes: HashMap<Node, u32, FixedState>,
    nodes: Vec<Node>,
    budget: &'a mut Budget,
}

impl<const WORDS: usize> Maker<'_, WORDS> {
    fn node(&mut self, covered: &Mask<WORDS>) -> Result<u32, NoDiagram> {
        if lowest_missing(covered) >= self.masks.primary() {
            return Ok(1);
        }
        if let Some(known) = self.of_states.get(covered) {
            return Ok(*known);
        }
        if self.of_states.len() >= STATES {
            return Err(NoDiagram::TooLarge);
        }
        let mut node = 0;
        for (option, next) in self.masks.ways(covered).into_iter().flatten().rev() {
            self.budget.spend().map_err(|_| NoDiagram::Spent)?;
            let hi = self.node(&next)?;
            if hi == 0 {
                continue;
            }
            let asked = Node { option, lo: node, hi };
            let (nodes, number) = (&mut self.nodes, self.of_nodes.len() as u32 + 2);
            node = *self.of_nodes.entry(asked).or_insert_with(|| {
                nodes.push(asked);
                number
            });
        }
        self.of_states.insert(*covered, node);
        Ok(node)
    }
}

impl Problem {
    /// All solutions as a diagram.
    ///
    /// # Errors
    /// Why there is none.
    pub fn diagram(&self, budget: &mut Budget) -> Result<Diagram, NoDiagram> {
        if !self.is_small() {
            return Err(NoDiagram::NotTold);
        }
        match self.items() {
            0..64 => self.made::<1>(budget),
            64..128 => self.made::<2>(budget),
            _ => self.made::<4>(budget),
        }
    }

    fn made<const WORDS: usize>(&self, budget: &mut Budget) -> Result<Diagram, NoDiagram> {
        let masks = self.masks_to_count::<WORDS>().ok_or(NoDiagram::NotTold)?;
        let mut maker = Maker {
            masks: &masks,
            of_states: HashMap::default(),
            of_nodes: HashMap::default(),
            nodes: Vec::new(),
            budget,
        };
        let root = maker.node(&[0; WORDS])?;
        Ok(Diagram { nodes: maker.nodes, root, options: self.options() })
    }
}

impl Diagram {
    /// The nodes from number 2 on, each after those that it leads to.
    #[must_use]
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// Where it begins: 0 where there is no solution, 1 where nothing has to be chosen.
    #[must_use]
    pub const fn root(&self) -> u32 {
        self.root
    }

    /// How many solutions each node leads to.
    fn counts(&self) -> Result<Vec<Count>, NoDiagram> {
        let mut counts = vec![Count::from(0_u64), Count::from(1_u64)];
        for node in &self.nodes {
            let sum = counts[node.lo as usize].checked_add(counts[node.hi as usize]);
            counts.push(sum.ok_or(NoDiagram::TooMany)?);
        }
        Ok(counts)
    }

    /// How many solutions there are.
    ///
    /// # Errors
    /// [`NoDiagram::TooMany`].
    pub fn count(&self) -> Result<Count, NoDiagram> {
        Ok(self.counts()?[self.root as usize])
    }

    /// In how many solutions each option is.
    ///
    /// # Errors
    /// [`NoDiagram::TooMany`].
    pub fn marginals(&self) -> Result<Vec<Count>, NoDiagram> {
        let none = Count::from(0_u64);
        let counts = self.counts()?;
        let mut ways = vec![none; counts.len()];
        ways[self.root as usize] = Count::from(1_u64);
        let mut marginals = vec![none; self.options];
        for (at, node) in self.nodes.iter().enumerate().rev() {
            let here = ways[at + 2];
            for next in [node.lo, node.hi] {
                ways[next as usize] = ways[next as usize].checked_add(here).ok_or(NoDiagram::TooMany)?;
            }
            let with = here.checked_mul(counts[node.hi as usize]).ok_or(NoDiagram::TooMany)?;
            let marginal = &mut marginals[node.option as usize];
            *marginal = marginal.checked_add(with).ok_or(NoDiagram::TooMany)?;
        }
        Ok(marginals)
    }

    /// A line a node, the root last: its number, the option's number from 1, where it leads without
    /// and with the option; numbers of nodes in hexadecimal.
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
