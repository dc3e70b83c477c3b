//! The limits of ids, blocks and saved games: one case within each limit and one beyond it.

use gridlore::{Midend, kind, open, show};

/// Returns the error for this code block.
fn refused(name: &str, code: &str) -> String {
    let kind = kind(name).expect(name);
    kind.opens.parse("", code).expect_err("the input exceeds a limit").to_string()
}

fn is_shown(name: &str, code: &str) -> bool {
    kind(name).expect(name).opens.parse("", code).is_ok()
}

#[test]
fn soups_have_a_maximum_side() {
    assert!(show("life:soup,512,37#1").is_ok());
    assert_eq!(
        show("life:soup,513,37#1").unwrap_err().to_string(),
        "line 1, column 11: found \"513\", expected the side of a soup from 1 to 512"
    );
}

#[test]
fn patterns_take_at_most_four_mebibytes() {
    // A tile has 64 x 64 cells and takes 512 bytes.
    let row = |tiles: usize| format!("{}o!", 64 * tiles);
    assert!(is_shown("life", &row(8192)));
    assert_eq!(
        refused("life", &row(8193)),
        "line 1, column 7: found a pattern that takes more than 4 MiB, expected a smaller pattern"
    );
    let tree = |squares: usize| format!("[M2]\n{}", "*$\n".repeat(squares));
    assert!(is_shown("life", &tree(170_000)));
    assert_eq!(
        refused("life", &tree(180_000)),
        "line 174764, column 1: found a pattern that takes more than 4 MiB, expected a smaller pattern"
    );
}

/// A large pattern given as a tree is spelled out as a tree, and its id round-trips.
#[test]
fn trees_in_ids_round_trip() {
    let full = |levels: usize| {
        let squares: String =
            (1..=levels).map(|level| format!("{} {level} {level} {level} {level}\n", level + 3)).collect();
        format!("[M2]\n{}\n{squares}", "********$".repeat(8))
    };
    // 2^14 cells are spelled out as runs, 2^16 as a tree.
    for (levels, start) in [(4, "life:128o$"), (5, "life:[M2]|")] {
        let shown = kind("life").unwrap().opens.parse("", &full(levels)).unwrap();
        assert!(shown.id().starts_with(start), "{}", shown.id());
        assert_eq!(show(&shown.id()).unwrap().id(), shown.id());
    }
    let lone = kind("cover").unwrap().opens.parse("", "item\n\n\n| no option\n").unwrap();
    assert_eq!((lone.id().as_str(), show("cover:item/").unwrap().id()), ("cover:item/", lone.id()));
}

#[test]
fn rules_remarks_and_names_have_a_maximum_length() {
    let rule = |length: usize| format!("x = 1, y = 1, rule = B{}/S\no!", "3".repeat(length - 3));
    assert!(is_shown("life", &rule(20_000)));
    assert_eq!(
        refused("life", &rule(20_001)),
        "line 1, column 22: found a rule of 20001 characters, expected at most 20000 characters"
    );
    let remarks = |count: usize| format!("{}o!", "#C a\n".repeat(count));
    assert!(is_shown("life", &remarks(10_000)));
    assert_eq!(
        refused("life", &remarks(10_001)),
        "line 10001, column 1: found more than 10000 comment lines, expected fewer"
    );
    let name = |length: usize| format!("xs4_{}", "3".repeat(length - 4));
    assert!(is_shown("life", &name(10_000)));
    assert_eq!(
        refused("life", &name(10_001)),
        "line 1, column 1: found an apgcode of 10001 characters, expected at most 10000 characters"
    );
}

#[test]
fn covers_are_limited_before_they_are_built() {
    let items = |count: usize| (0..count).map(|at| format!("i{at} ")).collect::<String>();
    let cover = |count: usize, options: usize| format!("{}\n{}", items(count), "i0\n".repeat(options));
    assert!(is_shown("cover", &cover(60, 150)));
    assert_eq!(
        refused("cover", &cover(61, 1)),
        "line 1, column 231: found more than 60 items, expected at most 60 items and 150 options"
    );
    assert_eq!(
        refused("cover", &cover(60, 151)),
        "line 152, column 1: found more than 150 options, expected at most 60 items and 150 options"
    );
    assert_eq!(
        refused("cover", "p ec 2000000000\ns 1"),
        "line 1, column 6: found more than 60 items, expected at most 60 items and 150 options"
    );
}

