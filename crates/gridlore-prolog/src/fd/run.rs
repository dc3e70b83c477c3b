//! Runs propagators, mapping each kind to its propagation function.

use super::distinct;
use super::event::Propagated;
use super::global;
use super::linear;
use super::product;
use super::propagator::Propagator;
use super::reified;
use super::solver::Solver;

impl Propagator {
    /// Removes the values that this constraint rules out from the domains of its variables.
    /// `number` is the propagator's number in the solver.
    pub(crate) fn run(&self, solver: &mut Solver, number: u32) -> Propagated {
        match self {
            Self::Linear(linear) => linear.run(solver, number),
            Self::Plus { x, y, z } => linear::plus(solver, number, *x, *y, *z),
            Self::Different { x, y } => linear::different(solver, number, *x, *y),
            Self::DifferentSum { x, y, z } => linear::different_sum(solver, number, *x, *y, *z),
            Self::AtLeast { x, y } => linear::at_most_plus(solver, number, *y, *x, 0),
            Self::AtMostPlus { x, y, c } => linear::at_most_plus(solver, number, *x, *y, *c),
            Self::Distance { x, y, c, is_not_equal } => {
                linear::distance(solver, number, *x, *y, *c, *is_not_equal)
            }
            Self::Times { x, y, z } => product::times(solver, number, *x, *y, *z),
            Self::Power { x, y, z } => product::power(solver, number, *x, *y, *z),
            Self::Division { kind, x, y, z } => product::division(solver, number, *kind, *x, *y, *z),
            Self::Absolute { x, z } => product::absolute(solver, number, *x, *z),
            Self::Maximum { x, y, z } => product::maximum(solver, number, *x, *y, *z),
            Self::Minimum { x, y, z } => product::minimum(solver, number, *x, *y, *z),
            Self::Function { function, x, y, z } => product::function(solver, number, *function, *x, *y, *z),
            Self::AllDifferent { variables } => distinct::all_different(solver, number, variables),
            Self::AllDistinct { variables, .. } => distinct::all_distinct(solver, number, variables),
            Self::Element { index, list, value } => global::element(solver, number, *index, list, *value),
            Self::Tuple { row, table } => global::tuple(solver, number, row, table),
            Self::Cardinality { variables, keys, counts } => {
                global::cardinality(solver, number, variables, keys, counts)
            }
            Self::Circuit { variables } => global::circuit(solver, variables),
            Self::LexAtMost { left, right } => global::lex_at_most(solver, number, left, right),
            Self::ReifiedIn { x, domain, truth } => reified::is_in(solver, number, *x, domain, *truth),
            Self::ReifiedLinear { linear, truth } => reified::linear(solver, number, linear, *truth),
            Self::Connected { connective, x, y, truth } => {
                reified::connected(solver, number, *connective, *x, *y, *truth)
            }
            Self::Negated { x, truth } => reified::negated(solver, number, *x, *truth),
            Self::Implied { x, y } => reified::implied(solver, number, *x, *y),
            Self::Guarded { function, defined } => reified::guarded(solver, number, function, *defined),
            Self::ReifiedTuple { row, table, truth } => reified::tuple(solver, number, row, table, *truth),
        }
    }
}
