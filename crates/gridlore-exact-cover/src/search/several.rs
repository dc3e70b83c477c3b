//! The engine for multiplicities and costs: each step takes an option or permanently excludes it.
//!
//! Each step selects the item that still needs options and has the fewest to spare: its first
//! remaining option is taken, and excluded on backtracking. An item that is covered as often as
//! allowed drops its other options; a secondary item drops options of another colour. When no item
//! needs more, the remaining options are optional.
//!
//! With costs, the search accepts only solutions below a limit. A lower bound on the remaining cost
//! prunes the search: each primary item of an option bears an equal share of its cost, and each
//! needed item contributes its smallest share once for each time it is needed.
//!
//! Cost: a node of the budget is one option taken. Each step visits all primary items.
//!
//! # Source
//! Filip Stappers's dancing cells with multiplicities use binary steps of this kind. Shares of cost
//! are a simpler form of the "taxes" in Donald Knuth's DLX5. No other engine combines the two.
#![expect(clippy::cast_possible_truncation, reason = "options are numbered in 32 bits")]

use crate::problem::{Colour, Problem};
use crate::search::cells::Choice;
use gridlore_core::{Budget, BudgetSpent, Rng};

/// A change that can be reverted.
#[derive(Debug, Clone, Copy)]
enum Change {
    /// An option was removed.
    Gone(u32),
    /// A primary item was covered once more; the flag says whether it needed to be.
    Covered(u32, bool),
    /// A secondary item received its colour.
    Coloured(u32),
}

/// An option that was taken or excluded.
#[derive(Debug, Clone, Copy)]
struct Step {
    option: u32,
    /// The item that was selected, if any, and the number of its options.
    item: Option<u32>,
    of: u32,
    is_taken: bool,
    /// The number of changes before the step.
    done: usize,
}

/// The solutions of a problem, found with binary steps.
#[derive(Debug, Clone)]
pub(crate) struct Several {
    /// The options of each item.
    options: Vec<Vec<u32>>,
    is_there: Vec<bool>,
    /// The number of options left for each item.
    left: Vec<u32>,
    need: Vec<u32>,
    room: Vec<u32>,
    colour: Vec<Colour>,
    done: Vec<Change>,
    steps: Vec<Step>,
    is_new: bool,
    /// The cost of the taken options, and the lower bound on the remaining cost in units of `1 /
    /// PART`.
    cost: u128,
    needed: u128,
    /// The smallest share of a cost that each item bears.
    share: Vec<u128>,
    /// The exclusive upper limit for the cost of a solution.
    limit: Option<u128>,
}

/// The number of units in a cost of 1.
const PART: u128 = 1 << 20;

