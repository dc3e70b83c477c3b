-- Pages beside posts, and the menu and the footer of a blog.
alter table post add column page integer not null default 0;
alter table blog add column menu text not null default '';
alter table blog add column footer text not null default '';
