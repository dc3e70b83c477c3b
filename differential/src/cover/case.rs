//! Exact cover problems: their representation, random generation, text form and shrinking.

use gridlore_core::Rng;
use gridlore_exact_cover::{Bounds, Entry, Problem};
use std::fmt::Write as _;

/// An exact cover problem; primary items are numbered first.
#[derive(Debug, Clone)]
pub(crate) struct Case {
    /// The minimum and maximum number of times that each primary item is covered.
    pub(crate) bounds: Vec<(u32, u32)>,
    /// The number of secondary items.
    pub(crate) secondary: usize,
    pub(crate) options: Vec<Choice>,
    /// Whether items have awkward names instead of `p0` and `s0`.
    pub(crate) is_awkward: bool,
}

/// An option.
#[derive(Debug, Clone)]
pub(crate) struct Choice {
    /// Items, each with a colour from 1, or 0 for no colour.
    pub(crate) entries: Vec<(usize, u32)>,
    pub(crate) cost: u64,
}

/// The names of the colours, from 1.
const COLOURS: [&str; 4] = ["red", "1", "|", "x"];

/// Names that look like the start of another format or like a symbol of Knuth's format.
const NAMES: [&str; 12] = ["0", "1", "p", "ec", "c", "s", "00", "\u{e9}", "2", "|", "-", "10"];

impl Case {
    /// Returns the number of items.
    pub(crate) const fn items(&self) -> usize {
        self.bounds.len() + self.secondary
    }

    /// Returns the name of an item.
    fn name(&self, item: usize) -> String {
        match NAMES.get(item) {
            Some(name) if self.is_awkward && !name.contains('|') => (*name).to_owned(),
            _ if item < self.bounds.len() => format!("p{item}"),
            _ => format!("s{}", item - self.bounds.len()),
        }
    }

    /// Returns the engine's problem; `None` if it rejects an option.
    pub(crate) fn problem(&self) -> Option<Problem> {
        let primary = (self.bounds.iter().enumerate())
            .map(|(item, &(least, most))| (self.name(item), Bounds { least, most }));
        let secondary = (self.bounds.len()..self.items()).map(|item| self.name(item));
        let mut problem = Problem::from_items(primary, secondary);
        for option in &self.options {
            let mut entries = Vec::new();
            for &(item, colour) in &option.entries {
                let item = u32::try_from(item).ok()?;
                let colour = if colour == 0 { 0 } else { problem.colour(COLOURS[colour as usize - 1]) };
                entries.push(Entry { item, colour });
            }
            problem.add_entries(&entries, option.cost).ok()?;
        }
        Some(problem)
    }

    /// Returns the problem in Knuth's format.
    pub(crate) fn to_text(&self) -> String {
        let mut text = String::new();
        for item in 0..self.items() {
            let bar = item == self.bounds.len();
            text.push_str(if bar {
                " | "
            } else if item > 0 {
                " "
            } else {
                ""
            });
            match self.bounds.get(item) {
                None | Some((1, 1)) => {}
                Some((least, most)) if least == most => {
                    let _ = write!(text, "{most}|");
                }
                Some((least, most)) => {
                    let _ = write!(text, "{least}:{most}|");
                }
            }
            text.push_str(&self.name(item));
        }
        for option in &self.options {
            text.push('\n');
            for (place, &(item, colour)) in option.entries.iter().enumerate() {
                text.push_str(if place > 0 { " " } else { "" });
                text.push_str(&self.name(item));
                if colour > 0 {
                    let _ = write!(text, ":{}", COLOURS[colour as usize - 1]);
                }
            }
            if option.cost > 0 {
                let _ = write!(text, " |{}", option.cost);
            }
        }
        text.push('\n');
        text
    }

    /// Returns a random case of one of the kinds below.
    pub(crate) fn random(rng: &mut Rng) -> Self {
        let mut case = match rng.below(12) {
            0..8 => Self::scattered(rng),
            8 => Self::scattered(rng).among_forced(rng),
            9 => Self::tiling(rng).among_forced(rng),
            _ => Self::tiling(rng),
        };
        case.is_awkward = rng.below(4) == 0;
        rng.shuffle(&mut case.options);
        case
    }

    /// Returns options with random items, often using every feature of the engine.
    fn scattered(rng: &mut Rng) -> Self {
        let (has_colours, has_bounds, has_costs) = (rng.below(2) == 0, rng.below(2) == 0, rng.below(2) == 0);
        let (primary, secondary) = (rng.below(8), rng.below(5));
        let number = |rng: &mut Rng, bound: usize| u32::try_from(rng.below(bound)).expect("a small number");
        let bounds: Vec<(u32, u32)> = (0..primary)
            .map(|_| match rng.below(8) {
                _ if !has_bounds => (1, 1),
                0..4 => (1, 1),
                4 => (0, 1 + number(rng, 4)),
                5 => (2, 2),
                _ => {
                    let least = number(rng, 4);
                    (least, (least + number(rng, 3)).max(1))
                }
            })
            .collect();
        let colours = if rng.below(4) == 0 { 1 } else { COLOURS.len() };
        let sparse = 2 + rng.below(4);
        let mut case = Self { bounds, secondary, options: Vec::new(), is_awkward: false };
        for _ in 0..rng.below(if has_bounds { 13 } else { 18 }) {
            if rng.below(8) == 0 && !case.options.is_empty() {
                let twin = case.options[rng.below(case.options.len())].clone();
                case.options.push(twin);
                continue;
            }
            let mut entries = Vec::new();
            for item in 0..case.items() {
                if rng.below(sparse) == 0 {
                    let is_coloured = has_colours && item >= primary && rng.below(5) > 0;
                    let colour = if is_coloured { 1 + number(rng, colours) } else { 0 };
                    entries.push((item, colour));
                }
            }
            rng.shuffle(&mut entries);
            let cost = match rng.below(8) {
                _ if !has_costs => 0,
                0 => u64::MAX - rng.below(3) as u64,
                1 => 1 << 63,
                _ => rng.below(9) as u64,
            };
            if entries.iter().any(|entry| entry.0 < primary) {
                case.options.push(Choice { entries, cost });
            }
        }
        case
    }

