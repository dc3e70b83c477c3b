//! Arithmetic: evaluation for `is/2` and the comparisons.
//!
//! Small integers are computed directly; results beyond 61 bits are converted to big integers.
//! Terms are evaluated with an explicit stack. As in SWI-Prolog, `/` on integers returns an integer
//! if the division is exact.

use num_bigint::{BigInt, Sign};

use crate::code::functions;
use crate::code::{Binary, Relation, Unary};
use crate::machine::{Machine, Thrown};
use crate::meter::Meter;
use crate::terms::atoms::Atom;
use crate::terms::bignum::{self, Interrupted};
use crate::terms::cell::{Cell, Tag};
use crate::terms::number::{MAX_BITS, Number, whole_part};

/// Returns the result for small integers, if it is also small and defined.
#[inline(always)]
pub(crate) fn small(operation: Binary, left: i64, right: i64) -> Option<Cell> {
    // Both have at most 61 bits, so sums and differences cannot overflow.
    match operation {
        Binary::Add => Cell::small(left + right),
        Binary::Subtract => Cell::small(left - right),
        Binary::Multiply => Cell::small(left.checked_mul(right)?),
        Binary::DivideInteger if right != 0 => Cell::small(left / right),
        Binary::Modulo if right != 0 => Cell::small(((left % right) + right) % right),
        Binary::Remainder if right != 0 => Cell::small(left % right),
        Binary::Minimum => Some(Cell::integer(left.min(right))),
        Binary::Maximum => Some(Cell::integer(left.max(right))),
        Binary::And => Some(Cell::integer(left & right)),
        Binary::Or => Some(Cell::integer(left | right)),
        Binary::Xor => Some(Cell::integer(left ^ right)),
        Binary::ShiftRight if (0..64).contains(&right) => Some(Cell::integer(left >> right.min(62))),
        Binary::ShiftLeft if (0..60).contains(&right) => {
            let shifted = left << right;
            if shifted >> right == left { Cell::small(shifted) } else { None }
        }
        _ => None,
    }
}

/// The reason why an expression has no value.
enum Fault {
    ZeroDivisor,
    Undefined,
    Overflow,
    /// The operation requires an integer.
    NotInteger(Number),
    Memory,
    /// A limit was exceeded.
    Interrupted,
}

impl From<Interrupted> for Fault {
    fn from(_: Interrupted) -> Self {
        Self::Interrupted
    }
}

type Result<T> = std::result::Result<T, Fault>;

impl Machine {
    /// Executes an arithmetic instruction.
    pub(crate) fn binary(
        &mut self,
        operation: Binary,
        left: Cell,
        right: Cell,
    ) -> std::result::Result<Cell, Thrown> {
        let result = self.evaluate(left).and_then(|left| {
            let right = self.evaluate(right)?;
            self.update_room(left.bytes() + right.bytes());
            self.binary_value(operation, &left, &right)
        });
        self.number_cell(result)
    }

    pub(crate) fn unary(&mut self, operation: Unary, cell: Cell) -> std::result::Result<Cell, Thrown> {
        if operation == Unary::Term && cell.is_integer() {
            return Ok(cell);
        }
        let result = self.evaluate(cell).and_then(|value| self.unary_value(operation, &value));
        self.number_cell(result)
    }

    fn binary_value(
        &mut self,
        operation: Binary,
        left: &Number,
        right: &Number,
    ) -> std::result::Result<Number, Thrown> {
        binary(&self.store.meter, operation, left, right).map_err(|fault| self.fault(fault))
    }

    fn unary_value(&mut self, operation: Unary, value: &Number) -> std::result::Result<Number, Thrown> {
        match operation {
            Unary::Term => Ok(value.clone()),
            Unary::Random => {
                let bound = match value {
                    Number::Int(value) if *value > 0 => u64::try_from(*value).unwrap_or(1),
                    _ => return Err(self.evaluation_error("undefined")),
                };
                let drawn = self.random.next_u64() % bound;
                Ok(Number::Int(i64::try_from(drawn).unwrap_or(0)))
            }
            _ => unary(operation, value).map_err(|fault| self.fault(fault)),
        }
    }

