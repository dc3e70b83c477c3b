//! Compares each rule with brute force: on a small board, the engine finds exactly the grids that
//! satisfy the rule according to the independent checker.

use gridlore_core::Budget;
use gridlore_sudoku_variants::constraint::{Constraint, Words};
use gridlore_sudoku_variants::{Outcome, Puzzle, Shape, Solver, check, parse_constraints};
use std::collections::BTreeSet;

/// Returns the grids that the engine finds.
pub(crate) fn engine_grids(puzzle: &Puzzle) -> BTreeSet<Vec<i32>> {
    let mut solver = Solver::new(puzzle).unwrap();
    let mut all = BTreeSet::new();
    solver
        .search(&mut Budget::unlimited(), &mut |solution| {
            assert!(all.insert(solution), "a solution was found twice");
            true
        })
        .unwrap();
    all
}

/// Returns the grids that the checker accepts.
pub(crate) fn checked_grids(puzzle: &Puzzle) -> BTreeSet<Vec<i32>> {
    let (cells, values) = (puzzle.cells(), puzzle.shape.values);
    (0..values.pow(u32::try_from(cells).unwrap()))
        .map(|mut number| {
            let digits = (0..cells).map(|_| {
                let value = puzzle.shape.value(number % values);
                number /= values;
                value
            });
            digits.collect::<Vec<i32>>()
        })
        .filter(|grid| check::broken(puzzle, grid).is_none())
        .collect()
}

/// Tests a puzzle with few cells.
fn agrees(text: &str) {
    agrees_on(&parse_constraints(text).unwrap_or_else(|error| panic!("{text}: {error}")));
}

/// Asserts that the engine finds all grids that the checker accepts, and no others.
pub(crate) fn agrees_on(puzzle: &Puzzle) {
    let (found, accepted) = (engine_grids(puzzle), checked_grids(puzzle));
    let rules = || puzzle.constraints.iter().map(|one| one.sentence(&puzzle.shape)).collect::<Vec<_>>();
    assert!(!accepted.is_empty(), "{:?}: no grid at all", rules());
    let extra: Vec<_> = found.difference(&accepted).take(3).collect();
    let missing: Vec<_> = accepted.difference(&found).take(3).collect();
    assert!(extra.is_empty() && missing.is_empty(), "{:?}: extra {extra:?}, missing {missing:?}", rules());
}

#[test]
fn rules_of_lines_and_cages_have_the_solutions_of_the_checker() {
    let line = "R1C1~R1C2~R1C3~R1C4~R1C5";
    let rules = [
        "Thermo",
        "Whisper~3",
        "Renban",
        "Between",
        "Lockout~3",
        "Palindrome",
        "Zipper",
        "SumLine~6",
        "Arrow",
        "DoubleArrow",
        "PillArrow~2",
        "Cage~15",
        "Cage~0",
        "Sum~11",
        "Sum~3_=_1_-1_2_1_-1",
        "ContainAtLeast~1_1_5",
        "ContainExact~3_3",
        "LookAndSay~1224",
        "CountingCircles",
        "CountDistinct",
        "Lunchbox~4",
        "ValueIndexing",
        "Modular~2",
        "Modular~3",
        "AllDifferent",
        "WhiteDot",
        "BlackDot",
        "X",
        "V",
        "GreaterThan",
        "PairX~A_8H~_any",
        "Pair~A_8H~_any",
    ];
    for rule in rules {
        agrees(&format!(".Shape~1x5~5~Raw.{rule}~{line}"));
    }
    agrees(&format!(".Shape~1x5~6~Raw.Entropic~{line}"));
    agrees(&format!(".Shape~1x5~6~Raw.Renban~{line}"));
    agrees(".Shape~1x4~6~Raw.RellikCage~14~R1C1~R1C2~R1C3~R1C4");
    agrees(".Shape~1x4~6~Raw.EqualityCage~R1C1~R1C2~R1C3~R1C4");
    agrees(".Shape~2x3~4~Raw.SumLine~5~R1C1~R1C2~R1C3~R2C3~R2C2~R2C1~LOOP");
    agrees(".Shape~2x3~4~Raw.EqualSum~R1C1~R1C2~-~R1C3~R2C3~-~R2C2~R2C1");
    agrees(".Shape~2x3~4~Raw.EqualSum~R1C1~R1C2~R1C3~-~R2C3~R2C2");
    agrees(".Shape~2x3~4~Raw.SameValues~2~R1C1~R1C2~R1C3~R2C1~R2C2~R2C3");
    agrees(".Shape~2x3~4~Raw.Quad~R1C2~1~1~4");
    agrees(
        ".Shape~1x6~3~Raw.RegionSumLine~R1C1~R1C2~R1C3~R1C4~R1C5~R1C6.Sum~12~R1C1~R1C2~R1C3~R1C4~R1C5~R1C6",
    );
}

