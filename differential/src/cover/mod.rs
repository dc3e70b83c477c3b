//! Comparisons for exact cover problems, which check every engine, count, part, diagram and reason
//! against brute force over the options.

mod case;
mod reference;

use crate::room::{Opinions, Room};
use case::Case;
use gridlore_core::{Budget, Rng};
use gridlore_exact_cover::{DancingLinks, Diagram, DiagramError, Engine, Problem, parse, to_knuth};
use std::fmt::Debug;

/// The solutions as sorted lists of options.
type Found = Vec<Vec<usize>>;

/// The room for exact cover problems.
pub(crate) struct Solutions;

impl Room for Solutions {
    const NAME: &'static str = "cover/solutions";
    const ABOUT: &'static str =
        "exact covers: engines, counts, parts, diagrams, costs, reasons and Knuth's format";
    const SHORT: u64 = 1_000;

    type Case = Case;

    fn open() -> Self {
        Self
    }

    fn opinions(&self) -> Opinions {
        Opinions { present: vec!["brute force over options".to_owned()], absent: vec![] }
    }

    fn case(&mut self, rng: &mut Rng) -> Option<Case> {
        let case = Case::random(rng);
        reference::solutions(&case).map(|_| case)
    }

    fn difference(&mut self, case: &Case) -> Option<String> {
        let expected = reference::solutions(case)?;
        let Some(problem) = case.problem() else { return Some("an option is rejected".to_owned()) };
        let check = Check { case, problem: &problem, expected: &expected };
        check.engines().or_else(|| check.rest()).or_else(|| check.reasons()).or_else(|| check.format())
    }

    fn smaller(&self, case: &Case) -> Vec<Case> {
        case.smaller()
    }

    fn print(&self, case: &Case) -> String {
        case.to_text()
    }
}

/// Returns a difference between the expected and the found value, if any.
fn unequal<T: PartialEq + Debug>(what: &str, expected: &T, found: &T) -> Option<String> {
    (expected != found).then(|| format!("{what}\nexpected {expected:?}\ngridlore {found:?}"))
}

/// A case and all its solutions.
struct Check<'a> {
    case: &'a Case,
    problem: &'a Problem,
    expected: &'a Found,
}

