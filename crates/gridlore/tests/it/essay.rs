//! The essays on techniques: each board needs the technique of its heading.

use gridlore::{Action, Midend, Shown, open};

#[test]
fn each_board_needs_what_its_heading_says() {
    let essay = include_str!("../../../../docs/essays/from-candidates-to-chains.md");
    let mut titles = Vec::new();
    for section in essay.split("\n## ") {
        let Some((_, board)) = section.split_once("```sudoku\n") else { continue };
        let board = board.lines().next().unwrap();
        let mut game = Midend::new(open(&format!("sudoku:{board}")).unwrap());
        assert!(game.fill_candidates());
        let first = game.hint().unwrap();
        let is_placing = |action: &Option<Action>| matches!(action, Some(Action::Enter { .. }));
        titles.push(first.title.clone());
        if titles.len() == 1 {
            assert!(is_placing(&first.action), "{board}");
            continue;
        }
        assert!(!first.removed.is_empty(), "{board}");
        game.act(first.action.unwrap()).unwrap();
        assert!(is_placing(&game.hint().unwrap().action), "{board}: a single follows {}", first.title);
        // The essay quotes the chain.
        if first.title == "XY-Chain" {
            assert!(section.contains(first.text.rsplit(": ").next().unwrap()), "{}", first.text);
        }
    }
    assert_eq!(
        titles,
        [
            "Naked Single",
            "Locked Candidates Type 1 (Pointing)",
            "Naked Pair",
            "Hidden Pair",
            "X-Wing",
            "Skyscraper",
            "XY-Wing",
            "Uniqueness Test 1",
            "XY-Chain",
            "AIC"
        ]
    );
}

/// On each board except the last, the first hint uses the technique that the section explains.
/// Hints alone solve every board.
#[test]
fn each_variant_needs_what_its_heading_says() {
    let essay = include_str!("../../../../docs/essays/cages-and-arrows.md");
    let kind = gridlore::kind("variant-sudoku").unwrap();
    let mut titles = Vec::new();
    for section in essay.split("\n## ") {
        let Some((_, board)) = section.split_once("```variant-sudoku\n") else { continue };
        let board = board.split("```").next().unwrap();
        let Ok(Shown::Puzzle(puzzle)) = kind.opens.parse("", board) else { panic!("{board}") };
        let mut game = Midend::new(puzzle);
        titles.push(game.hint().unwrap().title);
        for _ in 0..400 {
            if game.is_solved() {
                break;
            }
            let hint = game.hint().unwrap();
            assert_ne!(hint.title, "From the solution", "{board}");
            game.act(hint.action.unwrap()).unwrap();
        }
        assert!(game.is_solved(), "{board}");
    }
    assert_eq!(titles[..4], ["Combinations", "One Innie or Outie", "Thermometer", "Sum Bounds"]);
    assert_eq!(titles.len(), 5);
}
