//! A walk in a fixed order, together with the symmetric images of each solution.

use crate::problem::Problem;
use crate::problem::symmetry::{Image, Orbits};
use crate::search::cells::Choice;
use crate::search::masks::{Masks, Walk};
use gridlore_core::{Budget, BudgetSpent};

/// All solutions in a fixed order of items, found directly or as images of representatives.
#[derive(Debug, Clone)]
pub(crate) struct Images<const WORDS: usize> {
    walk: Walk<WORDS>,
    symmetric: Option<Symmetric<WORDS>>,
    /// A buffer for the options of a solution.
    room: Vec<u32>,
}

/// The symmetries that restore the solutions that the walk omits.
#[derive(Debug, Clone)]
struct Symmetric<const WORDS: usize> {
    orbits: Orbits,
    /// The current image of the last solution of the walk.
    image: Option<Image>,
    /// The order with all options, which determines the choices that a full search would make for
    /// an image.
    whole: Masks<WORDS>,
}

impl<const WORDS: usize> Images<WORDS> {
    /// Enumerates all solutions with a walk.
    pub(crate) fn of_all(masks: Masks<WORDS>) -> Self {
        Self { walk: Walk::new(masks), symmetric: None, room: Vec::new() }
    }

    /// Enumerates the solutions of a walk with fewer options, and their images.
    pub(crate) fn of_part(masks: Masks<WORDS>, orbits: Orbits, whole: Masks<WORDS>) -> Self {
        let symmetric = Some(Symmetric { orbits, image: None, whole });
        Self { walk: Walk::new(masks), symmetric, room: Vec::new() }
    }

    /// Advances to the next solution; returns `false` after the last.
    pub(crate) fn next(&mut self, budget: &mut Budget) -> Result<bool, BudgetSpent> {
        let Some(symmetric) = &mut self.symmetric else { return self.walk.next(budget) };
        symmetric.image = symmetric.image.and_then(|image| symmetric.orbits.next(image));
        if symmetric.image.is_none() && self.walk.next(budget)? {
            symmetric.image = Some(symmetric.orbits.image(self.walk.chosen()));
        }
        Ok(symmetric.image.is_some())
    }

    /// Returns the chosen options.
    pub(crate) fn chosen(&self) -> impl Iterator<Item = u32> {
        let symmetric = self.symmetric.as_ref();
        let moved = symmetric.and_then(|symmetric| symmetric.image.map(|image| (&symmetric.orbits, image)));
        self.walk
            .chosen()
            .map(move |option| moved.map_or(option, |(orbits, image)| orbits.moved(image, option)))
    }

    /// Returns the fraction of the search that is done.
    pub(crate) fn part_done(&self) -> f64 {
        self.walk.part_done()
    }

    /// Replaces `choices`, which are empty or belong to an earlier solution, with the choices of
    /// this solution.
    pub(crate) fn choices(&mut self, problem: &Problem, choices: &mut Vec<Choice>) {
        let mut chosen = std::mem::take(&mut self.room);
        chosen.clear();
        chosen.extend(self.chosen());
        let whole = self.symmetric.as_ref().map_or_else(|| self.walk.masks(), |symmetric| &symmetric.whole);
        whole.choices(problem, &mut chosen, choices);
        self.room = chosen;
    }
}
