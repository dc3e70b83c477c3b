//! Uniqueness in words: a pattern that would give the puzzle two solutions.

use super::scene::{Scene, all_of};
use crate::{CellSet, DigitSet, Technique as T};

/// Returns the corners of the rectangle; in type 3, the pattern also has other cells.
fn corners(scene: Scene<'_>) -> CellSet {
    let (cells, pair) = (scene.step.cells, scene.step.digits);
    let rectangles = scene.shape().rectangles().iter().map(|corners| corners.iter().copied().collect());
    let is_it = |corners: &CellSet| {
        let holds_pair = |cell: usize| !(scene.state.candidates(cell) & pair).is_empty();
        corners.is_subset(cells) && corners.iter().all(holds_pair)
    };
    if cells.len() == 4 { cells } else { rectangles.into_iter().find(is_it).unwrap_or(cells) }
}

/// Explains which pattern must not occur.
fn deadly(scene: Scene<'_>, cells: CellSet) -> String {
    format!(
        "If {} held only {}, these digits could be swapped, and the puzzle would have two solutions.",
        scene.each(cells),
        scene.digits()
    )
}

/// Returns the cells that hold more than the pattern's digits, and what else they hold.
fn roof(scene: Scene<'_>, cells: CellSet) -> (CellSet, DigitSet) {
    let is_roof = |&cell: &usize| !scene.state.candidates(cell).is_subset(scene.step.digits);
    let roof: CellSet = cells.iter().filter(is_roof).collect();
    (roof, scene.candidates(roof) - scene.step.digits)
}

/// Explains that one cell holds something else, or that several cells share another digit.
fn one_of_roof(scene: Scene<'_>, roof: CellSet, extra: DigitSet) -> String {
    if let Some(cell) = roof.single() {
        return format!(
            "Only {} has other candidates, so it must hold one of them. {}",
            scene.cell(cell),
            scene.conclusion()
        );
    }
    let places: CellSet =
        roof.iter().filter(|&cell| !(scene.state.candidates(cell) & extra).is_empty()).collect();
    format!(
        "The only other candidate is {} in {}, so one of these cells holds it. {}",
        scene.all(extra),
        scene.each(places),
        scene.conclusion_as(&all_of(places.len()))
    )
}

/// Explains that in a house, one digit of the pair can only go in the roof, so the other cannot be
/// there.
fn locked_in_roof(scene: Scene<'_>, roof: CellSet) -> String {
    let removed = scene.removed_digits();
    let locked = scene.step.digits - removed;
    let value = locked.first().unwrap_or(1);
    let mut houses = scene.shape().common_houses(roof);
    let house = houses.find(|&house| scene.state.places_in(house, value).is_subset(roof));
    let (locked, removed) = (scene.all(locked), scene.all(removed));
    format!(
        "In {}, {locked} can only go in {}. If the other of these cells were {removed}, the pattern would hold only these two digits. {}",
        house.map(|house| scene.houses(&[house])).unwrap_or_default(),
        scene.either(roof),
        scene.conclusion()
    )
}

pub(super) fn rectangle(scene: Scene<'_>) -> String {
    let step = scene.step;
    let corners = corners(scene);
    let (roof, extra) = roof(scene, corners);
    let deadly = deadly(scene, corners);
    let rest = match step.technique {
        T::Uniqueness3 => {
            let subset = step.cells - corners;
            format!(
                "One of {} must therefore hold one of the other candidates, {}. Together with {}, they form a naked subset of {} in {}. {}",
                scene.each(roof),
                scene.any(extra),
                scene.each(subset),
                scene.all(extra | scene.candidates(subset)),
                scene.house(),
                scene.conclusion()
            )
        }
        T::Uniqueness4 => locked_in_roof(scene, roof),
        T::Uniqueness6 => x_wing(scene, corners, roof),
        T::HiddenRectangle => hidden(scene, corners),
        _ => one_of_roof(scene, roof, extra),
    };
    format!("{deadly} {rest}")
}

/// Explains type 6: the digit fills one diagonal of the rectangle.
fn x_wing(scene: Scene<'_>, corners: CellSet, roof: CellSet) -> String {
    let shape = scene.shape();
    let value = scene.removed_digit();
    let digit = scene.sign(value);
    let lines_of = |of: fn(&crate::Shape, usize) -> usize| -> Vec<usize> {
        let mut lines: Vec<usize> = corners.iter().map(|cell| of(shape, cell)).collect();
        lines.sort_unstable();
        lines.dedup();
        lines
    };
    let rows = lines_of(|shape, cell| shape.row(cell));
    let columns = lines_of(|shape, cell| shape.side() + shape.column(cell));
    let is_only_here = |line: &usize| scene.state.places_in(*line, value).is_subset(corners);
    let lines = if rows.iter().all(is_only_here) { rows } else { columns };
    format!(
        "In {}, {digit} can only go in these corners, so it fills two opposite ones. If these were {}, the other two corners would be {}, and the rectangle would hold only the pair. {}",
        scene.houses(&lines),
        scene.each(roof),
        scene.all(scene.step.digits.without(value)),
        scene.conclusion()
    )
}

