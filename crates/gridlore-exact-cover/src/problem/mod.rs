//! The problem: items and options.
//!
//! Items are numbered from 0, primary items first. Options are numbered from 0 in the order in
//! which they were added. An option is a list of entries, each an item with an optional colour. The
//! entries of all options are stored in one flat list.
#![expect(
    clippy::cast_possible_truncation,
    reason = "items, entries and colours are 32-bit numbers, which is checked when they are added"
)]

pub(crate) mod components;
pub(crate) mod reduce;
pub(crate) mod symmetry;
pub(crate) mod useless;

use std::collections::HashMap;
use std::fmt;

/// The colour of an entry: 0 for none, otherwise a number that the problem assigns to the name of
/// the colour.
pub type Colour = u32;

/// An entry of an option: an item, with or without a colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Entry {
    /// The number of the item.
    pub item: u32,
    /// The colour. Options can share a secondary item if all of them give it the same non-zero
    /// colour.
    pub colour: Colour,
}

/// The number of times that a primary item must be covered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bounds {
    /// The minimum.
    pub least: u32,
    /// The maximum.
    pub most: u32,
}

impl Bounds {
    /// Exactly once.
    pub const ONCE: Self = Self { least: 1, most: 1 };
}

/// An exact cover problem: choose options so that every primary item is covered as often as its
/// bounds require, and no secondary item twice unless in the same colour.
#[derive(Debug, Clone)]
pub struct Problem {
    names: Vec<String>,
    /// The bounds of the primary items.
    bounds: Vec<Bounds>,
    entries: Vec<Entry>,
    /// The index of each option's first entry, followed by the end of the last option.
    starts: Vec<usize>,
    costs: Vec<u64>,
    /// The names of the colours, starting with colour 1.
    colours: Vec<String>,
    colour_numbers: HashMap<String, Colour>,
}

/// The reason why an option was refused.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum ProblemError {
    /// The option names an item that does not exist.
    NoSuchItem {
        /// The number of the item.
        item: usize,
        /// The number of items in the problem.
        items: usize,
    },
    /// The option names an item twice.
    ItemTwice {
        /// The number of the item.
        item: usize,
    },
    /// The option covers no primary item, so nothing would ever select it.
    NoPrimary,
    /// A primary item has a colour.
    Coloured {
        /// The number of the item.
        item: usize,
    },
    /// There are too many entries.
    TooMany,
}

impl fmt::Display for ProblemError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSuchItem { item, items } => write!(f, "item {item} does not exist, expected 0..{items}"),
            Self::ItemTwice { item } => write!(f, "item {item} appears twice in one option"),
            Self::NoPrimary => write!(f, "the option has no primary item"),
            Self::Coloured { item } => {
                write!(f, "item {item} is primary and cannot have a colour")
            }
            Self::TooMany => write!(f, "the problem has more than 2^31 entries"),
        }
    }
}

impl std::error::Error for ProblemError {}

impl Problem {
    /// Creates a problem without options. The first `primary` items must be covered exactly once,
    /// the following `secondary` items at most once. The names of the items are their numbers, from
    /// 1.
    #[must_use]
    pub fn new(primary: usize, secondary: usize) -> Self {
        let name = |number: usize| number.to_string();
        Self::from_items(
            (1..=primary).map(|number| (name(number), Bounds::ONCE)),
            (primary + 1..=primary + secondary).map(name),
        )
    }

    /// Creates a problem with these items and without options. Names are not checked for
    /// duplicates.
    ///
    /// # Panics
    /// Panics if there are 2^31 items or more.
    #[must_use]
    pub fn from_items(
        primary: impl IntoIterator<Item = (String, Bounds)>,
        secondary: impl IntoIterator<Item = String>,
    ) -> Self {
        let (mut names, bounds): (Vec<String>, Vec<Bounds>) = primary.into_iter().unzip();
        names.extend(secondary);
        assert!(names.len() < 1 << 31, "{} items", names.len());
        Self {
            names,
            bounds,
            entries: Vec::new(),
            starts: vec![0],
            costs: Vec::new(),
            colours: Vec::new(),
            colour_numbers: HashMap::new(),
        }
    }

    /// Adds an option without colours or a cost, and returns its number.
    ///
    /// # Errors
    /// Returns [`ProblemError`] if an item does not exist or appears twice, or if no item is
    /// primary; the problem remains unchanged.
    pub fn add_option(&mut self, items: &[usize]) -> Result<usize, ProblemError> {
        if let Some(&item) = items.iter().find(|item| **item >= self.items()) {
            return Err(ProblemError::NoSuchItem { item, items: self.items() });
        }
        let entries: Vec<Entry> = items.iter().map(|&item| Entry { item: item as u32, colour: 0 }).collect();
        self.add_entries(&entries, 0)
    }

    /// Adds an option that is known to be valid.
    pub(crate) fn add_valid(&mut self, items: &[usize]) {
        self.add_option(items).expect("items of the problem, each once, one of them primary");
    }

