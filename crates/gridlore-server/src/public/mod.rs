//! Builds pages by address, for the server and for the static export.

pub(crate) mod comments;
mod icon;
pub(crate) mod mention;
mod picture;
pub(crate) mod redirects;
mod similar;
pub(crate) mod single_flight;
pub(crate) mod subscribe;
mod thumbnail;

use crate::address::{Address, kinds};
use crate::http::page::Page;
use crate::language::Language;
use crate::pages::{self, Day, Look};
use crate::site::{Current, Site};
use crate::upload_names;
use anyhow::Result;
use axum::http::StatusCode;
use gridlore::{Kind, Opens, course};
use gridlore_blog::{Blog, Entry, FeedContext, Format, Shelf, Target};
use jiff::Timestamp;
use jiff::tz::TimeZone;
use std::fmt::Write;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::PathBuf;
use std::sync::Arc;

/// Builds the page of an address. An address without a page gets a “not found” page with links.
///
/// `base` is the site's address without a trailing slash.
pub(crate) fn page(site: &Site, current: &Current, address: &Address, base: &str) -> Result<Page> {
    build(site, current, address, &site.public_look(base))
}

/// Builds a page for a static export. `base` is empty if the site's address is unknown.
pub(crate) fn exported_page(site: &Site, current: &Current, address: &Address, base: &str) -> Result<Page> {
    build(site, current, address, &site.static_look(base))
}

fn build(site: &Site, current: &Current, address: &Address, look: &Look<'_>) -> Result<Page> {
    let base = look.base;
    // The text on boards is in English.
    let english = &look.clone().in_language(Language::ENGLISH.name());
    let found = match address {
        Address::Front => kinds()
            .next()
            .and_then(daily_game)
            .map(|game| pages::front(look, current.library.shelves(), &day(game))),
        Address::Play => Some(pages::play_list(english)),
        Address::Game(kind) => game(site, english, kind),
        Address::GameThumbnail(name) => match daily(name) {
            Some(id) => {
                let picture = gridlore::kind(name).and_then(|kind| kind.page.as_ref()?.picture);
                let drawn = thumbnail::svg(Some(picture.unwrap_or(&id)), name);
                return Ok(Page::new(StatusCode::OK, SVG, drawn.into_bytes()));
            }
            None => None,
        },
        Address::Workshop(name) => {
            gridlore::kind(name).and_then(|kind| Some(pages::workshop(english, kind, kind.workshop()?)))
        }
        Address::Course => Some(pages::course::course(english)),
        Address::Lesson(slug) => course::lesson(slug).map(|lesson| pages::course::lesson(english, &lesson)),
        Address::SiteMap => {
            let text = site_map(current, look, None);
            return Ok(Page::new(StatusCode::OK, "application/xml", text.into_bytes()));
        }
        Address::Robots => {
            return Ok(Page::new(StatusCode::OK, "text/plain; charset=utf-8", robots(base)));
        }
        Address::SiteFeed(format) => {
            let shelves = current.library.shelves();
            let size_of = |address: &str| size_of(site, base, address);
            let context = FeedContext { renderer: &site.renderer, base, size_of: &size_of };
            let home_of = |blog: &Blog| look.home(blog);
            let text = gridlore_blog::site_feed(*format, &context, current.title(), shelves, &home_of);
            return Ok(Page::new(StatusCode::OK, format.content_type(), text.into_bytes()));
        }
        Address::FrontPicture => {
            let today = kinds().next().and_then(daily_game);
            return Ok(Page::new(StatusCode::OK, PNG, picture::png(today.as_deref())?));
        }
        Address::Icon | Address::TouchIcon => return icon::page(site, current, address),
        Address::Blog(id)
        | Address::Style(id)
        | Address::Archive(id)
        | Address::Tags(id)
        | Address::Post(id, _)
        | Address::Comments(id, _, _)
        | Address::Picture(id, _)
        | Address::Thumbnail(id, _)
        | Address::Feed(id, _)
        | Address::Year(id, _)
        | Address::Tag(id, _)
        | Address::Series(id, _)
        | Address::BlogMap(id)
        | Address::BlogRobots(id) => match current.library.shelf(id) {
            Some(shelf) => {
                let look = look.clone().in_language(&shelf.blog.language);
                return blog_page(site, current, &look, shelf, address);
            }
            None => {
                let links = current.library.shelves().iter();
                let links = links
                    .map(|shelf| (Address::Blog(shelf.blog.id.clone()), shelf.blog.title.clone()))
                    .collect();
                let what = look.text("not-found-blog");
                return Ok(Page::html(StatusCode::NOT_FOUND, pages::not_found(look, &what, links).0));
            }
        },
    };
    Ok(found
        .map_or_else(|| not_found(site, base, look.is_static), |markup| Page::html(StatusCode::OK, markup.0)))
}

