//! Compares toggle puzzles with libm4ri: `cargo run --release --manifest-path bench/Cargo.toml
//! --bin flipper`.
//!
//! Every answer is verified before its time is recorded: ranks are compared with the peer's, and
//! solutions are checked by multiplication or by pressing. libm4ri runs in its own process, built
//! from `peers/m4ri.c`, on the same bits. If it is not installed, its columns are empty. The two
//! take turns for five rounds (one for the largest case) on one thread, and the medians are
//! printed.

use gridlore_core::{Budget, Rng};
use gridlore_flipper::elimination::Matrix;
use gridlore_flipper::lights_out::{Chase, is_solution};
use gridlore_flipper::{Bits, Outcome, Solver, Toggle, Vector, check};
use std::path::PathBuf;
use std::process::Command;
use std::time::Instant;

/// SplitMix64 by S. Vigna, as in the peer.
struct SplitMix(u64);

impl SplitMix {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
}

/// Returns the peer's program, built into the target folder.
fn peer() -> Option<PathBuf> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let program = folder.join("target/m4ri");
    std::fs::create_dir_all(folder.join("target")).ok()?;
    let built = Command::new("cc")
        .args(["-O3", "-march=native"])
        .arg(folder.join("peers/m4ri.c"))
        .arg("-o")
        .arg(&program)
        .arg("-lm4ri")
        .status();
    built.is_ok_and(|status| status.success()).then_some(program)
}

/// Returns the rank, and the seconds of `mzd_echelonize_m4ri` and `mzd_pluq`.
fn peers(program: Option<&PathBuf>, arguments: &[&str]) -> Option<(usize, f64, f64)> {
    let output = Command::new(program?).args(arguments).output().expect("it was built");
    let text = String::from_utf8(output.stdout).expect("numbers");
    let numbers: Vec<&str> = text.split_whitespace().collect();
    Some((
        numbers[0].parse().expect("a rank"),
        numbers[1].parse().expect("seconds"),
        numbers[2].parse().expect("seconds"),
    ))
}

fn median(mut seconds: Vec<f64>) -> f64 {
    seconds.sort_by(f64::total_cmp);
    seconds[seconds.len() / 2]
}

fn line(case: &str, ours: f64, theirs: Option<(f64, f64)>) {
    match theirs {
        Some((echelonize, pluq)) => {
            println!("{case}\t{ours:.9}\t{echelonize:.6}\t{pluq:.6}\t{:.2}", echelonize.min(pluq) / ours);
        }
        None => println!("{case}\t{ours:.9}\t\t\t"),
    }
}

fn random_bits(rng: &mut Rng, length: usize) -> Bits {
    Bits::from_words((0..length.div_ceil(64)).map(|_| rng.next_u64()).collect(), length)
}

fn dense(n: usize, program: Option<&PathBuf>) {
    let mut generator = SplitMix(1);
    let mut matrix = Matrix::zeros(n, n);
    for row in 0..n {
        for word in 0..n.div_ceil(64) {
            matrix.set_word(row, word, generator.next());
        }
    }
    let reached = random_bits(&mut Rng::new(2), n);
    let wanted = matrix.times(&reached);
    let (mut ours, mut echelonize, mut pluq) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..5 {
        let copy = matrix.clone();
        let start = Instant::now();
        let eliminated = copy.eliminated();
        let solution = eliminated.solution(&wanted);
        ours.push(start.elapsed().as_secs_f64());
        assert_eq!(solution.map(|solution| matrix.times(&solution)), Ok(wanted.clone()), "WRONG");
        if let Some((rank, one, other)) = peers(program, &["random", &n.to_string(), "1"]) {
            assert_eq!(rank, eliminated.rank(), "WRONG rank");
            echelonize.push(one);
            pluq.push(other);
        }
    }
    let theirs = (!echelonize.is_empty()).then(|| (median(echelonize), median(pluq)));
    line(&format!("random {n} x {n}, eliminated and solved"), median(ours), theirs);
}

