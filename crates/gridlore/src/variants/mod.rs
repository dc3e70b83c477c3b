//! Variant sudoku as a [`Puzzle`]: cages, thermometers, arrows, dots, clues outside the grid, and
//! every other rule that the engine supports, on boards of up to 25 by 25 cells.
//!
//! A puzzle is opened from a text block or from a link or file of f-puzzles, SudokuPad, Penpa-edit
//! and Interactive Sudoku Solver. Its id spells the puzzle out as a text block on one line.
//!
//! ```text
//!   description   the block on one line
//!   clashes       what breaks a rule on a board that is not full
//!   labels        what screen readers say of a cell
//!   fog           what a player sees through the fog
//!   answers       solutions, and checks against them
//!   hints         mistakes, and steps that use the rules
//!   presets       choices of new puzzles
//!   generate      puzzles by rules
//!   studio        what a setter asks
//!   tutor         solution paths, and formats of other programs
//! ```

#[cfg(feature = "variant-hints")]
mod answers;
mod clashes;
mod description;
mod fog;
#[cfg(feature = "variant-studio")]
mod generate;
#[cfg(feature = "variant-hints")]
mod hints;
mod labels;
mod presets;
#[cfg(feature = "variant-studio")]
pub mod studio;
#[cfg(feature = "variant-studio")]
mod tutor;

#[cfg(not(feature = "variant-hints"))]
use crate::kind::play_only as answers;
use crate::symbols::{self, Clash, Layer, SymbolBoard, bit};
#[cfg(feature = "variant-studio")]
use crate::tutor::Tutor;
use crate::{
    Action, Check, Drawing, Hint, Kind, Opens, Page, Position, Puzzle, Reader, Refusal, Solve, View, Workshop,
};
use gridlore_core::{Budget, BudgetSpent, ParseError, ParseErrorKind, Place};
use gridlore_sudoku_formats::{self as formats, Reading};
use gridlore_sudoku_variants::build::regions_of;
use gridlore_sudoku_variants::constraint::{Constraint, Mark};
use gridlore_sudoku_variants::{Relation, Rule, Shape, check};

pub(crate) const KIND: Kind = Kind {
    name: "variant-sudoku",
    title: "Variant sudoku",
    rules: "Fill the board so that every row, column and box contains each digit once, and every other rule of the puzzle holds.",
    page: Some(Page {
        usual: Some("thermo-medium"),
        workshop: Some(Workshop {
            title: "Set a puzzle",
            lead: "Draw the rules of a variant sudoku and see at once whether its solution is unique.",
        }),
        ..Page::PLAIN
    }),
    presets: presets::PRESETS,
    is_only_code: None,
    opens: Opens::Puzzle(Reader {
        parse,
        #[cfg(feature = "variant-studio")]
        generate: generate::generate,
        #[cfg(not(feature = "variant-studio"))]
        generate: crate::kind::play_only::generate,
        #[cfg(feature = "variant-studio")]
        files: Some(read),
        #[cfg(not(feature = "variant-studio"))]
        files: None,
    }),
};

#[derive(Debug)]
struct Variant {
    reading: Reading,
    /// The description in the id.
    description: String,
    /// The characters of the digits.
    signs: Vec<char>,
    /// The given symbols. Absent cells also have one, so that no digit is expected there.
    givens: Vec<u8>,
    /// The symbols that the puzzle allows in each cell.
    allowed: Vec<u64>,
    /// For each cell, the cells that cannot hold the same digit.
    peers: Vec<Vec<usize>>,
    /// The region of each cell.
    regions: Vec<usize>,
    /// The constraints that are checked while the board is not full.
    watched: Vec<clashes::Watched>,
    /// The rules of each cell in words, each with the index of its constraint.
    labels: Vec<Vec<(usize, String)>>,
}

/// Opens a puzzle from a description, a text block, or another format.
fn parse(_params: &str, text: &str) -> Result<Box<dyn Puzzle>, ParseError> {
    Ok(Box::new(Variant::new(reading(text)?)?))
}

fn reading(text: &str) -> Result<Reading, ParseError> {
    let text = text.trim();
    if !description::is_description(text) {
        return read_text(text);
    }
    formats::read_block(&description::block(text)?).map_err(|mut error| {
        // The description has the lines of the block on a single line.
        error.at = Place::column(1);
        error
    })
}

