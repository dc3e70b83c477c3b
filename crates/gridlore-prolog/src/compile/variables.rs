//! The variables of a clause, with their chunks and numbers of occurrences.

use crate::map::Map;

use crate::terms::cell::Cell;
use crate::terms::store::Store;

use super::goals::Goal;

/// A variable of a clause.
#[derive(Debug, Clone)]
pub(super) struct Variable {
    /// Number of occurrences.
    pub(super) count: u32,
    /// Its chunk, or `None` if it occurs in several chunks.
    pub(super) chunk: Option<u32>,
    /// The argument register in which the next call needs it.
    pub(super) preferred: Option<u16>,
}

/// All variables, by cell.
#[derive(Debug, Default)]
pub(super) struct Variables {
    pub(super) numbers: Map<Cell, usize>,
    pub(super) list: Vec<Variable>,
    chunks: u32,
    /// Whether a cut follows a call, in which case the cut barrier must be saved.
    pub(super) needs_level: bool,
    /// Maximum arity of the head and all calls.
    pub(super) max_arity: usize,
}

impl Variables {
    pub(super) fn new(store: &Store, head: Cell, goals: &[Goal]) -> Self {
        let mut variables = Self { chunks: 1, ..Self::default() };
        let range = store.argument_range(head);
        variables.max_arity = range.len();
        for at in range {
            variables.term(store, store.heap[at], 0);
        }
        variables.goals(store, goals, 0, true);
        variables
    }

    /// Returns the size in bytes of the tables, including the emitter's tables of variables.
    pub(super) fn bytes(&self) -> usize {
        self.numbers.capacity() * (size_of::<(Cell, usize)>() + 1)
            + self.list.capacity() * size_of::<Variable>()
            + self.list.len() * 16
    }

    fn new_chunk(&mut self) -> u32 {
        self.chunks += 1;
        self.chunks
    }

    fn term(&mut self, store: &Store, term: Cell, chunk: u32) {
        store.walk(term, |cell| {
            if cell.is_variable() {
                let number = *self.numbers.entry(cell).or_insert_with(|| {
                    self.list.push(Variable { count: 0, chunk: Some(chunk), preferred: None });
                    self.list.len() - 1
                });
                let variable = &mut self.list[number];
                variable.count += 1;
                if variable.chunk != Some(chunk) {
                    variable.chunk = None;
                }
            }
            true
        });
    }

    #[expect(clippy::cast_possible_truncation, reason = "arities are at most 1000")]
    fn call(&mut self, store: &Store, arguments: &[Cell], chunk: u32) {
        self.max_arity = self.max_arity.max(arguments.len());
        for (index, &argument) in arguments.iter().enumerate() {
            self.term(store, argument, chunk);
            if let Some(&number) = self.numbers.get(&store.deref(argument)) {
                self.list[number].preferred.get_or_insert(index as u16);
            }
        }
    }

    /// Visits goals, starting in a chunk, and returns the chunk after them.
    fn goals(&mut self, store: &Store, goals: &[Goal], mut chunk: u32, is_clause: bool) -> u32 {
        for goal in goals {
            match goal {
                Goal::Fail => {}
                Goal::Cut => self.needs_level |= is_clause && chunk != 0,
                Goal::Unify(left, right) | Goal::Is(left, right) => {
                    self.term(store, *left, chunk);
                    self.term(store, *right, chunk);
                }
                Goal::Compare(_, left, right) | Goal::Order(_, left, right) => {
                    self.term(store, *left, chunk);
                    self.term(store, *right, chunk);
                }
                Goal::Test(_, term) | Goal::Record { pattern: term, .. } => self.term(store, *term, chunk),
                Goal::Builtin { arguments, .. } => self.call(store, arguments, chunk),
                Goal::Call { arguments, .. } | Goal::Apply(arguments) => {
                    self.call(store, arguments, chunk);
                    chunk = self.new_chunk();
                }
                Goal::If { condition, then, otherwise } => {
                    let is_test = condition.iter().all(Goal::is_test);
                    let after = self.goals(store, condition, chunk, false);
                    self.goals(store, then, after, is_clause);
                    let other = if is_test { chunk } else { self.new_chunk() };
                    self.goals(store, otherwise, other, is_clause);
                    chunk = self.new_chunk();
                }
                Goal::SoftIf { condition, then, otherwise } => {
                    let after = self.goals(store, condition, chunk, false);
                    self.goals(store, then, after, is_clause);
                    let other = self.new_chunk();
                    self.goals(store, otherwise, other, is_clause);
                    chunk = self.new_chunk();
                }
                Goal::Not(inner) => {
                    self.goals(store, inner, chunk, false);
                    if !is_one_test(inner) {
                        chunk = self.new_chunk();
                    }
                }
                Goal::Or(branches) => {
                    for branch in branches {
                        let own = self.new_chunk();
                        self.goals(store, branch, own, is_clause);
                    }
                    chunk = self.new_chunk();
                }
            }
        }
        chunk
    }
}

/// Returns whether the goals are a single test, which leaves the registers unchanged on success and
/// on failure.
pub(super) fn is_one_test(goals: &[Goal]) -> bool {
    matches!(goals, [goal] if goal.is_test())
}
