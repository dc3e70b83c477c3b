//! Hints: mistakes first, then the easiest step, revealed in as many stages as the player wants.
//!
//! If easy steps suffice, one hint contains all steps up to a digit. If they do not, the techniques
//! for hard puzzles take over, one step at a time: each step removes notes or crosses out digits.
//! On request, the player sees all steps up to the next digit. If every blank cell has notes, the
//! notes are treated as the candidates. Crossed-out digits are never candidates.

use super::{Sudoku, capitalised};
use crate::symbols::{
    Layer, SymbolBoard, clash_hint, is_noted, members, mistake, plain, signs_of, without_notes,
};
use crate::{Action, Hint, Stage};
use gridlore_core::{Budget, BudgetSpent};
use gridlore_sudoku::Outcome;
use gridlore_sudoku_geometry::Grid;
use gridlore_sudoku_human::guide::explained_step;
use gridlore_sudoku_human::picture::{self, Palette};
use gridlore_sudoku_human::{
    self as human, Candidate, Shape, State, Step, Technique, easy_placement, notation,
};

impl Sudoku {
    pub(super) fn next_hint(&self, layer: &Layer, budget: &mut Budget) -> Result<Hint, BudgetSpent> {
        let board = self.board(layer);
        if let Some(hint) = clash_hint(self, board.values()) {
            return Ok(hint);
        }
        if board.filled().count() == self.size() {
            return Ok(plain("Solved", "Every row, column and box is complete.".to_owned(), Vec::new()));
        }
        let solution = match self.outcome(budget)? {
            Outcome::Unique(solution) => solution,
            Outcome::None => {
                return Ok(plain(
                    "No solution",
                    format!("{}.", capitalised(&self.contradiction())),
                    Vec::new(),
                ));
            }
            Outcome::Several(..) => {
                let text =
                    "This puzzle has more than one solution, so its givens do not determine the next digit.";
                return Ok(plain("Several solutions", text.to_owned(), Vec::new()));
            }
        };
        if let Some(hint) = mistake(self, layer, solution.values()) {
            return Ok(hint);
        }
        if is_noted(self, layer) {
            return Ok(self.noted_hint(layer, &board, &solution));
        }
        let Some(shape) = self.shape() else { return Ok(self.solution_hint(&board, &solution)) };
        let state = self.state(&shape, layer);
        if let Some(path) = easy_placement(&state) {
            return Ok(self.easy_hint(&shape, &path));
        }
        Ok(match explained_step(&state) {
            Some(step) => self.one_step(&state, &step, layer),
            None => self.solution_hint(&board, &solution),
        })
    }

    /// Returns all steps up to the next digit, if the next hint is the first of several steps.
    pub(super) fn next_steps(&self, layer: &Layer, budget: &mut Budget) -> Result<Option<Hint>, BudgetSpent> {
        let hint = self.next_hint(layer, budget)?;
        let shape = self.shape().filter(|_| hint.has_steps);
        Ok(shape.and_then(|shape| {
            let state = self.state(&shape, layer);
            let path = human::next_placement(&state).or_else(|| steps_to_digit(&state));
            path.map(|path| self.steps_hint(&state, &path))
        }))
    }

    /// Returns the next hint on a board with notes in every blank cell. The notes are treated as
    /// the candidates.
    fn noted_hint(&self, layer: &Layer, board: &Grid, solution: &Grid) -> Hint {
        let all = self.candidates(self.board(layer).values());
        // Start with notes that digits on the board rule out.
        let left: Vec<(usize, u8)> = (0..self.size())
            .flat_map(|cell| members(layer.centre[cell] & !all[cell]).map(move |digit| (cell, digit)))
            .collect();
        if let Some(&(cell, _)) = left.first() {
            let mut cells: Vec<usize> = left.iter().map(|&(cell, _)| cell).collect();
            cells.dedup();
            let others = match cells.len() - 1 {
                0 => String::new(),
                1 => " One more cell has notes like that.".to_owned(),
                count => format!(" {count} more cells have notes like that."),
            };
            let seen = signs_of(self, layer.centre[cell] & !all[cell]);
            let seen = seen.chars().map(String::from).collect::<Vec<_>>().join(" and ");
            let text =
                format!("The notes of {} still contain {seen}, which it sees.{others}", self.in_words(cell));
            let action = Some(Action::Become(without_notes(self, layer, &left)));
            return Hint { removed: self.signed(&left), action, ..plain("Notes to remove", text, cells) };
        }
        let Some(shape) = self.shape() else { return self.solution_hint(board, solution) };
        let state = self.state(&shape, layer);
        match explained_step(&state) {
            Some(step) => self.one_step(&state, &step, layer),
            None => self.solution_hint(board, solution),
        }
    }

