//! The inner loops for each register width: AVX-512, AVX2, or the baseline of the target.
//!
//! Each loop is written once, in plain Rust over arrays of one cache line, and the compiler
//! vectorises it. At run time, the program picks one of three copies; a test runs all copies that
//! the machine supports and compares them.
#![cfg_attr(
    target_arch = "x86_64",
    expect(
        unsafe_code,
        reason = "calls functions compiled for CPU features, after checking that the CPU has them"
    )
)]

#[cfg(target_arch = "x86_64")]
use gridlore_core::CpuLevel;

/// A cache line of bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(align(64))]
pub(crate) struct Line(pub(crate) [u64; 8]);

/// Number of lines per stripe: a row of a stripe has 2048 columns.
pub(crate) const STRIPE: usize = 4;

/// The register width to use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Width {
    Portable,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl Width {
    /// Returns the widths that this machine supports, widest last.
    #[cfg(test)]
    pub(crate) fn all() -> Vec<Self> {
        let mut all = vec![Self::Portable];
        all.extend(Self::supported());
        all
    }

    #[cfg(target_arch = "x86_64")]
    fn supported() -> impl Iterator<Item = Self> {
        let avx2 = CpuLevel::has(CpuLevel::V3).then_some(Self::Avx2);
        let avx512 = CpuLevel::has(CpuLevel::V4).then_some(Self::Avx512);
        avx2.into_iter().chain(avx512)
    }

    #[cfg(not(target_arch = "x86_64"))]
    fn supported() -> impl Iterator<Item = Self> {
        std::iter::empty()
    }

    pub(crate) fn widest() -> Self {
        Self::supported().last().unwrap_or(Self::Portable)
    }
}

