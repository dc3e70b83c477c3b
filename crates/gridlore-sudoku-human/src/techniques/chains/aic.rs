//! Chains of which at least one end is true: X-chains of one digit, XY-chains through bivalue
//! cells, and alternating inference chains (AIC) with links of any kind. Chains of one digit with
//! three to six strong links, possibly grouped, are named by their number of strong links.
//!
//! If both ends have the same digit, it is removed from cells that see both. If the ends have
//! different digits and see each other, each cell loses the other's digit.

use super::Choice;
use crate::techniques::finder::Finder;
use crate::techniques::flow::Flow;
use crate::{Candidate, CellSet, DigitSet, Node, State, Step, Technique};

pub(super) fn find(technique: Technique, finder: &mut Finder<'_>) -> Flow {
    let plain = Choice { digit: None, cells: true, houses: true, groups: false, sets: false };
    match technique {
        Technique::XChain => {
            for digit in finder.state.digits() {
                find_with(technique, Choice { digit: Some(digit), cells: false, ..plain }, finder)?;
            }
            Flow::Continue(())
        }
        Technique::ThreeStrongLinks
        | Technique::FourStrongLinks
        | Technique::FiveStrongLinks
        | Technique::SixStrongLinks => {
            for digit in finder.state.digits() {
                let choice = Choice { digit: Some(digit), cells: false, groups: true, ..plain };
                find_with(technique, choice, finder)?;
            }
            Flow::Continue(())
        }
        Technique::XyChain => find_with(technique, Choice { houses: false, ..plain }, finder),
        Technique::Aic => find_with(technique, plain, finder),
        _ => {
            find_with(technique, Choice { groups: true, ..plain }, finder)?;
            if finder.scope.sets_in_chains {
                find_with(technique, Choice { groups: true, sets: true, ..plain }, finder)?;
            }
            Flow::Continue(())
        }
    }
}

fn find_with(technique: Technique, choice: Choice, finder: &mut Finder<'_>) -> Flow {
    let state = finder.state;
    let graph = finder.memo.graph(state, choice);
    let links = &graph.links;
    for start in 0..links.nodes.len() {
        if links.strong[start].is_empty() {
            continue;
        }
        let walk = graph.walk((start, false));
        for (end, is_on) in walk.reached() {
            if !is_on || end == start || (end < start && !finder.scope.chains_by_tables) {
                continue;
            }
            let gone = eliminations(state, links.nodes[start], links.nodes[end], technique);
            if gone.is_empty() {
                continue;
            }
            let chain = walk.chain((end, true));
            if chain.len() < 4 || !belongs_to(technique, &chain) {
                continue;
            }
            finder.take(step(technique, chain).removing(gone))?;
        }
    }
    Flow::Continue(())
}

/// Returns the candidates that both ends rule out.
fn eliminations(
    state: &State<'_>,
    (digit, cells): (usize, CellSet),
    (other, others): (usize, CellSet),
    technique: Technique,
) -> Vec<Candidate> {
    let shape = state.shape();
    if digit == other {
        return state.removals(digit, shape.common_peers(cells | others)).collect();
    }
    let is_plain = technique == Technique::Aic || technique == Technique::GroupedAic;
    if !is_plain || cells.intersects(others) {
        return Vec::new();
    }
    let mut gone: Vec<Candidate> = Vec::new();
    if others.len() == 1 && others.is_subset(shape.common_peers(cells)) {
        gone.extend(state.removals(digit, others));
    }
    if cells.len() == 1 && cells.is_subset(shape.common_peers(others)) {
        gone.extend(state.removals(other, cells));
    }
    gone
}

/// Returns whether the chain belongs to this technique: grouped chains contain a group or an almost
/// locked set, and numbered chains have that number of strong links.
pub(super) fn belongs_to(technique: Technique, chain: &[Node]) -> bool {
    let is_grouped = chain.iter().any(|node| node.cells.len() > 1 || node.through.is_some());
    match technique {
        Technique::ThreeStrongLinks => chain.len() == 6,
        Technique::FourStrongLinks => chain.len() == 8,
        Technique::FiveStrongLinks => chain.len() == 10,
        Technique::SixStrongLinks => chain.len() == 12,
        Technique::GroupedAic
        | Technique::GroupedContinuousNiceLoop
        | Technique::GroupedDiscontinuousNiceLoop => is_grouped,
        _ => !is_grouped,
    }
}

/// Creates a step with this chain.
pub(super) fn step(technique: Technique, chain: Vec<Node>) -> Step {
    Step {
        digits: chain.iter().map(|node| node.digit).collect::<DigitSet>(),
        cells: chain.iter().fold(CellSet::EMPTY, |all, node| all | node.cells),
        sets: chain.iter().filter_map(|node| node.through).collect(),
        chains: vec![chain],
        ..Step::new(technique)
    }
}
