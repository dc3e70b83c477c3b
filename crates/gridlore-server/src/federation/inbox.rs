//! Activities from other servers, which are checked on arrival, and then verified and applied by
//! threads.
//!
//! One thread applies activities by known senders. The others fetch the keys of unknown senders,
//! whose hosts may be slow.

use super::activity::{Activity, Kind, Note, id_of, text_of};
use super::documents;
use super::following;
use super::names::{Names, by_identity};
use super::remote::Requests;
use super::signature;
use crate::address::authority;
use crate::content::comment_rules::Rules;
use crate::outgoing::turns::{Key, Turns, Waiting};
use crate::outgoing::{Client, Failure, wait};
use crate::public::comments::MAX_LENGTHS;
use crate::secret::token::token_hash;
use crate::site::{Current, Site};
use crate::store::federation::outgoing::ANSWER;
use crate::store::federation::replies::{Known, Reply};
use crate::store::federation::{
    Actor, Delayed, Due, Queued, Reaction, RemoteActor, Unverified, authority_of, host_of, server_of,
};
use crate::store::{Comment, State};
use anyhow::Result;
use axum::http::{HeaderMap, StatusCode};
use gridlore_blog::import::comment_of_html;
use jiff::{SignedDuration, Timestamp};
use serde_json::Value;
use std::collections::{HashMap, HashSet};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Number of threads that fetch the keys of senders.
pub(super) const WORKERS: usize = 8;

/// Maximum number of attempts to fetch the key of a sender.
const MAX_TRIES: i64 = 5;

/// The wait after the first failed attempt, and the longest wait.
const WAITS: [SignedDuration; 2] = [SignedDuration::from_mins(5), SignedDuration::from_hours(5)];

/// Maximum number of requests for keys to the servers of one owner within a minute, so that forged
/// activities cannot make the site flood another site.
pub(crate) const MAX_KEY_REQUESTS: u32 = 30;

/// Maximum number of these requests that one network causes.
pub(crate) const MAX_KEY_REQUESTS_OF_NETWORK: u32 = 10;

/// Delay of an activity whose key is on servers that have reached [`MAX_KEY_REQUESTS`].
const HOST_PAUSE: SignedDuration = SignedDuration::from_mins(1);

/// Maximum number of remembered requests whose signatures do not match the known key.
const MAX_MISMATCHED: usize = 2_000;

/// The response to a request: a status and a short sentence.
pub(super) type Answer = (StatusCode, &'static str);

/// Checks a request to the inbox of a blog, and stores it if it concerns the blog.
pub(super) fn answer(
    site: &Site,
    names: &Names,
    blog: &str,
    request: &Request<'_>,
    now: Timestamp,
) -> Result<Answer> {
    let place = (authority(names.base()), request.target);
    let signed = match signature::received(place, request.headers, request.body.as_bytes(), now) {
        Ok(signed) => signed,
        Err(fault) => return Ok((StatusCode::UNAUTHORIZED, fault)),
    };
    // The body is parsed only if it is signed.
    let activity = match Activity::parse(request.body) {
        Ok(Some(activity)) => activity,
        Ok(None) => return Ok((StatusCode::ACCEPTED, "activities of this type are ignored\n")),
        Err(fault) => return Ok((StatusCode::BAD_REQUEST, fault)),
    };
    if id_of(&Value::String(signed.key.clone())).is_none()
        || authority_of(&signed.key) != authority_of(&activity.actor)
    {
        return Ok((StatusCode::UNAUTHORIZED, "the key and the actor are not on the same host"));
    }
    if activity.actor.starts_with("http://") && !site.config.private_networks {
        return Ok((StatusCode::UNAUTHORIZED, "the address of the actor does not begin with https://"));
    }
    if site.store.is_blocked(blog, &host_of(&activity.actor))? {
        return Ok((StatusCode::FORBIDDEN, "this blog blocks your server"));
    }
    // The activity may concern an earlier one by the same actor that has not been applied yet.
    if !site.store.has_received(&signed.key)? && !concerns(site, names, &activity)? {
        return Ok((StatusCode::ACCEPTED, "the activity is not about this blog\n"));
    }
    let unverified = Unverified {
        id: 0,
        blog: blog.to_owned(),
        network: request.network.to_owned(),
        server: server_of(&signed.key),
        key: signed.key,
        signed: signed.text,
        signature: signed.signature,
        body: request.body.to_owned(),
        tries: 0,
    };
    let is_verified = matches!(verified_locally(site, &unverified, now)?, Some(Outcome::Verified(_)));
    Ok(match site.store.queue_received(&unverified, is_verified, now)? {
        Queued::Yes => (StatusCode::ACCEPTED, "accepted\n"),
        Queued::Full => (StatusCode::SERVICE_UNAVAILABLE, "too many activities are waiting; try again later"),
    })
}

/// A request to an inbox.
#[derive(Debug)]
pub(super) struct Request<'a> {
    /// The path and query of its address.
    pub(super) target: &'a str,
    pub(super) headers: &'a HeaderMap,
    pub(super) body: &'a str,
    /// The network of the sender.
    pub(super) network: &'a str,
}

