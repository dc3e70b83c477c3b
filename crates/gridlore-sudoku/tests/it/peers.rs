//! A second opinion: sudoku as exact cover (729 options over 324 items), solved by dancing links,
//! which share no code with this crate's solver.

use gridlore_core::{Budget, Digit, Rng};
use gridlore_exact_cover::Problem;
use gridlore_sudoku::check::is_solution;
use gridlore_sudoku::{Board, Cell, Level, generated, solutions_up_to};
use gridlore_testing::{cases, shared_lines};

/// Returns the exact cover problem: each cell is filled, and each row, column and box has each
/// digit. Clashing givens make it unsolvable.
fn exact_cover(puzzle: &Board) -> (Problem, Vec<(Cell, Digit)>) {
    let mut problem = Problem::new(324, 0);
    let mut meaning = Vec::new();
    for cell in Cell::all() {
        for digit in Digit::ALL {
            if puzzle.digit(cell).is_some_and(|given| given != digit) {
                continue;
            }
            let of = |house: usize| 9 * house + usize::from(digit.value()) - 1;
            let items =
                [cell.index(), 81 + of(cell.row()), 162 + of(cell.column()), 243 + of(cell.box_index())];
            problem.add_option(&items).unwrap();
            meaning.push((cell, digit));
        }
    }
    (problem, meaning)
}

fn solutions_by_exact_cover(puzzle: &Board, limit: usize) -> Vec<Board> {
    let (problem, meaning) = exact_cover(puzzle);
    let mut search = problem.solutions();
    let mut found = Vec::new();
    while found.len() < limit
        && let Some(options) = search.next_solution(&mut Budget::unlimited()).unwrap()
    {
        found.push(
            options
                .into_iter()
                .map(|option| meaning[option])
                .fold(Board::EMPTY, |board, (c, d)| board.with(c, d)),
        );
    }
    found
}

fn check(puzzle: &Board, limit: usize) -> usize {
    let mut ours = solutions_up_to(puzzle, limit, &mut Budget::unlimited()).unwrap();
    let mut theirs = solutions_by_exact_cover(puzzle, limit);
    assert!(ours.iter().chain(&theirs).all(|solution| is_solution(solution, puzzle)), "{puzzle}");
    if ours.len() < limit {
        ours.sort_by_key(Board::to_line);
        theirs.sort_by_key(Board::to_line);
        assert_eq!(ours, theirs, "{puzzle}");
    }
    assert_eq!(ours.len(), theirs.len(), "{puzzle}");
    ours.len()
}

#[test]
fn exact_cover_agrees_on_the_cases() {
    for case in cases("outcomes.txt", 2) {
        check(&Board::parse(&case.fields[0]).unwrap(), 100);
    }
}

/// Puzzles with givens removed have many solutions, and puzzles with givens changed usually have
/// none, so all three outcomes occur.
#[test]
fn exact_cover_agrees_on_random_changes() {
    let mut rng = Rng::new(5);
    let mut by_outcome = [0; 3];
    for seed in 0..60 {
        let mut puzzle = generated(Level::Minimal, seed);
        for _ in 0..1 + rng.below(2) {
            let cell = Cell::new(rng.below(81)).unwrap();
            let digit = if rng.below(2) == 0 { None } else { Some(Digit::ALL[rng.below(9)]) };
            puzzle.set(cell, digit);
        }
        by_outcome[check(&puzzle, 50).min(2)] += 1;
    }
    assert!(by_outcome.iter().all(|&count| count > 3), "{by_outcome:?}");
}

#[test]
fn exact_cover_agrees_on_shared_sets() {
    for set in [
        "puzzles2_17_clue.gz",
        "puzzles3_magictour_top1465.gz",
        "gen_inv17.20k.gz",
        "puzzles7_serg_benchmark.gz",
    ] {
        let Some(puzzles) = shared_lines(&format!("sudoku/{set}")) else { continue };
        for puzzle in puzzles.iter().step_by(puzzles.len() / 40) {
            check(&Board::parse(puzzle).unwrap(), 20);
        }
    }
}
