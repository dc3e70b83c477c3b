//! Packings: the text format, and the resulting exact covers.

use gridlore_core::Budget;
use gridlore_exact_cover::packing::{Packing, Turns, parse, pieces_by_name};
use gridlore_exact_cover::{make, to_knuth};

fn packing(text: &str) -> Packing {
    parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn count(text: &str) -> String {
    let packing = packing(text);
    assert_eq!(packing.check(), Ok(()), "{text}");
    packing.problem().count(&mut Budget::unlimited()).unwrap().to_string()
}

#[test]
fn named_and_drawn_pieces_are_the_same() {
    let named = packing("board 6x10\npieces pentominoes\n");
    assert_eq!(to_knuth(&named.problem()), to_knuth(&make::pentominoes_on(6, 10)));
    let drawn =
        "| a square\nturns none\nboard\n###\n###\n###\n\npiece L\n###\n#..\npiece S\n##\n##\npiece O\n#\n";
    assert_eq!(to_knuth(&packing(drawn).problem()), to_knuth(&make::small_packing()));
    assert_eq!(packing("board 2x2\nturns flat\nloose\npieces I1").turns, Turns::Flat);
    assert_eq!(pieces_by_name("I1*3 F").unwrap().len(), 4);
    assert_eq!(pieces_by_name("F  Q").unwrap_err().at.column, 4);
}

#[test]
fn copies_of_a_piece_are_used_as_often_as_given() {
    // The counts equal those of tilings with equal dominoes.
    assert_eq!(count("board 4x4\npieces I2*8"), "36");
    assert_eq!(count("board 10x10\npieces I2*50"), "258584046368");
    assert_eq!(count("board 2x3\npieces V3*2"), "2");
    assert_eq!(count("board 2x3\nturns none\npieces V3*2"), "0");
    // A row of three cells with a domino and a hole.
    assert_eq!(count("board 1x3\nloose\npieces I2"), "2");
    assert_eq!(count("board 4x5\npieces tetrominoes"), "0", "a chessboard colouring proves it");
    assert_eq!(count("board 1x2\npieces I1*2"), "1");
}

#[test]
fn a_solution_gives_placements() {
    let packing = packing("board\n.##\n##.\n\npieces I2*2");
    let problem = packing.problem();
    let options = problem.solutions().next_solution(&mut Budget::unlimited()).unwrap().unwrap();
    let mut placed = packing.placed(&problem, &options);
    placed.sort();
    assert_eq!(placed, [("I2", vec![0, 1]), ("I2", vec![2, 3])]);
}

#[test]
fn errors_name_their_place() {
    for (text, expected) in [
        (
            "board 6y10\n",
            "line 1, column 7: found \"6y10\", expected rows and columns such as 6x10, up to 500",
        ),
        ("board 0x3\n", "line 1, column 7: found \"0x3\", expected rows and columns"),
        ("board\n\npieces F", "line 2, column 1: found nothing, expected a drawing"),
        ("board 2x2\nboard 2x2", "line 2, column 1: found \"board\", expected only one board"),
        ("board 2x2\npieces Q", "line 2, column 8: found \"Q\", expected pentominoes"),
        ("board 2x2\npieces F*0", "line 2, column 10: found \"0\", expected a count from 1 to 1000"),
        ("board 2x2\nturns twice", "line 2, column 7: found \"twice\", expected none, flat or over"),
        (
            "board 2x2\n\n##\n",
            "line 3, column 1: found \"##\", expected board, pieces, piece, turns or loose",
        ),
        ("piece\n##", "line 1, column 7: found nothing, expected the name of the piece drawn below"),
        ("piece a:b\n##", "line 1, column 7: found \"a:b\", expected a name without | and :"),
        ("piece a 2\n##", "line 1, column 9: found \"2\", expected a count such as *2"),
        ("piece a\n##\npiece a\n#", "line 3, column 7: found \"a\", expected a name that no other piece has"),
        ("piece a", "line 2, column 1: found nothing, expected a drawing"),
    ] {
        let error = parse(text).expect_err(text).to_string();
        assert!(error.starts_with(expected), "{text:?}: {error}");
    }
    let found = |text: &str| packing(text).check().unwrap_err().0;
    assert_eq!(found("pieces F"), "no board");
    assert_eq!(found("board 2x2"), "no pieces");
    assert_eq!(found("board 2x2\npieces F"), "pieces with 5 cells for a board with 4");
    assert_eq!(found("board 2x3\npieces F"), "pieces with 5 cells for a board with 6");
    assert_eq!(packing("board 2x3\nloose\npieces F").check(), Ok(()));
}
