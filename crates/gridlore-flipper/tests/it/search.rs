//! A second opinion: breadth-first search over all boards, without linear algebra.

use gridlore_core::Budget;
use gridlore_flipper::check::{is_certificate, is_solution};
use gridlore_flipper::{Outcome, Solver, Toggle, Vector};
use gridlore_testing::spread;
use std::collections::VecDeque;
use std::ops::Range;

/// Converts a board to a number; the first square is the lowest digit.
fn number(board: &Vector, colours: usize) -> usize {
    board.entries().iter().rev().fold(0, |number, &colour| number * colours + usize::from(colour))
}

fn board(mut number: usize, puzzle: &Toggle) -> Vector {
    let colours = usize::from(puzzle.colours());
    let digits = (0..puzzle.squares()).map(|_| {
        let digit = number % colours;
        number /= colours;
        u8::try_from(digit).unwrap()
    });
    Vector::new(digits.collect())
}

/// Returns the minimum number of presses from every board to the goal, by breadth-first search
/// backwards from the goal; `None` for unsolvable boards.
fn distances(puzzle: &Toggle) -> Vec<Option<usize>> {
    let colours = usize::from(puzzle.colours());
    let mut distances = vec![None; colours.pow(u32::try_from(puzzle.squares()).unwrap())];
    let mut open = VecDeque::from([puzzle.goal().clone()]);
    distances[number(puzzle.goal(), colours)] = Some(0_usize);
    while let Some(now) = open.pop_front() {
        let distance = distances[number(&now, colours)];
        for press in 0..puzzle.moves() {
            // The board before the press.
            let before = (1..colours).fold(now.clone(), |board, _| puzzle.pressed(&board, press));
            let place = number(&before, colours);
            if distances[place].is_none() {
                distances[place] = distance.map(|distance| distance + 1);
                open.push_back(before);
            }
        }
    }
    distances
}

/// Checks every board of the puzzle. Returns the number of solvable boards, the maximum number of
/// presses that any of them needs, and the number of boards that need this maximum.
fn check(name: &str) -> (usize, usize, usize) {
    check_within(name, u64::MAX)
}

fn check_within(name: &str, nodes: u64) -> (usize, usize, usize) {
    check_boards(name, nodes, |all| all.collect())
}

/// Checks the boards whose numbers are selected by `chosen`.
fn check_boards(
    name: &str,
    nodes: u64,
    chosen: impl Fn(Range<usize>) -> Vec<usize>,
) -> (usize, usize, usize) {
    let puzzle = Toggle::from_name(name).unwrap();
    let solver = Solver::new(&puzzle);
    let distances = distances(&puzzle);
    for place in chosen(0..distances.len()) {
        let (board, distance) = (board(place, &puzzle), distances[place]);
        match solver.outcome(&board) {
            Outcome::Solvable(solutions) => {
                let fewest = solutions.fewest(&mut Budget::nodes(nodes));
                assert_eq!((Some(fewest.count()), fewest.is_proven()), (distance, true), "{name}: {board}");
                assert!(is_solution(&puzzle, &board, &fewest.presses), "{name}: {board}");
            }
            Outcome::Unsolvable(squares) => {
                assert_eq!(distance, None, "{name}: {board}");
                assert!(is_certificate(&puzzle, &board, &squares), "{name}: {board}");
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
    for columns in 1..=4 {
        for rows in 1..=4 {
            check(&format!("lights-out {columns} {rows}"));
        }
    }
    for name in [
        "lights-out 4 3",
        "lights-out 1 6",
        "lights-out 3 3 torus",
        "lights-out 4 3 cross",
        "lights-out 2 2 torus",
        "random 3 3 11 5",
        "random 4 2 4 6",
        // These have enough quiet patterns for transforms, in one piece and in several.
        "random 3 2 18 1",
        "random 3 1 20 2",
    ] {
        check(name);
    }
}

#[test]
fn all_boards_of_small_puzzles_of_more_colours_agree() {
    assert_eq!(check("lights-out 2 2 colours 3").0, 27);
    assert_eq!(check("lights-out 3 3 colours 3").0, 19683);
    for name in [
        "lights-out 3 2 colours 4",
        "lights-out 2 2 colours 6",
        "lights-out 5 1 colours 5",
        "lights-out 3 2 torus colours 6",
        "lights-out 2 2 cross colours 8",
        "random 2 2 5 3 colours 4",
        "random 2 2 6 4 colours 6",
        "random 2 2 4 5 colours 9",
        "random 3 1 4 6 colours 12",
    ] {
        check(name);
    }
}

/// If there are more solutions than nodes, the meet-in-the-middle search finds and proves the
/// minimum.
#[test]
fn meeting_in_the_middle_agrees() {
    for name in [
        "random 3 3 40 1",
        "random 4 3 30 2",
        "random 2 2 12 3 colours 3",
        "random 2 2 14 4 colours 4",
        "random 2 2 14 5 colours 6",
    ] {
        check_boards(name, 300_000, spread);
    }
}

/// On 5x5, 2^23 boards are solvable; the hardest 7,350 of them need 15 presses.
#[test]
fn the_worst_boards_of_5x5() {
    let puzzle = Toggle::from_name("lights-out 5 5").unwrap();
    let solver = Solver::new(&puzzle);
    let kernel: Vec<usize> = solver.kernel().iter().map(|quiet| number(&quiet.presses, 2)).collect();
    assert_eq!(kernel.len(), 2);
    let sums = [0, kernel[0], kernel[1], kernel[0] ^ kernel[1]];
    // A board corresponds to a class of presses that differ by quiet patterns; it is represented by
    // the member that presses no free move.
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
