//! Prefetching: finding a square takes two unpredictable memory accesses, and several of them can
//! be in flight at once.
#![cfg_attr(
    target_arch = "x86_64",
    expect(
        unsafe_code,
        reason = "the instruction takes an address, here that of a reference, and reads nothing"
    )
)]

use std::ops::Range;

/// Prefetches the cache line of a value. Does nothing on machines without a prefetch instruction.
#[inline(always)]
pub(super) fn prefetch<T>(what: Option<&T>) {
    #[cfg(target_arch = "x86_64")]
    if let Some(what) = what {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: every x86-64 CPU has this instruction, and it accepts any address.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(what).cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = what;
}

/// The number of squares that are processed together.
pub(super) const GROUP: usize = 16;

/// Processes `length` items in groups, each in three stages: a group enters the first stage while
/// the previous group is in the second and the one before in the third. The memory that a stage
/// prefetches can thus arrive while two other stages run. Stops at the first error.
#[inline(always)]
pub(super) fn in_three_stages<E>(
    length: usize,
    mut work: impl FnMut(Stage, Range<usize>) -> Result<(), E>,
) -> Result<(), E> {
    let groups = length.div_ceil(GROUP);
    let group = |at: usize| at * GROUP..length.min(at * GROUP + GROUP);
    for at in 0..groups + 2 {
        if at < groups {
            work(Stage::First, group(at))?;
        }
        if (1..=groups).contains(&at) {
            work(Stage::Second, group(at - 1))?;
        }
        if at >= 2 {
            work(Stage::Third, group(at - 2))?;
        }
    }
    Ok(())
}

/// The stage of a group.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stage {
    First,
    Second,
    Third,
}
