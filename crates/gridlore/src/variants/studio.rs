//! Answers to the questions of a setter who is drawing a variant sudoku: how many solutions there
//! are, which digits each cell can hold, which clues conflict or are unnecessary, which givens make
//! the solution unique, and how hard the puzzle is.
//!
//! A puzzle is passed as text in any format that the kind `variant-sudoku` reads. Each function has
//! a node limit, and returns the findings up to that limit.

use super::Variant;
use crate::symbols::SymbolBoard;
use gridlore_core::{Budget, ParseError};
use gridlore_sudoku_variants::analysis::{self, Conflict, Necessity, TrueCandidates};
use gridlore_sudoku_variants::constraint::{Constraint, Mark};
use gridlore_sudoku_variants::explain::{self, Technique};
use gridlore_sudoku_variants::{Outcome, Puzzle, Shape, Solver};

/// The number of solutions of a puzzle, as far as it is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Solutions {
    /// No solution.
    None,
    /// One solution.
    Unique,
    /// At least two solutions.
    Several,
    /// The nodes did not suffice to decide.
    Unknown,
}

/// The result of [`verdict`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verdict {
    /// The number of solutions.
    pub solutions: Solutions,
    /// The only solution, or two different solutions: the signs of the cells, and a blank for
    /// absent cells.
    pub examples: Vec<String>,
    /// For each cell, the digits that it has in some solution; empty if there is no solution. If
    /// `is_whole` is false, the digits that are not excluded yet.
    pub candidates: Vec<String>,
    /// Whether every candidate was decided.
    pub is_whole: bool,
}

/// A clue in a result: its sentence and its cells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Named {
    /// The rule as a sentence.
    pub text: String,
    /// Its cells; empty for the whole board.
    pub cells: Vec<usize>,
}

/// The result of [`conflict`].
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Conflicting {
    /// Clues that together have no solution; empty if there is a solution or no conflict was found.
    pub clues: Vec<Named>,
    /// Whether no smaller subset of the clues conflicts.
    pub is_smallest: bool,
}

/// The result of [`unnecessary_clues`].
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Unnecessary {
    /// The clues that can each be removed without losing uniqueness, if all other clues remain.
    pub clues: Vec<Named>,
    /// The number of clues for which this could not be decided.
    pub undecided: usize,
}

fn opened(text: &str) -> Result<Variant, ParseError> {
    Variant::new(super::reading(text)?)
}

/// Returns a puzzle as a text block, with its title and its rules.
///
/// # Errors
/// Returns [`ParseError`] if `text` is not a puzzle.
///
/// ```
/// let block = gridlore::studio::block("size 4x4; cage 3: r1c1 r1c2")?;
/// assert!(block.starts_with("size 4x4\n") && block.contains("cage 3: r1c1 r1c2"));
/// # Ok::<(), gridlore::ParseError>(())
/// ```
pub fn block(text: &str) -> Result<String, ParseError> {
    super::description::block(&opened(text)?.description)
}

/// Returns a puzzle as a text block with its solution: the only one that the engine finds, or the
/// one in `text` if it satisfies every rule. Returns `None` if there is neither. A node is a guess.
///
/// # Errors
/// Returns [`ParseError`] if `text` is not a puzzle.
///
/// ```
/// let block = gridlore::studio::block_with_solution("size 4x4; 1234; 3412; 2143; ....", 1_000)?;
/// assert!(block.is_some_and(|block| block.contains("solution: 1234341221434321")));
/// assert_eq!(gridlore::studio::block_with_solution("size 4x4", 1_000)?, None);
/// # Ok::<(), gridlore::ParseError>(())
/// ```
pub fn block_with_solution(text: &str, nodes: u64) -> Result<Option<String>, ParseError> {
    let mut variant = opened(text)?;
    let stored = variant.reading.solution.take();
    let puzzle = &variant.reading.puzzle;
    let mut budget = Budget::nodes(nodes);
    let outcome = Solver::within(puzzle, nodes).map(|mut solver| solver.outcome(&mut budget));
    let solution = match outcome {
        Ok(Ok(Outcome::Unique(solution))) => Some(solution),
        Ok(Ok(Outcome::Impossible)) => None,
        _ => stored.filter(|stored| {
            let cells: Vec<usize> = puzzle.shape.present().collect();
            other_solution(puzzle, &cells, stored, &mut Budget::nodes(nodes)) == Some(None)
        }),
    };
    let Some(mut solution) = solution else { return Ok(None) };
    solution.truncate(puzzle.shape.cells());
    variant.reading.solution = Some(solution);
    // Every puzzle that can be read here can also be written.
    Ok(variant.reading.to_block().ok())
}

