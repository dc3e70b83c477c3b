//! Almost locked sets in words.
//!
//! An almost locked set (ALS) has one more digit than cells. Once it loses a digit, it holds all
//! the others.

use super::lists::capitalised;
use super::scene::Scene;
use crate::{AlmostLockedSet, CellSet, DigitSet};
use gridlore_sudoku_geometry::check::number_in_words;

/// Describes a set: `r1c2 and r1c3 (1, 2 and 4)`.
fn set_text(scene: Scene<'_>, set: &AlmostLockedSet) -> String {
    format!("{} ({})", scene.each(set.cells), scene.all(set.digits))
}

/// Returns the digits of both sets that only one of them can hold.
fn restricted(scene: Scene<'_>, one: &AlmostLockedSet, other: &AlmostLockedSet) -> DigitSet {
    let common = one.digits & other.digits;
    let is_restricted = |&digit: &usize| {
        let places = scene.state.places(digit);
        (other.cells & places).is_subset(scene.shape().common_peers(one.cells & places))
    };
    common.iter().filter(is_restricted).collect()
}

/// Returns a digit for each pair of neighbouring sets, never the same digit twice in a row. `last`
/// is the digit that follows.
fn links(scene: Scene<'_>, sets: &[AlmostLockedSet], before: usize, last: usize) -> Option<Vec<usize>> {
    let [one, rest @ ..] = sets else { return None };
    let Some(next) = rest.first() else { return (before != last).then(Vec::new) };
    let options = restricted(scene, one, next) & scene.step.links;
    options.iter().filter(|&digit| digit != before).find_map(|digit| {
        let mut all = vec![digit];
        all.extend(links(scene, rest, digit, last)?);
        Some(all)
    })
}

pub(super) fn als_xz(scene: Scene<'_>) -> String {
    let [one, other] = &scene.step.sets[..] else { return String::new() };
    let sets = format!(
        "Two almost locked sets, each with one digit more than cells: A is {}, and B is {}.",
        set_text(scene, one),
        set_text(scene, other)
    );
    let linking = scene.step.links;
    let removed = scene.removed_digits();
    if linking.len() > 1 && !one.cells.intersects(other.cells) {
        return format!(
            "{sets} Each of {} can be in only one of them, because its places in A see those in B. A takes one of these digits, B takes another, and both sets are locked. {}",
            scene.all(linking),
            scene.conclusion()
        );
    }
    let x = linking.iter().find(|&digit| removed != DigitSet::only(digit)).or(linking.first()).unwrap_or(1);
    let x = scene.sign(x);
    let is = if removed.len() == 1 { "is" } else { "are each" };
    let removed = scene.all(removed);
    format!(
        "{sets} {x} can be in only one of them, because its places in A see those in B. The set without {x} holds all its other digits, so {removed} {is} in A or in B. {}",
        scene.conclusion_as(&format!("every place of {removed} in A and B"))
    )
}

/// Explains ALS-XY-Wing and ALS-Chain: each set loses a digit to the previous set.
pub(super) fn als_chain(scene: Scene<'_>) -> String {
    let sets = &scene.step.sets;
    let z = scene.removed_digit();
    let [first, ..] = &sets[..] else { return String::new() };
    let by = links(scene, sets, z, z).unwrap_or_default();
    let z = scene.sign(z);
    let names: Vec<String> = (b'A'..=b'Z').map(|letter| char::from(letter).to_string()).collect();
    let mut text =
        format!("Almost locked sets, each with one digit more than cells: A is {}", set_text(scene, first));
    for (set, name) in sets.iter().zip(&names).skip(1) {
        text += &format!(", {name} is {}", set_text(scene, set));
    }
    text += &format!(". If A has no {z}, it holds all its other digits");
    for (digit, name) in by.iter().zip(&names[1..]) {
        let digit = scene.sign(*digit);
        text += &format!(", {digit} among them. Then {name} loses {digit} and holds all its other digits");
    }
    let end = &names[sets.len().saturating_sub(1).min(25)];
    let more = if scene.removed_digits().len() > 1 {
        " The same argument works for each digit removed here."
    } else {
        ""
    };
    format!(
        "{text}, {z} among them. Either way, {z} is in A or in {end}.{more} {}",
        scene.conclusion_as(&format!("every place of {z} in A and {end}"))
    )
}

pub(super) fn death_blossom(scene: Scene<'_>) -> String {
    let step = scene.step;
    let petals = step.sets.iter().fold(CellSet::EMPTY, |all, set| all | set.cells);
    let z = scene.any(scene.removed_digits());
    let cases = step.links.iter().zip(&step.sets).map(|(digit, set)| {
        let digit = scene.sign(digit);
        format!("if it is {digit}, the petal {} loses {digit} and holds {z}", set_text(scene, set))
    });
    let cases: Vec<String> = cases.collect();
    format!(
        "Stem {} holds {}. Each petal is an almost locked set, with one digit more than cells. {}. In every case, a petal holds {z}. {}",
        scene.each(step.cells - petals),
        scene.any(step.links),
        capitalised(&cases.join("; ")),
        scene.conclusion_as(&format!("every place of {z} in the petals"))
    )
}

pub(super) fn sue_de_coq(scene: Scene<'_>) -> String {
    let step = scene.step;
    let ([core, on_line, in_box], [line, region]) = (&step.sets[..], &step.houses[..]) else {
        return String::new();
    };
    let (line, region) = (scene.houses(&[*line]), scene.houses(&[*region]));
    let twice = on_line.digits & in_box.digits;
    let line_digits = (step.digits - in_box.digits) | on_line.digits;
    let box_digits = (step.digits - on_line.digits) | in_box.digits;
    let mut text = format!(
        "The core {}, where {line} and {region} meet, together with {} in {line} and {} in {region}, makes {} cells.",
        scene.each(core.cells),
        scene.each(on_line.cells),
        scene.each(in_box.cells),
        number_in_words(step.cells.len())
    );
    if twice.is_empty() {
        text += &format!(
            " They have just as many candidates: {}. So each of these digits is used exactly once.",
            scene.digits()
        );
    } else {
        let twice = scene.all(twice);
        text += &format!(
            " Their candidates are {}. {twice} can be used twice, once in each part outside the core, and every other digit once. That is just enough for the cells, so {twice} goes in both parts, and not in the core.",
            scene.digits()
        );
    }
    format!(
        "{text} The cells in {line} take {} of {line}, and those in {region} take {} of {region}. {}",
        scene.all(line_digits),
        scene.all(box_digits),
        scene.conclusion()
    )
}

pub(super) fn aligned(scene: Scene<'_>) -> String {
    format!(
        "Try every combination of candidates in {}. A combination is impossible if it repeats a digit in cells that see each other, or takes the last candidates of one of {}. No possible combination uses the candidates removed here. {}",
        scene.each(scene.step.cells),
        scene.each(scene.step.fins),
        scene.conclusion()
    )
}
