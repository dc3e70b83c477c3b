//! The store: the heap of terms, the trail for undoing bindings, and the list of newly bound
//! attributed variables.
//!
//! An unbound variable is a heap cell that refers to itself. If a variable is older than the newest
//! choice point, binding it pushes its address on the trail. Every traversal of terms uses an
//! explicit stack, so terms can nest to any depth, and calls the meter at each step. A traversal
//! ended by a limit has an arbitrary result, which is never used because the machine throws.

use std::cmp::Ordering;
use std::ops::Range;
use std::rc::Rc;

use num_bigint::{BigInt, Sign};

use crate::map::Set;
use crate::meter::{Exceeded, Meter};
use crate::terms::atoms::{Atom, Atoms};
use crate::terms::cell::{BoxKind, Cell, Tag};
use crate::terms::number::Number;

/// The error for exceeding the memory limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct OutOfMemory;

/// Number of pairs unified or compared before cycle detection starts.
pub(crate) const STEPS_BEFORE_CYCLE_CHECK: usize = 1 << 16;

/// Number of steps of a traversal between two checks of its stack's memory.
const STACK_STEPS: usize = 1 << 10;

/// The address in [`Store::woken`] that marks a goal, not a variable.
pub(crate) const GOAL: usize = usize::MAX;

/// Maximum capacity, in pairs, of a stack kept for the next unification.
const MAX_KEPT_STACK: usize = 1 << 12;

/// The kinds of trail entries.
const TRAIL_VARIABLE: u64 = 0;
const TRAIL_CELL: u64 = 1;

#[derive(Debug)]
pub(crate) struct Store {
    pub(crate) heap: Vec<Cell>,
    /// Addresses of bound variables. If the lowest bit is set, the previous entry is the old value
    /// of the cell.
    trail: Vec<u64>,
    /// The height of the heap at the newest choice point.
    pub(crate) heap_mark: usize,
    /// Attributed variables bound since the last wake-up, and their values.
    pub(crate) woken: Vec<(usize, Cell)>,
    /// Maximum number of cells in all stacks and tables.
    pub(crate) limit: usize,
    /// Number of cells in the other stacks and tables when the machine last counted them.
    pub(crate) elsewhere: usize,
    pub(crate) meter: Rc<Meter>,
    stack: Vec<(Cell, Cell)>,
}

impl Store {
    pub(crate) fn new(limit: usize) -> Self {
        Self {
            heap: Vec::with_capacity(1 << 12),
            trail: Vec::new(),
            heap_mark: 0,
            woken: Vec::new(),
            limit,
            elsewhere: 0,
            meter: Rc::new(Meter::default()),
            stack: Vec::new(),
        }
    }

    // --- memory

    /// Returns the number of free cells.
    pub(crate) const fn room(&self) -> usize {
        self.limit.saturating_sub(self.heap.len() + self.trail.len() + self.elsewhere)
    }

    /// Guarantees this many free cells until the other stacks are counted again.
    pub(crate) fn guarantee_room(&mut self, cells: usize) {
        let rest = self.limit.saturating_sub(self.heap.len() + self.trail.len() + cells);
        self.elsewhere = self.elsewhere.min(rest);
    }

    /// Returns whether `bytes` bytes are free; if not, records that the memory limit is exceeded.
    pub(crate) fn holds(&self, bytes: usize) -> bool {
        if bytes / 8 > self.room() {
            self.meter.exceed(Exceeded::Memory);
        }
        !self.meter.is_exhausted()
    }

    /// Returns whether over half of the memory is in use; the stacks are then counted more often.
    #[inline(always)]
    pub(crate) const fn is_tight(&self) -> bool {
        self.heap.len() + self.trail.len() + self.elsewhere > self.limit / 2
    }

    /// Frees memory that the heap and its trail do not need.
    pub(crate) fn shrink(&mut self) {
        self.heap.shrink_to_fit();
        self.trail.shrink_to_fit();
    }

    /// Counts a step of a traversal with a stack of `bytes` bytes; returns `false` once a limit is
    /// exceeded.
    #[inline(always)]
    fn walk_tick(&self, steps: &mut usize, bytes: impl FnOnce() -> usize) -> bool {
        *steps += 1;
        self.meter.tick() && (!steps.is_multiple_of(STACK_STEPS) || self.holds(bytes()))
    }