/// Returns whether the stamp of an address can be computed cheaply, without computing the groups of
/// a blog.
pub(crate) fn has_cheap_stamp(current: &Current, address: &Address) -> bool {
    let (id, slug) = match address {
        Address::Blog(id) => (id, None),
        Address::Post(id, slug) | Address::Comments(id, slug, _) => (id, Some(slug)),
        _ => return true,
    };
    let Some(shelf) = current.library.shelf(id) else { return true };
    let post = match slug {
        Some(slug) => shelf.post(slug),
        None => shelf.posts.first(),
    };
    // Posts without tags have no related posts.
    shelf.has_groups() || post.is_none_or(|post| post.post().tags.is_empty())
}

/// Returns a hash of all content on the page of an address, except for the program's own messages
/// and the site's own address.
pub(crate) fn stamp(current: &Current, address: &Address) -> u64 {
    let mut hasher = DefaultHasher::new();
    (current.title(), &current.icon, &current.language).hash(&mut hasher);
    (&current.newsletters, &current.fediverse, &current.domains).hash(&mut hasher);
    (&current.mentions, &current.hubs).hash(&mut hasher);
    let shelves = || current.library.shelves().iter();
    match address {
        Address::Front => {
            shelves()
                .for_each(|shelf| (shelf.stamp_of_first(pages::CARDS), shelf.posts.len()).hash(&mut hasher));
            today().hash(&mut hasher);
        }
        Address::FrontPicture => today().hash(&mut hasher),
        Address::Icon | Address::TouchIcon => current.icon.hash(&mut hasher),
        Address::Style(id) => {
            current.library.shelf(id).map(|shelf| shelf.stamp_of_first(0)).hash(&mut hasher);
        }
        Address::SiteFeed(_) => {
            shelves().for_each(|shelf| shelf.stamp_of_first(gridlore_blog::MAX_FEED_POSTS).hash(&mut hasher));
        }
        Address::SiteMap => {
            shelves().for_each(|shelf| (shelf.stamp(), stamp_of_pages(shelf)).hash(&mut hasher))
        }
        Address::BlogMap(id) => {
            let shelf = current.library.shelf(id);
            shelf.map(|shelf| (shelf.stamp(), stamp_of_pages(shelf))).hash(&mut hasher);
        }
        Address::Play | Address::Game(_) | Address::GameThumbnail(_) | Address::Workshop(_) => {
            today().hash(&mut hasher);
        }
        Address::Robots | Address::BlogRobots(_) | Address::Course | Address::Lesson(_) => {}
        Address::Blog(id) | Address::Archive(id) | Address::Tags(id) => {
            let Some(shelf) = current.library.shelf(id) else { return 0 };
            match (address, shelf.posts.first()) {
                (Address::Blog(_), Some(post)) => post_stamp(current, shelf, post).hash(&mut hasher),
                _ => shelf.stamp().hash(&mut hasher),
            }
        }
        Address::Post(id, slug) | Address::Comments(id, slug, _) => {
            let Some(shelf) = current.library.shelf(id) else { return 0 };
            let Some(post) = shelf.post(slug) else { return shelf.stamp() };
            post_stamp(current, shelf, post).hash(&mut hasher);
        }
        Address::Picture(id, slug) | Address::Thumbnail(id, slug) => {
            let post = current.library.shelf(id).and_then(|shelf| shelf.post(slug));
            post.map(|post| post.stamp()).hash(&mut hasher);
        }
        Address::Feed(id, _) => {
            current
                .library
                .shelf(id)
                .map(|shelf| shelf.stamp_of_first(gridlore_blog::MAX_FEED_POSTS))
                .hash(&mut hasher);
        }
        Address::Year(id, _) | Address::Tag(id, _) | Address::Series(id, _) => {
            current.library.shelf(id).map(|shelf| shelf.stamp()).hash(&mut hasher);
        }
    }
    hasher.finish()
}

