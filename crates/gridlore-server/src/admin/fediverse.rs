//! The fediverse settings of a blog: whether it can be followed, its followers, and the servers
//! that it blocks.

use crate::federation::following::stop;
use crate::federation::keys::new_key;
use crate::federation::{by_identity, reject};
use crate::pages::fediverse as pages;
use crate::pages::fediverse::{BlockedServers, Following};
use crate::pages::paging::{PageQuery, Paging};
use crate::secret::token::texts_hash;
use crate::site::Site;
use crate::site::answer::{private, to};
use crate::site::blocking::{SharedSite, run_blocking};
use crate::site::member::Member;
use crate::site::settings::CHANGED;
use crate::store::Role;
use crate::store::federation::following::MAX_FOLLOWING;
use crate::store::federation::{MAX_BLOCKED_HOSTS, authority_of};
use anyhow::Result;
use axum::extract::{Form, Path, Query, State};
use axum::http::StatusCode;
use axum::response::Response;
use gridlore_blog::{Blog, whole_second};
use jiff::Timestamp;
use serde::Deserialize;

/// Maximum number of posts of followed accounts to show.
const MAX_POSTS: usize = 50;

/// The form that turns federation on or off.
#[derive(Deserialize)]
pub(crate) struct SwitchForm {
    /// `on` or `off`.
    action: String,
}

/// Returns the state of a blog’s federation, or `None` if the site’s address is not set.
pub(super) fn following(site: &Site, blog: &str) -> Result<Option<Following>> {
    if site.config.address.is_none() {
        return Ok(None);
    }
    let is_active = site.store.actor(blog)?.is_some_and(|own| own.is_active);
    let (waiting, failed) = site.store.count_deliveries(blog)?;
    Ok(Some(Following { is_active, followers: site.store.count_followers(blog)?, waiting, failed }))
}

/// Turns the federation of a blog on or off. Followers are kept.
pub(crate) async fn switch(
    State(site): SharedSite,
    member: Member,
    Path(blog): Path<String>,
    Form(form): Form<SwitchForm>,
) -> Result<Response, Response> {
    member.must_be(&site, Role::Editor)?;
    run_blocking(&site, move |site| {
        let is_on = form.action == "on";
        if site.config.address.is_some() && site.store.blog(&blog)?.is_some() {
            let key = match site.store.actor(&blog)? {
                Some(own) => own.key,
                None => new_key()?,
            };
            // Publication times have whole seconds.
            member.store.set_actor(&blog, &key, is_on, whole_second(Timestamp::now()))?;
            if !is_on {
                member.store.stop_deliveries(&blog)?;
            }
            let action = if is_on { "turned federation on" } else { "turned federation off" };
            member.log_action(site, action, &format!("/blogs/{blog}"))?;
            site.refresh()?;
        }
        Ok(to(&format!("/admin/blogs/{}", crate::address::encoded(&blog))))
    })
    .await
}

/// Lists the followers and the blocked servers.
pub(crate) async fn list(
    State(site): SharedSite,
    member: Member,
    Path(blog): Path<String>,
    Query(query): Query<PageQuery>,
) -> Result<Response, Response> {
    member.must_be(&site, Role::Editor)?;
    run_blocking(&site, move |site| {
        let Some(blog) = site.store.blog(&blog)? else { return Ok(to("/admin/blogs")) };
        let hosts = site.store.blocked_hosts(&blog.id)?.join("\n");
        let blocked = BlockedServers { hosts: &hosts, fault: None, seen: &hosts_hash(site, &blog.id)? };
        show(site, &member, StatusCode::OK, &blog, query.page, &blocked)
    })
    .await
}

/// Returns a hash of the servers that a blog blocks.
fn hosts_hash(site: &Site, blog: &str) -> Result<String> {
    Ok(texts_hash(site.store.blocked_hosts(blog)?.iter().map(String::as_str)))
}

fn show(
    site: &Site,
    member: &Member,
    status: StatusCode,
    blog: &Blog,
    page: usize,
    blocked: &BlockedServers<'_>,
) -> Result<Response> {
    let paging = Paging::new(page, site.store.count_followers(&blog.id)?);
    let followers = site.store.followers(&blog.id, paging.range())?;
    let base = site.config.address.as_deref().unwrap_or(&member.visit.base);
    let markup = pages::followers(&site.look(base), &member.account, blog, &followers, paging, blocked);
    Ok(private(status, markup))
}

