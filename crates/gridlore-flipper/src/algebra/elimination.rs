//! Elimination over GF(2) for matrices of any shape.
//!
//! ```text
//!             panel: 64 columns          the columns to its right, in stripes of 2048
//!   pivots  [ 1 x x  upper part   |  u u u u u ]   rows that were swapped up, with their part of U
//!           [   1 x               |            ]
//!   others  [ code: the pivots    |  row + the ]   64 pivots are added at once, using eight tables
//!           [ that were added     |  coded sum ]   of 256 sums, one for each byte of the code
//! ```
//!
//! No information is lost: the panel of a row, which elimination clears, stores the code instead.
//! The same additions can then be applied to a later right-hand side, and for a row that became
//! zero, the code shows which rows add up to it.
//!
//! Cost: `rows * columns * rank / 64` word additions in blocks of 64, and `rows * columns / 8`
//! bytes. One right-hand side takes `rows * columns / 64` word operations.
//!
//! # Source
//! V. Arlazarov, E. Dinic, M. Kronrod, I. Faradzev, 1970, for the tables ("method of the four
//! Russians"); M. Albrecht, G. Bard, W. Hart, "Algorithm 898", 2010, and M. Albrecht, C. Pernet,
//! "Efficient decomposition of dense matrices over GF(2)", 2010, for panels that keep their codes.
//! The stripes and the byte-sized tables are chosen to fit into the caches.

use crate::Bits;
use crate::algebra::wide::{Line, STRIPE, Table, Width, add, add_pivots, clear_column};

const ZERO: [Line; STRIPE] = [Line([0; 8]); STRIPE];
/// Number of words per row of a stripe.
const WORDS: usize = 8 * STRIPE;
/// Minimum number of rows for which tables pay off.
const MIN_TABLE_ROWS: usize = 128;

/// A matrix over GF(2).
#[derive(Debug, Clone)]
pub struct Matrix {
    /// The stripes, one after the other, each with all rows.
    lines: Vec<[Line; STRIPE]>,
    rows: usize,
    columns: usize,
}

/// A matrix after elimination, which gives its rank and the solutions for any right-hand side.
#[derive(Debug, Clone)]
pub struct Eliminated {
    matrix: Matrix,
    /// For each row, its index in the original matrix.
    order: Vec<usize>,
    /// The column of each pivot, in ascending order; pivot `r` is in row `r`.
    pivots: Vec<usize>,
    /// For each pivot, the earlier pivots of its panel that were added to it.
    codes: Vec<u64>,
    /// For each panel, the number of pivots before it, followed by the total number of pivots.
    before: Vec<usize>,
}

impl Matrix {
    /// Returns a zero matrix.
    #[must_use]
    pub fn zeros(rows: usize, columns: usize) -> Self {
        Self { lines: vec![ZERO; rows * columns.div_ceil(64 * WORDS)], rows, columns }
    }

    /// Creates a matrix from its columns.
    ///
    /// # Panics
    /// Panics if a column does not have `rows` bits.
    #[must_use]
    pub fn from_columns(rows: usize, columns: &[Bits]) -> Self {
        let mut matrix = Self::zeros(rows, columns.len());
        for (column, bits) in columns.iter().enumerate() {
            assert_eq!(bits.len(), rows, "a column has one bit per row");
            for row in bits.ones() {
                *matrix.word_mut(row, column / 64) |= 1 << (column % 64);
            }
        }
        matrix
    }

    /// Returns the number of rows.
    #[must_use]
    pub const fn rows(&self) -> usize {
        self.rows
    }

    /// Returns the number of columns.
    #[must_use]
    pub const fn columns(&self) -> usize {
        self.columns
    }

    /// Returns the 64 entries of `row` from column `64 * word` on; the first entry is the lowest
    /// bit.
    ///
    /// # Panics
    /// Panics if there is no such row or word.
    #[must_use]
    pub fn word(&self, row: usize, word: usize) -> u64 {
        assert!(row < self.rows, "row {row} is out of range for {} rows", self.rows);
        self.lines[word / WORDS * self.rows + row][word % WORDS / 8].0[word % 8]
    }

    fn word_mut(&mut self, row: usize, word: usize) -> &mut u64 {
        &mut self.lines[word / WORDS * self.rows + row][word % WORDS / 8].0[word % 8]
    }