    fn number_cell(
        &mut self,
        result: std::result::Result<Number, Thrown>,
    ) -> std::result::Result<Cell, Thrown> {
        match result {
            Ok(number) => {
                self.reserve_number(&number)?;
                Ok(self.store.put_number(&number))
            }
            Err(thrown) => Err(self.with_context(thrown, Atom::IS, 2)),
        }
    }

    fn reserve_number(&self, number: &Number) -> std::result::Result<(), Thrown> {
        if let Number::Big(value) = number {
            self.store.reserve(usize::try_from(value.bits() / 64).unwrap_or(usize::MAX / 2) + 2)?;
        }
        Ok(())
    }

    pub(crate) fn compare_values(
        &mut self,
        relation: Relation,
        left: Cell,
        right: Cell,
    ) -> std::result::Result<bool, Thrown> {
        let pair = self.evaluate(left).and_then(|left| Ok((left, self.evaluate(right)?)));
        if self.store.meter.is_exhausted() {
            return Err(self.interrupted());
        }
        match pair {
            Ok((left, right)) => {
                Ok(left.compare(&right).map_or(relation == Relation::NotEqual, |order| relation.holds(order)))
            }
            Err(thrown) => {
                let name = match relation {
                    Relation::Less => Atom::LESS,
                    Relation::LessEqual => Atom::LESS_EQUAL,
                    Relation::Greater => Atom::GREATER,
                    Relation::GreaterEqual => Atom::GREATER_EQUAL,
                    Relation::Equal => Atom::EQUAL_VALUE,
                    Relation::NotEqual => Atom::NOT_EQUAL_VALUE,
                };
                Err(self.with_context(thrown, name, 2))
            }
        }
    }

    /// Evaluates a term.
    pub(crate) fn evaluate(&mut self, term: Cell) -> std::result::Result<Number, Thrown> {
        enum Task {
            Value(Cell),
            Unary(Unary),
            Binary(Binary),
        }
        let mut tasks = vec![Task::Value(term)];
        let mut values: Vec<Number> = Vec::new();
        // The size in bytes of the big numbers among the values.
        let mut held = 0usize;
        let mut steps = 0usize;
        while let Some(task) = tasks.pop() {
            steps += 1;
            if !self.store.meter.tick()
                || (steps.is_multiple_of(256)
                    && !self.store.holds(tasks.len() * 16 + values.len() * 32 + held))
            {
                return Err(self.interrupted());
            }
            match task {
                Task::Unary(operation) => {
                    let Some(value) = values.pop() else { break };
                    held -= value.bytes();
                    let result = self.unary_value(operation, &value)?;
                    held += result.bytes();
                    values.push(result);
                }
                Task::Binary(operation) => {
                    let (Some(right), Some(left)) = (values.pop(), values.pop()) else { break };
                    self.update_room(tasks.len() * 16 + values.len() * 32 + held);
                    held -= left.bytes() + right.bytes();
                    let result = self.binary_value(operation, &left, &right)?;
                    held += result.bytes();
                    values.push(result);
                }
                Task::Value(cell) => {
                    let cell = self.store.deref(cell);
                    let words = self.store.box_words(cell);
                    if words > 1 {
                        self.update_room(tasks.len() * 16 + values.len() * 32 + held);
                        if !(self.store.meter.spend(words / 4) && self.store.meter.holds(words * 8)) {
                            return Err(self.interrupted());
                        }
                    }
                    if let Some(number) = self.store.number(cell) {
                        held += number.bytes();
                        values.push(number);
                        continue;
                    }
                    match cell.tag() {
                        Tag::Reference | Tag::Attributed => return Err(self.instantiation_error()),
                        Tag::Atom => values.push(self.constant(cell)?),
                        Tag::Boxed => values.push(self.character(cell)?),
                        Tag::List => {
                            let number = self.one_element(cell)?;
                            held += number.bytes();
                            values.push(number);
                        }
                        Tag::Structure | Tag::Header | Tag::Integer => {
                            let Some((name, arity)) = self.store.functor(cell) else { break };
                            let text = self.atoms.shared(name);
                            match arity {
                                1 if functions::unary(&text).is_some() => {
                                    tasks.push(Task::Unary(functions::unary(&text).unwrap_or(Unary::Plus)));
                                }
                                2 if functions::binary(&text).is_some() => {
                                    tasks.push(Task::Binary(functions::binary(&text).unwrap_or(Binary::Add)));
                                }
                                _ => return Err(self.not_evaluable(name, arity)),
                            }
                            for index in (0..arity).rev() {
                                tasks.push(Task::Value(self.store.argument(cell, index)));
                            }
                        }
                    }
                }
            }
        }
        Ok(values.pop().unwrap_or(Number::Int(0)))
    }

