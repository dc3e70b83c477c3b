//! Interruptible arithmetic on big integers: products, quotients, powers, roots, and conversion to
//! and from digits.
//!
//! `num-bigint` computes each of these in one call, which takes seconds for millions of bits and
//! cannot be interrupted. Here, operands above [`PIECE_BITS`] bits are split into pieces that take
//! a few milliseconds each, and the meter is called between pieces. Below that size, `num-bigint`
//! does all the work.
//!
//! Each function refuses a result that would be larger than [`MAX_BITS`] or would not fit in
//! memory, before it computes anything.
//!
//! # Source
//! A. Karatsuba and Y. Ofman, *Multiplication of many-digital numbers by automatic computers*,
//! 1962; C. Burnikel and J. Ziegler, *Fast recursive division*, 1998; for digits by divide and
//! conquer, D. E. Knuth, *The Art of Computer Programming* 2, 4.4.

use num_bigint::{BigInt, Sign};

use crate::meter::{Exceeded, Meter};
use crate::terms::number::MAX_BITS;

/// Maximum size in bits of operands multiplied in one call, which takes a few milliseconds.
const PIECE_BITS: u64 = 1 << 18;

/// Maximum number of word products in one call, which takes about 10 milliseconds.
const MAX_DIRECT_PRODUCTS: usize = 1 << 23;

/// A limit was exceeded; the meter knows which one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Interrupted;

type Result<T> = std::result::Result<T, Interrupted>;

fn words(value: &BigInt) -> usize {
    usize::try_from(value.bits() / 64).unwrap_or(usize::MAX / 2) + 1
}

fn check(is_within: bool) -> Result<()> {
    if is_within { Ok(()) } else { Err(Interrupted) }
}

/// Returns an error if a result of `bits` bits would be too large or if `bytes` bytes are not free.
fn reserve(meter: &Meter, bits: u64, bytes: usize) -> Result<()> {
    if bits > MAX_BITS {
        meter.exceed(Exceeded::Memory);
    }
    check(meter.holds(bytes))
}

/// Returns the product.
///
/// # Errors
/// Fails if the result has more than [`MAX_BITS`] bits, or a limit is exceeded.
/// # Cost
/// O(n^1.58) for operands of n bits.
pub(crate) fn multiply(meter: &Meter, left: &BigInt, right: &BigInt) -> Result<BigInt> {
    let bits = left.bits() + right.bits();
    if bits > PIECE_BITS {
        reserve(meter, bits.saturating_sub(1), words(left).max(words(right)) * 32)?;
    }
    product(meter, left, right)
}

fn product(meter: &Meter, left: &BigInt, right: &BigInt) -> Result<BigInt> {
    let (small, large) = if left.bits() <= right.bits() { (left, right) } else { (right, left) };
    let (small_words, large_words) = (words(small), words(large));
    if large.bits() <= PIECE_BITS || small_words.saturating_mul(large_words) <= MAX_DIRECT_PRODUCTS {
        check(meter.spend((small_words + large_words + small_words * large_words / 128) / 4))?;
        return Ok(small * large);
    }
    if small.bits() * 2 <= large.bits() {
        // Multiply the pieces of the larger operand one by one.
        let width = small.bits().max(PIECE_BITS / 2).next_multiple_of(32);
        let mut total = BigInt::default();
        for piece in pieces(large, width).into_iter().rev() {
            check(meter.spend(words(&total)))?;
            total = (total << width) + product(meter, &piece, small)?;
        }
        return Ok(if large.sign() == Sign::Minus { -total } else { total });
    }
    let half = large.bits().div_ceil(2);
    let (left_low, left_high) = split(left, half);
    let (right_low, right_high) = split(right, half);
    check(meter.spend(words(large)))?;
    let high = product(meter, &left_high, &right_high)?;
    let low = product(meter, &left_low, &right_low)?;
    let middle = product(meter, &(left_low + left_high), &(right_low + right_high))? - &high - &low;
    Ok((((high << half) + middle) << half) + low)
}

/// Splits a number at a bit position into its low and high parts, both with the sign of the number.
fn split(value: &BigInt, at: u64) -> (BigInt, BigInt) {
    let is_negative = value.sign() == Sign::Minus;
    let size = value.magnitude();
    let high = size >> at;
    let low = size - (&high << at);
    let sign = if is_negative { Sign::Minus } else { Sign::Plus };
    (BigInt::from_biguint(sign, low), BigInt::from_biguint(sign, high))
}

