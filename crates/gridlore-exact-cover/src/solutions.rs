//! All solutions of a problem, one at a time, by the engine that suits it.

use crate::problem::Problem;
use crate::search::cells::{Cells, Choice};
use crate::search::images::Images;
use crate::search::several::Several;
use gridlore_core::{Budget, BudgetSpent};
use std::collections::HashSet;

/// How solutions are looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Engine {
    /// What suits the problem.
    #[default]
    Auto,
    /// Dancing cells: for any problem without multiplicities. For others it is `Several`.
    Cells,
    /// Masks in a fixed order: for problems of up to 255 items without colours. For others it is
    /// dancing cells.
    Masks,
    /// An option taken or left out at each step: for any problem.
    Several,
}

/// The solutions of a problem, lazily.
#[derive(Debug, Clone)]
pub struct Solutions<'a> {
    problem: &'a Problem,
    search: Search,
    /// How many nodes the masks may yet take before dancing takes over; no end where nothing else
    /// is to be tried.
    patience: Option<u64>,
    /// How many solutions were told.
    told: usize,
    /// Solutions that the masks told and dancing is not to tell again.
    known: HashSet<Vec<usize>>,
    /// The choices of the solution that was asked about last. Solutions that follow each other
    /// begin alike.
    choices: Vec<Choice>,
}

#[derive(Debug, Clone)]
enum Search {
    Cells(Cells),
    One(Images<1>),
    Two(Images<2>),
    Four(Images<4>),
    Several(Several),
}

/// Problems of more options are left to dancing.
const MOST: usize = 6_000;

/// Masks that took so many times as many nodes as was estimated, and so many at least, were in a
/// bad order.
const PATIENCE: f64 = 30.0;
const LEAST_PATIENCE: f64 = 2e7;

/// After so many solutions the order is not so bad.
const GOOD: usize = 100_000;

/// Problems that dancing cells are through with after so many nodes need no other engine.
const QUICK: u64 = 2_000;

/// The problem by masks; with little patience only if that seems to be quicker than dancing.
fn by_masks(problem: &Problem, is_patient: bool) -> Option<(Search, f64)> {
    match problem.items() {
        0..64 => problem.in_order(is_patient).map(|(images, nodes)| (Search::One(images), nodes)),
        64..128 => problem.in_order(is_patient).map(|(images, nodes)| (Search::Two(images), nodes)),
        _ => problem.in_order(is_patient).map(|(images, nodes)| (Search::Four(images), nodes)),
    }
}

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
            Engine::Masks if self.is_small() => Some(by_masks(self, true)),
            Engine::Auto if self.is_small() => {
                let quick = Cells::of(self).count(&mut Budget::nodes(QUICK));
                if quick.is_ok() { None } else { Some(by_masks(self, false)) }
            }
            _ if self.has_multiplicities() || engine == Engine::Several => {
                Some(Some((Search::Several(Several::of(self)), 0.0)))
            }
            _ => None,
        };
        let (search, nodes) = search.flatten().unwrap_or_else(|| (Search::Cells(Cells::of(self)), 0.0));
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a positive number, cut off"
        )]
        let patience = (nodes * PATIENCE).max(LEAST_PATIENCE) as u64;
        let may_dance = engine == Engine::Auto && nodes > 0.0;
        Solutions {
            problem: self,
            search,
            patience: may_dance.then_some(patience),
            told: 0,
            known: HashSet::new(),
            choices: Vec::new(),
        }
    }

    /// Whether masks can tell the problem, and tables of its options are not too large.
    pub(crate) fn is_small(&self) -> bool {
        self.items() < 256 && self.options() <= MOST && !self.has_colours() && !self.has_multiplicities()
    }
}

/// All solutions, however long each takes: the numbers of their options.
impl Iterator for Solutions<'_> {
    type Item = Vec<usize>;

    fn next(&mut self) -> Option<Vec<usize>> {
        self.next_solution(&mut Budget::unlimited()).ok().flatten()
    }
}

