-- What the public can see, counted by triggers; throttles by time of last attempt; second factors; pruning.

-- One row for each change that a reader can see: the post, a whole blog (empty slug), or everything (empty blog).
create table change (
    id integer primary key autoincrement,
    blog text not null,
    slug text not null,
    kind text not null                -- post, blog, comment, site
) strict;

create trigger post_added after insert on post begin
    insert into change (blog, slug, kind) values (new.blog, new.slug, 'post');
end;
create trigger post_changed after update on post begin
    insert into change (blog, slug, kind) values (old.blog, old.slug, 'post');
    insert into change (blog, slug, kind) select new.blog, new.slug, 'post' where new.slug <> old.slug or new.blog <> old.blog;
end;
create trigger post_deleted after delete on post begin
    insert into change (blog, slug, kind) values (old.blog, old.slug, 'post');
end;
create trigger blog_added after insert on blog begin
    insert into change (blog, slug, kind) values (new.id, '', 'blog');
end;
create trigger blog_changed after update on blog begin
    insert into change (blog, slug, kind) values (new.id, '', 'blog');
end;
create trigger blog_deleted after delete on blog begin
    insert into change (blog, slug, kind) values (old.id, '', 'blog');
end;
create trigger comment_added after insert on comment when new.state = 'shown' begin
    insert into change (blog, slug, kind) values (new.blog, new.slug, 'comment');
end;
create trigger comment_changed after update on comment when new.state = 'shown' or old.state = 'shown' begin
    insert into change (blog, slug, kind) values (old.blog, old.slug, 'comment');
    insert into change (blog, slug, kind) select new.blog, new.slug, 'comment' where new.slug <> old.slug;
end;
create trigger comment_deleted after delete on comment when old.state = 'shown' begin
    insert into change (blog, slug, kind) values (old.blog, old.slug, 'comment');
end;
create trigger setting_added after insert on setting when new.key = 'title' begin
    insert into change (blog, slug, kind) values ('', '', 'site');
end;
create trigger setting_changed after update on setting when new.key = 'title' begin
    insert into change (blog, slug, kind) values ('', '', 'site');
end;

-- The wait follows from the count and the time of the last attempt, so that a clock that was wrong once is put right.
drop table throttle;
create table throttle (
    key text primary key,
    count integer not null,
    last text not null
) strict;
create index throttle_by_time on throttle (last);

-- Forms of comments that were sent: each is good once.
create table stamp (
    hash text primary key,
    time text not null
) strict;
create index stamp_by_time on stamp (time);

create index audit_failures on audit (id) where action = 'failed to sign in';
create index comment_by_parent on comment (parent);

-- Links that set a new password, once.
create table reset (
    hash text primary key,
    account integer not null references account (id) on delete cascade,
    expires text not null
) strict;

-- A second factor: the secret of time-based codes, the last code that was used, and hashes of recovery codes.
alter table account add column totp text;
alter table account add column totp_step integer not null default 0;
create table recovery (
    hash text primary key,
    account integer not null references account (id) on delete cascade
) strict;

-- Networks from which somebody has signed in: the total of failures by name does not hold these up.
create table known_network (
    account integer not null references account (id) on delete cascade,
    network text not null,
    time text not null,
    primary key (account, network)
) strict;
