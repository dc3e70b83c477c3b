//! Forcing nets: the consequences of a premise, where a cell's last candidate or a digit's last
//! place in a house can depend on several earlier consequences. In nested nets, locked candidates
//! and pairs that appear on the way remove further candidates.
//!
//! # Source
//! This follows descriptions of HoDoKu's nets: a table for each premise is filled with a few rounds
//! of singles, and the tables are then combined along links. None of its code is used here.

use super::graph::Graph;
use super::walk::{Literal, literal, place};
use crate::techniques::singles::Queues;
use crate::{Candidate, CellSet, Consequence, DigitSet, Net, Node, State};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::rc::Rc;

/// Maximum number of rounds of singles per premise. More singles follow when tables are combined.
const MAX_ROUNDS: usize = 4;
/// Sentinel: no entry or no literal.
const NONE: u32 = u32::MAX;

/// The consequences of one premise by singles, in the order in which they are found; the premise
/// comes first.
#[derive(Default)]
struct Table {
    entries: Vec<Entry>,
    /// The reasons of all entries, one list after another.
    reasons: Vec<u32>,
}

/// A literal that follows from earlier entries.
#[derive(Clone, Copy)]
struct Entry {
    literal: u32,
    /// The index of its first reason. Its reasons end where those of the next entry start.
    reasons: u32,
    /// Number of consequences that it needs; those needed twice are counted twice.
    size: u32,
}

impl Table {
    fn reasons(&self, entry: usize) -> &[u32] {
        let end = self.entries.get(entry + 1).map_or(self.reasons.len(), |next| next.reasons as usize);
        &self.reasons[self.entries[entry].reasons as usize..end]
    }
}

/// The techniques that remove candidates below a premise.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Depth {
    /// Singles.
    Singles,
    /// Singles, locked candidates, and naked and hidden pairs.
    Nested,
}

/// Fills the table of one premise.
struct Filler<'a> {
    state: &'a State<'a>,
    depth: Depth,
    now: State<'a>,
    /// The queues of singles of `now`, and those of `state`.
    queues: Queues,
    singles_before: Queues,
    /// By cell and digit, the node of a candidate.
    nodes: &'a [u32],
    table: Table,
    /// By literal, its entry in the table.
    entries: Vec<u32>,
}

