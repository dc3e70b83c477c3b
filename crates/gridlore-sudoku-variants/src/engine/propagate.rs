//! Propagation: the propagators of a puzzle, applied until nothing changes.

use super::cage;
use super::compile::{Compiled, Propagator};
use super::different;
use super::layers as words;
use super::state::{Cells, State, both, count, members};

/// The result of propagation; `Err` if a cell has no values left.
pub(super) type Step = Result<(), Dead>;

/// A dead end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Dead;

/// The work that propagators may do in every search and, in addition, for each of its nodes, in
/// steps of a few nanoseconds: several times as much as ordinary puzzles need.
const MIN_WORK: u64 = 30_000_000;
const WORK_PER_NODE: u64 = 20_000;

/// The remaining work of propagators, in steps of a few nanoseconds.
#[derive(Debug, Clone, Copy)]
pub(super) struct Patience(pub(super) u64);

impl Patience {
    /// Returns the work allowed for a search with this number of nodes.
    pub(super) fn of(nodes: u64) -> Self {
        Self(nodes.saturating_mul(WORK_PER_NODE).max(MIN_WORK))
    }
}

impl Default for Patience {
    fn default() -> Self {
        Self(u64::MAX)
    }
}

/// The pending work, and memory that propagators share.
#[derive(Debug, Clone, Default)]
pub(super) struct Agenda {
    /// Cells whose value was just fixed.
    fixed: Vec<u32>,
    /// Cells that were just reduced to two values.
    twos: Vec<u32>,
    /// Pending propagators, as a set.
    waiting: Vec<u64>,
    /// An index in `waiting` below which no propagator is pending.
    first: usize,
    /// For each house, the values that were removed from one of its cells.
    left: Vec<u32>,
    words: words::Scratch,
    /// The value sets of the cells of one propagator.
    local: Vec<u32>,
    /// The cells of the rule that failed most recently.
    pub(super) blamed: Vec<usize>,
    pub(super) patience: Patience,
}

impl Agenda {
    /// Returns an agenda with this much work.
    pub(super) fn with(patience: Patience) -> Self {
        Self { patience, ..Self::default() }
    }

    /// Returns whether no work is left. Positions may then contain values that rules exclude, and
    /// the search must stop.
    pub(super) const fn is_exhausted(&self) -> bool {
        self.patience.0 == 0
    }

    const fn work(&mut self, steps: u64) {
        if self.patience.0 < u64::MAX {
            self.patience.0 = self.patience.0.saturating_sub(steps);
        }
    }

    fn clear(&mut self, words: usize, houses: usize) {
        self.fixed.clear();
        self.twos.clear();
        self.left.clear();
        self.left.resize(houses, 0);
        self.waiting.clear();
        self.waiting.resize(words, 0);
        self.first = 0;
    }
}

impl<const W: usize> Compiled<W> {
    /// Applies every propagator. Must be called once, before the first guess.
    pub(super) fn begin(&self, state: &mut State<W>, agenda: &mut Agenda) -> Step {
        agenda.clear(self.words, self.house_count);
        agenda.left.fill(self.all);
        for (cell, set) in (0..).zip(&state.sets) {
            if *set == 0 {
                return Err(Dead);
            }
            match set.count_ones() {
                1 => agenda.fixed.push(cell),
                2 => agenda.twos.push(cell),
                _ => {}
            }
        }
        for number in 0..self.propagators.len() {
            agenda.waiting[number / 64] |= 1 << (number % 64);
        }
        self.run(state, agenda)
    }

    /// Restricts a cell and propagates.
    pub(super) fn assign(&self, state: &mut State<W>, cell: usize, set: u32, agenda: &mut Agenda) -> Step {
        agenda.clear(self.words, self.house_count);
        self.keep(state, cell, set, agenda)?;
        self.run(state, agenda)
    }