    /// Tells the meter how much memory is free in addition to these bytes.
    fn update_room(&self, bytes: usize) {
        self.store.meter.set_room((self.store.room() * 8).saturating_sub(bytes));
    }

    fn not_evaluable(&mut self, name: Atom, arity: usize) -> Thrown {
        let indicator = self.indicator(name, arity);
        self.type_error("evaluable", indicator)
    }

    /// Returns the character code of a one-character string.
    fn character(&mut self, cell: Cell) -> std::result::Result<Number, Thrown> {
        let text = self.store.text(cell).unwrap_or_default();
        let mut characters = text.chars();
        match (characters.next(), characters.next()) {
            (Some(character), None) => Ok(Number::Int(i64::from(u32::from(character)))),
            _ => Err(self.one_element_error(cell)),
        }
    }

    /// Evaluates a list of one integer or one character, as SWI-Prolog does.
    fn one_element(&mut self, list: Cell) -> std::result::Result<Number, Thrown> {
        let element = self.store.deref(self.store.argument(list, 0));
        let number = match element.tag() {
            Tag::Reference | Tag::Attributed => return Err(self.instantiation_error()),
            Tag::Atom => {
                let name = self.atoms.shared(element.as_atom().unwrap_or(Atom::NIL));
                let mut characters = name.chars();
                match (characters.next(), characters.next()) {
                    (Some(character), None) if element != Cell::NIL => {
                        Some(Number::Int(i64::from(u32::from(character))))
                    }
                    _ => None,
                }
            }
            _ => self.store.number(element).filter(Number::is_integer),
        };
        let Some(number) = number else { return Err(self.type_error("character", element)) };
        if self.store.argument(list, 1) != Cell::NIL {
            return Err(self.one_element_error(list));
        }
        Ok(number)
    }

    /// Returns the error for a list of more than one element. As in SWI-Prolog, the expected type
    /// is `[]` (which is not an atom).
    fn one_element_error(&mut self, list: Cell) -> Thrown {
        let formal = self.put("type_error", &[Cell::NIL, list]);
        self.error(formal)
    }

    fn constant(&mut self, cell: Cell) -> std::result::Result<Number, Thrown> {
        let name = cell.as_atom().unwrap_or(Atom::NIL);
        let text = self.atoms.shared(name);
        Ok(match &*text {
            "pi" => Number::Float(std::f64::consts::PI),
            "e" => Number::Float(std::f64::consts::E),
            "inf" | "infinite" => Number::Float(f64::INFINITY),
            "nan" => Number::Float(f64::NAN),
            "epsilon" => Number::Float(f64::EPSILON),
            "max_tagged_integer" => Number::Int(crate::terms::cell::SMALL_MAX),
            "min_tagged_integer" => Number::Int(crate::terms::cell::SMALL_MIN),
            "max_integer" => Number::Int(i64::MAX),
            "min_integer" => Number::Int(i64::MIN),
            "random" | "random_float" => Number::Float(self.random_float()),
            "cputime" => Number::Float(self.seconds()),
            "realtime" => Number::Int(
                whole_part(self.seconds()).and_then(|whole| i64::try_from(whole).ok()).unwrap_or(0),
            ),
            "[]" => return Err(self.type_error("evaluable", cell)),
            _ => return Err(self.not_evaluable(name, 0)),
        })
    }

