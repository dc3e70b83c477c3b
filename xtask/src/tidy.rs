//! Performs the checks that no other tool performs: every source file has a head, files stay small,
//! documents name existing crates and dependencies, and no file contains words listed in
//! `xtask/vocabulary.txt`.

use crate::stamp;
use crate::steps::{cargo, output, root};
use crate::vocabulary::Vocabulary;
use anyhow::{Context, Result, bail};
use std::fs;
use std::process::Command;

/// The line limit of source files.
const MAX_LINES: usize = 800;

/// The column limit of comments. Tables and code may be wider.
const MAX_COMMENT_COLUMNS: usize = 100;

/// Checks all files that git tracks or would add.
pub(crate) fn check() -> Result<()> {
    let mut list = Command::new("git");
    list.current_dir(root()).args(["ls-files", "--cached", "--others", "--exclude-standard"]);
    let files = output(&mut list).context("git ls-files failed")?;
    let vocabulary = Vocabulary::read()?;
    let mut problems = Vec::new();
    let mut seen = 0;
    for name in files.lines() {
        let Ok(text) = fs::read_to_string(root().join(name)) else { continue };
        seen += 1;
        let faults = faults(name, &text).into_iter().chain(vocabulary.faults(name, &text));
        problems.extend(faults.map(|fault| format!("{name}: {fault}")));
    }
    problems.extend(documents()?);
    problems.extend(outdated_pictures()?);
    problems.extend(outdated_lock_file());
    println!("{seen} text files checked");
    if !problems.is_empty() {
        bail!("\n{}", problems.join("\n"));
    }
    Ok(())
}

/// The manifest of the benchmarks, which have a lock file of their own.
pub(crate) const BENCHMARKS: &str = "bench/Cargo.toml";

/// Reports that a dependency of the workspace is missing from the lock file of the benchmarks.
fn outdated_lock_file() -> Option<String> {
    let mut read = cargo();
    read.args(["metadata", "--locked", "--format-version", "1", "--manifest-path", BENCHMARKS]);
    let is_current = output(&mut read).is_some();
    (!is_current).then(|| {
        format!("{BENCHMARKS}: the lock file is outdated; run `cargo metadata --manifest-path {BENCHMARKS}`")
    })
}

/// The stamp of the README's pictures: the hash of the pages that they show.
const PICTURES: &str = "docs/pictures.txt";

/// The folders of `web/src` whose style sheets affect the pictures.
const PICTURED: [&str; 7] = ["page", "board", "exhibit", "site", "sudoku", "flipper", "life"];

/// Returns the hash of the files that determine how the pages look: style sheets and markup.
fn look_hash() -> Result<String> {
    let (mut files, root) = (Vec::new(), root());
    for folder in PICTURED {
        stamp::collect(&root.join("web/src").join(folder), &mut files)?;
    }
    files.retain(|path| path.extension().is_some_and(|ending| ending == "css"));
    stamp::collect(&root.join("crates/gridlore-server/src/pages"), &mut files)?;
    stamp::hash(files, "")
}

/// Records the hash of the pages that the pictures show, after the pictures were taken.
pub(crate) fn stamp_pictures() -> Result<()> {
    Ok(fs::write(root().join(PICTURES), look_hash()? + "\n")?)
}

fn outdated_pictures() -> Result<Option<String>> {
    let recorded = fs::read_to_string(root().join(PICTURES)).context(PICTURES)?;
    let is_outdated = recorded.trim() != look_hash()?;
    Ok(is_outdated.then(|| {
        format!("{PICTURES}: the pages have changed since the pictures were taken: run cargo xtask screenshot, review docs/*.png, and commit them")
    }))
}

fn faults(name: &str, text: &str) -> Vec<String> {
    let mut faults = Vec::new();
    let end = name.rsplit('.').next().unwrap_or_default();
    let is_ours = ["rs", "js", "mjs", "css", "md", "toml", "json", "sh", "txt", "yml"].contains(&end)
        && !name.ends_with("lock.json");
    if !is_ours {
        return faults;
    }
    let first: String = text.lines().take(3).collect::<Vec<_>>().join("\n");
    if end == "rs" && !first.contains("//!") && !first.contains("#![doc") {
        faults.push("does not start with a //! head".to_owned());
    }
    if (end == "js" || end == "mjs") && !first.contains("///") {
        faults.push("does not start with a /// head".to_owned());
    }
    let lines = text.lines().count();
    if ["rs", "js", "mjs", "css"].contains(&end) && lines > MAX_LINES {
        faults.push(format!("has {lines} lines, expected at most {MAX_LINES}"));
    }
    if end == "rs" || end == "js" {
        for number in wide_comments(text) {
            faults.push(format!("line {number} is a comment of more than {MAX_COMMENT_COLUMNS} columns"));
        }
    }
    for (number, line) in text.lines().enumerate() {
        // Two spaces at the end of a line are a line break in Markdown.
        if line.ends_with('\t') || (line.ends_with(' ') && end != "md") {
            faults.push(format!("line {} ends with white space", number + 1));
        }
    }
    if !text.is_empty() && !text.ends_with('\n') {
        faults.push("does not end with a line feed".to_owned());
    }
    faults
}

