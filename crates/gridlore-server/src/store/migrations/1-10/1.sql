create table blog (
    id text primary key,
    title text not null,
    description text not null,
    author text not null
) strict;
create table post (
    blog text not null references blog (id),
    slug text not null,
    title text not null,
    description text not null,
    published text not null,          -- UTC, RFC 3339, so that text order is time order
    tags text not null,               -- separated by commas
    markdown text not null,
    primary key (blog, slug)
) strict;
create index post_by_time on post (blog, published desc, slug);
