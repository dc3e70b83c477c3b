//! Several rows of 64 cells in one register: one row in a plain integer; two, four or eight with
//! SIMD.
//!
//! The loops of `kernel` are written once over this trait. The types for AVX2 and AVX-512 may only
//! be used in functions compiled for these instructions; `kernel` calls such functions only after
//! checking the CPU.
#![cfg_attr(
    any(target_arch = "x86_64", target_arch = "aarch64", target_arch = "wasm32"),
    expect(unsafe_code, reason = "SIMD intrinsics, and loads and stores of whole registers")
)]

use crate::grid::Plane;

/// Rows in one register.
pub(super) trait Lanes: Copy {
    /// The number of rows.
    const COUNT: usize;

    /// Loads rows of a plane, starting with row `at`, a multiple of `COUNT`.
    fn load(plane: &Plane, at: usize) -> Self;

    /// Stores the rows in a plane, starting with row `at`, a multiple of `COUNT`.
    fn store(self, plane: &mut Plane, at: usize);

    /// Returns the same row in every lane.
    fn splat(row: u64) -> Self;

    /// Returns each cell's western neighbour; `west` holds the rows of the tile to the west.
    fn western(self, west: Self) -> Self;

    /// Returns each cell's eastern neighbour; `east` holds the rows of the tile to the east.
    fn eastern(self, east: Self) -> Self;

    /// Returns each cell's northern neighbour; `above` holds the rows before these.
    fn northern(self, above: Self) -> Self;

    /// Returns each cell's southern neighbour; `below` holds the rows after these.
    fn southern(self, below: Self) -> Self;

    /// Returns the exclusive or of three values.
    fn parity(self, second: Self, third: Self) -> Self;

    /// Returns the bits set in at least two of three values.
    fn majority(self, second: Self, third: Self) -> Self;

    /// Returns the bits of `yes` where this value is set, and of `no` elsewhere.
    fn choose(self, yes: Self, no: Self) -> Self;

    fn and(self, other: Self) -> Self;

    fn or(self, other: Self) -> Self;

    fn xor(self, other: Self) -> Self;

    /// Returns the bits set in this value but not in the other.
    fn without(self, other: Self) -> Self;

    /// Returns the rows with at least one cell set, one bit each; the lowest bit is the
    /// northernmost.
    fn rows(self) -> u64;

    /// Returns the columns with at least one cell set.
    fn columns(self) -> u64;
}

impl Lanes for u64 {
    const COUNT: usize = 1;

    #[inline(always)]
    fn load(plane: &Plane, at: usize) -> Self {
        plane.0[at]
    }

    #[inline(always)]
    fn store(self, plane: &mut Plane, at: usize) {
        plane.0[at] = self;
    }

    #[inline(always)]
    fn splat(row: u64) -> Self {
        row
    }

    #[inline(always)]
    fn western(self, west: Self) -> Self {
        self << 1 | west >> 63
    }

    #[inline(always)]
    fn eastern(self, east: Self) -> Self {
        self >> 1 | east << 63
    }

    #[inline(always)]
    fn northern(self, above: Self) -> Self {
        above
    }

    #[inline(always)]
    fn southern(self, below: Self) -> Self {
        below
    }

    #[inline(always)]
    fn parity(self, second: Self, third: Self) -> Self {
        self ^ second ^ third
    }

    #[inline(always)]
    fn majority(self, second: Self, third: Self) -> Self {
        (self & second) | (third & (self | second))
    }

    #[inline(always)]
    fn choose(self, yes: Self, no: Self) -> Self {
        (self & yes) | (!self & no)
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        self & other
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        self | other
    }

    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        self ^ other
    }

    #[inline(always)]
    fn without(self, other: Self) -> Self {
        self & !other
    }

    #[inline(always)]
    fn rows(self) -> u64 {
        u64::from(self != 0)
    }

    #[inline(always)]
    fn columns(self) -> u64 {
        self
    }
}

