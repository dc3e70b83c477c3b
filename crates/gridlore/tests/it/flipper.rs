//! Toggle puzzles through the facade: ids, a complete game, hints, saved games.

use gridlore::{Action, Midend, Refusal, Solve, kind, open};

fn game(id: &str) -> Midend {
    Midend::new(open(id).unwrap())
}

#[test]
fn ids_round_trip_and_invalid_ids_are_rejected() {
    for (id, same) in [
        ("flipper:110011101", "flipper:110011101"),
        ("flipper::##. .## #.#", "flipper:110011101"),
        ("flipper:flipper:110011101", "flipper:110011101"),
        ("flipper:merlin:110011101", "flipper:merlin:110011101"),
        ("flipper:lights-out 2 2 torus:0110", "flipper:lights-out,2,2,torus:0110"),
        ("flipper:lights-out,2,2,colours,3:0120", "flipper:lights-out,2,2,colours,3:0120"),
        ("flipper:own,2,1,2,11,10,11:01", "flipper:own,2,1,2,11,10,11:01"),
    ] {
        assert_eq!(game(id).id(), same);
        assert_eq!(game(same).id(), same);
    }
    for (id, error) in [
        ("flipper:11001110", "line 1, column 17: found 8 squares, expected 9"),
        (
            "flipper:lights-out 5 x#1",
            "line 1, column 22: found \"x\", expected rows, a whole number from 1 to 128",
        ),
        ("flipper:flipper,presses,ten#1", "line 1, column 25: found \"ten\", expected a number of presses"),
        (
            "flipper:flipper,presses,10#1",
            "line 1, column 25: found \"10\", expected fewer presses (no board was found that needs exactly that many)",
        ),
        (
            "flipper:lights-out 60 60#1",
            "line 1, column 9: found a board of 60 columns and 60 rows, expected a board of at most 2500 squares",
        ),
    ] {
        assert_eq!(open(id).unwrap_err().to_string(), error);
    }
    let opens = &kind("flipper").unwrap().opens;
    let parse = |params: &str, description: &str| opens.parse(params, description);
    let own = parse("", "grid 1 2\ngoal 11\nstart 01\nmove a: 1\nmove b: 1 2").unwrap();
    assert_eq!(own.id(), "flipper:own,2,1,2,11,10,11,moves,a,b:01");
    let named = parse("", "squares hall attic\nstart 10\nedge hall attic").unwrap();
    assert_eq!(named.id(), "flipper:own,2,1,2,00,11,11,squares,hall,attic,moves,hall,attic:10");
    let view = game(&named.id()).view();
    assert_eq!((view.cells[1].label.as_str(), view.presses[0].name.as_str()), ("attic, dark", "hall"));
    let odd = parse("", "squares a;b c\nstart 10\nmove x: c").unwrap();
    assert_eq!(odd.id(), "flipper:own,2,1,2,00,01,moves,x:10");
    let error = parse("", "grid 1 2\nmove a: 1").unwrap_err().to_string();
    assert_eq!(
        error,
        "line 2, column 1: found nothing, expected a line 'start BOARD' with the board to start from"
    );
}

#[test]
fn a_whole_game_with_undo_and_praise() {
    let mut game = game("flipper:110011101");
    let view = game.view();
    assert_eq!((view.colours, view.presses.len(), view.blank, view.solved), (2, 9, 4, false));
    assert_eq!(view.presses[4].turns, [0, 2, 4, 6, 8]);
    assert_eq!(view.cells[2].label, "row 1, column 3, dark, should be lit");
    assert_eq!((view.cells[4].press, view.cells[4].colour, view.cells[4].goal), (Some(4), Some(1), Some(0)));
    for press in [1, 2, 3, 5] {
        game.act(Action::Press { press }).unwrap();
    }
    assert_eq!(game.view().status, "4 presses · 3 squares differ");
    let hint = game.hint().unwrap();
    assert_eq!((hint.title.as_str(), hint.text.as_str()), ("1 press to go", "Press 8. That solves it."));
    assert_eq!((hint.cells, hint.action), (vec![6, 7, 8], Some(Action::Press { press: 7 })));
    game.act(Action::Press { press: 0 }).unwrap();
    assert!(game.undo());
    assert_eq!(game.save(), "1;flipper:110011101;0;4;1+;2+;3+;5+;0+");
    assert_eq!(Midend::restore(&game.save()).unwrap().view(), game.view());
    assert_eq!(Midend::restore(&game.share()).unwrap().view(), game.view());
    game.act(Action::Press { press: 7 }).unwrap();
    assert!(game.view().solved);
    assert_eq!(game.praise(), "5 presses, the fewest possible.");
    game.act(Action::Press { press: 7 }).unwrap();
    game.act(Action::Press { press: 7 }).unwrap();
    assert_eq!(game.praise(), "7 presses; the fewest possible is 5.");
    assert_eq!(game.hint().unwrap().title, "Solved");
    assert_eq!(game.act(Action::Press { press: 9 }), Err(Refusal::NoSuchPress { press: 9, last: 8 }));
    let refusal = game.act(Action::Clear { cells: vec![0] }).unwrap_err();
    assert_eq!(refusal.to_string(), "found a symbol for a cell, expected a press");
    game.restart();
    assert!(matches!(game.solve().unwrap(), Solve::Unique(_)));
    assert_eq!(game.view().status, "Solved · 5 presses");
}

