//! What SECURITY.md says in numbers, held against the code.

use crate::Config;
use crate::admin::entrance::{CODE_IN, INVITATION, RESET, SETUP};
use crate::admin::second_factor::RECOVERY_CODES;
use crate::admin::{LARGEST_FORM, SMALL_FORM};
use crate::console::source;
use crate::content::thread;
use crate::copies::backup;
use crate::http::access_log::{LONGEST_FIELD, LONGEST_TARGET};
use crate::http::memory::incoming::MOST_INCOMING;
use crate::http::memory::outgoing::MOST_UNDER_WAY;
use crate::pages::blog::MOST_LISTED;
use crate::pages::editor::MOST_COMPARED;
use crate::public::comments;
use crate::secret::password::{MAX_PASSWORD_BYTES, MIN_CHARACTERS, password_hash};
use crate::site::kept;
use crate::site::member::LONGEST_NAME;
use crate::store::accounts::{IDLE, MOST_DEEDS, MOST_FAILED};
use crate::store::comments::MOST_HELD;
use crate::store::throttle::{MOST_KEYS, Throttle};
use crate::store::{Role, search};
use gridlore_blog::{LONGEST_TEXT, MOST_BYTES_IN_FEED, MOST_ELEMENTS, MOST_TAGS};
use jiff::SignedDuration;
use std::path::{Path, PathBuf};

/// The lines of the part "Limits", as the code has them.
fn limits() -> Vec<String> {
    let config = Config::default();
    let hours = |time: SignedDuration| time.as_hours();
    let hash = password_hash("a fine password").unwrap();
    let cost = hash.split('$').nth(3).unwrap().to_owned();
    let roles: Vec<&str> = Role::ALL.iter().map(|role| role.name()).collect();
    let throttle = |what: &str, throttle: Throttle| {
        format!(
            "{what}: {} free, then a wait that doubles from 30 seconds to {} at most",
            throttle.free, throttle.longest
        )
    };
    vec![
        format!("Roles, each with the rights of those before it: {}", roles.join(", ")),
        format!("Passwords: {MIN_CHARACTERS} characters to {MAX_PASSWORD_BYTES} bytes, hashed with argon2id at {cost}"),
        format!("Names: {LONGEST_NAME} characters"),
        format!(
            "The first owner's link: {} hours; an invitation: {} hours; a link for a new password: {} hours; each once",
            hours(SETUP),
            hours(INVITATION),
            hours(RESET)
        ),
        format!("A session: {} hours without use", hours(IDLE)),
        format!(
            "A second factor: a code within {CODE_IN} seconds of the password, each code once and counted as passwords are; {RECOVERY_CODES} recovery codes"
        ),
        throttle("Signing in by one name from one network", Throttle::NAME),
        throttle("Signing in by any name from one network", Throttle::NETWORK),
        throttle("Signing in by one name from networks that its owner never used", Throttle::TOTAL),
        throttle("Comments from one network", Throttle::COMMENTS),
        throttle("Comments from 24 bits of IPv4, or 48 of IPv6", Throttle::COMMENTS_AROUND),
        format!(
            "Throttles: {MOST_KEYS} rows; failed sign-ins in the log: {MOST_FAILED} rows; the rest of the log: {MOST_DEEDS} rows and {} days",
            config.audit_days
        ),
        format!(
            "The access log: {LONGEST_TARGET} bytes of an address, {LONGEST_FIELD} of a referrer or a browser's name"
        ),
        format!(
            "Comments: {} characters, sent {} seconds to {} hours after the form was opened; {MOST_HELD} may wait to be looked at; {} or {} KiB on a page",
            comments::LONGEST.1,
            comments::SOONEST,
            comments::LATEST / 3600,
            thread::COMMENTS_PER_PAGE,
            thread::BYTES_PER_PAGE >> 10
        ),
        format!("Tags of a post: {MOST_TAGS}; lines of two texts that are compared: {MOST_COMPARED}"),
        format!(
            "Forms: {} KiB; that of a comment: {} KiB; those with the text of a post: {} KiB; a post's text: {} KiB",
            SMALL_FORM >> 10,
            comments::COMMENT_FORM >> 10,
            LARGEST_FORM >> 10,
            LONGEST_TEXT >> 10
        ),
        format!(
            "The texts in a feed: {} MiB; posts on the page of a tag, a year or a series, and tags on a page: {MOST_LISTED}",
            MOST_BYTES_IN_FEED >> 20
        ),
        format!("Paragraphs, links, table cells and other elements of a post: {MOST_ELEMENTS}"),
        format!(
            "Pictures: {} MiB sent, {} pixels on a side, {} megapixels in colour, {} in a WebP; moving ones {} frames and {} megapixels in all",
            config.upload_bytes >> 20,
            gridlore_pictures::MAX_SIDE,
            gridlore_pictures::MAX_BYTES / 3_000_000,
            gridlore_pictures::MAX_BYTES / 7_000_000,
            gridlore_pictures::MAX_FRAMES,
            gridlore_pictures::MAX_MOVING_PIXELS / 1_000_000
        ),
        format!(
            "Connections: {} in all, {} of one visitor, a quarter of all of one neighbourhood (/24, /48); requests: {} seconds",
            config.connections, config.connections_per_visitor, config.request_timeout
        ),
        format!(
            "Memory of answers that are sent: {} MiB, of forms that arrive: {} MiB; beyond that, whoever holds most gives way",
            MOST_UNDER_WAY >> 20,
            MOST_INCOMING >> 20
        ),
        format!(
            "Pages kept: {} MiB, and {} MiB for names of the site that nobody configured; one that failed: {} seconds",
            kept::MOST_BYTES >> 20,
            kept::MOST_COPIES >> 20,
            kept::FAILED_FOR.as_secs()
        ),
        format!("A search: {} words, {} milliseconds", search::MOST_WORDS, search::PATIENCE.as_millis()),
        format!(
            "A backup that is restored: {} times its packed size or {} MiB; an import: {} files and folders",
            backup::MOST_TIMES,
            backup::ALWAYS_FINE >> 20,
            source::MOST_ENTRIES
        ),
    ]
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn security() -> String {
    std::fs::read_to_string(root().join("SECURITY.md")).unwrap()
}

#[test]
fn every_limit_is_as_written() {
    let text = security();
    let part = text.split("\n## Limits\n").nth(1).expect("a part \"Limits\"").split("\n## ").next().unwrap();
    let written: Vec<&str> = part.lines().filter_map(|line| line.strip_prefix("- ")).collect();
    let expected = limits();
    assert_eq!(written, expected, "expected:\n- {}", expected.join("\n- "));
}

/// Rust files below a folder.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let files = walkdir::WalkDir::new(folder).into_iter().map(|entry| entry.unwrap().into_path());
    files.filter(|path| path.extension().is_some_and(|ending| ending == "rs")).collect()
}

