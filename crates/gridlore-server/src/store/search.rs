//! Full-text search over public posts, in a separate database file. The index is derived from the
//! library and can be rebuilt, so backups do not contain it, and writing to it does not change the
//! site.

use super::excerpt::Wanted;
use super::{Readers, StoreError, locked};
use gridlore_blog::{Library, Post};
use rusqlite::{Connection, ErrorCode, OptionalExtension, Transaction, TransactionBehavior, params};
use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;
use std::sync::{Mutex, TryLockError};
use std::thread;
use std::time::{Duration, Instant};

/// The words of each post, the row that holds them, and a stamp of the post's content. If `body`
/// lacks repeated words, `whole` has the text with all of them; otherwise it is empty.
const TABLES: &str = "create virtual table if not exists found using fts5 (
    blog unindexed, slug unindexed, title, tags, body, whole unindexed, tokenize = 'unicode61 remove_diacritics 2'
);
create table if not exists place (
    blog text not null, slug text not null, stamp text not null, row integer not null, primary key (blog, slug)
) without rowid;";

/// Maximum number of words in a query; further ones are ignored.
pub(crate) const MAX_WORDS: usize = 12;

/// Maximum number of occurrences of a word that are indexed for each post. FTS5 merges all
/// occurrences of all words with a prefix in one step, which the time limit cannot interrupt.
const MAX_REPETITIONS: usize = 64;

/// Time limit of a search.
pub(crate) const PATIENCE: Duration = Duration::from_millis(500);

/// How long a save waits for another update of the index.
const PATIENCE_OF_SAVE: Duration = Duration::from_millis(50);

/// Number of pages of 4 kB that one step of a merge writes.
const MERGED_PAGES: i64 = 250;

/// Number of steps of SQLite's virtual machine between two checks of the time limit.
const STEPS: i32 = 2_000;

/// A search result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Hit {
    pub(crate) blog: String,
    pub(crate) slug: String,
    /// An excerpt in which `\u{1}` and `\u{2}` enclose each match.
    pub(crate) excerpt: String,
}

/// The search index. One connection writes; searches use other connections, so neither waits for
/// the other.
#[derive(Debug)]
pub(crate) struct Index {
    writer: Mutex<Connection>,
    readers: Readers,
}

