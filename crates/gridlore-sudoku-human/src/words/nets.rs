//! Nets in words. Each consequence is on its own numbered line, with the numbers of its reasons; or
//! the net is folded to its most important consequences.

use super::chains::{alternatives, failure};
use super::lists::{capitalised, listed};
use super::scene::Scene;
use crate::notation::nets::{contradiction, is_stated, statement};
use crate::notation::{cells, digits};
use crate::{CellSet, DigitSet, Net, Node, Shape, Technique as T};
use std::collections::BTreeSet;

/// Maximum number of consequences that a folded net names.
const MAX_LANDMARKS: usize = 8;

/// The number of a consequence, then its number in an inner net, or 0 if there is none.
type Label = (usize, usize);

/// The numbers of a net's consequences, and the reasons of unnumbered consequences.
struct Numbering {
    /// By consequence: its number, if it is stated. Candidates that a placement rules out directly
    /// are left to the reader.
    labels: Vec<Option<Label>>,
    /// By consequence known from the outer net: its number there, or the numbers of its
    /// reasons.
    known: Vec<BTreeSet<Label>>,
}

impl Numbering {
    /// Numbers the consequences of a net. In a net within another, the number of the consequence
    /// that it proves is a prefix.
    fn new(net: &Net, around: Option<(&Net, &Self, usize)>) -> Self {
        let mut count = 0;
        let mut label = |place: usize| {
            is_stated(net, place).then(|| {
                count += 1;
                around.map_or((count, 0), |(.., host)| (host, count))
            })
        };
        let labels = (0..net.consequences.len()).map(&mut label).collect();
        let known = net.consequences.iter().map(|consequence| match (consequence.outer, around) {
            (Some(outer), Some((net, numbering, _))) => numbering.labels_of(net, outer),
            _ => BTreeSet::new(),
        });
        Self { labels, known: known.collect() }
    }

    /// Returns the number of a consequence, or the numbers of its reasons if it has no number.
    fn labels_of(&self, net: &Net, place: usize) -> BTreeSet<Label> {
        self.labels[place].map_or_else(|| self.reasons(net, place), |own| BTreeSet::from([own]))
    }

    /// Returns the numbers of a consequence's reasons, tracing through unnumbered consequences.
    fn reasons(&self, net: &Net, place: usize) -> BTreeSet<Label> {
        let mut reasons = self.known[place].clone();
        let mut open = net.consequences[place].from.clone();
        while let Some(from) = open.pop() {
            reasons.extend(&self.known[from]);
            match self.labels[from] {
                Some(label) => {
                    reasons.insert(label);
                }
                None => open.extend(&net.consequences[from].from),
            }
        }
        reasons
    }
}

/// Formats a number: `7`, or `7.2`.
fn number((outer, inner): Label) -> String {
    if inner == 0 { outer.to_string() } else { format!("{outer}.{inner}") }
}

/// Formats the numbers of reasons: ` (from 1 and 2)`.
fn from_labels(labels: &BTreeSet<Label>) -> String {
    let numbers: Vec<String> = labels.iter().copied().map(number).collect();
    if numbers.is_empty() { String::new() } else { format!(" (from {})", listed(&numbers, "and")) }
}

/// Explains why a consequence holds.
fn why(shape: &Shape, net: &Net, place: usize) -> String {
    let consequence = &net.consequences[place];
    let node = consequence.node;
    if let Some(set) = node.through {
        let (cells, digits) = (cells(shape, set.cells), digits(shape, set.digits));
        return format!("because of the almost locked set {cells} ({digits})");
    }
    let reasons = || consequence.from.iter().map(|&from| &net.consequences[from].node);
    let gone: DigitSet = reasons().map(|node| node.digit).collect();
    let others = reasons().fold(CellSet::EMPTY, |all, node| all | node.cells);
    if net.is_by_pattern(place) {
        let is_locked = gone == DigitSet::only(node.digit);
        return if is_locked { "because of locked candidates" } else { "because of a pair" }.to_owned();
    }
    match consequence.house {
        Some(house) if others != node.cells => format!("the only place left in {}", shape.name(house)),
        _ => "the only candidate left".to_owned(),
    }
}

