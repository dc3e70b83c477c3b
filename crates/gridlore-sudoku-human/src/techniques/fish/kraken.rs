//! Kraken fish: finned fish with chains from their fins.
//!
//! Type 1: not all fins see a candidate that the fish would remove, but chains from the fins rule
//! it out. The candidate is false whether or not a fin holds the digit. Type 2: if no fin holds the
//! digit, a base cell in each cover house does. For any one cover house, the digit is therefore in
//! one of the fins or in one of its base cells. Candidates that chains from all of these cells rule
//! out are false.
//!
//! # Cost
//! The search covers every basic fish of two to four lines with up to three fins, and the chains
//! from each fin, which takes a few milliseconds.

use super::Fish;
use super::search::search;
use crate::techniques::chains::{Choice, Graph};
use crate::techniques::finder::Finder;
use crate::techniques::flow::Flow;
use crate::{Candidate, CellSet, DigitSet, FishFamily, FishFins, FishKind, Node, Step, Technique};
use std::collections::HashSet;

/// Maximum number of cells that start a chain.
const MAX_PREMISES: usize = 4;

pub(super) fn find(technique: Technique, finder: &mut Finder<'_>) -> Flow {
    let (state, shape) = (finder.state, finder.state.shape());
    let graph = finder.memo.graph(state, Choice::GROUPED);
    for size in 2..=4 {
        let kind = FishKind { family: FishFamily::Basic, fins: FishFins::Chained, size };
        for digit in state.digits() {
            let mut known = HashSet::new();
            for (base, cover) in kind.sides(shape) {
                search(state, digit, kind, (&base, &cover), state.places(digit), &mut |fish| {
                    if technique == Technique::KrakenFish {
                        first_type(finder, &graph, fish, digit)
                    } else {
                        second_type(finder, &graph, fish, digit, &mut known)
                    }
                })?;
            }
        }
    }
    Flow::Continue(())
}

fn first_type(finder: &mut Finder<'_>, graph: &Graph, fish: &Fish, digit: usize) -> Flow {
    let shape = finder.state.shape();
    for target in fish.removed - shape.common_peers(fish.fins) {
        let gone = Candidate::new(target, digit);
        if let Some(step) = step(Technique::KrakenFish, graph, fish, digit, fish.fins, gone) {
            finder.take(step)?;
        }
    }
    Flow::Continue(())
}

fn second_type(
    finder: &mut Finder<'_>,
    graph: &Graph,
    fish: &Fish,
    digit: usize,
    known: &mut HashSet<CellSet>,
) -> Flow {
    let (state, shape) = (finder.state, finder.state.shape());
    for &house in &fish.cover {
        let premises = (fish.cells & shape.houses()[house]) | fish.fins;
        if premises.len() > MAX_PREMISES || !known.insert(premises) {
            continue;
        }
        // If these cells include all places of a house, one of them is true even without a fish.
        let is_whole = |house: usize| {
            let places = state.places_in(house, digit);
            !places.is_empty() && places.is_subset(premises)
        };
        if premises.iter().flat_map(|cell| shape.houses_of(cell)).any(|&house| is_whole(house)) {
            continue;
        }
        let starts: Vec<Candidate> = premises.iter().map(|cell| Candidate::new(cell, digit)).collect();
        for gone in graph.refuted_by_all(&starts) {
            if let Some(step) = step(Technique::KrakenFishType2, graph, fish, digit, premises, gone) {
                finder.take(step)?;
            }
        }
    }
    Flow::Continue(())
}

/// Returns the step with a chain from each of these cells to the eliminated candidate.
fn step(
    technique: Technique,
    graph: &Graph,
    fish: &Fish,
    digit: usize,
    premises: CellSet,
    gone: Candidate,
) -> Option<Step> {
    let starts = premises.iter().map(|cell| Candidate::new(cell, digit));
    let chains: Vec<Vec<Node>> = starts.map(|start| graph.refutation(start, gone)).collect::<Option<_>>()?;
    let step = fish.step(technique, digit);
    let digits = step.digits | chains.iter().flatten().map(|node| node.digit).collect::<DigitSet>();
    Some(Step { digits, chains, eliminations: vec![gone], ..step })
}
