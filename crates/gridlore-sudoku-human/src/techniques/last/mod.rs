//! Techniques for when nothing else helps.

mod brute_force;
mod nishio;
mod templates;
mod trail;
mod within;

use super::finder::Finder;
use super::flow::Flow;
use crate::Technique;

pub(super) fn find(technique: Technique, finder: &mut Finder<'_>) -> Flow {
    match technique {
        Technique::NetsWithinNet => within::find(finder),
        Technique::Nishio => nishio::find(finder),
        Technique::BruteForce => brute_force::find(finder),
        _ => templates::find(technique, finder),
    }
}