/// Returns whether an activity concerns the blog. Only then is the key of its sender worth
/// fetching.
fn concerns(site: &Site, names: &Names, activity: &Activity) -> Result<bool> {
    if activity.kind != Kind::Follow && site.store.followed_actor(names.blog(), &activity.actor)?.is_some() {
        return Ok(true);
    }
    let current = site.current();
    let object = activity.object_id();
    let is_post = || object.as_deref().is_some_and(|id| names.post(&current, id).is_some());
    Ok(match activity.kind {
        Kind::Follow => object.as_deref() == Some(&names.actor()),
        Kind::Like | Kind::Announce => is_post(),
        Kind::Create => match Note::parse(&activity.object).and_then(|note| note.parent) {
            Some(parent) => names.post(&current, &parent).is_some() || site.store.reply(&parent)?.is_some(),
            None => false,
        },
        Kind::Update => match &object {
            Some(id) => site.store.reply(id)?.is_some(),
            None => false,
        },
        Kind::Delete => match &object {
            Some(id) => site.store.reply(id)?.is_some() || site.store.knows_actor(id)?,
            None => false,
        },
        Kind::Undo => site.store.knows_actor(&activity.actor)?,
        Kind::Accept | Kind::Reject => false,
    })
}

/// The state that the threads share.
#[derive(Debug)]
pub(crate) struct Inbox {
    client: Client,
    turns: Turns,
    memory: Mutex<Memory>,
    /// Locked while an activity is applied, so that only one is applied at a time.
    applying: Mutex<()>,
}

#[derive(Debug, Default)]
struct Memory {
    /// The start of the current minute, and the key requests to each owner's servers in it.
    key_requests: (Timestamp, HashMap<String, KeyRequests>),
    /// Requests whose signatures do not match the known key, which must therefore be fetched again.
    mismatched: HashSet<i64>,
}

/// The numbers of requests for keys to the servers of one owner.
#[derive(Debug, Default)]
struct KeyRequests {
    count: u32,
    by_network: HashMap<String, u32>,
}

/// Whether a request for a key was counted.
enum Counted {
    Yes,
    /// The network has caused as many requests to these servers as it can within a minute.
    NetworkIsFull,
    /// These servers get no more requests within this minute.
    ServerIsFull,
}

/// The outcome of verifying a request.
enum Outcome {
    Verified(RemoteActor),
    /// Verified with a fetched key that is not stored yet.
    Fetched(RemoteActor),
    Refused(String),
    /// The document with the key is currently not available, or does not come from the server's
    /// software.
    Later {
        reason: String,
        is_server_down: bool,
    },
}

impl Inbox {
    pub(crate) fn new(client: Client) -> Self {
        Self { client, turns: Turns::new(WORKERS), memory: Mutex::default(), applying: Mutex::default() }
    }

