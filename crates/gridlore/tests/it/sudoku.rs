//! Sudoku through the facade: hints on boards of other sizes.

use gridlore::{Action, Midend, open};

/// Twelve digits, minimal: its way goes by XY-chains, discontinuous loops and almost locked sets.
const HARD: &str = "...4.C......C96...53........A5.B4...A.1..7...B..9.....8...4..6..B4..5.1243.6....7A.....2....16.7.5...A.7..2..........4...A..1.6C3.8....B....A...";

/// With notes in every cell each hint is one step, and it names digits and cells as the board has them.
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

/// Without notes a hint goes on to the next digit.
#[test]
fn a_hint_without_notes_ends_with_a_digit() {
    let mut game = Midend::new(open(&format!("sudoku:4x3:{HARD}")).unwrap());
    let mut hardest = 0;
    loop {
        let hint = game.hint().unwrap();
        let Some(action) = hint.action.clone() else { break };
        assert!(matches!(action, Action::Enter { .. }), "{}", hint.text);
        assert_ne!(hint.title, "From the solution");
        hardest = hardest.max(hint.pictures.len());
        game.act(action).unwrap();
    }
    assert!(hardest > 2, "{hardest} steps in a hint");
}
