//! Unusual data folders, new data folders that several servers open at the same time, and a full
//! disk.

use crate::attack::Case;
use crate::attack::client::{Client, between, comment_fields, comment_path};
use crate::attack::http::Reply;
use crate::attack::lab::{Lab, Server, skipped};
use crate::attack::material::png;
use crate::steps::output;
use anyhow::{Context, Result, ensure};
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

pub(super) const CASES: &[Case] = &[
    Case {
        name: "odd-data-folders",
        bound: "with an empty, damaged or missing database the site works or is refused, and nothing is deleted",
        limits: (30, 60),
        run: odd_data_folders,
    },
    Case {
        name: "two-first-links",
        bound: "servers started together on a new folder all start, and the first link creates the account",
        limits: (30, 60),
        run: two_first_links,
    },
    Case {
        name: "full-disk",
        bound: "forms on a full disk return their text, /healthz is not ok, and nothing is lost afterwards",
        limits: (40, 60),
        run: full_disk,
    },
    Case {
        name: "file-size-limit",
        bound: "with files of at most 6 MB, strangers get pages, forms return their text, and the server runs on",
        limits: (40, 60),
        run: file_size_limit,
    },
];

/// Starts the server on data folders as left by a crash, a full disk or a partly copied backup.
fn odd_data_folders(lab: &Lab) -> Result<()> {
    let data = lab.data();
    let picture = data.join("uploads/0123456789abcdef-20x20.png");
    let post = data.join("posts/demo/kept.md");
    let junk: Vec<u8> = (0..100_000_u32).map(|number| (number % 251).to_le_bytes()[0]).collect();
    let mut cut = b"SQLite format 3\0".to_vec();
    cut.extend(&junk[..5000]);
    let databases: [(&str, Option<&[u8]>); 5] = [
        ("an empty database", Some(b"")),
        ("no database", None),
        ("a database of junk", Some(&junk)),
        ("a truncated database", Some(&cut)),
        ("a database of one byte", Some(b"S")),
    ];
    for (what, database) in databases {
        let _ = fs::remove_dir_all(&data);
        fs::create_dir_all(data.join("uploads"))?;
        fs::create_dir_all(data.join("posts/demo"))?;
        fs::write(&picture, png(20, 20, true, 0)?)?;
        fs::write(&post, "+++\ntitle = \"Kept\"\npublished = 2026-01-01\n+++\nkept\n")?;
        if let Some(bytes) = database {
            fs::write(data.join("gridlore.sqlite3"), bytes)?;
        }
        match lab.server("") {
            Ok(server) => {
                let mut owner = server.owner()?;
                let status = owner.publish("works", "text", 0)?.status;
                lab.expect(format!("{what}, started: a save"), status == 303, format!("status {status}"));
                server.process.kill();
            }
            Err(error) => {
                // A refusal is fine; a panic, or a message without the folder, is not.
                let text = format!("{error:#}");
                let is_clear = !text.contains("panicked") && text.contains(&*data.to_string_lossy());
                lab.expect(format!("{what}, refused"), is_clear, text);
            }
        }
        let is_kept = picture.exists() && post.exists();
        lab.expect(format!("{what}: picture and post"), is_kept, "still there");
        if let Some(bytes) = database.filter(|bytes| bytes.len() > 1) {
            let now = fs::read(data.join("gridlore.sqlite3"))?;
            lab.expect(format!("{what}: its bytes"), now == bytes, "unchanged");
        }
    }
    Ok(())
}

/// Tests that a second server, started before the first server's link is used, does not invalidate
/// that link.
fn first_links(lab: &Lab) -> Result<()> {
    let first = lab.server("")?;
    let second = lab.server("")?;
    let link = first.setup.clone().context("the first server printed no link")?;
    let mut owner = second.client();
    let status = owner.join(&link, "owner")?.status;
    lab.expect("the first link after a second server started", status == 303, format!("status {status}"));
    if status != 303 {
        return Ok(());
    }
    if let Some(other) = &second.setup {
        let status = first.client().join(other, "second")?.status;
        lab.expect(
            "the second link after the owner's account exists",
            status != 303,
            format!("status {status}"),
        );
    }
    for server in [&first, &second] {
        let status = owner.again(server.port).get("/admin/people")?.status;
        lab.expect("the owner on each server", status == 200, format!("status {status}"));
    }
    let third = lab.server("")?;
    lab.expect("a link of a third server", third.setup.is_none(), "none");
    Ok(())
}

