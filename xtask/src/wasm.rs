//! Builds the engines for the browser: one wasm file per puzzle, committed in `web/pkg/`, so that
//! `cargo run` needs no second toolchain.
//!
//! `web/pkg/sources.txt` contains the hash of their sources: all source files of the crates
//! involved, and the versions of external crates. `cargo xtask test` fails if this hash differs
//! from that of the current sources. With `--all`, the browser tests run on freshly built files if
//! possible.

use crate::machine;
use crate::stamp;
use crate::steps::{cargo, output, root, run};
use anyhow::{Context, Result, bail, ensure};
use flate2::Compression;
use flate2::write::GzEncoder;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Returns the engines to build: the default features of gridlore-wasm.
fn kinds() -> Result<Vec<String>> {
    let manifest = fs::read_to_string(root().join("crates/gridlore-wasm/Cargo.toml"))?;
    let list = manifest.split("\ndefault = [").nth(1).and_then(|rest| rest.split(']').next());
    let list = list.context("crates/gridlore-wasm/Cargo.toml: expected default = [...]")?;
    Ok(list.split('"').skip(1).step_by(2).map(str::to_owned).collect())
}

/// The size limit of a compressed file, which a reader's phone must download before the board is
/// playable.
const MAX_GZ: usize = 150_000;

/// The files with a different limit.
const OTHER_MAX_GZ: [(&str, usize); 6] = [
    // Contains every family of rules, every format, two engines, and the identification of
    // patterns.
    ("life", 214_000),
    // The solver, every technique for hints, the ratings and formats of other programs, and the
    // boards of the course. The workshop and the lessons download this file at once, a board on the
    // first hint, and the sudoku page in the background.
    ("sudoku-tutor", 530_000),
    // Contains the definition, the sentence and the drawing of every rule.
    ("variant-sudoku", 238_000),
    // Contains an engine for every rule, and the steps of hints; downloaded on the first hint.
    ("variant-hints", 520_000),
    // The studio adds five formats, the generator and the analysis for setters.
    ("variant-studio", 900_000),
    // Contains the language and its library; downloaded only when someone runs a query.
    ("prolog", 600_000),
];

/// The engines that only play. They compute little, so their crates and the standard library are
/// optimised for size alone.
const SMALLEST: [&str; 2] = ["sudoku", "variant-sudoku"];

/// Returns the size limit of a kind's compressed file.
fn max_gz(kind: &str) -> usize {
    OTHER_MAX_GZ.iter().find(|(other, _)| *other == kind).map_or(MAX_GZ, |(_, max)| *max)
}

const TARGET: &str = "wasm32-unknown-unknown";

fn pkg() -> PathBuf {
    root().join("web/pkg")
}

/// Returns the hash of all sources from which the files are built.
fn sources_hash() -> Result<String> {
    let Crates { ours, others } = crates()?;
    let mut files = Vec::new();
    for folder in ours {
        files.push(folder.join("Cargo.toml"));
        for part in
            ["src", "patterns", "puzzles"].map(|part| folder.join(part)).iter().filter(|part| part.is_dir())
        {
            stamp::collect(part, &mut files)?;
        }
    }
    // Of the workspace manifest, only the profiles matter; they are at its end.
    let manifest = fs::read_to_string(root().join("Cargo.toml"))?;
    let profiles = manifest.find("[profile.").map_or("", |start| &manifest[start..]);
    stamp::hash(files, &format!("{profiles}{}", others.join("\n")))
}

/// The crates from which the files are built.
struct Crates {
    /// The folders of the workspace's crates.
    ours: Vec<PathBuf>,
    /// The external crates with their versions.
    others: Vec<String>,
}

/// Asks cargo for the dependencies of the browser build, so that there is no list to keep up to
/// date.
fn crates() -> Result<Crates> {
    let mut tree = cargo();
    tree.args(["tree", "--locked", "-p", "gridlore-wasm", "-e", "normal", "--target", TARGET]);
    tree.args(["--all-features", "--prefix", "none", "--format", "{p}"]);
    let tree = output(&mut tree).context("cargo tree failed")?;
    let (mut ours, mut others) = (Vec::new(), Vec::new());
    for line in tree.lines() {
        let line = line.trim_end_matches(" (*)");
        // Cargo prints the folder after the name of a workspace crate.
        match line.split_once(" (").and_then(|(_, place)| place.strip_suffix(')')) {
            Some(place) if Path::new(place).is_dir() => ours.push(PathBuf::from(place)),
            _ => others.push(line.to_owned()),
        }
    }
    ours.sort_unstable();
    ours.dedup();
    others.sort_unstable();
    others.dedup();
    ensure!(ours.len() > 1, "cargo tree lists no crates of the workspace: {tree}");
    Ok(Crates { ours, others })
}

