//! The search for boards of any geometry, which propagates on cells and houses and learns clauses
//! from conflicts.
//!
//! ```text
//!   propagate   a true candidate rules out the others of its slots; the last candidate of a slot becomes true; a digit whose
//!               places in a house all lie in another house is ruled out in the rest of that house; sums and clauses propagate
//!   decide      the most active candidate of the slots with the fewest candidates; periodically the most active of all
//!   conflict    analysed back to the first unique implication point; the learned clause determines how far to backtrack
//!   restart     after 50, 50, 100, ... conflicts (Luby's sequence), the decisions are undone; clauses and the last values of
//!               candidates stay
//!   solutions   after the first solution, a clause forbids its decisions; after later ones, the last decision is flipped and
//!               everything before it is kept, so a long list needs no memory
//! ```
//!
//! Cost: one node is one decision. When a candidate becomes false, one word is updated in each of
//! about four slots. The search handles 20,000 to 100,000 conflicts per second.
//!
//! # Source
//! João Marques-Silva and Karem Sakallah, *GRASP*, 1996 (learning); Matthew Moskewicz and others,
//! *Chaff*, 2001 (watches, activity); Niklas Eén and Niklas Sörensson, *An extensible SAT-solver*,
//! 2003 (overall structure); Gilles Audemard and Laurent Simon, *Predicting learnt clauses
//! quality*, 2009 (levels of a clause); Armin Biere's CaDiCaL (alternating decision heuristics);
//! Martin Gebser and others, *Conflict-driven answer set enumeration*, 2007 (flipping decisions).
//! Changed here: the rules are words, one per slot, instead of clauses, and learned clauses prefer
//! placed digits over the candidates that they rule out.

mod analysis;
mod clauses;
mod order;

use crate::incidence::Incidence;
use clauses::{Clauses, Literal, Watch};
use gridlore_core::{Budget, BudgetSpent};
use order::Order;
use std::sync::Arc;

/// Number of conflicts before the first restart.
const PATIENCE: u64 = 50;
/// Maximum number of clauses before half of them are deleted.
const MAX_CLAUSES: usize = 2_000;
/// Number by which that maximum grows with each deletion.
const MORE_CLAUSES: usize = 300;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Value {
    Unset,
    True,
    False,
}

/// The reason for a candidate's value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Reason {
    /// A given or a decision.
    Decision,
    /// False because this peer is true.
    Peer(u32),
    /// True because all others of this slot are false.
    Last(u32),
    /// False because the candidates of this slot that are not its peers are false.
    Locked(u32),
    /// False because this sum excludes it.
    Sum(u32),
    /// Forced because all other literals of this clause are false.
    Clause(u32),
}

/// A conflict.
#[derive(Debug, Clone, Copy)]
enum Conflict {
    /// This slot has no candidate left.
    Empty(u32),
    /// This candidate is true, but must be false for this reason.
    Both(u32, Reason),
    /// This sum cannot be reached.
    Sum(u32),
    /// All literals of this clause are false.
    Clause(u32),
}

/// A work list without duplicates.
#[derive(Debug, Clone)]
struct Agenda {
    items: Vec<u32>,
    is_in: Vec<bool>,
}

impl Agenda {
    fn new(size: usize) -> Self {
        Self { items: Vec::new(), is_in: vec![false; size] }
    }

    #[inline]
    fn push(&mut self, item: u32) {
        if !std::mem::replace(&mut self.is_in[item as usize], true) {
            self.items.push(item);
        }
    }

    fn pop(&mut self) -> Option<u32> {
        let item = self.items.pop()?;
        self.is_in[item as usize] = false;
        Some(item)
    }

    fn clear(&mut self) {
        while self.pop().is_some() {}
    }
}

