//! Constraints on lines, dots and cages.

use super::automaton::{self, SIGNS, labelled_lines};
use super::cells::{Item, Names, number, numbers};
use crate::build::unexpected;
use crate::constraint::{Cage, Constraint, Line, Mark, Pair, Scope, Sets, Table, WeightedSum, region_pieces};
use gridlore_core::ParseError;

/// Returns the constraints of an item if this module knows its name.
pub(super) fn constraints(
    item: &Item,
    names: &Names,
    regions: &[Vec<usize>],
) -> Result<Option<Vec<Constraint>>, ParseError> {
    let shape = &names.shape;
    let arguments = &item.arguments[..];
    let column = item.column;
    let first = || arguments.first().map_or("", String::as_str);
    let after = |count: usize| names.cells(arguments.get(count..).unwrap_or_default(), column);
    let value = || number(first(), column);
    let line = |line: Line, count: usize| Ok(vec![Constraint::Line(line, after(count)?)]);
    let cage = |cage: Cage, count: usize| Ok(vec![Constraint::Cage(cage, after(count)?)]);
    let adjacent = |pair: Pair| -> Result<Vec<Constraint>, ParseError> {
        let cells = after(0)?;
        let pairs = names.neighbours().filter(|(one, other)| cells.contains(one) && cells.contains(other));
        Ok(pairs.map(|(one, other)| Constraint::Pair(pair, [one, other])).collect())
    };
    let found = match item.name.as_str() {
        "" => arguments.iter().map(|given| given_mark(given, names, column)).collect(),
        "WhiteDot" => adjacent(Pair::Difference(1)),
        "BlackDot" => adjacent(Pair::Ratio(2)),
        "X" => adjacent(Pair::Sum(10)),
        "V" => adjacent(Pair::Sum(5)),
        "GreaterThan" => after(0).and_then(|cells| greater_than(names, &cells, column)),
        "Thermo" => line(Line::Thermometer, 0),
        "Whisper" if first().parse::<i32>().is_ok() => line(Line::Whisper(value()?), 1),
        "Whisper" => line(Line::Whisper(5), 0),
        "Renban" => line(Line::Renban, 0),
        "Entropic" if shape.values.is_multiple_of(3) => line(Line::Entropic, 0),
        "Modular" => line(Line::Modular(value()?), 1),
        "Between" => line(Line::Between, 0),
        "Lockout" => line(Line::Lockout(value()?), 1),
        "Zipper" => line(Line::Zipper, 0),
        "Palindrome" => line(Line::Palindrome, 0),
        "DoubleArrow" => line(Line::DoubleArrow, 0),
        "ValueIndexing" => line(Line::ValueIndexing, 0),
        "SumLine" => {
            let is_loop = arguments.last().is_some_and(|last| last == "LOOP");
            let cells = names.cells(
                arguments.get(1..arguments.len() - usize::from(is_loop)).unwrap_or_default(),
                column,
            )?;
            let total = value()?;
            if !(1..=40).contains(&total) {
                return Err(unexpected(column, format!("the sum {total}"), "1 to 40"));
            }
            Ok(vec![Constraint::Line(if is_loop { Line::SumLoop(total) } else { Line::Sum(total) }, cells)])
        }
        "RegionSumLine" => {
            after(0).map(|cells| vec![Constraint::Sets(Sets::RegionSumLine, region_pieces(&cells, regions))])
        }
        "Arrow" => arrow(after(0)?, 1, column),
        "PillArrow" => {
            let mut cells = after(1)?;
            let size =
                usize::try_from(value()?).ok().filter(|size| (2..=3).contains(size) && *size < cells.len());
            let size = size.ok_or_else(|| {
                unexpected(column, format!("a pill of {} cells", first()), "2 or 3, and a shaft")
            })?;
            cells[..size].sort_unstable();
            arrow(cells, size, column)
        }
        "Cage" if matches!(first(), "" | "0") => cage(Cage::Killer(None), 1),
        "Cage" => cage(Cage::Killer(Some(value()?)), 1),
        "AllDifferent" => cage(Cage::AllDifferent, 0),
        "Sum" => sum(first(), after(1)?, column),
        "EqualSum" => {
            let pieces: Vec<Vec<usize>> = arguments
                .split(|part| part == "-")
                .map(|part| names.cells(part, column))
                .collect::<Result<_, _>>()?;
            Ok(vec![Constraint::Sets(Sets::EqualSums, pieces)])
        }
        "SameValues" => {
            let cells = after(1)?;
            let sets =
                usize::try_from(value()?).ok().filter(|sets| *sets > 0 && cells.len().is_multiple_of(*sets));
            let sets = sets.ok_or_else(|| {
                unexpected(column, format!("{} sets of {} cells", first(), cells.len()), "sets of equal size")
            })?;
            let sets = cells.chunks((cells.len() / sets).max(1)).map(<[usize]>::to_vec).collect();
            Ok(vec![Constraint::Sets(Sets::SameValues, sets)])
        }
        "RellikCage" if (1..=60).contains(&value()?) => cage(Cage::Rellik(value()?), 1),
        "EqualityCage" => cage(Cage::Equality, 0),
        "Lunchbox" => cage(Cage::Lunchbox(value()?), 1),
        "ContainAtLeast" => cage(Cage::Contains(numbers(first(), column)?), 1),
        "ContainExact" => cage(Cage::ContainsExactly(numbers(first(), column)?), 1),
        "LookAndSay" => {
            let digits: Vec<u32> = first().chars().filter_map(|sign| sign.to_digit(10)).collect();
            let counts = digits.chunks_exact(2).map(|pair| (pair[0] as usize, pair[1].cast_signed()));
            cage(Cage::LookAndSay(counts.collect()), 1)
        }
        "CountingCircles" => cage(Cage::CountingCircles, 0),
        "CountDistinct" => cage(Cage::CountDistinct, 0),
        "Quad" => {
            let cells = names.cell(first(), column).map(|cell| shape.square_at(cell))?;
            let cells = cells.ok_or_else(|| {
                unexpected(
                    column,
                    format!("a quadruple at {}", first()),
                    "a cell with cells to its right and below it",
                )
            })?;
            let wanted =
                arguments[1..].iter().map(|value| number(value, column)).collect::<Result<_, _>>()?;
            Ok(vec![Constraint::Cage(Cage::Quadruple(wanted), cells)])
        }
        "Indexing" => {
            let mark = if first() == "C" { Mark::ColumnIndexer } else { Mark::RowIndexer };
            after(1).map(|cells| cells.into_iter().map(|cell| Constraint::Cell(mark.clone(), cell)).collect())
        }
        "Pair" | "Binary" | "PairX" | "BinaryX" => tables(item, names),
        "NFA" => automaton::constraints(item, names),
        "Regex" => automaton::regular_expressions(item, names),
        _ => return Ok(None),
    };
    found.map(Some)
}

