//! Comparisons for Connect Four, which check scores, best moves, reasons, reviews, books and
//! players against plain minimax.

mod case;
mod reference;
mod words;

use crate::room::{Opinions, Room};
use case::Case;
use gridlore_connect_four::book::{self, Book};
use gridlore_connect_four::players::{self, Level};
use gridlore_connect_four::review::{self, Mark, ReviewedMove};
use gridlore_connect_four::win::{Way, Width, count_won};
use gridlore_connect_four::{Column, Outlook, Position, Side, Size, Solver, explain, perft};
use gridlore_core::{Budget, Rng};
use reference::{Board, End, Minimax};
use std::fmt::Debug;

/// Maximum number of positions per case.
const MAX_POSITIONS: usize = 6_000;

/// The room for Connect Four.
pub(crate) struct Scores;

impl Room for Scores {
    const NAME: &'static str = "connect-four/scores";
    const ABOUT: &'static str =
        "Connect Four: scores, best moves, lines, reasons, reviews, books and players";
    const SHORT: u64 = 300;

    type Case = Case;

    fn open() -> Self {
        Self
    }

    fn opinions(&self) -> Opinions {
        Opinions { present: vec!["plain minimax".to_owned()], absent: vec![] }
    }

    fn case(&mut self, rng: &mut Rng) -> Option<Case> {
        let case = Case::random(rng);
        let boards = case.boards()?;
        Minimax::new(MAX_POSITIONS).end(&boards[case.from])?;
        Some(case)
    }

    fn difference(&mut self, case: &Case) -> Option<String> {
        let boards = case.boards()?;
        let mut minimax = Minimax::new(MAX_POSITIONS);
        minimax.end(&boards[case.from])?;
        // Positions outside the game are also searched.
        minimax.limit *= 4;
        let text = case.to_size();
        let Ok(size) = Size::parse(&text) else { return Some(format!("size {text} is rejected")) };
        let bytes = [0, 1 << 10, 1 << 16, 1 << 18][usize::try_from(case.seed % 4).unwrap_or(0)];
        let threads = if case.seed.is_multiple_of(16) { 2 } else { 1 };
        let solvers = vec![Solver::with_threads(size, bytes, threads), Solver::plain(size, bytes)];
        let mut check = Check { case, boards: &boards, size, solvers, minimax };
        check.rules().or_else(|| check.scores()).or_else(|| check.book())
    }

    fn smaller(&self, case: &Case) -> Vec<Case> {
        case.smaller()
    }

    fn print(&self, case: &Case) -> String {
        format!("{} {}, solved from ply {}, seed {}", case.to_size(), case.to_moves(), case.from, case.seed)
    }
}

/// Returns a difference between the expected and the found value, if any.
fn unequal<T: PartialEq + Debug>(what: &str, expected: &T, found: &T) -> Option<String> {
    (expected != found).then(|| format!("{what}\nexpected {expected:?}\ngridlore {found:?}"))
}

const fn side(is_first: bool) -> Side {
    if is_first { Side::First } else { Side::Second }
}

/// A case, its boards, and the solvers that are compared.
struct Check<'a> {
    case: &'a Case,
    boards: &'a [Board],
    size: Size,
    solvers: Vec<Solver>,
    minimax: Minimax,
}