/// A search, reset for each board of a geometry.
#[derive(Debug, Clone)]
pub(super) struct Search {
    on: Arc<Incidence>,
    full_slots: usize,
    /// For each slot, the candidates that are not false.
    open: Vec<u64>,
    /// For each candidate: value, level, reason, and position in the trail.
    value: Vec<Value>,
    level: Vec<u32>,
    reason: Vec<Reason>,
    position: Vec<u32>,
    /// For each candidate, its last value.
    was_true: Vec<bool>,
    /// Literals in the order in which they became true.
    trail: Vec<Literal>,
    /// The start of each level in the trail: the position of its decision. Givens and their
    /// consequences come before the first level.
    levels: Vec<u32>,
    /// Number of true candidates.
    placed: usize,
    /// The positions up to which the trail has been propagated to slots, and to clauses.
    expanded: usize,
    watched: usize,
    /// Slots of houses and sums that have lost a candidate.
    slots: Agenda,
    sums: Agenda,
    clauses: Clauses,
    /// Learned unit clauses.
    facts: Vec<Literal>,
    order: Order,
    /// Levels up to this one are undone only one at a time, because all solutions beyond them are
    /// listed.
    listed: usize,
    /// Number of solutions so far; the last one is still on the board.
    found: u64,
    is_on_solution: bool,
    is_exhausted: bool,
    conflicts: u64,
    restarts: u32,
    /// Number of conflicts until the next restart.
    patience: u64,
    /// Whether decisions depend on activity alone, not on slots.
    by_activity: bool,
    /// The number of conflicts after which `by_activity` changes.
    until: u64,
    max_clauses: usize,
    marks: analysis::Marks,
}

impl Search {
    pub(super) fn new(on: Arc<Incidence>) -> Self {
        let (candidates, slots) = (on.candidates(), on.slots());
        Self {
            full_slots: on.full_slots(),
            open: vec![0; slots],
            value: vec![Value::Unset; candidates],
            level: vec![0; candidates],
            reason: vec![Reason::Decision; candidates],
            position: vec![0; candidates],
            was_true: vec![true; candidates],
            trail: Vec::new(),
            levels: Vec::new(),
            placed: 0,
            expanded: 0,
            watched: 0,
            slots: Agenda::new(slots),
            sums: Agenda::new(on.sums.len()),
            clauses: Clauses::new(candidates),
            facts: Vec::new(),
            order: Order::new(candidates),
            listed: 0,
            found: 0,
            is_on_solution: false,
            is_exhausted: false,
            conflicts: 0,
            restarts: 0,
            patience: PATIENCE,
            by_activity: false,
            until: 0,
            max_clauses: MAX_CLAUSES,
            marks: analysis::Marks::new(candidates),
            on,
        }
    }

    /// Resets the search to a board with these givens, with 0 for a blank; `without` is a cell and
    /// a digit that the cell must not hold.
    pub(super) fn begin(&mut self, givens: &[u8], without: Option<(usize, u8)>) {
        self.value.fill(Value::Unset);
        self.was_true.fill(true);
        for slot in 0..self.open.len() {
            self.open[slot] = u64::MAX >> (64 - self.on.width(slot));
        }
        self.trail.clear();
        self.levels.clear();
        self.slots.clear();
        self.sums.clear();
        self.clauses.clear();
        self.facts.clear();
        self.order.clear();
        (self.placed, self.expanded, self.watched, self.listed) = (0, 0, 0, 0);
        (self.found, self.is_on_solution, self.conflicts) = (0, false, 0);
        (self.restarts, self.patience, self.max_clauses) = (0, PATIENCE, MAX_CLAUSES);
        (self.by_activity, self.until) = (false, 0);
        self.is_exhausted = self.put_givens(givens, without).is_err();
        for cell in 0..self.on.size {
            let mut open = self.open[cell];
            while open != 0 {
                self.order.push(self.on.candidate(cell, open.trailing_zeros()));
                open &= open - 1;
            }
        }
    }

    fn put_givens(&mut self, givens: &[u8], without: Option<(usize, u8)>) -> Result<(), Conflict> {
        for sum in (0u32..).take(self.on.sums.len()) {
            self.sums.push(sum);
        }
        for (cell, &given) in givens.iter().enumerate().filter(|&(_, &given)| given > 0) {
            let candidate = self.on.candidate(cell, u32::from(given) - 1);
            if self.value[candidate as usize] == Value::False {
                return Err(Conflict::Both(candidate, Reason::Decision));
            }
            self.make_true(candidate, Reason::Decision);
            self.expand()?;
        }
        if let Some((cell, digit)) = without {
            self.make_false(self.on.candidate(cell, u32::from(digit) - 1), Reason::Decision)?;
        }
        self.propagate()
    }

