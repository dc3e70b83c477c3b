//! Linear sums, with bounds propagation; small constraints also propagate domains.

use num_bigint::BigInt;

use super::domain::{Domain, INF, SUP};
use super::event::{Failed, ON_BOUNDS, ON_FIX, Propagated, Var};
use super::propagator::{Comparison, Linear};
use super::solver::Solver;

/// A bound of a sum, given by its finite part and the number of unbounded terms.
#[derive(Clone, Copy, Default)]
struct Bound {
    finite: i128,
    unbounded: u32,
}

impl Bound {
    fn add(&mut self, term: Option<i128>) {
        match term {
            Some(value) => self.finite += value,
            None => self.unbounded += 1,
        }
    }

    /// Returns the bound of the sum without one of its terms.
    const fn without(self, term: Option<i128>) -> Option<i128> {
        match term {
            Some(value) if self.unbounded == 0 => Some(self.finite - value),
            None if self.unbounded == 1 => Some(self.finite),
            _ => None,
        }
    }
}

const fn finite(value: i64) -> Option<i128> {
    match value {
        INF | SUP => None,
        _ => Some(value as i128),
    }
}

/// Returns the bounds of a factor times a variable.
#[inline]
fn term_bounds(solver: &Solver, factor: i64, variable: Var) -> (Option<i128>, Option<i128>) {
    let domain = solver.domain(variable);
    let (low, high) = if factor > 0 { (domain.min, domain.max) } else { (domain.max, domain.min) };
    let factor = i128::from(factor);
    (finite(low).map(|low| low * factor), finite(high).map(|high| high * factor))
}

/// Clamps a value to the range of domains.
fn clamped(value: i128) -> i64 {
    i64::try_from(value).unwrap_or(if value < 0 { INF } else { SUP })
}

/// Propagates an upper bound of a factor times a variable.
fn restrict_above(solver: &mut Solver, factor: i64, variable: Var, most: i128) -> Propagated {
    let factor = i128::from(factor);
    if factor > 0 {
        solver.set_max(variable, clamped(most.div_euclid(factor)))
    } else {
        // -3 x <= 7 means x >= -2, so the quotient is rounded up.
        let low = clamped(-most.div_euclid(-factor));
        if low == SUP { Ok(()) } else { solver.set_min(variable, low) }
    }
}

fn restrict_below(solver: &mut Solver, factor: i64, variable: Var, least: i128) -> Propagated {
    restrict_above(solver, -factor, variable, -least)
}

impl Linear {
    pub(super) fn watched_variables(&self) -> Vec<(Var, u8)> {
        let events = if self.comparison == Comparison::NotEqual { ON_FIX } else { ON_BOUNDS };
        self.variables.iter().map(|&variable| (variable, events)).collect()
    }

    /// Returns the bounds of the sum.
    fn bounds(&self, solver: &Solver) -> (Bound, Bound) {
        let (mut low, mut high) = (Bound::default(), Bound::default());
        for (&factor, &variable) in self.factors.iter().zip(&self.variables) {
            let (least, most) = term_bounds(solver, factor, variable);
            low.add(least);
            high.add(most);
        }
        (low, high)
    }

    pub(super) fn run(&self, solver: &mut Solver, number: u32) -> Propagated {
        solver.spend(self.variables.len())?;
        if self.variables.iter().any(|&variable| solver.is_big(variable)) {
            return self.run_exactly(solver, number);
        }
        match self.comparison {
            Comparison::Equal => self.run_equal(solver, number),
            Comparison::AtMost => self.run_at_most(solver, number),
            Comparison::NotEqual => self.run_not_equal(solver, number),
        }
    }

