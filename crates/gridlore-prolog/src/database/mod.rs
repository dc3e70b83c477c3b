//! The clause database.
//!
//! A predicate's clauses are a chain of rows. A call sees the clauses of the generation in which it
//! started (the logical update view). Rows of erased clauses stay in the chain while a choice point
//! can reach them.

mod consult;
pub(crate) mod modules;
mod operators;

use crate::map::Map;

use crate::code::{ALIVE, ANY, Body, KEY_ARGUMENTS, NO_ROW, Owner, Row};
use crate::machine::{Alternative, Machine, Thrown};
use crate::terms::atoms::Atom;
use crate::terms::cell::{Cell, Tag};
use crate::terms::record::Record;

/// Minimum number of clauses for building an index.
const MIN_INDEXED_CLAUSES: u32 = 8;

/// Standard predicates that are defined in the library.
const PROTECTED: [(&str, usize); 28] = [
    ("true", 0),
    ("fail", 0),
    ("false", 0),
    ("repeat", 0),
    ("once", 1),
    ("abolish", 1),
    ("retract", 1),
    ("retractall", 1),
    ("dynamic", 1),
    ("discontiguous", 1),
    ("multifile", 1),
    ("initialization", 1),
    ("current_predicate", 1),
    ("clause", 2),
    ("current_prolog_flag", 2),
    ("length", 2),
    ("phrase", 2),
    ("phrase", 3),
    ("predicate_property", 2),
    ("subsumes_term", 2),
    ("arg", 3),
    ("atom_concat", 3),
    ("bagof", 3),
    ("current_op", 3),
    ("findall", 3),
    ("setof", 3),
    ("setup_call_cleanup", 3),
    ("sub_atom", 5),
];

impl Machine {
    /// Returns the owner, head and body of a clause; `owner` applies if there is no module prefix.
    pub(crate) fn clause_parts(&mut self, clause: Cell, owner: Owner) -> Result<(Owner, Cell, Cell), Thrown> {
        if owner == Owner::Library {
            let clause = self.without_module(clause);
            return Ok(match self.store.arguments(clause, Atom::NECK) {
                Some([head, body]) => (owner, self.store.deref(head), body),
                None => (owner, clause, Cell::atom(Atom::TRUE)),
            });
        }
        let own = |owner: Owner| if owner.is_program() { owner } else { Owner::User };
        let (outer, clause) = self.qualified(clause, owner)?;
        let outer = own(outer);
        let (owner, head, body) = match self.store.arguments(clause, Atom::NECK) {
            Some([head, body]) => {
                let (inner, head) = self.qualified(head, outer)?;
                let inner = own(inner);
                // The body belongs to the module in which the clause is written.
                let body = if inner == outer { body } else { self.with_module(outer, body) };
                (inner, head, body)
            }
            None => (outer, clause, Cell::atom(Atom::TRUE)),
        };
        match head.tag() {
            Tag::Reference | Tag::Attributed => Err(self.instantiation_error()),
            Tag::Atom | Tag::Structure => Ok((owner, head, body)),
            _ => Err(self.type_error("callable", head)),
        }
    }

    /// Returns the name and arity of a head.
    pub(crate) fn head_functor(&self, head: Cell) -> (Atom, usize) {
        self.store.functor(head).unwrap_or((head.as_atom().unwrap_or(Atom::NIL), 0))
    }

    /// Returns the predicate to which an update refers.
    fn predicate_to_change(&mut self, name: Atom, arity: usize, owner: Owner) -> Result<u32, Thrown> {
        let Ok(count) = u16::try_from(arity) else { return Err(self.resource_error("arity")) };
        if count > 1000 {
            return Err(self.resource_error("arity"));
        }
        if owner.is_program() && self.is_protected(name, arity) {
            let indicator = self.indicator(name, arity);
            return Err(self.permission_error("modify", "static_procedure", indicator));
        }
        Ok(self.code.predicate(owner, name, count))
    }

    /// Returns whether a predicate belongs to the language, so that programs can neither change nor
    /// redefine it.
    ///
    /// All other library predicates can be redefined, as in SWI-Prolog.
    pub(crate) fn is_protected(&self, name: Atom, arity: usize) -> bool {
        self.code.find(Owner::System, name, arity).is_some()
            || PROTECTED.contains(&(self.atoms.name(name), arity))
    }

