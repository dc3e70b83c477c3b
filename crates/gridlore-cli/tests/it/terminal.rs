//! Runs the program on a pseudo-terminal that `script` creates.

use gridlore_testing::skipped;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::Duration;

/// The sequence that a program sends to switch to the full screen.
const FULL_SCREEN: &str = "\u{1b}[?1049h";

/// Time limit for a program to start on a busy machine.
const START_LIMIT_MS: u64 = 30_000;

const KEY_INTERVAL: Duration = Duration::from_millis(400);

/// Runs the program with `arguments` on a terminal of 40 rows and 100 columns, and types keys one
/// after another. Returns the whole output, or `None` if `script` is not installed.
pub(crate) fn typed(arguments: &str, keys: &[&[u8]]) -> Option<String> {
    typed_in(Path::new("."), arguments, keys)
}

/// Does the same as [`typed`], but in a folder.
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
    let drawn = Arc::new(Mutex::new(Vec::new()));
    let reader = reading(child.stdout.take().unwrap(), &drawn);
    let mut stdin = child.stdin.take().unwrap();
    // Until the program draws the screen, the terminal is not in raw mode and would echo the keys.
    let is_drawn = || contains(&drawn.lock().unwrap(), FULL_SCREEN.as_bytes());
    for _ in 0..START_LIMIT_MS / 10 {
        if is_drawn() || child.try_wait().unwrap().is_some() {
            break;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    for key in keys {
        std::thread::sleep(KEY_INTERVAL);
        // The game may be over and the terminal closed.
        if stdin.write_all(key).and_then(|()| stdin.flush()).is_err() {
            break;
        }
    }
    std::thread::sleep(KEY_INTERVAL);
    drop(stdin);
    child.wait().unwrap();
    reader.join().unwrap();
    let drawn = drawn.lock().unwrap();
    Some(String::from_utf8_lossy(&drawn).into_owned())
}

/// Collects output until it ends.
fn reading(mut out: impl Read + Send + 'static, drawn: &Arc<Mutex<Vec<u8>>>) -> JoinHandle<()> {
    let drawn = Arc::clone(drawn);
    std::thread::spawn(move || {
        let mut part = [0; 4096];
        while let Ok(count @ 1..) = out.read(&mut part) {
            drawn.lock().unwrap().extend_from_slice(&part[..count]);
        }
    })
}

fn contains(text: &[u8], part: &[u8]) -> bool {
    text.windows(part.len()).any(|window| window == part)
}

/// Returns whether the terminal was restored and the program succeeded.
pub(crate) fn is_restored(out: &str) -> bool {
    let settings: Vec<&str> =
        out.lines().filter(|line| line.matches(':').count() > 10 && !line.contains('\u{1b}')).collect();
    settings.len() == 2
        && settings[0].trim() == settings[1].trim()
        && out.contains(FULL_SCREEN)
        && out.contains("\u{1b}[?1049l")
        && out.contains("\u{1b}[?1000l")
        && out.contains("left 0")
}
