//! Queues of singles, in the order in which cells and houses are reduced to one candidate.
//!
//! # Source
//! HoDoKu keeps such queues. Their order was compared with solution paths that it printed.

use crate::{Candidate, State};

/// Queued singles, and for each house and digit the number of places.
#[derive(Debug, Clone)]
pub(crate) struct Queues {
    naked: Vec<Candidate>,
    hidden: Vec<Candidate>,
    counts: Vec<Vec<usize>>,
}

impl Queues {
    /// Creates the queues of a state, as if its digits had been entered one by one.
    pub(crate) fn new(state: &State<'_>) -> Self {
        let shape = state.shape();
        let side = shape.side();
        let mut queues = Self {
            naked: Vec::new(),
            hidden: Vec::new(),
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

    /// Creates the queues of a state, in the order of cells and houses.
    pub(crate) fn in_board_order(state: &State<'_>) -> Self {
        let houses = state.shape().houses();
        let count = |house: usize, digit: usize| state.places_in(house, digit).len();
        let counts = |house: usize| (0..=state.shape().side()).map(|digit| count(house, digit)).collect();
        let naked = |cell: usize| Some(Candidate::new(cell, state.candidates(cell).single()?));
        let hidden =
            |house: usize, digit: usize| Some(Candidate::new(state.places_in(house, digit).single()?, digit));
        let of_house = |house: usize| state.digits().filter_map(move |digit| hidden(house, digit));
        Self {
            naked: state.blanks().iter().filter_map(naked).collect(),
            hidden: (0..houses.len()).flat_map(of_house).collect(),
            counts: (0..houses.len()).map(counts).collect(),
        }
    }

    /// Returns the queued singles: naked singles, then hidden singles, at most one hidden single
    /// per cell.
    pub(crate) fn waiting(&self, state: &State<'_>) -> (Vec<Candidate>, Vec<Candidate>) {
        let is_blank = |single: &&Candidate| state.blanks().contains(single.cell());
        let naked = self.naked.iter().filter(is_blank).copied().collect();
        let mut hidden: Vec<Candidate> = Vec::new();
        for &single in self.hidden.iter().filter(is_blank) {
            if self.fewest(state, single).is_some_and(|(count, _)| count == 1)
                && state.has(single)
                && hidden.iter().all(|other| other.cell() != single.cell())
            {
                hidden.push(single);
            }
        }
        (naked, hidden)
    }

    /// Returns the house of the cell in which the digit has the fewest places, preceded by that
    /// number.
    pub(crate) fn fewest(&self, state: &State<'_>, candidate: Candidate) -> Option<(usize, usize)> {
        let houses = state.shape().houses_of(candidate.cell()).iter();
        houses.map(|&house| (self.counts[house][candidate.digit()], house)).min_by_key(|&(count, _)| count)
    }

    /// Places a digit and queues the singles that result.
    pub(crate) fn place(&mut self, state: &mut State<'_>, placement: Candidate) {
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

    /// Removes a candidate and queues the singles that result.
    pub(crate) fn remove(&mut self, state: &mut State<'_>, candidate: Candidate) {
        if !state.has(candidate) {
            return;
        }
        state.remove(candidate);
        if let Some(digit) = state.candidates(candidate.cell()).single() {
            self.naked.push(Candidate::new(candidate.cell(), digit));
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
                self.hidden.push(Candidate::new(last, digit));
            }
        }
    }

    /// Returns the first queued single that is the last blank cell of its house.
    pub(crate) fn full_house(&self, state: &State<'_>) -> Option<Candidate> {
        self.naked.iter().copied().find(|single| {
            let is_last = |&house: &usize| (state.shape().houses()[house] & state.blanks()).len() == 1;
            state.has(*single) && state.shape().houses_of(single.cell()).iter().any(is_last)
        })
    }

    /// Takes the next naked single.
    pub(crate) fn naked(&mut self, state: &State<'_>) -> Option<Candidate> {
        let next = self.naked.iter().position(|&single| state.has(single));
        take_up_to(&mut self.naked, next)
    }

    /// Takes the next hidden single.
    pub(crate) fn hidden(&mut self, state: &State<'_>) -> Option<Candidate> {
        let is_only = |single: &Candidate| {
            let houses = state.shape().houses_of(single.cell());
            state.has(*single)
                && houses.iter().any(|&house| state.places_in(house, single.digit()).len() == 1)
        };
        let next = self.hidden.iter().position(is_only);
        take_up_to(&mut self.hidden, next)
    }
}

/// Removes the single at an index from a queue, with all singles before it. Without an index,
/// removes the whole queue.
fn take_up_to(queue: &mut Vec<Candidate>, place: Option<usize>) -> Option<Candidate> {
    let last = place.map_or(queue.len(), |place| place + 1);
    let single = place.map(|place| queue[place]);
    queue.drain(..last);
    single
}
