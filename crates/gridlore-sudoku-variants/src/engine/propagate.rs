//! Propagation: the propagators of a puzzle, applied until nothing changes.

use super::cage;
use super::compile::{Compiled, Propagator};
use super::layers::Scratch;
use super::ranks;
use super::{Cells, WORDS, members};

/// The sets of values of all cells; `Err` if a cell has none.
pub(super) type Step = Result<(), Dead>;

/// A dead end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Dead;

/// What is left to do.
#[derive(Debug, Clone, Default)]
pub(super) struct Agenda {
    /// Cells that got their value.
    fixed: Vec<usize>,
    /// Propagators to apply, the fast ones first.
    queues: [Vec<u32>; 2],
    is_queued: Vec<bool>,
    scratch: Scratch,
    /// The sets of the cells of one propagator.
    local: Vec<u32>,
    /// The cells of the rule that failed last.
    pub(super) blamed: Vec<usize>,
}

impl Agenda {
    fn clear(&mut self, propagators: usize) {
        self.fixed.clear();
        for queue in &mut self.queues {
            queue.clear();
        }
        self.is_queued.clear();
        self.is_queued.resize(propagators, false);
    }
}

impl Compiled {
    /// Applies every propagator. To be called once, before the first guess.
    pub(super) fn begin(&self, sets: &mut [u32], agenda: &mut Agenda) -> Step {
        agenda.clear(self.propagators.len());
        for (cell, set) in sets.iter().enumerate() {
            if *set == 0 {
                return Err(Dead);
            }
            if set.is_power_of_two() {
                agenda.fixed.push(cell);
            }
        }
        for number in 0..self.propagators.len() {
            self.enqueue(u32::try_from(number).expect("fewer rules than that"), agenda);
        }
        self.run(sets, agenda)
    }

    /// Restricts a cell and propagates.
    pub(super) fn assign(&self, sets: &mut [u32], cell: usize, set: u32, agenda: &mut Agenda) -> Step {
        agenda.clear(self.propagators.len());
        self.keep(sets, cell, set, agenda)?;
        self.run(sets, agenda)
    }

    fn enqueue(&self, number: u32, agenda: &mut Agenda) {
        if !std::mem::replace(&mut agenda.is_queued[number as usize], true) {
            agenda.queues[usize::from(self.propagators[number as usize].is_slow())].push(number);
        }
    }

    /// Keeps only these values of a cell.
    fn keep(&self, sets: &mut [u32], cell: usize, values: u32, agenda: &mut Agenda) -> Step {
        let new = sets[cell] & values;
        if new == sets[cell] {
            return Ok(());
        }
        if new == 0 {
            return Err(Dead);
        }
        sets[cell] = new;
        if new.is_power_of_two() {
            agenda.fixed.push(cell);
        }
        for number in &self.watchers[cell] {
            self.enqueue(*number, agenda);
        }
        Ok(())
    }

    fn run(&self, sets: &mut [u32], agenda: &mut Agenda) -> Step {
        loop {
            if let Some(cell) = agenda.fixed.pop() {
                let value = sets[cell];
                for peer in members(&self.peers[cell]) {
                    if self.keep(sets, peer, !value, agenda).is_err() {
                        agenda.blamed = vec![cell, peer];
                        return Err(Dead);
                    }
                }
                continue;
            }
            let Some(number) = agenda.queues[0].pop().or_else(|| agenda.queues[1].pop()) else {
                return Ok(());
            };
            agenda.is_queued[number as usize] = false;
            let propagator = &self.propagators[number as usize];
            if self.apply(propagator, sets, agenda).is_err() {
                agenda.blamed = propagator.cells();
                return Err(Dead);
            }
        }
    }

