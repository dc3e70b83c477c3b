//! Compares every engine with a plain stepper on random patterns with random rules in random
//! worlds.

use super::golly::{self, Golly};
use super::pattern::{Cells, Pattern, moved_home};
use super::shape::Shape;
use super::{cells, engine_rule, first_difference, grid};
use crate::room::{Opinions, Room};
use gridlore_core::{Budget, Rng};
use gridlore_life::{Engine, Hash, HashError, Tiles, Width, World, WorldError};
use std::fmt::Write as _;

/// Memory limit of an engine, in bytes.
const MEMORY: usize = 64 << 20;

/// Nodes per call in a world that pauses.
const PAUSE: u64 = 40;

/// Maximum range of a rule that hashed squares support.
const MAX_HASH_RANGE: i64 = 8;

/// The room for generations.
pub(crate) struct Steps {
    golly: Golly,
}

/// A pattern and the number of generations to run.
#[derive(Debug, Clone)]
pub(crate) struct Case {
    pattern: Pattern,
    generations: u64,
    /// Whether bgolly checks this case.
    is_for_golly: bool,
}

impl Room for Steps {
    const NAME: &'static str = "life/steps";
    const ABOUT: &'static str =
        "rules of every family in worlds of every shape: each engine, generation by generation";
    const SHORT: u64 = 200;

    type Case = Case;

    fn open() -> Self {
        Self { golly: Golly::open("steps") }
    }

    fn opinions(&self) -> Opinions {
        self.golly.opinions("a plain stepper")
    }

    fn case(&mut self, rng: &mut Rng) -> Option<Case> {
        let pattern = Pattern::random(rng);
        let max_generations = if pattern.rule.range() > 2 { 6 } else { 24 };
        let generations = 1 + rng.below(max_generations) as u64;
        Some(Case { pattern, generations, is_for_golly: self.golly.is_sampled(rng) })
    }

    fn difference(&mut self, case: &Case) -> Option<String> {
        let expected = case.pattern.after(case.generations)?;
        let mut text = String::new();
        match engine_rule(&case.pattern) {
            Ok(rule) => {
                for (name, found) in engine_results(case, &rule) {
                    match found {
                        Ok(found) if found == expected => {}
                        Ok(found) => {
                            let _ = writeln!(text, "{name:12} {}", first_difference(&expected, &found));
                        }
                        Err(error) => {
                            let _ = writeln!(text, "{name:12} {error}");
                        }
                    }
                }
            }
            Err(error) => {
                let _ = writeln!(text, "the rule     {error}");
            }
        }
        if case.is_for_golly && golly::is_standard(&case.pattern) {
            let file = case.pattern.rle();
            let found = self.golly.after(&case.pattern, &file, "rle", 0, case.generations);
            let expected = moved_home(&expected);
            if let Some(found) = found.map(|found| moved_home(&found)).filter(|found| *found != expected) {
                let _ = writeln!(text, "{:12} {}", "bgolly", first_difference(&expected, &found));
            }
        }
        (!text.is_empty()).then_some(text)
    }

    fn smaller(&self, case: &Case) -> Vec<Case> {
        let fewer = [case.generations / 2, case.generations - 1].into_iter().filter(|&fewer| fewer > 0);
        let fewer = fewer.map(|generations| Case { generations, ..case.clone() });
        let patterns = case.pattern.smaller().into_iter();
        fewer.chain(patterns.map(|pattern| Case { pattern, ..case.clone() })).collect()
    }

    fn print(&self, case: &Case) -> String {
        let rule = case.pattern.rule.file().unwrap_or_default();
        format!("{rule}{}generation {}", case.pattern.rle(), case.generations)
    }
}

/// Returns the cells of the last generation from every engine that supports the pattern.
fn engine_results(case: &Case, rule: &gridlore_life::Rule) -> Vec<(String, Result<Cells, String>)> {
    let pattern = gridlore_life::Pattern::from_grid(grid(&case.pattern.cells));
    let to = case.generations;
    let mut found = Vec::new();
    for (engine, name) in Engine::ALL {
        let answer = world(rule, &pattern, engine).and_then(|mut world| {
            run(&mut world, to, Budget::unlimited())?;
            counted(&world)
        });
        let is_refused = engine == Engine::Hash && is_beyond_hash(case);
        match answer {
            Err(WorldError::Hash(HashError::Edges | HashError::Range(_))) if is_refused => continue,
            Ok(_) if is_refused => found.push((name.to_owned(), Err("was not rejected".to_owned()))),
            Ok(answer) => found.push((name.to_owned(), answer)),
            Err(error) => found.push((name.to_owned(), Err(error.to_string()))),
        }
        if engine == Engine::Oracle {
            continue;
        }
        // Run the same world with frequent pauses.
        let answer = world(rule, &pattern, engine).and_then(|mut world| {
            while !run(&mut world, to, Budget::nodes(PAUSE))? {}
            counted(&world)
        });
        let name = format!("{name}/paused");
        found.push((name, answer.unwrap_or_else(|error| Err(error.to_string()))));
    }
    for width in Width::all() {
        let mut tiles = Tiles::with_width(rule, &grid(&case.pattern.cells), width);
        for _ in 0..to {
            tiles.step();
        }
        found.push((format!("{width:?}"), Ok(cells(&tiles.grid()))));
    }
    if !is_beyond_hash(case) {
        // Run the generations one by one instead of in one call.
        let squares = Hash::new(rule, &pattern.cells, MEMORY).and_then(|mut hash| {
            for _ in 0..to {
                hash.run(1)?;
            }
            Ok(hash)
        });
        let answer = squares.map_err(|error| error.to_string());
        let answer = answer.and_then(|hash| hash.grid(1 << 24).map_err(|error| error.to_string()));
        found.push(("hash/single".to_owned(), answer.map(|grid| cells(&grid))));
    }
    found
}

fn is_beyond_hash(case: &Case) -> bool {
    case.pattern.shape != Shape::Plane || case.pattern.rule.range() > MAX_HASH_RANGE
}

fn world(
    rule: &gridlore_life::Rule,
    pattern: &gridlore_life::Pattern,
    engine: Engine,
) -> Result<World, WorldError> {
    World::new(&pattern.cells, rule, 0, engine, MEMORY)
}

fn run(world: &mut World, to: u64, mut budget: Budget) -> Result<bool, WorldError> {
    world.run(to, &mut budget)
}

/// Returns the cells of a world; the inner error reports a wrong population or wrong bounds.
fn counted(world: &World) -> Result<Result<Cells, String>, WorldError> {
    let grid = match world.cells() {
        gridlore_life::Cells::Grid(grid) => grid,
        gridlore_life::Cells::Tree(tree) => tree.grid(1 << 24).map_err(WorldError::TooMany)?,
    };
    let found = cells(&grid);
    if world.population() != found.len() as u128 {
        return Ok(Err(format!(
            "the population is {}, but there are {} cells",
            world.population(),
            found.len()
        )));
    }
    let bounds = world.bounds().map(|bounds| (bounds.from.x, bounds.from.y, bounds.width(), bounds.height()));
    let (from, sides) = super::pattern::bounds(&found);
    let expected = (from.0, from.1, sides.0.unsigned_abs(), sides.1.unsigned_abs());
    if bounds != (!found.is_empty()).then_some(expected) {
        return Ok(Err(format!("the bounds are {bounds:?}, but the cells span {expected:?}")));
    }
    Ok(Ok(found))
}
