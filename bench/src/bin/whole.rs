//! Compares complete programs: `cargo run --release --manifest-path bench/Cargo.toml --bin whole --
//! GRIDLORE DATA`.
//! GRIDLORE is the program (`target/dist/gridlore`), DATA the folder of the data sets. Measures the
//! user and system time of each process, including reading and printing. The programs take turns
//! for five rounds, and medians are printed. Outputs are compared before times are recorded:
//! numbers of solutions line by line, populations, and the number of printed solutions.

use std::fs::File;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike;

const ROUNDS: usize = 5;

/// A command, and the part of its output to compare.
struct Program {
    name: &'static str,
    command: Vec<String>,
    answer: fn(&str) -> String,
}

fn children_seconds() -> f64 {
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN).expect("the usage of the children");
    (usage.user_time() + usage.system_time()).num_microseconds() as f64 / 1e6
}

/// Runs a command and returns its processor time in seconds and its output.
fn run(command: &[String]) -> (f64, String) {
    let before = children_seconds();
    let output = Command::new(&command[0])
        .args(&command[1..])
        .stderr(Stdio::null())
        .stdin(Stdio::null())
        .output()
        .unwrap_or_else(|error| panic!("{}: {error}", command[0]));
    (children_seconds() - before, String::from_utf8_lossy(&output.stdout).into_owned())
}

fn median(times: &mut [f64]) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

/// Runs both programs in turns, and prints the seconds of each and their ratio.
fn compare(case: &str, ours: &Program, peer: &Program) {
    let [mut of_ours, mut of_peer] = [Vec::new(), Vec::new()];
    for round in 0..ROUNDS {
        let (seconds, text) = run(&ours.command);
        let (other, expected) = run(&peer.command);
        if round == 0 {
            assert_eq!((ours.answer)(&text), (peer.answer)(&expected), "{case}");
        }
        of_ours.push(seconds);
        of_peer.push(other);
    }
    let (ours_seconds, peer_seconds) = (median(&mut of_ours), median(&mut of_peer));
    println!(
        "{case}\t{}\t{ours_seconds:.4}\t{}\t{peer_seconds:.4}\t{:.2}",
        ours.name,
        peer.name,
        peer_seconds / ours_seconds
    );
}

fn program(name: &'static str, command: &[&str], answer: fn(&str) -> String) -> Program {
    Program { name, command: command.iter().map(|&word| word.to_owned()).collect(), answer }
}

fn unpacked(path: &Path) -> String {
    let mut text = String::new();
    let file = File::open(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    flate2::read::GzDecoder::new(file).read_to_string(&mut text).expect("a packed text");
    text
}

/// Returns the puzzles of a set, repeated until there are at least `least` lines.
fn repeated_lines(path: &Path, least: usize) -> String {
    let text = unpacked(path);
    let puzzles: Vec<&str> =
        text.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.get(..81)).collect();
    let mut lines = String::new();
    for puzzle in puzzles.iter().cycle().take(puzzles.len() * least.div_ceil(puzzles.len())) {
        lines.push_str(puzzle);
        lines.push('\n');
    }
    lines
}

fn written(folder: &Path, name: &str, text: &str) -> String {
    let path = folder.join(name);
    File::create(&path).and_then(|mut file| file.write_all(text.as_bytes())).expect("a temporary file");
    path.to_string_lossy().into_owned()
}

/// Returns the number of solutions listed by `cover solve`: the lines that end with a colon.
fn listed(text: &str) -> String {
    text.lines().filter(|line| line.ends_with(':')).count().to_string()
}

fn last_number(text: &str) -> String {
    let digits = text.trim_end().rsplit(|sign: char| !sign.is_ascii_digit() && sign != ',').next();
    digits.unwrap_or_default().replace(',', "")
}