    fn apply(&self, propagator: &Propagator, sets: &mut [u32], agenda: &mut Agenda) -> Step {
        match propagator {
            Propagator::House(cells) => self.house(cells, sets, agenda),
            Propagator::Pair([one, other], [forth, back]) => {
                let allowed = |set: u32, table: &[u32]| {
                    let (mut left, mut all) = (set, 0);
                    while left != 0 {
                        all |= table[left.trailing_zeros() as usize];
                        left &= left - 1;
                    }
                    all
                };
                self.keep(sets, *other, allowed(sets[*one], forth), agenda)?;
                self.keep(sets, *one, allowed(sets[*other], back), agenda)
            }
            Propagator::Cage(cells, combinations) => {
                let mut local = std::mem::take(&mut agenda.local);
                local.clear();
                local.extend(cells.iter().map(|cell| sets[*cell]));
                let required = cage::restrict(combinations, &mut local);
                let result = self.take_over(cells, &local, sets, agenda);
                agenda.local = local;
                result?;
                self.require(cells, required.ok_or(Dead)?, sets, agenda)
            }
            Propagator::Linear(cells, linear) => {
                let mut local: Vec<u32> = cells.iter().map(|cell| sets[*cell]).collect();
                if !linear.restrict(&mut local) {
                    return Err(Dead);
                }
                self.take_over(cells, &local, sets, agenda)
            }
            Propagator::Word(cells, layers) => {
                let mut local = std::mem::take(&mut agenda.local);
                local.clear();
                local.extend(cells.iter().map(|cell| sets[*cell]));
                let is_possible = layers.restrict(&mut local, &mut agenda.scratch);
                let result =
                    if is_possible { self.take_over(cells, &local, sets, agenda) } else { Err(Dead) };
                agenda.local = local;
                result
            }
            Propagator::CountDistinct(cells) => self.count_distinct(cells, sets, agenda),
            Propagator::CountingCircles(cells) => self.circles(cells, sets, agenda),
            Propagator::SameValues(groups) => self.same_values(groups, sets, agenda),
            Propagator::FullRank(ranks) => {
                if ranks::are_possible(ranks, sets) {
                    Ok(())
                } else {
                    Err(Dead)
                }
            }
            Propagator::Either(alternatives, cells) => self.either(alternatives, cells, sets, agenda),
            Propagator::Values(cell, values) => self.keep(sets, *cell, *values, agenda),
            Propagator::Different(cells) => {
                for (at, cell) in cells.iter().enumerate() {
                    if sets[*cell].is_power_of_two() {
                        for other in
                            cells.iter().enumerate().filter(|(place, _)| *place != at).map(|(_, other)| other)
                        {
                            self.keep(sets, *other, !sets[*cell], agenda)?;
                        }
                    }
                }
                Ok(())
            }
        }
    }

    fn take_over(&self, cells: &[usize], local: &[u32], sets: &mut [u32], agenda: &mut Agenda) -> Step {
        for (cell, set) in cells.iter().zip(local) {
            self.keep(sets, *cell, *set, agenda)?;
        }
        Ok(())
    }

