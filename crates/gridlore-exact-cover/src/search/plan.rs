//! Plans the search of a small problem: the order of the items and, if the problem is symmetric,
//! the part to search.

use crate::problem::Problem;
use crate::problem::reduce::Conflicts;
use crate::problem::symmetry::{Orbits, Symmetries};
use crate::search::images::Images;
use crate::search::masks::Masks;
use crate::search::order::{estimate, orders};
use gridlore_core::Rng;

/// Number of nodes of a mask search that are worth one node of dancing cells. A node of dancing
/// cells takes as long as thirty mask nodes, and dead states save further mask nodes that the
/// estimates ignore.
const MASK_NODES_PER_CELL_NODE: f64 = 100.0;

/// The number of descents needed to distinguish a bad order from a good one.
const FEW_DESCENTS: u32 = 60;

/// Numbers of descents for the first and the second estimate.
const FIRST_DESCENTS: u32 = 100;
const MORE_DESCENTS: u32 = 1_000;

/// Number of steps of the search for impossible pairs that take as long as one node.
const PAIR_STEPS_PER_NODE: f64 = 4.0;

/// Maximum number of nodes of a search that finishes before another estimate would.
const SMALL: f64 = 5e6;

/// Symmetries are sought only for a search of at least this many nodes, and used only if at most
/// this fraction of the nodes is left.
const MIN_NODES_FOR_SYMMETRY: f64 = 1e5;
const MAX_FRACTION: f64 = 0.9;

/// Minimum number of nodes for which it pays to examine more items, and the two numbers of items.
const LARGE: f64 = 1e6;
const FEW_ITEMS: usize = 2;
const MORE_ITEMS: usize = 8;

/// A part of a problem that represents the whole problem.
struct Part<const WORDS: usize> {
    nodes: f64,
    masks: Masks<WORDS>,
    conflicts: Conflicts,
    orbits: Orbits,
}

impl Problem {
    /// Returns the masks for the order that seems to have the fewest states.
    pub(crate) fn masks_to_count<const WORDS: usize>(&self) -> Option<Masks<WORDS>> {
        let mut rng = Rng::new(0);
        let conflicts = Conflicts::new(self);
        let masks = orders(self).into_iter().map(|order| Masks::new(self, &conflicts, &order));
        let masks = masks.map(|masks| (estimate(&masks, FEW_DESCENTS, &mut rng), masks));
        masks.reduce(|best, next| if next.0 < best.0 { next } else { best }).map(|entry| entry.1)
    }

    /// Returns the search in the best order found, with its estimated number of nodes. If
    /// `is_patient` is false, returns `None` if dancing cells seem to be faster.
    pub(crate) fn in_order<const WORDS: usize>(&self, is_patient: bool) -> Option<(Images<WORDS>, f64)> {
        let mut rng = Rng::new(0);
        let conflicts = Conflicts::new(self);
        let mut all: Vec<(f64, Masks<WORDS>)> = orders(self)
            .iter()
            .map(|order| {
                let masks = Masks::new(self, &conflicts, order);
                (estimate(&masks, FIRST_DESCENTS, &mut rng), masks)
            })
            .collect();
        let least =
            |all: &[(f64, Masks<WORDS>)]| all.iter().map(|entry| entry.0).fold(f64::INFINITY, f64::min);
        let first = least(&all);
        if first > SMALL {
            // A few descents say little about a large tree.
            all.retain(|entry| entry.0 <= first * 20.0);
            for (nodes, masks) in &mut all {
                *nodes = estimate(masks, MORE_DESCENTS, &mut rng);
            }
        }
        let nodes = least(&all);
        let is_better = is_patient
            || nodes <= SMALL
            || nodes
                <= crate::search::estimate::nodes(self, MORE_DESCENTS, &mut rng) * MASK_NODES_PER_CELL_NODE;
        let (_, mut masks) = all.into_iter().find(|entry| is_better && entry.0 <= nodes)?;
        let part =
            if nodes > MIN_NODES_FOR_SYMMETRY { self.least_part(&masks, nodes, &mut rng) } else { None };
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

    /// Returns representatives of the options of an item that every solution covers, with the
    /// number of options that each represents; `None` if symmetries do not help.
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
        let nodes = estimate(&masks, FIRST_DESCENTS, &mut rng);
        let part = if nodes > MIN_NODES_FOR_SYMMETRY {
            self.least_part(&masks, nodes, &mut rng)?
        } else {
            return None;
        };
        Some(part.orbits.weights().collect())
    }

