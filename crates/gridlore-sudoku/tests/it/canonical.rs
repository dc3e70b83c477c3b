//! Compares canonical forms with all 2 x 6^8 arrangements of rows and columns, tried one by one.

use gridlore_core::{Budget, Rng};
use gridlore_sudoku::{Board, Cell, Level, Symmetry, canonical, generated, is_isomorphic, solutions_up_to};
use gridlore_testing::{cases, shared_lines};

/// Returns the smallest line over all symmetries, and the number of arrangements of cells that
/// produce it. This is slow and follows directly from the definition.
fn by_brute_force(board: &Board) -> (Vec<u8>, u64) {
    let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    let mut lines: Vec<[usize; 9]> = Vec::new();
    for outer in orders {
        for one in orders {
            for two in orders {
                for three in orders {
                    let inner = [one, two, three];
                    lines.push(std::array::from_fn(|place| {
                        3 * outer[place / 3] + inner[place / 3][place % 3]
                    }));
                }
            }
        }
    }
    let mut best = vec![10_u8; 81];
    let mut count = 0;
    for is_transposed in [false, true] {
        let value = |row: usize, column: usize| {
            let (row, column) = if is_transposed { (column, row) } else { (row, column) };
            board.digit(Cell::at(row, column).unwrap()).map_or(0, |digit| usize::from(digit.value()))
        };
        let values: Vec<[usize; 9]> =
            (0..9).map(|row| std::array::from_fn(|column| value(row, column))).collect();
        for rows in &lines {
            for columns in &lines {
                let (mut names, mut named) = ([0_u8; 10], 0);
                let mut ordering = std::cmp::Ordering::Equal;
                for place in 0..81 {
                    let value = values[rows[place / 9]][columns[place % 9]];
                    if value != 0 && names[value] == 0 {
                        named += 1;
                        names[value] = named;
                    }
                    match ordering {
                        std::cmp::Ordering::Equal => {
                            ordering = names[value].cmp(&best[place]);
                            if ordering.is_gt() {
                                break;
                            }
                            best[place] = names[value];
                        }
                        _ => best[place] = names[value],
                    }
                }
                match ordering {
                    std::cmp::Ordering::Less => count = 1,
                    std::cmp::Ordering::Equal => count += 1,
                    std::cmp::Ordering::Greater => {}
                }
            }
        }
    }
    (best, count)
}

/// Returns the canonical form, and checks that its symmetry maps the board to it.
fn checked(board: &Board) -> gridlore_sudoku::Canonical {
    let found = canonical(board).unwrap();
    assert_eq!(found.symmetry.apply(board), found.board, "{board}");
    assert_eq!(found.symmetry.inverse().apply(&found.board), *board, "{board}");
    found
}

fn values(board: &Board) -> Vec<u8> {
    Cell::all().map(|cell| board.digit(cell).map_or(0, |digit| digit.value())).collect()
}

fn solution(puzzle: &Board) -> Board {
    solutions_up_to(puzzle, 1, &mut Budget::unlimited()).unwrap().remove(0)
}

#[test]
fn all_arrangements_tried() {
    let mut boards = vec![
        Board::EMPTY,
        // A grid with 648 automorphisms, the largest possible number.
        Board::parse("123456789456789123789123456231564897564897231897231564312645978645978312978312645")
            .unwrap(),
        Board::parse("1...............................................................................1")
            .unwrap(),
        Board::parse(
            "12.......45......................................................................."
                .get(..81)
                .unwrap(),
        )
        .unwrap(),
        Board::parse("...............1.........2.........3.........4.........5.........................")
            .unwrap(),
    ];
    for seed in 0..3 {
        let puzzle = generated(Level::Minimal, seed);
        boards.extend([puzzle, solution(&puzzle)]);
        // Boards that are nearly full or nearly empty.
        let mut rng = Rng::new(seed);
        let mut cells: Vec<Cell> = Cell::all().collect();
        rng.shuffle(&mut cells);
        let (mut nearly_full, mut nearly_empty) = (solution(&puzzle), solution(&puzzle));
        cells[..10].iter().for_each(|&cell| nearly_full.set(cell, None));
        cells[9..].iter().for_each(|&cell| nearly_empty.set(cell, None));
        boards.extend([nearly_full, nearly_empty]);
    }
    for board in boards {
        let found = checked(&board);
        let (line, count) = by_brute_force(&board);
        assert_eq!(values(&found.board), line, "{board}");
        assert_eq!(found.automorphisms, count, "{board}");
    }
}

#[test]
fn symmetries_keep_the_form() {
    let mut rng = Rng::new(4);
    for case in cases("generated.txt", 3) {
        let puzzle = Board::parse(&case.fields[2]).unwrap();
        for board in [puzzle, solution(&puzzle)] {
            let form = checked(&board);
            assert_eq!(
                canonical(&form.board).unwrap().board,
                form.board,
                "{}: a form is its own form",
                case.place
            );
            for _ in 0..5 {
                let other = Symmetry::random(&mut rng).apply(&board);
                let again = checked(&other);
                assert_eq!(again.board, form.board, "{}: {other}", case.place);
                assert_eq!(again.automorphisms, form.automorphisms, "{}: {other}", case.place);
                assert!(is_isomorphic(&board, &other), "{}: {other}", case.place);
            }
        }
        assert!(!is_isomorphic(&puzzle, &solution(&puzzle)));
    }
}

#[test]
fn clashes_have_no_form() {
    let clash =
        Board::parse("11...............................................................................")
            .unwrap();
    assert_eq!(canonical(&clash), None);
    assert!(!is_isomorphic(&clash, &clash));
}

/// The list of puzzles with 17 givens is published in this form, except for one line in thirty, and
/// no two of its puzzles are equivalent.
#[test]
fn seventeen_givens_are_all_different() {
    let Some(puzzles) = shared_lines("sudoku/puzzles2_17_clue.gz") else { return };
    let boards: Vec<Board> = puzzles.iter().map(|line| Board::parse(line).unwrap()).collect();
    let mut forms: Vec<Board> = boards.iter().map(|board| canonical(board).unwrap().board).collect();
    let others: Vec<(&Board, &Board)> =
        forms.iter().zip(&boards).filter(|(form, board)| form != board).collect();
    assert!(boards.len() - others.len() > 47_000, "{} of {}", others.len(), boards.len());
    // A form never comes after its puzzle: blanks come before digits in ASCII, too.
    assert!(others.iter().all(|(form, board)| form.to_line() < board.to_line()));
    for (form, board) in others.iter().take(3) {
        assert_eq!(by_brute_force(board).0, values(form), "{board}");
    }
    forms.sort_unstable_by_key(Board::to_line);
    forms.dedup();
    assert_eq!(forms.len(), boards.len());
}
