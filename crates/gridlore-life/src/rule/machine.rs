//! Rules with up to 256 states, given by explicit transitions.
//!
//! Parses the two forms of Golly's rule files: `@TABLE`, a list of transitions of which the first
//! match applies, and `@TREE`, a decision tree over the neighbours. This module does no file input.
//!
//! For each neighbour and state, a table stores which transitions match, one bit each. The first
//! bit of the intersection selects the transition. A step costs (transitions / 64) words per
//! neighbour.

use super::counts::Offset;
use crate::grid::State;
use gridlore_core::{ParseError, ParseErrorKind, Place};
use std::collections::{BTreeMap, BTreeSet};

/// A rule with up to 256 states, given by transitions or a decision tree.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Machine {
    name: String,
    states: u16,
    /// In the order in which the lookup reads them; (0, 0) is the cell itself.
    inputs: Vec<Offset>,
    lookup: Lookup,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Lookup {
    /// For each input and state, the transitions that it matches, `words` words each; then the
    /// output of each transition. Without a match the cell keeps its state.
    Lines { words: usize, fits: Vec<Vec<u64>>, outputs: Vec<State> },
    /// Rows with one number per state: for the last input these are states, for the others row
    /// numbers.
    Tree { rows: Vec<u32>, root: u32 },
}

impl Lookup {
    /// The tree of these rows; the last row is its root.
    fn tree(rows: &[Vec<u32>]) -> Self {
        Self::Tree { rows: rows.concat(), root: u32::try_from(rows.len() - 1).expect("at most 2^24 rows") }
    }
}

const NORTH: Offset = (0, -1);
const EAST: Offset = (1, 0);
const SOUTH: Offset = (0, 1);
const WEST: Offset = (-1, 0);
const NORTH_EAST: Offset = (1, -1);
const SOUTH_EAST: Offset = (1, 1);
const SOUTH_WEST: Offset = (-1, 1);
const NORTH_WEST: Offset = (-1, -1);
const CENTRE: Offset = (0, 0);

/// The neighbourhoods of tables: name, and the neighbours in the order of a transition.
const NEIGHBOURHOODS: [(&str, &[Offset]); 4] = [
    ("vonNeumann", &[NORTH, EAST, SOUTH, WEST]),
    ("Moore", &[NORTH, NORTH_EAST, EAST, SOUTH_EAST, SOUTH, SOUTH_WEST, WEST, NORTH_WEST]),
    ("hexagonal", &[NORTH, EAST, SOUTH_EAST, SOUTH, WEST, NORTH_WEST]),
    ("oneDimensional", &[WEST, EAST]),
];

impl Machine {
    /// The name of the rule.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The number of states.
    #[must_use]
    pub const fn states(&self) -> u16 {
        self.states
    }

    /// The offsets of its inputs, the cell itself (0, 0) among them.
    #[must_use]
    pub fn inputs(&self) -> &[Offset] {
        &self.inputs
    }

    /// Whether [`Machine::next`] searches the transitions of a table.
    pub(crate) const fn is_table(&self) -> bool {
        matches!(self.lookup, Lookup::Lines { .. })
    }

    /// The next state of a cell, given its inputs in the order of [`Machine::inputs`].
    ///
    /// # Panics
    /// If the number of inputs is wrong, or a state does not belong to the rule.
    #[must_use]
    pub fn next(&self, inputs: &[State]) -> State {
        match &self.lookup {
            Lookup::Tree { rows, root } => {
                let states = usize::from(self.states);
                let row =
                    inputs.iter().fold(*root, |row, state| rows[row as usize * states + usize::from(*state)]);
                State::try_from(row).expect("the last rows hold states")
            }
            Lookup::Lines { words, fits, outputs } => {
                for word in 0..*words {
                    let fitting = inputs.iter().zip(fits).fold(u64::MAX, |fitting, (state, fits)| {
                        fitting & fits[usize::from(*state) * words + word]
                    });
                    if fitting != 0 {
                        return outputs[word * 64 + fitting.trailing_zeros() as usize];
                    }
                }
                // The centre is the first input of a table.
                inputs[0]
            }
        }
    }