    /// Keeps only these values of a cell.
    pub(super) fn keep(&self, state: &mut State<W>, cell: usize, values: u32, agenda: &mut Agenda) -> Step {
        let old = state.sets[cell];
        let Some(new) = state.keep(cell, values) else { return Ok(()) };
        if new == 0 {
            return Err(Dead);
        }
        agenda.work(1 + self.words as u64 / 4);
        for house in &self.houses[cell] {
            agenda.left[*house as usize] |= old ^ new;
        }
        if new.is_power_of_two() {
            agenda.fixed.push(u32::try_from(cell).expect("few cells"));
        } else if new.count_ones() == 2 {
            agenda.twos.push(u32::try_from(cell).expect("few cells"));
        }
        let watchers = &self.watchers[cell * self.words..][..self.words];
        for (waiting, watching) in agenda.waiting.iter_mut().zip(watchers) {
            *waiting |= watching;
        }
        agenda.first = 0;
        Ok(())
    }

    /// Applies pending propagators until nothing changes or no work is left.
    fn run(&self, state: &mut State<W>, agenda: &mut Agenda) -> Step {
        while !agenda.is_exhausted() {
            if let Some(cell) = agenda.fixed.pop() {
                let cell = cell as usize;
                let value = state.sets[cell];
                if value == 0 {
                    return Err(Dead);
                }
                let seen = both(&self.peers[cell], &state.places[value.trailing_zeros() as usize]);
                for peer in members(&seen) {
                    if self.keep(state, peer, !value, agenda).is_err() {
                        agenda.blamed = vec![cell, peer];
                        return Err(Dead);
                    }
                }
                continue;
            }
            if let Some(cell) = agenda.twos.pop() {
                self.naked_pair(cell as usize, state, agenda)?;
                continue;
            }
            let Some(word) = agenda.waiting[agenda.first..].iter().position(|word| *word != 0) else {
                return Ok(());
            };
            let word = agenda.first + word;
            agenda.first = word;
            let number = word * 64 + agenda.waiting[word].trailing_zeros() as usize;
            agenda.waiting[word] &= agenda.waiting[word] - 1;
            let propagator = &self.propagators[number];
            let result = match propagator {
                Propagator::House(_, set) => {
                    let values = std::mem::take(&mut agenda.left[number - self.first_house]);
                    agenda.work(propagator.steps());
                    self.require(set, values, state, agenda)
                }
                _ => self.apply(propagator, state, agenda),
            };
            if result.is_err() {
                // These propagators blame only some of their many cells.
                if !matches!(propagator, Propagator::Regions(_) | Propagator::FullRank(..)) {
                    agenda.blamed = propagator.cells();
                }
                return Err(Dead);
            }
        }
        Ok(())
    }

