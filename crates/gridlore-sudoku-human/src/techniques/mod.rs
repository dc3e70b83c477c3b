//! The techniques, with a folder or file for each family, and shared code.
//!
//! ```text
//!   flow, sort   searches that can be stopped; a stable sort
//!   memo         a cache of results that several techniques need for one state
//!   finder       the state, the scope and the cache of a search, and the receiver of its steps
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

use crate::{Assumption, Group, Technique};
use std::ops::ControlFlow;

/// Passes every step of a technique to the finder's receiver, until the receiver stops the search.
pub(super) fn find(technique: Technique, mut finder: Finder<'_>) -> ControlFlow<()> {
    if technique.assumes(Assumption::OneSolution) && !finder.state.is_unique() {
        return ControlFlow::Continue(());
    }
    let finder = &mut finder;
    match technique.group() {
        Group::Singles => singles::find(technique, finder),
        Group::Cages => cages::find(technique, finder),
        Group::Intersections => intersections::find(technique, finder),
        Group::Subsets => subsets::find(technique, finder),
        Group::Fish => fish::find(technique, finder),
        Group::SingleDigit => single_digit::find(technique, finder),
        Group::Colouring => colouring::find(technique, finder),
        Group::Uniqueness => uniqueness::find(technique, finder),
        Group::Chains => chains::find(technique, finder),
        Group::Wings => wings::find(technique, finder),
        Group::AlmostLockedSets => sets::find(technique, finder),
        Group::LastResorts => last::find(technique, finder),
    }
}
