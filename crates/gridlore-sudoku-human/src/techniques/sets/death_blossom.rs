//! Death blossom: a stem cell and, for each of its candidates, an almost locked set (petal) that
//! the candidate would lock. A digit that all petals share is in one of them.

use super::almost::almost_locked_sets;
use crate::techniques::finder::Finder;
use crate::techniques::flow::Flow;
use crate::{AlmostLockedSet, Candidate, CellSet, DigitSet, State, Step, Technique};

pub(super) fn find(finder: &mut Finder<'_>) -> Flow {
    let state = finder.state;
    let sets = almost_locked_sets(state);
    for stem in state.blanks() {
        let own: Vec<usize> = state.candidates(stem).iter().collect();
        // For each candidate, the sets that it would lock.
        let petals: Vec<Vec<&AlmostLockedSet>> = own
            .iter()
            .map(|&digit| {
                let is_locked = |set: &&AlmostLockedSet| {
                    set.digits.contains(digit)
                        && !set.cells.contains(stem)
                        && set.places(state, digit).is_subset(state.shape().peers(stem))
                };
                sets.iter().filter(is_locked).collect()
            })
            .collect();
        if own.len() < 2 || petals.iter().any(Vec::is_empty) {
            continue;
        }
        for z in (1..=state.shape().side()).filter(|z| !own.contains(z)) {
            let mut chosen = Vec::new();
            choose(state, &own, &petals, z, (state.places(z), &mut chosen), &mut |chosen| {
                let cells = chosen.iter().fold(CellSet::only(stem), |all, set| all | set.cells);
                let common =
                    chosen.iter().fold(DigitSet::up_to(state.shape().side()), |all, set| all & set.digits);
                let common = common - state.candidates(stem);
                let gone: Vec<Candidate> = common
                    .iter()
                    .flat_map(|z| {
                        let places =
                            chosen.iter().fold(CellSet::EMPTY, |all, set| all | set.places(state, z));
                        state.removals(z, state.shape().common_peers(places) - cells)
                    })
                    .collect();
                // Petals with several common digits would be found once for each digit.
                if common.iter().any(|other| other < z && gone.iter().any(|gone| gone.digit() == other)) {
                    return Flow::Continue(());
                }
                let links = state.candidates(stem);
                let sets = chosen.to_vec();
                finder.take(
                    Step { digits: common, cells, sets, links, ..Step::new(Technique::DeathBlossom) }
                        .removing(gone),
                )
            })?;
        }
    }
    Flow::Continue(())
}

/// Chooses a petal for each remaining candidate, so that some cell sees z in all of them.
fn choose(
    state: &State<'_>,
    own: &[usize],
    petals: &[Vec<&AlmostLockedSet>],
    z: usize,
    (removed, chosen): (CellSet, &mut Vec<AlmostLockedSet>),
    each: &mut impl FnMut(&[AlmostLockedSet]) -> Flow,
) -> Flow {
    if chosen.len() == own.len() {
        return each(chosen);
    }
    for &&set in &petals[chosen.len()] {
        if !set.digits.contains(z) {
            continue;
        }
        let removed = (removed & set.seen(state, z)) - set.cells;
        if !removed.is_empty() {
            chosen.push(set);
            let flow = choose(state, own, petals, z, (removed, chosen), each);
            chosen.pop();
            flow?;
        }
    }
    Flow::Continue(())
}
