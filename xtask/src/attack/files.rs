//! Files: what others may read, what a data folder may lack, and what is read from hostile folders and archives.

use super::Case;
use super::client::{between, upload_body};
use super::findings::Amount;
use super::lab::{Lab, skipped};
use super::material::{png, tar, tar_head, write_gz};
use crate::steps::{output, run};
use anyhow::{Context, Result, ensure};
use flate2::Compression;
use flate2::write::GzEncoder;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

pub(super) const CASES: &[Case] = &[
    Case {
        name: "file-modes",
        bound: "no file of the data folder or a backup can be read by other accounts",
        limits: (10, 40),
        run: file_modes,
    },
    Case {
        name: "import-links",
        bound: "links, `..`, pipes and devices in a folder: nothing from outside, done in 5 s",
        limits: (20, 60),
        run: import_links,
    },
    Case {
        name: "posts-folder",
        bound: "the same in the folder of a running site: nothing from outside, pages in 2 s",
        limits: (15, 40),
        run: posts_folder,
    },
    Case {
        name: "restore-manifest",
        bound: "a list of hashes that unpacks to 2 GB: refused in 6 s, 1.5 GB",
        limits: (15, 60),
        run: restore_manifest,
    },
    Case {
        name: "restore-archives",
        bound: "huge, many, linked and absurdly named entries: refused in 15 s, 1.5 GB, nothing left beside",
        limits: (0, 200),
        run: restore_archives,
    },
    Case {
        name: "gz-bombs",
        bound: "puzzles and patterns of 2 MB that unpack to 2 GB: done in 6 s each, 1.5 GB",
        limits: (30, 200),
        run: gz_bombs,
    },
    Case {
        name: "odd-data-folders",
        bound: "an empty or damaged database, uploads without one: a site that works or a refusal, nothing deleted",
        limits: (15, 60),
        run: odd_data_folders,
    },
    Case {
        name: "two-first-links",
        bound: "servers started together on a new folder: all start, the first link makes the account",
        limits: (15, 60),
        run: two_first_links,
    },
    Case {
        name: "full-disk",
        bound: "a save on a full disk gives the text back, /healthz is not ok, nothing is lost afterwards",
        limits: (20, 60),
        run: full_disk,
    },
];

/// The files below `folder` that group or others can read, by their permissions and those of the folders on the way.
#[cfg(unix)]
fn readable_by_others(folder: &Path, found: &mut Vec<String>) {
    use std::os::unix::fs::PermissionsExt;
    let mode = |path: &Path| fs::symlink_metadata(path).map_or(0, |data| data.permissions().mode());
    if mode(folder) & 0o011 == 0 {
        return;
    }
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            readable_by_others(&path, found);
        } else if mode(&path) & 0o044 != 0 {
            found.push(entry.file_name().to_string_lossy().into_owned());
        }
    }
}

#[cfg(not(unix))]
fn readable_by_others(_: &Path, _: &mut Vec<String>) {}

/// The data folder holds hashes of passwords, addresses of visitors and drafts; a backup holds them as well.
fn file_modes(lab: &Lab) -> Result<()> {
    // Made by hand before, open to all; and made by the server.
    for is_made_before in [true, false] {
        let data = lab.data();
        if is_made_before {
            fs::create_dir(&data)?;
            #[cfg(unix)]
            fs::set_permissions(&data, std::os::unix::fs::PermissionsExt::from_mode(0o755))?;
        }
        let mut site = lab.site("access_log_bytes = 2000\n")?;
        site.owner.upload(&png(20, 20, true, 0)?)?;
        site.owner.publish("private", "text", 0)?;
        for _ in 0..50 {
            site.owner.get("/search?q=private")?;
        }
        let backup = lab.folder().join(format!("{is_made_before}.backup"));
        lab.run(&["backup", &backup.to_string_lossy(), "--data", &data.to_string_lossy()])?;
        let restored = lab.folder().join(format!("{is_made_before}-restored"));
        lab.run(&["restore", &backup.to_string_lossy(), "--data", &restored.to_string_lossy()])?;
        let mut found = Vec::new();
        readable_by_others(&data, &mut found);
        readable_by_others(&restored, &mut found);
        // The lab's own folder is open, so that a backup in it shows its own mode.
        let mut own = Vec::new();
        readable_by_others(lab.folder(), &mut own);
        found.extend(own.into_iter().filter(|name| name.ends_with(".backup")));
        let what = if is_made_before { "a folder made by hand" } else { "a folder made by the server" };
        lab.none(format!("readable in {what}"), &found);
        site.server.process.kill();
        fs::remove_dir_all(&data)?;
    }
    Ok(())
}

