//! Accounts: attacks by strangers and members on others' accounts, on the database and on the rate
//! limits.

use crate::attack::Case;
use crate::attack::client::{BEHIND_PROXY, Client, PASSWORD, between, connect, status_on};
use crate::attack::findings::Amount;
use crate::attack::http::form;
use crate::attack::lab::{Lab, skipped};
use crate::machine;
use anyhow::{Result, ensure};
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::Command;
use std::thread;
use std::time::Duration;

pub(super) const CASES: &[Case] = &[
    Case {
        name: "aborted-logins",
        bound: "2,000 logins abandoned after 1 ms, and as many after the headers: growth of 200 MB",
        limits: (40, 60),
        run: aborted_logins,
    },
    Case {
        name: "long-names",
        bound: "names of 4 MB in every form: database growth of 1 MB, 1 s and 200 MB per request",
        limits: (40, 90),
        run: long_names,
    },
    Case {
        name: "account-rollback",
        bound: "a form that was held back does not restore revoked rights",
        limits: (30, 40),
        run: account_rollback,
    },
    Case {
        name: "login-throttle",
        bound: "at most 10 of 45 guesses checked from one /64 network, and from one IPv4 address in all spellings",
        limits: (30, 40),
        run: login_throttle,
    },
    Case {
        name: "request-throttle",
        bound: "at most 20 of 60 requests answered from one network, at 1 per second with bursts of 10",
        limits: (20, 40),
        run: request_throttle,
    },
    Case {
        name: "clock-back",
        bound: "a wait of at most 60 minutes after the clock was 400 days fast",
        limits: (40, 40),
        run: clock_back,
    },
];

fn login_form(name: &str) -> String {
    form(&[("name", name), ("password", "not the password")])
}

/// Sends logins and disconnects immediately; the server may continue hashing, which takes a lot of
/// memory.
fn aborted_logins(lab: &Lab) -> Result<()> {
    let count = lab.rounds(400, 2000);
    for (what, is_whole) in [("complete requests", true), ("headers only", false)] {
        let site = lab.site(BEHIND_PROXY)?;
        let body = login_form("owner");
        let mut sent = 0;
        for number in 0..count {
            let visitor = site.server.client().at(&format!("10.1.{}.{}", number / 250, number % 250 + 1));
            let request = visitor.bytes("POST", "/login", Some(body.as_bytes()));
            let request = if is_whole { &request[..] } else { &request[..request.len() - body.len()] };
            if let Ok(mut connection) = connect(site.server.port) {
                sent += u32::from(connection.write_all(request).is_ok());
                thread::sleep(Duration::from_millis(1));
            }
            if !site.server.process.is_alive() {
                break;
            }
        }
        thread::sleep(Duration::from_secs(1));
        lab.expect(
            format!("{what}, server"),
            site.server.process.is_alive() && sent >= count * 9 / 10,
            format!("alive after {sent} of {count}"),
        );
        lab.at_most(
            format!("{what}, growth"),
            Amount::Bytes(site.server.growth()),
            Amount::Bytes(200_000_000),
        );
        site.server.process.kill();
        fs::remove_dir_all(lab.data())?;
    }
    Ok(())
}

/// Returns the size of the database and its companion files.
fn database_bytes(data: &Path) -> u64 {
    let entries = fs::read_dir(data).into_iter().flatten().flatten();
    entries
        .filter(|entry| entry.file_name().to_string_lossy().starts_with("gridlore.sqlite3"))
        .filter_map(|entry| Some(entry.metadata().ok()?.len()))
        .sum()
}

