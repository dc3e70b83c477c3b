//! Unsaved changes: the text in an editor that has not been saved as a post yet.
//!
//! An account has at most one row for each post, and some rows in each blog for posts that do not
//! exist yet. Several pages of one account can edit the same post, so a page only replaces or
//! deletes a row that it has stored itself or that it has shown. Any other row becomes an unsaved
//! new post, named after the form that stored it, so that this form can find its row again.

use crate::secret::token::token;
use crate::store::revisions::has_room;
use crate::store::time::time;
use crate::store::uploads::record_unsaved;
use crate::store::{Store, StoreError};
use jiff::Timestamp;
use rusqlite::{OptionalExtension, Transaction, params};
use serde::Deserialize;

/// The result of storing unsaved changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kept {
    Done,
    /// The account would have more than [`MAX_UNSAVED_POSTS`] unsaved new posts in the blog.
    TooMany,
    /// See [`Outcome::Full`](crate::store::Outcome::Full).
    Full,
}

/// Maximum number of unsaved new posts of an account in a blog.
pub(crate) const MAX_UNSAVED_POSTS: usize = 20;

/// An open form of the editor, which determines what unsaved changes may be replaced or deleted.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Editing<'a> {
    /// The random number of the form: 16 hexadecimal digits, or empty if it is unknown.
    pub(crate) form_id: &'a str,
    /// When the unsaved changes that the form's page has shown were stored; empty if there were
    /// none.
    pub(crate) seen: &'a str,
}

impl Editing<'_> {
    /// Returns whether the writer has seen these changes or made them in this form.
    fn knows(&self, stored: &Stored) -> bool {
        (!self.seen.is_empty() && stored.time == self.seen) || self.has_stored(stored)
    }

    /// Returns whether this form has stored these changes.
    fn has_stored(&self, stored: &Stored) -> bool {
        is_form_id(self.form_id) && stored.form_id == self.form_id
    }
}

/// A row of unsaved changes.
struct Stored {
    /// When they were stored, as in the database.
    time: String,
    /// The size of the form in bytes.
    bytes: usize,
    /// The form that stored them; empty in rows of earlier versions.
    form_id: String,
}

/// A post that was never saved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct UnsavedPost {
    /// Its name among the unsaved changes.
    pub(crate) name: String,
    pub(crate) title: String,
    pub(crate) time: Timestamp,
}

/// Returns a new name for the unsaved changes to a post that does not exist yet: a dot, which no
/// slug contains, and 16 random hexadecimal digits.
pub(crate) fn unsaved_name() -> Result<String, StoreError> {
    let token = token().map_err(|error| StoreError::File(std::io::Error::other(error)))?;
    Ok(format!(".{}", &token[..16]))
}

/// Returns a new random number for a form of the editor.
pub(crate) fn new_form_id() -> Result<String, StoreError> {
    Ok(unsaved_name()?.split_off(1))
}

fn is_form_id(text: &str) -> bool {
    text.len() == 16 && text.bytes().all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte))
}

/// Returns whether a string has the form of a name from [`unsaved_name`].
pub(crate) fn is_unsaved_name(text: &str) -> bool {
    text.strip_prefix('.').is_some_and(is_form_id)
}