impl Filler<'_> {
    fn node(&self, candidate: Candidate) -> u32 {
        self.nodes[candidate.cell() * (self.state.shape().side() + 1) + candidate.digit()]
    }

    fn entry_of(&self, candidate: Candidate, is_on: bool) -> Option<u32> {
        let node = self.node(candidate);
        (node != NONE)
            .then(|| self.entries[place((node as usize, is_on)) as usize])
            .filter(|&entry| entry != NONE)
    }

    /// Adds an entry for a literal if it is new, and returns the literal's entry.
    fn add(&mut self, candidate: Candidate, is_on: bool, reasons: &[u32]) -> u32 {
        let at = place((self.node(candidate) as usize, is_on));
        let known = self.entries[at as usize];
        if known != NONE {
            return known;
        }
        let (entry, start) = (length(&self.table.entries), length(&self.table.reasons));
        let size = reasons.iter().fold(u32::from(!reasons.is_empty()), |size, &reason| {
            size.saturating_add(self.table.entries[reason as usize].size)
        });
        self.entries[at as usize] = entry;
        self.table.entries.push(Entry { literal: at, reasons: start, size });
        self.table.reasons.extend(reasons);
        entry
    }

    /// Places a digit, which turns off the other candidates of its cell and the digit in its peers.
    fn set(&mut self, candidate: Candidate, reasons: &[u32]) {
        let (cell, digit) = (candidate.cell(), candidate.digit());
        let entry = self.add(candidate, true, reasons);
        for peer in self.state.places(digit) & self.state.shape().peers(cell) {
            self.add(Candidate::new(peer, digit), false, &[entry]);
        }
        for other in self.now.candidates(cell).without(digit).iter() {
            self.add(Candidate::new(cell, other), false, &[entry]);
        }
        self.queues.place(&mut self.now, candidate);
    }

    /// Returns the entries that removed the other candidates of a cell.
    fn naked_reasons(&self, single: Candidate) -> Vec<u32> {
        let (cell, digit) = (single.cell(), single.digit());
        let others = self.state.candidates(cell).without(digit);
        others.iter().filter_map(|other| self.entry_of(Candidate::new(cell, other), false)).collect()
    }

    /// Returns the entries that removed the other places of a digit, in the house with the fewest
    /// left.
    fn hidden_reasons(&self, single: Candidate) -> Vec<u32> {
        let Some((_, house)) = self.queues.fewest(&self.now, single) else { return Vec::new() };
        let (cell, digit) = (single.cell(), single.digit());
        let others = self.state.places_in(house, digit).without(cell);
        others.iter().filter_map(|other| self.entry_of(Candidate::new(other, digit), false)).collect()
    }

    /// Returns the entries that removed the digit from these cells.
    fn removed(&self, digit: usize, cells: CellSet) -> impl Iterator<Item = u32> {
        cells.iter().filter_map(move |cell| self.entry_of(Candidate::new(cell, digit), false))
    }

    /// Returns the eliminations of locked candidates and of naked and hidden pairs, with their
    /// reasons.
    fn patterns(&self) -> Vec<(Candidate, Vec<u32>)> {
        let shape = self.state.shape();
        let mut found = Vec::new();
        for (house, &cells) in shape.houses().iter().enumerate() {
            for digit in self.state.digits() {
                let places = self.now.places_in(house, digit);
                if places.len() < 2 {
                    continue;
                }
                for other in shape.common_houses(places).filter(|&other| other != house) {
                    let targets = self.now.places_in(other, digit) - cells;
                    if !targets.is_empty() {
                        let reasons: Vec<u32> =
                            self.removed(digit, self.state.places_in(house, digit) - places).collect();
                        found.extend(
                            targets.iter().map(|cell| (Candidate::new(cell, digit), reasons.clone())),
                        );
                    }
                }
            }
            self.naked_pairs(cells, &mut found);
            self.hidden_pairs(house, &mut found);
        }
        found
    }

    /// Adds the eliminations of naked pairs.
    fn naked_pairs(&self, house: CellSet, found: &mut Vec<(Candidate, Vec<u32>)>) {
        let within = house & self.now.blanks();
        for one in within.iter().filter(|&cell| self.now.candidates(cell).len() == 2) {
            let pair = self.now.candidates(one);
            let alike = |&other: &usize| other > one && self.now.candidates(other) == pair;
            let Some(other) = within.iter().find(alike) else { continue };
            let cells = CellSet::only(one).with(other);
            let targets: Vec<Candidate> =
                pair.iter().flat_map(|digit| self.now.removals(digit, within - cells)).collect();
            if targets.is_empty() {
                continue;
            }
            let reasons: Vec<u32> = cells
                .iter()
                .flat_map(|cell| {
                    let others = self.state.candidates(cell) - pair;
                    others.iter().filter_map(move |digit| self.entry_of(Candidate::new(cell, digit), false))
                })
                .collect();
            found.extend(targets.into_iter().map(|target| (target, reasons.clone())));
        }
    }

    /// Adds the eliminations of hidden pairs.
    fn hidden_pairs(&self, house: usize, found: &mut Vec<(Candidate, Vec<u32>)>) {
        for one in self.state.digits() {
            let places = self.now.places_in(house, one);
            let alike = |&other: &usize| other > one && self.now.places_in(house, other) == places;
            let Some(other) = self.state.digits().find(alike).filter(|_| places.len() == 2) else { continue };
            let pair = DigitSet::only(one).with(other);
            let targets: Vec<Candidate> = places
                .iter()
                .flat_map(|cell| {
                    (self.now.candidates(cell) - pair).iter().map(move |digit| Candidate::new(cell, digit))
                })
                .collect();
            if targets.is_empty() {
                continue;
            }
            let reasons: Vec<u32> = pair
                .iter()
                .flat_map(|digit| self.removed(digit, self.state.places_in(house, digit) - places))
                .collect();
            found.extend(targets.into_iter().map(|target| (target, reasons.clone())));
        }
    }

    /// Returns the table of a premise.
    fn fill(&mut self, premise: Candidate, is_on: bool) -> Table {
        self.now.clone_from(self.state);
        self.queues.clone_from(&self.singles_before);
        if is_on {
            self.set(premise, &[]);
        } else {
            self.add(premise, false, &[]);
            self.queues.remove(&mut self.now, premise);
            if let Some(digit) = self.now.candidates(premise.cell()).single() {
                let single = Candidate::new(premise.cell(), digit);
                self.set(single, &self.naked_reasons(single));
            }
        }
        for _ in 0..MAX_ROUNDS {
            let (naked, hidden) = self.queues.waiting(&self.now);
            let patterns = if self.depth == Depth::Nested { self.patterns() } else { Vec::new() };
            if naked.is_empty() && hidden.is_empty() && patterns.is_empty() {
                break;
            }
            // Reasons are collected before any single is placed. If singles contradict one another,
            // placing one would remove the next.
            let naked = naked.into_iter().map(|single| (single, self.naked_reasons(single)));
            let hidden = hidden.into_iter().map(|single| (single, self.hidden_reasons(single)));
            let singles: Vec<(Candidate, Vec<u32>)> = naked.chain(hidden).collect();
            for (single, reasons) in singles {
                self.set(single, &reasons);
            }
            for (gone, reasons) in patterns {
                self.add(gone, false, &reasons);
                self.queues.remove(&mut self.now, gone);
            }
        }
        let table = std::mem::take(&mut self.table);
        for entry in &table.entries {
            self.entries[entry.literal as usize] = NONE;
        }
        table
    }
}

