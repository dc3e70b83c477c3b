//! Writes terms under random operator tables; the engine and swipl then read them back.

use super::{Swipl, engine_output};
use crate::room::{Opinions, Room};
use gridlore_core::Rng;
use std::fmt::{self, Write as _};

/// Names that can be operators.
const OPERATORS: [&str; 14] =
    ["+", "-", "*", "@@", "~", "foo", "bar", "\\", "-->", ":", "is", "$$", "=", "dynamic"];

/// Other names of atoms and functors.
const NAMES: [&str; 22] = [
    "a",
    "b",
    "[]",
    "{}",
    "!",
    ";",
    ",",
    "|",
    "A",
    "_b",
    "",
    " ",
    "hello world",
    "don't",
    "\n",
    "\\\\",
    "/*",
    ".",
    "a.b",
    "\u{e9}",
    "0'a",
    "%",
];

/// Types of operators.
const TYPES: [&str; 7] = ["xfx", "xfy", "yfx", "fy", "fx", "xf", "yf"];

/// An operator.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Operator {
    priority: usize,
    kind: &'static str,
    name: &'static str,
}

/// A ground term.
#[derive(Debug, Clone, PartialEq)]
enum Term {
    Number(&'static str),
    Atom(&'static str),
    Compound(&'static str, Vec<Self>),
    List(Vec<Self>, Box<Self>),
}

impl Term {
    fn draw(rng: &mut Rng, depth: usize) -> Self {
        let name = |rng: &mut Rng| {
            if rng.below(3) > 0 { OPERATORS[rng.below(14)] } else { NAMES[rng.below(NAMES.len())] }
        };
        if depth == 0 || rng.below(5) == 0 {
            let numbers = ["0", "1", "-1", "12345678901234567890", "-98765432109876543210", "1.5", "-2.5"];
            return match rng.below(3) {
                0 => Self::Number(numbers[rng.below(7)]),
                _ => Self::Atom(name(rng)),
            };
        }
        let arguments =
            |rng: &mut Rng, count: usize| (0..count).map(|_| Self::draw(rng, depth - 1)).collect();
        match rng.below(10) {
            0 => {
                let count = 1 + rng.below(3);
                let items = arguments(rng, count);
                let tail = if rng.below(3) == 0 { Self::draw(rng, depth - 1) } else { Self::Atom("[]") };
                Self::List(items, Box::new(tail))
            }
            1 => Self::Compound("{}", arguments(rng, 1)),
            2 => Self::Compound(",", arguments(rng, 2)),
            3 => {
                let count = 1 + rng.below(3);
                // In swipl, the atom `[]` cannot be a functor.
                let functor = Some(name(rng)).filter(|&name| name != "[]").unwrap_or("a");
                Self::Compound(functor, arguments(rng, count))
            }
            _ => {
                let count = 1 + rng.below(2);
                Self::Compound(OPERATORS[rng.below(14)], arguments(rng, count))
            }
        }
    }

    /// Returns terms that are one step smaller.
    fn smaller(&self) -> Vec<Self> {
        let parts: Vec<&Self> = match self {
            Self::Number(_) | Self::Atom(_) => vec![],
            Self::Compound(_, arguments) => arguments.iter().collect(),
            Self::List(items, tail) => items.iter().chain([&**tail]).collect(),
        };
        let mut all: Vec<Self> = parts.iter().map(|&part| part.clone()).collect();
        if !parts.is_empty() {
            all.push(Self::Atom("a"));
        }
        for (place, part) in parts.iter().enumerate() {
            for smaller in part.smaller() {
                let mut whole = self.clone();
                match &mut whole {
                    Self::Compound(_, arguments) => arguments[place] = smaller,
                    Self::List(items, _) if place < items.len() => items[place] = smaller,
                    Self::List(_, tail) => **tail = smaller,
                    Self::Number(_) | Self::Atom(_) => {}
                }
                all.push(whole);
            }
        }
        all
    }
}

/// Quotes an atom, unless it needs no quotes under any operators.
fn quoted(name: &str) -> String {
    if matches!(name, "[]" | "{}") { name.to_owned() } else { in_quotes(name) }
}

fn in_quotes(name: &str) -> String {
    let mut text = "'".to_owned();
    for letter in name.chars() {
        match letter {
            '\'' => text.push_str("\\'"),
            '\\' => text.push_str("\\\\"),
            '\n' => text.push_str("\\n"),
            other => text.push(other),
        }
    }
    text + "'"
}

impl fmt::Display for Term {
    /// Writes the term without operators.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => f.write_str(number),
            Self::Atom(name) => f.write_str(&quoted(name)),
            Self::Compound(name, arguments) => {
                // Before a bracket, these two are also quoted.
                write!(f, "{}(", if *name == "{}" { "'{}'".to_owned() } else { quoted(name) })?;
                for (place, argument) in arguments.iter().enumerate() {
                    write!(f, "{}{argument}", if place > 0 { "," } else { "" })?;
                }
                f.write_char(')')
            }
            Self::List(items, tail) => {
                f.write_char('[')?;
                for (place, item) in items.iter().enumerate() {
                    write!(f, "{}{item}", if place > 0 { "," } else { "" })?;
                }
                write!(f, "|{tail}]")
            }
        }
    }
}

/// Operators and a term.
#[derive(Debug, Clone)]
pub(crate) struct Case {
    operators: Vec<Operator>,
    term: Term,
}

/// Prints a term without operators or quotes: `f(Codes,Arguments)`, `a(Codes)`, `n(Number)`.
const PRELUDE: &str = r"
c(X) :- number(X), !, write(n(X)).
c(X) :- X == [], !, write(a([91,93])).
c(X) :- atom(X), !, atom_codes(X, Cs), write(a(Cs)).
c([X|Xs]) :- !, write(l), write('('), c(X), write(','), c(Xs), write(')').
c(X) :- compound(X), !, X =.. [F|As], atom_codes(F, Cs), write(f), write(Cs), write('('), cs(As), write(')').
c(_) :- write(v).
cs([]).
cs([X|Xs]) :- c(X), write(' '), cs(Xs).
back(A) :- catch((term_to_atom(Y, A), c(Y)), E, (E = error(F, _) -> write(F) ; write(E))), nl.
";

impl Case {
    fn set(&self) -> String {
        let one = |operator: &Operator| {
            format!("op({},{},{})", operator.priority, operator.kind, quoted(operator.name))
        };
        self.operators.iter().map(|operator| one(operator) + ", ").collect()
    }