/// Removes a follower, who can follow the blog again later.
pub(crate) async fn remove(
    State(site): SharedSite,
    member: Member,
    Path((blog, id)): Path<(String, i64)>,
) -> Result<Response, Response> {
    member.must_be(&site, Role::Editor)?;
    run_blocking(&site, move |site| {
        if let Some(follower) = member.store.delete_follower(&blog, id)? {
            reject(site, &blog, &[follower])?;
            member.log_action(site, "removed a follower", &format!("/blogs/{blog}"))?;
        }
        Ok(to(&format!("/admin/blogs/{}/followers", crate::address::encoded(&blog))))
    })
    .await
}

/// The form with the blocked servers.
#[derive(Deserialize)]
pub(crate) struct BlockForm {
    /// One server per line.
    hosts: String,
    /// The hash of the servers that the form showed.
    #[serde(default)]
    seen: String,
}

/// Sets the servers that a blog blocks.
pub(crate) async fn block(
    State(site): SharedSite,
    member: Member,
    Path(blog): Path<String>,
    Form(form): Form<BlockForm>,
) -> Result<Response, Response> {
    member.must_be(&site, Role::Editor)?;
    run_blocking(&site, move |site| {
        let Some(blog) = site.store.blog(&blog)? else { return Ok(to("/admin/blogs")) };
        let refused = |status, fault: &str, seen: &str| {
            let blocked = BlockedServers { hosts: &form.hosts, fault: Some(fault), seen };
            show(site, &member, status, &blog, 1, &blocked)
        };
        let hosts = match hosts(&form.hosts) {
            Ok(hosts) => hosts,
            Err(fault) => return refused(StatusCode::UNPROCESSABLE_ENTITY, &fault, &form.seen),
        };
        let reacted = site.store.posts_with_reactions(&blog.id)?;
        let stored = || hosts_hash(site, &blog.id);
        let save = || -> Result<_> { Ok(member.store.block_hosts(&blog.id, &hosts)?) };
        let Some(removed) = site.save_settings(&form.seen, stored, save)? else {
            return refused(StatusCode::CONFLICT, CHANGED, &stored()?);
        };
        reject(site, &blog.id, &removed)?;
        let current = site.current();
        let slug = |identity: &String| {
            let (_, post) = by_identity(current.library.shelf(&blog.id)?, identity)?;
            Some((blog.id.clone(), post.slug.clone()))
        };
        site.store.note_reactions(&reacted.iter().filter_map(slug).collect::<Vec<_>>())?;
        site.refresh()?;
        member.log_action(site, "changed the blocked servers", &format!("/blogs/{}", blog.id))?;
        Ok(to(&format!("/admin/blogs/{}/followers", crate::address::encoded(&blog.id))))
    })
    .await
}

/// Shows the accounts that a blog follows, and their latest posts.
pub(crate) async fn show_following(
    State(site): SharedSite,
    member: Member,
    Path(blog): Path<String>,
) -> Result<Response, Response> {
    member.must_be(&site, Role::Editor)?;
    run_blocking(&site, move |site| {
        let Some(blog) = site.store.blog(&blog)? else { return Ok(to("/admin/blogs")) };
        following_page(site, &member, &blog, ("", None))
    })
    .await
}

