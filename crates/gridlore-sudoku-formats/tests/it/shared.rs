//! Published puzzles with known solutions: `../shared/data/variants`.

use gridlore_core::Budget;
use gridlore_sudoku_formats::parse;
use gridlore_sudoku_variants::{Outcome, Puzzle, Solver, check};
use gridlore_testing::shared_data;

/// Guesses before a puzzle counts as too hard here.
const GUESSES: u64 = 6_000;

/// The value of each cell of a printed solution: digits, letters from A as 1 on large boards, or
/// numbers of one and two digits in a row.
fn values_of(text: &str, puzzle: &Puzzle, found: &[i32]) -> bool {
    let numbers: String = found.iter().map(ToString::to_string).collect();
    let letters = found.iter().map(|value| {
        char::from(b'A' + u8::try_from(*value - puzzle.shape.lowest).expect("fewer values than letters"))
    });
    text == numbers || text == letters.collect::<String>()
}

/// Solves the puzzles of a list and returns how many solutions are as published.
fn solved(list: &[[String; 3]]) -> usize {
    let mut solved = 0;
    for [name, text, solution] in list {
        let Ok(puzzle) = parse(text) else { continue };
        let mut solver = Solver::new(&puzzle).expect("published puzzles are small");
        let Ok(outcome) = solver.outcome(&mut Budget::nodes(GUESSES)) else { continue };
        match outcome {
            Outcome::Unique(found) => {
                assert!(
                    puzzle.variables > 0 || check::broken(&puzzle, &found).is_none(),
                    "{name}: {:?}",
                    check::broken(&puzzle, &found)
                );
                assert!(
                    solution.is_empty() || values_of(solution, &puzzle, &found),
                    "{name}: found {found:?}, expected {solution}"
                );
                solved += 1;
            }
            // The two solutions are correct by the definitions; the publisher gives one of them.
            Outcome::Several(two) => {
                for found in *two {
                    assert!(puzzle.variables > 0 || check::broken(&puzzle, &found).is_none(), "{name}");
                }
            }
            Outcome::Impossible => panic!("{name}: found no solution, expected {solution}"),
        }
    }
    solved
}

/// Rows of a file as name, puzzle and solution, from these columns.
fn rows(file: &str, columns: [usize; 3]) -> Option<Vec<[String; 3]>> {
    let text = std::fs::read_to_string(shared_data(file)?).expect("the file is text");
    Some(
        text.lines()
            .filter(|line| !line.starts_with('#'))
            .map(|line| {
                let fields: Vec<&str> = line.split('\t').collect();
                columns.map(|column| fields[column].to_owned())
            })
            .collect(),
    )
}

#[test]
fn published_constraint_lines_have_their_solutions() {
    let Some(list) = rows("variants/iss-part.tsv", [1, 4, 2]) else { return };
    let read = list.iter().filter(|[_, text, _]| parse(text).is_ok()).count();
    assert!(read >= 164, "read {read} of {}, expected 164", list.len());
    let solved = solved(&list);
    assert!(solved >= 100, "found {solved} of {} solved, expected 100", list.len());
}

#[test]
fn published_f_puzzles_have_their_solutions() {
    let Some(list) = rows("variants/f-puzzles-part.tsv", [0, 1, 2]) else { return };
    let solved = solved(&list);
    assert_eq!(solved, list.len());
}
