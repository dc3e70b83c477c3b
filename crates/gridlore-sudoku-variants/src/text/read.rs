//! Reads text blocks: settings, rows of givens, and blocks of alternatives.

use super::cells::{Board, Parts, Piece};
use super::line::Reader;
use super::{ABSENT, CHAOS, LINE_ENDS, after_size};
use crate::build::{
    Left, MAX_CONSTRAINTS, MAX_NAMED_CELLS, frame_of, suits_grids, usual_regions_of, validated, well_formed,
};
use crate::constraint::{Constraint, Global, Mark};
use crate::grid::{Grid, outside};
use crate::puzzle::Puzzle;
use crate::rule::{FullRank, Ties};
use crate::shape::{MAX_SIDE, Shape};
use gridlore_core::{ParseError, Place};
use std::collections::BTreeMap;

/// Maximum length of a text block, in bytes.
pub const MAX_LENGTH: usize = 200_000;
/// Maximum nesting depth of alternatives.
const MAX_DEPTH: usize = 4;
/// Maximum number of grids of a board.
const MAX_GRIDS: usize = 64;
/// Maximum number of variables.
const MAX_VARIABLES: usize = 64;

/// Parses a text block.
///
/// # Errors
/// Returns a [`ParseError`] with the line and column of the unrecognised part, and what was
/// expected.
pub fn parse_text(text: &str) -> Result<Puzzle, ParseError> {
    let whole = Piece { text, at: Place { line: 1, column: 1 } };
    if text.len() > MAX_LENGTH {
        return Err(whole.error(format!("{} bytes", text.len()), format!("at most {MAX_LENGTH}")));
    }
    let lines = lines(text);
    has_usual_size(&lines)?;
    let mut settings = Settings::read(&lines)?;
    let mut board = Board { shape: settings.shape, variables: settings.variables };
    let chaos = settings.has_regions_to_find.then(|| {
        let first = board.shape.cells() + board.variables;
        board.variables += board.shape.cells();
        first
    });
    let regions = settings.regions.take().unwrap_or_else(|| match chaos {
        Some(_) => Vec::new(),
        None => usual_regions_of(&board.shape, &settings.grids),
    });
    let mut puzzle = Puzzle { shape: board.shape, variables: board.variables, constraints: Vec::new() };
    if settings.has_lines {
        puzzle.constraints = frame_of(settings.grids.clone(), regions.clone());
    } else if !regions.is_empty() {
        puzzle.constraints.push(Constraint::Global(Global::Regions(regions.clone())));
    }
    puzzle.constraints.extend(chaos.map(|first| Constraint::Global(Global::ChaosConstruction { first })));
    puzzle.constraints.extend(settings.givens);
    let mut ranks: Option<FullRank> = None;
    let reader = Reader { board, regions: &regions, grids: &settings.grids, chaos };
    let mut rest = &settings.rest[..];
    let mut left = Left::new(board.shape.cells() + board.variables);
    while let Some(line) = rest.first() {
        if let Some(found) = reader.rank(line)? {
            let ranks = ranks.get_or_insert_with(|| FullRank {
                numbers: FullRank::usual_numbers(&board.shape),
                clues: Vec::new(),
                ties: Ties::Unclued,
            });
            found.apply(ranks);
            rest = &rest[1..];
            continue;
        }
        puzzle.constraints.extend(next(&mut rest, &reader, MAX_DEPTH, &mut left)?);
    }
    puzzle.constraints.extend(ranks.map(Constraint::FullRank));
    validated(puzzle)
}

