//! The way to the next digit: steps that take candidates away until one places a digit, and none
//! that is not needed for it.

use crate::hodoku::{SCOPE, Solver};
use crate::{Candidate, CellSet, DigitSet, Scope, State, Step, Technique, steps};
use std::ops::ControlFlow;

/// Longer ways, and those with nets, are told whole: which of their steps are needed would take too
/// long to find out.
const MOST_STEPS: usize = 16;

/// What is looked for again: all forcing chains, not the first alone.
const ALL_CHAINS: Scope = Scope { chains_by_tables: false, ..SCOPE };

/// The steps to the next placement, the easiest technique first at each; the last one places a
/// digit. `None` where the techniques do not get there.
///
/// # Cost
/// Each step is looked for once, and again for every earlier step without which it might not stand:
/// milliseconds, for the hardest puzzles a tenth of a second.
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
    if way.len() <= MOST_STEPS && way.iter().all(|(_, step)| step.nets.is_empty()) {
        for place in (0..way.len() - 1).rev() {
            if let Some(rest) = without(&way, place) {
                way.truncate(place);
                way.extend(rest);
            }
        }
    }
    Some(way.into_iter().map(|(_, step)| step).collect())
}

/// The steps that come after this one, each with the state before it, if they stand without it.
fn without<'s>(way: &[(State<'s>, Step)], place: usize) -> Option<Vec<(State<'s>, Step)>> {
    let mut now = way[place].0.clone();
    let mut rest = Vec::with_capacity(way.len() - place);
    for (before, step) in &way[place + 1..] {
        if may_matter(&now, before, step) && !stands(&now, step) {
            return None;
        }
        rest.push((now.clone(), step.clone()));
        now.apply(step);
    }
    Some(rest)
}

/// Whether a step that stands in a state might not do so where there are more candidates: some are
/// in its cells, or are its digits' in houses that it touches.
fn may_matter(now: &State<'_>, before: &State<'_>, step: &Step) -> bool {
    use Technique as T;
    let shape = now.shape();
    // These look at the whole board.
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

/// Whether a step is there to be found.
fn stands(now: &State<'_>, step: &Step) -> bool {
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

/// Whether nothing else is left for its cell, or nowhere else in a house for its digit.
fn is_single(now: &State<'_>, placement: Candidate) -> bool {
    let is_only = |&house: &usize| now.places_in(house, placement.digit()).len() == 1;
    now.has(placement)
        && (now.candidates(placement.cell()).len() == 1
            || now.shape().houses_of(placement.cell()).iter().any(is_only))
}