impl Store {
    /// Stores unsaved changes; `slug` is a name from [`unsaved_name`] for a post that does not
    /// exist yet. Changes that `editing` does not know become an unsaved new post.
    pub(crate) fn keep_unsaved(
        &self,
        account: i64,
        blog: &str,
        slug: &str,
        form: &str,
        editing: Editing<'_>,
        now: Timestamp,
    ) -> Result<Kept, StoreError> {
        self.write(|change| {
            let there = stored(change, account, blog, slug)?;
            let unknown = there.as_ref().filter(|there| !editing.knows(there));
            let former = former_name(change, account, blog, slug, editing)?;
            let former = former.as_ref().map(|(name, bytes)| (name.as_str(), *bytes));
            let added = usize::from(is_unsaved_name(slug)) + usize::from(unknown.is_some());
            if added > 0 {
                let query = "select count(*) from unsaved
                             where account = ?1 and blog = ?2 and slug like '.%' and slug <> ?3 and slug is not ?4";
                let row = params![account, blog, slug, former.map(|(name, _)| name)];
                let others: usize = change.query_row(query, row, |row| row.get(0))?;
                if others + added > MAX_UNSAVED_POSTS {
                    return Ok(Kept::TooMany);
                }
            }
            let replaced = there.as_ref().filter(|_| unknown.is_none()).map_or(0, |there| there.bytes);
            let replaced = replaced + former.map_or(0, |(_, bytes)| bytes);
            if !has_room(change, Some(account), form.len().saturating_sub(replaced))? {
                return Ok(Kept::Full);
            }
            if let Some((name, _)) = former {
                delete(change, account, blog, name)?;
            }
            if let Some(unknown) = unknown {
                set_aside(change, account, blog, slug, unknown)?;
            }
            change.execute(
                "insert into unsaved (account, blog, slug, time, form) values (?1, ?2, ?3, ?4, ?5)
                 on conflict do update set time = ?4, form = ?5",
                params![account, blog, slug, now.to_string(), form],
            )?;
            record_unsaved(change, account, blog, slug, form)?;
            Ok(Kept::Done)
        })
    }

    /// Deletes unsaved changes if `editing` knows them. Returns `false` if they were kept.
    pub(crate) fn drop_unsaved(
        &self,
        account: i64,
        blog: &str,
        slug: &str,
        editing: Editing<'_>,
    ) -> Result<bool, StoreError> {
        self.write(|change| {
            if let Some((name, _)) = former_name(change, account, blog, slug, editing)? {
                delete(change, account, blog, &name)?;
            }
            match stored(change, account, blog, slug)? {
                Some(there) if !editing.knows(&there) => return Ok(false),
                Some(_) => delete(change, account, blog, slug)?,
                None => {}
            }
            Ok(true)
        })
    }

    /// Returns the unsaved new posts of an account in a blog, latest first, without their text.
    pub(crate) fn unsaved_posts(&self, account: i64, blog: &str) -> Result<Vec<UnsavedPost>, StoreError> {
        self.read(|connection| {
            let mut query = connection.prepare_cached(
                "select slug, time, coalesce(substr(json_extract(form, '$.title'), 1, 200), '') from unsaved
                 where account = ?1 and blog = ?2 and slug like '.%' order by time desc limit ?3",
            )?;
            // Unsaved changes to posts that others deleted can exceed the limit.
            let rows = query.query_map(params![account, blog, 2 * MAX_UNSAVED_POSTS], |row| {
                Ok((row.get(0)?, row.get(1)?, row.get(2)?))
            })?;
            rows.map(|row| {
                let (name, at, title): (String, String, String) = row?;
                Ok(UnsavedPost { name, title, time: time(at)? })
            })
            .collect()
        })
    }

    /// Returns the unsaved changes of an account to a post, and when they were stored.
    pub(crate) fn unsaved(
        &self,
        account: i64,
        blog: &str,
        slug: &str,
    ) -> Result<Option<(Timestamp, String)>, StoreError> {
        self.read(|connection| {
            let query = "select time, form from unsaved where account = ?1 and blog = ?2 and slug = ?3";
            let found: Option<(String, String)> = connection
                .query_row(query, params![account, blog, slug], |row| Ok((row.get(0)?, row.get(1)?)))
                .optional()?;
            found.map(|(at, form)| Ok((time(at)?, form))).transpose()
        })
    }
}

