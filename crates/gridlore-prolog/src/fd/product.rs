//! Products, quotients, powers, absolute values, minima and maxima, and bitwise functions.

use num_bigint::BigInt;

use super::domain::{Domain, INF, SUP};
use super::event::{Failed, Propagated, Var};
use super::propagator::{Division, Function};
use super::solver::Solver;
use crate::meter::Meter;
use crate::terms::bignum;

/// Bounds as 128-bit numbers; `None` means unbounded.
type Bounds = (Option<i128>, Option<i128>);

fn bounds(solver: &Solver, variable: Var) -> Bounds {
    let domain = solver.domain(variable);
    let finite = |value: i64| if matches!(value, INF | SUP) { None } else { Some(i128::from(value)) };
    (finite(domain.min), finite(domain.max))
}

fn low(value: Option<i128>) -> i64 {
    value.map_or(INF, |value| i64::try_from(value).unwrap_or(INF))
}

fn high(value: Option<i128>) -> i64 {
    value.map_or(SUP, |value| i64::try_from(value).unwrap_or(SUP))
}

fn restrict(solver: &mut Solver, variable: Var, bounds: Bounds) -> Propagated {
    if bounds.0.is_some_and(|least| least > i128::from(SUP - 1)) {
        // The result is beyond the range of domains, so nothing can be pruned.
        return Ok(());
    }
    if bounds.1.is_some_and(|most| most < i128::from(INF + 1)) {
        return Ok(());
    }
    solver.set_min(variable, low(bounds.0))?;
    solver.set_max(variable, high(bounds.1))
}

/// Returns the bounds of a product.
fn product((a, b): Bounds, (c, d): Bounds) -> Bounds {
    let finite = |a: Option<i128>, b: Option<i128>, c: Option<i128>, d: Option<i128>| {
        Some([a? * c?, a? * d?, b? * c?, b? * d?])
    };
    if let Some(corners) = finite(a, b, c, d) {
        return (corners.iter().copied().min(), corners.iter().copied().max());
    }
    // If factors are unbounded, the signs still bound the product.
    let positive = |least: Option<i128>| least.is_some_and(|least| least >= 0);
    let negative = |most: Option<i128>| most.is_some_and(|most| most <= 0);
    match (a, b, c, d) {
        (Some(a), b, Some(c), d) if a >= 0 && c >= 0 => (Some(a * c), b.zip(d).map(|(b, d)| b * d)),
        (a, Some(b), c, Some(d)) if b <= 0 && d <= 0 => (Some(b * d), a.zip(c).map(|(a, c)| a * c)),
        (a, b, c, d) if positive(a) && negative(d) => {
            let least = b.zip(c).map(|(b, c)| b * c);
            (least, a.zip(d).map(|(a, d)| a * d))
        }
        (a, b, c, d) if negative(b) && positive(c) => {
            let least = a.zip(d).map(|(a, d)| a * d);
            (least, b.zip(c).map(|(b, c)| b * c))
        }
        _ => (None, None),
    }
}

/// Returns the bounds of a factor, given the bounds of the product and of the other factor, or
/// `None` if the other factor can be 0 or a bound is missing.
fn factor((a, b): Bounds, (c, d): Bounds) -> Option<Bounds> {
    // z / y, where the sign of y is constant.
    let (c, d) = (c?, d?);
    if c <= 0 && d >= 0 {
        return None;
    }
    let (a, b) = (a?, b?);
    let floor = |n: i128, m: i128| n.div_euclid(m) - i128::from(m < 0 && n.rem_euclid(m) != 0);
    let ceiling = |n: i128, m: i128| -floor(-n, m);
    let lows = [ceiling(a, c), ceiling(a, d), ceiling(b, c), ceiling(b, d)];
    let highs = [floor(a, c), floor(a, d), floor(b, c), floor(b, d)];
    Some((lows.iter().copied().min(), highs.iter().copied().max()))
}

