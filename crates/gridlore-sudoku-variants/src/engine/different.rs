//! Cells with different values, exactly: which sets of values the first cells can use together.
//!
//! A set of values is a number below 2ⁿ, for n values that are still open, and a layer is a set of
//! such numbers: 64 of them in a word. Adding a value to all sets of a layer is a mask and a shift.

use std::sync::OnceLock;

/// Maximum number of values; more would need too many words.
pub(super) const MAX_VALUES: usize = 9;
/// Number of sums of different bits: 0 to 36.
const SUMS: usize = 37;
/// Positions of a word that lack one of the six lowest bits.
const LACK: [u64; 6] = [
    0x5555_5555_5555_5555,
    0x3333_3333_3333_3333,
    0x0f0f_0f0f_0f0f_0f0f,
    0x00ff_00ff_00ff_00ff,
    0x0000_ffff_0000_ffff,
    0x0000_0000_ffff_ffff,
];

/// For each set of values and each sum, the subsets with this sum, as a layer.
struct BySum {
    words: Vec<u64>,
    starts: [u32; 1 << MAX_VALUES],
}

fn by_sum() -> &'static BySum {
    static TABLE: OnceLock<BySum> = OnceLock::new();
    TABLE.get_or_init(|| {
        let (mut words, mut starts) = (Vec::new(), [0; 1 << MAX_VALUES]);
        for (union, start_of) in starts.iter_mut().enumerate() {
            let start = words.len();
            *start_of = u32::try_from(start).expect("a small table");
            let size = words_of(union.count_ones());
            words.resize(start + SUMS * size, 0);
            let values: Vec<usize> = (0..MAX_VALUES).filter(|value| union >> value & 1 == 1).collect();
            for set in 0..1_usize << values.len() {
                let sum: usize = values
                    .iter()
                    .enumerate()
                    .filter(|(at, _)| set >> at & 1 == 1)
                    .map(|(_, value)| value)
                    .sum();
                words[start + sum * size + set / 64] |= 1 << (set % 64);
            }
        }
        BySum { words, starts }
    })
}

/// Number of words of a layer over some values.
const fn words_of(values: u32) -> usize {
    if values <= 6 { 1 } else { 1 << (values - 6) }
}

/// The subsets of `union` with a sum of bits.
#[inline(always)]
fn with_sum<const L: usize>(union: u32, sum: usize) -> [u64; L] {
    let table = by_sum();
    let start = table.starts[union as usize] as usize + sum * L;
    let mut layer = [0; L];
    layer.copy_from_slice(&table.words[start..start + L]);
    layer
}

/// The sets of a layer with one more value.
#[inline(always)]
fn with<const L: usize>(layer: &[u64; L], value: usize) -> [u64; L] {
    let mut all = [0; L];
    if value < 6 {
        for at in 0..L {
            all[at] = (layer[at] & LACK[value]) << (1 << value);
        }
    } else {
        let step = 1 << (value - 6);
        for at in 0..L {
            if at & step != 0 {
                all[at] = layer[at ^ step];
            }
        }
    }
    all
}

/// The sets from which a value leads to this layer.
#[inline(always)]
fn without<const L: usize>(layer: &[u64; L], value: usize) -> [u64; L] {
    let mut all = [0; L];
    if value < 6 {
        for at in 0..L {
            all[at] = layer[at] >> (1 << value) & LACK[value];
        }
    } else {
        let step = 1 << (value - 6);
        for at in 0..L {
            if at & step == 0 {
                all[at] = layer[at ^ step];
            }
        }
    }
    all
}

/// Keeps the values that occur in a choice of different values with one of the sums of bits. Fixed
/// cells have values that no other cell has. Returns the values that every choice has, or `None` if
/// there is no choice.
pub(super) fn restrict(sets: &mut [u32], sums: u64) -> Option<u32> {
    let (mut union, mut fixed) = (0, 0);
    for set in &*sets {
        if set.is_power_of_two() {
            fixed += set.trailing_zeros();
        } else {
            union |= set;
        }
    }
    let sums = sums >> fixed.min(63) & ((1 << SUMS) - 1);
    match words_of(union.count_ones()) {
        1 => by_layers::<1>(sets, union, sums),
        2 => by_layers::<2>(sets, union, sums),
        4 => by_layers::<4>(sets, union, sums),
        _ => by_layers::<8>(sets, union, sums),
    }
}

