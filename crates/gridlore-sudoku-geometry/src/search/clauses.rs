//! What was learned: clauses, of whose literals one at least is true, each watched at two.
//!
//! A literal is `candidate << 1`, or with the lowest bit set that the candidate is false. The first
//! two literals of a clause are watched: as long as neither is false, the clause says nothing.

/// A candidate that is true, or false.
pub(super) type Literal = u32;

#[derive(Debug, Clone, Copy)]
struct Clause {
    start: u32,
    length: u32,
    /// How many levels its literals came from, when it was learned; 0 for one that must stay.
    levels: u32,
}

/// A clause that watches a literal, and another literal of it: while that is true, the clause need
/// not be looked at.
#[derive(Debug, Clone, Copy)]
pub(super) struct Watch {
    pub(super) clause: u32,
    pub(super) other: Literal,
}

#[derive(Debug, Clone)]
pub(super) struct Clauses {
    clauses: Vec<Clause>,
    literals: Vec<Literal>,
    /// By the literal that is watched.
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

    /// The watches of a literal, taken out to be gone through.
    pub(super) fn take_watches(&mut self, literal: Literal) -> Vec<Watch> {
        std::mem::take(&mut self.watches[literal as usize])
    }

    /// Puts back what was taken. No clause begins to watch a literal that has just become false.
    pub(super) fn put_watches(&mut self, literal: Literal, watches: Vec<Watch>) {
        self.watches[literal as usize] = watches;
    }

    pub(super) fn watch(&mut self, literal: Literal, clause: u32, other: Literal) {
        self.watches[literal as usize].push(Watch { clause, other });
    }

    /// Adds a clause of two literals or more and returns its number.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "clauses are thrown away long before there are 2^32 literals"
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

    /// Throws away half of the clauses, those of most levels and the older ones first; keeps those
    /// of two levels or fewer and those of which `is_needed`. Drops clauses of which a literal
    /// `holds` for ever. Tells the old number of each clause that is kept.
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
