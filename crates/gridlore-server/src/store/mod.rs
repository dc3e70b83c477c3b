//! The database: all SQL of the site behind one type, on SQLite with a write-ahead log and
//! forward-only migrations.
//!
//! One connection writes while others read; other processes can do both. [`Store::changes`] lists
//! the changes that readers can see, made by any process since a given point. Every write is one
//! transaction, which is on disk before the call returns.

pub(crate) mod accounts;
mod changes;
pub(crate) mod comments;
pub(crate) mod daily;
mod excerpt;
pub(crate) mod federation;
pub(crate) mod mail;
pub(crate) mod mentions;
mod post_rows;
mod posts;
pub(crate) mod redirects;
pub(crate) mod revisions;
mod schema;
pub(crate) mod search;
mod threads;
pub(crate) mod throttle;
mod time;
mod uploads;

use rusqlite::backup::Backup;
use rusqlite::{Connection, OptionalExtension, Transaction, TransactionBehavior};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

pub(crate) use accounts::{Account, AuditEntry, FAILED_SIGN_IN, INVITATION, RESET, Role, Session};
pub(crate) use changes::{Changes, Point, Subject};
pub(crate) use comments::{Added, Comment, Guard, Host, Outline, State};
pub(crate) use mail::{CONFIRMATION, Mail, MailKind, NewMail, Subscriber};
pub(crate) use post_rows::Saved;
pub(crate) use posts::trash::{Deleted, DeletedBlog, Erasure, TRASH_DAYS};
pub(crate) use posts::unsaved::{
    Editing, Kept, MAX_UNSAVED_POSTS, UnsavedPost, is_unsaved_name, new_form_id, unsaved_name,
};
pub use redirects::Redirect;
pub(crate) use revisions::{KEPT_REVISIONS, MAX_AUTHOR_POSTS, MAX_AUTHOR_TEXT, Outcome, Revision, Writer};
pub(crate) use schema::{check_schema, has_no_version};
pub(crate) use search::Index;
pub(crate) use throttle::Throttle;
pub(crate) use uploads::{Deletion, Upload};

/// Migrations, each to the next version. Released entries never change.
const MIGRATIONS: &[&str] = &[
    include_str!("migrations/1-10/1.sql"),
    include_str!("migrations/1-10/2.sql"),
    include_str!("migrations/1-10/3.sql"),
    include_str!("migrations/1-10/4.sql"),
    include_str!("migrations/1-10/5.sql"),
    include_str!("migrations/1-10/6.sql"),
    include_str!("migrations/1-10/7.sql"),
    include_str!("migrations/1-10/8.sql"),
    include_str!("migrations/1-10/9.sql"),
    include_str!("migrations/1-10/10.sql"),
    include_str!("migrations/11-20/11.sql"),
    include_str!("migrations/11-20/12.sql"),
    include_str!("migrations/11-20/13.sql"),
    include_str!("migrations/11-20/14.sql"),
    include_str!("migrations/11-20/15.sql"),
    include_str!("migrations/11-20/16.sql"),
    include_str!("migrations/11-20/17.sql"),
    include_str!("migrations/11-20/18.sql"),
    include_str!("migrations/11-20/19.sql"),
    include_str!("migrations/11-20/20.sql"),
    include_str!("migrations/21-30/21.sql"),
    include_str!("migrations/21-30/22.sql"),
    include_str!("migrations/21-30/23.sql"),
    include_str!("migrations/21-30/24.sql"),
    include_str!("migrations/21-30/25.sql"),
    include_str!("migrations/21-30/26.sql"),
    include_str!("migrations/21-30/27.sql"),
    include_str!("migrations/21-30/28.sql"),
    include_str!("migrations/21-30/29.sql"),
    include_str!("migrations/21-30/30.sql"),
    include_str!("migrations/31-40/31.sql"),
    include_str!("migrations/31-40/32.sql"),
    include_str!("migrations/31-40/33.sql"),
    include_str!("migrations/31-40/34.sql"),
    include_str!("migrations/31-40/35.sql"),
];

/// The first version that records the pictures of posts, revisions and unsaved changes.
const RECORDS_PICTURES: u32 = 24;

/// Maximum time that a writer waits for another process.
const PATIENCE: Duration = Duration::from_secs(10);

/// Returns whether the name of a blog or a post, even of a deleted one, is a safe file name, which
/// cannot lead outside its folder.
pub(crate) fn is_file_name(name: &str) -> bool {
    let is_plain = |letter: char| !letter.is_control() && !"/\\:".contains(letter);
    !matches!(name, "" | "." | "..") && name.chars().all(is_plain)
}

