//! Translates arithmetic constraints to propagators.
//!
//! Linear parts are combined into one sum. Each product, quotient or other function becomes a
//! propagator, and auxiliary variables connect these propagators. The special cases are those of
//! SWI-Prolog's `library(clpfd)`, so residual goals have the same form.

use crate::fd::domain::Domain;
use crate::fd::event::{Failed, Propagated, Var};
use crate::fd::propagator::{Comparison, Connective, Division, Function, Linear, Propagator};
use crate::fd::reified::{Entailment, definedness};
use crate::machine::{Done, Machine, Thrown};
use crate::terms::atoms::Atom;
use crate::terms::cell::{Cell, Tag};

/// A linear sum: cells with their factors, and a constant.
#[derive(Debug, Default)]
struct Sum {
    terms: Vec<(Cell, i128)>,
    constant: i128,
}

impl Machine {
    fn is_operand(&self, cell: Cell) -> bool {
        cell.is_variable() || self.is_fd_integer(cell)
    }

    fn is_fd_integer(&self, cell: Cell) -> bool {
        cell.is_integer() || self.store.number(cell).is_some_and(|number| number.is_integer())
    }

    /// Returns the operands of a binary term if both are variables or integers.
    fn operands(&self, term: Cell, name: Atom) -> Option<[Cell; 2]> {
        let both = self.store.arguments::<2>(term, name)?;
        both.iter().all(|&cell| self.is_operand(cell)).then_some(both)
    }

    /// Adds `factor * term` to a sum; returns `false` if the term is not linear.
    fn add_linear(&self, term: Cell, factor: i128, sum: &mut Sum) -> bool {
        let mut stack = vec![(term, factor)];
        while let Some((term, factor)) = stack.pop() {
            if !self.store.meter.tick()
                || (stack.len() % 1024 == 1023 && !self.store.holds(stack.len() * 32 + sum.terms.len() * 32))
            {
                return false;
            }
            let term = self.store.deref(term);
            if factor.abs() > 1 << 60 {
                return false;
            }
            match term.tag() {
                Tag::Integer => sum.constant += factor * i128::from(term.as_integer().unwrap_or(0)),
                Tag::Reference | Tag::Attributed => sum.terms.push((term, factor)),
                Tag::Structure => {
                    if let Some([left, right]) = self.store.arguments(term, Atom::PLUS) {
                        stack.extend([(right, factor), (left, factor)]);
                    } else if let Some([left, right]) = self.store.arguments(term, Atom::MINUS) {
                        stack.extend([(right, -factor), (left, factor)]);
                    } else if let Some([inner]) = self.store.arguments(term, Atom::MINUS) {
                        stack.push((inner, -factor));
                    } else if let Some([left, right]) = self.store.arguments(term, Atom::STAR) {
                        match (left.as_integer(), right.as_integer()) {
                            (Some(number), _) => stack.push((right, factor * i128::from(number))),
                            (_, Some(number)) => stack.push((left, factor * i128::from(number))),
                            _ => return false,
                        }
                    } else {
                        return false;
                    }
                }
                _ => return false,
            }
            if sum.constant.abs() > 1 << 62 || sum.terms.len() > 1 << 20 {
                return false;
            }
        }
        true
    }

    /// Returns `left - right` as factors of cells, and the constant on the other side, or `None` if
    /// the difference is not linear or its numbers are too large.
    fn linear(&mut self, left: Cell, right: Cell) -> Option<(Vec<(Cell, i64)>, i64)> {
        let mut sum = Sum::default();
        if !self.add_linear(left, 1, &mut sum) || !self.add_linear(right, -1, &mut sum) {
            return None;
        }
        // Sort by age, to merge the factors of each variable.
        sum.terms.sort_by_key(|(cell, _)| cell.at());
        let mut terms: Vec<(Cell, i128)> = Vec::with_capacity(sum.terms.len());
        for (cell, factor) in sum.terms {
            match terms.last_mut() {
                Some((last, total)) if *last == cell => *total += factor,
                _ => terms.push((cell, factor)),
            }
        }
        let terms = terms
            .into_iter()
            .map(|(cell, factor)| i64::try_from(factor).ok().map(|factor| (cell, factor)))
            .collect::<Option<Vec<_>>>()?;
        let constant = i64::try_from(-sum.constant).ok()?;
        Some((terms, constant))
    }

