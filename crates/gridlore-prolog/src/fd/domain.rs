//! Domains: sets of integers, represented by bounds with holes.
//!
//! ```text
//!   1..9           bounds only
//!   1..3 \/ 7      a mask: one bit per value, for spans of up to 128 values
//!   0..5 \/ 1000   a list of ranges
//! ```

use num_bigint::Sign;
use std::rc::Rc;

/// No lower bound.
pub(crate) const INF: i64 = i64::MIN;
/// No upper bound.
pub(crate) const SUP: i64 = i64::MAX;

/// Maximum span of a mask.
const MASK_BITS: u64 = 128;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Holes {
    None,
    /// Bit i stands for the value `base + i`.
    Mask {
        base: i64,
        bits: u128,
    },
    /// Sorted ranges that neither overlap nor adjoin.
    List(Rc<Vec<(i64, i64)>>),
}

/// A non-empty set of integers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Domain {
    pub(crate) min: i64,
    pub(crate) max: i64,
    pub(crate) holes: Holes,
}

/// The number of values; `None` for an infinite set.
pub(crate) type Size = Option<u64>;

const fn span(min: i64, max: i64) -> u64 {
    max.wrapping_sub(min).cast_unsigned()
}

/// Returns the mask of a range of values.
#[inline]
fn mask(base: i64, min: i64, max: i64) -> u128 {
    let low = span(base, min.max(base));
    let high = span(base, max).min(MASK_BITS - 1);
    if low >= MASK_BITS || min > max {
        return 0;
    }
    let upper = if high == MASK_BITS - 1 { u128::MAX } else { (1 << (high + 1)) - 1 };
    upper & !((1u128 << low) - 1)
}

impl Domain {
    pub(crate) const ALL: Self = Self { min: INF, max: SUP, holes: Holes::None };

    pub(crate) const fn range(min: i64, max: i64) -> Self {
        Self { min, max, holes: Holes::None }
    }

    /// Returns the union of ranges given in any order, or `None` if it is empty.
    pub(crate) fn from_ranges(mut ranges: Vec<(i64, i64)>) -> Option<Self> {
        ranges.retain(|(min, max)| min <= max);
        ranges.sort_unstable();
        let mut merged: Vec<(i64, i64)> = Vec::with_capacity(ranges.len());
        for (min, max) in ranges {
            match merged.last_mut() {
                Some(last) if min <= last.1.saturating_add(1) => last.1 = last.1.max(max),
                _ => merged.push((min, max)),
            }
        }
        let (min, max) = (merged.first()?.0, merged.last()?.1);
        if merged.len() == 1 {
            return Some(Self::range(min, max));
        }
        let holes = if min != INF && max != SUP && span(min, max) < MASK_BITS {
            let bits = merged.iter().fold(0, |bits, &(low, high)| bits | mask(min, low, high));
            Holes::Mask { base: min, bits }
        } else {
            Holes::List(Rc::new(merged))
        };
        Some(Self { min, max, holes })
    }

    /// Returns the number of words used on Rust's heap.
    pub(crate) fn words(&self) -> usize {
        match &self.holes {
            Holes::List(list) => list.len() * 2,
            Holes::None | Holes::Mask { .. } => 0,
        }
    }

    #[inline]
    pub(crate) const fn is_fixed(&self) -> bool {
        self.min == self.max
    }

    #[inline]
    pub(crate) const fn is_finite(&self) -> bool {
        self.min != INF && self.max != SUP
    }

    pub(crate) fn ranges(&self) -> Vec<(i64, i64)> {
        match &self.holes {
            Holes::None => vec![(self.min, self.max)],
            Holes::List(list) => list.to_vec(),
            Holes::Mask { base, bits } => {
                let mut ranges = Vec::new();
                let mut rest = *bits;
                let mut at = *base;
                while rest != 0 {
                    let skip = rest.trailing_zeros();
                    at += i64::from(skip);
                    rest >>= skip;
                    let ones = rest.trailing_ones();
                    ranges.push((at, at + i64::from(ones) - 1));
                    at += i64::from(ones);
                    rest = if ones == 128 { 0 } else { rest >> ones };
                }
                ranges
            }
        }
    }

    pub(crate) fn size(&self) -> Size {
        if !self.is_finite() {
            return None;
        }
        Some(match &self.holes {
            Holes::None => span(self.min, self.max).saturating_add(1),
            Holes::Mask { bits, .. } => bits.count_ones().into(),
            Holes::List(list) => list.iter().map(|&(min, max)| span(min, max) + 1).sum(),
        })
    }

    #[inline]
    pub(crate) fn contains(&self, value: i64) -> bool {
        if value < self.min || value > self.max {
            return false;
        }
        match &self.holes {
            Holes::None => true,
            Holes::Mask { base, bits } => bits >> span(*base, value) & 1 == 1,
            Holes::List(list) => {
                let after = list.partition_point(|&(min, _)| min <= value);
                after > 0 && value <= list[after - 1].1
            }
        }
    }

