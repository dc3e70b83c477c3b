//! Imports of constructed exports: the output of a dry run, the content of the site afterwards, and
//! redirects from all old addresses.

mod exports;
mod files;
mod limits;
mod sites;
mod wordpress;

use super::{folder, get};
use crate::Config;
use crate::console::desk::Desk;
use crate::console::import::Imported;
use crate::store::Store;
use axum::Router;
use std::path::{Path, PathBuf};

/// An import into the blog `notes` of a separate site.
struct Case {
    name: String,
    root: PathBuf,
    desk: Desk,
    store: Store,
}

impl Case {
    fn new(name: &str, files: &[(&str, &str)]) -> Self {
        let root = folder(&format!("import-{name}"));
        for (path, text) in files {
            let path = root.join("from").join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            if path.extension().is_some_and(|ending| ending == "png") {
                let width = u32::try_from(text.len()).unwrap() + 10;
                image::RgbImage::new(width, 20).save(&path).unwrap();
            } else {
                std::fs::write(&path, text).unwrap();
            }
        }
        let desk = Desk::open(&root.join("data")).unwrap();
        desk.new_blog("notes", "Notes", "", "").unwrap();
        let store = crate::open_store(&root.join("data")).unwrap();
        Self { name: name.to_owned(), root, desk, store }
    }

    fn path(&self, path: &str) -> PathBuf {
        self.root.join("from").join(path)
    }

    /// Checks the table of a dry run, which changes nothing; GRIDLORE_RECORD=1 rewrites it.
    #[track_caller]
    fn check_table(&self, source: &str, expected: &str) {
        let before = (self.store.posts().unwrap().len(), self.store.redirects().unwrap());
        let found = self.desk.import("notes", &self.path(source), true).unwrap();
        let found = format!("{}{}\n", found.table(), found.summary());
        if std::env::var_os("GRIDLORE_RECORD").is_some() {
            let path = format!("{}/src/tests/import/tables/{}.txt", env!("CARGO_MANIFEST_DIR"), self.name);
            std::fs::write(path, &found).unwrap();
            return;
        }
        assert_eq!(
            found.trim_end().lines().collect::<Vec<_>>(),
            expected.trim().lines().collect::<Vec<_>>(),
            "\n{found}"
        );
        assert_eq!((self.store.posts().unwrap().len(), self.store.redirects().unwrap()), before);
        assert!(self.store.uploads(0..99).unwrap().is_empty());
    }

    /// Imports twice. The second import must add nothing.
    #[track_caller]
    fn import(&self, source: &str) -> Imported {
        let first = self.desk.import("notes", &self.path(source), false).unwrap();
        let state = || {
            let posts: Vec<_> = self.store.posts().unwrap().into_iter().map(|saved| saved.post).collect();
            let comments = self.store.blog_comments("notes").unwrap();
            (posts, comments, self.store.redirects().unwrap(), self.store.uploads(0..99).unwrap().len())
        };
        let before = state();
        let second = self.desk.import("notes", &self.path(source), false).unwrap();
        assert!(second.posts.iter().all(|put| put.replaced) && second.new_comments == 0);
        assert_eq!(state(), before, "a second import changes nothing");
        first
    }

    fn markdown(&self, slug: &str) -> String {
        self.store.post("notes", slug).unwrap().unwrap().post.markdown
    }

    /// Returns the comments as `name(parent's name): text`.
    fn comments(&self) -> Vec<String> {
        let all = self.store.blog_comments("notes").unwrap();
        let name = |id| {
            all.iter().find(|comment| Some(comment.id) == id).map_or("", |comment| comment.name.as_str())
        };
        all.iter()
            .map(|comment| {
                format!(
                    "{} {}({}): {} [{}]",
                    comment.slug,
                    comment.name,
                    name(comment.parent),
                    comment.text,
                    comment.state.name()
                )
            })
            .collect()
    }

    fn router(&self) -> Router {
        crate::router(&self.root.join("data"), Config::default()).unwrap()
    }

    /// Checks that each old address redirects permanently to a page that exists.
    async fn check_alive(&self, addresses: &[(&str, &str)]) {
        let router = self.router();
        for (old, new) in addresses {
            let (status, headers, _) = get(&router, old).await;
            let location = headers.get("location").map(|location| location.to_str().unwrap());
            assert_eq!((status.as_u16(), location), (308, Some(*new)), "{old}");
            let (status, ..) = get(&router, new).await;
            assert_eq!(status.as_u16(), 200, "{old} leads to {new}");
        }
    }
}

impl Drop for Case {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.root);
    }
}

/// Returns the error of an import.
fn error(case: &Case, path: &Path) -> String {
    case.desk.import("notes", path, true).unwrap_err().to_string()
}
