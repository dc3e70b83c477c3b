//! Arranges comments of other programs in threads: every reply follows the comment that it answers.

use super::html::Converter;
use super::{Remark, Tally};
use jiff::Timestamp;
use std::collections::HashMap;

/// Maximum length in characters of the name of a comment’s author.
pub const MAX_REMARK_NAME_LENGTH: usize = 60;

/// Maximum length of a comment in characters.
pub const MAX_REMARK_LENGTH: usize = 10_000;

/// How a comment is treated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fate {
    Shown,
    Pending,
    /// It is left out, for this reason.
    LeftOut(&'static str),
}

/// A comment as another program stores it.
#[derive(Debug, Clone)]
pub(super) struct Raw {
    pub(super) id: String,
    /// The id of the comment that it answers; empty if it answers none.
    pub(super) parent: String,
    pub(super) name: String,
    pub(super) html: String,
    /// Whether line ends separate lines and paragraphs.
    pub(super) has_lines: bool,
    pub(super) time: Option<Timestamp>,
    pub(super) fate: Fate,
    /// Whether it has an e-mail address and a web address, which are not imported.
    pub(super) has_email: bool,
    pub(super) has_web_address: bool,
}

/// Arranges the comments on one post in threads; `next` is the number of the next comment. A reply
/// to a comment that is left out is attached to the nearest kept comment above it.
pub(super) fn threads(
    all: Vec<Raw>,
    converter: &Converter,
    next: &mut i64,
    now: Timestamp,
    tally: &mut Tally,
) -> Vec<Remark> {
    let places: HashMap<&str, usize> =
        all.iter().enumerate().map(|(place, raw)| (raw.id.as_str(), place)).collect();
    let parents: Vec<Option<usize>> = all
        .iter()
        .enumerate()
        .map(|(place, raw)| places.get(raw.parent.as_str()).copied().filter(|parent| *parent != place))
        .collect();
    let texts: Vec<Option<String>> = all
        .iter()
        .map(|raw| {
            let reason = match raw.fate {
                Fate::LeftOut(reason) => Some(reason),
                _ if *next > super::MAX_REMARKS as i64 => {
                    Some("the limit on comments per import was reached")
                }
                _ => None,
            };
            if let Some(reason) = reason {
                tally.add("comments", reason);
                return None;
            }
            let text = converter.comment(&raw.html, raw.has_lines);
            if text.is_empty() {
                tally.add("comments", "they have no text");
                return None;
            }
            Some(text.trim_end().to_owned())
        })
        .collect();
    let kept = nearest_kept(&parents, &texts);
    let mut replies: Vec<Vec<usize>> = vec![Vec::new(); all.len()];
    let mut roots = Vec::new();
    for place in (0..all.len()).filter(|place| texts[*place].is_some()) {
        match kept[place] {
            Some(parent) => replies[parent].push(place),
            None => roots.push(place),
        }
        if kept[place] != parents[place]
            || (parents[place].is_none() && !matches!(all[place].parent.as_str(), "" | "0"))
        {
            tally.add(
                "threads",
                "the comment that a reply answers is left out or missing; the reply was moved up",
            );
        }
    }
    let mut done = Vec::new();
    let mut numbers: Vec<Option<i64>> = vec![None; all.len()];
    let mut queue: std::collections::VecDeque<usize> = roots.into();
    while let Some(place) = queue.pop_front() {
        let raw = &all[place];
        let text = texts[place].as_deref().unwrap_or_default();
        numbers[place] = Some(*next);
        done.push(Remark {
            id: *next,
            parent: kept[place].and_then(|parent| numbers[parent]),
            name: name(&raw.name, tally),
            text: shortened(text, MAX_REMARK_LENGTH, "texts of comments", tally),
            time: raw.time.unwrap_or(now),
            is_pending: raw.fate == Fate::Pending,
        });
        *next += 1;
        if raw.has_email {
            tally.add(
                "e-mail addresses of commenters",
                "they are never published, and Gridlore does not store them",
            );
        }
        if raw.has_web_address {
            tally.add("web addresses of commenters", "comments show names without links");
        }
        queue.extend(&replies[place]);
    }
    done
}

