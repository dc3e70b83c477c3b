//! The command line of `gridlore logs`.

use clap::{Args, Subcommand, ValueEnum};
use gridlore_accesslog::{By, Keep, Order};
use std::path::PathBuf;

#[derive(Subcommand)]
pub(crate) enum Logs {
    /// All tables; or with --html a page with tables and drawings that needs nothing beside itself.
    Report {
        /// Write such a page to this file; - is standard output.
        #[arg(long, value_name = "FILE", conflicts_with_all = ["json", "csv"])]
        html: Option<PathBuf>,
        #[command(flatten)]
        table: LogsTable,
    },
    /// Hits, views, visitors and bytes of each day.
    Days {
        #[command(flatten)]
        plot: Plot,
        #[command(flatten)]
        table: LogsTable,
    },
    /// Hits of each hour of the day.
    Hours {
        #[command(flatten)]
        plot: Plot,
        #[command(flatten)]
        table: LogsTable,
    },
    /// The pages with the most views.
    Pages(LogsTable),
    /// The sites that led here, by the views that they brought.
    Referrers {
        /// The pages that led here, as browsers told them, in place of their sites.
        #[arg(long)]
        whole: bool,
        #[command(flatten)]
        table: LogsTable,
    },
    /// Sites and the pages that they led to.
    Pairs(LogsTable),
    /// Hits of each status.
    Statuses(LogsTable),
    /// Hits of each method.
    Methods(LogsTable),
    /// The addresses with the most hits.
    Addresses(LogsTable),
    /// The agents with the most hits.
    Agents(LogsTable),
    /// The first referring sites and their pages, for Graphviz: gridlore logs graph access.log |
    /// dot -Tsvg.
    Graph {
        /// So many sites.
        #[arg(long, default_value_t = 20)]
        top: usize,
        /// Drawn here, as SVG.
        #[arg(long)]
        svg: bool,
        #[command(flatten)]
        input: LogsInput,
    },
    /// Two periods beside each other: what changed the most.
    Compare {
        /// The first period: a day, or the first and the last with two points between:
        /// 2026-03-01..2026-03-07.
        #[arg(long, value_name = "DAYS")]
        first: String,
        /// The second period.
        #[arg(long, value_name = "DAYS")]
        second: String,
        #[command(flatten)]
        form: LogsForm,
        #[command(flatten)]
        input: LogsInput,
    },
    /// Lines that are no records, with file, line, column and what was expected.
    Bad {
        /// So many of them.
        #[arg(long, default_value_t = 20)]
        most: usize,
        #[command(flatten)]
        input: LogsInput,
    },
    /// Count a part of a log, to be put together with others: gridlore logs count monday.log >
    /// part1.json.
    ///
    /// All commands read such parts like logs.
    Count {
        #[command(flatten)]
        input: LogsInput,
    },
    /// Put parts together that count wrote, exactly: gridlore logs merge part*.json.
    Merge {
        /// What count wrote, packed by gz or zstd or not, or patterns of such; - or nothing is
        /// standard input.
        files: Vec<String>,
        /// Write one part of them all in place of tables.
        #[arg(long, conflicts_with_all = ["json", "csv", "html"])]
        part: bool,
        /// Write a page to this file; - is standard output.
        #[arg(long, value_name = "FILE", conflicts_with_all = ["json", "csv"])]
        html: Option<PathBuf>,
        #[command(flatten)]
        form: LogsForm,
    },
    /// The built-in words by which programs are told, as a file for --bots.
    Bots,
    /// All records as a Parquet file, for DuckDB and Spark.
    #[cfg(feature = "parquet")]
    Parquet {
        /// The file to write.
        #[arg(long, value_name = "FILE")]
        out: PathBuf,
        #[command(flatten)]
        input: LogsInput,
    },
}

