//! Compares the engine's outcomes, counts and solutions with those of a plain solver, on random
//! boards of every geometry.

use super::cpsat::CpSat;
use super::puzzle::{Layout, Puzzle, line};
use super::{geometry, grid};
use crate::room::{Opinions, Room};
use gridlore_core::{Budget, Rng};
use gridlore_sudoku::Outcome;
use gridlore_sudoku_geometry::{Grid, Solver, check};
use std::fmt::Write as _;

/// CP-SAT checks one in `CASE_INTERVAL` cases.
const CASE_INTERVAL: usize = 10;

/// The room for geometries.
pub(crate) struct Geometries {
    cpsat: CpSat,
}

/// A board, and the maximum number of solutions to count.
#[derive(Debug, Clone)]
pub(crate) struct Case {
    puzzle: Puzzle,
    limit: usize,
    is_for_cpsat: bool,
}

impl Room for Geometries {
    const NAME: &'static str = "sudoku/geometry";
    const ABOUT: &'static str =
        "boxes, jigsaws, latin squares, diagonals, windows, chess moves, cages: outcomes, counts, solutions";
    const SHORT: u64 = 400;

    type Case = Case;

    fn open() -> Self {
        Self { cpsat: CpSat::open() }
    }

    fn opinions(&self) -> Opinions {
        self.cpsat.opinions("a plain solver")
    }

    fn case(&mut self, rng: &mut Rng) -> Option<Case> {
        let mut puzzle = Puzzle::random_geometry(rng);
        let size = puzzle.givens.len();
        if let Some(solution) = puzzle.random_solution(rng) {
            if rng.below(3) == 0 {
                puzzle.add_cages(&solution, rng);
            }
            // Large boards need more givens to have few solutions.
            let min_givens = if puzzle.side > 6 { size / 4 } else { 0 };
            puzzle.give(&solution, min_givens + rng.below(size / 2 + 1), rng);
            if rng.below(3) == 0 {
                puzzle.make_unique(&solution)?;
            }
        }
        // This given may contradict the solution.
        if rng.below(4) == 0 {
            puzzle.givens[rng.below(size)] = u8::try_from(1 + rng.below(puzzle.side)).ok()?;
        }
        let limit = [1, 2, 3, 10, 100, 400][rng.below(6)];
        Some(Case { puzzle, limit, is_for_cpsat: rng.below(CASE_INTERVAL) == 0 })
    }

    fn difference(&mut self, case: &Case) -> Option<String> {
        let Case { puzzle, limit, .. } = case;
        let mut expected = puzzle.solutions((*limit).max(2))?;
        expected.sort_unstable();
        let mut text = String::new();
        if let Err(difference) = check_engine(puzzle, *limit, &expected) {
            let _ = writeln!(text, "{difference}");
        }
        let count = expected.len().min(*limit);
        if case.is_for_cpsat
            && let Some(found) = self.cpsat.count(puzzle, *limit).filter(|&found| found != count)
        {
            let _ = writeln!(text, "CP-SAT counts {found}, the plain solver {count}");
        }
        (!text.is_empty()).then_some(text)
    }

    fn smaller(&self, case: &Case) -> Vec<Case> {
        let mut puzzles = case.puzzle.smaller();
        // Standard boxes are simpler than irregular regions.
        if let (Layout::Regions(_), 4) = (&case.puzzle.layout, case.puzzle.side) {
            puzzles.push(Puzzle { layout: Layout::Boxes(2, 2), ..case.puzzle.clone() });
        }
        let fewer = [1, 2, case.limit / 2].into_iter().filter(|&fewer| fewer > 0 && fewer < case.limit);
        let fewer = fewer.map(|limit| Case { limit, ..case.clone() });
        fewer.chain(puzzles.into_iter().map(|puzzle| Case { puzzle, ..case.clone() })).collect()
    }

    fn print(&self, case: &Case) -> String {
        format!("{}\nup to {} solutions", case.puzzle.text(), case.limit)
    }
}

/// Checks the engine against the solutions, which are sorted and complete if there are fewer than
/// `limit`.
fn check_engine(puzzle: &Puzzle, limit: usize, solutions: &[Vec<u8>]) -> Result<(), String> {
    let geometry = geometry(puzzle)?;
    let board = grid(&geometry, &puzzle.givens);
    let mut solver = Solver::new(&geometry);
    let unlimited = &mut Budget::unlimited();
    // Clauses learned from other boards must not change a result.
    let _ = solver.outcome(&Grid::empty(&geometry), &mut Budget::nodes(20));
    for pass in 1..=2 {
        let count = solver
            .count_solutions_up_to(&board, limit as u64, unlimited)
            .map_err(|error| format!("{error:?}"))?;
        let expected = solutions.len().min(limit);
        if count != expected as u64 {
            return Err(format!("pass {pass}: {count} solutions, expected {expected}"));
        }
        let outcome = solver.outcome(&board, unlimited).map_err(|error| format!("{error:?}"))?;
        let (name, reported) = match &outcome {
            Outcome::None => ("none", vec![]),
            Outcome::Unique(one) => ("one", vec![one]),
            Outcome::Several((one, other)) => ("several", vec![one, other]),
        };
        let is_right = match reported.len() {
            0 => solutions.is_empty(),
            1 => solutions.len() == 1 && reported[0].values() == solutions[0],
            _ => solutions.len() > 1 && reported[0] != reported[1],
        };
        if !is_right {
            return Err(format!("pass {pass}: outcome {name}, expected {} solutions", solutions.len()));
        }
        if let Some(wrong) = reported.iter().find(|reported| !check::is_solution(&geometry, reported, &board))
        {
            return Err(format!("pass {pass}: the check rejects {}", line(wrong.values())));
        }
    }
    if let Some(refused) =
        solutions.iter().find(|solution| !check::is_solution(&geometry, &grid(&geometry, solution), &board))
    {
        return Err(format!("the check rejects the solution {}", line(refused)));
    }
    // Pauses before and between solutions must not lose any.
    let mut found = Vec::new();
    let mut iterator = solver.solutions(&board);
    let mut pauses = 0;
    while found.len() < limit {
        match iterator.next_solution(&mut Budget::nodes(3)) {
            Ok(Some(solution)) => found.push(solution.values().to_vec()),
            Ok(None) => break,
            Err(_) if pauses > 100_000 => return Err("too many pauses".to_owned()),
            Err(_) => pauses += 1,
        }
    }
    found.sort_unstable();
    let is_all = solutions.len() < limit;
    if found.windows(2).any(|pair| pair[0] == pair[1]) {
        return Err("the same solution twice".to_owned());
    }
    if found.len() != solutions.len().min(limit) || is_all && found != solutions {
        return Err(format!(
            "{} solutions with pauses, expected {}",
            found.len(),
            solutions.len().min(limit)
        ));
    }
    if solutions.is_empty()
        && check::contradiction(&geometry, &board).in_words(&geometry, &super::symbols(puzzle)).is_empty()
    {
        return Err("there is no solution, but no reason is given".to_owned());
    }
    Ok(())
}
