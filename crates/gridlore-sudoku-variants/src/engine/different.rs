//! Cells with different values and a known sum. With few open cells, the result is exact; with
//! more, it follows from the values of all cells together or from bounds.

use std::sync::OnceLock;

/// Maximum number of values; more would need tables that are too large.
pub(super) const MAX_VALUES: usize = 9;
/// Maximum number of open cells of a cage for which every choice is tried.
pub(super) const MAX_EXACT: usize = 4;
/// Number of possible sums of different bits: 0 to 36.
const SUMS: usize = 37;

/// Keeps the values of open cells that occur in a choice of different values with one of these sums
/// of bits; with four cells or more, those that the bounds of the other cells allow. Returns
/// whether any choice is left.
pub(super) fn restrict(sets: &mut [u32], sums: u64) -> bool {
    match sets {
        [] => sums & 1 == 1,
        [one] => {
            *one &= u32::try_from(sums & u64::from(u32::MAX)).expect("the low 32 bits");
            *one != 0
        }
        [one, other] => restrict_pair(one, other, sums),
        [first, second, third] => {
            let mut kept = [0; 3];
            let mut left = *first;
            while left != 0 {
                let bit = left & left.wrapping_neg();
                left ^= bit;
                let (mut one, mut other) = (*second & !bit, *third & !bit);
                if restrict_pair(&mut one, &mut other, sums >> bit.trailing_zeros()) {
                    kept = [kept[0] | bit, kept[1] | one, kept[2] | other];
                }
            }
            [*first, *second, *third] = kept;
            kept[0] != 0
        }
        sets => restrict_bounds(sets, sums),
    }
}

fn restrict_pair(one: &mut u32, other: &mut u32, sums: u64) -> bool {
    *one = supported(*one, *other, sums);
    *other = supported(*other, *one, sums);
    *one != 0 && *other != 0
}

/// Keeps the values for which the smallest and largest values of the other cells allow a sum in the
/// range.
fn restrict_bounds(sets: &mut [u32], sums: u64) -> bool {
    let least: u32 = sets.iter().map(|set| set.trailing_zeros()).sum();
    let most: u32 = sets.iter().map(|set| 31 - set.leading_zeros()).sum();
    if sums == 0 || least > 63 - sums.leading_zeros() || most < sums.trailing_zeros() {
        return false;
    }
    let (low, high) = (sums.trailing_zeros(), 63 - sums.leading_zeros());
    sets.iter_mut().all(|set| {
        let highest = high + set.trailing_zeros() - least;
        let lowest = (low + 31 - set.leading_zeros()).saturating_sub(most);
        *set &= if highest < 31 { (2 << highest) - 1 } else { u32::MAX };
        *set &= u32::MAX << lowest.min(31);
        *set != 0
    })
}

/// Returns the values of one cell that another cell can complete, with a different value, to one of
/// these sums.
fn supported(one: u32, other: u32, sums: u64) -> u32 {
    let (mut left, mut kept) = (one, 0);
    while left != 0 {
        let bit = left & left.wrapping_neg();
        left ^= bit;
        if sums >> bit.trailing_zeros() & u64::from(other & !bit) != 0 {
            kept |= bit;
        }
    }
    kept
}

/// Returns, for each number of cells, each sum of bits and each set of values, the values that
/// occur in some combination and those that occur in all.
fn all_combinations() -> &'static [[u16; 2]] {
    static TABLE: OnceLock<Vec<[u16; 2]>> = OnceLock::new();
    TABLE.get_or_init(|| {
        let sets = 1 << MAX_VALUES;
        let mut table = vec![[0; 2]; (MAX_VALUES + 1) * SUMS * sets];
        let place = |size: usize, sum: usize, union: usize| (size * SUMS + sum) * sets + union;
        for union in 0..sets {
            // The only combination of no cells is empty.
            table[place(0, 0, union)] = [0, 0];
        }
        for union in 1..sets {
            let top = union.ilog2() as usize;
            let rest = union & !(1 << top);
            for size in 1..=union.count_ones() as usize {
                for sum in size * (size - 1) / 2..SUMS {
                    let without = table[place(size, sum, rest)];
                    let before = sum.checked_sub(top).filter(|before| size > 1 || *before == 0);
                    let with = before.map(|before| table[place(size - 1, before, rest)]);
                    let with = with.filter(|with| size == 1 || with[0] != 0);
                    let with = with.map(|with| with.map(|values| values | 1 << top));
                    table[place(size, sum, union)] = match (without, with) {
                        ([0, _], None) => [0, 0],
                        ([0, _], Some(with)) => with,
                        (without, None) => without,
                        (without, Some(with)) => [without[0] | with[0], without[1] & with[1]],
                    };
                }
            }
        }
        table
    })
}

