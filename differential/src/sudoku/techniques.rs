//! Checks every step that the human solvers find, on the path from random puzzles to their
//! solution, against all solutions of the board.
//!
//! A step is correct if no solution contradicts it. Techniques that assume a unique solution run on
//! puzzles that have one; on other puzzles they must find nothing.

use super::geometry as geometry_of;
use super::puzzle::{Puzzle, line};
use crate::room::{Opinions, Room};
use gridlore_core::Rng;
use gridlore_sudoku_human::explainer::{Explainer, Version};
use gridlore_sudoku_human::guide::{Guide, Leader, every_technique};
use gridlore_sudoku_human::{
    Assumption, Candidate, CellSet, Checked, Scope, Shape, State, Step, Technique, all_steps, checked,
    easy_placement, explanation, hodoku, next_placement, notation, solutions_up_to,
};
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// Boards with more solutions are skipped.
const MAX_SOLUTIONS: usize = 60;

/// Maximum number of steps of a guide, more than any puzzle needs.
const MAX_STEPS: usize = 400;

/// Number of techniques that search for all their steps in one state of a large board.
const TECHNIQUES: usize = 14;

/// Maximum number of hints of Sudoku Explainer per case.
const MAX_HINTS: usize = 40;

/// The room for techniques.
pub(crate) struct Techniques;

/// The solver of a case's puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Solver {
    /// Follows a guide; every state on its path is also searched for steps of other techniques.
    Guide(Leader),
    Explainer(Version),
    /// The explanation of the next digit, by the easiest techniques and by all.
    Explain,
}

/// A puzzle and its solver.
#[derive(Debug, Clone)]
pub(crate) struct Case {
    puzzle: Puzzle,
    solver: Solver,
    /// The seed for the choice of techniques that search for all their steps.
    seed: u64,
    /// Only this technique, if any.
    technique: Option<Technique>,
}

impl Room for Techniques {
    const NAME: &'static str = "sudoku/techniques";
    const ABOUT: &'static str = "every step of every technique and profile, checked against all solutions";
    const SHORT: u64 = 60;

    type Case = Case;

    fn open() -> Self {
        Self
    }

    fn opinions(&self) -> Opinions {
        Opinions { present: vec!["all solutions from a plain solver".to_owned()], absent: vec![] }
    }

    fn case(&mut self, rng: &mut Rng) -> Option<Case> {
        let is_standard = rng.below(2) == 0;
        let mut puzzle = if is_standard { Puzzle::with_boxes(3, 3) } else { Puzzle::random_geometry(rng) };
        let solution = puzzle.random_solution(rng)?;
        let size = puzzle.givens.len();
        if !is_standard && rng.below(4) == 0 {
            puzzle.add_cages(&solution, rng);
        }
        let min_givens = if puzzle.side > 6 { 22 * size / 81 } else { 0 };
        puzzle.give(&solution, min_givens + rng.below(size / 6 + 1), rng);
        if rng.below(4) > 0 {
            puzzle.make_unique(&solution)?;
            // Puzzles with a minimal set of givens are hard.
            if rng.below(4) == 0 {
                puzzle.make_minimal(rng);
            }
        }
        let solver = match rng.below(10) {
            0..4 => Solver::Guide(Leader::Hodoku),
            4..7 => Solver::Guide(Leader::Easiest),
            7 => Solver::Explainer([Version::Original, Version::Sukaku][rng.below(2)]),
            _ => Solver::Explain,
        };
        Some(Case { puzzle, solver, seed: rng.next_u64(), technique: None })
    }

    fn difference(&mut self, case: &Case) -> Option<String> {
        let solutions = case.puzzle.solutions(MAX_SOLUTIONS)?;
        if solutions.is_empty() || solutions.len() == MAX_SOLUTIONS {
            return None;
        }
        run(case, &solutions).err()
    }

    fn smaller(&self, case: &Case) -> Vec<Case> {
        let mut cases = Vec::new();
        if case.technique.is_none() && matches!(case.solver, Solver::Guide(_)) {
            cases.extend(
                Technique::ALL.iter().map(|&technique| Case { technique: Some(technique), ..case.clone() }),
            );
        }
        // Use fewer rules, or more givens on which all solutions agree: both reduce the number of
        // steps.
        let mut puzzles: Vec<Puzzle> = case.puzzle.smaller();
        puzzles.retain(|less| less.givens == case.puzzle.givens);
        if let Some(solutions) = case.puzzle.solutions(MAX_SOLUTIONS) {
            let is_common = |cell: &usize| solutions.iter().all(|of| of[*cell] == solutions[0][*cell]);
            let blank = (0..case.puzzle.givens.len()).filter(|&cell| case.puzzle.givens[cell] == 0);
            let common: Vec<usize> = blank.filter(is_common).collect();
            let mut size = common.len().div_ceil(2);
            while size > 0 {
                for part in common.chunks(size) {
                    let mut more = case.puzzle.clone();
                    part.iter().for_each(|&cell| more.givens[cell] = solutions[0][cell]);
                    puzzles.push(more);
                }
                size = if size == 1 { 0 } else { size.div_ceil(2) };
            }
        }
        cases.extend(puzzles.into_iter().map(|puzzle| Case { puzzle, ..case.clone() }));
        cases
    }

