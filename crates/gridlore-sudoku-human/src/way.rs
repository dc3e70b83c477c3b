//! The path to the next digit: the eliminations that a placement needs, then the placement.

use crate::hodoku::{SCOPE, Solver};
use crate::{Candidate, CellSet, DigitSet, Scope, State, Step, Technique, steps};
use std::ops::ControlFlow;

/// Longer paths, and paths with nets, keep all their steps, because finding the unnecessary ones
/// would take too long.
const MAX_STEPS: usize = 16;

/// The scope for finding a step again: all forcing chains instead of only the first.
const ALL_CHAINS: Scope = Scope { chains_by_tables: false, ..SCOPE };

/// Returns the steps to the next placement, each by the easiest technique that applies; the last
/// step places a digit. Returns `None` if the techniques find no placement.
///
/// # Cost
/// Each step takes one search, and another for every earlier step that it might need. This takes
/// milliseconds, or a tenth of a second for the hardest puzzles.
#[must_use]
pub fn next_placement(start: &State<'_>) -> Option<Vec<Step>> {
    let mut solver = Solver::new(start.clone());
    let mut way = Vec::new();
    loop {
        let step = solver.next_step()?;
        let is_last = !step.placements.is_empty();
        let before = solver.state().clone();
        solver.apply(&step);
        way.push((before, step));
        if is_last {
            break;
        }
    }
    if way.len() <= MAX_STEPS && way.iter().all(|(_, step)| step.nets.is_empty()) {
        for place in (0..way.len() - 1).rev() {
            if let Some(rest) = without(&way, place) {
                way.truncate(place);
                way.extend(rest);
            }
        }
    }
    Some(way.into_iter().map(|(_, step)| step).collect())
}

/// Returns the steps after this one, each with the state before it, if they do not need this one.
fn without<'s>(way: &[(State<'s>, Step)], place: usize) -> Option<Vec<(State<'s>, Step)>> {
    let mut now = way[place].0.clone();
    let mut rest = Vec::with_capacity(way.len() - place);
    for (before, step) in &way[place + 1..] {
        if may_matter(&now, before, step) && !is_found(&now, step) {
            return None;
        }
        rest.push((now.clone(), step.clone()));
        now.apply(step);
    }
    Some(rest)
}

/// Returns whether the additional candidates of `now` could invalidate a step: they are in the
/// step's cells, or are candidates for its digits in houses that it uses.
fn may_matter(now: &State<'_>, before: &State<'_>, step: &Step) -> bool {
    use Technique as T;
    let shape = now.shape();
    // These techniques depend on the whole board.
    if matches!(
        step.technique,
        T::BugPlusOne | T::BugType2 | T::BugType3 | T::BugType4 | T::TemplateSet | T::TemplateDelete
    ) {
        return true;
    }
    let gone = || step.placements.iter().chain(&step.eliminations);
    let cells = step.nodes().map(|node| node.cells).chain(step.sets.iter().map(|set| set.cells));
    let cells = cells.chain(step.colours.iter().copied()).chain(gone().map(|one| CellSet::only(one.cell())));
    let cells = cells.fold(step.cells | step.fins, |all, cells| all | cells);
    let digits = step.nodes().map(|node| node.digit).chain(gone().map(|one| one.digit()));
    let digits = step.digits | digits.collect::<DigitSet>();
    let houses = step.houses.iter().chain(&step.covers).copied();
    let of_cells = cells.iter().flat_map(|cell| shape.houses_of(cell)).copied();
    let near = houses.chain(of_cells).fold(cells, |near, house| near | shape.houses()[house]);
    let more = |cell: usize| now.candidates(cell) - before.candidates(cell);
    cells.iter().any(|cell| !more(cell).is_empty())
        || near.iter().any(|cell| more(cell).iter().any(|digit| digits.contains(digit)))
}

/// Returns whether the step can be found on this board.
fn is_found(now: &State<'_>, step: &Step) -> bool {
    match step.technique {
        Technique::FullHouse | Technique::NakedSingle | Technique::HiddenSingle => {
            step.placements.iter().all(|placement| is_single(now, *placement))
        }
        technique => {
            let is_forcing = technique >= Technique::ForcingChainContradiction;
            let scope = if is_forcing { ALL_CHAINS } else { SCOPE };
            let flow = steps(now, technique, scope, &mut |found| {
                let is_same = found.eliminations == step.eliminations && found.placements == step.placements;
                if is_same { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            flow.is_break()
        }
    }
}

/// Returns whether the candidate is the last one in its cell, or its digit's last place in a house.
fn is_single(now: &State<'_>, placement: Candidate) -> bool {
    let is_only = |&house: &usize| now.places_in(house, placement.digit()).len() == 1;
    now.has(placement)
        && (now.candidates(placement.cell()).len() == 1
            || now.shape().houses_of(placement.cell()).iter().any(is_only))
}