/// Implements [`Lanes`] for a register type, given its single-instruction functions.
macro_rules! lanes {
    ($name:ident, $register:ty, $count:literal, $load:ident, $store:ident, $splat:ident, $and:ident, $or:ident, $xor:ident, $and_not:ident,
     { $($rest:item)* }) => {
        impl Lanes for $name {
            const COUNT: usize = $count;

            #[inline(always)]
            fn load(plane: &Plane, at: usize) -> Self {
                let rows: &[u64; $count] = plane.0[at..].first_chunk().expect("rows of a plane");
                // SAFETY: the chunk has this many rows, and a plane is aligned to 64 bytes, so its
                // chunks are aligned to their own size.
                Self(unsafe { $load(rows.as_ptr().cast()) })
            }

            #[inline(always)]
            fn store(self, plane: &mut Plane, at: usize) {
                let rows: &mut [u64; $count] = plane.0[at..].first_chunk_mut().expect("rows of a plane");
                // SAFETY: as in `load`.
                unsafe { $store(rows.as_mut_ptr().cast(), self.0) }
            }

            #[inline(always)]
            fn splat(row: u64) -> Self {
                // SAFETY: called only in functions compiled for these instructions.
                Self(unsafe { $splat(row.cast_signed()) })
            }

            #[inline(always)]
            fn and(self, other: Self) -> Self {
                // SAFETY: called only in functions compiled for these instructions.
                Self(unsafe { $and(self.0, other.0) })
            }

            #[inline(always)]
            fn or(self, other: Self) -> Self {
                // SAFETY: called only in functions compiled for these instructions.
                Self(unsafe { $or(self.0, other.0) })
            }

            #[inline(always)]
            fn xor(self, other: Self) -> Self {
                // SAFETY: called only in functions compiled for these instructions.
                Self(unsafe { $xor(self.0, other.0) })
            }

            #[inline(always)]
            fn without(self, other: Self) -> Self {
                // SAFETY: called only in functions compiled for these instructions; the intrinsic
                // negates its first operand.
                Self(unsafe { $and_not(other.0, self.0) })
            }

            $($rest)*
        }
    };
}

/// Implements the logical functions of three values with functions of two.
macro_rules! of_two_operands {
    () => {
        #[inline(always)]
        fn parity(self, second: Self, third: Self) -> Self {
            self.xor(second).xor(third)
        }

        #[inline(always)]
        fn majority(self, second: Self, third: Self) -> Self {
            self.and(second).or(third.and(self.or(second)))
        }

        #[inline(always)]
        fn choose(self, yes: Self, no: Self) -> Self {
            self.and(yes).or(no.without(self))
        }
    };
}

