//! Tests of forcing nets: each consequence follows from its reasons, and the ends of a net
//! contradict one another.

use crate::human::minimal_puzzles;
use gridlore_sudoku::Board;
use gridlore_sudoku_human::easiest::Solver as Easiest;
use gridlore_sudoku_human::hodoku::Solver;
use gridlore_sudoku_human::{
    Candidate, CellSet, MAX_LINES, Net, Node, Scope, Shape, State, Step, Technique, all_steps, explanation,
    first_step, full_explanation, notation, solutions_up_to,
};
use gridlore_testing::{share, shared_lines};

/// Returns whether two nodes cannot both be on.
fn excludes(shape: &Shape, one: &Node, other: &Node) -> bool {
    if one.digit == other.digit {
        one.cells != other.cells && other.cells.is_subset(shape.common_peers(one.cells))
    } else {
        one.cells == other.cells && one.cells.len() == 1
    }
}

/// Returns whether these nodes, all off, and `left` are together all places of a digit in a house,
/// or all candidates of a cell.
fn are_all_others(state: &State<'_>, off: &[&Node], left: Option<&Node>) -> bool {
    let all = || off.iter().copied().chain(left);
    let Some(first) = all().next() else { return false };
    let cells = all().fold(CellSet::EMPTY, |all, node| all | node.cells);
    let digits = all().map(|node| node.digit).collect();
    let is_house = |house: usize| state.places_in(house, first.digit) == cells;
    (all().all(|node| node.digit == first.digit) && state.shape().common_houses(cells).any(is_house))
        || cells.single().is_some_and(|cell| state.candidates(cell) == digits)
}

/// Returns whether locked candidates or pairs remove the node once the reasons are removed.
fn by_pattern(state: &State<'_>, reasons: &[&Node], node: &Node) -> bool {
    let mut now = state.clone();
    for reason in reasons {
        reason.cells.iter().for_each(|cell| now.remove(Candidate::new(cell, reason.digit)));
    }
    let gone: Vec<Candidate> = node.cells.iter().map(|cell| Candidate::new(cell, node.digit)).collect();
    let patterns = [
        Technique::Pointing,
        Technique::Claiming,
        Technique::NakedPair,
        Technique::LockedPair,
        Technique::HiddenPair,
    ];
    patterns.iter().any(|&pattern| {
        let steps = all_steps(&now, pattern, Scope::ALL);
        steps.iter().any(|step| gone.iter().all(|gone| step.eliminations.contains(gone)))
    })
}

/// Checks every consequence of a net. `around` is the outer net of an inner one, and the index of
/// the consequence that the inner net proves.
fn assert_holds(state: &State<'_>, net: &Net, around: Option<(&Net, usize)>) {
    let nodes: Vec<&Node> = net.consequences.iter().map(|one| &one.node).collect();
    for (place, consequence) in net.consequences.iter().enumerate() {
        let reasons: Vec<&Node> = consequence.from.iter().map(|&from| nodes[from]).collect();
        assert!(consequence.from.iter().all(|&from| from < place), "reasons come first");
        // The premise must have no reasons.
        assert!(place > 0 || reasons.is_empty(), "the premise has no reasons");
        let node = &consequence.node;
        if place == 0 || node.through.is_some() {
            continue;
        }
        if let Some(outer) = consequence.outer {
            let (around, host) = around.expect("an outer net");
            assert!(
                outer < host && around.consequences[outer].node == *node,
                "the outer net contains it earlier"
            );
            continue;
        }
        if let Some(inner) = &consequence.inner {
            let premise = &inner.consequences[0].node;
            assert_eq!((premise.digit, premise.cells, premise.is_on), (node.digit, node.cells, !node.is_on));
            assert_holds(state, inner, Some((net, place)));
            assert!(contradict(state, inner), "{inner:?}");
            let outer = inner.consequences.iter().filter_map(|inner| inner.outer);
            assert!(
                outer.clone().all(|outer| consequence.from.contains(&outer)),
                "it depends on the outer consequences that it names"
            );
            continue;
        }
        if let Some(house) = consequence.house {
            let all = reasons.iter().fold(node.cells, |all, reason| all | reason.cells);
            assert_eq!(state.places_in(house, node.digit), all, "its last place in {house}");
        }
        let holds = if !node.is_on && reasons.iter().all(|reason| !reason.is_on) {
            by_pattern(state, &reasons, node)
        } else if node.is_on {
            reasons.iter().all(|reason| !reason.is_on) && are_all_others(state, &reasons, Some(node))
        } else {
            matches!(reasons[..], [reason] if reason.is_on && excludes(state.shape(), reason, node))
        };
        assert!(holds, "{node:?} from {reasons:?}");
    }
}

/// Returns whether the ends of a net contradict one another or the premise.
fn contradict(state: &State<'_>, net: &Net) -> bool {
    let premise = &net.consequences[0].node;
    let ends: Vec<&Node> = net.ends.iter().map(|&end| &net.consequences[end].node).collect();
    match ends[..] {
        [one] if net.house.is_none() => {
            (one.digit, one.cells, one.is_on) == (premise.digit, premise.cells, !premise.is_on)
        }
        [one, other] if one.is_on && other.is_on => excludes(state.shape(), one, other),
        [one, other] if one.is_on != other.is_on => (one.digit, one.cells) == (other.digit, other.cells),
        _ => ends.iter().all(|end| !end.is_on) && are_all_others(state, &ends, None),
    }
}

