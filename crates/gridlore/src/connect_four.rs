//! Connect Four as a [`Puzzle`] and a [`Game`].
//!
//! A description contains the moves from the empty board: `4453`, or `9x7x5:44` on another board. A
//! position contains all moves played so far.

use crate::game::{Game, MoveScore, ReviewedMove};
use crate::{
    Action, CellView, Check, Hint, Kind, Opens, Page, Position, Preset, PressView, Puzzle, Reader, Refusal,
    Solve, View,
};
use gridlore_connect_four::explain::{explanation, winning_four_in_words};
use gridlore_connect_four::lines::Lines;
use gridlore_connect_four::players::{Level, choice, hardest_to_win};
use gridlore_connect_four::{
    Column, Outlook, Position as Board, Side, Size, Solver, bounds_in_words, moves, review,
};
use gridlore_core::{Budget, BudgetSpent, ParseError, Place};
use std::cell::RefCell;

/// Size of the solver's transposition table in bytes.
const TABLE_BYTES: usize = 32 << 20;
/// Maximum number of cells of a playable board: each response sends every cell to the page.
const MAX_CELLS: usize = 128;

pub(crate) const KIND: Kind = Kind {
    name: "connect-four",
    title: "Connect Four",
    rules: "Two players take turns to drop a disc into a column, where it falls to the lowest empty cell. The first to connect four in a row wins: horizontally, vertically or diagonally.",
    page: Some(Page { picture: Some("connect-four:7x6:44444223355616"), ..Page::PLAIN }),
    presets: &[
        Preset { params: "7x6", title: "7 by 6, four in a row" },
        Preset { params: "5x5", title: "5 by 5, four in a row" },
        Preset { params: "6x5", title: "6 by 5, four in a row" },
        Preset { params: "9x6", title: "9 by 6, four in a row" },
        Preset { params: "8x7", title: "8 by 7, four in a row" },
        Preset { params: "9x7x5", title: "9 by 7, five in a row" },
        Preset { params: "4x4x3", title: "4 by 4, three in a row" },
    ],
    is_only_code: None,
    opens: Opens::Puzzle(Reader {
        files: None,
        parse: |params, description| {
            let description = description.trim_end();
            // A size without moves or a seed: check whether such a board exists.
            if params.is_empty() && description.contains('x') {
                size(description)?;
            }
            let size = size(params)?;
            if description.contains('\n') {
                return Err(ParseError::name(
                    Place::column(1),
                    description.lines().next().unwrap_or_default(),
                    "moves such as 4453, on one line",
                ));
            }
            open(size, description)
        },
        // Every game begins with the empty board.
        generate: |params, _seed| open(size(params)?, ""),
    }),
};

fn size(params: &str) -> Result<Size, ParseError> {
    let size = if params.is_empty() { Size::USUAL } else { Size::parse(params)? };
    if size.cells() > MAX_CELLS || size.height() < 2 {
        return Err(ParseError::name(
            Place::column(1),
            params,
            "a board of 2 rows or more, and at most 128 cells",
        ));
    }
    Ok(size)
}

/// Opens a game on a board of this size, after these moves.
///
/// # Errors
/// Returns [`ParseError`] at the first illegal move.
///
/// ```
/// use gridlore_connect_four::Size;
///
/// let puzzle = gridlore::connect_four::open(Size::USUAL, "4453")?;
/// assert_eq!(puzzle.view(&puzzle.start()).blank, 38);
/// # Ok::<(), gridlore::ParseError>(())
/// ```
pub fn open(size: Size, moves: &str) -> Result<Box<dyn Puzzle>, ParseError> {
    Board::parse_moves(size, moves)?;
    Ok(Box::new(ConnectFour { size, start: moves.to_owned() }))
}

thread_local! {
    /// The solver is kept between calls, for one board size at a time.
    static SOLVER: RefCell<Option<Solver>> = const { RefCell::new(None) };
}

