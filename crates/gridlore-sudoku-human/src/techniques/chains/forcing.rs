//! Forcing chains and nets: the consequences of a candidate that is true or false. A premise that
//! leads to a contradiction is wrong. A consequence that all alternatives of a cell, a house or a
//! candidate share is true (verity).

use super::graph::Graph;
use super::links::Links;
use super::net::{Depth, Nets, Ways};
use super::walk::Literal;
use super::{Choice, walk};
use crate::techniques::finder::Finder;
use crate::techniques::flow::Flow;
use crate::{Candidate, CellSet, DigitSet, Net, Node, State, Step, Technique};
use std::cell::OnceCell;

pub(super) fn find(technique: Technique, finder: &mut Finder<'_>) -> Flow {
    let (state, is_by_tables) = (finder.state, finder.scope.chains_by_tables);
    let choice =
        Choice { digit: None, cells: true, houses: true, groups: true, sets: finder.scope.sets_in_chains };
    let graph = finder.memo.graph(state, choice);
    match technique {
        Technique::ForcingChainContradiction => {
            Premises::new(state, is_by_tables, &graph.links, &*graph).contradictions(technique, finder)
        }
        Technique::ForcingChainVerity => {
            Premises::new(state, is_by_tables, &graph.links, &*graph).verities(technique, finder)
        }
        _ => {
            let is_nested = technique >= Technique::NestedNetContradiction;
            let depth = if is_nested { Depth::Nested } else { Depth::Singles };
            let nets = finder.memo.nets(state, choice, depth);
            let ways = (0..2 * graph.links.single_count).map(|_| OnceCell::new()).collect();
            let web = NetWeb { nets: &nets, depth, ways };
            let premises = Premises::new(state, is_by_tables, &graph.links, &web);
            match technique {
                Technique::ForcingNetContradiction | Technique::NestedNetContradiction => {
                    premises.contradictions(technique, finder)
                }
                _ => premises.verities(technique, finder),
            }
        }
    }
}

/// The proof of a step.
#[derive(Default)]
struct Evidence {
    chains: Vec<Vec<Node>>,
    nets: Vec<Net>,
}

/// The consequences of premises, with proofs.
trait Web {
    /// Returns the consequences of a premise, as bits by the index of the literal.
    fn follows(&self, premise: Literal) -> Vec<u64>;

    /// Returns the proof that the premise leads to the ends of one of these options, choosing the
    /// option with the shortest proof.
    fn contradiction(&self, premise: Literal, options: Vec<Vec<Literal>>) -> Option<Evidence>;

    /// Returns the proof that each of the premises leads to this end.
    fn verity(&self, premises: &[Literal], end: Literal) -> Option<Evidence>;
}

impl Web for Graph {
    fn follows(&self, premise: Literal) -> Vec<u64> {
        let mut bits = vec![0_u64; (2 * self.links.nodes.len()).div_ceil(64)];
        for at in self.walk(premise).reached().map(walk::place) {
            bits[at as usize / 64] |= 1 << (at % 64);
        }
        bits
    }

    fn contradiction(&self, premise: Literal, options: Vec<Vec<Literal>>) -> Option<Evidence> {
        let walk = self.walk(premise);
        // The premise needs no chain.
        let others =
            |ends: &[Literal]| ends.iter().copied().filter(|&end| end != premise).collect::<Vec<_>>();
        let length = |ends: &Vec<Literal>| ends.iter().map(|&end| walk.length(end)).sum::<u32>();
        let ends = options.iter().map(|ends| others(ends)).min_by_key(length)?;
        let chains = ends.into_iter().map(|end| walk.chain(end)).collect();
        Some(Evidence { chains, ..Evidence::default() })
    }

    fn verity(&self, premises: &[Literal], end: Literal) -> Option<Evidence> {
        let chains = premises.iter().map(|&premise| self.walk(premise).chain(end)).collect();
        Some(Evidence { chains, ..Evidence::default() })
    }
}

/// Nets, with the paths from each premise, computed on first use.
struct NetWeb<'a> {
    nets: &'a Nets,
    depth: Depth,
    ways: Vec<OnceCell<Ways<'a>>>,
}

impl NetWeb<'_> {
    fn ways(&self, premise: Literal) -> &Ways<'_> {
        self.ways[walk::place(premise) as usize].get_or_init(|| self.nets.ways(premise))
    }

    fn is_own(&self, net: &Net) -> bool {
        if self.depth == Depth::Nested { net.is_nested() } else { net.is_branched() }
    }
}

