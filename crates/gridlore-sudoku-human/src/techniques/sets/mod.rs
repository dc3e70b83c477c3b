//! Almost locked sets: N cells of a house with N + 1 candidates. A set that loses a digit holds all
//! the others.

mod aligned;
pub(super) mod almost;
mod chain;
mod death_blossom;
mod links;
mod sue_de_coq;
mod xz;

pub(super) use links::SetLinks;

use super::finder::Finder;
use super::flow::Flow;
use crate::Technique;

pub(super) fn find(technique: Technique, finder: &mut Finder<'_>) -> Flow {
    match technique {
        Technique::AlsXz => xz::find(finder),
        Technique::AlsXyWing => chain::find_wings(finder),
        Technique::AlsXyChain => chain::find(finder),
        Technique::AlignedPair | Technique::AlignedTriplet => aligned::find(technique, finder),
        Technique::DeathBlossom => death_blossom::find(finder),
        _ => sue_de_coq::find(finder),
    }
}
