//! Notices of new comments: one message about all of them, and at most one message per person in
//! each interval.

use super::letters::{self, line};
use crate::site::Site;
use crate::store::mail::NoticeReader;
use crate::store::{Comment, MailKind};
use anyhow::Result;
use jiff::{SignedDuration, Timestamp};
use std::fmt::Write;

/// Queues a notice for everybody who has new comments.
pub(super) fn queue(site: &Site, base: &str, interval: SignedDuration, now: Timestamp) -> Result<()> {
    for reader in site.store.notice_readers(interval, now)? {
        let mail =
            letters::letter(MailKind::Notice, &reader.address, &subject(&reader), text(site, &reader, base))?;
        if !site.store.queue_notice(&reader, &mail, now)? {
            break;
        }
    }
    Ok(())
}

fn subject(reader: &NoticeReader) -> String {
    let held = match reader.held.1 {
        0 => None,
        1 => Some("1 comment is waiting for moderation".to_owned()),
        count => Some(format!("{count} comments are waiting for moderation")),
    };
    let own = match reader.own.1 {
        0 => None,
        1 => Some("1 new comment on your posts".to_owned()),
        count => Some(format!("{count} new comments on your posts")),
    };
    [held, own].into_iter().flatten().collect::<Vec<_>>().join(", ")
}

fn text(site: &Site, reader: &NoticeReader, base: &str) -> String {
    let mut text = format!("Hello {},\n", line(&reader.display, 60));
    let mut list =
        |head: &str, (comments, count): &(Vec<Comment>, usize), link: &dyn Fn(&Comment) -> String| {
            if *count == 0 {
                return;
            }
            let _ = write!(text, "\n{head}\n");
            for comment in comments {
                let _ = write!(
                    text,
                    "\n{}, {}:\n> {}\n",
                    line(&comment.name, 60),
                    link(comment),
                    line(&comment.text, 300)
                );
            }
            if *count > comments.len() {
                let _ = write!(text, "\nand {} more.\n", count - comments.len());
            }
        };
    let post = |comment: &Comment| format!("{}/{}", site.blog_base(&comment.blog), comment.slug);
    list(&format!("Comments waiting for moderation (see {base}/admin/comments):"), &reader.held, &post);
    list("New comments on your posts:", &reader.own, &|comment| {
        format!("{}#comment-{}", post(comment), comment.id)
    });
    let _ = write!(text, "\nTo change or turn off notices, open your account page: {base}/admin/account\n");
    text
}