impl Several {
    pub(crate) fn new(problem: &Problem) -> Self {
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
            // If an item has no options, there is no solution in any case.
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

    /// Restricts the rest of the search to solutions below this cost.
    pub(crate) const fn below(&mut self, limit: u128) {
        self.limit = Some(limit);
    }

    /// Returns the cost of the taken options.
    pub(crate) const fn cost(&self) -> u128 {
        self.cost
    }

    /// Returns the taken options, with details of each choice.
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

    /// Advances to the next solution; returns `false` after the last.
    pub(crate) fn next(&mut self, problem: &Problem, budget: &mut Budget) -> Result<bool, BudgetSpent> {
        // Whether the current choices can be part of a solution.
        let mut is_sound = if std::mem::take(&mut self.is_new) {
            (0..self.left.len()).all(|item| self.left[item] >= self.need[item])
        } else {
            self.backtrack(problem)
        };
        loop {
            while !is_sound {
                if self.steps.is_empty() {
                    return Ok(false);
                }
                is_sound = self.backtrack(problem);
            }
            if self.limit.is_some_and(|limit| self.cost + self.needed.div_ceil(PART) >= limit) {
                is_sound = false;
                continue;
            }
            let Some((option, item)) = self.next_option() else { return Ok(true) };
            if let Err(spent) = budget.spend() {
                // Nothing was taken yet, so the next call starts here.
                self.is_new = true;
                return Err(spent);
            }
            let of = item.map_or(1, |item| self.left[item as usize]);
            self.steps.push(Step { option, item, of, is_taken: true, done: self.done.len() });
            is_sound = self.take(problem, option);
        }
    }

    /// Descends from the root at random; returns estimates of the number of options that a search
    /// would take and of the number of solutions that it would find, assuming that every path is
    /// like this one.
    pub(crate) fn descend(&self, problem: &Problem, rng: &mut Rng) -> (f64, f64) {
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

    /// Returns the next option to take, with the item that it was selected for.
    fn next_option(&self) -> Option<(u32, Option<u32>)> {
        let needy = (0..self.need.len()).filter(|item| self.need[*item] > 0);
        let item = needy.min_by_key(|item| (self.left[*item] - self.need[*item], self.left[*item]));
        let is_there = |option: &&u32| self.is_there[**option as usize];
        match item {
            Some(item) => self.options[item].iter().find(is_there).map(|option| (*option, Some(item as u32))),
            None => self.is_there.iter().position(|is_there| *is_there).map(|option| (option as u32, None)),
        }
    }

    /// Reverts the last taken option and excludes it; returns whether a solution is still possible.
    /// If no taken option is left, the search is over.
    fn backtrack(&mut self, problem: &Problem) -> bool {
        while let Some(step) = self.steps.pop() {
            self.revert(problem, step.done);
            if step.is_taken {
                self.cost -= u128::from(problem.cost(step.option as usize));
                self.steps.push(Step { is_taken: false, ..step });
                return self.drop(problem, step.option);
            }
        }
        false
    }

    fn revert(&mut self, problem: &Problem, to: usize) {
        while self.done.len() > to {
            match self.done.pop().expect("the list is longer than `to`") {
                Change::Gone(option) => {
                    self.is_there[option as usize] = true;
                    for entry in problem.entries_of(option as usize) {
                        self.left[entry.item as usize] += 1;
                    }
                }
                Change::Covered(item, was_needed) => {
                    self.room[item as usize] += 1;
                    if was_needed {
                        self.need[item as usize] += 1;
                        self.needed += self.share[item as usize];
                    }
                }
                Change::Coloured(item) => self.colour[item as usize] = 0,
            }
        }
    }

    /// Removes an option; returns whether all its items still have as many options as they need.
    fn drop(&mut self, problem: &Problem, option: u32) -> bool {
        self.is_there[option as usize] = false;
        self.done.push(Change::Gone(option));
        let mut is_sound = true;
        for entry in problem.entries_of(option as usize) {
            let item = entry.item as usize;
            self.left[item] -= 1;
            is_sound &= self.left[item] >= self.need[item];
        }
        is_sound
    }

    /// Takes an option; returns whether a solution is still possible.
    fn take(&mut self, problem: &Problem, option: u32) -> bool {
        self.cost += u128::from(problem.cost(option as usize));
        // Update the needs of its items before removing the option, so that they do not seem to
        // have too few options.
        for entry in problem.entries_of(option as usize).iter().filter(|entry| problem.is_primary(entry.item))
        {
            let item = entry.item as usize;
            let is_needed = self.need[item] > 0;
            self.room[item] -= 1;
            self.done.push(Change::Covered(entry.item, is_needed));
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
                self.done.push(Change::Coloured(entry.item));
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
    /// Returns the `count` cheapest solutions, cheapest first, each as its cost and its options. Of
    /// equally cheap solutions, those found first are kept.
    ///
    /// # Errors
    /// Returns [`BudgetSpent`] if the search tries more options than `budget` allows.
    pub fn cheapest(
        &self,
        count: usize,
        budget: &mut Budget,
    ) -> Result<Vec<(u128, Vec<usize>)>, BudgetSpent> {
        let mut search = Several::new(self);
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