    /// Returns a random number between 0 and 1, excluding both.
    #[expect(clippy::cast_precision_loss, reason = "53 bits fit")]
    pub(crate) fn random_float(&mut self) -> f64 {
        ((self.random.next_u64() >> 11) as f64 + 0.5) / (1u64 << 53) as f64
    }

    /// Returns the time on the host's clock in seconds, or 0 without a clock.
    pub(crate) fn seconds(&self) -> f64 {
        self.store.meter.seconds()
    }

    fn fault(&mut self, fault: Fault) -> Thrown {
        match fault {
            Fault::ZeroDivisor => self.evaluation_error("zero_divisor"),
            Fault::Undefined => self.evaluation_error("undefined"),
            Fault::Overflow => self.evaluation_error("float_overflow"),
            Fault::NotInteger(number) => {
                let culprit = self.store.put_number(&number);
                self.type_error("integer", culprit)
            }
            Fault::Memory => self.resource_error("memory"),
            Fault::Interrupted => self.interrupted(),
        }
    }
}

fn checked(value: f64) -> Result<Number> {
    if value.is_nan() {
        Err(Fault::Undefined)
    } else if value.is_infinite() {
        Err(Fault::Overflow)
    } else {
        Ok(Number::Float(value))
    }
}

fn integer(number: &Number) -> Result<BigInt> {
    number.to_big().ok_or_else(|| Fault::NotInteger(number.clone()))
}

fn nonzero(number: &Number) -> Result<BigInt> {
    let value = integer(number)?;
    if value.sign() == Sign::NoSign { Err(Fault::ZeroDivisor) } else { Ok(value) }
}

fn zero() -> BigInt {
    BigInt::from(0)
}

fn binary(meter: &Meter, operation: Binary, left: &Number, right: &Number) -> Result<Number> {
    let both_integers = left.is_integer() && right.is_integer();
    if let (Number::Int(left), Number::Int(right)) = (left, right) {
        let (left, right) = (i128::from(*left), i128::from(*right));
        match operation {
            Binary::Add => return Ok(Number::from_wide(left + right)),
            Binary::Subtract => return Ok(Number::from_wide(left - right)),
            Binary::Multiply => return Ok(Number::from_wide(left * right)),
            _ => {}
        }
    }
    let floats = || (left.to_float(), right.to_float());
    match operation {
        Binary::Add | Binary::Subtract | Binary::Multiply if both_integers => {
            let (left, right) = (integer(left)?, integer(right)?);
            Ok(Number::from_big(match operation {
                Binary::Add => left + right,
                Binary::Subtract => left - right,
                _ => bignum::multiply(meter, &left, &right)?,
            }))
        }
        Binary::Add => checked(floats().0 + floats().1),
        Binary::Subtract => checked(floats().0 - floats().1),
        Binary::Multiply => checked(floats().0 * floats().1),
        Binary::Divide if both_integers => {
            let (left, right) = (integer(left)?, nonzero(right)?);
            let (quotient, rest) = bignum::divide(meter, &left, &right)?;
            if rest.sign() == Sign::NoSign {
                Ok(Number::from_big(quotient))
            } else {
                checked(ratio(&left, &right))
            }
        }
        Binary::Divide => {
            let (left, right) = floats();
            if right == 0.0 {
                return Err(if left == 0.0 || left.is_nan() { Fault::Undefined } else { Fault::ZeroDivisor });
            }
            checked(left / right)
        }
        Binary::DivideInteger => {
            Ok(Number::from_big(bignum::divide(meter, &integer(left)?, &nonzero(right)?)?.0))
        }
        Binary::Modulo => {
            Ok(Number::from_big(bignum::divide_floor(meter, &integer(left)?, &nonzero(right)?)?.1))
        }
        Binary::Remainder => {
            Ok(Number::from_big(bignum::divide(meter, &integer(left)?, &nonzero(right)?)?.1))
        }
        Binary::DivideFloor => {
            Ok(Number::from_big(bignum::divide_floor(meter, &integer(left)?, &nonzero(right)?)?.0))
        }
        Binary::Minimum | Binary::Maximum => {
            let order = left.compare(right).ok_or(Fault::Undefined)?;
            let takes_left = if operation == Binary::Minimum { order.is_lt() } else { order.is_gt() };
            // If both are equal, the result is the float, as in SWI-Prolog.
            let takes_left = takes_left || (order.is_eq() && right.is_integer());
            Ok(if takes_left { left.clone() } else { right.clone() })
        }
        Binary::ShiftLeft | Binary::ShiftRight => {
            let (left, right) = (integer(left)?, integer(right)?);
            let by = if operation == Binary::ShiftLeft { right } else { -right };
            shifted(meter, &left, &by)
        }
        Binary::And => Ok(Number::from_big(integer(left)? & integer(right)?)),
        Binary::Or => Ok(Number::from_big(integer(left)? | integer(right)?)),
        Binary::Xor => Ok(Number::from_big(integer(left)? ^ integer(right)?)),
        Binary::Power | Binary::PowerFloat => power(meter, left, right),
        Binary::Gcd => Ok(Number::from_big(bignum::gcd(meter, integer(left)?, integer(right)?)?)),
        Binary::Atan2 => checked(floats().0.atan2(floats().1)),
        Binary::CopySign => checked(floats().0.copysign(floats().1)),
        Binary::Log => checked(floats().1.ln() / floats().0.ln()),
        Binary::Compare => {
            let order = left.compare(right).ok_or(Fault::Undefined)?;
            Ok(Number::Int(i64::from(order as i8)))
        }
    }
}