fn following_page(
    site: &Site,
    member: &Member,
    blog: &Blog,
    typed: (&str, Option<&str>),
) -> Result<Response> {
    let accounts = site.store.following(&blog.id)?;
    let posts = site.store.heard(&blog.id, MAX_POSTS)?;
    let status = if typed.1.is_some() { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
    let look = site.look(&member.visit.base);
    Ok(private(status, pages::following(&look, &member.account, blog, &accounts, &posts, typed)))
}

/// The form with an account to follow.
#[derive(Deserialize)]
pub(crate) struct FollowForm {
    /// A name such as `@dee@social.example`.
    account: String,
}

/// Follows an account.
pub(crate) async fn follow(
    State(site): SharedSite,
    member: Member,
    Path(blog): Path<String>,
    Form(form): Form<FollowForm>,
) -> Result<Response, Response> {
    member.must_be(&site, Role::Editor)?;
    run_blocking(&site, move |site| {
        let Some(blog) = site.store.blog(&blog)? else { return Ok(to("/admin/blogs")) };
        let shown: String = form.account.chars().take(100).collect();
        let fault = if !site.current().fediverse.contains(&blog.id) {
            Some(
                "Turn federation on first, in the settings of the blog: other servers must be able to reply."
                    .to_owned(),
            )
        } else if let Some(account) = account_name(&form.account) {
            let is_added = member.store.follow(&blog.id, &account)?;
            (!is_added).then(|| format!("The blog already follows {MAX_FOLLOWING} accounts."))
        } else {
            Some(format!("Found \"{shown}\", expected a name such as dee@social.example."))
        };
        if let Some(fault) = fault {
            return following_page(site, &member, &blog, (&shown, Some(&fault)));
        }
        member.log_action(site, "followed an account", &shown)?;
        Ok(to(&format!("/admin/blogs/{}/following", crate::address::encoded(&blog.id))))
    })
    .await
}

/// Stops following an account.
pub(crate) async fn unfollow(
    State(site): SharedSite,
    member: Member,
    Path((blog, id)): Path<(String, i64)>,
) -> Result<Response, Response> {
    member.must_be(&site, Role::Editor)?;
    run_blocking(&site, move |site| {
        let base = site.config.address.as_deref().unwrap_or_default();
        if let Some(account) = site.store.followed(&blog, id)? {
            stop(site, base, &account, Timestamp::now())?;
            member.log_action(site, "stopped following an account", &account.handle)?;
        }
        Ok(to(&format!("/admin/blogs/{}/following", crate::address::encoded(&blog))))
    })
    .await
}

/// Returns the name of an account as it is stored (without the first `@`), or `None` if it is
/// malformed.
fn account_name(text: &str) -> Option<String> {
    let (user, host) = text.trim().trim_start_matches('@').split_once('@')?;
    let is_plain = |letter: char| letter.is_alphanumeric() || "-._".contains(letter);
    let url = url::Url::parse(&format!("https://{host}/")).ok()?;
    let is_bare = url.path() == "/" && url.query().is_none() && url.username().is_empty();
    let is_valid = is_bare && !user.is_empty() && user.len() <= 100 && user.chars().all(is_plain);
    let host = authority_of(url.as_str());
    (is_valid && !host.is_empty()).then(|| format!("{user}@{host}"))
}

/// Returns the servers in a text, one per line; addresses and account names are reduced to their
/// servers.
fn hosts(text: &str) -> Result<Vec<String>, String> {
    let mut hosts = Vec::new();
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let plain = line.split_once("://").map_or(line, |(_, rest)| rest);
        let plain = plain.split('/').next().unwrap_or_default();
        let plain = plain.rsplit('@').next().unwrap_or_default();
        // The URL standard defines the canonical form of a host.
        let parsed = url::Url::parse(&format!("https://{plain}/")).ok();
        let Some(host) = parsed.as_ref().and_then(|url| url.host_str()).filter(|_| !plain.is_empty()) else {
            let shown: String = line.chars().take(100).collect();
            return Err(format!("Found \"{shown}\", expected the name of a server such as social.example."));
        };
        hosts.push(host.to_owned());
    }
    if hosts.len() > MAX_BLOCKED_HOSTS {
        return Err(format!(
            "Found {} servers, but at most {MAX_BLOCKED_HOSTS} can be blocked.",
            hosts.len()
        ));
    }
    Ok(hosts)
}

#[cfg(test)]
mod tests {
    use super::{account_name, hosts};

    #[test]
    fn names_of_accounts_are_read() {
        let name = |text: &str| account_name(text);
        assert_eq!(name(" @dee@Social.Example "), Some("dee@social.example".to_owned()));
        assert_eq!(name("dee@127.0.0.1:8000"), Some("dee@127.0.0.1:8000".to_owned()));
        for bad in [
            "dee",
            "@dee",
            "@@",
            "dee@",
            "d e@a.example",
            "dee@a.example/b",
            "dee@a.example?b",
            "dee@e@a.example",
        ] {
            assert_eq!(name(bad), None, "{bad}");
        }
    }

    #[test]
    fn servers_are_read_in_any_form() {
        let found =
            hosts("social.example\n\n https://Other.Example/@dee \n@dee@third.example\r\nbücher.example")
                .unwrap();
        assert_eq!(found, ["social.example", "other.example", "third.example", "xn--bcher-kva.example"]);
        let fault = "Found \"a b\", expected the name of a server such as social.example.";
        assert_eq!(hosts("a b").unwrap_err(), fault);
        assert!(hosts("@").is_err());
        assert!(hosts(&"a.example\n".repeat(1_001)).unwrap_err().starts_with("Found 1001 servers"));
    }
}