/// On every size that the page offers, the minimum number of presses is proved, and the hint stays
/// short. Three of these sizes have the most quiet patterns: 2^16, 2^15 and 2^14. The largest board
/// has one.
#[test]
fn hints_on_the_largest_boards_are_proved_and_short() {
    let sizes = kind("flipper").unwrap().page.as_ref().unwrap().sizes.as_ref().unwrap();
    for size in ["19,19", "15,23", "23,23", "25,25"] {
        let params = format!("{}{size}", sizes.prefix);
        assert!(sizes.include(&params), "{params}");
        let mut game = game(&format!("flipper:{params}#7"));
        let hint = game.hint().unwrap();
        assert!(hint.text.contains("more presses follow. This is a shortest solution"), "{}", hint.text);
        assert!(hint.text.contains("(row 1, column "), "{}", hint.text);
        let count: usize = hint.title.split(' ').next().unwrap().parse().unwrap();
        game.act(hint.action.unwrap()).unwrap();
        assert_eq!(game.hint().unwrap().title, format!("{} presses to go", count - 1), "{size}");
    }
    for size in ["lights-out,1,9", "lights-out,26,9", "lights-out,9", "lights-out,9,9,torus", "merlin"] {
        assert!(!sizes.include(size), "{size}");
    }
}

/// A hint first names a row, then the press, and only then the rest of the solution. For moves that
/// are not squares, it names a square that they toggle.
#[test]
fn hints_reveal_the_solution_in_stages() {
    let stages = |id: &str| {
        let hint = game(id).hint().unwrap();
        let stages: Vec<_> = hint.stages.into_iter().map(|stage| (stage.text, stage.cells)).collect();
        (stages, hint.text)
    };
    let (first, whole) = stages("flipper:110011101");
    assert_eq!(
        first,
        [
            ("5 presses to go. Look at row 1.".to_owned(), vec![0, 1, 2]),
            ("Press 2.".to_owned(), vec![0, 1, 2]),
        ]
    );
    assert!(whole.starts_with("Press 2, then 3, 4, 6, 8, in any order."), "{whole}");
    // A second stage would give away the last press.
    let (last, whole) = stages("flipper:111101000");
    assert_eq!(last, [("1 press to go. Look at row 3.".to_owned(), vec![6, 7, 8])]);
    assert_eq!(whole, "Press 8. That solves it.");
    let (own, _) = stages("flipper:own,2,2,2,0000,1100,0011:1111");
    assert_eq!(own[0], ("2 presses to go. Look at row 1, column 1.".to_owned(), vec![0]));
    assert_eq!(own[1].1, vec![0, 1]);
}

/// Following the hints solves every generated board in as many presses as the first hint says.
#[test]
fn hints_follow_a_shortest_solution() {
    for id in [
        "flipper#1",
        "flipper:flipper,presses,6#2",
        "flipper:lights-out,5,5#3",
        "flipper:lights-out,4,4,colours,3#4",
    ] {
        let mut game = game(id);
        let first = game.hint().unwrap().title;
        let mut presses = 0;
        while let Some(action) = game.hint().unwrap().action {
            game.act(action).unwrap();
            presses += 1;
        }
        assert!(game.view().solved, "{id}");
        assert!(first.starts_with(&format!("{presses} press")), "{id}: {first}");
    }
}

#[test]
fn an_unsolvable_board_comes_with_a_proof() {
    let mut game = game(&format!("flipper:lights-out,5,5:1{}", "0".repeat(24)));
    let hint = game.hint().unwrap();
    assert_eq!((hint.title.as_str(), hint.action), ("No solution", None));
    assert!(hint.text.contains("every move toggles an even number of the squares 1 "), "{}", hint.text);
    assert!(hint.cells.contains(&0));
    assert!(matches!(game.solve().unwrap(), Solve::None(_)) && !game.can_undo());
    assert!(game.check().unwrap().message.starts_with("No solution: every move"));
}

#[test]
fn pictures_show_colours() {
    let game = game("flipper:110011101");
    assert_eq!(game.puzzle().text(game.position()), "##.\n.##\n#.#\n");
    let svg = game.puzzle().svg(game.position());
    assert!(svg.contains("<title>Flipper: 3 by 3, 0 presses · 4 squares differ</title>"));
    assert_eq!(svg.matches(gridlore::render::COLOURS[1]).count(), 6);
    assert!(is_closed(&svg));
}

/// Returns whether every tag of a picture is closed.
fn is_closed(svg: &str) -> bool {
    svg.matches('<').count() == svg.matches('>').count() && svg.trim_end().ends_with("</svg>")
}

/// `cargo xtask fixtures` updates the boards.
#[test]
fn the_same_seed_gives_the_same_board() {
    let path = format!("{}/tests/data/flipper.txt", env!("CARGO_MANIFEST_DIR"));
    let expected = std::fs::read_to_string(&path).unwrap();
    let mut found = String::new();
    for line in expected.lines() {
        if line.starts_with('#') {
            found.push_str(&format!("{line}\n"));
            continue;
        }
        let fields: Vec<&str> = line.split('\t').collect();
        let (params, seed) = (fields[0], fields[1]);
        let game = game(&format!("flipper:{params}#{seed}"));
        let colours: String = game.view().cells.iter().map(|cell| cell.colour.unwrap().to_string()).collect();
        // The first word of `5 presses to go`.
        let fewest = game.hint().unwrap().title.split(' ').next().unwrap().to_owned();
        found.push_str(&format!("{params}\t{seed}\t{colours}\t{fewest}\n"));
    }
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(&path, &found).unwrap();
        return;
    }
    assert!(expected.lines().count() > 20);
    for (number, (expected, found)) in expected.lines().zip(found.lines()).enumerate() {
        assert_eq!(found, expected, "tests/data/flipper.txt:{}", number + 1);
    }
}
