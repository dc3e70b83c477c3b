//! What is left when nothing else helps.

mod templates;

use super::Technique;
use super::step::{Finder, Flow};

pub(super) fn find(technique: Technique, finder: &mut Finder<'_>) -> Flow {
    templates::find(technique, finder)
}
