//! Pictures and links: only picture files of this site are shown, and only addresses that cannot
//! run scripts are linked.

use crate::address::{is_own_media, is_safe};
use crate::escape::Escaped;
use crate::text::rendered::Target;
use pulldown_cmark::{CowStr, Event, Tag, TagEnd};
use std::fmt::Write;

/// Makes Markdown harmless: links to addresses that run scripts lose their address. Pictures from
/// other sites become links, because loading them would reveal readers to those sites. So do
/// pictures whose address is a page of this site, because readers' browsers would request that page
/// on their own.
#[derive(Default)]
pub(crate) struct Harmless {
    /// For each open picture, whether it has become a link.
    pictures: Vec<bool>,
}

impl Harmless {
    pub(crate) fn event<'a>(&mut self, event: Event<'a>) -> Event<'a> {
        match event {
            Event::Start(Tag::Link { dest_url, .. }) if !is_safe(&dest_url) => {
                Event::InlineHtml(CowStr::Borrowed("<a>"))
            }
            Event::Start(Tag::Image { link_type, dest_url, title, id }) => {
                let is_own = is_own_media(&dest_url);
                self.pictures.push(!is_own);
                match (is_own, is_safe(&dest_url)) {
                    (true, _) => Event::Start(Tag::Image { link_type, dest_url, title, id }),
                    (false, true) => Event::Start(Tag::Link { link_type, dest_url, title, id }),
                    (false, false) => Event::InlineHtml(CowStr::Borrowed("<a>")),
                }
            }
            Event::End(TagEnd::Image) if self.pictures.pop() == Some(true) => Event::End(TagEnd::Link),
            other => other,
        }
    }
}

/// Maximum number of pictures per post that can be enlarged.
const MAX_ENLARGED: usize = 500;

/// Width in pixels of the text column; a single picture that is narrower cannot be enlarged.
const COLUMN: u32 = 640;

/// A picture of this site.
#[derive(Debug)]
pub(crate) struct Picture {
    pub(crate) address: String,
    pub(crate) title: String,
    pub(crate) alt: String,
}

impl Picture {
    /// Returns the size of an uploaded picture, which is part of its name.
    fn size(&self) -> Option<(u32, u32)> {
        let (stem, _) = self.address.strip_prefix("/uploads/")?.split_once('.')?;
        let (width, height) = stem.rsplit_once('-')?.1.split_once('x')?;
        Some((width.parse().ok()?, height.parse().ok()?))
    }

    /// Returns the picture as HTML. The size of an upload lets browsers reserve the space, and wide
    /// uploads have a smaller copy: `/uploads/HASH-1600x900.jpg` and
    /// `/uploads/HASH-1600x900-800.jpg`.
    fn html(&self, target: Target, title: &str) -> String {
        let Self { address, alt, .. } = self;
        let mut html = format!("<img src=\"{}\" alt=\"{}\"", Escaped(address), Escaped(alt));
        if !title.is_empty() {
            let _ = write!(html, " title=\"{}\"", Escaped(title));
        }
        if let Some((width, height)) = self.size() {
            let _ = write!(html, " width=\"{width}\" height=\"{height}\"");
            let (stem, ending) = address.split_once('.').unwrap_or((address, ""));
            if width > 800 && ending != "gif" && target == Target::Page {
                let narrow = format!("{}-800.{}", Escaped(stem), Escaped(ending));
                let _ = write!(
                    html,
                    " srcset=\"{narrow} 800w, {} {width}w\" sizes=\"(max-width: 42rem) 100vw, 38rem\"",
                    Escaped(address)
                );
            }
        }
        if target == Target::Page {
            html.push_str(" loading=\"lazy\"");
        }
        html + ">"
    }
}

