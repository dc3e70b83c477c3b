//! Probing: each value of each cell is tried once. Values that immediately contradict the rules are
//! removed, and so are values elsewhere that every value of a cell excludes.
//!
//! # Source
//!
//! Singleton consistency: R. Debruyne and C. Bessière, "Some practicable filtering techniques for
//! the constraint satisfaction problem", 1997. The solver by D. Clamage probes before each search.

use super::compile::Compiled;
use super::propagate::Agenda;
use super::state::State;
use gridlore_core::{Budget, BudgetSpent};

/// The result of probing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Probed {
    /// No value can be removed.
    Unchanged,
    /// Values were removed.
    Changed,
    /// Some cell has no values left.
    Impossible,
}

impl<const W: usize> Compiled<W> {
    /// Removes the values that probing excludes from a position until none are left to remove. Each
    /// value that is tried costs a node of the budget. `dead_end` is called with the cells of each
    /// rule that failed.
    ///
    /// # Errors
    /// Returns [`BudgetSpent`] if the budget runs out; values that were excluded before that have
    /// been removed.
    pub(super) fn probe(
        &self,
        position: &mut State<W>,
        agenda: &mut Agenda,
        budget: &mut Budget,
        mut dead_end: impl FnMut(&[usize]),
    ) -> Result<Probed, BudgetSpent> {
        let mut tried = position.clone();
        let mut result = Probed::Unchanged;
        loop {
            let mut is_changed = false;
            for cell in 0..position.sets.len() {
                let mut left = position.sets[cell];
                if left.is_power_of_two() {
                    continue;
                }
                let mut union = vec![0; position.sets.len()];
                while left != 0 {
                    let value = left & left.wrapping_neg();
                    left ^= value;
                    budget.spend()?;
                    tried.copy_from(position);
                    if agenda.is_exhausted() {
                        return Err(BudgetSpent { nodes: budget.spent() });
                    }
                    if self.assign(&mut tried, cell, value, agenda).is_ok() {
                        union.iter_mut().zip(&tried.sets).for_each(|(all, set)| *all |= set);
                        continue;
                    }
                    dead_end(&agenda.blamed);
                    is_changed = true;
                    if self.assign(position, cell, !value, agenda).is_err() {
                        return Ok(Probed::Impossible);
                    }
                    left &= position.sets[cell];
                }
                for (other, set) in union.into_iter().enumerate() {
                    if position.sets[other] & !set != 0 {
                        is_changed = true;
                        if self.assign(position, other, set, agenda).is_err() {
                            return Ok(Probed::Impossible);
                        }
                    }
                }
            }
            if !is_changed {
                return Ok(result);
            }
            result = Probed::Changed;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Solver, check, parse_constraints};

    /// Returns those of the grids that break no rule of a puzzle.
    fn solutions(text: &str, grids: &[Vec<i32>]) -> Vec<Vec<i32>> {
        let puzzle = parse_constraints(text).expect("a puzzle");
        grids.iter().filter(|grid| check::broken(&puzzle, grid).is_none()).cloned().collect()
    }

    #[test]
    fn probing_keeps_the_values_of_all_solutions_and_removes_others() {
        let mut grids = Vec::new();
        let plain = parse_constraints(".Shape~4x4").expect("a shape");
        Solver::new(&plain)
            .expect("a small puzzle")
            .search(&mut Budget::unlimited(), &mut |grid| {
                grids.push(grid);
                true
            })
            .expect("an unlimited budget");
        assert_eq!(grids.len(), 288);
        let (mut removed, mut impossible) = (0, 0);
        for rules in [
            ".Thermo~R1C2~R2C2~R3C2.WhiteDot~R3C4~R4C4",
            ".Cage~5~R1C1~R1C2.Cage~7~R2C3~R3C3.LittleKiller~9~R1C1",
            ".Arrow~R1C1~R2C2~R3C3.BlackDot~R3C1~R4C1.BlackDot~R1C4~R2C4",
            ".AntiKing.Thermo~R1C1~R1C2~R1C3",
            ".Renban~R1C4~R2C3~R3C2.Whisper~2~R1C1~R2C1~R3C1.~R4C4_3",
            ".Quad~R1C1~1~3.Cage~3~R4C1~R4C2.LittleKiller~4~R3C1",
        ] {
            let text = format!(".Shape~4x4{rules}");
            let puzzle = parse_constraints(&text).expect("a puzzle");
            let solutions = solutions(&text, &grids);
            let compiled = Compiled::<2>::new(&puzzle, 1_000_000).expect("a small puzzle");
            let mut position = State::new(compiled.start.clone(), 4);
            let mut agenda = Agenda::default();
            if compiled.begin(&mut position, &mut agenda).is_err() {
                assert!(solutions.is_empty(), "{text}");
                continue;
            }
            let size = |position: &State<2>| position.sets.iter().map(|set| set.count_ones()).sum::<u32>();
            let before = size(&position);
            let probed = compiled
                .probe(&mut position, &mut agenda, &mut Budget::unlimited(), |_| {})
                .expect("an unlimited budget");
            if probed == Probed::Impossible {
                assert!(solutions.is_empty(), "{text}");
                impossible += 1;
                continue;
            }
            removed += before - size(&position);
            assert_eq!(probed == Probed::Changed, size(&position) < before, "{text}");
            for solution in solutions {
                for (cell, value) in solution.iter().enumerate() {
                    assert_eq!(position.sets[cell] >> (value - 1) & 1, 1, "cell {cell} of {text}");
                }
            }
        }
        assert!(removed > 10, "{removed} values removed, {impossible} puzzles impossible");
    }

    #[test]
    fn probing_stops_when_the_budget_is_spent() {
        let puzzle = parse_constraints(".Shape~9x9").expect("a shape");
        let compiled = Compiled::<2>::new(&puzzle, 1_000_000).expect("a small puzzle");
        let mut position = State::new(compiled.start.clone(), 9);
        let mut budget = Budget::nodes(50);
        let probed = compiled.probe(&mut position, &mut Agenda::default(), &mut budget, |_| {});
        assert!(probed.is_err());
        assert_eq!(budget.spent(), 50);
    }
}
