//! A kind defined outside the crate, opened through a custom registry: the example `binairo.rs`,
//! its printed game and its rules.

#[path = "../../examples/binairo.rs"]
mod binairo;

use binairo::BINAIRO;
use gridlore::{Action, Kind, Midend, Pen, Puzzle, Reader, Registry, Shown, Solve};

fn registry() -> Registry {
    Registry::new().with(&BINAIRO)
}

fn game(id: &str) -> Midend {
    Midend::new(registry().open(id).unwrap())
}

/// The exact output of the example. `GRIDLORE_RECORD=1` updates the record.
#[test]
fn the_example_prints_its_game() {
    let printed = binairo::transcript().unwrap();
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/binairo.txt");
    if std::env::var_os("GRIDLORE_RECORD").is_some() {
        std::fs::write(file, &printed).unwrap();
    }
    assert_eq!(printed, std::fs::read_to_string(file).unwrap());
    binairo::main().unwrap();
}

#[test]
fn a_registry_knows_the_added_kinds() {
    let registry = registry();
    let names: Vec<&str> = registry.kinds().map(|kind| kind.name).collect();
    assert_eq!(names.last(), Some(&"binairo"));
    assert_eq!(names.len(), gridlore::kinds().len() + 1);
    assert_eq!(
        registry.open("chess#1").unwrap_err().to_string(),
        format!("line 1, column 1: found \"chess\", expected one of {}, binairo", crate::played_kinds())
    );
    assert!(gridlore::open("binairo:4#7").is_err() && registry.open("sudoku#7").is_ok());
    let saved = game("binairo:4#7").save();
    assert_eq!(
        Midend::restore(&saved).unwrap_err().to_string(),
        format!(
            "the puzzle of the saved game: line 1, column 1: found \"binairo\", expected one of {}",
            crate::played_kinds()
        )
    );
    let lone = Registry::empty().with(&BINAIRO);
    assert!(lone.open("binairo:6#1").is_ok() && lone.open("sudoku#7").is_err());
}

#[test]
#[should_panic(expected = "the kind \"binairo\" already exists")]
fn names_are_unique() {
    let _ = registry().with(&BINAIRO);
}

#[test]
#[should_panic(expected = "\"Binairo\" is not a valid name of a kind")]
fn names_are_valid_in_ids() {
    static CAPITAL: Kind = Kind::puzzle(
        "Binairo",
        "Binairo",
        Reader {
            parse: |_, _| panic!("nothing is read"),
            files: None,
            generate: |_, _| panic!("nothing is generated"),
        },
    );
    let _ = Registry::new().with(&CAPITAL);
}

/// Errors give their place in the id, and descriptions round-trip.
#[test]
fn ids_of_an_added_kind_work_like_all_others() {
    let error = |id: &str| registry().open(id).unwrap_err().to_string();
    assert_eq!(error("binairo:0x.."), "line 1, column 10: found 'x', expected 0, 1 or '.'");
    assert_eq!(error("binairo:0.1"), "line 1, column 9: found 3 cells, expected 16, 36 or 64");
    assert_eq!(error("binairo:5#1"), "line 1, column 9: found \"5\", expected a side: 4, 6 or 8");
    for seed in 0..20 {
        for side in ["4", "6"] {
            let puzzle = registry().open(&format!("binairo:{side}#{seed}")).unwrap();
            let again = registry().open(&game(&format!("binairo:{side}#{seed}")).id()).unwrap();
            assert_eq!(again.description(), puzzle.description());
            assert!(matches!(
                puzzle.solve(&mut gridlore::Budget::nodes(1_000_000)).unwrap(),
                Solve::Unique(position) if puzzle.is_solved(&position)
            ));
        }
    }
    let Shown::Puzzle(shown) = registry().show("binairo:4#7").unwrap() else { panic!("binairo is a puzzle") };
    assert!(shown.svg(&shown.start()).contains("<title>Binairo: 4 by 4, "));
    let picture = registry().show("binairo:4#7").unwrap().raster(64, 64);
    assert!(picture.pixels.chunks(3).any(|pixel| pixel == gridlore::raster::Raster::INK));
}