/// What is read, and what of it is counted.
#[derive(Args, Clone, Default)]
pub(crate) struct LogsInput {
    /// Access logs in common or combined format or of JSON, packed by gz or zstd or not, or
    /// patterns of such: logs/**/*.log; - or nothing is standard input.
    pub(crate) files: Vec<String>,
    /// A host of the site itself, which is no referrer.
    #[arg(long, value_name = "HOST")]
    pub(crate) own: Vec<String>,
    /// How lines are written, as Apache's LogFormat or GoAccess's log-format tells it; the usual
    /// formats need no telling.
    #[arg(long)]
    pub(crate) format: Option<String>,
    /// Only hits with this status: 200, 4xx or 200-299. They count as views whatever the status, so
    /// `pages --status 404` lists missing pages.
    #[arg(long, value_name = "STATUS")]
    pub(crate) status: Vec<String>,
    /// Which parameters of addresses make another page: keep all, drop all, or the names of those
    /// to keep, with commas between: --query id,page.
    #[arg(long, value_name = "keep|drop|NAME,...", default_value = "drop", hide_default_value = true)]
    pub(crate) query: Option<String>,
    /// What to write before each page, such as the site's address: --page-prefix
    /// https://example.org.
    #[arg(long, value_name = "TEXT")]
    pub(crate) page_prefix: Option<String>,
    /// Count referrers by their sites or by their whole addresses, in the tables of referrers and
    /// pairs and in the graph.
    #[arg(long, value_enum, value_name = "HOW", default_value_t)]
    pub(crate) referrer: ReferrerBy,
    /// Only hits of this method.
    #[arg(long)]
    pub(crate) method: Vec<String>,
    /// Only hits from this day on, such as 2026-03-01.
    #[arg(long, value_name = "DAY")]
    pub(crate) from: Option<String>,
    /// Only hits up to this day.
    #[arg(long, value_name = "DAY")]
    pub(crate) to: Option<String>,
    /// Only hits with such a field, then = and a glob or ~ and a regular expression: page=/blog/**,
    /// agent~Firefox. Fields: virtual-host, host, user, method, status, page, query, referrer,
    /// site, agent.
    #[arg(long, value_name = "FIELD=GLOB")]
    pub(crate) include: Vec<String>,
    /// No hits with such a field.
    #[arg(long, value_name = "FIELD=GLOB")]
    pub(crate) exclude: Vec<String>,
    /// Hits on files that pages need, such as style sheets and pictures; views leave them out
    /// anyway.
    #[arg(long = "static", value_enum, value_name = "HOW", default_value_t)]
    pub(crate) files_kept: Sorted,
    /// Hits of programs, which views leave out anyway.
    #[arg(long, value_enum, value_name = "HOW", default_value_t)]
    pub(crate) programs: Sorted,
    /// A file of words, a line each, in place of the built-in list (gridlore logs bots): agents
    /// that hold one are programs.
    #[arg(long, value_name = "FILE")]
    pub(crate) bots: Option<PathBuf>,
    /// What is kept of visitors' addresses.
    #[arg(long, value_enum, value_name = "HOW", default_value_t)]
    pub(crate) addresses: Addresses,
    /// Count addresses by their hash with what this file holds, a secret: nobody without it can
    /// tell them, and visitors stay apart.
    #[arg(long, value_name = "FILE")]
    pub(crate) salt_file: Option<PathBuf>,
    /// Keep the counts of at least so many texts of each kind, and of no more than four times so
    /// many; beyond that the least frequent go, and what is not exact is told.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1 << 40))]
    pub(crate) max_keys: Option<u64>,
    /// Processors to use [default: all].
    #[arg(long)]
    pub(crate) threads: Option<usize>,
    /// No progress bar.
    #[arg(long)]
    pub(crate) quiet: bool,
}

/// By what referrers are counted.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReferrerBy {
    /// Their sites.
    #[default]
    Site,
    /// Their whole addresses.
    Url,
}

/// Which hits of a sort are counted.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Sorted {
    /// Along with the others.
    #[default]
    All,
    /// The others alone.
    Without,
    /// They alone.
    Only,
}

impl From<Sorted> for Keep {
    fn from(sorted: Sorted) -> Self {
        match sorted {
            Sorted::All => Self::All,
            Sorted::Without => Self::Without,
            Sorted::Only => Self::Only,
        }
    }
}

