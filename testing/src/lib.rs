//! Shared by the tests of several crates: case files, the shared data sets, and reports of skipped
//! tests.
//!
//! A test whose data or program is missing must not pass silently. It calls [`skipped`], and `cargo
//! xtask test` prints the number of such tests and their reasons. With `GRIDLORE_DATA=required` in
//! the environment, a missing data set fails its test instead.

mod cases;
mod processor;

pub use cases::{Case, cases, shared_lines, unescaped, update_or_compare};
pub use processor::processor_time;

use std::fmt::Display;
use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Path, PathBuf};

/// The environment variable for the file to which skipped tests are appended, one per line: the
/// test, a tab, the reason.
pub const SKIPPED: &str = "GRIDLORE_SKIPPED";

/// The environment variable that, with the value `required`, makes a missing data set fail its
/// test.
pub const DATA: &str = "GRIDLORE_DATA";

/// Returns the path of a file or folder in the shared data sets, `../shared/data`.
///
/// If it is missing, reports the calling test as skipped and returns `None`.
///
/// # Panics
/// Panics if it is missing and [`DATA`] is `required`.
#[must_use]
pub fn shared_data(name: &str) -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data").join(name);
    if path.exists() {
        return Some(path);
    }
    let is_required = std::env::var_os(DATA).is_some_and(|value| value == "required");
    assert!(!is_required, "../shared/data/{name} is missing, and {DATA}=required");
    skipped(format_args!("../shared/data/{name} is missing"));
    None
}

/// The environment variable for the extent of long tests: `all` (the default), `some` or `few`.
pub const CASES: &str = "GRIDLORE_CASES";

/// Returns how many of a long test's `all` cases to run: all of them, a tenth or a hundredth,
/// depending on [`CASES`], but at least one if there are any. Every run uses the same cases.
///
/// # Panics
/// Panics if [`CASES`] has another value.
#[must_use]
pub fn share(all: usize) -> usize {
    share_as(std::env::var(CASES).as_deref().unwrap_or("all"), all)
}

/// Returns the cases that a long test runs: their number is that of [`share`], and they are spread
/// evenly over `all`.
#[must_use]
pub fn spread<T>(all: impl IntoIterator<Item = T>) -> Vec<T> {
    let all: Vec<T> = all.into_iter().collect();
    let step = all.len() / share(all.len()).max(1);
    all.into_iter().step_by(step.max(1)).collect()
}

fn share_as(extent: &str, all: usize) -> usize {
    let part = match extent {
        "all" => 1,
        "some" => 10,
        "few" => 100,
        other => panic!("{CASES}: found {other}, expected all, some or few"),
    };
    all.div_ceil(part)
}

/// Reports that the calling test, or a part of it, did not run.
///
/// # Panics
/// Panics if the file that [`SKIPPED`] names cannot be written.
pub fn skipped(reason: impl Display) {
    let thread = std::thread::current();
    let test = thread.name().unwrap_or("an unnamed thread");
    // Bypass the output capture of the test runner, so that whoever runs a single test sees this.
    let _ = writeln!(std::io::stderr(), "skipped: {test}: {reason}");
    if let Some(file) = std::env::var_os(SKIPPED) {
        let line = format!("{test}\t{reason}\n");
        // A single write of a short line, because tests in other processes append to the same file.
        let written = OpenOptions::new().create(true).append(true).open(file);
        let written = written.and_then(|mut file| file.write_all(line.as_bytes()));
        written.expect("the report of skipped tests can be written");
    }
}

#[cfg(test)]
mod tests {
    use super::{DATA, SKIPPED, share_as, shared_data};
    use std::process::Command;

    /// Runs the ignored test below in a separate process, because all tests share one environment.
    fn missing(name: &str, value: &str) -> bool {
        let tests = std::env::current_exe().unwrap();
        let run = Command::new(tests)
            .args(["--exact", "tests::reads_a_missing_data_set", "--ignored"])
            .env_remove(DATA)
            .env(name, value)
            .output()
            .unwrap();
        run.status.success()
    }

    #[test]
    #[ignore = "run by the tests below"]
    fn reads_a_missing_data_set() {
        assert_eq!(shared_data("no such set"), None);
    }

    #[test]
    fn a_share_has_at_least_one_case() {
        assert_eq!(["all", "some", "few"].map(|extent| share_as(extent, 250)), [250, 25, 3]);
        assert_eq!(["all", "some", "few"].map(|extent| share_as(extent, 2)), [2, 1, 1]);
        assert_eq!(share_as("some", 0), 0);
    }

    #[test]
    fn a_missing_set_is_reported_once() {
        let file = std::env::temp_dir().join(format!("gridlore-skipped-{}", std::process::id()));
        assert!(missing(SKIPPED, file.to_str().unwrap()));
        let report = std::fs::read_to_string(&file).unwrap();
        std::fs::remove_file(file).unwrap();
        assert_eq!(report, "tests::reads_a_missing_data_set\t../shared/data/no such set is missing\n");
    }

    #[test]
    fn a_missing_set_fails_where_data_is_required() {
        assert!(!missing(DATA, "required"));
        assert!(missing(DATA, ""));
    }
}
