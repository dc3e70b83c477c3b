//! Unique rectangles of types 1 to 6: a rectangle that cannot hold only two digits, so one of its
//! other candidates is true.
//!
//! Corners with no candidates except the pair form the floor; the others form the roof. A corner
//! may lack a digit of the pair: if all four corners held only the pair, the digits could still be
//! swapped.

use super::rectangle::{Rectangle, blank_rectangles, first_pair};
use crate::techniques::finder::Finder;
use crate::techniques::flow::Flow;
use crate::{Candidate, CellSet, DigitSet, State, Step, Technique};

pub(super) fn find(technique: Technique, finder: &mut Finder<'_>) -> Flow {
    let state = finder.state;
    for rectangle in blank_rectangles(state) {
        for digits in pairs(&rectangle, finder) {
            let is_floor = |cell: &usize| state.candidates(*cell).is_subset(digits);
            let roof: CellSet = rectangle.cells.into_iter().filter(|cell| !is_floor(cell)).collect();
            let step = Step { digits, cells: rectangle.set(), ..Step::new(technique) };
            let extra =
                roof.iter().fold(DigitSet::EMPTY, |all, cell| all | (state.candidates(cell) - digits));
            let places: Vec<usize> = (0..4).filter(|&place| roof.contains(rectangle.cells[place])).collect();
            let is_diagonal = places.len() == 2 && places[0] + places[1] == 3;
            match technique {
                Technique::Uniqueness1 => {
                    let Some(cell) = roof.single() else { continue };
                    let gone =
                        (state.candidates(cell) & digits).iter().map(|digit| Candidate::new(cell, digit));
                    finder.take(step.removing(gone))?;
                }
                Technique::Uniqueness2 | Technique::Uniqueness5 => {
                    let is_second = roof.len() == 2 && !is_diagonal;
                    let (Some(digit), 2..=3) = (extra.single(), roof.len()) else { continue };
                    if is_second == (technique == Technique::Uniqueness2) {
                        finder
                            .take(step.removing(state.removals(digit, state.shape().common_peers(roof))))?;
                    }
                }
                Technique::Uniqueness3 if roof.len() == 2 && !is_diagonal => {
                    subset(&step, roof, extra, finder)?
                }
                Technique::Uniqueness4 if roof.len() == 2 && !is_diagonal => {
                    strong_link(&step, roof, finder)?
                }
                Technique::Uniqueness6 if is_diagonal => x_wing(&step, &rectangle, roof, finder)?,
                _ => {}
            }
        }
    }
    Flow::Continue(())
}

/// Returns the pairs of digits to consider: the candidates of a bivalue corner.
fn pairs(rectangle: &Rectangle, finder: &Finder<'_>) -> Vec<DigitSet> {
    let state = finder.state;
    if finder.scope.one_pair_per_rectangle {
        return first_pair(state, rectangle).into_iter().collect();
    }
    let mut pairs: Vec<DigitSet> = rectangle.cells.iter().map(|&cell| state.candidates(cell)).collect();
    pairs.retain(|digits| digits.len() == 2);
    pairs.sort_unstable();
    pairs.dedup();
    // One of the two arrangements of the pair must be possible.
    pairs.retain(|digits| {
        let [one, other] = [digits.first(), digits.iter().last()].map(|digit| digit.unwrap_or(1));
        let fits = |first: usize, second: usize| {
            let wanted = [first, second, second, first];
            (0..4).all(|place| state.candidates(rectangle.cells[place]).contains(wanted[place]))
        };
        fits(one, other) || fits(other, one)
    });
    pairs
}

/// Finds type 3: the roof, which holds one of the extra digits, forms a naked subset with other
/// cells of a house.
fn subset(step: &Step, roof: CellSet, extra: DigitSet, finder: &mut Finder<'_>) -> Flow {
    let (state, shape) = (finder.state, finder.state.shape());
    for house in shape.common_houses(roof) {
        let others: Vec<usize> =
            (shape.houses()[house] & state.blanks()).iter().filter(|&cell| !roof.contains(cell)).collect();
        subsets(state, &others, (CellSet::EMPTY, extra), &mut |cells, digits| {
            let beyond = |house: usize| {
                let beyond = shape.houses()[house] - cells - roof;
                digits.iter().flat_map(move |digit| state.removals(digit, beyond)).collect::<Vec<_>>()
            };
            let mut gone = beyond(house);
            // If the roof and the subset share another house, that house also loses candidates.
            for other in shape.common_houses(roof | cells).filter(|&other| other != house) {
                gone.extend(beyond(other));
            }
            finder
                .take(Step { cells: step.cells | cells, houses: vec![house], ..step.clone() }.removing(gone))
        })?;
    }
    Flow::Continue(())
}

/// Calls `each` with the choices of these cells that have one digit more than cells; a choice comes
/// before its extensions.
fn subsets(
    state: &State<'_>,
    others: &[usize],
    (cells, digits): (CellSet, DigitSet),
    each: &mut impl FnMut(CellSet, DigitSet) -> Flow,
) -> Flow {
    for (place, &cell) in others.iter().enumerate() {
        let (cells, digits) = (cells.with(cell), digits | state.candidates(cell));
        if digits.len() == cells.len() + 1 {
            each(cells, digits)?;
        }
        subsets(state, &others[place + 1..], (cells, digits), each)?;
    }
    Flow::Continue(())
}

/// Finds type 4: one digit of the pair must be in the roof, so the other cannot be.
fn strong_link(step: &Step, roof: CellSet, finder: &mut Finder<'_>) -> Flow {
    let (state, shape) = (finder.state, finder.state.shape());
    for house in shape.common_houses(roof) {
        for digit in step.digits.iter() {
            if !state.places_in(house, digit).is_subset(roof) || state.places_in(house, digit).is_empty() {
                continue;
            }
            for other in step.digits.without(digit).iter() {
                let step = Step { houses: vec![house], ..step.clone() };
                finder.take(step.removing(state.removals(other, roof)))?;
            }
        }
    }
    Flow::Continue(())
}

/// Finds type 6: a digit has no other place in the two rows (or columns), so it fills the floor or
/// the roof. In the roof, it would complete the pattern.
fn x_wing(step: &Step, rectangle: &Rectangle, roof: CellSet, finder: &mut Finder<'_>) -> Flow {
    let (state, shape) = (finder.state, finder.state.shape());
    let [first, _, _, last] = rectangle.cells;
    for digit in step.digits.iter() {
        let only_here = |line: usize| state.places_in(line, digit).is_subset(step.cells);
        let rows = [shape.row(first), shape.row(last)];
        let columns = [shape.side() + shape.column(first), shape.side() + shape.column(last)];
        if rows.into_iter().all(only_here) || columns.into_iter().all(only_here) {
            finder.take(step.clone().removing(state.removals(digit, roof)))?;
        }
    }
    Flow::Continue(())
}
