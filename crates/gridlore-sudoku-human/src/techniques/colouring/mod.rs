//! Colouring: candidates are given two colours along strong links, and one of the colours is true.

mod clusters;
mod medusa;
mod multi_colours;
mod simple_colours;

use super::finder::Finder;
use super::flow::Flow;
use crate::Technique;

pub(super) fn find(technique: Technique, finder: &mut Finder<'_>) -> Flow {
    match technique {
        Technique::SimpleColorsTrap | Technique::SimpleColorsWrap => simple_colours::find(technique, finder),
        Technique::Medusa => medusa::find(finder),
        _ => multi_colours::find(technique, finder),
    }
}
