//! A pattern and the engine that computes its generations.

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

/// An engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Engine {
    /// Whichever engine is faster for the pattern; the choice can change during a run.
    #[default]
    Auto,
    /// Tiles of 64 x 64 cells: for patterns that are active everywhere.
    Tiles,
    /// HashLife, a quadtree of shared squares: for patterns that are regular in space or time.
    Hash,
    /// The reference implementation.
    Oracle,
}

impl Engine {
    /// All engines with their names.
    pub const ALL: [(Self, &'static str); 4] =
        [(Self::Auto, "auto"), (Self::Tiles, "tiles"), (Self::Hash, "hash"), (Self::Oracle, "oracle")];
}

/// The maximum number of cells that are listed one by one.
const MAX_CELLS: u64 = 1 << 28;

/// The maximum number of cells beyond the edges of a bounded grid, each of which is stored
/// separately.
pub const MAX_EDGE_CELLS: u64 = 1 << 22;

/// A pattern, its rule, and the engine that runs it.
#[derive(Debug, Clone)]
pub struct World {
    rule: Rule,
    runner: Runner,
    memory: usize,
    is_auto: bool,
    rival: Option<Runner>,
    /// The work that the runner had done when the rival started.
    since: u64,
    /// The work that the rival had done before it became the rival.
    rival_before: u64,
    /// Whether the rival needs less work per generation than the runner and is catching up.
    is_catching_up: bool,
    /// The amount of the runner's work after which a rival is worth trying.
    try_at: u64,
}

impl World {
    /// Starts an engine with a pattern in a given generation, within a memory limit in bytes.
    ///
    /// # Errors
    /// Fails if the engine does not support the rule or the pattern, or lacks memory.
    pub fn new(
        cells: &Cells,
        rule: &Rule,
        generation: u64,
        engine: Engine,
        memory: usize,
    ) -> Result<Self, WorldError> {
        let now = match engine {
            Engine::Oracle => Now::from_oracle(Oracle::new(rule, &listed(cells)?), generation),
            Engine::Tiles => Now::from_tiles(tiles(rule, cells)?, generation),
            Engine::Hash => Now::from_hash(Hash::new(rule, cells, memory)?, generation),
            Engine::Auto => match cells {
                // A pattern stored as a tree is likely to be regular.
                Cells::Tree(_) => match Hash::new(rule, cells, memory) {
                    Ok(hash) => Now::from_hash(hash, generation),
                    Err(_) => Now::from_tiles(tiles(rule, cells)?, generation),
                },
                Cells::Grid(_) => Now::from_tiles(tiles(rule, cells)?, generation),
            },
        };
        let is_auto = engine == Engine::Auto && rule.topology == Topology::Plane && rule.range() <= 8;
        let runner = Runner::new(now, rule, is_auto);
        let try_at = runner.first_trial();
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

    /// Returns the rule.
    #[must_use]
    pub const fn rule(&self) -> &Rule {
        &self.rule
    }

    /// Returns the engine in use.
    #[must_use]
    pub const fn engine(&self) -> Engine {
        match self.runner.now {
            Now::Oracle(_) => Engine::Oracle,
            Now::Tiles(_) => Engine::Tiles,
            Now::Hash(_) => Engine::Hash,
        }
    }

    /// Returns the number of the current generation.
    #[must_use]
    pub const fn generation(&self) -> u64 {
        self.runner.generation()
    }

    /// Computes generations up to `to` and returns whether the budget was sufficient; if not, call
    /// this again to continue. One node is the work for one tile of Life, a few tens of
    /// nanoseconds.
    ///
    /// # Errors
    /// Fails if the engine reaches a limit; the pattern then remains in the last complete
    /// generation.
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
            // The rival is considered whenever the work has grown by an eighth, and before either
            // engine can use up the budget.
            let slice = match (self.is_auto, is_tried) {
                (false, _) => u64::MAX,
                (true, true) => self.until_trial().min(budget.left() / 2 + 1),
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

    /// Returns the number of cells that are not dead.
    #[must_use]
    pub fn population(&self) -> u128 {
        match &self.runner.now {
            Now::Oracle(oracle) => u128::from(oracle.population()),
            Now::Tiles(tiles) => u128::from(tiles.population()),
            Now::Hash(hash) => hash.population(),
        }
    }

    /// Returns the current cells.
    #[must_use]
    pub fn cells(&self) -> Cells {
        match &self.runner.now {
            Now::Oracle(oracle) => Cells::Grid(oracle.grid()),
            Now::Tiles(tiles) => Cells::Grid(tiles.grid()),
            Now::Hash(hash) => Cells::Tree(hash.tree()),
        }
    }

    /// Returns the state of a cell.
    #[must_use]
    pub fn get(&self, cell: Cell) -> State {
        match &self.runner.now {
            Now::Oracle(oracle) => oracle.get(cell),
            Now::Tiles(tiles) => tiles.get(cell),
            Now::Hash(hash) => hash.get(cell),
        }
    }

    /// Returns the smallest bounds of all cells that are not dead.
    #[must_use]
    pub fn bounds(&self) -> Option<Bounds> {
        match &self.runner.now {
            Now::Oracle(oracle) => oracle.grid().bounds(),
            Now::Tiles(tiles) => tiles.bounds(),
            Now::Hash(hash) => hash.bounds(),
        }
    }

    /// Draws a window: one byte per block, row by row from north to south.
    ///
    /// # Panics
    /// Panics if the window's scale exceeds [`Window::MAX_SCALE`].
    #[must_use]
    pub fn window(&self, window: &Window) -> Vec<u8> {
        let mut sight = Sight::new(window, self.rule.states);
        match &self.runner.now {
            Now::Oracle(oracle) => oracle.show(&mut sight),
            Now::Tiles(tiles) => tiles.show(&mut sight),
            Now::Hash(hash) => hash.show(&mut sight),
        }
        sight.finish()
    }

    /// Sets the states of cells. Cells outside a bounded grid are ignored.
    ///
    /// # Errors
    /// Fails if the engine reaches a limit.
    ///
    /// # Panics
    /// Panics if a state does not belong to the rule.
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
                    Now::from_oracle(Oracle::new(&self.rule, &changed(oracle.grid())), generation);
            }
            Now::Tiles(tiles) => {
                self.runner.now = Now::from_tiles(new_tiles(&self.rule, &changed(tiles.grid()))?, generation);
            }
            Now::Hash(hash) => {
                for &(cell, state) in cells {
                    hash.set(cell, state)?;
                }
            }
        }
        // The pattern has changed, so choosing an engine starts over.
        self.rival = None;
        self.is_catching_up = false;
        self.runner.restart();
        (self.since, self.rival_before) = (0, 0);
        self.try_at = self.runner.first_trial();
        Ok(())
    }

    /// Returns the number of bytes that the engine uses; 0 for the oracle.
    #[must_use]
    pub fn bytes(&self) -> usize {
        match &self.runner.now {
            Now::Oracle(_) => 0,
            Now::Tiles(tiles) => tiles.bytes(),
            Now::Hash(hash) => hash.bytes(),
        }
    }
}

fn listed(cells: &Cells) -> Result<Grid, WorldError> {
    match cells {
        Cells::Grid(grid) => Ok(grid.clone()),
        Cells::Tree(tree) => tree.grid(MAX_CELLS).map_err(WorldError::TooMany),
    }
}

fn tiles(rule: &Rule, cells: &Cells) -> Result<Tiles, WorldError> {
    match cells {
        Cells::Grid(grid) => new_tiles(rule, grid),
        Cells::Tree(_) => new_tiles(rule, &listed(cells)?),
    }
}

fn new_tiles(rule: &Rule, grid: &Grid) -> Result<Tiles, WorldError> {
    if Tiles::edge_cells(rule, grid) > MAX_EDGE_CELLS {
        return Err(WorldError::Edges(MAX_EDGE_CELLS));
    }
    Ok(Tiles::new(rule, grid))
}
