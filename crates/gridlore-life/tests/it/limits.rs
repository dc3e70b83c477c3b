//! For small files that describe large patterns, every conversion stays within its limits.

use gridlore_core::Budget;
use gridlore_life::{
    Cell, Format, Grid, MAX_TEXT, Pattern, Rule, WriteError, identify, parse, parse_within, write,
    write_within,
};

#[test]
fn distant_cells_are_not_drawn() {
    for (place, sides) in
        [("5 1000000000000", (6, 1_000_000_000_001)), ("1000000000000 5", (1_000_000_000_001, 6))]
    {
        let text = format!("#Life 1.06\n0 0\n{place}\n");
        let pattern = parse(&text).unwrap();
        for format in [Format::Rle, Format::Life106, Format::Macrocell] {
            let file = write(&pattern, format).unwrap();
            assert!(file.len() < 2000, "{format:?}: {file}");
            assert_eq!(parse(&file).unwrap().grid(9), pattern.grid(9), "{file}");
        }
        for format in [Format::Plaintext, Format::Life105] {
            let error = match write(&pattern, format) {
                Err(WriteError::TooLong(error)) => error,
                other => panic!("{format:?}: {other:?}"),
            };
            assert_eq!((error.format, error.population), (format, 2));
            assert_eq!((error.sides, error.max_bytes), (sides, MAX_TEXT));
        }
    }
    let pattern = parse("#Life 1.06\n0 0\n5 1000000000000\n").unwrap();
    assert_eq!(
        write(&pattern, Format::Life105).unwrap_err().to_string(),
        "found a pattern of 2 cells, 6 wide and 1000000000001 high, whose lif file would be longer than 268435456 bytes, expected a smaller pattern; the formats rle, mc (Macrocell) and life (Life 1.06) can hold cells that are far apart"
    );
}

/// The limit holds exactly in every format that has one, with and without blank rows.
#[test]
fn texts_are_as_long_as_the_limit() {
    let mut pattern = parse("x = 9, y = 9\n3bo$2bo$$$o3bobo2$2o!").unwrap();
    pattern.comments = vec!["A comment.".to_owned()];
    for (format, name) in Format::ALL {
        let text = write(&pattern, format).unwrap();
        assert_eq!(write_within(&pattern, format, text.len()).as_ref(), Ok(&text), "{name}");
        let shorter = write_within(&pattern, format, text.len() - 1);
        assert_eq!(shorter.is_err(), format != Format::Macrocell, "{name}");
    }
}

/// Returns a square of side `2^level`, filled with copies of the one that these lines describe.
fn tiling(lines: &str, level: u32) -> Pattern {
    let mut text = format!("[M2] (x)\n#R B3/S23\n{lines}\n");
    let given = u32::try_from(lines.lines().count()).unwrap();
    for level in given + 3..=level {
        let below = level - 3;
        text += &format!("{level} {below} {below} {below} {below}\n");
    }
    parse(&text).unwrap()
}

#[test]
fn dense_trees_are_written_up_to_the_limit() {
    let checkerboard = tiling(&"*.*.*.*.$.*.*.*.*$".repeat(4), 10);
    for format in [Format::Rle, Format::Life105, Format::Life106, Format::Plaintext, Format::Mcell] {
        let error = write_within(&checkerboard, format, 1 << 16).unwrap_err();
        assert!(matches!(error, WriteError::TooLong(_)), "{format:?}: {error}");
    }
}

/// With one cell per 64 x 64 square, each cell takes a tile, so 2^26 of them would take 32 GiB.
#[test]
fn scattered_trees_are_not_listed() {
    let pattern = tiling("*$\n4 1 0 0 0\n5 2 0 0 0\n6 3 0 0 0", 19);
    let error = write(&pattern, Format::Rle).unwrap_err();
    assert!(matches!(error, WriteError::TooMany(_)), "{error}");
    assert_eq!(write(&pattern, Format::Macrocell).map(|file| file.lines().count()), Ok(19));
}

/// Trees of every size and with every kind of leaf list the cells that their text describes.
#[test]
fn trees_are_listed_like_their_nodes() {
    for (first, level) in [("*.*$$$.**.....$", 3), ("1 1 0 7 200", 1)] {
        let mut text = format!("[M2] (x)\n#R B3/S23\n{first}\n");
        for root in level + 1..=9 {
            let below = root - level;
            text += &format!("{root} {below} 0 {below} {below}\n");
            let pattern = parse(&text).unwrap();
            let gridlore_life::Cells::Tree(tree) = &pattern.cells else { panic!("a tree") };
            let grid = tree.grid(u64::MAX).unwrap();
            assert_eq!(u128::from(grid.population()), tree.population(), "level {root}");
            assert_eq!(grid.bounds(), tree.bounds(), "level {root}");
            assert_eq!(grid.highest_state(), tree.highest_state(), "level {root}");
            let (half, step) = (1 << (root - 1), 1 << level);
            for (x, y, state) in [(0, 0, 1), (step, 0, 0), (0, step, 1), (step, step, 1)] {
                assert_eq!(grid.get(Cell::new(x - half, y - half)), state, "level {root}");
            }
        }
    }
}

/// The memory of a pattern is checked before further planes are added to the tiles.
#[test]
fn higher_states_do_not_exceed_the_limit() {
    let tiles = 60;
    let line = format!("x = 1, y = 1\n{}A$", 64 * tiles);
    assert!(parse_within(&(line.clone() + "!"), tiles * 512 + 512).is_ok());
    assert!(parse_within(&(line.clone() + "yO!"), tiles * 512 + 512).is_err());
    assert!(parse_within(&(line + "yO!"), tiles * 512 * 8).is_ok());
}

/// Runs can overlap, because `0$` returns to the start of the row.
#[test]
fn runs_that_cover_each_other_are_limited() {
    let max_bytes = 8 << 20;
    let text = format!("x = 1, y = 1\n{}!", "1000000o0$".repeat(1000));
    let error = parse_within(&text, max_bytes).unwrap_err().to_string();
    assert!(error.contains("takes more than 8 MiB"), "{error}");
    // Every row of a full square is drawn once.
    let full = format!("x = 1, y = 1\n{}!", "8192o$".repeat(8192));
    assert!(parse_within(&full, max_bytes).is_ok());
}

#[test]
fn distant_parts_have_no_apgcode() {
    let block = |y: i64| [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(dx, dy)| Cell::new(dx, y + dy));
    for (y, has_name) in [(20, true), (1_000_000_000_000, false)] {
        let grid = Grid::from_cells(block(0).into_iter().chain(block(y)));
        for grid in [grid.clone(), Grid::from_cells(grid.cells().map(|(cell, _)| Cell::new(cell.y, cell.x)))]
        {
            let identity = identify(&Rule::life(), &grid, 100, &mut Budget::nodes(10_000)).unwrap().unwrap();
            assert_eq!((identity.period, identity.name.is_some()), (1, has_name));
        }
    }
}