/// Fails if the committed files are out of date or too large.
pub(crate) fn check_stamp() -> Result<()> {
    let committed = fs::read_to_string(pkg().join("sources.txt")).context("web/pkg/sources.txt")?;
    ensure!(
        committed.trim() == sources_hash()?,
        "web/pkg is out of date: run cargo xtask wasm and commit web/pkg"
    );
    for kind in kinds()? {
        let size = packed(&fs::read(pkg().join(format!("{kind}.wasm")))?)?;
        let max = max_gz(&kind);
        ensure!(
            size <= max,
            "{kind}.wasm has {size} bytes compressed, expected at most {max}; the limits are for files that \
             Debian's toolchain built (CONTRIBUTING.md)"
        );
        println!("{kind}.wasm: {size} bytes compressed");
    }
    Ok(())
}

fn packed(bytes: &[u8]) -> Result<usize> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes)?;
    Ok(encoder.finish()?.len())
}

/// Rebuilds the committed files and their stamp.
pub(crate) fn rebuild() -> Result<()> {
    let toolchain = Toolchain::find_or_install()?;
    build(&toolchain, &pkg())?;
    fs::write(pkg().join("sources.txt"), sources_hash()? + "\n")?;
    check_stamp()
}

/// Builds the files in a folder that is not committed. If there is no suitable toolchain, prints
/// the reason and returns `None`.
pub(crate) fn fresh() -> Result<Option<PathBuf>> {
    let toolchain = match Toolchain::find_or_install() {
        Ok(toolchain) => toolchain,
        Err(error) => {
            println!("the browser tests use the committed wasm files: {error:#}");
            return Ok(None);
        }
    };
    let folder = root().join("target/wasm-fresh");
    fs::create_dir_all(&folder)?;
    build(&toolchain, &folder)?;
    for kind in kinds()? {
        let name = format!("{kind}.wasm");
        let same = fs::read(folder.join(&name))? == fs::read(pkg().join(&name))?;
        let relation = if same {
            "identical to the committed file"
        } else {
            "different from the committed file (another toolchain)"
        };
        println!("{name}, freshly built: {relation}");
    }
    Ok(Some(folder))
}

/// A toolchain that can build for the browser.
enum Toolchain {
    /// The current toolchain has the target.
    Rustup,
    /// Debian's packages rustc-web, cargo-web and rust-web-src also build the standard library; the
    /// linker is rustup's.
    Debian { linker: PathBuf },
}

impl Toolchain {
    fn find_or_install() -> Result<Self> {
        let sysroot =
            output(Command::new("rustc").args(["--print", "sysroot"])).context("rustc is not installed")?;
        let library = Path::new(&sysroot).join("lib/rustlib");
        if library.join(TARGET).join("lib").is_dir() {
            return Ok(Self::Rustup);
        }
        let host = output(Command::new("rustc").args(["--print", "host-tuple"]))
            .context("rustc does not print its host")?;
        let linker = library.join(host).join("bin/rust-lld");
        if !linker.is_file() {
            bail!("the target {TARGET} is missing: rustup target add {TARGET}");
        }
        let is_there = || {
            Path::new("/usr/bin/rustc").exists()
                && Path::new("/usr/bin/cargo").exists()
                && Path::new("/usr/lib/rustlib/src/rust/library/std").is_dir()
        };
        let (what, packages) = ("a Rust toolchain for wasm", ["rustc-web", "cargo-web", "rust-web-src"]);
        if !is_there() {
            machine::install(what, &packages)?;
            ensure!(is_there(), "Debian's packages do not contain /usr/bin/rustc and its sources");
        }
        let version = || output(Command::new("/usr/bin/rustc").arg("--version")).unwrap_or_default();
        let too_old = |version: &str, required: &str| {
            format!("Debian's {version} is older than {required}, which the project needs")
        };
        let required = env!("CARGO_PKG_RUST_VERSION");
        // An old package list can name outdated packages.
        if release(&version()) < release(required) {
            machine::renew(what, &packages).with_context(|| too_old(&version(), required))?;
        }
        let version = version();
        ensure!(release(&version) >= release(required), too_old(&version, required));
        Ok(Self::Debian { linker })
    }

