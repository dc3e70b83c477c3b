-- The networks that ask for pages to be read take turns.
alter table mention_request add column network text not null default '';

-- Expired requests are found without reading all of them, and the next mention of each post too.
create index received_by_time on received (time);
create index sent_mention_by_post on sent_mention (post, due);