    fn print(&self, case: &Case) -> String {
        let technique = case.technique.map(|technique| format!(", {technique}")).unwrap_or_default();
        format!("{}\n{:?}{technique}", case.puzzle.text(), case.solver)
    }
}

/// Solves the puzzle; the error describes the wrong step.
fn run(case: &Case, solutions: &[Vec<u8>]) -> Result<(), String> {
    let geometry = geometry_of(&case.puzzle)?;
    let values: Vec<usize> = case.puzzle.givens.iter().map(|&given| usize::from(given)).collect();
    let Some(shape) = Shape::new(&geometry) else {
        return Err("the board is too small for a shape".to_owned());
    };
    let givens: CellSet = (0..values.len()).filter(|&cell| values[cell] > 0).collect();
    let mut state = State::new(&shape, &values, givens);
    state.set_unique(solutions.len() == 1);
    let check = Check { solutions, shape: &shape };
    check.state(&state)?;
    // A shape has no sums, so positions with cages may have more solutions there.
    if case.puzzle.cages.is_empty() {
        check.check_count(&state)?;
    }
    match case.solver {
        Solver::Guide(leader) => check_guide(case, leader, state, &check),
        Solver::Explainer(version) => match case.puzzle.is_standard() && solutions.len() == 1 {
            true => check_hints(&state, version, &check),
            false => Ok(()),
        },
        Solver::Explain => check_explanations(&state, &check),
    }
}

/// Checks the steps of a guide and, in each state, those of other techniques.
fn check_guide(case: &Case, leader: Leader, state: State<'_>, check: &Check<'_>) -> Result<(), String> {
    let mut rng = Rng::new(case.seed);
    let is_small = case.puzzle.side < 7;
    let mut guide = Guide::new(leader, state);
    for _ in 0..MAX_STEPS {
        let state = guide.state();
        let mut techniques: Vec<Technique> =
            every_technique().into_iter().filter(|&technique| is_small || !is_slow(technique)).collect();
        rng.shuffle(&mut techniques);
        techniques.truncate(if is_small { 40 } else { TECHNIQUES });
        if let Some(technique) = case.technique {
            techniques = vec![technique];
        }
        // Search large boards only occasionally.
        if is_small || case.technique.is_some() || rng.below(8) == 0 {
            for technique in techniques {
                for scope in [Scope::ALL, hodoku::SCOPE] {
                    for step in all_steps(state, technique, scope) {
                        check.step(state, &step, technique)?;
                    }
                }
            }
        }
        let Some(step) = guide.next_step() else { break };
        check.step(guide.state(), &step, step.technique)?;
        guide.apply(&step);
        check.state(guide.state())?;
    }
    if leader == Leader::Hodoku
        && case.puzzle.is_standard()
        && check.solutions.len() == 1
        && !guide.state().is_full()
    {
        return Err("the last resort leaves blank cells".to_owned());
    }
    Ok(())
}

/// Returns whether a technique can take seconds in one state of a large board.
fn is_slow(technique: Technique) -> bool {
    let name = technique.name();
    let is_large = ["Squirmbag", "Whale", "Leviathan"].iter().any(|size| name.contains(size));
    is_large
        || name.contains("Mutant")
        || name.contains("Net")
        || name.contains("Franken Jellyfish")
        || name.contains("Kraken")
}

/// Checks the hints of Sudoku Explainer.
fn check_hints(state: &State<'_>, version: Version, check: &Check<'_>) -> Result<(), String> {
    let mut explainer = Explainer::new(state, version);
    for _ in 0..MAX_HINTS {
        if explainer.is_done() {
            break;
        }
        let Some(hint) = explainer.next_hint() else { break };
        let placements: Vec<Candidate> = hint.placement.into_iter().collect();
        check.changes(&placements, &hint.removals).map_err(|wrong| format!("{}: {wrong}", hint.name))?;
        explainer.apply(&hint);
    }
    Ok(())
}

/// Checks explanations of the next digit, by the easiest techniques and by all that are needed.
fn check_explanations(state: &State<'_>, check: &Check<'_>) -> Result<(), String> {
    let mut now = state.clone();
    while let Some(steps) = easy_placement(&now) {
        for step in steps {
            check.step(&now, &step, step.technique).map_err(|wrong| format!("easy: {wrong}"))?;
            if explanation(&now, &step).is_empty() {
                return Err("a step without a reason".to_owned());
            }
            now.apply(&step);
        }
    }
    let mut state = state.clone();
    for _ in 0..8 {
        let Some(steps) = next_placement(&state) else { break };
        if steps.last().is_none_or(|step| step.placements.is_empty()) {
            return Err("an explanation that places no digit".to_owned());
        }
        for step in steps {
            check.step(&state, &step, step.technique)?;
            state.apply(&step);
            check.state(&state)?;
        }
    }
    Ok(())
}

