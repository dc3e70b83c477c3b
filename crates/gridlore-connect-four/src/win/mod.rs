//! The three ways to see a win behind one function, and the fast one for many boards at once.
//!
//! Cost: see [`crate::win::lines`], [`crate::win::shift`] and [`crate::win::logic`]; many boards at
//! once take less than a nanosecond each where the processor has wide registers.
#![cfg_attr(
    target_arch = "x86_64",
    expect(
        unsafe_code,
        reason = "calling a function that was compiled for features of the CPU, after asking for them"
    )
)]

pub mod lines;
pub mod logic;
pub mod shift;

use crate::board::size::Size;
use crate::win::lines::Lines;
#[cfg(target_arch = "x86_64")]
use gridlore_core::CpuLevel;

/// A way to see whether there are so many in a row. None knows anything of the others.
#[derive(Debug, Clone)]
pub enum Way {
    /// Row by row; it can tell which one it is.
    Lines(Lines),
    /// The stones laid over themselves: the fast one.
    Shift(Size),
    /// The rules as constraints.
    Logic(Size),
}

impl Way {
    /// All three for a board.
    #[must_use]
    pub fn all(size: Size) -> [Self; 3] {
        [Self::Lines(Lines::new(size)), Self::Shift(size), Self::Logic(size)]
    }

    /// Its name.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Lines(_) => "lines",
            Self::Shift(_) => "shift",
            Self::Logic(_) => "logic",
        }
    }

    /// Whether stones of one side have as many in a row as win.
    #[must_use]
    pub fn has_run(&self, stones: u128) -> bool {
        match self {
            Self::Lines(lines) => lines.found(stones).is_some(),
            Self::Shift(size) => shift::has_run(*size, stones),
            Self::Logic(size) => logic::has_run(*size, stones),
        }
    }
}

/// How wide this machine works.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Width {
    /// Whatever the target has.
    Portable,
    /// Registers of 256 bits.
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// Registers of 512 bits.
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl Width {
    /// All that this machine can run, the widest last.
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

    /// Its name.
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

/// How many of these boards of the usual size have four in a row.
#[must_use]
pub fn count_won(width: Width, boards: &[u64]) -> usize {
    #[cfg(target_arch = "x86_64")]
    {
        #[target_feature(enable = "avx2")]
        fn avx2(boards: &[u64]) -> usize {
            counted(boards)
        }
        #[target_feature(enable = "avx512f")]
        fn avx512(boards: &[u64]) -> usize {
            counted(boards)
        }
        match width {
            Width::Portable => counted(boards),
            Width::Avx2 if CpuLevel::has(CpuLevel::V3) => {
                // SAFETY: the CPU has AVX2, as was asked just now.
                unsafe { avx2(boards) }
            }
            Width::Avx512 if CpuLevel::has(CpuLevel::V4) => {
                // SAFETY: the CPU has AVX-512 F, as was asked just now.
                unsafe { avx512(boards) }
            }
            _ => counted(boards),
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    {
        let Width::Portable = width;
        counted(boards)
    }
}

/// Plain Rust that the compiler makes as wide as it may.
#[inline(always)]
#[expect(clippy::inline_always, reason = "it has to be compiled anew for each width")]
fn counted(boards: &[u64]) -> usize {
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
