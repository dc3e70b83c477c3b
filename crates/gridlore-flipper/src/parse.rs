//! Text to boards and puzzles.
//!
//! A board is `0` and `1`, or `.` and `#`, square by square; spaces and line ends between them are skipped. A puzzle is a
//! name with numbers, such as `lights-out 5 5 torus`, or a text of one's own:
//!
//! ```text
//!   # three lamps and two switches
//!   squares hall stairs attic        or: grid 3 3, rows and columns, squares 1 to 9
//!   goal 111                         all off when it is left out
//!   move down: hall stairs
//!   move up: stairs attic
//! ```

use crate::{Bits, Neighbourhood, Plane, Toggle};
use gridlore_core::{ParseError, ParseErrorKind, Place};

/// No grid has more rows or columns, and no puzzle more moves than such a grid has squares: the elimination takes the
/// third power of that.
const WIDEST: usize = 128;
const MOST: usize = WIDEST * WIDEST;

impl Toggle {
    /// Reads a board of this puzzle.
    ///
    /// # Errors
    /// [`ParseError`] at the first character that is no square, or where squares are missing or too many.
    pub fn board(&self, text: &str) -> Result<Bits, ParseError> {
        board(text, self.squares(), Place { line: 1, column: 1 })
    }

    /// A board as rows of `0` and `1`, a line feed at the end of every row.
    #[must_use]
    pub fn board_in_rows(&self, board: &Bits) -> String {
        let digits = board.to_string();
        digits
            .as_bytes()
            .chunks(self.columns.max(1))
            .map(|row| format!("{}\n", String::from_utf8_lossy(row)))
            .collect()
    }

    /// The puzzle of a name and its numbers: `flipper`, `merlin`, `lights-out COLUMNS ROWS [torus] [cross]`,
    /// `random COLUMNS ROWS MOVES SEED`.
    ///
    /// # Errors
    /// [`ParseError`] with the column of the first word that is wrong or missing.
    pub fn named(text: &str) -> Result<Self, ParseError> {
        let mut words = Words::of(text, 1);
        let name = words.next("the name of a puzzle: flipper, merlin, lights-out or random")?;
        let puzzle = match name.text {
            "flipper" => Self::flipper(),
            "merlin" => Self::merlin(),
            "lights-out" => {
                let (columns, rows) = (words.number("columns", 1, WIDEST)?, words.number("rows", 1, WIDEST)?);
                let (mut plane, mut neighbourhood) = (Plane::Flat, Neighbourhood::Plus);
                while let Some(word) = words.peek() {
                    match word.text {
                        "torus" => plane = Plane::Torus,
                        "cross" => neighbourhood = Neighbourhood::Cross,
                        _ => return Err(word.wrong("torus, cross or nothing more")),
                    }
                    words.rest.remove(0);
                }
                Self::lights_out(columns, rows, plane, neighbourhood)
            }
            "random" => {
                let (columns, rows) = (words.number("columns", 1, WIDEST)?, words.number("rows", 1, WIDEST)?);
                let (moves, seed) = (words.number("moves", 0, MOST)?, words.number("a seed", 0, usize::MAX)?);
                Self::random(columns, rows, moves, seed as u64)
            }
            _ => return Err(name.wrong("one of flipper, merlin, lights-out, random")),
        };
        words.end()?;
        Ok(puzzle)
    }

