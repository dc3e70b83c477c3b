//! The independent checker for any geometry, written from the rules alone without any code from the
//! search.
//!
//! The rules: the cells of a house hold different digits, cells that are a forbidden move apart
//! hold different digits, a cage adds up to its sum, and a solution is full and keeps every given.
//! The checker is deliberately simple and slow.

use crate::{Area, Geometry, Grid, House, Rule, Symbols};

/// The reason why a board breaks the rules or has no solution, as far as it can be found without a
/// search.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Contradiction {
    /// A digit occurs more than once in a house, in these cells.
    Clash(House, u8, Vec<usize>),
    /// Two equal digits are a forbidden move apart.
    Move(Rule, u8, [usize; 2]),
    /// A full cage, given by its number from 0, has this wrong sum.
    Sum(usize, u32),
    /// No digit fits in this blank cell.
    NoDigit(usize),
    /// This digit has no place left in the house.
    NoPlace(House, u8),
    /// There is no contradiction on the board itself; only a full search shows that there is no
    /// solution.
    Search,
}

impl Contradiction {
    /// Describes the contradiction in words: `two 7s in row 3 (columns 1 and 5)`.
    #[must_use]
    pub fn in_words(&self, geometry: &Geometry, symbols: &Symbols) -> String {
        let side = geometry.side();
        let words = |cell: usize| geometry.cell_in_words(cell);
        match self {
            Self::Clash(house, digit, cells) => {
                let (what, between, place): (&str, &str, &dyn Fn(usize) -> String) = match house {
                    House::Row(_) => ("columns ", ", ", &|cell| (cell % side + 1).to_string()),
                    House::Column(_) => ("rows ", ", ", &|cell| (cell / side + 1).to_string()),
                    _ => ("", "; ", &words),
                };
                let places: Vec<String> = cells.iter().map(|&cell| place(cell)).collect();
                let count = number_in_words(places.len());
                let digit = symbols.text(*digit);
                let (last, others) =
                    places.split_last().map_or(("", &places[..]), |(last, others)| (last, others));
                format!("{count} {digit}s in {house} ({what}{} and {last})", others.join(between))
            }
            Self::Move(rule, digit, [one, other]) => {
                let piece = if *rule == Rule::AntiKing { "king" } else { "knight" };
                let digit = symbols.text(*digit);
                format!("two {digit}s a {piece}'s move apart ({} and {})", words(*one), words(*other))
            }
            Self::Sum(cage, sum) => {
                let expected = geometry.cages()[*cage].sum;
                format!("{} adds up to {sum} instead of {expected}", House::Cage(*cage))
            }
            Self::NoDigit(cell) => format!("no digit fits in {}", words(*cell)),
            Self::NoPlace(house, digit) => format!("{house} has no place for {}", symbols.text(*digit)),
            Self::Search => "the givens do not clash, but a full search finds no solution".to_owned(),
        }
    }
}

/// Returns every violation of the rules on a board, which need not be full: houses first, then
/// moves, then full cages.
#[must_use]
pub fn clashes(geometry: &Geometry, grid: &Grid) -> Vec<Contradiction> {
    let mut found = Vec::new();
    for Area { house, cells } in geometry.areas() {
        for digit in digits(geometry) {
            let held: Vec<usize> =
                cells.iter().copied().filter(|&cell| grid.digit(cell) == Some(digit)).collect();
            if held.len() > 1 {
                found.push(Contradiction::Clash(*house, digit, held));
            }
        }
    }
    for (one, other, rule) in geometry.pairs() {
        if let (Some(digit), Some(same)) = (grid.digit(one), grid.digit(other))
            && digit == same
        {
            found.push(Contradiction::Move(rule, digit, [one, other]));
        }
    }
    for (place, cage) in geometry.cages().iter().enumerate() {
        let held: Option<u32> = cage.cells.iter().map(|&cell| grid.digit(cell).map(u32::from)).sum();
        if let Some(sum) = held.filter(|&sum| sum != cage.sum) {
            found.push(Contradiction::Sum(place, sum));
        }
    }
    found
}

/// Returns whether `solution` is full, obeys the rules and keeps every given of `puzzle`.
#[must_use]
pub fn is_solution(geometry: &Geometry, solution: &Grid, puzzle: &Grid) -> bool {
    (0..geometry.size()).all(|cell| solution.digit(cell).is_some())
        && clashes(geometry, solution).is_empty()
        && puzzle.filled().all(|(cell, given)| solution.digit(cell) == Some(given))
}

/// Returns why `grid`, which must be unsolvable, has no solution: the first clash, otherwise the
/// first blank cell in which no digit fits, otherwise the first digit without a place in a house
/// that needs it, otherwise [`Contradiction::Search`].
#[must_use]
pub fn contradiction(geometry: &Geometry, grid: &Grid) -> Contradiction {
    if let Some(clash) = clashes(geometry, grid).into_iter().next() {
        return clash;
    }
    let peers = geometry.peers();
    let fits = |cell: usize, digit: u8| match grid.digit(cell) {
        Some(held) => held == digit,
        None => peers[cell].iter().all(|&peer| grid.digit(peer) != Some(digit)),
    };
    let blank = |&cell: &usize| grid.digit(cell).is_none();
    let has_none = |&cell: &usize| !digits(geometry).any(|digit| fits(cell, digit));
    if let Some(cell) = (0..geometry.size()).filter(blank).find(has_none) {
        return Contradiction::NoDigit(cell);
    }
    for Area { house, cells } in geometry.areas().iter().filter(|area| area.cells.len() == geometry.side()) {
        for digit in digits(geometry) {
            if !cells.iter().any(|&cell| fits(cell, digit)) {
                return Contradiction::NoPlace(*house, digit);
            }
        }
    }
    Contradiction::Search
}

/// Returns a small number as a word, such as `two`, and a larger number in digits.
#[must_use]
pub fn number_in_words(number: usize) -> String {
    const WORDS: [&str; 10] = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
    WORDS.get(number).map_or_else(|| number.to_string(), |&word| word.to_owned())
}

#[expect(clippy::cast_possible_truncation, reason = "a side is at most 64")]
fn digits(geometry: &Geometry) -> impl Iterator<Item = u8> {
    1..=geometry.side() as u8
}
