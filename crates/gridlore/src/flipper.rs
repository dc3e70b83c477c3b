//! Toggle puzzles as a [`Puzzle`].
//!
//! A position is the board, one digit per square, and after a comma the number of presses so far:
//! `110011101,5`.

use crate::{
    Action, CellView, Check, Hint, Kind, Opens, Page, Position, Preset, PressView, Puzzle, Reader, Refusal,
    Sizes, Solve, Stage, View, Workshop,
};
use gridlore_core::{Budget, BudgetSpent, ParseError, ParseErrorKind, Place};
use gridlore_flipper::explain::why_unsolvable;
use gridlore_flipper::{Bits, Outcome, Solver, Toggle, Vector, generate};

/// Maximum number of squares or moves of a playable board, and maximum number of squares that its
/// moves toggle in total. Each response sends the page the squares that every move toggles.
const MAX_SQUARES: usize = 2500;
const MAX_TOGGLED: usize = 100_000;
/// Maximum product of squares and moves for a puzzle whose moves are spelled out; its id has that
/// many characters.
const MAX_SPELLED: usize = 1 << 20;
/// Maximum number of squares or moves if the number of presses is given and there are more than two
/// colours: the elimination takes a byte per square.
const MAX_COUNTED: usize = 256;
/// Maximum number of squares for which each square shows the name of its move.
const MAX_NAMED: usize = 9;
/// Maximum number of further presses that a hint lists.
const MAX_LISTED: usize = 20;
/// Node budget for generating a board with a given number of presses; it takes a few hundredths of
/// a second.
const BUDGET: u64 = 2_000_000;

pub(crate) const KIND: Kind = Kind {
    name: "flipper",
    title: "Flipper",
    rules: "Each press toggles a fixed set of squares between lit and dark. Reach the goal: in Flipper, a ring of light around a dark centre.",
    page: Some(Page {
        workshop: Some(Workshop {
            title: "Design your own puzzle",
            lead: "Define what each move toggles, and play immediately. Nothing leaves your browser; a link carries the puzzle.",
        }),
        sizes: Some(Sizes { title: "Lights Out of any size", prefix: "lights-out,", min: 2, max: 25 }),
        ..Page::PLAIN
    }),
    presets: &[
        Preset { params: "flipper", title: "Flipper" },
        Preset { params: "flipper,presses,3", title: "Flipper, three presses" },
        Preset { params: "flipper,presses,6", title: "Flipper, six presses" },
        Preset { params: "merlin", title: "Merlin’s square" },
        Preset { params: "lights-out,3,3", title: "Lights Out 3 by 3" },
        Preset { params: "lights-out,5,5,presses,6", title: "Lights Out 5 by 5, six presses" },
        Preset { params: "lights-out,5,5", title: "Lights Out 5 by 5" },
        Preset { params: "lights-out,7,7", title: "Lights Out 7 by 7" },
        Preset { params: "lights-out,5,5,torus", title: "Lights Out on a torus" },
        Preset { params: "lights-out,4,4,colours,3", title: "Three colours, 4 by 4" },
    ],
    is_only_code: None,
    opens: Opens::Puzzle(Reader {
        files: None,
        parse: |params, description| {
            let first = description.trim_start();
            if params.is_empty() && (first.starts_with("grid") || first.starts_with("squares")) {
                let (puzzle, start) = Toggle::parse_game(description)?;
                let at = Place { line: description.lines().count().max(1), column: 1 };
                let missing =
                    || ParseError::name(at, "", "a line 'start BOARD' with the board to start from");
                return open(puzzle, start.ok_or_else(missing)?);
            }
            let puzzle = named(params)?;
            let board = puzzle.board(description.trim_end())?;
            open(puzzle, board)
        },
        generate: |params, seed| {
            let (name, presses) = match params.rsplit_once("presses") {
                Some((name, count)) => {
                    let count = count.trim_start_matches([',', ' ']);
                    let at = Place::column(params.chars().count() - count.chars().count() + 1);
                    let invalid = || ParseError::name(at, count, "a number of presses");
                    (
                        name.trim_end_matches([',', ' ']),
                        Some((at, count.parse::<usize>().map_err(|_| invalid())?)),
                    )
                }
                None => (params, None),
            };
            let puzzle = named(name)?;
            let board = match presses {
                None => generate::any_board(sized(&puzzle)?, seed),
                Some((at, presses)) => {
                    let size = puzzle.squares().max(puzzle.moves());
                    if puzzle.colours() > 2 && size > MAX_COUNTED {
                        let found = format!(
                            "{} squares and {} moves, with {} colours",
                            puzzle.squares(),
                            puzzle.moves(),
                            puzzle.colours()
                        );
                        let expected = "at most 256 squares and at most 256 moves, or two colours, when the number of presses is given";
                        return Err(mismatch(at, found, expected));
                    }
                    let solver = Solver::new(sized(&puzzle)?);
                    let board = generate::board_if_proved(
                        &puzzle,
                        &solver,
                        presses,
                        seed,
                        &mut Budget::nodes(BUDGET),
                    );
                    let missing = || {
                        ParseError::name(
                            at,
                            presses.to_string(),
                            "fewer presses (no board was found that needs exactly that many)",
                        )
                    };
                    board.ok_or_else(missing)?
                }
            };
            open(puzzle, board)
        },
    }),
};

