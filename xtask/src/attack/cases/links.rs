//! Links: the keys in invitation and reset links, and the targets of redirects after a login.

use crate::attack::Case;
use crate::attack::client::{BEHIND_PROXY, Client, PASSWORD, link_in, link_key};
use crate::attack::http::{leads_away, percent_encoded};
use crate::attack::lab::{Lab, Server, skipped};
use anyhow::{Context, Result, ensure};
use std::fs;
use std::thread;
use std::time::Duration;

pub(super) const CASES: &[Case] = &[
    Case {
        name: "invitation-key",
        bound: "the key appears in no log",
        limits: (20, 40),
        run: invitation_key,
    },
    Case {
        name: "reset-link",
        bound: "its key appears in no log; it works once and ends sessions and the old password",
        limits: (30, 40),
        run: reset_link,
    },
    Case {
        name: "closed-by-command",
        bound: "a closed account is signed out immediately, odd names are refused",
        limits: (30, 40),
        run: closed_by_command,
    },
    Case {
        name: "open-redirect",
        bound: "no `next` and no path redirects a browser to another site",
        limits: (40, 60),
        run: open_redirect,
    },
];

/// Requests pages with a `Referer` that contains the key of a link, then searches every file and
/// the owners' pages for the key.
fn expect_no_trace(lab: &Lab, server: &Server, owner: &mut Client, link: &str) -> Result<()> {
    let key = link_key(link);
    ensure!(key.len() >= 16, "the link has no key: {link}");
    let mut visitor = server.client();
    let page = visitor.get(link)?.text();
    let mut paths =
        vec!["/".to_owned(), "/healthz".to_owned(), "/no-such-page".to_owned(), "/search?q=x".to_owned()];
    paths.extend(
        page.split("\"/assets/")
            .skip(1)
            .take(3)
            .map(|rest| format!("/assets/{}", rest.split('"').next().unwrap_or_default())),
    );
    let port = server.port;
    let (path, _) = link.split_once('?').context("the link has no query")?;
    let referrers = [
        format!("http://127.0.0.1:{port}{link}"),
        format!("http://127.0.0.1:{port}{path}?a=b&token={key}&c=d"),
        format!("http://127.0.0.1:{port}{path}?TOKEN={key}"),
        format!("http://127.0.0.1:{port}{path}?%74oken={key}"),
        format!("http://127.0.0.1:{port}{path}/?token={key}"),
        format!("http://127.0.0.1:{port}/{path}?token={key}"),
        format!("HTTP://127.0.0.1:{port}{path}#token={key}"),
        format!("https://other.example{link}"),
        link.to_owned(),
        format!("http://127.0.0.1:{port}/login?next={}", percent_encoded(link)),
    ];
    for referrer in &referrers {
        for path in &paths {
            visitor.ask("GET", path, &[("Referer", referrer)], None)?;
        }
    }
    visitor.get(&format!("{path}/?token={key}"))?;
    visitor.get(&format!("{path}?a=b&token={key}"))?;
    visitor.ask("GET", link, &[("Referer", &referrers[0])], None)?;
    thread::sleep(Duration::from_millis(300));
    let mut places = Vec::new();
    for entry in fs::read_dir(lab.data())?.flatten() {
        let bytes = fs::read(entry.path()).unwrap_or_default();
        if bytes.windows(key.len()).any(|window| window == key.as_bytes()) {
            let text = String::from_utf8_lossy(&bytes).into_owned();
            let line = text.lines().find(|line| line.contains(key)).unwrap_or_default();
            let line: String = line.chars().rev().take(160).collect::<Vec<_>>().into_iter().rev().collect();
            places.push(format!("{}: {line}", entry.file_name().to_string_lossy()));
        }
    }
    if server.process.errors().contains(key) {
        places.push("messages of the server".to_owned());
    }
    for page in ["/admin/visits", "/admin/log", "/admin/people"] {
        if owner.get(page)?.text().contains(key) {
            places.push(format!("the page {page}"));
        }
    }
    lab.none(format!("the key of {path}"), &places);
    Ok(())
}

