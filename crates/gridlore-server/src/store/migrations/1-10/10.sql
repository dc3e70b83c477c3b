-- The trash of deleted posts; changes of the time zone are changes of the site.
alter table post add column deleted text;
drop trigger setting_added;
drop trigger setting_changed;
create trigger setting_added after insert on setting when new.key in ('title', 'time_zone') begin
    insert into change (blog, slug, kind) values ('', '', 'site');
end;
create trigger setting_changed after update on setting when new.key in ('title', 'time_zone') begin
    insert into change (blog, slug, kind) values ('', '', 'site');
end;
