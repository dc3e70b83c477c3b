//! Writing posts: the editor, revisions.

use super::Look;
use super::admin::{faults, room};
use super::paging::Paging;
use super::time::moment;
use crate::address::kinds;
use crate::store::{Account, Revision, Saved};
use gridlore_blog::{Post, Rendered, Status};
use jiff::Timestamp;
use maud::{Markup, PreEscaped, html};
use serde::{Deserialize, Serialize};
use similar::{ChangeTag, TextDiff};
use std::time::Duration;

/// What the editor's form holds, as it was typed.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Draft {
    pub(crate) title: String,
    pub(crate) slug: String,
    pub(crate) description: String,
    /// Separated by commas.
    pub(crate) tags: String,
    pub(crate) series: String,
    pub(crate) author: String,
    /// A time in UTC, or nothing.
    pub(crate) published: String,
    pub(crate) updated: String,
    /// Tell readers that it was changed now.
    #[serde(with = "checkbox")]
    pub(crate) is_update: bool,
    #[serde(with = "checkbox")]
    pub(crate) comments: bool,
    pub(crate) markdown: String,
    /// The version that the writer saw.
    pub(crate) version: i64,
    /// `draft` or `publish`.
    pub(crate) action: String,
}

/// A box that is sent only when it is ticked.
mod checkbox {
    use serde::{Deserialize, Deserializer, Serializer};

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
    pub(super) fn serialize<S: Serializer>(is_ticked: &bool, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(if *is_ticked { "1" } else { "" })
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<bool, D::Error> {
        Ok(!String::deserialize(deserializer)?.is_empty())
    }
}

impl Draft {
    /// A post as the form shows it.
    pub(crate) fn of(post: &Post, version: i64) -> Self {
        let time = |time: Option<Timestamp>| {
            time.map(|time| time.strftime("%Y-%m-%dT%H:%M:%S").to_string()).unwrap_or_default()
        };
        Self {
            title: post.title.clone(),
            slug: post.slug.clone(),
            description: post.description.clone(),
            tags: post.tags.join(", "),
            series: post.series.clone().unwrap_or_default(),
            author: post.author.clone().unwrap_or_default(),
            published: time(post.published),
            updated: time(post.updated),
            is_update: false,
            comments: post.comments,
            markdown: post.markdown.clone(),
            version,
            action: String::new(),
        }
    }
}

/// What the editor says above the form.
pub(crate) enum Notice {
    Saved(Status),
    Faults(Vec<String>),
    /// Somebody else saved at this time.
    Conflict(Timestamp),
    /// There is text of this time that was not saved.
    Unsaved(Timestamp),
    /// That text is in the form now.
    Resumed(Timestamp),
}

/// How far a post is.
pub(super) fn state(post: &Post, now: Timestamp) -> Markup {
    html! {
        @match post.status(now) {
            Status::Draft => span.state { "draft" },
            Status::Scheduled => { span.state.waiting { "scheduled" } " " (moment(post.published.unwrap_or_default())) }
            Status::Published => { span.state.out { "published" } }
        }
    }
}

/// The editor.
pub(crate) struct Editor<'a> {
    pub(crate) blog: &'a str,
    /// The post as it is saved; none for a new one.
    pub(crate) saved: Option<&'a Saved>,
    pub(crate) draft: &'a Draft,
    pub(crate) notices: &'a [Notice],
    /// The file that is shown instead of this post.
    pub(crate) hidden_by: Option<&'a str>,
}

