//! Comparisons for toggle puzzles, which check solutions, quiet patterns, fewest presses and proofs
//! against brute force over presses and boards.

mod case;
mod reference;

use crate::room::{Opinions, Room};
use case::{Case, Form, digits};
use gridlore_core::{Budget, Rng};
use gridlore_flipper::lights_out::Chase;
use gridlore_flipper::{Bits, Outcome, Solutions, Solver, Toggle, Vector, check, explain, generate};
use reference::Plain;
use std::collections::{HashMap, HashSet};
use std::fmt::Debug;

/// Maximum number of solutions that are enumerated.
const MAX_LISTED: u128 = 2_000;

/// The room for toggle puzzles.
pub(crate) struct Presses;

impl Room for Presses {
    const NAME: &'static str = "flipper/presses";
    const ABOUT: &'static str =
        "toggle puzzles: solutions, quiet patterns, fewest presses, proofs, generated boards";
    const SHORT: u64 = 2_500;

    type Case = Case;

    fn open() -> Self {
        Self
    }

    fn opinions(&self) -> Opinions {
        Opinions {
            present: vec!["brute force over presses".to_owned(), "search over boards".to_owned()],
            absent: vec![],
        }
    }

    fn case(&mut self, rng: &mut Rng) -> Option<Case> {
        Case::random(rng)
    }

    fn difference(&mut self, case: &Case) -> Option<String> {
        let text = case.to_text();
        let (puzzle, start) = match Toggle::parse_game(&text) {
            Ok((puzzle, Some(start))) => (puzzle, start),
            Ok((_, None)) => return Some("the start was not read".to_owned()),
            Err(error) => return Some(format!("the text is rejected: {error}")),
        };
        let plain = Plain { colours: case.colours, turned: case.turned(), goal: case.goal.clone() };
        // In the text format, a graph without edges would have no moves.
        let plain = match &case.form {
            Form::Graph(_, edges) if edges.is_empty() => Plain { turned: vec![], ..plain },
            _ => plain,
        };
        let check = Check { case, puzzle: &puzzle, plain: &plain, distances: plain.distances() };
        unequal("start", &case.board.as_slice(), &start.entries())
            .or_else(|| check.reading())
            .or_else(|| check.solutions())
            .or_else(|| check.invariants())
            .or_else(|| check.generated())
            .or_else(|| check.steps())
            .or_else(|| check.chase())
    }

    fn smaller(&self, case: &Case) -> Vec<Case> {
        case.smaller()
    }

    fn print(&self, case: &Case) -> String {
        let name = case.name().map(|name| format!("# {name}\n")).unwrap_or_default();
        format!("{name}{}", case.to_text())
    }
}

/// Returns a difference between the expected and the found value, if any.
fn unequal<T: PartialEq + Debug>(what: &str, expected: &T, found: &T) -> Option<String> {
    (expected != found).then(|| format!("{what}\nexpected {expected:?}\ngridlore {found:?}"))
}

/// Returns the message `what` if a condition is false.
fn unless(is_right: bool, what: impl FnOnce() -> String) -> Option<String> {
    (!is_right).then(what)
}

/// A case, its puzzle as the engine read it, and the distance of every board to the goal.
struct Check<'a> {
    case: &'a Case,
    puzzle: &'a Toggle,
    plain: &'a Plain,
    distances: HashMap<Vec<u8>, usize>,
}

