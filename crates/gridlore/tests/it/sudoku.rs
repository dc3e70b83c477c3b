//! Sudoku through the facade: hints on boards of other sizes, and what players cross out.

use gridlore::{Action, Midend, Pen, Rng, open};

/// Twelve digits, minimal: its way goes by XY-chains, discontinuous loops and almost locked sets.
const HARD: &str = "...4.C......C96...53........A5.B4...A.1..7...B..9.....8...4..6..B4..5.1243.6....7A.....2....16.7.5...A.7..2..........4...A..1.6C3.8....B....A...";

/// With notes in every cell each hint is one step, and it names digits and cells as the board has
/// them.
#[test]
fn hints_lead_through_a_board_of_twelve_digits() {
    let mut game = Midend::new(open(&format!("sudoku:4x3:{HARD}")).unwrap());
    assert!(game.note_all());
    let (mut titles, mut told) = (Vec::new(), String::new());
    loop {
        let hint = game.hint().unwrap();
        let Some(action) = hint.action.clone() else {
            assert_eq!(hint.title, "Solved");
            break;
        };
        assert_ne!(hint.title, "From the solution");
        assert_eq!(hint.stages.len(), 3, "{}", hint.text);
        assert_eq!(hint.pictures.len(), 1, "{}", hint.text);
        told += &hint.text;
        titles.push(hint.title);
        game.act(action).unwrap();
    }
    assert!(titles.iter().any(|title| title.contains("Chain") || title.contains("Loop")), "{titles:?}");
    assert!(told.contains("(B)") && told.contains("c(12)"), "{told}");
}

/// Without notes a hint is a step, too: what it rules out is crossed out. The way on ends with a
/// digit.
#[test]
fn hints_without_notes_cross_digits_out() {
    let mut game = Midend::new(open(&format!("sudoku:4x3:{HARD}")).unwrap());
    let (mut crossing, mut longest) = (0, 0);
    loop {
        let hint = game.hint().unwrap();
        let way = game.way().unwrap();
        assert_eq!(hint.has_way, way.is_some());
        let Some(action) = hint.action.clone() else { break };
        assert_ne!(hint.title, "From the solution");
        if let Some(way) = way {
            assert!(matches!(way.action, Some(Action::Enter { .. })), "{}", way.text);
            assert_eq!((hint.pictures.len(), way.pictures.len()), (1, way.text.lines().count()));
            longest = longest.max(way.pictures.len());
            crossing += 1;
        }
        game.act(action).unwrap();
        let view = game.view();
        for (cell, symbol) in hint.removed.iter().filter(|_| hint.has_way) {
            assert!(view.cells[*cell].crosses.contains(*symbol), "{}", hint.text);
            assert!(view.cells[*cell].marks.is_empty());
        }
    }
    assert!(game.view().solved && crossing > 5 && longest > 2, "{crossing} crossing, {longest} in a way");
}

/// Digits crossed out are no candidates: a wrong one is told, and notes leave them out.
#[test]
fn crosses_are_taken_at_their_word() {
    let easy = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let mut game = Midend::new(open(&format!("sudoku:{easy}")).unwrap());
    let cross = |cell: usize, symbol| Action::Mark { cells: vec![cell], pen: Pen::Cross, symbol };
    // Row 1, column 3 holds 4; 1, 2 and 4 can stand there. Without 1 there, just one cell of the
    // box is left for it.
    let one_in_the_box = Some(Action::Enter { cells: vec![18], symbol: '1' });
    assert_ne!(game.hint().unwrap().action, one_in_the_box);
    game.act(cross(2, '1')).unwrap();
    assert_eq!(game.view().cells[2].label, "row 1, column 3, crossed out 1");
    assert_eq!(game.hint().unwrap().action, one_in_the_box);
    game.act(cross(2, '2')).unwrap();
    game.act(cross(2, '4')).unwrap();
    let hint = game.hint().unwrap();
    assert_eq!((hint.title.as_str(), hint.is_mistake, hint.cells), ("A wrong cross", true, vec![2]));
    assert!(game.rewind().unwrap());
    assert_eq!(game.view().cells[2].crosses, "12");
    let again = Midend::restore(&game.save()).unwrap();
    assert_eq!(again.view(), game.view());
    assert!(game.note_all());
    let cell = &game.view().cells[2];
    assert_eq!((cell.marks.as_str(), cell.crosses.as_str()), ("4", ""));
}

/// A saved game is replayed by printing only what changed; move by move it leads to the same
/// positions.
#[test]
fn replayed_moves_lead_where_single_moves_lead() {
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
                3 if rng.below(9) == 0 => Action::Become(puzzle.noted(&position).unwrap()),
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
        // A refused move ends it, and what came before stands.
        actions.insert(300, Action::Press { press: 0 });
        let (played, refusal) = puzzle.replay(&puzzle.start(), &actions);
        assert_eq!((played.as_slice(), refusal.is_some()), (&positions[..300], true), "{id}");
    }
}
