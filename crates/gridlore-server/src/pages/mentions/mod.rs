//! Webmentions and hubs: the source of a mention under a post, and the settings of a blog.

use super::Look;
use super::admin::form_errors;
use crate::address::Address;
use crate::store::mentions::hubs::SentPing;
use crate::store::mentions::sent::SentMention;
use crate::store::mentions::{MentionKind, MentionSource};
use gridlore_blog::{Blog, Format};
use jiff::Timestamp;
use maud::{Markup, html};

/// Returns a link to the source page of a mention, with its host.
pub(super) fn link(look: &Look<'_>, source: &MentionSource) -> Markup {
    let address = &source.address;
    let after_scheme = address.split_once("://").map_or(address.as_str(), |(_, rest)| rest);
    let host = after_scheme.split(['/', '?', '#']).next().unwrap_or_default();
    let title = if source.title.is_empty() { host } else { &source.title };
    let link = html! {
        a.source rel="nofollow ugc noopener" href=(address) { (title) }
        @if !source.title.is_empty() { " (" (host) ")" }
    };
    let text = match source.kind {
        MentionKind::Mention => look.linked("mentioned-in", &[], &link),
        MentionKind::Reply => look.linked("replied-in", &[], &link),
        MentionKind::Like => look.linked("liked-in", &[], &link),
        MentionKind::Repost => look.linked("shared-in", &[], &link),
    };
    html! { span.mention { (text) } }
}

/// A blog's settings for webmentions and its hub, and the latest results.
#[derive(Debug)]
pub(crate) struct MentionSettings {
    /// Whether the site's address is set in the configuration.
    pub(crate) has_address: bool,
    pub(crate) is_on: bool,
    /// The address of the hub, as stored or as submitted; empty for none.
    pub(crate) hub: String,
    /// A sentence about the fault in the submitted address.
    pub(crate) fault: Option<String>,
    /// A hash of the settings that the writer has seen.
    pub(crate) seen: String,
    /// The latest mentions that were sent.
    pub(crate) sent: Vec<SentMention>,
    /// The last messages to the hub.
    pub(crate) pings: Vec<SentPing>,
}

/// Returns the section about mentions and the hub in a blog's settings.
pub(super) fn settings(look: &Look<'_>, blog: &Blog, settings: &MentionSettings) -> Markup {
    html! {
        section.list.wide aria-labelledby="mentions" {
            h2.room #mentions { "Webmentions and WebSub" }
            @if settings.has_address {
                form.form.narrow method="post" action={ "/admin/blogs/" (blog.id) "/mentions" } {
                    @if let Some(fault) = &settings.fault { (form_errors(std::slice::from_ref(fault))) }
                    input type="hidden" name="seen" value=(settings.seen);
                    p { label.check { input type="checkbox" name="webmentions" value="1" checked[settings.is_on] aria-describedby="webmentions-help"; " " "Send and receive webmentions" } }
                    p { small #webmentions-help { "Mentions from other sites wait for moderation with the comments. When a post is published or changed, the site sends a webmention to each page that it links to. It sends none for old and imported posts." } }
                    p {
                        label for="hub" { "WebSub hub" }
                        input #hub name="hub" value=(settings.hub) inputmode="url" autocapitalize="none" autocomplete="off" spellcheck="false" placeholder="https://…" aria-describedby="hub-help";
                        small #hub-help { "The address of a service that sends new posts to feed readers immediately. Without one, feed readers check for new posts from time to time." }
                    }
                    p { button.first type="submit" { "Save webmentions and WebSub" } }
                }
                (pings(look, blog, &settings.pings))
                (sent(look, blog, &settings.sent))
            } @else {
                p { "Webmentions and WebSub need the site’s " code { "address" } " in its configuration." }
            }
        }
    }
}

/// Returns the last messages to the hub.
fn pings(look: &Look<'_>, blog: &Blog, pings: &[SentPing]) -> Markup {
    html! {
        @if !pings.is_empty() {
            div.scroll tabindex="0" role="region" aria-label="Messages to the hub" {
                table.plain {
                    thead { tr { th { "Feed" } th { "Time" } th { "Result" } } }
                    tbody {
                        @for ping in pings {
                            @let format = Format::ALL.into_iter().find(|format| format.ending() == ping.feed);
                            tr {
                                td { @match format { Some(format) => { a href=(Address::Feed(blog.id.clone(), format)) { "feed." (ping.feed) } } None => { (ping.feed) } } }
                                (time_and_result(look, ping.time, &ping.result, ping.is_waiting))
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Returns the latest mentions that were sent.
fn sent(look: &Look<'_>, blog: &Blog, mentions: &[SentMention]) -> Markup {
    html! {
        @if !mentions.is_empty() {
            div.scroll tabindex="0" role="region" aria-label="Webmentions sent" {
                table.plain {
                    thead { tr { th { "Post" } th { "Linked page" } th { "Time" } th { "Result" } } }
                    tbody {
                        @for mention in mentions {
                            tr {
                                td { a href=(Address::Post(blog.id.clone(), mention.slug.clone())) { (mention.slug) } }
                                td { a rel="nofollow noopener" href=(mention.target) { (mention.target) } }
                                (time_and_result(look, mention.time, &mention.result, mention.is_waiting))
                            }
                        }
                    }
                }
            }
        }
    }
}

fn time_and_result(look: &Look<'_>, time: Timestamp, result: &str, is_waiting: bool) -> Markup {
    html! {
        td { (look.moment(time)) }
        td {
            @if result.is_empty() { "waiting" }
            @else { (result) @if is_waiting { "; will be retried" } }
        }
    }
}