    /// Returns the factors and variables of a sum. Variables that cancel out are converted to
    /// integer variables but left out of the sum.
    fn linear_parts(&mut self, terms: Vec<(Cell, i64)>) -> Result<(Vec<i64>, Vec<Var>), Thrown> {
        let mut factors = Vec::with_capacity(terms.len());
        let mut variables = Vec::with_capacity(terms.len());
        for (cell, factor) in terms {
            let variable = self.fd_variable(cell)?;
            if factor != 0 {
                factors.push(factor);
                variables.push(variable);
            }
        }
        Ok((factors, variables))
    }

    /// Returns the variable for the value of an expression.
    fn expression(&mut self, term: Cell) -> Result<Var, Thrown> {
        let term = self.store.deref(term);
        if self.is_operand(term) {
            return self.fd_variable(term);
        }
        self.expression_into(term, None)
    }

    /// Constrains a variable (a new one if none is given) to equal the value of an expression.
    fn expression_into(&mut self, term: Cell, result: Option<Cell>) -> Result<Var, Thrown> {
        let Some((name, arity)) = self.store.functor(term) else {
            return Err(self.domain_error("clpfd_expression", term));
        };
        if self.fd_depth > 200 {
            return Err(self.resource_error("depth"));
        }
        // A term with shared subterms can be much larger than its memory use suggests.
        if !self.store.meter.spend(16) {
            return Err(self.interrupted());
        }
        if self.fd_depth.is_multiple_of(8) {
            self.check_memory()?;
        }
        self.fd_depth += 1;
        let outcome = self.compound_into(term, name, arity, result);
        self.fd_depth -= 1;
        outcome
    }

    fn compound_into(
        &mut self,
        term: Cell,
        name: Atom,
        arity: usize,
        result: Option<Cell>,
    ) -> Result<Var, Thrown> {
        let text = self.atoms.shared(name);
        if !matches!(
            (&*text, arity),
            (
                "+" | "-"
                    | "*"
                    | "max"
                    | "min"
                    | "mod"
                    | "rem"
                    | "//"
                    | "div"
                    | "rdiv"
                    | "^"
                    | "<<"
                    | ">>"
                    | "/\\"
                    | "\\/"
                    | "xor",
                2
            ) | ("-" | "abs" | "\\" | "msb" | "lsb" | "popcount", 1)
        ) {
            return Err(self.domain_error("clpfd_expression", term));
        }
        let first = self.store.argument(term, 0);
        let second = if arity == 2 { self.store.argument(term, 1) } else { first };
        if name == Atom::STAR
            && let Some((base, exponent)) = self.power_of(term)
        {
            let x = self.fd_variable(base)?;
            let y = self.fd.constant(exponent);
            let z = self.result(result)?;
            self.post_function(Propagator::Power { x, y, z });
            return Ok(z);
        }
        let x = self.expression(first)?;
        let y = if arity == 2 { self.expression(second)? } else { x };
        let z = self.result(result)?;
        let division = |kind| Propagator::Division { kind, x, y, z };
        let function = |function| Propagator::Function { function, x, y: (arity == 2).then_some(y), z };
        let propagator = match (&*text, arity) {
            ("+", _) => Propagator::Plus { x, y, z },
            ("-", 2) => Propagator::Plus { x: z, y, z: x },
            ("-", _) => {
                let minus = self.fd.constant(-1);
                Propagator::Times { x: minus, y: x, z }
            }
            ("*", _) => Propagator::Times { x, y, z },
            ("max", _) => {
                self.post_bound(z, x, false);
                self.post_bound(z, y, false);
                Propagator::Maximum { x, y, z }
            }
            ("min", _) => {
                self.post_bound(z, x, true);
                self.post_bound(z, y, true);
                Propagator::Minimum { x, y, z }
            }
            ("mod", _) => division(Division::Modulo),
            ("rem", _) => division(Division::Remainder),
            ("//", _) => division(Division::Truncated),
            ("div", _) => division(Division::Floored),
            ("rdiv", _) => division(Division::Exact),
            ("^", _) => Propagator::Power { x, y, z },
            ("abs", _) => Propagator::Absolute { x, z },
            ("<<", _) => function(Function::ShiftLeft),
            (">>", _) => function(Function::ShiftRight),
            ("/\\", _) => function(Function::And),
            ("\\/", _) => function(Function::Or),
            ("xor", _) => function(Function::Xor),
            ("\\", _) => function(Function::Not),
            ("msb", _) => function(Function::Msb),
            ("lsb", _) => function(Function::Lsb),
            _ => function(Function::BitCount),
        };
        self.post_function(propagator);
        Ok(z)
    }

