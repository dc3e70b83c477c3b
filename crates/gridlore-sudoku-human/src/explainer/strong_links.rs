//! Chains of strong links of one digit: skyscrapers, kites and longer chains.

use super::grid::{
    CELLS, Changes, Grid, HOUSES_OF, House, bits, cells_in, count_of, kind, seen_by_all, share_house,
};
use super::hint::{Hint, Search};

/// A strong link: a house whose places for the digit form two ends, each a cell or a group of
/// cells. Each direction is a separate link.
#[derive(Clone, Copy)]
struct Link {
    house: House,
    is_grouped: bool,
    start: u128,
    end: u128,
    /// The cells that see the whole start, and those that see the whole end.
    seen: [u128; 2],
}

impl Link {
    fn both_ways(house: House, ends: [u128; 2], is_grouped: bool) -> [Self; 2] {
        let seen = ends.map(seen_by_all);
        let link = |start: usize| Self {
            house,
            is_grouped,
            start: ends[start],
            end: ends[1 - start],
            seen: [seen[start], seen[1 - start]],
        };
        [link(0), link(1)]
    }

    const fn cells(&self) -> u128 {
        self.start | self.end
    }
}

/// Splits a set of cells by the houses of a kind.
fn parts(cells: u128, kind: usize) -> Vec<u128> {
    let mut parts: Vec<(House, u128)> = Vec::new();
    for cell in cells_in(cells) {
        let house = HOUSES_OF[cell][kind];
        match parts.iter_mut().find(|(of, _)| *of == house) {
            Some((_, part)) => *part |= 1 << cell,
            None => parts.push((house, 1 << cell)),
        }
    }
    parts.sort_unstable();
    parts.into_iter().map(|(_, part)| part).collect()
}

/// Returns the strong links of a digit. Links between two rows or two columns of a box are included
/// only if `parallel` is set.
fn links_of(grid: &Grid, digit: usize, parallel: bool) -> Vec<Link> {
    let mut links = Vec::new();
    for house in 0..27 {
        let places = grid.places(house, digit);
        let cells = bits(places).fold(0u128, |set, place| set | 1 << CELLS[house][place]);
        let is_box = kind(house) == 0;
        if count_of(places) == 2 {
            // Two cells of a box on one line form the line's link.
            if !is_box || (parts(cells, 1).len() == 2 && parts(cells, 2).len() == 2) {
                let first = cells & cells.wrapping_neg();
                links.extend(Link::both_ways(house, [first, cells & !first], false));
            }
        } else if count_of(places) > 2 && is_box {
            let (rows, columns) = (parts(cells, 1), parts(cells, 2));
            for parts in [&rows, &columns].into_iter().filter(|_| parallel) {
                if let [one, other] = parts[..] {
                    links.extend(Link::both_ways(house, [one, other], true));
                }
            }
            for &row in &rows {
                for &column in &columns {
                    if row | column == cells && row & !column != 0 && column & !row != 0 {
                        links.extend(Link::both_ways(house, [row, column], true));
                    }
                }
            }
        } else if count_of(places) > 2
            && let [one, other] = parts(cells, 0)[..]
        {
            links.extend(Link::both_ways(house, [one, other], true));
        }
    }
    links
}

/// Finds a chain of `count` strong links of a digit: the end of each sees the start of the next.
pub(super) fn strong_links(grid: &Grid, changes: &Changes, count: usize) -> Search {
    let mut best: Option<Hint> = None;
    for digit in bits(changes.digits) {
        let links = links_of(grid, digit, count < 4);
        let follows = |link: &Link, next: &Link| {
            link.house != next.house
                && link.cells() & next.cells() == 0
                && next.start & !link.seen[1] == 0
                && share_house(link.end | next.start)
        };
        // For each link, the indices of the links that can follow it.
        let next: Vec<Vec<usize>> = links
            .iter()
            .map(|link| (0..links.len()).filter(|&next| follows(link, &links[next])).collect())
            .collect();
        let mut search =
            Chains { grid, digit, links: &links, next: &next, count, chain: Vec::new(), best: &mut best };
        for first in 0..links.len() {
            search.grow(first, 0, 0);
        }
    }
    best.map_or(Search::Continue(()), Search::Break)
}

struct Chains<'a> {
    grid: &'a Grid,
    digit: usize,
    links: &'a [Link],
    next: &'a [Vec<usize>],
    count: usize,
    chain: Vec<Link>,
    best: &'a mut Option<Hint>,
}

impl Chains<'_> {
    fn grow(&mut self, number: usize, used: u128, houses: u32) {
        let link = self.links[number];
        self.chain.push(link);
        if self.chain.len() == self.count {
            if let Some(hint) = self.close()
                && self.best.as_ref().is_none_or(|best| hint.precedence() < best.precedence())
            {
                *self.best = Some(hint);
            }
        } else {
            let (used, houses) = (used | link.cells(), houses | 1 << link.house);
            for &next in &self.next[number] {
                let follower = &self.links[next];
                if follower.cells() & used == 0 && houses >> follower.house & 1 == 0 {
                    self.grow(next, used, houses);
                }
            }
        }
        self.chain.pop();
    }

    fn close(&self) -> Option<Hint> {
        let chain = &self.chain[..];
        let (first, last) = (chain[0], chain[chain.len() - 1]);
        // Each chain is found from both of its ends; one direction is enough.
        if first.house > last.house {
            return None;
        }
        let mut cells = first.seen[0] & last.seen[1];
        let is_loop = chain.len() > 2 && share_house(first.start | last.end);
        if is_loop {
            for pair in chain.windows(2) {
                cells |= pair[0].seen[1] & pair[1].seen[0];
            }
        }
        if cells & self.grid.cells(self.digit) == 0 {
            return None;
        }
        let removals = self.grid.removals(self.digit, cells).collect();
        let grouped = chain.iter().filter(|link| link.is_grouped).count();
        let kinds = shape(chain);
        let count = chain.len();
        let extra = if grouped > 0 {
            3
        } else if kinds.iter().all(|&kind| kind == 1) {
            0
        } else if count > 2 && (0..3).all(|kind| kinds.contains(&kind)) {
            2
        } else {
            1
        };
        let base = match count {
            2 => 40,
            3 => 54,
            count => 42 + 4 * u16::try_from(count).unwrap_or(0),
        };
        let word = if grouped > 0 { "Grouped " } else { "" };
        let what = match (kinds.contains(&0), kinds.contains(&2), count) {
            _ if is_loop => format!("({count} Strong Links) {word}X-Loop"),
            (false, false, 2) => format!("{word}Skyscraper"),
            (false, false, _) => format!("{word}{count} Skyscrapers"),
            (false, true, _) => format!("{word}{count}-String Kite"),
            _ => format!("{word}{count} Strong links"),
        };
        let code: String = kinds.iter().map(ToString::to_string).collect();
        Some(Hint::removing(format!("{what} {grouped}{code}"), base + extra, removals))
    }
}

/// Returns the kinds of houses along the chain in normal form: the first line is treated as a row,
/// and the chain is read from the end that gives the smaller sequence.
fn shape(chain: &[Link]) -> Vec<usize> {
    let normal = |kinds: Vec<usize>| {
        let swap = kinds.iter().find(|&&kind| kind != 0) == Some(&2);
        kinds.into_iter().map(|kind| if swap && kind != 0 { 3 - kind } else { kind }).collect::<Vec<_>>()
    };
    let forward: Vec<usize> = chain.iter().map(|link| kind(link.house)).collect();
    let backward: Vec<usize> = forward.iter().rev().copied().collect();
    normal(forward).min(normal(backward))
}
