//! All SQL there is, behind one type. SQLite, write-ahead log, forward-only migrations.
//!
//! One connection writes, others read beside it; other processes may do both. [`Store::version`] tells when anything has been written, by
//! whomever. Every write is one transaction, on the disk before the call returns.

mod accounts;
mod comments;
mod posts;
mod revisions;
mod search;
mod uploads;

use rusqlite::backup::Backup;
use rusqlite::{Connection, Transaction, TransactionBehavior};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

pub(crate) use accounts::{Account, Deed, Role, Session};
pub(crate) use comments::{Comment, State};
pub(crate) use posts::Saved;
pub(crate) use revisions::{Outcome, Revision, Writer};
pub(crate) use search::Index;
pub(crate) use uploads::Upload;

/// Each entry brings the database one version further; entries are never changed once released.
const MIGRATIONS: &[&str] = &[
    include_str!("migrations/1.sql"),
    include_str!("migrations/2.sql"),
    include_str!("migrations/3.sql"),
    include_str!("migrations/4.sql"),
    include_str!("migrations/5.sql"),
];

/// How long a writer waits for another process's.
const PATIENCE: Duration = Duration::from_secs(10);

/// Why the store could not answer.
#[derive(Debug, thiserror::Error)]
pub(crate) enum StoreError {
    #[error(transparent)]
    Sqlite(#[from] rusqlite::Error),
    #[error(
        "the database is of version {found}, made by a later release; this one knows versions up to {known}"
    )]
    Newer { found: u32, known: u32 },
    #[error("the database is damaged: {0}")]
    Broken(String),
    #[error("the database holds a time that is none: \"{0}\"")]
    Time(String),
}

/// Blogs, posts, and whatever else is kept.
#[derive(Debug)]
pub(crate) struct Store {
    path: PathBuf,
    writer: Mutex<Connection>,
    /// Those that nobody reads with just now.
    readers: Mutex<Vec<Connection>>,
    /// Only asked for the version.
    watcher: Mutex<Connection>,
    is_new: bool,
}

impl Store {
    /// Opens the database, makes it if it is not there, and brings it to the present version.
    pub(crate) fn open(path: &Path) -> Result<Self, StoreError> {
        let mut writer = Connection::open(path)?;
        writer.busy_timeout(PATIENCE)?;
        writer.pragma_update(None, "journal_mode", "wal")?;
        writer.pragma_update(None, "synchronous", "full")?;
        let found = migrate(&mut writer, MIGRATIONS)?;
        writer.pragma_update(None, "foreign_keys", true)?;
        let watcher = Mutex::new(reader(path)?);
        let path = path.to_path_buf();
        Ok(Self { path, writer: Mutex::new(writer), readers: Mutex::default(), watcher, is_new: found == 0 })
    }

    /// Whether this opening made the database.
    pub(crate) const fn is_new(&self) -> bool {
        self.is_new
    }

    /// A number that changes with every write, by this process or another.
    pub(crate) fn version(&self) -> Result<i64, StoreError> {
        Ok(locked(&self.watcher).pragma_query_value(None, "data_version", |row| row.get(0))?)
    }

    /// Writes the database, as of one moment, to a file that is not there yet.
    pub(crate) fn copy_to(&self, path: &Path) -> Result<(), StoreError> {
        let connection = reader(&self.path)?;
        connection.pragma_update(None, "query_only", false)?;
        connection.execute("vacuum into ?1", [path.to_string_lossy()])?;
        Ok(())
    }

    /// Puts another database's content in the place of this one's, all at once.
    pub(crate) fn replace_by(&self, path: &Path) -> Result<(), StoreError> {
        let source = Connection::open(path)?;
        let mut writer = locked(&self.writer);
        Backup::new(&source, &mut writer)?.run_to_completion(1000, Duration::ZERO, None)?;
        Ok(())
    }