    /// Parses a rule file: the name after `@RULE`, and the first `@TABLE` or `@TREE`. Sections of
    /// other names, such as colours and icons, are ignored.
    /// # Errors
    /// The first invalid line, with what was found and expected there.
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        let mut name = String::new();
        let mut section = "";
        let mut lines: Vec<(usize, &str)> = Vec::new();
        let mut kind = None;
        for (number, line) in text.lines().enumerate() {
            let line = line.trim_end();
            if let Some(head) = line.strip_prefix('@') {
                section = head.split_whitespace().next().unwrap_or("");
                match section {
                    "RULE" => name = head["RULE".len()..].trim().to_owned(),
                    "TABLE" | "TREE" => {
                        if kind.is_some() {
                            // As in Golly, only the first one is used.
                            section = "";
                        } else {
                            kind = Some((number, section));
                        }
                    }
                    _ => {}
                }
            } else if section == "TABLE" || section == "TREE" {
                let line = line.split('#').next().unwrap_or("").trim();
                if !line.is_empty() {
                    lines.push((number, line));
                }
            }
        }
        match kind {
            Some((number, "TABLE")) => table(name, number, &lines),
            Some((number, _)) => tree(name, number, &lines),
            None => Err(parse_error(0, 1, "a rule file without @TABLE or @TREE", "one of these sections")),
        }
    }

    /// Brian Silverman's WireWorld, with four states: empty, electron head, electron tail, wire.
    ///
    /// # Panics
    /// Never: the tree is well formed.
    #[must_use]
    pub fn wireworld() -> Self {
        let fits = |state: u8, heads: usize| -> State {
            match state {
                1 => 2,
                2 => 3,
                3 => {
                    if heads == 1 || heads == 2 {
                        1
                    } else {
                        3
                    }
                }
                _ => 0,
            }
        };
        // One row per number of electron heads so far for each neighbour, then rows for the centre.
        let mut rows: Vec<Vec<u32>> =
            (0..=8).map(|heads| (0..4).map(|state| u32::from(fits(state, heads))).collect()).collect();
        let mut below: Vec<u32> = (0..=8).collect();
        for depth in (0..8).rev() {
            let mut level = Vec::new();
            for heads in 0..=depth {
                rows.push((0..4).map(|state| below[heads + usize::from(state == 1)]).collect());
                level.push(u32::try_from(rows.len() - 1).expect("few nodes"));
            }
            below = level;
        }
        let mut inputs = NEIGHBOURHOODS[1].1.to_vec();
        inputs.push(CENTRE);
        Self { name: "WireWorld".to_owned(), states: 4, inputs, lookup: Lookup::tree(&rows) }
    }
}

fn parse_error(number: usize, column: usize, found: &str, expected: &str) -> ParseError {
    ParseError {
        at: Place { line: number + 1, column },
        kind: ParseErrorKind::Wrong { found: found.to_owned(), expected: expected.to_owned() },
    }
}

/// Parses a number of a rule file, up to `most`.
fn number(line: usize, text: &str, most: usize, what: &str) -> Result<usize, ParseError> {
    text.trim().parse().ok().filter(|number| *number <= most).ok_or_else(|| {
        parse_error(line, 1, &format!("\"{}\"", text.trim().escape_debug()), &format!("{what} up to {most}"))
    })
}

