//! CPU features, detected once. Engines use them to select code for wider registers.
//!
//! # Source
//! The levels of the x86-64 psABI: level 3 is AVX2 with its companions, level 4 AVX-512 F, BW, CD,
//! DQ and VL.

use std::sync::OnceLock;

/// The level of a CPU; each level includes the lower ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum CpuLevel {
    /// The baseline for which the program was compiled.
    Portable,
    /// x86-64-v3: AVX, AVX2, BMI1, BMI2, F16C, FMA, LZCNT, MOVBE and POPCNT.
    V3,
    /// x86-64-v4: v3 plus AVX-512 F, BW, CD, DQ and VL.
    V4,
}

impl CpuLevel {
    /// Returns the level of this CPU.
    #[must_use]
    pub fn detected() -> Self {
        // Detection takes longer than solving a small puzzle.
        static LEVEL: OnceLock<CpuLevel> = OnceLock::new();
        *LEVEL.get_or_init(detect)
    }

    /// Returns whether this CPU supports a level.
    #[must_use]
    pub fn has(level: Self) -> bool {
        Self::detected() >= level
    }
}

#[cfg(target_arch = "x86_64")]
fn detect() -> CpuLevel {
    macro_rules! has_all {
        ($($feature:tt)*) => { $(is_x86_feature_detected!($feature))&&* };
    }
    let is_v3 = has_all!("avx" "avx2" "bmi1" "bmi2" "f16c" "fma" "lzcnt" "movbe" "popcnt");
    let is_v4 = is_v3 && has_all!("avx512f" "avx512bw" "avx512cd" "avx512dq" "avx512vl");
    match (is_v3, is_v4) {
        (_, true) => CpuLevel::V4,
        (true, false) => CpuLevel::V3,
        (false, false) => CpuLevel::Portable,
    }
}

#[cfg(not(target_arch = "x86_64"))]
const fn detect() -> CpuLevel {
    CpuLevel::Portable
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_higher_level_includes_the_lower_ones() {
        let level = CpuLevel::detected();
        assert!(CpuLevel::has(CpuLevel::Portable) && CpuLevel::has(level));
        assert_eq!(CpuLevel::has(CpuLevel::V3), level != CpuLevel::Portable);
        #[cfg(target_arch = "x86_64")]
        assert!(!CpuLevel::has(CpuLevel::V4) || is_x86_feature_detected!("avx512f"));
        #[cfg(target_arch = "x86_64")]
        assert!(!CpuLevel::has(CpuLevel::V3) || is_x86_feature_detected!("avx2"));
    }
}
