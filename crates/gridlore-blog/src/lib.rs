//! Blogs and posts: Markdown with live puzzles, front matter, feeds. No HTTP and no database: text in, text out.
//!
//! A fenced block whose language is a puzzle becomes that puzzle's element, with the board inside as a plain table for
//! everyone who runs no scripts: readers of feeds and of paper, search engines.
#![forbid(unsafe_code)]

mod escape;
mod feed;
mod markdown;
mod post;
mod renderer;

pub use feed::atom;
pub use markdown::{Problem, Rendered, Target, render};
pub use post::{Blog, FrontMatterError, Post};
pub use renderer::Renderer;
