//! All solutions of a problem, one at a time, by the engine that suits it.

use crate::cells::{Cells, Choice};
use crate::masks::{Masks, Walk};
use crate::order::{estimate, orders};
use crate::problem::Problem;
use crate::reduce::Conflicts;
use crate::several::Several;
use gridlore_core::{Budget, BudgetSpent, Rng};

/// How solutions are looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Engine {
    /// What suits the problem.
    #[default]
    Auto,
    /// Dancing cells: for any problem without multiplicities. For others it is `Several`.
    Cells,
    /// Masks in a fixed order: for problems of up to 255 items without colours. For others it is dancing cells.
    Masks,
    /// An option taken or left out at each step: for any problem.
    Several,
}

/// The solutions of a problem, lazily.
#[derive(Debug, Clone)]
pub struct Solutions<'a> {
    problem: &'a Problem,
    search: Search,
}

#[derive(Debug, Clone)]
enum Search {
    Cells(Cells),
    One(Walk<1>),
    Two(Walk<2>),
    Four(Walk<4>),
    Several(Several),
}

/// Dancing one option takes as long as some thirty masks; and states that are known to be dead save masks what no estimate sees.
const CELLS_FOR_MASKS: f64 = 100.0;

/// Ways down to tell a bad order from a good one.
const FEW_WAYS: u32 = 60;

/// Ways down for the first estimate, and for the second.
const FIRST_WAYS: u32 = 100;
const MORE_WAYS: u32 = 1_000;

/// A node takes as long as so many steps of looking which pairs of options are impossible.
const STEPS_FOR_NODES: f64 = 4.0;

/// Searches of so many nodes are over before another estimate is.
const SMALL: f64 = 5e6;

/// Problems of more options are left to dancing.
const MOST: usize = 6_000;

/// Problems that dancing cells are through with after so many nodes need no other engine.
const QUICK: u64 = 2_000;

impl Problem {
    /// All solutions, one at a time, in an order that is always the same.
    #[must_use]
    pub fn solutions(&self) -> Solutions<'_> {
        self.solutions_by(Engine::Auto)
    }

    /// All solutions by an engine of one's choice.
    #[must_use]
    pub fn solutions_by(&self, engine: Engine) -> Solutions<'_> {
        let search = match engine {
            Engine::Masks if self.is_small() => Some(self.by_masks(true)),
            Engine::Auto if self.is_small() => {
                let quick = Cells::of(self).count(&mut Budget::nodes(QUICK));
                if quick.is_ok() { None } else { Some(self.by_masks(false)) }
            }
            _ if self.has_multiplicities() || engine == Engine::Several => {
                Some(Some(Search::Several(Several::of(self))))
            }
            _ => None,
        };
        let search = search.flatten().unwrap_or_else(|| Search::Cells(Cells::of(self)));
        Solutions { problem: self, search }
    }

    /// Whether masks can tell the problem, and tables of its options are not too large.
    pub(crate) fn is_small(&self) -> bool {
        self.items() < 256 && self.options() <= MOST && !self.has_colours() && !self.has_multiplicities()
    }

    /// The problem in the order in which the fewest states seem to be.
    pub(crate) fn masks_to_count<const WORDS: usize>(&self) -> Option<Masks<WORDS>> {
        let mut rng = Rng::new(0);
        let conflicts = Conflicts::of(self);
        let masks = orders(self).into_iter().map(|order| Masks::of(self, &conflicts, &order));
        let masks = masks.map(|masks| (estimate(&masks, FEW_WAYS, &mut rng), masks));
        masks.reduce(|best, next| if next.0 < best.0 { next } else { best }).map(|entry| entry.1)
    }

    fn by_masks(&self, is_patient: bool) -> Option<Search> {
        match self.items() {
            0..64 => self.best_walk(is_patient).map(Search::One),
            64..128 => self.best_walk(is_patient).map(Search::Two),
            _ => self.best_walk(is_patient).map(Search::Four),
        }
    }

    /// The problem in the best order that was found; with little patience only if it seems to be quicker than dancing.
    fn best_walk<const WORDS: usize>(&self, is_patient: bool) -> Option<Walk<WORDS>> {
        let mut rng = Rng::new(0);
        let conflicts = Conflicts::of(self);
        let mut all: Vec<(f64, Masks<WORDS>)> = orders(self)
            .into_iter()
            .map(|order| {
                let masks = Masks::of(self, &conflicts, &order);
                (estimate(&masks, FIRST_WAYS, &mut rng), masks)
            })
            .collect();
        let least =
            |all: &[(f64, Masks<WORDS>)]| all.iter().map(|entry| entry.0).fold(f64::INFINITY, f64::min);
        let first = least(&all);
        if first > SMALL {
            // A few ways tell little of a large tree.
            all.retain(|entry| entry.0 <= first * 20.0);
            for (nodes, masks) in &mut all {
                *nodes = estimate(masks, MORE_WAYS, &mut rng);
            }
        }
        let nodes = least(&all);
        let is_better = is_patient
            || nodes <= SMALL
            || nodes <= crate::estimate::nodes(self, MORE_WAYS, &mut rng) * CELLS_FOR_MASKS;
        let (_, mut masks) = all.into_iter().find(|entry| is_better && entry.0 <= nodes)?;
        // To look at all pairs takes about so many steps.
        let steps = (self.options() * self.options() / 64 * self.primary()) as f64;
        if nodes * STEPS_FOR_NODES > steps {
            masks.lay_pairs(&conflicts);
        }
        Some(Walk::of(masks))
    }
}

impl Solutions<'_> {
    /// Goes on to the next solution; whether there is one. `choices` tells it.
    ///
    /// # Errors
    /// [`BudgetSpent`] when the next option is not paid for; a later call with a new budget goes on from there.
    pub fn advance(&mut self, budget: &mut Budget) -> Result<bool, BudgetSpent> {
        match &mut self.search {
            Search::Cells(cells) => cells.next(budget),
            Search::One(walk) => walk.next(budget),
            Search::Two(walk) => walk.next(budget),
            Search::Four(walk) => walk.next(budget),
            Search::Several(search) => search.next(self.problem, budget),
        }
    }

    /// The next solution, the numbers of its options; `None` when there is no other.
    ///
    /// # Errors
    /// As for [`Solutions::advance`].
    pub fn next_solution(&mut self, budget: &mut Budget) -> Result<Option<Vec<usize>>, BudgetSpent> {
        Ok(if self.advance(budget)? {
            Some(self.choices().iter().map(|choice| choice.option).collect())
        } else {
            None
        })
    }

    /// The last solution, and how it was come by.
    #[must_use]
    pub fn choices(&self) -> Vec<Choice> {
        match &self.search {
            Search::Cells(cells) => cells.choices().collect(),
            Search::One(walk) => walk.choices(self.problem),
            Search::Two(walk) => walk.choices(self.problem),
            Search::Four(walk) => walk.choices(self.problem),
            Search::Several(search) => search.choices(self.problem),
        }
    }

    /// How many solutions there are from here on, counted up to `limit`.
    ///
    /// # Errors
    /// As for [`Solutions::advance`]; what was counted before is lost.
    pub fn count_up_to(&mut self, limit: u64, budget: &mut Budget) -> Result<u64, BudgetSpent> {
        let mut count = 0;
        while count < limit && self.advance(budget)? {
            count += 1;
        }
        Ok(count)
    }
}
