//! Fish: a digit that must stand in each of some base houses, and can stand there only in as many
//! cover houses. Nothing else in the cover holds it.
//!
//! Basic fish have lines of one direction as base and of the other as cover; franken fish mix boxes
//! with one direction; mutant fish take what they like. Fins are cells of the base outside the
//! cover, or in two houses of the base: then only what sees every fin is taken away. A finned basic
//! fish is sashimi when a line of its base has no two cells left but for fins. Two fish on the same
//! base make a siamese fish.
//!
//! # Cost
//! For a digit that can go through each of its cells, a look at that: microseconds. For the others
//! every choice of base houses, and for each the covers that leave at most [`MOST_FINS`] fins:
//! microseconds for basic fish, a second for mutant ones of size seven.

mod kraken;
mod places;
mod ruled_out;
mod search;

pub(super) use ruled_out::ruled_out;

use super::finder::Finder;
use super::flow::Flow;
use crate::{Candidate, CellSet, DigitSet, FishFamily, FishFins, FishKind, Shape, State, Step, Technique};

/// No fish has more fins than these.
const MOST_FINS: usize = 5;
/// No fish whose fins chains start from has more of them than these.
const MOST_CHAINED_FINS: usize = 3;
/// No fish has more cells that are twice in the base than these.
const MOST_ENDO_FINS: usize = 2;

impl FishKind {
    /// The houses that may be base and cover, each way round.
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

    /// Whether these houses make a fish of this family and of no simpler one.
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

/// A fish as the search finds it.
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

    /// Whether a house of the base has no two cells besides fins.
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
        let may_go = finder.memo.ruled_out(state, digit);
        if may_go.is_empty() {
            continue;
        }
        for (base, cover) in kind.sides(shape) {
            // Siamese fish are two of the same base.
            let mut same_base: Vec<(Fish, bool)> = Vec::new();
            search::search(state, digit, kind, (&base, &cover), may_go, &mut |fish| {
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
                    // One finned fish of the two makes them finned, not sashimi.
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
