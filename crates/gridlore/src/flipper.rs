//! Toggle puzzles as a [`Puzzle`]: the engine's answers in the facade's words.
//!
//! A position is the board, a digit a square, and after a comma the number of presses that led
//! there: `110011101,5`.

use crate::{
    Action, CellView, Check, Hint, Kind, Opens, Page, Position, Preset, PressView, Puzzle, Reader, Refusal,
    Solve, View, Workshop,
};
use gridlore_core::{Budget, BudgetSpent, ParseError, ParseErrorKind, Place};
use gridlore_flipper::explain::why_none;
use gridlore_flipper::{Bits, Outcome, Solver, Toggle, Vector, generate};

/// No board to play on has more squares or more moves, or moves that turn more squares in all:
/// every answer tells the page what each move turns.
const LARGEST: usize = 2500;
const MOST_TURNED: usize = 100_000;
/// No puzzle whose moves are spelled out has more squares times moves: as many signs stand in its
/// id.
const MAX_SPELLED: usize = 1 << 20;
/// With more than two colours no larger puzzle is asked how few presses a board needs: its
/// elimination takes a byte a square.
const LARGEST_COUNTED: usize = 256;
/// Nodes for a generator that was told how many presses it shall take: some hundredths of a second.
const BUDGET: u64 = 2_000_000;

pub(crate) const KIND: Kind = Kind {
    name: "flipper",
    title: "Flipper",
    rules: "Every press turns a fixed set of squares, lit to dark and dark to lit. Make the board show its goal: in Flipper, a ring of light around a dark centre.",
    page: Some(Page {
        workshop: Some(Workshop {
            title: "Draw moves of your own",
            lead: "Say what each move turns, and play it at once. Nothing leaves your browser; a link carries the puzzle.",
        }),
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
                let missing = || ParseError::name(at, "", "a line 'start BOARD', the board to begin with");
                return opened(puzzle, start.ok_or_else(missing)?);
            }
            let puzzle = named(params)?;
            let board = puzzle.board(description.trim_end())?;
            opened(puzzle, board)
        },
        generate: |params, seed| {
            let (name, presses) = match params.rsplit_once("presses") {
                Some((name, count)) => {
                    let count = count.trim_start_matches([',', ' ']);
                    let at = Place::column(params.chars().count() - count.chars().count() + 1);
                    let wrong = || ParseError::name(at, count, "a number of presses");
                    (
                        name.trim_end_matches([',', ' ']),
                        Some((at, count.parse::<usize>().map_err(|_| wrong())?)),
                    )
                }
                None => (params, None),
            };
            let puzzle = named(name)?;
            let board = match presses {
                None => generate::any_board(sized(&puzzle)?, seed),
                Some((at, presses)) => {
                    let size = puzzle.squares().max(puzzle.moves());
                    if puzzle.colours() > 2 && size > LARGEST_COUNTED {
                        let found = format!("{size} squares or moves of {} colours", puzzle.colours());
                        let expected = "at most 256, or two colours, where a number of presses is given";
                        return Err(wrong(at, found, expected));
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
                            "fewer presses: no board was found that needs exactly so many",
                        )
                    };
                    board.ok_or_else(missing)?
                }
            };
            opened(puzzle, board)
        },
    }),
};

/// An error that describes what was found instead of quoting it.
fn wrong(at: Place, found: String, expected: &str) -> ParseError {
    ParseError { at, kind: ParseErrorKind::Wrong { found, expected: expected.to_owned() } }
}

/// The puzzle of a name; Flipper if the name is empty.
fn named(name: &str) -> Result<Toggle, ParseError> {
    if name.is_empty() {
        return Ok(Toggle::flipper());
    }
    // What is too large to play is refused before its moves are made. Random ones turn half the
    // squares each.
    let mut words =
        name.split(|sign: char| sign == ',' || sign.is_whitespace()).filter(|word| !word.is_empty());
    let kind = words.next().unwrap_or_default();
    if matches!(kind, "lights-out" | "random") {
        let sizes: Vec<usize> = words.map_while(|word| word.parse().ok()).take(3).collect();
        let at = Place::column(1);
        if let [columns, rows, ..] = sizes[..]
            && columns.saturating_mul(rows) > LARGEST
        {
            let found = format!("a board of {columns} columns and {rows} rows");
            return Err(wrong(at, found, "a board of at most 2500 squares"));
        }
        if let ("random", [columns, rows, moves]) = (kind, &sizes[..]) {
            let half = columns * rows.saturating_mul(*moves) / 2;
            if half > 2 * MOST_TURNED || *moves > LARGEST {
                let found = format!("{moves} moves that turn about {half} squares");
                return Err(wrong(at, found, "at most 2500 moves that turn at most 100000 squares in all"));
            }
        }
    }
    Toggle::named(name)
}

