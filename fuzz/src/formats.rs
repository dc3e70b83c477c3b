//! Formats of other programs: what is read can be written, or what cannot be is named.

use gridlore_sudoku_formats::{Target, is_variant, read};

/// A puzzle read from any text is written in each format and read back with the same grid, or the
/// format names what it cannot say.
///
/// # Panics
/// Panics if that does not hold.
pub fn any_puzzle_survives_its_formats(text: &str) {
    let Ok(reading) = read(text) else { return };
    for target in [Target::Text, Target::Iss, Target::FPuzzles, Target::Scl, Target::Penpa] {
        match target.write(&reading.puzzle) {
            Ok(written) => {
                assert!(is_variant(&written), "{written}");
                let again = read(&written).unwrap_or_else(|error| panic!("{error}: {written}"));
                assert_eq!(again.puzzle.shape, reading.puzzle.shape, "{written}");
            }
            Err(error) => assert!(!error.what.is_empty()),
        }
    }
}
