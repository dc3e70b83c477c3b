//! Naked subset: N cells of a house that have only N candidates in total. Other cells of the house
//! cannot hold these digits.

use crate::techniques::finder::Finder;
use crate::techniques::flow::{Flow, choices};
use crate::{Candidate, CellSet, DigitSet, Step, Technique};

/// The kind of naked subset to find.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Subsets in two houses at once that remove candidates from both.
    Locked,
    /// All other subsets.
    Plain,
}

pub(crate) fn find(technique: Technique, size: usize, kind: Kind, finder: &mut Finder<'_>) -> Flow {
    let (state, shape) = (finder.state, finder.state.shape());
    for house in shape.boxes_first() {
        let few = |cell: &usize| (2..=size).contains(&state.candidates(*cell).len());
        let cells: Vec<usize> = (shape.houses()[house] & state.blanks()).iter().filter(few).collect();
        choices(&cells, size, &mut |chosen| {
            let digits = chosen.iter().fold(DigitSet::EMPTY, |all, &cell| all | state.candidates(cell));
            if digits.len() != size {
                return Flow::Continue(());
            }
            let cells: CellSet = chosen.iter().copied().collect();
            let houses: Vec<usize> = shape.common_houses(cells).collect();
            // A subset in two houses is found twice.
            if houses.last() != Some(&house) {
                return Flow::Continue(());
            }
            let removals = |house: usize| -> Vec<Candidate> {
                let others = shape.houses()[house] - cells;
                digits.iter().flat_map(|digit| state.removals(digit, others)).collect()
            };
            let all: Vec<Vec<Candidate>> = houses.iter().map(|&house| removals(house)).collect();
            // A subset is locked if the box loses a candidate and the line loses one outside the
            // box.
            let has_own = |house: usize| {
                if !shape.is_line(house) {
                    return !removals(house).is_empty();
                }
                let others = houses.iter().filter(|&&other| other != house);
                let elsewhere = others.fold(CellSet::EMPTY, |all, &other| all | shape.houses()[other]);
                removals(house).iter().any(|gone| !elsewhere.contains(gone.cell()))
            };
            let is_locked = size < 4 && houses.iter().filter(|&&house| has_own(house)).count() > 1;
            if is_locked != (kind == Kind::Locked) {
                return Flow::Continue(());
            }
            let step = Step { digits, cells, houses: houses.clone(), ..Step::new(technique) };
            finder.take(step.removing(all.concat()))
        })?;
    }
    Flow::Continue(())
}
