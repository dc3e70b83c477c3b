//! `gridlore sudoku steps|explain`: the path to the solution, step by step.

use super::Record;
use super::guide::{Kind, Leader, Profile};
use super::pictures::Pictures;
use super::position::{Grounds, Position, Sheet};
use super::variant::{Explained, Form};
use crate::Exit;
use anyhow::{Result, bail};
use clap::Args;
use gridlore_sudoku_human::explainer::{Explainer, Version};
use gridlore_sudoku_human::guide::{self, Guide};
use gridlore_sudoku_human::{Candidate, Checked, State, Step, distinct_steps, notation, position};
use serde::Serialize;
use std::io::Write;

/// Maximum number of steps of one technique in the list of all steps.
const MAX_PER_TECHNIQUE: usize = 1000;

/// List the steps to a puzzle's solution, one per line.
///
/// Each line has the technique, the cells it is based on, and the changes it makes. The exit code
/// is 1 if the techniques do not reach the solution, or if the puzzle cannot be solved.
#[derive(Args)]
pub(crate) struct Steps {
    #[command(flatten)]
    position: Position,
    /// List all steps that apply now instead of the path.
    ///
    /// Lists the steps of every technique that the profiles use.
    #[arg(long)]
    all: bool,
    /// With --all, list only techniques whose names contain NAME.
    ///
    /// Also finds techniques that no profile uses, such as large mutant fish.
    #[arg(long, value_name = "NAME", requires = "all", hide_short_help = true)]
    technique: Option<String>,
    /// Also print the explanation of each step.
    #[arg(long, conflicts_with_all = ["json", "svg", "png"])]
    explain: bool,
    /// Print long chains and nets in full instead of in outline.
    #[arg(long, requires = "explain", hide_short_help = true)]
    full: bool,
    /// Profile that chooses the steps.
    ///
    /// The steps of se121 and sukaku have a name and a difficulty but no explanation.
    #[arg(long, value_enum, default_value_t = Profile::Hodoku)]
    profile: Profile,
    /// Print one JSON object per step.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    grounds: Grounds,
    #[command(flatten)]
    pictures: Pictures,
}

/// Explain the path to a puzzle's solution, step by step.
///
/// Prints every step with its reasons, and the candidates before each step that removes any.
///
/// For puzzles with variant rules, in all formats that `solve` reads, --profile does not apply.
/// Techniques are tried in a fixed order: first the consequences of one constraint, then innies and
/// outies, then two constraints together. As a last resort, a candidate is assumed and leads to a
/// contradiction.
#[derive(Args)]
pub(crate) struct Explain {
    #[command(flatten)]
    position: Position,
    /// Profile that chooses the steps.
    #[arg(long, value_enum, default_value_t = Leader::Hodoku)]
    profile: Leader,
    /// Print long chains and nets in full instead of in outline.
    #[arg(long, hide_short_help = true)]
    full: bool,
    #[command(flatten)]
    grounds: Grounds,
}

/// Returns the position if it can be solved. Otherwise prints its mistakes to standard error and
/// returns `None`.
fn solvable<'a>(sheet: Sheet<'a>, grounds: &Grounds) -> Result<Option<State<'a>>> {
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
    grounds.apply(&mut state);
    Ok(Some(state))
}

/// Calls `print` with each step to the solution.
fn walk(
    state: State<'_>,
    leader: guide::Leader,
    mut print: impl FnMut(&State<'_>, &Step) -> Result<()>,
) -> Result<Exit> {
    let mut solver = Guide::new(leader, state);
    while !solver.state().is_full() {
        let Some(step) = solver.next_step() else {
            eprintln!("No known technique applies here; {} cells are blank.", solver.state().blanks().len());
            return Ok(Exit::NotSolved);
        };
        print(solver.state(), &step)?;
        solver.apply(&step);
    }
    Ok(Exit::Done)
}

pub(super) fn explain(args: &Explain) -> Result<Exit> {
    if let Some(explained) = Explained::read(&args.position)? {
        return explained.walk(Form::Path, args.full);
    }
    args.position.read(|sheet| {
        solvable(sheet, &args.grounds)?.map_or(Ok(Exit::NotSolved), |state| explain_all(args, state))
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
    if let Some(explained) = Explained::read(&args.position)? {
        args.pictures.check_variant()?;
        if args.all {
            bail!("--all is not available for puzzles with variant rules");
        }
        let form = match (args.json, args.explain) {
            _ if args.pictures.are_requested() => Form::Picture(&args.pictures),
            (true, _) => Form::Json,
            (_, true) => Form::Reasons,
            _ => Form::Line,
        };
        return explained.walk(form, args.full);
    }
    args.position
        .read(|sheet| solvable(sheet, &args.grounds)?.map_or(Ok(Exit::NotSolved), |state| list(args, state)))
}

fn list(args: &Steps, state: State<'_>) -> Result<Exit> {
    let mut out = std::io::stdout().lock();
    let mut number = 0;
    let mut print = |state: &State<'_>, step: &Step| -> Result<()> {
        number += 1;
        if args.pictures.are_requested() {
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
        let techniques = match &args.technique {
            Some(name) => super::techniques_named(&guide::every_technique(), name)?,
            None => guide::Leader::Easiest.techniques(),
        };
        for technique in techniques {
            for step in &distinct_steps(&state, technique, MAX_PER_TECHNIQUE) {
                print(&state, step)?;
            }
        }
        return Ok(Exit::Done);
    }
    match args.profile.kind() {
        Kind::Explains(leader) => walk(state, leader, print),
        Kind::Rates(version) => walk_explainer(args, &state, version),
    }
}

/// A step of Sudoku Explainer as JSON.
#[derive(Serialize)]
struct Rated {
    technique: String,
    difficulty: String,
    changes: String,
}

/// Prints each step to the solution with the rating of Sudoku Explainer.
fn walk_explainer(args: &Steps, state: &State<'_>, version: Version) -> Result<Exit> {
    if args.explain || args.pictures.are_requested() {
        bail!("--profile se121 and sukaku have no explanations or pictures; use hodoku or own");
    }
    if !state.shape().is_usual() || !state.is_unique() {
        bail!(
            "--profile se121 and sukaku need a puzzle on the standard 9x9 board with one solution; use hodoku or own"
        );
    }
    let mut explainer = Explainer::new(state, version);
    let mut out = std::io::stdout().lock();
    while !explainer.is_done() {
        let Some(hint) = explainer.next_hint() else {
            eprintln!("No known technique applies here.");
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
