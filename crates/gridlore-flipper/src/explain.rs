//! The elimination as done on paper, which combines moves until each combination toggles a single
//! square. Also explains why a board cannot be solved.
//!
//! Every move starts as its own combination. For each square, one combination that toggles it is
//! chosen and added to all other combinations that toggle it, so that only the chosen combination
//! still does. The code is written for clarity, not speed; the solver does not use it.

use crate::{Toggle, Vector};

/// A combination of moves, and its effect.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Combination {
    /// The number of presses of each move.
    pub presses: Vector,
    /// The change of colour of each square.
    pub turned: Vector,
}

/// A step of the elimination: one square is removed from all combinations except one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// The square.
    pub square: usize,
    /// The combination that keeps the square, scaled to change it by one colour.
    pub kept: Combination,
    /// The other combinations that toggled the square, after the kept combination was added to
    /// them.
    pub changed: Vec<Combination>,
}

/// Returns the steps of the elimination, square by square. A square is skipped if no remaining
/// combination changes it by an invertible number of colours.
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

/// Explains why the goal cannot be reached from a board, in a form that a person can check.
/// `weights` are those of [`crate::Outcome::Unsolvable`].
///
/// # Panics
/// Panics if the board or the weights belong to another puzzle.
#[must_use]
pub fn why_unsolvable(puzzle: &Toggle, board: &Vector, weights: &Vector) -> String {
    let squares = puzzle.squares_in_words(weights);
    let colours = usize::from(puzzle.colours());
    let sum = |board: &Vector| -> usize {
        let products =
            weights.support().map(|square| usize::from(weights.get(square)) * usize::from(board.get(square)));
        products.sum()
    };
    let (here, wanted) = (sum(board), sum(puzzle.goal()));
    if colours == 2 {
        let parity = if here.is_multiple_of(2) { "even" } else { "odd" };
        return format!(
            "every move toggles an even number of the squares {squares}, so the number of lit ones stays {parity}: {here} here, but {wanted} in the goal"
        );
    }
    format!(
        "every move changes the sum of the colours of {squares} by a multiple of {colours}, so its remainder modulo {colours} stays {}: the sum is {here} here, but {wanted} in the goal",
        here % colours
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

    /// In Flipper, elimination isolates every square.
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
