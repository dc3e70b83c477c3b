//! Compares the engines with the reference implementation on random soups, for every family of
//! rules and every topology.

use gridlore_core::{Budget, Rng};
use gridlore_life::{Cell, Cells, Dynamics, Grid, Hash, Machine, Oracle, Rule, State, Tiles, Width};
use gridlore_testing::spread;
use std::sync::Arc;

/// Rules of every family, including B0 rules.
const RULES: &[&str] = &[
    "B3/S23",
    "B36/S23",
    "B3678/S34678",
    "B2/S",
    "B1357/S02468",
    "B3/S012345678",
    "B01/S0123",
    "B0123478/S01234678",
    "B017/S1278",
    "B37/S2-i34q",
    "B2-a5/S1e2-a35678",
    "B2-a/S12",
    "B02cn3/S23-k5y",
    "B2/S34H",
    "B245/S3H",
    "B2/S013V",
    "B13/S0134V",
    "W22",
    "W110",
    "W30",
    "345/2/4",
    "/2/3",
    "3458/37/4",
    "234/34678/24",
    "23/34/200",
    "B2/S3/5H",
    "R5,C0,M1,S34..58,B34..45,NM",
    "R3,C0,M0,S8..14,B9..12,NC",
    "R2,C4,M1,S5..9,B6..8,NN",
    "R4,C0,M0,S3..6,B4,N+",
    "R2,C0,M0,S0..3,B0..1,14,NX",
    "R10,C0,M1,S123..212,B123..170,NM",
    "WireWorld",
];

const WORLDS: &[&str] = &[
    "",
    ":T64,64",
    ":T128,64",
    ":T30,20",
    ":T100+7,70",
    ":T70,100-9",
    ":P64,64",
    ":P50,40",
    ":K60*,50",
    ":K60,50*",
    ":K60*+3,50",
    ":K60,50*-1",
    ":C40,30",
    ":S40",
    ":T0,40",
    ":T40,0",
    ":P0,30",
];

fn soup(rng: &mut Rng, rule: &Rule, side: usize) -> Grid {
    let mut grid = Grid::new();
    let density = 2 + rng.below(3);
    for y in 0..side {
        for x in 0..side {
            if rng.below(density) == 0 {
                let state = 1 + rng.below(usize::from(rule.states) - 1);
                let (x, y) = (x as i64 - side as i64 / 2, y as i64 - side as i64 / 2);
                grid.set(Cell::new(x, y), State::try_from(state).unwrap());
            }
        }
    }
    grid
}

/// Every generation of a soup computed by the tiles, with every instruction set, equals that of the
/// reference implementation.
#[test]
fn tiles_match_the_oracle() {
    let rules = RULES.iter().flat_map(|text| WORLDS.iter().map(move |world| format!("{text}{world}")));
    for (number, rule) in spread(rules.enumerate()) {
        let rule = Rule::parse(&rule).unwrap();
        let (side, generations) = if rule.range() > 4 { (40, 4) } else { (40, 30) };
        let grid = soup(&mut Rng::from_family(20, number as u64), &rule, side);
        let mut oracle = Oracle::new(&rule, &grid);
        let mut engines: Vec<Tiles> =
            Width::all().into_iter().map(|width| Tiles::with_width(&rule, &grid, width)).collect();
        for generation in 1..=generations {
            oracle.step();
            let mut truth = oracle.grid();
            truth.tidy();
            if truth.population() > 6000 {
                break;
            }
            for (engine, width) in engines.iter_mut().zip(Width::all()) {
                engine.step();
                assert_eq!(
                    engine.population(),
                    truth.population(),
                    "{rule} generation {generation} {width:?}"
                );
                assert!(engine.grid() == truth, "{rule} generation {generation} {width:?}");
            }
        }
    }
}

