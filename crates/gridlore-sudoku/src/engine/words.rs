//! Vectors of sixteen or eight numbers, in registers or arrays depending on the CPU.
//!
//! The engine of `lanes` is written once over the trait [`Words`]; this module implements the
//! operations that it uses. Only the copies of the engine that are compiled for a width create
//! values of that width, and these copies are called only if the CPU supports it.
#![cfg_attr(
    target_arch = "x86_64",
    expect(
        unsafe_code,
        reason = "the CPU's own operations, called in copies of the engine that are compiled for them"
    )
)]

use crate::engine::choice;

/// A vector of `L` 32-bit numbers.
pub(crate) trait Words<const L: usize>: Copy {
    fn load(numbers: &[u32; L]) -> Self;
    fn store(self, numbers: &mut [u32; L]);
    fn splat(number: u32) -> Self;
    fn and(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
    fn xor(self, other: Self) -> Self;
    /// Returns `self` without the bits of `other`.
    fn without(self, other: Self) -> Self;
    fn add(self, other: Self) -> Self;
    fn sub(self, other: Self) -> Self;
    fn times(self, other: Self) -> Self;
    fn up<const BITS: u32>(self) -> Self;
    fn down<const BITS: u32>(self) -> Self;
    /// Returns a word in which bit `l` is set if number `l` is zero.
    fn zeros(self) -> u32;

    /// Returns the first of the bivalue cells with the most open peers. There must be a bivalue
    /// cell. All sets are given by band.
    #[inline(always)]
    fn pair(open: [u32; 3], pairs: [u32; 3]) -> usize {
        choice::pair(choice::joined(open), choice::joined(pairs))
    }

    /// Returns the cells of each band that hold `value`, in 27 bits; `0` is a blank.
    #[inline(always)]
    fn places(values: &[u8; 81], value: u8) -> [u32; 3] {
        let band = |band: usize| {
            let cells = values[27 * band..][..27].iter().enumerate();
            cells.fold(0, |places, (place, &other)| places | u32::from(other == value) << place)
        };
        [band(0), band(1), band(2)]
    }
}

/// A vector of eight numbers whose lanes can be permuted.
pub(crate) trait Ring: Words<8> {
    /// Swaps neighbouring lanes, pairs of lanes, or groups of four; `LANES` is 1, 2 or 4.
    fn swapped<const LANES: usize>(self) -> Self;
    /// Returns the first number.
    fn first(self) -> u32;
}

/// Nine numbers: eight in a vector register, if there is one, and the ninth in a scalar register,
/// on which other units of the CPU operate.
#[derive(Clone, Copy)]
pub(crate) struct Nine<V>(V, u32);

impl<V: Ring> Nine<V> {
    /// Returns, in every lane, the bits set in at least one lane, and the bits set in at least two.
    #[inline(always)]
    pub(crate) fn around(self) -> (Self, Self) {
        let Self(eight, ninth) = self;
        let other = eight.swapped::<4>();
        let (once, twice) = (eight.or(other), eight.and(other));
        let (other, more) = (once.swapped::<2>(), twice.swapped::<2>());
        let (once, twice) = (once.or(other), twice.or(more).or(once.and(other)));
        let (other, more) = (once.swapped::<1>(), twice.swapped::<1>());
        let (once, twice) = (once.or(other), twice.or(more).or(once.and(other)));
        let (all, some) = (once.first(), twice.first());
        let last = V::splat(ninth);
        (Self(once.or(last), all | ninth), Self(twice.or(once.and(last)), some | all & ninth))
    }

    /// Returns, in every lane, the bits set in at least one other lane.
    #[inline(always)]
    pub(crate) fn others(self) -> Self {
        let Self(eight, ninth) = self;
        let four = eight.swapped::<4>();
        let pairs = eight.or(four);
        let two = pairs.swapped::<2>();
        let all = pairs.or(two);
        let one = all.swapped::<1>();
        Self(four.or(two).or(one).or(V::splat(ninth)), all.or(one).first())
    }