    /// Sets 64 entries of `row` from column `64 * word` on; entries beyond the last column are
    /// dropped.
    ///
    /// # Panics
    /// Panics if there is no such row or word.
    pub fn set_word(&mut self, row: usize, word: usize, entries: u64) {
        assert!(row < self.rows && word < self.columns.div_ceil(64), "the row or word is out of range");
        let left = self.columns - 64 * word;
        *self.word_mut(row, word) = if left < 64 { entries & ((1 << left) - 1) } else { entries };
    }

    /// Multiplies the matrix by a column vector.
    ///
    /// # Panics
    /// Panics if `vector` does not have one bit per column.
    #[must_use]
    pub fn times(&self, vector: &Bits) -> Bits {
        assert_eq!(vector.len(), self.columns, "a vector has one bit per column");
        let is_odd = |&row: &usize| {
            let words = vector.words().iter().enumerate();
            words.fold(0, |sum, (word, bits)| sum ^ (bits & self.word(row, word))).count_ones() % 2 == 1
        };
        Bits::with_ones(self.rows, (0..self.rows).filter(is_odd))
    }

    fn swap_rows(&mut self, one: usize, other: usize) {
        if one != other {
            for stripe in self.lines.chunks_exact_mut(self.rows) {
                stripe.swap(one, other);
            }
        }
    }

    /// Runs the elimination.
    #[must_use]
    pub fn eliminated(self) -> Eliminated {
        self.eliminated_with(Width::widest())
    }

    pub(crate) fn eliminated_with(self, width: Width) -> Eliminated {
        let panels = self.columns.div_ceil(64);
        let mut eliminated = Eliminated {
            order: (0..self.rows).collect(),
            pivots: Vec::new(),
            codes: Vec::new(),
            before: vec![0],
            matrix: self,
        };
        let mut tables = Vec::new();
        for panel in 0..panels {
            eliminated.panel(panel, width, &mut tables);
            eliminated.before.push(eliminated.pivots.len());
        }
        eliminated
    }
}

impl Eliminated {
    /// Finds the pivots of a panel, then adds them to the rows that need them in the columns to the
    /// right.
    fn panel(&mut self, panel: usize, width: Width, tables: &mut Vec<Table>) {
        let matrix = &mut self.matrix;
        let top = self.pivots.len();
        let mut words: Vec<u64> = (top..matrix.rows).map(|row| matrix.word(row, panel)).collect();
        let mut codes = vec![0_u64; words.len()];
        let mut found = 0;
        for bit in 0..(matrix.columns - 64 * panel).min(64) {
            let Some(ahead) = words[found..].iter().position(|word| word >> bit & 1 == 1) else { continue };
            words.swap(found, found + ahead);
            codes.swap(found, found + ahead);
            matrix.swap_rows(top + found, top + found + ahead);
            self.order.swap(top + found, top + found + ahead);
            let pivot = words[found];
            let (bit_number, mark) = (u32::try_from(bit).expect("below 64"), 1 << found);
            clear_column(width, &mut words[found + 1..], &mut codes[found + 1..], pivot, bit_number, mark);
            self.pivots.push(64 * panel + bit);
            found += 1;
            if found == words.len() {
                break;
            }
        }
        // This check also covers a panel without rows.
        if found == 0 {
            return;
        }
        for (row, (&word, &code)) in words.iter().zip(&codes).enumerate() {
            *matrix.word_mut(top + row, panel) = if row < found { word } else { code };
        }
        self.codes.extend_from_slice(&codes[..found]);
        let bytes = found.div_ceil(8);
        let is_worth_tables = codes.len() - found >= MIN_TABLE_ROWS;
        if is_worth_tables && tables.len() < bytes {
            tables.resize(bytes, [ZERO; 256]);
        }
        for (number, stripe) in matrix.lines.chunks_exact_mut(matrix.rows).enumerate().skip(panel / WORDS) {
            let (above, rows) = stripe.split_at_mut(top + found);
            // Words of the panel, and words to its left, do not change.
            let kept = if number == panel / WORDS { panel % WORDS + 1 } else { 0 };
            let mut pivots: Vec<[Line; STRIPE]> = above[top..].to_vec();
            for pivot in &mut pivots {
                (0..kept).for_each(|word| pivot[word / 8].0[word % 8] = 0);
            }
            for pivot in 1..found {
                let mut sum = pivots[pivot];
                each_bit(codes[pivot], |earlier| add(&mut sum, &pivots[earlier]));
                pivots[pivot] = sum;
            }
            for (row, pivot) in above[top..].iter_mut().zip(&pivots) {
                for word in kept..WORDS {
                    row[word / 8].0[word % 8] = pivot[word / 8].0[word % 8];
                }
            }
            if is_worth_tables {
                let lines = (matrix.columns.div_ceil(64) - number * WORDS).div_ceil(8).min(STRIPE);
                if kept / 8 < lines {
                    let tables = &mut tables[..bytes];
                    add_pivots(width, rows, &codes[found..], &pivots, tables, kept / 8, lines);
                }
            } else {
                for (row, &code) in rows.iter_mut().zip(&codes[found..]) {
                    each_bit(code, |pivot| add(row, &pivots[pivot]));
                }
            }
        }
    }