/// As [`restrict`], with `L` words for a layer over the values of `union`.
fn by_layers<const L: usize>(sets: &mut [u32], union: u32, sums: u64) -> Option<u32> {
    let mut layers = [[0; L]; MAX_VALUES + 1];
    layers[0][0] = 1;
    let mut open = 0;
    for set in sets.iter().filter(|set| !set.is_power_of_two()) {
        let mut all = [0; L];
        let mut left = *set;
        while left != 0 {
            let bit = left & left.wrapping_neg();
            left ^= bit;
            let next = with(&layers[open], (union & (bit - 1)).count_ones() as usize);
            for word in 0..L {
                all[word] |= next[word];
            }
        }
        open += 1;
        layers[open] = all;
    }
    let mut fits = [0; L];
    let mut left = sums;
    while left != 0 {
        let one = with_sum::<L>(union, left.trailing_zeros() as usize);
        left &= left - 1;
        for word in 0..L {
            fits[word] |= one[word];
        }
    }
    let mut alive: [u64; L] = std::array::from_fn(|word| layers[open][word] & fits[word]);
    if alive == [0; L] {
        return None;
    }
    let required = common(&alive, union);
    for set in sets.iter_mut().rev().filter(|set| !set.is_power_of_two()) {
        open -= 1;
        let (mut all, mut kept) = ([0; L], 0);
        let mut left = *set;
        while left != 0 {
            let bit = left & left.wrapping_neg();
            left ^= bit;
            let from = without(&alive, (union & (bit - 1)).count_ones() as usize);
            let mut some = 0;
            for word in 0..L {
                let fits = from[word] & layers[open][word];
                some |= fits;
                all[word] |= fits;
            }
            if some != 0 {
                kept |= bit;
            }
        }
        *set = kept;
        alive = all;
    }
    Some(required)
}

/// The values of `union` that all sets of a layer have.
fn common<const L: usize>(layer: &[u64; L], union: u32) -> u32 {
    let (mut left, mut common, mut value) = (union, 0, 0);
    while left != 0 {
        let bit = left & left.wrapping_neg();
        left ^= bit;
        let is_lacking = match LACK.get(value) {
            Some(lack) => layer.iter().any(|word| word & lack != 0),
            None => (0..L).any(|at| at & (1 << (value - 6)) == 0 && layer[at] != 0),
        };
        if !is_lacking {
            common |= bit;
        }
        value += 1;
    }
    common
}

/// For each number of cells, each sum of bits and each set of values, the values that occur in some
/// combination and those that occur in all.
fn all_combinations() -> &'static [[u16; 2]] {
    static TABLE: OnceLock<Vec<[u16; 2]>> = OnceLock::new();
    TABLE.get_or_init(|| {
        let sets = 1 << MAX_VALUES;
        let mut table = vec![[0; 2]; (MAX_VALUES + 1) * SUMS * sets];
        let place = |size: usize, sum: usize, union: usize| (size * SUMS + sum) * sets + union;
        for union in 0..sets {
            // The empty combination: all values are in each of no others.
            table[place(0, 0, union)] = [0, 0];
        }
        for union in 1..sets {
            let top = union.ilog2() as usize;
            let rest = union & !(1 << top);
            for size in 1..=MAX_VALUES {
                for sum in 0..SUMS {
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

/// The values that occur in some combination of `size` of the values of a set with a sum of bits,
/// and those that occur in all. Both are empty if there is no combination.
pub(super) fn combinations(size: usize, sum: usize, union: u32) -> (u32, u32) {
    let [some, all] = all_combinations()[((size * SUMS + sum) << MAX_VALUES) + union as usize];
    (u32::from(some), u32::from(all))
}

/// The sums of bits of `size` different values of a set, as a set.
pub(super) fn sums(size: usize, union: u32) -> u64 {
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

/// Keeps the values of open cells that occur in a choice of different values with a sum of bits.
/// Returns the values that every choice has, or `None` if there is no choice.
pub(super) fn with_total(sets: &mut [u32], sum: usize) -> Option<u32> {
    if let Ok(three) = <&mut [u32; 3]>::try_from(&mut *sets) {
        return triple(three, sum);
    }
    if let Ok(four) = <&mut [u32; 4]>::try_from(&mut *sets) {
        return quadruple(four, sum);
    }
    restrict(sets, 1 << sum)
}

/// Three different values with a sum of bits, exactly. Returns the values that every choice has, or
/// `None` if there is no choice.
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

/// Four different values with a sum of bits, as [`triple`].
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

/// The values of two cells that are in a pair of different values with a sum of bits.
#[inline]
pub(super) fn pair(one: u32, other: u32, sum: usize) -> (u32, u32) {
    // Bit b of a set is bit 31 - b of the reversed one, and becomes bit sum - b.
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

    /// Every choice of different bits of the sets with a sum, tried one by one.
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

    /// Sets of at least two values, from a fixed sequence of numbers.
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
            let sets = some_sets(2 + round % 4, &mut seed);
            for sum in [3, 8, 11, 14, 17, 21] {
                let all = choices(&sets, sum, 0);
                let mut kept = sets.clone();
                let required = if let [one, other] = sets[..] {
                    let (first, second) = pair(one, other, sum);
                    kept.copy_from_slice(&[first, second]);
                    (first != 0).then_some(0)
                } else {
                    with_total(&mut kept, sum)
                };
                assert_eq!(required.is_some(), !all.is_empty(), "{sets:?} with the sum {sum}");
                let Some(required) = required else { continue };
                for at in 0..sets.len() {
                    let seen = all.iter().fold(0, |seen, choice| seen | choice[at]);
                    assert_eq!(kept[at], seen, "cell {at} of {sets:?} with the sum {sum}");
                }
                if sets.len() > 2 {
                    let used = |choice: &Vec<u32>| choice.iter().fold(0, |all, bit| all | bit);
                    assert_eq!(required, all.iter().map(used).fold(u32::MAX, |all, used| all & used));
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