#[test]
fn unsafe_code_is_where_it_is_said_to_be() {
    let (text, mut found) = (security(), Vec::new());
    // Put together here, so that this line is not one.
    let (block, forbidden) = (["unsafe", " {"].concat(), ["#![forbid(", "unsafe_code)]"].concat());
    for entry in std::fs::read_dir(root().join("crates")).unwrap() {
        let folder = entry.unwrap().path();
        let count: usize = sources(&folder)
            .iter()
            .map(|path| std::fs::read_to_string(path).unwrap().matches(&block).count())
            .sum();
        let name = folder.file_name().unwrap().to_string_lossy().into_owned();
        if count > 0 {
            found.push(format!("{name} {count}"));
        }
        if ["gridlore-server", "gridlore-blog", "gridlore-accesslog", "gridlore-pictures"]
            .contains(&name.as_str())
        {
            let root = std::fs::read_to_string(folder.join("src/lib.rs")).unwrap();
            assert!(root.contains(&forbidden), "{name} forbids it");
        }
    }
    found.sort();
    let expected = format!("Blocks of unsafe code: {}.", found.join(", "));
    assert!(text.contains(&expected), "expected in SECURITY.md: {expected}");
}

/// Each promise names the command that checks it, and what the command names is there.
#[test]
fn every_promise_has_a_check_that_exists() {
    let text = security();
    let part = text.split("\n## What is promised\n").nth(1).unwrap().split("\n## ").next().unwrap();
    let all: String = [
        "crates/gridlore-server/src",
        "crates/gridlore-blog/src",
        "crates/gridlore-pictures/src",
        "crates/gridlore/src",
        "xtask",
        "fuzz",
    ]
    .iter()
    .flat_map(|folder| sources(&root().join(folder)))
    .map(|path| std::fs::read_to_string(path).unwrap())
    .collect();
    let mut checked = 0;
    for promise in part.split("\n- ").skip(1) {
        let commands: Vec<&str> =
            promise.split('`').skip(1).step_by(2).filter(|code| code.starts_with("cargo ")).collect();
        assert!(!commands.is_empty(), "no command: {promise}");
        for command in commands {
            let name = command.split(' ').next_back().unwrap();
            let is_there = all.contains(&format!("fn {name}")) || all.contains(&format!("\"{name}\""));
            assert!(is_there || name == "gridlore-fuzz", "{command}: there is nothing called {name}");
            checked += 1;
        }
    }
    assert!(checked >= 15, "{checked}");
}
