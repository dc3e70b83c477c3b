//! `cargo xtask new-puzzle NAME`: adds a small puzzle that passes all tests, as a starting point
//! for your own.
//!
//! Copies the files of `xtask/template`, fills in the name, and adds an entry to the lists of
//! puzzles. Nothing is written unless every change is possible.

use crate::stamp::collect;
use crate::steps::{cargo, root, run};
use anyhow::{Context, Result, bail, ensure};
use std::fs;
use std::path::{Path, PathBuf};

/// The extension of the template's files, which hides them from tools.
const ENDING: &str = ".template";

/// The forms of a puzzle's name.
#[derive(Debug, Clone)]
struct Name {
    /// `star-battle`: for ids, crates, elements and URLs.
    kebab: String,
}

impl Name {
    /// Checks that a name is valid for ids, crates and custom elements.
    fn new(text: &str) -> Result<Self> {
        let is_part = |part: &str| {
            part.starts_with(|letter: char| letter.is_ascii_lowercase())
                && part.chars().all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit())
        };
        ensure!(
            text.len() <= 30 && text.split('-').all(is_part),
            "found the name \"{}\", expected lower-case words with hyphens between them, such as star-battle",
            text.escape_debug()
        );
        Ok(Self { kebab: text.to_owned() })
    }

    fn snake(&self) -> String {
        self.kebab.replace('-', "_")
    }

    /// Returns the words, capitalised.
    fn words(&self) -> Vec<String> {
        let word = |word: &str| word[..1].to_uppercase() + &word[1..];
        self.kebab.split('-').map(word).collect()
    }

    /// Fills the names into a template file.
    fn fill_in(&self, text: &str, date: &str) -> String {
        let is_quoted = self.kebab.contains('-');
        let key = if is_quoted { format!("'{}'", self.kebab) } else { self.kebab.clone() };
        text.replace("__key__", &key)
            .replace("__essay__", &format!("{}-explained", self.kebab))
            .replace("__name__", &self.kebab)
            .replace("__snake__", &self.snake())
            .replace("__Type__", &self.words().concat())
            .replace("__Title__", &self.words().join(" "))
            .replace("__date__", date)
    }
}

/// Lines to insert into an existing file, after the first line that starts with `after`, in the
/// section that starts with `part`.
struct Entry {
    file: &'static str,
    part: &'static str,
    after: &'static str,
    lines: &'static str,
}

/// The lists of puzzles. `web/pkg` and `Cargo.lock` are updated by their own tools.
const ENTRIES: &[Entry] = &[
    Entry {
        file: "Cargo.toml",
        part: "[workspace.dependencies]",
        after: "gridlore-prolog = ",
        lines: "gridlore-__name__ = { path = \"crates/gridlore-__name__\" }",
    },
    Entry {
        file: "crates/gridlore/Cargo.toml",
        part: "[features]",
        after: "flipper = ",
        lines: "__name__ = [\"dep:gridlore-__name__\"]",
    },
    Entry {
        file: "crates/gridlore/Cargo.toml",
        part: "[dependencies]",
        after: "gridlore-prolog = ",
        lines: "gridlore-__name__ = { workspace = true, optional = true }",
    },
    Entry {
        file: "crates/gridlore/src/registry.rs",
        part: "const KINDS",
        after: "    crate::connect_four::KIND,",
        lines: "    #[cfg(feature = \"__name__\")]\n    crate::__snake__::KIND,",
    },
    Entry {
        file: "crates/gridlore/src/lib.rs",
        part: "mod game_id;",
        after: "mod registry;",
        lines: "#[cfg(feature = \"__name__\")]\nmod __snake__;",
    },
    Entry {
        file: "crates/gridlore-wasm/Cargo.toml",
        part: "[features]",
        after: "connect-four = ",
        lines: "__name__ = [\"gridlore/__name__\", \"puzzles\"]",
    },
    Entry {
        file: "web/src/engine/worker.js",
        part: "const ENGINES",
        after: "  flipper: new URL",
        lines: "  __key__: new URL('../../pkg/__name__.wasm', import.meta.url),",
    },
    Entry {
        file: "CHANGELOG.md",
        part: "### Added",
        after: "- ",
        lines: "- __Title__: played in the terminal, in the browser and in posts, with hints; solved and generated.",
    },
];

