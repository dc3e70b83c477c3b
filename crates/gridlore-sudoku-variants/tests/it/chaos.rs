//! Regions that the solver has to find, and connected digits, compared with brute force.

use crate::rules::{agrees_on, engine_grids};
use gridlore_sudoku_variants::{
    Puzzle, Shape, check, parse_constraints, parse_text, to_constraints, to_text,
};
use std::collections::BTreeSet;

/// Returns every division of a 4x4 grid into four connected regions of four cells. Each division
/// lists the region number of each cell; regions are numbered from 1 in the order of their first
/// cells.
fn divisions() -> Vec<Vec<i32>> {
    let shape = Shape::square(4);
    let mut found = BTreeSet::new();
    extend(&shape, &mut vec![0; 16], 1, &mut found);
    found.into_iter().collect()
}

/// Adds cells to the region with this number in every possible way, until it has four.
fn extend(shape: &Shape, regions: &mut Vec<i32>, number: i32, found: &mut BTreeSet<Vec<i32>>) {
    let own: Vec<usize> = (0..16).filter(|cell| regions[*cell] == number).collect();
    if own.len() == 4 {
        if number == 4 {
            found.insert(regions.clone());
        } else {
            extend(shape, regions, number + 1, found);
        }
        return;
    }
    let next: BTreeSet<usize> = if own.is_empty() {
        (0..16).find(|cell| regions[*cell] == 0).into_iter().collect()
    } else {
        let beside = shape.neighbours().flat_map(|(one, other)| [(one, other), (other, one)]);
        beside.filter(|(one, _)| own.contains(one)).map(|(_, other)| other).collect()
    };
    for cell in next {
        if regions[cell] == 0 {
            regions[cell] = number;
            extend(shape, regions, number, found);
            regions[cell] = 0;
        }
    }
}

/// Returns the grids of a puzzle with their divisions, for every Latin square and every division.
fn checked(puzzle: &Puzzle, squares: &BTreeSet<Vec<i32>>) -> BTreeSet<Vec<i32>> {
    let divisions = divisions();
    assert_eq!(divisions.len(), 117);
    let is_solution = |square: &Vec<i32>| {
        divisions.iter().any(|regions| check::broken(puzzle, &[&square[..], regions].concat()).is_none())
    };
    squares.iter().filter(|square| is_solution(square)).cloned().collect()
}

#[test]
fn chaos_constructions_have_the_solutions_of_the_definition() {
    let squares = engine_grids(&parse_constraints(".Shape~4x4.NoBoxes").unwrap());
    assert_eq!(squares.len(), 576);
    let mut counts = Vec::new();
    for clues in [
        "",
        ".ChaosArrow~R1C1~~CC1~CC2~CC3~CC4.ChaosCount~R2C3~1",
        ".ChaosArrow~R2C2~1.~R1C1_3",
        ".ChaosCount~R1C4~~CC1~CC5~CC6~CC11~CC16.ChaosArrow~R4C4",
        ".ChaosArrow~R3C1~~CC9~CC10~CC11~-~CC9~CC5~CC1.CountDistinct~R4C4~CC6~CC7~CC10~CC11",
        ".~CC16_2.~R1C1_1",
        ".AllDifferent~CC1~CC2~CC6.SameValues~2~CC4~CC16",
    ] {
        let puzzle = parse_constraints(&format!(".Shape~4x4.ChaosConstruction.NoBoxes{clues}")).unwrap();
        let found: BTreeSet<Vec<i32>> =
            engine_grids(&puzzle).into_iter().map(|solution| solution[..16].to_vec()).collect();
        let accepted = checked(&puzzle, &squares);
        assert!(!accepted.is_empty(), "{clues}: no grid at all");
        assert!(found == accepted, "{clues}: found {} grids of {}", found.len(), accepted.len());
        counts.push(found.len());
    }
    // Each clue excludes something.
    assert!(counts[1..].iter().all(|count| *count < counts[0]), "{counts:?}");
}

