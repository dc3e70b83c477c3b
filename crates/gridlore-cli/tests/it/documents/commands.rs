//! Runs every command in every document with `sh`, each document in its own folder.

use super::{compare_record, documents, fences};
use crate::program::binary;
use regex::Regex;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// The words that exclude commands from being run, with the number of these commands and the
/// reason.
pub(crate) const NOT_RUN: &[(&str, usize, &str)] = &[
    ("cargo", 8, "builds; names.rs checks the names in it"),
    ("serve", 2, "runs until Ctrl-C; the tests of the server start it"),
    ("life play", 1, "needs a terminal; terminal.rs has one"),
    ("test-mail", 1, "needs a mail server; the tests of the server have one"),
    ("--follow", 1, "runs until Ctrl-C; logs/scale.rs tests it"),
    ("dot", 2, "another program, Graphviz"),
    ("parallel", 3, "another program, GNU parallel"),
    ("spark-submit", 1, "another program; spark.rs runs the script if Spark is installed"),
];

/// Placeholders in commands for the reader’s own data, and their values in this test.
const STAND_INS: &[(&str, &str)] = &[
    ("PUZZLE", "....65.91......5..4591...7.....9..3...18.67...7..4.....9...4625..4......82.75...."),
    ("GRID", "1100010000000000000000000"),
    ("FILE", "puzzles.txt"),
];

/// A command of a document.
#[derive(Debug)]
struct Step {
    /// The line of the command.
    line: usize,
    text: String,
    /// The comment after ` # `.
    comment: String,
    /// The output in the document, for commands in a `console` block.
    output: Option<Vec<String>>,
    /// The word that excludes the command from being run.
    not_run: Option<String>,
}

/// Splits a line into command and comment.
fn without_comment(line: &str) -> (&str, &str) {
    let (mut quote, mut before) = (None, ' ');
    for (at, sign) in line.char_indices() {
        match (quote, sign) {
            (None, '#') if before == ' ' => return (line[..at].trim_end(), line[at + 1..].trim()),
            (None, '"' | '\'') => quote = Some(sign),
            (Some(open), _) if open == sign => quote = None,
            _ => (),
        }
        before = sign;
    }
    (line.trim_end(), "")
}

/// Returns the commands of a document, in order.
fn steps(name: &str, text: &str) -> Vec<Step> {
    let mut steps = Vec::<Step>::new();
    for fence in fences(text).0 {
        let is_console = fence.language() == "console";
        let holds_commands =
            fence.text.lines().any(|line| line.starts_with("gridlore ") || line.starts_with("$ "));
        if !is_console && fence.language() != "sh" {
            assert!(!holds_commands, "{name}:{}: commands belong in sh or console blocks", fence.line);
            continue;
        }
        let words: Vec<&str> = fence
            .info
            .split_once("not-run:")
            .map(|(_, words)| words.split(',').map(str::trim).collect())
            .unwrap_or_default();
        let first = steps.len();
        for (number, line) in fence.text.lines().enumerate() {
            let command = if is_console { line.strip_prefix("$ ") } else { Some(line) };
            let Some(command) = command else {
                let last = steps.last_mut().filter(|step| step.output.is_some());
                last.expect("a command before its output").output.as_mut().unwrap().push(line.to_owned());
                continue;
            };
            let (command, comment) = without_comment(command);
            if command.is_empty() {
                continue;
            }
            let word = words.iter().find(|word| format!(" {command} ").contains(&format!(" {word} ")));
            steps.push(Step {
                line: fence.line + number,
                text: command.to_owned(),
                comment: comment.to_owned(),
                output: is_console.then(Vec::new),
                not_run: word.map(|&word| word.to_owned()),
            });
        }
        for word in words {
            let is_there = steps[first..].iter().any(|step| step.not_run.as_deref() == Some(word));
            assert!(is_there, "{name}:{}: no command contains the word {word}", fence.line);
        }
    }
    steps
}