/// Sends names of 4 MB, which the rate limits, the log, sessions and accounts may store, with every
/// form that has a name field.
fn long_names(lab: &Lab) -> Result<()> {
    let mut site = lab.site(BEHIND_PROXY)?;
    site.owner.publish("target", "text", 0)?;
    let invitation = site.owner.invite("author")?;
    let stamp = site.server.client().at("10.2.1.1").stamp("target")?;
    thread::sleep(Duration::from_millis(3500));
    let long = "n".repeat(4_000_000);
    let most = Amount::Bytes(1_000_000);
    let rounds = lab.rounds(3, 10);
    let before = database_bytes(&lab.data());
    for number in 0..rounds {
        let visitor = site.server.client().at(&format!("10.2.0.{}", number + 1));
        let name = format!("{long}{number}");
        site.measured_by("login", visitor, |visitor| visitor.login(&name, "a wrong password", ""))?;
    }
    let grown = |before| Amount::Bytes(database_bytes(&lab.data()).saturating_sub(before));
    lab.at_most(format!("database after {rounds} logins"), grown(before), most);
    let middle = "n".repeat(100_000);
    for (length, name) in [("4 MB", &long), ("100 kB", &middle)] {
        let before = database_bytes(&lab.data());
        let visitor = || Client::new(0).at("10.2.1.1");
        let person = visitor().again(site.server.port);
        site.measured_by(&format!("setup, {length}"), person, |visitor| visitor.join(&invitation, name))?;
        let key = "0".repeat(name.len());
        let person = visitor().again(site.server.port);
        let link = format!("/setup?token={key}");
        site.measured_by(&format!("setup with a key, {length}"), person, |visitor| {
            visitor.join(&link, "somebody")
        })?;
        let person = visitor().again(site.server.port);
        site.measured_by(&format!("comment, {length}"), person, |visitor| {
            visitor.comment("target", name, "text", &stamp)
        })?;
        site.measured(&format!("account, {length}"), |owner| owner.change_account(name, "", ""))?;
        site.measured(&format!("account's password, {length}"), |owner| {
            owner.change_account("Owner", name, "another password")
        })?;
        site.measured(&format!("invitation, {length}"), |owner| {
            owner.post("/admin/people/invite", &[("role", name)])
        })?;
        site.measured(&format!("unsaved text of a post, {length}"), |owner| {
            owner.keep_unsaved(name, "text")
        })?;
        let agent = "n".repeat(name.len().min(200_000));
        let person = site.server.client().at("10.2.1.9").with("User-Agent", &agent).with("Referer", &agent);
        site.measured_by(&format!("browser's name, {length}"), person, |visitor| {
            visitor.login("owner", "a wrong password", "")
        })?;
        lab.at_most(format!("database after names of {length}"), grown(before), most);
        let page = Amount::Bytes(site.owner.again(site.server.port).get("/admin/people")?.body.len() as u64);
        lab.at_most(format!("page of people after names of {length}"), page, Amount::Bytes(100_000));
    }
    Ok(())
}

/// Sends the first part of a member's own account form; an owner then revokes the member's rights
/// before the rest is sent. The server must not restore the rights that it read when the form
/// began.
fn account_rollback(lab: &Lab) -> Result<()> {
    let mut site = lab.site("")?;
    let mut back = Vec::new();
    let display = [("display", "Somebody"), ("password", ""), ("new", ""), ("again", "")];
    let password = [
        ("display", "Somebody"),
        ("password", PASSWORD),
        ("new", "ten grids of lamps"),
        ("again", "ten grids of lamps"),
    ];
    for (name, fields, is_closed) in [
        ("closed", &display, true),
        ("demoted", &display, false),
        ("closed-password", &password, true),
        ("demoted-password", &password, false),
    ] {
        let member = site.owner.member("editor", name)?;
        let request = member.bytes("POST", "/admin/account", Some(form(fields).as_bytes()));
        let (begin, end) = request.split_at(request.len() - 20);
        let mut slow = connect(site.server.port)?;
        slow.write_all(begin)?;
        thread::sleep(Duration::from_millis(500));
        let mut change = vec![("role", "author")];
        if is_closed {
            change.push(("closed", "1"));
        }
        let status = site.owner.post(&format!("/admin/people/{name}"), &change)?.status;
        ensure!(status == 303, "an owner could not change an account: status {status}");
        let _ = slow.write_all(end);
        status_on(&slow);
        let mut again = site.server.client();
        let is_in = [PASSWORD, "ten grids of lamps"]
            .iter()
            .any(|password| again.login(name, password, "").is_ok_and(|reply| reply.status == 303));
        if is_closed && is_in {
            back.push(format!("{name}: the closed account can sign in"));
        }
        if !is_closed {
            ensure!(is_in || name == "demoted-password", "the demoted account cannot sign in");
            if again.get("/admin/visits")?.status == 200 {
                back.push(format!("{name}: the role came back"));
            }
        }
        let mut session = member.again(site.server.port);
        if is_closed && session.get("/admin/account")?.status == 200 {
            back.push(format!("{name}: the session is still open"));
        }
    }
    lab.none("restored rights", &back);
    Ok(())
}

