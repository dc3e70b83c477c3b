//! Generates minimal puzzles by seed, in batches. Each starts with a random full grid, from which
//! givens are removed in random order, each tried once.
//!
//! Many puzzles are generated in parallel: each submits the board whose outcome it needs next, and
//! the engine of lanes solves all of these boards at once. Most checks need no solver: a given that
//! is the last candidate of its cell or has the last place of its digit can be removed, and a given
//! that is the only one in an unavoidable set must stay. About thirty boards per puzzle are left
//! for the solver.
//!
//! ```text
//!   grid      random boxes on the diagonal; then random candidates in random cells that leave a solution, until it is unique
//!   removal   cells in random order, symmetric cells together
//!   or walk   for a controlled bias: random givens are removed one by one; the walk starts again unless its last unique puzzle
//!             is minimal
//! ```
//!
//! The same seed always gives the same puzzle, whatever else is generated with it;
//! `tests/data/minimal.txt` records the results. Puzzles with few givens are overrepresented
//! compared with all minimal puzzles. [`Recipe::clues`] selects puzzles but does not steer the
//! search.
//!
//! # Source
//! Top-down generation is known from tdoku and suexg, and unavoidable sets from Gary McGuire's
//! checker (2012). New here: solving boards for many puzzles at once.

use crate::masks::{ALL_CELLS, CellMask, HOUSES, PEERS, indices};
use crate::{Board, Cell, Engine, outcomes};
use gridlore_core::{Digit, Rng};
use gridlore_sudoku_geometry::{Bias, Outcome, Pattern, Recipe};
use std::ops::RangeInclusive;

/// Generates the minimal puzzles of these seeds, and passes them to `done` in the order of the
/// seeds, each as soon as it and all earlier puzzles are ready. Stops when `done` returns `false`.
///
/// # Panics
/// Panics if this machine cannot run `engine`; see [`Engine::all`]. The puzzles do not depend on
/// the engine.
///
/// # Cost
/// About forty microseconds per puzzle. If only one puzzle in n has the requested number of givens
/// or pattern, it takes n times as long.
pub fn minimal_puzzles(
    recipe: &Recipe,
    seeds: impl IntoIterator<Item = u64>,
    engine: Engine,
    mut done: impl FnMut(Board) -> bool,
) {
    const AT_ONCE: usize = 256;
    let plan = Plan::new(recipe);
    let mut seeds = seeds.into_iter();
    let mut unready = 0;
    // The puzzles in progress, in the order of the seeds. Finished puzzles leave at the front.
    let mut making: std::collections::VecDeque<Result<Board, Box<Making>>> =
        std::collections::VecDeque::new();
    loop {
        while unready < AT_ONCE
            && making.len() < 8 * AT_ONCE
            && let Some(seed) = seeds.next()
        {
            making.push_back(Err(Box::new(Making::new(seed))));
            unready += 1;
        }
        if making.is_empty() {
            return;
        }
        let asking: Vec<usize> = (0..making.len()).filter(|&place| making[place].is_err()).collect();
        let boards: Vec<Board> = asking
            .iter()
            .filter_map(|&place| making[place].as_ref().err().map(|making| making.question()))
            .collect();
        for (place, outcome) in asking.into_iter().zip(outcomes(&boards, engine)) {
            if let Err(one) = &mut making[place]
                && let Some(puzzle) = one.advance(&plan, &outcome)
            {
                making[place] = Ok(puzzle);
                unready -= 1;
            }
        }
        while let Some(Ok(puzzle)) = making.front() {
            if !done(*puzzle) {
                return;
            }
            making.pop_front();
        }
    }
}

/// Returns the minimal puzzle of this seed.
#[must_use]
pub fn minimal(recipe: &Recipe, seed: u64) -> Board {
    let mut puzzle = Board::EMPTY;
    minimal_puzzles(recipe, [seed], Engine::fastest(), |found| {
        puzzle = found;
        true
    });
    puzzle
}

/// The number that identifies this method among the families of random numbers.
const FAMILY: u64 = 2 << 40;

/// Walks per grid: few enough that a grid hardly ever produces two puzzles.
const WALKS: u32 = 1_000;
/// Maximum number of givens of puzzles from walks. Reportedly, one puzzle in 10,000 has 31 givens,
/// and each additional given makes puzzles about thirty times as rare.
const MAX_GIVENS_ON_WALKS: usize = 32;

