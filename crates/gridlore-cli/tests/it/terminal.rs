//! A pseudo-terminal for the program, made by `script`.

use gridlore_testing::skipped;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

/// Runs the program with `arguments` on a terminal of 40 rows and 100 columns, and types keys one
/// after another. Returns everything that was drawn, or `None` if there is no `script`.
pub(crate) fn typed(arguments: &str, keys: &[&[u8]]) -> Option<String> {
    typed_in(Path::new("."), arguments, keys)
}

/// As [`typed`], in a folder.
pub(crate) fn typed_in(folder: &Path, arguments: &str, keys: &[&[u8]]) -> Option<String> {
    let is_there =
        Command::new("script").arg("--version").output().is_ok_and(|output| output.status.success());
    if !is_there {
        skipped("script, which makes a terminal, is not installed");
        return None;
    }
    let command = format!(
        "stty rows 40 cols 100; stty -g; {} {arguments}; echo left $?; stty -g",
        env!("CARGO_BIN_EXE_gridlore")
    );
    let mut child = Command::new("script")
        .args(["-qec", &command, "/dev/null"])
        .env("TERM", "xterm-256color")
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let keys: Vec<Vec<u8>> = keys.iter().map(|keys| keys.to_vec()).collect();
    let writer = std::thread::spawn(move || {
        for keys in keys {
            std::thread::sleep(Duration::from_millis(400));
            // The game can be over and the terminal closed.
            if stdin.write_all(&keys).and_then(|()| stdin.flush()).is_err() {
                return;
            }
        }
        std::thread::sleep(Duration::from_millis(400));
    });
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    Some(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Whether the terminal was restored and the program succeeded.
pub(crate) fn is_restored(out: &str) -> bool {
    let settings: Vec<&str> =
        out.lines().filter(|line| line.matches(':').count() > 10 && !line.contains('\u{1b}')).collect();
    settings.len() == 2
        && settings[0].trim() == settings[1].trim()
        && out.contains("\u{1b}[?1049h")
        && out.contains("\u{1b}[?1049l")
        && out.contains("\u{1b}[?1000l")
        && out.contains("left 0")
}
