-- Each blog has its own redirects; at the site's address, those that were added first count.
create table redirect_of_blog (
    id integer primary key,
    old text not null,                -- path with query, percent-decoded, without a slash at the end
    new text not null,
    blog text not null references blog (id) on update cascade on delete cascade,
    unique (old, blog)
) strict;
insert into redirect_of_blog (old, new, blog) select old, new, blog from redirect;
drop table redirect;
alter table redirect_of_blog rename to redirect;
create index redirect_by_blog on redirect (blog);
