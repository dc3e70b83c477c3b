//! Command-line options.

use anyhow::{Context, Result, bail, ensure};
use std::num::NonZero;

/// The message that `--help` and a usage error print.
pub(crate) const USAGE: &str = "cargo xtask differential [OPTIONS] [ROOM]...

  --short        run a fixed number of cases per room (at most two minutes in all)
  --minutes N    run each room for N minutes (default: 60)
  --seed N       seed for all cases (default: 1)
  --case N       run only case N, of one room
  --max N        stop a room after N differences (default: 10)
  --jobs N       run N rooms at the same time (default: number of processors)
  --list         list the rooms
  --help         print this text

ROOM is a name or its beginning: `prolog` runs every room for Prolog.";

/// The parsed command line.
#[derive(Debug)]
pub(crate) struct Options {
    rooms: Vec<String>,
    /// Whether to run a fixed number of cases instead of a fixed time.
    pub(crate) is_short: bool,
    /// The running time of each room, in seconds.
    pub(crate) seconds: f64,
    pub(crate) seed: u64,
    pub(crate) case: Option<u64>,
    /// Maximum number of differences before a room stops.
    pub(crate) max_differences: usize,
    pub(crate) jobs: usize,
    pub(crate) is_list: bool,
    pub(crate) is_help: bool,
}

impl Options {
    /// Parses the arguments; `names` are the names of all rooms.
    ///
    /// # Errors
    /// Fails on an unknown option or room, or on an invalid number.
    pub(crate) fn parse(mut arguments: impl Iterator<Item = String>, names: &[&str]) -> Result<Self> {
        let mut options = Self {
            rooms: vec![],
            is_short: false,
            seconds: 3600.0,
            seed: 1,
            case: None,
            max_differences: 10,
            jobs: std::thread::available_parallelism().map_or(1, NonZero::get),
            is_list: false,
            is_help: false,
        };
        while let Some(argument) = arguments.next() {
            let mut number = || -> Result<u64> {
                let text = arguments.next().with_context(|| format!("{argument} needs a number"))?;
                text.parse().with_context(|| format!("{argument} needs a number, found {text}"))
            };
            match argument.as_str() {
                "--short" => options.is_short = true,
                "--help" | "-h" => options.is_help = true,
                "--list" => options.is_list = true,
                "--minutes" => options.seconds = number()? as f64 * 60.0,
                "--seed" => options.seed = number()?,
                "--case" => options.case = Some(number()?),
                "--max" => options.max_differences = usize::try_from(number()?)?.max(1),
                "--jobs" => options.jobs = usize::try_from(number()?)?.max(1),
                other if other.starts_with('-') => bail!("unknown option {other}; --help lists the options"),
                name => {
                    ensure!(
                        names.iter().any(|room| room.starts_with(name)),
                        "no room is called {name}; --list lists the rooms"
                    );
                    options.rooms.push(name.to_owned());
                }
            }
        }
        let chosen = names.iter().filter(|room| options.has(room)).count();
        ensure!(options.case.is_none() || chosen == 1, "--case needs exactly one room");
        Ok(options)
    }

    /// Returns whether the room is chosen.
    pub(crate) fn has(&self, room: &str) -> bool {
        self.rooms.is_empty() || self.rooms.iter().any(|name| room.starts_with(name.as_str()))
    }
}