/// Proofs without branches are chains, and proofs without patterns are not nested: these belong to
/// other techniques.
impl Web for NetWeb<'_> {
    fn follows(&self, premise: Literal) -> Vec<u64> {
        self.nets.follows(premise).to_vec()
    }

    fn contradiction(&self, premise: Literal, options: Vec<Vec<Literal>>) -> Option<Evidence> {
        let ways = self.ways(premise);
        let net = ways.net(&options.into_iter().min_by_key(|ends| ways.cost(ends))?);
        self.is_own(&net).then(|| Evidence { nets: vec![net], ..Evidence::default() })
    }

    fn verity(&self, premises: &[Literal], end: Literal) -> Option<Evidence> {
        let nets: Vec<Net> = premises.iter().map(|&premise| self.ways(premise).net(&[end])).collect();
        nets.iter().any(|net| self.is_own(net)).then(|| Evidence { nets, ..Evidence::default() })
    }
}

/// The consequences of each premise: a candidate, on or off.
struct Premises<'a, W> {
    state: &'a State<'a>,
    links: &'a Links,
    web: &'a W,
    /// Whether conclusions are those that tables yield; see [`crate::Scope::chains_by_tables`].
    is_by_tables: bool,
    /// By premise, a bit for each literal.
    follows: Vec<Vec<u64>>,
    /// By node, the indices of the choices that include it.
    choices_of: Vec<Vec<usize>>,
    choices: Vec<Choices>,
}

/// Alternatives: nodes of which exactly one is true.
struct Choices {
    nodes: Vec<usize>,
    /// Whether an earlier step removed a place of the digit in the house.
    is_thinned: bool,
}

impl<'a, W: Web> Premises<'a, W> {
    fn new(state: &'a State<'a>, is_by_tables: bool, links: &'a Links, web: &'a W) -> Self {
        let literals = (0..links.single_count).flat_map(|node| [(node, false), (node, true)]);
        let follows = literals.map(|premise| web.follows(premise)).collect();
        let mut premises = Self {
            state,
            links,
            web,
            is_by_tables,
            follows,
            choices_of: vec![Vec::new(); links.single_count],
            choices: Vec::new(),
        };
        premises.choices = premises.all_choices();
        for (number, choice) in premises.choices.iter().enumerate() {
            for &node in &choice.nodes {
                premises.choices_of[node].push(number);
            }
        }
        premises
    }

    fn candidate(&self, node: usize) -> Candidate {
        let (digit, cells) = self.links.nodes[node];
        Candidate::new(cells.first().unwrap_or(0), digit)
    }

    fn follows(&self, premise: Literal) -> &[u64] {
        &self.follows[walk::place(premise) as usize]
    }

    fn has(&self, premise: Literal, end: Literal) -> bool {
        let at = walk::place(end) as usize;
        self.follows(premise)[at / 64] >> (at % 64) & 1 != 0
    }

    /// Returns all alternatives: the candidates of each cell, and the places of each digit in each
    /// house.
    fn all_choices(&self) -> Vec<Choices> {
        let (state, links) = (self.state, self.links);
        let of_cell = |cell: usize| Choices { nodes: links.of_cell[cell].clone(), is_thinned: false };
        let mut choices: Vec<Choices> = state.blanks().iter().map(of_cell).collect();
        for house in 0..state.shape().houses().len() {
            for digit in state.digits() {
                let places = state.places_in(house, digit);
                if !places.is_empty() {
                    let nodes = places.iter().filter_map(|cell| links.node(Candidate::new(cell, digit)));
                    let is_thinned = places_by_values(state, house, digit) != places;
                    choices.push(Choices { nodes: nodes.collect(), is_thinned });
                }
            }
        }
        choices
    }

    fn contradictions(&self, technique: Technique, finder: &mut Finder<'_>) -> Flow {
        let premises = (0..self.links.single_count).flat_map(|node| [(node, false), (node, true)]);
        let found = premises.filter_map(|premise @ (node, is_on)| {
            let options = self.impossible(node, is_on);
            (!options.is_empty()).then_some(((node, !is_on), (premise, options)))
        });
        self.take(technique, found.collect(), finder, |_, (premise, options)| {
            self.web.contradiction(premise, options)
        })
    }

    /// Passes on a step for each conclusion with a proof. If chains are found by tables, only the
    /// first conclusion is used; placements come first, ordered by cell.
    fn take<T>(
        &self,
        technique: Technique,
        mut conclusions: Vec<(Literal, T)>,
        finder: &mut Finder<'_>,
        evidence: impl Fn(Literal, T) -> Option<Evidence>,
    ) -> Flow {
        let is_first_enough = finder.scope.chains_by_tables;
        if is_first_enough {
            conclusions.sort_by_key(|&((node, is_on), _)| {
                let candidate = self.candidate(node);
                (!is_on, candidate.cell(), candidate.digit())
            });
        }
        let mut first = None;
        for (conclusion, reason) in conclusions {
            if is_first_enough && first.is_some_and(|first| first != conclusion) {
                break;
            }
            if let Some(evidence) = evidence(conclusion, reason) {
                first = Some(conclusion);
                finder.take(self.step(technique, conclusion, evidence))?;
            }
        }
        Flow::Continue(())
    }

