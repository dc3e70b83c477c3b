//! Ids, labels, clashes and hints of variant sudokus.

use super::*;

/// A puzzle of 4 by 4 cells with a cage, a thermometer and a dot.
const SMALL: &str = "size 4x4\ntitle: Small\n....\n....\n....\n...1\ncage 3: r1c1 r1c2\nthermometer: r2c1 r3c1 r4c1\nwhite dot: r2c3 r2c4\n";

fn opened(text: &str) -> Box<dyn Puzzle> {
    parse("", text).unwrap()
}

#[test]
fn an_id_opens_the_same_puzzle() {
    let puzzle = opened(SMALL);
    let id = format!("variant-sudoku:{}", puzzle.description());
    let again = crate::open(&id).unwrap();
    assert_eq!(again.description(), puzzle.description());
    assert_eq!(again.drawing(), puzzle.drawing());
    assert_eq!(again.drawing().unwrap().title, "Small");
    let generated = crate::open("variant-sudoku:thermo+kropki#7").unwrap();
    let id = format!("variant-sudoku:{}", generated.description());
    assert_eq!(crate::open(&id).unwrap().drawing(), generated.drawing());
}

#[test]
fn labels_name_the_rules_of_a_cell() {
    let puzzle = opened(SMALL);
    let view = puzzle.view(&puzzle.start());
    assert_eq!(view.cells[0].label, "r1c1, blank, cage 3 with r1c2");
    assert_eq!(view.cells[8].label, "r3c1, blank, on a thermometer that starts at r2c1");
    assert_eq!(view.cells[6].label, "r2c3, blank, white dot with r2c4");
}

#[test]
fn broken_rules_are_named_before_the_board_is_full() {
    let puzzle = opened(SMALL);
    let clashes = |text: &str| puzzle.view(&puzzle.position(text).unwrap()).clashes;
    assert_eq!(clashes("................"), [] as [&str; 0]);
    assert_eq!(
        clashes("3..............."),
        ["Broken: The digits in r1c1 and r1c2 are different and add up to 3"]
    );
    assert_eq!(clashes("....32.........."), [] as [&str; 0]);
    assert_eq!(
        clashes("....3...1......."),
        ["Broken: The digits of the thermometer increase from r2c1 to r4c1"]
    );
    assert_eq!(clashes("....44.........."), ["Two 4s in row 2", "Two 4s in box 1"]);
}

#[test]
fn a_constraint_with_thousands_of_broken_rules_is_named_once() {
    let sets: Vec<&str> = (0..10_000).map(|number| ["r1c1", "r1c2"][number % 2]).collect();
    let text = format!(
        "size 4x4\nno boxes\nno rows and columns\n12..\n....\n....\n....\nclone: {}\n",
        sets.join(" | ")
    );
    let puzzle = opened(&text);
    let start = gridlore_testing::processor_time();
    let clashes = puzzle.view(&puzzle.start()).clashes;
    let time = gridlore_testing::processor_time() - start;
    assert!(clashes.len() == 1 && clashes[0].starts_with("Broken: "), "{clashes:?}");
    assert!(clashes[0].ends_with('…') && clashes[0].len() < 1_000, "{}", clashes[0].len());
    // This took 30 seconds when each rule wrote the sentence of the constraint.
    assert!(time.as_secs() < 2, "{time:?}");
}

#[test]
fn broken_pairs_of_a_line_are_one_clash_and_clashes_are_limited() {
    let clashes = |rules: &str| {
        let row = "1 ".repeat(16) + "\n";
        let puzzle = opened(&format!("size 16x16\n{}{rules}", row.repeat(16)));
        let mut view = puzzle.view(&puzzle.start());
        view.clashes.retain(|clash| !clash.contains("Sixteen") && !clash.starts_with("16 1s"));
        view.clashes
    };
    let found = clashes("nabner line: r1c1-3 r1c1-3\n");
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].contains("from r1c1 to r1c3"), "{found:?}");
    let found = clashes(&"nabner line: r1-16c1-16\n".repeat(40));
    assert_eq!(found.len(), 1, "the same sentence");
    let found = clashes("anti-leaper 1 2");
    assert!(found.len() <= 100 && found[0].contains(" break the rule "), "{found:?}");
}

