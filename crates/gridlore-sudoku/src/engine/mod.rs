//! Detects the CPU, and contains the copies of the engine compiled for each kind of CPU.
//!
//! Code for wide registers is written once as a [`Task`], over [`Words`] and [`Ring`]; [`on`] calls
//! the copy for an engine. A function that is not inlined into its copy would be compiled without
//! the CPU's features or called across a feature boundary. Either would cost more than the rest of
//! the engine, which is why this code and its callees use `inline(always)`.
//!
//! ```text
//!   words    the operations on registers, for each kind of CPU
//!   choice   the choice of the next guess
//!   round    one round of deduction, for many boards at once
//!   lanes    many boards, one per lane; results are in `answer`
//!   one      one board, with its digits in the lanes
//! ```

mod answer;
mod choice;
mod lanes;
pub(crate) mod one;
mod round;
pub(crate) mod words;

pub use lanes::{counts_up_to, fastest_outcome, outcomes, outcomes_into};

#[cfg(target_arch = "x86_64")]
use gridlore_core::CpuLevel;
use words::{Ring, Words};

/// A build of the engine for one instruction set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Engine {
    /// Eight lanes in arrays, on any CPU; for WebAssembly with SIMD, in registers of four lanes.
    Portable,
    /// Eight lanes, AVX2.
    Lanes256,
    /// Sixteen lanes, AVX-512.
    Lanes512,
}

impl Engine {
    /// Returns all engines that this machine can run, with the fastest last.
    #[must_use]
    pub fn all() -> Vec<Self> {
        std::iter::once(Self::Portable).chain(Self::of_this_cpu()).collect()
    }

    #[cfg(target_arch = "x86_64")]
    fn of_this_cpu() -> impl Iterator<Item = Self> {
        let (is_256, is_512) = (CpuLevel::has(CpuLevel::V3), CpuLevel::has(CpuLevel::V4));
        is_256.then_some(Self::Lanes256).into_iter().chain(is_512.then_some(Self::Lanes512))
    }

    #[cfg(not(target_arch = "x86_64"))]
    fn of_this_cpu() -> impl Iterator<Item = Self> {
        std::iter::empty()
    }

    /// Returns the fastest engine that this machine can run.
    #[must_use]
    pub fn fastest() -> Self {
        Self::of_this_cpu().last().unwrap_or(Self::Portable)
    }
}

/// A task that is compiled for each kind of CPU.
pub(crate) trait Task {
    type Answer;

    /// Runs the task, with words of `L` lanes for many boards at once, or of eight lanes for one
    /// board.
    fn run<W: Words<L>, V: Ring, const L: usize>(self) -> Self::Answer;
}

/// Runs the task with the copy for this engine, which the CPU must support.
#[cfg(target_arch = "x86_64")]
#[expect(unsafe_code, reason = "calls the copies that are compiled for CPU features")]
#[inline]
pub(crate) fn on<T: Task>(engine: Engine, task: T) -> T::Answer {
    match engine {
        Engine::Portable => plain(task),
        // SAFETY: the callers have checked that the CPU can run this engine.
        Engine::Lanes256 => unsafe { eight(task) },
        Engine::Lanes512 if is_x86_feature_detected!("avx512vpopcntdq") => {
            // SAFETY: the callers have checked that the CPU can run this engine, and it has
            // VPOPCNTDQ.
            unsafe { counting(task) }
        }
        // SAFETY: the callers have checked that the CPU can run this engine.
        Engine::Lanes512 => unsafe { sixteen(task) },
    }
}

/// Runs the task with its only copy.
#[cfg(not(target_arch = "x86_64"))]
#[inline]
pub(crate) fn on<T: Task>(_engine: Engine, task: T) -> T::Answer {
    plain(task)
}

#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
fn plain<T: Task>(task: T) -> T::Answer {
    task.run::<words::Plain<8>, words::Plain<8>, 8>()
}

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
fn plain<T: Task>(task: T) -> T::Answer {
    task.run::<words::Halves, words::Halves, 8>()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,popcnt")]
fn eight<T: Task>(task: T) -> T::Answer {
    task.run::<words::Eight, words::Eight, 8>()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512vl,avx512bw,avx512dq,bmi1,bmi2,popcnt,lzcnt")]
pub(crate) fn sixteen<T: Task>(task: T) -> T::Answer {
    task.run::<words::Sixteen, words::Eight, 16>()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512vl,avx512bw,avx512dq,avx512vpopcntdq,bmi1,bmi2,popcnt,lzcnt")]
pub(crate) fn counting<T: Task>(task: T) -> T::Answer {
    task.run::<words::Counting, words::Eight, 16>()
}