    /// Posts a function. Inside a reified comparison, a function that can be undefined is guarded.
    fn post_function(&mut self, propagator: Propagator) {
        if self.fd_guards.is_none() || definedness(&self.fd, &propagator) == Entailment::Entailed {
            self.fd.post(propagator);
            return;
        }
        let defined = self.fd_truth();
        self.fd.post(Propagator::Guarded { function: Box::new(propagator), defined });
        if let Some(guards) = &mut self.fd_guards {
            guards.push(defined);
        }
    }

    /// Creates a Boolean variable.
    fn fd_truth(&mut self) -> Var {
        let (_, truth) = self.fd_new();
        // The domain of a new variable contains both values.
        let _ = self.fd.restrict(truth, &Domain::range(0, 1));
        truth
    }

    /// Returns the variable for an expression's value. It is younger than the parts of the
    /// expression.
    fn result(&mut self, given: Option<Cell>) -> Result<Var, Thrown> {
        match given {
            Some(cell) => self.fd_variable(cell),
            None => Ok(self.fd_new().1),
        }
    }

    /// Posts that a maximum is at least, or that a minimum is at most, one of its arguments.
    fn post_bound(&mut self, result: Var, argument: Var, is_above: bool) {
        let (x, y) = if is_above { (argument, result) } else { (result, argument) };
        if self.fd.value(argument).is_none() {
            self.fd.post(Propagator::AtLeast { x, y });
        }
    }

    /// Recognises a repeated product of one variable, which is a power.
    fn power_of(&self, term: Cell) -> Option<(Cell, i64)> {
        let [mut left, base] = self.store.arguments::<2>(term, Atom::STAR)?;
        if !base.is_variable() {
            return None;
        }
        let mut exponent = 2;
        while left != base {
            let [inner, right] = self.store.arguments::<2>(left, Atom::STAR)?;
            if right != base || !self.store.meter.tick() {
                return None;
            }
            left = inner;
            exponent += 1;
        }
        Some((base, exponent))
    }

    fn post_equal(&mut self, left: Cell, right: Cell) -> Result<Option<Propagated>, Thrown> {
        if left.is_variable() && right.is_variable() {
            self.fd_variable(left)?;
            self.fd_variable(right)?;
            // The variables are also unified as terms.
            return Ok(if self.store.unify(left, right) { Some(Ok(())) } else { None });
        }
        for (x, term) in [(left, right), (right, left)] {
            if !self.is_operand(x) {
                continue;
            }
            if let Some([y, z]) = self.operands(term, Atom::PLUS) {
                let (y, z, x) = (self.fd_variable(y)?, self.fd_variable(z)?, self.fd_variable(x)?);
                self.fd.post(Propagator::Plus { x: y, y: z, z: x });
                return Ok(Some(Ok(())));
            }
            if let Some([y, z]) = self.operands(term, Atom::MINUS) {
                let (x, z, y) = (self.fd_variable(x)?, self.fd_variable(z)?, self.fd_variable(y)?);
                self.fd.post(Propagator::Plus { x, y: z, z: y });
                return Ok(Some(Ok(())));
            }
            if let Some([y, z]) = self.operands(term, Atom::STAR)
                && y != z
            {
                let (x, y, z) = (self.fd_variable(y)?, self.fd_variable(z)?, self.fd_variable(x)?);
                self.fd.post(Propagator::Times { x, y, z });
                return Ok(Some(Ok(())));
            }
        }
        if let Some((terms, constant)) = self.linear(left, right) {
            return self.post_scalar(terms, constant).map(Some);
        }
        for (x, term) in [(left, right), (right, left)] {
            if self.is_operand(x) {
                self.expression_into(term, Some(x))?;
                return Ok(Some(Ok(())));
            }
        }
        let one = self.expression(left)?;
        let other = self.expression(right)?;
        Ok(Some(self.fd.alias_values(one, other)))
    }