/// Returns the values that occur in some combination of `size` values of a set with this sum of
/// bits, and those that occur in all. Both are empty if there is no combination.
pub(super) fn combinations(size: usize, sum: usize, union: u32) -> (u32, u32) {
    if size > MAX_VALUES || sum >= SUMS {
        return (0, 0);
    }
    let [some, all] = all_combinations()[((size * SUMS + sum) << MAX_VALUES) + union as usize];
    (u32::from(some), u32::from(all))
}

/// Returns the sums of bits of `size` different values of a set, as a set.
pub(super) fn sums(size: usize, union: u32) -> u64 {
    if size > MAX_VALUES {
        return 0;
    }
    static TABLE: OnceLock<Vec<u64>> = OnceLock::new();
    let table = TABLE.get_or_init(|| {
        let sets = 1_usize << MAX_VALUES;
        let mut table = vec![0; (MAX_VALUES + 1) * sets];
        for set in 0..sets {
            table[set] = 1;
            for size in 1..=set.count_ones() as usize {
                let top = set.ilog2() as usize;
                let rest = set & !(1 << top);
                table[size * sets + set] = table[size * sets + rest] | table[(size - 1) * sets + rest] << top;
            }
        }
        table
    });
    table[(size << MAX_VALUES) + union as usize]
}

/// Keeps the values of three or four cells that occur in a choice of different values with a sum of
/// bits. Returns the values that every choice contains, or `None` if there is no choice.
pub(super) fn with_total(sets: &mut [u32], sum: usize) -> Option<u32> {
    match <&mut [u32; 3]>::try_from(&mut *sets) {
        Ok(three) => triple(three, sum),
        Err(_) => quadruple(sets.try_into().expect("three or four cells"), sum),
    }
}

/// Restricts three cells with different values to a sum of bits, exactly. Returns the values that
/// every choice contains, or `None` if there is no choice.
fn triple(sets: &mut [u32; 3], sum: usize) -> Option<u32> {
    let (mut kept, mut required) = ([0; 3], u32::MAX);
    let mut left = sets[0];
    while left != 0 {
        let bit = left & left.wrapping_neg();
        left ^= bit;
        let Some(rest) = sum.checked_sub(bit.trailing_zeros() as usize) else { break };
        let (second, third) = pair(sets[1] & !bit, sets[2] & !bit, rest);
        if second != 0 {
            kept[0] |= bit;
            kept[1] |= second;
            kept[2] |= third;
            let both = second | third;
            required &= if both.count_ones() == 2 { bit | both } else { bit };
        }
    }
    *sets = kept;
    (kept[0] != 0).then_some(required)
}

/// Restricts four cells with different values to a sum of bits, like [`triple`].
fn quadruple(sets: &mut [u32; 4], sum: usize) -> Option<u32> {
    let (mut kept, mut required) = ([0; 4], u32::MAX);
    let mut left = sets[0];
    while left != 0 {
        let bit = left & left.wrapping_neg();
        left ^= bit;
        let Some(rest) = sum.checked_sub(bit.trailing_zeros() as usize) else { break };
        let mut others = [sets[1] & !bit, sets[2] & !bit, sets[3] & !bit];
        if let Some(needed) = triple(&mut others, rest) {
            kept[0] |= bit;
            for (kept, other) in kept[1..].iter_mut().zip(others) {
                *kept |= other;
            }
            required &= bit | needed;
        }
    }
    *sets = kept;
    (kept[0] != 0).then_some(required)
}

