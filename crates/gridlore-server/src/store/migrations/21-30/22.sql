-- A random name of each post, which it keeps when it is renamed, deleted or restored, and which no
-- other post ever gets.
alter table post add column identity text not null default '';
update post set identity = lower(hex(randomblob(16)));
create unique index post_by_identity on post (identity);
