//! Features for players: opponents of all levels, reviews, explanations and an opening book.

use gridlore_connect_four::book::{Book, BookError, file, positions};
use gridlore_connect_four::explain::{explanation, why, wins};
use gridlore_connect_four::players::{Level, choice, game};
use gridlore_connect_four::review::{Mark, review, review_move};
use gridlore_connect_four::{Column, Outlook, Position, Side, Size, Solver, moves};
use gridlore_core::{Budget, Rng};

fn after(text: &str) -> Position {
    Position::parse_moves(Size::USUAL, text).unwrap()
}

fn column(letter: char) -> Column {
    Column::from_letter(letter, Size::USUAL).unwrap()
}

fn columns(text: &str) -> Vec<Column> {
    moves(Size::USUAL, text).map(|entry| entry.unwrap().0).collect()
}

/// Returns the points that the first level scores against the second; each begins half of the
/// games.
fn points(one: Level, other: Level, games: u64) -> f64 {
    let size = Size::USUAL;
    let mut solver = Solver::new(size, 1 << 20);
    let mut budget = Budget::unlimited();
    (0..games).fold(0.0, |points, seed| {
        let is_first = seed % 2 == 0;
        let (first, second) = if is_first { (one, other) } else { (other, one) };
        let (winner, _) = game(size, first, second, seed, &mut solver, &mut budget).unwrap();
        points
            + match winner {
                None => 0.5,
                Some(side) if (side == Side::First) == is_first => 1.0,
                Some(_) => 0.0,
            }
    })
}

#[test]
fn each_level_is_beaten_by_the_next() {
    let games = 40;
    for pair in [Level::Beginner, Level::Casual, Level::Club, Level::Strong].windows(2) {
        let points = points(pair[1], pair[0], games);
        assert!(points >= 0.6 * games as f64, "{:?} has {points} of {games} against {:?}", pair[1], pair[0]);
        assert!(
            points < games as f64 || pair[0] == Level::Beginner,
            "{:?} never errs against {:?}",
            pair[1],
            pair[0]
        );
    }
    let points = points(Level::Playouts, Level::Casual, 10);
    assert!(points >= 6.0, "playouts have {points} of 10");
}

#[test]
fn the_same_seed_plays_the_same_game_and_other_seeds_differ() {
    let mut solver = Solver::new(Size::USUAL, 1 << 20);
    let mut budget = Budget::unlimited();
    for level in [Level::Beginner, Level::Club, Level::Playouts] {
        let mut games = Vec::new();
        for seed in [1, 1, 2, 3, 4, 5] {
            games.push(game(Size::USUAL, level, Level::Casual, seed, &mut solver, &mut budget).unwrap().1);
        }
        assert_eq!(games[0], games[1], "{level:?}");
        games.sort_unstable();
        games.dedup();
        assert!(games.len() >= 4, "{level:?} repeats its games");
    }
}

/// Perfect play keeps the score to the end. The test starts in the middle of a game, where solving
/// is quick.
#[test]
fn the_perfect_player_wins_as_soon_and_loses_as_late_as_possible() {
    let mut solver = Solver::new(Size::USUAL, 4 << 20);
    let mut budget = Budget::unlimited();
    let mut rng = Rng::new(3);
    for round in 0..12 {
        let mut position = Position::new(Size::USUAL);
        while position.plies() < 20 && position.end().is_none() {
            let moves: Vec<_> = position.moves().collect();
            position.play(moves[rng.below(moves.len())]).unwrap();
        }
        if position.end().is_some() {
            continue;
        }
        let outlook = Outlook::from_score(&position, solver.score(&position, &mut budget).unwrap());
        let line = solver.line(&position, &mut budget).unwrap();
        let mut played = position;
        while played.end().is_none() {
            played.play(choice(Level::Perfect, &played, round, &mut solver, &mut budget).unwrap()).unwrap();
        }
        assert_eq!((played.winner(), played.plies()), (outlook.winner, outlook.stone), "{position}");
        let end = line.iter().fold(position, |position, &column| position.after(column).unwrap());
        assert_eq!((end.winner(), end.plies()), (outlook.winner, outlook.stone), "the line of {position}");
        // No opponent does better than the best outcome.
        let mut other = position;
        while other.end().is_none() {
            let level = if other.to_move() == position.to_move() { Level::Perfect } else { Level::Beginner };
            other.play(choice(level, &other, round, &mut solver, &mut budget).unwrap()).unwrap();
        }
        if outlook.winner == Some(position.to_move()) {
            assert!(other.winner() == outlook.winner && other.plies() <= outlook.stone, "{position}");
        }
    }
}

