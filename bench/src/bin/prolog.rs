//! Compares Gridlore's Prolog with SWI-Prolog on the same files and goals. Each engine measures its
//! own processor time, and each case is checked by its file before it is timed.
//!
//! `cargo run --release --manifest-path bench/Cargo.toml --bin prolog` after
//! `cargo build --profile dist`. `swipl` is in Debian's package `swi-prolog-nox`.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

/// The number of rounds in which the engines take turns; medians are printed.
const ROUNDS: usize = 5;

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let gridlore = root.join("../target/dist/gridlore");
    let mut version = Command::new("swipl");
    let version = version
        .arg("--version")
        .output()
        .map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned());
    println!("# {}", version.as_deref().unwrap_or("swipl is not installed"));
    println!("case\tgridlore s\tswipl s\tratio");
    for (file, bars) in [("classics.pl", false), ("domains.pl", true)] {
        let path = root.join("prolog").join(file);
        let mut ours: BTreeMap<String, Vec<f64>> = BTreeMap::new();
        let mut theirs: BTreeMap<String, Vec<f64>> = BTreeMap::new();
        let mut order = Vec::new();
        for _ in 0..ROUNDS {
            let mut command = Command::new(&gridlore);
            command.args(["prolog", "-g", "main"]).arg(&path);
            add(&mut command, &mut ours, &mut order);
            if version.is_ok() {
                let mut command = Command::new("swipl");
                command.args(["-O", "-q", "-g", "main", "-t", "halt"]).arg(&path);
                add(&mut command, &mut theirs, &mut Vec::new());
            }
        }
        let mut logarithms = 0.0;
        for case in &order {
            let own = median(&ours[case]);
            match theirs.get(case).map(|times| median(times)) {
                Some(peer) => {
                    println!("{case}\t{own:.9}\t{peer:.9}\t{:.3}", own / peer);
                    logarithms += (own / peer).ln();
                }
                None => println!("{case}\t{own:.9}\t-\t-"),
            }
        }
        if !bars && version.is_ok() {
            #[expect(clippy::cast_precision_loss, reason = "a dozen")]
            let mean = (logarithms / order.len() as f64).exp();
            println!("geometric mean\t-\t-\t{mean:.3}");
        }
    }
}

/// Runs an engine and records its times.
fn add(command: &mut Command, times: &mut BTreeMap<String, Vec<f64>>, order: &mut Vec<String>) {
    let output = command.output().expect("an engine that runs");
    let text = String::from_utf8_lossy(&output.stdout);
    for line in text.lines() {
        let (case, time) = line.split_once('\t').expect("a case and its time");
        let time: f64 = time.parse().unwrap_or_else(|_| panic!("{case}: {time}, by {command:?}"));
        if !times.contains_key(case) {
            order.push(case.to_owned());
        }
        times.entry(case.to_owned()).or_default().push(time);
    }
}

fn median(times: &[f64]) -> f64 {
    let mut sorted = times.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted[sorted.len() / 2]
}
