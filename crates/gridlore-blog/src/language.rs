//! Language names in the form that HTML and feeds use.

/// Maximum length of a language name in bytes.
const MAX_LANGUAGE_BYTES: usize = 35;

/// Returns an error message if `text` is not a language name such as `de` or `pt-BR`.
///
/// # Source
/// BCP 47: a language of two or three letters, and further parts of at most eight letters and
/// digits. The registry is not consulted.
#[must_use]
pub fn language_fault(text: &str) -> Option<String> {
    let mut parts = text.split('-');
    let first = parts.next().unwrap_or_default();
    let is_language = (2..=3).contains(&first.len()) && first.bytes().all(|byte| byte.is_ascii_alphabetic());
    let is_part =
        |part: &str| (1..=8).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_alphanumeric());
    let is_valid = text.len() <= MAX_LANGUAGE_BYTES && is_language && parts.all(is_part);
    let shown: String = text.chars().take(40).collect();
    (!is_valid).then(|| format!("found \"{shown}\", expected a language code such as de, fr or pt-BR"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn languages_have_two_or_three_letters() {
        for language in ["de", "pt-BR", "zh-Hant-TW", "gsw", "sr-Latn", "de-1996"] {
            assert_eq!(language_fault(language), None);
        }
        for other in ["", "d", "german", "de_AT", "de-", "de-abcdefghi", "d3", "de AT", "\u{e9}n", "de-\"x"] {
            assert!(language_fault(other).is_some(), "{other}");
        }
        let fault = language_fault("Deutsch").unwrap();
        assert_eq!(fault, "found \"Deutsch\", expected a language code such as de, fr or pt-BR");
    }
}
