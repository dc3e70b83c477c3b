//! `gridlore connect-four` as scripts use it.

use crate::program::{Run, run};

fn done(arguments: &[&str], input: &str) -> String {
    let Run { out, err, exit } = run(&[&["connect-four"], arguments].concat(), input.as_bytes());
    assert_eq!((exit, err.as_str()), (0, ""), "{arguments:?}");
    out
}

#[test]
fn each_line_gets_its_score() {
    let lines = "121212 18 and more\n2252576253462244111563365343671351441 -1\n7422341735647741166133573473242566 1\n";
    let scores =
        "121212 18\n2252576253462244111563365343671351441 -1\n7422341735647741166133573473242566 1\n";
    assert_eq!(done(&["solve", "-"], lines), scores);
    assert_eq!(done(&["solve", "--weak", "-"], "121212\n"), "121212 1\n");
    assert_eq!(done(&["solve", "121212"], ""), "121212 18\n");
    assert_eq!(done(&["solve", "--board", "4x4", "-"], "\n11\n"), " 0\n11 0\n");
    assert_eq!(done(&["solve", "1212121"], ""), "1212121 -18\n", "it is over");
    let bad = run(&["connect-four", "solve", "-"], b"448\n121212\n");
    assert_eq!(
        (bad.exit, bad.out.as_str()),
        (2, "448 error: found '8', expected the number of a column\n121212 18\n")
    );
    assert_eq!(bad.err, "standard input:1:3: found '8', expected the number of a column\n");
    let spent = run(&["connect-four", "solve", "--budget", "10", "-"], b"4\n");
    assert_eq!((spent.exit, spent.out.as_str()), (3, "4 budget: the budget of 10 nodes is spent\n"));
    let size = run(&["connect-four", "solve", "--board", "20x6", "1"], b"");
    assert!(
        size.exit == 2 && size.err.contains("found \"20x6\", expected a size such as 7x6"),
        "{}",
        size.err
    );
    let large = run(&["connect-four", "solve", "--board", "12x8", "1"], b"");
    assert!(
        large.exit == 2 && large.err.contains("found the board 12x8, expected four in a row on 4x4"),
        "{}",
        large.err
    );
}

#[test]
fn each_column_gets_its_score() {
    // Whoever does not win at once in the first column has to stop the other side in the second.
    assert_eq!(done(&["analyze", "121212"], ""), "1 18\n2 -3\n3 -18\n4 -18\n5 -18\n6 -18\n7 -18\n");
    assert_eq!(done(&["analyze", "--board", "4x4"], ""), "1 0\n2 0\n3 0\n4 0\n");
    assert_eq!(done(&["perft", "7"], ""), "823536\n");
    let times = done(&["bench-win"], "");
    assert_eq!(times.lines().filter(|line| line.ends_with(" ns")).count(), 3, "{times}");
    assert_eq!(done(&["perft", "12", "--board", "4x4"], ""), "5992096\n");
    let over = run(&["connect-four", "analyze", "12121212"], b"");
    assert_eq!(
        over.err,
        "gridlore: argument 1:1:8: found a move after X has won, expected the end of the game\n"
    );
}
