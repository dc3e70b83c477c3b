//! Chains of sets: the consequences of a candidate, link by link. A link says which digits a cell
//! can have, or in which cells of a house a digit can be.
//!
//! For example, a low digit on a whisper line makes its neighbours high, a cage leaves two digits
//! for a cell, and a digit that a cage cannot have must be in the rest of its row. As in other
//! chains, each link follows from the previous one alone and can be read backwards: the digits of a
//! cell, or the places of a digit, are the cases, and all of them exclude the candidate.

use super::exact::subject;
use super::ways::{together, together_in_house};
use crate::explain::board::{Board, Position};
use crate::explain::fact::Fact;
use crate::explain::memory::{Memory, Ways};
use crate::explain::step::{Node, Step, Technique};
use crate::explain::words::{capital, digits};
use crate::sentence::joined;
use gridlore_core::{Budget, BudgetSpent};

/// Maximum number of links of a step.
const LINKS: usize = 60;
/// Number of links up to which a step is taken without looking for others.
const FEW: usize = 5;
/// Maximum number of links that are followed from one candidate.
const NODES: usize = 1_500;
/// Number of links followed from all candidates, after which the shortest step found so far is
/// taken.
const ENOUGH: u64 = 8_000;
/// Maximum number of values to try for the links of houses with their constraints.
const LIMIT_OF_HOUSES: u64 = 800_000;
/// The cost of a link, in values tried.
const VALUES: u64 = 3;
/// Maximum number of links followed from all candidates.
const WORK: u64 = 16_000;
/// Maximum number of cells of a board for which such chains are searched.
const CELLS: usize = 256;

/// What a link says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Claim {
    /// The cell has one of these values.
    Cell(usize, u32),
    /// The group has the value in one of these cells; bit i is the i-th cell of the group.
    Place(usize, usize, u32),
}

/// Why a link holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Reason {
    Sees,
    Group(usize),
    Fact(usize),
    /// A house together with its constraints.
    House(usize),
}

/// A link, and the one from which it follows.
#[derive(Debug, Clone, Copy)]
struct Link {
    claim: Claim,
    before: usize,
    reason: Reason,
    length: usize,
}

/// A contradiction: nothing is left here.
#[derive(Debug, Clone, Copy)]
enum End {
    Cell(usize),
    Place(usize, usize),
}

struct Sets<'a> {
    board: &'a Board,
    position: &'a Position,
    /// The facts, and the houses with their constraints, that have links: their cells and the
    /// values that are possible together.
    rules: Vec<(Vec<usize>, Ways, Reason)>,
    /// For each cell, the indices of its rules.
    rules_at: Vec<Vec<usize>>,
    /// The facts that are examined together with each house.
    near: &'a [(usize, Vec<Fact>)],
    /// The cells of each house that can hold a value, by group and value.
    places: Vec<u32>,
    /// For each cell, its houses and its index in each.
    houses: Vec<Vec<(usize, usize)>>,
}

/// The consequences of one candidate.
struct Walk {
    links: Vec<Link>,
    /// The claims about each cell, and about each value in a group.
    cells: Vec<Vec<u32>>,
    groups: Vec<Vec<u32>>,
    /// The excluded values of each cell, and the links that exclude them.
    out: Vec<u32>,
    out_by: Vec<usize>,
    /// The excluded places of each value in a group, and the links that exclude them.
    gone: Vec<u32>,
    gone_by: Vec<[usize; 32]>,
}

fn bits(set: u32) -> impl Iterator<Item = usize> {
    (0..32).filter(move |bit| set >> bit & 1 == 1)
}

