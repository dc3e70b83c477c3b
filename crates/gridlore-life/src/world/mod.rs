//! A pattern in motion, computed by the engine that suits it.

mod choice;
mod error;
mod runner;

use crate::grid::{Bounds, Cell, Grid, State};
use crate::hash::Hash;
use crate::pattern::Cells;
use crate::plain::Oracle;
use crate::rule::Rule;
use crate::tiles::Tiles;
use crate::topology::Topology;
use crate::window::{Sight, Window};
pub use error::WorldError;
use gridlore_core::Budget;
use runner::{Now, Runner};

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

/// The most cells that are listed one by one.
const MOST_CELLS: u64 = 1 << 28;

/// Cells beyond the edges of a world that are kept one by one, at most.
pub const MOST_EDGES: u64 = 1 << 22;

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
    /// The work that the rival had done before it became the rival.
    rival_before: u64,
    /// Whether the rival makes generations at less work than the runner and is catching up.
    is_catching_up: bool,
    /// As much work of the runner that a rival is worth trying.
    try_at: u64,
}

impl World {
    /// A pattern of generation `generation` under a rule, by an engine, with at most so many bytes
    /// of memory.
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
            rival_before: 0,
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

    /// Makes generations up to this one; whether the budget was enough. A node of it is the work of
    /// one tile of Life, some tens of nanoseconds. It may be called again until it gets there.
    ///
    /// # Errors
    /// What the engine can't do; the pattern is then as it was in the generation that it has
    /// reached.
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
            let is_tried = self.is_auto && self.runner.is_warm() && self.runner.worked >= self.try_at;
            // Looks at the rival come after an eighth more work each, and before the budget is
            // spent by one of the two.
            let slice = match (self.is_auto, is_tried) {
                (false, _) => u64::MAX,
                (true, true) => self.until_look().min(budget.left() / 2 + 1),
                (true, false) => self.try_at.saturating_sub(self.runner.worked).max(1),
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
        self.runner.restart();
        (self.since, self.rival_before) = (0, 0);
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
        Cells::Tree(tree) => tree.grid(MOST_CELLS).map_err(WorldError::TooMany),
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
