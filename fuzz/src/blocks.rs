//! Properties of fenced blocks, game ids, saved games and posts that must hold for any input.

use gridlore::{Exhibit, Midend, Opens, ParseError, Puzzle, Shown};
use gridlore_blog::{Post, Target, comment, read_time, render};

/// Opens the content of a fenced block as a post does, draws it in every way, and returns the total
/// length of the drawings in bytes.
///
/// # Errors
/// Fails with the error that readers of the block see.
///
/// # Panics
/// Panics if no kind of puzzle has that name, or an error is longer than 2000 bytes.
pub fn open_and_draw(kind: &str, code: &str) -> Result<usize, ParseError> {
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
        assert!(error.to_string().len() < 2000, "an error of {} bytes", error.to_string().len());
    })?;
    let drawn = match &shown {
        Shown::Puzzle(puzzle) => draw_puzzle(&**puzzle),
        Shown::Exhibit(exhibit) => draw_exhibit(&**exhibit),
    };
    Ok(drawn + shown.id().len())
}

fn draw_puzzle(puzzle: &dyn Puzzle) -> usize {
    let (start, description) = (puzzle.start(), puzzle.description());
    let view = puzzle.view(&start);
    view.cells.len() + description.len()
}

fn draw_exhibit(exhibit: &dyn Exhibit) -> usize {
    exhibit.description().len() + exhibit.facts().len() + exhibit.figure().len()
}

/// Maximum number of bytes that one block may add to a page.
const MAX_DRAWN: usize = 8 << 20;

/// Checks that any text in a block is refused with a short error or drawn within `MAX_DRAWN` bytes.
///
/// # Panics
/// Panics if the property does not hold.
pub fn any_block_is_shown(kind: &str, code: &str) {
    let Ok(drawn) = open_and_draw(kind, code) else { return };
    assert!(drawn <= MAX_DRAWN, "{drawn} bytes of a block of {kind}");
}

/// Checks that any id is refused, or opens a game or exhibit that can be drawn, and that opens
/// again by its own id.
///
/// # Panics
/// Panics if the property does not hold.
pub fn any_id_is_shown(id: &str) {
    let shown = match gridlore::show(id) {
        Ok(shown) => shown,
        Err(error) => {
            assert!(error.to_string().len() < 2000, "{error}");
            return;
        }
    };
    let again = gridlore::show(&shown.id()).expect("the id of an open puzzle opens");
    assert_eq!(again.id(), shown.id());
    let lengths = match &shown {
        Shown::Puzzle(puzzle) => puzzle.svg(&puzzle.start()).len() + puzzle.text(&puzzle.start()).len(),
        Shown::Exhibit(exhibit) => exhibit.svg().len() + exhibit.text().len(),
    };
    assert!(lengths <= 2 * MAX_DRAWN, "{lengths} bytes of {}", shown.kind().name);
    assert_eq!(shown.raster(300, 160).pixels.len(), 3 * 300 * 160);
}

/// Checks that any saved game is refused with a short error, or is restored and saved again
/// unchanged.
///
/// # Panics
/// Panics if the property does not hold.
pub fn any_save_is_restored(text: &str) {
    match Midend::restore(text) {
        Ok(game) => {
            let saved = game.save();
            let again = Midend::restore(&saved).expect("a saved game can be read back");
            assert_eq!((again.save(), again.position()), (saved, game.position()));
        }
        Err(error) => assert!(error.to_string().len() < 2000, "{error}"),
    }
}

/// Checks that the renderer accepts any Markdown, in posts and in comments.
///
/// # Panics
/// Panics if the renderer panics.
pub fn any_markdown_is_drawn(text: &str) {
    let _ = (render(text, Target::Page), render(text, Target::Feed), comment(text));
}

/// Checks that any front matter is read or refused.
///
/// # Panics
/// Panics if the reader panics.
pub fn any_front_matter_is_read(text: &str) {
    let _ = Post::from_file("slug", text);
    if let Some(now) = read_time("2026-11-20") {
        let _ = Post::from_foreign("posts/2026-01-02-name.md", text, now);
    }
}

/// Like [`any_block_is_shown`], with the kind in the first line of the input.
///
/// # Panics
/// Panics if the property does not hold.
pub fn any_fence_is_shown(text: &str) {
    let (kind, code) = text.split_once('\n').unwrap_or((text, ""));
    if gridlore::kind(kind).is_some() {
        any_block_is_shown(kind, code);
    }
}