impl<'a> Sets<'a> {
    fn new(
        board: &'a Board,
        position: &'a Position,
        near: &'a [(usize, Vec<Fact>)],
        effort: u64,
        memory: &mut Memory,
        budget: &mut Budget,
    ) -> Result<Self, BudgetSpent> {
        let values = board.shape.values;
        let mut places = vec![0; board.groups.len() * values];
        let mut houses = vec![Vec::new(); position.candidates.len()];
        for (index, group) in board.groups.iter().enumerate().filter(|(_, group)| group.is_house) {
            for (at, cell) in group.cells.iter().enumerate() {
                houses[*cell].push((index, at));
                bits(position.candidates[*cell]).for_each(|bit| places[index * values + bit] |= 1 << at);
            }
        }
        let mut rules = Vec::new();
        for (index, fact) in board.facts.iter().enumerate() {
            if let Some(ways) = together(board, position, index, effort, memory, budget)? {
                rules.push((fact.cells.clone(), ways, Reason::Fact(index)));
            }
        }
        // Houses with their constraints are examined only with a large budget.
        let start = budget.spent();
        for (at, house) in near.iter().enumerate().filter(|_| effort > 1) {
            if budget.spent() - start > LIMIT_OF_HOUSES {
                break;
            }
            if let Some((cells, ways)) = together_in_house(board, position, house, effort, memory, budget)? {
                rules.push((cells, ways, Reason::House(at)));
            }
        }
        let mut rules_at = vec![Vec::new(); position.candidates.len()];
        for (index, (cells, ..)) in rules.iter().enumerate() {
            cells.iter().for_each(|cell| rules_at[*cell].push(index));
        }
        Ok(Self { board, position, rules, rules_at, near, places, houses })
    }

    fn walk(&self) -> Walk {
        let (cells, groups) = (self.position.candidates.len(), self.places.len());
        Walk {
            links: Vec::new(),
            cells: vec![Vec::new(); cells],
            groups: vec![Vec::new(); groups],
            out: vec![0; cells],
            out_by: vec![0; cells * self.board.shape.values],
            gone: vec![0; groups],
            gone_by: vec![[0; 32]; groups],
        }
    }

    /// Follows all links from a candidate until nothing is left for a cell or a digit.
    fn follow(&self, walk: &mut Walk, cell: usize, set: u32) -> Option<End> {
        walk.links.clear();
        walk.cells.iter_mut().for_each(Vec::clear);
        walk.groups.iter_mut().for_each(Vec::clear);
        walk.out.fill(0);
        walk.gone.fill(0);
        let first = Link { claim: Claim::Cell(cell, set), before: 0, reason: Reason::Sees, length: 0 };
        if let Some(end) = self.take(walk, first) {
            return Some(end);
        }
        let mut at = 0;
        while at < walk.links.len().min(NODES) {
            let link = walk.links[at];
            let end = match link.claim {
                Claim::Cell(cell, set) => self.after_cell(walk, at, cell, set),
                Claim::Place(group, bit, mask) => self.after_place(walk, at, group, bit, mask),
            };
            if end.is_some() {
                return end;
            }
            at += 1;
        }
        None
    }

    /// Adds a link if it says more than the earlier ones.
    fn take(&self, walk: &mut Walk, link: Link) -> Option<End> {
        let values = self.board.shape.values;
        let index = walk.links.len();
        let says_less = |claimed: &[u32], set: u32| claimed.iter().any(|other| other & !set == 0);
        match link.claim {
            Claim::Cell(cell, set) => {
                if says_less(&walk.cells[cell], set) {
                    return None;
                }
                walk.cells[cell].push(set);
                walk.links.push(link);
                let new = self.position.candidates[cell] & !set & !walk.out[cell];
                walk.out[cell] |= new;
                for bit in bits(new) {
                    walk.out_by[cell * values + bit] = index;
                    for (group, at) in &self.houses[cell] {
                        let key = group * values + bit;
                        if walk.gone[key] >> at & 1 == 0 {
                            walk.gone[key] |= 1 << at;
                            walk.gone_by[key][*at] = index;
                            if self.places[key] & !walk.gone[key] == 0 {
                                return Some(End::Place(*group, bit));
                            }
                        }
                    }
                }
                (self.position.candidates[cell] & !walk.out[cell] == 0).then_some(End::Cell(cell))
            }
            Claim::Place(group, bit, mask) => {
                let key = group * values + bit;
                if says_less(&walk.groups[key], mask) {
                    return None;
                }
                walk.groups[key].push(mask);
                walk.links.push(link);
                let new = self.places[key] & !mask & !walk.gone[key];
                walk.gone[key] |= new;
                bits(new).for_each(|at| walk.gone_by[key][at] = index);
                (self.places[key] & !walk.gone[key] == 0).then_some(End::Place(group, bit))
            }
        }
    }