/// Propagates `x · y = z`.
pub(super) fn times(solver: &mut Solver, number: u32, x: Var, y: Var, z: Var) -> Propagated {
    if let (Some(left), Some(right)) = (solver.exact(x), solver.exact(y)) {
        solver.kill(number);
        let value = bignum::multiply(&solver.meter, &left, &right).map_err(|_| Failed)?;
        return solver.fix_exact(z, &value);
    }
    for (known, other) in [(x, y), (y, x)] {
        if let (Some(factor), Some(total)) = (solver.exact(known), solver.exact(z)) {
            if factor == BigInt::from(0) {
                solver.kill(number);
                return if total == factor { Ok(()) } else { Err(Failed) };
            }
            let (quotient, rest) = bignum::divide(&solver.meter, &total, &factor).map_err(|_| Failed)?;
            if rest != BigInt::from(0) {
                return Err(Failed);
            }
            solver.kill(number);
            return solver.fix_exact(other, &quotient);
        }
    }
    if solver.value(z) == Some(0) {
        for (one, other) in [(x, y), (y, x)] {
            if !solver.domain(one).contains(0) {
                solver.kill(number);
                return solver.fix(other, 0);
            }
        }
    }
    for (known, other) in [(x, y), (y, x)] {
        match solver.value(known) {
            Some(0) => {
                solver.kill(number);
                return solver.fix(z, 0);
            }
            Some(1) => {
                solver.kill(number);
                return solver.alias_values(other, z);
            }
            _ => {}
        }
    }
    if [x, y, z].iter().any(|&variable| solver.is_big(variable)) {
        return Ok(());
    }
    if solver.root(x) == solver.root(y) {
        return power_known(solver, number, x, 2, z);
    }
    loop {
        solver.spend(8)?;
        let before = solver.changes();
        let (bx, by) = (bounds(solver, x), bounds(solver, y));
        restrict(solver, z, product(bx, by))?;
        let bz = bounds(solver, z);
        // A non-zero product has no zero factor.
        if !solver.domain(z).contains(0) {
            solver.remove(x, 0)?;
            solver.remove(y, 0)?;
        }
        for (one, other) in [(x, y), (y, x)] {
            let other = bounds(solver, other);
            if let Some(quotient) = factor(bz, other) {
                restrict(solver, one, quotient)?;
            } else if let (Some(a), Some(b)) = bz
                && !solver.domain(z).contains(0)
            {
                // |x| is at most |z|, because the other factor is at least 1 in absolute value.
                let most = a.abs().max(b.abs());
                restrict(solver, one, (Some(-most), Some(most)))?;
            }
        }
        // If the product is positive, both factors have the same sign.
        if let (Some(least), _) = bounds(solver, z)
            && least > 0
        {
            for (one, other) in [(x, y), (y, x)] {
                if solver.min(one) >= 0 {
                    solver.set_min(other, 1)?;
                } else if solver.max(one) <= 0 {
                    solver.set_max(other, -1)?;
                }
            }
        }
        if solver.changes() == before {
            return Ok(());
        }
    }
}

/// Propagates `x ^ y = z`. Exponents are non-negative, except for the bases 1 and -1.
pub(super) fn power(solver: &mut Solver, number: u32, x: Var, y: Var, z: Var) -> Propagated {
    match (solver.exact(x), solver.exact(y)) {
        (Some(base), Some(exponent)) => {
            let Ok(exponent) = i64::try_from(&exponent) else { return Err(Failed) };
            let one = BigInt::from(1);
            let value = if exponent >= 0 {
                let wide = u32::try_from(exponent).map_err(|_| Failed)?;
                bignum::power(&solver.meter, &base, wide).map_err(|_| Failed)?
            } else if base == one || base == -&one {
                if exponent % 2 == 0 { one } else { base }
            } else {
                return Err(Failed);
            };
            solver.kill(number);
            return solver.fix_exact(z, &value);
        }
        (None, Some(exponent)) => {
            let Ok(exponent) = u32::try_from(&exponent) else { return Ok(()) };
            return power_known(solver, number, x, exponent, z);
        }
        (Some(base), None) => {
            // The bounds of the power determine the exponent.
            if base >= BigInt::from(2) {
                solver.set_min(y, 0)?;
                let Ok(base) = i128::try_from(&base) else { return Ok(()) };
                let logarithm = |most: i128| {
                    let (mut value, mut exponent) = (1i128, 0i64);
                    while let Some(next) = value.checked_mul(base).filter(|next| *next <= most) {
                        value = next;
                        exponent += 1;
                    }
                    (value, exponent)
                };
                solver.set_min(z, 1)?;
                let (least, most) = bounds(solver, z);
                if let Some(most) = most {
                    solver.set_max(y, logarithm(most).1)?;
                }
                if let Some(least) = least.filter(|least| *least > 1) {
                    let (value, exponent) = logarithm(least);
                    solver.set_min(y, if value < least { exponent + 1 } else { exponent })?;
                }
                if let Some(exact) = solver.value(y) {
                    let exponent = u32::try_from(exact).map_err(|_| Failed)?;
                    let value = BigInt::from(base).pow(exponent);
                    return solver.fix_exact(z, &value);
                }
                let of_bounds = |exponent: i64| {
                    u32::try_from(exponent).ok().and_then(|exponent| base.checked_pow(exponent))
                };
                let (least, most) = (solver.min(y), solver.max(y));
                restrict(solver, z, (of_bounds(least), of_bounds(most)))?;
            }
            return Ok(());
        }
        (None, None) => {}
    }
    if solver.min(x) >= 0 && solver.min(y) >= 0 {
        solver.set_min(z, 0)?;
    }
    if solver.min(x) >= 1 && solver.min(y) >= 0 {
        solver.set_min(z, 1)?;
    }
    Ok(())
}

