//! Chaos construction in constraint lines: `.ChaosCount~R2C2~0~CC11~CC1~CC2`,
//! `.ChaosArrow~R1C2~~CC2~CC3~-~CC2~CC11`, and `.ConnectedValues~~1_2`.

use super::cells::{Item, Names, REGIONS, numbers};
use crate::build::unexpected;
use crate::constraint::{ConnectedValues, Constraint, Counted, RegionClue};
use crate::rule::Area;
use gridlore_core::ParseError;

/// Separates the arms of an arrow.
const NEXT_ARM: &str = "-";

/// Returns the constraint of an item if this module knows its name.
pub(super) fn constraint(item: &Item, names: &Names) -> Result<Option<Constraint>, ParseError> {
    Ok(match item.name.as_str() {
        "ChaosCount" | "ChaosArrow" => Some(Constraint::Region(clue(item, names)?)),
        "ConnectedValues" => Some(Constraint::Connected(connected(item, names)?)),
        _ => None,
    })
}

/// Returns the cells around a cell.
fn around(names: &Names, cell: usize) -> Vec<usize> {
    let (row, column) = names.shape.place(cell);
    let steps = [-1, 0, 1].into_iter().flat_map(|down| [-1, 0, 1].map(|right| (down, right)));
    steps
        .filter(|step| *step != (0, 0))
        .filter_map(|(down, right)| names.shape.cell(row.cast_signed() + down, column.cast_signed() + right))
        .collect()
}

/// Returns the cells in each of the four directions, nearest first.
fn arms(names: &Names, cell: usize) -> Vec<Vec<usize>> {
    let (row, column) = names.shape.place(cell);
    let cell = |(down, right): (isize, isize), steps: isize| {
        names.shape.cell(row.cast_signed() + down * steps, column.cast_signed() + right * steps)
    };
    [(-1, 0), (1, 0), (0, -1), (0, 1)]
        .into_iter()
        .map(|direction| (1..).map_while(|steps| cell(direction, steps)).collect())
        .collect()
}

fn clue(item: &Item, names: &Names) -> Result<RegionClue, ParseError> {
    let column = item.column;
    let Some(group) = names.groups.get(REGIONS) else {
        return Err(unexpected(column, format!(".{}", item.name), ".ChaosConstruction in the same puzzle"));
    };
    let argument = |at: usize| item.arguments.get(at).map_or("", String::as_str);
    let total = names.cell(argument(0), column)?;
    let skips = match argument(1) {
        "" | "0" => false,
        "1" => true,
        other => return Err(unexpected(column, format!("\"{other}\""), "0 or 1")),
    };
    let is_count = item.name == "ChaosCount";
    let cell_of = |name: &String| -> Result<usize, ParseError> {
        let cell = names.cell(name, column)?;
        match cell.checked_sub(group.first) {
            Some(cell) if cell < group.size => Ok(cell),
            _ => Err(unexpected(column, format!("\"{name}\""), "the region of a cell, such as CC1")),
        }
    };
    let named = item.arguments.get(2..).unwrap_or_default();
    if named.is_empty() {
        if total >= names.shape.cells() {
            return Err(unexpected(column, argument(0), "a cell of the grid"));
        }
        let counted =
            if is_count { Counted::Among(around(names, total)) } else { Counted::Along(arms(names, total)) };
        return Ok(RegionClue { total, start: total, skips, counted, first: group.first });
    }
    let arms: Vec<Vec<usize>> = named
        .split(|name| name == NEXT_ARM)
        .map(|arm| arm.iter().map(cell_of).collect::<Result<_, _>>())
        .collect::<Result<_, _>>()?;
    // Each arm starts with the start cell.
    let start = arms.iter().find_map(|arm| arm.first().copied());
    let (Some(start), true) =
        (start, arms.iter().all(|arm| arm.first().is_none_or(|cell| start == Some(*cell))))
    else {
        return Err(unexpected(column, named.join("~"), "arms that begin with the same cell"));
    };
    let mut arms: Vec<Vec<usize>> =
        arms.into_iter().map(|arm| arm.get(1..).unwrap_or_default().to_vec()).collect();
    let counted = if is_count {
        Counted::Among(arms.concat())
    } else {
        arms.retain(|arm| !arm.is_empty());
        Counted::Along(arms)
    };
    Ok(RegionClue { total, start, skips, counted, first: group.first })
}

/// Parses the variable group (empty for the grid), the values, and the number of cells, which may
/// be empty.
fn connected(item: &Item, names: &Names) -> Result<ConnectedValues, ParseError> {
    let column = item.column;
    let argument = |at: usize| item.arguments.get(at).map_or("", String::as_str);
    let area = match argument(0) {
        "" => Area { first: 0, rows: names.shape.rows, columns: names.shape.columns },
        name => {
            let group = names.groups.get(name).or_else(|| names.groups.get(name.strip_prefix('V')?));
            let group = group.filter(|group| group.size.is_multiple_of(group.columns)).ok_or_else(|| {
                unexpected(column, format!("\"{name}\""), "the name of variables in rows and columns")
            })?;
            Area { first: group.first, rows: group.size / group.columns, columns: group.columns }
        }
    };
    let size = match argument(2) {
        "" => None,
        size => {
            Some(size.parse().map_err(|_| unexpected(column, format!("\"{size}\""), "a number of cells"))?)
        }
    };
    Ok(ConnectedValues { area, values: numbers(argument(1), column)?, size })
}
