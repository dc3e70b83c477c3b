//! A pattern on its way through the generations, by the engine that suits it.
//!
//! Which engine suits it is found by trying, by generations per work. Tiles make generations at a steady rate, so a few of them tell what tiles are worth. Squares begin slowly and become
//! faster as they know more. So they get several times the work of tiles at first, as long as that is at most a third of what tiles still have to do; a quarter as much as tiles later;
//! all of it once a generation of theirs costs less; and they are given up where they gain nothing. Squares take leaps that grow with the distance, so that their progress can be seen.
//! Work is counted, not timed: the same pattern takes the same way on every machine.

use crate::grid::{Bounds, Cell, Grid, State};
use crate::hash::{Hash, HashError};
use crate::pattern::{Cells, TooMany};
use crate::plain::Oracle;
use crate::rule::{Dynamics, Rule, Shape, Table};
use crate::tiles::Tiles;
use crate::topology::Topology;
use crate::window::{Sight, Window};
use gridlore_core::Budget;

/// Which engine makes the generations.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Engine {
    /// The better one.
    #[default]
    Auto,
    /// Tiles of 64 x 64 cells: for what is everywhere in motion.
    Tiles,
    /// Squares that stand once: for what repeats itself.
    Hash,
    /// The plain form.
    Oracle,
}

impl Engine {
    /// All, with their names.
    pub const ALL: [(Self, &'static str); 4] =
        [(Self::Auto, "auto"), (Self::Tiles, "tiles"), (Self::Hash, "hash"), (Self::Oracle, "oracle")];
}

/// Why there are no more generations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum WorldError {
    /// Squares can't.
    Hash(HashError),
    /// There are too many cells for tiles or the plain form.
    TooMany(TooMany),
    /// Tiles need more than so many bytes.
    Memory(usize),
    /// The edges of the world have more cells than this.
    Edges(u64),
}

impl std::fmt::Display for WorldError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Hash(error) => error.fmt(f),
            Self::TooMany(error) => write!(f, "{error}; hash can do it"),
            Self::Edges(most) => write!(
                f,
                "found a world whose edges have more than {most} cells, expected a smaller one, a torus with sides that are multiples of 64, or the plane"
            ),
            Self::Memory(bytes) => write!(
                f,
                "found a pattern whose tiles need more than {} MB, expected one that fits",
                bytes >> 20
            ),
        }
    }
}

impl std::error::Error for WorldError {}

impl From<HashError> for WorldError {
    fn from(error: HashError) -> Self {
        Self::Hash(error)
    }
}

/// Cells that are told one by one at most.
const MOST: u64 = 1 << 28;

/// Cells beyond the edges of a world that are kept one by one, at most.
pub const MOST_EDGES: u64 = 1 << 22;

/// What one square costs in tiles of Life, of a rule that is as quick as Life, and of a machine.
const SQUARE: u64 = 7;

/// The same for rules of several states by counts, whose smallest squares are made cell by cell.
const SQUARE_OF_STATES: u64 = 64;

/// What a tile of a machine costs in tiles of Life.
const MACHINE: u64 = 200;

/// What a tile costs in tiles of Life, nearly.
fn weight(rule: &Rule) -> u64 {
    match &rule.dynamics {
        Dynamics::Table(_) if rule.states > 2 => 8,
        Dynamics::Table(table) if *table == Table::life() => 1,
        Dynamics::Table(table) if table.counts(Shape::Moore).is_some() => 2,
        Dynamics::Table(_) => 8,
        Dynamics::Counts(counts) => 20 + 2 * u64::from(counts.neighbourhood.range().unsigned_abs()),
        Dynamics::Machine(_) => MACHINE,
    }
}

/// What a square costs in tiles of Life, nearly.
fn square(rule: &Rule) -> u64 {
    match &rule.dynamics {
        Dynamics::Table(_) if rule.states > 2 => SQUARE_OF_STATES,
        Dynamics::Machine(_) => SQUARE,
        Dynamics::Table(_) | Dynamics::Counts(_) => SQUARE + weight(rule) / 4,
    }
}

/// Work, in tiles, after which the other engine is tried for the first time, at least.
const FIRST_LOOK: u64 = 1 << 14;

/// Work in which squares as the rival have as much as tiles, however near the end is: some milliseconds.
const FAIR: u64 = 1 << 18;

/// Less work than this in all, some ten milliseconds, is not worth a look at squares.
const LITTLE: u64 = 1 << 19;

/// The work of squares for each of tiles at first, where the end is far.
const BURST: u64 = 16;