fn power_known(solver: &mut Solver, number: u32, x: Var, exponent: u32, z: Var) -> Propagated {
    if exponent == 0 {
        return solver.fix(z, 1);
    }
    let is_even = exponent.is_multiple_of(2);
    let raise = |value: i128| value.checked_pow(exponent);
    if is_even {
        solver.set_min(z, 0)?;
    }
    if let (Some(a), Some(b)) = bounds(solver, x) {
        let corners = (raise(a), raise(b));
        if let (Some(low), Some(high)) = corners {
            let spans_zero = a <= 0 && b >= 0;
            let least = if is_even && spans_zero { 0 } else { low.min(high) };
            restrict(solver, z, (Some(least), Some(low.max(high))))?;
        }
    }
    if let Some(value) = solver.exact(z) {
        let root = exact_root(&solver.meter, &value, exponent).ok_or(Failed)?;
        let Ok(root) = i64::try_from(&root) else { return Ok(()) };
        let domain = if is_even {
            Domain::from_ranges(vec![(-root, -root), (root, root)]).ok_or(Failed)?
        } else {
            Domain::range(root, root)
        };
        solver.kill(number);
        return solver.restrict(x, &domain);
    }
    if let (least, Some(most)) = bounds(solver, z) {
        let root = |value: i128| -> i64 {
            let (mut low, mut high) = (0i128, 1i128 << 62);
            while low < high {
                let middle = low + (high - low + 1) / 2;
                if raise(middle).is_some_and(|raised| raised <= value) {
                    low = middle
                } else {
                    high = middle - 1
                }
            }
            i64::try_from(low).unwrap_or(SUP - 1)
        };
        if most >= 0 {
            let root_of_most = root(most);
            solver.set_max(x, root_of_most)?;
            if is_even {
                solver.set_min(x, -root_of_most)?;
            }
        }
        if !is_even && let Some(least) = least.filter(|least| *least < 0) {
            solver.set_min(x, -root(-least) - 1)?;
        }
    }
    Ok(())
}

/// Returns the root if it is an integer.
fn exact_root(meter: &Meter, value: &BigInt, degree: u32) -> Option<BigInt> {
    let is_negative = value.sign() == num_bigint::Sign::Minus;
    if is_negative && degree.is_multiple_of(2) {
        return None;
    }
    let root = bignum::root(meter, value, degree).ok()?;
    (bignum::power(meter, &root, degree).ok()? == *value).then_some(root)
}

fn quotient(meter: &Meter, kind: Division, x: &BigInt, y: &BigInt) -> Option<BigInt> {
    let whole = || bignum::divide(meter, x, y).ok();
    let down = || bignum::divide_floor(meter, x, y).ok();
    match kind {
        Division::Truncated => whole().map(|(quotient, _)| quotient),
        Division::Floored => down().map(|(quotient, _)| quotient),
        Division::Modulo => down().map(|(_, rest)| rest),
        Division::Remainder => whole().map(|(_, rest)| rest),
        Division::Exact => whole().and_then(|(quotient, rest)| (rest == BigInt::from(0)).then_some(quotient)),
    }
}

/// Propagates `x // y = z` and the other kinds of division.
pub(super) fn division(
    solver: &mut Solver,
    number: u32,
    kind: Division,
    x: Var,
    y: Var,
    z: Var,
) -> Propagated {
    solver.remove(y, 0)?;
    if let (Some(dividend), Some(divisor)) = (solver.exact(x), solver.exact(y)) {
        if divisor == BigInt::from(0) {
            return Err(Failed);
        }
        let result = quotient(&solver.meter, kind, &dividend, &divisor).ok_or(Failed)?;
        solver.kill(number);
        return solver.fix_exact(z, &result);
    }
    if [x, y, z].iter().any(|&variable| solver.is_big(variable)) {
        return Ok(());
    }
    match kind {
        Division::Truncated | Division::Floored | Division::Exact => {
            quotient_bounds(solver, number, kind, x, y, z)
        }
        Division::Modulo | Division::Remainder => remainder_bounds(solver, number, kind, x, y, z),
    }
}

