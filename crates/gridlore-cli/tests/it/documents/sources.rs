//! Compares the numbers and names in DESIGN, CONTRIBUTING and ARCHITECTURE with the sources.
//!
//! Tested elsewhere: the dependencies and their reasons, and the crates in ARCHITECTURE
//! (`cargo xtask tidy`); paths, commands and options (`names.rs`); SECURITY's limits
//! (`gridlore-server`).

use super::{documents, root};
use regex::Regex;

fn source(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Checks that a document contains a sentence, ignoring line breaks.
fn says(name: &str, sentence: &str) {
    let text = source(name).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains(sentence), "{name}, expected: {sentence}");
}

/// Returns the word for a number up to seventeen.
fn word(number: usize) -> &'static str {
    [
        "no",
        "one",
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "eleven",
        "twelve",
        "thirteen",
        "fourteen",
        "fifteen",
        "sixteen",
        "seventeen",
    ][number]
}

/// Returns the features of a dependency in the workspace manifest.
fn features(name: &str) -> Vec<String> {
    let manifest = source("Cargo.toml");
    let line = manifest.lines().find(|line| line.starts_with(&format!("{name} = "))).unwrap();
    let list = line.split("features = [").nth(1).unwrap().split(']').next().unwrap();
    list.split(", ").map(|feature| feature.trim_matches('"').to_owned()).collect()
}

