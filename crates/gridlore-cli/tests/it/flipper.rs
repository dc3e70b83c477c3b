//! Tests of `gridlore flipper`: the behaviour that scripts rely on.

use crate::program::{Run, run};
use crate::terminal::{is_restored, typed};
use serde_json::{Value, json};

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
fn an_unsolvable_board_gets_a_proof() {
    let corner = format!("1{}", "0".repeat(24));
    let none = flipper(&["solve", "--puzzle", "lights-out 5 5", &corner]);
    assert_eq!((none.exit, none.err.as_str()), (1, ""));
    assert!(
        none.out.starts_with("# none: every move toggles an even number of the squares 1 "),
        "{}",
        none.out
    );
    assert!(
        none.out.ends_with(", so the number of lit ones stays odd: 1 here, but 0 in the goal\n"),
        "{}",
        none.out
    );
    expect(&flipper(&["solve", "--count", "--puzzle", "lights-out 5 5", &corner]), 1, "0\n");
}

#[test]
fn the_table_has_the_presses_for_each_square() {
    let table = "1: 5 6 8 9\n2: 2 4 6 7 9\n3: 4 5 7 8\n4: 2 3 4 8 9\n5: 1 3 5 7 9\n6: 1 2 6 7 8\n7: 2 3 5 6\n8: 1 3 4 6 8\n9: 1 2 4 5\n";
    expect(&flipper(&["table"]), 0, table);
    let partly = flipper(&["table", "--puzzle", "lights-out 5 5"]);
    assert_eq!((partly.exit, partly.out.lines().count()), (1, 25));
}

#[test]
fn nullities_are_printed() {
    expect(&flipper(&["nullity", "5", "5"]), 0, "2\n");
    expect(&flipper(&["nullity", "19", "19"]), 0, "16\n");
    expect(&flipper(&["nullity", "4", "7"]), 0, &flipper(&["nullity", "7", "4"]).out);
    assert_eq!(flipper(&["nullity", "0", "5"]).exit, 2);
}

#[test]
fn a_custom_puzzle_is_read_from_its_file() {
    let path = std::env::temp_dir().join(format!("gridlore-test-own-{}.txt", std::process::id()));
    std::fs::write(
        &path,
        "squares hall stairs attic\ngoal 111\nmove down: hall stairs\nmove up: stairs attic\n",
    )
    .unwrap();
    let name = path.to_str().unwrap();
    expect(&flipper(&["solve", "--puzzle", name, "010"]), 0, "down up\n");
    let proof = "# none: every move toggles an even number of the squares hall stairs attic, so the number of lit ones stays even: 0 here, but 3 in the goal\n";
    expect(&flipper(&["solve", "--puzzle", name, "000"]), 1, proof);
    std::fs::write(&path, "squares a b\nmove x: c\n").unwrap();
    let bad = flipper(&["solve", "--puzzle", name, "00"]);
    expect(&bad, 2, "");
    assert_eq!(bad.err, format!("gridlore: {name}:2:9: found \"c\", expected the name of a square\n"));
    std::fs::remove_file(path).unwrap();
}

#[test]
fn bad_boards_are_reported_with_their_place() {
    let bad = flipper(&["solve", "1100111012"]);
    expect(&bad, 2, "");
    assert_eq!(bad.err, "gridlore: the board:1:10: found '2', expected 0 or 1, or . or #\n");
    let short = flipper(&["solve", "110"]);
    assert_eq!(short.err, "gridlore: the board:1:4: found 3 squares, expected 9\n");
    let missing = flipper(&["solve", "boards.txt"]).err;
    assert!(missing == "gridlore: boards.txt: no such file\n", "{missing}");
    let missing = flipper(&["solve", "--puzzle", "./own.txt", "1"]).err;
    assert!(missing == "gridlore: ./own.txt: no such file\n", "{missing}");
    let unknown = flipper(&["solve", "--puzzle", "chess", "110"]);
    assert_eq!(
        unknown.err,
        "gridlore: the puzzle:1:1: found \"chess\", expected one of flipper, merlin, lights-out, random, graph, own\n"
    );
}

