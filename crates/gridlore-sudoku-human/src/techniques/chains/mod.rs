//! Chains of alternating links between candidates: strong links (if one is false, the other is
//! true) and weak links (if one is true, the other is false).

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