/// All solutions, and the checks against them.
struct Check<'a> {
    solutions: &'a [Vec<u8>],
    shape: &'a Shape,
}

impl Check<'_> {
    /// Rejects a step that contradicts a solution or changes nothing.
    fn step(&self, state: &State<'_>, step: &Step, technique: Technique) -> Result<(), String> {
        let message = |wrong: String| {
            let values: Vec<u8> =
                (0..self.shape.size()).filter_map(|cell| u8::try_from(state.value(cell)).ok()).collect();
            let mut text = format!("{technique}: {wrong}\n{}", line(&values));
            let _ = write!(text, "\n{}", gridlore_sudoku_human::position::to_rows(state).trim_end());
            text
        };
        if technique.assumes(Assumption::OneSolution) && self.solutions.len() > 1 {
            return Err(message("assumes a unique solution, but the puzzle has several".to_owned()));
        }
        if step.technique != technique {
            return Err(message(format!("the step is one of {}", step.technique)));
        }
        self.changes(&step.placements, &step.eliminations).map_err(message)?;
        let lacks = |candidate: &&Candidate| !state.has(**candidate);
        if let Some(candidate) = step.placements.iter().chain(&step.eliminations).find(lacks) {
            return Err(message(format!("{} is not a candidate", self.name(*candidate))));
        }
        if step.is_idle() {
            return Err(message("the step changes nothing".to_owned()));
        }
        Ok(())
    }

    /// Rejects changes that contradict a solution.
    fn changes(&self, placements: &[Candidate], eliminations: &[Candidate]) -> Result<(), String> {
        let holds = |solution: &Vec<u8>, candidate: &Candidate| {
            usize::from(solution[candidate.cell()]) == candidate.digit()
        };
        for solution in self.solutions {
            if let Some(wrong) = placements.iter().find(|placed| !holds(solution, placed)) {
                return Err(format!(
                    "{} is placed, but not in the solution {}",
                    self.name(*wrong),
                    line(solution)
                ));
            }
            if let Some(wrong) = eliminations.iter().find(|gone| holds(solution, gone)) {
                return Err(format!(
                    "{} is removed, but in the solution {}",
                    self.name(*wrong),
                    line(solution)
                ));
            }
        }
        Ok(())
    }

    /// Rejects a state that has lost a solution or whose parts are inconsistent.
    fn state(&self, state: &State<'_>) -> Result<(), String> {
        for solution in self.solutions {
            for (cell, &digit) in solution.iter().enumerate() {
                let digit = usize::from(digit);
                let is_kept = match state.value(cell) {
                    0 => state.candidates(cell).contains(digit),
                    value => value == digit,
                };
                if !is_kept {
                    return Err(format!("{} is lost", self.name(Candidate::new(cell, digit))));
                }
            }
        }
        for cell in 0..self.shape.size() {
            let is_blank = state.value(cell) == 0;
            let digits: BTreeSet<usize> =
                state.digits().filter(|&digit| state.places(digit).contains(cell)).collect();
            let candidates: BTreeSet<usize> = state.candidates(cell).iter().collect();
            if digits != candidates
                || is_blank == candidates.is_empty()
                || is_blank != state.blanks().contains(cell)
            {
                return Err(format!("cell {cell}: the places and candidates are inconsistent"));
            }
        }
        if state.is_broken() { Err("a state with a solution is marked as broken".to_owned()) } else { Ok(()) }
    }

    /// Rejects a wrong number of solutions of the position.
    fn check_count(&self, state: &State<'_>) -> Result<(), String> {
        let mut found: Vec<Vec<usize>> = solutions_up_to(state, MAX_SOLUTIONS);
        let mut expected: Vec<Vec<usize>> = self
            .solutions
            .iter()
            .map(|solution| solution.iter().map(|&digit| usize::from(digit)).collect())
            .collect();
        found.sort_unstable();
        expected.sort_unstable();
        if found != expected {
            return Err(format!("the position has {} solutions, expected {}", found.len(), expected.len()));
        }
        let is_right = match checked(&mut state.clone()) {
            Checked::Sound(Some(solution)) => expected == [solution],
            Checked::Sound(None) => expected.len() > 1,
            Checked::Unsolvable | Checked::Wrong(_) => false,
        };
        if is_right { Ok(()) } else { Err("the verdict on the position is wrong".to_owned()) }
    }

    fn name(&self, candidate: Candidate) -> String {
        format!("{} in {}", candidate.digit(), notation::cells(self.shape, CellSet::only(candidate.cell())))
    }
}