/// Returns an error that describes what was found instead of quoting it.
fn mismatch(at: Place, found: String, expected: &str) -> ParseError {
    ParseError { at, kind: ParseErrorKind::Wrong { found, expected: expected.to_owned() } }
}

/// Opens a puzzle by its name, Flipper by default.
fn named(name: &str) -> Result<Toggle, ParseError> {
    if name.is_empty() {
        return Ok(Toggle::flipper());
    }
    // Reject puzzles that are too large to play before building their moves. A random move toggles
    // about half of the squares.
    let mut words =
        name.split(|sign: char| sign == ',' || sign.is_whitespace()).filter(|word| !word.is_empty());
    let kind = words.next().unwrap_or_default();
    if matches!(kind, "lights-out" | "random") {
        let sizes: Vec<usize> = words.map_while(|word| word.parse().ok()).take(3).collect();
        let at = Place::column(1);
        if let [columns, rows, ..] = sizes[..]
            && columns.saturating_mul(rows) > MAX_SQUARES
        {
            let found = format!("a board of {columns} columns and {rows} rows");
            return Err(mismatch(at, found, "a board of at most 2500 squares"));
        }
        if let ("random", [columns, rows, moves]) = (kind, &sizes[..]) {
            let half = columns * rows.saturating_mul(*moves) / 2;
            if half > 2 * MAX_TOGGLED || *moves > MAX_SQUARES {
                let found = format!("{moves} moves that toggle about {half} squares");
                return Err(mismatch(
                    at,
                    found,
                    "at most 2500 moves that toggle at most 100000 squares in total",
                ));
            }
        }
    }
    Toggle::from_name(name)
}

fn is_playable(puzzle: &Toggle) -> bool {
    let toggled: usize = puzzle.turned().iter().map(Bits::count_ones).sum();
    puzzle.squares() > 0 && puzzle.squares().max(puzzle.moves()) <= MAX_SQUARES && toggled <= MAX_TOGGLED
}

fn sized(puzzle: &Toggle) -> Result<&Toggle, ParseError> {
    let at = Place::column(1);
    let (squares, moves) = (puzzle.squares(), puzzle.moves());
    if is_playable(puzzle) && puzzle.is_spelled_out() && squares * moves > MAX_SPELLED {
        let found = format!("{moves} custom moves on {squares} squares");
        return Err(mismatch(at, found, "a product of moves and squares of at most 1048576"));
    }
    if is_playable(puzzle) {
        return Ok(puzzle);
    }
    let turned: usize = puzzle.turned().iter().map(Bits::count_ones).sum();
    let found = format!(
        "{} squares, and {} moves that toggle {turned} squares in total",
        puzzle.squares(),
        puzzle.moves()
    );
    let expected = "1 to 2500 squares and at most 2500 moves that toggle at most 100000 squares in total";
    Err(mismatch(at, found, expected))
}