/// The most work of squares in a burst: about a second.
const LONGEST_BURST: u64 = 1 << 25;

/// Squares need so much work before they can be given up: often they gain nothing until they have seen a whole cycle.
const LEAST_PATIENCE: u64 = 1 << 23;

/// How many times better a rival's rate is when it takes over without having got further.
const CLEARLY: f64 = 1.5;

/// The exponent of the first leap of squares that are compared.
const FIRST_LEAP: u32 = 8;

#[derive(Debug, Clone)]
enum Now {
    Oracle(Box<Oracle>),
    Tiles(Box<Tiles>),
    Hash(Box<Hash>),
}

impl Now {
    fn of_oracle(oracle: Oracle, generation: u64) -> Self {
        Self::Oracle(Box::new(oracle.counted_from(generation)))
    }

    fn of_tiles(tiles: Tiles, generation: u64) -> Self {
        Self::Tiles(Box::new(tiles.counted_from(generation)))
    }

    fn of_hash(hash: Hash, generation: u64) -> Self {
        Self::Hash(Box::new(hash.counted_from(generation)))
    }
}

/// An engine on its way, and how much work it has had since it was set out, in tiles of Life.
#[derive(Debug, Clone)]
struct Runner {
    now: Now,
    worked: u64,
    /// What a tile and a square of this rule cost.
    weight: u64,
    square: u64,
    /// Whether squares take leaps that grow, so that their progress can be compared.
    is_compared: bool,
    /// The generation in which it was set out.
    start: u64,
    /// Generation and work when there had been a quarter to a half of the work, and half to all of it.
    marks: [(u64, u64); 2],
}

/// A pattern, its rule, and how far it is.
#[derive(Debug, Clone)]
pub struct World {
    rule: Rule,
    runner: Runner,
    memory: usize,
    is_auto: bool,
    rival: Option<Runner>,
    /// The work that the runner had had when the rival was set out.
    since: u64,
    /// Whether the rival makes generations at less work than the runner and is catching up.
    is_catching_up: bool,
    /// As much work of the runner that a rival is worth trying.
    try_at: u64,
}

impl World {
    /// A pattern of generation `generation` under a rule, by an engine, with at most so many bytes of memory.
    ///
    /// # Errors
    /// What the engine can't do.
    pub fn new(
        cells: &Cells,
        rule: &Rule,
        generation: u64,
        engine: Engine,
        memory: usize,
    ) -> Result<Self, WorldError> {
        let now = match engine {
            Engine::Oracle => Now::of_oracle(Oracle::new(rule, &told(cells)?), generation),
            Engine::Tiles => Now::of_tiles(tiles(rule, cells)?, generation),
            Engine::Hash => Now::of_hash(Hash::new(rule, cells, memory)?, generation),
            Engine::Auto => match cells {
                // A tree is a pattern that repeats itself.
                Cells::Tree(_) => match Hash::new(rule, cells, memory) {
                    Ok(hash) => Now::of_hash(hash, generation),
                    Err(_) => Now::of_tiles(tiles(rule, cells)?, generation),
                },
                Cells::Grid(_) => Now::of_tiles(tiles(rule, cells)?, generation),
            },
        };
        let is_auto = engine == Engine::Auto && rule.topology == Topology::Plane && rule.range() <= 8;
        let runner = Runner::new(now, rule, is_auto);
        let try_at = runner.look();
        Ok(Self {
            rule: rule.clone(),
            runner,
            memory,
            is_auto,
            rival: None,
            since: 0,
            is_catching_up: false,
            try_at,
        })
    }

    /// The rule.
    #[must_use]
    pub const fn rule(&self) -> &Rule {
        &self.rule
    }

    /// The engine that is at work.
    #[must_use]
    pub const fn engine(&self) -> Engine {
        match self.runner.now {
            Now::Oracle(_) => Engine::Oracle,
            Now::Tiles(_) => Engine::Tiles,
            Now::Hash(_) => Engine::Hash,
        }
    }

    /// The number of the generation.
    #[must_use]
    pub const fn generation(&self) -> u64 {
        self.runner.generation()
    }