    fn apply(&self, propagator: &Propagator<W>, state: &mut State<W>, agenda: &mut Agenda) -> Step {
        agenda.work(propagator.steps());
        match propagator {
            Propagator::House(_, set) => self.require(set, self.all, state, agenda),
            Propagator::Pair([one, other], [forth, back]) => {
                let allowed = |set: u32, table: &[u32]| {
                    let (mut left, mut all) = (set, 0);
                    while left != 0 {
                        all |= table[left.trailing_zeros() as usize];
                        left &= left - 1;
                    }
                    all
                };
                self.keep(state, *other, allowed(state.sets[*one], forth), agenda)?;
                self.keep(state, *one, allowed(state.sets[*other], back), agenda)
            }
            Propagator::Combinations(cells, set, combinations) => {
                let mut required = None;
                self.restrict(cells, state, agenda, |sets, _| {
                    required = cage::restrict(combinations, sets);
                    required.is_some()
                })?;
                self.require(set, required.unwrap_or(0), state, agenda)
            }
            Propagator::Cage(cells, set, sum) => self.cage(cells, set, *sum, state, agenda),
            Propagator::ExactCage(cells, set, sum) => self.exact_cage(cells, set, *sum, state, agenda),
            Propagator::Sums(cells, sums) => {
                self.restrict(cells, state, agenda, |sets, _| sums.restrict(sets))
            }
            Propagator::Weighted(cells, weighted) => {
                self.restrict(cells, state, agenda, |sets, _| weighted.restrict(sets))
            }
            Propagator::Word(cells, layers) => {
                self.restrict(cells, state, agenda, |sets, agenda| layers.restrict(sets, &mut agenda.words))
            }
            Propagator::CountDistinct(cells) => self.count_distinct(cells, state, agenda),
            Propagator::CountingCircles(cells) => self.circles(cells, state, agenda),
            Propagator::SameValues(groups) => self.same_values(groups, state, agenda),
            Propagator::FullRank(ranks) => {
                self.ranks(ranks, state, agenda)?;
                if ranks.is_by_side { self.ranks_by_side(ranks, state, agenda) } else { Ok(()) }
            }
            Propagator::Connected(connected) => self.connected(connected, state, agenda),
            Propagator::Regions(regions) => self.regions(regions, state, agenda),
            Propagator::Either(alternatives, cells) => self.either(alternatives, cells, state, agenda),
            Propagator::Values(cell, values) => self.keep(state, *cell, *values, agenda),
            Propagator::Different(cells) => {
                for (at, cell) in cells.iter().enumerate() {
                    if state.sets[*cell].is_power_of_two() {
                        for other in
                            cells.iter().enumerate().filter(|(place, _)| *place != at).map(|(_, other)| other)
                        {
                            self.keep(state, *other, !state.sets[*cell], agenda)?;
                        }
                    }
                }
                Ok(())
            }
        }
    }

    /// Restricts the sets of the given cells with a function that returns whether an assignment is
    /// possible.
    fn restrict(
        &self,
        cells: &[usize],
        state: &mut State<W>,
        agenda: &mut Agenda,
        mut restricted: impl FnMut(&mut [u32], &mut Agenda) -> bool,
    ) -> Step {
        let mut local = std::mem::take(&mut agenda.local);
        local.clear();
        local.extend(cells.iter().map(|cell| state.sets[*cell]));
        let is_possible = restricted(&mut local, agenda);
        let result = if is_possible { self.take_over(cells, &local, state, agenda) } else { Err(Dead) };
        agenda.local = local;
        result
    }

    fn take_over(&self, cells: &[usize], sets: &[u32], state: &mut State<W>, agenda: &mut Agenda) -> Step {
        for (cell, set) in cells.iter().zip(sets) {
            self.keep(state, *cell, *set, agenda)?;
        }
        Ok(())
    }

    /// Restricts cells with different values and a sum of bits.
    fn cage(
        &self,
        cells: &[usize],
        set: &Cells<W>,
        sum: usize,
        state: &mut State<W>,
        agenda: &mut Agenda,
    ) -> Step {
        let mut open = [0; different::MAX_VALUES];
        loop {
            let (mut size, mut left, mut union) = (0, sum, 0);
            for cell in cells {
                let set = state.sets[*cell];
                if set.is_power_of_two() {
                    left = left.wrapping_sub(set.trailing_zeros() as usize);
                } else {
                    open[size] = *cell;
                    size += 1;
                    union |= set;
                }
            }
            if size == 0 {
                return if left == 0 { Ok(()) } else { Err(Dead) };
            }
            if left > 36 {
                return Err(Dead);
            }
            if let [one, other] = open[..size] {
                return self.pair_sum(one, other, left, state, agenda);
            }
            let (possible, required) = different::combinations(size, left, union);
            if possible == 0 {
                return Err(Dead);
            }
            if union & !possible != 0 {
                for cell in &open[..size] {
                    self.keep(state, *cell, possible, agenda)?;
                }
                if open[..size].iter().any(|cell| state.sets[*cell].is_power_of_two()) {
                    continue;
                }
            }
            return self.require(set, required, state, agenda);
        }
    }

