//! Generations by the thousand and by the billion, with an end that can be gone on from.

use super::load::{Ready, load};
use super::point::Point;
use super::{By, Loaded, plot, save, target};
use crate::Exit;
use crate::interrupt;
use crate::progress::Progress;
use anyhow::{Context, Result, bail};
use gridlore::Budget;
use gridlore_life::World;
use std::io::{BufWriter, Write, stdout};
use std::path::Path;

/// Work between two looks at how far it is: some tens of milliseconds.
const LOOK: u64 = 1 << 20;

/// Points of a plot, where no step is named.
const POINTS: u64 = 512;

/// The world of a pattern.
pub(super) fn world(ready: &Ready, by: &By) -> Result<World> {
    let Ready { pattern, rule } = ready;
    let memory = by.memory.saturating_mul(1 << 20);
    Ok(World::new(&pattern.cells, rule, pattern.generation, by.engine, memory)?)
}

/// Makes generations up to this one; whether nobody interrupted it.
pub(super) fn reach(world: &mut World, to: u64, progress: &mut Progress) -> Result<bool> {
    let begin = world.generation();
    loop {
        let mut budget = Budget::nodes(LOOK);
        if world.run(to, &mut budget).with_context(|| format!("generation {}", world.generation()))? {
            return Ok(true);
        }
        if interrupt::was_asked() {
            return Ok(false);
        }
        progress.show((world.generation() - begin, Some(to - begin)), || {
            format!("generation {}, {:?}, {} MB", world.generation(), world.engine(), world.bytes() >> 20)
        });
    }
}

/// What is told of a run on its way.
pub(super) struct Told<'a> {
    /// After so many generations each.
    pub(super) step: Option<u64>,
    /// The box of all that lives, too.
    pub(super) boxed: bool,
    /// The file of a plot.
    pub(super) plot: Option<&'a Path>,
}

pub(super) fn run(
    source: &Loaded,
    generations: u64,
    by: &By,
    told: &Told<'_>,
    out: Option<&Path>,
) -> Result<Exit> {
    let Told { step, boxed, plot: plotted } = *told;
    // From here on Ctrl-C is heard.
    let _ = interrupt::was_asked();
    // What cannot be written is told before it is made.
    out.map(target).transpose()?;
    let mut ready = load(source)?;
    let mut world = world(&ready, by)?;
    let mut progress = Progress::new(false);
    let mut output = BufWriter::new(stdout().lock());
    let Some(end) = ready.pattern.generation.checked_add(generations) else {
        bail!(
            "found {generations} generations after {}, expected fewer than 2^64 in all",
            ready.pattern.generation
        );
    };
    let stride = match step {
        Some(0) => bail!("found a step of 0 generations, expected one at least"),
        Some(step) => step,
        None if plotted.is_some() => generations.div_ceil(POINTS).max(1),
        None => generations.max(1),
    };
    let mut points = vec![Point::of(&world, boxed)];
    let mut is_whole = true;
    while is_whole && world.generation() < end {
        let to = world.generation().saturating_add(stride).min(end);
        is_whole = reach(&mut world, to, &mut progress)?;
        if plotted.is_some() || step.is_some() {
            let point = Point::of(&world, boxed);
            points.push(point);
            if step.is_some() && is_whole && world.generation() < end {
                writeln!(output, "{point}")?;
            }
        }
    }
    progress.finish();
    ready.pattern.generation = world.generation();
    let is_needed = out.is_some() || !is_whole;
    if is_needed {
        ready.pattern.cells = world.cells();
    }
    if let Some(file) = plotted {
        std::fs::write(file, plot::svg(&points)).with_context(|| file.display().to_string())?;
    }
    let mut kept = None;
    if let Some(file) = out {
        save(&ready.pattern, ready.rule.states, file)?;
    } else if !is_whole {
        let file = source.state_file(ready.pattern.generation);
        save(&ready.pattern, ready.rule.states, &file)?;
        kept = Some(file);
    }
    if boxed {
        writeln!(output, "{}", Point::of(&world, true))?;
    }
    writeln!(output, "{}", Point::of(&world, false))?;
    output.flush()?;
    if !is_whole {
        let file = kept.as_deref().or(out).map(|file| file.display().to_string()).unwrap_or_default();
        bail!(
            "interrupted at generation {}; {file} has what was reached: run it for {} generations more",
            world.generation(),
            end - world.generation()
        );
    }
    Ok(Exit::Done)
}
