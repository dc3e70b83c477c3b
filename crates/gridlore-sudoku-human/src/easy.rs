//! The next digit by the easiest techniques alone: singles, locked candidates and pairs, in an
//! order that readers of hints are used to.
//!
//! Where there is a single, it is the way: full houses, hidden singles and naked singles, in this
//! order. Else locked candidates and pairs are taken, one after the other, until a single shows,
//! and those that it does not need are dropped. Locked candidates come digit by digit, and a pair
//! is told of one house at a time. What cages add up to is not looked at.
//!
//! Cost: every locked candidate and every pair of the board, once a step: microseconds.

use crate::{Scope, State, Step, Technique, all_steps, first_step};

const SINGLES: [Technique; 3] = [Technique::FullHouse, Technique::HiddenSingle, Technique::NakedSingle];

/// The easiest next placement with everything that leads to it: eliminations that are all needed,
/// then one step that places a digit. `None` where singles, locked candidates and pairs find none;
/// [`next_placement`](crate::next_placement) knows more.
///
/// # Input
/// A board whose digits do not clash and which has a solution: on any other the reasons may be
/// reasons for nonsense.
#[must_use]
pub fn easy_placement(start: &State<'_>) -> Option<Vec<Step>> {
    let mut now = start.clone();
    let mut way: Vec<Step> = Vec::new();
    loop {
        if let Some(single) = SINGLES.iter().find_map(|&single| first_step(&now, single, Scope::WIDEST)) {
            way.push(single);
            return Some(without_what_is_not_needed(start, way));
        }
        let step = easy_eliminations(&now).into_iter().next()?;
        now.apply(&step);
        way.push(step);
    }
}

/// Every locked candidate and every pair that takes a candidate away now, the easiest first.
#[must_use]
pub fn easy_eliminations(state: &State<'_>) -> Vec<Step> {
    let locked = [Technique::Pointing, Technique::Claiming];
    let pairs = [Technique::NakedPair, Technique::LockedPair];
    let mut locked: Vec<Step> = locked.iter().flat_map(|&technique| found(state, technique)).collect();
    locked.sort_by_key(|step| (step.digits, step.houses[0], step.covers[0]));
    let mut naked: Vec<Step> = pairs
        .iter()
        .flat_map(|&technique| found(state, technique))
        .flat_map(|step| by_house(state, &step))
        .collect();
    naked.sort_by_key(|step| (step.houses[0], first_two(step)));
    let mut hidden = found(state, Technique::HiddenPair);
    hidden.sort_by_key(|step| (step.houses[0], step.digits.first(), step.digits));
    [locked, naked, hidden].concat()
}

fn found(state: &State<'_>, technique: Technique) -> Vec<Step> {
    all_steps(state, technique, Scope::WIDEST)
}

/// The cells of a pair.
fn first_two(step: &Step) -> (Option<usize>, usize) {
    let last = step.cells.iter().last();
    (step.cells.first(), last.unwrap_or(0))
}

/// A naked pair in each of its houses that loses something by it.
fn by_house(state: &State<'_>, step: &Step) -> Vec<Step> {
    let in_house = |&house: &usize| {
        let cells = state.shape().houses()[house];
        let eliminations: Vec<_> =
            step.eliminations.iter().copied().filter(|gone| cells.contains(gone.cell())).collect();
        (!eliminations.is_empty()).then(|| Step {
            technique: Technique::NakedPair,
            houses: vec![house],
            eliminations,
            ..step.clone()
        })
    };
    step.houses.iter().filter_map(in_house).collect()
}

/// Drops, last first, each elimination without which the rest still stands.
fn without_what_is_not_needed(start: &State<'_>, mut way: Vec<Step>) -> Vec<Step> {
    for place in (0..way.len() - 1).rev() {
        let mut shorter = way.clone();
        shorter.remove(place);
        if stands(start, &shorter) {
            way = shorter;
        }
    }
    way
}

/// Whether each step of the way is there to be found when its turn comes.
fn stands(start: &State<'_>, way: &[Step]) -> bool {
    let mut now = start.clone();
    way.iter().all(|step| {
        let found = if step.placements.is_empty() {
            easy_eliminations(&now).contains(step)
        } else {
            all_steps(&now, step.technique, Scope::WIDEST).contains(step)
        };
        now.apply(step);
        found
    })
}
