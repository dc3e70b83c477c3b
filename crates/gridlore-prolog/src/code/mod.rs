//! Code: the instructions of all clauses, and the tables that they refer to.
//!
//! Constants that need more than an instruction holds are in a pool. The kinds of instructions are
//! in [`instructions`].

pub(crate) mod functions;
mod instructions;
mod owner;

pub(crate) use instructions::{Binary, Instr, Operand, Place, Relation, Test, Unary};
pub(crate) use owner::{Owner, is_of_library};

use crate::map::Map;

use crate::terms::atoms::Atom;
use crate::terms::cell::Cell;
use crate::terms::record::Record;

/// A clause's place in the chain of its predicate.
#[derive(Debug, Clone)]
pub(crate) struct Row {
    /// What the argument that is looked at must be: 0 for anything, else an atom, an integer or a
    /// header.
    pub(crate) key: Cell,
    pub(crate) next: u32,
    /// The next with the same key, where the predicate has an index.
    pub(crate) next_same: u32,
    pub(crate) code: u32,
    pub(crate) length: u32,
    /// The generations between which it is there.
    pub(crate) born: u32,
    pub(crate) died: u32,
    pub(crate) predicate: u32,
    /// Its text as a term, where it can be asked for.
    pub(crate) source: Option<Box<Record>>,
}

/// No row.
pub(crate) const NO_ROW: u32 = u32::MAX;
/// No generation: it lives.
pub(crate) const ALIVE: u32 = u32::MAX;
/// The key of a clause that takes anything.
pub(crate) const ANY: Cell = Cell(0);
/// Arguments that may be the ones clauses are told apart by.
pub(crate) const KEY_ARGUMENTS: usize = 4;

/// A module of a program.
#[derive(Debug)]
pub(crate) struct Module {
    pub(crate) name: Atom,
    pub(crate) exports: Vec<(Atom, u16)>,
}

/// There are no more modules; what is in others counts as the program's own.
const MOST_MODULES: usize = 10_000;

/// What a call of a predicate does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Body {
    /// Nothing is known of it.
    Undefined,
    Clauses,
    Builtin(u16),
    /// `call/N`.
    Goal,
    /// A control construct, which a call compiles.
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
    /// It was declared or defined: a call of it is no mistake.
    pub(crate) is_defined: bool,
    pub(crate) first: u32,
    pub(crate) last: u32,
    /// How many clauses live.
    pub(crate) count: u32,
    /// How many are dead and still in the chain.
    pub(crate) dead: u32,
    /// Which argument the keys are of.
    pub(crate) key_argument: u16,
    /// Clauses by key, where there are many and all have one: the first and the last of each.
    pub(crate) index: Option<Map<Cell, (u32, u32)>>,
    /// At how many clauses keys are looked at again.
    pub(crate) look_again: u32,
    /// The file that it was consulted from.
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
    /// How many cells they take.
    recorded: usize,
    pub(crate) predicates: Vec<Predicate>,
    numbers: Map<(Owner, Atom, u16), u32>,
    pub(crate) modules: Vec<Module>,
    module_numbers: Map<Atom, u16>,
    /// What names of a module, or of the program, mean that it does not define itself.
    pub(crate) imports: Map<(Owner, Atom, u16), u32>,
    /// Which arguments of a predicate are goals or clauses, whose module is that of the caller.
    pub(crate) metas: Map<u32, Box<[bool]>>,
    /// Bytes of imports, exports and such declarations, about.
    pub(crate) declared: usize,
    calls: Map<u32, u32>,
    pub(crate) rows: Vec<Row>,
    /// What the first arguments of each row must be.
    pub(crate) row_keys: Vec<[Cell; KEY_ARGUMENTS]>,
    free_rows: Vec<u32>,
    pub(crate) generation: u32,
    /// How many cells the sources of clauses take.
    pub(crate) kept: usize,
    /// No instruction uses more registers.
    pub(crate) most_x: usize,
}

impl Code {
    /// The number of a constant in the pool.
    #[expect(clippy::cast_possible_truncation, reason = "memory ends first")]
    pub(crate) fn constant(&mut self, cell: Cell) -> u32 {
        *self.pool.entry(cell).or_insert_with(|| {
            self.constants.push(cell);
            self.constants.len() as u32 - 1
        })
    }

