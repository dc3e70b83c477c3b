//! Translates the body of a clause into a tree of goals.

use crate::code::{Body, Owner, Relation, Test};
use crate::terms::atoms::Atom;
use crate::terms::cell::{Cell, Tag};

use super::{CompileError, Compiler};

/// A goal, whose arguments are still on the heap.
#[derive(Debug, Clone)]
pub(crate) enum Goal {
    Fail,
    /// A cut of the clause or of the enclosing condition.
    Cut,
    Unify(Cell, Cell),
    Test(Test, Cell),
    Compare(Relation, Cell, Cell),
    Order(Relation, Cell, Cell),
    Is(Cell, Cell),
    Call {
        predicate: u32,
        arguments: Vec<Cell>,
    },
    /// `call/N`: the goal, followed by extra arguments.
    Apply(Vec<Cell>),
    Builtin {
        number: u16,
        arguments: Vec<Cell>,
    },
    /// Unifies a copy of a record with a term.
    Record {
        record: u32,
        pattern: Cell,
    },
    If {
        condition: Vec<Goal>,
        then: Vec<Goal>,
        otherwise: Vec<Goal>,
    },
    SoftIf {
        condition: Vec<Goal>,
        then: Vec<Goal>,
        otherwise: Vec<Goal>,
    },
    Not(Vec<Goal>),
    Or(Vec<Vec<Goal>>),
}

impl Goal {
    /// Returns whether the goal neither binds variables nor calls predicates, so that its failure
    /// can be a jump.
    pub(crate) const fn is_test(&self) -> bool {
        matches!(self, Self::Test(..) | Self::Compare(..) | Self::Order(..))
    }
}

/// Returns whether a functor is a control construct.
pub(crate) const fn is_control(name: Atom, arity: usize) -> bool {
    matches!(
        (name, arity),
        (Atom::COMMA | Atom::SEMICOLON | Atom::ARROW | Atom::SOFT_ARROW | Atom::BAR, 2)
            | (Atom::NOT | Atom::NOT_PROVABLE, 1)
            | (Atom::CUT, 0)
    )
}

/// Maximum nesting depth of control constructs.
const MAX_DEPTH: usize = 400;

/// Number of bytes that an allocation takes in addition to its contents.
const ALLOCATION_BYTES: usize = 16;

pub(super) struct Builder<'b, 'a> {
    pub(super) compiler: &'b mut Compiler<'a>,
    pub(super) depth: usize,
}

