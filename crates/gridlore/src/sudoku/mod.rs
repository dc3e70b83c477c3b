//! Sudoku as a [`Puzzle`], on boards from 4x4 to 16x16: the engine's answers in the facade's words.
//!
//! What the player writes is a [`Layer`] over the givens; `boards` knows which boards there are, `hints` what to say next.

mod boards;
mod hints;
mod layer;
#[cfg(feature = "sudoku-tutor")]
mod tutor;

#[cfg(feature = "sudoku-tutor")]
use crate::tutor::Tutor;
use crate::{
    Action, CellView, Check, Hint, Kind, Opens, Pen, Position, Preset, Puzzle, Reader, Refusal, Solve,
    SymbolView, View, Workshop,
};
use gridlore_core::{Budget, BudgetSpent, ParseError};
use gridlore_sudoku::{Board, Outcome, count_solutions_up_to, outcome};
use gridlore_sudoku_geometry::check::{Contradiction, clashes, contradiction, is_solution};
use gridlore_sudoku_geometry::{Grid, Rules, Solver};
use layer::{Layer, bit};

pub(crate) const KIND: Kind = Kind {
    name: "sudoku",
    title: "Sudoku",
    rules: "Fill the board so that every row, every column and every box holds each of the digits once.",
    workshop: Some(Workshop {
        title: "Solve step by step",
        lead: "Paste a puzzle, in whatever form it comes, and walk to its solution: each step with its reason, drawn. Or see every step there is now, or practise a technique.",
    }),
    presets: &[
        Preset { params: "medium", title: "Medium" },
        Preset { params: "easy", title: "Easy" },
        Preset { params: "hard", title: "Hard" },
        Preset { params: "minimal", title: "Minimal" },
        Preset { params: "2x2", title: "4 by 4" },
        Preset { params: "2x3", title: "6 by 6" },
        Preset { params: "2x3-hard", title: "6 by 6, hard" },
        Preset { params: "3x4", title: "12 by 12" },
        Preset { params: "4x4-easy", title: "16 by 16, easy" },
        Preset { params: "4x4", title: "16 by 16" },
    ],
    is_only_code: None,
    opens: Opens::Puzzle(Reader {
        parse: boards::parse,
        generate: boards::generate,
        #[cfg(feature = "sudoku-tutor")]
        files: Some(tutor::read),
        #[cfg(not(feature = "sudoku-tutor"))]
        files: None,
    }),
};

#[derive(Debug)]
struct Sudoku {
    rules: Rules,
    givens: Grid,
}

impl Sudoku {
    fn usual(givens: &Board) -> Self {
        Self { rules: Rules::usual().clone(), givens: boards::grid(givens) }
    }

    fn size(&self) -> usize {
        self.rules.geometry().size()
    }

    fn layer(&self, position: &Position) -> Layer {
        Layer::parse(position.as_str(), &self.rules, &self.givens)
            .expect("a position is made by its own puzzle")
    }

    fn position_of(&self, layer: &Layer) -> Position {
        Position::new(layer.to_text(&self.rules))
    }

    /// The givens and what the player added.
    fn board(&self, layer: &Layer) -> Grid {
        let mut board = self.givens.clone();
        for (cell, &value) in layer.values.iter().enumerate().filter(|&(_, &value)| value > 0) {
            board.set(cell, Some(value));
        }
        board
    }

    /// The position that shows `solution`; colours stay.
    fn shown(&self, solution: &Grid) -> Position {
        let mut layer = Layer::empty(self.size());
        for (cell, digit) in solution.filled().filter(|&(cell, _)| !self.is_given(cell)) {
            layer.values[cell] = digit;
        }
        self.position_of(&layer)
    }

    fn is_given(&self, cell: usize) -> bool {
        self.givens.digit(cell).is_some()
    }

    fn in_words(&self, cell: usize) -> String {
        self.rules.geometry().cell_in_words(cell)
    }

    fn sign(&self, digit: u8) -> char {
        self.rules.symbols().text(digit).chars().next().unwrap_or('?')
    }

