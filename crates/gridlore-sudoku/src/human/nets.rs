//! Nets in words and in short: what is there by turns, each with what it rests on.

use super::notation::{cells, digits};
use super::{CellSet, Digits, Net, Node, Shape};
use std::collections::BTreeSet;

/// `r1c2 is 5`, `5 is in r1c23`, or that it is not.
fn said(shape: &Shape, node: &Node) -> String {
    let (place, digit) = (cells(shape, node.cells), shape.sign(node.digit));
    match (node.cells.len(), node.is_on) {
        (1, true) => format!("{place} is {digit}"),
        (1, false) => format!("{place} is not {digit}"),
        (_, true) => format!("{digit} is in {place}"),
        (_, false) => format!("{digit} is not in {place}"),
    }
}

/// Digits and cells of several consequences.
fn spread<'n>(nodes: impl Iterator<Item = &'n Node>) -> (Digits, CellSet) {
    nodes.fold((Digits::EMPTY, CellSet::EMPTY), |(digits, cells), node| {
        (digits.with(node.digit), cells | node.cells)
    })
}

fn house(shape: &Shape, cells: CellSet) -> String {
    shape
        .common_houses(cells)
        .last()
        .map_or_else(|| "its house".to_owned(), |house| shape.name(house).to_string())
}

/// Why a consequence is there.
fn why(shape: &Shape, net: &Net, place: usize) -> String {
    let consequence = &net.consequences[place];
    let node = consequence.node;
    if let Some(set) = node.through {
        return format!(
            "through the almost locked set {} ({})",
            cells(shape, set.cells),
            digits(shape, set.digits)
        );
    }
    let (gone, others) = spread(consequence.from.iter().map(|&from| &net.consequences[from].node));
    if net.is_by_pattern(place) {
        let is_locked = gone == Digits::only(node.digit);
        return if is_locked { "as it is locked elsewhere" } else { "by a pair" }.to_owned();
    }
    match consequence.house {
        Some(house) if others != node.cells => format!("the last place in {}", shape.name(house)),
        _ => "its last candidate".to_owned(),
    }
}

/// What the ends of a net say together: why they cannot be, or what they come to.
fn end(shape: &Shape, net: &Net) -> String {
    let ends: Vec<&Node> = net.ends.iter().map(|&end| &net.consequences[end].node).collect();
    let premise = net.consequences.first().map(|consequence| &consequence.node);
    let (digits, places) = spread(ends.iter().copied());
    let is_cell = places.len() == 1;
    match ends[..] {
        [one] => match premise {
            Some(premise) if (premise.digit, premise.cells) == (one.digit, one.cells) => {
                format!("{} against that", said(shape, one))
            }
            _ => said(shape, one),
        },
        [one, other] if one.is_on && other.is_on && is_cell => {
            let place = cells(shape, places);
            format!("{place} is both {} and {}", shape.sign(one.digit), shape.sign(other.digit))
        }
        [one, other] if one.is_on && other.is_on => {
            format!("{} is twice in {}", shape.sign(one.digit), house(shape, places))
        }
        [one, other] if one.is_on != other.is_on => {
            format!("{} both is and is not {}", cells(shape, places), shape.sign(one.digit))
        }
        _ if is_cell => format!("no digit is left for {}", cells(shape, places)),
        _ => {
            let name = net.house.map_or_else(|| house(shape, places), |house| shape.name(house).to_string());
            format!("no place is left for {} in {name}", shape.sign(digits.first().unwrap_or(0)))
        }
    }
}

/// What is there by turns, with the numbers of what each rests on; then the ends.
struct Told {
    /// By consequence, its number, for the premise and what is there.
    numbers: Vec<Option<usize>>,
}

impl Told {
    fn new(net: &Net) -> Self {
        let mut count = 0;
        let mut number = |is_told: bool| {
            count += usize::from(is_told);
            is_told.then_some(count)
        };
        let told = net.consequences.iter().enumerate();
        let is_told = |place: usize, is_on: bool| place == 0 || is_on || net.is_by_pattern(place);
        Self { numbers: told.map(|(place, one)| number(is_told(place, one.node.is_on))).collect() }
    }

    /// The numbers of what a consequence rests on, through what is not there.
    fn reasons(&self, net: &Net, place: usize) -> BTreeSet<usize> {
        let mut found = BTreeSet::new();
        let mut open = net.consequences[place].from.clone();
        while let Some(from) = open.pop() {
            match self.numbers[from] {
                Some(number) => {
                    found.insert(number);
                }
                None => open.extend(&net.consequences[from].from),
            }
        }
        found
    }
}

/// ` (1, 2)`.
fn listed(numbers: &BTreeSet<usize>) -> String {
    let numbers: Vec<String> = numbers.iter().map(usize::to_string).collect();
    if numbers.is_empty() { String::new() } else { format!(" ({})", numbers.join(", ")) }
}

/// A net in sentences: `Suppose (1) r1c2 is 5. Then (2) r4c2 is 7, its last candidate (1). No place is left for 3 in row 4 (1, 2).`
pub(super) fn sentences(shape: &Shape, net: &Net) -> String {
    let told = Told::new(net);
    let mut text = String::new();
    for (place, consequence) in net.consequences.iter().enumerate() {
        let Some(number) = told.numbers[place] else { continue };
        let said = said(shape, &consequence.node);
        text += &if place == 0 {
            format!("Suppose (1) {said}.")
        } else {
            let then = if number == 2 { "Then " } else { "" };
            format!(
                " {then}({number}) {said}, {}{}.",
                why(shape, net, place),
                listed(&told.reasons(net, place))
            )
        };
    }
    let mut reasons = BTreeSet::new();
    for &end in &net.ends {
        reasons.extend(told.numbers[end].map_or_else(|| told.reasons(net, end), |own| BTreeSet::from([own])));
    }
    format!("{text} So {}{}.", end(shape, net), listed(&reasons))
}

/// A net in short: `r1c2=5 -> r4c2=7, r6c1=5 -> no place is left for 3 in row 4`.
pub(super) fn line(shape: &Shape, net: &Net) -> String {
    let written = |node: &Node| {
        let sign = if node.is_on { "=" } else { "<>" };
        format!("{}{sign}{}", cells(shape, node.cells), shape.sign(node.digit))
    };
    let is_told = |place: usize, node: &Node| place == 0 || node.is_on || net.is_by_pattern(place);
    let mut told = net.consequences.iter().enumerate().filter(|(place, one)| is_told(*place, &one.node));
    let premise = told.next().map(|(_, premise)| written(&premise.node)).unwrap_or_default();
    let then: Vec<String> = told.map(|(_, consequence)| written(&consequence.node)).collect();
    format!("{premise} -> {} -> {}", then.join(", "), end(shape, net))
}
