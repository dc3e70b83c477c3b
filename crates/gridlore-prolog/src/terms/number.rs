//! Numbers: small and big integers, and floats.
//!
//! Integers are limited by memory and by [`MAX_BITS`]; a larger result is refused before it is
//! computed.

use std::cmp::Ordering;

use num_bigint::BigInt;

/// Maximum number of bits of an integer: 8 MiB of digits.
pub(crate) const MAX_BITS: u64 = 1 << 26;

/// A number.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Number {
    Int(i64),
    Big(BigInt),
    Float(f64),
}

impl Number {
    /// Returns an integer in its smallest representation.
    pub(crate) fn from_big(value: BigInt) -> Self {
        i64::try_from(&value).map_or(Self::Big(value), Self::Int)
    }

    pub(crate) fn from_wide(value: i128) -> Self {
        i64::try_from(value).map_or_else(|_| Self::Big(BigInt::from(value)), Self::Int)
    }

    /// Returns the value as a big integer, if it is an integer.
    pub(crate) fn to_big(&self) -> Option<BigInt> {
        match self {
            Self::Int(value) => Some(BigInt::from(*value)),
            Self::Big(value) => Some(value.clone()),
            Self::Float(_) => None,
        }
    }

    /// Returns the number of bytes used on Rust's heap.
    pub(crate) fn bytes(&self) -> usize {
        match self {
            Self::Big(value) => usize::try_from(value.bits() / 8).unwrap_or(usize::MAX / 4) + 8,
            Self::Int(_) | Self::Float(_) => 0,
        }
    }

    /// Converts the number to the nearest float, or to infinity if it is too large.
    #[expect(clippy::cast_precision_loss, reason = "rounding to the nearest float is intended")]
    pub(crate) fn to_float(&self) -> f64 {
        match self {
            Self::Int(value) => *value as f64,
            Self::Big(value) => big_to_float(value),
            Self::Float(value) => *value,
        }
    }

    pub(crate) const fn is_integer(&self) -> bool {
        !matches!(self, Self::Float(_))
    }

    /// Compares two numbers by value; returns `None` if one of them is NaN.
    pub(crate) fn compare(&self, other: &Self) -> Option<Ordering> {
        match (self, other) {
            (Self::Int(left), Self::Int(right)) => Some(left.cmp(right)),
            (Self::Float(left), Self::Float(right)) => left.partial_cmp(right),
            (Self::Float(left), right) => float_parts(*left)
                .map_or_else(|| left.partial_cmp(&0.0), |left| Some(left.compare_big(right))),
            (left, Self::Float(right)) => float_parts(*right)
                .map_or_else(|| 0.0_f64.partial_cmp(right), |right| Some(right.compare_big(left).reverse())),
            (left, right) => Some(left.to_big()?.cmp(&right.to_big()?)),
        }
    }
}

/// The integer part of a float, and the side of it on which the float lies.
struct FloatParts {
    whole: BigInt,
    side: Ordering,
}

impl FloatParts {
    /// Compares the float with an integer.
    fn compare_big(&self, other: &Number) -> Ordering {
        let Some(other) = other.to_big() else { return Ordering::Equal };
        self.whole.cmp(&other).then(self.side)
    }
}

/// Splits a float; returns `None` if it is infinite or NaN.
fn float_parts(value: f64) -> Option<FloatParts> {
    let whole = whole_part(value.trunc())?;
    Some(FloatParts { whole, side: value.fract().partial_cmp(&0.0)? })
}

/// Converts a float without a fractional part to an integer.
pub(crate) fn whole_part(value: f64) -> Option<BigInt> {
    if !value.is_finite() {
        return None;
    }
    let bits = value.abs().to_bits();
    let exponent = i64::try_from(bits >> 52).unwrap_or(0);
    let mantissa =
        if exponent == 0 { (bits & ((1 << 52) - 1)) << 1 } else { bits & ((1 << 52) - 1) | 1 << 52 };
    let shift = exponent - 1075;
    let whole = if shift >= 0 {
        BigInt::from(mantissa) << shift
    } else if shift > -64 {
        BigInt::from(mantissa >> -shift)
    } else {
        BigInt::from(0)
    };
    Some(if value < 0.0 { -whole } else { whole })
}

fn big_to_float(value: &BigInt) -> f64 {
    let bits = value.bits();
    if bits > 1100 {
        return if value.sign() == num_bigint::Sign::Minus { f64::NEG_INFINITY } else { f64::INFINITY };
    }
    // The float parser rounds correctly.
    value.to_string().parse().unwrap_or(f64::NAN)
}

/// Formats a float with a decimal point and the fewest digits that read back as the same value.
pub(crate) fn float_text(value: f64) -> String {
    if value.is_nan() {
        return "nan".to_owned();
    }
    if value.is_infinite() {
        return if value < 0.0 { "-inf".to_owned() } else { "inf".to_owned() };
    }
    let shortest = format!("{value:e}");
    let (mantissa, exponent) = shortest.split_once('e').unwrap_or((&shortest, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    if (-4..15).contains(&exponent) {
        let mut text = format!("{value}");
        if !text.contains('.') {
            text.push_str(".0");
        }
        return text;
    }
    let dot = if mantissa.contains('.') { "" } else { ".0" };
    format!("{mantissa}{dot}e{exponent:+}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn float_text_reads_back() {
        for (value, text) in [
            (1.0, "1.0"),
            (1e10, "10000000000.0"),
            (-0.0, "-0.0"),
            (1e14, "100000000000000.0"),
            (1e15, "1.0e+15"),
            (1.5e22, "1.5e+22"),
            (1e-5, "1.0e-5"),
            (0.1, "0.1"),
            (0.0001, "0.0001"),
        ] {
            assert_eq!(float_text(value), text);
        }
    }

    #[test]
    fn integers_and_floats_compare_by_value() {
        use Ordering::{Equal, Greater, Less};
        let big = Number::Big(BigInt::from(1) << 70u32);
        for (left, right, order) in [
            (Number::Int(1), Number::Float(1.0), Equal),
            (Number::Int(2), Number::Float(1.5), Greater),
            (Number::Float(-1.5), Number::Int(-1), Less),
            (Number::Float(-1.5), Number::Int(-2), Greater),
            (big.clone(), Number::Float(2f64.powi(70)), Equal),
            (big.clone(), Number::Float(f64::INFINITY), Less),
            (Number::Float(f64::NEG_INFINITY), big, Less),
            (Number::Int(i64::MAX), Number::Float(9_223_372_036_854_775_808.0), Less),
        ] {
            assert_eq!(left.compare(&right), Some(order), "{left:?} {right:?}");
        }
        assert_eq!(Number::Int(1).compare(&Number::Float(f64::NAN)), None);
    }
}
