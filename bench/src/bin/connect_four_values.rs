//! Computes the values of empty boards: `cargo run --release --manifest-path bench/Cargo.toml --bin
//! connect_four_values -- [MILLION_NODES]`.
//!
//! Prints the exact score of each supported size: the winner, the winning disc, and the cost, with
//! one thread and a table of 1 GB. A board that takes more nodes (400 million by default) is listed
//! as `more than N million`. The run stops if a score differs from the one published by Tromp and
//! Steininger.

use gridlore_connect_four::{Outlook, Position, Side, Size, Solver};
use gridlore_core::Budget;
use std::time::Instant;

/// For each height, the smallest width, and for each width from there: the winner (X, O or nobody)
/// and the number of the last disc; 0 if unpublished.
const KNOWN: [(usize, usize, &[(char, usize)]); 5] = [
    (
        4,
        4,
        &[('-', 16), ('-', 20), ('O', 24), ('-', 28), ('O', 32), ('O', 36), ('O', 40), ('O', 44), ('O', 48)],
    ),
    (5, 4, &[('-', 20), ('-', 25), ('-', 30), ('-', 35), ('X', 39), ('X', 41), ('X', 47), ('X', 51)]),
    (6, 4, &[('-', 24), ('-', 30), ('O', 36), ('X', 41), ('O', 48), ('O', 52), ('X', 59)]),
    (7, 4, &[('-', 28), ('-', 35), ('X', 41), ('-', 49), ('X', 53), ('X', 55)]),
    (8, 4, &[('-', 32), ('-', 40), ('O', 48), ('X', 55), ('O', 62)]),
];

fn main() {
    let most = std::env::args().nth(1).map_or(400, |most| most.parse().expect("a number of million nodes"));
    let mut sizes: Vec<(usize, usize, char, usize)> = KNOWN
        .iter()
        .flat_map(|&(height, first, values)| {
            values.iter().enumerate().map(move |(at, &(winner, last))| (first + at, height, winner, last))
        })
        .collect();
    sizes.sort_by_key(|&(width, height, ..)| (width * height, width));
    println!("board\tcells\twinner\tlast\tscore\tnodes\tseconds");
    for (width, height, winner, last) in sizes {
        let size = Size::new(width, height, 4).expect("a size");
        let position = Position::new(size);
        let mut solver = Solver::new(size, 1 << 30);
        let start = Instant::now();
        let mut budget = Budget::nodes(most * 1_000_000);
        match solver.score(&position, &mut budget) {
            Ok(score) => {
                let outlook = Outlook::from_score(&position, score);
                let found = outlook.winner.map_or('-', Side::letter);
                assert_eq!((found, outlook.stone), (winner, last), "{size}");
                println!(
                    "{size}\t{}\t{found}\t{last}\t{score}\t{}\t{:.2}",
                    size.cells(),
                    solver.nodes(),
                    start.elapsed().as_secs_f64()
                );
            }
            Err(_) => println!("{size}\t{}\t\t\t\tmore than {most} million\t", size.cells()),
        }
    }
}