fn check(state: &State<'_>, step: &Step) {
    step.nets.iter().for_each(|net| assert_holds(state, net, None));
    let changed = step.placements.first().or(step.eliminations.first()).copied().unwrap();
    let is_it = |node: &Node, is_on: bool| {
        node.digit == changed.digit() && node.cells == CellSet::only(changed.cell()) && node.is_on == is_on
    };
    let is_placed = !step.placements.is_empty();
    use Technique as T;
    if matches!(
        step.technique,
        T::Nishio | T::ForcingNetContradiction | T::NestedNetContradiction | T::NetsWithinNet
    ) {
        let [net] = &step.nets[..] else { panic!("one net") };
        if step.technique == T::Nishio {
            assert!(net.consequences.iter().all(|consequence| consequence.node.digit == changed.digit()));
        }
        assert!(is_it(&net.consequences[0].node, !is_placed));
        assert!(contradict(state, net), "{}", explanation(state, step));
        return;
    }
    // All nets have the same end. Their premises, together with the end if it is itself an
    // alternative, cover all cases.
    let mut premises: Vec<Node> = step.nets.iter().map(|net| net.consequences[0].node).collect();
    for net in &step.nets {
        let [end] = net.ends[..] else { panic!("one end") };
        assert!(is_it(&net.consequences[end].node, is_placed));
    }
    let own = Node {
        digit: changed.digit(),
        cells: CellSet::only(changed.cell()),
        is_on: is_placed,
        through: None,
    };
    let is_either = |premises: &[Node]| {
        matches!(premises, [one, other] if (one.digit, one.cells) == (other.digit, other.cells) && one.is_on != other.is_on)
            || (premises.iter().all(|node| node.is_on)
                && are_all_others(state, &premises.iter().collect::<Vec<_>>(), None))
    };
    let is_whole = is_either(&premises);
    premises.push(own);
    assert!(is_whole || is_either(&premises), "{}", explanation(state, step));
}

#[test]
fn every_net_holds() {
    let mut counts = [0_usize; 5];
    let puzzles = share(4);
    for case in minimal_puzzles().iter().take(puzzles) {
        let mut solver = Solver::new(State::usual(Board::parse(&case.fields[2]).unwrap().values()));
        let solution = solutions_up_to(solver.state(), 1).remove(0);
        let mut turn = 0;
        while let Some(step) = solver.next_step() {
            turn += 1;
            if turn % 7 == 0 {
                let techniques = [
                    Technique::Nishio,
                    Technique::ForcingNetContradiction,
                    Technique::ForcingNetVerity,
                    Technique::NestedNetContradiction,
                    Technique::NestedNetVerity,
                ];
                for (place, technique) in techniques.into_iter().enumerate() {
                    for step in all_steps(solver.state(), technique, Scope::ALL) {
                        check(solver.state(), &step);
                        assert_eq!(step.first_error(&solution), None);
                        assert!(!notation::line(solver.state().shape(), &step).is_empty());
                        counts[place] += 1;
                    }
                }
            }
            solver.apply(&step);
        }
    }
    assert!(counts.iter().all(|&count| count > 7 * puzzles), "{counts:?}");
}

/// Once singles are exhausted, trials within trials remove only wrong candidates, and their
/// explanations give the reasons.
#[test]
fn nets_within_nets_hold() {
    let mut count = 0;
    for case in minimal_puzzles().iter().take(12) {
        let mut state = State::usual(Board::parse(&case.fields[2]).unwrap().values());
        let solution = solutions_up_to(&state, 1).remove(0);
        let singles = [Technique::NakedSingle, Technique::HiddenSingle];
        while let Some(step) = singles.iter().find_map(|&one| first_step(&state, one, Scope::ALL)) {
            state.apply(&step);
        }
        for step in all_steps(&state, Technique::NetsWithinNet, Scope::ALL) {
            check(&state, &step);
            assert_eq!(step.first_error(&solution), None);
            let text = full_explanation(&state, &step);
            assert!(
                text.contains("because the opposite fails:\n   ") && text.contains(".1. Suppose that "),
                "{text}"
            );
            let folded = explanation(&state, &step);
            assert!(folded.lines().count() <= MAX_LINES + 1 && folded.len() <= text.len(), "{folded}");
            assert!(notation::line(state.shape(), &step).contains('{'));
            count += 1;
        }
    }
    assert!(count > 50, "{count}");
}

/// The hardest known puzzles need nets within nets and nothing beyond them. The data is not part of
/// this project.
#[test]
fn the_hardest_puzzles_are_solved_by_explained_steps() {
    let Some(puzzles) = shared_lines("sudoku/puzzles5_forum_hardest_1905_11plus.first20k.gz") else { return };
    for puzzle in puzzles.iter().step_by(5_000) {
        let mut solver = Easiest::new(State::usual(Board::parse(puzzle).unwrap().values()));
        let solution = solutions_up_to(solver.state(), 1).remove(0);
        let mut count = 0;
        while let Some(step) = solver.next_step() {
            assert_eq!(step.first_error(&solution), None);
            if step.technique == Technique::NetsWithinNet {
                check(solver.state(), &step);
                count += 1;
            }
            solver.apply(&step);
        }
        assert!(solver.state().is_full() && count > 0, "{puzzle}: {count}");
    }
}