#[derive(Debug)]
struct ConnectFour {
    size: Size,
    start: String,
}

impl ConnectFour {
    fn board(&self, position: &Position) -> Board {
        Board::parse_moves(self.size, position.as_str()).expect("positions come from the same puzzle")
    }

    fn columns(&self, position: &Position) -> Vec<Column> {
        moves(self.size, position.as_str()).filter_map(Result::ok).map(|(column, _)| column).collect()
    }

    /// Calls `question` with the solver for this board size.
    fn with_solver<T>(&self, question: impl FnOnce(&mut Solver) -> T) -> T {
        SOLVER.with_borrow_mut(|solver| {
            let solver = match solver {
                Some(solver) if solver.size() == self.size => solver,
                other => other.insert(Solver::with_built_in_book(self.size, TABLE_BYTES)),
            };
            question(solver)
        })
    }

    /// Converts a set of bits to the cell numbers of the facade.
    fn cells(&self, bits: u128) -> Vec<usize> {
        let (width, height) = (self.size.width(), self.size.height());
        (0..width * height)
            .filter(|cell| self.size.bit(cell % width, height - 1 - cell / width) & bits != 0)
            .collect()
    }

    fn status(&self, board: &Board) -> String {
        match board.end() {
            Some(Some(side)) => format!("{} won at move {}", side.letter(), board.plies()),
            Some(None) => "A draw: the board is full".to_owned(),
            None => format!("{} to move · move {}", board.to_move().letter(), board.plies() + 1),
        }
    }

    fn review_in_words(&self, board: &Board, number: usize, one: &review::ReviewedMove) -> String {
        let outlook = |score: i32| Outlook::from_score(board, score);
        let (side, column) = (one.side.letter(), one.column);
        let names: Vec<String> = one.best.iter().map(Column::to_string).collect();
        let names = names.join(" or ");
        let mark = match one.mark {
            review::Mark::Best => "best",
            review::Mark::Inaccuracy => "an inaccuracy",
            review::Mark::Mistake => "a mistake",
        };
        let result = match outlook(one.score) {
            Outlook { winner: None, .. } => "A draw".to_owned(),
            won => won.to_string(),
        };
        let text = format!("Move {number}, {side} in column {column}: {mark}. {result}");
        if one.mark == review::Mark::Best {
            format!("{text}.")
        } else {
            format!("{text} instead of {}. Better: column {names}.", outlook(one.best_score).as_noun())
        }
    }
}

