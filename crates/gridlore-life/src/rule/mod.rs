//! Rules: what each cell becomes, told by itself and the cells around it.
//!
//! A rule is one of three kinds: a table of the nine cells around and in the middle (everything
//! from Life to MAP and Wolfram's), numbers of living cells in any neighbourhood (Larger than
//! Life), or a machine told line by line (WireWorld and Golly's rule files). The first two may have
//! states in which a cell dies slowly (Generations): it counts as dead for its neighbours, and
//! nothing is born there.
//!
//! # Rules under which empty space comes to life
//! Where a cell with nothing around is born, the plane would be alive all over. What is kept then
//! is the cells that differ from it. If a full plane stays full (B0 with S8), a full plane is what
//! the pattern lies in all the time; if not, it is full in every odd generation. In both cases
//! other rules, under which empty space stays empty, do the work ([`Rule::phases`]).

mod counts;
mod letters;
mod machine;
mod parse;
mod table;

pub use counts::{CountSet, Counts, Neighbourhood, Offset};
pub use machine::Machine;
pub use parse::KNOWN;
pub use table::{Shape, Table};

use crate::grid::State;
use crate::topology::Topology;
use std::fmt;
use std::sync::Arc;

/// The cell itself in a picture of nine cells.
const CENTRE: usize = 16;

/// How a cell's next state is found.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Dynamics {
    /// By the nine cells around and in the middle.
    Table(Table),
    /// By numbers of living cells in a neighbourhood.
    Counts(Counts),
    /// Line by line.
    Machine(Arc<Machine>),
}

/// A rule, and the shape of the world in which it holds.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Rule {
    /// How a cell's next state is found.
    pub dynamics: Dynamics,
    /// How many states a cell has, 2 to 256. More than two with a table or counts: those from 2 on
    /// are steps of dying.
    pub states: u16,
    /// The shape of the world.
    pub topology: Topology,
}

/// The nine cells of a picture, from the highest bit to the lowest.
const PICTURE: [Offset; 9] = [(-1, -1), (0, -1), (1, -1), (-1, 0), (0, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];

impl Rule {
    /// Conway's rule on the plane: born with three living neighbours, surviving with two or three.
    #[must_use]
    pub fn life() -> Self {
        Self::of_table(Table::life())
    }

    /// A rule of two states on the plane.
    #[must_use]
    pub const fn of_table(table: Table) -> Self {
        Self { dynamics: Dynamics::Table(table), states: 2, topology: Topology::Plane }
    }

    /// The same in a world of another shape.
    #[must_use]
    pub fn within(mut self, topology: Topology) -> Self {
        self.topology = topology;
        self
    }

    /// How far a cell sees.
    #[must_use]
    pub fn range(&self) -> i32 {
        match &self.dynamics {
            Dynamics::Counts(counts) => counts.neighbourhood.range(),
            Dynamics::Table(_) | Dynamics::Machine(_) => 1,
        }
    }

    /// Whether a cell is born with nothing alive around it.
    #[must_use]
    pub fn fills_space(&self) -> bool {
        self.next(&vec![0; self.inputs().len()]) != 0
    }

    /// The cells that a cell looks at, itself (0, 0) among them.
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

    /// What a cell becomes, by the states of the cells that it looks at, in the order of
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

    /// The rules that make one generation after the other of cells that differ from the space
    /// around, the first for those with an even number. Under all of them empty space stays empty.
    #[must_use]
    pub fn phases(&self) -> Vec<Self> {
        if !self.fills_space() {
            return vec![self.clone()];
        }
        let with = |input: bool, output: bool| {
            let dynamics = match &self.dynamics {
                Dynamics::Table(table) => {
                    let table = if input { table.of_complement() } else { *table };
                    Dynamics::Table(if output { table.complement() } else { table })
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
            Dynamics::Counts(counts) => f.write_str(&counts.told(self.states))?,
            Dynamics::Table(table) if self.states == 2 => f.write_str(&table.told())?,
            Dynamics::Table(table) => {
                let told = table.told();
                match told.strip_suffix(['H', 'V']) {
                    Some(counts) => write!(f, "{counts}/{}{}", self.states, &told[counts.len()..])?,
                    None => write!(f, "{told}/{}", self.states)?,
                }
            }
        }
        if self.topology == Topology::Plane { Ok(()) } else { write!(f, ":{}", self.topology) }
    }
}
