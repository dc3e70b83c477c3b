//! Blogs and posts.

use crate::THEMES;
use crate::text::rendered::{Form, Target};
use jiff::Timestamp;
use std::collections::HashSet;

/// Maximum number of tags per post; each tag has a page, and a line in the list of tags and in the
/// sitemap.
pub const MAX_TAGS: usize = 30;

/// Maximum number of former slugs per post.
pub const MAX_ALIASES: usize = 1_000;

/// Maximum length of a title in characters; lists of posts contain the title of every post.
pub const MAX_TITLE_LENGTH: usize = 300;
/// Maximum length of a description in characters, for the same reason as [`MAX_TITLE_LENGTH`].
pub const MAX_DESCRIPTION_LENGTH: usize = 1_000;
/// Maximum length of a tag, a series or an author in characters, for the same reason as
/// [`MAX_TITLE_LENGTH`].
pub const MAX_NAME_LENGTH: usize = 200;

/// A blog.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Blog {
    /// The blog's name in addresses: lower-case letters, digits and `-`.
    pub id: String,
    /// The title of the blog.
    pub title: String,
    /// A description of one sentence.
    pub description: String,
    /// The name of the author.
    pub author: String,
    /// The theme: one of [`crate::THEMES`].
    pub theme: String,
    /// The links at the top of its pages, one per line, in the syntax of [`crate::menu_of`]. If
    /// empty, the links are its pages, the archive and the tags.
    pub menu: String,
    /// The text at the bottom of its pages.
    pub footer: String,
    /// The language of its posts and pages, such as `de` or `pt-BR`; empty for the language of the
    /// site.
    pub language: String,
    /// Its style sheet, which is applied after that of the theme.
    pub style: String,
    /// The address of its logo, a picture of this site; empty if it has none.
    pub logo: String,
    /// The address of the picture in its link previews, a picture of this site; empty if it has
    /// none.
    pub picture: String,
    /// The blog's own domain, as an address such as `https://lamps.example`; empty if it has none.
    pub domain: String,
}

impl Blog {
    /// Creates a blog with the default theme, without a description.
    #[must_use]
    pub fn new(id: &str, title: &str) -> Self {
        Self {
            id: id.to_owned(),
            title: title.to_owned(),
            description: String::new(),
            author: String::new(),
            theme: THEMES[0].to_owned(),
            menu: String::new(),
            footer: String::new(),
            language: String::new(),
            style: String::new(),
            logo: String::new(),
            picture: String::new(),
            domain: String::new(),
        }
    }
}

/// A post.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Post {
    /// The post's name in addresses: lower-case letters, digits and `-`.
    pub slug: String,
    /// The title of the post.
    pub title: String,
    /// A description of one or two sentences, for lists and feeds.
    pub description: String,
    /// Whether the post is a draft, which is never public.
    pub draft: bool,
    /// Whether it is a page, such as “About”: it appears in the menu but not in lists of posts or
    /// feeds.
    pub page: bool,
    /// When it was or will be published, in whole seconds; `None` only for drafts.
    pub published: Option<Timestamp>,
    /// When it was last changed in a way that readers should know about.
    pub updated: Option<Timestamp>,
    /// Former slugs, oldest first; they redirect to the post.
    pub aliases: Vec<String>,
    /// The tags of the post.
    pub tags: Vec<String>,
    /// The series that it belongs to, whose posts are ordered by publish date.
    pub series: Option<String>,
    /// The author, if different from the blog's.
    pub author: Option<String>,
    /// The language of its text, such as `de` or `pt-BR`, if different from the blog's.
    pub language: Option<String>,
    /// Whether readers may comment.
    pub comments: bool,
    /// Whether straight quotation marks, consecutive hyphens and three dots are replaced by their
    /// typographic forms.
    pub smart: bool,
    /// The text in Markdown.
    pub markdown: String,
}

/// The publication status of a post.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// Only writers can see it.
    Draft,
    /// It will be public at its publish date.
    Scheduled,
    /// It is public.
    Published,
}

impl Status {
    /// Returns the status of a post at `now`.
    #[must_use]
    pub fn of(is_draft: bool, published: Option<Timestamp>, now: Timestamp) -> Self {
        match published {
            Some(time) if !is_draft && time <= now => Self::Published,
            Some(_) if !is_draft => Self::Scheduled,
            _ => Self::Draft,
        }
    }
}