#[expect(clippy::cast_possible_truncation, reason = "a table has at most a few thousand entries")]
const fn length<T>(list: &[T]) -> u32 {
    list.len() as u32
}

/// The tables of all premises, and the combined consequences of each.
pub(crate) struct Nets {
    graph: Rc<Graph>,
    /// By house and digit, the places of the digit.
    places: Vec<Vec<CellSet>>,
    /// By literal of a single-cell node.
    tables: Vec<Table>,
    /// By literal of a single-cell node, a bit for each literal that follows from it.
    follows: Vec<u64>,
    words: usize,
}

/// The cheapest reason found for a literal.
#[derive(Clone, Copy)]
enum From {
    Nothing,
    Link { from: u32, through: Option<usize> },
    Table { from: u32, entry: usize },
}

impl Nets {
    pub(crate) fn new(state: &State<'_>, graph: Rc<Graph>, depth: Depth) -> Self {
        let side = state.shape().side();
        let links = &graph.links;
        let mut nodes = vec![NONE; state.shape().size() * (side + 1)];
        let candidate = |node: usize| {
            let (digit, cells) = links.nodes[node];
            Candidate::new(cells.first().unwrap_or(0), digit)
        };
        for node in 0..links.single_count {
            let candidate = candidate(node);
            nodes[candidate.cell() * (side + 1) + candidate.digit()] = place((node, false)) / 2;
        }
        let mut filler = Filler {
            state,
            depth,
            now: state.clone(),
            queues: Queues::in_board_order(state),
            singles_before: Queues::in_board_order(state),
            nodes: &nodes,
            table: Table::default(),
            entries: vec![NONE; 2 * links.nodes.len()],
        };
        let literals = || (0..links.single_count).flat_map(|node| [(node, false), (node, true)]);
        let tables: Vec<Table> =
            literals().map(|(node, is_on)| filler.fill(candidate(node), is_on)).collect();
        let words = (2 * links.nodes.len()).div_ceil(64).max(1);
        let places_in = |house: usize| (0..=side).map(|digit| state.places_in(house, digit)).collect();
        let places = (0..state.shape().houses().len()).map(places_in).collect();
        let mut nets = Self { tables, follows: Vec::new(), words, places, graph: Rc::clone(&graph) };
        nets.follows = nets.closure();
        nets
    }

