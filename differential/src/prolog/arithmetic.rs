//! Random integer expressions near the limits of 64 bits, compared with 128-bit arithmetic.

use super::{Swipl, engine_output};
use crate::room::{Opinions, Room};
use gridlore_core::Rng;
use std::fmt;

/// The limits of machine words, and their neighbours.
const EDGES: [i128; 12] =
    [0, 1, 2, 7, 63, 1 << 31, 1 << 32, (1 << 53) + 1, 1 << 62, (1 << 63) - 1, 1 << 63, 1 << 64];

/// Functions of one argument and of two arguments.
const UNARY: [&str; 4] = ["-", "abs", "sign", "\\"];
const BINARY: [&str; 15] =
    ["+", "-", "*", "//", "mod", "rem", "div", "min", "max", "gcd", "/\\", "\\/", "xor", "<<", ">>"];

/// An expression.
#[derive(Clone)]
pub(crate) enum Expression {
    Number(i128),
    Unary(&'static str, Box<Expression>),
    Binary(&'static str, Box<Expression>, Box<Expression>),
}

/// The reason why an expression has no value.
enum Problem {
    ZeroDivisor,
    /// A value beyond 128 bits, or an excessive shift.
    TooLarge,
}

impl Expression {
    fn draw(rng: &mut Rng, depth: usize) -> Self {
        if depth == 0 || rng.below(6) == 0 {
            let edge = EDGES[rng.below(EDGES.len())] + [0, 0, 1, -1][rng.below(4)];
            return Self::Number(if rng.below(2) == 0 { edge } else { -edge });
        }
        let first = Box::new(Self::draw(rng, depth - 1));
        if rng.below(5) == 0 {
            return Self::Unary(UNARY[rng.below(UNARY.len())], first);
        }
        let name = BINARY[rng.below(BINARY.len())];
        let second = if matches!(name, "<<" | ">>") {
            Self::Number([0, 1, 31, 32, 62, 63, 64][rng.below(7)])
        } else {
            Self::draw(rng, depth - 1)
        };
        Self::Binary(name, first, Box::new(second))
    }

    /// Returns the value according to the standard: `//` and `rem` truncate towards zero, and
    /// `div`, `mod` and `>>` round towards minus infinity.
    fn value(&self) -> Result<i128, Problem> {
        match self {
            Self::Number(number) => Ok(*number),
            Self::Unary(name, argument) => {
                let number = argument.value()?;
                match *name {
                    "-" => number.checked_neg().ok_or(Problem::TooLarge),
                    "abs" => number.checked_abs().ok_or(Problem::TooLarge),
                    "sign" => Ok(number.signum()),
                    _ => Ok(!number),
                }
            }
            Self::Binary(name, first, second) => {
                let (a, b) = (first.value()?, second.value()?);
                let by_zero = matches!(*name, "//" | "mod" | "rem" | "div") && b == 0;
                if by_zero {
                    return Err(Problem::ZeroDivisor);
                }
                let floored =
                    || a.checked_div_euclid(b).map(|_| a / b - i128::from(a % b != 0 && (a < 0) != (b < 0)));
                let value = match *name {
                    "+" => a.checked_add(b),
                    "-" => a.checked_sub(b),
                    "*" => a.checked_mul(b),
                    "//" => a.checked_div(b),
                    "rem" => a.checked_rem(b),
                    "div" => floored(),
                    "mod" => floored().and_then(|quotient| a.checked_sub(quotient.checked_mul(b)?)),
                    "min" => Some(a.min(b)),
                    "max" => Some(a.max(b)),
                    "gcd" => gcd(a, b),
                    "/\\" => Some(a & b),
                    "\\/" => Some(a | b),
                    "xor" => Some(a ^ b),
                    ">>" => Some(a >> b),
                    _ => a.checked_mul(1_i128.checked_shl(u32::try_from(b).unwrap_or(u32::MAX)).unwrap_or(0)),
                };
                value.ok_or(Problem::TooLarge)
            }
        }
    }

    fn smaller(&self) -> Vec<Self> {
        let mut all = Vec::new();
        match self {
            Self::Number(0) => {}
            Self::Number(number) => all.extend([Self::Number(0), Self::Number(number / 2)]),
            Self::Unary(name, argument) => {
                all.push((**argument).clone());
                all.extend(argument.smaller().into_iter().map(|other| Self::Unary(name, Box::new(other))));
            }
            Self::Binary(name, first, second) => {
                all.extend([(**first).clone(), (**second).clone()]);
                all.extend(
                    first
                        .smaller()
                        .into_iter()
                        .map(|other| Self::Binary(name, Box::new(other), second.clone())),
                );
                all.extend(
                    second
                        .smaller()
                        .into_iter()
                        .map(|other| Self::Binary(name, first.clone(), Box::new(other))),
                );
            }
        }
        all
    }
}

fn gcd(a: i128, b: i128) -> Option<i128> {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    i128::try_from(a).ok()
}

impl fmt::Display for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) if *number < 0 => write!(f, "({number})"),
            Self::Number(number) => write!(f, "{number}"),
            Self::Unary(name, argument) => write!(f, "{name}({argument})"),
            Self::Binary(name @ ("min" | "max" | "gcd"), first, second) => {
                write!(f, "{name}({first},{second})")
            }
            Self::Binary(name, first, second) => write!(f, "({first} {name} {second})"),
        }
    }
}

