//! The command line of `gridlore logs`.

use crate::shared_args::Threads;
use clap::{Args, Subcommand, ValueEnum};
use gridlore_accesslog::{By, Keep, Order};
use std::path::PathBuf;

/// The heading of the filters in the help.
const FILTERS: &str = "Filters";

#[derive(Subcommand)]
pub(crate) enum Logs {
    /// Print all tables, or write a standalone HTML report.
    Report {
        /// Write a standalone HTML page; - means standard output.
        #[arg(long, value_name = "FILE", conflicts_with_all = ["json", "csv"])]
        html: Option<PathBuf>,
        #[command(flatten)]
        table: LogsTable,
    },
    /// Print hits, views, visitors and bytes per day.
    Days {
        #[command(flatten)]
        plot: Plot,
        #[command(flatten)]
        table: LogsTable,
    },
    /// Print hits per hour of the day.
    Hours {
        #[command(flatten)]
        plot: Plot,
        #[command(flatten)]
        table: LogsTable,
    },
    /// Print the pages with the most views.
    Pages(LogsTable),
    /// Print the referring sites with the most views.
    Referrers {
        /// Print full referrer URLs instead of sites.
        #[arg(long)]
        whole: bool,
        #[command(flatten)]
        table: LogsTable,
    },
    /// Print referring sites with the pages they led to.
    Pairs(LogsTable),
    /// Print hits per status code.
    Statuses(LogsTable),
    /// Print hits per HTTP method.
    Methods(LogsTable),
    /// Print the client addresses with the most hits.
    Addresses(LogsTable),
    /// Print the user agents with the most hits.
    Agents(LogsTable),
    /// Print hits, views, visitors and bytes per month.
    Months(LogsTable),
    /// Print the missing pages: paths with status 404.
    ///
    /// In this table, views are hits by people rather than programs.
    Missing(LogsTable),
    /// Print the browsers that people use.
    Browsers {
        /// Distinguish major versions.
        #[arg(long)]
        versions: bool,
        #[command(flatten)]
        table: LogsTable,
    },
    /// Print the operating systems that people use.
    Systems(LogsTable),
    /// Print crawlers and other programs individually.
    Crawlers {
        /// Print only programs that fetch pages for language models.
        #[arg(long)]
        ai: bool,
        #[command(flatten)]
        table: LogsTable,
    },
    /// Print the requested hosts, if they are logged.
    VirtualHosts(LogsTable),
    /// Print request times, if they are logged.
    ///
    /// Pages with the largest sum of request times come first. Caddy's format and the usual JSON
    /// format of nginx contain request times; with --format, %D, %T and %L are read.
    Times(LogsTable),
    /// Print the addresses with the latest hits.
    Last(LogsTable),
    /// Print the visitors' countries (needs --geo).
    Countries(LogsTable),
    /// Print the visitors' networks (needs --geo).
    Networks(LogsTable),
    /// Draw a graph of referring sites and pages.
    ///
    /// Prints a graph for Graphviz (pipe it to `dot -Tsvg`), or a picture with --svg.
    Graph {
        /// Number of referring sites to draw.
        #[arg(long, value_name = "N", default_value_t = 20)]
        top: usize,
        /// Print an SVG picture.
        #[arg(long)]
        svg: bool,
        #[command(flatten)]
        input: LogsInput,
    },
    /// Compare two periods and list the largest changes.
    Compare {
        /// First period: a day, or 2026-03-01..2026-03-07.
        #[arg(long, value_name = "DAYS")]
        first: String,
        /// Second period.
        #[arg(long, value_name = "DAYS")]
        second: String,
        #[command(flatten)]
        form: LogsForm,
        #[command(flatten)]
        input: LogsInput,
    },
    /// List malformed lines, each with the reason.
    ///
    /// Prints the file, line and column, and what was expected.
    Bad {
        /// Maximum number of lines to list.
        #[arg(long = "most", id = "most", value_name = "N", default_value_t = 20)]
        limit: usize,
        #[command(flatten)]
        input: LogsInput,
    },
    /// Count part of a log, for merging later.
    ///
    /// `gridlore logs merge` adds up parts, and most other commands read them like logs.
    Count {
        #[command(flatten)]
        input: LogsInput,
    },
    /// Merge parts written by `logs count` and print the totals.
    Merge {
        /// Parts, or patterns such as 'part*.json'.
        ///
        /// Parts can be compressed with gzip or zstd. Standard input is read if the argument is -
        /// or missing.
        files: Vec<String>,
        /// Write one merged part instead of tables.
        #[arg(long, conflicts_with_all = ["json", "csv", "html"])]
        part: bool,
        /// Write a standalone HTML page; - means standard output.
        #[arg(long, value_name = "FILE", conflicts_with_all = ["json", "csv"])]
        html: Option<PathBuf>,
        #[command(flatten)]
        form: LogsForm,
    },
    /// Print the built-in list of bot words, as a file for --bots.
    Bots,
    /// Write all records to a Parquet file.
    ///
    /// DuckDB and Spark can read it. docs/logs.md has examples.
    #[cfg(feature = "parquet")]
    Parquet {
        /// File to write.
        #[arg(long, value_name = "FILE")]
        out: PathBuf,
        #[command(flatten)]
        input: LogsInput,
    },
}