/// Returns the numbers of lines with comments that are too wide, outside tables and code.
fn wide_comments(text: &str) -> Vec<usize> {
    let mut numbers = Vec::new();
    let mut is_code = false;
    for (number, line) in text.lines().enumerate() {
        let Some(comment) = line.trim_start().strip_prefix("//") else {
            is_code = false;
            continue;
        };
        let comment = comment.trim_start_matches(['/', '!']).trim_start();
        if comment.starts_with("```") {
            is_code = !is_code;
        }
        // Text without a space, such as a URL, cannot be wrapped.
        let is_text = !is_code && !comment.starts_with('|') && comment.contains(' ');
        if is_text && line.chars().count() > MAX_COMMENT_COLUMNS {
            numbers.push(number + 1);
        }
    }
    numbers
}

/// Checks that ARCHITECTURE names every crate, that GLOSSARY and the other documents exist, and
/// that DESIGN gives a reason for exactly the dependencies in use.
fn documents() -> Result<Vec<String>> {
    let mut problems = Vec::new();
    let read = |name: &str| fs::read_to_string(root().join(name)).with_context(|| name.to_owned());
    for name in [
        "README.md",
        "GLOSSARY.md",
        "CONTRIBUTING.md",
        "SECURITY.md",
        "CHANGELOG.md",
        "COMPARE.md",
        "LICENSE-MIT",
        "LICENSE-APACHE",
    ] {
        if read(name).is_err() {
            problems.push(format!("{name} is missing"));
        }
    }
    let architecture = read("ARCHITECTURE.md")?;
    if architecture.lines().count() > 200 {
        problems.push("ARCHITECTURE.md: more than 200 lines".to_owned());
    }
    for entry in fs::read_dir(root().join("crates"))? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        if !architecture.contains(&format!("`{name}`")) {
            problems.push(format!("ARCHITECTURE.md: does not name the crate `{name}`"));
        }
    }
    let design = read("DESIGN.md")?;
    let manifest = read("Cargo.toml")?;
    let dependencies = manifest.split("[workspace.dependencies]").nth(1).unwrap_or_default();
    for line in dependencies.lines().take_while(|line| !line.starts_with('[')) {
        let Some((name, _)) = line.split_once(" = ") else { continue };
        if !name.starts_with("gridlore") && !design.contains(&format!("`{name}`")) {
            problems.push(format!("DESIGN.md: gives no reason for the dependency `{name}`"));
        }
    }
    // Reject reasons for unused dependencies, which the first column of the table names.
    let table = design.split("\n## Dependencies\n").nth(1).unwrap_or_default();
    let table = table.split("\n## ").next().unwrap_or_default();
    for row in table.lines().filter_map(|line| line.strip_prefix("| `")) {
        let names = row.split(" | ").next().unwrap_or_default();
        for name in names.split('`').step_by(2) {
            if !dependencies.contains(&format!("\n{name} = ")) {
                problems.push(format!("DESIGN.md: gives a reason for `{name}`, which is not a dependency"));
            }
        }
    }
    Ok(problems)
}

#[cfg(test)]
mod tests {
    use super::wide_comments;

    #[test]
    fn wide_comments_are_found() {
        let wide = "word ".repeat(20);
        assert_eq!(wide_comments(&format!("/// {wide}\n    // {wide}.\n// short\n")), [1, 2]);
        assert_eq!(wide_comments(&format!("let a = \"{wide}\";\n//! | {wide}|\n")), [0; 0]);
        assert_eq!(wide_comments(&format!("//! ```\n//! {wide}\n//! ```\n//! {wide}\n")), [4]);
        assert_eq!(wide_comments(&format!("// https://{}", "a".repeat(100))), [0; 0]);
    }
}
