//! What is wrong on a board before any hint can help: clashes first, then wrong digits, then candidates that should not have been taken away.

use super::notation::cells;
use super::{Candidate, CellSet, Shape, State};
use std::fmt;

/// Something that is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Mistake {
    /// The same digit in cells that see each other.
    Clash {
        /// The digit.
        digit: usize,
        /// Its cells.
        cells: CellSet,
    },
    /// A digit that was placed and is not the solution's.
    WrongDigit(Candidate),
    /// A candidate that is true and is gone.
    MissingCandidate(Candidate),
}

/// All mistakes of the worst kind that there is; none where all is well. Without a solution only clashes are told.
#[must_use]
pub fn mistakes(state: &State<'_>, solution: Option<&[usize]>) -> Vec<Mistake> {
    let shape = state.shape();
    let filled = CellSet::first_cells(shape.size()) - state.blanks();
    let clashes: Vec<Mistake> = state
        .digits()
        .filter_map(|digit| {
            let holding: CellSet = filled.iter().filter(|&cell| state.value(cell) == digit).collect();
            let cells: CellSet =
                holding.iter().filter(|&cell| shape.peers(cell).intersects(holding)).collect();
            (!cells.is_empty()).then_some(Mistake::Clash { digit, cells })
        })
        .collect();
    let Some(solution) = solution.filter(|_| clashes.is_empty()) else { return clashes };
    let wrong: Vec<Mistake> = (filled - state.givens())
        .iter()
        .filter(|&cell| state.value(cell) != solution[cell])
        .map(|cell| Mistake::WrongDigit(Candidate::new(cell, state.value(cell))))
        .collect();
    if !wrong.is_empty() {
        return wrong;
    }
    let truth = state.blanks().iter().map(|cell| Candidate::new(cell, solution[cell]));
    truth.filter(|candidate| !state.has(*candidate)).map(Mistake::MissingCandidate).collect()
}

impl Mistake {
    /// What is wrong, in a sentence.
    #[must_use]
    pub fn in_words(&self, shape: &Shape) -> String {
        let at = |candidate: &Candidate| cells(shape, CellSet::only(candidate.cell()));
        match self {
            Self::Clash { digit, cells: clashing } => {
                format!("{digit} stands in cells that see each other: {}.", cells(shape, *clashing))
            }
            Self::WrongDigit(wrong) => {
                format!("{} is not {}: go back to before it was placed.", at(wrong), wrong.digit())
            }
            Self::MissingCandidate(missing) => {
                format!("{} is no longer a candidate of {}, and should be.", missing.digit(), at(missing))
            }
        }
    }
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.in_words(Shape::usual()))
    }
}
