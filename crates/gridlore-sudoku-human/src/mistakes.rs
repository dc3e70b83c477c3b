//! What is wrong on a board before any hint can help: clashes first, then wrong digits, then
//! candidates that should not have been taken away.

use crate::notation::cells;
use crate::{Candidate, CellSet, Shape, State, solutions_up_to};
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

/// All mistakes of the worst kind that there is; none where all is well. Without a solution only
/// clashes are told.
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

/// A position that has a solution, with it; or what is wrong with it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Checked {
    /// The solution, where there is just one; without it techniques that assume one are off.
    Sound(Option<Vec<usize>>),
    /// No solution.
    Unsolvable,
    /// What is wrong, all of the worst kind.
    Wrong(Vec<Mistake>),
}

/// Checks a position: by its givens, where these have one solution, by all of it otherwise.
/// Techniques that assume one solution are switched off where the givens have several.
#[must_use]
pub fn checked(state: &mut State<'_>) -> Checked {
    let givens: Vec<usize> = (0..state.shape().size())
        .map(|cell| if state.givens().contains(cell) { state.value(cell) } else { 0 })
        .collect();
    let of_givens = solutions_up_to(&State::new(state.shape(), &givens, state.givens()), 2);
    checked_by(state, of_givens)
}

/// The same, with the solutions of the givens, of several the first two, as someone else found
/// them: who may know of rules that no house tells.
#[must_use]
pub fn checked_by(state: &mut State<'_>, of_givens: Vec<Vec<usize>>) -> Checked {
    let clashes = mistakes(state, None);
    if !clashes.is_empty() {
        return Checked::Wrong(clashes);
    }
    let has_one = of_givens.len() == 1;
    if let [solution] = &of_givens[..] {
        let found = mistakes(state, Some(solution));
        if !found.is_empty() {
            return Checked::Wrong(found);
        }
    }
    let here = if has_one { of_givens } else { solutions_up_to(state, 2) };
    // Candidates that were taken away make no puzzle unique: only its givens do.
    state.set_unique(has_one);
    match &here[..] {
        [] => Checked::Unsolvable,
        [solution] => Checked::Sound(Some(solution.clone())),
        _ => Checked::Sound(None),
    }
}

impl Mistake {
    /// What is wrong, in a sentence.
    #[must_use]
    pub fn in_words(&self, shape: &Shape) -> String {
        let at = |candidate: &Candidate| cells(shape, CellSet::only(candidate.cell()));
        match self {
            Self::Clash { digit, cells: clashing } => {
                format!(
                    "{} stands in cells that see each other: {}.",
                    shape.sign(*digit),
                    cells(shape, *clashing)
                )
            }
            Self::WrongDigit(wrong) => {
                format!(
                    "{} is not {}: go back to before it was placed.",
                    at(wrong),
                    shape.sign(wrong.digit())
                )
            }
            Self::MissingCandidate(missing) => {
                format!(
                    "{} is no longer a candidate of {}, and should be.",
                    shape.sign(missing.digit()),
                    at(missing)
                )
            }
        }
    }
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.in_words(Shape::usual()))
    }
}