fn tree(name: String, head: usize, lines: &[(usize, &str)]) -> Result<Machine, ParseError> {
    let (mut states, mut neighbours, mut nodes) = (None, None, None);
    let mut rows: Vec<Vec<u32>> = Vec::new();
    let mut depths: Vec<usize> = Vec::new();
    for &(line, text) in lines {
        if let Some((key, value)) = text.split_once('=') {
            match key.trim() {
                "num_states" => states = Some(number(line, value, 256, "a number of states")?),
                "num_neighbors" => neighbours = Some(number(line, value, 8, "a number of neighbours")?),
                "num_nodes" => nodes = Some(number(line, value, 1 << 24, "a number of nodes")?),
                other => {
                    let found = format!("\"{}\"", other.escape_debug());
                    return Err(parse_error(line, 1, &found, "num_states, num_neighbors or num_nodes"));
                }
            }
            continue;
        }
        let states = states.ok_or_else(|| parse_error(line, 1, "a node", "num_states before it"))?;
        let mut numbers = text.split_whitespace();
        let depth = number(line, numbers.next().unwrap_or(""), 9, "a node depth")?;
        let row: Vec<u32> = numbers
            .map(|text| {
                let most = if depth == 1 { states - 1 } else { rows.len().saturating_sub(1) };
                let at = number(
                    line,
                    text,
                    most,
                    if depth == 1 { "a state" } else { "an earlier node, numbered" },
                )?;
                if depth > 1 && depths[at] != depth - 1 {
                    return Err(parse_error(
                        line,
                        1,
                        &format!("node {at} of depth {}", depths[at]),
                        &format!("a node of depth {}", depth - 1),
                    ));
                }
                Ok(u32::try_from(at).expect("few nodes"))
            })
            .collect::<Result<_, _>>()?;
        if row.len() != states || depth == 0 {
            return Err(parse_error(
                line,
                1,
                &format!("{} entries at depth {depth}", row.len()),
                &format!("{states} entries at a depth of at least 1"),
            ));
        }
        rows.push(row);
        depths.push(depth);
    }
    let (Some(states), Some(neighbours)) = (states, neighbours) else {
        return Err(parse_error(head, 1, "a tree without num_states or num_neighbors", "both of them"));
    };
    let inputs: Vec<Offset> = match neighbours {
        4 => vec![NORTH, WEST, EAST, SOUTH, CENTRE],
        8 => vec![NORTH_WEST, NORTH_EAST, SOUTH_WEST, SOUTH_EAST, NORTH, WEST, EAST, SOUTH, CENTRE],
        _ => return Err(parse_error(head, 1, &format!("{neighbours} neighbours"), "4 or 8 neighbours")),
    };
    if nodes.is_some_and(|nodes| nodes != rows.len()) {
        return Err(parse_error(
            head,
            1,
            &format!("{} nodes", rows.len()),
            &format!("{} nodes (num_nodes)", nodes.unwrap_or(0)),
        ));
    }
    if depths.last() != Some(&inputs.len()) {
        return Err(parse_error(
            head,
            1,
            "a last node that is not a root",
            &format!("a node of depth {}", inputs.len()),
        ));
    }
    let states = states_in_range(head, states)?;
    Ok(Machine { name, states, inputs, lookup: Lookup::tree(&rows) })
}

fn states_in_range(head: usize, states: usize) -> Result<u16, ParseError> {
    match u16::try_from(states) {
        Ok(states @ 2..=256) => Ok(states),
        _ => Err(parse_error(head, 1, &format!("{states} states"), "2 to 256 states")),
    }
}

/// One transition of a table: the possible states of each input, the centre first, and the output.
type Line = (Vec<BTreeSet<State>>, State);

fn table(name: String, head: usize, lines: &[(usize, &str)]) -> Result<Machine, ParseError> {
    let mut states = None;
    let mut neighbours: Option<&[Offset]> = None;
    let mut symmetry = None;
    let mut variables: BTreeMap<&str, BTreeSet<State>> = BTreeMap::new();
    let mut rules: Vec<Line> = Vec::new();
    for &(line, text) in lines {
        let after = |key: &str| text.strip_prefix(key).map(|rest| rest.trim().trim_start_matches(':').trim());
        if let Some(value) = after("n_states") {
            states = Some(number(line, value, 256, "a number of states")?);
        } else if let Some(value) = after("neighborhood") {
            let found = NEIGHBOURHOODS.iter().find(|entry| entry.0.eq_ignore_ascii_case(value));
            let expected = "vonNeumann, Moore, hexagonal or oneDimensional";
            neighbours = Some(
                found
                    .ok_or_else(|| parse_error(line, 1, &format!("\"{}\"", value.escape_debug()), expected))?
                    .1,
            );
        } else if let Some(value) = after("symmetries") {
            symmetry = Some((line, value));
        } else if let Some(definition) = after("var ") {
            let states = states.ok_or_else(|| parse_error(line, 1, "a variable", "n_states before it"))?;
            let (name, values) = variable(line, definition, states, &variables)?;
            variables.insert(name, values);
        } else {
            let (Some(states), Some(neighbours), Some((symmetry_line, symmetry))) =
                (states, neighbours, symmetry)
            else {
                return Err(parse_error(
                    line,
                    1,
                    "a transition",
                    "n_states, neighborhood and symmetries before it",
                ));
            };
            let orders = orders(symmetry_line, symmetry, neighbours)?;
            for rule in expanded(line, text, states, neighbours.len(), &variables)? {
                rules.extend(turned(&rule, orders.as_deref()));
                if rules.len() > MAX_TRANSITIONS {
                    return Err(too_many_transitions(line));
                }
            }
        }
    }
    let (Some(states), Some(neighbours)) = (states, neighbours) else {
        return Err(parse_error(head, 1, "a table without n_states or neighborhood", "both of them"));
    };
    let words = rules.len().div_ceil(64).max(1);
    let mut fits = vec![vec![0; states * words]; neighbours.len() + 1];
    for (at, (inputs, _)) in rules.iter().enumerate() {
        for (fits, values) in fits.iter_mut().zip(inputs) {
            for value in values {
                fits[usize::from(*value) * words + at / 64] |= 1 << (at % 64);
            }
        }
    }
    let inputs = std::iter::once(CENTRE).chain(neighbours.iter().copied()).collect();
    let outputs = rules.iter().map(|rule| rule.1).collect();
    Ok(Machine {
        name,
        states: states_in_range(head, states)?,
        inputs,
        lookup: Lookup::Lines { words, fits, outputs },
    })
}

