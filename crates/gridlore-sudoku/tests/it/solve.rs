//! Outcomes, reasons, counts, budgets and the node signature. The independent checker verifies
//! every result.

use gridlore_core::{Budget, Digit, Rng};
use gridlore_sudoku::check::{contradiction, is_solution};
use gridlore_sudoku::{
    Board, Cell, Engine, Level, Outcome, Solutions, count_solutions_up_to, generated, outcome, reference,
    solutions_up_to,
};
use gridlore_testing::{cases, shared_lines, update_or_compare};

/// Returns the outcome in words, with the node counts of the search and of the reference search.
/// Checks that both agree and that the independent checker accepts every solution.
fn checked_outcome(puzzle: &Board, place: &str) -> (String, [u64; 2]) {
    let [mut budget, mut of_reference] = [const { Budget::unlimited() }; 2];
    let found = in_words(&outcome(puzzle, &mut budget).unwrap(), puzzle, place);
    let expected = in_words(&reference::outcome(puzzle, &mut of_reference).unwrap(), puzzle, place);
    assert_eq!(found, expected, "{place}: {puzzle}");
    (found, [budget.spent(), of_reference.spent()])
}

fn in_words(outcome: &Outcome<Board>, puzzle: &Board, place: &str) -> String {
    match outcome {
        Outcome::None => format!("none: {}", contradiction(puzzle)),
        Outcome::Unique(solution) => {
            assert!(is_solution(solution, puzzle), "{place}: {solution}");
            format!("unique {solution}")
        }
        Outcome::Several((one, other)) => {
            assert!(is_solution(one, puzzle) && is_solution(other, puzzle) && one != other, "{place}");
            "several".to_owned()
        }
    }
}

#[test]
fn outcomes_have_reasons() {
    for case in cases("outcomes.txt", 2) {
        let puzzle = Board::parse(&case.fields[0]).unwrap();
        assert_eq!(checked_outcome(&puzzle, &case.place).0, case.fields[1], "{}", case.place);
    }
}

/// Solves and checks every puzzle of the data sets, and compares the node totals with the
/// signature. `cargo xtask signature` rewrites the totals.
#[test]
fn node_totals_are_the_signature() {
    let mut found = String::from("# data set\tpuzzles\tnodes\tnodes of the readable search\n");
    let mut expected = found.clone();
    for case in cases("signature.txt", 4) {
        let set = &case.fields[0];
        if set == LESS {
            found.push_str(&less_two_givens());
            expected.push_str(&format!("{}\n", case.fields.join("\t")));
            continue;
        }
        let puzzles = if set == "generated.txt" {
            cases(set, 3).into_iter().map(|case| case.fields[2].clone()).collect()
        } else {
            let Some(puzzles) = shared_lines(&format!("sudoku/{set}")) else { continue };
            puzzles
        };
        let mut total = [0; 2];
        for puzzle in &puzzles {
            let puzzle = Board::parse(puzzle).unwrap();
            let (words, nodes) = checked_outcome(&puzzle, set);
            let is_mixed = set.contains("gen_inv") || set.contains("serg");
            assert!(is_mixed || words.starts_with("unique"), "{set}: {puzzle} is {words}");
            total = [total[0] + nodes[0], total[1] + nodes[1]];
        }
        found.push_str(&format!("{set}\t{}\t{}\t{}\n", puzzles.len(), total[0], total[1]));
        expected.push_str(&format!("{}\n", case.fields.join("\t")));
    }
    update_or_compare("signature.txt", &expected, &found);
}

const LESS: &str = "generated.txt less two givens each, up to 100 solutions";

/// Returns the line of the signature for boards with many solutions.
fn less_two_givens() -> String {
    let puzzles = cases("generated.txt", 3);
    let [mut budget, mut of_reference] = [const { Budget::unlimited() }; 2];
    for case in &puzzles {
        let mut board = Board::parse(&case.fields[2]).unwrap();
        for _ in 0..2 {
            let (first, _) = board.filled().next().unwrap();
            board.set(first, None);
        }
        let count = count_solutions_up_to(&board, 100, &mut budget).unwrap();
        assert_eq!(reference::count_solutions_up_to(&board, 100, &mut of_reference), Ok(count), "{board}");
        let listed = solutions_up_to(&board, 100, &mut Budget::unlimited()).unwrap();
        assert!(listed.len() as u64 == count && listed.iter().all(|solution| is_solution(solution, &board)));
    }
    format!("{LESS}\t{}\t{}\t{}\n", puzzles.len(), budget.spent(), of_reference.spent())
}

#[test]
fn counts_and_lists_agree_and_stop_at_the_limit() {
    let mut puzzle = Board::EMPTY;
    assert_eq!(count_solutions_up_to(&puzzle, 1_000, &mut Budget::unlimited()), Ok(1_000));
    puzzle =
        Board::parse("8.........95.......76.........426798...571243...893165......916....3.487....1.532")
            .unwrap();
    let all = solutions_up_to(&puzzle, usize::MAX, &mut Budget::unlimited()).unwrap();
    assert!(all.iter().all(|solution| is_solution(solution, &puzzle)));
    let mut unique = all.clone();
    unique.sort_by_key(Board::to_line);
    unique.dedup();
    assert_eq!(unique.len(), all.len());
    assert_eq!(count_solutions_up_to(&puzzle, u64::MAX, &mut Budget::unlimited()), Ok(all.len() as u64));
    assert_eq!(count_solutions_up_to(&puzzle, 0, &mut Budget::nodes(0)), Ok(0));
}

