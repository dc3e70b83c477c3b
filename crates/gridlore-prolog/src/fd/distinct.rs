//! Variables that all differ.
//!
//! `all_different/1` takes the value of a fixed variable from the others. `all_distinct/1` does that first and then leaves each value only where some solution of this constraint alone has it: a matching of variables with values, and the strongly connected components of what it could be changed to.
//!
//! # Source
//! J.-C. Régin, *A filtering algorithm for constraints of difference in CSPs*, 1994. Here domains within 128 values are bits, and the graph is one of variables: an edge leads to who holds a value one could take.

use super::domain::Domain;
use super::solver::{Failed, Propagated, Solver, Var};
use std::ops::{BitAnd, BitOr, BitOrAssign, Not};

/// What is kept: how many variables are done, and the variables with those first.
pub(super) fn first_state(count: usize) -> Vec<i64> {
    let mut state = vec![0];
    state.extend(0..i64::try_from(count).unwrap_or(0));
    state
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "indices that were usize")]
const fn index(value: i64) -> usize {
    value as usize
}

/// Takes the values of fixed variables from the others; how many are fixed.
pub(super) fn all_different(solver: &mut Solver, number: u32, variables: &[Var]) -> Propagated {
    eliminate(solver, number, variables).map(|_| ())
}

fn eliminate(solver: &mut Solver, number: u32, variables: &[Var]) -> Result<usize, Failed> {
    let before = index(solver.state(number, 0));
    let mut done = before;
    let count = variables.len();
    let mut at = done;
    while at < count {
        solver.spend(1)?;
        let each = solver.states(number)[at + 1];
        let Some(value) = solver.value(variables[index(each)]) else {
            at += 1;
            continue;
        };
        solver.states(number).swap(at + 1, done + 1);
        done += 1;
        solver.spend(count - done)?;
        for other in done..count {
            let variable = variables[index(solver.states(number)[other + 1])];
            if solver.root(variable) == solver.root(variables[index(each)]) {
                return Err(Failed);
            }
            solver.remove(variable, value)?;
        }
        // Some that were passed by may be fixed by now.
        at = done;
    }
    if done != before {
        solver.set_state(number, 0, i64::try_from(done).unwrap_or(0));
    }
    two_that_are_large(solver, variables)?;
    if done == count {
        solver.kill(number);
    }
    Ok(done)
}

/// Values too large for a domain are compared each with each.
fn two_that_are_large(solver: &Solver, variables: &[Var]) -> Propagated {
    let large: Vec<Var> = variables.iter().copied().filter(|&each| solver.is_big(each)).collect();
    for at in 1..large.len() {
        let value = solver.exact(large[at]);
        for &other in &large[..at] {
            let other = solver.exact(other);
            solver.spend(other.as_ref().map_or(1, |other| other.iter_u64_digits().len() / 4 + 1))?;
            if other == value {
                return Err(Failed);
            }
        }
    }
    Ok(())
}

/// Bits of values, as many as they are: the graph of small domains is one of words.
trait Bits:
    Copy
    + Default
    + PartialEq
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitOrAssign
    + Not<Output = Self>
    + std::fmt::Debug
{
    /// How many there are.
    const COUNT: i64;
    fn one(at: u8) -> Self;
    /// The lowest of some.
    fn lowest(self) -> u8;
    fn without_lowest(self) -> Self;
    fn of(bits: u128) -> Self;
    fn wide(self) -> u128;
}

macro_rules! bits {
    ($word:ty, $count:literal) => {
        impl Bits for $word {
            const COUNT: i64 = $count;
            #[inline]
            fn one(at: u8) -> Self {
                1 << at
            }
            #[inline]
            #[expect(clippy::cast_possible_truncation, reason = "at most 128")]
            fn lowest(self) -> u8 {
                self.trailing_zeros() as u8
            }
            #[inline]
            fn without_lowest(self) -> Self {
                self & self.wrapping_sub(1)
            }
            #[inline]
            #[allow(clippy::cast_possible_truncation, reason = "the domains were found to be narrow enough")]
            fn of(bits: u128) -> Self {
                bits as Self
            }
            #[inline]
            fn wide(self) -> u128 {
                self.into()
            }
        }
    };
}

bits!(u64, 64);
bits!(u128, 128);