    /// Restricts cells like `cage`, but exactly; if many cells are open, it leaves the work to
    /// `cage`.
    fn exact_cage(
        &self,
        cells: &[usize],
        set: &Cells<W>,
        sum: usize,
        state: &mut State<W>,
        agenda: &mut Agenda,
    ) -> Step {
        let (mut open, mut sets) = ([0; different::MAX_EXACT], [0; different::MAX_EXACT]);
        let (mut size, mut left) = (0, sum);
        for cell in cells {
            let set = state.sets[*cell];
            if set.is_power_of_two() {
                left = left.wrapping_sub(set.trailing_zeros() as usize);
            } else if size == different::MAX_EXACT {
                return Ok(());
            } else {
                (open[size], sets[size]) = (*cell, set);
                size += 1;
            }
        }
        if left > 36 {
            return Err(Dead);
        }
        if size < 3 {
            return Ok(());
        }
        // Small sets come first, which leaves fewer choices to try.
        for at in 1..size {
            let mut place = at;
            while place > 0 && sets[place].count_ones() < sets[place - 1].count_ones() {
                sets.swap(place, place - 1);
                open.swap(place, place - 1);
                place -= 1;
            }
        }
        let required = different::with_total(&mut sets[..size], left).ok_or(Dead)?;
        for (cell, set) in open[..size].iter().zip(sets) {
            self.keep(state, *cell, set, agenda)?;
        }
        self.require(set, required, state, agenda)
    }

    /// Restricts two cells with different values and a sum of bits.
    fn pair_sum(
        &self,
        one: usize,
        other: usize,
        sum: usize,
        state: &mut State<W>,
        agenda: &mut Agenda,
    ) -> Step {
        let (first, second) = different::pair(state.sets[one], state.sets[other], sum);
        self.keep(state, one, first, agenda)?;
        self.keep(state, other, second, agenda)?;
        let (first, second) = (state.sets[one], state.sets[other]);
        if first == second && first.count_ones() == 2 {
            for peer in members(&both(&self.peers[one], &self.peers[other])) {
                self.keep(state, peer, !first, agenda)?;
            }
        }
        Ok(())
    }

    /// Removes the values of a cell with two values from all cells that see both it and another
    /// cell with the same two.
    fn naked_pair(&self, cell: usize, state: &mut State<W>, agenda: &mut Agenda) -> Step {
        let pair = state.sets[cell];
        if pair.count_ones() != 2 {
            return Ok(());
        }
        let (low, high) = (pair.trailing_zeros() as usize, 31 - pair.leading_zeros() as usize);
        let twins = both(&both(&state.places[low], &state.places[high]), &self.peers[cell]);
        for twin in members(&twins).filter(|twin| state.sets[*twin] == pair).collect::<Vec<_>>() {
            let seen = both(&self.peers[cell], &self.peers[twin]);
            for value in [low, high] {
                for peer in members(&both(&seen, &state.places[value])) {
                    if self.keep(state, peer, !pair, agenda).is_err() {
                        agenda.blamed = vec![cell, twin, peer];
                        return Err(Dead);
                    }
                }
            }
        }
        Ok(())
    }

    /// Removes a value that is in one of these places from the cells that see all of them.
    fn point(&self, places: &Cells<W>, value: usize, state: &mut State<W>, agenda: &mut Agenda) -> Step {
        let mut common = state.places[value];
        for place in members(places) {
            common = both(&common, &self.peers[place]);
        }
        for peer in members(&common) {
            self.keep(state, peer, !(1 << value), agenda)?;
        }
        Ok(())
    }