    /// Adds a clause and returns its row.
    ///
    /// # Errors
    /// Fails if the body is not callable, the predicate belongs to the language, or memory is
    /// exhausted.
    pub(crate) fn add_clause(
        &mut self,
        head: Cell,
        body: Cell,
        owner: Owner,
        is_last: bool,
        is_dynamic: bool,
    ) -> Result<u32, Thrown> {
        let (name, arity) = self.head_functor(head);
        let number = self.predicate_to_change(name, arity, owner)?;
        {
            let predicate = &mut self.code.predicates[number as usize];
            if predicate.body == Body::Undefined {
                predicate.body = Body::Clauses;
                predicate.is_dynamic |= is_dynamic;
            }
            predicate.is_defined = true;
        }
        let keeps_source = owner.is_program();
        self.check_memory()?;
        let source = if keeps_source {
            let term = self.store.put_structure(Atom::NECK, &[head, body]);
            let Some(source) = Record::finite(&mut self.store, term)? else {
                let is_stopped = self.store.meter.is_exhausted();
                return Err(if is_stopped {
                    self.interrupted()
                } else {
                    self.representation_error("cyclic_term")
                });
            };
            // The code takes about the same amount of memory again.
            self.store.reserve(source.weight() + source.len())?;
            self.store.elsewhere += source.weight();
            Some(Box::new(source))
        } else {
            None
        };
        let instrs = self.compile_clause(head, body, owner)?;
        if self.store.meter.is_exhausted() {
            return Err(self.interrupted());
        }
        let (code, length) = if self.code.predicates[number as usize].is_dynamic {
            self.place_reusable(&instrs)
        } else {
            (self.code.place(&instrs), u32::try_from(instrs.len()).unwrap_or(u32::MAX))
        };
        let mut keys = [ANY; KEY_ARGUMENTS];
        for (index, key) in keys.iter_mut().enumerate().take(arity) {
            *key = self.key(self.store.argument(head, index));
        }
        if self.can_start_generation() {
            self.code.generation += 1;
        }
        let key =
            keys.get(usize::from(self.code.predicates[number as usize].key_argument)).copied().unwrap_or(ANY);
        let row = Row {
            key,
            next: NO_ROW,
            next_same: NO_ROW,
            code,
            length,
            born: self.code.generation,
            died: ALIVE,
            predicate: number,
            source,
        };
        self.code.kept += row.source.as_ref().map_or(0, |source| source.weight());
        let place = self.code.add_row(row, keys);
        self.link(number, place, is_last);
        self.choose_index(number);
        Ok(place)
    }

    /// Returns whether a new generation can start; the number of generations is limited.
    const fn can_start_generation(&self) -> bool {
        self.code.generation < ALIVE - 2
    }

    fn link(&mut self, number: u32, place: u32, is_last: bool) {
        let code = &mut self.code;
        let predicate = &mut code.predicates[number as usize];
        predicate.count += 1;
        let key = code.rows[place as usize].key;
        if predicate.first == NO_ROW {
            predicate.first = place;
            predicate.last = place;
        } else if is_last {
            code.rows[predicate.last as usize].next = place;
            predicate.last = place;
        } else {
            code.rows[place as usize].next = predicate.first;
            predicate.first = place;
        }
        let Some(index) = &mut predicate.index else { return };
        if key == ANY {
            predicate.index = None;
            return;
        }
        match index.entry(key) {
            std::collections::hash_map::Entry::Vacant(entry) => {
                entry.insert((place, place));
            }
            std::collections::hash_map::Entry::Occupied(mut entry) => {
                let (first, last) = *entry.get();
                if is_last {
                    code.rows[last as usize].next_same = place;
                    entry.insert((first, place));
                } else {
                    code.rows[place as usize].next_same = first;
                    entry.insert((place, last));
                }
            }
        }
    }

