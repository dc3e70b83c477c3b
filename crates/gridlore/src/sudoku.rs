//! Sudoku as a [`Puzzle`]: the engine's answers in the facade's words.
//!
//! A position is the player's own layer: 81 entries, row by row, `.` for nothing of the player's, a digit for a digit,
//! `(137)` for pencil marks. Givens are not repeated in it.

use crate::{
    Action, CellView, Check, Hint, Kind, Opens, Position, Preset, Puzzle, Reader, Refusal, Solve, SymbolView,
    View,
};
use gridlore_core::{Budget, BudgetSpent, Digit, DigitSet, ParseError, ParseErrorKind, Place};
use gridlore_sudoku::explain::{Change, next_placement};
use gridlore_sudoku::human::hodoku::Solver;
use gridlore_sudoku::human::picture::{self, Look};
use gridlore_sudoku::human::{self, Candidate, Shape, State};
use gridlore_sudoku::{Board, Cell, Level, Outcome, check, count_solutions_up_to, generated, outcome};

pub(crate) const KIND: Kind = Kind {
    name: "sudoku",
    title: "Sudoku",
    rules: "Fill the board so that every row, every column and every 3x3 box holds each of the digits 1 to 9 once.",
    workshop: None,
    presets: &[
        Preset { params: "medium", title: "Medium" },
        Preset { params: "easy", title: "Easy" },
        Preset { params: "hard", title: "Hard" },
        Preset { params: "minimal", title: "Minimal" },
    ],
    is_only_code: None,
    opens: Opens::Puzzle(Reader {
        parse: |params, description| {
            if !params.is_empty() {
                let expected = "nothing: a sudoku that is spelled out takes no parameters".to_owned();
                let kind = ParseErrorKind::Name { found: params.to_owned(), expected };
                return Err(ParseError { at: Place { line: 1, column: 1 }, kind });
            }
            Ok(Box::new(Sudoku { givens: Board::parse(description)? }))
        },
        generate: |params, seed| {
            let level = if params.is_empty() { Ok(Level::Medium) } else { params.parse() };
            let level: Level = level.map_err(|_: String| {
                let expected = format!("one of {}", Level::ALL.map(Level::name).join(", "));
                let kind = ParseErrorKind::Name { found: params.to_owned(), expected };
                ParseError { at: Place { line: 1, column: 1 }, kind }
            })?;
            Ok(Box::new(Sudoku { givens: generated(level, seed) }))
        },
    }),
};

#[derive(Debug)]
struct Sudoku {
    givens: Board,
}

/// What the player wrote.
#[derive(Clone)]
struct Layer {
    digits: Board,
    marks: [DigitSet; 81],
}

impl Layer {
    fn position(&self) -> Position {
        let mut text = String::new();
        for cell in Cell::all() {
            let marks = self.marks[cell.index()];
            match self.digits.digit(cell) {
                Some(digit) => text.push(digit.to_char()),
                None if marks.is_empty() => text.push('.'),
                None => text.push_str(&format!("({marks})")),
            }
        }
        Position::new(text)
    }

    /// Writes a digit; pencil marks in the cell go, and the same mark goes from the cells that see it.
    fn enter(&mut self, cell: Cell, digit: Digit) {
        self.digits.set(cell, Some(digit));
        self.marks[cell.index()] = DigitSet::EMPTY;
        for peer in Cell::all().filter(|peer| peer.is_peer_of(cell)) {
            self.marks[peer.index()] = self.marks[peer.index()].without(digit);
        }
    }

    fn clear(&mut self, cell: Cell) {
        self.digits.set(cell, None);
        self.marks[cell.index()] = DigitSet::EMPTY;
    }
}

