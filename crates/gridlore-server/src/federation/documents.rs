//! The ActivityStreams documents that other servers read: actors, posts and activities.

use super::keys::public_pem;
use super::names::Names;
use crate::address::{Address, authority};
use crate::secret::token::texts_hash;
use crate::site::Site;
use anyhow::Result;
use gridlore_blog::{Blog, Entry, post_html, tag_slug};
use jiff::Timestamp;
use serde_json::{Value, json};

/// The content type of the documents.
pub(crate) const ACTIVITY_TYPE: &str = "application/activity+json";

/// The context of every document.
const CONTEXT: [&str; 2] = ["https://www.w3.org/ns/activitystreams", "https://w3id.org/security/v1"];

/// The special collection that stands for everyone. Activities addressed to it are public.
pub(super) const PUBLIC: &str = "https://www.w3.org/ns/activitystreams#Public";

/// Maximum size in bytes of the HTML of a post; a longer post is sent as a summary.
const MAX_HTML_BYTES: usize = 90 << 10;

/// Returns the actor of a blog.
pub(super) fn actor(names: &Names, blog: &Blog, private_key: &[u8]) -> Result<Value> {
    let mut actor = json!({
        "@context": CONTEXT,
        "id": names.actor(),
        "type": "Person",
        "preferredUsername": blog.id,
        "name": blog.title,
        "summary": maud::html! { p { (blog.description) } }.0,
        "url": names.page(),
        "inbox": names.inbox(),
        "outbox": names.outbox(),
        "followers": names.followers(),
        "manuallyApprovesFollowers": false,
        "discoverable": true,
        "publicKey": { "id": names.key(), "owner": names.actor(), "publicKeyPem": public_pem(private_key)? },
    });
    if !blog.logo.is_empty() {
        actor["icon"] = json!({ "type": "Image", "url": format!("{}{}", names.base(), blog.logo) });
    }
    Ok(actor)
}

/// Returns a post as an article.
pub(super) fn article(
    site: &Site,
    names: &Names,
    blog: &Blog,
    post: &Entry,
    (identity, number): (&str, u32),
) -> Value {
    let page = names.post_page(&post.slug);
    let summary = post.summary();
    let home = site.blog_base(&blog.id);
    let body = post_html(post, &site.renderer, blog, (names.base(), &home), MAX_HTML_BYTES);
    let content = body.unwrap_or_else(|| maud::html! { p { (summary) } p { a href=(page) { (page) } } }.0);
    let tags: Vec<Value> = post
        .tags
        .iter()
        .map(|tag| {
            let slug = tag_slug(tag);
            let name = tag.replace(|letter: char| !letter.is_alphanumeric(), "");
            let href = format!("{}{}", names.base(), Address::Tag(blog.id.clone(), slug));
            json!({ "type": "Hashtag", "name": format!("#{name}"), "href": href })
        })
        .collect();
    let picture = Address::Picture(blog.id.clone(), post.slug.clone());
    let language = post.language.as_deref().unwrap_or(&blog.language);
    let mut article = json!({
        "id": names.object(identity, number),
        "type": "Article",
        "attributedTo": names.actor(),
        "name": post.title,
        "content": content,
        "url": page,
        "published": post.published.unwrap_or_default().to_string(),
        "to": [PUBLIC],
        "cc": [names.followers()],
        "tag": tags,
        "image": { "type": "Image", "mediaType": "image/png", "url": format!("{}{picture}", names.base()) },
    });
    if !summary.is_empty() {
        article["summary"] = json!(summary);
    }
    if let Some(updated) = post.updated {
        article["updated"] = json!(updated.to_string());
    }
    if !language.is_empty() {
        article["contentMap"] = json!({ language: article["content"] });
    }
    article
}

/// Returns a hash of the parts of a post that followers see.
pub(super) fn content_hash(post: &Entry) -> String {
    let author = post.author.as_deref().unwrap_or_default();
    let language = post.language.as_deref().unwrap_or_default();
    let fields = [&post.slug, &post.title, &post.description, author, language, &post.markdown];
    texts_hash(fields.into_iter().chain(post.tags.iter().map(String::as_str)))
}

