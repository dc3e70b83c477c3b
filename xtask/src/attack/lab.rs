//! The environment of a case: its own folder, servers, and the list of findings.
//!
//! The runner shares the [`Lab`]: it reads the findings, and ends the processes when the time limit
//! is reached.

use super::client::{Client, setup_link};
use super::findings::{Amount, Findings};
use super::material::Random;
use super::process::Monitored;
use anyhow::{Context, Result, bail, ensure};
use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::http::Reply;

/// The bounds on a single request by a stranger or an author.
pub(crate) const MAX_REQUEST_TIME: Amount = Amount::Seconds(1.0);
pub(crate) const MAX_REQUEST_MEMORY: Amount = Amount::Bytes(200_000_000);

/// The bound on the response time in the full form.
const MAX_ANSWER_TIME: Amount = Amount::Seconds(2.0);

/// The processor time in seconds after which a measured request fails and its server is stopped.
const MAX_PROCESSOR_TIME: f64 = 2.0;

/// The time limit of a measured request on a busy machine.
const PATIENCE: Duration = Duration::from_secs(20);

/// The prefix of all temporary folders, followed by the id of the process that created them.
const PREFIX: &str = "gridlore-attack-";

/// The error for a case that needs a capability that the machine or the program lacks.
#[derive(Debug)]
pub(crate) struct Skipped(pub(crate) String);