    /// Returns the next solution, a digit from 1 for each cell, or `None` if there is no other.
    ///
    /// # Errors
    /// Returns [`BudgetSpent`] if the budget does not cover the next decision; a later call
    /// continues from there.
    pub(super) fn next_solution(&mut self, budget: &mut Budget) -> Result<Option<Vec<u8>>, BudgetSpent> {
        if std::mem::take(&mut self.is_on_solution) && !self.is_exhausted {
            let left = if self.found == 1 { self.forbid() } else { self.flip() };
            self.settle(left);
        }
        while !self.is_exhausted {
            let reached = self.propagate();
            if reached.is_err() {
                self.patience = self.patience.saturating_sub(1);
                self.settle(reached);
            } else if self.placed == self.on.size {
                self.found += 1;
                self.is_on_solution = true;
                return Ok(Some(self.digits()));
            } else if self.patience == 0 {
                self.restart();
            } else {
                budget.spend()?;
                let literal = self.choose();
                self.levels.push(length(&self.trail));
                let decided = self.assign(literal, Reason::Decision);
                self.settle(decided);
            }
        }
        Ok(None)
    }

    fn digits(&self) -> Vec<u8> {
        #[expect(clippy::cast_possible_truncation, reason = "at most 64")]
        let digit = |cell: usize| self.open[cell].trailing_zeros() as u8 + 1;
        (0..self.on.size).map(digit).collect()
    }

    /// Learns from conflicts and backtracks until there is no conflict or the search is exhausted.
    fn settle(&mut self, mut reached: Result<(), Conflict>) {
        while let Err(conflict) = reached {
            if self.is_exhausted {
                return;
            }
            self.conflicts += 1;
            // If there are many solutions, conflicts are rare, and learning from a conflict takes
            // longer than encountering it again.
            let is_listing = self.found > 1;
            reached = if self.levels.len() == self.listed || (is_listing && self.conflicts < self.found) {
                self.flip()
            } else {
                let learned = self.analyse(conflict);
                self.order.decay();
                self.backtrack(learned.level.max(self.listed));
                self.learn(&learned.literals, learned.levels)
            };
        }
    }

    /// Adds a clause that forbids the current combination of decisions.
    fn forbid(&mut self) -> Result<(), Conflict> {
        let decisions: Vec<Literal> =
            self.levels.iter().rev().map(|&at| self.trail[at as usize] ^ 1).collect();
        if decisions.is_empty() {
            self.is_exhausted = true;
            return Ok(());
        }
        self.backtrack(decisions.len() - 1);
        self.learn(&decisions, 0)
    }

    /// Flips the last decision, because all solutions below it are listed or there are none.
    fn flip(&mut self) -> Result<(), Conflict> {
        let Some(&at) = self.levels.last() else {
            self.is_exhausted = true;
            return Ok(());
        };
        let decision = self.trail[at as usize];
        self.backtrack(self.levels.len() - 1);
        self.listed = self.levels.len();
        self.assign(decision ^ 1, Reason::Decision)?;
        for place in 0..self.facts.len() {
            self.assign(self.facts[place], Reason::Decision)?;
        }
        Ok(())
    }

    /// Adds a learned clause. All of its literals except the first are false, and the second became
    /// false last.
    fn learn(&mut self, literals: &[Literal], levels: u32) -> Result<(), Conflict> {
        if let &[fact] = literals {
            self.facts.push(fact);
            return self.assign(fact, Reason::Decision);
        }
        let clause = self.clauses.add(literals, levels);
        self.assign(literals[0], Reason::Clause(clause))
    }

    fn restart(&mut self) {
        self.restarts += 1;
        self.patience = PATIENCE * luby(self.restarts);
        self.backtrack(self.listed);
        if self.conflicts >= self.until {
            self.by_activity = !self.by_activity;
            self.until = self.conflicts * 3 / 2;
        }
        if self.clauses.count() > self.max_clauses {
            self.max_clauses += MORE_CLAUSES;
            self.reduce();
        }
    }

