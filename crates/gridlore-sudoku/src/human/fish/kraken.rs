//! Kraken fish (type 1): a finned fish whose fins do not all see a candidate that the fish would take away; but from each fin that does not, a chain takes it away, too.
//! Whether a fin holds the digit or the fish is whole: the candidate is not there.
//!
//! # Cost
//! Every basic fish of two to four lines with up to three fins, and the chains from each fin: some milliseconds.

use super::search::search;
use super::{Family, Fins, Kind};
use crate::human::chains::Choice;
use crate::human::step::{Finder, Flow};
use crate::human::{Candidate, Digits, Node, Step, Technique};

pub(super) fn find(finder: &mut Finder<'_>) -> Flow {
    let (state, shape) = (finder.state, finder.state.shape());
    let graph = finder.memo.graph(state, Choice::GROUPED);
    for size in 2..=4 {
        let kind = Kind { family: Family::Basic, fins: Fins::Chained, size };
        for digit in state.digits() {
            for (base, cover) in kind.sides(shape) {
                search(state, digit, kind, (&base, &cover), &mut |fish| {
                    for target in fish.removed - shape.common_peers(fish.fins) {
                        let gone = Candidate::new(target, digit);
                        let chains: Option<Vec<Vec<Node>>> = fish
                            .fins
                            .iter()
                            .map(|fin| graph.refutation(Candidate::new(fin, digit), gone))
                            .collect();
                        let Some(chains) = chains else { continue };
                        let step = fish.step(Technique::KrakenFish, digit);
                        let digits =
                            step.digits | chains.iter().flatten().map(|node| node.digit).collect::<Digits>();
                        finder.take(Step { digits, chains, eliminations: vec![gone], ..step })?;
                    }
                    Flow::Continue(())
                })?;
            }
        }
    }
    Flow::Continue(())
}
