//! Control constructs by definition: a goal takes a continuation, and returns when it has no (more)
//! solutions.
//!
//! # Source
//! The definitions of ISO/IEC 13211-1, 7.8; `*->` as documented by SWI-Prolog. The design, with
//! success by continuation and failure by return, follows M. Carlsson, *On Implementing Prolog in
//! Functional Programming*, 1984.

use super::goal::{Clause, Goal, PREDICATES, Term};

/// Maximum number of answers to a query.
pub(crate) const MAX_ANSWERS: usize = 30;

/// Maximum number of goals that a query can call.
const MAX_CALLS: usize = 100_000;

/// The way in which a goal ended.
#[derive(Debug, PartialEq)]
enum End {
    /// No more solutions.
    Failed,
    /// No more solutions; the cut also discards the remaining solutions of the frame with this
    /// number.
    Cut(usize),
    Thrown(Term),
    /// The limit of answers or of calls was reached.
    Stopped,
}

/// The continuation of a goal.
type Then<'a> = &'a mut dyn FnMut(&mut Machine<'_>) -> End;

/// The variables of one activation of a clause.
type Frame = Vec<Term>;

/// The result of a query.
#[derive(Debug)]
pub(crate) struct Outcome {
    /// The answers in order, or the error that ended them.
    pub(crate) result: Result<Vec<Term>, Term>,
    /// The arguments of `note/1`, in reverse order.
    pub(crate) notes: Vec<Term>,
}

/// Runs `p0(X,Y)` in the clauses; returns `None` if it takes too long or needs lists of unknown
/// length.
pub(crate) fn outcome(clauses: &[Clause]) -> Option<Outcome> {
    let mut machine = Machine { clauses, values: vec![], trail: vec![], frames: 0, calls: 0, notes: vec![] };
    let pair = [machine.fresh(), machine.fresh()];
    let mut answers = Vec::new();
    let end = machine.predicate(0, &pair, &mut |machine| {
        answers.push(machine.copy(&Term::Compound("-", pair.to_vec())));
        if answers.len() < MAX_ANSWERS { End::Failed } else { End::Stopped }
    });
    if machine.calls > MAX_CALLS {
        return None;
    }
    let result = if let End::Thrown(ball) = end { Err(ball) } else { Ok(answers) };
    Some(Outcome { result, notes: machine.notes })
}

struct Machine<'a> {
    clauses: &'a [Clause],
    values: Vec<Option<Term>>,
    trail: Vec<usize>,
    frames: usize,
    calls: usize,
    notes: Vec<Term>,
}

