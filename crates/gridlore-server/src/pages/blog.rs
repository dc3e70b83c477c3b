//! Public pages of blogs: posts, archives, tags, series and search.

use super::{Card, Day, Look, Page, Place, layout};
use crate::address::{Address, encoded, kinds, object_path};
use crate::content::thread::Thread;
use gridlore_blog::{Blog, Entry, Group, Rendered, Shelf};
use maud::{Markup, PreEscaped, html};
use std::cmp::Reverse;
use std::sync::Arc;

/// Maximum number of cards on the front page and under a post; the archive lists the rest.
pub(crate) const CARDS: usize = 12;

/// Returns the front page with today's boards, every blog with its newest posts, and the games.
pub(crate) fn front(look: &Look<'_>, shelves: &[Arc<Shelf>], today: &Day) -> Markup {
    let blogs = look.text("blogs-with-puzzles");
    let (title, description) = match shelves {
        [shelf] => (shelf.blog.title.as_str(), shelf.blog.description.as_str()),
        _ => (&*look.title, blogs.as_str()),
    };
    let newest = shelves.iter().find_map(|shelf| Some((shelf, shelf.posts.first()?)));
    let main = html! {
        (hero(look, title, description, today, newest.map(|(shelf, post)| Address::Post(shelf.blog.id.clone(), post.slug.clone()))))
        @for shelf in shelves {
            section.list.wide aria-labelledby={ "blog-" (shelf.blog.id) } {
                h2.room #{ "blog-" (shelf.blog.id) } {
                    @if shelves.len() > 1 { a href=(Address::Blog(shelf.blog.id.clone())) { (shelf.blog.title) } } @else { (look.text("posts")) }
                    @if shelf.posts.len() > CARDS { a.all href=(Address::Archive(shelf.blog.id.clone())) { (look.text_with("all-count-posts", &[("count", shelf.posts.len().into())])) } }
                }
                @if shelves.len() > 1 && !shelf.blog.description.is_empty() { p.about { (shelf.blog.description) } }
                @if shelf.posts.is_empty() { p { (look.text("no-posts")) } }
                (cards(look, &shelf.blog, &shelf.posts.iter().take(CARDS).cloned().collect::<Vec<_>>()))
            }
        }
        @if let [shelf] = shelves { (super::mail::newsletter::form(look, &shelf.blog)) }
        section.list.wide aria-labelledby="play" {
            h2.room #play { (look.text("play")) a.all href=(Address::Play) { (look.text("all-puzzles")) } }
            div.continue hidden {}
            ul.games {
                @for kind in kinds() {
                    li.card {
                        (thumbnail(&Address::GameThumbnail(kind.name.to_owned())))
                        h3 { a href=(Address::Game(kind.name.to_owned())) { (kind.title) } }
                    }
                }
            }
        }
    };
    // With a single blog, the front page belongs to that blog; with several, it offers a feed of
    // all blogs.
    let shelf = match shelves {
        [shelf] => Some(&**shelf),
        _ => None,
    };
    let picture = shelf.map(|shelf| shelf.blog.picture.clone()).filter(|picture| !picture.is_empty());
    let card = Card {
        is_drawn: picture.is_none(),
        picture: picture.unwrap_or_else(|| Address::FrontPicture.to_string()),
        published: None,
    };
    let page = Page {
        title,
        description,
        shelf,
        has_title: true,
        has_site_feeds: true,
        place: Place::Essays,
        home: Some(Address::Front),
        extras: &["front.css".to_owned(), "continue.js".to_owned()],
        card: Some(card),
        ..Page::default()
    };
    layout(look, &page, &main)
}

/// Returns the top of the front page, with its title and today's first puzzle.
fn hero(look: &Look<'_>, title: &str, description: &str, today: &Day, newest: Option<Address>) -> Markup {
    let Some(kind) = kinds().next() else { return Markup::default() };
    let game = Address::Game(kind.name.to_owned());
    html! {
        div.hero {
            div.wrap {
                div {
                    p.kicker { b { (look.text_with("of-the-day", &[("puzzle", kind.title.into())])) } " " (look.day(today)) }
                    h1 { (title) }
                    p { (description) }
                    div.row {
                        a.button.first href=(game) { (look.text("play-this-board")) }
                        @if let Some(newest) = newest { a.button href=(newest) { (look.text("latest-post")) } }
                    }
                }
                a.daily href=(game) tabindex="-1" aria-hidden="true" data-daily=(kind.usual_params()) data-day=(today.seed) data-game=(today.game) {
                    img src=(Address::GameThumbnail(kind.name.to_owned())) alt="" width="320" height="320";
                }
            }
        }
    }
}

