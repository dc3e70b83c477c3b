//! Defines a puzzle outside the crate: Binairo, also called Takuzu. The example registers it,
//! generates a puzzle from a seed, plays it, saves it and draws it.
//!
//! A Binairo is filled with 0s and 1s. Every row and column contains as many 0s as 1s, has no three
//! adjacent equal symbols, and differs from every other row or column.
//!
//! This file defines the rules, a small solver and the hints. Pencil marks, colours, clash marking,
//! undo, saved games and pictures come from the crate: `gridlore::symbols`, `gridlore::Midend` and
//! `gridlore::render`.
//!
//! ```sh
//! cargo run -p gridlore --example binairo
//! ```
#![expect(clippy::print_stdout, reason = "the example prints its output")]

use gridlore::symbols::{self, Clash, SymbolBoard};
use gridlore::{
    Action, Budget, BudgetSpent, Check, Hint, Kind, Midend, ParseError, ParseErrorKind, Pen, Place, Position,
    Preset, Puzzle, Reader, Refusal, Registry, Rng, Solve, View,
};
use std::error::Error;
use std::fmt::Write;

/// Node budget for each search of the generator; an 8x8 puzzle takes a few thousand nodes.
const GENERATOR_BUDGET: u64 = 1_000_000;

/// The kind: its name in ids, and the functions that read and generate its puzzles. It has no page.
pub(crate) static BINAIRO: Kind = Kind {
    rules: "Fill the board so that every row and column contains as many 0s as 1s, and never three equal symbols in a row. No two rows and no two columns are equal.",
    presets: &[Preset { params: "6", title: "6 by 6" }, Preset { params: "4", title: "4 by 4" }],
    ..Kind::puzzle("binairo", "Binairo", Reader { parse, files: None, generate })
};

/// A Binairo. In `givens`, 0 is a blank cell, 1 a given `0` and 2 a given `1`.
#[derive(Debug)]
struct Binairo {
    side: usize,
    givens: Vec<u8>,
}

/// Parses `..1.0...1.0....0`, on one or more lines.
fn parse(params: &str, description: &str) -> Result<Box<dyn Puzzle>, ParseError> {
    if !params.is_empty() {
        return Err(ParseError::name(Place::column(1), params, "no parameters before the cells"));
    }
    let mut givens = Vec::new();
    for (line, text) in description.lines().enumerate() {
        for (column, sign) in text.chars().enumerate().filter(|(_, sign)| !sign.is_whitespace()) {
            givens.push(match sign {
                '.' => 0,
                '0' => 1,
                '1' => 2,
                found => {
                    let kind = ParseErrorKind::Character { found, expected: "0, 1 or '.'" };
                    return Err(ParseError { at: Place { line: line + 1, column: column + 1 }, kind });
                }
            });
        }
    }
    let Some(side) = [4, 6, 8].into_iter().find(|side| side * side == givens.len()) else {
        let kind = ParseErrorKind::Wrong {
            found: format!("{} cells", givens.len()),
            expected: "16, 36 or 64".to_owned(),
        };
        return Err(ParseError { at: Place::column(1), kind });
    };
    Ok(Box::new(Binairo { side, givens }))
}

/// Fills a board at random, then removes givens as long as the solution stays unique.
fn generate(params: &str, seed: u64) -> Result<Box<dyn Puzzle>, ParseError> {
    let side = match params {
        "" | "6" => 6,
        "4" => 4,
        "8" => 8,
        found => return Err(ParseError::name(Place::column(1), found, "a side: 4, 6 or 8")),
    };
    let hard = |_: BudgetSpent| ParseError::name(Place::column(1), params, "another seed or a smaller side");
    let mut rng = Rng::new(seed);
    let mut binairo = Binairo { side, givens: vec![0; side * side] };
    let first_symbols: Vec<u8> = (0..side * side).map(|_| if rng.below(2) == 0 { 1 } else { 2 }).collect();
    let filled = binairo.solutions(1, &first_symbols, &mut Budget::nodes(GENERATOR_BUDGET)).map_err(hard)?;
    binairo.givens = filled.into_iter().next().expect("an empty board has solutions");
    let mut order: Vec<usize> = (0..side * side).collect();
    rng.shuffle(&mut order);
    for cell in order {
        let given = std::mem::take(&mut binairo.givens[cell]);
        if binairo.count(2, &mut Budget::nodes(GENERATOR_BUDGET)).map_err(hard)? > 1 {
            binairo.givens[cell] = given;
        }
    }
    Ok(Box::new(binairo))
}

impl Binairo {
    /// Returns the cells of every row, then of every column, each with its name.
    fn lines(&self) -> impl Iterator<Item = (String, Vec<usize>)> {
        let side = self.side;
        let rows =
            (0..side).map(move |row| (format!("row {}", row + 1), (row * side..(row + 1) * side).collect()));
        let columns = (0..side).map(move |column| {
            (format!("column {}", column + 1), (column..side * side).step_by(side).collect())
        });
        rows.chain(columns)
    }