    /// Returns a hint for one step of the techniques for hard puzzles. The notation of a chain is
    /// on a separate line.
    fn one_step(&self, state: &State<'_>, step: &Step, layer: &Layer) -> Hint {
        let removals = removed(step);
        let mut text = human::full_explanation(state, step);
        if !step.chains.is_empty() && step.technique != Technique::Medusa {
            text += &format!("\nIn Eureka notation: {}", notation::pattern(state.shape(), step));
        }
        Hint {
            removed: self.signed(&removals),
            pictures: vec![picture::svg(state, step, Palette::Page)],
            has_steps: step.placements.is_empty(),
            stages: stages(state.shape(), step, step.technique.name()),
            action: Some(match step.placements.first() {
                Some(placement) => self.placing(*placement),
                None => Action::Become(without_notes(self, layer, &removals)),
            }),
            ..plain(step.technique.name(), text, step.cells.iter().collect())
        }
    }

    /// Returns a hint of easy steps, the last of which places a digit.
    fn easy_hint(&self, shape: &Shape, path: &[Step]) -> Hint {
        let mut hint = plain("", String::new(), Vec::new());
        for step in path {
            if !hint.text.is_empty() {
                hint.text.push(' ');
            }
            hint.text.push_str(&self.easy_reason(shape, step));
            hint.cells.extend(step.cells);
            hint.action = step.placements.first().map(|placement| self.placing(*placement)).or(hint.action);
            hint.removed.extend(self.signed(&removed(step)));
        }
        hint.cells.sort_unstable();
        hint.cells.dedup();
        let hardest = path.iter().map(|step| step.technique).max();
        hint.title = hardest.map(|technique| easy_name(technique).to_owned()).unwrap_or_default();
        if let Some((first, house)) =
            path.first().and_then(|first| Some((first, human::house_to_look_at(shape, first)?)))
        {
            let place = shape.name(house);
            let area: Vec<usize> = shape.houses()[house].iter().collect();
            let which = match first.placements.first() {
                Some(placed) => format!("Which cell in {place} holds {}?", shape.sign(placed.digit())),
                None => "It is in these cells.".to_owned(),
            };
            hint.stages = vec![
                Stage { text: format!("Look at {place}."), cells: area.clone() },
                Stage { text: format!("{} in {place}.", hint.title), cells: area },
                Stage { text: format!("{}. {which}", hint.title), cells: first.cells.iter().collect() },
            ];
        }
        hint
    }

    /// Explains in a sentence or two why an easy step is right.
    fn easy_reason(&self, shape: &Shape, step: &Step) -> String {
        let house = step.houses.first().map(|&house| shape.name(house).to_string()).unwrap_or_default();
        let cover = step.covers.first().map(|&house| shape.name(house).to_string()).unwrap_or_default();
        let digits = step.digits.iter().map(|digit| shape.sign(digit)).collect::<Vec<_>>().join(" and ");
        let cells: Vec<String> = step.cells.iter().map(|cell| self.in_words(cell)).collect();
        let placed = step.placements.first().map(|placed| self.in_words(placed.cell())).unwrap_or_default();
        match (step.technique, &cells[..]) {
            (Technique::FullHouse, _) => {
                format!(
                    "{} is the last blank cell in {house}. The missing digit is {digits}.",
                    capitalised(&placed)
                )
            }
            (Technique::NakedSingle, _) => {
                format!("Every digit except {digits} has been ruled out in {placed}.")
            }
            (Technique::NakedPair, [one, other]) => format!(
                "{} and {other} have only the candidates {digits}. So no other cell in {house} can hold {digits}.",
                capitalised(one)
            ),
            (Technique::HiddenPair, [one, other]) => format!(
                "In {house}, {digits} can only go in {one} and {other}. So these two cells cannot hold other digits."
            ),
            _ if step.placements.is_empty() => format!(
                "In {house}, {digits} can only go in the cells that are also in {cover}. So no other cell in {cover} can be {digits}."
            ),
            _ => format!("In {house}, {digits} can only go in {placed}."),
        }
    }

    /// Returns a hint with the steps up to the next digit, one per line of the text.
    fn steps_hint(&self, state: &State<'_>, path: &[Step]) -> Hint {
        let mut hint = plain("", String::new(), Vec::new());
        let names: Vec<&str> =
            path.iter().filter(|step| step.placements.is_empty()).map(|step| step.technique.name()).collect();
        hint.title = names.last().copied().unwrap_or("Single").to_owned();
        let mut now = state.clone();
        for step in path {
            hint.pictures.push(picture::svg(&now, step, Palette::Page));
            let end = if hint.text.is_empty() { "" } else { "\n" };
            let why = short_explanation(&now, step);
            hint.text += &format!("{end}{}: {why}", step.technique);
            now.apply(step);
            hint.cells.extend(step.cells.iter());
            hint.removed.extend(self.signed(&removed(step)));
            hint.action = step.placements.first().map(|placement| self.placing(*placement)).or(hint.action);
        }
        hint.cells.sort_unstable();
        hint.cells.dedup();
        hint
    }