/// Returns the drawing on a card. The drawing only repeats the link next to it, so it is hidden
/// from screen readers.
pub(super) fn thumbnail(address: &Address) -> Markup {
    html! { img.thumb src=(address) alt="" width="320" height="200" loading="lazy"; }
}

fn cards(look: &Look<'_>, blog: &Blog, posts: &[Arc<Entry>]) -> Markup {
    html! {
        ul.cards {
            @for post in posts {
                li.card {
                    (thumbnail(&Address::Thumbnail(blog.id.clone(), post.slug.clone())))
                    h3 { a href=(Address::Post(blog.id.clone(), post.slug.clone())) { (post.title) } }
                    @if !post.summary().is_empty() { p { (post.summary()) } }
                    small { (look.date(post.published)) " · " (minutes(look, post)) }
                }
            }
        }
    }
}

fn minutes(look: &Look<'_>, post: &Entry) -> String {
    look.text_with("minutes", &[("count", post.minutes().into())])
}

/// Returns a post, with links to the other posts of its blog.
pub(crate) fn post(look: &Look<'_>, shelf: &Shelf, post: &Entry, body: &Rendered, thread: &Thread) -> Markup {
    post_with(look, shelf, post, body, thread, &Markup::default())
}

/// Returns a post below a notice for its writers.
pub(crate) fn post_with(
    look: &Look<'_>,
    shelf: &Shelf,
    post: &Entry,
    body: &Rendered,
    thread: &Thread,
    notice: &Markup,
) -> Markup {
    let blog = &shelf.blog;
    let author = post.author.as_deref().unwrap_or(&blog.author);
    let home = Address::Post(blog.id.clone(), post.slug.clone());
    let related = if post.page { Vec::new() } else { shelf.related(post) };
    let is_shown =
        |other: &Entry| other.slug == post.slug || related.iter().any(|related| related.slug == other.slug);
    let others: Vec<Arc<Entry>> =
        shelf.posts.iter().take(CARDS + 1).filter(|other| !is_shown(other)).take(CARDS).cloned().collect();
    let main = html! {
        (notice)
        article.prose lang=[post.language.as_ref()] {
            h1 { (post.title) }
            @if !post.page {
                p.by {
                    @if !author.is_empty() { (author) " · " }
                    @if post.published.is_some() { (look.date(post.published)) " · " }
                    (minutes(look, post))
                    @if post.updated.is_some() { " · " (look.linked("updated", &[], &look.date(post.updated))) }
                }
                (part_of(look, shelf, post))
            }
            (PreEscaped(&body.html))
            @if !post.tags.is_empty() { (tag_list(look, blog, post)) }
        }
        (super::comments::under(look, blog, post, thread))
        (super::fediverse::line(look, blog, thread.reactions))
        @if !post.page { (super::mail::newsletter::form(look, blog)) }
        (neighbours(look, shelf, post))
        @if !related.is_empty() {
            section.list.wide aria-labelledby="related" {
                h2.room #related { (look.text("related-posts")) }
                (cards(look, blog, &related))
            }
        }
        @if !post.page && !others.is_empty() {
            section.list.wide aria-labelledby="others" {
                h2.room #others { (look.text_with("more-from", &[("blog", blog.title.as_str().into())])) }
                (cards(look, blog, &others))
            }
        }
    };
    let has = |parts: &[&str]| parts.iter().any(|part| body.html.contains(part));
    let mut extras = Vec::new();
    // Only code in a language has a copy button; console prompts and output do not.
    let count = |part: &str| body.html.matches(part).count();
    let has_code = count("<code class=\"language-") > count("<code class=\"language-console\"");
    if has_code || has(&["<details class=\"solution\""]) {
        extras.push("post.js".to_owned());
    }
    if has(&[
        "class=\"toc\"",
        "class=\"callout",
        "<details",
        "<figure>",
        "class=\"gallery",
        "class=\"enlarge",
    ]) || !notice.0.is_empty()
    {
        extras.push("post.css".to_owned());
    }
    // Previews of posts without a board show the picture of the blog.
    let is_drawn = body.first.is_some() || blog.picture.is_empty();
    let drawing = || Address::Picture(blog.id.clone(), post.slug.clone()).to_string();
    let card = Card {
        picture: if is_drawn { drawing() } else { blog.picture.clone() },
        is_drawn,
        published: post.published.map(|time| time.to_string()),
    };
    let is_followed = look.fediverse.contains(&blog.id);
    let page = Page {
        title: &post.title,
        description: post.summary(),
        kinds: &body.kinds,
        shelf: Some(shelf),
        place: Place::Essays,
        home: Some(home),
        card: Some(card),
        object: is_followed.then(|| object_path(&blog.id, Some((&shelf.identity(post), thread.object)))),
        extras: &extras,
        takes_mentions: post.comments
            && look.mentions.contains(&blog.id)
            && !look.is_static
            && notice.0.is_empty(),
        ..Page::default()
    };
    layout(look, &page, &main)
}