/// Explains that, in the row and the column of a corner, the other digit of the pair can only go in
/// the rectangle.
fn hidden(scene: Scene<'_>, corners: CellSet) -> String {
    let shape = scene.shape();
    let Some(far) = scene.removed_cells().first() else { return String::new() };
    let value = scene.removed_digit();
    let (removed, other) = (scene.sign(value), scene.all(scene.step.digits.without(value)));
    let (row, column) = (shape.row(far), shape.side() + shape.column(far));
    let next = corners.without(far) & (shape.houses()[row] | shape.houses()[column]);
    let opposite = corners.without(far) - next;
    format!(
        "In {} and {}, {other} can only go in these corners. If {} were {removed}, {} would both be {other}, and {} would be {removed}: exactly that pattern. {}",
        scene.houses(&[row]),
        scene.houses(&[column]),
        scene.cell(far),
        scene.each(next),
        scene.each(opposite),
        scene.conclusion()
    )
}

pub(super) fn unique_loop(scene: Scene<'_>) -> String {
    let (cells, pair) = (scene.step.cells, scene.digits());
    let (roof, extra) = roof(scene, cells);
    let start = format!(
        "{} form a loop with two cells in each house that it visits. If they held only {pair}, these digits could be swapped around the loop, and the puzzle would have two solutions.",
        scene.each(cells)
    );
    let is_locked = roof.len() > 1 && scene.removed_digits().is_subset(scene.step.digits);
    let rest = if is_locked { locked_in_roof(scene, roof) } else { one_of_roof(scene, roof, extra) };
    format!("{start} {rest}")
}

pub(super) fn extended_rectangle(scene: Scene<'_>) -> String {
    let cells = scene.step.cells;
    let (roof, extra) = roof(scene, cells);
    format!(
        "{} lie in two parallel lines. If they held only {}, the lines could be swapped, and the puzzle would have two solutions. {}",
        scene.each(cells),
        scene.digits(),
        one_of_roof(scene, roof, extra)
    )
}

pub(super) fn avoidable(scene: Scene<'_>) -> String {
    let (cells, pair) = (scene.step.cells, scene.digits());
    let blanks = cells & scene.state.blanks();
    let start = format!(
        "{} are the corners of a rectangle, and none of them is a given. With only {pair} in them, these digits could be swapped, and the puzzle would have two solutions.",
        scene.each(cells)
    );
    if let Some(cell) = blanks.single() {
        return format!(
            "{start} {} is the last blank corner, and {} would complete this pattern. {}",
            scene.cell(cell),
            scene.all(scene.removed_digits()),
            scene.conclusion()
        );
    }
    format!(
        "{start} The only other candidate of the blank corners {} is {}, so one of them holds it. {}",
        scene.each(blanks),
        scene.all(scene.removed_digits()),
        scene.conclusion_as("both")
    )
}

/// Explains the bivalue universal grave: every blank cell has two candidates, and every digit has
/// two places.
pub(super) fn grave(scene: Scene<'_>) -> String {
    let step = scene.step;
    let digits = scene.digits();
    // In type 3, the pattern also has a subset.
    let extras = if step.technique == T::BugType3 { step.fins } else { step.cells };
    let extra_cells = scene.each(extras);
    let start = format!(
        "Apart from the extra candidates in {extra_cells}, this is a bivalue universal grave: every blank cell has two candidates, and every digit has two places in each of its houses. Such a puzzle has two solutions or none."
    );
    match step.technique {
        T::BugPlusOne => {
            format!("{start} The extra candidate {digits} is therefore true. {}", scene.conclusion())
        }
        T::BugType2 => format!(
            "{start} At least one of the extra candidates ({}) is therefore true, and all of them rule out the same candidates. {}",
            digits,
            scene.conclusion()
        ),
        T::BugType3 => format!(
            "{start} One of the extra candidates is therefore true. Together with {}, these cells form a naked subset of {digits} in {}. {}",
            scene.each(step.cells - extras),
            scene.house(),
            scene.conclusion()
        ),
        _ => format!(
            "{start} At least one of the extra candidates ({digits}) is therefore true. In {}, {} can only go in {}: one cell holds it, and the other its extra candidate. {}",
            scene.house(),
            scene.all(step.links),
            scene.either(extras),
            scene.conclusion()
        ),
    }
}
