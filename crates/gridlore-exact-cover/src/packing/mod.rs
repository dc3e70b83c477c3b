//! Pieces that are to fill a board, as exact cover: an item for each piece and each cell, an option
//! for each place where a piece can lie.

mod text;

pub use text::{parse, pieces_by_name};

use crate::problem::{Bounds, Problem};
use std::collections::{BTreeSet, HashMap};

/// A cell of a board: layer, row and column. A flat board has one layer.
pub type Cell = [i32; 3];

/// A piece: its name, and its cells in any place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece {
    /// The name, an item of the problem.
    pub name: String,
    /// The cells, at least one, in any place.
    pub cells: Vec<Cell>,
}

/// No packing is made a problem of more entries, each turn of a piece counted as if it could lie on
/// every cell.
const MAX_ENTRIES: usize = 1 << 25;

/// How a piece may be laid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Turns {
    /// As it is.
    None,
    /// Turned in its plane.
    Flat,
    /// Turned in its plane and over.
    Over,
    /// Turned in space.
    Space,
}

impl Turns {
    /// The turns, as the images of a cell.
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
    /// A piece of a flat board by its rows and columns.
    #[must_use]
    pub fn flat(name: &str, cells: &[(i32, i32)]) -> Self {
        Self { name: name.to_owned(), cells: cells.iter().map(|&(row, column)| [0, row, column]).collect() }
    }

    /// A piece of a flat board drawn in rows: every letter but blanks and points is a cell.
    #[must_use]
    pub fn drawn(name: &str, rows: &[&str]) -> Self {
        let mut cells = Vec::new();
        for (row, line) in (0..).zip(rows) {
            let letters = (0..).zip(line.chars()).filter(|(_, letter)| !matches!(letter, ' ' | '.'));
            cells.extend(letters.map(|(column, _)| [0, row, column]));
        }
        Self { name: name.to_owned(), cells }
    }

    /// The shapes that it has by turning, each once, in the corner of the axes, the one as it is
    /// first.
    #[must_use]
    pub fn shapes(&self, turns: Turns) -> Vec<Vec<Cell>> {
        // In space a cube can stand on any of six faces; each is then turned on itself.
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

/// The same cells as near to the origin as they go, sorted.
fn in_the_corner(cells: impl Iterator<Item = Cell> + Clone) -> Vec<Cell> {
    let least: Cell = std::array::from_fn(|axis| cells.clone().map(|cell| cell[axis]).min().unwrap_or(0));
    let moved = cells.map(|cell| std::array::from_fn(|axis| cell[axis] - least[axis]));
    moved.collect::<BTreeSet<Cell>>().into_iter().collect()
}

impl std::str::FromStr for Turns {
    type Err = ();

    /// How a flat piece may be laid: `none`, `flat` or `over`.
    fn from_str(text: &str) -> Result<Self, ()> {
        match text {
            "none" => Ok(Self::None),
            "flat" => Ok(Self::Flat),
            "over" => Ok(Self::Over),
            _ => Err(()),
        }
    }
}

/// A board and the pieces that are to fill it, each used once; pieces of the same name are the same
/// piece several times.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Packing {
    /// The cells to be filled, in the order of their items.
    pub board: Vec<Cell>,
    /// The pieces.
    pub pieces: Vec<Piece>,
    /// How they may be laid.
    pub turns: Turns,
    /// Whether cells may stay empty.
    pub is_loose: bool,
}

/// All cells of a flat board.
#[must_use]
pub fn rectangle(rows: i32, columns: i32) -> Vec<Cell> {
    (0..rows).flat_map(|row| (0..columns).map(move |column| [0, row, column])).collect()
}

impl Packing {
    /// Each different piece, and how often it is there.
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

