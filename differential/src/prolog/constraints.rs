//! Random models of integer constraints, compared with brute force over all assignments.
//!
//! A relation that divides by zero is false, even when reified. A variable that holds a truth value
//! is 0 or 1.

use super::{Swipl, engine_output};
use crate::room::{Opinions, Room};
use gridlore_core::Rng;
use std::fmt;

const NAMES: [&str; 4] = ["A", "B", "C", "D"];
const LABELINGS: [&str; 7] = ["", "ff", "ffc", "down", "bisect", "min", "max,enum"];
const FUNCTIONS: [&str; 9] = ["+", "-", "*", "//", "div", "mod", "rem", "min", "max"];
const RELATIONS: [&str; 6] = ["#=", "#\\=", "#<", "#=<", "#>", "#>="];
const CONNECTIVES: [&str; 6] = ["#/\\", "#\\/", "#\\", "#==>", "#<==", "#<==>"];

#[derive(Clone)]
enum Expression {
    Number(i64),
    Variable(usize),
    Abs(Box<Expression>),
    Power(Box<Expression>, u32),
    Function(&'static str, Box<Expression>, Box<Expression>),
}

#[derive(Clone)]
enum Formula {
    Relation(&'static str, Expression, Expression),
    Truth(usize),
    Not(Box<Formula>),
    Both(&'static str, Box<Formula>, Box<Formula>),
}

#[derive(Clone)]
enum Constraint {
    Formula(Formula),
    Different(&'static str, Vec<usize>),
    Sum(Vec<(i64, usize)>, &'static str, i64),
    Element(usize, Vec<i64>, usize),
    Tuples(usize, usize, Vec<(i64, i64)>),
    Lex(Vec<usize>, Vec<usize>),
    Count(usize, Vec<usize>, usize),
    Domain(usize, Vec<(i64, i64)>),
}

/// A model whose variables range from `low` to `high`.
#[derive(Clone)]
pub(crate) struct Model {
    count: usize,
    low: i64,
    high: i64,
    constraints: Vec<Constraint>,
    /// The index of the constraint before which the domains are posted.
    place: usize,
    labeling: usize,
}

fn related(name: &str, a: i64, b: i64) -> bool {
    match name {
        "#=" => a == b,
        "#\\=" => a != b,
        "#<" => a < b,
        "#=<" => a <= b,
        "#>" => a > b,
        _ => a >= b,
    }
}

impl Expression {
    fn draw(rng: &mut Rng, count: usize, depth: usize) -> Self {
        if depth == 0 || rng.below(4) == 0 {
            return match rng.below(3) {
                0 => Self::Number(small(rng)),
                _ => Self::Variable(rng.below(count)),
            };
        }
        let first = Box::new(Self::draw(rng, count, depth - 1));
        match rng.below(12) {
            0 => Self::Abs(first),
            1 => Self::Power(first, u32::try_from(rng.below(4)).expect("below 4")),
            kind => {
                let second = Box::new(Self::draw(rng, count, depth - 1));
                Self::Function(
                    FUNCTIONS[if kind < 4 { 0 } else { rng.below(FUNCTIONS.len()) }],
                    first,
                    second,
                )
            }
        }
    }

    /// Returns the value; `None` if something is divided by zero.
    fn value(&self, values: &[i64]) -> Option<i64> {
        Some(match self {
            Self::Number(number) => *number,
            Self::Variable(variable) => values[*variable],
            Self::Abs(of) => of.value(values)?.abs(),
            Self::Power(of, power) => of.value(values)?.pow(*power),
            Self::Function(name, first, second) => {
                let (a, b) = (first.value(values)?, second.value(values)?);
                let floored = || a / b - i64::from(a % b != 0 && (a < 0) != (b < 0));
                match *name {
                    "+" => a + b,
                    "-" => a - b,
                    "*" => a * b,
                    "min" => a.min(b),
                    "max" => a.max(b),
                    _ if b == 0 => return None,
                    "//" => a / b,
                    "rem" => a % b,
                    "div" => floored(),
                    _ => a - floored() * b,
                }
            }
        })
    }

    fn smaller(&self) -> Vec<Self> {
        match self {
            Self::Number(0) => Vec::new(),
            Self::Number(number) => vec![Self::Number(number - number.signum())],
            Self::Variable(_) => vec![Self::Number(0)],
            Self::Abs(of) | Self::Power(of, _) => vec![(**of).clone()],
            Self::Function(name, first, second) => {
                let mut all = vec![(**first).clone(), (**second).clone()];
                let firsts = first.smaller().into_iter();
                all.extend(firsts.map(|other| Self::Function(name, Box::new(other), second.clone())));
                let seconds = second.smaller().into_iter();
                all.extend(seconds.map(|other| Self::Function(name, first.clone(), Box::new(other))));
                all
            }
        }
    }
}

impl Formula {
    fn draw(rng: &mut Rng, count: usize, depth: usize) -> Self {
        if depth == 0 || rng.below(3) == 0 {
            if depth < 2 && rng.below(4) == 0 {
                return Self::Truth(rng.below(count));
            }
            let depth = 1 + rng.below(2);
            let (first, second) = (Expression::draw(rng, count, 1), Expression::draw(rng, count, depth));
            return Self::Relation(RELATIONS[rng.below(RELATIONS.len())], first, second);
        }
        let first = Box::new(Self::draw(rng, count, depth - 1));
        if rng.below(5) == 0 {
            return Self::Not(first);
        }
        let second = Box::new(Self::draw(rng, count, depth - 1));
        Self::Both(CONNECTIVES[rng.below(CONNECTIVES.len())], first, second)
    }

    /// Returns whether every variable that holds a truth value is 0 or 1.
    fn is_sound(&self, values: &[i64]) -> bool {
        match self {
            Self::Relation(..) => true,
            Self::Truth(variable) => matches!(values[*variable], 0 | 1),
            Self::Not(of) => of.is_sound(values),
            Self::Both(_, first, second) => first.is_sound(values) && second.is_sound(values),
        }
    }

    fn is_true(&self, values: &[i64]) -> bool {
        match self {
            Self::Relation(name, first, second) => {
                let both = first.value(values).zip(second.value(values));
                both.is_some_and(|(a, b)| related(name, a, b))
            }
            Self::Truth(variable) => values[*variable] == 1,
            Self::Not(of) => !of.is_true(values),
            Self::Both(name, first, second) => {
                let (a, b) = (first.is_true(values), second.is_true(values));
                match *name {
                    "#/\\" => a && b,
                    "#\\/" => a || b,
                    "#\\" => a != b,
                    "#==>" => !a || b,
                    "#<==" => a || !b,
                    _ => a == b,
                }
            }
        }
    }

    fn smaller(&self) -> Vec<Self> {
        match self {
            Self::Truth(_) => Vec::new(),
            Self::Relation(name, first, second) => {
                let firsts =
                    first.smaller().into_iter().map(|other| Self::Relation(name, other, second.clone()));
                let seconds =
                    second.smaller().into_iter().map(|other| Self::Relation(name, first.clone(), other));
                firsts.chain(seconds).collect()
            }
            Self::Not(of) => {
                let mut all = vec![(**of).clone()];
                all.extend(of.smaller().into_iter().map(|other| Self::Not(Box::new(other))));
                all
            }
            Self::Both(name, first, second) => {
                let mut all = vec![(**first).clone(), (**second).clone()];
                let firsts = first.smaller().into_iter();
                all.extend(firsts.map(|other| Self::Both(name, Box::new(other), second.clone())));
                let seconds = second.smaller().into_iter();
                all.extend(seconds.map(|other| Self::Both(name, first.clone(), Box::new(other))));
                all
            }
        }
    }
}

fn small(rng: &mut Rng) -> i64 {
    i64::try_from(rng.below(8)).expect("below 8") - 3
}

impl Constraint {
    fn draw(rng: &mut Rng, count: usize) -> Self {
        let some =
            |rng: &mut Rng| -> Vec<usize> { (0..=1 + rng.below(3)).map(|_| rng.below(count)).collect() };
        match rng.below(16) {
            0..9 => {
                let depth = rng.below(3);
                Self::Formula(Formula::draw(rng, count, depth))
            }
            9 => Self::Different(["all_different", "all_distinct"][rng.below(2)], some(rng)),
            10 | 11 => {
                let terms = some(rng).into_iter().map(|variable| (small(rng), variable)).collect();
                Self::Sum(terms, RELATIONS[rng.below(RELATIONS.len())], small(rng))
            }
            12 => {
                let list = (0..2 + rng.below(4)).map(|_| small(rng)).collect();
                Self::Element(rng.below(count), list, rng.below(count))
            }
            13 => {
                let tuples = (0..1 + rng.below(6)).map(|_| (small(rng), small(rng))).collect();
                Self::Tuples(rng.below(count), rng.below(count), tuples)
            }
            14 => {
                let size = 1 + rng.below(2);
                let mut list = || (0..size).map(|_| rng.below(count)).collect();
                Self::Lex(list(), list())
            }
            _ => {
                if rng.below(2) == 0 {
                    return Self::Count(rng.below(count), some(rng), rng.below(count));
                }
                let number = 1 + rng.below(2);
                let parts = (0..number).map(|_| {
                    let from = small(rng);
                    (from, from + i64::try_from(rng.below(3)).expect("below 3"))
                });
                let parts = parts.collect();
                Self::Domain(rng.below(count), parts)
            }
        }
    }

    fn holds(&self, values: &[i64]) -> bool {
        match self {
            Self::Formula(formula) => formula.is_sound(values) && formula.is_true(values),
            // A variable that occurs twice would have to differ from itself.
            Self::Different(_, list) => {
                (0..list.len()).all(|at| list[..at].iter().all(|&other| values[other] != values[list[at]]))
            }
            Self::Sum(terms, relation, total) => {
                let sum = terms.iter().map(|&(factor, variable)| factor * values[variable]).sum();
                related(relation, sum, *total)
            }
            Self::Element(index, list, value) => {
                let found = usize::try_from(values[*index] - 1).ok().and_then(|at| list.get(at));
                found == Some(&values[*value])
            }
            Self::Tuples(first, second, tuples) => tuples.contains(&(values[*first], values[*second])),
            Self::Lex(first, second) => {
                let [first, second] =
                    [first, second].map(|list| list.iter().map(|&at| values[at]).collect::<Vec<_>>());
                first <= second
            }
            Self::Count(value, list, number) => {
                let count = list.iter().filter(|&&at| values[at] == values[*value]).count();
                i64::try_from(count) == Ok(values[*number])
            }
            Self::Domain(variable, parts) => {
                parts.iter().any(|&(from, to)| (from..=to).contains(&values[*variable]))
            }
        }
    }
}

impl fmt::Display for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) if *number < 0 => write!(f, "({number})"),
            Self::Number(number) => write!(f, "{number}"),
            Self::Variable(variable) => f.write_str(NAMES[*variable]),
            Self::Abs(of) => write!(f, "abs({of})"),
            Self::Power(of, power) => write!(f, "({of})^{power}"),
            Self::Function(name @ ("min" | "max"), first, second) => write!(f, "{name}({first},{second})"),
            Self::Function(name, first, second) => write!(f, "({first} {name} {second})"),
        }
    }
}

impl fmt::Display for Formula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Relation(name, first, second) => write!(f, "({first} {name} {second})"),
            Self::Truth(variable) => f.write_str(NAMES[*variable]),
            Self::Not(of) => write!(f, "(#\\ {of})"),
            Self::Both(name, first, second) => write!(f, "({first} {name} {second})"),
        }
    }
}

