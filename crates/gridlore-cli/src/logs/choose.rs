//! The filters of the command line, which select the lines to count and the parts of them to keep.

use super::args::{Addresses, Inclusion, LogsInput, ReferrerBy};
use crate::input::{read_bytes, read_text};
use anyhow::{Context, Result};
use globset::GlobBuilder;
use gridlore_accesslog::{
    Day, Field, Matcher, Places, QueryNames, Rename, Rule, Selection, host_network, site_of,
};
use regex::Regex;
use sha2::{Digest, Sha256};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Parses the filters.
pub(super) fn selection(input: &LogsInput) -> Result<Selection> {
    let day = |text: &Option<String>| text.as_deref().map(day).transpose();
    Ok(Selection {
        statuses: input.status.iter().map(|text| statuses(text)).collect::<Result<_>>()?,
        methods: input.method.iter().map(|method| method.to_uppercase().into_bytes()).collect(),
        first: day(&input.from)?,
        last: day(&input.to)?,
        rules: [(&input.include, true), (&input.exclude, false)]
            .into_iter()
            .flat_map(|(all, is_kept)| all.iter().map(move |text| rule(text, is_kept)))
            .collect::<Result<_>>()?,
        bots: input.bots.as_deref().map(words).transpose()?,
        own: input.own.iter().filter(|host| *host != NO_OWN).map(|host| own_site(host)).collect(),
        guesses_own: input.own.is_empty(),
        places: places(&input.geo)?.map(Arc::new),
        files: input.files_kept.into(),
        programs: input.programs.into(),
        page_prefix: input.page_prefix.clone().unwrap_or_default().into_bytes(),
        query: query(input.query.as_deref().unwrap_or("drop")),
        whole_referrers: input.referrer == ReferrerBy::Url,
        address: rename(input.addresses, salt(input)?),
    })
}

/// The value of `--own` for a site without a host.
const NO_OWN: &str = "none";

/// Maximum size in bytes of an IP address database.
const MAX_DATABASE: u64 = 2 << 30;

/// Reads the IP address databases.
fn places(files: &[PathBuf]) -> Result<Option<Places>> {
    if files.is_empty() {
        return Ok(None);
    }
    let mut places = Places::default();
    for file in files {
        let size = std::fs::metadata(file).map_or(0, |data| data.len());
        anyhow::ensure!(
            size <= MAX_DATABASE,
            "--geo {}: found {size} bytes, expected at most {MAX_DATABASE}",
            file.display()
        );
        places.add(read_bytes(file)?).with_context(|| format!("--geo {}", file.display()))?;
    }
    Ok(Some(places))
}

/// Returns the filters as words. They are stored in a part, because only parts with the same
/// filters can be merged. A secret is represented by a short hash.
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
            Inclusion::All => {}
            Inclusion::Without => all.push(format!("--{name} without")),
            Inclusion::Only => all.push(format!("--{name} only")),
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

/// Reads the secret for hashing addresses.
fn salt(input: &LogsInput) -> Result<Option<Vec<u8>>> {
    let Some(file) = &input.salt_file else { return Ok(None) };
    let salt = read_bytes(file)?;
    let salt = salt.trim_ascii();
    anyhow::ensure!(
        salt.len() >= 16,
        "{}: found {} bytes, expected a secret of at least 16",
        file.display(),
        salt.len()
    );
    Ok(Some(salt.to_vec()))
}

/// Returns the function that changes addresses before they are counted, or `None` if they are not
/// changed.
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

/// Returns the first 64 bits, in hexadecimal, of the SHA-256 of strings joined by zero bytes.
fn hash(texts: &[&[u8]]) -> String {
    let digest = Sha256::digest(texts.join(&0));
    digest.iter().take(8).fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// Parses `keep`, `drop`, or names separated by commas.
fn query(text: &str) -> QueryNames {
    match text {
        "keep" => QueryNames::Keep,
        "drop" | "" => QueryNames::Drop,
        names => QueryNames::Only(names.split(',').map(|name| name.trim().as_bytes().to_vec()).collect()),
    }
}

/// Parses `page=/blog/**` or `agent~Firefox`.
fn rule(text: &str, is_kept: bool) -> Result<Rule> {
    let names: Vec<&str> = Field::ALL.iter().map(|(name, _)| *name).collect();
    let expected = || {
        format!("expected a field ({}), then = and a glob or ~ and a regular expression", names.join(", "))
    };
    let at = text.find(['=', '~']).with_context(|| format!("found \"{text}\", {}", expected()))?;
    let name = &text[..at];
    let field = Field::ALL.iter().find(|(known, _)| *known == name);
    let (_, field) = *field.with_context(|| format!("found the field \"{name}\", {}", expected()))?;
    let pattern = &text[at + 1..];
    let matches: Matcher = if text[at..].starts_with('=') {
        let glob = GlobBuilder::new(pattern).literal_separator(true).build();
        let glob = glob.with_context(|| format!("bad glob \"{pattern}\""))?.compile_matcher();
        Arc::new(move |found| glob.is_match(String::from_utf8_lossy(found).as_ref()))
    } else {
        let regex = Regex::new(pattern).with_context(|| format!("bad regular expression \"{pattern}\""))?;
        Arc::new(move |found| regex.is_match(&String::from_utf8_lossy(found)))
    };
    Ok(Rule { field, stays: is_kept, matches })
}

/// The maximum number of words in a file.
const MAX_WORDS: usize = 100_000;

/// Reads the words of a file, one per line; `#` begins a comment.
fn words(file: &Path) -> Result<Vec<Vec<u8>>> {
    let text = read_text(file)?;
    let words = text.lines().map(|line| line.split('#').next().unwrap_or_default().trim());
    let words = words.filter(|word| !word.is_empty()).map(|word| word.to_lowercase().into_bytes());
    let words: Vec<_> = words.take(MAX_WORDS + 1).collect();
    anyhow::ensure!(
        words.len() <= MAX_WORDS,
        "{}: too many words (the maximum is {MAX_WORDS})",
        file.display()
    );
    Ok(words)
}

/// Returns the site of a host, given alone or as an address, in the form in which referrers are
/// counted.
fn own_site(host: &str) -> Vec<u8> {
    let address = if host.contains("://") { host.to_owned() } else { format!("https://{host}/") };
    site_of(address.as_bytes())
}

/// Parses `2026-03-01` or `01/Mar/2026`.
fn day(text: &str) -> Result<Day> {
    let iso = || {
        let mut parts = text.split('-').map(|part| part.parse::<i32>().ok());
        let day = Day::new(parts.next()??, parts.next()??, parts.next()??);
        day.filter(|_| parts.next().is_none())
    };
    Day::parse(text.as_bytes())
        .or_else(iso)
        .with_context(|| format!("found the day \"{text}\", expected a day such as 2026-03-01"))
}

/// Parses a day, or a first and a last day, such as `2026-03-01..2026-03-07`.
pub(super) fn period(text: &str) -> Result<(Day, Day)> {
    let (first, last) = text.split_once("..").unwrap_or((text, text));
    let (first, last) = (day(first)?, day(last)?);
    anyhow::ensure!(first <= last, "found the period \"{text}\", expected a last day on or after the first");
    Ok((first, last))
}

/// Parses `200`, `2xx` or `200-299`.
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
    found.with_context(|| {
        format!("found the status \"{text}\", expected a status such as 200, 4xx or 200-299")
    })
}
