//! Parsing of puzzles and boards, and the exact text of every error.

use gridlore_core::ParseError;
use gridlore_flipper::{Toggle, Vector};

/// Checks every case of `tests/data/<name>`: the input in the first field, in which `\n` is a line
/// end, must give the second field.
fn check(name: &str, answer: impl Fn(&str) -> Result<String, ParseError>) {
    let path = format!("{}/tests/data/{name}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).unwrap();
    let mut seen = 0;
    for (number, line) in
        text.lines().enumerate().filter(|(_, line)| !line.starts_with("# ") && !line.is_empty())
    {
        let (case, expected) = line.split_once('\t').unwrap();
        let found = answer(&case.replace("\\n", "\n")).unwrap_or_else(|error| error.to_string());
        assert_eq!(found, expected, "tests/data/{name}:{}", number + 1);
        seen += 1;
    }
    assert!(seen > 5, "{name} holds {seen} cases");
}

fn size(puzzle: &Toggle) -> String {
    assert_eq!(
        Toggle::from_name(&puzzle.to_name()).map(|again| (again.to_name(), again.turned().to_vec())),
        Ok((puzzle.to_name(), puzzle.turned().to_vec())),
        "the name round-trips"
    );
    format!("{} {}", puzzle.squares(), puzzle.moves())
}

#[test]
fn names_give_their_puzzle_or_their_error() {
    check("named.txt", |text| Toggle::from_name(text).map(|puzzle| size(&puzzle)));
}

#[test]
fn custom_puzzles_are_read_or_refused() {
    check("own.txt", |text| Toggle::parse(text).map(|puzzle| size(&puzzle)));
}

/// The name of a puzzle round-trips even if the puzzle has more named squares than a grid can have
/// columns, and with any goal.
#[test]
fn long_rows_of_squares_round_trip() {
    for count in [128, 129, 2_500] {
        let names: Vec<String> = (0..count).map(|number| format!("v{number}")).collect();
        let own = Toggle::parse(&format!("squares {}\nmove a: v1 v7\n", names.join(" "))).unwrap();
        assert_eq!(size(&own), format!("{count} 1"));
        let graph = Toggle::from_name(&format!("graph {}", names.join(" "))).unwrap();
        let graph = graph.with_goal(Vector::with_ones(count, [3])).unwrap();
        assert_eq!(size(&graph), format!("{count} {count}"));
        assert_eq!(Toggle::from_name(&graph.to_name()), Ok(graph));
    }
}

#[test]
fn boards_are_read_or_refused() {
    check("boards.txt", |text| Toggle::flipper().board(text).map(|board| board.to_string()));
}

#[test]
fn print_parse_round_trip() {
    let puzzle = Toggle::from_name("lights-out 5 3").unwrap();
    for seed in 0..100 {
        let board = Vector::with_ones(15, (0..15).filter(|square| (seed * 7919 + 13) >> square & 1 == 1));
        let rows = puzzle.board_in_rows(&board);
        assert_eq!(rows.lines().map(str::len).collect::<Vec<_>>(), [5, 5, 5]);
        assert_eq!(puzzle.board(&rows), Ok(board));
    }
}
