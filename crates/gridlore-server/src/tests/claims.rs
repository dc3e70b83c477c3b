//! Compares the figures in SECURITY.md with the code.

use crate::Config;
use crate::admin::entrance::{CODE_IN, SETUP};
use crate::admin::second_factor::RECOVERY_CODES;
use crate::admin::{MAX_FORM_BYTES, MAX_POST_FORM_BYTES};
use crate::console::source as import_source;
use crate::content::thread;
use crate::content::uploads::{MAX_AUTHOR_BYTES, MAX_AUTHOR_FILES};
use crate::copies::backup;
use crate::federation::activity::{MAX_ACTIVITY_BYTES, MAX_VALUES};
use crate::http::access_log::{MAX_FIELD_BYTES, MAX_TARGET_BYTES};
use crate::http::memory::incoming::MAX_INCOMING;
use crate::http::memory::outgoing::MAX_OUTGOING;
use crate::mail::newsletter::MAX_HTML_BYTES;
use crate::mail::sender::MAX_TRIES;
use crate::mentions::{MAX_ADDRESS_BYTES, hub, receive, send, source};
use crate::outgoing;
use crate::pages::blog::MAX_LISTED;
use crate::pages::editor::MAX_COMPARED;
use crate::public::comments;
use crate::secret::password::{MAX_PASSWORD_BYTES, MIN_CHARACTERS, password_hash};
use crate::site::member::MAX_NAME_LENGTH;
use crate::site::page_cache;
use crate::store::accounts::{IDLE, MAX_AUDIT_ENTRIES, MAX_FAILED_ENTRIES};
use crate::store::comments::MAX_HELD;
use crate::store::daily::{AUTHORS, MAX_DAILY_ANNOUNCEMENTS, MAX_DAILY_ISSUES};
use crate::store::federation::following::{MAX_FOLLOWING, MAX_HEARD};
use crate::store::federation::incoming::{
    MAX_RECEIVED, MAX_RECEIVED_OF_NETWORK, MAX_RECEIVED_OF_SERVER, MAX_REMOTE_ACTORS,
    MAX_UNVERIFIED_OF_NETWORK,
};
use crate::store::federation::outgoing::{MAX_ANSWERS_OF_BLOG, MAX_DELIVERIES, MAX_DELIVERIES_OF_BLOG};
use crate::store::federation::replies::MAX_HELD_OF_SERVER;
use crate::store::federation::{
    MAX_BLOCKED_HOSTS, MAX_FOLLOWERS, MAX_FOLLOWERS_OF_SERVER, MAX_REACTIONS, MAX_REACTIONS_OF_ACTOR,
    MAX_REACTIONS_OF_BLOG, MAX_REACTIONS_OF_BLOG_AND_SERVER, MAX_REACTIONS_OF_SERVER,
};
use crate::store::mail::issues::{MAX_ISSUED, MAX_POST_MAIL};
use crate::store::mail::people::MAX_RESET_REQUESTS;
use crate::store::mail::subscribers::{MAX_PENDING, MAX_SUBSCRIBERS, PENDING};
use crate::store::mail::{MAX_MAIL, MAX_UNASKED_ADDRESSES, MAX_UNASKED_MAIL, UNASKED_INTERVAL};
use crate::store::mentions::hubs::PING_INTERVAL;
use crate::store::mentions::sent::MAX_LINKING_POSTS;
use crate::store::mentions::{
    self, MAX_HELD_MENTIONS, MAX_REQUESTS, MAX_REQUESTS_OF_NETWORK, MAX_REQUESTS_OF_SERVER,
};
use crate::store::redirects::MAX_REDIRECTS;
use crate::store::revisions::REVISION_BYTES;
use crate::store::throttle::{MAX_KEYS, Throttle};
use crate::store::{INVITATION, MAX_AUTHOR_POSTS, MAX_AUTHOR_TEXT, RESET, Role, search};
use gridlore_blog::import::{self, MAX_REMARK_LENGTH, MAX_REMARK_NAME_LENGTH};
use gridlore_blog::{MAX_ELEMENTS, MAX_FEED_BYTES, MAX_SINGLE_BYTES, MAX_TAGS, MAX_TEXT_BYTES};
use jiff::SignedDuration;
use std::path::{Path, PathBuf};