fn population(text: &str) -> String {
    let line = text.lines().rev().find(|line| line.contains("generation") || line.contains("population"));
    line.unwrap_or_default()
        .split(|sign: char| !sign.is_ascii_digit())
        .filter(|part| !part.is_empty())
        .next_back()
        .unwrap_or_default()
        .to_owned()
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let gridlore = arguments.next().expect("usage: whole GRIDLORE DATA");
    let data = PathBuf::from(arguments.next().expect("usage: whole GRIDLORE DATA"));
    let own = std::env::current_exe().expect("this program");
    let peer = own.with_file_name("sudoku_lines").to_string_lossy().into_owned();
    let folder = std::env::temp_dir().join(format!("gridlore-whole-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a temporary folder");
    println!("case\tours\tours_s\tpeer\tpeer_s\tratio");
    for (case, file, least) in [
        ("17 givens", "puzzles2_17_clue.gz", 390_000),
        ("random minimal", "gen_topdown_minimal.20k.gz", 300_000),
        ("hardest", "puzzles5_forum_hardest_1905_11plus.first20k.gz", 100_000),
        ("Serg", "puzzles7_serg_benchmark.gz", 200_000),
    ] {
        let path = written(&folder, "puzzles.txt", &repeated_lines(&data.join("sudoku").join(file), least));
        let count =
            [&gridlore, "sudoku", "count", "--limit", "2", "--threads", "1", "-q", &path].map(|word| word);
        compare(
            &format!("sudoku, {case}, {least} lines or more"),
            &program("gridlore sudoku count --limit 2 --threads 1", &count, str::to_owned),
            &program("a program around the crate sudoku", &[&peer, &path], str::to_owned),
        );
    }
    for (case, make) in
        [("Langford 12", &["langford", "12"][..]), ("pentominoes 6 x 10", &["pentominoes", "6x10"])]
    {
        let (_, text) = run(&[
            &[gridlore.clone(), "cover".to_owned(), "make".to_owned()][..],
            &make.iter().map(|&word| word.to_owned()).collect::<Vec<_>>(),
        ]
        .concat());
        let path = written(&folder, "problem.ec", &text);
        compare(
            &format!("cover, {case}: all printed, beside all counted"),
            &program("gridlore cover solve -q", &[&gridlore, "cover", "solve", "-q", &path], listed),
            &program("gridlore cover count", &[&gridlore, "cover", "count", &path], |text| {
                text.trim().to_owned()
            }),
        );
    }
    let soup = Command::new("python3")
        .arg(data.join("life/soup.py"))
        .args(["1024", "1024", "1"])
        .output()
        .expect("python3 and soup.py");
    let soup = written(&folder, "soup.rle", &String::from_utf8_lossy(&soup.stdout));
    let turing = data.join("life/patterns/Turing-Machine-3-state.rle").to_string_lossy().into_owned();
    for (case, file, generations, engine) in
        [("soup 1024 x 1024", &soup, "1000", "QuickLife"), ("Turing machine", &turing, "1000000", "HashLife")]
    {
        compare(
            &format!("Life, {case}, {generations} generations"),
            &program(
                "gridlore life run",
                &[&gridlore, "life", "run", "--gens", generations, file],
                population,
            ),
            &program("bgolly", &["bgolly", "-a", engine, "-M", "4000", "-m", generations, file], last_number),
        );
    }
    let _ = std::fs::remove_dir_all(&folder);
    let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    println!("\nstart\tms");
    for command in [
        &["--version"][..],
        &["sudoku", "solve", puzzle],
        &["sudoku", "hint", puzzle],
        &["connect-four", "solve", "442265711115612664"],
        &["life", "run", "--gens", "10", "glider"],
        &["prolog", "-g", "X #> 3, X #< 5, write(X)"],
    ] {
        let all: Vec<String> =
            std::iter::once(gridlore.clone()).chain(command.iter().map(|&word| word.to_owned())).collect();
        let mut times: Vec<f64> = (0..21).map(|_| run(&all).0 * 1000.0).collect();
        println!("gridlore {}\t{:.1}", command.join(" "), median(&mut times));
    }
}
