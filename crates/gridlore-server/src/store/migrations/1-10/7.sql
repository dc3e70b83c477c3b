-- Which uploaded pictures each post shows.
create table shown_upload (
    upload text not null,
    blog text not null,
    slug text not null,
    primary key (upload, blog, slug),
    foreign key (blog, slug) references post (blog, slug) on update cascade on delete cascade
) strict, without rowid;
create index shown_upload_by_post on shown_upload (blog, slug);