    /// Requires these values in the cells: places a value that has one place, and removes the
    /// others from cells that see all their places.
    fn require(&self, cells: &Cells<W>, values: u32, state: &mut State<W>, agenda: &mut Agenda) -> Step {
        let mut left = values;
        while left != 0 {
            let value = left.trailing_zeros() as usize;
            left &= left - 1;
            let places = both(&state.places[value], cells);
            match count(&places) {
                0 => return Err(Dead),
                1 => {
                    let cell = members(&places).next().unwrap_or(0);
                    self.keep(state, cell, 1 << value, agenda)?;
                }
                2..=3 => self.point(&places, value, state, agenda)?,
                _ => {}
            }
        }
        Ok(())
    }

    /// Restricts cells of which the first is the number of different values in the others.
    fn count_distinct(&self, cells: &[usize], state: &mut State<W>, agenda: &mut Agenda) -> Step {
        let others = &cells[1..];
        let fixed = others
            .iter()
            .map(|cell| state.sets[*cell])
            .filter(|set| set.is_power_of_two())
            .fold(0, |all, set| all | set);
        let union = others.iter().fold(0, |all, cell| all | state.sets[*cell]);
        // Cells without a common value are different; examining small sets first finds more of
        // them.
        let mut order: Vec<u32> = others.iter().map(|cell| state.sets[*cell]).collect();
        order.sort_unstable_by_key(|set| set.count_ones());
        let (mut seen, mut least) = (0, 0);
        for set in order {
            if seen & set == 0 {
                least += 1;
                seen |= set;
            }
        }
        let open = others.iter().filter(|cell| !state.sets[**cell].is_power_of_two()).count();
        let most = union.count_ones().min(fixed.count_ones() + u32::try_from(open).unwrap_or(u32::MAX));
        let allowed = (0..32)
            .filter(|bit| (least..=most).contains(&self.number(*bit)))
            .fold(0, |all, bit| all | 1 << bit);
        self.keep(state, cells[0], allowed, agenda)?;
        // If every open cell must add a value to reach this number, no value is repeated.
        if self.number(state.sets[cells[0]].trailing_zeros())
            == fixed.count_ones() + u32::try_from(open).unwrap_or(u32::MAX)
        {
            for cell in others {
                if !state.sets[*cell].is_power_of_two() {
                    self.keep(state, *cell, !fixed, agenda)?;
                }
            }
        }
        // If there are already enough different values, the other cells repeat them.
        if state.sets[cells[0]].is_power_of_two()
            && self.number(state.sets[cells[0]].trailing_zeros()) == fixed.count_ones()
        {
            for cell in others {
                self.keep(state, *cell, fixed, agenda)?;
            }
        }
        Ok(())
    }

    /// Restricts cells in which each value occurs as often as its number.
    fn circles(&self, cells: &[usize], state: &mut State<W>, agenda: &mut Agenda) -> Step {
        let (mut some, mut placed_values) = (0, 0);
        for cell in cells {
            let set = state.sets[*cell];
            some |= set;
            placed_values |= if set.is_power_of_two() { set } else { 0 };
        }
        // The sum of the numbers that occur is the number of cells.
        let (some, every) = self.numbers_with_sum(placed_values, some, cells.len());
        for bit in 0..self.all.count_ones() {
            let value = 1 << bit;
            let number = self.number(bit) as usize;
            let possible = cells.iter().filter(|cell| state.sets[**cell] & value != 0).count();
            let placed = cells.iter().filter(|cell| state.sets[**cell] == value).count();
            if possible == 0 {
                continue;
            }
            let is_certain = every & value != 0;
            let is_excluded = some & value == 0 || possible < number;
            if placed > number || (is_certain && is_excluded) {
                return Err(Dead);
            }
            for cell in cells {
                if is_excluded || (placed == number && state.sets[*cell] != value) {
                    self.keep(state, *cell, !value, agenda)?;
                } else if is_certain && possible == number && state.sets[*cell] & value != 0 {
                    self.keep(state, *cell, value, agenda)?;
                }
            }
        }
        Ok(())
    }

