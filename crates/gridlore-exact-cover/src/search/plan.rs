//! How a small problem is best searched: in which order, and which part of it if it is symmetric.

use crate::problem::Problem;
use crate::problem::reduce::Conflicts;
use crate::problem::symmetry::{Orbits, Symmetries};
use crate::search::images::Images;
use crate::search::masks::Masks;
use crate::search::order::{estimate, orders};
use gridlore_core::Rng;

/// Dancing one option takes as long as some thirty masks; and states that are known to be dead save
/// masks what no estimate sees.
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

/// Symmetries are looked for where a search has so many nodes, and used where less than this part
/// of them is left.
const MANY: f64 = 1e5;
const PART: f64 = 0.9;

/// From so many nodes on it pays to look at more items, and closer.
const LARGE: f64 = 1e6;
const FEW_ITEMS: usize = 2;
const MORE_ITEMS: usize = 8;

/// A part of a problem that stands for all of it.
struct Part<const WORDS: usize> {
    nodes: f64,
    masks: Masks<WORDS>,
    conflicts: Conflicts,
    orbits: Orbits,
}

impl Problem {
    /// The problem in the order in which the fewest states seem to be.
    pub(crate) fn masks_to_count<const WORDS: usize>(&self) -> Option<Masks<WORDS>> {
        let mut rng = Rng::new(0);
        let conflicts = Conflicts::of(self);
        let masks = orders(self).into_iter().map(|order| Masks::of(self, &conflicts, &order));
        let masks = masks.map(|masks| (estimate(&masks, FEW_WAYS, &mut rng), masks));
        masks.reduce(|best, next| if next.0 < best.0 { next } else { best }).map(|entry| entry.1)
    }

