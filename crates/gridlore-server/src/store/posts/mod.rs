//! Blogs and posts.

pub(crate) mod trash;
pub(crate) mod unsaved;

use super::post_rows::{COLUMNS, IN_A_BLOG, Saved, check_blog, insert, saved, saved_post, update};
use super::revisions::{Writer, add_first_revision, add_revision};
use super::time::time;
use super::{Store, StoreError};
use gridlore_blog::{Blog, Post, Status};
use jiff::Timestamp;
use rusqlite::{OptionalExtension, Row, params};
use std::collections::HashMap;

/// The columns of a post that are needed in lists.
#[derive(Debug)]
pub(crate) struct Headline<'a> {
    pub(crate) blog: &'a str,
    pub(crate) slug: &'a str,
    pub(crate) title: &'a str,
    pub(crate) status: Status,
    /// When it was last saved.
    pub(crate) saved: Timestamp,
    /// The account that created it.
    pub(crate) owner: Option<i64>,
}

/// The columns of a blog, in the order of [`blog`].
const BLOG_COLUMNS: &str =
    "id, title, description, author, theme, menu, footer, style, logo, picture, language, domain";

/// Maximum number of posts to examine when searching for those that show a file.
const MAX_EXAMINED: usize = 1000;

/// Returns the query for the headlines of all posts.
fn headlines() -> String {
    format!(
        "select blog, slug, title, draft, published, saved, owner from post indexed by post_headline
         where deleted is null and {IN_A_BLOG}"
    )
}

/// Returns the query for the posts that show an upload.
fn posts_of_upload() -> String {
    format!(
        "select blog, slug, title, draft, published, owner, deleted is null and {IN_A_BLOG}
         from shown_upload join post indexed by post_headline using (blog, slug)
         where upload = ?1 and not is_former order by blog, slug limit ?2"
    )
}

impl Store {
    /// Returns all blogs, ordered by id.
    pub(crate) fn blogs(&self) -> Result<Vec<Blog>, StoreError> {
        self.read(|connection| {
            let mut query = connection.prepare_cached(&format!(
                "select {BLOG_COLUMNS} from blog where deleted is null order by id"
            ))?;
            let blogs = query.query_map([], blog)?.collect::<Result<_, _>>()?;
            Ok(blogs)
        })
    }

    /// Returns the blog with this id.
    pub(crate) fn blog(&self, id: &str) -> Result<Option<Blog>, StoreError> {
        self.read(|connection| {
            let query = format!("select {BLOG_COLUMNS} from blog where id = ?1 and deleted is null");
            Ok(connection.prepare_cached(&query)?.query_row([id], blog).optional()?)
        })
    }

    /// Adds a blog. Returns `false` if its id is taken, possibly by a blog in the trash.
    pub(crate) fn add_blog(&self, blog: &Blog) -> Result<bool, StoreError> {
        let Blog {
            id,
            title,
            description,
            author,
            theme,
            menu,
            footer,
            style,
            logo,
            picture,
            language,
            domain,
        } = blog;
        self.write(|change| {
            let added = change.execute(
                &format!("insert into blog ({BLOG_COLUMNS}) values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12) on conflict (id) do nothing"),
                params![id, title, description, author, theme, menu, footer, style, logo, picture, language, domain],
            )?;
            Ok(added == 1)
        })
    }

    /// Changes all properties of a blog except its id. Its domain, which only owners can set, stays
    /// as it is unless `with_domain`. Returns `false` if no blog has this id.
    pub(crate) fn change_blog(&self, blog: &Blog, with_domain: bool) -> Result<bool, StoreError> {
        let Blog {
            id,
            title,
            description,
            author,
            theme,
            menu,
            footer,
            style,
            logo,
            picture,
            language,
            domain,
        } = blog;
        self.write(|change| {
            let changed = change.execute(
                "update blog set title = ?2, description = ?3, author = ?4, theme = ?5, menu = ?6, footer = ?7, style = ?8, logo = ?9, picture = ?10, language = ?11, domain = case when ?13 then ?12 else domain end where id = ?1 and deleted is null",
                params![
                    id,
                    title,
                    description,
                    author,
                    theme,
                    menu,
                    footer,
                    style,
                    logo,
                    picture,
                    language,
                    domain,
                    with_domain
                ],
            )?;
            Ok(changed == 1)
        })
    }