/// Guesses one password from the addresses of one household, and from one address in several
/// spellings.
fn login_throttle(lab: &Lab) -> Result<()> {
    let site = lab.site(BEHIND_PROXY)?;
    type Address = fn(u32) -> String;
    let networks: [(&str, Address); 4] = [
        ("one /64 network", |number| format!("2001:db8:1:0::{:x}", number + 1)),
        ("a neighbouring network, other hosts", |number| format!("2001:db8:1:9:{:x}:ffff:1:2", number + 1)),
        ("IPv4, plain and mapped to IPv6", |number| {
            ["::ffff:10.9.0.1", "10.9.0.1", "::ffff:a09:1", "0:0:0:0:0:ffff:10.9.0.1"][number as usize % 4]
                .to_owned()
        }),
        ("one IPv4 address", |_| "10.9.0.2".to_owned()),
    ];
    for (what, address) in networks {
        let (mut checked, mut waiting) = (0, 0);
        for number in 0..45 {
            let mut visitor = site.server.client().at(&address(number));
            match visitor.login("owner", &format!("a wrong password {number}"), "")?.status {
                401 => checked += 1,
                429 => waiting += 1,
                status => lab.expect(what, false, format!("status {status}")),
            }
        }
        lab.at_most(format!("checked of 45, {what}"), Amount::Count(checked), Amount::Count(10));
        lab.expect(format!("refused, {what}"), waiting > 0, format!("{waiting}"));
    }
    Ok(())
}

/// Sends more requests than the limit allows from the addresses of one household.
fn request_throttle(lab: &Lab) -> Result<()> {
    let site = lab.server(&format!("requests_per_second = 1\n{BEHIND_PROXY}"))?;
    type Address = fn(u32) -> String;
    let networks: [(&str, Address); 3] = [
        ("one /64 network", |number| format!("2001:db8:3:0::{:x}", number + 1)),
        ("IPv4, plain and mapped to IPv6", |number| {
            format!("{}10.9.1.1", if number % 2 == 0 { "::ffff:" } else { "" })
        }),
        ("one address behind forged ones", |number| format!("10.77.0.{number}, 10.9.1.2")),
    ];
    for (what, address) in networks {
        let mut answered = 0;
        for number in 0..60 {
            let mut visitor = site.client().at(&address(number));
            answered += u64::from(visitor.get("/healthz")?.status == 200);
        }
        lab.at_most(format!("answered of 60, {what}"), Amount::Count(answered), Amount::Count(20));
    }
    Ok(())
}

/// Tests failed logins while the clock is 400 days fast, after which the clock is corrected.
fn clock_back(lab: &Lab) -> Result<()> {
    if machine::program(&["faketime"]).is_none() {
        return Err(skipped("faketime is not installed"));
    }
    let output = Command::new("faketime").args(["-f", "+400d", "env"]).output()?;
    let output = String::from_utf8_lossy(&output.stdout).into_owned();
    let fast = lab.server_by("", |mut command| {
        let pairs = output.lines().filter_map(|line| line.split_once('='));
        command.envs(pairs.filter(|(name, _)| *name == "LD_PRELOAD" || name.starts_with("FAKETIME")));
        command
    })?;
    fast.owner()?;
    for _ in 0..7 {
        fast.client().login("owner", "a wrong password", "")?;
    }
    fast.process.kill();
    let reply = lab.server("")?.client().login("owner", PASSWORD, "")?;
    let text = reply.text();
    let wait = between(&text, "possible in ", ".").unwrap_or_default();
    let count = wait.split(' ').next().and_then(|count| count.parse::<f64>().ok());
    let seconds = match (reply.status, count) {
        (303, _) => 0.0,
        (_, Some(count)) if wait.contains("minute") => count * 60.0,
        (_, Some(count)) if wait.contains("second") => count,
        _ => f64::INFINITY,
    };
    lab.at_most(format!("wait, status {}", reply.status), Amount::Seconds(seconds), Amount::Seconds(3600.0));
    Ok(())
}
