//! Pages with one puzzle each, and workshops.

use super::blog::thumbnail;
use super::{Day, Look, Page, Place, layout};
use crate::address::{Address, kinds};
use gridlore::{Kind, Workshop};
use maud::{Markup, PreEscaped, html};

/// Returns the list of playable puzzles.
pub(crate) fn play_list(look: &Look<'_>) -> Markup {
    let main = html! {
        div.lead.wide { h1 { "Play" } p { "Everything runs in your browser; nothing you do leaves it." } }
        div.continue hidden {}
        ul.cards.list.wide {
            @for kind in kinds() {
                li.card { (thumbnail(&Address::GameThumbnail(kind.name.to_owned()))) h2 { a href=(Address::Game(kind.name.to_owned())) { (kind.title) } } p { (kind.rules) } }
            }
        }
    };
    let page = Page {
        title: "Play",
        place: Place::Play,
        home: Some(Address::Play),
        extras: &["continue.js".to_owned()],
        ..Page::default()
    };
    layout(look, &page, &main)
}

/// Returns the page of one puzzle; `board` is its HTML. A puzzle of the day comes with its date.
pub(crate) fn play(look: &Look<'_>, kind: &'static Kind, day: Option<&Day>, board: &str) -> Markup {
    let main = html! {
        div.titlebar data-daily=[day.map(|_| kind.usual_params())] data-day=[day.map(|day| &day.seed)] {
            h1 { (kind.title) }
            p.meta { @if let Some(day) = day { "Puzzle of " (look.day(day)) } }
            div.choice {}
        }
        (PreEscaped(board))
        div.rules {
            p { (kind.rules) }
            @if let Some(workshop) = kind.workshop() {
                p.elsewhere {
                    a href=(Address::Workshop(kind.name.to_owned())) { (workshop.title) }
                    @if kind.name == super::course::KIND { a href=(Address::Course) { "Course of techniques" } }
                }
            }
        }
    };
    let page = Page {
        title: kind.title,
        description: kind.rules,
        kinds: &[kind.name],
        place: Place::Play,
        home: Some(Address::Game(kind.name.to_owned())),
        ..Page::default()
    };
    layout(look, &page, &main)
}

/// Returns the page of a puzzle kind's workshop; its script fills the page.
pub(crate) fn workshop(look: &Look<'_>, kind: &'static Kind, workshop: &'static Workshop) -> Markup {
    let title = workshop.title;
    let main = html! {
        div.lead {
            h1 { (title) }
            p { (workshop.lead) }
        }
        (PreEscaped(format!("<gridlore-{name}-workshop play=\"/play/{name}\"><p class=\"lead\">This page needs JavaScript.</p></gridlore-{name}-workshop>", name = kind.name)))
    };
    let page = Page {
        title,
        description: kind.rules,
        kinds: &[kind.name],
        place: Place::Play,
        extras: &["css", "js"].map(|end| format!("{}-workshop.{end}", kind.name)),
        home: Some(Address::Workshop(kind.name.to_owned())),
        ..Page::default()
    };
    layout(look, &page, &main)
}
