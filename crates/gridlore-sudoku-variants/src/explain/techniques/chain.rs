//! Chains: the consequences of one candidate, link by link. A link connects two cells that see each
//! other, the last two places of a digit, the last two digits of a cell, or two candidates that, by
//! a constraint, occur together or exclude each other.
//!
//! Each link follows from the previous one alone, so every chain can be read backwards. No chain
//! tries a candidate: if all digits of a cell, or all places of a digit, lead to the same end, that
//! end holds. The links of a constraint are derived from all the ways to satisfy it, which are
//! enumerated once.

use super::exact::subject;
use super::ways::together;
use crate::explain::board::{Board, Position};
use crate::explain::memory::Memory;
use crate::explain::step::{Node, Step, Technique};
use crate::explain::words::capital;
use crate::sentence::joined;
use gridlore_core::{Budget, BudgetSpent};

/// Maximum number of candidates of a position for which chains are searched.
const CANDIDATES: usize = 1_000;
/// Maximum number of links that a person follows.
const LINKS: usize = 24;

/// A candidate that is true, or one that is false.
type Literal = usize;

/// The reason that a link holds.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reason {
    /// The cell has no other candidate, or can hold only one digit.
    Cell,
    /// The cells see each other, within a group if they share one.
    Sees(Option<usize>),
    /// The group has no other place for the digit.
    Group(usize),
    /// A fact.
    Fact(usize),
}

struct Chains<'a> {
    board: &'a Board,
    position: &'a Position,
    next: Vec<Vec<(Literal, Reason)>>,
}

/// How a chain reached each literal.
struct Reached {
    from: Vec<Option<(Literal, Reason)>>,
    length: Vec<usize>,
    order: Vec<Literal>,
}

impl<'a> Chains<'a> {
    fn literal(&self, cell: usize, bit: usize) -> Literal {
        2 * (cell * self.board.shape.values + bit)
    }

    /// Adds a link and its reverse.
    fn link(&mut self, from: Literal, to: Literal, reason: Reason) {
        if from / 2 != to / 2 && !self.next[from].iter().any(|(other, _)| *other == to) {
            self.next[from].push((to, reason));
            self.next[to ^ 1].push((from ^ 1, reason));
        }
    }

    fn new(
        board: &'a Board,
        position: &'a Position,
        effort: u64,
        memory: &mut Memory,
        budget: &mut Budget,
    ) -> Result<Self, BudgetSpent> {
        let values = board.shape.values;
        let count = position.candidates.len();
        let mut chains = Self { board, position, next: vec![Vec::new(); 2 * count * values] };
        let bits = |cell: usize| {
            let set = position.candidates[cell];
            (0..values).filter(move |bit| set >> bit & 1 == 1)
        };
        let is_open = |cell: &usize| position.candidates[*cell].count_ones() > 1;
        for cell in (0..count).filter(is_open) {
            let own: Vec<usize> = bits(cell).collect();
            for (at, one) in own.iter().enumerate() {
                for other in &own[at + 1..] {
                    let (one, other) = (chains.literal(cell, *one), chains.literal(cell, *other));
                    chains.link(one, other ^ 1, Reason::Cell);
                    if own.len() == 2 {
                        chains.link(one ^ 1, other, Reason::Cell);
                    }
                }
            }
        }
        for (index, group) in board.groups.iter().enumerate().filter(|(_, group)| group.is_house) {
            for bit in 0..values {
                let places: Vec<usize> = group
                    .cells
                    .iter()
                    .copied()
                    .filter(|cell| position.candidates[*cell] >> bit & 1 == 1)
                    .collect();
                if let [one, other] = places[..] {
                    let (one, other) = (chains.literal(one, bit), chains.literal(other, bit));
                    chains.link(one ^ 1, other, Reason::Group(index));
                }
            }
        }
        for cell in (0..count).filter(is_open) {
            for peer in board.peers[cell].iter().copied().filter(|peer| *peer > cell).filter(is_open) {
                let group = board
                    .groups
                    .iter()
                    .position(|group| group.cells.contains(&cell) && group.cells.contains(&peer));
                for bit in bits(cell).filter(|bit| position.candidates[peer] >> bit & 1 == 1) {
                    let (one, other) = (chains.literal(cell, bit), chains.literal(peer, bit));
                    chains.link(one, other ^ 1, Reason::Sees(group));
                }
            }
        }
        for index in 0..board.facts.len() {
            for (from, to) in chains.links(index, effort, memory, budget)? {
                chains.link(from, to, Reason::Fact(index));
            }
        }
        Ok(chains)
    }

