//! Peer programs: finds those that are installed, and exchanges messages with a running process.

use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// The line that ends an answer.
pub(crate) const END: &str = "%end%";

/// Returns the path of a program; `None` if it is not installed.
pub(crate) fn program(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(name)).find(|path| path.is_file())
}

/// A program that answers one question after another; each answer ends with the line [`END`].
#[derive(Debug)]
pub(crate) struct Peer {
    command: fn() -> Command,
    running: Option<Running>,
}

#[derive(Debug)]
struct Running {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Peer {
    /// Creates a peer that runs `command` when the first question is sent.
    pub(crate) fn new(command: fn() -> Command) -> Self {
        Self { command, running: None }
    }

    /// Returns the answer to `text` without its end line; `None` if the program exits or does not
    /// answer within `limit`. The next question then restarts it.
    pub(crate) fn ask(&mut self, text: &str, limit: Duration) -> Option<String> {
        let answer = self.answer(text, limit);
        if answer.is_none() {
            self.running = None;
        }
        answer
    }

    /// Stops the program; the next question restarts it.
    pub(crate) fn stop(&mut self) {
        self.running = None;
    }

    fn answer(&mut self, text: &str, limit: Duration) -> Option<String> {
        if self.running.is_none() {
            self.running = Some(start((self.command)())?);
        }
        let running = self.running.as_mut()?;
        running.input.write_all(text.as_bytes()).and_then(|()| running.input.flush()).ok()?;
        let mut answer = String::new();
        loop {
            let line = running.lines.recv_timeout(limit).ok()?;
            if line == END {
                return Some(answer);
            }
            answer.push_str(&line);
            answer.push('\n');
        }
    }
}

fn start(mut command: Command) -> Option<Running> {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().ok()?;
    let (input, output) = (child.stdin.take()?, child.stdout.take()?);
    let (sender, lines) = channel();
    std::thread::spawn(move || {
        for line in BufReader::new(output).lines().map_while(Result::ok) {
            if sender.send(line).is_err() {
                break;
            }
        }
    });
    Some(Running { child, input, lines })
}