impl Sudoku {
    fn layer(&self, text: &str) -> Result<Layer, ParseError> {
        const EXPECTED: &str = "a digit, '.' or '(' and pencil marks";
        let mut layer = Layer { digits: Board::EMPTY, marks: [DigitSet::EMPTY; 81] };
        let mut characters = text.chars().enumerate().peekable();
        let fail = |column: usize, kind| ParseError { at: Place { line: 1, column: column + 1 }, kind };
        let unexpected =
            |column, found, expected| fail(column, ParseErrorKind::Character { found, expected });
        for cell in Cell::all() {
            let Some((column, character)) = characters.next() else {
                let kind = ParseErrorKind::Count { found: cell.index(), expected: 81, of: "cells" };
                return Err(fail(text.chars().count(), kind));
            };
            if character != '.' && self.givens.digit(cell).is_some() {
                return Err(unexpected(column, character, "'.', as the cell is given"));
            }
            match (character, Digit::from_char(character)) {
                ('.', _) => {}
                ('(', _) => loop {
                    match characters.next() {
                        Some((_, ')')) => break,
                        Some((column, mark)) => {
                            let digit = Digit::from_char(mark)
                                .ok_or_else(|| unexpected(column, mark, "a digit or ')'"))?;
                            layer.marks[cell.index()] = layer.marks[cell.index()].with(digit);
                        }
                        None => {
                            let expected = "')' after pencil marks".to_owned();
                            let kind = ParseErrorKind::Name { found: String::new(), expected };
                            return Err(fail(text.chars().count(), kind));
                        }
                    }
                },
                (_, Some(digit)) => layer.digits.set(cell, Some(digit)),
                (found, None) => return Err(unexpected(column, found, EXPECTED)),
            }
        }
        match characters.next() {
            Some((column, _)) => {
                Err(fail(column, ParseErrorKind::Count { found: 82, expected: 81, of: "cells" }))
            }
            None => Ok(layer),
        }
    }

    fn own_layer(&self, position: &Position) -> Layer {
        self.layer(position.as_str()).expect("a position is made by its own puzzle")
    }

    /// The givens and what the player added.
    fn board(&self, layer: &Layer) -> Board {
        layer.digits.filled().fold(self.givens, |board, (cell, digit)| board.with(cell, digit))
    }

    /// The position that shows `solution`.
    fn shown(&self, solution: &Board) -> Position {
        let mut layer = Layer { digits: *solution, marks: [DigitSet::EMPTY; 81] };
        for (cell, _) in self.givens.filled() {
            layer.digits.set(cell, None);
        }
        layer.position()
    }

    fn free_cell(&self, index: usize) -> Result<Cell, Refusal> {
        let cell = Cell::new(index).ok_or(Refusal::NoSuchCell { cell: index, last: 80 })?;
        if self.givens.digit(cell).is_some() {
            return Err(Refusal::Given(cell.in_words()));
        }
        Ok(cell)
    }

    /// The candidates that the digits on the board leave, as pencil marks.
    fn all_marks(&self, layer: &Layer) -> [DigitSet; 81] {
        let board = self.board(layer);
        let mut marks = [DigitSet::EMPTY; 81];
        for cell in Cell::all().filter(|&cell| board.digit(cell).is_none()) {
            marks[cell.index()] = board.candidates(cell);
        }
        marks
    }

    /// A hint for who has notes in every blank cell: they are taken for the candidates, and each step is one of its own. `None` where some cell has none.
    fn noted_hint(&self, layer: &Layer, solution: &Board) -> Option<Hint> {
        let board = self.board(layer);
        let blanks: Vec<Cell> = Cell::all().filter(|&cell| board.digit(cell).is_none()).collect();
        let marks = |cell: Cell| layer.marks[cell.index()];
        if blanks.iter().any(|&cell| marks(cell).is_empty()) {
            return None;
        }
        let lacks = |&cell: &Cell| solution.digit(cell).is_some_and(|digit| !marks(cell).contains(digit));
        if let Some(cell) = blanks.iter().copied().find(lacks) {
            let text = format!(
                "A digit that {} may hold is missing from its notes. Go back to before it was taken away.",
                cell.in_words()
            );
            return Some(plain("A missing note", text, vec![cell]));
        }
        // What the digits rule out goes first.
        let all = self.all_marks(layer);
        let left: Vec<(Cell, Digit)> = blanks
            .iter()
            .flat_map(|&cell| marks(cell).iter().map(move |digit| (cell, digit)))
            .filter(|&(cell, digit)| !all[cell.index()].contains(digit))
            .collect();
        if let Some(&(cell, digit)) = left.first() {
            let mut cells: Vec<Cell> = left.iter().map(|&(cell, _)| cell).collect();
            cells.dedup();
            let others = match cells.len() - 1 {
                0 => String::new(),
                1 => " One more cell has such notes.".to_owned(),
                count => format!(" {count} more cells have such notes."),
            };
            let text = format!("The notes of {} still hold {digit}, which it sees.{others}", cell.in_words());
            let removed: Vec<(usize, char)> =
                left.iter().map(|&(cell, digit)| (cell.index(), digit.to_char())).collect();
            let action = Some(Action::Become(struck(layer, &removed)));
            return Some(Hint { removed, action, ..plain("Notes that can go", text, cells) });
        }
        let mut state = self.state(&board);
        for &cell in &blanks {
            for digit in all[cell.index()].iter().filter(|&digit| !marks(cell).contains(digit)) {
                state.remove(Candidate::new(cell.index(), usize::from(digit.value())));
            }
        }
        let step = Solver::new(state.clone()).next_step()?;
        let mut hint = plain(step.technique.name(), human::explanation(state.shape(), &step), Vec::new());
        hint.cells = step.cells.iter().collect();
        hint.removed = step.eliminations.iter().map(|gone| (gone.cell(), symbol(gone.digit()))).collect();
        hint.pictures = vec![picture::svg(&state, &step, Look::Page)];
        hint.action = Some(match step.placements.first() {
            Some(placement) => Action::Enter { cell: placement.cell(), symbol: symbol(placement.digit()) },
            None => Action::Become(struck(layer, &hint.removed)),
        });
        Some(hint)
    }

