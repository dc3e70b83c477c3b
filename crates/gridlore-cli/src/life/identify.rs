//! `gridlore life identify`: prints the period, speed and name of a pattern.

use super::Loaded;
use super::load::load;
use crate::Exit;
use crate::interrupt;
use crate::progress::Progress;
use anyhow::{Result, bail};
use gridlore::Budget;
use gridlore_life::{Cells, Identifier, MAX_EDGE_CELLS, MAX_POPULATION, Tiles, settled};

/// Maximum number of cells of a pattern that is stored as a tree.
const MAX_CELLS: u64 = 30_000_000;
/// Number of tiles computed between checks of the clock and of Ctrl-C, which takes a few
/// milliseconds.
const NODES_PER_SLICE: u64 = 100_000;

pub(super) fn run(source: &Loaded, generations: u64) -> Result<Exit> {
    let ready = load(source)?;
    let grid = match &ready.pattern.cells {
        Cells::Grid(grid) => grid.clone(),
        Cells::Tree(tree) => tree.grid(MAX_CELLS)?,
    };
    anyhow::ensure!(
        Tiles::edge_cells(&ready.rule, &grid) <= MAX_EDGE_CELLS,
        "{}: the world is too large (the maximum is {MAX_EDGE_CELLS} cells on its edges)",
        ready.rule
    );
    let mut identifier = Identifier::new(&ready.rule, &grid, generations);
    let mut progress = Progress::new(false);
    let (mut nodes, mut before) = (NODES_PER_SLICE, 0);
    let found = loop {
        match identifier.run(&mut Budget::nodes(nodes)) {
            Ok(found) => break found,
            Err(_) => {
                let generation = identifier.populations().len() as u64 - 1;
                // One generation of a huge pattern can need more than one slice.
                if generation == before {
                    nodes *= 2;
                }
                before = generation;
                progress.show((generation, Some(generations)), || format!("generation {generation}"));
                if interrupt::is_requested() {
                    bail!("interrupted at generation {generation}");
                }
            }
        }
    };
    progress.finish();
    if let Some(identity) = found {
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
    // The pattern keeps changing, grows, or emits objects; nevertheless, its population can become
    // periodic.
    let populations = identifier.populations();
    let last = populations.last().copied().unwrap_or(0);
    let computed = populations.len() as u64 - 1;
    if computed < generations {
        println!(
            "no repeat found within {computed} generations; population {last}, which is more than the maximum of {MAX_POPULATION}"
        );
        return Ok(Exit::NotSolved);
    }
    match settled(populations) {
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
