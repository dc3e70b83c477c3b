//! Boards of any geometry as data, and a plain backtracking solver.

use gridlore_core::Rng;
use std::fmt::Write as _;

/// The maximum number of digits that the plain solver tries.
const MAX_TRIALS: u32 = 60_000;

/// The houses in addition to rows and columns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Layout {
    /// The rows and columns of a box.
    Boxes(usize, usize),
    /// The region of each cell.
    Regions(Vec<usize>),
    /// No other houses.
    Latin,
}

/// An additional rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Extra {
    Diagonals,
    Windows,
    AntiKnight,
    AntiKing,
}

/// The cells of a cage, which hold different digits, and their sum.
pub(crate) type Cage = (Vec<usize>, u32);

/// A board with its rules and givens; 0 is a blank cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Puzzle {
    pub(crate) side: usize,
    pub(crate) layout: Layout,
    pub(crate) extras: Vec<Extra>,
    pub(crate) cages: Vec<Cage>,
    pub(crate) givens: Vec<u8>,
}

impl Puzzle {
    /// Returns an empty board with boxes and no other rules.
    pub(crate) fn with_boxes(rows: usize, columns: usize) -> Self {
        let side = rows * columns;
        Self {
            side,
            layout: Layout::Boxes(rows, columns),
            extras: vec![],
            cages: vec![],
            givens: vec![0; side * side],
        }
    }

    fn size(&self) -> usize {
        self.side * self.side
    }

    /// Returns the groups of cells that hold different digits: rows, columns, boxes or regions,
    /// diagonals, windows and cages.
    pub(crate) fn groups(&self) -> Vec<Vec<usize>> {
        let (side, size) = (self.side, self.size());
        let by = |group: &dyn Fn(usize) -> Option<usize>| -> Vec<Vec<usize>> {
            (0..side).map(|index| (0..size).filter(|&cell| group(cell) == Some(index)).collect()).collect()
        };
        let mut groups = by(&|cell| Some(cell / side));
        groups.extend(by(&|cell| Some(cell % side)));
        match &self.layout {
            // A box's number: the bands above it times the boxes per band, plus the boxes to its
            // left.
            Layout::Boxes(rows, columns) => {
                groups
                    .extend(by(&|cell| Some(cell / side / rows * (side / columns) + cell % side / columns)));
            }
            Layout::Regions(regions) => groups.extend(by(&|cell| Some(regions[cell]))),
            Layout::Latin => {}
        }
        if self.extras.contains(&Extra::Diagonals) {
            groups.push((0..side).map(|row| row * side + row).collect());
            groups.push((0..side).map(|row| row * side + side - 1 - row).collect());
        }
        if let (Layout::Boxes(rows, columns), true) = (&self.layout, self.extras.contains(&Extra::Windows)) {
            // Windows have the size of boxes and lie one cell away from the edges and from each
            // other.
            for top in (1..side).step_by(rows + 1).filter(|top| top + rows < side) {
                for left in (1..side).step_by(columns + 1).filter(|left| left + columns < side) {
                    let window =
                        (top..top + rows).flat_map(|row| (left..left + columns).map(move |c| row * side + c));
                    groups.push(window.collect());
                }
            }
        }
        groups.extend(self.cages.iter().map(|cage| cage.0.clone()));
        groups
    }

    /// Returns the pairs of cells that are a forbidden chess move apart.
    pub(crate) fn pairs(&self) -> Vec<(usize, usize)> {
        let mut pairs = Vec::new();
        for one in 0..self.size() {
            for other in one + 1..self.size() {
                let down = (other / self.side).abs_diff(one / self.side);
                let aside = (other % self.side).abs_diff(one % self.side);
                let is_knight = matches!((down, aside), (1, 2) | (2, 1));
                let is_king = matches!((down, aside), (0 | 1, 1) | (1, 0));
                let is_forbidden = is_knight && self.extras.contains(&Extra::AntiKnight)
                    || is_king && self.extras.contains(&Extra::AntiKing);
                if is_forbidden {
                    pairs.push((one, other));
                }
            }
        }
        pairs
    }

    /// Returns the peers of each cell.
    fn peers(&self) -> Vec<Vec<usize>> {
        let mut peers = vec![Vec::new(); self.size()];
        for group in self.groups() {
            for &cell in &group {
                peers[cell].extend(group.iter().copied().filter(|&other| other != cell));
            }
        }
        for (one, other) in self.pairs() {
            peers[one].push(other);
            peers[other].push(one);
        }
        for list in &mut peers {
            list.sort_unstable();
            list.dedup();
        }
        peers
    }

    /// Returns up to `limit` solutions in no particular order; `None` if the search takes too long.
    pub(crate) fn solutions(&self, limit: usize) -> Option<Vec<Vec<u8>>> {
        self.search(limit, &mut |_| {})
    }

    /// Returns a random solution; `None` if there is none or the search takes too long.
    pub(crate) fn random_solution(&self, rng: &mut Rng) -> Option<Vec<u8>> {
        self.search(1, &mut |digits| rng.shuffle(digits))?.pop()
    }

