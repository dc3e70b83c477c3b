//! Checks README, docs and essays against the program: runs their commands, opens their puzzles,
//! and looks up their options.
//!
//! # How documents are marked up
//! - A `console` block has commands after `$ ` and their output, including standard error. A line
//!   `…` stands for any lines, and `…` within a line for varying text, such as times and ports.
//! - An `sh` block has one command per line. A comment `# => TEXT` after a command means that
//!   `TEXT` is a line of its output, and `exit code N` that it exits with N instead of 0. The first
//!   lines of output are recorded in `tests/data/documents`; `GRIDLORE_RECORD=1` updates the
//!   records.
//! - `not-run: WORD, WORD` after `sh` or `console` names words whose commands are not run.
//!   [`commands::NOT_RUN`] gives the reason for each word and the number of commands.
//! - `file: NAME` after any fence makes its text available to the commands as a file of that name.
//! - Puzzles are opened, and `prolog` blocks are queried; the results are recorded in
//!   `tests/data/documents`.
//!
//! Tested elsewhere: `docs/geometries.md`'s puzzles (`geometry.rs`), the queries of `docs/logs.md`
//! (`logs/scale.rs`), the configuration of `docs/configuration.md` and the limits of SECURITY.md
//! (`gridlore-server`), README's Rust (`gridlore`).

mod commands;
mod essays;
mod figures;
mod names;
mod puzzles;
mod sources;

use std::path::{Path, PathBuf};

/// A fenced code block.
#[derive(Debug)]
pub(crate) struct Fence {
    /// The number, from 1, of its first line of text.
    pub(crate) line: usize,
    /// The text after the fence, which begins with the language.
    pub(crate) info: String,
    pub(crate) text: String,
}

impl Fence {
    pub(crate) fn language(&self) -> &str {
        self.info.split_whitespace().next().unwrap_or_default()
    }
}

pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Returns the documents for readers as pairs of a path from the root and the content.
pub(crate) fn documents() -> Vec<(String, String)> {
    let mut names: Vec<String> =
        ["README", "CONTRIBUTING", "SECURITY", "ARCHITECTURE", "DESIGN", "COMPARE", "GLOSSARY"]
            .map(|name| format!("{name}.md"))
            .into();
    for folder in ["docs", "docs/essays"] {
        let mut found: Vec<String> = std::fs::read_dir(root().join(folder))
            .unwrap()
            .map(|entry| format!("{folder}/{}", entry.unwrap().file_name().to_string_lossy()))
            .filter(|name| name.ends_with(".md"))
            .collect();
        found.sort();
        names.append(&mut found);
    }
    let read = |name: String| {
        let text = std::fs::read_to_string(root().join(&name)).unwrap();
        (name, text)
    };
    names.into_iter().map(read).collect()
}

/// Returns the fenced blocks in a document, and the document with their lines blanked out.
pub(crate) fn fences(text: &str) -> (Vec<Fence>, String) {
    let (mut fences, mut rest, mut open) = (Vec::<Fence>::new(), String::new(), None::<usize>);
    for (number, line) in text.lines().enumerate() {
        let ticks = line.bytes().take_while(|&byte| byte == b'`').count();
        match open {
            Some(width) if ticks >= width && line.len() == ticks => open = None,
            Some(_) => {
                let fence = fences.last_mut().unwrap();
                fence.text.push_str(line);
                fence.text.push('\n');
            }
            None if ticks >= 3 => {
                open = Some(ticks);
                fences.push(Fence {
                    line: number + 2,
                    info: line[ticks..].trim().to_owned(),
                    text: String::new(),
                });
            }
            None => rest.push_str(line),
        }
        rest.push('\n');
    }
    assert_eq!(open, None, "a block is not closed: {:?}", fences.last());
    (fences, rest)
}

/// Compares results with the record of a document, or updates the record if `GRIDLORE_RECORD` is
/// set.
pub(crate) fn compare_record(document: &str, part: &str, found: &str) {
    let stem = document.trim_end_matches(".md").replace('/', "-");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/data/documents/{stem}.{part}.txt"));
    if found.is_empty() {
        assert!(!path.exists(), "{}: there is nothing to record; remove this file", path.display());
        return;
    }
    if std::env::var_os("GRIDLORE_RECORD").is_some() {
        std::fs::write(&path, found).unwrap();
    }
    let recorded = std::fs::read_to_string(&path).unwrap_or_default();
    let (left, right): (Vec<&str>, Vec<&str>) = (recorded.lines().collect(), found.lines().collect());
    let first = (0..left.len().max(right.len())).find(|&at| left.get(at) != right.get(at));
    assert!(
        first.is_none(),
        "{document}: the output differs from {} in line {}:\nrecorded {:?}\nfound    {:?}\n\
         If the document is still right, update the record with GRIDLORE_RECORD=1.",
        path.display(),
        first.unwrap() + 1,
        left.get(first.unwrap()),
        right.get(first.unwrap())
    );
}

#[test]
fn fences_are_read_as_in_markdown() {
    let (found, rest) = fences("a\n````markdown x y\n```life\nblock\n```\n````\nb\n```\n```\n");
    let blocks: Vec<_> =
        found.iter().map(|fence| (fence.line, fence.language(), fence.text.as_str())).collect();
    assert_eq!(blocks, [(3, "markdown", "```life\nblock\n```\n"), (9, "", "")]);
    assert_eq!(rest, "a\n\n\n\n\n\nb\n\n\n");
}
