//! A blog and its posts, and a post as a file: TOML front matter between `+++` lines, then Markdown.
//!
//! ```text
//!   +++
//!   title = "Counting what cannot go where"
//!   description = "Solving sudoku by candidates"
//!   published = "2026-11-20T09:00:00Z"
//!   tags = ["sudoku"]
//!   +++
//!   Take a board ...
//! ```

use jiff::Timestamp;
use serde::Deserialize;

/// A blog.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Blog {
    /// Its name in addresses: lower-case letters, digits and `-`.
    pub id: String,
    /// Its name for people.
    pub title: String,
    /// One sentence.
    pub description: String,
    /// Who writes it.
    pub author: String,
}

/// A post.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Post {
    /// Its name in addresses: lower-case letters, digits and `-`.
    pub slug: String,
    /// The headline.
    pub title: String,
    /// One or two sentences for lists and feeds.
    pub description: String,
    /// When it was or will be published.
    pub published: Timestamp,
    /// Words to find it by.
    pub tags: Vec<String>,
    /// The text.
    pub markdown: String,
}

/// Why a file is no post.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FrontMatterError {
    /// The file does not begin with `+++`.
    #[error("line 1: found no front matter, expected a line +++")]
    Missing,
    /// There is no second `+++`.
    #[error("found no end of the front matter, expected a second line +++")]
    Unclosed,
    /// What stands between is not the TOML it should be.
    #[error("line {line}: {message}")]
    Toml {
        /// The line of the file, from 1.
        line: usize,
        /// What was found and expected.
        message: String,
    },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FrontMatter {
    title: String,
    #[serde(default)]
    description: String,
    published: String,
    #[serde(default)]
    tags: Vec<String>,
}

impl Post {
    /// Reads a post file.
    ///
    /// # Errors
    /// [`FrontMatterError`] with the line of the file.
    pub fn from_file(slug: &str, text: &str) -> Result<Self, FrontMatterError> {
        let rest = text.strip_prefix("+++\n").ok_or(FrontMatterError::Missing)?;
        let (head, markdown) = rest.split_once("\n+++\n").ok_or(FrontMatterError::Unclosed)?;
        let fail = |offset: usize, message: String| FrontMatterError::Toml {
            line: 2 + head[..offset.min(head.len())].matches('\n').count(),
            message,
        };
        let front: FrontMatter = toml::from_str(head)
            .map_err(|error| fail(error.span().map_or(0, |span| span.start), error.message().to_owned()))?;
        let published = front.published.parse().map_err(|_| {
            let offset = head.find("published").unwrap_or(0);
            fail(
                offset,
                format!("found \"{}\", expected a time such as 2026-11-20T09:00:00Z", front.published),
            )
        })?;
        Ok(Self {
            slug: slug.to_owned(),
            title: front.title,
            description: front.description,
            published,
            tags: front.tags,
            markdown: markdown.to_owned(),
        })
    }

    /// Minutes it takes to read, at 220 words a minute, at least one.
    #[must_use]
    pub fn minutes(&self) -> usize {
        (self.markdown.split_whitespace().count() / 220).max(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_a_post() {
        let text = "+++\ntitle = \"A\"\npublished = \"2026-11-20T09:00:00Z\"\ntags = [\"x\"]\n+++\nText\n";
        let post = Post::from_file("a", text).unwrap();
        assert_eq!((post.title.as_str(), post.markdown.as_str(), post.tags.len()), ("A", "Text\n", 1));
        assert_eq!(post.published.to_string(), "2026-11-20T09:00:00Z");
    }

    #[test]
    fn errors_name_the_line() {
        let error = |text: &str| Post::from_file("a", text).unwrap_err().to_string();
        assert_eq!(error("Text"), "line 1: found no front matter, expected a line +++");
        assert_eq!(error("+++\ntitle = 1\n"), "found no end of the front matter, expected a second line +++");
        assert!(error("+++\ntitle = \"A\"\ncolour = 1\n+++\n").starts_with("line 3: unknown field `colour`"));
        assert_eq!(
            error("+++\ntitle = \"A\"\npublished = \"soon\"\n+++\n"),
            "line 3: found \"soon\", expected a time such as 2026-11-20T09:00:00Z"
        );
    }
}
