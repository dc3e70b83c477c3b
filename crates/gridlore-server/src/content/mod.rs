//! What the site shows beside the database: the demo blog, posts as files, pictures that were sent
//! in, scripts and style sheets; and the comments under a post in their order, with the rules that
//! sort them.

pub(crate) mod assets;
pub(crate) mod comment_rules;
pub(crate) mod demo;
pub(crate) mod folder;
pub(crate) mod thread;
pub(crate) mod uploads;
