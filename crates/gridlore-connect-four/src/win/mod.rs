//! The three methods of win detection behind one type, and the fast method for many boards at once.
//!
//! Cost: see [`crate::win::lines`], [`crate::win::shift`] and [`crate::win::logic`]. In bulk, a
//! board takes less than a nanosecond on a processor with wide registers.
#![cfg_attr(
    target_arch = "x86_64",
    expect(
        unsafe_code,
        reason = "calls functions compiled for CPU features, after checking that the CPU has them"
    )
)]

pub mod lines;
pub mod logic;
pub mod shift;

use crate::board::size::Size;
use crate::win::lines::Lines;
#[cfg(target_arch = "x86_64")]
use gridlore_core::CpuLevel;

/// A method of win detection. The three methods are independent of each other.
#[derive(Debug, Clone)]
pub enum Way {
    /// Compares line by line; it can identify the winning line.
    Lines(Lines),
    /// Shifts the discs over themselves, which is the fast method.
    Shift(Size),
    /// Expresses the rule as constraints.
    Logic(Size),
}

impl Way {
    /// Returns all three methods for a board size.
    #[must_use]
    pub fn all(size: Size) -> [Self; 3] {
        [Self::Lines(Lines::new(size)), Self::Shift(size), Self::Logic(size)]
    }

    /// Returns the method's name.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Lines(_) => "lines",
            Self::Shift(_) => "shift",
            Self::Logic(_) => "logic",
        }
    }

    /// Returns whether the discs of one side contain a winning line.
    #[must_use]
    pub fn has_run(&self, stones: u128) -> bool {
        match self {
            Self::Lines(lines) => lines.first_in(stones).is_some(),
            Self::Shift(size) => shift::has_run(*size, stones),
            Self::Logic(size) => logic::has_run(*size, stones),
        }
    }
}

/// The width of the vector registers to use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Width {
    /// The baseline of the target.
    Portable,
    /// 256-bit registers.
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// 512-bit registers.
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl Width {
    /// Returns the widths that this machine supports, widest last.
    #[must_use]
    pub fn all() -> Vec<Self> {
        #[cfg(target_arch = "x86_64")]
        let wider = [
            CpuLevel::has(CpuLevel::V3).then_some(Self::Avx2),
            CpuLevel::has(CpuLevel::V4).then_some(Self::Avx512),
        ];
        #[cfg(not(target_arch = "x86_64"))]
        let wider: [Option<Self>; 0] = [];
        std::iter::once(Self::Portable).chain(wider.into_iter().flatten()).collect()
    }

    /// Returns the width's name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Portable => "portable",
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => "avx2",
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => "avx512",
        }
    }
}

/// Counts the boards that contain four in a row. Each board is the set of discs of one side on
/// [`Size::USUAL`].
#[must_use]
pub fn count_won(width: Width, boards: &[u64]) -> usize {
    #[cfg(target_arch = "x86_64")]
    {
        #[target_feature(enable = "avx2")]
        fn avx2(boards: &[u64]) -> usize {
            count_wins(boards)
        }
        #[target_feature(enable = "avx512f")]
        fn avx512(boards: &[u64]) -> usize {
            count_wins(boards)
        }
        match width {
            Width::Portable => count_wins(boards),
            Width::Avx2 if CpuLevel::has(CpuLevel::V3) => {
                // SAFETY: the guard has just checked that the CPU has AVX2.
                unsafe { avx2(boards) }
            }
            Width::Avx512 if CpuLevel::has(CpuLevel::V4) => {
                // SAFETY: the guard has just checked that the CPU has AVX-512 F.
                unsafe { avx512(boards) }
            }
            _ => count_wins(boards),
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    {
        let Width::Portable = width;
        count_wins(boards)
    }
}

/// Counts the wins in plain Rust, which the compiler vectorises for the caller's target features.
#[inline(always)]
#[expect(clippy::inline_always, reason = "each caller compiles it for its own register width")]
fn count_wins(boards: &[u64]) -> usize {
    let won = |&stones: &u64| {
        let mut found = 0;
        for step in [1, 6, 7, 8] {
            let pair = stones & (stones >> step);
            found |= pair & (pair >> (2 * step));
        }
        u64::from(found != 0)
    };
    let count: u64 = boards.iter().map(won).sum();
    usize::try_from(count).unwrap_or(usize::MAX)
}
