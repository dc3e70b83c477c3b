//! Hints: mistakes first, then the easiest step that uses the rules of the puzzle.
//!
//! [`Explainer`] provides the steps. If every blank cell has notes, the notes are treated as the
//! candidates; crossed-out digits are never candidates.

use super::Variant;
use crate::symbols::{
    Layer, SymbolBoard, bit, clash_hint, is_noted, members, mistake, plain, signs_of, without_notes,
};
use crate::{Action, Hint, Stage};
use gridlore_core::{Budget, BudgetSpent};
use gridlore_sudoku_variants::Outcome;
use gridlore_sudoku_variants::explain::{Explainer, Step};
use std::sync::Mutex;

/// Maximum work for a hint, as the number of values tried in constraints.
const TRIES: u64 = 400_000;

/// The explainer for the last puzzle that requested a hint, with the description of that puzzle. It
/// remembers its findings about the puzzle.
static LAST: Mutex<Option<(String, Explainer)>> = Mutex::new(None);

impl Variant {
    pub(super) fn next_hint(&self, layer: &Layer, budget: &mut Budget) -> Result<Hint, BudgetSpent> {
        let values = layer.over(self.givens());
        if let Some(hint) = clash_hint(self, &values) {
            return Ok(hint);
        }
        if !values.contains(&0) && self.is_solution(&values) {
            return Ok(plain(
                "Solved",
                "Every cell is filled, and no rule is broken.".to_owned(),
                Vec::new(),
            ));
        }
        let solution = match self.outcome(budget) {
            Ok(Outcome::Unique(solution)) => Some(self.symbols(&solution)),
            Ok(Outcome::Impossible) => {
                let text = "No digits satisfy all rules of this puzzle.".to_owned();
                return Ok(plain("No solution", text, Vec::new()));
            }
            Ok(Outcome::Several(_)) => self.stored_solution(),
            Err(spent) => Some(self.stored_solution().ok_or(spent)?),
        };
        let Some(solution) = solution else {
            let text =
                "This puzzle has more than one solution, so its clues do not determine the next digit.";
            return Ok(plain("Several solutions", text.to_owned(), Vec::new()));
        };
        if let Some(hint) = mistake(self, layer, &solution) {
            return Ok(hint);
        }
        if let Some(hint) = self.notes_to_remove(layer, &values) {
            return Ok(hint);
        }
        let mut explainer = self.explainer(layer, &values);
        let step = explainer.next_step(&mut Budget::nodes(TRIES)).ok().flatten();
        // The engine, which shares no code with the explanations, checks each step.
        // A given in the fog cannot be entered.
        let is_free = |step: &Step| {
            step.placement
                .is_none_or(|(cell, _)| self.givens().get(cell) != Some(&0) || layer.values[cell] == 0)
        };
        let hint = match step.filter(|step| self.keeps(step, &solution) && is_free(step)) {
            Some(step) => self.step_hint(layer, &explainer, &step),
            None => self.solution_hint(&values, &solution),
        };
        if let Ok(mut last) = LAST.lock() {
            *last = Some((self.description.clone(), explainer));
        }
        Ok(hint)
    }

    /// Returns the picture of a step; empty in the fog, which a picture would lift.
    pub(super) fn step_picture(&self, before: &Explainer, step: &Step) -> String {
        if self.reading.fog.is_some() { String::new() } else { self.reading.to_step_svg(before, step) }
    }

    /// Returns the explainer, set to a position.
    pub(super) fn explainer(&self, layer: &Layer, values: &[u8]) -> Explainer {
        let shape = &self.reading.puzzle.shape;
        let clear = self.clear_cells(&layer.values);
        let is_hidden =
            |cell: usize| self.givens()[cell] != 0 && clear.is_some_and(|clear| !clear.contains(cell));
        let values: Vec<u8> =
            values.iter().enumerate().map(|(cell, value)| if is_hidden(cell) { 0 } else { *value }).collect();
        let is_noted = is_noted(self, layer);
        let cells = || self.reading.puzzle.shape.present();
        let placed: Vec<(usize, i32)> = cells()
            .filter(|cell| layer.values[*cell] != 0)
            .filter_map(|cell| Some((cell, self.value(values[cell])?)))
            .collect();
        let blank = cells().filter(|cell| values[*cell] == 0);
        let candidates: Vec<(usize, u32)> = blank
            .map(|cell| {
                let out = layer.crossed[cell] | if is_noted { !layer.centre[cell] } else { 0 };
                (cell, shape.all() & !u32::try_from(out & u64::from(u32::MAX)).unwrap_or(0))
            })
            .collect();
        let last = LAST.lock().ok().and_then(|mut last| last.take());
        // In the fog, the rules that a player can use change with the clear cells.
        let known = last.filter(|(known, _)| *known == self.description && clear.is_none());
        let explainer = known.map(|(_, explainer)| explainer).unwrap_or_else(|| {
            let mut puzzle = self.reading.puzzle.clone();
            puzzle.constraints.retain(|constraint| self.is_visible(constraint, clear.as_ref()));
            Explainer::new(&puzzle)
        });
        explainer.restarted().at(&placed, &candidates)
    }