/// A word that is nowhere but outside the folders that are read.
const SECRET: &str = "the-secret-word-outside";

/// Fills `source` with links and paths to what lies in `secret`.
#[cfg(unix)]
fn write_links(lab: &Lab, source: &Path) -> Result<()> {
    use std::os::unix::fs::symlink;
    let secret = lab.folder().join("secret");
    if !secret.exists() {
        fs::create_dir(&secret)?;
        let diary = format!("+++\ntitle = 'd'\npublished = 2026-01-01\n+++\n{SECRET}\n");
        fs::write(secret.join("diary.md"), diary)?;
        fs::write(secret.join("key"), format!("{SECRET}\n"))?;
        fs::write(secret.join("private.png"), png(37, 41, true, 0)?)?;
    }
    let shown = secret.to_string_lossy();
    symlink(secret.join("diary.md"), source.join("linked.md"))?;
    symlink(secret.join("key"), source.join("key.md"))?;
    symlink(secret.join("private.png"), source.join("linked.png"))?;
    symlink(&secret, source.join("folder"))?;
    symlink(source, source.join("loop"))?;
    symlink("nowhere.md", source.join("broken.md"))?;
    let up = "../".repeat(20);
    let text = format!(
        "![a](../secret/private.png) ![b]({shown}/private.png) ![c](folder/private.png) ![d](linked.png) \
         ![e]({up}{shown}/private.png) ![f](./././../secret/private.png) ![g](file://{shown}/private.png) \
         ![h](%2e%2e/secret/private.png) ![i](..%2fsecret%2fprivate.png) [j](../secret/diary.md)"
    );
    fs::write(source.join("plain.md"), format!("+++\ntitle = 'p'\npublished = 2026-01-01\n+++\n{text}\n"))?;
    Ok(())
}

#[cfg(not(unix))]
fn write_links(_: &Lab, _: &Path) -> Result<()> {
    Err(skipped("no links here"))
}

/// A pipe that nobody writes to.
fn make_pipe(path: &Path) -> Result<()> {
    run(Command::new("mkfifo").arg(path)).map_err(|_| skipped("mkfifo is not here"))
}

/// A folder to import with links to files and folders outside, to itself and to devices, and a pipe.
fn import_links(lab: &Lab) -> Result<()> {
    lab.found()?;
    let source = lab.folder().join("source");
    fs::create_dir(&source)?;
    write_links(lab, &source)?;
    let data = lab.data();
    let (from, to) = (source.to_string_lossy().into_owned(), data.to_string_lossy().into_owned());
    for what in ["links", "a pipe", "a device"] {
        match what {
            "a pipe" => make_pipe(&source.join("pipe.md"))?,
            #[cfg(unix)]
            "a device" => std::os::unix::fs::symlink("/dev/zero", source.join("zero.md"))?,
            _ => {}
        }
        let process = lab.start(&lab.program(&["blog", "import", "demo", &from, "--data", &to]))?;
        let ended = process.wait(Duration::from_secs(5));
        lab.expect(format!("import with {what}"), ended.is_some(), "ended in 5 s");
        lab.at_most(format!("import with {what}"), Amount::Bytes(process.peak()), Amount::Bytes(500_000_000));
    }
    let mut came = Vec::new();
    for entry in fs::read_dir(data.join("uploads"))?.flatten() {
        came.push(format!("the picture {}", entry.file_name().to_string_lossy()));
    }
    came.extend(files_with(&data, SECRET));
    lab.none("what came from outside", &came);
    Ok(())
}

