//! Uniqueness: a puzzle of one solution never comes to a pattern whose digits could be exchanged. None of this holds for puzzles of several solutions.

mod avoidable;
mod bug;
mod hidden_rectangle;
mod rectangle;
mod unique_loop;
mod unique_rectangle;

use super::Technique;
use super::step::{Finder, Flow};

pub(super) fn find(technique: Technique, finder: &mut Finder<'_>) -> Flow {
    match technique {
        Technique::BugPlusOne => bug::find(finder),
        Technique::UniqueLoop => unique_loop::find(finder),
        Technique::HiddenRectangle => hidden_rectangle::find(finder),
        Technique::AvoidableRectangle1 | Technique::AvoidableRectangle2 => avoidable::find(technique, finder),
        _ => unique_rectangle::find(technique, finder),
    }
}
