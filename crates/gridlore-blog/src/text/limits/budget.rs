//! The budget for the puzzles and formulas of a post.

use crate::text::blocks::{DRAWN, is_seeded};
use std::sync::OnceLock;

/// Returns the processor time of the current thread in microseconds, if the host has set a clock.
static CLOCK: OnceLock<fn() -> u64> = OnceLock::new();

/// Sets the clock for rendering, a function that returns the processor time of the current thread
/// in microseconds. With a clock, rendering also stops drawing puzzles that take longer than
/// estimated.
///
/// Only the first call has an effect.
pub fn set_clock(clock: fn() -> u64) {
    let _ = CLOCK.set(clock);
}

/// Measures the processor time of a thread; contains the clock, if there is one, and the start
/// time.
#[derive(Debug)]
pub(crate) struct Stopwatch(Option<(fn() -> u64, u64)>);

impl Stopwatch {
    /// Starts measuring.
    pub(crate) fn start() -> Self {
        Self(CLOCK.get().map(|clock| (*clock, clock())))
    }

    /// Returns the measured microseconds since the start, or 0 without a clock.
    pub(crate) fn measured(&self) -> u64 {
        self.0.map_or(0, |(clock, began)| clock().saturating_sub(began))
    }
}

/// The budget for the puzzles and formulas of one post, in microseconds on a slow machine.
///
/// Charges are estimates that do not depend on the machine, so a post looks the same everywhere. If
/// there is a clock, the measured time also limits the budget, in case puzzles cost much more than
/// estimated.
#[derive(Debug)]
pub(crate) struct Budget {
    pub(crate) left: u64,
    /// The line at which the budget was exhausted.
    pub(crate) spent_at: Option<usize>,
    watch: Stopwatch,
}

impl Budget {
    /// The whole budget of a post.
    pub(crate) const WHOLE: u64 = 700_000;
    /// Measured time in microseconds after which no further puzzle or formula is drawn.
    const MEASURED: u64 = 250_000;
    /// Time in microseconds by which the estimate for a puzzle may exceed `MEASURED`.
    const SLACK: u64 = 150_000;
    /// Maximum size in bytes of a text that leaves the whole budget for its puzzles.
    const SHORT: u64 = 200_000;
    /// Cost of a board that is given in full.
    pub(crate) const BOARD: u64 = 100;
    /// Cost of a pattern, a cover or a program that is given in full.
    const EXHIBIT: u64 = 300;
    /// Number of bytes of HTML that are built, compressed and cached in one microsecond.
    const BYTES: u64 = 8;
    /// Cost of a board with drawn rules: the drawing, the sentences and the description. Such
    /// boards have no seed ([`crate::text::blocks`]).
    const DRAWN: u64 = 3_000;
    /// Cost of a board that is generated from a seed.
    const SEEDED: u64 = 5_000;
    /// Number of cells of a soup that are generated and drawn in one microsecond.
    const SOUP_CELLS: u64 = 8;
    /// Cost of a seeded board of a rated level, for which several puzzles are generated and rated.
    const SEEDED_RATED: u64 = 30_000;
    /// Cost of a seeded board of a geometry other than 9x9, or with a given number of presses.
    const SEEDED_LARGE: u64 = 90_000;
    /// Cost of a seeded hard board of another geometry.
    const SEEDED_HARD: u64 = 250_000;
    /// Cost of an HTML tag with attributes, which the sanitiser reads.
    pub(crate) const TAG: u64 = 20;
    /// Cost of a formula in addition to that of its length.
    const FORMULA: u64 = 30;

    /// Returns the approximate cost of a formula without its HTML. It is quadratic in the length,
    /// because the parser scans over all spaces from each space.
    pub(crate) const fn formula(text: &str) -> u64 {
        let length = text.len() as u64;
        Self::FORMULA + length + length * length / 600
    }

    pub(crate) fn new() -> Self {
        Self { left: Self::WHOLE, spent_at: None, watch: Stopwatch::start() }
    }

    /// Returns the budget for the puzzles of a text. A long text leaves less, because its Markdown
    /// can take half a second by itself.
    pub(crate) fn for_text(markdown: &str) -> Self {
        let long = (markdown.len() as u64).saturating_sub(Self::SHORT);
        let budget = Self::new();
        // A text with bare addresses is parsed twice.
        let passes = if markdown.contains("://") { 2 } else { 1 };
        Self { left: budget.left.saturating_sub(Self::parsing(long) * passes), ..budget }
    }

