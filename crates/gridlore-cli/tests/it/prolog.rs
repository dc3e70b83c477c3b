//! `gridlore prolog` as scripts use it.

use crate::program::{Run, run};
use std::io::Write;

/// A program in a file of its own.
fn file(name: &str, text: &str) -> String {
    let path = std::env::temp_dir().join(format!("gridlore-{}-{name}.pl", std::process::id()));
    std::fs::File::create(&path).unwrap().write_all(text.as_bytes()).unwrap();
    path.display().to_string()
}

fn prolog(arguments: &[&str], input: &str) -> Run {
    run(&[&["prolog"], arguments].concat(), input.as_bytes())
}

const SUDOKU: &str = "
:- use_module(library(clpfd)).
sudoku(Rows) :-
    length(Rows, 9), maplist(same_length(Rows), Rows), append(Rows, Vs), Vs ins 1..9,
    maplist(all_distinct, Rows), transpose(Rows, Columns), maplist(all_distinct, Columns),
    Rows = [A,B,C,D,E,F,G,H,I], blocks(A,B,C), blocks(D,E,F), blocks(G,H,I).
blocks([], [], []).
blocks([A,B,C|T1], [D,E,F|T2], [G,H,I|T3]) :- all_distinct([A,B,C,D,E,F,G,H,I]), blocks(T1,T2,T3).
puzzle([[8,_,_,_,_,_,_,_,_],[_,_,3,6,_,_,_,_,_],[_,7,_,_,9,_,2,_,_],[_,5,_,_,_,7,_,_,_],[_,_,_,_,4,5,7,_,_],
        [_,_,_,1,_,_,_,3,_],[_,_,1,_,_,_,_,6,8],[_,_,8,5,_,_,_,1,_],[_,9,_,_,_,_,4,_,_]]).
main :- puzzle(Rows), sudoku(Rows), maplist(label, Rows), forall(member(Row, Rows), ( atomic_list_concat(Row, Line), write(Line) )), nl, fail.
main.
";

#[test]
fn a_goal_prints_what_it_prints_and_tells_how_it_ended() {
    let path = file("sudoku", SUDOKU);
    let Run { out, err, exit } = prolog(&["-g", "main", &path], "");
    // Both the rules and the sudoku engine say that there is one solution, and the same one.
    let given = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
    let solved = run(&["sudoku", "solve", "-"], given.as_bytes());
    assert_eq!((out.trim(), err.as_str(), exit), (solved.out.trim(), "", 0));
    assert_eq!(out.lines().count(), 1);
    for (goal, expected) in [
        ("true", (0, "")),
        ("fail", (1, "")),
        ("write(a), nl, fail", (1, "a\n")),
        ("halt", (0, "")),
        ("write(b), halt(7)", (7, "b")),
        ("X is foo", (2, "")),
        ("throw(my)", (2, "")),
        ("p(", (2, "")),
    ] {
        let Run { out, err, exit } = prolog(&["-g", goal], "");
        assert_eq!((exit, out.as_str()), expected, "{goal}");
        assert_eq!(exit == 2, !err.is_empty(), "{goal}: {err}");
    }
}

#[test]
fn queries_from_standard_input_have_answers_line_by_line() {
    let path = file("facts", "p(1). p(2). p(3).\n");
    let Run { out, err, exit } =
        prolog(&[&path, "--answers", "2"], "p(X).\n\n% passed by\nX in 1..5, X #\\= 3\np(4)\nX is a\n");
    assert_eq!((err.as_str(), exit), ("", 0));
    assert_eq!(
        out,
        "?- p(X).\nX=1\nX=2\n\n?- X in 1..5, X#\\=3.\nX in 1..2\\/4..5\n\n?- p(4).\nfalse.\n\n?- X is a.\nerror: type_error(evaluable,a/0)\n\n"
    );
    let Run { out, err, exit } = prolog(&[], "p(\nX = 1\n");
    assert_eq!((out.as_str(), exit), ("?- X=1.\nX=1\n\n", 2));
    assert_eq!(err, "gridlore: line 1, column 3: found the end, expected a term\n");
}

#[test]
fn programs_read_standard_input_and_are_timed() {
    let goal = "read(X), Y is X * 2, write(Y), nl, read(Z), write(Z)";
    let Run { out, err, exit } = prolog(&["--time", "-g", goal], "21.\n");
    assert_eq!((out.as_str(), exit), ("42\nend_of_file", 0));
    assert!(err.starts_with("% ") && err.contains(" inferences, ") && err.ends_with(" seconds\n"), "{err}");
    let Run { err, .. } = prolog(&["-g", "time(true)"], "");
    assert!(err.starts_with("% ") && err.contains("inferences") && err.contains("seconds"), "{err}");
}

#[test]
fn limits_end_a_program_that_would_not_end() {
    let path = file("forever", "forever :- forever.\ndeeper(X) :- deeper(f(X, X, X)), true.\n");
    for (arguments, what) in [
        (&["--limit-inferences", "100000", "-g", "forever"][..], "inferences"),
        (&["--limit-memory", "20", "-g", "deeper(a)"], "memory"),
    ] {
        let Run { out, err, exit } = prolog(&[arguments, &[&path]].concat(), "");
        assert_eq!((out.as_str(), exit), ("", 2));
        assert_eq!(err, format!("ERROR: Not enough resources: {what}\n"));
    }
}

#[test]
fn mistakes_are_told_with_their_place() {
    let path = file("mistakes", "p(1).\np(2\nq(X) :- p(1).\n");
    let Run { err, exit, .. } = prolog(&[&path, "-g", "p(1)"], "");
    assert_eq!(exit, 0);
    assert_eq!(
        err,
        format!(
            "ERROR: {path}:3:1: Syntax error: found 'q', expected an operator, a comma or the end of the clause before it\n"
        )
    );
    let Run { err, exit, .. } = prolog(&["no-such-file.pl"], "");
    assert_eq!(exit, 2);
    assert!(err.starts_with("gridlore: no-such-file.pl: can't be read"), "{err}");
}
