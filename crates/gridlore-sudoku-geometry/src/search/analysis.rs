//! What a dead end teaches: from the conflict backwards to the first candidate of the level that
//! alone made it.

use super::{Conflict, Literal, Reason, Search, Value};

/// Steps that are followed from a candidate to the reasons of its reasons; more would need much
/// stack and find little.
const DEEPEST: u32 = 50;

/// What is known of a candidate while a conflict is looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mark {
    Unknown,
    /// It is in the clause, or was replaced by its reasons.
    Met,
    /// It follows from what was met; or does not, as far as was looked.
    Follows,
    Stands,
}

/// Room for the analysis, kept between conflicts.
#[derive(Debug, Clone)]
pub(super) struct Marks {
    mark: Vec<Mark>,
    marked: Vec<u32>,
    reasons: Vec<u32>,
    /// Per level, the last analysis that met it.
    met_level: Vec<u64>,
    analyses: u64,
}

impl Marks {
    pub(super) fn new(candidates: usize) -> Self {
        Self {
            mark: vec![Mark::Unknown; candidates],
            marked: Vec::new(),
            reasons: Vec::new(),
            met_level: Vec::new(),
            analyses: 0,
        }
    }

    fn set(&mut self, candidate: u32, mark: Mark) {
        self.mark[candidate as usize] = mark;
        self.marked.push(candidate);
    }

    fn of(&self, candidate: u32) -> Mark {
        self.mark[candidate as usize]
    }
}

/// A clause, and what to do with it.
pub(super) struct Learned {
    /// The first is the one that will hold; the second, where there is one, is of `level`.
    pub(super) literals: Vec<Literal>,
    /// To go back to.
    pub(super) level: usize,
    /// How many levels the literals are from.
    pub(super) levels: u32,
}

impl Search {
    /// Learns from a conflict at the present level, which must have a decision that is not turned
    /// round.
    pub(super) fn analyse(&mut self, conflict: Conflict) -> Learned {
        let mut marks = std::mem::replace(&mut self.marks, Marks::new(0));
        let mut reasons = std::mem::take(&mut marks.reasons);
        reasons.clear();
        match conflict {
            Conflict::Empty(slot) => self.explain_slot(slot, &mut reasons, |_| true),
            Conflict::Both(candidate, reason) => {
                reasons.push(candidate);
                self.explain(candidate, reason, super::length(&self.trail), &mut reasons);
            }
            Conflict::Sum(sum) => self.explain_sum(sum, super::length(&self.trail), &mut reasons),
            Conflict::Clause(clause) => {
                reasons.extend(self.clauses.literals(clause).iter().map(|literal| literal >> 1));
            }
        }
        let here = super::length(&self.levels);
        let mut literals = vec![0];
        let (mut open, mut place) = (0, self.trail.len());
        loop {
            for &reason in &reasons {
                let candidate = self.spokesman(reason, here);
                if marks.of(candidate) != Mark::Unknown || self.level[candidate as usize] == 0 {
                    continue;
                }
                marks.set(candidate, Mark::Met);
                self.order.bump(candidate);
                if self.level[candidate as usize] == here {
                    open += 1;
                } else {
                    literals.push(self.false_literal(candidate));
                }
            }
            let candidate = loop {
                place -= 1;
                let candidate = self.trail[place] >> 1;
                if marks.of(candidate) == Mark::Met && self.level[candidate as usize] == here {
                    break candidate;
                }
            };
            open -= 1;
            if open == 0 {
                literals[0] = self.false_literal(candidate);
                break;
            }
            reasons.clear();
            self.explain(
                candidate,
                self.reason[candidate as usize],
                self.position[candidate as usize],
                &mut reasons,
            );
        }
        reasons.clear();
        let mut place = 0;
        literals.retain(|&literal| {
            place += 1;
            place == 1 || !self.follows(literal >> 1, DEEPEST, &mut marks, &mut reasons)
        });
        for candidate in marks.marked.drain(..) {
            marks.mark[candidate as usize] = Mark::Unknown;
        }
        let level_of = |literal: Literal| self.level[(literal >> 1) as usize];
        let second = (1..literals.len()).max_by_key(|&place| level_of(literals[place]));
        if let Some(second) = second {
            literals.swap(1, second);
        }
        let level = literals.get(1).map_or(0, |&literal| level_of(literal) as usize);
        marks.analyses += 1;
        marks.met_level.resize(marks.met_level.len().max(here as usize + 1), 0);
        let mut levels = 0;
        for &literal in &literals {
            let met = &mut marks.met_level[level_of(literal) as usize];
            levels += u32::from(*met != marks.analyses);
            *met = marks.analyses;
        }
        marks.reasons = reasons;
        self.marks = marks;
        Learned { literals, level, levels }
    }