impl Solutions<'_> {
    /// Goes on to the next solution; whether there is one. `choices` tells it.
    ///
    /// # Errors
    /// [`BudgetSpent`] when the next option is not paid for; a later call with a new budget goes on
    /// from there.
    pub fn advance(&mut self, budget: &mut Budget) -> Result<bool, BudgetSpent> {
        let Some(patience) = self.patience else { return self.next_by_search(budget) };
        let mut slice = Budget::nodes(patience.min(budget.left()));
        let advanced = self.next_by_search(&mut slice);
        self.patience = Some(patience - slice.spent());
        budget.spend_many(slice.spent())?;
        match advanced {
            Ok(is_there) => {
                self.told += usize::from(is_there);
                Ok(is_there)
            }
            Err(_) if slice.spent() < patience => Err(BudgetSpent { nodes: budget.spent() }),
            Err(_) => {
                self.patience = None;
                if self.told < GOOD {
                    self.dance();
                }
                self.next_by_search(budget)
            }
        }
    }

    /// Gives the masks up: dancing goes on, and leaves out what was told already.
    fn dance(&mut self) {
        if let Some((masks, _)) = by_masks(self.problem, false) {
            let mut again = Solutions { search: masks, known: HashSet::new(), ..self.clone() };
            for _ in 0..self.told {
                let mut options = again.next().unwrap_or_default();
                options.sort_unstable();
                self.known.insert(options);
            }
        }
        self.search = Search::Cells(Cells::of(self.problem));
        self.choices.clear();
    }

    /// The next solution that was not told before.
    fn next_by_search(&mut self, budget: &mut Budget) -> Result<bool, BudgetSpent> {
        while self.step(budget)? {
            if self.known.is_empty() {
                return Ok(true);
            }
            let mut options = self.options();
            options.sort_unstable();
            if !self.known.remove(&options) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn step(&mut self, budget: &mut Budget) -> Result<bool, BudgetSpent> {
        match &mut self.search {
            Search::Cells(cells) => cells.next(budget),
            Search::One(images) => images.next(budget),
            Search::Two(images) => images.next(budget),
            Search::Four(images) => images.next(budget),
            Search::Several(search) => search.next(self.problem, budget),
        }
    }

    /// The next solution, the numbers of its options; `None` when there is no other.
    ///
    /// # Errors
    /// As for [`Solutions::advance`].
    pub fn next_solution(&mut self, budget: &mut Budget) -> Result<Option<Vec<usize>>, BudgetSpent> {
        Ok(if self.advance(budget)? { Some(self.options()) } else { None })
    }

    /// The last solution, the numbers of its options.
    #[must_use]
    pub fn options(&self) -> Vec<usize> {
        match &self.search {
            Search::One(images) => images.chosen().map(|option| option as usize).collect(),
            Search::Two(images) => images.chosen().map(|option| option as usize).collect(),
            Search::Four(images) => images.chosen().map(|option| option as usize).collect(),
            Search::Cells(cells) => cells.choices().map(|choice| choice.option).collect(),
            Search::Several(search) => search.choices(self.problem).map(|choice| choice.option).collect(),
        }
    }

    /// The choices that led to the last solution, in their order.
    ///
    /// Cost: that of the choices that differ from those of the call before.
    pub fn choices(&mut self) -> &[Choice] {
        let choices = &mut self.choices;
        match &mut self.search {
            Search::Cells(cells) => {
                choices.clear();
                choices.extend(cells.choices());
            }
            Search::One(images) => images.choices(self.problem, choices),
            Search::Two(images) => images.choices(self.problem, choices),
            Search::Four(images) => images.choices(self.problem, choices),
            Search::Several(search) => {
                choices.clear();
                choices.extend(search.choices(self.problem));
            }
        }
        choices
    }

    /// Which part of the search is done, from 0 to 1, if all options of an item led to equally much
    /// of it; nothing where options are taken or left out.
    ///
    /// Cost: some microseconds. To be asked where a budget was spent.
    ///
    /// # Source
    /// The estimate in the progress reports of Donald Knuth's program DLX2.
    #[must_use]
    pub fn part_done(&self) -> Option<f64> {
        match &self.search {
            Search::Cells(cells) => Some(cells.part_done()),
            Search::One(images) => Some(images.part_done()),
            Search::Two(images) => Some(images.part_done()),
            Search::Four(images) => Some(images.part_done()),
            Search::Several(_) => None,
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::make;

    /// The same solutions, each once, whenever the masks are given up, and however often the search
    /// is stopped.
    #[test]
    fn dancing_takes_over() {
        let problem = make::langford(7);
        let sorted = |solutions: &mut Solutions<'_>, slice: u64| {
            let mut all = Vec::new();
            let mut budget = Budget::nodes(slice);
            loop {
                match solutions.next_solution(&mut budget) {
                    Ok(Some(mut options)) => {
                        options.sort_unstable();
                        all.push(options);
                    }
                    Ok(None) => break,
                    Err(_) => budget = Budget::nodes(slice),
                }
            }
            all.sort();
            all
        };
        let expected = sorted(&mut problem.solutions_by(Engine::Masks), u64::MAX);
        assert_eq!(expected.len(), 52);
        let (mut masks, mut danced) = (0, 0);
        for patience in (0..6_000).step_by(250) {
            for slice in [u64::MAX, 333] {
                let mut solutions = problem.solutions_by(Engine::Masks);
                solutions.patience = Some(patience);
                assert_eq!(sorted(&mut solutions, slice), expected, "{patience} nodes, {slice} at once");
                match solutions.search {
                    Search::Cells(_) => danced += 1,
                    _ => masks += 1,
                }
            }
        }
        assert!(masks > 2 && danced > 2, "{masks} times masks to the end, {danced} times not");
    }
}