/// Returns how many solutions a puzzle has, and the true candidates of its cells. A node is a guess
/// or a candidate tried.
///
/// # Errors
/// Returns [`ParseError`] if `text` is not a puzzle.
///
/// ```
/// use gridlore::studio::{Solutions, verdict};
///
/// let verdict = verdict("size 4x4; thermometer: r1c1 r1c2 r1c3 r1c4", 10_000)?;
/// assert_eq!(verdict.solutions, Solutions::Several);
/// assert_eq!(&verdict.candidates[..4], ["1", "2", "3", "4"]);
/// # Ok::<(), gridlore::ParseError>(())
/// ```
pub fn verdict(text: &str, nodes: u64) -> Result<Verdict, ParseError> {
    let variant = opened(text)?;
    let puzzle = &variant.reading.puzzle;
    let mut budget = Budget::nodes(nodes);
    let outcome = Solver::within(puzzle, nodes).map(|mut solver| solver.outcome(&mut budget));
    let (solutions, examples): (Solutions, Vec<Vec<i32>>) = match outcome {
        Ok(Ok(Outcome::Impossible)) => (Solutions::None, Vec::new()),
        Ok(Ok(Outcome::Unique(solution))) => (Solutions::Unique, vec![solution]),
        Ok(Ok(Outcome::Several(two))) => (Solutions::Several, two.to_vec()),
        Ok(Err(_)) | Err(_) => (Solutions::Unknown, Vec::new()),
    };
    let signs = |set: u32| variant.signs.iter().enumerate().filter(move |(bit, _)| set >> bit & 1 == 1);
    let cells = 0..puzzle.shape.cells();
    let (candidates, is_whole) = match (solutions, &examples[..]) {
        (Solutions::None, _) => (vec![String::new(); cells.len()], true),
        (Solutions::Unique, [solution]) => {
            let sign = |cell: usize| {
                if puzzle.shape.is_absent(cell) {
                    String::new()
                } else {
                    variant.sign(solution[cell]).to_string()
                }
            };
            (cells.map(sign).collect(), true)
        }
        _ => true_candidates(&variant, nodes, signs),
    };
    let texts = examples.iter().map(|solution| variant.line_of(solution)).collect();
    Ok(Verdict { solutions, examples: texts, candidates, is_whole })
}

/// Returns the true candidates of each cell, and whether all of them were decided.
fn true_candidates<'a, I: Iterator<Item = (usize, &'a char)>>(
    variant: &'a Variant,
    nodes: u64,
    signs: impl Fn(u32) -> I,
) -> (Vec<String>, bool) {
    let puzzle = &variant.reading.puzzle;
    let cells = puzzle.shape.cells();
    let Ok(mut search) = TrueCandidates::new(puzzle, None, 1) else {
        return (vec![String::new(); cells], false);
    };
    let is_whole = search.run(&mut Budget::nodes(nodes)).is_ok();
    let text = |cell: usize| {
        let set = if is_whole {
            search.known_true(cell)
        } else {
            u32::try_from(variant.allowed[cell]).unwrap_or(u32::MAX)
        };
        if puzzle.shape.is_absent(cell) { String::new() } else { signs(set).map(|(_, sign)| *sign).collect() }
    };
    ((0..cells).map(text).collect(), is_whole)
}

impl Variant {
    /// Returns the signs of a solution, with a blank for absent cells.
    fn line_of(&self, solution: &[i32]) -> String {
        let cells = 0..self.shape().cells();
        cells.map(|cell| if self.shape().is_absent(cell) { ' ' } else { self.sign(solution[cell]) }).collect()
    }

    fn named(&self, index: usize) -> Named {
        let constraint = &self.reading.puzzle.constraints[index];
        let is_global = matches!(constraint, Constraint::Global(_) | Constraint::FullRank(_));
        let mut cells = if is_global { Vec::new() } else { constraint.cells(self.shape()) };
        cells.retain(|cell| *cell < self.shape().cells());
        Named { text: constraint.sentence(self.shape()), cells }
    }
}

/// Returns clues that together have no solution, as few as can be found with the given nodes. A
/// node is a guess.
///
/// # Errors
/// Returns [`ParseError`] if `text` is not a puzzle.
///
/// ```
/// let found = gridlore::studio::conflict("size 4x4; cage 3: r1c1 r1c2; thermometer: r1c3 r1c1", 10_000)?;
/// assert_eq!((found.clues.len(), found.is_smallest), (2, true));
/// # Ok::<(), gridlore::ParseError>(())
/// ```
pub fn conflict(text: &str, nodes: u64) -> Result<Conflicting, ParseError> {
    let variant = opened(text)?;
    let found = analysis::conflict(&variant.reading.puzzle, &mut Budget::nodes(nodes), &mut |_, _| true);
    Ok(match found {
        Ok(Conflict::Found { clues, proof, .. }) => Conflicting {
            clues: clues.into_iter().map(|index| variant.named(index)).collect(),
            is_smallest: proof == analysis::Proof::Smallest,
        },
        _ => Conflicting::default(),
    })
}

