//! Empty rectangle: a box in which all places of a digit lie in one row and one column. A strong
//! link has one end in that row: either its other end holds the digit, or the box has it in that
//! column.

use crate::techniques::finder::Finder;
use crate::techniques::flow::Flow;
use crate::{CellSet, DigitSet, State, Step, Technique};

/// Calls `each` with every empty rectangle of the digit and its box, either those with two cells or
/// those with more.
fn rectangles(
    state: &State<'_>,
    digit: usize,
    of_two: bool,
    each: &mut impl FnMut(usize, Step) -> Flow,
) -> Flow {
    let shape = state.shape();
    let side = shape.side();
    for house in 2 * side..shape.houses().len() {
        let cells = state.places_in(house, digit);
        let within = shape.houses()[house];
        let is_met = |line: &usize| shape.houses()[*line].intersects(within);
        for row in (0..side).filter(is_met) {
            for column in (side..2 * side).filter(is_met) {
                let (row_cells, column_cells) = (shape.houses()[row], shape.houses()[column]);
                let Some(corner) = (row_cells & column_cells).single() else { continue };
                if !within.contains(corner) || !cells.is_subset(row_cells | column_cells) {
                    continue;
                }
                // Both arms have a place for the digit outside the corner.
                let crossing = CellSet::only(corner);
                let arms = [(cells & row_cells) - crossing, (cells & column_cells) - crossing];
                if arms[0].is_empty() || arms[1].is_empty() || (cells.len() == 2) != of_two {
                    continue;
                }
                for (arm, other) in [(row, column), (column, row)] {
                    // The near cell is on the arm's line outside the box, and is one end of a
                    // crossing strong link.
                    for near in (shape.houses()[arm] & state.places(digit)) - within {
                        let crosses = |house: &&usize| shape.is_line(**house) && **house != arm;
                        let Some(&link) = shape.houses_of(near).iter().find(crosses) else { continue };
                        let Some(far) = (state.places_in(link, digit) - CellSet::only(near)).single() else {
                            continue;
                        };
                        if within.contains(far) {
                            continue;
                        }
                        let seen = shape.peers(far) & shape.houses()[other] & state.places(digit);
                        let ends = CellSet::only(near).with(far);
                        let step = Step {
                            digits: DigitSet::only(digit),
                            cells: ends | cells,
                            houses: vec![house],
                            covers: vec![arm, link, other],
                            ..Step::new(Technique::EmptyRectangle)
                        }
                        .removing(state.removals(digit, seen - within - ends));
                        if !step.is_idle() {
                            each(house, step)?;
                        }
                    }
                }
            }
        }
    }
    Flow::Continue(())
}

pub(super) fn find(finder: &mut Finder<'_>) -> Flow {
    let state = finder.state;
    for digit in state.digits() {
        rectangles(state, digit, false, &mut |_, step| finder.take(step))?;
    }
    // Two cells form a strong link, a pattern that has its own names, so these rectangles come
    // last.
    let digits = if finder.scope.rectangles_of_two { state.shape().side() } else { 0 };
    for digit in 1..=digits {
        rectangles(state, digit, true, &mut |_, step| finder.take(step))?;
    }
    Flow::Continue(())
}

/// Finds two empty rectangles in the same box with the same digit that remove different candidates.
pub(super) fn find_dual(finder: &mut Finder<'_>) -> Flow {
    let state = finder.state;
    for digit in state.digits() {
        let mut found: Vec<(usize, Step)> = Vec::new();
        for of_two in [false, true] {
            let _ = rectangles(state, digit, of_two, &mut |house, step| {
                found.push((house, step));
                Flow::Continue(())
            });
        }
        for (place, (house, one)) in found.iter().enumerate() {
            for (other_house, other) in &found[place + 1..] {
                if house != other_house || one.eliminations == other.eliminations {
                    continue;
                }
                let mut step = Step { technique: Technique::DualEmptyRectangle, ..one.clone() };
                step.cells |= other.cells;
                step.covers.extend(&other.covers);
                finder.take(step.removing(other.eliminations.iter().copied()))?;
            }
        }
    }
    Flow::Continue(())
}
