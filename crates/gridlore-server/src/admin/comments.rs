//! Moderation: what waits, what is shown, what was taken for spam; and the rules.

use crate::content::comment_rules::Rules;
use crate::pages::comments;
use crate::pages::paging::Paging;
use crate::site::answer::{private, to};
use crate::site::ask::{SharedSite, ask};
use crate::site::member::Member;
use crate::store::{Role, State as Sorted};
use anyhow::Result;
use axum::extract::{Form, Path, Query, State};
use axum::http::StatusCode;
use axum::response::Response;
use serde::Deserialize;

#[derive(Deserialize)]
pub(crate) struct Chosen {
    #[serde(default)]
    state: String,
    #[serde(default)]
    page: usize,
}

/// Comments of one state.
pub(crate) async fn list(
    State(site): SharedSite,
    member: Member,
    Query(chosen): Query<Chosen>,
) -> Result<Response, Response> {
    member.must_be(&site, Role::Editor)?;
    ask(&site, move |site| {
        let state = Sorted::parse(&chosen.state).unwrap_or(Sorted::Held);
        let paging = Paging::new(chosen.page, site.store.count_comments(state)?);
        let list = site.store.comments(state, paging.range())?;
        let rules = Rules::of(&site.store)?;
        Ok(private(
            StatusCode::OK,
            comments::queue(&site.look(&member.visit.base), &member.account, state, &list, paging, &rules),
        ))
    })
    .await
}

#[derive(Deserialize)]
pub(crate) struct Sort {
    /// A state, or `delete`.
    action: String,
    /// The state whose list was looked at.
    #[serde(default)]
    from: String,
}

/// Sorts a comment.
pub(crate) async fn sort(
    State(site): SharedSite,
    member: Member,
    Path(id): Path<i64>,
    Form(form): Form<Sort>,
) -> Result<Response, Response> {
    member.must_be(&site, Role::Editor)?;
    ask(&site, move |site| {
        let done = match Sorted::parse(&form.action) {
            Some(state) => member.store.sort_comment(id, state)?,
            None if form.action == "delete" => member.store.delete_comment(id)?,
            None => false,
        };
        if done {
            member.did(site, "sorted a comment", &format!("{id}: {}", form.action))?;
            site.refresh()?;
        }
        let from = Sorted::parse(&form.from).unwrap_or(Sorted::Held);
        Ok(to(&format!("/admin/comments?state={}", from.name())))
    })
    .await
}

#[derive(Deserialize)]
pub(crate) struct RulesForm {
    #[serde(default)]
    hold_all: String,
    #[serde(default)]
    links: String,
    #[serde(default)]
    words: String,
}

/// Changes the rules.
pub(crate) async fn change_rules(
    State(site): SharedSite,
    member: Member,
    Form(form): Form<RulesForm>,
) -> Result<Response, Response> {
    member.must_be(&site, Role::Editor)?;
    ask(&site, move |site| {
        let words =
            form.words.lines().map(str::trim).filter(|word| !word.is_empty()).map(str::to_owned).collect();
        let links = form.links.trim().parse().unwrap_or_else(|_| Rules::default().links);
        Rules { hold_all: !form.hold_all.is_empty(), links, words }.keep(&member.store)?;
        member.did(site, "changed the rules for comments", "")?;
        Ok(to("/admin/comments"))
    })
    .await
}