    /// Posts a linear equation.
    fn post_scalar(&mut self, terms: Vec<(Cell, i64)>, constant: i64) -> Result<Propagated, Thrown> {
        let (mut factors, variables) = self.linear_parts(terms)?;
        let divisor = factors.iter().fold(0, |divisor, &factor| gcd(divisor, factor));
        let mut constant = constant;
        if divisor > 1 {
            if constant % divisor != 0 {
                return Ok(Err(Failed));
            }
            constant /= divisor;
            for factor in &mut factors {
                *factor /= divisor;
            }
        }
        if constant == 0 {
            self.post_multiples(&factors, &variables);
        }
        if let ([1, 1], &[x, y]) = (factors.as_slice(), variables.as_slice()) {
            let z = self.fd.constant(constant);
            self.fd.post(Propagator::Plus { x, y, z });
            return Ok(Ok(()));
        }
        let linear = Linear {
            comparison: Comparison::Equal,
            factors: factors.into(),
            variables: variables.into(),
            constant,
        };
        Ok(self.fd.post_linear(linear))
    }

    /// Posts that a variable in a sum equal to 0 is a multiple of the greatest common divisor of
    /// all other factors, if its own factor is coprime to that divisor.
    fn post_multiples(&mut self, factors: &[i64], variables: &[Var]) {
        // The greatest common divisors of the factors before and after each position.
        let mut before = 0;
        let mut behind = vec![0; factors.len() + 1];
        for at in (0..factors.len()).rev() {
            behind[at] = gcd(behind[at + 1], factors[at]);
        }
        for (at, (&factor, &variable)) in factors.iter().zip(variables).enumerate() {
            let others = gcd(before, behind[at + 1]);
            before = gcd(before, factor);
            if others > 1 && gcd(factor, others) == 1 && self.fd.value(variable).is_none() {
                let (_, quotient) = self.fd_new();
                let x = self.fd.constant(others);
                self.fd.post(Propagator::Times { x, y: quotient, z: variable });
            }
        }
    }

    /// Posts `left >= right + by`.
    fn post_at_least(&mut self, left: Cell, right: Cell, by: i64) -> Result<Propagated, Thrown> {
        if let Some((terms, constant)) = self.linear(left, right) {
            let Some(constant) = constant.checked_add(by) else { return Ok(Err(Failed)) };
            // The variable that comes first in the residual goal gets the lower number.
            if let [(_, 1), (second, -1)] = terms[..]
                && constant != 0
            {
                self.fd_variable(second)?;
            }
            if let [(_, -1), (second, 1)] = terms[..]
                && constant == 0
            {
                self.fd_variable(second)?;
            }
            let (factors, variables) = self.linear_parts(terms)?;
            return Ok(match (factors.as_slice(), variables.as_slice()) {
                ([1], &[x]) => self.fd.set_min(x, constant),
                ([-1], &[x]) => self.fd.set_max(x, -constant),
                ([1, 1], &[x, y]) => {
                    let (_, z) = self.fd_new();
                    self.fd.post(Propagator::Plus { x, y, z });
                    self.fd.set_min(z, constant)
                }
                ([-1, -1], &[x, y]) => {
                    let (_, z) = self.fd_new();
                    self.fd.post(Propagator::Plus { x, y, z });
                    self.fd.set_max(z, -constant)
                }
                ([1, -1], &[x, y]) if constant == 0 => {
                    self.fd.post(Propagator::AtLeast { x, y });
                    Ok(())
                }
                ([-1, 1], &[y, x]) if constant == 0 => {
                    self.fd.post(Propagator::AtLeast { x, y });
                    Ok(())
                }
                ([1, -1], &[x, y]) => {
                    self.fd.post(Propagator::AtMostPlus { x: y, y: x, c: -constant });
                    Ok(())
                }
                ([-1, 1], &[x, y]) => {
                    self.fd.post(Propagator::AtMostPlus { x, y, c: -constant });
                    Ok(())
                }
                _ => self.fd.post_linear(Linear {
                    comparison: Comparison::AtMost,
                    factors: factors.iter().map(|factor| -factor).collect(),
                    variables: variables.into(),
                    constant: -constant,
                }),
            });
        }
        let absolute = self.atom("abs");
        if let (Some([inner]), Some(least)) = (self.store.arguments::<1>(left, absolute), right.as_integer())
        {
            let least = least + by;
            if let Some([x, y]) = self.store.arguments::<2>(inner, Atom::MINUS) {
                let (x, y) = (self.expression(x)?, self.expression(y)?);
                self.fd.post(Propagator::Distance { x, y, c: least, is_not_equal: false });
                return Ok(Ok(()));
            }
            let x = self.expression(inner)?;
            if least <= 0 {
                return Ok(Ok(()));
            }
            let Some(domain) = Domain::range(1 - least, least - 1).complement() else { return Ok(Ok(())) };
            return Ok(self.fd.restrict(x, &domain));
        }
        if let (Some(most), Some([inner])) = (left.as_integer(), self.store.arguments::<1>(right, absolute)) {
            let most = most - by;
            let x = self.expression(inner)?;
            return Ok(if most < 0 { Err(Failed) } else { self.fd.restrict(x, &Domain::range(-most, most)) });
        }
        let (x, y) = (self.expression(left)?, self.expression(right)?);
        self.fd.post(if by == 0 {
            Propagator::AtLeast { x, y }
        } else {
            Propagator::AtMostPlus { x: y, y: x, c: -by }
        });
        Ok(Ok(()))
    }

