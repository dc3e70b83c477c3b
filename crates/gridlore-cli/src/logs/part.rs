//! Writes and reads the counts of a part of a log as lines of JSON. The first line names the
//! format, and the last line marks the end.
//!
//! ```text
//!   {"gridlore":"access log counts","version":2,"selection":["--own example.org"]}
//!   ["totals",{"lines":1000,...}]
//!   ["page","/a",12,10,5000,0,0,1772355600]    method, host, page, agent and so on: text, hits, views, bytes; text that is not UTF-8 as bytes
//!   ["pair",0,3,7,0]                   site and page by their indices above, from 0, and views
//!   ["day","2026-03-01",40,30,90000]
//!   ["visitors","2026-03-01",[0,2,1,2]]    host and agent, host and agent
//!   ["end"]
//! ```
//!
//! In an entry, the number after the bytes says how many hits may be missing because of a limit on
//! memory (`--max-keys`); in a pair, this is the last number. `bound` and `hashes` contain the rest
//! of the state of the limit. The next number of an entry is 1 for a static file, for a program,
//! and for a referrer that is on the site itself or has no site. The last number is the time of the
//! last hit in seconds since 1970, or the longest request time in microseconds.

use crate::input::Lines;
use anyhow::{Context, Result, bail, ensure};
use gridlore_accesslog::{Day, Kind, Part, Piece, Selection, Tally, Totals};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Cow;
use std::io::Write;
use std::sync::Arc;

/// The beginning of every part.
pub(super) const START: &[u8] = b"{\"gridlore\":\"access log counts\",";

const VERSION: u32 = 2;

/// Maximum length of a line in bytes: a million bytes of text can be six times as long in JSON.
const MAX_LINE: usize = 8 << 20;

#[derive(Serialize, Deserialize)]
struct Head {
    gridlore: String,
    version: u32,
    selection: Vec<String>,
}

#[derive(Serialize, Deserialize)]
struct Numbers {
    lines: u64,
    ok: u64,
    common: u64,
    faults: Vec<u64>,
    left_out: u64,
    #[serde(rename = "static")]
    static_hits: u64,
    bots: u64,
    bytes: u64,
    views: u64,
    external_views: u64,
    hours: Vec<u64>,
    statuses: Vec<(u16, u64)>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    max_keys: Option<usize>,
}

/// Bytes that are usually valid text.
struct Text<'a>(Cow<'a, [u8]>);

impl Serialize for Text<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match std::str::from_utf8(&self.0) {
            Ok(text) => serializer.serialize_str(text),
            Err(_) => serializer.collect_seq(self.0.iter()),
        }
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Text<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Either<'a> {
            #[serde(borrow)]
            Plain(Cow<'a, str>),
            Bytes(Vec<u8>),
        }
        Ok(Self(match Either::deserialize(deserializer)? {
            Either::Plain(Cow::Borrowed(text)) => Cow::Borrowed(text.as_bytes()),
            Either::Plain(Cow::Owned(text)) => Cow::Owned(text.into_bytes()),
            Either::Bytes(bytes) => Cow::Owned(bytes),
        }))
    }
}

const KINDS: [(&str, Kind); Kind::ALL.len()] = [
    ("method", Kind::Method),
    ("host", Kind::Host),
    ("page", Kind::Page),
    ("agent", Kind::Agent),
    ("site", Kind::Site),
    ("referrer", Kind::Referrer),
    ("missing", Kind::Missing),
    ("virtual-host", Kind::VirtualHost),
    ("time", Kind::Time),
];

/// Returns the name of a kind of text.
fn name_of(kind: Kind) -> &'static str {
    KINDS.iter().find(|(_, known)| *known == kind).map_or("", |(name, _)| name)
}

/// Writes a tally as a part; `selection` contains the filters with which it was counted.
pub(super) fn write(out: &mut impl Write, tally: &Tally, selection: Vec<String>) -> Result<()> {
    let head = Head { gridlore: "access log counts".to_owned(), version: VERSION, selection };
    line(out, &head)?;
    tally.pieces(|piece| match piece {
        Piece::Totals(totals) => line(out, &("totals", numbers(*totals))),
        Piece::Text { kind, text, hits, views, bytes, since, is_aside, last } => {
            line(out, &(name_of(kind), Text(text), hits, views, bytes, since, u8::from(is_aside), last))
        }
        Piece::Pair { site, page, views, since } => line(out, &("pair", site, page, views, since)),
        Piece::Bound { kind, missed, below, hashes } => {
            line(out, &("bound", kind.map_or("pair", name_of), missed, below, hashes))
        }
        Piece::Day { day, hits, views, bytes } => line(out, &("day", iso(day), hits, views, bytes)),
        Piece::Visitors { day, visitors } => {
            let flat: Vec<u32> = visitors.into_iter().flat_map(|(host, agent)| [host, agent]).collect();
            line(out, &("visitors", iso(day), flat))
        }
        Piece::VisitorHashes { day, below, hashes } => line(out, &("hashes", iso(day), below, hashes)),
    })?;
    line(out, &["end"])
}

fn line(out: &mut impl Write, value: &impl Serialize) -> Result<()> {
    serde_json::to_writer(&mut *out, value)?;
    Ok(out.write_all(b"\n")?)
}

