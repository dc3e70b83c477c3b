//! All solutions of a problem, found one at a time by a suitable engine.

use crate::problem::Problem;
use crate::search::cells::{Cells, Choice};
use crate::search::images::Images;
use crate::search::several::Several;
use gridlore_core::{Budget, BudgetSpent};
use std::borrow::Cow;
use std::collections::HashSet;

/// A search engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Engine {
    /// The engine that suits the problem.
    #[default]
    Auto,
    /// Dancing cells, for problems without multiplicities; other problems use `Several`.
    Cells,
    /// Masks in a fixed order, for problems of up to 255 items without colours; other problems use
    /// dancing cells.
    Masks,
    /// Binary steps that take or exclude an option, for any problem.
    Several,
}

/// The solutions of a problem, computed lazily.
#[derive(Debug, Clone)]
pub struct Solutions<'a> {
    problem: Cow<'a, Problem>,
    search: Search,
    /// The number of nodes that the masks may still spend before dancing cells take over; `None`
    /// for no limit.
    patience: Option<u64>,
    /// The number of solutions returned so far.
    returned: usize,
    /// Solutions that the masks returned, which dancing cells must skip.
    known: HashSet<Vec<usize>>,
    /// The choices of the last solution that was requested; successive solutions share a prefix.
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

/// Maximum number of options of a problem for the masks.
const MAX_OPTIONS: usize = 6_000;

/// The order is considered bad once the masks have spent this multiple of the estimated number of
/// nodes, or the minimum if that is larger.
const PATIENCE: f64 = 30.0;
const MIN_PATIENCE: f64 = 2e7;

/// Number of solutions after which the order is considered good enough.
const GOOD_ENOUGH: usize = 100_000;

/// Number of nodes that dancing cells get before other engines are considered.
const QUICK: u64 = 2_000;

/// Returns a search with masks; if `is_patient` is false, only if it seems faster than dancing
/// cells.
fn by_masks(problem: &Problem, is_patient: bool) -> Option<(Search, f64)> {
    match problem.items() {
        0..64 => problem.in_order(is_patient).map(|(images, nodes)| (Search::One(images), nodes)),
        64..128 => problem.in_order(is_patient).map(|(images, nodes)| (Search::Two(images), nodes)),
        _ => problem.in_order(is_patient).map(|(images, nodes)| (Search::Four(images), nodes)),
    }
}

impl Problem {
    /// Enumerates all solutions in a deterministic order.
    #[must_use]
    pub fn solutions(&self) -> Solutions<'_> {
        self.solutions_by(Engine::Auto)
    }

    /// Enumerates all solutions as [`Self::solutions`] does, but takes ownership of the problem.
    #[must_use]
    pub fn into_solutions(self) -> Solutions<'static> {
        Solutions::new(Cow::Owned(self), Engine::Auto)
    }

    /// Enumerates all solutions with a given engine.
    #[must_use]
    pub fn solutions_by(&self, engine: Engine) -> Solutions<'_> {
        Solutions::new(Cow::Borrowed(self), engine)
    }

    /// Returns whether the masks support the problem and its tables are not too large.
    pub(crate) fn is_small(&self) -> bool {
        self.items() < 256
            && self.options() <= MAX_OPTIONS
            && !self.has_colours()
            && !self.has_multiplicities()
    }
}

/// Iterates over all solutions without a budget. Each element lists the option numbers of a
/// solution.
impl Iterator for Solutions<'_> {
    type Item = Vec<usize>;

    fn next(&mut self) -> Option<Vec<usize>> {
        self.next_solution(&mut Budget::unlimited()).ok().flatten()
    }
}

