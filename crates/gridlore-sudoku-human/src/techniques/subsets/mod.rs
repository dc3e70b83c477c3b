//! Subsets: N digits in N cells of a house.

mod hidden_subset;
pub(super) mod naked_subset;

use super::finder::Finder;
use super::flow::Flow;
use crate::Technique;
use naked_subset::Kind;

pub(super) fn find(technique: Technique, finder: &mut Finder<'_>) -> Flow {
    match technique {
        Technique::NakedPair => naked_subset::find(technique, 2, Kind::Plain, finder),
        Technique::NakedTriple => naked_subset::find(technique, 3, Kind::Plain, finder),
        Technique::NakedQuadruple => naked_subset::find(technique, 4, Kind::Plain, finder),
        Technique::HiddenPair => hidden_subset::find(technique, 2, finder),
        Technique::HiddenTriple => hidden_subset::find(technique, 3, finder),
        _ => hidden_subset::find(technique, 4, finder),
    }
}