/// The files below `folder` that hold a word.
fn files_with(folder: &Path, word: &str) -> Vec<String> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_symlink() {
            continue;
        }
        if path.is_dir() {
            found.extend(files_with(&path, word));
        } else if path.is_file()
            && fs::read(&path).unwrap_or_default().windows(word.len()).any(|window| window == word.as_bytes())
        {
            found.push(format!("a text in {}", entry.file_name().to_string_lossy()));
        }
    }
    found
}

/// The same in `DIR/posts/demo/` of a running site, into which somebody's files are put by other means.
fn posts_folder(lab: &Lab) -> Result<()> {
    let mut site = lab.site("")?;
    let folder = lab.data().join("posts/demo");
    fs::create_dir_all(&folder)?;
    write_links(lab, &folder)?;
    make_pipe(&folder.join("pipe.md"))?;
    #[cfg(unix)]
    std::os::unix::fs::symlink("/dev/zero", folder.join("zero.md"))?;
    std::thread::sleep(Duration::from_secs(4));
    let mut came = Vec::new();
    let paths = [
        "/",
        "/blogs/demo",
        "/blogs/demo/plain",
        "/blogs/demo/linked",
        "/blogs/demo/key",
        "/blogs/demo/diary",
        "/blogs/demo/files/folder/private.png",
        "/blogs/demo/files/linked.png",
        "/blogs/demo/files/folder/key",
        "/blogs/demo/files/../secret/key",
        "/blogs/demo/files/..%2f..%2f..%2fsecret%2fkey",
        "/blogs/demo/feed.atom",
        "/blogs/demo/files/%2e%2e/%2e%2e/gridlore.sqlite3",
        "/uploads/..%2fgridlore.sqlite3",
        "/search?q=secret",
        "/blogs/demo/files/plain.md",
        "/blogs/demo/files/pipe.md",
        "/assets/..%2f..%2fgridlore.sqlite3",
        "/healthz",
    ];
    for path in paths {
        let mut reader = site.server.client().patience(Duration::from_secs(2));
        match reader.get(path) {
            Ok(reply) => {
                let is_picture =
                    reply.header("content-type").is_some_and(|kind| kind.starts_with("image/png"));
                if reply.text().contains(SECRET)
                    || reply.text().contains("SQLite format")
                    || (is_picture && path.contains("files"))
                {
                    came.push(format!("{path} shows it"));
                }
            }
            Err(error) => came.push(format!("{path}: {error}")),
        }
    }
    lab.none("what came from outside, or did not come", &came);
    let status = site.server.client().get("/blogs/demo/plain")?.status;
    lab.expect("the post beside them", status == 200, format!("status {status}"));
    let status = site.owner.publish("still", "text", 0)?.status;
    lab.expect("a save beside them", status == 303, format!("status {status}"));
    lab.at_most("growth", Amount::Bytes(site.server.growth()), Amount::Bytes(200_000_000));
    Ok(())
}

/// The most memory that a command may take for hostile input.
const MAX_MEMORY: Amount = Amount::Bytes(1_500_000_000);

