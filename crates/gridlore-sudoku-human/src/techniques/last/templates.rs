//! Templates: all the ways to place a digit in every house. Cells that all templates share hold the
//! digit, and cells that are in no template cannot. Templates are impossible if they use a cell
//! that certainly holds another digit.

use crate::techniques::finder::Finder;
use crate::techniques::flow::Flow;
use crate::{Candidate, CellSet, DigitSet, State, Step, Technique};

pub(super) fn find(technique: Technique, finder: &mut Finder<'_>) -> Flow {
    let state = finder.state;
    for (digit, templates) in state.digits().zip(templates(state)) {
        if templates.is_empty() {
            continue;
        }
        let some = templates.iter().fold(CellSet::EMPTY, |some, &template| some | template);
        let step = Step { digits: DigitSet::only(digit), cells: some, ..Step::new(technique) };
        if technique == Technique::TemplateDelete {
            finder.take(step.removing(state.removals(digit, state.places(digit) - some)))?;
        } else {
            let all = shared(state, &templates) & state.blanks();
            let placements = all.iter().map(|cell| Candidate::new(cell, digit)).collect();
            finder.take(Step { placements, ..step })?;
        }
    }
    Flow::Continue(())
}

/// Returns the cells that all templates share.
fn shared(state: &State<'_>, templates: &[CellSet]) -> CellSet {
    templates.iter().fold(CellSet::first_cells(state.shape().size()), |all, &template| all & template)
}

/// Returns, for each digit from 1, the templates that avoid the cells known to hold other digits.
fn templates(state: &State<'_>) -> Vec<Vec<CellSet>> {
    let mut templates: Vec<Vec<CellSet>> = state
        .digits()
        .map(|digit| {
            let placed = (0..state.shape().size()).filter(|&cell| state.value(cell) == digit);
            let mut found = Vec::new();
            extend(state, digit, placed.collect(), 0, &mut |template| found.push(template));
            found
        })
        .collect();
    loop {
        let certain: Vec<CellSet> = templates.iter().map(|templates| shared(state, templates)).collect();
        let mut has_changed = false;
        for (digit, own) in templates.iter_mut().enumerate() {
            let others = certain.iter().enumerate().filter(|(other, _)| *other != digit);
            let taken = others.fold(CellSet::EMPTY, |all, (_, &cells)| all | cells);
            let before = own.len();
            own.retain(|template| !template.intersects(taken));
            has_changed |= own.len() < before;
        }
        // If a digit has no templates, the board has no solution.
        if !has_changed || templates.iter().any(Vec::is_empty) {
            return templates;
        }
    }
}

/// Calls `each` with every extension of the chosen cells to the rows from `row` on, with one cell
/// in each house.
fn extend(state: &State<'_>, digit: usize, chosen: CellSet, row: usize, each: &mut impl FnMut(CellSet)) {
    let shape = state.shape();
    if row == shape.side() {
        if shape.houses().iter().all(|house| house.intersects(chosen)) {
            each(chosen);
        }
        return;
    }
    if shape.houses()[row].intersects(chosen) {
        return extend(state, digit, chosen, row + 1, each);
    }
    for cell in state.places_in(row, digit) {
        if !shape.peers(cell).intersects(chosen) {
            extend(state, digit, chosen.with(cell), row + 1, each);
        }
    }
}