/// Returns the clues that can each be removed, one at a time, without losing uniqueness. A node is
/// a guess.
///
/// # Errors
/// Returns [`ParseError`] if `text` is not a puzzle.
///
/// ```
/// let block = "size 4x4; 1234; 3412; 2143; 4321; odd: r1c1";
/// let found = gridlore::studio::unnecessary_clues(block, 100_000)?;
/// assert_eq!((found.clues.len(), found.undecided), (17, 0));
/// # Ok::<(), gridlore::ParseError>(())
/// ```
pub fn unnecessary_clues(text: &str, nodes: u64) -> Result<Unnecessary, ParseError> {
    let variant = opened(text)?;
    let puzzle = &variant.reading.puzzle;
    let mut budget = Budget::nodes(nodes);
    let outcome = Solver::within(puzzle, nodes).map(|mut solver| solver.outcome(&mut budget));
    let Ok(Ok(Outcome::Unique(solution))) = outcome else { return Ok(Unnecessary::default()) };
    let indices = analysis::clues(puzzle);
    let found = analysis::necessary_clues(puzzle, &solution, &indices, &mut budget, &mut |_| true);
    let found = found.unwrap_or_default();
    let unnecessary = found.iter().filter(|clue| clue.necessity == Necessity::Unnecessary);
    Ok(Unnecessary {
        clues: unnecessary.map(|clue| variant.named(clue.index)).collect(),
        undecided: found.iter().filter(|clue| clue.necessity == Necessity::Undecided).count(),
    })
}

/// Returns givens from a solution, as cells and signs, that together make it the only solution.
/// They are added one at a time where two solutions differ; then unnecessary givens are removed.
/// `solution` contains the signs of the cells, as in [`Verdict::examples`].
///
/// Each of `groups` lists cells that are all given or all not given, such as the images of a cell
/// under a symmetry; a cell in no group forms its own group. A group that contains a given of the
/// puzzle is completed.
///
/// Returns `None` if the nodes do not suffice or the puzzle does not have this solution.
///
/// # Errors
/// Returns [`ParseError`] if `text` is not a puzzle.
///
/// ```
/// let givens = gridlore::studio::unique_givens("size 4x4", "1234341221434321", &[], 100_000)?;
/// assert!(givens.is_some_and(|givens| (4..=6).contains(&givens.len())));
/// // A half turn maps cell 0 to cell 15.
/// let groups: Vec<Vec<usize>> = (0..8).map(|cell| vec![cell, 15 - cell]).collect();
/// let givens = gridlore::studio::unique_givens("size 4x4", "1234341221434321", &groups, 100_000)?;
/// let cells: Vec<usize> = givens.unwrap().into_iter().map(|(cell, _)| cell).collect();
/// assert!(cells.iter().all(|cell| cells.contains(&(15 - cell))));
/// # Ok::<(), gridlore::ParseError>(())
/// ```
pub fn unique_givens(
    text: &str,
    solution: &str,
    groups: &[Vec<usize>],
    nodes: u64,
) -> Result<Option<Vec<(usize, char)>>, ParseError> {
    let variant = opened(text)?;
    let (shape, puzzle) = (variant.shape(), &variant.reading.puzzle);
    let wanted: Option<Vec<i32>> = solution
        .chars()
        .map(|sign| match sign {
            ' ' => Some(shape.lowest),
            sign => variant.value(variant.symbol(sign)?),
        })
        .collect();
    let Some(wanted) = wanted.filter(|wanted| wanted.len() == shape.cells()) else { return Ok(None) };
    let groups = Groups::new(shape, groups);
    let given: Vec<usize> = puzzle
        .constraints
        .iter()
        .filter_map(|constraint| match constraint {
            Constraint::Cell(Mark::Given(_), cell) => Some(*cell),
            _ => None,
        })
        .collect();
    let begun = groups.of_cells(&given);
    let mut chosen = begun.clone();
    let mut budget = Budget::nodes(nodes);
    loop {
        match other_solution(puzzle, &groups.cells_of(&chosen), &wanted, &mut budget) {
            Some(Some(other)) => {
                // Of the cells that differ, choose the middle one, so that the givens are spread
                // over the board.
                let cells: Vec<usize> =
                    shape.present().filter(|cell| other[*cell] != wanted[*cell]).collect();
                let Some(cell) = cells.get(cells.len() / 2) else { return Ok(None) };
                chosen.push(groups.of[*cell]);
            }
            Some(None) => break,
            None => return Ok(None),
        }
    }
    for group in chosen.clone() {
        let without: Vec<usize> = chosen.iter().copied().filter(|other| *other != group).collect();
        let is_needed = begun.contains(&group)
            || other_solution(puzzle, &groups.cells_of(&without), &wanted, &mut budget) != Some(None);
        if !is_needed {
            chosen = without;
        }
    }
    let mut cells = groups.cells_of(&chosen);
    cells.retain(|cell| !given.contains(cell));
    cells.sort_unstable();
    Ok(Some(cells.into_iter().map(|cell| (cell, variant.sign(wanted[cell]))).collect()))
}

