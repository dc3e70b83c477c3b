//! Finds all the ways to satisfy some facts with the candidates of a position, and which candidates
//! occur in one.
//!
//! The cells are filled in the order of the facts. Values that another cell excludes are skipped,
//! and prefixes that lead nowhere are remembered by what they imply for the other cells.

use super::board::Board;
use super::fact::{Fact, MAX_CELLS, State};
use foldhash::fast::FixedState;
use gridlore_core::{Budget, BudgetSpent};
use std::collections::HashSet;
use std::hash::{Hash, Hasher};

/// The values of each cell of a search, in the order in which they are filled.
type Domains = [u32; MAX_CELLS];

/// For each cell of the facts, the values that occur.
pub(super) type Support = Vec<(usize, u32)>;

/// What is ahead at some depth: the state of the fact and the values of the cells that are not
/// filled yet. The values of filled cells are zero.
#[derive(PartialEq, Eq)]
struct Ahead {
    depth: usize,
    state: State,
    domains: Domains,
}

impl Hash for Ahead {
    /// Skips the filled cells and the unused entries, which are zero.
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        hasher.write_u64(self.state[0] ^ (self.depth as u64) << 56);
        hasher.write_u64(self.state[1]);
        for pair in
            self.domains[self.depth / 2 * 2..].chunks_exact(2).take_while(|pair| pair[1] != 0 || pair[0] != 0)
        {
            hasher.write_u64(u64::from(pair[0]) << 32 | u64::from(pair[1]));
        }
    }
}

struct Search<'a> {
    board: &'a Board,
    facts: &'a [&'a Fact],
    cells: Vec<usize>,
    /// For each cell, the cells that see it; bit i is the cell at index i of `cells`.
    seen: Domains,
    /// For each fact, the index of each of its cells in `cells`.
    places: Vec<Vec<usize>>,
    /// For each depth, the facts that have a complete prefix once the cell has a value.
    due: Vec<Vec<(usize, usize)>>,
    /// The value of each filled cell.
    values: Vec<i32>,
    /// A grid with an entry for each cell of the puzzle, as definitions require.
    grid: Vec<i32>,
    /// Positions from which the search cannot be completed.
    dead: HashSet<Ahead, FixedState>,
    left: &'a mut u64,
}

/// Returns the candidates that occur in some way to satisfy all these facts, or `None` if more than
/// `limit` values would have to be tried. Each value costs a node of the budget.
///
/// # Errors
/// Returns [`BudgetSpent`] if the budget runs out before the limit is reached.
pub(super) fn support(
    board: &Board,
    facts: &[&Fact],
    candidates: &[u32],
    limit: u64,
    budget: &mut Budget,
) -> Result<Option<Support>, BudgetSpent> {
    let mut found = vec![0; candidates.len()];
    let is_complete = add_support(board, facts, candidates, limit, budget, &mut found)?;
    let mut cells: Vec<usize> = facts.iter().flat_map(|fact| fact.cells.iter().copied()).collect();
    cells.sort_unstable();
    cells.dedup();
    Ok(is_complete.then(|| cells.into_iter().map(|cell| (cell, found[cell])).collect()))
}

/// Adds the candidates that occur in some way to satisfy all these facts to those already found, by
/// cell. Returns whether the limit was sufficient.
///
/// # Errors
/// Returns the same errors as [`support`].
pub(super) fn add_support(
    board: &Board,
    facts: &[&Fact],
    candidates: &[u32],
    limit: u64,
    budget: &mut Budget,
    found: &mut [u32],
) -> Result<bool, BudgetSpent> {
    let most = limit.min(budget.left());
    let mut left = most;
    let is_complete = searched(board, facts, candidates, &mut left, found).is_some();
    budget.spend_many(most - left)?;
    if !is_complete && most < limit {
        budget.spend_many(limit)?;
    }
    Ok(is_complete)
}

