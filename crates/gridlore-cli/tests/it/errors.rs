//! Tests the messages of all commands about input that is missing, a folder, empty, or of the wrong
//! kind.

use crate::program::{Run, run};
use std::path::{Path, PathBuf};

/// Commands that read a file, without the file name.
const READERS: &[&str] = &[
    "sudoku solve",
    "sudoku check",
    "sudoku count",
    "sudoku solutions",
    "sudoku clues",
    "sudoku conflict",
    "sudoku candidates --true",
    "sudoku canonical",
    "sudoku scramble",
    "sudoku candidates",
    "sudoku convert",
    "sudoku hint",
    "sudoku steps",
    "sudoku explain",
    "sudoku rate",
    "sudoku grade",
    "sudoku conformance",
    "flipper solve",
    "flipper render",
    "flipper play",
    "flipper table --puzzle",
    "flipper solve 111111111 --goal",
    "connect-four solve",
    "connect-four analyze --grid",
    "connect-four solve 44 --book",
    "cover solve",
    "cover count",
    "cover sample",
    "cover why",
    "cover check",
    "cover marginals",
    "cover reduce",
    "cover zdd",
    "cover estimate",
    "cover pack",
    "life run --gens 1",
    "life show",
    "life convert",
    "life identify",
    "life show glider --rule-file",
    "logs report",
    "logs pages",
    "logs merge",
    "logs report - --bots",
    "prolog",
];

/// Returns a new folder with a file of one puzzle in it.
fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("gridlore-errors-{}-{name}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("puzzles.txt"), ".".repeat(81)).unwrap();
    folder
}

fn run_on(command: &str, file: &Path) -> Run {
    let arguments: Vec<&str> = command.split(' ').chain([file.to_str().unwrap()]).collect();
    run(&arguments, b"")
}

#[test]
fn a_missing_file_is_reported_as_one() {
    let folder = folder("missing");
    for command in READERS {
        for (name, hint) in [("none.txt", ""), ("puzles.txt", "puzzles.txt")] {
            let file = folder.join(name);
            let Run { out, err, exit } = run_on(command, &file);
            let hint = match hint {
                "" => String::new(),
                near => format!("; did you mean {}?", folder.join(near).display()),
            };
            let expected = format!("{}: no such file{hint}", file.display());
            assert!(
                exit == 2 && err.starts_with("gridlore: ") && err.ends_with(&format!("{expected}\n")),
                "{command}: {err}"
            );
            assert_eq!((out.as_str(), err.lines().count()), ("", 1), "{command}: {err}");
        }
    }
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_folder_is_reported_as_one() {
    let folder = folder("folder");
    for command in READERS {
        let Run { out, err, exit } = run_on(command, &folder);
        let expected = format!("{}: found a folder, expected a file", folder.display());
        assert!(exit == 2 && out.is_empty() && err.contains(&expected), "{command}: {err}");
        assert_eq!(err.lines().count(), 1, "{command}: {err}");
    }
    std::fs::remove_dir_all(folder).unwrap();
}

#[cfg(unix)]
#[test]
fn an_unreadable_file_is_reported_as_one() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder("unreadable");
    let file = folder.join("puzzles.txt");
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o000)).unwrap();
    // Root can read every file.
    if std::fs::File::open(&file).is_ok() {
        gridlore_testing::skipped("this user can read files without permission");
    } else {
        for command in READERS {
            let Run { err, exit, .. } = run_on(command, &file);
            let expected = format!("{}: no permission to read this file", file.display());
            assert!(exit == 2 && err.contains(&expected), "{command}: {err}");
        }
    }
    std::fs::remove_dir_all(folder).unwrap();
}

