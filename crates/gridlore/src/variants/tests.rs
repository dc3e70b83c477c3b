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
            position = puzzle.apply(&position, &hint.action.unwrap()).unwrap();
        }
        assert!(puzzle.is_solved(&position), "{id}");
        let Solve::Unique(solution) = puzzle.solve(&mut Budget::unlimited()).unwrap() else { panic!("{id}") };
        assert!(puzzle.is_solved(&solution), "{id}");
    }
}
