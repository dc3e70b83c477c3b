//! Singles: the last cell of a house, the only cell for a digit, or the only digit for a cell.

use crate::explain::board::{Board, Group, Position};
use crate::explain::step::{Step, Technique};
use crate::explain::words::digits;

/// Finds the easiest single of a position.
pub(in crate::explain) fn single(board: &Board, position: &Position) -> Option<Step> {
    full_house(board, position).or_else(|| hidden(board, position)).or_else(|| naked(board, position))
}

fn placement(
    board: &Board,
    technique: Technique,
    (cell, set): (usize, u32),
    group: Option<&Group>,
    text: String,
) -> Step {
    Step {
        technique,
        constraints: group.and_then(|group| group.source).into_iter().collect(),
        place: group.map_or_else(|| board.shape.cell_name(cell), |group| group.name.clone()),
        cells: vec![cell],
        placement: Some((cell, board.shape.value(set.trailing_zeros() as usize))),
        skeleton: None,
        chains: Vec::new(),
        removals: Vec::new(),
        text,
    }
}

fn full_house(board: &Board, position: &Position) -> Option<Step> {
    board.groups.iter().filter(|group| group.is_house).find_map(|group| {
        let mut open = group.cells.iter().filter(|cell| !position.is_placed[**cell]);
        let (cell, None) = (*open.next()?, open.next()) else { return None };
        let set = position.candidates[cell];
        (set.count_ones() == 1).then(|| {
            let text = format!(
                "{} is the last open cell of {}, and {} is the missing digit.",
                board.shape.cell_name(cell),
                group.name,
                digits(&board.shape, set, "or")
            );
            placement(board, Technique::FullHouse, (cell, set), Some(group), text)
        })
    })
}

fn hidden(board: &Board, position: &Position) -> Option<Step> {
    board.groups.iter().filter(|group| group.is_house).find_map(|group| {
        (0..board.shape.values).map(|bit| 1 << bit).find_map(|set| {
            let mut places = group.cells.iter().filter(|cell| position.candidates[**cell] & set != 0);
            let (cell, None) = (*places.next()?, places.next()) else { return None };
            (!position.is_placed[cell]).then(|| {
                let text = format!(
                    "In {}, {} can only go in {}.",
                    group.name,
                    digits(&board.shape, set, "or"),
                    board.shape.cell_name(cell)
                );
                placement(board, Technique::HiddenSingle, (cell, set), Some(group), text)
            })
        })
    })
}

fn naked(board: &Board, position: &Position) -> Option<Step> {
    let cell = (0..position.candidates.len())
        .find(|cell| !position.is_placed[*cell] && position.candidates[*cell].count_ones() == 1)?;
    let set = position.candidates[cell];
    let text = format!("{} can only be {}.", board.shape.cell_name(cell), digits(&board.shape, set, "or"));
    Some(placement(board, Technique::NakedSingle, (cell, set), None, text))
}