    fn reduce(&mut self) {
        let mut reasons: Vec<(u32, u32)> = Vec::new();
        for &literal in &self.trail {
            if let Reason::Clause(clause) = self.reason[(literal >> 1) as usize] {
                reasons.push((clause, literal >> 1));
            }
        }
        reasons.sort_unstable();
        let mut clauses = std::mem::replace(&mut self.clauses, Clauses::new(0));
        let place = |clause: u32| reasons.partition_point(|&(reason, _)| reason < clause);
        let is_needed = |clause: u32| reasons.get(place(clause)).is_some_and(|&(reason, _)| reason == clause);
        let holds = |literal: Literal| {
            self.literal_value(literal) == Value::True && self.level[(literal >> 1) as usize] == 0
        };
        let mut renamed = Vec::new();
        clauses.reduce(is_needed, holds, |old, new| {
            let of_old = reasons[place(old)..].iter().take_while(|&&(reason, _)| reason == old);
            renamed.extend(of_old.map(|&(_, candidate)| (candidate, new)));
        });
        self.clauses = clauses;
        for (candidate, clause) in renamed {
            self.reason[candidate as usize] = Reason::Clause(clause);
        }
    }

    /// Chooses the next decision on a board that is not full.
    fn choose(&mut self) -> Literal {
        if self.by_activity && self.found <= 1 {
            while let Some(candidate) = self.order.pop() {
                if self.value[candidate as usize] == Value::Unset {
                    return candidate << 1 | u32::from(!self.was_true[candidate as usize]);
                }
            }
        }
        let (mut fewest, mut chosen, mut highest) = (u32::MAX, 0, -1.0);
        for (slot, &bits) in self.open[..self.full_slots].iter().enumerate() {
            let without_first = bits & bits.wrapping_sub(1);
            if without_first == 0 {
                continue;
            }
            let is_pair = without_first & (without_first - 1) == 0;
            let count = if is_pair { 2 } else { bits.count_ones() };
            if count > fewest {
                continue;
            }
            if count < fewest {
                (fewest, highest) = (count, -1.0);
            }
            let mut left = bits;
            while left != 0 {
                let candidate = self.on.candidate_in(slot, left.trailing_zeros());
                left &= left - 1;
                let activity = self.order.activity(candidate);
                if activity > highest {
                    (chosen, highest) = (candidate, activity);
                }
            }
        }
        chosen << 1
    }

    fn propagate(&mut self) -> Result<(), Conflict> {
        loop {
            self.expand()?;
            if let Some(slot) = self.slots.pop() {
                self.lock(slot as usize)?;
            } else if let Some(sum) = self.sums.pop() {
                self.propagate_sum(sum)?;
            } else if self.watched < self.trail.len() {
                self.watched += 1;
                self.propagate_clauses(self.trail[self.watched - 1] ^ 1)?;
            } else {
                return Ok(());
            }
        }
    }

    /// Rules out the peers of true candidates.
    fn expand(&mut self) -> Result<(), Conflict> {
        while self.expanded < self.trail.len() {
            let literal = self.trail[self.expanded];
            self.expanded += 1;
            if literal & 1 == 0 {
                self.exclude_peers(literal >> 1)?;
            }
        }
        Ok(())
    }

    fn exclude_peers(&mut self, candidate: u32) -> Result<(), Conflict> {
        let (cell, digit) = (self.on.cell_of(candidate), self.on.digit_of(candidate));
        let mut others = self.open[cell] & !(1 << digit);
        while others != 0 {
            let other = self.on.candidate(cell, others.trailing_zeros());
            others &= others - 1;
            self.make_false(other, Reason::Peer(candidate))?;
        }
        for place in 0..self.on.members(cell).len() {
            let member = self.on.members(cell)[place];
            let mut others = self.open[(member.slots + digit) as usize] & !(1 << member.bit);
            while others != 0 {
                let at = self.on.cells[(member.start + others.trailing_zeros()) as usize];
                others &= others - 1;
                self.make_false(self.on.candidate(usize::from(at), digit), Reason::Peer(candidate))?;
            }
        }
        for place in 0..self.on.pairs(cell).len() {
            let other = self.on.candidate(usize::from(self.on.pairs(cell)[place]), digit);
            self.make_false(other, Reason::Peer(candidate))?;
        }
        Ok(())
    }

