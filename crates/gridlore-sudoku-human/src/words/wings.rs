//! Wings in words: pivot and pincers.

use super::lists::capitalised;
use super::scene::{Scene, all_of};
use crate::{CellSet, DigitSet};
use gridlore_sudoku_geometry::check::number_in_words;

/// Explains an XY-Wing: the pivot is x or y, one pincer is x or z, and the other is y or z.
pub(super) fn xy_wing(scene: Scene<'_>) -> String {
    let Some([_, one_x, pivot_x, pivot_y, _, other_z]) = scene.step.chains.first().map(|chain| &chain[..])
    else {
        return String::new();
    };
    let (x, y, z) = (scene.sign(pivot_x.digit), scene.sign(pivot_y.digit), scene.sign(other_z.digit));
    let (pivot, one, other) = (scene.each(pivot_x.cells), scene.each(one_x.cells), scene.each(other_z.cells));
    format!(
        "Pivot {pivot} holds {x} or {y}. If it is {x}, then {one} is {z}; if it is {y}, then {other} is {z}. Either way, one of {one} and {other} is {z}. {}",
        scene.conclusion_as("both")
    )
}

/// Explains an XYZ-Wing, in which the pivot can also be z.
pub(super) fn xyz_wing(scene: Scene<'_>) -> String {
    let cells = scene.step.cells;
    let Some(pivot) = cells.iter().find(|&cell| scene.state.candidates(cell).len() == 3) else {
        return String::new();
    };
    let z = scene.removed_digit();
    let cases = cells.without(pivot).iter().map(|wing| {
        let digit = scene.all(scene.state.candidates(wing).without(z));
        format!("if it is {digit}, then {} is {}", scene.cell(wing), scene.sign(z))
    });
    let cases: Vec<String> = cases.collect();
    let z = scene.sign(z);
    format!(
        "Pivot {} holds {}. {}; otherwise it is {z} itself. In every case, one of {} is {z}. {}",
        scene.cell(pivot),
        scene.any(scene.state.candidates(pivot)),
        capitalised(&cases.join("; ")),
        scene.each(cells),
        scene.conclusion_as("all three"),
    )
}

/// Explains a WXYZ-Wing or a larger wing.
pub(super) fn bent_set(scene: Scene<'_>) -> String {
    let (cells, digits) = (scene.step.cells, scene.step.digits);
    let free = scene.removed_digit();
    let places: CellSet = cells.iter().filter(|&cell| scene.state.candidates(cell).contains(free)).collect();
    let free = scene.sign(free);
    format!(
        "{} are {} cells with {} candidates: {}. Each of {} fits in them only once, because its places see each other. The cells need {} digits, so one of them is {free}. {}",
        scene.each(cells),
        number_in_words(cells.len()),
        number_in_words(digits.len()),
        scene.all(digits),
        scene.all(digits - scene.removed_digits()),
        number_in_words(cells.len()),
        scene.conclusion_as(&format!("{} places of {free} among them", all_of(places.len())))
    )
}

/// Explains a W-Wing: two equal bivalue cells and a strong link of one of their digits.
pub(super) fn w_wing(scene: Scene<'_>) -> String {
    let Some([start, _, near, far, _, end]) = scene.step.chains.first().map(|chain| &chain[..]) else {
        return String::new();
    };
    let (one, other) = (scene.each(start.cells), scene.each(end.cells));
    let (linked, free) = (scene.sign(near.digit), scene.sign(end.digit));
    let pair = scene.any(DigitSet::only(near.digit).with(end.digit));
    format!(
        "{one} and {other} each hold {pair}. In {}, {linked} can only go in {}, which {one} sees, or {}, which {other} sees. If {one} and {other} were both {linked}, it would have no place there. At least one of them is therefore {free}. {}",
        scene.house(),
        scene.each(near.cells),
        scene.each(far.cells),
        scene.conclusion_as("both")
    )
}
