//! `gridlore sudoku steps|explain`: the way to the solution, a step a line.

use super::Record;
use super::guide::{Kind, Leader, Profile};
use super::pictures::Pictures;
use super::position::{Grounds, Position, Sheet};
use crate::Exit;
use anyhow::{Result, bail};
use clap::Args;
use gridlore_sudoku_human::explainer::{Explainer, Version};
use gridlore_sudoku_human::guide::{self, Guide};
use gridlore_sudoku_human::{
    Candidate, Checked, State, Step, distinct_steps, notation, position,
};
use serde::Serialize;
use std::io::Write;

/// A technique hands out no more steps than these in the list of all steps.
const MOST_OF_ONE: usize = 1000;

/// List the steps to a puzzle's solution, a step a line: technique, what it rests on, what it
/// changes.
///
/// Exit code 1 where the techniques do not reach the end, or there is nothing to be solved.
#[derive(Args)]
pub(crate) struct Steps {
    #[command(flatten)]
    position: Position,
    /// The steps that are there now, of every technique that the profiles go by, instead of the
    /// way.
    #[arg(long)]
    all: bool,
    /// Only steps of techniques whose name has this in it, in the list of all steps; of any
    /// technique, also those that no profile goes by, as large mutant fish.
    #[arg(long, value_name = "NAME", requires = "all")]
    technique: Option<String>,
    /// The sentences that explain each step, too.
    #[arg(long, conflicts_with_all = ["json", "svg", "png"])]
    explain: bool,
    /// Print every link of long chains and nets instead of their skeleton.
    #[arg(long, requires = "explain")]
    full: bool,
    /// Whose order of techniques, and whose choice among several steps. Those of Sudoku Explainer's
    /// have a name and a difficulty, and no reasons.
    #[arg(long, value_enum, default_value_t = Profile::Hodoku)]
    profile: Profile,
    /// A JSON object a step.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    grounds: Grounds,
    #[command(flatten)]
    pictures: Pictures,
}

/// Explain the way to a puzzle's solution: each step with its reasons, and the candidates before
/// each that takes some away.
#[derive(Args)]
pub(crate) struct Explain {
    #[command(flatten)]
    position: Position,
    /// Whose order of techniques, and whose choice among several steps.
    #[arg(long, value_enum, default_value_t = Leader::Hodoku)]
    profile: Leader,
    /// Print every link of long chains and nets instead of their skeleton.
    #[arg(long)]
    full: bool,
    #[command(flatten)]
    grounds: Grounds,
}

/// A position to be solved; `None`, with what is wrong on standard error, where there is nothing to
/// be solved.
fn sound<'a>(sheet: Sheet<'a>, grounds: &Grounds) -> Result<Option<State<'a>>> {
    let (mut state, checked) = sheet.checked()?;
    match checked {
        Checked::Sound(_) => {}
        Checked::Unsolvable => {
            eprintln!("There is no solution.");
            return Ok(None);
        }
        Checked::Wrong(mistakes) => {
            for mistake in &mistakes {
                eprintln!("{}", mistake.in_words(state.shape()));
            }
            return Ok(None);
        }
    }
    grounds.tell(&mut state);
    Ok(Some(state))
}

/// Tells each step to the solution.
fn walk(
    state: State<'_>,
    leader: guide::Leader,
    mut tell: impl FnMut(&State<'_>, &Step) -> Result<()>,
) -> Result<Exit> {
    let mut solver = Guide::new(leader, state);
    while !solver.state().is_full() {
        let Some(step) = solver.next_step() else {
            eprintln!("No technique goes on from here; {} cells are blank.", solver.state().blanks().len());
            return Ok(Exit::NotSolved);
        };
        tell(solver.state(), &step)?;
        solver.apply(&step);
    }
    Ok(Exit::Done)
}

pub(super) fn explain(args: &Explain) -> Result<Exit> {
    args.position.read(|sheet| {
        sound(sheet, &args.grounds)?.map_or(Ok(Exit::NotSolved), |state| explain_all(args, state))
    })
}

fn explain_all(args: &Explain, state: State<'_>) -> Result<Exit> {
    let mut out = std::io::stdout().lock();
    let mut number = 0;
    walk(state, args.profile.into(), |state, step| {
        number += 1;
        if step.placements.is_empty() {
            write!(out, "\n{}", position::to_grid(state))?;
        }
        Ok(writeln!(
            out,
            "{number}. {}\n   {}",
            notation::line(state.shape(), step),
            super::explained(state, step, args.full).replace('\n', "\n   ")
        )?)
    })
}

pub(super) fn run(args: &Steps) -> Result<Exit> {
    args.pictures.check(false)?;
    args.position
        .read(|sheet| sound(sheet, &args.grounds)?.map_or(Ok(Exit::NotSolved), |state| list(args, state)))
}

fn list(args: &Steps, state: State<'_>) -> Result<Exit> {
    let mut out = std::io::stdout().lock();
    let mut number = 0;
    let mut tell = |state: &State<'_>, step: &Step| -> Result<()> {
        number += 1;
        if args.pictures.are_wanted() {
            args.pictures.of_several(number, state, step)?;
        } else if args.json {
            writeln!(out, "{}", serde_json::to_string(&Record::new(state, step))?)?;
        } else {
            writeln!(out, "{}", notation::line(state.shape(), step))?;
        }
        if args.explain {
            writeln!(out, "    {}", super::explained(state, step, args.full).replace('\n', "\n    "))?;
        }
        Ok(())
    };
    if args.all {
        let wanted = match &args.technique {
            Some(name) => super::named(&guide::every_technique(), name)?,
            None => guide::Leader::Easiest.techniques(),
        };
        for technique in wanted {
            for step in &distinct_steps(&state, technique, MOST_OF_ONE) {
                tell(&state, step)?;
            }
        }
        return Ok(Exit::Done);
    }
    match args.profile.kind() {
        Kind::Leads(leader) => walk(state, leader, tell),
        Kind::Rates(version) => walk_explainer(args, &state, version),
    }
}

/// A step of Sudoku Explainer's, as data.
#[derive(Serialize)]
struct Rated {
    technique: String,
    difficulty: String,
    changes: String,
}

/// Tells each step to the solution as Sudoku Explainer rates them.
fn walk_explainer(args: &Steps, state: &State<'_>, version: Version) -> Result<Exit> {
    if args.explain || args.pictures.are_wanted() {
        bail!("--profile: found se121 or sukaku with --explain, --svg or --png, expected hodoku or own");
    }
    if !state.shape().is_usual() || !state.is_unique() {
        bail!(
            "--profile: found se121 or sukaku, expected hodoku or own: these list steps of puzzles on the usual board whose givens have one solution, and rest on that"
        );
    }
    let mut explainer = Explainer::new(state, version);
    let mut out = std::io::stdout().lock();
    while !explainer.is_done() {
        let Some(hint) = explainer.next_hint() else {
            eprintln!("No technique goes on from here.");
            return Ok(Exit::NotSolved);
        };
        let placed: Vec<Candidate> = hint.placement.into_iter().collect();
        let step = Rated {
            technique: hint.name.to_string(),
            difficulty: hint.difficulty.to_string(),
            changes: notation::changed(state.shape(), &placed, &hint.removals),
        };
        if args.json {
            writeln!(out, "{}", serde_json::to_string(&step)?)?;
        } else {
            writeln!(out, "{} {}: {}", step.technique, step.difficulty, step.changes)?;
        }
        explainer.apply(&hint);
    }
    Ok(Exit::Done)
}
