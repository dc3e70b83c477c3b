//! Full-text search over what the public may see, in a database file of its own: it is made of the library and can be made again, so it is in no
//! backup, and writing it changes nothing of the site.

use super::{StoreError, locked};
use gridlore_blog::{Library, Post};
use rusqlite::{Connection, ErrorCode, params};
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;
use std::sync::Mutex;

const TABLE: &str = "create virtual table if not exists found using fts5 (
    blog unindexed, slug unindexed, stamp unindexed, title, tags, body, tokenize = 'unicode61 remove_diacritics 2'
)";

/// A post that was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Hit {
    pub(crate) blog: String,
    pub(crate) slug: String,
    /// Words around what was found; `\u{1}` and `\u{2}` stand around each match.
    pub(crate) excerpt: String,
}

/// The index.
#[derive(Debug)]
pub(crate) struct Index {
    connection: Mutex<Connection>,
}

impl Index {
    /// Opens the index; one that is not there, damaged or of another release is made anew.
    pub(crate) fn open(path: &Path) -> Result<Self, StoreError> {
        let open = || -> rusqlite::Result<Connection> {
            let connection = Connection::open(path)?;
            connection.busy_timeout(super::PATIENCE)?;
            connection.pragma_update(None, "journal_mode", "wal")?;
            connection.pragma_update(None, "synchronous", "normal")?;
            connection.execute_batch(TABLE)?;
            connection.prepare("select blog, slug, stamp, title, tags, body from found")?;
            Ok(connection)
        };
        let connection = match open() {
            Ok(connection) => connection,
            // Another process has it: it is not to be taken away from that one.
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
        Ok(Self { connection: Mutex::new(connection) })
    }

    /// Makes the index hold what the library holds, and nothing else.
    pub(crate) fn update(&self, library: &Library) -> Result<(), StoreError> {
        let mut wanted: HashMap<(&str, &str), (&Post, String)> = HashMap::new();
        for shelf in library.shelves() {
            for post in &shelf.posts {
                wanted.insert((&shelf.blog.id, &post.slug), (post, stamp(post)));
            }
        }
        let mut connection = locked(&self.connection);
        let known: Vec<(i64, String, String, String)> = {
            let mut query = connection.prepare_cached("select rowid, blog, slug, stamp from found")?;
            let rows = query.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?)))?;
            rows.collect::<Result<_, _>>()?
        };
        let mut stale = Vec::new();
        for (row, blog, slug, stamp) in &known {
            match wanted.get(&(blog.as_str(), slug.as_str())) {
                Some((_, wanted_stamp)) if wanted_stamp == stamp => {
                    wanted.remove(&(blog.as_str(), slug.as_str()));
                }
                _ => stale.push(*row),
            }
        }
        if stale.is_empty() && wanted.is_empty() {
            return Ok(());
        }
        let change = connection.transaction()?;
        for row in stale {
            change.prepare_cached("delete from found where rowid = ?1")?.execute([row])?;
        }
        for ((blog, slug), (post, stamp)) in wanted {
            let body = format!("{}\n{}", post.description, gridlore_blog::words(&post.markdown));
            change
                .prepare_cached("insert into found (blog, slug, stamp, title, tags, body) values (?1, ?2, ?3, ?4, ?5, ?6)")?
                .execute(params![blog, slug, stamp, post.title, post.tags.join(" "), body])?;
        }
        change.commit()?;
        Ok(())
    }

    /// Posts that hold all the words, best first; the last word may be the beginning of one. Titles count most.
    pub(crate) fn search(&self, words: &str, limit: u32) -> Result<Vec<Hit>, StoreError> {
        let words: Vec<String> = words
            .split(|character: char| !character.is_alphanumeric())
            .filter(|word| !word.is_empty())
            .map(|word| format!("\"{word}\""))
            .collect();
        if words.is_empty() {
            return Ok(Vec::new());
        }
        let query = words.join(" ") + "*";
        let connection = locked(&self.connection);
        let mut statement = connection.prepare_cached(
            "select blog, slug, snippet(found, -1, char(1), char(2), '…', 24) from found where found match ?1
             order by bm25(found, 0, 0, 0, 8, 4, 1) limit ?2",
        )?;
        let rows = statement.query_map(params![query, limit], |row| {
            Ok(Hit { blog: row.get(0)?, slug: row.get(1)?, excerpt: row.get(2)? })
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }
}

/// Changes when what is indexed of a post changes.
fn stamp(post: &Post) -> String {
    let mut hasher = DefaultHasher::new();
    (&post.title, &post.description, &post.tags, &post.markdown).hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}

#[cfg(test)]
mod tests {
    use super::Index;
    use crate::tests::folder;
    use gridlore_blog::{Blog, Library, Origin, Post};

    fn library(posts: &[(&str, &str)]) -> Library {
        let blog = Blog {
            id: "demo".into(),
            title: String::new(),
            description: String::new(),
            author: String::new(),
            theme: String::new(),
        };
        let posts = posts.iter().map(|(slug, text)| {
            let mut post = Post::new(slug, slug);
            (post.draft, post.published) = (false, Some("2026-01-01T00:00:00Z".parse().unwrap()));
            (*text).clone_into(&mut post.markdown);
            ("demo".to_owned(), post.into(), Origin::Database)
        });
        Library::new(vec![blog], posts.collect(), "2026-11-20T00:00:00Z".parse().unwrap())
    }

    #[test]
    fn what_is_shown_is_found_and_what_is_not_is_not() {
        let folder = folder("search");
        let path = folder.join("search.sqlite3");
        std::fs::write(&path, "no database at all, and long enough to be taken for a damaged one").unwrap();
        let index = Index::open(&path).unwrap();
        let slugs = |words: &str| -> Vec<String> {
            index.search(words, 10).unwrap().into_iter().map(|hit| hit.slug).collect()
        };
        index
            .update(&library(&[
                ("one", "The naked single of Köln"),
                ("two", "Two \"naked\" pairs"),
                ("single", "A word"),
            ]))
            .unwrap();
        let mut both = slugs("naked");
        both.sort();
        assert_eq!(both, ["one", "two"]);
        assert_eq!(slugs("SINGLE"), ["single", "one"], "a title counts more");
        assert_eq!(slugs("koln"), ["one"]);
        assert_eq!(slugs("pai"), ["two"], "the beginning of a word");
        assert_eq!(slugs("naked pairs"), ["two"]);
        for odd in ["", "\"", "* OR", "NEAR(", "a AND", "' ; drop table", "^", "\u{0}"] {
            let _ = slugs(odd);
        }
        assert!(index.search("pairs", 10).unwrap()[0].excerpt.contains("\u{1}pairs\u{2}"));
        index.update(&library(&[("two", "Nothing else")])).unwrap();
        assert_eq!(slugs("naked"), [""; 0]);
        assert_eq!(slugs("nothing"), ["two"]);
        std::fs::remove_dir_all(folder).unwrap();
    }
}
