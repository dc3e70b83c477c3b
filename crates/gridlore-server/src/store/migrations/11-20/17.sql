-- The address of a host that shows only this blog, such as https://lamps.example, or empty.
alter table blog add column domain text not null default '';
create unique index blog_by_domain on blog (domain) where domain <> '';
