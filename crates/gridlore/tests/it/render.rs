//! Pictures contain every symbol and mark, and are self-contained.

use gridlore::{Action, Midend, Pen, Track, open};

#[test]
fn text_round_trips() {
    let puzzle = open("sudoku:easy#3").unwrap();
    let text = puzzle.text(&puzzle.start());
    assert_eq!(text.lines().count(), 11);
    assert_eq!(text.lines().nth(3), Some("------+-------+------"));
    let again = puzzle.kind().opens.parse("", &text).unwrap();
    assert_eq!(again.id(), format!("sudoku:{}", puzzle.description()));
}

#[test]
fn svg_shows_corners_crosses_and_colours() {
    let mut game = Midend::new(open("sudoku:easy#3").unwrap());
    let blanks: Vec<usize> =
        (0..81).filter(|&cell| game.view().cells[cell].symbol.is_none()).take(2).collect();
    let mut mark =
        |cell: usize, pen, symbol| game.act(Action::Mark { cells: vec![blanks[cell]], pen, symbol });
    mark(0, Pen::Cross, '7').unwrap();
    mark(0, Pen::Colour, '2').unwrap();
    mark(0, Pen::Colour, '5').unwrap();
    let svg = game.puzzle().svg(game.position());
    assert_eq!((svg.matches("font-size=\"9\"").count(), svg.matches("l9 -7").count()), (1, 1));
    let colours = |fill: &str| svg.matches(&format!("width=\"20\" height=\"40\" fill=\"{fill}\"")).count();
    assert_eq!((colours("#d55e00"), colours("#e69f00")), (1, 1));
    let mut mark =
        |cell: usize, pen, symbol| game.act(Action::Mark { cells: vec![blanks[cell]], pen, symbol });
    mark(1, Pen::Corner, '4').unwrap();
    mark(1, Pen::Centre, '1').unwrap();
    let svg = game.puzzle().svg(game.position());
    assert_eq!((svg.matches("font-size=\"9\"").count(), svg.matches("l9 -7").count()), (3, 1));
}

#[test]
fn svg_shows_lines() {
    let mut game = Midend::new(open("sudoku:1...............").unwrap());
    game.act(Action::Line { points: vec![0, 5, 6], track: Track::Centres }).unwrap();
    let svg = game.puzzle().svg(game.position());
    assert!(svg.contains("<polyline points=\"20,20 60,60 100,60\""), "{svg}");
}

#[test]
fn svg_shows_digits_marks_and_strong_lines() {
    let mut game = Midend::new(open("sudoku:easy#3").unwrap());
    let blank = game.view().cells.iter().position(|cell| cell.symbol.is_none()).unwrap();
    game.act(Action::Mark { cells: vec![blank], pen: Pen::Centre, symbol: '7' }).unwrap();
    let view = game.view();
    let svg = game.puzzle().svg(game.position());
    let digits = svg.matches("font-size=\"24\"").count();
    assert_eq!(digits, 81 - view.blank);
    assert_eq!(svg.matches("font-size=\"9\"").count(), 1);
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
    assert!(svg.contains(&format!("<title>Sudoku: 9 by 9, {} left</title>", view.blank)));
    // Eight inner lines in each direction, nine cells long; two of the eight are strong.
    assert_eq!((svg.matches("h40").count(), svg.matches("v40").count()), (72, 72));
    let strong = svg.lines().find(|line| line.contains("stroke-width=\"2\"")).unwrap();
    assert_eq!((strong.matches("h40").count(), strong.matches("v40").count()), (18, 18));
    assert!(!svg.contains("script") && !svg.contains("style="));
}