/// Returns an error for more lines or more named cells than a puzzle can have, before anything is
/// built from them.
fn has_usual_size(lines: &[Piece<'_>]) -> Result<(), ParseError> {
    let mut named = 0_usize;
    for (number, line) in lines.iter().enumerate() {
        let words = line.text.split(|sign: char| !sign.is_ascii_alphanumeric() && sign != '-');
        named = words.map(named_cells).fold(named, usize::saturating_add);
        if named > MAX_NAMED_CELLS {
            let expected = format!("at most {MAX_NAMED_CELLS}, counting repeats");
            return Err(line.error("too many cells in constraints", expected));
        }
        // In addition to constraints, there are rows of givens and the lines of alternatives.
        if number > 2 * MAX_CONSTRAINTS {
            return Err(line.error("too many lines", format!("at most {}", 2 * MAX_CONSTRAINTS)));
        }
    }
    Ok(())
}

/// Returns an upper bound on the number of cells that a word names, such as 6 for `r1-2c3-5`.
fn named_cells(word: &str) -> usize {
    let length = |range: &str| -> Option<usize> {
        let (first, last) = range.split_once('-').unwrap_or((range, range));
        let (first, last) = (first.parse::<usize>().ok()?, last.parse::<usize>().ok()?);
        Some(last.checked_sub(first)?.min(MAX_SIDE * MAX_SIDE) + 1)
    };
    let lower = word.to_ascii_lowercase();
    let lower = lower.trim_start_matches('-');
    match lower {
        "row" | "column" => MAX_SIDE,
        _ => {
            let grid = lower.strip_prefix('r').and_then(|rest| rest.split_once('c'));
            let variables = lower.strip_prefix('v').and_then(length);
            grid.and_then(|(rows, columns)| Some(length(rows)? * length(columns)?)).or(variables).unwrap_or(0)
        }
    }
}

/// Returns the lines of a text without comments, blank lines and surrounding blanks.
fn lines(text: &str) -> Vec<Piece<'_>> {
    let mut found = Vec::new();
    for (number, line) in (1..).zip(text.split(LINE_ENDS)) {
        let line = Piece { text: line, at: Place { line: number, column: 1 } };
        let end = line.text.find('#').unwrap_or(line.text.len());
        found.extend(line.part(0, end).split(';').into_iter().filter(|part| !part.text.is_empty()));
    }
    found
}

/// The lines that describe the board.
struct Settings<'t> {
    shape: Shape,
    variables: usize,
    /// The grids, unless the whole board is one.
    grids: Vec<Grid>,
    has_lines: bool,
    /// Whether the solver has to find the regions.
    has_regions_to_find: bool,
    /// The regions, unless they are the usual boxes.
    regions: Option<Vec<Vec<usize>>>,
    givens: Vec<Constraint>,
    /// The other lines.
    rest: Vec<Piece<'t>>,
}

