-- Pictures that only earlier revisions of a post show, and pictures in unsaved changes.
alter table shown_upload add column is_former integer not null default 0;
create table unsaved_upload (
    upload text not null,
    account integer not null,
    blog text not null,
    slug text not null,
    primary key (upload, account, blog, slug),
    foreign key (account, blog, slug) references unsaved (account, blog, slug) on update cascade on delete cascade
) strict, without rowid;
create index unsaved_upload_by_place on unsaved_upload (account, blog, slug);
