//! Trial, one level deep: the consequences of a candidate by singles and single constraints, until
//! a rule is broken. The text names only the consequences that lead to the contradiction.

use super::exact::{self, is_plural, leaves, subject};
use crate::explain::board::{Board, Position};
use crate::explain::step::{Node, Step, Technique};
use crate::explain::words::digits;
use gridlore_core::{Budget, BudgetSpent};

/// Maximum number of values to try for a constraint within a trial.
const LIMIT: u64 = 3_000;
/// Maximum number of consequences in each round of trials, easy ones first.
const ROUNDS: [usize; 2] = [12, 400];
/// Number of consequences up to which a contradiction is taken without looking for others.
const SHORT: usize = 3;
/// Number of tried values after which the shortest contradiction found so far is taken.
const ENOUGH: u64 = 20_000;
/// Maximum number of consequences of a contradiction that is considered short.
const EASY: usize = 8;

/// Maximum number of consequences that a text lists before it is reduced to its skeleton.
const MAX_LINES: usize = 12;
/// Maximum number of consequences of a skeleton.
const MAX_LANDMARKS: usize = 8;

/// A consequence in a trial: what it uses and what it changes.
struct Event {
    kind: EventKind,
    reads: Vec<usize>,
    writes: Vec<usize>,
}

enum EventKind {
    /// A cell has only one candidate left.
    Only(usize, u32),
    /// A digit has only one cell left in a group.
    Place(usize, usize, u32),
    /// A fact leaves only these values in cells.
    Leaves(usize, Vec<(usize, u32)>),
}

/// How a trial ends.
enum End {
    Empty(usize),
    NoPlace(usize, u32),
    NoWay(usize),
}

struct Trial<'a> {
    board: &'a Board,
    position: Position,
    is_due: Vec<bool>,
    events: Vec<Event>,
}

