//! Published puzzles with known solutions, from `../shared/data/variants`.

use gridlore_core::Budget;
use gridlore_sudoku_formats::{Texts, parse, read, to_f_puzzles, to_f_puzzles_json, to_penpa, to_scl};
use gridlore_sudoku_variants::build::Unsaid;
use gridlore_sudoku_variants::{Outcome, Puzzle, Solver, check, to_constraints, to_text};
use gridlore_testing::shared_data;

/// Number of guesses after which a puzzle is considered too hard for this test.
const GUESSES: u64 = 6_000;

/// Returns whether the values are those of a printed solution, which consists of digits, of letters
/// on large boards (A is 1), or of concatenated numbers of one or two digits.
fn values_of(text: &str, puzzle: &Puzzle, found: &[i32]) -> bool {
    let numbers: String = found.iter().map(ToString::to_string).collect();
    let letters = found.iter().map(|value| {
        char::from(b'A' + u8::try_from(*value - puzzle.shape.lowest).expect("fewer values than letters"))
    });
    text == numbers || text == letters.collect::<String>()
}

/// Solves the puzzles of a list and returns how many solutions match the published ones.
pub(crate) fn solved(list: &[[String; 3]]) -> usize {
    let mut solved = 0;
    for [name, text, solution] in list {
        let Ok(puzzle) = parse(text) else { continue };
        let mut solver = Solver::new(&puzzle).expect("published puzzles are small");
        let Ok(outcome) = solver.outcome(&mut Budget::nodes(GUESSES)) else { continue };
        match outcome {
            Outcome::Unique(found) => {
                assert_eq!(check::broken(&puzzle, &found), None, "{name}");
                let found = &found[..puzzle.shape.cells()];
                assert!(
                    solution.is_empty() || values_of(solution, &puzzle, found),
                    "{name}: found {found:?}, expected {solution}"
                );
                solved += 1;
            }
            // Both solutions are correct by the definitions; the publisher gives one of them.
            Outcome::Several(two) => {
                for found in *two {
                    assert_eq!(check::broken(&puzzle, &found), None, "{name}");
                }
            }
            Outcome::Impossible => panic!("{name}: found no solution, expected {solution}"),
        }
    }
    solved
}

/// Returns the rows of a file as name, puzzle and solution, taken from these columns.
pub(crate) fn rows(file: &str, columns: [usize; 3]) -> Option<Vec<[String; 3]>> {
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
    assert!(read == list.len(), "read {read} of {}", list.len());
    let solved = solved(&list);
    assert!(solved >= 100, "found {solved} of {} solved, expected 100", list.len());
}

#[test]
fn published_f_puzzles_have_their_solutions() {
    let Some(list) = rows("variants/f-puzzles-part.tsv", [0, 1, 2]) else { return };
    let solved = solved(&list);
    assert_eq!(solved, list.len());
}

/// Writes each puzzle of a list, reads it back, and returns how many were equal.
fn round_trips(list: &[[String; 3]], write: impl Fn(&Puzzle) -> Result<String, Unsaid>) -> usize {
    let mut equal = 0;
    for [name, text, _] in list {
        let Ok(puzzle) = parse(text) else { continue };
        let written = write(&puzzle).unwrap_or_else(|error| panic!("{name}: {error}"));
        let again = parse(&written).unwrap_or_else(|error| panic!("{name}: {error}: {written}"));
        assert_eq!(sorted(&puzzle), sorted(&again), "{name}: {written}");
        assert_eq!(puzzle.shape, again.shape, "{name}");
        equal += 1;
    }
    equal
}

/// Returns the constraints in an order that does not depend on the format.
fn sorted(puzzle: &Puzzle) -> Vec<String> {
    let mut all: Vec<String> = puzzle.constraints.iter().map(|one| format!("{one:?}")).collect();
    all.sort();
    all
}

#[test]
fn published_constraint_lines_are_written_as_they_were_read() {
    let Some(list) = rows("variants/iss-part.tsv", [1, 4, 2]) else { return };
    assert!(round_trips(&list, to_constraints) == list.len());
}

#[test]
fn published_f_puzzles_are_written_as_they_were_read() {
    let Some(list) = rows("variants/f-puzzles-part.tsv", [0, 1, 2]) else { return };
    assert_eq!(round_trips(&list, to_f_puzzles), list.len());
    assert_eq!(round_trips(&list, to_f_puzzles_json), list.len());
}

