//! README, docs and essays, held against the program: their commands are run, their puzzles opened,
//! their options looked up.
//!
//! # How a document says what is checked
//! - A block of `console` holds commands behind `$ ` and what they print, standard error included.
//!   `…` alone in a line stands for any lines, `…` within a line for any text: times, ports,
//!   whatever varies.
//! - A block of `sh` holds a command a line. `# => TEXT` behind one says that `TEXT` is a line of
//!   what it prints, `exit code N` in such a comment that it ends so; otherwise it ends with 0. The
//!   first lines that it prints are recorded in `tests/data/documents`, and `GRIDLORE_RECORD=1`
//!   writes these records anew.
//! - `not-run: WORD, WORD` behind `sh` or `console` names the words whose commands are not run.
//!   [`commands::NOT_RUN`] has the reason for each, and how many there are.
//! - `file: NAME` behind any fence makes its text a file of that name for the commands.
//! - Blocks of puzzles and of `prolog` are opened and asked; `tests/data/documents` has what came
//!   of it.
//!
//! Not here: `docs/geometries.md`'s puzzles (`geometry.rs`), the queries of `docs/logs.md`
//! (`logs/scale.rs`), the configuration of `docs/configuration.md` and the limits of SECURITY.md
//! (`gridlore-server`), README's Rust (`gridlore`).

mod commands;
mod essays;
mod figures;
mod names;
mod puzzles;
mod sources;

use std::path::{Path, PathBuf};

/// A fenced block.
#[derive(Debug)]
pub(crate) struct Fence {
    /// The line of its first line of text, from 1.
    pub(crate) line: usize,
    /// What stands behind the fence: the language, and more.
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

/// The documents that readers are sent to, by their paths from the root, with their texts.
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

/// The fenced blocks of a text, and the text without them: each of their lines an empty one.
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
    assert_eq!(open, None, "a block without an end: {:?}", fences.last());
    (fences, rest)
}

/// Compares what was found with the record of a document, or writes the record when
/// `GRIDLORE_RECORD` is set.
pub(crate) fn compare_record(document: &str, part: &str, found: &str) {
    let stem = document.trim_end_matches(".md").replace('/', "-");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/data/documents/{stem}.{part}.txt"));
    if found.is_empty() {
        assert!(!path.exists(), "{}: nothing to record any more", path.display());
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
        "{document}: another output than {} has in line {}:\nrecorded {:?}\nfound    {:?}\n\
         If the document is still right, GRIDLORE_RECORD=1 writes the record anew.",
        path.display(),
        first.unwrap() + 1,
        left.get(first.unwrap()),
        right.get(first.unwrap())
    );
}

#[test]
fn fences_are_read_as_in_markdown() {
    let (found, rest) = fences("a\n````markdown x y\n```life\nblock\n```\n````\nb\n```\n```\n");
    let told: Vec<_> =
        found.iter().map(|fence| (fence.line, fence.language(), fence.text.as_str())).collect();
    assert_eq!(told, [(3, "markdown", "```life\nblock\n```\n"), (9, "", "")]);
    assert_eq!(rest, "a\n\n\n\n\n\nb\n\n\n");
}
