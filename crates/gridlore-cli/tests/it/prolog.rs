//! Tests of `gridlore prolog` as scripts use it.

use crate::program::{Run, run};
use std::io::Write;

/// Writes a program to a file.
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
fn a_goal_prints_only_its_output_and_sets_the_exit_code() {
    let path = file("sudoku", SUDOKU);
    let Run { out, err, exit } = prolog(&["-g", "main", &path], "");
    // The Prolog rules and the sudoku engine find the same unique solution.
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
fn queries_from_standard_input_are_answered_line_by_line() {
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
    assert_eq!(err, "gridlore: line 1, column 3: found the end of input, expected a term\n");
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
fn limits_stop_an_endless_program() {
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
fn errors_are_reported_with_their_place() {
    let path = file("mistakes", "p(1).\np(2\nq(X) :- p(1).\n");
    let Run { err, exit, .. } = prolog(&[&path, "-g", "p(1)"], "");
    assert_eq!(exit, 0);
    assert_eq!(
        err,
        format!(
            "ERROR: {path}:3:1: Syntax error: found 'q', expected an operator, a comma or a full stop before it\n"
        )
    );
    let Run { err, exit, .. } = prolog(&["no-such-file.pl"], "");
    assert_eq!(exit, 2);
    assert!(err == "gridlore: no-such-file.pl: no such file\n", "{err}");
}

/// Returns the output of a goal with a library puzzle.
fn output_with_puzzle(name: &str, goal: &str) -> String {
    let Run { out, err, exit } = prolog(&["--puzzle", name, "-g", goal], "");
    assert_eq!((err.as_str(), exit), ("", 0), "{name}: {goal}");
    out.trim().to_owned()
}

fn gridlore(arguments: &[&str], input: &str) -> String {
    run(arguments, input.as_bytes()).out.trim().to_owned()
}

#[test]
fn puzzles_of_the_library_agree_with_the_other_engines() {
    // Sudoku: the digits equal those of the sudoku engine.
    for line in [
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
        "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9",
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    ] {
        let own = output_with_puzzle("sudoku", &format!("forall(solution(\"{line}\", L), (write(L), nl))"));
        assert_eq!(own, gridlore(&["sudoku", "solve", "-"], line));
    }
    // Queens and Langford pairs: the counts equal those of exact covers.
    for n in [4, 5, 6, 7] {
        let made = gridlore(&["cover", "make", "queens", &n.to_string()], "");
        let own = output_with_puzzle(
            "queens",
            &format!("aggregate_all(count, (queens({n}, Qs), label(Qs)), N), write(N)"),
        );
        assert_eq!(own, gridlore(&["cover", "count", "-"], &(made + "\n")), "{n} queens");
    }
    for n in [3, 4, 5, 7] {
        let made = gridlore(&["cover", "make", "langford", &n.to_string()], "");
        let own =
            output_with_puzzle("langford", &format!("aggregate_all(count, langford({n}, _), N), write(N)"));
        assert_eq!(own, gridlore(&["cover", "count", "-"], &(made + "\n")), "Langford {n}");
    }
    // Flipper: the fewest presses and the number of solutions agree.
    for rows in [["#.#", "...", "#.#"], ["##.", ".#.", "..#"], ["#..", ".##", "###"]] {
        let list = rows.map(|row| format!("\"{row}\"")).join(", ");
        let grid = rows.join("\n") + "\n";
        let puzzle = "lights-out 3 3";
        let count = output_with_puzzle(
            "flipper",
            &format!("aggregate_all(count, presses([{list}], _), N), write(N)"),
        );
        assert_eq!(
            count,
            gridlore(&["flipper", "solve", "--puzzle", puzzle, "--count", "-"], &grid),
            "{rows:?}"
        );
        let fewest = output_with_puzzle("flipper", &format!("fewest([{list}], _, N), write(N)"));
        let solved = gridlore(&["flipper", "solve", "--puzzle", puzzle, "-"], &grid);
        assert_eq!(fewest, solved.split_whitespace().count().to_string(), "{rows:?}: {solved}");
    }
    // Known results of the other puzzles.
    assert_eq!(output_with_puzzle("zebra", "forall(zebra(O, D), (write(O-D), nl))"), "japanese-norwegian");
    assert_eq!(
        output_with_puzzle("send", "forall((puzzle(P), term_variables(P, Vs), label(Vs)), (write(P), nl))"),
        "[9,5,6,7]+[1,0,8,5]=[1,0,6,5,2]"
    );
    assert_eq!(
        output_with_puzzle(
            "magic",
            "aggregate_all(count, (magic(3, R), append(R, Vs), label(Vs)), N), write(N)"
        ),
        "8"
    );
    assert_eq!(
        output_with_puzzle(
            "knights",
            "forall((member(I, [1, 2, 3]), island(I, P), label(P)), (write(P), nl))"
        ),
        "[1,0]\n[0,1,0]\n[0,0,0,0,0,0,1,0]"
    );
    let list = gridlore(&["prolog", "--puzzle", "list"], "");
    assert_eq!(list.lines().count(), 9);
    assert_eq!(prolog(&["--puzzle", "nothing"], "").exit, 2);
}

#[test]
fn the_winner_of_four_in_a_row_agrees_with_the_engine() {
    // Pseudo-random games that stop at some move; the engine knows whether a game is over.
    let mut state = 12345u64;
    let mut games = Vec::new();
    for _ in 0..40 {
        let mut heights = [0; 7];
        let mut game = String::new();
        for _ in 0..(7 + state % 25) {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let column = usize::try_from((state >> 33) % 7).unwrap();
            if heights[column] < 6 {
                heights[column] += 1;
                game.push(char::from(b'1' + u8::try_from(column).unwrap()));
            }
        }
        games.push(game);
    }
    let list = games.iter().map(|game| format!("'{game}'")).collect::<Vec<_>>().join(", ");
    let goal = format!(
        "forall(member(G, [{list}]), ( atom_length(G, L), ( between(1, L, N), sub_atom(G, 0, N, _, P), winner(P, S), S \\== nobody -> true ; N = 0, S = nobody ), write(N-S), nl ))"
    );
    let output = output_with_puzzle("four", &goal);
    let mut wins = 0;
    for (game, line) in games.iter().zip(output.lines()) {
        let (length, side) = line.split_once('-').unwrap();
        let length: usize = length.parse().unwrap();
        let is_over = side != "nobody";
        let last = if is_over { length } else { game.len() };
        // The engine is slow on early positions.
        if last < 16 {
            continue;
        }
        wins += usize::from(is_over);
        assert_eq!(side == "first", is_over && length % 2 == 1, "{game}");
        // The engine's score of the last move: an immediate win is the best possible.
        let analysed = gridlore(&["connect-four", "analyze", &game[..last - 1]], "");
        let column = &game[last - 1..last];
        let score = analysed
            .lines()
            .find_map(|line| line.strip_prefix(column))
            .map(|score| score.trim().parse::<usize>().ok());
        let wins_at_once = score == Some(Some((44 - last) / 2));
        assert_eq!(wins_at_once, is_over, "{game}: {analysed}");
    }
    assert_eq!(output.lines().count(), games.len());
    assert!(wins >= 5, "{wins}");
}

#[test]
fn programs_consult_other_files_and_end_in_time() {
    let library = file("library", "half(X, Y) :- X #= 2 * Y.\n");
    let library = std::path::Path::new(&library);
    let name = library.file_stem().unwrap().to_str().unwrap();
    // The file is found next to the program that loads it, without its extension.
    let main = file(
        "main",
        &format!(":- use_module('{name}').\nmain :- half(8, Y), print(Y), nl.\n:- initialization(main).\n"),
    );
    let Run { out, err, exit } = prolog(&["-g", "true", &main], "");
    assert_eq!((out.as_str(), err.as_str(), exit), ("4\n", "", 0));
    let Run { out, err, exit } = prolog(&["-g", "consult(nothing)"], "");
    assert_eq!((out.as_str(), err.as_str(), exit), ("", "ERROR: source_sink `nothing' does not exist\n", 2));
    let Run { out, err, exit } = prolog(&["-g", "repeat, fail", "--limit-seconds", "0.2"], "");
    assert_eq!((out.as_str(), err.as_str(), exit), ("", "ERROR: Not enough resources: time\n", 2));
    let timed = "catch(call_with_time_limit(0.1, (repeat, fail)), E, true), print(E), nl";
    assert_eq!(prolog(&["-g", timed], "").out, "time_limit_exceeded\n");
}
