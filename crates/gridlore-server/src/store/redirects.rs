//! Redirects from the addresses that posts had elsewhere before they were imported. A blog's domain
//! uses the redirects of the blog; the site's address uses those of all blogs, the earliest first.

use super::post_rows::{IN_A_BLOG, check_blog};
use super::{Store, StoreError};
use rusqlite::{OptionalExtension, params};

/// Maximum number of redirects; further ones are refused.
pub(crate) const MAX_REDIRECTS: usize = 50_000;

/// A redirect.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Redirect {
    /// The old path, as [`gridlore_blog::import::old_path`] returns it.
    pub old: String,
    /// The target path.
    pub new: String,
    /// The blog whose import added it.
    pub blog: String,
}

impl Store {
    /// Adds redirects to pages of a blog, or changes their targets. Returns the number of redirects
    /// that exceeded the limit.
    pub(crate) fn add_redirects(
        &self,
        blog: &str,
        redirects: &[(String, String)],
    ) -> Result<usize, StoreError> {
        self.write(|change| {
            check_blog(change, blog)?;
            let mut count: usize = change.query_row("select count(*) from redirect", [], |row| row.get(0))?;
            let mut refused = 0;
            let mut update = change.prepare("update redirect set new = ?2 where old = ?1 and blog = ?3")?;
            let mut insert = change.prepare("insert into redirect (old, new, blog) values (?1, ?2, ?3)")?;
            for (old, new) in redirects {
                if update.execute(params![old, new, blog])? > 0 {
                    continue;
                }
                if count >= MAX_REDIRECTS {
                    refused += 1;
                } else {
                    insert.execute(params![old, new, blog])?;
                    count += 1;
                }
            }
            Ok(refused)
        })
    }

    /// Returns the target of an old path at the domain of `blog`, or at the site's address if that
    /// is `None`.
    pub(crate) fn redirect(&self, old: &str, blog: Option<&str>) -> Result<Option<String>, StoreError> {
        self.read(|connection| {
            let mut query = connection.prepare_cached(&format!(
                "select new from redirect where old = ?1 and (?2 is null or blog = ?2) and {IN_A_BLOG} order by id limit 1"
            ))?;
            Ok(query.query_row(params![old, blog], |row| row.get(0)).optional()?)
        })
    }

    /// Returns all redirects, ordered by old path, the earliest first.
    pub(crate) fn redirects(&self) -> Result<Vec<Redirect>, StoreError> {
        self.read(|connection| {
            let mut query = connection.prepare(&format!(
                "select old, new, blog from redirect where {IN_A_BLOG} order by old, id"
            ))?;
            let row = |row: &rusqlite::Row<'_>| {
                Ok(Redirect { old: row.get(0)?, new: row.get(1)?, blog: row.get(2)? })
            };
            Ok(query.query_map([], row)?.collect::<Result<_, _>>()?)
        })
    }

    /// Removes the redirects from a path. Returns `false` if there are none.
    pub(crate) fn remove_redirect(&self, old: &str) -> Result<bool, StoreError> {
        self.write(|change| Ok(change.execute("delete from redirect where old = ?1", [old])? > 0))
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::store;
    use super::*;
    use gridlore_blog::Blog;

    #[test]
    fn redirects_are_bounded_and_belong_to_a_blog() {
        let (store, folder) = store("redirects");
        store.add_blog(&Blog::new("notes", "Notes")).unwrap();
        let pair = |old: &str, new: &str| (old.to_owned(), new.to_owned());
        let add = |pairs: &[(String, String)]| store.add_redirects("notes", pairs).unwrap();
        assert_eq!(add(&[pair("/a", "/blogs/notes/a"), pair("/?p=1", "/blogs/notes/a")]), 0);
        assert_eq!(add(&[pair("/a", "/blogs/notes/b")]), 0);
        assert_eq!(store.redirect("/a", None).unwrap().as_deref(), Some("/blogs/notes/b"));
        assert_eq!(store.redirect("/b", None).unwrap(), None);
        store.add_blog(&Blog::new("other", "Other")).unwrap();
        store.add_redirects("other", &[pair("/a", "/blogs/other/a")]).unwrap();
        for (blog, new) in
            [(None, "/blogs/notes/b"), (Some("notes"), "/blogs/notes/b"), (Some("other"), "/blogs/other/a")]
        {
            assert_eq!(store.redirect("/a", blog).unwrap().as_deref(), Some(new), "{blog:?}");
        }
        assert_eq!(store.redirect("/?p=1", Some("other")).unwrap(), None);
        store.delete_blog("notes", jiff::Timestamp::UNIX_EPOCH).unwrap();
        assert_eq!(store.redirect("/a", None).unwrap().as_deref(), Some("/blogs/other/a"));
        store.restore_blog("notes").unwrap();
        store.delete_blog("other", jiff::Timestamp::UNIX_EPOCH).unwrap();
        store.erase_blog("other").unwrap();
        let many: Vec<(String, String)> =
            (0..MAX_REDIRECTS).map(|number| pair(&format!("/{number}"), "/blogs/notes")).collect();
        assert_eq!(add(&many), 2);
        assert_eq!(store.redirects().unwrap().len(), MAX_REDIRECTS);
        assert!(store.remove_redirect("/a").unwrap() && !store.remove_redirect("/a").unwrap());
        assert!(
            store.delete_blog("notes", jiff::Timestamp::UNIX_EPOCH).unwrap()
                && store.erase_blog("notes").unwrap()
        );
        assert!(store.redirects().unwrap().is_empty());
        std::fs::remove_dir_all(folder).unwrap();
    }
}