impl Post {
    /// Shortens fields that exceed their limits; returns a sentence for each.
    pub fn shorten(&mut self) -> Vec<String> {
        let mut cut = Vec::new();
        for (label, list, limit) in
            [("tags", &mut self.tags, MAX_TAGS), ("aliases", &mut self.aliases, MAX_ALIASES)]
        {
            if list.len() > limit {
                cut.push(format!(
                    "found {} {label}, expected at most {limit}; the rest are left out",
                    list.len()
                ));
                list.truncate(limit);
            }
        }
        let tags = self.tags.iter_mut().map(|tag| ("a tag", tag, MAX_NAME_LENGTH));
        let names = [("the series", &mut self.series), ("the author", &mut self.author)];
        let names =
            names.into_iter().filter_map(|(label, name)| Some((label, name.as_mut()?, MAX_NAME_LENGTH)));
        let texts = [
            ("the title", &mut self.title, MAX_TITLE_LENGTH),
            ("the description", &mut self.description, MAX_DESCRIPTION_LENGTH),
        ];
        for (label, text, longest) in texts.into_iter().chain(names).chain(tags) {
            if let Some((at, _)) = text.char_indices().nth(longest) {
                let letters = text.chars().count();
                cut.push(format!(
                    "{label} has {letters} characters, expected at most {longest}; it was shortened"
                ));
                text.truncate(at);
            }
        }
        cut
    }

    /// Creates a draft without text.
    #[must_use]
    pub fn new(slug: &str, title: &str) -> Self {
        Self {
            slug: slug.to_owned(),
            title: title.to_owned(),
            description: String::new(),
            draft: true,
            page: false,
            published: None,
            updated: None,
            aliases: Vec::new(),
            tags: Vec::new(),
            series: None,
            author: None,
            language: None,
            comments: true,
            smart: true,
            markdown: String::new(),
        }
    }

    /// Returns the status at this time.
    #[must_use]
    pub fn status(&self, now: Timestamp) -> Status {
        Status::of(self.draft, self.published, now)
    }

    /// Returns the time when it was last published or updated, or 1970 for a draft without a
    /// publish date.
    #[must_use]
    pub fn changed(&self) -> Timestamp {
        let published = self.published.unwrap_or_default();
        self.updated.map_or(published, |updated| updated.max(published))
    }

    /// Takes over the slugs of the post that this post replaces, to keep existing links working.
    pub fn succeed(&mut self, before: &Self) {
        let mut aliases = before.aliases.clone();
        aliases.push(before.slug.clone());
        aliases.append(&mut self.aliases);
        let mut known = HashSet::with_capacity(aliases.len());
        aliases.retain(|alias| *alias != self.slug && known.insert(alias.clone()));
        self.aliases = aliases;
    }

    /// Returns the first slug, which identifies the post in feeds even after it is renamed.
    #[must_use]
    pub fn first_name(&self) -> &str {
        self.aliases.first().unwrap_or(&self.slug)
    }

    /// Returns the form in which its text is rendered for a target.
    #[must_use]
    pub const fn form(&self, target: Target) -> Form {
        Form { target, smart: self.smart }
    }

    /// Returns the reading time in minutes at 220 words per minute, at least 1.
    #[must_use]
    pub fn minutes(&self) -> usize {
        (self.markdown.split_whitespace().count() / 220).max(1)
    }
}

/// Returns the time without fractions of a second; such times sort in the same order as their text
/// forms.
#[must_use]
pub fn whole_second(time: Timestamp) -> Timestamp {
    Timestamp::from_second(time.as_second()).unwrap_or(time)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_post_is_public_from_its_publish_date_unless_it_is_a_draft() {
        let time: Timestamp = "2026-11-20T09:00:00Z".parse().unwrap();
        let second = jiff::SignedDuration::from_secs(1);
        let mut post = Post::new("a", "A");
        assert_eq!(post.status(time), Status::Draft);
        post.draft = false;
        assert_eq!(post.status(time), Status::Draft, "no publish date");
        post.published = Some(time);
        assert_eq!([post.status(time - second), post.status(time)], [Status::Scheduled, Status::Published]);
        post.draft = true;
        assert_eq!(post.status(time + second), Status::Draft);
    }

    #[test]
    fn former_slugs_are_kept() {
        let mut post = Post::new("one", "A");
        for (name, aliases) in
            [("two", "one"), ("three", "one two"), ("one", "two three"), ("one", "two three")]
        {
            let mut next = Post::new(name, "A");
            next.succeed(&post);
            post = next;
            assert_eq!(post.aliases.join(" "), aliases);
        }
        assert_eq!((post.first_name(), Post::new("one", "A").first_name()), ("two", "one"));
    }

    #[test]
    fn the_later_of_publish_and_update_counts_as_the_change() {
        let [early, late]: [Timestamp; 2] =
            ["2026-01-01T00:00:00Z", "2026-02-01T00:00:00Z"].map(|text| text.parse().unwrap());
        let mut post = Post::new("a", "A");
        post.published = Some(late);
        assert_eq!(post.changed(), late);
        post.updated = Some(early);
        assert_eq!(post.changed(), late);
        (post.published, post.updated) = (Some(early), Some(late));
        assert_eq!(post.changed(), late);
    }
}
