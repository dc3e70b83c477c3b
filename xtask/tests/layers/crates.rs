//! Checks the direction of dependencies in the workspace: each crate has a layer and may use only
//! lower layers, and some downward edges are also forbidden.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

/// The crates with their layers, from `layer` in the section `package.metadata.gridlore` of each
/// manifest.
static LAYERS: LazyLock<Vec<(String, u8)>> = LazyLock::new(|| {
    let folders = fs::read_dir(crates()).expect("the folder of crates");
    let folders = folders.map(|entry| entry.expect("a folder").path());
    let mut layers: Vec<(String, u8)> = folders
        .map(|folder| {
            let name = folder.file_name().and_then(|name| name.to_str()).expect("a name in UTF-8").to_owned();
            let manifest = fs::read_to_string(folder.join("Cargo.toml")).expect("a manifest");
            let section = manifest.split("\n[package.metadata.gridlore]\n").nth(1);
            let layer =
                section.and_then(|section| section.strip_prefix("layer = ")?.lines().next()?.parse().ok());
            let layer = layer.unwrap_or_else(|| {
                panic!("`{name}`: expected a section [package.metadata.gridlore] with layer = N")
            });
            (name, layer)
        })
        .collect();
    layers.sort();
    layers
});

/// The purpose of a section of dependencies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Purpose {
    Program,
    /// A development dependency: tests may also use a crate of the same layer, as a second opinion.
    Test,
}

/// Returns whether a downward edge is forbidden.
fn is_forbidden(from: &str, to: &str) -> bool {
    match from {
        // These crates use core and the engines only through the facade. The command line may also
        // use the engines that it names in commands.
        "gridlore-blog" | "gridlore-wasm" | "gridlore-server" => {
            to == "gridlore-core"
                || is_engine(to)
                || (from != "gridlore-server" && to == "gridlore-accesslog")
        }
        "gridlore-cli" => to == "gridlore-core" || to == "gridlore-wasm",
        // The access-log crate and the puzzle crates do not depend on each other.
        _ => to == "gridlore-accesslog",
    }
}

fn layer(name: &str) -> Option<u8> {
    LAYERS.iter().find(|(known, _)| known == name).map(|&(_, layer)| layer)
}

/// Returns whether a crate is an engine or shared by engines: the layers between core and the
/// facade.
fn is_engine(name: &str) -> bool {
    layer(name).is_some_and(|layer| (1..=2).contains(&layer))
}

/// Returns the reason why `from` must not use `to`; `None` if it may.
fn fault(from: &str, to: &str, purpose: Purpose) -> Option<String> {
    let (own, below) = (layer(from)?, layer(to)?);
    // The blog uses puzzles through the facade, although both are on the same layer.
    let is_neighbour = from == "gridlore-blog" && to == "gridlore";
    let points_down = below < own || is_neighbour || (purpose == Purpose::Test && below == own);
    if !points_down || is_forbidden(from, to) {
        return Some(format!("`{from}` (layer {own}) must not depend on `{to}` (layer {below})"));
    }
    None
}

fn crates() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates")
}

/// Returns the names of a manifest's dependencies, from all sections.
fn dependencies(manifest: &str) -> Vec<(String, Purpose)> {
    let mut section = None;
    let mut names = Vec::new();
    for line in manifest.lines() {
        if let Some(header) = line.strip_prefix('[') {
            // `dependencies]`, `build-dependencies]`, `target.'cfg(unix)'.dependencies]`.
            let last = header.trim_end_matches(']').rsplit('.').next().unwrap_or_default();
            section = match last {
                "dependencies" | "build-dependencies" => Some(Purpose::Program),
                "dev-dependencies" => Some(Purpose::Test),
                _ => None,
            };
        } else if let Some(purpose) = section
            && !line.trim().is_empty()
            && !line.starts_with('#')
        {
            names.push((line.split(['.', ' ', '=']).next().unwrap_or_default().to_owned(), purpose));
        }
    }
    names
}