/// Errors of the store.
#[derive(Debug, thiserror::Error)]
pub(crate) enum StoreError {
    #[error(transparent)]
    Sqlite(#[from] rusqlite::Error),
    #[error(
        "the database has version {found}, from a later release; this release supports versions up to {known}"
    )]
    Newer { found: u32, known: u32 },
    #[error("the database is damaged: {0}")]
    Broken(String),
    #[error("the database contains an invalid time: \"{0}\"")]
    Time(String),
    #[error(transparent)]
    File(#[from] std::io::Error),
    #[error("the account's rights have changed since the request began")]
    RightsChanged,
    #[error("the post was renamed or deleted after the request began")]
    PostMoved,
    #[error("the blog does not exist or is in the trash")]
    BlogGone,
}

impl StoreError {
    /// Returns whether the file is damaged or not a database.
    pub(crate) fn is_damage(&self) -> bool {
        use rusqlite::ErrorCode as Code;
        match self {
            Self::Broken(_) => true,
            Self::Sqlite(error) => {
                matches!(error.sqlite_error_code(), Some(Code::DatabaseCorrupt | Code::NotADatabase))
            }
            _ => false,
        }
    }

    /// Returns whether the disk is full, broken or read-only, so that other requests would fail
    /// too.
    pub(crate) fn is_disk_error(&self) -> bool {
        use rusqlite::ErrorCode as Code;
        let error = match self {
            Self::Sqlite(error) => error,
            Self::File(_) => return true,
            _ => return false,
        };
        matches!(
            error.sqlite_error_code(),
            Some(Code::DiskFull | Code::SystemIoFailure | Code::ReadOnly | Code::CannotOpen)
        )
    }
}

/// The site's database. Clones share it; [`Store::by`] returns a handle that writes on behalf of a
/// signed-in user.
#[derive(Debug, Clone)]
pub(crate) struct Store {
    inner: Arc<Inner>,
    /// The user whose rights are checked before each write of this handle.
    actor: Option<Arc<Actor>>,
    /// The post that each write of this handle is about.
    subject: Option<Arc<Located>>,
}

#[derive(Debug)]
struct Inner {
    path: PathBuf,
    writer: Mutex<Connection>,
    readers: Readers,
    /// Polls for changes by any process.
    watcher: Mutex<Connection>,
    is_new: bool,
    /// Whether the last write failed because of the disk.
    is_stuck: AtomicBool,
}

/// A session, and the role of its account when the request was accepted.
#[derive(Debug)]
struct Actor {
    session: String,
    role: Role,
}

/// A post, and where it was when a request found it.
#[derive(Debug)]
struct Located {
    blog: String,
    slug: String,
    identity: String,
}

/// Cache size of each reading connection in KiB.
const READER_CACHE: i64 = 1024;

/// Maximum number of idle reading connections; further ones are closed after use.
const MAX_IDLE_READERS: usize = 8;

impl Store {
    /// Opens the database, creating it if necessary, and migrates it to the current version.
    pub(crate) fn open(path: &Path) -> Result<Self, StoreError> {
        let mut writer = Connection::open(path)?;
        writer.busy_timeout(PATIENCE)?;
        writer.pragma_update(None, "journal_mode", "wal")?;
        writer.pragma_update(None, "synchronous", "full")?;
        // Truncates the log after a large transaction.
        writer.pragma_update(None, "journal_size_limit", 16 << 20)?;
        // Deleted addresses and texts do not stay in the file.
        writer.pragma_update(None, "secure_delete", true)?;
        let found = migrate(&mut writer, MIGRATIONS)?;
        writer.pragma_update(None, "foreign_keys", true)?;
        let watcher = Mutex::new(reader(path)?);
        let inner = Inner {
            path: path.to_path_buf(),
            writer: Mutex::new(writer),
            readers: Readers::new(path),
            watcher,
            is_new: found == 0,
            is_stuck: AtomicBool::new(false),
        };
        Ok(Self { inner: Arc::new(inner), actor: None, subject: None })
    }

    /// Returns a handle to the store for a signed-in user. Each write first checks, in its own
    /// transaction, that the session is still open and its account still has `role`; otherwise it
    /// fails with [`StoreError::RightsChanged`] and changes nothing.
    pub(crate) fn by(&self, session: &str, role: Role) -> Self {
        let actor = Actor { session: session.to_owned(), role };
        Self { inner: Arc::clone(&self.inner), actor: Some(Arc::new(actor)), subject: None }
    }