/// What is kept of addresses.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Addresses {
    /// All of them.
    #[default]
    Whole,
    /// Their networks: the first 24 bits of IPv4, 48 of IPv6.
    Network,
    /// Nothing: visitors are told apart by their agents alone.
    None,
}

#[derive(Args)]
pub(crate) struct LogsTable {
    #[command(flatten)]
    pub(crate) form: LogsForm,
    /// Tell the first so many lines that are no records on standard error, with file, line and
    /// column; all is read in order then, on one processor.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) show_bad: usize,
    /// Go on with what is written to the files, also where they are put aside and begun anew, until
    /// Ctrl-C; the tables are printed whenever something came.
    #[arg(long, conflicts_with_all = ["show_bad", "csv"])]
    pub(crate) follow: bool,
    /// A table for each day, with the day before it; in CSV and JSON as a first column.
    #[arg(long, value_enum, value_name = "PERIOD", conflicts_with_all = ["follow", "show_bad"])]
    pub(crate) by: Option<Period>,
    /// Seconds between two looks with --follow.
    #[arg(long, value_name = "SECONDS", default_value_t = 2.0, requires = "follow", value_parser = seconds)]
    pub(crate) every: f64,
    #[command(flatten)]
    pub(crate) input: LogsInput,
}

/// A period that has tables of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Period {
    /// From midnight to midnight, as the log writes the time.
    Day,
}

fn seconds(text: &str) -> Result<f64, String> {
    let found = text.parse().ok().filter(|seconds| (0.01..=86_400.0).contains(seconds));
    found.ok_or_else(|| "expected a number from 0.01 to 86400".to_owned())
}

/// How a table is printed.
#[derive(Args)]
pub(crate) struct LogsForm {
    /// The first so many rows of each long table; the others are summed up in one.
    #[arg(long, default_value_t = 20)]
    pub(crate) top: usize,
    /// By what tables are sorted [default: views where there are such, else hits; days, hours and
    /// statuses by themselves].
    #[arg(long, value_enum)]
    pub(crate) sort: Option<Sort>,
    /// The last rows first.
    #[arg(long)]
    pub(crate) reverse: bool,
    /// As JSON: a report as one object, a table as an object a line.
    #[arg(long)]
    pub(crate) json: bool,
    /// As comma-separated values.
    #[arg(long, conflicts_with = "json")]
    pub(crate) csv: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Sort {
    Views,
    Hits,
    Visitors,
    Bytes,
    Name,
}

impl Sort {
    /// The column that it means.
    pub(crate) const fn column(self) -> &'static str {
        match self {
            Self::Views => "views",
            Self::Hits => "hits",
            Self::Visitors => "visitors",
            Self::Bytes => "bytes",
            Self::Name => "name",
        }
    }
}

impl LogsForm {
    /// How the long tables are sorted.
    pub(crate) const fn order(&self) -> Order {
        let by = match self.sort {
            None | Some(Sort::Visitors) => By::Usual,
            Some(Sort::Views) => By::Views,
            Some(Sort::Hits) => By::Hits,
            Some(Sort::Bytes) => By::Bytes,
            Some(Sort::Name) => By::Name,
        };
        Order { by, is_reversed: self.reverse }
    }

    pub(crate) const fn form(&self) -> Form {
        if self.json {
            Form::Json
        } else if self.csv {
            Form::Csv
        } else {
            Form::Text
        }
    }
}

/// What a table is printed as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    Text,
    Csv,
    Json,
}

#[derive(Args)]
pub(crate) struct Plot {
    /// Drawn, as SVG: bars, or lines with --svg=lines.
    #[arg(long, value_enum, value_name = "HOW", num_args = 0..=1, require_equals = true, default_missing_value = "bars", conflicts_with_all = ["json", "csv"])]
    pub(crate) svg: Option<Drawing>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Drawing {
    /// Views of each day, hits of each hour.
    Bars,
    /// Hits, views and visitors of each day; hits of each hour.
    Lines,
}
