//! Learned clauses with two watched literals each.
//!
//! A literal is `candidate << 1`; if the lowest bit is set, it states that the candidate is false.
//! The first two literals of a clause are watched: while neither is false, the clause propagates
//! nothing.

/// The statement that a candidate is true, or that it is false.
pub(super) type Literal = u32;

#[derive(Debug, Clone, Copy)]
struct Clause {
    start: u32,
    length: u32,
    /// Number of different levels among its literals when it was learned; 0 for a clause that must
    /// stay.
    levels: u32,
}

/// A clause that watches a literal, and another literal of the clause. While the other literal is
/// true, the clause can be skipped.
#[derive(Debug, Clone, Copy)]
pub(super) struct Watch {
    pub(super) clause: u32,
    pub(super) other: Literal,
}

#[derive(Debug, Clone)]
pub(super) struct Clauses {
    clauses: Vec<Clause>,
    literals: Vec<Literal>,
    /// The watches of each literal.
    watches: Vec<Vec<Watch>>,
}

impl Clauses {
    pub(super) fn new(candidates: usize) -> Self {
        Self { clauses: Vec::new(), literals: Vec::new(), watches: vec![Vec::new(); 2 * candidates] }
    }

    pub(super) fn clear(&mut self) {
        for &literal in &self.literals {
            self.watches[literal as usize].clear();
        }
        self.clauses.clear();
        self.literals.clear();
    }

    pub(super) const fn count(&self) -> usize {
        self.clauses.len()
    }

    pub(super) fn literals(&self, clause: u32) -> &[Literal] {
        let Clause { start, length, .. } = self.clauses[clause as usize];
        &self.literals[start as usize..(start + length) as usize]
    }

    pub(super) fn literals_mut(&mut self, clause: u32) -> &mut [Literal] {
        let Clause { start, length, .. } = self.clauses[clause as usize];
        &mut self.literals[start as usize..(start + length) as usize]
    }

    /// Removes and returns the watches of a literal.
    pub(super) fn take_watches(&mut self, literal: Literal) -> Vec<Watch> {
        std::mem::take(&mut self.watches[literal as usize])
    }

    /// Puts back the watches of a literal. In the meantime, no clause starts to watch a literal
    /// that has just become false.
    pub(super) fn put_watches(&mut self, literal: Literal, watches: Vec<Watch>) {
        self.watches[literal as usize] = watches;
    }

    pub(super) fn watch(&mut self, literal: Literal, clause: u32, other: Literal) {
        self.watches[literal as usize].push(Watch { clause, other });
    }

    /// Adds a clause of at least two literals and returns its index.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "clauses are deleted long before there are 2^32 literals"
    )]
    pub(super) fn add(&mut self, literals: &[Literal], levels: u32) -> u32 {
        let number = self.clauses.len() as u32;
        let start = self.literals.len() as u32;
        self.clauses.push(Clause { start, length: literals.len() as u32, levels });
        self.literals.extend_from_slice(literals);
        self.watch(literals[0], number, literals[1]);
        self.watch(literals[1], number, literals[0]);
        number
    }

    /// Deletes half of the clauses, starting with those that have the most levels and, among
    /// equals, with the oldest. Keeps clauses of at most two levels and those for which `is_needed`
    /// returns true. Also deletes clauses with a literal that always `holds`. Calls `is_now` with
    /// the old and new index of each clause kept.
    pub(super) fn reduce(
        &mut self,
        is_needed: impl Fn(u32) -> bool,
        holds: impl Fn(Literal) -> bool,
        mut is_now: impl FnMut(u32, u32),
    ) {
        let mut order: Vec<u32> = (0u32..).take(self.clauses.len()).collect();
        order.sort_by_key(|&clause| (self.clauses[clause as usize].levels, std::cmp::Reverse(clause)));
        let half = order.len() / 2;
        let mut kept: Vec<u32> = order
            .into_iter()
            .enumerate()
            .filter(|&(place, clause)| {
                place < half || self.clauses[clause as usize].levels <= 2 || is_needed(clause)
            })
            .map(|(_, clause)| clause)
            .filter(|&clause| {
                is_needed(clause) || !self.literals(clause).iter().any(|&literal| holds(literal))
            })
            .collect();
        kept.sort_unstable();
        let old = Self {
            clauses: std::mem::take(&mut self.clauses),
            literals: std::mem::take(&mut self.literals),
            watches: Vec::new(),
        };
        self.watches.iter_mut().for_each(Vec::clear);
        for clause in kept {
            is_now(clause, self.add(old.literals(clause), old.clauses[clause as usize].levels));
        }
    }
}