/// An empty file is empty input: an error if a puzzle is needed, and zero puzzles in a batch.
#[test]
fn an_empty_file_is_never_a_crash() {
    let folder = folder("empty");
    let file = folder.join("empty.txt");
    std::fs::write(&file, "").unwrap();
    for command in READERS {
        let Run { err, exit, .. } = run_on(command, &file);
        assert!(exit == 0 || (exit == 2 && err.starts_with("gridlore: ")), "{command}: {exit} {err}");
    }
    let batch = run_on("sudoku solve", &file);
    assert_eq!((batch.out.as_str(), batch.err.as_str()), ("", "gridlore: found no puzzles\n"));
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_geometry_at_the_head_of_a_file_is_read() {
    let killer = "3x3 cage:15=r1c1-2\n.................................................................................\n";
    let folder = folder("geometry");
    let file = folder.join("killer.txt");
    for head in ["", "geometry: ", "# A killer\n\ngeometry: "] {
        std::fs::write(&file, format!("{head}{killer}")).unwrap();
        let candidates = run_on("sudoku candidates", &file).out;
        assert!(candidates.starts_with("6789 6789 123456789"), "{candidates}");
        let converted = run_on("sudoku convert", &file);
        assert!(
            converted.exit == 2 && converted.err.contains("found a geometry; only the standard"),
            "{}",
            converted.err
        );
    }
    std::fs::write(&file, "2x2 cage:3=r1c1-2\n.234341221434321\n").unwrap();
    for command in ["sudoku hint", "sudoku steps", "sudoku explain"] {
        let Run { out, err, exit } = run_on(command, &file);
        assert!(exit == 0 && out.contains("r1c1=1"), "{command}: {out}{err}");
    }
    // In a batch, in which each line is a puzzle, the heading needs the word `geometry:`.
    std::fs::write(&file, killer).unwrap();
    let batch = run_on("sudoku solve", &file);
    assert!(
        batch.err.contains(":1:1: found a geometry, expected a puzzle; write \"geometry: \" before it"),
        "{}",
        batch.err
    );
    std::fs::write(&file, "geometry: 3y3\n").unwrap();
    let bad = run_on("sudoku hint", &file);
    assert!(bad.exit == 2 && bad.err.contains("killer.txt:1:"), "{}", bad.err);
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn ids_and_names_are_explained() {
    for (arguments, expected) in [
        (
            "show flipper:merlin",
            "gridlore: line 1, column 15: found nothing, expected '#' and a seed, as in flipper:merlin#7, or ':' and a board\n",
        ),
        ("show flipper:mrelin", "found \"mrelin\", expected 0 or 1, or . or #; or a preset and a seed"),
        ("show flipper:mrelin", "did you mean flipper:merlin#7?"),
        ("play flipper:chess", "with one of the presets \"flipper\", "),
        (
            "show connect-four:14x9",
            "column 14: found \"14x9\", expected a size such as 7x6, or 9x7x5 for five in a row (at most 32 columns and rows",
        ),
        ("show connect-four:14x9#1", "column 14: found \"14x9\", expected a size such as 7x6"),
        ("show connect-four:449", "column 16: found '9', expected the number of a column"),
        ("connect-four solve 44 --board 14x9", "found \"14x9\", expected a size such as 7x6"),
        ("show sudoku:hrad", "did you mean sudoku:hard#7?"),
        ("show sudoku:hrad#3", "did you mean sudoku:hard#3?"),
        ("show sudoku", "expected '#' and a seed, as in sudoku#7, or ':' and a description"),
        ("show sudok", "found \"sudok\", expected one of sudoku, variant-sudoku, flipper"),
        ("show sudok#1", "did you mean sudoku?"),
        (
            "show life:gldier",
            "found \"gldier\", expected cells such as bo$2bo$3o!, or a pattern of the library; did you mean glider?",
        ),
        ("show life:known2#1", "found \"known2\", expected known, soup, or soup,SIDE,PERCENT,RULE"),
        ("show cover:queens-5", "did you mean queens-4?"),
        ("show prolog:quens", "did you mean queens?"),
        ("show puzzles.txt", "found \"puzzles.txt\", expected a game id such as sudoku:easy#7"),
        (
            "play cover:queens-4",
            "cover cannot be played; expected sudoku, variant-sudoku, flipper, connect-four",
        ),
        ("life show glidr", "glidr: no file or library pattern has this name; did you mean glider?"),
        (
            "life show glider --rule foo",
            "--rule, column 1: unknown rule: found \"foo\", expected a rulestring such as B3/S23",
        ),
        ("life show glider --rule walk", "unknown rule: found \"walk\""),
        ("life show glider --rule higlife", "did you mean HighLife?"),
        ("sudoku hint --technique xywing 1", "gridlore: "),
        (
            "connect-four review game.txt",
            "game.txt: expected moves such as 4453; to read a file of games, use `connect-four solve",
        ),
        ("flipper solve chess", "the board:1:1: found 'c', expected 0 or 1, or . or #"),
    ] {
        let words: Vec<&str> = arguments.split(' ').collect();
        let Run { err, exit, .. } = run(&words, b"");
        assert!(exit == 2 && err.contains(expected), "{arguments}: {err}");
    }
}

#[test]
fn unknown_commands_get_suggestions() {
    let Run { out, err, exit } = run(&["solve"], b"");
    assert_eq!((out.as_str(), exit), ("", 2));
    assert!(err.starts_with("error: unrecognized subcommand 'solve'"), "{err}");
    assert!(err.contains("'sudoku solve', 'flipper solve'") && !err.contains("people"), "{err}");
}
