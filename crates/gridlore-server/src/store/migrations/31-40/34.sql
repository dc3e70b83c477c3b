-- The former slugs of posts, one row each: finding one among many posts must not read all of them.
create table former_slug (
    blog text not null,
    slug text not null,
    post text not null references post (identity) on delete cascade,
    primary key (blog, slug, post)
) strict, without rowid;
create index former_slug_of_post on former_slug (post);
insert or ignore into former_slug (blog, slug, post)
with recursive piece (blog, post, slug, rest) as (
    select blog, identity, '', aliases || char(10) from post where aliases <> ''
    union all
    select blog, post, substr(rest, 1, instr(rest, char(10)) - 1), substr(rest, instr(rest, char(10)) + 1)
    from piece where rest <> ''
)
select blog, slug, post from piece where slug <> '';
drop index post_by_former_slugs;
-- The largest id that a comment ever had. Without it, SQLite would reuse the id of a deleted comment,
-- and a form for the deleted comment would change the new one.
create table last_comment (id integer not null) strict;
insert into last_comment (id) select coalesce(max(id), 0) from comment;
create trigger comment_has_id after insert on comment begin
    update last_comment set id = max(id, new.id);
end;
