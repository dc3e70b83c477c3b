//! The languages of the pages that readers see. The messages are Fluent files in `locales`.
//!
//! A blog can have any language. If there are no messages in that language, its pages have English
//! messages around its posts.
//!
//! # Source
//! Project Fluent: the syntax of the files, and the crate `fluent-bundle`, which reads them.

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use std::sync::LazyLock;
use unic_langid::LanguageIdentifier;

/// The messages of each language, English first.
const FILES: &[(&str, &str)] = &[
    ("en", include_str!("locales/en.ftl")),
    ("de", include_str!("locales/de.ftl")),
    ("fr", include_str!("locales/fr.ftl")),
];

/// Returns the languages of the pages, as language tags for HTML.
pub(crate) fn languages() -> impl Iterator<Item = &'static str> {
    FILES.iter().map(|file| file.0)
}

static BUNDLES: LazyLock<Vec<FluentBundle<FluentResource>>> =
    LazyLock::new(|| FILES.iter().map(|(name, text)| bundle(name, text)).collect());

fn bundle(name: &str, text: &str) -> FluentBundle<FluentResource> {
    let language: LanguageIdentifier = name.parse().unwrap_or_default();
    let mut bundle = FluentBundle::new_concurrent(vec![language]);
    // Isolation marks around names would become part of titles and attributes.
    bundle.set_use_isolating(false);
    // A test checks that the files are valid.
    let resource = FluentResource::try_new(text.to_owned()).unwrap_or_else(|(resource, _)| resource);
    let _ = bundle.add_resource(resource);
    bundle
}

/// The language of a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Language(usize);

impl Language {
    pub(crate) const ENGLISH: Self = Self(0);

    /// Returns the language with this name, such as `de` or `de-AT`, or English if there are no
    /// messages in it.
    pub(crate) fn named(name: &str) -> Self {
        let primary = name.split('-').next().unwrap_or_default();
        let place = languages().position(|known| known.eq_ignore_ascii_case(primary));
        place.map_or(Self::ENGLISH, Self)
    }

    /// Returns the language’s tag for HTML.
    pub(crate) fn name(self) -> &'static str {
        FILES[self.0].0
    }

    /// Returns the message with this key, or the key itself if there is no such message.
    pub(crate) fn text(self, key: &str, values: &[(&str, FluentValue<'_>)]) -> String {
        let bundle = &BUNDLES[self.0];
        let Some(pattern) = bundle.get_message(key).and_then(|message| message.value()) else {
            return key.to_owned();
        };
        let mut arguments = FluentArgs::with_capacity(values.len());
        for (name, value) in values {
            arguments.set(*name, value.clone());
        }
        bundle.format_pattern(pattern, Some(&arguments), &mut Vec::new()).into_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::{BTreeMap, BTreeSet};
    use std::path::Path;

    /// Returns the keys of a file with the names of their values.
    fn messages(text: &str) -> BTreeMap<String, BTreeSet<String>> {
        let mut all: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        let mut key = String::new();
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            if let Some((name, _)) = line.split_once(" = ").filter(|_| !line.starts_with(' ')) {
                assert!(!all.contains_key(name), "{name} twice");
                key = name.to_owned();
                all.insert(key.clone(), BTreeSet::new());
            }
            let values = line.split('$').skip(1);
            let names = values.map(|rest| rest.split([' ', '}']).next().unwrap_or_default().to_owned());
            all.entry(key.clone()).or_default().extend(names);
        }
        all.remove("");
        all
    }

    #[test]
    fn every_language_has_the_same_messages() {
        let english = messages(FILES[0].1);
        assert!(english.len() > 80);
        for (name, text) in FILES {
            FluentResource::try_new((*text).to_owned()).unwrap();
            assert_eq!(messages(text), english, "{name}");
        }
    }

    #[test]
    fn every_message_is_used_and_every_used_message_exists() {
        let english = messages(FILES[0].1);
        let mut used = BTreeSet::new();
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        for entry in walkdir::WalkDir::new(folder).into_iter().flatten() {
            let is_this = entry.path().ends_with("language/mod.rs");
            if is_this || entry.path().extension().is_none_or(|ending| ending != "rs") {
                continue;
            }
            let source = std::fs::read_to_string(entry.path()).unwrap();
            for call in [".text(", ".text_with(", ".linked("] {
                let calls = source.split(call).skip(1);
                let keys = calls.filter_map(|rest| rest.trim_start().strip_prefix('"')?.split('"').next());
                used.extend(keys.map(str::to_owned));
            }
        }
        for key in ["no-newsletter", "bad-confirmation", "subscribed", "not-subscribed", "unsubscribed"] {
            used.extend([key.to_owned(), format!("{key}-text")]);
        }
        let months = (1..=12).flat_map(|month| [format!("month-{month}"), format!("month-short-{month}")]);
        used.extend(months);
        let known: BTreeSet<String> = english.into_keys().collect();
        assert_eq!(known.difference(&used).collect::<Vec<_>>(), [""; 0], "unused");
        assert_eq!(used.difference(&known).collect::<Vec<_>>(), [""; 0], "missing");
    }

    #[test]
    fn messages_have_values_and_plurals() {
        let text = |name: &str, count: usize| {
            Language::named(name).text("count-comments", &[("count", count.into())])
        };
        assert_eq!([text("en", 1), text("en", 2)], ["1 comment", "2 comments"]);
        assert_eq!([text("de-AT", 1), text("de", 0)], ["1 Kommentar", "0 Kommentare"]);
        assert_eq!([text("fr", 0), text("fr", 2)], ["0 commentaire", "2 commentaires"]);
        assert_eq!(text("eo", 2), "2 comments", "a language without messages");
        assert_eq!(Language::named("fr").text("by-author", &[("author", "<A>".into())]), "Par <A>");
    }
}