/// The logs to read, and the filters.
#[derive(Args, Clone, Default)]
pub(crate) struct LogsInput {
    /// Access logs, or patterns such as 'logs/**/*.log'.
    ///
    /// Logs can be in common, combined or JSON format, and compressed with gzip or zstd. Standard
    /// input is read if the argument is - or missing.
    pub(crate) files: Vec<String>,
    /// Host of the site itself [default: guessed].
    ///
    /// Links from this host are not counted as referrers. Can be given several times; `none` turns
    /// off guessing. The guess is the host whose pages load the files in this log.
    #[arg(long, value_name = "HOST", help_heading = FILTERS)]
    pub(crate) own: Vec<String>,
    /// Log format [default: detected].
    ///
    /// In the syntax of Apache's LogFormat or GoAccess's log-format.
    #[arg(long, hide_short_help = true)]
    pub(crate) format: Option<String>,
    /// Only hits with this status: 200, 4xx or 200-299.
    ///
    /// These hits are counted as views regardless of their status, so `pages --status 404` lists
    /// missing pages.
    #[arg(long, value_name = "STATUS", help_heading = FILTERS)]
    pub(crate) status: Vec<String>,
    /// Query parameters that distinguish pages [default: drop].
    ///
    /// keep means all, drop means none; otherwise, give the names of the parameters to keep:
    /// --query id,page.
    #[arg(
        long,
        value_name = "keep|drop|NAME,...",
        default_value = "drop",
        hide_default_value = true,
        hide_short_help = true
    )]
    pub(crate) query: Option<String>,
    /// Text to put before each page, such as the site's address.
    #[arg(long, value_name = "TEXT", hide_short_help = true)]
    pub(crate) page_prefix: Option<String>,
    /// Count referrers by site or by full URL.
    ///
    /// Applies to the tables of referrers and pairs, and to the graph.
    #[arg(long, value_enum, value_name = "HOW", default_value_t, hide_short_help = true)]
    pub(crate) referrer: ReferrerBy,
    /// Only hits with this method.
    #[arg(long, help_heading = FILTERS, hide_short_help = true)]
    pub(crate) method: Vec<String>,
    /// Only hits from this day on, such as 2026-03-01.
    #[arg(long, value_name = "DAY", help_heading = FILTERS)]
    pub(crate) from: Option<String>,
    /// Only hits up to and including this day.
    #[arg(long, value_name = "DAY", help_heading = FILTERS)]
    pub(crate) to: Option<String>,
    /// Only hits that match, such as page=/blog/**.
    ///
    /// A field, then = and a glob, or ~ and a regular expression, as in agent~Firefox. Fields:
    /// virtual-host, host, user, method, status, page, query, referrer, site, agent.
    #[arg(long, value_name = "FIELD=GLOB", help_heading = FILTERS)]
    pub(crate) include: Vec<String>,
    /// Leave out hits that match.
    #[arg(long, value_name = "FIELD=GLOB", help_heading = FILTERS)]
    pub(crate) exclude: Vec<String>,
    /// Whether to count hits on static files.
    ///
    /// Static files are those that pages need, such as style sheets and pictures. Views never
    /// include them.
    #[arg(long = "static", value_enum, value_name = "HOW", default_value_t, help_heading = FILTERS, hide_short_help = true)]
    pub(crate) files_kept: Inclusion,
    /// Whether to count hits by bots and other programs.
    ///
    /// Views never include them.
    #[arg(long, value_enum, value_name = "HOW", default_value_t, help_heading = FILTERS, hide_short_help = true)]
    pub(crate) programs: Inclusion,
    /// File with words that identify bots, one per line.
    ///
    /// User agents that contain one of the words are programs. Replaces the built-in list, which
    /// `gridlore logs bots` prints.
    #[arg(long, value_name = "FILE", help_heading = FILTERS, hide_short_help = true)]
    pub(crate) bots: Option<PathBuf>,
    /// Database of countries or networks (.mmdb).
    ///
    /// In MaxMind's format, such as GeoLite2, DB-IP or IPinfo. Can be given several times.
    /// Addresses that were replaced by hashes have no country.
    #[arg(long, value_name = "FILE", hide_short_help = true)]
    pub(crate) geo: Vec<PathBuf>,
    /// How much of each client address to keep.
    #[arg(long, value_enum, value_name = "HOW", default_value_t, hide_short_help = true)]
    pub(crate) addresses: Addresses,
    /// File with a secret for replacing addresses with hashes.
    ///
    /// Visitors stay distinct, but nobody without the secret can recover their addresses.
    #[arg(long, value_name = "FILE", hide_short_help = true)]
    pub(crate) salt_file: Option<PathBuf>,
    /// Limit memory use by dropping rare pages, agents and so on.
    ///
    /// Keeps between N and 4N entries of each kind. Beyond that, the least frequent entries are
    /// dropped, and the output says which numbers are approximate.
    #[arg(long, value_name = "N", hide_short_help = true, value_parser = clap::value_parser!(u64).range(1..=1 << 40))]
    pub(crate) max_keys: Option<u64>,
    #[command(flatten)]
    pub(crate) threads: Threads,
    /// Do not show a progress bar.
    #[arg(long, hide_short_help = true)]
    pub(crate) quiet: bool,
}

