//! Known counts, verified by several programs.

use crate::solutions;
use gridlore_core::{Budget, BudgetSpent};
use gridlore_exact_cover::packing::{Packing, Turns, pentominoes, rectangle};
use gridlore_exact_cover::{Bounds, DancingLinks, DiagramError, Engine, Problem, make, parse};

/// Counts the solutions with each of these engines and with the counter.
fn check(name: &str, problem: &Problem, expected: u64, engines: &[Engine]) {
    for engine in engines {
        let found = problem.solutions_by(*engine).count_up_to(u64::MAX, &mut Budget::unlimited());
        assert_eq!(found, Ok(expected), "{name} by {engine:?}");
    }
    let count = problem.count(&mut Budget::unlimited()).unwrap();
    assert_eq!(count.to_string(), expected.to_string(), "{name}");
}

const ALL: &[Engine] = &[Engine::Cells, Engine::Masks, Engine::Several];
const QUICK: &[Engine] = &[Engine::Auto, Engine::Cells];

#[test]
fn packings() {
    check("pentominoes 3x20", &make::pentominoes_on(3, 20), 8, QUICK);
    check("pentominoes 4x15", &make::pentominoes_on(4, 15), 1_472, &[Engine::Auto]);
    check("pentominoes 5x12", &make::pentominoes_on(5, 12), 4_040, &[Engine::Auto]);
    check("pentominoes 6x10", &make::pentominoes_on(6, 10), 9_356, &[Engine::Auto]);
    check("Dudeney", &make::dudeney(), 129_168, &[]);
    check("soma", &make::soma(), 11_520, QUICK);
}

#[test]
fn pentominoes_around_a_hole() {
    let mut board = rectangle(8, 8);
    board.retain(|[_, row, column]| !((3..=4).contains(row) && (3..=4).contains(column)));
    let problem = Packing { board, pieces: pentominoes(), turns: Turns::Over, is_loose: false }.problem();
    check("Scott", &problem, 520, &[Engine::Auto]);
}

#[test]
fn queens() {
    check("queens 8", &make::queens(8), 92, ALL);
    check("queens 12", &make::queens(12), 14_200, QUICK);
    check("queens 13", &make::queens(13), 73_712, &[Engine::Auto]);
}

#[test]
fn langford() {
    check("langford 7", &make::langford(7), 52, ALL);
    check("langford 11", &make::langford(11), 35_584, QUICK);
    check("langford 12", &make::langford(12), 216_288, &[Engine::Auto]);
    check("langford 3", &make::langford(3), 2, ALL);
    check("langford 5", &make::langford(5), 0, ALL);
}

#[test]
fn dominoes() {
    check("dominoes 6x6", &make::dominoes(6, 6), 6_728, QUICK);
    let count =
        |rows, columns| make::dominoes(rows, columns).count(&mut Budget::unlimited()).unwrap().to_string();
    assert_eq!(count(8, 8), "12988816");
    assert_eq!(count(10, 10), "258584046368");
}

#[test]
fn latin_squares() {
    check("latin 4", &make::latin(4), 576, ALL);
    check("latin 5", &make::latin(5), 161_280, QUICK);
    assert_eq!(make::latin(6).count(&mut Budget::unlimited()).unwrap().to_string(), "812851200");
}

/// Counts all partitions of a set of eight, and all ways to pair twenty people.
#[test]
fn partitions_and_matchings() {
    let mut classes = Problem::new(8, 0);
    for subset in 1..1_usize << 8 {
        classes.add_option(&(0..8).filter(|item| subset >> item & 1 == 1).collect::<Vec<_>>()).unwrap();
    }
    check("partitions of 8", &classes, 4_140, QUICK);
    let mut classes = Problem::new(12, 0);
    for subset in 1..1_usize << 12 {
        classes.add_option(&(0..12).filter(|item| subset >> item & 1 == 1).collect::<Vec<_>>()).unwrap();
    }
    assert_eq!(classes.count(&mut Budget::unlimited()).unwrap().to_string(), "4213597");
    let mut pairs = Problem::new(20, 0);
    for one in 0..20 {
        for other in one + 1..20 {
            pairs.add_option(&[one, other]).unwrap();
        }
    }
    assert_eq!(pairs.count(&mut Budget::unlimited()).unwrap().to_string(), "654729075");
}

/// The examples of Knuth's programs: items and options, and the only solution.
#[test]
fn small_examples() {
    for (text, expected) in [
        ("A B C D E F G\nC E F\nA D G\nB C F\nA D\nB G\nD E G\n", &[0_usize, 3, 4][..]),
        ("A B C | X Y\nA B X:0 Y:0\nA C X:1 Y:1\nX:0 Y:1\nB X:1\nC Y:1\n", &[1, 2]),
        ("A B 2:3|C | X Y\nA B X:0 Y:0\nA C X:1 Y:1\nC X:0\nB X:1\nC Y:1\n", &[1, 3, 4]),
    ] {
        let problem = parse(text).unwrap().problem;
        for engine in [Engine::Auto, Engine::Cells, Engine::Masks, Engine::Several] {
            assert_eq!(solutions(&problem, engine), [expected], "{text} by {engine:?}");
        }
    }
}

