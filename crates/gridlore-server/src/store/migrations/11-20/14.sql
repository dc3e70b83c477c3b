-- Mail: addresses of people, newsletters and their subscribers, and the outbox.

-- Where notices go; an address counts once its owner has opened the link that was sent there.
alter table account add column address text;
-- Which notices an account gets (held, own; separated by spaces), and what the last one covered.
alter table account add column notices text not null default '';
alter table account add column noticed text not null default '';
alter table account add column noticed_held integer not null default 0;
alter table account add column noticed_shown integer not null default 0;

-- Addresses that wait for their confirmation: one per account.
create table new_address (
    account integer primary key references account (id) on delete cascade,
    hash text not null unique,
    address text not null,
    expires text not null
) strict;

-- Comments in the order in which they became public; the latest 5,000.
create table shown_comment (
    id integer primary key autoincrement,
    comment integer not null references comment (id) on delete cascade
) strict;
create index shown_comment_by_comment on shown_comment (comment);
create trigger comment_shown_at_once after insert on comment when new.state = 'shown' begin
    insert into shown_comment (comment) values (new.id);
    delete from shown_comment where id <= (select max(id) from shown_comment) - 5000;
end;
create trigger comment_shown_later after update on comment when new.state = 'shown' and old.state <> 'shown' begin
    insert into shown_comment (comment) values (new.id);
    delete from shown_comment where id <= (select max(id) from shown_comment) - 5000;
end;

-- Names for which somebody asked for a new password. They are resolved after the request, so that
-- its time says nothing.
create table reset_request (
    name text primary key,
    time text not null
) strict;

-- Whether a link leaves the second factor on: links that a stranger can ask for must.
alter table reset add column keeps_factor integer not null default 0;

-- When an address last got a message that anybody can cause, by a keyed hash.
create table unasked_mail (
    hash text primary key,
    time text not null
) strict;
create index unasked_mail_by_time on unasked_mail (time);

-- Blogs with a newsletter, and since when.
create table newsletter (
    blog text primary key references blog (id) on delete cascade,
    since text not null
) strict;
create trigger newsletter_added after insert on newsletter begin
    insert into change (blog, slug, kind) values (new.blog, '', 'blog');
end;
create trigger newsletter_deleted after delete on newsletter begin
    insert into change (blog, slug, kind) values (old.blog, '', 'blog');
end;

create table subscriber (
    id integer primary key autoincrement,
    blog text not null references blog (id) on delete cascade,
    address text not null,
    asked text not null,
    confirmed text,                   -- null while the confirmation is missing
    hash text not null unique,        -- of the token of the confirmation link
    nonce text not null,              -- from which the token of the unsubscribe link follows
    unique (blog, address)
) strict;
create index subscriber_by_state on subscriber (blog, confirmed, id);

-- Posts that were sent or must never be, by the slug that they had first.
create table issued (
    blog text not null references blog (id) on delete cascade,
    post text not null,
    time text not null,
    sent integer not null,
    primary key (blog, post)
) strict;

-- Posts that are being sent: their text, and the last subscriber for whom a message is in the
-- outbox.
create table issue (
    id integer primary key autoincrement,
    blog text not null references blog (id) on delete cascade,
    post text not null,
    subject text not null,
    text text not null,
    html text not null,
    reached integer not null,
    last integer not null,
    expires text not null
) strict;

-- The outbox. A row is deleted when the server has taken its message.
create table mail (
    id integer primary key autoincrement,
    kind text not null,
    recipient text not null,          -- empty for a subscriber
    subject text not null,
    text text not null,
    issue integer references issue (id) on delete cascade,
    subscriber integer references subscriber (id) on delete cascade,
    message text not null,            -- the id of the message, the same in each try
    tries integer not null,
    due text not null,
    expires text not null
) strict;
create index mail_by_due on mail (due);
create index mail_by_issue on mail (issue);
create index mail_by_subscriber on mail (subscriber);