    fn memory(&self) -> MutexGuard<'_, Memory> {
        self.memory.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts a request for a key, unless a maximum for the servers of this owner is reached.
    fn count_request(&self, server: &str, network: &str, now: Timestamp) -> Counted {
        let mut memory = self.memory();
        let requests = &mut memory.key_requests;
        if now < requests.0 || now >= requests.0 + HOST_PAUSE {
            *requests = (now, HashMap::new());
        }
        let requests = requests.1.entry(server.to_owned()).or_default();
        if requests.count >= MAX_KEY_REQUESTS {
            return Counted::ServerIsFull;
        }
        let of_network = requests.by_network.entry(network.to_owned()).or_default();
        if *of_network >= MAX_KEY_REQUESTS_OF_NETWORK {
            return Counted::NetworkIsFull;
        }
        requests.count += 1;
        *of_network += 1;
        Counted::Yes
    }

    /// Prevents activities from being applied until the result is dropped.
    #[cfg(test)]
    pub(crate) fn hold(&self) -> MutexGuard<'_, ()> {
        self.applying.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Verifies and applies the next request that is due. Returns `true` if there was one.
    #[cfg(test)]
    pub(crate) fn step(&self, site: &Site, now: Timestamp) -> Result<bool> {
        Ok(self.apply_known(site, now)? || self.fetch_next(site, now)?)
    }

    /// Verifies and applies the next request with a known key, without sending requests. Returns
    /// `true` if there was one.
    pub(crate) fn apply_known(&self, site: &Site, now: Timestamp) -> Result<bool> {
        let Some(base) = site.config.address.as_deref() else { return Ok(false) };
        let (known, _) = self.due(site, now)?;
        for id in known {
            let Some(request) = site.store.claim_received(id, now)? else { continue };
            match verified_locally(site, &request, now) {
                Ok(None) => {
                    self.memory().mismatched.insert(id);
                    site.store.release_received(&request, now)?;
                }
                Ok(Some(outcome)) => self.settle(site, base, &request, Ok(outcome), now),
                Err(error) => self.settle(site, base, &request, Err(error), now),
            }
            return Ok(true);
        }
        Ok(false)
    }

    /// Fetches the key of the next request with an unknown key, and applies its activity if its
    /// signature is valid. Returns `true` if there was one. Networks and hosts take turns.
    pub(crate) fn fetch_next(&self, site: &Site, now: Timestamp) -> Result<bool> {
        let Some(base) = site.config.address.as_deref() else { return Ok(false) };
        let (_, unknown) = self.due(site, now)?;
        let waiting = unknown.into_iter().map(|due| Waiting {
            keys: vec![Key::network(&due.network), Key::host(&due.authority)],
            request: due.id,
        });
        let Some((id, turn)) = self.turns.next(waiting.collect()) else { return Ok(false) };
        let Some(request) = site.store.claim_received(id, now)? else { return Ok(true) };
        let delayed = match self.count_request(&request.server, &request.network, now) {
            Counted::Yes => None,
            Counted::NetworkIsFull => Some(Delayed::Network),
            Counted::ServerIsFull => Some(Delayed::All),
        };
        if let Some(delayed) = delayed {
            site.store.retry_received(&request, now, now + HOST_PAUSE)?;
            site.store.delay_received(&request, delayed, now, now + HOST_PAUSE)?;
            return Ok(true);
        }
        let outcome = verified(site, &self.client, base, &request);
        drop(turn);
        self.settle(site, base, &request, outcome, now);
        Ok(true)
    }

    /// Returns the requests that are due: those that can be verified with a known key, and the
    /// others.
    fn due(&self, site: &Site, now: Timestamp) -> Result<(Vec<i64>, Vec<Due>)> {
        let due = site.store.due_received(now)?;
        let mut memory = self.memory();
        if memory.mismatched.len() > MAX_MISMATCHED {
            // Most of these requests have expired. The others will be detected again.
            memory.mismatched.clear();
        }
        let is_known = |due: &Due| due.is_known && !memory.mismatched.contains(&due.id);
        let (known, unknown): (Vec<_>, Vec<_>) = due.into_iter().partition(is_known);
        Ok((known.into_iter().map(|due| due.id).collect(), unknown))
    }

