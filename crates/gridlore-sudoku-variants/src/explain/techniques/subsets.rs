//! The digits of houses and groups: locked candidates, naked and hidden subsets, and fish.

use crate::explain::board::{Board, Group, Position};
use crate::explain::fact::{NamedLine, lines};
use crate::explain::step::{Step, Technique};
use crate::explain::words::{digits, losses};
use crate::sentence::joined;

/// Returns which of these values the cells lose.
pub(in crate::explain) fn removals(
    position: &Position,
    cells: impl IntoIterator<Item = usize>,
    set: u32,
) -> Vec<(usize, u32)> {
    let lost = cells.into_iter().map(|cell| (cell, position.candidates[cell] & set));
    lost.filter(|(_, set)| *set != 0).collect()
}

/// Returns the cells of a group that can hold a value.
fn places(position: &Position, group: &Group, set: u32) -> Vec<usize> {
    group.cells.iter().copied().filter(|cell| position.candidates[*cell] & set != 0).collect()
}

/// Finds a digit of a house whose cells all see another cell.
pub(in crate::explain) fn locked(board: &Board, position: &Position) -> Option<Step> {
    board.groups.iter().filter(|group| group.is_house).find_map(|group| {
        (0..board.shape.values).map(|bit| 1 << bit).find_map(|set| {
            let places = places(position, group, set);
            if places.len() < 2 {
                return None;
            }
            locked_in(board, position, &group.name, &places, set, group.source)
        })
    })
}

/// Finds a digit that one of these cells must hold, and removes it from cells that see all of them.
pub(in crate::explain) fn locked_in(
    board: &Board,
    position: &Position,
    owner: &str,
    places: &[usize],
    set: u32,
    source: Option<usize>,
) -> Option<Step> {
    let removals = removals(position, board.common_peers(places), set);
    if removals.is_empty() {
        return None;
    }
    let lost: Vec<usize> = removals.iter().map(|(cell, _)| *cell).collect();
    let shape = &board.shape;
    let (digit, place) = (digits(shape, set, "or"), shape.cell_names(places).replace(" and ", " or "));
    let text = format!(
        "The {digit} of {owner} is in {place}. So {digit} can be removed from {}, which {} all of these cells.",
        shape.cell_names(&lost),
        if lost.len() == 1 { "sees" } else { "see" },
    );
    Some(Step {
        technique: Technique::LockedCandidate,
        constraints: source.into_iter().collect(),
        place: owner.to_owned(),
        cells: places.to_vec(),
        placement: None,
        skeleton: None,
        chains: Vec::new(),
        removals,
        text,
    })
}

/// Passes the subsets of `size` items, in order, to `take` until it returns a value.
pub(in crate::explain) fn choose<T>(
    count: usize,
    size: usize,
    take: &mut dyn FnMut(&[usize]) -> Option<T>,
) -> Option<T> {
    fn go<T>(
        count: usize,
        size: usize,
        chosen: &mut Vec<usize>,
        take: &mut dyn FnMut(&[usize]) -> Option<T>,
    ) -> Option<T> {
        if chosen.len() == size {
            return take(chosen);
        }
        for next in chosen.last().map_or(0, |last| last + 1)..count {
            chosen.push(next);
            let found = go(count, size, chosen, take);
            chosen.pop();
            if found.is_some() {
                return found;
            }
        }
        None
    }
    go(count, size, &mut Vec::new(), take)
}

/// Returns the step of a subset of a group, if it removes anything.
fn subset(
    (board, position, group): (&Board, &Position, &Group),
    technique: Technique,
    cells: Vec<usize>,
    removals: Vec<(usize, u32)>,
    argument: &str,
) -> Option<Step> {
    let lost = losses(&board.shape, &position.candidates, &removals);
    (!removals.is_empty()).then(|| Step {
        technique,
        constraints: group.source.into_iter().collect(),
        place: group.name.clone(),
        cells,
        placement: None,
        skeleton: None,
        chains: Vec::new(),
        removals,
        text: format!("In {}, {argument}. So {lost}.", group.name),
    })
}