    // --- variables and the trail

    #[inline(always)]
    pub(crate) fn deref(&self, mut cell: Cell) -> Cell {
        while cell.is_variable() {
            let next = self.heap[cell.at()];
            if next == cell {
                break;
            }
            cell = next;
        }
        cell
    }

    #[inline(always)]
    pub(crate) fn push(&mut self, cell: Cell) {
        self.heap.push(cell);
    }

    pub(crate) const fn top(&self) -> usize {
        self.heap.len()
    }

    #[inline(always)]
    pub(crate) fn new_variable(&mut self) -> Cell {
        let cell = Cell::reference(self.heap.len());
        self.heap.push(cell);
        cell
    }

    /// Creates a variable with attributes (a term) and a domain number, or 0 for no domain.
    pub(crate) fn new_attributed(&mut self, attributes: Cell, domain: Cell) -> Cell {
        let cell = Cell::new(Tag::Attributed, self.heap.len());
        self.heap.extend([cell, attributes, domain]);
        cell
    }

    /// Binds an unbound variable without attributes.
    #[inline(always)]
    pub(crate) fn bind(&mut self, at: usize, to: Cell) {
        self.heap[at] = to;
        if at < self.heap_mark {
            self.trail.push((at as u64) << 1 | TRAIL_VARIABLE);
        }
    }

    /// Assigns a cell; backtracking restores the old value.
    pub(crate) fn assign(&mut self, at: usize, cell: Cell) {
        if at < self.heap_mark {
            self.trail.push(self.heap[at].0);
            self.trail.push((at as u64) << 1 | TRAIL_CELL);
        }
        self.heap[at] = cell;
    }

    pub(crate) const fn trail_top(&self) -> usize {
        self.trail.len()
    }

    /// Returns the variables bound since a mark, and their values.
    pub(crate) fn bindings_since(&self, mark: usize) -> Vec<(usize, Cell)> {
        let mut bound = Vec::new();
        let mut at = self.trail.len();
        while at > mark {
            at -= 1;
            let entry = self.trail[at];
            let place = (entry >> 1) as usize;
            bound.push((place, self.heap[place]));
            // The old value comes before the entry.
            at -= usize::from(entry & 1 == TRAIL_CELL);
        }
        bound.reverse();
        bound
    }

    /// Undoes bindings down to a mark.
    pub(crate) fn unwind(&mut self, mark: usize) {
        while self.trail.len() > mark {
            let Some(entry) = self.trail.pop() else { return };
            let at = (entry >> 1) as usize;
            self.heap[at] = if entry & 1 == TRAIL_CELL {
                Cell(self.trail.pop().unwrap_or_default())
            } else {
                Cell::reference(at)
            };
        }
    }

    /// Binds a variable of any kind. If both are variables, the younger one is bound, preferably
    /// one without attributes.
    #[inline]
    pub(crate) fn bind_variable(&mut self, variable: Cell, to: Cell) {
        if variable.tag() == Tag::Reference {
            if to.tag() == Tag::Reference && to.at() > variable.at() {
                self.bind(to.at(), variable);
            } else {
                self.bind(variable.at(), to);
            }
        } else if to.tag() == Tag::Reference {
            self.bind(to.at(), variable);
        } else {
            self.woken.push((variable.at(), to));
            self.assign(variable.at(), to);
        }
    }

    // --- unification

    /// Unifies two terms. On failure, bindings may remain until backtracking undoes them.
    #[inline]
    pub(crate) fn unify(&mut self, left: Cell, right: Cell) -> bool {
        let left = self.deref(left);
        let right = self.deref(right);
        if left == right {
            return true;
        }
        if left.tag() == Tag::Reference || right.tag() == Tag::Reference {
            let (variable, other) = if left.tag() == Tag::Reference { (left, right) } else { (right, left) };
            self.bind_variable(variable, other);
            return true;
        }
        self.unify_general(left, right)
    }

