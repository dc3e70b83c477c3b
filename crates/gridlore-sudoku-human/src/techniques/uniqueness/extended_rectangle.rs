//! Extended rectangle: two parallel lines of three cells each. If they held only three digits, the
//! lines could be swapped, and the puzzle would have two solutions. Another candidate is therefore
//! true.
//!
//! Type 1: one cell has other candidates, and it holds none of the three digits. Type 2: several
//! cells have the same fourth digit, and one of them holds it.

use crate::techniques::finder::Finder;
use crate::techniques::flow::{Flow, choices};
use crate::{Candidate, CellSet, DigitSet, Shape, Step, Technique};

pub(super) fn find(finder: &mut Finder<'_>) -> Flow {
    let shape = finder.state.shape();
    let side = shape.side();
    let across: Vec<usize> = (0..side).collect();
    for is_rows in [true, false] {
        let cell =
            |line: usize, place: usize| if is_rows { line * side + place } else { place * side + line };
        for first in 0..side {
            for second in first + 1..side {
                choices(&across, 3, &mut |places| {
                    let line =
                        |line: usize| -> CellSet { places.iter().map(|&place| cell(line, place)).collect() };
                    let lines = (line(first), line(second));
                    if !(lines.0 | lines.1).is_subset(finder.state.blanks()) {
                        return Flow::Continue(());
                    }
                    let pairs = places
                        .iter()
                        .map(|&place| CellSet::only(cell(first, place)).with(cell(second, place)));
                    if is_exchangeable(shape, lines, &pairs.collect::<Vec<_>>()) {
                        steps(lines.0 | lines.1, finder)?;
                    }
                    Flow::Continue(())
                })?;
            }
        }
    }
    Flow::Continue(())
}

/// Returns whether swapping the lines keeps every house and constraint valid: a house contains one
/// whole line, or both cells of each pair that it touches.
fn is_exchangeable(shape: &Shape, (first, second): (CellSet, CellSet), pairs: &[CellSet]) -> bool {
    let cells = first | second;
    let keeps = |&house: &CellSet| {
        let within = house & cells;
        within == first
            || within == second
            || pairs.iter().all(|&pair| pair.is_subset(house) || !pair.intersects(house))
    };
    // A house with two cells of each line would hold a digit twice.
    let is_narrow = |&house: &CellSet| (house & cells).len() < 4;
    shape.houses().iter().all(|house| keeps(house) && is_narrow(house)) && cells.is_subset(shape.plain())
}

fn steps(cells: CellSet, finder: &mut Finder<'_>) -> Flow {
    let (state, shape) = (finder.state, finder.state.shape());
    let all: Vec<usize> =
        cells.iter().fold(DigitSet::EMPTY, |all, cell| all | state.candidates(cell)).iter().collect();
    choices(&all, 3, &mut |digits| {
        let three: DigitSet = digits.iter().copied().collect();
        let others: CellSet = cells.iter().filter(|&cell| !state.candidates(cell).is_subset(three)).collect();
        let step = || Step { digits: three, cells, fins: others, ..Step::new(Technique::ExtendedRectangle) };
        if let Some(cell) = others.single() {
            let own = three.iter().map(|digit| Candidate::new(cell, digit));
            return finder.take(step().removing(own.filter(|&candidate| state.has(candidate))));
        }
        let more = others.iter().fold(DigitSet::EMPTY, |all, cell| all | state.candidates(cell)) - three;
        match more.single() {
            Some(digit) if others.len() < 4 => {
                let places = others & state.places(digit);
                finder.take(step().removing(state.removals(digit, shape.common_peers(places))))
            }
            _ => Flow::Continue(()),
        }
    })
}
