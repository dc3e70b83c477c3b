//! Forcing chains: what follows from a candidate's being true, or false. A premise that contradicts itself is wrong (contradiction); what follows from every way in which
//! a cell, a house or a candidate can be is true (verity).

use super::Choice;
use super::links::Links;
use super::walk::{Stand, Walk};
use crate::human::step::{Finder, Flow};
use crate::human::{Candidate, CellSet, Digits, Node, State, Step, Technique};
use std::rc::Rc;

/// What follows from each premise: a candidate, on or off.
struct Premises<'a> {
    state: &'a State<'a>,
    links: &'a Links,
    /// By node and on or off.
    walks: Vec<Rc<Walk>>,
    /// By node, the choices that it is one of.
    choices_of: Vec<Vec<usize>>,
    choices: Vec<Vec<usize>>,
}

pub(super) fn find(technique: Technique, finder: &mut Finder<'_>) -> Flow {
    let state = finder.state;
    let choice =
        Choice { digit: None, cells: true, houses: true, groups: true, sets: finder.scope.sets_in_chains };
    let graph = finder.memo.graph(state, choice);
    let premises = |node: usize| [false, true].map(|is_on| graph.walk((node, is_on)));
    let walks = (0..graph.links.single_count).flat_map(premises).collect();
    let mut premises =
        Premises { state, links: &graph.links, walks, choices_of: Vec::new(), choices: Vec::new() };
    premises.choices = premises.all_choices();
    premises.choices_of = vec![Vec::new(); graph.links.single_count];
    for (number, choice) in premises.choices.iter().enumerate() {
        for &node in choice {
            premises.choices_of[node].push(number);
        }
    }
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

    fn walk(&self, node: usize, is_on: bool) -> &Walk {
        &self.walks[2 * node + usize::from(is_on)]
    }

    /// The candidates of a cell, or of a digit in a house, as nodes: of these one is true.
    fn all_choices(&self) -> Vec<Vec<usize>> {
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
        for node in 0..self.links.single_count {
            for is_on in [false, true] {
                let walk = self.walk(node, is_on);
                let length = |ends: &[Stand]| ends.iter().map(|&end| walk.length(end)).sum::<u32>();
                // The first of the shortest.
                let contradictions = self.impossible(node, is_on);
                if let Some(ends) = contradictions.into_iter().min_by_key(|ends| length(ends)) {
                    let chains = ends.into_iter().map(|end| walk.chain(end)).collect();
                    finder.take(self.step(Technique::ForcingChainContradiction, node, !is_on, chains))?;
                }
            }
        }
        Flow::Continue(())
    }

    /// What follows from a premise and cannot be: a candidate on and off, two of a choice on, all of a choice off.
    fn impossible(&self, node: usize, is_on: bool) -> Vec<Vec<Stand>> {
        let walk = self.walk(node, is_on);
        let mut counts = vec![[0_usize; 2]; self.choices.len()];
        let mut found: Vec<Vec<Stand>> = Vec::new();
        let mut note = |other: usize, is_on: bool| {
            for &choice in self.choices_of.get(other).into_iter().flatten() {
                counts[choice][usize::from(is_on)] += 1;
            }
        };
        for (other, is_other_on) in walk.reached() {
            note(other, is_other_on);
            if is_other_on && other < self.links.single_count && walk.reaches((other, false)) {
                found.push(vec![(other, true), (other, false)]);
            }
        }
        if !is_on && !walk.reaches((node, false)) {
            note(node, false);
        }
        found.sort_unstable();
        for (choice, [off, on]) in self.choices.iter().zip(counts) {
            if on > 1 {
                let on = choice.iter().filter(|&&other| walk.reaches((other, true))).take(2);
                found.push(on.map(|&other| (other, true)).collect());
            }
            if off == choice.len() {
                let others = choice.iter().filter(|&&other| other != node || is_on);
                found.push(others.map(|&other| (other, false)).collect());
            }
        }
        found
    }

    fn verities(&self, finder: &mut Finder<'_>) -> Flow {
        let on_or_off = (0..self.links.single_count).map(|node| vec![(node, false), (node, true)]);
        let one_of = self.choices.iter().map(|choice| choice.iter().map(|&node| (node, true)).collect());
        let premises: Vec<Vec<Stand>> = on_or_off.chain(one_of).filter(|ways| ways.len() > 1).collect();
        // By premise, what follows from it, and itself, as bits.
        let words = self.links.nodes.len().div_ceil(32);
        let place = |(node, is_on): Stand| 2 * node + usize::from(is_on);
        let mut follows = vec![0_u64; self.walks.len() * words];
        for (number, walk) in self.walks.iter().enumerate() {
            let own = (number / 2, number % 2 == 1);
            for stand in walk.reached().chain([own]).map(place) {
                follows[number * words + stand / 64] |= 1 << (stand % 64);
            }
        }
        for ways in premises {
            for word in 0..words {
                let mut common =
                    ways.iter().fold(u64::MAX, |all, &way| all & follows[place(way) * words + word]);
                while common != 0 {
                    let end = 64 * word + common.trailing_zeros() as usize;
                    common &= common - 1;
                    let (end, is_on) = (end / 2, end % 2 == 1);
                    if end >= self.links.single_count {
                        break;
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