    fn post_not_equal(&mut self, left: Cell, right: Cell) -> Result<Propagated, Thrown> {
        if self.is_operand(left) && self.is_operand(right) {
            let (x, y) = (self.fd_variable(left)?, self.fd_variable(right)?);
            self.fd.post(Propagator::Different { x, y });
            return Ok(Ok(()));
        }
        let absolute = self.atom("abs");
        for (x, term) in [(left, right), (right, left)] {
            if !self.is_operand(x) {
                continue;
            }
            if let Some([y, z]) = self.operands(term, Atom::PLUS) {
                let (x, y, z) = (self.fd_variable(x)?, self.fd_variable(y)?, self.fd_variable(z)?);
                self.fd.post(Propagator::DifferentSum { x, y, z });
                return Ok(Ok(()));
            }
            if let Some([y, z]) = self.operands(term, Atom::MINUS) {
                let (x, y, z) = (self.fd_variable(x)?, self.fd_variable(y)?, self.fd_variable(z)?);
                self.fd.post(Propagator::DifferentSum { x: y, y: x, z });
                return Ok(Ok(()));
            }
            if let (Some(c), Some([inner])) = (x.as_integer(), self.store.arguments::<1>(term, absolute))
                && let Some([x, y]) = self.store.arguments::<2>(inner, Atom::MINUS)
            {
                let (x, y) = (self.expression(x)?, self.expression(y)?);
                self.fd.post(Propagator::Distance { x, y, c, is_not_equal: true });
                return Ok(Ok(()));
            }
        }
        if let Some((terms, constant)) = self.linear(left, right) {
            let (factors, variables) = self.linear_parts(terms)?;
            let linear = Linear {
                comparison: Comparison::NotEqual,
                factors: factors.into(),
                variables: variables.into(),
                constant,
            };
            return Ok(self.fd.post_linear(linear));
        }
        let (x, y) = (self.expression(left)?, self.expression(right)?);
        self.fd.post(Propagator::Different { x, y });
        Ok(Ok(()))
    }

    /// Posts a comparison of two expressions. Returns `None` if two variables cannot be unified.
    fn post_relation(
        &mut self,
        relation: Atom,
        left: Cell,
        right: Cell,
    ) -> Result<Option<Propagated>, Thrown> {
        let (left, right) = (self.store.deref(left), self.store.deref(right));
        match relation {
            Atom::FD_EQUAL => self.post_equal(left, right),
            Atom::FD_NOT_EQUAL => self.post_not_equal(left, right).map(Some),
            Atom::FD_GREATER_EQUAL => self.post_at_least(left, right, 0).map(Some),
            Atom::FD_LESS_EQUAL => self.post_at_least(right, left, 0).map(Some),
            Atom::FD_GREATER => self.post_at_least(left, right, 1).map(Some),
            _ => self.post_at_least(right, left, 1).map(Some),
        }
    }
}