    /// Returns the ninth number.
    #[inline(always)]
    pub(crate) fn ninth(self) -> u32 {
        self.1
    }
}

/// Keeps a number in a scalar register.
///
/// For three identical computations, such as those of the three bands, the compiler would use one
/// vector register, which would compete with the other eight lanes and be a tenth slower.
#[cfg(all(target_arch = "x86_64", not(miri)))]
#[inline(always)]
#[expect(unsafe_code, reason = "nothing else keeps a number in a scalar register")]
fn single(mut number: u32) -> u32 {
    // SAFETY: the assembly contains no instruction; it only constrains a register.
    unsafe {
        std::arch::asm!("/* {0:e} */", inout(reg) number, options(pure, nomem, nostack, preserves_flags));
    }
    number
}

#[cfg(not(all(target_arch = "x86_64", not(miri))))]
#[inline(always)]
fn single(number: u32) -> u32 {
    number
}

/// Defines an operation on both parts.
macro_rules! both {
    ($($name:ident $operation:expr),*) => {
        $(
            #[inline(always)]
            fn $name(self, other: Self) -> Self {
                let operation: fn(u32, u32) -> u32 = $operation;
                Self(self.0.$name(other.0), operation(self.1, other.1))
            }
        )*
    };
}

impl<V: Ring> Words<9> for Nine<V> {
    #[inline(always)]
    fn load(numbers: &[u32; 9]) -> Self {
        let (eight, [ninth]) = numbers.as_chunks::<8>() else { unreachable!("nine numbers") };
        Self(V::load(&eight[0]), *ninth)
    }
    #[inline(always)]
    fn store(self, numbers: &mut [u32; 9]) {
        let (eight, [ninth]) = numbers.as_chunks_mut::<8>() else { unreachable!("nine numbers") };
        self.0.store(&mut eight[0]);
        *ninth = self.1;
    }
    #[inline(always)]
    fn splat(number: u32) -> Self {
        Self(V::splat(number), number)
    }
    both!(
        and |one, other| one & other,
        or |one, other| one | other,
        xor |one, other| one ^ other,
        without |one, other| one & !other,
        add |one, other| single(one.wrapping_add(other)),
        sub |one, other| single(one.wrapping_sub(other)),
        times u32::wrapping_mul
    );
    #[inline(always)]
    fn up<const BITS: u32>(self) -> Self {
        Self(self.0.up::<BITS>(), self.1 << BITS)
    }
    #[inline(always)]
    fn down<const BITS: u32>(self) -> Self {
        Self(self.0.down::<BITS>(), self.1 >> BITS)
    }
    #[inline(always)]
    fn zeros(self) -> u32 {
        self.0.zeros() | u32::from(self.1 == 0) << 8
    }
    #[inline(always)]
    fn places(values: &[u8; 81], value: u8) -> [u32; 3] {
        V::places(values, value)
    }
}

/// Arrays, for any CPU.
#[derive(Clone, Copy)]
pub(crate) struct Plain<const L: usize>([u32; L]);

impl<const L: usize> Plain<L> {
    #[inline(always)]
    fn each(self, other: Self, operation: impl Fn(u32, u32) -> u32) -> Self {
        let mut numbers = self.0;
        for (number, other) in numbers.iter_mut().zip(other.0) {
            *number = operation(*number, other);
        }
        Self(numbers)
    }
}

impl<const L: usize> Words<L> for Plain<L> {
    #[inline(always)]
    fn load(numbers: &[u32; L]) -> Self {
        Self(*numbers)
    }
    #[inline(always)]
    fn store(self, numbers: &mut [u32; L]) {
        *numbers = self.0;
    }
    #[inline(always)]
    fn splat(number: u32) -> Self {
        Self([number; L])
    }
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        self.each(other, |one, other| one & other)
    }
    #[inline(always)]
    fn or(self, other: Self) -> Self {
        self.each(other, |one, other| one | other)
    }
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        self.each(other, |one, other| one ^ other)
    }
    #[inline(always)]
    fn without(self, other: Self) -> Self {
        self.each(other, |one, other| one & !other)
    }
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        self.each(other, u32::wrapping_add)
    }
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        self.each(other, u32::wrapping_sub)
    }
    #[inline(always)]
    fn times(self, other: Self) -> Self {
        self.each(other, u32::wrapping_mul)
    }
    #[inline(always)]
    fn up<const BITS: u32>(self) -> Self {
        self.each(self, |number, _| number << BITS)
    }
    #[inline(always)]
    fn down<const BITS: u32>(self) -> Self {
        self.each(self, |number, _| number >> BITS)
    }
    #[inline(always)]
    fn zeros(self) -> u32 {
        self.0.iter().enumerate().fold(0, |zeros, (lane, &number)| zeros | u32::from(number == 0) << lane)
    }
}