    /// Returns the transitive closure of direct consequences, for each literal.
    fn closure(&self) -> Vec<u64> {
        let (links, words) = (&self.graph.links, self.words);
        let mut direct = vec![0_u64; 2 * links.nodes.len() * words];
        for (at, row) in direct.chunks_exact_mut(words).enumerate() {
            let mut note = |to: u32| row[to as usize / 64] |= 1 << (to % 64);
            self.each_link(at, &mut |to, _| note(to));
            for entry in self.tables.get(at).map_or(&[][..], |table| &table.entries) {
                note(entry.literal);
            }
        }
        let mut follows = vec![0_u64; self.tables.len() * words];
        let mut open: Vec<u64> = vec![0; words];
        for (premise, reached) in follows.chunks_exact_mut(words).enumerate() {
            reached.copy_from_slice(&direct[premise * words..][..words]);
            open.copy_from_slice(reached);
            while let Some(word) = open.iter().position(|&word| word != 0) {
                let at = 64 * word + open[word].trailing_zeros() as usize;
                open[word] &= open[word] - 1;
                for (place, &more) in direct[at * words..][..words].iter().enumerate() {
                    open[place] |= more & !reached[place];
                    reached[place] |= more;
                }
            }
            reached[premise / 64] &= !(1 << (premise % 64));
        }
        follows
    }

    /// Calls `each` with the targets of a literal's links, and the almost locked set of each link.
    fn each_link(&self, at: usize, each: &mut impl FnMut(u32, Option<usize>)) {
        let (links, node) = (&self.graph.links, at / 2);
        if at.is_multiple_of(2) {
            links.strong[node].iter().for_each(|&to| each(place((to, true)), None));
        } else {
            links.weak[node].iter().for_each(|link| each(place((link.to(), false)), link.through()));
            links.forced[node].iter().for_each(|link| each(place((link.to(), true)), link.through()));
        }
    }

    /// Returns the house in which a digit has exactly these places.
    fn house_of(&self, digit: usize, places: CellSet) -> Option<usize> {
        self.places.iter().position(|of_house| of_house[digit] == places)
    }

    /// Returns the consequences of a premise, as bits by the index of the literal.
    pub(super) fn follows(&self, premise: Literal) -> &[u64] {
        &self.follows[place(premise) as usize * self.words..][..self.words]
    }

    /// Returns the cheapest paths from a premise to all its consequences.
    pub(super) fn ways(&self, premise: Literal) -> Ways<'_> {
        let count = 2 * self.graph.links.nodes.len();
        let mut ways =
            Ways { nets: self, premise: place(premise), from: vec![(u32::MAX, From::Nothing); count] };
        ways.from[ways.premise as usize].0 = 0;
        let mut open = BinaryHeap::from([Reverse((0, ways.premise))]);
        while let Some(Reverse((cost, at))) = open.pop() {
            if cost > ways.from[at as usize].0 {
                continue;
            }
            let mut offer = |to: u32, more: u32, from: From| {
                let known = &mut ways.from[to as usize];
                let cost = cost.saturating_add(more);
                if cost < known.0 {
                    *known = (cost, from);
                    open.push(Reverse((cost, to)));
                }
            };
            self.each_link(at as usize, &mut |to, through| offer(to, 1, From::Link { from: at, through }));
            let Some(table) = self.tables.get(at as usize) else { continue };
            for (number, entry) in table.entries.iter().enumerate().skip(1) {
                offer(entry.literal, entry.size, From::Table { from: at, entry: number });
            }
        }
        ways
    }
}

/// The cheapest paths from a premise to all its consequences.
pub(super) struct Ways<'a> {
    nets: &'a Nets,
    premise: u32,
    /// By literal: its cost and its reason.
    from: Vec<(u32, From)>,
}