const fn gcd(left: i64, right: i64) -> i64 {
    let (mut left, mut right) = (left.unsigned_abs(), right.unsigned_abs());
    while right != 0 {
        (left, right) = (right, left % right);
    }
    left.cast_signed()
}

/// `'$fd_post'(Relation, Left, Right)`: posts a comparison of two expressions.
pub(super) fn post(machine: &mut Machine) -> Done {
    let relation = machine.atom_argument(0)?;
    let [left, right] = [1, 2].map(|index| machine.argument(index));
    machine.fd_depth = 0;
    match machine.post_relation(relation, left, right)? {
        Some(posted) => machine.fd_settle(posted),
        None => Ok(false),
    }
}

/// `'$fd_sum'(Factors, Variables, Relation, Expression)`: posts a comparison of a scalar product
/// with an expression.
pub(super) fn scalar_product(machine: &mut Machine) -> Done {
    let factors = machine.list_argument(0)?;
    let cells = machine.list_argument(1)?;
    let relation = machine.atom_argument(2)?;
    let value = machine.argument(3);
    machine.store.reserve(factors.len().saturating_mul(7))?;
    let mut sum = None;
    for (factor, cell) in factors.into_iter().zip(cells) {
        if !machine.is_operand(cell) {
            return Err(machine.type_error("integer", cell));
        }
        if !machine.is_fd_integer(factor) {
            return Err(machine.must_be("integer", factor));
        }
        let product = if factor.as_integer() == Some(1) {
            cell
        } else {
            machine.store.put_structure(Atom::STAR, &[factor, cell])
        };
        sum = Some(match sum {
            None => product,
            Some(sum) => machine.store.put_structure(Atom::PLUS, &[sum, product]),
        });
    }
    let sum = sum.unwrap_or(Cell::integer(0));
    machine.fd_depth = 0;
    match machine.post_relation(relation, sum, value)? {
        Some(posted) => machine.fd_settle(posted),
        None => Ok(false),
    }
}

/// `'$fd_truth'(Relation, Left, Right, Truth)`: posts that `Truth` says whether a comparison holds.
pub(super) fn reified(machine: &mut Machine) -> Done {
    let relation = machine.atom_argument(0)?;
    let [left, right, truth] = [1, 2, 3].map(|index| machine.argument(index));
    machine.fd_depth = 0;
    let truth = machine.fd_variable(truth)?;
    // All parts are combined into one linear comparison; non-linear parts get auxiliary variables.
    let (left, right) = match relation {
        Atom::FD_GREATER_EQUAL | Atom::FD_GREATER => (right, left),
        _ => (left, right),
    };
    let by = i64::from(matches!(relation, Atom::FD_GREATER | Atom::FD_LESS));
    let comparison = match relation {
        Atom::FD_EQUAL => Comparison::Equal,
        Atom::FD_NOT_EQUAL => Comparison::NotEqual,
        _ => Comparison::AtMost,
    };
    let Some(parts) = machine.linear(left, right) else {
        // A comparison with an undefined value is false.
        machine.fd_guards = Some(Vec::new());
        let sides = machine.expression(left).and_then(|x| Ok((x, machine.expression(right)?)));
        let guards = machine.fd_guards.take().unwrap_or_default();
        let (x, y) = sides?;
        let linear =
            Linear { comparison, factors: Box::new([1, -1]), variables: Box::new([x, y]), constant: -by };
        let holds = if guards.is_empty() { truth } else { machine.fd_truth() };
        machine.fd.post(Propagator::ReifiedLinear { linear, truth: holds });
        let mut all = holds;
        for (index, &defined) in guards.iter().enumerate() {
            let both = if index + 1 == guards.len() { truth } else { machine.fd_truth() };
            let connective = Connective::And;
            machine.fd.post(Propagator::Connected { connective, x: defined, y: all, truth: both });
            all = both;
        }
        return machine.fd_settle(Ok(()));
    };
    let (factors, variables) = machine.linear_parts(parts.0)?;
    let linear =
        Linear { comparison, factors: factors.into(), variables: variables.into(), constant: parts.1 - by };
    machine.fd.post(Propagator::ReifiedLinear { linear, truth });
    machine.fd_settle(Ok(()))
}