fn lights_out(n: usize, program: Option<&PathBuf>) {
    let mut rng = Rng::new(3);
    let mut ours = Vec::new();
    let mut nullity = 0;
    for _ in 0..5 {
        let wanted: Vec<Bits> = (0..n).map(|_| random_bits(&mut rng, n)).collect();
        let start = Instant::now();
        let chase = Chase::new(n, n);
        let found = chase.solution(&wanted);
        ours.push(start.elapsed().as_secs_f64());
        nullity = chase.nullity();
        match found {
            Ok(presses) => assert!(is_solution(&wanted, &presses), "WRONG"),
            Err(pattern) => {
                assert!(is_solution(&vec![Bits::zeros(n); n], &pattern), "WRONG");
                let odd = pattern.iter().zip(&wanted).filter(|(pattern, wanted)| pattern.is_odd_with(wanted));
                assert_eq!(odd.count() % 2, 1, "WRONG");
            }
        }
    }
    // The peer's matrix of 40,000 x 40,000 takes 200 MB twice, so larger matrices are skipped.
    let theirs = (n <= 200).then(|| peers(program, &["lights-out", &n.to_string()])).flatten();
    if let Some((rank, ..)) = theirs {
        assert_eq!(rank, n * n - nullity, "WRONG nullity");
    }
    line(
        &format!("Lights Out {n} x {n}, nullity {nullity}, decided and solved"),
        median(ours),
        theirs.map(|(_, one, other)| (one, other)),
    );
}

fn flipper() {
    let flipper = Toggle::flipper();
    let solver = Solver::new(&flipper);
    let boards: Vec<Vector> = (0..512)
        .map(|board| Vector::with_ones(9, (0..9).filter(|square| board >> square & 1 == 1)))
        .collect();
    let fewest = |board: &Vector| match solver.outcome(board) {
        Outcome::Solvable(solutions) => solutions.fewest(&mut Budget::unlimited()),
        Outcome::Unsolvable(_) => panic!("WRONG"),
    };
    for board in &boards {
        assert!(check::is_solution(&flipper, board, &fewest(board).presses), "WRONG");
    }
    let rounds = (0..101).map(|_| {
        let start = Instant::now();
        let presses: usize = boards.iter().map(|board| fewest(board).presses.total()).sum();
        let seconds = start.elapsed().as_secs_f64();
        assert_eq!(presses, 9 * 256, "WRONG");
        seconds / 512.0
    });
    line("Flipper, fewest presses of one of the 512 boards", median(rounds.collect()), None);
}

/// Times the search for the fewest presses among 2^k solutions: boards of nullity k, all lit.
fn fewest(n: usize) {
    let puzzle = Toggle::from_name(&format!("lights-out {n} {n}")).expect("a valid name");
    let solver = Solver::new(&puzzle);
    let board = Vector::with_ones(n * n, 0..n * n);
    let Outcome::Solvable(solutions) = solver.outcome(&board) else { panic!("WRONG") };
    let start = Instant::now();
    let found = solutions.fewest(&mut Budget::unlimited());
    let seconds = start.elapsed().as_secs_f64();
    assert!(check::is_solution(&puzzle, &board, &found.presses) && found.is_proven(), "WRONG");
    line(
        &format!(
            "Lights Out {n} x {n}, all lit, fewest of 2^{} solutions: {}",
            solver.kernel().len(),
            found.count()
        ),
        seconds,
        None,
    );
}

fn main() {
    let program = peer();
    println!("case\tgridlore s\tm4ri echelonize s\tm4ri pluq s\tbest of m4ri / gridlore");
    flipper();
    for n in [1000, 2000, 5000, 10_000] {
        dense(n, program.as_ref());
    }
    for n in [50, 100, 200, 1000, 10_000] {
        lights_out(n, program.as_ref());
    }
    for n in [19, 30, 39] {
        fewest(n);
    }
}
