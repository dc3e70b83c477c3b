//! Identifies a pattern as a still life, an oscillator, a spaceship, or a pattern that settles into
//! one of these or dies out.
#![expect(clippy::cast_possible_truncation, reason = "the populations of all generations are in memory")]

use crate::format::apgcode;
use crate::grid::{Bounds, Cell, Grid, State};
use crate::rule::Rule;
use crate::tiles::Tiles;
use crate::topology::Topology;
use gridlore_core::{Budget, BudgetSpent};

/// The object that a pattern is, or settles into.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Identity {
    /// The first generation that occurs again later.
    pub since: u64,
    /// The number of generations until it occurs again.
    pub period: u64,
    /// The displacement after one period: columns to the east, rows to the south.
    pub displacement: (i64, i64),
    /// The smallest and the largest population within a period.
    pub populations: (u64, u64),
    /// The bounding box: of all phases together for an object that stays in place, and of one phase
    /// for a moving object.
    pub bounds: Option<Bounds>,
    /// The apgcode, for rules of two states on the plane; `None` for a pattern that dies out, and
    /// for an object that is too large or whose parts are too far apart.
    pub name: Option<String>,
}

impl Identity {
    /// Returns the speed in standard notation: `c/4 diagonal`, `2c/5 orthogonal`, `(2,1)c/6`;
    /// `None` for an object that does not move.
    #[must_use]
    pub fn speed(&self) -> Option<String> {
        let (x, y) = (self.displacement.0.unsigned_abs(), self.displacement.1.unsigned_abs());
        let (far, near) = (x.max(y), x.min(y));
        if far == 0 {
            return None;
        }
        let divisor = gcd(gcd(far, near), self.period);
        let (far, near, period) = (far / divisor, near / divisor, self.period / divisor);
        let times_c = |count: u64| if count == 1 { "c".to_owned() } else { format!("{count}c") };
        Some(if near == 0 {
            format!("{}/{period} orthogonal", times_c(far))
        } else if near == far {
            format!("{}/{period} diagonal", times_c(far))
        } else {
            format!("({far},{near})c/{period}")
        })
    }
}

const fn gcd(one: u64, other: u64) -> u64 {
    if other == 0 { one } else { gcd(other, one % other) }
}

/// A stored generation of a pattern, with which later ones are compared.
#[derive(Debug)]
struct Snapshot {
    generation: u64,
    population: u64,
    bounds: Option<Bounds>,
    cells: Vec<(Cell, State)>,
    /// The cell at which the last comparison found a difference; the next one begins with it.
    first: usize,
}

impl Snapshot {
    fn of(tiles: &Tiles) -> Self {
        // The exact capacity: while a vector grows, it takes up to three times the memory.
        let mut cells = Vec::with_capacity(usize::try_from(tiles.population()).unwrap_or(0));
        cells.extend(tiles.grid().cells());
        Self {
            generation: tiles.generation(),
            population: tiles.population(),
            bounds: tiles.bounds(),
            cells,
            first: 0,
        }
    }

    /// Returns the displacement by which the present generation repeats this one, or `None` if it
    /// does not. Every cell is compared.
    fn displacement(&mut self, tiles: &Tiles) -> Option<(i64, i64)> {
        if tiles.population() != self.population {
            return None;
        }
        let moved = match (self.bounds, tiles.bounds()) {
            (None, None) => return Some((0, 0)),
            (Some(old), Some(new)) => {
                let (x, y) = (new.from.x - old.from.x, new.from.y - old.from.y);
                // On a bounded grid, only a repeat in the same place counts.
                let is_free = tiles.rule().topology == Topology::Plane;
                (old.moved(x, y) == new && (is_free || (x, y) == (0, 0))).then_some((x, y))?
            }
            _ => return None,
        };
        // The populations are equal, so it suffices that each of these cells is alive.
        let cells = self.cells[self.first..].iter().chain(&self.cells[..self.first]);
        let is_same = |&(cell, state): &(Cell, State)| {
            tiles.get(Cell::new(cell.x + moved.0, cell.y + moved.1)) == state
        };
        match cells.enumerate().find(|entry| !is_same(entry.1)) {
            Some((at, _)) => {
                self.first = (self.first + at) % self.cells.len();
                None
            }
            None => Some(moved),
        }
    }
}

/// Two generations of a pattern, one period apart.
#[derive(Debug)]
struct Pair {
    early: Tiles,
    late: Tiles,
}

impl Pair {
    fn repeats(&self) -> bool {
        Snapshot::of(&self.early).displacement(&self.late).is_some()
    }

    /// Returns the cells of both, from which the pair can be continued.
    fn stored(&self) -> Stored {
        Stored {
            generations: [self.early.generation(), self.late.generation()],
            grids: [self.early.grid(), self.late.grid()],
        }
    }
}

