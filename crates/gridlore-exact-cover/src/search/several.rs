//! The engine for items that are to be covered several times, and for costs: each step takes an
//! option or leaves it out for good.
//!
//! An item that still needs options and has the fewest to spare decides: the first option that is
//! left of it is taken, and then left out. An item that is covered as often as it may be drops its
//! other options, a secondary item those in another colour. When none needs any more, the options
//! that are left may be taken or not.
//!
//! With costs only solutions below a limit are of interest. What is needed yet costs at least so
//! much: each primary item of an option bears an equal part of what the option costs, and each item
//! as often as it is needed the least that it bears anywhere.
//!
//! Cost: a node of the budget is one option taken; a step looks at all primary items.
//!
//! # Source
//! Binary steps of this kind are in Filip Stappers's dancing cells with multiplicities; costs borne
//! by items are Donald Knuth's "taxes" in DLX5, made simpler. No other engine combines the two.
#![expect(clippy::cast_possible_truncation, reason = "options are numbered in 32 bits")]

use crate::problem::{Colour, Problem};
use crate::search::cells::Choice;
use gridlore_core::{Budget, BudgetSpent, Rng};

/// What was done last, and is taken back first.
#[derive(Debug, Clone, Copy)]
enum Done {
    /// An option is no longer there.
    Gone(u32),
    /// A primary item was covered once more, and needed it or not.
    Covered(u32, bool),
    /// A secondary item got its colour.
    Coloured(u32),
}

/// An option that was taken or left out.
#[derive(Debug, Clone, Copy)]
struct Step {
    option: u32,
    /// The item that decided, if one did, and how many options it had.
    item: Option<u32>,
    of: u32,
    is_taken: bool,
    /// How much had been done before.
    done: usize,
}

/// The solutions of a problem.
#[derive(Debug, Clone)]
pub(crate) struct Several {
    /// The options of each item.
    options: Vec<Vec<u32>>,
    is_there: Vec<bool>,
    /// How many options each item has.
    left: Vec<u32>,
    need: Vec<u32>,
    room: Vec<u32>,
    colour: Vec<Colour>,
    done: Vec<Done>,
    steps: Vec<Step>,
    is_new: bool,
    /// What is taken costs so much, and what is needed yet at least so much, in parts of `PART`.
    cost: u128,
    needed: u128,
    /// The least that each item bears of a cost.
    share: Vec<u128>,
    /// Only solutions that cost less are of interest.
    limit: Option<u128>,
}

/// Costs are told apart into so many equal parts.
const PART: u128 = 1 << 20;

impl Several {
    pub(crate) fn of(problem: &Problem) -> Self {
        let items = 0..problem.items() as u32;
        let mut options = vec![Vec::new(); problem.items()];
        let mut share = vec![u128::MAX; problem.items()];
        for option in 0..problem.options() {
            let entries = problem.entries_of(option);
            let bearers = entries.iter().filter(|entry| problem.is_primary(entry.item)).count() as u128;
            for entry in entries {
                options[entry.item as usize].push(option as u32);
                let share = &mut share[entry.item as usize];
                *share = (*share).min(u128::from(problem.cost(option)) * PART / bearers);
            }
        }
        let need: Vec<u32> = items.clone().map(|item| problem.bounds(item).least).collect();
        let needed = need.iter().zip(&share).filter(|(need, _)| **need > 0).map(|(need, share)| {
            // An item without options has no solution anyway.
            u128::from(*need) * if *share == u128::MAX { 0 } else { *share }
        });
        Self {
            is_there: vec![true; problem.options()],
            left: options.iter().map(|options| options.len() as u32).collect(),
            room: items.map(|item| problem.bounds(item).most).collect(),
            colour: vec![0; problem.items()],
            done: Vec::new(),
            steps: Vec::new(),
            is_new: true,
            cost: 0,
            needed: needed.sum(),
            share,
            limit: None,
            need,
            options,
        }
    }

    /// From here on only solutions that cost less.
    pub(crate) const fn below(&mut self, limit: u128) {
        self.limit = Some(limit);
    }

    /// What the options that are taken cost.
    pub(crate) const fn cost(&self) -> u128 {
        self.cost
    }

    /// The options that are taken, and how.
    pub(crate) fn choices(&self, problem: &Problem) -> impl Iterator<Item = Choice> {
        let taken = self.steps.iter().filter(|step| step.is_taken);
        let choice = move |step: &Step| {
            let option = step.option as usize;
            let entries = problem.entries_of(option);
            let entry = entries.iter().position(|entry| Some(entry.item) == step.item).unwrap_or(0);
            Choice { option, entry, nth: 1, of: step.of as usize }
        };
        taken.map(choice)
    }

    /// Goes on to the next solution; false when there is none.
    pub(crate) fn next(&mut self, problem: &Problem, budget: &mut Budget) -> Result<bool, BudgetSpent> {
        // Whether what is taken and left out so far can be part of a solution.
        let mut is_sound = if std::mem::take(&mut self.is_new) {
            (0..self.left.len()).all(|item| self.left[item] >= self.need[item])
        } else {
            self.turn(problem)
        };
        loop {
            while !is_sound {
                if self.steps.is_empty() {
                    return Ok(false);
                }
                is_sound = self.turn(problem);
            }
            if self.limit.is_some_and(|limit| self.cost + self.needed.div_ceil(PART) >= limit) {
                is_sound = false;
                continue;
            }
            let Some((option, item)) = self.next_option() else { return Ok(true) };
            if let Err(spent) = budget.spend() {
                // Nothing was taken yet; the next call begins here.
                self.is_new = true;
                return Err(spent);
            }
            let of = item.map_or(1, |item| self.left[item as usize]);
            self.steps.push(Step { option, item, of, is_taken: true, done: self.done.len() });
            is_sound = self.take(problem, option);
        }
    }