fn listed(list: &[usize]) -> String {
    let names: Vec<&str> = list.iter().map(|&variable| NAMES[variable]).collect();
    format!("[{}]", names.join(","))
}

impl fmt::Display for Constraint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            // A truth value by itself is not a goal.
            Self::Formula(Formula::Truth(variable)) => write!(f, "{} #= 1", NAMES[*variable]),
            Self::Formula(formula) => write!(f, "{formula}"),
            Self::Different(name, list) => write!(f, "{name}({})", listed(list)),
            Self::Sum(terms, relation, total) => {
                let factors: Vec<String> = terms.iter().map(|term| term.0.to_string()).collect();
                let list: Vec<usize> = terms.iter().map(|term| term.1).collect();
                write!(f, "scalar_product([{}],{},{relation},{total})", factors.join(","), listed(&list))
            }
            Self::Element(index, list, value) => {
                write!(f, "element({},{list:?},{})", NAMES[*index], NAMES[*value])
            }
            Self::Tuples(first, second, tuples) => {
                let tuples: Vec<String> = tuples.iter().map(|(a, b)| format!("[{a},{b}]")).collect();
                write!(f, "tuples_in([{}],[{}])", listed(&[*first, *second]), tuples.join(","))
            }
            Self::Lex(first, second) => write!(f, "lex_chain([{},{}])", listed(first), listed(second)),
            Self::Count(value, list, number) => {
                // Reify it, because the two systems have no common constraint for this.
                let parts: Vec<String> = (0..list.len()).map(|at| format!("T{at}")).collect();
                for (at, &variable) in list.iter().enumerate() {
                    write!(f, "({} #= {} #<==> T{at}), ", NAMES[variable], NAMES[*value])?;
                }
                write!(f, "sum([{}],#=,{})", parts.join(","), NAMES[*number])
            }
            Self::Domain(variable, parts) => {
                let parts: Vec<String> = parts.iter().map(|(from, to)| format!("({from})..({to})")).collect();
                write!(f, "{} in {}", NAMES[*variable], parts.join("\\/"))
            }
        }
    }
}