/// Returns a number that changes with the pages of a blog.
fn stamp_of_pages(shelf: &Shelf) -> u64 {
    let mut hasher = DefaultHasher::new();
    shelf.pages.iter().for_each(|page| page.stamp().hash(&mut hasher));
    hasher.finish()
}

fn post_stamp(current: &Current, shelf: &Shelf, post: &Entry) -> (u64, i64) {
    (shelf.stamp_of(post), current.comments_stamp(&shelf.blog.id, &post.slug))
}

/// Returns the “page not found” page for a path that does not exist on the site, with links to
/// posts with similar names.
pub(crate) fn not_found_near(site: &Site, base: &str, path: &str) -> Page {
    let current = site.current();
    let look = site.public_look(base);
    let name = path.trim_end_matches('/').rsplit('/').next().unwrap_or_default();
    let mut links: Vec<_> = similar::posts_of_site(current.library.shelves(), name)
        .into_iter()
        .map(|(blog, post)| (Address::Post(blog.id.clone(), post.slug.clone()), post.title.clone()))
        .collect();
    links.extend([(Address::Front, look.text("essays")), (Address::Play, look.text("play"))]);
    let markup = pages::not_found(&look, &look.text("not-found-page"), links);
    Page::html(StatusCode::NOT_FOUND, markup.0)
}

/// Returns the “page not found” page for an address that does not exist on the site.
pub(crate) fn not_found(site: &Site, base: &str, is_static: bool) -> Page {
    let look = if is_static { site.static_look(base) } else { site.public_look(base) };
    let links = vec![(Address::Front, look.text("essays")), (Address::Play, look.text("play"))];
    let markup = pages::not_found(&look, &look.text("not-found-page"), links);
    Page::html(StatusCode::NOT_FOUND, markup.0)
}

