//! The consequences of a premise by singles and by trials below it, each with its reasons.

use crate::{Candidate, CellSet, Consequence, Net, Node, State};

/// A candidate that is on or off below the premise.
struct Fact {
    candidate: Candidate,
    is_on: bool,
    /// The indices of its reasons among earlier facts.
    from: Vec<usize>,
    /// The house in which it is the digit's last place, if that is the reason.
    house: Option<usize>,
    /// The failed trial that refuted the candidate, if any.
    trial: Option<Refuted>,
}

/// A failed trial: the premise and its consequences, and the indices of the facts that contradict
/// one another. Indices below `start` refer to facts outside the trial.
struct Refuted {
    start: usize,
    facts: Vec<Fact>,
    ends: Vec<usize>,
}

/// The facts in the order in which they were found.
pub(super) struct Trail<'s> {
    /// The board before any premise.
    base: State<'s>,
    now: State<'s>,
    facts: Vec<Fact>,
    /// The only digit whose places are used; `None` for all digits.
    only: Option<usize>,
}

impl<'s> Trail<'s> {
    pub(super) fn new(state: &State<'s>) -> Self {
        Self { base: state.clone(), now: state.clone(), facts: Vec::new(), only: None }
    }

    /// Creates a trail that uses only the places of one digit.
    pub(super) fn of_digit(state: &State<'s>, digit: usize) -> Self {
        Self { only: Some(digit), ..Self::new(state) }
    }

