//! The canonical form of a full grid.
//!
//! The first row is `123456789` whichever row is chosen and however the columns are ordered,
//! because digits are named by their column in that row. The second row then depends on the map
//! from each column to the column of the first row with the same digit. It starts with `456` if the
//! three columns of a box map to one box, and otherwise with `457`; the box and the order of its
//! columns therefore determine nearly all other columns. Among 36 pairs of rows and up to 18
//! arrangements each, the smallest second row is kept, then the smallest third row; the few
//! arrangements left are compared in full.

use super::{Canonical, board_of, both_ways, key};
use crate::Board;
use crate::symmetry::Symmetry;

/// The order of the columns and of the first band's rows.
#[derive(Clone, Copy)]
struct Arrangement {
    way: usize,
    rows: [u8; 3],
    columns: [u8; 9],
}

pub(super) fn canonical(board: &Board) -> Canonical {
    let ways = both_ways(board);
    let mut best = Vec::with_capacity(64);
    let mut least = u64::MAX;
    for (way, rows) in ways.iter().enumerate() {
        // The column of each digit in each row.
        let places = rows.map(|row| {
            let mut place = [0_u8; 10];
            for (column, digit) in (0..).zip(row) {
                place[usize::from(digit)] = column;
            }
            place
        });
        for band in 0..3_u8 {
            for [first, second, third] in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
                let order = [3 * band + first, 3 * band + second, 3 * band + third];
                let place = &places[usize::from(order[0])];
                let map = rows[usize::from(order[1])].map(|digit| place[usize::from(digit)]);
                arrangements(&map, &mut least, |columns, is_less| {
                    if is_less {
                        best.clear();
                    }
                    best.push(Arrangement { way, rows: order, columns });
                });
            }
        }
    }
    // The best rows so far, and one of the arrangements that produce them.
    let (mut keys, mut winner, mut automorphisms) = ([u64::MAX; 9], Symmetry::IDENTITY, 0);
    (keys[0], keys[1]) = (0x1_2345_6789, least);
    'next: for Arrangement { way, rows: [one, two, three], columns } in best {
        let rows = &ways[way];
        let digits = digits(&rows[usize::from(one)], &columns);
        let name = |row: u8, column: u8| digits[usize::from(rows[usize::from(row)][usize::from(column)])];
        // For the other bands, the first column determines the order of rows and bands.
        let mut bands = [1, 2].map(|step| {
            let band = (one / 3 + step) % 3;
            let mut rows = [0, 1, 2].map(|row| (name(3 * band + row, columns[0]), 3 * band + row));
            rows.sort_unstable();
            rows
        });
        bands.sort_unstable();
        let [[a, b, c], [d, e, f]] = bands.map(|band| band.map(|(_, row)| row));
        let rows = [one, two, three, a, b, c, d, e, f];
        for (place, &row) in rows.iter().enumerate().skip(2) {
            let found = key(columns.map(|column| name(row, column)));
            if found > keys[place] {
                continue 'next;
            }
            if found < keys[place] {
                keys[place] = found;
                keys[place + 1..].fill(u64::MAX);
                automorphisms = 0;
            }
        }
        if automorphisms == 0 {
            winner = Symmetry { is_transposed: way == 1, rows, columns, digits };
        }
        automorphisms += 1;
    }
    Canonical { board: board_of(&keys), symmetry: winner, automorphisms }
}

/// Returns the new names of the digits: their places in the first row.
fn digits(first: &[u8; 9], columns: &[u8; 9]) -> [u8; 10] {
    let mut digits = [0; 10];
    for (name, &column) in (1..).zip(columns) {
        digits[usize::from(first[usize::from(column)])] = name;
    }
    digits
}

/// Calls `each` with the arrangements of columns that produce the smallest second row so far, and
/// whether this row is smaller than before. For each column, `map` holds the column of the first
/// row that contains the second row's digit.
fn arrangements(map: &[u8; 9], least: &mut u64, mut each: impl FnMut([u8; 9], bool)) {
    let mut compare = |least: &mut u64, columns: [u8; 9]| {
        let second = second(map, &columns);
        if second <= *least {
            each(columns, second < *least);
            *least = second;
        }
    };
    const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    let to = |column: u8| map[usize::from(column)];
    for first in 0..3_u8 {
        let own = [3 * first, 3 * first + 1, 3 * first + 2];
        let boxes = own.map(|column| to(column) / 3);
        if boxes[0] == boxes[1] && boxes[1] == boxes[2] {
            for order in ORDERS {
                let one = order.map(|place| own[place]);
                let two = one.map(to);
                let three = two.map(to);
                let columns = [one[0], one[1], one[2], two[0], two[1], two[2], three[0], three[1], three[2]];
                compare(least, columns);
            }
            continue;
        }
        // Two columns map to one box, and the third to the other.
        if *least >> 24 < 0x457 {
            continue;
        }
        let (alone, pair) = match boxes {
            [one, two, _] if one == two => (2, [0, 1]),
            [one, _, two] if one == two => (1, [0, 2]),
            _ => (0, [1, 2]),
        };
        for [x, y] in [pair, [pair[1], pair[0]]] {
            let one = [own[x], own[y], own[alone]];
            let [fourth, fifth, seventh] = one.map(to);
            // In most cases the fourth digit decides: it is 1 or higher.
            let is_one = to(fourth) == one[0];
            if !is_one && *least >> 20 <= 0x4571 {
                continue;
            }
            // The columns of box `b` add up to 9 * b + 3.
            let sixth = 9 * (fourth / 3) + 3 - fourth - fifth;
            // The last two columns are named in the order in which their digits appear in the
            // second box of the second row.
            let first_named =
                [fourth, fifth, sixth].into_iter().map(to).find(|column| column / 3 == seventh / 3);
            let eighth = first_named.expect("two columns of the second box go to the third");
            let ninth = 9 * (seventh / 3) + 3 - seventh - eighth;
            let columns = [one[0], one[1], one[2], fourth, fifth, sixth, seventh, eighth, ninth];
            compare(least, columns);
        }
    }
}

/// Returns the second row for this order of columns.
fn second(map: &[u8; 9], columns: &[u8; 9]) -> u64 {
    let mut name = [0; 9];
    for (digit, &column) in (1..).zip(columns) {
        name[usize::from(column)] = digit;
    }
    key(columns.map(|column| name[usize::from(map[usize::from(column)])]))
}
