//! Explanations: sentences that tell people why a step is right.
//!
//! Each explanation names the cells by their role, then gives the argument, then the conclusion.
//! Chains have one line per link, and nets have one line per consequence. The usual notations are
//! in [`notation`](crate::notation).

mod basics;
mod chains;
mod colouring;
mod fish;
pub(super) mod lists;
mod nets;
mod scene;
mod sets;
mod single_digit;
mod uniqueness;
mod wings;

use crate::techniques::cages;
use crate::{Shape, State, Step, Technique as T};
use scene::Scene;

/// Maximum number of lines. Longer explanations are folded; [`full_explanation`] returns every
/// line.
pub const MAX_LINES: usize = 12;

/// Returns the index of the house to look at first: the one from which the step starts, or the box
/// of the cell that it changes.
#[must_use]
pub fn house_to_look_at(shape: &Shape, step: &Step) -> Option<usize> {
    let changed = step.placements.iter().chain(&step.eliminations).next();
    let of_cell = changed.and_then(|candidate| shape.houses_of(candidate.cell()).last());
    step.houses.first().or(of_cell).copied()
}

/// Explains a step; `state` is the board before the step.
///
/// # Returns
/// Lines of sentences, joined by line feeds: one line for most techniques, a line per link for
/// chains, and a line per consequence for nets. Chains and nets that would take more than
/// [`MAX_LINES`] lines are folded to their skeleton, and a final line says so.
#[must_use]
pub fn explanation(state: &State<'_>, step: &Step) -> String {
    let scene = Scene { state, step };
    let mut lines = lines(scene, false);
    let count = lines.len();
    if count > MAX_LINES {
        lines = self::lines(scene, true);
        lines.push(format!("(Folded: the full explanation has {count} lines.)"));
    }
    lines.join("\n")
}

/// Explains a step with every link of its chains and every consequence of its nets, however many
/// there are.
#[must_use]
pub fn full_explanation(state: &State<'_>, step: &Step) -> String {
    lines(Scene { state, step }, false).join("\n")
}

/// Returns the lines of an explanation. If `is_folded` is set, everything between the ends of
/// chains and nets is left out.
fn lines(scene: Scene<'_>, is_folded: bool) -> Vec<String> {
    let ending = |argument: String| vec![format!("{argument} {}", scene.conclusion()).trim().to_owned()];
    match scene.step.technique {
        T::FullHouse | T::NakedSingle | T::HiddenSingle => ending(basics::single(scene)),
        T::CageSum | T::CageDigit | T::Innies | T::Outies => ending(cages::reason(scene.shape(), scene.step)),
        T::Pointing | T::Claiming => ending(basics::locked_candidates(scene)),
        T::LockedPair | T::LockedTriple | T::NakedPair | T::NakedTriple | T::NakedQuadruple => {
            ending(basics::naked_subset(scene))
        }
        T::HiddenPair | T::HiddenTriple | T::HiddenQuadruple => ending(basics::hidden_subset(scene)),
        T::TemplateSet | T::TemplateDelete => ending(basics::template(scene)),
        T::BruteForce => vec![basics::brute_force(scene)],
        T::Skyscraper | T::TwoStringKite | T::TurbotFish => vec![single_digit::two_strong_links(scene)],
        T::DualTwoStringKite => vec![single_digit::dual_kite(scene)],
        T::EmptyRectangle | T::DualEmptyRectangle => vec![single_digit::empty_rectangle(scene)],
        T::SimpleColorsTrap | T::SimpleColorsWrap => vec![colouring::simple(scene)],
        T::MultiColors1 | T::MultiColors2 => vec![colouring::multi(scene)],
        T::Medusa => vec![colouring::medusa(scene)],
        T::Uniqueness1
        | T::Uniqueness2
        | T::Uniqueness3
        | T::Uniqueness4
        | T::Uniqueness5
        | T::Uniqueness6
        | T::HiddenRectangle => vec![uniqueness::rectangle(scene)],
        T::UniqueLoop => vec![uniqueness::unique_loop(scene)],
        T::ExtendedRectangle => vec![uniqueness::extended_rectangle(scene)],
        T::AvoidableRectangle1 | T::AvoidableRectangle2 => vec![uniqueness::avoidable(scene)],
        T::BugPlusOne | T::BugType2 | T::BugType3 | T::BugType4 => vec![uniqueness::grave(scene)],
        T::XyWing => vec![wings::xy_wing(scene)],
        T::XyzWing => vec![wings::xyz_wing(scene)],
        T::WWing => vec![wings::w_wing(scene)],
        T::WxyzWing | T::VwxyzWing | T::UvwxyzWing | T::TuvwxyzWing => vec![wings::bent_set(scene)],
        T::AlsXz => vec![sets::als_xz(scene)],
        T::AlsXyWing | T::AlsXyChain => vec![sets::als_chain(scene)],
        T::DeathBlossom => vec![sets::death_blossom(scene)],
        T::SueDeCoq => vec![sets::sue_de_coq(scene)],
        T::AlignedPair | T::AlignedTriplet => vec![sets::aligned(scene)],
        T::RemotePair => vec![chains::remote_pair(scene)],
        T::XChain
        | T::XyChain
        | T::Aic
        | T::GroupedAic
        | T::ThreeStrongLinks
        | T::FourStrongLinks
        | T::FiveStrongLinks
        | T::SixStrongLinks => chains::alternating(scene, is_folded),
        T::ContinuousNiceLoop
        | T::GroupedContinuousNiceLoop
        | T::DiscontinuousNiceLoop
        | T::GroupedDiscontinuousNiceLoop => chains::nice_loop(scene, is_folded),
        T::ForcingChainContradiction | T::ForcingChainVerity | T::KrakenFish | T::KrakenFishType2 => {
            chains::forcing(scene, is_folded)
        }
        T::Nishio
        | T::ForcingNetContradiction
        | T::ForcingNetVerity
        | T::NestedNetContradiction
        | T::NestedNetVerity
        | T::NetsWithinNet => nets::explained(scene, is_folded),
        // All other techniques are fish.
        _ => vec![fish::explained(scene)],
    }
}