#[test]
fn answers_come_as_json_and_all_at_once() {
    let solved: Value = serde_json::from_str(&flipper(&["solve", "--json", "110011101"]).out).unwrap();
    assert_eq!(solved["presses"], json!(["2", "3", "4", "6", "8"]));
    assert_eq!(
        (&solved["count"], &solved["at_least"], &solved["solutions"]),
        (&json!(5), &json!(5), &json!("1"))
    );
    let corner = format!("1{}", "0".repeat(24));
    let none = flipper(&["solve", "--json", "--puzzle", "lights-out 5 5", &corner]);
    assert_eq!(none.exit, 1);
    let none: Value = serde_json::from_str(&none.out).unwrap();
    assert_eq!(
        (&none["outcome"], &none["certificate"][0]),
        (&json!("unsolvable"), &json!({"square": "1", "weight": 1}))
    );
    let all = flipper(&["solve", "--all", "--puzzle", "lights-out 5 5", &"1".repeat(25)]).out;
    let mut counts: Vec<usize> = all.lines().map(|line| line.split(' ').count()).collect();
    counts.sort_unstable();
    assert_eq!(counts, [15, 15, 15, 15]);
    expect(
        &flipper(&["solve", "--puzzle", "lights-out 2 1 colours 5", "14"]),
        1,
        "# none: every move changes the sum of the colours of 4*1 2 by a multiple of 5, so its remainder modulo 5 stays 3: the sum is 8 here, but 0 in the goal\n",
    );
    expect(&flipper(&["solve", "--puzzle", "lights-out 2 1 colours 5", "44"]), 0, "1\n");
    let table = flipper(&["table", "--json"]).out;
    let first: Value = serde_json::from_str(table.lines().next().unwrap()).unwrap();
    assert_eq!(first, json!({"square": "1", "presses": ["5", "6", "8", "9"]}));
}

#[test]
fn an_unproven_minimum_is_reported() {
    let hurried = flipper(&["solve", "--budget", "3", "--puzzle", "lights-out 4 4", &"1".repeat(16)]);
    assert_eq!((hurried.exit, hurried.out.split_whitespace().count() >= 4), (3, true));
    assert!(
        hurried.err.contains("at least 4 are needed (a larger --budget may settle it)"),
        "{}",
        hurried.err
    );
}

#[test]
fn the_elimination_is_printed_step_by_step() {
    let table = flipper(&["table", "-v"]).out;
    for line in [
        "#   5: 101 010 101",
        "# square 1: keep it in 1, which turns 110 110 000",
        "#   adding it gives 1+2, which turns 001 110 000",
        "# every square has a combination that turns it alone:",
        "9: 1 2 4 5",
    ] {
        assert!(table.lines().any(|other| other == line), "{line} is missing in\n{table}");
    }
    // Every printed combination turns the printed squares when its moves are pressed.
    let moves = [
        "110110000",
        "111000000",
        "011011000",
        "100100100",
        "101010101",
        "001001001",
        "000110110",
        "000000111",
        "000011011",
    ];
    let mut checked = 0;
    for line in table.lines().filter(|line| line.contains(", which turns ")) {
        let words: Vec<&str> = line.split([' ', ',']).collect();
        let combination =
            words.iter().rfind(|word| word.contains('+') || word.len() == 1 && **word != "#").unwrap();
        let mut turned = [false; 9];
        for press in combination.split('+') {
            let squares = moves[press.parse::<usize>().unwrap() - 1].bytes();
            squares.zip(&mut turned).for_each(|(square, turned)| *turned ^= square == b'1');
        }
        let expected: String = turned.map(|turned| if turned { '1' } else { '0' }).iter().collect();
        assert_eq!(words[words.len() - 3..].concat(), expected, "{line}");
        checked += 1;
    }
    assert!(checked > 30, "only {checked} lines");
}

