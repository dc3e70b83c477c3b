//! Rule tables and rule trees of Golly's rule files, as data.
//!
//! # Source
//! Golly's help, *RuleLoader*: lines are tried in order, each for every value of its variables and
//! for every orientation of its symmetry; if no line matches, the cell keeps its state.

use super::offset::{EAST, NORTH, Offset, SOUTH, WEST};
use gridlore_core::Rng;
use std::fmt::Write as _;

/// The neighbourhoods of a table: the name, the neighbours in the order of a line, and the
/// symmetries.
const NEIGHBOURHOODS: [(&str, &[Offset], &[&str]); 4] = [
    (
        "vonNeumann",
        &[NORTH, EAST, SOUTH, WEST],
        &["none", "rotate4", "rotate4reflect", "reflect_horizontal", "permute"],
    ),
    (
        "Moore",
        &[NORTH, (1, -1), EAST, (1, 1), SOUTH, (-1, 1), WEST, (-1, -1)],
        &["none", "rotate4", "rotate8", "rotate4reflect", "rotate8reflect", "reflect_horizontal", "permute"],
    ),
    (
        "hexagonal",
        &[NORTH, EAST, (1, 1), SOUTH, WEST, (-1, -1)],
        &["none", "rotate2", "rotate3", "rotate6", "rotate6reflect", "permute"],
    ),
    ("oneDimensional", &[WEST, EAST], &["none", "reflect", "permute"]),
];

/// An entry of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Entry {
    State(u8),
    /// The variable with this number.
    Any(usize),
}

/// The cell, its neighbours and the next state of the cell.
type Line = Vec<Entry>;

/// A rule table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Table {
    states: u8,
    neighbourhood: usize,
    symmetry: &'static str,
    /// The possible states of each variable.
    variables: Vec<Vec<u8>>,
    lines: Vec<Line>,
}

impl Table {
    pub(crate) fn states(&self) -> u16 {
        u16::from(self.states)
    }

    pub(crate) fn offsets(&self) -> Vec<Offset> {
        NEIGHBOURHOODS[self.neighbourhood].1.to_vec()
    }

    /// Returns the next state of a cell; `None` if one line gives two results.
    pub(crate) fn next(&self, cell: u8, around: &[u8]) -> Option<u8> {
        for line in &self.lines {
            let mut results = Vec::new();
            for order in self.orders() {
                let turned: Vec<u8> = order.iter().map(|&place| around[place]).collect();
                let is_any_order = self.symmetry == "permute";
                let values = self.with(&vec![None; self.variables.len()], line[0], cell);
                self.fit(&line[1..line.len() - 1], &turned, is_any_order, values, &mut |values| {
                    results.extend(self.result(line, values));
                });
            }
            results.sort_unstable();
            results.dedup();
            match results[..] {
                [] => {}
                [one] => return Some(one),
                _ => return None,
            }
        }
        Some(cell)
    }

    /// Returns the values of the variables after an entry is matched with a state; `None` if they
    /// do not match.
    fn with(&self, values: &[Option<u8>], entry: Entry, state: u8) -> Option<Vec<Option<u8>>> {
        match entry {
            Entry::State(of) => (of == state).then(|| values.to_vec()),
            Entry::Any(variable) => {
                let fits =
                    values[variable].map_or(self.variables[variable].contains(&state), |of| of == state);
                let mut values = values.to_vec();
                values[variable] = Some(state);
                fits.then_some(values)
            }
        }
    }

    /// Calls `take` with the variables' values for every match of the entries with the states, in
    /// the given order or in any order.
    fn fit(
        &self,
        entries: &[Entry],
        states: &[u8],
        is_any_order: bool,
        values: Option<Vec<Option<u8>>>,
        take: &mut dyn FnMut(&[Option<u8>]),
    ) {
        let Some(values) = values else { return };
        let Some((&entry, entries)) = entries.split_first() else { return take(&values) };
        let places = if is_any_order { states.len() } else { 1 };
        for place in 0..places {
            // The same state at another place would match in the same ways.
            if states[..place].contains(&states[place]) {
                continue;
            }
            let mut rest = states.to_vec();
            let state = rest.remove(place);
            self.fit(entries, &rest, is_any_order, self.with(&values, entry, state), take);
        }
    }

    fn result(&self, line: &Line, values: &[Option<u8>]) -> Option<u8> {
        match *line.last()? {
            Entry::State(state) => Some(state),
            Entry::Any(variable) => values[variable],
        }
    }