    /// Returns the values that occur in at least one of the sets that have a given sum and lie
    /// between `least` and `most`, and those that occur in all of these sets. For many values, it
    /// returns `most` and `least` themselves.
    fn numbers_with_sum(&self, least: u32, most: u32, sum: usize) -> (u32, u32) {
        let open = most & !least;
        if open.count_ones() as usize > different::MAX_VALUES {
            return (most, least);
        }
        let total: usize = bits(least).map(|bit| self.number(bit) as usize).sum();
        // All sets between the two, each made from a smaller one by adding its last value.
        let mut sets = [(least, total); 1 << different::MAX_VALUES];
        let mut size = 1;
        let (mut some, mut every) = (0, u32::MAX);
        let mut count = |(set, total): (u32, usize)| {
            if total == sum {
                some |= set;
                every &= set;
            }
        };
        count(sets[0]);
        for bit in bits(open) {
            let number = self.number(bit) as usize;
            for at in 0..size {
                let (set, total) = sets[at];
                sets[size + at] = (set | 1 << bit, total + number);
                count(sets[size + at]);
            }
            size *= 2;
        }
        (some, every)
    }

    /// Restricts groups that have the same values, each equally often.
    fn same_values(&self, groups: &[Vec<usize>], state: &mut State<W>, agenda: &mut Agenda) -> Step {
        for bit in 0..32 {
            let value = 1_u32 << bit;
            let counts = |sets: &[u32], group: &[usize]| {
                (
                    group.iter().filter(|cell| sets[**cell] == value).count(),
                    group.iter().filter(|cell| sets[**cell] & value != 0).count(),
                )
            };
            let least = groups.iter().map(|group| counts(&state.sets, group).0).max().unwrap_or(0);
            let most = groups.iter().map(|group| counts(&state.sets, group).1).min().unwrap_or(0);
            if least > most {
                return Err(Dead);
            }
            for group in groups {
                let (placed, possible) = counts(&state.sets, group);
                for cell in group {
                    if placed == most && state.sets[*cell] != value {
                        self.keep(state, *cell, !value, agenda)?;
                    } else if possible == least && state.sets[*cell] & value != 0 {
                        self.keep(state, *cell, value, agenda)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Removes the values that no alternative allows.
    fn either(
        &self,
        alternatives: &[Vec<Propagator<W>>],
        cells: &[usize],
        state: &mut State<W>,
        agenda: &mut Agenda,
    ) -> Step {
        let mut union = vec![0; cells.len()];
        let mut is_possible = false;
        for rules in alternatives {
            let mut trial = state.clone();
            let mut inner = Agenda::with(agenda.patience);
            inner.clear(self.words, self.house_count);
            inner.left.fill(self.all);
            let settled = self.settle(rules, &mut trial, &mut inner);
            agenda.patience = inner.patience;
            if settled.is_ok() {
                is_possible = true;
                for (all, cell) in union.iter_mut().zip(cells) {
                    *all |= trial.sets[*cell];
                }
            }
        }
        if !is_possible {
            return Err(Dead);
        }
        self.take_over(cells, &union, state, agenda)
    }

    /// Applies these propagators alone until nothing changes or no work is left.
    fn settle(&self, rules: &[Propagator<W>], state: &mut State<W>, agenda: &mut Agenda) -> Step {
        while !agenda.is_exhausted() {
            let before: u32 = state.sets.iter().map(|set| set.count_ones()).sum();
            for rule in rules {
                self.apply(rule, state, agenda)?;
            }
            if state.sets.iter().map(|set| set.count_ones()).sum::<u32>() == before {
                break;
            }
        }
        Ok(())
    }

    /// Returns the value of a bit, as a number of cells.
    fn number(&self, bit: u32) -> u32 {
        (self.lowest + bit.cast_signed()).max(0).cast_unsigned()
    }
}

/// Returns the numbers of the bits of a set, in order.
fn bits(mut set: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = set.trailing_zeros();
        (set != 0).then(|| {
            set &= set - 1;
            bit
        })
    })
}