/// Reads a puzzle in any format.
#[cfg(feature = "variant-studio")]
use formats::read as read_text;
/// Reads a text block, the only format that the play-only engine supports.
#[cfg(not(feature = "variant-studio"))]
use formats::read_block as read_text;

/// A puzzle and one of its positions.
#[cfg(feature = "variant-studio")]
type Opened = (Box<dyn Puzzle>, Position);

/// Reads a puzzle with the player's entries.
#[cfg(feature = "variant-studio")]
fn read(text: &str) -> Result<Vec<Opened>, ParseError> {
    let reading = reading(text)?;
    let progress = reading.progress.clone();
    let puzzle = Variant::new(reading)?;
    let mut layer = puzzle.layer(&puzzle.start());
    let is_free = |cell: usize| puzzle.givens.get(cell) == Some(&0);
    for (cell, digit) in progress.digits.iter().filter(|(cell, _)| is_free(*cell)) {
        layer.centre[*cell] = 0;
        layer.values[*cell] = puzzle.symbol_of(*digit);
    }
    for (cell, digits) in progress.marks.iter().filter(|(cell, _)| is_free(*cell)) {
        if layer.values[*cell] == 0 {
            layer.centre[*cell] = digits.iter().fold(0, |set, digit| set | bit(puzzle.symbol_of(*digit)));
        }
    }
    let position = symbols::position_of(&puzzle, &layer);
    Ok(vec![(Box::new(puzzle), position)])
}

impl Variant {
    fn new(reading: Reading) -> Result<Self, ParseError> {
        // Deciding whether a full board with variables is solved requires a search.
        #[cfg(not(feature = "variant-hints"))]
        if reading.puzzle.variables > 0 {
            return Err(answers::error("variables", "a puzzle without them"));
        }
        let shape = reading.puzzle.shape;
        let block = reading.to_block().map_err(|unsaid| ParseError {
            at: Place::column(1),
            kind: ParseErrorKind::Wrong {
                found: unsaid.what,
                expected: "rules that text blocks can express".to_owned(),
            },
        })?;
        let mut givens: Vec<u8> = (0..shape.cells()).map(|cell| u8::from(shape.is_absent(cell))).collect();
        let mut allowed = vec![u64::from(shape.all()); shape.cells()];
        for constraint in &reading.puzzle.constraints {
            if let Constraint::Cell(Mark::Given(digit), cell) = constraint
                && *cell < shape.cells()
                && shape.set_of(*digit) != 0
            {
                givens[*cell] = symbol_of(&shape, *digit);
            }
            for rule in constraint.rules(&shape) {
                if let Rule::Values { cell, values } = rule
                    && cell < shape.cells()
                {
                    allowed[cell] &= u64::from(values);
                }
            }
        }
        let mut regions = vec![0; shape.cells()];
        for (number, region) in regions_of(&reading.puzzle).iter().enumerate() {
            region.iter().for_each(|cell| regions[*cell] = number);
        }
        Ok(Self {
            description: description::described(&block),
            signs: (0..shape.values).map(|bit| sign_of(shape.value(bit))).collect(),
            givens,
            allowed,
            peers: peers(&reading),
            regions,
            watched: clashes::watched_rules(&reading.puzzle.constraints, &shape),
            labels: labels::rules_at_cells(&reading.puzzle),
            reading,
        })
    }

    fn shape(&self) -> &Shape {
        &self.reading.puzzle.shape
    }

    fn sign(&self, digit: i32) -> char {
        self.signs.get(usize::from(self.symbol_of(digit)).wrapping_sub(1)).copied().unwrap_or('?')
    }

    /// Returns the symbol of a digit; 0 if the board does not have it.
    fn symbol_of(&self, digit: i32) -> u8 {
        symbol_of(self.shape(), digit)
    }

    /// Returns the digit of a symbol.
    fn value(&self, symbol: u8) -> Option<i32> {
        let bit = usize::from(symbol).checked_sub(1)?;
        (bit < self.shape().values).then(|| self.shape().value(bit))
    }

