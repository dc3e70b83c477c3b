//! The engines of the standard board, compared with the search for boards of any geometry.

use gridlore_core::Budget;
use gridlore_sudoku::{Board, Outcome, outcome};
use gridlore_sudoku_geometry::check::is_solution;
use gridlore_sudoku_geometry::{Geometry, Grid, Solver, Symbols};
use gridlore_testing::shared_lines;

/// On the standard board, the engines in lanes and the scalar engine give the same results.
#[test]
fn the_engines_of_the_usual_board_agree() {
    let geometry = Geometry::boxes(3, 3).unwrap();
    let symbols = Symbols::usual(9);
    let mut solver = Solver::new(&geometry);
    for set in [
        "puzzles2_17_clue.gz",
        "puzzles3_magictour_top1465.gz",
        "gen_inv17.20k.gz",
        "puzzles5_forum_hardest_1905_11plus.first20k.gz",
        "puzzles7_serg_benchmark.gz",
    ] {
        let Some(puzzles) = shared_lines(&format!("sudoku/{set}")) else { continue };
        for line in puzzles.iter().step_by(puzzles.len() / 150) {
            let grid = Grid::parse(line, &geometry, &symbols).unwrap();
            let ours = solver.outcome(&grid, &mut Budget::unlimited()).unwrap();
            let theirs = outcome(&Board::parse(line).unwrap(), &mut Budget::unlimited()).unwrap();
            match (ours, theirs) {
                (Outcome::None, Outcome::None) => {}
                (Outcome::Unique(one), Outcome::Unique(other)) => {
                    assert_eq!(one.to_line(&symbols), other.to_line())
                }
                (Outcome::Several((one, other)), Outcome::Several(..)) => {
                    assert!(
                        one != other
                            && is_solution(&geometry, &one, &grid)
                            && is_solution(&geometry, &other, &grid)
                    );
                }
                (ours, theirs) => panic!("{line}: {ours:?}, {theirs:?}"),
            }
        }
    }
}
