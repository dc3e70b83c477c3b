//! Pages about the fediverse: the line under a post, and the settings of a blog with its followers.

use super::admin::{admin_page, form_errors};
use super::paging::Paging;
use super::{Look, Page};
use crate::address::handle;
use crate::store::Account;
use crate::store::federation::Follower;
use crate::store::federation::following::{Followed, Heard, Progress};
use gridlore_blog::Blog;
use maud::{Markup, html};

/// The numbers of a blog’s followers and of the deliveries that are waiting to be sent to them.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Following {
    pub(crate) is_active: bool,
    pub(crate) followers: usize,
    pub(crate) waiting: usize,
    /// The number of waiting deliveries that have failed before.
    pub(crate) failed: usize,
}

/// The form with the servers that a blog blocks.
#[derive(Debug)]
pub(crate) struct BlockedServers<'a> {
    /// The servers, one per line, as stored or as submitted.
    pub(crate) hosts: &'a str,
    /// A sentence that says why the submitted servers were not saved.
    pub(crate) fault: Option<&'a str>,
    /// A hash of the servers that the writer has seen.
    pub(crate) seen: &'a str,
}

/// Returns the line under a post that says how to follow the blog and shows the numbers of likes
/// and boosts.
pub(super) fn line(look: &Look<'_>, blog: &Blog, [likes, boosts]: [usize; 2]) -> Markup {
    let has_reactions = likes + boosts > 0;
    html! {
        @if look.fediverse.contains(&blog.id) && !look.is_static {
            p.list.soft {
                @if has_reactions {
                    @if likes > 0 { (look.text_with("count-likes", &[("count", likes.into())])) }
                    @if likes > 0 && boosts > 0 { " · " }
                    @if boosts > 0 { (look.text_with("count-boosts", &[("count", boosts.into())])) }
                    " · "
                }
                (look.linked("follow-fediverse", &[], &html! { strong translate="no" { (handle(look.base, &blog.id)) } }))
            }
        }
    }
}

/// Returns the link through which other servers find the fediverse object of a page.
pub(super) fn alternate(look: &Look<'_>, page: &Page<'_>) -> Markup {
    let object = page.object.as_ref().filter(|_| !look.is_static && !look.base.is_empty());
    html! {
        @if let Some(object) = object { link rel="alternate" type="application/activity+json" href={ (look.base) (object) }; }
    }
}

/// Returns the section about the fediverse in a blog's settings.
pub(super) fn settings(look: &Look<'_>, blog: &Blog, following: Option<Following>) -> Markup {
    let own = format!("/admin/blogs/{}", blog.id);
    html! {
        section.list.wide aria-labelledby="fediverse" {
            h2.room #fediverse { "Fediverse" }
            @match following {
                None => { p { "Readers on Mastodon and other fediverse servers can follow a blog if the site’s configuration sets its " code { "address" } "." } }
                Some(Following { is_active, followers, waiting, failed }) => {
                    @if is_active {
                        p { "On the fediverse, this blog is " strong { (handle(look.base, &blog.id)) } ". New, changed and deleted posts are sent to its followers. Replies become comments and wait for moderation." }
                        p {
                            "Followers: " (followers) ". Deliveries waiting: " (waiting)
                            @if failed > 0 { " (" (failed) " of them failed before and will be retried)" }
                            ". " a href={ (own) "/followers" } { "Followers and blocked servers" } " · " a href={ (own) "/following" } { "Accounts that this blog follows" }
                        }
                    } @else {
                        p { "With federation, readers on Mastodon and other fediverse servers can follow this blog as " strong { (handle(look.base, &blog.id)) } ". New, changed and deleted posts are sent to its followers. Replies become comments and wait for moderation; likes and boosts are counted." }
                    }
                    form.form method="post" action={ (own) "/fediverse" } {
                        @if is_active { button type="submit" name="action" value="off" { "Turn federation off" } }
                        @else { button type="submit" name="action" value="on" { "Turn federation on" } }
                    }
                }
            }
        }
    }
}

