//! Unique rectangles and loops, and the bivalue universal grave.

use super::grid::{CELLS, Grid, HOUSES_OF, PEERS, bits, cells_in, choices};
use super::hint::{Hint, Search};
use crate::Candidate;
use std::collections::HashSet;

/// Finds the easiest unique rectangle or loop.
pub(super) fn unique_loop(grid: &Grid) -> Search {
    let mut best: Option<(u16, u16, Hint)> = None;
    for cell in cells_in(grid.blanks).filter(|&cell| grid.count(cell) == 2) {
        let pair = grid.candidates(cell);
        let mut walk = Walk { grid, pair, path: Vec::new(), loops: Vec::new() };
        walk.go(cell, 2, 0, 3);
        for path in walk.loops.into_iter().filter(|path| is_deadly(path)) {
            loop_hints(grid, pair, &path, &mut |kind, hint| {
                let key = (hint.difficulty.0, kind);
                if best.as_ref().is_none_or(|(difficulty, of, _)| key < (*difficulty, *of)) {
                    best = Some((key.0, key.1, hint));
                }
            });
        }
    }
    best.map_or(Search::Continue(()), |(_, _, hint)| Search::Break(hint))
}

/// A walk through cells that contain both digits. The kind of house changes at each step.
struct Walk<'a> {
    grid: &'a Grid,
    pair: u16,
    path: Vec<usize>,
    loops: Vec<Vec<usize>>,
}

impl Walk<'_> {
    /// Extends the walk. Either at most two cells have other candidates, or all cells with other
    /// candidates have the same one.
    fn go(&mut self, cell: usize, allowed: u32, extra: u16, last_kind: usize) {
        self.path.push(cell);
        for kind in (0..3).filter(|&kind| kind != last_kind) {
            for next in CELLS[HOUSES_OF[cell][kind]] {
                if next == self.path[0] && self.path.len() >= 4 {
                    self.loops.push(self.path.clone());
                } else if self.grid.candidates(next) & self.pair == self.pair && !self.path.contains(&next) {
                    let own = self.grid.candidates(next) & !self.pair;
                    let together = extra | own;
                    if own == 0 || allowed > 0 || together.is_power_of_two() {
                        let allowed = if own == 0 { allowed } else { allowed.saturating_sub(1) };
                        self.go(next, allowed, together, kind);
                    }
                }
            }
        }
        self.path.pop();
    }
}

/// Returns whether every house of the loop has one cell at an even and one at an odd position.
fn is_deadly(path: &[usize]) -> bool {
    let mut visited = [0u32; 2];
    for (step, &cell) in path.iter().enumerate() {
        for house in HOUSES_OF[cell] {
            if visited[step % 2] >> house & 1 != 0 {
                return false;
            }
            visited[step % 2] |= 1 << house;
        }
    }
    visited[0] == visited[1]
}

/// Passes the hints of a loop of two digits, with their types 1 to 4, to `take`.
fn loop_hints(grid: &Grid, pair: u16, path: &[usize], take: &mut dyn FnMut(u16, Hint)) {
    let name =
        if path.len() == 4 { "Unique Rectangle".to_owned() } else { format!("Unique Loop {}", path.len()) };
    let base = 45 + (u16::try_from(path.len()).unwrap_or(0) / 2 - 2).min(3);
    let mut give = |kind: u16, more: u16, removals: Vec<Candidate>| {
        if !removals.is_empty() {
            take(kind, Hint::removing(format!("{name} type {kind}"), base + more, removals));
        }
    };
    let rich: Vec<usize> = path.iter().copied().filter(|&cell| grid.count(cell) > 2).collect();
    let extra = rich.iter().fold(0, |extra, &cell| extra | grid.candidates(cell)) & !pair;
    if let [cell] = rich[..] {
        give(1, 0, bits(pair).map(|digit| Candidate::new(cell, digit + 1)).collect());
        return;
    }
    if extra.is_power_of_two() {
        let cells = rich.iter().fold(u128::MAX, |cells, &cell| cells & PEERS[cell]);
        give(2, 0, grid.removals(extra.trailing_zeros() as usize, cells).collect());
    }
    let [first, second] = rich[..] else { return };
    let houses = HOUSES_OF[first].into_iter().filter(|house| HOUSES_OF[second].contains(house));
    for house in houses {
        // One digit of the pair has no other place in the house, so the other is removed.
        for digit in bits(pair) {
            let places = bits(grid.places(house, digit)).map(|place| CELLS[house][place]);
            if places.clone().count() == 2 {
                let other = (pair & !(1 << digit)).trailing_zeros() as usize;
                give(4, 0, [first, second].map(|cell| Candidate::new(cell, other + 1)).to_vec());
            }
        }
        if extra.count_ones() < 2 {
            continue;
        }
        let others: u16 = (0..9)
            .filter(|&place| {
                let cell = CELLS[house][place];
                cell != first && cell != second && grid.count(cell) > 1
            })
            .fold(0, |others, place| others | 1 << place);
        let at = |places: u16| bits(places).map(|place| CELLS[house][place]);
        for count in 1..=others.count_ones().min(6) {
            let size = u16::try_from(count + 1).unwrap_or(0);
            let blanks = others.count_ones() + 2;
            // In a naked set, the two cells act as a single cell with the extra candidates.
            for places in choices(count).filter(|places| places & !others == 0 && 2 * (count + 1) <= blanks) {
                let digits = at(places).fold(extra, |digits, cell| digits | grid.candidates(cell));
                if digits.count_ones() == count + 1 && digits & pair == 0 {
                    let left = at(others & !places);
                    give(
                        3,
                        size - 1,
                        left.flat_map(|cell| {
                            bits(grid.candidates(cell) & digits)
                                .map(move |digit| Candidate::new(cell, digit + 1))
                        })
                        .collect(),
                    );
                }
            }
            // In a hidden set, the pair and other digits together have as many places as digits.
            for places in choices(count).filter(|places| places & !others == 0 && 2 * (count + 1) < blanks) {
                let outside = others & !places;
                let confined: u16 = (0..9)
                    .filter(|&digit| {
                        extra >> digit & 1 == 0
                            && grid.places(house, digit) != 0
                            && grid.places(house, digit) & outside == 0
                            && (pair >> digit & 1 != 0 || grid.places(house, digit) & places != 0)
                    })
                    .fold(0, |mask, digit| mask | 1 << digit);
                if confined & pair == pair && confined.count_ones() == count + 1 {
                    give(
                        3,
                        size - 2,
                        at(places)
                            .flat_map(|cell| {
                                bits(grid.candidates(cell) & !confined)
                                    .map(move |digit| Candidate::new(cell, digit + 1))
                            })
                            .collect(),
                    );
                }
            }
        }
    }
}