fn is_playable(puzzle: &Toggle) -> bool {
    let turned: usize = puzzle.turned().iter().map(Bits::count_ones).sum();
    puzzle.squares() > 0 && puzzle.squares().max(puzzle.moves()) <= LARGEST && turned <= MOST_TURNED
}

fn sized(puzzle: &Toggle) -> Result<&Toggle, ParseError> {
    let at = Place::column(1);
    let (squares, moves) = (puzzle.squares(), puzzle.moves());
    if is_playable(puzzle) && puzzle.is_spelled_out() && squares * moves > MAX_SPELLED {
        let found = format!("{moves} drawn moves on {squares} squares");
        return Err(wrong(at, found, "a product of moves and squares of at most 1048576"));
    }
    if is_playable(puzzle) {
        return Ok(puzzle);
    }
    let turned: usize = puzzle.turned().iter().map(Bits::count_ones).sum();
    let found = format!(
        "{} squares, and {} moves that turn {turned} squares in all",
        puzzle.squares(),
        puzzle.moves()
    );
    let expected = "1 to 2500 squares and at most 2500 moves that turn at most 100000 squares in all";
    Err(wrong(at, found, expected))
}

/// A board to look at, of any size. One that is too large to play has no presses in its view.
///
/// ```
/// use gridlore_flipper::Toggle;
///
/// let toggle = Toggle::flipper();
/// let board = toggle.board("110011101")?;
/// let puzzle = gridlore::flipper::shown(toggle, board);
/// assert_eq!(puzzle.description(), "110011101");
/// # Ok::<(), gridlore::ParseError>(())
/// ```
#[must_use]
pub fn shown(puzzle: Toggle, board: Vector) -> Box<dyn Puzzle> {
    Box::new(Flipper { puzzle, start: board })
}

/// A puzzle to play, from a board of it.
///
/// # Errors
/// [`ParseError`] when it has no square, more than 2500 squares or moves, or moves that turn more
/// than 100,000 in all; or its own moves, and squares times moves are more than 1,048,576.
///
/// ```
/// use gridlore_flipper::Toggle;
///
/// let toggle = Toggle::flipper();
/// let board = toggle.board("110011101")?;
/// let puzzle = gridlore::flipper::opened(toggle, board)?;
/// assert_eq!(puzzle.view(&puzzle.start()).presses.len(), 9);
/// # Ok::<(), gridlore::ParseError>(())
/// ```
pub fn opened(puzzle: Toggle, start: Vector) -> Result<Box<dyn Puzzle>, ParseError> {
    sized(&puzzle)?;
    Ok(shown(puzzle, start))
}

#[derive(Debug)]
struct Flipper {
    puzzle: Toggle,
    start: Vector,
}

/// A position, read.
struct Played {
    board: Vector,
    presses: usize,
}

impl Played {
    fn position(&self) -> Position {
        Position::new(format!("{},{}", self.board, self.presses))
    }
}

/// What the solver says of a board.
enum Way {
    /// Presses, and whether it is proved that no fewer do it.
    Presses(Vector, bool),
    /// No way: weights of the squares that prove it.
    None(Vector),
}

impl Flipper {
    fn played(&self, text: &str) -> Result<Played, ParseError> {
        let (board, presses) = text.split_once(',').unwrap_or((text, ""));
        let board = self.puzzle.board(board)?;
        let at = Place::column(text.chars().count() - presses.chars().count() + 1);
        let presses = presses.parse().map_err(|_| ParseError::name(at, presses, "a number of presses"))?;
        Ok(Played { board, presses })
    }

    fn own(&self, position: &Position) -> Played {
        self.played(position.as_str()).expect("a position is made by its own puzzle")
    }

    fn way(&self, board: &Vector, budget: &mut Budget) -> Way {
        match Solver::new(&self.puzzle).outcome(board) {
            Outcome::Solvable(solutions) => {
                let fewest = solutions.fewest(budget);
                Way::Presses(fewest.presses.clone(), fewest.is_proven())
            }
            Outcome::Unsolvable(weights) => Way::None(weights),
        }
    }

