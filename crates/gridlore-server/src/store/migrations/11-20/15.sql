-- The fediverse: blogs that can be followed, their followers, what other servers sent, and what is
-- sent to them.

create table actor (
    blog text primary key references blog (id) on delete cascade,
    key blob not null,                -- private, PKCS #8
    is_active integer not null,
    since text not null               -- posts from then on are announced
) strict;
create trigger actor_added after insert on actor begin
    insert into change (blog, slug, kind) values (new.blog, '', 'blog');
end;
create trigger actor_changed after update on actor begin
    insert into change (blog, slug, kind) values (new.blog, '', 'blog');
end;

create table follower (
    id integer primary key autoincrement,
    blog text not null references blog (id) on delete cascade,
    actor text not null,
    name text not null,
    inbox text not null,              -- shared by all accounts of its server if it has such an inbox
    request text not null,            -- the address of the request to follow
    time text not null,
    unique (blog, actor)
) strict;

-- Servers whose requests a blog ignores.
create table blocked_host (
    blog text not null references blog (id) on delete cascade,
    host text not null,
    primary key (blog, host)
) strict;

-- Actors of other servers, with their keys, for a day.
create table remote_actor (
    id text primary key,
    key text not null,                -- the address of the key
    pem text not null,
    name text not null,
    inbox text not null,
    time text not null
) strict;
create index remote_actor_by_key on remote_actor (key);

-- Requests whose signature has not been verified yet.
create table received (
    id integer primary key autoincrement,
    blog text not null references blog (id) on delete cascade,
    network text not null,
    host text not null,               -- of the key
    key text not null,
    signed text not null,
    signature blob not null,
    body text not null,
    tries integer not null,
    due text not null,
    time text not null
) strict;
create index received_by_due on received (due);
create index received_by_key on received (key);
create index received_by_host on received (host);

-- Posts that were sent: by the slug that they had first, with the hash of their content; empty when
-- they were deleted. Other servers never take the address of a deleted object again, so the object
-- of a post that returns has the next number.
create table announced (
    blog text not null references blog (id) on delete cascade,
    post text not null,
    hash text not null,
    number integer not null,
    is_file integer not null,
    primary key (blog, post)
) strict;

-- What is sent, and to which inboxes.
create table outgoing (
    id integer primary key autoincrement,
    blog text not null references blog (id) on delete cascade,
    subject text not null,            -- a later activity about it replaces those that wait
    body text not null,
    expires text not null
) strict;
create table delivery (
    id integer primary key autoincrement,
    outgoing integer not null references outgoing (id) on delete cascade,
    inbox text not null,
    host text not null,
    tries integer not null,
    due text not null,
    unique (outgoing, inbox)
) strict;
create index delivery_by_due on delivery (due);
create index delivery_by_inbox on delivery (inbox, id);
create index delivery_by_host on delivery (host);
create index outgoing_by_subject on outgoing (blog, subject);

-- Comments from other servers.
create table remote_comment (
    comment integer primary key references comment (id) on delete cascade,
    object text not null unique,
    actor text not null
) strict;
create index remote_comment_by_actor on remote_comment (actor);

-- Likes and boosts of posts, which are named by the slug that they had first.
create table reaction (
    blog text not null references blog (id) on delete cascade,
    post text not null,
    actor text not null,
    kind text not null,               -- like, boost
    activity text not null,
    primary key (blog, post, kind, actor)
) strict;
create index reaction_by_activity on reaction (activity);
create index reaction_by_actor on reaction (actor);

-- Accounts that a blog follows.
create table following (
    id integer primary key autoincrement,
    blog text not null references blog (id) on delete cascade,
    handle text not null,             -- such as dee@social.example
    actor text not null,              -- empty until it is known
    inbox text not null,
    state text not null,              -- wanted, asked, accepted, refused, failed
    problem text not null,
    unique (blog, handle)
) strict;

-- The latest posts of these accounts.
create table heard (
    id integer primary key autoincrement,
    following integer not null references following (id) on delete cascade,
    object text not null,
    title text not null,
    url text not null,
    published text not null,
    unique (following, object)
) strict;