#[test]
fn boards_are_generated_by_their_fewest_presses() {
    let boards = flipper(&["generate", "--presses", "9", "-n", "3", "--seed", "5"]).out;
    assert_eq!(boards, "101010101\n101010101\n101010101\n");
    let boards =
        flipper(&["generate", "--puzzle", "lights-out 5 5", "--presses", "11", "-n", "4", "--seed", "5"]);
    for board in boards.out.lines() {
        let solved = flipper(&["solve", "--puzzle", "lights-out 5 5", board]);
        assert_eq!((solved.exit, solved.out.split_whitespace().count()), (0, 11), "{board}");
    }
    let record: Value =
        serde_json::from_str(&flipper(&["generate", "--seed", "1", "--format", "json"]).out).unwrap();
    let shown = run(&["show", record["id"].as_str().unwrap()], b"");
    assert_eq!(
        shown.out.replace('#', "1").replace('.', "0").replace('\n', ""),
        record["board"].as_str().unwrap()
    );
    let none = flipper(&["generate", "--presses", "10"]);
    assert_eq!((none.exit, none.out.as_str()), (2, ""));
    assert!(none.err.contains("found no board that needs exactly 10"), "{}", none.err);
}

#[test]
fn boards_are_drawn() {
    expect(&flipper(&["render", "110011101"]), 0, "##.\n.##\n#.#\n");
    let folder = std::env::temp_dir().join(format!("gridlore-test-draw-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("board.svg");
    expect(&flipper(&["render", "110011101", "-o", path.to_str().unwrap()]), 0, "");
    assert_eq!(std::fs::read_to_string(&path).unwrap().matches("<rect").count(), 10);
    let path = folder.join("board.png");
    expect(&flipper(&["render", "110011101", "-o", path.to_str().unwrap()]), 0, "");
    let mut reader =
        png::Decoder::new(std::io::BufReader::new(std::fs::File::open(&path).unwrap())).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let frame = reader.next_frame(&mut pixels).unwrap();
    assert_eq!((frame.width, frame.height), (128, 128));
    // At the centres of the nine squares, lit is brighter than dark.
    let middle = |square: usize| 3 * ((22 + square / 3 * 42) * 128 + 22 + square % 3 * 42);
    let drawn: String = (0..9).map(|square| if pixels[middle(square)] > 128 { '1' } else { '0' }).collect();
    assert_eq!(drawn, "110011101");
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_game_is_played_line_by_line() {
    let play = |input: &str| run(&["flipper", "play", "110011101", "--line"], input.as_bytes());
    let game = play("2\nx\n99\n3\nu\nr\n\nh\n4\n6\n8\nn\n2\n");
    assert_eq!((game.exit, game.err.as_str()), (0, ""));
    for part in [
        "Goal:\n  # # #\n  # . #\n  # # #\n",
        "\n  # # .\n  . # #\n  # . #\n0 presses · 4 squares differ > ",
        "found \"x\", expected a move (1 to 9) or one of u, r, h, s, o, n, q",
        "found \"99\", expected a move (1 to 9)",
        "3 presses to go. Press 4, then 6, 8, in any order. This is a shortest solution from here.",
        "Solved with 5 presses, the fewest possible.\nAnother? (y or n) ",
    ] {
        assert!(game.out.contains(part), "{part} is missing in\n{}", game.out);
    }
    // A bad move changes nothing.
    assert!(!game.out.contains("6 presses"));
    let shown = play("s\ny\nq\n").out;
    assert!(
        shown.contains("Press 2, then 3, 4, 6, 8")
            && shown.contains("Solved with 5 presses")
            && shown.contains("0 presses ·"),
        "{shown}"
    );
    let renewed = play("n\nq\n").out;
    assert_eq!(
        renewed.matches("0 presses ·").count(),
        2,
        "n means a new board if no question was asked: {renewed}"
    );
    let ended = play("2\n");
    assert_eq!(ended.exit, 0);
    assert!(
        ended.out.ends_with("> \nTo continue this game: gridlore play '1;flipper:110011101;0;1;1+'\n"),
        "{}",
        ended.out
    );
    let hopeless =
        run(&["flipper", "play", "--puzzle", "lights-out 5 5", &format!("1{}", "0".repeat(24))], b"s\n");
    assert!(
        hopeless.out.contains("The goal cannot be reached: every move toggles an even number"),
        "{}",
        hopeless.out
    );
}

/// Plays with keys, digits and mouse, and checks that the terminal is restored.
#[test]
fn a_game_is_played_on_the_full_screen() {
    let play = |keys: &[&[u8]]| typed("flipper play 110011101", keys);
    // Presses 2, undoes and redoes it, and presses 3, 4, 6, and 8 with the mouse; then quits.
    let Some(won) = play(&[b"2", b"u", b"r", b"3", b"4", b"6", b"\x1b[<0;25;20M", b"q"]) else { return };
    assert!(is_restored(&won), "{won}");
    assert!(won.contains("Solved with 5 presses, the fewest possible."), "{won}");
    // The arrow keys and Enter press; s solves; Ctrl-C quits.
    let shown = play(&[
        b"\x1b[C", b"\r", b"o", b"s", b"", b"", b"", b"", b"", b"", b"", b"", b"", b"", b"", b"", b"\x03",
    ])
    .unwrap();
    assert!(is_restored(&shown), "{shown}");
    assert!(shown.contains("Solved with 5"), "{shown}");
    // A game that is not over can be continued; ? lists the keys.
    let left = play(&[b"1", b"?", b" ", b"q"]).unwrap();
    assert!(is_restored(&left) && left.contains("any key closes"), "{left}");
    let saved = left.split("To continue this game: gridlore play '").nth(1).unwrap();
    let saved = saved.split('\'').next().unwrap();
    assert_eq!(saved, "1;flipper:110011101;0;1;0+");
    let again = typed(&format!("play '{saved}'"), &[b"u", b"u", b"q"]).unwrap();
    assert!(is_restored(&again) && again.contains("Nothing to undo."), "{again}");
}

/// `--size` is short for the name of a Lights Out puzzle, and the Flipper page opens the same
/// boards.
#[test]
fn a_size_and_a_seed_name_one_board() {
    for (size, name) in [("9x7", "lights-out 9 7"), ("25x25", "lights-out 25 25")] {
        let board = flipper(&["generate", "--size", size, "--seed", "7"]);
        assert_eq!(board.exit, 0, "{}", board.err);
        expect(&flipper(&["generate", "--puzzle", name, "--seed", "7"]), 0, &board.out);
        let id = format!("flipper:{}#7", name.replace(' ', ","));
        let played = run(&["play", &id], b"");
        assert!(played.out.contains(&format!(":{}", board.out.trim())), "{}", played.out);
    }
    let json: Value =
        serde_json::from_str(&flipper(&["solve", "--json", "--size", "25x25", &"1".repeat(625)]).out)
            .unwrap();
    assert_eq!(json["count"], json["at_least"], "the number of presses is proven minimal");
    for size in ["9", "0x9", "9x", "x", "9x9x9"] {
        let wrong = flipper(&["generate", "--size", size]);
        assert!(
            wrong.exit == 2 && wrong.err.contains("expected columns and rows, as in 9x7"),
            "{}",
            wrong.err
        );
    }
}

#[test]
fn quiet_patterns_hints_and_graphs() {
    let quiet = flipper(&["quiet", "--puzzle", "lights-out 5 5"]).out;
    assert_eq!(quiet.lines().count(), 2);
    let lit = "1".repeat(25);
    let all = flipper(&["solve", "--all", "--puzzle", "lights-out 5 5", &lit]).out;
    let hint = flipper(&["solve", "--hint", "--puzzle", "lights-out 5 5", &lit]).out;
    assert!(all.lines().any(|line| line.split(' ').any(|press| press == hint.trim())), "{hint}");
    expect(&flipper(&["solve", "--hint", "111101111"]), 0, "\n");
    expect(&flipper(&["solve", "--puzzle", "graph a-b b-c c-d", "1111"]), 0, "a d\n");
    let record: Value =
        serde_json::from_str(&flipper(&["solve", "--json", "--puzzle", "graph a-b colours 4", "13"]).out)
            .unwrap();
    assert_eq!(record["outcome"], "unsolvable");
    let record: Value =
        serde_json::from_str(&flipper(&["solve", "--json", "--puzzle", "graph a-b colours 4", "33"]).out)
            .unwrap();
    assert_eq!(
        (&record["solutions"], &record["quiet"][0]["order"], &record["count"]),
        (&json!("4"), &json!(4), &json!(1))
    );
    let record: Value = serde_json::from_str(&flipper(&["render", "--json", "110011101"]).out).unwrap();
    assert_eq!((&record["rows"], &record["board"]), (&json!(3), &json!([1, 1, 0, 0, 1, 1, 1, 0, 1])));
    expect(
        &flipper(&["nullity", "4", "--table", "--json"]),
        0,
        "{\"columns\":1,\"rows\":1,\"nullity\":0}\n{\"columns\":2,\"rows\":2,\"nullity\":0}\n{\"columns\":3,\"rows\":3,\"nullity\":0}\n{\"columns\":4,\"rows\":4,\"nullity\":4}\n",
    );
}

/// Boards beyond 128 rows or columns are solved without a matrix; the test checks every square.
#[test]
fn large_lights_out_is_solved_or_proved_unsolvable() {
    let size = 149;
    let name = format!("lights-out {size} {size}");
    let turned = |presses: &[bool]| -> Vec<bool> {
        let at = |row: usize, column: usize| row < size && column < size && presses[row * size + column];
        (0..size * size)
            .map(|square| {
                let (row, column) = (square / size, square % size);
                [
                    at(row, column),
                    at(row.wrapping_sub(1), column),
                    at(row + 1, column),
                    at(row, column.wrapping_sub(1)),
                    at(row, column + 1),
                ]
                .into_iter()
                .fold(false, |sum, pressed| sum ^ pressed)
            })
            .collect()
    };
    // Presses chosen by a simple rule, and the resulting board.
    let presses: Vec<bool> = (0..size * size).map(|square| square * square % 7 < 3).collect();
    let board: String = turned(&presses).iter().map(|&lit| if lit { '#' } else { '.' }).collect();
    let nullity: usize = flipper(&["nullity", "149"]).out.trim().parse().unwrap();
    assert!(nullity > 0, "choose a size with quiet patterns");
    let solved = run(&["flipper", "solve", "--puzzle", &name, "-"], board.as_bytes());
    assert_eq!(solved.exit, 0, "{}", solved.err);
    let mut found = vec![false; size * size];
    solved.out.split_whitespace().for_each(|press| found[press.parse::<usize>().unwrap() - 1] = true);
    assert_eq!(turned(&found), turned(&presses));
    let count = |presses: &[bool]| presses.iter().filter(|&&pressed| pressed).count();
    assert!(count(&found) <= count(&presses));
    let solutions = run(&["flipper", "solve", "--count", "--puzzle", &name, "-"], board.as_bytes()).out;
    assert_eq!(solutions, format!("{}\n", 1_u128 << nullity));
    let hurried = run(&["flipper", "solve", "--budget", "9", "--puzzle", &name, "-"], board.as_bytes());
    assert_eq!(hurried.exit, 3);
    // A board with a single lit square is unsolvable if some quiet pattern contains the square.
    let proofs = (0..size).filter(|&square| {
        let board: String = (0..size * size).map(|place| if place == square { '1' } else { '0' }).collect();
        let none = run(&["flipper", "solve", "--puzzle", &name, "-"], board.as_bytes());
        if none.exit == 0 {
            return false;
        }
        let words =
            none.out.strip_prefix("# none: every move toggles an even number of the squares ").unwrap();
        let (squares, odd) = words.split_once(", but ").unwrap();
        let mut pattern = vec![false; size * size];
        squares.split(' ').for_each(|square| pattern[square.parse::<usize>().unwrap() - 1] = true);
        assert!(turned(&pattern).iter().all(|&lit| !lit) && pattern[square]);
        assert_eq!((none.exit, odd), (1, "1 of them must change\n"));
        true
    });
    assert!(proofs.take(3).count() == 3);
    let refused = run(&["flipper", "solve", "--json", "--puzzle", &name, "-"], board.as_bytes());
    assert_eq!(refused.exit, 2);
}
