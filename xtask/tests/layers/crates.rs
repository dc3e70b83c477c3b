//! The dependency direction of the workspace, as a test: every crate has a layer and may use lower
//! ones only, and some edges are forbidden although they point down.

use std::fs;
use std::path::{Path, PathBuf};

/// Crate and layer, lowest first. A new crate is added here on purpose.
const LAYERS: &[(&str, u8)] = &[
    ("gridlore-core", 0),
    ("gridlore-accesslog", 0),
    ("gridlore-exact-cover", 1),
    ("gridlore-sudoku-geometry", 1),
    ("gridlore-sudoku", 2),
    ("gridlore-sudoku-human", 2),
    ("gridlore-flipper", 2),
    ("gridlore-connect-four", 2),
    ("gridlore-life", 2),
    ("gridlore-prolog", 2),
    ("gridlore", 3),
    ("gridlore-blog", 3),
    ("gridlore-server", 4),
    ("gridlore-wasm", 4),
    ("gridlore-cli", 5),
];

/// The engines, which know no other engine.
const ENGINES: &[&str] = &[
    "gridlore-sudoku-geometry",
    "gridlore-sudoku",
    "gridlore-sudoku-human",
    "gridlore-flipper",
    "gridlore-connect-four",
    "gridlore-life",
    "gridlore-prolog",
];

/// Edges that point down and are forbidden all the same.
fn is_forbidden(from: &str, to: &str) -> bool {
    match from {
        // The facade is the only way to core and to the engines; the command line may use engines
        // it names in commands.
        "gridlore-blog" | "gridlore-wasm" | "gridlore-server" => {
            to == "gridlore-core"
                || to == "gridlore-exact-cover"
                || ENGINES.contains(&to)
                || (from != "gridlore-server" && to == "gridlore-accesslog")
        }
        "gridlore-cli" => to == "gridlore-core" || to == "gridlore-wasm",
        // The log knows no puzzle, and no puzzle knows the log.
        _ => to == "gridlore-accesslog",
    }
}

fn layer(name: &str) -> Option<u8> {
    LAYERS.iter().find(|(known, _)| *known == name).map(|&(_, layer)| layer)
}

/// Why `from` may not use `to`; `None` when it may.
fn fault(from: &str, to: &str) -> Option<String> {
    let (own, below) = (layer(from)?, layer(to)?);
    // The blog is told of puzzles by the facade, its neighbour.
    let is_neighbour = from == "gridlore-blog" && to == "gridlore";
    if (below >= own && !is_neighbour) || is_forbidden(from, to) {
        return Some(format!("`{from}` (layer {own}) may not depend on `{to}` (layer {below})"));
    }
    None
}

fn crates() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates")
}

/// The names in a section of a manifest, such as `[dependencies]`.
fn names(manifest: &str, section: &str) -> Vec<String> {
    let mut inside = false;
    let mut names = Vec::new();
    for line in manifest.lines() {
        if line.starts_with('[') {
            inside = line == section;
        } else if inside && !line.trim().is_empty() && !line.starts_with('#') {
            names.push(line.split(['.', ' ', '=']).next().unwrap_or_default().to_owned());
        }
    }
    names
}

#[test]
fn dependencies_point_down() {
    let mut seen = 0;
    let mut faults = Vec::new();
    for entry in fs::read_dir(crates()).unwrap() {
        let folder = entry.unwrap().path();
        let name = folder.file_name().unwrap().to_str().unwrap().to_owned();
        assert!(layer(&name).is_some(), "`{name}` has no layer in LAYERS");
        let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap();
        assert!(manifest.contains(&format!("name = \"{name}\"\n")), "`{name}`: folder and crate name differ");
        for dependency in names(&manifest, "[dependencies]") {
            faults.extend(fault(&name, &dependency));
        }
        seen += 1;
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert_eq!(seen, LAYERS.len(), "LAYERS lists a crate that is not there");
}

#[test]
fn core_depends_on_nothing_and_engines_on_no_format() {
    let manifest = |name: &str| fs::read_to_string(crates().join(name).join("Cargo.toml")).unwrap();
    assert_eq!(names(&manifest("gridlore-core"), "[dependencies]"), Vec::<String>::new());
    for name in ENGINES.iter().chain(&["gridlore-exact-cover", "gridlore"]) {
        for dependency in names(&manifest(name), "[dependencies]") {
            assert!(
                !["serde", "serde_json", "axum", "tokio"].contains(&dependency.as_str()),
                "`{name}` knows `{dependency}`"
            );
        }
    }
}

#[test]
fn the_test_can_fail() {
    assert_eq!(
        fault("gridlore-life", "gridlore-sudoku").as_deref(),
        Some("`gridlore-life` (layer 2) may not depend on `gridlore-sudoku` (layer 2)")
    );
    assert!(fault("gridlore-wasm", "gridlore-sudoku").is_some());
    assert!(fault("gridlore-core", "gridlore").is_some());
    assert_eq!(fault("gridlore-sudoku", "gridlore-core"), None);
    assert_eq!(fault("gridlore-sudoku", "gridlore-sudoku-geometry"), None);
    assert!(fault("gridlore-sudoku-human", "gridlore-sudoku").is_some());
    assert_eq!(fault("gridlore-blog", "gridlore"), None);
}
