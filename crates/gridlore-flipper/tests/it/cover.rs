//! Compares two-colour toggle puzzles with exact covers with colours. A square is an item; its
//! options are the ways of pressing its moves that lead to the square's goal. A move is a secondary
//! item whose colour is `yes` if it is pressed, so all squares agree. A press costs one.

use gridlore_core::{Budget, Rng};
use gridlore_exact_cover::{Bounds, Entry, Problem};
use gridlore_flipper::{Outcome, Solver, Toggle, Vector, generate};

fn exact_cover(puzzle: &Toggle, board: &Vector) -> Problem {
    let (squares, moves) = (puzzle.squares(), puzzle.moves());
    let names = (0..squares).map(|at| format!("s{at}")).chain((0..moves).map(|at| format!("m{at}")));
    let pressed = (0..moves).map(|at| format!("p{at}"));
    let mut problem = Problem::from_items(names.map(|name| (name, Bounds::ONCE)), pressed);
    let colours = [problem.colour("no"), problem.colour("yes")];
    let item = |at: usize| u32::try_from(at).unwrap();
    let press = |at: usize, is_pressed: usize| Entry {
        item: item(squares + moves + at),
        colour: colours[is_pressed],
    };
    for square in 0..squares {
        let turns: Vec<usize> = (0..moves).filter(|at| puzzle.turned()[*at].get(square)).collect();
        let wanted = usize::from(board.get(square) != puzzle.goal().get(square));
        for subset in 0..1_usize << turns.len() {
            if subset.count_ones() as usize % 2 == wanted {
                let mut entries = vec![Entry { item: item(square), colour: 0 }];
                entries.extend(turns.iter().enumerate().map(|(bit, at)| press(*at, subset >> bit & 1)));
                problem.add_entries(&entries, 0).unwrap();
            }
        }
    }
    for at in 0..moves {
        for is_pressed in [0, 1] {
            let own = Entry { item: item(squares + at), colour: 0 };
            problem.add_entries(&[own, press(at, is_pressed)], is_pressed as u64).unwrap();
        }
    }
    problem
}

/// Compares the two results, and returns whether the board is solvable.
fn agree(puzzle: &Toggle, board: &Vector, with_fewest: bool) -> bool {
    let problem = exact_cover(puzzle, board);
    let count = problem.count(&mut Budget::unlimited()).unwrap().to_string();
    match Solver::new(puzzle).outcome(board) {
        Outcome::Solvable(solutions) => {
            assert_eq!(count, solutions.count().unwrap().to_string(), "{board}");
            if with_fewest {
                let fewest = solutions.fewest(&mut Budget::unlimited());
                let cheapest = problem.cheapest(1, &mut Budget::unlimited()).unwrap();
                assert_eq!(cheapest[0].0, fewest.count() as u128, "{board}");
            }
            true
        }
        Outcome::Unsolvable(_) => {
            assert_eq!(count, "0", "{board}");
            false
        }
    }
}

#[test]
fn small_boards_agree_with_exact_covers() {
    let flipper = Toggle::flipper();
    for board in 0..512 {
        let ones = (0..9).filter(|square| board >> square & 1 == 1);
        assert!(agree(&flipper, &Vector::with_ones(9, ones), board % 16 == 0));
    }
    for (name, all) in [
        ("lights-out 4 4", 20),
        ("lights-out 2 5", 20),
        ("lights-out 5 5", 6),
        ("lights-out 3 4 torus cross", 20),
    ] {
        let puzzle = Toggle::from_name(name).unwrap();
        let boards = (0..all).map(|seed| generate::any_board(&puzzle, seed));
        let solvable = boards.filter(|board| agree(&puzzle, board, puzzle.moves() <= 12)).count();
        // On 5x5, one board in four is solvable, and on 4x4, one in sixteen.
        let zeros = Vector::zeros(puzzle.squares());
        let near = (0..puzzle.moves()).step_by(3).map(|press| puzzle.pressed(&zeros, press));
        assert!(near.filter(|board| agree(&puzzle, board, false)).count() > 2, "{name}, besides {solvable}");
    }
    let mut rng = Rng::new(6);
    for seed in 0..60 {
        let puzzle = Toggle::random(2 + rng.below(3), 2 + rng.below(3), 3 + rng.below(7), seed, 2);
        agree(&puzzle, &generate::any_board(&puzzle, seed), true);
    }
}
