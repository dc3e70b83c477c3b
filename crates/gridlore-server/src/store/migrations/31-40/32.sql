-- What lists of posts show. In the rows themselves, some of these columns come after the text, so
-- reading them there reads the whole text.
create index post_headline on post (blog, slug, deleted, draft, published, owner, saved, title);
