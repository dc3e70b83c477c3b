//! Compares exact cover with the crate `dlx`: `cargo run --release --manifest-path bench/Cargo.toml
//! --bin cover`.
//!
//! Measures user seconds on one thread, from the problem as text to the last solution, with
//! solutions listed one by one (`all`) or counted (`count`); a wrong number of solutions is an
//! error. The programs take turns for three rounds (one for the largest case), and the medians are
//! printed. An argument selects the cases whose names contain it. `dlx` is used as its author
//! recommends for speed: 32 bits, unchecked indices, fewest options first.

use dlx::choose::{mrv_chooser, no_tiebreak, prefer_any};
use dlx::{OptOrder, Solver, Spec};
use gridlore_core::Budget;
use gridlore_exact_cover::{Engine, make, parse, to_knuth};
use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike;

/// Runs a piece of work and returns its user seconds and its result.
fn timed<T>(work: impl FnOnce() -> T) -> (f64, T) {
    let user = || {
        getrusage(UsageWho::RUSAGE_SELF).expect("the usage of this process").user_time().num_microseconds()
    };
    let before = user();
    let result = work();
    ((user() - before) as f64 / 1e6, result)
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

/// Returns the number of solutions, listed by `dlx`.
fn peer(text: &str) -> u64 {
    let spec = Spec::new(text, false).expect("a problem");
    let mut problem = dlx::x::Problem::from_spec(&spec, OptOrder::Seq).expect("a problem");
    let mut solver = Solver::new(&mut problem);
    let mut chooser = mrv_chooser(prefer_any(), no_tiebreak());
    let mut count = 0;
    while solver.next_solution(&mut chooser) {
        count += 1;
    }
    count
}

/// Returns the number of solutions that one of our engines lists one by one; the options of each
/// are read.
fn all(text: &str, engine: Engine) -> u64 {
    let problem = parse(text).expect("a problem").problem;
    let (mut solutions, mut budget) = (problem.solutions_by(engine), Budget::unlimited());
    let (mut count, mut sum) = (0, 0);
    while solutions.advance(&mut budget).expect("an unlimited budget") {
        count += 1;
        sum += solutions.options().iter().sum::<usize>();
    }
    assert!(sum >= count, "options have numbers");
    count as u64
}

/// Returns the number of solutions, counted in the fastest way.
fn count(text: &str) -> u64 {
    let problem = parse(text).expect("a problem").problem;
    problem
        .count(&mut Budget::unlimited())
        .expect("an unlimited budget")
        .to_string()
        .parse()
        .expect("a small number")
}

fn main() {
    let only = std::env::args().nth(1).unwrap_or_default();
    println!("case\tsolutions\tall_s\tcells_s\tcount_s\tdlx_s\tdlx_by_all\tdlx_by_cells");
    for (name, problem, expected, rounds) in [
        ("queens 12", make::queens(12), 14_200, 7),
        ("langford 11", make::langford(11), 35_584, 5),
        ("langford 12", make::langford(12), 216_288, 3),
        ("soma", make::soma(), 11_520, 5),
        ("latin 5", make::latin(5), 161_280, 5),
        ("pentominoes 6x10", make::pentominoes_on(6, 10), 9_356, 3),
        ("Dudeney 8x8", make::dudeney(), 129_168, 1),
        ("dominoes 10x10", make::dominoes(10, 10), 258_584_046_368, 5),
    ]
    .into_iter()
    .filter(|case| case.0.contains(&only))
    {
        let text = to_knuth(&problem);
        let mut times: [Vec<f64>; 4] = Default::default();
        let is_countable_one_by_one = expected < 1_000_000_000;
        for _ in 0..rounds {
            let works: [(bool, &dyn Fn() -> u64); 4] = [
                (is_countable_one_by_one, &|| all(&text, Engine::Auto)),
                (is_countable_one_by_one, &|| all(&text, Engine::Cells)),
                (true, &|| count(&text)),
                (is_countable_one_by_one, &|| peer(&text)),
            ];
            for (times, (_, work)) in times.iter_mut().zip(works).filter(|entry| entry.1.0) {
                let (seconds, found) = timed(work);
                assert_eq!(found, expected, "{name}");
                times.push(seconds);
            }
        }
        let [all, cells, count, dlx] =
            times.map(|times| if times.is_empty() { f64::NAN } else { median(times) });
        println!(
            "{name}\t{expected}\t{all:.4}\t{cells:.4}\t{count:.4}\t{dlx:.4}\t{:.2}\t{:.2}",
            dlx / all,
            dlx / cells
        );
    }
}
