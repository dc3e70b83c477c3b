//! Tests of cage arithmetic: every step is compared with a solution, and the candidates of a cage
//! with all the ways to fill it.

use crate::human::walk_to;
use gridlore_core::Rng;
use gridlore_sudoku_geometry::{Cage, Geometry};
use gridlore_sudoku_human::guide::{Guide, Leader};
use gridlore_sudoku_human::{
    Candidate, CellSet, Scope, Shape, State, Technique, all_steps, explanation, narrow_by_cages,
};

/// Returns a filled board: a regular grid with randomly permuted digits and bands.
fn filled(rng: &mut Rng) -> Vec<usize> {
    let mut digits: Vec<usize> = (1..=9).collect();
    for at in (1..9).rev() {
        digits.swap(at, rng.below(at + 1));
    }
    let shift = rng.below(9);
    (0..81)
        .map(|cell| (cell / 9, cell % 9))
        .map(|(row, column)| digits[(3 * (row % 3) + row / 3 + column + shift) % 9])
        .collect()
}

/// Cuts the board into cages of up to `most` neighbouring cells with different digits.
fn cut(values: &[usize], rng: &mut Rng, most: usize) -> Geometry {
    let mut is_free = [true; 81];
    let mut geometry = Geometry::boxes(3, 3).unwrap();
    for start in 0..81 {
        if !is_free[start] {
            continue;
        }
        let mut cells = vec![start];
        is_free[start] = false;
        let size = 1 + rng.below(most);
        while cells.len() < size {
            let next: Vec<usize> = cells
                .iter()
                .flat_map(|&cell| {
                    let (row, column) = (cell / 9, cell % 9);
                    let right = (column < 8).then_some(cell + 1);
                    let down = (row < 8).then_some(cell + 9);
                    right.into_iter().chain(down).chain((column > 0).then(|| cell - 1))
                })
                .filter(|&cell| is_free[cell] && cells.iter().all(|&other| values[other] != values[cell]))
                .collect();
            if next.is_empty() {
                break;
            }
            let cell = next[rng.below(next.len())];
            is_free[cell] = false;
            cells.push(cell);
        }
        let sum = cells.iter().map(|&cell| u32::try_from(values[cell]).unwrap()).sum();
        geometry = geometry.with_cage(Cage { cells, sum }).unwrap();
    }
    geometry
}

const OF_CAGES: [Technique; 4] =
    [Technique::CageSum, Technique::CageDigit, Technique::Innies, Technique::Outies];

/// No cage step contradicts the filled board, and each of the four techniques is found.
#[test]
fn every_step_of_cages_agrees_with_the_solution() {
    let mut found = [0; 4];
    for seed in 0..25 {
        let mut rng = Rng::new(seed);
        let values = filled(&mut rng);
        let shape = Shape::new(&cut(&values, &mut rng, 5)).unwrap();
        let state = State::new(&shape, &[0; 81], CellSet::EMPTY);
        for (count, technique) in found.iter_mut().zip(OF_CAGES) {
            *count += all_steps(&state, technique, Scope::ALL).len();
        }
        let techniques = [&OF_CAGES[..], &[Technique::HiddenSingle, Technique::NakedSingle]].concat();
        walk_to(&values, state, &techniques, Scope::ALL, seed);
    }
    assert!(found.iter().all(|&count| count > 20), "{found:?}");
}

/// Both profiles solve most killers from an empty board and never take a wrong step.
#[test]
fn guides_solve_killers() {
    for leader in Leader::ALL {
        let mut solved = 0;
        for seed in 100..110 {
            let mut rng = Rng::new(seed);
            let values = filled(&mut rng);
            let shape = Shape::new(&cut(&values, &mut rng, 3)).unwrap();
            let mut state = State::new(&shape, &[0; 81], CellSet::EMPTY);
            state.set_unique(false);
            let mut guide = Guide::new(leader, state);
            for _ in 0..400 {
                let Some(step) = guide.next_step() else { break };
                if step.nets.is_empty() {
                    assert_eq!(
                        step.first_error(&values),
                        None,
                        "seed {seed}: {}",
                        explanation(guide.state(), &step)
                    );
                }
                if !OF_CAGES.contains(&step.technique) && step.technique > Technique::NakedQuadruple {
                    break;
                }
                guide.apply(&step);
            }
            solved += usize::from(guide.state().is_full());
        }
        assert!(solved >= 3, "{leader:?} solved {solved} of 10");
    }
}

/// The candidates of a cage's cells are exactly the digits that occur in the ways to fill the cage
/// with different digits.
#[test]
fn candidates_are_the_digits_of_all_ways() {
    for seed in 0..200 {
        let mut rng = Rng::new(seed);
        let count = 1 + rng.below(4);
        let cells: Vec<usize> = (0..count).collect();
        let (least, most) = (count * (count + 1) / 2, count * (19 - count) / 2);
        let sum = least + rng.below(most - least + 1);
        let cage = Cage { cells: cells.clone(), sum: u32::try_from(sum).unwrap() };
        let shape = Shape::new(&Geometry::boxes(3, 3).unwrap().with_cage(cage).unwrap()).unwrap();
        let mut state = State::new(&shape, &[0; 81], CellSet::EMPTY);
        if rng.below(2) == 0 {
            state.remove(Candidate::new(0, 1 + rng.below(9)));
        }
        let mut expected = vec![[false; 10]; count];
        let mut chosen = vec![0; count];
        let before = state.clone();
        for number in 0..9_usize.pow(u32::try_from(count).unwrap()) {
            let mut rest = number;
            for digit in &mut chosen {
                *digit = rest % 9 + 1;
                rest /= 9;
            }
            let is_distinct = (0..count).all(|at| !chosen[..at].contains(&chosen[at]));
            let fits = cells.iter().all(|&cell| before.has(Candidate::new(cell, chosen[cell])));
            if is_distinct && fits && chosen.iter().sum::<usize>() == sum {
                chosen.iter().zip(&mut expected).for_each(|(&digit, ways)| ways[digit] = true);
            }
        }
        narrow_by_cages(&mut state);
        for (&cell, ways) in cells.iter().zip(&expected) {
            for (digit, is_way) in ways.iter().enumerate().skip(1) {
                let is_kept = state.has(Candidate::new(cell, digit));
                assert!(is_kept || !is_way, "seed {seed}: {digit} in cell {cell}");
            }
        }
        // If no candidate was removed before, the result is exact.
        if before.candidates(0).len() == 9 {
            let kept = |cell: usize, digit: usize| state.has(Candidate::new(cell, digit));
            assert!(
                cells.iter().all(|&cell| (1..=9).all(|digit| kept(cell, digit) == expected[cell][digit])),
                "seed {seed}"
            );
        }
    }
}
