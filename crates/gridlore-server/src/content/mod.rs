//! Content outside the database: the demo blog, posts as files, uploaded pictures, scripts and
//! style sheets. Also comments as threads, with their moderation rules, and checks of settings.

pub(crate) mod assets;
pub(crate) mod blog_settings;
pub(crate) mod comment_rules;
pub(crate) mod demo;
pub(crate) mod folder;
pub(crate) mod thread;
pub(crate) mod uploads;