/// Converts each puzzle of one format to the other: what can be expressed has the same solution,
/// and what cannot is named.
#[test]
fn published_puzzles_keep_their_solutions_in_the_other_format() {
    let (Some(lines), Some(links)) =
        (rows("variants/iss-part.tsv", [1, 4, 2]), rows("variants/f-puzzles-part.tsv", [0, 1, 2]))
    else {
        return;
    };
    let mut counts = [0, 0];
    let is_the_solution = |puzzle: &Puzzle, solution: &str| {
        let digits: Option<Vec<i32>> =
            solution.chars().map(|sign| Some(sign.to_digit(10)?.cast_signed())).collect();
        digits
            .filter(|values| values.len() == puzzle.cells())
            .map(|values| check::broken(puzzle, &values).is_none())
    };
    for (at, (list, write)) in
        [(lines, to_f_puzzles as fn(&Puzzle) -> _), (links, to_constraints)].into_iter().enumerate()
    {
        for [name, text, solution] in &list {
            let Ok(puzzle) = parse(text) else { continue };
            let written = match write(&puzzle) {
                Ok(written) => written,
                Err(error) => {
                    assert!(error.to_string().contains(" cannot express: "), "{name}: {error}");
                    continue;
                }
            };
            let again = parse(&written).unwrap_or_else(|error| panic!("{name}: {error}: {written}"));
            assert_ne!(is_the_solution(&again, solution), Some(false), "{name}: {written}");
            // The two also agree on other grids: the solution with two cells exchanged.
            if let Some(values) = solution.chars().map(|sign| sign.to_digit(10)).collect::<Option<Vec<u32>>>()
                && values.len() == puzzle.cells()
            {
                for one in 0..values.len() {
                    let mut values: Vec<i32> = values.iter().map(|value| value.cast_signed()).collect();
                    values.swap(one, (one * 7 + 5) % puzzle.cells());
                    assert_eq!(
                        check::broken(&puzzle, &values).is_none(),
                        check::broken(&again, &values).is_none(),
                        "{name}: {written}"
                    );
                }
            }
            counts[at] += 1;
        }
    }
    assert!(counts[0] >= 60 && counts[1] == 18, "{counts:?}");
}

#[test]
fn published_puzzles_are_the_same_as_text_blocks() {
    let lists = [rows("variants/iss-part.tsv", [1, 4, 2]), rows("variants/f-puzzles-part.tsv", [0, 1, 2])];
    let [Some(lines), Some(links)] = lists else { return };
    assert!(round_trips(&lines, to_text) == lines.len());
    assert_eq!(round_trips(&links, to_text), links.len());
    // A block on one line is equivalent.
    assert_eq!(round_trips(&links, |puzzle| Ok(to_text(puzzle)?.replace('\n', "; "))), links.len());
}

/// Writes the puzzles of a list as links, reads them back, and returns how many can be written.
fn written(list: &[[String; 3]], to: fn(&Puzzle, &Texts) -> Result<String, Unsaid>) -> usize {
    let mut written = 0;
    for [name, text, _] in list {
        let Ok(puzzle) = parse(text) else { continue };
        match to(&puzzle, &Texts { title: "A title, drawn".to_owned(), ..Texts::default() }) {
            Ok(link) => {
                let reading = read(&link).unwrap_or_else(|error| panic!("{name}: {error}"));
                assert_eq!(reading.title, "A title, drawn", "{name}");
                let lost = reading.notes.iter().find(|note| note.contains("not understood"));
                assert_eq!(lost, None, "{name}");
                written += 1;
            }
            // The error names what cannot be written and its place.
            Err(error) => assert!(error.to_string().contains(" cannot express: "), "{name}: {error}"),
        }
    }
    written
}

#[test]
fn published_puzzles_survive_links_of_sudokupad_and_penpa_edit() {
    let Some(list) = rows("variants/f-puzzles-part.tsv", [0, 1, 2]) else { return };
    assert_eq!(written(&list, to_scl), list.len());
    assert!(written(&list, to_penpa) + 1 >= list.len());
    // Their solutions are still the published ones.
    let again: Vec<[String; 3]> = list
        .iter()
        .filter_map(|[name, text, solution]| {
            let link = to_scl(&parse(text).ok()?, &Texts::default()).ok()?;
            Some([name.clone(), link, solution.clone()])
        })
        .collect();
    assert_eq!(solved(&again), list.len());
    let Some(list) = rows("variants/iss-part.tsv", [1, 4, 2]) else { return };
    let counts = [written(&list, to_scl), written(&list, to_penpa)];
    assert!(counts[0] >= 120 && counts[1] >= 110, "found {counts:?} of {} puzzles written", list.len());
}
