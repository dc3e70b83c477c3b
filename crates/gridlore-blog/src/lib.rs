//! Blogs and posts: Markdown with live puzzles, files with front matter, feeds, and the library of
//! what the public may see. No HTTP and no database: text in, text out.
//!
//! A fenced block whose language is a puzzle becomes that puzzle's element, with the board inside
//! as a plain table for everyone who runs no scripts: readers of feeds and of paper, search
//! engines.
#![forbid(unsafe_code)]

mod address;
mod escape;
mod feed;
mod file;
mod foreign;
mod ident;
mod library;
mod post;
mod text;

pub use address::own_address;
pub use feed::{Format, MOST as MOST_IN_FEED, MOST_BYTES as MOST_BYTES_IN_FEED, feed};
pub use file::{FrontMatterError, read_time};
pub use foreign::Foreign;
pub use ident::{slug_fault, slug_of};
pub use library::entry::Entry;
pub use library::posts::Posts;
pub use library::shelf::{Group, Shelf};
pub use library::{Catalogue, Conflict, Library, Origin};
pub use post::{
    Blog, LONGEST_DESCRIPTION, LONGEST_NAME, LONGEST_TITLE, MOST_ALIASES, MOST_TAGS, Post, Status,
    whole_second,
};
pub use text::comment::{comment, count_links};
pub use text::links::with_addresses;
pub use text::markdown::{LONGEST_TEXT, MOST_ELEMENTS, render, set_clock};
pub use text::rendered::{Problem, Rendered, Target};
pub use text::renderer::Renderer;
pub use text::words::words;

/// How a blog can look; the first is what a new blog has.
pub const THEMES: &[&str] = &["paper", "slate", "moss", "plum"];
