//! Measures Life's automatic choice of engine: `cargo run --release --manifest-path
//! bench/Cargo.toml --bin life_auto -- FOLDER [EVERY]`.
//!
//! Runs every `EVERY`th pattern of a folder, such as Golly's, with tiles, with squares and with the
//! automatic choice, and measures the engine's user time on one thread, without reading the file.
//! The number of generations is the first of 100, 1,000, ... for which the better engine takes 0.1
//! s, or the last that one of them reaches within 4 s. All runs that finish must end with the same
//! population. `-` means that a run did not finish within 4 s, or, for the automatic choice, within
//! six times the better engine's time and 3 s. Patterns that both engines finish in less than 2 ms
//! are omitted.

use gridlore_core::Budget;
use gridlore_life::{Dynamics, Engine, Machine, Pattern, Rule, World, parse};
use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

const MEMORY: usize = 4 << 30;
const LONG_ENOUGH: f64 = 0.1;
const TIME_LIMIT: f64 = 4.0;
/// The work between two readings of the clock, as in the program.
const SLICE: u64 = 1 << 22;

fn user_seconds() -> f64 {
    let usage = getrusage(UsageWho::RUSAGE_SELF).expect("the usage of this process");
    (usage.user_time() + usage.system_time()).num_microseconds() as f64 / 1e6
}

/// Seconds, population and work, if the engine finishes in time.
fn run(pattern: &Pattern, rule: &Rule, to: u64, engine: Engine, limit: f64) -> Option<Run> {
    let start = user_seconds();
    let mut world = World::new(&pattern.cells, rule, 0, engine, MEMORY).ok()?;
    let mut work = 0;
    loop {
        let mut budget = Budget::nodes(SLICE);
        let has_arrived = world.run(to, &mut budget).ok()?;
        work += budget.spent();
        let seconds = user_seconds() - start;
        if has_arrived {
            return Some(Run { seconds, population: world.population(), work });
        }
        if seconds > limit {
            return None;
        }
    }
}

/// The cost of a run, and its result.
#[derive(Clone, Copy)]
struct Run {
    seconds: f64,
    population: u128,
    /// The work in the unit by which the engines are compared.
    work: u64,
}

impl Run {
    /// Returns the nanoseconds per unit of work.
    fn unit(&self) -> f64 {
        self.seconds * 1e9 / self.work.max(1) as f64
    }
}

fn files(folder: &Path, into: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> =
        std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() { files(&path, into) } else { into.push(path) }
    }
}

fn read_text(path: &Path) -> Option<String> {
    let bytes = std::fs::read(path).ok()?;
    let mut text = String::new();
    if bytes.starts_with(&[0x1f, 0x8b]) {
        flate2::read::GzDecoder::new(bytes.as_slice()).read_to_string(&mut text).ok()?;
        return Some(text);
    }
    String::from_utf8(bytes).ok()
}

/// Returns the rule of a pattern; a rule file is read from the folder `Rules` next to the patterns.
fn pattern_rule(pattern: &Pattern, rules: &Path) -> Option<Rule> {
    if let Ok(rule) = pattern.rule() {
        return Some(rule);
    }
    let name = pattern.rule.as_ref()?.0.split(':').next()?.to_owned();
    let machine = Machine::parse(&std::fs::read_to_string(rules.join(format!("{name}.rule"))).ok()?).ok()?;
    let topology = pattern.topology().ok()?;
    Some(Rule { states: machine.states(), dynamics: Dynamics::Machine(Arc::new(machine)), topology })
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let folder = PathBuf::from(arguments.next().expect("usage: life_auto FOLDER [EVERY]"));
    let every: usize = arguments.next().map_or(8, |text| text.parse().expect("a number"));
    let mut all = Vec::new();
    files(&folder, &mut all);
    println!("pattern\tgenerations\ttiles_s\thash_s\tauto_s\tratio\ttiles_unit_ns\thash_unit_ns");
    let (mut count, mut above) = (0, 0);
    for path in all.iter().step_by(every) {
        let Some(pattern) = read_text(path).and_then(|text| parse(&text).ok()) else { continue };
        let Some(rule) = pattern_rule(&pattern, &folder.join("../Rules")) else { continue };
        let pattern = pattern.placed(&rule);
        let mut best: Option<(u64, [Option<Run>; 2])> = None;
        for to in [100, 1_000, 10_000, 100_000, 1_000_000, 100_000_000] {
            let both =
                [Engine::Tiles, Engine::Hash].map(|engine| run(&pattern, &rule, to, engine, TIME_LIMIT));
            let Some(better) = both.iter().flatten().map(|run| run.seconds).reduce(f64::min) else { break };
            best = Some((to, both));
            if better >= LONG_ENOUGH {
                break;
            }
        }
        let Some((to, both)) = best else { continue };
        let better = both.iter().flatten().map(|run| run.seconds).reduce(f64::min).expect("one of them");
        if better < 0.002 {
            continue;
        }
        let auto = run(&pattern, &rule, to, Engine::Auto, (6.0 * better).max(3.0));
        let mut populations = both.iter().chain([&auto]).flatten().map(|run| run.population);
        let first = populations.next().expect("one of them");
        assert!(populations.all(|population| population == first), "{}", path.display());
        let seconds = |run: Option<Run>| run.map_or("-".to_owned(), |run| format!("{:.4}", run.seconds));
        let ratio = auto.map(|auto| auto.seconds / better);
        count += 1;
        above += u32::from(ratio.is_none_or(|ratio| ratio > 1.5));
        let name = path.file_name().expect("a file").to_string_lossy();
        let ratio = ratio.map_or("-".to_owned(), |ratio| format!("{ratio:.2}"));
        let [tiles_unit, hash_unit] =
            both.map(|run| run.map_or("-".to_owned(), |run| format!("{:.1}", run.unit())));
        let [tiles, hash] = both.map(seconds);
        println!("{name}\t{to}\t{tiles}\t{hash}\t{}\t{ratio}\t{tiles_unit}\t{hash_unit}", seconds(auto));
    }
    eprintln!("{count} patterns, {above} above 1.5");
}
