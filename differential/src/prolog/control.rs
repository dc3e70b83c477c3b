//! Compares random nested control constructs with a reference that implements their definitions.

use super::goal::{Clause, Goal, PREDICATES, Term};
use super::reference::{MAX_ANSWERS, outcome};
use super::{Swipl, engine_output};
use crate::room::{Opinions, Room};
use gridlore_core::Rng;
use std::fmt::Write as _;

/// Approximate maximum number of solutions of a generated predicate.
const MAX_SOLUTIONS: usize = 3_000;

/// The predicates that every case can call, and `t/0`, which prints answers and notes.
const PRELUDE: &str = r"
q(1). q(2). q(3).
r(1,a). r(2,b). r(2,c).
note(X) :- nb_getval(log, L), nb_setval(log, [X|L]).
enough :- nb_getval(count, K), K1 is K+1, nb_setval(count, K1), K1 >= 30.
shown(R) :- numbervars(R, 0, _), write_term(R, [quoted(true), numbervars(true)]), nl.
t :- nb_setval(log, []), nb_setval(count, 0),
    catch(findall(X-Y, (p0(X,Y), (enough -> ! ; true)), R), E, (E = error(F,_) -> R = error(F) ; R = ball(E))),
    nb_getval(log, L), shown(R/L).
";

/// The room for control constructs.
pub(crate) struct Control {
    swipl: Swipl,
    /// The number of cases in which only swipl differs.
    peer_alone: u64,
}

impl Room for Control {
    const NAME: &'static str = "prolog/control";
    const ABOUT: &'static str =
        "nested , ; -> *-> \\+ ! call catch findall forall once ignore: answers, side effects, errors";
    const SHORT: u64 = 1_000;

    type Case = Vec<Clause>;

    fn open() -> Self {
        Self { swipl: Swipl::open(), peer_alone: 0 }
    }

    fn opinions(&self) -> Opinions {
        self.swipl.opinions(Some("a plain interpreter"))
    }

    fn case(&mut self, rng: &mut Rng) -> Option<Vec<Clause>> {
        Maker { rng, variables: 3, bounds: [9; 3] }.program()
    }

    fn difference(&mut self, case: &Vec<Clause>) -> Option<String> {
        let expected = expected(case)?;
        let clauses = format!("{PRELUDE}{}", text(case));
        let engine = engine_output(&clauses);
        let swipl = self.swipl.output(&clauses).unwrap_or_else(|| expected.clone());
        if engine == expected && swipl != expected {
            self.peer_alone += 1;
        }
        (engine != expected).then(|| format!("expected {expected}\ngridlore {engine}\nswipl    {swipl}"))
    }

    fn peer_alone(&self) -> u64 {
        self.peer_alone
    }

    fn smaller(&self, case: &Vec<Clause>) -> Vec<Vec<Clause>> {
        let mut cases = Vec::new();
        for index in 0..case.len() {
            if case.iter().filter(|clause| clause.level == case[index].level).count() > 1 {
                let mut smaller = case.clone();
                smaller.remove(index);
                cases.push(smaller);
            }
        }
        for (index, clause) in case.iter().enumerate() {
            for body in clause.body.smaller() {
                let mut smaller = case.clone();
                smaller[index].body = body;
                cases.push(smaller);
            }
        }
        cases
    }

    fn print(&self, case: &Vec<Clause>) -> String {
        text(case)
    }
}

fn text(case: &[Clause]) -> String {
    case.iter().fold(String::new(), |mut text, clause| {
        let _ = writeln!(text, "{clause}");
        text
    })
}

/// Returns the output of the reference; `None` if it takes too long.
fn expected(case: &[Clause]) -> Option<String> {
    let outcome = outcome(case)?;
    let result = match outcome.result {
        Ok(mut answers) => {
            answers.truncate(MAX_ANSWERS);
            Term::Compound("[]", answers)
        }
        Err(Term::Compound("error", mut arguments)) if arguments.len() == 2 => {
            Term::Compound("error", vec![arguments.swap_remove(0)])
        }
        Err(ball) => Term::Compound("ball", vec![ball]),
    };
    let pair = Term::Compound("/", vec![result, Term::Compound("[]", outcome.notes)]);
    Some(numbered(pair).to_string())
}

