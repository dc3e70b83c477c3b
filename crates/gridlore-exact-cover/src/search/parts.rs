//! Splits a problem into parts: each has some options chosen and some excluded, and is itself a
//! smaller problem.
//!
//! Every solution of the problem is in exactly one part, so parts can be solved in any order and on
//! different machines, and their counts add up. The split depends only on the problem and the
//! number of parts.
#![expect(clippy::cast_possible_truncation, reason = "items and options are numbered in 32 bits")]

use crate::problem::{Bounds, Problem};
use crate::search::cells::Choice;

/// A part of a problem.
#[derive(Debug, Clone)]
pub struct Part {
    /// The options that every solution of this part contains, numbered as in the whole problem.
    pub chosen: Vec<Choice>,
    /// The remaining items and options.
    pub problem: Problem,
    /// The numbers of the remaining options in the whole problem.
    pub numbers: Vec<usize>,
    /// The number of parts that this part represents: 1, except in [`Problem::parts_to_count`].
    pub weight: u64,
}

impl Problem {
    /// Splits the problem into at least `at_least` parts, if it is large enough. Parts that
    /// obviously have no solution are omitted.
    #[must_use]
    pub fn parts(&self, at_least: usize) -> Vec<Part> {
        self.cut_further(vec![Part::whole(self)], at_least)
    }

    /// Splits the problem like [`Problem::parts`], but if the problem is symmetric, returns only
    /// representatives: each stands for `weight` parts with equally many solutions.
    #[must_use]
    pub fn parts_to_count(&self, at_least: usize) -> Vec<Part> {
        let whole = Part::whole(self);
        let options = self.options_of_items();
        let of_orbit = |(option, weight): (u32, u64)| {
            let mut part = whole.with(option as usize, &[], &options)?;
            part.chosen.push(Choice { option: option as usize, entry: 0, nth: 1, of: 1 });
            part.weight = weight;
            Some(part)
        };
        let first = match self.weights() {
            Some(weights) => weights.into_iter().filter_map(of_orbit).collect(),
            None => vec![whole],
        };
        self.cut_further(first, at_least)
    }

    fn cut_further(&self, mut parts: Vec<Part>, at_least: usize) -> Vec<Part> {
        while parts.len() < at_least {
            let mut is_cut = false;
            parts = parts
                .into_iter()
                .flat_map(|part| match part.problem.item_to_cut() {
                    Some(item) => {
                        is_cut = true;
                        part.cut(self, item)
                    }
                    None => vec![part],
                })
                .collect();
            if !is_cut {
                break;
            }
        }
        parts
    }

    /// Returns the options of each item.
    pub(crate) fn options_of_items(&self) -> Vec<Vec<usize>> {
        let mut options = vec![Vec::new(); self.items()];
        for option in 0..self.options() {
            for entry in self.entries_of(option) {
                options[entry.item as usize].push(option);
            }
        }
        options
    }

    /// Returns the item that needs options and has the fewest to spare; `None` if no item needs
    /// any.
    fn item_to_cut(&self) -> Option<u32> {
        let options = self.options_of_items();
        let needs = (0..self.primary()).filter(|item| self.bounds(*item as u32).least > 0);
        let spare = |item: &usize| options[*item].len() as i64 - i64::from(self.bounds(*item as u32).least);
        needs.min_by_key(spare).map(|item| item as u32)
    }
}

impl Part {
    /// Returns the whole problem as a part.
    fn whole(problem: &Problem) -> Self {
        Self {
            chosen: Vec::new(),
            problem: problem.clone(),
            numbers: (0..problem.options()).collect(),
            weight: 1,
        }
    }

    /// Translates a solution of this part into a solution of the whole problem.
    #[must_use]
    pub fn to_whole(&self, whole: &Problem, choices: &[Choice]) -> Vec<Choice> {
        let inner = choices.iter().map(|choice| self.choice_in_whole(whole, *choice));
        self.chosen.iter().copied().chain(inner).collect()
    }

    /// Translates a choice of this part into a choice of the whole problem, where the option has
    /// another number and more entries.
    fn choice_in_whole(&self, whole: &Problem, choice: Choice) -> Choice {
        let item = self
            .problem
            .entries_of(choice.option)
            .get(choice.entry)
            .map(|entry| self.problem.name(entry.item));
        let option = self.numbers[choice.option];
        let entry = whole.entries_of(option).iter().position(|entry| Some(whole.name(entry.item)) == item);
        Choice { option, entry: entry.unwrap_or(0), ..choice }
    }

    /// Splits by the first chosen option of an item that needs one.
    fn cut(self, whole: &Problem, item: u32) -> Vec<Self> {
        let options = self.problem.options_of_items();
        let own = &options[item as usize];
        let least = self.problem.bounds(item).least as usize;
        // If a later option were the first, too few options would be left.
        let firsts = (own.len() + 1).saturating_sub(least);
        let part = |at: usize| {
            let mut part = self.with(own[at], &own[..at], &options)?;
            let entries = self.problem.entries_of(own[at]);
            let entry = entries.iter().position(|entry| entry.item == item).unwrap_or(0);
            let choice = Choice { option: own[at], entry, nth: at + 1, of: own.len() };
            part.chosen.push(self.choice_in_whole(whole, choice));
            Some(part)
        };
        (0..firsts).filter_map(part).collect()
    }

    /// Returns the part that remains after choosing one option and excluding others; `None` if an
    /// item then has too few options.
    fn with(&self, chosen: usize, left_out: &[usize], options: &[Vec<usize>]) -> Option<Self> {
        let problem = &self.problem;
        let mut is_there = vec![true; problem.options()];
        is_there[chosen] = false;
        for option in left_out {
            is_there[*option] = false;
        }
        let mut bounds: Vec<Bounds> =
            (0..problem.primary() as u32).map(|item| problem.bounds(item)).collect();
        let mut is_left = vec![true; problem.items()];
        for entry in problem.entries_of(chosen) {
            let item = entry.item as usize;
            if let Some(bounds) = bounds.get_mut(item) {
                *bounds = Bounds { least: bounds.least.saturating_sub(1), most: bounds.most - 1 };
                if bounds.most > 0 {
                    continue;
                }
            }
            is_left[item] = false;
            // A secondary item stays open for options with the same colour.
            let agrees = |option: usize| entry.colour != 0 && problem.entries_of(option).contains(entry);
            for option in options[item].iter().filter(|option| !agrees(**option)) {
                is_there[*option] = false;
            }
        }
        let kept: Vec<usize> = (0..problem.options()).filter(|option| is_there[*option]).collect();
        let bounds_of = |item: u32| bounds[item as usize];
        let left = problem.restricted(&is_left, bounds_of, kept.iter().copied());
        let numbers = kept.iter().map(|option| self.numbers[*option]).collect();
        let counts = left.options_of_items();
        let is_possible =
            (0..left.primary()).all(|item| counts[item].len() >= left.bounds(item as u32).least as usize);
        is_possible.then_some(Self {
            chosen: self.chosen.clone(),
            problem: left,
            numbers,
            weight: self.weight,
        })
    }
}
