//! Pattern files: round trips, and the errors for invalid files.

use gridlore_core::{Place, Rng};
use gridlore_life::{Cell, Cells, Format, Grid, Macrocell, Pattern, Rule, WriteError, parse, write};

fn random(rng: &mut Rng, states: usize) -> Pattern {
    let mut grid = Grid::new();
    let (width, height) = (1 + rng.below(150), 1 + rng.below(90));
    let (x, y) = (rng.below(400) as i64 - 200, rng.below(400) as i64 - 200);
    for _ in 0..rng.below(900) {
        let cell = Cell::new(x + rng.below(width) as i64, y + rng.below(height) as i64);
        grid.set(cell, u8::try_from(rng.below(states)).unwrap());
    }
    grid.tidy();
    let rule = match states {
        2 => "B36/S23",
        _ => "B2/S345/250",
    };
    let mut pattern = Pattern::from_grid(grid);
    pattern.rule = Some((rule.to_owned(), Place { line: 1, column: 1 }));
    pattern.name = Some("A name".to_owned());
    pattern.comments = vec!["One remark.".to_owned(), "Another one.".to_owned()];
    pattern.generation = rng.below(3) as u64 * 17;
    pattern
}

/// Cells survive a round trip, and keep their positions if the format stores them.
#[test]
fn print_parse_round_trip() {
    let mut rng = Rng::new(5);
    for round in 0..300 {
        let states = if round % 3 == 2 { 250 } else { 2 };
        let pattern = random(&mut rng, states);
        let grid = pattern.grid(u64::MAX).unwrap();
        for (format, name) in Format::ALL {
            let text = match write(&pattern, format) {
                Ok(text) => text,
                Err(error) => {
                    assert_eq!(error, WriteError::States, "{name}");
                    assert!(states > 2 && grid.runs().any(|run| run.2 > 1), "{name}");
                    continue;
                }
            };
            if format != Format::Plaintext || !grid.population().eq(&0) {
                assert_eq!(Format::detect(&text), format, "{name}: {text}");
            }
            let back = parse(&text).unwrap_or_else(|error| panic!("{name}: {error}\n{text}"));
            let cells = back.grid(u64::MAX).unwrap();
            let has_place = !matches!(format, Format::Plaintext | Format::Mcell);
            let moved = match (has_place, grid.bounds()) {
                (false, Some(bounds)) => grid.moved(-bounds.from.x, -bounds.from.y),
                _ => grid.clone(),
            };
            assert!(cells == moved, "{name}\n{text}");
            if matches!(format, Format::Rle | Format::Macrocell | Format::Mcell | Format::Life105) {
                let (one, other) = (back.rule().unwrap(), pattern.rule().unwrap());
                assert_eq!(one.dynamics, other.dynamics, "{name}");
            }
            if matches!(format, Format::Rle | Format::Macrocell) {
                assert_eq!(back.comments, pattern.comments, "{name}");
                assert_eq!(back.name, pattern.name, "{name}");
                assert_eq!(back.generation, pattern.generation, "{name}");
            }
        }
        // A tree has the same cells, population and bounds as the grid.
        let tree = Macrocell::from_grid(&grid);
        assert_eq!(tree.population(), u128::from(grid.population()));
        assert_eq!(tree.bounds(), grid.bounds());
        assert!(
            Cells::Tree(tree.clone()) == Cells::Tree(Macrocell::from_grid(&tree.grid(u64::MAX).unwrap()))
        );
    }
}

/// Bounded grids keep their size in a round trip, and cells their positions.
#[test]
fn bounds_print_parse_round_trip() {
    let mut rng = Rng::new(6);
    let shapes = ["P40,30", "T41,31", "T40,30", "T40+3,30", "K40*,30", "C40,30", "S40", "P7,9", "T0,30"];
    for round in 0..200 {
        let shape = shapes[round % shapes.len()];
        let rule = ["B3/S23", "B2/S345/25"][round % 2];
        let mut grid = Grid::new();
        for _ in 0..rng.below(20) {
            grid.set(Cell::new(rng.below(7) as i64 - 3, rng.below(9) as i64 - 4), 1);
        }
        grid.tidy();
        if round % 3 == 0 {
            grid = grid.moved(2, 3);
        }
        let mut pattern = Pattern::from_grid(grid.clone());
        pattern.rule = Some((format!("{rule}:{shape}"), Place { line: 1, column: 1 }));
        for format in [Format::Rle, Format::Macrocell, Format::Mcell] {
            let text = write(&pattern, format).unwrap();
            let back = parse(&text).unwrap();
            assert_eq!(back.rule(), pattern.rule(), "{text}");
            assert_eq!(back.grid(u64::MAX).unwrap(), grid, "{text}");
        }
    }
}

