//! Moderation: the queue of comments and its rules.

use crate::content::comment_rules::Rules;
use crate::pages::comments;
use crate::pages::paging::Paging;
use crate::site::answer::{private, to};
use crate::site::blocking::{SharedSite, run_blocking};
use crate::site::member::Member;
use crate::store::{Role, State as Sorted};
use anyhow::Result;
use axum::extract::{Form, Path, Query, State};
use axum::http::StatusCode;
use axum::response::Response;
use serde::Deserialize;

/// The state and the page number of the queue to show.
#[derive(Deserialize)]
pub(crate) struct QueueQuery {
    #[serde(default)]
    state: String,
    #[serde(default)]
    page: usize,
}

/// Shows the comments of one state.
pub(crate) async fn list(
    State(site): SharedSite,
    member: Member,
    Query(query): Query<QueueQuery>,
) -> Result<Response, Response> {
    member.must_be(&site, Role::Editor)?;
    run_blocking(&site, move |site| {
        let state = Sorted::parse(&query.state).unwrap_or(Sorted::Held);
        let paging = Paging::new(query.page, site.store.count_comments(state)?);
        let list = site.store.comments(state, paging.range())?;
        let sources = site.store.mention_sources(list.iter().map(|comment| comment.id))?;
        let rules = Rules::read(&site.store)?;
        Ok(private(
            StatusCode::OK,
            comments::queue(
                &site.look(&member.visit.base),
                &member.account,
                state,
                (&list, &sources),
                paging,
                &rules,
            ),
        ))
    })
    .await
}

/// The form for one comment in the queue.
#[derive(Deserialize)]
pub(crate) struct ModerationForm {
    /// The new state, or `delete`.
    action: String,
    /// The state in whose list the form was shown.
    #[serde(default)]
    from: String,
}

/// Moves a comment to another state, or deletes it.
pub(crate) async fn moderate(
    State(site): SharedSite,
    member: Member,
    Path(id): Path<i64>,
    Form(form): Form<ModerationForm>,
) -> Result<Response, Response> {
    member.must_be(&site, Role::Editor)?;
    run_blocking(&site, move |site| {
        let done = match Sorted::parse(&form.action) {
            Some(state) => member.store.set_comment_state(id, state)?,
            None if form.action == "delete" => member.store.delete_comment(id)?,
            None => false,
        };
        if done {
            member.log_action(site, "moderated a comment", &format!("{id}: {}", form.action))?;
            site.refresh()?;
        }
        let from = Sorted::parse(&form.from).unwrap_or(Sorted::Held);
        Ok(to(&format!("/admin/comments?state={}", from.name())))
    })
    .await
}

/// The form for the moderation rules.
#[derive(Deserialize)]
pub(crate) struct RulesForm {
    #[serde(default)]
    hold_all: String,
    #[serde(default)]
    links: String,
    #[serde(default)]
    words: String,
}

/// Changes the moderation rules.
pub(crate) async fn change_rules(
    State(site): SharedSite,
    member: Member,
    Form(form): Form<RulesForm>,
) -> Result<Response, Response> {
    member.must_be(&site, Role::Editor)?;
    run_blocking(&site, move |site| {
        let words =
            form.words.lines().map(str::trim).filter(|word| !word.is_empty()).map(str::to_owned).collect();
        let links = form.links.trim().parse().unwrap_or_else(|_| Rules::default().links);
        Rules { hold_all: !form.hold_all.is_empty(), links, words }.save(&member.store)?;
        member.log_action(site, "changed the moderation rules", "")?;
        Ok(to("/admin/comments"))
    })
    .await
}