/// Returns an arrow whose first cells are its circle or pill.
fn arrow(mut cells: Vec<usize>, size: usize, column: usize) -> Result<Vec<Constraint>, ParseError> {
    if cells.len() < size {
        return Err(unexpected(column, "an arrow without cells", "a circle and a shaft"));
    }
    let shaft = cells.split_off(size);
    Ok(vec![Constraint::Arrow { circle: cells, shaft }])
}

/// Returns a given, such as `R1C1_5` or `R1C1_1_2`.
fn given_mark(given: &str, names: &Names, column: usize) -> Result<Constraint, ParseError> {
    let (cell, values) = given.split_once('_').unwrap_or((given, ""));
    let values = numbers(values, column)?;
    if values.is_empty() {
        return Err(unexpected(column, format!("\"{given}\""), "a cell and its values, such as R1C1_5"));
    }
    Ok(Constraint::Cell(Mark::of(values), names.cell(cell, column)?))
}

/// Returns the constraints for cells that are neighbours in the grid: the one that is listed
/// earlier is larger. Each cell is listed once.
fn greater_than(names: &Names, cells: &[usize], column: usize) -> Result<Vec<Constraint>, ParseError> {
    let most = cells.iter().max().map_or(0, |last| last + 1);
    let mut places: Vec<Option<usize>> = vec![None; most];
    for (at, cell) in cells.iter().enumerate() {
        if places[*cell].replace(at).is_some() {
            return Err(unexpected(column, "a cell that .GreaterThan names twice", "each cell once"));
        }
    }
    let place = |cell: usize| places.get(cell).copied().flatten();
    let mut found: Vec<[usize; 2]> = names
        .neighbours()
        .filter_map(|(one, other)| {
            Some(if place(one)? < place(other)? { [one, other] } else { [other, one] })
        })
        .collect();
    found.sort_unstable_by_key(|pair| pair.map(place));
    Ok(found.into_iter().map(|pair| Constraint::Pair(Pair::Greater, pair)).collect())
}

