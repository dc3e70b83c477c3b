//! ALS-XY-Wing and ALS-Chain: almost locked sets, each linked to the next by a restricted common
//! candidate, and never by the same digit twice in a row. The first and the last set share a digit,
//! which must be in one of them.

use crate::techniques::finder::Finder;
use crate::techniques::flow::Flow;
use crate::{CellSet, DigitSet, Technique};
use std::collections::VecDeque;

pub(super) fn find_wings(finder: &mut Finder<'_>) -> Flow {
    if finder.scope.only_later_sets {
        return find_wings_by_links(finder);
    }
    let state = finder.state;
    let links = finder.memo.set_links(state, finder.scope.overlapping_sets);
    for pivot in 0..links.next.len() {
        for (place, &(one, x_digits)) in links.next[pivot].iter().enumerate() {
            for &(other, y_digits) in &links.next[pivot][place + 1..] {
                let do_overlap = links.cells(one).intersects(links.cells(other));
                if (links.digits(one) & links.digits(other)).is_empty()
                    || (do_overlap && !finder.scope.overlapping_sets)
                {
                    continue;
                }
                for x in x_digits.iter() {
                    for y in y_digits.iter().filter(|&y| y != x) {
                        let sets = [one, pivot, other];
                        let used = DigitSet::only(x) | DigitSet::only(y);
                        if let Some(step) = links.step(Technique::AlsXyWing, state, &sets, (used, used)) {
                            finder.take(step)?;
                        }
                    }
                }
            }
        }
    }
    Flow::Continue(())
}

/// Finds wings as pairs of links: each link with every later one that shares a set with it. Linking
/// digits are not removed.
fn find_wings_by_links(finder: &mut Finder<'_>) -> Flow {
    let state = finder.state;
    let links = finder.memo.set_links(state, finder.scope.overlapping_sets);
    let all: Vec<(usize, usize, DigitSet)> = (0..links.next.len())
        .flat_map(|one| {
            let later = links.next[one].iter().filter(move |(other, _)| *other > one);
            later.map(move |&(other, digits)| (one, other, digits))
        })
        .collect();
    let mut of_set: Vec<Vec<usize>> = vec![Vec::new(); links.next.len()];
    for (number, &(one, other, _)) in all.iter().enumerate() {
        of_set[one].push(number);
        of_set[other].push(number);
    }
    for (number, &(one, other, x)) in all.iter().enumerate() {
        let after = |set: usize| {
            let links: &[usize] = &of_set[set];
            &links[links.partition_point(|&later| later <= number)..]
        };
        for (third, fourth, y) in merged(after(one), after(other)).map(|later| all[later]) {
            let pivot = if one == third || one == fourth { one } else { other };
            let (first, last) =
                (if pivot == one { other } else { one }, if pivot == third { fourth } else { third });
            // The same single digit cannot form both links.
            let used = x | y;
            if first == last
                || ((links.digits(first) & links.digits(last)) - used).is_empty()
                || links.cells(first).intersects(links.cells(last))
                || (x == y && x.len() == 1)
            {
                continue;
            }
            let sets = [first, pivot, last];
            if let Some(step) = links.step(Technique::AlsXyWing, state, &sets, (used, used)) {
                finder.take(step)?;
            }
        }
    }
    Flow::Continue(())
}

/// Merges two sorted lists, dropping duplicates.
fn merged<'a>(mut one: &'a [usize], mut other: &'a [usize]) -> impl Iterator<Item = usize> + 'a {
    std::iter::from_fn(move || {
        let next = match (one.first(), other.first()) {
            (Some(&first), Some(&second)) => first.min(second),
            (first, second) => *first.or(second)?,
        };
        one = one.strip_prefix(&[next]).unwrap_or(one);
        other = other.strip_prefix(&[next]).unwrap_or(other);
        Some(next)
    })
}

/// Finds the shortest chain of sufficient length between any two sets, for each digit.
pub(super) fn find(finder: &mut Finder<'_>) -> Flow {
    find_chains(false, finder)?;
    if finder.scope.overlapping_sets {
        find_chains(true, finder)?;
    }
    Flow::Continue(())
}