/// As in bgolly 3.3, a board bounds the grid even without a `#WRAP` line.
#[test]
fn mcell_boards_bound_the_grid() {
    for (lines, expected) in [
        ("#BOARD 20x30\n#WRAP 0\n", "B3/S23:P20,30"),
        ("#WRAP 0\n#BOARD 20x30\n", "B3/S23:P20,30"),
        ("#BOARD 20x30\n", "B3/S23:P20,30"),
        ("#BOARD 20x30\n#WRAP 1\n", "B3/S23:T20,30"),
        ("#BOARD 20x30\n#WRAP 2\n", "B3/S23:T20,30"),
        ("#WRAP 1\n", "B3/S23"),
        ("", "B3/S23"),
    ] {
        let text = format!("#MCell 4.00\n#GAME Standard Life\n#RULE 23/3\n{lines}#L 3A\n");
        let pattern = parse(&text).unwrap();
        assert_eq!(pattern.rule().unwrap().to_string(), expected, "{text}");
        let corner = pattern.grid(u64::MAX).unwrap().bounds().unwrap().from;
        let expected = if expected.contains(':') { Cell::new(-1, 0) } else { Cell::new(0, 0) };
        assert_eq!(corner, expected, "{text}");
        // The default rule is Life.
        let text = text.replace("#RULE 23/3\n", "");
        assert_eq!(parse(&text).unwrap().rule(), pattern.rule(), "{text}");
    }
}

#[test]
fn invalid_files_are_reported_with_a_position() {
    let cases = [
        (
            "x = 3, y = 3\nbo$2bq$3o!",
            "line 2, column 7: found '$', expected a count, b, o, ., a state letter, $ or !",
        ),
        (
            "x = 3, y = 3\nbo$2b?$3o!",
            "line 2, column 6: found '?', expected a count, b, o, ., a state letter, $ or !",
        ),
        ("x = 3, z = 3\nbo!", "line 1, column 6: found \"z = 3\", expected y = and a number of cells"),
        (
            "x = 3, y = 3, rul = B3/S23\nbo!",
            "line 1, column 15: found \"rul = B3/S23\", expected rule = and a rule, or the end of the line",
        ),
        (
            "x = 3, y = 3\n3",
            "line 2, column 1: found the end of the file after a count, expected the cells of that run",
        ),
        ("x = 1, y = 1\nyX!", "line 2, column 2: found state 264, expected a state from 0 to 255"),
        ("#Life 1.06\n0 0\n1 x", "line 3, column 1: found \"1 x\", expected two whole numbers, x and y"),
        ("#Life 1.05\n#P 0 0\n.*.\n.x.", "line 4, column 2: found 'x', expected . or *"),
        ("!Name: x\n.O.\n.Q.", "line 3, column 2: found 'Q', expected . or O"),
        ("[M2] (x)\n.*.%\n", "line 2, column 4: found '%', expected ., * or $"),
        (
            "[M2] (x)\n.*\n4 1 2 0 0\n",
            "line 3, column 1: found node 2 before its definition, expected a node of level 3",
        ),
        (
            "[M2] (x)\n.*\n5 1 0 0 0\n",
            "line 3, column 1: found node 1 of level 3, expected a node of level 4",
        ),
        (
            "[M2] (x)\n.*\n4 1 0 0\n",
            "line 3, column 1: found 4 numbers, expected a level and the numbers of four earlier nodes",
        ),
        (
            "[M2] (x)\n.........*\n",
            "line 2, column 9: found a cell outside the 8 x 8 leaf, expected at most eight cells per row and eight rows",
        ),
        (
            "#MCell 4.00\n#BOARD 3by3\n",
            "line 2, column 8: found \"3by3\", expected a board size such as 80x60",
        ),
        ("#MCell 4.00\n#L 3A%\n", "line 2, column 6: found '%', expected a count, ., a state letter or $"),
    ];
    for (text, error) in cases {
        assert_eq!(parse(text).map(|_| ()).unwrap_err().to_string(), error, "{text}");
    }
    let pattern = parse("#C x\nx = 3, y = 3, rule = B3/S29\nbo!").unwrap();
    assert_eq!(
        pattern.rule().unwrap_err().to_string(),
        "line 2, column 27: found \"9\", expected a neighbour count from 0 to 8"
    );
}

/// Golly's row 0 lies north of the middle of its trees. The test uses the text that bgolly 3.3
/// writes for a cell at (0, 0).
#[test]
fn trees_lie_on_bounded_grids_as_in_golly() {
    for (tree, rule) in [
        ("$$$$$$$*$\n4 0 1 0 0\n", "B3/S23:P20,20"),
        ("1 0 0 1 0\n2 0 1 0 0\n", "012345678//3:T7,64"),
        ("$$$*$\n", "B3/S23:P20,20"),
        ("1 0 1 0 0\n", "012345678//3:T7,64"),
    ] {
        let x = i64::from(!tree.starts_with("$$$*")) * 4 - 4;
        let pattern = parse(&format!("[M2] (golly 3.3)\n#R {rule}\n{tree}")).unwrap();
        assert_eq!(pattern.grid(9).unwrap(), Grid::from_cells([Cell::new(x, 0)]), "{tree}");
        let back = parse(&write(&pattern, Format::Macrocell).unwrap()).unwrap();
        assert_eq!(back.grid(9).unwrap(), pattern.grid(9).unwrap(), "{tree}");
    }
}