    fn run_equal(&self, solver: &mut Solver, number: u32) -> Propagated {
        let constant = i128::from(self.constant);
        loop {
            solver.spend(self.variables.len())?;
            let (low, high) = self.bounds(solver);
            if low.unbounded == 0 && low.finite > constant || high.unbounded == 0 && high.finite < constant {
                return Err(Failed);
            }
            if low.unbounded == 0 && high.unbounded == 0 && low.finite == high.finite {
                solver.kill(number);
                return Ok(());
            }
            let before = solver.changes();
            let mut unknown = None;
            let mut unknowns = 0;
            for (&factor, &variable) in self.factors.iter().zip(&self.variables) {
                let (least, most) = term_bounds(solver, factor, variable);
                if least.is_some() && least == most {
                    continue;
                }
                unknowns += 1;
                unknown = Some((factor, variable));
                // If bounds are tightened in the meantime, the bounds of the other terms' sum can
                // only become tighter, so these prunings stay valid.
                if let Some(rest) = low.without(least) {
                    restrict_above(solver, factor, variable, constant - rest)?;
                }
                if let Some(rest) = high.without(most) {
                    restrict_below(solver, factor, variable, constant - rest)?;
                }
            }
            if let (1, Some((factor, variable))) = (unknowns, unknown) {
                return self.run_last(solver, number, factor, variable);
            }
            if solver.changes() == before {
                return Ok(());
            }
        }
    }

    /// Handles a sum in which only one variable is not fixed.
    fn run_last(&self, solver: &mut Solver, number: u32, factor: i64, variable: Var) -> Propagated {
        if solver.value(variable).is_none() {
            let mut rest = i128::from(self.constant);
            for (&each, &other) in self.factors.iter().zip(&self.variables) {
                if other != variable {
                    rest -= i128::from(each) * i128::from(solver.value(other).ok_or(Failed)?);
                }
            }
            if rest % i128::from(factor) != 0 {
                return Err(Failed);
            }
            solver.fix_exact(variable, &BigInt::from(rest / i128::from(factor)))?;
            solver.kill(number);
            return Ok(());
        }
        self.run_equal(solver, number)
    }

    fn run_at_most(&self, solver: &mut Solver, number: u32) -> Propagated {
        let constant = i128::from(self.constant);
        let (low, high) = self.bounds(solver);
        if low.unbounded == 0 && low.finite > constant {
            return Err(Failed);
        }
        if high.unbounded == 0 && high.finite <= constant {
            solver.kill(number);
            return Ok(());
        }
        for (&factor, &variable) in self.factors.iter().zip(&self.variables) {
            let (least, _) = term_bounds(solver, factor, variable);
            if let Some(rest) = low.without(least) {
                restrict_above(solver, factor, variable, constant - rest)?;
            }
        }
        Ok(())
    }

    fn run_not_equal(&self, solver: &mut Solver, number: u32) -> Propagated {
        let mut rest = i128::from(self.constant);
        let mut unknown = None;
        for (&factor, &variable) in self.factors.iter().zip(&self.variables) {
            match solver.value(variable) {
                Some(value) => rest -= i128::from(factor) * i128::from(value),
                None if unknown.is_none() => unknown = Some((factor, variable)),
                None => return Ok(()),
            }
        }
        match unknown {
            None if rest == 0 => Err(Failed),
            None => {
                solver.kill(number);
                Ok(())
            }
            Some((factor, variable)) => {
                let factor = i128::from(factor);
                if rest % factor == 0
                    && let Ok(value) = i64::try_from(rest / factor)
                {
                    solver.remove(variable, value)?;
                }
                solver.kill(number);
                Ok(())
            }
        }
    }

    /// Computes the last unknown from all others, for values too large for domains.
    fn run_exactly(&self, solver: &mut Solver, number: u32) -> Propagated {
        let mut rest = BigInt::from(self.constant);
        let mut unknown = None;
        for (&factor, &variable) in self.factors.iter().zip(&self.variables) {
            match solver.exact(variable) {
                Some(value) => {
                    solver.spend(usize::try_from(value.bits() / 256).unwrap_or(usize::MAX))?;
                    rest -= value * factor;
                }
                None if unknown.is_none() => unknown = Some((factor, variable)),
                None => return Ok(()),
            }
        }
        let zero = BigInt::from(0);
        match (self.comparison, unknown) {
            (Comparison::Equal, None) if rest != zero => Err(Failed),
            (Comparison::AtMost, None) if rest < zero => Err(Failed),
            (Comparison::NotEqual, None) if rest == zero => Err(Failed),
            (Comparison::Equal, Some((factor, variable))) => {
                if &rest % factor != zero {
                    return Err(Failed);
                }
                solver.kill(number);
                solver.fix_exact(variable, &(rest / factor))
            }
            (_, None) => {
                solver.kill(number);
                Ok(())
            }
            _ => Ok(()),
        }
    }
}

