//! Reified constraints: their truth is the value of a 0/1 variable.

use num_bigint::{BigInt, Sign};

use super::domain::Domain;
use super::event::{Failed, Propagated, Var};
use super::global;
use super::propagator::{Comparison, Connective, Division, Function, Linear, Propagator};
use super::solver::Solver;

/// Whether the domains entail a constraint.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Entailment {
    Entailed,
    Disentailed,
    Unknown,
}

/// Fixes the truth value once entailment is decided, or posts the constraint or its negation once
/// the truth value is fixed.
fn settle(
    solver: &mut Solver,
    number: u32,
    truth: Var,
    known: Entailment,
    holds: impl FnOnce(&mut Solver) -> Propagated,
    fails: impl FnOnce(&mut Solver) -> Propagated,
) -> Propagated {
    match (solver.value(truth), known) {
        (Some(1), Entailment::Disentailed) | (Some(0), Entailment::Entailed) => Err(Failed),
        (None, Entailment::Unknown) => Ok(()),
        (value, known) => {
            solver.kill(number);
            match (value, known) {
                (_, Entailment::Entailed) => solver.fix(truth, 1),
                (_, Entailment::Disentailed) => solver.fix(truth, 0),
                (Some(1), Entailment::Unknown) => holds(solver),
                _ => fails(solver),
            }
        }
    }
}

pub(super) fn is_in(solver: &mut Solver, number: u32, x: Var, domain: &Domain, truth: Var) -> Propagated {
    let own = solver.domain(x);
    let known = match own.intersection(domain) {
        _ if solver.is_big(x) => {
            if solver.fits(x, domain) {
                Entailment::Entailed
            } else {
                Entailment::Disentailed
            }
        }
        None => Entailment::Disentailed,
        Some(common) if common.ranges() == own.ranges() => Entailment::Entailed,
        Some(_) => Entailment::Unknown,
    };
    settle(
        solver,
        number,
        truth,
        known,
        |solver| solver.restrict(x, domain),
        |solver| match domain.complement() {
            Some(rest) => solver.restrict(x, &rest),
            None => Err(Failed),
        },
    )
}

/// Checks whether the domains entail a linear comparison.
fn linear_entailment(solver: &Solver, linear: &Linear) -> Entailment {
    let (mut low, mut high) = (Some(0i128), Some(0i128));
    for (&factor, &variable) in linear.factors.iter().zip(&linear.variables) {
        let domain = solver.domain(variable);
        let (least, most) = if factor > 0 { (domain.min, domain.max) } else { (domain.max, domain.min) };
        let term = |value: i64| {
            (!matches!(value, i64::MIN | i64::MAX)).then(|| i128::from(value) * i128::from(factor))
        };
        low = low.zip(term(least)).map(|(sum, term)| sum + term);
        high = high.zip(term(most)).map(|(sum, term)| sum + term);
    }
    let constant = i128::from(linear.constant);
    let is_below = high.is_some_and(|high| high < constant);
    let is_above = low.is_some_and(|low| low > constant);
    let is_equal = low == Some(constant) && high == Some(constant);
    let never_equal = is_below || is_above || are_disjoint(solver, linear);
    match linear.comparison {
        Comparison::Equal if is_equal => Entailment::Entailed,
        Comparison::Equal if never_equal => Entailment::Disentailed,
        Comparison::NotEqual if is_equal => Entailment::Disentailed,
        Comparison::NotEqual if never_equal => Entailment::Entailed,
        Comparison::AtMost if high.is_some_and(|high| high <= constant) => Entailment::Entailed,
        Comparison::AtMost if is_above => Entailment::Disentailed,
        _ => Entailment::Unknown,
    }
}

/// Returns whether two variables, or a variable and a number, have no value in common.
fn are_disjoint(solver: &Solver, linear: &Linear) -> bool {
    match (&*linear.factors, &*linear.variables) {
        ([factor], &[variable]) => {
            linear.constant % factor != 0 || !solver.domain(variable).contains(linear.constant / factor)
        }
        ([1, -1] | [-1, 1], &[one, other]) => {
            let by = if linear.factors[0] == 1 { linear.constant } else { -linear.constant };
            solver.domain(other).shifted(by).intersection(solver.domain(one)).is_none()
        }
        _ => false,
    }
}

/// Returns the negation of a linear comparison.
fn negation(linear: &Linear) -> Linear {
    match linear.comparison {
        Comparison::Equal => Linear { comparison: Comparison::NotEqual, ..linear.clone() },
        Comparison::NotEqual => Linear { comparison: Comparison::Equal, ..linear.clone() },
        Comparison::AtMost => Linear {
            comparison: Comparison::AtMost,
            factors: linear.factors.iter().map(|factor| -factor).collect(),
            variables: linear.variables.clone(),
            constant: -linear.constant - 1,
        },
    }
}

