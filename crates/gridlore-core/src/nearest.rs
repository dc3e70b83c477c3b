//! Finds the known name that a mistyped name probably meant, by the edit distance with
//! transpositions (optimal string alignment).

/// Returns the name that differs least from `word`, if it is close enough: within one edit for
/// words of up to five letters, and within two edits for longer words. Case is ignored.
///
/// An edit inserts, removes or replaces a letter, or swaps two neighbours. Of several equally close
/// names, the first is returned. Words and names of more than 40 letters never match.
///
/// ```
/// let kinds = ["sudoku", "flipper", "life"];
/// assert_eq!(gridlore_core::nearest("fliper", kinds), Some("flipper"));
/// assert_eq!(gridlore_core::nearest("chess", kinds), None);
/// ```
#[must_use]
pub fn nearest<'a>(word: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let letters = |text: &str| -> Vec<char> { text.chars().flat_map(char::to_lowercase).take(41).collect() };
    let word = letters(word);
    let allowed = match word.len() {
        0..=2 | 41.. => return None,
        3..=5 => 1,
        _ => 2,
    };
    let mut best = None;
    for name in names {
        let distance = distance(&word, &letters(name));
        if distance <= allowed && best.is_none_or(|(least, _)| distance < least) {
            best = Some((distance, name));
        }
    }
    best.map(|(_, name)| name)
}

/// Returns a suggestion to append to an error message, such as `; did you mean glider?`; empty if
/// no name is similar.
///
/// ```
/// assert_eq!(gridlore_core::did_you_mean("gldier", ["glider", "block"]), "; did you mean glider?");
/// assert_eq!(gridlore_core::did_you_mean("chess", ["glider", "block"]), "");
/// ```
#[must_use]
pub fn did_you_mean<'a>(word: &str, names: impl IntoIterator<Item = &'a str>) -> String {
    nearest(word, names).map(|name| format!("; did you mean {name}?")).unwrap_or_default()
}

/// Returns the number of edits between two words.
fn distance(one: &[char], other: &[char]) -> usize {
    let mut before: Vec<usize> = Vec::new();
    let mut above: Vec<usize> = (0..=other.len()).collect();
    for (row, letter) in one.iter().enumerate() {
        let mut current = vec![row + 1];
        for (column, opposite) in other.iter().enumerate() {
            let replaced = above[column] + usize::from(letter != opposite);
            let mut least = replaced.min(above[column + 1] + 1).min(current[column] + 1);
            let is_swap = row > 0 && column > 0 && *letter == other[column - 1] && one[row - 1] == *opposite;
            if is_swap {
                least = least.min(before[column - 1] + 1);
            }
            current.push(least);
        }
        before = std::mem::replace(&mut above, current);
    }
    above[other.len()]
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn small_slips_are_found() {
        let names = ["solve", "serve", "generate", "glider"];
        for (word, expected) in [
            ("slove", Some("solve")),
            ("Solve", Some("solve")),
            ("gldier", Some("glider")),
            ("genrate", Some("generate")),
            ("sove", Some("solve")),
            ("s", None),
            ("", None),
            ("cover", None),
            ("xyzzy", None),
        ] {
            assert_eq!(nearest(word, names), expected, "{word}");
        }
        assert_eq!(nearest(&"solve".repeat(1000), names), None);
    }
}
