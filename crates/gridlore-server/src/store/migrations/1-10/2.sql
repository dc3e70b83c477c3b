-- Drafts, series, authors, themes; the state of saving; the essays that the demo blog was given.
alter table blog add column theme text not null default 'paper';

create table post_2 (
    blog text not null references blog (id) on update cascade on delete cascade,
    slug text not null,
    title text not null,
    description text not null,
    draft integer not null,
    published text,                   -- UTC, RFC 3339, whole seconds, so that text order is time order
    updated text,
    tags text not null,               -- separated by line feeds
    series text,
    author text,
    comments integer not null,
    markdown text not null,
    saved text not null,              -- when this row was last written
    version integer not null,         -- counts the writes, so that nobody overwrites what she has not seen
    primary key (blog, slug)
) strict;
insert into post_2
    select blog, slug, title, description, 0, published, null, replace(tags, ',', char(10)), null, null, 1, markdown, published, 1 from post;
drop table post;
alter table post_2 rename to post;

create table essay (slug text primary key) strict;
insert into essay select slug from post where blog = 'demo';
