//! Minimal puzzles by seed, many at a time: a full grid at random, then givens taken away in random
//! order, each tried once.
//!
//! Many puzzles are made in step: each says which board it wants to know about next, and the engine
//! of lanes answers all at once. Most questions are not asked: a given that is the last candidate
//! of its cell or the last place of its digit can go, and the only one of an unavoidable set must
//! stay. What is left to ask is some thirty boards a puzzle.
//!
//! ```text
//!   grid      the boxes of the diagonal at random; then random candidates in random cells, if a solution is left, until it is the only one
//!   thin out  cells in random order, those that the symmetry joins together
//!   or walk   for a controlled bias: givens taken away at random, and begun anew unless the first that cannot be spared finds that none can
//! ```
//!
//! Same seed, same puzzle, for ever, whatever is made beside it: `tests/data/minimal.txt` holds
//! what this method makes. Puzzles with few givens come out more often than they are among all
//! minimal puzzles; [`Recipe::clues`] selects, it does not steer.
//!
//! # Source
//! Top-down generation as in tdoku and in suexg; unavoidable sets as in the checker of Gary McGuire
//! (2012). Asking for many puzzles at once is our own.

use crate::masks::{ALL_CELLS, CellMask, HOUSES, PEERS, indices};
use crate::{Board, Cell, Engine, outcomes};
use gridlore_core::{Digit, Rng};
use gridlore_sudoku_geometry::{Bias, Outcome, Pattern, Recipe};
use std::ops::RangeInclusive;

/// Makes the minimal puzzles of these seeds and gives them to `done` in the order of the seeds, as
/// soon as they and all before them are ready, until it says stop by `false`.
///
/// # Panics
/// When this machine cannot run `engine`; see [`Engine::all`]. The puzzles do not depend on it.
///
/// # Cost
/// Some forty microseconds a puzzle of any kind; a number of givens or a pattern that one in n has
/// takes n times as long.
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
    // In the order of the seeds; those in front that are ready leave.
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
                && let Some(puzzle) = one.hear(&plan, &outcome)
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

/// The minimal puzzle of this seed.
#[must_use]
pub fn minimal(recipe: &Recipe, seed: u64) -> Board {
    let mut puzzle = Board::EMPTY;
    minimal_puzzles(recipe, [seed], Engine::fastest(), |found| {
        puzzle = found;
        true
    });
    puzzle
}

/// The number of this method among the families of random numbers.
const FAMILY: u64 = 2 << 40;

/// Walks from one grid. That is so few of those that end at a puzzle that hardly ever two would
/// come of one grid.
const WALKS: u32 = 1_000;
/// No puzzle of more givens comes of a walk; with 31, one in 10,000 is told to be of so many, and
/// each given more is some thirty times as rare.
const MOST_ON_WALKS: usize = 32;

/// How many minimal puzzles one of so many givens stands for that was made with
/// [`Bias::Controlled`], as a multiple of what one of 25 stands for.
///
/// A walk takes the givens of a grid away in an order of which all are as likely, and ends where
/// more than one solution would be left. It ends at a certain minimal puzzle of n givens when these
/// are the last: one order in as many as there are ways to choose n cells of 81. So a puzzle of n
/// givens is as likely as any other of n, and stands for C(81, n) of them.
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

/// A recipe, worked out.
struct Plan {
    clues: RangeInclusive<usize>,
    /// The cells that stay or go together.
    orbits: Vec<CellMask>,
    /// Whether each cell is alone in its orbit.
    is_free: bool,
    bias: Bias,
    /// No more givens go than that so many are left.
    fewest: u32,
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
            fewest: if recipe.is_minimal { 0 } else { start },
            is_minimal: recipe.is_minimal,
        }
    }
}

/// A puzzle that is being made.
struct Making {
    rng: Rng,
    /// Where each digit stands, of the grid or of what is there of it.
    digits: [CellMask; 9],
    step: Step,
    walks: Walks,
}

/// For controlled bias: walks from a grid, each taking one given after the other away.
#[derive(Default)]
struct Walks {
    /// Of the grid.
    unavoidable: Vec<CellMask>,
    /// The cells in an order of which the first are drawn anew each time.
    cells: Vec<usize>,
    /// How many more from this grid.
    left: u32,
}

enum Step {
    /// Whether the board keeps a solution with this digit in this cell; digits that do not are not
    /// tried again.
    Grid { cell: usize, digit: usize, wrong: [CellMask; 9] },
    /// Whether these givens can go.
    Thin { givens: CellMask, orbit: CellMask, order: Vec<CellMask>, unavoidable: Vec<CellMask> },
    /// Whether a walk may go on from givens that have one solution, none for the first, to these.
    Walk { givens: CellMask, next: CellMask },
    /// Whether each given is needed by itself: this one is asked about.
    Strict { givens: CellMask, asked: usize },
}

impl Making {
    fn new(seed: u64) -> Self {
        let mut making = Self {
            rng: Rng::from_family(seed, FAMILY),
            digits: [0; 9],
            step: Step::Strict { givens: 0, asked: 0 },
            walks: Walks::default(),
        };
        making.begin();
        making
    }

