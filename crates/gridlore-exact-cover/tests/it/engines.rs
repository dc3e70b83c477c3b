//! Compares all engines with an exhaustive search of all subsets of the options, on thousands of
//! small random problems.
#![expect(clippy::cast_possible_truncation, reason = "random numbers below ten")]

use crate::solutions;
use gridlore_core::{Budget, Rng};
use gridlore_exact_cover::{Bounds, DancingLinks, Diagram, Engine, Entry, Problem, ProblemError};

/// The features of a random problem.
#[derive(Debug, Clone, Copy)]
struct Features {
    colours: bool,
    multiplicities: bool,
    costs: bool,
}

fn random(rng: &mut Rng, features: Features) -> Problem {
    let (primary, secondary) = (1 + rng.below(6), rng.below(4));
    let items = primary + secondary;
    let bounds: Vec<Bounds> = (0..primary)
        .map(|_| {
            if !features.multiplicities || rng.below(2) == 0 {
                return Bounds::ONCE;
            }
            let least = rng.below(3) as u32;
            Bounds { least, most: (least + rng.below(3) as u32).max(1) }
        })
        .collect();
    let primary_names = bounds.into_iter().enumerate().map(|(at, bounds)| (format!("p{at}"), bounds));
    let mut problem = Problem::from_items(primary_names, (0..secondary).map(|at| format!("s{at}")));
    let colours =
        ["", "red", "green", "blue"].map(|name| if name.is_empty() { 0 } else { problem.colour(name) });
    for _ in 0..rng.below(12) {
        let mut entries = Vec::new();
        for item in 0..items {
            if rng.below(5) < 2 {
                let has_colour = features.colours && item >= primary;
                let colour = if has_colour { colours[rng.below(4)] } else { 0 };
                entries.push(Entry { item: item as u32, colour });
            }
        }
        rng.shuffle(&mut entries);
        let cost = if features.costs { rng.below(9) as u64 } else { 0 };
        // An option without a primary item is refused.
        let _ = problem.add_entries(&entries, cost);
    }
    problem
}

/// Returns every subset of the options that is a solution.
fn by_definition(problem: &Problem) -> Vec<Vec<usize>> {
    let options = problem.options();
    let subsets = (0..1_usize << options)
        .map(|subset| (0..options).filter(|option| subset >> option & 1 == 1).collect());
    let mut found: Vec<Vec<usize>> =
        subsets.filter(|subset: &Vec<usize>| problem.is_solution(subset)).collect();
    found.sort();
    found
}

/// Returns every path through a diagram from its root to 1.
fn listed(diagram: &Diagram) -> Vec<Vec<usize>> {
    let (mut ways, mut found) = (vec![(diagram.root(), Vec::new())], Vec::new());
    while let Some((node, mut chosen)) = ways.pop() {
        match node.checked_sub(2) {
            Some(at) => {
                let node = diagram.nodes()[at as usize];
                assert_ne!(node.hi, 0, "it is zero-suppressed");
                ways.push((node.lo, chosen.clone()));
                chosen.push(node.option as usize);
                ways.push((node.hi, chosen));
            }
            None if node == 1 => {
                chosen.sort_unstable();
                found.push(chosen);
            }
            None => {}
        }
    }
    let mut nodes = diagram.nodes().to_vec();
    nodes.sort_by_key(|node| (node.option, node.lo, node.hi));
    assert!(nodes.windows(2).all(|pair| pair[0] != pair[1]), "no two nodes are the same");
    found.sort();
    found
}

fn check(rng: &mut Rng, features: Features, rounds: usize) {
    let (mut none, mut several) = (0, 0);
    for round in 0..rounds {
        let problem = random(rng, features);
        let expected = by_definition(&problem);
        none += usize::from(expected.is_empty());
        several += usize::from(expected.len() > 1);
        for engine in [Engine::Auto, Engine::Cells, Engine::Masks, Engine::Several] {
            assert_eq!(solutions(&problem, engine), expected, "{engine:?}, round {round} of {features:?}");
        }
        if let Some(mut links) = DancingLinks::new(&problem) {
            let mut found = Vec::new();
            while let Some(mut options) = links.next_solution(&mut Budget::unlimited()).unwrap() {
                options.sort_unstable();
                found.push(options);
            }
            found.sort();
            assert_eq!(found, expected, "dancing links, round {round} of {features:?}");
        }
        let count = problem.count(&mut Budget::unlimited()).unwrap();
        assert_eq!(count.to_string(), expected.len().to_string(), "round {round} of {features:?}");
        let reduced = problem.reduced();
        let mut found: Vec<Vec<usize>> = solutions(&reduced.problem, Engine::Auto)
            .iter()
            .map(|options| options.iter().map(|option| reduced.numbers[*option]).collect())
            .collect();
        found.sort();
        assert_eq!(found, expected, "reduced, round {round} of {features:?}");
        if let Ok(diagram) = problem.diagram(&mut Budget::unlimited()) {
            assert_eq!(listed(&diagram), expected, "round {round} of {features:?}");
            assert_eq!(diagram.count().unwrap(), count);
            let marginals: Vec<String> =
                diagram.marginals().unwrap().iter().map(ToString::to_string).collect();
            let with = |option: usize| expected.iter().filter(|solution| solution.contains(&option)).count();
            let expected: Vec<String> =
                (0..problem.options()).map(|option| with(option).to_string()).collect();
            assert_eq!(marginals, expected, "round {round} of {features:?}");
        } else {
            assert!(problem.has_colours() || problem.has_multiplicities());
        }
        for most in [2, 5, 1000] {
            let mut found = Vec::new();
            for part in problem.parts(most) {
                let mut search = part.problem.solutions();
                while search.advance(&mut Budget::unlimited()).unwrap() {
                    let choices = part.to_whole(&problem, search.choices());
                    let mut options: Vec<usize> = choices.iter().map(|choice| choice.option).collect();
                    options.sort_unstable();
                    found.push(options);
                }
            }
            found.sort();
            assert_eq!(found, expected, "round {round} of {features:?} in {most} parts");
        }
        let mut costs: Vec<u128> = expected.iter().map(|options| problem.total_cost(options)).collect();
        costs.sort_unstable();
        for most in [1, 3] {
            let cheapest = problem.cheapest(most, &mut Budget::unlimited()).unwrap();
            for (cost, options) in &cheapest {
                assert!(
                    problem.is_solution(options) && problem.total_cost(options) == *cost,
                    "round {round}"
                );
            }
            let found: Vec<u128> = cheapest.iter().map(|entry| entry.0).collect();
            assert_eq!(found, costs[..most.min(costs.len())], "round {round} of {features:?}");
        }
    }
    assert!(
        none * 10 > rounds && several * 20 > rounds,
        "{features:?}: {none} without solutions, {several} with several"
    );
}

