//! Tests of human solving: every step of every technique is compared with the solution on many
//! boards, and HoDoKu's library, ratings and paths with shared data.

use gridlore_core::{Budget, Rng};
use gridlore_sudoku::{Board, Outcome, Recipe};
use gridlore_sudoku_geometry::{Cage, Geometry, Grid, Solver as GridSolver, Symbols, generated};
use gridlore_sudoku_human::formats::{self, Format};
use gridlore_sudoku_human::guide::{Guide, Leader, every_technique};
use gridlore_sudoku_human::hodoku::{Level, ORDER, SCOPE, Solver};
use gridlore_sudoku_human::library::Case;
use gridlore_sudoku_human::{
    Assumption, Candidate, CellSet, DigitSet, FishFamily, Mistake, Scope, Shape, State, Step, Technique,
    all_steps, distinct_steps, easiest, explanation, full_explanation, mistakes, notation, position,
    solutions_up_to, steps,
};
use gridlore_testing::{Case as Line, cases, share, shared_data};
use std::ops::ControlFlow;

/// Returns the minimal puzzles of the tests of `gridlore-sudoku`: pattern, seed and puzzle.
pub(crate) fn minimal_puzzles() -> Vec<Line> {
    cases("../../../gridlore-sudoku/tests/data/minimal.txt", 3)
}

/// Returns a file of the shared data outside the project.
pub(crate) fn shared(name: &str) -> Option<String> {
    shared_data(&format!("sudoku-human/{name}")).map(|file| std::fs::read_to_string(file).unwrap())
}

/// Solves with random steps and checks every step of these techniques along the way. Now and then,
/// it also removes wrong candidates. Returns the number of steps.
fn walk(state: State<'_>, techniques: &[Technique], seed: u64) -> usize {
    let solution = solutions_up_to(&state, 1).remove(0);
    walk_to(&solution, state, techniques, Scope::ALL, seed)
}

