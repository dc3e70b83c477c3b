//! What the arguments choose: which lines are counted, and what of them is kept.

use super::args::{Addresses, LogsInput, ReferrerBy, Sorted};
use crate::input::{bytes_of, text_of};
use anyhow::{Context, Result};
use globset::GlobBuilder;
use gridlore_accesslog::{Day, Field, Matcher, QueryNames, Rename, Rule, Selection, host_network, site_of};
use regex::Regex;
use sha2::{Digest, Sha256};
use std::fmt::Write;
use std::path::Path;
use std::sync::Arc;

/// What the arguments select.
pub(super) fn selection(input: &LogsInput) -> Result<Selection> {
    let day = |text: &Option<String>| text.as_deref().map(day).transpose();
    Ok(Selection {
        statuses: input.status.iter().map(|text| statuses(text)).collect::<Result<_>>()?,
        methods: input.method.iter().map(|method| method.to_uppercase().into_bytes()).collect(),
        first: day(&input.from)?,
        last: day(&input.to)?,
        rules: [(&input.include, true), (&input.exclude, false)]
            .into_iter()
            .flat_map(|(all, stays)| all.iter().map(move |text| rule(text, stays)))
            .collect::<Result<_>>()?,
        bots: input.bots.as_deref().map(words).transpose()?,
        own: input.own.iter().map(|host| own(host)).collect(),
        files: input.files_kept.into(),
        programs: input.programs.into(),
        page_prefix: input.page_prefix.clone().unwrap_or_default().into_bytes(),
        query: query(input.query.as_deref().unwrap_or("drop")),
        whole_referrers: input.referrer == ReferrerBy::Url,
        address: rename(input.addresses, salt(input)?),
    })
}

/// The same as words that stand in a part, so that only parts are put together that were counted
/// alike. A secret is told by a short hash of it.
pub(super) fn described(input: &LogsInput) -> Result<Vec<String>> {
    let mut all = Vec::new();
    for (name, values) in [
        ("own", &input.own),
        ("status", &input.status),
        ("method", &input.method),
        ("include", &input.include),
        ("exclude", &input.exclude),
    ] {
        all.extend(values.iter().map(|value| format!("--{name} {value}")));
    }
    match query(input.query.as_deref().unwrap_or("drop")) {
        QueryNames::Drop => {}
        _ => all.push(format!("--query {}", input.query.as_deref().unwrap_or_default())),
    }
    if input.referrer == ReferrerBy::Url {
        all.push("--referrer url".to_owned());
    }
    for (name, value) in [("from", &input.from), ("to", &input.to), ("page-prefix", &input.page_prefix)] {
        all.extend(value.iter().map(|value| format!("--{name} {value}")));
    }
    for (name, sorted) in [("static", input.files_kept), ("programs", input.programs)] {
        match sorted {
            Sorted::All => {}
            Sorted::Without => all.push(format!("--{name} without")),
            Sorted::Only => all.push(format!("--{name} only")),
        }
    }
    if let Some(file) = &input.bots {
        let words = words(file)?;
        let words: Vec<_> = words.iter().map(|word| String::from_utf8_lossy(word)).collect();
        all.push(format!("--bots {}", words.join(" ")));
    }
    match input.addresses {
        Addresses::Whole => {}
        Addresses::Network => all.push("--addresses network".to_owned()),
        Addresses::None => all.push("--addresses none".to_owned()),
    }
    if let Some(salt) = salt(input)? {
        all.push(format!("--salt-file {}", hash(&[b"the name of a salt", &salt])));
    }
    all.sort();
    all.dedup();
    Ok(all)
}

fn salt(input: &LogsInput) -> Result<Option<Vec<u8>>> {
    let Some(file) = &input.salt_file else { return Ok(None) };
    let salt = bytes_of(file)?;
    let salt = salt.trim_ascii();
    anyhow::ensure!(
        salt.len() >= 16,
        "{}: found {} bytes, expected a secret of at least 16",
        file.display(),
        salt.len()
    );
    Ok(Some(salt.to_vec()))
}

/// As what addresses are counted, if not as themselves.
fn rename(addresses: Addresses, salt: Option<Vec<u8>>) -> Option<Rename> {
    let kept = move |host: &[u8]| match addresses {
        Addresses::Whole => host.to_vec(),
        Addresses::Network => host_network(host),
        Addresses::None => b"-".to_vec(),
    };
    match (addresses, salt) {
        (Addresses::Whole, None) => None,
        (_, None) => Some(Rename(Arc::new(kept))),
        (_, Some(salt)) => Some(Rename(Arc::new(move |host| hash(&[&salt, &kept(host)]).into_bytes()))),
    }
}