impl Model {
    fn solutions(&self) -> Vec<Vec<i64>> {
        let mut all = vec![Vec::new()];
        for _ in 0..self.count {
            all = all
                .iter()
                .flat_map(|start: &Vec<i64>| {
                    (self.low..=self.high).map(|value| [&start[..], &[value]].concat())
                })
                .collect();
        }
        all.retain(|values| self.constraints.iter().all(|constraint| constraint.holds(values)));
        all
    }

    fn clauses(&self) -> String {
        let variables = listed(&(0..self.count).collect::<Vec<_>>());
        // The truth values of a count are separate variables.
        let renamed = |(number, constraint): (usize, &Constraint)| {
            let text = constraint.to_string();
            if matches!(constraint, Constraint::Count(..)) {
                text.replace('T', &format!("T{number}_"))
            } else {
                text
            }
        };
        let mut goals: Vec<String> = self.constraints.iter().enumerate().map(renamed).collect();
        goals.insert(self.place.min(goals.len()), format!("{variables} ins ({})..({})", self.low, self.high));
        format!(
            ":- use_module(library(clpfd)).\n\
             t :- catch((findall({variables}, ({}, labeling([{}],{variables})), R), msort(R, S), write(S)), E, (E = error(F, _) -> write(F) ; write(E))), nl.\n",
            goals.join(", "),
            LABELINGS[self.labeling]
        )
    }
}

