-- When a post was first sent to followers; null for those sent earlier. A blog sends a limited
-- number of new posts in a day.
alter table announced add column created text;