impl Check<'_> {
    /// Checks that the engine's puzzle matches the case, even after a round trip through its name.
    fn reading(&self) -> Option<String> {
        let turned = |puzzle: &Toggle| -> Vec<Vec<usize>> {
            puzzle.turned().iter().map(|squares| squares.ones().collect()).collect()
        };
        let named = match self.case.name().as_deref().map(Toggle::from_name) {
            Some(Err(error)) => return Some(format!("the name is rejected: {error}")),
            Some(Ok(puzzle)) => unequal("moves of the named puzzle", &self.plain.turned, &turned(&puzzle)),
            None => None,
        };
        let name = self.puzzle.to_name();
        let again = match Toggle::from_name(&name) {
            Err(error) => Some(format!("{name} is rejected: {error}")),
            Ok(again) => {
                let is_same = |square| again.square_name(square) == self.puzzle.square_name(square);
                let is_same_move = |press| again.move_name(press) == self.puzzle.move_name(press);
                unequal("moves read back", &self.plain.turned, &turned(&again))
                    .or_else(|| unequal("goal read back", &self.puzzle.goal(), &again.goal()))
                    .or_else(|| unequal("colours read back", &self.case.colours, &again.colours()))
                    .or_else(|| {
                        let is_same =
                            (0..again.squares()).all(is_same) && (0..again.moves()).all(is_same_move);
                        unless(is_same, || format!("{name}: the names of squares or moves differ"))
                    })
            }
        };
        unequal("moves", &self.plain.turned, &turned(self.puzzle)).or(named).or(again)
    }

    fn board(&self) -> Vector {
        Vector::new(self.case.board.clone())
    }

    /// Checks solvability, the number of solutions, the presses, the fewest presses and the proof.
    fn solutions(&self) -> Option<String> {
        let (board, solver) = (self.board(), Solver::new(self.puzzle));
        let fewest = self.distances.get(&self.case.board);
        let all = self.plain.solutions(&self.case.board);
        let solutions = match (solver.outcome(&board), fewest) {
            (Outcome::Unsolvable(weights), Some(presses)) => {
                return Some(format!(
                    "{presses} presses solve it, but {weights} supposedly prove that there is no solution"
                ));
            }
            (Outcome::Unsolvable(weights), None) => return self.proof(&board, &weights),
            (Outcome::Solvable(solutions), None) => {
                return Some(format!("there is no solution, but {:?} is reported as one", solutions.base()));
            }
            (Outcome::Solvable(solutions), Some(_)) => solutions,
        };
        // Every solvable board has the same number of solutions.
        let total = u128::from(self.case.colours).checked_pow(u32::try_from(self.puzzle.moves()).ok()?);
        let count = total.map(|total| total / self.distances.len() as u128);
        if let Some(all) = &all {
            assert_eq!(Some(all.len() as u128), count, "both references count the same solutions");
            let minimum =
                all.iter().map(|presses| presses.iter().map(|times| usize::from(*times)).sum()).min();
            assert_eq!(minimum, fewest.copied(), "both references find the same fewest presses");
        }
        (count.and_then(|count| unequal("solutions", &Some(count), &solutions.count())))
            .or_else(|| {
                unless(self.plain.is_solution(&self.case.board, solutions.base().entries()), || {
                    format!("{:?} is not a solution", solutions.base())
                })
            })
            .or_else(|| self.quiet(&solver, count))
            .or_else(|| self.listed(&solutions, all))
            .or_else(|| self.fewest(&solutions, *fewest?))
    }

    /// Checks that each quiet pattern changes nothing and has the reported order.
    fn quiet(&self, solver: &Solver<'_>, count: Option<u128>) -> Option<String> {
        let mut orders = solver.kernel().iter().map(|quiet| u128::from(quiet.order));
        let product = orders.try_fold(1_u128, u128::checked_mul);
        let nullity = self.puzzle.moves().saturating_sub(self.distances.len().ilog2() as usize);
        let colours = u16::from(self.case.colours);
        let order = |presses: &[u8]| {
            (1..=colours)
                .find(|times| presses.iter().all(|entry| (u16::from(*entry) * times).is_multiple_of(colours)))
        };
        let is_quiet = |presses: &[u8]| self.plain.after(&self.case.board, presses) == self.case.board;
        let loud = (solver.kernel().iter()).find(|quiet| {
            !is_quiet(quiet.presses.entries())
                || order(quiet.presses.entries()) != Some(u16::from(quiet.order))
        });
        loud.map(|quiet| format!("{quiet:?} is not a quiet pattern of this order"))
            .or_else(|| count.and_then(|count| unequal("sums of quiet patterns", &Some(count), &product)))
            .or_else(|| {
                let is_right = colours > 2 || nullity == solver.kernel().len();
                unless(is_right, || format!("nullity {nullity}, but {} patterns", solver.kernel().len()))
            })
    }

    /// Checks the enumeration of all solutions.
    fn listed(&self, solutions: &Solutions<'_>, all: Option<Vec<Vec<u8>>>) -> Option<String> {
        if solutions.count().is_none_or(|count| count > MAX_LISTED) {
            return None;
        }
        let mut found: Vec<Vec<u8>> = solutions.all().map(|presses| presses.entries().to_vec()).collect();
        found.sort();
        let count = found.len();
        found.dedup();
        let is_right = found.iter().all(|presses| self.plain.is_solution(&self.case.board, presses));
        unless(is_right && count == found.len(), || format!("{found:?} are not distinct solutions"))
            .or_else(|| all.and_then(|all| unequal("all solutions", &all, &found)))
    }

    /// Checks the fewest presses: the exact number with an unlimited budget, bounds with a limited
    /// budget.
    fn fewest(&self, solutions: &Solutions<'_>, fewest: usize) -> Option<String> {
        for nodes in [u64::MAX, 0, 1, 5, 30, 300, 3_000, 20_000, 100_000] {
            // Enumerating a very large number of solutions takes too long.
            if nodes == u64::MAX && solutions.count().is_none_or(|count| count > 1 << 20) {
                continue;
            }
            let mut budget = Budget::nodes(nodes);
            let found = solutions.fewest(&mut budget);
            let is_proved = nodes < u64::MAX || found.is_proven();
            let is_right = self.plain.is_solution(&self.case.board, found.presses.entries())
                && found.at_least <= fewest
                && fewest <= found.count()
                && is_proved
                && budget.spent() <= nodes;
            if !is_right {
                let spent = budget.spent();
                return Some(format!(
                    "the fewest presses are {fewest}, but {found:?} with {nodes} nodes, {spent} spent"
                ));
            }
        }
        None
    }

    /// Checks the certificate of an unsolvable board, and its explanation.
    fn proof(&self, board: &Vector, weights: &Vector) -> Option<String> {
        let colours = u32::from(self.case.colours);
        let sum = |board: &[u8]| -> u32 {
            let entries = board.iter().zip(weights.entries());
            entries.map(|(colour, weight)| u32::from(*colour) * u32::from(*weight)).sum()
        };
        let (here, there) = (sum(&self.case.board), sum(&self.case.goal));
        let is_proof = self.plain.is_invariant(weights.entries()) && here % colours != there % colours;
        let words = explain::why_unsolvable(self.puzzle, board, weights);
        let sentence = if colours == 2 {
            format!(": {here} here, but {there} in the goal")
        } else {
            format!(": the sum is {here} here, but {there} in the goal")
        };
        unless(is_proof, || format!("{weights} is not a proof"))
            .or_else(|| {
                unless(check::is_certificate(self.puzzle, board, weights), || {
                    "the certificate check fails".to_owned()
                })
            })
            .or_else(|| unless(words.contains(&sentence), || format!("{words}\nexpected{sentence}")))
    }

    /// Checks that the invariants generate all weightings that no move changes.
    fn invariants(&self) -> Option<String> {
        let invariants = Solver::new(self.puzzle).invariants();
        let wrong = invariants.iter().find(|weights| !self.plain.is_invariant(weights.entries()));
        if let Some(weights) = wrong {
            return Some(format!("a move changes the weighted sum of {weights}"));
        }
        let count = self.plain.count_invariants()?;
        let mut sums = HashSet::from([vec![0; self.case.squares()]]);
        let mut open: Vec<Vec<u8>> = sums.iter().cloned().collect();
        while let Some(sum) = open.pop() {
            for weights in &invariants {
                let entries = sum.iter().zip(weights.entries());
                let next: Vec<u8> = entries.map(|(a, b)| (a + b) % self.case.colours).collect();
                if sums.insert(next.clone()) {
                    open.push(next);
                }
            }
        }
        unequal("weightings that no move changes", &count, &sums.len())
    }

    /// Checks that generated boards have the requested distance from the goal.
    fn generated(&self) -> Option<String> {
        let solver = Solver::new(self.puzzle);
        let seed = self.case.seed;
        let any = generate::any_board(self.puzzle, seed);
        let is_stuck = self.distances.len() == 1;
        if !self.distances.contains_key(any.entries()) || (any == *self.puzzle.goal()) != is_stuck {
            return Some(format!("{any} was generated from seed {seed}"));
        }
        let farthest = self.distances.values().copied().max()?;
        let presses = usize::try_from(seed % 7).ok()?.min(farthest + 1);
        let board = generate::board(self.puzzle, &solver, presses, seed, &mut Budget::nodes(30_000));
        let proved =
            generate::board_if_proved(self.puzzle, &solver, presses, seed, &mut Budget::nodes(30_000));
        let is_far = |board: &Vector| self.distances.get(board.entries()) == Some(&presses);
        unless(board.iter().chain(&proved).all(is_far), || {
            format!("{board:?} and {proved:?} were generated for {presses} presses from seed {seed}")
        })
        .or_else(|| {
            unless(proved.is_none() || proved == board, || {
                format!(
                    "{board:?} was generated for {presses} presses from seed {seed}, but {proved:?} with a proof"
                )
            })
        })
    }

    /// Checks the elimination on paper: every combination must be correct, and only one may turn
    /// the square.
    fn steps(&self) -> Option<String> {
        let zeros = vec![0; self.case.squares()];
        let is_right = |combination: &explain::Combination| {
            self.plain.after(&zeros, combination.presses.entries()) == combination.turned.entries()
        };
        explain::steps(self.puzzle).into_iter().find_map(|step| {
            let is_kept = is_right(&step.kept) && step.kept.turned.get(step.square) == 1;
            let is_changed = (step.changed.iter())
                .all(|changed| is_right(changed) && changed.turned.get(step.square) == 0);
            unless(is_kept && is_changed, || format!("{step:?}"))
        })
    }

    /// Checks light chasing on flat Lights Out boards with two colours.
    fn chase(&self) -> Option<String> {
        let &Form::LightsOut { columns, rows, is_torus: false, is_cross: false } = &self.case.form else {
            return None;
        };
        if self.case.colours != 2 {
            return None;
        }
        let chase = Chase::new(columns, rows);
        let target: Vec<u8> =
            self.case.board.iter().zip(&self.case.goal).map(|(board, goal)| board ^ goal).collect();
        let in_rows = |squares: &[u8]| -> Vec<Bits> {
            let row = |row: &[u8]| Bits::with_ones(columns, (0..columns).filter(|column| row[*column] == 1));
            squares.chunks(columns).map(row).collect()
        };
        let in_line = |rows: &[Bits]| -> Vec<u8> {
            rows.iter().flat_map(|row| (0..columns).map(|column| u8::from(row.get(column)))).collect()
        };
        let patterns: Vec<Vec<u8>> =
            (0..chase.nullity()).map(|power| in_line(&chase.quiet_pattern(power))).collect();
        let loud =
            patterns.iter().find(|presses| self.plain.after(&self.case.board, presses) != self.case.board);
        if let Some(presses) = loud {
            return Some(format!("{} is not a quiet pattern", digits(presses)));
        }
        let quiet = (1_u64 << self.puzzle.moves()) / self.distances.len() as u64;
        if let Some(difference) = unequal("quiet patterns", &quiet, &(1 << chase.nullity())) {
            return Some(difference);
        }
        let fewest = self.distances.get(&self.case.board);
        match (chase.solution(&in_rows(&target)), fewest) {
            (Ok(presses), Some(fewest)) => {
                let (best, is_proved) = chase.fewest(presses.clone(), &mut Budget::unlimited());
                let total = in_line(&best).iter().filter(|press| **press == 1).count();
                let is_right = [&presses, &best]
                    .into_iter()
                    .all(|presses| self.plain.is_solution(&self.case.board, &in_line(presses)));
                unless(is_right && is_proved && total == *fewest, || {
                    format!("chased {presses:?}, fewest {best:?}, expected {fewest}")
                })
            }
            (Err(squares), None) => {
                let squares = in_line(&squares);
                let odd = squares.iter().zip(&target).filter(|pair| *pair.0 & *pair.1 == 1).count() % 2 == 1;
                unless(self.plain.is_invariant(&squares) && odd, || format!("{squares:?} is not a proof"))
            }
            (found, fewest) => Some(format!("chased {found:?}, expected {fewest:?} presses")),
        }
    }
}
