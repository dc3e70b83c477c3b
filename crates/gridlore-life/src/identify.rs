//! Identifies a pattern: a still life, an oscillator, a spaceship, or something that settles into
//! one of them or dies out.

use crate::format::apgcode;
use crate::grid::{Bounds, Cell, Grid};
use crate::rule::Rule;
use crate::tiles::Tiles;
use gridlore_core::{Budget, BudgetSpent};
use std::collections::HashMap;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash as _, Hasher};

/// What a pattern is, or settles into.
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
    /// The bounding box: of all phases together for an object that stays in place, of one phase for
    /// a moving one.
    pub bounds: Option<Bounds>,
    /// The apgcode, for rules of two states on the plane; `None` for a pattern that dies out.
    pub name: Option<String>,
}

impl Identity {
    /// The speed in standard notation: `c/4 diagonal`, `2c/5 orthogonal`, `(2,1)c/6`; `None` for
    /// an object that does not move.
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

/// Moves a grid so that the north-western corner of its bounds is cell (0, 0); also returns that
/// corner.
fn normalised(grid: &Grid) -> (Grid, Cell) {
    match grid.bounds() {
        Some(bounds) => (grid.moved(-bounds.from.x, -bounds.from.y), bounds.from),
        None => (Grid::new(), Cell::new(0, 0)),
    }
}

fn grid_hash(grid: &Grid) -> u64 {
    let mut hasher = DefaultHasher::new();
    for run in grid.runs() {
        run.hash(&mut hasher);
    }
    hasher.finish()
}

/// Identifies a pattern by running it until a generation repeats an earlier one, possibly
/// displaced; `None` if nothing has repeated by generation `latest`. Equal hashes are confirmed
/// cell by cell.
///
/// # Errors
/// [`BudgetSpent`] if the pattern grows or takes too long. Each generation costs as many nodes as
/// it has live cells, plus one.
///
/// # Cost
/// Computes every generation and hashes all of its cells.
pub fn identify(
    rule: &Rule,
    grid: &Grid,
    latest: u64,
    budget: &mut Budget,
) -> Result<Option<Identity>, BudgetSpent> {
    let mut tiles = Tiles::new(rule, grid);
    // The generations seen so far with their corners, by hash.
    let mut seen: HashMap<u64, Vec<(u64, Cell)>> = HashMap::new();
    let phases = rule.phases().len() as u64;
    loop {
        let (home, place) = normalised(&tiles.grid());
        let generation = tiles.generation();
        if generation > latest {
            return Ok(None);
        }
        budget.spend_many(1 + home.population())?;
        let candidates = seen.entry(grid_hash(&home)).or_default();
        for &(since, was) in candidates.iter().filter(|entry| (generation - entry.0).is_multiple_of(phases)) {
            // On a bounded grid, only a repeat in the same place counts.
            if rule.topology != crate::topology::Topology::Plane && was != place {
                continue;
            }
            let displacement = (place.x - was.x, place.y - was.y);
            if let Some(identity) = verified_identity(rule, grid, since, generation - since, displacement) {
                return Ok(Some(identity));
            }
        }
        candidates.push((generation, place));
        tiles.step();
    }
}

/// Replays a presumed period and derives the identity from its phases; `None` if the cells do not
/// repeat after all.
fn verified_identity(
    rule: &Rule,
    grid: &Grid,
    since: u64,
    period: u64,
    displacement: (i64, i64),
) -> Option<Identity> {
    let mut tiles = Tiles::new(rule, grid);
    for _ in 0..since {
        tiles.step();
    }
    let mut phases = Vec::new();
    for _ in 0..period {
        phases.push(tiles.grid());
        tiles.step();
    }
    if tiles.grid() != phases[0].moved(displacement.0, displacement.1) {
        return None;
    }
    let populations = phases.iter().map(Grid::population);
    let (least, greatest) = (populations.clone().min().unwrap_or(0), populations.max().unwrap_or(0));
    let is_still = displacement == (0, 0);
    let mut bounds = phases.iter().filter_map(Grid::bounds);
    let bounds = if is_still { bounds.reduce(Bounds::with) } else { bounds.next() };
    let has_name = rule.states == 2 && rule.topology == crate::topology::Topology::Plane && greatest > 0;
    let name = has_name.then(|| {
        let code = apgcode::canonical(&phases);
        match (is_still, period) {
            (true, 1) => format!("xs{greatest}_{code}"),
            (true, _) => format!("xp{period}_{code}"),
            (false, _) => format!("xq{period}_{code}"),
        }
    });
    Some(Identity { since, period, displacement, populations: (least, greatest), bounds, name })
}

/// The longest period of a population sequence that is considered.
const MAX_PERIOD: usize = 1000;

/// Returns the generation from which the populations of consecutive generations are periodic, and
/// the period. `None` unless the repetition has lasted for at least four periods plus a hundred
/// generations. It is no proof: two gliders may still be on a collision course.
#[must_use]
pub fn settled(populations: &[u64]) -> Option<(usize, usize)> {
    let length = populations.len();
    let since = |period: usize| {
        let differs = (0..length - period).rev().find(|&at| populations[at] != populations[at + period]);
        differs.map_or(0, |at| at + 1)
    };
    let periods = (1..=MAX_PERIOD).take_while(|period| *period < length);
    periods.map(|period| (since(period), period)).filter(|found| length - found.0 >= 100 + 4 * found.1).min()
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
                // The loafer: its apgcode does not depend on its orientation.
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
