-- Webmentions, and the hubs of feeds (WebSub).

-- Blogs that receive and send webmentions, and since when.
create table mention_blog (
    blog text primary key references blog (id) on delete cascade,
    since text not null
) strict;
create trigger mention_blog_added after insert on mention_blog begin
    insert into change (blog, slug, kind) values (new.blog, '', 'blog');
end;
create trigger mention_blog_deleted after delete on mention_blog begin
    insert into change (blog, slug, kind) values (old.blog, '', 'blog');
end;

-- Pages of other sites that somebody says link to a post, until they are read.
create table mention_request (
    id integer primary key autoincrement,
    source text not null,
    target text not null,
    host text not null,               -- of the source
    blog text not null references blog (id) on delete cascade,
    post text not null,               -- the slug that it had first
    tries integer not null,
    due text not null,
    unique (source, target)
) strict;
create index mention_request_by_due on mention_request (due);
create index mention_request_by_host on mention_request (host);

-- Comments that are mentions: the page that each comes from.
create table mention (
    comment integer primary key references comment (id) on delete cascade,
    source text not null,
    kind text not null,               -- mention, reply, like, repost
    title text not null
) strict;
create index mention_by_source on mention (source);

-- Posts whose links were looked at, and in which version.
create table linking_post (
    id integer primary key autoincrement,
    blog text not null references blog (id) on delete cascade,
    post text not null,               -- the slug that it had first
    slug text not null,
    version text not null,
    unique (blog, post)
) strict;

-- Links of these posts to other sites, and what became of the mention.
create table sent_mention (
    id integer primary key autoincrement,
    post integer not null references linking_post (id) on delete cascade,
    target text not null,
    linked integer not null,          -- 0 if the post no longer has the link
    result text not null,             -- empty until there is one
    time text not null,
    tries integer not null,
    due text,                         -- null when it is done
    unique (post, target)
) strict;
create index sent_mention_by_due on sent_mention (due);

-- The hubs of blogs, with the version of the feeds that they know.
create table hub (
    blog text primary key references blog (id) on delete cascade,
    address text not null,
    version text not null
) strict;
create trigger hub_added after insert on hub begin
    insert into change (blog, slug, kind) values (new.blog, '', 'blog');
end;
create trigger hub_changed after update on hub when new.address <> old.address begin
    insert into change (blog, slug, kind) values (new.blog, '', 'blog');
end;
create trigger hub_deleted after delete on hub begin
    insert into change (blog, slug, kind) values (old.blog, '', 'blog');
end;

-- The last message to a hub about each feed, and what became of it.
create table hub_ping (
    blog text not null references hub (blog) on delete cascade,
    feed text not null,               -- atom, rss, json
    result text not null,             -- empty until there is one
    time text not null,
    tries integer not null,
    due text,                         -- null when it is done
    primary key (blog, feed)
) strict;