#[test]
fn a_score_gives_the_last_move() {
    for (moves, score, expected) in [
        ("", 1, "X wins at move 41"),
        ("4", -1, "X wins at move 41"),
        ("", 0, "a draw"),
        ("1", 2, "O wins at move 40"),
        ("121212", 18, "X wins at move 7"),
        ("1213121", -18, "X wins at move 7"),
    ] {
        assert_eq!(Outlook::from_score(&after(moves), score).to_string(), expected, "{moves} {score}");
    }
}

#[test]
fn a_game_is_reviewed() {
    let size = Size::USUAL;
    let mut solver = Solver::new(size, 4 << 20);
    let mut budget = Budget::unlimited();
    let text = "4435241";
    let mut order = Vec::new();
    let all =
        review(&mut solver, size, &columns(text)[..], &mut Budget::nodes(0), |number, _| order.push(number));
    assert!(all.is_err() && order.len() < text.len(), "reviewing an early move takes a search");
    let mut rng = Rng::new(9);
    let mut position = Position::new(size);
    while position.plies() < 24 {
        let is_quiet = |column: &Column| position.after(*column).unwrap().winner().is_none();
        let moves: Vec<_> = position.moves().filter(is_quiet).collect();
        position = match moves.as_slice() {
            [] => Position::new(size),
            moves => position.after(moves[rng.below(moves.len())]).unwrap(),
        };
    }
    // Compare the last moves of a long game with the solver's minimax scores.
    while position.plies() < 27 && position.end().is_none() {
        let scores = solver.scores(&position, &mut budget).unwrap();
        let best = scores.iter().filter_map(|entry| entry.1).max().unwrap();
        for (column, score) in scores {
            let Some(score) = score else { continue };
            let one = review_move(&mut solver, &position, column, &mut budget).unwrap();
            assert_eq!((one.score, one.best_score, one.side), (score, best, position.to_move()));
            let expected = if score == best {
                Mark::Best
            } else if score.signum() == best.signum() {
                Mark::Inaccuracy
            } else {
                Mark::Mistake
            };
            assert_eq!(one.mark, expected);
            assert!(!one.best.is_empty() && one.best.contains(&column) == (one.mark == Mark::Best));
        }
        let next = position.moves().next().unwrap();
        position.play(next).unwrap();
    }
    // Missing a win is an inaccuracy; missing a block is a mistake if the game was not lost.
    let reviewed = |text: &str, letter| {
        let mut solver = Solver::new(size, 4 << 20);
        review_move(&mut solver, &after(text), column(letter), &mut Budget::unlimited()).unwrap()
    };
    let slow = reviewed("121212", '2');
    assert_eq!((slow.mark, slow.best), (Mark::Mistake, vec![column('1')]), "it lets the other side win");
    assert_eq!(reviewed("121212", '1').mark, Mark::Best);
}

