//! Finds the next digit with only the easiest techniques: singles, locked candidates and pairs, in
//! an order that readers of hints are used to.
//!
//! If there is a single, it comes first: full houses, then hidden singles, then naked singles.
//! Otherwise locked candidates and pairs are applied one by one until a single appears, and those
//! that it does not need are dropped. Locked candidates are ordered by digit, and a pair is
//! explained for one house at a time. Sums of cages are ignored.
//!
//! Cost: each step examines all locked candidates and pairs of the board, which takes a few
//! microseconds.

use crate::{Scope, State, Step, Technique, all_steps, first_step};

const SINGLES: [Technique; 3] = [Technique::FullHouse, Technique::HiddenSingle, Technique::NakedSingle];

/// Returns the easiest next placement with the eliminations that it requires. Returns `None` if
/// singles, locked candidates and pairs find no placement;
/// [`next_placement`](crate::next_placement) uses more techniques.
///
/// # Input
/// A board without clashes that has a solution. On other boards, steps may be wrong.
#[must_use]
pub fn easy_placement(start: &State<'_>) -> Option<Vec<Step>> {
    let mut now = start.clone();
    let mut way: Vec<Step> = Vec::new();
    loop {
        if let Some(single) = SINGLES.iter().find_map(|&single| first_step(&now, single, Scope::ALL)) {
            way.push(single);
            return Some(without_unneeded_steps(start, way));
        }
        let step = easy_eliminations(&now).into_iter().next()?;
        now.apply(&step);
        way.push(step);
    }
}

/// Returns every locked candidate and every pair that removes a candidate, easiest first.
#[must_use]
pub fn easy_eliminations(state: &State<'_>) -> Vec<Step> {
    let locked = [Technique::Pointing, Technique::Claiming];
    let pairs = [Technique::NakedPair, Technique::LockedPair];
    let mut locked: Vec<Step> = locked.iter().flat_map(|&technique| steps_of(state, technique)).collect();
    locked.sort_by_key(|step| (step.digits, step.houses[0], step.covers[0]));
    let mut naked: Vec<Step> = pairs
        .iter()
        .flat_map(|&technique| steps_of(state, technique))
        .flat_map(|step| by_house(state, &step))
        .collect();
    naked.sort_by_key(|step| (step.houses[0], first_two(step)));
    let mut hidden = steps_of(state, Technique::HiddenPair);
    hidden.sort_by_key(|step| (step.houses[0], step.digits.first(), step.digits));
    [locked, naked, hidden].concat()
}

fn steps_of(state: &State<'_>, technique: Technique) -> Vec<Step> {
    all_steps(state, technique, Scope::ALL)
}

/// Returns the cells of a pair.
fn first_two(step: &Step) -> (Option<usize>, usize) {
    let last = step.cells.iter().last();
    (step.cells.first(), last.unwrap_or(0))
}

/// Splits a naked pair into one step for each of its houses that loses candidates.
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

/// Drops, from the last to the first, each elimination that the other steps do not need.
fn without_unneeded_steps(start: &State<'_>, mut way: Vec<Step>) -> Vec<Step> {
    for place in (0..way.len() - 1).rev() {
        let mut shorter = way.clone();
        shorter.remove(place);
        if is_valid(start, &shorter) {
            way = shorter;
        }
    }
    way
}

/// Returns whether every step is found on the board that the earlier steps leave.
fn is_valid(start: &State<'_>, way: &[Step]) -> bool {
    let mut now = start.clone();
    way.iter().all(|step| {
        let found = if step.placements.is_empty() {
            easy_eliminations(&now).contains(step)
        } else {
            all_steps(&now, step.technique, Scope::ALL).contains(step)
        };
        now.apply(step);
        found
    })
}
