//! The way to the next digit: steps that take candidates away until one places a digit, and none that is not needed for it.

use super::hodoku::{SCOPE, Solver};
use super::{Scope, State, Step, Technique, steps};
use std::ops::ControlFlow;

/// Longer ways, and those with nets, are told whole: which of their steps are needed would take too long to find out.
const MOST_STEPS: usize = 16;

/// What is looked for again: all forcing chains, not the first alone.
const ALL_CHAINS: Scope = Scope { chains_by_tables: false, ..SCOPE };

/// The steps to the next placement, the easiest technique first at each; the last one places a digit. `None` where the techniques do not get there.
///
/// # Cost
/// Each step is looked for once, and again for every later step that might do without it: milliseconds, for the hardest puzzles a tenth of a second.
#[must_use]
pub fn next_placement(start: &State<'_>) -> Option<Vec<Step>> {
    let mut solver = Solver::new(start.clone());
    let mut way = Vec::new();
    loop {
        let step = solver.next_step()?;
        let is_last = !step.placements.is_empty();
        solver.apply(&step);
        way.push(step);
        if is_last {
            break;
        }
    }
    if way.len() <= MOST_STEPS && way.iter().all(|step| step.nets.is_empty()) {
        for place in (0..way.len() - 1).rev() {
            let mut shorter = way.clone();
            shorter.remove(place);
            if stands(start, &shorter) {
                way = shorter;
            }
        }
    }
    Some(way)
}

/// Whether each step of the way is there to be found when its turn comes.
fn stands(start: &State<'_>, way: &[Step]) -> bool {
    let mut now = start.clone();
    way.iter().all(|step| {
        let is_found = match step.technique {
            Technique::FullHouse | Technique::NakedSingle | Technique::HiddenSingle => {
                step.placements.iter().all(|placement| {
                    let is_only = |&house: &usize| now.places_in(house, placement.digit()).len() == 1;
                    now.has(*placement)
                        && (now.candidates(placement.cell()).len() == 1
                            || now.shape().houses_of(placement.cell()).iter().any(is_only))
                })
            }
            technique => {
                let is_forcing = technique >= Technique::ForcingChainContradiction;
                let scope = if is_forcing { ALL_CHAINS } else { SCOPE };
                let flow = steps(&now, technique, scope, &mut |found| {
                    let is_same =
                        found.eliminations == step.eliminations && found.placements == step.placements;
                    if is_same { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                });
                flow.is_break()
            }
        };
        now.apply(step);
        is_found
    })
}
