//! Comments: rate limits and stamps, and large numbers or deep threads of comments.

use crate::attack::Case;
use crate::attack::client::{BEHIND_PROXY, Client, comment_fields, comment_path, connect, status_on};
use crate::attack::findings::Amount;
use crate::attack::http::form;
use crate::attack::lab::Lab;
use anyhow::{Result, ensure};
use std::fs;
use std::io::Write;
use std::thread;
use std::time::Duration;

pub(super) const CASES: &[Case] = &[
    Case {
        name: "comment-throttle",
        bound: "at most 10 of 30 accepted from one /64 network, and 10 of 40 at once from one address",
        limits: (30, 40),
        run: comment_throttle,
    },
    Case {
        name: "comment-stamps",
        bound: "the stamp of a form is valid for one comment, on its own post",
        limits: (30, 40),
        run: comment_stamps,
    },
    Case {
        name: "comments-page",
        bound: "a page of 2,000 comments (full form: 8,000) and 2,000 replies, or of 2,000 nested ones: 1 s and 200 MB",
        limits: (40, 60),
        run: comments_page,
    },
];

/// Waits until a form is old enough to be accepted.
fn wait_for_form() {
    thread::sleep(Duration::from_millis(3500));
}

fn is_accepted(status: u16) -> u64 {
    u64::from(matches!(status, 200 | 303))
}

/// Sends comments from the addresses of one household, and many comments at the same time from one
/// address.
fn comment_throttle(lab: &Lab) -> Result<()> {
    let mut site = lab.site(BEHIND_PROXY)?;
    site.owner.publish("target", "text", 0)?;
    let at = |address: &str| site.server.client().at(address);
    type Address = fn(u32) -> String;
    let networks: [(&str, Address); 2] = [
        ("one /64 network", |number| format!("2001:db8:2:0::{:x}", number + 1)),
        ("IPv4, plain and mapped to IPv6", |number| {
            format!("{}10.3.0.9", if number % 2 == 0 { "::ffff:" } else { "" })
        }),
    ];
    let mut visitors: Vec<(Client, String)> = Vec::new();
    for (_, address) in networks {
        for number in 0..30 {
            let mut visitor = at(&address(number));
            let stamp = visitor.stamp("target")?;
            visitors.push((visitor, stamp));
        }
    }
    // Use a separate form for each, so that the limit on stamps does not hide a hole in the rate
    // limit.
    let mut burst = Vec::new();
    for number in 0..40 {
        let mut visitor = at("10.3.0.2");
        let stamp = visitor.stamp("target")?;
        let body = form(&comment_fields("reader", &format!("burst {number}"), &stamp));
        let request = visitor.bytes("POST", &comment_path("target"), Some(body.as_bytes()));
        burst.push((connect(site.server.port)?, request));
    }
    wait_for_form();
    for ((what, _), visitors) in networks.iter().zip(visitors.chunks_mut(30)) {
        let mut taken = 0;
        for (number, (visitor, stamp)) in visitors.iter_mut().enumerate() {
            taken +=
                is_accepted(visitor.comment("target", "reader", &format!("spread {number}"), stamp)?.status);
        }
        lab.at_most(format!("accepted of 30, {what}"), Amount::Count(taken), Amount::Count(10));
        lab.expect(format!("the first ones, {what}"), taken > 0, format!("{taken} accepted"));
    }
    for (connection, request) in &mut burst {
        connection.write_all(&request[..request.len() - 1])?;
    }
    for (connection, request) in &mut burst {
        let _ = connection.write_all(&request[request.len() - 1..]);
    }
    let taken = burst.iter().map(|(connection, _)| is_accepted(status_on(connection))).sum();
    lab.at_most("accepted of 40 at once", Amount::Count(taken), Amount::Count(10));
    Ok(())
}

