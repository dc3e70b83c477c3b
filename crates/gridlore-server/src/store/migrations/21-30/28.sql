-- The size of the texts that an account has stored: the revisions that it saved, and its unsaved
-- changes.
alter table account add column text_bytes integer not null default 0;
alter table revision add column account integer; -- who saved it
alter table revision add column bytes integer not null default 0;
update revision set account = (select id from account where name = who),
    bytes = coalesce((select octet_length(file) + 256 from revision_text where id = text), 0);
update account set text_bytes =
    (select coalesce(sum(bytes), 0) from revision where account = account.id)
    + (select coalesce(sum(octet_length(form) + 256), 0) from unsaved where account = account.id);
create trigger bytes_of_revision after insert on revision begin
    update account set text_bytes = text_bytes + new.bytes where id = new.account;
end;
create trigger bytes_of_old_revision after delete on revision begin
    update account set text_bytes = text_bytes - old.bytes where id = old.account;
end;
create trigger bytes_of_unsaved after insert on unsaved begin
    update account set text_bytes = text_bytes + octet_length(new.form) + 256 where id = new.account;
end;
create trigger bytes_of_changed_unsaved after update of form on unsaved begin
    update account set text_bytes = text_bytes + octet_length(new.form) - octet_length(old.form)
        where id = new.account;
end;
create trigger bytes_of_old_unsaved after delete on unsaved begin
    update account set text_bytes = text_bytes - octet_length(old.form) - 256 where id = old.account;
end;
-- Former slugs, which authors do not take from others.
create index post_by_former_slugs on post (blog, aliases, owner) where aliases <> '';

-- Limits for the servers of one owner: the domain that they registered. Empty in earlier rows,
-- which count for the total alone.
alter table follower add column server text not null default '';
create index follower_by_server on follower (blog, server);
alter table reaction add column server text not null default '';
create index reaction_by_server on reaction (blog, post, kind, server);
alter table remote_comment add column server text not null default '';
create index remote_comment_by_server on remote_comment (server);

-- Whether the signature of a request has been verified with a known key. Others do not delay it.
alter table received add column verified integer not null default 0;
