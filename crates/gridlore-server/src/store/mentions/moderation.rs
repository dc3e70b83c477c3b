//! Approval of comments, which requires that the moderator has seen the current text. Mentions and
//! replies from other servers can change while they wait.

use super::{MentionSource, source_of};
use crate::secret::token::texts_hash;
use crate::store::comments::{COLUMNS, Comment, State, comment};
use crate::store::{Store, StoreError};
use rusqlite::{OptionalExtension, params};

/// The result of approving a comment.
#[derive(Debug)]
pub(crate) enum Approval {
    /// The comment is public.
    Done,
    /// The comment does not exist.
    Missing,
    /// The moderator saw another text. Nothing was changed; this is the current comment.
    Changed(Box<Comment>),
}

/// Returns a hash of everything that a reader will see of a comment: its name and its text and, for
/// a mention, the kind and the title of its source.
pub(crate) fn shown_hash(comment: &Comment, source: Option<&MentionSource>) -> String {
    let (kind, title) = source.map_or(("", ""), |source| (source.kind.name(), source.title.as_str()));
    texts_hash([comment.name.as_str(), &comment.text, kind, title])
}

impl Store {
    /// Makes a comment public if `seen` is its [`shown_hash`].
    pub(crate) fn approve_comment(&self, id: i64, seen: &str) -> Result<Approval, StoreError> {
        self.write(|change| {
            let query = format!("select {COLUMNS} from comment where id = ?1");
            let found = change.prepare_cached(&query)?.query_row([id], comment).optional()?.transpose()?;
            let Some(found) = found else { return Ok(Approval::Missing) };
            if shown_hash(&found, source_of(change, id)?.as_ref()) != seen {
                return Ok(Approval::Changed(Box::new(found)));
            }
            let query = "update comment set state = ?2 where id = ?1";
            change.execute(query, params![id, State::Shown.name()])?;
            Ok(Approval::Done)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::Host;
    use crate::store::mentions::MentionKind;
    use crate::store::tests::store;

    /// Every part of a mention that readers see counts, including its kind and its title.
    #[test]
    fn a_comment_that_changed_is_not_approved() {
        let (store, folder) = store("approval");
        let mut comment = Comment {
            id: 0,
            blog: "demo".to_owned(),
            slug: "one".to_owned(),
            parent: None,
            name: "Dee".to_owned(),
            text: "Nice".to_owned(),
            time: "2026-11-20T09:00:00Z".parse().unwrap(),
            state: State::Held,
            visitor: String::new(),
            account: None,
        };
        let mut source = MentionSource {
            address: "https://a.example/1".to_owned(),
            kind: MentionKind::Mention,
            title: "A page".to_owned(),
        };
        assert!(store.put_mention(&comment, &Host::File, &source).unwrap());
        let mut seen = shown_hash(&comment, Some(&source));
        for part in 0..4 {
            match part {
                0 => comment.name.push('x'),
                1 => comment.text.push('x'),
                2 => source.title.push('x'),
                _ => source.kind = MentionKind::Like,
            }
            assert!(store.put_mention(&comment, &Host::File, &source).unwrap());
            let Approval::Changed(now) = store.approve_comment(1, &seen).unwrap() else { panic!("{part}") };
            assert_eq!((now.state, &now.text), (State::Held, &comment.text));
            seen = shown_hash(&comment, Some(&source));
        }
        assert!(matches!(store.approve_comment(1, "").unwrap(), Approval::Changed(_)));
        assert!(matches!(store.approve_comment(1, &seen).unwrap(), Approval::Done));
        assert!(matches!(store.approve_comment(2, &seen).unwrap(), Approval::Missing));
        assert_eq!(store.count_comments(State::Held).unwrap(), 0);
        drop(store);
        std::fs::remove_dir_all(folder).unwrap();
    }
}
