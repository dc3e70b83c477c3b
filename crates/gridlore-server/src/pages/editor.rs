//! The editor, and the revisions of a post.

use super::Look;
use super::admin::{admin_page, form_errors};
use super::paging::Paging;
use crate::address::kinds;
use crate::store::{Account, Editing, KEPT_REVISIONS, Revision, Role, Saved, TRASH_DAYS, UnsavedPost};
use gridlore_blog::{Post, Problem, Rendered, Status};
use jiff::Timestamp;
use jiff::tz::TimeZone;
use maud::{Markup, PreEscaped, html};
use serde::{Deserialize, Serialize};
use similar::{ChangeTag, TextDiff};
use std::time::Duration;

/// The fields of the editor's form, as submitted.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Draft {
    /// The name of the unsaved changes, if the post does not exist yet.
    pub(crate) unsaved: String,
    /// The random number of the form. With it, a page recognises the unsaved changes that it
    /// stored.
    pub(crate) form_id: String,
    /// When the unsaved changes that the page has shown were stored; empty if there were none.
    pub(crate) seen: String,
    pub(crate) title: String,
    pub(crate) slug: String,
    pub(crate) description: String,
    /// The tags, separated by commas.
    pub(crate) tags: String,
    pub(crate) series: String,
    pub(crate) author: String,
    pub(crate) language: String,
    /// The IANA name of the time zone of the form's times, which was the site's zone when the form
    /// was opened.
    pub(crate) zone: String,
    /// A time in the time zone of the form, or an empty string.
    pub(crate) published: String,
    pub(crate) updated: String,
    /// Whether to set the post's “updated” date to now.
    #[serde(with = "checkbox")]
    pub(crate) is_update: bool,
    #[serde(with = "checkbox")]
    pub(crate) comments: bool,
    #[serde(with = "checkbox")]
    pub(crate) page: bool,
    #[serde(with = "checkbox")]
    pub(crate) smart: bool,
    pub(crate) markdown: String,
    /// The version of the post that the writer started from.
    pub(crate) version: i64,
    /// The identity of that post; empty for a new one. Another post may have taken its slug.
    pub(crate) identity: String,
    /// `draft` or `publish`.
    pub(crate) action: String,
}

/// Maximum length in bytes of a time zone's name in a form.
const MAX_ZONE_NAME_LENGTH: usize = 64;

/// Number of days for which a secret link to a draft works.
pub(crate) const DRAFT_DAYS: i64 = 30;

/// Serialises a checkbox, which browsers send only if it is ticked.
mod checkbox {
    use serde::{Deserialize, Deserializer, Serializer};

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde requires a reference")]
    pub(super) fn serialize<S: Serializer>(is_ticked: &bool, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(if *is_ticked { "1" } else { "" })
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<bool, D::Error> {
        Ok(!String::deserialize(deserializer)?.is_empty())
    }
}

impl Draft {
    /// Converts a post to the fields of the form.
    pub(crate) fn from_post(post: &Post, version: i64, zone: &TimeZone) -> Self {
        let time = |time| local_time(time, zone);
        Self {
            title: post.title.clone(),
            slug: post.slug.clone(),
            description: post.description.clone(),
            tags: post.tags.join(", "),
            series: post.series.clone().unwrap_or_default(),
            author: post.author.clone().unwrap_or_default(),
            language: post.language.clone().unwrap_or_default(),
            zone: zone.iana_name().unwrap_or_default().to_owned(),
            published: time(post.published),
            updated: time(post.updated),
            is_update: false,
            comments: post.comments,
            page: post.page,
            smart: post.smart,
            markdown: post.markdown.clone(),
            version,
            identity: String::new(),
            unsaved: String::new(),
            form_id: String::new(),
            seen: String::new(),
            action: String::new(),
        }
    }

