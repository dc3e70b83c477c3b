//! Views show exactly the cells of the pattern, at any zoom and with any engine, and edits change
//! exactly the cells that were drawn.

use gridlore_core::{Budget, Rng};
use gridlore_life::{Cell, Cells, Engine, Grid, Macrocell, Rule, Window, World, soup};
use gridlore_testing::spread;

/// Computes the window of a grid cell by cell.
fn plain(grid: &Grid, window: &Window, states: u16) -> Vec<u8> {
    let side = 1_i128 << window.scale;
    let (west, north) = (window.from.x >> window.scale, window.from.y >> window.scale);
    let mut seen = Vec::new();
    for row in 0..window.rows as i128 {
        for column in 0..window.columns as i128 {
            let (x, y) = ((i128::from(west) + column) * side, (i128::from(north) + row) * side);
            let living: Vec<(i128, i128, u8)> = grid
                .cells()
                .map(|(cell, state)| (i128::from(cell.x) - x, i128::from(cell.y) - y, state))
                .filter(|(x, y, _)| (0..side).contains(x) && (0..side).contains(y))
                .collect();
            let lowest = living.iter().map(|cell| cell.2).min().unwrap_or(0);
            if states > 2 || window.scale == 0 {
                seen.push(lowest);
                continue;
            }
            let parts = side.min(4);
            let mut marked: Vec<(i128, i128)> =
                living.iter().map(|(x, y, _)| (x * parts / side, y * parts / side)).collect();
            marked.sort_unstable();
            marked.dedup();
            seen.push(u8::try_from((marked.len() * 255).div_ceil((parts * parts) as usize)).unwrap());
        }
    }
    seen
}

#[test]
fn all_engines_show_the_same() {
    for rule in
        ["B3/S23", "B2/S/C4", "WireWorld", "B3/S23:T70,50", "R2,C0,M1,S3..8,B5..7,NM", "B3/S23:K40,60*"]
    {
        let rule = Rule::parse(rule).unwrap();
        let grid = soup(80, 30, u8::try_from(rule.states).unwrap(), 5).moved(13, -7);
        for engine in [Engine::Oracle, Engine::Tiles, Engine::Hash] {
            let Ok(mut world) = World::new(&Cells::Grid(grid.clone()), &rule, 0, engine, 64 << 20) else {
                continue;
            };
            for generation in [0, 3] {
                assert!(world.run(generation, &mut Budget::unlimited()).unwrap());
                let grid_now = match world.cells() {
                    Cells::Grid(grid) => grid,
                    Cells::Tree(tree) => tree.grid(100_000).unwrap(),
                };
                let corners = [(-50, -60), (7, 1), (900, 0), (-1 << 30, -1 << 30)];
                let scales = [0, 1, 2, 3, 5, 6, 7, 9, 20, 60];
                let windows = scales.iter().flat_map(|&scale| corners.map(|corner| (scale, corner)));
                for (scale, (x, y)) in spread(windows) {
                    let window = Window { from: Cell::new(x, y), scale, columns: 23, rows: 17 };
                    let expected = plain(&grid_now, &window, rule.states);
                    assert_eq!(
                        world.window(&window),
                        expected,
                        "{rule} {engine:?} generation {generation} scale {scale} from {x} {y}"
                    );
                    for cells in [Cells::Grid(grid_now.clone()), Cells::Tree(Macrocell::from_grid(&grid_now))]
                    {
                        assert_eq!(
                            cells.window(&window, rule.states),
                            expected,
                            "at rest: {rule} generation {generation} scale {scale} from {x} {y}"
                        );
                    }
                }
            }
        }
    }
}

