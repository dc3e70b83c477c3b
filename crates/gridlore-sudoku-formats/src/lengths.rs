//! Limits on the length of texts in links: a few kilobytes of compressed data can contain megabytes
//! of text.

use crate::drawing::Drawing;

/// Maximum length of a title or an author in characters.
pub(crate) const MAX_TITLE: usize = 1_000;

/// Maximum length of the rules in characters.
pub(crate) const MAX_RULES: usize = 20_000;

/// Maximum length of a text in a drawing, and of the solution, in characters.
const MAX_LABEL: usize = 1_000;

/// Maximum length of a note in characters.
const MAX_NOTE: usize = 500;

/// Maximum number of notes.
const MAX_NOTES: usize = 100;

/// Shortens a text. Returns its original length in characters if it was too long.
fn cut(text: &mut String, max: usize) -> Option<usize> {
    let (end, _) = text.char_indices().nth(max)?;
    let length = text.chars().count();
    text.truncate(end);
    // Release the memory of a very long text.
    text.shrink_to_fit();
    Some(length)
}

/// Shortens the title, the author and the rules, with a note on each of them that was too long.
pub(crate) fn cut_texts(
    title: &mut String,
    author: &mut String,
    rules: &mut String,
    notes: &mut Vec<String>,
) {
    for (text, max, name) in
        [(title, MAX_TITLE, "title"), (author, MAX_TITLE, "author"), (rules, MAX_RULES, "text of the rules")]
    {
        if let Some(length) = cut(text, max) {
            notes.push(format!("The {name} has {length} characters; only the first {max} were kept."));
        }
    }
}

/// Limits the length and number of notes.
fn cut_notes(notes: &mut Vec<String>) {
    let more = notes.len().saturating_sub(MAX_NOTES);
    notes.truncate(MAX_NOTES);
    notes.shrink_to_fit();
    for note in &mut *notes {
        if cut(note, MAX_NOTE).is_some() {
            note.push('…');
        }
    }
    if more > 0 {
        let notes_were = if more == 1 { "note was" } else { "notes were" };
        notes.push(format!("{more} more {notes_were} left out."));
    }
}

/// Shortens all texts of a drawing that are too long.
pub(crate) fn cut_drawing(drawing: &mut Drawing) {
    cut_notes(&mut drawing.notes);
    let metadata = &mut drawing.metadata;
    cut_texts(&mut metadata.title, &mut metadata.author, &mut metadata.rules, &mut drawing.notes);
    let labels = drawing.shapes.iter_mut().map(|shape| &mut shape.text);
    let cages = drawing.cages.iter_mut().flat_map(|cage| [&mut cage.text, &mut cage.style]);
    let count =
        labels.chain(cages).chain([&mut metadata.solution]).filter_map(|text| cut(text, MAX_LABEL)).count();
    if count > 0 {
        let texts = if count == 1 { "1 text was".to_owned() } else { format!("{count} texts were") };
        drawing.notes.push(format!("{texts} longer than {MAX_LABEL} characters and had to be shortened."));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_are_cut_and_named() {
        let mut drawing = Drawing::default();
        drawing.metadata.title = "é".repeat(MAX_TITLE + 1);
        drawing.metadata.rules = "x".repeat(MAX_RULES);
        drawing.notes =
            (0..MAX_NOTES + 7).map(|number| format!("{number} {}", "n".repeat(MAX_NOTE))).collect();
        cut_drawing(&mut drawing);
        assert_eq!(drawing.metadata.title.chars().count(), MAX_TITLE);
        assert_eq!(drawing.metadata.rules.len(), MAX_RULES);
        assert_eq!(drawing.notes.len(), MAX_NOTES + 2);
        assert!(drawing.notes[0].ends_with('…') && drawing.notes[0].chars().count() == MAX_NOTE + 1);
        assert_eq!(drawing.notes[MAX_NOTES], "7 more notes were left out.");
        assert_eq!(
            drawing.notes[MAX_NOTES + 1],
            format!("The title has {} characters; only the first {MAX_TITLE} were kept.", MAX_TITLE + 1)
        );
    }
}
