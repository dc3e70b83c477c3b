//! Puzzles for practice: those whose way to the solution goes by a technique, or whose rating is in
//! a range.

use super::guide::{Kind, Profile};
use anyhow::{Result, bail};
use clap::Args;
use gridlore_sudoku::Board;
use gridlore_sudoku_human::explainer::{Explainer, NAMES, Version};
use gridlore_sudoku_human::guide::{Guide, Leader, Turn, every_technique};
use gridlore_sudoku_human::{State, Technique};
use std::str::FromStr;

/// What a puzzle's way to the solution shall be like.
#[derive(Args)]
pub(crate) struct Wanted {
    /// Only puzzles whose way goes by this technique, as "XY-Wing".
    #[arg(long, value_name = "NAME", conflicts_with_all = ["difficulty", "pattern", "geometry"])]
    technique: Option<String>,
    /// Where the technique may come before easier ones: as soon as singles, locked candidates and
    /// subsets lead no further. For rare ones, and those that no profile's way goes by.
    #[arg(long, requires = "technique")]
    early: bool,
    /// Only puzzles with such a rating by the profile, as 4.0..4.6; for hodoku the score, as
    /// 800..1200.
    #[arg(long, value_name = "A..B", conflicts_with_all = ["difficulty", "pattern", "geometry"])]
    rating: Option<Ratings>,
    /// Whose way, and whose rating.
    #[arg(long, value_enum, default_value_t = Profile::Own)]
    profile: Profile,
}

/// From one rating to another, in tenths.
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
            _ => Err(format!("found \"{text}\", expected two numbers, as 4.0..4.6, or one")),
        }
    }
}

/// A number with no more than one place after its point.
fn tenths(text: &str) -> Option<u32> {
    let (whole, part) = text.trim().split_once('.').unwrap_or((text.trim(), "0"));
    let digit = part.parse::<u32>().ok().filter(|_| part.len() == 1)?;
    whole.parse::<u32>().ok()?.checked_mul(10)?.checked_add(digit)
}

/// What is wanted, understood.
pub(in crate::sudoku) struct Wish {
    profile: Profile,
    turn: Turn,
    technique: Option<Named>,
    rating: Option<Ratings>,
}

/// A technique, by the names of a profile.
enum Named {
    Ours(Technique),
    Explainers(&'static str),
}

impl Wanted {
    /// `None` where any puzzle will do.
    pub(in crate::sudoku) fn wish(&self) -> Result<Option<Wish>> {
        if self.technique.is_none() && self.rating.is_none() {
            return Ok(None);
        }
        let named = |name: &String| {
            let ours = |technique: &[Technique]| {
                let names: Vec<&str> = technique.iter().map(|technique| technique.name()).collect();
                chosen(&names, name).map(|index| Named::Ours(technique[index]))
            };
            match self.profile.kind() {
                Kind::Rates(_) if self.early => {
                    bail!("--early: found with --profile se121 or sukaku, expected hodoku or own")
                }
                Kind::Rates(_) => chosen(NAMES, name).map(|index| Named::Explainers(NAMES[index])),
                Kind::Leads(_) if self.early => ours(&every_technique()),
                Kind::Leads(leader) => ours(&leader.techniques()),
            }
        };
        let technique = self.technique.as_ref().map(named).transpose()?;
        let turn = if self.early { Turn::Early } else { Turn::Next };
        Ok(Some(Wish { profile: self.profile, turn, technique, rating: self.rating }))
    }
}

/// The place of the one name that is meant, whatever its capitals: all of it, or a part that no
/// other has.
fn chosen(names: &[&str], name: &str) -> Result<usize> {
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
    let expected = if near.is_empty() { list(&mut (0..names.len())) } else { list(&mut near.into_iter()) };
    bail!("--technique: found \"{name}\", expected one of: {expected}")
}

impl Wish {
    /// Whether a puzzle of one solution is like that.
    pub(in crate::sudoku) fn holds(&self, puzzle: &Board) -> bool {
        let state = State::usual(puzzle.values());
        match self.profile.kind() {
            Kind::Leads(leader) => self.by_steps(leader, state),
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
