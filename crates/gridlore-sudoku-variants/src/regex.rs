//! Regular expressions over digits, as automata without empty steps.
//!
//! The syntax has digits, letters (A is 10), `.`, classes such as `[1-3]` and `[^5]`, groups, `|`,
//! and the quantifiers `*`, `+`, `?`, `{2}`, `{2,}` and `{2,4}`.
//!
//! # Source
//! V. M. Glushkov, The abstract theory of automata, 1961. Each digit of the expression is a state.

use crate::rule::Automaton;
use crate::shape::Shape;
use std::mem;

/// Maximum number of digits and classes in an expression after quantifiers are expanded. One of the
/// 64 states is the start.
const MAX_PLACES: usize = 63;
/// Maximum nesting depth of groups.
const MAX_DEPTH: usize = 50;
/// Maximum number of steps: one for each part, quantifier, alternative and character of a class,
/// each time it is read. Nested quantifiers read their parts again.
const MAX_STEPS: usize = 1_000;
/// Maximum number in a quantifier.
const MAX_TIMES: usize = 63;

/// A part of an expression: the places at which it can begin and end, and whether it can be empty.
#[derive(Debug, Clone, Default)]
struct Part {
    first: u64,
    last: u64,
    is_empty: bool,
}

/// Returns the automaton of an expression.
pub(crate) fn automaton(pattern: &str, shape: &Shape) -> Result<Automaton, String> {
    if pattern.chars().nth(MAX_STEPS).is_some() {
        return Err(format!("more than {MAX_STEPS} characters"));
    }
    let mut parser = Parser {
        signs: pattern.chars().collect(),
        at: 0,
        end: usize::MAX,
        shape,
        sets: Vec::new(),
        follow: Vec::new(),
        steps: MAX_STEPS,
    };
    let whole = parser.choice(0)?;
    if let Some(sign) = parser.peek() {
        return Err(format!("'{sign}' at character {}", parser.at + 1));
    }
    // State 0 is the start; place n is state n + 1.
    let row = |next: u64| -> Vec<u64> {
        (0..shape.values)
            .map(|bit| {
                (0..parser.sets.len())
                    .filter(|place| next >> place & 1 == 1 && parser.sets[*place] >> bit & 1 == 1)
                    .fold(0, |all, place| all | 1 << (place + 1))
            })
            .collect()
    };
    let next = std::iter::once(whole.first).chain(parser.follow.iter().copied()).map(row).collect();
    Ok(Automaton { starts: 1, ends: whole.last << 1 | u64::from(whole.is_empty), next })
}

struct Parser<'a> {
    signs: Vec<char>,
    at: usize,
    /// Where reading stops while a part is read again.
    end: usize,
    shape: &'a Shape,
    /// The values of each place.
    sets: Vec<u32>,
    /// For each place, the places that can follow it.
    follow: Vec<u64>,
    /// Number of steps left.
    steps: usize,
}