fn blog_page(
    site: &Site,
    current: &Current,
    look: &Look<'_>,
    shelf: &Shelf,
    address: &Address,
) -> Result<Page> {
    let id = || shelf.blog.id.clone();
    let markup = match address {
        Address::Comments(_, slug, number) => match shelf.post(slug) {
            Some(post) => comments_page(site, current, look, shelf, (post, *number))?,
            None => match shelf.renamed(slug) {
                Some(post) => {
                    let address = Address::Comments(id(), post.slug.clone(), *number);
                    return Ok(Page::elsewhere(true, &address.to_string()));
                }
                None => None,
            },
        },
        Address::Post(_, slug) => match shelf.post(slug) {
            Some(post) => Some(post_page(site, current, look, shelf, post)?),
            None if let Some(post) = shelf.renamed(slug) => {
                let address = Address::Post(id(), post.slug.clone());
                if look.is_static {
                    return Ok(Page::html(
                        StatusCode::OK,
                        pages::moved(look, &address.to_string(), &post.title).0,
                    ));
                }
                return Ok(Page::elsewhere(true, &address.to_string()));
            }
            None => return Ok(missing_post(look, shelf, slug)),
        },
        Address::Blog(_) => Some(match shelf.posts.first() {
            Some(newest) => post_page(site, current, look, shelf, newest)?,
            None => pages::empty_blog(look, shelf),
        }),
        Address::Picture(_, slug) => {
            let Some(post) = shelf.post(slug) else { return Ok(not_found(site, look.base, look.is_static)) };
            let first = site.renderer.first_puzzle(&post.markdown, post.form(Target::Page));
            return Ok(Page::new(StatusCode::OK, PNG, picture::png(first.as_deref())?));
        }
        Address::Thumbnail(_, slug) => {
            let Some(post) = shelf.post(slug) else { return Ok(not_found(site, look.base, look.is_static)) };
            let first = site.renderer.first_puzzle(&post.markdown, post.form(Target::Page));
            let drawn = thumbnail::svg(first.as_deref(), &post.title);
            return Ok(Page::new(StatusCode::OK, SVG, drawn.into_bytes()));
        }
        Address::Style(_) if !shelf.blog.style.is_empty() => {
            let css = shelf.blog.style.clone().into_bytes();
            return Ok(Page::new(StatusCode::OK, "text/css; charset=utf-8", css));
        }
        Address::Feed(_, format) => {
            return Ok(feed_page(site, current, look, shelf, *format));
        }
        Address::BlogMap(blog) if look.domains.domain(blog).is_some() => {
            let text = site_map(current, look, Some(blog));
            return Ok(Page::new(StatusCode::OK, "application/xml", text.into_bytes()));
        }
        Address::BlogRobots(blog) if let Some(domain) = look.domains.domain(blog) => {
            return Ok(Page::new(StatusCode::OK, "text/plain; charset=utf-8", robots_of_domain(domain)));
        }
        Address::Archive(_) => Some(pages::archive(look, shelf, shelf.years())),
        Address::Year(_, year) => {
            let found = shelf.years().iter().find(|group| group.slug == *year);
            found.map(|group| pages::archive(look, shelf, std::slice::from_ref(group)))
        }
        Address::Tags(_) => Some(pages::tags(look, shelf)),
        Address::Tag(_, tag) => shelf.tag(tag).map(|group| pages::tag(look, shelf, group)),
        Address::Series(_, series) => shelf
            .series()
            .iter()
            .find(|group| group.slug == *series)
            .map(|group| pages::series(look, shelf, group)),
        _ => None,
    };
    Ok(match markup {
        Some(markup) => {
            let page = Page::html(StatusCode::OK, markup.0);
            let takes_mentions = look.mentions.contains(&shelf.blog.id) && !look.is_static;
            match address {
                Address::Post(_, slug)
                    if takes_mentions && shelf.post(slug).is_some_and(|post| post.comments) =>
                {
                    page.with_link(&format!("<{}>; rel=\"webmention\"", pages::ENDPOINT))
                }
                _ => page,
            }
        }
        None => {
            let links = vec![
                (
                    Address::Blog(id()),
                    look.text_with("latest-post-of", &[("blog", shelf.blog.title.as_str().into())]),
                ),
                (Address::Archive(id()), look.text("all-posts")),
                (Address::Tags(id()), look.text("all-tags")),
            ];
            let what = look.text("not-found-page");
            Page::html(StatusCode::NOT_FOUND, pages::not_found_in(look, Some(shelf), &what, links).0)
        }
    })
}

/// Returns the “page not found” page for an address without a post in the blog, with similar
/// addresses.
///
/// Drafts, scheduled and deleted posts get the same page, which does not reveal that they exist.
fn missing_post(look: &Look<'_>, shelf: &Shelf, slug: &str) -> Page {
    let link =
        |post: &Arc<Entry>| (Address::Post(shelf.blog.id.clone(), post.slug.clone()), post.title.clone());
    let similar = similar::posts(shelf, slug);
    let what = if similar.is_empty() { look.text("not-found-post") } else { look.text("not-found-similar") };
    let mut links: Vec<_> = similar.into_iter().map(link).collect();
    if links.is_empty() {
        links.extend(shelf.posts.iter().take(similar::MAX_SUGGESTIONS).map(link));
    }
    links.push((
        Address::Archive(shelf.blog.id.clone()),
        look.text_with("all-posts-of", &[("blog", shelf.blog.title.as_str().into())]),
    ));
    Page::html(StatusCode::NOT_FOUND, pages::not_found_in(look, Some(shelf), &what, links).0)
}