    /// Whether pressing a cell is a move: where there is a move for every square.
    fn is_pressed_by_cells(&self) -> bool {
        self.puzzle.moves() == self.puzzle.squares()
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
        let played = self.own(position);
        match action {
            Action::Press { press } if *press < self.puzzle.moves() => {
                let board = self.puzzle.pressed(&played.board, *press);
                Ok(Played { board, presses: played.presses.saturating_add(1) }.position())
            }
            Action::Press { press } => {
                Err(Refusal::NoSuchPress { press: *press, last: self.puzzle.moves().saturating_sub(1) })
            }
            Action::Become(position) => Ok(position.clone()),
            Action::Enter { .. } | Action::Mark { .. } | Action::Clear { .. } => {
                Err(Refusal::NotPlayedSo { found: "a symbol for a cell", expected: "a press" })
            }
        }
    }

    fn check(&self, position: &Position, budget: &mut Budget) -> Result<Check, BudgetSpent> {
        let played = self.own(position);
        let solved = played.board == *self.puzzle.goal();
        let message = if solved {
            "Solved: the board is as it has to be.".to_owned()
        } else {
            match self.way(&played.board, budget) {
                Way::Presses(presses, true) => {
                    format!("From here, {} are enough, and no fewer.", presses_in_words(presses.total()))
                }
                Way::Presses(presses, false) => {
                    format!("From here, {} are enough; fewer may do.", presses_in_words(presses.total()))
                }
                Way::None(weights) => {
                    format!("There is no way: {}.", why_none(&self.puzzle, &played.board, &weights))
                }
            }
        };
        Ok(Check { solved, message: message.replace("1 press are", "1 press is"), ..Check::default() })
    }

    fn solve(&self, budget: &mut Budget) -> Result<Solve, BudgetSpent> {
        let solver = Solver::new(&self.puzzle);
        Ok(match solver.outcome(&self.start) {
            Outcome::Unsolvable(weights) => Solve::None(why_none(&self.puzzle, &self.start, &weights)),
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
        let board = self.own(position).board;
        let plain = |title: &str, text: String, cells: Vec<usize>| Hint {
            title: title.to_owned(),
            text,
            cells,
            ..Hint::default()
        };
        if board == *self.puzzle.goal() {
            return Ok(plain("Solved", "The board is as it has to be.".to_owned(), Vec::new()));
        }
        Ok(match self.way(&board, budget) {
            Way::None(weights) => {
                let text =
                    format!("There is no way to the goal: {}.", why_none(&self.puzzle, &board, &weights));
                plain("No solution", text, weights.support().collect())
            }
            Way::Presses(presses, is_proven) => {
                let press = presses.support().next().expect("the board is not the goal");
                let mut rest = presses.clone();
                rest.set(press, presses.get(press) - 1);
                let name = self.puzzle.move_name(press);
                let way = if is_proven { "a shortest way" } else { "the shortest way that was found" };
                let text = match rest.total() {
                    0 => format!("Press {name}: that is all it takes."),
                    count => format!(
                        "Press {name}. It is part of {way} from here; the {} {}. The order does not matter.",
                        if count == 1 { "other is" } else { "others are" },
                        self.puzzle.presses_in_words(&rest).replace(' ', ", ")
                    ),
                };
                let cells = self.puzzle.turned()[press].ones().collect();
                let count = presses_in_words(presses.total());
                Hint {
                    action: Some(Action::Press { press }),
                    ..plain(&format!("{count} to go"), text, cells)
                }
            }
        })
    }

    fn praise(&self, position: &Position, budget: &mut Budget) -> String {
        let played = self.own(position);
        let count = presses_in_words(played.presses);
        match self.way(&self.start, budget) {
            Way::Presses(fewest, true) if fewest.total() == played.presses => {
                format!("{count}, and no fewer would do.")
            }
            Way::Presses(fewest, true) => format!("{count}; the fewest possible are {}.", fewest.total()),
            _ => format!("{count}."),
        }
    }

    fn text(&self, position: &Position) -> String {
        let rows = self.puzzle.board_in_rows(&self.own(position).board);
        if self.puzzle.colours() == 2 { rows.replace('0', ".").replace('1', "#") } else { rows }
    }

    fn is_solved(&self, position: &Position) -> bool {
        self.own(position).board == *self.puzzle.goal()
    }

    fn view(&self, position: &Position) -> View {
        let Played { board, presses } = self.own(position);
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
                    label.push_str(&format!(", has to be {}", colour_in_words(wanted)));
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
