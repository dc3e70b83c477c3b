//! Compares Connect Four with its peers: `cargo run --release --manifest-path bench/Cargo.toml
//! --bin connect_four -- ../shared/data/connect-four [--whole]`.
//!
//! Every position of Pascal Pons' six sets has a known score; a wrong score is an error. All
//! engines use one thread and no opening book; our table has 64 MB. The table is kept between the
//! positions of a set but cleared before each hard position. The engines take turns, set by set,
//! for three rounds; the round with the median mean is printed for each set. The ratio refers to
//! the first positions of a set, which the peers also solve; `--whole` solves complete sets,
//! without peers.
//!
//! The peers are the crate `connect-four-ai` and the Python package BitBully (`GRIDLORE_PYTHON`
//! names the interpreter, `python3` by default; if the package is missing, its column is empty).

use connect_four_ai as peer;
use gridlore_connect_four::{Position, Size, Solver};
use gridlore_core::Budget;
use std::io::Write;
use std::process::{Command, Stdio};
use std::time::Instant;

/// Name, file, number of positions, whether the table is cleared each time, rounds.
const SETS: [(&str, &str, usize, bool, usize); 6] = [
    ("End-Easy", "Test_L3_R1.odd", 500, false, 5),
    ("Middle-Easy", "Test_L2_R1.odd", 500, false, 5),
    ("Middle-Medium", "Test_L2_R2.odd", 500, false, 3),
    ("Begin-Easy", "Test_L1_R1.odd", 500, false, 3),
    ("Begin-Medium", "Test_L1_R2.odd", 50, false, 3),
    ("Begin-Hard", "Test_L1_R3.odd", 6, true, 3),
];

struct Case {
    moves: String,
    score: i32,
}

/// The cost of a set: mean seconds per position, and mean nodes if the engine reports them.
#[derive(Clone, Copy)]
struct Took {
    seconds: f64,
    nodes: f64,
}

fn mean(took: &[Took]) -> Took {
    let count = took.len() as f64;
    Took {
        seconds: took.iter().map(|one| one.seconds).sum::<f64>() / count,
        nodes: took.iter().map(|one| one.nodes).sum::<f64>() / count,
    }
}

fn ours(solver: &mut Solver, cases: &[Case], is_cold: bool) -> Took {
    solver.clear();
    let mut budget = Budget::unlimited();
    let took: Vec<Took> = cases
        .iter()
        .map(|case| {
            let position = Position::parse_moves(Size::USUAL, &case.moves).expect("moves");
            if is_cold {
                solver.clear();
            }
            let nodes = solver.nodes();
            let start = Instant::now();
            let score = solver.score(&position, &mut budget).expect("no budget");
            let seconds = start.elapsed().as_secs_f64();
            assert_eq!(score, case.score, "{}", case.moves);
            Took { seconds, nodes: (solver.nodes() - nodes) as f64 }
        })
        .collect();
    mean(&took)
}

fn crates(solver: &mut peer::Solver, cases: &[Case], is_cold: bool) -> Took {
    solver.reset();
    let took: Vec<Took> = cases
        .iter()
        .map(|case| {
            let position = peer::Position::from_moves(&case.moves).expect("moves");
            if is_cold {
                solver.reset();
            }
            solver.explored_positions = 0;
            let start = Instant::now();
            let score = solver.solve(&position);
            let seconds = start.elapsed().as_secs_f64();
            assert_eq!(i32::from(score), case.score, "{}", case.moves);
            Took { seconds, nodes: solver.explored_positions as f64 }
        })
        .collect();
    mean(&took)
}

