//! Wings: named short chains.

mod bent_set;
mod w_wing;
mod xy_wing;
mod xyz_wing;

use super::finder::Finder;
use super::flow::Flow;
use crate::{CellSet, Node, Technique};

pub(super) fn find(technique: Technique, finder: &mut Finder<'_>) -> Flow {
    match technique {
        Technique::XyWing => xy_wing::find(finder),
        Technique::XyzWing => xyz_wing::find(finder),
        Technique::WxyzWing | Technique::VwxyzWing | Technique::UvwxyzWing | Technique::TuvwxyzWing => {
            bent_set::find(technique, finder)
        }
        _ => w_wing::find(finder),
    }
}

/// Returns a chain node of one cell.
const fn node(cell: usize, digit: usize, is_on: bool) -> Node {
    Node { digit, cells: CellSet::only(cell), is_on, through: None }
}