/// Opens a board of any size for display. If the board is too large to play, its view has no
/// presses.
///
/// ```
/// use gridlore_flipper::Toggle;
///
/// let toggle = Toggle::flipper();
/// let board = toggle.board("110011101")?;
/// let puzzle = gridlore::flipper::show(toggle, board);
/// assert_eq!(puzzle.description(), "110011101");
/// # Ok::<(), gridlore::ParseError>(())
/// ```
#[must_use]
pub fn show(puzzle: Toggle, board: Vector) -> Box<dyn Puzzle> {
    Box::new(Flipper { puzzle, start: board })
}

/// Opens a puzzle to play, starting from the given board.
///
/// # Errors
/// Returns [`ParseError`] if the puzzle has no squares, more than 2500 squares or moves, or moves
/// that toggle more than 100,000 squares in total; with custom moves, also if the product of
/// squares and moves exceeds 1,048,576.
///
/// ```
/// use gridlore_flipper::Toggle;
///
/// let toggle = Toggle::flipper();
/// let board = toggle.board("110011101")?;
/// let puzzle = gridlore::flipper::open(toggle, board)?;
/// assert_eq!(puzzle.view(&puzzle.start()).presses.len(), 9);
/// # Ok::<(), gridlore::ParseError>(())
/// ```
pub fn open(puzzle: Toggle, start: Vector) -> Result<Box<dyn Puzzle>, ParseError> {
    sized(&puzzle)?;
    Ok(show(puzzle, start))
}

#[derive(Debug)]
struct Flipper {
    puzzle: Toggle,
    start: Vector,
}

/// A parsed position.
struct Played {
    board: Vector,
    presses: usize,
}

impl Played {
    fn position(&self) -> Position {
        Position::new(format!("{},{}", self.board, self.presses))
    }
}

/// The solver's result for a board.
enum Answer {
    /// Presses that solve it, and whether they are proved to be the minimum.
    Presses(Vector, bool),
    /// There is no solution; weights of the squares prove it.
    Unsolvable(Vector),
}

impl Flipper {
    fn played(&self, text: &str) -> Result<Played, ParseError> {
        let (board, presses) = text.split_once(',').unwrap_or((text, ""));
        let board = self.puzzle.board(board)?;
        let at = Place::column(text.chars().count() - presses.chars().count() + 1);
        let presses = presses.parse().map_err(|_| ParseError::name(at, presses, "a number of presses"))?;
        Ok(Played { board, presses })
    }

    fn read(&self, position: &Position) -> Played {
        self.played(position.as_str()).expect("positions come from the same puzzle")
    }

    fn answer(&self, board: &Vector, budget: &mut Budget) -> Answer {
        match Solver::new(&self.puzzle).outcome(board) {
            Outcome::Solvable(solutions) => {
                let fewest = solutions.fewest(budget);
                Answer::Presses(fewest.presses.clone(), fewest.is_proven())
            }
            Outcome::Unsolvable(weights) => Answer::Unsolvable(weights),
        }
    }

    /// Returns whether cells can be pressed, that is, whether there is one move per square.
    fn is_pressed_by_cells(&self) -> bool {
        self.puzzle.moves() == self.puzzle.squares()
    }

    /// Returns the name of a move and, on a board too large to show names, the position of its
    /// square.
    fn name_with_place(&self, press: usize) -> String {
        let (name, columns) = (self.puzzle.move_name(press), self.puzzle.columns());
        let is_number = name == (press + 1).to_string();
        if !self.is_pressed_by_cells() || self.puzzle.squares() <= MAX_NAMED || !is_number {
            return name.to_owned();
        }
        format!("{name} (row {}, column {})", press / columns + 1, press % columns + 1)
    }

    /// Returns the first stage of a hint: the row of the square to press or, where moves are not
    /// squares, a square that the move toggles.
    fn nudge(&self, press: usize, count: &str) -> Stage {
        let columns = self.puzzle.columns();
        if self.is_pressed_by_cells() {
            let row = press / columns;
            let cells = (row * columns..self.puzzle.squares().min((row + 1) * columns)).collect();
            return Stage { text: format!("{count} to go. Look at row {}.", row + 1), cells };
        }
        let first = self.puzzle.turned()[press].ones().next();
        let square = first.map_or_else(String::new, |square| {
            format!(" Look at row {}, column {}.", square / columns + 1, square % columns + 1)
        });
        Stage { text: format!("{count} to go.{square}"), cells: first.into_iter().collect() }
    }