    /// Returns at most `limit` solutions. For each cell, the symbol in `first` is tried before the
    /// other; each symbol tried is one node.
    fn solutions(
        &self,
        limit: usize,
        first: &[u8],
        budget: &mut Budget,
    ) -> Result<Vec<Vec<u8>>, BudgetSpent> {
        let mut found = Vec::new();
        let mut values = self.givens.clone();
        if self.clashes(&values).is_empty() {
            self.search(limit, first, budget, &mut values, &mut found)?;
        }
        Ok(found)
    }

    fn search(
        &self,
        limit: usize,
        first: &[u8],
        budget: &mut Budget,
        values: &mut Vec<u8>,
        found: &mut Vec<Vec<u8>>,
    ) -> Result<(), BudgetSpent> {
        let Some(cell) = values.iter().position(|&value| value == 0) else {
            found.push(values.clone());
            return Ok(());
        };
        for symbol in [first[cell], 3 - first[cell]] {
            budget.spend()?;
            values[cell] = symbol;
            if found.len() < limit && self.clashes(values).is_empty() {
                self.search(limit, first, budget, values, found)?;
            }
        }
        values[cell] = 0;
        Ok(())
    }

    /// Returns a hint from the solution, for a position in which no cell is forced.
    fn solution_hint(&self, values: &[u8], budget: &mut Budget) -> Result<Hint, BudgetSpent> {
        let solution = self.only_solution(budget)?;
        let blank = values.iter().position(|&value| value == 0);
        let Some((solution, cell)) = solution.zip(blank) else {
            let text = "This puzzle does not have a unique solution, so no step is certain.".to_owned();
            return Ok(Hint { title: "No step".to_owned(), text, ..Hint::default() });
        };
        let sign = self.signs()[usize::from(solution[cell]) - 1];
        Ok(Hint {
            title: "From the solution".to_owned(),
            text: format!(
                "No cell is forced. Taken from the solution: {} is {sign}.",
                self.cell_in_words(cell)
            ),
            cells: vec![cell],
            action: Some(Action::Enter { cells: vec![cell], symbol: sign }),
            ..Hint::default()
        })
    }

    /// Returns the solution, if there is exactly one.
    fn only_solution(&self, budget: &mut Budget) -> Result<Option<Vec<u8>>, BudgetSpent> {
        let mut found = self.solutions(2, &vec![1; self.givens.len()], budget)?;
        Ok(if found.len() == 1 { found.pop() } else { None })
    }
}

/// Provides the shared layer with the rules of the board.
impl SymbolBoard for Binairo {
    fn columns(&self) -> usize {
        self.side
    }

    fn signs(&self) -> &[char] {
        &['0', '1']
    }

    fn givens(&self) -> &[u8] {
        &self.givens
    }

    fn clashes(&self, values: &[u8]) -> Vec<Clash> {
        let mut clashes = Vec::new();
        let lines: Vec<(String, Vec<usize>)> = self.lines().collect();
        for (name, cells) in &lines {
            for three in cells.windows(3) {
                if let [one, two, third] = *three
                    && values[one] != 0
                    && values[one] == values[two]
                    && values[one] == values[third]
                {
                    let text = format!("{name} has three {}s in a row", values[one] - 1);
                    clashes.push(Clash { text, cells: three.to_vec() });
                }
            }
            for symbol in [1, 2] {
                let held: Vec<usize> = cells.iter().copied().filter(|&cell| values[cell] == symbol).collect();
                if held.len() > self.side / 2 {
                    let half = ["two", "three", "four"][self.side / 2 - 2];
                    let text = format!("{name} has more than {half} {}s", symbol - 1);
                    clashes.push(Clash { text, cells: held });
                }
            }
        }
        for group in lines.chunks(self.side) {
            for (place, (name, cells)) in group.iter().enumerate() {
                let is_full = cells.iter().all(|&cell| values[cell] != 0);
                for (other, same) in group[..place].iter().filter(|_| is_full) {
                    if cells.iter().zip(same).all(|(&one, &two)| values[one] == values[two]) {
                        let text = format!("{other} and {name} are equal");
                        clashes.push(Clash { text, cells: [&same[..], cells].concat() });
                    }
                }
            }
        }
        clashes
    }

    fn times(&self, _symbol: u8) -> usize {
        self.givens.len() / 2
    }

    fn solved_in_words(&self) -> &'static str {
        "every row and column is complete"
    }
}