    /// Returns the time zone of the form's times, or `current` if the form names none that exists.
    pub(crate) fn zone_or(&self, current: &TimeZone) -> TimeZone {
        let zone = Some(&self.zone).filter(|name| (1..=MAX_ZONE_NAME_LENGTH).contains(&name.len()));
        zone.and_then(|name| TimeZone::get(name).ok()).unwrap_or_else(|| current.clone())
    }

    /// Returns which unsaved changes this form may replace or delete.
    pub(crate) fn editing(&self) -> Editing<'_> {
        Editing { form_id: &self.form_id, seen: &self.seen }
    }
}

/// Formats a time for the form; empty if there is none.
pub(crate) fn local_time(time: Option<Timestamp>, zone: &TimeZone) -> String {
    time.map(|time| time.to_zoned(zone.clone()).strftime("%Y-%m-%dT%H:%M:%S").to_string()).unwrap_or_default()
}

/// A message above the editor's form.
pub(crate) enum Notice {
    Saved(Status),
    Errors(Vec<String>),
    /// Problems of the text that has just been saved.
    Problems(Vec<Problem>),
    /// Somebody else saved the post at this time.
    Conflict(Timestamp),
    /// There are unsaved changes from this time.
    Unsaved(Timestamp),
    /// Unsaved changes were not discarded, because they were newer than the page on which the
    /// writer pressed the button.
    NotDiscarded,
    /// There are unsaved new posts.
    UnsavedPosts(Vec<UnsavedPost>),
    /// The form contains the unsaved changes from this time.
    Resumed(Timestamp),
}

/// Returns the status of a post as a label, with its publication time if it is scheduled.
pub(super) fn state(look: &Look<'_>, post: &Post, now: Timestamp) -> Markup {
    html! {
        @match post.status(now) {
            Status::Draft => span.state { "draft" },
            Status::Scheduled => { span.state.waiting { "scheduled" } " " (look.moment(post.published.unwrap_or_default())) }
            Status::Published => { span.state.out { "published" } }
        }
    }
}

/// The data of the editor page.
pub(crate) struct Editor<'a> {
    pub(crate) blog: &'a str,
    /// The saved post, or `None` for a new post.
    pub(crate) saved: Option<&'a Saved>,
    pub(crate) draft: &'a Draft,
    pub(crate) notices: &'a [Notice],
    /// The file that readers see instead of this post.
    pub(crate) hidden_by: Option<&'a str>,
}