macro_rules! dispatched {
    ($(#[$doc:meta])* $name:ident = $body:path, ($($argument:ident: $type:ty),*)) => {
        $(#[$doc])*
        pub(crate) fn $name(width: Width, $($argument: $type),*) {
            #[cfg(target_arch = "x86_64")]
            {
                #[target_feature(enable = "avx2")]
                fn avx2($($argument: $type),*) {
                    $body($($argument),*);
                }
                #[target_feature(enable = "avx512f,avx512bw")]
                fn avx512($($argument: $type),*) {
                    $body($($argument),*);
                }
                match width {
                    Width::Portable => $body($($argument),*),
                    // SAFETY: `Width` has this value only if the CPU has AVX2.
                    Width::Avx2 => unsafe { avx2($($argument),*) },
                    // SAFETY: `Width` has this value only if the CPU has AVX-512 F and BW.
                    Width::Avx512 => unsafe { avx512($($argument),*) },
                }
            }
            #[cfg(not(target_arch = "x86_64"))]
            {
                let Width::Portable = width;
                $body($($argument),*);
            }
        }
    };
}

dispatched! {
    /// Adds `pivot` to every word in which `bit` is set, and `mark` to the word's code.
    clear_column = clear_column_body, (words: &mut [u64], codes: &mut [u64], pivot: u64, bit: u32, mark: u64)
}

#[inline(always)]
fn clear_column_body(words: &mut [u64], codes: &mut [u64], pivot: u64, bit: u32, mark: u64) {
    for (word, code) in words.iter_mut().zip(codes) {
        let all = (*word >> bit & 1).wrapping_neg();
        *word ^= all & pivot;
        *code ^= all & mark;
    }
}

/// A table of all sums of at most eight rows of a stripe.
pub(crate) type Table = [[Line; STRIPE]; 256];

dispatched! {
    /// Adds the sum of the pivots in its code to every row. The sums of each group of eight pivots
    /// are first tabulated. Only the lines `from..to` of the stripe change.
    add_pivots = add_pivots_body,
    (rows: &mut [[Line; STRIPE]], codes: &[u64], pivots: &[[Line; STRIPE]], tables: &mut [Table], from: usize, to: usize)
}

#[inline(always)]
fn add_pivots_body(
    rows: &mut [[Line; STRIPE]],
    codes: &[u64],
    pivots: &[[Line; STRIPE]],
    tables: &mut [Table],
    from: usize,
    to: usize,
) {
    // With constant line numbers, the compiler can keep a row's sum in registers.
    match (from, to) {
        (0, 1) => add_pivots_in::<0, 1>(rows, codes, pivots, tables),
        (0, 2) => add_pivots_in::<0, 2>(rows, codes, pivots, tables),
        (0, 3) => add_pivots_in::<0, 3>(rows, codes, pivots, tables),
        (1, 2) => add_pivots_in::<1, 2>(rows, codes, pivots, tables),
        (1, 3) => add_pivots_in::<1, 3>(rows, codes, pivots, tables),
        (1, 4) => add_pivots_in::<1, 4>(rows, codes, pivots, tables),
        (2, 3) => add_pivots_in::<2, 3>(rows, codes, pivots, tables),
        (2, 4) => add_pivots_in::<2, 4>(rows, codes, pivots, tables),
        (3, 4) => add_pivots_in::<3, 4>(rows, codes, pivots, tables),
        _ => add_pivots_in::<0, 4>(rows, codes, pivots, tables),
    }
}

#[inline(always)]
fn add_pivots_in<const FROM: usize, const TO: usize>(
    rows: &mut [[Line; STRIPE]],
    codes: &[u64],
    pivots: &[[Line; STRIPE]],
    tables: &mut [Table],
) {
    for (table, pivots) in tables.iter_mut().zip(pivots.chunks(8)) {
        for index in 1_usize..1 << pivots.len() {
            let mut sum = table[index & (index - 1)];
            add_lines::<FROM, TO>(&mut sum, &pivots[index.trailing_zeros() as usize]);
            table[index] = sum;
        }
    }
    for (row, &code) in rows.iter_mut().zip(codes) {
        let mut sum = *row;
        for (table, index) in tables.iter().zip(code.to_le_bytes()) {
            add_lines::<FROM, TO>(&mut sum, &table[usize::from(index)]);
        }
        row[FROM..TO].copy_from_slice(&sum[FROM..TO]);
    }
}

#[inline(always)]
fn add_lines<const FROM: usize, const TO: usize>(sum: &mut [Line; STRIPE], other: &[Line; STRIPE]) {
    for (sum, other) in sum[FROM..TO].iter_mut().zip(&other[FROM..TO]) {
        for (sum, other) in sum.0.iter_mut().zip(other.0) {
            *sum ^= other;
        }
    }
}

/// Adds a row of a stripe to another.
#[inline(always)]
pub(crate) fn add(sum: &mut [Line; STRIPE], other: &[Line; STRIPE]) {
    for (sum, other) in sum.iter_mut().zip(other) {
        for (sum, other) in sum.0.iter_mut().zip(other.0) {
            *sum ^= other;
        }
    }
}

dispatched! {
    /// Computes the Walsh-Hadamard transform in place: entry `c` becomes the sum of all entries
    /// `g`, each negated if `c & g` has odd parity. The length must be a power of two, and the
    /// absolute values must add up to at most 32767.
    walsh = walsh_body, (values: &mut [i16])
}

#[inline(always)]
fn walsh_body(values: &mut [i16]) {
    let mut half = values.len() / 2;
    while half >= 32 {
        for block in values.chunks_exact_mut(2 * half) {
            let (low, high) = block.split_at_mut(half);
            for (low, high) in low.iter_mut().zip(high) {
                (*low, *high) = (low.wrapping_add(*high), low.wrapping_sub(*high));
            }
        }
        half /= 2;
    }
    let (blocks, rest) = values.as_chunks_mut::<32>();
    for block in blocks {
        short_walsh::<16>(block);
        short_walsh::<8>(block);
        short_walsh::<4>(block);
        short_walsh::<2>(block);
        short_walsh::<1>(block);
    }
    // These steps are shorter than a block.
    while half >= 1 && !rest.is_empty() {
        for block in rest.chunks_exact_mut(2 * half) {
            let (low, high) = block.split_at_mut(half);
            for (low, high) in low.iter_mut().zip(high) {
                (*low, *high) = (low.wrapping_add(*high), low.wrapping_sub(*high));
            }
        }
        half /= 2;
    }
}

#[inline(always)]
fn short_walsh<const HALF: usize>(block: &mut [i16; 32]) {
    let before = *block;
    for (place, value) in block.iter_mut().enumerate() {
        let other = before[place ^ HALF];
        *value = if place & HALF == 0 {
            before[place].wrapping_add(other)
        } else {
            other.wrapping_sub(before[place])
        };
    }
}

dispatched! {
    /// Subtracts `factor` times `other` from `row`, modulo `modulus`, which is at most 36.
    subtract_multiple = subtract_multiple_body, (row: &mut [u8], other: &[u8], factor: u8, modulus: u8)
}

#[inline(always)]
fn subtract_multiple_body(row: &mut [u8], other: &[u8], factor: u8, modulus: u8) {
    // Subtracting f times is the same as adding m - f times. The division by m is a multiplication,
    // which is exact up to 35 + 35 * 35.
    let (plus, modulus) = (u16::from(modulus - factor), u16::from(modulus));
    let inverse = (65536 / u32::from(modulus)) + 1;
    for (entry, &other) in row.iter_mut().zip(other) {
        let sum = u16::from(*entry) + plus * u16::from(other);
        let quotient = (u32::from(sum) * inverse) >> 16;
        #[expect(clippy::cast_possible_truncation, reason = "a remainder is below the modulus")]
        {
            *entry = (sum - quotient as u16 * modulus) as u8;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gridlore_core::Rng;

    #[test]
    fn every_width_gives_the_same_result() {
        let mut rng = Rng::new(1);
        let words: Vec<u64> = (0..333).map(|_| rng.next_u64()).collect();
        let rows: Vec<[Line; STRIPE]> =
            (0..77).map(|_| [(); STRIPE].map(|()| Line([(); 8].map(|()| rng.next_u64())))).collect();
        let pivots: Vec<[Line; STRIPE]> =
            (0..61).map(|_| [(); STRIPE].map(|()| Line([(); 8].map(|()| rng.next_u64())))).collect();
        let named: Vec<u64> = words.iter().map(|word| word >> 3).collect();
        let results: Vec<_> = Width::all()
            .into_iter()
            .map(|width| {
                let (mut cleared, mut codes, mut added) = (words.clone(), vec![0; words.len()], rows.clone());
                clear_column(width, &mut cleared, &mut codes, words[0], 17, 1 << 9);
                let mut tables = vec![[[Line([0; 8]); STRIPE]; 256]; 8];
                add_pivots(width, &mut added, &named, &pivots, &mut tables, 0, STRIPE);
                for (from, to) in [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)] {
                    let mut partly = rows.clone();
                    add_pivots(width, &mut partly, &named, &pivots, &mut tables, from, to);
                    for ((partly, added), row) in partly.iter().zip(&added).zip(&rows) {
                        assert_eq!(partly[from..to], added[from..to]);
                        assert_eq!((&partly[..from], &partly[to..]), (&row[..from], &row[to..]));
                    }
                }
                (cleared, codes, added)
            })
            .collect();
        assert!(results.iter().all(|result| *result == results[0]));
        // The results must also agree with a slow version.
        let (cleared, codes, added) = &results[0];
        for place in 0..words.len() {
            let is_hit = words[place] >> 17 & 1 == 1;
            assert_eq!(cleared[place], if is_hit { words[place] ^ words[0] } else { words[place] });
            assert_eq!(codes[place], if is_hit { 1 << 9 } else { 0 });
        }
        for (place, row) in rows.iter().enumerate() {
            let mut sum = *row;
            for pivot in (0..pivots.len()).filter(|pivot| named[place] >> pivot & 1 == 1) {
                add(&mut sum, &pivots[pivot]);
            }
            assert_eq!(sum, added[place]);
        }
    }

    #[test]
    fn transforms_are_signed_sums() {
        let mut rng = Rng::new(2);
        for bits in 0..=9 {
            let values: Vec<i16> =
                (0..1 << bits).map(|_| i16::try_from(rng.below(41)).unwrap() - 20).collect();
            let expected: Vec<i16> = (0..values.len())
                .map(|place| {
                    let signed = |other: usize| {
                        if (place & other).count_ones().is_multiple_of(2) {
                            values[other]
                        } else {
                            -values[other]
                        }
                    };
                    (0..values.len()).map(signed).sum()
                })
                .collect();
            for width in Width::all() {
                let mut found = values.clone();
                walsh(width, &mut found);
                assert_eq!(found, expected, "{bits} {width:?}");
            }
        }
    }

    #[test]
    fn multiples_are_subtracted_modulo_the_modulus() {
        for modulus in 2..=36 {
            for factor in 0..modulus {
                let row: Vec<u8> = (0..modulus).flat_map(|entry| vec![entry; usize::from(modulus)]).collect();
                let other: Vec<u8> = (0..modulus).cycle().take(row.len()).collect();
                for width in Width::all() {
                    let mut found = row.clone();
                    subtract_multiple(width, &mut found, &other, factor, modulus);
                    for ((&found, &entry), &other) in found.iter().zip(&row).zip(&other) {
                        let expected = (i32::from(entry) - i32::from(factor) * i32::from(other))
                            .rem_euclid(i32::from(modulus));
                        assert_eq!(
                            i32::from(found),
                            expected,
                            "{entry} - {factor} * {other} modulo {modulus}"
                        );
                    }
                }
            }
        }
    }
}
