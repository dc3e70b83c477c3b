//! The guide: finds the next step of a position with the easiest technique that applies.

use super::board::{Board, Position};
use super::fact::Fact;
use super::memory::Memory;
use super::step::{Step, Technique};
use super::techniques::innies::{Remainder, innies, last_cell, remainders, short_facts};
use super::techniques::patterns::patterns;
use super::techniques::{chain, exact, house, pairs, set_chains, singles, subsets, sums, trial};
use crate::puzzle::Puzzle;
use gridlore_core::{Budget, BudgetSpent};

/// Maximum number of values that a technique tries in a first pass.
const WORK: u64 = 50_000;
/// Factor by which this limit is raised if no technique found a step.
const PATIENCE: u64 = 20;

/// Looks for a step with part of a budget. If that part is too small, no step is found.
fn within(
    most: u64,
    budget: &mut Budget,
    look: impl FnOnce(&mut Budget) -> Result<Option<Step>, BudgetSpent>,
) -> Result<Option<Step>, BudgetSpent> {
    let left = budget.left();
    let mut part = Budget::nodes(most.min(left));
    let found = look(&mut part);
    budget.spend_many(part.spent().min(most))?;
    if most < left { Ok(found.unwrap_or(None)) } else { found }
}

/// Solves a puzzle as people do, one explained step at a time.
#[derive(Debug, Clone)]
pub struct Explainer {
    board: Board,
    position: Position,
    remainders: Vec<Remainder>,
    /// The facts that are examined together with a house.
    houses: Vec<(usize, Vec<Fact>)>,
    memory: Memory,
    /// The hardest technique that steps may use.
    hardest: Technique,
}

impl Explainer {
    /// Starts from the givens and marks of a puzzle.
    #[must_use]
    pub fn new(puzzle: &Puzzle) -> Self {
        let mut board = Board::new(puzzle);
        let remainders = remainders(&board);
        board.add_facts(short_facts(&remainders));
        Self {
            position: board.position(),
            remainders,
            houses: house::houses(&board),
            board,
            memory: Memory::default(),
            hardest: Technique::LongContradiction,
        }
    }

    /// Places the digits that a player has entered, and restricts each cell in `candidates` to its
    /// set; bit i of a set is the i-th value.
    ///
    /// # Panics
    /// Panics if there is no such cell.
    #[must_use]
    pub fn at(mut self, digits: &[(usize, i32)], candidates: &[(usize, u32)]) -> Self {
        for (cell, set) in candidates {
            self.position.candidates[*cell] &= set;
        }
        for (cell, digit) in digits {
            self.position.place(&self.board, *cell, self.board.shape.set_of(*digit));
        }
        self
    }

    /// Sets whether steps may try a candidate and follow it to a contradiction when nothing else
    /// applies. By default, they may.
    #[must_use]
    pub const fn with_trial(mut self, is_allowed: bool) -> Self {
        self.hardest = if is_allowed { Technique::LongContradiction } else { Technique::SetChains };
        self
    }

    /// Allows only this technique and easier ones.
    #[must_use]
    pub const fn up_to(mut self, hardest: Technique) -> Self {
        self.hardest = hardest;
        self
    }

    /// Resets the puzzle to its givens. Results about it are kept, so the next steps are found
    /// sooner.
    #[must_use]
    pub fn restarted(mut self) -> Self {
        self.position = self.board.position();
        self
    }

    /// Returns the candidates of each cell and variable; bit i is the i-th value.
    #[must_use]
    pub fn candidates(&self) -> &[u32] {
        &self.position.candidates
    }

    /// Returns whether a cell has its digit, either given or placed by a step.
    ///
    /// # Panics
    /// Panics if there is no such cell.
    #[must_use]
    pub fn is_placed(&self, cell: usize) -> bool {
        self.position.is_placed[cell]
    }

    /// Returns whether each cell of the grid has its digit.
    #[must_use]
    pub fn is_solved(&self) -> bool {
        self.position.is_placed[..self.board.shape.cells()].iter().all(|is_placed| *is_placed)
    }

    /// Returns whether a cell has no candidates, which means that the puzzle has no solution.
    #[must_use]
    pub fn is_broken(&self) -> bool {
        self.position.is_broken()
    }

    /// Returns the next step, or `None` if the position is solved or broken, or if no technique
    /// applies. Each value that is tried in a constraint costs a node of the budget.
    ///
    /// # Errors
    /// Returns [`BudgetSpent`] if the budget runs out before a step is found.
    pub fn next_step(&mut self, budget: &mut Budget) -> Result<Option<Step>, BudgetSpent> {
        if self.is_solved() || self.is_broken() {
            return Ok(None);
        }
        if let Some(step) = self.reasoned(1, budget)? {
            return Ok(Some(step));
        }
        // Half of the rest is reserved for trials.
        let rest = if self.hardest >= Technique::Contradiction { budget.left() / 2 } else { budget.left() };
        if self.hardest >= Technique::SetChains
            && let Some(step) = within(rest, budget, |budget| self.reasoned(PATIENCE, budget))?
        {
            return Ok(Some(step));
        }
        if self.hardest >= Technique::Contradiction {
            trial::contradiction(&self.board, &self.position, budget)
        } else {
            Ok(None)
        }
    }

