//! Archives: backups, puzzles and patterns that are small until they are unpacked.

use crate::attack::Case;
use crate::attack::client::upload_body;
use crate::attack::findings::Amount;
use crate::attack::lab::Lab;
use crate::attack::material::{tar, tar_head, write_gz};
use anyhow::{Context, Result};
use flate2::Compression;
use flate2::write::GzEncoder;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::time::Duration;

pub(super) const CASES: &[Case] = &[
    Case {
        name: "restore-manifest",
        bound: "a list of hashes that unpacks to 2 GB is refused within 6 s and 1.5 GB",
        limits: (30, 60),
        run: restore_manifest,
    },
    Case {
        name: "restore-archives",
        bound: "archives with huge, numerous, linked or oddly named entries are refused within 15 s (10,000 entries: 60 s), using at most 1.5 GB and leaving no files behind",
        limits: (0, 200),
        run: restore_archives,
    },
    Case {
        name: "gz-bombs",
        bound: "puzzles and patterns of 2 MB that unpack to 2 GB take at most 6 s and 1.5 GB each",
        limits: (60, 200),
        run: gz_bombs,
    },
];

/// The memory limit of a command with hostile input.
const MAX_MEMORY: Amount = Amount::Bytes(1_500_000_000);

/// Tries to restore an archive that must be refused.
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
        lab.none(format!("{what}, files left"), &left);
    }
    for name in left {
        let _ = fs::remove_dir_all(lab.folder().join(name));
    }
    Ok(())
}

/// Number of pieces of 16 MiB, which unpack to 2 GB.
const PIECES: usize = 128;

const BOMB: u64 = 128 << 24;

/// Tests a backup whose list of hashes unpacks to 2 GB; the program may read such a list as a
/// whole. The backup is restored with the command and with the form of a new site.
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
    lab.expect("with the form", (400..500).contains(&status), format!("status {status}"));
    lab.at_most("with the form", Amount::Bytes(server.process.peak()), MAX_MEMORY);
    Ok(())
}

/// Tests archives that are not backups.
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
    // Each file may be synced to disk.
    expect_refusal(lab, "10,000 entries", &archive, Duration::from_secs(60))?;
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
            format!("outside the folder, by the name {name:?}"),
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

/// Tests puzzles and patterns that unpack to 2 GB; each command must end on its own.
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
        // Write a valid first line, by which some readers detect the format.
        write_gz(&bomb, if filler == b'$' { b"x = 1, y = 1\n" } else { b"" }, filler, PIECES, b"")?;
        for arguments in commands.iter().take(lab.rounds(2, 6)) {
            let process = lab.start(&lab.program(arguments))?;
            let status = process.wait(Duration::from_secs(6));
            let what = format!("{} {} of {what}", arguments[0], arguments[1]);
            // Commands that work line by line may read the whole file; the others read one puzzle.
            let is_stream = ["sudoku", "logs", "connect-four"].contains(&arguments[0]);
            // A command that is killed by a signal has not ended on its own.
            let code = status.and_then(|status| status.code());
            let figure = code.map_or_else(|| "not finished in 6 s".to_owned(), |code| format!("exit {code}"));
            let is_done =
                code.map_or(status.is_none() && is_stream && !process.was_too_large(), |code| code < 100);
            lab.expect(&what, is_done, figure);
            lab.at_most(&what, Amount::Bytes(process.peak()), MAX_MEMORY);
        }
    }
    Ok(())
}