    /// Makes generations up to this one; whether the budget was enough. A node of it is the work of one tile of Life, some tens of nanoseconds. It may be called again until it gets there.
    ///
    /// # Errors
    /// What the engine can't do; the pattern is then as it was in the generation that it has reached.
    pub fn run(&mut self, to: u64, budget: &mut Budget) -> Result<bool, WorldError> {
        while self.generation() < to {
            if budget.left() == 0 {
                return Ok(false);
            }
            if self.is_catching_up {
                let used = self.catch_up(to, budget.left());
                let _ = budget.spend_many(used.clamp(1, budget.left()));
                continue;
            }
            let is_tried = self.is_auto && self.runner.worked >= self.try_at;
            // Looks at the rival come after an eighth more work each, and before the budget is spent by one of the two.
            let slice = match (self.is_auto, is_tried) {
                (false, _) => u64::MAX,
                (true, true) => (self.runner.worked / 8).max(FIRST_LOOK / 8).min(budget.left() / 2 + 1),
                (true, false) => self.try_at - self.runner.worked,
            };
            let used = self.runner.run(to, budget.left().min(slice))?;
            if let Now::Tiles(tiles) = &self.runner.now
                && tiles.bytes() > self.memory
            {
                return Err(WorldError::Memory(self.memory));
            }
            let _ = budget.spend_many(used.clamp(1, budget.left()));
            if is_tried && self.generation() < to {
                let most = budget.left();
                let used = match &self.runner.now {
                    Now::Tiles(_) => self.try_squares(to, most),
                    Now::Hash(_) => self.try_tiles(to, most),
                    Now::Oracle(_) => 0,
                };
                let _ = budget.spend_many(used.min(budget.left()));
            }
        }
        Ok(true)
    }

    /// Gives squares their share of the work of tiles; the work that they were given.
    fn try_squares(&mut self, to: u64, most: u64) -> u64 {
        let left = self.runner.work_left(to);
        if self.rival.is_none() && self.runner.worked.saturating_add(left) < LITTLE {
            return 0;
        }
        let Some(mut rival) = self.rival.take().or_else(|| self.new_rival()) else {
            // There are none, and there will be none soon.
            self.try_at = self.runner.worked.saturating_mul(4);
            return 0;
        };
        let work = self.runner.worked - self.since;
        let steady = work.min(FAIR) + work.saturating_sub(FAIR) / 4;
        // Where tiles have far to go, a third of their way is soon gained or a bearable loss.
        let burst = (work * BURST).min(left / 3).min(LONGEST_BURST);
        let share = steady.max(burst);
        if share <= rival.worked {
            self.rival = Some(rival);
            return 0;
        }
        // No more than is left of the budget: who waits for an answer is not to wait for a rival.
        let Ok(used) = rival.run(to, (share - rival.worked).min(most.max(1))) else {
            self.try_at = self.runner.worked.saturating_mul(4);
            return 0;
        };
        if rival.generation() > self.runner.generation() {
            self.take_over(rival);
        } else if rival.worked >= FIRST_LOOK && rival.rate() > self.runner.rate() {
            (self.rival, self.is_catching_up) = (Some(rival), true);
        } else if rival.worked >= LEAST_PATIENCE && rival.is_hopeless_beside(&self.runner) {
            self.try_at = self.runner.worked.saturating_mul(4);
        } else {
            self.rival = Some(rival);
        }
        used
    }

    /// Goes on with a rival that is behind and faster; the work that it was given.
    fn catch_up(&mut self, to: u64, most: u64) -> u64 {
        self.is_catching_up = false;
        let Some(mut rival) = self.rival.take() else { return 0 };
        let Ok(used) = rival.run(to, (rival.worked / 4).clamp(1, most.max(1))) else {
            self.try_at = self.runner.worked.saturating_mul(4);
            return 0;
        };
        if rival.generation() > self.runner.generation() {
            self.take_over(rival);
        } else {
            self.is_catching_up = rival.rate() > self.runner.rate();
            self.rival = Some(rival);
        }
        used
    }

    /// Makes a few generations by tiles, from where squares are; the work that was used.
    fn try_tiles(&mut self, to: u64, most: u64) -> u64 {
        self.try_at = self.runner.worked.saturating_mul(2);
        let Some(mut tiles) = self.new_rival() else { return 0 };
        let share = (self.runner.worked / 8).min(most.max(1));
        let Ok(used) = tiles.run(to, share) else { return 0 };
        if tiles.generation() > self.runner.generation() && tiles.rate() > self.runner.rate() * CLEARLY {
            self.take_over(tiles);
            // What squares know is worth its memory where they had got far.
            self.since = 0;
            self.try_at = self.runner.look();
        }
        used
    }

    /// Puts a rival that is ahead in the runner's place. Squares that it replaces become the rival;
    /// tiles are made anew when they are wanted.
    fn take_over(&mut self, rival: Runner) {
        let before = std::mem::replace(&mut self.runner, rival);
        let is_hash = matches!(before.now, Now::Hash(_));
        self.rival = is_hash.then_some(before);
        self.since = 0;
        self.try_at = self.runner.worked.saturating_mul(2).max(self.runner.look());
    }

