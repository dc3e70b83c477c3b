//! The kinds of propagators: their contents, the events that they watch, and their state. Their
//! propagation functions are listed in [`run`](super::run).

use super::domain::Domain;
use super::event::{ON_BOUNDS, ON_CHANGE, ON_FIX, Var};

/// The relation between a linear sum and its constant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Comparison {
    Equal,
    AtMost,
    NotEqual,
}

/// A linear sum and its relation to a constant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Linear {
    pub(crate) comparison: Comparison,
    pub(crate) factors: Box<[i64]>,
    pub(crate) variables: Box<[Var]>,
    pub(crate) constant: i64,
}

/// The kinds of division.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Division {
    /// `//`: the quotient rounded towards zero.
    Truncated,
    /// `div`: the quotient rounded down.
    Floored,
    /// `mod`: the remainder with the sign of the divisor.
    Modulo,
    /// `rem`: the remainder with the sign of the dividend.
    Remainder,
    /// `rdiv`: the quotient of an exact division.
    Exact,
}

/// Functions that are computed once their arguments are known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Function {
    ShiftLeft,
    ShiftRight,
    And,
    Or,
    Xor,
    Not,
    Msb,
    Lsb,
    BitCount,
}

/// Boolean connectives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Connective {
    And,
    Or,
    Xor,
}

#[derive(Debug, Clone)]
pub(crate) enum Propagator {
    Linear(Linear),
    /// `x + y = z`.
    Plus {
        x: Var,
        y: Var,
        z: Var,
    },
    /// `x ≠ y`.
    Different {
        x: Var,
        y: Var,
    },
    /// `x ≠ y + z`.
    DifferentSum {
        x: Var,
        y: Var,
        z: Var,
    },
    /// `x ≥ y`.
    AtLeast {
        x: Var,
        y: Var,
    },
    /// `x ≤ y + c`.
    AtMostPlus {
        x: Var,
        y: Var,
        c: i64,
    },
    /// `|x - y| ≥ c`, or `|x - y| ≠ c` if `is_not_equal`.
    Distance {
        x: Var,
        y: Var,
        c: i64,
        is_not_equal: bool,
    },
    /// `x · y = z`.
    Times {
        x: Var,
        y: Var,
        z: Var,
    },
    /// `x ^ y = z`.
    Power {
        x: Var,
        y: Var,
        z: Var,
    },
    Division {
        kind: Division,
        x: Var,
        y: Var,
        z: Var,
    },
    /// `|x| = z`.
    Absolute {
        x: Var,
        z: Var,
    },
    Maximum {
        x: Var,
        y: Var,
        z: Var,
    },
    Minimum {
        x: Var,
        y: Var,
        z: Var,
    },
    Function {
        function: Function,
        x: Var,
        y: Option<Var>,
        z: Var,
    },
    AllDifferent {
        variables: Box<[Var]>,
    },
    /// With `is_hidden`, it is part of another constraint and has no residual goal.
    AllDistinct {
        variables: Box<[Var]>,
        is_hidden: bool,
    },
    /// `list[index] = value`, where indices are counted from 1.
    Element {
        index: Var,
        list: Box<[Var]>,
        value: Var,
    },
    /// `row` is one of the rows of `table`, which all have the same length.
    Tuple {
        row: Box<[Var]>,
        table: std::rc::Rc<[i64]>,
    },
    /// `counts` are the numbers of occurrences of `keys` among `variables`.
    Cardinality {
        variables: Box<[Var]>,
        keys: Box<[i64]>,
        counts: Box<[Var]>,
    },
    Circuit {
        variables: Box<[Var]>,
    },
    /// `left` is lexicographically at most `right`.
    LexAtMost {
        left: Box<[Var]>,
        right: Box<[Var]>,
    },
    /// `truth` is 1 if and only if `x` is in `domain`.
    ReifiedIn {
        x: Var,
        domain: Domain,
        truth: Var,
    },
    ReifiedLinear {
        linear: Linear,
        truth: Var,
    },
    Connected {
        connective: Connective,
        x: Var,
        y: Var,
        truth: Var,
    },
    Negated {
        x: Var,
        truth: Var,
    },
    Implied {
        x: Var,
        y: Var,
    },
    /// A partial function, which acts as a constraint only if `defined` says that it is defined.
    Guarded {
        function: Box<Self>,
        defined: Var,
    },
    /// `truth` is 1 if and only if `row` is in `table`.
    ReifiedTuple {
        row: Box<[Var]>,
        table: std::rc::Rc<[i64]>,
        truth: Var,
    },
}

impl Propagator {
    /// Returns the number of its queue. Queue 0 runs first.
    pub(crate) fn level(&self) -> usize {
        match self {
            Self::AllDistinct { .. }
            | Self::Circuit { .. }
            | Self::Tuple { .. }
            | Self::Cardinality { .. } => 2,
            Self::Linear(linear) if linear.variables.len() > 3 => 1,
            Self::Element { .. } | Self::LexAtMost { .. } | Self::ReifiedTuple { .. } => 1,
            _ => 0,
        }
    }