/// Restores an archive, which has to be refused.
fn expect_refusal(lab: &Lab, what: &str, archive: &Path, patience: Duration) -> Result<()> {
    let target = lab.folder().join("restored");
    let arguments = ["restore", &archive.to_string_lossy(), "--data", &target.to_string_lossy()];
    let process = lab.start(&lab.program(&arguments))?;
    let status = process.wait(patience);
    let code = status.and_then(|status| status.code());
    let figure = code.map_or_else(|| "no exit code".to_owned(), |code| format!("exit {code}"));
    lab.expect(what, code.is_some_and(|code| (1..100).contains(&code)), figure);
    lab.at_most(what, Amount::Bytes(process.peak()), MAX_MEMORY);
    let left: Vec<String> = fs::read_dir(lab.folder())?
        .flatten()
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .filter(|name| name.contains("restore"))
        .collect();
    if status.is_some() {
        lab.none(format!("{what}, left beside"), &left);
    }
    for name in left {
        let _ = fs::remove_dir_all(lab.folder().join(name));
    }
    Ok(())
}

/// 2 GB in pieces of 16 MiB.
const PIECES: usize = 128;
const BOMB: u64 = 128 << 24;

/// A backup whose list of hashes unpacks to 2 GB, which may be read whole; by the command, and by the form of a new site.
fn restore_manifest(lab: &Lab) -> Result<()> {
    let archive = lab.folder().join("bomb.backup");
    write_gz(&archive, &tar_head(b"SHA256SUMS", b'0', BOMB, b""), 0, PIECES, &[0; 1024])?;
    expect_refusal(lab, "2 GB of zeros", &archive, Duration::from_secs(6))?;
    write_gz(&archive, &tar_head(b"SHA256SUMS", b'0', BOMB, b""), b'\n', PIECES, &[0; 1024])?;
    expect_refusal(lab, "2 GB of lines", &archive, Duration::from_secs(6))?;
    let server = lab.server("")?;
    let link = server.setup.clone().context("no setup link")?;
    let (body, kind) = upload_body(&fs::read(&archive)?);
    let mut visitor = server.client().patience(Duration::from_secs(10));
    let path = link.replace("/setup?", "/setup/restore?");
    let reply = visitor.ask("POST", &path, &[("Content-Type", kind)], Some(&body));
    let status = reply.map_or(0, |reply| reply.status);
    lab.expect("in the form", (400..500).contains(&status), format!("status {status}"));
    lab.at_most("in the form", Amount::Bytes(server.process.peak()), MAX_MEMORY);
    Ok(())
}

