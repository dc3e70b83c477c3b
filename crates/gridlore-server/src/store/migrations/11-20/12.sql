-- Addresses of sites from which posts were imported.
create table redirect (
    old text primary key,             -- path with query, percent-decoded, without a slash at the end
    new text not null,
    blog text not null references blog (id) on update cascade on delete cascade
) strict, without rowid;
create index redirect_by_blog on redirect (blog);