    fn search(&self, limit: usize, order: &mut dyn FnMut(&mut [u8])) -> Option<Vec<Vec<u8>>> {
        let mut search = Search {
            side: self.side,
            peers: self.peers(),
            cages: &self.cages,
            values: self.givens.clone(),
            limit,
            trials: 0,
            found: vec![],
        };
        let clashes = |cell: usize| {
            self.givens[cell] > 0
                && search.peers[cell].iter().any(|&peer| self.givens[peer] == self.givens[cell])
        };
        if limit == 0 || (0..self.size()).any(clashes) || !search.cages_may_add_up() {
            return Some(vec![]);
        }
        search.fill(order);
        (search.trials <= MAX_TRIALS).then_some(search.found)
    }

    /// Returns the geometry in standard notation.
    pub(crate) fn geometry_text(&self) -> String {
        let mut text = match &self.layout {
            Layout::Boxes(rows, columns) => format!("{rows}x{columns}"),
            Layout::Latin => format!("latin:{}", self.side),
            Layout::Regions(regions) => {
                let name = |&region: &usize| char::from(b"123456789ABCDEFG"[region]);
                let rows = regions.chunks(self.side).map(|row| row.iter().map(name).collect::<String>());
                format!("jigsaw:{}", rows.collect::<Vec<_>>().join("/"))
            }
        };
        for extra in &self.extras {
            text += match extra {
                Extra::Diagonals => " diagonals",
                Extra::Windows => " windows",
                Extra::AntiKnight => " anti-knight",
                Extra::AntiKing => " anti-king",
            };
        }
        for (cells, sum) in &self.cages {
            let cell = |cell: &usize| format!("r{}c{}", cell / self.side + 1, cell % self.side + 1);
            let _ = write!(text, " cage:{sum}={}", cells.iter().map(cell).collect::<Vec<_>>().join(","));
        }
        text
    }

    /// Returns the givens, row by row.
    pub(crate) fn line(&self) -> String {
        line(&self.givens)
    }

    /// Returns the geometry and the givens, as in fixtures; only the givens for the standard board.
    pub(crate) fn text(&self) -> String {
        match self.geometry_text().as_str() {
            "3x3" => self.line(),
            geometry => format!("{geometry} | {}", self.line()),
        }
    }

    /// Returns whether this is the standard board.
    pub(crate) fn is_standard(&self) -> bool {
        self.layout == Layout::Boxes(3, 3) && self.extras.is_empty() && self.cages.is_empty()
    }

    /// Returns a random geometry with a side of at most nine, without givens.
    pub(crate) fn random_geometry(rng: &mut Rng) -> Self {
        let mut puzzle = match rng.below(12) {
            0..2 => Self::with_boxes(2, 2),
            2 => Self::with_boxes(2, 3),
            3 => Self::with_boxes(3, 2),
            4 => Self::with_boxes(2, 4),
            5 | 6 => Self::with_boxes(3, 3),
            7 | 8 => Self { layout: Layout::Latin, ..Self::with_boxes(1, 2 + rng.below(6)) },
            _ => {
                let side = 3 + rng.below(5);
                let mut regions: Vec<usize> = match side {
                    4 => (0..16).map(|cell| cell / 8 * 2 + cell % 4 / 2).collect(),
                    6 => (0..36).map(|cell| cell / 12 * 2 + cell % 6 / 3).collect(),
                    _ => (0..side * side).map(|cell| cell / side).collect(),
                };
                // Swap cells with nearby cells; the regions need not stay connected.
                for _ in 0..side + rng.below(2 * side) {
                    let one = rng.below(side * (side - 1));
                    let other = one + [1, side, side + 1][rng.below(3)];
                    if other < side * side {
                        regions.swap(one, other);
                    }
                }
                Self { layout: Layout::Regions(regions), ..Self::with_boxes(1, side) }
            }
        };
        for extra in [Extra::Diagonals, Extra::Windows, Extra::AntiKnight, Extra::AntiKing] {
            let has_windows =
                matches!(puzzle.layout, Layout::Boxes(rows, columns) if rows > 1 && columns > 1);
            if rng.below(6) == 0 && (extra != Extra::Windows || has_windows) {
                puzzle.extras.push(extra);
            }
        }
        puzzle
    }

    /// Adds cages with sums from a solution, and sometimes a cage with a wrong sum.
    pub(crate) fn add_cages(&mut self, solution: &[u8], rng: &mut Rng) {
        let mut free: Vec<usize> = (0..self.size()).collect();
        rng.shuffle(&mut free);
        for _ in 0..1 + rng.below(self.side * 2) {
            let Some(first) = free.pop() else { return };
            let mut cells = vec![first];
            for _ in 0..rng.below(4.min(self.side)) {
                let is_beside = |&cell: &usize| {
                    let (row, column) = (cell / self.side, cell % self.side);
                    let near =
                        |&of: &usize| (of / self.side).abs_diff(row) + (of % self.side).abs_diff(column) == 1;
                    cells.iter().any(near) && cells.iter().all(|&of| solution[of] != solution[cell])
                };
                let Some(place) = free.iter().position(is_beside) else { break };
                cells.push(free.swap_remove(place));
            }
            cells.sort_unstable();
            let mut sum: u32 = cells.iter().map(|&cell| u32::from(solution[cell])).sum();
            let max_sum = (0..cells.len()).map(|less| self.side - less).sum::<usize>();
            if rng.below(20) == 0 && (sum as usize) < max_sum {
                sum += 1;
            }
            self.cages.push((cells, sum));
        }
    }