/// Room for the graph of one constraint, used again by the next.
#[derive(Debug)]
struct Graph<B> {
    /// Bits of values for each variable, from a base on.
    bits: Vec<B>,
    /// The value that each variable holds, by its bit.
    held: Vec<u8>,
    /// The variable that holds each value.
    holder: [u8; 128],
    /// The variables that found no free value at first.
    waiting: Vec<u8>,
    /// The number of each variable's component, below the count of variables.
    component: Vec<u8>,
    /// The values of each component.
    of_component: Vec<B>,
    // What the walk through the components notes.
    order: Vec<u8>,
    low: Vec<u8>,
    stack: Vec<u8>,
    walk: Vec<(u8, B)>,
}

impl<B: Bits> Default for Graph<B> {
    fn default() -> Self {
        Self {
            bits: Vec::new(),
            held: Vec::new(),
            holder: [NOBODY; 128],
            waiting: Vec::new(),
            component: Vec::new(),
            of_component: Vec::new(),
            order: Vec::new(),
            low: Vec::new(),
            stack: Vec::new(),
            walk: Vec::new(),
        }
    }
}

/// Room for these constraints.
#[derive(Debug, Default)]
pub(super) struct Room {
    open: Vec<Var>,
    narrow: Graph<u64>,
    wide: Graph<u128>,
}

const NOBODY: u8 = u8::MAX;
const UNSEEN: u8 = u8::MAX;
/// No more variables can differ within 128 values; numbers of variables fit a byte.
const MOST: usize = 128;

pub(super) fn all_distinct(solver: &mut Solver, number: u32, variables: &[Var]) -> Propagated {
    let done = eliminate(solver, number, variables)?;
    let count = variables.len();
    if count - done < 2 {
        return Ok(());
    }
    let mut room = std::mem::take(&mut solver.distinct);
    room.open.clear();
    room.open.extend((done..count).map(|at| variables[index(solver.states(number)[at + 1])]));
    let result = filter(solver, &mut room);
    solver.distinct = room;
    result
}

fn filter(solver: &mut Solver, room: &mut Room) -> Propagated {
    let Room { open, narrow, wide } = room;
    for (at, &one) in open.iter().enumerate() {
        solver.spend(open.len() - at)?;
        let root = solver.root(one);
        if open[at + 1..].iter().any(|&other| root == solver.root(other)) {
            return Err(Failed);
        }
    }
    let base = open.iter().map(|&variable| solver.min(variable)).min().unwrap_or(0);
    let last = open.iter().map(|&variable| solver.max(variable)).max().unwrap_or(0);
    match last.checked_sub(base) {
        Some(span) if span < u64::COUNT && open.len() <= 64 => narrow.filter(solver, open, base),
        Some(span) if span < u128::COUNT => wide.filter(solver, open, base),
        _ => too_wide(solver, open),
    }
}

impl<B: Bits> Graph<B> {
    /// Leaves each variable the values that some matching of all gives it.
    fn filter(&mut self, solver: &mut Solver, open: &[Var], base: i64) -> Propagated {
        if open.len() > MOST {
            return Err(Failed);
        }
        self.bits.clear();
        for &variable in open {
            let Some(bits) = solver.domain(variable).bits_from(base) else { return Ok(()) };
            self.bits.push(B::of(bits));
        }
        self.match_all()?;
        let held = self.held_values();
        let values_of_frees = self.values_of_frees(held);
        self.find_components(held);
        // What became fixed by this is taken from the others when this runs again.
        for (variable, &name) in open.iter().enumerate() {
            let component = self.of_component[usize::from(self.component[variable])];
            let bits = self.bits[variable];
            let kept = bits & (!held | values_of_frees | component);
            if kept != bits {
                solver.restrict_bits(name, base, kept.wide())?;
            }
        }
        Ok(())
    }

    /// Gives each variable a value of its own.
    fn match_all(&mut self) -> Propagated {
        self.held.clear();
        self.held.resize(self.bits.len(), NOBODY);
        self.holder.fill(NOBODY);
        self.waiting.clear();
        let mut used = B::default();
        for variable in 0..self.bits.len() {
            let free = self.bits[variable] & !used;
            if free == B::default() {
                self.waiting.push(number_of(variable));
                continue;
            }
            let value = free.lowest();
            used |= B::one(value);
            self.hold(variable, value);
        }
        for at in 0..self.waiting.len() {
            let mut seen = B::default();
            if !self.augment(self.waiting[at].into(), &mut seen) {
                return Err(Failed);
            }
        }
        Ok(())
    }

