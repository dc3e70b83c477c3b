//! Scripts, style sheets and wasm files, embedded in the binary and served under names that contain
//! the hash of their content.
//!
//! A file refers to another by its path in the source tree, such as `'../board/grid.js'`, so that
//! editors and TypeScript can follow it. All files are served from one folder, so each reference is
//! replaced by the hashed name before the referring file is hashed. A change to a file therefore
//! changes the names of all files that refer to it, directly or indirectly, and browsers can cache
//! every file for ever. A reference to a missing file, two files with the same name, and a cycle
//! are errors, so no `Assets` contains them.

use crate::http::page::smallest;
use anyhow::{Context, Result, bail, ensure};
use axum::body::Bytes;
use include_dir::{Dir, include_dir};
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::ops::Range;
use std::sync::OnceLock;

static SOURCES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../web/src");
static ENGINES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../web/pkg");

/// A file, as served.
#[derive(Debug)]
pub(crate) struct Asset {
    pub(crate) content_type: &'static str,
    pub(crate) body: Bytes,
    gz: OnceLock<Bytes>,
}

impl Asset {
    /// Returns the file with the best compression, compressing it on first use, which takes about
    /// 0.1 s for the largest file.
    pub(crate) fn gz(&self) -> Bytes {
        self.gz.get_or_init(|| smallest(&self.body)).clone()
    }
}

/// All files of the site by hashed name.
#[derive(Debug, Default)]
pub(crate) struct Assets {
    files: BTreeMap<String, Asset>,
    /// Maps plain names, without folders, to hashed names.
    names: BTreeMap<String, String>,
}

/// A reference in a file: the range between the quotation marks, and the path of the file that it
/// refers to.
#[derive(Debug)]
struct Reference {
    at: Range<usize>,
    path: String,
}

impl Assets {
    /// Returns the files embedded in this binary.
    pub(crate) fn embedded() -> Result<Self> {
        let mut plain = BTreeMap::new();
        collect(&SOURCES, "src", &mut plain);
        collect(&ENGINES, "pkg", &mut plain);
        for (path, body) in &mut plain {
            body.drain(..head_length(path, body));
        }
        Self::new(plain)
    }

    /// Gives each file its hashed name.
    fn new(mut plain: BTreeMap<String, Vec<u8>>) -> Result<Self> {
        let mut references = BTreeMap::new();
        let mut paths: BTreeMap<&str, &str> = BTreeMap::new();
        for (path, body) in &plain {
            if let Some(other) = paths.insert(name_of(path), path) {
                bail!("{other} and {path} have the same name");
            }
            let found = references_of(path, body)?;
            if let Some(missing) = found.iter().find(|reference| !plain.contains_key(&reference.path)) {
                bail!("{path} refers to {}, which does not exist", missing.path);
            }
            references.insert(path.clone(), found);
        }
        let mut assets = Self::default();
        // Each round names the files whose references all have names already.
        while !plain.is_empty() {
            let is_ready = |path: &str| {
                references
                    .get(path)
                    .into_iter()
                    .flatten()
                    .all(|reference| !plain.contains_key(&reference.path))
            };
            let ready: BTreeSet<String> = plain.keys().filter(|path| is_ready(path)).cloned().collect();
            ensure!(!ready.is_empty(), "these assets refer to each other in a cycle: {:?}", plain.keys());
            for path in ready {
                let body = plain.remove(&path).unwrap_or_default();
                assets.add(&path, body, references.get(&path).map_or(&[], Vec::as_slice))?;
            }
        }
        Ok(assets)
    }

    /// Adds a file whose references all have names already.
    fn add(&mut self, path: &str, mut body: Vec<u8>, references: &[Reference]) -> Result<()> {
        let name = name_of(path);
        let content_type = content_type(name).with_context(|| format!("{path}: no content type"))?;
        for Reference { at, path: other } in references.iter().rev() {
            let hashed =
                self.names.get(name_of(other)).with_context(|| format!("{path}: {other} is not named"))?;
            body.splice(at.clone(), format!("./{hashed}").into_bytes());
        }
        let mut hash = String::new();
        for byte in &Sha256::digest(&body)[..6] {
            let _ = write!(hash, "{byte:02x}");
        }
        let (stem, end) = name.rsplit_once('.').with_context(|| format!("{path}: no ending"))?;
        let hashed = format!("{stem}.{hash}.{end}");
        let gz = OnceLock::new();
        self.files.insert(hashed.clone(), Asset { content_type, body: body.into(), gz });
        self.names.insert(name.to_owned(), hashed);
        Ok(())
    }

