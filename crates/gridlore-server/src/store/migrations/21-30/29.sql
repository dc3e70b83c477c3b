-- The account of role author whose post was sent or announced: one author has a part of the
-- day's posts of a blog.
alter table issued add column author integer;
alter table announced add column author integer;

-- The comments of a renamed post change with it: one row in the list of changes, not one for each
-- comment.
drop trigger comment_changed;
create trigger comment_changed after update on comment
    when (new.state = 'shown' or old.state = 'shown') and new.slug = old.slug begin
    insert into change (blog, slug, kind) values (old.blog, old.slug, 'comment');
end;
create trigger comments_moved after update of slug on post when new.slug <> old.slug begin
    insert into change (blog, slug, kind) values (old.blog, old.slug, 'comment');
    insert into change (blog, slug, kind) values (new.blog, new.slug, 'comment');
end;
