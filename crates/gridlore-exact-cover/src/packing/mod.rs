//! Packing puzzles as exact cover: one item per piece and per cell, one option per placement of a
//! piece.

mod text;

pub use text::{parse, pieces_by_name};

use crate::problem::{Bounds, Problem};
use std::collections::{BTreeSet, HashMap};

/// A cell of a board: layer, row and column. A flat board has a single layer.
pub type Cell = [i32; 3];

/// A piece: its name and its cells, at any position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece {
    /// The name, which is an item of the problem.
    pub name: String,
    /// The cells, at least one, at any position.
    pub cells: Vec<Cell>,
}

/// Maximum number of entries of a problem, estimated as if each orientation of a piece could lie on
/// every cell.
const MAX_ENTRIES: usize = 1 << 25;

/// The rotations and reflections that pieces may undergo.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Turns {
    /// Neither rotations nor reflections.
    None,
    /// Rotations in the plane.
    Flat,
    /// Rotations in the plane and reflections.
    Over,
    /// Rotations in space.
    Space,
}

impl Turns {
    /// Returns the transformations of a cell.
    fn all(self) -> Vec<fn(Cell) -> Cell> {
        const QUARTER: fn(Cell) -> Cell = |[z, y, x]| [z, x, -y];
        const FLAT: [fn(Cell) -> Cell; 4] =
            [|cell| cell, QUARTER, |[z, y, x]| [z, -y, -x], |[z, y, x]| [z, -x, y]];
        const OVER: [fn(Cell) -> Cell; 4] =
            [|[z, y, x]| [z, y, -x], |[z, y, x]| [z, x, y], |[z, y, x]| [z, -y, x], |[z, y, x]| [z, -x, -y]];
        match self {
            Self::None => vec![FLAT[0]],
            Self::Flat | Self::Space => FLAT.to_vec(),
            Self::Over => FLAT.into_iter().chain(OVER).collect(),
        }
    }
}

impl Piece {
    /// Creates a flat piece from rows and columns.
    #[must_use]
    pub fn flat(name: &str, cells: &[(i32, i32)]) -> Self {
        Self { name: name.to_owned(), cells: cells.iter().map(|&(row, column)| [0, row, column]).collect() }
    }

    /// Creates a flat piece from a drawing: every character except blanks and `.` is a cell.
    #[must_use]
    pub fn from_rows(name: &str, rows: &[&str]) -> Self {
        let mut cells = Vec::new();
        for (row, line) in (0..).zip(rows) {
            let letters = (0..).zip(line.chars()).filter(|(_, letter)| !matches!(letter, ' ' | '.'));
            cells.extend(letters.map(|(column, _)| [0, row, column]));
        }
        Self { name: name.to_owned(), cells }
    }

    /// Returns the distinct orientations of the piece, moved to the origin, starting with the
    /// original.
    #[must_use]
    pub fn shapes(&self, turns: Turns) -> Vec<Vec<Cell>> {
        // In space, a cube can rest on any of its six faces, and each can then be rotated.
        const FACES: [fn(Cell) -> Cell; 6] = [
            |cell| cell,
            |[z, y, x]| [y, -z, x],
            |[z, y, x]| [-z, -y, x],
            |[z, y, x]| [-y, z, x],
            |[z, y, x]| [x, y, -z],
            |[z, y, x]| [-x, y, z],
        ];
        let faces = if turns == Turns::Space { &FACES[..] } else { &FACES[..1] };
        let mut shapes: Vec<Vec<Cell>> = Vec::new();
        for face in faces {
            for turn in turns.all() {
                let shape = in_the_corner(self.cells.iter().map(|cell| turn(face(*cell))));
                if !shapes.contains(&shape) {
                    shapes.push(shape);
                }
            }
        }
        shapes
    }
}

/// Moves cells to the origin and sorts them.
fn in_the_corner(cells: impl Iterator<Item = Cell> + Clone) -> Vec<Cell> {
    let least: Cell = std::array::from_fn(|axis| cells.clone().map(|cell| cell[axis]).min().unwrap_or(0));
    let moved = cells.map(|cell| std::array::from_fn(|axis| cell[axis] - least[axis]));
    moved.collect::<BTreeSet<Cell>>().into_iter().collect()
}

impl std::str::FromStr for Turns {
    type Err = ();