    fn after_cell(&self, walk: &mut Walk, before: usize, cell: usize, set: u32) -> Option<End> {
        let values = self.board.shape.values;
        let length = walk.links[before].length + 1;
        let link = |claim: Claim, reason: Reason| Link { claim, before, reason, length };
        if set.count_ones() == 1 {
            let peers = self.board.peers[cell].iter().copied();
            let lost: Vec<usize> = peers.filter(|peer| self.position.candidates[*peer] & set != 0).collect();
            let end = self.lose(walk, before, &lost, set.trailing_zeros() as usize, Reason::Sees);
            if end.is_some() {
                return end;
            }
        }
        for bit in bits(self.position.candidates[cell] & !set) {
            for (group, at) in &self.houses[cell] {
                let mask = self.places[group * values + bit] & !(1 << at);
                let end = self.take(walk, link(Claim::Place(*group, bit, mask), Reason::Group(*group)));
                if end.is_some() {
                    return end;
                }
            }
        }
        for rule in &self.rules_at[cell] {
            let (cells, ways, _) = &self.rules[*rule];
            let Some(at) = cells.iter().position(|other| *other == cell) else { continue };
            let found: Vec<u32> = (0..cells.len()).map(|other| ways.with(at, set, other)).collect();
            let end = self.leave(walk, before, *rule, &found);
            if end.is_some() {
                return end;
            }
        }
        None
    }

    fn after_place(
        &self,
        walk: &mut Walk,
        before: usize,
        group: usize,
        bit: usize,
        mask: u32,
    ) -> Option<End> {
        let length = walk.links[before].length + 1;
        let cells: Vec<usize> = bits(mask).map(|at| self.board.groups[group].cells[at]).collect();
        if let [cell] = cells[..] {
            let claim = Claim::Cell(cell, 1 << bit);
            return self.take(walk, Link { claim, before, reason: Reason::Group(group), length });
        }
        let mut lost = self.board.common_peers(&cells);
        lost.retain(|peer| self.position.candidates[*peer] >> bit & 1 == 1);
        let end = self.lose(walk, before, &lost, bit, Reason::Sees);
        if end.is_some() {
            return end;
        }
        // A constraint that covers all these places has the value in one of them.
        for rule in &self.rules_at[*cells.first()?] {
            let (all, ways, _) = &self.rules[*rule];
            let at = |cell: &usize| all.iter().position(|other| other == cell);
            let Some(places) = cells.iter().map(at).collect::<Option<Vec<usize>>>() else { continue };
            let found: Vec<u32> = (0..all.len())
                .map(|other| places.iter().fold(0, |sum, place| sum | ways.with(*place, 1 << bit, other)))
                .collect();
            let end = self.leave(walk, before, *rule, &found);
            if end.is_some() {
                return end;
            }
        }
        None
    }

    /// Records that the cells in `lost` cannot have a value.
    fn lose(
        &self,
        walk: &mut Walk,
        before: usize,
        lost: &[usize],
        bit: usize,
        reason: Reason,
    ) -> Option<End> {
        let length = walk.links[before].length + 1;
        for cell in lost {
            let claim = Claim::Cell(*cell, self.position.candidates[*cell] & !(1 << bit));
            let end = self.take(walk, Link { claim, before, reason, length });
            if end.is_some() {
                return end;
            }
        }
        self.lose_places(walk, before, lost, bit, reason)
    }

    /// Updates the houses in which several cells cannot have a value.
    fn lose_places(
        &self,
        walk: &mut Walk,
        before: usize,
        lost: &[usize],
        bit: usize,
        reason: Reason,
    ) -> Option<End> {
        let length = walk.links[before].length + 1;
        let mut masks: Vec<(usize, u32)> = Vec::new();
        for (group, at) in lost.iter().flat_map(|cell| &self.houses[*cell]) {
            match masks.iter_mut().find(|(other, _)| other == group) {
                Some((_, mask)) => *mask |= 1 << at,
                None => masks.push((*group, 1 << at)),
            }
        }
        masks.into_iter().filter(|(_, mask)| mask.count_ones() > 1).find_map(|(group, mask)| {
            let mask = self.places[group * self.board.shape.values + bit] & !mask;
            self.take(walk, Link { claim: Claim::Place(group, bit, mask), before, reason, length })
        })
    }