/// Propagates `x = y + c` on domains.
pub(super) fn offset(solver: &mut Solver, x: Var, y: Var, c: i64) -> Propagated {
    loop {
        solver.spend(4)?;
        let before = solver.changes();
        let from_y: Domain = solver.domain(y).shifted(c);
        solver.restrict(x, &from_y)?;
        let from_x: Domain = solver.domain(x).shifted(c.wrapping_neg());
        solver.restrict(y, &from_x)?;
        if solver.changes() == before {
            return Ok(());
        }
    }
}

fn sum(first: i64, second: i64, unbounded: i64) -> i64 {
    if matches!(first, INF | SUP) || matches!(second, INF | SUP) {
        return unbounded;
    }
    clamped(i128::from(first) + i128::from(second))
}

fn difference(first: i64, second: i64, unbounded: i64) -> i64 {
    if matches!(first, INF | SUP) || matches!(second, INF | SUP) {
        return unbounded;
    }
    clamped(i128::from(first) - i128::from(second))
}

/// Propagates `x + y = z`.
pub(super) fn plus(solver: &mut Solver, number: u32, x: Var, y: Var, z: Var) -> Propagated {
    if [x, y, z].iter().any(|&variable| solver.is_big(variable)) {
        return exact_sum(solver, number, x, y, z);
    }
    match (solver.value(x), solver.value(y), solver.value(z)) {
        (Some(left), Some(right), _) => {
            solver.kill(number);
            solver.fix_exact(z, &(BigInt::from(left) + right))
        }
        (Some(left), None, Some(total)) => {
            solver.kill(number);
            solver.fix_exact(y, &(BigInt::from(total) - left))
        }
        (None, Some(right), Some(total)) => {
            solver.kill(number);
            solver.fix_exact(x, &(BigInt::from(total) - right))
        }
        (None, Some(0), None) => {
            solver.kill(number);
            solver.alias_values(x, z)
        }
        (Some(0), None, None) => {
            solver.kill(number);
            solver.alias_values(y, z)
        }
        (None, Some(c), None) if solver.root(x) != solver.root(z) => offset(solver, z, x, c),
        (Some(c), None, None) if solver.root(y) != solver.root(z) => offset(solver, z, y, c),
        // A variable cannot differ from itself by a non-zero number.
        (None, Some(_), None) | (Some(_), None, None) => Err(Failed),
        (None, None, Some(total)) if solver.root(x) != solver.root(y) => {
            let from_x = solver.domain(x).negated().shifted(total);
            solver.restrict(y, &from_x)?;
            let from_y = solver.domain(y).negated().shifted(total);
            solver.restrict(x, &from_y)
        }
        _ => loop {
            solver.spend(4)?;
            let before = solver.changes();
            let (a, b, c) = (solver.domain(x), solver.domain(y), solver.domain(z));
            let ((a, a2), (b, b2), (c, c2)) = ((a.min, a.max), (b.min, b.max), (c.min, c.max));
            solver.set_min(z, sum(a, b, INF))?;
            solver.set_max(z, sum(a2, b2, SUP))?;
            solver.set_min(x, difference(c, b2, INF))?;
            solver.set_max(x, difference(c2, b, SUP))?;
            solver.set_min(y, difference(c, a2, INF))?;
            solver.set_max(y, difference(c2, a, SUP))?;
            if solver.changes() == before {
                return Ok(());
            }
        },
    }
}