    /// Returns a handle to the store for writes about one post. Each write first checks, in its own
    /// transaction, that the post still has its slug; otherwise it fails with
    /// [`StoreError::PostMoved`] and changes nothing. Another post could have the slug by then.
    pub(crate) fn about(&self, post: &Saved) -> Self {
        let (blog, slug) = (post.blog.clone(), post.post.slug.clone());
        let subject = Located { blog, slug, identity: post.identity.clone() };
        Self { subject: Some(Arc::new(subject)), ..self.clone() }
    }

    /// Returns whether this call to [`Store::open`] created the database.
    pub(crate) fn is_new(&self) -> bool {
        self.inner.is_new
    }

    /// Tests whether the database can be read and written, by doing both.
    pub(crate) fn probe(&self) -> Result<(), StoreError> {
        self.write(|change| {
            let query = "insert into setting (key, value) values ('probe', '1') on conflict do update set value = value + 1";
            Ok(change.execute(query, []).map(drop)?)
        })
    }

    /// Returns whether the last write failed because the disk is full or broken.
    pub(crate) fn is_stuck(&self) -> bool {
        self.inner.is_stuck.load(Ordering::Relaxed)
    }

    /// Writes a snapshot of the database to a file that must be empty or not exist.
    pub(crate) fn copy_to(&self, path: &Path) -> Result<(), StoreError> {
        let connection = reader(&self.inner.path)?;
        connection.pragma_update(None, "query_only", false)?;
        connection.execute("vacuum into ?1", [path.to_string_lossy()])?;
        Ok(())
    }

    /// Replaces the content of this database with that of another one in one step. Returns `false`
    /// and changes nothing if this database has an account.
    pub(crate) fn replace_by(&self, path: &Path) -> Result<bool, StoreError> {
        let source = Connection::open(path)?;
        let mut writer = locked(&self.inner.writer);
        if writer.query_row("select exists (select 1 from account)", [], |row| row.get(0))? {
            return Ok(false);
        }
        Backup::new(&source, &mut writer)?.run_to_completion(1000, Duration::ZERO, None)?;
        Ok(true)
    }

    /// Checks the whole database for damage.
    pub(crate) fn check(&self) -> Result<(), StoreError> {
        self.read(|connection| {
            let found: String = connection.pragma_query_value(None, "integrity_check", |row| row.get(0))?;
            if found == "ok" { Ok(()) } else { Err(StoreError::Broken(found)) }
        })
    }

    /// Checks that the names of blogs and posts are not paths, because exports use them as file
    /// names.
    pub(crate) fn check_names(&self) -> Result<(), StoreError> {
        self.read(|connection| {
            let mut query =
                connection.prepare("select id, '' from blog union all select slug, aliases from post")?;
            let mut rows = query.query([])?;
            while let Some(row) = rows.next()? {
                let (name, aliases): (String, String) = (row.get(0)?, row.get(1)?);
                let names = std::iter::once(name.as_str()).chain(aliases.lines());
                if let Some(name) = names.into_iter().find(|name| !is_file_name(name)) {
                    let fault =
                        format!("found the name {name:?}, expected the slug of a post or the id of a blog");
                    return Err(StoreError::Broken(fault));
                }
            }
            Ok(())
        })
    }

    /// Runs the checks that take less than a second, and checks that every table exists.
    pub(crate) fn check_quickly(&self) -> Result<(), StoreError> {
        self.read(|connection| {
            let found: String = connection.query_row("pragma quick_check(1)", [], |row| row.get(0))?;
            if found != "ok" {
                return Err(StoreError::Broken(found));
            }
            for table in [
                "blog",
                "post",
                "revision",
                "revision_text",
                "unused_text",
                "unsaved",
                "account",
                "session",
                "invitation",
                "comment",
                "setting",
                "change",
                "redirect",
                "mail",
                "subscriber",
                "follower",
            ] {
                connection
                    .prepare(&format!("select * from \"{table}\""))
                    .map_err(|_| StoreError::Broken(format!("it has no table \"{table}\"")))?;
            }
            Ok(())
        })
    }

    /// Runs a query concurrently with writers.
    fn read<T>(&self, query: impl FnOnce(&Connection) -> Result<T, StoreError>) -> Result<T, StoreError> {
        self.inner.readers.read(|connection| query(connection))
    }