#[test]
fn rules_hold_with_values_from_0_too() {
    let line = "R1C1~R1C2~R1C3~R1C4~R1C5";
    for rule in [
        "Thermo",
        "Renban",
        "Zipper",
        "Arrow",
        "PillArrow~2",
        "Cage~10",
        "Between",
        "Lunchbox~3",
        "ValueIndexing",
        "CountDistinct",
        "CountingCircles",
        "Modular~2",
    ] {
        agrees(&format!(".Shape~1x5~0-4~Raw.{rule}~{line}"));
    }
    for clue in
        ["Sandwich~3~R1", "XSum~R1~5~", "Skyscraper~R1~2~", "HiddenSkyscraper~R1~2~", "NumberedRoom~R1~2~"]
    {
        agrees(&format!(".Shape~1x5~0-4~Raw.{clue}"));
    }
}

#[test]
fn clues_outside_the_grid_have_the_solutions_of_the_checker() {
    for clue in [
        "Sandwich~5~R1",
        "Sandwich~0~R1",
        "XSum~R1~7~",
        "XSum~R1~~9",
        "Skyscraper~R1~3~2",
        "HiddenSkyscraper~R1~2~",
        "NumberedRoom~R1~3~",
        "NumberedRoom~R1~~1",
    ] {
        agrees(&format!(".Shape~1x5~5~Raw.{clue}"));
    }
    for (sum, start) in [(4, "R1C2"), (4, "R2C1"), (5, "R3C1"), (4, "R3C3"), (7, "R1C3")] {
        agrees(&format!(".Shape~3x3~3~Raw.LittleKiller~{sum}~{start}"));
    }
}

#[test]
fn rules_of_the_whole_grid_have_the_solutions_of_the_checker() {
    for rule in [
        "AntiKnight",
        "AntiKing",
        "AntiConsecutive",
        "AntiTaxicab",
        "StrictKropki",
        "StrictXV",
        "Diagonal~1",
        "Diagonal~-1",
    ] {
        agrees(&format!(".Shape~3x3~4~Raw.{rule}.~R1C1_1_2"));
    }
    for rule in ["GlobalMod", "GlobalEntropy"] {
        agrees(&format!(".Shape~2x3~6~Raw.{rule}"));
    }
    agrees(".Shape~3x3~4~Raw.Indexing~C~R2C1~R2C2");
    agrees(".Shape~3x3~4~Raw.Indexing~R~R1C2~R3C3");
    agrees(".Shape~4x2~4.Cage~5~R1C1~R2C1");
    // Two rows of three cells with four values: both lack the same value.
    agrees(".Shape~2x3~4.RegionSameValues");
    let same = parse_constraints(".Shape~2x3~4.RegionSameValues").unwrap();
    assert!(engine_grids(&same).iter().all(|grid| (1..=4).any(|value| !grid.contains(&value))));
}

