//! Random regions of a jigsaw.

use crate::shape::Shape;
use gridlore_core::Rng;

/// Exchanges per cell; after these, little of the boxes remains.
const EXCHANGES: usize = 12;

/// Returns connected regions of random shape. The symmetries map them to each other if they do so
/// for the initial regions, which are boxes, or rows if there are no boxes.
///
/// Two cells at the border of two regions are exchanged many times, provided that all regions stay
/// connected.
pub(super) fn jigsaw(
    shape: &Shape,
    boxes: &[Vec<usize>],
    maps: &[Vec<usize>],
    rng: &mut Rng,
) -> Vec<Vec<usize>> {
    let rows: Vec<Vec<usize>> = (0..shape.rows).map(|row| shape.row(row)).collect();
    let first = if boxes.is_empty() { &rows } else { boxes };
    let mut region = vec![0; shape.cells()];
    for (number, cells) in first.iter().enumerate() {
        for cell in cells {
            region[*cell] = number;
        }
    }
    let mut around = vec![Vec::new(); shape.cells()];
    for (one, other) in shape.neighbours() {
        around[one].push(other);
        around[other].push(one);
    }
    let cells_of = |region: &[usize], number: usize| -> Vec<usize> {
        (0..region.len()).filter(|cell| region[*cell] == number).collect()
    };
    for _ in 0..EXCHANGES * shape.cells() {
        // A cell that moves to a neighbouring region, and a cell of that region that replaces it.
        let one = rng.below(shape.cells());
        let target = region[around[one][rng.below(around[one].len())]];
        if target == region[one] {
            continue;
        }
        let back: Vec<usize> = cells_of(&region, target)
            .into_iter()
            .filter(|cell| around[*cell].iter().any(|next| *next != one && region[*next] == region[one]))
            .collect();
        if back.is_empty() {
            continue;
        }
        let other = back[rng.below(back.len())];
        let mut changed = region.clone();
        let mut moved: Vec<[usize; 2]> = Vec::new();
        for map in maps {
            let [one, other] = [map[one], map[other]];
            if moved.contains(&[one, other]) || moved.contains(&[other, one]) {
                continue;
            }
            if moved.iter().flatten().any(|cell| *cell == one || *cell == other) {
                moved.clear();
                break;
            }
            moved.push([one, other]);
            changed.swap(one, other);
        }
        let is_connected = |number: usize| is_connected(&cells_of(&changed, number), &around);
        if !moved.is_empty() && (0..first.len()).all(is_connected) {
            region = changed;
        }
    }
    (0..first.len()).map(|number| cells_of(&region, number)).collect()
}

/// Returns whether the cells form one piece.
fn is_connected(cells: &[usize], around: &[Vec<usize>]) -> bool {
    let Some(first) = cells.first() else { return true };
    let mut found = vec![*first];
    let mut next = 0;
    while let Some(cell) = found.get(next) {
        let new: Vec<usize> = around[*cell]
            .iter()
            .filter(|cell| cells.contains(cell) && !found.contains(cell))
            .copied()
            .collect();
        found.extend(new);
        next += 1;
    }
    found.len() == cells.len()
}

#[cfg(test)]
mod tests {
    use super::super::symmetry::{Move, maps};
    use super::*;
    use crate::build::usual_regions;

    #[test]
    fn regions_are_connected_symmetric_and_no_boxes() {
        for (side, moves) in [(9, &[Move::QuarterTurn, Move::Mirror][..]), (7, &[Move::HalfTurn]), (6, &[])] {
            let shape = Shape::square(side);
            let boxes = usual_regions(&shape, None);
            let maps = maps(&shape, moves);
            let regions = jigsaw(&shape, &boxes, &maps, &mut Rng::new(3));
            assert_eq!(regions.len(), side);
            assert_ne!(regions, boxes);
            let mut around = vec![Vec::new(); shape.cells()];
            for (one, other) in shape.neighbours() {
                around[one].push(other);
                around[other].push(one);
            }
            for cells in &regions {
                assert!(cells.len() == side && is_connected(cells, &around), "{regions:?}");
                for map in &maps {
                    let mut image: Vec<usize> = cells.iter().map(|cell| map[*cell]).collect();
                    image.sort_unstable();
                    assert!(regions.contains(&image), "{side}: {image:?}");
                }
            }
        }
    }
}
