//! Geometries: the rules of boards, without givens.

mod rules;
mod text;

pub use rules::{Cage, House, Layout, Rule};

use crate::errors::unexpected;
use gridlore_core::ParseErrorKind;
use std::collections::BTreeSet;

/// Maximum side: the candidates of a cell are the bits of a word.
pub const MAX_SIDE: usize = 64;

/// A house and its cells.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Area {
    /// The name of the house.
    pub house: House,
    /// Its cells, without duplicates: one per digit, except for cages, which can have fewer.
    pub cells: Vec<usize>,
}

/// The rules of a board without givens: which cells must hold different digits, and the sums of
/// cages.
///
/// # Text
/// Words separated by spaces. The layout comes first: `3x3` (rows x columns of a box), `jigsaw:`
/// followed by the region of each cell, or `latin:9`. It is followed by any of `diagonals` (or
/// `x`), `windows` (or `windoku`), `anti-knight`, `anti-king`, and cages such as
/// `cage:15=r1c1-2,r2c1`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Geometry {
    side: usize,
    layout: Layout,
    rules: BTreeSet<Rule>,
    cages: Vec<Cage>,
    areas: Vec<Area>,
}

impl Geometry {
    /// Creates a geometry with boxes of `rows` x `columns` cells; the side is the number of cells
    /// in a box.
    ///
    /// # Errors
    /// Returns [`ParseErrorKind::Wrong`] if the side is not in `1..=64`.
    pub fn boxes(rows: usize, columns: usize) -> Result<Self, ParseErrorKind> {
        let side = rows.saturating_mul(columns);
        Self::new(side, Layout::Boxes { rows, columns })
    }

    /// Creates a geometry with regions of any shape, given by the number of each cell's region,
    /// counted from 0, row-major.
    ///
    /// # Errors
    /// Returns [`ParseErrorKind::Wrong`] if the cells do not form a square of side `1..=64`, or a
    /// region does not have one cell per digit.
    pub fn jigsaw(regions: Vec<usize>) -> Result<Self, ParseErrorKind> {
        let side = regions.len().isqrt();
        if side * side != regions.len() {
            return Err(unexpected(
                format!("{} cells in the regions", regions.len()),
                "a square number, side x side".to_owned(),
            ));
        }
        Self::new(side, Layout::Regions(regions))
    }

    /// Creates a Latin square: a geometry with only rows and columns.
    ///
    /// # Errors
    /// Returns [`ParseErrorKind::Wrong`] if the side is not in `1..=64`.
    pub fn latin(side: usize) -> Result<Self, ParseErrorKind> {
        Self::new(side, Layout::Latin)
    }

    fn new(side: usize, layout: Layout) -> Result<Self, ParseErrorKind> {
        if !(1..=MAX_SIDE).contains(&side) {
            return Err(unexpected(
                format!("a board of side {side}"),
                format!("a side from 1 to {MAX_SIDE}"),
            ));
        }
        if let Layout::Regions(regions) = &layout {
            for region in 0..side {
                let size = regions.iter().filter(|&&of| of == region).count();
                if size != side {
                    return Err(unexpected(
                        format!("{size} cells in region {}", region + 1),
                        side.to_string(),
                    ));
                }
            }
        }
        let mut geometry =
            Self { side, layout, rules: BTreeSet::new(), cages: Vec::new(), areas: Vec::new() };
        geometry.areas = geometry.derived_areas();
        Ok(geometry)
    }

    /// Adds a rule.
    ///
    /// # Errors
    /// Returns [`ParseErrorKind::Wrong`] for windows on a board where no window fits.
    pub fn with_rule(mut self, rule: Rule) -> Result<Self, ParseErrorKind> {
        if rule == Rule::Windows && self.windows().is_empty() {
            return Err(unexpected(
                "windows".to_owned(),
                "boxes of at least 2x2 cells, which leave room for windows".to_owned(),
            ));
        }
        if self.rules.insert(rule) {
            self.areas = self.derived_areas();
        }
        Ok(self)
    }