impl Ways<'_> {
    /// Returns an upper bound on the combined cost of these ends.
    pub(super) fn cost(&self, ends: &[Literal]) -> u32 {
        ends.iter().fold(0, |sum: u32, &end| sum.saturating_add(self.from[place(end) as usize].0))
    }

    /// Returns the net of the premise, these ends, and all consequences that they need.
    pub(super) fn net(&self, ends: &[Literal]) -> Net {
        let mut net = Net { consequences: Vec::new(), ends: Vec::new(), house: None };
        let mut known = vec![NONE; self.from.len()];
        let ends = ends.iter().map(|&end| self.grow(place(end), &mut net, &mut known) as usize);
        net.ends = ends.collect();
        let nodes = || net.ends.iter().map(|&end| &net.consequences[end].node);
        let is_one_digit = nodes().all(|node| !node.is_on && nodes().all(|other| other.digit == node.digit));
        if let Some(first) = nodes().next().filter(|_| is_one_digit && net.ends.len() > 1) {
            net.house =
                self.nets.house_of(first.digit, nodes().fold(CellSet::EMPTY, |all, node| all | node.cells));
        }
        net
    }

    fn push(
        &self,
        at: u32,
        from: Vec<usize>,
        through: Option<usize>,
        net: &mut Net,
        known: &mut [u32],
    ) -> u32 {
        let links = &self.nets.graph.links;
        let (node, is_on) = literal(at);
        let (digit, cells) = links.nodes[node];
        let node = Node { digit, cells, is_on, through: through.map(|set| links.sets[set]) };
        known[at as usize] = length(&net.consequences);
        let places = from.iter().map(|&from| &net.consequences[from].node);
        let is_last = node.is_on && places.clone().all(|place| place.digit == digit && !place.is_on);
        let all = places.fold(cells, |all, place| all | place.cells);
        let house = is_last.then(|| self.nets.house_of(digit, all)).flatten();
        net.consequences.push(Consequence { node, from, house, outer: None, inner: None });
        known[at as usize]
    }

    /// Adds a literal to the net after its reasons, and returns its index there.
    fn grow(&self, at: u32, net: &mut Net, known: &mut [u32]) -> u32 {
        if known[at as usize] != NONE {
            return known[at as usize];
        }
        match self.from[at as usize].1 {
            _ if at == self.premise => self.push(at, Vec::new(), None, net, known),
            From::Nothing => self.push(at, Vec::new(), None, net, known),
            From::Link { from, through } => {
                let from = self.grow(from, net, known) as usize;
                self.push(at, vec![from], through, net, known)
            }
            From::Table { from, entry } => {
                self.grow(from, net, known);
                self.unroll(&self.nets.tables[from as usize], entry, net, known)
            }
        }
    }

    /// Adds an entry of a table after its reasons. The table's premise is already in the net.
    fn unroll(&self, table: &Table, entry: usize, net: &mut Net, known: &mut [u32]) -> u32 {
        let at = table.entries[entry].literal;
        if known[at as usize] != NONE {
            return known[at as usize];
        }
        let mut from: Vec<usize> = Vec::new();
        for &reason in table.reasons(entry) {
            from.push(self.unroll(table, reason as usize, net, known) as usize);
        }
        self.push(at, from, None, net, known)
    }
}

impl Net {
    /// Returns whether a consequence has several reasons. Without branches, a net is a set of
    /// chains.
    pub(super) fn is_branched(&self) -> bool {
        self.consequences.iter().any(|consequence| consequence.from.len() > 1)
    }

    /// Returns whether locked candidates or pairs remove a candidate in the net.
    pub(super) fn is_nested(&self) -> bool {
        (1..self.consequences.len()).any(|place| self.is_by_pattern(place))
    }

    /// Returns whether locked candidates or pairs remove the candidate of a consequence: all its
    /// reasons are off, or it has none.
    pub(crate) fn is_by_pattern(&self, place: usize) -> bool {
        let Consequence { node, from, outer, inner, .. } = &self.consequences[place];
        let is_off = |&from: &usize| !self.consequences[from].node.is_on;
        let is_single = outer.is_none() && inner.is_none();
        place > 0 && is_single && !node.is_on && from.iter().all(is_off)
    }
}