    /// Adds the links of a fact except those between cells that see each other.
    fn links(
        &self,
        index: usize,
        effort: u64,
        memory: &mut Memory,
        budget: &mut Budget,
    ) -> Result<Vec<(Literal, Literal)>, BudgetSpent> {
        let (board, position) = (self.board, self.position);
        let Some(ways) = together(board, position, index, effort, memory, budget)? else {
            return Ok(Vec::new());
        };
        let cells = &board.facts[index].cells;
        let mut links = Vec::new();
        for (at, cell) in cells.iter().enumerate() {
            let own = position.candidates[*cell];
            for bit in (0..board.shape.values).filter(|bit| own >> bit & 1 == 1) {
                let one = self.literal(*cell, bit);
                for (other, to) in cells.iter().enumerate().filter(|(other, _)| *other != at) {
                    let all = position.candidates[*to];
                    let (yes, no) = (ways.with(at, 1 << bit, other), ways.with(at, own & !(1 << bit), other));
                    if yes == 0 || all.count_ones() < 2 {
                        continue;
                    }
                    for value in (0..board.shape.values).filter(|value| all >> value & 1 == 1) {
                        let literal = self.literal(*to, value);
                        let do_see = value == bit && board.sees(*cell, *to);
                        if yes >> value & 1 == 0 && !do_see && at < other {
                            links.push((one, literal ^ 1));
                        }
                        if yes == 1 << value {
                            links.push((one, literal));
                        }
                        if no == 1 << value && at < other {
                            links.push((one ^ 1, literal));
                        }
                    }
                }
            }
        }
        Ok(links)
    }

    /// Follows all links from a literal, shortest chains first.
    fn reached(&self, start: Literal) -> Reached {
        let count = self.next.len();
        let mut reached = Reached { from: vec![None; count], length: vec![0; count], order: vec![start] };
        let mut at = 0;
        while let Some(one) = reached.order.get(at).copied() {
            at += 1;
            if reached.length[one] >= LINKS {
                continue;
            }
            for (to, reason) in &self.next[one] {
                if *to != start && reached.from[*to].is_none() {
                    reached.from[*to] = Some((one, *reason));
                    reached.length[*to] = reached.length[one] + 1;
                    reached.order.push(*to);
                }
            }
        }
        reached
    }

    /// Returns the candidates of open cells, starting with the cells that have few.
    fn literals(&self) -> Vec<Literal> {
        let candidates = &self.position.candidates;
        let mut found = Vec::new();
        for cell in (0..candidates.len()).filter(|cell| candidates[*cell].count_ones() > 1) {
            let bits = (0..self.board.shape.values).filter(|bit| candidates[cell] >> bit & 1 == 1);
            found.extend(bits.flat_map(|bit| [self.literal(cell, bit), self.literal(cell, bit) + 1]));
        }
        found
    }

    fn words(&self, literal: Literal) -> String {
        let shape = &self.board.shape;
        let (cell, bit) = (literal / 2 / shape.values, literal / 2 % shape.values);
        let not = if literal % 2 == 1 { "not " } else { "" };
        format!("{} is {not}{}", shape.cell_name(cell), shape.value(bit))
    }

    fn why(&self, literal: Literal, reason: Reason) -> String {
        let groups = &self.board.groups;
        let values = self.board.shape.values;
        match reason {
            Reason::Cell if literal.is_multiple_of(2) => "its only other candidate".to_owned(),
            Reason::Cell => "it has one digit".to_owned(),
            Reason::Sees(Some(group)) => groups[group].name.clone(),
            Reason::Sees(None) => "the cells see each other".to_owned(),
            Reason::Group(group) => {
                format!(
                    "{} has no other place for {}",
                    groups[group].name,
                    self.board.shape.value(literal / 2 % values)
                )
            }
            Reason::Fact(fact) => subject(self.board, &self.board.facts[fact]),
        }
    }

    /// Returns the links that lead to a literal, each with its target.
    fn path(reached: &Reached, end: Literal) -> Vec<(Literal, Literal, Reason)> {
        let mut path = Vec::new();
        let mut at = end;
        while let Some((from, reason)) = reached.from[at] {
            path.push((from, at, reason));
            at = from;
        }
        path.reverse();
        path
    }

    /// Returns a chain in words, after its first literal.
    fn links_in_words(&self, path: &[(Literal, Literal, Reason)]) -> String {
        let links: Vec<String> = path
            .iter()
            .map(|(_, to, reason)| format!("{} ({})", self.words(*to), self.why(*to, *reason)))
            .collect();
        format!("then {}", links.join("; then "))
    }

    /// Returns the step for paths that prove a literal wrong.
    fn step(
        &self,
        technique: Technique,
        wrong: Literal,
        paths: &[Vec<(Literal, Literal, Reason)>],
        text: String,
    ) -> Step {
        let shape = &self.board.shape;
        let place = |literal: Literal| (literal / 2 / shape.values, 1_u32 << (literal / 2 % shape.values));
        let (cell, set) = place(wrong);
        let mut cells = vec![cell];
        let mut constraints = Vec::new();
        for (from, to, reason) in paths.iter().flatten() {
            cells.extend([place(*from).0, place(*to).0]);
            if let Reason::Fact(fact) = reason {
                constraints.extend(self.board.facts[*fact].sources());
            }
        }
        let mut seen = Vec::new();
        cells.retain(|cell| {
            !seen.contains(cell) && {
                seen.push(*cell);
                true
            }
        });
        constraints.sort_unstable();
        constraints.dedup();
        let node = |literal: Literal| {
            let (cell, values) = place(literal);
            Node { cells: vec![cell], values, is_on: literal.is_multiple_of(2) }
        };
        let chains = paths.iter().map(|path| {
            let first = path.iter().take(1).map(|(from, ..)| node(*from));
            first.chain(path.iter().map(|(_, to, _)| node(*to))).collect()
        });
        let chains = chains.collect();
        let lost = if wrong.is_multiple_of(2) { set } else { self.position.candidates[cell] & !set };
        Step {
            technique,
            constraints,
            place: shape.cell_name(cell),
            cells,
            placement: None,
            skeleton: None,
            removals: vec![(cell, lost)],
            chains,
            text,
        }
    }

