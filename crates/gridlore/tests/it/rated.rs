//! Sudokus by rating: levels and the book of ratings, checked with code that does not generate
//! them.

use gridlore::{Budget, Midend, kind, open};
use gridlore_sudoku::{Board, count_solutions_up_to};
use gridlore_sudoku_geometry::{Demand, Rules, demand};
use gridlore_sudoku_human::State;
use gridlore_sudoku_human::explainer::{Explainer, Version};

fn board(params: &str, seed: u64) -> Board {
    let puzzle = open(&format!("sudoku:{params}#{seed}")).unwrap();
    let board = Board::parse(&puzzle.description()).unwrap();
    assert_eq!(count_solutions_up_to(&board, 2, &mut Budget::unlimited()), Ok(1), "{params}#{seed}");
    board
}

fn explained(board: &Board) -> String {
    Explainer::new(&State::usual(board.values()), Version::Original).rate(|_| {}).hardest.to_string()
}

/// The levels differ in the techniques known to the generator's reference, and in the Sudoku
/// Explainer rating, which does not determine the level.
#[test]
fn levels_need_harder_techniques_one_after_the_other() {
    for seed in 1..=12 {
        let needs = |params: &str| demand(Rules::usual(), board(params, seed).values());
        assert!(needs("rated-easy").is_some_and(|demand| demand <= Demand::NakedSingles), "{seed}");
        assert!(needs("rated-medium").is_none_or(|demand| demand == Demand::Pairs), "{seed}");
        for params in ["rated-hard", "rated-unfair", "rated-extreme"] {
            assert_eq!(needs(params), None, "{params}#{seed}");
        }
    }
    let mean = |params: &str| {
        let tenths = |seed| explained(&board(params, seed)).replace('.', "").parse::<u32>().unwrap();
        (1..=12).map(tenths).sum::<u32>() / 12
    };
    let means = ["rated-easy", "rated-medium", "rated-hard", "rated-unfair", "rated-extreme"].map(mean);
    assert!(means.is_sorted_by(|one, other| one < other), "{means:?}");
    assert!(means[0] < 20 && means[4] > 70, "{means:?}");
}

/// Puzzles from the book, in the forms chosen by seeds, have the rating given in their parameters.
#[test]
fn the_book_has_the_ratings_that_it_lists() {
    let sudoku = kind("sudoku").unwrap();
    let scale = sudoku.page.as_ref().unwrap().scale.as_ref().unwrap();
    let values = (scale.values)();
    let number = |value: &str| value.replace('.', "").parse::<u32>().unwrap();
    assert!(values.is_sorted_by_key(|value| number(value)) && values.len() > 50, "{values:?}");
    for value in values {
        for seed in 0..8 {
            let board = board(&format!("{}{value}", scale.prefix), seed);
            assert_eq!(explained(&board), value, "{board}, seed {seed}");
        }
    }
}

/// The same parameters and seed give the same puzzle in every release.
#[test]
fn seeds_keep_their_puzzles() {
    for (id, description) in [
        (
            "sudoku:rated-medium#20261126",
            ".3..2..4.7.....1...56...73..4.7.....3...19.....1.4.......192.6....4....96.....48.",
        ),
        (
            "sudoku:rated-extreme#7",
            "2..1...3..7...3........9..252.....1.9...524..4........1.63....7.5..7..63.....6.9.",
        ),
    ] {
        assert_eq!(open(id).unwrap().description(), description, "{id}");
    }
}

#[test]
fn unknown_levels_and_ratings_are_explained() {
    let error = |id: &str| open(id).unwrap_err().to_string();
    assert_eq!(
        error("sudoku:se-5.1#7"),
        "line 1, column 11: found \"5.1\", expected a rating from 1.2 to 10.0, such as 5.0 or 5.2"
    );
    assert!(error("sudoku:se-#7").contains("expected a rating from 1.2"));
    assert!(error("sudoku:se-99999999999.9#7").contains("expected a rating from 1.2"));
    assert!(error("sudoku:rated-hrad#7").contains("did you mean sudoku:rated-hard#7?"));
}

/// The tutor rates a puzzle on four scales.
#[test]
fn the_tutor_lists_four_ratings() {
    let game = Midend::new(open("sudoku:rated-medium#20261126").unwrap());
    let ratings = game.puzzle().tutor().unwrap().ratings();
    let of = |name: &str| ratings.iter().find(|(who, _)| *who == name).map(|(_, rating)| rating.as_str());
    assert_eq!((of("HoDoKu"), of("Sudoku Explainer 1.2.1")), (Some("Medium 484"), Some("2.0/1.2/1.2")));
    assert_eq!(ratings.len(), 4);
}
