//! Singles, locked candidates, subsets and fish, in the order in which Sudoku Explainer finds them.

use super::grid::{
    BOXES, CELLS, COLUMNS, Grid, HOUSES_OF, House, PLACE_IN, ROWS, bits, choices, count_of, kind,
};
use super::hint::{Hint, Search, offer};
use crate::Candidate;
use std::ops::ControlFlow;

/// The base of a pattern. The removals depend on the candidates that these cells or houses have
/// already lost.
#[derive(Debug, Clone, Copy)]
pub(super) enum Base {
    /// All candidates of two cells.
    Cells([usize; 2]),
    /// These digits of this house.
    House(House, u16),
    /// One digit of two lines.
    Lines([House; 2], usize),
}

/// A pattern that removes candidates.
pub(super) struct Pattern {
    pub(super) removals: Vec<Candidate>,
    pub(super) base: Base,
}

/// A callback that receives patterns until it returns `Break`.
pub(super) type Take<'a> = &'a mut dyn FnMut(Pattern) -> ControlFlow<()>;

/// Finds the last digit of a house or, if there is none, the only place for a digit.
pub(super) fn hidden_single(grid: &Grid) -> Search {
    for is_last in [true, false] {
        for first in [BOXES, COLUMNS, ROWS] {
            for house in first..first + 9 {
                if (grid.blanks_in(house).count() == 1) != is_last {
                    continue;
                }
                for digit in 0..9 {
                    let places = grid.places(house, digit);
                    if places.is_power_of_two() {
                        let difficulty = match (is_last, first) {
                            (true, _) => 10,
                            (false, BOXES) => 12,
                            _ => 15,
                        };
                        let cell = CELLS[house][places.trailing_zeros() as usize];
                        return Search::Break(Hint::placing("Hidden Single", difficulty, cell, digit));
                    }
                }
            }
        }
    }
    Search::Continue(())
}

/// Finds a cell with one candidate.
pub(super) fn naked_single(grid: &Grid) -> Search {
    for cell in 0..81 {
        if grid.count(cell) == 1 {
            let digit = grid.candidates(cell).trailing_zeros() as usize;
            return Search::Break(Hint::placing("Naked Single", 23, cell, digit));
        }
    }
    Search::Continue(())
}

/// Returns the places of a house that are also in another house.
const fn shared(house: House, other: House) -> u16 {
    let mut mask = 0;
    let mut place = 0;
    while place < 9 {
        if HOUSES_OF[CELLS[house][place]][kind(other)] == other {
            mask |= 1 << place;
        }
        place += 1;
    }
    mask
}