/// Returns, for each comment, the nearest comment above it that is not left out; a cycle of
/// comments is broken.
fn nearest_kept(parents: &[Option<usize>], texts: &[Option<String>]) -> Vec<Option<usize>> {
    #[derive(Clone, Copy, PartialEq)]
    enum Mark {
        New,
        OnPath,
        Done,
    }
    let mut marks = vec![Mark::New; parents.len()];
    let mut nearest = vec![None; parents.len()];
    for start in 0..parents.len() {
        let (mut path, mut place) = (Vec::new(), Some(start));
        while let Some(here) = place.filter(|here| marks[*here] == Mark::New) {
            marks[here] = Mark::OnPath;
            path.push(here);
            place = parents[here];
        }
        // The last comment of the path has no parent, has a finished parent, or closes a cycle.
        let mut above = place.filter(|here| marks[*here] == Mark::Done);
        for here in path.into_iter().rev() {
            nearest[here] =
                above.and_then(|above| if texts[above].is_some() { Some(above) } else { nearest[above] });
            marks[here] = Mark::Done;
            above = Some(here);
        }
    }
    nearest
}

fn name(name: &str, tally: &mut Tally) -> String {
    let plain: String = super::plain_text(name).split_whitespace().collect::<Vec<_>>().join(" ");
    let plain = if plain.is_empty() { "Anonymous".to_owned() } else { plain };
    shortened(&plain, MAX_REMARK_NAME_LENGTH, "names of commenters", tally)
}

/// Returns the text, shortened to at most `length` characters; `what` names the kind of text in the
/// note about it.
pub(super) fn shortened(text: &str, length: usize, what: &str, tally: &mut Tally) -> String {
    match text.char_indices().nth(length) {
        Some((cut, _)) => {
            tally.add(what, &format!("they have more than {length} characters and were shortened"));
            text[..cut].to_owned()
        }
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn raw(id: &str, parent: &str, fate: Fate) -> Raw {
        Raw {
            id: id.to_owned(),
            parent: parent.to_owned(),
            name: format!("N{id}"),
            html: format!("<p>T{id}</p>"),
            has_lines: false,
            time: None,
            fate,
            has_email: false,
            has_web_address: false,
        }
    }

    fn check(all: Vec<Raw>, expected: &str) {
        let (mut next, mut tally) = (1, Tally::default());
        let found = threads(all, &Converter::new(), &mut next, Timestamp::UNIX_EPOCH, &mut tally);
        let line = |remark: &Remark| format!("{}<{}", remark.text, remark.parent.map_or(0, |parent| parent));
        let ids: Vec<i64> = found.iter().map(|remark| remark.id).collect();
        assert_eq!(ids, (1..next).collect::<Vec<_>>());
        assert!(found.iter().all(|remark| remark.parent.is_none_or(|parent| parent < remark.id)));
        assert_eq!(found.iter().map(line).collect::<Vec<_>>().join(" "), expected);
    }

    #[test]
    fn replies_follow_what_they_answer() {
        let shown = Fate::Shown;
        check(vec![raw("3", "2", shown), raw("1", "0", shown), raw("2", "1", shown)], "T1<0 T2<1 T3<2");
        let spam = Fate::LeftOut("spam");
        check(
            vec![raw("1", "0", shown), raw("2", "1", spam), raw("3", "2", spam), raw("4", "3", shown)],
            "T1<0 T4<1",
        );
        check(vec![raw("1", "2", shown), raw("2", "1", shown), raw("3", "9", shown)], "T2<0 T3<0 T1<1");
        check(vec![raw("1", "1", shown), raw("2", "", Fate::Pending)], "T1<0 T2<0");
    }

    #[test]
    fn deep_threads_take_linear_time() {
        let all: Vec<Raw> = (0..20_000)
            .map(|id: u32| raw(&id.to_string(), &(id + 1).to_string(), Fate::LeftOut("spam")))
            .collect();
        check(all, "");
    }
}
