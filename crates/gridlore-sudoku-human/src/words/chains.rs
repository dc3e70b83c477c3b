//! Chains in words: link by link, each with its reason.

use super::lists::listed;
use super::scene::Scene;
use crate::notation::cells;
use crate::notation::nets::{contradiction, statement};
use crate::{CellSet, DigitSet, Node, Technique as T};
use gridlore_sudoku_geometry::check::number_in_words;

/// Explains why the second node follows from the first, as the end of a clause.
fn because(scene: Scene<'_>, from: &Node, to: &Node) -> String {
    let (state, shape) = (scene.state, scene.shape());
    let digit = scene.sign(to.digit);
    if let Some(set) = to.through {
        let name = format!("the almost locked set {} ({})", cells(shape, set.cells), scene.all(set.digits));
        let lost = scene.sign(from.digit);
        return if to.is_on {
            format!(", because {name} loses {lost} and takes every other candidate of the cell")
        } else {
            format!(", because {name} loses {lost} and must hold {digit}")
        };
    }
    let is_one_cell = from.cells == to.cells;
    match (from.is_on, is_one_cell) {
        (false, true) => ", its only other candidate".to_owned(),
        (false, false) => {
            let both = from.cells | to.cells;
            let mut houses = shape.common_houses(both);
            let house = houses.find(|&house| state.places_in(house, to.digit) == both);
            house.map_or_else(String::new, |house| {
                format!(", because {} has no other place for {digit}", scene.houses(&[house]))
            })
        }
        (true, true) => format!(", because it is {}", scene.sign(from.digit)),
        (true, false) => {
            let sees = if to.cells.len() == 1 { "it sees" } else { "they see" };
            format!(", because {sees} {}", scene.each(from.cells))
        }
    }
}

/// Returns a chain link by link: one line for each node that is on, including the node before it.
pub(super) fn links(scene: Scene<'_>, chain: &[Node]) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    for (place, pair) in chain.windows(2).enumerate() {
        let [from, to] = pair else { continue };
        let clause = format!("{}{}", statement(scene.shape(), to), because(scene, from, to));
        line += &match (place, line.is_empty()) {
            (0, _) => format!("If {}, then {clause}", statement(scene.shape(), from)),
            (_, true) => format!("Then {clause}"),
            (_, false) => format!(", so {clause}"),
        };
        if to.is_on || place + 2 == chain.len() {
            lines.push(std::mem::take(&mut line) + ".");
        }
    }
    lines
}

/// Returns a chain link by link, or on one line without the links between its ends.
fn chain_lines(scene: Scene<'_>, chain: &[Node], is_folded: bool) -> Vec<String> {
    let ([first, .., last], true) = (chain, is_folded) else { return links(scene, chain) };
    let [first, last] = [first, last].map(|node| statement(scene.shape(), node));
    vec![format!("If {first}, then {last}, by a chain of {} links.", number_in_words(chain.len() - 1))]
}

/// Explains a chain that proves that at least one of its ends is true.
pub(super) fn alternating(scene: Scene<'_>, is_folded: bool) -> Vec<String> {
    let Some(chain) = scene.step.chains.first() else { return Vec::new() };
    let ([first, .., last], shape) = (&chain[..], scene.shape()) else { return Vec::new() };
    let mut lines = chain_lines(scene, chain, is_folded);
    let ends = [first, last].map(|node| statement(shape, &Node { is_on: true, ..*node }));
    lines.push(if first.digit == last.digit {
        format!("Either way, {} or {}. {}", ends[0], ends[1], scene.conclusion_as("both"))
    } else {
        format!(
            "Either way, {} or {}, and both rule out the same candidates. {}",
            ends[0],
            ends[1],
            scene.conclusion()
        )
    });
    lines
}

/// Explains cells with the same two candidates, each of which sees the next.
pub(super) fn remote_pair(scene: Scene<'_>) -> String {
    let chain: Vec<String> = scene.step.chains.iter().flatten().map(|node| scene.each(node.cells)).collect();
    format!(
        "{} each hold {} and each see the next, so the two digits alternate along them. Cells an odd number of links apart hold both digits between them. {}",
        listed(&chain, "and"),
        scene.any(scene.step.digits),
        scene.conclusion_as("two such cells")
    )
}

