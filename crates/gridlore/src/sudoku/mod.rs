//! Sudoku as a [`Puzzle`], on boards from 4x4 to 16x16.
//!
//! The player's entries are a [`Layer`](crate::symbols::Layer) over the givens, and the board is a
//! [`SymbolBoard`], so marks, colours and clashes work as in every symbol puzzle. `boards` lists
//! the available boards, `generate` generates puzzles for them, `answers` solves them, and `hints`
//! provides hints.

#[cfg(feature = "sudoku-tutor")]
mod answers;
mod boards;
#[cfg(feature = "sudoku-tutor")]
mod generate;
#[cfg(feature = "sudoku-tutor")]
mod hints;
#[cfg(feature = "sudoku-tutor")]
mod lessons;
#[cfg(feature = "sudoku-tutor")]
mod rated;
mod ratings;
#[cfg(feature = "sudoku-tutor")]
mod tutor;

#[cfg(feature = "sudoku-tutor")]
pub(crate) use lessons::lesson_position;

#[cfg(not(feature = "sudoku-tutor"))]
use crate::kind::play_only as answers;
use crate::symbols::{self, Clash, SymbolBoard};
#[cfg(feature = "sudoku-tutor")]
use crate::tutor::Tutor;
use crate::{
    Action, Check, Hint, Kind, Opens, Page, Position, Preset, Puzzle, Reader, Refusal, Scale, Solve, View,
    Workshop,
};
use gridlore_core::{Budget, BudgetSpent, ParseError};
use gridlore_sudoku::Board;
use gridlore_sudoku_geometry::check::{Contradiction, clashes, is_solution};
use gridlore_sudoku_geometry::{Grid, Rules};
use std::borrow::Cow;

pub(crate) const KIND: Kind = Kind {
    name: "sudoku",
    title: "Sudoku",
    rules: "Fill the board so that every row, column and box contains each digit once.",
    page: Some(Page {
        picture: None,
        usual: Some("rated-medium"),
        scale: Some(Scale { title: "SE rating", prefix: ratings::PREFIX, values: || ratings::ALL.to_vec() }),
        sizes: None,
        workshop: Some(Workshop {
            title: "Solve step by step",
            lead: "Paste a puzzle in any common format and see its solution path: each step drawn and explained. You can also list every step available now, or practise a technique.",
        }),
    }),
    presets: &[
        Preset { params: "easy", title: "Gentle" },
        Preset { params: "rated-easy", title: "Easy (SE 1.2 to 2.0)" },
        Preset { params: "rated-medium", title: "Medium (SE 2.0 to 3.4)" },
        Preset { params: "rated-hard", title: "Hard (SE 4.2 to 7.1)" },
        Preset { params: "rated-unfair", title: "Unfair (SE 6.7 to 7.3)" },
        Preset { params: "rated-extreme", title: "Extreme (SE 7.1 to 8.4)" },
        Preset { params: "medium", title: "Singles only" },
        Preset { params: "hard", title: "Pairs" },
        Preset { params: "minimal", title: "Any difficulty" },
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
        #[cfg(feature = "sudoku-tutor")]
        generate: generate::generate,
        #[cfg(not(feature = "sudoku-tutor"))]
        generate: answers::generate,
        #[cfg(feature = "sudoku-tutor")]
        files: Some(tutor::read),
        #[cfg(not(feature = "sudoku-tutor"))]
        files: None,
    }),
};

#[derive(Debug)]
struct Sudoku {
    rules: Cow<'static, Rules>,
    givens: Grid,
}

impl Sudoku {
    fn usual(givens: &Board) -> Self {
        Self { rules: Cow::Borrowed(Rules::usual()), givens: boards::grid(givens) }
    }

    fn in_words(&self, cell: usize) -> String {
        self.rules.geometry().cell_in_words(cell)
    }

    /// Returns a board with these digits; 0 is a blank cell.
    fn grid_of(&self, values: &[u8]) -> Grid {
        let mut board = Grid::empty(self.rules.geometry());
        for (cell, &value) in values.iter().enumerate().filter(|&(_, &value)| value > 0) {
            board.set(cell, Some(value));
        }
        board
    }

    fn clash_in_words(&self, clash: &Contradiction) -> String {
        clash.in_words(self.rules.geometry(), self.rules.symbols())
    }
}

impl SymbolBoard for Sudoku {
    fn columns(&self) -> usize {
        self.rules.geometry().side()
    }

    fn signs(&self) -> &[char] {
        self.rules.symbols().signs()
    }

    fn givens(&self) -> &[u8] {
        self.givens.values()
    }

    fn clashes(&self, values: &[u8]) -> Vec<Clash> {
        let clash = clashes(self.rules.geometry(), &self.grid_of(values)).into_iter().map(|clash| {
            let text = capitalised(&self.clash_in_words(&clash));
            let cells = if let Contradiction::Clash(_, _, cells) = clash { cells } else { Vec::new() };
            Clash { text, cells }
        });
        clash.collect()
    }

    fn symbol(&self, sign: char) -> Option<u8> {
        self.rules.symbols().value(sign)
    }

    fn signs_in_words(&self) -> String {
        format!("a digit {}", self.rules.symbols())
    }

    fn cell_in_words(&self, cell: usize) -> String {
        self.in_words(cell)
    }

    fn peers(&self, cell: usize) -> &[usize] {
        self.rules.peers(cell)
    }

    fn region(&self, cell: usize) -> usize {
        self.rules.geometry().region_of(cell).unwrap_or(0)
    }

    fn candidates(&self, values: &[u8]) -> Vec<u64> {
        self.rules.candidates(values)
    }

    fn is_solution(&self, values: &[u8]) -> bool {
        is_solution(self.rules.geometry(), &self.grid_of(values), &self.givens)
    }

    fn solved_in_words(&self) -> &'static str {
        "every row, column and box is complete"
    }
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

    fn check(&self, position: &Position, budget: &mut Budget) -> Result<Check, BudgetSpent> {
        answers::check(self, position, budget)
    }

    fn solve(&self, budget: &mut Budget) -> Result<Solve, BudgetSpent> {
        answers::solve(self, budget)
    }

    fn count(&self, limit: u64, budget: &mut Budget) -> Result<u64, BudgetSpent> {
        answers::count(self, limit, budget)
    }

    fn with_all_candidates(&self, position: &Position) -> Option<Position> {
        Some(symbols::with_all_candidates(self, position))
    }

    fn hint(&self, position: &Position, budget: &mut Budget) -> Result<Hint, BudgetSpent> {
        answers::hint(self, position, budget)
    }

    fn steps_to_symbol(&self, position: &Position, budget: &mut Budget) -> Result<Option<Hint>, BudgetSpent> {
        answers::steps_to_symbol(self, position, budget)
    }

    fn has_mistake(&self, position: &Position, budget: &mut Budget) -> Result<bool, BudgetSpent> {
        answers::has_mistake(self, position, budget)
    }

    #[cfg(feature = "sudoku-tutor")]
    fn tutor(&self) -> Option<&dyn Tutor> {
        Some(self)
    }

    fn is_solved(&self, position: &Position) -> bool {
        symbols::is_solved(self, position)
    }

    fn view(&self, position: &Position) -> View {
        symbols::view(self, position)
    }
}

/// Returns `text` with its first letter capitalised.
fn capitalised(text: &str) -> String {
    let mut rest = text.chars();
    rest.next().map_or_else(String::new, |first| first.to_uppercase().chain(rest).collect())
}
