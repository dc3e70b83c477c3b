//! What a pattern is: a still life, an oscillator, a spaceship, or something that becomes one, dies
//! or goes on.

use crate::format::apgcode;
use crate::grid::{Bounds, Cell, Grid};
use crate::rule::Rule;
use crate::tiles::Tiles;
use gridlore_core::{Budget, BudgetSpent};
use std::collections::HashMap;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash as _, Hasher};

/// What a pattern is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Identity {
    /// The first generation that comes again.
    pub since: u64,
    /// After how many generations it does.
    pub period: u64,
    /// How far it has moved by then: columns to the east and rows to the south.
    pub displacement: (i64, i64),
    /// The least and the greatest population of a period.
    pub populations: (u64, u64),
    /// The smallest bounds of all of its phases, for an object that stays where it is; of one phase
    /// for one that moves.
    pub bounds: Option<Bounds>,
    /// Its name, for a rule of two states on the plane; nothing for a pattern that dies.
    pub name: Option<String>,
}

impl Identity {
    /// The speed as the field tells it: `c/4 diagonal`, `2c/5 orthogonal`, `(2,1)c/6`; nothing
    /// where it does not move.
    #[must_use]
    pub fn speed(&self) -> Option<String> {
        let (x, y) = (self.displacement.0.unsigned_abs(), self.displacement.1.unsigned_abs());
        let (far, near) = (x.max(y), x.min(y));
        if far == 0 {
            return None;
        }
        let divisor = gcd(gcd(far, near), self.period);
        let (far, near, period) = (far / divisor, near / divisor, self.period / divisor);
        let many = |count: u64| if count == 1 { "c".to_owned() } else { format!("{count}c") };
        Some(if near == 0 {
            format!("{}/{period} orthogonal", many(far))
        } else if near == far {
            format!("{}/{period} diagonal", many(far))
        } else {
            format!("({far},{near})c/{period}")
        })
    }
}

const fn gcd(one: u64, other: u64) -> u64 {
    if other == 0 { one } else { gcd(other, one % other) }
}

/// A grid moved so that its north-western cell is the first of all.
fn at_home(grid: &Grid) -> (Grid, Cell) {
    match grid.bounds() {
        Some(bounds) => (grid.moved(-bounds.from.x, -bounds.from.y), bounds.from),
        None => (Grid::new(), Cell::new(0, 0)),
    }
}

fn hash_of(grid: &Grid) -> u64 {
    let mut hasher = DefaultHasher::new();
    for run in grid.runs() {
        run.hash(&mut hasher);
    }
    hasher.finish()
}

/// Finds out what a pattern is: the first generation whose cells come again, moved or not; nothing
/// where none has by generation `latest`. Whether they do is seen by the cells and not by their
/// hash alone.
///
/// # Errors
/// When the budget is spent, one node for each cell that lives in each generation: the pattern
/// grows, or takes long.
///
/// # Cost
/// All generations are made, and each is looked at as a whole.
pub fn identify(
    rule: &Rule,
    grid: &Grid,
    latest: u64,
    budget: &mut Budget,
) -> Result<Option<Identity>, BudgetSpent> {
    let mut tiles = Tiles::new(rule, grid);
    // By hash the generations, with where they were.
    let mut seen: HashMap<u64, Vec<(u64, Cell)>> = HashMap::new();
    let phases = rule.phases().len() as u64;
    loop {
        let (home, place) = at_home(&tiles.grid());
        let generation = tiles.generation();
        if generation > latest {
            return Ok(None);
        }
        budget.spend_many(1 + home.population())?;
        let candidates = seen.entry(hash_of(&home)).or_default();
        for &(since, was) in candidates.iter().filter(|entry| (generation - entry.0).is_multiple_of(phases)) {
            // In a world with edges only what is at the same place is the same.
            if rule.topology != crate::topology::Topology::Plane && was != place {
                continue;
            }
            let displacement = (place.x - was.x, place.y - was.y);
            if let Some(identity) = confirmed(rule, grid, since, generation - since, displacement) {
                return Ok(Some(identity));
            }
        }
        candidates.push((generation, place));
        tiles.step();
    }
}

/// The identity of a pattern that seems to come again, made of its phases; nothing where it does
/// not.
fn confirmed(
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

/// The longest period of a population that is looked for.
const LONGEST: usize = 1000;

/// From which generation on, and with which period, the populations of one generation after the
/// other repeat as far as they were told; nothing where they do not for long enough to be believed:
/// four periods and a hundred generations. It is no proof: two gliders that will meet have not met
/// yet.
#[must_use]
pub fn settled(populations: &[u64]) -> Option<(usize, usize)> {
    let length = populations.len();
    let since = |period: usize| {
        let differs = (0..length - period).rev().find(|&at| populations[at] != populations[at + period]);
        differs.map_or(0, |at| at + 1)
    };
    let periods = (1..=LONGEST).take_while(|period| *period < length);
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
    fn well_known_objects_are_known() {
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
                // The loafer: as its name says, whichever way it is turned.
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