/// Explains loops: continuous loops, and those that contradict their premise.
pub(super) fn nice_loop(scene: Scene<'_>, is_folded: bool) -> Vec<String> {
    let Some(chain) = scene.step.chains.first() else { return Vec::new() };
    let ([first, .., last], shape) = (&chain[..], scene.shape()) else { return Vec::new() };
    let mut lines = chain_lines(scene, chain, is_folded);
    let is_same = first.digit == last.digit && first.cells == last.cells;
    lines.push(match (is_same, first.is_on == last.is_on) {
        (true, true) => format!(
            "The chain closes, and it works in both directions: one end of each weak link is true. Whatever both ends rule out is false. {}",
            scene.conclusion()
        ),
        (true, false) => format!("That contradicts the premise, so {}. {}", statement(shape, last), scene.conclusion()),
        // Both are in one cell.
        (false, _) if last.is_on => format!("One cell cannot hold both digits. {}", scene.conclusion()),
        (false, _) => format!(
            "If {}, then {}, and the chain rules that out. {}",
            statement(shape, &Node { is_on: true, ..*last }),
            statement(shape, first),
            scene.conclusion()
        ),
    });
    lines
}

/// Says that one of the premises of several chains or nets is true.
pub(super) fn alternatives(scene: Scene<'_>, premises: &[&Node]) -> String {
    let (shape, step) = (scene.shape(), scene.step);
    let placed = step.placements.first();
    let own = placed.or(step.eliminations.first()).map(|one| Node {
        digit: one.digit(),
        cells: CellSet::only(one.cell()),
        is_on: placed.is_some(),
        through: None,
    });
    let is_own = |node: &&Node| {
        own.is_some_and(|own| (own.digit, own.cells, own.is_on) == (node.digit, node.cells, node.is_on))
    };
    // The conclusion itself needs no chain, and may be one of the alternatives.
    let all: Vec<&Node> = premises
        .iter()
        .copied()
        .chain(own.iter().filter(|own| !premises.iter().any(is_own) && own.is_on))
        .collect();
    let cells = all.iter().fold(CellSet::EMPTY, |all, node| all | node.cells);
    let digits: DigitSet = all.iter().map(|node| node.digit).collect();
    let [first, ..] = premises else { return String::new() };
    if premises.iter().any(|node| !node.is_on) || premises.len() == 1 {
        let yes = Node { is_on: true, ..**first };
        return format!("Either {} or it is not.", statement(shape, &yes));
    }
    if let Some(cell) = cells.single() {
        return format!("{} holds {}.", scene.cell(cell), scene.any(digits));
    }
    let value = first.digit;
    let house = shape.common_houses(cells).find(|&house| scene.state.places_in(house, value) == cells);
    let name = house.map(|house| scene.houses(&[house])).unwrap_or_default();
    format!("In {name}, {} can only go in {}.", scene.sign(value), scene.either(cells))
}

/// Explains a placement that needs no chain because the digit is already a single.
fn already_single(scene: Scene<'_>) -> String {
    let placed = scene.step.placements.first().map_or((0, 0), |place| (place.cell(), place.digit()));
    let (cell, digit) = (scene.cell(placed.0), scene.sign(placed.1));
    let houses = scene.shape().houses_of(placed.0).iter();
    let house = houses.copied().find(|&house| scene.state.places_in(house, placed.1).len() == 1);
    match house {
        Some(house) => {
            format!("In {}, {digit} can only go in {cell}. {}", scene.houses(&[house]), scene.conclusion())
        }
        None => format!("Every digit except {digit} has been ruled out in {cell}. {}", scene.conclusion()),
    }
}