impl Trial<'_> {
    /// Places a digit in a cell. Returns the cells that change.
    fn place(&mut self, cell: usize, set: u32) -> Vec<usize> {
        let peers = self.board.peers[cell].iter().copied();
        let changed = peers.filter(|peer| self.position.candidates[*peer] & set != 0);
        let writes: Vec<usize> = std::iter::once(cell).chain(changed).collect();
        self.position.place(self.board, cell, set);
        self.mark(&writes);
        writes
    }

    fn mark(&mut self, cells: &[usize]) {
        for fact in cells.iter().flat_map(|cell| &self.board.facts_at[*cell]) {
            self.is_due[*fact] = true;
        }
    }

    /// Returns a cell without candidates, or a house without a place for a digit.
    fn end(&self) -> Option<End> {
        let candidates = &self.position.candidates;
        if let Some(cell) = candidates.iter().position(|set| *set == 0) {
            return Some(End::Empty(cell));
        }
        self.board.groups.iter().enumerate().filter(|(_, group)| group.is_house).find_map(|(index, group)| {
            let missing =
                self.board.shape.all() & !group.cells.iter().fold(0, |all, cell| all | candidates[*cell]);
            (missing != 0).then_some(End::NoPlace(index, missing & missing.wrapping_neg()))
        })
    }

    /// Returns the next single that has not been placed.
    fn single(&self) -> Option<(EventKind, usize, u32, Vec<usize>)> {
        let Position { candidates, is_placed } = &self.position;
        let naked =
            (0..candidates.len()).find(|cell| !is_placed[*cell] && candidates[*cell].count_ones() == 1);
        if let Some(cell) = naked {
            return Some((EventKind::Only(cell, candidates[cell]), cell, candidates[cell], vec![cell]));
        }
        self.board.groups.iter().enumerate().filter(|(_, group)| group.is_house).find_map(|(index, group)| {
            let (mut once, mut twice) = (0, 0);
            for cell in &group.cells {
                twice |= once & candidates[*cell];
                once |= candidates[*cell];
            }
            let cell =
                *group.cells.iter().find(|cell| !is_placed[**cell] && candidates[**cell] & !twice != 0)?;
            let set = candidates[cell] & !twice;
            let set = set & set.wrapping_neg();
            Some((EventKind::Place(index, cell, set), cell, set, group.cells.clone()))
        })
    }

    /// Follows the consequences until there is a contradiction, no further consequence, or too
    /// many.
    fn run(&mut self, most: usize, budget: &mut Budget) -> Result<Option<End>, BudgetSpent> {
        while self.events.len() < most {
            if let Some(end) = self.end() {
                return Ok(Some(end));
            }
            if let Some((kind, cell, set, reads)) = self.single() {
                let writes = self.place(cell, set);
                self.events.push(Event { kind, reads, writes });
                continue;
            }
            let Some(index) = self.is_due.iter().position(|is_due| *is_due) else { return Ok(None) };
            self.is_due[index] = false;
            let fact = &self.board.facts[index];
            let Some(support) = exact::support(self.board, fact, &self.position.candidates, LIMIT, budget)?
            else {
                continue;
            };
            let lost = exact::lost(&self.position, &support);
            if support.iter().any(|(_, set)| *set == 0) {
                return Ok(Some(End::NoWay(index)));
            }
            if lost.is_empty() {
                continue;
            }
            let writes: Vec<usize> = lost.iter().map(|(cell, _)| *cell).collect();
            lost.iter().for_each(|(cell, set)| self.position.candidates[*cell] &= !set);
            let left = writes.iter().map(|cell| (*cell, self.position.candidates[*cell])).collect();
            self.mark(&writes);
            self.is_due[index] = false;
            let reads = fact.cells.clone();
            self.events.push(Event { kind: EventKind::Leaves(index, left), reads, writes });
        }
        Ok(self.end())
    }

    /// Returns the cells that are involved in an end.
    fn cells_of<'a>(&'a self, end: &'a End) -> &'a [usize] {
        match end {
            End::Empty(cell) => std::slice::from_ref(cell),
            End::NoPlace(group, _) => &self.board.groups[*group].cells,
            End::NoWay(fact) => &self.board.facts[*fact].cells,
        }
    }

    /// Returns the events that lead to an end, earliest first.
    fn needed(&self, end: &End) -> Vec<&Event> {
        let mut needs = vec![false; self.position.candidates.len()];
        self.cells_of(end).iter().for_each(|cell| needs[*cell] = true);
        let mut needed = Vec::new();
        for event in self.events.iter().rev() {
            if event.writes.iter().any(|cell| needs[*cell]) {
                event.reads.iter().for_each(|cell| needs[*cell] = true);
                needed.push(event);
            }
        }
        needed.reverse();
        // The only value that a constraint leaves was just named.
        let is_named = |cell: &usize| {
            needed.iter().any(|event: &&Event| match &event.kind {
                EventKind::Leaves(_, left) => {
                    left.iter().any(|(other, set)| other == cell && set.count_ones() == 1)
                }
                _ => false,
            })
        };
        let is_new = |event: &&Event| !matches!(&event.kind, EventKind::Only(cell, _) if is_named(cell));
        needed.iter().copied().filter(is_new).collect()
    }

    /// Returns the last of the necessary events on which several others, or the end, depend.
    fn landmarks<'a>(&self, needed: &[&'a Event], end: &End) -> Vec<&'a Event> {
        // The last event before `until` that changed a cell.
        let writer = |cell: &usize, until: usize| {
            needed[..until].iter().rposition(|event| event.writes.contains(cell))
        };
        let mut uses = vec![0; needed.len()];
        let mut rest_on = |cells: &[usize], until: usize, by: usize| {
            let mut writers: Vec<usize> = cells.iter().filter_map(|cell| writer(cell, until)).collect();
            writers.sort_unstable();
            writers.dedup();
            writers.iter().for_each(|at| uses[*at] += by);
        };
        for (at, event) in needed.iter().enumerate() {
            rest_on(&event.reads, at, 1);
        }
        rest_on(self.cells_of(end), needed.len(), 2);
        let landmarks: Vec<&Event> =
            needed.iter().zip(&uses).filter(|(_, uses)| **uses > 1).map(|(event, _)| *event).collect();
        landmarks[landmarks.len().saturating_sub(MAX_LANDMARKS)..].to_vec()
    }

    fn words(&self, event: &Event) -> String {
        let shape = &self.board.shape;
        match &event.kind {
            EventKind::Only(cell, set) => {
                format!("{} can only be {}", shape.cell_name(*cell), digits(shape, *set, "or"))
            }
            EventKind::Place(group, cell, set) => format!(
                "in {}, {} can only go in {}",
                self.board.groups[*group].name,
                digits(shape, *set, "or"),
                shape.cell_name(*cell)
            ),
            EventKind::Leaves(fact, left) => leaves(self.board, &self.board.facts[*fact], left),
        }
    }

    fn end_in_words(&self, end: &End) -> String {
        let shape = &self.board.shape;
        match end {
            End::Empty(cell) => format!("no digit is left for {}", shape.cell_name(*cell)),
            End::NoPlace(group, set) => {
                format!("{} has no place for {}", self.board.groups[*group].name, digits(shape, *set, "or"))
            }
            End::NoWay(fact) => {
                let fact = &self.board.facts[*fact];
                let verb = if is_plural(self.board, fact) { "have" } else { "has" };
                format!("{} {verb} no combination left", subject(self.board, fact))
            }
        }
    }
}

