//! ALS-XY-Wing and ALS-Chain: almost locked sets, each linked with the next by a digit that only one of the two can hold, never the same digit twice running.
//! The first and the last share a digit that is in one of them.

use super::almost::almost_locked_sets;
use crate::human::step::{Finder, Flow};
use crate::human::{AlmostLockedSet, CellSet, Digits, State, Step, Technique};
use std::collections::VecDeque;

/// The sets, and of each those that it is linked with.
struct Links {
    sets: Vec<AlmostLockedSet>,
    next: Vec<Vec<(usize, Digits)>>,
}

impl Links {
    fn new(state: &State<'_>, allow_overlap: bool) -> Self {
        let sets = almost_locked_sets(state);
        let mut next = vec![Vec::new(); sets.len()];
        for one in 0..sets.len() {
            for other in one + 1..sets.len() {
                if (sets[one].digits & sets[other].digits).is_empty()
                    || (!allow_overlap && sets[one].cells.intersects(sets[other].cells))
                {
                    continue;
                }
                let digits = sets[one].restricted(state, &sets[other]);
                if !digits.is_empty() {
                    next[one].push((other, digits));
                    next[other].push((one, digits));
                }
            }
        }
        Self { sets, next }
    }
}

/// What follows from two ends that share these digits, of which none links the ends to their neighbours.
fn step(technique: Technique, state: &State<'_>, sets: &[AlmostLockedSet], links: &[usize]) -> Step {
    let (first, last) = (sets[0], sets[sets.len() - 1]);
    let free = |links: &[usize]| {
        let ends: Digits = match technique {
            Technique::AlsXyWing => links.iter().copied().collect(),
            _ => [links.first(), links.last()].into_iter().flatten().copied().collect(),
        };
        (first.digits & last.digits) - ends
    };
    let cells = sets.iter().fold(CellSet::EMPTY, |all, set| all | set.cells);
    let mut step = Step {
        digits: free(links),
        cells,
        sets: sets.to_vec(),
        links: links.iter().copied().collect(),
        ..Step::new(technique)
    };
    for z in step.digits.iter() {
        let seen = state.shape().common_peers(first.places(state, z) | last.places(state, z));
        step.eliminations.extend(state.removals(z, seen - first.cells - last.cells));
    }
    step.removing([])
}

pub(super) fn find_wings(finder: &mut Finder<'_>) -> Flow {
    if finder.scope.only_later_sets {
        return find_wings_by_links(finder);
    }
    let state = finder.state;
    let links = Links::new(state, finder.scope.overlapping_sets);
    for pivot in 0..links.sets.len() {
        for (place, &(one, x_digits)) in links.next[pivot].iter().enumerate() {
            for &(other, y_digits) in &links.next[pivot][place + 1..] {
                let do_overlap = links.sets[one].cells.intersects(links.sets[other].cells);
                if (links.sets[one].digits & links.sets[other].digits).is_empty()
                    || (do_overlap && !finder.scope.overlapping_sets)
                {
                    continue;
                }
                for x in x_digits.iter() {
                    for y in y_digits.iter().filter(|&y| y != x) {
                        let sets = [links.sets[one], links.sets[pivot], links.sets[other]];
                        finder.take(step(Technique::AlsXyWing, state, &sets, &[x, y]))?;
                    }
                }
            }
        }
    }
    Flow::Continue(())
}

/// Wings by the links that make them, each with every later one that shares a set with it; no digit of either link is taken away.
fn find_wings_by_links(finder: &mut Finder<'_>) -> Flow {
    let state = finder.state;
    let links = Links::new(state, finder.scope.overlapping_sets);
    let all: Vec<(usize, usize, Digits)> = (0..links.sets.len())
        .flat_map(|one| {
            let later = links.next[one].iter().filter(move |(other, _)| *other > one);
            later.map(move |&(other, digits)| (one, other, digits))
        })
        .collect();
    let mut of_set: Vec<Vec<usize>> = vec![Vec::new(); links.sets.len()];
    for (number, &(one, other, _)) in all.iter().enumerate() {
        of_set[one].push(number);
        of_set[other].push(number);
    }
    for (number, &(one, other, x)) in all.iter().enumerate() {
        let mut later: Vec<usize> = [one, other]
            .into_iter()
            .flat_map(|set| of_set[set].iter().copied().filter(|&later| later > number))
            .collect();
        later.sort_unstable();
        later.dedup();
        for &(third, fourth, y) in later.iter().map(|&later| &all[later]) {
            let pivot = if one == third || one == fourth { one } else { other };
            let (first, last) =
                (if pivot == one { other } else { one }, if pivot == third { fourth } else { third });
            let ends = (links.sets[first], links.sets[last]);
            // The same single digit cannot link both.
            if first == last || (x == y && x.len() == 1) || ends.0.cells.intersects(ends.1.cells) {
                continue;
            }
            let used: Vec<usize> = (x | y).iter().collect();
            let sets = [ends.0, links.sets[pivot], ends.1];
            finder.take(step(Technique::AlsXyWing, state, &sets, &used))?;
        }
    }
    Flow::Continue(())
}

