//! Runs the short form of every room as a test: compares each engine with independent
//! implementations.

use std::process::Command;

fn lab(arguments: &[&str]) -> (bool, String) {
    let mut lab = Command::new(env!("CARGO_BIN_EXE_gridlore-differential"));
    let output = lab.args(arguments).output().expect("the program starts");
    let text = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    (output.status.success(), text.into_owned())
}

/// Runs the rooms whose names start with one of `rooms`.
fn check(rooms: &[&str]) {
    let (is_clean, report) = lab(&[&["--short", "--jobs", "1"], rooms].concat());
    assert!(is_clean, "{report}");
    assert!(report.contains(" cases,  0 differences,"), "{report}");
    for line in report.lines() {
        if let Some((room, reason)) = line.split_once("skipped: ") {
            let room = room.split(' ').next().unwrap_or_default();
            gridlore_testing::skipped(format_args!("{room}: {reason}"));
        }
    }
}

macro_rules! rooms {
    ($($test:ident: $($room:literal),+;)+) => {
        $(#[test]
        fn $test() {
            check(&[$($room),+]);
        })+

        #[test]
        fn every_room_has_a_test() {
            let (is_done, list) = lab(&["--list"]);
            assert!(is_done && list.lines().count() > 15, "{list}");
            let names = [$($($room),+),+];
            for room in list.lines() {
                assert!(names.iter().any(|name| room.starts_with(name)), "{room}");
            }
        }
    };
}

rooms! {
    life: "life";
    prolog_control: "prolog/builtins", "prolog/control";
    prolog_arithmetic: "prolog/arithmetic";
    prolog_constraints: "prolog/constraints";
    prolog_terms: "prolog/terms";
    sudoku_boards: "sudoku/classic", "sudoku/geometry", "sudoku/formats";
    sudoku_people: "sudoku/techniques", "sudoku/ratings";
    cover: "cover";
    flipper: "flipper";
    connect_four: "connect-four";
    site: "site";
    logs: "logs";
}

#[test]
fn the_options_are_printed() {
    let (is_done, text) = lab(&["--help"]);
    assert!(is_done && text.contains("--minutes N"), "{text}");
    let (is_done, text) = lab(&["--nothing"]);
    assert!(!is_done && text.contains("unknown option --nothing"), "{text}");
}