    fn unify_general(&mut self, left: Cell, right: Cell) -> bool {
        let mut stack = std::mem::take(&mut self.stack);
        stack.clear();
        stack.push((left, right));
        let is_equal = self.unify_all(&mut stack);
        if stack.capacity() <= MAX_KEPT_STACK {
            self.stack = stack;
        }
        is_equal
    }

    fn unify_all(&mut self, stack: &mut Vec<(Cell, Cell)>) -> bool {
        let mut steps = 0usize;
        let mut seen: Set<(Cell, Cell)> = Set::default();
        while let Some((left, right)) = stack.pop() {
            if !self.walk_tick(&mut steps, || stack.len() * 16 + seen.capacity() * 24) {
                return false;
            }
            let left = self.deref(left);
            let right = self.deref(right);
            if left == right {
                continue;
            }
            if left.is_variable() {
                self.bind_variable(left, right);
                continue;
            }
            if right.is_variable() {
                self.bind_variable(right, left);
                continue;
            }
            if left.tag() != right.tag() {
                return false;
            }
            if steps > STEPS_BEFORE_CYCLE_CHECK && left.tag() != Tag::Boxed && !seen.insert((left, right)) {
                continue;
            }
            let (first, last) = match left.tag() {
                Tag::List => (0, 1),
                Tag::Structure => {
                    let header = self.heap[left.at()];
                    if header != self.heap[right.at()] {
                        return false;
                    }
                    (1, header.arity())
                }
                Tag::Boxed => {
                    if !self.same_box(left, right) {
                        return false;
                    }
                    continue;
                }
                _ => return false,
            };
            if last > STACK_STEPS && !self.holds((stack.len() + last) * 16) {
                return false;
            }
            for index in (first..=last).rev() {
                stack.push((self.heap[left.at() + index], self.heap[right.at() + index]));
            }
        }
        true
    }

    fn same_box(&self, left: Cell, right: Cell) -> bool {
        let header = self.heap[left.at()];
        self.meter.spend(header.box_words() / 4);
        (0..=header.box_words()).all(|word| self.heap[left.at() + word] == self.heap[right.at() + word])
    }

    /// Returns whether a variable occurs in a term.
    pub(crate) fn occurs(&self, variable: Cell, term: Cell) -> bool {
        let mut found = false;
        self.walk(term, |cell| {
            found |= cell == variable;
            !found
        });
        found
    }

    /// Visits all subterms in preorder, left to right, until `visit` returns `false`. Shared
    /// subterms may be visited more than once, but cycles do not prevent termination.
    pub(crate) fn walk(&self, term: Cell, mut visit: impl FnMut(Cell) -> bool) {
        // The ranges of arguments still to be visited; a wide term needs only one range.
        let mut stack: Vec<Range<usize>> = Vec::new();
        let mut steps = 0usize;
        let mut seen: Set<Cell> = Set::default();
        let mut next = term;
        loop {
            if !self.walk_tick(&mut steps, || stack.len() * 16 + seen.capacity() * 12) {
                return;
            }
            let cell = self.deref(next);
            if !visit(cell) {
                return;
            }
            let arguments = self.argument_range(cell);
            if !arguments.is_empty() && (steps <= STEPS_BEFORE_CYCLE_CHECK || seen.insert(cell)) {
                stack.push(arguments);
            }
            let Some(arguments) = stack.last_mut() else { return };
            next = self.heap[arguments.start];
            arguments.start += 1;
            if arguments.start == arguments.end {
                stack.pop();
            }
        }
    }

    /// Returns the heap range of a compound's arguments, which is empty for any other term.
    pub(crate) fn argument_range(&self, cell: Cell) -> Range<usize> {
        match cell.tag() {
            Tag::List => cell.at()..cell.at() + 2,
            Tag::Structure => cell.at() + 1..cell.at() + 1 + self.heap[cell.at()].arity(),
            _ => 0..0,
        }
    }

