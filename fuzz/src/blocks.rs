//! A fenced block as a post shows it, and the property that any text may stand in one.

use gridlore::{Exhibit, Opens, ParseError, Puzzle, Shown};

/// Opens what a block of a kind holds, as a post does, and draws it in all ways; the length of all that was drawn.
///
/// # Errors
/// What the block's reader reports.
///
/// # Panics
/// When there is no such kind.
pub fn shown(kind: &str, code: &str) -> Result<usize, ParseError> {
    let kind = gridlore::kind(kind).expect("a kind of puzzle");
    let text = code.trim();
    let is_file = matches!(kind.opens, Opens::Exhibit(_)) && text.contains('\n');
    let is_id = text.rsplit_once('#').is_some_and(|(_, seed)| {
        !text.contains('\n') && !seed.is_empty() && seed.bytes().all(|byte| byte.is_ascii_digit())
    }) || text.lines().next().is_some_and(|line| line.contains(':'));
    let shown = if is_id && !is_file {
        gridlore::show(&format!("{}:{text}", kind.name))
    } else {
        kind.opens.parse("", code)
    };
    let shown = shown.map_err(|error| {
        assert!(error.to_string().len() < 2000, "an error is a sentence: {}", error.to_string().len());
        error
    })?;
    let drawn = match &shown {
        Shown::Puzzle(puzzle) => puzzle_drawn(&**puzzle),
        Shown::Exhibit(exhibit) => exhibit_drawn(&**exhibit),
    };
    Ok(drawn + shown.id().len())
}

fn puzzle_drawn(puzzle: &dyn Puzzle) -> usize {
    let (start, description) = (puzzle.start(), puzzle.description());
    let view = puzzle.view(&start);
    view.cells.len() + description.len()
}

fn exhibit_drawn(exhibit: &dyn Exhibit) -> usize {
    exhibit.description().len() + exhibit.facts().len() + exhibit.figure().len()
}