    /// Generates a tiling by bars of two, three or four cells on a board with holes, which has many
    /// solutions and symmetries.
    fn tiling(rng: &mut Rng) -> Self {
        let (rows, columns) = (1 + rng.below(5), 2 + rng.below(5));
        let holes = if rng.below(2) == 0 { 0 } else { rng.below(5) };
        let is_hole: Vec<bool> = {
            let mut cells: Vec<usize> = (0..rows * columns).collect();
            rng.shuffle(&mut cells);
            (0..rows * columns).map(|cell| cells[cell] < holes).collect()
        };
        let items: Vec<Option<usize>> = is_hole
            .iter()
            .scan(0, |next, is_hole| {
                let item = (!is_hole).then_some(*next);
                *next += usize::from(!is_hole);
                Some(item)
            })
            .collect();
        let cells = items.iter().flatten().count();
        let lengths: &[usize] = [&[2][..], &[2, 1], &[2, 3], &[3, 1], &[3, 4, 2]][rng.below(5)];
        let mut options = Vec::new();
        for &length in lengths {
            for row in 0..rows {
                for column in 0..columns {
                    for (down, right) in [(0, 1), (1, 0)] {
                        if length == 1 && down == 1 {
                            continue;
                        }
                        let cell = |step: usize| {
                            let (row, column) = (row + step * down, column + step * right);
                            (row < rows && column < columns).then(|| items[row * columns + column])?
                        };
                        let bar: Option<Vec<(usize, u32)>> =
                            (0..length).map(|step| Some((cell(step)?, 0))).collect();
                        options.extend(bar.map(|entries| Choice { entries, cost: 0 }));
                    }
                }
            }
        }
        // Secondary items make some cells optional.
        let secondary = if rng.below(3) == 0 { rng.below(cells.min(4) + 1) } else { 0 };
        let primary = cells - secondary;
        options.retain(|option| option.entries.iter().any(|entry| entry.0 < primary));
        Self { bounds: vec![(1, 1); primary], secondary, options, is_awkward: false }
    }

    /// Adds many forced items to the problem, so that its masks need more words.
    fn among_forced(mut self, rng: &mut Rng) -> Self {
        let (forced, own) = (50 + rng.below(140), self.bounds.len());
        let mut order: Vec<usize> = (0..own + forced).collect();
        rng.shuffle(&mut order);
        for entry in self.options.iter_mut().flat_map(|option| &mut option.entries) {
            entry.0 = if entry.0 < own { order[entry.0] } else { entry.0 + forced };
        }
        let mut bounds = vec![(1, 1); own + forced];
        for item in 0..own {
            bounds[order[item]] = self.bounds[item];
        }
        self.bounds = bounds;
        let mut from = own;
        while from < order.len() {
            let to = (from + 1 + rng.below(30)).min(order.len());
            let entries = order[from..to].iter().map(|item| (*item, 0)).collect();
            self.options.push(Choice { entries, cost: 0 });
            from = to;
        }
        self
    }

    /// Returns cases with one option, item, entry, bound, colour or cost reduced.
    pub(crate) fn smaller(&self) -> Vec<Self> {
        let mut cases = Vec::new();
        for option in 0..self.options.len() {
            let mut case = self.clone();
            case.options.remove(option);
            cases.push(case);
        }
        cases.extend((0..self.items()).map(|item| self.without_item(item)));
        for item in 0..self.bounds.len() {
            if self.bounds[item] != (1, 1) {
                let mut case = self.clone();
                case.bounds[item] = (1, 1);
                cases.push(case);
            }
        }
        for (option, choice) in self.options.iter().enumerate() {
            for (place, &(_, colour)) in choice.entries.iter().enumerate() {
                let mut case = self.clone();
                case.options[option].entries.remove(place);
                cases.push(case);
                if colour > 0 {
                    let mut case = self.clone();
                    case.options[option].entries[place].1 = colour - 1;
                    cases.push(case);
                }
            }
            if choice.cost > 0 {
                let mut case = self.clone();
                case.options[option].cost /= 2;
                cases.push(case);
            }
        }
        if self.is_awkward {
            cases.push(Self { is_awkward: false, ..self.clone() });
        }
        cases.retain(|case| {
            let has_primary =
                |option: &Choice| option.entries.iter().any(|entry| entry.0 < case.bounds.len());
            case.options.iter().all(has_primary)
        });
        cases
    }

    fn without_item(&self, item: usize) -> Self {
        let mut case = self.clone();
        if item < case.bounds.len() {
            case.bounds.remove(item);
        } else {
            case.secondary -= 1;
        }
        for option in &mut case.options {
            option.entries.retain(|entry| entry.0 != item);
            option.entries.iter_mut().filter(|entry| entry.0 > item).for_each(|entry| entry.0 -= 1);
        }
        case.options.retain(|option| option.entries.iter().any(|entry| entry.0 < case.bounds.len()));
        case
    }
}