    /// Returns the distinct variables of a term in order of appearance.
    pub(crate) fn variables(&self, term: Cell) -> Vec<Cell> {
        let mut found = Vec::new();
        let mut seen: Set<Cell> = Set::default();
        self.walk(term, |cell| {
            if cell.is_variable() && !seen.contains(&cell) {
                let is_growing = found.len() == found.capacity() || seen.len() == seen.capacity();
                let bytes = |len: usize, capacity: usize, of_each: usize| {
                    // A growing table exists twice: as the old copy, and as a new copy of twice the
                    // size.
                    capacity * of_each * if len == capacity { 3 } else { 1 }
                };
                if is_growing
                    && !self.holds(
                        bytes(found.len(), found.capacity(), 8) + bytes(seen.len(), seen.capacity(), 12),
                    )
                {
                    return false;
                }
                seen.insert(cell);
                found.push(cell);
            }
            true
        });
        found
    }

    pub(crate) fn is_ground(&self, term: Cell) -> bool {
        let mut is_ground = true;
        self.walk(term, |cell| {
            is_ground = !cell.is_variable();
            is_ground
        });
        is_ground
    }

    /// Returns whether a term is finite.
    pub(crate) fn is_acyclic(&self, term: Cell) -> bool {
        // A cell is open while its subterms are traversed; encountering it again means a cycle.
        let mut open: Set<Cell> = Set::default();
        let mut done: Set<Cell> = Set::default();
        let mut stack: Vec<(Cell, Range<usize>)> = Vec::new();
        let mut steps = 0usize;
        let mut next = Some(term);
        loop {
            let bytes = || stack.len() * 24 + (open.capacity() + done.capacity()) * 12;
            if !self.walk_tick(&mut steps, bytes) {
                return false;
            }
            if let Some(cell) = next.take().map(|cell| self.deref(cell)) {
                let arguments = self.argument_range(cell);
                if !arguments.is_empty() && !done.contains(&cell) {
                    if !open.insert(cell) {
                        return false;
                    }
                    stack.push((cell, arguments));
                }
            }
            let Some((cell, arguments)) = stack.last_mut() else { return true };
            if let Some(at) = arguments.next() {
                next = Some(self.heap[at]);
            } else {
                open.remove(cell);
                done.insert(*cell);
                stack.pop();
            }
        }
    }

    // --- the standard order

    /// Compares two terms in the standard order: variables, numbers, strings, atoms, compounds.
    /// Numbers are compared by value, and a float comes before an equal integer. Compounds are
    /// compared by arity, name and arguments.
    pub(crate) fn compare(&self, atoms: &Atoms, left: Cell, right: Cell) -> Ordering {
        let mut stack = vec![(left, right)];
        let mut steps = 0usize;
        let mut seen: Set<(Cell, Cell)> = Set::default();
        while let Some((left, right)) = stack.pop() {
            if !self.walk_tick(&mut steps, || stack.len() * 16 + seen.capacity() * 24) {
                return Ordering::Equal;
            }
            let left = self.deref(left);
            let right = self.deref(right);
            if left == right {
                continue;
            }
            if let (Some(left), Some(right)) = (left.as_integer(), right.as_integer()) {
                return left.cmp(&right);
            }
            let order = self.rank(left).cmp(&self.rank(right));
            if order.is_ne() {
                return order;
            }
            let order = match (left.tag(), right.tag()) {
                (Tag::Reference | Tag::Attributed, _) => left.at().cmp(&right.at()),
                (Tag::Atom, _) => match (left.as_atom(), right.as_atom()) {
                    (Some(left), Some(right)) => {
                        atoms.name(left).cmp(atoms.name(right)).then(left.cmp(&right))
                    }
                    _ => Ordering::Equal,
                },
                (Tag::Integer | Tag::Boxed, _) if self.rank(left) == 3 => self.compare_texts(left, right),
                (Tag::Integer | Tag::Boxed, _) => self.compare_numbers(left, right),
                _ => {
                    let (left_name, left_arity) = self.functor(left).unwrap_or((Atom::NIL, 0));
                    let (right_name, right_arity) = self.functor(right).unwrap_or((Atom::NIL, 0));
                    let order = left_arity
                        .cmp(&right_arity)
                        .then_with(|| atoms.name(left_name).cmp(atoms.name(right_name)));
                    if order.is_eq() {
                        if left_arity > STACK_STEPS && !self.holds((stack.len() + left_arity) * 16) {
                            return Ordering::Equal;
                        }
                        if steps <= STEPS_BEFORE_CYCLE_CHECK || seen.insert((left, right)) {
                            let pairs = self.argument_range(left).zip(self.argument_range(right));
                            let from = stack.len();
                            stack.extend(pairs.map(|(left, right)| (self.heap[left], self.heap[right])));
                            stack[from..].reverse();
                        }
                    }
                    order
                }
            };
            if order.is_ne() {
                return order;
            }
        }
        Ordering::Equal
    }

