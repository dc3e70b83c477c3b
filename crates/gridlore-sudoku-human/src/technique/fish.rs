//! What fish are called by: the houses that they are made of, fins, and size.

use super::Technique;
use Technique as T;

/// Which houses a fish is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FishFamily {
    /// Lines of one direction as base, of the other as cover.
    Basic,
    /// Boxes mixed with one direction.
    Franken,
    /// Any houses.
    Mutant,
}

/// Whether a fish has fins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FishFins {
    /// None.
    None,
    /// Cells of the base outside the cover.
    Finned,
    /// Fins in whose house the base has no two other cells.
    Sashimi,
    /// Fins that need not see what goes: chains take it away.
    Chained,
}

/// What a fish is called by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FishKind {
    /// Which houses it is made of.
    pub family: FishFamily,
    /// Whether it has fins.
    pub fins: FishFins,
    /// How many houses are its base, and as many its cover: from 2.
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
    /// What kind of fish it is; `None` for other techniques, and for kraken fish, which come in
    /// several sizes.
    #[must_use]
    pub fn fish(self) -> Option<FishKind> {
        FISH.iter().find_map(|&(names, family, fins)| {
            let place = names.iter().position(|&name| name == self)?;
            Some(FishKind { family, fins, size: place + 2 })
        })
    }
}