/// Solves like [`walk`], with a solution that may depend on rules other than houses.
pub(crate) fn walk_to(
    solution: &[usize],
    mut state: State<'_>,
    techniques: &[Technique],
    scope: Scope,
    seed: u64,
) -> usize {
    let mut rng = Rng::new(seed);
    let mut count = 0;
    while !state.is_full() {
        if rng.below(3) == 0 {
            for _ in 0..6 {
                let cell = rng.below(state.shape().size());
                let digit = 1 + rng.below(state.shape().side());
                if solution[cell] != digit {
                    state.remove(Candidate::new(cell, digit));
                }
            }
        }
        let mut found: Vec<Step> = Vec::new();
        for &technique in techniques {
            let before = found.len();
            let _ = steps(&state, technique, scope, &mut |step| {
                let line = notation::line(state.shape(), &step);
                assert_eq!(step.first_error(solution), None, "{line}\n{}", position::to_grid(&state));
                assert!(
                    step.placements.iter().chain(&step.eliminations).all(|changed| state.has(*changed)),
                    "{line}"
                );
                assert!(!explanation(&state, &step).is_empty());
                found.push(step);
                if found.len() < before + 100 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
        }
        count += found.len();
        for _ in 0..3 {
            if let Some(step) = (!found.is_empty()).then(|| &found[rng.below(found.len())])
                && step.placements.iter().all(|placement| state.has(*placement))
            {
                state.apply(step);
            }
        }
        if found.is_empty() {
            let cell = state.blanks().first().unwrap();
            state.place(Candidate::new(cell, solution[cell]));
        }
    }
    count
}

/// Returns whether a technique uses nets with locked candidates and pairs, or nets within nets,
/// which take a long time. The tests of their reasons also compare them with the solution.
fn is_nested(technique: Technique) -> bool {
    matches!(
        technique,
        Technique::NestedNetContradiction | Technique::NestedNetVerity | Technique::NetsWithinNet
    )
}

fn is_large_fish(technique: Technique) -> bool {
    technique.fish().is_some_and(|fish| fish.size > 4 || fish.family == FishFamily::Mutant)
}

#[test]
fn every_step_is_right() {
    let techniques: Vec<Technique> =
        Technique::ALL.iter().copied().filter(|&one| !is_large_fish(one) && !is_nested(one)).collect();
    let mut count = 0;
    let puzzles = share(4);
    for (seed, case) in minimal_puzzles().iter().enumerate().take(puzzles) {
        let puzzle = Board::parse(&case.fields[2]).unwrap();
        count += walk(State::usual(puzzle.values()), &techniques, seed as u64);
    }
    assert!(count > 1_250 * puzzles, "{count}");
}

/// HoDoKu's scope is not always narrower: it examines a rectangle for the first pair of digits even
/// if a corner has neither.
#[test]
fn every_step_of_hodoku_is_right() {
    let techniques: Vec<Technique> = ORDER.iter().map(|&(technique, ..)| technique).collect();
    let mut count = 0;
    let puzzles = share(4);
    for (seed, case) in minimal_puzzles().iter().enumerate().take(puzzles) {
        let state = State::usual(Board::parse(&case.fields[2]).unwrap().values());
        let solution = solutions_up_to(&state, 1).remove(0);
        count += walk_to(&solution, state, &techniques, SCOPE, seed as u64);
    }
    assert!(count > 750 * puzzles, "{count}");
}

#[test]
fn steps_are_right_on_boards_of_every_shape() {
    let techniques: Vec<Technique> = Technique::ALL
        .iter()
        .copied()
        .filter(|technique| !is_nested(*technique))
        .filter(|technique| technique.fish().is_none_or(|fish| fish.family == FishFamily::Basic))
        .collect();
    for text in [
        "2x2",
        "2x3",
        "3x3 diagonals",
        "3x3 windows",
        "3x3 anti-knight",
        "2x4",
        "2x5",
        "jigsaw:112211223344334 4",
        "latin:5",
    ] {
        let text = text.replace("334 4", "3344");
        let Ok(geometry) = text.parse::<Geometry>() else { panic!("{text}") };
        let shape = Shape::new(&geometry).unwrap();
        let state = minimal_on(&geometry, &shape, 0).0;
        assert_eq!(solutions_up_to(&state, 2).len(), 1, "{text}");
        assert!(walk(state, &techniques, 0) > 0, "{text}");
    }
}

/// Returns a minimal puzzle of a geometry, and its solution.
fn minimal_on<'s>(geometry: &Geometry, shape: &'s Shape, seed: u64) -> (State<'s>, Vec<usize>) {
    let recipe = Recipe { clues: 0..=geometry.size(), is_minimal: true, ..Recipe::default() };
    let mut solver = GridSolver::new(geometry);
    let puzzle = generated(geometry, &mut solver, &recipe, seed, &mut Budget::unlimited()).unwrap();
    let Outcome::Unique(solution) = solver.outcome(&puzzle, &mut Budget::unlimited()).unwrap() else {
        panic!("seed {seed}")
    };
    let values = |grid: &Grid| grid.values().iter().map(|&value| usize::from(value)).collect::<Vec<_>>();
    let values_of_puzzle = values(&puzzle);
    let givens = (0..values_of_puzzle.len()).filter(|&cell| values_of_puzzle[cell] != 0).collect();
    (State::new(shape, &values_of_puzzle, givens), values(&solution))
}

/// Both profiles on boards with twelve and sixteen digits: every step is correct and written in the
/// board's symbols.
#[test]
fn steps_are_right_on_large_boards() {
    let mut solved = 0;
    for (text, last) in [("4x3", 'C'), ("4x4", 'G')] {
        let geometry = text.parse::<Geometry>().unwrap();
        let shape = Shape::new(&geometry).unwrap();
        let mut lines = String::new();
        for (seed, leader) in [(1, Leader::Hodoku), (2, Leader::Easiest), (3, Leader::Hodoku)] {
            let (state, solution) = minimal_on(&geometry, &shape, seed);
            let mut guide = Guide::new(leader, state);
            while let Some(step) = guide.next_step() {
                let line = notation::line(&shape, &step);
                assert_eq!(step.first_error(&solution), None, "{line}\n{}", position::to_grid(guide.state()));
                lines += &format!("{line}\n{}\n", explanation(guide.state(), &step));
                guide.apply(&step);
            }
            solved += usize::from(guide.state().is_full());
        }
        assert!(lines.contains("c(12)") && lines.contains(last), "{text}");
    }
    assert!(solved > 2, "{solved} of 6");
}

/// Techniques assume no more than they declare. Those that do not assume givens find the same steps
/// whatever the givens are, and some of those that do not assume overlapping houses find steps on
/// boards whose houses share at most one cell.
#[test]
fn techniques_assume_what_they_say() {
    let quick = || Technique::ALL.iter().copied().filter(|&technique| !is_nested(technique));
    let mut differing = 0;
    for (number, case) in minimal_puzzles().iter().enumerate().take(60) {
        let mut solver = Solver::new(State::usual(Board::parse(&case.fields[2]).unwrap().values()));
        let mut turn = 0;
        while let Some(step) = solver.next_step() {
            solver.apply(&step);
            turn += 1;
            let state = solver.state();
            let values: Vec<usize> = (0..81).map(|cell| state.value(cell)).collect();
            // The same board as if all digits were givens.
            let all = (0..81).filter(|&cell| values[cell] != 0).collect();
            let of = |givens| {
                let mut copy = State::new(Shape::usual(), &values, givens);
                for cell in copy.blanks() {
                    let gone = copy.candidates(cell) - state.candidates(cell);
                    gone.iter().for_each(|digit| copy.remove(Candidate::new(cell, digit)));
                }
                copy
            };
            let [one, other] = [of(state.givens()), of(all)];
            let is_full_check = number < 3 && turn % 16 == 0;
            let is_checked = |technique: &Technique| {
                (is_full_check && !is_large_fish(*technique)) || technique.assumes(Assumption::Givens)
            };
            for technique in quick().filter(is_checked) {
                let [steps, others] = [&one, &other].map(|state| all_steps(state, technique, Scope::ALL));
                assert!(steps == others || technique.assumes(Assumption::Givens), "{technique}");
                differing += usize::from(steps != others);
            }
        }
    }
    assert!(differing > 0);
    let latin = "latin:5".parse::<Geometry>().unwrap();
    let shape = Shape::new(&latin).unwrap();
    for seed in 0..8 {
        let (state, _) = minimal_on(&latin, &shape, seed);
        for technique in quick().filter(|technique| technique.assumes(Assumption::OverlappingHouses)) {
            assert!(all_steps(&state, technique, Scope::ALL).is_empty(), "{technique}");
        }
    }
}

/// Swapping two digits in a rectangle or a loop changes the sums of cages, so uniqueness techniques
/// ignore such patterns.
#[test]
fn uniqueness_respects_sums_of_cages() {
    let techniques: Vec<Technique> = Technique::ALL
        .iter()
        .copied()
        .filter(|technique| technique.assumes(Assumption::OneSolution))
        .collect();
    let mut with_cages = 0;
    for case in minimal_puzzles().iter().take(12) {
        let puzzle = Board::parse(&case.fields[2]).unwrap();
        let solution = solutions_up_to(&State::usual(puzzle.values()), 1).remove(0);
        // Cages of two adjacent cells, and one fewer given.
        let mut geometry = Geometry::boxes(3, 3).unwrap();
        for row in 0..9 {
            for cell in [9 * row, 9 * row + 3, 9 * row + 6] {
                let sum = u32::try_from(solution[cell] + solution[cell + 1]).unwrap();
                geometry = geometry.with_cage(Cage { cells: vec![cell, cell + 1], sum }).unwrap();
            }
        }
        let mut values: Vec<usize> = puzzle.values().iter().map(|&value| usize::from(value)).collect();
        for cell in (0..81).filter(|cell| cell % 3 != 0) {
            let before = std::mem::take(&mut values[cell]);
            let text: String = values.iter().map(usize::to_string).collect();
            let grid = Grid::parse(&text, &geometry, &Symbols::usual(9)).unwrap();
            let outcome = GridSolver::new(&geometry).outcome(&grid, &mut Budget::unlimited()).unwrap();
            if !matches!(outcome, Outcome::Unique(_)) {
                values[cell] = before;
            }
        }
        let shape = Shape::new(&geometry).unwrap();
        let givens: CellSet = (0..81).filter(|&cell| values[cell] != 0).collect();
        let state = State::new(&shape, &values, givens);
        with_cages += usize::from(solutions_up_to(&state, 2).len() > 1);
        walk_to(&solution, state.clone(), &techniques, Scope::ALL, 1);
        walk_to(&solution, state, &techniques, Scope::ALL, 2);
    }
    assert!(with_cages > 3, "{with_cages} puzzles need their cages");
}

#[test]
fn uniqueness_is_off_for_several_solutions() {
    let mut count = 0;
    for case in minimal_puzzles().iter().take(8) {
        let mut solver = Solver::new(State::usual(Board::parse(&case.fields[2]).unwrap().values()));
        while let Some(step) = solver.next_step() {
            let mut state = solver.state().clone();
            state.set_unique(false);
            for &technique in
                Technique::ALL.iter().filter(|technique| technique.assumes(Assumption::OneSolution))
            {
                count += all_steps(solver.state(), technique, Scope::ALL).len();
                assert_eq!(all_steps(&state, technique, Scope::ALL), []);
            }
            solver.apply(&step);
        }
    }
    assert!(count > 0);
}

/// With brute force, the scores equal those of the hodoku-py port.
#[test]
fn hodoku_ends_with_digits_of_the_solution() {
    for (puzzle, digits, score) in [
        ("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..", 2, 21_342),
        (".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....", 3, 40_974),
    ] {
        let start = State::usual(Board::parse(puzzle).unwrap().values());
        let solution = solutions_up_to(&start, 1).remove(0);
        let mut guide = Guide::new(Leader::Hodoku, start);
        let mut forced = 0;
        while let Some(step) = guide.next_step().filter(|_| !guide.state().is_full()) {
            if step.technique == Technique::BruteForce {
                let blanks: Vec<usize> = guide.state().blanks().iter().collect();
                let middle = blanks[blanks.len() / 2];
                assert_eq!(step.placements, [Candidate::new(middle, solution[middle])]);
                let mut other = guide.state().clone();
                other.set_unique(false);
                assert!(Guide::new(Leader::Hodoku, other).next_step().is_none());
                forced += 1;
            }
            guide.apply(&step);
        }
        assert!(guide.state().is_full());
        assert_eq!((forced, guide.rating()), (digits, format!("Extreme\t{score}")));
    }
}

#[test]
fn candidates_are_digits_that_no_peer_holds() {
    let puzzle = "....65.91......5..4591...7.....9..3...18.67...7..4.....9...4625..4......82.75....";
    let state = position::parse(puzzle).unwrap();
    assert_eq!(position::to_rows(&state).lines().nth(6), Some("137 9 37 3 138 4 6 2 5"));
    assert_eq!(all_steps(&state, Technique::NakedSingle, Scope::ALL)[0].placements, [Candidate::new(57, 3)]);
}

#[test]
fn positions_are_read_as_they_are_written() {
    for case in minimal_puzzles().iter().take(6) {
        let mut solver = Solver::new(position::parse(&case.fields[2]).unwrap());
        while let Some(step) = solver.next_step() {
            let state = solver.state();
            for text in [position::to_rows(state), position::to_grid(state)] {
                let read = position::parse(&text).unwrap();
                // A cell with one candidate is parsed as a digit.
                for cell in state.blanks().iter().filter(|&cell| read.value(cell) == 0) {
                    assert!(read.candidates(cell).is_subset(state.candidates(cell)), "{text}");
                }
            }
            let read = position::parse(&position::to_marks(state)).unwrap();
            let holds = |state: &State<'_>, cell: usize| match state.value(cell) {
                0 => state.candidates(cell),
                digit => DigitSet::only(digit),
            };
            assert!((0..81).all(|cell| holds(state, cell) == holds(&read, cell)));
            solver.apply(&step);
        }
    }
    let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    for other in [format!("{line}\tEasy\t204"), line.replace('.', "x") + " # mine"] {
        assert_eq!(parts(&position::parse(&other).unwrap()), parts(&position::parse(line).unwrap()));
    }
    for (text, problem) in [
        ("12x", "line 1, column 3: found 'x', expected a digit, '.', '+', or a border"),
        ("", "found 0 characters in 0 groups"),
        (":0000:1:..:", "line 1, column 1: found 4 fields"),
        (":0000:1:..:::::", "line 1, column 9: found 2 cells, expected 81 cells"),
        (&format!(":0000:1:{}:999 1x1:::", ".".repeat(81)), "line 1, column 91: found '1x1'"),
    ] {
        let error = position::parse(text).unwrap_err().to_string();
        assert!(error.contains(problem), "{text}: {error}");
    }
}

