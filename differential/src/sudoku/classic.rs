//! Compares every engine's outcomes, counts and solutions with those of a plain solver, on random
//! puzzles on the standard board.

use super::puzzle::{Puzzle, line};
use crate::room::{Opinions, Room};
use gridlore_core::{Budget, Rng};
use gridlore_sudoku::{
    Board, Engine, Outcome, Solutions, check, count_solutions_up_to, counts_up_to, fastest_outcome, outcome,
    outcomes, reference, solutions_up_to,
};
use gridlore_sudoku_geometry::{Geometry, Grid, Solver};
use gridlore_sudoku_human::{self as human, State};
use std::fmt::Write as _;

/// Numbers of boards in a batch: some above and some below the number of lanes of a register.
const BATCHES: [usize; 3] = [3, 9, 37];

/// The room for the standard board.
pub(crate) struct Classic {
    solver: Solver,
}

/// The givens, and the maximum number of solutions to count.
#[derive(Debug, Clone)]
pub(crate) struct Case {
    puzzle: Puzzle,
    limit: usize,
    /// The seed for the scrambled boards in a batch.
    seed: u64,
}

impl Room for Classic {
    const NAME: &'static str = "sudoku/classic";
    const ABOUT: &'static str =
        "9x9 boards with no, one or several solutions: every engine, single boards and batches";
    const SHORT: u64 = 1_000;

    type Case = Case;

    fn open() -> Self {
        Self { solver: Solver::new(&Geometry::boxes(3, 3).expect("the standard board")) }
    }

    fn opinions(&self) -> Opinions {
        Opinions { present: vec!["a plain solver".to_owned()], absent: vec![] }
    }

    fn case(&mut self, rng: &mut Rng) -> Option<Case> {
        let mut puzzle = Puzzle::with_boxes(3, 3);
        let solution = puzzle.random_solution(rng)?;
        puzzle.give(&solution, 18 + rng.below(20), rng);
        if rng.below(2) == 0 {
            puzzle.make_unique(&solution)?;
        }
        if rng.below(3) == 0 {
            puzzle.givens[rng.below(81)] = u8::try_from(1 + rng.below(9)).ok()?;
        }
        Some(Case { puzzle, limit: [1, 2, 2, 3, 17, 200][rng.below(6)], seed: rng.next_u64() })
    }

    fn difference(&mut self, case: &Case) -> Option<String> {
        let mut expected = case.puzzle.solutions(case.limit.max(2))?;
        expected.sort_unstable();
        let mut text = String::new();
        let mut report = |name: &str, found: String| {
            let _ = writeln!(text, "{name}: found {found}, expected {} solutions", expected.len());
        };
        let board = board(&case.puzzle.givens);
        let limit = case.limit as u64;
        let count = expected.len().min(case.limit) as u64;
        let kind = expected.len().min(2);
        let unlimited = &mut Budget::unlimited();
        let counts = [
            ("count", count_solutions_up_to(&board, limit, unlimited).ok()),
            ("reference count", reference::count_solutions_up_to(&board, limit, unlimited).ok()),
            ("geometry count", self.by_geometry(&case.puzzle, limit)),
            (
                "human count",
                Some(human::solutions_up_to(&State::usual(board.values()), case.limit).len() as u64),
            ),
        ];
        for (name, found) in counts {
            if found != Some(count) {
                report(name, format!("{found:?}"));
            }
        }
        for (name, found) in
            [("outcome", outcome(&board, unlimited)), ("reference", reference::outcome(&board, unlimited))]
        {
            let solutions: Vec<Board> = match &found {
                Ok(Outcome::None) | Err(_) => vec![],
                Ok(Outcome::Unique(one)) => vec![*one],
                Ok(Outcome::Several((one, other))) => vec![*one, *other],
            };
            let is_right = solutions.len() == kind
                && solutions.iter().all(|solution| {
                    check::is_solution(solution, &board) && is_solution(&case.puzzle, solution)
                })
                && (kind < 2 || solutions[0] != solutions[1]);
            if !is_right {
                report(name, format!("{found:?}"));
            }
        }
        let all = solutions_up_to(&board, case.limit, unlimited).unwrap_or_default();
        if let Some(wrong) = difference_of_sets(&all, &expected, case.limit) {
            report("solutions", wrong);
        }
        if !is_outcome(&fastest_outcome(&board), &expected) {
            report("fastest outcome", format!("{:?}", fastest_outcome(&board)));
        }
        for engine in Engine::all() {
            let mut found = Vec::new();
            let mut solutions = Solutions::with_engine(engine, &board);
            while found.len() < case.limit {
                match solutions.next_solution(&mut Budget::nodes(1)) {
                    Ok(Some(solution)) => found.push(solution),
                    Ok(None) => break,
                    // The next call has its own budget.
                    Err(_) => {}
                }
            }
            if let Some(wrong) = difference_of_sets(&found, &expected, case.limit) {
                report(&format!("solutions by {engine:?}"), wrong);
            }
            let single = counts_up_to(&[board], limit, engine);
            if single != [count] {
                report(&format!("count by {engine:?}"), format!("{single:?}"));
            }
            for size in BATCHES {
                let mut rng = Rng::new(case.seed);
                let scrambled: Vec<Board> =
                    (0..size).map(|_| scrambled(&case.puzzle.givens, &mut rng)).collect();
                let counts = counts_up_to(&scrambled, limit, engine);
                if let Some(place) = counts.iter().position(|&found| found != count) {
                    report(
                        &format!("batch by {engine:?}"),
                        format!("{} of {}", counts[place], scrambled[place]),
                    );
                }
                for (outcome, scrambled) in outcomes(&scrambled, engine).iter().zip(&scrambled) {
                    let is_right = match outcome {
                        Outcome::None => kind == 0,
                        Outcome::Unique(solution) => kind == 1 && check::is_solution(solution, scrambled),
                        Outcome::Several(()) => kind == 2,
                    };
                    if !is_right {
                        report(&format!("outcomes by {engine:?}"), format!("{outcome:?} of {scrambled}"));
                    }
                }
            }
        }
        if expected.is_empty() && check::contradiction(&board).to_string().is_empty() {
            report("contradiction", "no reason".to_owned());
        }
        (!text.is_empty()).then_some(text)
    }