impl Index {
    /// Opens the index, rebuilding it if it is missing, damaged or from another release.
    pub(crate) fn open(path: &Path) -> Result<Self, StoreError> {
        let open = || -> rusqlite::Result<Connection> {
            let connection = Connection::open(path)?;
            connection.busy_timeout(super::PATIENCE)?;
            connection.pragma_update(None, "journal_mode", "wal")?;
            connection.pragma_update(None, "synchronous", "normal")?;
            connection.pragma_update(None, "journal_size_limit", 16 << 20)?;
            connection.execute_batch(TABLES)?;
            connection.prepare("select blog, slug, title, tags, body, whole from found")?;
            connection.prepare("select blog, slug, stamp, row from place")?;
            let columns: i64 =
                connection
                    .query_row("select count(*) from pragma_table_info('found')", [], |row| row.get(0))?;
            if columns == 6 { Ok(connection) } else { Err(rusqlite::Error::InvalidQuery) }
        };
        let connection = match open() {
            Ok(connection) => connection,
            // Another process is using the index, so it must not be deleted.
            Err(error)
                if matches!(
                    error.sqlite_error_code(),
                    Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked)
                ) =>
            {
                return Err(error.into());
            }
            Err(_) => {
                for ending in ["", "-wal", "-shm"] {
                    let mut name = path.as_os_str().to_os_string();
                    name.push(ending);
                    let _ = std::fs::remove_file(name);
                }
                open()?
            }
        };
        Ok(Self { writer: Mutex::new(connection), readers: Readers::new(path) })
    }

    /// Makes the index match the current state of these posts, each with a blog and a slug. Stops
    /// after the post with which the removed and added texts reach `max_bytes`. Returns how many
    /// posts have changed in the index, and the posts that are left. `current` is called while no
    /// other update runs, so that an earlier state never replaces a later one.
    pub(crate) fn update(
        &self,
        posts: BTreeSet<(String, String)>,
        max_bytes: usize,
        current: impl FnOnce() -> Library,
    ) -> Result<(usize, BTreeSet<(String, String)>), StoreError> {
        if posts.is_empty() {
            return Ok((0, posts));
        }
        updated(&mut locked(&self.writer), posts, current(), |bytes, _| bytes >= max_bytes)
    }

    /// Like [`Index::update`], but leaves all posts if another update runs for longer than
    /// [`PATIENCE_OF_SAVE`], and stops before the post with which the texts would have more than
    /// `max_bytes`.
    pub(crate) fn update_few(
        &self,
        posts: BTreeSet<(String, String)>,
        max_bytes: usize,
        current: impl FnOnce() -> Library,
    ) -> Result<BTreeSet<(String, String)>, StoreError> {
        if posts.is_empty() {
            return Ok(posts);
        }
        for _ in 0..PATIENCE_OF_SAVE.as_millis() {
            match self.writer.try_lock() {
                Ok(mut connection) => {
                    let is_over = |bytes, next| bytes + next > max_bytes;
                    return Ok(updated(&mut connection, posts, current(), is_over)?.1);
                }
                Err(TryLockError::Poisoned(_)) => return Ok(posts),
                Err(TryLockError::WouldBlock) => thread::sleep(Duration::from_millis(1)),
            }
        }
        Ok(posts)
    }

    /// Returns the blog and the slug of every post in the index.
    pub(crate) fn names(&self) -> Result<Vec<(String, String)>, StoreError> {
        self.readers.read(|connection| {
            let mut names = connection.prepare("select blog, slug from place")?;
            let rows = names.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
            Ok(rows.collect::<Result<_, _>>()?)
        })
    }

    /// Does a part of the merge of the whole index into one segment; `is_first` begins it. Returns
    /// whether more parts follow.
    pub(crate) fn merge_step(&self, is_first: bool) -> Result<bool, StoreError> {
        let connection = locked(&self.writer);
        let before = connection.total_changes();
        let pages = if is_first { -MERGED_PAGES } else { MERGED_PAGES };
        connection.execute("insert into found (found, rank) values ('merge', ?1)", [pages])?;
        // FTS5 counts the command itself as one change.
        Ok(connection.total_changes() - before >= 2)
    }

    /// Returns the posts that contain all words, best first; the last word also matches as a
    /// prefix. Matches in titles have the most weight. Skips the first `skipped` posts and returns
    /// at most `limit`. Returns `None` if the search exceeded the time limit.
    #[expect(clippy::disallowed_methods, reason = "the server reads the clock")]
    pub(crate) fn search(
        &self,
        words: &str,
        skipped: u32,
        limit: u32,
    ) -> Result<Option<Vec<Hit>>, StoreError> {
        let words: Vec<&str> = words
            .split(|character: char| !character.is_alphanumeric())
            .filter(|word| !word.is_empty())
            .take(MAX_WORDS)
            .collect();
        if words.is_empty() {
            return Ok(Some(Vec::new()));
        }
        let wanted = Wanted::new(words.iter().copied());
        let query = words.iter().map(|word| format!("\"{word}\"")).collect::<Vec<_>>().join(" ") + "*";
        self.readers.read(|connection| {
            let end = Instant::now() + PATIENCE;
            connection.progress_handler(STEPS, Some(move || Instant::now() > end))?;
            let found = hits(connection, &query, &wanted, skipped, limit);
            connection.progress_handler(0, None::<fn() -> bool>)?;
            match found {
                Ok(hits) => Ok(Some(hits)),
                Err(error) if error.sqlite_error_code() == Some(ErrorCode::OperationInterrupted) => Ok(None),
                Err(error) => Err(error.into()),
            }
        })
    }
}