/// The one-line lists, to which the name is appended.
const DEFAULTS: [&str; 2] = ["crates/gridlore/Cargo.toml", "crates/gridlore-wasm/Cargo.toml"];

/// The row for GLOSSARY.md, whose table is sorted alphabetically.
const WORD: &str = "| __name__ | every row and every column of a square board contains each symbol once |\n";

/// The heading in ARCHITECTURE.md that follows the sections of the engines.
const NEXT_SECTION: &str = "### `gridlore`\n";

const SECTION: &str = "### `gridlore-__name__`

__Title__: a board of symbols. Start reading with `puzzle.rs`; `check.rs` contains only the rules,
`solve.rs` the search, `explain.rs` the techniques of hints.

";

/// A file and its new content.
type Change = (PathBuf, String);

/// Adds a puzzle with this name.
///
/// # Errors
/// Fails if the name is invalid or taken, or a list lacks the line after which the entry belongs.
pub(crate) fn command(name: &str) -> Result<()> {
    let name = Name::new(name)?;
    let (new, changed) = changes(&root(), &name, &today()?)?;
    for (path, text) in new.iter().chain(&changed) {
        fs::create_dir_all(path.parent().context("a file with a parent folder")?)?;
        fs::write(path, text).with_context(|| path.display().to_string())?;
    }
    run(cargo().args(["fmt", "--all"]))?;
    let shown = |changes: &[Change]| {
        for (path, _) in changes {
            println!("  {}", path.strip_prefix(root()).unwrap_or(path).display());
        }
    };
    println!("New files:");
    shown(&new);
    println!("Changed files:");
    shown(&changed);
    println!("\nTry it: cargo run -p gridlore-cli -- play {}", name.kebab);
    println!("Next steps: docs/NEW-PUZZLE.md");
    Ok(())
}

/// Returns the new files and the changed files.
fn changes(root: &Path, name: &Name, date: &str) -> Result<(Vec<Change>, Vec<Change>)> {
    let template = root.join("xtask/template");
    let (mut files, mut new) = (Vec::new(), Vec::new());
    collect(&template, &mut files)?;
    files.sort();
    for file in files {
        let relative = file.strip_prefix(&template)?.to_str().context("a file name in UTF-8")?;
        let relative = relative.strip_suffix(ENDING).context("a template file ends with .template")?;
        let path = root.join(name.fill_in(relative, date));
        if path.exists() {
            bail!("{} already exists: choose another name", path.display());
        }
        new.push((path, name.fill_in(&fs::read_to_string(&file)?, date)));
    }
    let mut changed: Vec<Change> = Vec::new();
    let mut edit = |file: &str, change: &dyn Fn(&str) -> Result<String>| -> Result<()> {
        let path = root.join(file);
        let place = changed.iter().position(|(known, _)| *known == path);
        let text = match place {
            Some(place) => changed[place].1.clone(),
            None => fs::read_to_string(&path).with_context(|| file.to_owned())?,
        };
        let text = change(&text).with_context(|| file.to_owned())?;
        match place {
            Some(place) => changed[place].1 = text,
            None => changed.push((path, text)),
        }
        Ok(())
    };
    for entry in ENTRIES {
        edit(entry.file, &|text| inserted(text, entry, name, date))?;
    }
    for file in DEFAULTS {
        edit(file, &|text| {
            let start = text.find("\ndefault = [").context("expected default = [...]")?;
            let end = start + text[start..].find(']').context("expected ']' after default = [")?;
            Ok(format!("{}, \"{}\"{}", &text[..end], name.kebab, &text[end..]))
        })?;
    }
    edit("GLOSSARY.md", &|text| {
        let row = name.fill_in(WORD, date);
        let start = text.find("|---|").context("expected a table")?;
        let rows = text[start..].split_inclusive('\n').skip(1);
        let before: usize = rows
            .take_while(|other| other.starts_with("| ") && other.to_lowercase() < row)
            .map(str::len)
            .sum();
        let at = start + text[start..].find('\n').context("expected a line feed")? + 1 + before;
        Ok(format!("{}{row}{}", &text[..at], &text[at..]))
    })?;
    edit("ARCHITECTURE.md", &|text| {
        ensure!(text.contains(NEXT_SECTION), "expected a section {NEXT_SECTION:?}");
        let text = text.replacen(NEXT_SECTION, &(name.fill_in(SECTION, date) + NEXT_SECTION), 1);
        // Extend the row of the engines in the diagram.
        let row = text.lines().find(|line| line.starts_with(" L2 ")).context("expected a row L2")?;
        let (engines, meaning) = row.rsplit_once("     ").context("expected the engines in row L2")?;
        let longer = format!("{}  -{}      {}", engines.trim_end(), name.kebab, meaning.trim_start());
        Ok(text.replacen(row, &longer, 1))
    })?;
    Ok((new, changed))
}

