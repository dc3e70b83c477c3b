//! Tests of the engines against the definition and against each other, of known counts, and of the
//! formats.
#![expect(clippy::unwrap_used, reason = "a failing test panics")]

mod engines;
mod formats;
mod known;
mod packings;

use gridlore_core::Budget;
use gridlore_exact_cover::{Checker, Engine, Problem};

/// Returns the solutions that an engine finds, each sorted, after checking them against the
/// definition and for duplicates.
fn solutions(problem: &Problem, engine: Engine) -> Vec<Vec<usize>> {
    let mut found = Vec::new();
    let mut search = problem.solutions_by(engine);
    let mut checker = Checker::new(problem);
    while let Some(mut options) = search.next_solution(&mut Budget::unlimited()).unwrap() {
        assert!(problem.is_solution(&options), "{engine:?}: {options:?} is not a solution");
        check_the_checker(&mut checker, problem, &options);
        // The choices of earlier solutions must not matter.
        if found.len() < 20 {
            let mut fresh = problem.solutions_by(engine);
            for _ in 0..=found.len() {
                assert!(fresh.advance(&mut Budget::unlimited()).unwrap());
            }
            assert_eq!(fresh.choices(), search.choices(), "{engine:?}: solution {}", found.len());
        }
        let mut chosen: Vec<usize> = search.choices().iter().map(|choice| choice.option).collect();
        chosen.sort_unstable();
        options.sort_unstable();
        assert_eq!(chosen, options, "{engine:?}");
        for choice in search.choices() {
            assert!(choice.entry < problem.entries_of(choice.option).len(), "{engine:?}: {choice:?}");
            assert!((1..=choice.of).contains(&choice.nth), "{engine:?}: {choice:?}");
        }
        found.push(options);
    }
    found.sort();
    assert!(found.windows(2).all(|pair| pair[0] != pair[1]), "{engine:?}: a solution is returned twice");
    found
}

/// Compares the fast checker with the plain checker, on a solution and on variants in which one
/// option is removed, duplicated or replaced.
fn check_the_checker(checker: &mut Checker<'_>, problem: &Problem, options: &[usize]) {
    let mut check = |options: &[usize]| {
        assert_eq!(checker.is_solution(options), problem.is_solution(options), "{options:?}");
    };
    check(options);
    for at in 0..options.len() {
        let mut changed = options.to_vec();
        changed.remove(at);
        check(&changed);
        for other in 0..=problem.options() {
            changed.insert(at, other);
            check(&changed);
            changed.remove(at);
        }
    }
}
