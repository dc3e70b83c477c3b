//! Dancing links against the definition: every subset of the options of small random problems, and known counts.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on panics")]

use gridlore_core::{Budget, Rng};
use gridlore_exact_cover::{Problem, ProblemError};

/// The solutions found, each sorted; every one is checked against the definition.
fn solutions(problem: &Problem) -> Vec<Vec<usize>> {
    let mut found = Vec::new();
    let mut search = problem.solutions();
    while let Some(mut options) = search.next_solution(&mut Budget::unlimited()).unwrap() {
        assert!(problem.is_solution(&options), "{options:?} is no solution");
        options.sort_unstable();
        found.push(options);
    }
    found.sort();
    found
}

#[test]
fn agrees_with_every_subset_of_small_random_problems() {
    let mut rng = Rng::new(1);
    let mut solvable = 0;
    for round in 0..3_000 {
        let (primary, secondary) = (1 + rng.below(6), rng.below(4));
        let mut problem = Problem::new(primary, secondary);
        let mut options = 0;
        for _ in 0..rng.below(11) {
            let items: Vec<usize> = (0..primary + secondary).filter(|_| rng.below(5) < 2).collect();
            options += usize::from(problem.option(&items).is_ok());
        }
        let mut expected: Vec<Vec<usize>> = (0..1_usize << options)
            .map(|subset| (0..options).filter(|option| subset >> option & 1 == 1).collect::<Vec<_>>())
            .filter(|subset| problem.is_solution(subset))
            .collect();
        expected.sort();
        solvable += usize::from(!expected.is_empty());
        assert_eq!(solutions(&problem), expected, "round {round}");
    }
    assert!(solvable > 100, "only {solvable} of the random problems had a solution: the test says little");
}

/// Queens: rows and columns are primary, diagonals secondary.
fn queens(n: usize) -> Problem {
    let mut problem = Problem::new(2 * n, 4 * n - 2);
    for row in 0..n {
        for column in 0..n {
            problem.option(&[row, n + column, 2 * n + row + column, 5 * n - 2 + row - column]).unwrap();
        }
    }
    problem
}

#[test]
fn eight_queens_stand_in_92_ways() {
    assert_eq!(solutions(&queens(8)).len(), 92);
    assert_eq!(queens(8).count_solutions_up_to(10, &mut Budget::unlimited()), Ok(10));
}

#[test]
fn a_spent_budget_is_told_and_the_search_goes_on() {
    let mut search = queens(6).solutions();
    let (mut found, mut pauses) = (0, 0);
    loop {
        match search.next_solution(&mut Budget::nodes(5)) {
            Ok(Some(_)) => found += 1,
            Ok(None) => break,
            Err(spent) => {
                assert_eq!(spent.nodes, 5);
                pauses += 1;
            }
        }
    }
    assert_eq!(found, 4);
    assert!(pauses > 10);
}

#[test]
fn bad_options_are_refused_with_the_reason() {
    let mut problem = Problem::new(2, 1);
    assert_eq!(problem.option(&[0, 3]), Err(ProblemError::NoSuchItem { item: 3, items: 3 }));
    assert_eq!(problem.option(&[0, 0]), Err(ProblemError::ItemTwice { item: 0 }));
    assert_eq!(problem.option(&[2]), Err(ProblemError::NoPrimary));
    assert_eq!(problem.option(&[1, 2]), Ok(0));
}

#[test]
fn no_items_have_the_one_empty_solution() {
    assert_eq!(solutions(&Problem::new(0, 0)), [Vec::<usize>::new()]);
}
