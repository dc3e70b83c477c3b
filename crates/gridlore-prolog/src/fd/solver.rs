//! The solver, which contains variables with domains, the propagators that watch them, and a trail.
//!
//! It knows nothing about terms. The machine posts propagators, passes on bindings, starts
//! propagation, and finds out which variables have become fixed.
//!
//! ```text
//!   change of a domain -> events (fixed, bounds, any) -> watchers -> queues (cheap first) ->
//!   propagators -> changes
//! ```
//!
//! A domain is saved on the trail at most once between two choice points. Choice points are
//! numbered in ascending order, and each variable records the number of choice points created
//! before its domain was last saved. Propagators and watchers are stacks that backtracking
//! truncates.
//!
//! # Source
//! C. Schulte and P. J. Stuckey, *Efficient constraint propagation engines*, 2008.

use std::rc::Rc;

use num_bigint::BigInt;

use super::domain::{Domain, INF, SUP};
use super::event::{Failed, ON_BOUNDS, ON_CHANGE, ON_FIX, Propagated, Var};
use super::matching::Buffers;
use super::propagator::Propagator;
use crate::map::Set;
use crate::meter::Meter;

const NONE: u32 = u32::MAX;

#[derive(Debug, Clone)]
struct Variable {
    domain: Domain,
    /// Number of choice points that had been created when its domain was last saved.
    saved_at: u64,
    /// The variable to which it is aliased, or `NONE`.
    link: u32,
    /// The head of its list of watchers.
    watchers: u32,
    /// Its value, if the value is too large for a domain.
    big: Option<Rc<BigInt>>,
    /// Its address on the heap.
    place: usize,
    /// The last fixpoint computation in which its domain changed while unbounded, and the number of
    /// such changes.
    unbounded: (u64, u32),
}

/// Number of changes to an unbounded domain that wake propagators during one fixpoint computation.
/// Without this limit, `X #> Y, Y #> X` with one bound would move the bounds forever. With the
/// limit, the fixpoint of such constraints is not reached.
const MAX_UNBOUNDED_CHANGES: u32 = 32;

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
    /// State between runs, restored by backtracking.
    state: Vec<i64>,
    /// Approximate size in words.
    words: usize,
}

/// The heights of all stacks.
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
    /// The number of the newest remaining choice point.
    newest: u64,
    /// Number of choice points created so far.
    numbered: u64,
    queues: [std::collections::VecDeque<u32>; 3],
    /// Newly fixed variables that are not yet bound on the heap.
    pub(crate) fixed: Vec<Var>,
    /// Variables aliased by propagators that are not yet unified on the heap.
    pub(crate) aliased: Vec<(Var, Var)>,
    /// Number of propagator runs.
    pub(crate) runs: u64,
    /// Maximum number of runs.
    pub(crate) max_runs: u64,
    /// Whether the maximum number of runs was reached.
    pub(crate) is_exhausted: bool,
    /// Number of words in the lists and tables of propagators, and in saved domains.
    held: usize,
    /// Number of words in the current domains.
    words: usize,
    /// Number of domain changes.
    changes: u64,
    /// Number of fixpoint computations.
    fixpoints: u64,
    /// The meter, which informs propagators of exceeded limits.
    pub(crate) meter: Rc<Meter>,
    pub(super) distinct: Buffers,
}

impl Solver {
    pub(crate) fn new(meter: Rc<Meter>) -> Self {
        Self { meter, ..Self::default() }
    }

