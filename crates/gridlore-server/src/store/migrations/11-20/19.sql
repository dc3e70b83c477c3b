-- When a blog was moved to the trash; null for blogs that exist.
alter table blog add column deleted text;
