//! Parses the moves that a player types: `r3c5=7`, `r3c5~7`, `r3c5-`.

use gridlore::{Action, Pen, View};

/// Returns the possible forms of a move, for help and errors, with a symbol of the puzzle.
pub(super) fn forms(view: &View) -> String {
    let symbol = view.symbols.last().map_or('1', |known| known.symbol);
    format!(
        "r1c2={symbol} to enter, r1c2- to clear, and marks: r1c2~{symbol} centre, r1c2^{symbol} corner, r1c2/{symbol} crossed out, r1c2*2 colour"
    )
}

/// Parses a move; the error states what was found and what was expected.
pub(super) fn action(text: &str, view: &View) -> Result<Action, String> {
    let end = text.find(['=', '~', '^', '/', '*', '-']);
    let Some((cell, rest)) = end.map(|end| text.split_at(end)) else {
        return Err(format!("found \"{}\", expected a move: {}", text.escape_debug(), forms(view)));
    };
    let cells = vec![self::cell(cell, view)?];
    let mut rest = rest.chars();
    let (sign, symbol, more) = (rest.next(), rest.next(), rest.next());
    if sign == Some('-') && symbol.is_none() {
        return Ok(Action::Clear { cells });
    }
    let (Some(symbol), None) = (symbol, more) else {
        return Err(format!(
            "found \"{}\", expected one symbol after the cell, as in r1c2=1",
            text.escape_debug()
        ));
    };
    let pen = match sign {
        Some('=') => return Ok(Action::Enter { cells, symbol }),
        Some('~') => Pen::Centre,
        Some('^') => Pen::Corner,
        Some('/') => Pen::Cross,
        Some('*') => Pen::Colour,
        _ => return Err(format!("found \"{}\", expected r1c2- to clear a cell", text.escape_debug())),
    };
    Ok(Action::Mark { cells, pen, symbol })
}

/// Returns the index, from 0, of a cell such as `r3c5`.
fn cell(text: &str, view: &View) -> Result<usize, String> {
    let number = |text: &str, max: usize| text.parse().ok().filter(|number| (1..=max).contains(number));
    let lower = text.to_ascii_lowercase();
    let parts = lower.strip_prefix('r').and_then(|rest| rest.split_once('c'));
    let place =
        parts.and_then(|(row, column)| Some((number(row, view.rows)?, number(column, view.columns)?)));
    let Some((row, column)) = place else {
        let (rows, columns) = (view.rows, view.columns);
        return Err(format!("found cell \"{}\", expected r1c1 to r{rows}c{columns}", text.escape_debug()));
    };
    Ok((row - 1) * view.columns + column - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_read_as_saved_games_print_them() {
        let puzzle = gridlore::open("sudoku#1").unwrap();
        let view = puzzle.view(&puzzle.start());
        for (text, expected) in [
            ("r1c1=7", "0=7"),
            ("R9C9=7", "80=7"),
            ("r5c5~3", "40~3"),
            ("r5c5^3", "40^3"),
            ("r5c5/3", "40/3"),
            ("r5c5*3", "40*3"),
            ("r5c5-", "40-"),
        ] {
            assert_eq!(action(text, &view).unwrap().to_string(), expected);
        }
        for (text, expected) in [
            ("r0c1=7", "found cell \"r0c1\", expected r1c1 to r9c9"),
            ("r10c1=7", "expected r1c1 to r9c9"),
            ("5", "found \"5\", expected a move"),
            ("r1c1=", "expected one symbol"),
            ("r1c1=77", "expected one symbol"),
            ("r1c1-7", "expected r1c2- to clear a cell"),
            ("rc=7", "found cell \"rc\""),
        ] {
            let error = action(text, &view).unwrap_err();
            assert!(error.contains(expected), "{text}: {error}");
        }
    }
}