    /// Applies locked candidates: if a digit's places in a house all lie in another house, the
    /// digit is ruled out in the rest of that house.
    fn lock(&mut self, slot: usize) -> Result<(), Conflict> {
        let open = self.open[slot];
        if open & open.wrapping_sub(1) == 0 {
            return Ok(());
        }
        let (house, digit) = self.on.house_and_digit(slot);
        for place in 0..self.on.crossings(house, open.trailing_zeros()).len() {
            let crossing = self.on.crossings(house, open.trailing_zeros())[place];
            if open & !crossing.shared != 0 {
                continue;
            }
            let there = crossing.slots as usize + digit;
            let mut rest = self.open[there] & !crossing.shared_there;
            while rest != 0 {
                let candidate = self.on.candidate_in(there, rest.trailing_zeros());
                rest &= rest - 1;
                self.make_false(candidate, Reason::Locked(index(slot)))?;
            }
        }
        Ok(())
    }

    fn propagate_sum(&mut self, number: u32) -> Result<(), Conflict> {
        let on = Arc::clone(&self.on);
        let sum = &on.sums[number as usize];
        let mut open: Vec<u64> = sum.cells.iter().map(|&cell| self.open[cell]).collect();
        if !sum.narrow(&mut open) {
            return Err(Conflict::Sum(number));
        }
        for (&cell, open) in sum.cells.iter().zip(open) {
            let mut gone = self.open[cell] & !open;
            while gone != 0 {
                let candidate = on.candidate(cell, gone.trailing_zeros());
                gone &= gone - 1;
                self.make_false(candidate, Reason::Sum(number))?;
            }
        }
        Ok(())
    }

    /// Propagates the clauses that watch a literal that has become false.
    fn propagate_clauses(&mut self, literal: Literal) -> Result<(), Conflict> {
        let mut watches = self.clauses.take_watches(literal);
        let (mut next, mut kept) = (0, 0);
        let mut reached = Ok(());
        while next < watches.len() && reached.is_ok() {
            let Watch { clause, other } = watches[next];
            next += 1;
            watches[kept] = Watch { clause, other };
            kept += 1;
            if self.literal_value(other) == Value::True {
                continue;
            }
            let literals = self.clauses.literals_mut(clause);
            if literals[0] == literal {
                literals.swap(0, 1);
            }
            let first = literals[0];
            watches[kept - 1].other = first;
            if first != other && self.literal_value(first) == Value::True {
                continue;
            }
            let is_open = |&literal: &Literal| self.literal_value(literal) != Value::False;
            match self.clauses.literals(clause)[2..].iter().position(is_open) {
                Some(place) => {
                    let literals = self.clauses.literals_mut(clause);
                    literals.swap(1, place + 2);
                    let watched = literals[1];
                    self.clauses.watch(watched, clause, first);
                    kept -= 1;
                }
                None if self.literal_value(first) == Value::False => reached = Err(Conflict::Clause(clause)),
                None => reached = self.assign(first, Reason::Clause(clause)),
            }
        }
        watches.copy_within(next.., kept);
        watches.truncate(watches.len() - (next - kept));
        self.clauses.put_watches(literal, watches);
        reached
    }

    #[inline]
    fn literal_value(&self, literal: Literal) -> Value {
        match (self.value[(literal >> 1) as usize], literal & 1) {
            (Value::Unset, _) => Value::Unset,
            (Value::True, 0) | (Value::False, 1) => Value::True,
            _ => Value::False,
        }
    }

    fn assign(&mut self, literal: Literal, reason: Reason) -> Result<(), Conflict> {
        if literal & 1 == 1 {
            return self.make_false(literal >> 1, reason);
        }
        match self.value[(literal >> 1) as usize] {
            Value::False => Err(Conflict::Both(literal >> 1, reason)),
            _ => {
                self.make_true(literal >> 1, reason);
                Ok(())
            }
        }
    }