pub(super) fn linear(solver: &mut Solver, number: u32, linear: &Linear, truth: Var) -> Propagated {
    solver.spend(linear.variables.len())?;
    let known = linear_entailment(solver, linear);
    settle(
        solver,
        number,
        truth,
        known,
        |solver| solver.post_linear(linear.clone()),
        |solver| solver.post_linear(negation(linear)),
    )
}

impl Solver {
    /// Posts a linear comparison as the most specific propagator available.
    pub(crate) fn post_linear(&mut self, linear: Linear) -> Propagated {
        let propagator = match (linear.comparison, &*linear.factors, &*linear.variables) {
            (_, [], []) => {
                let holds = match linear.comparison {
                    Comparison::Equal => linear.constant == 0,
                    Comparison::AtMost => 0 <= linear.constant,
                    Comparison::NotEqual => linear.constant != 0,
                };
                return if holds { Ok(()) } else { Err(Failed) };
            }
            (Comparison::Equal, [1], &[x]) => return self.fix(x, linear.constant),
            (Comparison::Equal, [-1], &[x]) => return self.fix(x, -linear.constant),
            (Comparison::AtMost, [1], &[x]) => return self.set_max(x, linear.constant),
            (Comparison::AtMost, [-1], &[x]) => return self.set_min(x, -linear.constant),
            (Comparison::NotEqual, [1], &[x]) => return self.remove(x, linear.constant),
            (Comparison::NotEqual, [-1], &[x]) => return self.remove(x, -linear.constant),
            (Comparison::AtMost, [1, -1], &[x, y]) => Propagator::AtMostPlus { x, y, c: linear.constant },
            (Comparison::AtMost, [-1, 1], &[y, x]) => Propagator::AtMostPlus { x, y, c: linear.constant },
            (Comparison::NotEqual, [1, -1] | [-1, 1], &[x, y]) if linear.constant == 0 => {
                Propagator::Different { x, y }
            }
            (Comparison::Equal, [1, -1], &[x, y]) => {
                let c = self.constant(linear.constant);
                Propagator::Plus { x: y, y: c, z: x }
            }
            (Comparison::Equal, [-1, 1], &[y, x]) => {
                let c = self.constant(linear.constant);
                Propagator::Plus { x: y, y: c, z: x }
            }
            _ => Propagator::Linear(linear),
        };
        self.post(propagator);
        Ok(())
    }
}

pub(super) fn connected(
    solver: &mut Solver,
    number: u32,
    connective: Connective,
    x: Var,
    y: Var,
    truth: Var,
) -> Propagated {
    let (left, right, value) = (solver.value(x), solver.value(y), solver.value(truth));
    // By De Morgan's laws, And is Or on negated values.
    let negate = |known: Option<i64>| known.map(|known| 1 - known);
    match connective {
        Connective::Xor => {
            match (left, right, value) {
                (Some(left), Some(right), _) => solver.fix(truth, i64::from(left != right))?,
                (Some(left), None, Some(value)) => solver.fix(y, i64::from(left != value))?,
                (None, Some(right), Some(value)) => solver.fix(x, i64::from(right != value))?,
                _ => {
                    if solver.root(x) == solver.root(y) {
                        solver.fix(truth, 0)?;
                    } else {
                        return Ok(());
                    }
                }
            }
            solver.kill(number);
            Ok(())
        }
        Connective::And | Connective::Or => {
            let is_and = connective == Connective::And;
            let (left, right, value) =
                if is_and { (negate(left), negate(right), negate(value)) } else { (left, right, value) };
            let real = |known: i64| if is_and { 1 - known } else { known };
            match (left, right, value) {
                (Some(1), _, _) | (_, Some(1), _) => solver.fix(truth, real(1))?,
                (Some(0), Some(0), _) => solver.fix(truth, real(0))?,
                (_, _, Some(0)) => {
                    solver.fix(x, real(0))?;
                    solver.fix(y, real(0))?;
                }
                (Some(0), None, Some(1)) => solver.fix(y, real(1))?,
                (None, Some(0), Some(1)) => solver.fix(x, real(1))?,
                (Some(0), None, None) => {
                    solver.kill(number);
                    return solver.alias_values(y, truth);
                }
                (None, Some(0), None) => {
                    solver.kill(number);
                    return solver.alias_values(x, truth);
                }
                _ => return Ok(()),
            }
            solver.kill(number);
            Ok(())
        }
    }
}

/// Propagates that one truth value is the negation of the other.
pub(super) fn negated(solver: &mut Solver, number: u32, x: Var, truth: Var) -> Propagated {
    match (solver.value(x), solver.value(truth)) {
        (Some(value), _) => solver.fix(truth, 1 - value)?,
        (_, Some(value)) => solver.fix(x, 1 - value)?,
        _ => return if solver.root(x) == solver.root(truth) { Err(Failed) } else { Ok(()) },
    }
    solver.kill(number);
    Ok(())
}