    /// The other engine, with the cells of this generation.
    fn new_rival(&mut self) -> Option<Runner> {
        let now = match &self.runner.now {
            Now::Tiles(tiles) => {
                let hash = Hash::new(&self.rule, &Cells::Grid(tiles.grid()), self.memory / 2).ok()?;
                Now::of_hash(hash, self.generation())
            }
            // To tell a pattern cell by cell takes longer than to go on with it, if it is large.
            Now::Hash(hash) if hash.population() * 16 < u128::from(self.runner.worked) => {
                Now::of_tiles(Tiles::new(&self.rule, &hash.grid(MOST).ok()?), self.generation())
            }
            Now::Hash(_) | Now::Oracle(_) => return None,
        };
        self.since = self.runner.worked;
        Some(Runner::new(now, &self.rule, true))
    }

    /// How many cells are not dead.
    #[must_use]
    pub fn population(&self) -> u128 {
        match &self.runner.now {
            Now::Oracle(oracle) => u128::from(oracle.population()),
            Now::Tiles(tiles) => u128::from(tiles.population()),
            Now::Hash(hash) => hash.population(),
        }
    }

    /// The cells as they are now.
    #[must_use]
    pub fn cells(&self) -> Cells {
        match &self.runner.now {
            Now::Oracle(oracle) => Cells::Grid(oracle.grid()),
            Now::Tiles(tiles) => Cells::Grid(tiles.grid()),
            Now::Hash(hash) => Cells::Tree(hash.tree()),
        }
    }

    /// The state of a cell.
    #[must_use]
    pub fn get(&self, cell: Cell) -> State {
        match &self.runner.now {
            Now::Oracle(oracle) => oracle.get(cell),
            Now::Tiles(tiles) => tiles.get(cell),
            Now::Hash(hash) => hash.get(cell),
        }
    }

    /// The smallest bounds of all cells that are not dead.
    #[must_use]
    pub fn bounds(&self) -> Option<Bounds> {
        match &self.runner.now {
            Now::Oracle(oracle) => oracle.grid().bounds(),
            Now::Tiles(tiles) => tiles.bounds(),
            Now::Hash(hash) => hash.bounds(),
        }
    }

    /// What is in sight: a byte a block, from north to south and in a row from west to east.
    ///
    /// # Panics
    /// When the window is farther than [`Window::FARTHEST`].
    #[must_use]
    pub fn window(&self, window: &Window) -> Vec<u8> {
        let mut sight = Sight::new(window, self.rule.states);
        match &self.runner.now {
            Now::Oracle(oracle) => oracle.show(&mut sight),
            Now::Tiles(tiles) => tiles.show(&mut sight),
            Now::Hash(hash) => hash.show(&mut sight),
        }
        sight.seen()
    }

    /// Makes the states of cells these. Cells outside the world are left out.
    ///
    /// # Errors
    /// What the engine can't do.
    ///
    /// # Panics
    /// When a state is none of the rule's.
    pub fn set(&mut self, cells: &[(Cell, State)]) -> Result<(), WorldError> {
        let generation = self.generation();
        let changed = |mut grid: Grid| {
            for &(cell, state) in cells {
                grid.set(cell, state);
            }
            grid
        };
        match &mut self.runner.now {
            Now::Oracle(oracle) => {
                self.runner.now =
                    Now::of_oracle(Oracle::new(&self.rule, &changed(oracle.grid())), generation);
            }
            Now::Tiles(tiles) => {
                self.runner.now = Now::of_tiles(tiles_of(&self.rule, &changed(tiles.grid()))?, generation);
            }
            Now::Hash(hash) => {
                for &(cell, state) in cells {
                    hash.set(cell, state)?;
                }
            }
        }
        // It is another pattern now, and who goes on with it is to be found out anew.
        self.rival = None;
        self.is_catching_up = false;
        (self.runner.worked, self.runner.start) = (0, generation);
        self.runner.marks = [(generation, 0); 2];
        self.since = 0;
        self.try_at = self.runner.look();
        Ok(())
    }

    /// Bytes that the engine has taken, where it counts them.
    #[must_use]
    pub fn bytes(&self) -> usize {
        match &self.runner.now {
            Now::Oracle(_) => 0,
            Now::Tiles(tiles) => tiles.bytes(),
            Now::Hash(hash) => hash.bytes(),
        }
    }
}

fn told(cells: &Cells) -> Result<Grid, WorldError> {
    match cells {
        Cells::Grid(grid) => Ok(grid.clone()),
        Cells::Tree(tree) => tree.grid(MOST).map_err(WorldError::TooMany),
    }
}