/// Compares the solver with all 4x4 boards, filtered by the rules alone.
#[test]
fn the_solver_finds_every_valid_board() {
    let is_valid = |bits: u32| {
        let cell = |row: u32, column: u32| bits >> (4 * row + column) & 1;
        let rows: Vec<Vec<u32>> = (0..4).map(|row| (0..4).map(|at| cell(row, at)).collect()).collect();
        let columns: Vec<Vec<u32>> =
            (0..4).map(|column| (0..4).map(|at| cell(at, column)).collect()).collect();
        [rows, columns].iter().all(|lines| {
            let is_fair = |line: &Vec<u32>| {
                line.iter().sum::<u32>() == 2 && line.windows(3).all(|three| three != [three[0]; 3])
            };
            lines.iter().all(is_fair) && (1..4).all(|at| !lines[..at].contains(&lines[at]))
        })
    };
    let valid = (0..1 << 16).filter(|&bits| is_valid(bits)).count() as u64;
    let blank = registry().open(&format!("binairo:{}", ".".repeat(16))).unwrap();
    assert_eq!(blank.count(1_000, &mut gridlore::Budget::unlimited()).unwrap(), valid);
    assert_eq!(valid, 72);
}

/// Marks, colours, clashes and their messages come from the shared layer.
#[test]
fn the_shared_layer_handles_marks_and_clashes() {
    let mut game = game("binairo:0.......1.......");
    let mark = |pen, symbol| Action::Mark { cells: vec![1, 2], pen, symbol };
    game.act(mark(Pen::Centre, '0')).unwrap();
    game.act(mark(Pen::Corner, '1')).unwrap();
    game.act(mark(Pen::Colour, '5')).unwrap();
    assert_eq!(game.view().cells[1].label, "row 1, column 2, notes 0, corner notes 1, colour 5");
    assert_eq!(game.position().as_str(), ".(0)[1]{5}(0)[1]{5}.............");
    assert!(game.fill_candidates());
    assert_eq!(game.view().cells[1].marks, "01");
    game.act(Action::Enter { cells: vec![1, 2], symbol: '0' }).unwrap();
    let view = game.view();
    assert_eq!(view.clashes, ["row 1 has three 0s in a row", "row 1 has more than two 0s"]);
    assert!(view.cells[0].clash && view.cells[0].given && !view.cells[3].clash);
    assert_eq!(view.symbols.iter().map(|view| view.left).collect::<Vec<_>>(), [5, 7]);
    assert_eq!(
        game.act(Action::Press { press: 0 }).unwrap_err().to_string(),
        "found a press, expected a digit for a cell"
    );
    assert_eq!(
        game.act(Action::Enter { cells: vec![1], symbol: '2' }).unwrap_err().to_string(),
        "found '2', expected one of 0, 1"
    );
    let saved = game.save();
    assert_eq!(Midend::restore_in(&registry(), &saved).unwrap().view(), game.view());
    assert_eq!(Midend::restore_in(&registry(), &game.share()).unwrap().view(), game.view());
}

/// A request that exceeds its budget returns an error instead of a wrong answer.
#[test]
fn questions_keep_to_their_budget() {
    let poor = game("binairo:6#3").with_budget(1);
    assert_eq!(poor.hint().unwrap_err().nodes, 1);
    assert!(game("binairo:6#3").hint().is_ok());
}

/// Every built-in kind has a page; an added kind does not need one.
#[test]
fn an_added_kind_needs_no_page() {
    assert!(BINAIRO.page.is_none() && BINAIRO.workshop().is_none());
    assert!(gridlore::kinds().iter().all(|kind| kind.page.is_some()));
    let puzzle: Box<dyn Puzzle> = registry().open("binairo#1").unwrap();
    assert_eq!(puzzle.kind().presets[0].params, "6");
}
