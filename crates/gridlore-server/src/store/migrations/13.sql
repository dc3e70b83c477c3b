-- How a blog looks: its own style sheet, its logo and the picture of its link previews.
alter table blog add column style text not null default '';
alter table blog add column logo text not null default '';
alter table blog add column picture text not null default '';
-- The icon of the site is part of every page.
drop trigger setting_added;
drop trigger setting_changed;
create trigger setting_added after insert on setting when new.key in ('title', 'time_zone', 'icon') begin
    insert into change (blog, slug, kind) values ('', '', 'site');
end;
create trigger setting_changed after update on setting when new.key in ('title', 'time_zone', 'icon') begin
    insert into change (blog, slug, kind) values ('', '', 'site');
end;
