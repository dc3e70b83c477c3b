//! Code: the instructions of all clauses, and the tables to which they refer.
//!
//! Constants that are too large for an instruction are stored in a pool. The instruction set is in
//! [`instructions`].

pub(crate) mod functions;
mod instructions;
mod owner;

pub(crate) use instructions::{Binary, Instr, Operand, Place, Relation, Test, Unary};
pub(crate) use owner::{Owner, is_library_module};

use crate::map::Map;

use crate::terms::atoms::Atom;
use crate::terms::cell::Cell;
use crate::terms::record::Record;

/// An entry in a predicate's chain of clauses.
#[derive(Debug, Clone)]
pub(crate) struct Row {
    /// The key of the indexed argument: 0 for a variable; otherwise an atom, an integer or a
    /// header.
    pub(crate) key: Cell,
    pub(crate) next: u32,
    /// The next row with the same key, if the predicate has an index.
    pub(crate) next_same: u32,
    pub(crate) code: u32,
    pub(crate) length: u32,
    /// The clause is visible from generation `born` up to, but not including, `died`.
    pub(crate) born: u32,
    pub(crate) died: u32,
    pub(crate) predicate: u32,
    /// The clause as a term, if programs can inspect it.
    pub(crate) source: Option<Box<Record>>,
}

/// Sentinel: the end of a chain.
pub(crate) const NO_ROW: u32 = u32::MAX;
/// The value of `died` for a clause that has not been erased.
pub(crate) const ALIVE: u32 = u32::MAX;
/// The key that matches every argument.
pub(crate) const ANY: Cell = Cell(0);
/// Number of arguments that clause indexing considers.
pub(crate) const KEY_ARGUMENTS: usize = 4;

/// A module of a program.
#[derive(Debug)]
pub(crate) struct Module {
    pub(crate) name: Atom,
    pub(crate) exports: Vec<(Atom, u16)>,
}

/// Maximum number of modules; the contents of any further module belong to `user`.
const MAX_MODULES: usize = 10_000;

/// The effect of calling a predicate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Body {
    /// The predicate is not defined.
    Undefined,
    Clauses,
    Builtin(u16),
    /// `call/N`.
    Goal,
    /// A control construct, which is compiled when called.
    Control,
    Catch,
    /// `'$cleanup'(Goal, Cleanup)`.
    Cleanup,
}

#[derive(Debug)]
pub(crate) struct Predicate {
    pub(crate) name: Atom,
    pub(crate) arity: u16,
    pub(crate) owner: Owner,
    pub(crate) body: Body,
    pub(crate) is_dynamic: bool,
    pub(crate) is_discontiguous: bool,
    /// Whether it was declared or defined, in which case calling it is not an error.
    pub(crate) is_defined: bool,
    pub(crate) first: u32,
    pub(crate) last: u32,
    /// Number of live clauses.
    pub(crate) count: u32,
    /// Number of erased clauses that are still in the chain.
    pub(crate) dead: u32,
    /// The argument from which the keys are taken.
    pub(crate) key_argument: u16,
    /// The first and last row for each key. Present only for predicates with many clauses, all of
    /// which have a key.
    pub(crate) index: Option<Map<Cell, (u32, u32)>>,
    /// Number of clauses at which the choice of the index is reconsidered.
    pub(crate) reindex_at: u32,
    /// The number of the file that defines it.
    pub(crate) file: u32,
}

/// All code and its tables.
#[derive(Debug, Default)]
pub(crate) struct Code {
    pub(crate) instrs: Vec<Instr>,
    pub(crate) constants: Vec<Cell>,
    pool: Map<Cell, u32>,
    pub(crate) records: Vec<Record>,
    free_records: Vec<u32>,
    /// Number of cells in the records.
    recorded: usize,
    pub(crate) predicates: Vec<Predicate>,
    numbers: Map<(Owner, Atom, u16), u32>,
    pub(crate) modules: Vec<Module>,
    module_numbers: Map<Atom, u16>,
    /// The names that are used in a module or in `user` but defined elsewhere.
    pub(crate) imports: Map<(Owner, Atom, u16), u32>,
    /// Meta-arguments: goals or clauses that are qualified with the caller's module.
    pub(crate) metas: Map<u32, Box<[bool]>>,
    /// Approximate size in bytes of imports, exports and similar declarations.
    pub(crate) declared: usize,
    calls: Map<u32, u32>,
    pub(crate) rows: Vec<Row>,
    /// The keys of the first arguments of each row.
    pub(crate) row_keys: Vec<[Cell; KEY_ARGUMENTS]>,
    free_rows: Vec<u32>,
    pub(crate) generation: u32,
    /// Number of cells in the source terms of the clauses.
    pub(crate) kept: usize,
    /// The highest register number used by an instruction.
    pub(crate) max_x: usize,
}

