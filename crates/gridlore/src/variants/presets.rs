//! The choices of new puzzles.

use crate::Preset;

pub(super) const PRESETS: &[Preset] = &[
    Preset { params: "killer-easy", title: "Killer, easy" },
    Preset { params: "killer-medium", title: "Killer, medium" },
    Preset { params: "killer-hard", title: "Killer, hard" },
    Preset { params: "killer-extreme", title: "Killer, extreme" },
    Preset { params: "killer-bare-easy", title: "Killer without givens, easy" },
    Preset { params: "killer-bare-medium", title: "Killer without givens, medium" },
    Preset { params: "killer-bare-hard", title: "Killer without givens, hard" },
    Preset { params: "killer-bare-extreme", title: "Killer without givens, extreme" },
    Preset { params: "thermo-easy", title: "Thermometers, easy" },
    Preset { params: "thermo-medium", title: "Thermometers, medium" },
    Preset { params: "thermo-hard", title: "Thermometers, hard" },
    Preset { params: "thermo-extreme", title: "Thermometers, extreme" },
    Preset { params: "arrow-easy", title: "Arrows, easy" },
    Preset { params: "arrow-medium", title: "Arrows, medium" },
    Preset { params: "arrow-hard", title: "Arrows, hard" },
    Preset { params: "arrow-extreme", title: "Arrows, extreme" },
    Preset { params: "kropki-easy", title: "Kropki, easy" },
    Preset { params: "kropki-medium", title: "Kropki, medium" },
    Preset { params: "kropki-hard", title: "Kropki, hard" },
    Preset { params: "kropki-extreme", title: "Kropki, extreme" },
    Preset { params: "xv-easy", title: "XV, easy" },
    Preset { params: "xv-medium", title: "XV, medium" },
    Preset { params: "xv-hard", title: "XV, hard" },
    Preset { params: "xv-extreme", title: "XV, extreme" },
    Preset { params: "jigsaw-easy", title: "Jigsaw, easy" },
    Preset { params: "jigsaw-medium", title: "Jigsaw, medium" },
    Preset { params: "jigsaw-hard", title: "Jigsaw, hard" },
    Preset { params: "jigsaw-extreme", title: "Jigsaw, extreme" },
    Preset { params: "diagonals-easy", title: "Diagonals, easy" },
    Preset { params: "diagonals-medium", title: "Diagonals, medium" },
    Preset { params: "diagonals-hard", title: "Diagonals, hard" },
    Preset { params: "diagonals-extreme", title: "Diagonals, extreme" },
    Preset { params: "windoku-easy", title: "Windoku, easy" },
    Preset { params: "windoku-medium", title: "Windoku, medium" },
    Preset { params: "windoku-hard", title: "Windoku, hard" },
    Preset { params: "windoku-extreme", title: "Windoku, extreme" },
    Preset { params: "anti-knight-easy", title: "Anti-knight, easy" },
    Preset { params: "anti-knight-medium", title: "Anti-knight, medium" },
    Preset { params: "anti-knight-hard", title: "Anti-knight, hard" },
    Preset { params: "anti-knight-extreme", title: "Anti-knight, extreme" },
    Preset { params: "kropki-negative", title: "Kropki with all dots" },
    Preset { params: "xv-negative", title: "All X and V" },
    Preset { params: "whisper", title: "German whispers" },
    Preset { params: "renban", title: "Renban lines" },
    Preset { params: "region-sum", title: "Region sum lines" },
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