    /// The literal of a candidate that does not hold.
    fn false_literal(&self, candidate: u32) -> Literal {
        candidate << 1 | u32::from(self.value[candidate as usize] == Value::True)
    }

    /// For a candidate of an earlier level that a peer of the same level ruled out, the peer: one
    /// digit that is placed speaks for all that it rules out, and clauses are shorter.
    fn spokesman(&self, candidate: u32, here: u32) -> u32 {
        match self.reason[candidate as usize] {
            Reason::Peer(peer)
                if self.level[candidate as usize] < here
                    && self.level[peer as usize] == self.level[candidate as usize] =>
            {
                peer
            }
            _ => candidate,
        }
    }

    /// Whether a candidate has its value because of others that were met, as far as `depth` steps
    /// tell.
    fn follows(&self, candidate: u32, depth: u32, marks: &mut Marks, reasons: &mut Vec<u32>) -> bool {
        let reason = self.reason[candidate as usize];
        if reason == Reason::Decision {
            return false;
        }
        let start = reasons.len();
        self.explain(candidate, reason, self.position[candidate as usize], reasons);
        let end = reasons.len();
        let mut is_so = true;
        for place in start..end {
            let other = reasons[place];
            if self.level[other as usize] == 0 {
                continue;
            }
            is_so = match marks.of(other) {
                Mark::Met | Mark::Follows => true,
                Mark::Stands => false,
                Mark::Unknown => {
                    let follows = depth > 0 && self.follows(other, depth - 1, marks, reasons);
                    marks.set(other, if follows { Mark::Follows } else { Mark::Stands });
                    follows
                }
            };
            if !is_so {
                break;
            }
        }
        reasons.truncate(start);
        is_so
    }

    /// The candidates whose values gave `candidate` its own, for this reason, when the trail was as
    /// long as `position`.
    fn explain(&self, candidate: u32, reason: Reason, position: u32, reasons: &mut Vec<u32>) {
        match reason {
            Reason::Decision => {}
            Reason::Peer(peer) => reasons.push(peer),
            Reason::Last(slot) => self.explain_slot(slot, reasons, |other| other != candidate),
            Reason::Locked(slot) => {
                let cell = self.on.cell_of(candidate);
                self.explain_slot(slot, reasons, |other| !self.on.is_peer(cell, self.on.cell_of(other)));
            }
            Reason::Sum(sum) => self.explain_sum(sum, position, reasons),
            Reason::Clause(clause) => {
                let others = self.clauses.literals(clause).iter().map(|literal| literal >> 1);
                reasons.extend(others.filter(|&other| other != candidate));
            }
        }
    }

    fn explain_slot(&self, slot: u32, reasons: &mut Vec<u32>, is_wanted: impl Fn(u32) -> bool) {
        let slot = slot as usize;
        let candidates = (0..self.on.width(slot)).map(|bit| self.on.candidate_in(slot, bit));
        reasons.extend(candidates.filter(|&candidate| is_wanted(candidate)));
    }

    /// Everything that was ruled out in the cells of a sum so far.
    fn explain_sum(&self, sum: u32, position: u32, reasons: &mut Vec<u32>) {
        for &cell in &self.on.sums[sum as usize].cells {
            let candidates = (0u32..).take(self.on.side).map(|digit| self.on.candidate(cell, digit));
            reasons.extend(candidates.filter(|&candidate| {
                self.value[candidate as usize] == Value::False && self.position[candidate as usize] < position
            }));
        }
    }
}
