//! Excerpts: the part of a post that shows why a search found it.
//!
//! Words are compared as in the index, ignoring case and diacritics. The cost is linear in the
//! length of the text, of which at most [`SEARCHED_BYTES`] bytes are read. FTS5 has a function for
//! excerpts, but its cost is quadratic in the number of matches and cannot be limited.

use icu_normalizer::DecomposingNormalizerBorrowed;
use std::collections::VecDeque;

/// Maximum number of bytes of a text in which to search for the best part.
pub(super) const SEARCHED_BYTES: usize = 128 << 10;

/// Number of words in an excerpt.
const LENGTH: usize = 24;

/// Approximate maximum size of an excerpt in bytes; it limits excerpts with long words.
const MAX_EXCERPT_BYTES: usize = 600;

/// The words of a query, folded for comparison; the last one also matches as a prefix.
#[derive(Debug)]
pub(super) struct Wanted(Vec<String>);

impl Wanted {
    pub(super) fn new<'a>(words: impl Iterator<Item = &'a str>) -> Self {
        Self(words.map(folded).collect())
    }

    /// Returns the index of the query word that this word matches.
    fn place_of(&self, word: &str) -> Option<usize> {
        let word = folded(word);
        let (last, whole) = self.0.split_last()?;
        let found = whole.iter().position(|wanted| *wanted == word);
        found.or_else(|| word.starts_with(last.as_str()).then_some(whole.len()))
    }

    /// Returns the part of `text` that contains most of the words; `\u{1}` and `\u{2}` enclose each
    /// match.
    pub(super) fn excerpt(&self, text: &str) -> String {
        let text = &text[..text.floor_char_boundary(SEARCHED_BYTES)];
        // The last words read, and how often each query word occurs among them.
        let mut window: VecDeque<(usize, Option<usize>)> = VecDeque::with_capacity(LENGTH + 1);
        let mut counts = vec![0_usize; self.0.len()];
        let (mut best, mut start) = (0, 0);
        for (at, word) in words(text) {
            let place = self.place_of(word);
            window.push_back((at, place));
            if let Some(place) = place {
                counts[place] += 1;
            }
            if window.len() > LENGTH
                && let Some((_, Some(place))) = window.pop_front()
            {
                counts[place] -= 1;
            }
            let score = counts.iter().filter(|count| **count > 0).count();
            if score > best {
                // Starts the excerpt some words before the first match.
                let first = window.iter().position(|(_, place)| place.is_some()).unwrap_or(0);
                (best, start) = (score, window[first.saturating_sub(LENGTH / 4)].0);
                if best == counts.len() {
                    break;
                }
            }
        }
        self.marked(text, start)
    }

    /// Returns the words of `text` from an offset, with matches marked, and with `…` where the text
    /// continues.
    fn marked(&self, text: &str, start: usize) -> String {
        let mut excerpt = String::from(if start > 0 { "…" } else { "" });
        let mut end = start;
        let mut rest = words(&text[start..]);
        let mut is_cut = false;
        for (at, word) in rest.by_ref().take(LENGTH) {
            let at = start + at;
            if excerpt.len() + (at - end) + word.len() > MAX_EXCERPT_BYTES {
                let room = MAX_EXCERPT_BYTES.saturating_sub(excerpt.len());
                excerpt.push_str(&text[end..text.floor_char_boundary((end + room).min(at + word.len()))]);
                is_cut = true;
                break;
            }
            excerpt.push_str(&text[end..at]);
            end = at + word.len();
            if self.place_of(word).is_some() {
                excerpt.extend(["\u{1}", word, "\u{2}"]);
            } else {
                excerpt.push_str(word);
            }
        }
        let tail = &text[end..];
        match rest.next() {
            None if !is_cut && tail.len() <= MAX_EXCERPT_BYTES => excerpt.push_str(tail),
            _ => excerpt.push('…'),
        }
        excerpt
    }
}

/// Returns the words of a text with their byte offsets.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.split(|letter: char| !is_word_character(letter))
        .filter(|word| !word.is_empty())
        .map(|word| (word.as_ptr().addr() - text.as_ptr().addr(), word))
}

const fn is_mark(letter: char) -> bool {
    matches!(letter, '\u{300}'..='\u{36f}')
}

fn is_word_character(letter: char) -> bool {
    letter.is_alphanumeric() || is_mark(letter)
}

/// Folds a word for comparison: lower case, without diacritics.
fn folded(word: &str) -> String {
    if word.is_ascii() {
        return word.to_ascii_lowercase();
    }
    let apart = DecomposingNormalizerBorrowed::new_nfd().normalize(word);
    apart.chars().filter(|letter| !is_mark(*letter)).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn excerpt(query: &str, text: &str) -> String {
        Wanted::new(query.split(' ')).excerpt(text).replace('\u{1}', "[").replace('\u{2}', "]")
    }

    #[test]
    fn matches_are_marked_as_the_index_finds_them() {
        assert_eq!(excerpt("sing", "A naked single, here."), "A naked [single], here.");
        assert_eq!(excerpt("naked sing", "A NAKED sin, Single"), "A [NAKED] sin, [Single]");
        assert_eq!(excerpt("koln", "Of Ko\u{308}ln and Köln"), "Of [Ko\u{308}ln] and [Köln]");
        assert_eq!(excerpt("KÖLN", "of koln"), "of [koln]");
        assert_eq!(excerpt("none", "of koln"), "of koln");
        assert_eq!((excerpt("none", ""), excerpt("", "a, b")), (String::new(), "[a], [b]".to_owned()));
    }

    #[test]
    fn the_part_with_most_query_words_is_shown() {
        let far = "filler ".repeat(500);
        let found = excerpt("one two", &format!("one {far}one two {far}"));
        assert!(found.starts_with('…') && found.ends_with('…'), "{found}");
        assert!(found.contains("[one] [two]"), "{found}");
        assert_eq!(words(&found).count(), LENGTH);
        // Matches beyond the searched part of a text are not found.
        assert!(excerpt("rare", &format!("{} rare", "b ".repeat(SEARCHED_BYTES))).starts_with("b b"));
    }

    #[test]
    fn many_matches_cost_no_more_than_few() {
        for word in ["naked ", "é ", "\u{301}", "\u{1d15f}"] {
            let text = word.repeat((1 << 20) / word.len());
            let wanted = Wanted::new(["other", "naked", "e"].into_iter());
            assert!(wanted.excerpt(&text).len() < SEARCHED_BYTES * 2);
        }
    }

    #[test]
    fn long_words_do_not_make_long_excerpts() {
        let wanted = Wanted::new(["find"].into_iter());
        let long = "ä".repeat(50_000);
        for text in [
            format!("find {long}"),
            format!("{long} find {long}"),
            format!("find{}x", "-".repeat(100_000)),
            format!("{} find", "- ".repeat(50_000)),
        ] {
            let excerpt = wanted.excerpt(&text);
            assert!(excerpt.len() < 2 * MAX_EXCERPT_BYTES, "{} bytes", excerpt.len());
        }
    }
}