impl Builder<'_, '_> {
    /// Returns the goals of a conjunction.
    pub(super) fn body(&mut self, term: Cell) -> Result<Vec<Goal>, CompileError> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(CompileError::TooLarge);
        }
        // Most branches consist of a single goal.
        let mut goals = Vec::with_capacity(1);
        let mut bytes = size_of::<Goal>() + ALLOCATION_BYTES;
        self.compiler.goal_bytes += bytes;
        // Conjunctions are flattened, no matter how they are nested.
        let mut rest = vec![term];
        while let Some(term) = rest.pop() {
            // A full vector is moved to one that is twice as large.
            self.compiler.check(rest.len() * 8 + goals.len() * size_of::<Goal>())?;
            if let Some([left, right]) = self.compiler.store.arguments(term, Atom::COMMA) {
                rest.extend([right, left]);
                continue;
            }
            let rest_bytes = rest.len() * 8;
            self.compiler.goal_bytes += rest_bytes;
            self.goal(term, &mut goals)?;
            let now = goals.capacity() * size_of::<Goal>() + ALLOCATION_BYTES;
            self.compiler.goal_bytes += now - bytes;
            self.compiler.goal_bytes -= rest_bytes;
            bytes = now;
        }
        self.depth -= 1;
        Ok(goals)
    }

    fn goal(&mut self, term: Cell, goals: &mut Vec<Goal>) -> Result<(), CompileError> {
        let mut term = self.compiler.store.deref(term);
        let owner = self.compiler.owner;
        while let Some([module, goal]) = self.compiler.store.arguments(term, Atom::COLON)
            && let Some(module) = module.as_atom()
        {
            self.compiler.check(0)?;
            self.compiler.enter_module(module);
            term = goal;
        }
        let result = self.own_goal(term, goals);
        self.compiler.owner = owner;
        result
    }

    /// Translates a goal of the current module.
    fn own_goal(&mut self, term: Cell, goals: &mut Vec<Goal>) -> Result<(), CompileError> {
        let term = self.compiler.store.deref(term);
        if self.compiler.store.arguments::<2>(term, Atom::COLON).is_some() {
            // The module is known only when the goal is called.
            goals.push(Goal::Apply(vec![term]));
            return Ok(());
        }
        let (name, arguments) = match term.tag() {
            Tag::Reference | Tag::Attributed => {
                let goal = self.compiler.qualified_term(term);
                goals.push(Goal::Apply(vec![goal]));
                return Ok(());
            }
            Tag::Atom => (term.as_atom().unwrap_or(Atom::NIL), Vec::new()),
            Tag::Structure | Tag::List => {
                let Some((name, arity)) = self.compiler.store.functor(term) else { return Ok(()) };
                (name, (0..arity).map(|index| self.compiler.store.argument(term, index)).collect())
            }
            Tag::Integer | Tag::Boxed | Tag::Header => return Err(CompileError::NotCallable(term)),
        };
        match (name, arguments.as_slice()) {
            (Atom::TRUE | Atom::OTHERWISE, []) => {}
            (Atom::FAIL | Atom::FALSE, []) => goals.push(Goal::Fail),
            (Atom::CUT, []) => goals.push(Goal::Cut),
            (Atom::SEMICOLON | Atom::BAR, &[left, right]) => {
                let goal = self.or(left, right)?;
                goals.push(goal);
            }
            (Atom::ARROW, &[condition, then]) => {
                let (condition, then) = (self.body(condition)?, self.body(then)?);
                goals.push(Goal::If { condition, then, otherwise: vec![Goal::Fail] });
            }
            (Atom::SOFT_ARROW, &[condition, then]) => {
                let (condition, then) = (self.body(condition)?, self.body(then)?);
                goals.push(Goal::SoftIf { condition, then, otherwise: vec![Goal::Fail] });
            }
            (Atom::NOT | Atom::NOT_PROVABLE, &[goal]) => {
                let inner = self.inner(goal)?;
                goals.push(Goal::Not(inner));
            }
            (Atom::ONCE, &[goal]) => {
                let condition = self.inner(goal)?;
                goals.push(Goal::If { condition, then: Vec::new(), otherwise: vec![Goal::Fail] });
            }
            (Atom::IGNORE, &[goal]) => {
                let condition = self.inner(goal)?;
                goals.push(Goal::If { condition, then: Vec::new(), otherwise: Vec::new() });
            }
            (Atom::FORALL, &[condition, action]) => {
                let mut inner = self.inner(condition)?;
                inner.push(Goal::Not(self.inner(action)?));
                goals.push(Goal::Not(inner));
            }
            (Atom::EQUALS, &[left, right]) => {
                let left = self.small_term(left, goals)?;
                let right = self.small_term(right, goals)?;
                goals.push(Goal::Unify(left, right));
            }
            (Atom::IS, &[left, right]) => {
                let left = self.small_term(left, goals)?;
                let right = self.small_term(right, goals)?;
                goals.push(Goal::Is(left, right));
            }
            (Atom::CALL, [_, ..]) => {
                let mut small_terms = Vec::with_capacity(arguments.len());
                for &argument in &arguments {
                    small_terms.push(self.small_term(argument, goals)?);
                }
                self.compiler.goal_bytes += small_terms.len() * size_of::<Cell>() + ALLOCATION_BYTES;
                small_terms[0] = self.compiler.qualified_term(small_terms[0]);
                goals.push(Goal::Apply(small_terms));
            }
            (_, &[left, right]) if relation(name).is_some() => {
                let Some((relation, is_order)) = relation(name) else { return Ok(()) };
                let left = self.small_term(left, goals)?;
                let right = self.small_term(right, goals)?;
                goals.push(if is_order {
                    Goal::Order(relation, left, right)
                } else {
                    Goal::Compare(relation, left, right)
                });
            }
            (_, &[argument]) if self.test(name).is_some() => {
                if let Some(test) = self.test(name) {
                    let argument = self.small_term(argument, goals)?;
                    goals.push(Goal::Test(test, argument));
                }
            }
            _ => {
                let goal = self.call(term, name, arguments.len(), goals)?;
                goals.push(goal);
            }
        }
        Ok(())
    }

    /// Returns the goals of a meta-argument. A goal that cannot be compiled is called instead, so
    /// that the error is raised at run time.
    fn inner(&mut self, goal: Cell) -> Result<Vec<Goal>, CompileError> {
        if self.is_body(goal) {
            return self.body(goal);
        }
        let mut goals = Vec::new();
        let goal = self.small_term(goal, &mut goals)?;
        let goal = self.compiler.qualified_term(goal);
        goals.push(Goal::Apply(vec![goal]));
        Ok(goals)
    }

    /// Returns whether no part of a control construct is a number or a string.
    fn is_body(&self, goal: Cell) -> bool {
        let mut stack = vec![goal];
        while let Some(goal) = stack.pop() {
            if !self.compiler.store.meter.tick() {
                return true;
            }
            let goal = self.compiler.store.deref(goal);
            match goal.tag() {
                Tag::Integer | Tag::Boxed | Tag::Header => return false,
                _ => {}
            }
            let Some((name, arity)) = self.compiler.store.functor(goal) else { continue };
            let is_control =
                matches!(name, Atom::COMMA | Atom::SEMICOLON | Atom::BAR | Atom::ARROW | Atom::SOFT_ARROW);
            if is_control && arity == 2 {
                stack.extend((0..2).map(|index| self.compiler.store.argument(goal, index)));
            }
        }
        true
    }

    /// Returns a term that fits in the registers. A large term is replaced with a variable,
    /// preceded by a goal that builds the term.
    fn small_term(&mut self, term: Cell, goals: &mut Vec<Goal>) -> Result<Cell, CompileError> {
        if !self.compiler.is_large(term) {
            return Ok(term);
        }
        let variable = self.compiler.store.new_variable();
        let goal = self.compiler.record_goal(term, variable)?;
        goals.push(goal);
        Ok(variable)
    }

    fn call(
        &mut self,
        term: Cell,
        name: Atom,
        arity: usize,
        goals: &mut Vec<Goal>,
    ) -> Result<Goal, CompileError> {
        let term = self.compiler.flatten_arguments(term, goals)?;
        let mut arguments: Vec<Cell> =
            (0..arity).map(|index| self.compiler.store.argument(term, index)).collect();
        if arity > 0 {
            self.compiler.goal_bytes += arity * size_of::<Cell>() + ALLOCATION_BYTES;
        }
        let arity = u16::try_from(arity).map_err(|_| CompileError::TooLarge)?;
        if arity > 1000 {
            return Err(CompileError::TooLarge);
        }
        let predicate = self.compiler.code.lookup(name, arity, self.compiler.owner);
        // Meta-arguments of predicates in other modules are qualified when they are called.
        if matches!(self.compiler.owner, Owner::Module(_))
            && let Some(marks) = self.compiler.code.metas.get(&predicate)
        {
            for (index, _) in marks.clone().iter().enumerate().filter(|(_, is_meta)| **is_meta) {
                arguments[index] = self.compiler.qualified_term(arguments[index]);
            }
        }
        Ok(match self.compiler.code.predicates[predicate as usize].body {
            Body::Builtin(number) => Goal::Builtin { number, arguments },
            _ => Goal::Call { predicate, arguments },
        })
    }

    /// Translates a disjunction. A chain of alternatives is translated to one goal with many
    /// branches.
    fn or(&mut self, left: Cell, right: Cell) -> Result<Goal, CompileError> {
        if let Some([condition, then]) = self.compiler.store.arguments(left, Atom::ARROW) {
            let (condition, then) = (self.body(condition)?, self.body(then)?);
            let otherwise = self.body(right)?;
            return Ok(Goal::If { condition, then, otherwise });
        }
        if let Some([condition, then]) = self.compiler.store.arguments(left, Atom::SOFT_ARROW) {
            let (condition, then) = (self.body(condition)?, self.body(then)?);
            let otherwise = self.body(right)?;
            return Ok(Goal::SoftIf { condition, then, otherwise });
        }
        let mut branches = vec![self.body(left)?];
        let mut rest = right;
        loop {
            let next = self.compiler.store.arguments::<2>(rest, Atom::SEMICOLON);
            match next {
                Some([left, _])
                    if self.compiler.store.arguments::<2>(left, Atom::ARROW).is_some()
                        || self.compiler.store.arguments::<2>(left, Atom::SOFT_ARROW).is_some() =>
                {
                    break;
                }
                Some([left, right]) => {
                    branches.push(self.body(left)?);
                    self.compiler.goal_bytes += size_of::<Vec<Goal>>() * 2;
                    rest = right;
                }
                None => break,
            }
        }
        branches.push(self.body(rest)?);
        Ok(Goal::Or(branches))
    }

    fn test(&self, name: Atom) -> Option<Test> {
        let number = self.compiler.code.find(Owner::System, name, 1)?;
        match self.compiler.code.predicates[number as usize].body {
            Body::Builtin(number) => test_of(number),
            _ => None,
        }
    }
}

