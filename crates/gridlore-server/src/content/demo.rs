//! The demo blog of a new site: the project's essays from `docs/essays`.
//!
//! A later release adds its new essays to an existing demo blog, but does not add deleted essays
//! again.

use crate::content::folder::own_address;
use crate::store::Store;
use anyhow::{Context, Result};
use gridlore_blog::{Blog, Post};
use include_dir::{Dir, include_dir};
use jiff::Timestamp;

/// The blog's id.
const ID: &str = "demo";

/// The essays; a file's name is the post's slug.
static ESSAYS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../docs/essays");

/// Creates the demo blog in a new store, or adds the essays that an existing demo blog has never
/// had.
pub(crate) fn fill(store: &Store) -> Result<()> {
    if store.is_new() {
        let blog = Blog {
            description: "Essays about puzzles, with boards you can play.".to_owned(),
            author: "The Gridlore project".to_owned(),
            theme: "paper".to_owned(),
            ..Blog::new(ID, "Gridlore")
        };
        store.add_blog(&blog)?;
    } else if store.blog(ID)?.is_none() {
        return Ok(());
    }
    let known = store.essays()?;
    for (slug, text) in essays().filter(|(slug, _)| !known.iter().any(|known| known == slug)) {
        let mut post = Post::from_file(slug, text).with_context(|| format!("the essay {slug}"))?;
        // Essays link to each other by file name.
        post.markdown = gridlore_blog::with_addresses(&post.markdown, |address| own_address(ID, "", address));
        store.add_essay(ID, &post, Timestamp::now())?;
    }
    Ok(())
}

fn essays() -> impl Iterator<Item = (&'static str, &'static str)> {
    ESSAYS.files().filter_map(|file| {
        let slug = file.path().file_stem()?.to_str()?;
        Some((slug, file.contents_utf8()?))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::tests::store;

    #[test]
    fn each_essay_is_added_once() {
        let (store, folder) = store("essays");
        fill(&store).unwrap();
        let all = store.posts().unwrap().len();
        assert!(all >= 3 && all == essays().count());
        let (slug, _) = essays().find(|(_, text)| text.contains("](nine-buttons.md)")).unwrap();
        let linked = store.post(ID, slug).unwrap().unwrap();
        assert!(linked.post.markdown.contains("](/blogs/demo/nine-buttons)"));
        fill(&store).unwrap();
        assert_eq!(store.posts().unwrap().len(), all);
        std::fs::remove_dir_all(folder).unwrap();
    }
}
