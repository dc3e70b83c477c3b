//! Connect Four through the facade: ids, a complete game, opponents, scores, reviews, saved games.

use gridlore::{Action, Midend, Refusal, Solve, kind, open};

fn game(id: &str) -> Midend {
    Midend::new(open(id).unwrap())
}

/// Opens a game and plays columns, counted from 1.
fn played(id: &str, columns: &[usize]) -> Midend {
    let mut game = game(id);
    for column in columns {
        game.act(Action::Press { press: column - 1 }).unwrap();
    }
    game
}

#[test]
fn ids_round_trip_and_invalid_ids_are_rejected() {
    for (id, same) in [
        ("connect-four:", "connect-four:"),
        ("connect-four:4453", "connect-four:4453"),
        ("connect-four:7x6:4453", "connect-four:4453"),
        ("connect-four:9x7x5:44", "connect-four:9x7x5:44"),
        ("connect-four:5x4#17", "connect-four:5x4:"),
        ("connect-four#3", "connect-four:"),
    ] {
        assert_eq!(game(id).id(), same);
        assert_eq!(game(same).id(), same);
    }
    for (id, error) in [
        ("connect-four:4484", "line 1, column 16: found '8', expected the number of a column"),
        (
            "connect-four:4444444",
            "line 1, column 20: found a move into column 4, which is full, expected a column with an empty cell",
        ),
        (
            "connect-four:12121212",
            "line 1, column 21: found a move after X has won, expected the end of the game",
        ),
    ] {
        assert_eq!(open(id).unwrap_err().to_string(), error);
    }
    assert!(open("connect-four:70x6:").unwrap_err().to_string().contains("expected a size such as 7x6"));
    let opens = &kind("connect-four").unwrap().opens;
    let parse = |params: &str, description: &str| opens.parse(params, description);
    assert!(parse("", "44\n53").unwrap_err().to_string().contains("on one line"));
    for preset in kind("connect-four").unwrap().presets {
        let id = format!("connect-four:{}#1", preset.params);
        assert_eq!(game(&id).view().blank, game(&id).view().cells.len(), "{id}");
    }
}

#[test]
fn a_whole_game_with_undo_and_its_end() {
    let mut game = played("connect-four:", &[1, 2, 1, 2, 1, 2]);
    let view = game.view();
    assert_eq!(
        (view.status.as_str(), view.blank, view.solved, view.are_discs),
        ("X to move · move 7", 36, false, true)
    );
    assert_eq!(
        (view.rows, view.columns, view.presses[0].turns.as_slice()),
        (6, 7, &[14][..]),
        "where a disc falls"
    );
    assert_eq!(view.cells[35].label, "column 1, row 1, X");
    assert_eq!((view.cells[22].symbol, view.cells[22].last, view.cells[21].last), (Some('O'), true, false));
    let hint = game.hint().unwrap();
    assert_eq!(
        (hint.title.as_str(), hint.text.as_str()),
        ("Column 1", "X connects four in column 1, rows 1 to 4.")
    );
    assert_eq!(hint.cells, [14, 21, 28, 35]);
    assert_eq!(game.check().unwrap().message, "With best play: X wins at move 7.");
    game.act(hint.action.unwrap()).unwrap();
    let view = game.view();
    assert_eq!((view.status.as_str(), view.solved), ("X won at move 7", true));
    let won: Vec<usize> = (0..42).filter(|&cell| view.cells[cell].highlight).collect();
    assert_eq!(won, [14, 21, 28, 35]);
    assert!(view.cells[14].label.ends_with("X, part of the winning line"), "{}", view.cells[14].label);
    assert_eq!(game.praise(), "X won at move 7: four in column 1, rows 1 to 4.");
    assert!(view.presses.iter().all(|press| press.turns.is_empty()), "nothing falls any more");
    let refusal = game.act(Action::Press { press: 3 }).unwrap_err();
    assert_eq!(refusal.to_string(), "the game is over: X has won");
    assert_eq!(game.hint().unwrap().title, "The game is over");
    assert!(game.undo());
    assert_eq!(game.act(Action::Press { press: 7 }), Err(Refusal::NoSuchPress { press: 7, last: 6 }));
    assert!(game.act(Action::Clear { cells: vec![0] }).is_err());
    let full = played("connect-four:", &[4, 4, 4, 4, 4, 4]).act(Action::Press { press: 3 }).unwrap_err();
    assert_eq!(full.to_string(), "column 4 is full");
    let saved = game.save();
    assert_eq!(Midend::restore(&saved).unwrap().save(), saved);
    let shared = Midend::restore(&game.share()).unwrap();
    assert_eq!(shared.view(), game.view());
    let text = game.puzzle().text(game.position());
    assert_eq!(text, ".......\n.......\n.......\nXO.....\nXO.....\nXO.....\n");
    let svg = game.puzzle().svg(game.position());
    assert_eq!((svg.matches("fill=\"#d4451a\"").count(), svg.matches("fill=\"#f6bf3c\"").count()), (3, 3));
}

