//! The names of rules for `gridlore sudoku generate --rule`, and the rules that exclude each other.

use anyhow::{Result, ensure};
use gridlore::nearest;
use gridlore_sudoku_geometry::{Geometry, Rule};
use gridlore_sudoku_variants::generate::{KINDS, Kind};

/// A rule, identified by its name.
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
            let names = KINDS.iter().map(|kind| kind.name).chain(["random"]);
            let near = nearest(name, names).map(|near| format!("; did you mean {near}?")).unwrap_or_default();
            format!(
                "found \"{name}\", expected a rule from `gridlore sudoku generate --help`, such as killer{near}"
            )
        })
    }
}

/// Returns the help of `--rule`, which lists all names with their meanings.
pub(crate) fn help() -> String {
    let mut text =
        "Variant rules, such as killer,anti-knight; random picks one.\n\nPuzzles have as few givens \
                    as the rules permit (--clues 0 allows none). Clues, such as cages, are placed at random; \
                    each one is necessary, and so is each rule, unless --spare is given. The negative rules \
                    show all of their marks, whether necessary or not. The rules are:\n\n"
            .to_owned();
    let width = KINDS.iter().map(|kind| kind.name.len()).max().unwrap_or(0);
    for kind in KINDS {
        text.push_str(&format!("  {:width$}  {}\n", kind.name, kind.about));
    }
    text.push_str(&format!("  {:width$}  a random rule for each puzzle", "random"));
    text
}

/// Pairs of rules, the second of which includes the first, each with the rules to use instead.
const PAIRS: [(&str, &str, &str); 5] = [
    (
        "kropki",
        "kropki-negative",
        "kropki-negative already includes all white and black dots; use kropki-negative alone",
    ),
    ("xv", "xv-negative", "xv-negative already includes all Xs and Vs; use xv-negative alone"),
    ("even", "even-odd", "even-odd already includes even and odd cells; use even-odd alone"),
    ("odd", "even-odd", "even-odd already includes even and odd cells; use even-odd alone"),
    (
        "nonconsecutive",
        "kropki-negative",
        "nonconsecutive rules out white dots; for black dots, use nonconsecutive,kropki",
    ),
];

/// Checks that no rule is named twice and that none is part of another rule, because such a rule
/// would never be necessary.
pub(super) fn check(rules: &[RuleName], geometry: Option<&Geometry>) -> Result<()> {
    let names: Vec<&str> = rules
        .iter()
        .filter_map(|rule| if let RuleName::Kind(kind) = rule { Some(kind.name) } else { None })
        .collect();
    for (at, name) in names.iter().enumerate() {
        ensure!(!names[..at].contains(name), "--rule: {name} is given twice");
    }
    let has = |name: &str| names.contains(&name);
    for (one, other, instead) in PAIRS {
        ensure!(!has(one) || !has(other), "--rule: found {one} and {other}; {instead}");
    }
    for rule in geometry.into_iter().flat_map(Geometry::rules) {
        let name = match rule {
            Rule::Diagonals => "diagonals",
            Rule::Windows => "windoku",
            Rule::AntiKnight => "anti-knight",
            Rule::AntiKing => "anti-king",
        };
        ensure!(!has(name), "--rule: found {name}, which --geometry already includes; leave out one of them");
    }
    Ok(())
}