/// Tests the page of an invitation: it loads styles and scripts, and browsers send its address,
/// including the key, as the referrer.
fn invitation_key(lab: &Lab) -> Result<()> {
    let mut site = lab.site("")?;
    let link = site.owner.invite("owner")?;
    expect_no_trace(lab, &site.server, &mut site.owner, &link)?;
    let mut joined = site.server.client();
    let status = joined.join(&link, "second")?.status;
    lab.expect("the invitation afterwards", status == 303, format!("status {status}"));
    let status = site.server.client().join(&link, "third")?.status;
    lab.expect("the same invitation again", (400..500).contains(&status), format!("status {status}"));
    Ok(())
}

/// Runs `gridlore people`; the case is skipped if the program has no such command.
fn people(lab: &Lab, arguments: &[&str]) -> Result<(bool, String)> {
    if !lab.has_command(&["people", arguments[0]]) {
        return Err(skipped(format!("the program has no `people {}`", arguments[0])));
    }
    let data = lab.data().to_string_lossy().into_owned();
    let mut all = vec!["people"];
    all.extend(arguments);
    all.extend(["--data", &data]);
    let process = lab.start(&lab.program(&all))?;
    let status = process.wait(Duration::from_secs(20)).context("gridlore people did not end in 20 s")?;
    Ok((status.success(), process.output() + &process.errors()))
}

/// Tests a link for a new password that is created on the machine itself.
fn reset_link(lab: &Lab) -> Result<()> {
    let mut site = lab.site("")?;
    let mut member = site.owner.member("author", "somebody")?;
    let (is_done, output) = people(lab, &["reset", "somebody"])?;
    let link = link_in(&output, "/reset?token=").filter(|_| is_done);
    let link = link.with_context(|| format!("people reset printed no link: {output}"))?;
    expect_no_trace(lab, &site.server, &mut site.owner, &link)?;
    let new = "eleven grids of lamps";
    let status = site.server.client().reset(&link, "x")?.status;
    lab.expect("a password of one letter", (400..500).contains(&status), format!("status {status}"));
    let status = site.server.client().reset(&link, new)?.status;
    lab.expect("the link", (200..400).contains(&status), format!("status {status}"));
    let status = site.server.client().reset(&link, new)?.status;
    lab.expect("the same link again", (400..500).contains(&status), format!("status {status}"));
    let status = site.server.client().login("somebody", PASSWORD, "")?.status;
    lab.expect("the old password", status == 401, format!("status {status}"));
    let status = site.server.client().login("somebody", new, "")?.status;
    lab.expect("the new password", status == 303, format!("status {status}"));
    let status = member.get("/admin/account")?.status;
    lab.expect("a session from before", status != 200, format!("status {status}"));
    let long = "0".repeat(1_000_000);
    for key in ["", "0", "../..", "%00", &long] {
        let what = format!("a key of {} letters", key.len());
        let person = site.server.client();
        let link = format!("/reset?token={key}");
        let reply = site.measured_by(&what, person, |visitor| visitor.reset(&link, new))?;
        let status = reply.map_or(0, |reply| reply.status);
        lab.expect(what, (400..500).contains(&status), format!("status {status}"));
    }
    Ok(())
}

/// Tests accounts that are closed on the machine itself while the site runs.
fn closed_by_command(lab: &Lab) -> Result<()> {
    let mut site = lab.site("")?;
    let mut member = site.owner.member("editor", "somebody")?;
    let (_, listed) = people(lab, &["list"])?;
    lab.expect("people list", listed.contains("owner") && listed.contains("somebody"), "both names");
    lab.expect("people list, hashes", !listed.contains("$argon2"), "none");
    let (is_done, output) = people(lab, &["close", "somebody"])?;
    lab.expect("people close", is_done, output.lines().next().unwrap_or_default());
    let status = member.get("/admin/account")?.status;
    lab.expect("a session from before", status != 200, format!("status {status}"));
    let status = site.server.client().login("somebody", PASSWORD, "")?.status;
    lab.expect("the closed account", status == 401, format!("status {status}"));
    let long = "n".repeat(100_000);
    for name in ["", "nobody", "../owner", "owner\nsomebody", "%", &long] {
        for command in ["reset", "close"] {
            // An empty name, or a name that starts with a hyphen, may also be a usage error.
            let (is_done, _) = people(lab, &[command, name])?;
            lab.expect(
                format!("people {command} with a name of {} letters", name.len()),
                !is_done,
                "refused",
            );
        }
    }
    let status = site.owner.get("/admin/account")?.status;
    lab.expect("the owner afterwards", status == 200, format!("status {status}"));
    Ok(())
}

