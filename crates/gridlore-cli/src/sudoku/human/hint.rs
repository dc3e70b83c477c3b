//! `gridlore sudoku hint`: explains the next step in as much detail as requested.

use super::Record;
use super::guide::Leader;
use super::pictures::Pictures;
use super::position::{Grounds, Position};
use super::variant::Explained;
use crate::Exit;
use anyhow::{Result, bail};
use clap::Args;
use gridlore_sudoku_human::guide::{self, Guide};
use gridlore_sudoku_human::{
    Checked, Shape, State, Step, distinct_steps, house_to_look_at, notation, position,
};

/// Explain the next step, in as much detail as you like.
///
/// Mistakes are reported first: digits that clash or differ from the solution, and candidates that
/// were wrongly removed. The exit code is 1 if there are mistakes, if there is no solution, or if
/// no technique applies.
#[derive(Args)]
pub(crate) struct Hint {
    #[command(flatten)]
    position: Position,
    /// Level of detail, 1 (place) to 4 (all).
    ///
    /// 1 prints the place to look at, 2 adds the technique, 3 the cells, and 4 everything.
    #[arg(long, value_name = "1..4", default_value_t = 4, value_parser = clap::value_parser!(u8).range(1..=4))]
    level: u8,
    /// Profile that chooses the step.
    #[arg(long, value_enum, default_value_t = Leader::Hodoku)]
    profile: Leader,
    /// Print long chains and nets in full instead of in outline.
    #[arg(long, hide_short_help = true)]
    full: bool,
    /// Print the whole step as JSON.
    #[arg(long, conflicts_with = "level")]
    json: bool,
    /// Only steps of this technique, such as XY-Wing.
    ///
    /// Part of a name selects all techniques whose names contain it.
    #[arg(long, value_name = "NAME")]
    technique: Option<String>,
    #[command(flatten)]
    grounds: Grounds,
    #[command(flatten)]
    pictures: Pictures,
}

/// Returns the first step of the easiest technique of this name.
fn step_of(state: &State<'_>, name: &str) -> Result<Option<Step>> {
    let techniques = super::techniques_named(&guide::every_technique(), name)?;
    Ok(techniques.into_iter().find_map(|technique| distinct_steps(state, technique, 1).pop()))
}

pub(super) fn run(args: &Hint) -> Result<Exit> {
    args.pictures.check(true)?;
    if let Some(explained) = Explained::read(&args.position)? {
        args.pictures.check_variant()?;
        if args.technique.is_some() {
            bail!("--technique is not available for puzzles with variant rules");
        }
        return explained.hint(args.level, args.json, args.full, &args.pictures);
    }
    args.position.read(|sheet| {
        let (mut state, checked) = sheet.checked()?;
        print_hint(args, &mut state, checked)
    })
}

fn print_hint(args: &Hint, state: &mut State<'_>, checked: Checked) -> Result<Exit> {
    match checked {
        Checked::Wrong(mistakes) => {
            for mistake in &mistakes {
                println!("{}", mistake.in_words(state.shape()));
            }
            return Ok(Exit::NotSolved);
        }
        Checked::Unsolvable => {
            println!("There is no solution.");
            return Ok(Exit::NotSolved);
        }
        Checked::Sound(_) => {}
    }
    if state.is_full() {
        println!("The puzzle is solved.");
        return Ok(Exit::Done);
    }
    args.grounds.apply(state);
    let state = &*state;
    let step = match &args.technique {
        Some(name) => step_of(state, name)?,
        None => {
            let explained = (args.profile == Leader::Hodoku).then(|| guide::explained_step(state)).flatten();
            explained.or_else(|| Guide::new(args.profile.into(), state.clone()).next_step())
        }
    };
    let Some(step) = step else {
        match &args.technique {
            Some(name) => println!("No step of \"{name}\" applies here."),
            None => println!("No known technique applies here."),
        }
        return Ok(Exit::NotSolved);
    };
    if args.json {
        println!("{}", serde_json::to_string(&Record::new(state, &step))?);
        return Ok(Exit::Done);
    }
    if args.pictures.are_requested() {
        args.pictures.one(state, &step)?;
        return Ok(Exit::Done);
    }
    println!("{}", hint_text(state, &step, args));
    Ok(Exit::Done)
}

/// Returns the text of a hint at the chosen level of detail.
fn hint_text(state: &State<'_>, step: &Step, args: &Hint) -> String {
    let shape = state.shape();
    match args.level {
        1 => format!("Look at {}.", place(shape, step)),
        2 => format!("{} in {}.", step.technique, place(shape, step)),
        3 => format!("{} in {}.", step.technique, notation::cells(shape, step.cells)),
        _ => format!(
            "{}\n{}\n\n{}",
            notation::line(shape, step),
            super::explained(state, step, args.full),
            position::to_grid(state).trim_end()
        ),
    }
}

/// Returns the name of the house to look at.
fn place(shape: &Shape, step: &Step) -> String {
    let house = house_to_look_at(shape, step);
    house.map_or_else(|| "the whole board".to_owned(), |house| shape.name(house).to_string())
}