/// The first 64 bits of SHA-256 of texts with a zero between them.
fn hash(texts: &[&[u8]]) -> String {
    let digest = Sha256::digest(texts.join(&0));
    digest.iter().take(8).fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// Reads `keep`, `drop` or names with commas between.
fn query(text: &str) -> QueryNames {
    match text {
        "keep" => QueryNames::Keep,
        "drop" | "" => QueryNames::Drop,
        names => QueryNames::Only(names.split(',').map(|name| name.trim().as_bytes().to_vec()).collect()),
    }
}

/// Reads `page=/blog/**` or `agent~Firefox`.
fn rule(text: &str, stays: bool) -> Result<Rule> {
    let names: Vec<&str> = Field::ALL.iter().map(|(name, _)| *name).collect();
    let expected =
        || format!("expected one of {}, then = and a glob or ~ and a regular expression", names.join(", "));
    let at = text.find(['=', '~']).with_context(|| format!("found \"{text}\", {}", expected()))?;
    let name = &text[..at];
    let field = Field::ALL.iter().find(|(known, _)| *known == name);
    let (_, field) = *field.with_context(|| format!("found the field \"{name}\", {}", expected()))?;
    let pattern = &text[at + 1..];
    let matches: Matcher = if text[at..].starts_with('=') {
        let glob = GlobBuilder::new(pattern).literal_separator(true).build();
        let glob = glob.with_context(|| format!("the glob \"{pattern}\""))?.compile_matcher();
        Arc::new(move |found| glob.is_match(String::from_utf8_lossy(found).as_ref()))
    } else {
        let regex = Regex::new(pattern).with_context(|| format!("the regular expression \"{pattern}\""))?;
        Arc::new(move |found| regex.is_match(&String::from_utf8_lossy(found)))
    };
    Ok(Rule { field, stays, matches })
}

/// The words of a file, a line each; `#` begins a comment.
fn words(file: &Path) -> Result<Vec<Vec<u8>>> {
    let text = text_of(file)?;
    let words = text.lines().map(|line| line.split('#').next().unwrap_or_default().trim());
    Ok(words.filter(|word| !word.is_empty()).map(|word| word.to_lowercase().into_bytes()).collect())
}

/// A host as referrers are told by, whether it was given as an address or alone.
fn own(host: &str) -> Vec<u8> {
    let address = if host.contains("://") { host.to_owned() } else { format!("https://{host}/") };
    site_of(address.as_bytes())
}

/// Reads `2026-03-01` or `01/Mar/2026`.
fn day(text: &str) -> Result<Day> {
    let iso = || {
        let mut parts = text.split('-').map(|part| part.parse::<i32>().ok());
        let day = Day::new(parts.next()??, parts.next()??, parts.next()??);
        day.filter(|_| parts.next().is_none())
    };
    Day::parse(text.as_bytes())
        .or_else(iso)
        .with_context(|| format!("found the day \"{text}\", expected one such as 2026-03-01"))
}

/// Reads a day, or `2026-03-01..2026-03-07`: the first and the last.
pub(super) fn period(text: &str) -> Result<(Day, Day)> {
    let (first, last) = text.split_once("..").unwrap_or((text, text));
    let (first, last) = (day(first)?, day(last)?);
    anyhow::ensure!(first <= last, "found the period \"{text}\", expected its last day not before its first");
    Ok((first, last))
}

/// Reads `200`, `2xx` or `200-299`.
fn statuses(text: &str) -> Result<(u16, u16)> {
    let number = |text: &str| text.parse::<u16>().ok().filter(|status| (100..=999).contains(status));
    let found = match (text.as_bytes(), text.split_once('-')) {
        ([class @ b'1'..=b'9', b'x' | b'X', b'x' | b'X'], _) => {
            let first = u16::from(class - b'0') * 100;
            Some((first, first + 99))
        }
        (_, Some((from, to))) => number(from).zip(number(to)),
        _ => number(text).map(|status| (status, status)),
    };
    found.with_context(|| format!("found the status \"{text}\", expected one such as 200, 4xx or 200-299"))
}
