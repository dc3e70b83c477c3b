//! Nets in words and in short: what is there by turns, each with what it rests on.

use super::coordinates::{cells, digits};
use crate::{CellSet, Consequence, DigitSet, Net, Node, Shape};
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
fn spread<'n>(nodes: impl Iterator<Item = &'n Node>) -> (DigitSet, CellSet) {
    nodes.fold((DigitSet::EMPTY, CellSet::EMPTY), |(digits, cells), node| {
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
        let is_locked = gone == DigitSet::only(node.digit);
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
        [one] if net.house.is_none() => match premise {
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

/// A number in a net, and one in the net within it that shows this; 0 for none.
type Label = (usize, usize);

/// What is there by turns, with the numbers of what each rests on; then the ends.
struct Told {
    /// By consequence, its number: for the premise, for what is there, and for what is not for a
    /// reason of its own.
    labels: Vec<Option<Label>>,
    /// By consequence, for what is known from the net around: its number there, or the numbers of
    /// what it rests on.
    known: Vec<BTreeSet<Label>>,
}

/// Whether a consequence has a number.
fn is_told(net: &Net, place: usize) -> bool {
    let Consequence { node, outer, inner, .. } = &net.consequences[place];
    outer.is_none() && (place == 0 || node.is_on || inner.is_some() || net.is_by_pattern(place))
}

impl Told {
    /// The numbers of a net: of one within another, that net with its numbers, and the number of
    /// what it shows.
    fn new(net: &Net, around: Option<(&Net, &Self, usize)>) -> Self {
        let mut count = 0;
        let mut label = |place: usize| {
            is_told(net, place).then(|| {
                count += 1;
                around.map_or((count, 0), |(.., host)| (host, count))
            })
        };
        let labels = (0..net.consequences.len()).map(&mut label).collect();
        let known = net.consequences.iter().map(|consequence| match (consequence.outer, around) {
            (Some(outer), Some((net, told, _))) => told.of(net, outer),
            _ => BTreeSet::new(),
        });
        Self { labels, known: known.collect() }
    }

    /// The number of a consequence, or the numbers of what it rests on.
    fn of(&self, net: &Net, place: usize) -> BTreeSet<Label> {
        self.labels[place].map_or_else(|| self.reasons(net, place), |own| BTreeSet::from([own]))
    }

    /// The numbers of what a consequence rests on, through what is not there.
    fn reasons(&self, net: &Net, place: usize) -> BTreeSet<Label> {
        let mut found = self.known[place].clone();
        let mut open = net.consequences[place].from.clone();
        while let Some(from) = open.pop() {
            found.extend(&self.known[from]);
            match self.labels[from] {
                Some(label) => {
                    found.insert(label);
                }
                None => open.extend(&net.consequences[from].from),
            }
        }
        found
    }
}

/// `7`, or `7.2`.
fn number((outer, inner): Label) -> String {
    if inner == 0 { outer.to_string() } else { format!("{outer}.{inner}") }
}

/// ` (1, 2)`.
fn listed(labels: &BTreeSet<Label>) -> String {
    let numbers: Vec<String> = labels.iter().copied().map(number).collect();
    if numbers.is_empty() { String::new() } else { format!(" ({})", numbers.join(", ")) }
}

/// A net in sentences: `Suppose (1) r1c2 is 5. Then (2) r4c2 is 7, its last candidate (1). So no
/// place is left for 3 in row 4 (1, 2).` What a net within shows is told with it: `(3) r5c5 is not
/// 4: suppose (3.1) r5c5 is 4. ... So no digit is left for r5c6 (2, 3.4).`
pub(crate) fn sentences(shape: &Shape, net: &Net) -> String {
    let text = told(shape, net, &Told::new(net, None));
    format!("S{}", text.get(1..).unwrap_or_default())
}

fn told(shape: &Shape, net: &Net, told_here: &Told) -> String {
    let mut text = String::new();
    let mut is_first = true;
    for (place, consequence) in net.consequences.iter().enumerate() {
        let Some(label) = told_here.labels[place] else { continue };
        let (said, own) = (said(shape, &consequence.node), number(label));
        if place == 0 {
            text += &format!("suppose ({own}) {said}.");
            continue;
        }
        let then = if std::mem::take(&mut is_first) { "Then " } else { "" };
        text += &match &consequence.inner {
            Some(inner) => {
                let within = Told::new(inner, Some((net, told_here, label.0)));
                format!(" {then}({own}) {said}: {}", told(shape, inner, &within))
            }
            None => {
                let why = why(shape, net, place);
                format!(" {then}({own}) {said}, {why}{}.", listed(&told_here.reasons(net, place)))
            }
        };
    }
    let reasons = net.ends.iter().flat_map(|&end| told_here.of(net, end)).collect();
    format!("{text} So {}{}.", end(shape, net), listed(&reasons))
}

/// A net in short: `r1c2=5 -> r4c2=7, r6c1=5 -> no place is left for 3 in row 4`; what a net within
/// shows has it in braces.
pub(super) fn line(shape: &Shape, net: &Net) -> String {
    let written = |place: usize| {
        let Consequence { node, inner, .. } = &net.consequences[place];
        let sign = if node.is_on { "=" } else { "<>" };
        let inner = inner.as_ref().map_or_else(String::new, |inner| format!(" {{{}}}", line(shape, inner)));
        format!("{}{sign}{}{inner}", cells(shape, node.cells), shape.sign(node.digit))
    };
    let mut told = (0..net.consequences.len()).filter(|&place| is_told(net, place)).map(written);
    let premise = told.next().unwrap_or_default();
    let then: Vec<String> = told.collect();
    let then = if then.is_empty() { String::new() } else { format!(" -> {}", then.join(", ")) };
    format!("{premise}{then} -> {}", end(shape, net))
}