impl<'a> Solutions<'a> {
    fn new(problem: Cow<'a, Problem>, engine: Engine) -> Self {
        let search = match engine {
            Engine::Masks if problem.is_small() => Some(by_masks(&problem, true)),
            Engine::Auto if problem.is_small() => {
                let quick = Cells::new(&problem).count(&mut Budget::nodes(QUICK));
                if quick.is_ok() { None } else { Some(by_masks(&problem, false)) }
            }
            _ if problem.has_multiplicities() || engine == Engine::Several => {
                Some(Some((Search::Several(Several::new(&problem)), 0.0)))
            }
            _ => None,
        };
        let (search, nodes) = search.flatten().unwrap_or_else(|| (Search::Cells(Cells::new(&problem)), 0.0));
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "the number is positive and is truncated"
        )]
        let patience = (nodes * PATIENCE).max(MIN_PATIENCE) as u64;
        let may_dance = engine == Engine::Auto && nodes > 0.0;
        Self {
            problem,
            search,
            patience: may_dance.then_some(patience),
            returned: 0,
            known: HashSet::new(),
            choices: Vec::new(),
        }
    }

    /// Returns the problem.
    #[must_use]
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// Advances to the next solution; returns whether there is one. [`Self::options`] and
    /// [`Self::choices`] then describe it.
    ///
    /// # Errors
    /// Returns [`BudgetSpent`] if the budget does not cover the next option; a later call continues
    /// from there.
    pub fn advance(&mut self, budget: &mut Budget) -> Result<bool, BudgetSpent> {
        let Some(patience) = self.patience else { return self.next_by_search(budget) };
        let mut slice = Budget::nodes(patience.min(budget.left()));
        let advanced = self.next_by_search(&mut slice);
        self.patience = Some(patience - slice.spent());
        budget.spend_many(slice.spent())?;
        match advanced {
            Ok(is_there) => {
                self.returned += usize::from(is_there);
                Ok(is_there)
            }
            Err(_) if slice.spent() < patience => Err(BudgetSpent { nodes: budget.spent() }),
            Err(_) => {
                self.patience = None;
                if self.returned < GOOD_ENOUGH {
                    self.dance();
                }
                self.next_by_search(budget)
            }
        }
    }

    /// Replaces the masks with dancing cells, which skip the solutions already returned.
    fn dance(&mut self) {
        if let Some((masks, _)) = by_masks(&self.problem, false) {
            let mut again = Solutions { search: masks, known: HashSet::new(), ..self.clone() };
            for _ in 0..self.returned {
                let mut options = again.next().unwrap_or_default();
                options.sort_unstable();
                self.known.insert(options);
            }
        }
        self.search = Search::Cells(Cells::new(&self.problem));
        self.choices.clear();
    }

    /// Advances to the next solution that was not returned before.
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
            Search::Several(search) => search.next(&self.problem, budget),
        }
    }

    /// Returns the options of the next solution; `None` after the last.
    ///
    /// # Errors
    /// Returns the same errors as [`Solutions::advance`].
    pub fn next_solution(&mut self, budget: &mut Budget) -> Result<Option<Vec<usize>>, BudgetSpent> {
        Ok(if self.advance(budget)? { Some(self.options()) } else { None })
    }

    /// Returns the options of the last solution.
    #[must_use]
    pub fn options(&self) -> Vec<usize> {
        match &self.search {
            Search::One(images) => images.chosen().map(|option| option as usize).collect(),
            Search::Two(images) => images.chosen().map(|option| option as usize).collect(),
            Search::Four(images) => images.chosen().map(|option| option as usize).collect(),
            Search::Cells(cells) => cells.choices().map(|choice| choice.option).collect(),
            Search::Several(search) => search.choices(&self.problem).map(|choice| choice.option).collect(),
        }
    }

    /// Returns the choices that led to the last solution, in order.
    ///
    /// Cost: proportional to the number of choices that differ from those of the previous call.
    pub fn choices(&mut self) -> &[Choice] {
        let choices = &mut self.choices;
        match &mut self.search {
            Search::Cells(cells) => {
                choices.clear();
                choices.extend(cells.choices());
            }
            Search::One(images) => images.choices(&self.problem, choices),
            Search::Two(images) => images.choices(&self.problem, choices),
            Search::Four(images) => images.choices(&self.problem, choices),
            Search::Several(search) => {
                choices.clear();
                choices.extend(search.choices(&self.problem));
            }
        }
        choices
    }

    /// Returns the fraction of the search that is done, from 0 to 1, assuming that all options of
    /// an item take equally long; `None` for the engine with binary steps.
    ///
    /// Cost: a few microseconds. Call this when a budget is spent.
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

    /// Counts the remaining solutions, up to `limit`.
    ///
    /// # Errors
    /// Returns the same errors as [`Solutions::advance`]; the count so far is lost.
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

    /// The solutions are the same and without duplicates, no matter when dancing cells take over
    /// and how often the search pauses.
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