#[test]
fn connected_digits_have_the_solutions_of_the_checker() {
    for text in [
        ".Shape~3x3~2~Raw.ConnectedValues~~1",
        ".Shape~3x3~2~Raw.ConnectedValues~~2~4.ConnectedValues~~1",
        ".Shape~2x4~3~Raw.ConnectedValues~~1_3~5",
        // The variables repeat the cells, so each grid has one solution.
        ".Shape~1x4~3~Raw.Var~A~grid~2x2.ConnectedValues~A~2~2.SameValues~2~R1C1~VA1\
         .SameValues~2~R1C2~VA2.SameValues~2~R1C3~VA3.SameValues~2~R1C4~VA4",
    ] {
        agrees_on(&parse_constraints(text).unwrap_or_else(|error| panic!("{text}: {error}")));
    }
}

#[test]
fn clues_of_regions_survive_both_notations() {
    for text in [
        ".Shape~4x4.ChaosConstruction.NoBoxes.ChaosArrow~R1C1~~CC1~CC2~CC3.ChaosCount~R2C3~1",
        ".ChaosConstruction.NoBoxes.Var~A~two~2.ChaosArrow~R5C5.Thermo~VA1~VA2.ConnectedValues~CC~3_4",
        ".Shape~6x6.ChaosConstruction.NoBoxes.ConnectedValues~~1_2~9.ChaosArrow~R1C1~1~CC1",
    ] {
        let puzzle = parse_constraints(text).unwrap();
        let line = to_constraints(&puzzle).unwrap();
        assert_eq!(sorted(&parse_constraints(&line).unwrap()), sorted(&puzzle), "{line}");
        let block = to_text(&puzzle).unwrap();
        let again = parse_text(&block).unwrap_or_else(|error| panic!("{error}: {block}"));
        assert_eq!(sorted(&again), sorted(&puzzle), "{block}");
    }
}

/// Returns the constraints in an order that does not depend on the format.
fn sorted(puzzle: &Puzzle) -> Vec<String> {
    let mut all: Vec<String> = puzzle.constraints.iter().map(|one| format!("{one:?}")).collect();
    all.sort();
    all
}

#[test]
fn bad_clues_of_regions_are_errors_with_what_was_expected() {
    for (text, expected) in [
        (".ChaosCount~R1C1", ".ChaosConstruction in the same puzzle"),
        (".ChaosConstruction.ChaosArrow~R1C1~7", "0 or 1"),
        (".ChaosConstruction.ChaosCount~R1C1~~R1C2", "the region of a cell, such as CC1"),
        (".ChaosConstruction.ChaosArrow~R1C1~~CC1~CC2~-~CC3", "arms that begin with the same cell"),
        (".Shape~4x6.ChaosConstruction~", "as many rows and columns as digits"),
        (".ConnectedValues~~0", "found connected digit 0, expected digits from 1 to 9"),
        (".ChaosConstruction.ChaosConstruction~", "found a second chaos construction, expected at most one"),
        (".ConnectedValues~", "digits, such as 1 2"),
        (".ConnectedValues~~1~90", "a number of cells from 1 to the size of the grid"),
        (".ConnectedValues~B~1", "the name of variables in rows and columns"),
    ] {
        let error = parse_constraints(text).expect_err(text).to_string();
        assert!(error.contains(expected), "{text}: {error}");
    }
    for (text, expected) in [
        ("size 4x4; region count: r1c1 = r1c1 r1c2", "that line in the same puzzle"),
        (
            "size 4x4; chaos construction; region arrow: r1c1 = r1c1 r1c2 | r2c2 r2c3",
            "each group from the same one",
        ),
        ("size 4x4; connected", "digits, such as 1 2"),
        ("size 4x4; chaos construction: r1c1 r1c2", "expected nothing"),
        ("size 4x4; variables 4; connected 1: v1-4 in 3 columns", "such as v1-9 in 3 columns"),
    ] {
        let error = parse_text(text).expect_err(text).to_string();
        assert!(error.contains(expected), "{text}: {error}");
    }
}
