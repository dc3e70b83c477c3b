//! Puzzles for practice: criteria for the technique that a puzzle needs and for its rating.

use super::guide::{Kind, Profile};
use anyhow::{Result, bail};
use clap::Args;
use gridlore_sudoku::Board;
use gridlore_sudoku_human::explainer::{Explainer, NAMES, Version};
use gridlore_sudoku_human::guide::{Guide, Leader, Turn, every_technique};
use gridlore_sudoku_human::{State, Technique};
use std::str::FromStr;

/// Criteria for generated puzzles.
#[derive(Args)]
pub(crate) struct Wanted {
    /// Only puzzles that need this technique, such as XY-Wing.
    ///
    /// The technique occurs on the path to the solution that --profile chooses.
    #[arg(long, value_name = "NAME", conflicts_with_all = ["difficulty", "pattern", "geometry"], help_heading = "Practice")]
    technique: Option<String>,
    /// Also accept puzzles in which some easier techniques apply.
    ///
    /// A puzzle is accepted if the technique applies as soon as singles, locked candidates and
    /// subsets no longer do. Useful for rare techniques and for techniques that no profile uses.
    #[arg(long, requires = "technique", help_heading = "Practice", hide_short_help = true)]
    early: bool,
    /// Only puzzles rated in this range, such as 4.0..4.6.
    ///
    /// Puzzles are rated by --profile; for hodoku, give a range of scores, such as 800..1200.
    #[arg(long, value_name = "A..B", conflicts_with_all = ["difficulty", "pattern", "geometry"], help_heading = "Practice")]
    rating: Option<Ratings>,
    /// Profile for solving and rating.
    #[arg(long, value_enum, default_value_t = Profile::Own, help_heading = "Practice", hide_short_help = true)]
    profile: Profile,
}

/// A range of ratings, in tenths.
#[derive(Clone, Copy)]
struct Ratings {
    from: u32,
    to: u32,
}

impl FromStr for Ratings {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (from, to) = text.split_once("..").unwrap_or((text, text));
        match (tenths(from), tenths(to)) {
            (Some(from), Some(to)) if from <= to => Ok(Self { from, to }),
            _ => Err(format!("found \"{text}\", expected a number such as 4.2 or a range such as 4.0..4.6")),
        }
    }
}

/// Parses a number with at most one decimal place.
fn tenths(text: &str) -> Option<u32> {
    let (whole, part) = text.trim().split_once('.').unwrap_or((text.trim(), "0"));
    let digit = part.parse::<u32>().ok().filter(|_| part.len() == 1)?;
    whole.parse::<u32>().ok()?.checked_mul(10)?.checked_add(digit)
}

/// The parsed criteria.
pub(in crate::sudoku) struct Criteria {
    profile: Profile,
    turn: Turn,
    technique: Option<Named>,
    rating: Option<Ratings>,
}

/// A technique, identified by its name in a profile.
enum Named {
    Ours(Technique),
    Explainers(&'static str),
}

impl Wanted {
    /// Parses the criteria; returns `None` if every puzzle meets them.
    pub(in crate::sudoku) fn criteria(&self) -> Result<Option<Criteria>> {
        if self.technique.is_none() && self.rating.is_none() {
            return Ok(None);
        }
        let named = |name: &String| {
            let ours = |technique: &[Technique]| {
                let names: Vec<&str> = technique.iter().map(|technique| technique.name()).collect();
                index_of_name(&names, name).map(|index| Named::Ours(technique[index]))
            };
            match self.profile.kind() {
                Kind::Rates(_) if self.early => {
                    bail!("--early needs --profile hodoku or own")
                }
                Kind::Rates(_) => index_of_name(NAMES, name).map(|index| Named::Explainers(NAMES[index])),
                Kind::Explains(_) if self.early => ours(&every_technique()),
                Kind::Explains(leader) => ours(&leader.techniques()),
            }
        };
        let technique = self.technique.as_ref().map(named).transpose()?;
        let turn = if self.early { Turn::Early } else { Turn::Next };
        Ok(Some(Criteria { profile: self.profile, turn, technique, rating: self.rating }))
    }
}

/// Returns the index of the name that equals `name`, or else of the only name that contains it,
/// ignoring case.
fn index_of_name(names: &[&str], name: &str) -> Result<usize> {
    let wanted = name.trim().to_lowercase();
    if let Some(index) = names.iter().position(|name| name.to_lowercase() == wanted) {
        return Ok(index);
    }
    let near: Vec<usize> =
        (0..names.len()).filter(|&index| names[index].to_lowercase().contains(&wanted)).collect();
    if let [index] = near[..] {
        return Ok(index);
    }
    let list = |indices: &mut dyn Iterator<Item = usize>| {
        indices.map(|index| names[index]).collect::<Vec<_>>().join(", ")
    };
    let (problem, expected) = if near.is_empty() {
        ("unknown", list(&mut (0..names.len())))
    } else {
        ("ambiguous", list(&mut near.into_iter()))
    };
    bail!("--technique: {problem} technique \"{name}\", expected one of: {expected}")
}

impl Criteria {
    /// Returns whether a puzzle with one solution meets the criteria.
    pub(in crate::sudoku) fn are_met_by(&self, puzzle: &Board) -> bool {
        let state = State::usual(puzzle.values());
        match self.profile.kind() {
            Kind::Explains(leader) => self.by_steps(leader, state),
            Kind::Rates(version) => self.by_explainer(version, &state),
        }
    }

    fn by_steps(&self, leader: Leader, state: State<'_>) -> bool {
        let mut guide = Guide::new(leader, state);
        let mut has_technique = self.technique.is_none();
        while !guide.state().is_full() {
            let Some(step) = guide.next_step() else { return false };
            if let (false, Some(Named::Ours(wanted))) = (has_technique, &self.technique) {
                has_technique = guide.is_turn_of(*wanted, self.turn, &step);
            }
            guide.apply(&step);
            if self.rating.is_some_and(|wanted| guide.tenths() > wanted.to) {
                return false;
            }
        }
        has_technique && self.rating.is_none_or(|wanted| guide.tenths() >= wanted.from)
    }

    fn by_explainer(&self, version: Version, state: &State<'_>) -> bool {
        let mut explainer = Explainer::new(state, version);
        let (mut has_technique, mut hardest) = (self.technique.is_none(), 0);
        while !explainer.is_done() {
            let Some(hint) = explainer.next_hint() else { return false };
            hardest = hardest.max(u32::from(hint.difficulty.0));
            if let Some(Named::Explainers(name)) = &self.technique {
                has_technique |= hint.technique() == *name;
            }
            if self.rating.is_some_and(|wanted| hardest > wanted.to) {
                return false;
            }
            explainer.apply(&hint);
        }
        has_technique && self.rating.is_none_or(|wanted| hardest >= wanted.from)
    }
}