    fn hold(&mut self, variable: usize, value: u8) {
        self.held[variable] = value;
        self.holder[usize::from(value)] = number_of(variable);
    }

    /// Finds a value for a variable; others may take another for that. As deep as there are variables: at most 128.
    fn augment(&mut self, variable: usize, seen: &mut B) -> bool {
        loop {
            let open = self.bits[variable] & !*seen;
            if open == B::default() {
                return false;
            }
            let value = open.lowest();
            *seen |= B::one(value);
            let holder = self.holder[usize::from(value)];
            if holder == NOBODY || self.augment(holder.into(), seen) {
                self.hold(variable, value);
                return true;
            }
        }
    }

    fn held_values(&self) -> B {
        self.held.iter().fold(B::default(), |bits, &value| bits | B::one(value))
    }

    /// The values of those who can come to a free one: they may give their own to anyone.
    fn values_of_frees(&self, held: B) -> B {
        let mut values = B::default();
        let mut wanted = !held;
        loop {
            let before = values;
            for (&bits, &value) in self.bits.iter().zip(&self.held) {
                if bits & wanted != B::default() {
                    values |= B::one(value);
                }
            }
            if values == before {
                return values;
            }
            wanted = !held | values;
        }
    }

    /// Strongly connected components, each by a number below the count of variables, and their values.
    ///
    /// R. Tarjan, 1972, with a stack of its own.
    fn find_components(&mut self, held: B) {
        let count = self.bits.len();
        for list in [&mut self.order, &mut self.low, &mut self.component] {
            list.clear();
            list.resize(count, UNSEEN);
        }
        self.of_component.clear();
        let mut next = 0;
        for start in 0..count {
            if self.order[start] != UNSEEN {
                continue;
            }
            self.enter(start, &mut next, held);
            while let Some((variable, rest)) = self.walk.last_mut() {
                let variable = usize::from(*variable);
                if *rest != B::default() {
                    let value = rest.lowest();
                    *rest = rest.without_lowest();
                    let other = usize::from(self.holder[usize::from(value)]);
                    if self.order[other] == UNSEEN {
                        self.enter(other, &mut next, held);
                    } else if self.component[other] == UNSEEN {
                        self.low[variable] = self.low[variable].min(self.order[other]);
                    }
                    continue;
                }
                self.walk.pop();
                if let Some(&(parent, _)) = self.walk.last() {
                    let parent = usize::from(parent);
                    self.low[parent] = self.low[parent].min(self.low[variable]);
                }
                if self.low[variable] == self.order[variable] {
                    let component = number_of(self.of_component.len());
                    let mut values = B::default();
                    while let Some(member) = self.stack.pop() {
                        self.component[usize::from(member)] = component;
                        values |= B::one(self.held[usize::from(member)]);
                        if usize::from(member) == variable {
                            break;
                        }
                    }
                    self.of_component.push(values);
                }
            }
        }
    }

    fn enter(&mut self, variable: usize, next: &mut u8, held: B) {
        self.order[variable] = *next;
        self.low[variable] = *next;
        *next += 1;
        self.stack.push(number_of(variable));
        self.walk.push((number_of(variable), self.bits[variable] & held));
    }
}

/// Variables are at most 128.
fn number_of(variable: usize) -> u8 {
    u8::try_from(variable).unwrap_or(NOBODY)
}

/// Where domains span more than 128 values: only whether there are enough values for all.
fn too_wide(solver: &Solver, open: &[Var]) -> Propagated {
    let mut all = None;
    for &variable in open {
        let domain = solver.domain(variable);
        if !domain.is_finite() {
            return Ok(());
        }
        solver.spend(domain.words() + all.as_ref().map_or(1, Domain::words))?;
        all = Some(match all {
            None => domain.clone(),
            Some(all) => domain.union(&all),
        });
    }
    let room = all.and_then(|all| all.size()).unwrap_or(u64::MAX);
    if room < open.len() as u64 { Err(Failed) } else { Ok(()) }
}
