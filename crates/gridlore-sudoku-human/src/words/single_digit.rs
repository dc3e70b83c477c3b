//! Skyscrapers, kites, turbot fish and empty rectangles in words.

use super::scene::Scene;
use crate::{CellSet, Node};

/// Explains the two strong links of a chain of four nodes, and what follows from them.
fn two_links(scene: Scene<'_>, chain: &[Node], houses: &[usize]) -> String {
    let ([far, near, other_near, other_far], [one, other]) = (chain, houses) else { return String::new() };
    let digit = scene.sign(far.digit);
    let name = |cells: CellSet| scene.each(cells);
    format!(
        "In {}, {digit} can only go in {} or {}; in {}, only in {} or {}. {} and {} see each other, so at most one of them is {digit}. At least one of {} and {} is therefore {digit}.",
        scene.houses(&[*one]),
        name(far.cells),
        name(near.cells),
        scene.houses(&[*other]),
        name(other_near.cells),
        name(other_far.cells),
        name(near.cells),
        name(other_near.cells),
        name(far.cells),
        name(other_far.cells)
    )
}

/// Explains a skyscraper, a 2-string kite or a turbot fish.
pub(super) fn two_strong_links(scene: Scene<'_>) -> String {
    let step = scene.step;
    let links = step.chains.first().map(|chain| two_links(scene, chain, &step.houses)).unwrap_or_default();
    format!("{links} {}", scene.conclusion_as("both"))
}

pub(super) fn dual_kite(scene: Scene<'_>) -> String {
    let kites = scene.step.chains.iter().zip(scene.step.houses.chunks(2));
    let kites: Vec<String> = kites.map(|(chain, houses)| two_links(scene, chain, houses)).collect();
    format!(
        "{} Cells that see both ends of a kite cannot hold its digit. {}",
        kites.join(" "),
        scene.conclusion()
    )
}

pub(super) fn empty_rectangle(scene: Scene<'_>) -> String {
    let (state, shape, step) = (scene.state, scene.shape(), scene.step);
    let (name, digit) = (scene.house(), scene.digits());
    let value = step.digits.first().unwrap_or(1);
    let links = step.covers.chunks(3).filter_map(|covers| {
        let [arm, link, other] = *covers else { return None };
        let near = (shape.houses()[arm] & shape.houses()[link]).single()?;
        let far = (state.places_in(link, value) - CellSet::only(near)).single()?;
        let (near, far) = (scene.cell(near), scene.cell(far));
        let (arm, link, other) = (scene.houses(&[arm]), scene.houses(&[link]), scene.houses(&[other]));
        Some(format!(
            "In {name}, {digit} can only go in {arm} or {other}. In {link}, {digit} can only go in {far} or {near}. If it is not in {far}, it is in {near}, so {name} has its {digit} in {other}. Either way, the cells of {other} outside {name} that see {far} cannot be {digit}."
        ))
    });
    format!("{} {}", links.collect::<Vec<_>>().join(" "), scene.conclusion())
}