    /// Returns, for each orientation of the symmetry, the order of the neighbours in a line.
    fn orders(&self) -> Vec<Vec<usize>> {
        let offsets = self.offsets();
        let count = offsets.len();
        // Neighbours are listed in order around the cell, so a rotation shifts the list.
        let turned = |steps: usize| -> Vec<Vec<usize>> {
            (0..steps)
                .map(|step| (0..count).map(|place| (place + step * count / steps) % count).collect())
                .collect()
        };
        let mirrored = |orders: Vec<Vec<usize>>, mirror: fn(Offset) -> Offset| -> Vec<Vec<usize>> {
            let place_of =
                |at: Offset| offsets.iter().position(|&other| other == at).expect("a mirror image");
            let image =
                |order: &Vec<usize>| order.iter().map(|&place| place_of(mirror(offsets[place]))).collect();
            let images: Vec<Vec<usize>> = orders.iter().map(image).collect();
            [orders, images].concat()
        };
        let west_east = |(x, y): Offset| (-x, y);
        match self.symmetry {
            "rotate2" => turned(2),
            "rotate3" => turned(3),
            "rotate4" => turned(4),
            "rotate6" => turned(6),
            "rotate8" => turned(8),
            "rotate4reflect" => mirrored(turned(4), west_east),
            "rotate8reflect" => mirrored(turned(8), west_east),
            // The mirror image of a hexagon swaps north and west.
            "rotate6reflect" => mirrored(turned(6), |(x, y)| (y, x)),
            "reflect" | "reflect_horizontal" => mirrored(turned(1), west_east),
            // The match of a line tries all orders.
            _ => turned(1),
        }
    }

    pub(crate) fn text(&self) -> String {
        let (name, _, _) = NEIGHBOURHOODS[self.neighbourhood];
        let mut text = format!(
            "@RULE {}\n@TABLE\nn_states:{}\nneighborhood:{name}\nsymmetries:{}\n",
            super::RULE_NAME,
            self.states,
            self.symmetry
        );
        let list = |entries: Vec<String>| entries.join(",");
        for (number, states) in self.variables.iter().enumerate() {
            let states = list(states.iter().map(ToString::to_string).collect());
            let _ = writeln!(text, "var v{number}={{{states}}}");
        }
        for line in &self.lines {
            let entry = |entry: &Entry| match entry {
                Entry::State(state) => state.to_string(),
                Entry::Any(variable) => format!("v{variable}"),
            };
            let _ = writeln!(text, "{}", list(line.iter().map(entry).collect()));
        }
        text
    }

    pub(crate) fn random(rng: &mut Rng) -> Self {
        let states = 2 + rng.below(4);
        let neighbourhood = rng.below(NEIGHBOURHOODS.len());
        let (_, offsets, symmetries) = NEIGHBOURHOODS[neighbourhood];
        let symmetry = symmetries[rng.below(symmetries.len())];
        let some = |rng: &mut Rng| {
            let states: Vec<usize> = (0..states).filter(|_| rng.below(3) > 0).collect();
            let states = if states.is_empty() { vec![rng.below(2)] } else { states };
            states.into_iter().map(|state| u8::try_from(state).expect("few states")).collect::<Vec<u8>>()
        };
        // Add a variable for any state for each entry of a line, and three variables for some
        // states.
        let any: Vec<u8> = (0..u8::try_from(states).expect("few states")).collect();
        let mut variables = vec![any; offsets.len() + 1];
        variables.extend((0..3).map(|_| some(rng)));
        let mut table = Self {
            states: u8::try_from(states).expect("few states"),
            neighbourhood,
            symmetry,
            variables,
            lines: vec![],
        };
        for _ in 0..=rng.below(12) {
            let line = table.random_line(rng, offsets.len());
            let mut with = table.clone();
            with.lines.push(line);
            if with.next(0, &vec![0; offsets.len()]) == Some(0) {
                table = with;
            }
        }
        table
    }