/// Returns the values of two cells that are in a pair of different values with a sum of bits.
#[inline]
pub(super) fn pair(one: u32, other: u32, sum: usize) -> (u32, u32) {
    // Bit b of a set is bit 31 - b of the reversed set and is moved to bit sum - b.
    let partners = |set: u32| {
        let turned = u64::from(set.reverse_bits()) << 31 >> (62 - sum.min(62));
        u32::try_from(turned & u64::from(u32::MAX)).expect("the low 32 bits")
    };
    let half = if sum.is_multiple_of(2) { !(1_u32 << (sum / 2)) } else { u32::MAX };
    let first = one & partners(other) & half;
    (first, partners(first))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns every choice of different bits of the sets with this sum, by trying all.
    fn choices(sets: &[u32], sum: usize, used: u32) -> Vec<Vec<u32>> {
        let Some((first, rest)) = sets.split_first() else {
            return if sum == 0 { vec![Vec::new()] } else { Vec::new() };
        };
        let mut all = Vec::new();
        for bit in (0..MAX_VALUES).filter(|bit| first >> bit & 1 == 1 && used >> bit & 1 == 0) {
            let Some(left) = sum.checked_sub(bit) else { continue };
            for mut choice in choices(rest, left, used | 1 << bit) {
                choice.insert(0, 1 << bit);
                all.push(choice);
            }
        }
        all
    }

    /// Returns sets of at least two values from a fixed sequence of numbers.
    fn some_sets(count: usize, seed: &mut u64) -> Vec<u32> {
        (0..count)
            .map(|_| {
                *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                u32::try_from(*seed >> 40 & 0x1ff).unwrap() | 0b1001
            })
            .collect()
    }

    #[test]
    fn choices_with_a_sum_are_those_of_trying_each() {
        let mut seed = 1;
        for round in 0..600 {
            let sets = some_sets(2 + round % 3, &mut seed);
            for sum in [3, 8, 11, 14, 17, 21] {
                let all = choices(&sets, sum, 0);
                let used = |choice: &Vec<u32>| choice.iter().fold(0, |all, bit| all | bit);
                let expected = (!all.is_empty())
                    .then(|| all.iter().map(used).fold(u32::MAX, |every, used| every & used));
                let mut kept = sets.clone();
                if let [one, other] = sets[..] {
                    let (first, second) = pair(one, other, sum);
                    kept.copy_from_slice(&[first, second]);
                    assert_eq!(kept[0] != 0, expected.is_some(), "{sets:?} with sum {sum}");
                } else {
                    assert_eq!(with_total(&mut kept, sum), expected, "{sets:?} with sum {sum}");
                }
                for at in (0..sets.len()).filter(|_| !all.is_empty()) {
                    let seen = all.iter().fold(0, |seen, choice| seen | choice[at]);
                    assert_eq!(kept[at], seen, "cell {at} of {sets:?} with sum {sum}");
                }
            }
        }
    }

    #[test]
    fn choices_with_one_of_several_sums_are_those_of_trying_each() {
        let mut seed = 2;
        for round in 0..600 {
            let sets = some_sets(1 + round % 5, &mut seed);
            let sums = [[5, 9, 17], [0, 1, 2], [12, 13, 30]][round % 3];
            let all: Vec<Vec<u32>> = sums.iter().flat_map(|sum| choices(&sets, *sum, 0)).collect();
            let mut kept = sets.clone();
            let has_any = restrict(&mut kept, sums.iter().fold(0, |all, sum| all | 1 << sum));
            if sets.len() <= 3 {
                assert_eq!(has_any, !all.is_empty(), "{sets:?} with {sums:?}");
            }
            assert!(has_any || all.is_empty(), "{sets:?} with {sums:?}");
            for at in (0..sets.len()).filter(|_| !all.is_empty()) {
                let seen = all.iter().fold(0, |seen, choice| seen | choice[at]);
                assert_eq!(kept[at] & seen, seen, "cell {at} of {sets:?} with {sums:?}");
                if sets.len() <= 3 {
                    assert_eq!(kept[at], seen, "cell {at} of {sets:?} with {sums:?}");
                }
            }
        }
    }

    #[test]
    fn tables_of_combinations_are_those_of_trying_each() {
        for union in [0b1_1111_1111, 0b1_0110_1011, 0b0_0001_1100, 0b1_0000_0001_u32] {
            for size in 1..=4 {
                let mut sums_seen = 0;
                for sum in 0..SUMS {
                    let all = choices(&vec![union; size], sum, 0);
                    let used = |choice: &Vec<u32>| choice.iter().fold(0, |all, bit| all | bit);
                    let some = all.iter().map(used).fold(0, |some, used| some | used);
                    let every = all.iter().map(used).fold(u32::MAX, |every, used| every & used);
                    let expected = if all.is_empty() { (0, 0) } else { (some, every) };
                    assert_eq!(combinations(size, sum, union), expected, "{size} of {union:b} with {sum}");
                    sums_seen |= u64::from(!all.is_empty()) << sum;
                }
                assert_eq!(sums(size, union), sums_seen, "{size} of {union:b}");
            }
        }
    }
}
