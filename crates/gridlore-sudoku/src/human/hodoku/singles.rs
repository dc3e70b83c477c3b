//! Singles in the order in which HoDoKu meets them: as soon as a cell or a house is down to one candidate, it waits its turn.
//!
//! # Source
//! HoDoKu keeps such queues; their order was held against paths that it printed.

use crate::human::step::by_number;
use crate::human::{Candidate, State, Step, Technique};
use std::collections::VecDeque;

/// What waits, and how many cells each house has for each digit.
#[derive(Debug, Clone)]
pub(super) struct Queues {
    naked: VecDeque<Candidate>,
    hidden: VecDeque<Candidate>,
    counts: Vec<Vec<usize>>,
}

impl Queues {
    /// The queues of a state, as they are after its digits were entered one by one.
    pub(super) fn new(state: &State<'_>) -> Self {
        let shape = state.shape();
        let side = shape.side();
        let mut queues = Self {
            naked: VecDeque::new(),
            hidden: VecDeque::new(),
            counts: vec![vec![side; side + 1]; shape.houses().len()],
        };
        let mut empty = State::new(shape, &vec![0; shape.size()], state.givens());
        for cell in 0..shape.size() {
            if state.value(cell) != 0 {
                queues.place(&mut empty, Candidate::new(cell, state.value(cell)));
            }
        }
        for cell in state.blanks() {
            for digit in (empty.candidates(cell) - state.candidates(cell)).iter() {
                queues.remove(&mut empty, Candidate::new(cell, digit));
            }
        }
        queues
    }

    /// Places a digit, and notes what becomes single by that.
    pub(super) fn place(&mut self, state: &mut State<'_>, placement: Candidate) {
        let (cell, digit) = (placement.cell(), placement.digit());
        let own = state.candidates(cell);
        for peer in state.shape().peers(cell) {
            if state.has(Candidate::new(peer, digit)) {
                self.remove(state, Candidate::new(peer, digit));
            }
        }
        state.place(placement);
        for other in own.iter() {
            self.count_down(state, cell, other, other != digit);
        }
    }

    /// Takes a candidate away, and notes what becomes single by that.
    pub(super) fn remove(&mut self, state: &mut State<'_>, candidate: Candidate) {
        if !state.has(candidate) {
            return;
        }
        state.remove(candidate);
        if let Some(digit) = state.candidates(candidate.cell()).single() {
            self.naked.push_back(Candidate::new(candidate.cell(), digit));
        }
        self.count_down(state, candidate.cell(), candidate.digit(), true);
    }

    fn count_down(&mut self, state: &State<'_>, cell: usize, digit: usize, is_noted: bool) {
        for &house in state.shape().houses_of(cell) {
            let count = &mut self.counts[house][digit];
            *count = count.saturating_sub(1);
            if is_noted
                && *count == 1
                && let Some(last) = state.places_in(house, digit).first()
            {
                self.hidden.push_back(Candidate::new(last, digit));
            }
        }
    }

    /// Applies a step.
    pub(super) fn apply(&mut self, state: &mut State<'_>, step: &Step) {
        for &placement in &step.placements {
            self.place(state, placement);
        }
        for elimination in in_order(state, step) {
            self.remove(state, elimination);
        }
    }

    /// The first single that fills its house.
    pub(super) fn full_house(&self, state: &State<'_>) -> Option<Candidate> {
        self.naked.iter().copied().find(|single| {
            let is_last = |&house: &usize| (state.shape().houses()[house] & state.blanks()).len() == 1;
            state.has(*single) && state.shape().houses_of(single.cell()).iter().any(is_last)
        })
    }

    /// The next cell with one candidate.
    pub(super) fn naked(&mut self, state: &State<'_>) -> Option<Candidate> {
        while let Some(single) = self.naked.pop_front() {
            if state.has(single) {
                return Some(single);
            }
        }
        None
    }

    /// The next digit with one cell in a house.
    pub(super) fn hidden(&mut self, state: &State<'_>) -> Option<Candidate> {
        while let Some(single) = self.hidden.pop_front() {
            let is_only = |&house: &usize| state.places_in(house, single.digit()).len() == 1;
            if state.has(single) && state.shape().houses_of(single.cell()).iter().any(is_only) {
                return Some(single);
            }
        }
        None
    }
}

/// The candidates that a step takes away in HoDoKu's order: mostly cell by cell; of locked sets the line first, of Sue de Coq the box, and of chains digit by digit.
fn in_order(state: &State<'_>, step: &Step) -> Vec<Candidate> {
    use Technique as T;
    let shape = state.shape();
    let is_line = |house: &usize| *house < 2 * shape.side();
    let first = match step.technique {
        T::LockedPair | T::LockedTriple => shape.common_houses(step.cells).find(is_line),
        T::SueDeCoq => step.houses.iter().copied().find(|house| !is_line(house)),
        _ => None,
    };
    let is_by_digit = matches!(
        step.technique,
        T::Aic
            | T::GroupedAic
            | T::ContinuousNiceLoop
            | T::GroupedContinuousNiceLoop
            | T::DiscontinuousNiceLoop
            | T::GroupedDiscontinuousNiceLoop
            | T::RemotePair
            | T::AlsXyWing
            | T::AlsXyChain
    );
    by_number(&step.eliminations, |gone| {
        let (cell, digit) = (gone.cell() as u64, gone.digit() as u64);
        let is_later = first.is_some_and(|house| !shape.houses()[house].contains(gone.cell()));
        u64::from(is_later) << 32 | if is_by_digit { digit << 16 | cell } else { cell << 16 | digit }
    })
}