#[test]
fn moves_are_explained() {
    let reasons = |moves: &str, letter, line: &str| {
        let position = after(moves);
        let line: Vec<Column> = line.chars().map(column).collect();
        why(&position, column(letter), &line).text
    };
    assert_eq!(reasons("121212", '1', ""), "X connects four in column 1, rows 1 to 4.");
    assert_eq!(reasons("112233", '4', ""), "X connects four in row 1, columns 1 to 4.");
    assert_eq!(
        reasons("1213", '1', ""),
        "This threatens four in column 1, rows 1 to 4, so O has to play column 1."
    );
    assert_eq!(reasons("12131", '1', ""), "This blocks X, who would connect four in column 1, rows 1 to 4.");
    assert_eq!(
        reasons("12131", '4', ""),
        "This does not block X, who can connect four in column 1, rows 1 to 4."
    );
    assert_eq!(
        reasons("3344", '2', ""),
        "This threatens to win in columns 1 and 5 at once, and O can block only one."
    );
    for text in ["12131", "3344", "4453", "", "44353", "112233"] {
        let position = after(text);
        for column in position.moves() {
            let next = position.after(column).unwrap();
            let why = explanation(&position, column, 0, &[]);
            assert!(why.text.ends_with('.') && !why.text.contains(". ."), "{text} {column}: {}", why.text);
            assert_eq!(
                why.cells
                    & !Size::USUAL.columns().fold(0, |cells, column| cells
                        | (0..6).fold(0, |c, row| c | Size::USUAL.bit(column.index(), row))),
                0
            );
            if next.winner().is_some() {
                assert!(why.text.contains("connects four"), "{}", why.text);
            } else if !wins(&next, next.to_move()).is_empty() {
                assert!(
                    why.text.contains("on top of this disc and connect")
                        || why.text.contains("This does not block"),
                    "{}",
                    why.text
                );
            }
        }
    }
}

/// Explanations name the winning row length of the board.
#[test]
fn explanations_name_the_length_of_a_row() {
    let reasons = |board: &str, moves: &str, letter| {
        let size = Size::parse(board).unwrap();
        let position = Position::parse_moves(size, moves).unwrap();
        why(&position, Column::from_letter(letter, size).unwrap(), &[]).text
    };
    assert_eq!(
        reasons("4x2x3", "33", '2'),
        "This threatens to win in columns 1 and 4 at once, and O can block only one."
    );
    assert_eq!(
        reasons("4x3x3", "4441", '2'),
        "This threatens three in row 1, columns 2 to 4. When O blocks in column 3, X connects three on top of this disc."
    );
}

#[test]
fn a_book_knows_what_the_solver_knows() {
    for (board, plies) in [("4x4", 5), ("5x4", 4), ("4x4x3", 3)] {
        let size = Size::parse(board).unwrap();
        let mut solver = Solver::new(size, 1 << 20);
        let mut budget = Budget::unlimited();
        let scores: Vec<i32> = positions(size, plies)
            .iter()
            .map(|position| solver.score(position, &mut budget).unwrap())
            .collect();
        let bytes = file(size, plies, &scores);
        let book = Book::read(&bytes).unwrap();
        assert_eq!((book.size(), book.plies()), (size, plies));
        let mut known = 0;
        let mut open = vec![Position::new(size)];
        while let Some(position) = open.pop() {
            let score = solver.score(&position, &mut budget).unwrap();
            let is_in = position.plies() <= plies && position.end().is_none();
            assert_eq!(book.score(&position), is_in.then_some(score), "{position}");
            known += u32::from(is_in);
            if position.plies() <= plies {
                open.extend(position.moves().map(|column| position.after(column).unwrap()));
            }
        }
        assert!(known > 30, "{board}");
        let mut with_book = Solver::new(size, 0).with_book(book);
        let before = with_book.nodes();
        assert_eq!(
            with_book.score(&Position::new(size), &mut Budget::nodes(0)),
            Ok(solver.score(&Position::new(size), &mut budget).unwrap())
        );
        assert_eq!(with_book.nodes(), before, "nothing was searched");
        let mut changed = bytes.clone();
        let at = changed.len() - 12;
        changed[at] ^= 1;
        assert_eq!(Book::read(&changed).unwrap_err(), BookError::Sum);
        assert!(matches!(Book::read(&bytes[..bytes.len() - 3]), Err(BookError::Scores(_, _))));
        assert!(matches!(Book::read(b"a text"), Err(BookError::Head(_))));
        assert!(Book::read(&[]).is_err() && Book::read(&bytes[..20]).is_err());
    }
    assert_eq!(positions(Size::USUAL, 8).len(), 91_295);
}
