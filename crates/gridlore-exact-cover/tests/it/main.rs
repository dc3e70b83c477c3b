//! The engines against the definition and against each other, known counts, and the formats.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on panics")]

mod engines;
mod formats;
mod known;
mod packings;

use gridlore_core::Budget;
use gridlore_exact_cover::{Engine, Problem};

/// The solutions that an engine finds, each sorted; every one is checked against the definition, and none comes twice.
fn solutions(problem: &Problem, engine: Engine) -> Vec<Vec<usize>> {
    let mut found = Vec::new();
    let mut search = problem.solutions_by(engine);
    while let Some(mut options) = search.next_solution(&mut Budget::unlimited()).unwrap() {
        assert!(problem.is_solution(&options), "{engine:?}: {options:?} is no solution");
        for choice in search.choices() {
            assert!(choice.entry < problem.entries_of(choice.option).len(), "{engine:?}: {choice:?}");
            assert!((1..=choice.of).contains(&choice.nth), "{engine:?}: {choice:?}");
        }
        options.sort_unstable();
        found.push(options);
    }
    found.sort();
    assert!(found.windows(2).all(|pair| pair[0] != pair[1]), "{engine:?}: a solution comes twice");
    found
}
