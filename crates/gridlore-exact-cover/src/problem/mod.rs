//! The question: items and options.
//!
//! Items are numbered from 0, primary ones first; so are options, in the order in which they were
//! added. An option is a list of entries, an item each and perhaps a colour. Everything lies flat:
//! the entries of all options behind each other.
#![expect(
    clippy::cast_possible_truncation,
    reason = "items, entries and colours are counted in 32 bits, which is checked where they are added"
)]

pub(crate) mod components;
pub(crate) mod reduce;
pub(crate) mod symmetry;
pub(crate) mod useless;

use std::collections::HashMap;
use std::fmt;

/// The colour of an entry: 0 is none, others are numbers that a problem gives to their names.
pub type Colour = u32;

/// An item of an option, in a colour or in none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Entry {
    /// The item's number.
    pub item: u32,
    /// Its colour; options may share a secondary item when all of them give it the same colour, and
    /// a colour at all.
    pub colour: Colour,
}

/// How often a primary item is to be covered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bounds {
    /// At least so often.
    pub least: u32,
    /// At most so often.
    pub most: u32,
}

impl Bounds {
    /// Exactly once.
    pub const ONCE: Self = Self { least: 1, most: 1 };
}

/// Items and options; what is asked is to choose options so that every primary item is covered as
/// often as its bounds say, and no secondary one twice, unless in the same colour.
#[derive(Debug, Clone)]
pub struct Problem {
    names: Vec<String>,
    /// Of the primary items.
    bounds: Vec<Bounds>,
    entries: Vec<Entry>,
    /// Where the entries of each option begin, and where the last ones end.
    starts: Vec<usize>,
    costs: Vec<u64>,
    /// The names of the colours from 1 on.
    colours: Vec<String>,
    colour_numbers: HashMap<String, Colour>,
}

/// Why an option was refused.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum ProblemError {
    /// The option names an item that is not there.
    NoSuchItem {
        /// The item's number.
        item: usize,
        /// How many items there are.
        items: usize,
    },
    /// The option names an item twice.
    ItemTwice {
        /// The item's number.
        item: usize,
    },
    /// The option covers no primary item, so nothing would ever choose it.
    NoPrimary,
    /// A primary item has a colour.
    Coloured {
        /// The item's number.
        item: usize,
    },
    /// There are more entries than numbers for them.
    TooMany,
}

impl fmt::Display for ProblemError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSuchItem { item, items } => write!(f, "found item {item}, expected one of 0..{items}"),
            Self::ItemTwice { item } => write!(f, "found item {item} twice in one option, expected it once"),
            Self::NoPrimary => write!(f, "found an option without a primary item, expected at least one"),
            Self::Coloured { item } => {
                write!(
                    f,
                    "found a colour on item {item}, which is primary, expected it on secondary items only"
                )
            }
            Self::TooMany => write!(f, "found more than 2^31 entries, expected fewer"),
        }
    }
}

impl std::error::Error for ProblemError {}

impl Problem {
    /// A problem of so many items that must be covered once, and so many that may be; no option
    /// yet. Items are named by their numbers from 1.
    #[must_use]
    pub fn new(primary: usize, secondary: usize) -> Self {
        let name = |number: usize| number.to_string();
        Self::of_items(
            (1..=primary).map(|number| (name(number), Bounds::ONCE)),
            (primary + 1..=primary + secondary).map(name),
        )
    }

