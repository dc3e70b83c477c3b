//! The solver: variables with domains, propagators that watch them, and what takes changes back.
//!
//! It knows nothing of terms. The machine tells it what is posted and bound, lets it propagate, and
//! reads which variables became fixed.
//!
//! ```text
//!   change of a domain -> events (fixed, bounds, any) -> watchers -> queues (cheap first) -> propagators -> changes
//! ```
//!
//! A variable's domain is kept on the trail at most once between two choice points: each has a
//! number, later ones higher ones, and a variable knows how many there had been when it was kept
//! last. Propagators and watchers are stacks that backtracking cuts.
//!
//! # Source
//! C. Schulte and P. J. Stuckey, *Efficient constraint propagation engines*, 2008.

use std::rc::Rc;

use num_bigint::BigInt;

use super::domain::{Domain, INF, SUP};
use super::event::{Failed, ON_BOUNDS, ON_CHANGE, ON_FIX, Propagated, Var};
use super::matching::Room;
use super::propagator::Propagator;
use crate::map::Set;
use crate::meter::Meter;

const NONE: u32 = u32::MAX;

#[derive(Debug, Clone)]
struct Variable {
    domain: Domain,
    /// How many choice points there had been when it was kept last.
    kept: u64,
    /// The variable that stands for it, or none.
    link: u32,
    /// The first of its watchers.
    watchers: u32,
    /// Its value, where that is too large for a domain.
    big: Option<Rc<BigInt>>,
    /// Where it is on the heap.
    place: usize,
    /// The fixpoint in which its domain, without an end, changed last, and how often it did there.
    unbounded: (u64, u32),
}

/// How often a domain without an end wakes propagators on the way to one fixpoint. `X #> Y, Y #> X`
/// and a bound of one would move the bounds for ever: there the fixpoint is left out.
const MOST_UNBOUNDED: u32 = 32;

#[derive(Debug, Clone, Copy)]
struct Watcher {
    propagator: u32,
    events: u8,
    next: u32,
}

#[derive(Debug)]
enum Undo {
    Domain(Var, Domain, u64),
    Link(Var),
    Big(Var),
    Watchers(Var, u32),
    Alive(u32),
    State(u32, usize, i64),
}

#[derive(Debug)]
struct Entry {
    propagator: Rc<Propagator>,
    is_dead: bool,
    is_queued: bool,
    /// What it keeps from run to run; backtracking restores it.
    state: Vec<i64>,
    /// How many words it takes, about.
    words: usize,
}

/// How high everything was.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Mark {
    trail: u32,
    variables: u32,
    propagators: u32,
    watchers: u32,
    /// The number of the choice point.
    number: u64,
}

#[derive(Debug, Default)]
pub(crate) struct Solver {
    variables: Vec<Variable>,
    propagators: Vec<Entry>,
    watchers: Vec<Watcher>,
    trail: Vec<Undo>,
    /// The number of the newest choice point there is.
    newest: u64,
    /// How many there have been.
    numbered: u64,
    queues: [std::collections::VecDeque<u32>; 3],
    /// Variables that became fixed and are not bound on the heap yet.
    pub(crate) fixed: Vec<Var>,
    /// Variables that propagators made one and that are not one on the heap yet.
    pub(crate) joined: Vec<(Var, Var)>,
    /// How many propagators ran.
    pub(crate) runs: u64,
    /// How many may.
    pub(crate) most_runs: u64,
    /// No more may.
    pub(crate) is_exhausted: bool,
    /// Words of lists and tables that are kept.
    held: usize,
    /// Words of the domains that variables have now.
    words: usize,
    /// How many changes of domains there were.
    changes: u64,
    /// How many fixpoints were looked for.
    fixpoints: u64,
    /// Where loops of propagators learn of limits.
    pub(crate) meter: Rc<Meter>,
    pub(super) distinct: Room,
}

impl Solver {
    pub(crate) fn new(meter: Rc<Meter>) -> Self {
        Self { meter, ..Self::default() }
    }

