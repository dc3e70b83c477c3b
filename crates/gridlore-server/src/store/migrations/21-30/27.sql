-- Whose limit a picture counts for: the first account that uploaded it, also after another one has
-- uploaded it too.
alter table upload add column charged integer references account (id) on delete set null;
update upload set charged = account;
-- Another account that uploaded it.
alter table upload add column also integer references account (id) on delete set null;
create index upload_by_charged on upload (charged, bytes);
create index upload_by_time on upload (time desc, name);