/// Returns the best results after the first `skipped`. Excerpts cost more than the search, so only
/// these results get one.
fn hits(
    connection: &Connection,
    query: &str,
    wanted: &Wanted,
    skipped: u32,
    limit: u32,
) -> rusqlite::Result<Vec<Hit>> {
    let mut statement = connection.prepare_cached(
        "with best as materialized
         (select rowid as id, bm25(found, 0, 0, 8, 4, 1) as score from found where found match ?1 order by score, rowid limit ?2 offset ?3)
         select found.blog, found.slug, iif(found.whole = '', found.body, found.whole) from best join found on found.rowid = best.id order by best.score, best.id",
    )?;
    let rows = statement.query_map(params![query, limit, skipped], |row| {
        let body = row.get_ref(2)?.as_str()?;
        Ok(Hit { blog: row.get(0)?, slug: row.get(1)?, excerpt: wanted.excerpt(body) })
    })?;
    rows.collect()
}

/// Makes the index match the state of posts in a library, until `is_over` returns `true` for the
/// size in bytes of the texts removed and added so far, and of those of the next post.
fn updated(
    connection: &mut Connection,
    mut posts: BTreeSet<(String, String)>,
    library: Library,
    is_over: impl Fn(usize, usize) -> bool,
) -> Result<(usize, BTreeSet<(String, String)>), StoreError> {
    let change = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let (mut changed, mut bytes) = (0, 0);
    while let Some((blog, slug)) = posts.pop_first() {
        let post = library.shelf(&blog).and_then(|shelf| shelf.post(&slug)).map(|post| &***post);
        let Some(edit) = Edit::for_post(&change, &blog, &slug, post)? else { continue };
        if is_over(bytes, edit.bytes) {
            posts.insert((blog, slug));
            break;
        }
        edit.apply(&change, &blog, &slug)?;
        changed += 1;
        bytes += edit.bytes;
    }
    change.commit()?;
    Ok((changed, posts))
}

/// A change that makes the index match the state of a post.
struct Edit<'a> {
    /// The row to remove.
    row: Option<i64>,
    /// The post to add, with the stamp of its content.
    added: Option<(&'a Post, String)>,
    /// The size of the texts to remove and to add.
    bytes: usize,
}

impl<'a> Edit<'a> {
    /// Compares a post with the index; `None` stands for a post that is not public. Returns `None`
    /// if the index matches.
    fn for_post(
        change: &Transaction<'_>,
        blog: &str,
        slug: &str,
        post: Option<&'a Post>,
    ) -> rusqlite::Result<Option<Self>> {
        let known: Option<(i64, String)> = change
            .prepare_cached("select row, stamp from place where blog = ?1 and slug = ?2")?
            .query_row([blog, slug], |row| Ok((row.get(0)?, row.get(1)?)))
            .optional()?;
        let stamp = post.map(stamp);
        if known.as_ref().map(|(_, stamp)| stamp) == stamp.as_ref() {
            return Ok(None);
        }
        let mut bytes = post.map_or(0, |post| post.markdown.len());
        if let Some((row, _)) = known {
            let size = "select octet_length(body) + octet_length(whole) from found where rowid = ?1";
            bytes += change.prepare_cached(size)?.query_row([row], |row| row.get::<_, usize>(0))?;
        }
        Ok(Some(Self { row: known.map(|(row, _)| row), added: post.zip(stamp), bytes }))
    }

    fn apply(&self, change: &Transaction<'_>, blog: &str, slug: &str) -> rusqlite::Result<()> {
        if let Some(row) = self.row {
            change.prepare_cached("delete from found where rowid = ?1")?.execute([row])?;
            change
                .prepare_cached("delete from place where blog = ?1 and slug = ?2")?
                .execute([blog, slug])?;
        }
        let Some((post, stamp)) = &self.added else { return Ok(()) };
        let body = format!("{}\n{}", post.description, gridlore_blog::words(&post.markdown));
        let (body, whole) = match without_repetitions(&body) {
            Some(shorter) => (shorter, body),
            None => (body, String::new()),
        };
        change
            .prepare_cached(
                "insert into found (blog, slug, title, tags, body, whole) values (?1, ?2, ?3, ?4, ?5, ?6)",
            )?
            .execute(params![blog, slug, post.title, post.tags.join(" "), body, whole])?;
        change
            .prepare_cached("insert into place (blog, slug, stamp, row) values (?1, ?2, ?3, ?4)")?
            .execute(params![blog, slug, stamp, change.last_insert_rowid()])?;
        Ok(())
    }
}

