//! Clones as shaded areas. People and programs recognise copies if they are connected areas of one
//! colour and one form that are separate from each other. Other clones are divided into such areas,
//! down to single cells. Pairs of adjacent equal cells are combined.

use gridlore_sudoku_variants::constraint::Sets;
use gridlore_sudoku_variants::{Constraint, Puzzle, Shape};

/// Equal cells, in ascending order.
type Equal = Vec<usize>;

/// Returns the sets of equal cells that a constraint states, if it states nothing else.
fn equal_cells(constraint: &Constraint) -> Option<Vec<Equal>> {
    let Constraint::Sets(sets, groups) = constraint else { return None };
    let size = groups.first()?.len();
    let is_clone = match sets {
        Sets::Clone => groups.iter().all(|cells| cells.len() == size),
        Sets::SameValues => groups.iter().all(|cells| cells.len() == 1),
        Sets::EqualSums | Sets::RegionSumLine => false,
    };
    is_clone.then(|| {
        let at = |place: usize| {
            let mut cells: Equal = groups.iter().map(|cells| cells[place]).collect();
            cells.sort_unstable();
            cells
        };
        (0..size).map(at).collect()
    })
}

/// Returns the sets of cells that the clones of a puzzle make equal, and the other constraints.
fn divided(puzzle: &Puzzle) -> (Vec<Equal>, Vec<Constraint>) {
    let mut others = Vec::new();
    let mut all: Vec<Equal> = Vec::new();
    for constraint in &puzzle.constraints {
        let Some(equal) = equal_cells(constraint) else {
            others.push(constraint.clone());
            continue;
        };
        for mut cells in equal {
            // Sets that share a cell form one set.
            let (joined, apart): (Vec<Equal>, Vec<Equal>) =
                all.into_iter().partition(|other| other.iter().any(|cell| cells.contains(cell)));
            cells.extend(joined.concat());
            cells.sort_unstable();
            cells.dedup();
            all = apart;
            all.push(cells);
        }
    }
    all.sort_unstable();
    (all, others)
}

fn clone(area: Vec<Vec<usize>>) -> Constraint {
    Constraint::Sets(Sets::Clone, area)
}

/// Returns the constraints of a puzzle, with clones that can be drawn.
pub(super) fn with_areas(puzzle: &Puzzle) -> Vec<Constraint> {
    let (equal, mut constraints) = divided(puzzle);
    constraints.extend(areas(equal, &puzzle.shape).into_iter().map(clone));
    constraints
}

/// Returns the constraints of a puzzle with one clone for each set of equal cells, however the sets
/// were grouped.
pub(super) fn with_equal_cells(puzzle: &Puzzle) -> Vec<Constraint> {
    let (equal, mut constraints) = divided(puzzle);
    let single = |cells: Equal| clone(cells.into_iter().map(|cell| vec![cell]).collect());
    constraints.extend(equal.into_iter().map(single));
    constraints
}

/// Returns the constraint of a puzzle that makes the cells of a clone equal, or the clone itself.
pub(super) fn owner<'a>(puzzle: &'a Puzzle, constraint: &'a Constraint) -> &'a Constraint {
    let cells = constraint.cells(&puzzle.shape);
    let is_owner = |one: &&Constraint| {
        equal_cells(one)
            .is_some_and(|sets| sets.iter().any(|set| set.iter().all(|cell| cells.contains(cell))))
    };
    let is_clone = equal_cells(constraint).is_some();
    puzzle.constraints.iter().find(is_owner).filter(|_| is_clone).unwrap_or(constraint)
}

/// Returns the distances from a cell to its copies.
fn offsets(equal: &Equal, shape: &Shape) -> Vec<(isize, isize)> {
    let place = |cell: usize| {
        let (row, column) = shape.place(cell);
        (row.cast_signed(), column.cast_signed())
    };
    let (row, column) = place(equal[0]);
    equal.iter().map(|cell| place(*cell)).map(|(down, right)| (down - row, right - column)).collect()
}

fn touch(shape: &Shape, one: usize, other: usize) -> bool {
    let ((row, column), (down, right)) = (shape.place(one), shape.place(other));
    row.abs_diff(down) + column.abs_diff(right) == 1
}

/// Returns areas of equal cells, each as the list of its copies.
fn areas(mut left: Vec<Equal>, shape: &Shape) -> Vec<Vec<Vec<usize>>> {
    let mut found = Vec::new();
    while !left.is_empty() {
        let mut area = vec![left.remove(0)];
        // Add all neighbours of the first copy whose copies are at the same distances.
        while let Some(at) = left.iter().position(|equal| {
            offsets(equal, shape) == offsets(&area[0], shape)
                && area.iter().any(|other| touch(shape, other[0], equal[0]))
        }) {
            area.push(left.remove(at));
        }
        area.sort_unstable();
        let copies = |area: &[Equal]| -> Vec<Vec<usize>> {
            (0..area[0].len()).map(|copy| area.iter().map(|equal| equal[copy]).collect()).collect()
        };
        let all = copies(&area);
        let is_apart = |copies: &[Vec<usize>]| {
            copies.iter().enumerate().all(|(at, one)| {
                copies[..at].iter().flatten().all(|other| !one.iter().any(|cell| touch(shape, *cell, *other)))
            })
        };
        if is_apart(&all) {
            found.push(all);
        } else {
            found.extend(area.chunks(1).map(copies));
        }
    }
    found
}
