//! A process whose memory, processor time and open files are monitored, as reported by `/proc`.
//! Linux only.

use anyhow::{Context, Result};
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// The memory in bytes at which a process is stopped.
const MAX_MEMORY: u64 = 4 << 30;

/// The soft limit on open files that shells and service managers commonly set.
const OPEN_FILES: u32 = 1024;

/// Ticks per second in `/proc/PID/stat`; a constant in Linux's user space.
const TICKS: f64 = 100.0;

/// A monitored child process, killed when dropped.
#[derive(Debug)]
pub(crate) struct Monitored {
    pid: u32,
    child: Mutex<Child>,
    out: PathBuf,
    peak: AtomicU64,
    was_too_large: AtomicBool,
}

impl Monitored {
    /// Starts `program` with the usual umask and limit on open files. Its output goes to `out` and
    /// `out.err`.
    ///
    /// # Errors
    /// Fails if the process cannot be started.
    pub(crate) fn start(program: &Command, out: &Path) -> Result<Arc<Self>> {
        // The shell sets the limits and then replaces itself with the program.
        let mut command = Command::new("/bin/sh");
        command.arg("-c").arg(format!("umask 022; ulimit -S -n {OPEN_FILES} || exit 1; exec \"$0\" \"$@\""));
        command.arg(program.get_program()).args(program.get_args());
        for (name, value) in program.get_envs() {
            if let Some(value) = value {
                command.env(name, value);
            }
        }
        command.stdin(Stdio::null());
        command.stdout(File::create(out)?).stderr(File::create(out.with_extension("err"))?);
        let child = command.spawn().with_context(|| format!("starting {program:?}"))?;
        let process = Arc::new(Self {
            pid: child.id(),
            child: Mutex::new(child),
            out: out.to_owned(),
            peak: AtomicU64::new(0),
            was_too_large: AtomicBool::new(false),
        });
        let monitored = Arc::downgrade(&process);
        thread::spawn(move || {
            while let Some(process) = monitored.upgrade()
                && process.is_alive()
            {
                process.peak();
                if process.memory() > MAX_MEMORY {
                    process.was_too_large.store(true, Ordering::Relaxed);
                    process.kill();
                }
                drop(process);
                thread::sleep(Duration::from_millis(20));
            }
        });
        Ok(process)
    }

    fn child(&self) -> MutexGuard<'_, Child> {
        self.child.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) const fn pid(&self) -> u32 {
        self.pid
    }

    /// Returns its standard output so far.
    pub(crate) fn output(&self) -> String {
        fs::read_to_string(&self.out).unwrap_or_default()
    }

    /// Returns its standard error so far.
    pub(crate) fn errors(&self) -> String {
        fs::read(self.out.with_extension("err"))
            .map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
            .unwrap_or_default()
    }

    pub(crate) fn is_alive(&self) -> bool {
        matches!(self.child().try_wait(), Ok(None))
    }

    /// Returns whether it was stopped for taking more than 4 GB.
    pub(crate) fn was_too_large(&self) -> bool {
        self.was_too_large.load(Ordering::Relaxed)
    }

    /// Kills the process immediately, like a power cut.
    pub(crate) fn kill(&self) {
        let mut child = self.child();
        let _ = child.kill();
        let _ = child.wait();
    }

    /// Waits for the process to end; returns `None` if it was still running after `patience` and
    /// was killed.
    pub(crate) fn wait(&self, patience: Duration) -> Option<ExitStatus> {
        let end = Instant::now() + patience;
        loop {
            if let Ok(Some(status)) = self.child().try_wait() {
                return Some(status);
            }
            if Instant::now() > end {
                self.kill();
                return None;
            }
            thread::sleep(Duration::from_millis(5));
        }
    }

    fn status(&self, key: &str) -> u64 {
        let text = fs::read_to_string(format!("/proc/{}/status", self.pid)).unwrap_or_default();
        status_bytes(&text, key).unwrap_or(0)
    }

    /// Returns the current memory use in bytes.
    pub(crate) fn memory(&self) -> u64 {
        self.status("VmRSS")
    }

    /// Returns the peak memory in bytes since the start, or since [`Monitored::forget_peak`].
    pub(crate) fn peak(&self) -> u64 {
        let now = self.status("VmHWM");
        self.peak.fetch_max(now, Ordering::Relaxed).max(now)
    }

    /// Resets the peak measurement and returns the current memory use.
    pub(crate) fn forget_peak(&self) -> u64 {
        // On Linux, 5 resets the high-water mark to the current memory.
        let _ = fs::write(format!("/proc/{}/clear_refs", self.pid), "5");
        let now = self.memory();
        self.peak.store(now, Ordering::Relaxed);
        now
    }

    /// Returns the processor time so far in seconds, in steps of 10 ms; `None` if the process has
    /// ended.
    pub(crate) fn processor_time(&self) -> Option<f64> {
        processor_seconds(&fs::read_to_string(format!("/proc/{}/stat", self.pid)).ok()?)
    }

    /// Returns the processor time of the live threads in seconds, exact to nanoseconds, unlike
    /// [`Self::processor_time`].
    pub(crate) fn threads_time(&self) -> Option<f64> {
        let mut nanoseconds = 0.0;
        for thread in fs::read_dir(format!("/proc/{}/task", self.pid)).ok()?.flatten() {
            // A thread may have ended in the meantime.
            let Ok(text) = fs::read_to_string(thread.path().join("schedstat")) else { continue };
            nanoseconds += text.split_whitespace().next()?.parse::<f64>().ok()?;
        }
        Some(nanoseconds / 1e9)
    }

    /// Returns the number of open files and sockets.
    pub(crate) fn open_files(&self) -> usize {
        fs::read_dir(format!("/proc/{}/fd", self.pid)).map_or(0, Iterator::count)
    }
}