    /// Runs a transaction, which is rolled back on an error.
    fn write<T>(
        &self,
        change: impl FnOnce(&Transaction<'_>) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let written = self.write_at_once(change);
        match &written {
            Ok(_) => self.inner.is_stuck.store(false, Ordering::Relaxed),
            Err(error) if error.is_disk_error() => self.inner.is_stuck.store(true, Ordering::Relaxed),
            Err(_) => {}
        }
        written
    }

    fn write_at_once<T>(
        &self,
        change: impl FnOnce(&Transaction<'_>) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let mut writer = locked(&self.inner.writer);
        let transaction = writer.transaction_with_behavior(TransactionBehavior::Immediate)?;
        if let Some(actor) = &self.actor {
            let role: Option<String> = transaction
                .prepare_cached(
                    "select a.role from session s join account a on a.id = s.account where s.hash = ?1 and not a.closed",
                )?
                .query_row([&actor.session], |row| row.get(0))
                .optional()?;
            if role.as_deref() != Some(actor.role.name()) {
                return Err(StoreError::RightsChanged);
            }
        }
        if let Some(Located { blog, slug, identity }) = self.subject.as_deref() {
            let query = "select exists (select 1 from post where identity = ?1 and blog = ?2 and slug = ?3)";
            let is_there: bool =
                transaction.prepare_cached(query)?.query_row([identity, blog, slug], |row| row.get(0))?;
            if !is_there {
                return Err(StoreError::PostMoved);
            }
        }
        let answer = change(&transaction)?;
        transaction.commit()?;
        Ok(answer)
    }
}

/// Connections that read a database while another one writes to it.
#[derive(Debug)]
struct Readers {
    path: PathBuf,
    /// Connections that are not in use.
    idle: Mutex<Vec<Connection>>,
}

impl Readers {
    fn new(path: &Path) -> Self {
        Self { path: path.to_path_buf(), idle: Mutex::default() }
    }

    fn read<T>(&self, query: impl FnOnce(&mut Connection) -> Result<T, StoreError>) -> Result<T, StoreError> {
        let idle = locked(&self.idle).pop();
        let mut connection = match idle {
            Some(connection) => connection,
            None => reader(&self.path)?,
        };
        let answer = query(&mut connection);
        let mut idle = locked(&self.idle);
        if idle.len() < MAX_IDLE_READERS {
            idle.push(connection);
        }
        answer
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn reader(path: &Path) -> Result<Connection, StoreError> {
    let connection = Connection::open(path)?;
    connection.busy_timeout(PATIENCE)?;
    connection.pragma_update(None, "query_only", true)?;
    connection.pragma_update(None, "cache_size", -READER_CACHE)?;
    Ok(connection)
}

/// Migrates the database to the latest version and returns the version that it had.
fn migrate(connection: &mut Connection, migrations: &[&str]) -> Result<u32, StoreError> {
    let known = u32::try_from(migrations.len()).unwrap_or(u32::MAX);
    let step = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let found: u32 = step.pragma_query_value(None, "user_version", |row| row.get(0))?;
    if found > known {
        return Err(StoreError::Newer { found, known });
    }
    for migration in &migrations[found as usize..] {
        step.execute_batch(migration)?;
    }
    if found < RECORDS_PICTURES && RECORDS_PICTURES <= known {
        uploads::record_all(&step)?;
    }
    step.pragma_update(None, "user_version", known)?;
    step.commit()?;
    Ok(found)
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::tests::folder;

    /// Creates a store in its own folder.
    pub(crate) fn store(name: &str) -> (Store, PathBuf) {
        let folder = folder(name);
        (Store::open(&folder.join("test.sqlite3")).unwrap(), folder)
    }

    #[test]
    fn a_database_of_a_later_release_is_left_alone() {
        let (store, folder) = store("later");
        locked(&store.inner.writer).pragma_update(None, "user_version", 99).unwrap();
        let error = Store::open(&folder.join("test.sqlite3")).unwrap_err().to_string();
        let known = MIGRATIONS.len();
        assert_eq!(
            error,
            format!(
                "the database has version 99, from a later release; this release supports versions up to {known}"
            )
        );
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn names_that_are_paths_are_found() {
        for (change, name) in [
            ("update blog set id = '../demo'", "../demo"),
            ("update post set slug = '../../one'", "../../one"),
            ("update post set aliases = 'was' || char(10) || '/etc/one'", "/etc/one"),
            ("update post set slug = '..'", ".."),
        ] {
            let (store, folder) = store("names");
            store.add_blog(&gridlore_blog::Blog::new("demo", "T")).unwrap();
            let writer = Writer { name: "ann", account: None };
            let now = jiff::Timestamp::now();
            let post = gridlore_blog::Post::new("one", "One");
            store.save_post("demo", None, &post, writer, |_| false, now).unwrap();
            store.check_names().unwrap();
            store.delete_post("demo", "one", None, None, false, now).unwrap();
            store.check_names().unwrap();
            let plain = Connection::open(folder.join("test.sqlite3")).unwrap();
            plain.execute_batch(&format!("pragma foreign_keys = off; {change}")).unwrap();
            let fault = store.check_names().unwrap_err().to_string();
            assert!(fault.contains(&format!("{name:?}")), "{fault}");
            drop((store, plain));
            std::fs::remove_dir_all(folder).unwrap();
        }
    }

    #[test]
    fn every_earlier_version_is_migrated() {
        let folder = folder("migrate");
        for version in 1..=MIGRATIONS.len() {
            let path = folder.join(format!("{version}.sqlite3"));
            let mut old = Connection::open(&path).unwrap();
            migrate(&mut old, &MIGRATIONS[..version]).unwrap();
            if version == 1 {
                old.execute_batch(
                    "insert into blog values ('demo', 'T', 'D', 'A');
                     insert into post values ('demo', 'one', 'One', 'First', '2026-01-01T00:00:00Z', 'a,b', '![](/uploads/ab-3x2.png)');",
                )
                .unwrap();
            }
            if (3..8).contains(&version) {
                old.execute_batch(
                    "insert into blog (id, title, description, author) values ('demo', 'T', 'D', 'A');
                     insert into post (blog, slug, title, description, draft, tags, comments, markdown, saved, version)
                         values ('demo', 'one', 'One', '', 1, '', 1, 'x', '2026-01-01T00:00:00Z', 1);
                     insert into revision values ('demo', 'one', 1, '2026-01-01T00:00:00Z', 'Ann', 'the first text /uploads/cd-3x2.png');
                     insert into revision values ('demo', 'one', 2, '2026-01-01T00:00:00Z', 'Ann', 'the second text');
                     insert into account (id, name, display, hash, role, created) values (7, 'ann', '', '', 'author', '');
                     insert into unsaved values (7, 'demo', 'one', '2026-01-01T00:00:00Z', '![](/uploads/ef-3x2.png)');",
                )
                .unwrap();
            }
            drop(old);
            let store = Store::open(&path).unwrap();
            if (3..8).contains(&version) {
                let files = store.revisions("demo", "one").unwrap();
                let files: Vec<&str> = files.iter().map(|revision| revision.file.as_str()).collect();
                assert_eq!(
                    files,
                    ["the second text", "the first text /uploads/cd-3x2.png"],
                    "from version {version}"
                );
                assert!(store.posts_with("cd-3x2.png", None, 9).unwrap().is_empty());
                let author = Some(1);
                assert!(store.is_used_by_others("cd-3x2.png", author).unwrap(), "from version {version}");
                assert!(store.is_used_by_others("ef-3x2.png", author).unwrap(), "from version {version}");
                assert!(!store.is_used_by_others("gh-3x2.png", author).unwrap());
            }
            assert!(!store.is_new());
            let shape = |store: &Store| -> Vec<String> {
                let writer = locked(&store.inner.writer);
                let mut query = writer
                    .prepare("select m.name || '.' || p.name from sqlite_schema m, pragma_table_info(m.name) p order by 1")
                    .unwrap();
                query.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect()
            };
            let fresh = Store::open(&folder.join(format!("{version}-fresh.sqlite3"))).unwrap();
            assert_eq!(shape(&store), shape(&fresh), "from version {version}");
            if version == 1 {
                let posts = store.posts().unwrap();
                let post = &posts[0].post;
                assert_eq!(
                    (post.slug.as_str(), post.tags.join(" ").as_str(), post.comments),
                    ("one", "a b", true)
                );
                assert_eq!(post.published.unwrap().to_string(), "2026-01-01T00:00:00Z");
                assert_eq!(store.blogs().unwrap()[0].theme, "paper");
                assert_eq!(store.posts_with("ab-3x2.png", None, 9).unwrap().len(), 1);
            }
        }
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_failed_write_changes_nothing() {
        let (store, folder) = store("failed");
        let add = |store: &Store| {
            store.write(|change| Ok(change.execute("insert into essay values (hex(randomblob(8)))", [])?))
        };
        add(&store).unwrap();
        let failed = store.write(|change| {
            change.execute("delete from essay", [])?;
            Err::<(), _>(StoreError::Time("no".to_owned()))
        });
        assert!(failed.is_err() && !store.is_stuck());
        let count = || -> i64 {
            store
                .read(|read| Ok(read.query_row("select count(*) from essay", [], |row| row.get(0))?))
                .unwrap()
        };
        assert_eq!(count(), 1);
        assert!(matches!(add(&store.by("no session", Role::Owner)), Err(StoreError::RightsChanged)));
        assert_eq!(count(), 1, "nobody can write without a session");
        std::fs::remove_dir_all(folder).unwrap();
    }
}