/// Parses a sum such as `12`, or with coefficients `0_=_1_1_-1`.
fn sum(text: &str, cells: Vec<usize>, column: usize) -> Result<Vec<Constraint>, ParseError> {
    let (total, coefficients) = match text.split_once("_=_") {
        Some((total, coefficients)) => (total, numbers(coefficients, column)?),
        None => (text, vec![1; cells.len()]),
    };
    if coefficients.len() != cells.len() {
        return Err(unexpected(
            column,
            format!("{} coefficients", coefficients.len()),
            format!("{}, one for each cell", cells.len()),
        ));
    }
    let terms = coefficients.into_iter().zip(cells).collect();
    Ok(vec![Constraint::Sum(WeightedSum { total: number(total, column)?, terms })])
}

/// Parses relations given as bits: `.Pair~key~_label~R1C1~R1C2`, with an empty argument between
/// lines.
fn tables(item: &Item, names: &Names) -> Result<Vec<Constraint>, ParseError> {
    let values = names.shape.values;
    let key = item.arguments.first().map_or("", String::as_str);
    let mut table = vec![0; values];
    for (at, sign) in key.chars().enumerate() {
        // In the older names, the last two characters have the other order.
        let sign = match sign {
            '-' if item.name.starts_with("Binary") => '_',
            '_' if item.name.starts_with("Binary") => '-',
            sign => sign,
        };
        let bits = SIGNS.find(sign).ok_or_else(|| {
            unexpected(item.column, format!("'{sign}' in a key"), "A to Z, a to z, 0 to 9, - or _")
        })?;
        for place in (0..6).filter(|place| bits >> place & 1 == 1) {
            let (row, bit) = ((at * 6 + place) / values, (at * 6 + place) % values);
            if let Some(row) = table.get_mut(row) {
                *row |= 1 << bit;
            }
        }
    }
    let scope = if matches!(item.name.as_str(), "Pair" | "Binary") { Scope::Neighbours } else { Scope::All };
    let lines = labelled_lines(item, names)?.into_iter().filter(|(_, cells)| cells.len() > 1);
    Ok(lines
        .map(|(label, cells)| {
            let table = Table { label, rows: table.clone(), scope };
            named(&table, &cells, names).unwrap_or(Constraint::Table(table, cells))
        })
        .collect())
}

/// Returns the constraint that was written as a labelled table because this notation has no name
/// for it.
fn named(table: &Table, cells: &[usize], names: &Names) -> Option<Constraint> {
    let shape = &names.shape;
    let number = |word: &str| table.label.strip_prefix(word)?.parse::<i32>().ok();
    let pair = |pair: Pair| match cells {
        [one, other] => Some(Constraint::Pair(pair, [*one, *other])),
        _ => None,
    };
    let found = match (table.label.as_str(), table.scope) {
        ("nabner", Scope::All) => Constraint::Line(Line::Nabner, cells.to_vec()),
        ("slow", Scope::Neighbours) => Constraint::Line(Line::SlowThermometer, cells.to_vec()),
        (_, Scope::Neighbours) => {
            pair(number("difference").map(Pair::Difference).or_else(|| number("ratio").map(Pair::Ratio))?)?
        }
        _ => return None,
    };
    // The label alone proves nothing: the table must also allow the same pairs of values.
    let values = || shape.lowest..=shape.highest();
    let is_same = values().all(|one| {
        values().all(|other| {
            let is_allowed = match &found {
                Constraint::Pair(pair, _) => pair.is_satisfied(one, other),
                Constraint::Line(Line::Nabner, _) => (one - other).abs() > 1,
                _ => one <= other,
            };
            let row = usize::try_from(one - shape.lowest).ok().and_then(|at| table.rows.get(at));
            row.is_some_and(|row| (row & shape.set_of(other) != 0) == is_allowed)
        })
    });
    is_same.then_some(found)
}