impl Drop for Monitored {
    fn drop(&mut self) {
        self.kill();
    }
}

fn status_bytes(text: &str, key: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(':'))?;
    Some(line.split_whitespace().next()?.parse::<u64>().ok()? * 1024)
}

fn processor_seconds(text: &str) -> Option<f64> {
    // The name in parentheses can contain anything; the fields follow it.
    let fields: Vec<&str> = text.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks = |at: usize| fields.get(at)?.parse::<f64>().ok();
    Some((ticks(11)? + ticks(12)?) / TICKS)
}

/// Raises this process's own limit on open files as far as allowed; returns the limit.
pub(crate) fn raise_open_files(wanted: u64) -> u64 {
    let limits = || {
        let text = fs::read_to_string("/proc/self/limits").unwrap_or_default();
        let line =
            text.lines().find(|line| line.starts_with("Max open files")).unwrap_or_default().to_owned();
        let mut numbers = line.split_whitespace().filter_map(|word| word.parse::<u64>().ok());
        (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0))
    };
    let (soft, hard) = limits();
    if soft < wanted && hard > soft {
        let _ = Command::new("prlimit")
            .arg("--pid")
            .arg(std::process::id().to_string())
            .arg(format!("--nofile={}:{hard}", wanted.min(hard)))
            .status();
    }
    limits().0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn proc_files_are_parsed() {
        let status = "Name:\tx\nVmHWM:\t    2048 kB\nVmRSS:\t    1024 kB\n";
        assert_eq!(status_bytes(status, "VmRSS"), Some(1 << 20));
        assert_eq!(status_bytes(status, "VmHWM"), Some(2 << 20));
        assert_eq!(status_bytes(status, "VmR"), None);
        let stat = "7 (a) b c) S 1 7 7 0 -1 0 0 0 0 0 150 50 0 0 20 0 1 0 5 0 0";
        assert_eq!(processor_seconds(stat), Some(2.0));
        assert_eq!(processor_seconds("7 (a"), None);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_process_is_measured_and_killed_on_drop() {
        let out = std::env::temp_dir().join(format!("attack-process-{}.out", std::process::id()));
        let mut command = Command::new("sh");
        command.arg("-c").arg("ulimit -S -n; i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done; sleep 30");
        let process = Monitored::start(&command, &out).unwrap();
        let end = Instant::now() + Duration::from_secs(20);
        while process.processor_time().unwrap_or(0.0) < 0.05 && Instant::now() < end {
            thread::sleep(Duration::from_millis(10));
        }
        assert!(process.processor_time().unwrap() >= 0.05);
        assert!(process.memory() > 100_000 && process.peak() >= process.memory());
        assert_eq!(process.output(), "1024\n");
        assert!(process.open_files() >= 3);
        let pid = process.pid();
        assert!(process.wait(Duration::from_millis(10)).is_none(), "it was still running");
        assert!(!process.is_alive());
        drop(process);
        assert!(!Path::new(&format!("/proc/{pid}")).exists());
        let _ = fs::remove_file(&out);
        let _ = fs::remove_file(out.with_extension("err"));
    }
}