/// The unit by which referrers are counted.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReferrerBy {
    /// By site.
    #[default]
    Site,
    /// By full URL.
    Url,
}

/// How hits of one kind are counted: with all others, not at all, or alone.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Inclusion {
    /// Count these hits together with all others.
    #[default]
    All,
    /// Exclude these hits.
    Without,
    /// Count only these hits.
    Only,
}

impl From<Inclusion> for Keep {
    fn from(inclusion: Inclusion) -> Self {
        match inclusion {
            Inclusion::All => Self::All,
            Inclusion::Without => Self::Without,
            Inclusion::Only => Self::Only,
        }
    }
}

/// The part of client addresses that is kept.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Addresses {
    /// Whole addresses.
    #[default]
    Whole,
    /// The network: 24 bits of IPv4, 48 bits of IPv6.
    Network,
    /// Nothing; only user agents distinguish visitors.
    None,
}

/// The options of a command that prints tables.
#[derive(Args)]
pub(crate) struct LogsTable {
    #[command(flatten)]
    pub(crate) form: LogsForm,
    /// Report the first N malformed lines on standard error.
    ///
    /// Each is reported with its file, line and column. With this option, the logs are read in
    /// order on a single processor.
    #[arg(long, value_name = "N", default_value_t = 0, hide_short_help = true)]
    pub(crate) show_bad: usize,
    /// Keep reading as the files grow; Ctrl-C stops.
    ///
    /// Also follows rotated files, and prints the tables after each change.
    #[arg(long, conflicts_with_all = ["show_bad", "csv"])]
    pub(crate) follow: bool,
    /// Print one table per day.
    ///
    /// In CSV and JSON, the day is the first column.
    #[arg(long, hide_short_help = true, value_enum, value_name = "PERIOD", conflicts_with_all = ["follow", "show_bad"])]
    pub(crate) by: Option<Period>,
    /// Seconds between updates with --follow.
    #[arg(long, hide_short_help = true, value_name = "SECONDS", default_value_t = 2.0, requires = "follow", value_parser = seconds)]
    pub(crate) every: f64,
    #[command(flatten)]
    pub(crate) input: LogsInput,
}

/// A period with its own tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Period {
    /// From midnight to midnight, in the local time of the log.
    Day,
}

/// Parses the seconds between updates.
fn seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse().ok().filter(|seconds| (0.01..=86_400.0).contains(seconds));
    seconds.ok_or_else(|| format!("found \"{text}\", expected a number from 0.01 to 86400"))
}

/// The format of the tables.
#[derive(Args)]
pub(crate) struct LogsForm {
    /// Number of rows in long tables.
    ///
    /// A final row sums up the rest.
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub(crate) top: usize,
    /// Column to sort by.
    ///
    /// By default, tables are sorted by views, or by hits if they have no views; days, hours and
    /// statuses are in natural order.
    #[arg(long, value_enum, value_name = "COLUMN", hide_short_help = true)]
    pub(crate) sort: Option<Sort>,
    /// Reverse the order.
    #[arg(long, hide_short_help = true)]
    pub(crate) reverse: bool,
    /// Print JSON.
    ///
    /// A report is printed as one object, and a table as one object per row.
    #[arg(long)]
    pub(crate) json: bool,
    /// Print comma-separated values.
    #[arg(long, conflicts_with = "json")]
    pub(crate) csv: bool,
}

/// A column to sort by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Sort {
    Views,
    Hits,
    Visitors,
    Bytes,
    Name,
}

impl Sort {
    /// Returns the name of the column.
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
    /// Returns the order of the long tables.
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

    /// Returns the output format.
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

/// An output format for tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    Text,
    Csv,
    Json,
}

/// A drawing instead of a table.
#[derive(Args)]
pub(crate) struct Plot {
    /// Print an SVG chart: bars, or --svg=lines.
    ///
    /// Bars show views per day, or hits per hour. Lines show hits, views and visitors per day, or
    /// hits per hour.
    #[arg(long, value_enum, value_name = "HOW", hide_possible_values = true, num_args = 0..=1, require_equals = true, default_missing_value = "bars", conflicts_with_all = ["json", "csv"])]
    pub(crate) svg: Option<Drawing>,
}

/// A kind of drawing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Drawing {
    /// Bars: views per day, or hits per hour.
    Bars,
    /// Lines: hits, views and visitors per day, or hits per hour.
    Lines,
}
