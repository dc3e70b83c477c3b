//! A slow and simple solver for positions, used to check the results of techniques.

use crate::{Candidate, State};

/// Returns the first `limit` solutions that use only the candidates of the position. A solution
/// lists the digit of each cell.
///
/// # Cost
/// The solver places singles and guesses in the cell with the fewest candidates. This takes
/// microseconds for puzzles, and exponential time for boards with few digits and a high limit.
#[must_use]
pub fn solutions_up_to(state: &State<'_>, limit: usize) -> Vec<Vec<usize>> {
    let mut found = Vec::new();
    search(state.clone(), limit, &mut found);
    found
}

fn search(mut state: State<'_>, limit: usize, found: &mut Vec<Vec<usize>>) {
    loop {
        if found.len() == limit || state.is_broken() || clashes(&state) {
            return;
        }
        let fewest = state.blanks().iter().min_by_key(|&cell| state.candidates(cell).len());
        let Some(cell) = fewest else {
            found.push((0..state.shape().size()).map(|cell| state.value(cell)).collect());
            return;
        };
        if let Some(digit) = state.candidates(cell).single() {
            state.place(Candidate::new(cell, digit));
            continue;
        }
        let hidden = (0..state.shape().houses().len()).find_map(|house| {
            state
                .digits()
                .find_map(|digit| Some(Candidate::new(state.places_in(house, digit).single()?, digit)))
        });
        if let Some(single) = hidden {
            state.place(single);
            continue;
        }
        for digit in state.candidates(cell).iter() {
            let mut guess = state.clone();
            guess.place(Candidate::new(cell, digit));
            search(guess, limit, found);
        }
        return;
    }
}

/// Returns whether two cells that see each other hold the same digit.
fn clashes(state: &State<'_>) -> bool {
    (0..state.shape().size()).any(|cell| {
        state.value(cell) != 0
            && state.shape().peers(cell).iter().any(|peer| state.value(peer) == state.value(cell))
    })
}