/// Splits the magnitude into pieces of `width` bits, a multiple of 32, starting with the lowest.
fn pieces(value: &BigInt, width: u64) -> Vec<BigInt> {
    let words = value.magnitude().to_u32_digits();
    let count = usize::try_from(width / 32).unwrap_or(usize::MAX);
    words.chunks(count).map(|chunk| BigInt::from_slice(Sign::Plus, chunk)).collect()
}

/// Returns the quotient and remainder, rounded towards zero. The divisor must not be 0.
///
/// # Errors
/// Fails if a limit is exceeded.
/// # Cost
/// The cost of a product, times the logarithm of its size.
pub(crate) fn divide(meter: &Meter, left: &BigInt, right: &BigInt) -> Result<(BigInt, BigInt)> {
    let (left_words, right_words) = (words(left), words(right));
    let quotient_words = left_words.saturating_sub(right_words) + 1;
    if left.bits() <= PIECE_BITS || quotient_words.saturating_mul(right_words) <= MAX_DIRECT_PRODUCTS / 2 {
        check(meter.spend((left_words + quotient_words * right_words / 32) / 4))?;
        let quotient = left / right;
        let rest = left - &quotient * right;
        return Ok((quotient, rest));
    }
    check(meter.holds(left_words * 40) && meter.spend(left_words))?;
    let divisor = BigInt::from_biguint(Sign::Plus, right.magnitude().clone());
    let (quotient, rest) = long_division(meter, left, &divisor)?;
    let is_negative = (left.sign() == Sign::Minus) != (right.sign() == Sign::Minus);
    let rest = if left.sign() == Sign::Minus { -rest } else { rest };
    Ok((if is_negative { -quotient } else { quotient }, rest))
}

/// Divides magnitudes, processing the dividend block by block.
fn long_division(meter: &Meter, left: &BigInt, divisor: &BigInt) -> Result<(BigInt, BigInt)> {
    // Pad the divisor to a size that can be halved until it is a piece.
    let mut unit = 32;
    while divisor.bits() * 32 / unit > PIECE_BITS / 4 {
        unit *= 2;
    }
    let width = divisor.bits().max(PIECE_BITS / 4).next_multiple_of(unit);
    let shift = width - divisor.bits();
    let divisor = divisor << shift;
    let dividend = BigInt::from_biguint(Sign::Plus, left.magnitude().clone()) << shift;
    let mut rest = BigInt::default();
    // Digits of `width` bits, highest first.
    let mut digits = Vec::new();
    for piece in pieces(&dividend, width).into_iter().rev() {
        let (digit, left) = two_by_one(meter, &((rest << width) + piece), &divisor, width)?;
        digits.push(digit);
        rest = left;
    }
    let count = usize::try_from(width / 32).unwrap_or(0);
    let mut quotient = Vec::with_capacity(count * digits.len());
    for digit in digits.iter().rev() {
        let start = quotient.len();
        quotient.extend(digit.iter_u32_digits());
        quotient.resize(start + count, 0);
    }
    Ok((BigInt::from_slice(Sign::Plus, &quotient), rest >> shift))
}

/// Divides a number of up to `2 * width` bits by a number of `width` bits, whose highest bit is
/// set. The quotient has at most `width` bits.
fn two_by_one(meter: &Meter, left: &BigInt, divisor: &BigInt, width: u64) -> Result<(BigInt, BigInt)> {
    if left < divisor {
        return Ok((BigInt::default(), left.clone()));
    }
    if width <= PIECE_BITS / 4 || width % 2 == 1 {
        let size = words(divisor);
        check(meter.spend((size + size * size / 32) / 4))?;
        let quotient = left / divisor;
        let rest = left - &quotient * divisor;
        return Ok((quotient, rest));
    }
    let half = width / 2;
    let (low, high) = split(left, half);
    let (first, rest) = three_by_two(meter, &high, divisor, half)?;
    let (second, rest) = three_by_two(meter, &((rest << half) + low), divisor, half)?;
    Ok(((first << half) + second, rest))
}

