//! Prints random positions and boards in every format and reads them back.

use super::puzzle::Puzzle;
use super::{classic, geometry as geometry_of, grid};
use crate::room::{Opinions, Room};
use gridlore_core::Rng;
use gridlore_sudoku::Board;
use gridlore_sudoku_geometry::{Geometry, Grid, Symbols};
use gridlore_sudoku_human::formats::{self, Format};
use gridlore_sudoku_human::guide::{Guide, Leader};
use gridlore_sudoku_human::{Candidate, CellSet, DigitSet, Shape, State, library, position};
use std::fmt::Write as _;

/// All formats for positions on the standard board.
const FORMATS: [Format; 10] = [
    Format::Line,
    Format::Grid,
    Format::Sdk,
    Format::Sdx,
    Format::Ss,
    Format::Candidates,
    Format::Marks,
    Format::Library,
    Format::OpenSudoku,
    Format::Link,
];

/// The room for formats.
pub(crate) struct Formats;

/// A position: a board with its givens, the placed digits and the removed candidates.
#[derive(Debug, Clone)]
pub(crate) struct Case {
    puzzle: Puzzle,
    placed: Vec<(usize, u8)>,
    gone: Vec<(usize, u8)>,
    /// The name of the symbols for boards of any geometry.
    symbols: String,
}

impl Room for Formats {
    const NAME: &'static str = "sudoku/formats";
    const ABOUT: &'static str = "positions, boards, geometries and rated lines: printed and read back";
    const SHORT: u64 = 700;

    type Case = Case;

    fn open() -> Self {
        Self
    }

    fn opinions(&self) -> Opinions {
        Opinions { present: vec!["the printed digits and candidates".to_owned()], absent: vec![] }
    }

    fn case(&mut self, rng: &mut Rng) -> Option<Case> {
        let mut puzzle =
            if rng.below(2) == 0 { Puzzle::with_boxes(3, 3) } else { Puzzle::random_geometry(rng) };
        let (side, size) = (puzzle.side, puzzle.givens.len());
        let solution = puzzle.random_solution(rng);
        if let Some(solution) = &solution {
            puzzle.give(solution, [0, size / 4, size / 2, size][rng.below(4)], rng);
            if rng.below(3) == 0 {
                puzzle.add_cages(solution, rng);
            }
        }
        let solution = solution.unwrap_or_else(|| vec![1; size]);
        let digit = |rng: &mut Rng| u8::try_from(1 + rng.below(side)).unwrap_or(1);
        let (mut placed, mut gone) = (vec![], vec![]);
        if rng.below(2) == 0 {
            for cell in (0..size).filter(|&cell| puzzle.givens[cell] == 0) {
                match rng.below(6) {
                    0 => placed.push((cell, solution[cell])),
                    1 => gone.extend((0..1 + rng.below(side)).map(|_| (cell, digit(rng)))),
                    _ => {}
                }
            }
        }
        let mut letters = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ".map(char::from);
        rng.shuffle(&mut letters);
        let word: String = letters[..side].iter().collect();
        let last = |first: u8| char::from(first + u8::try_from(side).unwrap_or(1) - 1);
        let names = [
            format!("1-{}", last(b'1')),
            format!("0-{}", last(b'0')),
            format!("A-{}", last(b'A')),
            "numbers".to_owned(),
            word,
        ];
        Some(Case { puzzle, placed, gone, symbols: names[rng.below(5)].clone() })
    }

    fn difference(&mut self, case: &Case) -> Option<String> {
        let mut text = check_geometry(case).err().map(|wrong| wrong + "\n").unwrap_or_default();
        if case.puzzle.is_standard() {
            let shape = Shape::usual();
            let state = state(case, shape);
            for format in FORMATS {
                if let Err(wrong) = check_position(&state, format) {
                    let _ = writeln!(text, "{format:?}: {wrong}\n{}", formats::to_text(&state, format));
                }
            }
            if let Err(wrong) = check_lines(&case.puzzle) {
                let _ = writeln!(text, "{wrong}");
            }
        }
        (!text.is_empty()).then_some(text)
    }