    /// Records that a rule leaves only these values for its cells.
    fn leave(&self, walk: &mut Walk, before: usize, rule: usize, found: &[u32]) -> Option<End> {
        let length = walk.links[before].length + 1;
        let (cells, _, reason) = &self.rules[rule];
        let mut all = 0;
        for (cell, set) in cells.iter().zip(found) {
            let lost = self.position.candidates[*cell] & !set;
            if lost == 0 {
                continue;
            }
            all |= lost;
            let link = Link { claim: Claim::Cell(*cell, *set), before, reason: *reason, length };
            let end = self.take(walk, link);
            if end.is_some() {
                return end;
            }
        }
        for bit in bits(all) {
            let lost: Vec<usize> = cells
                .iter()
                .zip(found)
                .filter(|(cell, set)| (self.position.candidates[**cell] & !*set) >> bit & 1 == 1)
                .map(|(cell, _)| *cell)
                .collect();
            if lost.len() > 1 {
                let end = self.lose_places(walk, before, &lost, bit, *reason);
                if end.is_some() {
                    return end;
                }
            }
        }
        None
    }

    /// Returns the last link of each chain that leads to an end, with the cases that it excludes.
    fn cases(&self, walk: &Walk, end: End) -> Vec<(usize, u32)> {
        let values = self.board.shape.values;
        let by: Vec<(usize, usize)> = match end {
            End::Cell(cell) => bits(self.position.candidates[cell])
                .map(|bit| (walk.out_by[cell * values + bit], bit))
                .collect(),
            End::Place(group, bit) => {
                let key = group * values + bit;
                bits(self.places[key]).map(|at| (walk.gone_by[key][at], at)).collect()
            }
        };
        let mut cases: Vec<(usize, u32)> = Vec::new();
        for (link, bit) in by {
            match cases.iter_mut().find(|(other, _)| *other == link) {
                Some((_, set)) => *set |= 1 << bit,
                None => cases.push((link, 1 << bit)),
            }
        }
        cases
    }

    /// Returns the opposite of a claim.
    fn opposite(&self, claim: Claim) -> Claim {
        match claim {
            Claim::Cell(cell, set) => Claim::Cell(cell, self.position.candidates[cell] & !set),
            Claim::Place(group, bit, mask) => {
                Claim::Place(group, bit, self.places[group * self.board.shape.values + bit] & !mask)
            }
        }
    }

    fn words(&self, claim: Claim) -> String {
        let shape = &self.board.shape;
        match claim {
            Claim::Cell(cell, set) => {
                let lost = self.position.candidates[cell] & !set;
                let name = shape.cell_name(cell);
                if set.count_ones() > 2 && lost.count_ones() < set.count_ones() {
                    format!("{name} is not {}", digits(shape, lost, "or"))
                } else {
                    format!("{name} is {}", digits(shape, set, "or"))
                }
            }
            Claim::Place(group, bit, mask) => {
                let group = &self.board.groups[group];
                let names: Vec<String> = bits(mask).map(|at| shape.cell_name(group.cells[at])).collect();
                format!("{} has {} in {}", group.name, shape.value(bit), joined(&names, "or"))
            }
        }
    }

    fn why(&self, reason: Reason) -> String {
        match reason {
            Reason::Sees => "the cells see each other".to_owned(),
            Reason::Group(group) => self.board.groups[group].name.clone(),
            Reason::Fact(fact) => subject(self.board, &self.board.facts[fact]),
            Reason::House(at) => format!("{} with its constraints", self.board.groups[self.near[at].0].name),
        }
    }

    fn node(&self, claim: Claim) -> Node {
        match claim {
            Claim::Cell(cell, values) => Node { cells: vec![cell], values, is_on: true },
            Claim::Place(group, bit, mask) => {
                let group = &self.board.groups[group];
                let cells = bits(mask).map(|at| group.cells[at]).collect();
                Node { cells, values: 1 << bit, is_on: true }
            }
        }
    }

    /// Returns the links that lead to a link, starting from the first.
    fn path(walk: &Walk, mut at: usize) -> Vec<usize> {
        let mut path = Vec::new();
        while at != 0 {
            path.push(at);
            at = walk.links[at].before;
        }
        path.reverse();
        path
    }

