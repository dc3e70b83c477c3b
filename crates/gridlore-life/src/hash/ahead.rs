//! Asking for memory before it is needed: finding a square is two looks at places that nothing has
//! told of before, and several can be on their way at once.
#![cfg_attr(
    target_arch = "x86_64",
    expect(
        unsafe_code,
        reason = "the instruction takes an address; it is that of a reference, and nothing is read"
    )
)]

use std::ops::Range;

/// Asks for the line of the cache in which this lies. Does nothing where there is no instruction
/// for it.
#[inline(always)]
pub(super) fn ask_for<T>(what: Option<&T>) {
    #[cfg(target_arch = "x86_64")]
    if let Some(what) = what {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: every x86-64 has the instruction, and it may be given any address.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(what).cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = what;
}

/// How many are worked on together.
pub(super) const GROUP: usize = 16;

/// Goes through so many in groups, three times each: a group comes to the first stage when the one
/// before is at the second and the one before that at the third, so that what a stage asks for has
/// the time of two others to come. The first error ends it.
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

/// How far a group is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stage {
    First,
    Second,
    Third,
}