    /// Compares two strings by their bytes.
    fn compare_texts(&self, left: Cell, right: Cell) -> Ordering {
        let [one, other] = [left, right].map(|cell| self.heap[cell.at()]);
        let words = one.box_words().min(other.box_words());
        self.meter.spend(words / 4);
        // The first byte is the lowest of a word, and the bytes after the text are 0.
        let order = (1..=words)
            .map(|word| (self.heap[left.at() + word].0, self.heap[right.at() + word].0))
            .find(|(left, right)| left != right)
            .map_or(Ordering::Equal, |(left, right)| left.swap_bytes().cmp(&right.swap_bytes()));
        let length = |header: Cell| (header.box_words() * 8).saturating_sub(header.box_extra().into());
        order.then_with(|| length(one).cmp(&length(other)))
    }

    /// Returns the number of words in a box, or 0 for any other term.
    pub(crate) fn box_words(&self, cell: Cell) -> usize {
        if cell.tag() == Tag::Boxed { self.heap[cell.at()].box_words() } else { 0 }
    }

    fn compare_numbers(&self, left: Cell, right: Cell) -> Ordering {
        let words = self.box_words(left) + self.box_words(right);
        if words > STACK_STEPS && !(self.meter.spend(words) && self.holds(words * 16)) {
            return Ordering::Equal;
        }
        let (Some(left), Some(right)) = (self.number(left), self.number(right)) else {
            return Ordering::Equal;
        };
        match left.compare(&right) {
            Some(Ordering::Equal) => right.is_integer().cmp(&left.is_integer()).reverse(),
            Some(order) => order,
            None => left.to_float().total_cmp(&right.to_float()),
        }
    }

    fn rank(&self, cell: Cell) -> u8 {
        match cell.tag() {
            Tag::Reference | Tag::Attributed => 0,
            Tag::Integer => 1,
            Tag::Atom => 4,
            Tag::Boxed if self.heap[cell.at()].box_kind() == BoxKind::Text => 3,
            Tag::Boxed => 1,
            Tag::Structure | Tag::List | Tag::Header => 5,
        }
    }

    // --- inspecting terms

    /// Returns the name and the arity of a compound.
    pub(crate) fn functor(&self, cell: Cell) -> Option<(Atom, usize)> {
        match cell.tag() {
            Tag::List => Some((Atom::LIST, 2)),
            Tag::Structure => {
                let header = self.heap[cell.at()];
                Some((header.name(), header.arity()))
            }
            _ => None,
        }
    }

    /// Returns an argument of a compound, dereferenced. The first one has index 0.
    pub(crate) fn argument(&self, cell: Cell, index: usize) -> Cell {
        let range = self.argument_range(cell);
        self.deref(self.heap[range.start + index])
    }

    /// Returns the arguments of a compound with this name and arity `N`.
    pub(crate) fn arguments<const N: usize>(&self, cell: Cell, name: Atom) -> Option<[Cell; N]> {
        let cell = self.deref(cell);
        (self.functor(cell) == Some((name, N)))
            .then(|| std::array::from_fn(|index| self.argument(cell, index)))
    }

    pub(crate) fn number(&self, cell: Cell) -> Option<Number> {
        match cell.tag() {
            Tag::Integer => cell.as_integer().map(Number::Int),
            Tag::Boxed => {
                let header = self.heap[cell.at()];
                match header.box_kind() {
                    BoxKind::Float => Some(Number::Float(f64::from_bits(self.heap[cell.at() + 1].0))),
                    BoxKind::Big => Some(Number::from_big(self.big(cell.at()))),
                    BoxKind::Text => None,
                }
            }
            _ => None,
        }
    }

