//! Applies steps in HoDoKu's order, which determines the order of the singles that follow.

use crate::techniques::singles::Queues;
use crate::techniques::sort::by_number;
use crate::{Candidate, State, Step, Technique};

/// Applies a step.
pub(super) fn apply(queues: &mut Queues, state: &mut State<'_>, step: &Step) {
    for &placement in &step.placements {
        queues.place(state, placement);
    }
    for elimination in in_order(state, step) {
        queues.remove(state, elimination);
    }
}

/// Returns the eliminations of a step in HoDoKu's order: usually by cell, but with the line first
/// for locked subsets, with the box first for Sue de Coq, and by digit for chains.
fn in_order(state: &State<'_>, step: &Step) -> Vec<Candidate> {
    use Technique as T;
    let shape = state.shape();
    let is_line = |house: &usize| *house < 2 * shape.side();
    let first = match step.technique {
        T::LockedPair | T::LockedTriple => shape.common_houses(step.cells).find(is_line),
        T::SueDeCoq => step.houses.iter().copied().find(|house| !is_line(house)),
        _ => None,
    };
    let is_by_digit = matches!(
        step.technique,
        T::Aic
            | T::GroupedAic
            | T::ContinuousNiceLoop
            | T::GroupedContinuousNiceLoop
            | T::DiscontinuousNiceLoop
            | T::GroupedDiscontinuousNiceLoop
            | T::RemotePair
            | T::AlsXyWing
            | T::AlsXyChain
    );
    by_number(&step.eliminations, |gone| {
        let (cell, digit) = (gone.cell() as u64, gone.digit() as u64);
        let is_later = first.is_some_and(|house| !shape.houses()[house].contains(gone.cell()));
        u64::from(is_later) << 32 | if is_by_digit { digit << 16 | cell } else { cell << 16 | digit }
    })
}