/// Returns a quotient as a float, even if one of the numbers is too large for a float.
fn ratio(left: &BigInt, right: &BigInt) -> f64 {
    let most = left.bits().max(right.bits());
    let excess = most.saturating_sub(1000);
    let (left, right) = (left >> excess, right >> excess);
    Number::from_big(left).to_float() / Number::from_big(right).to_float()
}

fn shifted(meter: &Meter, value: &BigInt, by: &BigInt) -> Result<Number> {
    let Ok(by) = i64::try_from(by) else {
        return if by.sign() == Sign::Plus && value.sign() != Sign::NoSign {
            Err(Fault::Memory)
        } else {
            Ok(Number::Int(if value.sign() == Sign::Minus { -1 } else { 0 }))
        };
    };
    if by >= 0 {
        if value.bits() + by.unsigned_abs() > MAX_BITS && value.sign() != Sign::NoSign {
            return Err(Fault::Memory);
        }
        if value.sign() == Sign::NoSign {
            return Ok(Number::Int(0));
        }
        let bytes = (value.bits() + by.unsigned_abs()) / 8;
        if !meter.holds(usize::try_from(bytes).unwrap_or(usize::MAX)) {
            return Err(Fault::Interrupted);
        }
        return Ok(Number::from_big(value << by.unsigned_abs()));
    }
    Ok(Number::from_big(value >> by.unsigned_abs()))
}

fn power(meter: &Meter, left: &Number, right: &Number) -> Result<Number> {
    if !left.is_integer() || !right.is_integer() {
        let (left, right) = (left.to_float(), right.to_float());
        if left == 0.0 && right < 0.0 {
            return Err(Fault::ZeroDivisor);
        }
        return checked(left.powf(right));
    }
    let (base, exponent) = (integer(left)?, integer(right)?);
    let is_odd = exponent.bit(0);
    if base == BigInt::from(1) || exponent == zero() {
        return Ok(Number::Int(1));
    }
    if base == BigInt::from(-1) {
        return Ok(Number::Int(if is_odd { -1 } else { 1 }));
    }
    if exponent.sign() == Sign::Minus {
        if base == zero() {
            return Err(Fault::ZeroDivisor);
        }
        return checked(left.to_float().powf(right.to_float()));
    }
    if base == zero() {
        return Ok(Number::Int(0));
    }
    let Ok(exponent) = u32::try_from(&exponent) else { return Err(Fault::Memory) };
    Ok(Number::from_big(bignum::power(meter, &base, exponent)?))
}

