//! The canonical form of boards with blanks.
//!
//! The search keeps all arrangements whose rows so far are smallest, row by row, and extends each
//! by every row that can come next. Columns that are blank in all rows so far are interchangeable:
//! they are on the left of their stack, in an undetermined order, and the same applies to blank
//! stacks. The best order of a row's cells is then determined: blanks before digits, named digits
//! before new ones. Only new digits in the same row, and stacks that differ only in new digits, are
//! tried in every order.

use super::{Canonical, board_of, both_ways};
use crate::Board;
use crate::symmetry::Symmetry;

/// Sentinel: no stack or column is assigned to this place yet.
const OPEN: u8 = 9;

/// A partial arrangement: the rows placed so far, and the order of columns and digits to the extent
/// that the rows determine it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct State {
    way: usize,
    /// The rows placed so far, in order.
    rows: [u8; 9],
    /// The stack at each place; open places come first.
    stacks: [u8; 3],
    /// For each original stack, its column, `0..3`, at each place; open places come first.
    columns: [[u8; 3]; 3],
    /// The names of digits; 0 for a digit that has no name yet.
    digits: [u8; 10],
    /// Number of named digits.
    named: u8,
    /// Number of arrangements that this one represents, which differ from it only in the order of
    /// blank rows.
    alike: u64,
}

pub(super) fn canonical(board: &Board) -> Canonical {
    let ways = both_ways(board);
    let start = State {
        way: 0,
        rows: [0; 9],
        stacks: [OPEN; 3],
        columns: [[OPEN; 3]; 3],
        digits: [0; 10],
        named: 0,
        alike: 1,
    };
    let mut states = vec![start, State { way: 1, ..start }];
    let (mut next, mut best) = (Vec::new(), Vec::new());
    let mut keys = [0; 9];
    for (place, key) in keys.iter_mut().enumerate() {
        let mut least = u64::MAX;
        best.clear();
        for (number, state) in states.iter().enumerate() {
            let used = &state.rows[..place];
            let mut blanks = [0_u64; 3];
            for row in 0..9_u8 {
                let band = row / 3;
                let is_next = if place % 3 == 0 {
                    !used.iter().any(|other| other / 3 == band)
                } else {
                    state.rows[place - 1] / 3 == band && !used.contains(&row)
                };
                if !is_next {
                    continue;
                }
                let cells = &ways[state.way][usize::from(row)];
                // Blank rows of a band are equal, so one of them represents all.
                if *cells == [0; 9] {
                    blanks[usize::from(band)] += 1;
                    if blanks[usize::from(band)] > 1 {
                        continue;
                    }
                }
                let found = least_key(state, cells, least);
                if found < least {
                    least = found;
                    best.clear();
                }
                if found == least {
                    best.push((number, row));
                }
            }
        }
        *key = least;
        next.clear();
        for &(number, row) in &best {
            let mut state = states[number];
            let cells = &ways[state.way][usize::from(row)];
            if *cells == [0; 9] {
                let band = &ways[state.way][3 * usize::from(row / 3)..][..3];
                let used = state.rows[..place]
                    .iter()
                    .filter(|&&other| other / 3 == row / 3 && ways[state.way][usize::from(other)] == [0; 9]);
                state.alike *= (band.iter().filter(|row| **row == [0; 9]).count() - used.count()) as u64;
            }
            state.rows[place] = row;
            settle(&state, cells, &mut next);
        }
        std::mem::swap(&mut states, &mut next);
    }
    let automorphisms = states.iter().map(|state| state.alike * open_orders(state)).sum();
    Canonical { board: board_of(&keys), symmetry: symmetry(&states[0]), automorphisms }
}

/// Number of orders of the open stacks and columns.
fn open_orders(state: &State) -> u64 {
    let open = |places: &[u8; 3]| ORDERS[places.iter().filter(|&&place| place == OPEN).count()].len() as u64;
    open(&state.stacks) * state.columns.iter().map(open).product::<u64>()
}

/// Returns a symmetry of a complete arrangement.
fn symmetry(state: &State) -> Symmetry {
    let full = |places: [u8; 3]| {
        let mut missing = (0..3).filter(|one| !places.contains(one));
        places.map(|place| if place == OPEN { missing.next().expect("as many as places") } else { place })
    };
    let mut columns = [0; 9];
    for (places, stack) in columns.as_chunks_mut::<3>().0.iter_mut().zip(full(state.stacks)) {
        *places = full(state.columns[usize::from(stack)]).map(|column| 3 * stack + column);
    }
    let mut digits = state.digits;
    let mut missing = state.named + 1..=9;
    for digit in &mut digits[1..] {
        if *digit == 0 {
            *digit = missing.next().expect("as many names as digits");
        }
    }
    Symmetry { is_transposed: state.way == 1, rows: state.rows, columns, digits }
}

/// Returns the rank of a digit in comparisons of rows: blanks first, then named digits, then new
/// ones.
fn rank(state: &State, digit: u8) -> u8 {
    match (digit, state.digits[usize::from(digit)]) {
        (0, _) => 0,
        (_, 0) => 15,
        (_, name) => name,
    }
}

