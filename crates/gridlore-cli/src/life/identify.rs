//! What a pattern is, in a few lines.

use super::Loaded;
use super::load::load;
use crate::Exit;
use crate::interrupt;
use crate::progress::Progress;
use anyhow::{Result, bail};
use gridlore::Budget;
use gridlore_life::{Cells, MAX_EDGE_CELLS, Tiles, identify, settled};

/// Cells that are looked at before it is said that a pattern does not come again: some seconds.
const MOST: u64 = 30_000_000;

pub(super) fn run(source: &Loaded, generations: u64) -> Result<Exit> {
    let ready = load(source)?;
    let grid = match &ready.pattern.cells {
        Cells::Grid(grid) => grid.clone(),
        Cells::Tree(tree) => tree.grid(MOST)?,
    };
    anyhow::ensure!(
        Tiles::edge_cells(&ready.rule, &grid) <= MAX_EDGE_CELLS,
        "{}: the edges of its world have more than {MAX_EDGE_CELLS} cells, expected a smaller world",
        ready.rule
    );
    if let Ok(Some(identity)) = identify(&ready.rule, &grid, generations, &mut Budget::nodes(MOST)) {
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
    // It goes on, grows, or sends something away: its population may settle nevertheless.
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
            if interrupt::was_asked() {
                bail!("interrupted at generation {}", tiles.generation());
            }
        }
    }
    progress.finish();
    let last = populations.last().copied().unwrap_or(0);
    match settled(&populations) {
        Some((since, period)) => {
            println!(
                "does not come again within {generations} generations, so it sends something away or moves apart"
            );
            println!(
                "population repeats from generation {since} on with period {period}: {last} in generation {generations}"
            );
            Ok(Exit::Done)
        }
        None => {
            println!("does not settle within {generations} generations; population {last} then");
            Ok(Exit::NotSolved)
        }
    }
}