    /// Reads a puzzle of one's own; lines `grid ROWS COLUMNS` or `squares NAME ...`,
    /// `goal BOARD`, `move NAME: SQUARE ...`; `#` begins a comment.
    ///
    /// # Errors
    /// [`ParseError`] with the line and column of the first thing that is wrong.
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        let mut puzzle: Option<Self> = None;
        let mut last = 1;
        for (number, line) in text.lines().enumerate() {
            let line = line.split('#').next().unwrap_or_default();
            let mut words = Words::of(line, number + 1);
            last = number + 1;
            let Some(head) = words.peek() else { continue };
            words.rest.remove(0);
            match (head.text, &mut puzzle) {
                ("grid", None) => {
                    let (rows, columns) =
                        (words.number("rows", 1, WIDEST)?, words.number("columns", 1, WIDEST)?);
                    words.end()?;
                    puzzle = Some(Self::on_grid(columns, rows, Vec::new()));
                }
                ("squares", None) => {
                    let mut names: Vec<String> = Vec::new();
                    for word in words.rest {
                        if names.iter().any(|name| name == word.text) {
                            return Err(word.wrong("a name that no other square has"));
                        }
                        names.push(word.text.to_owned());
                    }
                    let (columns, goal) = (names.len(), Bits::zeros(names.len()));
                    puzzle =
                        Some(Self { squares: names, columns, moves: Vec::new(), turned: Vec::new(), goal });
                }
                ("grid" | "squares", Some(_)) => return Err(head.wrong("the squares once only")),
                ("goal", Some(puzzle)) => {
                    let start = head.at.column + "goal".len();
                    let rest: String = line.chars().skip(start - 1).collect();
                    puzzle.goal = board(&rest, puzzle.squares(), Place { line: number + 1, column: start })?;
                }
                ("move", Some(puzzle)) => puzzle.add_move(words)?,
                ("goal" | "move", None) => return Err(head.wrong("grid or squares before it")),
                _ => return Err(head.wrong("one of grid, squares, goal, move")),
            }
        }
        puzzle.ok_or_else(|| {
            Word { text: "", at: Place { line: last, column: 1 } }
                .wrong("grid ROWS COLUMNS, or squares and their names")
        })
    }

    /// `move NAME: SQUARE SQUARE ...`, from the name on.
    fn add_move(&mut self, mut words: Words<'_>) -> Result<(), ParseError> {
        let name = words.next("a name and ':' after it")?;
        let Some(text) = name.text.strip_suffix(':').filter(|text| !text.is_empty()) else {
            return Err(name.wrong("a name and ':' after it"));
        };
        if self.moves.iter().any(|known| known == text) {
            return Err(name.wrong("a name that no other move has"));
        }
        if self.moves() == MOST {
            return Err(name.wrong("no more than 16384 moves"));
        }
        let mut turned = Bits::zeros(self.squares());
        for word in words.rest {
            let Some(square) = self.squares.iter().position(|square| square == word.text) else {
                return Err(word.wrong("the name of a square"));
            };
            if turned.get(square) {
                return Err(word.wrong("each square once"));
            }
            turned.flip(square);
        }
        self.moves.push(text.to_owned());
        self.turned.push(turned);
        Ok(())
    }
}

/// A board of `squares` squares; `start` is where `text` begins.
fn board(text: &str, squares: usize, start: Place) -> Result<Bits, ParseError> {
    let mut bits = Bits::zeros(squares);
    let (mut found, mut end) = (0, start);
    let mut surplus = None;
    for (number, line) in text.lines().enumerate() {
        for (column, character) in line.chars().enumerate() {
            let before = if number == 0 { start.column } else { 1 };
            let at = Place { line: start.line + number, column: before + column };
            let lit = match character {
                '0' | '.' => false,
                '1' | '#' => true,
                ' ' | '\t' | '\r' => continue,
                found => {
                    let kind = ParseErrorKind::Character { found, expected: "0 or 1, or . or # for them" };
                    return Err(ParseError { at, kind });
                }
            };
            if found >= squares {
                surplus = surplus.or(Some(at));
            } else if lit {
                bits.flip(found);
            }
            found += 1;
            end = Place { column: at.column + 1, ..at };
        }
    }
    let kind = ParseErrorKind::Count { found, expected: squares, of: "squares" };
    match surplus {
        Some(at) => Err(ParseError { at, kind }),
        None if found < squares => Err(ParseError { at: end, kind }),
        None => Ok(bits),
    }
}

/// A word and where it begins.
#[derive(Clone, Copy)]
struct Word<'a> {
    text: &'a str,
    at: Place,
}

impl Word<'_> {
    fn wrong(self, expected: &str) -> ParseError {
        let kind = ParseErrorKind::Name { found: self.text.to_owned(), expected: expected.to_owned() };
        ParseError { at: self.at, kind }
    }
}

/// The words of a line, and where the line ends.
struct Words<'a> {
    rest: Vec<Word<'a>>,
    end: Place,
}

impl<'a> Words<'a> {
    fn of(line: &'a str, number: usize) -> Self {
        let mut rest = Vec::new();
        let mut after = 0;
        for text in line.split_whitespace() {
            let start = after + line[after..].find(text).unwrap_or_default();
            after = start + text.len();
            rest.push(Word { text, at: Place { line: number, column: line[..start].chars().count() + 1 } });
        }
        Self { rest, end: Place { line: number, column: line.trim_end().chars().count() + 1 } }
    }

    fn peek(&self) -> Option<Word<'a>> {
        self.rest.first().copied()
    }

    fn next(&mut self, expected: &str) -> Result<Word<'a>, ParseError> {
        let word = self.peek().ok_or_else(|| Word { text: "", at: self.end }.wrong(expected))?;
        self.rest.remove(0);
        Ok(word)
    }

    fn number(&mut self, what: &str, least: usize, most: usize) -> Result<usize, ParseError> {
        let expected = format!("{what}, a whole number from {least} to {most}");
        let word = self.next(&expected)?;
        word.text
            .parse()
            .ok()
            .filter(|number| (least..=most).contains(number))
            .ok_or_else(|| word.wrong(&expected))
    }

    fn end(&self) -> Result<(), ParseError> {
        self.peek().map_or(Ok(()), |word| Err(word.wrong("nothing more")))
    }
}