    /// Chooses an argument and builds an index on it once there are enough clauses.
    fn choose_index(&mut self, number: u32) {
        let predicate = &self.code.predicates[number as usize];
        if predicate.count < predicate.reindex_at || predicate.arity == 0 {
            return;
        }
        if self.has_choice_point(number) {
            return;
        }
        let code = &mut self.code;
        let predicate = &mut code.predicates[number as usize];
        predicate.reindex_at = predicate.count * 2;
        let rows = code.rows_of(number);
        let arity = usize::from(code.predicates[number as usize].arity).min(KEY_ARGUMENTS);
        // The first argument that is bound in every clause; otherwise, the argument that is bound
        // in most clauses.
        let bound = |argument: usize| {
            rows.iter().filter(|&&row| code.row_keys[row as usize][argument] != ANY).count()
        };
        self.store.meter.spend(rows.len() * 8);
        let distinct = |argument: usize| {
            let keys: crate::map::Set<Cell> =
                rows.iter().map(|&row| code.row_keys[row as usize][argument]).collect();
            keys.len()
        };
        let mut best = 0;
        let mut best_score = (0, 0);
        for argument in 0..arity {
            let score = (bound(argument).min(rows.len()), distinct(argument));
            // The first argument is preferred, because programs are written for first-argument
            // indexing.
            let is_better = if best == 0 && best_score.1 > 1 {
                best_score.0 * 2 < score.0 && score.1 > best_score.1
            } else {
                score.0 > best_score.0 && score.1 > 1
            };
            if argument == 0 || is_better {
                best = argument;
                best_score = score;
            }
        }
        let is_indexable =
            code.predicates[number as usize].count >= MIN_INDEXED_CLAUSES && bound(best) == rows.len();
        code.predicates[number as usize].key_argument = u16::try_from(best).unwrap_or(0);
        for &row in &rows {
            code.rows[row as usize].key = code.row_keys[row as usize][best];
            code.rows[row as usize].next_same = NO_ROW;
        }
        code.predicates[number as usize].index = is_indexable.then(|| {
            let mut index: Map<Cell, (u32, u32)> = Map::default();
            for &row in &rows {
                let key = code.rows[row as usize].key;
                if let Some((_, last)) = index.get_mut(&key) {
                    code.rows[*last as usize].next_same = row;
                    *last = row;
                } else {
                    index.insert(key, (row, row));
                }
            }
            index
        });
    }

    /// Returns whether a choice point can return to a clause of the predicate.
    fn has_choice_point(&self, number: u32) -> bool {
        self.store.meter.spend(self.choices.len() / 4);
        self.choices.iter().any(|choice| match choice.alternative {
            Alternative::Row { row, .. } => self.code.rows[row as usize].predicate == number,
            _ => false,
        })
    }

    /// Erases a clause, and returns whether it was still alive.
    pub(crate) fn erase(&mut self, row: u32) -> bool {
        if self.code.rows[row as usize].died != ALIVE {
            return false;
        }
        if self.can_start_generation() {
            self.code.generation += 1;
        }
        self.code.rows[row as usize].died = self.code.generation;
        let number = self.code.rows[row as usize].predicate;
        let predicate = &mut self.code.predicates[number as usize];
        predicate.count -= 1;
        predicate.dead += 1;
        if predicate.dead > 8 + predicate.count && !self.has_choice_point(number) {
            self.purge(number);
        }
        true
    }

    /// Removes erased rows from the chain.
    fn purge(&mut self, number: u32) {
        let rows = self.code.rows_of(number);
        let (living, dead): (Vec<u32>, Vec<u32>) =
            rows.into_iter().partition(|&row| self.code.rows[row as usize].died == ALIVE);
        for &row in &dead {
            let Row { code, length, .. } = self.code.rows[row as usize];
            self.drop_code(code, length);
            self.code.free_row(row);
        }
        for (index, &row) in living.iter().enumerate() {
            let next = living.get(index + 1).copied().unwrap_or(NO_ROW);
            self.code.rows[row as usize].next = next;
        }
        let predicate = &mut self.code.predicates[number as usize];
        predicate.first = living.first().copied().unwrap_or(NO_ROW);
        predicate.last = living.last().copied().unwrap_or(NO_ROW);
        predicate.dead = 0;
        if predicate.index.take().is_some() {
            predicate.reindex_at = 0;
            self.choose_index(number);
        }
    }

    /// Returns the live rows whose clauses can match a head.
    pub(crate) fn live_rows(&self, number: u32, head: Cell) -> Vec<u32> {
        let predicate = &self.code.predicates[number as usize];
        let key = if predicate.arity == 0 {
            ANY
        } else {
            self.key(self.store.argument(head, usize::from(predicate.key_argument)))
        };
        let (mut row, is_indexed) = match &predicate.index {
            Some(index) if key != ANY => (index.get(&key).map_or(NO_ROW, |&(first, _)| first), true),
            _ => (predicate.first, false),
        };
        let mut rows = Vec::new();
        loop {
            row = self.matching(row, key, self.code.generation, is_indexed);
            if row == NO_ROW {
                return rows;
            }
            rows.push(row);
            if !self.store.meter.tick() {
                return rows;
            }
            let found = &self.code.rows[row as usize];
            row = if is_indexed { found.next_same } else { found.next };
        }
    }

    /// Declares a dynamic predicate.
    pub(crate) fn declare_dynamic(&mut self, owner: Owner, name: Atom, arity: usize) -> Result<(), Thrown> {
        let number = self.predicate_to_change(name, arity, owner)?;
        let predicate = &mut self.code.predicates[number as usize];
        predicate.is_dynamic = true;
        predicate.is_defined = true;
        if predicate.body == Body::Undefined {
            predicate.body = Body::Clauses;
        }
        Ok(())
    }
}
