//! Skyscraper, 2-string kite and turbot fish: two strong links of a digit. If an end of one sees an
//! end of the other, at least one of the other two ends holds the digit.
//!
//! A skyscraper has two parallel lines whose near ends are on a crossing line, and a kite has a row
//! and a column. All others are turbot fish.

use crate::techniques::finder::Finder;
use crate::techniques::flow::Flow;
use crate::{CellSet, DigitSet, Node, Shape, State, Step, Technique};

/// Two strong links of a digit, each with a near and a far end. The near ends see each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Pair {
    houses: [usize; 2],
    near: [usize; 2],
    far: [usize; 2],
}

impl Pair {
    fn kind(&self, shape: &Shape) -> Technique {
        let [one, other] = self.houses;
        let shares_line = shape.row(self.near[0]) == shape.row(self.near[1])
            || shape.column(self.near[0]) == shape.column(self.near[1]);
        let (are_lines, are_parallel) =
            (shape.is_line(one) && shape.is_line(other), shape.is_row(one) == shape.is_row(other));
        if are_lines && are_parallel && shares_line {
            Technique::Skyscraper
        } else if are_lines && !are_parallel {
            Technique::TwoStringKite
        } else {
            Technique::TurbotFish
        }
    }

    fn step(&self, state: &State<'_>, digit: usize, technique: Technique) -> Step {
        let seen = state.shape().peers(self.far[0]) & state.shape().peers(self.far[1]);
        let cells: CellSet = self.near.into_iter().chain(self.far).collect();
        let node =
            |cell: usize, is_on: bool| Node { digit, cells: CellSet::only(cell), is_on, through: None };
        Step {
            digits: DigitSet::only(digit),
            cells,
            houses: self.houses.to_vec(),
            chains: vec![vec![
                node(self.far[0], false),
                node(self.near[0], true),
                node(self.near[1], false),
                node(self.far[1], true),
            ]],
            ..Step::new(technique)
        }
        .removing(state.removals(digit, seen - cells))
    }
}

/// Calls `each` with every two strong links of the digit, in the order of their houses.
fn pairs(state: &State<'_>, digit: usize, each: &mut impl FnMut(Pair) -> Flow) -> Flow {
    let shape = state.shape();
    let links: Vec<(usize, [usize; 2])> = (0..shape.houses().len())
        .filter_map(|house| {
            let mut cells = state.places_in(house, digit).iter();
            let (one, other, None) = (cells.next()?, cells.next()?, cells.next()) else { return None };
            Some((house, [one, other]))
        })
        .collect();
    for (place, &(house, one)) in links.iter().enumerate() {
        for &(second, other) in &links[place + 1..] {
            if one.iter().any(|cell| other.contains(cell)) {
                continue;
            }
            for (mine, yours) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
                if shape.peers(one[mine]).contains(other[yours]) {
                    each(Pair {
                        houses: [house, second],
                        near: [one[mine], other[yours]],
                        far: [one[1 - mine], other[1 - yours]],
                    })?;
                }
            }
        }
    }
    Flow::Continue(())
}

pub(super) fn find(technique: Technique, finder: &mut Finder<'_>) -> Flow {
    let (state, shape) = (finder.state, finder.state.shape());
    // Skyscrapers on two rows come before those on two columns.
    let passes: &[Option<bool>] =
        if technique == Technique::Skyscraper { &[Some(true), Some(false)] } else { &[None] };
    for are_rows in passes {
        for digit in state.digits() {
            pairs(state, digit, &mut |pair| {
                let is_in_pass = are_rows.is_none_or(|are_rows| shape.is_row(pair.houses[0]) == are_rows);
                if !is_in_pass || pair.kind(shape) != technique {
                    return Flow::Continue(());
                }
                finder.take(pair.step(state, digit, technique))
            })?;
        }
    }
    Flow::Continue(())
}

/// Finds two kites with the same near cells: either kites of one digit, where each row belongs with
/// the other's column, or kites of two digits.
pub(super) fn find_dual_kites(finder: &mut Finder<'_>) -> Flow {
    let (state, technique) = (finder.state, Technique::DualTwoStringKite);
    let mut kites: Vec<(Pair, Step)> = Vec::new();
    for digit in state.digits() {
        let _ = pairs(state, digit, &mut |pair| {
            if pair.kind(state.shape()) == Technique::TwoStringKite {
                let step = pair.step(state, digit, technique);
                if !step.eliminations.is_empty() {
                    kites.push((pair, step));
                }
            }
            Flow::Continue(())
        });
    }
    for (place, (one, first)) in kites.iter().enumerate() {
        for (other, second) in &kites[place + 1..] {
            if one.near != other.near && one.near != [other.near[1], other.near[0]] {
                continue;
            }
            let mut step = first.clone();
            step.chains.extend(second.chains.iter().cloned());
            step.houses.extend(&second.houses);
            step.cells |= second.cells;
            step.digits |= second.digits;
            finder.take(step.removing(second.eliminations.iter().copied()))?;
        }
    }
    Flow::Continue(())
}
