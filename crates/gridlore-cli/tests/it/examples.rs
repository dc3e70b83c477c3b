//! Runs the examples at the end of each `--help`.

use crate::program::{binary, run};
use std::process::{Command, Stdio};

/// Beginnings of examples that are not run, with the reasons.
const NOT_RUN: &[(&str, &str)] = &[
    ("gridlore serve", "runs until Ctrl-C"),
    ("gridlore life play", "needs a terminal; `terminal.rs` has one"),
    ("gridlore people reset", "needs an account; `serve.rs` has one"),
    ("gridlore people close", "needs an account; `serve.rs` has one"),
    ("gridlore logs countries", "needs a database that the user brings; `logs/details.rs` makes one"),
    ("gridlore logs networks", "needs a database that the user brings; `logs/details.rs` makes one"),
    ("gridlore people test-mail", "needs a mail server; the tests of the server have one"),
];

/// Collects the examples of a command and of all its subcommands.
fn examples(words: &str, found: &mut Vec<String>) {
    let arguments: Vec<&str> = words.split_whitespace().chain(["--help"]).collect();
    let help = run(&arguments, b"").out;
    for list in help.split("ommands:\n").skip(1) {
        let names = list.lines().take_while(|line| line.is_empty() || line.starts_with("  "));
        for name in names.filter_map(|line| line.split_whitespace().next()) {
            examples(&format!("{words} {name}"), found);
        }
    }
    if let Some((_, list)) = help.split_once("\nExamples:\n") {
        let lines = list.lines().take_while(|line| !line.is_empty()).map(str::trim);
        found.extend(lines.filter(|line| line.starts_with("gridlore ")).map(str::to_owned));
    }
}

#[test]
fn every_example_works() {
    let folder = std::env::temp_dir().join(format!("gridlore-examples-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(folder.join("posts")).unwrap();
    let program = binary();
    let place = std::path::Path::new(program.get_program()).parent().unwrap().to_path_buf();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths(std::iter::once(place).chain(std::env::split_paths(&path))).unwrap();
    let shell = |script: &str| {
        let mut shell = Command::new("sh");
        shell.args(["-c", script]).current_dir(&folder).env("PATH", &path).env("HOME", &folder);
        shell.env_remove("XDG_STATE_HOME").stdin(Stdio::null()).output().unwrap()
    };
    let files = include_str!("../data/documents/files.sh");
    let made = shell(&format!("set -e\n{files}\ncp my-first.md posts/my-second.md"));
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let mut all = Vec::new();
    examples("", &mut all);
    assert!(all.len() >= 90, "{}", all.len());
    let mut wrong = Vec::new();
    for example in &all {
        if NOT_RUN.iter().any(|(start, _)| example.starts_with(start)) {
            continue;
        }
        let output = shell(example);
        let error = String::from_utf8_lossy(&output.stderr);
        // Exit code 1 means that there is no unique solution, or that a game is not over.
        let is_bad = !matches!(output.status.code(), Some(0 | 1)) || error.contains("error:");
        if is_bad {
            wrong.push(format!("{example}: {:?} {error}", output.status.code()));
        }
    }
    std::fs::remove_dir_all(&folder).unwrap();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