/// The room for integers.
pub(crate) struct Arithmetic {
    swipl: Swipl,
}

impl Room for Arithmetic {
    const NAME: &'static str = "prolog/arithmetic";
    const ABOUT: &'static str =
        "integer expressions near the limits of 64 bits: values, comparisons, division by zero";
    const SHORT: u64 = 1_500;

    type Case = [Expression; 2];

    fn open() -> Self {
        Self { swipl: Swipl::open() }
    }

    fn opinions(&self) -> Opinions {
        self.swipl.opinions(Some("128-bit arithmetic"))
    }

    fn case(&mut self, rng: &mut Rng) -> Option<Self::Case> {
        let mut draw = || Expression::draw(rng, 4);
        let case = [draw(), draw()];
        let is_large = case.iter().any(|expression| matches!(expression.value(), Err(Problem::TooLarge)));
        (!is_large).then_some(case)
    }

    fn difference(&mut self, case: &Self::Case) -> Option<String> {
        let mut expected = String::new();
        for expression in case {
            expected += &match expression.value() {
                Ok(value) => format!("{value}\n"),
                Err(Problem::ZeroDivisor) => "evaluation_error(zero_divisor)\n".to_owned(),
                Err(Problem::TooLarge) => return None,
            };
        }
        if let [Ok(first), Ok(second)] = [case[0].value(), case[1].value()] {
            let order = match first.cmp(&second) {
                std::cmp::Ordering::Less => "<",
                std::cmp::Ordering::Equal => "=",
                std::cmp::Ordering::Greater => ">",
            };
            expected += order;
        }
        let expected = expected.trim();
        let clauses = clauses(case);
        let engine = engine_output(&clauses);
        let swipl = self.swipl.output(&clauses).unwrap_or_else(|| expected.to_owned());
        (engine != expected || swipl != expected)
            .then(|| format!("expected {expected}\ngridlore {engine}\nswipl    {swipl}"))
    }

    fn smaller(&self, case: &Self::Case) -> Vec<Self::Case> {
        let [first, second] = case;
        let firsts = first.smaller().into_iter().map(|other| [other, second.clone()]);
        firsts.chain(second.smaller().into_iter().map(|other| [first.clone(), other])).collect()
    }

    fn print(&self, case: &Self::Case) -> String {
        clauses(case)
    }
}

fn clauses([first, second]: &[Expression; 2]) -> String {
    format!(
        "one(X) :- catch((Y is X, write(Y)), error(E, _), write(E)), nl.\n\
         t :- one({first}), one({second}), catch(order({first}, {second}), error(_, _), true).\n\
         order(X, Y) :- ( X < Y -> write(<) ; X =:= Y -> write(=) ; X > Y -> write(>) ).\n"
    )
}
