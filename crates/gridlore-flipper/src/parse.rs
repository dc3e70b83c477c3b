//! Parses boards and puzzles.
//!
//! A board has one digit per square: `0` and `1` (or `.` and `#`) for two colours, up to `9` and
//! then `a` to `z` for more. Spaces and line ends are skipped. A puzzle is a name with numbers,
//! such as `lights-out 5 5 torus` (commas may replace the spaces), or a custom definition:
//!
//! ```text
//!   # three lamps and two switches
//!   squares hall stairs attic        or: grid 3 3, rows and columns, squares 1 to 9
//!   colours 3                        default: 2
//!   goal 111                         default: all zero
//!   start 012                        the board to start from, for players
//!   move down: hall stairs           moves,
//!   move up: stairs attic
//!   edge hall attic                  or edges of a graph: a press toggles a square and its neighbours
//! ```

use crate::vector::board;
use crate::{Bits, Neighbourhood, Plane, Toggle, Vector};
use gridlore_core::{ParseError, Place};
use std::collections::{HashMap, HashSet, VecDeque};

/// Maximum number of rows or columns of a grid with two colours. A puzzle may have as many moves as
/// such a grid has squares. The elimination takes time cubic in the number of squares.
const MAX_SIDE: usize = 128;
/// Maximum number of rows or columns with more colours, where a square takes a byte instead of a
/// bit.
const MAX_COLOURED_SIDE: usize = 50;
const fn max_side(colours: u8) -> usize {
    if colours == 2 { MAX_SIDE } else { MAX_COLOURED_SIDE }
}

impl Toggle {
    /// Parses a board of this puzzle.
    ///
    /// # Errors
    /// Returns [`ParseError`] at the first character that is not a colour, or at the place where
    /// there are too few or too many squares.
    pub fn board(&self, text: &str) -> Result<Vector, ParseError> {
        board(text, self.squares(), self.colours, Place { line: 1, column: 1 })
    }

    /// Formats a board as rows of digits, each ending with a line feed.
    #[must_use]
    pub fn board_in_rows(&self, board: &Vector) -> String {
        let digits = board.to_string();
        digits
            .as_bytes()
            .chunks(self.columns.max(1))
            .map(|row| format!("{}\n", String::from_utf8_lossy(row)))
            .collect()
    }

    /// Builds the puzzle with this name and numbers: `flipper`, `merlin`,
    /// `lights-out COLUMNS ROWS [torus] [cross] [colours K]`,
    /// `random COLUMNS ROWS MOVES SEED [colours K]`, `graph EDGE ... [colours K]` with edges such
    /// as `a-b`, or `own COLUMNS ROWS COLOURS GOAL MOVE ... [squares NAME ...] [moves NAME ...]`
    /// with one board per move.
    ///
    /// # Errors
    /// Returns [`ParseError`] with the column of the first wrong or missing word.
    pub fn from_name(text: &str) -> Result<Self, ParseError> {
        let mut words = Words::new(text, 1, |character| character.is_whitespace() || character == ',');
        let name = words.next("the name of a puzzle: flipper, merlin, lights-out, random, graph or own")?;
        let puzzle = match name.text {
            "flipper" => Self::flipper(),
            "merlin" => Self::merlin(),
            "lights-out" => words.lights_out()?,
            "random" => {
                let columns = words.number("columns", 1, MAX_SIDE)?;
                let rows = words.number("rows", 1, MAX_SIDE)?;
                let moves = words.number("moves", 0, MAX_SIDE * MAX_SIDE)?;
                let seed = words.number("a seed", 0, usize::MAX)?;
                let colours = words.colours_after("colours")?;
                if colours > 2 && (columns * rows).max(moves) > MAX_COLOURED_SIDE * MAX_COLOURED_SIDE {
                    return Err(name.error(
                        "at most 2500 squares and at most 2500 moves when there are more than two colours",
                    ));
                }
                Self::random(columns, rows, moves, seed as u64, colours)
            }
            "graph" => words.graph()?,
            "own" => words.custom()?,
            _ => return Err(name.error("one of flipper, merlin, lights-out, random, graph, own")),
        };
        words.end()?;
        Ok(puzzle)
    }