impl Check<'_> {
    /// Checks every engine, without pauses and with a pause after every third node.
    fn engines(&self) -> Option<String> {
        for engine in [Engine::Auto, Engine::Cells, Engine::Masks, Engine::Several] {
            for nodes in [u64::MAX, 3] {
                if nodes == 3 && self.expected.len() > 300 {
                    continue;
                }
                let found = solutions(self.problem, engine, nodes);
                let difference = unequal(&format!("{engine:?} with {nodes} nodes"), self.expected, &found);
                if difference.is_some() {
                    return difference;
                }
            }
        }
        if self.problem.has_multiplicities() {
            return DancingLinks::new(self.problem).map(|_| "dancing links accept multiplicities".to_owned());
        }
        let Some(mut links) = DancingLinks::new(self.problem) else {
            return Some("dancing links reject the problem".to_owned());
        };
        let found = sorted(std::iter::from_fn(|| {
            links.next_solution(&mut Budget::unlimited()).expect("an unlimited budget is never spent")
        }));
        unequal("dancing links", self.expected, &found)
    }

    /// Checks counts, parts, the reduced problem, the diagram, costs and random draws.
    fn rest(&self) -> Option<String> {
        let (problem, expected) = (self.problem, self.expected);
        let budget = &mut Budget::unlimited();
        let total = expected.len().to_string();
        let count = problem.count(budget).expect("an unlimited budget is never spent").to_string();
        let product: u128 = (problem.components().iter())
            .map(|part| solutions(part, Engine::Several, u64::MAX).len() as u128)
            .product();
        let reduced = problem.reduced();
        let found = sorted(
            (solutions(&reduced.problem, Engine::Auto, u64::MAX).into_iter())
                .map(|options| options.into_iter().map(|option| reduced.numbers[option]).collect()),
        );
        unequal("count", &total, &count)
            .or_else(|| unequal("product of the components", &total, &product.to_string()))
            .or_else(|| unequal("without useless options", expected, &found))
            .or_else(|| [1, 2, 7, 300].into_iter().find_map(|at_least| self.parts(at_least)))
            .or_else(|| self.diagram())
            .or_else(|| [0, 1, 3, 50].into_iter().find_map(|count| self.cheapest(count)))
            .or_else(|| self.draws())
    }

    /// Checks the combined solutions of all parts, and their weighted counts.
    fn parts(&self, at_least: usize) -> Option<String> {
        let mut found = Vec::new();
        for part in self.problem.parts(at_least) {
            let mut search = part.problem.solutions();
            while search.advance(&mut Budget::unlimited()).expect("an unlimited budget is never spent") {
                let choices = part.to_whole(self.problem, search.choices());
                let is_entry = |choice: &gridlore_exact_cover::Choice| {
                    choice.entry < self.problem.entries_of(choice.option).len()
                };
                if !choices.iter().all(is_entry) {
                    return Some(format!("{at_least} parts: an entry does not exist in {choices:?}"));
                }
                found.push(choices.into_iter().map(|choice| choice.option).collect());
            }
        }
        let found = sorted(found.into_iter());
        let weighted: u64 = (self.problem.parts_to_count(at_least).iter())
            .map(|part| part.weight * part.problem.solutions().count() as u64)
            .sum();
        unequal(&format!("{at_least} parts"), self.expected, &found).or_else(|| {
            unequal(&format!("{at_least} parts to count"), &(self.expected.len() as u64), &weighted)
        })
    }

    fn diagram(&self) -> Option<String> {
        let is_plain = !self.problem.has_colours() && !self.problem.has_multiplicities();
        let diagram = match self.problem.diagram(&mut Budget::unlimited()) {
            Ok(diagram) => diagram,
            Err(DiagramError::Unsupported) if !is_plain || self.problem.items() > 255 => return None,
            Err(error) => return Some(format!("diagram: {error}")),
        };
        let paths = sorted(paths(&diagram).into_iter());
        let marginals: Vec<String> = diagram.marginals().ok()?.iter().map(ToString::to_string).collect();
        let with = |option: usize| self.expected.iter().filter(|found| found.contains(&option)).count();
        let expected: Vec<String> =
            (0..self.problem.options()).map(|option| with(option).to_string()).collect();
        let count = diagram.count().map_or_else(|error| error.to_string(), |count| count.to_string());
        unequal("paths through the diagram", self.expected, &paths)
            .or_else(|| unequal("count of the diagram", &self.expected.len().to_string(), &count))
            .or_else(|| unequal("marginals", &expected, &marginals))
    }

    fn cheapest(&self, count: usize) -> Option<String> {
        let cost = |options: &Vec<usize>| -> u128 {
            options.iter().map(|option| u128::from(self.case.options[*option].cost)).sum()
        };
        let mut costs: Vec<u128> = self.expected.iter().map(cost).collect();
        costs.sort_unstable();
        costs.truncate(count);
        let cheapest = self.problem.cheapest(count, &mut Budget::unlimited()).expect("an unlimited budget");
        let found: Vec<u128> = cheapest.iter().map(|solution| solution.0).collect();
        let mut options = sorted(cheapest.iter().map(|solution| solution.1.clone()));
        options.dedup();
        let is_right = options.len() == cheapest.len()
            && options.iter().all(|options| self.expected.binary_search(options).is_ok())
            && cheapest.iter().all(|(found, options)| *found == cost(options));
        unequal(&format!("cheapest {count}"), &costs, &found).or_else(|| {
            (!is_right).then(|| format!("cheapest {count}: {cheapest:?} are not distinct solutions"))
        })
    }

    fn draws(&self) -> Option<String> {
        let seed = self.expected.len() as u64;
        let drawn = self.problem.random_solutions(4, seed, &mut Budget::unlimited()).ok()?;
        let drawn_count = if self.expected.is_empty() { 0 } else { 4 };
        let drawn_sorted = sorted(drawn.iter().cloned());
        let is_right = drawn.len() == drawn_count
            && drawn_sorted.iter().all(|options| self.expected.binary_search(options).is_ok());
        let estimate = self.problem.estimate(20, seed);
        let is_dead = estimate.is_none_or(|estimate| estimate.solutions.0 > 0.0 && self.expected.is_empty());
        (!is_right).then(|| format!("draws: {drawn:?} of {} solutions", self.expected.len())).or_else(|| {
            is_dead.then(|| format!("estimate {estimate:?} of {} solutions", self.expected.len()))
        })
    }

    /// Checks a minimal set of items that cannot be covered together.
    fn reasons(&self) -> Option<String> {
        let found = self.problem.impossible_items(&mut Budget::unlimited()).expect("an unlimited budget");
        let Some(items) = found else {
            return self
                .expected
                .is_empty()
                .then(|| "there is no solution, but no impossible items were found".to_owned());
        };
        let mut needed = vec![false; self.case.bounds.len()];
        for item in &items {
            needed[*item as usize] = true;
        }
        if reference::is_possible(self.case, &needed)? {
            return Some(format!("impossible items {items:?} can all be covered"));
        }
        for item in &items {
            needed[*item as usize] = false;
            if !reference::is_possible(self.case, &needed)? {
                return Some(format!("impossible items {items:?} are not minimal: {item} can be left out"));
            }
            needed[*item as usize] = true;
        }
        None
    }

    /// Checks that the problem's text is parsed to the same problem, which is printed as the same
    /// text.
    fn format(&self) -> Option<String> {
        // With only secondary items, the first line begins with a bar and is parsed as a comment.
        if self.case.bounds.is_empty() {
            return None;
        }
        let text = self.case.to_text();
        let written = to_knuth(self.problem);
        let body = written.strip_prefix("| Items and options\n").unwrap_or(&written);
        unequal("written", &text.as_str(), &body).or_else(|| match parse(&written) {
            Err(error) => Some(format!("{written}is rejected: {error}")),
            Ok(read) if !read.ignored.is_empty() => {
                Some(format!("{written}lines {:?} are ignored", read.ignored))
            }
            Ok(read) => unequal("read", &described(self.problem), &described(&read.problem)),
        })
    }
}

