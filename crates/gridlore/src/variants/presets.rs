//! The choices of new puzzles.

use crate::Preset;

pub(super) const PRESETS: &[Preset] = &[
    Preset { params: "killer", title: "Killer" },
    Preset { params: "thermo", title: "Thermometers" },
    Preset { params: "arrow", title: "Arrows" },
    Preset { params: "kropki-negative", title: "Kropki" },
    Preset { params: "xv-negative", title: "XV" },
    Preset { params: "jigsaw", title: "Jigsaw" },
    Preset { params: "diagonals", title: "Diagonals" },
    Preset { params: "windoku", title: "Windoku" },
    Preset { params: "anti-knight", title: "Anti-knight" },
    Preset { params: "whisper", title: "German whispers" },
    Preset { params: "renban", title: "Renban lines" },
    Preset { params: "region-sum", title: "Region sum lines" },
    Preset { params: "little-killer", title: "Little killer" },
    Preset { params: "sandwich", title: "Sandwich" },
    Preset { params: "skyscraper", title: "Skyscrapers" },
    Preset { params: "quadruple", title: "Quadruples" },
    Preset { params: "thermo+kropki", title: "Thermometers and dots" },
    Preset { params: "jigsaw+arrow", title: "Jigsaw with arrows" },
];

/// Fails: the engine that only plays has no generator.
///
/// # Errors
/// Always a [`ParseError`](crate::ParseError).
#[cfg(not(feature = "variant-studio"))]
pub(super) fn generate(params: &str, _seed: u64) -> Result<Box<dyn crate::Puzzle>, crate::ParseError> {
    let expected = "the puzzle itself: this engine generates none";
    Err(crate::ParseError::name(crate::Place::column(1), params, expected))
}
