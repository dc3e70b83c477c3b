//! The pages as HTML. The HTML of posts and comments comes from the blog crate, which sanitises it;
//! the `html!` macro escapes everything else.

pub(crate) mod admin;
pub(crate) mod blog;
pub(crate) mod blog_settings;
pub(crate) mod comments;
pub(crate) mod course;
pub(crate) mod editor;
pub(crate) mod fediverse;
pub(crate) mod mail;
pub(crate) mod mentions;
pub(crate) mod paging;
mod play;
pub(crate) mod post_list;
pub(crate) mod time;
pub(crate) mod trash;
pub(crate) mod uploads;

use crate::address::Address;
use crate::content::assets::Assets;
use crate::domains::Domains;
use crate::http::safety;
use crate::language::Language;
use fluent_bundle::FluentValue;
use gridlore_blog::{Blog, Format, MAX_MENU_LINKS, Shelf, Target, render};
use jiff::tz::TimeZone;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use std::collections::BTreeSet;
use std::sync::Arc;

pub(crate) use blog::{
    CARDS, archive, comments_page, empty_blog, front, post, post_with, search, series, static_search, tag,
    tags,
};
pub(crate) use play::{play, play_list, workshop};

/// A date, and the puzzle of the day.
pub(crate) struct Day {
    /// The month, from 1.
    pub(crate) month: i8,
    /// The day of the month.
    pub(crate) day: i8,
    /// The date as the seed of the puzzle.
    pub(crate) seed: String,
    /// The id of the puzzle with its full description.
    pub(crate) game: String,
}

/// The data that every page needs: assets, the site's name and address.
#[derive(Debug, Clone)]
pub(crate) struct Look<'a> {
    pub(crate) assets: &'a Assets,
    /// The site's name.
    pub(crate) title: Arc<str>,
    /// The address of the site’s icon; empty for the default icon.
    pub(crate) icon: Arc<str>,
    /// The time zone of all times on the page.
    pub(crate) zone: TimeZone,
    /// The language of the program's messages on the page.
    pub(crate) language: Language,
    /// The language in which people wrote the page's content, such as `de`.
    pub(crate) tag: Arc<str>,
    /// The site's address without a trailing slash; empty if it is unknown.
    pub(crate) base: &'a str,
    /// The domains of blogs; none for a static export.
    pub(crate) domains: Arc<Domains>,
    /// Whether the page is for a static host, so that it contains its own content security policy
    /// and does not mention features that need a server.
    pub(crate) is_static: bool,
    /// Whether the site sends mail.
    pub(crate) has_mail: bool,
    /// The blogs that can be subscribed to by e-mail.
    pub(crate) newsletters: Arc<BTreeSet<String>>,
    /// The blogs that receive webmentions.
    pub(crate) mentions: Arc<BTreeSet<String>>,
    /// The blogs that can be followed on the fediverse.
    pub(crate) fediverse: Arc<BTreeSet<String>>,
}