fn quotient_bounds(solver: &mut Solver, number: u32, kind: Division, x: Var, y: Var, z: Var) -> Propagated {
    let divide = |a: i128, b: i128| match kind {
        Division::Floored => a.div_euclid(b) - i128::from(b < 0 && a.rem_euclid(b) != 0),
        _ => a / b,
    };
    loop {
        solver.spend(8)?;
        let before = solver.changes();
        let (bx, by) = (bounds(solver, x), bounds(solver, y));
        if let ((Some(a), Some(b)), (Some(c), Some(d))) = (bx, by) {
            // Extreme quotients are found at the ends of the divisor's domain and at the divisors
            // next to 0.
            let mut divisors: Vec<i128> = vec![c, d];
            if c < 0 && d > 0 {
                divisors.extend([-1, 1]);
            }
            divisors.retain(|&divisor| divisor != 0);
            if c == 0 && d > 0 {
                divisors.push(1);
            }
            if d == 0 && c < 0 {
                divisors.push(-1);
            }
            let mut corners: Vec<i128> =
                divisors.iter().flat_map(|&divisor| [divide(a, divisor), divide(b, divisor)]).collect();
            if a <= 0 && b >= 0 {
                corners.push(0);
            }
            restrict(solver, z, (corners.iter().copied().min(), corners.iter().copied().max()))?;
        } else if let (Some(a), _) = bx
            && a >= 0
            && solver.min(y) > 0
        {
            solver.set_min(z, 0)?;
        }
        // A known divisor and the bounds of the quotient determine the dividend.
        if let (Some(divisor), (least, most)) = (solver.value(y), bounds(solver, z)) {
            let divisor = i128::from(divisor);
            let size = divisor.abs() - 1;
            let span = |value: i128| -> (i128, i128) {
                let product = value * divisor;
                match kind {
                    Division::Exact => (product, product),
                    Division::Floored if divisor > 0 => (product, product + size),
                    Division::Floored => (product - size, product),
                    _ if value == 0 => (-size, size),
                    _ if product > 0 => (product, product + size),
                    _ => (product - size, product),
                }
            };
            let ends = [least.map(span), most.map(span)];
            let lows = [ends[0].map(|end| end.0), ends[1].map(|end| end.0)];
            let highs = [ends[0].map(|end| end.1), ends[1].map(|end| end.1)];
            if let ([Some(first), Some(second)], [Some(third), Some(fourth)]) = (lows, highs) {
                restrict(solver, x, (Some(first.min(second)), Some(third.max(fourth))))?;
                if least == most {
                    // The quotient is known, and every remaining dividend produces it.
                    solver.kill(number);
                    return Ok(());
                }
            }
        }
        if solver.changes() == before {
            return Ok(());
        }
    }
}

fn remainder_bounds(solver: &mut Solver, number: u32, kind: Division, x: Var, y: Var, z: Var) -> Propagated {
    if let (Some(c), Some(d)) = bounds(solver, y) {
        let size = c.abs().max(d.abs()) - 1;
        match kind {
            Division::Modulo => {
                let least = if c < 0 { -size } else { 0 };
                let most = if d > 0 { size } else { 0 };
                restrict(solver, z, (Some(least), Some(most)))?;
            }
            _ => {
                let (a, b) = bounds(solver, x);
                let least = if a.is_some_and(|a| a >= 0) { 0 } else { -size };
                let most = if b.is_some_and(|b| b <= 0) { 0 } else { size };
                restrict(solver, z, (Some(least), Some(most)))?;
            }
        }
    }
    let Some(divisor) = solver.value(y) else { return Ok(()) };
    let remainder = |value: i64| match kind {
        Division::Modulo => i64::try_from(
            i128::from(value) - i128::from(divisor) * floor_wide(i128::from(value), i128::from(divisor)),
        )
        .unwrap_or(0),
        _ => value.wrapping_rem(divisor),
    };
    // Dividends between 0 and the divisor are their own remainder.
    let domain = solver.domain(x).clone();
    if domain.min >= 0 && divisor > 0 && domain.max < divisor {
        solver.kill(number);
        return solver.alias_values(x, z);
    }
    if domain.is_finite() {
        // Bounds move to the nearest possible dividend. Only small domains are searched.
        if domain.size().is_some_and(|size| size <= 1000) && solver.value(z).is_some() {
            let rests = solver.domain(z).clone();
            let mut least = domain.min;
            while !rests.contains(remainder(least)) {
                least = domain.next_after(least).ok_or(Failed)?;
            }
            let mut most = domain.max;
            while !rests.contains(remainder(most)) {
                most = domain.within(INF, most - 1).ok_or(Failed)?.max;
            }
            solver.set_min(x, least)?;
            solver.set_max(x, most)?;
        }
        if let Some(value) = solver.value(x) {
            return solver.fix(z, remainder(value));
        }
    }
    Ok(())
}