    /// The number of a predicate, which is made if it is not there.
    #[expect(clippy::cast_possible_truncation, reason = "memory ends first")]
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
                look_again: 4,
                file: 0,
            });
            self.predicates.len() as u32 - 1
        })
    }

    pub(crate) fn known(&self, owner: Owner, name: Atom, arity: usize) -> Option<u32> {
        let arity = u16::try_from(arity).ok()?;
        self.numbers.get(&(owner, name, arity)).copied()
    }

    /// The predicate that a goal in a program means: its own before the library's, the language's
    /// before all.
    pub(crate) fn meant(&mut self, name: Atom, arity: u16, from: Owner) -> u32 {
        if let Some(system) = self.known(Owner::System, name, arity.into()) {
            return system;
        }
        let owner = match from {
            Owner::User | Owner::Module(_) => from,
            _ if self.known(Owner::Library, name, arity.into()).is_none() => Owner::User,
            _ => Owner::Library,
        };
        self.predicate(owner, name, arity)
    }

    /// The module of a name, which is made if it is not there; [`Owner::User`] for `user`.
    #[expect(clippy::cast_possible_truncation, reason = "modules are limited")]
    pub(crate) fn module(&mut self, name: Atom) -> Owner {
        if name == Atom::USER {
            return Owner::User;
        }
        if let Some(&number) = self.module_numbers.get(&name) {
            return Owner::Module(number);
        }
        if self.modules.len() == MOST_MODULES {
            return Owner::User;
        }
        let number = self.modules.len() as u16;
        self.modules.push(Module { name, exports: Vec::new() });
        self.module_numbers.insert(name, number);
        Owner::Module(number)
    }

    /// The name that goals are qualified with.
    pub(crate) fn module_name(&self, owner: Owner) -> Atom {
        match owner {
            Owner::Module(number) => self.modules[usize::from(number)].name,
            _ => Atom::USER,
        }
    }

    /// What a predicate of a program that has no clauses stands for.
    pub(crate) fn resolved(&self, number: u32) -> u32 {
        let predicate = &self.predicates[number as usize];
        if predicate.body != Body::Undefined || predicate.is_defined || !predicate.owner.is_program() {
            return number;
        }
        self.inherited(predicate.owner, predicate.name, predicate.arity).unwrap_or(number)
    }

    /// What a name means in a module that does not define it: what was imported, then what the
    /// program has, then the library's.
    fn inherited(&self, owner: Owner, name: Atom, arity: u16) -> Option<u32> {
        if let Some(&imported) = self.imports.get(&(owner, name, arity)) {
            return Some(imported);
        }
        if matches!(owner, Owner::Module(_)) {
            let own = self.known(Owner::User, name, arity.into());
            let is_there = |number: &u32| {
                let predicate = &self.predicates[*number as usize];
                predicate.body != Body::Undefined || predicate.is_defined
            };
            let found =
                own.filter(is_there).or_else(|| self.imports.get(&(Owner::User, name, arity)).copied());
            if found.is_some() {
                return found;
            }
        }
        self.known(Owner::Library, name, arity.into())
    }

    /// The predicate that a name means in a module, if it is there.
    pub(crate) fn visible(&self, owner: Owner, name: Atom, arity: usize) -> Option<u32> {
        let is_there = |number: &u32| {
            let predicate = &self.predicates[*number as usize];
            predicate.body != Body::Undefined || predicate.is_defined
        };
        let own = || self.known(owner, name, arity).filter(is_there);
        let inherited = || self.inherited(owner, name, u16::try_from(arity).ok()?).filter(is_there);
        self.known(Owner::System, name, arity).or_else(own).or_else(inherited)
    }

    /// Puts instructions at the end of the code; addresses within them count from their beginning.
    #[expect(clippy::cast_possible_truncation, reason = "memory ends first")]
    pub(crate) fn place(&mut self, instrs: &[Instr]) -> u32 {
        let base = self.instrs.len() as u32;
        self.instrs.extend(instrs.iter().map(|instr| instr.moved(base)));
        base
    }

    /// Puts them where code was that is no more.
    pub(crate) fn place_at(&mut self, base: u32, instrs: &[Instr]) {
        for (place, instr) in self.instrs[base as usize..].iter_mut().zip(instrs) {
            *place = instr.moved(base);
        }
    }

    /// Code that calls a predicate and leaves its clause.
    pub(crate) fn place_call(&mut self, predicate: u32) -> u32 {
        if let Some(&at) = self.calls.get(&predicate) {
            return at;
        }
        let at = self.place(&[Instr::Execute { predicate }]);
        self.calls.insert(predicate, at);
        at
    }

    #[expect(clippy::cast_possible_truncation, reason = "memory ends first")]
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

    /// The chain of a predicate, dead rows with it.
    pub(crate) fn rows_of(&self, number: u32) -> Vec<u32> {
        let mut rows = Vec::new();
        let mut row = self.predicates[number as usize].first;
        while row != NO_ROW {
            rows.push(row);
            row = self.rows[row as usize].next;
        }
        rows
    }

    /// How many bytes all this takes, about.
    pub(crate) const fn bytes(&self) -> usize {
        (self.kept + self.recorded) * 8
            + self.instrs.len() * 8
            + self.rows.len() * (size_of::<Row>() + size_of::<[Cell; KEY_ARGUMENTS]>() + 24)
            + self.constants.len() * 48
            + self.declared
            + self.predicates.len() * (size_of::<Predicate>() + 40)
    }

    /// The number of a record that instructions put on the heap.
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

    /// Code that nothing will come back to: its records are free.
    pub(crate) fn free_records_of(&mut self, at: u32, length: u32) {
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