/// Returns the conclusion of a net: a contradiction, or what it proves.
fn end(scene: Scene<'_>, net: &Net, is_contradiction: bool) -> String {
    let ends: Vec<&Node> = net.ends.iter().map(|&end| &net.consequences[end].node).collect();
    let premise = net.consequences.first().map(|consequence| &consequence.node);
    if is_contradiction {
        failure(scene, premise, &ends, net.house)
    } else {
        contradiction(scene.shape(), premise, &ends, net.house)
    }
}

/// Returns a net line by line; nets within it are indented.
fn sentences(
    scene: Scene<'_>,
    net: &Net,
    numbering: &Numbering,
    (indent, is_contradiction): (&str, bool),
) -> Vec<String> {
    let shape = scene.shape();
    let mut lines = Vec::new();
    for (place, consequence) in net.consequences.iter().enumerate() {
        let Some(label) = numbering.labels[place] else { continue };
        let (text, own) = (statement(shape, &consequence.node), number(label));
        if place == 0 {
            lines.push(format!("{indent}{own}. Suppose that {text}."));
        } else if let Some(inner) = &consequence.inner {
            lines.push(format!("{indent}{own}. Then {text}, because the opposite fails:"));
            let within = Numbering::new(inner, Some((net, numbering, label.0)));
            lines.extend(sentences(scene, inner, &within, (&format!("{indent}   "), true)));
        } else {
            let reasons = from_labels(&numbering.reasons(net, place));
            lines.push(format!("{indent}{own}. Then {text}, {}{reasons}.", why(shape, net, place)));
        }
    }
    let reasons = net.ends.iter().flat_map(|&end| numbering.labels_of(net, end)).collect();
    let end = end(scene, net, is_contradiction);
    lines.push(format!("{indent}So {end}{}.", from_labels(&reasons)));
    lines
}

/// Returns a net on one line: its premise, the consequences on which several others or the end
/// depend, and the end.
fn skeleton(scene: Scene<'_>, net: &Net, is_contradiction: bool) -> String {
    let shape = scene.shape();
    let numbering = Numbering::new(net, None);
    let mut uses = vec![0_usize; net.consequences.len() + 1];
    let places = (1..net.consequences.len()).filter(|&place| numbering.labels[place].is_some());
    for place in places.clone() {
        numbering.reasons(net, place).iter().for_each(|label| uses[label.0] += 1);
    }
    for &end in &net.ends {
        numbering.labels_of(net, end).iter().for_each(|label| uses[label.0] += 2);
    }
    let is_landmark = |place: &usize| numbering.labels[*place].is_some_and(|label| uses[label.0] > 1);
    let landmarks: Vec<usize> = places.clone().filter(is_landmark).collect();
    let shown = &landmarks[landmarks.len().saturating_sub(MAX_LANDMARKS)..];
    let parts: Vec<String> = shown
        .iter()
        .map(|&place| {
            let consequence = &net.consequences[place];
            let proof =
                if consequence.inner.is_some() { " (the opposite leads to a contradiction)" } else { "" };
            format!("{}{proof}", statement(shape, &consequence.node))
        })
        .collect();
    let premise = net.consequences.first().map(|first| statement(shape, &first.node)).unwrap_or_default();
    let others = if shown.len() < places.count() { "among other consequences, " } else { "" };
    let forced = if parts.is_empty() {
        String::new()
    } else {
        format!(" {}.", capitalised(&format!("{others}{}", listed(&parts, "and"))))
    };
    format!("Suppose that {premise}.{forced} So {}.", end(scene, net, is_contradiction))
}

/// Explains forcing nets, Nishio, and nets within nets.
pub(super) fn explained(scene: Scene<'_>, is_folded: bool) -> Vec<String> {
    let step = scene.step;
    let is_contradiction = matches!(
        step.technique,
        T::Nishio | T::ForcingNetContradiction | T::NestedNetContradiction | T::NetsWithinNet
    );
    let mut lines = Vec::new();
    if !is_contradiction {
        let premises = step.nets.iter().filter_map(|net| net.consequences.first());
        let premises: Vec<&Node> = premises.map(|consequence| &consequence.node).collect();
        lines.push(format!("{} Every case leads to the same result.", alternatives(scene, &premises)));
    }
    for net in &step.nets {
        if is_folded {
            lines.push(skeleton(scene, net, is_contradiction));
        } else {
            lines.extend(sentences(scene, net, &Numbering::new(net, None), ("", is_contradiction)));
        }
    }
    let contradiction = if is_contradiction { "That is a contradiction. " } else { "" };
    lines.push(format!("{contradiction}{}", scene.conclusion()));
    lines
}