/// Returns the words of a text with at most [`MAX_REPETITIONS`] of each, or `None` if no word
/// occurs more often.
fn without_repetitions(text: &str) -> Option<String> {
    let mut counts: HashMap<Cow<'_, str>, usize> = HashMap::new();
    let (mut kept, mut is_shorter) = (Vec::new(), false);
    for word in text.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty()) {
        // Words that differ only in case are the same word in the index.
        let is_lower = word.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit());
        let key = if is_lower { Cow::Borrowed(word) } else { Cow::Owned(word.to_lowercase()) };
        let count = counts.entry(key).or_default();
        *count += 1;
        if *count <= MAX_REPETITIONS {
            kept.push(word);
        } else {
            is_shorter = true;
        }
    }
    is_shorter.then(|| kept.join(" "))
}

/// Returns a hash of all indexed content of a post.
fn stamp(post: &Post) -> String {
    let mut hasher = DefaultHasher::new();
    (&post.title, &post.description, &post.tags, &post.markdown).hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}

#[cfg(test)]
mod tests {
    use super::Index;
    use crate::store::locked;
    use crate::tests::folder;
    use gridlore_blog::{Blog, Library, Origin, Post};
    use std::collections::BTreeSet;

    impl Index {
        /// Makes the index match a library by comparing every post.
        fn update_all(&self, library: &Library) -> usize {
            let mut names: BTreeSet<(String, String)> = self.names().unwrap().into_iter().collect();
            for shelf in library.shelves() {
                names.extend(shelf.articles().map(|post| (shelf.blog.id.clone(), post.slug.clone())));
            }
            let (changed, left) = self.update(names, usize::MAX, || library.clone()).unwrap();
            assert!(left.is_empty());
            changed
        }
    }

    fn library(posts: &[(&str, &str)]) -> Library {
        let blog = Blog { ..Blog::new("demo", "") };
        let posts = posts.iter().map(|(slug, text)| {
            let mut post = Post::new(slug, slug);
            (post.draft, post.published) = (false, Some("2026-01-01T00:00:00Z".parse().unwrap()));
            (*text).clone_into(&mut post.markdown);
            ("demo".to_owned(), post.into(), Origin::Database)
        });
        Library::new(vec![blog], posts.collect(), "2026-11-20T00:00:00Z".parse().unwrap())
    }