/// Returns page 2 or later of the comments on a post.
pub(crate) fn comments_page(look: &Look<'_>, shelf: &Shelf, post: &Entry, thread: &Thread) -> Markup {
    let main = super::comments::further(look, &shelf.blog, post, thread);
    let title =
        look.text_with("comments-on", &[("post", post.title.as_str().into()), ("page", thread.page.into())]);
    let page = Page {
        title: &title,
        shelf: Some(shelf),
        place: Place::Essays,
        home: Some(Address::Comments(shelf.blog.id.clone(), post.slug.clone(), thread.page)),
        ..Page::default()
    };
    layout(look, &page, &main)
}

/// Returns the post's position in its series.
fn part_of(look: &Look<'_>, shelf: &Shelf, post: &Entry) -> Markup {
    let group = shelf.series_of(post);
    html! {
        @if let Some(group) = group {
            @let part = group.posts.iter().rev().position(|other| other.slug == post.slug).unwrap_or_default() + 1;
            p.part {
                @let link = html! { a href=(Address::Series(shelf.blog.id.clone(), group.slug.clone())) { (group.label) } };
                (look.linked("part-of", &[("part", part.into()), ("count", group.posts.len().into())], &link))
            }
        }
    }
}

fn tag_list(look: &Look<'_>, blog: &Blog, post: &Entry) -> Markup {
    html! {
        ul.tags aria-label=(look.text("tags")) {
            @for tag in &post.tags {
                @let slug = gridlore_blog::tag_slug(tag);
                @if !slug.is_empty() { li { a href=(Address::Tag(blog.id.clone(), slug)) { (tag) } } }
            }
        }
    }
}

/// Returns links to the previous and the next post.
fn neighbours(look: &Look<'_>, shelf: &Shelf, post: &Entry) -> Markup {
    let (newer, older) = shelf.neighbours(post);
    let link = |post: &Arc<Entry>| Address::Post(shelf.blog.id.clone(), post.slug.clone());
    html! {
        @if newer.is_some() || older.is_some() {
            nav.neighbours.list aria-label=(look.text("neighbours")) {
                @if let Some(post) = older { a.older rel="prev" href=(link(post)) { small { (look.text("older")) } (post.title) } }
                @if let Some(post) = newer { a.newer rel="next" href=(link(post)) { small { (look.text("newer")) } (post.title) } }
            }
        }
    }
}

/// Returns the page of a blog without published posts.
pub(crate) fn empty_blog(look: &Look<'_>, shelf: &Shelf) -> Markup {
    let blog = &shelf.blog;
    let main = html! { div.lead { h1 { (blog.title) } p { (look.text("no-posts")) } } (super::mail::newsletter::form(look, blog)) };
    blog_page(look, shelf, &blog.title, Address::Blog(blog.id.clone()), &main)
}

fn blog_page(look: &Look<'_>, shelf: &Shelf, title: &str, home: Address, main: &Markup) -> Markup {
    let page = Page {
        title,
        description: &shelf.blog.description,
        shelf: Some(shelf),
        place: Place::Essays,
        home: Some(home),
        ..Page::default()
    };
    layout(look, &page, main)
}

