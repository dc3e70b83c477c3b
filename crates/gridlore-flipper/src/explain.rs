//! The elimination as one does it on paper: combinations of moves, until each turns a single
//! square.
//!
//! Every move begins as a combination of itself. For each square in turn, one combination that
//! turns it is chosen and added to all others that turn it, so that in the end it is the only one.
//! Nothing here is fast; the solver does not use it. And a proof that there is no way, in words.

use crate::{Toggle, Vector};

/// Moves pressed together, and what they turn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Combination {
    /// How often each move is pressed.
    pub presses: Vector,
    /// How far each square is turned.
    pub turned: Vector,
}

/// One square is taken from all combinations but one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// The square.
    pub square: usize,
    /// The combination that keeps it, and turns it by one.
    pub kept: Combination,
    /// The others that turned it, as they are now that the kept one was added.
    pub changed: Vec<Combination>,
}

/// The steps, square by square; a square that no combination turns by a step that could be undone
/// is passed over.
#[must_use]
pub fn steps(puzzle: &Toggle) -> Vec<Step> {
    let colours = puzzle.colours();
    let mut combinations: Vec<Combination> = puzzle
        .turned()
        .iter()
        .enumerate()
        .map(|(press, turned)| Combination {
            presses: Vector::with_ones(puzzle.moves(), [press]),
            turned: Vector::from(turned),
        })
        .collect();
    let mut steps = Vec::new();
    let mut done = 0;
    for square in 0..puzzle.squares() {
        let found = (done..combinations.len())
            .find_map(|place| Some((place, inverse(combinations[place].turned.get(square), colours)?)));
        let Some((place, times)) = found else { continue };
        combinations.swap(done, place);
        combinations[done] = multiple(&combinations[done], times, colours);
        let kept = combinations[done].clone();
        let mut changed = Vec::new();
        for (place, combination) in combinations.iter_mut().enumerate() {
            let turns = combination.turned.get(square);
            if place != done && turns != 0 {
                let added = multiple(&kept, colours - turns, colours);
                combination.presses.add(&added.presses, colours);
                combination.turned.add(&added.turned, colours);
                changed.push(combination.clone());
            }
        }
        steps.push(Step { square, kept, changed });
        done += 1;
    }
    steps
}

/// Why a board cannot reach the goal, so that a person can check it; `weights` are those of
/// [`crate::Outcome::Unsolvable`].
///
/// # Panics
/// When board or weights are of another puzzle.
#[must_use]
pub fn why_none(puzzle: &Toggle, board: &Vector, weights: &Vector) -> String {
    let squares = puzzle.squares_in_words(weights);
    let colours = usize::from(puzzle.colours());
    let sum = |board: &Vector| -> usize {
        let products =
            weights.support().map(|square| usize::from(weights.get(square)) * usize::from(board.get(square)));
        products.sum()
    };
    let (here, wanted) = (sum(board), sum(puzzle.goal()));
    if colours == 2 {
        return format!(
            "every move turns an even number of the squares {squares}, of which {here} are lit here and {wanted} in the goal"
        );
    }
    format!(
        "every move changes the sum of the colours of {squares} by a multiple of {colours}, and that sum is {here} here and {wanted} in the goal, which differ by no multiple of {colours}"
    )
}

fn multiple(combination: &Combination, times: u8, colours: u8) -> Combination {
    let multiple = |vector: &Vector| {
        let mut sum = Vector::zeros(vector.len());
        (0..times).for_each(|_| sum.add(vector, colours));
        sum
    };
    Combination { presses: multiple(&combination.presses), turned: multiple(&combination.turned) }
}

fn inverse(entry: u8, colours: u8) -> Option<u8> {
    (1..colours).find(|&times| u16::from(times) * u16::from(entry) % u16::from(colours) == 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check;

    /// In Flipper every square is isolated, and the combinations are the table's.
    #[test]
    fn flipper_is_isolated_square_by_square() {
        let flipper = Toggle::flipper();
        let steps = steps(&flipper);
        assert_eq!(steps.len(), 9);
        let last = steps.last().unwrap();
        for combination in last.changed.iter().chain([&last.kept]) {
            assert_eq!(combination.turned.total(), 1);
            let board = flipper.goal().distance_to(&combination.turned, 2);
            assert!(check::is_solution(&flipper, &board, &combination.presses));
        }
    }
}
