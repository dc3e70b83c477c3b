//! The addresses of blogs and posts in their roles as actors and objects.

use crate::address::{Address, decoded, encoded, object_path};
use crate::site::{Current, Site};
use gridlore_blog::{Entry, Shelf};
use std::sync::Arc;

/// The addresses of one blog.
#[derive(Debug, Clone)]
pub(crate) struct Names {
    base: String,
    blog: String,
    /// The address of the blog’s front page, without a trailing slash.
    home: String,
}

impl Names {
    /// Returns the addresses of a blog on the site at `base`, which has no trailing slash.
    pub(crate) fn new(site: &Site, base: &str, blog: &str) -> Self {
        Self { base: base.to_owned(), blog: blog.to_owned(), home: site.blog_base(blog) }
    }

    pub(super) fn base(&self) -> &str {
        &self.base
    }

    pub(super) fn blog(&self) -> &str {
        &self.blog
    }

    pub(super) fn actor(&self) -> String {
        format!("{}{}", self.base, object_path(&self.blog, None))
    }

    pub(super) fn key(&self) -> String {
        format!("{}#key", self.actor())
    }

    pub(super) fn inbox(&self) -> String {
        format!("{}/inbox", self.actor())
    }

    pub(super) fn outbox(&self) -> String {
        format!("{}/outbox", self.actor())
    }

    pub(super) fn followers(&self) -> String {
        format!("{}/followers", self.actor())
    }

    /// Returns the address of the object of a post, which stays the same when the post is renamed.
    pub(super) fn object(&self, identity: &str, number: u32) -> String {
        format!("{}{}", self.base, object_path(&self.blog, Some((identity, number))))
    }

    /// Returns the address of the blog’s front page.
    pub(super) fn page(&self) -> String {
        self.home.clone()
    }

    /// Returns the address of a post’s page.
    pub(super) fn post_page(&self, slug: &str) -> String {
        format!("{}/{}", self.home, encoded(slug))
    }

    /// Returns the post whose page or ActivityPub object has this address on this site.
    pub(super) fn post<'a>(&self, current: &'a Current, address: &str) -> Option<(String, &'a Arc<Entry>)> {
        let shelf = current.library.shelf(&self.blog)?;
        let path = current.domains.path_on_site(&self.base, address)?;
        let path = path.split(['#', '?']).next().unwrap_or_default();
        if let Some(Address::Post(blog, slug)) = Address::parse(path) {
            let entry = shelf.post(&slug).filter(|_| blog == self.blog)?;
            return Some((shelf.identity(entry), entry));
        }
        let name = path.strip_prefix(&object_path(&self.blog, Some(("", 0))))?;
        // A reaction to an earlier object is a reaction to the post.
        by_identity(shelf, &decoded(name.split('/').next().unwrap_or_default()))
    }
}

/// Returns the public post with this identity.
pub(crate) fn by_identity<'a>(shelf: &'a Shelf, identity: &str) -> Option<(String, &'a Arc<Entry>)> {
    shelf.by_identity(identity).map(|post| (identity.to_owned(), post))
}