    /// Whether there is a board and pieces, as many cells of one as of the other, and no more
    /// places than a search can hold; else what was found and what was expected.
    ///
    /// # Errors
    /// Both as words.
    pub fn check(&self) -> Result<(), (String, String)> {
        let cells: usize = self.pieces.iter().map(|piece| piece.cells.len()).sum();
        let board = self.board.len();
        let found = |found: &str, expected: &str| Err((found.to_owned(), expected.to_owned()));
        if board == 0 {
            return found("no board", "a board, such as \"board 6x10\"");
        }
        if self.pieces.is_empty() {
            return found("no pieces", "some, such as \"pieces pentominoes\"");
        }
        if cells > board || cells < board && !self.is_loose {
            let more = if cells < board { ", or \"loose\", by which cells may stay empty" } else { "" };
            return Err((
                format!("pieces of {cells} cells for a board of {board}"),
                format!("as many of one as of the other{more}"),
            ));
        }
        let shapes =
            self.kinds().into_iter().map(|(piece, _)| self.turns.all().len() * (piece.cells.len() + 1));
        let entries = shapes.sum::<usize>().saturating_mul(board);
        if entries > MAX_ENTRIES {
            return Err((
                format!(
                    "a board of {board} cells on which pieces may lie in ways that have {entries} entries"
                ),
                format!("at most {MAX_ENTRIES} entries: a smaller board, or fewer different pieces"),
            ));
        }
        Ok(())
    }

    /// Whether pieces are items. Where there is but one, and no cell stays empty, it is there often
    /// enough by itself, and a problem without multiplicities has quicker engines.
    fn has_piece_items(&self) -> bool {
        let kinds = self.kinds();
        self.is_loose || kinds.len() != 1 || kinds[0].1 == 1
    }

    /// Where the options of a solution lie: the name of each piece, and its cells as numbers of the
    /// board's.
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

    /// The problem: pieces, unless there is but one several times, are its first items, cells the
    /// others, secondary if they may stay empty; options go piece by piece, shape by shape, and
    /// from the first place on the board to the last.
    #[must_use]
    pub fn problem(&self) -> Problem {
        let names = CellNames::of(&self.board);
        let kinds = self.kinds();
        let has_items = self.has_piece_items();
        let before = if has_items { kinds.len() } else { 0 };
        let pieces = kinds
            .iter()
            .take(before)
            .map(|(piece, count)| (piece.name.clone(), Bounds { least: *count, most: *count }));
        let cells = self.board.iter().map(|cell| names.name(*cell));
        let mut problem = if self.is_loose {
            Problem::of_items(pieces, cells)
        } else {
            Problem::of_items(pieces.chain(cells.map(|name| (name, Bounds::ONCE))), [])
        };
        let numbers: HashMap<Cell, usize> =
            self.board.iter().enumerate().map(|(at, cell)| (*cell, at)).collect();
        let number = |cell: Cell| numbers.get(&cell).copied();
        for (at, (piece, _)) in kinds.iter().enumerate() {
            for shape in piece.shapes(self.turns) {
                let mut places: Vec<Cell> = self.board.clone();
                // The corner of a shape may lie beside the board.
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
                        problem.add(&items);
                    }
                }
            }
        }
        problem
    }
}

/// How cells are named: a letter or digit for each of row and column where these are below 62 (and
/// one for the layer before, where there are several), numbers with points between them else.
pub(crate) struct CellNames {
    is_short: bool,
    has_layers: bool,
}

impl CellNames {
    fn of(board: &[Cell]) -> Self {
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

/// A number below 62 as a digit or letter.
pub(crate) fn digit(number: usize) -> char {
    char::from(b"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"[number])
}

/// The twelve pentominoes, by the letters that they look like.
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
    .map(|(name, rows)| Piece::drawn(name, rows))
    .into()
}

/// The pieces, or the one piece, of a name: `pentominoes`, `tetrominoes`, `trominoes`; a pentomino
/// by its letter; a smaller piece by its letter and the number of its cells, such as `T4`.
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
    .map(|(name, rows)| Piece::drawn(name, &rows))
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