    /// Returns all files by hashed name.
    pub(crate) fn files(&self) -> impl Iterator<Item = (&str, &Asset)> {
        self.files.iter().map(|(name, asset)| (name.as_str(), asset))
    }

    /// Returns the file with this hashed name.
    pub(crate) fn get(&self, hashed: &str) -> Option<&Asset> {
        self.files.get(hashed)
    }

    /// Returns the address of a file, given its plain name without a folder. A test checks that all
    /// names in the source code of pages exist.
    pub(crate) fn address(&self, name: &str) -> String {
        format!("/assets/{}", self.names.get(name).map_or(name, String::as_str))
    }
}

/// Adds the files of a folder and its subfolders under their paths below `path`.
fn collect(folder: &Dir<'_>, path: &str, into: &mut BTreeMap<String, Vec<u8>>) {
    for file in folder.files() {
        let name = file.path().file_name().and_then(|name| name.to_str()).unwrap_or_default();
        if content_type(name).is_some() {
            into.insert(format!("{path}/{name}"), file.contents().to_vec());
        }
    }
    for inner in folder.dirs() {
        let name = inner.path().file_name().and_then(|name| name.to_str()).unwrap_or_default();
        collect(inner, &format!("{path}/{name}"), into);
    }
}

/// Returns the length of the comment with which a script or style sheet begins. It is for people
/// who read the source, and readers of the site need not download it.
fn head_length(path: &str, body: &[u8]) -> usize {
    match path.rsplit_once('.').map(|(_, end)| end) {
        Some("js") => {
            let lines = body.split_inclusive(|byte| *byte == b'\n');
            lines.take_while(|line| line.starts_with(b"//")).map(<[u8]>::len).sum()
        }
        Some("css") if body.starts_with(b"/*") => {
            body.windows(2).position(|pair| pair == b"*/").map_or(0, |end| end + 2)
        }
        _ => 0,
    }
}

/// Returns the last part of a path.
fn name_of(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or_default()
}

/// Returns the references of a file in order: every path in quotation marks that begins with `./`
/// or `../` and ends with an asset's extension.
fn references_of(path: &str, body: &[u8]) -> Result<Vec<Reference>> {
    let mut references = Vec::new();
    let Ok(text) = std::str::from_utf8(body) else { return Ok(references) };
    let mut start = 0;
    while let Some(open) = text[start..].find(['\'', '"']).map(|at| start + at) {
        start = open + 1;
        let rest = &text[start..];
        if !rest.starts_with("./") && !rest.starts_with("../") {
            continue;
        }
        let quoted = rest.split(['\'', '"', '\n']).next().unwrap_or_default();
        if content_type(quoted).is_some() {
            let meant = resolved(path, quoted)
                .with_context(|| format!("{path} refers to {quoted}, which is outside the web folder"))?;
            references.push(Reference { at: start..start + quoted.len(), path: meant });
        }
    }
    Ok(references)
}