/// Starts servers on one new folder, one after the other and at the same moment.
fn two_first_links(lab: &Lab) -> Result<()> {
    first_links(lab)?;
    for round in 0..lab.rounds(2, 10) {
        let data = lab.folder().join(format!("together-{round}"));
        let servers: Vec<Result<_>> = std::thread::scope(|scope| {
            let starting: Vec<_> =
                (0..4).map(|_| scope.spawn(|| lab.server_on(&data, "", |command| command))).collect();
            starting.into_iter().filter_map(|thread| thread.join().ok()).collect()
        });
        let faults: Vec<String> = servers
            .iter()
            .filter_map(|server| server.as_ref().err())
            .map(|error| format!("{error:#}"))
            .collect();
        lab.none(format!("four at the same moment, round {}", round + 1), &faults);
        for server in servers.into_iter().flatten() {
            server.process.kill();
        }
    }
    Ok(())
}

/// Runs a site on a disk of 16 MB, fills the disk, and frees it again.
fn full_disk(lab: &Lab) -> Result<()> {
    if output(Command::new("id").arg("-u")).as_deref() != Some("0") {
        return Err(skipped("a small disk needs root"));
    }
    let data = lab.data();
    fs::create_dir(&data)?;
    let mount = "mount -t tmpfs -o size=16m tmpfs \"$0\" && exec \"$@\"";
    let mut probe = Command::new("unshare");
    probe.args(["-m", "sh", "-c", "mount -t tmpfs -o size=16m tmpfs \"$0\"", &data.to_string_lossy()]);
    if probe.output().map_or(true, |output| !output.status.success()) {
        return Err(skipped("a small disk cannot be mounted here (unshare -m, mount -t tmpfs)"));
    }
    let server = lab.server_by("", |command| {
        let mut inside = Command::new("unshare");
        inside.args(["-m", "sh", "-c", mount]).arg(&data);
        inside.arg(command.get_program()).args(command.get_args());
        inside
    })?;
    let mut owner = server.owner()?;
    ensure!(
        owner.publish("before", "the text from before", 0)?.status == 303,
        "a save on an empty disk failed"
    );
    let mut reader = server.client();
    let stamp = (reader.stamp("before")?, Instant::now());
    let inside =
        Path::new("/proc").join(server.process.pid().to_string()).join("root").join(data.strip_prefix("/")?);
    ensure!(inside.join("gridlore.sqlite3").exists(), "the small disk is not the server's");
    let filler = inside.join("filler");
    let mut file = fs::File::create(&filler)?;
    for piece in [1 << 20, 1 << 12, 1 << 8, 1] {
        while file.write_all(&vec![b'x'; piece]).is_ok() {}
    }
    ensure_posts_are_returned(lab, &server, &owner)?;
    ensure_forms_are_returned(lab, &server, &owner, (&mut reader, stamp))?;
    let health = server.client().get("/healthz")?;
    lab.expect(
        "/healthz",
        health.status >= 500 && health.text().trim() != "ok",
        format!("status {}", health.status),
    );
    let reply = owner.again(server.port).upload(&png(300, 300, true, 0)?)?;
    lab.expect("a picture", reply.status >= 400, format!("status {}", reply.status));
    for path in ["/", "/blogs/demo/before", "/blogs/demo/feed.atom"] {
        let status = server.client().get(path)?.status;
        lab.expect(format!("{path} for readers"), status == 200, format!("status {status}"));
    }
    drop(file);
    fs::remove_file(&filler)?;
    let end = Instant::now() + Duration::from_secs(10);
    let mut status = 0;
    while status != 200 && Instant::now() < end {
        status = server.client().get("/healthz")?.status;
        std::thread::sleep(Duration::from_millis(200));
    }
    lab.expect("/healthz with free space again", status == 200, format!("status {status}"));
    let status = owner.again(server.port).publish("after", "the text from after", 0)?.status;
    lab.expect("a save with free space again", status == 303, format!("status {status}"));
    let whole = [("before", "the text from before"), ("after", "the text from after")];
    for (slug, text) in whole {
        let page = server.client().get(&format!("/blogs/demo/{slug}"))?;
        lab.expect(
            format!("the post {slug}"),
            page.status == 200 && page.text().contains(text),
            format!("status {}", page.status),
        );
    }
    let status = server.client().get("/blogs/demo/new-one")?.status;
    lab.expect("the post that was refused", status != 200, format!("status {status}"));
    Ok(())
}

/// Words in every form that is sent to a site that cannot write.
const MARKER: &str = "the-words-of-the-writer";