fn rounded(value: f64) -> Result<Number> {
    whole_part(value).map(Number::from_big).ok_or(Fault::Undefined)
}

fn unary(operation: Unary, value: &Number) -> Result<Number> {
    let float = || value.to_float();
    match operation {
        Unary::Term | Unary::Plus => Ok(value.clone()),
        Unary::Negate => Ok(match value {
            Number::Int(value) => Number::from_wide(-i128::from(*value)),
            Number::Big(value) => Number::from_big(-value),
            Number::Float(value) => Number::Float(-value),
        }),
        Unary::Absolute => {
            if value.compare(&Number::Int(0)).is_some_and(std::cmp::Ordering::is_lt) {
                unary(Unary::Negate, value)
            } else {
                Ok(value.clone())
            }
        }
        Unary::Sign => match value {
            Number::Float(value) => Ok(Number::Float(if *value == 0.0 { 0.0 } else { value.signum() })),
            _ => Ok(Number::Int(value.compare(&Number::Int(0)).map_or(0, |order| i64::from(order as i8)))),
        },
        Unary::Not => Ok(Number::from_big(!integer(value)?)),
        Unary::SquareRoot if float() < 0.0 => Err(Fault::Undefined),
        Unary::SquareRoot => checked(float().sqrt()),
        Unary::Sine => checked(float().sin()),
        Unary::Cosine => checked(float().cos()),
        Unary::Tangent => checked(float().tan()),
        Unary::Arcsine => checked(float().asin()),
        Unary::Arccosine => checked(float().acos()),
        Unary::Arctangent => checked(float().atan()),
        Unary::SineH => checked(float().sinh()),
        Unary::CosineH => checked(float().cosh()),
        Unary::TangentH => checked(float().tanh()),
        Unary::Exponential => checked(float().exp()),
        Unary::Logarithm | Unary::Logarithm2 if float() <= 0.0 => Err(Fault::Undefined),
        Unary::Logarithm => checked(float().ln()),
        Unary::Logarithm2 => checked(float().log2()),
        Unary::Float => checked(float()),
        Unary::Integer | Unary::Round => match value {
            Number::Float(value) => rounded(value.round()),
            _ => Ok(value.clone()),
        },
        Unary::Truncate => match value {
            Number::Float(value) => rounded(value.trunc()),
            _ => Ok(value.clone()),
        },
        Unary::Ceiling => match value {
            Number::Float(value) => rounded(value.ceil()),
            _ => Ok(value.clone()),
        },
        Unary::Floor => match value {
            Number::Float(value) => rounded(value.floor()),
            _ => Ok(value.clone()),
        },
        Unary::FloatInteger => match value {
            Number::Float(value) => Ok(Number::Float(value.trunc())),
            _ => Ok(value.clone()),
        },
        Unary::FloatFraction => match value {
            Number::Float(value) => Ok(Number::Float(value.fract())),
            _ => Ok(Number::Int(0)),
        },
        Unary::Msb => {
            let value = integer(value)?;
            if value.sign() != Sign::Plus {
                return Err(Fault::Undefined);
            }
            Ok(Number::Int(i64::try_from(value.bits()).unwrap_or(i64::MAX) - 1))
        }
        Unary::Successor => Ok(Number::from_big(integer(value)? + 1)),
        Unary::BitCount => {
            let value = integer(value)?;
            let ones: u32 = value.iter_u64_digits().map(u64::count_ones).sum();
            Ok(Number::Int(i64::from(ones)))
        }
        Unary::Random | Unary::RandomFloat => Err(Fault::Undefined),
    }
}