    /// Returns the rank.
    #[must_use]
    pub const fn rank(&self) -> usize {
        self.pivots.len()
    }

    /// Returns a vector that the matrix maps to `wanted`.
    ///
    /// # Errors
    /// If there is no such vector, returns rows that add up to zero in the matrix and to one in
    /// `wanted`.
    ///
    /// # Panics
    /// Panics if `wanted` does not have one bit per row.
    pub fn solution(&self, wanted: &Bits) -> Result<Bits, Bits> {
        assert_eq!(wanted.len(), self.matrix.rows, "a right-hand side has one bit per row");
        // Apply the additions to the right-hand side.
        let mut side: Vec<bool> = self.order.iter().map(|&row| wanted.get(row)).collect();
        for (panel, bounds) in self.before.windows(2).enumerate() {
            let (start, end) = (bounds[0], bounds[1]);
            let mut pivots = 0_u64;
            for (number, (side, code)) in side[start..end].iter_mut().zip(&self.codes[start..end]).enumerate()
            {
                *side ^= is_odd(code & pivots);
                pivots |= u64::from(*side) << number;
            }
            if pivots != 0 {
                for (row, side) in side.iter_mut().enumerate().skip(end) {
                    *side ^= is_odd(self.matrix.word(row, panel) & pivots);
                }
            }
        }
        if let Some(row) = side[self.rank()..].iter().position(|&side| side) {
            return Err(self.summands(self.rank() + row));
        }
        let mut solution = vec![0; self.matrix.columns.div_ceil(64)];
        for (pivot, &column) in self.pivots.iter().enumerate().rev() {
            if side[pivot] != self.is_product_odd(pivot, &solution) {
                solution[column / 64] |= 1 << (column % 64);
            }
        }
        Ok(Bits::from_words(solution, self.matrix.columns))
    }

    /// Returns whether the row of a pivot and `vector` have an odd number of ones in common.
    fn is_product_odd(&self, pivot: usize, vector: &[u64]) -> bool {
        let panel = self.pivots[pivot] / 64;
        let sum =
            (panel..vector.len()).fold(0, |sum, word| sum ^ (vector[word] & self.matrix.word(pivot, word)));
        is_odd(sum)
    }

    /// Returns the original rows that add up to the row at `row`, which is below the pivots.
    fn summands(&self, row: usize) -> Bits {
        let mut has = vec![false; self.matrix.rows];
        has[row] = true;
        for (panel, bounds) in self.before.windows(2).enumerate().rev() {
            let (start, end) = (bounds[0], bounds[1]);
            let mut pivots = 0_u64;
            for row in (end..self.matrix.rows).filter(|&row| has[row]) {
                pivots ^= self.matrix.word(row, panel);
            }
            if start == end {
                continue;
            }
            for pivot in (start..end).rev() {
                if pivots >> (pivot - start) & 1 == 1 {
                    pivots ^= self.codes[pivot];
                    has[pivot] ^= true;
                }
            }
        }
        Bits::with_ones(
            self.matrix.rows,
            (0..self.matrix.rows).filter(|&place| has[place]).map(|place| self.order[place]),
        )
    }