    /// Returns a hint about notes that digits on the board rule out.
    fn notes_to_remove(&self, layer: &Layer, values: &[u8]) -> Option<Hint> {
        if !is_noted(self, layer) {
            return None;
        }
        let all = self.candidates(values);
        let out = |cell: usize| if values[cell] == 0 { layer.centre[cell] & !all[cell] } else { 0 };
        let cells: Vec<usize> = (0..values.len()).filter(|cell| out(*cell) != 0).collect();
        let first = *cells.first()?;
        let left: Vec<(usize, u8)> =
            cells.iter().flat_map(|&cell| members(out(cell)).map(move |symbol| (cell, symbol))).collect();
        let others = match cells.len() - 1 {
            0 => String::new(),
            1 => " One more cell has notes like that.".to_owned(),
            count => format!(" {count} more cells have notes like that."),
        };
        let seen = signs_of(self, out(first));
        let seen = seen.chars().map(String::from).collect::<Vec<_>>().join(" and ");
        let text = format!(
            "The notes of {} still contain {seen}, which it sees.{others}",
            self.cell_in_words(first)
        );
        let action = Some(Action::Become(without_notes(self, layer, &left)));
        let removed =
            left.iter().map(|&(cell, symbol)| (cell, self.signs()[usize::from(symbol) - 1])).collect();
        Some(Hint { removed, action, ..plain("Notes to remove", text, cells) })
    }

    /// Returns whether a step is consistent with this solution.
    fn keeps(&self, step: &Step, solution: &[u8]) -> bool {
        let shape = &self.reading.puzzle.shape;
        let value = |cell: usize| solution.get(cell).and_then(|symbol| self.value(*symbol));
        step.placement.is_none_or(|(cell, placed)| value(cell).is_none_or(|value| value == placed))
            && step
                .removals
                .iter()
                .all(|(cell, set)| value(*cell).is_none_or(|value| set & shape.set_of(value) == 0))
    }

    fn step_hint(&self, layer: &Layer, before: &Explainer, step: &Step) -> Hint {
        let cells = self.reading.puzzle.shape.cells();
        let removals: Vec<(usize, u8)> = step
            .removals
            .iter()
            .filter(|(cell, _)| *cell < cells)
            .flat_map(|(cell, set)| members(u64::from(*set)).map(|symbol| (*cell, symbol)))
            .collect();
        let name = step.technique.name();
        let looked: Vec<usize> = step.cells.iter().copied().filter(|cell| *cell < cells).collect();
        let action = match step.placement {
            Some((cell, value)) => Action::Enter { cells: vec![cell], symbol: self.sign(value) },
            None => Action::Become(without_notes(self, layer, &removals)),
        };
        let stages = vec![
            Stage { text: format!("Look at {}.", step.place), cells: looked.clone() },
            Stage { text: format!("{name}: look at {}.", step.place), cells: looked.clone() },
        ];
        Hint {
            removed: removals
                .iter()
                .map(|&(cell, symbol)| (cell, self.signs()[usize::from(symbol) - 1]))
                .collect(),
            stages: if step.place.is_empty() { Vec::new() } else { stages },
            action: Some(action),
            pictures: vec![self.step_picture(before, step)],
            ..plain(name, step.skeleton.clone().unwrap_or_else(|| step.text.clone()), looked)
        }
    }

    fn solution_hint(&self, values: &[u8], solution: &[u8]) -> Hint {
        let candidates = self.candidates(values);
        let blank = (0..values.len()).filter(|&cell| values[cell] == 0);
        let cell = blank.min_by_key(|&cell| candidates[cell].count_ones()).unwrap_or(0);
        let symbol = signs_of(self, bit(solution[cell])).chars().next().unwrap_or('?');
        let text = format!(
            "No known technique applies. Taken from the solution: {} is {symbol}.",
            self.cell_in_words(cell)
        );
        Hint {
            action: Some(Action::Enter { cells: vec![cell], symbol }),
            ..plain("From the solution", text, vec![cell])
        }
    }
}