/// Names the variables of a term as `numbervars` does.
fn numbered(term: Term) -> Term {
    fn walk(term: &mut Term, names: &mut Vec<usize>) {
        match term {
            Term::Variable(number) => {
                let index = names.iter().position(|known| known == number).unwrap_or_else(|| {
                    names.push(*number);
                    names.len() - 1
                });
                *term = Term::Atom(name(index));
            }
            Term::Compound(_, arguments) => arguments.iter_mut().for_each(|argument| walk(argument, names)),
            Term::Integer(_) | Term::Atom(_) => {}
        }
    }
    let mut term = term;
    walk(&mut term, &mut vec![]);
    term
}

/// Returns `A` to `Z`, then `A1` and so on.
fn name(index: usize) -> &'static str {
    static NAMES: std::sync::LazyLock<Vec<String>> = std::sync::LazyLock::new(|| {
        let letter = |index: usize| char::from(b"ABCDEFGHIJKLMNOPQRSTUVWXYZ"[index % 26]);
        let count = |index: usize| if index < 26 { String::new() } else { (index / 26).to_string() };
        (0..2_600).map(|index| format!("{}{}", letter(index), count(index))).collect()
    });
    NAMES.get(index).map_or("_", String::as_str)
}

/// Generates programs whose predicates call only lower levels, so every program terminates.
struct Maker<'a> {
    rng: &'a mut Rng,
    /// The number of variables in the clause so far; the first three are `A`, `B` and `C`.
    variables: usize,
    /// The maximum number of solutions of each predicate.
    bounds: [usize; 3],
}