    /// Whether the database is whole.
    pub(crate) fn check(&self) -> Result<(), StoreError> {
        self.read(|connection| {
            let found: String = connection.pragma_query_value(None, "integrity_check", |row| row.get(0))?;
            if found == "ok" { Ok(()) } else { Err(StoreError::Broken(found)) }
        })
    }

    /// Reads, beside whoever writes.
    fn read<T>(&self, question: impl FnOnce(&Connection) -> Result<T, StoreError>) -> Result<T, StoreError> {
        let free = locked(&self.readers).pop();
        let connection = match free {
            Some(connection) => connection,
            None => reader(&self.path)?,
        };
        let answer = question(&connection);
        locked(&self.readers).push(connection);
        answer
    }

    /// Writes: all of it, or nothing when it fails.
    fn write<T>(
        &self,
        change: impl FnOnce(&Transaction<'_>) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let mut writer = locked(&self.writer);
        let transaction = writer.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let answer = change(&transaction)?;
        transaction.commit()?;
        Ok(answer)
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn reader(path: &Path) -> Result<Connection, StoreError> {
    let connection = Connection::open(path)?;
    connection.busy_timeout(PATIENCE)?;
    connection.pragma_update(None, "query_only", true)?;
    Ok(connection)
}

/// Brings the database to the last version and returns the one it had.
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
    step.pragma_update(None, "user_version", known)?;
    step.commit()?;
    Ok(found)
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::tests::folder;

    /// A new store in a folder of its own.
    pub(crate) fn store(name: &str) -> (Store, PathBuf) {
        let folder = folder(name);
        (Store::open(&folder.join("test.sqlite3")).unwrap(), folder)
    }

    #[test]
    fn a_database_of_a_later_release_is_left_alone() {
        let (store, folder) = store("later");
        locked(&store.writer).pragma_update(None, "user_version", 99).unwrap();
        let error = Store::open(&folder.join("test.sqlite3")).unwrap_err().to_string();
        let known = MIGRATIONS.len();
        assert_eq!(
            error,
            format!(
                "the database is of version 99, made by a later release; this one knows versions up to {known}"
            )
        );
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn every_earlier_version_becomes_the_present_one() {
        let folder = folder("migrate");
        for version in 1..=MIGRATIONS.len() {
            let path = folder.join(format!("{version}.sqlite3"));
            let mut old = Connection::open(&path).unwrap();
            migrate(&mut old, &MIGRATIONS[..version]).unwrap();
            if version == 1 {
                old.execute_batch(
                    "insert into blog values ('demo', 'T', 'D', 'A');
                     insert into post values ('demo', 'one', 'One', 'First', '2026-01-01T00:00:00Z', 'a,b', 'Text');",
                )
                .unwrap();
            }
            drop(old);
            let store = Store::open(&path).unwrap();
            assert!(!store.is_new());
            let shape = |store: &Store| -> Vec<String> {
                let writer = locked(&store.writer);
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
            }
        }
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn every_write_changes_the_version() {
        let (store, folder) = store("version");
        let before = store.version().unwrap();
        assert_eq!(store.version().unwrap(), before);
        let other = Store::open(&folder.join("test.sqlite3")).unwrap();
        for writer in [&store, &other] {
            let before = store.version().unwrap();
            writer
                .write(|change| Ok(change.execute("insert into essay values (hex(randomblob(8)))", [])?))
                .unwrap();
            assert_ne!(store.version().unwrap(), before);
        }
        let failed = store.write(|change| {
            change.execute("delete from essay", [])?;
            Err::<(), _>(StoreError::Time("no".to_owned()))
        });
        assert!(failed.is_err());
        let left: i64 = store
            .read(|read| Ok(read.query_row("select count(*) from essay", [], |row| row.get(0))?))
            .unwrap();
        assert_eq!(left, 2, "what fails changes nothing");
        std::fs::remove_dir_all(folder).unwrap();
    }
}
