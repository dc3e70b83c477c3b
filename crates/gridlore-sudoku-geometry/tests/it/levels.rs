//! Puzzles by level on boards of any side; each meets its level.

use gridlore_core::Budget;
use gridlore_sudoku_geometry::{Demand, Geometry, Grid, Level, Outcome, Rules, Solver, demand, generated_on};

#[test]
fn level_names_round_trip_and_others_are_refused() {
    for level in Level::ALL {
        assert_eq!(level.name().parse(), Ok(level));
    }
    assert_eq!(
        "evil".parse::<Level>(),
        Err("found \"evil\", expected one of easy, medium, hard, minimal".to_owned())
    );
}

/// Puzzles on boards of other sides meet their levels; the smallest boards have no hard puzzles.
#[test]
fn puzzles_on_other_boards_meet_their_level() {
    for (rows, columns) in [(2, 2), (2, 3), (2, 4), (2, 5), (3, 4), (4, 4)] {
        let rules = Rules::new(Geometry::boxes(rows, columns).unwrap());
        let size = rules.geometry().size();
        let mut solver = Solver::new(rules.geometry());
        for level in Level::ALL {
            let Some(puzzle) = generated_on(&rules, level, 7) else {
                assert_eq!((rows, columns, level), (2, 2, Level::Hard));
                continue;
            };
            assert_eq!(Some(&puzzle), generated_on(&rules, level, 7).as_ref());
            assert_eq!(solver.count_solutions_up_to(&puzzle, 2, &mut Budget::unlimited()), Ok(1));
            let demand = demand(&rules, puzzle.values());
            let givens = puzzle.filled().count();
            match level {
                Level::Easy => {
                    assert!(demand == Some(Demand::HiddenSingles));
                    assert!(
                        (size * 34 / 81..=size * 40 / 81 + 1).contains(&givens),
                        "{rows}x{columns}: {givens}"
                    );
                }
                Level::Medium => assert!(demand.is_some_and(|demand| demand <= Demand::NakedSingles)),
                Level::Hard => assert!(demand == Some(Demand::Pairs)),
                Level::Minimal => {
                    for (cell, digit) in puzzle.clone().filled() {
                        let mut without = puzzle.clone();
                        without.set(cell, None);
                        let count = solver.count_solutions_up_to(&without, 2, &mut Budget::unlimited());
                        assert_eq!(count, Ok(2), "{digit} can be spared");
                    }
                }
            }
        }
    }
}

/// Returns all grids of side 4 with the first row 1234; every other grid differs from one of them
/// only in the names of digits.
fn grids_of_side_4() -> Vec<[usize; 16]> {
    let rows: Vec<[usize; 4]> = (0..256)
        .map(|number| [number / 64, number / 16 % 4, number / 4 % 4, number % 4])
        .filter(|row| (0..4).all(|digit| row.contains(&digit)))
        .collect();
    let mut grids = Vec::new();
    for second in &rows {
        for third in &rows {
            for fourth in &rows {
                let grid = [[0, 1, 2, 3], *second, *third, *fourth].concat();
                let is_area =
                    |cells: [usize; 4]| (0..4).all(|digit| cells.iter().any(|&cell| grid[cell] == digit));
                let is_grid = (0..4).all(|at| {
                    let corner = at / 2 * 8 + at % 2 * 2;
                    is_area([at, at + 4, at + 8, at + 12])
                        && is_area([corner, corner + 1, corner + 4, corner + 5])
                });
                if is_grid {
                    grids.push(grid.try_into().unwrap());
                }
            }
        }
    }
    grids
}

/// Every 4x4 puzzle contains a minimal puzzle and is no harder than it, so checking the
/// minimal ones is sufficient.
#[test]
fn no_board_of_side_4_is_hard() {
    let rules = Rules::new(Geometry::boxes(2, 2).unwrap());
    let mut solver = Solver::new(rules.geometry());
    let grids = grids_of_side_4();
    assert_eq!(grids.len(), 12);
    let mut minimal = 0;
    for grid in grids {
        let full: String = grid.iter().map(|digit| char::from(b"1234"[*digit])).collect();
        let mut has_one_solution = vec![false; 1 << 16];
        for mask in 0..1_usize << 16 {
            if (0..16).any(|cell| mask >> cell & 1 == 1 && has_one_solution[mask & !(1 << cell)]) {
                has_one_solution[mask] = true;
                continue;
            }
            let text: String = full
                .chars()
                .enumerate()
                .map(|(cell, digit)| if mask >> cell & 1 == 1 { digit } else { '.' })
                .collect();
            let puzzle = Grid::parse(&text, rules.geometry(), rules.symbols()).unwrap();
            if solver.count_solutions_up_to(&puzzle, 2, &mut Budget::unlimited()) == Ok(1) {
                has_one_solution[mask] = true;
                minimal += 1;
                let demand = demand(&rules, puzzle.values());
                assert!(demand.is_some_and(|demand| demand <= Demand::NakedSingles), "{text}");
            }
        }
    }
    assert!(minimal > 1000, "{minimal}");
    for seed in 0..20 {
        assert_eq!(generated_on(&rules, Level::Hard, seed), None);
    }
}

#[test]
fn demand_is_none_beyond_pairs_and_low_for_full_boards() {
    let rules = Rules::usual();
    let read = |line: &str| Grid::parse(line, rules.geometry(), rules.symbols()).unwrap();
    let hardest = read("98.7..6..75..4......3..8.7.5....7.3...94.........2.1..3.......1.9...5.8...52....6");
    assert_eq!(demand(rules, hardest.values()), None);
    let solution = Solver::new(rules.geometry()).outcome(&hardest, &mut Budget::unlimited()).unwrap();
    let Outcome::Unique(solution) = solution else { panic!("{solution:?}") };
    assert_eq!(demand(rules, solution.values()), Some(Demand::HiddenSingles));
}