/// Returns a day as `2026-03-01`.
pub(super) fn iso(day: Day) -> String {
    let (year, month, day) = day.date();
    format!("{year:04}-{month:02}-{day:02}")
}

fn numbers(totals: Totals) -> Numbers {
    let Totals { lines, ok, common, faults, left_out, static_hits, bot_hits, bytes, views, .. } = totals;
    let Totals { external_views, hours, statuses, most_keys, .. } = totals;
    let (bots, max_keys) = (bot_hits, most_keys);
    Numbers {
        lines,
        ok,
        common,
        faults,
        left_out,
        static_hits,
        bots,
        bytes,
        views,
        external_views,
        hours,
        statuses,
        max_keys,
    }
}

fn totals(numbers: Numbers) -> Totals {
    let Numbers { lines, ok, common, faults, left_out, static_hits, bots, bytes, views, .. } = numbers;
    let Numbers { external_views, hours, statuses, max_keys, .. } = numbers;
    let (bot_hits, most_keys) = (bots, max_keys);
    Totals {
        lines,
        ok,
        common,
        faults,
        left_out,
        static_hits,
        bot_hits,
        bytes,
        views,
        external_views,
        hours,
        statuses,
        most_keys,
    }
}

/// Reads a part; returns its tally and the filters with which it was counted. `selection` must
/// correspond to these filters.
///
/// # Errors
/// The message contains the number of the line that is wrong or at which the part ends early.
pub(super) fn read(lines: &mut Lines, selection: &Arc<Selection>) -> Result<(Tally, Vec<String>)> {
    lines.set_max_line(MAX_LINE);
    let mut part = Part::new(Arc::clone(selection));
    let (mut number, mut chunk) = (0_u64, Vec::new());
    let (mut described, mut is_whole) = (None, false);
    while lines.chunk_into(&mut chunk)? {
        for text in chunk.split_inclusive(|&byte| byte == b'\n') {
            number += 1;
            ensure!(text.ends_with(b"\n"), "the part is cut off on line {number}");
            let mut add = |part: &mut Part| -> Result<()> {
                ensure!(!is_whole, "found a line after [\"end\"]");
                if described.is_none() {
                    let head: Head = serde_json::from_slice(text)?;
                    ensure!(head.version == VERSION, "found version {}, expected {VERSION}", head.version);
                    described = Some(head.selection);
                } else if text.trim_ascii() == b"[\"end\"]" {
                    is_whole = true;
                } else {
                    part.add(piece(text)?)?;
                }
                Ok(())
            };
            add(&mut part).with_context(|| format!("line {number} of the part"))?;
        }
    }
    ensure!(is_whole, "the part is cut off after {number} lines, expected [\"end\"]");
    Ok((part.tally()?, described.unwrap_or_default()))
}

/// Parses a line.
fn piece(text: &[u8]) -> Result<Piece<'_>> {
    let name = text.split(|&byte| byte == b'"').nth(1).unwrap_or_default();
    let name = std::str::from_utf8(name)?;
    let of_day = |text: &str| {
        Day::parse_iso(text.as_bytes())
            .with_context(|| format!("found the day \"{text}\", expected a day such as 2026-03-01"))
    };
    if let Some((_, kind)) = KINDS.iter().find(|(known, _)| *known == name) {
        let fields: (&str, Text<'_>, u64, u64, u64, u64, u8, u32) = serde_json::from_slice(text)?;
        let (_, Text(text), hits, views, bytes, since, aside, last) = fields;
        ensure!(aside < 2, "found {aside}, expected 0 or 1 as the second-to-last number");
        return Ok(Piece::Text { kind: *kind, text, hits, views, bytes, since, is_aside: aside == 1, last });
    }
    Ok(match name {
        "totals" => {
            let (_, numbers): (&str, Numbers) = serde_json::from_slice(text)?;
            Piece::Totals(Box::new(totals(numbers)))
        }
        "pair" => {
            let (_, site, page, views, since): (&str, u32, u32, u64, u64) = serde_json::from_slice(text)?;
            Piece::Pair { site, page, views, since }
        }
        "bound" => {
            let (_, kind, missed, below, hashes): (&str, &str, u64, u64, Vec<u64>) =
                serde_json::from_slice(text)?;
            let kind = match kind {
                "pair" => None,
                name => {
                    let kind = KINDS.iter().find(|(known, _)| *known == name);
                    Some(kind.with_context(|| format!("unknown kind \"{name}\""))?.1)
                }
            };
            Piece::Bound { kind, missed, below, hashes }
        }
        "day" => {
            let (_, day, hits, views, bytes): (&str, &str, u64, u64, u64) = serde_json::from_slice(text)?;
            Piece::Day { day: of_day(day)?, hits, views, bytes }
        }
        "visitors" => {
            let (_, day, flat): (&str, &str, Vec<u32>) = serde_json::from_slice(text)?;
            let (pairs, rest) = flat.as_chunks::<2>();
            ensure!(rest.is_empty(), "found a host without an agent");
            let visitors = pairs.iter().map(|&[host, agent]| (host, agent)).collect();
            Piece::Visitors { day: of_day(day)?, visitors }
        }
        "hashes" => {
            let (_, day, below, hashes): (&str, &str, u64, Vec<u64>) = serde_json::from_slice(text)?;
            Piece::VisitorHashes { day: of_day(day)?, below, hashes }
        }
        other => bail!("unknown entry \"{other}\""),
    })
}
