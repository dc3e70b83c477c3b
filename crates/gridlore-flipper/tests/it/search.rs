//! A second opinion: breadth-first search over all boards, which knows nothing of linear algebra.

use gridlore_core::Budget;
use gridlore_flipper::check::is_certificate;
use gridlore_flipper::{Bits, Outcome, Solver, Toggle};
use std::collections::VecDeque;

fn number(bits: &Bits) -> usize {
    bits.ones().map(|place| 1 << place).sum()
}

/// The fewest presses from every board to the goal, by breadth-first search from the goal; `None` where there is no way.
fn distances(puzzle: &Toggle) -> Vec<Option<usize>> {
    let turned: Vec<usize> = puzzle.turned().iter().map(number).collect();
    let mut distances = vec![None; 1 << puzzle.squares()];
    let mut open = VecDeque::from([number(puzzle.goal())]);
    distances[number(puzzle.goal())] = Some(0);
    while let Some(board) = open.pop_front() {
        for next in turned.iter().map(|turned| board ^ turned) {
            if distances[next].is_none() {
                distances[next] = distances[board].map(|distance: usize| distance + 1);
                open.push_back(next);
            }
        }
    }
    distances
}

/// Every board of the puzzle agrees; returns how many can be solved, the most presses needed and by how many boards.
fn check(name: &str) -> (usize, usize, usize) {
    let puzzle = Toggle::named(name).unwrap();
    let solver = Solver::new(&puzzle);
    let distances = distances(&puzzle);
    for (board, &distance) in distances.iter().enumerate() {
        let bits = Bits::with_ones(
            puzzle.squares(),
            (0..puzzle.squares()).filter(|square| board >> square & 1 == 1),
        );
        match solver.outcome(&bits) {
            Outcome::Solvable(solutions) => {
                let fewest = solutions.fewest(&mut Budget::unlimited());
                assert_eq!(Some(fewest.presses.count_ones()), distance, "{name}: {bits}");
            }
            Outcome::Unsolvable(squares) => {
                assert_eq!(distance, None, "{name}: {bits}");
                assert!(is_certificate(&puzzle, &bits, &squares), "{name}: {bits}");
            }
        }
    }
    let solvable: Vec<usize> = distances.into_iter().flatten().collect();
    let worst = solvable.iter().copied().max().unwrap();
    (solvable.len(), worst, solvable.iter().filter(|&&distance| distance == worst).count())
}

#[test]
fn all_boards_of_small_puzzles_agree() {
    assert_eq!(check("flipper"), (512, 9, 1));
    assert_eq!(check("merlin"), (512, 9, 1));
    assert_eq!(check("lights-out 2 2"), (16, 4, 1));
    assert_eq!(check("lights-out 3 3"), (512, 9, 1));
    assert_eq!(check("lights-out 4 4"), (4096, 7, 32));
    for name in [
        "lights-out 4 3",
        "lights-out 1 6",
        "lights-out 3 3 torus",
        "lights-out 4 3 cross",
        "lights-out 2 2 torus",
        "random 3 3 11 5",
        "random 4 2 4 6",
    ] {
        check(name);
    }
}

/// 2^23 boards of 5x5 can be solved; the worst need 15 presses, and there are 7,350 of them.
#[test]
fn the_worst_boards_of_5x5() {
    let puzzle = Toggle::named("lights-out 5 5").unwrap();
    let solver = Solver::new(&puzzle);
    let kernel: Vec<usize> = solver.kernel().iter().map(number).collect();
    assert_eq!(kernel.len(), 2);
    let sums = [0, kernel[0], kernel[1], kernel[0] ^ kernel[1]];
    // A board is a class of presses that differ by quiet patterns; the member without free moves stands for it.
    let free = kernel
        .iter()
        .map(|pattern| 1 << (usize::BITS - 1 - pattern.leading_zeros()))
        .fold(0, |all, bit: usize| all | bit);
    assert_eq!(free.count_ones(), 2);
    let mut by_presses = [0_usize; 26];
    for presses in (0..1_usize << 25).filter(|presses| presses & free == 0) {
        let fewest = sums.iter().map(|sum| (presses ^ sum).count_ones()).min().unwrap();
        by_presses[fewest as usize] += 1;
    }
    assert_eq!(
        (by_presses.iter().sum::<usize>(), by_presses[15], by_presses[16..].iter().sum()),
        (1 << 23, 7350, 0_usize)
    );
}
