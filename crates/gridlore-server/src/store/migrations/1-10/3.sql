-- People, their sessions, what they did, and what they wrote before.
create table account (
    id integer primary key,
    name text not null unique,        -- as it is typed at the entrance, lower case
    display text not null,            -- as readers see it
    hash text not null,               -- argon2id, PHC format
    role text not null,               -- owner, editor, author
    created text not null,
    closed integer not null default 0
) strict;

create table session (
    hash text primary key,            -- SHA-256 of what the cookie holds
    account integer not null references account (id) on delete cascade,
    created text not null,
    seen text not null,
    agent text not null
) strict;

-- Links that make an account, once.
create table invitation (
    hash text primary key,
    role text not null,
    expires text not null
) strict;

create table throttle (
    key text primary key,
    count integer not null,
    until text not null
) strict;

create table audit (
    id integer primary key,
    time text not null,
    who text not null,
    address text not null,
    action text not null,
    subject text not null
) strict;

alter table post add column owner integer references account (id) on delete set null;

-- What a post was after each save, as a file.
create table revision (
    blog text not null,
    slug text not null,
    number integer not null,
    saved text not null,
    who text not null,
    file text not null,
    primary key (blog, slug, number),
    foreign key (blog, slug) references post (blog, slug) on update cascade on delete cascade
) strict;

-- What is in an editor and was not saved.
create table unsaved (
    account integer not null references account (id) on delete cascade,
    blog text not null,
    slug text not null,               -- empty for a post that is not there yet
    time text not null,
    form text not null,
    primary key (account, blog, slug)
) strict;
