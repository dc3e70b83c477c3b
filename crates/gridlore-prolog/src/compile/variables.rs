//! Where the variables of a clause live: in which chunks they stand, and how often.

use crate::map::Map;

use crate::terms::cell::Cell;
use crate::terms::store::Store;

use super::goals::Goal;

/// A variable of a clause.
#[derive(Debug, Clone)]
pub(super) struct Variable {
    /// How often it stands there.
    pub(super) count: u32,
    /// Its chunk; nothing, if there are several.
    pub(super) chunk: Option<u32>,
    /// The register that the call at the end of its chunk wants it in.
    pub(super) wanted: Option<u16>,
}

/// All variables, by their cells.
#[derive(Debug, Default)]
pub(super) struct Variables {
    pub(super) numbers: Map<Cell, usize>,
    pub(super) list: Vec<Variable>,
    chunks: u32,
    /// A cut stands behind a call: what it goes back to is to be kept.
    pub(super) needs_level: bool,
    /// The largest arity that registers are filled for.
    pub(super) most_arity: usize,
}

impl Variables {
    pub(super) fn new(store: &Store, head: Cell, goals: &[Goal]) -> Self {
        let mut variables = Self { chunks: 1, ..Self::default() };
        let range = store.argument_range(head);
        variables.most_arity = range.len();
        for at in range {
            variables.term(store, store.heap[at], 0);
        }
        variables.goals(store, goals, 0, true);
        variables
    }

    fn fresh(&mut self) -> u32 {
        self.chunks += 1;
        self.chunks
    }

    fn term(&mut self, store: &Store, term: Cell, chunk: u32) {
        store.walk(term, |cell| {
            if cell.is_variable() {
                let number = *self.numbers.entry(cell).or_insert_with(|| {
                    self.list.push(Variable { count: 0, chunk: Some(chunk), wanted: None });
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
        self.most_arity = self.most_arity.max(arguments.len());
        for (index, &argument) in arguments.iter().enumerate() {
            self.term(store, argument, chunk);
            if let Some(&number) = self.numbers.get(&store.deref(argument)) {
                self.list[number].wanted.get_or_insert(index as u16);
            }
        }
    }

    /// Goes through goals that begin in a chunk; what comes back is the chunk behind them.
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
                    chunk = self.fresh();
                }
                Goal::If { condition, then, otherwise } => {
                    let is_test = condition.iter().all(Goal::is_test);
                    let behind = self.goals(store, condition, chunk, false);
                    self.goals(store, then, behind, is_clause);
                    let other = if is_test { chunk } else { self.fresh() };
                    self.goals(store, otherwise, other, is_clause);
                    chunk = self.fresh();
                }
                Goal::SoftIf { condition, then, otherwise } => {
                    let behind = self.goals(store, condition, chunk, false);
                    self.goals(store, then, behind, is_clause);
                    let other = self.fresh();
                    self.goals(store, otherwise, other, is_clause);
                    chunk = self.fresh();
                }
                Goal::Not(inner) => {
                    self.goals(store, inner, chunk, false);
                    if !is_one_test(inner) {
                        chunk = self.fresh();
                    }
                }
                Goal::Or(branches) => {
                    for branch in branches {
                        let own = self.fresh();
                        self.goals(store, branch, own, is_clause);
                    }
                    chunk = self.fresh();
                }
            }
        }
        chunk
    }
}

/// Behind such a condition registers are what they were, whichever way it went.
pub(super) fn is_one_test(goals: &[Goal]) -> bool {
    matches!(goals, [goal] if goal.is_test())
}
