-- The language of a blog, or empty for that of the site; the language of a post, or empty for that
-- of its blog.
alter table blog add column language text not null default '';
alter table post add column language text not null default '';
-- How a blog looks: its own style sheet, its logo and the picture of its link previews.
alter table blog add column style text not null default '';
alter table blog add column logo text not null default '';
alter table blog add column picture text not null default '';
-- The icon and the language of the site are part of every page.
drop trigger setting_added;
drop trigger setting_changed;
create trigger setting_added after insert on setting when new.key in ('title', 'time_zone', 'icon', 'language') begin
    insert into change (blog, slug, kind) values ('', '', 'site');
end;
create trigger setting_changed after update on setting when new.key in ('title', 'time_zone', 'icon', 'language') begin
    insert into change (blog, slug, kind) values ('', '', 'site');
end;
