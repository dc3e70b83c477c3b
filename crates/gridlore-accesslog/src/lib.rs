//! Access logs: parses and counts lines, and renders tables, charts and graphs. Also formats the
//! line that the site itself logs for a hit.
//!
//! ```text
//!   bytes -> Reader (line)  -> Tally (counts)  -> Report (sorted)  -> text, JSON, DOT: at the edges
//!                \-> Fault (reason, column)
//! ```
//!
//! Every line is counted exactly once: as ok (combined format), as common, or as invalid with a
//! reason. The sum of these counts is the number of lines. This crate does not read files or the
//! clock: the caller supplies bytes.
//!
//! ```
//! use gridlore_accesslog::{Report, Selection, Tally};
//!
//! let mut tally = Tally::new(Selection::default().into(), 10);
//! tally.add_lines(b"192.0.2.1 - - [01/Mar/2026:09:00:00 +0000] \"GET /a HTTP/1.1\" 200 5 \"https://b.example/\" \"Firefox\"\nnone\n");
//! let report = Report::new(&tally, 20);
//! assert_eq!((report.lines, report.ok, report.malformed()), (2, 1, 1));
//! assert_eq!(report.pairs[0].site, "b.example");
//! ```
#![forbid(unsafe_code)]

mod address;
mod agent;
mod count;
mod escape;
mod kinds;
mod line;
mod places;
mod record;
mod report;
mod selection;

pub use address::{Country, host_network, network};
pub use agent::programs::{CRAWLERS, Purpose};
pub use count::distinct::DEVIATION;
pub use count::kind::Kind;
pub use count::part::{Part, PartError, Piece, Totals};
pub use count::tally::{BadLine, DayCount, MAX_LINE_BYTES, Tally};
pub use kinds::{BOT_SOURCE, BOT_WORDS, STATIC_ENDINGS, is_bot, is_static, site_of};
pub use line::day::{Day, Moment};
pub use line::fault::{Fault, Reason};
pub use line::format::{Format, FormatError};
pub use line::reader::Reader;
pub use line::{Line, Request};
pub use places::{PlaceError, Places};
pub use record::Record;
pub use report::choices::Choices;
pub use report::comparison::{Change, Comparison};
pub use report::details::{Details, Entry, Listing};
pub use report::draw::{DRAWING_STYLE, Series, bars, graph, lines, standalone_svg};
pub use report::graphviz::dot;
pub use report::page::{page, page_with_choices, sections};
pub use report::units::{Bytes, Micros};
pub use report::{Approximate, By, Count, Order, Others, Pair, Report, Rest, others_label};
pub use selection::{Field, Keep, Matcher, QueryNames, Rename, Renamed, Rule, Selection};