/// Returns the parts of a position for comparison: digits, givens and candidates.
fn parts(state: &State<'_>) -> (String, CellSet, String) {
    (Board::try_from_values(state.values()).unwrap().to_line(), state.givens(), position::to_marks(state))
}

/// A collection of library lines keeps removed candidates, and a table of candidates keeps cells
/// without candidates.
#[test]
fn positions_without_candidates_are_read() {
    let line = ":0000:x:.................................................................................:694 794:::";
    let states = formats::positions(&format!("{line}\n{line}\n")).unwrap();
    assert_eq!(formats::collection(&states, Format::Library), format!("{line}\n{line}\n"));
    let mut state = State::usual(Board::parse(&(".".repeat(80) + "8")).unwrap().values());
    for digit in 1..=9 {
        state.remove(Candidate::new(40, digit));
    }
    let table = formats::to_text(&state, Format::Candidates);
    let again = formats::positions(&table).unwrap();
    assert_eq!(again.len(), 1);
    assert!(again[0].candidates(40).is_empty() && again[0].value(40) == 0, "{table}");
    assert_eq!(formats::to_text(&again[0], Format::Candidates), table);
}

#[test]
fn formats_of_other_programs_keep_what_they_can() {
    use Format as F;
    for case in minimal_puzzles().iter().take(6) {
        let mut solver = Solver::new(position::parse(&case.fields[2]).unwrap());
        while let Some(step) = solver.next_step() {
            let state = solver.state();
            let read = |format: Format| {
                let text = formats::to_text(state, format);
                let mut read =
                    formats::positions(&text).unwrap_or_else(|error| panic!("{format:?}: {error}\n{text}"));
                assert_eq!(read.len(), 1, "{text}");
                parts(&read.remove(0))
            };
            let own = parts(state);
            for format in [F::Line, F::Grid, F::Ss, F::OpenSudoku, F::Link, F::Sdk] {
                assert_eq!(read(format).0, own.0, "{format:?}");
            }
            assert_eq!(read(F::Sdk).1, own.1);
            assert_eq!(read(F::Library), own);
            assert_eq!(read(F::Marks).2, own.2);
            // A cell with one candidate is written like a digit.
            if state.blanks().iter().all(|cell| state.candidates(cell).len() > 1) {
                assert_eq!(read(F::Sdx), own);
                assert_eq!(read(F::Candidates).2, own.2);
            }
            solver.apply(&step);
        }
    }
    let lines: String =
        minimal_puzzles().iter().take(5).map(|case| format!("{}\n", case.fields[2])).collect();
    let states = formats::positions(&format!("# a collection\n{lines}")).unwrap();
    for format in [F::Line, F::OpenSudoku, F::Link, F::Marks, F::Library] {
        let again = formats::positions(&formats::collection(&states, format)).unwrap();
        let boards = |states: &[State<'_>]| states.iter().map(position::to_marks).collect::<Vec<_>>();
        assert_eq!(boards(&again), boards(&states), "{format:?}");
    }
    for (text, problem) in [
        (
            "<opensudoku><game data=\"12\"/></opensudoku>",
            "line 1, column 25: found a game of 2 characters, expected 81 digits",
        ),
        ("<opensudoku></opensudoku>", "found no game"),
        ("https://example.org/", "found a link without a board"),
        ("https://www.sudokuwiki.org/sudoku.htm?bd=123", "found 3 characters"),
        ("[Puzzle]\n12\n", "found 2 characters"),
    ] {
        let error = formats::positions(text).unwrap_err().to_string();
        assert!(error.contains(problem), "{text}: {error}");
    }
}

#[test]
fn texts_of_too_many_characters_or_games_are_refused() {
    let start = gridlore_testing::processor_time();
    for sign in ["1 ", "1", "+ ", "- 1 ", "1\n"] {
        let error = position::parse(&sign.repeat(2_000_000)).unwrap_err().to_string();
        let expected = "line 1, column 1: found more than 1458 characters, expected 81 cells, 81 groups";
        assert!(error.starts_with(expected), "{error}");
    }
    let shape = Shape::usual();
    assert!(position::lists(shape, &"12 ".repeat(2_000_000)).is_none());
    let marks = "123456789 ".repeat(81);
    assert!(position::parse(&marks).is_ok());
    // Many games on one line are read in linear time.
    let blank = "0".repeat(81);
    let games = format!("<opensudoku>{}", format!("<game data=\"{blank}\"/>").repeat(20_000));
    assert_eq!(formats::positions(&games).unwrap().len(), 20_000);
    let time = gridlore_testing::processor_time() - start;
    assert!(time.as_secs() < 5, "{time:?}");
}

#[test]
fn the_worst_mistakes_come_first() {
    let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let state = position::parse(puzzle).unwrap();
    let solution = solutions_up_to(&state, 2).remove(0);
    assert_eq!(mistakes(&state, Some(&solution)), []);
    let mut wrong = state.clone();
    wrong.remove(Candidate::new(2, 4));
    assert_eq!(mistakes(&wrong, Some(&solution)), [Mistake::MissingCandidate(Candidate::new(2, 4))]);
    wrong.place(Candidate::new(2, 1));
    assert_eq!(mistakes(&wrong, Some(&solution)), [Mistake::WrongDigit(Candidate::new(2, 1))]);
    wrong.place(Candidate::new(3, 5));
    let clash = Mistake::Clash { digit: 5, cells: [0, 3, 14].into_iter().collect() };
    assert_eq!(clash.to_string(), "These 5s see each other: r1c1, r1c4 and r2c6.");
    assert!(mistakes(&wrong, Some(&solution)).contains(&clash));
}

#[test]
fn the_library_is_met() {
    let Some(text) = shared("reglib-part.txt") else { return };
    let mut count = 0;
    for line in text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#')) {
        let case = Case::parse(line.trim_end()).unwrap();
        assert_ne!(case.matching_step().is_some(), case.expects_nothing(), "{line}");
        count += 1;
    }
    assert_eq!(count, 576);
}

