//! Brute force: a digit of the unique solution, without reasoning. As in HoDoKu, it is placed in
//! the middle blank cell. This technique applies only to the standard board.

use crate::techniques::finder::Finder;
use crate::techniques::flow::Flow;
use crate::{Candidate, CellSet, DigitSet, Step, Technique, solutions_up_to};

pub(super) fn find(finder: &mut Finder<'_>) -> Flow {
    let state = finder.state;
    let blanks = state.blanks();
    let Some(cell) = blanks.iter().nth(blanks.len() / 2).filter(|_| state.shape().is_usual()) else {
        return Flow::Continue(());
    };
    let solutions = solutions_up_to(state, 2);
    let [solution] = &solutions[..] else { return Flow::Continue(()) };
    let placement = Candidate::new(cell, solution[cell]);
    let step = Step::new(Technique::BruteForce).placing(placement);
    finder.take(Step { digits: DigitSet::only(placement.digit()), cells: CellSet::only(cell), ..step })
}