impl Puzzle for ConnectFour {
    fn kind(&self) -> &'static Kind {
        &KIND
    }

    fn description(&self) -> String {
        if self.size == Size::USUAL { self.start.clone() } else { format!("{}:{}", self.size, self.start) }
    }

    fn start(&self) -> Position {
        Position::new(self.start.clone())
    }

    fn position(&self, text: &str) -> Result<Position, ParseError> {
        Board::parse_moves(self.size, text)?;
        Ok(Position::new(text.to_owned()))
    }

    fn apply(&self, position: &Position, action: &Action) -> Result<Position, Refusal> {
        match action {
            Action::Press { press } => {
                let Some(column) = Column::new(*press, self.size) else {
                    return Err(Refusal::NoSuchPress { press: *press, last: self.size.width() - 1 });
                };
                self.board(position).after(column).map_err(|error| Refusal::Illegal(error.to_string()))?;
                Ok(Position::new(format!("{}{column}", position.as_str())))
            }
            Action::Become(position) => Ok(position.clone()),
            Action::Enter { .. }
            | Action::Mark { .. }
            | Action::Clear { .. }
            | Action::Line { .. }
            | Action::EraseLines { .. } => {
                Err(Refusal::WrongAction { found: "a symbol for a cell", expected: "a column" })
            }
        }
    }

    fn check(&self, position: &Position, budget: &mut Budget) -> Result<Check, BudgetSpent> {
        let board = self.board(position);
        let solved = board.end().is_some();
        let message = if solved {
            format!("{}.", self.status(&board))
        } else {
            let score = self.with_solver(|solver| solver.score(&board, budget))?;
            format!("With best play: {}.", Outlook::from_score(&board, score))
        };
        Ok(Check { solved, message, ..Check::default() })
    }

    fn solve(&self, budget: &mut Budget) -> Result<Solve, BudgetSpent> {
        let board = self.board(&self.start());
        let line = self.with_solver(|solver| solver.line(&board, budget))?;
        let end = line.iter().fold(self.start.clone(), |text, column| format!("{text}{column}"));
        Ok(Solve::Several(Position::new(end)))
    }

    /// Counts the best moves of the initial position, since a game has no solutions to count.
    fn count(&self, limit: u64, budget: &mut Budget) -> Result<u64, BudgetSpent> {
        let board = self.board(&self.start());
        if board.end().is_some() {
            return Ok(0);
        }
        Ok((self.with_solver(|solver| solver.best(&board, budget))?.0.len() as u64).min(limit))
    }

    fn hint(&self, position: &Position, budget: &mut Budget) -> Result<Hint, BudgetSpent> {
        let board = self.board(position);
        if board.end().is_some() {
            let text = format!("{}.", self.status(&board));
            return Ok(Hint { title: "The game is over".to_owned(), text, ..Hint::default() });
        }
        let (best, score) = self.with_solver(|solver| solver.best(&board, budget))?;
        // In a lost position, choose a move after which the opponent's win is hardest to find.
        let chosen = self
            .with_solver(|solver| hardest_to_win(&board, &best, score, solver, budget))
            .unwrap_or_else(|_| best.clone());
        // Of equally good moves, choose the one nearest to the middle.
        let column = *chosen
            .iter()
            .min_by_key(|column| (2 * column.index() + 1).abs_diff(self.size.width()))
            .expect("the game is not over");
        let after = board.after(column).expect("the move is legal");
        // If the line takes too long to compute, the reason does not mention the end of the game.
        let line = self.with_solver(|solver| solver.line(&after, budget)).unwrap_or_default();
        let why = explanation(&board, column, score, &line);
        let others: Vec<String> =
            best.iter().filter(|&&other| other != column).map(Column::to_string).collect();
        let also = match (others.as_slice(), score < 0) {
            ([], true) if board.moves().nth(1).is_some() => " All other columns lose sooner.".to_owned(),
            ([], _) => String::new(),
            ([one], false) => format!(" Column {one} is equally good."),
            ([one], true) => format!(" Column {one} holds out just as long."),
            (several, false) => format!(" Columns {} are equally good.", several.join(", ")),
            (several, true) => format!(" Columns {} hold out just as long.", several.join(", ")),
        };
        Ok(Hint {
            title: format!("Column {column}"),
            text: format!("{}{also}", why.text),
            cells: self.cells(why.cells),
            action: Some(Action::Press { press: column.index() }),
            ..Hint::default()
        })
    }

    fn praise(&self, position: &Position, _budget: &mut Budget) -> String {
        let board = self.board(position);
        match winning_four_in_words(&board) {
            Some(row) => format!("{}: {row}.", self.status(&board)),
            None => format!("{}.", self.status(&board)),
        }
    }

    fn is_solved(&self, position: &Position) -> bool {
        self.board(position).end().is_some()
    }

    fn text(&self, position: &Position) -> String {
        self.board(position).to_string()
    }

    fn view(&self, position: &Position) -> View {
        let board = self.board(position);
        let (width, height) = (self.size.width(), self.size.height());
        let winner = board.winner();
        let row = winner.map_or(0, |side| Lines::new(self.size).cells_in(board.stones(side)));
        let last = self.columns(position).last().map(|column| {
            let full = (0..height).filter(|&row| board.stone(column.index(), row).is_some()).count();
            (column.index(), full - 1)
        });
        let cells = (0..width * height)
            .map(|cell| {
                let (column, row_from_bottom) = (cell % width, height - 1 - cell / width);
                let stone = board.stone(column, row_from_bottom);
                let is_won = self.size.bit(column, row_from_bottom) & row != 0;
                let letter = Column::new(column, self.size).map(Column::letter).unwrap_or_default();
                let mut label = format!("column {letter}, row {}, ", row_from_bottom + 1);
                match stone {
                    None => label.push_str("empty"),
                    Some(side) => label.push(side.letter()),
                }
                if is_won {
                    label.push_str(", part of the winning line");
                }
                CellView {
                    symbol: stone.map(Side::letter),
                    press: Some(column),
                    highlight: is_won,
                    last: last == Some((column, row_from_bottom)),
                    label,
                    ..CellView::default()
                }
            })
            .collect();
        let presses = self
            .size
            .columns()
            .map(|column| PressView {
                name: column.to_string(),
                turns: if board.end().is_some() {
                    Vec::new()
                } else {
                    self.cells(board.landing(column).unwrap_or_default())
                },
            })
            .collect();
        View {
            rows: height,
            columns: width,
            cells,
            presses,
            are_discs: true,
            status: self.status(&board),
            blank: self.size.cells() - board.plies(),
            solved: board.end().is_some(),
            ..View::default()
        }
    }

    fn game(&self) -> Option<&dyn Game> {
        Some(self)
    }
}

