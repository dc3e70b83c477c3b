//! `gridlore life run`: runs thousands to billions of generations, and can resume after an
//! interruption.

use super::load::{Ready, load};
use super::point::Point;
use super::{EngineArgs, Loaded, plot, save, target};
use crate::Exit;
use crate::interrupt;
use crate::progress::Progress;
use anyhow::{Context, Result, bail};
use gridlore::Budget;
use gridlore_life::World;
use std::io::{BufWriter, Write, stdout};
use std::path::Path;

/// Work between updates of the progress bar, which takes tens of milliseconds.
const SLICE: u64 = 1 << 20;

/// Number of points of a plot without --step.
const POINTS: u64 = 512;

/// Creates the world of a pattern.
pub(super) fn world(ready: &Ready, by: &EngineArgs) -> Result<World> {
    let Ready { pattern, rule } = ready;
    Ok(World::new(&pattern.cells, rule, pattern.generation, by.engine, by.memory.bytes())?)
}

/// Runs a world to a generation; returns false if Ctrl-C interrupted it.
pub(super) fn reach(world: &mut World, to: u64, progress: &mut Progress) -> Result<bool> {
    let begin = world.generation();
    loop {
        let mut budget = Budget::nodes(SLICE);
        if world.run(to, &mut budget).with_context(|| format!("generation {}", world.generation()))? {
            return Ok(true);
        }
        if interrupt::is_requested() {
            return Ok(false);
        }
        progress.show((world.generation() - begin, Some(to - begin)), || {
            format!("generation {}, {:?}, {} MB", world.generation(), world.engine(), world.bytes() >> 20)
        });
    }
}

/// The output of a run.
pub(super) struct Output<'a> {
    /// The number of generations between the lines that are printed.
    pub(super) step: Option<u64>,
    /// Whether the bounding box is also printed.
    pub(super) is_boxed: bool,
    /// The file for a plot.
    pub(super) plot: Option<&'a Path>,
}

pub(super) fn run(
    source: &Loaded,
    generations: u64,
    by: &EngineArgs,
    options: &Output<'_>,
    out: Option<&Path>,
) -> Result<Exit> {
    let Output { step, is_boxed, plot: plotted } = *options;
    // This starts listening for Ctrl-C.
    let _ = interrupt::is_requested();
    // A bad file name is rejected before the long run.
    out.map(target).transpose()?;
    let mut ready = load(source)?;
    let mut world = world(&ready, by)?;
    let mut progress = Progress::new(false);
    let mut output = BufWriter::new(stdout().lock());
    let Some(end) = ready.pattern.generation.checked_add(generations) else {
        bail!(
            "--gens: found {generations} generations after {}, expected a last generation below 2^64",
            ready.pattern.generation
        );
    };
    let stride = match step {
        Some(0) => bail!("--step: found 0, expected at least 1"),
        Some(step) => step,
        None if plotted.is_some() => generations.div_ceil(POINTS).max(1),
        None => generations.max(1),
    };
    let mut points = vec![Point::new(&world, is_boxed)];
    let mut is_complete = true;
    while is_complete && world.generation() < end {
        let to = world.generation().saturating_add(stride).min(end);
        is_complete = reach(&mut world, to, &mut progress)?;
        if plotted.is_some() || step.is_some() {
            let point = Point::new(&world, is_boxed);
            points.push(point);
            if step.is_some() && is_complete && world.generation() < end {
                writeln!(output, "{point}")?;
            }
        }
    }
    progress.finish();
    ready.pattern.generation = world.generation();
    let is_needed = out.is_some() || !is_complete;
    if is_needed {
        ready.pattern.cells = world.cells();
    }
    if let Some(file) = plotted {
        crate::replace::replace(file, plot::svg(&points).as_bytes())?;
    }
    let mut saved = None;
    if let Some(file) = out {
        save(&ready.pattern, ready.rule.states, file)?;
    } else if !is_complete {
        let file = source.state_file(ready.pattern.generation);
        save(&ready.pattern, ready.rule.states, &file)?;
        saved = Some(file);
    }
    if is_boxed {
        writeln!(output, "{}", Point::new(&world, true))?;
    }
    writeln!(output, "{}", Point::new(&world, false))?;
    output.flush()?;
    if !is_complete {
        let file = saved.as_deref().or(out).map(|file| file.display().to_string()).unwrap_or_default();
        bail!(
            "interrupted at generation {}; saved as {file}; to continue, run it for {} more generations",
            world.generation(),
            end - world.generation()
        );
    }
    Ok(Exit::Done)
}