/// Resolves a reference in the file at `from`. Returns `None` if it leads outside.
fn resolved(from: &str, reference: &str) -> Option<String> {
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    for part in reference.split('/') {
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

fn content_type(name: &str) -> Option<&'static str> {
    Some(match name.rsplit_once('.')?.1 {
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "wasm" => "application/wasm",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assets(list: &[(&str, &str)]) -> Result<Assets> {
        Assets::new(list.iter().map(|(name, body)| ((*name).to_owned(), body.as_bytes().to_vec())).collect())
    }

    fn fault(list: &[(&str, &str)]) -> String {
        assets(list).unwrap_err().to_string()
    }

    #[test]
    fn a_change_below_changes_every_name_above() {
        let name = |deep: &str| {
            let files = [
                ("src/a.js", "import './one/b.js'"),
                ("src/one/b.js", "load(\"../../pkg/c.js\")"),
                ("pkg/c.js", deep),
            ];
            assets(&files).unwrap().address("a.js")
        };
        assert_eq!(name("1"), name("1"));
        assert_ne!(name("1"), name("2"));
    }

    #[test]
    fn a_reference_names_the_served_file() {
        let assets = assets(&[
            ("src/one/a.js", "import '../two/b.css'; /* './c.js' */ say('../two/', './b.txt', \"it's\")"),
            ("src/one/c.js", "1"),
            ("src/two/b.css", "x { }"),
        ])
        .unwrap();
        let served = |name: &str| assets.address(name).replace("/assets/", "./");
        let body = &assets.get(&assets.names["a.js"]).unwrap().body;
        let expected = format!(
            "import '{}'; /* '{}' */ say('../two/', './b.txt', \"it's\")",
            served("b.css"),
            served("c.js")
        );
        assert_eq!(String::from_utf8_lossy(body), expected);
    }

    #[test]
    fn cycles_missing_files_and_duplicate_names_are_refused() {
        assert_eq!(
            fault(&[("src/a.js", "'./b/b.js'"), ("src/b/b.js", "'../a.js'")]),
            "these assets refer to each other in a cycle: [\"src/a.js\", \"src/b/b.js\"]"
        );
        assert_eq!(
            fault(&[("src/one/a.js", "'../b.js'"), ("src/one/b.js", "")]),
            "src/one/a.js refers to src/b.js, which does not exist"
        );
        assert_eq!(
            fault(&[("src/a.js", "'../../b.js'")]),
            "src/a.js refers to ../../b.js, which is outside the web folder"
        );
        assert_eq!(
            fault(&[("src/one/a.js", ""), ("src/two/a.js", "")]),
            "src/one/a.js and src/two/a.js have the same name"
        );
    }

    #[test]
    fn scripts_and_style_sheets_are_served_without_their_heads() {
        let rest = |path: &str, text: &'static str| &text[head_length(path, text.as_bytes())..];
        assert_eq!(rest("src/a.js", "// @ts-check\n/// A.\n\nlet a; // 1\n"), "\nlet a; // 1\n");
        assert_eq!(rest("src/a.js", "let a;\n// 1\n"), "let a;\n// 1\n");
        assert_eq!(rest("src/a.css", "/* A\n B */\na {} /* C */"), "\na {} /* C */");
        assert_eq!(rest("src/a.css", "a {} /* C */"), "a {} /* C */");
        assert_eq!(rest("pkg/a.wasm", "// A\n"), "// A\n");
    }

    #[test]
    fn embedded_files_are_complete() {
        let assets = Assets::embedded().unwrap();
        for kind in gridlore::kinds().iter().filter(|kind| kind.page.is_some()) {
            let mut names: Vec<String> =
                ["js", "css", "wasm"].iter().map(|end| format!("{}.{end}", kind.name)).collect();
            if kind.workshop().is_some() {
                names.extend(["js", "css"].iter().map(|end| format!("{}-workshop.{end}", kind.name)));
            }
            for name in names {
                assert!(assets.names.contains_key(&name), "{name}");
            }
        }
    }

    /// The names are string literals in the source code of pages.
    #[test]
    fn every_file_that_a_page_names_exists() {
        let assets = Assets::embedded().unwrap();
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/pages");
        let mut seen = BTreeSet::new();
        for entry in walkdir::WalkDir::new(folder).into_iter().flatten() {
            let Ok(source) = std::fs::read_to_string(entry.path()) else { continue };
            for text in source.split('"').filter(|text| !text.contains(['{', '\n', ' '])) {
                if [".js", ".css", ".svg"].iter().any(|end| text.len() > end.len() && text.ends_with(end)) {
                    assert!(assets.names.contains_key(text), "{text}");
                    seen.insert(text.to_owned());
                }
            }
        }
        assert!(seen.len() >= 8, "{seen:?}");
    }
}
