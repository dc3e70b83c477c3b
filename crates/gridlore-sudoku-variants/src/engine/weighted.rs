//! Sums with coefficients, in which values may repeat. Propagation is exact and uses the set of
//! reachable sums.

/// A sum of cells with coefficients.
#[derive(Debug, Clone)]
pub(super) struct Weighted {
    pub(super) total: i32,
    pub(super) coefficients: Vec<i32>,
    pub(super) lowest: i32,
    /// Groups of cells, as indices, with the same coefficient and different values. Every cell is
    /// in one group.
    pub(super) groups: Vec<Vec<usize>>,
}

/// Number of sums that a set of sums can represent.
const RANGE: i32 = 128;

impl Weighted {
    /// Restricts the sets of values of the cells. Returns whether the sum can be reached.
    pub(super) fn restrict(&self, sets: &mut [u32]) -> bool {
        let ends = |set: u32, coefficient: i32| {
            let least = self.lowest + set.trailing_zeros().cast_signed();
            let most = self.lowest + 31 - set.leading_zeros().cast_signed();
            if coefficient >= 0 {
                (coefficient * least, coefficient * most)
            } else {
                (coefficient * most, coefficient * least)
            }
        };
        // Bounds first, to shrink the range. Cells that must differ have different values.
        let bounds: Vec<(i32, i32)> =
            self.groups.iter().map(|group| self.bounds(group, None, sets)).collect();
        let least: i32 = bounds.iter().map(|(least, _)| least).sum();
        let most: i32 = bounds.iter().map(|(_, most)| most).sum();
        if self.total < least || self.total > most {
            return false;
        }
        for (group, (group_least, group_most)) in self.groups.iter().zip(&bounds) {
            for at in group {
                if sets[*at].is_power_of_two() {
                    continue;
                }
                let (low, high) = self.bounds(group, Some(*at), sets);
                let allowed =
                    self.total - (most - group_most + high)..=self.total - (least - group_least + low);
                let kept = self.kept(sets[*at], self.coefficients[*at], |part| allowed.contains(&part));
                if kept == 0 {
                    return false;
                }
                sets[*at] = kept;
            }
        }
        let lows: Vec<i32> = sets
            .iter()
            .zip(&self.coefficients)
            .map(|(set, coefficient)| ends(*set, *coefficient).0)
            .collect();
        let target = self.total - lows.iter().sum::<i32>();
        if target < 0 {
            return false;
        }
        if target >= RANGE {
            return true;
        }
        self.exact(sets, &lows, target)
    }

    /// Returns the smallest and the largest contribution of a group to the sum, optionally without
    /// one of its cells.
    fn bounds(&self, group: &[usize], without: Option<usize>, sets: &[u32]) -> (i32, i32) {
        let mut sorted = [0_u32; 32];
        let mut size = 0;
        for at in group.iter().filter(|at| Some(**at) != without).take(32) {
            sorted[size] = sets[*at];
            size += 1;
        }
        let sorted = &mut sorted[..size];
        sorted.sort_unstable_by_key(|set| set.trailing_zeros());
        let (mut low, mut last) = (0, -1);
        for set in sorted.iter() {
            last = (last + 1).max(set.trailing_zeros().cast_signed());
            low += self.lowest + last;
        }
        sorted.sort_unstable_by_key(|set| set.leading_zeros());
        let (mut high, mut last) = (0, 32);
        for set in sorted.iter() {
            last = (last - 1).min(31 - set.leading_zeros().cast_signed());
            high += self.lowest + last;
        }
        let coefficient = group.first().map_or(0, |at| self.coefficients[*at]);
        if coefficient >= 0 {
            (coefficient * low, coefficient * high)
        } else {
            (coefficient * high, coefficient * low)
        }
    }

    /// Returns the values of a set whose contribution to the sum passes a test.
    fn kept(&self, set: u32, coefficient: i32, mut test: impl FnMut(i32) -> bool) -> u32 {
        let (mut left, mut kept) = (set, 0);
        while left != 0 {
            let bit = left.trailing_zeros();
            left &= left - 1;
            if test(coefficient * (self.lowest + bit.cast_signed())) {
                kept |= 1 << bit;
            }
        }
        kept
    }

    /// Keeps the values that occur in a choice whose excess over the smallest contributions is this
    /// sum.
    fn exact(&self, sets: &mut [u32], lows: &[i32], target: i32) -> bool {
        // The sums after each cell that can still reach the target, computed from the end.
        let mut needed = [0_u128; 32];
        let size = sets.len();
        if size >= needed.len() {
            return true;
        }
        needed[size] = 1 << target;
        for at in (0..size).rev() {
            let mut all = 0;
            self.kept(sets[at], self.coefficients[at], |part| {
                all |= needed[at + 1].checked_shr((part - lows[at]).cast_unsigned()).unwrap_or(0);
                false
            });
            needed[at] = all;
        }
        let mut reached = 1_u128;
        for at in 0..size {
            let mut next = 0;
            let kept = self.kept(sets[at], self.coefficients[at], |part| {
                let above = (part - lows[at]).cast_unsigned();
                let sums = reached.checked_shl(above).unwrap_or(0) & needed[at + 1];
                next |= sums;
                sums != 0
            });
            if kept == 0 {
                return false;
            }
            sets[at] = kept;
            reached = next;
        }
        true
    }
}
