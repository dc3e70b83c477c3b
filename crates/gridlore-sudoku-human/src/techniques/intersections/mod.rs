//! Locked candidates and locked subsets, in cells that two houses share.

mod locked_candidates;
mod locked_subset;

use super::finder::Finder;
use super::flow::Flow;
use crate::Technique;

pub(super) fn find(technique: Technique, finder: &mut Finder<'_>) -> Flow {
    match technique {
        Technique::Pointing | Technique::Claiming => locked_candidates::find(technique, finder),
        _ => locked_subset::find(technique, finder),
    }
}