/// Returns how many minimal puzzles are represented by a puzzle with this number of givens that was
/// generated with [`Bias::Controlled`], relative to a puzzle with 25 givens.
///
/// A walk removes the givens of a grid in random order, with all orders equally likely, and ends
/// before the solution would stop being unique. It ends at a particular minimal puzzle with n
/// givens if these are the last n givens in the order, with probability 1 / C(81, n). All puzzles
/// with n givens are therefore equally likely, and each represents C(81, n) of them.
///
/// # Source
/// Denis Berthier, *Unbiased statistics of a CSP: a controlled-bias generator*, 2009.
#[must_use]
pub fn weight(givens: usize) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "at most 81")]
    let ways = |givens: usize| {
        (0..givens.min(81)).map(|place| (81 - place) as f64 / (place + 1) as f64).product::<f64>()
    };
    ways(givens) / ways(25)
}

/// A recipe in the form used by the generator.
struct Plan {
    clues: RangeInclusive<usize>,
    /// The sets of cells that are removed together.
    orbits: Vec<CellMask>,
    /// Whether each cell is alone in its orbit.
    is_free: bool,
    bias: Bias,
    /// Minimum number of givens to leave.
    min_givens: u32,
    is_minimal: bool,
}

impl Plan {
    fn new(recipe: &Recipe) -> Self {
        let orbit = |cell| recipe.pattern.orbit(9, cell).into_iter().fold(0, |orbit, cell| orbit | 1 << cell);
        let mut orbits: Vec<CellMask> = (0..81).map(orbit).collect();
        orbits.sort_unstable();
        orbits.dedup();
        let start = u32::try_from(*recipe.clues.start()).unwrap_or(u32::MAX);
        Self {
            clues: recipe.clues.clone(),
            orbits,
            is_free: recipe.pattern == Pattern::None,
            bias: recipe.bias,
            min_givens: if recipe.is_minimal { 0 } else { start },
            is_minimal: recipe.is_minimal,
        }
    }
}

/// A puzzle in progress.
struct Making {
    rng: Rng,
    /// The cells of each digit in the part of the grid that is filled.
    digits: [CellMask; 9],
    step: Step,
    walks: Walks,
}

/// The state of walks from a grid, for controlled bias. Each walk removes one given after the
/// other.
#[derive(Default)]
struct Walks {
    /// The unavoidable sets of the grid.
    unavoidable: Vec<CellMask>,
    /// The cells in an order whose beginning is drawn again for each walk.
    cells: Vec<usize>,
    /// Number of walks that remain for this grid.
    left: u32,
}

/// The question whose answer a puzzle is waiting for.
enum Step {
    /// Whether the grid has a solution with this digit in this cell. Digits known to be wrong are
    /// not tried again.
    Grid { cell: usize, digit: usize, wrong: [CellMask; 9] },
    /// Whether the givens of this orbit can be removed.
    Thin { givens: CellMask, orbit: CellMask, order: Vec<CellMask>, unavoidable: Vec<CellMask> },
    /// Whether a walk can continue from `givens`, which have one solution, to `next`. `givens` is
    /// empty at the start.
    Walk { givens: CellMask, next: CellMask },
    /// Whether the given of this cell is needed.
    Strict { givens: CellMask, cell: usize },
}

impl Making {
    fn new(seed: u64) -> Self {
        let mut making = Self {
            rng: Rng::from_family(seed, FAMILY),
            digits: [0; 9],
            step: Step::Strict { givens: 0, cell: 0 },
            walks: Walks::default(),
        };
        making.begin();
        making
    }

    /// Starts a new grid by filling the boxes on the diagonal.
    fn begin(&mut self) {
        self.digits = [0; 9];
        for corner in [0, 30, 60] {
            let mut digits = [0, 1, 2, 3, 4, 5, 6, 7, 8];
            self.rng.shuffle(&mut digits);
            for (place, digit) in digits.into_iter().enumerate() {
                self.digits[digit] |= 1 << (corner + 9 * (place / 3) + place % 3);
            }
        }
        self.next_digit([0; 9]);
    }

    /// Chooses a blank cell and a candidate to check. A cell with one candidate is filled
    /// immediately.
    fn next_digit(&mut self, wrong: [CellMask; 9]) {
        loop {
            let cell = self.rng.below(81);
            let bit = 1 << cell;
            if self.digits.iter().any(|cells| cells & bit != 0) {
                continue;
            }
            let mut candidates = [0; 9];
            let mut count = 0;
            for (digit, wrong) in wrong.iter().enumerate() {
                if self.digits[digit] & PEERS[cell] | wrong & bit == 0 {
                    candidates[count] = digit;
                    count += 1;
                }
            }
            let digit = candidates[self.rng.below(count)];
            if count == 1 {
                self.digits[digit] |= bit;
            } else {
                self.step = Step::Grid { cell, digit, wrong };
                return;
            }
        }
    }