/// Propagates that `x` implies `y`.
pub(super) fn implied(solver: &mut Solver, number: u32, x: Var, y: Var) -> Propagated {
    match (solver.value(x), solver.value(y)) {
        (Some(1), _) => solver.fix(y, 1)?,
        (_, Some(0)) => solver.fix(x, 0)?,
        (Some(0), _) | (_, Some(1)) => {}
        _ => return Ok(()),
    }
    solver.kill(number);
    Ok(())
}

pub(super) fn tuple(
    solver: &mut Solver,
    number: u32,
    row: &[Var],
    table: &std::rc::Rc<[i64]>,
    truth: Var,
) -> Propagated {
    solver.spend(table.len())?;
    let left = global::remaining_rows(solver, row, table);
    let is_fixed = row.iter().all(|&variable| solver.value(variable).is_some());
    let known = match (left.is_empty(), is_fixed) {
        (true, _) => Entailment::Disentailed,
        (false, true) => Entailment::Entailed,
        _ => Entailment::Unknown,
    };
    if known == Entailment::Unknown && solver.value(truth) == Some(0) {
        // The row must differ from all rows of the table, which is checked once the row is fixed.
        return Ok(());
    }
    settle(
        solver,
        number,
        truth,
        known,
        |solver| {
            solver.post(Propagator::Tuple { row: row.into(), table: std::rc::Rc::clone(table) });
            Ok(())
        },
        |_| Ok(()),
    )
}

/// Checks whether a partial function is defined for all remaining values of its arguments
/// (entailed), for some of them, or for none.
pub(crate) fn definedness(solver: &Solver, function: &Propagator) -> Entailment {
    let decide = |holds: bool, fails: bool| match (holds, fails) {
        (true, _) => Entailment::Entailed,
        (_, true) => Entailment::Disentailed,
        _ => Entailment::Unknown,
    };
    let sign = |variable: Var| solver.exact(variable).filter(|_| solver.is_big(variable));
    let is_above = |variable: Var, least: i64| match sign(variable) {
        Some(value) => value.sign() == Sign::Plus,
        None => solver.domain(variable).min >= least,
    };
    let is_below = |variable: Var, least: i64| match sign(variable) {
        Some(value) => value.sign() == Sign::Minus,
        None => solver.domain(variable).max < least,
    };
    let can_be =
        |variable: Var, value: i64| !solver.is_big(variable) && solver.domain(variable).contains(value);
    match *function {
        Propagator::Division { kind, x, y, .. } => {
            let known = decide(!can_be(y, 0), solver.value(y) == Some(0));
            match (kind, known, solver.exact(x), solver.exact(y)) {
                (Division::Exact, Entailment::Entailed, Some(x), Some(y)) => {
                    if x % y == BigInt::ZERO {
                        Entailment::Entailed
                    } else {
                        Entailment::Disentailed
                    }
                }
                (Division::Exact, Entailment::Entailed, ..) => Entailment::Unknown,
                (_, known, ..) => known,
            }
        }
        Propagator::Power { x, y, .. } => {
            let is_unit = matches!(solver.value(x), Some(1 | -1));
            decide(is_above(y, 0) || is_unit, is_below(y, 0) && !can_be(x, 1) && !can_be(x, -1))
        }
        Propagator::Function { function: Function::Msb | Function::Lsb, x, .. } => {
            decide(is_above(x, 1), is_below(x, 1))
        }
        Propagator::Function { function: Function::BitCount, x, .. } => {
            decide(is_above(x, 0), is_below(x, 0))
        }
        _ => Entailment::Entailed,
    }
}

pub(super) fn guarded(solver: &mut Solver, number: u32, function: &Propagator, defined: Var) -> Propagated {
    let known = definedness(solver, function);
    let post = |solver: &mut Solver| {
        solver.post(function.clone());
        Ok(())
    };
    if solver.value(defined) == Some(0) && known == Entailment::Unknown {
        // Prune to the values for which the function is undefined, if they form an interval.
        return match *function {
            Propagator::Division { kind, y, .. } if kind != Division::Exact => solver.fix(y, 0),
            Propagator::Function { function: Function::Msb | Function::Lsb, x, .. } => solver.set_max(x, 0),
            Propagator::Function { function: Function::BitCount, x, .. } => solver.set_max(x, -1),
            _ => Ok(()),
        };
    }
    if known == Entailment::Entailed && solver.value(defined) != Some(0) {
        post(solver)?;
    }
    settle(solver, number, defined, known, post, |_| Ok(()))
}
