//! The search index of a static export: JSON files that the search page loads as needed.
//!
//! `search/posts.json` lists the title, address, description, blog and date of each post. For each
//! first letter, a file such as `search/words-a.json` maps words to the indices of the posts that
//! contain them.

use crate::address::Address;
use gridlore_blog::{Library, words};
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};

/// The folder of the index, which also contains the search page.
pub(super) const FOLDER: &str = "search";

/// Maximum length of an indexed word in characters; longer words are truncated.
const MAX_WORD_LENGTH: usize = 40;

/// Maximum number of different words per post.
const MAX_WORDS: usize = 20_000;

/// Returns the files of the index with their paths. `link` returns the address of an exported page.
pub(super) fn index(library: &Library, link: impl Fn(&Address) -> String) -> BTreeMap<String, Vec<u8>> {
    let mut posts = Vec::new();
    let mut shards: BTreeMap<String, BTreeMap<String, Vec<usize>>> = BTreeMap::new();
    for shelf in library.shelves() {
        for post in shelf.articles() {
            let mut text = format!("{}\n{}\n{}\n", post.title, post.description, post.tags.join("\n"));
            text.push_str(&words(&post.markdown));
            let found: BTreeSet<String> = indexed_words(&text).take(MAX_WORDS).collect();
            for word in found {
                shards.entry(shard(&word)).or_default().entry(word).or_default().push(posts.len());
            }
            let date = post.published.filter(|_| !post.page);
            let date =
                date.map(|time| time.to_zoned(library.zone().clone()).strftime("%-d %B %Y").to_string());
            posts.push(json!([
                post.title,
                link(&Address::Post(shelf.blog.id.clone(), post.slug.clone())),
                post.summary(),
                shelf.blog.title,
                date.unwrap_or_default()
            ]));
        }
    }
    let mut files: BTreeMap<String, Vec<u8>> = shards
        .into_iter()
        .map(|(shard, words)| (format!("{FOLDER}/words-{shard}.json"), json!(words).to_string().into_bytes()))
        .collect();
    files.insert(format!("{FOLDER}/posts.json"), json!(posts).to_string().into_bytes());
    files
}

/// Returns the words of a text, split as on the search page: letters and digits, in lower case.
fn indexed_words(text: &str) -> impl Iterator<Item = String> {
    text.split(|letter: char| !letter.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(|word| word.to_lowercase().chars().take(MAX_WORD_LENGTH).collect())
}

/// Returns the name of the file for a word.
fn shard(word: &str) -> String {
    match word.chars().next() {
        Some(first) if first.is_ascii_alphanumeric() => first.to_string(),
        _ => "other".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gridlore_blog::{Blog, Origin, Post};
    use std::sync::Arc;

    #[test]
    fn words_lead_to_their_posts() {
        let post = |slug: &str, title: &str, markdown: &str| {
            let mut post = Post::new(slug, title);
            (post.draft, post.published) = (false, Some("2026-11-20T09:00:00Z".parse().unwrap()));
            post.markdown = markdown.to_owned();
            ("a".to_owned(), Arc::new(post), Origin::Database)
        };
        let posts = vec![
            post("one", "One", "An **Apple** and Äpfel\n```sudoku\nmedium#1\n```\n"),
            post("two", "Two", "[apple](/x) pie"),
        ];
        let now = "2026-11-21T00:00:00Z".parse().unwrap();
        let library = Library::new(vec![Blog::new("a", "A")], posts, now);
        let files = index(&library, |address| format!("/sub{address}/"));
        let text = |name: &str| String::from_utf8(files[name].clone()).unwrap();
        assert_eq!(text("search/words-a.json"), "{\"an\":[0],\"and\":[0],\"apple\":[0,1]}");
        assert_eq!(text("search/words-other.json"), "{\"äpfel\":[0]}");
        assert_eq!(text("search/words-p.json"), "{\"pie\":[1]}");
        assert_eq!(
            text("search/posts.json"),
            "[[\"One\",\"/sub/blogs/a/one/\",\"\",\"A\",\"20 November 2026\"],[\"Two\",\"/sub/blogs/a/two/\",\"\",\"A\",\"20 November 2026\"]]"
        );
        assert!(!files.contains_key("search/words-m.json"), "puzzles are not indexed");
    }
}
