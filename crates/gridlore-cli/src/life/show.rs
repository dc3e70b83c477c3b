//! `gridlore life show`: prints a window of a pattern as text.

use super::load::load;
use super::run::{reach, world};
use super::{EngineArgs, Loaded};
use crate::Exit;
use crate::progress::Progress;
use anyhow::{Result, bail, ensure};
use gridlore_life::{Bounds, Cell, State};
use std::io::{BufWriter, Write, stdout};

/// Maximum number of cells printed.
const MAX_CELLS: u64 = 100_000_000;

pub(super) fn run(
    source: &Loaded,
    generations: u64,
    by: &EngineArgs,
    window: Option<&[i64]>,
) -> Result<Exit> {
    let ready = load(source)?;
    let mut world = world(&ready, by)?;
    let mut progress = Progress::new(false);
    let end = world.generation().saturating_add(generations);
    if !reach(&mut world, end, &mut progress)? {
        bail!("interrupted at generation {}", world.generation());
    }
    progress.finish();
    let bounds = match window {
        Some(&[x, y, width, height]) => {
            ensure!(
                width > 0 && height > 0,
                "--window: found {width} columns and {height} rows, expected at least one of each"
            );
            let last = (x.checked_add(width - 1), y.checked_add(height - 1));
            let (Some(east), Some(south)) = last else {
                bail!("--window: found a window beyond the range of coordinates, expected one closer to 0")
            };
            Bounds { from: Cell::new(x, y), to: Cell::new(east, south) }
        }
        _ => match world.bounds() {
            Some(bounds) => bounds,
            None => return Ok(Exit::Done),
        },
    };
    ensure!(
        bounds.width().saturating_mul(bounds.height()) <= MAX_CELLS,
        "found {} x {} cells, expected at most {MAX_CELLS}; print a part with --window X Y W H",
        bounds.width(),
        bounds.height()
    );
    let has_two_states = world.rule().states == 2;
    let mut out = BufWriter::new(stdout().lock());
    for y in bounds.from.y..=bounds.to.y {
        let row: String =
            (bounds.from.x..=bounds.to.x).map(|x| sign(world.get(Cell::new(x, y)), has_two_states)).collect();
        writeln!(out, "{row}")?;
    }
    out.flush()?;
    Ok(Exit::Done)
}

/// Returns the sign of a state. With more than two states, the signs are letters from A on, and #
/// after z.
fn sign(state: State, has_two_states: bool) -> char {
    match state {
        0 => '.',
        1 if has_two_states => 'O',
        1..=26 => char::from(b'A' + state - 1),
        27..=52 => char::from(b'a' + state - 27),
        _ => '#',
    }
}
