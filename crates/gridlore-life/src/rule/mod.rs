//! Rules: the next state of a cell, given its own state and those of its neighbours.
//!
//! There are three kinds of rules: a table of all states of the 3 x 3 neighbourhood (all rules from
//! Life to MAP and Wolfram's), counts of live cells in any neighbourhood (Larger than Life), and a
//! state machine with transitions (WireWorld and Golly's rule files). The first two can have more
//! than two states (Generations): a dying cell counts as dead for its neighbours, and nothing is
//! born in its place.
//!
//! # B0 rules
//! Under a rule with birth on 0 neighbours, the infinite plane would be alive almost everywhere.
//! Therefore only the cells that differ from the background are stored. If a full plane stays full
//! (B0 with S8), the background is always alive; otherwise it alternates, alive in every odd
//! generation. In both cases the engines run equivalent rules without B0 ([`Rule::phases`]), as
//! Golly does.

mod counts;
mod letters;
mod machine;
mod parse;
mod table;

pub use counts::{CountSet, Counts, Neighbourhood, Offset};
pub use machine::Machine;
pub use parse::NAMED_RULES;
pub use table::{Shape, Table};

use crate::grid::State;
use crate::topology::Topology;
use std::fmt;
use std::sync::Arc;

/// The bit of the cell itself in a 3 x 3 picture.
const CENTRE: usize = 16;

/// How the next state of a cell is determined.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Dynamics {
    /// By the picture: which of the 3 x 3 cells are alive.
    Table(Table),
    /// By counts of live cells in a neighbourhood.
    Counts(Counts),
    /// By transitions.
    Machine(Arc<Machine>),
}

/// A rule, with the topology of its grid.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Rule {
    /// How the next state of a cell is determined.
    pub dynamics: Dynamics,
    /// The number of states of a cell, 2 to 256. With a table or counts, states from 2 on are
    /// stages of dying.
    pub states: u16,
    /// The topology of the grid.
    pub topology: Topology,
}

/// The nine cells of a picture, from the highest bit to the lowest.
const PICTURE: [Offset; 9] = [(-1, -1), (0, -1), (1, -1), (-1, 0), (0, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];

impl Rule {
    /// Conway's Life on the plane: birth with 3 live neighbours, survival with 2 or 3.
    #[must_use]
    pub fn life() -> Self {
        Self::from_table(Table::life())
    }

    /// Returns a rule of two states on the plane.
    #[must_use]
    pub const fn from_table(table: Table) -> Self {
        Self { dynamics: Dynamics::Table(table), states: 2, topology: Topology::Plane }
    }

    /// Returns the same rule on a grid of another topology.
    #[must_use]
    pub fn within(mut self, topology: Topology) -> Self {
        self.topology = topology;
        self
    }

    /// Returns the range: the greatest distance from a cell to one of its neighbours.
    #[must_use]
    pub fn range(&self) -> i32 {
        match &self.dynamics {
            Dynamics::Counts(counts) => counts.neighbourhood.range(),
            Dynamics::Table(_) | Dynamics::Machine(_) => 1,
        }
    }

    /// Returns whether this is a B0 rule, that is, whether a cell with no live neighbours is born.
    #[must_use]
    pub fn fills_space(&self) -> bool {
        self.next(&vec![0; self.inputs().len()]) != 0
    }

    /// Returns the offsets of the cells that determine the next state, including the cell itself,
    /// (0, 0).
    #[must_use]
    pub fn inputs(&self) -> Vec<Offset> {
        match &self.dynamics {
            Dynamics::Table(_) => PICTURE.to_vec(),
            Dynamics::Counts(counts) => {
                std::iter::once((0, 0)).chain(counts.neighbourhood.offsets().iter().copied()).collect()
            }
            Dynamics::Machine(machine) => machine.inputs().to_vec(),
        }
    }

    /// Returns the next state of a cell, given the states of the cells in the order of
    /// [`Rule::inputs`].
    #[must_use]
    pub fn next(&self, inputs: &[State]) -> State {
        let (centre, lives) = match &self.dynamics {
            Dynamics::Machine(machine) => return machine.next(inputs),
            Dynamics::Table(table) => {
                let picture = inputs.iter().fold(0, |picture, state| picture << 1 | usize::from(*state == 1));
                (inputs[4], table.lives(picture))
            }
            Dynamics::Counts(counts) => {
                let around = inputs[1..].iter().filter(|state| **state == 1).count();
                (inputs[0], counts.lives(inputs[0] == 1, around))
            }
        };
        match centre {
            0 | 1 if lives => 1,
            0 => 0,
            state if u16::from(state) + 1 < self.states => state + 1,
            _ => 0,
        }
    }

    /// Returns the rules to apply to the cells that differ from the background, one after the
    /// other, starting with the rule for even generations. None of them changes empty space.
    #[must_use]
    pub fn phases(&self) -> Vec<Self> {
        if !self.fills_space() {
            return vec![self.clone()];
        }
        let with = |input: bool, output: bool| {
            let dynamics = match &self.dynamics {
                Dynamics::Table(table) => {
                    let table = if input { table.with_inverted_input() } else { *table };
                    Dynamics::Table(if output { table.with_inverted_output() } else { table })
                }
                Dynamics::Counts(counts) => Dynamics::Counts(counts.turned(input, output)),
                Dynamics::Machine(machine) => Dynamics::Machine(Arc::clone(machine)),
            };
            Self { dynamics, ..self.clone() }
        };
        let is_full_for_ever = self.next(&vec![1; self.inputs().len()]) == 1;
        if is_full_for_ever { vec![with(true, true)] } else { vec![with(false, true), with(true, false)] }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.dynamics {
            Dynamics::Machine(machine) => f.write_str(machine.name())?,
            Dynamics::Counts(counts) => f.write_str(&counts.rulestring(self.states))?,
            Dynamics::Table(table) if self.states == 2 => f.write_str(&table.rulestring())?,
            Dynamics::Table(table) => {
                let rulestring = table.rulestring();
                match rulestring.strip_suffix(['H', 'V']) {
                    Some(counts) => write!(f, "{counts}/{}{}", self.states, &rulestring[counts.len()..])?,
                    None => write!(f, "{rulestring}/{}", self.states)?,
                }
            }
        }
        if self.topology == Topology::Plane { Ok(()) } else { write!(f, ":{}", self.topology) }
    }
}
