//! Singles, locked candidates, subsets and templates in words.

use super::scene::{Scene, all_of};
use crate::Technique as T;
use gridlore_sudoku_geometry::check::number_in_words;

/// Explains why a digit can only go in one cell.
pub(super) fn single(scene: Scene<'_>) -> String {
    let digit = scene.digits();
    let cell = scene.step.placements.first().map(|place| scene.cell(place.cell())).unwrap_or_default();
    match scene.step.technique {
        T::FullHouse => {
            format!("{cell} is the last blank cell in {}, and {digit} is the missing digit.", scene.house())
        }
        T::NakedSingle => format!("Every digit except {digit} has been ruled out in {cell}."),
        _ => format!("In {}, {digit} can only go in {cell}.", scene.house()),
    }
}

pub(super) fn locked_candidates(scene: Scene<'_>) -> String {
    let (digit, cover) = (scene.digits(), scene.houses(&scene.step.covers));
    let cells = scene.step.cells;
    format!(
        "In {}, {digit} can only go in {}, {} in {cover}. One of them takes the {digit} of {cover}.",
        scene.house(),
        scene.either(cells),
        all_of(cells.len())
    )
}

pub(super) fn naked_subset(scene: Scene<'_>) -> String {
    format!(
        "{} have no candidates except {}: {} cells for {} digits. Between them they take all of these digits in {}.",
        scene.each(scene.step.cells),
        scene.digits(),
        number_in_words(scene.step.cells.len()),
        number_in_words(scene.step.digits.len()),
        scene.houses(&scene.step.houses)
    )
}

pub(super) fn hidden_subset(scene: Scene<'_>) -> String {
    format!(
        "In {}, {} can only go in {}: {} digits for {} cells. These cells have no room for other digits.",
        scene.house(),
        scene.digits(),
        scene.each(scene.step.cells),
        number_in_words(scene.step.digits.len()),
        number_in_words(scene.step.cells.len())
    )
}

pub(super) fn template(scene: Scene<'_>) -> String {
    let digit = scene.digits();
    let (places, removed) = (scene.step.placements.iter().map(|place| place.cell()), scene.removed_cells());
    let templates =
        format!("A template is one way to place {digit} in every row, column and box at the same time.");
    if scene.step.technique == T::TemplateSet {
        format!("{templates} All templates that are still possible use {}.", scene.each(places.collect()))
    } else {
        format!("{templates} No template that is still possible uses {}.", scene.either(removed))
    }
}

/// Says that the digit comes from the solution, without an argument.
pub(super) fn brute_force(scene: Scene<'_>) -> String {
    let place = scene.step.placements.first();
    let [cell, digit] =
        place.map(|place| [scene.cell(place.cell()), scene.sign(place.digit())]).unwrap_or_default();
    format!("No technique of this profile applies. Taken from the solution: {cell} = {digit}.")
}