/// Tests that a response is an error whose form contains what was sent.
fn ensure_returned(lab: &Lab, what: &str, reply: &Reply) {
    lab.expect(format!("{what}, status"), reply.status >= 400, format!("status {}", reply.status));
    let page = reply.text();
    let areas = page.split("<textarea").skip(1).filter_map(|rest| rest.split("</textarea>").next());
    let values = page.split("value=\"").skip(1).filter_map(|rest| rest.split('"').next());
    let is_there = areas.chain(values).any(|field| field.contains(MARKER));
    lab.expect(format!("{what}, the writer's text"), is_there, "in the form of the response");
}

/// Sends a new post and an edit of 0.9 MB to a site that cannot write.
fn ensure_posts_are_returned(lab: &Lab, server: &Server, owner: &Client) -> Result<()> {
    let text = format!("{MARKER} {}", "word ".repeat(180_000));
    for (what, slug, version) in [("a new post", "new-one", 0), ("an edit", "before", 1)] {
        ensure_returned(lab, what, &owner.again(server.port).publish(slug, &text, version)?);
    }
    Ok(())
}

/// Sends settings and comments to a site that cannot write. `reader` has opened the form for
/// comments, which had this stamp, at this time.
fn ensure_forms_are_returned(
    lab: &Lab,
    server: &Server,
    owner: &Client,
    (reader, (stamp, opened)): (&mut Client, (String, Instant)),
) -> Result<()> {
    let mut owner = owner.again(server.port);
    let seen = |page: &Reply, form: &str| {
        let page = page.text();
        let (_, rest) = page.split_once(&format!("action=\"{form}\"")).context("the form is missing")?;
        Ok::<_, anyhow::Error>(between(rest, "name=\"seen\" value=\"", "\"").unwrap_or_default().to_owned())
    };
    let of_blog = seen(&owner.get("/admin/blogs/demo")?, "/admin/blogs/demo")?;
    let fields = [("title", "Demo"), ("description", MARKER), ("seen", &of_blog)];
    ensure_returned(lab, "settings of a blog", &owner.post("/admin/blogs/demo", &fields)?);
    let fields = [("id", "second"), ("title", "Second"), ("description", MARKER)];
    ensure_returned(lab, "a new blog", &owner.post("/admin/blogs", &fields)?);
    let of_site = seen(&owner.get("/admin/blogs")?, "/admin/site")?;
    let fields = [("title", MARKER), ("seen", &of_site)];
    ensure_returned(lab, "settings of the site", &owner.post("/admin/site", &fields)?);
    let comment = owner.post(&comment_path("before"), &comment_fields("", MARKER, ""))?;
    ensure_returned(lab, "a comment of a member", &comment);
    // The form accepts a comment three seconds after it was opened.
    std::thread::sleep(Duration::from_secs(4).saturating_sub(opened.elapsed()));
    let comment = reader.comment("before", "Reader", MARKER, &stamp)?;
    ensure_returned(lab, "a comment of a stranger", &comment);
    Ok(())
}

/// Runs a site whose files can have 6 MB, and fills its database and its access log.
fn file_size_limit(lab: &Lab) -> Result<()> {
    let server = lab.server_by("", |command| {
        let mut inside = Command::new("sh");
        // POSIX counts blocks of 512 bytes.
        inside.args(["-c", "ulimit -f 12288 && exec \"$@\"", "sh"]);
        inside.arg(command.get_program()).args(command.get_args());
        inside
    })?;
    let owner = server.owner()?;
    ensure!(
        owner.again(server.port).publish("before", "the text from before", 0)?.status == 303,
        "a save below the limit failed"
    );
    let big = "word ".repeat(180_000);
    let mut saved = 0;
    while owner.again(server.port).publish(&format!("filler-{saved}"), &big, 0)?.status == 303 {
        saved += 1;
        ensure!(saved < 30, "30 posts of 0.9 MB fit into 6 MB");
    }
    lab.expect("posts of 0.9 MB that were saved", saved > 0, saved.to_string());
    ensure_posts_are_returned(lab, &server, &owner)?;
    let path = format!("/blogs/demo/{}", "x".repeat(1900));
    let mut stranger = server.client();
    let refused = (0..3_500).filter(|_| stranger.get(&path).map_or(0, |reply| reply.status) != 404).count();
    lab.expect("requests of strangers that got no response", refused == 0, refused.to_string());
    let log = fs::metadata(lab.data().join("access.log"))?.len();
    lab.expect("the access log", log == 6 << 20, format!("{log} bytes"));
    let page = server.client().get("/blogs/demo/before")?;
    let is_whole = page.status == 200 && page.text().contains("the text from before");
    lab.expect("the post before", is_whole, format!("status {}", page.status));
    lab.expect("the server", server.process.is_alive(), "still runs");
    Ok(())
}