/// Golly reads the position and the generation only from the first line of an RLE file, and the
/// rule of an MCell file only from `#RULE`.
#[test]
fn golly_reads_position_generation_and_topology() {
    let mut pattern = Pattern::from_grid(Grid::from_cells([Cell::new(-3, 2)]));
    pattern.name = Some("A name".to_owned());
    pattern.comments = vec!["A comment.".to_owned()];
    pattern.generation = 5;
    pattern.rule = Some(("B3/S23:T10+3,8".to_owned(), Place { line: 1, column: 1 }));
    let rle = write(&pattern, Format::Rle).unwrap();
    assert_eq!(rle.lines().next(), Some("#CXRLE Pos=-3,2 Gen=5"), "{rle}");
    let mcell = write(&pattern, Format::Mcell).unwrap();
    assert!(mcell.contains("\n#RULE B3/S23:T10+3,8\n"), "{mcell}");
    pattern.cells = Cells::Grid(Grid::new());
    let rle = write(&pattern, Format::Rle).unwrap();
    assert_eq!(parse(&rle).unwrap().generation, 5, "{rle}");
}

/// On a bounded grid, a pattern without a position is centred. If a pattern is elsewhere, its file
/// states the position, even if it is (0, 0).
#[test]
fn rle_positions_patterns_on_bounded_grids() {
    for (place, from) in [("", (-1, 0)), ("#CXRLE Pos=0,0\n", (0, 0))] {
        let text = format!("{place}x = 3, y = 1, rule = B3/S23:T13,15\n3o!");
        let pattern = parse(&text).unwrap();
        let grid = pattern.grid(9).unwrap();
        assert_eq!(grid.bounds().map(|bounds| (bounds.from.x, bounds.from.y)), Some(from), "{text}");
        let file = write(&pattern, Format::Rle).unwrap();
        assert_eq!(parse(&file).unwrap().grid(9).unwrap(), grid, "{file}");
    }
    let lone = parse("x = 1, y = 1, rule = B3/S23:T13,15\no!").unwrap();
    assert_eq!(write(&lone, Format::Rle).unwrap(), "x = 1, y = 1, rule = B3/S23:T13,15\no!\n");
}

/// Parsing arbitrary text terminates without a panic.
#[test]
fn parse_never_panics() {
    let mut rng = Rng::new(6);
    let seeds = [
        "#CXRLE Pos=-1,2 Gen=3\nx = 3, y = 3, rule = B3/S23:T20,30\nbo$2bo$3o!",
        "[M2] (golly)\n#R B3/S23\n$$..*$...*$.***$$$$\n4 0 1 0 0\n5 2 0 0 2\n",
        "[M2]\n1 0 3 1 2\n2 1 0 0 1\n3 2 2 0 0\n",
        "#MCell 4.0\n#GAME Generations\n#RULE 345/2/4\n#BOARD 80x60\n#WRAP 1\n#L 3AB2.$aAC\n",
        "#Life 1.05\n#D x\n#R 23/3\n#P -3 4\n.*.\n***\n",
        "#Life 1.06\n3 -4\n5 6\n",
        "!Name: x\n.O.\nO.O\n",
        "R5,C0,M1,S34..58,B34..45,NM",
        "@RULE x\n@TABLE\nn_states:3\nneighborhood:Moore\nsymmetries:rotate4\nvar a={0,1,2}\n0,1,a,a,0,0,0,0,0,1\n",
    ];
    for round in 0..30_000 {
        let mut bytes = seeds[round % seeds.len()].as_bytes().to_vec();
        for _ in 0..1 + rng.below(4) {
            let at = rng.below(bytes.len());
            match rng.below(3) {
                0 => bytes[at] = b"0123456789$!bo.*#xABXpy,=/:-+ \n"[rng.below(31)],
                1 => bytes.insert(at, b"0123456789$!bo.*#xABXpy,=/:-+ \n"[rng.below(31)]),
                _ => {
                    bytes.remove(at);
                }
            }
            if bytes.is_empty() {
                bytes.push(b'x');
            }
        }
        let text = String::from_utf8(bytes).unwrap();
        let _ = Rule::parse(&text);
        let _ = gridlore_life::Machine::parse(&text);
        // A run of digits may stand for a great many cells; such patterns are not drawn.
        let has_long_runs = text.split(|sign: char| !sign.is_ascii_digit()).any(|digits| digits.len() > 6);
        if !has_long_runs && let Ok(pattern) = parse(&text) {
            let _ = (pattern.rule(), pattern.grid(1 << 20));
        }
    }
}