/// Divides three halves by two halves.
fn three_by_two(meter: &Meter, left: &BigInt, divisor: &BigInt, half: u64) -> Result<(BigInt, BigInt)> {
    let (divisor_low, divisor_high) = split(divisor, half);
    let (low, high) = split(left, half);
    let (mut quotient, rest) = if &high >> half < divisor_high {
        two_by_one(meter, &high, &divisor_high, half)?
    } else {
        let most = (BigInt::from(1) << half) - 1;
        let rest = high - (&divisor_high << half) + &divisor_high;
        (most, rest)
    };
    let mut rest = (rest << half) + low - product(meter, &quotient, &divisor_low)?;
    while rest.sign() == Sign::Minus {
        quotient -= 1;
        rest += divisor;
    }
    Ok((quotient, rest))
}

/// Returns the quotient and remainder, rounded towards minus infinity.
///
/// # Errors
/// Fails if a limit is exceeded.
pub(crate) fn divide_floor(meter: &Meter, left: &BigInt, right: &BigInt) -> Result<(BigInt, BigInt)> {
    let (quotient, rest) = divide(meter, left, right)?;
    if rest.sign() != Sign::NoSign && (rest.sign() == Sign::Minus) != (right.sign() == Sign::Minus) {
        return Ok((quotient - 1, rest + right));
    }
    Ok((quotient, rest))
}

/// Returns a power.
///
/// # Errors
/// Fails if the result has more than [`MAX_BITS`] bits, or a limit is exceeded.
pub(crate) fn power(meter: &Meter, base: &BigInt, exponent: u32) -> Result<BigInt> {
    let twos = base.trailing_zeros().unwrap_or(0);
    // This is a lower bound for the size of the result.
    let bits = base.bits().saturating_sub(1).saturating_mul(exponent.into());
    if bits > PIECE_BITS {
        reserve(meter, bits, usize::try_from(bits / 4).unwrap_or(usize::MAX))?;
    }
    let odd = base >> twos;
    let mut result = BigInt::from(1);
    for place in (0..u32::BITS - exponent.leading_zeros()).rev() {
        result = multiply(meter, &result, &result)?;
        if exponent >> place & 1 == 1 {
            result = multiply(meter, &result, &odd)?;
        }
    }
    let shift = twos * u64::from(exponent);
    reserve(meter, result.bits() + shift, usize::try_from(shift / 8).unwrap_or(usize::MAX))?;
    Ok(result << shift)
}

/// Returns the greatest common divisor, which is never negative.
///
/// # Errors
/// Fails if a limit is exceeded.
pub(crate) fn gcd(meter: &Meter, left: BigInt, right: BigInt) -> Result<BigInt> {
    let (mut left, mut right) = (left, right);
    while right.sign() != Sign::NoSign {
        let (_, rest) = divide(meter, &left, &right)?;
        left = right;
        right = rest;
    }
    Ok(if left.sign() == Sign::Minus { -left } else { left })
}

/// Returns the `degree`-th root, rounded towards zero. If the number is negative, the degree must
/// be odd.
///
/// # Errors
/// Fails if a limit is exceeded.
pub(crate) fn root(meter: &Meter, value: &BigInt, degree: u32) -> Result<BigInt> {
    if value.sign() == Sign::Minus {
        return Ok(-root(meter, &-value, degree)?);
    }
    let size = words(value);
    if value.bits() <= PIECE_BITS / 16 || value.bits() <= u64::from(degree) {
        check(meter.spend(size + size * size / 8))?;
        return Ok(value.nth_root(degree));
    }
    // Use Newton's iteration, starting from the root of the upper half of the digits, rounded up.
    let cut = value.bits() / u64::from(degree) / 2;
    if cut == 0 {
        // The root is below 4, and a power of 3 has at least 1.58 times as many bits as its degree.
        let is_three = u64::from(degree) * 158 / 100 <= value.bits()
            && power(meter, &BigInt::from(3), degree)? <= *value;
        let is_two = value.bits() > u64::from(degree);
        return Ok(BigInt::from(1 + i32::from(is_two) + i32::from(is_three)));
    }
    let above = root(meter, &(value >> (cut * u64::from(degree))), degree)? + 1;
    let mut guess = above << cut;
    loop {
        let power = power(meter, &guess, degree - 1)?;
        let (quotient, _) = divide(meter, value, &power)?;
        let next = (&guess * (degree - 1) + quotient) / degree;
        if next >= guess {
            return Ok(guess);
        }
        guess = next;
    }
}

