//! Labels for screen readers, which name the rules of a cell in addition to its digit.

use gridlore_sudoku_variants::constraint::{Cage, Constraint, Mark, Pair};
use gridlore_sudoku_variants::{Puzzle, Shape};

/// Maximum number of other cells that a label names.
const MAX_NAMED: usize = 4;

/// Returns, for each cell of the board, its rules in words, such as `cage 14 with r3c5`, each with
/// the index of its constraint.
pub(super) fn rules_at_cells(puzzle: &Puzzle) -> Vec<Vec<(usize, String)>> {
    let shape = &puzzle.shape;
    let mut rules = vec![Vec::new(); shape.cells()];
    for (index, constraint) in puzzle.constraints.iter().enumerate() {
        let is_on_cells = !matches!(
            constraint,
            Constraint::Global(_)
                | Constraint::FullRank(_)
                | Constraint::Connected(_)
                | Constraint::Either(_)
                | Constraint::Cell(Mark::Given(_) | Mark::Candidates(_), _)
        );
        if !is_on_cells {
            continue;
        }
        let mut cells = constraint.cells(shape);
        if matches!(constraint, Constraint::Cell(..)) {
            cells.truncate(1);
        }
        let mut named: Vec<usize> = Vec::new();
        for cell in cells.iter().copied().filter(|cell| *cell < shape.cells()) {
            if named.contains(&cell) {
                continue;
            }
            named.push(cell);
            rules[cell].extend(phrase(constraint, &cells, cell, shape).map(|phrase| (index, phrase)));
        }
    }
    rules
}

/// Returns the phrase for a constraint in the label of one of its cells. A clue outside the grid
/// belongs to the label of the cell next to it.
fn phrase(constraint: &Constraint, cells: &[usize], cell: usize, shape: &Shape) -> Option<String> {
    let with = |name: String| {
        let others: Vec<usize> = cells.iter().copied().filter(|other| *other != cell).collect();
        match others.len() {
            0 => name,
            1..=MAX_NAMED => format!("{name} with {}", shape.cell_names(&others)),
            count => format!("{name} with {count} more cells from {}", shape.cell_name(cells[0])),
        }
    };
    let line = |name: &str| {
        if cells.first() == Some(&cell) {
            format!("start of a {name} to {}", shape.cell_name(cells[cells.len() - 1]))
        } else {
            format!("on a {name} that starts at {}", shape.cell_name(cells[0]))
        }
    };
    Some(match constraint {
        Constraint::Cage(Cage::Killer(Some(sum)), _) => with(format!("cage {sum}")),
        Constraint::Cage(Cage::Killer(None), _) => with("cage without a sum".to_owned()),
        Constraint::Cage(Cage::Quadruple(values), _) => {
            let values: Vec<String> = values.iter().map(ToString::to_string).collect();
            with(format!("quadruple {}", values.join(" ")))
        }
        Constraint::Pair(Pair::Greater, [large, small]) => {
            let (word, other) = if *large == cell { ("greater", small) } else { ("less", large) };
            format!("{word} than {}", shape.cell_name(*other))
        }
        Constraint::Pair(Pair::Difference(by @ 2..), _) => with(format!("difference {by}")),
        Constraint::Pair(Pair::Ratio(by @ 3..), _) => with(format!("ratio {by}")),
        Constraint::Pair(Pair::Sum(sum), _) if *sum != 5 && *sum != 10 => with(format!("sum {sum}")),
        Constraint::Line(..) => line(constraint.name()),
        Constraint::Arrow { circle, shaft } => {
            let end = shape.cell_name(shaft.last().copied().unwrap_or(cell));
            if circle.contains(&cell) {
                format!("circle of an arrow to {end}")
            } else {
                format!("on an arrow that starts at {}", shape.cell_name(circle[0]))
            }
        }
        Constraint::Clue(clue, _) => {
            let is_next = cells.first() == Some(&cell);
            return is_next.then(|| {
                let end = shape.cell_name(cells[cells.len() - 1]);
                format!("{} {} to {end}", constraint.name(), clue.number())
            });
        }
        Constraint::Cell(..) => constraint.name().to_owned(),
        _ => with(constraint.name().to_owned()),
    })
}