    /// Returns the shortest chain from a literal to its opposite.
    fn loops(&self) -> Option<Step> {
        let mut best: Option<(usize, Literal, Reached)> = None;
        for literal in self.literals() {
            let reached = self.reached(literal);
            let length = reached.length[literal ^ 1];
            if length > 0 && best.as_ref().is_none_or(|(other, ..)| length < *other) {
                best = Some((length, literal, reached));
            }
        }
        let (_, literal, reached) = best?;
        let path = Self::path(&reached, literal ^ 1);
        let text = format!(
            "If {}, {}. So {}.",
            self.words(literal),
            self.links_in_words(&path),
            self.words(literal ^ 1)
        );
        Some(self.step(Technique::Chain, literal, &[path], text))
    }

    /// Returns the step with the fewest links by which all digits of a cell, or all places of a
    /// digit, exclude a literal.
    fn forcing(&self) -> Option<Step> {
        let values = self.board.shape.values;
        let candidates = &self.position.candidates;
        // Cells with their candidates (`None`), and digits with their places in a house.
        let mut owners: Vec<(Option<usize>, Vec<Literal>)> = Vec::new();
        for cell in (0..candidates.len()).filter(|cell| candidates[*cell].count_ones() > 2) {
            let bits = (0..values).filter(|bit| candidates[cell] >> bit & 1 == 1);
            owners.push((None, bits.map(|bit| self.literal(cell, bit)).collect()));
        }
        for (index, group) in self.board.groups.iter().enumerate().filter(|(_, group)| group.is_house) {
            for bit in 0..values {
                let places = group.cells.iter().filter(|cell| candidates[**cell] >> bit & 1 == 1);
                let places: Vec<Literal> = places.map(|cell| self.literal(*cell, bit)).collect();
                if places.len() > 2 {
                    owners.push((Some(index), places));
                }
            }
        }
        let mut best: Option<(usize, Literal, usize, Reached)> = None;
        for literal in self.literals() {
            let reached = self.reached(literal);
            for (at, (_, parts)) in owners.iter().enumerate() {
                if !parts.iter().all(|part| reached.from[part ^ 1].is_some()) {
                    continue;
                }
                let length = parts.iter().map(|part| reached.length[part ^ 1]).sum();
                if best.as_ref().is_none_or(|(other, ..)| length < *other) {
                    let reached =
                        Reached { from: reached.from.clone(), length: Vec::new(), order: Vec::new() };
                    best = Some((length, literal, at, reached));
                }
            }
        }
        let (_, literal, owner, reached) = best?;
        let (group, parts) = &owners[owner];
        let shape = &self.board.shape;
        let (mut cases, mut paths) = (Vec::new(), Vec::new());
        for part in parts {
            // Backwards, from the candidate to the end of the chain.
            let path = Self::path(&reached, part ^ 1);
            let path: Vec<_> =
                path.into_iter().rev().map(|(from, to, reason)| (to ^ 1, from ^ 1, reason)).collect();
            cases.push(format!("If {}, {}.", self.words(*part), self.links_in_words(&path)));
            paths.push(path);
        }
        let first = match group {
            None => {
                let digits: Vec<i32> = parts.iter().map(|part| shape.value(part / 2 % values)).collect();
                let cell = shape.cell_name(parts[0] / 2 / values);
                format!("{cell} is {}.", crate::sentence::listed(&digits, "or"))
            }
            Some(group) => {
                let places: Vec<String> =
                    parts.iter().map(|part| shape.cell_name(part / 2 / values)).collect();
                let (digit, group) = (shape.value(parts[0] / 2 % values), &self.board.groups[*group].name);
                format!("{} has {digit} in {}.", capital(group), joined(&places, "or"))
            }
        };
        let text = format!("{first} {} In each case, {}.", cases.join(" "), self.words(literal ^ 1));
        Some(self.step(Technique::ForcingChains, literal, &paths, text))
    }
}

/// Finds a candidate whose chain leads to its own opposite, or one that all cases exclude.
pub(in crate::explain) fn chain(
    board: &Board,
    position: &Position,
    hardest: Technique,
    effort: u64,
    memory: &mut Memory,
    budget: &mut Budget,
) -> Result<Option<Step>, BudgetSpent> {
    let count: u32 = position.candidates.iter().map(|set| set.count_ones()).sum();
    if count as usize > CANDIDATES {
        return Ok(None);
    }
    let chains = Chains::new(board, position, effort, memory, budget)?;
    let chain = chains.loops();
    Ok(if hardest >= Technique::ForcingChains { chain.or_else(|| chains.forcing()) } else { chain })
}
