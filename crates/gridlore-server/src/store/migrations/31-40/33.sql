-- The texts of deleted revisions, which the server erases in steps: erasing many large ones at once
-- takes seconds.
create table unused_text (
    id integer primary key            -- in revision_text
) strict;
drop trigger text_of_revision;
create trigger text_of_revision after delete on revision begin
    insert into unused_text (id) values (old.text);
end;
