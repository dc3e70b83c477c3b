# The pages that readers see, in English. The other languages have the same messages.

## The frame of every page

skip = Skip to content
site-navigation = Site
essays = Essays
play = Play
search = Search
by-author = By { $author }
archive = Archive
tags = Tags
more-of = More from { $blog }
footer = Puzzles run in your browser, and your games stay there.

## Dates

date = { $day } { $month } { $year }
day = { $day } { $month }
moment = { $day } { $month } { $year }, { $time }
month-1 = January
month-2 = February
month-3 = March
month-4 = April
month-5 = May
month-6 = June
month-7 = July
month-8 = August
month-9 = September
month-10 = October
month-11 = November
month-12 = December
month-short-1 = Jan
month-short-2 = Feb
month-short-3 = Mar
month-short-4 = Apr
month-short-5 = May
month-short-6 = Jun
month-short-7 = Jul
month-short-8 = Aug
month-short-9 = Sep
month-short-10 = Oct
month-short-11 = Nov
month-short-12 = Dec
seconds = { $count ->
    [one] 1 second
   *[other] { $count } seconds
}
minutes = { $count ->
    [one] 1 minute
   *[other] { $count } minutes
}

## Pages that do not exist

not-found = Page not found
not-found-page = This page does not exist. Try one of these:
not-found-post = There is no post at this address. Try one of these:
not-found-similar = There is no post at this address. Perhaps you are looking for one of these:
not-found-blog = That blog does not exist. These blogs do:
latest-post-of = Latest post in { $blog }
all-posts-of = All posts in { $blog }
all-posts = All posts
all-tags = All tags
moved = This page has moved to { $link }.
moved-link = a new address

## The front page

blogs-with-puzzles = Blogs with puzzles to play.
posts = Posts
all-count-posts = All { $count } posts
no-posts = No posts yet.
all-puzzles = All puzzles
of-the-day = { $puzzle } of the day
play-this-board = Play this board
latest-post = Latest post

## A post

updated = updated { $link }
part-of = Part { $part } of { $count } in { $link }
related-posts = Related posts
more-from = More from { $blog }
neighbours = Neighbouring posts
older = Older
newer = Newer

## Lists of posts

count-posts = { $count ->
    [one] 1 post
   *[other] { $count } posts
}
blog-in-year = { $blog } in { $year }
shown-posts = { $shown ->
    [0] { $count } posts.
   *[other] Showing { $shown } of { $count } posts.
}
tags-of = Tags in { $blog }
no-tags = No tags yet.
shown-tags = Showing the { $shown } most common of { $count } tags.
label-in = { $label } in { $blog }
posts-with-tag = { $count ->
    [one] 1 post in { $blog } with this tag.
   *[other] { $count } posts in { $blog } with this tag.
}
posts-in-series = { $count ->
    [one] A series of 1 post in { $blog }.
   *[other] A series of { $count } posts in { $blog }.
}

## The search

search-label = Search titles, tags and text
no-results = No results
no-more-results = No more results
results-page = Results, page { $page }
results = Results
fewer-words = No post contains all of these words. Try fewer words.
pages = Pages
previous-page = Previous page
next-page = Next page
search-without-scripts = Search needs JavaScript. { $link } lists the blogs, and their archives list all posts.
front-page = The front page

## Comments

comments = Comments
count-comments = { $count ->
    [one] 1 comment
   *[other] { $count } comments
}
comments-on = Comments on { $post }, page { $page }
write-comment = Write a comment
page-of = Page { $page } of { $pages }
page-of-on = Page { $page } of { $pages }, on { $link }.
pages-of-comments = Pages of comments
earlier-comments = Earlier comments
more-comments = More comments
site-writer = site writer
reply = Reply
reply-to = Reply to { $name }
mentioned-in = Mentioned on { $link }
replied-in = Replied on { $link }
liked-in = Liked on { $link }
shared-in = Shared on { $link }
on-post = On { $link }.
name-label = Name (shown with your comment)
comment-label = Comment (Markdown: *emphasis*, `code`, lists and links)
leave-empty = Leave this field empty
post-comment = Post comment
comment-privacy = The site stores your name, your comment and your IP address for its moderators.
thank-you = Thank you
comment-waits = Your comment is waiting for moderation. It will appear once a moderator approves it.
back-to = Back to { $post }
comments-closed = Comments are closed
comments-closed-text = Comments are turned off for this post.
comment-no-post = This post is no longer public, so your comment was not posted.
your-comment = Your comment (not posted)
fault-empty = Please write a comment.
fault-length = A name can have at most { $name } characters, and a comment at most { $comment }.
fault-name = Please enter a name; any name will do.
fault-quick = You sent this too quickly. Please wait a moment and send it again.
fault-expired = This form has expired, or your network has changed. Please post the comment again.
fault-unanswerable = The comment you replied to no longer exists. Send the form again to post your reply as a new comment.
fault-sent-before = This comment was already sent. Send the form again to post it as another comment.
fault-too-many = Too many comments from your network. You can post again in { $wait }.

## Newsletters

fault-address = Please enter an e-mail address such as name@example.org.
newsletter = New posts by e-mail
email-address = E-mail address
subscribe = Subscribe
subscribe-about = Get new posts from { $link } by e-mail. First, you will get a message with a link to confirm your address.
send-link = Send me the link
subscribe-privacy = The site stores your address until you unsubscribe. Every post sent to you has an unsubscribe link.
check-mail = Check your e-mail
check-mail-text = If the address is not subscribed yet, a message with a link is on its way. Open the link within three days and confirm your subscription.
check-mail-limit = An address gets at most one such message per day.
no-newsletter = No newsletter
no-newsletter-text = There is no newsletter at this address.
fault-form-expired = This form has expired, or your network has changed. Please send it again.
fault-form-sent = This form has already been sent. Send it again if you want to repeat the request.
fault-many-requests = Too many requests. Try again in { $wait }.
bad-confirmation = Invalid confirmation link
bad-confirmation-text = This link is incomplete or has expired. Enter your address again to get a new one.
confirm-subscription = Confirm your subscription
confirm-subscription-text = Get new posts from { $blog } by e-mail.
subscribed = You are subscribed
subscribed-text = You will get new posts by e-mail. Every message has an unsubscribe link.
not-subscribed = Not subscribed
not-subscribed-text = This link is incomplete, or the address is no longer subscribed.
unsubscribe = Unsubscribe
unsubscribe-text = Stop getting posts from { $blog } by e-mail.
unsubscribed = You have unsubscribed
unsubscribed-text = You will get no more posts by e-mail. Your address has been deleted.

follow-fediverse = Follow this blog on the fediverse: { $link }
count-likes = { $count ->
    [one] 1 like
   *[other] { $count } likes
}
count-boosts = { $count ->
    [one] 1 boost
   *[other] { $count } boosts
}
