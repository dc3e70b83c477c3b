//! Lights Out on a grid: who is whose neighbour, and the nullity by chasing the lights.
//!
//! # Source
//! Light chasing is folklore: the presses of the first row decide all others, row by row, so a board of `n` columns is a
//! system of `n` unknowns and not of `n` times its rows. OEIS A159257 lists the nullities of the squares.

use crate::Bits;

/// Whether the edges are joined.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Plane {
    /// They end.
    Flat,
    /// Left meets right, top meets bottom.
    Torus,
}

/// Which squares a press turns besides its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Neighbourhood {
    /// Left, right, above, below.
    Plus,
    /// The four diagonal ones.
    Cross,
}

impl Neighbourhood {
    /// The square itself and its neighbours, in no order; on a small torus one may come more than once.
    pub(crate) fn around(self, cell: usize, columns: usize, rows: usize, plane: Plane) -> Vec<usize> {
        const PLUS: [(isize, isize); 4] = [(-1, 0), (1, 0), (0, -1), (0, 1)];
        const CROSS: [(isize, isize); 4] = [(-1, -1), (-1, 1), (1, -1), (1, 1)];
        let step = |place: usize, by: isize, length: usize| match plane {
            Plane::Flat => place.checked_add_signed(by).filter(|&place| place < length),
            Plane::Torus => (place + length).checked_add_signed(by).map(|place| place % length),
        };
        let steps = if self == Self::Plus { PLUS } else { CROSS };
        let neighbours = steps.into_iter().filter_map(|(down, right)| {
            Some(step(cell / columns, down, rows)? * columns + step(cell % columns, right, columns)?)
        });
        neighbours.chain([cell]).collect()
    }
}

/// The nullity of flat Lights Out with the plus: the dimension of its quiet patterns.
///
/// # Cost
/// `long * short^2 / 64` word additions, `short^2 / 8` bytes three times.
#[must_use]
pub fn nullity(columns: usize, rows: usize) -> usize {
    let (short, long) = (columns.min(rows), columns.max(rows));
    // Row by row: which presses of the first row press this square.
    let mut above = vec![Bits::zeros(short); short];
    let mut here: Vec<Bits> = (0..short).map(|place| Bits::with_ones(short, [place])).collect();
    for _ in 0..long {
        let below: Vec<Bits> = (0..short)
            .map(|place| {
                let mut sum = here[place].clone();
                sum.add(&above[place]);
                if place > 0 {
                    sum.add(&here[place - 1]);
                }
                if place + 1 < short {
                    sum.add(&here[place + 1]);
                }
                sum
            })
            .collect();
        above = std::mem::replace(&mut here, below);
    }
    // What would be pressed below the last row must be nothing: as many free choices as equations that fall away.
    short - rank(here)
}

fn rank(rows: Vec<Bits>) -> usize {
    let mut basis: Vec<(usize, Bits)> = Vec::new();
    for mut row in rows {
        for (lead, other) in &basis {
            if row.get(*lead) {
                row.add(other);
            }
        }
        if let Some(lead) = row.first_one() {
            basis.push((lead, row));
        }
    }
    basis.len()
}