/// The maximum number of transitions after variables and symmetries are expanded. Each takes a few
/// hundred bytes while it is parsed.
const MAX_TRANSITIONS: usize = 1 << 17;

fn too_many_transitions(line: usize) -> ParseError {
    let found = format!("a table that expands to more than {MAX_TRANSITIONS} transitions");
    parse_error(line, 1, &found, "fewer variables or a smaller symmetry")
}

/// Parses a definition such as `a={0,1,b}`.
fn variable<'a>(
    line: usize,
    text: &'a str,
    states: usize,
    known: &BTreeMap<&str, BTreeSet<State>>,
) -> Result<(&'a str, BTreeSet<State>), ParseError> {
    let (name, values) = text.split_once('=').ok_or_else(|| {
        parse_error(line, 1, &format!("\"{}\"", text.escape_debug()), "a definition such as var a={0,1}")
    })?;
    let values = values.trim().trim_start_matches('{').trim_end_matches('}');
    let mut all = BTreeSet::new();
    for value in
        values.split(|symbol: char| symbol == ',' || symbol.is_whitespace()).filter(|value| !value.is_empty())
    {
        match known.get(value) {
            Some(values) => all.extend(values),
            None => {
                all.insert(state(line, value, states)?);
            }
        }
    }
    Ok((name.trim(), all))
}

fn state(line: usize, text: &str, states: usize) -> Result<State, ParseError> {
    let state = number(line, text, states.saturating_sub(1), "a variable or a state")?;
    Ok(State::try_from(state).expect("below 256"))
}

/// Expands a transition with variables. A variable that occurs more than once has the same state
/// everywhere.
fn expanded(
    line: usize,
    text: &str,
    states: usize,
    neighbours: usize,
    variables: &BTreeMap<&str, BTreeSet<State>>,
) -> Result<Vec<Line>, ParseError> {
    let entries: Vec<&str> = if text.contains(',') {
        text.split(',').map(str::trim).collect()
    } else {
        text.split_inclusive(|_: char| true).collect()
    };
    if entries.len() != neighbours + 2 {
        return Err(parse_error(
            line,
            1,
            &format!("{} entries", entries.len()),
            &format!("{} entries", neighbours + 2),
        ));
    }
    let (inputs, output) = entries.split_at(neighbours + 1);
    let bound: Vec<&str> = variables
        .keys()
        .copied()
        .filter(|name| entries.iter().filter(|entry| *entry == name).count() > 1)
        .collect();
    let mut lines = Vec::new();
    let mut values: Vec<BTreeMap<&str, State>> = vec![BTreeMap::new()];
    for name in bound {
        if values.len().saturating_mul(variables[name].len()) > MAX_TRANSITIONS {
            return Err(too_many_transitions(line));
        }
        values = values
            .iter()
            .flat_map(|values| {
                variables[name].iter().map(move |&value| {
                    let mut values = values.clone();
                    values.insert(name, value);
                    values
                })
            })
            .collect();
    }
    for values in values {
        let set = |entry: &&str| match (values.get(entry), variables.get(entry)) {
            (Some(value), _) => Ok(BTreeSet::from([*value])),
            (None, Some(values)) => Ok(values.clone()),
            (None, None) => Ok(BTreeSet::from([state(line, entry, states)?])),
        };
        let inputs = inputs.iter().map(set).collect::<Result<_, ParseError>>()?;
        let output = set(&output[0])?;
        let Some(&output) = output.first().filter(|_| output.len() == 1) else {
            return Err(parse_error(
                line,
                1,
                "an output with several possible states",
                "a state, or a variable used earlier in the transition",
            ));
        };
        lines.push((inputs, output));
    }
    Ok(lines)
}

