//! Checks that the commands, options, cargo commands and files that documents mention exist.

use super::{documents, fences, root};
use crate::program::run;
use regex::Regex;
use std::collections::{BTreeMap, BTreeSet};

/// Options of `cargo xtask attack` and `spark-solve.py` that documents mention without their
/// programs.
const FOREIGN_OPTIONS: &[&str] = &["--list", "--gridlore"];

/// Returns the options of every command, indexed by its name, such as `sudoku solve`.
fn commands() -> BTreeMap<String, BTreeSet<String>> {
    let option = Regex::new(r"(?m)^\s+(?:(-\w), )?(--[a-z][a-z0-9-]*)").unwrap();
    let command = Regex::new(r"(?m)^  ([a-z][a-z0-9-]*)(?:  |$)").unwrap();
    let (mut found, mut open) = (BTreeMap::new(), vec![String::new()]);
    while let Some(words) = open.pop() {
        let arguments: Vec<&str> = words.split_whitespace().chain(["--help"]).collect();
        let help = run(&arguments, b"").out;
        if let Some((_, list)) = help.split_once("\nCommands:\n") {
            let list = list.split("\nOptions:").next().unwrap();
            let names =
                command.captures_iter(list).map(|name| name[1].to_owned()).filter(|name| name != "help");
            open.extend(names.map(|name| format!("{words} {name}").trim().to_owned()));
        }
        let options = option.captures_iter(&help).flat_map(|option| {
            [option.get(1), option.get(2)]
                .into_iter()
                .flatten()
                .map(|name| name.as_str().to_owned())
                .collect::<Vec<_>>()
        });
        found.insert(words.clone(), options.collect());
    }
    found
}

/// Returns the inline code in a document, without backquotes.
fn code(rest: &str) -> Vec<&str> {
    rest.split("\n\n").flat_map(|part| part.split('`').skip(1).step_by(2)).collect()
}

/// Returns a sentence about the fault of a command, if it has one.
fn fault(text: &str, commands: &BTreeMap<String, BTreeSet<String>>) -> Option<String> {
    let mut words = text.split_whitespace().skip(1).peekable();
    let mut command = String::new();
    while let Some(word) = words.peek() {
        let longer = format!("{command} {word}").trim().to_owned();
        if !commands.contains_key(&longer) {
            break;
        }
        command = longer;
        words.next();
    }
    let has_more = commands.keys().any(|other| other.starts_with(&format!("{command} ")));
    if let Some(word) = words.peek()
        && (command.is_empty() || has_more)
        && word.bytes().all(|byte| byte.is_ascii_lowercase())
    {
        return Some(format!("{text}: there is no command {word}"));
    }
    let options = &commands[&command];
    let unknown = words.find(|word| {
        let name = word.split('=').next().unwrap();
        let is_option = name.len() > 1 && name.starts_with('-') && name.as_bytes()[1] != b'.';
        is_option && !options.contains(name) && {
            // The help does not list hidden aliases.
            let arguments: Vec<&str> = command.split(' ').chain([name, "--help"]).collect();
            run(&arguments, b"").err.contains("unexpected argument")
        }
    });
    unknown.map(|word| format!("{text}: `gridlore {command}` has no option {word}"))
}

#[test]
fn every_mentioned_command_and_option_exists() {
    let commands = commands();
    assert!(commands.len() > 60, "{}", commands.len());
    let all: BTreeSet<&str> =
        commands.values().flatten().map(String::as_str).chain(FOREIGN_OPTIONS.iter().copied()).collect();
    let xtask = std::fs::read_to_string(root().join("xtask/src/main.rs")).unwrap();
    let quotes = Regex::new(r#""[^"]*"|'[^']*'"#).unwrap();
    let (mut wrong, mut seen) = (Vec::new(), [0; 3]);
    for (name, text) in documents() {
        let (blocks, rest) = fences(&text);
        let lines = blocks.iter().filter(|block| ["sh", "console"].contains(&block.language()));
        let in_blocks = lines.flat_map(|block| block.text.lines()).map(|line| line.trim_start_matches("$ "));
        for piece in code(&rest).into_iter().chain(in_blocks) {
            for part in piece.split(" | ").flat_map(|part| part.split(" && ")) {
                let part = part.split("  #").next().unwrap().trim();
                if part.starts_with("gridlore logs parquet") && cfg!(not(feature = "parquet")) {
                    continue;
                }
                if part.starts_with("gridlore ") {
                    seen[0] += 1;
                    let quoted = quotes.replace_all(part, "_").into_owned();
                    wrong.extend(fault(&quoted, &commands).map(|fault| format!("{name}: {fault}")));
                } else if let Some(rest) = part.strip_prefix("cargo xtask ") {
                    seen[1] += 1;
                    let word = rest.split_whitespace().next().unwrap();
                    if !xtask.contains(&format!("\"{word}\" =>")) {
                        wrong.push(format!("{name}: {part}: there is no such command"));
                    }
                } else if part.starts_with("--") && part.as_bytes().get(2).is_some_and(u8::is_ascii_lowercase)
                {
                    seen[2] += 1;
                    let option = part.split([' ', '=']).next().unwrap();
                    if !all.contains(option) {
                        wrong.push(format!("{name}: no command has an option {option}"));
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(seen[0] >= 100 && seen[1] >= 20 && seen[2] >= 60, "{seen:?}");
}

#[test]
fn every_mentioned_file_exists() {
    let link = Regex::new(r"\]\(([^)#?]+)(?:#[^)]*)?\)").unwrap();
    let spans = Regex::new("`[^`\n]*`").unwrap();
    let (mut wrong, mut seen) = (Vec::new(), 0);
    for (name, text) in documents() {
        let (_, rest) = fences(&text);
        let folder = root().join(&name).parent().unwrap().to_path_buf();
        let without_code = spans.replace_all(&rest, "").into_owned();
        for target in link.captures_iter(&without_code).map(|found| found[1].to_owned()) {
            if target.contains(':') || target.starts_with('/') {
                continue;
            }
            seen += 1;
            if !folder.join(&target).exists() {
                wrong.push(format!("{name}: a broken link to {target}"));
            }
        }
        for piece in code(&rest) {
            let first = piece.split('/').next().unwrap();
            let is_ours =
                ["crates", "docs", "web", "bench", "xtask", "fuzz", "differential", "tests"].contains(&first);
            if !is_ours || !piece.contains('/') || piece.contains(['<', '*', ' ', 'K', '{']) {
                continue;
            }
            seen += 1;
            let is_there = root().join(piece.split(':').next().unwrap()).exists();
            if !is_there && first != "tests" {
                wrong.push(format!("{name}: a missing file {piece}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(seen >= 60, "{seen}");
}