impl Code {
    /// Returns the number of a constant in the pool, adding it if necessary.
    #[expect(clippy::cast_possible_truncation, reason = "limited by memory")]
    pub(crate) fn constant(&mut self, cell: Cell) -> u32 {
        *self.pool.entry(cell).or_insert_with(|| {
            self.constants.push(cell);
            self.constants.len() as u32 - 1
        })
    }

    /// Returns the number of a predicate, adding it if necessary.
    #[expect(clippy::cast_possible_truncation, reason = "limited by memory")]
    pub(crate) fn predicate(&mut self, owner: Owner, name: Atom, arity: u16) -> u32 {
        *self.numbers.entry((owner, name, arity)).or_insert_with(|| {
            self.predicates.push(Predicate {
                name,
                arity,
                owner,
                body: Body::Undefined,
                is_dynamic: false,
                is_discontiguous: false,
                is_defined: false,
                first: NO_ROW,
                last: NO_ROW,
                count: 0,
                dead: 0,
                key_argument: 0,
                index: None,
                reindex_at: 4,
                file: 0,
            });
            self.predicates.len() as u32 - 1
        })
    }

    pub(crate) fn find(&self, owner: Owner, name: Atom, arity: usize) -> Option<u32> {
        let arity = u16::try_from(arity).ok()?;
        self.numbers.get(&(owner, name, arity)).copied()
    }

    /// Returns the predicate to which a goal refers. A program's own definition overrides the
    /// library's; the language's definition overrides both.
    pub(crate) fn lookup(&mut self, name: Atom, arity: u16, from: Owner) -> u32 {
        if let Some(system) = self.find(Owner::System, name, arity.into()) {
            return system;
        }
        let owner = match from {
            Owner::User | Owner::Module(_) => from,
            _ if self.find(Owner::Library, name, arity.into()).is_none() => Owner::User,
            _ => Owner::Library,
        };
        self.predicate(owner, name, arity)
    }

    /// Returns the module with this name, adding it if necessary; [`Owner::User`] for `user`.
    #[expect(clippy::cast_possible_truncation, reason = "modules are limited")]
    pub(crate) fn module(&mut self, name: Atom) -> Owner {
        if name == Atom::USER {
            return Owner::User;
        }
        if let Some(&number) = self.module_numbers.get(&name) {
            return Owner::Module(number);
        }
        if self.modules.len() == MAX_MODULES {
            return Owner::User;
        }
        let number = self.modules.len() as u16;
        self.modules.push(Module { name, exports: Vec::new() });
        self.module_numbers.insert(name, number);
        Owner::Module(number)
    }

    /// Returns the module name with which goals are qualified.
    pub(crate) fn module_name(&self, owner: Owner) -> Atom {
        match owner {
            Owner::Module(number) => self.modules[usize::from(number)].name,
            _ => Atom::USER,
        }
    }

    /// Returns the inherited predicate for a program's predicate that has no definition of its own.
    pub(crate) fn resolve(&self, number: u32) -> u32 {
        let predicate = &self.predicates[number as usize];
        if predicate.body != Body::Undefined || predicate.is_defined || !predicate.owner.is_program() {
            return number;
        }
        self.find_inherited(predicate.owner, predicate.name, predicate.arity).unwrap_or(number)
    }

    /// Finds a predicate that a module does not define: first among its imports, then in `user`,
    /// then in the library.
    fn find_inherited(&self, owner: Owner, name: Atom, arity: u16) -> Option<u32> {
        if let Some(&imported) = self.imports.get(&(owner, name, arity)) {
            return Some(imported);
        }
        if matches!(owner, Owner::Module(_)) {
            let own = self.find(Owner::User, name, arity.into());
            let exists = |number: &u32| {
                let predicate = &self.predicates[*number as usize];
                predicate.body != Body::Undefined || predicate.is_defined
            };
            let found = own.filter(exists).or_else(|| self.imports.get(&(Owner::User, name, arity)).copied());
            if found.is_some() {
                return found;
            }
        }
        self.find(Owner::Library, name, arity.into())
    }

