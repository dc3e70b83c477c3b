//! Blogs and posts: Markdown with live puzzles, files with front matter, feeds, and the library of what the public may see. No HTTP and no
//! database: text in, text out.
//!
//! A fenced block whose language is a puzzle becomes that puzzle's element, with the board inside as a plain table for
//! everyone who runs no scripts: readers of feeds and of paper, search engines.
#![forbid(unsafe_code)]

mod address;
mod blocks;
mod comment;
mod escape;
mod feed;
mod file;
mod foreign;
mod headings;
mod highlight;
mod ident;
mod library;
mod links;
mod markdown;
mod mathematics;
mod nesting;
mod post;
mod posts;
mod renderer;
mod shelf;
mod words;

pub use address::own_address;
pub use comment::{comment, count_links};
pub use feed::{Format, MOST as MOST_IN_FEED, MOST_BYTES as MOST_BYTES_IN_FEED, feed};
pub use file::{FrontMatterError, read_time};
pub use foreign::Foreign;
pub use ident::{slug_fault, slug_of};
pub use library::{Catalogue, Conflict, Library, Origin};
pub use links::with_addresses;
pub use markdown::{LONGEST_TEXT, MOST_ELEMENTS, Problem, Rendered, Target, render, set_clock};
pub use post::{
    Blog, LONGEST_DESCRIPTION, LONGEST_NAME, LONGEST_TITLE, MOST_ALIASES, MOST_TAGS, Post, Status,
    whole_second,
};
pub use posts::Posts;
pub use renderer::Renderer;
pub use shelf::{Entry, Group, Shelf};
pub use words::words;

/// How a blog can look; the first is what a new blog has.
pub const THEMES: &[&str] = &["paper", "slate", "moss", "plum"];
