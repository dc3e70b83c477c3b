//! The usual notations for steps: cells as `r13c2`, chains in Eureka notation, changes as
//! `r4c5<>7`.

mod coordinates;
pub(super) mod nets;

pub use coordinates::{cells, digits};

use super::{Candidate, CellSet, DigitSet, Node, Shape, Step, Technique};
use coordinates::short;
use std::fmt::Write;

/// Returns a chain in Eureka notation: `(3)r7c5=(3)r7c2-(3=8)r9c2-(8)r9c6`. `=` is a strong link,
/// `-` a weak link, and `-ALS:r1c23{249}-` a link through an almost locked set.
#[must_use]
pub fn eureka(shape: &Shape, chain: &[Node]) -> String {
    let mut text = String::new();
    let mut place = 0;
    while place < chain.len() {
        let node = chain[place];
        if place > 0 {
            text.push(if node.is_on && !chain[place - 1].is_on { '=' } else { '-' });
            if let Some(set) = node.through {
                let _ = write!(text, "ALS:{}{{{}}}-", cells(shape, set.cells), shape.packed(set.digits));
            }
        }
        let next = chain.get(place + 1).filter(|next| {
            !node.is_on
                && next.is_on
                && next.cells == node.cells
                && next.digit != node.digit
                && next.through.is_none()
        });
        match next {
            Some(next) => {
                let (one, other) = (shape.sign(node.digit), shape.sign(next.digit));
                let _ = write!(text, "({one}={other}){}", cells(shape, node.cells));
                place += 2;
            }
            None => {
                let _ = write!(text, "({}){}", shape.sign(node.digit), cells(shape, node.cells));
                place += 1;
            }
        }
    }
    text
}

/// Returns the changes of a step: `r1c2=5`, `r4c9,r6c1<>9`, separated by spaces.
#[must_use]
pub fn changes(shape: &Shape, step: &Step) -> String {
    changed(shape, &step.placements, &step.eliminations)
}

/// Returns the changes of these placements and eliminations.
#[must_use]
pub fn changed(shape: &Shape, placements: &[Candidate], eliminations: &[Candidate]) -> String {
    let of = |candidates: &[Candidate], sign: &str| -> Vec<String> {
        let all: DigitSet = candidates.iter().map(|candidate| candidate.digit()).collect();
        all.iter()
            .map(|digit| {
                let of_digit = candidates.iter().filter(|candidate| candidate.digit() == digit);
                let places = of_digit.map(|candidate| candidate.cell()).collect();
                format!("{}{sign}{}", cells(shape, places), shape.sign(digit))
            })
            .collect()
    };
    let mut parts = of(placements, "=");
    parts.extend(of(eliminations, "<>"));
    parts.join(" ")
}

/// Returns the candidates of two colours by digit: `1 in r1c1, 2 in r4c5 / 1 in r1c7`.
fn colours(shape: &Shape, step: &Step) -> String {
    let of = |is_on: bool| {
        let parts = step.digits.iter().map(|digit| {
            let nodes =
                step.chains.iter().flatten().filter(|node| node.is_on == is_on && node.digit == digit);
            (digit, nodes.fold(CellSet::EMPTY, |all, node| all | node.cells))
        });
        let parts = parts.filter(|(_, places)| !places.is_empty());
        parts
            .map(|(digit, places)| format!("{} in {}", shape.sign(digit), cells(shape, places)))
            .collect::<Vec<_>>()
            .join(", ")
    };
    format!("{} / {}", of(true), of(false))
}

fn names(shape: &Shape, houses: &[usize]) -> String {
    houses.iter().map(|&house| short(shape, house)).collect::<Vec<_>>().join(" ")
}

/// Returns a fish: `5 in r1 r4 / c2 c7, fins r1c9`.
fn fish(shape: &Shape, step: &Step) -> String {
    let fins =
        if step.fins.is_empty() { String::new() } else { format!(", fins {}", cells(shape, step.fins)) };
    // The chains of a kraken fish may use other digits.
    let digit = step.nodes().next().map_or(step.digits, |node| DigitSet::only(node.digit));
    format!(
        "{} in {} / {}{fins}",
        digits(shape, digit),
        names(shape, &step.houses),
        names(shape, &step.covers)
    )
}

/// Returns the pattern of a step: digits, cells, houses, sets, chains or nets.
#[must_use]
pub fn pattern(shape: &Shape, step: &Step) -> String {
    if step.technique == Technique::Medusa {
        return colours(shape, step);
    }
    if !step.nets.is_empty() {
        let nets: Vec<String> = step.nets.iter().map(|net| nets::line(shape, net)).collect();
        return nets.join("; ");
    }
    if !step.chains.is_empty() {
        let chains: Vec<String> = step.chains.iter().map(|chain| eureka(shape, chain)).collect();
        let chains = chains.join("; ");
        let is_kraken = matches!(step.technique, Technique::KrakenFish | Technique::KrakenFishType2);
        return if is_kraken { format!("{}; {chains}", fish(shape, step)) } else { chains };
    }
    if !step.sets.is_empty() {
        let sets = step
            .sets
            .iter()
            .map(|set| format!("{}{{{}}}", cells(shape, set.cells), shape.packed(set.digits)));
        return sets.collect::<Vec<_>>().join(" - ");
    }
    if !step.colours.is_empty() {
        let colours: Vec<String> = step.colours.iter().map(|&colour| cells(shape, colour)).collect();
        return format!("{} in {}", digits(shape, step.digits), colours.join(" / "));
    }
    if !step.covers.is_empty() {
        return fish(shape, step);
    }
    if !step.placements.is_empty() && !step.houses.is_empty() {
        return format!("{} in {}", digits(shape, step.digits), names(shape, &step.houses));
    }
    format!("{} in {}", digits(shape, step.digits), cells(shape, step.cells))
}

/// Returns a step on one line: `technique: pattern => changes`, or `technique: changes` for
/// singles.
#[must_use]
pub fn line(shape: &Shape, step: &Step) -> String {
    let changes = changes(shape, step);
    if step.placements.is_empty() || step.nodes().next().is_some() {
        format!("{}: {} => {changes}", step.technique, pattern(shape, step))
    } else {
        format!("{}: {changes}", step.technique)
    }
}
