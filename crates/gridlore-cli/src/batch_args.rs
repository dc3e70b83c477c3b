//! Options of a batch: where its lines come from, what does the work, and what standard error gets.

use clap::{Args, ValueEnum};

#[derive(Args)]
pub(crate) struct Input {
    /// Files (gz is read as it is), - for standard input, or puzzles themselves.
    #[arg(required = true, value_name = "FILE|-|PUZZLE")]
    pub(crate) sources: Vec<String>,
    #[command(flatten)]
    pub(crate) effort: Effort,
    #[command(flatten)]
    pub(crate) report: Report,
}

/// What does the work.
#[derive(Args)]
pub(crate) struct Effort {
    /// Threads; 0 takes all processors.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) threads: usize,
    /// The engine for usual boards, for tests and comparisons; by default the fastest that this
    /// processor can run.
    #[arg(long, value_enum)]
    pub(crate) engine: Option<EngineName>,
}

impl Effort {
    /// How many threads that is.
    pub(crate) fn threads(&self) -> usize {
        match self.threads {
            0 => std::thread::available_parallelism().map_or(1, usize::from),
            threads => threads,
        }
    }
}

/// What standard error is told.
#[derive(Args)]
pub(crate) struct Report {
    /// No summary and no progress bar on standard error.
    #[arg(long, short)]
    pub(crate) quiet: bool,
    /// A summary on standard error at the end, with how many a second; files and standard input
    /// that are solved have one unless --quiet.
    #[arg(long)]
    pub(crate) summary: bool,
}

#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum EngineName {
    /// Sixteen boards at once, AVX-512.
    Lanes512,
    /// Eight boards at once, AVX2.
    Lanes256,
    /// Eight boards at once, on any processor.
    Portable,
    /// One board after another: the readable reference.
    Scalar,
}