/// Adds the context that a standalone document needs.
pub(super) fn with_context(mut document: Value) -> Value {
    document["@context"] = json!(CONTEXT);
    document
}

/// Returns a blog's public activity of type `kind` about an object. `number` makes its address
/// unique.
pub(super) fn activity(names: &Names, kind: &str, object: &Value, number: &str, now: Timestamp) -> Value {
    json!({
        "@context": CONTEXT,
        "id": format!("{}#{}-{number}", names.actor(), kind.to_lowercase()),
        "type": kind,
        "actor": names.actor(),
        "published": now.to_string(),
        "to": [PUBLIC],
        "cc": [names.followers()],
        "object": object,
    })
}

/// Returns the tombstone of a deleted post.
pub(super) fn tombstone(names: &Names, identity: &str, number: u32) -> Value {
    json!({ "id": names.object(identity, number), "type": "Tombstone" })
}

/// Returns the reply to a follow request: `Accept`, or `Reject`, which can also remove a follower
/// later.
pub(super) fn answer(names: &Names, kind: &str, actor: &str, request: &str, number: &str) -> Value {
    json!({
        "@context": CONTEXT,
        "id": format!("{}#{}-{number}", names.actor(), kind.to_lowercase()),
        "type": kind,
        "actor": names.actor(),
        "object": { "id": request, "type": "Follow", "actor": actor, "object": names.actor() },
    })
}

/// Returns a request to follow an account.
pub(super) fn follow(names: &Names, account: &str, number: &str) -> Value {
    json!({
        "@context": CONTEXT,
        "id": format!("{}#follow-{number}", names.actor()),
        "type": "Follow",
        "actor": names.actor(),
        "object": account,
    })
}

/// Returns the activity that reverts another activity.
pub(super) fn undo(names: &Names, undone: &Value, number: &str) -> Value {
    json!({
        "@context": CONTEXT,
        "id": format!("{}#undo-{number}", names.actor()),
        "type": "Undo",
        "actor": names.actor(),
        "object": undone,
    })
}

/// Returns a collection with its size, and with its latest items if they are public.
pub(super) fn collection(id: &str, size: usize, items: Option<Vec<Value>>) -> Value {
    let mut collection =
        json!({ "@context": CONTEXT, "id": id, "type": "OrderedCollection", "totalItems": size });
    if let Some(items) = items {
        collection["orderedItems"] = json!(items);
    }
    collection
}

/// Returns the WebFinger document, which maps a name to an actor.
pub(super) fn web_finger(names: &Names, blog: &str) -> Value {
    json!({
        "subject": format!("acct:{blog}@{}", authority(names.base())),
        "aliases": [names.actor(), names.page()],
        "links": [
            { "rel": "self", "type": ACTIVITY_TYPE, "href": names.actor() },
            { "rel": "http://webfinger.net/rel/profile-page", "type": "text/html", "href": names.page() },
        ],
    })
}

/// Returns the list of NodeInfo documents.
pub(super) fn node_info_links(base: &str) -> Value {
    json!({ "links": [{ "rel": "http://nodeinfo.diaspora.software/ns/schema/2.1", "href": format!("{base}/nodeinfo/2.1") }] })
}

/// Returns the NodeInfo document: facts about the site for statistics of the fediverse.
pub(super) fn node_info(title: &str, blogs: usize, posts: usize) -> Value {
    json!({
        "version": "2.1",
        "software": { "name": "gridlore", "version": env!("CARGO_PKG_VERSION") },
        "protocols": ["activitypub"],
        "services": { "inbound": [], "outbound": ["atom1.0", "rss2.0"] },
        "openRegistrations": false,
        "usage": { "users": { "total": blogs }, "localPosts": posts },
        "metadata": { "nodeName": title },
    })
}