/// Archives that no backup is.
fn restore_archives(lab: &Lab) -> Result<()> {
    let archive = lab.folder().join("hostile.backup");
    let patience = Duration::from_secs(15);
    let huge = [
        ("a database of 2 GB", &b"gridlore.sqlite3"[..], b'0'),
        ("a picture of 2 GB", b"uploads/a.png", b'0'),
        ("a long name of 2 GB", b"././@LongLink", b'L'),
        ("a long target of 2 GB", b"././@LongLink", b'K'),
        ("extended heads of 2 GB", b"PaxHeaders/x", b'x'),
        ("global heads of 2 GB", b"pax_global_header", b'g'),
        ("an unknown kind of 2 GB", b"uploads/x", b'V'),
    ];
    for (what, name, kind) in huge {
        write_gz(&archive, &tar_head(name, kind, BOMB, b""), b'a', PIECES, &[0; 1024])?;
        expect_refusal(lab, what, &archive, patience)?;
    }
    let pack = |bytes: &[u8]| -> Result<()> {
        let mut out = GzEncoder::new(fs::File::create(&archive)?, Compression::fast());
        out.write_all(bytes)?;
        out.write_all(&[0; 1024])?;
        out.finish()?;
        Ok(())
    };
    let mut many = Vec::new();
    for number in 0..10_000 {
        many.extend(tar_head(format!("uploads/{number}").as_bytes(), b'0', 0, b""));
    }
    pack(&many)?;
    expect_refusal(lab, "10,000 entries", &archive, patience)?;
    let mut empty_names = Vec::new();
    for _ in 0..500_000 {
        empty_names.extend(tar_head(b"SHA256SUMS", b'0', 0, b""));
    }
    pack(&empty_names)?;
    expect_refusal(lab, "500,000 lists of hashes", &archive, patience)?;
    let names = [
        "../../evil",
        "/tmp/gridlore-evil",
        "uploads/../../evil",
        "uploads/..",
        "uploads/.",
        "uploads//x",
        "uploads/\\..\\x",
        "uploads/",
        "posts",
        "",
        ".",
        "gridlore.sqlite3/x",
        "uploads/a/../../../x",
        "uploads/\u{1}\n\u{1b}[2J",
        "C:\\evil",
        "posts/demo/.hidden/../../../x",
        "Uploads/x",
        "search.sqlite3",
        "gridlore.sqlite3-wal",
        "access.log",
    ];
    for name in names {
        pack(&tar(&[("SHA256SUMS", b""), (name, b"x")]))?;
        expect_refusal(lab, &format!("the name {name:?}"), &archive, patience)?;
        let outside = [lab.folder().join("evil"), "/tmp/gridlore-evil".into(), lab.folder().join("x")];
        lab.expect(
            format!("outside, by the name {name:?}"),
            !outside.iter().any(|path| path.exists()),
            "nothing",
        );
    }
    for (what, kind) in [
        ("hard link", b'1'),
        ("link", b'2'),
        ("device", b'3'),
        ("folder", b'5'),
        ("pipe", b'6'),
        ("sparse file", b'S'),
    ] {
        let mut bytes = tar_head(b"uploads/x", kind, 0, b"/etc");
        bytes.extend(tar(&[("uploads/x/passwd", b"x"), ("SHA256SUMS", b"")]));
        pack(&bytes)?;
        expect_refusal(lab, what, &archive, patience)?;
    }
    let deep = format!("uploads/{}x", "a/".repeat(45));
    pack(&tar(&[(&deep, b"x"), ("SHA256SUMS", b"")]))?;
    expect_refusal(lab, "a deep name", &archive, patience)?;
    let mut wrong = tar_head(b"uploads/x", b'0', 0, b"");
    wrong[124..136].copy_from_slice(b"\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff");
    pack(&wrong)?;
    expect_refusal(lab, "a negative length", &archive, patience)?;
    for (what, bytes) in
        [("nothing", &b""[..]), ("a text", b"hello"), ("a gzip head", b"\x1f\x8b\x08\0\0\0\0\0\0\0")]
    {
        fs::write(&archive, bytes)?;
        expect_refusal(lab, what, &archive, patience)?;
    }
    Ok(())
}

/// Puzzles and patterns that unpack to 2 GB; each command must end by itself.
fn gz_bombs(lab: &Lab) -> Result<()> {
    let bomb = lab.folder().join("bomb.gz");
    let path = bomb.to_string_lossy().into_owned();
    let commands: [&[&str]; 6] = [
        &["cover", "count", &path],
        &["life", "run", "--gens", "1", &path],
        &["life", "convert", &path],
        &["sudoku", "solve", &path],
        &["logs", "report", &path],
        &["connect-four", "solve", &path],
    ];
    let fillers = [
        ("zeros", 0),
        ("lines", b'\n'),
        ("spaces", b' '),
        ("letters", b'a'),
        ("dollars", b'$'),
        ("bars", b'|'),
    ];
    for (what, filler) in fillers.into_iter().take(lab.rounds(1, 6)) {
        // A line before, so that readers that look at the first one take the rest for its kind.
        write_gz(&bomb, if filler == b'$' { b"x = 1, y = 1\n" } else { b"" }, filler, PIECES, b"")?;
        for arguments in commands.iter().take(lab.rounds(2, 6)) {
            let process = lab.start(&lab.program(arguments))?;
            let status = process.wait(Duration::from_secs(6));
            let what = format!("{} {} of {what}", arguments[0], arguments[1]);
            // Those that answer line by line may go on through all of it; the others read one puzzle.
            let is_stream = ["sudoku", "logs", "connect-four"].contains(&arguments[0]);
            // Ended by a signal is not ended by itself.
            let code = status.and_then(|status| status.code());
            let figure = code.map_or_else(|| "not done in 6 s".to_owned(), |code| format!("exit {code}"));
            let is_done =
                code.map_or(status.is_none() && is_stream && !process.was_too_large(), |code| code < 100);
            lab.expect(&what, is_done, figure);
            lab.at_most(&what, Amount::Bytes(process.peak()), MAX_MEMORY);
        }
    }
    Ok(())
}

