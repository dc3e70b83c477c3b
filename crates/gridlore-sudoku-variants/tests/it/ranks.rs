//! Full ranks on sudokus of four rows, compared with the checker on all grids.

use crate::rules::engine_grids;
use gridlore_core::Rng;
use gridlore_sudoku_variants::{Constraint, FullRank, Puzzle, Shape, Ties, check, parse_constraints};

/// Returns the rank of a number on a grid.
fn rank(ranks: &FullRank, number: usize, grid: &[i32]) -> usize {
    let value = |number: usize| ranks.numbers[number].iter().map(|cell| grid[*cell]).collect::<Vec<_>>();
    (0..ranks.numbers.len()).filter(|other| value(*other) < value(number)).count() + 1
}

#[test]
fn ranks_have_the_grids_of_the_checker() {
    let plain = parse_constraints(".Shape~4x4").unwrap();
    let grids: Vec<Vec<i32>> = engine_grids(&plain).into_iter().collect();
    assert_eq!(grids.len(), 288);
    let mut random = Rng::new(3);
    let mut below = |limit: usize| usize::try_from(random.next_u64() >> 33).unwrap() % limit;
    let mut found = 0;
    for round in 0..300 {
        let numbers = FullRank::usual_numbers(&Shape::square(4));
        let ties = Ties::ALL[round % 3];
        let mut ranks = FullRank { numbers, clues: Vec::new(), ties };
        let grid = &grids[below(grids.len())];
        for _ in 0..=round % 4 {
            let number = below(16);
            // Some clues are deliberately wrong.
            let shift = usize::from(below(8) == 0);
            let clue = (number, rank(&ranks, number, grid) + shift);
            if ranks.clues.iter().all(|(other, _)| *other != number) {
                ranks.clues.push(clue);
            }
        }
        let mut puzzle: Puzzle = plain.clone();
        puzzle.constraints.push(Constraint::FullRank(ranks.clone()));
        let accepted: Vec<&Vec<i32>> =
            grids.iter().filter(|grid| check::broken(&puzzle, grid).is_none()).collect();
        let engine = engine_grids(&puzzle);
        assert!(
            engine.iter().eq(accepted.iter().copied()),
            "{ranks:?}: {} of {}",
            engine.len(),
            accepted.len()
        );
        found += usize::from(!accepted.is_empty());
    }
    assert!((100..300).contains(&found), "{found} puzzles have a solution");
}