/// The cells of a pair.
#[derive(Debug)]
struct Stored {
    generations: [u64; 2],
    grids: [Grid; 2],
}

impl Stored {
    fn pair(&self, rule: &Rule) -> Pair {
        let tiles = |at: usize| Tiles::new(rule, &self.grids[at]).counted_from(self.generations[at]);
        Pair { early: tiles(0), late: tiles(1) }
    }
}

/// What an [`Identifier`] is doing.
#[derive(Debug)]
enum Stage {
    /// Looks for a generation that repeats the snapshot.
    Search {
        tiles: Tiles,
        snapshot: Snapshot,
    },
    /// Halves the range `low..=high` in which the first repeating generation lies. `middle`
    /// advances from `base`, which is at or before `low`.
    Locate {
        base: Stored,
        middle: Box<Pair>,
        low: u64,
        high: u64,
    },
    /// Runs through a period, collecting the bounds and the phases.
    Measure {
        tiles: Tiles,
        bounds: Option<Bounds>,
        phases: Vec<Grid>,
        /// The columns that the apgcodes of these phases need.
        columns: u64,
    },
    Done(Option<Identity>),
}

/// Maximum number of cells, over all phases of a period, of an object that gets an apgcode.
const MAX_NAME_CELLS: u64 = 500_000;

/// Maximum number of columns in the strips of an apgcode, over all phases, including empty ones.
const MAX_NAME_COLUMNS: u64 = 1 << 26;

/// Maximum number of live cells: a pattern that grows beyond it is not followed further. The limit
/// for a pattern that begins with more is its first population.
pub const MAX_POPULATION: u64 = 10_000_000;

/// Identifies a pattern step by step, so that a caller can stop it or show its progress.
///
/// It runs the pattern and compares every generation with a stored one, first by population, then
/// by bounding box, then cell by cell. The stored generation is replaced at growing intervals. The
/// first generation that repeats a stored one gives the period; a binary search then finds the
/// first generation that repeats.
///
/// # Cost
/// A few times the cost of running the pattern: only the populations of changed tiles are
/// recounted, and most comparisons end with the population.
///
/// # Source
/// R. P. Brent, "An improved Monte Carlo factorization algorithm", 1980, for the stored
/// generations.
#[derive(Debug)]
pub struct Identifier {
    rule: Rule,
    grid: Grid,
    latest: u64,
    /// The populations of all generations from the first one.
    populations: Vec<u64>,
    period: u64,
    displacement: (i64, i64),
    since: u64,
    stage: Stage,
}

impl Identifier {
    /// Prepares to identify a pattern by its generations up to `latest`.
    #[must_use]
    pub fn new(rule: &Rule, grid: &Grid, latest: u64) -> Self {
        let tiles = counted(rule, grid);
        let (populations, snapshot) = (vec![tiles.population()], Snapshot::of(&tiles));
        let stage = Stage::Search { tiles, snapshot };
        let (rule, grid) = (rule.clone(), grid.clone());
        Self { rule, grid, latest, populations, period: 0, displacement: (0, 0), since: 0, stage }
    }

    /// Returns the populations of the generations computed so far, from the first one.
    #[must_use]
    pub const fn populations(&self) -> &[u64] {
        self.populations.as_slice()
    }

    /// Continues within a budget and returns `None` if no generation was found to repeat an earlier
    /// one, or if the population exceeds [`MAX_POPULATION`]. A repeat that first happens in
    /// generation N is found by about generation 1.5 N.
    ///
    /// # Errors
    /// Returns [`BudgetSpent`] if the budget is not sufficient; to continue, call this again with
    /// another budget. A node is the work on one tile in one generation.
    pub fn run(&mut self, budget: &mut Budget) -> Result<Option<Identity>, BudgetSpent> {
        loop {
            if let Some(next) = self.advance(budget)? {
                self.stage = next;
            }
            if let Stage::Done(identity) = &self.stage {
                return Ok(identity.clone());
            }
        }
    }