fn exact_sum(solver: &mut Solver, number: u32, x: Var, y: Var, z: Var) -> Propagated {
    match (solver.exact(x), solver.exact(y), solver.exact(z)) {
        (Some(x), Some(y), _) => {
            solver.kill(number);
            solver.fix_exact(z, &(x + y))
        }
        (Some(x), None, Some(z)) => solver.fix_exact(y, &(z - x)),
        (None, Some(y), Some(z)) => solver.fix_exact(x, &(z - y)),
        _ => Ok(()),
    }
}

/// Propagates `x ≠ y`.
pub(super) fn different(solver: &mut Solver, number: u32, x: Var, y: Var) -> Propagated {
    if solver.root(x) == solver.root(y) {
        return Err(Failed);
    }
    if solver.is_big(x) || solver.is_big(y) {
        return match (solver.exact(x), solver.exact(y)) {
            (Some(left), Some(right)) if left == right => Err(Failed),
            _ => Ok(()),
        };
    }
    if let Some(value) = solver.value(x) {
        solver.remove(y, value)?;
        solver.kill(number);
    } else if let Some(value) = solver.value(y) {
        solver.remove(x, value)?;
        solver.kill(number);
    }
    Ok(())
}

/// Propagates `x ≠ y + z`.
pub(super) fn different_sum(solver: &mut Solver, number: u32, x: Var, y: Var, z: Var) -> Propagated {
    match (solver.value(x), solver.value(y), solver.value(z)) {
        (None, Some(left), Some(right)) => {
            solver.remove(x, clamped(i128::from(left) + i128::from(right)))?;
        }
        (Some(total), None, Some(known)) => {
            solver.remove(y, clamped(i128::from(total) - i128::from(known)))?;
        }
        (Some(total), Some(known), None) => {
            solver.remove(z, clamped(i128::from(total) - i128::from(known)))?;
        }
        (Some(total), Some(left), Some(right)) => {
            if i128::from(total) == i128::from(left) + i128::from(right) {
                return Err(Failed);
            }
        }
        (None, Some(0), None) if solver.root(x) == solver.root(z) => return Err(Failed),
        (None, None, Some(0)) if solver.root(x) == solver.root(y) => return Err(Failed),
        _ => return Ok(()),
    }
    solver.kill(number);
    Ok(())
}

/// Propagates `x ≤ y + c`.
pub(super) fn at_most_plus(solver: &mut Solver, number: u32, x: Var, y: Var, c: i64) -> Propagated {
    if solver.root(x) == solver.root(y) {
        if c < 0 {
            return Err(Failed);
        }
        solver.kill(number);
        return Ok(());
    }
    if solver.is_big(x) || solver.is_big(y) {
        return match (solver.exact(x), solver.exact(y)) {
            (Some(left), Some(right)) if left > &right + c => Err(Failed),
            _ => Ok(()),
        };
    }
    let most = sum(solver.max(y), c, SUP);
    solver.set_max(x, most)?;
    let least = difference(solver.min(x), c, INF);
    solver.set_min(y, least)?;
    let (high, low) = (solver.max(x), solver.min(y));
    if high != SUP && low != INF && i128::from(high) <= i128::from(low) + i128::from(c) {
        solver.kill(number);
    }
    Ok(())
}

/// Propagates `|x - y| ≥ c` or `|x - y| ≠ c`.
pub(super) fn distance(
    solver: &mut Solver,
    number: u32,
    x: Var,
    y: Var,
    c: i64,
    is_not_equal: bool,
) -> Propagated {
    let (known, other) = match (solver.value(x), solver.value(y)) {
        (Some(value), _) => (value, y),
        (None, Some(value)) => (value, x),
        (None, None) => {
            return if solver.root(x) == solver.root(y)
                && ((is_not_equal && c == 0) || (!is_not_equal && c > 0))
            {
                Err(Failed)
            } else {
                Ok(())
            };
        }
    };
    if is_not_equal {
        solver.remove(other, known.saturating_sub(c))?;
        solver.remove(other, known.saturating_add(c))?;
    } else if c > 0 {
        let near = Domain::range(known.saturating_sub(c - 1), known.saturating_add(c - 1));
        if let Some(far) = near.complement() {
            solver.restrict(other, &far)?;
        }
    }
    solver.kill(number);
    Ok(())
}