impl<'t> Settings<'t> {
    fn read(lines: &[Piece<'t>]) -> Result<Self, ParseError> {
        let nothing = Piece { text: "", at: Place { line: 1, column: 1 } };
        let first = lines.first().unwrap_or(&nothing);
        let shape = after_size(first.text).and_then(|size| shape_of(size.trim()));
        let shape = shape.ok_or_else(|| {
            first.instead_of(format!("a size such as \"size 9x9\", with at most {MAX_SIDE} cells per side"))
        })?;
        let mut settings = Self {
            shape,
            variables: 0,
            grids: Vec::new(),
            has_lines: true,
            has_regions_to_find: false,
            regions: None,
            givens: Vec::new(),
            rest: Vec::new(),
        };
        let (mut rows, mut absent, mut regions, mut values) = (Vec::new(), Vec::new(), None, None);
        for line in &lines[1..] {
            let words: Vec<&str> = line.text.split_whitespace().collect();
            let is_row = line.text.starts_with(|sign: char| ".-".contains(sign) || sign.is_ascii_digit());
            if is_row || is_row_of_letters(line.text, &settings.shape) {
                rows.push(*line);
                continue;
            }
            match words[..] {
                ["values", range] => {
                    let limits = range.split_once('-').and_then(|(low, high)| {
                        let (low, high) = (low.parse::<i32>().ok()?, high.parse::<i32>().ok()?);
                        let count = usize::try_from(high.checked_sub(low)?.checked_add(1)?).ok()?;
                        ((0..=1).contains(&low) && (1..=MAX_SIDE).contains(&count)).then_some((low, count))
                    });
                    values = Some(limits.ok_or_else(|| {
                        line.instead_of(format!(
                            "a range such as 0-8 that begins at 0 or 1 and contains at most {MAX_SIDE} values"
                        ))
                    })?);
                }
                ["variables", count] => {
                    let count = count.parse().ok().filter(|count| *count <= MAX_VARIABLES);
                    settings.variables =
                        count.ok_or_else(|| line.instead_of(format!("a number, at most {MAX_VARIABLES}")))?;
                }
                ["no", "boxes"] => settings.regions = Some(Vec::new()),
                ["no", "rows", "and", "columns"] => settings.has_lines = false,
                _ if line.text == CHAOS => settings.has_regions_to_find = true,
                ["regions:", ..] => regions = Some(*line),
                ["grid" | "grid:" | "grids" | "grids:", ..] => settings.read_grids(line)?,
                ["absent:", ..] => absent.extend(settings.cells_after_colon(line)?),
                _ => settings.rest.push(*line),
            }
        }
        if let Some(side) = settings.grids.iter().map(|grid| grid.rows.max(grid.columns)).max() {
            settings.shape.values = side;
            if !settings.has_lines {
                return Err(first.error(
                    "\"no rows and columns\" and a list of grids",
                    "only one of them, because each grid has rows and columns",
                ));
            }
        }
        if let Some((lowest, values)) = values {
            (settings.shape.lowest, settings.shape.values) = (lowest, values);
        }
        let rows = settings.rows_of(&rows)?;
        if settings.grids.is_empty() {
            // Without a list, the rows show which cells are absent.
            if absent.is_empty() {
                absent = (0..)
                    .zip(rows.iter().flatten())
                    .filter(|(_, cell)| cell.text == ABSENT)
                    .map(|(at, _)| at)
                    .collect();
            }
        } else {
            let outside = outside(&settings.shape, &settings.grids);
            absent.extend((0..settings.shape.cells()).filter(|cell| outside.contains(*cell)));
        }
        settings.shape.absent = absent.into_iter().collect();
        if settings.shape.present().next().is_none() {
            return Err(first.error("a board on which all cells are absent", "a cell with a digit"));
        }
        if let Some(line) = regions {
            let (_, layout) = line.split_once(":").unwrap_or((line, line));
            settings.regions = Some(settings.regions_of(&layout)?);
        }
        settings.read_givens(&rows)?;
        Ok(settings)
    }

    /// Returns the cells listed after a colon, before it is known which cells are absent.
    fn cells_after_colon(&self, line: &Piece<'_>) -> Result<Vec<usize>, ParseError> {
        let end = line.part(line.text.len(), line.text.len());
        let (_, cells) = line.split_once(":").ok_or_else(|| end.instead_of("a colon and cells"))?;
        Board { shape: self.shape, variables: 0 }.cells(&cells)
    }

    /// Reads `grids 6x6: r1c1 r4c4`, the top left cells of grids of one size; the default size is
    /// 9x9.
    fn read_grids(&mut self, line: &Piece<'_>) -> Result<(), ParseError> {
        let (head, cells) = line.split_once(":").unwrap_or((*line, *line));
        let size = head.text.trim_start_matches(|sign: char| sign.is_ascii_alphabetic()).trim();
        let size = shape_of(if size.is_empty() { "9x9" } else { size });
        let size = size.ok_or_else(|| head.instead_of("grids of a size, such as \"grids 9x9\""))?;
        self.cells_after_colon(line)?;
        for word in cells.words() {
            for cell in (Board { shape: self.shape, variables: 0 }).word(&word)? {
                let (row, column) = self.shape.place(cell);
                let grid = Grid { row, column, rows: size.rows, columns: size.columns };
                if !grid.fits(&self.shape) {
                    let board = format!("{}x{}", self.shape.rows, self.shape.columns);
                    return Err(word.instead_of(format!(
                        "the top left cell of a {}x{} grid within the {board} board",
                        size.rows, size.columns
                    )));
                }
                if self.grids.contains(&grid) {
                    return Err(word.instead_of("each grid once"));
                }
                if self.grids.len() == MAX_GRIDS {
                    return Err(word.error("too many grids", format!("at most {MAX_GRIDS}")));
                }
                self.grids.push(grid);
            }
        }
        Ok(())
    }

    /// Reads regions as groups of cells, or as a layout with a sign for each cell.
    fn regions_of(&self, piece: &Piece<'_>) -> Result<Vec<Vec<usize>>, ParseError> {
        let board = Board { shape: self.shape, variables: 0 };
        if piece.text.contains('|') || board.cells(piece).is_ok() {
            let groups = board.groups(piece)?;
            if groups.len() > self.shape.cells() {
                let found = format!("{} regions", groups.len());
                return Err(piece.error(found, format!("at most {}, one for each cell", self.shape.cells())));
            }
            return Ok(groups);
        }
        let signs: Vec<char> =
            piece.text.chars().filter(|sign| *sign != '/' && !sign.is_whitespace()).collect();
        if signs.len() != self.shape.cells() {
            return Err(piece.error(
                format!("a layout of {} cells", signs.len()),
                format!("{}, one character for each cell", self.shape.cells()),
            ));
        }
        let mut regions: BTreeMap<char, Vec<usize>> = BTreeMap::new();
        for (cell, sign) in signs.into_iter().enumerate().filter(|(_, sign)| !['.', '-'].contains(sign)) {
            if self.shape.is_absent(cell) {
                let name = self.shape.cell_name(cell);
                return Err(
                    piece.error(format!("\"{sign}\" at {name}"), "a dot, because this cell is absent")
                );
            }
            regions.entry(sign).or_default().push(cell);
        }
        Ok(regions.into_values().collect())
    }

    /// Returns the sign of each cell, row by row. All rows may be on one line, as in a solution.
    fn rows_of(&self, rows: &[Piece<'t>]) -> Result<Vec<Vec<Piece<'t>>>, ParseError> {
        let shape = self.shape;
        if let [row] = rows
            && let cells = signs_of(row, shape.cells())
            && cells.len() == shape.cells()
        {
            return Ok(cells.chunks(shape.columns).map(<[Piece<'t>]>::to_vec).collect());
        }
        let Some(last) = rows.last() else { return Ok(Vec::new()) };
        if rows.len() != shape.rows {
            let plural = if rows.len() == 1 { "" } else { "s" };
            return Err(last.error(format!("{} row{plural} of digits", rows.len()), shape.rows.to_string()));
        }
        let cells = rows.iter().map(|row| match signs_of(row, shape.columns) {
            cells if cells.len() == shape.columns => Ok(cells),
            cells => Err(row.error(format!("a row of {} cells", cells.len()), shape.columns.to_string())),
        });
        cells.collect()
    }

    fn read_givens(&mut self, rows: &[Vec<Piece<'_>>]) -> Result<(), ParseError> {
        let shape = self.shape;
        for (number, cell) in rows.iter().flatten().enumerate() {
            let is_absent = shape.is_absent(number);
            if cell.text == "." || cell.text == "0" && shape.lowest > 0 || is_absent && cell.text == ABSENT {
                continue;
            }
            let name = shape.cell_name(number);
            if is_absent {
                return Err(cell.instead_of(format!("- or a dot, because {name} is absent")));
            }
            if let Some(candidates) = candidates(cell.text, &shape) {
                self.givens.push(Constraint::Cell(Mark::of(candidates), number));
                continue;
            }
            let value = cell.text.parse().ok().or_else(|| value_of_letter(cell.text, &shape));
            let value = value.filter(|value| shape.set_of(*value) != 0);
            let value = value.ok_or_else(|| {
                let why = if cell.text == ABSENT {
                    format!(", because {name} is not absent")
                } else {
                    String::new()
                };
                cell.instead_of(format!("a digit from {} to {} or a dot{why}", shape.lowest, shape.highest()))
            })?;
            self.givens.push(Constraint::Cell(Mark::Given(value), number));
        }
        Ok(())
    }
}

/// Returns the signs of `count` cells: words, or one sign per cell, optionally separated by blanks.
fn signs_of<'t>(row: &Piece<'t>, count: usize) -> Vec<Piece<'t>> {
    let cells = row.words();
    if cells.len() == count {
        return cells;
    }
    let (mut from, signs) = (Parts::new(*row), row.text.char_indices());
    let signs = signs.filter(|(_, sign)| !sign.is_whitespace());
    signs.map(|(at, sign)| from.part(at, at + sign.len_utf8())).collect()
}

/// Reads several candidates of a cell: digits, or numbers separated by commas.
fn candidates(text: &str, shape: &Shape) -> Option<Vec<i32>> {
    let values: Vec<i32> = if text.contains(',') {
        text.split(',').map(|number| number.parse().ok()).collect::<Option<_>>()?
    } else if shape.highest() <= 9 && text.len() > 1 {
        text.chars().map(|sign| sign.to_digit(10).map(u32::cast_signed)).collect::<Option<_>>()?
    } else {
        return None;
    };
    values.iter().all(|value| shape.set_of(*value) != 0).then_some(values)
}

/// Returns whether a line is a row of givens in the form in which solutions of large grids are
/// printed: a capital letter, a digit or a dot for each cell.
fn is_row_of_letters(text: &str, shape: &Shape) -> bool {
    let mut signs = text.chars().filter(|sign| !sign.is_whitespace());
    let is_sign = |sign: char| ".-".contains(sign) || sign.is_ascii_digit() || sign.is_ascii_uppercase();
    let count = signs.clone().count();
    shape.values > 9 && [shape.columns, shape.cells()].contains(&count) && signs.all(is_sign)
}

/// Returns the value of a letter: A is 1, or 10 if the digits of the grid start at 0.
fn value_of_letter(text: &str, shape: &Shape) -> Option<i32> {
    let letter = text.chars().next().filter(|sign| sign.is_ascii_uppercase() && text.len() == 1)?;
    let number = letter.to_digit(36)?.cast_signed();
    (shape.values > 9).then_some(if shape.lowest == 0 { number } else { number - 9 })
}

fn shape_of(text: &str) -> Option<Shape> {
    let (rows, columns) = text.split_once('x')?;
    let side = |text: &str| text.trim().parse().ok().filter(|side| (1..=MAX_SIDE).contains(side));
    Some(Shape::new(side(rows)?, side(columns)?))
}

/// Returns the constraints of the next line or, for `either`, of all lines up to its `end`.
fn next(
    rest: &mut &[Piece<'_>],
    reader: &Reader<'_>,
    depth: usize,
    left: &mut Left,
) -> Result<Vec<Constraint>, ParseError> {
    let (line, others) = rest.split_first().expect("there is a line");
    *rest = others;
    if line.text != "either" {
        return match line.text {
            "or" | "end" => Err(line.instead_of("a constraint (no \"either\" is open)")),
            _ => {
                let found = reader.constraints(line)?;
                left.subtract(&found).map_err(|(found, expected)| line.error(found, expected))?;
                let checked = found.iter().try_for_each(|one| {
                    well_formed(one, &reader.board.shape)?;
                    suits_grids(one, reader.grids)
                });
                checked.map_err(|error| ParseError { at: line.at, ..error })?;
                Ok(found)
            }
        };
    }
    if depth == 0 {
        return Err(line.error("alternatives inside alternatives", format!("at most {MAX_DEPTH} levels")));
    }
    let mut alternatives = vec![Vec::new()];
    loop {
        match rest.first().map(|line| line.text) {
            None => return Err(line.error("either without end", "a line \"end\" after the alternatives")),
            Some("end") => {
                *rest = &rest[1..];
                return Ok(vec![Constraint::Either(alternatives)]);
            }
            Some("or") => {
                *rest = &rest[1..];
                alternatives.push(Vec::new());
            }
            Some(_) => {
                let found = next(rest, reader, depth - 1, left)?;
                if let Some(last) = alternatives.last_mut() {
                    last.extend(found);
                }
            }
        }
    }
}