    /// Settles a request, and logs any error.
    fn settle(
        &self,
        site: &Site,
        base: &str,
        request: &Unverified,
        outcome: Result<Outcome>,
        now: Timestamp,
    ) {
        let one_at_a_time = self.applying.lock().unwrap_or_else(PoisonError::into_inner);
        let settled = settle(site, base, request, outcome, now);
        drop(one_at_a_time);
        if let Err(error) = settled {
            tracing::error!("an activity for {} cannot be applied: {error:#}", request.blog);
        }
    }
}

/// Applies a verified request, or schedules its next attempt.
fn settle(
    site: &Site,
    base: &str,
    request: &Unverified,
    outcome: Result<Outcome>,
    now: Timestamp,
) -> Result<()> {
    let (blog, store) = (&request.blog, &site.store);
    let outcome = outcome?;
    match outcome {
        Outcome::Verified(ref actor) | Outcome::Fetched(ref actor) => {
            // Later requests with this key are verified as soon as it has been stored, and applied
            // after this one.
            if matches!(outcome, Outcome::Fetched(_)) {
                store.remember_actor(actor, now)?;
            }
            let names = Names::new(site, base, blog);
            if let Ok(Some(activity)) = Activity::parse(&request.body)
                && !store.is_blocked(blog, &host_of(&actor.id))?
            {
                apply(site, &names, request, &activity, actor, now)?;
            }
            store.received_is_done(request.id)?;
        }
        Outcome::Later { reason, is_server_down } if request.tries + 1 < MAX_TRIES => {
            tracing::debug!("an activity for {blog} will be retried: {reason}");
            store.retry_received(request, now, now + wait(request.tries + 1, WAITS))?;
            if is_server_down {
                // Attempts are counted for each of the other requests separately.
                store.delay_received(request, Delayed::Failing, now, now + WAITS[0])?;
            }
        }
        Outcome::Refused(reason) | Outcome::Later { reason, .. } => {
            tracing::debug!("an activity for {blog} was refused: {reason}");
            store.received_is_done(request.id)?;
        }
    }
    Ok(())
}

/// Returns the activity of a request and the actor of its blog, or the reason to refuse the
/// request.
fn readable(site: &Site, request: &Unverified) -> Result<Result<(Activity, Actor), Outcome>> {
    let refused = |reason: &str| Ok(Err(Outcome::Refused(reason.to_owned())));
    let Some(own) = site.store.actor(&request.blog)?.filter(|own| own.is_active) else {
        return refused("federation is off for this blog");
    };
    let Ok(Some(activity)) = Activity::parse(&request.body) else { return refused("it is malformed") };
    Ok(Ok((activity, own)))
}

/// Returns whether a request with this activity was signed by this account.
fn is_signed_by(request: &Unverified, activity: &Activity, actor: &RemoteActor) -> bool {
    let signed = signature::Received {
        key: request.key.clone(),
        text: request.signed.clone(),
        signature: request.signature.clone(),
    };
    actor.id == activity.actor && signed.is_by(&actor.pem)
}

/// Verifies the signature of a request with the known key. Returns `None` if it was not made with
/// this key.
fn verified_locally(site: &Site, request: &Unverified, now: Timestamp) -> Result<Option<Outcome>> {
    let (activity, _) = match readable(site, request)? {
        Ok(readable) => readable,
        Err(outcome) => return Ok(Some(outcome)),
    };
    let known = site.store.actor_with_key(&request.key, now)?;
    let known = known.filter(|actor| is_signed_by(request, &activity, actor));
    Ok(known.map(Outcome::Verified))
}