    /// Returns the board to solve next.
    fn question(&self) -> Board {
        match &self.step {
            Step::Grid { cell, digit, .. } => {
                let mut board = self.board(ALL_CELLS);
                board.set(cell_at(*cell), digit_at(*digit));
                board
            }
            Step::Thin { givens, orbit, .. } => self.board(givens & !orbit),
            Step::Walk { next, .. } => self.board(*next),
            Step::Strict { givens, cell } => self.board(givens & !(1 << cell)),
        }
    }

    /// Returns the board with the grid's digits in these cells.
    fn board(&self, cells: CellMask) -> Board {
        let mut values = [0; 81];
        for (digit, of) in (1..).zip(&self.digits) {
            for cell in indices(of & cells) {
                values[cell] = digit;
            }
        }
        Board::from_values(values)
    }

    /// Continues with the outcome of the question until the next question arises or the puzzle is
    /// finished.
    fn advance(&mut self, plan: &Plan, outcome: &Outcome<Board, ()>) -> Option<Board> {
        match &mut self.step {
            Step::Grid { cell, digit, wrong } => {
                let (cell, digit, mut wrong) = (*cell, *digit, *wrong);
                match outcome {
                    Outcome::None => wrong[digit] |= 1 << cell,
                    Outcome::Several(()) => self.digits[digit] |= 1 << cell,
                    Outcome::Unique(grid) => {
                        self.digits = [0; 9];
                        for (cell, digit) in grid.filled() {
                            self.digits[usize::from(digit.value()) - 1] |= 1 << cell.index();
                        }
                        let unavoidable = unavoidable(grid);
                        if plan.bias == Bias::Controlled {
                            self.walks = Walks { unavoidable, cells: (0..81).collect(), left: WALKS };
                            self.start_walk(plan);
                            return None;
                        }
                        let mut order = plan.orbits.clone();
                        self.rng.shuffle(&mut order);
                        return self.thin_out(plan, ALL_CELLS, order, unavoidable);
                    }
                }
                self.next_digit(wrong);
                None
            }
            Step::Thin { givens, orbit, order, unavoidable } => {
                let givens = if matches!(outcome, Outcome::Unique(_)) { *givens & !*orbit } else { *givens };
                let (order, unavoidable) = (std::mem::take(order), std::mem::take(unavoidable));
                self.thin_out(plan, givens, order, unavoidable)
            }
            Step::Walk { givens, next } => {
                let (givens, next) = (*givens, *next);
                if matches!(outcome, Outcome::Unique(_)) {
                    return self.continue_walk(plan, next);
                }
                self.end_walk(plan, givens)
            }
            Step::Strict { givens, cell } => {
                let (givens, next) = (*givens, *cell + 1);
                if matches!(outcome, Outcome::Unique(_)) {
                    match plan.bias {
                        Bias::TopDown => self.begin(),
                        Bias::Controlled => self.start_walk(plan),
                    }
                    return None;
                }
                self.check_each(givens, next)
            }
        }
    }

    /// Removes givens until one of them requires the solver.
    fn thin_out(
        &mut self,
        plan: &Plan,
        mut givens: CellMask,
        mut order: Vec<CellMask>,
        unavoidable: Vec<CellMask>,
    ) -> Option<Board> {
        while let Some(orbit) = order.pop() {
            let rest = givens & !orbit;
            if rest.count_ones() < plan.min_givens || unavoidable.iter().any(|set| set & rest == 0) {
                continue;
            }
            if orbit.is_power_of_two() && self.is_single(rest, orbit.trailing_zeros() as usize) {
                givens = rest;
                continue;
            }
            self.step = Step::Thin { givens, orbit, order, unavoidable };
            return None;
        }
        let count = givens.count_ones() as usize;
        if !plan.clues.contains(&count) {
            self.begin();
            return None;
        }
        if plan.is_free || !plan.is_minimal {
            return Some(self.board(givens));
        }
        self.check_each(givens, 0)
    }

    /// Starts a walk with the maximum number of givens wanted, on a new grid after [`WALKS`] walks.
    fn start_walk(&mut self, plan: &Plan) {
        let start = MAX_GIVENS_ON_WALKS.min(*plan.clues.end());
        while self.walks.left > 0 {
            self.walks.left -= 1;
            let mut next = 0;
            for place in 0..start {
                self.walks.cells.swap(place, place + self.rng.below(81 - place));
                next |= 1 << self.walks.cells[place];
            }
            if !self.leaves_open(next) {
                self.step = Step::Walk { givens: 0, next };
                return;
            }
        }
        self.begin();
    }

