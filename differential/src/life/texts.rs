//! Readers and writers of pattern files that share no code with the engine.
//! The readers handle files that the engine writes; the writers produce the notation of other
//! programs and people: split runs, lines broken at any point, and cells in any order, some of them
//! twice.

use super::pattern::{Cells, Pattern, bounds, read_rle, sign};
use super::shape::{Place, Shape};
use gridlore_core::Rng;
use std::fmt::Write as _;

/// Returns the cells of an RLE file at their position.
pub(super) fn rle(text: &str, shape: Shape) -> Option<Cells> {
    let head = text.lines().find(|line| line.starts_with('x'))?;
    let number = |field: usize| head.split(',').nth(field)?.split('=').nth(1)?.trim().parse::<i64>().ok();
    let (width, height) = (number(0)?, number(1)?);
    let middle = if shape == Shape::Plane { (0, 0) } else { (-(width / 2), -(height / 2)) };
    let from = match text.split_once("Pos=") {
        Some((_, place)) => pair(place.split_whitespace().next()?, ',')?,
        None => middle,
    };
    Some(moved(&read_rle(text)?, from))
}

/// Returns the cells of a Life 1.05 file: pictures, each after its position.
pub(super) fn life_105(text: &str) -> Option<Cells> {
    let mut cells = Cells::new();
    let mut at = (0, 0);
    for line in text.lines() {
        if let Some(place) = line.strip_prefix("#P ") {
            at = pair(place, ' ')?;
        } else if !line.starts_with('#') {
            cells.extend(row(line, at));
            at.1 += 1;
        }
    }
    Some(cells)
}

/// Returns the cells of a Life 1.06 file: one column and row per line.
pub(super) fn life_106(text: &str) -> Option<Cells> {
    text.lines().skip(1).map(|line| Some((pair(line, ' ')?, 1))).collect()
}

/// Returns the cells of a picture.
pub(super) fn plaintext(text: &str) -> Cells {
    let rows = text.lines().filter(|line| !line.starts_with('!')).zip(0..);
    rows.flat_map(|(line, y)| row(line, (0, y))).collect()
}

/// Returns the cells of an MCell file, without its position.
pub(super) fn mcell(text: &str) -> Option<Cells> {
    let body: String = text.lines().filter_map(|line| line.strip_prefix("#L ")).collect();
    // The prefix letters of higher states differ from those in RLE.
    let letter = |sign: char| match sign {
        'a'..='j' => char::from(u8::try_from(sign).unwrap_or(b'a') - b'a' + b'p'),
        other => other,
    };
    read_rle(&(body.chars().map(letter).collect::<String>() + "!"))
}

/// Returns the cells of a macrocell file: its square is centred on (0, 0), one row further south in
/// a world with edges, as in Golly.
pub(super) fn macrocell(text: &str, shape: Shape) -> Option<Cells> {
    let mut squares: Vec<(i64, Cells)> = vec![(0, Cells::new())];
    for line in text.lines().skip(1).filter(|line| !line.starts_with('#')) {
        if line.starts_with(['.', '*', '$']) {
            let rows = line.split('$').zip(0..);
            squares.push((8, rows.flat_map(|(line, y)| row(line, (0, y))).collect()));
            continue;
        }
        let numbers: Vec<usize> = line.split(' ').map(|word| word.parse().ok()).collect::<Option<_>>()?;
        let [level, quarters @ ..] = &numbers[..] else { return None };
        let side = 1_i64 << level;
        let corners = [(0, 0), (side / 2, 0), (0, side / 2), (side / 2, side / 2)];
        let mut cells = Cells::new();
        for (&quarter, corner) in quarters.iter().zip(corners) {
            if side > 2 {
                cells.extend(moved(&squares.get(quarter)?.1, corner));
            } else if quarter > 0 {
                cells.insert(corner, u8::try_from(quarter).ok()?);
            }
        }
        squares.push((side, cells));
    }
    let (side, cells) = squares.last()?;
    let south = i64::from(shape != Shape::Plane && !cells.is_empty());
    Some(moved(cells, (-side / 2, -side / 2 + south)))
}

fn pair(text: &str, between: char) -> Option<Place> {
    let (one, other) = text.trim().split_once(between)?;
    Some((one.parse().ok()?, other.parse().ok()?))
}