    /// The solutions of the givens: by the engine of the usual board, or by that of any other.
    fn outcome(&self, budget: &mut Budget) -> Result<Outcome<Grid>, BudgetSpent> {
        if !self.rules.geometry().is_usual() {
            return Solver::new(self.rules.geometry()).outcome(&self.givens, budget);
        }
        Ok(match outcome(&boards::board(&self.givens), budget)? {
            Outcome::None => Outcome::None,
            Outcome::Unique(solution) => Outcome::Unique(boards::grid(&solution)),
            Outcome::Several((one, other)) => Outcome::Several((boards::grid(&one), boards::grid(&other))),
        })
    }

    /// Those of these cells that the player may write in; at least one.
    fn free(&self, cells: &[usize]) -> Result<Vec<usize>, Refusal> {
        self.known(cells)?;
        let free: Vec<usize> = cells.iter().copied().filter(|&cell| !self.is_given(cell)).collect();
        if free.is_empty() {
            return Err(Refusal::Given(cells.first().map(|&cell| self.in_words(cell)).unwrap_or_default()));
        }
        Ok(free)
    }

    fn known(&self, cells: &[usize]) -> Result<(), Refusal> {
        let last = self.size() - 1;
        let unknown = cells.iter().find(|&&cell| cell > last);
        unknown.map_or(Ok(()), |&cell| Err(Refusal::NoSuchCell { cell, last }))
    }

    fn digit(&self, symbol: char) -> Result<u8, Refusal> {
        let known = self.rules.symbols().value(symbol);
        known.ok_or_else(|| Refusal::NoSuchSymbol {
            symbol,
            expected: format!("a digit {}", self.rules.symbols()),
        })
    }

    /// The blank ones of these cells, in which marks can be written.
    fn blank(&self, layer: &Layer, cells: &[usize]) -> Result<Vec<usize>, Refusal> {
        let free = self.free(cells)?;
        let blank: Vec<usize> = free.iter().copied().filter(|&cell| layer.values[cell] == 0).collect();
        if blank.is_empty() { Err(Refusal::Filled(self.in_words(free[0]))) } else { Ok(blank) }
    }

    /// The candidates that the digits on the board leave, as marks.
    fn candidates(&self, board: &Grid) -> Vec<u64> {
        self.rules.candidates(board.values())
    }

    /// The player's digits that differ from the only solution; none when there is not exactly one.
    fn wrong(&self, layer: &Layer, budget: &mut Budget) -> Result<Vec<usize>, BudgetSpent> {
        let Outcome::Unique(solution) = self.outcome(budget)? else { return Ok(Vec::new()) };
        Ok(wrong_digits(layer, &solution))
    }

    fn clashes(&self, board: &Grid) -> Vec<String> {
        let clashes = clashes(self.rules.geometry(), board);
        clashes.iter().map(|clash| self.clash_in_words(clash)).collect()
    }

    fn clash_in_words(&self, clash: &Contradiction) -> String {
        clash.in_words(self.rules.geometry(), self.rules.symbols())
    }

    fn contradiction(&self) -> String {
        self.clash_in_words(&contradiction(self.rules.geometry(), &self.givens))
    }

    fn label(&self, layer: &Layer, cell: usize, digit: Option<u8>, clash: bool) -> String {
        let spread = |text: &str| text.chars().map(|sign| format!(" {sign}")).collect::<String>();
        let mut label = self.in_words(cell);
        let (centre, corner, crossed) = (layer.centre[cell], layer.corner[cell], layer.crossed[cell]);
        match digit {
            Some(digit) => label.push_str(&format!(", {}", self.sign(digit))),
            None if centre | corner | crossed == 0 => label.push_str(", blank"),
            None => {
                for (name, set) in [("notes", centre), ("corner notes", corner), ("crossed out", crossed)] {
                    if set != 0 {
                        label.push_str(&format!(", {name}{}", spread(&layer::signs(&self.rules, set))));
                    }
                }
            }
        }
        label.push_str(if self.is_given(cell) { ", given" } else { "" });
        label.push_str(if clash { ", clash" } else { "" });
        if layer.colours[cell] != 0 {
            label.push_str(&format!(", colour{}", spread(&layer::colours(layer.colours[cell]))));
        }
        label
    }
}