/// Returns the level and score of a puzzle, without a score if the techniques do not solve it.
fn rating(puzzle: &Board) -> (Level, Option<u32>) {
    let mut solver = Solver::new(State::usual(puzzle.values()));
    while !solver.state().is_full() {
        let Some(step) = solver.next_step() else { return (Level::Extreme, None) };
        solver.apply(&step);
    }
    let (level, score) = solver.rating();
    (level, Some(score))
}

#[test]
fn ratings_are_those_of_hodoku() {
    let Some(text) = shared("hodoku-ratings-part.tsv") else { return };
    let mut count = 0;
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        let (level, score) = rating(&Board::parse(fields[0]).unwrap());
        let found = (level.to_string(), score.map(|score| score.to_string()));
        assert_eq!(found, (fields[2].to_owned(), Some(fields[3].to_owned())), "{line}");
        count += 1;
    }
    assert_eq!(count, 629);
}

/// Returns the changes of a line of HoDoKu's paths: `Name: pattern => r45c2,r7c3<>1, r8c3<>4`, or
/// `Name: r8c3=6`, or `None` for lines that describe a chain.
fn change(line: &str) -> Option<(Vec<Candidate>, Vec<Candidate>)> {
    let line = line.trim();
    if line.starts_with('r') {
        return None;
    }
    let changes = line.rsplit_once("=> ").or_else(|| line.rsplit_once(": "))?.1;
    let (mut placements, mut eliminations, mut cells) = (Vec::new(), Vec::new(), Vec::new());
    for word in changes.split([',', ' ']).filter(|word| !word.is_empty()) {
        let (place, change) = word.split_once(['<', '=']).unwrap_or((word, ""));
        let (rows, columns) = place.strip_prefix('r')?.split_once('c')?;
        let indices = |text: &str| text.bytes().map(|digit| usize::from(digit - b'1')).collect::<Vec<_>>();
        cells.extend(
            indices(rows)
                .iter()
                .flat_map(|row| indices(columns).into_iter().map(move |column| 9 * row + column)),
        );
        let Ok(digit) = change.trim_start_matches('>').parse() else { continue };
        let changed = cells.drain(..).map(|cell| Candidate::new(cell, digit));
        if change.starts_with('>') { eliminations.extend(changed) } else { placements.extend(changed) }
    }
    eliminations.sort_unstable();
    Some((placements, eliminations))
}

