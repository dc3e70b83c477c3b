//! What the machine has, and what may be installed: Debian's packages, as root. Elsewhere we say what is missing.

use crate::steps::{output, run};
use anyhow::{Context, Result, bail};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The first of these programs that is on the path.
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

/// Installs Debian packages, or says in one line that `what` is missing.
pub(crate) fn install(what: &str, packages: &[&str]) -> Result<()> {
    let list = packages.join(" ");
    if !may_install() {
        bail!("{what} is missing, and installing it needs root on Debian: apt-get install {list}");
    }
    println!("installing {list}");
    let apt = |arguments: &[&str]| {
        let mut command = Command::new("apt-get");
        command.args(arguments).env("DEBIAN_FRONTEND", "noninteractive");
        run(&mut command)
    };
    let mut install = vec!["install", "-qq", "-y", "--no-install-recommends"];
    install.extend(packages);
    // A list of packages that is old or absent: fetch it once and try again.
    apt(&install)
        .or_else(|_| apt(&["update", "-qq"]).and_then(|()| apt(&install)))
        .with_context(|| format!("installing {list}"))
}