/// The copies for other CPUs find the same solutions in the same order with the same number of
/// nodes.
#[test]
fn all_engines_search_alike() {
    let mut rng = Rng::new(13);
    for seed in 0..60 {
        let mut puzzle = generated(Level::Minimal, seed);
        for _ in 0..rng.below(6) {
            let (spared, _) = puzzle.filled().nth(rng.below(puzzle.filled_count())).unwrap();
            puzzle.set(spared, None);
        }
        let search = |engine: Engine| {
            let (mut solutions, mut budget) = (Solutions::with_engine(engine, &puzzle), Budget::unlimited());
            let next = std::iter::from_fn(|| solutions.next_solution(&mut budget).unwrap());
            let found: Vec<Board> = next.take(300).collect();
            (found, budget.spent())
        };
        let expected = search(Engine::Portable);
        assert!(expected.0.iter().all(|solution| is_solution(solution, &puzzle)));
        for engine in Engine::all() {
            assert_eq!(search(engine), expected, "{engine:?}: {puzzle}");
        }
    }
}

#[test]
fn the_search_continues_after_a_spent_budget() {
    let puzzle =
        Board::parse("85...2...72......9............1.7..23.5...9...4...........8..7..17..........36.4.")
            .unwrap();
    let mut budget = Budget::unlimited();
    let whole = solutions_up_to(&puzzle, 50, &mut budget).unwrap();
    assert_eq!(whole.len(), 50);
    let mut search = Solutions::new(&puzzle);
    let (mut found, mut pauses) = (Vec::new(), 0);
    while found.len() < 50 {
        match search.next_solution(&mut Budget::nodes(1)) {
            Ok(solution) => found.extend(solution),
            Err(_) => pauses += 1,
        }
    }
    assert_eq!(found, whole);
    assert!(pauses > 0 && pauses <= budget.spent());
}

/// Returns an equivalent board under a random symmetry: digits renamed, rows shuffled within bands,
/// bands shuffled, and possibly transposed.
fn disguised(board: &Board, rng: &mut Rng) -> Board {
    let mut names = Digit::ALL;
    rng.shuffle(&mut names);
    let mut lines = || {
        let mut groups = [[0, 1, 2], [3, 4, 5], [6, 7, 8]];
        groups.iter_mut().for_each(|group| rng.shuffle(group));
        rng.shuffle(&mut groups);
        groups.concat()
    };
    let (rows, columns) = (lines(), lines());
    let turned = rng.below(2) == 1;
    board.filled().fold(Board::EMPTY, |disguised, (cell, digit)| {
        let (row, column) = (rows[cell.row()], columns[cell.column()]);
        let (row, column) = if turned { (column, row) } else { (row, column) };
        disguised.with(Cell::at(row, column).unwrap(), names[usize::from(digit.value()) - 1])
    })
}

#[test]
fn symmetry_keeps_count() {
    let mut rng = Rng::new(11);
    for seed in 0..40 {
        let mut puzzle = generated(Level::Minimal, seed);
        // With one fewer given, there are several solutions, which makes the counts meaningful.
        let (spared, _) = puzzle.filled().nth(rng.below(puzzle.filled_count())).unwrap();
        puzzle.set(spared, None);
        let count = |board: &Board| count_solutions_up_to(board, 5_000, &mut Budget::unlimited()).unwrap();
        let expected = count(&puzzle);
        assert!(expected > 1);
        for _ in 0..5 {
            assert_eq!(count(&disguised(&puzzle, &mut rng)), expected, "{puzzle}");
        }
    }
}

#[test]
fn cells_have_one_of_their_candidates() {
    // The candidate sets contain the digits of a full grid.
    let line = "123456789456789123789123456234567891567891234891234567345678912678912345912345678";
    let solution = Board::parse(line).unwrap();
    let mut rng = Rng::new(5);
    for extra in [0, 2, 3, 4] {
        let mut candidates = [0_u16; 81];
        for (set, digit) in candidates.iter_mut().zip(solution.values()) {
            *set = 1 << (digit - 1);
            for _ in 0..extra {
                *set |= 1 << (rng.next_u64() % 9);
            }
        }
        let mut found = Vec::new();
        let mut solutions = Solutions::of_candidates(&candidates);
        while let Some(board) = solutions.next_solution(&mut Budget::unlimited()).unwrap() {
            found.push(board.to_line());
        }
        let mut expected = Vec::new();
        fill(&candidates, &mut [0; 81], &mut expected);
        found.sort();
        expected.sort();
        assert_eq!(found, expected);
        assert!(found.contains(&solution.to_line()), "with {extra} more candidates");
    }
    assert!(Solutions::of_candidates(&[0; 81]).next_solution(&mut Budget::unlimited()).unwrap().is_none());
}

/// Finds every grid that the candidates allow, by trying those of the cell with the fewest.
fn fill(candidates: &[u16; 81], grid: &mut [u16; 81], found: &mut Vec<String>) {
    let free = |cell: usize, grid: &[u16; 81]| {
        (0..81).fold(candidates[cell], |free, other| {
            let is_peer = cell / 9 == other / 9
                || cell % 9 == other % 9
                || (cell / 27, cell % 9 / 3) == (other / 27, other % 9 / 3);
            if is_peer && other != cell { free & !grid[other] } else { free }
        })
    };
    let open = (0..81).filter(|cell| grid[*cell] == 0).min_by_key(|cell| free(*cell, grid).count_ones());
    let Some(cell) = open else {
        let digit = |set: &u16| char::from_digit(set.trailing_zeros() + 1, 10).unwrap();
        found.push(grid.iter().map(digit).collect());
        return;
    };
    let digits = free(cell, grid);
    for digit in (0..9).filter(|digit| digits >> digit & 1 == 1) {
        grid[cell] = 1 << digit;
        fill(candidates, grid, found);
        grid[cell] = 0;
    }
}