/// Groups of cells that are all given or all not given; every present cell is in exactly one group.
struct Groups {
    /// The cells of each group.
    all: Vec<Vec<usize>>,
    /// The group of each cell.
    of: Vec<usize>,
}

impl Groups {
    fn new(shape: &Shape, groups: &[Vec<usize>]) -> Self {
        let none = usize::MAX;
        let mut found = Self { all: Vec::new(), of: vec![none; shape.cells()] };
        let alone = (0..shape.cells()).map(|cell| vec![cell]);
        for group in groups.iter().cloned().chain(alone) {
            let is_free = |cell: &usize| found.of.get(*cell) == Some(&none) && !shape.is_absent(*cell);
            let mut cells: Vec<usize> = group.into_iter().filter(is_free).collect();
            cells.sort_unstable();
            cells.dedup();
            for cell in &cells {
                found.of[*cell] = found.all.len();
            }
            if !cells.is_empty() {
                found.all.push(cells);
            }
        }
        found
    }

    /// Returns the groups of these cells, without duplicates.
    fn of_cells(&self, cells: &[usize]) -> Vec<usize> {
        let mut groups: Vec<usize> = cells.iter().map(|cell| self.of[*cell]).collect();
        groups.sort_unstable();
        groups.dedup();
        groups
    }

    fn cells_of(&self, groups: &[usize]) -> Vec<usize> {
        groups.iter().flat_map(|group| self.all[*group].iter().copied()).collect()
    }
}

/// The difficulty of a puzzle for a person who always takes the easiest step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difficulty {
    /// The name of the level, such as `Hard`.
    pub level: &'static str,
    /// The rating with one decimal, such as `2.4`.
    pub rating: String,
    /// The techniques used, hardest first, with the number of steps of each.
    pub techniques: Vec<(&'static str, usize)>,
    /// Whether the steps lead to the solution.
    pub is_solved: bool,
}

/// Returns the difficulty of a puzzle according to the steps that explain it; `None` if the nodes
/// do not suffice. A node is a value tried in a constraint.
///
/// # Errors
/// Returns [`ParseError`] if `text` is not a puzzle.
///
/// ```
/// let block = "size 4x4; 1234; 3412; 2143; ....; odd: r4c4";
/// let difficulty = gridlore::studio::difficulty(block, 100_000)?.expect("enough nodes");
/// assert_eq!((difficulty.level, difficulty.is_solved), ("Easy", true));
/// # Ok::<(), gridlore::ParseError>(())
/// ```
pub fn difficulty(text: &str, nodes: u64) -> Result<Option<Difficulty>, ParseError> {
    let variant = opened(text)?;
    let rating = explain::rate(&variant.reading.puzzle, Technique::ForcingChains, &mut Budget::nodes(nodes));
    Ok(rating.ok().map(|rating| Difficulty {
        level: rating.level().name(),
        rating: rating.to_string(),
        techniques: rating.used().map(|(technique, count)| (technique.name(), count)).collect(),
        is_solved: rating.is_solved,
    }))
}

/// Returns a solution that contains these digits of the wanted solution but differs from it:
/// `Some(None)` if there is none, and `None` if this is unknown or the wanted solution is not a
/// solution.
fn other_solution(
    puzzle: &Puzzle,
    cells: &[usize],
    wanted: &[i32],
    budget: &mut Budget,
) -> Option<Option<Vec<i32>>> {
    let mut puzzle = puzzle.clone();
    let given = |cell: &usize| Constraint::Cell(Mark::Given(wanted[*cell]), *cell);
    puzzle.constraints.extend(cells.iter().map(given));
    let is_wanted = |found: &[i32]| puzzle.shape.present().all(|cell| found[cell] == wanted[cell]);
    match Solver::within(&puzzle, budget.left()).ok()?.outcome(budget).ok()? {
        Outcome::Impossible => None,
        Outcome::Unique(found) => is_wanted(&found).then_some(None),
        Outcome::Several(two) => {
            let [one, other] = *two;
            Some(Some(if is_wanted(&one) { other } else { one }))
        }
    }
}