/// Calls `take` with the values of each way to satisfy a fact. Returns whether the limit was
/// sufficient.
///
/// # Errors
/// Returns the same errors as [`support`].
pub(super) fn each(
    board: &Board,
    fact: &Fact,
    candidates: &[u32],
    limit: u64,
    budget: &mut Budget,
    take: &mut dyn FnMut(&[i32]),
) -> Result<bool, BudgetSpent> {
    let most = limit.min(budget.left());
    let mut left = most;
    let facts = [fact];
    let (mut search, domains) = Search::new(board, &facts, candidates, &mut left);
    let is_complete = search.visit(0, &domains, take).is_some();
    budget.spend_many(most - left)?;
    if !is_complete && most < limit {
        budget.spend_many(limit)?;
    }
    Ok(is_complete)
}

fn searched(
    board: &Board,
    facts: &[&Fact],
    candidates: &[u32],
    left: &mut u64,
    found: &mut [u32],
) -> Option<()> {
    let (mut search, domains) = Search::new(board, facts, candidates, left);
    for at in 0..search.cells.len() {
        let cell = search.cells[at];
        let mut open = domains[at];
        while open & !found[cell] != 0 {
            let one = (open & !found[cell]) & (open & !found[cell]).wrapping_neg();
            open &= !one;
            let mut domains = domains;
            domains[at] = one;
            if search.narrow(at, one, 0, &mut domains) && search.fill(0, &domains, None)? {
                for (cell, value) in search.cells.iter().zip(&search.values) {
                    found[*cell] |= board.shape.set_of(*value);
                }
            }
        }
    }
    Some(())
}

impl<'a> Search<'a> {
    /// Prepares a search with the values of each cell.
    fn new(
        board: &'a Board,
        facts: &'a [&'a Fact],
        candidates: &[u32],
        left: &'a mut u64,
    ) -> (Self, Domains) {
        let mut cells: Vec<usize> = Vec::new();
        for cell in facts.iter().flat_map(|fact| &fact.cells) {
            if !cells.contains(cell) {
                cells.push(*cell);
            }
        }
        let place = |cell: &usize| cells.iter().position(|other| other == cell).unwrap_or(0);
        let places: Vec<Vec<usize>> =
            facts.iter().map(|fact| fact.cells.iter().map(place).collect()).collect();
        let mut due = vec![Vec::new(); cells.len()];
        for (fact, places) in places.iter().enumerate() {
            let mut depth = 0;
            for (at, place) in places.iter().enumerate() {
                depth = depth.max(*place);
                // A longer prefix that is complete at the same depth replaces this one.
                let list: &mut Vec<(usize, usize)> = &mut due[depth];
                list.retain(|(other, _)| *other != fact);
                list.push((fact, at + 1));
            }
        }
        let mut domains = [0; MAX_CELLS];
        for (domain, cell) in domains.iter_mut().zip(&cells) {
            *domain = candidates[*cell];
        }
        let mut seen = [0; MAX_CELLS];
        for (set, cell) in seen.iter_mut().zip(&cells) {
            let others = cells.iter().enumerate().filter(|(_, other)| board.sees(*cell, **other));
            *set = others.fold(0, |set, (at, _)| set | 1 << at);
        }
        let count = cells.len();
        let search = Self {
            board,
            facts,
            seen,
            places,
            due,
            values: vec![0; count],
            grid: vec![0; board.start.len()],
            dead: HashSet::default(),
            left,
            cells,
        };
        (search, domains)
    }

    /// Calls `take` with each way to fill the cells from `depth` on. Returns `None` if this takes
    /// too long.
    fn visit(&mut self, depth: usize, domains: &Domains, take: &mut dyn FnMut(&[i32])) -> Option<()> {
        if depth == self.cells.len() {
            if self.is_allowed() {
                take(&self.values);
            }
            return Some(());
        }
        let mut open = domains[depth];
        while open != 0 {
            let one = open & open.wrapping_neg();
            open &= !one;
            *self.left = self.left.checked_sub(1)?;
            self.values[depth] = self.board.shape.value(one.trailing_zeros() as usize);
            let mut next = *domains;
            next[depth] = one;
            if self.narrow(depth, one, depth + 1, &mut next)
                && self.due[depth].iter().all(|(fact, length)| self.state(*fact, *length, &next).is_some())
            {
                self.visit(depth + 1, &next, take)?;
            }
        }
        Some(())
    }
}

