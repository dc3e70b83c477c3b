//! Times the computation of true candidates in partly filled variants: `cargo run --release
//! --manifest-path bench/Cargo.toml --bin true_candidates -- ../shared/data/variants/iss-part.tsv
//! [GUESSES]`.
//!
//! In each puzzle with a published solution, about half of the cells, chosen by a fixed random
//! seed, are set to their digits. For each candidate of the other cells, the program computes
//! whether it occurs in a solution, as every digit of the published solution must. Positions that
//! take more guesses than the limit (20,000 by default) are counted as open.

use gridlore_bench::puzzle_lines;
use gridlore_core::{Budget, Rng};
use gridlore_sudoku_variants::analysis::TrueCandidates;
use gridlore_sudoku_variants::parse_constraints;
use std::time::Instant;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let file = arguments.next().expect("the file of puzzles as the first argument");
    let limit = arguments.next().map_or(20_000, |limit| limit.parse().expect("a number of guesses"));
    let mut random = Rng::new(1);
    let (mut times, mut open) = (Vec::new(), 0);
    for row in puzzle_lines(&file) {
        let fields: Vec<&str> = row.split('\t').collect();
        let [_, name, solution, _, text] = fields[..] else { panic!("five columns, found {}", fields.len()) };
        let puzzle = parse_constraints(text).expect("a puzzle");
        let shape = puzzle.shape;
        let digits: Option<Vec<i32>> =
            solution.chars().map(|sign| sign.to_digit(10).map(u32::cast_signed)).collect();
        let Some(digits) = digits.filter(|digits| digits.len() == shape.cells()) else { continue };
        let position: Vec<u32> = digits
            .iter()
            .map(|digit| if random.next_u64().is_multiple_of(2) { shape.set_of(*digit) } else { shape.all() })
            .collect();
        let start = Instant::now();
        let mut candidates = TrueCandidates::new(&puzzle, Some(&position), 1).expect("a small puzzle");
        let is_done = candidates.run(&mut Budget::nodes(limit)).is_ok();
        times.push(start.elapsed().as_secs_f64() * 1000.0);
        open += usize::from(!is_done);
        for (cell, digit) in digits.iter().enumerate().filter(|_| is_done) {
            assert!(candidates.known_true(cell) & shape.set_of(*digit) != 0, "{name}: cell {cell} is lost");
        }
    }
    times.sort_by(f64::total_cmp);
    let share = |part: usize| times[(times.len() - 1) * part / 100];
    let fast = times.iter().filter(|time| **time <= 20.0).count();
    println!("positions\topen\tat most 20 ms\tmedian ms\t90 % ms\tlargest ms");
    println!("{}\t{open}\t{fast}\t{:.2}\t{:.2}\t{:.1}", times.len(), share(50), share(90), share(100));
}
