//! Bipartite matching of variables and values, and the strongly connected components of the
//! residual graph.
//!
//! Domains span up to 128 values and are bit sets; all constraints share the buffers. The source
//! and the use of the algorithm are described in [`distinct`](super::distinct).

use super::event::{Failed, Propagated, Var};
use std::ops::{BitAnd, BitOr, BitOrAssign, Not};

/// A bit set of values, as wide as needed; small graphs use one word per domain.
pub(super) trait Bits:
    Copy
    + Default
    + PartialEq
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitOrAssign
    + Not<Output = Self>
    + std::fmt::Debug
{
    /// Number of bits.
    const COUNT: i64;
    fn one(at: u8) -> Self;
    /// Returns the lowest set bit; the set must not be empty.
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
            #[allow(
                clippy::cast_possible_truncation,
                reason = "the caller checked that the domains are narrow enough"
            )]
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

/// Buffers for the graph of one constraint, which the next constraint reuses.
#[derive(Debug)]
pub(super) struct Graph<B> {
    /// The domain of each variable, as bits relative to a base.
    pub(super) bits: Vec<B>,
    /// The value matched to each variable.
    held: Vec<u8>,
    /// The variable matched to each value.
    holder: [u8; 128],
    /// Variables that found no free value in the greedy phase.
    waiting: Vec<u8>,
    /// The component of each variable.
    pub(super) component: Vec<u8>,
    /// The values of each component.
    pub(super) component_values: Vec<B>,
    // State of the search for components.
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
            holder: [NO_VARIABLE; 128],
            waiting: Vec::new(),
            component: Vec::new(),
            component_values: Vec::new(),
            order: Vec::new(),
            low: Vec::new(),
            stack: Vec::new(),
            walk: Vec::new(),
        }
    }
}

/// Buffers that all of these constraints share.
#[derive(Debug, Default)]
pub(super) struct Buffers {
    pub(super) open: Vec<Var>,
    pub(super) narrow: Graph<u64>,
    pub(super) wide: Graph<u128>,
}

const NO_VARIABLE: u8 = u8::MAX;
const UNVISITED: u8 = u8::MAX;
/// Maximum number of variables: more cannot differ within 128 values, and the number of a variable
/// must fit in a byte.
pub(super) const MAX_VARIABLES: usize = 128;

impl<B: Bits> Graph<B> {
    /// Finds a matching that covers all variables, or fails if there is none.
    pub(super) fn match_all(&mut self) -> Propagated {
        self.held.clear();
        self.held.resize(self.bits.len(), NO_VARIABLE);
        self.holder.fill(NO_VARIABLE);
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

    /// Searches for an augmenting path for a variable. The recursion is at most 128 levels deep,
    /// one per variable.
    fn augment(&mut self, variable: usize, seen: &mut B) -> bool {
        loop {
            let open = self.bits[variable] & !*seen;
            if open == B::default() {
                return false;
            }
            let value = open.lowest();
            *seen |= B::one(value);
            let holder = self.holder[usize::from(value)];
            if holder == NO_VARIABLE || self.augment(holder.into(), seen) {
                self.hold(variable, value);
                return true;
            }
        }
    }

    pub(super) fn held_values(&self) -> B {
        self.held.iter().fold(B::default(), |bits, &value| bits | B::one(value))
    }

    /// Returns the matched values of variables from which an alternating path leads to a free
    /// value. Any variable may take these values.
    pub(super) fn freeable_values(&self, held: B) -> B {
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

    /// Finds the strongly connected components and their values.
    ///
    /// R. Tarjan, 1972, with an explicit stack.
    pub(super) fn find_components(&mut self, held: B) {
        let count = self.bits.len();
        for list in [&mut self.order, &mut self.low, &mut self.component] {
            list.clear();
            list.resize(count, UNVISITED);
        }
        self.component_values.clear();
        let mut next = 0;
        for start in 0..count {
            if self.order[start] != UNVISITED {
                continue;
            }
            self.enter(start, &mut next, held);
            while let Some((variable, rest)) = self.walk.last_mut() {
                let variable = usize::from(*variable);
                if *rest != B::default() {
                    let value = rest.lowest();
                    *rest = rest.without_lowest();
                    let other = usize::from(self.holder[usize::from(value)]);
                    if self.order[other] == UNVISITED {
                        self.enter(other, &mut next, held);
                    } else if self.component[other] == UNVISITED {
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
                    let component = number_of(self.component_values.len());
                    let mut values = B::default();
                    while let Some(member) = self.stack.pop() {
                        self.component[usize::from(member)] = component;
                        values |= B::one(self.held[usize::from(member)]);
                        if usize::from(member) == variable {
                            break;
                        }
                    }
                    self.component_values.push(values);
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

/// Returns a variable's number, which is below 128.
fn number_of(variable: usize) -> u8 {
    u8::try_from(variable).unwrap_or(NO_VARIABLE)
}