    /// Removes a random given from a puzzle with one solution.
    fn continue_walk(&mut self, plan: &Plan, givens: CellMask) -> Option<Board> {
        let gone = indices(givens).nth(self.rng.below(givens.count_ones() as usize));
        let next = givens & !(1 << gone.unwrap_or_default());
        if self.leaves_open(next) {
            return self.end_walk(plan, givens);
        }
        self.step = Step::Walk { givens, next };
        None
    }

    /// Ends a walk at the last givens with one solution, if any. These givens are a puzzle if they
    /// are minimal.
    fn end_walk(&mut self, plan: &Plan, givens: CellMask) -> Option<Board> {
        let is_spare = |cell: usize| self.is_single(givens & !(1 << cell), cell);
        let is_wanted = givens != 0 && plan.clues.contains(&(givens.count_ones() as usize));
        if !is_wanted || indices(givens).any(is_spare) {
            self.start_walk(plan);
            return None;
        }
        self.check_each(givens, 0)
    }

    /// Returns whether any unavoidable set has no given.
    fn leaves_open(&self, givens: CellMask) -> bool {
        self.walks.unavoidable.iter().any(|set| set & givens == 0)
    }

    /// Checks the next given, from this cell on. If there is none, the puzzle is minimal.
    fn check_each(&mut self, givens: CellMask, from: usize) -> Option<Board> {
        let later = givens & !((1 << from) - 1);
        if later == 0 {
            return Some(self.board(givens));
        }
        self.step = Step::Strict { givens, cell: later.trailing_zeros() as usize };
        None
    }

    /// Returns whether the digit of the cell would be a naked or hidden single without its given.
    fn is_single(&self, givens: CellMask, cell: usize) -> bool {
        let bit = 1 << cell;
        let own = self.digits.iter().position(|cells| cells & bit != 0).unwrap_or_default();
        let is_seen = |digit: usize| self.digits[digit] & givens & PEERS[cell] != 0;
        if (0..9).all(|digit| digit == own || is_seen(digit)) {
            return true;
        }
        let closed = indices(self.digits[own] & givens).fold(givens, |closed, of| closed | PEERS[of]);
        HOUSES[cell].iter().any(|house| house & !closed == bit)
    }
}

fn cell_at(index: usize) -> Cell {
    Cell::new(index).expect("indices are below 81")
}

/// Returns the digit for a number counted from 0.
fn digit_at(number: usize) -> Option<Digit> {
    u8::try_from(number + 1).ok().and_then(Digit::new)
}

/// Returns unavoidable sets: their digits can be swapped, so a puzzle with one solution must have a
/// given in each of them. The sets come from minimal swaps between two rows of a band, two columns
/// of a stack, or two digits.
fn unavoidable(grid: &Board) -> Vec<CellMask> {
    let value = |cell: usize| usize::from(grid.values()[cell]);
    let mut sets = Vec::with_capacity(128);
    // Cycles of two lines lead from a cell of the first line to its neighbour in the second, then
    // to the cell of the first line with that digit.
    let mut add_swaps = |one: [usize; 9], other: [usize; 9]| {
        let mut places = [0; 10];
        one.iter().enumerate().for_each(|(place, &cell)| places[value(cell)] = place);
        let mut seen = 0_u32;
        for start in 0..9 {
            let (mut set, mut place) = (0, start);
            while seen >> place & 1 == 0 {
                seen |= 1 << place;
                set |= 1 << one[place] | 1 << other[place];
                place = places[value(other[place])];
            }
            if set != 0 {
                sets.push(set);
            }
        }
    };
    for line in (0..9).step_by(3) {
        for (one, other) in [(line, line + 1), (line, line + 2), (line + 1, line + 2)] {
            add_swaps(
                std::array::from_fn(|place| 9 * one + place),
                std::array::from_fn(|place| 9 * other + place),
            );
            add_swaps(
                std::array::from_fn(|place| 9 * place + one),
                std::array::from_fn(|place| 9 * place + other),
            );
        }
    }
    let mut digits = [0; 10];
    (0..81).for_each(|cell| digits[value(cell)] |= 1 << cell);
    for one in 1..10 {
        for other in one + 1..10 {
            let mut left: CellMask = digits[one] | digits[other];
            while left != 0 {
                // The cells that are connected to the first one through houses.
                let mut set = left & left.wrapping_neg();
                loop {
                    let wider = indices(set).fold(set, |wider, cell| wider | left & PEERS[cell]);
                    if wider == set {
                        break;
                    }
                    set = wider;
                }
                left &= !set;
                sets.push(set);
            }
        }
    }
    sets
}