/// Creates an empty folder.
fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("gridlore-documents-{}-{name}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Returns a shell command that runs in a folder, with the program on its path.
fn shell(folder: &Path, script: &str) -> Command {
    let program = binary();
    let place = Path::new(program.get_program()).parent().unwrap().to_path_buf();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path = std::iter::once(place).chain(std::env::split_paths(&path));
    let mut shell = Command::new("sh");
    shell.args(["-c", script]).current_dir(folder).env("PATH", std::env::join_paths(path).unwrap());
    shell
        .env("HOME", folder)
        .env_remove("XDG_STATE_HOME")
        .env("SLURM_ARRAY_TASK_ID", "0")
        .stdin(Stdio::null());
    shell
}

/// Waits for a command for at most two minutes.
fn wait(child: &mut Child) -> Option<i32> {
    for _ in 0..12_000 {
        if let Some(status) = child.try_wait().unwrap() {
            return status.code();
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    None
}

/// Returns whether the output matches the document, in which `…` matches any text.
fn matches(expected: &[String], found: &[&str]) -> bool {
    match expected {
        [] => found.is_empty(),
        [any, rest @ ..] if any == "…" => (0..=found.len()).any(|skip| matches(rest, &found[skip..])),
        [line, rest @ ..] => {
            let pattern = line.split('…').map(regex::escape).collect::<Vec<_>>().join(".*");
            let is_same = |found: &str| Regex::new(&format!("^{pattern}$")).unwrap().is_match(found);
            found.split_first().is_some_and(|(first, others)| is_same(first) && matches(rest, others))
        }
    }
}

/// Runs a command; returns its fault, if any, and the lines for its record.
fn run(folder: &Path, step: &Step) -> (Option<String>, String) {
    let mut text = step.text.clone();
    for (word, value) in STAND_INS {
        text = Regex::new(&format!(r"\b{word}\b")).unwrap().replace_all(&text, *value).into_owned();
    }
    let (out, err) = (folder.join(".out"), folder.join(".err"));
    let file = |path: &Path| std::fs::File::create(path).unwrap();
    let output = file(&out);
    let error = if step.output.is_some() { output.try_clone().unwrap() } else { file(&err) };
    let mut child = shell(folder, &text).stdout(output).stderr(error).spawn().unwrap();
    let Some(exit) = wait(&mut child) else {
        return (Some("runs for more than two minutes".to_owned()), String::new());
    };
    let printed = String::from_utf8_lossy(&std::fs::read(&out).unwrap()).into_owned();
    let lines: Vec<&str> = printed.lines().map(str::trim_end).collect();
    if let Some(expected) = &step.output {
        let fault = (!matches(expected, &lines)).then(|| format!("prints\n{printed}"));
        return (fault, String::new());
    }
    let said = Regex::new(r"exit code (\d)").unwrap();
    let expected = said.captures(&step.comment).map_or(0, |found| found[1].parse().unwrap());
    let mut fault = None;
    if exit != expected {
        let error = std::fs::read_to_string(&err).unwrap_or_default();
        fault = Some(format!("exits with {exit}, expected {expected}: {error}"));
    }
    if let Some((_, line)) = step.comment.split_once("=> ")
        && !lines.contains(&line.trim())
    {
        fault = Some(format!("does not print {line:?}, but\n{printed}"));
    }
    // Times, and the number of files in the site of the essays, vary even if the document does not
    // change.
    let varying = Regex::new(r"\d+(\.\d+)? (s|ms|files|written)\b").unwrap();
    // Without a seed, the output is random.
    let is_random = step.text.contains(" generate ") && !step.text.contains("--seed");
    let shown: String = lines
        .iter()
        .take(if is_random { 0 } else { 3 })
        .map(|line| {
            let line: String = line.chars().take(100).collect();
            format!("| {}\n", varying.replace_all(&line, "… $2"))
        })
        .collect();
    (fault, format!("$ {}\n{}{} lines\n", step.text, shown.replace(" \n", "\n"), lines.len()))
}

#[test]
fn every_command_prints_what_its_document_says() {
    let files = folder("files");
    let script = include_str!("../../data/documents/files.sh");
    assert!(shell(&files, &format!("set -e\n{script}")).status().unwrap().success());
    let (mut wrong, mut not_run, mut ran, mut records) = (Vec::new(), Vec::new(), 0, Vec::new());
    for (name, text) in documents() {
        let steps = steps(&name, &text);
        if steps.is_empty() {
            continue;
        }
        let place = folder("run");
        assert!(shell(&place, &format!("cp -r '{}/.' .", files.display())).status().unwrap().success());
        // Named blocks become files.
        for fence in fences(&text).0 {
            if let Some((_, file)) = fence.info.split_once("file: ") {
                std::fs::write(place.join(file), &fence.text).unwrap();
            }
        }
        let mut record = String::new();
        for step in steps {
            if let Some(word) = step.not_run {
                not_run.push(word);
                continue;
            }
            let (fault, lines) = run(&place, &step);
            record.push_str(&lines);
            ran += 1;
            wrong.extend(fault.map(|fault| format!("{name}:{}: {}\n  {fault}", step.line, step.text)));
        }
        records.push((name, record));
        std::fs::remove_dir_all(place).unwrap();
    }
    std::fs::remove_dir_all(files).unwrap();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    for (name, record) in records {
        compare_record(&name, "commands", &record);
    }
    for (word, count, why) in NOT_RUN {
        let found = not_run.iter().filter(|&other| other == word).count();
        assert_eq!(found, *count, "number of commands not run because of {word} ({why})");
    }
    for word in not_run {
        assert!(NOT_RUN.iter().any(|(known, ..)| *known == word), "{word}: NOT_RUN has no reason");
    }
    assert!(ran >= 104, "{ran}");
}

#[test]
fn comments_and_placeholders_are_understood() {
    let split = without_comment("gridlore show sudoku:easy#7 \"a # b\"   # any => 3");
    assert_eq!(split, ("gridlore show sudoku:easy#7 \"a # b\"", "any => 3"));
    let lines = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
    assert!(matches(&lines("a\n…\nb … s"), &["a", "x", "y", "b 0.2 s"]));
    assert!(!matches(&lines("a\n…\nb"), &["a", "b", "c"]) && !matches(&lines("a"), &["ab"]));
}