/// The permutations of the neighbours under a symmetry: for each, the neighbour at each position.
/// `None` stands for all permutations.
fn orders(line: usize, symmetry: &str, neighbours: &[Offset]) -> Result<Option<Vec<Vec<usize>>>, ParseError> {
    let count = neighbours.len();
    let rotate = |step: usize| -> Vec<usize> { (0..count).map(|at| (at + step) % count).collect() };
    // The reflection lists the neighbours in reverse order; for four and eight of them the first
    // one (north) stays in place.
    let mirror: Vec<usize> = match count {
        2 => vec![1, 0],
        // The reflection of a hexagon that exchanges north and west.
        6 => vec![4, 3, 2, 1, 0, 5],
        _ => (0..count).map(|at| (count - at) % count).collect(),
    };
    let (steps, has_mirror): (usize, bool) = match (symmetry, count) {
        ("none", _) => (1, false),
        ("permute", _) => return Ok(None),
        ("reflect" | "reflect_horizontal", _) => (1, true),
        ("rotate2", 4 | 6 | 8) => (2, false),
        ("rotate3", 6) => (3, false),
        ("rotate4", 4 | 8) => (4, false),
        ("rotate6", 6) => (6, false),
        ("rotate8", 8) => (8, false),
        ("rotate4reflect", 4 | 8) => (4, true),
        ("rotate6reflect", 6) => (6, true),
        ("rotate8reflect", 8) => (8, true),
        _ => {
            let found = format!("\"{}\" for {count} neighbours", symmetry.escape_debug());
            return Err(parse_error(
                line,
                1,
                &found,
                "none, permute, or a rotation or reflection that suits the neighbourhood",
            ));
        }
    };
    let mut orders = Vec::new();
    for step in 0..steps {
        let order = rotate(step * count / steps);
        if has_mirror {
            orders.push(order.iter().map(|&at| mirror[at]).collect());
        }
        orders.push(order);
    }
    Ok(Some(orders))
}

/// Returns a transition in all symmetric variants.
fn turned(rule: &Line, orders: Option<&[Vec<usize>]>) -> BTreeSet<Line> {
    let (inputs, output) = rule;
    let Some(orders) = orders else {
        let mut all = BTreeSet::new();
        arrange(&mut inputs[1..].to_vec(), &mut Vec::new(), &mut |order| {
            all.insert((std::iter::once(inputs[0].clone()).chain(order.iter().cloned()).collect(), *output));
        });
        return all;
    };
    let order = |order: &Vec<usize>| {
        let neighbours = order.iter().map(|&at| inputs[at + 1].clone());
        (std::iter::once(inputs[0].clone()).chain(neighbours).collect(), *output)
    };
    orders.iter().map(order).collect()
}

/// Calls `found` with every distinct permutation of some sets.
fn arrange(
    left: &mut Vec<BTreeSet<State>>,
    taken: &mut Vec<BTreeSet<State>>,
    found: &mut impl FnMut(&[BTreeSet<State>]),
) {
    if left.is_empty() {
        found(taken);
        return;
    }
    for at in 0..left.len() {
        if left[..at].contains(&left[at]) {
            continue;
        }
        taken.push(left.swap_remove(at));
        arrange(left, taken, found);
        let back = taken.pop().expect("one was taken");
        left.push(back);
        let last = left.len() - 1;
        left.swap(at, last);
    }
}