    /// Works on the present stage, and returns the next one when this stage is complete.
    fn advance(&mut self, budget: &mut Budget) -> Result<Option<Stage>, BudgetSpent> {
        let phases = self.rule.phases().len() as u64;
        match &mut self.stage {
            Stage::Search { tiles, snapshot } => {
                let is_huge = tiles.population() > MAX_POPULATION.max(self.populations[0]);
                if is_huge || tiles.generation() >= self.latest {
                    return Ok(Some(Stage::Done(None)));
                }
                budget.spend_many(tiles.next_work())?;
                tiles.step();
                self.populations.push(tiles.population());
                let age = tiles.generation() - snapshot.generation;
                if age.is_multiple_of(phases)
                    && let Some(displacement) = snapshot.displacement(tiles)
                {
                    (self.period, self.displacement) = (age, displacement);
                    let (period, last) = (age as usize, snapshot.generation as usize);
                    let differs = |at: &usize| self.populations[*at] != self.populations[at + period];
                    // The first repeating generation comes after the last one whose population
                    // differs one period later.
                    let to = (0..last).rev().find(differs).map_or(0, |at| at as u64 + 1);
                    let (low, high) = (to, snapshot.generation);
                    let grids = [self.grid.clone(), self.grid.clone()];
                    let base = Stored { generations: [0; 2], grids };
                    let middle = Box::new(base.pair(&self.rule));
                    return Ok(Some(Stage::Locate { base, middle, low, high }));
                }
                if age >= FIRST_SNAPSHOT + snapshot.generation / 2 {
                    *snapshot = Snapshot::of(tiles);
                }
            }
            Stage::Locate { base, middle, low, high } => {
                let at = low.midpoint(*high);
                middle.late.run(at + self.period, budget)?;
                middle.early.run(at, budget)?;
                if middle.repeats() {
                    *high = at;
                } else {
                    *base = middle.stored();
                    *low = at + 1;
                }
                **middle = base.pair(&self.rule);
                if low == high {
                    self.since = *low;
                    let tiles = base.pair(&self.rule).early;
                    return Ok(Some(Stage::Measure { tiles, bounds: None, phases: Vec::new(), columns: 0 }));
                }
            }
            Stage::Measure { tiles, bounds, phases, columns } => {
                tiles.run(self.since, budget)?;
                let is_still = self.displacement == (0, 0);
                let end = self.since + self.period;
                let populations = &self.populations[self.since as usize..end as usize];
                let has_name = self.rule.states == 2
                    && self.rule.topology == Topology::Plane
                    && populations.iter().sum::<u64>() <= MAX_NAME_CELLS;
                while tiles.generation() < end {
                    budget.spend_many(tiles.next_work())?;
                    if is_still || bounds.is_none() {
                        let all = [*bounds, tiles.bounds()].into_iter().flatten();
                        *bounds = all.reduce(Bounds::with);
                    }
                    if has_name {
                        *columns = columns.saturating_add(tiles.bounds().map_or(0, apgcode::columns));
                        if *columns <= MAX_NAME_COLUMNS {
                            phases.push(tiles.grid());
                        }
                    }
                    tiles.step();
                }
                let least = populations.iter().copied().min().unwrap_or(0);
                let greatest = populations.iter().copied().max().unwrap_or(0);
                let name = (has_name && greatest > 0 && *columns <= MAX_NAME_COLUMNS).then(|| {
                    let code = apgcode::canonical(&*phases);
                    match (is_still, self.period) {
                        (true, 1) => format!("xs{greatest}_{code}"),
                        (true, period) => format!("xp{period}_{code}"),
                        (false, period) => format!("xq{period}_{code}"),
                    }
                });
                return Ok(Some(Stage::Done(Some(Identity {
                    since: self.since,
                    period: self.period,
                    displacement: self.displacement,
                    populations: (least, greatest),
                    bounds: *bounds,
                    name,
                }))));
            }
            Stage::Done(_) => {}
        }
        Ok(None)
    }
}

/// Number of generations before the first stored generation is replaced.
const FIRST_SNAPSHOT: u64 = 64;

/// Returns a pattern at its start whose population is kept up to date.
fn counted(rule: &Rule, grid: &Grid) -> Tiles {
    let mut tiles = Tiles::new(rule, grid);
    tiles.keep_population();
    tiles
}

/// Identifies a pattern by running it until a generation repeats an earlier one, possibly
/// displaced. Returns `None` if no repeat was found by generation `latest`, or if the population
/// exceeds [`MAX_POPULATION`]. Every cell is compared.
///
/// # Errors
/// Returns [`BudgetSpent`] if the pattern grows or takes too long; a node is the work on one tile
/// in one generation.
///
/// # Cost
/// A few times the cost of running the pattern; see [`Identifier`].
pub fn identify(
    rule: &Rule,
    grid: &Grid,
    latest: u64,
    budget: &mut Budget,
) -> Result<Option<Identity>, BudgetSpent> {
    Identifier::new(rule, grid, latest).run(budget)
}

/// The longest period considered for a population sequence.
const MAX_PERIOD: usize = 1000;

