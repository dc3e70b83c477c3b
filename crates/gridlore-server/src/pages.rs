//! The pages as HTML. What a post holds comes from the blog crate, already safe; all else is escaped by the macro.

use crate::assets::Assets;
use gridlore::Kind;
use gridlore_blog::{Blog, Post, Rendered};
use maud::{DOCTYPE, Markup, PreEscaped, html};

/// What all pages share.
struct Page<'a> {
    title: &'a str,
    description: &'a str,
    /// The kinds of puzzles on the page: each brings its script.
    kinds: &'a [&'static str],
    /// The blog whose feed a reader can find.
    feed: Option<&'a Blog>,
    place: Place,
    /// The kind whose workshop the page is.
    workshop: Option<&'static str>,
}

impl<'a> Page<'a> {
    /// A page that is none of the rooms.
    const fn elsewhere(title: &'a str) -> Self {
        Self { title, description: "", kinds: &[], feed: None, place: Place::Elsewhere, workshop: None }
    }
}

/// Where in the site a page is, for the navigation.
#[derive(PartialEq, Eq, Clone, Copy)]
enum Place {
    Essays,
    Play,
    Elsewhere,
}

fn layout(assets: &Assets, page: &Page<'_>, main: &Markup) -> Markup {
    let current = |place: Place| (page.place == place).then_some("page");
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (page.title) }
                @if !page.description.is_empty() { meta name="description" content=(page.description); }
                link rel="stylesheet" href=(assets.address("page.css"));
                @if !page.kinds.is_empty() { link rel="stylesheet" href=(assets.address("board.css")); }
                link rel="icon" href=(assets.address("icon.svg")) type="image/svg+xml";
                @if let Some(blog) = page.feed {
                    link rel="alternate" type="application/atom+xml" title=(blog.title) href={ "/blogs/" (blog.id) "/feed.atom" };
                }
                @for kind in page.kinds {
                    script type="module" src=(assets.address(&format!("{kind}.js"))) {}
                }
                @if let Some(kind) = page.workshop {
                    link rel="stylesheet" href=(assets.address("workshop.css"));
                    script type="module" src=(assets.address(&format!("{kind}-workshop.js"))) {}
                }
            }
            body {
                a.skip href="#main" { "Skip to content" }
                header.top {
                    a.name href="/" { "Gridlore" }
                    nav aria-label="Site" {
                        a href="/" aria-current=[current(Place::Essays)] { "Essays" }
                        a href="/play" aria-current=[current(Place::Play)] { "Play" }
                        @if let Some(blog) = page.feed { a href={ "/blogs/" (blog.id) "/feed.atom" } { "Feed" } }
                    }
                }
                main #main tabindex="-1" { (main) }
            }
        }
    }
}

/// The front page: every blog with its posts, newest first.
pub(crate) fn front(assets: &Assets, blogs: &[(Blog, Vec<Post>)]) -> Markup {
    let (title, description) = match blogs {
        [(blog, _)] => (blog.title.as_str(), blog.description.as_str()),
        _ => ("Gridlore", "Blogs with puzzles to play."),
    };
    let main = html! {
        div.lead.wide {
            h1 { (title) }
            p { (description) }
        }
        @for (blog, posts) in blogs {
            section.list.wide aria-labelledby={ "blog-" (blog.id) } {
                h2.room #{ "blog-" (blog.id) } { @if blogs.len() > 1 { (blog.title) } @else { "Posts" } }
                @if posts.is_empty() { p { "Nothing is published here yet." } }
                (cards(blog, posts))
            }
        }
    };
    let feed = blogs.first().map(|(blog, _)| blog);
    layout(
        assets,
        &Page { title, description, kinds: &[], feed, place: Place::Essays, workshop: None },
        &main,
    )
}

fn cards(blog: &Blog, posts: &[Post]) -> Markup {
    html! {
        ul.cards {
            @for post in posts {
                li.card {
                    h3 { a href={ "/blogs/" (blog.id) "/" (post.slug) } { (post.title) } }
                    p { (post.description) }
                    small { (date(post)) " · " (minutes(post)) }
                }
            }
        }
    }
}

