//! Scripts, styles and wasm files, embedded in the binary and served under names that hold the hash of what is in them.
//!
//! A file refers to another as `./name`. Such references are replaced by the hashed name before the referring file is
//! hashed itself, so a change anywhere changes every name on the way up, and every file may be cached for ever.

use crate::http::page::packed;
use anyhow::{Context, Result, bail};
use axum::body::Bytes;
use include_dir::{Dir, include_dir};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fmt::Write as _;

static SOURCES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../web/src");
static ENGINES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../web/pkg");

/// A file as it goes over the wire.
#[derive(Debug)]
pub(crate) struct Asset {
    pub(crate) content_type: &'static str,
    pub(crate) body: Bytes,
    pub(crate) gz: Bytes,
}

/// All files of the site, by hashed name.
#[derive(Debug)]
pub(crate) struct Assets {
    files: BTreeMap<String, Asset>,
    /// Plain name to hashed name.
    names: BTreeMap<String, String>,
}

impl Assets {
    /// The files that this binary holds.
    pub(crate) fn embedded() -> Result<Self> {
        let files = SOURCES.files().chain(ENGINES.files());
        let plain = files.filter_map(|file| {
            let name = file.path().file_name()?.to_str()?.to_owned();
            content_type(&name).map(|_| (name, file.contents().to_vec()))
        });
        Self::new(plain.collect())
    }

    fn new(mut plain: BTreeMap<String, Vec<u8>>) -> Result<Self> {
        let mut assets = Self { files: BTreeMap::new(), names: BTreeMap::new() };
        // Files whose references are all named already, round after round.
        while !plain.is_empty() {
            let ready: Vec<String> = plain
                .iter()
                .filter(|(name, body)| !plain.keys().any(|other| other != *name && refers(body, other)))
                .map(|(name, _)| name.clone())
                .collect();
            if ready.is_empty() {
                bail!("these assets refer to each other in a circle: {:?}", plain.keys());
            }
            for name in ready {
                let body = plain.remove(&name).unwrap_or_default();
                assets.add(name, body)?;
            }
        }
        Ok(assets)
    }

    fn add(&mut self, name: String, mut body: Vec<u8>) -> Result<()> {
        let content_type = content_type(&name).with_context(|| format!("{name}: no content type"))?;
        if let Ok(text) = std::str::from_utf8(&body) {
            let mut text = text.to_owned();
            for (plain, hashed) in &self.names {
                for quote in ['"', '\''] {
                    text = text
                        .replace(&format!("{quote}./{plain}{quote}"), &format!("{quote}./{hashed}{quote}"));
                }
            }
            body = text.into_bytes();
        }
        let mut hash = String::new();
        for byte in &Sha256::digest(&body)[..6] {
            let _ = write!(hash, "{byte:02x}");
        }
        let (stem, end) = name.rsplit_once('.').with_context(|| format!("{name}: no ending"))?;
        let hashed = format!("{stem}.{hash}.{end}");
        let gz = packed(&body).with_context(|| format!("{name}: packing"))?;
        self.files.insert(hashed.clone(), Asset { content_type, body: body.into(), gz });
        self.names.insert(name, hashed);
        Ok(())
    }

    /// All files by their hashed names.
    pub(crate) fn files(&self) -> impl Iterator<Item = (&str, &Asset)> {
        self.files.iter().map(|(name, asset)| (name.as_str(), asset))
    }

    /// The file of this hashed name.
    pub(crate) fn get(&self, hashed: &str) -> Option<&Asset> {
        self.files.get(hashed)
    }

    /// The address of a file by its plain name; a name that is not there is a mistake in a page, and plain to see.
    pub(crate) fn address(&self, name: &str) -> String {
        format!("/assets/{}", self.names.get(name).map_or(name, String::as_str))
    }
}

/// Whether the file holds `"./name"` or `'./name'`.
fn refers(body: &[u8], name: &str) -> bool {
    std::str::from_utf8(body)
        .is_ok_and(|text| text.contains(&format!("\"./{name}\"")) || text.contains(&format!("'./{name}'")))
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

    fn files(list: &[(&str, &str)]) -> BTreeMap<String, Vec<u8>> {
        list.iter().map(|(name, body)| ((*name).to_owned(), body.as_bytes().to_vec())).collect()
    }

    #[test]
    fn a_change_below_changes_every_name_above() {
        let name = |deep: &str| {
            let assets = Assets::new(files(&[
                ("a.js", "import './b.js'"),
                ("b.js", "load(\"./c.js\")"),
                ("c.js", deep),
            ]));
            assets.unwrap().address("a.js")
        };
        assert_eq!(name("1"), name("1"));
        assert_ne!(name("1"), name("2"));
    }

    #[test]
    fn circles_are_refused() {
        let error =
            Assets::new(files(&[("a.js", "'./b.js'"), ("b.js", "'./a.js'")])).unwrap_err().to_string();
        assert_eq!(error, "these assets refer to each other in a circle: [\"a.js\", \"b.js\"]");
    }

    #[test]
    fn embedded_files_are_complete() {
        let assets = Assets::embedded().unwrap();
        for kind in gridlore::kinds().iter().filter(|kind| kind.page.is_some()) {
            for name in [format!("{}.js", kind.name), format!("{}.wasm", kind.name)] {
                assert!(assets.names.contains_key(&name), "{name}");
            }
        }
        for asset in assets.files.values() {
            let text = String::from_utf8_lossy(&asset.body);
            for plain in assets.names.keys() {
                assert!(!text.contains(&format!("'./{plain}'")), "a reference to {plain} is not hashed");
            }
        }
    }
}