/// Returns a table of random transitions; most cells keep their state, so parts of a soup settle.
fn random_machine(rng: &mut Rng) -> Machine {
    let states = 2 + rng.below(4);
    let (neighbourhood, neighbours) =
        [("Moore", 8), ("vonNeumann", 4), ("hexagonal", 6), ("oneDimensional", 2)][rng.below(4)];
    let mut text =
        format!("@RULE Random\n@TABLE\nn_states:{states}\nneighborhood:{neighbourhood}\nsymmetries:none\n");
    for name in 'a'..='i' {
        let all: Vec<String> = (0..states).map(|state| state.to_string()).collect();
        text += &format!("var {name}={{{}}}\n", all.join(","));
    }
    for _ in 0..20 + rng.below(60) {
        let mut line: Vec<String> = vec![rng.below(states).to_string()];
        line.extend(
            ('a'..='i')
                .take(neighbours)
                .map(|name| if rng.below(3) == 0 { rng.below(states).to_string() } else { name.to_string() }),
        );
        // The empty plane stays empty.
        let is_quiet = line.iter().all(|entry| entry == "0" || entry.parse::<u8>().is_err());
        line.push(if is_quiet { 0 } else { rng.below(states) }.to_string());
        text += &(line.join(",") + "\n");
    }
    Machine::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// For a machine, every generation computed by the tiles, which compute only changes, equals that
/// of the reference implementation.
#[test]
fn tiles_of_machines_match_the_oracle() {
    let mut rng = Rng::new(27);
    let mut quiet = 0;
    for case in 0..150 {
        let machine = random_machine(&mut rng);
        let world = WORLDS[rng.below(WORLDS.len())];
        let topology = Rule::parse(&format!("B3/S23{world}")).unwrap().topology;
        let states = machine.states();
        let rule = Rule { states, dynamics: Dynamics::Machine(Arc::new(machine)), topology };
        let side = [10, 40, 90][rng.below(3)];
        let grid = soup(&mut rng, &rule, side);
        let (mut oracle, mut tiles) = (Oracle::new(&rule, &grid), Tiles::new(&rule, &grid));
        let mut before = Grid::new();
        for generation in 1..=40 {
            oracle.step();
            tiles.step();
            let mut truth = oracle.grid();
            truth.tidy();
            assert!(tiles.grid() == truth, "case {case} {world} generation {generation}");
            if truth.population() > 6000 {
                break;
            }
            quiet += u32::from(truth == before);
            before = truth;
        }
    }
    assert!(quiet > 100, "{quiet} generations without a change");
}

/// HashLife produces the same generations as the reference implementation, step by step and in
/// jumps.
#[test]
fn squares_match_the_oracle() {
    let mut rng = Rng::new(21);
    for text in RULES {
        let rule = Rule::parse(text).unwrap();
        let grid = soup(&mut rng, &rule, 40);
        let cells = Cells::Grid(grid.clone());
        if rule.range() > 8 {
            assert!(Hash::new(&rule, &cells, 1 << 30).is_err());
            continue;
        }
        let mut oracle = Oracle::new(&rule, &grid);
        let mut single = Hash::new(&rule, &cells, 1 << 30).unwrap();
        let generations = if rule.range() > 4 { 5 } else { 21 };
        for generation in 1..=generations {
            oracle.step();
            single.run(1).unwrap();
            let mut truth = oracle.grid();
            truth.tidy();
            if truth.population() > 8000 {
                break;
            }
            assert_eq!(single.population(), u128::from(truth.population()), "{rule} generation {generation}");
            assert!(single.grid(1 << 30).unwrap() == truth, "{rule} generation {generation}");
            let mut jump = Hash::new(&rule, &cells, 1 << 30).unwrap();
            jump.run(generation).unwrap();
            assert!(jump.grid(1 << 30).unwrap() == truth, "{rule} {generation} generations at once");
            let cell = truth.cells().next().map_or((Cell::new(0, 0), 0), |entry| entry);
            assert_eq!(jump.get(cell.0), cell.1);
        }
    }
}

/// HashLife and tiles agree over a long run, with a memory limit that forces several garbage
/// collections.
#[test]
fn squares_match_tiles_within_little_memory() {
    let mut rng = Rng::new(22);
    for text in ["B3/S23", "B36/S23", "B2-a5/S1e2-a35678", "345/2/4"] {
        let rule = Rule::parse(text).unwrap();
        let grid = soup(&mut rng, &rule, 200);
        let mut tiles = Tiles::new(&rule, &grid);
        let memory = 1 << 20;
        let mut squares = Hash::new(&rule, &Cells::Grid(grid), memory).unwrap();
        for length in [1, 6, 57, 100, 36, 300] {
            squares.run(length).unwrap();
            for _ in 0..length {
                tiles.step();
            }
            assert!(squares.bytes() <= memory, "{} bytes", squares.bytes());
            assert!(
                squares.grid(1 << 30).unwrap() == tiles.grid(),
                "{rule} generation {}",
                tiles.generation()
            );
        }
        assert!(squares.collections() > 0, "{rule}");
    }
}

/// HashLife gives the same results no matter how often it pauses and how little memory it has.
#[test]
fn squares_pause_anywhere() {
    let mut rng = Rng::new(23);
    for (text, memory) in
        [("B3/S23", 1 << 30), ("B3/S23", 1 << 20), ("B03/S23", 1 << 30), ("345/2/4", 1 << 30)]
    {
        let rule = Rule::parse(text).unwrap();
        let grid = soup(&mut rng, &rule, 100);
        let mut tiles = Tiles::new(&rule, &grid);
        let mut squares = Hash::new(&rule, &Cells::Grid(grid), memory).unwrap();
        let mut pauses = 0;
        for to in [1, 2, 7, 64, 100, 228] {
            while !squares.run_to(to, &mut Budget::nodes(1 + rng.below(200) as u64)).unwrap() {
                pauses += 1;
            }
            while tiles.generation() < to {
                tiles.step();
            }
            assert!(squares.grid(1 << 30).unwrap() == tiles.grid(), "{rule} generation {to}");
        }
        assert!(pauses > 10, "{rule}: {pauses} pauses");
    }
}