/// Generates the lines of the section "Limits" from the code.
fn limits() -> Vec<String> {
    let config = Config::default();
    let hours = |time: SignedDuration| time.as_hours();
    let hash = password_hash("a fine password").unwrap();
    let cost = hash.split('$').nth(3).unwrap().to_owned();
    let roles: Vec<&str> = Role::ALL.iter().map(|role| role.name()).collect();
    let throttle = |what: &str, throttle: Throttle| {
        format!(
            "{what}: {} free, then a wait that doubles from 30 to at most {} seconds",
            throttle.free, throttle.longest
        )
    };
    vec![
        format!("Roles, each with the rights of those before it: {}", roles.join(", ")),
        format!(
            "Passwords: {MIN_CHARACTERS} characters to {MAX_PASSWORD_BYTES} bytes, hashed with argon2id at {cost}"
        ),
        format!("Names: {MAX_NAME_LENGTH} characters"),
        format!(
            "The first owner's link: {} hours; an invitation: {} hours; a password reset link: {} hours; each once",
            hours(SETUP),
            hours(INVITATION),
            hours(RESET)
        ),
        format!("A session: {} hours without use", hours(IDLE)),
        format!(
            "A second factor: a code within {CODE_IN} seconds of the password; each code is valid once, and attempts are counted like those of passwords; {RECOVERY_CODES} recovery codes"
        ),
        throttle("Signing in with one name from one network", Throttle::NAME),
        throttle("Signing in with any name from one network", Throttle::NETWORK),
        throttle("Signing in with one name from networks that its owner never used", Throttle::TOTAL),
        throttle("Comments from one network", Throttle::COMMENTS),
        throttle("Comments from 24 bits of IPv4, or 48 of IPv6", Throttle::COMMENTS_AROUND),
        throttle("Comments by one author", Throttle::AUTHOR_COMMENTS),
        format!(
            "Throttles: {MAX_KEYS} rows; failed sign-ins in the log: {MAX_FAILED_ENTRIES} rows; the rest of the log: {MAX_AUDIT_ENTRIES} rows and {} days",
            config.audit_days
        ),
        format!(
            "The access log: {MAX_TARGET_BYTES} bytes of an address, {MAX_FIELD_BYTES} of a referrer or a browser's name"
        ),
        format!(
            "Comments: {} characters, sent {} seconds to {} hours after the form was opened; {MAX_HELD} can wait for moderation; {} or {} KiB on a page",
            comments::MAX_LENGTHS.1,
            comments::MIN_FORM_AGE,
            comments::MAX_FORM_AGE / 3600,
            thread::COMMENTS_PER_PAGE,
            thread::BYTES_PER_PAGE >> 10
        ),
        format!("Tags of a post: {MAX_TAGS}; lines of two texts that are compared: {MAX_COMPARED}"),
        format!(
            "Forms: {} KiB; comment forms: {} KiB; forms with the text of a post: {} KiB; a post's text: {} KiB",
            MAX_FORM_BYTES >> 10,
            comments::MAX_COMMENT_FORM_BYTES >> 10,
            MAX_POST_FORM_BYTES >> 10,
            MAX_TEXT_BYTES >> 10
        ),
        format!(
            "Total text in a feed: {} MiB; posts on the page of a tag, a year or a series, and tags on a page: {MAX_LISTED}",
            MAX_FEED_BYTES >> 20
        ),
        format!("Paragraphs, links, table cells and other elements of a post: {MAX_ELEMENTS}"),
        format!(
            "Revisions and unsaved changes of an author: {} MiB, with {REVISION_BYTES} bytes for each revision besides its text; posts of an author, with those in the trash: {MAX_AUTHOR_POSTS}",
            MAX_AUTHOR_TEXT >> 20
        ),
        format!(
            "Files: {} MiB per upload; pictures: {} pixels per side, {} megapixels in colour, {} in a WebP; animations: {} frames and {} megapixels in total; stored: {} megapixels and {} MiB each, {} GiB and {MAX_AUTHOR_FILES} files of an author",
            config.upload_bytes >> 20,
            gridlore_pictures::MAX_SIDE,
            gridlore_pictures::MAX_BYTES / 3_000_000,
            gridlore_pictures::MAX_BYTES / 7_000_000,
            gridlore_pictures::MAX_FRAMES,
            gridlore_pictures::MAX_MOVING_PIXELS / 1_000_000,
            gridlore_pictures::MAX_STORED_PIXELS / 1_000_000,
            gridlore_pictures::MAX_STORED_BYTES >> 20,
            MAX_AUTHOR_BYTES >> 30
        ),
        format!(
            "Connections: {} in total, {} per visitor, a quarter of the total per neighbourhood (/24, /48); requests: {} seconds",
            config.connections, config.connections_per_visitor, config.request_timeout
        ),
        format!(
            "Memory for responses being sent: {} MiB, for forms being received: {} MiB; beyond that, the client that uses the most loses its oldest transfer",
            MAX_OUTGOING >> 20,
            MAX_INCOMING >> 20
        ),
        format!(
            "Cached pages: {} MiB, and {} MiB under host names that nobody configured; a failed page is retried after {} seconds",
            page_cache::MAX_CACHED_BYTES >> 20,
            page_cache::MAX_COPY_BYTES >> 20,
            page_cache::FAILED_FOR.as_secs()
        ),
        format!("A search: {} words, {} milliseconds", search::MAX_WORDS, search::PATIENCE.as_millis()),
        format!(
            "A restored backup: {} times its packed size or {} MiB; an import: {} files and folders, {} posts, {} comments, {} MiB of text",
            backup::MAX_RATIO,
            backup::MIN_UNPACKED_LIMIT >> 20,
            import_source::MAX_ENTRIES,
            import::MAX_ITEMS,
            import::MAX_REMARKS,
            import_source::MAX_IMPORT_BYTES >> 20
        ),
        format!("Redirects of old addresses: {MAX_REDIRECTS}"),
        throttle("Subscriptions from one network", Throttle::SUBSCRIPTIONS),
        throttle("Subscriptions from 24 bits of IPv4, or 48 of IPv6", Throttle::SUBSCRIPTIONS_AROUND),
        throttle("Password reset requests from one network", Throttle::RESETS),
        throttle("Password reset requests from 24 bits of IPv4, or 48 of IPv6", Throttle::RESETS_AROUND),
        format!(
            "Subscribers: {MAX_SUBSCRIBERS} of a blog; {MAX_PENDING} subscriptions can wait for their confirmation, each {} hours, and {MAX_RESET_REQUESTS} password reset requests",
            hours(PENDING)
        ),
        format!(
            "Unsolicited messages to an address: one in {} hours; {MAX_UNASKED_ADDRESSES} rows",
            hours(UNASKED_INTERVAL)
        ),
        format!(
            "Outbox: {MAX_MAIL} messages, {MAX_UNASKED_MAIL} of them confirmations of subscriptions, {MAX_UNASKED_MAIL} others that strangers and authors cause, and {MAX_POST_MAIL} with posts; {MAX_TRIES} attempts; {} KiB of HTML of a post, from at most {MAX_SINGLE_BYTES} bytes of Markdown; {MAX_DAILY_ISSUES} posts of a blog in 24 hours, {} of them by one author; posts that were sent: {MAX_ISSUED} rows",
            MAX_HTML_BYTES >> 10,
            MAX_DAILY_ISSUES / AUTHORS
        ),
        throttle("Webmentions from one network", Throttle::MENTIONS),
        throttle("Webmentions from 24 bits of IPv4, or 48 of IPv6", Throttle::MENTIONS_AROUND),
        format!(
            "Webmentions that wait to be read: {MAX_REQUESTS}, {MAX_REQUESTS_OF_SERVER} of them with pages of one server, and {MAX_REQUESTS_OF_NETWORK} of those from one network, {} attempts each; addresses: {MAX_ADDRESS_BYTES} bytes; {} characters of a name, {} of a title, {} of an excerpt; {MAX_HELD_MENTIONS} mentions can wait for moderation, {} of them from one host",
            receive::MAX_TRIES,
            source::MAX_LENGTHS.0,
            source::MAX_LENGTHS.1,
            source::MAX_LENGTHS.2,
            mentions::MAX_HELD_OF_SERVER
        ),
        format!(
            "Webmentions sent: {} links per post of at most {MAX_SINGLE_BYTES} bytes, {} attempts each; remembered posts with links: {MAX_LINKING_POSTS}; messages to a hub: one per feed in {} seconds, {} attempts",
            send::MAX_LINKS,
            send::MAX_TRIES,
            PING_INTERVAL.as_secs(),
            hub::MAX_TRIES
        ),
        format!(
            "Requests to other sites: {} seconds, at most {} each for finding the host, connecting, and waiting for the headers of the response; {} KiB per response, {} redirects",
            outgoing::TIME_LIMIT.as_secs(),
            outgoing::ANSWER_LIMIT.as_secs(),
            outgoing::MAX_BODY_BYTES >> 10,
            outgoing::MAX_REDIRECTS
        ),
        format!(
            "Activities from other servers: {} KiB and {MAX_VALUES} values each; {MAX_RECEIVED} can wait, {MAX_RECEIVED_OF_NETWORK} of them from one network and {MAX_RECEIVED_OF_SERVER} from one server, and {MAX_UNVERIFIED_OF_NETWORK} that one network sends for unknown accounts of one server; {MAX_REMOTE_ACTORS} known accounts",
            MAX_ACTIVITY_BYTES >> 10
        ),
        format!(
            "Followers of a blog: {MAX_FOLLOWERS}, {MAX_FOLLOWERS_OF_SERVER} of them from one server; accounts that a blog follows: {MAX_FOLLOWING}, with {MAX_HEARD} posts each; blocked servers: {MAX_BLOCKED_HOSTS}"
        ),
        format!(
            "Likes of a post, and its boosts: {MAX_REACTIONS}, {MAX_REACTIONS_OF_SERVER} of them from one server; both together for all posts of a blog: {MAX_REACTIONS_OF_BLOG}, {MAX_REACTIONS_OF_BLOG_AND_SERVER} of them from one server and {MAX_REACTIONS_OF_ACTOR} from one account; comments from one server that wait for moderation: {MAX_HELD_OF_SERVER}; deliveries that wait: {MAX_DELIVERIES}, {MAX_DELIVERIES_OF_BLOG} of them of one blog; answers to follow requests that wait: {MAX_ANSWERS_OF_BLOG} of a blog; new posts of a blog sent to its followers: {MAX_DAILY_ANNOUNCEMENTS} in 24 hours, {} of them by one author",
            MAX_DAILY_ANNOUNCEMENTS / AUTHORS
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
    let part =
        text.split("\n## Limits\n").nth(1).expect("a section \"Limits\"").split("\n## ").next().unwrap();
    let written: Vec<&str> = part.lines().filter_map(|line| line.strip_prefix("- ")).collect();
    let expected = limits();
    assert_eq!(written, expected, "expected:\n- {}", expected.join("\n- "));
}

/// Returns the Rust files below a folder.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let files = walkdir::WalkDir::new(folder).into_iter().map(|entry| entry.unwrap().into_path());
    files.filter(|path| path.extension().is_some_and(|ending| ending == "rs")).collect()
}

#[test]
fn unsafe_code_is_where_it_is_said_to_be() {
    let (text, mut found) = (security(), Vec::new());
    // The strings are assembled here, so that this file does not match itself.
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

/// Checks that every promise names a command that checks it, and that the tests in these commands
/// exist.
#[test]
fn every_promise_has_a_check_that_exists() {
    let text = security();
    let part = text.split("\n## Promises\n").nth(1).unwrap().split("\n## ").next().unwrap();
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

#[test]
fn imported_comments_have_the_limits_of_others() {
    assert_eq!((MAX_REMARK_NAME_LENGTH, MAX_REMARK_LENGTH), comments::MAX_LENGTHS);
}
