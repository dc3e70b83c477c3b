//! Fish: a digit whose places in N base houses all lie in N cover houses. Other cells of the cover
//! cannot hold it.
//!
//! Basic fish have lines in one direction as their base and in the other as their cover; franken
//! fish add boxes; mutant fish use any houses. Fins are cells of the base outside the cover, or in
//! two base houses (endo fins). With fins, only cells that see every fin lose the digit. A finned
//! basic fish is sashimi if a base line has fewer than two cells without its fins. Two fish with
//! the same base form a siamese fish.
//!
//! # Cost
//! Microseconds for a digit for which [`ruled_out()`] finds nothing. Otherwise, the search tries
//! every choice of base houses with all covers that leave at most [`MAX_FINS`] fins, which takes
//! from microseconds for basic fish to a second for mutant fish of size seven.

mod kraken;
mod places;
mod ruled_out;
mod search;

pub(super) use ruled_out::ruled_out;

use super::finder::Finder;
use super::flow::Flow;
use crate::{Candidate, CellSet, DigitSet, FishFamily, FishFins, FishKind, Shape, State, Step, Technique};

/// Maximum number of fins.
const MAX_FINS: usize = 5;
/// Maximum number of fins of a kraken fish.
const MAX_CHAINED_FINS: usize = 3;
/// Maximum number of endo fins: cells in two base houses.
const MAX_ENDO_FINS: usize = 2;

impl FishKind {
    /// Returns the houses that can be base and cover, in both directions.
    fn sides(self, shape: &Shape) -> Vec<(Vec<usize>, Vec<usize>)> {
        let all = 0..shape.houses().len();
        let (rows, columns) = (0..shape.side(), shape.side()..2 * shape.side());
        let others = columns.end..all.end;
        match self.family {
            FishFamily::Basic => {
                vec![(rows.clone().collect(), columns.clone().collect()), (columns.collect(), rows.collect())]
            }
            FishFamily::Franken => {
                let rows: Vec<usize> = rows.chain(others.clone()).collect();
                let columns: Vec<usize> = columns.chain(others).collect();
                vec![(rows.clone(), columns.clone()), (columns, rows)]
            }
            FishFamily::Mutant => vec![(all.clone().collect(), all.collect())],
        }
    }

    /// Returns whether these houses form a fish of this family but not of a simpler one.
    fn is_made_of(self, shape: &Shape, base: &[usize], cover: &[usize]) -> bool {
        let count = |houses: &[usize], wanted: fn(&Shape, usize) -> bool| {
            houses.iter().filter(|&&house| wanted(shape, house)).count()
        };
        let row = |shape: &Shape, house: usize| shape.is_row(house);
        let column = |shape: &Shape, house: usize| shape.is_line(house) && !shape.is_row(house);
        let (base_rows, base_columns) = (count(base, row), count(base, column));
        let (cover_rows, cover_columns) = (count(cover, row), count(cover, column));
        let has_boxes = base_rows + base_columns + cover_rows + cover_columns < base.len() + cover.len();
        let is_straight = base_columns + cover_rows == 0 || base_rows + cover_columns == 0;
        match self.family {
            FishFamily::Basic => is_straight && !has_boxes,
            FishFamily::Franken => is_straight && has_boxes,
            FishFamily::Mutant => !is_straight,
        }
    }
}

/// A fish found by the search.
#[derive(Debug, Clone)]
struct Fish {
    base: Vec<usize>,
    cover: Vec<usize>,
    fins: CellSet,
    cells: CellSet,
    removed: CellSet,
}

impl Fish {
    fn step(&self, technique: Technique, digit: usize) -> Step {
        Step {
            digits: DigitSet::only(digit),
            cells: self.cells,
            houses: self.base.clone(),
            covers: self.cover.clone(),
            fins: self.fins,
            ..Step::new(technique)
        }
        .removing(self.removed.iter().map(|cell| Candidate::new(cell, digit)))
    }

    /// Returns whether a base house has fewer than two cells without the fins.
    fn is_sashimi(&self, state: &State<'_>, digit: usize) -> bool {
        self.base.iter().any(|&house| (state.places_in(house, digit) - self.fins).len() < 2)
    }
}

pub(super) fn find(technique: Technique, finder: &mut Finder<'_>) -> Flow {
    if matches!(technique, Technique::KrakenFish | Technique::KrakenFishType2) {
        return kraken::find(technique, finder);
    }
    let Some(kind) = technique.fish() else { return Flow::Continue(()) };
    let (state, shape) = (finder.state, finder.state.shape());
    for digit in state.digits() {
        let removable = finder.memo.ruled_out(state, digit);
        if removable.is_empty() {
            continue;
        }
        for (base, cover) in kind.sides(shape) {
            // Siamese fish are two fish with the same base.
            let mut same_base: Vec<(Fish, bool)> = Vec::new();
            search::search(state, digit, kind, (&base, &cover), removable, &mut |fish| {
                let is_own = kind.family != FishFamily::Basic
                    || kind.fins == FishFins::None
                    || fish.is_sashimi(state, digit) == (kind.fins == FishFins::Sashimi);
                if is_own {
                    finder.take(fish.step(technique, digit))?;
                }
                if kind.fins == FishFins::None || !finder.scope.siamese_fish {
                    return Flow::Continue(());
                }
                same_base.retain(|(other, _)| other.base == fish.base);
                for (other, is_other_own) in &same_base {
                    // If one of the two is finned but not sashimi, so is the siamese fish.
                    let is_named = if kind.fins == FishFins::Sashimi {
                        is_own && *is_other_own
                    } else {
                        is_own || *is_other_own
                    };
                    if !is_named || other.removed == fish.removed || other.fins == fish.fins {
                        continue;
                    }
                    let both = Fish {
                        removed: other.removed | fish.removed,
                        fins: other.fins | fish.fins,
                        ..fish.clone()
                    };
                    let mut step = both.step(technique, digit);
                    step.covers.extend(other.cover.iter().filter(|house| !fish.cover.contains(house)));
                    step.is_siamese = true;
                    finder.take(step)?;
                }
                same_base.push((fish.clone(), is_own));
                Flow::Continue(())
            })?;
        }
    }
    Flow::Continue(())
}