    /// Returns the easiest step that does not try a candidate. Each technique may do `effort` times
    /// the work of a first pass.
    fn reasoned(&mut self, effort: u64, budget: &mut Budget) -> Result<Option<Step>, BudgetSpent> {
        use Technique as T;
        let (board, position) = (&self.board, &self.position);
        let hardest = self.hardest;
        // The techniques that need no search, easiest first.
        let easy: [(Technique, &dyn Fn() -> Option<Step>); 9] = [
            (T::NakedSingle, &|| singles::single(board, position)),
            (T::PairOfCells, &|| pairs::pair(board, position)),
            (T::Thermometer, &|| pairs::thermometer(board, position)),
            (T::Combinations, &|| sums::combinations(board, position)),
            (T::SumBounds, &|| sums::bounds(board, position)),
            (T::LastCell, &|| last_cell(board, position, &self.remainders)),
            (T::LockedCandidate, &|| {
                sums::needed_digit(board, position).or_else(|| subsets::locked(board, position))
            }),
            (T::NakedPair, &|| subsets::naked(board, position, T::NakedPair, 2)),
            (T::HiddenPair, &|| subsets::hidden(board, position, T::HiddenPair, 2)),
        ];
        let first = |list: &[(Technique, &dyn Fn() -> Option<Step>)]| {
            list.iter().take_while(|(technique, _)| *technique <= hardest).find_map(|(_, step)| step())
        };
        if let Some(step) = first(&easy) {
            return Ok(Some(step));
        }
        if hardest >= T::Constraint
            && let Some(step) = within(effort * WORK, budget, |budget| {
                exact::one(board, position, effort, &mut self.memory, budget)
            })?
        {
            return Ok(Some(step));
        }
        let triples: [(Technique, &dyn Fn() -> Option<Step>); 2] = [
            (T::NakedTriple, &|| subsets::naked(board, position, T::NakedTriple, 3)),
            (T::HiddenTriple, &|| subsets::hidden(board, position, T::HiddenTriple, 3)),
        ];
        if let Some(step) = first(&triples) {
            return Ok(Some(step));
        }
        if hardest >= T::InniesAndOuties
            && let Some(step) =
                within(effort * WORK, budget, |budget| innies(board, position, &self.remainders, budget))?
        {
            return Ok(Some(step));
        }
        let large: [(Technique, &dyn Fn() -> Option<Step>); 3] = [
            (T::NakedQuad, &|| subsets::naked(board, position, T::NakedQuad, 4)),
            (T::XWing, &|| subsets::fish(board, position, T::XWing, 2)),
            (T::Swordfish, &|| subsets::fish(board, position, T::Swordfish, 3)),
        ];
        if let Some(step) = first(&large) {
            return Ok(Some(step));
        }
        if hardest >= T::TwoConstraints
            && let Some(step) = within(effort * WORK, budget, |budget| {
                exact::two(board, position, effort, &mut self.memory, budget)
            })?
        {
            return Ok(Some(step));
        }
        if hardest >= T::HouseWithConstraints
            && let Some(step) = within(effort * WORK, budget, |budget| {
                house::house(board, position, &self.houses, effort, &mut self.memory, budget)
            })?
        {
            return Ok(Some(step));
        }
        if hardest >= T::DigitPatterns
            && let Some(step) = within(effort * WORK, budget, |budget| patterns(board, position, budget))?
        {
            return Ok(Some(step));
        }
        if hardest >= T::Chain
            && let Some(step) = within(effort * WORK, budget, |budget| {
                chain::chain(board, position, hardest, effort, &mut self.memory, budget)
            })?
        {
            return Ok(Some(step));
        }
        if hardest >= T::SetChains
            && let Some(step) = within(2 * effort * WORK, budget, |budget| {
                set_chains::set_chains(board, position, &self.houses, effort, &mut self.memory, budget)
            })?
        {
            return Ok(Some(step));
        }
        Ok(None)
    }

    /// Applies a step. A placed digit is removed from the cells that see it.
    pub fn apply(&mut self, step: &Step) {
        if let Some((cell, value)) = step.placement {
            self.position.place(&self.board, cell, self.board.shape.set_of(value));
        }
        for (cell, set) in &step.removals {
            self.position.candidates[*cell] &= !set;
        }
    }
}