    /// Adds the solution's digits as givens in `count` random cells.
    pub(crate) fn give(&mut self, solution: &[u8], count: usize, rng: &mut Rng) {
        let mut cells: Vec<usize> = (0..self.size()).collect();
        rng.shuffle(&mut cells);
        for &cell in &cells[..count.min(cells.len())] {
            self.givens[cell] = solution[cell];
        }
    }

    /// Adds digits of a solution until it is unique; returns `None` if that takes too long.
    pub(crate) fn make_unique(&mut self, solution: &[u8]) -> Option<()> {
        loop {
            let found = self.solutions(2)?;
            let Some(other) = found.iter().find(|found| *found != solution) else { return Some(()) };
            let cell = (0..self.size()).rev().find(|&cell| other[cell] != solution[cell])?;
            self.givens[cell] = solution[cell];
        }
    }

    /// Removes givens in random order while the solution stays unique.
    pub(crate) fn make_minimal(&mut self, rng: &mut Rng) {
        let mut cells: Vec<usize> = (0..self.size()).filter(|&cell| self.givens[cell] > 0).collect();
        rng.shuffle(&mut cells);
        for cell in cells {
            let given = std::mem::take(&mut self.givens[cell]);
            if self.solutions(2).is_none_or(|found| found.len() != 1) {
                self.givens[cell] = given;
            }
        }
    }

    /// Returns puzzles with fewer rules, cages or givens.
    pub(crate) fn smaller(&self) -> Vec<Self> {
        let mut puzzles = Vec::new();
        for index in 0..self.extras.len() {
            let mut less = self.clone();
            less.extras.remove(index);
            puzzles.push(less);
        }
        for index in 0..self.cages.len() {
            let mut less = self.clone();
            less.cages.remove(index);
            puzzles.push(less);
        }
        if self.layout != Layout::Latin && !self.extras.contains(&Extra::Windows) {
            puzzles.push(Self { layout: Layout::Latin, ..self.clone() });
        }
        puzzles.extend(self.with_fewer_givens());
        puzzles
    }

    /// Returns puzzles with fewer givens: first with several removed, then with one removed.
    pub(crate) fn with_fewer_givens(&self) -> Vec<Self> {
        let given: Vec<usize> = (0..self.size()).filter(|&cell| self.givens[cell] > 0).collect();
        let mut puzzles = Vec::new();
        let mut size = given.len().div_ceil(2);
        while size > 0 {
            for part in given.chunks(size) {
                let mut less = self.clone();
                part.iter().for_each(|&cell| less.givens[cell] = 0);
                puzzles.push(less);
            }
            size = if size == 1 { 0 } else { size.div_ceil(2) };
        }
        puzzles
    }
}

/// Formats digits row by row, with `.` for a blank cell.
pub(crate) fn line(values: &[u8]) -> String {
    values.iter().map(|&value| if value == 0 { '.' } else { char::from(b'0' + value) }).collect()
}

struct Search<'a> {
    side: usize,
    peers: Vec<Vec<usize>>,
    cages: &'a [Cage],
    values: Vec<u8>,
    limit: usize,
    trials: u32,
    found: Vec<Vec<u8>>,
}

impl Search<'_> {
    /// Tries each possible digit in the blank cell that has the fewest.
    fn fill(&mut self, order: &mut dyn FnMut(&mut [u8])) {
        let blanks = (0..self.values.len()).filter(|&cell| self.values[cell] == 0);
        let Some((cell, mut digits)) =
            blanks.map(|cell| (cell, self.fitting(cell))).min_by_key(|(_, digits)| digits.len())
        else {
            self.found.push(self.values.clone());
            return;
        };
        order(&mut digits);
        for digit in digits {
            self.trials += 1;
            if self.found.len() == self.limit || self.trials > MAX_TRIALS {
                break;
            }
            self.values[cell] = digit;
            if self.cages_may_add_up() {
                self.fill(order);
            }
        }
        self.values[cell] = 0;
    }

    /// Returns the digits that no peer of a cell holds.
    fn fitting(&self, cell: usize) -> Vec<u8> {
        let held = self.peers[cell].iter().fold(0_u32, |held, &peer| held | 1 << self.values[peer]);
        (1..=self.side)
            .filter(|digit| held >> digit & 1 == 0)
            .filter_map(|digit| u8::try_from(digit).ok())
            .collect()
    }

    /// Returns whether no cage exceeds its sum, and every full cage has exactly its sum.
    fn cages_may_add_up(&self) -> bool {
        self.cages.iter().all(|(cells, sum)| {
            let held: u32 = cells.iter().map(|&cell| u32::from(self.values[cell])).sum();
            let is_full = cells.iter().all(|&cell| self.values[cell] > 0);
            if is_full { held == *sum } else { held < *sum }
        })
    }
}