#[test]
fn the_cheapest_of_an_example() {
    let problem = parse("a b c\na b |3\nc |1\na |1\nb c |1 |2\n").unwrap().problem;
    let costs = |count| {
        let cheapest = problem.cheapest(count, &mut Budget::unlimited()).unwrap();
        cheapest.into_iter().map(|entry| entry.0).collect::<Vec<_>>()
    };
    assert_eq!(costs(1), [4]);
    assert_eq!(costs(5), [4, 4]);
}

/// Dancing links, run step by step, agree with the other engines.
#[test]
fn links_dance() {
    for (problem, expected) in [(make::queens(8), 92), (make::langford(7), 52), (make::latin(4), 576)] {
        let mut links = DancingLinks::new(&problem).unwrap();
        let mut count = 0;
        while links.next_solution(&mut Budget::unlimited()).unwrap().is_some() {
            count += 1;
        }
        assert_eq!(count, expected);
    }
}

#[test]
fn a_search_continues_after_a_spent_budget() {
    for engine in ALL {
        let problem = make::queens(6);
        let mut search = problem.solutions_by(*engine);
        let (mut found, mut pauses) = (0, 0);
        loop {
            match search.next_solution(&mut Budget::nodes(5)) {
                Ok(Some(_)) => found += 1,
                Ok(None) => break,
                Err(spent) => {
                    assert_eq!(spent, BudgetSpent { nodes: 5 });
                    pauses += 1;
                }
            }
        }
        assert_eq!(found, 4, "{engine:?}");
        assert!(pauses > 10, "{engine:?}");
    }
}

/// Drawn solutions are valid and uniformly distributed, with and without counts.
#[test]
fn draws_are_even() {
    for problem in [make::dominoes(4, 4), make::queens(6), make::langford(3)] {
        let all = solutions(&problem, Engine::Cells);
        let draws = 400 * all.len();
        let drawn = problem.random_solutions(draws, 9, &mut Budget::unlimited()).unwrap();
        assert_eq!(drawn.len(), draws);
        let mut counts = vec![0_u32; all.len()];
        for mut options in drawn {
            options.sort_unstable();
            counts[all.binary_search(&options).unwrap()] += 1;
        }
        // 400 plus or minus five standard deviations.
        assert!(counts.iter().all(|count| (300..500).contains(count)), "{counts:?}");
    }
    let none = make::langford(5).random_solutions(3, 9, &mut Budget::unlimited()).unwrap();
    assert!(none.is_empty());
    let many = make::dominoes(12, 12);
    let drawn = many.random_solutions(20, 9, &mut Budget::unlimited()).unwrap();
    assert!(drawn.len() == 20 && drawn.iter().all(|options| many.is_solution(options)));
}

/// Estimates are close if the descents cover much of the tree.
#[test]
fn estimates_are_close() {
    for (problem, expected) in [(make::queens(8), 92.0), (make::latin(4), 576.0), (make::langford(7), 52.0)] {
        let estimate = problem.estimate(20_000, 1).unwrap();
        let (solutions, error) = estimate.solutions;
        assert!(
            (solutions - expected).abs() < 5.0 * error && error < expected / 10.0,
            "{estimate:?}, {expected}"
        );
        let mut budget = Budget::unlimited();
        problem.solutions_by(Engine::Cells).count_up_to(u64::MAX, &mut budget).unwrap();
        let (options, error) = estimate.options;
        assert!((options - budget.spent() as f64).abs() < 5.0 * error + 1.0, "{estimate:?}, {budget:?}");
    }
}

#[test]
fn diagrams_of_known_problems() {
    let diagram = make::dominoes(10, 10).diagram(&mut Budget::unlimited()).unwrap();
    assert_eq!(diagram.count().unwrap().to_string(), "258584046368");
    // Two symmetric options cover a corner.
    let marginals = diagram.marginals().unwrap();
    assert_eq!(
        (marginals[0].to_string(), marginals[1].to_string()),
        ("129292023184".into(), "129292023184".into())
    );
    assert!((marginals[0].ratio_to(diagram.count().unwrap()) - 0.5).abs() < 1e-9);
    let none = make::queens(3).diagram(&mut Budget::unlimited()).unwrap();
    assert_eq!((none.root(), none.nodes().len(), none.to_text().as_str()), (0, 0, ""));
    let langford = make::langford(3).diagram(&mut Budget::unlimited()).unwrap();
    assert_eq!(langford.to_text().lines().last(), Some("7: (~2?4:6)"));
    assert_eq!(langford.root(), 7);
    let coloured = parse("a | b\na b:x\n").unwrap().problem.diagram(&mut Budget::unlimited());
    assert_eq!(coloured.err(), Some(DiagramError::Unsupported));
    assert_eq!(make::latin(5).diagram(&mut Budget::nodes(10)).err(), Some(DiagramError::Spent));
}