    /// Parses the transformations of flat pieces: `none`, `flat` or `over`.
    fn from_str(text: &str) -> Result<Self, ()> {
        match text {
            "none" => Ok(Self::None),
            "flat" => Ok(Self::Flat),
            "over" => Ok(Self::Over),
            _ => Err(()),
        }
    }
}

/// A board and the pieces that fill it, each used once. Pieces with the same name are copies of one
/// piece.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Packing {
    /// The cells to fill, in the order of their items.
    pub board: Vec<Cell>,
    /// The pieces.
    pub pieces: Vec<Piece>,
    /// The allowed rotations and reflections.
    pub turns: Turns,
    /// Whether cells may stay empty.
    pub is_loose: bool,
}

/// Returns all cells of a flat rectangle.
#[must_use]
pub fn rectangle(rows: i32, columns: i32) -> Vec<Cell> {
    (0..rows).flat_map(|row| (0..columns).map(move |column| [0, row, column])).collect()
}

impl Packing {
    /// Returns each distinct piece with the number of its copies.
    fn kinds(&self) -> Vec<(&Piece, u32)> {
        let mut kinds: Vec<(&Piece, u32)> = Vec::new();
        let mut numbers: HashMap<&str, usize> = HashMap::new();
        for piece in &self.pieces {
            let number = *numbers.entry(&piece.name).or_insert(kinds.len());
            match kinds.get_mut(number) {
                Some((_, count)) => *count += 1,
                None => kinds.push((piece, 1)),
            }
        }
        kinds
    }

    /// Checks that there is a board and at least one piece, that their numbers of cells match, and
    /// that the placements fit into memory.
    ///
    /// # Errors
    /// Returns descriptions of what was found and what was expected.
    pub fn check(&self) -> Result<(), (String, String)> {
        let cells: usize = self.pieces.iter().map(|piece| piece.cells.len()).sum();
        let board = self.board.len();
        let found = |found: &str, expected: &str| Err((found.to_owned(), expected.to_owned()));
        if board == 0 {
            return found("no board", "a board, such as \"board 6x10\"");
        }
        if self.pieces.is_empty() {
            return found("no pieces", "pieces, such as \"pieces pentominoes\"");
        }
        if cells > board || cells < board && !self.is_loose {
            let more = if cells < board { ", or \"loose\", which allows empty cells" } else { "" };
            return Err((
                format!("pieces with {cells} cells for a board with {board}"),
                format!("the same number of cells{more}"),
            ));
        }
        let shapes =
            self.kinds().into_iter().map(|(piece, _)| self.turns.all().len() * (piece.cells.len() + 1));
        let entries = shapes.sum::<usize>().saturating_mul(board);
        if entries > MAX_ENTRIES {
            return Err((
                format!("placements with {entries} entries on a board with {board} cells"),
                format!("at most {MAX_ENTRIES} entries (use a smaller board or fewer different pieces)"),
            ));
        }
        Ok(())
    }

    /// Returns whether pieces are items. They are not if all pieces are copies of one piece and no
    /// cell may stay empty: the cells then determine the number of copies, and a problem without
    /// multiplicities has faster engines.
    fn has_piece_items(&self) -> bool {
        let kinds = self.kinds();
        self.is_loose || kinds.len() != 1 || kinds[0].1 == 1
    }