impl Maker<'_> {
    fn program(&mut self) -> Option<Vec<Clause>> {
        let mut program = Vec::new();
        for level in [2, 1, 0] {
            let mut total = 0;
            for _ in 0..=self.rng.below(3) {
                self.variables = 3;
                let depth = 1 + self.rng.below(if level > 0 { 4 } else { 5 });
                let (body, solutions) = self.goal(depth, level);
                let first = if self.rng.below(3) > 0 { Term::Variable(0) } else { Term::Integer(1) };
                let second = if self.rng.below(3) > 0 { Term::Variable(1) } else { Term::Integer(2) };
                program.push(Clause { level, head: [first, second], body });
                total += solutions;
            }
            self.bounds[level] = total;
            if total > MAX_SOLUTIONS {
                return None;
            }
        }
        Some(program)
    }

    fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.rng.below(items.len())]
    }

    fn variable(&mut self) -> Term {
        Term::Variable(self.rng.below(3))
    }

    fn fresh(&mut self) -> Term {
        self.variables += 1;
        Term::Variable(self.variables - 1)
    }

    /// Returns a goal without control constructs, and its maximum number of solutions.
    fn leaf(&mut self, level: usize) -> (Goal, usize) {
        let (a, b) = (self.variable(), self.variable());
        let plain = |name, arguments| Goal::Plain(Term::Compound(name, arguments));
        let small = Term::Integer(1 + i64::try_from(self.rng.below(3)).expect("below 3"));
        match self.rng.below(24) {
            0..5 => (plain("q", vec![a]), 3),
            5 => (plain("r", vec![a, b]), 3),
            6..9 => (Goal::Cut, 1),
            9 | 10 => (plain("=", vec![a, small]), 1),
            11 => (Goal::Plain(Term::Atom(self.pick(&["true", "fail", "true"]))), 1),
            12 => {
                let operator = self.pick(&["==", "\\==", "\\=", "@<"]);
                // The order of two unbound variables is unspecified.
                let other = match self.rng.below(3) {
                    0 if operator != "@<" => b,
                    1 => Term::Atom("a"),
                    _ => small,
                };
                (plain(operator, vec![a, other]), 1)
            }
            13 => (plain(self.pick(&["var", "nonvar", "atom", "integer"]), vec![a]), 1),
            14 | 15 => (plain("note", vec![Term::Atom(self.pick(&["x", "y", "z"]))]), 1),
            16 => (plain("note", vec![a]), 1),
            17 => {
                let ball = match self.rng.below(3) {
                    0 => Term::Atom("ball"),
                    1 => Term::Compound("b", vec![a]),
                    _ => Term::Compound("error", vec![Term::Atom("mine"), Term::Atom("x")]),
                };
                (plain("throw", vec![ball]), 1)
            }
            18 => (plain("is", vec![a, Term::Compound("+", vec![b, Term::Integer(1)])]), 1),
            19 => (plain(">", vec![a, small]), 1),
            20 => (plain("call", vec![Term::Atom(self.pick(&["=", "==", "r"])), a, small]), 3),
            _ if level < 2 => {
                let callee = level + 1 + self.rng.below(2 - level);
                (plain(PREDICATES[callee], vec![a, b]), self.bounds[callee])
            }
            _ => (plain("member", vec![a, Term::Compound("[]", vec![small, Term::Integer(2), b])]), 3),
        }
    }

    fn goal(&mut self, depth: usize, level: usize) -> (Goal, usize) {
        if depth == 0 || self.rng.below(8) == 0 {
            return self.leaf(level);
        }
        let (a, m) = self.goal(depth - 1, level);
        let a = Box::new(a);
        if m > MAX_SOLUTIONS {
            return (Goal::Within("once", a), 1);
        }
        let kind = self.rng.below(22);
        if kind >= 13 {
            return self.around(kind, a, m, depth, level);
        }
        let (b, n) = self.goal(depth - 1, level);
        let b = Box::new(b);
        match kind {
            0..6 => (Goal::And(a, b), m * n),
            6..8 => (Goal::Or(a, b), m + n),
            8 => (Goal::If(a, b, None), n),
            9 => (Goal::Soft(a, b, None), m * n),
            10 => (Goal::Forall(a, b), 1),
            _ => {
                let (c, o) = self.goal(depth - 1, level);
                if kind == 11 {
                    (Goal::If(a, b, Some(Box::new(c))), n.max(o))
                } else {
                    (Goal::Soft(a, b, Some(Box::new(c))), (m * n).max(o))
                }
            }
        }
    }

    /// Returns a construct around the goal `a`, which has up to `m` solutions.
    fn around(&mut self, kind: usize, a: Box<Goal>, m: usize, depth: usize, level: usize) -> (Goal, usize) {
        match kind {
            13 | 14 => (Goal::Within("\\+", a), 1),
            15 => (Goal::Within("call", a), m),
            16 => {
                let (b, n) = self.goal(depth - 1, level);
                let fresh = self.fresh();
                let pattern = match self.rng.below(4) {
                    0 => fresh,
                    1 => Term::Atom("ball"),
                    2 => Term::Compound("b", vec![fresh]),
                    _ => {
                        let context = self.fresh();
                        Term::Compound("error", vec![fresh, context])
                    }
                };
                (Goal::Catch(a, pattern, Box::new(b)), m + n)
            }
            17 => {
                let (template, result, other) = (self.variable(), self.fresh(), self.variable());
                let findall = Goal::Findall(template, a, result.clone());
                let (name, n) = match self.rng.below(3) {
                    0 => return (findall, 1),
                    1 => ("member", m),
                    _ => ("length", 1),
                };
                let pair = if n == 1 { vec![result, other] } else { vec![other, result] };
                (Goal::And(Box::new(findall), Box::new(Goal::Plain(Term::Compound(name, pair)))), n)
            }
            18 => (Goal::Within("once", a), 1),
            19 => (Goal::Within("ignore", a), 1),
            20 => (Goal::Held(self.fresh(), a), m),
            _ => (Goal::Within("not", a), 1),
        }
    }
}
