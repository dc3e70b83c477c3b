//! Records: terms stored off the heap, for `findall/3`, `assertz/1`, `throw/1` and global
//! variables.
//!
//! A record is a separate piece of heap with relative addresses. Copying it back to the heap
//! relocates them in one pass.
//!
//! A copy repeats the subterms that a term shares, because looking up every subterm would be slow.
//! If the copy grows larger than the heap, it is made again with shared subterms. So the copy of a
//! cyclic term is cyclic.

use crate::map::Map;
use crate::terms::cell::{Cell, Tag};
use crate::terms::store::{OutOfMemory, Store};
use std::collections::hash_map::Entry;

/// A term that survives backtracking.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Record {
    cells: Vec<Cell>,
    root: Cell,
}

/// Encodes the forwarding mark of a copied variable: the address of its copy.
const fn forward(at: usize) -> Cell {
    Cell((at as u64) << 4 | Tag::Header as u64)
}

const fn forwarded(cell: Cell) -> usize {
    (cell.0 >> 4) as usize
}

impl Record {
    /// Returns the number of heap cells of the term.
    pub(crate) const fn len(&self) -> usize {
        self.cells.len()
    }

    /// Returns the approximate number of cells that the record takes, including overhead.
    pub(crate) const fn weight(&self) -> usize {
        self.cells.capacity() + 6
    }

    /// Creates a record of an atom or a small integer.
    pub(crate) const fn constant(cell: Cell) -> Self {
        Self { cells: Vec::new(), root: cell }
    }

    /// Copies a term. Without `keeps_attributes`, attributed variables are converted to plain
    /// variables.
    ///
    /// # Errors
    /// Fails if the copy would exceed the memory limit.
    pub(crate) fn new(store: &mut Store, term: Cell, keeps_attributes: bool) -> Result<Self, OutOfMemory> {
        match Self::copied(store, term, keeps_attributes, None) {
            Err(Fault::Repeats) => Self::shared(store, term, keeps_attributes),
            other => other.map_err(|_| OutOfMemory),
        }
    }

    /// Copies a term without its attributes. Returns `None` if the term is cyclic.
    ///
    /// # Errors
    /// Fails if the copy would exceed the memory limit.
    pub(crate) fn finite(store: &mut Store, term: Cell) -> Result<Option<Self>, OutOfMemory> {
        match Self::copied(store, term, false, None) {
            Err(Fault::Repeats) if !store.is_acyclic(term) => Ok(None),
            Err(Fault::Repeats) => Self::shared(store, term, false).map(Some),
            other => other.map(Some).map_err(|_| OutOfMemory),
        }
    }

    /// Copies a term, and each of its shared subterms only once.
    fn shared(store: &mut Store, term: Cell, keeps_attributes: bool) -> Result<Self, OutOfMemory> {
        Self::copied(store, term, keeps_attributes, Some(Map::default())).map_err(|_| OutOfMemory)
    }

    fn copied(
        store: &mut Store,
        term: Cell,
        keeps_attributes: bool,
        copies: Option<Map<usize, usize>>,
    ) -> Result<Self, Fault> {
        let root = store.deref(term);
        if matches!(root.tag(), Tag::Atom | Tag::Integer) {
            return Ok(Self::constant(root));
        }
        let max_cells = if copies.is_some() { usize::MAX } else { 2 * store.top() + CELLS_PER_CHECK };
        let mut copier =
            Copier { store, cells: Vec::new(), marked: Vec::new(), keeps_attributes, copies, max_cells };
        let root = copier.shallow(root);
        let result = copier.scan();
        // Restore the variables.
        while let Some((at, cell)) = copier.marked.pop() {
            copier.store.heap[at] = cell;
        }
        let is_whole = !copier.store.meter.is_exhausted();
        let cells = copier.cells;
        result?;
        if is_whole { Ok(Self { cells, root }) } else { Err(Fault::Memory) }
    }

    /// Copies the term to the heap.
    ///
    /// # Errors
    /// Fails if the heap is full.
    pub(crate) fn put(&self, store: &mut Store) -> Result<Cell, OutOfMemory> {
        store.reserve(self.cells.len())?;
        Ok(self.put_unchecked(store))
    }

    /// Copies a ball to the heap. A small ball is copied even if memory is exhausted, so that the
    /// error can be reported.
    ///
    /// # Errors
    /// Fails if the heap is full and the ball is large.
    pub(crate) fn put_ball(&self, store: &mut Store) -> Result<Cell, OutOfMemory> {
        if self.cells.len() > CELLS_PER_CHECK {
            store.reserve(self.cells.len())?;
        }
        Ok(self.put_unchecked(store))
    }

    fn put_unchecked(&self, store: &mut Store) -> Cell {
        let base = store.top();
        let relocated = |cell: Cell| match cell.tag() {
            Tag::Reference | Tag::Attributed | Tag::Structure | Tag::List | Tag::Boxed => {
                Cell(cell.0 + ((base as u64) << 3))
            }
            _ => cell,
        };
        let mut rest = 0usize;
        store.heap.extend(self.cells.iter().map(|&cell| {
            if rest > 0 {
                rest -= 1;
                return cell;
            }
            if cell.is_box_header() {
                rest = cell.box_words();
            }
            relocated(cell)
        }));
        relocated(self.root)
    }
}