/// Deletes the unsaved changes of the writer who deletes a post, if `editing` knows them.
/// Otherwise, they become an unsaved new post; returns `false` if there are too many of these.
pub(super) fn leave_post(
    change: &Transaction<'_>,
    account: i64,
    blog: &str,
    slug: &str,
    editing: Editing<'_>,
) -> Result<bool, StoreError> {
    let Some(there) = stored(change, account, blog, slug)? else { return Ok(true) };
    if editing.knows(&there) {
        delete(change, account, blog, slug)?;
        return Ok(true);
    }
    let query = "select count(*) from unsaved where account = ?1 and blog = ?2 and slug like '.%'";
    let others: usize = change.query_row(query, params![account, blog], |row| row.get(0))?;
    if others >= MAX_UNSAVED_POSTS {
        return Ok(false);
    }
    set_aside(change, account, blog, slug, &there)?;
    Ok(true)
}

fn stored(
    change: &Transaction<'_>,
    account: i64,
    blog: &str,
    slug: &str,
) -> Result<Option<Stored>, StoreError> {
    #[derive(Deserialize)]
    struct Form {
        #[serde(default)]
        form_id: String,
    }
    let query = "select time, form from unsaved where account = ?1 and blog = ?2 and slug = ?3";
    let found: Option<(String, String)> = change
        .prepare_cached(query)?
        .query_row(params![account, blog, slug], |row| Ok((row.get(0)?, row.get(1)?)))
        .optional()?;
    Ok(found.map(|(time, form)| {
        let form_id = serde_json::from_str(&form).map_or_else(|_| String::new(), |form: Form| form.form_id);
        Stored { time, bytes: form.len(), form_id }
    }))
}

/// Returns the name and the size of the changes that this form stored and that another form has
/// since set aside.
fn former_name(
    change: &Transaction<'_>,
    account: i64,
    blog: &str,
    slug: &str,
    editing: Editing<'_>,
) -> Result<Option<(String, usize)>, StoreError> {
    let name = format!(".{}", editing.form_id);
    if !is_unsaved_name(&name) || name == slug {
        return Ok(None);
    }
    let former = stored(change, account, blog, &name)?.filter(|former| editing.has_stored(former));
    Ok(former.map(|former| (name, former.bytes)))
}

/// Turns unsaved changes into an unsaved new post.
fn set_aside(
    change: &Transaction<'_>,
    account: i64,
    blog: &str,
    slug: &str,
    there: &Stored,
) -> Result<(), StoreError> {
    let mut name = format!(".{}", there.form_id);
    if !is_unsaved_name(&name) || stored(change, account, blog, &name)?.is_some() {
        name = unsaved_name()?;
    }
    change.execute(
        "update unsaved set slug = ?4 where account = ?1 and blog = ?2 and slug = ?3",
        params![account, blog, slug, name],
    )?;
    Ok(())
}