    /// Returns the number of integers in its table.
    pub(crate) fn table_length(&self) -> usize {
        match self {
            Self::Tuple { table, .. } | Self::ReifiedTuple { table, .. } => table.len(),
            _ => 0,
        }
    }

    /// Returns its approximate size in words.
    pub(crate) fn words(&self) -> usize {
        self.table_length() + self.watched_variables().len()
    }

    /// Returns the watched variables, each with the events that schedule the propagator.
    pub(crate) fn watched_variables(&self) -> Vec<(Var, u8)> {
        let on =
            |variables: &[Var], events: u8| variables.iter().map(|&variable| (variable, events)).collect();
        match self {
            Self::Linear(linear) => linear.watched_variables(),
            Self::Plus { x, y, z } => on(&[*x, *y, *z], ON_CHANGE),
            Self::Different { x, y } => on(&[*x, *y], ON_FIX),
            Self::DifferentSum { x, y, z } => on(&[*x, *y, *z], ON_FIX),
            Self::AtLeast { x, y } | Self::AtMostPlus { x, y, .. } => on(&[*x, *y], ON_BOUNDS),
            Self::Distance { x, y, .. } => on(&[*x, *y], ON_BOUNDS),
            Self::Times { x, y, z } | Self::Power { x, y, z } => on(&[*x, *y, *z], ON_BOUNDS),
            Self::Division { x, y, z, .. } => on(&[*x, *y, *z], ON_BOUNDS),
            Self::Absolute { x, z } => on(&[*x, *z], ON_CHANGE),
            Self::Maximum { x, y, z } | Self::Minimum { x, y, z } => on(&[*x, *y, *z], ON_BOUNDS),
            Self::Function { x, y, z, .. } => {
                let mut all = on(&[*x, *z], ON_FIX);
                all.extend(y.map(|y| (y, ON_FIX)));
                all
            }
            Self::AllDifferent { variables } => on(variables, ON_FIX),
            Self::AllDistinct { variables, .. } | Self::Circuit { variables } => on(variables, ON_CHANGE),
            Self::Element { index, list, value } => {
                let mut all: Vec<(Var, u8)> = on(list, ON_CHANGE);
                all.extend([(*index, ON_CHANGE), (*value, ON_CHANGE)]);
                all
            }
            Self::Tuple { row, .. } => on(row, ON_CHANGE),
            Self::Cardinality { variables, counts, .. } => {
                let mut all: Vec<(Var, u8)> = on(variables, ON_CHANGE);
                all.extend(on(counts, ON_BOUNDS));
                all
            }
            Self::LexAtMost { left, right } => {
                let mut all: Vec<(Var, u8)> = on(left, ON_BOUNDS);
                all.extend(on(right, ON_BOUNDS));
                all
            }
            Self::ReifiedIn { x, truth, .. } => vec![(*x, ON_CHANGE), (*truth, ON_FIX)],
            Self::ReifiedLinear { linear, truth } => {
                let mut all = vec![(*truth, ON_FIX)];
                let events = if linear.comparison == Comparison::AtMost { ON_BOUNDS } else { ON_CHANGE };
                all.extend(on(&linear.variables, events));
                all
            }
            Self::Connected { x, y, truth, .. } => on(&[*x, *y, *truth], ON_FIX),
            Self::Negated { x, truth } => on(&[*x, *truth], ON_FIX),
            Self::Implied { x, y } => on(&[*x, *y], ON_FIX),
            Self::Guarded { function, defined } => {
                let mut all = function.watched_variables();
                for (_, events) in &mut all {
                    *events = ON_CHANGE;
                }
                all.push((*defined, ON_FIX));
                all
            }
            Self::ReifiedTuple { row, truth, .. } => {
                let mut all: Vec<(Var, u8)> = on(row, ON_CHANGE);
                all.push((*truth, ON_FIX));
                all
            }
        }
    }

    /// Returns the initial state.
    pub(crate) fn initial_state(&self) -> Vec<i64> {
        match self {
            Self::AllDifferent { variables } => elimination_state(variables.len()),
            Self::AllDistinct { variables, .. } => elimination_state(variables.len() * 2),
            _ => Vec::new(),
        }
    }

    /// Returns the index of its list in `library(clpfd)`: 0 for constraints that wait for fixed
    /// variables, 1 for constraints on bounds, and 2 for all others.
    pub(crate) const fn rank(&self) -> u8 {
        match self {
            Self::Different { .. }
            | Self::DifferentSum { .. }
            | Self::Distance { is_not_equal: true, .. }
            | Self::AllDifferent { .. }
            | Self::Linear(Linear { comparison: Comparison::NotEqual, .. }) => 0,
            Self::AtLeast { .. } | Self::AtMostPlus { .. } | Self::Linear(_) | Self::Plus { .. } => 1,
            _ => 2,
        }
    }
}

/// Returns the initial state of value elimination: the number of fixed variables already handled,
/// and all variables, starting with these.
fn elimination_state(count: usize) -> Vec<i64> {
    let mut state = vec![0];
    state.extend(0..i64::try_from(count).unwrap_or(0));
    state
}