/// Maximum number of posts or tags listed on one page.
pub(crate) const MAX_LISTED: usize = 3_000;

/// Returns the archive, with all posts by year or only those of one year.
pub(crate) fn archive(look: &Look<'_>, shelf: &Shelf, years: &[Arc<Group>]) -> Markup {
    let blog = &shelf.blog;
    let (title, home) = match years {
        [year] if shelf.years().len() > 1 => (
            look.text_with(
                "blog-in-year",
                &[("blog", blog.title.as_str().into()), ("year", year.label.as_str().into())],
            ),
            Address::Year(blog.id.clone(), year.slug.clone()),
        ),
        _ => (
            look.text_with("all-posts-of", &[("blog", blog.title.as_str().into())]),
            Address::Archive(blog.id.clone()),
        ),
    };
    let counts = years.iter().scan(0, |before, year| {
        let room = MAX_LISTED.saturating_sub(*before);
        *before += year.posts.len();
        Some(room)
    });
    let main = html! {
        div.lead { h1 { (title) } }
        @if years.is_empty() { p.list { (look.text("no-posts")) } }
        @for (year, room) in years.iter().zip(counts) {
            section.list aria-labelledby={ "year-" (year.slug) } {
                h2.room #{ "year-" (year.slug) } { a href=(Address::Year(blog.id.clone(), year.slug.clone())) { (year.label) } }
                (titles(look, blog, year.posts.iter(), year.posts.len(), room))
            }
        }
    };
    blog_page(look, shelf, &title, home, &main)
}

/// Returns the first `limit` of `count` posts as a list of titles and dates.
fn titles<'a>(
    look: &Look<'_>,
    blog: &Blog,
    posts: impl Iterator<Item = &'a Arc<Entry>>,
    count: usize,
    limit: usize,
) -> Markup {
    html! {
        @if limit < count {
            p { (look.text_with("shown-posts", &[("shown", limit.into()), ("count", count.into())])) }
        }
        ol.titles {
            @for post in posts.take(limit) {
                li { a href=(Address::Post(blog.id.clone(), post.slug.clone())) { (post.title) } " " (look.date(post.published)) }
            }
        }
    }
}

/// Returns all tags of a blog, or the most used ones if there are too many.
pub(crate) fn tags(look: &Look<'_>, shelf: &Shelf) -> Markup {
    let blog = &shelf.blog;
    let title = look.text_with("tags-of", &[("blog", blog.title.as_str().into())]);
    let all = shelf.tags();
    // Selects the most used tags, then restores their order.
    let mut shown: Vec<usize> = (0..all.len()).collect();
    shown.sort_by_key(|at| Reverse(all[*at].posts.len()));
    shown.truncate(MAX_LISTED);
    shown.sort_unstable();
    let shown: Vec<&Group> = shown.into_iter().map(|at| &*all[at]).collect();
    let main = html! {
        div.lead { h1 { (title) } }
        @if all.is_empty() { p.list { (look.text("no-tags")) } }
        @if shown.len() < all.len() { p.list { (look.text_with("shown-tags", &[("shown", shown.len().into()), ("count", all.len().into())])) } }
        ul.tags.list {
            @for tag in shown {
                li { a href=(Address::Tag(blog.id.clone(), tag.slug.clone())) { (tag.label) " (" (tag.posts.len()) ")" } }
            }
        }
    };
    blog_page(look, shelf, &title, Address::Tags(blog.id.clone()), &main)
}

/// Returns the posts with one tag.
pub(crate) fn tag(look: &Look<'_>, shelf: &Shelf, tag: &Group) -> Markup {
    let blog = &shelf.blog;
    let title = look
        .text_with("label-in", &[("label", tag.label.as_str().into()), ("blog", blog.title.as_str().into())]);
    let main = html! {
        div.lead { h1 { (tag.label) } p { (look.text_with("posts-with-tag", &[("count", tag.posts.len().into()), ("blog", blog.title.as_str().into())])) } }
        section.list { (titles(look, blog, tag.posts.iter(), tag.posts.len(), MAX_LISTED)) }
    };
    blog_page(look, shelf, &title, Address::Tag(blog.id.clone(), tag.slug.clone()), &main)
}

