//! What is left when nothing else helps.

mod templates;
mod trail;
mod within;

use super::Technique;
use super::step::{Finder, Flow};

pub(super) fn find(technique: Technique, finder: &mut Finder<'_>) -> Flow {
    if technique == Technique::NetsWithinNet {
        within::find(finder)
    } else {
        templates::find(technique, finder)
    }
}
