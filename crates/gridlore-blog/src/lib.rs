//! Blogs and posts: Markdown with live puzzles, files with front matter, feeds, and the library of
//! public posts. There is no HTTP and no database: text in, text out.
//!
//! A fenced block whose language is a kind of puzzle becomes an element for that puzzle. The
//! element contains the board as a plain table for readers without scripts, such as feed readers,
//! paper and search engines.
#![forbid(unsafe_code)]

mod address;
mod escape;
mod feed;
mod file;
mod foreign;
mod ident;
pub mod import;
mod language;
mod library;
mod menu;
mod post;
mod style_sheet;
mod text;

pub use address::own_address;
pub use feed::{
    FeedContext, Format, MAX_BYTES as MAX_FEED_BYTES, MAX_POSTS as MAX_FEED_POSTS, MAX_SINGLE_BYTES, feed,
    post_html, site_feed,
};
pub use file::{FrontMatterError, read_time};
pub use foreign::Foreign;
pub use ident::{slug_fault, slug_of, tag_slug};
pub use language::language_fault;
pub use library::entry::Entry;
pub use library::group::Group;
pub use library::ordered::Ordered;
pub use library::posts::Posts;
pub use library::shelf::Shelf;
pub use library::{Catalogue, Conflict, Library, Origin};
pub use menu::{MAX_MENU_LINKS, MenuLink, menu_of};
pub use post::{
    Blog, MAX_ALIASES, MAX_DESCRIPTION_LENGTH, MAX_NAME_LENGTH, MAX_TAGS, MAX_TITLE_LENGTH, Post, Status,
    whole_second,
};
pub use style_sheet::{MAX_STYLE_BYTES, style_fault, style_with_addresses};
pub use text::comment::{comment, count_links};
pub use text::limits::budget::set_clock;
pub use text::limits::elements::MAX_ELEMENTS;
pub use text::links::with_addresses;
pub use text::markdown::{MAX_TEXT_BYTES, render};
pub use text::rendered::{Form, Problem, Rendered, Target};
pub use text::renderer::Renderer;
pub use text::warnings::{problems, warnings};
pub use text::words::words;

/// The themes of blogs; the first is the default. The last three also change the typography and
/// layout, the others only the colours.
pub const THEMES: &[&str] = &["paper", "slate", "moss", "plum", "journal", "console", "poster"];
