//! Properties of other programs' formats: a puzzle that was read can be written, or the constraints
//! that cannot be written are named; the solver's answers satisfy every constraint.

use gridlore_core::Budget;
use gridlore_sudoku_formats::{Target, is_variant, read};
use gridlore_sudoku_variants::{Outcome, Puzzle, Solver, check};

/// Maximum number of constraints and of cells of a puzzle that is solved here.
const MAX_SIZE: usize = 200;
/// Maximum number of guesses; a puzzle that needs more is skipped.
const GUESSES: u64 = 20;

/// Checks that a puzzle read from any text is written in each format and read back with the same
/// grid, or that the format names the constraints that it cannot express; and that the checker
/// accepts the solver's solution.
///
/// # Panics
/// Panics if the property does not hold.
pub fn any_puzzle_survives_its_formats(text: &str) {
    let Ok(reading) = read(text) else { return };
    for target in [Target::Text, Target::Iss, Target::FPuzzles, Target::Scl, Target::Penpa] {
        match target.write(&reading.puzzle) {
            Ok(written) => {
                assert!(is_variant(&written), "{written}");
                let again = read(&written).unwrap_or_else(|error| panic!("{error}: {written}"));
                assert_eq!(again.puzzle.shape, reading.puzzle.shape, "{written}");
            }
            Err(error) => assert!(!error.what.is_empty()),
        }
    }
    if reading.puzzle.constraints.len().max(reading.puzzle.cells()) <= MAX_SIZE {
        solutions_satisfy(&reading.puzzle);
    }
}

fn solutions_satisfy(puzzle: &Puzzle) {
    let Ok(mut solver) = Solver::new(puzzle) else { return };
    let found = match solver.outcome(&mut Budget::nodes(GUESSES)) {
        Ok(Outcome::Unique(values)) => vec![values],
        Ok(Outcome::Several(two)) => two.to_vec(),
        Ok(Outcome::Impossible) | Err(_) => Vec::new(),
    };
    for values in found {
        assert_eq!(check::broken(puzzle, &values), None, "{values:?}");
    }
}
