//! Nets in notation: the consequences in order, then the conclusion.

use super::coordinates::cells;
use crate::{CellSet, Consequence, DigitSet, Net, Node, Shape};

/// States a node: `r1c2 is 5`, `r1c2 is not 5`, `one of r1c23 is 5`, `none of r1c23 is 5`.
pub(crate) fn statement(shape: &Shape, node: &Node) -> String {
    let (place, digit) = (cells(shape, node.cells), shape.sign(node.digit));
    match (node.cells.len(), node.is_on) {
        (1, true) => format!("{place} is {digit}"),
        (1, false) => format!("{place} is not {digit}"),
        (_, true) => format!("one of {place} is {digit}"),
        (_, false) => format!("none of {place} is {digit}"),
    }
}

/// Returns the conclusion from `ends`: why they cannot all be true, or the statement of a single
/// end. `house` is the house in which they leave no place for a digit.
pub(crate) fn contradiction(
    shape: &Shape,
    premise: Option<&Node>,
    ends: &[&Node],
    house: Option<usize>,
) -> String {
    let digits: DigitSet = ends.iter().map(|node| node.digit).collect();
    let places = ends.iter().fold(CellSet::EMPTY, |all, node| all | node.cells);
    let common = house.or_else(|| shape.common_houses(places).last()).map(|house| shape.name(house));
    let place = cells(shape, places);
    let is_cell = places.len() == 1;
    let is_of_premise =
        |end: &Node| premise.is_some_and(|premise| (premise.digit, premise.cells) == (end.digit, end.cells));
    match *ends {
        [end] if house.is_none() && is_of_premise(end) => {
            format!("{}, which contradicts the premise", statement(shape, end))
        }
        [end] if house.is_none() => statement(shape, end),
        [one, other] if one.is_on && other.is_on && is_cell => {
            format!("{place} is both {} and {}", shape.sign(one.digit), shape.sign(other.digit))
        }
        [one, other] if one.is_on && other.is_on => match common {
            Some(house) => format!("{house} has two {}s", shape.sign(one.digit)),
            None => format!("{place}, which see each other, are both {}", shape.sign(one.digit)),
        },
        [one, other] if one.is_on != other.is_on => {
            format!("{place} both is and is not {}", shape.sign(one.digit))
        }
        _ if is_cell && house.is_none() => format!("{place} has no candidate left"),
        _ => {
            let name = common.map_or_else(|| "a house".to_owned(), |house| house.to_string());
            format!("{name} has no place left for {}", shape.sign(digits.first().unwrap_or(0)))
        }
    }
}

/// Returns whether a consequence is stated, which is the case for the premise, placements, and
/// eliminations that have their own reason. Candidates that a placement rules out directly are not
/// stated.
pub(crate) fn is_stated(net: &Net, place: usize) -> bool {
    let Consequence { node, outer, inner, .. } = &net.consequences[place];
    outer.is_none() && (place == 0 || node.is_on || inner.is_some() || net.is_by_pattern(place))
}

/// Returns a net on one line: `r1c2=5 -> r4c2=7, r6c1=5 -> row 4 has no place left for 3`. A net
/// within another is in braces.
pub(super) fn line(shape: &Shape, net: &Net) -> String {
    let written = |place: usize| {
        let Consequence { node, inner, .. } = &net.consequences[place];
        let sign = if node.is_on { "=" } else { "<>" };
        let inner = inner.as_ref().map_or_else(String::new, |inner| format!(" {{{}}}", line(shape, inner)));
        format!("{}{sign}{}{inner}", cells(shape, node.cells), shape.sign(node.digit))
    };
    let mut stated = (0..net.consequences.len()).filter(|&place| is_stated(net, place)).map(written);
    let premise = stated.next().unwrap_or_default();
    let then: Vec<String> = stated.collect();
    let then = if then.is_empty() { String::new() } else { format!(" -> {}", then.join(", ")) };
    let ends: Vec<&Node> = net.ends.iter().map(|&end| &net.consequences[end].node).collect();
    let first = net.consequences.first().map(|consequence| &consequence.node);
    format!("{premise}{then} -> {}", contradiction(shape, first, &ends, net.house))
}