    fn reset(&self) -> String {
        let mut text = String::new();
        for operator in &self.operators {
            let standard = match (operator.name, operator.kind) {
                ("+" | "-", "yfx" | "xfx" | "xfy") => "500,yfx",
                ("+" | "-" | "\\", "fy" | "fx") => "200,fy",
                ("*", "yfx" | "xfx" | "xfy") => "400,yfx",
                ("-->", "yfx" | "xfx" | "xfy") => "1200,xfx",
                (":", "yfx" | "xfx" | "xfy") => "600,xfy",
                ("is" | "=", "yfx" | "xfx" | "xfy") => "700,xfx",
                ("dynamic", "fy" | "fx") => "1150,fx",
                (_, kind) => &format!("0,{kind}"),
            };
            let _ = write!(text, "op({standard},{}), ", quoted(operator.name));
        }
        text
    }

    /// Returns a program that writes the term; the program itself uses no operators.
    fn writer(&self) -> String {
        format!(
            "{PRELUDE}t :- X = {}, {}writeq(X), nl, c(X), nl, {}true.\n",
            self.term,
            self.set(),
            self.reset()
        )
    }

    /// Returns a program that reads the written term back.
    fn reader(&self, text: &str) -> String {
        format!("{PRELUDE}t :- A = {}, {}back(A), {}true.\n", in_quotes(text), self.set(), self.reset())
    }
}

/// The room for terms.
pub(crate) struct Terms {
    swipl: Swipl,
    peer_alone: u64,
}

impl Room for Terms {
    const NAME: &'static str = "prolog/terms";
    const ABOUT: &'static str =
        "terms under random operators: written, then read back by the engine and by swipl";
    const SHORT: u64 = 600;

    type Case = Case;

    fn open() -> Self {
        Self { swipl: Swipl::open(), peer_alone: 0 }
    }

    fn opinions(&self) -> Opinions {
        self.swipl.opinions(Some("the written terms"))
    }

    fn case(&mut self, rng: &mut Rng) -> Option<Case> {
        let mut operators: Vec<Operator> = Vec::new();
        for _ in 0..rng.below(6) {
            let (kind, name) = (TYPES[rng.below(7)], OPERATORS[rng.below(14)]);
            let place = |kind: &str| match kind {
                "fy" | "fx" => 0,
                "xf" | "yf" => 1,
                _ => 2,
            };
            // No name can be both an infix and a postfix operator; some are infix from the start.
            let is_infix = ["+", "-", "*", "-->", ":", "is", "="].contains(&name);
            let clashes = |other: &Operator| {
                other.name == name
                    && (place(other.kind) == place(kind) || place(other.kind) + place(kind) == 3)
            };
            if !(operators.iter().any(clashes) || is_infix && place(kind) == 1) {
                operators.push(Operator { priority: 1 + rng.below(1200), kind, name });
            }
        }
        Some(Case { operators, term: Term::draw(rng, 4) })
    }

    fn difference(&mut self, case: &Case) -> Option<String> {
        let output = engine_output(&case.writer());
        let Some((written, plain)) = output.split_once('\n').filter(|(_, plain)| !plain.contains('\n'))
        else {
            // An atom with a line break is written on two lines.
            let is_long = case.term.to_string().contains("\\n");
            return (!is_long).then(|| format!("gridlore {output}"));
        };
        let back = engine_output(&case.reader(written));
        let mut wrong = String::new();
        if back != plain {
            let _ = write!(wrong, "gridlore writes {written}\nexpected {plain}\ngridlore reads {back}\n");
        }
        if let Some(theirs) = self.swipl.output(&case.writer()) {
            let (their_text, their_plain) = theirs.split_once('\n').unwrap_or((&theirs, ""));
            if their_plain != plain {
                let _ = write!(wrong, "gridlore {plain}\nswipl    {their_plain}\n");
            }
            let across = self.swipl.output(&case.reader(written)).unwrap_or_default();
            let their_back = self.swipl.output(&case.reader(their_text)).unwrap_or_default();
            let read = engine_output(&case.reader(their_text));
            if their_back == plain && read != plain {
                let _ = write!(wrong, "swipl writes {their_text}\nexpected {plain}\ngridlore reads {read}\n");
            }
            if wrong.is_empty() && (across != plain || their_back != plain) {
                self.peer_alone += 1;
            }
        }
        (!wrong.is_empty()).then_some(wrong)
    }

    fn peer_alone(&self) -> u64 {
        self.peer_alone
    }

    fn smaller(&self, case: &Case) -> Vec<Case> {
        let terms = case.term.smaller().into_iter().map(|term| Case { term, ..case.clone() });
        let operators = (0..case.operators.len()).map(|place| {
            let mut fewer = case.clone();
            fewer.operators.remove(place);
            fewer
        });
        operators.chain(terms).collect()
    }

    fn print(&self, case: &Case) -> String {
        format!("{}{}", case.set(), case.term)
    }
}