#[test]
fn dependencies_point_down() {
    let mut seen = 0;
    let mut faults = Vec::new();
    let mut edges = Vec::new();
    for entry in fs::read_dir(crates()).unwrap() {
        let folder = entry.unwrap().path();
        let name = folder.file_name().unwrap().to_str().unwrap().to_owned();
        let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap();
        assert!(manifest.contains(&format!("name = \"{name}\"\n")), "`{name}`: folder and crate name differ");
        for (dependency, purpose) in dependencies(&manifest) {
            faults.extend(fault(&name, &dependency, purpose));
            edges.push((name.clone(), dependency));
        }
        seen += 1;
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert_eq!(seen, LAYERS.len());
    assert_eq!(cycle(&edges), None);
}

/// Returns a crate that depends on itself through others. Cargo allows such cycles if tests are
/// involved.
fn cycle(edges: &[(String, String)]) -> Option<&str> {
    let reaches = |from: &str, to: &str| {
        let mut reached = vec![from];
        let mut next = 0;
        while let Some(&here) = reached.get(next) {
            for (_, below) in edges.iter().filter(|(above, _)| above == here) {
                if below == to {
                    return true;
                }
                if !reached.contains(&below.as_str()) {
                    reached.push(below);
                }
            }
            next += 1;
        }
        false
    };
    edges.iter().map(|(above, _)| above.as_str()).find(|name| reaches(name, name))
}

#[test]
fn core_has_no_dependencies_and_engines_no_formats() {
    let manifest = |name: &str| fs::read_to_string(crates().join(name).join("Cargo.toml")).unwrap();
    assert_eq!(dependencies(&manifest("gridlore-core")), []);
    let engines = LAYERS.iter().map(|(name, _)| name.as_str()).filter(|name| is_engine(name));
    for name in engines.chain(["gridlore"]) {
        for (dependency, _) in dependencies(&manifest(name)) {
            assert!(
                !["serde", "serde_json", "axum", "tokio"].contains(&dependency.as_str()),
                "`{name}` knows `{dependency}`"
            );
        }
    }
}

#[test]
fn the_test_can_fail() {
    let fault_of = |from, to| fault(from, to, Purpose::Program);
    assert_eq!(
        fault_of("gridlore-life", "gridlore-sudoku").as_deref(),
        Some("`gridlore-life` (layer 2) must not depend on `gridlore-sudoku` (layer 2)")
    );
    assert!(fault_of("gridlore-wasm", "gridlore-sudoku").is_some());
    assert!(fault_of("gridlore-wasm", "gridlore-exact-cover").is_some());
    assert!(fault_of("gridlore-core", "gridlore").is_some());
    assert_eq!(fault_of("gridlore-sudoku", "gridlore-core"), None);
    assert_eq!(fault_of("gridlore-sudoku", "gridlore-sudoku-geometry"), None);
    assert!(fault_of("gridlore-sudoku-human", "gridlore-sudoku").is_some());
    assert_eq!(fault("gridlore-sudoku-human", "gridlore-sudoku", Purpose::Test), None);
    assert!(fault("gridlore-sudoku", "gridlore", Purpose::Test).is_some());
    assert_eq!(fault_of("gridlore-blog", "gridlore"), None);
    let manifest = "[dependencies]\na = \"1\"\n\n[target.'cfg(unix)'.dependencies]\nb.workspace = true\n\
                    [dev-dependencies]\nc = \"1\"\n[build-dependencies]\n# d\ne = \"1\"\n[lints]\nf = 1\n";
    let found = dependencies(manifest);
    let expected =
        [("a", Purpose::Program), ("b", Purpose::Program), ("c", Purpose::Test), ("e", Purpose::Program)];
    assert!(found.iter().map(|(name, purpose)| (name.as_str(), *purpose)).eq(expected), "{found:?}");
    let edges = [("a", "b"), ("b", "c"), ("c", "b")].map(|(one, two)| (one.to_owned(), two.to_owned()));
    assert_eq!(cycle(&edges), Some("b"));
    assert_eq!(cycle(&edges[..2]), None);
}