#[test]
fn paths_are_those_of_hodoku() {
    let (Some(paths), Some(puzzles)) = (shared("hodoku22-mixed50-solution-paths.txt"), shared("mixed50.tsv"))
    else {
        return;
    };
    let mut paths = paths.lines().peekable();
    let mut count = 0;
    for puzzle in puzzles.lines().filter(|line| !line.starts_with('#')) {
        let mut solver = Solver::new(State::usual(Board::parse(&puzzle[..81]).unwrap().values()));
        let is_head = |line: &&str| line.len() > 81 && line.as_bytes()[..81].iter().all(u8::is_ascii_digit);
        assert!(paths.any(|line| is_head(&line)), "a path for each puzzle");
        let (mut is_equal, mut steps) = (true, 0);
        while let Some(line) = paths.next_if(|line| !is_head(line)) {
            let Some(wanted) = change(line) else { continue };
            let found = solver.next_step().inspect(|step| solver.apply(step));
            is_equal &= found.is_some_and(|step| (step.placements, step.eliminations) == wanted);
            steps += 1;
        }
        assert!(steps > 30, "{puzzle}");
        assert!(is_equal && solver.state().is_full(), "{puzzle}");
        count += 1;
    }
    assert_eq!(count, 50);
}

#[test]
fn the_easiest_steps_lead_through_hard_puzzles() {
    assert!(easiest::ORDER.is_sorted_by_key(|(_, difficulty)| *difficulty));
    for (place, (technique, _)) in easiest::ORDER.iter().enumerate() {
        assert!(easiest::ORDER[place + 1..].iter().all(|(other, _)| other != technique), "{technique}");
    }
    for case in minimal_puzzles().iter().take(12) {
        let state = State::usual(Board::parse(&case.fields[2]).unwrap().values());
        let solution = solutions_up_to(&state, 1).remove(0);
        let mut solver = easiest::Solver::new(state);
        let mut hardest = 0;
        while let Some(step) = solver.next_step() {
            assert_eq!(
                step.first_error(&solution),
                None,
                "{}",
                notation::line(solver.state().shape(), &step)
            );
            // Techniques whose simplest steps are easier than this one find no easier step.
            let difficulty = easiest::difficulty(&step);
            for &(technique, least) in easiest::ORDER.iter().filter(|(_, least)| *least < difficulty) {
                let easier = all_steps(solver.state(), technique, Scope::ALL);
                assert!(
                    easier.iter().all(|step| easiest::difficulty(step) >= difficulty),
                    "{technique} {least}"
                );
            }
            hardest = hardest.max(difficulty.0);
            solver.apply(&step);
        }
        assert!(solver.state().is_full() && solver.rating().0 == hardest, "{}", case.fields[2]);
    }
}