impl Ring for Plain<8> {
    #[inline(always)]
    fn swapped<const LANES: usize>(self) -> Self {
        Self(std::array::from_fn(|lane| self.0[lane ^ LANES]))
    }
    #[inline(always)]
    fn first(self) -> u32 {
        self.0[0]
    }
}

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
pub(crate) use wasm::Halves;

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod wasm {
    use super::{Ring, Words};
    use std::arch::wasm32::*;

    /// WebAssembly: eight numbers in two registers.
    #[derive(Clone, Copy)]
    pub(crate) struct Halves(v128, v128);

    macro_rules! operations {
        ($($name:ident $operation:ident),*) => {
            $(
                #[inline(always)]
                fn $name(self, other: Self) -> Self {
                    Self($operation(self.0, other.0), $operation(self.1, other.1))
                }
            )*
        };
    }

    impl Words<8> for Halves {
        #[inline(always)]
        fn load(&[a, b, c, d, e, f, g, h]: &[u32; 8]) -> Self {
            Self(u32x4(a, b, c, d), u32x4(e, f, g, h))
        }
        #[inline(always)]
        fn store(self, numbers: &mut [u32; 8]) {
            let Self(low, high) = self;
            *numbers = [
                u32x4_extract_lane::<0>(low),
                u32x4_extract_lane::<1>(low),
                u32x4_extract_lane::<2>(low),
                u32x4_extract_lane::<3>(low),
                u32x4_extract_lane::<0>(high),
                u32x4_extract_lane::<1>(high),
                u32x4_extract_lane::<2>(high),
                u32x4_extract_lane::<3>(high),
            ];
        }
        #[inline(always)]
        fn splat(number: u32) -> Self {
            Self(u32x4_splat(number), u32x4_splat(number))
        }
        operations!(
            and v128_and,
            or v128_or,
            xor v128_xor,
            without v128_andnot,
            add u32x4_add,
            sub u32x4_sub,
            times u32x4_mul
        );
        #[inline(always)]
        fn up<const BITS: u32>(self) -> Self {
            Self(u32x4_shl(self.0, BITS), u32x4_shl(self.1, BITS))
        }
        #[inline(always)]
        fn down<const BITS: u32>(self) -> Self {
            Self(u32x4_shr(self.0, BITS), u32x4_shr(self.1, BITS))
        }
        #[inline(always)]
        fn zeros(self) -> u32 {
            let zeros = |half| u32::from(u32x4_bitmask(u32x4_eq(half, u32x4_splat(0))));
            zeros(self.0) | zeros(self.1) << 4
        }
    }

    impl Ring for Halves {
        #[inline(always)]
        fn swapped<const LANES: usize>(self) -> Self {
            let Self(low, high) = self;
            match LANES {
                4 => Self(high, low),
                2 => Self(u32x4_shuffle::<2, 3, 0, 1>(low, low), u32x4_shuffle::<2, 3, 0, 1>(high, high)),
                _ => Self(u32x4_shuffle::<1, 0, 3, 2>(low, low), u32x4_shuffle::<1, 0, 3, 2>(high, high)),
            }
        }
        #[inline(always)]
        fn first(self) -> u32 {
            u32x4_extract_lane::<0>(self.0)
        }
    }
}