    // --- choice points

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "limited by memory")]
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

    /// Sets the newest remaining choice point.
    #[inline]
    pub(crate) fn set_newest(&mut self, mark: Option<Mark>) {
        self.newest = mark.map_or(0, |mark| mark.number);
    }

    #[inline]
    pub(crate) fn undo(&mut self, mark: Mark) {
        self.newest = mark.number;
        if self.variables.is_empty() {
            return;
        }
        self.fixed.clear();
        self.aliased.clear();
        self.clear_queues();
        while self.trail.len() > mark.trail as usize {
            match self.trail.pop() {
                Some(Undo::Domain(variable, domain, saved_at)) => {
                    self.held -= domain.words();
                    self.words += domain.words();
                    let variable = &mut self.variables[variable as usize];
                    self.words -= variable.domain.words();
                    variable.domain = domain;
                    variable.saved_at = saved_at;
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

    /// Returns the approximate size in words.
    pub(crate) fn cells(&self) -> usize {
        self.held
            + self.words
            + self.variables.len() * (size_of::<Variable>() / 8)
            + self.propagators.len() * ((size_of::<Entry>() + size_of::<Propagator>()) / 8 + 4)
            + self.watchers.len() * 2
            + self.trail.len() * (size_of::<Undo>() / 8)
    }

    /// Charges for steps in a propagator's loop.
    ///
    /// # Errors
    /// Fails if a limit is exceeded; the machine throws before it treats this as a failure.
    pub(super) fn spend(&self, steps: usize) -> Propagated {
        if self.meter.spend(steps) { Ok(()) } else { Err(Failed) }
    }

    // --- variables

    #[expect(clippy::cast_possible_truncation, reason = "limited by memory")]
    pub(crate) fn new_variable(&mut self, domain: Domain, place: usize) -> Var {
        self.words += domain.words();
        self.variables.push(Variable {
            domain,
            saved_at: self.numbered,
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

    /// Returns the variable that represents an aliased variable.
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

    /// Returns the value of a fixed variable.
    #[inline]
    pub(crate) fn value(&self, variable: Var) -> Option<i64> {
        let domain = self.domain(variable);
        domain.is_fixed().then_some(domain.min)
    }

    /// Returns the value of a fixed variable, even if it is too large for a domain.
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

    /// Returns whether `domain` can contain the variable's value, if that is too large for a
    /// domain.
    pub(crate) fn fits(&self, variable: Var, domain: &Domain) -> bool {
        let big = &self.variables[self.root(variable) as usize].big;
        big.as_ref().is_none_or(|big| domain.reaches(big.sign()))
    }

    /// Fixes a variable to a value of any size.
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

    /// Returns the variable's own heap address, ignoring aliases.
    pub(crate) fn own_place(&self, variable: Var) -> usize {
        self.variables[variable as usize].place
    }

    /// Returns the heap address of the variable, or `None` for a constant.
    pub(crate) fn place(&self, variable: Var) -> Option<usize> {
        let place = self.variables[self.root(variable) as usize].place;
        (place != usize::MAX).then_some(place)
    }

    /// Returns the number of live propagators that watch the variable.
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

    /// Returns the live propagators that watch the variable, newest first, without duplicates.
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

    /// Replaces a domain with a subset of it. If the variable has a value too large for a domain,
    /// the subset must be unbounded in that direction.
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
        let saved_at = std::mem::replace(&mut known.saved_at, numbered);
        let before = std::mem::replace(&mut known.domain, domain);
        self.words -= before.words();
        if saved_at < newest {
            self.held += before.words();
            self.trail.push(Undo::Domain(variable, before, saved_at));
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
            if known.unbounded.1 > MAX_UNBOUNDED_CHANGES {
                return Ok(());
            }
        }
        self.wake(variable, events);
        Ok(())
    }

    /// Returns the number of changes so far; if two calls return different numbers, a domain has
    /// changed.
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
        // The domain was saved recently enough, so the list can be changed in place.
        let before = known.domain.words();
        if known.saved_at >= self.newest && known.domain.remove_inner(value) {
            self.words = self.words + known.domain.words() - before;
            self.wake(variable, ON_CHANGE);
            return Ok(());
        }
        let domain = known.domain.without(value).ok_or(Failed)?;
        self.set(variable, domain)
    }

    /// Restricts a domain to its intersection with another set.
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

    /// Restricts a domain to the values given by bits relative to a base. The domain must lie
    /// within their span.
    pub(crate) fn restrict_bits(&mut self, variable: Var, base: i64, bits: u128) -> Propagated {
        let variable = self.root(variable);
        let known = &self.variables[variable as usize].domain;
        let Some(own) = known.bits_from(base) else { return Ok(()) };
        if own & bits != own {
            let domain = Domain::from_bits(base, own & bits).ok_or(Failed)?;
            self.set(variable, domain)?;
        }
        Ok(())
    }

    /// Aliases two variables.
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
        // The watchers of both variables run again.
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

    /// Aliases two variables inside a propagator. If one of them is a constant, the other is fixed.
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
        self.aliased.push((one, other));
        self.alias(one, other)
    }

    // --- propagators

    #[expect(clippy::cast_possible_truncation, reason = "limited by memory")]
    fn add_watcher(&mut self, variable: Var, propagator: u32, events: u8) {
        let first = self.variables[variable as usize].watchers;
        self.trail.push(Undo::Watchers(variable, first));
        self.watchers.push(Watcher { propagator, events, next: first });
        self.variables[variable as usize].watchers = self.watchers.len() as u32 - 1;
    }

    /// Adds a propagator, registers its watchers and schedules it.
    #[expect(clippy::cast_possible_truncation, reason = "limited by memory")]
    pub(crate) fn post(&mut self, propagator: Propagator) -> u32 {
        let number = self.propagators.len() as u32;
        let watched = propagator.watched_variables();
        let state = propagator.initial_state();
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

    /// Marks a propagator as entailed, so that it never runs again.
    pub(crate) fn kill(&mut self, propagator: u32) {
        let entry = &mut self.propagators[propagator as usize];
        if !entry.is_dead {
            entry.is_dead = true;
            self.trail.push(Undo::Alive(propagator));
        }
    }

    /// Returns a propagator's state, for changes that backtracking need not undo.
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

    /// Runs propagators until they reach a fixpoint.
    ///
    /// # Errors
    /// Fails if a domain is empty, or a constraint cannot hold.
    ///
    /// Propagation also stops at the maximum number of runs, with `is_exhausted` set, because the
    /// bounds of an infinite domain can move forever.
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
            if self.runs >= self.max_runs {
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