    fn random_line(&self, rng: &mut Rng, neighbours: usize) -> Line {
        let state = |rng: &mut Rng| {
            Entry::State(u8::try_from(rng.below(usize::from(self.states))).expect("few states"))
        };
        let of_some = neighbours + 1;
        // With permuted entries, a line represents all their orders: keep the number of different
        // entries small.
        let is_permuted = self.symmetry == "permute";
        let mut line = vec![if rng.below(3) > 0 { state(rng) } else { Entry::Any(0) }];
        let few = [state(rng), state(rng), Entry::Any(of_some)];
        for place in 1..=neighbours {
            line.push(match rng.below(8) {
                _ if is_permuted => few[rng.below(3)],
                0..4 => Entry::Any(place),
                4 | 5 => state(rng),
                6 => Entry::Any(of_some + rng.below(3)),
                _ => Entry::Any(0),
            });
        }
        let last = rng.below(8);
        let known: Vec<Entry> = line.iter().copied().filter(|entry| matches!(entry, Entry::Any(_))).collect();
        line.push(if last == 0 && !known.is_empty() { known[rng.below(known.len())] } else { state(rng) });
        line
    }

    pub(crate) fn smaller(&self) -> Vec<Self> {
        let mut tables = Vec::new();
        for index in 0..self.lines.len() {
            let mut less = self.clone();
            less.lines.remove(index);
            tables.push(less);
        }
        let orders = NEIGHBOURHOODS[self.neighbourhood].2;
        if self.symmetry != orders[0] {
            tables.push(Self { symmetry: orders[0], ..self.clone() });
        }
        for variable in 0..self.variables.len() {
            if self.variables[variable].len() > 1 {
                let mut less = self.clone();
                less.variables[variable].pop();
                tables.push(less);
            }
        }
        let none = vec![0; self.offsets().len()];
        tables.retain(|table| table.next(0, &none) == Some(0));
        tables
    }
}

/// A rule tree: one decision per neighbour.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Tree {
    states: u8,
    /// Either 4 or 8.
    neighbours: usize,
    /// The depth of each node, and for each state the index of an earlier node; at depth 1, the
    /// next state.
    nodes: Vec<(usize, Vec<usize>)>,
}

impl Tree {
    pub(crate) fn states(&self) -> u16 {
        u16::from(self.states)
    }

    /// Returns the neighbours in the order of the decisions; the cell itself follows.
    pub(crate) fn offsets(&self) -> Vec<Offset> {
        let corners = [(-1, -1), (1, -1), (-1, 1), (1, 1)];
        let sides = [NORTH, WEST, EAST, SOUTH];
        if self.neighbours == 8 { [corners, sides].concat() } else { sides.to_vec() }
    }

    pub(crate) fn next(&self, cell: u8, around: &[u8]) -> u8 {
        let mut at = self.nodes.len() - 1;
        for state in around.iter().chain([&cell]) {
            at = self.nodes[at].1[usize::from(*state)];
        }
        u8::try_from(at).expect("the last nodes hold states")
    }

    pub(crate) fn text(&self) -> String {
        let mut text = format!(
            "@RULE {}\n@TREE\nnum_states={}\nnum_neighbors={}\nnum_nodes={}\n",
            super::RULE_NAME,
            self.states,
            self.neighbours,
            self.nodes.len()
        );
        for (depth, entries) in &self.nodes {
            let _ = write!(text, "{depth}");
            for entry in entries {
                let _ = write!(text, " {entry}");
            }
            text.push('\n');
        }
        text
    }

    pub(crate) fn random(rng: &mut Rng) -> Self {
        let states = 2 + rng.below(3);
        let neighbours = [4, 8][rng.below(2)];
        let mut tree = Self { states: u8::try_from(states).expect("few states"), neighbours, nodes: vec![] };
        let mut below: Vec<usize> = (0..states).collect();
        for depth in 1..=neighbours + 1 {
            let count = if depth == neighbours + 1 { 1 } else { 2 + rng.below(4) };
            let first = tree.nodes.len();
            for node in 0..count {
                let mut entries: Vec<usize> = (0..states).map(|_| below[rng.below(below.len())]).collect();
                // The first node of each depth keeps empty space empty.
                if node == 0 {
                    entries[0] = below[0];
                }
                tree.nodes.push((depth, entries));
            }
            below = (first..tree.nodes.len()).collect();
        }
        tree
    }

    pub(crate) fn smaller(&self) -> Vec<Self> {
        let mut trees = Vec::new();
        for node in 0..self.nodes.len() {
            let (depth, entries) = &self.nodes[node];
            let least = if *depth == 1 {
                0
            } else {
                self.nodes.iter().position(|(of, _)| *of == depth - 1).expect("nodes of every depth")
            };
            for (place, &entry) in entries.iter().enumerate() {
                if entry != least {
                    let mut less = self.clone();
                    less.nodes[node].1[place] = least;
                    trees.push(less);
                }
            }
        }
        trees
    }
}
