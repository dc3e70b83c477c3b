//! Deletes comments with all replies below them, at any depth.

use super::StoreError;
use rusqlite::{Connection, Params};

/// Deletes the comments that the query `wanted` selects, with all replies below them. Returns the
/// number of deleted comments.
///
/// Clears the parents first, because SQLite limits cascades to a thousand levels.
pub(super) fn delete_with_answers(
    change: &Connection,
    wanted: &str,
    values: impl Params,
) -> Result<usize, StoreError> {
    let query = format!(
        "with recursive below (id) as ({wanted} union select comment.id from comment join below on comment.parent = below.id) select id from below"
    );
    let mut query = change.prepare(&query)?;
    let ids = query.query_map(values, |row| row.get(0))?.collect::<Result<Vec<i64>, _>>()?;
    for statement in ["update comment set parent = null where id = ?1", "delete from comment where id = ?1"] {
        let mut statement = change.prepare_cached(statement)?;
        for id in &ids {
            statement.execute([id])?;
        }
    }
    Ok(ids.len())
}

/// Deletes the oldest spam comments. Replies to them stay, because some are public.
pub(super) fn delete_oldest_spam(change: &Connection, count: i64) -> Result<(), StoreError> {
    let mut query =
        change.prepare_cached("select id from comment where state = 'spam' order by time, id limit ?1")?;
    let ids = query.query_map([count], |row| row.get(0))?.collect::<Result<Vec<i64>, _>>()?;
    for id in ids {
        change.execute("update comment set parent = null where parent = ?1", [id])?;
        change.execute("delete from comment where id = ?1", [id])?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::Host;
    use super::super::comments::{Added, Comment, State};
    use super::super::tests::store;
    use super::super::{Store, Writer};
    use gridlore_blog::{Blog, Post};
    use jiff::Timestamp;

    /// Returns the id of the first comment of a new chain, in which each comment replies to the one
    /// before.
    fn chain(store: &Store, slug: &str, length: usize) -> i64 {
        let (mut parent, mut first) = (None, None);
        for _ in 0..length {
            let comment = Comment {
                id: 0,
                blog: "demo".to_owned(),
                slug: slug.to_owned(),
                parent,
                name: "Dee".to_owned(),
                text: "Hello".to_owned(),
                time: "2026-11-20T09:00:00Z".parse().unwrap(),
                state: State::Shown,
                visitor: "1.2.3.4".to_owned(),
                account: None,
            };
            let Added::As(id) = store.add_comment(&comment, &Host::File, None, Timestamp::now()).unwrap()
            else {
                panic!()
            };
            parent = Some(id);
            first.get_or_insert(id);
        }
        first.unwrap()
    }

    #[test]
    fn deep_threads_are_deleted_with_their_first_comment() {
        let (store, folder) = store("threads");
        let deep = 1_500;
        let (one, two) = (chain(&store, "one", deep), chain(&store, "one", 3));
        assert!(store.delete_comment(one).unwrap() && !store.delete_comment(one).unwrap());
        let left = store.shown_comments("demo", "one").unwrap();
        assert_eq!(left.iter().map(|comment| comment.id).collect::<Vec<_>>(), [two, two + 1, two + 2]);
        store.add_blog(&Blog::new("demo", "Demo")).unwrap();
        let writer = Writer { name: "ann", account: None };
        store
            .save_post("demo", None, &Post::new("two", "Two"), writer, |_| false, Timestamp::UNIX_EPOCH)
            .unwrap();
        chain(&store, "two", deep);
        store.delete_post("demo", "two", None, None, false, Timestamp::UNIX_EPOCH).unwrap();
        let [deleted] = store.trash(None, 0..9).unwrap().try_into().unwrap();
        assert!(store.shown_comments("demo", "two").unwrap().is_empty());
        assert_eq!(store.shown_comments("demo", &deleted.key).unwrap().len(), deep);
        store.erase_post("demo", &deleted.key).unwrap();
        assert!(store.shown_comments("demo", &deleted.key).unwrap().is_empty());
        assert_eq!(store.shown_comments("demo", "one").unwrap().len(), 3);
        chain(&store, "three", deep);
        store.delete_blog("demo", Timestamp::UNIX_EPOCH).unwrap();
        store.erase_blog("demo").unwrap();
        assert!(store.shown_comments("demo", "three").unwrap().is_empty());
        drop(store);
        std::fs::remove_dir_all(folder).unwrap();
    }
}