    fn smaller(&self, case: &Case) -> Vec<Case> {
        let fewer = [1, 2, case.limit / 2].into_iter().filter(|&fewer| fewer > 0 && fewer < case.limit);
        let fewer = fewer.map(|limit| Case { limit, ..case.clone() });
        let puzzles = case.puzzle.with_fewer_givens().into_iter();
        fewer.chain(puzzles.map(|puzzle| Case { puzzle, ..case.clone() })).collect()
    }

    fn print(&self, case: &Case) -> String {
        format!("{}\nup to {} solutions", case.puzzle.text(), case.limit)
    }
}

impl Classic {
    fn by_geometry(&mut self, puzzle: &Puzzle, limit: u64) -> Option<u64> {
        let geometry = Geometry::boxes(3, 3).ok()?;
        let mut grid = Grid::empty(&geometry);
        for (cell, &given) in puzzle.givens.iter().enumerate() {
            grid.set(cell, Some(given).filter(|&given| given > 0));
        }
        self.solver.count_solutions_up_to(&grid, limit, &mut Budget::unlimited()).ok()
    }
}

/// Returns the board with these digits.
pub(super) fn board(values: &[u8]) -> Board {
    Board::parse(&line(values)).expect("81 digits and blanks")
}

fn is_solution(puzzle: &Puzzle, board: &Board) -> bool {
    let filled = Puzzle { givens: board.values().to_vec(), ..puzzle.clone() };
    let keeps = |(given, value): (&u8, &u8)| *given == 0 || given == value;
    filled.solutions(1).is_some_and(|found| found == [filled.givens.clone()])
        && puzzle.givens.iter().zip(board.values()).all(keeps)
}

fn is_outcome(outcome: &Outcome<Board, ()>, solutions: &[Vec<u8>]) -> bool {
    match outcome {
        Outcome::None => solutions.is_empty(),
        Outcome::Unique(one) => solutions.len() == 1 && one.values()[..] == solutions[0][..],
        Outcome::Several(()) => solutions.len() > 1,
    }
}

/// Describes the difference between the found and the expected solutions; the expected list is
/// complete if it has fewer than `limit`.
fn difference_of_sets(found: &[Board], expected: &[Vec<u8>], limit: usize) -> Option<String> {
    let mut found: Vec<Vec<u8>> = found.iter().map(|board| board.values().to_vec()).collect();
    found.sort_unstable();
    found.dedup();
    let is_all = expected.len() < limit;
    let is_right = found.len() == expected.len().min(limit) && (!is_all || found == expected);
    (!is_right).then(|| format!("{} solutions, not the expected ones", found.len()))
}

/// Returns the givens with rows, columns and digits permuted, which keeps the number of solutions.
fn scrambled(givens: &[u8], rng: &mut Rng) -> Board {
    let lines = |rng: &mut Rng| -> Vec<usize> {
        let mut bands = [0, 1, 2];
        rng.shuffle(&mut bands);
        let within = |band: usize, rng: &mut Rng| {
            let mut rows = [3 * band, 3 * band + 1, 3 * band + 2];
            rng.shuffle(&mut rows);
            rows
        };
        bands.into_iter().flat_map(|band| within(band, rng)).collect()
    };
    let (rows, columns, is_turned) = (lines(rng), lines(rng), rng.below(2) == 0);
    let mut digits = [1, 2, 3, 4, 5, 6, 7, 8, 9];
    rng.shuffle(&mut digits);
    let values: Vec<u8> = (0..81)
        .map(|cell| {
            let (row, column) = if is_turned { (cell % 9, cell / 9) } else { (cell / 9, cell % 9) };
            match givens[9 * rows[row] + columns[column]] {
                0 => 0,
                given => digits[usize::from(given) - 1],
            }
        })
        .collect();
    board(&values)
}
