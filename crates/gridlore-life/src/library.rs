//! The pattern library, with one file per pattern in `patterns/`, and random soups.

use crate::format::parse;
use crate::grid::{Cell, Grid, State};
use crate::pattern::Pattern;
use gridlore_core::Rng;

/// A pattern of the library. Its name consists of lower-case letters, digits and `-`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entry {
    /// The name used in ids and URLs.
    pub name: &'static str,
    /// The text of its RLE file.
    pub file: &'static str,
}

const FILES: &[(&str, &str)] = &[
    ("glider", include_str!("../patterns/glider.rle")),
    ("lightweight-spaceship", include_str!("../patterns/lightweight-spaceship.rle")),
    ("middleweight-spaceship", include_str!("../patterns/middleweight-spaceship.rle")),
    ("heavyweight-spaceship", include_str!("../patterns/heavyweight-spaceship.rle")),
    ("loafer", include_str!("../patterns/loafer.rle")),
    ("copperhead", include_str!("../patterns/copperhead.rle")),
    ("weekender", include_str!("../patterns/weekender.rle")),
    ("block", include_str!("../patterns/block.rle")),
    ("beehive", include_str!("../patterns/beehive.rle")),
    ("loaf", include_str!("../patterns/loaf.rle")),
    ("eater", include_str!("../patterns/eater.rle")),
    ("blinker", include_str!("../patterns/blinker.rle")),
    ("toad", include_str!("../patterns/toad.rle")),
    ("beacon", include_str!("../patterns/beacon.rle")),
    ("pulsar", include_str!("../patterns/pulsar.rle")),
    ("octagon", include_str!("../patterns/octagon.rle")),
    ("galaxy", include_str!("../patterns/galaxy.rle")),
    ("figure-eight", include_str!("../patterns/figure-eight.rle")),
    ("tumbler", include_str!("../patterns/tumbler.rle")),
    ("pentadecathlon", include_str!("../patterns/pentadecathlon.rle")),
    ("queen-bee-shuttle", include_str!("../patterns/queen-bee-shuttle.rle")),
    ("r-pentomino", include_str!("../patterns/r-pentomino.rle")),
    ("acorn", include_str!("../patterns/acorn.rle")),
    ("rabbits", include_str!("../patterns/rabbits.rle")),
    ("diehard", include_str!("../patterns/diehard.rle")),
    ("gosper-glider-gun", include_str!("../patterns/gosper-glider-gun.rle")),
    ("simkin-glider-gun", include_str!("../patterns/simkin-glider-gun.rle")),
    ("switch-engine", include_str!("../patterns/switch-engine.rle")),
    ("line-of-growth", include_str!("../patterns/line-of-growth.rle")),
    ("max", include_str!("../patterns/max.rle")),
    ("replicator", include_str!("../patterns/replicator.rle")),
    ("wireworld-clock", include_str!("../patterns/wireworld-clock.rle")),
    ("rule-30", include_str!("../patterns/rule-30.rle")),
    ("rule-90", include_str!("../patterns/rule-90.rle")),
    ("rule-110", include_str!("../patterns/rule-110.rle")),
];

impl Entry {
    /// Parses the pattern.
    ///
    /// # Panics
    /// Never panics, because a test parses every file.
    #[must_use]
    pub fn pattern(&self) -> Pattern {
        parse(self.file).expect("library files are valid")
    }

    /// Returns the display name.
    #[must_use]
    pub fn title(&self) -> &'static str {
        self.remark("#N ")
    }

    /// Returns one sentence about the pattern.
    #[must_use]
    pub fn about(&self) -> &'static str {
        self.remark("#C ")
    }

    fn remark(&self, start: &str) -> &'static str {
        self.file.lines().find_map(|line| line.strip_prefix(start)).unwrap_or(self.name)
    }
}

/// Lists the library: spaceships, still lifes, oscillators, methuselahs, patterns that grow, and
/// patterns of other rules.
#[must_use]
pub fn library() -> impl ExactSizeIterator<Item = Entry> {
    FILES.iter().map(|&(name, file)| Entry { name, file })
}

/// Returns a random square of cells, each alive with a probability of `percent` per cent. The same
/// seed always gives the same soup. Its centre is cell (0, 0).
///
/// # Panics
/// Panics if `percent` is greater than 100.
#[must_use]
pub fn soup(side: u32, percent: u32, states: State, seed: u64) -> Grid {
    assert!(percent <= 100, "a density of {percent} per cent");
    let mut rng = Rng::new(seed);
    let mut grid = Grid::new();
    let half = i64::from(side / 2);
    for y in 0..i64::from(side) {
        for x in 0..i64::from(side) {
            if rng.below(100) < percent as usize {
                let state = if states > 2 { 1 + rng.below(usize::from(states) - 1) } else { 1 };
                grid.set(Cell::new(x - half, y - half), State::try_from(state).unwrap_or(1));
            }
        }
    }
    grid
}
