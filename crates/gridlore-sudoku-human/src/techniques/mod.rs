//! The techniques, a folder or file for each family, and what they share.
//!
//! ```text
//!   flow, sort   searches that can be broken off; a stable sort
//!   memo         what several techniques need of one state, found once
//!   finder       the state, the scope and the memo of a search, and who takes its steps
//! ```

pub(super) mod cages;
mod chains;
mod colouring;
mod finder;
mod fish;
mod flow;
mod intersections;
mod last;
mod memo;
mod sets;
mod single_digit;
pub(super) mod singles;
pub(super) mod sort;
mod subsets;
mod uniqueness;
mod wings;

pub use cages::narrow_by_cages;
pub(super) use finder::Finder;
pub(super) use memo::Memo;

use crate::{Assumption, Technique};
use std::ops::ControlFlow;

/// Hands out every step that a technique finds to the finder, until that breaks off.
pub(super) fn find(technique: Technique, mut finder: Finder<'_>) -> ControlFlow<()> {
    if technique.assumes(Assumption::OneSolution) && !finder.state.is_unique() {
        return ControlFlow::Continue(());
    }
    let finder = &mut finder;
    match technique {
        Technique::CageSum | Technique::CageDigit | Technique::Innies | Technique::Outies => {
            return cages::find(technique, finder);
        }
        Technique::Medusa => return colouring::find(technique, finder),
        Technique::UniqueLoop
        | Technique::ExtendedRectangle
        | Technique::BugType2
        | Technique::BugType3
        | Technique::BugType4 => return uniqueness::find(technique, finder),
        Technique::WxyzWing | Technique::VwxyzWing | Technique::UvwxyzWing | Technique::TuvwxyzWing => {
            return wings::find(technique, finder);
        }
        Technique::Nishio | Technique::NetsWithinNet | Technique::BruteForce => {
            return last::find(technique, finder);
        }
        Technique::AlignedPair | Technique::AlignedTriplet => return sets::find(technique, finder),
        Technique::ThreeStrongLinks
        | Technique::FourStrongLinks
        | Technique::FiveStrongLinks
        | Technique::SixStrongLinks
        | Technique::NestedNetContradiction
        | Technique::NestedNetVerity => {
            return chains::find(technique, finder);
        }
        _ => {}
    }
    match technique.code().as_bytes() {
        [b'0', b'0', ..] => singles::find(technique, finder),
        [b'0', b'1', ..] => intersections::find(technique, finder),
        [b'0', b'2', ..] => subsets::find(technique, finder),
        [b'0', b'3', ..] => fish::find(technique, finder),
        [b'0', b'4', ..] => single_digit::find(technique, finder),
        [b'0', b'5', ..] => colouring::find(technique, finder),
        [b'0', b'6', ..] => uniqueness::find(technique, finder),
        [b'0', b'7', ..] => chains::find(technique, finder),
        [b'0', b'8', ..] => wings::find(technique, finder),
        [b'0', b'9', ..] | [b'1', b'1', ..] => sets::find(technique, finder),
        [b'1', b'2', ..] => last::find(technique, finder),
        [b'1', b'3', ..] => chains::find(technique, finder),
        _ => ControlFlow::Continue(()),
    }
}
