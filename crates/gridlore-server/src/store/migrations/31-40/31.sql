-- All accounts that uploaded a file, in the order of their uploads: it counts for the limit of the
-- first, and of the next when that one deletes it.
create table upload_account (
    upload text not null references upload (name) on delete cascade,
    account integer not null references account (id) on delete cascade,
    primary key (upload, account)
);
create index upload_account_by_account on upload_account (account);
insert or ignore into upload_account (upload, account) select name, charged from upload where charged is not null;
insert or ignore into upload_account (upload, account) select name, also from upload where also is not null;
insert or ignore into upload_account (upload, account) select name, account from upload where account is not null;
update upload set also = null;