    /// Returns the predicate to which a name refers in a module, if there is one.
    pub(crate) fn find_visible(&self, owner: Owner, name: Atom, arity: usize) -> Option<u32> {
        let exists = |number: &u32| {
            let predicate = &self.predicates[*number as usize];
            predicate.body != Body::Undefined || predicate.is_defined
        };
        let own = || self.find(owner, name, arity).filter(exists);
        let inherited = || self.find_inherited(owner, name, u16::try_from(arity).ok()?).filter(exists);
        self.find(Owner::System, name, arity).or_else(own).or_else(inherited)
    }

    /// Appends instructions to the code, relocating their relative addresses.
    #[expect(clippy::cast_possible_truncation, reason = "limited by memory")]
    pub(crate) fn place(&mut self, instrs: &[Instr]) -> u32 {
        let base = self.instrs.len() as u32;
        self.instrs.extend(instrs.iter().map(|instr| instr.relocated(base)));
        base
    }

    /// Overwrites unused code with instructions.
    pub(crate) fn place_at(&mut self, base: u32, instrs: &[Instr]) {
        for (place, instr) in self.instrs[base as usize..].iter_mut().zip(instrs) {
            *place = instr.relocated(base);
        }
    }

    /// Returns the address of code that executes a predicate as a last call.
    pub(crate) fn place_call(&mut self, predicate: u32) -> u32 {
        if let Some(&at) = self.calls.get(&predicate) {
            return at;
        }
        let at = self.place(&[Instr::Execute { predicate }]);
        self.calls.insert(predicate, at);
        at
    }

    #[expect(clippy::cast_possible_truncation, reason = "limited by memory")]
    pub(crate) fn add_row(&mut self, row: Row, keys: [Cell; KEY_ARGUMENTS]) -> u32 {
        if let Some(place) = self.free_rows.pop() {
            self.rows[place as usize] = row;
            self.row_keys[place as usize] = keys;
            return place;
        }
        self.rows.push(row);
        self.row_keys.push(keys);
        self.rows.len() as u32 - 1
    }

    pub(crate) fn free_row(&mut self, row: u32) {
        if let Some(source) = self.rows[row as usize].source.take() {
            self.kept -= source.weight();
        }
        self.free_rows.push(row);
    }

    /// Returns all rows of a predicate, including erased ones.
    pub(crate) fn rows_of(&self, number: u32) -> Vec<u32> {
        let mut rows = Vec::new();
        let mut row = self.predicates[number as usize].first;
        while row != NO_ROW {
            rows.push(row);
            row = self.rows[row as usize].next;
        }
        rows
    }

    /// Returns the approximate size in bytes.
    pub(crate) const fn bytes(&self) -> usize {
        (self.kept + self.recorded) * 8
            + self.instrs.len() * 8
            + self.rows.len() * (size_of::<Row>() + size_of::<[Cell; KEY_ARGUMENTS]>() + 24)
            + self.constants.len() * 48
            + self.declared
            + self.predicates.len() * (size_of::<Predicate>() + 40)
    }

    /// Stores a record for `PutRecord` and returns its number.
    pub(crate) fn record(&mut self, record: Record) -> Option<u32> {
        self.recorded += record.weight();
        if let Some(place) = self.free_records.pop() {
            self.records[place as usize] = record;
            return Some(place);
        }
        let number = u32::try_from(self.records.len()).ok()?;
        self.records.push(record);
        Some(number)
    }

    /// Frees the records used by code to which nothing returns.
    pub(crate) fn free_records_in(&mut self, at: u32, length: u32) {
        for place in at..at + length {
            if let Instr::PutRecord { record, .. } = self.instrs[place as usize] {
                self.instrs[place as usize] = Instr::Fail;
                let before =
                    std::mem::replace(&mut self.records[record as usize], Record::constant(Cell::NIL));
                self.recorded -= before.weight();
                self.free_records.push(record);
            }
        }
    }
}
