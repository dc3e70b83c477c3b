//! Following accounts on other servers: sends follow requests, and stores the posts that arrive.

use super::activity::{Activity, Kind, Note};
use super::documents;
use super::names::Names;
use super::remote::Requests;
use crate::outgoing::Client;
use crate::secret::token::token_hash;
use crate::site::Site;
use crate::store::federation::authority_of;
use crate::store::federation::following::{Followed, Progress};
use anyhow::Result;
use gridlore_blog::import::comment_of_html;
use gridlore_blog::words;
use jiff::Timestamp;

/// Maximum length in characters of a post's title.
const MAX_TITLE_LENGTH: usize = 150;

/// Sends the next follow request. Returns `true` if there was one.
pub(crate) fn request_next(site: &Site, client: &Client, now: Timestamp) -> Result<bool> {
    let Some(base) = site.config.address.as_deref() else { return Ok(false) };
    let Some(mut account) = site.store.next_wanted()? else { return Ok(false) };
    let names = Names::new(site, base, &account.blog);
    let Some(own) = site.store.actor(&account.blog)?.filter(|own| own.is_active) else {
        account.progress = Progress::Failed;
        "federation is off for this blog".clone_into(&mut account.problem);
        site.store.save_followed(&account)?;
        return Ok(true);
    };
    let may_be_plain = site.config.private_networks;
    let requests = Requests { client, names: &names, private_key: &own.key, may_be_plain };
    match requests.named(&account.handle) {
        Ok(found) => {
            account.actor = found.id;
            account.inbox = found.inbox;
            account.progress = Progress::Asked;
            // An editor may have removed the account in the meantime.
            if !site.store.save_followed(&account)? {
                return Ok(true);
            }
            let follow = documents::follow(&names, &account.actor, &number(&account)).to_string();
            site.store.send_to(
                (&account.blog, &format!("follow {}", account.actor)),
                &follow,
                &account.inbox,
                now,
            )?;
        }
        Err(failure) => {
            account.progress = Progress::Failed;
            account.problem = failure.to_string().chars().take(200).collect();
            site.store.save_followed(&account)?;
        }
    }
    Ok(true)
}

/// Stops following an account.
pub(crate) fn stop(site: &Site, base: &str, account: &Followed, now: Timestamp) -> Result<()> {
    if matches!(account.progress, Progress::Asked | Progress::Accepted) {
        let names = Names::new(site, base, &account.blog);
        let follow = documents::follow(&names, &account.actor, &number(account));
        let undo = documents::undo(&names, &follow, &number(account)).to_string();
        site.store.send_to(
            (&account.blog, &format!("undo {}", account.actor)),
            &undo,
            &account.inbox,
            now,
        )?;
    }
    Ok(site.store.unfollow(&account.blog, account.id)?)
}

/// Returns the unique part of a follow request’s address.
fn number(account: &Followed) -> String {
    token_hash(&format!("{} {}", account.id, account.handle))[..16].to_owned()
}

/// Applies an activity by an account that the blog follows or has requested to follow.
pub(super) fn apply(site: &Site, mut account: Followed, activity: &Activity, now: Timestamp) -> Result<()> {
    let store = &site.store;
    match activity.kind {
        Kind::Accept | Kind::Reject if matches!(account.progress, Progress::Asked | Progress::Accepted) => {
            account.progress =
                if activity.kind == Kind::Accept { Progress::Accepted } else { Progress::Refused };
            store.save_followed(&account)?;
        }
        Kind::Create | Kind::Update if account.progress == Progress::Accepted => {
            let note = Note::parse(&activity.object);
            let is_own = |note: &Note| {
                note.author == account.actor
                    && authority_of(&note.id) == authority_of(&account.actor)
                    && note.is_public
                    && note.parent.is_none()
            };
            if let Some(note) = note.filter(is_own) {
                let title =
                    if note.title.is_empty() { words(&comment_of_html(&note.html)) } else { note.title };
                let title: String = title.split_whitespace().collect::<Vec<_>>().join(" ");
                let title: String = title.chars().take(MAX_TITLE_LENGTH).collect();
                let published = note.published.filter(|published| *published <= now).unwrap_or(now);
                store.save_heard(account.id, &note.id, [&title, &note.url], published)?;
            }
        }
        Kind::Delete => {
            if let Some(object) = activity.object_id() {
                store.delete_heard(account.id, &object)?;
            }
        }
        _ => {}
    }
    Ok(())
}
