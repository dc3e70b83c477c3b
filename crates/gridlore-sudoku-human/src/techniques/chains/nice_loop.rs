//! Nice loops: chains that return to their start. A continuous loop turns its weak links into
//! strong ones; a discontinuous loop contradicts its premise.

use super::Choice;
use super::aic::{belongs_to, step};
use crate::techniques::finder::Finder;
use crate::techniques::flow::Flow;
use crate::{Candidate, CellSet, Node, State, Technique};

pub(super) fn find(technique: Technique, finder: &mut Finder<'_>) -> Flow {
    let plain = Choice { digit: None, cells: true, houses: true, groups: false, sets: false };
    match technique {
        Technique::ContinuousNiceLoop => continuous(technique, plain, finder),
        Technique::DiscontinuousNiceLoop => discontinuous(technique, plain, finder),
        Technique::GroupedContinuousNiceLoop => {
            continuous(technique, Choice { groups: true, ..plain }, finder)?;
            if finder.scope.sets_in_chains {
                continuous(technique, Choice { groups: true, sets: true, ..plain }, finder)?;
            }
            Flow::Continue(())
        }
        _ => {
            discontinuous(technique, Choice { groups: true, ..plain }, finder)?;
            if finder.scope.sets_in_chains {
                discontinuous(technique, Choice { groups: true, sets: true, ..plain }, finder)?;
            }
            Flow::Continue(())
        }
    }
}

/// Finds discontinuous loops: if a candidate that is assumed to be false would have to be true, it
/// is true; or the reverse.
fn discontinuous(technique: Technique, choice: Choice, finder: &mut Finder<'_>) -> Flow {
    let graph = finder.memo.graph(finder.state, choice);
    let links = &graph.links;
    for start in 0..links.single_count {
        let (digit, cells) = links.nodes[start];
        let Some(cell) = cells.first() else { continue };
        let candidate = Candidate::new(cell, digit);
        for is_on in [false, true] {
            let walk = graph.walk((start, is_on));
            if walk.reaches((start, !is_on)) {
                let chain = walk.chain((start, !is_on));
                if belongs_to(technique, &chain) {
                    let step = step(technique, chain);
                    let others = finder.state.candidates(cell).without(digit);
                    finder.take(if is_on {
                        step.removing([candidate])
                    } else {
                        step.removing(others.iter().map(|other| Candidate::new(cell, other)))
                    })?;
                }
            }
            if !finder.scope.chains_by_tables {
                continue;
            }
            // Two candidates of a cell cannot both be true, so a chain may lead from one to the
            // other.
            for &end in &links.of_cell[cell] {
                if end == start || !walk.reaches((end, is_on)) {
                    continue;
                }
                let chain = walk.chain((end, is_on));
                let gone = if is_on { candidate } else { Candidate::new(cell, links.nodes[end].0) };
                if belongs_to(technique, &chain) {
                    finder.take(step(technique, chain).removing([gone]))?;
                }
            }
        }
    }
    Flow::Continue(())
}

/// Finds continuous loops: the two ends of a chain are neither both false nor both true.
fn continuous(technique: Technique, choice: Choice, finder: &mut Finder<'_>) -> Flow {
    let state = finder.state;
    let graph = finder.memo.graph(state, choice);
    let links = &graph.links;
    for start in 0..links.nodes.len() {
        if links.strong[start].is_empty() {
            continue;
        }
        let walk = graph.walk((start, false));
        for (end, is_on) in walk.reached() {
            if !is_on {
                continue;
            }
            let Some(closing) = links.weak[end].iter().find(|link| link.to() == start) else { continue };
            let end = (end, true);
            let chains = if finder.scope.chains_by_tables { vec![walk.chain(end)] } else { walk.chains(end) };
            for mut chain in chains {
                // The first node again, for the link that closes the loop.
                chain.push(Node { through: closing.through().map(|set| links.sets[set]), ..chain[0] });
                if chain.len() < 5 || !belongs_to(technique, &chain) || crosses_itself(&chain) {
                    continue;
                }
                let gone = eliminations(state, &chain);
                finder.take(step(technique, chain).removing(gone))?;
            }
        }
    }
    Flow::Continue(())
}

/// Returns whether the loop visits a candidate or a cell of a set twice.
fn crosses_itself(chain: &[Node]) -> bool {
    let around = &chain[1..];
    around.iter().enumerate().any(|(place, node)| {
        around[place + 1..].iter().any(|other| {
            let meet = |one: Option<CellSet>, other: Option<CellSet>| {
                one.zip(other).is_some_and(|(one, other)| one.intersects(other))
            };
            let set = |node: &Node| node.through.map(|set| set.cells);
            (node.digit == other.digit && node.cells.intersects(other.cells))
                || meet(set(node), set(other))
                || meet(set(node), Some(other.cells))
                || meet(Some(node.cells), set(other))
        }) || node.through.is_some_and(|set| set.cells.intersects(node.cells))
    })
}

/// Returns the candidates that the weak links of a loop rule out, because one end of each is true.
fn eliminations(state: &State<'_>, chain: &[Node]) -> Vec<Candidate> {
    let shape = state.shape();
    let mut gone: Vec<Candidate> = Vec::new();
    let sets = chain.iter().filter_map(|node| node.through).fold(CellSet::EMPTY, |all, set| all | set.cells);
    // As in HoDoKu, the loop's own cells lose candidates only through links within a cell.
    let own = chain.iter().fold(CellSet::EMPTY, |all, node| all | node.cells);
    for pair in chain.windows(2).filter(|pair| pair[0].is_on) {
        let [one, other] = pair else { continue };
        if let Some(set) = other.through {
            for digit in set.digits.iter() {
                let mut holding = set.places(state, digit);
                for end in [one, other] {
                    // A cell forced by the set could hold any digit of the set instead.
                    let is_forced = end.is_on
                        && end == other
                        && end.cells.iter().all(|cell| state.candidates(cell).contains(digit));
                    if end.digit == digit || is_forced {
                        holding |= end.cells;
                    }
                }
                gone.extend(state.removals(digit, shape.common_peers(holding) - sets));
            }
        } else if one.digit == other.digit {
            gone.extend(state.removals(one.digit, shape.common_peers(one.cells | other.cells) - own));
        } else if let Some(cell) = one.cells.single() {
            let others = state.candidates(cell).without(one.digit).without(other.digit);
            gone.extend(others.iter().map(|digit| Candidate::new(cell, digit)));
        }
    }
    gone
}