/// Number of digits converted in one call.
const PIECE_DIGITS: usize = 1 << 13;

/// Returns the powers of the radix up to `digits` digits: the power with [`PIECE_DIGITS`] digits,
/// and its repeated squares.
fn powers(meter: &Meter, radix: u32, digits: usize) -> Result<Vec<BigInt>> {
    let mut powers = vec![BigInt::from(radix).pow(u32::try_from(PIECE_DIGITS).unwrap_or(0))];
    let mut count = PIECE_DIGITS;
    while count.saturating_mul(2) < digits {
        let Some(last) = powers.last() else { break };
        powers.push(product(meter, last, last)?);
        count *= 2;
    }
    Ok(powers)
}

/// Returns the digits of a number in a radix from 2 to 36, with its sign.
///
/// # Errors
/// Fails if a limit is exceeded, or the text does not fit in memory.
pub(crate) fn to_text(meter: &Meter, value: &BigInt, radix: u32) -> Result<String> {
    let size = words(value);
    if value.bits() <= PIECE_BITS / 8 {
        check(meter.spend(size + size * size / 16))?;
        return Ok(value.to_str_radix(radix));
    }
    // This is an upper bound for the number of digits.
    let digits = usize::try_from(value.bits()).unwrap_or(usize::MAX) / radix.ilog2() as usize + 1;
    check(meter.holds(digits + size * 40))?;
    let powers = powers(meter, radix, digits)?;
    let mut text = String::new();
    if value.sign() == Sign::Minus {
        text.push('-');
    }
    let magnitude = BigInt::from_biguint(Sign::Plus, value.magnitude().clone());
    // The numbers that remain to be written. Each has the count of powers that can divide it, and a
    // flag for padding with zeros.
    let mut tasks = vec![(magnitude, powers.len(), false)];
    while let Some((value, level, is_padded)) = tasks.pop() {
        if level == 0 {
            let size = words(&value);
            check(meter.spend(size + size * size / 16))?;
            if value.sign() == Sign::NoSign && !is_padded {
                continue;
            }
            let piece = value.to_str_radix(radix);
            if is_padded {
                text.extend(std::iter::repeat_n('0', PIECE_DIGITS.saturating_sub(piece.len())));
            }
            text.push_str(&piece);
            continue;
        }
        if !is_padded && value < powers[level - 1] {
            tasks.push((value, level - 1, false));
            continue;
        }
        let (high, low) = divide(meter, &value, &powers[level - 1])?;
        drop(value);
        tasks.push((low, level - 1, true));
        tasks.push((high, level - 1, is_padded));
    }
    Ok(text)
}