/// Returns a description of the problem's items and options.
fn described(problem: &Problem) -> Vec<String> {
    let items = (0..problem.items()).map(|item| {
        let item = u32::try_from(item).expect("few items");
        format!("{} {} {:?}", problem.name(item), problem.is_primary(item), problem.bounds(item))
    });
    let options = (0..problem.options()).map(|option| {
        let entries = problem.entries_of(option).iter();
        let entries: Vec<(u32, &str)> =
            entries.map(|entry| (entry.item, problem.colour_name(entry.colour))).collect();
        format!("{entries:?} {}", problem.cost(option))
    });
    items.chain(options).collect()
}

/// Returns all solutions found by an engine that is paused after every `nodes` nodes.
fn solutions(problem: &Problem, engine: Engine, nodes: u64) -> Found {
    let mut search = problem.solutions_by(engine);
    let mut next = || {
        loop {
            if let Ok(found) = search.next_solution(&mut Budget::nodes(nodes)) {
                return found;
            }
        }
    };
    sorted(std::iter::from_fn(&mut next))
}

fn sorted(solutions: impl Iterator<Item = Vec<usize>>) -> Found {
    let mut all: Found = solutions
        .map(|mut options| {
            options.sort_unstable();
            options
        })
        .collect();
    all.sort();
    all
}

/// Returns the options on every path from the root of a diagram to 1.
fn paths(diagram: &Diagram) -> Found {
    let (mut open, mut found) = (vec![(diagram.root(), Vec::new())], Vec::new());
    while let Some((number, options)) = open.pop() {
        if number == 1 {
            found.push(options);
        } else if let Some(place) = number.checked_sub(2) {
            let node = diagram.nodes()[place as usize];
            let mut with = options.clone();
            with.push(node.option as usize);
            open.extend([(node.lo, options), (node.hi, with)]);
        }
    }
    found
}
