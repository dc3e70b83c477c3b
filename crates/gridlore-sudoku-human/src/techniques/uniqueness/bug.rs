//! Bivalue universal grave: every blank cell has two candidates and every digit two cells in each
//! house, but for some candidates more. Without these the puzzle would have two solutions or none,
//! so one of them is true.
//!
//! With one cell that has more (BUG+1) it is what is more there. With several: what is seen by all
//! of them goes (type 2); where they lie in one house they are as one cell, and make a naked subset
//! with others (type 3); where two lie in a house, and a digit there has no other places, the
//! others of their two go (type 4).

use crate::techniques::finder::Finder;
use crate::techniques::flow::{Flow, choices};
use crate::{Candidate, CellSet, DigitSet, State, Step, Technique};

/// So many cells may have more than two candidates.
const MOST_CELLS: usize = 5;

/// A cell that has more than two candidates: those that would be in the grave, and the others.
#[derive(Debug, Clone, Copy)]
struct Extra {
    cell: usize,
    pair: DigitSet,
    more: DigitSet,
}

pub(super) fn find(technique: Technique, finder: &mut Finder<'_>) -> Flow {
    let state = finder.state;
    let cells = state.blanks() - state.bivalues();
    let is_one = technique == Technique::BugPlusOne;
    let count = cells.len();
    if count == 0
        || count > MOST_CELLS
        || (count == 1) != is_one
        || state.is_broken()
        || state.shape().plain().len() < state.shape().size()
    {
        return Flow::Continue(());
    }
    let cells: Vec<usize> = cells.iter().collect();
    // More than five candidates are no grave that anybody sees.
    if cells.iter().any(|&cell| state.candidates(cell).len() > 5) {
        return Flow::Continue(());
    }
    graves(state, &cells, &mut Vec::new(), &mut |extras| match technique {
        Technique::BugPlusOne => one(extras[0], finder),
        Technique::BugType2 => seen_by_all(extras, finder),
        Technique::BugType3 => with_subset(extras, finder),
        _ => locked(extras, finder),
    })
}

/// Hands out every choice of two candidates for each of these cells that leaves each digit two
/// places or none in each house.
fn graves(
    state: &State<'_>,
    cells: &[usize],
    chosen: &mut Vec<Extra>,
    each: &mut impl FnMut(&[Extra]) -> Flow,
) -> Flow {
    let Some((&cell, others)) = cells.split_first() else {
        let gone = |digit: usize| -> CellSet {
            chosen.iter().filter(|extra| extra.more.contains(digit)).map(|extra| extra.cell).collect()
        };
        let is_even = state.digits().all(|digit| {
            let places = state.places(digit) - gone(digit);
            state.shape().houses().iter().all(|&house| matches!((places & house).len(), 0 | 2))
        });
        return if is_even { each(chosen) } else { Flow::Continue(()) };
    };
    let digits: Vec<usize> = state.candidates(cell).iter().collect();
    choices(&digits, 2, &mut |pair| {
        let pair: DigitSet = pair.iter().copied().collect();
        chosen.push(Extra { cell, pair, more: state.candidates(cell) - pair });
        let flow = graves(state, others, chosen, each);
        chosen.pop();
        flow
    })
}

fn step(technique: Technique, extras: &[Extra]) -> Step {
    Step {
        digits: extras.iter().fold(DigitSet::EMPTY, |all, extra| all | extra.more),
        cells: extras.iter().map(|extra| extra.cell).collect(),
        ..Step::new(technique)
    }
}

/// Three candidates: the third is true.
fn one(extra: Extra, finder: &mut Finder<'_>) -> Flow {
    if extra.more.len() != 1 {
        return Flow::Continue(());
    }
    let others = extra.pair.iter().map(|digit| Candidate::new(extra.cell, digit));
    finder.take(step(Technique::BugPlusOne, &[extra]).removing(others))
}

/// A candidate that contradicts all that are more is false.
fn seen_by_all(extras: &[Extra], finder: &mut Finder<'_>) -> Flow {
    let (state, shape) = (finder.state, finder.state.shape());
    let contradicts = |candidate: Candidate, extra: &Extra| {
        let (cell, digit) = (candidate.cell(), candidate.digit());
        if cell == extra.cell {
            !extra.more.contains(digit)
        } else {
            extra.more == DigitSet::only(digit) && shape.peers(cell).contains(extra.cell)
        }
    };
    let all = state
        .blanks()
        .iter()
        .flat_map(|cell| state.candidates(cell).iter().map(move |digit| Candidate::new(cell, digit)));
    let gone = all.filter(|&candidate| extras.iter().all(|extra| contradicts(candidate, extra)));
    finder.take(step(Technique::BugType2, extras).removing(gone))
}

/// In a house, what is more in the cells, as if they were one, and other cells have as many digits
/// as cells: these stand nowhere else there.
fn with_subset(extras: &[Extra], finder: &mut Finder<'_>) -> Flow {
    let (state, shape) = (finder.state, finder.state.shape());
    let cells: CellSet = extras.iter().map(|extra| extra.cell).collect();
    let more = extras.iter().fold(DigitSet::EMPTY, |all, extra| all | extra.more);
    for house in shape.common_houses(cells) {
        let within = (shape.houses()[house] & state.blanks()) - cells;
        let others: Vec<usize> = within.iter().collect();
        for count in 1..others.len() {
            choices(&others, count, &mut |chosen| {
                let digits = chosen.iter().fold(more, |all, &cell| all | state.candidates(cell));
                if digits.len() != count + 1 {
                    return Flow::Continue(());
                }
                let subset: CellSet = chosen.iter().copied().collect();
                let gone = digits.iter().flat_map(|digit| state.removals(digit, within - subset));
                let step = Step {
                    cells: cells | subset,
                    fins: cells,
                    houses: vec![house],
                    ..step(Technique::BugType3, extras)
                };
                finder.take(Step { digits, ..step }.removing(gone))
            })?;
        }
    }
    Flow::Continue(())
}

/// Two cells in a house with a digit of both pairs that has no other place there: each holds it or
/// what is more in it.
fn locked(extras: &[Extra], finder: &mut Finder<'_>) -> Flow {
    let (state, shape) = (finder.state, finder.state.shape());
    let [one, other] = extras else { return Flow::Continue(()) };
    let cells = CellSet::only(one.cell).with(other.cell);
    for house in shape.common_houses(cells) {
        for digit in (one.pair & other.pair).iter().filter(|&digit| state.places_in(house, digit) == cells) {
            let gone = [one, other].into_iter().flat_map(|extra| {
                extra.pair.without(digit).iter().map(move |gone| Candidate::new(extra.cell, gone))
            });
            finder.take(
                Step {
                    houses: vec![house],
                    links: DigitSet::only(digit),
                    ..step(Technique::BugType4, extras)
                }
                .removing(gone),
            )?;
        }
    }
    Flow::Continue(())
}