impl std::fmt::Display for Skipped {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Skipped {}

/// Returns an error that marks a case as skipped.
pub(crate) fn skipped(why: impl Into<String>) -> anyhow::Error {
    Skipped(why.into()).into()
}

#[derive(Debug)]
pub(crate) struct Lab {
    gridlore: PathBuf,
    folder: PathBuf,
    is_short: bool,
    is_closed: AtomicBool,
    processes: Mutex<Vec<Arc<Monitored>>>,
    findings: Mutex<Findings>,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Lab {
    /// Opens a lab with a new temporary folder.
    ///
    /// # Errors
    /// Fails if the folder cannot be created.
    pub(crate) fn open(gridlore: &Path, name: &str, is_short: bool) -> Result<Self> {
        let folder = std::env::temp_dir().join(format!("{PREFIX}{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir(&folder).with_context(|| format!("creating {}", folder.display()))?;
        Ok(Self {
            gridlore: gridlore.to_owned(),
            folder,
            is_short,
            is_closed: AtomicBool::new(false),
            processes: Mutex::default(),
            findings: Mutex::default(),
        })
    }

    /// Ends all processes and prevents new ones. After that, the case's requests fail.
    pub(crate) fn close(&self) {
        self.is_closed.store(true, Ordering::SeqCst);
        for process in locked(&self.processes).iter() {
            process.kill();
        }
    }

    pub(crate) const fn is_short(&self) -> bool {
        self.is_short
    }

    /// Chooses between the values for the short form and for the full form.
    pub(crate) const fn rounds<T: Copy>(&self, short: T, full: T) -> T {
        if self.is_short { short } else { full }
    }

    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Returns the data folder of the case's site.
    pub(crate) fn data(&self) -> PathBuf {
        self.folder.join("data")
    }

    /// Returns the findings so far.
    pub(crate) fn findings(&self) -> MutexGuard<'_, Findings> {
        locked(&self.findings)
    }

    /// Adds an amount that must not exceed `bound`.
    pub(crate) fn at_most(&self, what: impl Into<String>, found: Amount, bound: Amount) {
        self.findings().at_most(what, found, bound);
    }

    /// Adds a condition that must hold.
    pub(crate) fn expect(&self, what: impl Into<String>, holds: bool, figure: impl Into<String>) {
        self.findings().expect(what, holds, figure);
    }

    /// Adds a list that must be empty.
    pub(crate) fn none(&self, what: impl Into<String>, offenders: &[String]) {
        self.findings().none(what, offenders);
    }

    /// Returns the program with these arguments, not started yet.
    pub(crate) fn program(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(&self.gridlore);
        command.args(arguments);
        command
    }

    /// Starts a process that ends with the case.
    ///
    /// # Errors
    /// Fails if the process does not start, or the case has ended.
    pub(crate) fn start(&self, command: &Command) -> Result<Arc<Monitored>> {
        let mut processes = locked(&self.processes);
        ensure!(!self.is_closed.load(Ordering::SeqCst), "the time limit was reached");
        let process = Monitored::start(command, &self.folder.join(format!("{}.out", processes.len())))?;
        processes.push(Arc::clone(&process));
        Ok(process)
    }

    /// Runs the program to its end and returns its output.
    ///
    /// # Errors
    /// Fails if the program fails or takes more than two minutes.
    pub(crate) fn run(&self, arguments: &[&str]) -> Result<String> {
        let process = self.start(&self.program(arguments))?;
        let status = process.wait(Duration::from_secs(120));
        ensure!(
            status.is_some_and(|status| status.success()),
            "gridlore {}: {}",
            arguments.join(" "),
            last_line(&process.errors())
        );
        Ok(process.output())
    }

    /// Starts a server on the case's data folder; another server may run in parallel.
    ///
    /// # Errors
    /// Fails if the server does not print its address in time.
    pub(crate) fn server(&self, config: &str) -> Result<Server> {
        self.server_by(config, |command| command)
    }

    /// Like [`Lab::server`], with a modified command.
    ///
    /// # Errors
    /// Fails if the server does not print its address in time.
    pub(crate) fn server_by(&self, config: &str, change: impl FnOnce(Command) -> Command) -> Result<Server> {
        self.server_on(&self.data(), config, change)
    }

    /// Like [`Lab::server_by`], on any data folder.
    ///
    /// # Errors
    /// Fails if the server does not print its address in time.
    pub(crate) fn server_on(
        &self,
        data: &Path,
        config: &str,
        change: impl FnOnce(Command) -> Command,
    ) -> Result<Server> {
        let mut command = self.program(&["serve", "--listen", "127.0.0.1:0", "--data"]);
        command.arg(data);
        if !config.is_empty() {
            let file = self.folder.join(format!("{}.toml", locked(&self.processes).len()));
            fs::write(&file, config)?;
            command.arg("--config").arg(file);
        }
        Server::new(self.start(&change(command))?)
    }

    /// Starts a server and signs in its owner.
    ///
    /// # Errors
    /// Fails if the server does not start, or the setup link creates no account.
    pub(crate) fn site(&self, config: &str) -> Result<Site<'_>> {
        let server = self.server(config)?;
        let owner = server.owner()?;
        server.settle(Duration::from_secs(2));
        Ok(Site { lab: self, server, owner, config: config.to_owned() })
    }

    /// Returns whether the program has a command, according to its help.
    pub(crate) fn has_command(&self, arguments: &[&str]) -> bool {
        let mut command = self.program(arguments);
        command.arg("--help");
        self.start(&command)
            .is_ok_and(|process| process.wait(Duration::from_secs(10)).is_some_and(|status| status.success()))
    }

    /// Creates the data folder with its demo blog, without a server.
    ///
    /// # Errors
    /// Fails if the program fails.
    pub(crate) fn create_data(&self) -> Result<()> {
        let data = self.data();
        self.run(&["blog", "new", "--title", "Another", "another", "--data", &data.to_string_lossy()])?;
        Ok(())
    }

    /// Imports a folder into the demo blog of a new site.
    ///
    /// # Errors
    /// Fails if the program fails.
    pub(crate) fn import(&self, source: &Path) -> Result<()> {
        self.create_data()?;
        let (source, data) = (source.to_string_lossy().into_owned(), self.data());
        self.run(&["blog", "import", "demo", &source, "--data", &data.to_string_lossy()])?;
        Ok(())
    }

    /// Imports `count` posts of a hundred words, the same in every run, into the demo blog.
    ///
    /// # Errors
    /// Fails if the posts cannot be written or imported.
    pub(crate) fn fill(&self, count: u32) -> Result<()> {
        let source = self.folder.join(format!("{count} posts"));
        fs::create_dir(&source)?;
        let mut random = Random::new(1);
        let words: Vec<String> = (0..5000).map(|_| random.word(7)).collect();
        for number in 0..count {
            let mut text = format!(
                "+++\ntitle = \"Post {number}\"\npublished = 2025-{:02}-{:02}\ntags = [\"t{}\"]\n+++\n",
                number % 12 + 1,
                number % 28 + 1,
                number % 50
            );
            for _ in 0..100 {
                let _ = write!(text, "{} ", random.choose(&words));
            }
            fs::write(source.join(format!("post-{number:05}.md")), text + "\n")?;
        }
        self.import(&source)
    }

    /// Imports a post with comments. Each comment is given as the number of the comment to which it
    /// replies (from 1) and its text.
    ///
    /// # Errors
    /// Fails if the posts cannot be written or imported.
    pub(crate) fn import_comments(&self, slug: &str, comments: &[(Option<usize>, String)]) -> Result<()> {
        let source = self.folder.join("commented");
        fs::create_dir(&source)?;
        fs::write(
            source.join(format!("{slug}.md")),
            format!("+++\ntitle = \"{slug}\"\npublished = 2025-01-01\n+++\nx\n"),
        )?;
        let mut lines = String::new();
        for (index, (parent, text)) in comments.iter().enumerate() {
            let parent = parent.map_or_else(|| "null".to_owned(), |parent| parent.to_string());
            let _ = writeln!(
                lines,
                "{{\"id\":{},\"parent\":{parent},\"text\":\"{text}\",\"post\":\"{slug}\",\"name\":\"reader\",\
                 \"state\":\"shown\",\"time\":\"2026-01-01T00:00:00Z\"}}",
                index + 1
            );
        }
        fs::write(source.join("comments.jsonl"), lines)?;
        self.import(&source)
    }
}

impl Drop for Lab {
    fn drop(&mut self) {
        self.close();
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// Removes the folders of interrupted runs.
pub(crate) fn sweep() {
    let Ok(entries) = fs::read_dir(std::env::temp_dir()) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let Some(process) = name.strip_prefix(PREFIX).and_then(|rest| rest.split('-').next()) else {
            continue;
        };
        if process.parse::<u32>().is_ok() && !Path::new("/proc").join(process).exists() {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

/// A running `gridlore serve`.
#[derive(Debug)]
pub(crate) struct Server {
    pub(crate) process: Arc<Monitored>,
    pub(crate) port: u16,
    /// The path of the setup link, if one was printed.
    pub(crate) setup: Option<String>,
    at_start: u64,
}

impl Server {
    fn new(process: Arc<Monitored>) -> Result<Self> {
        let end = Instant::now() + Duration::from_secs(30);
        let port = loop {
            let output = process.output();
            let address = output.split_once("listens on 127.0.0.1:").map(|(_, rest)| rest);
            let port = address.and_then(|rest| rest.split(|letter: char| !letter.is_ascii_digit()).next());
            if let Some(port) = port.filter(|_| output.lines().count() >= 2)
                && output.ends_with('\n')
            {
                break port.parse()?;
            }
            if !process.is_alive() || Instant::now() > end {
                process.kill();
                bail!("the server did not start: {}", last_line(&process.errors()));
            }
            thread::sleep(Duration::from_millis(5));
        };
        // If there is no account yet, the line with the setup link follows immediately.
        thread::sleep(Duration::from_millis(50));
        let (setup, at_start) = (setup_link(&process.output()), process.peak());
        Ok(Self { process, port, setup, at_start })
    }

    /// Returns a new visitor.
    pub(crate) fn client(&self) -> Client {
        Client::new(self.port)
    }

    /// Creates the first account, `owner`.
    ///
    /// # Errors
    /// Fails if the link is missing or refused.
    pub(crate) fn owner(&self) -> Result<Client> {
        let mut owner = self.client();
        let link = self.setup.as_deref().context("the server printed no setup link")?;
        let reply = owner.join(link, "owner")?;
        ensure!(reply.status == 303, "the setup link created no account: status {}", reply.status);
        Ok(owner)
    }

    /// Returns the number of bytes by which the peak memory exceeds the memory at the start.
    pub(crate) fn growth(&self) -> u64 {
        self.process.peak().saturating_sub(self.at_start)
    }

    /// Waits until the server is idle, for at most `patience`.
    pub(crate) fn settle(&self, patience: Duration) {
        let end = Instant::now() + patience;
        let mut before = self.process.processor_time();
        while Instant::now() < end {
            thread::sleep(Duration::from_millis(30));
            let now = self.process.processor_time();
            match (before, now) {
                (Some(before), Some(now)) if now - before >= 0.015 => {}
                _ => return,
            }
            before = now;
        }
    }
}

/// A server with its owner signed in. Both are restored after an attack that ended the server.
#[derive(Debug)]
pub(crate) struct Site<'a> {
    lab: &'a Lab,
    pub(crate) server: Server,
    pub(crate) owner: Client,
    config: String,
}

impl Site<'_> {
    /// Restarts the server on the same folder.
    ///
    /// # Errors
    /// Fails if the server does not start.
    pub(crate) fn restart(&mut self) -> Result<()> {
        self.server.process.kill();
        self.server = self.lab.server(&self.config)?;
        // The work at start-up must not be attributed to the next request.
        self.server.settle(Duration::from_secs(2));
        self.owner = self.owner.again(self.server.port);
        Ok(())
    }

    /// Sends a request as the owner and checks the bounds of all requests: a response without a
    /// server error, at most [`MAX_REQUEST_TIME`] of processor time, and at most
    /// [`MAX_REQUEST_MEMORY`] of growth. Returns the response, if any.
    ///
    /// # Errors
    /// Fails if the server cannot be restarted after an attack that ended it.
    pub(crate) fn measured(
        &mut self,
        what: &str,
        request: impl FnOnce(&mut Client) -> io::Result<Reply>,
    ) -> Result<Option<Reply>> {
        let person = self.owner.again(self.server.port);
        self.measured_by(what, person, request)
    }

    /// Like [`Site::measured`], as another visitor.
    ///
    /// # Errors
    /// Fails if the server cannot be restarted after an attack that ended it.
    pub(crate) fn measured_by(
        &mut self,
        what: &str,
        person: Client,
        request: impl FnOnce(&mut Client) -> io::Result<Reply>,
    ) -> Result<Option<Reply>> {
        let mut person = person.patience(PATIENCE);
        let process = Arc::clone(&self.server.process);
        let memory = process.forget_peak();
        let before = process.processor_time().unwrap_or(0.0);
        let start = Instant::now();
        let is_done = AtomicBool::new(false);
        let (reply, overspent) = thread::scope(|scope| {
            let watching = scope.spawn(|| {
                while !is_done.load(Ordering::Relaxed) {
                    let spent = process.processor_time().map_or(0.0, |now| now - before);
                    if spent > MAX_PROCESSOR_TIME {
                        process.kill();
                        return Some(spent);
                    }
                    thread::sleep(Duration::from_millis(10));
                }
                None
            });
            let reply = request(&mut person);
            is_done.store(true, Ordering::Relaxed);
            (reply, watching.join().ok().flatten())
        });
        if let Some(spent) = overspent {
            self.lab.at_most(what, Amount::Seconds(spent), MAX_REQUEST_TIME);
            self.restart()?;
            return Ok(None);
        }
        let took = start.elapsed().as_secs_f64();
        // The server may still be working on a response that was refused or abandoned.
        self.server.settle(Duration::from_secs(2));
        let spent = process.processor_time().filter(|_| process.is_alive()).map(|now| now - before);
        let grown = process.peak().saturating_sub(memory);
        let lab = self.lab;
        let Some(spent) = spent else {
            let how = if process.was_too_large() { "stopped at 4 GB" } else { "the server ended" };
            lab.expect(what, false, format!("{how}: {}", last_line(&process.errors())));
            self.restart()?;
            return Ok(None);
        };
        match &reply {
            Ok(reply) if (200..500).contains(&reply.status) => {}
            Ok(reply) => lab.expect(what, false, format!("status {}", reply.status)),
            Err(error) => {
                lab.expect(what, false, format!("no response in {} s: {error}", PATIENCE.as_secs()))
            }
        }
        lab.at_most(what, Amount::Seconds(spent), MAX_REQUEST_TIME);
        lab.at_most(what, Amount::Bytes(grown), MAX_REQUEST_MEMORY);
        // The short form shares its processors; the full form runs on an idle machine.
        if !lab.is_short() {
            lab.at_most(format!("response time of {what}"), Amount::Seconds(took), MAX_ANSWER_TIME);
        }
        if spent > 1.0 || grown > 100_000_000 || reply.is_err() {
            // Unfinished work and memory still in use would be attributed to the next request.
            self.restart()?;
        }
        Ok(reply.ok())
    }
}

fn last_line(text: &str) -> String {
    text.lines()
        .rev()
        .find(|line| !line.trim().is_empty())
        .unwrap_or("no message")
        .chars()
        .take(200)
        .collect()
}
