//! Boards of any geometry: text format and errors, outcomes compared with exact cover, known
//! counts, and puzzles that are always the same.

use gridlore_core::{Budget, Rng};
use gridlore_exact_cover::Problem;
use gridlore_sudoku_geometry::check::{clashes, contradiction, is_solution};
use gridlore_sudoku_geometry::{
    Cage, Geometry, Grid, Outcome, Recipe, Solver, Symbols, full_grid, generated,
};
use gridlore_testing::{cases, unescaped, update_or_compare};

/// Boards of every kind that exact cover solves quickly.
const KINDS: [&str; 15] = [
    "2x2",
    "2x2 diagonals",
    "3x2",
    "2x3 windows",
    "2x4",
    "latin:5",
    "latin:5 diagonals",
    "jigsaw:1112/1442/3442/3332",
    "jigsaw:111122/112222/333344/334444/555566/556666",
    "3x3",
    "3x3 diagonals windows",
    "3x3 anti-knight",
    "3x3 anti-king",
    "jigsaw:111222333/111222333/111222333/444555666/444555666/444555666/777888999/777888999/777888999",
    "4x3",
];

fn geometry(text: &str) -> Geometry {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn texts_give_their_geometry_or_their_error() {
    for case in cases("geometry.txt", 2) {
        let found = match Geometry::parse(&case.fields[0]) {
            Ok(geometry) => {
                assert_eq!(Geometry::parse(&geometry.to_string()), Ok(geometry.clone()), "{}", case.place);
                geometry.to_string()
            }
            Err(error) => error.to_string(),
        };
        assert_eq!(found, case.fields[1], "{}", case.place);
    }
}

#[test]
fn texts_give_their_grid_and_symbols() {
    for case in cases("grids.txt", 4) {
        let [shape, symbols, text, expected] = &case.fields[..] else { unreachable!("four fields") };
        let geometry = geometry(shape);
        let text = String::from_utf8(unescaped(text)).unwrap();
        let symbols = match &symbols[..] {
            "?" => Ok(Symbols::guess(&text, geometry.side())
                .map_or(Symbols::usual(geometry.side()), |guess| guess.symbols)),
            name => Symbols::parse(name, geometry.side()),
        };
        let symbols = match symbols {
            Ok(symbols) => symbols,
            Err(kind) => {
                let found = format!("found {expected}, expected ");
                assert!(kind.to_string().starts_with(&found), "{}: {kind}", case.place);
                continue;
            }
        };
        let found = match Grid::parse_bytes(text.as_bytes(), &geometry, &symbols) {
            Ok(grid) => {
                let again = grid.to_text(&geometry, &symbols);
                assert_eq!(
                    Grid::parse(&again, &geometry, &symbols).as_ref(),
                    Ok(&grid),
                    "{}: {again}",
                    case.place
                );
                assert_eq!(Symbols::parse(&symbols.to_string(), geometry.side()), Ok(symbols.clone()));
                format!("{} {symbols}", grid.to_line(&symbols))
            }
            Err(error) => error.to_string(),
        };
        assert_eq!(&found, expected, "{}", case.place);
    }
}

/// Returns the exact cover problem: cells and digits of full houses, with digits of cages and of
/// pairs as secondary items. Sums are left out.
fn exact_cover(geometry: &Geometry, puzzle: &Grid) -> (Problem, Vec<(usize, u8)>) {
    let (side, size) = (geometry.side(), geometry.size());
    let mut full: Vec<&[usize]> = Vec::new();
    let mut others: Vec<Vec<usize>> = Vec::new();
    for area in geometry.areas() {
        if area.cells.len() == side { full.push(&area.cells) } else { others.push(area.cells.clone()) }
    }
    others.extend(geometry.pairs().iter().map(|&(one, other, _)| vec![one, other]));
    let primary = size + full.len() * side;
    let mut problem = Problem::new(primary, others.len() * side);
    let mut meaning = Vec::new();
    for cell in 0..size {
        for digit in (1u8..).take(side).filter(|&digit| puzzle.digit(cell).is_none_or(|given| given == digit))
        {
            let place = usize::from(digit) - 1;
            let mut items = vec![cell];
            let houses = full.iter().enumerate().filter(|(_, cells)| cells.contains(&cell));
            items.extend(houses.map(|(house, _)| size + house * side + place));
            let houses = others.iter().enumerate().filter(|(_, cells)| cells.contains(&cell));
            items.extend(houses.map(|(house, _)| primary + house * side + place));
            problem.add_option(&items).unwrap();
            meaning.push((cell, digit));
        }
    }
    (problem, meaning)
}

/// Returns the solutions up to `limit`, as values.
fn by_exact_cover(geometry: &Geometry, puzzle: &Grid, limit: usize) -> Vec<Vec<u8>> {
    let (problem, meaning) = exact_cover(geometry, puzzle);
    let mut search = problem.solutions();
    let mut found = Vec::new();
    while found.len() < limit
        && let Some(options) = search.next_solution(&mut Budget::unlimited()).unwrap()
    {
        let mut grid = Grid::empty(geometry);
        options.into_iter().for_each(|option| grid.set(meaning[option].0, Some(meaning[option].1)));
        if is_solution(geometry, &grid, puzzle) {
            found.push(grid.values().to_vec());
        }
    }
    found
}

fn by_solver(geometry: &Geometry, solver: &mut Solver, puzzle: &Grid, limit: usize) -> Vec<Vec<u8>> {
    let mut solutions = solver.solutions(puzzle);
    let mut found = Vec::new();
    while found.len() < limit
        && let Some(grid) = solutions.next_solution(&mut Budget::unlimited()).unwrap()
    {
        assert!(is_solution(geometry, &grid, puzzle), "{geometry}");
        found.push(grid.values().to_vec());
    }
    found
}

/// Compares the solutions up to a limit with those of exact cover, and returns their number.
fn check(geometry: &Geometry, solver: &mut Solver, puzzle: &Grid, limit: usize) -> usize {
    let line = || puzzle.to_line(&Symbols::usual(geometry.side()));
    let mut ours = by_solver(geometry, solver, puzzle, limit);
    let mut theirs = by_exact_cover(geometry, puzzle, limit);
    assert_eq!(ours.len(), theirs.len(), "{geometry}: {}", line());
    let count = ours.len();
    ours.sort_unstable();
    theirs.sort_unstable();
    if count < limit {
        assert_eq!(ours, theirs, "{geometry}: {}", line());
    }
    ours.dedup();
    assert_eq!(ours.len(), count, "{geometry}: duplicate solution: {}", line());
    let outcome = solver.outcome(puzzle, &mut Budget::unlimited()).unwrap();
    match count {
        0 => assert_eq!(outcome, Outcome::None),
        1 => assert!(matches!(outcome, Outcome::Unique(_))),
        _ => assert!(matches!(outcome, Outcome::Several((one, other)) if one != other)),
    }
    count
}

fn any_puzzle() -> Recipe {
    Recipe { clues: 0..=4096, ..Recipe::default() }
}

/// On every board, minimal puzzles, and puzzles with a given removed or changed, lead to all three
/// outcomes.
#[test]
fn exact_cover_agrees_on_boards_of_every_kind() {
    let mut rng = Rng::new(21);
    for kind in KINDS {
        let geometry = geometry(kind);
        let mut solver = Solver::new(&geometry);
        let mut by_outcome = [0; 3];
        for seed in 0..12 {
            let puzzle =
                generated(&geometry, &mut solver, &any_puzzle(), seed, &mut Budget::unlimited()).unwrap();
            by_outcome[check(&geometry, &mut solver, &puzzle, 60).min(2)] += 1;
            for changes in 1..3 {
                let mut changed = puzzle.clone();
                for _ in 0..changes {
                    let (cell, _) = puzzle.filled().nth(rng.below(puzzle.filled().count())).unwrap();
                    let digit = u8::try_from(rng.below(geometry.side() + 1)).unwrap();
                    changed.set(cell, Some(digit).filter(|&digit| digit > 0));
                }
                by_outcome[check(&geometry, &mut solver, &changed, 60).min(2)] += 1;
            }
        }
        assert!(by_outcome.iter().all(|&count| count > 0), "{kind}: {by_outcome:?}");
    }
}

/// Creates random cages over a full grid, with their sums, one of which can be wrong.
fn caged(kind: &str, rng: &mut Rng, is_spoiled: bool) -> (Geometry, Grid) {
    let mut geometry = geometry(kind);
    let side = geometry.side();
    let grid = full_grid(&geometry, rng, &mut Budget::unlimited()).unwrap();
    let mut free = vec![true; geometry.size()];
    for start in 0..geometry.size() {
        let mut cells: Vec<usize> = Vec::new();
        let wanted = 2 + rng.below(3);
        let mut next = Some(start).filter(|&cell| free[cell]);
        while let Some(cell) = next {
            cells.push(cell);
            free[cell] = false;
            let beside = [
                (cell % side + 1 < side).then_some(cell + 1),
                (cell + side < geometry.size()).then_some(cell + side),
            ];
            let is_new =
                |&cell: &usize| free[cell] && cells.iter().all(|&held| grid.digit(held) != grid.digit(cell));
            let possible: Vec<usize> = beside.into_iter().flatten().filter(is_new).collect();
            next =
                (cells.len() < wanted && !possible.is_empty()).then(|| possible[rng.below(possible.len())]);
        }
        if !cells.is_empty() {
            let sum = cells.iter().map(|&cell| u32::from(grid.digit(cell).unwrap())).sum();
            let spoiled = if is_spoiled && start == 0 { sum + 1 } else { sum };
            let cage = |sum| Cage { cells: cells.clone(), sum };
            geometry =
                geometry.clone().with_cage(cage(spoiled)).or_else(|_| geometry.with_cage(cage(sum))).unwrap();
        }
    }
    (geometry, grid)
}

#[test]
fn exact_cover_agrees_on_cages() {
    let mut rng = Rng::new(22);
    let mut by_outcome = [0; 3];
    for round in 0..40 {
        let (geometry, grid) =
            caged(["2x2", "2x3", "latin:5", "2x2 diagonals"][round % 4], &mut rng, round % 5 == 4);
        let mut puzzle = Grid::empty(&geometry);
        // Without givens, the larger boards have too many solutions for exact cover, which ignores
        // sums.
        for (cell, digit) in grid.filled() {
            if geometry.side() > 4 && rng.below(3) == 0 {
                puzzle.set(cell, Some(digit));
            }
        }
        let mut solver = Solver::new(&geometry);
        by_outcome[check(&geometry, &mut solver, &puzzle, 1_000).min(2)] += 1;
    }
    assert!(by_outcome.iter().all(|&count| count > 2), "{by_outcome:?}");
}

/// Killers of side 9 without givens, created from a grid.
#[test]
fn killers_are_solved() {
    let mut rng = Rng::new(23);
    for _ in 0..10 {
        let (geometry, grid) = caged("3x3", &mut rng, false);
        let puzzle = Grid::empty(&geometry);
        let mut solver = Solver::new(&geometry);
        match solver.outcome(&puzzle, &mut Budget::unlimited()).unwrap() {
            Outcome::None => panic!("{geometry}: the grid from which it was made is a solution"),
            Outcome::Unique(solution) => assert_eq!(solution, grid, "{geometry}"),
            Outcome::Several((one, other)) => {
                assert!(one != other && is_solution(&geometry, &one, &puzzle));
                assert!(is_solution(&geometry, &other, &puzzle), "{geometry}");
            }
        }
    }
}

#[test]
fn known_numbers_of_grids() {
    for (kind, count) in [
        ("1x1", 1),
        ("1x2", 2),
        ("2x2", 288),
        ("2x2 diagonals", 48),
        ("latin:4", 576),
        ("latin:5", 161_280),
        ("latin:2 diagonals", 0),
        ("2x2 anti-knight anti-king", 0),
    ] {
        let geometry = geometry(kind);
        let grids = Solver::new(&geometry).count_solutions_up_to(
            &Grid::empty(&geometry),
            u64::MAX,
            &mut Budget::unlimited(),
        );
        assert_eq!(grids, Ok(count), "{kind}");
    }
    let usual = geometry("3x3");
    let grids =
        Solver::new(&usual).count_solutions_up_to(&Grid::empty(&usual), 20_000, &mut Budget::unlimited());
    assert_eq!(grids, Ok(20_000));
}

#[test]
fn the_search_continues_after_a_spent_budget() {
    let geometry = geometry("3x3 windows");
    let mut solver = Solver::new(&geometry);
    let mut puzzle = generated(&geometry, &mut solver, &any_puzzle(), 1, &mut Budget::unlimited()).unwrap();
    let givens: Vec<usize> = puzzle.filled().map(|(cell, _)| cell).collect();
    givens[..3].iter().for_each(|&cell| puzzle.set(cell, None));
    let whole = by_solver(&geometry, &mut solver, &puzzle, usize::MAX);
    let mut search = solver.solutions(&puzzle);
    let (mut found, mut pauses) = (Vec::new(), 0);
    loop {
        match search.next_solution(&mut Budget::nodes(1)) {
            Ok(Some(solution)) => found.push(solution.values().to_vec()),
            Ok(None) => break,
            Err(_) => pauses += 1,
        }
    }
    assert_eq!(found, whole);
    assert!(found.len() > 10 && pauses > 10);
}

/// Generates large puzzles that need not be minimal without proving that each given is needed.
#[test]
fn puzzles_need_not_be_minimal() {
    for (kind, clues) in [("4x4", 120..=120), ("5x5", 380..=380), ("3x3 anti-knight", 25..=26)] {
        let geometry = geometry(kind);
        let mut solver = Solver::new(&geometry);
        let recipe = Recipe { clues: clues.clone(), is_minimal: false, ..Recipe::default() };
        let puzzle = generated(&geometry, &mut solver, &recipe, 1, &mut Budget::unlimited()).unwrap();
        assert_eq!(puzzle.filled().count(), *clues.start(), "{kind}");
        assert!(
            matches!(solver.outcome(&puzzle, &mut Budget::unlimited()), Ok(Outcome::Unique(_))),
            "{kind}"
        );
    }
}

/// Boards with many candidates: sparse boards, dense boards, and the largest.
#[test]
fn large_boards_are_solved() {
    for (kind, percent) in
        [("4x4", 0), ("4x4", 45), ("5x5", 5), ("5x5", 50), ("4x4 diagonals", 40), ("6x6", 60), ("8x8", 75)]
    {
        let geometry = geometry(kind);
        let mut rng = Rng::new(percent as u64);
        let mut puzzle = full_grid(&geometry, &mut rng, &mut Budget::unlimited()).unwrap();
        assert!(clashes(&geometry, &puzzle).is_empty(), "{kind}");
        for cell in 0..geometry.size() {
            if rng.below(100) >= percent {
                puzzle.set(cell, None);
            }
        }
        let mut solver = Solver::new(&geometry);
        match solver.outcome(&puzzle, &mut Budget::unlimited()).unwrap() {
            Outcome::None => panic!("{kind}: the grid from which it was made is a solution"),
            Outcome::Unique(one) => assert!(is_solution(&geometry, &one, &puzzle), "{kind}"),
            Outcome::Several((one, other)) => {
                assert!(one != other && is_solution(&geometry, &one, &puzzle), "{kind}");
                assert!(is_solution(&geometry, &other, &puzzle), "{kind}");
            }
        }
    }
}

/// The checker finds every kind of violation and names it in words.
#[test]
fn the_checker_names_what_is_wrong() {
    for (kind, line, words) in [
        ("2x2", "11..............", "two 1s in row 1 (columns 1 and 2)"),
        ("2x2", "1.......1.......", "two 1s in column 1 (rows 1 and 3)"),
        ("2x2", "2....2..........", "two 2s in box 1 (row 1, column 1 and row 2, column 2)"),
        ("2x2 x", "2.........2.....", "two 2s in the falling diagonal (row 1, column 1 and row 3, column 3)"),
        ("2x2 x", "...3.....3......", "two 3s in the rising diagonal (row 1, column 4 and row 3, column 2)"),
        ("jigsaw:1121/1223/4423/4433", "3..3............", "two 3s in row 1 (columns 1 and 4)"),
        ("jigsaw:1121/1223/4423/4433", "...3.....3......", "column 1 has no place for 3"),
        (
            "jigsaw:1121/1223/4423/4433",
            "...34...........",
            "the givens do not clash, but a full search finds no solution",
        ),
        (
            "2x2 anti-knight",
            "1.....1.........",
            "two 1s a knight's move apart (row 1, column 1 and row 2, column 3)",
        ),
        (
            "latin:4 anti-king",
            "1....1..........",
            "two 1s a king's move apart (row 1, column 1 and row 2, column 2)",
        ),
        ("2x2 cage:5=r1c1-2", "12..............", "cage 1 adds up to 3 instead of 5"),
        ("2x2", "12..3....4......", "no digit fits in row 2, column 2"),
        ("2x2", "12........3...3.", "two 3s in column 3 (rows 3 and 4)"),
    ] {
        let geometry = geometry(kind);
        let symbols = Symbols::usual(geometry.side());
        let puzzle = Grid::parse(line, &geometry, &symbols).unwrap();
        let found = contradiction(&geometry, &puzzle).in_words(&geometry, &symbols);
        assert_eq!(found, words, "{kind}: {line}");
    }
}

/// `cargo xtask fixtures` rewrites the file when geometries are added; its puzzles never change.
#[test]
fn same_seed_same_geometry_puzzle() {
    let head = "# geometry\tpattern\tseed\tpuzzle\n";
    let (mut found, mut expected) = (head.to_owned(), head.to_owned());
    for case in cases("geometry-minimal.txt", 4) {
        let [shape, pattern, seed, puzzle] = &case.fields[..] else { unreachable!("four fields") };
        let geometry = geometry(shape);
        let mut solver = Solver::new(&geometry);
        let recipe = Recipe { pattern: pattern.parse().unwrap(), ..any_puzzle() };
        let made =
            generated(&geometry, &mut solver, &recipe, seed.parse().unwrap(), &mut Budget::unlimited())
                .unwrap();
        let line = made.to_line(&Symbols::usual(geometry.side()));
        found.push_str(&format!("{shape}\t{pattern}\t{seed}\t{line}\n"));
        expected.push_str(&format!("{shape}\t{pattern}\t{seed}\t{puzzle}\n"));
        let count = |puzzle: &Grid| by_solver(&geometry, &mut Solver::new(&geometry), puzzle, 2).len();
        assert_eq!(count(&made), 1, "{}", case.place);
        for (cell, _) in made.filled() {
            let mut without = made.clone();
            without.set(cell, None);
            assert_eq!(count(&without), 2, "{}: cell {cell} can be spared", case.place);
        }
    }
    update_or_compare("geometry-minimal.txt", &expected, &found);
}

/// Node totals over generated puzzles. A difference means that the search has changed; the commit
/// message must mention this.
#[test]
fn geometry_node_totals_are_the_signature() {
    let mut found = String::from("# geometry\tpuzzles\tnodes\n");
    let mut expected = found.clone();
    for case in cases("geometry-signature.txt", 3) {
        let geometry = geometry(&case.fields[0]);
        let mut solver = Solver::new(&geometry);
        let puzzles: u64 = case.fields[1].parse().unwrap();
        let mut budget = Budget::unlimited();
        for seed in 0..puzzles {
            let mut grid = full_grid(&geometry, &mut Rng::new(seed), &mut Budget::unlimited()).unwrap();
            let mut rng = Rng::new(seed);
            for cell in 0..geometry.size() {
                if rng.below(100) >= 40 {
                    grid.set(cell, None);
                }
            }
            solver.outcome(&grid, &mut budget).unwrap();
        }
        found.push_str(&format!("{}\t{puzzles}\t{}\n", case.fields[0], budget.spent()));
        expected.push_str(&format!("{}\n", case.fields.join("\t")));
    }
    update_or_compare("geometry-signature.txt", &expected, &found);
}