    /// Returns the build command, without the package and its features.
    fn command(&self) -> Command {
        match self {
            Self::Rustup => {
                let mut command = cargo();
                command.args(["build", "--target", TARGET]);
                command
            }
            Self::Debian { linker } => {
                let mut command = Command::new("/usr/bin/cargo");
                command.current_dir(root()).args([
                    "build",
                    "--target",
                    TARGET,
                    "-Zbuild-std=std,panic_abort",
                ]);
                command.env("RUSTC", "/usr/bin/rustc").env("RUSTC_BOOTSTRAP", "1");
                command.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", linker);
                // Unset the variables that the outer cargo has set for its own toolchain.
                for (name, _) in std::env::vars_os() {
                    let text = name.to_string_lossy();
                    if text == "RUSTUP_TOOLCHAIN"
                        || text == "CARGO"
                        || text.starts_with("CARGO_PKG")
                        || text == "LD_LIBRARY_PATH"
                    {
                        command.env_remove(&name);
                    }
                }
                command
            }
        }
    }
}

/// Returns the first two numbers of the version in a string such as `rustc 1.95.0 (...)`.
fn release(text: &str) -> (u32, u32) {
    let mut numbers = text.split(|c: char| !c.is_ascii_digit()).filter_map(|digits| digits.parse().ok());
    (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0))
}

fn build(toolchain: &Toolchain, into: &Path) -> Result<()> {
    let target_dir = root().join("target/wasm");
    let home = std::env::var("CARGO_HOME")
        .or_else(|_| std::env::var("HOME").map(|home| format!("{home}/.cargo")))
        .unwrap_or_default();
    // A panic is a trap, and nobody reads its message. With rustup's target, the standard library
    // keeps the messages, so the files are larger.
    let panics = match toolchain {
        Toolchain::Rustup => "",
        Toolchain::Debian { .. } => "-Zunstable-options -Cpanic=immediate-abort ",
    };
    // Keep this machine's paths out of the files.
    let flags = format!(
        "-Ctarget-feature=+simd128 {panics}--remap-path-prefix={}=gridlore --remap-path-prefix={home}=cargo",
        root().display()
    );
    for kind in kinds()? {
        let mut command = toolchain.command();
        command.args([
            "--locked",
            "--quiet",
            "-p",
            "gridlore-wasm",
            "--profile",
            "wasm",
            "--no-default-features",
            "--features",
            &kind,
        ]);
        let is_smallest = SMALLEST.contains(&kind.as_str());
        let target_dir = target_dir.join(if is_smallest { "smallest" } else { "fast" });
        if is_smallest {
            command.env("CARGO_PROFILE_WASM_OPT_LEVEL", "z");
            // The profile optimises this crate for speed, because hints and the studio run its
            // searches.
            command.args(["--config", "profile.wasm.package.gridlore-sudoku-variants.opt-level='z'"]);
            if matches!(toolchain, Toolchain::Debian { .. }) {
                command.arg("-Zbuild-std-features=optimize_for_size");
            }
        }
        command.arg("--target-dir").arg(&target_dir).env("RUSTFLAGS", &flags);
        run(&mut command)?;
        let built = target_dir.join(TARGET).join("wasm/gridlore_wasm.wasm");
        let bytes = fs::read(&built).with_context(|| built.display().to_string())?;
        fs::write(into.join(format!("{kind}.wasm")), bytes)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::release;

    #[test]
    fn releases_are_compared_as_numbers() {
        assert_eq!(release("rustc 1.96.0 (ac68faa20 2026-05-25) (built from a source tarball)"), (1, 96));
        assert!(release("rustc 1.85.0 (4d91de4e4 2025-02-17)") < release("1.95"));
        assert!(release("1.100") > release("1.95"));
        assert_eq!(release(""), (0, 0));
    }
}