pub(crate) fn editor(look: &Look<'_>, account: &Account, editor: &Editor<'_>) -> Markup {
    let Editor { blog, saved, draft, .. } = editor;
    let slug = saved.map_or("", |saved| saved.post.slug.as_str());
    let own =
        if slug.is_empty() { format!("/admin/posts/{blog}") } else { format!("/admin/posts/{blog}/{slug}") };
    let is_out = saved.is_some_and(|saved| !saved.post.draft);
    let scripts: Vec<&'static str> = kinds().map(|kind| kind.name).collect();
    let main = html! {
        div.lead.wide {
            h1 { @if slug.is_empty() { "A new post" } @else { (draft.title) } }
            @if let Some(saved) = saved {
                p {
                    (state(&saved.post, Timestamp::now()))
                    " · " a href={ "/blogs/" (blog) "/" (slug) } { "Page" }
                    " · " a href={ (own) "/revisions" } { "Revisions" }
                }
            }
        }
        div.list.wide.notices {
            @for notice in editor.notices { (note(notice, &own, blog, slug)) }
            @if let Some(file) = editor.hidden_by {
                p.problem role="note" { "Readers see the file " code { (file) } " instead of this post; change that file, or take it away." }
            }
        }
        gridlore-editor uploads="/admin/uploads?answer=text" unsaved={ "/admin/unsaved?blog=" (blog) "&slug=" (slug) } preview="/admin/preview" {
            form.form.editor method="post" action=(own) {
                input type="hidden" name="version" value=(draft.version);
                div.text {
                    p { label for="title" { "Title" } input #title name="title" value=(draft.title) required; }
                    p {
                        label for="markdown" { "Text, in Markdown; puzzles in fenced blocks" }
                        textarea #markdown name="markdown" rows="24" spellcheck="true" { "\n" (draft.markdown) }
                    }
                    (picker())
                }
                div.facts {
                    p { label for="description" { "Description, for lists and feeds" } textarea #description name="description" rows="3" { "\n" (draft.description) } }
                    p { label for="slug" { "Name in addresses; empty: made of the title" } input #slug name="slug" value=(draft.slug) autocapitalize="none" spellcheck="false"; }
                    @if let Some(saved) = saved.filter(|saved| !saved.post.aliases.is_empty()) { p.soft { "Earlier names lead here: " (saved.post.aliases.join(", ")) } }
                    p { label for="tags" { "Tags, with commas between" } input #tags name="tags" value=(draft.tags); }
                    p { label for="series" { "Series" } input #series name="series" value=(draft.series); }
                    p { label for="author" { "Author, if not the blog's" } input #author name="author" value=(draft.author); }
                    p { label for="published" { "Published, in UTC; empty: at once; later: scheduled" } input #published name="published" type="datetime-local" step="1" value=(draft.published); }
                    input type="hidden" name="updated" value=(draft.updated);
                    p { label.check { input type="checkbox" name="comments" value="1" checked[draft.comments]; " Readers may comment" } }
                    @if is_out { p { label.check { input type="checkbox" name="is_update" value="1" checked[draft.is_update]; " Tell readers that it was updated now" } } }
                    div.bar {
                        button.first type="submit" name="action" value="publish" { @if is_out { "Save" } @else { "Publish" } }
                        button type="submit" name="action" value="draft" { @if is_out { "Back to a draft" } @else { "Save draft" } }
                    }
                }
            }
            section.preview.prose aria-label="Preview" hidden {}
        }
        @if saved.is_some() {
            details.list.wide.delete {
                summary { "Delete this post" }
                form.form method="post" action={ (own) "/delete" } {
                    p { "It goes with all its revisions, for good. To take it from the readers only, make it a draft." }
                    button type="submit" { "Delete for good" }
                }
            }
        }
    };
    room(
        look,
        account,
        if slug.is_empty() { "A new post" } else { &draft.title },
        &["editor.js".to_owned()],
        &scripts,
        &main,
    )
}

fn note(notice: &Notice, own: &str, blog: &str, slug: &str) -> Markup {
    html! {
        @match notice {
            Notice::Saved(Status::Draft) => p.done role="status" { "Saved as a draft; only writers see it." },
            Notice::Saved(Status::Scheduled) => p.done role="status" { "Saved; readers will see it when its time comes." },
            Notice::Saved(Status::Published) => p.done role="status" { "Saved; readers see it now." },
            Notice::Faults(all) => (faults(all)),
            Notice::Conflict(time) => (faults(&[
                "Somebody else saved this post at ".to_owned() + &time.strftime("%H:%M").to_string()
                    + " UTC, while you wrote. Your text is below, theirs is the latest of the revisions. Save again to put yours in its place; theirs stays among the revisions.",
            ])),
            Notice::Unsaved(time) => div.problem role="note" {
                p {
                    "There is a text here that you did not save, of " (moment(*time)) ". "
                    a href={ (own) "?unsaved=take" } { "Take it up again" } " or forget it:"
                }
                form method="post" action={ "/admin/unsaved/drop?blog=" (blog) "&slug=" (slug) } {
                    button { "Forget the unsaved text" }
                }
            },
            Notice::Resumed(time) => p.done role="status" {
                "This is the text that you did not save, of " (moment(*time)) "."
                @if !slug.is_empty() { " " a href=(own) { "Back to the saved one" } }
            },
        }
    }
}

/// Every puzzle there is, to be put into the text as a block.
fn picker() -> Markup {
    html! {
        fieldset.picker {
            legend { "Put in" }
            @for kind in kinds() {
                div.row {
                    label for={ "preset-" (kind.name) } { (kind.title) }
                    select id={ "preset-" (kind.name) } { @for preset in kind.presets { option value=(preset.params) { (preset.title) } } }
                    button type="button" data-kind=(kind.name) { "Put in " (kind.title) }
                }
            }
            div.row {
                label for="chosen-pictures" { "Pictures" }
                input #chosen-pictures type="file" accept="image/*" multiple;
            }
            p.soft { "Or drop or paste them into the text. Ctrl and S keeps what you have written without saving it." }
        }
    }
}

/// A text as it would look, with what cannot be read in it.
pub(crate) fn preview(rendered: &Rendered) -> Markup {
    html! {
        @for problem in &rendered.problems { p.problem { (problem) } }
        (PreEscaped(&rendered.html))
    }
}

/// All states of a post.
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
                    a href={ (own) "/revisions/" (revision.number) } { (moment(revision.saved)) }
                    @if !revision.who.is_empty() { ", " (revision.who) }
                    @if paging.range().start + index == 0 { " (the present one)" }
                }
            }
        }
        @if revisions.is_empty() { p.list.wide { "This post was not changed since it was made." } }
        (paging.ways(|page| format!("{own}/revisions?page={page}")))
    };
    room(look, account, "Revisions", &[], &[], &main)
}

/// How long two texts are compared to find the smallest difference.
const COMPARED_FOR: Duration = Duration::from_millis(200);

/// Lines of both texts, of which no more are compared, and lines of their difference, of which no
/// more are shown.
pub(crate) const MOST_COMPARED: usize = 20_000;
const MOST_SHOWN: usize = 4_000;

/// The lines of a text as the comparison cuts it: a carriage return by itself ends one, too.
fn lines(text: &str) -> usize {
    let bytes = text.as_bytes();
    let is_end =
        |(at, &byte): (usize, &u8)| byte == b'\n' || (byte == b'\r' && bytes.get(at + 1) != Some(&b'\n'));
    bytes.iter().enumerate().filter(|&end| is_end(end)).count()
        + usize::from(!text.is_empty() && !text.ends_with(['\n', '\r']))
}

/// The difference of two texts, line by line.
fn difference(old: &str, new: &str) -> Markup {
    let count = lines(old) + lines(new);
    if count > MOST_COMPARED {
        return html! { p { "These texts have " (count) " lines together, of which at most " (MOST_COMPARED) " are compared. The whole revision is below." } };
    }
    // Where the texts are long and differ everywhere, a rougher comparison has to do.
    let mut comparison = TextDiff::configure();
    let diff = comparison.timeout(COMPARED_FOR).diff_lines(old, new);
    let groups = diff.grouped_ops(3);
    // Groups after the line at which too many are shown are left out as a whole.
    let mut shown = 0;
    let fitting = groups.iter().take_while(|group| {
        shown += group.iter().map(|op| op.old_range().len() + op.new_range().len()).sum::<usize>();
        shown <= MOST_SHOWN
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
            p { "There are more changes than the " (MOST_SHOWN) " lines that are shown here. The whole revision is below." }
        }
    }
}

/// One state of a post: what has changed since, line by line.
pub(crate) fn revision(look: &Look<'_>, account: &Account, saved: &Saved, revision: &Revision) -> Markup {
    let own = format!("/admin/posts/{}/{}", saved.blog, saved.post.slug);
    let present = saved.post.to_file();
    let main = html! {
        div.lead.wide {
            h1 { (saved.post.title) ", revision " (revision.number) }
            p { "Saved " (moment(revision.saved)) @if !revision.who.is_empty() { " by " (revision.who) } ". " a href={ (own) "/revisions" } { "All revisions" } }
        }
        section.list.wide aria-labelledby="changes" {
            h2.room #changes { "From this revision to the present text" }
            @if revision.file == present { p { "They are the same." } }
            (difference(&revision.file, &present))
            @if revision.file != present {
                form.form method="post" action={ (own) "/revisions/" (revision.number) } {
                    input type="hidden" name="version" value=(saved.version);
                    button.first type="submit" { "Make this revision the present text" }
                }
            }
        }
        section.list.wide aria-labelledby="text" {
            h2.room #text { "The whole revision" }
            pre tabindex="0" { code { (revision.file) } }
        }
    };
    room(look, account, "Revision", &[], &[], &main)
}

#[cfg(test)]
mod tests {
    use super::{MOST_COMPARED, MOST_SHOWN, difference};

    #[test]
    fn texts_of_many_lines_are_not_compared_however_their_lines_end() {
        for end in ["\n", "\r", "\r\n"] {
            let [old, new] = ["a", "b"].map(|line| format!("{line}{end}").repeat(MOST_COMPARED / 2 + 1));
            assert!(difference(&old, &new).0.contains("of which at most"), "{end:?}");
            let [old, new] = ["a", "b"].map(|line| format!("{line}{end}").repeat(3));
            assert!(difference(&old, &new).0.contains("<del>"), "{end:?}");
        }
    }

    #[test]
    fn texts_that_differ_everywhere_are_compared_within_a_bound() {
        let shown = |old: &str, new: &str| difference(old, new).0;
        let small = shown("a\nb\n", "a\nc\n");
        assert!(small.contains("<del>") && small.contains("<ins>") && !small.contains("<p>"), "{small}");
        let half = MOST_COMPARED / 2;
        let all = shown(&"a\n\n".repeat(half / 2), &"\nb\n".repeat(half / 2));
        assert!(all.contains("There are more changes than") && all.len() < 100 * MOST_SHOWN, "{}", all.len());
        let much = shown(&"a\n".repeat(half), &"b\n".repeat(half + 1));
        assert!(much.contains("of which at most 20000 are compared") && !much.contains("<del>"), "{much}");
    }
}