    /// A way down from the beginning, by chance: how many options a search would take if all ways
    /// were like it, and how many solutions it would find.
    pub(crate) fn way_down(&self, problem: &Problem, rng: &mut Rng) -> (f64, f64) {
        let mut here = self.clone();
        let (mut product, mut options) = (1.0, 0.0);
        if (0..here.left.len()).any(|item| here.left[item] < here.need[item]) {
            return (options, 0.0);
        }
        while let Some((option, _)) = here.next_option() {
            options += product;
            let (mut with, mut without) = (here.clone(), here);
            here = match (with.take(problem, option), without.drop(problem, option)) {
                (false, false) => return (options, 0.0),
                (true, false) => with,
                (false, true) => without,
                (true, true) => {
                    product *= 2.0;
                    if rng.below(2) == 0 { with } else { without }
                }
            };
        }
        (options, product)
    }

    /// The option that is taken next, and the item that decides it.
    fn next_option(&self) -> Option<(u32, Option<u32>)> {
        let needy = (0..self.need.len()).filter(|item| self.need[*item] > 0);
        let item = needy.min_by_key(|item| (self.left[*item] - self.need[*item], self.left[*item]));
        let is_there = |option: &&u32| self.is_there[**option as usize];
        match item {
            Some(item) => self.options[item].iter().find(is_there).map(|option| (*option, Some(item as u32))),
            None => self.is_there.iter().position(|is_there| *is_there).map(|option| (option as u32, None)),
        }
    }

    /// Takes back the last option that was taken, and leaves it out; whether anything can come of
    /// that. Nothing was taken: there are no steps left then, and nothing comes.
    fn turn(&mut self, problem: &Problem) -> bool {
        while let Some(step) = self.steps.pop() {
            self.take_back(problem, step.done);
            if step.is_taken {
                self.cost -= u128::from(problem.cost(step.option as usize));
                self.steps.push(Step { is_taken: false, ..step });
                return self.drop(problem, step.option);
            }
        }
        false
    }

    fn take_back(&mut self, problem: &Problem, to: usize) {
        while self.done.len() > to {
            match self.done.pop().expect("there is more") {
                Done::Gone(option) => {
                    self.is_there[option as usize] = true;
                    for entry in problem.entries_of(option as usize) {
                        self.left[entry.item as usize] += 1;
                    }
                }
                Done::Covered(item, was_needed) => {
                    self.room[item as usize] += 1;
                    if was_needed {
                        self.need[item as usize] += 1;
                        self.needed += self.share[item as usize];
                    }
                }
                Done::Coloured(item) => self.colour[item as usize] = 0,
            }
        }
    }

    /// Takes an option away; whether all its items have as many as they need.
    fn drop(&mut self, problem: &Problem, option: u32) -> bool {
        self.is_there[option as usize] = false;
        self.done.push(Done::Gone(option));
        let mut is_sound = true;
        for entry in problem.entries_of(option as usize) {
            let item = entry.item as usize;
            self.left[item] -= 1;
            is_sound &= self.left[item] >= self.need[item];
        }
        is_sound
    }

    /// Takes an option; whether anything can come of it.
    fn take(&mut self, problem: &Problem, option: u32) -> bool {
        self.cost += u128::from(problem.cost(option as usize));
        // What it needs itself is told before it goes, so that its items are not found to have too
        // few.
        for entry in problem.entries_of(option as usize).iter().filter(|entry| problem.is_primary(entry.item))
        {
            let item = entry.item as usize;
            let is_needed = self.need[item] > 0;
            self.room[item] -= 1;
            self.done.push(Done::Covered(entry.item, is_needed));
            if is_needed {
                self.need[item] -= 1;
                self.needed -= self.share[item];
            }
        }
        let mut is_sound = self.drop(problem, option);
        for entry in problem.entries_of(option as usize) {
            let item = entry.item as usize;
            let is_primary = problem.is_primary(entry.item);
            if (is_primary && self.room[item] > 0)
                || (!is_primary && entry.colour != 0 && self.colour[item] != 0)
            {
                continue;
            }
            if !is_primary && entry.colour != 0 {
                self.colour[item] = entry.colour;
                self.done.push(Done::Coloured(entry.item));
            }
            for at in 0..self.options[item].len() {
                let other = self.options[item][at];
                let same =
                    |other: &crate::problem::Entry| other.item == entry.item && other.colour == entry.colour;
                let agrees =
                    !is_primary && entry.colour != 0 && problem.entries_of(other as usize).iter().any(same);
                if self.is_there[other as usize] && !agrees {
                    is_sound &= self.drop(problem, other);
                    if !is_sound {
                        return false;
                    }
                }
            }
        }
        is_sound
    }
}

impl Problem {
    /// The solutions of the least cost, at most so many, the cheapest first: cost and options. Of
    /// several that cost the same those count that were found first.
    ///
    /// # Errors
    /// [`BudgetSpent`] when more options had to be tried than `budget` allows.
    pub fn cheapest(
        &self,
        count: usize,
        budget: &mut Budget,
    ) -> Result<Vec<(u128, Vec<usize>)>, BudgetSpent> {
        let mut search = Several::of(self);
        let mut best: Vec<(u128, Vec<usize>)> = Vec::new();
        while count > 0 && search.next(self, budget)? {
            let options = search.choices(self).map(|choice| choice.option).collect();
            let place = best.partition_point(|entry| entry.0 <= search.cost());
            best.insert(place, (search.cost(), options));
            best.truncate(count);
            if best.len() == count {
                search.below(best[count - 1].0);
            }
        }
        Ok(best)
    }
}