impl Check<'_> {
    fn column(&self, index: usize) -> Column {
        Column::new(index, self.size).expect("a column of the board")
    }

    fn position(&self, board: &Board) -> Position {
        let bit = |(column, row)| self.size.bit(column, row);
        let stones = |side| {
            let cells = (0..board.width).flat_map(|column| (0..board.height).map(move |row| (column, row)));
            cells.filter(|cell| board.stone(*cell) == Some(side)).map(bit).sum()
        };
        Position::from_stones(self.size, stones(true), stones(false)).expect("a position of a game")
    }

    /// Checks moves, endings, text forms, mirror images and lines against the rules.
    fn rules(&self) -> Option<String> {
        let (first, last) = (self.boards.first()?, self.boards.last()?);
        let position = match Position::parse_moves(self.size, &self.case.to_moves()) {
            Ok(position) => position,
            Err(error) => return Some(format!("the moves are rejected: {error}")),
        };
        let moves: Vec<usize> = position.moves().map(Column::index).collect();
        let end = position.end().map(|winner| winner.map(|winner| winner == Side::First));
        let grid = Position::parse_grid(self.size, &position.to_string());
        let mut mirrored = last.clone();
        mirrored.columns.reverse();
        let wins = |side_of: bool| -> Vec<usize> {
            explain::wins(&position, side(side_of)).into_iter().map(Column::index).collect()
        };
        unequal("position after the moves", &self.position(last), &position)
            .or_else(|| unequal("moves", &last.moves(), &moves))
            .or_else(|| unequal("end", &last.end().map(|end| end.winner), &end))
            .or_else(|| unequal("grid", &Ok(position), &grid))
            .or_else(|| unequal("mirror", &self.position(&mirrored), &position.mirrored()))
            .or_else(|| unequal("wins of X", &last.wins(true), &wins(true)))
            .or_else(|| unequal("wins of O", &last.wins(false), &wins(false)))
            .or_else(|| {
                let games = |depth| perft(&Position::new(self.size), depth);
                unequal("games", &count_games(first, 3), &games(3))
                    .or_else(|| unequal("continuations", &count_games(last, 2), &perft(&position, 2)))
            })
            .or_else(|| self.rows())
    }

    /// Checks line detection on random discs, by every implementation.
    fn rows(&self) -> Option<String> {
        let mut rng = Rng::new(self.case.seed);
        let mut words = Vec::new();
        let mut won = 0;
        for _ in 0..8 {
            let mut board = Board::new(self.case.width, self.case.height, self.case.run);
            for column in &mut board.columns {
                column.extend((0..self.case.height).map(|_| rng.below(2) == 0));
            }
            let cells = (0..board.width).flat_map(|column| (0..board.height).map(move |row| (column, row)));
            let stones: u128 = cells
                .filter(|cell| board.stone(*cell) == Some(true))
                .map(|(column, row)| self.size.bit(column, row))
                .sum();
            let has_run = !board.rows(true).is_empty();
            won += usize::from(has_run);
            words.extend(u64::try_from(stones));
            for way in Way::all(self.size) {
                let difference = unequal(
                    &format!("line in {stones:#x} by {}", way.name()),
                    &has_run,
                    &way.has_run(stones),
                );
                if difference.is_some() {
                    return difference;
                }
            }
        }
        let is_usual = self.size == Size::USUAL;
        is_usual.then(|| {
            Width::all().into_iter().find_map(|width| {
                unequal(&format!("boards with a line by {}", width.name()), &won, &count_won(width, &words))
            })
        })?
    }

    /// Checks scores, best moves, lines, reasons, marks and players, from the last position
    /// backwards.
    fn scores(&mut self) -> Option<String> {
        for ply in (self.case.from..self.boards.len()).rev() {
            let board = &self.boards[ply];
            let position = self.position(board);
            for solver in 0..self.solvers.len() {
                let difference = self.score_difference(board, &position, solver);
                if difference.is_some() {
                    return difference.map(|difference| format!("ply {ply}, solver {solver}: {difference}"));
                }
            }
            let difference = self.reasons(board, &position).or_else(|| self.players(board, &position));
            if difference.is_some() {
                return difference.map(|difference| format!("ply {ply}: {difference}"));
            }
        }
        None
    }

    /// Returns the score of each move: `None` if the column is full or the game is over.
    fn expected(&mut self, board: &Board) -> Option<Vec<Option<i32>>> {
        let moves = board.moves();
        let mut scores = vec![None; board.width];
        for column in moves {
            let end = self.minimax.end(&board.after(column))?;
            scores[column] = Some(board.score(end));
        }
        Some(scores)
    }

    fn score_difference(&mut self, board: &Board, position: &Position, solver: usize) -> Option<String> {
        let end = self.minimax.end(board)?;
        let (score, expected) = (board.score(end), self.expected(board)?);
        let solver = &mut self.solvers[solver];
        let budget = &mut Budget::unlimited();
        let outlook = Outlook::from_score(position, score);
        let scores: Vec<Option<i32>> =
            solver.scores(position, budget).ok()?.into_iter().map(|entry| entry.1).collect();
        let best: Vec<usize> = (0..board.width).filter(|column| expected[*column] == Some(score)).collect();
        let (found, found_score) = solver.best(position, budget).ok()?;
        let found: Vec<usize> = found.into_iter().map(Column::index).collect();
        let line = solver.line(position, budget).ok()?;
        let played = line.iter().try_fold(board.clone(), |board, column| {
            board.moves().contains(&column.index()).then(|| board.after(column.index()))
        });
        let is_over = board.end().is_some();
        unequal("score", &Ok(score), &solver.score(position, budget))
            .or_else(|| unequal("outcome", &Ok(score.signum()), &solver.outcome(position, budget)))
            .or_else(|| unequal("winner of the outlook", &end.winner.map(side), &outlook.winner))
            .or_else(|| unequal("last disc of the outlook", &end.stone, &outlook.stone).filter(|_| !is_over))
            .or_else(|| unequal("scores", &expected, &scores))
            .or_else(|| unequal("best moves", &(best, score), &(found, found_score)))
            .or_else(|| unequal("end of the line", &Some(Some(end)), &played.map(|board| board.end())))
    }

    /// Checks that the explanation of every move is true, and that reviews mark it by its score.
    fn reasons(&mut self, board: &Board, position: &Position) -> Option<String> {
        let scores = self.expected(board)?;
        let best_score = scores.iter().flatten().copied().max()?;
        for index in board.moves() {
            let (column, score) = (self.column(index), scores[index]?);
            let after = position.after(column).ok()?;
            let budget = &mut Budget::unlimited();
            let line = self.solvers[0].line(&after, budget).ok()?;
            let with_line = explain::why(position, column, &line).text;
            let without = explain::why(position, column, &[]).text;
            let explanation = explain::explanation(position, column, score, &[]).text;
            let end = self.minimax.end(&board.after(index))?;
            let outlook = match end {
                _ if after.end().is_some() => String::new(),
                End { winner: None, .. } => "A draw. ".to_owned(),
                End { winner: Some(winner), stone } => {
                    format!("{} wins at move {stone}. ", side(winner).letter())
                }
            };
            // After the move that fills the board, the line is empty but the game has ended.
            let has_line = !line.is_empty() || after.end().is_some();
            let fault = words::fault(board, index, &with_line, has_line, &mut self.minimax)
                .or_else(|| words::fault(board, index, &without, after.end().is_some(), &mut self.minimax))
                .or_else(|| {
                    unequal("explanation", &format!("{outlook}{without}").trim_end().to_owned(), &explanation)
                });
            if let Some(fault) = fault {
                return Some(format!("move {column}: {fault}"));
            }
            let reviewed = review::review_move(&mut self.solvers[0], position, column, budget).ok()?;
            let mark = match (score == best_score, score.signum() == best_score.signum()) {
                (true, _) => Mark::Best,
                (_, true) => Mark::Inaccuracy,
                (_, false) => Mark::Mistake,
            };
            let best: Vec<Column> = (board.moves().into_iter())
                .filter(|index| scores[*index] == Some(best_score))
                .map(|index| self.column(index))
                .collect();
            let expected = ReviewedMove { side: side(board.mover()), column, mark, score, best_score, best };
            let difference = unequal("review", &expected, &reviewed);
            if difference.is_some() {
                return difference;
            }
        }
        None
    }

    /// Checks that every player makes legal moves, and that the perfect player makes a best move.
    fn players(&mut self, board: &Board, position: &Position) -> Option<String> {
        let scores = self.expected(board)?;
        let best = scores.iter().flatten().copied().max()?;
        for level in Level::ALL {
            // This player simulates thousands of games.
            if level == Level::Playouts && !self.case.seed.is_multiple_of(8) {
                continue;
            }
            let solver = &mut self.solvers[0];
            let column =
                players::choice(level, position, self.case.seed, solver, &mut Budget::unlimited()).ok()?;
            let is_right = match scores[column.index()] {
                None => false,
                Some(score) => level != Level::Perfect || score == best,
            };
            if !is_right {
                return Some(format!("{level:?} plays column {column}"));
            }
        }
        None
    }

    /// Checks a book of the first plies on a board that is solved from the start.
    fn book(&mut self) -> Option<String> {
        let first = &self.boards[0];
        self.minimax.end(first)?;
        let plies = usize::try_from(self.case.seed % 5).ok()?.min(first.cells());
        let mut boards = vec![first.clone()];
        let mut all = boards.clone();
        for _ in 0..plies {
            boards = boards
                .iter()
                .flat_map(|board| board.moves().into_iter().map(|column| board.after(column)))
                .collect();
            all.extend(boards.iter().cloned());
        }
        let positions = book::positions(self.size, plies);
        let mut expected: Vec<Position> = boards
            .iter()
            .filter(|board| board.end().is_none())
            .map(|board| smaller_image(&self.position(board)))
            .collect();
        expected.sort_by_key(|position| (position.all(), position.stones(Side::First)));
        expected.dedup();
        let mut scores = Vec::new();
        for position in &positions {
            let board = self.board(position);
            let end = self.minimax.end(&board)?;
            scores.push(board.score(end));
        }
        let mut found: Vec<Position> = positions.iter().map(smaller_image).collect();
        found.sort_by_key(|position| (position.all(), position.stones(Side::First)));
        let book = match Book::read(&book::file(self.size, plies, &scores)) {
            Ok(book) => book,
            Err(error) => return Some(format!("the book of {plies} plies is rejected: {error}")),
        };
        if let Some(difference) = unequal("positions of the book", &expected, &found) {
            return Some(difference);
        }
        let mut solver = Solver::new(self.size, 1 << 10).with_book(book.clone());
        for board in all {
            let position = self.position(&board);
            let end = self.minimax.end(&board)?;
            let score = board.score(end);
            let is_in = board.end().is_none();
            let difference = unequal("score of the book", &is_in.then_some(score), &book.score(&position))
                .or_else(|| {
                    unequal(
                        "score with the book",
                        &Ok(score),
                        &solver.score(&position, &mut Budget::unlimited()),
                    )
                })
                .or_else(|| {
                    let scores = self.expected(&board)?;
                    let best: Vec<usize> =
                        (0..board.width).filter(|column| scores[*column] == Some(score)).collect();
                    let found = solver.best(&position, &mut Budget::unlimited()).ok()?.0;
                    unequal("best with the book", &best, &found.into_iter().map(Column::index).collect())
                });
            if difference.is_some() {
                return difference.map(|difference| format!("{position}{difference}"));
            }
        }
        None
    }

    fn board(&self, position: &Position) -> Board {
        let mut board = Board::new(self.case.width, self.case.height, self.case.run);
        for (index, column) in board.columns.iter_mut().enumerate() {
            let stones = (0..self.case.height).map_while(|row| position.stone(index, row));
            column.extend(stones.map(|side| side == Side::First));
        }
        board
    }
}

/// Returns the smaller of a position and its mirror image.
fn smaller_image(position: &Position) -> Position {
    let key = |position: &Position| (position.all(), position.stones(Side::First));
    let mirrored = position.mirrored();
    if key(&mirrored) < key(position) { mirrored } else { *position }
}

/// Returns the number of continuations that are `depth` moves long.
fn count_games(board: &Board, depth: usize) -> u64 {
    if depth == 0 {
        return 1;
    }
    board.moves().into_iter().map(|column| count_games(&board.after(column), depth - 1)).sum()
}
