//! Singles: steps that place a digit.

mod full_house;
mod hidden_single;
mod naked_single;
mod queues;

pub(crate) use queues::Queues;

use super::finder::Finder;
use super::flow::Flow;
use crate::Technique;

pub(super) fn find(technique: Technique, finder: &mut Finder<'_>) -> Flow {
    match technique {
        Technique::FullHouse => full_house::find(finder),
        Technique::HiddenSingle => hidden_single::find(finder),
        _ => naked_single::find(finder),
    }
}
