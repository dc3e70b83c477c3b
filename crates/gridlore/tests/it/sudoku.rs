//! Sudoku through the facade: hints on boards of other sizes, and crossed-out digits.

use gridlore::{Action, Midend, Pen, Rng, open};

/// A minimal puzzle of twelve digits that needs XY-chains, discontinuous loops and almost locked
/// sets.
const HARD: &str = "...4.C......C96...53........A5.B4...A.1..7...B..9.....8...4..6..B4..5.1243.6....7A.....2....16.7.5...A.7..2..........4...A..1.6C3.8....B....A...";

/// If every cell has notes, each hint is one step in the board's own digits and coordinates.
#[test]
fn hints_lead_through_a_board_of_twelve_digits() {
    let mut game = Midend::new(open(&format!("sudoku:4x3:{HARD}")).unwrap());
    assert!(game.fill_candidates());
    let (mut titles, mut texts) = (Vec::new(), String::new());
    loop {
        let hint = game.hint().unwrap();
        let Some(action) = hint.action.clone() else {
            assert_eq!(hint.title, "Solved");
            break;
        };
        assert_ne!(hint.title, "From the solution");
        assert_eq!(hint.stages.len(), 3, "{}", hint.text);
        assert_eq!(hint.pictures.len(), 1, "{}", hint.text);
        texts += &hint.text;
        titles.push(hint.title);
        game.act(action).unwrap();
    }
    assert!(titles.iter().any(|title| title.contains("Chain") || title.contains("Loop")), "{titles:?}");
    assert!(texts.contains("(B)") && texts.contains("c(12)"), "{texts}");
}

/// Without notes, a hint crosses out the digits that it rules out, and the subsequent steps end
/// with a digit.
#[test]
fn hints_without_notes_cross_digits_out() {
    let mut game = Midend::new(open(&format!("sudoku:4x3:{HARD}")).unwrap());
    let (mut crossing, mut longest) = (0, 0);
    loop {
        let hint = game.hint().unwrap();
        let steps = game.steps_to_symbol().unwrap();
        assert_eq!(hint.has_steps, steps.is_some());
        let Some(action) = hint.action.clone() else { break };
        assert_ne!(hint.title, "From the solution");
        if let Some(steps) = steps {
            assert!(matches!(steps.action, Some(Action::Enter { .. })), "{}", steps.text);
            assert_eq!((hint.pictures.len(), steps.pictures.len()), (1, steps.text.lines().count()));
            longest = longest.max(steps.pictures.len());
            crossing += 1;
        }
        game.act(action).unwrap();
        let view = game.view();
        for (cell, symbol) in hint.removed.iter().filter(|_| hint.has_steps) {
            assert!(view.cells[*cell].crosses.contains(*symbol), "{}", hint.text);
            assert!(view.cells[*cell].marks.is_empty());
        }
    }
    assert!(
        game.view().solved && crossing > 5 && longest > 2,
        "{crossing} hints with at most {longest} steps"
    );
}

/// Crossed-out digits are not candidates: hints report a wrong cross, and notes omit crossed-out
/// digits.
#[test]
fn crossed_out_digits_are_not_candidates() {
    let easy = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let mut game = Midend::new(open(&format!("sudoku:{easy}")).unwrap());
    let cross = |cell: usize, symbol| Action::Mark { cells: vec![cell], pen: Pen::Cross, symbol };
    // The solution has 4 in row 1, column 3, where 1, 2 and 4 are candidates. Without the 1 there,
    // only one cell of the box is left for 1.
    let one_in_the_box = Some(Action::Enter { cells: vec![18], symbol: '1' });
    assert_ne!(game.hint().unwrap().action, one_in_the_box);
    game.act(cross(2, '1')).unwrap();
    assert_eq!(game.view().cells[2].label, "row 1, column 3, crossed out 1");
    assert_eq!(game.hint().unwrap().action, one_in_the_box);
    game.act(cross(2, '2')).unwrap();
    game.act(cross(2, '4')).unwrap();
    let hint = game.hint().unwrap();
    assert_eq!((hint.title.as_str(), hint.is_mistake, hint.cells), ("A wrong cross-out", true, vec![2]));
    assert!(game.rewind().unwrap());
    assert_eq!(game.view().cells[2].crosses, "12");
    let again = Midend::restore(&game.save()).unwrap();
    assert_eq!(again.view(), game.view());
    assert!(game.fill_candidates());
    let cell = &game.view().cells[2];
    assert_eq!((cell.marks.as_str(), cell.crosses.as_str()), ("4", ""));
}

/// Replaying, which reprints only changed cells, gives the same positions as single moves.
#[test]
fn replay_agrees_with_single_moves() {
    for (id, side) in [("sudoku:2x2#1", 4), ("sudoku:easy#3", 9), ("sudoku:4x4-easy#1", 16)] {
        let puzzle = open(id).unwrap();
        let signs: Vec<char> = puzzle.view(&puzzle.start()).symbols.iter().map(|key| key.symbol).collect();
        let mut rng = Rng::new(side as u64);
        let mut position = puzzle.start();
        let (mut actions, mut positions) = (Vec::new(), Vec::new());
        while actions.len() < 400 {
            let count = if rng.below(20) == 0 { side * side } else { 1 + rng.below(3) };
            let cells: Vec<usize> = (0..count).map(|_| rng.below(side * side)).collect();
            let symbol = signs[rng.below(side)];
            let pens = [Pen::Centre, Pen::Corner, Pen::Cross, Pen::Colour];
            let action = match rng.below(6) {
                0 | 1 => Action::Enter { cells, symbol },
                2 => Action::Clear { cells },
                3 if rng.below(9) == 0 => Action::Become(puzzle.with_all_candidates(&position).unwrap()),
                _ => match pens[rng.below(4)] {
                    Pen::Colour => Action::Mark { cells, pen: Pen::Colour, symbol: '5' },
                    pen => Action::Mark { cells, pen, symbol },
                },
            };
            let Ok(next) = puzzle.apply(&position, &action) else { continue };
            position = next;
            actions.push(action);
            positions.push(position.clone());
        }
        assert_eq!(puzzle.replay(&puzzle.start(), &actions), (positions.clone(), None), "{id}");
        // A refused move ends the replay; the positions before it are returned.
        actions.insert(300, Action::Press { press: 0 });
        let (played, refusal) = puzzle.replay(&puzzle.start(), &actions);
        assert_eq!((played.as_slice(), refusal.is_some()), (&positions[..300], true), "{id}");
    }
}