#[test]
fn agree_on_exact_covers() {
    check(&mut Rng::new(1), Features { colours: false, multiplicities: false, costs: false }, 2_000);
}

#[test]
fn agree_on_colours() {
    check(&mut Rng::new(2), Features { colours: true, multiplicities: false, costs: false }, 2_000);
}

#[test]
fn agree_on_multiplicities() {
    check(&mut Rng::new(3), Features { colours: false, multiplicities: true, costs: false }, 2_000);
}

#[test]
fn agree_on_everything_together() {
    check(&mut Rng::new(4), Features { colours: true, multiplicities: true, costs: true }, 4_000);
}

/// Returns whether some subset of the options covers these items as often as required, and no item
/// too often.
fn is_possible_for(problem: &Problem, items: &[u32]) -> bool {
    let options = problem.options();
    (0..1_usize << options).any(|subset| {
        let mut covered: Vec<Vec<u32>> = vec![Vec::new(); problem.items()];
        for option in (0..options).filter(|option| subset >> option & 1 == 1) {
            problem
                .entries_of(option)
                .iter()
                .for_each(|entry| covered[entry.item as usize].push(entry.colour));
        }
        (0_u32..).zip(&covered).all(|(item, colours)| {
            let (bounds, times) = (problem.bounds(item), colours.len() as u32);
            let is_right = if problem.is_primary(item) {
                times <= bounds.most
            } else {
                times <= 1 || (colours[0] != 0 && colours.iter().all(|colour| *colour == colours[0]))
            };
            is_right && (!items.contains(&item) || times >= bounds.least)
        })
    })
}

#[test]
fn impossible_items_are_a_minimal_reason() {
    let (mut several, mut none) = (0, 0);
    for (seed, colours, multiplicities) in [(6, false, false), (7, true, false), (8, true, true)] {
        let mut rng = Rng::new(seed);
        for round in 0..600 {
            let problem = random(&mut rng, Features { colours, multiplicities, costs: false });
            let Some(items) = problem.impossible_items(&mut Budget::unlimited()).unwrap() else {
                assert!(!by_definition(&problem).is_empty(), "seed {seed}, round {round}");
                continue;
            };
            none += 1;
            several += usize::from(items.len() > 1);
            assert!(!is_possible_for(&problem, &items), "seed {seed}, round {round}");
            for left_out in &items {
                let others: Vec<u32> = items.iter().copied().filter(|item| item != left_out).collect();
                assert!(is_possible_for(&problem, &others), "seed {seed}, round {round}");
            }
        }
    }
    assert!(none > 300 && several > 100, "{none} without a solution, {several} with several items for it");
}

/// Engines that pause after every few nodes find the same solutions in the same order.
#[test]
fn pauses_change_nothing() {
    let mut rng = Rng::new(5);
    for _ in 0..300 {
        let problem = random(&mut rng, Features { colours: true, multiplicities: true, costs: false });
        for engine in [Engine::Auto, Engine::Cells, Engine::Masks, Engine::Several] {
            let (mut straight, mut halting) = (problem.solutions_by(engine), problem.solutions_by(engine));
            loop {
                let expected = straight.next_solution(&mut Budget::unlimited()).unwrap();
                let found = loop {
                    if let Ok(found) = halting.next_solution(&mut Budget::nodes(1)) {
                        break found;
                    }
                };
                assert_eq!(found, expected, "{engine:?}");
                if expected.is_none() {
                    break;
                }
            }
        }
    }
}

#[test]
fn bad_options_are_refused_with_the_reason() {
    let mut problem = Problem::new(2, 1);
    let red = problem.colour("red");
    assert_eq!(problem.add_option(&[0, 3]), Err(ProblemError::NoSuchItem { item: 3, items: 3 }));
    assert_eq!(problem.add_option(&[0, 0]), Err(ProblemError::ItemTwice { item: 0 }));
    assert_eq!(problem.add_option(&[2]), Err(ProblemError::NoPrimary));
    let coloured = [Entry { item: 0, colour: red }];
    assert_eq!(problem.add_entries(&coloured, 0), Err(ProblemError::Coloured { item: 0 }));
    assert_eq!(problem.add_option(&[1, 2]), Ok(0));
}

#[test]
fn no_items_have_the_one_empty_solution() {
    for engine in [Engine::Auto, Engine::Cells, Engine::Masks, Engine::Several] {
        assert_eq!(solutions(&Problem::new(0, 0), engine), [Vec::<usize>::new()]);
    }
    assert_eq!(Problem::new(0, 0).count(&mut Budget::unlimited()).unwrap().to_string(), "1");
}