    #[expect(clippy::cast_possible_truncation, reason = "words are split into halves")]
    fn big(&self, at: usize) -> BigInt {
        let header = self.heap[at];
        let digits = self.heap[at + 1..=at + header.box_words()]
            .iter()
            .flat_map(|word| [word.0 as u32, (word.0 >> 32) as u32])
            .collect();
        BigInt::new(if header.box_extra() == 1 { Sign::Minus } else { Sign::Plus }, digits)
    }

    /// Returns the text of a string.
    pub(crate) fn text(&self, cell: Cell) -> Option<String> {
        if cell.tag() != Tag::Boxed {
            return None;
        }
        let header = self.heap[cell.at()];
        if header.box_kind() != BoxKind::Text {
            return None;
        }
        let words = header.box_words();
        let mut bytes: Vec<u8> = self.heap[cell.at() + 1..=cell.at() + words]
            .iter()
            .flat_map(|word| word.0.to_le_bytes())
            .collect();
        bytes.truncate((words * 8).saturating_sub(header.box_extra().into()));
        String::from_utf8(bytes).ok()
    }

    /// Returns the elements of a list and its final tail, dereferenced. A cyclic list has no
    /// elements, and its tail is a list.
    pub(crate) fn list(&self, list: Cell) -> (Vec<Cell>, Cell) {
        let (length, end) = self.list_length(list);
        if end.tag() == Tag::List || !self.holds(length * 8) {
            return (Vec::new(), end);
        }
        let mut elements = Vec::with_capacity(length);
        let mut cell = self.deref(list);
        while cell.tag() == Tag::List && self.meter.tick() {
            elements.push(self.deref(self.heap[cell.at()]));
            cell = self.deref(self.heap[cell.at() + 1]);
        }
        (elements, end)
    }

    /// Returns the length of a list and its final tail, dereferenced. The tail of a cyclic list is
    /// a list.
    ///
    /// Cycle detection follows R. P. Brent, *An improved Monte Carlo factorization algorithm*,
    /// 1980.
    pub(crate) fn list_length(&self, list: Cell) -> (usize, Cell) {
        let mut cell = self.deref(list);
        let (mut length, mut lap, mut kept) = (0usize, 1usize, cell);
        while cell.tag() == Tag::List {
            cell = self.deref(self.heap[cell.at() + 1]);
            length += 1;
            if cell == kept || !self.meter.tick() {
                return (length, cell);
            }
            if length == lap {
                kept = cell;
                lap *= 2;
            }
        }
        (length, cell)
    }

    /// Returns the elements of a proper list.
    pub(crate) fn proper_list(&self, list: Cell) -> Option<Vec<Cell>> {
        let (elements, end) = self.list(list);
        (end == Cell::NIL).then_some(elements)
    }

    // --- building terms

    /// Returns an error if this many more cells do not fit.
    pub(crate) const fn reserve(&self, cells: usize) -> Result<(), OutOfMemory> {
        if cells > self.room() { Err(OutOfMemory) } else { Ok(()) }
    }

    pub(crate) fn put_structure(&mut self, name: Atom, arguments: &[Cell]) -> Cell {
        if arguments.is_empty() {
            return Cell::atom(name);
        }
        if let (Atom::LIST, &[head, tail]) = (name, arguments) {
            return self.put_pair(head, tail);
        }
        let at = self.heap.len();
        self.heap.push(Cell::functor(name, arguments.len()));
        self.heap.extend_from_slice(arguments);
        Cell::structure(at)
    }

    pub(crate) fn put_pair(&mut self, head: Cell, tail: Cell) -> Cell {
        let at = self.heap.len();
        self.heap.extend([head, tail]);
        Cell::list(at)
    }

    pub(crate) fn put_list(&mut self, elements: impl IntoIterator<Item = Cell>) -> Cell {
        self.put_list_before(elements, Cell::NIL)
    }