    /// Returns the highest cost of parsing this many bytes of Markdown.
    pub(crate) const fn parsing(bytes: u64) -> u64 {
        bytes * 2 / 5
    }

    /// Returns the measured microseconds since the start, or 0 without a clock.
    pub(crate) fn measured(&self) -> u64 {
        self.watch.measured()
    }

    /// Takes `cost` from the budget; returns `false` if that exceeds what is left.
    pub(crate) fn take(&mut self, cost: u64, line: usize) -> bool {
        let measured = self.measured();
        // A cost of more than the slack is an estimate for the slowest seed.
        let is_late = measured > Self::MEASURED
            || (measured + cost > Self::MEASURED + Self::SLACK && cost > Self::SLACK);
        if self.spent_at.is_some() || cost > self.left || is_late {
            self.spent_at.get_or_insert(line);
            return false;
        }
        self.left -= cost;
        true
    }

    pub(crate) fn puzzle(&mut self, kind: &gridlore::Kind, code: &str, line: usize) -> bool {
        self.take(Self::charge(kind, code) + code.len() as u64, line)
    }

    /// Takes the cost of a puzzle’s HTML, and `more`; returns `false` if the cost of the HTML alone
    /// exceeds what is left.
    pub(crate) fn take_html(&mut self, html: &str, more: u64, line: usize) -> bool {
        if html.len() as u64 / Self::BYTES > self.left {
            self.spent_at.get_or_insert(line);
            return false;
        }
        self.charge_html(html, more);
        true
    }

    /// Takes the cost of HTML that was built, and `more`; never fails, but the budget may reach
    /// zero.
    pub(crate) const fn charge_html(&mut self, html: &str, more: u64) {
        self.left = self.left.saturating_sub(html.len() as u64 / Self::BYTES + more);
    }

    /// Returns the approximate cost of a puzzle block without its HTML.
    fn charge(kind: &gridlore::Kind, code: &str) -> u64 {
        if kind.name == DRAWN {
            return Self::DRAWN;
        }
        if !is_seeded(code) {
            return if matches!(kind.opens, gridlore::Opens::Exhibit(_)) {
                Self::EXHIBIT
            } else {
                Self::BOARD
            };
        }
        if code.contains("rated-") {
            return Self::SEEDED_RATED;
        }
        if let Some(side) = soup_side(code) {
            return Self::SEEDED + side.saturating_mul(side) / Self::SOUP_CELLS;
        }
        let is_hard = ["hard", "minimal"].iter().any(|level| code.contains(level));
        // `4x4-hard#7`, `x#7`, `random 5 5 60 1 presses 9#7`.
        match code.contains('x') || code.contains("presses") {
            true if is_hard => Self::SEEDED_HARD,
            true => Self::SEEDED_LARGE,
            false => Self::SEEDED,
        }
    }
}

/// Returns the side length of the soup in a block such as `soup,512,50#7`.
fn soup_side(code: &str) -> Option<u64> {
    code.trim_start().strip_prefix("soup")?.split([',', ' ', '#']).nth(1)?.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_html_of_a_short_block_exceeds_the_budget() {
        let mut budget = Budget::new();
        assert!(budget.take_html(&"x".repeat(1 << 20), 9, 1));
        assert_eq!(budget.left, Budget::WHOLE - (1 << 20) / Budget::BYTES - 9);
        assert!(!budget.take_html(&"x".repeat(6 << 20), 0, 2));
        assert_eq!(budget.spent_at, Some(2));
    }

    #[test]
    fn long_texts_leave_less_for_puzzles() {
        assert_eq!(Budget::for_text(&"x".repeat(200_000)).left, Budget::WHOLE);
        assert_eq!(Budget::for_text(&"x".repeat(1_200_000)).left, Budget::WHOLE - 400_000);
    }

    #[test]
    fn large_soups_cost_more_than_small_ones() {
        let life = gridlore::kind("life").expect("a kind of puzzle");
        for (code, cost) in [
            ("soup,512,50#7", 37_768),
            ("soup 512 50 B36/S23#7", 37_768),
            ("soup,16,50#7", 5_032),
            ("soup,99999999999,50#7", u64::MAX / 8 + 5_000),
        ] {
            assert_eq!(Budget::charge(life, code), cost, "{code}");
        }
    }
}