#[cfg(target_arch = "x86_64")]
pub(super) use x86::{Avx2, Avx512, Sse2};

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::{Lanes, Plane};
    use std::arch::x86_64::*;

    /// Two rows.
    #[derive(Clone, Copy)]
    pub(in super::super) struct Sse2(__m128i);

    lanes! { Sse2, __m128i, 2, _mm_load_si128, _mm_store_si128, _mm_set1_epi64x, _mm_and_si128, _mm_or_si128, _mm_xor_si128, _mm_andnot_si128, {
        of_two_operands! {}

        #[inline(always)]
        fn western(self, west: Self) -> Self {
            // SAFETY: every x86-64 has SSE2.
            Self(unsafe { _mm_or_si128(_mm_add_epi64(self.0, self.0), _mm_srli_epi64::<63>(west.0)) })
        }

        #[inline(always)]
        fn eastern(self, east: Self) -> Self {
            // SAFETY: every x86-64 has SSE2.
            Self(unsafe { _mm_or_si128(_mm_srli_epi64::<1>(self.0), _mm_slli_epi64::<63>(east.0)) })
        }

        #[inline(always)]
        fn northern(self, above: Self) -> Self {
            // SAFETY: every x86-64 has SSE2.
            Self(unsafe { _mm_castpd_si128(_mm_shuffle_pd::<0b01>(_mm_castsi128_pd(above.0), _mm_castsi128_pd(self.0))) })
        }

        #[inline(always)]
        fn southern(self, below: Self) -> Self {
            // SAFETY: every x86-64 has SSE2.
            Self(unsafe { _mm_castpd_si128(_mm_shuffle_pd::<0b01>(_mm_castsi128_pd(self.0), _mm_castsi128_pd(below.0))) })
        }

        #[inline(always)]
        fn rows(self) -> u64 {
            // SAFETY: the register and the array have the same size.
            let rows: [u64; 2] = unsafe { std::mem::transmute(self.0) };
            u64::from(rows[0] != 0) | u64::from(rows[1] != 0) << 1
        }

        #[inline(always)]
        fn columns(self) -> u64 {
            // SAFETY: the register and the array have the same size.
            let rows: [u64; 2] = unsafe { std::mem::transmute(self.0) };
            rows[0] | rows[1]
        }
    } }

    /// Four rows.
    #[derive(Clone, Copy)]
    pub(in super::super) struct Avx2(__m256i);

    lanes! { Avx2, __m256i, 4, _mm256_load_si256, _mm256_store_si256, _mm256_set1_epi64x, _mm256_and_si256, _mm256_or_si256, _mm256_xor_si256, _mm256_andnot_si256, {
        of_two_operands! {}

        #[inline(always)]
        fn western(self, west: Self) -> Self {
            // SAFETY: called only in functions compiled for AVX2.
            Self(unsafe { _mm256_or_si256(_mm256_add_epi64(self.0, self.0), _mm256_srli_epi64::<63>(west.0)) })
        }

        #[inline(always)]
        fn eastern(self, east: Self) -> Self {
            // SAFETY: called only in functions compiled for AVX2.
            Self(unsafe { _mm256_or_si256(_mm256_srli_epi64::<1>(self.0), _mm256_slli_epi64::<63>(east.0)) })
        }

        #[inline(always)]
        fn northern(self, above: Self) -> Self {
            // SAFETY: called only in functions compiled for AVX2.
            Self(unsafe { _mm256_alignr_epi8::<8>(self.0, _mm256_permute2x128_si256::<0x21>(above.0, self.0)) })
        }

        #[inline(always)]
        fn southern(self, below: Self) -> Self {
            // SAFETY: called only in functions compiled for AVX2.
            Self(unsafe { _mm256_alignr_epi8::<8>(_mm256_permute2x128_si256::<0x21>(self.0, below.0), self.0) })
        }

        #[inline(always)]
        fn rows(self) -> u64 {
            // SAFETY: called only in functions compiled for AVX2.
            let empty = unsafe { _mm256_movemask_pd(_mm256_castsi256_pd(_mm256_cmpeq_epi64(self.0, _mm256_setzero_si256()))) };
            u64::from(!empty.cast_unsigned() & 15)
        }

        #[inline(always)]
        fn columns(self) -> u64 {
            // SAFETY: the register and the array have the same size.
            let rows: [u64; 4] = unsafe { std::mem::transmute(self.0) };
            rows[0] | rows[1] | rows[2] | rows[3]
        }
    } }

    /// Eight rows.
    #[derive(Clone, Copy)]
    pub(in super::super) struct Avx512(__m512i);

    lanes! { Avx512, __m512i, 8, _mm512_load_si512, _mm512_store_si512, _mm512_set1_epi64, _mm512_and_si512, _mm512_or_si512, _mm512_xor_si512, _mm512_andnot_si512, {
        #[inline(always)]
        fn parity(self, second: Self, third: Self) -> Self {
            // SAFETY: called only in functions compiled for AVX-512.
            Self(unsafe { _mm512_ternarylogic_epi64::<0x96>(self.0, second.0, third.0) })
        }

        #[inline(always)]
        fn majority(self, second: Self, third: Self) -> Self {
            // SAFETY: called only in functions compiled for AVX-512.
            Self(unsafe { _mm512_ternarylogic_epi64::<0xE8>(self.0, second.0, third.0) })
        }

        #[inline(always)]
        fn choose(self, yes: Self, no: Self) -> Self {
            // SAFETY: called only in functions compiled for AVX-512.
            Self(unsafe { _mm512_ternarylogic_epi64::<0xCA>(self.0, yes.0, no.0) })
        }

        #[inline(always)]
        fn western(self, west: Self) -> Self {
            // SAFETY: called only in functions compiled for AVX-512 with VBMI2.
            Self(unsafe { _mm512_shldi_epi64::<1>(self.0, west.0) })
        }

        #[inline(always)]
        fn eastern(self, east: Self) -> Self {
            // SAFETY: called only in functions compiled for AVX-512 with VBMI2.
            Self(unsafe { _mm512_shrdi_epi64::<1>(self.0, east.0) })
        }

        #[inline(always)]
        fn northern(self, above: Self) -> Self {
            // SAFETY: called only in functions compiled for AVX-512.
            Self(unsafe { _mm512_alignr_epi64::<7>(self.0, above.0) })
        }

        #[inline(always)]
        fn southern(self, below: Self) -> Self {
            // SAFETY: called only in functions compiled for AVX-512.
            Self(unsafe { _mm512_alignr_epi64::<1>(below.0, self.0) })
        }

        #[inline(always)]
        fn rows(self) -> u64 {
            // SAFETY: called only in functions compiled for AVX-512.
            u64::from(unsafe { _mm512_test_epi64_mask(self.0, self.0) })
        }

        #[inline(always)]
        fn columns(self) -> u64 {
            // SAFETY: called only in functions compiled for AVX-512.
            unsafe { _mm512_reduce_or_epi64(self.0) }.cast_unsigned()
        }
    } }
}

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
pub(super) use wasm::Wasm128;

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod wasm {
    use super::{Lanes, Plane};
    use std::arch::wasm32::*;

    /// Two rows.
    #[derive(Clone, Copy)]
    pub(in super::super) struct Wasm128(v128);

    /// Swaps the operands: this intrinsic negates its second operand, and those of other machines
    /// negate the first.
    ///
    /// # Safety
    /// None required. It is unsafe only to match the intrinsics of other machines.
    #[inline(always)]
    unsafe fn and_not(negated: v128, other: v128) -> v128 {
        v128_andnot(other, negated)
    }

    lanes! { Wasm128, v128, 2, v128_load, v128_store, i64x2_splat, v128_and, v128_or, v128_xor, and_not, {
        of_two_operands! {}

        #[inline(always)]
        fn western(self, west: Self) -> Self {
            Self(v128_or(i64x2_shl(self.0, 1), u64x2_shr(west.0, 63)))
        }

        #[inline(always)]
        fn eastern(self, east: Self) -> Self {
            Self(v128_or(u64x2_shr(self.0, 1), i64x2_shl(east.0, 63)))
        }

        #[inline(always)]
        fn northern(self, above: Self) -> Self {
            Self(i64x2_shuffle::<1, 2>(above.0, self.0))
        }

        #[inline(always)]
        fn southern(self, below: Self) -> Self {
            Self(i64x2_shuffle::<1, 2>(self.0, below.0))
        }

        #[inline(always)]
        fn rows(self) -> u64 {
            u64::from(u64x2_extract_lane::<0>(self.0) != 0) | u64::from(u64x2_extract_lane::<1>(self.0) != 0) << 1
        }

        #[inline(always)]
        fn columns(self) -> u64 {
            u64x2_extract_lane::<0>(self.0) | u64x2_extract_lane::<1>(self.0)
        }
    } }
}