impl Search<'_> {
    /// Removes a value of a cell from the cells at `from` and later that see it. Returns whether
    /// each of them has a value left.
    fn narrow(&self, at: usize, set: u32, from: usize, domains: &mut Domains) -> bool {
        let mut seen = self.seen[at] >> from << from;
        while seen != 0 {
            let domain = &mut domains[seen.trailing_zeros() as usize];
            seen &= seen - 1;
            *domain &= !set;
            if *domain == 0 {
                return false;
            }
        }
        true
    }

    /// Returns whether the cells, all of which are filled, satisfy the facts.
    fn is_allowed(&mut self) -> bool {
        let shape = &self.board.shape;
        self.facts.iter().zip(&self.places).all(|(fact, places)| {
            let mut found = [0; MAX_CELLS];
            for (value, place) in found.iter_mut().zip(places) {
                *value = self.values[*place];
            }
            fact.holds(shape, &found[..places.len()], &mut self.grid)
        })
    }

    /// Returns the state of a fact with its first `length` cells filled.
    fn state(&self, fact: usize, length: usize, domains: &Domains) -> Option<State> {
        let shape = &self.board.shape;
        if let [fact] = self.facts {
            // The cells of the search are the cells of the fact, in the same order.
            return fact.state(shape, &self.values[..length], &domains[length..self.cells.len()]);
        }
        let (filled, rest) = self.places[fact].split_at(length);
        let (mut prefix, mut open) = ([0; MAX_CELLS], [0; MAX_CELLS]);
        for (value, place) in prefix.iter_mut().zip(filled) {
            *value = self.values[*place];
        }
        for (set, place) in open.iter_mut().zip(rest) {
            *set = domains[*place];
        }
        self.facts[fact].state(shape, &prefix[..filled.len()], &open[..rest.len()])
    }

    /// Returns whether the cells from `depth` on can be filled, or `None` if this takes too long.
    /// `state` is the state of the only fact; with several facts, it is not used.
    fn fill(&mut self, depth: usize, domains: &Domains, state: Option<State>) -> Option<bool> {
        if depth == self.cells.len() {
            return Some(self.is_allowed());
        }
        // With several facts, cells of a later fact may be filled before its prefix is complete.
        let is_remembered = self.facts.len() == 1 && depth > 0 && depth + 2 < self.cells.len();
        let key = state.filter(|_| is_remembered).map(|state| {
            let mut ahead = [0; MAX_CELLS];
            ahead[depth..].copy_from_slice(&domains[depth..]);
            Ahead { depth, state, domains: ahead }
        });
        if key.as_ref().is_some_and(|key| self.dead.contains(key)) {
            return Some(false);
        }
        let mut open = domains[depth];
        while open != 0 {
            let one = open & open.wrapping_neg();
            open &= !one;
            *self.left = self.left.checked_sub(1)?;
            self.values[depth] = self.board.shape.value(one.trailing_zeros() as usize);
            let mut next = *domains;
            next[depth] = one;
            if !self.narrow(depth, one, depth + 1, &mut next) {
                continue;
            }
            let mut state = None;
            let is_possible = self.due[depth].iter().all(|(fact, length)| {
                state = self.state(*fact, *length, &next);
                state.is_some()
            });
            if is_possible && self.fill(depth + 1, &next, state)? {
                return Some(true);
            }
        }
        self.dead.extend(key);
        Some(false)
    }
}