/// Finds the candidate with the shortest contradiction, or the first that is short enough.
pub(in crate::explain) fn contradiction(
    board: &Board,
    position: &Position,
    budget: &mut Budget,
) -> Result<Option<Step>, BudgetSpent> {
    let mut cells: Vec<usize> =
        (0..position.candidates.len()).filter(|cell| !position.is_placed[*cell]).collect();
    cells.sort_by_key(|cell| position.candidates[*cell].count_ones());
    let first = budget.spent();
    for most in ROUNDS {
        let mut best: Option<(usize, Step)> = None;
        for cell in &cells {
            for set in (0..board.shape.values).map(|bit| 1 << bit) {
                if position.candidates[*cell] & set == 0 {
                    continue;
                }
                let mut trial = Trial {
                    board,
                    position: position.clone(),
                    is_due: vec![false; board.facts.len()],
                    events: Vec::new(),
                };
                trial.place(*cell, set);
                let Some(end) = trial.run(most, budget)? else { continue };
                let needed = trial.needed(&end);
                if best.as_ref().is_some_and(|(length, _)| *length <= needed.len()) {
                    if budget.spent() - first > ENOUGH {
                        return Ok(best.map(|(_, step)| step));
                    }
                    continue;
                }
                let length = needed.len();
                best = Some((length, step(board, &trial, *cell, set, &needed, &end)));
                if length <= SHORT || budget.spent() - first > ENOUGH {
                    return Ok(best.map(|(_, step)| step));
                }
            }
        }
        if best.is_some() {
            return Ok(best.map(|(_, step)| step));
        }
    }
    Ok(None)
}

fn step(board: &Board, trial: &Trial<'_>, cell: usize, set: u32, needed: &[&Event], end: &End) -> Step {
    let shape = &board.shape;
    let (name, value) = (shape.cell_name(cell), digits(shape, set, "or"));
    let text = |consequences: &str| {
        let join = if consequences.is_empty() { "Then " } else { "; and then " };
        let end = trial.end_in_words(end);
        format!("Suppose {name} is {value}. {consequences}{join}{end}. So {name} cannot be {value}.")
    };
    let chain = |events: &[&Event], first: &str| {
        let words: Vec<String> = events.iter().map(|event| trial.words(event)).collect();
        if words.is_empty() { String::new() } else { format!("{first}{}", words.join("; then ")) }
    };
    let skeleton = (needed.len() > MAX_LINES).then(|| {
        let folded = text(&chain(&trial.landmarks(needed, end), "Then, among other consequences, "));
        format!("{folded} (Folded: the full explanation has {} consequences.)", needed.len())
    });
    let text = text(&chain(needed, "Then "));
    let facts = needed.iter().filter_map(|event| match &event.kind {
        EventKind::Leaves(fact, _) => Some(*fact),
        _ => None,
    });
    let last = if let End::NoWay(fact) = end { Some(*fact) } else { None };
    let mut constraints: Vec<usize> =
        facts.chain(last).flat_map(|fact| board.facts[fact].sources()).collect();
    constraints.sort_unstable();
    constraints.dedup();
    let cells = needed.iter().flat_map(|event| event.writes.first().copied());
    let forced = needed.iter().flat_map(|event| match &event.kind {
        EventKind::Only(cell, set) | EventKind::Place(_, cell, set) => vec![(*cell, *set)],
        EventKind::Leaves(_, left) => left.iter().copied().filter(|(_, set)| set.count_ones() == 1).collect(),
    });
    let chains = forced.map(|(cell, values)| vec![Node { cells: vec![cell], values, is_on: true }]).collect();
    let is_easy = needed.len() <= EASY;
    Step {
        technique: if is_easy { Technique::Contradiction } else { Technique::LongContradiction },
        constraints,
        place: name,
        cells: std::iter::once(cell).chain(cells).collect(),
        placement: None,
        removals: vec![(cell, set)],
        chains,
        text,
        skeleton,
    }
}