/// Returns the followers of a blog, latest first, and the servers that it blocks.
pub(crate) fn followers(
    look: &Look<'_>,
    account: &Account,
    blog: &Blog,
    list: &[Follower],
    paging: Paging,
    &BlockedServers { hosts, fault, seen }: &BlockedServers<'_>,
) -> Markup {
    let own = format!("/admin/blogs/{}/followers", blog.id);
    let main = html! {
        div.lead.wide {
            h1 { "Followers of " (blog.title) }
            p { a href={ "/admin/blogs/" (blog.id) } { "Blog settings" } }
        }
        @if list.is_empty() { p.list.wide { "No followers yet." } }
        ul.people.list.wide {
            @for follower in list {
                li {
                    form.form.bar method="post" action={ (own) "/" (follower.id) "/remove" } aria-label=(follower.name) {
                        span {
                            strong { a href=(follower.actor) rel="nofollow noopener noreferrer" { (follower.name) } } " "
                            span.soft { "since " (look.moment(follower.time)) }
                        }
                        button type="submit" { "Remove" span.aside { " " (follower.name) } }
                    }
                }
            }
        }
        (paging.links(|page| format!("{own}?page={page}")))
        section.list.wide aria-labelledby="blocked" {
            h2.room #blocked { "Blocked servers" }
            form.form.narrow method="post" action={ "/admin/blogs/" (blog.id) "/blocked" } {
                @if let Some(fault) = fault { (form_errors(&[fault.to_owned()])) }
                input type="hidden" name="seen" value=(seen);
                p {
                    label for="hosts" { "One server per line, such as social.example" }
                    textarea #hosts name="hosts" rows="6" spellcheck="false" autocapitalize="none" aria-describedby="hosts-help" { "\n" (hosts) }
                    small #hosts-help { "The blog refuses all requests from these servers and their subdomains. Saving removes their followers, likes and boosts, and the accounts there that this blog follows. Comments that you have approved stay." }
                }
                p { button.first type="submit" { "Save blocked servers" } }
            }
        }
    };
    admin_page(look, account, "Followers", &[], &[], &main)
}

/// Returns the accounts that a blog follows, and their latest posts.
pub(crate) fn following(
    look: &Look<'_>,
    account: &Account,
    blog: &Blog,
    accounts: &[Followed],
    posts: &[Heard],
    (typed, fault): (&str, Option<&str>),
) -> Markup {
    let own = format!("/admin/blogs/{}/following", blog.id);
    let main = html! {
        div.lead.wide {
            h1 { "Accounts that " (blog.title) " follows" }
            p { a href={ "/admin/blogs/" (blog.id) } { "Blog settings" } }
        }
        form.form.narrow.wide method="post" action=(own) {
            @if let Some(fault) = fault { (form_errors(&[fault.to_owned()])) }
            p {
                label for="account" { "Account, such as dee@social.example" }
                input #account name="account" value=(typed) required maxlength="300" autocapitalize="none" autocomplete="off" spellcheck="false";
            }
            p { button.first type="submit" { "Follow" } }
        }
        ul.people.list.wide {
            @for followed in accounts {
                li {
                    form.form.bar method="post" action={ (own) "/" (followed.id) "/remove" } aria-label=(followed.handle) {
                        span {
                            strong { (followed.handle) } " "
                            span.soft {
                                @match followed.progress {
                                    Progress::Wanted => { "looking up the account" }
                                    Progress::Asked => { "requested" }
                                    Progress::Accepted => { "following" }
                                    Progress::Refused => { "request declined" }
                                    Progress::Failed => { "failed: " (followed.problem) }
                                }
                            }
                        }
                        button type="submit" { "Remove" span.aside { " " (followed.handle) } }
                    }
                }
            }
        }
        section.list.wide aria-labelledby="latest" {
            h2.room #latest { "Latest posts" }
            @if posts.is_empty() { p { "No posts yet. New posts appear here once the other server has accepted the request." } }
            ul {
                @for post in posts {
                    li {
                        a href=(post.url) rel="nofollow noopener noreferrer" { @if post.title.is_empty() { (post.url) } @else { (post.title) } }
                        " " span.soft { (post.handle) ", " (look.moment(post.published)) }
                    }
                }
            }
        }
    };
    admin_page(look, account, "Following", &[], &[], &main)
}