/// Returns the ranks of a stack's cells in a row: open columns sorted, then settled columns.
fn ranks(state: &State, cells: &[u8; 9], stack: u8) -> [u8; 3] {
    let columns = &state.columns[usize::from(stack)];
    let of = |column: u8| rank(state, cells[usize::from(3 * stack + column)]);
    // Open columns come first.
    if columns[0] != OPEN {
        return columns.map(of);
    }
    let open = columns.iter().filter(|&&column| column == OPEN).count();
    if open == 3 {
        let [a, b, c] = [of(0), of(1), of(2)];
        let (a, b) = (a.min(b), a.max(b));
        let (b, c) = (b.min(c), b.max(c));
        return [a.min(b), a.max(b), c];
    }
    let mut ranks = [0; 3];
    let missing = (0..3).filter(|column| !columns.contains(column));
    for (rank, column) in ranks.iter_mut().zip(missing) {
        *rank = of(column);
    }
    ranks[..open].sort_unstable();
    for place in open..3 {
        ranks[place] = of(columns[place]);
    }
    ranks
}

/// Returns the ranks of all cells of a row in its best order.
fn row_ranks(state: &State, cells: &[u8; 9]) -> [u8; 9] {
    let mut open = [[0; 3]; 3];
    let mut count = 0;
    for stack in (0..3).filter(|stack| !state.stacks.contains(stack)) {
        open[count] = ranks(state, cells, stack);
        count += 1;
    }
    open[..count].sort_unstable();
    for (ranked, &stack) in open.iter_mut().zip(&state.stacks).skip(count) {
        *ranked = ranks(state, cells, stack);
    }
    let [[a, b, c], [d, e, f], [g, h, i]] = open;
    [a, b, c, d, e, f, g, h, i]
}

/// Returns the smallest key of the row after this arrangement, or any larger value if the key
/// exceeds `least`.
fn least_key(state: &State, cells: &[u8; 9], least: u64) -> u64 {
    let mut named = state.named;
    let mut with = |key: u64, rank: u8| {
        named += u8::from(rank == 15);
        key << 4 | u64::from(if rank == 15 { named } else { rank })
    };
    if state.stacks[0] == OPEN {
        return row_ranks(state, cells).into_iter().fold(0, with);
    }
    let mut key = 0;
    for (place, &stack) in state.stacks.iter().enumerate() {
        key = ranks(state, cells, stack).into_iter().fold(key, &mut with);
        if key > least >> (24 - 12 * place) {
            return u64::MAX;
        }
    }
    key
}

/// All orders of zero, one, two or three items.
const ORDERS: [&[[usize; 3]]; 4] = [
    &[[0, 1, 2]],
    &[[0, 1, 2]],
    &[[0, 1, 2], [1, 0, 2]],
    &[[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]],
];

/// Adds every arrangement that puts the row in its best order.
fn settle(state: &State, cells: &[u8; 9], each: &mut Vec<State>) {
    let mut open = [([0; 3], 0); 3];
    let mut count = 0;
    for stack in (0..3).filter(|stack| !state.stacks.contains(stack)) {
        open[count] = (ranks(state, cells, stack), stack);
        count += 1;
    }
    open[..count].sort_unstable();
    // Blank stacks remain open. Stacks that differ only in new digits are tried in every order.
    let blank = open[..count].iter().take_while(|(ranks, _)| *ranks == [0; 3]).count();
    let filled = &open[blank..count];
    for order in ORDERS[filled.len()] {
        let mut state = *state;
        let mut is_best = true;
        for (at, (ranks, _)) in filled.iter().enumerate() {
            let (others, stack) = filled[order[at]];
            is_best &= others == *ranks;
            state.stacks[blank + at] = stack;
        }
        if is_best {
            settle_stack(state, cells, 0, each);
        }
    }
}

/// Settles the columns of the stacks, starting at this place, and names their new digits.
fn settle_stack(mut state: State, cells: &[u8; 9], place: usize, each: &mut Vec<State>) {
    if place == 3 {
        each.push(state);
        return;
    }
    let stack = state.stacks[place];
    if stack == OPEN {
        return settle_stack(state, cells, place + 1, each);
    }
    let columns = state.columns[usize::from(stack)];
    let digit = |column: u8| cells[usize::from(3 * stack + column)];
    let open = columns.iter().filter(|&&column| column == OPEN).count();
    let mut filled = [(0, 0); 3];
    let mut count = 0;
    for column in (0..3).filter(|column| !columns.contains(column) && digit(*column) != 0) {
        filled[count] = (rank(&state, digit(column)), column);
        count += 1;
    }
    let filled = &mut filled[..count];
    filled.sort_unstable();
    let new = filled.iter().filter(|(rank, _)| *rank == 15).count();
    let first = open - filled.len();
    let known = filled.len() - new;
    for (at, (_, column)) in (first..).zip(&*filled) {
        state.columns[usize::from(stack)][at] = *column;
    }
    for order in ORDERS[new] {
        let mut state = state;
        for (at, from) in order.iter().enumerate().take(new) {
            state.columns[usize::from(stack)][first + known + at] = filled[known + from].1;
        }
        // Name new digits from left to right; settled columns are last.
        for at in first..3 {
            let value = usize::from(digit(state.columns[usize::from(stack)][at]));
            if value != 0 && state.digits[value] == 0 {
                state.named += 1;
                state.digits[value] = state.named;
            }
        }
        settle_stack(state, cells, place + 1, each);
    }
}