#[test]
fn a_search_knows_how_far_it_is() {
    for (name, problem, engine) in [
        ("cells", make::latin(4), Engine::Cells),
        ("masks", make::langford(11), Engine::Masks),
        ("images", make::pentominoes_on(5, 12), Engine::Auto),
    ] {
        let mut solutions = problem.solutions_by(engine);
        let mut last = 0.0;
        let mut looks = 0;
        let mut budget = Budget::nodes(500);
        loop {
            match solutions.advance(&mut budget) {
                Ok(true) => {}
                Ok(false) => break,
                Err(_) => {
                    let part = solutions.part_done().unwrap();
                    assert!((last - 1e-9..=1.0).contains(&part), "{name}: {part} after {last}");
                    last = part;
                    looks += 1;
                    budget = Budget::nodes(500);
                }
            }
        }
        assert!(last > 0.9 && looks > 2, "{name}: {last} after {looks}");
    }
    assert_eq!(make::soma().solutions_by(Engine::Several).part_done(), None);
}

#[test]
fn sudokus_have_one_cover() {
    for givens in [
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
        "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9",
    ] {
        let cells: Vec<u8> = givens.bytes().map(|byte| byte.saturating_sub(b'0').min(9)).collect();
        let problem = make::sudoku(&cells.try_into().unwrap());
        check(givens, &problem, 1, QUICK);
    }
}

#[test]
fn useless_options_are_removed() {
    // DLX-PRE leaves the same number of options.
    let problem = make::pentominoes_on(6, 10);
    let reduced = problem.reduced();
    assert_eq!(
        (problem.options(), problem.options() - reduced.problem.options(), reduced.rounds),
        (2_056, 144, 2)
    );
    check("pentominoes 6x10 reduced", &reduced.problem, 9_356, &[Engine::Auto]);
    let none = make::queens(3).reduced();
    assert_eq!((none.problem.options(), none.problem.items()), (0, 16));
}

#[test]
fn faults_name_wrongly_covered_items() {
    let problem = make::small_packing();
    assert_eq!(problem.faults(&[0, 5, 12]), []);
    // Leave out the single cell, then place it on a cell of the L.
    let faults = problem.faults(&[0, 5, 6]);
    let faults: Vec<(&str, usize)> =
        faults.iter().map(|fault| (problem.name(fault.item), fault.times)).collect();
    assert_eq!(faults, [("00", 2), ("20", 0)]);
}

#[test]
fn estimates_with_multiplicities_are_close() {
    // Cover every cell twice: two layers of dominoes on a 3x4 board.
    let one = make::dominoes(3, 4);
    let twice = (0..12).map(|cell| (cell.to_string(), Bounds { least: 2, most: 2 }));
    let mut problem = Problem::from_items(twice, []);
    for option in (0..one.options()).chain(0..one.options()) {
        let items: Vec<usize> = one.entries_of(option).iter().map(|entry| entry.item as usize).collect();
        problem.add_option(&items).unwrap();
    }
    let mut budget = Budget::unlimited();
    let expected = problem.solutions().count_up_to(u64::MAX, &mut budget).unwrap();
    let estimate = problem.estimate(4_000, 3).unwrap();
    let near =
        |(mean, error): (f64, f64), value: f64| (mean - value).abs() < 5.0 * error && error < value / 5.0;
    assert!(near(estimate.solutions, expected as f64), "{estimate:?}, {expected}");
    assert!(near(estimate.options, budget.spent() as f64), "{estimate:?}, {budget:?}");
    assert_eq!(problem.estimate(1, 3), None);
}

#[test]
fn independent_parts_are_multiplied() {
    let mut problem = Problem::new(0, 0);
    assert_eq!(problem.components().len(), 1);
    problem = parse("a b c d e | X Y\na b X\na\nb Y\nc d\nc\nd\ne Y:1\ne Y:2\n").unwrap().problem;
    let components = problem.components();
    assert_eq!(components.iter().map(Problem::items).collect::<Vec<usize>>(), [5, 2]);
    assert_eq!(components.iter().map(Problem::options).collect::<Vec<usize>>(), [5, 3]);
    assert_eq!(problem.count(&mut Budget::unlimited()).unwrap().to_string(), "4");
    // A problem that no engine can count as a whole: it has more than 255 items and 258584046368^3
    // solutions.
    let one = make::dominoes(10, 10);
    let mut three = Problem::new(300, 0);
    for option in 0..one.options() {
        for board in 0..3 {
            let items: Vec<usize> =
                one.entries_of(option).iter().map(|entry| 100 * board + entry.item as usize).collect();
            three.add_option(&items).unwrap();
        }
    }
    assert_eq!(
        three.count(&mut Budget::unlimited()).unwrap().to_string(),
        "17290405605806625890070841650348032"
    );
    let impossible = parse("a b\na\n").unwrap().problem;
    assert_eq!(impossible.count(&mut Budget::unlimited()).unwrap().to_string(), "0");
}

#[test]
fn solutions_are_an_iterator() {
    let problem = make::queens(8);
    let all: Vec<Vec<usize>> = problem.solutions().collect();
    assert_eq!(all.len(), 92);
    assert!(all.iter().all(|options| problem.is_solution(options)));
}