impl Machine<'_> {
    fn fresh(&mut self) -> Term {
        self.values.push(None);
        Term::Variable(self.values.len() - 1)
    }

    fn frame(&mut self) -> usize {
        self.frames += 1;
        self.frames
    }

    fn undo(&mut self, mark: usize) {
        for variable in self.trail.drain(mark..) {
            self.values[variable] = None;
        }
    }

    fn deref(&self, term: &Term) -> Term {
        let mut term = term.clone();
        while let Term::Variable(number) = term {
            match &self.values[number] {
                Some(value) => term = value.clone(),
                None => break,
            }
        }
        term
    }

    /// Returns the term with its variables replaced by their values.
    fn resolved(&self, term: &Term) -> Term {
        match self.deref(term) {
            Term::Compound(name, arguments) => {
                Term::Compound(name, arguments.iter().map(|argument| self.resolved(argument)).collect())
            }
            other => other,
        }
    }

    /// Returns a copy with fresh variables.
    fn copy(&mut self, term: &Term) -> Term {
        fn walk(machine: &mut Machine<'_>, term: Term, names: &mut Vec<(usize, Term)>) -> Term {
            match term {
                Term::Variable(number) => match names.iter().find(|(known, _)| *known == number) {
                    Some((_, copy)) => copy.clone(),
                    None => {
                        let copy = machine.fresh();
                        names.push((number, copy.clone()));
                        copy
                    }
                },
                Term::Compound(name, arguments) => Term::Compound(
                    name,
                    arguments.into_iter().map(|argument| walk(machine, argument, names)).collect(),
                ),
                other => other,
            }
        }
        let term = self.resolved(term);
        walk(self, term, &mut vec![])
    }

    fn unify(&mut self, a: &Term, b: &Term) -> bool {
        match (self.deref(a), self.deref(b)) {
            (Term::Variable(a), Term::Variable(b)) if a == b => true,
            (Term::Variable(variable), value) | (value, Term::Variable(variable)) => {
                self.values[variable] = Some(value);
                self.trail.push(variable);
                true
            }
            (Term::Compound(a, left), Term::Compound(b, right)) => {
                a == b && left.len() == right.len() && left.iter().zip(&right).all(|(a, b)| self.unify(a, b))
            }
            (a, b) => a == b,
        }
    }

    /// Instantiates a term of a clause with the variables of `frame`.
    fn instance(&mut self, term: &Term, frame: &mut Frame) -> Term {
        match term {
            Term::Variable(number) => {
                while frame.len() <= *number {
                    let variable = self.fresh();
                    frame.push(variable);
                }
                frame[*number].clone()
            }
            Term::Compound(name, arguments) => Term::Compound(
                name,
                arguments.iter().map(|argument| self.instance(argument, frame)).collect(),
            ),
            other => other.clone(),
        }
    }

    /// Solves a call of one of the program's predicates.
    fn predicate(&mut self, level: usize, arguments: &[Term], then: Then<'_>) -> End {
        let number = self.frame();
        for clause in self.clauses.iter().filter(|clause| clause.level == level) {
            let mark = self.trail.len();
            // Allocate all variables before the body runs, because its parts share the frame.
            let mut frame: Frame = (0..64).map(|_| self.fresh()).collect();
            let head = clause.head.each_ref().map(|term| self.instance(term, &mut frame));
            if head.iter().zip(arguments).all(|(a, b)| self.unify(a, b)) {
                match self.solve(&clause.body, &frame, number, then) {
                    End::Failed => {}
                    End::Cut(cut) if cut == number => return End::Failed,
                    end => return end,
                }
            }
            self.undo(mark);
        }
        End::Failed
    }

    /// Solves a goal, with `then` as its continuation; a cut in the goal ends the frame `number`.
    fn solve(&mut self, goal: &Goal, frame: &Frame, number: usize, then: Then<'_>) -> End {
        self.calls += 1;
        if self.calls > MAX_CALLS {
            return End::Stopped;
        }
        let mark = self.trail.len();
        match goal {
            Goal::Cut => match then(self) {
                End::Failed => End::Cut(number),
                end => end,
            },
            Goal::Plain(term) => {
                let term = self.instance(term, &mut frame.clone());
                self.plain(&term, then)
            }
            Goal::And(a, b) => {
                self.solve(a, frame, number, &mut |machine| machine.solve(b, frame, number, then))
            }
            // A disjunction whose left side is an arrow is one construct, with or without
            // parentheses.
            Goal::Or(a, b) => match &**a {
                Goal::If(c, d, None) => self.branch(c, d, Some(b), frame, number, true, then),
                Goal::Soft(c, d, None) => self.branch(c, d, Some(b), frame, number, false, then),
                _ => match self.solve(a, frame, number, then) {
                    End::Failed => {
                        self.undo(mark);
                        self.solve(b, frame, number, then)
                    }
                    end => end,
                },
            },
            Goal::If(a, b, c) => self.branch(a, b, c.as_deref(), frame, number, true, then),
            Goal::Soft(a, b, c) => self.branch(a, b, c.as_deref(), frame, number, false, then),
            Goal::Within("call", a) => self.opaque(a, frame, then),
            Goal::Within("once", a) => self.branch(a, &Goal::truth(), None, frame, number, true, then),
            Goal::Within("ignore", a) => {
                self.branch(a, &Goal::truth(), Some(&Goal::truth()), frame, number, true, then)
            }
            Goal::Within(_, a) => match self.is_provable(a, frame) {
                Ok(true) => End::Failed,
                Ok(false) => then(self),
                Err(end) => end,
            },
            Goal::Forall(a, b) => {
                let counterexample = Goal::And(
                    Box::new(Goal::Within("call", a.clone())),
                    Box::new(Goal::Within("\\+", b.clone())),
                );
                self.solve(&Goal::Within("\\+", Box::new(counterexample)), frame, number, then)
            }
            Goal::Findall(template, a, result) => {
                let mut results = Vec::new();
                let end = self.opaque(a, frame, &mut |machine| {
                    let instance = machine.instance(template, &mut frame.clone());
                    results.push(machine.copy(&instance));
                    End::Failed
                });
                if end != End::Failed {
                    return end;
                }
                self.undo(mark);
                let result = self.instance(result, &mut frame.clone());
                if self.unify(&result, &Term::Compound("[]", results)) { then(self) } else { End::Failed }
            }
            Goal::Catch(a, pattern, recovery) => {
                let mut is_from_then = false;
                let end = self.opaque(a, frame, &mut |machine| {
                    let end = then(machine);
                    is_from_then |= matches!(end, End::Thrown(_));
                    end
                });
                let End::Thrown(ball) = end else { return end };
                if is_from_then {
                    return End::Thrown(ball);
                }
                self.undo(mark);
                let pattern = self.instance(pattern, &mut frame.clone());
                if self.unify(&pattern, &ball) {
                    return self.opaque(recovery, frame, then);
                }
                self.undo(mark);
                End::Thrown(ball)
            }
            Goal::Held(_, a) => self.opaque(a, frame, then),
        }
    }

    /// Solves a goal to which cuts are local.
    fn opaque(&mut self, goal: &Goal, frame: &Frame, then: Then<'_>) -> End {
        let own = self.frame();
        match self.solve(goal, frame, own, then) {
            End::Cut(cut) if cut == own => End::Failed,
            end => end,
        }
    }

    /// Returns whether the goal has a solution; its bindings are undone.
    fn is_provable(&mut self, goal: &Goal, frame: &Frame) -> Result<bool, End> {
        let mark = self.trail.len();
        let own = self.frame();
        let mut is_true = false;
        let end = self.solve(goal, frame, own, &mut |_| {
            is_true = true;
            End::Cut(own)
        });
        self.undo(mark);
        match end {
            End::Failed => Ok(is_true),
            End::Cut(cut) if cut == own => Ok(is_true),
            end => Err(end),
        }
    }

    /// Solves `condition -> yes ; no`, or `*->`, which keeps the condition's other solutions.
    #[expect(clippy::too_many_arguments, reason = "the parts of the construct and its position")]
    fn branch(
        &mut self,
        condition: &Goal,
        yes: &Goal,
        no: Option<&Goal>,
        frame: &Frame,
        number: usize,
        is_once: bool,
        then: Then<'_>,
    ) -> End {
        let mark = self.trail.len();
        let own = self.frame();
        let mut is_true = false;
        let end = self.solve(condition, frame, own, &mut |machine| {
            is_true = true;
            match machine.solve(yes, frame, number, then) {
                End::Failed if is_once => End::Cut(own),
                end => end,
            }
        });
        match end {
            End::Failed => {}
            End::Cut(cut) if cut == own => {}
            end => return end,
        }
        match no {
            Some(no) if !is_true => {
                self.undo(mark);
                self.solve(no, frame, number, then)
            }
            _ => End::Failed,
        }
    }

    /// Solves a goal without control constructs.
    fn plain(&mut self, goal: &Term, then: Then<'_>) -> End {
        let (name, arguments): (&str, &[Term]) = match goal {
            Term::Atom(name) => (name, &[]),
            Term::Compound(name, arguments) => (name, arguments),
            _ => unreachable!("goals are callable"),
        };
        if let Some(level) = PREDICATES.iter().position(|&known| known == name) {
            return self.predicate(level, arguments, then);
        }
        let one = |term: &Term| vec![term.clone()];
        let is_true = match (name, arguments) {
            ("true", []) => true,
            ("fail", []) => false,
            ("q", [a]) => {
                let facts = (1..=3).map(|value| vec![Term::Integer(value)]).collect();
                return self.facts(&one(a), facts, then);
            }
            ("r", [a, b]) => {
                let fact = |value, name| vec![Term::Integer(value), Term::Atom(name)];
                let facts = vec![fact(1, "a"), fact(2, "b"), fact(2, "c")];
                return self.facts(&[a.clone(), b.clone()], facts, then);
            }
            ("member", [a, list]) => {
                let Term::Compound("[]", items) = self.deref(list) else { return self.give_up() };
                return self.facts(&one(a), items.iter().map(one).collect(), then);
            }
            ("call", [Term::Atom(name), rest @ ..]) => {
                return self.plain(&Term::Compound(name, rest.to_vec()), then);
            }
            ("length", [list, a]) => {
                let Term::Compound("[]", items) = self.deref(list) else { return self.give_up() };
                let length = i64::try_from(items.len()).expect("a short list");
                match self.deref(a) {
                    Term::Variable(_) | Term::Integer(_) => self.unify(a, &Term::Integer(length)),
                    other => {
                        return End::Thrown(
                            self.error(Term::Compound("type_error", vec![Term::Atom("integer"), other])),
                        );
                    }
                }
            }
            ("=", [a, b]) => self.unify(a, b),
            ("\\=", [a, b]) => {
                let mark = self.trail.len();
                let is_equal = self.unify(a, b);
                self.undo(mark);
                !is_equal
            }
            ("==", [a, b]) => self.resolved(a) == self.resolved(b),
            ("\\==", [a, b]) => self.resolved(a) != self.resolved(b),
            ("@<", [a, b]) => match (self.deref(a), self.deref(b)) {
                (Term::Integer(a), Term::Integer(b)) => a < b,
                (Term::Atom(a), Term::Atom(b)) => a < b,
                (a, b) => class(&a) < class(&b),
            },
            ("var", [a]) => matches!(self.deref(a), Term::Variable(_)),
            ("nonvar", [a]) => !matches!(self.deref(a), Term::Variable(_)),
            ("atom", [a]) => matches!(self.deref(a), Term::Atom(_)),
            ("integer", [a]) => matches!(self.deref(a), Term::Integer(_)),
            ("note", [a]) => {
                let note = self.copy(a);
                self.notes.insert(0, note);
                true
            }
            ("throw", [a]) => return End::Thrown(self.copy(a)),
            ("is", [a, sum]) => {
                let Term::Compound("+", terms) = sum else { unreachable!("sums only") };
                match (self.number(&terms[0]), self.number(&terms[1])) {
                    (Ok(x), Ok(y)) => self.unify(a, &Term::Integer(x + y)),
                    (Err(error), _) | (_, Err(error)) => return End::Thrown(error),
                }
            }
            (">", [a, b]) => match (self.number(a), self.number(b)) {
                (Ok(x), Ok(y)) => x > y,
                (Err(error), _) | (_, Err(error)) => return End::Thrown(error),
            },
            _ => unreachable!("{goal} is not among the goals of a case"),
        };
        if is_true { then(self) } else { End::Failed }
    }

    fn facts(&mut self, arguments: &[Term], facts: Vec<Vec<Term>>, then: Then<'_>) -> End {
        for fact in facts {
            let mark = self.trail.len();
            if arguments.iter().zip(&fact).all(|(a, b)| self.unify(a, b)) {
                let end = then(self);
                if end != End::Failed {
                    return end;
                }
            }
            self.undo(mark);
        }
        End::Failed
    }

    /// Gives up on a case that needs lists of unknown length, which the reference does not support.
    const fn give_up(&mut self) -> End {
        self.calls = MAX_CALLS + 1;
        End::Stopped
    }

    /// Returns the value of a number, or the error for another term.
    fn number(&mut self, term: &Term) -> Result<i64, Term> {
        let formal = match self.deref(term) {
            Term::Integer(value) => return Ok(value),
            Term::Variable(_) => Term::Atom("instantiation_error"),
            Term::Atom(name) => indicator(name, 0),
            Term::Compound(name, arguments) => indicator(name, arguments.len()),
        };
        Err(self.error(formal))
    }

    /// Returns `error(Formal, _)`.
    fn error(&mut self, formal: Term) -> Term {
        let context = self.fresh();
        Term::Compound("error", vec![formal, context])
    }
}

fn indicator(name: &'static str, arity: usize) -> Term {
    let arity = Term::Integer(i64::try_from(arity).expect("a small arity"));
    let culprit = Term::Compound("/", vec![Term::Atom(name), arity]);
    Term::Compound("type_error", vec![Term::Atom("evaluable"), culprit])
}

/// Returns the rank in the standard order: variables, numbers, atoms, compound terms.
fn class(term: &Term) -> u8 {
    match term {
        Term::Variable(_) => 0,
        Term::Integer(_) => 1,
        Term::Atom(_) => 2,
        Term::Compound(..) => 3,
    }
}