    /// A problem of these items; no option yet. Whether a name comes twice is not asked.
    ///
    /// # Panics
    /// When there are 2^31 items or more.
    #[must_use]
    pub fn of_items(
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

    /// Adds an option without colours and cost and returns its number, from 0 in the order of
    /// adding.
    ///
    /// # Errors
    /// [`ProblemError`] when an item does not exist or stands twice, or no item is primary; the
    /// problem is as before.
    pub fn option(&mut self, items: &[usize]) -> Result<usize, ProblemError> {
        if let Some(&item) = items.iter().find(|item| **item >= self.items()) {
            return Err(ProblemError::NoSuchItem { item, items: self.items() });
        }
        let entries: Vec<Entry> = items.iter().map(|&item| Entry { item: item as u32, colour: 0 }).collect();
        self.option_of(&entries, 0)
    }

    /// Adds an option that is known to be sound.
    pub(crate) fn add(&mut self, items: &[usize]) {
        self.option(items).expect("items of the problem, each once, one of them primary");
    }

    /// Adds an option and returns its number, from 0 in the order of adding.
    ///
    /// # Errors
    /// As for [`Problem::option`], and when a primary item has a colour.
    pub fn option_of(&mut self, entries: &[Entry], cost: u64) -> Result<usize, ProblemError> {
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

    /// The same with some items and options only: those that are left, and the entries of options
    /// for them. Each option keeps a primary item.
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

    /// The same with these items only, which are in order; `number` is the place of an item among
    /// them. Cost: linear in the part.
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
        let mut left = Self::of_items(primary, secondary);
        for option in options {
            let mut entries = Vec::new();
            for entry in self.entries_of(option) {
                if let Some(item) = number(entry.item) {
                    let colour =
                        if entry.colour == 0 { 0 } else { left.colour(self.colour_name(entry.colour)) };
                    entries.push(Entry { item, colour });
                }
            }
            left.option_of(&entries, self.cost(option))
                .expect("a part of a sound option with its primary items");
        }
        left
    }

    /// The number of a colour, a new one where nobody has asked for it yet.
    pub fn colour(&mut self, name: &str) -> Colour {
        if let Some(colour) = self.colour_numbers.get(name) {
            return *colour;
        }
        self.colours.push(name.to_owned());
        let colour = self.colours.len() as Colour;
        self.colour_numbers.insert(name.to_owned(), colour);
        colour
    }

    /// How many items there are.
    #[must_use]
    pub const fn items(&self) -> usize {
        self.names.len()
    }

    /// How many of them, the first, are primary.
    #[must_use]
    pub const fn primary(&self) -> usize {
        self.bounds.len()
    }

    /// Whether an item is primary.
    #[must_use]
    pub const fn is_primary(&self, item: u32) -> bool {
        (item as usize) < self.bounds.len()
    }

    /// How often an item may be covered; a secondary one as often as one likes, as far as this
    /// goes.
    #[must_use]
    pub fn bounds(&self, item: u32) -> Bounds {
        self.bounds.get(item as usize).copied().unwrap_or(Bounds { least: 0, most: u32::MAX })
    }

    /// The name of an item.
    ///
    /// # Panics
    /// When there is no such item.
    #[must_use]
    pub fn name(&self, item: u32) -> &str {
        &self.names[item as usize]
    }

    /// The name of a colour; nothing for none.
    ///
    /// # Panics
    /// When there is no such colour.
    #[must_use]
    pub fn colour_name(&self, colour: Colour) -> &str {
        colour.checked_sub(1).map_or("", |at| &self.colours[at as usize])
    }

    /// How many options there are.
    #[must_use]
    pub const fn options(&self) -> usize {
        self.costs.len()
    }

    /// How many entries they have together.
    #[must_use]
    pub const fn entries(&self) -> usize {
        self.entries.len()
    }

    /// The entries of an option, as it was given.
    ///
    /// # Panics
    /// When there is no such option.
    #[must_use]
    pub fn entries_of(&self, option: usize) -> &[Entry] {
        &self.entries[self.starts[option]..self.starts[option + 1]]
    }

    /// What an option costs.
    ///
    /// # Panics
    /// When there is no such option.
    #[must_use]
    pub fn cost(&self, option: usize) -> u64 {
        self.costs[option]
    }

    /// Whether any option costs something.
    #[must_use]
    pub fn has_costs(&self) -> bool {
        self.costs.iter().any(|cost| *cost != 0)
    }

    /// Whether any entry has a colour.
    #[must_use]
    pub const fn has_colours(&self) -> bool {
        !self.colours.is_empty()
    }

    /// Whether any item is to be covered another number of times than once.
    #[must_use]
    pub fn has_multiplicities(&self) -> bool {
        self.bounds.iter().any(|bounds| *bounds != Bounds::ONCE)
    }
}