    /// Builds a list with the given tail.
    pub(crate) fn put_list_before(&mut self, elements: impl IntoIterator<Item = Cell>, end: Cell) -> Cell {
        let first = self.heap.len();
        for element in elements {
            if !self.meter.tick() {
                break;
            }
            let next = self.heap.len() + 2;
            self.heap.push(element);
            self.heap.push(Cell::list(next));
        }
        if self.heap.len() == first {
            return end;
        }
        if let Some(last) = self.heap.last_mut() {
            *last = end;
        }
        Cell::list(first)
    }

    pub(crate) fn put_number(&mut self, number: &Number) -> Cell {
        match number {
            Number::Int(value) => Cell::small(*value).unwrap_or_else(|| self.put_big(&BigInt::from(*value))),
            Number::Big(value) => self.put_big(value),
            Number::Float(value) => {
                let at = self.heap.len();
                self.heap.extend([Cell::header(BoxKind::Float, 1, 0), Cell(value.to_bits())]);
                Cell::boxed(at)
            }
        }
    }

    fn put_big(&mut self, value: &BigInt) -> Cell {
        let at = self.heap.len();
        let digits = value.iter_u64_digits();
        let is_negative = u8::from(value.sign() == Sign::Minus);
        self.heap.push(Cell::header(BoxKind::Big, digits.len(), is_negative));
        self.heap.extend(digits.map(Cell));
        Cell::boxed(at)
    }

    #[expect(clippy::cast_possible_truncation, reason = "less than eight")]
    pub(crate) fn put_text(&mut self, text: &str) -> Cell {
        let at = self.heap.len();
        let words = text.len().div_ceil(8);
        self.heap.push(Cell::header(BoxKind::Text, words, (words * 8 - text.len()) as u8));
        self.heap.extend(text.as_bytes().chunks(8).map(|chunk| {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            Cell(u64::from_le_bytes(word))
        }));
        Cell::boxed(at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn store() -> Store {
        Store::new(1 << 20)
    }

    #[test]
    fn unification_binds_and_is_undone() {
        let mut store = store();
        let mut atoms = Atoms::new();
        let name = atoms.atom("f");
        let (x, y) = (store.new_variable(), store.new_variable());
        let left = store.put_structure(name, &[x, Cell::integer(2)]);
        let right = store.put_structure(name, &[Cell::integer(1), y]);
        store.heap_mark = store.top();
        let mark = store.trail_top();
        assert!(store.unify(left, right));
        assert_eq!((store.deref(x), store.deref(y)), (Cell::integer(1), Cell::integer(2)));
        store.unwind(mark);
        assert_eq!((store.deref(x), store.deref(y)), (x, y));
        let other = store.put_structure(name, &[x, x]);
        assert!(!store.unify(other, left) || store.deref(x) == Cell::integer(2));
    }

    #[test]
    fn traversals_handle_deep_and_cyclic_terms() {
        let mut store = store();
        let atoms = Atoms::new();
        let deep = |store: &mut Store| {
            let mut term = Cell::NIL;
            for _ in 0..100_000 {
                term = store.put_pair(term, Cell::NIL);
            }
            term
        };
        let (left, right) = (deep(&mut store), deep(&mut store));
        assert!(store.unify(left, right) && store.is_ground(left) && store.is_acyclic(left));
        assert_eq!(store.compare(&atoms, left, right), Ordering::Equal);
        let cycle = |store: &mut Store| {
            let tail = store.new_variable();
            let list = store.put_pair(Cell::integer(1), tail);
            store.bind(tail.at(), list);
            list
        };
        let (left, right) = (cycle(&mut store), cycle(&mut store));
        assert!(!store.is_acyclic(left));
        assert!(store.unify(left, right));
        assert_eq!(store.compare(&atoms, left, right), Ordering::Equal);
    }

    #[test]
    fn boxes_round_trip() {
        let mut store = store();
        for text in ["", "a", "12345678", "Grüße 😀 and more"] {
            let cell = store.put_text(text);
            assert_eq!(store.text(cell).as_deref(), Some(text));
        }
        for number in [
            Number::Int(i64::MIN),
            Number::Int(1 << 60),
            Number::Float(-0.5),
            Number::Big(BigInt::from(-3) << 200u32),
        ] {
            let cell = store.put_number(&number);
            assert_eq!(store.number(cell), Some(number));
        }
    }
}