    /// The problem in the best order that was found, and about how many nodes the search has; with
    /// little patience only if it seems to be quicker than dancing.
    pub(crate) fn in_order<const WORDS: usize>(&self, is_patient: bool) -> Option<(Images<WORDS>, f64)> {
        let mut rng = Rng::new(0);
        let conflicts = Conflicts::of(self);
        let mut all: Vec<(f64, Masks<WORDS>)> = orders(self)
            .iter()
            .map(|order| {
                let masks = Masks::of(self, &conflicts, order);
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
            || nodes <= crate::search::estimate::nodes(self, MORE_WAYS, &mut rng) * CELLS_FOR_MASKS;
        let (_, mut masks) = all.into_iter().find(|entry| is_better && entry.0 <= nodes)?;
        let part = if nodes > MANY { self.least_part(&masks, nodes, &mut rng) } else { None };
        Some(match part {
            Some(mut part) => {
                self.lay_pairs(&mut part.masks, &part.conflicts, part.nodes);
                (Images::of_part(part.masks, part.orbits, masks), part.nodes)
            }
            None => {
                self.lay_pairs(&mut masks, &conflicts, nodes);
                (Images::of_all(masks), nodes)
            }
        })
    }

    /// The options of some item of which one is in every solution, those alone that symmetries
    /// leave, and for how many each stands; nothing where that is of no use.
    pub(crate) fn weights(&self) -> Option<Vec<(u32, u64)>> {
        if !self.is_small() {
            return None;
        }
        match self.items() {
            0..64 => self.weights_by::<1>(),
            64..128 => self.weights_by::<2>(),
            _ => self.weights_by::<4>(),
        }
    }

    fn weights_by<const WORDS: usize>(&self) -> Option<Vec<(u32, u64)>> {
        let mut rng = Rng::new(0);
        let masks = self.masks_to_count::<WORDS>()?;
        let nodes = estimate(&masks, FIRST_WAYS, &mut rng);
        let part = if nodes > MANY { self.least_part(&masks, nodes, &mut rng)? } else { return None };
        Some(part.orbits.weights().collect())
    }

    /// The part of the problem in this order that seems to be searched soonest, and stands for all
    /// of it, if it is worth it.
    fn least_part<const WORDS: usize>(
        &self,
        whole: &Masks<WORDS>,
        nodes: f64,
        rng: &mut Rng,
    ) -> Option<Part<WORDS>> {
        let (ways, items) = if nodes > LARGE { (MORE_WAYS, MORE_ITEMS) } else { (FIRST_WAYS, FEW_ITEMS) };
        let nodes = estimate(whole, ways, rng);
        let parts = Symmetries::of(self)?.best(items, whole.order()).into_iter().map(|mut orbits| {
            // What is covered early is known early to be covered.
            let kept = orbits.kept(self.options(), |option| whole.place(option));
            let conflicts = Conflicts::of_those(self, &kept);
            let masks = Masks::of(self, &conflicts, whole.order());
            Part { nodes: estimate(&masks, ways, rng), masks, conflicts, orbits }
        });
        let least = parts.reduce(|best, next| if next.nodes < best.nodes { next } else { best });
        least.filter(|part| part.nodes < nodes * PART)
    }

    /// Lays out pairs of options where there are nodes enough: to look at all pairs takes time.
    fn lay_pairs<const WORDS: usize>(&self, masks: &mut Masks<WORDS>, conflicts: &Conflicts, nodes: f64) {
        let steps = (self.options() * self.options() / 64 * self.primary()) as f64;
        if nodes * STEPS_FOR_NODES > steps {
            masks.lay_pairs(conflicts);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::make;
    use crate::search::cells::Cells;
    use gridlore_core::Budget;

    /// All solutions, each in order of numbers, with what was told on the way.
    fn sorted(mut next: impl FnMut() -> Option<Vec<usize>>) -> Vec<Vec<usize>> {
        let mut all: Vec<Vec<usize>> = std::iter::from_fn(|| {
            let mut solution = next()?;
            solution.sort_unstable();
            Some(solution)
        })
        .collect();
        all.sort();
        all
    }

    /// A problem that a random exchange of items leaves as it is.
    fn symmetric(rng: &mut Rng) -> Problem {
        let primary = 4 + rng.below(8);
        let mut problem = Problem::new(primary, rng.below(4));
        let mut exchange: Vec<usize> = (0..problem.items()).collect();
        rng.shuffle(&mut exchange[..primary]);
        let mut seen = Vec::new();
        for _ in 0..3 + rng.below(8) {
            let mut option = vec![rng.below(primary)];
            option.extend((0..problem.items()).filter(|_| rng.below(4) == 0));
            loop {
                option.sort_unstable();
                option.dedup();
                if seen.contains(&option) {
                    break;
                }
                problem.add(&option);
                seen.push(option.clone());
                option.iter_mut().for_each(|item| *item = exchange[*item]);
            }
        }
        problem
    }

    /// How many parts that stand for a whole problem were tried.
    fn try_parts<const WORDS: usize>(problem: &Problem) -> usize {
        let mut cells = Cells::of(problem);
        let mut budget = Budget::unlimited();
        let expected = sorted(|| {
            cells
                .next(&mut budget)
                .expect("no end")
                .then(|| cells.choices().map(|choice| choice.option).collect())
        });
        let whole = problem.masks_to_count::<WORDS>().expect("an order");
        let parts =
            Symmetries::of(problem).map(|symmetries| symmetries.best(100, whole.order())).unwrap_or_default();
        let count = parts.len();
        for mut orbits in parts {
            let kept = orbits.kept(problem.options(), |option| whole.place(option));
            assert!(kept.contains(&false));
            let part = Masks::<WORDS>::of(problem, &Conflicts::of_those(problem, &kept), whole.order());
            let mut images = Images::of_part(part, orbits, whole.clone());
            let mut plain = Images::of_all(whole.clone());
            let mut told = Vec::new();
            let mut choices = Vec::new();
            let found = sorted(|| {
                if !images.next(&mut budget).expect("no end") {
                    return None;
                }
                let mut options: Vec<usize> = images.chosen().map(|option| option as usize).collect();
                images.choices(problem, &mut choices);
                options.sort_unstable();
                told.push(choices.clone());
                let mut same: Vec<usize> = choices.iter().map(|choice| choice.option).collect();
                same.sort_unstable();
                assert_eq!(options, same);
                Some(options)
            });
            assert_eq!(found, expected);
            // Told as the search of all options tells it.
            let mut expected = Vec::new();
            while plain.next(&mut budget).expect("no end") {
                let mut choices = Vec::new();
                plain.choices(problem, &mut choices);
                expected.push(choices);
            }
            let key = |choices: &Vec<crate::Choice>| -> Vec<usize> {
                choices.iter().flat_map(|choice| [choice.option, choice.nth, choice.of]).collect()
            };
            told.sort_by_key(key);
            expected.sort_by_key(key);
            assert_eq!(told, expected);
        }
        count
    }

    #[test]
    fn parts_that_stand_for_all_are_counted() {
        for (name, problem, expected) in [
            ("pentominoes", make::pentominoes_on(5, 12), 4_040),
            ("queens", make::queens(12), 14_200),
            ("latin", make::latin(5), 161_280),
            ("soma", make::soma(), 11_520),
        ] {
            for at_least in [1, 100] {
                let parts = problem.parts_to_count(at_least);
                assert!(parts.iter().any(|part| part.weight > 1), "{name}");
                let count = |part: &crate::Part| {
                    let count = part.problem.count(&mut Budget::unlimited()).expect("no end");
                    count.checked_mul(crate::Count::from(part.weight)).expect("few")
                };
                let sum = parts.iter().map(count).reduce(|sum, count| sum.checked_add(count).expect("few"));
                assert_eq!(sum, Some(crate::Count::from(expected as u64)), "{name}, {at_least}");
            }
        }
        assert!(make::queens(5).parts_to_count(10).iter().all(|part| part.weight == 1), "too small");
    }

    #[test]
    fn a_part_stands_for_the_whole() {
        assert_eq!(try_parts::<1>(&make::queens(7)), 4, "four rows; columns look like them");
        assert_eq!(try_parts::<2>(&make::latin(4)), 1, "all items look alike");
        assert!(try_parts::<1>(&make::langford(7)) > 0);
        assert!(try_parts::<2>(&make::pentominoes_on(3, 20)) >= 12, "the pieces");
        let mut rng = Rng::new(5);
        let tried: usize = (0..3_000).map(|_| try_parts::<1>(&symmetric(&mut rng))).sum();
        assert!(tried > 1_000, "{tried}");
    }
}