pub(crate) fn editor(look: &Look<'_>, account: &Account, editor: &Editor<'_>) -> Markup {
    let Editor { blog, saved, draft, .. } = editor;
    let slug = saved.map_or("", |saved| saved.post.slug.as_str());
    let own =
        if slug.is_empty() { format!("/admin/posts/{blog}") } else { format!("/admin/posts/{blog}/{slug}") };
    let is_out = saved.is_some_and(|saved| !saved.post.draft);
    let zone = draft.zone_or(&look.zone);
    let zone = zone.iana_name().unwrap_or("UTC");
    let scripts: Vec<&'static str> = kinds().map(|kind| kind.name).collect();
    let main = html! {
        div.lead.wide {
            h1 { @if slug.is_empty() { "New post" } @else { (draft.title) } }
            @if let Some(saved) = saved {
                p {
                    (state(look, &saved.post, Timestamp::now()))
                    " · "
                    @if saved.post.status(Timestamp::now()) == Status::Published {
                        a href={ "/blogs/" (blog) "/" (slug) } { "View post" }
                    } @else {
                        a href={ (own) "/page" } { "View as a page" }
                    }
                    " · " a href={ (own) "/revisions" } { "Revisions" }
                }
            }
        }
        div.list.wide.notices {
            @for notice in editor.notices { (note(look, notice, &own, blog, slug)) }
            @if let Some(file) = editor.hidden_by {
                p.problem role="note" { "Readers see the file " code { (file) } " instead of this post. Edit that file, or remove it to show this post." }
            }
        }
        gridlore-editor uploads="/admin/uploads?answer=text" unsaved={ "/admin/unsaved?blog=" (blog) "&slug=" (if slug.is_empty() { &draft.unsaved } else { slug }) } preview="/admin/preview" {
            form.form.editor method="post" action=(own) {
                input type="hidden" name="version" value=(draft.version);
                @if !draft.identity.is_empty() { input type="hidden" name="identity" value=(draft.identity); }
                @if slug.is_empty() { input type="hidden" name="unsaved" value=(draft.unsaved); }
                (editing(draft))
                div.text {
                    p { label for="title" { "Title" } input #title name="title" value=(draft.title) required; }
                    p {
                        label for="markdown" { "Text (Markdown; puzzles go in fenced blocks)" }
                        textarea #markdown name="markdown" rows="24" spellcheck="true" { "\n" (draft.markdown) }
                    }
                    (picker())
                    (shortcuts())
                }
                div.facts {
                    p { label for="description" { "Description (for lists and feeds)" } textarea #description name="description" rows="3" { "\n" (draft.description) } }
                    p { label for="slug" { "Slug (leave empty to use the title)" } input #slug name="slug" value=(draft.slug) autocapitalize="none" spellcheck="false"; }
                    @if let Some(saved) = saved.filter(|saved| !saved.post.aliases.is_empty()) { p.soft { "Earlier slugs redirect here: " (saved.post.aliases.join(", ")) } }
                    p { label for="tags" { "Tags (separated by commas)" } input #tags name="tags" value=(draft.tags); }
                    p { label for="series" { "Series" } input #series name="series" value=(draft.series); }
                    p { label for="author" { "Author (if not the blog’s)" } input #author name="author" value=(draft.author); }
                    p { label for="language" { "Language code, such as de (if not the blog’s)" } input #language name="language" value=(draft.language) autocapitalize="none" spellcheck="false"; }
                    p { label for="published" { "Publish date (" (zone) "; empty means now; a future date schedules the post)" } input #published name="published" type="datetime-local" step="1" value=(draft.published); }
                    input type="hidden" name="updated" value=(draft.updated);
                    input type="hidden" name="zone" value=(zone);
                    p { label.check { input type="checkbox" name="page" value="1" checked[draft.page]; " Page: in the menu, but not in feeds or lists of posts" } }
                    p { label.check { input type="checkbox" name="smart" value="1" checked[draft.smart]; " Typographic quotation marks and dashes" } }
                    p { label.check { input type="checkbox" name="comments" value="1" checked[draft.comments]; " Allow comments" } }
                    @if is_out { p { label.check { input type="checkbox" name="is_update" value="1" checked[draft.is_update]; " Mark the post as updated now" } } }
                    div.bar {
                        button.first type="submit" name="action" value="publish" { @if is_out { "Update" } @else { "Publish" } }
                        button type="submit" name="action" value="draft" { @if is_out { "Switch to draft" } @else { "Save draft" } }
                    }
                }
            }
            section.preview.prose aria-label="Preview" hidden {}
        }
        @if let Some(saved) = saved {
            details.list.wide.delete {
                summary { "Delete this post" }
                form.form method="post" action={ (own) "/delete" } {
                    input type="hidden" name="version" value=(saved.version);
                    input type="hidden" name="identity" value=(saved.identity);
                    (editing(draft))
                    p { "The post moves to the trash with its revisions and comments, and can be restored for " (TRASH_DAYS) " days. To hide it from readers without deleting it, change it to a draft." }
                    button type="submit" { "Delete post" }
                }
            }
        }
    };
    admin_page(
        look,
        account,
        if slug.is_empty() { "New post" } else { &draft.title },
        &["editor.js".to_owned(), "post.css".to_owned()],
        &scripts,
        &main,
    )
}

/// Returns the hidden fields that [`Draft::editing`] reads.
fn editing(draft: &Draft) -> Markup {
    html! {
        input type="hidden" name="form_id" value=(draft.form_id);
        @if !draft.seen.is_empty() { input type="hidden" name="seen" value=(draft.seen); }
    }
}

/// Returns the list of keyboard shortcuts of the text field.
fn shortcuts() -> Markup {
    let keys = [
        ("B", "bold"),
        ("I", "italic"),
        ("E", "code"),
        ("K", "link (or paste an address over selected text)"),
        ("S", "store your changes without saving the post"),
    ];
    html! {
        details.keys {
            summary { "Keyboard shortcuts" }
            dl {
                @for (key, meaning) in keys {
                    dt { kbd { "Ctrl" } " or " kbd { "⌘" } " + " kbd { (key) } }
                    dd { (meaning) }
                }
            }
        }
    }
}

/// Returns the notice above a post that is not public. `link` is the address at which others can
/// read it.
pub(crate) fn draft_notice(look: &Look<'_>, post: &Post, own: &str, link: Option<&str>) -> Markup {
    html! {
        div.done.of-draft role="note" {
            p {
                @match post.published.filter(|_| !post.draft) {
                    Some(time) => { "This post is scheduled for " (look.moment(time)) ". Readers cannot see it yet." }
                    None => "This post is a draft. Readers cannot see it.",
                }
                @if link.is_some() { " " a href=(own) { "Back to the editor" } }
            }
            @if let Some(link) = link {
                p { label for="draft-link" { "Anyone with this secret link can read it for " (DRAFT_DAYS) " days:" } }
                input #draft-link type="text" readonly value=(link);
            }
        }
    }
}

fn note(look: &Look<'_>, notice: &Notice, own: &str, blog: &str, slug: &str) -> Markup {
    html! {
        @match notice {
            Notice::Saved(Status::Draft) => p.done role="status" { "Draft saved. Readers cannot see it." },
            Notice::Saved(Status::Scheduled) => p.done role="status" { "Scheduled. Readers will see it from its publish date." },
            Notice::Saved(Status::Published) => p.done role="status" { "Saved. Readers can see it now." },
            Notice::Errors(all) => (form_errors(all)),
            Notice::Problems(all) => div.problem role="note" {
                p { "The text has " @if all.len() == 1 { "a problem" } @else { (all.len()) " problems" } ":" }
                ul { @for problem in all { li { (problem) } } }
            },
            Notice::Conflict(time) => (form_errors(&[
                "Someone else saved this post at ".to_owned() + &time.to_zoned(look.zone.clone()).strftime("%H:%M %Z").to_string()
                    + " while you were editing. Your text is below; theirs is the latest revision. Save again to replace it with yours; their version stays in the list of revisions.",
            ])),
            Notice::Unsaved(time) => div.problem role="note" {
                p {
                    "You have unsaved changes from " (look.moment(*time)) ". "
                    a href={ (own) "?unsaved=take" } { "Restore them" } " or discard them:"
                }
                form method="post" action={ "/admin/unsaved/drop?blog=" (blog) "&slug=" (slug) } {
                    input type="hidden" name="seen" value=(time);
                    button { "Discard unsaved changes" }
                }
            },
            Notice::NotDiscarded => (form_errors(&[
                "Nothing was discarded: these unsaved changes are newer than the page on which you pressed the button.".to_owned(),
            ])),
            Notice::UnsavedPosts(all) => div.problem role="note" {
                p { "You have " @if all.len() == 1 { "an unsaved new post" } @else { (all.len()) " unsaved new posts" } " in this blog:" }
                ul.unsaved {
                    @for post in all {
                        li {
                            form method="post" action={ "/admin/unsaved/drop?blog=" (blog) "&slug=" (post.name) } {
                                @let title = if post.title.trim().is_empty() { "Untitled" } else { post.title.as_str() };
                                "“" (title) "” from " (look.moment(post.time)) ". "
                                a href={ (own) "?unsaved=" (post.name) } { "Restore it" } " or "
                                input type="hidden" name="seen" value=(post.time);
                                button { "Discard “" (title) "”" }
                            }
                        }
                    }
                }
            },
            Notice::Resumed(time) => p.done role="status" {
                "The form shows your unsaved changes from " (look.moment(*time)) "."
                @if !slug.is_empty() { " " a href=(own) { "Back to the saved version" } }
            },
        }
    }
}

/// Returns the list of puzzles that can be inserted into the text as a block.
fn picker() -> Markup {
    html! {
        fieldset.picker {
            legend { "Insert" }
            @for kind in kinds() {
                div.row {
                    label for={ "preset-" (kind.name) } { (kind.title) }
                    select id={ "preset-" (kind.name) } { @for preset in kind.presets { option value=(preset.params) { (preset.title) } } }
                    button type="button" data-kind=(kind.name) { "Insert " (kind.title) }
                }
            }
            div.row {
                label for="chosen-files" { "Files" }
                input #chosen-files type="file" accept=(super::uploads::ACCEPTED) multiple;
            }
            p.soft { "You can also drop or paste files into the text: pictures, sound, video and PDF. Ctrl+S stores your changes without saving the post." }
        }
    }
}

/// Returns the preview of Markdown, after a list of its problems.
pub(crate) fn preview(problems: &[Problem], rendered: &Rendered) -> Markup {
    html! {
        @for problem in problems { p.problem { (problem) } }
        (PreEscaped(&rendered.html))
    }
}

/// Returns the list of a post's revisions.
pub(crate) fn revisions(
    look: &Look<'_>,
    account: &Account,
    saved: &Saved,
    revisions: &[Revision],
    paging: Paging,
) -> Markup {
    let own = format!("/admin/posts/{}/{}", saved.blog, saved.post.slug);
    let main = html! {
        div.lead.wide { h1 { "Revisions of " (saved.post.title) } p { a href=(own) { "Back to the editor" } } }
        ol.list.wide.revisions reversed {
            @for (index, revision) in revisions.iter().enumerate() {
                li value=(revision.number) {
                    a href={ (own) "/revisions/" (revision.number) } { (look.moment(revision.saved)) }
                    @if !revision.who.is_empty() { ", " (revision.who) }
                    @if paging.range().start + index == 0 { " (current)" }
                }
            }
        }
        @if revisions.is_empty() { p.list.wide { "No revisions yet." } }
        (paging.links(|page| format!("{own}/revisions?page={page}")))
        @if paging.all() > KEPT_REVISIONS {
            details.list.wide.delete {
                summary { "Delete old revisions" }
                form.form method="post" action={ (own) "/revisions" } {
                    p { "This keeps the latest " (KEPT_REVISIONS) " revisions and deletes those before them permanently." @if account.role == Role::Author { " Revisions saved by others are kept." } }
                    button type="submit" { "Delete old revisions" }
                }
            }
        }
    };
    admin_page(look, account, "Revisions", &[], &[], &main)
}

/// Time limit for finding the smallest difference between two texts.
const COMPARED_FOR: Duration = Duration::from_millis(200);

/// Maximum number of lines of both texts to compare, and of lines of their difference to show.
pub(crate) const MAX_COMPARED: usize = 20_000;
const MAX_SHOWN: usize = 4_000;

/// Counts the lines of a text in the same way as the comparison, in which a lone carriage return
/// also ends a line.
fn lines(text: &str) -> usize {
    let bytes = text.as_bytes();
    let is_end =
        |(at, &byte): (usize, &u8)| byte == b'\n' || (byte == b'\r' && bytes.get(at + 1) != Some(&b'\n'));
    bytes.iter().enumerate().filter(|&end| is_end(end)).count()
        + usize::from(!text.is_empty() && !text.ends_with(['\n', '\r']))
}

/// Returns the difference between two texts, line by line.
fn difference(old: &str, new: &str) -> Markup {
    let count = lines(old) + lines(new);
    if count > MAX_COMPARED {
        return html! { p { "The two versions have " (count) " lines in total, but at most " (MAX_COMPARED) " lines are compared. The full revision is below." } };
    }
    // After the time limit, the comparison falls back to a coarser result.
    let mut comparison = TextDiff::configure();
    let diff = comparison.timeout(COMPARED_FOR).diff_lines(old, new);
    let groups = diff.grouped_ops(3);
    // Leaves out whole groups once the line limit is reached.
    let mut shown = 0;
    let fitting = groups.iter().take_while(|group| {
        shown += group.iter().map(|op| op.old_range().len() + op.new_range().len()).sum::<usize>();
        shown <= MAX_SHOWN
    });
    let fitting: Vec<_> = fitting.collect();
    html! {
        div.diff {
            @for group in &fitting {
                @for change in group.iter().flat_map(|op| diff.iter_changes(op)) {
                    @match change.tag() {
                        ChangeTag::Delete => del { span.sign { "- " } (change.value()) },
                        ChangeTag::Insert => ins { span.sign { "+ " } (change.value()) },
                        ChangeTag::Equal => div { span.sign { "  " } (change.value()) },
                    }
                }
                hr;
            }
        }
        @if fitting.len() < groups.len() {
            p { "There are too many changes to show (more than " (MAX_SHOWN) " lines). The full revision is below." }
        }
    }
}

/// Returns one revision of a post, with the changes since, line by line.
pub(crate) fn revision(look: &Look<'_>, account: &Account, saved: &Saved, revision: &Revision) -> Markup {
    let own = format!("/admin/posts/{}/{}", saved.blog, saved.post.slug);
    let present = saved.post.to_file();
    let main = html! {
        div.lead.wide {
            h1 { (saved.post.title) ", revision " (revision.number) }
            p { "Saved " (look.moment(revision.saved)) @if !revision.who.is_empty() { " by " (revision.who) } ". " a href={ (own) "/revisions" } { "All revisions" } }
        }
        section.list.wide aria-labelledby="changes" {
            h2.room #changes { "Changes since this revision" }
            @if revision.file == present { p { "No changes." } }
            (difference(&revision.file, &present))
            @if revision.file != present {
                form.form method="post" action={ (own) "/revisions/" (revision.number) } {
                    input type="hidden" name="version" value=(saved.version);
                    input type="hidden" name="identity" value=(saved.identity);
                    button.first type="submit" { "Restore this revision" }
                }
            }
        }
        section.list.wide aria-labelledby="text" {
            h2.room #text { "Full text of this revision" }
            pre tabindex="0" { code { (revision.file) } }
        }
    };
    admin_page(look, account, "Revision", &[], &[], &main)
}

#[cfg(test)]
mod tests {
    use super::{MAX_COMPARED, MAX_SHOWN, difference};

    #[test]
    fn texts_of_many_lines_are_not_compared_however_their_lines_end() {
        for end in ["\n", "\r", "\r\n"] {
            let [old, new] = ["a", "b"].map(|line| format!("{line}{end}").repeat(MAX_COMPARED / 2 + 1));
            assert!(difference(&old, &new).0.contains("lines are compared"), "{end:?}");
            let [old, new] = ["a", "b"].map(|line| format!("{line}{end}").repeat(3));
            assert!(difference(&old, &new).0.contains("<del>"), "{end:?}");
        }
    }

    #[test]
    fn texts_that_differ_everywhere_are_compared_within_a_bound() {
        let shown = |old: &str, new: &str| difference(old, new).0;
        let small = shown("a\nb\n", "a\nc\n");
        assert!(small.contains("<del>") && small.contains("<ins>") && !small.contains("<p>"), "{small}");
        let half = MAX_COMPARED / 2;
        let all = shown(&"a\n\n".repeat(half / 2), &"\nb\n".repeat(half / 2));
        assert!(all.contains("too many changes to show") && all.len() < 100 * MAX_SHOWN, "{}", all.len());
        let much = shown(&"a\n".repeat(half), &"b\n".repeat(half + 1));
        assert!(much.contains("at most 20000 lines are compared") && !much.contains("<del>"), "{much}");
    }
}
