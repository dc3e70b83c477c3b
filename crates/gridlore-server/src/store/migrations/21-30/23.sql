create index post_in_trash on post (deleted) where deleted is not null;