    /// A new grid, of which the boxes of the diagonal are filled.
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

    /// Chooses a blank cell and a candidate to ask about; a cell with one candidate is filled at
    /// once.
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

    /// The board to be told about.
    fn question(&self) -> Board {
        match &self.step {
            Step::Grid { cell, digit, .. } => {
                let mut board = self.board(ALL_CELLS);
                board.set(cell_at(*cell), digit_at(*digit));
                board
            }
            Step::Thin { givens, orbit, .. } => self.board(givens & !orbit),
            Step::Walk { next, .. } => self.board(*next),
            Step::Strict { givens, asked } => self.board(givens & !(1 << asked)),
        }
    }

    /// The digits in these cells.
    fn board(&self, cells: CellMask) -> Board {
        let mut values = [0; 81];
        for (digit, of) in (1..).zip(&self.digits) {
            for cell in indices(of & cells) {
                values[cell] = digit;
            }
        }
        Board::from_values(values)
    }

    /// Goes on with the answer up to the next question, or to the puzzle.
    fn hear(&mut self, plan: &Plan, outcome: &Outcome<Board, ()>) -> Option<Board> {
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
                            self.set_out(plan);
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
                    return self.walk_on(plan, next);
                }
                self.arrive(plan, givens)
            }
            Step::Strict { givens, asked } => {
                let (givens, next) = (*givens, *asked + 1);
                if matches!(outcome, Outcome::Unique(_)) {
                    match plan.bias {
                        Bias::TopDown => self.begin(),
                        Bias::Controlled => self.set_out(plan),
                    }
                    return None;
                }
                self.ask_each(givens, next)
            }
        }
    }

    /// Takes givens away up to one about which the engine must be asked.
    fn thin_out(
        &mut self,
        plan: &Plan,
        mut givens: CellMask,
        mut order: Vec<CellMask>,
        unavoidable: Vec<CellMask>,
    ) -> Option<Board> {
        while let Some(orbit) = order.pop() {
            let rest = givens & !orbit;
            if rest.count_ones() < plan.fewest || unavoidable.iter().any(|set| set & rest == 0) {
                continue;
            }
            if orbit.is_power_of_two() && self.follows(rest, orbit.trailing_zeros() as usize) {
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
        self.ask_each(givens, 0)
    }

    /// Begins a walk, at the most givens that are wanted; from another grid, after so many from
    /// this.
    fn set_out(&mut self, plan: &Plan) {
        let start = MOST_ON_WALKS.min(*plan.clues.end());
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

    /// Takes any given away from those that have one solution.
    fn walk_on(&mut self, plan: &Plan, givens: CellMask) -> Option<Board> {
        let gone = indices(givens).nth(self.rng.below(givens.count_ones() as usize));
        let next = givens & !(1 << gone.unwrap_or_default());
        if self.leaves_open(next) {
            return self.arrive(plan, givens);
        }
        self.step = Step::Walk { givens, next };
        None
    }

    /// Ends a walk at the last givens that have one solution, if there were any: a puzzle if they
    /// are minimal, and else nothing.
    fn arrive(&mut self, plan: &Plan, givens: CellMask) -> Option<Board> {
        let is_spare = |cell: usize| self.follows(givens & !(1 << cell), cell);
        let is_wanted = givens != 0 && plan.clues.contains(&(givens.count_ones() as usize));
        if !is_wanted || indices(givens).any(is_spare) {
            self.set_out(plan);
            return None;
        }
        self.ask_each(givens, 0)
    }

    /// Whether an unavoidable set has no given.
    fn leaves_open(&self, givens: CellMask) -> bool {
        self.walks.unavoidable.iter().any(|set| set & givens == 0)
    }

    /// Asks about the next given at this cell or after it; without one, the puzzle is minimal.
    fn ask_each(&mut self, givens: CellMask, from: usize) -> Option<Board> {
        let later = givens & !((1 << from) - 1);
        if later == 0 {
            return Some(self.board(givens));
        }
        self.step = Step::Strict { givens, asked: later.trailing_zeros() as usize };
        None
    }

    /// Whether the digit of the cell is the only one left there, or the cell the only one left for
    /// it in a house.
    fn follows(&self, givens: CellMask, cell: usize) -> bool {
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

/// The digit that is numbered from 0 here.
fn digit_at(number: usize) -> Option<Digit> {
    u8::try_from(number + 1).ok().and_then(Digit::new)
}

/// Sets of cells of which a unique puzzle must give one, as their digits can be exchanged: what two
/// rows of a band exchange, two columns of a stack, or two digits, wherever less than all of them
/// can.
fn unavoidable(grid: &Board) -> Vec<CellMask> {
    let value = |cell: usize| usize::from(grid.values()[cell]);
    let mut sets = Vec::with_capacity(128);
    // The cells of two lines, by a walk: from a cell of the first to the one beside it, then to its
    // digit in the first.
    let mut exchanges = |one: [usize; 9], other: [usize; 9]| {
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
            exchanges(
                std::array::from_fn(|place| 9 * one + place),
                std::array::from_fn(|place| 9 * other + place),
            );
            exchanges(
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
                // What is joined to the first cell by houses.
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
