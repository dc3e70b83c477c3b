//! Conflict analysis: traces a conflict back to the first unique implication point of its level.

use super::{Conflict, Literal, Reason, Search, Value};

/// Maximum depth for following reasons of reasons; deeper searches need a lot of stack and find
/// little.
const MAX_DEPTH: u32 = 50;

/// The status of a candidate during an analysis.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mark {
    Unknown,
    /// It is in the clause, or its reasons have replaced it.
    Seen,
    /// It follows from seen candidates, so the clause does not need it.
    Redundant,
    /// It was not shown to follow from seen candidates within the maximum depth.
    Needed,
}

/// Working memory of the analysis, kept between conflicts.
#[derive(Debug, Clone)]
pub(super) struct Marks {
    mark: Vec<Mark>,
    marked: Vec<u32>,
    reasons: Vec<u32>,
    /// For each level, the last analysis in which it was counted.
    counted_in: Vec<u64>,
    analyses: u64,
}

impl Marks {
    pub(super) fn new(candidates: usize) -> Self {
        Self {
            mark: vec![Mark::Unknown; candidates],
            marked: Vec::new(),
            reasons: Vec::new(),
            counted_in: Vec::new(),
            analyses: 0,
        }
    }

    fn set(&mut self, candidate: u32, mark: Mark) {
        self.mark[candidate as usize] = mark;
        self.marked.push(candidate);
    }

    fn get(&self, candidate: u32) -> Mark {
        self.mark[candidate as usize]
    }
}

/// A learned clause.
pub(super) struct Learned {
    /// The first literal becomes true after backtracking; the second, if any, belongs to `level`.
    pub(super) literals: Vec<Literal>,
    /// The level to backtrack to.
    pub(super) level: usize,
    /// Number of different levels among the literals.
    pub(super) levels: u32,
}

impl Search {
    /// Analyses a conflict at the current level, whose decision must not be a flipped one.
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
                let candidate = self.representative(reason, here);
                if marks.get(candidate) != Mark::Unknown || self.level[candidate as usize] == 0 {
                    continue;
                }
                marks.set(candidate, Mark::Seen);
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
                if marks.get(candidate) == Mark::Seen && self.level[candidate as usize] == here {
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
            place == 1 || !self.is_redundant(literal >> 1, MAX_DEPTH, &mut marks, &mut reasons)
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
        marks.counted_in.resize(marks.counted_in.len().max(here as usize + 1), 0);
        let mut levels = 0;
        for &literal in &literals {
            let counted_in = &mut marks.counted_in[level_of(literal) as usize];
            levels += u32::from(*counted_in != marks.analyses);
            *counted_in = marks.analyses;
        }
        marks.reasons = reasons;
        self.marks = marks;
        Learned { literals, level, levels }
    }

    /// Returns the literal of a candidate that is false.
    fn false_literal(&self, candidate: u32) -> Literal {
        candidate << 1 | u32::from(self.value[candidate as usize] == Value::True)
    }

    /// Returns the peer of the same level that ruled out a candidate of an earlier level. One
    /// placed digit represents all candidates that it rules out, which makes clauses shorter.
    fn representative(&self, candidate: u32, here: u32) -> u32 {
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

    /// Returns whether a candidate's value follows from seen candidates within `depth` steps.
    fn is_redundant(&self, candidate: u32, depth: u32, marks: &mut Marks, reasons: &mut Vec<u32>) -> bool {
        let reason = self.reason[candidate as usize];
        if reason == Reason::Decision {
            return false;
        }
        let start = reasons.len();
        self.explain(candidate, reason, self.position[candidate as usize], reasons);
        let end = reasons.len();
        let mut is_redundant = true;
        for place in start..end {
            let other = reasons[place];
            if self.level[other as usize] == 0 {
                continue;
            }
            is_redundant = match marks.get(other) {
                Mark::Seen | Mark::Redundant => true,
                Mark::Needed => false,
                Mark::Unknown => {
                    let is_known = depth > 0 && self.is_redundant(other, depth - 1, marks, reasons);
                    marks.set(other, if is_known { Mark::Redundant } else { Mark::Needed });
                    is_known
                }
            };
            if !is_redundant {
                break;
            }
        }
        reasons.truncate(start);
        is_redundant
    }

    /// Collects the candidates that determined the value of `candidate` for this reason, when the
    /// trail had the length `position`.
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

    /// Collects the candidates that were ruled out in the cells of a sum before `position`.
    fn explain_sum(&self, sum: u32, position: u32, reasons: &mut Vec<u32>) {
        for &cell in &self.on.sums[sum as usize].cells {
            let candidates = (0u32..).take(self.on.side).map(|digit| self.on.candidate(cell, digit));
            reasons.extend(candidates.filter(|&candidate| {
                self.value[candidate as usize] == Value::False && self.position[candidate as usize] < position
            }));
        }
    }
}