/// Fetches the key of a request's sender, and verifies its signature.
fn verified(site: &Site, client: &Client, base: &str, request: &Unverified) -> Result<Outcome> {
    let refused = |reason: &str| Ok(Outcome::Refused(reason.to_owned()));
    let (activity, own) = match readable(site, request)? {
        Ok(readable) => readable,
        Err(outcome) => return Ok(outcome),
    };
    let names = Names::new(site, base, &request.blog);
    let may_be_plain = site.config.private_networks;
    let requests = Requests { client, names: &names, private_key: &own.key, may_be_plain };
    match requests.actor(&activity.actor, &request.key) {
        Ok(actor) if is_signed_by(request, &activity, &actor) => Ok(Outcome::Fetched(actor)),
        Ok(_) => refused("the signature is invalid"),
        // A deleted account no longer has a key. Its server has confirmed that it is gone.
        Err(Failure::Gone)
            if activity.kind == Kind::Delete && activity.object_id().as_deref() == Some(&activity.actor) =>
        {
            let nothing = String::new;
            let (id, key) = (activity.actor, request.key.clone());
            Ok(Outcome::Verified(RemoteActor { id, key, pem: nothing(), name: nothing(), inbox: nothing() }))
        }
        Err(Failure::Unreachable(reason)) => Ok(Outcome::Later { reason, is_server_down: true }),
        Err(Failure::Unavailable(reason)) => Ok(Outcome::Later { reason, is_server_down: false }),
        Err(failure) => Ok(Outcome::Refused(failure.to_string())),
    }
}

/// Applies a verified activity.
fn apply(
    site: &Site,
    names: &Names,
    request: &Unverified,
    activity: &Activity,
    actor: &RemoteActor,
    now: Timestamp,
) -> Result<()> {
    let (store, blog) = (&site.store, request.blog.as_str());
    if let Some(account) = store.followed_actor(blog, &actor.id)? {
        following::apply(site, account, activity, now)?;
    }
    let current = site.current();
    let object = activity.object_id();
    match activity.kind {
        Kind::Follow => {
            if object.as_deref() == Some(&names.actor()) {
                let is_added = store.add_follower(blog, actor, &activity.id, now)?;
                let kind = if is_added { "Accept" } else { "Reject" };
                let number = &token_hash(&activity.id)[..16];
                let answer = documents::answer(names, kind, &actor.id, &activity.id, number).to_string();
                store.send_to((blog, &format!("{ANSWER}{}", actor.id)), &answer, &actor.inbox, now)?;
            }
        }
        Kind::Like | Kind::Announce => {
            let kind = if activity.kind == Kind::Like { Reaction::Like } else { Reaction::Boost };
            let post = object.as_deref().and_then(|id| names.post(&current, id));
            if let Some((identity, post)) = post {
                store.add_reaction((blog, &identity, &post.slug), kind, &actor.id, &activity.id)?;
                site.refresh()?;
            }
        }
        Kind::Create => {
            if let Some(note) = Note::parse(&activity.object) {
                add_comment(site, names, request, &note, actor, now)?;
            }
        }
        Kind::Update => {
            if let Some(note) = Note::parse(&activity.object).filter(|note| note.author == actor.id)
                && let Some(known) = own_reply(site, &note.id, blog, actor)?
            {
                let text = comment_text(&note.html);
                // A reply that is no longer public or is empty is treated as deleted.
                if note.is_public && !text.is_empty() {
                    store.change_reply(known.comment, &text)?;
                } else {
                    store.delete_reply(known.comment)?;
                }
                site.refresh()?;
            }
        }
        Kind::Delete => {
            let Some(id) = object else { return Ok(()) };
            if id == actor.id {
                forget(site, &id)?;
            } else if let Some(known) = own_reply(site, &id, blog, actor)? {
                store.delete_reply(known.comment)?;
            }
            site.refresh()?;
        }
        Kind::Undo => undo(site, names, blog, activity, actor)?,
        Kind::Accept | Kind::Reject => {}
    }
    Ok(())
}

/// Returns the comment on this blog that stores an account’s reply.
fn own_reply(site: &Site, object: &str, blog: &str, actor: &RemoteActor) -> Result<Option<Known>> {
    let known = site.store.reply(object)?;
    Ok(known.filter(|known| known.actor == actor.id && known.blog == blog))
}

/// Deletes all data of an account that no longer exists.
fn forget(site: &Site, actor: &str) -> Result<()> {
    let store = &site.store;
    store.delete_replies_of(actor)?;
    let posts = store.reacted_posts(actor)?;
    store.forget_actor(actor)?;
    let current = site.current();
    let slug = |(blog, identity): (String, String)| {
        let (_, post) = by_identity(current.library.shelf(&blog)?, &identity)?;
        Some((blog.clone(), post.slug.clone()))
    };
    Ok(store.note_reactions(&posts.into_iter().filter_map(slug).collect::<Vec<_>>())?)
}

