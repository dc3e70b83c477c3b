//! Programs of control constructs: their representation, text form and shrinking.

use std::fmt::{self, Display, Formatter};

/// A term in a program or in an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Term {
    /// A variable, identified by its number in the clause or, in an answer, its number in the
    /// store.
    Variable(usize),
    Integer(i64),
    Atom(&'static str),
    Compound(&'static str, Vec<Term>),
}

/// The names of a clause's first variables; the others are `V3`, `V4` and so on.
const NAMES: [&str; 3] = ["A", "B", "C"];

impl Display for Term {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Variable(number) => match NAMES.get(*number) {
                Some(name) => f.write_str(name),
                None => write!(f, "V{number}"),
            },
            Self::Integer(value) => write!(f, "{value}"),
            Self::Atom(name) => f.write_str(name),
            Self::Compound("[]", items) => {
                f.write_str("[")?;
                for (index, item) in items.iter().enumerate() {
                    write!(f, "{}{item}", if index > 0 { "," } else { "" })?;
                }
                f.write_str("]")
            }
            Self::Compound(operator @ ("-" | "/" | "+"), pair) if pair.len() == 2 => {
                write!(f, "{}{operator}{}", pair[0], pair[1])
            }
            Self::Compound(operator @ ("=" | "==" | "\\==" | "\\=" | "@<" | "is" | ">"), pair)
                if pair.len() == 2 =>
            {
                write!(f, "{} {operator} {}", pair[0], pair[1])
            }
            Self::Compound(name, arguments) => {
                write!(f, "{name}(")?;
                for (index, argument) in arguments.iter().enumerate() {
                    write!(f, "{}{argument}", if index > 0 { "," } else { "" })?;
                }
                f.write_str(")")
            }
        }
    }
}

/// A goal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Goal {
    /// `!`
    Cut,
    /// A call of a fact, of a predicate in the program or of a builtin that is not a control
    /// construct.
    Plain(Term),
    And(Box<Goal>, Box<Goal>),
    Or(Box<Goal>, Box<Goal>),
    /// `->` with or without an alternative.
    If(Box<Goal>, Box<Goal>, Option<Box<Goal>>),
    /// `*->` with or without an alternative.
    Soft(Box<Goal>, Box<Goal>, Option<Box<Goal>>),
    /// A goal as the only argument of `\+`, `not`, `call`, `once` or `ignore`.
    Within(&'static str, Box<Goal>),
    Forall(Box<Goal>, Box<Goal>),
    /// `findall(Template, Goal, Result)`
    Findall(Term, Box<Goal>, Term),
    /// `catch(Goal, Pattern, Recovery)`
    Catch(Box<Goal>, Term, Box<Goal>),
    /// A variable that is unified with the goal and then called.
    Held(Term, Box<Goal>),
}

impl Display for Goal {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cut => f.write_str("!"),
            Self::Plain(term) => write!(f, "{term}"),
            Self::And(a, b) => write!(f, "({a}, {b})"),
            Self::Or(a, b) => write!(f, "({a} ; {b})"),
            Self::If(a, b, None) => write!(f, "({a} -> {b})"),
            Self::If(a, b, Some(c)) => write!(f, "({a} -> {b} ; {c})"),
            Self::Soft(a, b, None) => write!(f, "({a} *-> {b})"),
            Self::Soft(a, b, Some(c)) => write!(f, "({a} *-> {b} ; {c})"),
            Self::Within("\\+", a) => write!(f, "\\+ ({a})"),
            Self::Within(name, a) => write!(f, "{name}(({a}))"),
            Self::Forall(a, b) => write!(f, "forall(({a}), ({b}))"),
            Self::Findall(template, a, result) => write!(f, "findall({template}, ({a}), {result})"),
            Self::Catch(a, pattern, b) => write!(f, "catch(({a}), {pattern}, ({b}))"),
            Self::Held(variable, a) => write!(f, "({variable} = ({a}), {variable})"),
        }
    }
}

impl Goal {
    /// Returns the goal `true`.
    pub(crate) const fn truth() -> Self {
        Self::Plain(Term::Atom("true"))
    }

    /// Returns the subgoals of this goal.
    fn parts(&self) -> Vec<&Self> {
        match self {
            Self::Cut | Self::Plain(_) => vec![],
            Self::Within(_, a) | Self::Findall(_, a, _) | Self::Held(_, a) => vec![a],
            Self::And(a, b) | Self::Or(a, b) | Self::Forall(a, b) | Self::Catch(a, _, b) => vec![a, b],
            Self::If(a, b, c) | Self::Soft(a, b, c) => {
                let mut parts: Vec<&Self> = vec![a, b];
                parts.extend(c.as_deref());
                parts
            }
        }
    }

    /// Returns this goal with `part` as its part number `index`.
    fn with(&self, index: usize, part: Self) -> Self {
        let mut goal = self.clone();
        let place = match &mut goal {
            Self::Cut | Self::Plain(_) => return part,
            Self::Within(_, a) | Self::Findall(_, a, _) | Self::Held(_, a) => a,
            Self::And(a, b) | Self::Or(a, b) | Self::Forall(a, b) | Self::Catch(a, _, b) => {
                [a, b].into_iter().nth(index).expect("two parts")
            }
            Self::If(a, b, c) | Self::Soft(a, b, c) => match (index, c) {
                (0, _) => a,
                (1, _) | (_, None) => b,
                (_, Some(c)) => c,
            },
        };
        **place = part;
        goal
    }

    /// Returns goals that are one step smaller: `true`, a part of this goal, or this goal with a
    /// smaller part.
    pub(crate) fn smaller(&self) -> Vec<Self> {
        let parts = self.parts();
        let mut goals: Vec<Self> = parts.iter().map(|&part| part.clone()).collect();
        if *self != Self::truth() {
            goals.insert(0, Self::truth());
        }
        if let Self::If(a, b, Some(_)) = self {
            goals.push(Self::If(a.clone(), b.clone(), None));
        }
        if let Self::Soft(a, b, Some(_)) = self {
            goals.push(Self::Soft(a.clone(), b.clone(), None));
        }
        for (index, part) in parts.iter().enumerate() {
            goals.extend(part.smaller().into_iter().map(|part| self.with(index, part)));
        }
        goals
    }
}

/// A clause `pLEVEL(First, Second) :- Body.`
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Clause {
    pub(crate) level: usize,
    pub(crate) head: [Term; 2],
    pub(crate) body: Goal,
}

/// The names of the predicates; the first one is called.
pub(crate) const PREDICATES: [&str; 3] = ["p0", "p1", "p2"];

impl Display for Clause {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let [first, second] = &self.head;
        write!(f, "{}({first},{second}) :- {}.", PREDICATES[self.level], self.body)
    }
}