impl Look<'_> {
    /// Returns this data for a page with content in this language. An empty tag changes nothing.
    pub(crate) fn in_language(self, tag: &str) -> Self {
        if tag.is_empty() {
            return self;
        }
        Self { language: Language::named(tag), tag: tag.into(), ..self }
    }

    /// Returns the absolute address for a path on the site, at the domain of its blog if it has
    /// one.
    pub(crate) fn whole_address(&self, path: &str) -> String {
        self.domains.place(path).unwrap_or_else(|| format!("{}{path}", self.base))
    }

    /// Returns the absolute address of a picture for the link previews of a page.
    fn picture_address(&self, page: &Page<'_>, path: &str) -> String {
        let domain = page.shelf.and_then(|shelf| Some((shelf, self.domains.domain(&shelf.blog.id)?)));
        let Some((shelf, domain)) = domain else { return format!("{}{path}", self.base) };
        let own = Address::Blog(shelf.blog.id.clone()).to_string();
        format!("{domain}{}", path.strip_prefix(&own).unwrap_or(path))
    }

    /// Returns the absolute address of a blog's front page, without a trailing slash.
    pub(crate) fn home(&self, blog: &Blog) -> String {
        let domain = self.domains.domain(&blog.id).map(str::to_owned);
        domain.unwrap_or_else(|| format!("{}{}", self.base, Address::Blog(blog.id.clone())))
    }

    /// Returns a message in the language of the page.
    pub(crate) fn text(&self, key: &str) -> String {
        self.language.text(key, &[])
    }

    /// Returns a message with values.
    pub(crate) fn text_with(&self, key: &str, values: &[(&str, FluentValue<'_>)]) -> String {
        self.language.text(key, values)
    }

    /// Returns a message with values, in which `$link` is replaced with an element.
    pub(crate) fn linked(&self, key: &str, values: &[(&str, FluentValue<'_>)], link: &Markup) -> Markup {
        let mut values = values.to_vec();
        values.push(("link", "\u{1}".into()));
        let text = self.language.text(key, &values);
        let (before, after) = text.split_once('\u{1}').unwrap_or((&text, ""));
        html! { (before) (link) (after) }
    }
}

/// The data of one page.
#[derive(Default)]
struct Page<'a> {
    /// The page's title, to which the site's name is appended.
    title: &'a str,
    description: &'a str,
    /// The puzzle kinds on the page, each of which needs its script.
    kinds: &'a [&'static str],
    /// The blog that the page belongs to, for its theme, menu, footer and feeds.
    shelf: Option<&'a Shelf>,
    /// Whether the page shows the blog’s title and description itself.
    has_title: bool,
    /// Whether the page offers the feeds of all blogs.
    has_site_feeds: bool,
    place: Place,
    /// Additional scripts and style sheets, by their plain names.
    extras: &'a [String],
    /// The page's canonical address.
    home: Option<Address>,
    /// The link preview of a post.
    card: Option<Card>,
    /// Whether other sites can send mentions of the page.
    takes_mentions: bool,
    /// The path of the fediverse object that the page shows.
    object: Option<String>,
}

/// A link preview.
struct Card {
    /// The address of its picture on this site.
    picture: String,
    /// Whether the picture has the size of a drawing.
    is_drawn: bool,
    /// The publication time of a post, or `None` for other pages.
    published: Option<String>,
}

/// The part of the site that a page belongs to, for the navigation.
#[derive(PartialEq, Eq, Clone, Copy, Default)]
enum Place {
    Essays,
    Play,
    Search,
    #[default]
    Elsewhere,
}

/// The path to which other sites send webmentions.
pub(crate) const ENDPOINT: &str = "/webmention";

/// The project's logo for the header, in the colour of its text.
pub(crate) const LOGO: &str = "<svg viewBox=\"0 0 20 20\" aria-hidden=\"true\"><path d=\"M2 0h16a2 2 0 0 1 2 2v16a2 2 0 0 1-2 2H2a2 2 0 0 1-2-2V2a2 2 0 0 1 2-2zm.2 2v3.8H6V2.2zM8 2.2v3.6h4V2.2zm6 0v3.6h3.8V2.2zM2.2 8v4H6V8zM14 8v4h3.8V8zM2.2 14v3.8H6V14zM8 14v3.8h4V14zm6 0v3.8h3.8V14z\" fill-rule=\"evenodd\"/></svg>";

/// A magnifying glass.
pub(crate) const LENS: &str = "<svg class=\"icon\" viewBox=\"0 0 24 24\" aria-hidden=\"true\"><circle cx=\"10.5\" cy=\"10.5\" r=\"6.5\"/><path d=\"m15.5 15.5 5 5\"/></svg>";

fn layout(look: &Look<'_>, page: &Page<'_>, main: &Markup) -> Markup {
    PreEscaped(look.domains.with_links(site_layout(look, page, main).0))
}

/// Returns the complete page, with all links as paths on the site.
fn site_layout(look: &Look<'_>, page: &Page<'_>, main: &Markup) -> Markup {
    // At the domain of a blog, these links lead to the site.
    let has_domain = page.shelf.is_some_and(|shelf| look.domains.domain(&shelf.blog.id).is_some());
    let site = if has_domain { look.base } else { "" };
    let current = |place: Place| (page.place == place).then_some("page");
    let whole = page.shelf.map_or(&*look.title, |shelf| &shelf.blog.title);
    let full_title = match page.title {
        "" => whole.to_owned(),
        title if title == whole => whole.to_owned(),
        title => format!("{title} · {whole}"),
    };
    let address = |name: &str| look.assets.address(name);
    html! {
        (DOCTYPE)
        html lang=(look.tag) data-theme=[page.shelf.map(|shelf| shelf.blog.theme.as_str())] {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                @if look.is_static { meta http-equiv="content-security-policy" content=(safety::policy_of_file()); }
                title { (full_title) }
                @if !page.description.is_empty() { meta name="description" content=(page.description); }
                link rel="stylesheet" href=(address("page.css"));
                @for name in theme_files(page) { link rel="stylesheet" href=(address(name)); }
                link rel="stylesheet" id="dark" media="screen and (prefers-color-scheme: dark)" href=(address("dark.css"));
                script src=(address("scheme.js")) {}
                @if !page.kinds.is_empty() {
                    link rel="stylesheet" href=(address("board.css"));
                    link rel="stylesheet" href=(address("panel.css"));
                }
                @for kind in page.kinds { link rel="stylesheet" href=(address(&format!("{kind}.css"))); }
                @if let Some(blog) = page.shelf.map(|shelf| &shelf.blog) {
                    @if !blog.style.is_empty() { link rel="stylesheet" href=(Address::Style(blog.id.clone())); }
                }
                @if look.icon.is_empty() { link rel="icon" href=(address("icon.svg")) type="image/svg+xml"; }
                @else { link rel="icon" href=(look.icon); }
                @if !look.base.is_empty() {
                    @for format in Format::ALL {
                        @if let Some(shelf) = page.shelf {
                            link rel="alternate" type=(format.content_type()) title=(shelf.blog.title) href=(Address::Feed(shelf.blog.id.clone(), format));
                        } @else if page.has_site_feeds {
                            link rel="alternate" type=(format.content_type()) title=(look.title) href=(Address::SiteFeed(format));
                        }
                    }
                }
                @if let Some(home) = page.home.as_ref().filter(|_| !look.base.is_empty()) { link rel="canonical" href=(look.whole_address(&home.to_string())); }
                @if page.takes_mentions { link rel="webmention" href=(ENDPOINT); }
                (fediverse::alternate(look, page))
                (card(look, page))
                @for kind in page.kinds {
                    script type="module" src=(address(&format!("{kind}.js"))) {}
                }
                @for name in page.extras {
                    @if name.ends_with(".css") { link rel="stylesheet" href=(address(name)); }
                    @else { script type="module" src=(address(name)) {} }
                }
            }
            body {
                a.skip href="#main" { (look.text("skip")) }
                header {
                    div.top {
                        div.wrap {
                            a.name href={ (site) "/" } {
                                @if look.icon.is_empty() { (PreEscaped(LOGO)) } @else { img src=(look.icon) alt="" width="28" height="28"; }
                                (look.title)
                            }
                            nav aria-label=(look.text("site-navigation")) {
                                a href={ (site) "/" } aria-current=[current(Place::Essays)] { (look.text("essays")) }
                                a href={ (site) "/play" } aria-current=[current(Place::Play)] { (look.text("play")) }
                                a.find href={ (site) "/search" } aria-current=[current(Place::Search)] { (PreEscaped(LENS)) span { (look.text("search")) } }
                            }
                        }
                    }
                    @if let Some(shelf) = page.shelf { (masthead(look, shelf, page)) }
                }
                main #main tabindex="-1" { (main) }
                @if let Some(shelf) = page.shelf { (foot(look, &shelf.blog, !page.kinds.is_empty())) }
            }
        }
    }
}

