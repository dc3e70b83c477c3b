//! The blog that a new site begins with: the project's own essays.

use crate::store::Store;
use anyhow::{Context, Result};
use gridlore_blog::{Blog, Post};

/// The essays, each with its name in addresses; the newest is the first on the front page.
const ESSAYS: &[(&str, &str)] = &[
    ("solving-sudoku", include_str!("../../../docs/essays/sudoku.md")),
    ("nine-buttons", include_str!("../../../docs/essays/flipper.md")),
    ("a-board-in-your-post", include_str!("../../../docs/essays/live-boards.md")),
];

/// Writes the demo blog into a new store.
pub(crate) fn fill(store: &mut Store) -> Result<()> {
    let blog = Blog {
        id: "demo".to_owned(),
        title: "Gridlore".to_owned(),
        description: "Essays on puzzles, with boards to play on.".to_owned(),
        author: "The Gridlore project".to_owned(),
    };
    store.add_blog(&blog)?;
    for (slug, text) in ESSAYS {
        let post = Post::from_file(slug, text).with_context(|| format!("the essay {slug}"))?;
        store.add_post(&blog.id, &post)?;
    }
    Ok(())
}
