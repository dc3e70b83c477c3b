//! Helpers for running the binary, and tests of all commands.

use std::io::Write;
use std::process::{Command, Stdio};

/// The output and exit code of a run.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) out: String,
    pub(crate) err: String,
    pub(crate) exit: i32,
}

pub(crate) fn binary() -> Command {
    Command::new(env!("CARGO_BIN_EXE_gridlore"))
}

/// Runs the binary with `arguments` and `input` on standard input.
pub(crate) fn run(arguments: &[&str], input: &[u8]) -> Run {
    let mut child = binary();
    child.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = child.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    // A program that does not read its input closes the pipe, which is not an error.
    let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    Run {
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
        exit: output.status.code().unwrap(),
    }
}

/// `src/help` checks the help of all commands; this test runs the program.
#[test]
fn help_and_version_are_printed() {
    for command in [&[][..], &["serve"], &["sudoku"], &["cover", "make", "queens"]] {
        let help = run(&[command, &["--help"]].concat(), b"");
        assert_eq!((help.exit, help.err.as_str()), (0, ""), "{command:?}");
        assert!(help.out.contains("Usage: gridlore"), "{command:?}: {}", help.out);
        let version = run(&[command, &["--version"]].concat(), b"");
        assert_eq!((version.exit, version.err.as_str()), (0, ""), "{command:?}");
        assert!(version.out.trim().ends_with(env!("CARGO_PKG_VERSION")), "{command:?}: {}", version.out);
    }
}

#[test]
fn wrong_usage_exits_with_2() {
    for arguments in [
        &["dance"][..],
        &[],
        &["sudoku"],
        &["sudoku", "solve"],
        &["sudoku", "generate", "-n", "x"],
        &["show"],
    ] {
        let run = run(arguments, b"");
        assert_eq!((run.exit, run.out.as_str()), (2, ""), "{arguments:?}");
        assert!(!run.err.is_empty(), "{arguments:?}");
    }
}

#[test]
fn any_puzzle_of_the_registry_is_shown() {
    let text = run(&["show", "sudoku:easy#7"], b"");
    assert_eq!((text.exit, text.out.lines().count()), (0, 11));
    let id = run(&["show", "--format", "id", "sudoku:easy#7"], b"").out;
    assert_eq!(run(&["show", id.trim()], b"").out, text.out);
    assert!(run(&["show", "--format", "svg", id.trim()], b"").out.starts_with("<svg "));
    let bad = run(&["show", "chess#1"], b"");
    assert_eq!((bad.exit, bad.out.as_str()), (2, ""));
    assert_eq!(
        bad.err,
        format!(
            "gridlore: line 1, column 1: found \"chess\", expected one of {}\n",
            gridlore::kinds().iter().map(|kind| kind.name).collect::<Vec<_>>().join(", ")
        )
    );
}