impl Parser<'_> {
    fn peek(&self) -> Option<char> {
        (self.at < self.end).then(|| self.signs.get(self.at).copied()).flatten()
    }

    fn step(&mut self) -> Result<(), String> {
        self.steps = self.steps.checked_sub(1).ok_or("too many parts and repetitions")?;
        Ok(())
    }

    fn take(&mut self, sign: char) -> bool {
        let is_next = self.peek() == Some(sign);
        self.at += usize::from(is_next);
        is_next
    }

    fn choice(&mut self, depth: usize) -> Result<Part, String> {
        if depth > MAX_DEPTH {
            return Err("groups inside groups".to_owned());
        }
        let mut whole = self.sequence(depth)?;
        while self.take('|') {
            self.step()?;
            let other = self.sequence(depth)?;
            whole.first |= other.first;
            whole.last |= other.last;
            whole.is_empty |= other.is_empty;
        }
        Ok(whole)
    }

    fn sequence(&mut self, depth: usize) -> Result<Part, String> {
        let mut whole = Part { is_empty: true, ..Part::default() };
        while self.peek().is_some_and(|sign| !"|)".contains(sign)) {
            let next = self.quantified(depth)?;
            whole = self.joined(&whole, &next);
        }
        Ok(whole)
    }

    /// Concatenates two parts.
    fn joined(&mut self, one: &Part, other: &Part) -> Part {
        self.link(one.last, other.first);
        Part {
            first: one.first | if one.is_empty { other.first } else { 0 },
            last: other.last | if other.is_empty { one.last } else { 0 },
            is_empty: one.is_empty && other.is_empty,
        }
    }

    fn link(&mut self, from: u64, to: u64) {
        for (place, follow) in self.follow.iter_mut().enumerate() {
            if from >> place & 1 == 1 {
                *follow |= to;
            }
        }
    }

    fn quantified(&mut self, depth: usize) -> Result<Part, String> {
        let start = self.at;
        let mut part = self.primary(depth)?;
        loop {
            let end = self.at;
            let (least, most) = match self.peek() {
                Some('*') => (0, None),
                Some('+') => (1, None),
                Some('?') => (0, Some(1)),
                Some('{') => self.bounds()?,
                _ => return Ok(part),
            };
            self.step()?;
            self.at += 1;
            let after = self.at;
            if least <= 1 && most.is_none_or(|most| most == 1) {
                if most.is_none() {
                    self.link(part.last, part.first);
                }
                part.is_empty |= least == 0;
                continue;
            }
            // Each repetition has its own places, so the same characters are read again.
            let mut copies = vec![part];
            for _ in 1..most.unwrap_or(least).max(1) {
                self.at = start;
                copies.push(self.again(depth, end)?);
            }
            self.at = after;
            if most == Some(0) {
                part = Part { is_empty: true, ..Part::default() };
                continue;
            }
            if let (None, Some(last)) = (most, copies.last()) {
                let (from, to) = (last.last, last.first);
                self.link(from, to);
            }
            let mut whole = Part { is_empty: true, ..Part::default() };
            for (number, mut copy) in copies.into_iter().enumerate() {
                copy.is_empty |= number >= least;
                whole = self.joined(&whole, &copy);
            }
            part = whole;
        }
    }

    /// Reads a part again, up to a given character.
    fn again(&mut self, depth: usize, end: usize) -> Result<Part, String> {
        let former = mem::replace(&mut self.end, end);
        let part = self.quantified(depth + 1);
        self.end = former;
        part
    }

    /// Reads `{2}`, `{2,}` or `{2,4}` up to its end.
    fn bounds(&mut self) -> Result<(usize, Option<usize>), String> {
        let start = self.at + 1;
        let length = self.signs[start..].iter().position(|sign| *sign == '}');
        let text: String = self.signs[start..start + length.ok_or("{ without }")?].iter().collect();
        self.at = start + text.chars().count();
        let number = |text: &str| text.parse().ok().filter(|times| *times <= MAX_TIMES);
        let bounds = match text.split_once(',') {
            None => number(&text).map(|times| (times, Some(times))),
            Some((least, "")) => number(least).map(|least| (least, None)),
            Some((least, most)) => number(least).zip(number(most)).map(|(least, most)| (least, Some(most))),
        };
        bounds
            .filter(|(least, most)| most.is_none_or(|most| *least <= most))
            .ok_or_else(|| format!("the quantifier {{{text}}}"))
    }

    fn primary(&mut self, depth: usize) -> Result<Part, String> {
        let place = self.at + 1;
        self.step()?;
        let sign = self.peek().ok_or("its end")?;
        self.at += 1;
        let set = match sign {
            '*' | '+' | '?' | '{' => {
                return Err(format!("'{sign}' at character {place} with nothing to repeat"));
            }
            '(' => {
                let inner = self.choice(depth + 1)?;
                return if self.take(')') {
                    Ok(inner)
                } else {
                    Err(format!("( at character {place} without a matching )"))
                };
            }
            '[' => self.class()?,
            '.' => self.shape.all(),
            '\\' => {
                let escaped = self.peek().ok_or("\\ at the end")?;
                self.at += 1;
                self.value(escaped)?
            }
            sign => self.value(sign)?,
        };
        if self.sets.len() == MAX_PLACES {
            return Err(format!("more than {MAX_PLACES} digits and classes"));
        }
        self.sets.push(set);
        self.follow.push(0);
        let own = 1 << (self.sets.len() - 1);
        Ok(Part { first: own, last: own, is_empty: false })
    }

    /// Reads a class after its `[`.
    fn class(&mut self) -> Result<u32, String> {
        let is_negated = self.take('^');
        let mut set = 0;
        loop {
            self.step()?;
            let first = self.peek().ok_or("[ without ]")?;
            self.at += 1;
            if first == ']' {
                return Ok(if is_negated { self.shape.all() & !set } else { set });
            }
            if self.peek() == Some('-') && self.signs.get(self.at + 1).is_some_and(|sign| *sign != ']') {
                let last = self.signs[self.at + 1];
                self.at += 2;
                if last < first {
                    return Err(format!("the range {first}-{last}"));
                }
                for sign in first..=last {
                    set |= self.value(sign)?;
                }
            } else {
                set |= self.value(first)?;
            }
        }
    }

    /// Returns the set of a digit or, from 10, a letter.
    fn value(&self, sign: char) -> Result<u32, String> {
        let set = sign.to_digit(36).map(|value| self.shape.set_of(value.cast_signed()));
        set.filter(|set| *set != 0).ok_or_else(|| format!("'{sign}', which is not a digit of the grid"))
    }
}