/// The type tests, which are the first builtins.
pub(crate) const TESTS: [(&str, Test); 10] = [
    ("var", Test::Variable),
    ("nonvar", Test::Nonvariable),
    ("atom", Test::Atom),
    ("integer", Test::Integer),
    ("float", Test::Float),
    ("number", Test::Number),
    ("atomic", Test::Atomic),
    ("compound", Test::Compound),
    ("callable", Test::Callable),
    ("string", Test::Text),
];

fn test_of(number: u16) -> Option<Test> {
    TESTS.get(usize::from(number)).map(|(_, test)| *test)
}

/// Returns the relation of a comparison, and whether it compares by standard order instead of by
/// value.
pub(crate) const fn relation(name: Atom) -> Option<(Relation, bool)> {
    Some(match name {
        Atom::LESS => (Relation::Less, false),
        Atom::LESS_EQUAL => (Relation::LessEqual, false),
        Atom::GREATER => (Relation::Greater, false),
        Atom::GREATER_EQUAL => (Relation::GreaterEqual, false),
        Atom::EQUAL_VALUE => (Relation::Equal, false),
        Atom::NOT_EQUAL_VALUE => (Relation::NotEqual, false),
        Atom::BEFORE => (Relation::Less, true),
        Atom::BEFORE_EQUAL => (Relation::LessEqual, true),
        Atom::AFTER => (Relation::Greater, true),
        Atom::AFTER_EQUAL => (Relation::GreaterEqual, true),
        Atom::SAME => (Relation::Equal, true),
        Atom::NOT_SAME => (Relation::NotEqual, true),
        _ => return None,
    })
}
