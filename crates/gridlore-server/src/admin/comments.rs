//! Moderation: the queue of comments and its rules.

use crate::content::comment_rules::Rules;
use crate::pages::comments;
use crate::pages::comments::{Queue, RulesForm as Page};
use crate::pages::paging::Paging;
use crate::secret::token::texts_hash;
use crate::site::Site;
use crate::site::answer::{private, to};
use crate::site::blocking::{SharedSite, run_blocking};
use crate::site::member::Member;
use crate::site::settings::CHANGED;
use crate::store::mentions::moderation::Approval;
use crate::store::{Comment, Role, State as Sorted};
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
        let rules = Rules::read(&site.store)?;
        let form = Page { rules: &rules, fault: None, seen: &rules_hash(&rules)? };
        show(site, &member, StatusCode::OK, (state, query.page), &form)
    })
    .await
}

/// Returns a hash of the moderation rules.
fn rules_hash(rules: &Rules) -> Result<String> {
    Ok(texts_hash([serde_json::to_string(rules)?.as_str()]))
}

/// Returns a page of the comments of one state.
fn show(
    site: &Site,
    member: &Member,
    status: StatusCode,
    (state, page): (Sorted, usize),
    form: &Page<'_>,
) -> Result<Response> {
    let paging = Paging::new(page, site.store.count_comments(state)?);
    let list = site.store.comments(state, paging.range())?;
    let sources = site.store.mention_sources(list.iter().map(|comment| comment.id))?;
    let queue = Queue { state, comments: &list, sources: &sources, paging, form, fault: None };
    let markup = comments::queue(&site.look(&member.visit.base), &member.account, &queue);
    Ok(private(status, markup))
}

/// The form for one comment in the queue.
#[derive(Deserialize)]
pub(crate) struct ModerationForm {
    /// The new state, or `delete`.
    action: String,
    /// The state in whose list the form was shown.
    #[serde(default)]
    from: String,
    /// A hash of the comment as shown.
    #[serde(default)]
    seen: String,
}

/// Moves a comment to another state, or deletes it. Approves it only if the moderator has seen its
/// current text.
pub(crate) async fn moderate(
    State(site): SharedSite,
    member: Member,
    Path(id): Path<i64>,
    Form(form): Form<ModerationForm>,
) -> Result<Response, Response> {
    member.must_be(&site, Role::Editor)?;
    run_blocking(&site, move |site| {
        let done = match Sorted::parse(&form.action) {
            Some(Sorted::Shown) => match member.store.approve_comment(id, &form.seen)? {
                Approval::Done => true,
                Approval::Missing => false,
                Approval::Changed(comment) => return show_changed(site, &member, *comment),
            },
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

/// Returns the page about a comment that was not approved, with its current text.
fn show_changed(site: &Site, member: &Member, comment: Comment) -> Result<Response> {
    let sources = site.store.mention_sources(std::iter::once(comment.id))?;
    let rules = Rules::read(&site.store)?;
    let form = Page { rules: &rules, fault: None, seen: &rules_hash(&rules)? };
    let queue = Queue {
        state: comment.state,
        comments: &[comment],
        sources: &sources,
        paging: Paging::new(1, 1),
        form: &form,
        fault: Some(
            "This comment was not approved, because it has changed since you opened the page. This is its current text.",
        ),
    };
    let markup = comments::queue(&site.look(&member.visit.base), &member.account, &queue);
    Ok(private(StatusCode::CONFLICT, markup))
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
    /// The hash of the rules that the form showed.
    #[serde(default)]
    seen: String,
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
        let rules = Rules { hold_all: !form.hold_all.is_empty(), links, words };
        let stored = || rules_hash(&Rules::read(&site.store)?);
        if site.save_settings(&form.seen, stored, || rules.save(&member.store))?.is_none() {
            let form = Page { rules: &rules, fault: Some(CHANGED), seen: &stored()? };
            return show(site, &member, StatusCode::CONFLICT, (Sorted::Held, 1), &form);
        }
        member.log_action(site, "changed the moderation rules", "")?;
        Ok(to("/admin/comments"))
    })
    .await
}