/// The room for constraints.
pub(crate) struct Constraints {
    swipl: Swipl,
}

impl Room for Constraints {
    const NAME: &'static str = "prolog/constraints";
    const ABOUT: &'static str =
        "all solutions of CLP(FD) models: arithmetic, reification, global constraints";
    const SHORT: u64 = 600;

    type Case = Model;

    fn open() -> Self {
        Self { swipl: Swipl::open() }
    }

    fn opinions(&self) -> Opinions {
        let mut opinions = self.swipl.opinions(Some("brute force over assignments"));
        opinions.present.retain(|name| name != "swipl");
        opinions
    }

    fn case(&mut self, rng: &mut Rng) -> Option<Model> {
        let count = 2 + rng.below(3);
        let low = small(rng).min(1);
        let high = low + 1 + i64::try_from(rng.below(if count == 4 { 4 } else { 5 })).expect("below 5");
        let constraints: Vec<Constraint> =
            (0..1 + rng.below(4)).map(|_| Constraint::draw(rng, count)).collect();
        // Some constraints need bounds first, so the domains are posted late only one time in six.
        let place = if rng.below(6) == 0 { rng.below(constraints.len() + 1) } else { 0 };
        Some(Model { count, low, high, constraints, place, labeling: rng.below(LABELINGS.len()) })
    }

    fn difference(&mut self, case: &Model) -> Option<String> {
        let solutions: Vec<String> = case
            .solutions()
            .iter()
            .map(|values| {
                let values: Vec<String> = values.iter().map(i64::to_string).collect();
                format!("[{}]", values.join(","))
            })
            .collect();
        let expected = format!("[{}]", solutions.join(","));
        let clauses = case.clauses();
        let engine = engine_output(&clauses);
        // Both systems throw an error if a truth value is required and a known value is not one.
        let is_no_truth =
            solutions.is_empty() && engine.starts_with("domain_error(clpfd_reifiable_expression,");
        if engine == expected || is_no_truth {
            return None;
        }
        // The output of swipl is only shown to the reader, because it is sometimes wrong as well.
        let swipl = self.swipl.output(&clauses).unwrap_or_else(|| "not installed".to_owned());
        Some(format!("expected {expected}\ngridlore {engine}\nswipl    {swipl}"))
    }

    fn smaller(&self, case: &Model) -> Vec<Model> {
        let mut all = Vec::new();
        for at in 0..case.constraints.len() {
            if case.constraints.len() > 1 {
                let mut smaller = case.clone();
                smaller.constraints.remove(at);
                all.push(smaller);
            }
            if let Constraint::Formula(formula) = &case.constraints[at] {
                all.extend(formula.smaller().into_iter().map(|formula| {
                    let mut smaller = case.clone();
                    smaller.constraints[at] = Constraint::Formula(formula);
                    smaller
                }));
            }
        }
        if case.high > case.low {
            all.push(Model { high: case.high - 1, ..case.clone() });
            all.push(Model { low: case.low + 1, ..case.clone() });
        }
        if case.labeling != 0 || case.place != 0 {
            all.push(Model { labeling: 0, ..case.clone() });
            all.push(Model { place: 0, ..case.clone() });
        }
        all
    }

    fn print(&self, case: &Model) -> String {
        case.clauses()
    }
}