/// Explains forcing chains and kraken fish: several chains that lead to one end, or to a
/// contradiction.
pub(super) fn forcing(scene: Scene<'_>, is_folded: bool) -> Vec<String> {
    let step = scene.step;
    let premises: Vec<&Node> = step.chains.iter().filter_map(|chain| chain.first()).collect();
    if premises.is_empty() {
        return vec![already_single(scene)];
    }
    let chains = step.chains.iter().flat_map(|chain| chain_lines(scene, chain, is_folded));
    let mut lines = vec![match step.technique {
        T::ForcingChainContradiction => {
            let premise = premises.first().map(|node| statement(scene.shape(), node)).unwrap_or_default();
            format!("Suppose that {premise}.")
        }
        T::KrakenFish | T::KrakenFishType2 => kraken(scene, &premises),
        _ => format!("{} Every case leads to the same result.", alternatives(scene, &premises)),
    }];
    lines.extend(chains);
    lines.push(if step.technique == T::ForcingChainContradiction {
        let ends: Vec<&Node> = step.chains.iter().filter_map(|chain| chain.last()).collect();
        let why = failure(scene, premises.first().copied(), &ends, None);
        format!("Then {why}: a contradiction. {}", scene.conclusion())
    } else {
        scene.conclusion()
    });
    lines
}

/// Explains why `ends` cannot all be true, possibly together with their premise, which needs no
/// chain. `house` is the house that they leave without a digit, if known.
pub(super) fn failure(
    scene: Scene<'_>,
    premise: Option<&Node>,
    ends: &[&Node],
    house: Option<usize>,
) -> String {
    let (state, shape) = (scene.state, scene.shape());
    let cells_of = |ends: &[&Node]| ends.iter().fold(CellSet::EMPTY, |all, node| all | node.cells);
    let house_without = |ends: &[&Node]| {
        let [first, ..] = ends else { return None };
        let is_one_digit = ends.iter().all(|node| !node.is_on && node.digit == first.digit);
        let mut houses = 0..shape.houses().len();
        houses.find(|&house| is_one_digit && state.places_in(house, first.digit) == cells_of(ends))
    };
    let is_empty_cell = |ends: &[&Node]| {
        let digits: DigitSet = ends.iter().map(|node| node.digit).collect();
        let is_off = ends.iter().all(|node| !node.is_on);
        cells_of(ends).single().is_some_and(|cell| is_off && state.candidates(cell) == digits)
    };
    let is_of_premise =
        |one: &Node| premise.is_some_and(|premise| (premise.digit, premise.cells) == (one.digit, one.cells));
    let mut ends = ends.to_vec();
    let is_whole = match ends[..] {
        [one] => is_of_premise(one) || one.is_on,
        _ => ends.iter().any(|node| node.is_on),
    };
    if !is_whole && house.is_none() && house_without(&ends).is_none() && !is_empty_cell(&ends) {
        ends.extend(premise);
    }
    match (ends.as_slice(), house.or_else(|| house_without(&ends))) {
        (&[one], None) if is_empty_cell(&ends) && !is_of_premise(one) => {
            format!("{} has no candidate left", scene.each(one.cells))
        }
        (&[one], _) if is_of_premise(one) => contradiction(shape, premise, &ends, None),
        (_, house) => contradiction(shape, premise, &ends, house),
    }
}

fn kraken(scene: Scene<'_>, premises: &[&Node]) -> String {
    let digit = premises.first().map(|node| scene.sign(node.digit)).unwrap_or_default();
    let base = super::fish::base_and_cover(scene, &digit);
    let is_one = scene.step.fins.len() == 1;
    let (no_fin, a_fin) = if is_one { ("the fin is not", "the fin is") } else { ("no fin is", "a fin is") };
    if scene.step.technique == T::KrakenFish {
        let removed = scene.either(scene.removed_cells());
        return format!(
            "{base} If {no_fin} {digit}, each house of the cover has its {digit} in the base, and {removed} is not {digit}. If {a_fin} {digit}, a chain leads to the same result."
        );
    }
    let starts = premises.iter().fold(CellSet::EMPTY, |all, node| all | node.cells);
    format!(
        "{base} If {no_fin} {digit}, each house of the cover has its {digit} in the base. So one of {} is {digit}. Every case leads to the same result.",
        scene.each(starts)
    )
}