/// Returns the generation from which the populations of consecutive generations are periodic, and
/// the period. Returns `None` unless the repetition has lasted for at least four periods plus a
/// hundred generations. This is not a proof: two gliders may still be on a collision course.
#[must_use]
pub fn settled(populations: &[u64]) -> Option<(usize, usize)> {
    let length = populations.len();
    let since = |period: usize| {
        let differs = (0..length - period).rev().find(|&at| populations[at] != populations[at + period]);
        differs.map_or(0, |at| at + 1)
    };
    let periods = (1..=MAX_PERIOD).take_while(|period| *period < length);
    // Longer periods are multiples of the first one, and begin no earlier.
    periods.map(|period| (since(period), period)).find(|found| length - found.0 >= 100 + 4 * found.1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::parse;

    #[test]
    fn populations_settle() {
        let r_pentomino = parse(".OO\nOO.\n.O.").unwrap().grid(100).unwrap();
        let mut tiles = Tiles::new(&Rule::life(), &r_pentomino);
        let mut populations = Vec::new();
        for _ in 0..2000 {
            populations.push(tiles.population());
            tiles.step();
        }
        assert_eq!(settled(&populations).map(|found| found.0), Some(1103));
        assert_eq!(settled(&populations[..1150]), None);
        assert_eq!(settled(&[5]), None);
    }

    /// Compares the results with those of a search that stores every generation, on a torus, where
    /// every pattern repeats. The identifier runs in slices of one or two generations.
    #[test]
    fn first_repeats_match_a_plain_search() {
        for (seed, rule) in (0..24).zip(["B3/S23:T9,11", "B36/S23:T12,8", "B2/S/3:T6,6"].into_iter().cycle())
        {
            let rule = Rule::parse(rule).unwrap();
            let grid = crate::library::soup(6, 40, State::try_from(rule.states).unwrap(), seed);
            let mut identifier = Identifier::new(&rule, &grid, 20_000);
            let identity = loop {
                if let Ok(identity) = identifier.run(&mut Budget::nodes(20)) {
                    break identity.unwrap();
                }
            };
            let mut tiles = Tiles::new(&rule, &grid);
            let mut seen: Vec<Grid> = Vec::new();
            let since = loop {
                let now = tiles.grid();
                if let Some(since) = seen.iter().position(|old| *old == now) {
                    break since;
                }
                assert_eq!(identifier.populations()[seen.len()], now.population());
                seen.push(now);
                tiles.step();
            };
            let expected = (since as u64, (seen.len() - since) as u64);
            assert_eq!((identity.since, identity.period), expected, "seed {seed} of {rule}");
            let populations = seen[since..].iter().map(Grid::population);
            let (least, greatest) = (populations.clone().min().unwrap(), populations.max().unwrap());
            assert_eq!(identity.populations, (least, greatest), "seed {seed} of {rule}");
        }
    }

    #[test]
    fn well_known_objects_are_identified() {
        let cases = [
            ("OO\nOO", 0, 1, (0, 0), "xs4_33", None),
            ("OOO", 0, 2, (0, 0), "xp2_7", None),
            (".O.\n..O\nOOO", 0, 4, (1, 1), "xq4_153", Some("c/4 diagonal")),
            (
                "#Life 1.05\n#P 0 0\n*..*\n....*\n*...*\n.****",
                0,
                4,
                (2, 0),
                "xq4_6frc",
                Some("c/2 orthogonal"),
            ),
            ("OOOOOOOOOO", 2, 15, (0, 0), "xp15_4r4z4r4", None),
            ("xp15_4r4z4r4", 0, 15, (0, 0), "xp15_4r4z4r4", None),
            ("xq7_3nw17862z6952", 0, 7, (0, 0), "", None),
        ];
        for (text, since, period, displacement, name, speed) in cases {
            let pattern = parse(text).unwrap();
            let identity =
                identify(&Rule::life(), &pattern.grid(1000).unwrap(), 10_000, &mut Budget::nodes(1_000_000))
                    .unwrap()
                    .unwrap();
            if name.is_empty() {
                // The apgcode of the loafer does not depend on its orientation.
                assert_eq!((identity.period, identity.name.as_deref()), (7, Some(text)));
                assert_eq!(identity.speed().as_deref(), Some("c/7 orthogonal"));
                continue;
            }
            assert_eq!((identity.since, identity.period), (since, period), "{text}");
            assert_eq!(identity.displacement, displacement, "{text}");
            assert_eq!(identity.name.as_deref(), Some(name), "{text}");
            assert_eq!(identity.speed().as_deref(), speed, "{text}");
        }
        let diehard = parse("x = 8, y = 3\n6bo$2o$bo3b3o!").unwrap().grid(100).unwrap();
        let identity =
            identify(&Rule::life(), &diehard, 10_000, &mut Budget::nodes(1_000_000)).unwrap().unwrap();
        assert_eq!((identity.since, identity.period, identity.populations), (130, 1, (0, 0)));
        assert_eq!(identity.name, None);
        assert_eq!(identify(&Rule::life(), &diehard, 100, &mut Budget::nodes(1_000_000)), Ok(None));
    }
}