impl Game for ConnectFour {
    fn levels(&self) -> Vec<(&'static str, &'static str)> {
        Level::ALL.iter().map(|level| (level.name(), level.title())).collect()
    }

    fn side(&self, position: &Position) -> Option<usize> {
        let board = self.board(position);
        board.end().is_none().then(|| usize::from(board.to_move() == Side::Second))
    }

    fn move_score(&self, position: &Position, press: usize, nodes: u64) -> Option<MoveScore> {
        let board = self.board(position);
        let after = board.after(Column::new(press, self.size)?).ok()?;
        let bounds = self.with_solver(|solver| solver.bounds(&after, &mut Budget::nodes(nodes)));
        let (lower, upper) = (-bounds.end(), -bounds.start());
        Some(MoveScore { lower, upper, meaning: bounds_in_words(&board, &(lower..=upper)) })
    }

    fn reply(
        &self,
        position: &Position,
        level: &str,
        seed: u64,
        nodes: u64,
    ) -> Result<Option<Action>, BudgetSpent> {
        let board = self.board(position);
        let Some(level) = Level::from_name(level).filter(|_| board.end().is_none()) else { return Ok(None) };
        let mut budget = Budget::nodes(nodes);
        let column = self.with_solver(|solver| choice(level, &board, seed, solver, &mut budget))?;
        Ok(Some(Action::Press { press: column.index() }))
    }

    fn review(&self, position: &Position, nodes: u64) -> (Vec<ReviewedMove>, bool) {
        let columns = self.columns(position);
        let mut boards = vec![Board::new(self.size)];
        for &column in &columns {
            let last = boards[boards.len() - 1];
            boards.push(last.after(column).expect("the moves of the game are legal"));
        }
        let mut reviewed = Vec::new();
        let mut budget = Budget::nodes(nodes);
        for (number, (&column, board)) in columns.iter().zip(&boards).enumerate().rev() {
            let one = self.with_solver(|solver| review::review_move(solver, board, column, &mut budget));
            let Ok(one) = one else { return (reviewed, false) };
            reviewed.push(ReviewedMove {
                number: number + 1,
                side: usize::from(one.side == Side::Second),
                press: column.index(),
                mark: one.mark.name(),
                score: one.score,
                best_score: one.best_score,
                best: one.best.iter().map(|column| column.index()).collect(),
                text: self.review_in_words(board, number + 1, &one),
            });
        }
        (reviewed, true)
    }
}
