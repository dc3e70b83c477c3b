//! Access logs: lines in, counts, tables and graphs out; and the line that the site itself writes for a hit.
//!
//! ```text
//!   bytes -> Reader (line)  -> Tally (counts)  -> Report (sorted)  -> text, JSON, DOT: at the edges
//!                \-> Fault (reason, column)
//! ```
//!
//! Every line goes into exactly one of ok, common and a reason why it is no record; their sum is the number of lines. No engine, no file and no
//! clock: the caller brings bytes.
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
mod column;
mod comparison;
mod day;
mod distinct;
mod draw;
mod escape;
mod fault;
mod format;
mod graphviz;
mod json;
mod kinds;
mod line;
mod merge;
mod names;
mod page;
mod part;
mod record;
mod report;
mod selection;
mod table;
mod tally;

pub use address::{network, network_of};
pub use comparison::{Change, Comparison};
pub use day::Day;
pub use distinct::DEVIATION;
pub use draw::{DRAWING_STYLE, Series, alone, bars, graph, lines};
pub use fault::{Fault, Reason};
pub use format::{Format, FormatError};
pub use graphviz::dot;
pub use kinds::{BOT_SOURCE, BOT_WORDS, STATIC_ENDINGS, is_bot, is_static, site_of};
pub use line::{Line, Reader, Request};
pub use page::{page, sections};
pub use part::{Kind, Part, PartError, Piece, Totals};
pub use record::Record;
pub use report::{Approximate, By, Count, Order, Others, Pair, Report, Rest, of_others};
pub use selection::{Field, Keep, Matcher, QueryNames, Rename, Renamed, Rule, Selection};
pub use tally::{BadLine, DayCount, LONGEST_LINE, Tally};
