//! `gridlore flipper`: the contract that scripts rely on.

use crate::program::{Run, run};

fn expect(run: &Run, exit: i32, out: &str) {
    assert_eq!((run.out.as_str(), run.exit), (out, exit), "{}", run.err);
}

fn flipper(arguments: &[&str]) -> Run {
    run(&[&["flipper"], arguments].concat(), b"")
}

#[test]
fn a_shortest_solution_is_printed_on_one_line() {
    expect(&flipper(&["solve", "110011101"]), 0, "2 3 4 6 8\n");
    expect(&flipper(&["solve", "##. .## #.#"]), 0, "2 3 4 6 8\n");
    expect(&run(&["flipper", "solve", "-"], b"110\n011\n101\n"), 0, "2 3 4 6 8\n");
    expect(&flipper(&["solve", "111101111"]), 0, "\n");
    expect(&flipper(&["solve", "101010101"]), 0, "1 2 3 4 5 6 7 8 9\n");
    expect(&flipper(&["solve", "110011101", "--goal", "110011101"]), 0, "\n");
    expect(&flipper(&["solve", "--count", "110011101"]), 0, "1\n");
    let lit = "1".repeat(25);
    let solved = flipper(&["solve", "--puzzle", "lights-out 5 5", &lit]);
    assert_eq!((solved.exit, solved.out.split_whitespace().count()), (0, 15));
    expect(&flipper(&["solve", "--count", "--puzzle", "lights-out 5 5", &lit]), 0, "4\n");
}

#[test]
fn an_unsolvable_board_is_proved_so() {
    let corner = format!("1{}", "0".repeat(24));
    let none = flipper(&["solve", "--puzzle", "lights-out 5 5", &corner]);
    assert_eq!((none.exit, none.err.as_str()), (1, ""));
    assert!(
        none.out.starts_with("# none: every move turns an even number of the squares 1 "),
        "{}",
        none.out
    );
    assert!(none.out.ends_with(", of which 1 are lit here and 0 in the goal\n"), "{}", none.out);
    expect(&flipper(&["solve", "--count", "--puzzle", "lights-out 5 5", &corner]), 1, "0\n");
}

#[test]
fn the_table_tells_the_presses_for_each_square() {
    let table = "1: 5 6 8 9\n2: 2 4 6 7 9\n3: 4 5 7 8\n4: 2 3 4 8 9\n5: 1 3 5 7 9\n6: 1 2 6 7 8\n7: 2 3 5 6\n8: 1 3 4 6 8\n9: 1 2 4 5\n";
    expect(&flipper(&["table"]), 0, table);
    let partly = flipper(&["table", "--puzzle", "lights-out 5 5"]);
    assert_eq!((partly.exit, partly.out.lines().count()), (1, 25));
}

#[test]
fn nullities_are_told() {
    expect(&flipper(&["nullity", "5", "5"]), 0, "2\n");
    expect(&flipper(&["nullity", "19", "19"]), 0, "16\n");
    expect(&flipper(&["nullity", "4", "7"]), 0, &flipper(&["nullity", "7", "4"]).out);
    assert_eq!(flipper(&["nullity", "0", "5"]).exit, 2);
}

#[test]
fn a_puzzle_of_ones_own_is_read_from_its_file() {
    let path = std::env::temp_dir().join(format!("gridlore-test-own-{}.txt", std::process::id()));
    std::fs::write(
        &path,
        "squares hall stairs attic\ngoal 111\nmove down: hall stairs\nmove up: stairs attic\n",
    )
    .unwrap();
    let name = path.to_str().unwrap();
    expect(&flipper(&["solve", "--puzzle", name, "010"]), 0, "down up\n");
    let proof = "# none: every move turns an even number of the squares hall stairs attic, of which 0 are lit here and 3 in the goal\n";
    expect(&flipper(&["solve", "--puzzle", name, "000"]), 1, proof);
    std::fs::write(&path, "squares a b\nmove x: c\n").unwrap();
    let bad = flipper(&["solve", "--puzzle", name, "00"]);
    expect(&bad, 2, "");
    assert_eq!(bad.err, format!("gridlore: {name}:2:9: found \"c\", expected the name of a square\n"));
    std::fs::remove_file(path).unwrap();
}

#[test]
fn bad_boards_are_told_with_their_place() {
    let bad = flipper(&["solve", "1100111012"]);
    expect(&bad, 2, "");
    assert_eq!(bad.err, "gridlore: the board:1:10: found '2', expected 0 or 1, or . or # for them\n");
    let short = flipper(&["solve", "110"]);
    assert_eq!(short.err, "gridlore: the board:1:4: found 3 squares, expected 9\n");
    let unknown = flipper(&["solve", "--puzzle", "chess", "110"]);
    assert_eq!(
        unknown.err,
        "gridlore: the puzzle:1:1: found \"chess\", expected one of flipper, merlin, lights-out, random, own\n"
    );
}
