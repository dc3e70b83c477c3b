//! The list of all posts, from the database and from files, and the preview of a post that is a
//! file.

use crate::content::folder::FilePost;
use crate::pages::paging::Paging;
use crate::pages::post_list::{self, Choice, Entry, Home, List};
use crate::site::Site;
use crate::site::answer::{message_page, private};
use crate::site::blocking::{SharedSite, run_blocking, run_blocking_in};
use crate::site::member::Member;
use crate::store::{Role, State};
use anyhow::Result;
use axum::extract::{Path, Query, State as Shared};
use axum::http::StatusCode;
use axum::response::Response;
use gridlore_blog::{Status, Target, problems, render};
use jiff::Timestamp;

/// Shows the posts that match the filter, the most recently saved first. Authors see public posts
/// and their own.
pub(crate) async fn list(
    Shared(site): SharedSite,
    member: Member,
    Query(choice): Query<Choice>,
) -> Result<Response, Response> {
    run_blocking(&site, move |site| {
        let (current, now) = (site.current(), Timestamp::now());
        let wanted = choice.find.to_lowercase();
        let (is_editor, account) = (member.is(Role::Editor), member.account.id);
        let is_wanted = |blog: &str, status: Status, title: &str, owner: Option<i64>| {
            (is_editor || status == Status::Published || owner == Some(account))
                && (choice.blog.is_empty() || blog == choice.blog)
                && (choice.state.is_empty() || name_of(status) == choice.state)
                && (wanted.is_empty() || title.to_lowercase().contains(&wanted))
        };
        // Collects only the names of posts; the content of rows is read for one page only.
        let mut places = Vec::new();
        site.store.each_headline(now, |headline| {
            if is_wanted(headline.blog, headline.status, headline.title, headline.owner) {
                let (blog, slug) = (headline.blog.into(), headline.slug.into());
                places.push(Place { time: headline.saved, slug, blog, file: None });
            }
        })?;
        for (number, file) in current.files.iter().enumerate() {
            if is_wanted(&file.blog, file.post.status(now), &file.post.title, None) {
                let (blog, slug) = (file.blog.as_str().into(), file.post.slug.as_str().into());
                places.push(Place { time: file.modified, slug, blog, file: Some(number) });
            }
        }
        places.sort_unstable_by(|one, other| {
            let names = (&one.slug, &one.blog).cmp(&(&other.slug, &other.blog));
            other.time.cmp(&one.time).then(names)
        });
        let paging = Paging::new(choice.page, places.len());
        let mut entries = Vec::new();
        for place in &places[paging.range()] {
            entries.extend(entry(site, place, &current.files)?);
        }
        let list = List {
            blogs: &site.store.blogs()?,
            choice: &choice,
            entries: &entries,
            paging,
            conflicts: current.library.conflicts(),
            problems: &current.problems,
            now,
            held: site.store.count_comments(State::Held)?,
        };
        Ok(private(StatusCode::OK, post_list::list(&site.look(&member.visit.base), &member.account, &list)))
    })
    .await
}

/// The origin of one row of the list.
struct Place {
    time: Timestamp,
    slug: Box<str>,
    blog: Box<str>,
    /// The index among the files, or `None` if the post is in the database.
    file: Option<usize>,
}

/// Reads one row of the list. Returns `None` if the post was deleted in the meantime.
fn entry(site: &Site, place: &Place, files: &[FilePost]) -> Result<Option<Entry>> {
    if let Some(file) = place.file.map(|number| &files[number]) {
        let home = Home::File(file.path.clone());
        let (blog, post) = (file.blog.clone(), file.post.clone());
        return Ok(Some(Entry { blog, post, time: file.modified, home }));
    }
    let saved = site.store.post_without_text(&place.blog, &place.slug)?;
    Ok(saved.map(|saved| Entry {
        blog: saved.blog,
        post: saved.post.into(),
        time: saved.saved,
        home: Home::Database { owner: saved.owner },
    }))
}

const fn name_of(status: Status) -> &'static str {
    match status {
        Status::Draft => "draft",
        Status::Scheduled => "scheduled",
        Status::Published => "published",
    }
}

/// Shows the preview of a post that is a file, even a draft.
pub(crate) async fn file(
    Shared(site): SharedSite,
    member: Member,
    Path((blog, slug)): Path<(String, String)>,
) -> Result<Response, Response> {
    run_blocking_in(&site, &site.work.pages, move |site| {
        let current = site.current();
        let Some(file) = current.files.iter().find(|file| file.blog == blog && file.post.slug == slug) else {
            let text = "This blog has no file for this post.";
            return Ok(message_page(site, &member.visit, StatusCode::NOT_FOUND, "Post not found", text));
        };
        if !member.is(Role::Editor) && file.post.status(Timestamp::now()) != Status::Published {
            let text = "This post is not public yet. Only editors can read it.";
            return Ok(message_page(site, &member.visit, StatusCode::FORBIDDEN, "Not allowed", text));
        }
        let rendered = render(&file.post.markdown, file.post.form(Target::Page));
        let problems = problems(&file.post.markdown, &rendered);
        let look = site.look(&member.visit.base);
        Ok(private(StatusCode::OK, post_list::file(&look, &member.account, file, &problems, &rendered)))
    })
    .await
}
