//! Checks that the scripts of the browser side do not use each other in a cycle, and that no folder
//! contains too many files.
//!
//! A script uses another file if it names its path, such as `'../board/grid.js'`, in an import, a
//! worker's URL or a type.

use crate::cycles::{Uses, cycles};
use crate::modules::repository;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The maximum number of files directly in a folder.
const MAX_FILES_PER_FOLDER: usize = 15;

/// The scripts below a folder, by relative path.
#[derive(Debug, Default)]
struct Scripts {
    texts: BTreeMap<String, String>,
    /// The number of files of any kind in each folder.
    folders: BTreeMap<String, usize>,
}

impl Scripts {
    /// Reads a folder and its subfolders.
    fn read_folder(root: &Path) -> Self {
        let mut scripts = Self::default();
        scripts.read(root, "");
        scripts
    }

    fn read(&mut self, folder: &Path, name: &str) {
        let mut paths: Vec<PathBuf> =
            fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()).collect();
        paths.sort();
        for path in paths {
            let inner = path.file_name().expect("a name").to_string_lossy().into_owned();
            let whole = if name.is_empty() { inner } else { format!("{name}/{inner}") };
            if path.is_dir() {
                self.read(&path, &whole);
                continue;
            }
            *self.folders.entry(name.to_owned()).or_default() += 1;
            if whole.ends_with(".js") {
                self.texts.insert(whole, fs::read_to_string(&path).expect("a text"));
            }
        }
    }

    /// Returns the uses of one script by another, with the first line that names it.
    fn uses(&self) -> Uses<'_> {
        let mut uses = Uses::new();
        for (from, text) in &self.texts {
            for (index, line) in text.lines().enumerate() {
                for quoted in line.split(['\'', '"']) {
                    let Some(path) = resolved(from, quoted) else { continue };
                    let Some((to, _)) = self.texts.get_key_value(&path) else { continue };
                    uses.entry((from.as_str(), to.as_str()))
                        .or_insert_with(|| (index + 1, line.trim().to_owned()));
                }
            }
        }
        uses
    }

    /// Returns the folders with too many files.
    fn too_large(&self) -> Vec<String> {
        let large = self.folders.iter().filter(|&(_, &count)| count > MAX_FILES_PER_FOLDER);
        large
            .map(|(name, count)| {
                format!("{name}: {count} files, expected at most {MAX_FILES_PER_FOLDER} in a folder")
            })
            .collect()
    }
}

/// Resolves a relative path in a script.
fn resolved(from: &str, relative: &str) -> Option<String> {
    if !relative.starts_with("./") && !relative.starts_with("../") {
        return None;
    }
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    for part in relative.split('/') {
        match part {
            "." => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

#[test]
fn no_cycle_of_scripts() {
    let scripts = Scripts::read_folder(&repository().join("web/src"));
    assert!(scripts.uses().len() > 100, "{} uses", scripts.uses().len());
    let cycles = cycles(&scripts.uses());
    assert!(cycles.is_empty(), "{}", cycles.join("\n"));
}

#[test]
fn no_folder_of_scripts_is_too_large() {
    for folder in ["web/src", "web/tests"] {
        let scripts = Scripts::read_folder(&repository().join(folder));
        assert!(scripts.folders.len() > 3, "{:?}", scripts.folders);
        assert_eq!(scripts.too_large(), Vec::<String>::new(), "{folder}");
    }
}

#[test]
fn cycles_and_large_folders_are_found() {
    let folder = std::env::temp_dir().join(format!("gridlore-scripts-{}", std::process::id()));
    fs::create_dir_all(folder.join("board")).unwrap();
    let write = |name: &str, text: &str| fs::write(folder.join(name), text).unwrap();
    write("page.js", "export const page = 1;\n");
    write("board/grid.js", "import { page } from '../page.js';\n\nimport { cells } from './cells.js';\n");
    write("board/cells.js", "/** @typedef {import(\"../page.js\").Page} Page */\n");
    for number in 0..MAX_FILES_PER_FOLDER - 2 {
        write(&format!("board/{number}.css"), "");
    }
    let scripts = Scripts::read_folder(&folder);
    let all: BTreeSet<_> = scripts.uses().into_keys().collect();
    assert_eq!(all.len(), 3, "{all:?}");
    assert_eq!((cycles(&scripts.uses()), scripts.too_large()), (Vec::new(), Vec::new()));
    write("board/cells.js", "\nnew Worker(new URL('./grid.js', import.meta.url));\n");
    write("board/one-more.css", "");
    let scripts = Scripts::read_folder(&folder);
    let (cycles, large) = (cycles(&scripts.uses()), scripts.too_large());
    fs::remove_dir_all(&folder).unwrap();
    assert_eq!(
        cycles,
        [
            "2 files in a cycle:\n  board/cells.js:2 uses board/grid.js: new Worker(new URL('./grid.js', import.meta.url));\n  board/grid.js:3 uses board/cells.js: import { cells } from './cells.js';"
        ]
    );
    assert_eq!(large, ["board: 16 files, expected at most 15 in a folder"]);
}