fn date(post: &Post) -> Markup {
    html! { time datetime=(post.published) { (post.published.strftime("%-d %B %Y")) } }
}

fn minutes(post: &Post) -> String {
    match post.minutes() {
        1 => "1 minute".to_owned(),
        minutes => format!("{minutes} minutes"),
    }
}

/// A post, and the way to the others of its blog.
pub(crate) fn post(assets: &Assets, blog: &Blog, post: &Post, body: &Rendered, others: &[Post]) -> Markup {
    let main = html! {
        article.prose {
            h1 { (post.title) }
            p.by { (blog.author) " · " (date(post)) " · " (minutes(post)) }
            (PreEscaped(&body.html))
        }
        @if !others.is_empty() {
            section.list aria-labelledby="others" {
                h2.room #others { "More from " (blog.title) }
                (cards(blog, others))
            }
        }
    };
    let page = Page {
        title: &format!("{} · {}", post.title, blog.title),
        description: &post.description,
        kinds: &body.kinds,
        feed: Some(blog),
        place: Place::Essays,
        workshop: None,
    };
    layout(assets, &page, &main)
}

/// The puzzles there are to play.
pub(crate) fn play_list(assets: &Assets, kinds: &[Kind]) -> Markup {
    let main = html! {
        div.lead.wide { h1 { "Play" } p { "Everything is computed in your browser; nothing you do leaves it." } }
        ul.cards.list.wide {
            @for kind in kinds {
                li.card { h2 { a href={ "/play/" (kind.name) } { (kind.title) } } p { (kind.rules) } }
            }
        }
    };
    let page = Page {
        title: "Play · Gridlore",
        description: "",
        kinds: &[],
        feed: None,
        place: Place::Play,
        workshop: None,
    };
    layout(assets, &page, &main)
}

/// One puzzle on a page of its own; `board` is its HTML.
pub(crate) fn play(assets: &Assets, kind: &'static Kind, board: &str) -> Markup {
    let main = html! {
        div.lead { h1 { (kind.title) } p { (kind.rules) } }
        (PreEscaped(board))
        @if let Some(title) = kind.workshop {
            p.elsewhere { a href={ "/play/" (kind.name) "/workshop" } { (title) } }
        }
    };
    let page = Page {
        title: &format!("{} · Gridlore", kind.title),
        description: kind.rules,
        kinds: &[kind.name],
        feed: None,
        place: Place::Play,
        workshop: None,
    };
    layout(assets, &page, &main)
}

/// Where one makes rules of one's own; the kind's script fills it.
pub(crate) fn workshop(assets: &Assets, kind: &'static Kind, title: &str) -> Markup {
    let main = html! {
        div.lead {
            h1 { (title) }
            p { "Say what each move turns, and play it at once. Nothing leaves your browser; a link carries the puzzle." }
        }
        (PreEscaped(format!("<gridlore-{name}-workshop><p class=\"lead\">This page needs scripts.</p></gridlore-{name}-workshop>", name = kind.name)))
    };
    let page = Page {
        title: &format!("{title} · Gridlore"),
        description: kind.rules,
        kinds: &[kind.name],
        feed: None,
        place: Place::Play,
        workshop: Some(kind.name),
    };
    layout(assets, &page, &main)
}

/// What was asked for is not here; `links` lead on.
pub(crate) fn not_found(assets: &Assets, what: &str, links: &[(String, String)]) -> Markup {
    let main = html! {
        div.lead {
            h1 { "Not here" }
            p { (what) }
            ul { @for (address, name) in links { li { a href=(address) { (name) } } } }
        }
    };
    layout(assets, &Page::elsewhere("Not here · Gridlore"), &main)
}

/// Something broke on our side; the log on standard error has the rest.
pub(crate) fn broken(assets: &Assets) -> Markup {
    let main = html! { div.lead { h1 { "Something broke" } p { "The fault is on our side. Please try again in a moment." } } };
    layout(assets, &Page::elsewhere("Something broke · Gridlore"), &main)
}