fn delete(change: &Transaction<'_>, account: i64, blog: &str, slug: &str) -> Result<(), StoreError> {
    change.execute(
        "delete from unsaved where account = ?1 and blog = ?2 and slug = ?3",
        params![account, blog, slug],
    )?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::tests::store;
    use crate::store::{Outcome, Writer};
    use gridlore_blog::{Blog, Post};

    fn editing<'a>(form_id: &'a str, seen: &'a str) -> Editing<'a> {
        Editing { form_id, seen }
    }

    /// Each of two forms of one account replaces only its own text.
    #[test]
    fn a_form_only_replaces_unsaved_text_that_it_knows() {
        let (store, folder) = store("unsaved");
        let at = |second: i64| Timestamp::from_second(1_800_000_000 + second).unwrap();
        store.add_blog(&Blog::new("demo", "")).unwrap();
        let query =
            "insert into account (name, display, hash, role, created) values ('ann', '', '', 'author', '')";
        store.write(|change| Ok(change.execute(query, [])?)).unwrap();
        let ann = store.account("ann").unwrap().unwrap().id;
        let writer = Writer { name: "ann", account: Some(ann) };
        store.save_post("demo", None, &Post::new("one", "One"), writer, |_| false, at(0)).unwrap();
        let [phone, laptop] = ["0123456789abcdef", "fedcba9876543210"];
        let keep = |form_id: &str, seen: &str, slug: &str, text: &str, second: i64| {
            let form = serde_json::json!({ "title": text, "form_id": form_id }).to_string();
            store.keep_unsaved(ann, "demo", slug, &form, editing(form_id, seen), at(second)).unwrap()
        };
        let title_at = |slug: &str| {
            let form = store.unsaved(ann, "demo", slug).unwrap()?.1;
            let form: serde_json::Value = serde_json::from_str(&form).unwrap();
            Some(form["title"].as_str().unwrap().to_owned())
        };
        let aside = || -> Vec<String> {
            let mut titles: Vec<_> =
                store.unsaved_posts(ann, "demo").unwrap().into_iter().map(|post| post.title).collect();
            titles.sort();
            titles
        };
        assert_eq!(keep(laptop, "", "one", "laptop 1", 1), Kept::Done);
        assert_eq!(keep(phone, "", "one", "phone 1", 2), Kept::Done);
        assert_eq!((title_at("one").as_deref(), aside()), (Some("phone 1"), vec!["laptop 1".to_owned()]));
        // Later texts of a form replace its earlier ones, even if the two forms take turns.
        assert_eq!(keep(laptop, "", "one", "laptop 2", 3), Kept::Done);
        assert_eq!((title_at("one").as_deref(), aside()), (Some("laptop 2"), vec!["phone 1".to_owned()]));
        assert_eq!(keep(laptop, "", "one", "laptop 3", 4), Kept::Done);
        assert_eq!(keep(phone, "", "one", "phone 2", 5), Kept::Done);
        assert_eq!((title_at("one").as_deref(), aside()), (Some("phone 2"), vec!["laptop 3".to_owned()]));
        // A form can replace the text that its page showed.
        let seen = at(5).to_string();
        assert_eq!(keep("00000000000000aa", &seen, "one", "resumed", 6), Kept::Done);
        assert_eq!((title_at("one").as_deref(), aside()), (Some("resumed"), vec!["laptop 3".to_owned()]));
        // Only known text is dropped. The laptop's own text is dropped although it was set aside.
        assert!(!store.drop_unsaved(ann, "demo", "one", editing(phone, &seen)).unwrap());
        assert!(!store.drop_unsaved(ann, "demo", "one", Editing::default()).unwrap());
        assert!(!store.drop_unsaved(ann, "demo", "one", editing(laptop, "")).unwrap());
        assert_eq!((title_at("one").as_deref(), aside()), (Some("resumed"), vec![]));
        // At the limit, nothing is replaced, and a post cannot be deleted from an old page.
        for number in 0..MAX_UNSAVED_POSTS {
            assert_eq!(keep(laptop, "", &format!(".{number:016x}"), "new", 7), Kept::Done);
        }
        assert_eq!(keep(phone, "", "one", "phone 3", 8), Kept::TooMany);
        assert_eq!(title_at("one").as_deref(), Some("resumed"));
        let delete = |form_id, seen| {
            let writer = Some((ann, editing(form_id, seen)));
            store.delete_post("demo", "one", Some(1), writer, false, at(9)).unwrap()
        };
        assert_eq!(delete(phone, ""), Outcome::Full);
        assert!(store.post("demo", "one").unwrap().is_some() && title_at("one").is_some());
        let name = format!(".{:016x}", 0);
        assert!(store.drop_unsaved(ann, "demo", &name, editing(laptop, "")).unwrap());
        assert_eq!(delete(phone, ""), Outcome::Done(1));
        assert_eq!((title_at("one"), title_at(".00000000000000aa").as_deref()), (None, Some("resumed")));
        drop(store);
        std::fs::remove_dir_all(folder).unwrap();
    }
}
