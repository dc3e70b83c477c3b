-- Whether straight quotation marks in the text of a post become typographic ones.
alter table post add column smart integer not null default 1;