#[test]
fn design_counts_right() {
    let name = "DESIGN.md";
    let exports = source("crates/gridlore-wasm/src/memory.rs").matches("pub extern \"C\" fn ").count();
    says(name, &format!("{} short exports implement it", word(exports).replacen('e', "E", 1)));
    says(name, &format!("of tower-http {} layers", word(features("tower-http").len())));
    says(name, &format!("{} formats and no more", word(features("image").len())));
    let requests = Regex::new(r#"(?m)^ {8}"[a-z]+" =>"#).unwrap();
    let count = requests.find_iter(&source("crates/gridlore-wasm/src/watch.rs")).count();
    says(name, &format!("there are {} kinds of request", word(count)));
    let search = source("crates/gridlore-connect-four/src/score/search.rs");
    assert!(
        search.contains("const NEAR_LEFT: i32 = 22;")
            && search.contains("const NEAR_BYTES: usize = 1 << 19;")
    );
    says(name, "fewer than 22 discs left have their own table of half a megabyte");
    says(name, "A 25x25 board has 15,625 candidates");
    assert_eq!((25 * 25 * 25, 2 * 6_u32.pow(8)), (15_625, 3_359_232));
    says(name, "all 3,359,232 arrangements");
    assert!(
        source("crates/gridlore-accesslog/src/count/distinct.rs").contains("const MIN_HASHES: usize = 4096;")
    );
    says(name, "the smallest hashes, 4,096 to 8,192");
    let cover = source("bench/record/2026-11-22/cover.tsv");
    let ratio = |case: &str| -> f64 {
        let line = cover.lines().find(|line| line.starts_with(case)).unwrap();
        let fields: Vec<f64> = line.split('\t').skip(1).map(|field| field.parse().unwrap()).collect();
        fields[2] / fields[1]
    };
    says(
        name,
        &format!(
            "masks win by factors of {:.1} (queens), {:.1} (Langford's numbers) and {:.0} (pentominoes)",
            ratio("queens 12"),
            ratio("langford 12"),
            ratio("pentominoes 6x10")
        ),
    );
    let engines = source("docs/exact-cover.md");
    let engines = engines.split("| engine | for |").nth(1).unwrap();
    let count = engines.lines().skip(2).take_while(|line| line.starts_with('|')).count();
    says(name, &format!("Why {} engines for exact cover?", word(count + 1)));
    says("docs/exact-cover.md", "The library also has dancing links");
}

#[test]
fn readme_names_the_rust_that_is_needed() {
    let manifest = source("Cargo.toml");
    let version = manifest.split("rust-version = \"").nth(1).unwrap().split('"').next().unwrap();
    says("README.md", &format!("You need Rust {version} or later"));
}

/// The packages that browser tests use are those that DESIGN names.
#[test]
fn design_names_what_browser_tests_use() {
    let package = source("web/package.json");
    let list = package.split("\"devDependencies\": {").nth(1).unwrap();
    let names = Regex::new(r#""([a-z@/-]+)": ""#).unwrap();
    let used: Vec<String> = names.captures_iter(list).map(|found| found[1].to_owned()).collect();
    assert!(used.len() >= 3);
    for name in used {
        says("DESIGN.md", &format!("`{name}`"));
    }
    assert!(source("xtask/src/browser.rs").contains("\"@duckdb/node-api@"));
    says("DESIGN.md", "`@duckdb/node-api`");
}

#[test]
fn the_statements_of_contributing_are_true() {
    let name = "CONTRIBUTING.md";
    assert!(source("xtask/src/tidy.rs").contains("const MAX_LINES: usize = 800;"));
    says(name, "Files stay under 800 lines");
    let targets: Vec<_> = std::fs::read_dir(root().join("fuzz/fuzz_targets")).unwrap().collect();
    says(name, &format!("The {} targets are in `fuzz/fuzz_targets/`", word(targets.len())));
    assert!(source("fuzz/Cargo.toml").contains("name = \"text\""));
    says(name, "`cargo xtask test` runs every check");
    assert!(!root().join(".github").exists() && !root().join(".gitlab-ci.yml").exists());
}

/// The commands of xtask in ARCHITECTURE are the existing commands.
#[test]
fn architecture_names_the_commands_of_xtask() {
    let main = source("xtask/src/main.rs");
    let commands = Regex::new(r#"(?m)^ {8}"([a-z]+)" =>"#).unwrap();
    let commands: Vec<String> = commands.captures_iter(&main).map(|found| found[1].to_owned()).collect();
    assert!(commands.len() >= 9, "{commands:?}");
    let text = source("ARCHITECTURE.md");
    let row = text.lines().find(|line| line.starts_with("| `xtask` |")).unwrap();
    let named: Vec<&str> =
        row.split('`').skip(3).step_by(2).map(|name| name.trim_start_matches("cargo xtask ")).collect();
    for command in &commands {
        assert!(named.contains(&command.as_str()), "ARCHITECTURE.md's line on xtask does not name {command}");
    }
    assert_eq!(named.len(), commands.len(), "{named:?}");
}

/// Every source named in these documents exists; the beginning of a path may be omitted.
#[test]
fn every_source_that_is_named_exists() {
    let is_ours = |entry: &walkdir::DirEntry| {
        let name = entry.file_name().to_string_lossy();
        entry.depth() == 0 || !(name.starts_with('.') || name == "target" || name == "node_modules")
    };
    let sources: Vec<String> = walkdir::WalkDir::new(root())
        .into_iter()
        .filter_entry(is_ours)
        .map(|entry| entry.unwrap().path().to_string_lossy().into_owned())
        .collect();
    let path = Regex::new(r"`([\w./-]+\.(?:rs|js|css|txt))`").unwrap();
    for document in ["ARCHITECTURE.md", "docs/NEW-PUZZLE.md"] {
        let text = source(document);
        let named: Vec<&str> =
            path.captures_iter(&text).map(|found| found.get(1).unwrap().as_str()).collect();
        assert!(named.len() > 3, "{document}: {named:?}");
        for name in named {
            let end = format!("/{name}");
            assert!(sources.iter().any(|source| source.ends_with(&end)), "{document} names {name}");
        }
    }
}

/// Every environment variable named in a document is read by some program.
#[test]
fn every_variable_that_is_named_is_read() {
    let name = Regex::new(r"GRIDLORE_[A-Z_]+").unwrap();
    let mut sources = String::new();
    for folder in ["crates", "testing", "xtask", "bench", "fuzz", "web/tests"] {
        for entry in walkdir::WalkDir::new(root().join(folder)) {
            let path = entry.unwrap().into_path();
            let is_source =
                path.extension().is_some_and(|end| ["rs", "js", "sh"].iter().any(|one| end == *one));
            if is_source
                && !path
                    .components()
                    .any(|part| part.as_os_str() == "target" || part.as_os_str() == "node_modules")
            {
                sources.push_str(&std::fs::read_to_string(path).unwrap_or_default());
            }
        }
    }
    let mut seen = 0;
    for (document, text) in documents() {
        for found in name.find_iter(&text) {
            assert!(sources.contains(&format!("\"{}\"", found.as_str())), "{document}: {}", found.as_str());
            seen += 1;
        }
    }
    assert!(seen >= 1, "{seen}");
}