fn tiles(rule: &Rule, cells: &Cells) -> Result<Tiles, WorldError> {
    match cells {
        Cells::Grid(grid) => tiles_of(rule, grid),
        Cells::Tree(_) => tiles_of(rule, &told(cells)?),
    }
}

fn tiles_of(rule: &Rule, grid: &Grid) -> Result<Tiles, WorldError> {
    if Tiles::edge_cells(rule, grid) > MOST_EDGES {
        return Err(WorldError::Edges(MOST_EDGES));
    }
    Ok(Tiles::new(rule, grid))
}

impl Runner {
    fn new(now: Now, rule: &Rule, is_compared: bool) -> Self {
        let (weight, square) = (weight(rule), square(rule));
        let mut runner = Self { now, worked: 0, weight, square, is_compared, start: 0, marks: [(0, 0); 2] };
        runner.start = runner.generation();
        runner.marks = [(runner.start, 0); 2];
        runner
    }

    /// Generations per work: of late, or in all where squares are within a leap.
    fn rate(&self) -> f64 {
        let rate = |(generation, worked): (u64, u64)| {
            (self.generation() - generation) as f64 / (self.worked - worked).max(1) as f64
        };
        match self.now {
            Now::Hash(_) => rate(self.marks[0]).max(rate((self.start, 0))),
            Now::Tiles(_) | Now::Oracle(_) => rate(self.marks[0]),
        }
    }

    /// The work up to a generation, if it goes on as of late.
    fn work_left(&self, to: u64) -> u64 {
        let left = (to - self.generation()) as f64 / self.rate().max(f64::MIN_POSITIVE);
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "cut off at the largest number"
        )]
        let left = left as u64;
        left
    }

    /// Whether these squares are much slower than tiles and do not become faster.
    fn is_hopeless_beside(&self, tiles: &Self) -> bool {
        let whole = (self.generation() - self.start) as f64 / self.worked.max(1) as f64;
        self.rate() * 4.0 < tiles.rate() && self.rate() < whole * 1.2
    }

    const fn generation(&self) -> u64 {
        match &self.now {
            Now::Oracle(oracle) => oracle.generation(),
            Now::Tiles(tiles) => tiles.generation(),
            Now::Hash(hash) => hash.generation(),
        }
    }

    /// The work after which it is worth a look at the other engine: more for a large pattern.
    fn look(&self) -> u64 {
        match &self.now {
            Now::Tiles(tiles) => FIRST_LOOK.max(128 * tiles.tiles() as u64),
            Now::Hash(_) | Now::Oracle(_) => FIRST_LOOK,
        }
    }

    /// Makes generations up to this one with so much work at most, counted in tiles of Life; how much was used.
    fn run(&mut self, to: u64, work: u64) -> Result<u64, WorldError> {
        let used = match &mut self.now {
            Now::Oracle(oracle) => {
                let mut used = 0;
                while oracle.generation() < to && used < work {
                    used += 1 + oracle.population() * 16;
                    oracle.step();
                }
                used
            }
            Now::Tiles(tiles) => {
                let mut budget = Budget::nodes((work / self.weight).max(1 + tiles.busy() as u64));
                // What is left when it does not get there is less than one generation takes.
                if tiles.run(to, &mut budget).is_ok() { budget.spent() * self.weight } else { work }
            }
            Now::Hash(hash) => {
                let mut budget = Budget::nodes((work / self.square).max(1));
                if self.is_compared {
                    leap(hash, self.start, to, &mut budget)?;
                } else {
                    hash.run_to(to, &mut budget)?;
                }
                budget.spent() * self.square
            }
        };
        self.worked = self.worked.saturating_add(used);
        if self.worked >= self.marks[1].1.saturating_mul(2) {
            self.marks = [self.marks[1], (self.generation(), self.worked)];
        }
        Ok(used)
    }
}

/// As [`Hash::run_to`], by leaps of at most half the way since `start`, or of 2^[`FIRST_LEAP`].
fn leap(hash: &mut Hash, start: u64, to: u64, budget: &mut Budget) -> Result<(), HashError> {
    while hash.generation() < to && budget.left() > 0 {
        let way = (hash.generation() - start) / 2;
        let longest = way.checked_ilog2().unwrap_or(0).max(FIRST_LEAP);
        let left = to - hash.generation();
        let next = hash.generation() + (1_u64 << left.trailing_zeros().min(longest).min(62));
        if !hash.run_to(next, budget)? {
            break;
        }
    }
    Ok(())
}