fn bitbully(cases: &[Case], is_cold: bool) -> Option<Took> {
    let python = std::env::var("GRIDLORE_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/peers/bitbully_peer.py");
    let mut command = Command::new(python);
    command
        .arg(script)
        .args(is_cold.then_some("cold"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    let mut child = command.spawn().ok()?;
    let lines: String = cases.iter().map(|case| format!("{}\n", case.moves)).collect();
    // The peer writes a line for each line that it reads; the input fits into the pipe's buffer.
    let _ = child.stdin.take()?.write_all(lines.as_bytes());
    let output = child.wait_with_output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let took: Vec<Took> = text
        .lines()
        .zip(cases)
        .map(|(line, case)| {
            let (score, seconds) = line.split_once(' ').expect("a score and seconds");
            assert_eq!(score.parse::<i32>().expect("a score"), case.score, "{}", case.moves);
            Took { seconds: seconds.parse().expect("seconds"), nodes: 0.0 }
        })
        .collect();
    (took.len() == cases.len()).then(|| mean(&took))
}

fn median(mut rounds: Vec<Took>) -> Took {
    rounds.sort_by(|one, other| one.seconds.total_cmp(&other.seconds));
    rounds[rounds.len() / 2]
}

fn main() {
    let (options, arguments): (Vec<String>, Vec<String>) =
        std::env::args().skip(1).partition(|argument| argument.starts_with("--"));
    let is_whole = options.iter().any(|option| option == "--whole");
    let [folder] = arguments.as_slice() else { panic!("expected the folder of the sets as an argument") };
    let mut solver = Solver::new(Size::USUAL, 64 << 20);
    let read = |file: &str| -> Vec<Case> {
        let text = std::fs::read_to_string(format!("{folder}/{file}")).expect("a set");
        let case = |line: &str| {
            let (moves, score) = line.split_once(' ').expect("moves and a score");
            Case { moves: moves.to_owned(), score: score.trim().parse().expect("a score") }
        };
        text.lines().map(case).collect()
    };
    if is_whole {
        println!("set\tpositions\tours_us\tours_nodes\tours_Mnodes_per_s");
        for (name, file, _, is_cold, _) in SETS {
            let cases = read(file);
            let took = ours(&mut solver, &cases, is_cold);
            print_without_peers(name, cases.len(), took);
        }
        return;
    }
    println!(
        "set\tpositions\tours_us\tours_nodes\tours_Mnodes_per_s\tconnect-four-ai_us\tconnect-four-ai_nodes\tratio\tbitbully_us\tratio"
    );
    let mut others = peer::Solver::empty();
    for (name, file, most, is_cold, rounds) in SETS {
        let mut cases = read(file);
        cases.truncate(most);
        let (mut mine, mut theirs, mut python) = (Vec::new(), Vec::new(), Vec::new());
        for _ in 0..rounds {
            mine.push(ours(&mut solver, &cases, is_cold));
            theirs.push(crates(&mut others, &cases, is_cold));
            python.extend(bitbully(&cases, is_cold));
        }
        let (mine, theirs) = (median(mine), median(theirs));
        print!(
            "{name}\t{}\t{:.2}\t{:.1}\t{:.2}\t{:.2}\t{:.1}\t{:.2}",
            cases.len(),
            mine.seconds * 1e6,
            mine.nodes,
            mine.nodes / mine.seconds / 1e6,
            theirs.seconds * 1e6,
            theirs.nodes,
            theirs.seconds / mine.seconds
        );
        if python.is_empty() {
            println!("\t\t");
        } else {
            let python = median(python);
            println!("\t{:.2}\t{:.2}", python.seconds * 1e6, python.seconds / mine.seconds);
        }
    }
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    drop(solver);
    for threads in [1, threads].into_iter().take(threads.min(2)) {
        let mut solver = Solver::with_threads(Size::USUAL, 64 << 20, threads);
        let named =
            |name: &str| if threads == 1 { name.to_owned() } else { format!("{name}, {threads} threads") };
        if threads > 1 {
            let mut cases = read("Test_L1_R3.odd");
            cases.truncate(6);
            print_without_peers(&named("Begin-Hard"), cases.len(), ours(&mut solver, &cases, true));
        }
        solver.clear();
        let nodes = solver.nodes();
        let start = Instant::now();
        let outcome = solver.outcome(&Position::new(Size::USUAL), &mut Budget::unlimited());
        let seconds = start.elapsed().as_secs_f64();
        assert_eq!(outcome, Ok(1), "X wins");
        let nodes = (solver.nodes() - nodes) as f64;
        print_without_peers(&named("empty board, who wins"), 1, Took { seconds, nodes });
    }
}

/// Prints a row without peers.
fn print_without_peers(name: &str, positions: usize, took: Took) {
    println!(
        "{name}\t{positions}\t{:.2}\t{:.1}\t{:.2}\t\t\t\t\t",
        took.seconds * 1e6,
        took.nodes,
        took.nodes / took.seconds / 1e6
    );
}
