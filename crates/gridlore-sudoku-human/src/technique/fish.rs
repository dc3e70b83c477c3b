//! Kinds of fish: the houses that they use, their fins, and their size.

use super::Technique;
use Technique as T;

/// The houses that a fish can use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FishFamily {
    /// Base and cover are rows and columns, or the reverse.
    Basic,
    /// Boxes may be part of either side.
    Franken,
    /// Any houses may be on both sides.
    Mutant,
}

/// Whether a fish has fins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FishFins {
    /// No fins.
    None,
    /// Cells of the base outside the cover.
    Finned,
    /// Fins without which a base house would have fewer than two cells.
    Sashimi,
    /// Fins that need not see the eliminated candidate, because chains eliminate it.
    Chained,
}

/// The kind of a fish, which determines its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FishKind {
    /// The houses that it can use.
    pub family: FishFamily,
    /// Whether it has fins.
    pub fins: FishFins,
    /// Number of base houses, and of cover houses, from 2.
    pub size: usize,
}

/// The names of fish by size, from two houses to seven.
const FISH: [([Technique; 6], FishFamily, FishFins); 7] = [
    (
        [T::XWing, T::Swordfish, T::Jellyfish, T::Squirmbag, T::Whale, T::Leviathan],
        FishFamily::Basic,
        FishFins::None,
    ),
    (
        [
            T::FinnedXWing,
            T::FinnedSwordfish,
            T::FinnedJellyfish,
            T::FinnedSquirmbag,
            T::FinnedWhale,
            T::FinnedLeviathan,
        ],
        FishFamily::Basic,
        FishFins::Finned,
    ),
    (
        [
            T::SashimiXWing,
            T::SashimiSwordfish,
            T::SashimiJellyfish,
            T::SashimiSquirmbag,
            T::SashimiWhale,
            T::SashimiLeviathan,
        ],
        FishFamily::Basic,
        FishFins::Sashimi,
    ),
    (
        [
            T::FrankenXWing,
            T::FrankenSwordfish,
            T::FrankenJellyfish,
            T::FrankenSquirmbag,
            T::FrankenWhale,
            T::FrankenLeviathan,
        ],
        FishFamily::Franken,
        FishFins::None,
    ),
    (
        [
            T::FinnedFrankenXWing,
            T::FinnedFrankenSwordfish,
            T::FinnedFrankenJellyfish,
            T::FinnedFrankenSquirmbag,
            T::FinnedFrankenWhale,
            T::FinnedFrankenLeviathan,
        ],
        FishFamily::Franken,
        FishFins::Finned,
    ),
    (
        [
            T::MutantXWing,
            T::MutantSwordfish,
            T::MutantJellyfish,
            T::MutantSquirmbag,
            T::MutantWhale,
            T::MutantLeviathan,
        ],
        FishFamily::Mutant,
        FishFins::None,
    ),
    (
        [
            T::FinnedMutantXWing,
            T::FinnedMutantSwordfish,
            T::FinnedMutantJellyfish,
            T::FinnedMutantSquirmbag,
            T::FinnedMutantWhale,
            T::FinnedMutantLeviathan,
        ],
        FishFamily::Mutant,
        FishFins::Finned,
    ),
];

impl Technique {
    /// Returns the kind of fish, or `None` for other techniques and for kraken fish, which have
    /// several sizes.
    #[must_use]
    pub fn fish(self) -> Option<FishKind> {
        FISH.iter().find_map(|&(names, family, fins)| {
            let place = names.iter().position(|&name| name == self)?;
            Some(FishKind { family, fins, size: place + 2 })
        })
    }
}