/// The player's digits that are not the solution's.
fn wrong_digits(layer: &Layer, solution: &Grid) -> Vec<usize> {
    let is_wrong =
        |&cell: &usize| layer.values[cell] != 0 && solution.digit(cell) != Some(layer.values[cell]);
    (0..layer.values.len()).filter(is_wrong).collect()
}

/// Adds a mark to these cells; takes it out of all of them where each has it.
fn toggle(sets: &mut [u64], cells: &[usize], mark: u64) {
    let is_everywhere = cells.iter().all(|&cell| sets[cell] & mark != 0);
    for &cell in cells {
        if is_everywhere {
            sets[cell] &= !mark;
        } else {
            sets[cell] |= mark;
        }
    }
}

fn cell_count(count: usize) -> String {
    if count == 1 { "1 cell".to_owned() } else { format!("{count} cells") }
}

impl Puzzle for Sudoku {
    fn kind(&self) -> &'static Kind {
        &KIND
    }

    fn params(&self) -> String {
        boards::params(self.rules.geometry())
    }

    fn description(&self) -> String {
        self.givens.to_line(self.rules.symbols())
    }

    fn start(&self) -> Position {
        self.position_of(&Layer::empty(self.size()))
    }

    fn position(&self, text: &str) -> Result<Position, ParseError> {
        Layer::parse(text, &self.rules, &self.givens).map(|layer| self.position_of(&layer))
    }

    fn apply(&self, position: &Position, action: &Action) -> Result<Position, Refusal> {
        let mut layer = self.layer(position);
        match action {
            Action::Enter { cells, symbol } => {
                let (free, digit) = (self.free(cells)?, self.digit(*symbol)?);
                let is_there = free.iter().all(|&cell| layer.values[cell] == digit);
                for &cell in &free {
                    if is_there {
                        layer.empty_cell(cell);
                    } else {
                        layer.enter(&self.rules, cell, digit);
                    }
                }
            }
            Action::Mark { cells, pen: Pen::Centre, symbol } => {
                let (blank, digit) = (self.blank(&layer, cells)?, self.digit(*symbol)?);
                toggle(&mut layer.centre, &blank, bit(digit));
            }
            Action::Mark { cells, pen: Pen::Corner, symbol } => {
                let (blank, digit) = (self.blank(&layer, cells)?, self.digit(*symbol)?);
                toggle(&mut layer.corner, &blank, bit(digit));
            }
            Action::Mark { cells, pen: Pen::Cross, symbol } => {
                let (blank, digit) = (self.blank(&layer, cells)?, self.digit(*symbol)?);
                toggle(&mut layer.crossed, &blank, bit(digit));
            }
            Action::Mark { cells, pen: Pen::Colour, symbol } => {
                self.known(cells)?;
                let expected = || format!("a colour from 1 to {}", layer::COLOURS);
                let colour = layer::colour(*symbol)
                    .ok_or_else(|| Refusal::NoSuchSymbol { symbol: *symbol, expected: expected() })?;
                toggle(&mut layer.colours, cells, bit(colour));
            }
            Action::Clear { cells } => {
                self.known(cells)?;
                // What is written goes first, and colours where nothing is.
                let written: Vec<usize> =
                    cells.iter().copied().filter(|&cell| layer.is_written(cell)).collect();
                let is_coloured = cells.iter().any(|&cell| layer.colours[cell] != 0);
                if written.is_empty() && is_coloured {
                    cells.iter().for_each(|&cell| layer.colours[cell] = 0);
                } else if written.is_empty() {
                    self.free(cells)?;
                }
                written.into_iter().for_each(|cell| layer.empty_cell(cell));
            }
            Action::Press { .. } => {
                return Err(Refusal::NotPlayedSo { found: "a press", expected: "a digit for a cell" });
            }
            Action::Become(position) => return Ok(position.clone()),
        }
        Ok(self.position_of(&layer))
    }

    fn check(&self, position: &Position, budget: &mut Budget) -> Result<Check, BudgetSpent> {
        let layer = self.layer(position);
        let board = self.board(&layer);
        let clashes = self.clashes(&board);
        let solved = is_solution(self.rules.geometry(), &board, &self.givens);
        let wrong = self.wrong(&layer, budget)?;
        let left = self.size() - board.filled().count();
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
        Ok(match self.outcome(budget)? {
            Outcome::None => Solve::None(self.contradiction()),
            Outcome::Unique(solution) => Solve::Unique(self.shown(&solution)),
            Outcome::Several((solution, _)) => Solve::Several(self.shown(&solution)),
        })
    }

    fn count(&self, limit: u64, budget: &mut Budget) -> Result<u64, BudgetSpent> {
        if self.rules.geometry().is_usual() {
            return count_solutions_up_to(&boards::board(&self.givens), limit, budget);
        }
        Solver::new(self.rules.geometry()).count_solutions_up_to(&self.givens, limit, budget)
    }

    fn noted(&self, position: &Position) -> Option<Position> {
        let mut layer = self.layer(position);
        let candidates = self.candidates(&self.board(&layer));
        // What was crossed out is no candidate, so the notes tell it now.
        for (cell, set) in candidates.into_iter().enumerate() {
            layer.centre[cell] = set & !layer.crossed[cell];
            layer.crossed[cell] = 0;
        }
        Some(self.position_of(&layer))
    }

    fn hint(&self, position: &Position, budget: &mut Budget) -> Result<Hint, BudgetSpent> {
        self.next_hint(&self.layer(position), budget)
    }

    fn way(&self, position: &Position, budget: &mut Budget) -> Result<Option<Hint>, BudgetSpent> {
        self.way_on(&self.layer(position), budget)
    }

    fn has_mistake(&self, position: &Position, budget: &mut Budget) -> Result<bool, BudgetSpent> {
        let layer = self.layer(position);
        let Outcome::Unique(solution) = self.outcome(budget)? else {
            return Ok(!self.clashes(&self.board(&layer)).is_empty());
        };
        Ok(self.mistake(&layer, &solution).is_some())
    }

    #[cfg(feature = "sudoku-tutor")]
    fn tutor(&self) -> Option<&dyn Tutor> {
        Some(self)
    }

    fn view(&self, position: &Position) -> View {
        let layer = self.layer(position);
        let board = self.board(&layer);
        let geometry = self.rules.geometry();
        let found = clashes(geometry, &board);
        let mut is_clashing = vec![false; self.size()];
        for clash in &found {
            if let Contradiction::Clash(_, _, cells) = clash {
                cells.iter().for_each(|&cell| is_clashing[cell] = true);
            }
        }
        let cells = (0..self.size()).map(|cell| {
            let digit = board.digit(cell);
            CellView {
                symbol: digit.map(|digit| self.sign(digit)),
                marks: layer::signs(&self.rules, layer.centre[cell]),
                corners: layer::signs(&self.rules, layer.corner[cell]),
                crosses: layer::signs(&self.rules, layer.crossed[cell]),
                tints: layer::colours(layer.colours[cell]),
                given: self.is_given(cell),
                clash: is_clashing[cell],
                region: geometry.region_of(cell).unwrap_or(0),
                label: self.label(&layer, cell, digit, is_clashing[cell]),
                ..CellView::default()
            }
        });
        let cells = cells.collect();
        let side = geometry.side();
        let symbols = (1_u8..=u8::try_from(side).unwrap_or(0))
            .map(|digit| {
                let placed = board.filled().filter(|&(_, there)| there == digit).count();
                SymbolView { symbol: self.sign(digit), left: side.saturating_sub(placed) }
            })
            .collect();
        let blank = self.size() - board.filled().count();
        let solved = is_solution(geometry, &board, &self.givens);
        View {
            rows: side,
            columns: side,
            cells,
            symbols,
            presses: Vec::new(),
            colours: 0,
            are_discs: false,
            clashes: found.iter().map(|clash| self.clash_in_words(clash)).collect(),
            status: if solved { "Solved".to_owned() } else { format!("{blank} left") },
            blank,
            solved,
        }
    }
}