/// In a lost position, the hint holds out as long as possible. Of several such moves, it chooses
/// one that leaves the fewest winning replies.
#[test]
fn a_hint_in_a_lost_position_defends_as_long_as_possible() {
    let mut lost = 0;
    for seed in 0..100_u64 {
        let mut rng = gridlore_core::Rng::new(seed);
        let mut midend = Midend::new(open("connect-four:").unwrap());
        for _ in 0..18 {
            let open = midend.view().presses.iter().map(|press| !press.turns.is_empty()).collect::<Vec<_>>();
            let moves: Vec<usize> = (0..7).filter(|&press| open[press]).collect();
            if !moves.is_empty() {
                midend.act(Action::Press { press: moves[rng.below(moves.len())] }).unwrap();
            }
        }
        let game = midend.puzzle().game().unwrap();
        let scores: Vec<Option<i32>> = (0..7)
            .map(|press| Some(game.move_score(midend.position(), press, u64::MAX)?.exact().unwrap()))
            .collect();
        let Some(best) = scores.iter().flatten().max().copied().filter(|&best| best < 0) else { continue };
        lost += 1;
        let hint = midend.hint().unwrap();
        let Some(Action::Press { press }) = hint.action else { panic!("{seed}: no move") };
        assert_eq!(scores[press], Some(best), "{seed}: {scores:?}");
        let winning_replies = |press: usize| {
            let mut after = Midend::restore(&midend.save()).unwrap();
            after.act(Action::Press { press }).unwrap();
            let game = after.puzzle().game().unwrap();
            let scores = (0..7).filter_map(|press| game.move_score(after.position(), press, u64::MAX));
            scores.filter(|score| score.lower > 0).count()
        };
        let fewest = (0..7).filter(|&press| scores[press] == Some(best)).map(winning_replies).min();
        assert_eq!(Some(winning_replies(press)), fewest, "{seed}: {scores:?}");
        let others = scores.iter().flatten().filter(|&&score| score == best).count() - 1;
        assert_eq!(hint.text.contains("hold"), others > 0, "{seed}: {}", hint.text);
    }
    assert!(lost > 5, "{lost} lost positions");
    // Early in a game: X can connect four at both ends of a row, and O blocks one of them.
    let early = game("connect-four:4444332").hint().unwrap();
    assert!(early.text.starts_with("This blocks X, who would connect four"), "{}", early.text);
}

#[test]
fn opponents_scores_and_a_review() {
    let midend = played("connect-four:", &[1, 2, 1, 2, 1, 2]);
    let game = midend.puzzle().game().unwrap();
    assert_eq!(game.side(midend.position()), Some(0));
    for (name, title) in game.levels() {
        assert!(!title.is_empty());
        let reply = game.reply(midend.position(), name, 5, 1_000_000).unwrap();
        if name != "beginner" {
            assert_eq!(reply, Some(Action::Press { press: 0 }), "{name} wins at once");
        }
        assert!(midend.puzzle().apply(midend.position(), &reply.unwrap()).is_ok());
    }
    assert_eq!(game.reply(midend.position(), "nobody", 5, 10), Ok(None));
    let scored = game.move_score(midend.position(), 0, 1000).unwrap();
    assert_eq!((scored.exact(), scored.meaning.as_str()), (Some(18), "X wins at move 7"));
    assert_eq!(game.move_score(midend.position(), 1, 10_000_000).unwrap().exact(), Some(-3));
    assert_eq!(game.move_score(midend.position(), 7, 10_000_000), None);
    assert!(game.review(midend.position(), 0).1, "these positions are in the book");
    let later = played("connect-four:", &[4, 4, 4, 4, 3, 5, 2, 6, 3]);
    let (found, is_all) = later.puzzle().game().unwrap().review(later.position(), 0);
    assert!(!is_all && found.len() < 9);
    let small = played("connect-four:4x4:", &[1, 2, 1, 2, 1, 3, 1]);
    let game = small.puzzle().game().unwrap();
    assert_eq!((game.side(small.position()), small.view().solved), (None, true));
    let (found, is_all) = game.review(small.position(), 10_000_000);
    assert!(is_all);
    assert_eq!(found.iter().map(|one| one.number).collect::<Vec<_>>(), [7, 6, 5, 4, 3, 2, 1]);
    assert_eq!(
        (found[0].mark, found[0].text.as_str()),
        ("best", "Move 7, X in column 1: best. X wins at move 7.")
    );
    assert_eq!(found[1].mark, "mistake");
    assert_eq!(
        found[1].text,
        "Move 6, O in column 3: a mistake. X wins at move 7 instead of a draw. Better: column 1."
    );
    let Solve::Several(end) =
        open("connect-four:4x4:").unwrap().solve(&mut gridlore::Budget::unlimited()).unwrap()
    else {
        panic!("the small board is solved")
    };
    let played = open("connect-four:4x4:").unwrap();
    assert_eq!(played.view(&end).status, "A draw: the board is full");
    assert!(open("sudoku#1").unwrap().game().is_none());
}
