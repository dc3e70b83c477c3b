//! Hidden subset: N digits of a house that have only N places in total. These cells hold no other
//! digits.

use crate::techniques::finder::Finder;
use crate::techniques::flow::{Flow, choices};
use crate::{Candidate, CellSet, DigitSet, Step, Technique};

pub(super) fn find(technique: Technique, size: usize, finder: &mut Finder<'_>) -> Flow {
    let (state, shape) = (finder.state, finder.state.shape());
    for house in shape.boxes_first() {
        let few = |digit: &usize| (2..=size).contains(&state.places_in(house, *digit).len());
        let digits: Vec<usize> = state.digits().filter(few).collect();
        choices(&digits, size, &mut |chosen| {
            let cells = chosen.iter().fold(CellSet::EMPTY, |all, &digit| all | state.places_in(house, digit));
            if cells.len() != size {
                return Flow::Continue(());
            }
            let digits: DigitSet = chosen.iter().copied().collect();
            let others = cells.iter().flat_map(|cell| {
                (state.candidates(cell) - digits).iter().map(move |digit| Candidate::new(cell, digit))
            });
            finder.take(Step { digits, cells, houses: vec![house], ..Step::new(technique) }.removing(others))
        })?;
    }
    Flow::Continue(())
}
