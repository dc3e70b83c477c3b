//! `gridlore sudoku hint`: the next step, as much of it as is asked for.

use super::Record;
use super::guide::Leader;
use super::pictures::Pictures;
use super::position::{Grounds, Position};
use crate::Exit;
use anyhow::Result;
use clap::Args;
use gridlore_sudoku_human::guide::{self, Guide};
use gridlore_sudoku_human::{
    Checked, Shape, State, Step, distinct_steps, house_to_look_at, notation, position,
};

/// Tell the next step: where to look, which technique, which cells, or the whole of it with the
/// candidates.
///
/// What is wrong comes first: digits that clash, digits that are not the solution's, candidates
/// that should not have been taken away. Exit code 1 when there is such a thing, no solution, or no
/// technique that goes on.
#[derive(Args)]
pub(crate) struct Hint {
    #[command(flatten)]
    position: Position,
    /// How much to tell: 1 where to look, 2 which technique, 3 which cells, 4 all of it.
    #[arg(long, value_name = "1..4", default_value_t = 4, value_parser = clap::value_parser!(u8).range(1..=4))]
    level: u8,
    /// Whose order of techniques, and whose choice among several steps.
    #[arg(long, value_enum, default_value_t = Leader::Hodoku)]
    profile: Leader,
    /// Print every link of long chains and nets instead of their skeleton.
    #[arg(long)]
    full: bool,
    /// The whole step as JSON.
    #[arg(long, conflicts_with = "level")]
    json: bool,
    /// Only steps of this technique, or of those whose names contain this, as "XY-Wing".
    #[arg(long, value_name = "NAME")]
    technique: Option<String>,
    #[command(flatten)]
    grounds: Grounds,
    #[command(flatten)]
    pictures: Pictures,
}

/// The first step of the easiest technique with such a name.
fn step_of(state: &State<'_>, name: &str) -> Result<Option<Step>> {
    let wanted = super::named(&guide::every_technique(), name)?;
    Ok(wanted.into_iter().find_map(|technique| distinct_steps(state, technique, 1).pop()))
}

pub(super) fn run(args: &Hint) -> Result<Exit> {
    args.pictures.check(true)?;
    args.position.read(|sheet| {
        let (mut state, checked) = sheet.checked()?;
        tell(args, &mut state, checked)
    })
}

fn tell(args: &Hint, state: &mut State<'_>, checked: Checked) -> Result<Exit> {
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
        println!("It is solved.");
        return Ok(Exit::Done);
    }
    args.grounds.tell(state);
    let state = &*state;
    let step = match &args.technique {
        Some(name) => step_of(state, name)?,
        None => {
            let explained = (args.profile == Leader::Hodoku).then(|| guide::explained_step(state)).flatten();
            explained.or_else(|| Guide::new(args.profile.into(), state.clone()).next_step())
        }
    };
    let Some(step) = step else {
        let what = args
            .technique
            .as_ref()
            .map_or_else(|| "No technique".to_owned(), |name| format!("No step of \"{name}\""));
        println!("{what} goes on from here.");
        return Ok(Exit::NotSolved);
    };
    if args.json {
        println!("{}", serde_json::to_string(&Record::new(state, &step))?);
        return Ok(Exit::Done);
    }
    if args.pictures.are_wanted() {
        args.pictures.one(state, &step)?;
        return Ok(Exit::Done);
    }
    println!("{}", hint_text(state, &step, args));
    Ok(Exit::Done)
}

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

fn place(shape: &Shape, step: &Step) -> String {
    let house = house_to_look_at(shape, step);
    house.map_or_else(|| "the whole board".to_owned(), |house| shape.name(house).to_string())
}