/// Returns the text with an entry inserted.
fn inserted(text: &str, entry: &Entry, name: &Name, date: &str) -> Result<String> {
    let part = text.find(entry.part).with_context(|| format!("expected {:?}", entry.part))?;
    let at = text[part..]
        .match_indices(entry.after)
        .map(|(at, _)| part + at)
        .find(|&at| at == 0 || text.as_bytes()[at - 1] == b'\n')
        .with_context(|| format!("expected a line that starts with {:?}", entry.after))?;
    let end = at + text[at..].find('\n').context("expected a line feed at the end")?;
    Ok(format!("{}\n{}{}", &text[..end], name.fill_in(entry.lines, date), &text[end..]))
}

/// Returns today's date, for the essay.
fn today() -> Result<String> {
    let output = std::process::Command::new("date").args(["-u", "+%Y-%m-%d"]).output().context("date")?;
    Ok(String::from_utf8(output.stdout)?.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_their_forms() {
        let name = Name::new("star-battle").unwrap();
        let text =
            name.fill_in("__name__ __snake__ __Type__ __Title__ __essay__ __date__ __key__", "2026-01-02");
        assert_eq!(
            text,
            "star-battle star_battle StarBattle Star Battle star-battle-explained 2026-01-02 'star-battle'"
        );
        for bad in ["", "Latin", "a--b", "-a", "a-", "1a", "a_b", "a b", "é"] {
            let error = Name::new(bad).unwrap_err().to_string();
            assert!(error.contains("expected lower-case words"), "{bad}: {error}");
        }
    }

    /// Checks that the entry can be added to every list, and that no placeholder remains.
    #[test]
    fn a_puzzle_can_be_added_to_the_present_tree() {
        let name = Name::new("star-battle").unwrap();
        let (new, changed) = changes(&root(), &name, "2026-01-02").unwrap();
        assert!(new.len() >= 17, "{}", new.len());
        assert_eq!(changed.len(), 9, "existing files changed");
        for (path, text) in &new {
            let name = path.strip_prefix(root()).unwrap().display().to_string();
            assert!(!text.contains("__") && !name.contains("__"), "{name}");
        }
        for (path, text) in &changed {
            let before = fs::read_to_string(path).unwrap();
            assert!(text.len() > before.len() && text.to_lowercase().contains("star"), "{}", path.display());
        }
        let glossary = changed.iter().find(|(path, _)| path.ends_with("GLOSSARY.md")).unwrap();
        let row = glossary.1.lines().position(|line| line.starts_with("| star-battle |")).unwrap();
        let rows: Vec<&str> = glossary.1.lines().skip(row - 1).take(3).collect();
        assert!(rows[0] < rows[1] && rows[1] < rows[2], "{rows:?}");
        let taken = Name::new("flipper").unwrap();
        let error = changes(&root(), &taken, "2026-01-02").unwrap_err().to_string();
        assert!(error.contains("already exists: choose another name"), "{error}");
    }
}
