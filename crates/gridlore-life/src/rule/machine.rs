//! Rules with up to 256 states, given by explicit transitions.
//!
//! Parses the two forms of Golly's rule files: `@TABLE`, a list of transitions in which the first
//! match applies, and `@TREE`, a decision tree over the neighbours. This module does not read
//! files.
//!
//! For each neighbour and state, a table stores one bit per transition, which says whether it
//! matches. The first bit of the intersection selects the transition. A step reads one word per
//! neighbour for every 64 transitions.

use super::counts::Offset;
use crate::grid::State;
use gridlore_core::{ParseError, ParseErrorKind, Place};
use std::collections::HashMap;

/// A rule with up to 256 states, given by transitions or a decision tree.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Machine {
    name: String,
    states: u16,
    /// The inputs in the order in which the lookup reads them; (0, 0) is the cell itself.
    inputs: Vec<Offset>,
    lookup: Lookup,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Lookup {
    /// For each input and state, the matching transitions in `words` words, then the output of each
    /// transition. If none matches, the cell keeps its state.
    Lines { words: usize, fits: Vec<Vec<u64>>, outputs: Vec<State> },
    /// Rows with one number per state. The numbers are states in rows for the last input, and row
    /// numbers in all other rows.
    Tree { rows: Vec<u32>, root: u32 },
}

impl Lookup {
    /// Creates a tree from these rows; the last row is the root.
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

/// The neighbourhoods of tables: the name, and the neighbours in the order of a transition.
const NEIGHBOURHOODS: [(&str, &[Offset]); 4] = [
    ("vonNeumann", &[NORTH, EAST, SOUTH, WEST]),
    ("Moore", &[NORTH, NORTH_EAST, EAST, SOUTH_EAST, SOUTH, SOUTH_WEST, WEST, NORTH_WEST]),
    ("hexagonal", &[NORTH, EAST, SOUTH_EAST, SOUTH, WEST, NORTH_WEST]),
    ("oneDimensional", &[WEST, EAST]),
];

impl Machine {
    /// Returns the name of the rule.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the number of states.
    #[must_use]
    pub const fn states(&self) -> u16 {
        self.states
    }

    /// Returns the offsets of its inputs, including the cell itself, (0, 0).
    #[must_use]
    pub fn inputs(&self) -> &[Offset] {
        &self.inputs
    }

    /// Returns whether [`Machine::next`] searches the transitions of a table.
    pub(crate) const fn is_table(&self) -> bool {
        matches!(self.lookup, Lookup::Lines { .. })
    }

    /// Returns the next state of a cell, given its inputs in the order of [`Machine::inputs`].
    ///
    /// # Panics
    /// Panics if the number of inputs is wrong, or a state does not belong to the rule.
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

    /// Parses a rule file: the name after `@RULE`, and the first `@TABLE` or `@TREE`. Other
    /// sections, such as colours and icons, are ignored.
    ///
    /// # Errors
    /// Fails if a line is invalid (reporting what was found and expected there), the file is larger
    /// than 16 MiB, or a table has more than 10,000 variables or 131,072 transitions.
    /// # Cost
    /// Linear in the length of the text and in the number of expanded transitions, each of which
    /// takes 20 bytes here and 9 x states bits in the lookup.
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        if text.len() > MAX_FILE_BYTES {
            let found = format!("a rule file of {} bytes", text.len());
            return Err(parse_error(0, 1, &found, &format!("at most {MAX_FILE_BYTES} bytes")));
        }
        let mut name = String::new();
        let mut kind = None;
        for (number, line) in text.lines().enumerate() {
            let Some(head) = line.strip_prefix('@').map(str::trim) else { continue };
            match head.split_whitespace().next() {
                Some("RULE") => name = head["RULE".len()..].trim().to_owned(),
                // As in Golly, only the first section is used.
                Some(section @ ("TABLE" | "TREE")) if kind.is_none() => kind = Some((number, section)),
                _ => {}
            }
        }
        let Some((head, section)) = kind else {
            return Err(parse_error(0, 1, "a rule file without @TABLE or @TREE", "one of these sections"));
        };
        let lines = text
            .lines()
            .enumerate()
            .skip(head + 1)
            .take_while(|(_, line)| !line.starts_with('@'))
            .map(|(number, line)| (number, line.split('#').next().unwrap_or("").trim()))
            .filter(|(_, line)| !line.is_empty());
        if section == "TABLE" { table(name, head, lines) } else { tree(name, head, lines) }
    }