#[test]
fn edits_change_the_pattern() {
    let mut rng = Rng::new(3);
    for rule in ["B3/S23", "B2/S/C4", "B0/S", "B01/S8", "B3/S23:T70,50"] {
        let rule = Rule::parse(rule).unwrap();
        for engine in [Engine::Oracle, Engine::Tiles, Engine::Hash, Engine::Auto] {
            let mut grid = soup(20, 40, u8::try_from(rule.states).unwrap(), 6);
            let Ok(mut world) = World::new(&Cells::Grid(grid.clone()), &rule, 0, engine, 64 << 20) else {
                continue;
            };
            let drawn: Vec<(Cell, u8)> = (0..200)
                .map(|_| {
                    let cell = Cell::new(rng.below(60) as i64 - 30, rng.below(50) as i64 - 25);
                    (cell, u8::try_from(rng.below(usize::from(rule.states))).unwrap())
                })
                .collect();
            for &(cell, state) in &drawn {
                grid.set(cell, state);
            }
            world.set(&drawn).unwrap();
            let mut plain = World::new(&Cells::Grid(grid), &rule, 0, Engine::Oracle, 0).unwrap();
            // Add a cell far away, and delete it again.
            world.set(&[(Cell::new(30_000, -70_000), 1)]).unwrap();
            world.set(&[(Cell::new(30_000, -70_000), 0)]).unwrap();
            for generation in [0, 1, 4] {
                assert!(world.run(generation, &mut Budget::unlimited()).unwrap());
                assert!(plain.run(generation, &mut Budget::unlimited()).unwrap());
                for y in -30..30 {
                    for x in -40..40 {
                        let cell = Cell::new(x, y);
                        assert_eq!(
                            world.get(cell),
                            plain.get(cell),
                            "{rule} {engine:?} {generation} {cell:?}"
                        );
                    }
                }
                assert_eq!(world.population(), plain.population(), "{rule} {engine:?}");
            }
        }
    }
}

/// A world that starts from the cells of an odd generation continues like the original. This
/// includes B0 rules, whose odd generations have their own rule.
#[test]
fn a_world_continues_from_any_generation() {
    for rule in ["B3/S23", "B0/S", "B02/S13", "B01/S8"] {
        let rule = Rule::parse(rule).unwrap();
        let start = Cells::Grid(soup(30, 40, 2, 9));
        for engine in [Engine::Oracle, Engine::Tiles, Engine::Hash, Engine::Auto] {
            let mut straight = World::new(&start, &rule, 0, Engine::Oracle, 0).unwrap();
            let mut world = World::new(&start, &rule, 0, engine, 64 << 20).unwrap();
            for generation in [3, 4, 9, 15] {
                assert!(straight.run(generation, &mut Budget::unlimited()).unwrap());
                assert!(world.run(generation, &mut Budget::unlimited()).unwrap());
                assert_eq!(
                    (world.population(), world.generation()),
                    (straight.population(), generation),
                    "{rule} {engine:?}"
                );
                assert_eq!(world.bounds(), straight.bounds(), "{rule} {engine:?} {generation}");
                world = World::new(&world.cells(), &rule, generation, engine, 64 << 20).unwrap();
            }
        }
    }
}

/// Trees whose root is as small as a block, or is not a square of squares.
#[test]
fn small_trees_are_drawn() {
    for text in [
        "[M2]\n*.*$$..*$...****$$$$*$\n",
        "[M2]\n1 0 3 2 1\n",
        "[M2]\n*$.*$\n4 1 0 1 1\n",
        "[M2]\n1 1 0 0 2\n2 1 0 1 1\n3 2 2 0 1\n",
    ] {
        let Ok(pattern) = gridlore_life::parse(text) else { continue };
        let grid = pattern.grid(1000).unwrap();
        for states in [2, 4] {
            if u16::from(grid.highest_state()) >= states {
                continue;
            }
            for scale in [0, 1, 2, 3, 4, 5, 8, 60] {
                let window = Window { from: Cell::new(-20, -20), scale, columns: 40, rows: 40 };
                assert_eq!(
                    pattern.cells.window(&window, states),
                    plain(&grid, &window, states),
                    "{text} {scale}"
                );
            }
        }
    }
}