    fn smaller(&self, case: &Case) -> Vec<Case> {
        let mut cases = Vec::new();
        for parts in [2, 1] {
            let halves = |items: &[(usize, u8)]| {
                let size = if parts == 2 { items.len().div_ceil(2).max(1) } else { 1 };
                (0..items.len().div_ceil(size))
                    .map(|part| {
                        let mut rest = items.to_vec();
                        rest.drain(part * size..((part + 1) * size).min(items.len()));
                        rest
                    })
                    .collect::<Vec<_>>()
            };
            cases.extend(halves(&case.placed).into_iter().map(|placed| Case { placed, ..case.clone() }));
            cases.extend(halves(&case.gone).into_iter().map(|gone| Case { gone, ..case.clone() }));
        }
        cases.extend(case.puzzle.smaller().into_iter().map(|puzzle| Case { puzzle, ..case.clone() }));
        cases
    }

    fn print(&self, case: &Case) -> String {
        let one = |(cell, digit): &(usize, u8)| {
            format!(" {digit}@r{}c{}", cell / case.puzzle.side + 1, cell % case.puzzle.side + 1)
        };
        let list = |items: &[(usize, u8)]| items.iter().map(one).collect::<String>();
        let (placed, gone) = (list(&case.placed), list(&case.gone));
        format!("{}\nplaced:{placed}\nremoved:{gone}\nsymbols: {}", case.puzzle.text(), case.symbols)
    }
}

/// Returns the position of a case.
fn state<'s>(case: &Case, shape: &'s Shape) -> State<'s> {
    let mut values: Vec<usize> = case.puzzle.givens.iter().map(|&given| usize::from(given)).collect();
    let givens: CellSet = (0..values.len()).filter(|&cell| values[cell] > 0).collect();
    for &(cell, digit) in &case.placed {
        values[cell] = usize::from(digit);
    }
    let mut state = State::new(shape, &values, givens);
    for &(cell, digit) in &case.gone {
        let candidate = Candidate::new(cell, usize::from(digit));
        if state.has(candidate) {
            state.remove(candidate);
        }
    }
    state
}

/// Prints a position, reads it back, and reports data that the format should have kept but lost.
fn check_position(state: &State<'_>, format: Format) -> Result<(), String> {
    let text = formats::to_text(state, format);
    let read = formats::positions(&text).map_err(|error| error.to_string())?;
    let [again] = &read[..] else { return Err(format!("read {} positions, expected one", read.len())) };
    if format == Format::Marks {
        // This format contains only the digit or the candidates of each cell.
        let marked = |state: &State<'_>, cell: usize| match state.value(cell) {
            0 => state.candidates(cell),
            value => DigitSet::only(value),
        };
        let differing = (0..81).find(|&cell| marked(again, cell) != marked(state, cell));
        return differing.map_or(Ok(()), |cell| Err(format!("cell {cell} has different marks")));
    }
    let has_candidates = matches!(format, Format::Sdx | Format::Candidates | Format::Library);
    let has_givens = matches!(format, Format::Sdk | Format::Sdx | Format::Library);
    // A lone candidate looks like a digit in formats that do not distinguish them.
    let is_unambiguous = matches!(format, Format::Library) || !has_candidates;
    for cell in 0..81 {
        let single = state.candidates(cell).single();
        let expected = match state.value(cell) {
            0 if !is_unambiguous => single.unwrap_or(0),
            value => value,
        };
        if again.value(cell) != expected {
            return Err(format!("cell {cell} holds {}, expected {expected}", again.value(cell)));
        }
        // Digits that were read from lone candidates remove candidates from other cells.
        let has_lone = !is_unambiguous && state.blanks().iter().any(|cell| state.candidates(cell).len() == 1);
        if has_candidates && expected == 0 && !has_lone && again.candidates(cell) != state.candidates(cell) {
            return Err(format!(
                "cell {cell} has candidates {:?}, expected {:?}",
                again.candidates(cell),
                state.candidates(cell)
            ));
        }
    }
    let has_lone = state.blanks().iter().any(|cell| state.candidates(cell).len() == 1);
    if has_givens && (is_unambiguous || !has_lone) && again.givens() != state.givens() {
        return Err("the givens differ".to_owned());
    }
    let both = formats::collection(&[state.clone(), state.clone()], format);
    let is_of_lines = matches!(format, Format::Line | Format::Library | Format::OpenSudoku | Format::Link);
    if is_of_lines {
        let read = formats::positions(&both).map_err(|error| format!("a collection of two: {error}"))?;
        if read != [again.clone(), again.clone()] {
            return Err(format!("read {} positions, expected two", read.len()));
        }
    }
    if format == Format::Library {
        let case = library::Case::parse(text.trim()).map_err(|error| error.to_string())?;
        if case.state != *again {
            return Err("the library format gives a different position".to_owned());
        }
    }
    Ok(())
}