    /// The board for the techniques: what was given, what was placed.
    fn state(&self, board: &Board) -> State<'static> {
        let givens = Cell::all().filter(|&cell| self.givens.digit(cell).is_some()).map(Cell::index).collect();
        let values: Vec<usize> =
            Cell::all().map(|cell| board.digit(cell).map_or(0, |digit| usize::from(digit.value()))).collect();
        State::new(Shape::usual(), &values, givens)
    }

    /// The steps to the next digit by the techniques for hard puzzles; a digit of the solution where these do not get there.
    fn hard_hint(&self, board: &Board, solution: &Board) -> Hint {
        let state = self.state(board);
        let Some(way) = human::next_placement(&state) else {
            let blanks = Cell::all().filter(|&cell| board.digit(cell).is_none());
            let cell = blanks.min_by_key(|&cell| board.candidates(cell).len());
            let cell = cell.expect("a board that is not full has a blank cell");
            let digit = solution.digit(cell).expect("a solution is full");
            return Hint {
                title: "From the solution".to_owned(),
                text: format!(
                    "No technique that is known here goes further. In the only solution, {} holds {digit}.",
                    cell.in_words()
                ),
                cells: vec![cell.index()],
                removed: Vec::new(),
                pictures: Vec::new(),
                action: Some(Action::Enter { cell: cell.index(), symbol: digit.to_char() }),
            };
        };
        let mut hint = plain("", String::new(), Vec::new());
        let is_placing = |step: &&human::Step| !step.placements.is_empty();
        let names: Vec<&str> =
            way.iter().filter(|step| !is_placing(step)).map(|step| step.technique.name()).collect();
        hint.title = names.last().copied().unwrap_or("Single").to_owned();
        let mut now = state.clone();
        for step in &way {
            hint.pictures.push(picture::svg(&now, step, Look::Page));
            now.apply(step);
            let end = if hint.text.is_empty() { "" } else { "\n" };
            hint.text += &format!("{end}{}: {}", step.technique, human::explanation(state.shape(), step));
            hint.cells.extend(step.cells.iter());
            hint.removed.extend(step.eliminations.iter().map(|gone| (gone.cell(), symbol(gone.digit()))));
            if let Some(placement) = step.placements.first() {
                hint.action =
                    Some(Action::Enter { cell: placement.cell(), symbol: symbol(placement.digit()) });
            }
        }
        hint.cells.sort_unstable();
        hint.cells.dedup();
        hint
    }

    /// The player's digits that differ from the only solution; none when there is not exactly one.
    fn wrong(&self, layer: &Layer, budget: &mut Budget) -> Result<Vec<Cell>, BudgetSpent> {
        let Outcome::Unique(solution) = outcome(&self.givens, budget)? else { return Ok(Vec::new()) };
        Ok(layer
            .digits
            .filled()
            .filter(|&(cell, digit)| solution.digit(cell) != Some(digit))
            .map(|(cell, _)| cell)
            .collect())
    }
}