/// Calls `each` with a house, another house, and a digit, if the digit has at least two places in
/// the house and all of them lie in the other.
fn each_locked(
    grid: &Grid,
    mut each: impl FnMut(House, House, usize) -> ControlFlow<Hint>,
) -> ControlFlow<Hint> {
    for (from, to) in [(BOXES, COLUMNS), (BOXES, ROWS), (COLUMNS, BOXES), (ROWS, BOXES)] {
        // Two houses share a third of their places: every third place for a box and a column,
        // otherwise three adjacent places.
        let thirds = if to == COLUMNS { [0o111u16, 0o222, 0o444] } else { [0o007, 0o070, 0o700] };
        for digit in 0..9 {
            for number in 0..9 {
                let places = grid.places(from + number, digit);
                if places & places.wrapping_sub(1) == 0 {
                    continue;
                }
                if let Some(third) = thirds.iter().position(|third| places & !third == 0) {
                    let other = match (from, to) {
                        (BOXES, COLUMNS) => number % 3 * 3 + third,
                        (COLUMNS, _) => third * 3 + number / 3,
                        _ => number / 3 * 3 + third,
                    };
                    each(from + number, to + other, digit)?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// Returns the removals of a digit that is locked in both houses.
fn locked_removals(grid: &Grid, house: House, other: House, digit: usize) -> Vec<Candidate> {
    bits(grid.places(other, digit))
        .map(|place| CELLS[other][place])
        .filter(|&cell| HOUSES_OF[cell][kind(house)] != house)
        .map(|cell| Candidate::new(cell, digit + 1))
        .collect()
}

/// Finds a pointing or claiming digit that then has only one place in another box or line.
pub(super) fn direct_locking(grid: &Grid) -> Search {
    each_locked(grid, |house, other, digit| {
        let first = kind(house) * 9;
        for crossing in (first..first + 9).filter(|&crossing| crossing != house) {
            if shared(crossing, other) == 0 {
                continue;
            }
            let left = grid.places(crossing, digit) & !shared(crossing, other);
            if left.is_power_of_two() && !locked_removals(grid, house, other, digit).is_empty() {
                let cell = CELLS[crossing][left.trailing_zeros() as usize];
                let (name, difficulty) =
                    if first == BOXES { ("Direct Pointing", 17) } else { ("Direct Claiming", 19) };
                return Search::Break(Hint::placing(name, difficulty, cell, digit));
            }
        }
        Search::Continue(())
    })
}

/// Finds a pointing or claiming digit.
pub(super) fn locking(grid: &Grid) -> Search {
    each_locked(grid, |house, other, digit| {
        let (name, difficulty) = if house < ROWS { ("Pointing", 26) } else { ("Claiming", 28) };
        offer(name, difficulty, locked_removals(grid, house, other, digit))
    })
}

/// Passes every pointing and claiming digit to `take`.
pub(super) fn each_locking(grid: &Grid, take: Take<'_>) {
    let _ = each_locked(grid, |house, other, digit| {
        let removals = locked_removals(grid, house, other, digit);
        if !removals.is_empty() {
            let _ = take(Pattern { removals, base: Base::House(house, 1 << digit) });
        }
        Search::Continue(())
    });
}

/// Calls `each` with every house and every set of `count` digits that have `count` places in it.
fn each_hidden(
    grid: &Grid,
    count: u32,
    is_direct: bool,
    mut each: impl FnMut(House, u16, u16) -> ControlFlow<Hint>,
) -> ControlFlow<Hint> {
    for first in [BOXES, COLUMNS, ROWS] {
        for house in first..first + 9 {
            let blanks = grid.blanks_in(house).count();
            if blanks <= 2 * count as usize && !(is_direct && blanks > count as usize) {
                continue;
            }
            // Digits with too few or too many places are not part of any set.
            let fit: u16 = (0..9)
                .filter(|&digit| (2..=count).contains(&count_of(grid.places(house, digit))))
                .fold(0, |fit, digit| fit | 1 << digit);
            if count_of(fit) < count {
                continue;
            }
            for digits in choices(count).filter(|digits| digits & !fit == 0) {
                let places = bits(digits).fold(0, |places, digit| places | grid.places(house, digit));
                if count_of(places) == count {
                    each(house, digits, places)?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

fn hidden_removals(grid: &Grid, house: House, digits: u16, places: u16) -> Vec<Candidate> {
    let cells = bits(places).map(|place| CELLS[house][place]);
    cells
        .flat_map(|cell| {
            bits(grid.candidates(cell) & !digits).map(move |digit| Candidate::new(cell, digit + 1))
        })
        .collect()
}

/// Finds a hidden pair, triplet or quad.
pub(super) fn hidden_set(grid: &Grid, count: u32) -> Search {
    each_hidden(grid, count, false, |house, digits, places| {
        let (name, difficulty) = match count {
            2 => ("Hidden Pair", 34),
            3 => ("Hidden Triplet", 40),
            _ => ("Hidden Quad", 54),
        };
        offer(name, difficulty, hidden_removals(grid, house, digits, places))
    })
}

/// Finds a hidden pair or triplet that leaves only one place in the house for another digit.
pub(super) fn direct_hidden_set(grid: &Grid, count: u32) -> Search {
    each_hidden(grid, count, true, |house, digits, places| {
        for digit in (0..9).filter(|digit| digits >> digit & 1 == 0) {
            let all = grid.places(house, digit);
            let left = all & !places;
            if count_of(all) > 1 && left.is_power_of_two() {
                let cell = CELLS[house][left.trailing_zeros() as usize];
                let (name, difficulty) =
                    if count == 2 { ("Direct Hidden Pair", 20) } else { ("Direct Hidden Triplet", 25) };
                return Search::Break(Hint::placing(name, difficulty, cell, digit));
            }
        }
        Search::Continue(())
    })
}

/// Passes every hidden pair to `take`.
pub(super) fn each_hidden_pair(grid: &Grid, take: Take<'_>) {
    let _ = each_hidden(grid, 2, false, |house, digits, places| {
        let removals = hidden_removals(grid, house, digits, places);
        if !removals.is_empty() {
            let _ = take(Pattern { removals, base: Base::House(house, digits) });
        }
        Search::Continue(())
    });
}

/// Calls `each` with every house and every set of `count` places in it that have `count`
/// candidates.
fn each_naked(
    grid: &Grid,
    count: u32,
    mut each: impl FnMut(House, u16, u16) -> ControlFlow<Hint>,
) -> ControlFlow<Hint> {
    for first in [BOXES, COLUMNS, ROWS] {
        for house in first..first + 9 {
            if grid.blanks_in(house).count() < 2 * count as usize {
                continue;
            }
            let fit: u16 = (0..9)
                .filter(|&place| (2..=count).contains(&grid.count(CELLS[house][place])))
                .fold(0, |fit, place| fit | 1 << place);
            if count_of(fit) < count {
                continue;
            }
            for places in choices(count).filter(|places| places & !fit == 0) {
                let digits =
                    bits(places).fold(0, |digits, place| digits | grid.candidates(CELLS[house][place]));
                if count_of(digits) == count {
                    each(house, digits, places)?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

fn naked_removals(grid: &Grid, house: House, digits: u16, places: u16) -> Vec<Candidate> {
    let others = bits(!places & 0x1ff).map(|place| CELLS[house][place]);
    others
        .flat_map(|cell| {
            bits(grid.candidates(cell) & digits).map(move |digit| Candidate::new(cell, digit + 1))
        })
        .collect()
}

/// Finds a naked pair, triplet or quad.
pub(super) fn naked_set(grid: &Grid, count: u32) -> Search {
    each_naked(grid, count, |house, digits, places| {
        let (name, difficulty) = match count {
            2 => ("Naked Pair", 30),
            3 => ("Naked Triplet", 36),
            _ => ("Naked Quad", 50),
        };
        offer(name, difficulty, naked_removals(grid, house, digits, places))
    })
}

/// Passes every naked pair to `take`.
pub(super) fn each_naked_pair(grid: &Grid, take: Take<'_>) {
    let _ = each_naked(grid, 2, |house, digits, places| {
        let removals = naked_removals(grid, house, digits, places);
        if !removals.is_empty() {
            let mut cells = bits(places).map(|place| CELLS[house][place]);
            let cells = [cells.next().unwrap_or(0), cells.next().unwrap_or(0)];
            let _ = take(Pattern { removals, base: Base::Cells(cells) });
        }
        Search::Continue(())
    });
}

/// Calls `each` with every choice of `count` lines and every digit whose places in them lie in
/// `count` crossing lines. Arguments: the first line of the kind, the lines, the digit, the
/// crossing lines.
fn each_fish(
    grid: &Grid,
    count: u32,
    mut each: impl FnMut(House, u16, usize, u16) -> ControlFlow<Hint>,
) -> ControlFlow<Hint> {
    let placed: [usize; 9] = std::array::from_fn(|digit| grid.placed(digit));
    for first in [COLUMNS, ROWS] {
        // For each digit, the lines with at least two places for it, but not too many.
        let fit: [u16; 9] = std::array::from_fn(|digit| {
            (0..9)
                .filter(|&line| (2..=count).contains(&count_of(grid.places(first + line, digit))))
                .fold(0, |fit, line| fit | 1 << line)
        });
        for lines in choices(count) {
            for digit in 0..9 {
                if lines & !fit[digit] != 0 || placed[digit] + 2 * count as usize > 9 {
                    continue;
                }
                let places = bits(lines).fold(0, |places, line| places | grid.places(first + line, digit));
                if count_of(places) == count {
                    each(first, lines, digit, places)?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

fn fish_removals(grid: &Grid, first: House, lines: u16, digit: usize, places: u16) -> Vec<Candidate> {
    let other = if first == ROWS { COLUMNS } else { ROWS };
    bits(places)
        .flat_map(|line| {
            bits(grid.places(other + line, digit) & !lines)
                .map(move |place| Candidate::new(CELLS[other + line][place], digit + 1))
        })
        .collect()
}

/// Finds an X-Wing, Swordfish or Jellyfish.
pub(super) fn fish(grid: &Grid, count: u32) -> Search {
    each_fish(grid, count, |first, lines, digit, places| {
        let (name, difficulty) = match count {
            2 => ("X-Wing", 32),
            3 => ("Swordfish", 38),
            _ => ("Jellyfish", 52),
        };
        offer(name, difficulty, fish_removals(grid, first, lines, digit, places))
    })
}

/// Passes every X-Wing to `take`.
pub(super) fn each_x_wing(grid: &Grid, take: Take<'_>) {
    let _ = each_fish(grid, 2, |first, lines, digit, places| {
        let removals = fish_removals(grid, first, lines, digit, places);
        if !removals.is_empty() {
            let mut lines = bits(lines).map(|line| first + line);
            let lines = [lines.next().unwrap_or(0), lines.next().unwrap_or(0)];
            let _ = take(Pattern { removals, base: Base::Lines(lines, digit) });
        }
        Search::Continue(())
    });
}

/// Returns the place of a cell within one of its houses.
pub(super) const fn place_in(cell: usize, house: House) -> usize {
    PLACE_IN[cell][kind(house)]
}
