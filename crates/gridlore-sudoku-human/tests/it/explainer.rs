//! Sudoku Explainer's hints compared with the solution, and its ratings compared with shared data.

use crate::human::shared;
use gridlore_core::Rng;
use gridlore_sudoku::{Recipe, minimal};
use gridlore_sudoku_human::explainer::{Difficulty, Explainer, NAMES, Rating, Version};
use gridlore_sudoku_human::{Candidate, State, position, solutions_up_to};
use std::collections::BTreeSet;

fn start(text: &str, version: Version) -> Explainer {
    let state = position::parse(text).unwrap();
    if text.len() == 81 { Explainer::new(&state, version) } else { Explainer::from_marks(&state, version) }
}

/// Rates a state and checks every hint against the solution.
fn checked(state: &State<'_>, version: Version, names: &mut BTreeSet<String>) -> Rating {
    let solution = solutions_up_to(state, 2);
    assert_eq!(solution.len(), 1);
    let digit_of = |candidate: &Candidate| solution[0][candidate.cell()];
    Explainer::new(state, version).rate(|hint| {
        let context = format!("{hint:?}\n{}", position::to_marks(state));
        assert!(
            hint.placement.is_none_or(|placement| digit_of(&placement) == placement.digit()),
            "{context}"
        );
        assert!(hint.removals.iter().all(|removal| digit_of(removal) != removal.digit()), "{context}");
        assert!(hint.placement.is_some() == hint.removals.is_empty(), "{context}");
        assert!(NAMES.iter().any(|name| hint.name.contains(name)), "{context}");
        names.insert(hint.name.split(" 0").next().unwrap_or("").to_owned());
    })
}

#[test]
fn every_hint_is_right() {
    let mut rng = Rng::new(11);
    let mut names = BTreeSet::new();
    for seed in 0..60 {
        let puzzle = minimal(&Recipe::default(), seed);
        let mut state = State::usual(puzzle.values());
        let [original, sukaku] =
            [Version::Original, Version::Sukaku].map(|version| checked(&state, version, &mut names));
        // The versions agree on techniques that both know. The second names more patterns that the
        // first treats as chains.
        assert!(
            sukaku.hardest <= original.hardest || original.hardest > Difficulty(70),
            "{original} {sukaku}"
        );
        assert!(sukaku.diamond <= sukaku.pearl && sukaku.pearl <= sukaku.hardest, "{sukaku}");
        // With removed candidates, steps occur in orders that do not occur in ordinary puzzles.
        let solution = solutions_up_to(&state, 1).remove(0);
        for _ in 0..40 {
            let (cell, digit) = (rng.below(81), 1 + rng.below(9));
            if solution[cell] != digit {
                state.remove(Candidate::new(cell, digit));
            }
        }
        checked(&state, Version::Sukaku, &mut names);
    }
    assert!(names.len() > 20, "{names:?}");
}

#[test]
fn a_step_does_not_depend_on_earlier_searches() {
    let mut steps = 0;
    for seed in 100..130 {
        let mut state = State::usual(minimal(&Recipe::default(), seed).values());
        let mut explainer = Explainer::new(&state, Version::Sukaku);
        while let Some(hint) = explainer.next_hint() {
            assert_eq!(Explainer::new(&state, Version::Sukaku).next_hint().as_ref(), Some(&hint));
            explainer.apply(&hint);
            match hint.placement {
                Some(placement) => state.place(placement),
                None => hint.removals.iter().for_each(|&removal| state.remove(removal)),
            }
            steps += 1;
        }
        assert!(explainer.is_done() && state.is_full());
    }
    assert!(steps > 30 * 55, "{steps}");
}

#[test]
fn ratings_are_those_of_the_program() {
    let Some(text) = shared("se-ratings-part.tsv") else { return };
    let mut count = 0;
    for line in text.lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        // The data contains no ratings for puzzles without a unique solution.
        if fields[3] == "0.0" {
            continue;
        }
        let (mut hardest, mut name) = (Difficulty::default(), String::new());
        let rating = start(fields[2], Version::Sukaku).rate(|hint| {
            if hint.difficulty > hardest {
                (hardest, name) = (hint.difficulty, hint.name.to_string());
            }
        });
        assert_eq!(rating.to_string(), fields[3..6].join("/"), "{}", fields[1]);
        count += usize::from(name == fields[6]);
    }
    // The hardest step of one puzzle has a different name.
    assert!(count >= 869, "{count}");
}

#[test]
fn ratings_are_those_of_version_1_2_1() {
    let Some(text) = shared("mixed50.tsv") else { return };
    for line in text.lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let rating = |version| start(fields[0], version).rate(|_| {}).to_string();
        assert_eq!([rating(Version::Sukaku), rating(Version::Original)], [fields[2], fields[5]]);
    }
}