fn post_page(
    site: &Site,
    current: &Current,
    look: &Look<'_>,
    shelf: &Shelf,
    post: &Entry,
) -> Result<maud::Markup> {
    let body = site.renderer.render(&post.markdown, post.form(Target::Page));
    let mut thread = site.thread(current, &shelf.blog.id, &post.slug, 1)?;
    if look.fediverse.contains(&shelf.blog.id) {
        let (blog, identity) = (&shelf.blog.id, shelf.identity(post));
        thread.reactions = site.store.count_reactions(blog, &identity)?;
        thread.object = site.store.announced_number(blog, &identity)?;
    }
    Ok(pages::post(look, shelf, post, &body, &thread))
}

/// Returns page 2 or later of the comments on a post, or `None` if there are fewer pages.
fn comments_page(
    site: &Site,
    current: &Current,
    look: &Look<'_>,
    shelf: &Shelf,
    (post, number): (&Entry, usize),
) -> Result<Option<maud::Markup>> {
    let thread = site.thread(current, &shelf.blog.id, &post.slug, number)?;
    Ok((number > 1 && thread.page == number).then(|| pages::comments_page(look, shelf, post, &thread)))
}

/// Returns the size in bytes of the uploaded file with this absolute address.
fn size_of(site: &Site, base: &str, address: &str) -> Option<u64> {
    let name = address.strip_prefix(base)?.strip_prefix("/uploads/")?;
    if !upload_names::is_name(name) {
        return None;
    }
    Some(std::fs::metadata(site.uploads.join(name)).ok()?.len())
}

/// Returns a feed of a blog. If the blog has a hub, the response names both the hub and the feed.
fn feed_page(site: &Site, current: &Current, look: &Look<'_>, shelf: &Shelf, format: Format) -> Page {
    let hub = current.hubs.get(&shelf.blog.id).filter(|_| !look.is_static).map_or("", String::as_str);
    let home = look.home(&shelf.blog);
    let size_of = |address: &str| size_of(site, look.base, address);
    let context = FeedContext { renderer: &site.renderer, base: look.base, size_of: &size_of };
    let text = gridlore_blog::feed(format, &context, shelf, &home, hub);
    let page = Page::new(StatusCode::OK, format.content_type(), text.into_bytes());
    if hub.is_empty() {
        return page;
    }
    page.with_link(&format!("<{hub}>; rel=\"hub\", <{home}/feed.{}>; rel=\"self\"", format.ending()))
}

/// The content type of a drawing.
const SVG: &str = "image/svg+xml";

/// The content type of a link preview picture.
const PNG: &str = "image/png";

/// Returns the id of today's puzzle of a kind, whose seed is the date.
fn daily(name: &str) -> Option<String> {
    let kind = gridlore::kind(name).filter(|kind| kind.page.is_some())?;
    Some(format!("{}:{}#{}", kind.name, kind.usual_params(), today()))
}

/// Returns the id of today's puzzle of a kind with its full description, because some kinds do not
/// allow seeds in posts.
fn daily_game(kind: &'static Kind) -> Option<String> {
    let id = daily(kind.name)?;
    match kind.opens {
        Opens::Puzzle(_) => Some(gridlore::show(&id).ok()?.id()),
        Opens::Exhibit(_) => Some(id),
    }
}

