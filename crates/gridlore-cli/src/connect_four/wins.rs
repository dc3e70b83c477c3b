//! `gridlore connect-four bench-win`: measures the cost of each way to detect a win.

use crate::Exit;
use anyhow::Result;
use gridlore_connect_four::win::{Way, Width, count_won};
use gridlore_connect_four::{Position, Side, Size, logic, shift};
use std::hint::black_box;
use std::time::Instant;

/// Number of positions per pass.
const POSITIONS: usize = 4096;

/// Returns the discs of one side in random games of random length.
fn random(size: Size) -> Vec<u128> {
    let mut state: u64 = 1;
    let mut below = |bound: usize| {
        // SplitMix64; its quality hardly matters here.
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        usize::try_from(mixed >> 40).unwrap_or(0) % bound
    };
    let mut all = Vec::with_capacity(POSITIONS);
    while all.len() < POSITIONS {
        let mut position = Position::new(size);
        for _ in 0..below(size.cells() + 1) {
            let moves: Vec<_> = position.moves().collect();
            if moves.is_empty() {
                break;
            }
            position = position.after(moves[below(moves.len())]).unwrap_or(position);
        }
        all.push(position.stones(if below(2) == 0 { Side::First } else { Side::Second }));
    }
    all
}

pub(super) fn bench(size: Size) -> Result<Exit> {
    let positions = random(size);
    let ways = Way::all(size);
    // The results are compared before the ways are timed.
    for &stones in &positions {
        let found = ways.each_ref().map(|way| way.has_run(stones));
        anyhow::ensure!(
            found == [found[0]; 3],
            "bug: the three ways disagree on {stones:#x}: {found:?}; please report this"
        );
    }
    let won = positions.iter().filter(|&&stones| ways[1].has_run(stones)).count();
    println!("{POSITIONS} positions on {size}, {won} of them won; time per position in the fastest pass");
    for way in &ways {
        // There is one loop per way, so the compiler can inline each.
        let nanoseconds = match way {
            Way::Lines(lines) => {
                fastest(200, || count(&positions, |stones| lines.first_in(stones).is_some()))
            }
            Way::Shift(size) => fastest(2000, || count(&positions, |stones| shift::has_run(*size, stones))),
            Way::Logic(size) => fastest(5, || count(&positions, |stones| logic::has_run(*size, stones))),
        };
        println!("{} {nanoseconds:.2} ns", way.name());
    }
    if size == Size::USUAL {
        #[expect(clippy::cast_possible_truncation, reason = "49 bits")]
        let boards: Vec<u64> = positions.iter().map(|&stones| stones as u64).collect();
        for width in Width::all() {
            anyhow::ensure!(
                count_won(width, &boards) == won,
                "bug: {} counts differently; please report this",
                width.name()
            );
            let nanoseconds = fastest(3000, || count_won(width, &boards));
            println!("many-{} {nanoseconds:.2} ns", width.name());
        }
    }
    Ok(Exit::Done)
}

fn count(positions: &[u128], has_run: impl Fn(u128) -> bool) -> usize {
    positions.iter().filter(|&&stones| has_run(stones)).count()
}

/// Returns the nanoseconds per position in the fastest pass.
#[expect(clippy::disallowed_methods, reason = "the command line has the clock")]
#[expect(clippy::cast_precision_loss, reason = "a time for people")]
fn fastest(passes: usize, pass: impl Fn() -> usize) -> f64 {
    let mut best = f64::INFINITY;
    for _ in 0..passes {
        let start = Instant::now();
        black_box(pass());
        best = best.min(start.elapsed().as_nanos() as f64);
    }
    best / POSITIONS as f64
}
