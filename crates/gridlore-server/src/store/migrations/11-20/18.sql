-- An account can have several unsaved new posts in a blog, each under a name of its own.
update unsaved set slug = '.' || lower(hex(randomblob(8))) where slug = '';
