//! Uniqueness: a puzzle with exactly one solution cannot contain a pattern whose digits could be
//! swapped. These techniques are not valid for puzzles with several solutions.

mod avoidable;
mod bug;
mod extended_rectangle;
mod hidden_rectangle;
mod rectangle;
mod unique_loop;
mod unique_rectangle;

use super::finder::Finder;
use super::flow::Flow;
use crate::Technique;

pub(super) fn find(technique: Technique, finder: &mut Finder<'_>) -> Flow {
    match technique {
        Technique::BugPlusOne | Technique::BugType2 | Technique::BugType3 | Technique::BugType4 => {
            bug::find(technique, finder)
        }
        Technique::ExtendedRectangle => extended_rectangle::find(finder),
        Technique::UniqueLoop => unique_loop::find(finder),
        Technique::HiddenRectangle => hidden_rectangle::find(finder),
        Technique::AvoidableRectangle1 | Technique::AvoidableRectangle2 => avoidable::find(technique, finder),
        _ => unique_rectangle::find(technique, finder),
    }
}
