-- The texts of revisions apart from their names, so that renaming a post does not write them again.
create table revision_text (
    id integer primary key,
    file text not null
) strict;
insert into revision_text (id, file) select rowid, file from revision;
create table revision_without_text (
    blog text not null,
    slug text not null,
    number integer not null,
    saved text not null,
    who text not null,
    text integer not null,            -- the id of its text
    primary key (blog, slug, number),
    foreign key (blog, slug) references post (blog, slug) on update cascade on delete cascade
) strict;
insert into revision_without_text select blog, slug, number, saved, who, rowid from revision;
drop table revision;
alter table revision_without_text rename to revision;
create trigger text_of_revision after delete on revision begin
    delete from revision_text where id = old.text;
end;