    /// Parses a definition in the format described at the top of this file.
    ///
    /// # Errors
    /// Returns [`ParseError`] with the line and column of the first error.
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        Self::parse_game(text).map(|(puzzle, _)| puzzle)
    }

    /// Parses a definition like [`Toggle::parse`]; also returns the start board, if the definition
    /// has one.
    ///
    /// # Errors
    /// Returns [`ParseError`] with the line and column of the first error.
    pub fn parse_game(text: &str) -> Result<(Self, Option<Vector>), ParseError> {
        let mut draft: Option<Draft> = None;
        let mut last = 1;
        for (number, line) in text.lines().enumerate() {
            // A `#` starts a comment, except in a board, where it is a lit square.
            let is_board = ["goal", "start"].iter().any(|word| line.trim_start().starts_with(word));
            let line = if is_board { line } else { line.split('#').next().unwrap_or_default() };
            let mut words = Words::new(line, number + 1, char::is_whitespace);
            last = number + 1;
            let Some(head) = words.peek() else { continue };
            words.rest.pop_front();
            match (head.text, &mut draft) {
                ("grid", None) => {
                    let (rows, columns) =
                        (words.number("rows", 1, MAX_SIDE)?, words.number("columns", 1, MAX_SIDE)?);
                    words.end()?;
                    draft = Some(Draft::new(Toggle::on_grid(columns, rows, 2, Vec::new())));
                }
                ("squares", None) => {
                    let (mut names, mut known) = (Vec::new(), HashSet::new());
                    for word in words.rest {
                        if !known.insert(word.text) {
                            return Err(word.error("a name that no other square has"));
                        }
                        if names.len() == MAX_SIDE * MAX_SIDE {
                            return Err(word.error("at most 16384 squares"));
                        }
                        names.push(word.text.to_owned());
                    }
                    if names.is_empty() {
                        return Err(Word { text: "", at: words.end }.error("the names of the squares"));
                    }
                    let puzzle = Self::on_grid(names.len(), 1, 2, Vec::new());
                    draft = Some(Draft::new(Self { squares: names, ..puzzle }));
                }
                ("grid" | "squares", Some(_)) => return Err(head.error("only one line 'grid' or 'squares'")),
                ("goal" | "start" | "colours" | "move" | "edge", None) => {
                    return Err(head.error("a line 'grid' or 'squares' first"));
                }
                (_, None) => return Err(head.error(LINES)),
                (_, Some(draft)) => draft.line(head, words, line)?,
            }
        }
        let Some(draft) = draft else {
            return Err(Word { text: "", at: Place { line: last, column: 1 } }
                .error("a line 'grid ROWS COLUMNS' or 'squares NAME ...'"));
        };
        Ok(draft.finish())
    }
}

/// Returns the columns and rows if this is the name of flat Lights Out with the plus and two
/// colours, on a board of at most 10,000 by 10,000. [`crate::lights_out::Chase`] solves such boards
/// without a matrix.
#[must_use]
pub fn size_of_flat_lights_out(text: &str) -> Option<(usize, usize)> {
    let mut words = Words::new(text, 1, |character| character.is_whitespace() || character == ',');
    words.next("").ok().filter(|name| name.text == "lights-out")?;
    let size = (words.number("", 1, 10_000).ok()?, words.number("", 1, 10_000).ok()?);
    words.rest.retain(|word| !["plane", "plus"].contains(&word.text));
    words.end().ok().map(|()| size)
}

const LINES: &str = "one of grid, squares, colours, goal, start, move, edge";

