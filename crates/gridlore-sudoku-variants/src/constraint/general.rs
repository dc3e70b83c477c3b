//! General constraints: sums with coefficients, tables of pairs, automata and ranks.

use super::order::are_different;
use crate::regex;
use crate::relation::Relation;
use crate::rule::{Automaton, FullRank, Rule, Ties, Word};
use crate::sentence::joined;
use crate::shape::Shape;
use std::collections::BTreeMap;

/// A sum with coefficients.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WeightedSum {
    /// The sum.
    pub total: i32,
    /// Each cell with its coefficient, as listed in the puzzle.
    pub terms: Vec<(i32, usize)>,
}

/// The pairs of cells to which a table applies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    /// Each cell with the next.
    Neighbours,
    /// Each cell with all later ones.
    All,
}

/// The pairs of values that two cells can have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    /// The setter's name for it; may be empty.
    pub label: String,
    /// For each value of the first cell, from the lowest, the set of values of the second; bit i is
    /// the i-th value.
    pub rows: Vec<u32>,
    /// Which cells are compared.
    pub scope: Scope,
}

/// The condition that an automaton accepts the values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Words {
    /// The setter's name for it; may be empty.
    pub label: String,
    /// The regular expression from which the automaton was built, if any.
    pub pattern: Option<String>,
    /// The automaton.
    pub automaton: Automaton,
}

/// Returns a sum; the coefficients of a cell that occurs several times are added up.
pub(super) fn linear(total: i32, terms: impl Iterator<Item = (i32, usize)>) -> Rule {
    let mut merged: BTreeMap<usize, i32> = BTreeMap::new();
    for (times, cell) in terms {
        *merged.entry(cell).or_default() += times;
    }
    let terms = merged.into_iter().filter(|(_, times)| *times != 0).map(|(cell, times)| (times, cell));
    Rule::Sum { total, terms: terms.collect() }
}

impl WeightedSum {
    pub(super) fn rules(&self) -> Vec<Rule> {
        vec![linear(self.total, self.terms.iter().copied())]
    }

    pub(super) fn is_satisfied(&self, values: &[i32]) -> bool {
        self.terms.iter().map(|(times, cell)| times * values[*cell]).sum::<i32>() == self.total
    }

    pub(super) fn sentence(&self, shape: &Shape) -> String {
        let mut text = String::new();
        for (at, (times, cell)) in self.terms.iter().enumerate() {
            let sign = match (at, *times < 0) {
                (0, false) => "",
                (0, true) => "−",
                (_, false) => " + ",
                (_, true) => " − ",
            };
            let factor = if times.abs() == 1 { String::new() } else { format!("{}·", times.abs()) };
            text.push_str(&format!("{sign}{factor}{}", shape.cell_name(*cell)));
        }
        format!("{text} = {}.", self.total)
    }
}

impl Table {
    pub(super) fn rules(&self, cells: &[usize]) -> Vec<Rule> {
        let relation = Relation::Table(self.rows.clone());
        vec![match self.scope {
            Scope::Neighbours => Rule::Chain(relation, cells.to_vec()),
            Scope::All => Rule::Clique(relation, cells.to_vec()),
        }]
    }

    pub(super) fn is_satisfied(&self, shape: &Shape, values: &[i32]) -> bool {
        let is_allowed = |one: i32, other: i32| {
            let row = usize::try_from(one - shape.lowest).ok().and_then(|at| self.rows.get(at));
            row.is_some_and(|row| row >> (other - shape.lowest) & 1 == 1)
        };
        (0..values.len()).all(|one| {
            let end = if self.scope == Scope::All { values.len() } else { values.len().min(one + 2) };
            (one + 1..end).all(|other| is_allowed(values[one], values[other]))
        })
    }

    pub(super) fn sentence(&self, shape: &Shape, cells: &[usize]) -> String {
        let label = if self.label.is_empty() { String::new() } else { format!(" \"{}\"", self.label) };
        let pairs = match self.scope {
            Scope::Neighbours => "Successive digits",
            Scope::All => "Any two digits",
        };
        format!("{pairs} in {} satisfy the relation{label}.", shape.cell_names(cells))
    }
}

impl Words {
    /// Returns the constraint that values match a regular expression. Blanks in the expression are
    /// ignored.
    ///
    /// # Errors
    /// Returns a description of the unrecognised part of the expression.
    pub fn matching(pattern: &str, shape: &Shape) -> Result<Self, String> {
        let pattern: String = pattern.split_whitespace().collect();
        let automaton = regex::automaton(&pattern, shape)?;
        Ok(Self { label: String::new(), pattern: Some(pattern), automaton })
    }

    pub(super) fn rules(&self, cells: &[usize]) -> Vec<Rule> {
        vec![Rule::Word(Word::Automaton(self.automaton.clone()), cells.to_vec())]
    }

    pub(super) fn is_satisfied(&self, shape: &Shape, values: &[i32]) -> bool {
        // The set of states that a path through the automaton can reach, value by value.
        let mut reached = self.automaton.starts;
        for value in values {
            let bit = usize::try_from(value - shape.lowest).unwrap_or(usize::MAX);
            let states = self.automaton.next.iter().enumerate().take(64);
            reached = states
                .filter(|(state, _)| reached >> state & 1 == 1)
                .filter_map(|(_, next)| next.get(bit))
                .fold(0, |all, next| all | next);
        }
        reached & self.automaton.ends != 0
    }

    pub(super) fn sentence(&self, shape: &Shape, cells: &[usize]) -> String {
        let label = if self.label.is_empty() { String::new() } else { format!(" \"{}\"", self.label) };
        let names = shape.cell_names(cells);
        match &self.pattern {
            Some(pattern) => format!("The digits in {names} match the regular expression{label} {pattern}."),
            None => format!("The automaton{label} accepts the digits in {names}."),
        }
    }
}

/// Returns whether numbers have their ranks, and no numbers are equal except those that may be.
pub(super) fn have_ranks(ranks: &FullRank, values: &[i32]) -> bool {
    let numbers: Vec<Vec<i32>> =
        ranks.numbers.iter().map(|cells| cells.iter().map(|cell| values[*cell]).collect()).collect();
    let smaller = |number: usize| numbers.iter().filter(|other| **other < numbers[number]).count();
    let places: Vec<i32> =
        (0..numbers.len()).map(|number| i32::try_from(smaller(number)).unwrap_or(i32::MAX)).collect();
    let is_free = ranks.ties != Ties::Never || are_different(&places);
    is_free
        && ranks.clues.iter().all(|(number, rank)| {
            let is_alone = places.iter().filter(|place| **place == places[*number]).count() == 1;
            smaller(*number) + 1 == *rank && (ranks.ties == Ties::Any || is_alone)
        })
}

/// Returns the sentence of a full rank constraint.
pub(super) fn rank_sentence(ranks: &FullRank, shape: &Shape) -> String {
    let clues: Vec<String> = ranks
        .clues
        .iter()
        .map(|(number, rank)| {
            let cells = ranks.numbers.get(*number).map_or(&[][..], Vec::as_slice);
            let name = |cell: Option<&usize>| cell.map_or_else(String::new, |cell| shape.cell_name(*cell));
            format!("the one from {} to {} has rank {rank}", name(cells.first()), name(cells.last()))
        })
        .collect();
    let said = if clues.is_empty() { String::new() } else { format!(": {}", joined(&clues, "and")) };
    format!("All rows and columns, read as numbers in both directions, are ranked from the smallest{said}.")
}