/// Sends one form many times: from many addresses, at the same time, and to another post.
fn comment_stamps(lab: &Lab) -> Result<()> {
    let mut site = lab.site(BEHIND_PROXY)?;
    for slug in ["target", "other"] {
        site.owner.publish(slug, "text", 0)?;
    }
    let port = site.server.port;
    let at = |number: u32| Client::new(port).at(&format!("10.5.{}.{}", number / 200, number % 200 + 1));
    let stamps = (0..3).map(|number| at(number).stamp("target")).collect::<Result<Vec<_>>>()?;
    wait_for_form();
    let mut taken = 0;
    for number in 0..40 {
        taken += is_accepted(
            at(number).comment("target", "reader", &format!("again {number}"), &stamps[0])?.status,
        );
    }
    lab.at_most("accepted of 40 with one stamp, from 40 addresses", Amount::Count(taken), Amount::Count(1));
    let mut waiting = Vec::new();
    for number in 0..40 {
        let body = form(&comment_fields("reader", &format!("at once {number}"), &stamps[1]));
        let request = at(1).bytes("POST", &comment_path("target"), Some(body.as_bytes()));
        let mut connection = connect(port)?;
        connection.write_all(&request[..request.len() - 1])?;
        waiting.push((connection, request));
    }
    for (connection, request) in &mut waiting {
        let _ = connection.write_all(&request[request.len() - 1..]);
    }
    let taken = waiting.iter().map(|(connection, _)| is_accepted(status_on(connection))).sum();
    lab.at_most("accepted of 40 with one stamp, at once", Amount::Count(taken), Amount::Count(1));
    let taken = is_accepted(at(2).comment("other", "reader", "elsewhere", &stamps[2])?.status);
    lab.at_most("accepted of 1 with the stamp of another post", Amount::Count(taken), Amount::Count(0));
    let status = at(2).comment("target", "reader", "at last", &stamps[2])?.status;
    lab.expect("the stamp on its own post", is_accepted(status) == 1, format!("status {status}"));
    let long = "9".repeat(1_000_000);
    let future = format!("9999999999{}", &stamps[2][10..]);
    for stamp in ["", ".", "0", "-1.0", "9223372036854775807.0", "99999999999999999999.0", &future, &long] {
        let status = at(302).comment("target", "reader", "forged", stamp)?.status;
        let what = format!("a forged stamp of {} letters", stamp.len());
        lab.expect(what, (400..500).contains(&status), format!("status {status}"));
    }
    Ok(())
}

/// Tests posts with very many comments, in a flat list and as a chain of replies.
fn comments_page(lab: &Lab) -> Result<()> {
    let count = lab.rounds(2000, 8000);
    let many = (0..count).map(|number| (None, format!("comment {number}")));
    let answers = (0..2000).map(|number| (Some(2000), format!("answer {number}")));
    let flat: Vec<(Option<usize>, String)> = many.chain(answers).collect();
    let nested = (0..2000).map(|number| ((number > 0).then_some(number), format!("deep {number}"))).collect();
    for (slug, comments) in [("flat", &flat), ("nested", &nested)] {
        lab.import_comments(slug, comments)?;
        let mut site = lab.site("")?;
        for path in [
            format!("/blogs/demo/{slug}"),
            format!("/blogs/demo/{slug}/comment?to=2000"),
            "/admin/comments".to_owned(),
        ] {
            let start = std::time::Instant::now();
            let reply = site.measured(&path, |visitor| visitor.get(&path))?;
            if !lab.is_short() {
                let took = Amount::Seconds(start.elapsed().as_secs_f64());
                lab.at_most(format!("total time of {path}"), took, Amount::Seconds(1.0));
            }
            if let Some(reply) = reply {
                lab.expect(&path, reply.status == 200, format!("status {}", reply.status));
                let is_post = !path.contains("comment");
                lab.at_most(&path, Amount::Bytes(reply.body.len() as u64), Amount::Bytes(5_000_000));
                let text = reply.text();
                ensure!(
                    !is_post || text.contains("comment") || text.contains("deep"),
                    "the page shows no comment"
                );
            }
        }
        site.server.process.kill();
        fs::remove_dir_all(lab.data())?;
        fs::remove_dir_all(lab.folder().join("commented"))?;
    }
    Ok(())
}
