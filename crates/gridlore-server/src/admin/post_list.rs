//! The list of all posts, of the database and of files; and a post of a file as readers will see it.

use crate::content::folder::FilePost;
use crate::pages::paging::Paging;
use crate::pages::post_list::{self, Choice, Entry, Home, List};
use crate::site::Site;
use crate::site::answer::{message_page, private};
use crate::site::ask::{SharedSite, ask, ask_in};
use crate::site::member::Member;
use crate::store::State;
use anyhow::Result;
use axum::extract::{Path, Query, State as Shared};
use axum::http::StatusCode;
use axum::response::Response;
use gridlore_blog::{Status, Target, render};
use jiff::Timestamp;

/// All posts that were asked for, those that were written last first.
pub(crate) async fn list(
    Shared(site): SharedSite,
    member: Member,
    Query(choice): Query<Choice>,
) -> Result<Response, Response> {
    ask(&site, move |site| {
        let (current, now) = (site.current(), Timestamp::now());
        let mut entries = entries(site, &current.files)?;
        let wanted = choice.find.to_lowercase();
        entries.retain(|entry| {
            (choice.blog.is_empty() || entry.blog == choice.blog)
                && (choice.state.is_empty() || name_of(entry.post.status(now)) == choice.state)
                && (wanted.is_empty() || entry.post.title.to_lowercase().contains(&wanted))
        });
        entries.sort_by(|one, other| {
            other.time.cmp(&one.time).then_with(|| one.post.slug.cmp(&other.post.slug))
        });
        let paging = Paging::new(choice.page, entries.len());
        let list = List {
            blogs: &site.store.blogs()?,
            choice: &choice,
            entries: &entries[paging.range()],
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

fn entries(site: &Site, files: &[FilePost]) -> Result<Vec<Entry>> {
    let stored = site.store.headlines()?.into_iter().map(|saved| Entry {
        blog: saved.blog,
        post: saved.post.into(),
        time: saved.saved,
        home: Home::Database { owner: saved.owner },
    });
    let files = files.iter().map(|file| Entry {
        blog: file.blog.clone(),
        post: file.post.clone(),
        time: file.modified,
        home: Home::File(file.path.clone()),
    });
    Ok(stored.chain(files).collect())
}

const fn name_of(status: Status) -> &'static str {
    match status {
        Status::Draft => "draft",
        Status::Scheduled => "scheduled",
        Status::Published => "published",
    }
}

/// A post of a file, a draft too.
pub(crate) async fn file(
    Shared(site): SharedSite,
    member: Member,
    Path((blog, slug)): Path<(String, String)>,
) -> Result<Response, Response> {
    ask_in(&site, &site.work.pages, move |site| {
        let current = site.current();
        let Some(file) = current.files.iter().find(|file| file.blog == blog && file.post.slug == slug) else {
            let text = "There is no such file among the posts of this blog.";
            return Ok(message_page(site, &member.visit, StatusCode::NOT_FOUND, "Not here", text));
        };
        let rendered = render(&file.post.markdown, Target::Page);
        let look = site.look(&member.visit.base);
        Ok(private(StatusCode::OK, post_list::file(&look, &member.account, file, &rendered)))
    })
    .await
}