    /// Returns all posts of all blogs, including drafts, in no particular order.
    pub(crate) fn posts(&self) -> Result<Vec<Saved>, StoreError> {
        self.all_posts(COLUMNS)
    }

    /// Like [`Store::posts`], but without the text of the posts.
    pub(crate) fn posts_without_text(&self) -> Result<Vec<Saved>, StoreError> {
        self.all_posts(&COLUMNS.replace("markdown", "''"))
    }

    fn all_posts(&self, columns: &str) -> Result<Vec<Saved>, StoreError> {
        self.read(|connection| {
            let mut query = connection.prepare_cached(&format!(
                "select {columns} from post where deleted is null and {IN_A_BLOG}"
            ))?;
            let rows = query.query_map([], saved)?;
            rows.map(|row| row?).collect()
        })
    }

    /// Calls `take` with the headline of every post of every blog, in no particular order.
    pub(crate) fn each_headline(
        &self,
        now: Timestamp,
        mut take: impl FnMut(&Headline<'_>),
    ) -> Result<(), StoreError> {
        self.read(|connection| {
            let mut query = connection.prepare_cached(&headlines())?;
            let mut rows = query.query([])?;
            while let Some(row) = rows.next()? {
                let text = |column| -> Result<&str, StoreError> {
                    Ok(row.get_ref(column)?.as_str().map_err(rusqlite::Error::from)?)
                };
                let published = row.get::<_, Option<String>>(4)?.map(time).transpose()?;
                take(&Headline {
                    blog: text(0)?,
                    slug: text(1)?,
                    title: text(2)?,
                    status: Status::of(row.get(3)?, published, now),
                    saved: time(row.get(5)?)?,
                    owner: row.get(6)?,
                });
            }
            Ok(())
        })
    }

    /// Returns at most `limit` posts that show a picture: blog, slug and title. For an author,
    /// these are their own posts and published ones; for an editor (`author` is `None`), also
    /// drafts and posts in the trash.
    pub(crate) fn posts_with(
        &self,
        upload: &str,
        author: Option<i64>,
        limit: usize,
    ) -> Result<Vec<(String, String, String)>, StoreError> {
        let now = Timestamp::now();
        self.read(|connection| {
            let mut query = connection.prepare_cached(&posts_of_upload())?;
            let mut rows = query.query(params![upload, MAX_EXAMINED])?;
            let mut found = Vec::new();
            while let Some(row) = rows.next()?
                && found.len() < limit
            {
                let published = row.get::<_, Option<String>>(4)?.map(time).transpose()?;
                let is_public = row.get(6)? && Status::of(row.get(3)?, published, now) == Status::Published;
                let owner: Option<i64> = row.get(5)?;
                if author.is_none() || is_public || owner == author {
                    found.push((row.get(0)?, row.get(1)?, row.get(2)?));
                }
            }
            Ok(found)
        })
    }

    /// Returns a post, which may be a draft, without its text.
    pub(crate) fn post_without_text(&self, blog: &str, slug: &str) -> Result<Option<Saved>, StoreError> {
        self.read(|connection| {
            let columns = COLUMNS.replace("markdown", "''");
            let mut query = connection.prepare_cached(&format!(
                "select {columns} from post where blog = ?1 and slug = ?2 and deleted is null and {IN_A_BLOG}"
            ))?;
            query.query_row([blog, slug], saved).optional()?.transpose()
        })
    }

    /// Returns a post, which may be a draft.
    pub(crate) fn post(&self, blog: &str, slug: &str) -> Result<Option<Saved>, StoreError> {
        self.read(|connection| {
            let mut query = connection.prepare_cached(&format!(
                "select {COLUMNS} from post where blog = ?1 and slug = ?2 and deleted is null and {IN_A_BLOG}"
            ))?;
            query.query_row([blog, slug], saved).optional()?.transpose()
        })
    }

    /// Returns the identity of a post, which no other post ever gets.
    pub(crate) fn post_identity(&self, blog: &str, slug: &str) -> Result<Option<String>, StoreError> {
        self.read(|connection| {
            let query = "select identity from post where blog = ?1 and slug = ?2 and deleted is null";
            Ok(connection.prepare_cached(query)?.query_row([blog, slug], |row| row.get(0)).optional()?)
        })
    }

    /// Returns the identities of all posts that are not in the trash, by blog and slug.
    pub(crate) fn identities(&self) -> Result<HashMap<String, HashMap<String, String>>, StoreError> {
        self.read(|connection| {
            let mut query =
                connection.prepare("select blog, slug, identity from post where deleted is null")?;
            let mut rows = query.query([])?;
            let mut found: HashMap<String, HashMap<String, String>> = HashMap::new();
            while let Some(row) = rows.next()? {
                found.entry(row.get(0)?).or_default().insert(row.get(1)?, row.get(2)?);
            }
            Ok(found)
        })
    }

    /// Returns the slug of the post with this identity, or its key if it is in the trash.
    pub(crate) fn slug_or_key(&self, blog: &str, identity: &str) -> Result<Option<String>, StoreError> {
        self.read(|connection| {
            let query = "select slug from post where blog = ?1 and identity = ?2";
            Ok(connection.prepare_cached(query)?.query_row([blog, identity], |row| row.get(0)).optional()?)
        })
    }

    /// Returns the post with this identity, which may be a draft.
    pub(crate) fn post_by_identity(&self, identity: &str) -> Result<Option<Saved>, StoreError> {
        self.read(|connection| {
            let mut query = connection.prepare_cached(&format!(
                "select {COLUMNS} from post where identity = ?1 and deleted is null and {IN_A_BLOG}"
            ))?;
            query.query_row([identity], saved).optional()?.transpose()
        })
    }

    /// Returns the blog and the slug of the post with an identity.
    pub(crate) fn address_of_identity(&self, identity: &str) -> Result<Option<(String, String)>, StoreError> {
        self.read(|connection| {
            let query = "select blog, slug from post where identity = ?1 and deleted is null";
            let mut query = connection.prepare_cached(query)?;
            Ok(query.query_row([identity], |row| Ok((row.get(0)?, row.get(1)?))).optional()?)
        })
    }

    /// Saves all of these posts or none. Returns for each whether it existed before.
    pub(crate) fn put_posts(
        &self,
        blog: &str,
        posts: &[Post],
        writer: Writer<'_>,
        now: Timestamp,
    ) -> Result<Vec<bool>, StoreError> {
        self.write(|change| {
            check_blog(change, blog)?;
            let put = |post: &Post| {
                add_first_revision(change, blog, &post.slug)?;
                let Some(before) = saved_post(change, blog, &post.slug)? else {
                    if insert(change, blog, post, now)? {
                        add_revision(change, blog, post, writer, now)?;
                    }
                    return Ok(false);
                };
                let mut post = post.clone();
                post.succeed(&before.post);
                update(change, blog, &post, now)?;
                add_revision(change, blog, &post, writer, now)?;
                Ok(true)
            };
            posts.iter().map(put).collect()
        })
    }

    /// Returns the slugs of all essays that the demo blog has ever had.
    pub(crate) fn essays(&self) -> Result<Vec<String>, StoreError> {
        self.read(|connection| {
            let mut query = connection.prepare("select slug from essay")?;
            let slugs = query.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?;
            Ok(slugs)
        })
    }

    /// Adds an essay to the demo blog, and records that it was added.
    pub(crate) fn add_essay(&self, blog: &str, post: &Post, now: Timestamp) -> Result<(), StoreError> {
        self.write(|change| {
            change.execute("insert into essay (slug) values (?1) on conflict do nothing", [&post.slug])?;
            insert(change, blog, post, now)?;
            Ok(())
        })
    }
}

fn blog(row: &Row<'_>) -> rusqlite::Result<Blog> {
    Ok(Blog {
        id: row.get(0)?,
        title: row.get(1)?,
        description: row.get(2)?,
        author: row.get(3)?,
        theme: row.get(4)?,
        menu: row.get(5)?,
        footer: row.get(6)?,
        style: row.get(7)?,
        logo: row.get(8)?,
        picture: row.get(9)?,
        language: row.get(10)?,
        domain: row.get(11)?,
    })
}

#[cfg(test)]
mod tests {
    use super::super::tests::store;
    use super::*;

