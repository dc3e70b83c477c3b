//! Chains: links between candidates, strong ones (if not the one, then the other) and weak ones (if
//! the one, then not the other), taken by turns.

mod aic;
mod forcing;
mod graph;
mod links;
mod net;
mod nice_loop;
mod remote_pair;
mod walk;

pub(super) use graph::Graph;
pub(super) use links::Choice;
pub(super) use net::{Depth, Nets};

use super::finder::Finder;
use super::flow::Flow;
use crate::Technique;

pub(super) fn find(technique: Technique, finder: &mut Finder<'_>) -> Flow {
    match technique {
        Technique::RemotePair => remote_pair::find(finder),
        Technique::ForcingChainContradiction
        | Technique::ForcingChainVerity
        | Technique::ForcingNetContradiction
        | Technique::ForcingNetVerity
        | Technique::NestedNetContradiction
        | Technique::NestedNetVerity => forcing::find(technique, finder),
        Technique::XChain | Technique::XyChain | Technique::Aic | Technique::GroupedAic => {
            aic::find(technique, finder)
        }
        Technique::ThreeStrongLinks
        | Technique::FourStrongLinks
        | Technique::FiveStrongLinks
        | Technique::SixStrongLinks => aic::find(technique, finder),
        _ => nice_loop::find(technique, finder),
    }
}