    /// Returns the values as bits relative to a base, if all are within 128 of it.
    #[inline]
    pub(crate) fn bits_from(&self, from: i64) -> Option<u128> {
        if self.min < from || span(from, self.max) >= MASK_BITS {
            return None;
        }
        match &self.holes {
            Holes::None => Some(mask(from, self.min, self.max)),
            Holes::Mask { base, bits } => {
                // No bits are set outside the bounds.
                if *base >= from { Some(bits << span(from, *base)) } else { Some(bits >> span(*base, from)) }
            }
            Holes::List(list) => Some(list.iter().fold(0, |bits, &(min, max)| bits | mask(from, min, max))),
        }
    }

    /// Returns the set given by bits relative to a base, or `None` if it is empty.
    #[inline]
    pub(crate) fn from_bits(base: i64, bits: u128) -> Option<Self> {
        if bits == 0 {
            return None;
        }
        let low = bits.trailing_zeros();
        let high = 127 - bits.leading_zeros();
        let (min, max) = (base + i64::from(low), base + i64::from(high));
        let is_whole = bits.count_ones() == high - low + 1;
        let holes = if is_whole { Holes::None } else { Holes::Mask { base, bits } };
        Some(Self { min, max, holes })
    }

    /// Returns the part of the set within a range, or `None` if it is empty.
    #[inline]
    pub(crate) fn within(&self, min: i64, max: i64) -> Option<Self> {
        let (min, max) = (min.max(self.min), max.min(self.max));
        if min > max {
            return None;
        }
        match &self.holes {
            Holes::None => Some(Self::range(min, max)),
            Holes::Mask { base, bits } => Self::from_bits(*base, bits & mask(*base, min, max)),
            Holes::List(list) => {
                Self::from_ranges(list.iter().map(|&(low, high)| (low.max(min), high.min(max))).collect())
            }
        }
    }

    /// Removes an inner value (neither the smallest nor the largest) from a long list of ranges in
    /// place, and returns whether this was possible.
    pub(crate) fn remove_inner(&mut self, value: i64) -> bool {
        let Holes::List(list) = &mut self.holes else { return false };
        if value <= self.min || value >= self.max || list.len() < 4 {
            return false;
        }
        let list = Rc::make_mut(list);
        let at = list.partition_point(|&(min, _)| min <= value) - 1;
        let (min, max) = list[at];
        match (min == value, max == value) {
            (true, true) => {
                list.remove(at);
            }
            (true, false) => list[at].0 += 1,
            (false, true) => list[at].1 -= 1,
            (false, false) => {
                list[at].1 = value - 1;
                list.insert(at + 1, (value + 1, max));
            }
        }
        true
    }

    /// Returns the set without one value, or `None` if the result is empty.
    #[inline]
    pub(crate) fn without(&self, value: i64) -> Option<Self> {
        if !self.contains(value) {
            return Some(self.clone());
        }
        if self.is_fixed() {
            return None;
        }
        match &self.holes {
            Holes::Mask { base, bits } => Self::from_bits(*base, bits & !(1 << span(*base, value))),
            Holes::None if value == self.min => Some(Self::range(value + 1, self.max)),
            Holes::None if value == self.max => Some(Self::range(self.min, value - 1)),
            Holes::None if self.is_finite() && span(self.min, self.max) < MASK_BITS => {
                let bits = mask(self.min, self.min, self.max) & !(1 << span(self.min, value));
                Self::from_bits(self.min, bits)
            }
            _ => {
                let mut ranges = Vec::new();
                for (min, max) in self.ranges() {
                    if (min..=max).contains(&value) {
                        if min < value {
                            ranges.push((min, value - 1));
                        }
                        if value < max {
                            ranges.push((value + 1, max));
                        }
                    } else {
                        ranges.push((min, max));
                    }
                }
                Self::from_ranges(ranges)
            }
        }
    }

    /// Returns the intersection, or `None` if it is empty.
    pub(crate) fn intersection(&self, other: &Self) -> Option<Self> {
        if other.holes == Holes::None {
            return self.within(other.min, other.max);
        }
        if self.holes == Holes::None {
            return other.within(self.min, self.max);
        }
        let base = self.min.min(other.min);
        if let (Some(left), Some(right)) = (self.bits_from(base), other.bits_from(base)) {
            return Self::from_bits(base, left & right);
        }
        let (own, others) = (self.ranges(), other.ranges());
        let mut ranges = Vec::new();
        let (mut left, mut right) = (0, 0);
        while let (Some(&(min, max)), Some(&(low, high))) = (own.get(left), others.get(right)) {
            if low.max(min) <= high.min(max) {
                ranges.push((low.max(min), high.min(max)));
            }
            if max < high {
                left += 1;
            } else {
                right += 1;
            }
        }
        Self::from_ranges(ranges)
    }

    pub(crate) fn union(&self, other: &Self) -> Self {
        let mut ranges = self.ranges();
        ranges.extend(other.ranges());
        Self::from_ranges(ranges).unwrap_or(Self::ALL)
    }