/// Number of cells copied between two checks of the free memory.
const CELLS_PER_CHECK: usize = 1 << 10;

/// Size of a map entry in bytes.
const ENTRY_BYTES: usize = 18;

/// The reason why a copy ended early.
enum Fault {
    Memory,
    /// The copy has outgrown the heap, so some subterms have been copied more than once.
    Repeats,
}

struct Copier<'a> {
    store: &'a mut Store,
    cells: Vec<Cell>,
    /// Addresses of variables that hold a forwarding mark, and their original values.
    marked: Vec<(usize, Cell)>,
    keeps_attributes: bool,
    /// The addresses of compound terms and of their copies, if these are shared.
    copies: Option<Map<usize, usize>>,
    /// Maximum number of cells.
    max_cells: usize,
}

impl Copier<'_> {
    /// Copies one cell and its arguments. The arguments still point to the heap; the scan copies
    /// them later.
    fn shallow(&mut self, cell: Cell) -> Cell {
        let cell = self.store.deref(cell);
        match cell.tag() {
            Tag::Atom | Tag::Integer => cell,
            // This variable was copied before.
            Tag::Header => Cell::reference(forwarded(cell)),
            Tag::Reference => {
                let at = self.cells.len();
                self.cells.push(Cell::reference(at));
                self.mark(cell.at(), at);
                Cell::reference(at)
            }
            Tag::Attributed => {
                let at = self.cells.len();
                let attributes = self.store.heap[cell.at() + 1];
                if self.keeps_attributes && attributes != Cell::NIL {
                    self.cells.extend([Cell::new(Tag::Attributed, at), attributes, Cell::integer(0)]);
                } else {
                    self.cells.push(Cell::reference(at));
                }
                self.mark(cell.at(), at);
                Cell::reference(at)
            }
            Tag::List | Tag::Structure => {
                let at = self.cells.len();
                if let Some(copies) = &mut self.copies {
                    match copies.entry(cell.at()) {
                        Entry::Occupied(entry) => return Cell::new(cell.tag(), *entry.get()),
                        Entry::Vacant(entry) => entry.insert(at),
                    };
                }
                let range = self.store.argument_range(cell);
                if range.len() > CELLS_PER_CHECK && !self.fits(range.len()) {
                    return Cell::NIL;
                }
                if cell.tag() == Tag::Structure {
                    self.cells.push(self.store.heap[cell.at()]);
                }
                // A variable argument may already hold a mark, so it is stored as a reference to
                // its address.
                self.cells.extend(range.map(|at| {
                    let cell = self.store.heap[at];
                    if cell.tag() == Tag::Header || cell.is_variable() { Cell::reference(at) } else { cell }
                }));
                Cell::new(cell.tag(), at)
            }
            Tag::Boxed => {
                let at = self.cells.len();
                let words = self.store.heap[cell.at()].box_words();
                if words > CELLS_PER_CHECK && !(self.store.meter.spend(words / 8) && self.fits(words)) {
                    return Cell::NIL;
                }
                self.cells.extend_from_slice(&self.store.heap[cell.at()..=cell.at() + words]);
                Cell::boxed(at)
            }
        }
    }

    fn mark(&mut self, place: usize, copy: usize) {
        self.marked.push((place, self.store.heap[place]));
        self.store.heap[place] = forward(copy);
    }

    /// Returns whether this many more cells fit, in addition to those already copied.
    fn fits(&self, cells: usize) -> bool {
        let entries = self.copies.as_ref().map_or(0, Map::capacity);
        self.store.holds((self.cells.len() + cells) * 8 + self.marked.len() * 16 + entries * ENTRY_BYTES)
    }

    fn scan(&mut self) -> Result<(), Fault> {
        let mut at = 0;
        let mut checked_at = 0;
        while at < self.cells.len() {
            if !self.store.meter.tick() {
                return Err(Fault::Memory);
            }
            let cell = self.cells[at];
            if cell.tag() == Tag::Header {
                at += if cell.is_box_header() { cell.box_words() + 1 } else { 1 };
                continue;
            }
            // A variable in the copy points to itself; all other pointers still point to the heap.
            let is_own = cell.is_variable() && cell.at() == at && self.is_copied_variable(at);
            if cell.tag() == Tag::Attributed && is_own {
                at += 1;
                continue;
            }
            if !is_own {
                let copied = self.shallow(cell);
                self.cells[at] = copied;
            }
            at += 1;
            if self.cells.len() > checked_at + CELLS_PER_CHECK {
                checked_at = self.cells.len();
                if self.cells.len() > self.max_cells {
                    return Err(Fault::Repeats);
                }
                if !self.fits(0) {
                    return Err(Fault::Memory);
                }
            }
        }
        Ok(())
    }

    /// Returns whether the cell at this index of the copy is a copied variable, rather than a heap
    /// address that looks the same.
    fn is_copied_variable(&self, at: usize) -> bool {
        self.marked.binary_search_by_key(&at, |&(place, _)| forwarded(self.store.heap[place])).is_ok()
    }
}
