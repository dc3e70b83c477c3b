//! Bivalue universal grave (BUG): every blank cell has two candidates and every digit two places in
//! each house, except for some extra candidates. Without these extras, the puzzle would have two
//! solutions or none, so at least one of them is true.
//!
//! BUG+1: the only extra candidate is true. Type 2: candidates that all extras rule out are
//! removed. Type 3: extras in one house act as a single cell of a naked subset. Type 4: two cells
//! with extras share a house in which a digit has no other places, so their other digits are
//! removed.

use crate::techniques::finder::Finder;
use crate::techniques::flow::{Flow, choices};
use crate::{Candidate, CellSet, DigitSet, State, Step, Technique};

/// Maximum number of cells with more than two candidates.
const MAX_CELLS: usize = 5;

/// A cell with more than two candidates: the pair that belongs to the grave, and the extras.
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
        || count > MAX_CELLS
        || (count == 1) != is_one
        || state.is_broken()
        || state.shape().plain().len() < state.shape().size()
    {
        return Flow::Continue(());
    }
    let cells: Vec<usize> = cells.iter().collect();
    // Nobody would notice a grave in cells with more than five candidates.
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

/// Calls `each` with every choice of a pair for each of these cells that leaves each digit two
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

/// Finds BUG+1: the extra candidate is true.
fn one(extra: Extra, finder: &mut Finder<'_>) -> Flow {
    if extra.more.len() != 1 {
        return Flow::Continue(());
    }
    let others = extra.pair.iter().map(|digit| Candidate::new(extra.cell, digit));
    finder.take(step(Technique::BugPlusOne, &[extra]).removing(others))
}

/// Finds type 2: candidates that contradict all extras are false.
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

/// Finds type 3: the extras, acting as one cell, form a naked subset with other cells of a house.
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

/// Finds type 4: in a house that contains both cells with extras, a digit of both pairs has no
/// other place. One cell holds it, and the other holds an extra.
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