    /// Returns the board after all facts so far.
    pub(super) const fn now(&self) -> &State<'s> {
        &self.now
    }

    fn fact_of(&self, candidate: Candidate, is_on: bool) -> Option<usize> {
        self.facts.iter().position(|fact| fact.candidate == candidate && fact.is_on == is_on)
    }

    fn note(&mut self, candidate: Candidate, is_on: bool, from: Vec<usize>, house: Option<usize>) -> usize {
        self.facts.push(Fact { candidate, is_on, from, house, trial: None });
        self.facts.len() - 1
    }

    /// Places a digit, which turns off the other candidates of its cell and the digit in its peers.
    fn place(&mut self, candidate: Candidate, from: Vec<usize>, house: Option<usize>) {
        let own = self.note(candidate, true, from, house);
        let (cell, digit) = (candidate.cell(), candidate.digit());
        for other in self.now.candidates(cell).without(digit).iter() {
            self.note(Candidate::new(cell, other), false, vec![own], None);
        }
        for peer in self.now.places(digit) & self.now.shape().peers(cell) {
            self.note(Candidate::new(peer, digit), false, vec![own], None);
        }
        self.now.place(candidate);
    }

    /// Returns the facts that these candidates are off.
    fn removed(&self, candidates: impl Iterator<Item = Candidate>) -> Vec<usize> {
        candidates.filter_map(|candidate| self.fact_of(candidate, false)).collect()
    }

    /// Returns the facts about all candidates of a cell except one.
    fn others_in_cell(&self, cell: usize, but: Option<usize>) -> Vec<usize> {
        let others = self.base.candidates(cell).iter().filter(|&digit| Some(digit) != but);
        self.removed(others.map(|digit| Candidate::new(cell, digit)))
    }

    /// Returns the facts about all places of a digit in a house except one.
    fn others_in_house(&self, house: usize, digit: usize, but: Option<usize>) -> Vec<usize> {
        let places = self.base.places_in(house, digit).iter().filter(|&cell| Some(cell) != but);
        self.removed(places.map(|cell| Candidate::new(cell, digit)))
    }

    /// Places all singles. Returns the contradictory facts if a contradiction appears.
    fn settle(&mut self) -> Option<Vec<usize>> {
        let only = self.only;
        loop {
            let count = self.facts.len();
            for cell in self.now.blanks().iter().filter(|_| only.is_none()) {
                let candidates = self.now.candidates(cell);
                if candidates.is_empty() {
                    return Some(self.others_in_cell(cell, None));
                }
                if let Some(digit) = candidates.single() {
                    let from = self.others_in_cell(cell, Some(digit));
                    self.place(Candidate::new(cell, digit), from, None);
                }
            }
            for digit in self.base.digits().filter(|&digit| only.is_none_or(|only| only == digit)) {
                for house in 0..self.base.shape().houses().len() {
                    let places = self.now.places_in(house, digit);
                    if places.is_empty() && !holds(&self.now, house, digit) {
                        return Some(self.others_in_house(house, digit, None));
                    }
                    if let Some(cell) = places.single() {
                        let from = self.others_in_house(house, digit, Some(cell));
                        self.place(Candidate::new(cell, digit), from, Some(house));
                    }
                }
            }
            if self.facts.len() == count {
                return None;
            }
        }
    }

    /// Adds a premise. Returns the contradictory facts if singles lead to a contradiction.
    pub(super) fn suppose(&mut self, premise: Candidate) -> Option<Vec<usize>> {
        self.place(premise, Vec::new(), None);
        self.settle()
    }

    /// Tries a candidate and removes it if the trial fails. Returns the contradictory facts if
    /// singles then lead to a contradiction.
    pub(super) fn refute(&mut self, candidate: Candidate) -> Option<Vec<usize>> {
        let (start, before) = (self.facts.len(), self.now.clone());
        let ends = self.suppose(candidate);
        let facts = self.facts.split_off(start);
        self.now = before;
        let ends = ends?;
        let is_needed = needed(start, &facts, &ends);
        let mut from: Vec<usize> = ends.iter().copied().filter(|&end| end < start).collect();
        let used = facts.iter().zip(&is_needed).filter(|(_, is_needed)| **is_needed);
        from.extend(used.flat_map(|(fact, _)| fact.from.iter().copied().filter(|&from| from < start)));
        from.sort_unstable();
        from.dedup();
        let own = self.note(candidate, false, from, None);
        self.facts[own].trial = Some(Refuted { start, facts, ends });
        self.now.remove(candidate);
        self.settle()
    }

    /// Returns the net of these ends and everything that they depend on.
    pub(super) fn net(&self, ends: &[usize]) -> Net {
        self.net_of(0, &self.facts, ends, &[]).0
    }

    /// Returns the net of those facts, numbered from `start`, that the ends depend on, and the
    /// index of each fact in it. `outside` holds the indices of earlier facts in the outer net.
    fn net_of(
        &self,
        start: usize,
        facts: &[Fact],
        ends: &[usize],
        outside: &[Option<usize>],
    ) -> (Net, Vec<Option<usize>>) {
        let is_needed = needed(start, facts, ends);
        let mut net = Net { consequences: Vec::new(), ends: Vec::new(), house: None };
        let mut places: Vec<Option<usize>> = vec![None; start + facts.len()];
        let needs = |number: usize| number == start || number > start && is_needed[number - start];
        // First the premise, then facts from outside, then consequences.
        let mut known: Vec<usize> = ends.iter().copied().filter(|&end| end < start).collect();
        for (fact, _) in facts.iter().zip(start..).filter(|&(_, number)| needs(number)) {
            known.extend(fact.from.iter().copied().filter(|&from| from < start));
        }
        known.sort_unstable();
        known.dedup();
        let own = (start..start + facts.len()).filter(|&number| needs(number));
        let order: Vec<usize> = std::iter::once(start).chain(known).chain(own.skip(1)).collect();
        for number in order {
            let fact = if number < start { &self.facts[number] } else { &facts[number - start] };
            let is_outside = number < start;
            let from = if is_outside { &[][..] } else { &fact.from };
            let from = from.iter().filter_map(|&from| places[from]).collect();
            places[number] = Some(net.consequences.len());
            let trial = fact.trial.as_ref().filter(|_| !is_outside);
            let inner =
                trial.map(|trial| Box::new(self.net_of(trial.start, &trial.facts, &trial.ends, &places).0));
            net.consequences.push(Consequence {
                node: Node {
                    digit: fact.candidate.digit(),
                    cells: CellSet::only(fact.candidate.cell()),
                    is_on: fact.is_on,
                    through: None,
                },
                from,
                house: if is_outside { None } else { fact.house },
                outer: if is_outside { outside[number] } else { None },
                inner,
            });
        }
        net.ends = ends.iter().filter_map(|&end| places[end]).collect();
        net.house = self.house_left_empty(&net);
        (net, places)
    }

    /// Returns the house in which the ends leave no place for a digit.
    fn house_left_empty(&self, net: &Net) -> Option<usize> {
        let ends = || net.ends.iter().map(|&end| &net.consequences[end].node);
        let digit = ends().next()?.digit;
        let cells = ends().fold(CellSet::EMPTY, |all, node| all | node.cells);
        let is_it = |house: &usize| self.base.places_in(*house, digit) == cells;
        let houses = 0..self.base.shape().houses().len();
        houses.filter(|_| ends().all(|node| node.digit == digit)).find(is_it)
    }
}

/// Returns whether the ends depend on each fact, where facts are numbered from `start`.
fn needed(start: usize, facts: &[Fact], ends: &[usize]) -> Vec<bool> {
    let mut is_needed = vec![false; facts.len()];
    let mut open: Vec<usize> = ends.to_vec();
    while let Some(number) = open.pop() {
        if number >= start && !std::mem::replace(&mut is_needed[number - start], true) {
            open.extend(&facts[number - start].from);
        }
    }
    is_needed
}

/// Returns whether a house holds a digit.
pub(super) fn holds(state: &State<'_>, house: usize, digit: usize) -> bool {
    (state.shape().houses()[house] - state.blanks()).iter().any(|cell| state.value(cell) == digit)
}
