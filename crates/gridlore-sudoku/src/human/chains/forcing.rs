//! Forcing chains: what follows from a candidate's being true, or false. A premise that contradicts itself is wrong (contradiction); what follows from every way in which
//! a cell, a house or a candidate can be is true (verity).

use super::links::{Choice, Links};
use super::walk::Walk;
use crate::human::step::{Finder, Flow};
use crate::human::{Candidate, CellSet, Digits, Node, State, Step, Technique};

/// What follows from each premise: a candidate, on or off.
struct Premises<'a> {
    state: &'a State<'a>,
    links: &'a Links,
    /// By node and on or off.
    walks: Vec<Walk<'a>>,
}

pub(super) fn find(technique: Technique, finder: &mut Finder<'_>) -> Flow {
    let state = finder.state;
    let choice =
        Choice { digit: None, cells: true, houses: true, groups: true, sets: finder.scope.sets_in_chains };
    let links = Links::new(state, choice);
    let premises = |node: usize| [false, true].map(|is_on| Walk::from(&links, (node, is_on)));
    let walks = (0..links.single_count).flat_map(premises).collect();
    let premises = Premises { state, links: &links, walks };
    if technique == Technique::ForcingChainContradiction {
        premises.contradictions(finder)
    } else {
        premises.verities(finder)
    }
}

impl Premises<'_> {
    fn candidate(&self, node: usize) -> Candidate {
        let (digit, cells) = self.links.nodes[node];
        Candidate::new(cells.first().unwrap_or(0), digit)
    }

    fn walk(&self, node: usize, is_on: bool) -> &Walk<'_> {
        &self.walks[2 * node + usize::from(is_on)]
    }

    /// The candidates of a cell, or of a digit in a house, as nodes: of these one is true.
    fn choices(&self) -> Vec<Vec<usize>> {
        let nodes = |wanted: &dyn Fn(Candidate) -> bool| -> Vec<usize> {
            (0..self.links.single_count).filter(|&node| wanted(self.candidate(node))).collect()
        };
        let state = self.state;
        let mut choices: Vec<Vec<usize>> =
            state.blanks().iter().map(|cell| nodes(&|candidate| candidate.cell() == cell)).collect();
        for &house in state.shape().houses() {
            for digit in state.digits().filter(|&digit| state.places(digit).intersects(house)) {
                choices
                    .push(nodes(&|candidate| candidate.digit() == digit && house.contains(candidate.cell())));
            }
        }
        choices
    }

    fn contradictions(&self, finder: &mut Finder<'_>) -> Flow {
        let choices = self.choices();
        for node in 0..self.links.single_count {
            for is_on in [false, true] {
                let walk = self.walk(node, is_on);
                let mut ends: Option<Vec<(usize, bool)>> = None;
                let mut offer = |found: Vec<(usize, bool)>| {
                    let length =
                        |ends: &[(usize, bool)]| ends.iter().map(|&end| walk.length(end)).sum::<u32>();
                    if ends.as_ref().is_none_or(|best| length(&found) < length(best)) {
                        ends = Some(found);
                    }
                };
                for other in 0..self.links.single_count {
                    if walk.reaches((other, true)) && walk.reaches((other, false)) {
                        offer(vec![(other, true), (other, false)]);
                    }
                }
                for choice in &choices {
                    let on: Vec<usize> =
                        choice.iter().copied().filter(|&other| walk.reaches((other, true))).collect();
                    if let [one, other, ..] = on[..] {
                        offer(vec![(one, true), (other, true)]);
                    }
                    let is_off = |&other: &usize| walk.reaches((other, false)) || (other == node && !is_on);
                    if choice.iter().all(is_off) {
                        offer(
                            choice
                                .iter()
                                .filter(|&&other| other != node || is_on)
                                .map(|&other| (other, false))
                                .collect(),
                        );
                    }
                }
                if let Some(ends) = ends {
                    let chains = ends.into_iter().map(|end| walk.chain(end)).collect();
                    finder.take(self.step(Technique::ForcingChainContradiction, node, !is_on, chains))?;
                }
            }
        }
        Flow::Continue(())
    }

    fn verities(&self, finder: &mut Finder<'_>) -> Flow {
        let mut premises: Vec<Vec<(usize, bool)>> =
            (0..self.links.single_count).map(|node| vec![(node, false), (node, true)]).collect();
        premises.extend(
            self.choices().into_iter().map(|choice| choice.into_iter().map(|node| (node, true)).collect()),
        );
        for ways in premises.iter().filter(|ways| ways.len() > 1) {
            for end in 0..self.links.single_count {
                for is_on in [false, true] {
                    let follows = |&(node, premise): &(usize, bool)| {
                        self.walk(node, premise).reaches((end, is_on)) || (node, premise) == (end, is_on)
                    };
                    if !ways.iter().all(follows) {
                        continue;
                    }
                    let own = ways.iter().filter(|&&way| way != (end, is_on));
                    let chains =
                        own.map(|&(node, premise)| self.walk(node, premise).chain((end, is_on))).collect();
                    finder.take(self.step(Technique::ForcingChainVerity, end, is_on, chains))?;
                }
            }
        }
        Flow::Continue(())
    }

    /// What is known of a node by these chains.
    fn step(&self, technique: Technique, node: usize, is_on: bool, chains: Vec<Vec<Node>>) -> Step {
        let candidate = self.candidate(node);
        let nodes = || chains.iter().flatten();
        let step = Step {
            digits: nodes().map(|node| node.digit).collect::<Digits>(),
            cells: nodes().fold(CellSet::EMPTY, |all, node| all | node.cells),
            chains: chains.clone(),
            ..Step::new(technique)
        };
        if is_on { step.placing(candidate) } else { step.removing([candidate]) }
    }
}
