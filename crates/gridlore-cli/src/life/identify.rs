//! `gridlore life identify`: the period, speed and name of a pattern.

use super::Loaded;
use super::load::load;
use crate::Exit;
use crate::interrupt;
use crate::progress::Progress;
use anyhow::{Result, bail};
use gridlore::Budget;
use gridlore_life::{Cells, MAX_EDGE_CELLS, Tiles, identify, settled};

/// Maximum number of cells that are examined for a repetition: several seconds.
const MAX_CELLS: u64 = 30_000_000;

pub(super) fn run(source: &Loaded, generations: u64) -> Result<Exit> {
    let ready = load(source)?;
    let grid = match &ready.pattern.cells {
        Cells::Grid(grid) => grid.clone(),
        Cells::Tree(tree) => tree.grid(MAX_CELLS)?,
    };
    anyhow::ensure!(
        Tiles::edge_cells(&ready.rule, &grid) <= MAX_EDGE_CELLS,
        "{}: found a world with more than {MAX_EDGE_CELLS} cells on its edges, expected a smaller one",
        ready.rule
    );
    if let Ok(Some(identity)) = identify(&ready.rule, &grid, generations, &mut Budget::nodes(MAX_CELLS)) {
        if identity.populations == (0, 0) {
            println!("dies at generation {}", identity.since);
            return Ok(Exit::Done);
        }
        if identity.since > 0 {
            println!("settles at generation {}", identity.since);
        }
        println!("period {}", identity.period);
        println!("displacement {} {}", identity.displacement.0, identity.displacement.1);
        if let Some(speed) = identity.speed() {
            println!("speed {speed}");
        }
        match identity.populations {
            (least, greatest) if least == greatest => println!("population {least}"),
            (least, greatest) => println!("population {least} to {greatest}"),
        }
        if let Some(bounds) = identity.bounds {
            println!("box {} x {}", bounds.width(), bounds.height());
        }
        if let Some(name) = identity.name {
            println!("apgcode {name}");
        }
        return Ok(Exit::Done);
    }
    // It keeps changing, grows, or emits something; the population can become periodic anyway.
    let mut tiles = Tiles::new(&ready.rule, &grid);
    let mut progress = Progress::new(false);
    let mut populations = vec![tiles.population()];
    while tiles.generation() < generations {
        tiles.step();
        populations.push(tiles.population());
        if tiles.generation().is_multiple_of(64) {
            progress.show((tiles.generation(), Some(generations)), || {
                format!("generation {}", tiles.generation())
            });
            if interrupt::is_requested() {
                bail!("interrupted at generation {}", tiles.generation());
            }
        }
    }
    progress.finish();
    let last = populations.last().copied().unwrap_or(0);
    match settled(&populations) {
        Some((since, period)) => {
            println!(
                "no repeat found within {generations} generations: it emits something, or its parts move apart"
            );
            println!(
                "population repeats from generation {since} on with period {period}: {last} in generation {generations}"
            );
            Ok(Exit::Done)
        }
        None => {
            println!("no repeat found within {generations} generations; population {last} at the end");
            Ok(Exit::NotSolved)
        }
    }
}