/// A partly parsed definition.
struct Draft {
    puzzle: Toggle,
    start: Option<Vector>,
    edges: Vec<(usize, usize)>,
    has_boards: bool,
    /// The indices of the squares by name, and the names of the moves so far.
    squares: HashMap<String, usize>,
    moves: HashSet<String>,
}

impl Draft {
    fn new(puzzle: Toggle) -> Self {
        let squares = puzzle.squares.iter().cloned().zip(0..).collect();
        Self { puzzle, start: None, edges: Vec::new(), has_boards: false, squares, moves: HashSet::new() }
    }

    /// Parses a line after the line with the squares; `words` are the words after the first.
    fn line(&mut self, head: Word<'_>, mut words: Words<'_>, line: &str) -> Result<(), ParseError> {
        let squares = self.puzzle.squares();
        match head.text {
            "colours" if self.has_boards => Err(head.error("the line 'colours' before goal and start")),
            "colours" => {
                self.puzzle.colours = words.colours()?;
                if squares > max_side(self.puzzle.colours).pow(2) {
                    return Err(head.error("at most 2500 squares when there are more than two colours"));
                }
                words.end()
            }
            "goal" | "start" => {
                self.has_boards = true;
                let start = head.at.column + head.text.len();
                let rest: String = line.chars().skip(start - 1).collect();
                let place = Place { column: start, ..head.at };
                let board = board(&rest, squares, self.puzzle.colours, place)?;
                if head.text == "goal" {
                    self.puzzle.goal = board
                } else {
                    self.start = Some(board)
                }
                Ok(())
            }
            "move" if !self.edges.is_empty() => Err(head.error("moves or edges, not both")),
            "move" => self.add_move(words),
            "edge" if !self.puzzle.moves.is_empty() => Err(head.error("moves or edges, not both")),
            "edge" => {
                let ends =
                    (self.square(words.next("a square")?)?, self.square(words.next("another square")?)?);
                words.end()?;
                if ends.0 == ends.1 {
                    return Err(head.error("an edge between two squares"));
                }
                self.edges.push(ends);
                Ok(())
            }
            _ => Err(head.error(LINES)),
        }
    }

    fn square(&self, word: Word<'_>) -> Result<usize, ParseError> {
        let found = self.squares.get(word.text).copied();
        found.ok_or_else(|| word.error("the name of a square"))
    }

    /// Parses the rest of `move NAME: SQUARE SQUARE ...`, starting with the name.
    fn add_move(&mut self, mut words: Words<'_>) -> Result<(), ParseError> {
        let name = words.next("a name followed by ':'")?;
        let Some(text) = name.text.strip_suffix(':').filter(|text| !text.is_empty()) else {
            return Err(name.error("a name followed by ':'"));
        };
        if self.moves.contains(text) {
            return Err(name.error("a name that no other move has"));
        }
        if self.puzzle.moves() == max_side(self.puzzle.colours).pow(2) {
            let expected = format!("at most {} moves", self.puzzle.moves());
            return Err(name.error(&expected));
        }
        let mut turned = Bits::zeros(self.puzzle.squares());
        for word in words.rest {
            let square = self.square(word)?;
            if turned.get(square) {
                return Err(word.error("each square only once"));
            }
            turned.flip(square);
        }
        self.moves.insert(text.to_owned());
        self.puzzle.moves.push(text.to_owned());
        self.puzzle.turned.push(turned);
        Ok(())
    }

    fn finish(self) -> (Toggle, Option<Vector>) {
        let mut puzzle = self.puzzle;
        if !self.edges.is_empty() {
            let graph = Toggle::graph(puzzle.squares.clone(), &self.edges, puzzle.colours);
            puzzle = Toggle { moves: graph.moves, turned: graph.turned, ..puzzle };
        }
        (puzzle, self.start)
    }
}

/// A word with its place.
#[derive(Clone, Copy)]
struct Word<'a> {
    text: &'a str,
    at: Place,
}