    /// Returns Brian Silverman's WireWorld, with four states: empty, electron head, electron tail,
    /// wire.
    ///
    /// # Panics
    /// Never panics, because the tree is well formed.
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
        // For each neighbour, one row per number of electron heads so far; then rows for the
        // centre.
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

/// The length limit of a rule file.
const MAX_FILE_BYTES: usize = 16 << 20;

/// The maximum number of variables in a table, far more than anyone writes by hand.
const MAX_VARIABLES: usize = 10_000;

/// The maximum number of transitions after variables and symmetries are expanded.
const MAX_TRANSITIONS: usize = 1 << 17;

fn parse_error(number: usize, column: usize, found: &str, expected: &str) -> ParseError {
    ParseError {
        at: Place { line: number + 1, column },
        kind: ParseErrorKind::Wrong { found: found.to_owned(), expected: expected.to_owned() },
    }
}

/// Parses a number in a rule file, up to `most`.
fn number(line: usize, text: &str, most: usize, what: &str) -> Result<usize, ParseError> {
    text.trim().parse().ok().filter(|number| *number <= most).ok_or_else(|| {
        parse_error(line, 1, &format!("\"{}\"", text.trim().escape_debug()), &format!("{what} up to {most}"))
    })
}

/// Parses a number of states, which cannot change once lines depend on it.
fn number_of_states(
    line: usize,
    text: &str,
    before: Option<usize>,
    is_used: bool,
) -> Result<usize, ParseError> {
    let states = number(line, text, 256, "a number of states")?;
    match before.filter(|before| is_used && *before != states) {
        _ if states < 2 => Err(parse_error(line, 1, &format!("{states} states"), "2 to 256 states")),
        Some(before) => {
            let expected = format!("the number of states above, {before}");
            Err(parse_error(line, 1, &format!("{states} states"), &expected))
        }
        None => Ok(states),
    }
}

fn tree<'a>(
    name: String,
    head: usize,
    lines: impl Iterator<Item = (usize, &'a str)>,
) -> Result<Machine, ParseError> {
    let (mut states, mut neighbours, mut nodes) = (None, None, None);
    // The concatenated rows, and the depth of each.
    let mut rows: Vec<u32> = Vec::new();
    let mut depths: Vec<u8> = Vec::new();
    for (line, text) in lines {
        if let Some((key, value)) = text.split_once('=') {
            match key.trim() {
                "num_states" => states = Some(number_of_states(line, value, states, !depths.is_empty())?),
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
        let mut count = 0;
        for text in numbers {
            let (most, what) = if depth == 1 {
                (states - 1, "a state")
            } else {
                (depths.len().saturating_sub(1), "an earlier node, numbered")
            };
            let at = number(line, text, most, what)?;
            if depth > 1 && depths.get(at).is_none_or(|below| usize::from(*below) != depth - 1) {
                let found = depths.get(at).map_or_else(
                    || format!("node {at} before its definition"),
                    |below| format!("node {at} of depth {below}"),
                );
                return Err(parse_error(line, 1, &found, &format!("a node of depth {}", depth - 1)));
            }
            rows.push(u32::try_from(at).expect("few nodes"));
            count += 1;
        }
        if count != states || depth == 0 {
            return Err(parse_error(
                line,
                1,
                &format!("{count} entries at depth {depth}"),
                &format!("{states} entries at a depth of at least 1"),
            ));
        }
        depths.push(u8::try_from(depth).expect("at most 9"));
    }
    let (Some(states), Some(neighbours)) = (states, neighbours) else {
        return Err(parse_error(head, 1, "a tree without num_states or num_neighbors", "both of them"));
    };
    let inputs: Vec<Offset> = match neighbours {
        4 => vec![NORTH, WEST, EAST, SOUTH, CENTRE],
        8 => vec![NORTH_WEST, NORTH_EAST, SOUTH_WEST, SOUTH_EAST, NORTH, WEST, EAST, SOUTH, CENTRE],
        _ => return Err(parse_error(head, 1, &format!("{neighbours} neighbours"), "4 or 8 neighbours")),
    };
    if nodes.is_some_and(|nodes| nodes != depths.len()) {
        return Err(parse_error(
            head,
            1,
            &format!("{} nodes", depths.len()),
            &format!("{} nodes (num_nodes)", nodes.unwrap_or(0)),
        ));
    }
    if depths.last().map(|depth| usize::from(*depth)) != Some(inputs.len()) {
        return Err(parse_error(
            head,
            1,
            "a last node that is not a root",
            &format!("a node of depth {}", inputs.len()),
        ));
    }
    let root = u32::try_from(depths.len() - 1).expect("few nodes");
    Ok(Machine { name, states: in_u16(states), inputs, lookup: Lookup::Tree { rows, root } })
}

fn in_u16(states: usize) -> u16 {
    u16::try_from(states).expect("at most 256 states")
}

/// A set of states, one bit each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
struct StateSet([u64; 4]);

impl StateSet {
    fn single(state: State) -> Self {
        let mut set = Self::default();
        set.0[usize::from(state) / 64] |= 1 << (state % 64);
        set
    }

    fn with(self, other: Self) -> Self {
        Self(std::array::from_fn(|word| self.0[word] | other.0[word]))
    }

    /// Returns the states in ascending order.
    fn states(self) -> impl Iterator<Item = State> {
        (0..=State::MAX).filter(move |state| self.0[usize::from(*state) / 64] >> (state % 64) & 1 == 1)
    }

    /// Returns the only state, or `None` if there are none or several.
    fn only(self) -> Option<State> {
        let mut states = self.states();
        states.next().filter(|_| states.next().is_none())
    }
}

/// The sets of states that occur in transitions; equal sets have the same number.
#[derive(Debug, Default)]
struct Sets {
    all: Vec<StateSet>,
    numbers: HashMap<StateSet, u16>,
}

impl Sets {
    fn number(&mut self, set: StateSet) -> u16 {
        *self.numbers.entry(set).or_insert_with(|| {
            self.all.push(set);
            u16::try_from(self.all.len() - 1).expect("one for each variable and state")
        })
    }
}

/// The numbers of the sets of states for each input, the centre first. Entries after the last
/// neighbour are 0.
type Inputs = [u16; 9];

/// One transition of a table after expansion: its inputs and its output.
type Transition = (Inputs, State);

fn table<'a>(
    name: String,
    head: usize,
    lines: impl Iterator<Item = (usize, &'a str)>,
) -> Result<Machine, ParseError> {
    let mut states = None;
    let mut neighbours: Option<&[Offset]> = None;
    let mut symmetry = None;
    let mut definitions = 0;
    let mut variables: HashMap<&str, StateSet> = HashMap::new();
    let mut sets = Sets::default();
    let mut transitions: Vec<Transition> = Vec::new();
    // The orders for the present neighbourhood and symmetry.
    let mut known_orders = None;
    for (line, text) in lines {
        let after = |key: &str| text.strip_prefix(key).map(|rest| rest.trim().trim_start_matches(':').trim());
        if let Some(value) = after("n_states") {
            let is_used = definitions > 0 || !transitions.is_empty();
            states = Some(number_of_states(line, value, states, is_used)?);
        } else if let Some(value) = after("neighborhood") {
            let found = NEIGHBOURHOODS.iter().find(|entry| entry.0.eq_ignore_ascii_case(value));
            let quoted = format!("\"{}\"", value.escape_debug());
            let expected = "vonNeumann, Moore, hexagonal or oneDimensional";
            let found = found.ok_or_else(|| parse_error(line, 1, &quoted, expected))?.1;
            if !transitions.is_empty() && neighbours != Some(found) {
                return Err(parse_error(line, 1, &quoted, "the same neighbourhood for all transitions"));
            }
            (neighbours, known_orders) = (Some(found), None);
        } else if let Some(value) = after("symmetries") {
            (symmetry, known_orders) = (Some((line, value)), None);
        } else if let Some(definition) = after("var ") {
            let states = states.ok_or_else(|| parse_error(line, 1, "a variable", "n_states before it"))?;
            definitions += 1;
            if definitions > MAX_VARIABLES {
                let found = format!("more than {MAX_VARIABLES} variables");
                return Err(parse_error(line, 1, &found, "fewer variables"));
            }
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
            if known_orders.is_none() {
                known_orders = Some(orders(symmetry_line, symmetry, neighbours)?);
            }
            let orders = known_orders.as_ref().and_then(Option::as_deref);
            let left = MAX_TRANSITIONS - transitions.len();
            let each = |transition: &Transition| {
                add_turned(transition, neighbours.len(), orders, &mut transitions);
                transitions.len() <= MAX_TRANSITIONS
            };
            let entries = entries(line, text, neighbours.len() + 2)?;
            if !expand(line, &entries, states, &variables, &mut sets, left, each)? {
                let found = format!("a table that expands to more than {MAX_TRANSITIONS} transitions");
                return Err(parse_error(line, 1, &found, "fewer variables or a smaller symmetry"));
            }
        }
    }
    let (Some(states), Some(neighbours)) = (states, neighbours) else {
        return Err(parse_error(head, 1, "a table without n_states or neighborhood", "both of them"));
    };
    let inputs: Vec<Offset> = std::iter::once(CENTRE).chain(neighbours.iter().copied()).collect();
    Ok(Machine {
        name,
        states: in_u16(states),
        lookup: lines_of(&transitions, &sets.all, states, inputs.len()),
        inputs,
    })
}

/// Returns the lookup for these transitions.
fn lines_of(transitions: &[Transition], sets: &[StateSet], states: usize, inputs: usize) -> Lookup {
    let words = transitions.len().div_ceil(64).max(1);
    let mut fits = vec![vec![0; states * words]; inputs];
    for (input, fits) in fits.iter_mut().enumerate() {
        for (word, some) in transitions.chunks(64).enumerate() {
            for part in 0..states.div_ceil(64) {
                // Turn a row for each transition into a row for each state.
                let mut square = [0; 64];
                for (row, (inputs, _)) in square.iter_mut().zip(some) {
                    *row = sets[usize::from(inputs[input])].0[part];
                }
                transpose(&mut square);
                for (state, bits) in (part * 64..states).zip(square) {
                    fits[state * words + word] = bits;
                }
            }
        }
    }
    Lookup::Lines { words, fits, outputs: transitions.iter().map(|transition| transition.1).collect() }
}

/// Transposes 64 x 64 bits by exchanging two quarters of squares of side 64, 32, ... and 2 (Henry
/// S. Warren, *Hacker's Delight*, section 7-3).
fn transpose(square: &mut [u64; 64]) {
    let (mut half, mut mask) = (32, u64::MAX >> 32);
    while half > 0 {
        for row in (0..64).filter(|row| row & half == 0) {
            let moved = (square[row] >> half ^ square[row + half]) & mask;
            square[row] ^= moved << half;
            square[row + half] ^= moved;
        }
        half /= 2;
        mask ^= mask << half;
    }
}

/// Parses a definition such as `a={0,1,b}`.
fn variable<'a>(
    line: usize,
    text: &'a str,
    states: usize,
    known: &HashMap<&str, StateSet>,
) -> Result<(&'a str, StateSet), ParseError> {
    let (name, values) = text.split_once('=').ok_or_else(|| {
        parse_error(line, 1, &format!("\"{}\"", text.escape_debug()), "a definition such as var a={0,1}")
    })?;
    let values = values.trim().trim_start_matches('{').trim_end_matches('}');
    let mut all = StateSet::default();
    for value in
        values.split(|symbol: char| symbol == ',' || symbol.is_whitespace()).filter(|value| !value.is_empty())
    {
        all = all.with(states_of(line, value, states, known)?);
    }
    Ok((name.trim(), all))
}

/// Returns the states of a variable, or a single state.
fn states_of(
    line: usize,
    text: &str,
    states: usize,
    variables: &HashMap<&str, StateSet>,
) -> Result<StateSet, ParseError> {
    if let Some(values) = variables.get(text) {
        return Ok(*values);
    }
    let state = number(line, text, states - 1, "a variable or a state")?;
    Ok(StateSet::single(State::try_from(state).expect("below 256")))
}

/// Splits a transition into its entries, at commas or after each character.
fn entries(line: usize, text: &str, expected: usize) -> Result<Vec<&str>, ParseError> {
    let (entries, found): (Vec<&str>, usize) = if text.contains(',') {
        (text.split(',').take(expected).map(str::trim).collect(), text.split(',').count())
    } else {
        (text.split_inclusive(|_: char| true).take(expected).collect(), text.chars().count())
    };
    if found != expected {
        let (found, expected) = (format!("{found} entries"), format!("{expected} entries"));
        return Err(parse_error(line, 1, &found, &expected));
    }
    Ok(entries)
}

/// Expands a transition with variables, calling `take` with each result. A variable that occurs
/// more than once has the same state in all places. Returns `false` if there are more than `most`
/// results or if `take` returns `false`.
fn expand(
    line: usize,
    entries: &[&str],
    states: usize,
    variables: &HashMap<&str, StateSet>,
    sets: &mut Sets,
    most: usize,
    mut take: impl FnMut(&Transition) -> bool,
) -> Result<bool, ParseError> {
    let values: Vec<StateSet> =
        entries.iter().map(|entry| states_of(line, entry, states, variables)).collect::<Result<_, _>>()?;
    // The variables that occur more than once, in alphabetical order. The last one varies fastest.
    let is_bound = |entry: &&str| {
        variables.contains_key(entry) && entries.iter().filter(|other| *other == entry).count() > 1
    };
    let mut names: Vec<&str> = entries.iter().copied().filter(is_bound).collect();
    names.sort_unstable();
    names.dedup();
    let bound: Vec<Vec<(State, u16)>> = names
        .iter()
        .map(|name| {
            let states = variables[name].states();
            states.map(|state| (state, sets.number(StateSet::single(state)))).collect()
        })
        .collect();
    if bound.iter().any(Vec::is_empty) {
        return Ok(true);
    }
    if bound.iter().fold(1, |count, values| usize::saturating_mul(count, values.len())) > most {
        return Ok(false);
    }
    let places: Vec<Option<usize>> = entries.iter().map(|entry| names.binary_search(entry).ok()).collect();
    let last = entries.len() - 1;
    let mut transition: Transition = ([0; 9], 0);
    for (input, values) in transition.0.iter_mut().zip(&values[..last]) {
        *input = sets.number(*values);
    }
    if places[last].is_none() {
        transition.1 = values[last].only().ok_or_else(|| {
            let expected = "a state, or a variable used earlier in the transition";
            parse_error(line, 1, "an output with several possible states", expected)
        })?;
    }
    let mut digits = vec![0; bound.len()];
    loop {
        for (entry, place) in places.iter().enumerate() {
            let Some(place) = *place else { continue };
            let (state, set) = bound[place][digits[place]];
            if entry == last {
                transition.1 = state;
            } else {
                transition.0[entry] = set;
            }
        }
        if !take(&transition) {
            return Ok(false);
        }
        let Some(next) = (0..digits.len()).rfind(|&at| digits[at] + 1 < bound[at].len()) else {
            return Ok(true);
        };
        digits[next] += 1;
        digits[next + 1..].fill(0);
    }
}

/// Returns the permutations of the neighbours under a symmetry: for each, the neighbour at each
/// position. `None` stands for all permutations.
fn orders(line: usize, symmetry: &str, neighbours: &[Offset]) -> Result<Option<Vec<Vec<usize>>>, ParseError> {
    let count = neighbours.len();
    let rotate = |step: usize| -> Vec<usize> { (0..count).map(|at| (at + step) % count).collect() };
    // The reflection lists the neighbours in reverse order. With four or eight, the first one
    // (north) stays in place.
    let mirror: Vec<usize> = match count {
        2 => vec![1, 0],
        // For a hexagon, use the reflection that exchanges north and west.
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

/// Adds all symmetric variants of a transition, each once.
fn add_turned(
    transition: &Transition,
    neighbours: usize,
    orders: Option<&[Vec<usize>]>,
    transitions: &mut Vec<Transition>,
) {
    let &(inputs, output) = transition;
    let Some(orders) = orders else {
        let mut found = |inputs| transitions.push((inputs, output));
        arrange(&mut inputs[1..=neighbours].to_vec(), inputs, 1, &mut found);
        return;
    };
    let first = transitions.len();
    for order in orders {
        let mut turned = inputs;
        for (to, from) in turned[1..].iter_mut().zip(order) {
            *to = inputs[from + 1];
        }
        if !transitions[first..].contains(&(turned, output)) {
            transitions.push((turned, output));
        }
    }
}

/// Calls `found` with every distinct permutation of the inputs `left`, placed in `inputs` from
/// index `at`.
fn arrange(left: &mut Vec<u16>, mut inputs: Inputs, at: usize, found: &mut impl FnMut(Inputs)) {
    if left.is_empty() {
        found(inputs);
        return;
    }
    for choice in 0..left.len() {
        if left[..choice].contains(&left[choice]) {
            continue;
        }
        inputs[at] = left.swap_remove(choice);
        arrange(left, inputs, at + 1, found);
        left.push(inputs[at]);
        let last = left.len() - 1;
        left.swap(choice, last);
    }
}
