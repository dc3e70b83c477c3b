-- What readers write, what they are answered with, pictures, and settings.
create table comment (
    id integer primary key,
    blog text not null,
    slug text not null,               -- a post of the database or of a file
    parent integer references comment (id) on delete cascade,
    name text not null,
    text text not null,               -- Markdown, a small part of it
    time text not null,
    state text not null,              -- held, shown, spam
    visitor text not null,            -- the address it came from, for those who moderate
    account integer references account (id) on delete set null
) strict;
create index comment_of_post on comment (blog, slug, state, time);
create index comment_by_state on comment (state, time);

create table upload (
    name text primary key,            -- the file in the folder of uploads
    title text not null,              -- what the file was called
    width integer not null,
    height integer not null,
    bytes integer not null,
    time text not null,
    account integer references account (id) on delete set null
) strict;

create table setting (
    key text primary key,
    value text not null
) strict;
