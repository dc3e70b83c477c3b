//! Mistakes on a board, which are reported before any hint: first clashes, then wrong digits, then
//! candidates that were removed by mistake.

use crate::notation::cells;
use crate::words::lists::single_cells;
use crate::{Candidate, CellSet, Shape, State, solutions_up_to};
use std::fmt;

/// A mistake on a board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Mistake {
    /// The same digit in cells that see each other.
    Clash {
        /// The digit.
        digit: usize,
        /// Its cells.
        cells: CellSet,
    },
    /// A placed digit that differs from the solution.
    WrongDigit(Candidate),
    /// A candidate of the solution that was removed.
    MissingCandidate(Candidate),
}

/// Returns all mistakes of the worst kind found, or none if the board is correct. Without a
/// solution, only clashes are found.
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

/// The result of checking a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Checked {
    /// No mistakes, with the solution if there is exactly one. Otherwise, techniques that assume a
    /// unique solution are disabled.
    Sound(Option<Vec<usize>>),
    /// No solution.
    Unsolvable,
    /// All mistakes of the worst kind found.
    Wrong(Vec<Mistake>),
}

/// Checks a position: against the solution of its givens if there is exactly one, otherwise by
/// solving the whole position. Disables techniques that assume a unique solution if the givens have
/// several.
#[must_use]
pub fn checked(state: &mut State<'_>) -> Checked {
    let givens: Vec<usize> = (0..state.shape().size())
        .map(|cell| if state.givens().contains(cell) { state.value(cell) } else { 0 })
        .collect();
    let of_givens = solutions_up_to(&State::new(state.shape(), &givens, state.givens()), 2);
    checked_by(state, of_givens)
}

/// Checks a position like [`checked`], but takes the solutions of the givens (at most two) from the
/// caller, who may know of rules other than houses.
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
    // Only the givens make a puzzle unique; removed candidates do not.
    state.set_unique(has_one);
    match &here[..] {
        [] => Checked::Unsolvable,
        [solution] => Checked::Sound(Some(solution.clone())),
        _ => Checked::Sound(None),
    }
}

impl Mistake {
    /// Describes the mistake in a sentence.
    #[must_use]
    pub fn in_words(&self, shape: &Shape) -> String {
        let at = |candidate: &Candidate| cells(shape, CellSet::only(candidate.cell()));
        match self {
            Self::Clash { digit, cells: clashing } => {
                format!(
                    "These {}s see each other: {}.",
                    shape.sign(*digit),
                    single_cells(shape, *clashing, "and")
                )
            }
            Self::WrongDigit(wrong) => {
                format!("{} was placed in {} by mistake.", shape.sign(wrong.digit()), at(wrong))
            }
            Self::MissingCandidate(missing) => {
                format!("{} was removed from {} by mistake.", shape.sign(missing.digit()), at(missing))
            }
        }
    }
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.in_words(Shape::usual()))
    }
}