/// A hint that says something, and does nothing.
fn plain(title: &str, text: String, cells: Vec<Cell>) -> Hint {
    Hint {
        title: title.to_owned(),
        text,
        cells: cells.into_iter().map(Cell::index).collect(),
        removed: Vec::new(),
        pictures: Vec::new(),
        action: None,
    }
}

/// A digit as it is written.
fn symbol(digit: usize) -> char {
    char::from_digit(u32::try_from(digit).unwrap_or(0), 10).unwrap_or('?')
}

/// The position without these notes.
fn struck(layer: &Layer, removed: &[(usize, char)]) -> Position {
    let mut layer = layer.clone();
    for &(cell, symbol) in removed {
        if let Some(digit) = Digit::from_char(symbol) {
            layer.marks[cell] = layer.marks[cell].without(digit);
        }
    }
    layer.position()
}

fn digit(symbol: char) -> Result<Digit, Refusal> {
    Digit::from_char(symbol).ok_or(Refusal::NoSuchSymbol { symbol, expected: "a digit 1-9" })
}

fn cell_count(count: usize) -> String {
    if count == 1 { "1 cell".to_owned() } else { format!("{count} cells") }
}

impl Puzzle for Sudoku {
    fn kind(&self) -> &'static Kind {
        &KIND
    }

    fn description(&self) -> String {
        self.givens.to_line()
    }

    fn start(&self) -> Position {
        Layer { digits: Board::EMPTY, marks: [DigitSet::EMPTY; 81] }.position()
    }

    fn position(&self, text: &str) -> Result<Position, ParseError> {
        self.layer(text).map(|layer| layer.position())
    }

    fn apply(&self, position: &Position, action: &Action) -> Result<Position, Refusal> {
        let mut layer = self.own_layer(position);
        match action {
            Action::Enter { cell, symbol } => {
                let (cell, digit) = (self.free_cell(*cell)?, digit(*symbol)?);
                if layer.digits.digit(cell) == Some(digit) {
                    layer.clear(cell);
                } else {
                    layer.enter(cell, digit);
                }
            }
            Action::Mark { cell, symbol } => {
                let (cell, digit) = (self.free_cell(*cell)?, digit(*symbol)?);
                if layer.digits.digit(cell).is_some() {
                    return Err(Refusal::Filled(cell.in_words()));
                }
                layer.marks[cell.index()] = layer.marks[cell.index()].toggled(digit);
            }
            Action::Clear { cell } => layer.clear(self.free_cell(*cell)?),
            Action::Press { .. } => {
                return Err(Refusal::NotPlayedSo { found: "a press", expected: "a digit for a cell" });
            }
            Action::Become(position) => return Ok(position.clone()),
        }
        Ok(layer.position())
    }

    fn check(&self, position: &Position, budget: &mut Budget) -> Result<Check, BudgetSpent> {
        let layer = self.own_layer(position);
        let board = self.board(&layer);
        let clashes: Vec<String> = check::clashes(&board).iter().map(ToString::to_string).collect();
        let solved = check::is_solution(&board, &self.givens);
        let wrong: Vec<usize> = self.wrong(&layer, budget)?.into_iter().map(Cell::index).collect();
        let left = 81 - board.filled_count();
        let message = match (solved, clashes.first(), wrong.len()) {
            (true, ..) => "Solved: every row, column and box is complete.".to_owned(),
            (false, Some(clash), 0 | 1) => format!("{clash}."),
            (false, None, 0) => format!("No mistake so far, {} left.", cell_count(left)),
            (false, _, 1) => "1 digit is not right. It is marked.".to_owned(),
            (false, _, count) => format!("{count} digits are not right. They are marked."),
        };
        Ok(Check { solved, clashes, wrong, message })
    }

    fn solve(&self, budget: &mut Budget) -> Result<Solve, BudgetSpent> {
        Ok(match outcome(&self.givens, budget)? {
            Outcome::None => Solve::None(check::contradiction(&self.givens).to_string()),
            Outcome::Unique(solution) => Solve::Unique(self.shown(&solution)),
            Outcome::Several(solution, _) => Solve::Several(self.shown(&solution)),
        })
    }

    fn count(&self, limit: u64, budget: &mut Budget) -> Result<u64, BudgetSpent> {
        count_solutions_up_to(&self.givens, limit, budget)
    }

    fn noted(&self, position: &Position) -> Option<Position> {
        let mut layer = self.own_layer(position);
        layer.marks = self.all_marks(&layer);
        Some(layer.position())
    }

    fn hint(&self, position: &Position, budget: &mut Budget) -> Result<Hint, BudgetSpent> {
        let layer = self.own_layer(position);
        let board = self.board(&layer);
        if let Some(clash) = check::clashes(&board).into_iter().next() {
            return Ok(plain("Clash", format!("{clash}. One of them has to go."), clash.cells));
        }
        if board.filled_count() == 81 {
            return Ok(plain("Solved", "Every row, column and box is complete.".to_owned(), Vec::new()));
        }
        let solution = match outcome(&self.givens, budget)? {
            Outcome::Unique(solution) => solution,
            Outcome::None => {
                return Ok(plain(
                    "No solution",
                    format!("{}.", check::contradiction(&self.givens)),
                    Vec::new(),
                ));
            }
            Outcome::Several(..) => {
                let text =
                    "This puzzle has more than one solution, so no step follows from its givens alone.";
                return Ok(plain("Several solutions", text.to_owned(), Vec::new()));
            }
        };
        if let Some(cell) = self.wrong(&layer, budget)?.into_iter().next() {
            return Ok(plain(
                "A wrong digit",
                format!("The digit in {} does not lead to the solution.", cell.in_words()),
                vec![cell],
            ));
        }
        if let Some(hint) = self.noted_hint(&layer, &solution) {
            return Ok(hint);
        }
        let Some(chain) = next_placement(&board) else {
            return Ok(self.hard_hint(&board, &solution));
        };
        let mut hint = plain("", String::new(), Vec::new());
        let mut hardest = None;
        for step in &chain {
            hardest = hardest.max(Some(step.technique));
            if !hint.text.is_empty() {
                hint.text.push(' ');
            }
            hint.text.push_str(&step.why);
            hint.cells.extend(step.cells.iter().map(|cell| cell.index()));
            match &step.change {
                Change::Place(cell, digit) => {
                    hint.action = Some(Action::Enter { cell: cell.index(), symbol: digit.to_char() });
                }
                Change::Remove(removed) => {
                    hint.removed.extend(removed.iter().map(|(cell, digit)| (cell.index(), digit.to_char())));
                }
            }
        }
        hint.cells.sort_unstable();
        hint.cells.dedup();
        hint.title = hardest.map(|technique| technique.to_string()).unwrap_or_default();
        Ok(hint)
    }

    fn view(&self, position: &Position) -> View {
        let layer = self.own_layer(position);
        let board = self.board(&layer);
        let clashes = check::clashes(&board);
        let cells = Cell::all()
            .map(|cell| {
                let digit = board.digit(cell);
                let given = self.givens.digit(cell).is_some();
                let clash = clashes.iter().any(|clash| clash.cells.contains(&cell));
                let marks = layer.marks[cell.index()];
                let mut label = cell.in_words();
                match digit {
                    Some(digit) => label.push_str(&format!(", {digit}")),
                    None if marks.is_empty() => label.push_str(", blank"),
                    None => {
                        label.push_str(", notes");
                        marks.iter().for_each(|mark| label.push_str(&format!(" {mark}")));
                    }
                }
                label.push_str(if given { ", given" } else { "" });
                label.push_str(if clash { ", clash" } else { "" });
                CellView {
                    symbol: digit.map(Digit::to_char),
                    marks: marks.to_string(),
                    colour: None,
                    goal: None,
                    press: None,
                    given,
                    clash,
                    region: cell.box_index(),
                    label,
                    ..CellView::default()
                }
            })
            .collect();
        let symbols = Digit::ALL
            .map(|digit| {
                let placed = board.filled().filter(|&(_, there)| there == digit).count();
                SymbolView { symbol: digit.to_char(), left: 9_usize.saturating_sub(placed) }
            })
            .to_vec();
        let (solved, blank) = (check::is_solution(&board, &self.givens), 81 - board.filled_count());
        View {
            rows: 9,
            columns: 9,
            cells,
            symbols,
            presses: Vec::new(),
            colours: 0,
            are_discs: false,
            clashes: clashes.iter().map(ToString::to_string).collect(),
            status: if solved { "Solved".to_owned() } else { format!("{blank} left") },
            blank,
            solved,
        }
    }
}