#[test]
fn dutch_flatmates_and_regular_expressions_have_the_solutions_of_the_checker() {
    agrees(".Shape~3x3~3~Raw.DutchFlatmates");
    agrees(".Shape~3x2~5~Raw.DutchFlatmates");
    // The expression 1*2|3+ on two lines.
    agrees(".Shape~1x5~4~Raw.Regex~MSoyfDMr~_label~R1C1~R1C2~~R1C3~R1C4~R1C5");
    agrees(".Shape~1x5~5~Raw.Regex~KFsxLTNdWzQ1XSkqWzEtM10~R1C1~R1C2~R1C3~R1C4~R1C5");
}

/// A test of whether values match an expression.
type Test<'a> = &'a dyn Fn(&[i32]) -> bool;

#[test]
fn regular_expressions_match_what_they_say() {
    let shape = Shape { values: 4, ..Shape::new(1, 5) };
    let all = |size: usize| -> Vec<Vec<i32>> {
        (0..4_usize.pow(u32::try_from(size).unwrap()))
            .map(|number| (0..size).map(|at| shape.value(number >> (2 * at) & 3)).collect())
            .collect()
    };
    let ones = |word: &[i32]| word.iter().filter(|digit| **digit == 1).count();
    let cases: [(&str, Test<'_>); 14] = [
        ("1*2", &|word| word.split_last().is_some_and(|(last, rest)| *last == 2 && ones(rest) == rest.len())),
        (" 1 + ", &|word| !word.is_empty() && ones(word) == word.len()),
        ("(12)?3", &|word| word == [3] || word == [1, 2, 3]),
        (".*1.*", &|word| ones(word) > 0),
        ("[^1]*", &|word| ones(word) == 0),
        ("[2-4]*1[2-4]*", &|word| ones(word) == 1),
        ("([^1]*1){2}[^1]*", &|word| ones(word) == 2),
        ("([^1]*1){2,}[^1]*", &|word| ones(word) >= 2),
        ("([^1]*1){1,3}[^1]*", &|word| (1..=3).contains(&ones(word))),
        (".{3}", &|word| word.len() == 3),
        ("(.{2}){0,2}", &|word| word.len() % 2 == 0 && word.len() <= 4),
        ("1|22|", &|word| word == [1] || word == [2, 2] || word.is_empty()),
        ("(1|2+)*3", &|word| {
            word.split_last().is_some_and(|(last, rest)| *last == 3 && rest.iter().all(|digit| *digit < 3))
        }),
        ("1{0}2?", &|word| word.is_empty() || word == [2]),
    ];
    for (pattern, matches) in cases {
        let words = Words::matching(pattern, &shape).unwrap_or_else(|error| panic!("{pattern}: {error}"));
        for word in (1..=5).flat_map(all) {
            let cells = (0..word.len()).collect();
            let found = Constraint::Words(words.clone(), cells).is_satisfied(&shape, &word);
            assert_eq!(found, matches(&word), "{pattern}: {word:?}");
        }
    }
    for bad in [
        "(1",
        "1)",
        "[12",
        "*1",
        "5",
        "1{3,2}",
        "1{",
        "[3-1]",
        "1{64}",
        "(1{9}){9}",
        "((((){60}){60}){60}){60}",
    ] {
        assert!(Words::matching(bad, &shape).is_err(), "{bad}");
    }
}

#[test]
fn variables_have_neighbours_too() {
    // Two rows of two variables: dots connect only neighbours.
    let text = ".Shape~1x2~4~Raw.Var~A~x~2x2.GreaterThan~VA1~VA2~VA4~VA3.WhiteDot~VA2~VA3~VA4";
    let puzzle = parse_constraints(text).unwrap();
    // Only the variables 4, 3, 1, 2 are possible, with any grid.
    let accepted = checked_grids(&puzzle);
    assert!(
        accepted.len() == 16 && accepted.iter().all(|values| values[2..] == [4, 3, 1, 2]),
        "{accepted:?}"
    );
    assert_eq!(engine_grids(&puzzle).len(), 16);
    assert_eq!(puzzle.constraints.len(), 6, "{:?}", puzzle.constraints);
}

#[test]
fn alternatives_hold_one_by_one_and_together() {
    agrees(".Shape~1x5~4~Raw.Or.Thermo~R1C1~R1C2~R1C3.Renban~R1C3~R1C4~R1C5.End");
    agrees(".Shape~1x5~4~Raw.Or.And.Cage~5~R1C1~R1C2.Thermo~R1C3~R1C4.End.~R1C5_2.End");
    agrees(".Shape~1x5~4~Raw.Or.AllDifferent~R1C1~R1C2~R1C3~R1C4.Sum~20~R1C1~R1C2~R1C3~R1C4~R1C5.End");
}

#[test]
fn automata_ranks_and_copies_have_the_solutions_of_the_checker() {
    // Two states: exactly one 1 in the word.
    agrees(".Shape~1x5~4~Raw.NFA~RNXoHKg~_label~R1C1~R1C2~R1C3~R1C4~R1C5");
    let one = parse_constraints(".Shape~1x5~4~Raw.NFA~RNXoHKg~_label~R1C1~R1C2~R1C3~R1C4~R1C5").unwrap();
    assert_eq!(engine_grids(&one).len(), 5 * 3_usize.pow(4));
    agrees(".Shape~1x5~4~Raw.NFA~RNXoHKg~_label~R1C1~R1C2~~R1C3~R1C4");
    agrees(".Shape~2x3~4~Raw.Replicate~F~R1C1.Thermo~R1C1~R2C1.End");
    agrees(".Shape~2x3~4~Raw.Replicate~C~R1C1.~R1C2_2_3.Whisper~2~R1C1~R2C2.End");
    for ties in ["any", "none", "only-unclued"] {
        agrees(&format!(".Shape~2x2~4~Raw.FullRank~C1~3~.FullRankTies~{ties}"));
    }
    agrees(".Shape~2x2~4~Raw.FullRank~R1~8~");
}

/// A 4x4 grid with digits from 0, and the missing digits of its rows, columns and boxes.
#[test]
fn doppelgangers_have_the_solutions_of_the_definition() {
    let puzzle =
        parse_constraints(".Shape~4x4~0-4.Doppelganger.Thermo~DGR1~DGR2.Thermo~DGC1~DGC2~DGC3").unwrap();
    let found = engine_grids(&puzzle);
    assert!(!found.is_empty());
    let boxes = puzzle.shape.boxes(2, 2);
    let houses: Vec<Vec<usize>> = (0..4)
        .map(|row| puzzle.shape.row(row))
        .chain((0..4).map(|column| puzzle.shape.column(column)))
        .chain(boxes)
        .collect();
    let mut accepted = 0;
    for grid in &found {
        let missing =
            |house: &Vec<usize>| (0..5).find(|value| house.iter().all(|cell| grid[*cell] != *value)).unwrap();
        let mut values = grid.clone();
        values.extend(houses.iter().map(missing));
        assert_eq!(check::broken(&puzzle, &values), None, "{grid:?}");
        // DGC holds the digits that are missing from the rows.
        assert!(values[16] < values[17] && values[17] < values[18] && values[20] < values[21], "{values:?}");
        // A wrong or repeated missing digit breaks the rule.
        values.swap(16, 17);
        assert!(check::broken(&puzzle, &values).is_some());
        accepted += 1;
    }
    assert!(accepted > 0);
}

#[test]
fn grids_with_several_values_of_variables_are_found_once() {
    // Three assignments of the variables are possible for each grid.
    let puzzle = parse_constraints(".Shape~2x2~3~Raw.Var~A~x~1x2.GreaterThan~VA1~VA2").unwrap();
    assert_eq!(engine_grids(&puzzle).len(), 81);
}

#[test]
fn an_empty_grid_has_several_solutions_even_where_the_first_guesses_are_bad() {
    let rules = ".FullRank~R1~1~.AntiKing.DisjointSets.Windoku.Diagonal~1.Diagonal~-1";
    let puzzle = parse_constraints(rules).unwrap();
    let outcome = Solver::new(&puzzle).unwrap().outcome(&mut Budget::nodes(200_000));
    let Ok(Outcome::Several(two)) = outcome else { panic!("{outcome:?}") };
    assert_ne!(two[0], two[1]);
    for grid in two.iter() {
        assert_eq!(check::broken(&puzzle, grid), None);
    }
}

#[test]
fn labels_keep_their_signs() {
    let text = ".Shape~4x4.Pair~zzzz~_1%3A3%20caf%C3%A9%20.~~R1C1~R1C2";
    let puzzle = parse_constraints(text.replace(".~~", "%2E~").as_str()).unwrap();
    let label = |puzzle: &Puzzle| match puzzle.constraints.last() {
        Some(Constraint::Table(table, _)) => table.label.clone(),
        other => panic!("{other:?}"),
    };
    assert_eq!(label(&puzzle), "1:3 café .");
    let again = parse_constraints(&gridlore_sudoku_variants::to_constraints(&puzzle).unwrap()).unwrap();
    assert_eq!(label(&again), "1:3 café .");
    // A `%` that does not start a code stays as it is.
    let puzzle = parse_constraints(".Shape~4x4.Pair~zzzz~_100%~R1C1~R1C2").unwrap();
    assert_eq!(label(&puzzle), "100%");
}

#[test]
fn constraints_written_as_tables_come_back_as_themselves() {
    let text = "size 6x6; difference 2: r1c1 r1c2; ratio 3: r2c2 r3c3; slow thermometer: r4c1 r4c2 r5c2; \
                nabner line: r6c1 r5c3 r6c5";
    let puzzle = gridlore_sudoku_variants::parse_text(text).unwrap();
    let line = gridlore_sudoku_variants::to_constraints(&puzzle).unwrap();
    assert_eq!(parse_constraints(&line).unwrap(), puzzle, "{line}");
    // A table that only has the name of a constraint stays a table.
    let other = line.replace("difference2", "difference3");
    assert_ne!(other, line);
    let again = parse_constraints(&other).unwrap();
    assert!(again.constraints.iter().any(|one| matches!(one, Constraint::Table(..))), "{other}");
}

/// Lists that would take quadratic time, and copies that would take much memory, are refused.
#[test]
fn long_lists_and_copies_are_refused() {
    let error = |text: &str| parse_constraints(text).map(|_| ()).unwrap_err().to_string();
    let repeated = error(&format!(".Shape~9x9.GreaterThan{}", "~R1C1".repeat(5_000)));
    assert!(repeated.contains("names twice"), "{repeated}");
    let copies = format!(".Shape~16x16.Replicate~{}P~R1C1{}.End", "_".repeat(42), ".~R1C1_1".repeat(1_000));
    let copies = error(&copies);
    assert!(copies.contains("for each of 256 cells"), "{copies}"); // The limits apply to the whole text.
    let copy = format!(".Replicate~{}P~R1C1{}.End", "_".repeat(42), ".DisjointSets".repeat(93));
    let copies = error(&format!(".Shape~16x16{}", copy.repeat(8)));
    assert!(copies.contains("too many constraints"), "{copies}");
    let copy = format!(".Replicate~{}P~R1C1.LookAndSay~{}~R1C1.End", "_".repeat(42), "1".repeat(600));
    let copies = error(&format!(".Shape~16x16{}", copy.repeat(3)));
    assert!(copies.contains("in total"), "{copies}");
    let copies = error(&format!(".Shape~16x16{}", ".DisjointSets".repeat(5_000)));
    assert!(copies.contains("too many constraints"), "{copies}");
}

/// Quantifiers read their parts again, which counts towards a limit; so does every alternative.
#[test]
fn long_regular_expressions_are_refused() {
    let error = |pattern: &str| {
        let text = format!("size 25x25; regular expression {pattern}: r1c1 r1c2");
        gridlore_sudoku_variants::parse_text(&text).map(|_| ()).unwrap_err().to_string()
    };
    let stars = format!("{}(){}{{44}}{{44}}", ".".repeat(60), "*".repeat(900));
    assert!(error(&stars).contains("too many parts"), "{}", error(&stars));
    for part in ["|".repeat(900), "[1]".repeat(10), format!("[{}]", "1".repeat(500)), "()".to_owned()] {
        let found = error(&format!("(((({part}){{20}}){{20}}){{20}}){{20}}"));
        assert!(found.contains("too many parts") || found.contains("more than 63"), "{part}: {found}");
    }
    let found = error(&"|".repeat(100_000));
    assert!(found.contains("more than 1000 characters"), "{found}");
    let text =
        format!("size 9x9; regular expression {}: r1c1 r1c2 r1c3", "([1234567]|[2468]){1,3}".repeat(9));
    assert!(gridlore_sudoku_variants::parse_text(&text).is_ok());
}

#[test]
fn candidates_must_be_digits_of_the_grid() {
    let error = |text: &str| gridlore_sudoku_variants::parse_text(text).map(|_| ()).unwrap_err().to_string();
    let found = error("size 4x4; values 0-3; candidates 4 3: r1c1");
    assert!(found.contains("candidate 4"), "{found}");
    let found = parse_constraints(".Shape~9x9.~R1C1_0_20").map(|_| ()).unwrap_err().to_string();
    assert!(found.contains("candidate 0 at r1c1"), "{found}");
}

/// A line that names many cells or values must not store them once for each of its cells.
#[test]
fn constraints_that_would_store_too_much_are_refused() {
    let error = |text: &str| gridlore_sudoku_variants::parse_text(text).map(|_| ()).unwrap_err().to_string();
    let values: String = (10..30_000).map(|value| format!(" {value}")).collect();
    let found = error(&format!("size 25x25\ncandidates{values}: r1-25c1-25"));
    assert!(found.contains("candidate 26"), "{found}");
    let all = " r1-25c1-25".repeat(9);
    let found = error(&format!("size 25x25\nregions:{all}\nbox indexer:{all}"));
    assert!(found.contains("a box with at most 25 cells"), "{found}");
    let found = error(&format!("size 9x9\nregions: {}r1c1", "r1c1|".repeat(1_000)));
    assert!(found.contains("1001 regions"), "{found}");
    let found = error(&format!("size 25x25\n{}", "disjoint groups\n".repeat(3_900)));
    assert!(found.contains("too many constraints") || found.contains("store too much"), "{found}");

    let found = error(&format!("size 25x25\neven: {}", "r+1-25c+1-25 ".repeat(2_000)));
    assert!(found.contains("r+1-25c+1-25"), "{found}");
    let found = error(&format!("size 25x25\neither\n{}anti-king\nend", "anti-taxicab\nor\n".repeat(10)));
    assert!(found.contains("too many rules"), "{found}");
    let found = error("size 25x25\ngrids 3x3: r1-9c1-9");
    assert!(found.contains("too many grids"), "{found}");

    let error = |text: &str| parse_constraints(text).map(|_| ()).unwrap_err().to_string();
    let found = error(&format!(".Shape~16x16.Var~~~1.NFA~QCg{}", "~V~".repeat(33_000)));
    assert!(found.contains("too many names and arguments"), "{found}");
    let found = error(&format!(".Shape~16x16.Var~~~1.NFA~QCg{}", "~V~".repeat(3_000)));
    assert!(found.contains("too many .NFA lines"), "{found}");
    let groups: String = (0..100).map(|number| format!(".Var~g{number}~~0")).collect();
    let found = error(&format!(".Shape~9x9{groups}"));
    assert!(found.contains("too many groups of variables"), "{found}");
    let jigsaw = format!(".Jigsaw~{}", "0123456789abcdef".repeat(16));
    let found = error(&format!(".Shape~16x16.RegionSize~16{}", jigsaw.repeat(150)));
    assert!(found.contains("regions"), "{found}");
}