    /// Returns a basis of the kernel, one vector per column without a pivot.
    #[must_use]
    pub fn kernel(&self) -> Vec<Bits> {
        let columns = self.matrix.columns;
        let mut is_pivot = vec![false; columns];
        self.pivots.iter().for_each(|&column| is_pivot[column] = true);
        let free = (0..columns).filter(|&column| !is_pivot[column]);
        free.map(|free| {
            let mut vector = vec![0; columns.div_ceil(64)];
            vector[free / 64] |= 1 << (free % 64);
            let below = self.pivots.partition_point(|&column| column < free);
            for pivot in (0..below).rev() {
                if self.is_product_odd(pivot, &vector) {
                    vector[self.pivots[pivot] / 64] |= 1 << (self.pivots[pivot] % 64);
                }
            }
            Bits::from_words(vector, columns)
        })
        .collect()
    }

    /// Returns a basis of the sets of rows that add up to zero.
    #[must_use]
    pub fn zero_sums(&self) -> Vec<Bits> {
        (self.rank()..self.matrix.rows).map(|row| self.summands(row)).collect()
    }
}

const fn is_odd(word: u64) -> bool {
    word.count_ones() % 2 == 1
}

fn each_bit(mut word: u64, mut act: impl FnMut(usize)) {
    while word != 0 {
        act(word.trailing_zeros() as usize);
        word &= word - 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gridlore_core::Rng;

    fn random(rows: usize, columns: usize, rng: &mut Rng, density: usize) -> Matrix {
        let mut matrix = Matrix::zeros(rows, columns);
        for row in 0..rows {
            for word in 0..columns.div_ceil(64) {
                let entries = (0..density).fold(u64::MAX, |entries, _| entries & rng.next_u64());
                matrix.set_word(row, word, entries);
            }
        }
        matrix
    }

    /// Returns the rank by textbook Gaussian elimination.
    fn plain_rank(matrix: &Matrix) -> usize {
        let words = matrix.columns.div_ceil(64);
        let mut rows: Vec<Bits> = (0..matrix.rows)
            .map(|row| {
                Bits::from_words((0..words).map(|word| matrix.word(row, word)).collect(), matrix.columns)
            })
            .collect();
        let mut rank = 0;
        for column in 0..matrix.columns {
            let Some(pivot) = (rank..rows.len()).find(|&row| rows[row].get(column)) else { continue };
            rows.swap(rank, pivot);
            let pivot = rows[rank].clone();
            rows[rank + 1..].iter_mut().filter(|row| row.get(column)).for_each(|row| row.add(&pivot));
            rank += 1;
        }
        rank
    }

    #[test]
    fn ranks_solutions_kernels_and_zero_sums_hold() {
        let mut rng = Rng::new(5);
        let shapes = [
            (1, 1),
            (9, 9),
            (63, 65),
            (64, 64),
            (300, 200),
            (200, 300),
            (513, 2100),
            (400, 400),
            (0, 3),
            (3, 0),
        ];
        for (rows, columns) in shapes {
            for density in [1, 4] {
                let matrix = random(rows, columns, &mut rng, density);
                let rank = plain_rank(&matrix);
                for width in Width::all() {
                    let eliminated = matrix.clone().eliminated_with(width);
                    assert_eq!(eliminated.rank(), rank, "{rows} x {columns}");
                    let (kernel, sums) = (eliminated.kernel(), eliminated.zero_sums());
                    assert_eq!((kernel.len(), sums.len()), (columns - rank, rows - rank));
                    assert!(kernel.iter().all(|vector| matrix.times(vector).count_ones() == 0));
                    for wanted in
                        (0..4).map(|_| Bits::with_ones(rows, (0..rows).filter(|_| rng.below(2) == 1)))
                    {
                        match eliminated.solution(&wanted) {
                            Ok(solution) => assert_eq!(matrix.times(&solution), wanted),
                            Err(rows) => {
                                assert!(rows.is_odd_with(&wanted));
                                for word in 0..columns.div_ceil(64) {
                                    assert_eq!(
                                        rows.ones().fold(0, |sum, row| sum ^ matrix.word(row, word)),
                                        0
                                    );
                                }
                            }
                        }
                    }
                    let reached =
                        matrix.times(&Bits::with_ones(columns, (0..columns).filter(|_| rng.below(2) == 1)));
                    assert!(eliminated.solution(&reached).is_ok());
                }
            }
        }
    }
}