/// Parses digits in a radix. The digits must be valid.
///
/// # Errors
/// Fails if the result has more than [`MAX_BITS`] bits, or a limit is exceeded.
pub(crate) fn from_digits(meter: &Meter, digits: &str, radix: u32) -> Result<BigInt> {
    let parse = |digits: &str| BigInt::parse_bytes(digits.as_bytes(), radix).unwrap_or_default();
    if digits.len() <= PIECE_DIGITS {
        check(meter.spend(digits.len() / 8 + digits.len() * digits.len() / 4096))?;
        return Ok(parse(digits));
    }
    let bits = digits.trim_start_matches('0').len().saturating_sub(1) as u64 * u64::from(radix.ilog2());
    reserve(meter, bits, digits.len() * 3)?;
    let powers = powers(meter, radix, digits.len())?;
    // Pieces, lowest first. Adjacent pairs are joined until one piece is left.
    let mut parts = Vec::new();
    let mut end = digits.len();
    while end > 0 {
        check(meter.spend(PIECE_DIGITS * PIECE_DIGITS / 4096))?;
        let start = end.saturating_sub(PIECE_DIGITS);
        parts.push(parse(&digits[start..end]));
        end = start;
    }
    for power in &powers {
        let mut joined = Vec::with_capacity(parts.len().div_ceil(2));
        for pair in parts.chunks(2) {
            joined.push(match pair {
                [low, high] => product(meter, high, power)? + low,
                _ => pair[0].clone(),
            });
        }
        parts = joined;
    }
    let value = parts.swap_remove(0);
    debug_assert!(parts.is_empty(), "powers reach all digits");
    reserve(meter, value.bits(), 0)?;
    Ok(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn random(rng: &mut gridlore_core::Rng, bits: u64) -> BigInt {
        let words: Vec<u32> = (0..bits / 32)
            .map(|_| u32::try_from(rng.next_u64() >> 32).unwrap_or(0))
            .map(|word| {
                if word.is_multiple_of(7) {
                    u32::MAX
                } else if word.is_multiple_of(5) {
                    0
                } else {
                    word
                }
            })
            .collect();
        let sign = if rng.below(2) == 0 { Sign::Plus } else { Sign::Minus };
        BigInt::new(sign, words) + 1
    }

    #[test]
    fn split_arithmetic_agrees_with_num_bigint() {
        let mut rng = gridlore_core::Rng::new(3);
        let meter = Meter::default();
        for (left, right) in [
            (600_000, 600_000),
            (900_000, 300_000),
            (1_500_000, 40_000),
            (1_000_000, 999_968),
            (700_000, 64),
            (64, 700_000),
            (531_072, 265_536),
        ] {
            let (left, right) = (random(&mut rng, left), random(&mut rng, right));
            let product = &left * &right;
            assert_eq!(multiply(&meter, &left, &right), Ok(product.clone()));
            let quotient = &left / &right;
            let rest = &left % &right;
            assert_eq!(divide(&meter, &left, &right), Ok((quotient, rest)));
            assert_eq!(divide(&meter, &product, &right), Ok((left.clone(), BigInt::default())));
            let (down, rest) = divide_floor(&meter, &left, &right).expect("no limit");
            assert_eq!(&down * &right + &rest, left);
            assert!(rest.sign() == Sign::NoSign || rest.sign() == right.sign());
        }
    }

    #[test]
    fn roots_are_rounded_down() {
        let mut rng = gridlore_core::Rng::new(7);
        let meter = Meter::default();
        for (bits, degree) in
            [(100, 2), (50_016, 2), (60_000, 3), (40_000, 17), (64_000, 40_000), (900_000, 5)]
        {
            let value = random(&mut rng, bits);
            let value = if value.sign() == Sign::Minus { -value } else { value };
            let root: BigInt = root(&meter, &value, degree).expect("no limit");
            assert!(root.pow(degree) <= value && value < (&root + BigInt::from(1)).pow(degree));
        }
        assert_eq!(root(&meter, &BigInt::from(-27), 3), Ok(BigInt::from(-3)));
    }

    #[test]
    fn digits_read_back() {
        let mut rng = gridlore_core::Rng::new(5);
        let meter = Meter::default();
        for bits in [64, 30_000, 40_000, 200_000, 500_000] {
            let value = random(&mut rng, bits);
            for radix in [10, 2, 7, 16, 36] {
                let text = to_text(&meter, &value, radix).expect("no limit");
                assert_eq!(text, value.to_str_radix(radix), "{bits} bits by {radix}");
                let digits = text.trim_start_matches('-');
                let read = from_digits(&meter, digits, radix).expect("no limit");
                assert_eq!(read.magnitude(), value.magnitude(), "{bits} bits by {radix}");
            }
        }
        for (base, exponent) in [(10, 40_000u32), (2, 200_000), (7, 60_001), (-3, 12_345), (12, 3), (5, 0)] {
            let value = power(&meter, &BigInt::from(base), exponent).expect("no limit");
            assert_eq!(value, BigInt::from(base).pow(exponent));
            let text = to_text(&meter, &value, 10).expect("no limit");
            assert_eq!(text, value.to_string());
        }
    }

    #[test]
    fn results_that_are_too_large_are_refused() {
        let meter = Meter::default();
        assert_eq!(power(&meter, &BigInt::from(3), u32::MAX), Err(Interrupted));
        assert_eq!(meter.take_exceeded(), Some(Exceeded::Memory));
        let large = BigInt::from(1) << (MAX_BITS - 10);
        assert_eq!(multiply(&meter, &large, &large), Err(Interrupted));
        assert_eq!(meter.take_exceeded(), Some(Exceeded::Memory));
        // The time limit also applies within one product.
        meter.set_clock(std::rc::Rc::new(|| 1.0));
        meter.set_limits(u64::MAX, 0.5);
        let large = BigInt::from(3).pow(400_000);
        assert_eq!(multiply(&meter, &large, &large), Err(Interrupted));
        assert_eq!(meter.take_exceeded(), Some(Exceeded::Time));
    }
}