#[test]
fn toggle_puzzles_are_refused_before_they_are_built() {
    let error = |id: &str| show(id).unwrap_err().to_string();
    assert!(show("flipper:random,20,20,200,1#1").is_ok());
    for (id, found) in [
        ("flipper:random,128,128,16384,1#1", "a board of 128 columns and 128 rows"),
        ("flipper:lights-out,128,128:1", "a board of 128 columns and 128 rows"),
        ("flipper:lights-out,128,128#7", "a board of 128 columns and 128 rows"),
        ("flipper:lights-out 100 100 torus:1", "a board of 100 columns and 100 rows"),
    ] {
        let expected = "expected a board of at most 2500 squares";
        assert!(error(id).ends_with(&format!(": found {found}, {expected}")), "{id}: {}", error(id));
    }
    let error_of_moves = error("flipper:random,24,1,16384,7#1");
    assert_eq!(
        error_of_moves,
        "line 1, column 9: found 16384 moves that toggle about 196608 squares, expected at most 2500 moves that toggle at most 100000 squares in total"
    );
    assert!(show("flipper:lights-out,16,16,colours,3,presses,1#1").is_ok());
    assert_eq!(
        error("flipper:lights-out,17,16,colours,3,presses,1#1"),
        "line 1, column 44: found 272 squares and 272 moves, with 3 colours, expected at most 256 squares and at most 256 moves, or two colours, when the number of presses is given"
    );
    let own = |side: usize| {
        let cells = side * side;
        let moves: String = (1..=cells).map(|at| format!("move m{at}: {at}\n")).collect();
        format!("grid {side} {side}\n{moves}start {}", "0".repeat(cells))
    };
    assert!(is_shown("flipper", &own(32)));
    assert_eq!(
        refused("flipper", &own(33)),
        "line 1, column 1: found 1089 custom moves on 1089 squares, expected a product of moves and squares of at most 1048576"
    );
}

#[test]
fn programs_have_a_maximum_length() {
    let program = |length: usize| format!("{}\n?- p.\n", "p.\n".repeat((length - 7) / 3));
    assert!(is_shown("prolog", &program(65_530)));
    assert_eq!(
        refused("prolog", &program(65_545)),
        "line 1, column 1: found a program of 65545 bytes, expected at most 65536"
    );
}

#[test]
fn saved_games_have_a_maximum_length() {
    let saved = |moves: usize| format!("1;sudoku:{};0;0{}", ".".repeat(256), ";0=1".repeat(moves));
    assert!(Midend::restore(&saved(10_000)).is_ok());
    assert_eq!(
        Midend::restore(&saved(10_001)).unwrap_err().to_string(),
        "found a saved game of 40273 bytes and 10001 moves, expected at most 1048576 bytes and 10000 moves"
    );
    let cells = |count: usize| format!("{};{}=1", saved(0), vec!["0"; count].join(","));
    assert!(Midend::restore(&cells(4096)).is_ok());
    assert_eq!(
        Midend::restore(&cells(4097)).unwrap_err().to_string(),
        "field 5 of the saved game: found \"0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,\", expected a move of at most 4096 cells"
    );
}

/// A game beyond the limits drops its first moves, and is saved and restored like any other.
#[test]
fn long_games_drop_their_first_moves() {
    let mut game = Midend::new(open(&format!("sudoku:{}", ".".repeat(16))).unwrap());
    for number in 0..25_000 {
        let symbol = ['1', '2', '3', '4'][number % 4];
        game.act(gridlore::Action::Enter { cells: vec![number % 16], symbol }).unwrap();
    }
    let saved = game.save();
    assert!(saved.matches(';').count() <= 10_004, "{} moves", saved.matches(';').count());
    let again = Midend::restore(&saved).unwrap();
    assert_eq!((again.save(), again.view()), (saved, game.view()));
    let mut undone = 0;
    while game.undo() {
        undone += 1;
    }
    assert!((5_000..=10_000).contains(&undone), "{undone}");
    assert_eq!(game.view().blank, 16);
}