    /// Returns the complement, or `None` if it is empty.
    pub(crate) fn complement(&self) -> Option<Self> {
        let mut ranges = Vec::new();
        let mut from = Some(INF);
        for (min, max) in self.ranges() {
            if let Some(from) = from
                && min != INF
            {
                ranges.push((from, min - 1));
            }
            from = (max != SUP).then(|| max + 1);
        }
        if let Some(from) = from {
            ranges.push((from, SUP));
        }
        Self::from_ranges(ranges)
    }

    /// Adds a number to every value; bounds that overflow become infinite.
    pub(crate) fn shifted(&self, by: i64) -> Self {
        let add = |value: i64| match value {
            INF | SUP => value,
            _ => value.saturating_add(by),
        };
        let holes = match &self.holes {
            Holes::None => Holes::None,
            Holes::Mask { base, bits } => Holes::Mask { base: base.wrapping_add(by), bits: *bits },
            Holes::List(list) => {
                Holes::List(Rc::new(list.iter().map(|&(min, max)| (add(min), add(max))).collect()))
            }
        };
        Self { min: add(self.min), max: add(self.max), holes }
    }

    /// Negates every value.
    pub(crate) fn negated(&self) -> Self {
        let negate = |value: i64| match value {
            INF => SUP,
            SUP => INF,
            _ => -value,
        };
        let ranges = self.ranges().into_iter().map(|(min, max)| (negate(max), negate(min))).collect();
        Self::from_ranges(ranges).unwrap_or(Self::ALL)
    }

    /// Returns the next larger value.
    pub(crate) fn next_after(&self, value: i64) -> Option<i64> {
        if value >= self.max {
            return None;
        }
        self.within(value + 1, self.max).map(|rest| rest.min)
    }

    /// Returns whether the set is unbounded in the direction of a sign.
    pub(crate) fn reaches(&self, sign: Sign) -> bool {
        if sign == Sign::Minus { self.min == INF } else { self.max == SUP }
    }

    /// Returns all values in order. The set must be finite.
    pub(crate) fn values(&self) -> impl Iterator<Item = i64> {
        self.ranges().into_iter().flat_map(|(min, max)| min..=max)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn domain_of(values: &[i64]) -> Option<Domain> {
        Domain::from_ranges(values.iter().map(|&value| (value, value)).collect())
    }

    #[test]
    fn domains_agree_with_value_lists() {
        // Compare sets with plain lists of values, both narrow and wide.
        let mut rng = gridlore_core::Rng::new(1);
        let mut removed = 0;
        for round in 0..2000 {
            let width = [8, 60, 127, 129, 1000][round % 5];
            let mut draw = |count: usize| -> Vec<i64> {
                let mut values: Vec<i64> =
                    (0..count).map(|_| i64::try_from(rng.below(width)).unwrap_or(0) - 5).collect();
                values.sort_unstable();
                values.dedup();
                values
            };
            let (one, other) = (draw(1 + round % 9), draw(1 + round % 7));
            let (left, right) = (domain_of(&one).expect("not empty"), domain_of(&other).expect("not empty"));
            assert_eq!(left.values().collect::<Vec<_>>(), one);
            assert_eq!(left.size(), Some(one.len() as u64));
            let list = |domain: Option<Domain>| domain.map_or(Vec::new(), |domain| domain.values().collect());
            let keep = |keep: &dyn Fn(i64) -> bool| -> Vec<i64> {
                one.iter().copied().filter(|&value| keep(value)).collect()
            };
            assert_eq!(list(left.intersection(&right)), keep(&|value| other.contains(&value)));
            assert_eq!(list(left.without(other[0])), keep(&|value| value != other[0]));
            assert_eq!(list(left.within(0, 7)), keep(&|value| (0..=7).contains(&value)));
            assert_eq!(
                left.complement().and_then(|rest| rest.complement()).map(|again| again.ranges()),
                Some(left.ranges())
            );
            let shifted: Vec<i64> = one.iter().map(|value| value + 3).collect();
            assert_eq!(left.shifted(3).values().collect::<Vec<_>>(), shifted);
            for value in -6..20 {
                assert_eq!(left.contains(value), one.contains(&value));
            }
            // Remove values in place, one after the other.
            let mut worn = left.clone();
            let mut rest = one.clone();
            for &value in &one {
                if worn.remove_inner(value) {
                    rest.retain(|&other| other != value);
                }
                assert_eq!(worn.values().collect::<Vec<_>>(), rest);
                assert_eq!(domain_of(&rest), Some(worn.clone()));
            }
            removed += one.len() - rest.len();
            if let Some(bits) = left.bits_from(-5) {
                assert_eq!(list(Domain::from_bits(-5, bits)), one);
            }
        }
        assert!(removed > 100);
    }

    #[test]
    fn infinite_sets() {
        let domain = Domain::ALL.without(20).expect("more");
        assert_eq!(domain.ranges(), [(INF, 19), (21, SUP)]);
        assert_eq!(domain.size(), None);
        assert_eq!(domain.complement(), Some(Domain::range(20, 20)));
        assert_eq!(Domain::ALL.complement(), None);
        assert_eq!(Domain::range(1, SUP).negated().ranges(), [(INF, -1)]);
    }
}