    /// Returns the digits of the cells; `None` for blank and absent cells.
    fn values(&self, symbols: &[u8]) -> Vec<Option<i32>> {
        let value = |(cell, symbol): (usize, &u8)| {
            if self.shape().is_absent(cell) { None } else { self.value(*symbol) }
        };
        symbols.iter().enumerate().map(value).collect()
    }

    /// Returns the symbols of a solution.
    fn symbols(&self, solution: &[i32]) -> Vec<u8> {
        let cells = self.shape().cells();
        let symbol = |(cell, digit): (usize, &i32)| {
            if self.shape().is_absent(cell) { 1 } else { self.symbol_of(*digit) }
        };
        solution.iter().take(cells).enumerate().map(symbol).collect()
    }

    /// Returns the solution that the setter stored.
    fn stored_solution(&self) -> Option<Vec<u8>> {
        self.reading.solution.as_ref().map(|solution| self.symbols(solution))
    }
}

fn symbol_of(shape: &Shape, digit: i32) -> u8 {
    if shape.set_of(digit) == 0 { 0 } else { u8::try_from(digit - shape.lowest + 1).unwrap_or(0) }
}

/// Returns the character for a digit; letters follow 9.
fn sign_of(digit: i32) -> char {
    let sign = u32::try_from(digit).ok().and_then(|digit| char::from_digit(digit, 36));
    sign.map_or('?', |sign| sign.to_ascii_uppercase())
}

/// Returns, for each cell, the cells that cannot hold the same digit.
fn peers(reading: &Reading) -> Vec<Vec<usize>> {
    let shape = &reading.puzzle.shape;
    let cells = shape.cells();
    let mut differ = vec![false; cells * cells];
    let mut connect = |one: usize, other: usize| {
        if one < cells && other < cells && one != other {
            differ[one * cells + other] = true;
            differ[other * cells + one] = true;
        }
    };
    let is_irreflexive = |relation: &Relation| {
        (shape.lowest..=shape.highest()).all(|value| !relation.holds(shape, value, value))
    };
    for rule in reading.puzzle.constraints.iter().flat_map(|constraint| constraint.rules(shape)) {
        match rule {
            Rule::Chain(relation, group) if is_irreflexive(&relation) => {
                group.windows(2).for_each(|two| connect(two[0], two[1]));
            }
            Rule::Clique(relation, _) if !is_irreflexive(&relation) => {}
            Rule::Different(group) | Rule::House(group) | Rule::Clique(_, group) => {
                for (at, one) in group.iter().enumerate() {
                    group[at + 1..].iter().for_each(|other| connect(*one, *other));
                }
            }
            _ => {}
        }
    }
    let peers = |cell: usize| (0..cells).filter(|other| differ[cell * cells + other]).collect();
    (0..cells).map(peers).collect()
}

impl SymbolBoard for Variant {
    fn columns(&self) -> usize {
        self.shape().columns
    }

    fn signs(&self) -> &[char] {
        &self.signs
    }

    fn givens(&self) -> &[u8] {
        &self.givens
    }

    fn clashes(&self, values: &[u8]) -> Vec<Clash> {
        let clear = self.clear_cells(values);
        self.broken(&self.values(values), clear.as_ref())
    }

    fn symbol(&self, sign: char) -> Option<u8> {
        let sign = sign.to_ascii_uppercase();
        let place = self.signs.iter().position(|known| *known == sign)?;
        u8::try_from(place + 1).ok()
    }

    fn signs_in_words(&self) -> String {
        let (first, last) = (self.signs.first(), self.signs.last());
        format!("a digit from {} to {}", first.copied().unwrap_or('?'), last.copied().unwrap_or('?'))
    }

    fn cell_in_words(&self, cell: usize) -> String {
        self.shape().cell_name(cell)
    }

    fn peers(&self, cell: usize) -> &[usize] {
        &self.peers[cell]
    }

    fn region(&self, cell: usize) -> usize {
        self.regions[cell]
    }

    fn times(&self, symbol: u8) -> usize {
        let absent = if symbol == 1 { self.shape().cells() - self.shape().present().count() } else { 0 };
        self.shape().present().count().div_ceil(self.shape().values.max(1)) + absent
    }

