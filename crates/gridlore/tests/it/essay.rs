//! The essay on techniques: each board needs the technique of its heading, and a single follows.

use gridlore::{Action, Midend, open};

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
