//! Locked pair and locked triple: a naked subset in cells that two houses share, which removes
//! candidates from both.

use crate::Technique;
use crate::techniques::finder::Finder;
use crate::techniques::flow::Flow;
use crate::techniques::subsets::naked_subset::{self, Kind};

pub(super) fn find(technique: Technique, finder: &mut Finder<'_>) -> Flow {
    let size = if technique == Technique::LockedPair { 2 } else { 3 };
    naked_subset::find(technique, size, Kind::Locked, finder)
}