    fn candidates(&self, values: &[u8]) -> Vec<u64> {
        let candidates = |cell: usize| {
            if values[cell] != 0 {
                return 0;
            }
            let seen = self.peers[cell].iter().filter(|peer| !self.shape().is_absent(**peer));
            let seen = seen.filter(|peer| values[**peer] != 0).fold(0, |set, peer| set | bit(values[*peer]));
            self.allowed[cell] & !seen
        };
        (0..values.len()).map(candidates).collect()
    }

    fn is_solution(&self, values: &[u8]) -> bool {
        if values.contains(&0) {
            return false;
        }
        // The setter's solution also obeys the rules that were not understood.
        if !self.reading.left_out.is_empty()
            && let Some(solution) = self.stored_solution()
        {
            return values == solution;
        }
        let (puzzle, shape) = (&self.reading.puzzle, self.shape());
        let digits = self.values(values);
        // Regions and variables are searched only if the player filled cells, so showing a board of
        // givens needs no search.
        if puzzle.variables > 0 && !self.givens.contains(&0) {
            return false;
        }
        if puzzle.variables == 0 {
            let all: Vec<i32> = digits.iter().map(|digit| digit.unwrap_or(shape.lowest)).collect();
            return check::broken(puzzle, &all).is_none();
        }
        answers::have_variables_values(self, &digits)
    }

    fn solved_in_words(&self) -> &'static str {
        "every cell is filled, and every rule holds"
    }
}

impl Puzzle for Variant {
    fn kind(&self) -> &'static Kind {
        &KIND
    }

    fn description(&self) -> String {
        self.description.clone()
    }

    fn start(&self) -> Position {
        let mut layer = Layer::empty(self.givens.len());
        for constraint in &self.reading.puzzle.constraints {
            if let Constraint::Cell(Mark::Candidates(digits), cell) = constraint
                && self.givens.get(*cell) == Some(&0)
            {
                layer.centre[*cell] = digits.iter().fold(0, |set, digit| set | bit(self.symbol_of(*digit)));
            }
        }
        symbols::position_of(self, &layer)
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

    fn has_mistake(&self, position: &Position, budget: &mut Budget) -> Result<bool, BudgetSpent> {
        answers::has_mistake(self, position, budget)
    }

    #[cfg(feature = "variant-studio")]
    fn tutor(&self) -> Option<&dyn Tutor> {
        Some(self)
    }

    fn is_solved(&self, position: &Position) -> bool {
        symbols::is_solved(self, position)
    }

    fn view(&self, position: &Position) -> View {
        let mut view = symbols::view(self, position);
        let clear = self.clear_cells(&symbols::layer_of(self, position).values);
        for (cell, shown) in view.cells.iter_mut().enumerate() {
            if clear.is_some_and(|clear| !clear.contains(cell)) && !self.shape().is_absent(cell) {
                fog::cover(shown, &self.cell_in_words(cell));
                continue;
            }
            if self.shape().is_absent(cell) {
                shown.symbol = None;
                shown.absent = true;
                "no cell".clone_into(&mut shown.label);
                continue;
            }
            for (index, rule) in &self.labels[cell] {
                let constraint = &self.reading.puzzle.constraints[*index];
                let is_visible = self.is_visible(constraint, clear.as_ref());
                for label in std::iter::once(&mut shown.label).chain(&mut shown.quiet_label) {
                    label.push_str(", ");
                    label.push_str(if is_visible { rule } else { constraint.name() });
                    if !is_visible {
                        label.push_str(" partly in fog");
                    }
                }
            }
        }
        view
    }

    fn drawing(&self) -> Option<Drawing> {
        let Reading { title, author, notes, .. } = &self.reading;
        let rules = self.reading.rules();
        Some(Drawing {
            svg: self.reading.to_page_svg(),
            title: title.clone(),
            author: author.clone(),
            pictures: rules.iter().map(|rule| rule.picture.clone().unwrap_or_default()).collect(),
            rules: rules.into_iter().map(|rule| rule.text).collect(),
            description: self.reading.description(),
            notes: notes.clone(),
        })
    }

    #[cfg(feature = "pictures")]
    fn svg(&self, position: &Position) -> String {
        if *position == self.start() {
            self.reading.to_svg()
        } else {
            crate::render::svg(KIND.title, &self.view(position))
        }
    }
}

#[cfg(test)]
mod tests;