#[cfg(target_arch = "x86_64")]
pub(crate) use x86::{Counting, Eight, Sixteen};

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::{Ring, Words};
    use std::arch::x86_64::*;

    /// AVX-512: sixteen numbers.
    #[derive(Clone, Copy)]
    pub(crate) struct Sixteen(__m512i);

    /// AVX-512 with VPOPCNTDQ, which counts bits in vector registers.
    #[derive(Clone, Copy)]
    pub(crate) struct Counting(__m512i);

    /// AVX2: eight numbers.
    #[derive(Clone, Copy)]
    pub(crate) struct Eight(__m256i);

    impl Ring for Eight {
        #[inline(always)]
        fn swapped<const LANES: usize>(self) -> Self {
            // SAFETY: the copy of the engine that calls this is compiled for AVX2 and is only
            // called if the CPU supports it.
            Self(unsafe {
                match LANES {
                    4 => _mm256_permute2x128_si256::<0x01>(self.0, self.0),
                    2 => _mm256_shuffle_epi32::<0b01_00_11_10>(self.0),
                    _ => _mm256_shuffle_epi32::<0b10_11_00_01>(self.0),
                }
            })
        }
        #[inline(always)]
        fn first(self) -> u32 {
            // SAFETY: as above.
            unsafe { _mm256_cvtsi256_si32(self.0) }.cast_unsigned()
        }
    }

    macro_rules! operations {
        ($type:ident, $lanes:literal, $load:ident, $store:ident, $splat:ident, $and:ident, $or:ident, $xor:ident, $without:ident, $add:ident, $sub:ident, $times:ident, $up:ident, $down:ident, $zeros:expr; $($more:item)*) => {
            impl Words<$lanes> for $type {
                #[inline(always)]
                fn load(numbers: &[u32; $lanes]) -> Self {
                    // SAFETY: the copy of the engine that calls this is compiled for these features
                    // and is only called if the CPU has them. The reference covers all numbers that
                    // are read, and no alignment is required.
                    Self(unsafe { $load(numbers.as_ptr().cast()) })
                }
                #[inline(always)]
                fn store(self, numbers: &mut [u32; $lanes]) {
                    // SAFETY: as in `load`; the reference covers all numbers that are written.
                    unsafe { $store(numbers.as_mut_ptr().cast(), self.0) }
                }
                #[inline(always)]
                fn splat(number: u32) -> Self {
                    // SAFETY: the CPU has the features, as in `load`.
                    Self(unsafe { $splat(number.cast_signed()) })
                }
                #[inline(always)]
                fn and(self, other: Self) -> Self {
                    // SAFETY: the CPU has the features, as in `load`.
                    Self(unsafe { $and(self.0, other.0) })
                }
                #[inline(always)]
                fn or(self, other: Self) -> Self {
                    // SAFETY: the CPU has the features, as in `load`.
                    Self(unsafe { $or(self.0, other.0) })
                }
                #[inline(always)]
                fn xor(self, other: Self) -> Self {
                    // SAFETY: the CPU has the features, as in `load`.
                    Self(unsafe { $xor(self.0, other.0) })
                }
                #[inline(always)]
                fn without(self, other: Self) -> Self {
                    // SAFETY: the CPU has the features, as in `load`.
                    Self(unsafe { $without(other.0, self.0) })
                }
                #[inline(always)]
                fn add(self, other: Self) -> Self {
                    // SAFETY: the CPU has the features, as in `load`.
                    Self(unsafe { $add(self.0, other.0) })
                }
                #[inline(always)]
                fn sub(self, other: Self) -> Self {
                    // SAFETY: the CPU has the features, as in `load`.
                    Self(unsafe { $sub(self.0, other.0) })
                }
                #[inline(always)]
                fn times(self, other: Self) -> Self {
                    // SAFETY: the CPU has the features, as in `load`.
                    Self(unsafe { $times(self.0, other.0) })
                }
                #[inline(always)]
                fn up<const BITS: u32>(self) -> Self {
                    // SAFETY: the CPU has the features, as in `load`.
                    Self(unsafe { $up(self.0, shift(BITS)) })
                }
                #[inline(always)]
                fn down<const BITS: u32>(self) -> Self {
                    // SAFETY: the CPU has the features, as in `load`.
                    Self(unsafe { $down(self.0, shift(BITS)) })
                }
                #[inline(always)]
                fn zeros(self) -> u32 {
                    // SAFETY: the CPU has the features, as in `load`.
                    unsafe { $zeros(self.0) }
                }
                #[inline(always)]
                fn places(values: &[u8; 81], value: u8) -> [u32; 3] {
                    places(values, value)
                }
                $($more)*
            }
        };
    }

    /// Compares 32 cells at a time, for both widths; both require AVX2.
    #[inline(always)]
    fn places(values: &[u8; 81], value: u8) -> [u32; 3] {
        let mut bits = [0; 3];
        for (from, bits) in [0, 32, 49].into_iter().zip(&mut bits) {
            // SAFETY: the copies of the engine that call this are compiled for AVX2 and only called
            // if the CPU has it; a load takes 32 of 81 bytes, starting at index 49 or lower.
            *bits = unsafe {
                let cells = _mm256_loadu_si256(values.as_ptr().add(from).cast());
                _mm256_movemask_epi8(_mm256_cmpeq_epi8(cells, _mm256_set1_epi8(value.cast_signed())))
                    .cast_unsigned()
            };
        }
        let [first, second, last] = bits;
        let (low, high) = (u64::from(first) | u64::from(second) << 32, last >> 15);
        let cells = |places: u64| (places & 0x7ff_ffff) as u32;
        [cells(low), cells(low >> 27), (low >> 54) as u32 | high << 10]
    }

    /// Counts the open peers of all cells, sixteen at a time: those in the cell's own band, and
    /// those in the same column of the other bands, which are counted once per column. Keeps the
    /// counts of bivalue cells, with the cell's index, counted from the last, in the low seven
    /// bits. The control flow does not depend on the number of pairs, so no branch is mispredicted.
    #[inline(always)]
    fn pair(open: [u32; 3], pairs: [u32; 3]) -> usize {
        let load = |numbers: &[u32; 16]| Counting::load(numbers).0;
        let splat = |number: u32| Counting::splat(number).0;
        let mut best = [splat(0); 2];
        // SAFETY: the copy of the engine that calls this is compiled for AVX-512 with VPOPCNTDQ and
        // only called if the CPU has both.
        let best = unsafe {
            let count = |cells: &[u32; 16], band: usize| {
                _mm512_popcnt_epi32(_mm512_and_si512(load(cells), splat(open[band])))
            };
            let columns = [count(&COLUMNS, 0), count(&COLUMNS, 1), count(&COLUMNS, 2)];
            let all = _mm512_add_epi32(_mm512_add_epi32(columns[0], columns[1]), columns[2]);
            for band in 0..3 {
                let elsewhere = _mm512_sub_epi32(all, columns[band]);
                for part in 0..2 {
                    let in_column = _mm512_permutexvar_epi32(load(&COLUMN_OF[part]), elsewhere);
                    let peers = _mm512_add_epi32(count(&IN_BAND[part], band), in_column);
                    let key = _mm512_or_si512(_mm512_slli_epi32::<7>(peers), load(&NUMBERS[band][part]));
                    let pairs = (pairs[band] >> (16 * part) & 0xffff) as u16;
                    best[part] = _mm512_mask_max_epu32(best[part], pairs, best[part], key);
                }
            }
            _mm512_reduce_max_epu32(_mm512_max_epu32(best[0], best[1]))
        };
        127 - best as usize % 128
    }

    /// The cells of each column in a band.
    static COLUMNS: [u32; 16] = {
        let mut columns = [0; 16];
        let mut column = 0;
        while column < 9 {
            columns[column] = 0x4_0201 << column;
            column += 1;
        }
        columns
    };

    /// The columns of the first sixteen cells of a band, and of the others.
    static COLUMN_OF: [[u32; 16]; 2] = of_cells(Of::Column);
    /// The peers of each cell in its band.
    static IN_BAND: [[u32; 16]; 2] = of_cells(Of::Peers);
    /// The index of each cell in each band, counted from the last.
    static NUMBERS: [[[u32; 16]; 2]; 3] = {
        let mut numbers = [of_cells(Of::Number); 3];
        let mut place = 0;
        while place < 27 {
            numbers[1][place / 16][place % 16] -= 27;
            numbers[2][place / 16][place % 16] -= 54;
            place += 1;
        }
        numbers
    };

    /// The contents of a table for the cells of the first band.
    enum Of {
        Number,
        Peers,
        Column,
    }

    #[expect(clippy::cast_possible_truncation, reason = "27 bits, and cells below 27")]
    const fn of_cells(what: Of) -> [[u32; 16]; 2] {
        let mut found = [[0; 16]; 2];
        let mut cell = 0;
        while cell < 27 {
            found[cell / 16][cell % 16] = match what {
                Of::Number => 127 - cell as u32,
                Of::Peers => crate::masks::PEERS[cell] as u32 & 0x7ff_ffff,
                Of::Column => cell as u32 % 9,
            };
            cell += 1;
        }
        found
    }

    /// Returns a shift count; a compile-time constant is converted to an immediate operand.
    #[inline(always)]
    fn shift(bits: u32) -> __m128i {
        // SAFETY: SSE2 is part of every x86-64.
        unsafe { _mm_cvtsi32_si128(bits.cast_signed()) }
    }

    macro_rules! sixteen {
        ($type:ident; $($more:item)*) => {
            operations!(
                $type,
                16,
                _mm512_loadu_si512,
                _mm512_storeu_si512,
                _mm512_set1_epi32,
                _mm512_and_si512,
                _mm512_or_si512,
                _mm512_xor_si512,
                _mm512_andnot_si512,
                _mm512_add_epi32,
                _mm512_sub_epi32,
                _mm512_mullo_epi32,
                _mm512_sll_epi32,
                _mm512_srl_epi32,
                |numbers| u32::from(_mm512_testn_epi32_mask(numbers, numbers));
                $($more)*
            );
        };
    }

    sixteen!(Sixteen;);
    sixteen!(Counting;
        #[inline(always)]
        fn pair(open: [u32; 3], pairs: [u32; 3]) -> usize {
            pair(open, pairs)
        }
    );
    operations!(
        Eight,
        8,
        _mm256_loadu_si256,
        _mm256_storeu_si256,
        _mm256_set1_epi32,
        _mm256_and_si256,
        _mm256_or_si256,
        _mm256_xor_si256,
        _mm256_andnot_si256,
        _mm256_add_epi32,
        _mm256_sub_epi32,
        _mm256_mullo_epi32,
        _mm256_sll_epi32,
        _mm256_srl_epi32,
        |numbers| _mm256_movemask_ps(_mm256_castsi256_ps(_mm256_cmpeq_epi32(
            numbers,
            _mm256_setzero_si256()
        )))
        .cast_unsigned();
    );
}