    /// Returns the step. Each chain is written backwards, from a case at its end to the candidate.
    fn step(&self, walk: &Walk, cell: usize, set: u32, end: End) -> Step {
        let shape = &self.board.shape;
        let candidate = format!("{} is not {}", shape.cell_name(cell), digits(shape, set, "or"));
        let cases = self.cases(walk, end);
        let claim = |bits: u32| match end {
            End::Cell(cell) => Claim::Cell(cell, bits),
            End::Place(group, bit) => Claim::Place(group, bit, bits),
        };
        let mut sentences = Vec::new();
        let (mut cells, mut constraints, mut chains) = (vec![cell], Vec::new(), Vec::new());
        let mut look = |claim: Claim| match claim {
            Claim::Cell(cell, _) => cells.push(cell),
            Claim::Place(group, _, mask) => {
                cells.extend(bits(mask).map(|at| self.board.groups[group].cells[at]));
            }
        };
        for (last, excluded) in &cases {
            let path = Self::path(walk, *last);
            let (mut words, mut nodes) = (Vec::new(), vec![self.node(claim(*excluded))]);
            for (number, at) in path.iter().enumerate().rev() {
                let Link { reason, claim, .. } = walk.links[*at];
                look(claim);
                match reason {
                    Reason::Fact(fact) => constraints.extend(self.board.facts[fact].sources()),
                    Reason::House(at) => {
                        constraints.extend(self.near[at].1.iter().flat_map(Fact::sources));
                    }
                    Reason::Sees | Reason::Group(_) => {}
                }
                let before = match number {
                    0 => {
                        nodes.push(Node { cells: vec![cell], values: set, is_on: false });
                        candidate.clone()
                    }
                    _ => {
                        let before = self.opposite(walk.links[path[number - 1]].claim);
                        nodes.push(self.node(before));
                        self.words(before)
                    }
                };
                words.push(format!("{before} ({})", self.why(reason)));
            }
            chains.push(nodes);
            let case = self.words(claim(*excluded));
            sentences.push(match words.is_empty() {
                true => format!("If {case}, {candidate}."),
                false => format!("If {case}, then {}.", words.join("; then ")),
            });
        }
        let all = cases.iter().fold(0, |all, (_, set)| all | set);
        let first = match (end, cases.len()) {
            (_, 1) => String::new(),
            (End::Cell(cell), _) => {
                format!("{} is {}. ", shape.cell_name(cell), digits(shape, all, "or"))
            }
            (End::Place(..), _) => format!("{}. ", capital(&self.words(claim(all)))),
        };
        let conclusion = if cases.len() == 1 { "So" } else { "In each case," };
        let text = format!("{first}{} {conclusion} {candidate}.", sentences.join(" "));
        constraints.sort_unstable();
        constraints.dedup();
        let mut seen = Vec::new();
        cells.retain(|cell| {
            let is_new = !seen.contains(cell);
            seen.push(*cell);
            is_new
        });
        Step {
            technique: Technique::SetChains,
            constraints,
            place: shape.cell_name(cell),
            cells,
            placement: None,
            skeleton: None,
            removals: vec![(cell, set)],
            chains,
            text,
        }
    }
}

/// Finds the candidate that the shortest set chains exclude, or the first with few links.
pub(in crate::explain) fn set_chains(
    board: &Board,
    position: &Position,
    near: &[(usize, Vec<Fact>)],
    effort: u64,
    memory: &mut Memory,
    budget: &mut Budget,
) -> Result<Option<Step>, BudgetSpent> {
    if board.shape.values > 32 || position.candidates.len() > CELLS {
        return Ok(None);
    }
    let sets = Sets::new(board, position, near, effort, memory, budget)?;
    let mut walk = sets.walk();
    let is_open = |cell: &usize| position.candidates[*cell].count_ones() > 1;
    let mut cells: Vec<usize> = (0..position.candidates.len()).filter(is_open).collect();
    cells.sort_by_key(|cell| position.candidates[*cell].count_ones());
    let mut best: Option<(usize, Step)> = None;
    let mut work = 0;
    for cell in cells {
        for bit in bits(position.candidates[cell]) {
            if work > WORK * effort || (best.is_some() && work > ENOUGH) {
                return Ok(best.map(|(_, step)| step));
            }
            let end = sets.follow(&mut walk, cell, 1 << bit);
            work += walk.links.len() as u64;
            budget.spend_many(VALUES * walk.links.len() as u64)?;
            let Some(end) = end else { continue };
            let length: usize = sets.cases(&walk, end).iter().map(|(last, _)| walk.links[*last].length).sum();
            if length > LINKS || best.as_ref().is_some_and(|(other, _)| *other <= length) {
                continue;
            }
            best = Some((length, sets.step(&walk, cell, 1 << bit, end)));
            if length <= FEW {
                return Ok(best.map(|(_, step)| step));
            }
        }
    }
    Ok(best.map(|(_, step)| step))
}