/// Returns the posts of a series, first part first.
pub(crate) fn series(look: &Look<'_>, shelf: &Shelf, series: &Group) -> Markup {
    let blog = &shelf.blog;
    let parts = series.posts.len();
    let main = html! {
        div.lead { h1 { (series.label) } p { (look.text_with("posts-in-series", &[("count", parts.into()), ("blog", blog.title.as_str().into())])) } }
        section.list { (titles(look, blog, series.posts.iter().rev(), parts, MAX_LISTED)) }
    };
    blog_page(look, shelf, &series.label, Address::Series(blog.id.clone(), series.slug.clone()), &main)
}

fn posts(look: &Look<'_>, count: usize) -> String {
    look.text_with("count-posts", &[("count", count.into())])
}

/// Returns the search page with its results. Each result has the blog, the post and an excerpt in
/// which `\u{1}` and `\u{2}` enclose each match.
///
/// `number` is the number of the page of results, from 1, and `has_more` says whether there is a
/// next page.
pub(crate) fn search(
    look: &Look<'_>,
    words: &str,
    found: &[(&Blog, &Arc<Entry>, String)],
    number: u32,
    has_more: bool,
) -> Markup {
    let is_only = number == 1 && !has_more;
    let to = |number: u32| format!("/search?q={}&page={number}", encoded(words).replace('/', "%2F"));
    let main = html! {
        div.lead {
            h1 { (look.text("search")) }
            form.form.search action="/search" method="get" role="search" {
                label for="words" { (look.text("search-label")) }
                div.row {
                    input #words type="search" name="q" value=(words) autocomplete="off" maxlength="200";
                    button type="submit" { (look.text("search")) }
                }
            }
        }
        @if !words.trim().is_empty() {
            section.list aria-labelledby="found" {
                h2.room #found { @if found.is_empty() { @if number == 1 { (look.text("no-results")) } @else { (look.text("no-more-results")) } } @else if is_only { (posts(look, found.len())) } @else { (look.text_with("results-page", &[("page", number.into())])) } }
                @if found.is_empty() && number == 1 { p { (look.text("fewer-words")) } }
                ul.cards.found {
                    @for (blog, post, excerpt) in found {
                        li.card {
                            h3 { a href=(Address::Post(blog.id.clone(), post.slug.clone())) { (post.title) } }
                            p { (marked(excerpt)) }
                            small { (blog.title) " · " (look.date(post.published)) }
                        }
                    }
                }
                @if !is_only {
                    nav.bar aria-label=(look.text("pages")) {
                        @if number > 1 { a rel="prev" href=(to(number - 1)) { (look.text("previous-page")) } }
                        @if has_more { a rel="next" href=(to(number + 1)) { (look.text("next-page")) } }
                    }
                }
            }
        }
    };
    layout(look, &Page { title: &look.text("search"), place: Place::Search, ..Page::default() }, &main)
}

/// Returns the search page of a static export, whose script searches an index.
pub(crate) fn static_search(look: &Look<'_>) -> Markup {
    let main = html! {
        gridlore-static-search index="/search/posts.json" {
            div.lead {
                h1 { (look.text("search")) }
                form.form.search action="/search" method="get" role="search" {
                    label for="words" { (look.text("search-label")) }
                    div.row {
                        input #words type="search" name="q" autocomplete="off" maxlength="200";
                        button type="submit" { (look.text("search")) }
                    }
                }
            }
            section.list.results aria-live="polite" aria-label=(look.text("results")) {
                noscript { p { (look.linked("search-without-scripts", &[], &html! { a href="/" { (look.text("front-page")) } })) } }
            }
        }
    };
    let extras = ["static-search.js".to_owned()];
    layout(
        look,
        &Page { title: &look.text("search"), place: Place::Search, extras: &extras, ..Page::default() },
        &main,
    )
}

/// Returns an excerpt with its matches marked.
fn marked(excerpt: &str) -> Markup {
    html! {
        @for (index, piece) in excerpt.split('\u{1}').enumerate() {
            @match piece.split_once('\u{2}') {
                Some((found, rest)) if index > 0 => { mark { (found) } (rest) }
                _ => { (piece) }
            }
        }
    }
}