/// Data folders as a crash, a full disk or a half copied backup leaves them.
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
        ("a database that is cut", Some(&cut)),
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
                // Refused is fine; a panic or a message without the folder is not.
                let text = format!("{error:#}");
                let is_clear = !text.contains("panicked") && text.contains(&*data.to_string_lossy());
                lab.expect(format!("{what}, refused"), is_clear, text);
            }
        }
        let is_kept = picture.exists() && post.exists();
        lab.expect(format!("{what}: picture and post"), is_kept, "still there");
        if let Some(bytes) = database.filter(|bytes| bytes.len() > 1) {
            let now = fs::read(data.join("gridlore.sqlite3"))?;
            lab.expect(format!("{what}: its bytes"), now == bytes, "as they were");
        }
    }
    Ok(())
}

/// A second server that starts before the first one's link was used must not take the link's power away.
fn first_links(lab: &Lab) -> Result<()> {
    let first = lab.server("")?;
    let second = lab.server("")?;
    let link = first.setup.clone().context("the first server printed no link")?;
    let mut owner = second.client();
    let status = owner.join(&link, "owner")?.status;
    lab.expect("the first link, after a second server started", status == 303, format!("status {status}"));
    if status != 303 {
        return Ok(());
    }
    if let Some(other) = &second.setup {
        let status = first.client().join(other, "second")?.status;
        lab.expect("the second link, after there is an owner", status != 303, format!("status {status}"));
    }
    for server in [&first, &second] {
        let status = owner.again(server.port).get("/admin/people")?.status;
        lab.expect("the owner on each server", status == 200, format!("status {status}"));
    }
    let third = lab.server("")?;
    lab.expect("a link of a third server", third.setup.is_none(), "none");
    Ok(())
}

/// Servers on one new folder, one after the other and at the same moment.
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

/// A site on a disk of 16 MB that is filled while it runs, and freed again.
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
    ensure!(owner.publish("before", "the text from before", 0)?.status == 303, "no save on an empty disk");
    let inside =
        Path::new("/proc").join(server.process.pid().to_string()).join("root").join(data.strip_prefix("/")?);
    ensure!(inside.join("gridlore.sqlite3").exists(), "the small disk is not the server's");
    let filler = inside.join("filler");
    let mut file = fs::File::create(&filler)?;
    for piece in [1 << 20, 1 << 12, 1 << 8, 1] {
        while file.write_all(&vec![b'x'; piece]).is_ok() {}
    }
    let marker = "the-words-of-the-writer";
    let text = format!("{marker} {}", "word ".repeat(60_000));
    for (what, slug, version) in [("a new post", "new-one", 0), ("an edit", "before", 1)] {
        let reply = owner.again(server.port).publish(slug, &text, version)?;
        lab.expect(format!("{what}, status"), reply.status >= 400, format!("status {}", reply.status));
        let page = reply.text();
        let form = between(&page, "<textarea", "</textarea>").unwrap_or_default();
        lab.expect(format!("{what}, the writer's text"), form.contains(marker), "in the form of the answer");
    }
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
    let end = std::time::Instant::now() + Duration::from_secs(10);
    let mut status = 0;
    while status != 200 && std::time::Instant::now() < end {
        status = server.client().get("/healthz")?.status;
        std::thread::sleep(Duration::from_millis(200));
    }
    lab.expect("/healthz with room again", status == 200, format!("status {status}"));
    let status = owner.again(server.port).publish("after", "the text from after", 0)?.status;
    lab.expect("a save with room again", status == 303, format!("status {status}"));
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