    #[test]
    fn public_posts_are_found_and_others_are_not() {
        let folder = folder("search");
        let path = folder.join("search.sqlite3");
        std::fs::write(&path, "no database at all, and long enough to be taken for a damaged one").unwrap();
        let index = Index::open(&path).unwrap();
        let slugs = |words: &str| -> Vec<String> {
            index.search(words, 0, 10).unwrap().unwrap().into_iter().map(|hit| hit.slug).collect()
        };
        index.update_all(&library(&[
            ("one", "The naked single of Köln"),
            ("two", "Two \"naked\" pairs"),
            ("single", "A word"),
        ]));
        let mut both = slugs("naked");
        both.sort();
        assert_eq!(both, ["one", "two"]);
        assert_eq!(slugs("SINGLE"), ["single", "one"], "titles have more weight");
        assert_eq!(slugs("koln"), ["one"]);
        assert_eq!(slugs("pai"), ["two"], "a prefix of a word matches");
        assert_eq!(slugs("naked pairs"), ["two"]);
        for odd in ["", "\"", "* OR", "NEAR(", "a AND", "' ; drop table", "^", "\u{0}"] {
            let _ = slugs(odd);
        }
        assert!(index.search("pairs", 0, 10).unwrap().unwrap()[0].excerpt.contains("\u{1}pairs\u{2}"));
        let names: BTreeSet<_> = ["one", "three"].map(|slug| ("demo".to_owned(), slug.to_owned())).into();
        let now = library(&[("two", "Two \"naked\" pairs"), ("three", "something rare")]);
        let writer = locked(&index.writer);
        let left = index.update_few(names.clone(), 1_000, || now.clone()).unwrap();
        assert_eq!(left, names, "a save does not wait for another update");
        drop(writer);
        let left = index.update_few(names.clone(), 1, || now.clone()).unwrap();
        assert_eq!(left, names, "the texts are longer than a save may index");
        let (changed, left) = index.update(names.clone(), 1, || now.clone()).unwrap();
        assert_eq!((changed, left.len()), (1, 1), "a step ends with the post that exceeds the size");
        assert_eq!(index.update(left, 1, || now.clone()).unwrap(), (1, BTreeSet::new()));
        assert_eq!(index.update(names, 1, || now).unwrap(), (0, BTreeSet::new()), "nothing has changed");
        let mut known: Vec<String> = index.names().unwrap().into_iter().map(|(_, slug)| slug).collect();
        known.sort();
        assert_eq!(known, ["single", "three", "two"]);
        assert_eq!((slugs("rare"), slugs("koln")), (vec!["three".to_owned()], vec![]));
        index.update_all(&library(&[("two", "Nothing else")]));
        assert_eq!(slugs("rare"), [""; 0]);
        assert_eq!(slugs("naked"), [""; 0]);
        assert_eq!(slugs("nothing"), ["two"]);
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn repeated_words_make_no_search_expensive() {
        let folder = folder("repeated-words");
        let index = Index::open(&folder.join("search.sqlite3")).unwrap();
        let text = format!("{} Zebra zebra ZEBRA end", "a Ab ac ".repeat(120_000));
        let names: Vec<String> = (0..40).map(|number| format!("post-{number}")).collect();
        let posts: Vec<(&str, &str)> = names.iter().map(|name| (name.as_str(), text.as_str())).collect();
        index.update_all(&library(&posts));
        let start = gridlore_testing::processor_time();
        assert_eq!(index.search("a", 0, 10).unwrap().unwrap().len(), 10);
        let time = gridlore_testing::processor_time() - start;
        // This took 0.8 s when all occurrences were indexed.
        assert!(time.as_millis() < 250, "{time:?}");
        let hits = index.search("zebra", 0, 10).unwrap().unwrap();
        assert_eq!(hits.len(), 10);
        assert!(
            hits[0].excerpt.contains("Ab ac a Ab ac"),
            "excerpts show the whole text: {}",
            hits[0].excerpt
        );
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn the_index_is_merged_in_steps() {
        let folder = folder("segments");
        let index = Index::open(&folder.join("search.sqlite3")).unwrap();
        let names: Vec<String> = (0..300).map(|number| format!("post-{number}")).collect();
        let posts: Vec<(&str, &str)> = names.iter().map(|name| (name.as_str(), "some words")).collect();
        for count in 1..=3 {
            assert_eq!(index.update_all(&library(&posts[..100 * count])), 100);
        }
        // A segment's number is the high part of its pages' row numbers.
        let count = "select count(distinct id >> 37) from found_data where id >> 37 > 0";
        let segments = || -> i64 { locked(&index.writer).query_row(count, [], |row| row.get(0)).unwrap() };
        for number in 0..20 {
            let name = [("demo".to_owned(), format!("post-{number}"))].into();
            index.update(name, 1, || library(&[(&format!("post-{number}"), "other words")])).unwrap();
        }
        assert!(segments() > 1);
        let mut is_unfinished = index.merge_step(true).unwrap();
        while is_unfinished {
            is_unfinished = index.merge_step(false).unwrap();
        }
        assert_eq!(segments(), 1);
        std::fs::remove_dir_all(folder).unwrap();
    }
}