impl Puzzle for Binairo {
    fn kind(&self) -> &'static Kind {
        &BINAIRO
    }

    fn description(&self) -> String {
        self.givens.iter().map(|&given| ['.', '0', '1'][usize::from(given)]).collect()
    }

    fn start(&self) -> Position {
        symbols::start(self)
    }

    fn position(&self, text: &str) -> Result<Position, ParseError> {
        symbols::position(self, text)
    }

    fn apply(&self, position: &Position, action: &Action) -> Result<Position, Refusal> {
        symbols::apply(self, position, action)
    }

    fn replay(&self, position: &Position, actions: &[Action]) -> (Vec<Position>, Option<Refusal>) {
        symbols::replay(self, position, actions)
    }

    fn with_all_candidates(&self, position: &Position) -> Option<Position> {
        Some(symbols::with_all_candidates(self, position))
    }

    fn check(&self, position: &Position, budget: &mut Budget) -> Result<Check, BudgetSpent> {
        Ok(symbols::check(self, position, self.only_solution(budget)?.as_deref()))
    }

    fn solve(&self, budget: &mut Budget) -> Result<Solve, BudgetSpent> {
        let found = self.solutions(2, &vec![1; self.givens.len()], budget)?;
        Ok(match found.as_slice() {
            [] => Solve::None("no way of filling the board obeys the rules".to_owned()),
            [one] => Solve::Unique(symbols::position_of_values(self, one)),
            [one, ..] => Solve::Several(symbols::position_of_values(self, one)),
        })
    }

    fn count(&self, limit: u64, budget: &mut Budget) -> Result<u64, BudgetSpent> {
        let limit = usize::try_from(limit).unwrap_or(usize::MAX);
        Ok(self.solutions(limit, &vec![1; self.givens.len()], budget)?.len() as u64)
    }

    /// Returns a mistake if there is one. Otherwise, returns a cell with one possible symbol and
    /// the rule that excludes the other symbol or, if there is no such cell, a cell from the
    /// solution.
    fn hint(&self, position: &Position, budget: &mut Budget) -> Result<Hint, BudgetSpent> {
        let mut values = symbols::layer_of(self, position).over(&self.givens);
        let check = self.check(position, budget)?;
        if check.solved || !check.clashes.is_empty() || !check.wrong.is_empty() {
            let title = if check.solved { "Solved" } else { "A mistake" }.to_owned();
            return Ok(Hint {
                title,
                text: check.message,
                is_mistake: !check.solved,
                cells: check.wrong,
                ..Hint::default()
            });
        }
        let candidates = self.candidates(&values);
        let Some(cell) = (0..values.len()).find(|&cell| candidates[cell].count_ones() == 1) else {
            return self.solution_hint(&values, budget);
        };
        let symbol = symbols::members(candidates[cell]).next().expect("it has one candidate");
        values[cell] = 3 - symbol;
        let clash = self.clashes(&values).into_iter().next().expect("the other symbol clashes");
        let (sign, other) = (self.signs()[usize::from(symbol) - 1], self.signs()[2 - usize::from(symbol)]);
        Ok(Hint {
            title: format!("Only {sign} fits"),
            text: format!(
                "Suppose {} is {other}: then {}. So it is {sign}.",
                self.cell_in_words(cell),
                clash.text
            ),
            cells: clash.cells,
            action: Some(Action::Enter { cells: vec![cell], symbol: sign }),
            ..Hint::default()
        })
    }

    fn is_solved(&self, position: &Position) -> bool {
        symbols::is_solved(self, position)
    }

    fn view(&self, position: &Position) -> View {
        symbols::view(self, position)
    }
}

/// Plays a complete game, and returns the output of the example.
pub(crate) fn transcript() -> Result<String, Box<dyn Error>> {
    let registry = Registry::new().with(&BINAIRO);
    let mut game = Midend::new(registry.open("binairo:4#7")?).with_budget(100_000);
    let mut text = format!("{}\n\n{}\n", game.id(), game.puzzle().text(game.position()));

    // Enter a wrong symbol, which is marked as a clash, and undo it.
    let hint = game.hint()?;
    let Some(Action::Enter { cells, symbol }) = hint.action else { return Err(hint.text.into()) };
    let other = if symbol == '0' { '1' } else { '0' };
    game.act(Action::Enter { cells: cells.clone(), symbol: other })?;
    writeln!(text, "A mistake: {}.", game.view().clashes.join("; "))?;
    game.undo();

    // The shared layer provides pencil marks, pens and colours.
    game.act(Action::Mark { cells: cells.clone(), pen: Pen::Cross, symbol: other })?;
    game.act(Action::Mark { cells: cells.clone(), pen: Pen::Colour, symbol: '3' })?;
    writeln!(text, "Marked: {}.", game.view().cells[cells[0]].label)?;
    writeln!(text, "Hint: {}", hint.text)?;

    // A saved game is one line; restoring it resumes the game.
    let saved = game.save();
    writeln!(text, "Saved: {saved}\n")?;
    let mut game = Midend::restore_in(&registry, &saved)?;
    while let Some(step) = game.hint()?.action {
        game.act(step)?;
    }
    writeln!(text, "{}\n{}", game.puzzle().text(game.position()), game.check()?.message)?;
    Ok(text)
}

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    print!("{}", transcript()?);
    Ok(())
}
