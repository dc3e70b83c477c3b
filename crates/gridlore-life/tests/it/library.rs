//! Checks the claims of the library's descriptions.

use gridlore_core::Budget;
use gridlore_life::{Engine, Identity, Rule, Tiles, World, identify, library, parse, settled, soup};

fn identity(name: &str) -> Identity {
    let entry = library().find(|entry| entry.name == name).unwrap();
    let pattern = entry.pattern();
    let grid = pattern.grid(10_000).unwrap();
    identify(&pattern.rule().unwrap(), &grid, 1000, &mut Budget::nodes(10_000_000)).unwrap().unwrap()
}

fn population(name: &str, generation: u64) -> u128 {
    let pattern = library().find(|entry| entry.name == name).unwrap().pattern();
    let rule = pattern.rule().unwrap();
    let mut world = World::new(&pattern.cells, &rule, 0, Engine::Auto, 256 << 20).unwrap();
    assert!(world.run(generation, &mut Budget::unlimited()).unwrap());
    world.population()
}

#[test]
fn every_file_is_valid_and_described() {
    assert_eq!(library().len(), 35);
    for entry in library() {
        let pattern = entry.pattern();
        assert!(pattern.rule().is_ok(), "{}", entry.name);
        assert_eq!(pattern.name.as_deref(), Some(entry.title()), "{}", entry.name);
        assert!(entry.about().ends_with('.') && entry.title() != entry.name, "{}", entry.name);
        assert!(
            entry.name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
        );
    }
}

#[test]
fn still_lifes_oscillators_and_spaceships_have_their_period() {
    let cases = [
        ("glider", 4, Some("c/4 diagonal")),
        ("lightweight-spaceship", 4, Some("c/2 orthogonal")),
        ("middleweight-spaceship", 4, Some("c/2 orthogonal")),
        ("heavyweight-spaceship", 4, Some("c/2 orthogonal")),
        ("loafer", 7, Some("c/7 orthogonal")),
        ("copperhead", 10, Some("c/10 orthogonal")),
        ("weekender", 7, Some("2c/7 orthogonal")),
        ("block", 1, None),
        ("beehive", 1, None),
        ("loaf", 1, None),
        ("eater", 1, None),
        ("blinker", 2, None),
        ("toad", 2, None),
        ("beacon", 2, None),
        ("pulsar", 3, None),
        ("octagon", 5, None),
        ("galaxy", 8, None),
        ("figure-eight", 8, None),
        ("tumbler", 14, None),
        ("pentadecathlon", 15, None),
        ("queen-bee-shuttle", 30, None),
    ];
    for (name, period, speed) in cases {
        let identity = identity(name);
        assert_eq!(
            (identity.since, identity.period, identity.speed().as_deref()),
            (0, period, speed),
            "{name}"
        );
    }
}

#[test]
fn methuselahs_settle_when_claimed() {
    for (name, generation) in [("r-pentomino", 1103), ("acorn", 5206), ("rabbits", 17_331)] {
        let pattern = library().find(|entry| entry.name == name).unwrap().pattern();
        let mut tiles = Tiles::new(&Rule::life(), &pattern.grid(100).unwrap());
        let mut populations = Vec::new();
        for _ in 0..generation + 400 {
            populations.push(tiles.population());
            tiles.step();
        }
        assert_eq!(settled(&populations).map(|found| found.0), Some(generation), "{name}");
    }
    assert!(population("diehard", 129) > 0);
    assert_eq!(population("diehard", 130), 0);
}

#[test]
fn growing_patterns_grow() {
    // A glider has five cells.
    for (name, period) in [("gosper-glider-gun", 30), ("simkin-glider-gun", 120)] {
        let of = |gliders: u64| population(name, 600 + period * gliders);
        assert_eq!((of(10) - of(0), of(20) - of(10)), (50, 50), "{name}");
    }
    for name in ["switch-engine", "line-of-growth"] {
        assert!(population(name, 40_000) > population(name, 20_000) + 1000, "{name}");
    }
    // Max fills an area that grows in both directions.
    let of = |generation: u64| population("max", generation) as f64;
    let share = (of(2000) - of(0)) / (of(1000) - of(0));
    assert!((3.9..4.1).contains(&share), "{share}");
    // The replicator of HighLife takes twelve generations; after 2^n of these cycles there are two
    // copies.
    assert_eq!(population("replicator", 12 * 64), 2 * population("replicator", 0));
    // Wires never die; an electron reaches the end of the wire on every turn.
    assert_eq!((population("wireworld-clock", 0), population("wireworld-clock", 160)), (27, 27));
    // The rows of Sierpiński's triangle stay: there are 3^n cells in the first 2^n rows, and two in
    // the next one.
    let pattern = library().find(|entry| entry.name == "rule-90").unwrap().pattern();
    let mut tiles = Tiles::new(&pattern.rule().unwrap(), &pattern.grid(10).unwrap());
    for _ in 0..256 {
        tiles.step();
    }
    assert_eq!(tiles.population(), 6561 + 2);
}

#[test]
fn soups_are_reproducible() {
    let grid = soup(64, 37, 2, 7);
    assert_eq!(grid.population(), 1512);
    assert_eq!(soup(64, 37, 2, 7), grid);
    assert_ne!(soup(64, 37, 2, 8), grid);
    assert_eq!(soup(8, 100, 2, 1).population(), 64);
    assert!(soup(32, 50, 4, 1).highest_state() == 3);
    let bounds = grid.bounds().unwrap();
    assert_eq!((bounds.from.x, bounds.to.x), (-32, 31));
    let glider = library().next().unwrap();
    assert_eq!(parse(glider.file).unwrap(), glider.pattern());
}
