//! Names of rules and formats of `gridlore sudoku generate --rule`.

use clap::ValueEnum;
use gridlore_sudoku_formats::Target;
use gridlore_sudoku_variants::generate::{KINDS, Kind};

/// A rule by its name.
#[derive(Clone)]
pub(crate) enum RuleName {
    Kind(&'static Kind),
    /// A rule that is drawn for each puzzle.
    Random,
}

impl std::str::FromStr for RuleName {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        if name == "random" {
            return Ok(Self::Random);
        }
        Kind::of_name(name).map(Self::Kind).ok_or_else(|| {
            let names: Vec<&str> = KINDS.iter().map(|kind| kind.name).collect();
            format!("found \"{name}\", expected one of {}, random", names.join(", "))
        })
    }
}

/// The help of `--rule`: all names with what they say.
pub(crate) fn help() -> String {
    let mut text =
        "Rules of the puzzles, such as killer,anti-knight; random draws one.\n\nPuzzles have as few givens \
                    as the rules permit (--clues 0: none). Clues, such as cages, are placed at random; \
                    each one is necessary, and so is each rule, unless --spare is given. The rules are:\n\n"
            .to_owned();
    let width = KINDS.iter().map(|kind| kind.name.len()).max().unwrap_or(0);
    for kind in KINDS {
        text.push_str(&format!("  {:width$}  {}\n", kind.name, kind.about));
    }
    text.push_str(&format!("  {:width$}  a rule that is drawn for each puzzle", "random"));
    text
}

/// The formats of puzzles with rules.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum To {
    /// A line in the notation of Interactive Sudoku Solver.
    Iss,
    /// A text block.
    Text,
    /// An f-puzzles link.
    FPuzzles,
    /// A SudokuPad link with the puzzle in it.
    Scl,
    /// A Penpa-edit link.
    Penpa,
}

impl From<To> for Target {
    fn from(to: To) -> Self {
        match to {
            To::Iss => Self::Iss,
            To::Text => Self::Text,
            To::FPuzzles => Self::FPuzzles,
            To::Scl => Self::Scl,
            To::Penpa => Self::Penpa,
        }
    }
}
