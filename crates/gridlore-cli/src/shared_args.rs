//! Options that several commands share: the sources of lines, the engine and the number of threads,
//! the limits on work and memory, and the messages on standard error.

use clap::{Args, ValueEnum};

/// The lines of a batch, and how they are processed.
#[derive(Args)]
pub(crate) struct Input {
    /// Files, - for standard input, or the puzzles as arguments.
    ///
    /// Files can be compressed with gzip or zstd. In a file, a line `geometry: ...` or `symbols:
    /// ...` applies to the lines after it.
    #[arg(required = true, value_name = "FILE|-|PUZZLE")]
    pub(crate) sources: Vec<String>,
    #[command(flatten)]
    pub(crate) effort: Effort,
    #[command(flatten)]
    pub(crate) report: Report,
}

/// The engine for standard boards and its threads.
#[derive(Args)]
pub(crate) struct Effort {
    #[command(flatten)]
    pub(crate) threads: Threads,
    /// Engine for 9x9 boards [default: the fastest].
    ///
    /// For tests and comparisons. The default is the fastest engine that this processor can run.
    #[arg(long, value_enum, hide_short_help = true)]
    pub(crate) engine: Option<EngineName>,
}

/// The number of threads.
#[derive(Args, Clone, Copy, Default)]
pub(crate) struct Threads {
    /// Number of threads; 0 means one per processor.
    #[arg(long = "threads", id = "threads", value_name = "N", default_value_t = 0, hide_short_help = true)]
    requested: usize,
}

impl Threads {
    /// A single thread.
    pub(crate) const ONE: Self = Self { requested: 1 };

    /// Returns the number of threads to start.
    pub(crate) fn count(self) -> usize {
        match self.requested {
            0 => std::thread::available_parallelism().map_or(1, usize::from),
            threads => threads,
        }
    }
}

/// A limit on the work of a search.
#[derive(Args, Clone, Copy)]
pub(crate) struct NodeBudget {
    /// Give up after N search nodes.
    ///
    /// A node is a guessed digit (sudoku; the budget applies to boards with a --geometry, to
    /// variant puzzles and to --pattern), a position in which a side had a choice (Connect Four),
    /// an option tried (exact cover), or a solution or set of presses considered (flipper). The
    /// default limit is 2^32 for flipper, and 20,000 guesses and 20 million tried values for hints
    /// and explanations of variant puzzles; otherwise there is no limit. Exit code 3 means that the
    /// budget was spent.
    #[arg(long = "budget", id = "budget", value_name = "N", hide_short_help = true)]
    pub(crate) nodes: Option<u64>,
}

/// A limit on memory.
#[derive(Args, Clone, Copy)]
pub(crate) struct Memory {
    /// Memory limit, in MiB.
    #[arg(long = "memory", id = "memory", value_name = "MIB", default_value_t = 1024)]
    mebibytes: usize,
}

impl Memory {
    /// Returns the limit in bytes.
    pub(crate) const fn bytes(self) -> usize {
        self.mebibytes.saturating_mul(1 << 20)
    }
}

/// Options for messages on standard error.
#[derive(Args)]
pub(crate) struct Report {
    /// Do not print a summary or a progress bar.
    #[arg(long, short)]
    pub(crate) quiet: bool,
    /// Print a summary with the rate to standard error.
    ///
    /// When puzzles are read from files or standard input, commands that print one line per puzzle
    /// always print the summary, unless --quiet is given.
    #[arg(long, hide_short_help = true)]
    pub(crate) summary: bool,
}

/// An engine for standard boards.
#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum EngineName {
    /// Sixteen boards at a time with AVX-512.
    Lanes512,
    /// Eight boards at a time with AVX2.
    Lanes256,
    /// Eight boards at a time, on any processor.
    Portable,
    /// One board at a time: the simple reference engine.
    Scalar,
}