    /// Returns the part that represents the whole problem and seems fastest to search, or `None` if
    /// searching it would save too little.
    fn least_part<const WORDS: usize>(
        &self,
        whole: &Masks<WORDS>,
        nodes: f64,
        rng: &mut Rng,
    ) -> Option<Part<WORDS>> {
        let (descents, items) =
            if nodes > LARGE { (MORE_DESCENTS, MORE_ITEMS) } else { (FIRST_DESCENTS, FEW_ITEMS) };
        let nodes = estimate(whole, descents, rng);
        let parts = Symmetries::new(self)?.best(items, whole.order()).into_iter().map(|mut orbits| {
            // Prefer early options as representatives, because they settle their items early.
            let kept = orbits.kept(self.options(), |option| whole.place(option));
            let conflicts = Conflicts::among(self, &kept);
            let masks = Masks::new(self, &conflicts, whole.order());
            Part { nodes: estimate(&masks, descents, rng), masks, conflicts, orbits }
        });
        let least = parts.reduce(|best, next| if next.nodes < best.nodes { next } else { best });
        least.filter(|part| part.nodes < nodes * MAX_FRACTION)
    }

    /// Computes impossible pairs if the search is long enough to pay for it.
    fn lay_pairs<const WORDS: usize>(&self, masks: &mut Masks<WORDS>, conflicts: &Conflicts, nodes: f64) {
        let steps = (self.options() * self.options() / 64 * self.primary()) as f64;
        if nodes * PAIR_STEPS_PER_NODE > steps {
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

    /// Returns all solutions in canonical order.
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

    /// Returns a random problem that is invariant under some permutation of items.
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
                problem.add_valid(&option);
                seen.push(option.clone());
                option.iter_mut().for_each(|item| *item = exchange[*item]);
            }
        }
        problem
    }

    /// Checks all representative parts of a problem; returns their number.
    fn check_parts<const WORDS: usize>(problem: &Problem) -> usize {
        let mut cells = Cells::new(problem);
        let mut budget = Budget::unlimited();
        let expected = sorted(|| {
            cells
                .next(&mut budget)
                .expect("no end")
                .then(|| cells.choices().map(|choice| choice.option).collect())
        });
        let whole = problem.masks_to_count::<WORDS>().expect("an order");
        let parts = Symmetries::new(problem)
            .map(|symmetries| symmetries.best(100, whole.order()))
            .unwrap_or_default();
        let count = parts.len();
        for mut orbits in parts {
            let kept = orbits.kept(problem.options(), |option| whole.place(option));
            assert!(kept.contains(&false));
            let part = Masks::<WORDS>::new(problem, &Conflicts::among(problem, &kept), whole.order());
            let mut images = Images::of_part(part, orbits, whole.clone());
            let mut plain = Images::of_all(whole.clone());
            let mut all_choices = Vec::new();
            let mut choices = Vec::new();
            let found = sorted(|| {
                if !images.next(&mut budget).expect("no end") {
                    return None;
                }
                let mut options: Vec<usize> = images.chosen().map(|option| option as usize).collect();
                images.choices(problem, &mut choices);
                options.sort_unstable();
                all_choices.push(choices.clone());
                let mut same: Vec<usize> = choices.iter().map(|choice| choice.option).collect();
                same.sort_unstable();
                assert_eq!(options, same);
                Some(options)
            });
            assert_eq!(found, expected);
            // The choices must equal those of a search with all options.
            let mut expected = Vec::new();
            while plain.next(&mut budget).expect("no end") {
                let mut choices = Vec::new();
                plain.choices(problem, &mut choices);
                expected.push(choices);
            }
            let key = |choices: &Vec<crate::Choice>| -> Vec<usize> {
                choices.iter().flat_map(|choice| [choice.option, choice.nth, choice.of]).collect()
            };
            all_choices.sort_by_key(key);
            expected.sort_by_key(key);
            assert_eq!(all_choices, expected);
        }
        count
    }

    #[test]
    fn representative_parts_count_all_solutions() {
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
    fn a_part_represents_the_whole() {
        assert_eq!(check_parts::<1>(&make::queens(7)), 4, "four rows; the columns are equivalent to them");
        assert_eq!(check_parts::<2>(&make::latin(4)), 1, "all items are equivalent");
        assert!(check_parts::<1>(&make::langford(7)) > 0);
        assert!(check_parts::<2>(&make::pentominoes_on(3, 20)) >= 12, "the pieces");
        let mut rng = Rng::new(5);
        let tried: usize = (0..3_000).map(|_| check_parts::<1>(&symmetric(&mut rng))).sum();
        assert!(tried > 1_000, "{tried}");
    }
}