    /// Adds an option with colours and a cost, and returns its number.
    ///
    /// # Errors
    /// Returns the same errors as [`Problem::add_option`], and [`ProblemError`] if a primary item
    /// has a colour.
    pub fn add_entries(&mut self, entries: &[Entry], cost: u64) -> Result<usize, ProblemError> {
        let mut items: Vec<u32> = entries.iter().map(|entry| entry.item).collect();
        items.sort_unstable();
        if let Some(last) = items.last().filter(|last| **last as usize >= self.items()) {
            return Err(ProblemError::NoSuchItem { item: *last as usize, items: self.items() });
        }
        if let Some(pair) = items.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(ProblemError::ItemTwice { item: pair[0] as usize });
        }
        if items.first().is_none_or(|first| !self.is_primary(*first)) {
            return Err(ProblemError::NoPrimary);
        }
        if let Some(entry) = entries.iter().find(|entry| entry.colour != 0 && self.is_primary(entry.item)) {
            return Err(ProblemError::Coloured { item: entry.item as usize });
        }
        if self.entries.len() + entries.len() >= 1 << 31 {
            return Err(ProblemError::TooMany);
        }
        self.entries.extend(entries);
        self.starts.push(self.entries.len());
        self.costs.push(cost);
        Ok(self.costs.len() - 1)
    }

    /// Returns the problem restricted to the items in `is_left` and to `options`. Each option must
    /// keep a primary item.
    pub(crate) fn restricted(
        &self,
        is_left: &[bool],
        bounds: impl Fn(u32) -> Bounds,
        options: impl IntoIterator<Item = usize>,
    ) -> Self {
        let items: Vec<usize> = (0..self.items()).filter(|item| is_left[*item]).collect();
        let mut numbers = vec![None; self.items()];
        for (number, item) in items.iter().enumerate() {
            numbers[*item] = Some(number as u32);
        }
        self.part(&items, |item| numbers[item as usize], bounds, options)
    }

    /// Returns the problem restricted to these sorted items; `number` gives the index of an item
    /// among them. Cost: linear in the result.
    pub(crate) fn part(
        &self,
        items: &[usize],
        number: impl Fn(u32) -> Option<u32>,
        bounds: impl Fn(u32) -> Bounds,
        options: impl IntoIterator<Item = usize>,
    ) -> Self {
        let (mut primary, mut secondary) = (Vec::new(), Vec::new());
        for &item in items {
            let name = self.name(item as u32).to_owned();
            if self.is_primary(item as u32) {
                primary.push((name, bounds(item as u32)));
            } else {
                secondary.push(name);
            }
        }
        let mut left = Self::from_items(primary, secondary);
        for option in options {
            let mut entries = Vec::new();
            for entry in self.entries_of(option) {
                if let Some(item) = number(entry.item) {
                    let colour =
                        if entry.colour == 0 { 0 } else { left.colour(self.colour_name(entry.colour)) };
                    entries.push(Entry { item, colour });
                }
            }
            left.add_entries(&entries, self.cost(option))
                .expect("a part of a valid option with its primary items");
        }
        left
    }

    /// Returns the number of a colour, adding the colour on first use.
    pub fn colour(&mut self, name: &str) -> Colour {
        if let Some(colour) = self.colour_numbers.get(name) {
            return *colour;
        }
        self.colours.push(name.to_owned());
        let colour = self.colours.len() as Colour;
        self.colour_numbers.insert(name.to_owned(), colour);
        colour
    }

    /// Returns the number of items.
    #[must_use]
    pub const fn items(&self) -> usize {
        self.names.len()
    }

    /// Returns the number of primary items, which come first.
    #[must_use]
    pub const fn primary(&self) -> usize {
        self.bounds.len()
    }

    /// Returns whether an item is primary.
    #[must_use]
    pub const fn is_primary(&self, item: u32) -> bool {
        (item as usize) < self.bounds.len()
    }

    /// Returns the bounds of an item; for a secondary item, which has no bounds, 0 to `u32::MAX`.
    #[must_use]
    pub fn bounds(&self, item: u32) -> Bounds {
        self.bounds.get(item as usize).copied().unwrap_or(Bounds { least: 0, most: u32::MAX })
    }

    /// Returns the name of an item.
    ///
    /// # Panics
    /// Panics if there is no such item.
    #[must_use]
    pub fn name(&self, item: u32) -> &str {
        &self.names[item as usize]
    }

    /// Returns the name of a colour; an empty string for colour 0.
    ///
    /// # Panics
    /// Panics if there is no such colour.
    #[must_use]
    pub fn colour_name(&self, colour: Colour) -> &str {
        colour.checked_sub(1).map_or("", |at| &self.colours[at as usize])
    }

    /// Returns the number of options.
    #[must_use]
    pub const fn options(&self) -> usize {
        self.costs.len()
    }

    /// Returns the number of entries in all options.
    #[must_use]
    pub const fn entries(&self) -> usize {
        self.entries.len()
    }

    /// Returns the entries of an option, in the order in which they were given.
    ///
    /// # Panics
    /// Panics if there is no such option.
    #[must_use]
    pub fn entries_of(&self, option: usize) -> &[Entry] {
        &self.entries[self.starts[option]..self.starts[option + 1]]
    }

    /// Returns the cost of an option.
    ///
    /// # Panics
    /// Panics if there is no such option.
    #[must_use]
    pub fn cost(&self, option: usize) -> u64 {
        self.costs[option]
    }

    /// Returns whether any option has a cost.
    #[must_use]
    pub fn has_costs(&self) -> bool {
        self.costs.iter().any(|cost| *cost != 0)
    }

    /// Returns whether any entry has a colour.
    #[must_use]
    pub const fn has_colours(&self) -> bool {
        !self.colours.is_empty()
    }

    /// Returns whether any item has bounds other than [`Bounds::ONCE`].
    #[must_use]
    pub fn has_multiplicities(&self) -> bool {
        self.bounds.iter().any(|bounds| *bounds != Bounds::ONCE)
    }
}