    /// Returns the placements of a solution: the name of each piece, and its cells as indices into
    /// the board.
    #[must_use]
    pub fn placed<'a>(&'a self, problem: &'a Problem, options: &[usize]) -> Vec<(&'a str, Vec<usize>)> {
        let pieces = if self.has_piece_items() { self.kinds().len() } else { 0 };
        let placed = |option: &usize| {
            let entries = problem.entries_of(*option);
            let cells = entries.iter().map(|entry| entry.item as usize).filter(|item| *item >= pieces);
            let name = if pieces == 0 { self.pieces[0].name.as_str() } else { problem.name(entries[0].item) };
            (name, cells.map(|item| item - pieces).collect())
        };
        options.iter().map(placed).collect()
    }

    /// Returns the exact cover problem. Pieces are the first items, unless all are copies of a
    /// single piece; the cells follow, as secondary items if they may stay empty. Options are
    /// ordered by piece, orientation, and position on the board.
    #[must_use]
    pub fn problem(&self) -> Problem {
        let names = CellNames::new(&self.board);
        let kinds = self.kinds();
        let has_items = self.has_piece_items();
        let before = if has_items { kinds.len() } else { 0 };
        let pieces = kinds
            .iter()
            .take(before)
            .map(|(piece, count)| (piece.name.clone(), Bounds { least: *count, most: *count }));
        let cells = self.board.iter().map(|cell| names.name(*cell));
        let mut problem = if self.is_loose {
            Problem::from_items(pieces, cells)
        } else {
            Problem::from_items(pieces.chain(cells.map(|name| (name, Bounds::ONCE))), [])
        };
        let numbers: HashMap<Cell, usize> =
            self.board.iter().enumerate().map(|(at, cell)| (*cell, at)).collect();
        let number = |cell: Cell| numbers.get(&cell).copied();
        for (at, (piece, _)) in kinds.iter().enumerate() {
            for shape in piece.shapes(self.turns) {
                let mut places: Vec<Cell> = self.board.clone();
                // The origin of an orientation may lie outside the board.
                places.extend(self.board.iter().flat_map(|cell| {
                    shape.iter().map(|part| std::array::from_fn(|axis| cell[axis] - part[axis]))
                }));
                places.sort_unstable();
                places.dedup();
                for place in places {
                    let cells = shape.iter().map(|part| std::array::from_fn(|axis| place[axis] + part[axis]));
                    if let Some(cells) = cells.map(number).collect::<Option<Vec<usize>>>() {
                        let mut items = if has_items { vec![at] } else { Vec::new() };
                        items.extend(cells.into_iter().map(|cell| before + cell));
                        problem.add_valid(&items);
                    }
                }
            }
        }
        problem
    }
}

/// The names of cells: one digit or letter each for row and column if all are below 62 (preceded by
/// one for the layer if there are several layers), otherwise numbers separated by full stops.
pub(crate) struct CellNames {
    is_short: bool,
    has_layers: bool,
}

impl CellNames {
    fn new(board: &[Cell]) -> Self {
        Self {
            is_short: board.iter().flatten().all(|at| (0..62).contains(at)),
            has_layers: board.iter().any(|cell| cell[0] != 0),
        }
    }

    fn name(&self, cell: Cell) -> String {
        let axes = &cell[usize::from(!self.has_layers)..];
        if self.is_short {
            axes.iter().map(|at| digit(at.unsigned_abs() as usize)).collect()
        } else {
            let axes: Vec<String> = axes.iter().map(ToString::to_string).collect();
            axes.join(".")
        }
    }
}

/// Returns a number below 62 as a digit or letter.
pub(crate) fn digit(number: usize) -> char {
    char::from(b"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"[number])
}

/// Returns the twelve pentominoes, named after the letters they resemble.
#[must_use]
pub fn pentominoes() -> Vec<Piece> {
    [
        ("F", [".FF", "FF.", ".F."].as_slice()),
        ("I", &["IIIII"]),
        ("L", &["LLLL", "L..."]),
        ("N", &["NNN.", "..NN"]),
        ("P", &["PPP", "PP."]),
        ("T", &["TTT", ".T.", ".T."]),
        ("U", &["UUU", "U.U"]),
        ("V", &["VVV", "V..", "V.."]),
        ("W", &["WW.", ".WW", "..W"]),
        ("X", &[".X.", "XXX", ".X."]),
        ("Y", &["YYYY", ".Y.."]),
        ("Z", &["ZZ.", ".Z.", ".ZZ"]),
    ]
    .map(|(name, rows)| Piece::from_rows(name, rows))
    .into()
}

/// Returns the pieces with this name: a set (`pentominoes`, `tetrominoes`, `trominoes`), a
/// pentomino by its letter, or a smaller piece by its letter and number of cells, such as `T4`.
#[must_use]
pub fn named_pieces(name: &str) -> Option<Vec<Piece>> {
    let smaller: Vec<Piece> = [
        ("I1", ["#", ""]),
        ("I2", ["##", ""]),
        ("I3", ["###", ""]),
        ("V3", ["##", "#."]),
        ("I4", ["####", ""]),
        ("L4", ["###", "#.."]),
        ("O4", ["##", "##"]),
        ("S4", [".##", "##."]),
        ("T4", ["###", ".#."]),
    ]
    .map(|(name, rows)| Piece::from_rows(name, &rows))
    .into();
    let of_cells =
        |count: &str| smaller.iter().filter(|piece| piece.name.ends_with(count)).cloned().collect();
    Some(match name {
        "pentominoes" => pentominoes(),
        "tetrominoes" => of_cells("4"),
        "trominoes" => of_cells("3"),
        _ => vec![pentominoes().into_iter().chain(smaller.iter().cloned()).find(|piece| piece.name == name)?],
    })
}
