//! Asking for memory before it is needed: finding a square is two looks at places that nothing has told of before, and several can be on their way at once.
#![cfg_attr(
    target_arch = "x86_64",
    expect(
        unsafe_code,
        reason = "the instruction takes an address; it is that of a reference, and nothing is read"
    )
)]

/// Asks for the line of the cache in which this lies. Does nothing where there is no instruction for it.
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