/// Reverts a follow, a like or a boost.
fn undo(site: &Site, names: &Names, blog: &str, activity: &Activity, actor: &RemoteActor) -> Result<()> {
    let (store, undone) = (&site.store, &activity.object);
    let is_follow =
        text_of(undone, "type") == "Follow" && id_of(&undone["object"]).as_deref() == Some(&names.actor());
    if is_follow || store.has_request(blog, &actor.id, activity.object_id().as_deref())? {
        store.remove_follower(blog, &actor.id)?;
        return Ok(());
    }
    let current = site.current();
    let Some(shelf) = current.library.shelf(blog) else { return Ok(()) };
    let kind = match text_of(undone, "type") {
        "Like" => Some(Reaction::Like),
        "Announce" => Some(Reaction::Boost),
        _ => None,
    };
    let named = id_of(&undone["object"]).and_then(|id| names.post(&current, &id));
    let found = match (kind, named) {
        (Some(kind), Some((identity, post))) => Some((identity, post, kind)),
        // Only the address of the undone activity is given.
        _ => {
            let known = activity.object_id().map(|id| store.reaction(blog, &id, &actor.id)).transpose()?;
            known.flatten().and_then(|(identity, kind)| {
                by_identity(shelf, &identity).map(|(identity, post)| (identity, post, kind))
            })
        }
    };
    if let Some((identity, post, kind)) = found {
        store.remove_reaction((blog, &identity, &post.slug), kind, &actor.id)?;
        site.refresh()?;
    }
    Ok(())
}

/// Adds a reply as a comment that awaits moderation. Private replies are ignored.
fn add_comment(
    site: &Site,
    names: &Names,
    request: &Unverified,
    note: &Note,
    actor: &RemoteActor,
    now: Timestamp,
) -> Result<()> {
    let is_own = note.author == actor.id && authority_of(&note.id) == authority_of(&actor.id);
    let Some(parent) = note.parent.as_deref().filter(|_| is_own && note.is_public) else { return Ok(()) };
    let find = |current: &Current| -> Result<_> {
        let place = match names.post(current, parent) {
            Some((_, post)) => Some((post.slug.clone(), None)),
            None => site
                .store
                .reply(parent)?
                .filter(|known| known.blog == request.blog)
                .map(|known| (known.slug, known.is_shown.then_some(known.comment))),
        };
        let Some((slug, parent)) = place else { return Ok(None) };
        Ok(site.host(current, &request.blog, &slug)?.map(|host| (slug, parent, host)))
    };
    let mut current = site.current();
    let mut place = find(&current)?;
    if place.is_none() {
        // The post may have been renamed a moment ago.
        site.refresh()?;
        current = site.current();
        place = find(&current)?;
    }
    let Some((slug, parent, host)) = place else { return Ok(()) };
    let shelf = current.library.shelf(&request.blog);
    if !shelf.and_then(|shelf| shelf.post(&slug)).is_some_and(|post| post.comments) {
        return Ok(());
    }
    let text = comment_text(&note.html);
    if text.is_empty() {
        return Ok(());
    }
    let state = match Rules::read(&site.store)?.sort(&actor.name, &text) {
        State::Spam => State::Spam,
        _ => State::Held,
    };
    let comment = Comment {
        id: 0,
        blog: request.blog.clone(),
        slug,
        parent,
        name: actor.name.clone(),
        text,
        time: now,
        state,
        visitor: request.network.clone(),
        account: None,
    };
    let reply = Reply { object: note.id.clone(), actor: actor.id.clone() };
    if !site.store.add_reply(&comment, &host, &reply)? {
        tracing::warn!("a reply from {} was dropped: too many comments are awaiting moderation", actor.id);
    }
    Ok(())
}

/// Converts HTML to the text of a comment, truncated to the maximum length of comments.
fn comment_text(html: &str) -> String {
    let text = comment_of_html(html);
    let text = text.trim();
    match text.char_indices().nth(MAX_LENGTHS.1) {
        Some((end, _)) => text[..end].to_owned(),
        None => text.to_owned(),
    }
}
