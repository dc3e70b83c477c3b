//! What follows from a premise by singles and by trials below it, with the reason of everything.

use crate::{Candidate, CellSet, Consequence, Net, Node, State};

/// What is there below the premise, or not.
struct Fact {
    candidate: Candidate,
    is_on: bool,
    /// The earlier facts that it rests on.
    from: Vec<usize>,
    /// The house in which it is the digit's last place, if it is there for that.
    house: Option<usize>,
    /// Why it is not there, where a trial of it failed.
    trial: Option<Refuted>,
}

/// A trial that failed: what was supposed first, then what followed; and what cannot be together,
/// by number. Numbers below `start` are those of facts outside.
struct Refuted {
    start: usize,
    facts: Vec<Fact>,
    ends: Vec<usize>,
}

/// Facts in the order in which they came.
pub(super) struct Trail<'s> {
    /// Before anything was supposed.
    base: State<'s>,
    now: State<'s>,
    facts: Vec<Fact>,
    /// Looks at the places of this digit alone, where there is one.
    only: Option<usize>,
}

impl<'s> Trail<'s> {
    pub(super) fn new(state: &State<'s>) -> Self {
        Self { base: state.clone(), now: state.clone(), facts: Vec::new(), only: None }
    }

    /// Of what follows by the places of one digit alone.
    pub(super) fn of_digit(state: &State<'s>, digit: usize) -> Self {
        Self { only: Some(digit), ..Self::new(state) }
    }

    /// What the facts so far leave.
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

    /// Places a digit: nothing else is in its cell, and it is nowhere else that the cell sees.
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

    /// The facts by which these are not there.
    fn gone(&self, candidates: impl Iterator<Item = Candidate>) -> Vec<usize> {
        candidates.filter_map(|candidate| self.fact_of(candidate, false)).collect()
    }

    /// The candidates of a cell before anything was supposed, but that one.
    fn others_in_cell(&self, cell: usize, but: Option<usize>) -> Vec<usize> {
        let others = self.base.candidates(cell).iter().filter(|&digit| Some(digit) != but);
        self.gone(others.map(|digit| Candidate::new(cell, digit)))
    }

    /// The places of a digit in a house before anything was supposed, but that one.
    fn others_in_house(&self, house: usize, digit: usize, but: Option<usize>) -> Vec<usize> {
        let places = self.base.places_in(house, digit).iter().filter(|&cell| Some(cell) != but);
        self.gone(places.map(|cell| Candidate::new(cell, digit)))
    }

    /// Places singles as long as there are any; what cannot be, where it comes to that.
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

    /// Supposes a candidate; what cannot be then, if singles get there.
    pub(super) fn suppose(&mut self, premise: Candidate) -> Option<Vec<usize>> {
        self.place(premise, Vec::new(), None);
        self.settle()
    }

    /// Takes away a candidate whose trial fails, with the trial; what cannot be then, if singles
    /// get there.
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

    /// The net of what these rest on.
    pub(super) fn net(&self, ends: &[usize]) -> Net {
        self.net_of(0, &self.facts, ends, &[]).0
    }

    /// The net of those of these facts, numbered from `start`, that the ends rest on; `outside`
    /// tells where the facts before are in the net around. And where the facts are in it.
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
        // The premise, what is known from outside, and then what follows.
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

    /// The house whose places for a digit the ends take away.
    fn house_left_empty(&self, net: &Net) -> Option<usize> {
        let ends = || net.ends.iter().map(|&end| &net.consequences[end].node);
        let digit = ends().next()?.digit;
        let cells = ends().fold(CellSet::EMPTY, |all, node| all | node.cells);
        let is_it = |house: &usize| self.base.places_in(*house, digit) == cells;
        let houses = 0..self.base.shape().houses().len();
        houses.filter(|_| ends().all(|node| node.digit == digit)).find(is_it)
    }
}

/// By fact, numbered from `start`, whether the ends rest on it.
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

/// Whether a digit stands in a house.
pub(super) fn holds(state: &State<'_>, house: usize, digit: usize) -> bool {
    (state.shape().houses()[house] - state.blanks()).iter().any(|cell| state.value(cell) == digit)
}
