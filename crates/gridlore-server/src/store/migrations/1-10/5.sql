-- Names that posts had before, which lead to them still; separated by line feeds, oldest first.
alter table post add column aliases text not null default '';
