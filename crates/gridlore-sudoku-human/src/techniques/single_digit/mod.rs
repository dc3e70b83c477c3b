//! Patterns of one digit: two strong links, or a strong link and an empty rectangle.

mod empty_rectangle;
mod two_links;

use super::finder::Finder;
use super::flow::Flow;
use crate::Technique;

pub(super) fn find(technique: Technique, finder: &mut Finder<'_>) -> Flow {
    match technique {
        Technique::EmptyRectangle => empty_rectangle::find(finder),
        Technique::DualEmptyRectangle => empty_rectangle::find_dual(finder),
        Technique::DualTwoStringKite => two_links::find_dual_kites(finder),
        _ => two_links::find(technique, finder),
    }
}
