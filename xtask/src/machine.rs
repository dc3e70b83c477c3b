//! Finds programs on this machine and installs missing programs when run as root on Debian.
//! Otherwise an error names the missing programs.

use crate::steps::{output, root, run};
use anyhow::{Context, Result, bail};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Returns the path of the first of these programs that is installed.
pub(crate) fn program(names: &[&str]) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    names
        .iter()
        .flat_map(|name| folders.iter().map(move |folder| folder.join(name)))
        .find(|path| path.is_file())
}

fn may_install() -> bool {
    Path::new("/etc/debian_version").exists()
        && program(&["apt-get"]).is_some()
        && output(Command::new("id").arg("-u")).as_deref() == Some("0")
}

/// Installs Debian packages, or fails with a message that `what` is missing.
pub(crate) fn install(what: &str, packages: &[&str]) -> Result<()> {
    may(what, packages)?;
    println!("installing {}", packages.join(" "));
    // The package list may be old or absent: update it once and try again.
    apt_install(packages).or_else(|_| renew(what, packages))
}

/// Installs the newest version of these Debian packages, after updating the package list.
pub(crate) fn renew(what: &str, packages: &[&str]) -> Result<()> {
    may(what, packages)?;
    apt(&["update", "-qq"])
        .and_then(|()| apt_install(packages))
        .with_context(|| format!("installing {}", packages.join(" ")))
}

fn may(what: &str, packages: &[&str]) -> Result<()> {
    if !may_install() {
        bail!(
            "{what} is missing, and installing it needs root on Debian: apt-get install {}",
            packages.join(" ")
        );
    }
    Ok(())
}

fn apt_install(packages: &[&str]) -> Result<()> {
    apt(&[&["install", "-qq", "-y", "--no-install-recommends"], packages].concat())
}

fn apt(arguments: &[&str]) -> Result<()> {
    let mut command = Command::new("apt-get");
    command.args(arguments).env("DEBIAN_FRONTEND", "noninteractive");
    run(&mut command)
}

/// Returns a folder that contains those of the given servers that are not installed. Each server is
/// given as a program, the argument that prints its version, and its Debian package. The packages
/// are unpacked rather than installed, because an installed server starts automatically. The tests
/// of an unavailable server are skipped.
pub(crate) fn servers(servers: &[(&str, &str, &str)]) -> Result<PathBuf> {
    let folder = root().join("target/servers");
    fs::create_dir_all(&folder)?;
    for (name, version, package) in servers {
        let own = folder.join(name);
        let is_there =
            own.is_file() || Path::new("/usr/sbin").join(name).is_file() || program(&[name]).is_some();
        if is_there || program(&["apt-get"]).is_none() {
            continue;
        }
        println!("unpacking {package} for its tests");
        if let Err(error) = unpack(package, name, version, &own) {
            println!("{package} is unavailable, skipping its tests: {error:#}");
        }
    }
    Ok(folder)
}

fn unpack(package: &str, name: &str, version: &str, own: &Path) -> Result<()> {
    let folder = own.with_extension("unpacked");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder)?;
    let fetch = || run(Command::new("apt-get").args(["download", "-qq", package]).current_dir(&folder));
    fetch().or_else(|error| {
        if !may_install() {
            return Err(error);
        }
        run(Command::new("apt-get").args(["update", "-qq"])).and_then(|()| fetch())
    })?;
    for entry in fs::read_dir(&folder)?.flatten() {
        run(Command::new("dpkg-deb").arg("-x").arg(entry.path()).arg(&folder))?;
    }
    let found = ["usr/sbin", "usr/bin"].map(|place| folder.join(place).join(name));
    let found =
        found.iter().find(|path| path.is_file()).context("the package does not contain the program")?;
    output(Command::new(found).arg(version)).context("it does not run here")?;
    fs::copy(found, own)?;
    fs::remove_dir_all(&folder)?;
    Ok(())
}