#[test]
fn each_technique_has_one_place_in_the_order() {
    let every = every_technique();
    // Brute force is not included.
    assert_eq!(every.len() + 1, Technique::ALL.len());
    assert!(ORDER.iter().all(|(technique, ..)| easiest::ORDER.iter().any(|(known, _)| known == technique)));
    for (place, (technique, ..)) in ORDER.iter().enumerate() {
        assert!(ORDER[place + 1..].iter().all(|(other, ..)| other != technique), "{technique}");
    }
}

/// Techniques that HoDoKu does not know are found in random puzzles, and their steps are correct.
#[test]
fn techniques_beyond_hodoku_are_found() {
    let techniques = [
        Technique::WxyzWing,
        Technique::VwxyzWing,
        Technique::UvwxyzWing,
        Technique::TuvwxyzWing,
        Technique::Medusa,
        Technique::UniqueLoop,
        Technique::ExtendedRectangle,
        Technique::BugType2,
        Technique::BugType3,
        Technique::BugType4,
        Technique::AlignedPair,
        Technique::AlignedTriplet,
        Technique::KrakenFish,
        Technique::KrakenFishType2,
        Technique::ThreeStrongLinks,
        Technique::FourStrongLinks,
        Technique::FiveStrongLinks,
        Technique::SixStrongLinks,
    ];
    let mut found = [0; 18];
    // The last seeds have graves with several extra cells, and chains of six strong links.
    for seed in (0..120).chain([222, 405, 741, 761, 830, 886, 1007, 1351]) {
        let mut solver = Solver::new(State::usual(
            gridlore_sudoku::generated(gridlore_sudoku::Level::Minimal, seed).values(),
        ));
        let solution = solutions_up_to(solver.state(), 1).remove(0);
        while let Some(step) = solver.next_step() {
            if step.placements.is_empty() {
                for (count, technique) in found.iter_mut().zip(techniques) {
                    for step in distinct_steps(solver.state(), technique, 50) {
                        assert_eq!(
                            step.first_error(&solution),
                            None,
                            "{}",
                            notation::line(Shape::usual(), &step)
                        );
                        assert!(step.eliminations.iter().all(|gone| solver.state().has(*gone)));
                        assert!(
                            full_explanation(solver.state(), &step)
                                .contains(&step.digits.first().unwrap().to_string())
                        );
                        *count += 1;
                    }
                }
            }
            solver.apply(&step);
            if solver.state().is_full() {
                break;
            }
        }
    }
    assert!(found.iter().all(|&count| count > 2), "{found:?}");
}