fn floor_wide(a: i128, b: i128) -> i128 {
    a.div_euclid(b) - i128::from(b < 0 && a.rem_euclid(b) != 0)
}

/// Propagates `|x| = z`.
pub(super) fn absolute(solver: &mut Solver, number: u32, x: Var, z: Var) -> Propagated {
    if let Some(value) = solver.exact(x) {
        solver.kill(number);
        let value = if value.sign() == num_bigint::Sign::Minus { -value } else { value };
        return solver.fix_exact(z, &value);
    }
    if solver.is_big(z) {
        return Ok(());
    }
    solver.set_min(z, 0)?;
    let sizes = solver.domain(x).ranges().into_iter().flat_map(|(min, max)| {
        let turn = |value: i64| if value == INF { SUP } else { value.saturating_abs() };
        if min >= 0 {
            vec![(min, max)]
        } else if max <= 0 {
            vec![(turn(max), turn(min))]
        } else {
            vec![(0, max.max(turn(min)))]
        }
    });
    let sizes = Domain::from_ranges(sizes.collect()).ok_or(Failed)?;
    solver.restrict(z, &sizes)?;
    let both = solver.domain(z).union(&solver.domain(z).negated());
    if solver.value(z).is_some() {
        solver.kill(number);
    }
    solver.restrict(x, &both)
}

/// Propagates `max(x, y) = z`.
pub(super) fn maximum(solver: &mut Solver, number: u32, x: Var, y: Var, z: Var) -> Propagated {
    solver.set_min(z, solver.min(x).max(solver.min(y)))?;
    solver.set_max(z, solver.max(x).max(solver.max(y)))?;
    solver.set_max(x, solver.max(z))?;
    solver.set_max(y, solver.max(z))?;
    for (one, other) in [(x, y), (y, x)] {
        // Only one of them can be the maximum.
        if solver.max(one) < solver.min(z) || solver.max(one) < solver.min(other) {
            solver.kill(number);
            return solver.alias_values(other, z);
        }
    }
    Ok(())
}

/// Propagates `min(x, y) = z`.
pub(super) fn minimum(solver: &mut Solver, number: u32, x: Var, y: Var, z: Var) -> Propagated {
    solver.set_max(z, solver.max(x).min(solver.max(y)))?;
    solver.set_min(z, solver.min(x).min(solver.min(y)))?;
    solver.set_min(x, solver.min(z))?;
    solver.set_min(y, solver.min(z))?;
    for (one, other) in [(x, y), (y, x)] {
        if solver.min(one) > solver.max(z) || solver.min(one) > solver.max(other) {
            solver.kill(number);
            return solver.alias_values(other, z);
        }
    }
    Ok(())
}

/// Computes a function of known arguments.
pub(super) fn function(
    solver: &mut Solver,
    number: u32,
    function: Function,
    x: Var,
    y: Option<Var>,
    z: Var,
) -> Propagated {
    let Some(first) = solver.exact(x) else { return Ok(()) };
    let second = match y {
        Some(y) => match solver.exact(y) {
            Some(value) => value,
            None => return Ok(()),
        },
        None => BigInt::from(0),
    };
    let shift = || i64::try_from(&second).ok().filter(|by| by.abs() < 1 << 20).ok_or(Failed);
    let shifted = |by: i64| if by >= 0 { &first << by.unsigned_abs() } else { &first >> by.unsigned_abs() };
    let is_positive = first.sign() == num_bigint::Sign::Plus;
    let value = match function {
        Function::ShiftLeft => shifted(shift()?),
        Function::ShiftRight => shifted(-shift()?),
        Function::And => first & second,
        Function::Or => first | second,
        Function::Xor => first ^ second,
        Function::Not => !first,
        Function::Msb if is_positive => BigInt::from(first.bits() - 1),
        Function::Lsb if is_positive => BigInt::from(first.trailing_zeros().unwrap_or(0)),
        Function::BitCount if is_positive || first == BigInt::from(0) => {
            BigInt::from(first.iter_u64_digits().map(|word| u64::from(word.count_ones())).sum::<u64>())
        }
        Function::Msb | Function::Lsb | Function::BitCount => return Err(Failed),
    };
    solver.kill(number);
    solver.fix_exact(z, &value)
}
