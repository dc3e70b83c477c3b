//! A fenced block as a post shows it, and the property that any text may stand in one.

use gridlore::{Exhibit, Midend, Opens, ParseError, Puzzle, Shown};
use gridlore_blog::{Post, Target, comment, read_time, render};

/// Opens what a block of a kind holds, as a post does, and draws it in all ways; the length of all
/// that was drawn.
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
    let shown = shown.inspect_err(|error| {
        assert!(error.to_string().len() < 2000, "an error is a sentence: {}", error.to_string().len());
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

/// No block draws more, in bytes, for a page.
const MAX_DRAWN: usize = 8 << 20;

/// Whatever stands in a block is refused in a sentence or drawn within a bound, and what was opened
/// has an id that opens it again.
///
/// # Panics
/// When that does not hold.
pub fn any_block_is_shown(kind: &str, code: &str) {
    let Ok(drawn) = shown(kind, code) else { return };
    assert!(drawn <= MAX_DRAWN, "{drawn} bytes of a block of {kind}");
}

/// Whatever an id says, what it opens has an id that opens the same, and is drawn in every way.
///
/// # Panics
/// When that does not hold.
pub fn any_id_is_shown(id: &str) {
    let shown = match gridlore::show(id) {
        Ok(shown) => shown,
        Err(error) => {
            assert!(error.to_string().len() < 2000, "{error}");
            return;
        }
    };
    let again = gridlore::show(&shown.id()).expect("an id that was told opens");
    assert_eq!(again.id(), shown.id());
    let lengths = match &shown {
        Shown::Puzzle(puzzle) => puzzle.svg(&puzzle.start()).len() + puzzle.text(&puzzle.start()).len(),
        Shown::Exhibit(exhibit) => exhibit.svg().len() + exhibit.text().len(),
    };
    assert!(lengths <= 2 * MAX_DRAWN, "{lengths} bytes of {}", shown.kind().name);
    assert_eq!(shown.raster(300, 160).pixels.len(), 3 * 300 * 160);
}

/// Whatever a saved game says, it is refused in a sentence, or saves itself as what it is.
///
/// # Panics
/// When that does not hold.
pub fn any_save_is_restored(text: &str) {
    match Midend::restore(text) {
        Ok(game) => {
            let saved = game.save();
            let again = Midend::restore(&saved).expect("a saved game is read back");
            assert_eq!((again.save(), again.position()), (saved, game.position()));
        }
        Err(error) => assert!(error.to_string().len() < 2000, "{error}"),
    }
}

/// Whatever Markdown a post or a comment holds, it is drawn.
///
/// # Panics
/// When the renderer does.
pub fn any_markdown_is_drawn(text: &str) {
    let _ = (render(text, Target::Page), render(text, Target::Feed), comment(text));
}

/// Whatever front matter a file has, it is read or refused.
///
/// # Panics
/// When the reader does.
pub fn any_front_matter_is_read(text: &str) {
    let _ = Post::from_file("slug", text);
    if let Some(now) = read_time("2026-11-20") {
        let _ = Post::from_foreign("posts/2026-01-02-name.md", text, now);
    }
}

/// As [`any_block_is_shown`], with the kind on the first line.
///
/// # Panics
/// When that does not hold.
pub fn any_fence_is_shown(text: &str) {
    let (kind, code) = text.split_once('\n').unwrap_or((text, ""));
    if gridlore::kind(kind).is_some() {
        any_block_is_shown(kind, code);
    }
}
