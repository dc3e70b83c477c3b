//! Life beside Golly: `cargo run --release --manifest-path bench/Cargo.toml --bin life --
//! ../shared/data/life [FOLDER_OF_GOLLYS_PATTERNS]`.
//!
//! Golly is `bgolly` of Debian's package `golly`, its user time by `bash`, less that of a run of no
//! generations; ours is the time in the engine alone, one thread, user time (what the ratio is of)
//! and that of the clock on the wall. Whoever gives another population than the other has no time.
//! Both take turns, three rounds; the median of each is printed. Soups are made by `soup.py` beside
//! the data.

use gridlore_life::{Cells, Hash, Pattern, Rule, Tiles, Width, parse};
use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

/// Name, file, rule where it is another, generations, engine of Golly.
const CASES: [(&str, &str, &str, u64, &str); 9] = [
    ("soup 1024, plane", "soup:1024", "", 1000, "QuickLife"),
    ("soup 1024, torus", "soup:1024", "B3/S23:T1024,1024", 1000, "QuickLife"),
    ("soup 4096, plane", "soup:4096", "", 2000, "QuickLife"),
    ("Turing machine", "patterns/Turing-Machine-3-state.rle", "", 1_000_000, "HashLife"),
    ("metapixel parity64", "golly:metapixel-parity64.mc.gz", "", 35_328, "HashLife"),
    ("metapixel galaxy", "patterns/metapixel-galaxy.mc.gz", "", 262_144, "HashLife"),
    ("hexadecimal", "golly:hexadecimal.mc.gz", "", 1_000_000, "HashLife"),
    ("jagged", "patterns/jagged.mc", "", 1_000_000, "HashLife"),
    ("broken lines", "patterns/broken-lines.mc", "", 1_000_000, "HashLife"),
];

/// Bytes that squares may take, and Golly's too.
const MEMORY: usize = 4 << 30;

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

/// User seconds of Golly for a number of generations, and the population.
fn golly(file: &Path, engine: &str, generations: u64) -> (f64, String) {
    let script = "TIMEFORMAT=%3U; time bgolly -a \"$1\" -M 4000 -m \"$2\" \"$3\"";
    let output = Command::new("bash")
        .args(["-c", script, "bash", engine, &generations.to_string()])
        .arg(file)
        .output()
        .expect("bash and bgolly");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let last = text.lines().rfind(|line| line.contains(':')).unwrap_or_default();
    let population = last.rsplit(':').next().unwrap_or_default().trim().replace(',', "");
    let times = String::from_utf8_lossy(&output.stderr).into_owned();
    let seconds = times.split_whitespace().last().and_then(|time| time.parse().ok()).expect("a time");
    (seconds, population)
}

fn text_of(file: &Path) -> String {
    let bytes = std::fs::read(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    if !bytes.starts_with(&[0x1f, 0x8b]) {
        return String::from_utf8(bytes).expect("text");
    }
    let mut text = String::new();
    flate2::read::GzDecoder::new(bytes.as_slice()).read_to_string(&mut text).expect("a packed file");
    text
}

/// User seconds of this process.
fn user_seconds() -> f64 {
    let usage = getrusage(UsageWho::RUSAGE_SELF).expect("the use of the machine");
    usage.user_time().num_microseconds() as f64 / 1e6
}

/// Seconds of a piece of work: user time, and that of the clock.
fn timed(work: impl FnOnce()) -> [f64; 2] {
    let (user, start) = (user_seconds(), Instant::now());
    work();
    let wall = start.elapsed().as_secs_f64();
    [user_seconds() - user, wall]
}

/// Seconds of our engine, user time and that of the clock, and the population.
fn ours(pattern: &Pattern, rule: &Rule, generations: u64, width: Option<Width>) -> ([f64; 2], String) {
    match width {
        Some(width) => {
            let grid = pattern.grid(u64::MAX).expect("all cells");
            let mut tiles = Tiles::with_width(rule, &grid, width);
            let seconds = timed(|| (0..generations).for_each(|_| tiles.step()));
            (seconds, tiles.population().to_string())
        }
        None => {
            let cells: &Cells = &pattern.cells;
            let mut squares = Hash::new(rule, cells, MEMORY).expect("a pattern");
            let seconds = timed(|| squares.run(generations).expect("enough memory"));
            (seconds, squares.population().to_string())
        }
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let Some(folder) = arguments.first() else { panic!("expected the folder of the data") };
    let golly_folder = arguments.get(1).map_or("/usr/share/golly/Patterns/HashLife", String::as_str);
    println!("case\tgenerations\tpopulation\tby\tours_s\tours_wall_s\tgolly\tgolly_s\tratio");
    for (name, source, rule, generations, engine) in CASES {
        let file: PathBuf = match source.split_once(':') {
            Some(("soup", side)) => {
                let rule = if rule.is_empty() { "B3/S23" } else { rule };
                let output = Command::new("python3")
                    .arg(format!("{folder}/soup.py"))
                    .args([side, side, "1", rule])
                    .output()
                    .expect("python3");
                let file = std::env::temp_dir().join(format!("gridlore-soup-{side}-{}.rle", rule.len()));
                std::fs::write(&file, output.stdout).expect("a file");
                file
            }
            Some((_, file)) => Path::new(golly_folder).join(file),
            None => Path::new(folder).join(source),
        };
        if !file.exists() {
            eprintln!("{name}: no {}", file.display());
            continue;
        }
        let pattern = parse(&text_of(&file)).expect("a pattern");
        let rule = pattern.rule().expect("a rule");
        let widths: Vec<Option<Width>> = if engine == "QuickLife" {
            Width::all().into_iter().rev().map(Some).collect()
        } else {
            vec![None]
        };
        let (mut mine, mut theirs) = (vec![Vec::new(); widths.len()], Vec::new());
        let mut population = String::new();
        for _ in 0..3 {
            for (times, width) in mine.iter_mut().zip(&widths) {
                let (seconds, found) = ours(&pattern, &rule, generations, *width);
                times.push(seconds);
                assert!(population.is_empty() || population == found, "{name}: {found} and {population}");
                population = found;
            }
            let load = golly(&file, engine, 0).0;
            let (seconds, found) = golly(&file, engine, generations);
            assert_eq!(found, population, "{name}");
            theirs.push(seconds - load);
        }
        let golly = median(theirs);
        for (times, width) in mine.into_iter().zip(&widths) {
            let [user, wall] = [0, 1].map(|at| median(times.iter().map(|time| time[at]).collect()));
            let by = width.map_or("squares".to_owned(), |width| format!("tiles, {width:?}"));
            println!(
                "{name}\t{generations}\t{population}\t{by}\t{user:.4}\t{wall:.4}\t{engine}\t{golly:.3}\t{:.2}",
                golly / user
            );
        }
    }
}
