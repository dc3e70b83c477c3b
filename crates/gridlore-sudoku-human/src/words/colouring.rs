//! Colouring in words: the two colours of a cluster, one of which is true.

use super::scene::Scene;
use crate::{Candidate, CellSet, Technique as T};

/// Colours by letter: the first cluster has A and B, the second C and D.
const LETTERS: [&str; 4] = ["A", "B", "C", "D"];

/// Returns two cells of the set that see each other.
fn clash(scene: Scene<'_>, cells: CellSet) -> Option<(usize, usize)> {
    cells.iter().find_map(|cell| Some((cell, (scene.shape().peers(cell) & cells).first()?)))
}

/// Returns the cells seen by at least one cell of the set.
fn seen_by(scene: Scene<'_>, cells: CellSet) -> CellSet {
    cells.iter().fold(CellSet::EMPTY, |all, cell| all | scene.shape().peers(cell))
}

pub(super) fn simple(scene: Scene<'_>) -> String {
    let (digit, step) = (scene.digits(), scene.step);
    let [one, other] = step.colours[..] else { return String::new() };
    let colours = format!(
        "Strong links for {digit} give its cells two colours: A is {}, and B is {}. All cells of one colour are {digit}, and none of the other.",
        scene.each(one),
        scene.each(other)
    );
    if step.technique == T::SimpleColorsTrap {
        return format!("{colours} {}", scene.conclusion_as("both colours"));
    }
    let is_first = scene.removed_cells().intersects(one);
    let (letter, cells) = if is_first { ("A", one) } else { ("B", other) };
    let pair = clash(scene, cells).map(|(cell, peer)| (scene.cell(cell), scene.cell(peer)));
    let (cell, peer) = pair.unwrap_or_default();
    format!(
        "{colours} {cell} and {peer} both have colour {letter} and see each other, so {letter} is the false colour. {}",
        scene.conclusion()
    )
}

pub(super) fn multi(scene: Scene<'_>) -> String {
    let (digit, colours) = (scene.digits(), &scene.step.colours);
    let [a, b, c, d] = colours[..] else { return String::new() };
    let clusters = format!(
        "Strong links for {digit} form two clusters of two colours each: A is {}, B is {}; C is {}, D is {}. In each cluster one colour is true and the other false.",
        scene.each(a),
        scene.each(b),
        scene.each(c),
        scene.each(d)
    );
    let removed = scene.removed_cells();
    if scene.step.technique == T::MultiColors2 {
        let letter = if removed.intersects(a) { "A" } else { "B" };
        return format!(
            "{clusters} Colour {letter} sees both C and D, one of which is true, so {letter} is false. {}",
            scene.conclusion()
        );
    }
    let mut links = String::new();
    for (mine, yours) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
        let (one, other) = (1 - mine, 3 - yours);
        let both = seen_by(scene, colours[one]) & seen_by(scene, colours[other]);
        if seen_by(scene, colours[mine]).intersects(colours[2 + yours]) && both.intersects(removed) {
            let [mine, yours, one, other] = [mine, 2 + yours, one, other].map(|colour| LETTERS[colour]);
            links += &format!(
                " A cell of {mine} sees a cell of {yours}, so they are not both true: {one} or {other} is true, and a cell that sees both is not {digit}."
            );
        }
    }
    format!("{clusters}{links} {}", scene.conclusion())
}

/// Returns the candidates of a colour: `5 in r1c2 and r4c5; 7 in r3c4`.
fn coloured(scene: Scene<'_>, is_on: bool) -> String {
    let cells_of = |digit: usize| medusa_cells(scene, is_on, digit);
    let digits = scene.step.digits.iter().filter(|&digit| !cells_of(digit).is_empty());
    let parts = digits.map(|digit| format!("{} in {}", scene.sign(digit), scene.each(cells_of(digit))));
    parts.collect::<Vec<_>>().join("; ")
}

fn medusa_cells(scene: Scene<'_>, is_on: bool, digit: usize) -> CellSet {
    let nodes = scene.step.chains.iter().flatten().filter(|node| node.is_on == is_on && node.digit == digit);
    nodes.fold(CellSet::EMPTY, |all, node| all | node.cells)
}

/// Explains why a colour of a Medusa cannot be true.
fn medusa_contradiction(scene: Scene<'_>, is_on: bool) -> String {
    let cells_of = |digit: usize| medusa_cells(scene, is_on, digit);
    let mut held = CellSet::EMPTY;
    for digit in scene.step.digits.iter() {
        let cells = cells_of(digit);
        if let Some((cell, peer)) = clash(scene, cells) {
            let (cell, peer) = (scene.cell(cell), scene.cell(peer));
            return format!("would make both {cell} and {peer}, which see each other, {}", scene.sign(digit));
        }
        if let Some(cell) = (held & cells).first() {
            return format!("would put two digits in {}", scene.cell(cell));
        }
        held |= cells;
    }
    let is_emptied = |&cell: &usize| {
        let mut candidates = scene.state.candidates(cell).iter();
        !held.contains(cell) && candidates.all(|digit| scene.shape().peers(cell).intersects(cells_of(digit)))
    };
    let cell = scene.state.blanks().iter().find(is_emptied);
    format!("would leave {} without a candidate", cell.map(|cell| scene.cell(cell)).unwrap_or_default())
}

pub(super) fn medusa(scene: Scene<'_>) -> String {
    let colours = format!(
        "Strong links, between the two places of a digit in a house and the two candidates of a cell, give these candidates two colours. A: {}. B: {}. One colour is all true, and the other all false.",
        coloured(scene, true),
        coloured(scene, false)
    );
    let has = |is_on: bool, gone: &Candidate| medusa_cells(scene, is_on, gone.digit()).contains(gone.cell());
    let first = scene.step.eliminations.first();
    let why = match first.and_then(|gone| [true, false].into_iter().find(|&is_on| has(is_on, gone))) {
        Some(is_on) => {
            let letter = if is_on { "A" } else { "B" };
            format!("Colour {letter} {}, so it is false.", medusa_contradiction(scene, is_on))
        }
        None => "The following candidates are ruled out by both colours.".to_owned(),
    };
    format!("{colours} {why} {}", scene.conclusion())
}