/// Finds a naked subset: cells of a group that have only as many candidates as there are cells.
pub(in crate::explain) fn naked(
    board: &Board,
    position: &Position,
    technique: Technique,
    size: usize,
) -> Option<Step> {
    board.groups.iter().find_map(|group| {
        let open: Vec<usize> = group
            .cells
            .iter()
            .copied()
            .filter(|cell| (2..=size).contains(&(position.candidates[*cell].count_ones() as usize)))
            .collect();
        choose(open.len(), size, &mut |chosen| {
            let cells: Vec<usize> = chosen.iter().map(|at| open[*at]).collect();
            let set = cells.iter().fold(0, |set, cell| set | position.candidates[*cell]);
            if set.count_ones() as usize != size {
                return None;
            }
            // Each digit is removed from the cells that see all cells that can hold it.
            let mut lost: Vec<(usize, u32)> = Vec::new();
            for bit in (0..board.shape.values).map(|bit| 1 << bit).filter(|bit| set & bit != 0) {
                let holders: Vec<usize> =
                    cells.iter().copied().filter(|cell| position.candidates[*cell] & bit != 0).collect();
                let seers = board.common_peers(&holders).into_iter().filter(|cell| !cells.contains(cell));
                for (cell, bit) in removals(position, seers, bit) {
                    match lost.iter_mut().find(|(other, _)| *other == cell) {
                        Some((_, set)) => *set |= bit,
                        None => lost.push((cell, bit)),
                    }
                }
            }
            lost.sort_unstable();
            let (names, set) = (board.shape.cell_names(&cells), digits(&board.shape, set, "and"));
            subset((board, position, group), technique, cells, lost, &format!("{names} hold {set}"))
        })
    })
}

/// Finds a hidden subset: digits of a house that have only as many places as there are digits.
pub(in crate::explain) fn hidden(
    board: &Board,
    position: &Position,
    technique: Technique,
    size: usize,
) -> Option<Step> {
    board.groups.iter().filter(|group| group.is_house).find_map(|group| {
        let open: Vec<u32> = (0..board.shape.values)
            .map(|bit| 1 << bit)
            .filter(|set| (2..=size).contains(&places(position, group, *set).len()))
            .collect();
        choose(open.len(), size, &mut |chosen| {
            let set = chosen.iter().fold(0, |set, at| set | open[*at]);
            let cells = places(position, group, set);
            if cells.len() != size {
                return None;
            }
            let lost = removals(position, cells.iter().copied(), !set);
            let (names, set) = (board.shape.cell_names(&cells), digits(&board.shape, set, "and"));
            subset((board, position, group), technique, cells, lost, &format!("{set} can only go in {names}"))
        })
    })
}

/// Finds a fish: rows whose places for a digit lie in the same number of columns, or the reverse.
pub(in crate::explain) fn fish(
    board: &Board,
    position: &Position,
    technique: Technique,
    size: usize,
) -> Option<Step> {
    let shape = &board.shape;
    let grids = board.puzzle.constraints.iter().flat_map(|constraint| lines(constraint, shape));
    let cells = |lines: Vec<NamedLine>| lines.into_iter().map(|(_, cells)| cells).collect::<Vec<_>>();
    let mut both_ways = grids.flat_map(|grid| {
        let [rows, columns] = grid.map(cells);
        [(rows.clone(), columns.clone()), (columns, rows)]
    });
    both_ways.find_map(|(lines, crossing)| {
        // A line with fewer cells than there are digits lacks some digits.
        let bases: Vec<&Vec<usize>> = lines.iter().filter(|line| line.len() == shape.values).collect();
        (0..shape.values).map(|bit| 1 << bit).find_map(|set| {
            // Only lines with few places for the digit can be part of a fish.
            let places = |line: &Vec<usize>| -> Vec<usize> {
                line.iter().copied().filter(|cell| position.candidates[*cell] & set != 0).collect()
            };
            let bases: Vec<(&Vec<usize>, Vec<usize>)> = bases
                .iter()
                .map(|line| (*line, places(line)))
                .filter(|(_, places)| (2..=size).contains(&places.len()))
                .collect();
            choose(bases.len(), size, &mut |chosen| {
                let cells: Vec<usize> = chosen.iter().flat_map(|at| bases[*at].1.iter().copied()).collect();
                let covers: Vec<&Vec<usize>> =
                    crossing.iter().filter(|line| cells.iter().any(|cell| line.contains(cell))).collect();
                if covers.len() != size {
                    return None;
                }
                let covered = covers.iter().flat_map(|line| line.iter().copied());
                let lost = removals(position, covered.filter(|cell| !cells.contains(cell)), set);
                if lost.is_empty() {
                    return None;
                }
                let name = |cells: &[usize]| {
                    board.groups.iter().find(|group| group.cells == cells).map_or("", |group| &group.name)
                };
                let lines: Vec<String> = chosen.iter().map(|at| name(bases[*at].0).to_owned()).collect();
                let across: Vec<String> = covers.iter().map(|line| name(line).to_owned()).collect();
                let digit = digits(shape, set, "or");
                let text = format!(
                    "In {}, {digit} can only go in {}. Each of the latter gets its {digit} there. So {}.",
                    joined(&lines, "and"),
                    joined(&across, "and"),
                    losses(shape, &position.candidates, &lost)
                );
                Some(Step {
                    technique,
                    constraints: Vec::new(),
                    place: lines[0].clone(),
                    cells,
                    placement: None,
                    skeleton: None,
                    chains: Vec::new(),
                    removals: lost,
                    text,
                })
            })
        })
    })
}