    fn solution_hint(&self, board: &Grid, solution: &Grid) -> Hint {
        let candidates = self.candidates(board.values());
        let blanks = (0..self.size()).filter(|&cell| board.digit(cell).is_none());
        let cell = blanks.min_by_key(|&cell| candidates[cell].count_ones()).unwrap_or(0);
        let symbol = solution.digit(cell).map_or('?', |digit| self.sign(digit));
        let text = format!(
            "No known technique applies. Taken from the solution: {} is {symbol}.",
            self.in_words(cell)
        );
        Hint {
            action: Some(Action::Enter { cells: vec![cell], symbol }),
            ..plain("From the solution", text, vec![cell])
        }
    }

    /// Returns the shape for the techniques for hard puzzles, if they support this board.
    pub(super) fn shape(&self) -> Option<Shape> {
        let geometry = self.rules.geometry();
        if geometry.is_usual() {
            return Some(Shape::usual().clone());
        }
        Shape::new(geometry).map(|shape| shape.written_in(self.rules.symbols().clone()))
    }

    /// Returns the state for the techniques: givens and placed digits. Crossed-out digits are not
    /// candidates; if every blank cell has notes, the notes are the candidates.
    pub(super) fn state<'s>(&self, shape: &'s Shape, layer: &Layer) -> State<'s> {
        let givens = (0..self.size()).filter(|&cell| self.is_given(cell)).collect();
        let values: Vec<usize> = self.board(layer).values().iter().map(|&value| usize::from(value)).collect();
        let mut state = State::new(shape, &values, givens);
        let is_noted = is_noted(self, layer);
        for cell in state.blanks() {
            let out = layer.crossed[cell] | if is_noted { !layer.centre[cell] } else { 0 };
            for digit in (1..=shape.side()).filter(|&digit| out >> (digit - 1) & 1 != 0) {
                state.remove(Candidate::new(cell, digit));
            }
        }
        state
    }

    fn placing(&self, placement: Candidate) -> Action {
        Action::Enter { cells: vec![placement.cell()], symbol: self.sign(small(placement.digit())) }
    }

    /// Converts candidates from numbers to characters.
    fn signed(&self, candidates: &[(usize, u8)]) -> Vec<(usize, char)> {
        candidates.iter().map(|&(cell, digit)| (cell, self.sign(digit))).collect()
    }
}

/// Returns every step up to the next digit, using nets within nets if nothing else applies.
/// Unnecessary steps are not removed, because finding them would take too long.
fn steps_to_digit(state: &State<'_>) -> Option<Vec<Step>> {
    let (mut now, mut path) = (state.clone(), Vec::<Step>::new());
    while path.last().is_none_or(|step| step.placements.is_empty()) {
        let step = explained_step(&now)?;
        now.apply(&step);
        path.push(step);
    }
    Some(path)
}

/// Returns the explanation of a step on one line, with long chains and nets folded.
fn short_explanation(state: &State<'_>, step: &Step) -> String {
    let text = human::explanation(state, step);
    let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with("(Folded")).collect();
    lines.join(" ")
}

/// Returns the name of an easy technique for hints, which use the same name for both types of
/// locked candidates.
fn easy_name(technique: Technique) -> &'static str {
    match technique {
        Technique::Pointing | Technique::Claiming => "Locked Candidates",
        technique => technique.name(),
    }
}

/// Returns the candidates that a step removes.
fn removed(step: &Step) -> Vec<(usize, u8)> {
    step.eliminations.iter().map(|removed| (removed.cell(), small(removed.digit()))).collect()
}

/// Converts a digit, on boards of up to sixteen digits, to a byte.
fn small(digit: usize) -> u8 {
    u8::try_from(digit).unwrap_or(0)
}

/// Returns the stages before the full hint: the house, the technique, the cells.
fn stages(shape: &Shape, step: &Step, name: &str) -> Vec<Stage> {
    let house = human::house_to_look_at(shape, step);
    let place = house.map_or_else(|| "the whole board".to_owned(), |house| shape.name(house).to_string());
    let area: Vec<usize> = house.map(|house| shape.houses()[house].iter().collect()).unwrap_or_default();
    vec![
        Stage { text: format!("Look at {place}."), cells: area.clone() },
        Stage { text: format!("{name} in {place}."), cells: area },
        Stage {
            text: format!("{name} in {}.", notation::cells(shape, step.cells)),
            cells: step.cells.iter().collect(),
        },
    ]
}
