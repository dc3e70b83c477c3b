//! Rejects the words of the project's old dialect that `xtask/vocabulary.txt` lists, in every text
//! file.
//!
//! Cost: one pass over each line with all expressions. Folders with data, records and other
//! people's writing are skipped.

use crate::steps::root;
use anyhow::{Context, Result, ensure};
use regex::{Regex, RegexBuilder};
use std::fs;

/// Path of the word list.
const LIST: &str = "xtask/vocabulary.txt";

/// Folders and files that contain data or must name the words.
const SKIPPED: [&str; 5] = ["bench/record/", "web/pkg/", "tests/data/", "/patterns/", LIST];

/// An expression that no file may contain, and its replacement.
#[derive(Debug)]
struct Word {
    text: String,
    expression: Regex,
    instead: String,
}

/// The words to reject, and the files in which some of them are allowed.
#[derive(Debug)]
pub(crate) struct Vocabulary {
    words: Vec<Word>,
    /// A part of a path, and the expression of a word that is allowed there.
    allowed: Vec<(String, String)>,
}

impl Vocabulary {
    /// Reads the list.
    ///
    /// # Errors
    /// Fails on a line that does not have the form described at the head of the list.
    pub(crate) fn read() -> Result<Self> {
        Self::parse(&fs::read_to_string(root().join(LIST)).context(LIST)?)
    }

    fn parse(list: &str) -> Result<Self> {
        let mut vocabulary = Self { words: Vec::new(), allowed: Vec::new() };
        for (number, line) in list.lines().enumerate() {
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let fields: Vec<&str> = line.split('\t').collect();
            let place = format!("{LIST}, line {}", number + 1);
            match fields[..] {
                ["ok", path, word] => vocabulary.allowed.push((path.to_owned(), word.to_owned())),
                [word, instead] => vocabulary.words.push(Word {
                    text: word.to_owned(),
                    expression: RegexBuilder::new(&format!(r"\b(?:{word})\b"))
                        .case_insensitive(true)
                        .build()
                        .context(place)?,
                    instead: instead.to_owned(),
                }),
                _ => anyhow::bail!("{place}: expected a word and its replacement, separated by a tab"),
            }
        }
        for (path, word) in &vocabulary.allowed {
            let is_known = vocabulary.words.iter().any(|other| other.text == *word);
            ensure!(is_known, "{LIST}: {path} allows {word}, which is not in the list");
        }
        Ok(vocabulary)
    }

    /// Returns the places in a file that use a rejected word.
    pub(crate) fn faults(&self, name: &str, text: &str) -> Vec<String> {
        let is_text = [".rs", ".js", ".mjs", ".css", ".md", ".toml", ".sh", ".py", ".pl", ".template"];
        if !is_text.iter().any(|end| name.ends_with(end)) {
            return Vec::new();
        }
        if SKIPPED.iter().any(|part| name.contains(part)) {
            return Vec::new();
        }
        let words: Vec<&Word> = self
            .words
            .iter()
            .filter(|word| {
                !self.allowed.iter().any(|(path, allowed)| name.contains(path) && *allowed == word.text)
            })
            .collect();
        let mut faults = Vec::new();
        for (number, line) in text.lines().enumerate() {
            for word in &words {
                if let Some(found) = word.expression.find(line) {
                    faults.push(format!(
                        "line {} has {:?}, expected {}",
                        number + 1,
                        found.as_str(),
                        word.instead
                    ));
                }
            }
        }
        faults
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_whole_and_allowed_by_path() {
        let list = "# a comment\ntold\treported\nok\tessays/\ttold\n";
        let vocabulary = Vocabulary::parse(list).unwrap();
        assert_eq!(
            vocabulary.faults("README.md", "untold\nIt is Told.\n"),
            ["line 2 has \"Told\", expected reported"]
        );
        assert!(vocabulary.faults("docs/essays/a.md", "It is told.").is_empty());
        assert!(vocabulary.faults("bench/record/a.md", "It is told.").is_empty());
        assert!(Vocabulary::parse("told\n").is_err());
        assert!(Vocabulary::parse("ok\tessays/\ttold\n").is_err());
    }

    #[test]
    fn the_list_is_well_formed() {
        assert!(Vocabulary::read().unwrap().words.len() >= 20);
    }
}