/// Returns the page of a kind with today's puzzle, rendered from the fenced block that an author
/// would write.
fn game(site: &Site, look: &Look<'_>, name: &str) -> Option<maud::Markup> {
    let id = daily(name)?;
    let kind = gridlore::kind(name)?;
    let (_, code) = id.split_once(':')?;
    let shown = daily_game(kind)?;
    let (_, block) = shown.split_once(':')?;
    let block = site.renderer.render(&format!("```{name}\n{block}\n```\n"), Target::Page);
    // A kind whose generator ignores the seed has no puzzle of the day. For example, Connect Four
    // always starts with an empty board.
    let preset = code.split('#').next().unwrap_or_default();
    let other = |seed| Some(kind.opens.generate(preset, seed).ok()?.id());
    let is_daily = matches!(kind.opens, Opens::Puzzle(_)) && other(1) != other(2);
    let day = is_daily.then(|| day(shown.clone()));
    Some(pages::play(look, kind, day.as_ref(), &block.html))
}

/// Returns the files that pages can show, by address: uploads, and files in the blogs' folders.
pub(crate) fn shown_files(site: &Site, current: &Current) -> Result<Vec<(String, PathBuf)>> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(&site.uploads)?.flatten() {
        if let Some(name) = entry.file_name().to_str().filter(|name| upload_names::is_name(name)) {
            files.push((format!("/uploads/{name}"), entry.path()));
        }
    }
    for (blog, path, file) in current.tree.files() {
        if current.library.shelf(blog).is_some() && !path.ends_with(".md") && !path.ends_with(".markdown") {
            files.push((format!("/blogs/{blog}/files/{path}"), file.to_owned()));
        }
    }
    Ok(files)
}

/// Returns today's date, which is part of the cache key of pages that change daily.
pub(crate) fn today() -> String {
    Timestamp::now().strftime("%Y%m%d").to_string()
}

/// Returns today's date with the puzzle of the day.
fn day(game: String) -> Day {
    let now = Timestamp::now().to_zoned(TimeZone::UTC);
    Day { month: now.month(), day: now.day(), seed: today(), game }
}

/// Maximum number of addresses in a sitemap, according to the sitemap protocol.
const MAX_MAPPED: usize = 50_000;

/// Returns the `robots.txt` of the site.
fn robots(base: &str) -> Vec<u8> {
    format!("User-agent: *\nDisallow: /admin\nDisallow: /search\nSitemap: {base}/sitemap.xml\n").into_bytes()
}

/// Returns the `robots.txt` of a blog’s domain, where crawlers may read every page.
fn robots_of_domain(domain: &str) -> Vec<u8> {
    format!("User-agent: *\nDisallow:\nSitemap: {domain}/sitemap.xml\n").into_bytes()
}

/// Returns the sitemap of a blog’s domain, or of the site without the blogs that have domains: all
/// pages, posts first.
fn site_map(current: &Current, look: &Look<'_>, blog: Option<&str>) -> String {
    let mut text = "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n".to_owned();
    let is_here = |address: &Address| match blog {
        Some(blog) => address.blog() == Some(blog),
        None => address.blog().is_none_or(|blog| look.domains.domain(blog).is_none()),
    };
    let mut addresses: Vec<Address> =
        Address::all(&current.library).into_iter().filter(Address::is_page).filter(is_here).collect();
    addresses.sort_by_key(|address| !matches!(address, Address::Blog(_) | Address::Post(..)));
    for address in addresses.into_iter().take(MAX_MAPPED) {
        let changed = match &address {
            Address::Post(blog, slug) => {
                current.library.shelf(blog).and_then(|shelf| Some(shelf.post(slug)?.changed()))
            }
            Address::Blog(blog) => current
                .library
                .shelf(blog)
                .filter(|shelf| !shelf.posts.is_empty())
                .map(|shelf| shelf.changed()),
            _ => None,
        };
        // Neither part needs escaping: paths contain no XML special characters, and the base
        // address is checked when it is read.
        let _ = write!(text, "<url><loc>{}</loc>", look.whole_address(&address.to_string()));
        if let Some(changed) = changed {
            let _ = write!(text, "<lastmod>{changed}</lastmod>");
        }
        text.push_str("</url>\n");
    }
    text + "</urlset>\n"
}