    // --- choice points

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "memory ends first")]
    pub(crate) fn mark(&mut self) -> Mark {
        if self.variables.is_empty() {
            return Mark::default();
        }
        self.numbered += 1;
        self.newest = self.numbered;
        Mark {
            number: self.numbered,
            trail: self.trail.len() as u32,
            variables: self.variables.len() as u32,
            propagators: self.propagators.len() as u32,
            watchers: self.watchers.len() as u32,
        }
    }

    /// The newest choice point is this one now, or none.
    #[inline]
    pub(crate) fn go_on_above(&mut self, mark: Option<Mark>) {
        self.newest = mark.map_or(0, |mark| mark.number);
    }

    #[inline]
    pub(crate) fn undo(&mut self, mark: Mark) {
        self.newest = mark.number;
        if self.variables.is_empty() {
            return;
        }
        self.fixed.clear();
        self.joined.clear();
        self.clear_queues();
        while self.trail.len() > mark.trail as usize {
            match self.trail.pop() {
                Some(Undo::Domain(variable, domain, kept)) => {
                    self.held -= domain.words();
                    self.words += domain.words();
                    let variable = &mut self.variables[variable as usize];
                    self.words -= variable.domain.words();
                    variable.domain = domain;
                    variable.kept = kept;
                }
                Some(Undo::Link(variable)) => self.variables[variable as usize].link = NONE,
                Some(Undo::Big(variable)) => self.variables[variable as usize].big = None,
                Some(Undo::Watchers(variable, first)) => self.variables[variable as usize].watchers = first,
                Some(Undo::Alive(propagator)) => self.propagators[propagator as usize].is_dead = false,
                Some(Undo::State(propagator, index, value)) => {
                    self.propagators[propagator as usize].state[index] = value;
                }
                None => return,
            }
        }
        for variable in self.variables.drain(mark.variables as usize..) {
            self.words -= variable.domain.words();
        }
        for entry in self.propagators.drain(mark.propagators as usize..) {
            self.held -= entry.words;
        }
        self.watchers.truncate(mark.watchers as usize);
    }

    fn clear_queues(&mut self) {
        for level in 0..self.queues.len() {
            while let Some(propagator) = self.queues[level].pop_front() {
                if let Some(entry) = self.propagators.get_mut(propagator as usize) {
                    entry.is_queued = false;
                }
            }
        }
    }

    /// How many words it takes, about.
    pub(crate) fn cells(&self) -> usize {
        self.held
            + self.words
            + self.variables.len() * (size_of::<Variable>() / 8)
            + self.propagators.len() * ((size_of::<Entry>() + size_of::<Propagator>()) / 8 + 4)
            + self.watchers.len() * 2
            + self.trail.len() * (size_of::<Undo>() / 8)
    }

    /// Counts steps of a propagator's loop.
    ///
    /// # Errors
    /// When a limit has passed: the machine throws before it takes this for a failure.
    pub(super) fn spend(&self, steps: usize) -> Propagated {
        if self.meter.spend(steps) { Ok(()) } else { Err(Failed) }
    }

    // --- variables

    #[expect(clippy::cast_possible_truncation, reason = "memory ends first")]
    pub(crate) fn new_variable(&mut self, domain: Domain, place: usize) -> Var {
        self.words += domain.words();
        self.variables.push(Variable {
            domain,
            kept: self.numbered,
            link: NONE,
            watchers: NONE,
            big: None,
            place,
            unbounded: (0, 0),
        });
        self.variables.len() as u32 - 1
    }

    pub(crate) fn constant(&mut self, value: i64) -> Var {
        self.new_variable(Domain::range(value, value), usize::MAX)
    }

    /// The variable that stands for one that was made equal to another.
    #[inline]
    pub(crate) fn root(&self, mut variable: Var) -> Var {
        loop {
            let link = self.variables[variable as usize].link;
            if link == NONE {
                return variable;
            }
            variable = link;
        }
    }

    #[inline]
    pub(crate) fn domain(&self, variable: Var) -> &Domain {
        &self.variables[self.root(variable) as usize].domain
    }

    #[inline]
    pub(crate) fn min(&self, variable: Var) -> i64 {
        self.domain(variable).min
    }

    #[inline]
    pub(crate) fn max(&self, variable: Var) -> i64 {
        self.domain(variable).max
    }

    /// The value, if there is but one.
    #[inline]
    pub(crate) fn value(&self, variable: Var) -> Option<i64> {
        let domain = self.domain(variable);
        domain.is_fixed().then_some(domain.min)
    }

    /// The value, also one that is too large for a domain.
    pub(crate) fn exact(&self, variable: Var) -> Option<BigInt> {
        let variable = &self.variables[self.root(variable) as usize];
        match &variable.big {
            Some(value) => Some(value.as_ref().clone()),
            None => variable.domain.is_fixed().then(|| BigInt::from(variable.domain.min)),
        }
    }

    pub(crate) fn is_big(&self, variable: Var) -> bool {
        self.variables[self.root(variable) as usize].big.is_some()
    }

    /// Whether a value too large for a domain, if it has one, is where this domain has no end.
    pub(crate) fn fits(&self, variable: Var, domain: &Domain) -> bool {
        let big = &self.variables[self.root(variable) as usize].big;
        big.as_ref().is_none_or(|big| domain.reaches(big.sign()))
    }

    /// A value of any size.
    pub(crate) fn fix_exact(&mut self, variable: Var, value: &BigInt) -> Propagated {
        if let Some(small) = i64::try_from(value).ok().filter(|value| !matches!(*value, INF | SUP)) {
            return if self.is_big(variable) { Err(Failed) } else { self.fix(variable, small) };
        }
        let variable = self.root(variable);
        let known = &self.variables[variable as usize];
        if let Some(big) = &known.big {
            return if big.as_ref() == value { Ok(()) } else { Err(Failed) };
        }
        if !known.domain.reaches(value.sign()) {
            return Err(Failed);
        }
        self.trail.push(Undo::Big(variable));
        self.variables[variable as usize].big = Some(Rc::new(value.clone()));
        self.fixed.push(variable);
        self.wake(variable, ON_FIX | ON_BOUNDS | ON_CHANGE);
        Ok(())
    }

    /// Where a variable itself is on the heap, whatever stands for it.
    pub(crate) fn own_place(&self, variable: Var) -> usize {
        self.variables[variable as usize].place
    }

    /// Where the variable is on the heap; `None` for a constant.
    pub(crate) fn place(&self, variable: Var) -> Option<usize> {
        let place = self.variables[self.root(variable) as usize].place;
        (place != usize::MAX).then_some(place)
    }

    /// How many live propagators watch it.
    pub(crate) fn degree(&self, variable: Var) -> usize {
        let hidden = |number: &&u32| {
            matches!(
                &*self.propagators[**number as usize].propagator,
                Propagator::AllDistinct { is_hidden: true, .. }
            )
        };
        let all = self.watching(variable);
        all.len() - all.iter().filter(hidden).count()
    }

    /// The live propagators that watch it, the newest first, each once.
    pub(crate) fn watching(&self, variable: Var) -> Vec<u32> {
        let mut found: Vec<u32> = Vec::new();
        let mut seen = Set::default();
        let mut at = self.variables[self.root(variable) as usize].watchers;
        while at != NONE && self.meter.tick() {
            let watcher = self.watchers[at as usize];
            if !self.propagators[watcher.propagator as usize].is_dead && seen.insert(watcher.propagator) {
                found.push(watcher.propagator);
            }
            at = watcher.next;
        }
        found
    }

    pub(crate) fn shared_propagator(&self, number: u32) -> Rc<Propagator> {
        Rc::clone(&self.propagators[number as usize].propagator)
    }

    pub(crate) fn propagator(&self, number: u32) -> &Propagator {
        &self.propagators[number as usize].propagator
    }

    // --- changes

    /// Gives a variable a domain, which is part of what it had; of a value beyond the numbers of
    /// domains its end must be open.
    fn set(&mut self, variable: Var, domain: Domain) -> Propagated {
        let (newest, numbered) = (self.newest, self.numbered);
        let known = &mut self.variables[variable as usize];
        if known.big.as_ref().is_some_and(|big| !domain.reaches(big.sign())) {
            return Err(Failed);
        }
        let mut events = ON_CHANGE;
        if domain.min != known.domain.min || domain.max != known.domain.max {
            events |= ON_BOUNDS;
        }
        if domain.is_fixed() {
            events |= ON_FIX;
        }
        self.runs += domain.words() as u64 / 32;
        self.meter.spend(domain.words() / 128);
        self.words += domain.words();
        let kept = std::mem::replace(&mut known.kept, numbered);
        let before = std::mem::replace(&mut known.domain, domain);
        self.words -= before.words();
        if kept < newest {
            self.held += before.words();
            self.trail.push(Undo::Domain(variable, before, kept));
        }
        if events & ON_FIX != 0 {
            self.fixed.push(variable);
        }
        let known = &mut self.variables[variable as usize];
        if known.domain.min == INF || known.domain.max == SUP {
            if known.unbounded.0 != self.fixpoints {
                known.unbounded = (self.fixpoints, 0);
            }
            known.unbounded.1 += 1;
            if known.unbounded.1 > MOST_UNBOUNDED {
                return Ok(());
            }
        }
        self.wake(variable, events);
        Ok(())
    }

    /// A number that tells whether anything changed since it was asked before.
    #[inline]
    pub(crate) const fn changes(&self) -> u64 {
        self.changes
    }

    fn wake(&mut self, variable: Var, events: u8) {
        self.changes += 1;
        let mut passed = 0;
        let mut at = self.variables[variable as usize].watchers;
        while at != NONE {
            let watcher = self.watchers[at as usize];
            passed += 1;
            if watcher.events & events != 0 {
                self.schedule(watcher.propagator);
            }
            at = watcher.next;
        }
        self.meter.spend(passed / 128);
    }

    fn schedule(&mut self, propagator: u32) {
        let entry = &mut self.propagators[propagator as usize];
        if !entry.is_queued && !entry.is_dead {
            entry.is_queued = true;
            self.queues[entry.propagator.level()].push_back(propagator);
        }
    }

    pub(crate) fn set_min(&mut self, variable: Var, min: i64) -> Propagated {
        let variable = self.root(variable);
        let domain = &self.variables[variable as usize].domain;
        if min <= domain.min {
            return Ok(());
        }
        let domain = domain.within(min, SUP).ok_or(Failed)?;
        self.set(variable, domain)
    }

    pub(crate) fn set_max(&mut self, variable: Var, max: i64) -> Propagated {
        let variable = self.root(variable);
        let domain = &self.variables[variable as usize].domain;
        if max >= domain.max {
            return Ok(());
        }
        let domain = domain.within(INF, max).ok_or(Failed)?;
        self.set(variable, domain)
    }

    pub(crate) fn fix(&mut self, variable: Var, value: i64) -> Propagated {
        let variable = self.root(variable);
        let domain = &self.variables[variable as usize].domain;
        if domain.is_fixed() && domain.min == value {
            return Ok(());
        }
        if !domain.contains(value) {
            return Err(Failed);
        }
        self.set(variable, Domain::range(value, value))
    }

    #[inline]
    pub(crate) fn remove(&mut self, variable: Var, value: i64) -> Propagated {
        let variable = self.root(variable);
        let known = &mut self.variables[variable as usize];
        if !known.domain.contains(value) {
            return Ok(());
        }
        // What backtracking brings back is kept already: the list may change where it is.
        let before = known.domain.words();
        if known.kept >= self.newest && known.domain.remove_inner(value) {
            self.words = self.words + known.domain.words() - before;
            self.wake(variable, ON_CHANGE);
            return Ok(());
        }
        let domain = known.domain.without(value).ok_or(Failed)?;
        self.set(variable, domain)
    }

    /// Leaves only what is in another set, too.
    pub(crate) fn restrict(&mut self, variable: Var, to: &Domain) -> Propagated {
        let variable = self.root(variable);
        let known = &self.variables[variable as usize].domain;
        let domain = known.intersection(to).ok_or(Failed)?;
        if domain.size() != known.size()
            || domain.min != known.min
            || domain.max != known.max
            || domain.size().is_none() && domain.ranges() != known.ranges()
        {
            self.set(variable, domain)?;
        }
        Ok(())
    }

    /// Leaves only the values of these bits from a base on: the domain lies within them.
    pub(crate) fn restrict_bits(&mut self, variable: Var, base: i64, bits: u128) -> Propagated {
        let variable = self.root(variable);
        let known = &self.variables[variable as usize].domain;
        let Some(own) = known.bits_from(base) else { return Ok(()) };
        if own & bits != own {
            let domain = Domain::of_bits(base, own & bits).ok_or(Failed)?;
            self.set(variable, domain)?;
        }
        Ok(())
    }

    /// Makes two variables one.
    pub(crate) fn alias(&mut self, one: Var, other: Var) -> Propagated {
        let (one, other) = (self.root(one), self.root(other));
        if one == other {
            return Ok(());
        }
        if let Some(big) = self.variables[one as usize].big.clone() {
            return self.fix_exact(other, &big);
        }
        if let Some(big) = self.variables[other as usize].big.clone() {
            return self.fix_exact(one, &big);
        }
        let domain = self.variables[one as usize].domain.clone();
        self.restrict(other, &domain)?;
        // What watches either is looked at again.
        self.wake(one, ON_CHANGE | ON_BOUNDS | ON_FIX);
        self.wake(other, ON_CHANGE | ON_BOUNDS | ON_FIX);
        let mut at = self.variables[one as usize].watchers;
        let mut moved = Vec::new();
        while at != NONE {
            moved.push(self.watchers[at as usize]);
            at = self.watchers[at as usize].next;
        }
        for watcher in moved.into_iter().rev() {
            self.add_watcher(other, watcher.propagator, watcher.events);
        }
        self.trail.push(Undo::Link(one));
        self.variables[one as usize].link = other;
        Ok(())
    }

    /// Makes two variables one from within a propagator; constants only give their value.
    pub(crate) fn alias_values(&mut self, one: Var, other: Var) -> Propagated {
        let (one, other) = (self.root(one), self.root(other));
        for (from, to) in [(one, other), (other, one)] {
            if let Some(value) = self.exact(from) {
                return self.fix_exact(to, &value);
            }
        }
        if one == other {
            return Ok(());
        }
        self.joined.push((one, other));
        self.alias(one, other)
    }

    // --- propagators

    #[expect(clippy::cast_possible_truncation, reason = "memory ends first")]
    fn add_watcher(&mut self, variable: Var, propagator: u32, events: u8) {
        let first = self.variables[variable as usize].watchers;
        self.trail.push(Undo::Watchers(variable, first));
        self.watchers.push(Watcher { propagator, events, next: first });
        self.variables[variable as usize].watchers = self.watchers.len() as u32 - 1;
    }

    /// Adds a propagator, which is to run when one of its variables changes so, and now.
    #[expect(clippy::cast_possible_truncation, reason = "memory ends first")]
    pub(crate) fn post(&mut self, propagator: Propagator) -> u32 {
        let number = self.propagators.len() as u32;
        let watched = propagator.watched();
        let state = propagator.first_state();
        let words = watched.len() * 3 + state.len() + propagator.table_length();
        self.held += words;
        self.propagators.push(Entry {
            words,
            propagator: Rc::new(propagator),
            is_dead: false,
            is_queued: false,
            state,
        });
        for (variable, events) in watched {
            let root = self.root(variable);
            if self.variables[root as usize].place != usize::MAX {
                self.add_watcher(root, number, events);
            }
        }
        self.schedule(number);
        number
    }

    /// A propagator has nothing to do any more.
    pub(crate) fn kill(&mut self, propagator: u32) {
        let entry = &mut self.propagators[propagator as usize];
        if !entry.is_dead {
            entry.is_dead = true;
            self.trail.push(Undo::Alive(propagator));
        }
    }

    /// What it keeps, to change what need not be restored.
    pub(crate) fn states(&mut self, propagator: u32) -> &mut [i64] {
        &mut self.propagators[propagator as usize].state
    }

    pub(crate) fn state(&self, propagator: u32, index: usize) -> i64 {
        self.propagators[propagator as usize].state[index]
    }

    pub(crate) fn set_state(&mut self, propagator: u32, index: usize, value: i64) {
        let known = &mut self.propagators[propagator as usize].state[index];
        let before = std::mem::replace(known, value);
        self.trail.push(Undo::State(propagator, index, before));
    }

    /// Runs propagators until nothing changes.
    ///
    /// # Errors
    /// When a domain becomes empty, or a constraint can't hold.
    ///
    /// It stops also where it has run as often as it may, with `is_exhausted` set: bounds without
    /// end can rise for ever.
    pub(crate) fn propagate(&mut self) -> Propagated {
        let propagated = self.reach_fixpoint();
        self.fixpoints += 1;
        propagated
    }

    fn reach_fixpoint(&mut self) -> Propagated {
        let cells = self.cells();
        loop {
            let grown = self.cells().saturating_sub(cells);
            if self.spend(4).is_err() || (grown > 1 << 12 && !self.meter.holds(grown * 8)) {
                self.clear_queues();
                return Err(Failed);
            }
            if self.runs >= self.most_runs {
                self.is_exhausted = true;
                self.clear_queues();
                return Err(Failed);
            }
            let next = self.queues.iter_mut().find_map(std::collections::VecDeque::pop_front);
            let Some(number) = next else { return Ok(()) };
            let entry = &mut self.propagators[number as usize];
            entry.is_queued = false;
            if entry.is_dead {
                continue;
            }
            let propagator = Rc::clone(&entry.propagator);
            self.runs += 1;
            if propagator.run(self, number).is_err() {
                self.clear_queues();
                return Err(Failed);
            }
        }
    }
}
