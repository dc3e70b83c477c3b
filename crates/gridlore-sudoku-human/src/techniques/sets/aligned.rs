//! Aligned pair and triplet exclusion: combinations of candidates in two or three cells are
//! impossible if they leave another cell without a candidate, or repeat a digit in cells that see
//! each other. Candidates that no possible combination uses are removed.

use crate::techniques::finder::Finder;
use crate::techniques::flow::Flow;
use crate::{Candidate, CellSet, DigitSet, State, Step, Technique};

pub(super) fn find(technique: Technique, finder: &mut Finder<'_>) -> Flow {
    let (state, shape) = (finder.state, finder.state.shape());
    let count = if technique == Technique::AlignedPair { 2 } else { 3 };
    let small: CellSet =
        state.blanks().iter().filter(|&cell| (2..=count).contains(&state.candidates(cell).len())).collect();
    let bases: Vec<usize> = state
        .blanks()
        .iter()
        .filter(|&cell| state.candidates(cell).len() > 1 && shape.peers(cell).intersects(small))
        .collect();
    for (place, &first) in bases.iter().enumerate() {
        for (next, &second) in bases.iter().enumerate().skip(place + 1) {
            let of_two = small & shape.peers(first) & shape.peers(second);
            if of_two.len() < 2 {
                continue;
            }
            if count == 2 {
                exclude(technique, &[first, second], of_two, finder)?;
                continue;
            }
            for &third in &bases[next + 1..] {
                exclude(technique, &[first, second, third], of_two & shape.peers(third), finder)?;
            }
        }
    }
    Flow::Continue(())
}

/// Removes the candidates of these cells that no possible combination uses.
fn exclude(technique: Technique, cells: &[usize], others: CellSet, finder: &mut Finder<'_>) -> Flow {
    let state = finder.state;
    let digits = cells.iter().fold(DigitSet::EMPTY, |all, &cell| all | state.candidates(cell));
    let own: CellSet = cells.iter().copied().collect();
    let others: Vec<usize> =
        (others - own).iter().filter(|&cell| state.candidates(cell).is_subset(digits)).collect();
    if others.len() < 2 {
        return Flow::Continue(());
    }
    let mut allowed = vec![DigitSet::EMPTY; cells.len()];
    combine(state, cells, &others, &mut Vec::new(), &mut allowed);
    let gone = cells.iter().zip(&allowed).flat_map(|(&cell, &allowed)| {
        (state.candidates(cell) - allowed).iter().map(move |digit| Candidate::new(cell, digit))
    });
    let gone: Vec<Candidate> = gone.collect();
    let cells_of_others: CellSet = others.iter().copied().collect();
    let digits = gone.iter().map(|gone| gone.digit()).collect();
    finder.take(Step { digits, cells: own, fins: cells_of_others, ..Step::new(technique) }.removing(gone))
}

/// Collects the digits of every possible combination.
fn combine(
    state: &State<'_>,
    cells: &[usize],
    others: &[usize],
    chosen: &mut Vec<usize>,
    allowed: &mut [DigitSet],
) {
    let at = chosen.len();
    if at == cells.len() {
        let digits: DigitSet = chosen.iter().copied().collect();
        if !others.iter().any(|&other| state.candidates(other).is_subset(digits)) {
            for (allowed, &digit) in allowed.iter_mut().zip(chosen.iter()) {
                *allowed = allowed.with(digit);
            }
        }
        return;
    }
    for digit in state.candidates(cells[at]).iter() {
        let clashes = |(&known, &cell): (&usize, &usize)| {
            known == digit && state.shape().peers(cell).contains(cells[at])
        };
        if !chosen.iter().zip(cells).any(clashes) {
            chosen.push(digit);
            combine(state, cells, others, chosen, allowed);
            chosen.pop();
        }
    }
}