#[test]
fn a_minimum_is_not_broken_by_blank_neighbours() {
    let puzzle = opened("size 4x4\nminimum: r2c2\ncolumn indexer: r4c1\n");
    let clashes = |text: &str| puzzle.view(&puzzle.position(text).unwrap()).clashes;
    assert_eq!(clashes(".....2......2..."), [] as [&str; 0]);
    assert_eq!(clashes(".1...2..........").len(), 1);
}

#[test]
fn hints_lead_to_the_solution() {
    for id in ["variant-sudoku:killer#1", "variant-sudoku:thermo#2", "variant-sudoku:jigsaw#3"] {
        let puzzle = crate::open(id).unwrap();
        let mut position = puzzle.start();
        for _ in 0..2_000 {
            if puzzle.is_solved(&position) {
                break;
            }
            let hint = puzzle.hint(&position, &mut Budget::unlimited()).unwrap();
            assert!(!hint.is_mistake, "{id}: {}", hint.text);
            // The picture of a step crosses out what the step removes.
            if let Some(picture) = hint.pictures.first() {
                assert_eq!(picture.matches("class=\"strike\"").count(), hint.removed.len(), "{}", hint.text);
                assert_eq!(picture.contains("class=\"node goal\""), hint.removed.is_empty(), "{}", hint.text);
            } else {
                assert!(
                    ["From the solution", "Notes to remove"].contains(&hint.title.as_str()),
                    "{}",
                    hint.title
                );
            }
            position = puzzle.apply(&position, &hint.action.unwrap()).unwrap();
        }
        assert!(puzzle.is_solved(&position), "{id}");
        let Solve::Unique(solution) = puzzle.solve(&mut Budget::unlimited()).unwrap() else { panic!("{id}") };
        assert!(puzzle.is_solved(&solution), "{id}");
    }
}

/// A puzzle with fog: only r1c1 is clear at the start. The cage and the given 3 are covered.
const FOGGY: &str =
    "size 4x4\nsolution: 1234341221434321\nfog: r1c1\n....\n3...\n....\n....\ncage 6: r3c3 r4c3\n";

#[test]
fn fog_hides_givens_and_rules_until_right_digits_clear_it() {
    let puzzle = opened(FOGGY);
    let view = |text: &str| puzzle.view(&puzzle.position(text).unwrap());
    let start = view("................");
    assert!(!start.cells[0].fogged && start.cells[4].fogged && start.cells[15].fogged);
    assert_eq!((start.cells[4].symbol, start.cells[4].label.as_str()), (None, "r2c1, fog"));
    assert_eq!(start.cells[10].label, "r3c3, blank, fog");
    let lit = view("1...............");
    assert_eq!((lit.cells[4].symbol, lit.cells[4].label.as_str()), (Some('3'), "r2c1, 3, given"));
    assert!(lit.cells[10].fogged);
    // A wrong digit clears nothing, and a rule in the fog is not named.
    let wrong = view("..1.......1.....");
    assert!(wrong.cells[10].fogged && wrong.cells[1].fogged);
    assert_eq!(wrong.cells[10].symbol, Some('1'));
    assert_eq!(wrong.clashes, ["Two 1s in column 3"]);
    let wrong = view("..........3...3.");
    assert!(wrong.clashes.iter().all(|clash| !clash.contains("cage")), "{:?}", wrong.clashes);
    // The part of a rule in a clear cell does not name the cells in the fog.
    let part = view("......1.........");
    assert!(!part.cells[10].fogged && part.cells[14].fogged);
    assert_eq!(part.cells[10].label, "r3c3, blank, killer cage partly in fog");
    // The id keeps the fog.
    let again = crate::open(&format!("variant-sudoku:{}", puzzle.description())).unwrap();
    assert_eq!(again.view(&again.start()), start);
}

#[test]
fn hints_in_fog_use_only_what_a_player_sees() {
    let mut game = crate::Midend::new(opened(FOGGY));
    for _ in 0..60 {
        let view = game.view();
        if view.solved {
            return;
        }
        let hint = game.hint().unwrap();
        let is_hidden = view.cells[10].fogged || view.cells[14].fogged;
        assert!(!(is_hidden && hint.text.contains("cage")), "{}", hint.text);
        assert!(hint.pictures.iter().all(String::is_empty), "a picture lifts the fog");
        game.act(hint.action.unwrap_or_else(|| panic!("{}", hint.text))).unwrap();
    }
    panic!("the hints do not end");
}