/// Returns the style sheets of the theme of a page, for themes that change more than colours.
fn theme_files(page: &Page<'_>) -> &'static [&'static str] {
    match page.shelf.map_or("", |shelf| shelf.blog.theme.as_str()) {
        "journal" => &["journal.css"],
        "console" => &["console.css"],
        "poster" => &["poster.css"],
        _ => &[],
    }
}

/// Returns the metadata for link previews (Open Graph).
fn card(look: &Look<'_>, page: &Page<'_>) -> Markup {
    html! {
        @if let Some(card) = page.card.as_ref().filter(|_| !look.base.is_empty()) {
            meta property="og:title" content=(page.title);
            meta property="og:type" content=(if card.published.is_some() { "article" } else { "website" });
            @if let Some(home) = &page.home { meta property="og:url" content=(look.whole_address(&home.to_string())); }
            @if !page.description.is_empty() { meta property="og:description" content=(page.description); }
            meta property="og:site_name" content=(look.title);
            meta property="og:image" content=(look.picture_address(page, &card.picture));
            @if card.is_drawn {
                meta property="og:image:width" content="1200";
                meta property="og:image:height" content="630";
            }
            @if let Some(published) = &card.published { meta property="article:published_time" content=(published); }
            meta name="twitter:card" content="summary_large_image";
        }
    }
}

/// Returns the header of a blog's pages, with its title, description and menu.
fn masthead(look: &Look<'_>, shelf: &Shelf, page: &Page<'_>) -> Markup {
    let blog = &shelf.blog;
    let id = || blog.id.clone();
    let links = gridlore_blog::menu_of(&blog.menu).unwrap_or_default();
    let pages = || shelf.pages_by_title().into_iter().take(MAX_MENU_LINKS);
    let here = page.home.as_ref().map(Address::to_string);
    let link = |label: &str, address: &str| {
        let current = (here.as_deref() == Some(address)).then_some("page");
        html! { a href=(address) aria-current=[current] { (label) } }
    };
    html! {
        div.masthead {
            div.wrap {
                @if !blog.logo.is_empty() { a.logo href=(Address::Blog(id())) { img src=(blog.logo) alt=(blog.title); } }
                @if !page.has_title {
                    p.of {
                        a href=(Address::Blog(id())) { (blog.title) }
                        @if !blog.description.is_empty() { span { (blog.description) } }
                        @if !blog.author.is_empty() { span { (look.text_with("by-author", &[("author", blog.author.as_str().into())])) } }
                    }
                }
                nav aria-label=(blog.title) {
                    @if links.is_empty() {
                        @for page in pages() { (link(&page.title, &Address::Post(id(), page.slug.clone()).to_string())) }
                        (link(&look.text("archive"), &Address::Archive(id()).to_string()))
                        (link(&look.text("tags"), &Address::Tags(id()).to_string()))
                    } @else {
                        @for entry in &links { (link(&entry.label, &entry.address)) }
                    }
                }
            }
        }
    }
}

/// Returns the footer of a blog's pages, with its text and links to its archive, tags and feeds. A
/// page with puzzles says where its games are stored.
fn foot(look: &Look<'_>, blog: &Blog, has_puzzles: bool) -> Markup {
    let id = || blog.id.clone();
    html! {
        footer.foot {
            div.wrap {
                nav aria-label=(look.text_with("more-of", &[("blog", blog.title.as_str().into())])) {
                    a href=(Address::Blog(id())) { (blog.title) }
                    a href=(Address::Archive(id())) { (look.text("archive")) }
                    a href=(Address::Tags(id())) { (look.text("tags")) }
                    @for (format, name) in Format::ALL.into_iter().zip(["Atom", "RSS", "JSON feed"]).filter(|_| !look.base.is_empty()) {
                        a href=(Address::Feed(id(), format)) { (name) }
                    }
                }
                @if has_puzzles { span { (look.text("footer")) } }
                @if !blog.footer.is_empty() { div.own { (PreEscaped(render(&blog.footer, Target::Page).html)) } }
            }
        }
    }
}

/// Returns the “page not found” page. `links` lead to pages that exist.
pub(crate) fn not_found(look: &Look<'_>, what: &str, links: Vec<(Address, String)>) -> Markup {
    not_found_in(look, None, what, links)
}

/// Returns the “page not found” page of a blog.
pub(crate) fn not_found_in(
    look: &Look<'_>,
    shelf: Option<&Shelf>,
    what: &str,
    links: Vec<(Address, String)>,
) -> Markup {
    let title = look.text("not-found");
    let main = html! {
        div.lead {
            h1 { (title) }
            p { (what) }
            ul { @for (address, name) in links { li { a href=(address) { (name) } } } }
        }
    };
    layout(look, &Page { title: &title, shelf, ..Page::default() }, &main)
}

/// Returns a page that redirects to another address of the site, for static hosts.
pub(crate) fn moved(look: &Look<'_>, address: &str, title: &str) -> Markup {
    html! {
        (DOCTYPE)
        html lang=(look.tag) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                meta http-equiv="content-security-policy" content=(safety::policy_of_file());
                meta http-equiv="refresh" content={ "0; url=" (address) };
                title { (title) }
                link rel="stylesheet" href=(look.assets.address("page.css"));
                @if !look.base.is_empty() { link rel="canonical" href={ (look.base) (address) }; }
            }
            body { main #main { div.lead { h1 { (title) } p { (look.linked("moved", &[], &html! { a href=(address) { (look.text("moved-link")) } })) } } } }
        }
    }
}

/// Returns a page with a short message.
pub(crate) fn message(look: &Look<'_>, title: &str, text: &str) -> Markup {
    let main = html! { div.lead { h1 { (title) } @for line in text.lines() { p { (line) } } } };
    layout(look, &Page { title, ..Page::default() }, &main)
}