    pub(crate) fn blog(id: &str) -> Blog {
        Blog { description: "D".into(), author: "A".into(), theme: "moss".into(), ..Blog::new(id, "T") }
    }

    /// The columns of lists come from an index, because reading a row reads its text.
    #[test]
    fn lists_of_posts_do_not_read_their_texts() {
        let (store, folder) = store("headlines");
        for query in [headlines(), posts_of_upload()] {
            let plan: Vec<String> = store
                .read(|connection| {
                    let mut steps = connection.prepare(&format!("explain query plan {query}"))?;
                    let count = steps.parameter_count();
                    let rows =
                        steps.query_map(rusqlite::params_from_iter(vec!["1"; count]), |row| row.get(3))?;
                    Ok(rows.collect::<Result<_, _>>()?)
                })
                .unwrap();
            assert!(plan.iter().any(|step| step.contains("USING COVERING INDEX post_headline")), "{plan:?}");
        }
        drop(store);
        std::fs::remove_dir_all(folder).unwrap();
    }

    /// An editor's form may have been sent before the owner set the domain.
    #[test]
    fn only_a_change_with_the_domain_sets_it() {
        let (store, folder) = store("domain");
        store.add_blog(&blog("demo")).unwrap();
        let of_owner = Blog { domain: "https://lamps.example".to_owned(), ..blog("demo") };
        assert!(store.change_blog(&of_owner, true).unwrap());
        let of_editor = Blog { title: "New".to_owned(), ..blog("demo") };
        assert!(store.change_blog(&of_editor, false).unwrap());
        let expected = Blog { domain: of_owner.domain, ..of_editor };
        assert_eq!(store.blog("demo").unwrap(), Some(expected));
        drop(store);
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn blogs_and_posts_survive_a_restart() {
        let (store, folder) = store("posts");
        let now: Timestamp = "2026-11-20T09:00:00Z".parse().unwrap();
        let mut post = Post::new("one", "One");
        post.tags = vec!["a, b".to_owned(), "c".to_owned()];
        post.markdown = "Text".to_owned();
        assert!(store.add_blog(&blog("demo")).unwrap());
        assert!(!store.add_blog(&blog("demo")).unwrap(), "ids are unique");
        let writer = Writer { name: "ann", account: None };
        assert_eq!(store.put_posts("demo", std::slice::from_ref(&post), writer, now).unwrap(), [false]);
        (post.draft, post.published, post.series, post.comments) =
            (false, Some(now), Some("S".to_owned()), false);
        assert_eq!(store.put_posts("demo", std::slice::from_ref(&post), writer, now).unwrap(), [true]);
        let gone = store.put_posts("gone", std::slice::from_ref(&post), writer, now);
        assert!(matches!(gone, Err(StoreError::BlogGone)), "{gone:?}");
        assert_eq!(store.revisions("demo", "one").unwrap().len(), 2);
        let changed = Blog { title: "New".to_owned(), ..blog("demo") };
        assert!(store.change_blog(&changed, true).unwrap() && !store.change_blog(&blog("x"), true).unwrap());
        drop(store);
        let store = Store::open(&folder.join("test.sqlite3")).unwrap();
        assert!(!store.is_new());
        assert_eq!(store.blogs().unwrap(), std::slice::from_ref(&changed));
        assert_eq!(store.blog("demo").unwrap(), Some(changed));
        assert_eq!(store.blog("nowhere").unwrap(), None);
        let identity = store.post("demo", "one").unwrap().unwrap().identity;
        assert_eq!(identity.len(), 32);
        let saved = Saved { blog: "demo".to_owned(), post, saved: now, version: 2, owner: None, identity };
        assert_eq!(store.posts().unwrap(), std::slice::from_ref(&saved));
        assert_eq!(store.post_by_identity(&saved.identity).unwrap().as_ref(), Some(&saved));
        assert_eq!(store.post_by_identity("").unwrap(), None);
        assert_eq!(store.post("demo", "one").unwrap(), Some(saved));
        assert_eq!(store.post("demo", "two").unwrap(), None);
        assert!(store.delete_blog("demo", now).unwrap() && !store.delete_blog("demo", now).unwrap());
        assert!(store.posts().unwrap().is_empty() && store.post("demo", "one").unwrap().is_none());
        assert!(store.erase_blog("demo").unwrap() && !store.erase_blog("demo").unwrap());
        assert!(store.revisions("demo", "one").unwrap().is_empty());
        std::fs::remove_dir_all(folder).unwrap();
    }
}