    /// Returns the contradictions among the consequences of a premise: a candidate that is both on
    /// and off, two alternatives on, or all alternatives off.
    fn impossible(&self, node: usize, is_on: bool) -> Vec<Vec<Literal>> {
        let premise = (node, is_on);
        let mut counts = vec![[0_usize; 2]; self.choices.len()];
        let mut found: Vec<Vec<Literal>> = Vec::new();
        let mut note = |other: usize, is_on: bool| {
            for &choice in &self.choices_of[other] {
                counts[choice][usize::from(is_on)] += 1;
            }
        };
        for (other, is_other_on) in bits(self.follows(premise)) {
            if other >= self.links.single_count {
                break;
            }
            note(other, is_other_on);
            if is_other_on && self.has(premise, (other, false)) {
                found.push(vec![(other, true), (other, false)]);
            }
        }
        if !is_on && !self.has(premise, premise) {
            note(node, false);
        }
        for (choice, [off, on]) in self.choices.iter().zip(counts) {
            if on > 1 {
                let on = choice.nodes.iter().filter(|&&other| self.has(premise, (other, true))).take(2);
                found.push(on.map(|&other| (other, true)).collect());
            }
            if off == choice.nodes.len() && !(self.is_by_tables && choice.is_thinned) {
                found.push(choice.nodes.iter().map(|&other| (other, false)).collect());
            }
        }
        found
    }

    fn verities(&self, technique: Technique, finder: &mut Finder<'_>) -> Flow {
        let on_or_off = (0..self.links.single_count).map(|node| vec![(node, false), (node, true)]);
        let one_of =
            self.choices.iter().map(|choice| choice.nodes.iter().map(|&node| (node, true)).collect());
        let mut found = Vec::new();
        for ways in on_or_off.chain(one_of).filter(|ways: &Vec<Literal>| ways.len() > 1) {
            // The consequences of a premise, and the premise itself.
            let own = |way: Literal, word: usize| {
                let at = walk::place(way) as usize;
                self.follows(way)[word] | if at / 64 == word { 1 << (at % 64) } else { 0 }
            };
            let words = self.follows(ways[0]).len();
            let common: Vec<u64> =
                (0..words).map(|word| ways.iter().fold(u64::MAX, |all, &way| all & own(way, word))).collect();
            let ends = bits(&common).take_while(|end| end.0 < self.links.single_count);
            // The tables of a candidate being on and being off are compared only in other cells.
            let is_of_one = ways[0].0 == ways[ways.len() - 1].0;
            let own_cell = self.candidate(ways[0].0).cell();
            let ends = ends.filter(|&(node, _)| {
                !(self.is_by_tables && is_of_one) || self.candidate(node).cell() != own_cell
            });
            found.extend(ends.map(|end| (end, ways.clone())));
        }
        self.take(technique, found, finder, |end, ways| {
            let others: Vec<Literal> = ways.into_iter().filter(|&way| way != end).collect();
            self.web.verity(&others, end)
        })
    }

    /// Returns the step that this evidence proves.
    fn step(&self, technique: Technique, (node, is_on): Literal, evidence: Evidence) -> Step {
        let candidate = self.candidate(node);
        let Evidence { chains, nets } = evidence;
        let mut step = Step { chains, nets, ..Step::new(technique) };
        step.digits = step.nodes().map(|node| node.digit).collect::<DigitSet>();
        step.cells = step.nodes().fold(CellSet::EMPTY, |all, node| all | node.cells);
        if is_on { step.placing(candidate) } else { step.removing([candidate]) }
    }
}

/// Returns the blank cells of a house that see no placed digit of this value.
fn places_by_values(state: &State<'_>, house: usize, digit: usize) -> CellSet {
    let shape = state.shape();
    let is_free = |&cell: &usize| shape.peers(cell).iter().all(|peer| state.value(peer) != digit);
    (shape.houses()[house] & state.blanks()).iter().filter(is_free).collect()
}

/// Returns the literals of these bits.
fn bits(words: &[u64]) -> impl Iterator<Item = Literal> + '_ {
    words.iter().enumerate().flat_map(|(word, &bits)| {
        let mut left = bits;
        std::iter::from_fn(move || {
            let bit = (left != 0).then(|| left.trailing_zeros() as usize)?;
            left &= left - 1;
            Some(((64 * word + bit) / 2, bit % 2 == 1))
        })
    })
}