/// The shortest chain from every set to every other, for each digit by which it may start.
pub(super) fn find(finder: &mut Finder<'_>) -> Flow {
    find_chains(false, finder)?;
    if finder.scope.overlapping_sets {
        find_chains(true, finder)?;
    }
    Flow::Continue(())
}

fn find_chains(allow_overlap: bool, finder: &mut Finder<'_>) -> Flow {
    let state = finder.state;
    let links = Links::new(state, allow_overlap);
    let side = state.shape().side();
    // Of each set and digit, what sees the digit's cells in it, where the digit might go.
    let target =
        |set: &AlmostLockedSet, digit: usize| (set.seen(state, digit) & state.places(digit)) - set.cells;
    let targets: Vec<Vec<CellSet>> = links
        .sets
        .iter()
        .map(|set| {
            (0..=side).map(|digit| if digit == 0 { CellSet::EMPTY } else { target(set, digit) }).collect()
        })
        .collect();
    for start in 0..links.sets.len() {
        for z in links.sets[start].digits.iter().filter(|&z| !targets[start][z].is_empty()) {
            let removes = |end: usize| {
                end > start
                    && links.sets[end].digits.contains(z)
                    && !((targets[start][z] & targets[end][z])
                        - links.sets[start].cells
                        - links.sets[end].cells)
                        .is_empty()
            };
            // Where a chain stands: at a set, by the digit that led there; and from where.
            let mut from: Vec<Option<(usize, usize)>> = vec![None; links.sets.len() * (side + 1)];
            let mut is_told = vec![false; links.sets.len()];
            let mut queue = VecDeque::from([(start, 0, 1)]);
            while let Some((set, by, length)) = queue.pop_front() {
                for &(next, digits) in &links.next[set] {
                    if finder.scope.only_later_sets && next < set {
                        continue;
                    }
                    for digit in digits.iter().filter(|&digit| digit != by && (by != 0 || digit != z)) {
                        let at = next * (side + 1) + digit;
                        if next == start || from[at].is_some() {
                            continue;
                        }
                        from[at] = Some((set, by));
                        if length + 1 < finder.scope.most_sets {
                            queue.push_back((next, digit, length + 1));
                        }
                        let (first, last) = (links.sets[start].cells, links.sets[next].cells);
                        let is_within =
                            finder.scope.only_later_sets && (first.is_subset(last) || last.is_subset(first));
                        if length + 1 < 3 || digit == z || is_told[next] || is_within || !removes(next) {
                            continue;
                        }
                        let (sets, digits) = way(&links, &from, (next, digit), side);
                        is_told[next] = true;
                        finder.take(step(Technique::AlsXyChain, state, &sets, &digits))?;
                    }
                }
            }
        }
    }
    Flow::Continue(())
}

/// The sets on the way to this one, from the first, and the digits that link them.
fn way(
    links: &Links,
    from: &[Option<(usize, usize)>],
    end: (usize, usize),
    side: usize,
) -> (Vec<AlmostLockedSet>, Vec<usize>) {
    let (mut sets, mut digits) = (Vec::new(), Vec::new());
    let (mut set, mut by) = end;
    loop {
        sets.push(links.sets[set]);
        let Some(before) = from[set * (side + 1) + by] else { break };
        digits.push(by);
        (set, by) = before;
    }
    sets.reverse();
    digits.reverse();
    (sets, digits)
}