/// Writes the pictures of a post as figures with captions, galleries, and enlarged copies.
///
/// An enlarged picture is a popover, which browsers open and close without scripts, including by
/// keyboard.
pub(crate) struct Pictures {
    target: Target,
    /// The pictures of the open paragraph.
    kept: Vec<Picture>,
    /// The number of pictures so far that can be enlarged.
    enlarged: usize,
}

impl Pictures {
    pub(crate) const fn new(target: Target) -> Self {
        Self { target, kept: Vec::new(), enlarged: 0 }
    }

    /// Returns a picture within a line.
    pub(crate) fn inline(&self, picture: &Picture) -> String {
        picture.html(self.target, &picture.title)
    }

    /// Stores a picture of the open paragraph.
    pub(crate) fn keep(&mut self, picture: Picture) {
        self.kept.push(picture);
    }

    /// Discards the pictures of the previous paragraph.
    pub(crate) fn forget(&mut self) {
        self.kept.clear();
    }

    /// Returns the HTML of a paragraph that contains only pictures: a figure for a single picture
    /// with a title, or a gallery for several pictures. `None` for other paragraphs.
    pub(crate) fn figures(&mut self, inside: &[Event<'_>]) -> Option<String> {
        let is_between = |event: &&Event<'_>| match event {
            Event::SoftBreak | Event::HardBreak => true,
            Event::Text(text) | Event::Html(text) => text.trim().is_empty(),
            _ => false,
        };
        let between = inside.iter().filter(is_between).count();
        let pictures = inside.iter().filter(|event| matches!(event, Event::InlineHtml(_))).count();
        if self.kept.is_empty() || pictures != self.kept.len() || pictures + between != inside.len() {
            return None;
        }
        match &*std::mem::take(&mut self.kept) {
            [picture] if picture.title.is_empty() => {
                if self.target == Target::Feed || picture.size().is_none_or(|size| size.0 <= COLUMN) {
                    return None;
                }
                let (html, large) = self.enlargeable(picture);
                Some(format!("<p>{html}</p>\n{large}"))
            }
            [picture] => Some(self.figure(picture, COLUMN)),
            pictures => {
                let figures = pictures.iter().map(|picture| self.figure(picture, COLUMN / 3));
                let figures: String = figures.collect();
                let class = if self.target == Target::Page { " class=\"gallery\"" } else { "" };
                Some(format!("<div{class}>\n{figures}</div>\n"))
            }
        }
    }

    /// Returns a picture with its caption; it can be enlarged if it is wider than `column`.
    fn figure(&mut self, picture: &Picture, column: u32) -> String {
        let is_wide = picture.size().is_some_and(|size| size.0 > column);
        let (html, large) = match self.target {
            Target::Page if is_wide => self.enlargeable(picture),
            target => (picture.html(target, ""), String::new()),
        };
        let caption = match &*picture.title {
            "" => String::new(),
            title => format!("<figcaption>{}</figcaption>", Escaped(title)),
        };
        format!("<figure>{html}{caption}{large}</figure>\n")
    }

    /// Returns a picture that opens an enlarged copy, and the copy itself.
    fn enlargeable(&mut self, picture: &Picture) -> (String, String) {
        let html = picture.html(self.target, "");
        if self.enlarged >= MAX_ENLARGED {
            return (html, String::new());
        }
        self.enlarged += 1;
        let number = self.enlarged;
        let alt = Escaped(&picture.alt);
        let name = if picture.alt.trim().is_empty() { "" } else { ": " };
        (
            format!(
                "<button type=\"button\" class=\"enlarge\" popovertarget=\"picture-{number}\" aria-label=\"Enlarge the picture{name}{alt}\">{html}</button>"
            ),
            format!(
                "<div popover id=\"picture-{number}\" class=\"enlarged\"><button type=\"button\" popovertarget=\"picture-{number}\" popovertargetaction=\"hide\" aria-label=\"Close the picture\"><img src=\"{}\" alt=\"{alt}\" loading=\"lazy\"></button></div>",
                Escaped(&picture.address)
            ),
        )
    }
}
