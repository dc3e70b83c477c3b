//! Sums of groups of different cells, each group added or subtracted once. Propagation is exact
//! within each group; between groups, it uses the sums that each group can have.

use super::different::{self, MAX_VALUES};

/// Maximum number of groups.
pub(super) const MAX_GROUPS: usize = 9;

/// A sum of groups of cells.
#[derive(Debug, Clone)]
pub(super) struct Sums {
    /// The sum of all groups, in bits instead of values.
    pub(super) total: i32,
    /// For each group, its number of cells and whether it is subtracted.
    pub(super) groups: Vec<(usize, bool)>,
}

/// Returns the set of sums of bits that different cells can have. For three or more cells, it
/// considers only the values of all of them together and the bounds of each.
fn sums_of(sets: &[u32]) -> u64 {
    match sets {
        [one] => u64::from(*one),
        [one, other] => {
            let (mut left, mut sums) = (*one, 0);
            while left != 0 {
                let bit = left.trailing_zeros();
                left &= left - 1;
                sums |= u64::from(other & !(1 << bit)) << bit;
            }
            sums
        }
        sets => {
            let (mut union, mut open, mut fixed, mut least, mut most) = (0, 0, 0, 0, 0);
            for set in sets {
                let low = set.trailing_zeros();
                least += low;
                most += 31 - set.leading_zeros();
                if set.is_power_of_two() {
                    fixed += low;
                } else {
                    open += 1;
                    union |= set;
                }
            }
            if least > TOP.cast_unsigned() {
                return 0;
            }
            let bounds = (u64::MAX >> (63 - most.min(TOP.cast_unsigned()))) & (u64::MAX << least);
            different::sums(open, union) << fixed & bounds
        }
    }
}

/// Restricts the cells of a group, some of which may be fixed, to choices with one of these sums.
fn restrict(sets: &mut [u32], mut sums: u64) -> bool {
    let mut open = [0; MAX_VALUES];
    let mut size = 0;
    for set in &*sets {
        if set.is_power_of_two() {
            sums >>= set.trailing_zeros();
        } else if size < MAX_VALUES {
            open[size] = *set;
            size += 1;
        }
    }
    if !different::restrict(&mut open[..size], sums) {
        return false;
    }
    for (set, kept) in sets.iter_mut().filter(|set| !set.is_power_of_two()).zip(open) {
        *set = kept;
    }
    true
}

/// The largest sum of bits of different cells; sums of subtracted groups are counted down from it.
const TOP: i32 = 36;

impl Sums {
    /// Restricts the sets of values of the cells, group by group. Returns whether the sum can be
    /// reached.
    pub(super) fn restrict(&self, sets: &mut [u32]) -> bool {
        let count = self.groups.len();
        let (mut parts, mut lows) = ([0_u64; MAX_GROUPS], [0_u32; MAX_GROUPS]);
        let (mut from, mut target, mut above) = (0, self.total, 0);
        for (at, (size, is_subtracted)) in self.groups.iter().enumerate() {
            let mut sums = sums_of(&sets[from..from + size]);
            if sums == 0 {
                return false;
            }
            if *is_subtracted {
                sums = sums.reverse_bits() >> (63 - TOP);
                target += TOP;
            }
            lows[at] = sums.trailing_zeros();
            target -= lows[at].cast_signed();
            parts[at] = sums >> lows[at];
            above += 63 - parts[at].leading_zeros().cast_signed();
            from += size;
        }
        if target < 0 || target > above {
            return false;
        }
        let mut kept = parts;
        if count == 2 {
            // The sum of one group is what the other leaves.
            kept[1] &= mirrored(parts[0], target);
            kept[0] &= mirrored(kept[1], target);
        } else {
            // The other groups are assumed to reach every sum between their bounds.
            for kept in &mut kept[..count] {
                let high = 63 - kept.leading_zeros().cast_signed();
                let least = target - (above - high);
                let most = target.min(62);
                *kept &= (2 << most) - 1;
                *kept &= u64::MAX << least.max(0);
            }
        }
        let mut from = 0;
        for (at, (size, is_subtracted)) in self.groups.iter().enumerate() {
            let is_narrower = kept[at] != parts[at];
            let mut sums = kept[at] << lows[at];
            if *is_subtracted {
                sums = sums.reverse_bits() >> (63 - TOP);
            }
            if is_narrower && !restrict(&mut sets[from..from + size], sums) {
                return false;
            }
            from += size;
        }
        true
    }

    /// Returns whether the sum is small enough for this propagator.
    pub(super) fn fits(&self, values: usize) -> bool {
        values <= MAX_VALUES && self.groups.len() <= MAX_GROUPS
    }
}

/// Returns the set with each bit b moved to bit `target` - b.
fn mirrored(set: u64, target: i32) -> u64 {
    let turned = u128::from(set.reverse_bits()) << 64;
    // Bit b is now at 127 - b.
    let shifted = turned >> (127 - target).clamp(0, 127);
    u64::try_from(shifted & u128::from(u64::MAX)).expect("the low 64 bits")
}