impl Word<'_> {
    fn error(self, expected: &str) -> ParseError {
        ParseError::name(self.at, self.text, expected)
    }
}

/// The words of a line, with the place of its end.
struct Words<'a> {
    rest: VecDeque<Word<'a>>,
    end: Place,
}

impl<'a> Words<'a> {
    fn new(line: &'a str, number: usize, is_between: fn(char) -> bool) -> Self {
        let mut rest = VecDeque::new();
        let (mut after, mut column) = (0, 1);
        for text in line.split(is_between).filter(|text| !text.is_empty()) {
            let start = after + line[after..].find(text).unwrap_or_default();
            column += line[after..start].chars().count();
            rest.push_back(Word { text, at: Place { line: number, column } });
            column += text.chars().count();
            after = start + text.len();
        }
        Self { rest, end: Place { line: number, column: line.trim_end().chars().count() + 1 } }
    }

    fn peek(&self) -> Option<Word<'a>> {
        self.rest.front().copied()
    }

    fn next(&mut self, expected: &str) -> Result<Word<'a>, ParseError> {
        let word = self.peek().ok_or_else(|| Word { text: "", at: self.end }.error(expected))?;
        self.rest.pop_front();
        Ok(word)
    }

    fn number(&mut self, what: &str, least: usize, most: usize) -> Result<usize, ParseError> {
        let expected = format!("{what}, a whole number from {least} to {most}");
        let word = self.next(&expected)?;
        word.text
            .parse()
            .ok()
            .filter(|number| (least..=most).contains(number))
            .ok_or_else(|| word.error(&expected))
    }

    fn colours(&mut self) -> Result<u8, ParseError> {
        let colours = self.number("colours", 2, 36)?;
        Ok(u8::try_from(colours).expect("it is at most 36"))
    }

    /// Parses the number of colours after a keyword; returns 2 if the keyword is missing.
    fn colours_after(&mut self, word: &str) -> Result<u8, ParseError> {
        if self.peek().is_none_or(|next| next.text != word) {
            return Ok(2);
        }
        self.rest.pop_front();
        self.colours()
    }

    /// Parses `COLUMNS ROWS [torus] [cross] [colours K]`.
    fn lights_out(&mut self) -> Result<Toggle, ParseError> {
        let sizes = (self.peek(), self.rest.get(1).copied());
        let (columns, rows) = (self.number("columns", 1, MAX_SIDE)?, self.number("rows", 1, MAX_SIDE)?);
        let (mut plane, mut neighbourhood, mut colours) = (Plane::Flat, Neighbourhood::Plus, 2);
        while let Some(word) = self.peek() {
            match word.text {
                "plane" => plane = Plane::Flat,
                "torus" => plane = Plane::Torus,
                "plus" => neighbourhood = Neighbourhood::Plus,
                "cross" | "x" => neighbourhood = Neighbourhood::Cross,
                "colours" => {
                    colours = self.colours_after("colours")?;
                    continue;
                }
                _ => return Err(word.error("plane, torus, plus, cross, colours or nothing more")),
            }
            self.rest.pop_front();
        }
        for (size, word) in [(columns, sizes.0), (rows, sizes.1)] {
            if let Some(word) = word.filter(|_| size > max_side(colours)) {
                return Err(word.error("at most 50 when there are more than two colours"));
            }
        }
        Ok(Toggle::lights_out(columns, rows, plane, neighbourhood, colours))
    }

    /// Parses `EDGE ... [colours K]`: `a-b` joins two vertices, and `a` alone is an isolated
    /// vertex. Vertices are numbered in order of appearance.
    fn graph(&mut self) -> Result<Toggle, ParseError> {
        const EDGE: &str = "an edge such as a-b, or a vertex such as a";
        let (mut vertices, mut numbers): (Vec<String>, HashMap<String, usize>) = (Vec::new(), HashMap::new());
        let mut edges = Vec::new();
        let mut name = "graph".to_owned();
        let first = self.peek();
        while let Some(word) = self.peek().filter(|word| word.text != "colours") {
            self.rest.pop_front();
            let mut vertex = |text: &str| {
                let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"_.".contains(&byte);
                if text.is_empty() || !text.bytes().all(is_plain) {
                    return Err(word.error(EDGE));
                }
                if let Some(number) = numbers.get(text) {
                    return Ok(*number);
                }
                if vertices.len() == MAX_SIDE * MAX_SIDE {
                    return Err(word.error("at most 16384 vertices"));
                }
                numbers.insert(text.to_owned(), vertices.len());
                vertices.push(text.to_owned());
                Ok(vertices.len() - 1)
            };
            match word.text.split_once('-') {
                None => {
                    vertex(word.text)?;
                }
                Some((one, other)) => {
                    let ends = (vertex(one)?, vertex(other)?);
                    if ends.0 == ends.1 {
                        return Err(word.error("an edge between two vertices"));
                    }
                    edges.push(ends);
                }
            }
            name.push_str(&format!(",{}", word.text));
        }
        let colours = self.colours_after("colours")?;
        let Some(first) = first.filter(|_| !vertices.is_empty()) else {
            return Err(Word { text: "", at: self.end }.error(EDGE));
        };
        let most = max_side(colours).pow(2);
        if vertices.len() > most {
            return Err(first.error(&format!("at most {most} vertices")));
        }
        if colours > 2 {
            name.push_str(&format!(",colours,{colours}"));
        }
        Ok(Toggle { name: Some(name), ..Toggle::graph(vertices, &edges, colours) })
    }

    /// Parses `COLUMNS ROWS COLOURS GOAL MOVE ... [squares NAME ...] [moves NAME ...]`.
    fn custom(&mut self) -> Result<Toggle, ParseError> {
        let word = self.peek();
        // Named squares form one row of any length.
        let columns = self.number("columns", 1, MAX_SIDE * MAX_SIDE)?;
        let rows = self.number("rows", 1, MAX_SIDE)?;
        if let Some(word) = word.filter(|_| columns > MAX_SIDE && rows > 1) {
            return Err(word.error("at most 128 columns when there is more than one row"));
        }
        let colours = self.colours()?;
        let squares = columns * rows;
        let word = self.next("the goal, one digit per square")?;
        if squares > max_side(colours).pow(2) {
            return Err(word.error("at most 2500 squares when there are more than two colours"));
        }
        let goal = board(word.text, squares, colours, word.at)?;
        let mut turned = Vec::new();
        while let Some(word) = self.peek().filter(|word| !["squares", "moves"].contains(&word.text)) {
            if turned.len() == max_side(colours).pow(2) {
                let expected = format!("at most {} moves", turned.len());
                return Err(word.error(&expected));
            }
            turned.push(board(word.text, squares, 2, word.at)?.to_bits());
            self.rest.pop_front();
        }
        let mut puzzle = Toggle { goal, ..Toggle::on_grid(columns, rows, colours, turned) };
        if self.peek().is_some_and(|word| word.text == "squares") {
            puzzle.squares = self.names(puzzle.squares())?;
        }
        if self.peek().is_some_and(|word| word.text == "moves") {
            puzzle.moves = self.names(puzzle.moves())?;
        }
        Ok(puzzle)
    }

    /// Parses a keyword and `count` different names.
    fn names(&mut self, count: usize) -> Result<Vec<String>, ParseError> {
        self.rest.pop_front();
        let (mut names, mut known) = (Vec::new(), HashSet::new());
        for _ in 0..count {
            let word = self.next("a name")?;
            if !known.insert(word.text) {
                return Err(word.error("a name that is not already used"));
            }
            names.push(word.text.to_owned());
        }
        Ok(names)
    }

    fn end(&self) -> Result<(), ParseError> {
        self.peek().map_or(Ok(()), |word| Err(word.error("nothing more")))
    }
}