/// Checks lines and grids of the standard board, and lines that end with a rating.
fn check_lines(puzzle: &Puzzle) -> Result<(), String> {
    let board = classic::board(&puzzle.givens);
    let mut guide = Guide::new(Leader::Hodoku, State::usual(board.values()));
    if let Some(step) = guide.next_step().filter(|_| board.filled_count() > 20) {
        guide.apply(&step);
    }
    let (line, rating) = (board.to_line(), guide.rating());
    let zeros = line.replace('.', "0");
    let texts = [
        line.clone(),
        zeros.clone(),
        board.to_grid(),
        format!("{line}\t{rating}"),
        format!("{line} {rating}"),
        format!("{line},{},#1", rating.replace('\t', ",")),
        format!("{zeros} # 53.1, a name"),
        format!("{line}\r\n"),
    ];
    for text in texts {
        let bytes = Board::parse_bytes(text.as_bytes());
        if Board::parse(&text).as_ref() != Ok(&board) || bytes.as_ref() != Ok(&board) {
            return Err(format!("read as {:?}: {text}", Board::parse(&text)));
        }
        let is_board = |state: &State<'_>| state.values() == board.values();
        if !formats::positions(&text).is_ok_and(|read| read.len() == 1 && read.iter().all(is_board)) {
            return Err(format!("the position differs: {text}"));
        }
    }
    Ok(())
}

/// Checks a geometry, its boards in any symbols, and their candidates.
fn check_geometry(case: &Case) -> Result<(), String> {
    let geometry = geometry_of(&case.puzzle)?;
    let text = geometry.to_string();
    if Geometry::parse(&text).as_ref() != Ok(&geometry) {
        return Err(format!("read as a different geometry: {text}"));
    }
    let symbols = Symbols::parse(&case.symbols, case.puzzle.side)
        .map_err(|error| format!("{}: {error:?}", case.symbols))?;
    if Symbols::parse(&symbols.to_string(), case.puzzle.side).as_ref() != Ok(&symbols) {
        return Err(format!("the symbols differ: {symbols}"));
    }
    let board = grid(&geometry, &case.puzzle.givens);
    for text in [board.to_line(&symbols), board.to_text(&geometry, &symbols)] {
        let again = Grid::parse(&text, &geometry, &symbols);
        if again.as_ref() != Ok(&board) {
            return Err(format!("{symbols}, read as {again:?}:\n{text}"));
        }
        if Grid::parse_bytes(text.as_bytes(), &geometry, &symbols).as_ref() != Ok(&board) {
            return Err(format!("{symbols}: the bytes differ:\n{text}"));
        }
    }
    let shape = Shape::new(&geometry).ok_or("no shape")?.written_in(symbols);
    let state = state(case, &shape);
    let is_lone = |cell: usize| state.candidates(cell).len() == 1;
    if state.blanks().iter().any(is_lone) {
        return Ok(());
    }
    for text in [position::to_rows(&state), position::to_grid(&state)] {
        // There is no candidate grid if the string is a board with one symbol per cell.
        let Some(again) = position::lists(&shape, &text) else { continue };
        let again = again.map_err(|error| format!("{error}\n{text}"))?;
        let is_same = |cell: usize| {
            again.value(cell) == state.value(cell) && again.candidates(cell) == state.candidates(cell)
        };
        if let Some(cell) = (0..shape.size()).find(|&cell| !is_same(cell)) {
            return Err(format!("cell {cell} differs when read back:\n{text}"));
        }
    }
    Ok(())
}