    /// All values occur in the cells: hidden singles, naked pairs, and values whose places all see
    /// another cell.
    fn house(&self, cells: &[usize], sets: &mut [u32], agenda: &mut Agenda) -> Step {
        self.require(cells, self.all, sets, agenda)?;
        for (at, cell) in cells.iter().enumerate() {
            let set = sets[*cell];
            if set.count_ones() == 2 {
                for other in &cells[at + 1..] {
                    if sets[*other] == set {
                        let (mut common, peers) = (self.peers[*cell], &self.peers[*other]);
                        for word in 0..WORDS {
                            common[word] &= peers[word];
                        }
                        for peer in members(&common) {
                            self.keep(sets, peer, !set, agenda)?;
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// These values occur in the cells: a value with one place is there, and cells that see all its
    /// places do not have it.
    fn require(&self, cells: &[usize], values: u32, sets: &mut [u32], agenda: &mut Agenda) -> Step {
        // The values with at least one, two, three and four places.
        let (mut once, mut twice, mut thrice, mut often, mut fixed) = (0, 0, 0, 0, 0);
        for cell in cells {
            let set = sets[*cell];
            often |= thrice & set;
            thrice |= twice & set;
            twice |= once & set;
            once |= set;
            if set.is_power_of_two() {
                fixed |= set;
            }
        }
        if values & !once != 0 {
            return Err(Dead);
        }
        let single = values & !twice & !fixed;
        if single != 0 {
            for cell in cells {
                let value = sets[*cell] & single;
                if value != 0 {
                    self.keep(sets, *cell, value, agenda)?;
                }
            }
        }
        let mut few = values & twice & !often & !fixed;
        while few != 0 {
            let value = few & few.wrapping_neg();
            few &= few - 1;
            let mut common: Cells = [u64::MAX; WORDS];
            for place in cells.iter().filter(|cell| sets[**cell] & value != 0) {
                for (word, peers) in common.iter_mut().zip(&self.peers[*place]) {
                    *word &= peers;
                }
            }
            // Other values of this rule may have taken all the places.
            if common == [u64::MAX; WORDS] {
                return Err(Dead);
            }
            for peer in members(&common) {
                if sets[peer] & value != 0 {
                    self.keep(sets, peer, !value, agenda)?;
                }
            }
        }
        Ok(())
    }

    /// The first cell is the number of different values in the others.
    fn count_distinct(&self, cells: &[usize], sets: &mut [u32], agenda: &mut Agenda) -> Step {
        let others = &cells[1..];
        let fixed = others
            .iter()
            .map(|cell| sets[*cell])
            .filter(|set| set.is_power_of_two())
            .fold(0, |all, set| all | set);
        let union = others.iter().fold(0, |all, cell| all | sets[*cell]);
        let least = fixed.count_ones().max(1);
        let most = union.count_ones().min(u32::try_from(others.len()).unwrap_or(u32::MAX));
        let allowed = (0..32)
            .filter(|bit| (least..=most).contains(&self.number(*bit)))
            .fold(0, |all, bit| all | 1 << bit);
        self.keep(sets, cells[0], allowed, agenda)?;
        // If there are as many as can be, the others repeat them.
        if sets[cells[0]].is_power_of_two()
            && self.number(sets[cells[0]].trailing_zeros()) == fixed.count_ones()
        {
            for cell in others {
                self.keep(sets, *cell, fixed, agenda)?;
            }
        }
        Ok(())
    }

    /// Each value in the cells occurs in as many of them as its number.
    fn circles(&self, cells: &[usize], sets: &mut [u32], agenda: &mut Agenda) -> Step {
        for bit in 0..32 {
            let value = 1 << bit;
            let number = self.number(bit) as usize;
            let possible = cells.iter().filter(|cell| sets[**cell] & value != 0).count();
            let placed = cells.iter().filter(|cell| sets[**cell] == value).count();
            if possible == 0 {
                continue;
            }
            if placed > number || (placed > 0 && possible < number) {
                return Err(Dead);
            }
            for cell in cells {
                if possible < number || (placed == number && sets[*cell] != value) {
                    self.keep(sets, *cell, !value, agenda)?;
                } else if placed > 0 && possible == number && sets[*cell] & value != 0 {
                    self.keep(sets, *cell, value, agenda)?;
                }
            }
        }
        Ok(())
    }

    /// The groups have the same values, each equally often.
    fn same_values(&self, groups: &[Vec<usize>], sets: &mut [u32], agenda: &mut Agenda) -> Step {
        for bit in 0..32 {
            let value = 1_u32 << bit;
            let counts = |sets: &[u32], group: &[usize]| {
                (
                    group.iter().filter(|cell| sets[**cell] == value).count(),
                    group.iter().filter(|cell| sets[**cell] & value != 0).count(),
                )
            };
            let least = groups.iter().map(|group| counts(sets, group).0).max().unwrap_or(0);
            let most = groups.iter().map(|group| counts(sets, group).1).min().unwrap_or(0);
            if least > most {
                return Err(Dead);
            }
            for group in groups {
                let (placed, possible) = counts(sets, group);
                for cell in group {
                    if placed == most && sets[*cell] != value {
                        self.keep(sets, *cell, !value, agenda)?;
                    } else if possible == least && sets[*cell] & value != 0 {
                        self.keep(sets, *cell, value, agenda)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// One of the alternatives holds: the values that none allows are removed.
    fn either(
        &self,
        alternatives: &[Vec<Propagator>],
        cells: &[usize],
        sets: &mut [u32],
        agenda: &mut Agenda,
    ) -> Step {
        let mut union = vec![0; cells.len()];
        let mut is_possible = false;
        for rules in alternatives {
            let mut trial = sets.to_vec();
            let mut inner = Agenda { is_queued: vec![true; self.propagators.len()], ..Agenda::default() };
            if self.settle(rules, &mut trial, &mut inner).is_ok() {
                is_possible = true;
                for (all, cell) in union.iter_mut().zip(cells) {
                    *all |= trial[*cell];
                }
            }
        }
        if !is_possible {
            return Err(Dead);
        }
        self.take_over(cells, &union, sets, agenda)
    }

    /// Applies some propagators alone until nothing changes.
    fn settle(&self, rules: &[Propagator], sets: &mut [u32], agenda: &mut Agenda) -> Step {
        loop {
            let before: u32 = sets.iter().map(|set| set.count_ones()).sum();
            for rule in rules {
                self.apply(rule, sets, agenda)?;
            }
            if sets.iter().map(|set| set.count_ones()).sum::<u32>() == before {
                return Ok(());
            }
        }
    }

    /// The value of a bit, as a number of cells.
    fn number(&self, bit: u32) -> u32 {
        (self.lowest + bit.cast_signed()).max(0).cast_unsigned()
    }
}
