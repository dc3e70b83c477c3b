-- The limits on the reactions to all posts of a blog from one account or from the servers of one
-- owner.
create index reaction_of_server on reaction (blog, server);
create index reaction_of_actor on reaction (actor, blog);
drop index reaction_by_actor;
-- A file counts towards the limits of all accounts that uploaded it.
drop index upload_by_charged;