    /// Adds a cage.
    ///
    /// # Errors
    /// Returns [`ParseErrorKind::Wrong`] if the cage has no cells, more cells than digits, a cell
    /// outside the board, a cell twice, a cell of another cage, or a sum that its number of
    /// different digits cannot reach.
    pub fn with_cage(self, cage: Cage) -> Result<Self, ParseErrorKind> {
        self.with_further_cage(cage).map(Self::with_all_areas)
    }

    /// Adds a cage like [`Geometry::with_cage`], but without updating the areas; the caller does
    /// that once for all cages.
    fn with_further_cage(mut self, mut cage: Cage) -> Result<Self, ParseErrorKind> {
        cage.cells.sort_unstable();
        let count = cage.cells.len();
        if count == 0 || count > self.side {
            return Err(unexpected(format!("a cage of {count} cells"), format!("1 to {} cells", self.side)));
        }
        if let Some(&cell) = cage.cells.iter().find(|&&cell| cell >= self.size()) {
            return Err(unexpected(
                format!("a cage with {}", self.cell_in_words(cell)),
                format!("rows and columns from 1 to {}", self.side),
            ));
        }
        let is_taken = |cell: &usize| self.cages.iter().any(|other| other.cells.contains(cell));
        if let Some(&[cell, _]) = cage.cells.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(unexpected(
                format!("{} twice in a cage", self.cell_in_words(cell)),
                "each cell once".to_owned(),
            ));
        }
        if let Some(&cell) = cage.cells.iter().find(|cell| is_taken(cell)) {
            return Err(unexpected(
                format!("{} in two cages", self.cell_in_words(cell)),
                "each cell in at most one cage".to_owned(),
            ));
        }
        let (least, most) = (count * (count + 1) / 2, count * (2 * self.side + 1 - count) / 2);
        if !(least..=most).contains(&(cage.sum as usize)) {
            let found = format!("a cage of {count} cells that add up to {}", cage.sum);
            return Err(unexpected(found, format!("a sum from {least} to {most}")));
        }
        self.cages.push(cage);
        Ok(self)
    }

    fn with_all_areas(mut self) -> Self {
        self.areas = self.derived_areas();
        self
    }

    /// Returns the number of rows, of columns and of digits: `1..=64`.
    #[must_use]
    pub const fn side(&self) -> usize {
        self.side
    }

    /// Returns the number of cells.
    #[must_use]
    pub const fn size(&self) -> usize {
        self.side * self.side
    }

    /// Returns the third kind of house, besides rows and columns.
    #[must_use]
    pub const fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Returns the rules other than rows, columns and layout.
    pub fn rules(&self) -> impl Iterator<Item = Rule> + '_ {
        self.rules.iter().copied()
    }

    /// Returns the cages, in the order in which they were added.
    #[must_use]
    pub fn cages(&self) -> &[Cage] {
        &self.cages
    }

    /// Returns all houses: rows, columns, boxes or regions, diagonals, windows, cages.
    #[must_use]
    pub fn areas(&self) -> &[Area] {
        &self.areas
    }

    /// Returns, for each cell, the cells that cannot hold the same digit, sorted and without
    /// duplicates: those of its houses and cages, and those a chess piece's move away.
    #[must_use]
    pub fn peers(&self) -> Vec<Vec<usize>> {
        let mut peers = vec![Vec::new(); self.size()];
        for area in &self.areas {
            for &cell in &area.cells {
                peers[cell].extend(area.cells.iter().copied().filter(|&other| other != cell));
            }
        }
        for (one, other, _) in self.pairs() {
            peers[one].push(other);
            peers[other].push(one);
        }
        for list in &mut peers {
            list.sort_unstable();
            list.dedup();
        }
        peers
    }

    /// Returns the pairs of cells a chess piece's move apart that cannot hold the same digit. The
    /// first cell of a pair is above the second.
    #[must_use]
    pub fn pairs(&self) -> Vec<(usize, usize, Rule)> {
        let mut pairs = Vec::new();
        for &rule in &self.rules {
            for &(down, aside) in rule.moves() {
                for cell in 0..self.size() {
                    let (row, column) =
                        (cell / self.side + down, (cell % self.side).checked_add_signed(aside));
                    if let Some(column) = column
                        && row < self.side
                        && column < self.side
                    {
                        pairs.push((cell, row * self.side + column, rule));
                    }
                }
            }
        }
        pairs
    }

    /// Returns whether this is the standard board: 3x3 boxes without other rules.
    #[must_use]
    pub fn is_usual(&self) -> bool {
        self.is_boxes(3, 3)
    }

    /// Returns whether this is a board of boxes of this size without other rules.
    pub(crate) fn is_boxes(&self, rows: usize, columns: usize) -> bool {
        self.layout == Layout::Boxes { rows, columns } && self.rules.is_empty() && self.cages.is_empty()
    }

    /// Returns the name of a cell in words, such as `row 3, column 5`.
    #[must_use]
    pub fn cell_in_words(&self, cell: usize) -> String {
        format!("row {}, column {}", cell / self.side + 1, cell % self.side + 1)
    }

    /// Returns the box or region of a cell, or `None` for a Latin square.
    #[must_use]
    pub fn region_of(&self, cell: usize) -> Option<usize> {
        match &self.layout {
            Layout::Boxes { rows, columns } => {
                let (row, column) = (cell / self.side, cell % self.side);
                // A band has as many boxes as a box has rows.
                Some(row / rows * rows + column / columns)
            }
            Layout::Regions(regions) => Some(regions[cell]),
            Layout::Latin => None,
        }
    }

    /// Returns the top left cells of the windows, which are blocks of box size, one cell apart from
    /// each other and from the edges.
    fn windows(&self) -> Vec<usize> {
        let Layout::Boxes { rows, columns } = self.layout else { return Vec::new() };
        if rows < 2 || columns < 2 {
            return Vec::new();
        }
        let starts = |size: usize| (1..).step_by(size + 1).take_while(move |start| start + size < self.side);
        starts(rows).flat_map(|row| starts(columns).map(move |column| row * self.side + column)).collect()
    }

    fn derived_areas(&self) -> Vec<Area> {
        let side = self.side;
        let mut areas = Vec::new();
        areas.extend(
            (0..side)
                .map(|row| Area { house: House::Row(row), cells: (row * side..(row + 1) * side).collect() }),
        );
        areas.extend((0..side).map(|column| Area {
            house: House::Column(column),
            cells: (0..side).map(|row| row * side + column).collect(),
        }));
        if self.layout != Layout::Latin {
            areas.extend((0..side).map(|region| Area {
                house: if let Layout::Boxes { .. } = self.layout {
                    House::Box(region)
                } else {
                    House::Region(region)
                },
                cells: (0..self.size()).filter(|&cell| self.region_of(cell) == Some(region)).collect(),
            }));
        }
        if self.rules.contains(&Rule::Diagonals) {
            areas.push(Area {
                house: House::FallingDiagonal,
                cells: (0..side).map(|row| row * side + row).collect(),
            });
            areas.push(Area {
                house: House::RisingDiagonal,
                cells: (0..side).map(|row| row * side + side - 1 - row).collect(),
            });
        }
        if let (Layout::Boxes { rows, columns }, true) = (&self.layout, self.rules.contains(&Rule::Windows)) {
            areas.extend(self.windows().into_iter().enumerate().map(|(window, corner)| {
                Area {
                    house: House::Window(window),
                    cells: (0..*rows)
                        .flat_map(|row| (0..*columns).map(move |column| corner + row * side + column))
                        .collect(),
                }
            }));
        }
        let cages = self.cages.iter().enumerate();
        areas.extend(cages.map(|(cage, of)| Area { house: House::Cage(cage), cells: of.cells.clone() }));
        areas
    }
}