/// Finds a bivalue universal grave.
pub(super) fn bug(grid: &Grid) -> Search {
    bug_of(grid).map_or(Search::Continue(()), Search::Break)
}

fn bug_of(grid: &Grid) -> Option<Hint> {
    let mut left = grid.clone();
    let mut extra: Vec<(usize, u16)> = Vec::new();
    for house in 0..27 {
        for digit in 0..9 {
            let places = left.places(house, digit);
            if matches!(places.count_ones(), 0 | 2) {
                continue;
            }
            let mut rich =
                bits(places).map(|place| CELLS[house][place]).filter(|&cell| left.count(cell) >= 3);
            let cell = rich.next()?;
            if rich.next().is_some() {
                continue;
            }
            left.remove(cell, digit);
            match extra.iter_mut().find(|(of, _)| *of == cell) {
                Some((_, digits)) => *digits |= 1 << digit,
                None => extra.push((cell, 1 << digit)),
            }
        }
    }
    let is_grave = cells_in(left.blanks).all(|cell| left.count(cell) == 2)
        && (0..27).all(|house| (0..9).all(|digit| matches!(left.places(house, digit).count_ones(), 0 | 2)));
    if !is_grave || extra.is_empty() {
        return None;
    }
    let all = extra.iter().fold(0, |all, (_, digits)| all | digits);
    let cells = extra.iter().fold(0u128, |cells, (cell, _)| cells | 1 << cell);
    let common =
        extra.iter().fold(u128::MAX, |common, &(cell, _)| common & PEERS[cell]) & grid.blanks & !cells;
    let hint = |kind: u16, difficulty: u16, removals: Vec<Candidate>| {
        (!removals.is_empty()).then(|| Hint::removing(format!("BUG type {kind}"), difficulty, removals))
    };
    if let [(cell, digits)] = extra[..] {
        let removals = bits(grid.candidates(cell) & !digits).map(|digit| Candidate::new(cell, digit + 1));
        return hint(1, 56, removals.collect());
    }
    if all.is_power_of_two() {
        return hint(2, 57, grid.removals(all.trailing_zeros() as usize, common).collect());
    }
    let type_four = || {
        let [(first, one), (second, other)] = extra[..] else { return None };
        HOUSES_OF[first].into_iter().filter(|house| HOUSES_OF[second].contains(house)).find_map(|_| {
            let shared = grid.candidates(first) & grid.candidates(second) & !one & !other;
            let digit = shared.is_power_of_two().then_some(shared)?;
            let removals = [(first, one), (second, other)].into_iter().flat_map(move |(cell, digits)| {
                bits(grid.candidates(cell) & !digits & !digit)
                    .map(move |digit| Candidate::new(cell, digit + 1))
            });
            hint(4, 57, removals.collect())
        })
    };
    type_four().or_else(|| type_three(grid, cells, all, &hint))
}

/// Finds type 3: the cells of the grave act as one cell of a naked set.
fn type_three(
    grid: &Grid,
    cells: u128,
    all: u16,
    hint: &dyn Fn(u16, u16, Vec<Candidate>) -> Option<Hint>,
) -> Option<Hint> {
    let first = cells.trailing_zeros() as usize;
    let houses: HashSet<usize> = HOUSES_OF[first]
        .into_iter()
        .filter(|house| cells_in(cells).all(|cell| HOUSES_OF[cell].contains(house)))
        .collect();
    for count in 1..=5u32 {
        for &house in &[0, 1, 2].map(|kind| HOUSES_OF[first][kind]) {
            if !houses.contains(&house) {
                continue;
            }
            let others: u16 = (0..9)
                .filter(|&place| cells >> CELLS[house][place] & 1 == 0 && grid.count(CELLS[house][place]) > 1)
                .fold(0, |others, place| others | 1 << place);
            let at = |places: u16| bits(places).map(|place| CELLS[house][place]);
            for places in choices(count).filter(|places| places & !others == 0) {
                let digits = at(places).fold(all, |digits, cell| digits | grid.candidates(cell));
                if digits.count_ones() != count + 1 {
                    continue;
                }
                let removals = at(others & !places).flat_map(|cell| {
                    bits(grid.candidates(cell) & digits).map(move |digit| Candidate::new(cell, digit + 1))
                });
                let difficulty = 58 + u16::try_from(count).unwrap_or(0) - 1;
                if let Some(hint) = hint(3, difficulty, removals.collect()) {
                    return Some(hint);
                }
            }
        }
    }
    None
}