    /// Makes a candidate true. It must not be false.
    #[inline]
    fn make_true(&mut self, candidate: u32, reason: Reason) {
        if self.value[candidate as usize] == Value::Unset {
            self.placed += 1;
            self.set(candidate, Value::True, reason);
            self.trail.push(candidate << 1);
        }
    }

    #[inline]
    fn set(&mut self, candidate: u32, value: Value, reason: Reason) {
        let place = candidate as usize;
        self.value[place] = value;
        self.level[place] = length(&self.levels);
        self.reason[place] = reason;
        self.position[place] = length(&self.trail);
    }

    fn make_false(&mut self, candidate: u32, reason: Reason) -> Result<(), Conflict> {
        match self.value[candidate as usize] {
            Value::False => return Ok(()),
            Value::True => return Err(Conflict::Both(candidate, reason)),
            Value::Unset => {}
        }
        self.set(candidate, Value::False, reason);
        self.trail.push(candidate << 1 | 1);
        let (cell, digit) = (self.on.cell_of(candidate), self.on.digit_of(candidate));
        for &sum in self.on.sums_of(cell) {
            self.sums.push(sum);
        }
        let open = self.open[cell] & !(1 << digit);
        self.open[cell] = open;
        if open & open.wrapping_sub(1) == 0 {
            if open == 0 {
                return Err(Conflict::Empty(index(cell)));
            }
            self.make_true(self.on.candidate(cell, open.trailing_zeros()), Reason::Last(index(cell)));
        }
        for place in 0..self.on.members(cell).len() {
            let member = self.on.members(cell)[place];
            let slot = member.slots + digit;
            let open = self.open[slot as usize] & !(1 << member.bit);
            self.open[slot as usize] = open;
            if !member.is_full {
                continue;
            }
            if open & open.wrapping_sub(1) != 0 {
                self.slots.push(slot);
            } else if open == 0 {
                return Err(Conflict::Empty(slot));
            } else {
                let at = self.on.cells[(member.start + open.trailing_zeros()) as usize];
                self.make_true(self.on.candidate(usize::from(at), digit), Reason::Last(slot));
            }
        }
        Ok(())
    }

    /// Undoes all levels after `level`.
    fn backtrack(&mut self, level: usize) {
        let Some(&end) = self.levels.get(level) else { return };
        for place in (end as usize..self.trail.len()).rev() {
            let literal = self.trail[place];
            let candidate = literal >> 1;
            self.value[candidate as usize] = Value::Unset;
            self.was_true[candidate as usize] = literal & 1 == 0;
            if literal & 1 == 0 {
                self.placed -= 1;
            } else {
                let (cell, digit) = (self.on.cell_of(candidate), self.on.digit_of(candidate));
                self.open[cell] |= 1 << digit;
                for member in self.on.members(cell) {
                    self.open[(member.slots + digit) as usize] |= 1 << member.bit;
                }
            }
            self.order.push(candidate);
        }
        self.trail.truncate(end as usize);
        self.levels.truncate(level);
        (self.expanded, self.watched) = (end as usize, end as usize);
        self.slots.clear();
        self.sums.clear();
    }
}

#[inline]
fn length(list: &[u32]) -> u32 {
    index(list.len())
}

#[inline]
#[expect(
    clippy::cast_possible_truncation,
    reason = "a board has at most 2^18 candidates, and fewer slots and levels"
)]
const fn index(place: usize) -> u32 {
    place as u32
}

/// Returns a term of Luby's sequence, 1, 1, 2, 1, 1, 2, 4, 1, ..., by index from 0.
fn luby(index: u32) -> u64 {
    let index = u64::from(index) + 1;
    // The first 2^k - 1 terms are the first 2^(k-1) - 1 terms, written twice, followed by 2^(k-1).
    if (index + 1).is_power_of_two() {
        return index.div_ceil(2);
    }
    let below = (1 << index.ilog2()) - 1;
    luby(u32::try_from(index - below - 1).expect("it was a u32"))
}

#[cfg(test)]
mod tests {
    #[test]
    fn restarts_follow_luby() {
        let first: Vec<u64> = (0..15).map(super::luby).collect();
        assert_eq!(first, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
    }
}