fn find_chains(allow_overlap: bool, finder: &mut Finder<'_>) -> Flow {
    let state = finder.state;
    let links = finder.memo.set_links(state, allow_overlap);
    let count = links.next.len();
    let min_sets = finder.scope.min_sets;
    let mut search = Search::new(count, state.shape().side() + 1, min_sets);
    // By digit, from 1, the sets that have it, with the cells that see all its places.
    let with_digit: Vec<Vec<(usize, CellSet)>> = (1..=state.shape().side())
        .map(|z| {
            let having = (0..count).filter(|&set| links.digits(set).contains(z));
            having.map(|set| (set, links.all.seen(set, z))).collect()
        })
        .collect();
    let mut is_end = vec![false; count];
    for start in 0..count {
        for z in links.digits(start).iter() {
            // The end sets for which a chain from here removes z.
            let removed = state.places(z) & links.all.seen(start, z);
            if removed.is_empty() {
                continue;
            }
            is_end.fill(false);
            let mut ends = 0;
            for &(end, seen) in &with_digit[z - 1] {
                if end > start && seen.intersects(removed) {
                    (is_end[end], ends) = (true, ends + 1);
                }
            }
            search.begin(start);
            while ends > 0 {
                let Some((at, length)) = search.queue.pop_front() else { break };
                for &(next, digits) in &links.next[at.set] {
                    if next == start || (finder.scope.only_later_sets && next < at.set) {
                        continue;
                    }
                    for by in digits.iter().filter(|&by| by != at.by && (at.by != 0 || by != z)) {
                        let links_so_far =
                            if finder.scope.only_later_sets { length.min(min_sets - 1) } else { 0 };
                        let to = Position { set: next, by, links: links_so_far };
                        let is_last = length + 1 == finder.scope.max_sets;
                        if !search.extend(at, to, (length + 1, is_last)) {
                            continue;
                        }
                        if length + 1 < min_sets || by == z || !is_end[next] {
                            continue;
                        }
                        (is_end[next], ends) = (false, ends - 1);
                        let (sets, by) = search.chain(to);
                        let all = by.iter().copied().collect();
                        let used = [by.first(), by.last()].into_iter().flatten().copied().collect();
                        if let Some(step) = links.step(Technique::AlsXyChain, state, &sets, (all, used)) {
                            finder.take(step)?;
                        }
                    }
                }
            }
        }
    }
    Flow::Continue(())
}

/// The current end of a chain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Position {
    set: usize,
    /// The digit that led there, or 0 at the start.
    by: usize,
    /// The number of links, up to the minimum, if chains continue only to later sets. A chain that
    /// is too short must not hide a longer one.
    links: usize,
}

impl Position {
    const fn start(set: usize) -> Self {
        Self { set, by: 0, links: 0 }
    }
}

/// A breadth-first search from one set. Its memory is reused for the next search.
struct Search {
    digits: usize,
    min_sets: usize,
    /// By position, the last search that reached it, and the previous position.
    from: Vec<(u32, Position)>,
    number: u32,
    /// The ends of the chains so far, with their numbers of sets.
    queue: VecDeque<(Position, usize)>,
}

impl Search {
    fn new(sets: usize, digits: usize, min_sets: usize) -> Self {
        let from = vec![(0, Position::start(0)); min_sets * sets * digits];
        Self { digits, min_sets, from, number: 0, queue: VecDeque::new() }
    }

    fn begin(&mut self, start: usize) {
        self.number += 1;
        self.queue.clear();
        self.queue.push_back((Position::start(start), 1));
    }

    fn place(&self, at: Position) -> usize {
        self.min_sets * (at.set * self.digits + at.by) + at.links
    }

    /// Extends a chain to a position unless an earlier chain has reached it.
    fn extend(&mut self, from: Position, to: Position, (length, is_last): (usize, bool)) -> bool {
        let place = self.place(to);
        let known = &mut self.from[place];
        if known.0 == self.number {
            return false;
        }
        *known = (self.number, from);
        if !is_last {
            self.queue.push_back((to, length));
        }
        true
    }

    /// Returns the sets of the chain that ends here, starting with the first, and their linking
    /// digits.
    fn chain(&self, end: Position) -> (Vec<usize>, Vec<usize>) {
        let (mut sets, mut digits) = (Vec::new(), Vec::new());
        let mut at = end;
        loop {
            sets.push(at.set);
            if at.by == 0 {
                break;
            }
            digits.push(at.by);
            at = self.from[self.place(at)].1;
        }
        sets.reverse();
        digits.reverse();
        (sets, digits)
    }
}
