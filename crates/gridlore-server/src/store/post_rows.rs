//! Rows of posts, read and written inside a transaction. For revisions, see
//! [`super::revisions`].

use super::StoreError;
use super::time::time;
use super::uploads::record;
use gridlore_blog::Post;
use jiff::Timestamp;
use rusqlite::{Connection, OptionalExtension, Row, Transaction, params};
use std::collections::HashSet;

/// A post as it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Saved {
    pub(crate) blog: String,
    pub(crate) post: Post,
    /// When it was last saved.
    pub(crate) saved: Timestamp,
    /// How often it was saved.
    pub(crate) version: i64,
    /// The account that created it.
    pub(crate) owner: Option<i64>,
    /// A permanent name, which survives renaming, deletion and restoring, and is never reused.
    pub(crate) identity: String,
}

/// The columns that [`saved`] reads, in this order.
pub(super) const COLUMNS: &str = "blog, slug, title, description, draft, published, updated, tags, series, author, comments, markdown, saved, aliases, version, owner, page, smart, language, identity";

/// The condition that a row belongs to a blog that is not in the trash.
pub(super) const IN_A_BLOG: &str = "blog in (select id from blog where deleted is null)";

/// The condition that a comment belongs to a post and a blog that are not in the trash.
pub(super) const ON_A_POST: &str =
    "instr(slug, '~') = 0 and blog not in (select id from blog where deleted is not null)";

/// Returns whether a blog exists and is not in the trash.
fn has_blog(change: &Transaction<'_>, blog: &str) -> Result<bool, StoreError> {
    let query = "select exists (select 1 from blog where id = ?1 and deleted is null)";
    Ok(change.prepare_cached(query)?.query_row([blog], |row| row.get(0))?)
}

/// Fails if a blog does not exist or is in the trash. An import calls this in each transaction,
/// because somebody may delete the blog at any time.
pub(super) fn check_blog(change: &Transaction<'_>, blog: &str) -> Result<(), StoreError> {
    if has_blog(change, blog)? { Ok(()) } else { Err(StoreError::BlogGone) }
}

/// Inserts a post. Returns `false` if its slug is taken or its blog does not exist.
pub(super) fn insert(
    change: &Transaction<'_>,
    blog: &str,
    post: &Post,
    now: Timestamp,
) -> Result<bool, StoreError> {
    if !has_blog(change, blog)? {
        return Ok(false);
    }
    let mut query = change.prepare_cached(&format!(
        "insert into post ({COLUMNS}) values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, 1, null, ?15, ?16, ?17, lower(hex(randomblob(16)))) on conflict do nothing"
    ))?;
    let is_written = written(&mut query, blog, post, now)? == 1;
    if is_written {
        record(change, blog, &post.slug, &post.markdown)?;
        record_former_slugs(change, blog, post)?;
    }
    Ok(is_written)
}

/// Updates a post and increments its version. Returns `false` if it does not exist.
pub(super) fn update(
    change: &Transaction<'_>,
    blog: &str,
    post: &Post,
    now: Timestamp,
) -> Result<bool, StoreError> {
    let mut query = change.prepare_cached(
        "update post set title = ?3, description = ?4, draft = ?5, published = ?6, updated = ?7, tags = ?8, series = ?9,
         author = ?10, comments = ?11, markdown = ?12, saved = ?13, aliases = ?14, page = ?15, smart = ?16, language = ?17, version = version + 1 where blog = ?1 and slug = ?2",
    )?;
    let is_written = written(&mut query, blog, post, now)? == 1;
    if is_written {
        record(change, blog, &post.slug, &post.markdown)?;
        record_former_slugs(change, blog, post)?;
    }
    Ok(is_written)
}

/// Updates the rows with the former slugs of a post.
fn record_former_slugs(change: &Transaction<'_>, blog: &str, post: &Post) -> Result<(), StoreError> {
    let query = "select identity from post where blog = ?1 and slug = ?2";
    let identity: String = change.prepare_cached(query)?.query_row([blog, &post.slug], |row| row.get(0))?;
    let mut query = change.prepare_cached("select slug from former_slug where post = ?1")?;
    let known = query.query_map([&identity], |row| row.get(0))?;
    let mut stale: HashSet<String> = known.collect::<Result<_, _>>()?;
    let query = "insert or ignore into former_slug (blog, slug, post) values (?1, ?2, ?3)";
    let mut insert = change.prepare_cached(query)?;
    for slug in &post.aliases {
        if !stale.remove(slug) {
            insert.execute([blog, slug, &identity])?;
        }
    }
    let mut delete = change.prepare_cached("delete from former_slug where post = ?1 and slug = ?2")?;
    for slug in stale {
        delete.execute([&identity, &slug])?;
    }
    Ok(())
}

fn written(
    query: &mut rusqlite::Statement<'_>,
    blog: &str,
    post: &Post,
    now: Timestamp,
) -> Result<usize, StoreError> {
    let time = |time: Option<Timestamp>| time.map(|time| time.to_string());
    let tags: Vec<String> = post.tags.iter().map(|tag| tag.replace('\n', " ")).collect();
    Ok(query.execute(params![
        blog,
        post.slug,
        post.title,
        post.description,
        post.draft,
        time(post.published),
        time(post.updated),
        tags.join("\n"),
        post.series,
        post.author,
        post.comments,
        post.markdown,
        now.to_string(),
        post.aliases.join("\n"),
        post.page,
        post.smart,
        post.language.as_deref().unwrap_or_default(),
    ])?)
}

pub(super) fn saved_post(
    connection: &Connection,
    blog: &str,
    slug: &str,
) -> Result<Option<Saved>, StoreError> {
    let mut query = connection.prepare_cached(&format!(
        "select {COLUMNS} from post where blog = ?1 and slug = ?2 and deleted is null and {IN_A_BLOG}"
    ))?;
    query.query_row([blog, slug], saved).optional()?.transpose()
}

/// Reads a row of [`COLUMNS`].
pub(super) fn saved(row: &Row<'_>) -> rusqlite::Result<Result<Saved, StoreError>> {
    let (published, updated, saved): (Option<String>, Option<String>, String) =
        (row.get(5)?, row.get(6)?, row.get(12)?);
    let words = |column| -> rusqlite::Result<Vec<String>> {
        let text: String = row.get(column)?;
        Ok(text.split('\n').filter(|word| !word.is_empty()).map(str::to_owned).collect())
    };
    let post = Post {
        slug: row.get(1)?,
        title: row.get(2)?,
        description: row.get(3)?,
        draft: row.get(4)?,
        page: row.get(16)?,
        smart: row.get(17)?,
        language: Some(row.get(18)?).filter(|language: &String| !language.is_empty()),
        published: None,
        updated: None,
        aliases: words(13)?,
        tags: words(7)?,
        series: row.get(8)?,
        author: row.get(9)?,
        comments: row.get(10)?,
        markdown: row.get(11)?,
    };
    let (blog, version, owner, identity) = (row.get(0)?, row.get(14)?, row.get(15)?, row.get(19)?);
    let times = || -> Result<Saved, StoreError> {
        let published = published.map(time).transpose()?;
        let updated = updated.map(time).transpose()?;
        let post = Post { published, updated, ..post };
        Ok(Saved { blog, post, saved: time(saved)?, version, owner, identity })
    };
    Ok(times())
}
