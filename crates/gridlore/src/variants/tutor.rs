//! The tutor for variant sudokus: solution paths that use the rules of the puzzle, and the formats
//! of other programs.

use super::Variant;
use crate::Position;
use crate::symbols::{Layer, SymbolBoard, position_of};
use crate::tutor::{SolutionPath, Tutor, TutorStep};
use gridlore_core::{Budget, BudgetSpent};
use gridlore_sudoku_formats::{Reading, Target, Texts};
use gridlore_sudoku_variants::explain::{Explainer, Step};

/// The name of the only guide.
const GUIDE: &str = "rules";
/// Maximum work for a path, as the number of values tried in constraints.
const TRIES: u64 = 20_000_000;

/// The formats that can be written, with their names in commands and their titles for players.
const FORMATS: &[(Target, &str, &str)] = &[
    (Target::Scl, "sudokupad", "SudokuPad link"),
    (Target::FPuzzles, "f-puzzles", "f-puzzles link"),
    (Target::Penpa, "penpa", "Penpa-edit link"),
    (Target::Iss, "iss", "Interactive Sudoku Solver"),
    (Target::Text, "text", "text block, as used in posts"),
];

impl Variant {
    /// Returns a position with the placed digits of an explainer, and its candidates as notes.
    fn position_of_explainer(&self, explainer: &Explainer) -> Position {
        let mut layer = Layer::empty(self.givens().len());
        let cells = (0..self.givens().len()).filter(|cell| self.givens()[*cell] == 0);
        for cell in cells {
            let set = u64::from(explainer.candidates()[cell]);
            if explainer.is_placed(cell) && set.count_ones() == 1 {
                layer.values[cell] = u8::try_from(set.trailing_zeros() + 1).unwrap_or(0);
            } else {
                layer.centre[cell] = set;
            }
        }
        position_of(self, &layer)
    }

    fn tutor_step(&self, before: &Explainer, step: &Step) -> TutorStep {
        let cells = self.givens().len();
        let signs = self.signs();
        let removed = step.removals.iter().filter(|(cell, _)| *cell < cells).flat_map(|(cell, set)| {
            let signs = signs.iter().enumerate().filter(move |(at, _)| set >> at & 1 == 1);
            signs.map(move |(_, sign)| (*cell, *sign))
        });
        TutorStep {
            name: step.technique.name(),
            cost: String::new(),
            notation: format!("{} at {}", step.technique.name(), step.place),
            text: step.text.clone(),
            picture: self.step_picture(before, step),
            is_placing: step.placement.is_some(),
            placed: step.placement.iter().map(|(cell, digit)| (*cell, self.sign(*digit))).collect(),
            removed: removed.collect(),
            before: self.position_of_explainer(before),
        }
    }
}

impl Tutor for Variant {
    fn guides(&self) -> Vec<(&'static str, &'static str)> {
        vec![(GUIDE, "Steps that use the rules")]
    }

    fn solution_path(&self, position: &Position, guide: &str) -> Result<SolutionPath, String> {
        if guide != GUIDE {
            return Err(format!("unknown guide \"{guide}\", expected {GUIDE}"));
        }
        let layer = self.layer(position);
        let mut explainer = self.explainer(&layer, &layer.over(self.givens()));
        let mut budget = Budget::nodes(TRIES);
        let (mut steps, mut note) = (Vec::new(), String::new());
        loop {
            match explainer.next_step(&mut budget) {
                Ok(Some(step)) => {
                    steps.push(self.tutor_step(&explainer, &step));
                    explainer.apply(&step);
                }
                Ok(None) => break,
                Err(spent) => {
                    note = format!("Stopped: {spent}.");
                    break;
                }
            }
        }
        let is_complete = explainer.is_solved();
        if !is_complete && note.is_empty() {
            "No known technique applies to the rest.".clone_into(&mut note);
        }
        let end = self.position_of_explainer(&explainer);
        Ok(SolutionPath { steps, rating: String::new(), is_complete, note, end, picture: String::new() })
    }

    /// Returns only the next step; later steps depend on it.
    fn steps(&self, position: &Position, _technique: Option<&str>) -> Result<Vec<TutorStep>, String> {
        let layer = self.layer(position);
        let mut explainer = self.explainer(&layer, &layer.over(self.givens()));
        let step = explainer.next_step(&mut Budget::nodes(TRIES)).map_err(|spent| spent.to_string())?;
        Ok(step.iter().map(|step| self.tutor_step(&explainer, step)).collect())
    }

    fn ratings(&self) -> Vec<(&'static str, String)> {
        Vec::new()
    }

    fn techniques(&self) -> Vec<&'static str> {
        Vec::new()
    }

    fn other_techniques(&self) -> Vec<&'static str> {
        Vec::new()
    }

    fn exercise(
        &self,
        _technique: &str,
        _is_early: bool,
        _seed: u64,
        _budget: &mut Budget,
    ) -> Result<Option<String>, BudgetSpent> {
        Ok(None)
    }

    fn formats(&self) -> Vec<(&'static str, &'static str)> {
        FORMATS.iter().map(|(_, name, title)| (*name, *title)).collect()
    }

    fn formatted(&self, _position: &Position, format: &str) -> Result<String, String> {
        let known = FORMATS.iter().find(|(_, name, _)| *name == format);
        let (target, ..) = known.ok_or_else(|| format!("unknown format \"{format}\""))?;
        let Reading { title, author, rules, fog, .. } = self.reading.clone();
        let solution = self.only_solution(&mut Budget::nodes(TRIES)).ok().flatten();
        let solution =
            solution.map(|symbols| symbols.iter().filter_map(|symbol| self.value(*symbol)).collect());
        let texts = Texts { title, author, rules, solution, fog };
        target.write_with(&self.reading.puzzle, &texts).map_err(|unsaid| format!("{unsaid}."))
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_format_is_read_back() {
        let puzzle = crate::open("variant-sudoku:killer#5").unwrap();
        let tutor = puzzle.tutor().unwrap();
        for (format, _) in tutor.formats() {
            let text = tutor.formatted(&puzzle.start(), format).unwrap();
            let (again, _) = super::super::read(&text).unwrap().remove(0);
            assert_eq!(
                again.solve(&mut super::Budget::unlimited()),
                puzzle.solve(&mut super::Budget::unlimited()),
                "{format}"
            );
        }
        assert!(tutor.formatted(&puzzle.start(), "other").is_err());
    }

    #[test]
    fn a_path_ends_at_the_solution() {
        let puzzle = crate::open("variant-sudoku:thermo#2").unwrap();
        let path = puzzle.tutor().unwrap().solution_path(&puzzle.start(), "rules").unwrap();
        assert!(path.is_complete && puzzle.is_solved(&path.end), "{}", path.note);
        assert!(path.steps.iter().all(|step| !step.text.is_empty()));
    }
}
