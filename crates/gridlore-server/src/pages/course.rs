//! The course of sudoku techniques: the list of lessons, and a page per lesson.

use super::{Look, Page, Place, layout};
use crate::address::Address;
use gridlore::course::{BOARDS, Lesson, lessons};
use maud::{Markup, PreEscaped, html};

/// The kind of puzzle that the course teaches.
pub(crate) const KIND: &str = "sudoku";

/// Returns the list of lessons by group. A script adds the reader's progress.
pub(crate) fn course(look: &Look<'_>) -> Markup {
    let all: Vec<Lesson> = lessons().collect();
    let groups = all.chunk_by(|one, other| one.group == other.group);
    let main = html! {
        div.lead {
            h1 { "Sudoku techniques" }
            p { "Each lesson shows the idea of a technique, an example, and five boards on which the technique is the next step. In each group, the easiest technique comes first." }
        }
        div.course {
            @for group in groups {
                section {
                    h2 { (group[0].group) }
                    ol {
                        @for lesson in group {
                            li data-lesson=(lesson.slug()) { a href=(Address::Lesson(lesson.slug())) { (lesson.technique) } }
                        }
                    }
                }
            }
        }
    };
    let page = Page {
        title: "Sudoku techniques",
        description: "A course of sudoku techniques, each with its idea, an example and boards on which to find it.",
        place: Place::Play,
        home: Some(Address::Course),
        extras: &["sudoku-course.css", "sudoku-course.js"].map(str::to_owned),
        ..Page::default()
    };
    layout(look, &page, &main)
}

/// Returns the page of a lesson.
pub(crate) fn lesson(look: &Look<'_>, lesson: &Lesson) -> Markup {
    let slug = lesson.slug();
    let (mut before, mut after, mut is_past) = (None, None, false);
    for other in lessons() {
        if other == *lesson {
            is_past = true;
        } else if is_past {
            after = Some(other);
            break;
        } else {
            before = Some(other);
        }
    }
    let example = lesson.example();
    let link = |other: &Lesson| html! { a href=(Address::Lesson(other.slug())) { (other.technique) } };
    let main = html! {
        div.lesson {
            div.idea {
                p.crumbs { a href=(Address::Course) { "Sudoku techniques" } " · " (lesson.group) }
                h1 { (lesson.technique) }
                p { (lesson.idea) }
                @if let Some(example) = &example {
                    h2 { "Example" }
                    @for line in example.text.lines() { p { (line) } }
                }
            }
            @if let Some(example) = &example { figure { (PreEscaped(&example.picture)) } }
        }
        h2.task { "Find it" }
        gridlore-sudoku-lesson.playable technique=(lesson.technique) slug=(slug) boards=(BOARDS) {
            p { "These boards need JavaScript." }
        }
        p.pager {
            @if let Some(before) = &before { span { "Previous: " (link(before)) } }
            @if let Some(after) = &after { span { "Next: " (link(after)) } }
        }
    };
    let page = Page {
        title: lesson.technique,
        description: lesson.idea,
        kinds: &[KIND],
        place: Place::Play,
        home: Some(Address::Lesson(slug)),
        extras: &["sudoku-course.css", "sudoku-lesson.css", "sudoku-lesson.js"].map(str::to_owned),
        ..Page::default()
    };
    layout(look, &page, &main)
}