fn moved(cells: &Cells, (by_x, by_y): Place) -> Cells {
    cells.iter().map(|(&(x, y), &state)| ((x + by_x, y + by_y), state)).collect()
}

fn row(line: &str, (x, y): Place) -> impl Iterator<Item = (Place, u8)> {
    let living = line.chars().zip(x..).filter(|(sign, _)| matches!(sign, '*' | 'O'));
    living.map(move |(_, x)| ((x, y), 1))
}

/// Writes an RLE file with split runs, dead cells at the ends of rows, and lines broken at any
/// point.
pub(super) fn odd_rle(pattern: &Pattern, rng: &mut Rng) -> String {
    let ((west, north), (width, height)) = bounds(&pattern.cells);
    let has_two_states = pattern.rule.states() == 2 && rng.below(3) > 0;
    let dead = if has_two_states { "b" } else { "." };
    let mut text = format!("#C odd, but allowed\n#CXRLE Pos={west},{north}\n");
    let rule = pattern.rule_text();
    let heads = [
        format!("x={width},y={height},rule={rule}\n"),
        format!("x = {width}, y = {height}, rule = {rule}\n\n"),
        format!("x = {}, y = {}, rule = {rule}\n", width + 3, height + 1),
    ];
    text += &heads[rng.below(heads.len())];
    let mut push = |rng: &mut Rng, mut count: i64, sign: &str| {
        while count > 0 {
            let part = 1 + i64::try_from(rng.below(usize::try_from(count).unwrap_or(1))).unwrap_or(0);
            if part > 1 || rng.below(8) == 0 {
                text += &part.to_string();
            }
            text += sign;
            text += ["", "", "", "\n", " "][rng.below(5)];
            count -= part;
        }
    };
    for y in north..north + height {
        let mut x = west;
        for (&(of, _), &state) in pattern.cells.iter().filter(|((_, of), _)| *of == y) {
            push(rng, of - x, dead);
            push(rng, 1, &sign(state, has_two_states));
            x = of + 1;
        }
        let rest = if rng.below(4) == 0 { west + width - x } else { 0 };
        push(rng, rest, dead);
        if y + 1 < north + height || rng.below(4) == 0 {
            push(rng, 1, "$");
        }
    }
    text + "!\nwhat follows the end is a remark\n"
}

/// Writes a Life 1.06 file with its cells in any order, some of them twice.
pub(super) fn odd_106(cells: &Cells, rng: &mut Rng) -> String {
    let mut places: Vec<Place> = cells.keys().copied().collect();
    places.extend(cells.keys().filter(|_| rng.below(8) == 0));
    rng.shuffle(&mut places);
    places.iter().fold("#Life 1.06\n".to_owned(), |mut text, (x, y)| {
        let _ = writeln!(text, "{x} {y}");
        text
    })
}

/// Writes a Life 1.05 file with one picture per cell or row, in any order.
pub(super) fn odd_105(cells: &Cells, rng: &mut Rng) -> String {
    let mut pictures: Vec<String> = cells.keys().map(|(x, y)| format!("#P {x} {y}\n*\n")).collect();
    let (from, (width, height)) = bounds(cells);
    for y in (from.1..from.1 + height).filter(|_| rng.below(2) == 0) {
        let sign = |x: i64| if cells.contains_key(&(x, y)) { '*' } else { '.' };
        let line: String = (from.0..from.0 + width).map(sign).collect();
        pictures.push(format!("#P {} {y}\n{line}\n", from.0));
    }
    rng.shuffle(&mut pictures);
    format!("#Life 1.05\n#D odd, but allowed\n#N\n{}", pictures.concat())
}

/// Writes a picture with or without dead cells at the ends of rows, and with another symbol for
/// live cells.
pub(super) fn odd_plaintext(cells: &Cells, rng: &mut Rng) -> String {
    let (from, (width, height)) = bounds(cells);
    let alive = ['O', '*'][rng.below(2)];
    let mut text = "!Name: odd\n!\n! but allowed\n".to_owned();
    for y in from.1..from.1 + height {
        let sign = |x: i64| if cells.contains_key(&(x, y)) { alive } else { '.' };
        let line: String = (from.0..from.0 + width).map(sign).collect();
        text += if rng.below(2) == 0 { &line } else { line.trim_end_matches('.') };
        text.push('\n');
    }
    text
}
