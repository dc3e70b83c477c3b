//! Files: those that other accounts can read, and those that the program reads from hostile
//! folders.

use crate::attack::Case;
use crate::attack::findings::Amount;
use crate::attack::lab::{Lab, skipped};
use crate::attack::material::png;
use crate::steps::run;
use anyhow::Result;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

pub(super) const CASES: &[Case] = &[
    Case {
        name: "file-modes",
        bound: "other accounts can read no file of the data folder and no backup",
        limits: (20, 40),
        run: file_modes,
    },
    Case {
        name: "import-links",
        bound: "an import with links, `..`, pipes and devices takes nothing from outside and ends within 5 s",
        limits: (40, 60),
        run: import_links,
    },
    Case {
        name: "posts-folder",
        bound: "the same in the folder of a running site: nothing from outside, pages in 2 s",
        limits: (30, 40),
        run: posts_folder,
    },
];

/// Collects the files below `folder` that the group or others can read, by their permissions and
/// those of the folders on the path.
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

/// Tests the permissions of the data folder, which contains password hashes, visitors' addresses
/// and drafts, and of backups, which contain the same.
fn file_modes(lab: &Lab) -> Result<()> {
    // The folder is created by hand, readable by everyone, or by the server.
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
        // The lab's folder is open, so access depends on the mode of the backup itself.
        let mut own = Vec::new();
        readable_by_others(lab.folder(), &mut own);
        found.extend(own.into_iter().filter(|name| name.ends_with(".backup")));
        let what = if is_made_before { "a folder created by hand" } else { "a folder created by the server" };
        lab.none(format!("readable in {what}"), &found);
        site.server.process.kill();
        fs::remove_dir_all(&data)?;
    }
    Ok(())
}

/// A word that occurs only outside the folders that the program may read.
const SECRET: &str = "the-secret-word-outside";

/// Fills `source` with links and paths to the files in `secret`.
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
    Err(skipped("symbolic links need Unix"))
}

/// Creates a pipe to which nobody writes.
fn make_pipe(path: &Path) -> Result<()> {
    run(Command::new("mkfifo").arg(path)).map_err(|_| skipped("mkfifo is not installed"))
}

/// Imports a folder with a pipe and with links to files and folders outside, to itself and to
/// devices.
fn import_links(lab: &Lab) -> Result<()> {
    lab.create_data()?;
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
    lab.none("taken from outside", &came);
    Ok(())
}

/// Returns the files below `folder` that contain a word.
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

/// Tests the same files in `DIR/posts/demo/` of a running site, where files are placed by other
/// means.
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
                    came.push(format!("{path} shows the secret"));
                }
            }
            Err(error) => came.push(format!("{path}: {error}")),
        }
    }
    lab.none("taken from outside, or without a response", &came);
    let status = site.server.client().get("/blogs/demo/plain")?.status;
    lab.expect("the post next to them", status == 200, format!("status {status}"));
    let status = site.owner.publish("still", "text", 0)?.status;
    lab.expect("a save at the same time", status == 303, format!("status {status}"));
    lab.at_most("growth", Amount::Bytes(site.server.growth()), Amount::Bytes(200_000_000));
    Ok(())
}