    fn rows(&self) -> usize {
        self.puzzle.squares().div_ceil(self.puzzle.columns())
    }
}

fn presses_in_words(count: usize) -> String {
    if count == 1 { "1 press".to_owned() } else { format!("{count} presses") }
}

impl Puzzle for Flipper {
    fn kind(&self) -> &'static Kind {
        &KIND
    }

    fn description(&self) -> String {
        match self.puzzle.to_name().as_str() {
            "flipper" => self.start.to_string(),
            name => format!("{name}:{}", self.start),
        }
    }

    fn start(&self) -> Position {
        Played { board: self.start.clone(), presses: 0 }.position()
    }

    fn position(&self, text: &str) -> Result<Position, ParseError> {
        self.played(text).map(|played| played.position())
    }

    fn apply(&self, position: &Position, action: &Action) -> Result<Position, Refusal> {
        let played = self.read(position);
        match action {
            Action::Press { press } if *press < self.puzzle.moves() => {
                let board = self.puzzle.pressed(&played.board, *press);
                Ok(Played { board, presses: played.presses.saturating_add(1) }.position())
            }
            Action::Press { press } => {
                Err(Refusal::NoSuchPress { press: *press, last: self.puzzle.moves().saturating_sub(1) })
            }
            Action::Become(position) => Ok(position.clone()),
            Action::Enter { .. }
            | Action::Mark { .. }
            | Action::Clear { .. }
            | Action::Line { .. }
            | Action::EraseLines { .. } => {
                Err(Refusal::WrongAction { found: "a symbol for a cell", expected: "a press" })
            }
        }
    }

    fn check(&self, position: &Position, budget: &mut Budget) -> Result<Check, BudgetSpent> {
        let played = self.read(position);
        let solved = played.board == *self.puzzle.goal();
        let message = if solved {
            "Solved: the board shows the goal.".to_owned()
        } else {
            match self.answer(&played.board, budget) {
                Answer::Presses(presses, true) => {
                    format!("Solvable in {}, the fewest possible.", presses_in_words(presses.total()))
                }
                Answer::Presses(presses, false) => {
                    format!("Solvable in {}, perhaps in fewer.", presses_in_words(presses.total()))
                }
                Answer::Unsolvable(weights) => {
                    format!("No solution: {}.", why_unsolvable(&self.puzzle, &played.board, &weights))
                }
            }
        };
        Ok(Check { solved, message, ..Check::default() })
    }

    fn solve(&self, budget: &mut Budget) -> Result<Solve, BudgetSpent> {
        let solver = Solver::new(&self.puzzle);
        Ok(match solver.outcome(&self.start) {
            Outcome::Unsolvable(weights) => Solve::None(why_unsolvable(&self.puzzle, &self.start, &weights)),
            Outcome::Solvable(solutions) => {
                let presses = solutions.fewest(budget).count();
                let position = Played { board: self.puzzle.goal().clone(), presses }.position();
                if solutions.kernel().is_empty() { Solve::Unique(position) } else { Solve::Several(position) }
            }
        })
    }

    fn count(&self, limit: u64, _budget: &mut Budget) -> Result<u64, BudgetSpent> {
        Ok(match Solver::new(&self.puzzle).outcome(&self.start) {
            Outcome::Solvable(solutions) => solutions
                .count()
                .and_then(|count| u64::try_from(count).ok())
                .map_or(limit, |count| count.min(limit)),
            Outcome::Unsolvable(_) => 0,
        })
    }

    fn hint(&self, position: &Position, budget: &mut Budget) -> Result<Hint, BudgetSpent> {
        let board = self.read(position).board;
        let plain = |title: &str, text: String, cells: Vec<usize>| Hint {
            title: title.to_owned(),
            text,
            cells,
            ..Hint::default()
        };
        if board == *self.puzzle.goal() {
            return Ok(plain("Solved", "The board shows the goal.".to_owned(), Vec::new()));
        }
        Ok(match self.answer(&board, budget) {
            Answer::Unsolvable(weights) => {
                let text = format!(
                    "The goal cannot be reached: {}.",
                    why_unsolvable(&self.puzzle, &board, &weights)
                );
                plain("No solution", text, weights.support().collect())
            }
            Answer::Presses(presses, is_proven) => {
                let press = presses.support().next().expect("the board is not the goal");
                let mut rest = presses.clone();
                rest.set(press, presses.get(press) - 1);
                let name = self.name_with_place(press);
                let solution = if is_proven { "a shortest solution" } else { "the shortest solution found" };
                let text = match rest.total() {
                    0 => format!("Press {name}. That solves it."),
                    1..=MAX_LISTED => format!(
                        "Press {name}, then {}, in any order. This is {solution} from here.",
                        self.puzzle.presses_in_words(&rest).replace(' ', ", ")
                    ),
                    // A list of hundreds of presses would not help.
                    more => {
                        format!("Press {name}. {more} more presses follow. This is {solution} from here.")
                    }
                };
                let cells: Vec<usize> = self.puzzle.turned()[press].ones().collect();
                let count = presses_in_words(presses.total());
                let mut stages = vec![self.nudge(press, &count)];
                if rest.total() > 0 {
                    stages.push(Stage { text: format!("Press {name}."), cells: cells.clone() });
                }
                Hint {
                    action: Some(Action::Press { press }),
                    stages,
                    ..plain(&format!("{count} to go"), text, cells)
                }
            }
        })
    }

    fn praise(&self, position: &Position, budget: &mut Budget) -> String {
        let played = self.read(position);
        let count = presses_in_words(played.presses);
        match self.answer(&self.start, budget) {
            Answer::Presses(fewest, true) if fewest.total() == played.presses => {
                format!("{count}, the fewest possible.")
            }
            Answer::Presses(fewest, true) => format!("{count}; the fewest possible is {}.", fewest.total()),
            _ => format!("{count}."),
        }
    }

    fn text(&self, position: &Position) -> String {
        let rows = self.puzzle.board_in_rows(&self.read(position).board);
        if self.puzzle.colours() == 2 { rows.replace('0', ".").replace('1', "#") } else { rows }
    }

    fn is_solved(&self, position: &Position) -> bool {
        self.read(position).board == *self.puzzle.goal()
    }

    fn view(&self, position: &Position) -> View {
        let Played { board, presses } = self.read(position);
        let goal = self.puzzle.goal();
        let columns = self.puzzle.columns();
        let is_playable = is_playable(&self.puzzle);
        let colour_in_words = |colour: u8| match (self.puzzle.colours(), colour) {
            (2, 0) => "dark".to_owned(),
            (2, _) => "lit".to_owned(),
            (_, colour) => format!("colour {colour}"),
        };
        let cells = (0..self.puzzle.squares())
            .map(|square| {
                let (now, wanted) = (board.get(square), goal.get(square));
                let mut label = format!("row {}, column {}, ", square / columns + 1, square % columns + 1);
                let name = self.puzzle.square_name(square);
                if name != (square + 1).to_string() {
                    label = format!("{name}, ");
                }
                label.push_str(&colour_in_words(now));
                if now != wanted {
                    label.push_str(&format!(", should be {}", colour_in_words(wanted)));
                }
                CellView {
                    colour: Some(now),
                    goal: Some(wanted),
                    press: (is_playable && self.is_pressed_by_cells()).then_some(square),
                    label,
                    ..CellView::default()
                }
            })
            .collect();
        let presses_view = (0..if is_playable { self.puzzle.moves() } else { 0 }).map(|press| PressView {
            name: self.puzzle.move_name(press).to_owned(),
            turns: self.puzzle.turned()[press].ones().collect(),
        });
        let blank = (0..board.len()).filter(|&square| board.get(square) != goal.get(square)).count();
        let status = match blank {
            0 => format!("Solved · {}", presses_in_words(presses)),
            1 => format!("{} · 1 square differs", presses_in_words(presses)),
            _ => format!("{} · {blank} squares differ", presses_in_words(presses)),
        };
        View {
            rows: self.rows(),
            columns,
            cells,
            presses: presses_view.collect(),
            colours: self.puzzle.colours(),
            status,
            blank,
            solved: blank == 0,
            ..View::default()
        }
    }
}
