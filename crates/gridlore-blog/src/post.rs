//! A blog and its posts.

use jiff::Timestamp;
use std::collections::HashSet;

/// Tags of a post, at most: each makes a page, a line in the list of tags and one in the site map.
pub const MOST_TAGS: usize = 30;

/// Earlier names of a post, at most.
pub const MOST_ALIASES: usize = 1_000;

/// Characters of a title, a description, and the names of tags, a series or an author, at most:
/// lists of posts hold these fields of every post.
pub const LONGEST_TITLE: usize = 300;
/// As [`LONGEST_TITLE`], of a description.
pub const LONGEST_DESCRIPTION: usize = 1_000;
/// As [`LONGEST_TITLE`], of a tag, a series or an author.
pub const LONGEST_NAME: usize = 200;

/// A blog.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Blog {
    /// Its name in addresses: lower-case letters, digits and `-`.
    pub id: String,
    /// Its name for people.
    pub title: String,
    /// One sentence.
    pub description: String,
    /// Who writes it.
    pub author: String,
    /// How it looks: one of [`crate::THEMES`].
    pub theme: String,
}

/// A post.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Post {
    /// Its name in addresses: lower-case letters, digits and `-`.
    pub slug: String,
    /// The headline.
    pub title: String,
    /// One or two sentences for lists and feeds.
    pub description: String,
    /// Not to be seen yet, whatever the time.
    pub draft: bool,
    /// When it was or will be published, in whole seconds; only a draft may have none.
    pub published: Option<Timestamp>,
    /// When it was last changed in a way that readers should know of.
    pub updated: Option<Timestamp>,
    /// Names that it had in addresses before, oldest first; they lead to it.
    pub aliases: Vec<String>,
    /// Words to find it by.
    pub tags: Vec<String>,
    /// What it is a part of, in the order of publishing.
    pub series: Option<String>,
    /// Who wrote it, where that is not the blog's author.
    pub author: Option<String>,
    /// Whether readers may comment.
    pub comments: bool,
    /// The text.
    pub markdown: String,
}

/// How far a post is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// Only its writers see it.
    Draft,
    /// Its time will come.
    Scheduled,
    /// Everyone sees it.
    Published,
}

impl Status {
    /// The status at `now` of a post that is a draft or not, and is or will be published at a time.
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
    /// Cuts the fields that are longer than fields can be; returns a sentence for each.
    pub fn shorten(&mut self) -> Vec<String> {
        let mut cut = Vec::new();
        for (label, list, most) in
            [("tags", &mut self.tags, MOST_TAGS), ("aliases", &mut self.aliases, MOST_ALIASES)]
        {
            if list.len() > most {
                cut.push(format!(
                    "found {} {label}, expected at most {most}; the rest is left out",
                    list.len()
                ));
                list.truncate(most);
            }
        }
        let tags = self.tags.iter_mut().map(|tag| ("a tag", tag, LONGEST_NAME));
        let names = [("the series", &mut self.series), ("the author", &mut self.author)];
        let names = names.into_iter().filter_map(|(label, name)| Some((label, name.as_mut()?, LONGEST_NAME)));
        let texts = [
            ("the title", &mut self.title, LONGEST_TITLE),
            ("the description", &mut self.description, LONGEST_DESCRIPTION),
        ];
        for (label, text, longest) in texts.into_iter().chain(names).chain(tags) {
            if let Some((at, _)) = text.char_indices().nth(longest) {
                let letters = text.chars().count();
                cut.push(format!("{label} has {letters} characters, expected at most {longest}; it is cut"));
                text.truncate(at);
            }
        }
        cut
    }

    /// A draft without text.
    #[must_use]
    pub fn new(slug: &str, title: &str) -> Self {
        Self {
            slug: slug.to_owned(),
            title: title.to_owned(),
            description: String::new(),
            draft: true,
            published: None,
            updated: None,
            aliases: Vec::new(),
            tags: Vec::new(),
            series: None,
            author: None,
            comments: true,
            markdown: String::new(),
        }
    }

    /// How far it is at this time.
    #[must_use]
    pub fn status(&self, now: Timestamp) -> Status {
        Status::of(self.draft, self.published, now)
    }

    /// When it was last published or changed; 1970 for a draft without a time.
    #[must_use]
    pub fn changed(&self) -> Timestamp {
        let published = self.published.unwrap_or_default();
        self.updated.map_or(published, |updated| updated.max(published))
    }

    /// Takes over the names that the post had so far, when this is put in its place: addresses that
    /// were given out go on working.
    pub fn succeed(&mut self, before: &Self) {
        let mut aliases = before.aliases.clone();
        aliases.push(before.slug.clone());
        aliases.append(&mut self.aliases);
        let mut known = HashSet::with_capacity(aliases.len());
        aliases.retain(|alias| *alias != self.slug && known.insert(alias.clone()));
        self.aliases = aliases;
    }

    /// The name that it had first, by which feeds know it however often it is renamed.
    #[must_use]
    pub fn first_name(&self) -> &str {
        self.aliases.first().unwrap_or(&self.slug)
    }

    /// Minutes it takes to read, at 220 words a minute, at least one.
    #[must_use]
    pub fn minutes(&self) -> usize {
        (self.markdown.split_whitespace().count() / 220).max(1)
    }
}

/// The time without parts of a second, so that its text sorts as it does.
#[must_use]
pub fn whole_second(time: Timestamp) -> Timestamp {
    Timestamp::from_second(time.as_second()).unwrap_or(time)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_post_is_seen_from_its_time_on_unless_it_is_a_draft() {
        let time: Timestamp = "2026-11-20T09:00:00Z".parse().unwrap();
        let second = jiff::SignedDuration::from_secs(1);
        let mut post = Post::new("a", "A");
        assert_eq!(post.status(time), Status::Draft);
        post.draft = false;
        assert_eq!(post.status(time), Status::Draft, "no time, nothing to see");
        post.published = Some(time);
        assert_eq!([post.status(time - second), post.status(time)], [Status::Scheduled, Status::Published]);
        post.draft = true;
        assert_eq!(post.status(time + second), Status::Draft);
    }

    #[test]
    fn names_are_kept_through_renamings() {
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
    fn a_change_counts_from_when_it_is_the_later_time() {
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