/// Tests values of `next` and paths that look local to the server but point to another site for a
/// browser.
fn open_redirect(lab: &Lab) -> Result<()> {
    let mut site = lab.site(BEHIND_PROXY)?;
    let tries = [
        "//evil.example",
        "/\\evil.example",
        "\\\\evil.example",
        "\\/evil.example",
        "https://evil.example",
        "https:evil.example",
        "https:/evil.example",
        "HTTPS://evil.example",
        "/\t/evil.example",
        "/\n/evil.example",
        "/\r/evil.example",
        "/\r\n/evil.example",
        "\t//evil.example",
        "\n//evil.example",
        " //evil.example",
        "/\u{b}/evil.example",
        "/\0/evil.example",
        "\0//evil.example",
        "/\t\\evil.example",
        "/\\\t\\evil.example",
        "/.//evil.example",
        "/..//evil.example",
        "/%2fevil.example",
        "/%5cevil.example",
        "%2f%2fevil.example",
        "/%09/evil.example",
        "/\u{2028}/evil.example",
        "//owner@evil.example",
        "/@evil.example",
        "@evil.example",
        ".evil.example",
        "//127.0.0.1@evil.example/",
        "///evil.example",
        "////evil.example",
        "/\t\t//evil.example",
        "javascript:alert(1)",
        "java\tscript:alert(1)",
        "data:text/html,x",
        "/admin\r\nLocation: https://evil.example",
        "/admin\r\nSet-Cookie: a=b",
        "／／evil.example",
        "/／evil.example",
        "//[::1]",
        "/\u{a0}/evil.example",
        "",
    ];
    let mut away = Vec::new();
    for (number, next) in tries.iter().enumerate() {
        let mut visitor = site.server.client().at(&format!("10.4.0.{}", number + 1));
        let reply = visitor.login("owner", PASSWORD, next)?;
        ensure!(reply.status == 303, "a login with next {next:?} has status {}", reply.status);
        let forged = reply.headers.iter().filter(|(name, _)| name == "location").count() != 1
            || reply.headers.iter().any(|(name, value)| name == "set-cookie" && value.starts_with("a=b"));
        if leads_away(reply.location()) || forged {
            away.push(format!("next {next:?} leads to {:?}", reply.location()));
        }
        // If the visitor is already signed in, the form may be shown, or it may pass the value on.
        let reply = visitor.get(&format!("/login?next={}", percent_encoded(next)))?;
        if (300..400).contains(&reply.status) && leads_away(reply.location()) {
            away.push(format!("signed in, next {next:?} leads to {:?}", reply.location()));
        }
    }
    lab.none(format!("{} values of next that lead away", tries.len()), &away);
    let mut away = Vec::new();
    let paths = [
        "//evil.example/",
        "//evil.example/blogs/demo/",
        "//evil.example",
        "/\\evil.example/",
        "/%5cevil.example/",
        "//evil.example//",
        "///evil.example/",
        "/blogs/demo//evil.example/",
        "//blogs/demo/",
        "/%2fevil.example/",
        "//evil.example/%2e%2e/",
        "/blogs//evil.example/",
        "/play//evil.example/",
        "//evil.example/admin",
        "/admin//evil.example",
        "/blogs/demo/%0d%0aLocation:%20https://evil.example/",
        "/admin/posts//evil.example",
    ];
    let blogs = ["/evil.example", "//evil.example", "\\evil.example", "../evil.example"];
    for path in paths {
        let reply = site.owner.get(path)?;
        if leads_away(reply.location()) {
            away.push(format!("the path {path} leads to {:?}", reply.location()));
        }
    }
    for blog in blogs {
        let reply = site.owner.get(&format!("/blogs/{}/x/comment", percent_encoded(blog)))?;
        let posted = site.owner.post(&format!("/blogs/{}/x/comment", percent_encoded(blog)), &[])?;
        for reply in [reply, posted].iter().filter(|reply| leads_away(reply.location())) {
            away.push(format!("comments of the blog {blog} lead to {:?}", reply.location()));
        }
    }
    lab.none(format!("{} paths that lead away", paths.len() + 2 * blogs.len()), &away);
    Ok(())
}
