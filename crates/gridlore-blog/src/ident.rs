//! Slugs: names in addresses.

/// Maximum length of a slug in bytes.
const MAX_SLUG_BYTES: usize = 80;

/// Slugs reserved for other pages and files of a blog.
const RESERVED: &[&str] = &["archive", "files", "series", "tags", "theme"];

/// Makes a slug from a title: lower-case ASCII letters, digits and single `-`, at most 80 bytes;
/// other scripts are transliterated. The slug is empty if no character of the title can be written
/// this way.
#[must_use]
pub fn slug_of(title: &str) -> String {
    let ascii = deunicode::deunicode(title).to_lowercase();
    let words =
        ascii.split(|character: char| !character.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let mut slug = String::new();
    for word in words {
        if !slug.is_empty() && slug.len() + 1 + word.len() > MAX_SLUG_BYTES {
            break;
        }
        if !slug.is_empty() {
            slug.push('-');
        }
        slug.push_str(&word[..word.len().min(MAX_SLUG_BYTES)]);
    }
    if RESERVED.contains(&slug.as_str()) { slug + "-post" } else { slug }
}

/// Returns the slug of a tag, formed like that of a title, except that `C`, `C++` and `C#` differ.
#[must_use]
pub fn tag_slug(tag: &str) -> String {
    let (mut words, mut is_in_word) = (String::with_capacity(tag.len()), false);
    for character in tag.chars() {
        match character {
            '+' if is_in_word => words.push_str(" plus "),
            '#' if is_in_word => words.push_str(" sharp "),
            other => {
                is_in_word = other.is_alphanumeric();
                words.push(other);
            }
        }
    }
    slug_of(&words)
}

/// Checks a slug; returns an error message if it is invalid.
#[must_use]
pub fn slug_fault(text: &str) -> Option<String> {
    let is_plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    let expected = "expected lower-case letters a to z, digits and -";
    if text.is_empty() {
        return Some(format!("found nothing, {expected}"));
    }
    if let Some(character) = text.chars().find(|character| !u8::try_from(*character).is_ok_and(is_plain)) {
        return Some(format!("found {character:?} in \"{}\", {expected}", text.escape_debug()));
    }
    if text.starts_with('-') || text.ends_with('-') {
        return Some(format!("found \"{text}\", expected a letter or digit at both ends"));
    }
    if text.len() > MAX_SLUG_BYTES {
        return Some(format!("found {} characters, expected at most {MAX_SLUG_BYTES}", text.len()));
    }
    RESERVED.contains(&text).then(|| format!("found \"{text}\", which names another page of a blog"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_of_signs_have_different_slugs() {
        for (tag, slug) in [
            ("C", "c"),
            ("C#", "c-sharp"),
            ("C++", "c-plus-plus"),
            ("R+", "r-plus"),
            ("#private", "private"),
            ("topic #1", "topic-1"),
            ("Übung & Spiel", "ubung-spiel"),
            ("+", ""),
        ] {
            assert_eq!(tag_slug(tag), slug, "{tag}");
        }
    }

    #[test]
    fn titles_become_slugs() {
        for (title, slug) in [
            ("What cannot go where", "what-cannot-go-where"),
            ("  Über 9x9: Größe & mehr! ", "uber-9x9-grosse-mehr"),
            ("数独", "shu-du"),
            ("Archive", "archive-post"),
            ("Files", "files-post"),
            ("***", ""),
        ] {
            assert_eq!(slug_of(title), slug);
            assert_eq!(slug_fault(slug).is_none(), !slug.is_empty(), "{slug}");
        }
        assert!(slug_of(&"long ".repeat(50)).len() <= MAX_SLUG_BYTES);
        assert_eq!(slug_of(&"x".repeat(500)).len(), MAX_SLUG_BYTES);
    }

    #[test]
    fn invalid_slugs_are_reported() {
        let expected = "expected lower-case letters a to z, digits and -";
        assert_eq!(slug_fault("a/../b").unwrap(), format!("found '/' in \"a/../b\", {expected}"));
        assert_eq!(slug_fault("A").unwrap(), format!("found 'A' in \"A\", {expected}"));
        assert_eq!(slug_fault("").unwrap(), format!("found nothing, {expected}"));
        assert_eq!(slug_fault("a-").unwrap(), "found \"a-\", expected a letter or digit at both ends");
        assert_eq!(slug_fault("tags").unwrap(), "found \"tags\", which names another page of a blog");
    }
}