#[cfg(target_arch = "aarch64")]
pub(super) use arm::Neon;

#[cfg(target_arch = "aarch64")]
mod arm {
    use super::{Lanes, Plane};
    use std::arch::aarch64::*;

    /// Two rows.
    #[derive(Clone, Copy)]
    pub(in super::super) struct Neon(int64x2_t);

    /// Swaps the operands: this intrinsic negates its second operand, and those of other machines
    /// negate the first.
    ///
    /// # Safety
    /// Every AArch64 machine that Rust supports has NEON.
    #[inline(always)]
    unsafe fn and_not(not: int64x2_t, and: int64x2_t) -> int64x2_t {
        // SAFETY: see above.
        unsafe { vbicq_s64(and, not) }
    }

    lanes! { Neon, int64x2_t, 2, vld1q_s64, vst1q_s64, vdupq_n_s64, vandq_s64, vorrq_s64, veorq_s64, and_not, {
        of_two_operands! {}

        #[inline(always)]
        fn western(self, west: Self) -> Self {
            // SAFETY: every AArch64 that Rust runs on has NEON.
            Self(unsafe { vreinterpretq_s64_u64(vsliq_n_u64::<1>(vshrq_n_u64::<63>(vreinterpretq_u64_s64(west.0)), vreinterpretq_u64_s64(self.0))) })
        }

        #[inline(always)]
        fn eastern(self, east: Self) -> Self {
            // SAFETY: every AArch64 that Rust runs on has NEON.
            Self(unsafe { vreinterpretq_s64_u64(vsliq_n_u64::<63>(vshrq_n_u64::<1>(vreinterpretq_u64_s64(self.0)), vreinterpretq_u64_s64(east.0))) })
        }

        #[inline(always)]
        fn northern(self, above: Self) -> Self {
            // SAFETY: every AArch64 that Rust runs on has NEON.
            Self(unsafe { vextq_s64::<1>(above.0, self.0) })
        }

        #[inline(always)]
        fn southern(self, below: Self) -> Self {
            // SAFETY: every AArch64 that Rust runs on has NEON.
            Self(unsafe { vextq_s64::<1>(self.0, below.0) })
        }

        #[inline(always)]
        fn rows(self) -> u64 {
            // SAFETY: every AArch64 that Rust runs on has NEON.
            let rows = unsafe { [vgetq_lane_s64::<0>(self.0), vgetq_lane_s64::<1>(self.0)] };
            u64::from(rows[0] != 0) | u64::from(rows[1] != 0) << 1
        }

        #[inline(always)]
        fn columns(self) -> u64 {
            // SAFETY: every AArch64 that Rust runs on has NEON.
            unsafe { (vgetq_lane_s64::<0>(self.0) | vgetq_lane_s64::<1>(self.0)).cast_unsigned() }
        }
    } }
}
