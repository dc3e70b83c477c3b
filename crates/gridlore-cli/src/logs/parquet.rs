//! Writes records as rows of a Parquet file, for DuckDB and Spark. docs/logs.md has a query for
//! each.
//!
//! Bytes that are not UTF-8 become U+FFFD, and `-` becomes null. `time` is the log's local time
//! without a zone; a leap second becomes the second before it.

use super::args::LogsInput;
use super::read::Counter;
use crate::Exit;
use anyhow::{Context, Result};
use gridlore_accesslog::{Line, Reader, Selection, is_static, site_of};
use parquet::basic::{Compression, ZstdLevel};
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DataType, Int32Type, Int64Type};
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::parser::parse_message_type;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Number of rows per group; a group is kept in memory until it is written.
const ROWS: usize = 200_000;

const SCHEMA: &str = "message hit {
  optional binary virtual_host (STRING);
  required binary host (STRING);
  optional binary user (STRING);
  required int64 time (TIMESTAMP(MICROS, false));
  optional binary method (STRING);
  optional binary page (STRING);
  optional binary query (STRING);
  required int32 status;
  optional int64 bytes;
  optional binary referrer (STRING);
  optional binary site (STRING);
  optional binary agent (STRING);
  required boolean is_static;
  required boolean is_bot;
  required boolean is_view;
}";

/// The rows of a group, stored column by column.
#[derive(Default)]
struct Rows {
    virtual_host: Vec<Option<ByteArray>>,
    host: Vec<ByteArray>,
    user: Vec<Option<ByteArray>>,
    time: Vec<i64>,
    method: Vec<Option<ByteArray>>,
    page: Vec<Option<ByteArray>>,
    query: Vec<Option<ByteArray>>,
    status: Vec<i32>,
    bytes: Vec<Option<i64>>,
    referrer: Vec<Option<ByteArray>>,
    site: Vec<Option<ByteArray>>,
    agent: Vec<Option<ByteArray>>,
    is_static: Vec<bool>,
    is_bot: Vec<bool>,
    is_view: Vec<bool>,
}

/// Writes all selected records. The file appears only when it is complete.
pub(super) fn write(out: &Path, input: &LogsInput) -> Result<Exit> {
    let counter = Counter::new(input, 0)?;
    let selection = Arc::clone(&counter.selections[0]);
    let new = PathBuf::from(format!("{}.new", out.display()));
    let context = || format!("writing {}", out.display());
    let result = write_rows(&new, &counter, &selection, input).with_context(context);
    let (rows, left_out, bad) = match result {
        Ok(counts) => counts,
        Err(error) => {
            let _ = std::fs::remove_file(&new);
            return Err(error);
        }
    };
    std::fs::rename(&new, out).with_context(context)?;
    let mut text = format!("{rows} records in {}", out.display());
    if left_out > 0 {
        text += &format!(", {left_out} left out by filters");
    }
    if bad > 0 {
        text += &format!(", {bad} malformed lines (to list them, run `gridlore logs bad`)");
    }
    eprintln!("gridlore: {text}");
    Ok(Exit::Done)
}

/// Writes the file. Returns the number of rows, of records left out by filters, and of malformed
/// lines.
fn write_rows(
    path: &Path,
    counter: &Counter,
    selection: &Selection,
    input: &LogsInput,
) -> Result<(u64, u64, u64)> {
    let properties = WriterProperties::builder()
        .set_compression(Compression::ZSTD(ZstdLevel::default()))
        .set_created_by(format!("gridlore {}", env!("CARGO_PKG_VERSION")))
        .build();
    let schema = Arc::new(parse_message_type(SCHEMA)?);
    let mut writer = SerializedFileWriter::new(File::create(path)?, schema, properties.into())?;
    let mut reader = match &counter.format {
        Some(format) => Reader::with_format(Arc::clone(format)),
        None => Reader::default(),
    };
    let (mut rows, mut count, mut left_out, mut bad) = (Rows::default(), 0, 0, 0);
    let early_end = counter.each_block(input, |block| {
        for text in block.split_inclusive(|&byte| byte == b'\n') {
            let text = text.strip_suffix(b"\n").unwrap_or(text);
            match reader.line(text) {
                Ok(line) if selection.takes_line(&line) => {
                    rows.add(&line, selection);
                    count += 1;
                }
                Ok(_) => left_out += 1,
                Err(_) => bad += 1,
            }
            if rows.time.len() == ROWS {
                std::mem::take(&mut rows).write(&mut writer)?;
            }
        }
        Ok(())
    })?;
    if let Some(error) = early_end {
        return Err(error.context("the input ends early, so no file was written"));
    }
    if !rows.time.is_empty() {
        rows.write(&mut writer)?;
    }
    writer.close()?;
    Ok((count, left_out, bad))
}

fn text(bytes: &[u8]) -> ByteArray {
    String::from_utf8_lossy(bytes).into_owned().into_bytes().into()
}

/// Converts bytes to a value of a text column: null for an empty field or a dash.
fn text_or_null(bytes: &[u8]) -> Option<ByteArray> {
    (!bytes.is_empty() && bytes != b"-").then(|| text(bytes))
}

impl Rows {
    fn add(&mut self, line: &Line<'_>, selection: &Selection) {
        let parts = line.method_and_target();
        let (method, target) = parts.unwrap_or_default();
        let mark = target.iter().position(|&byte| byte == b'?');
        let page = &target[..mark.unwrap_or(target.len())];
        let (referrer, agent) = line.combined.unwrap_or_default();
        let (is_static, is_bot) = (is_static(page), selection.is_bot(agent));
        self.virtual_host.push(text_or_null(line.virtual_host));
        self.host.push(match &selection.address {
            Some(rename) => text(&(rename.0)(line.host)),
            None => text(line.host),
        });
        self.user.push(text_or_null(line.user));
        // A leap second is kept on its day.
        let second = i64::from(line.second.min(86_399));
        self.time.push((i64::from(line.day.number()) * 86_400 + second) * 1_000_000);
        self.method.push(text_or_null(method));
        self.page.push(text_or_null(page));
        self.query.push(mark.map(|mark| text(&target[mark + 1..])));
        self.status.push(line.status.into());
        self.bytes.push(line.bytes.map(|bytes| i64::try_from(bytes).unwrap_or(i64::MAX)));
        self.referrer.push(text_or_null(referrer));
        self.site.push(text_or_null(&site_of(referrer)));
        self.agent.push(text_or_null(agent));
        self.is_static.push(is_static);
        self.is_bot.push(is_bot);
        self.is_view.push((200..300).contains(&line.status) && !page.is_empty() && !is_static && !is_bot);
    }

    /// Writes the rows, in the order of the schema.
    fn write(self, writer: &mut SerializedFileWriter<File>) -> Result<()> {
        let mut open = writer.next_row_group()?;
        let group = &mut open;
        optional::<ByteArrayType>(group, self.virtual_host)?;
        column::<ByteArrayType>(group, &self.host, None)?;
        optional::<ByteArrayType>(group, self.user)?;
        column::<Int64Type>(group, &self.time, None)?;
        optional::<ByteArrayType>(group, self.method)?;
        optional::<ByteArrayType>(group, self.page)?;
        optional::<ByteArrayType>(group, self.query)?;
        column::<Int32Type>(group, &self.status, None)?;
        optional::<Int64Type>(group, self.bytes)?;
        optional::<ByteArrayType>(group, self.referrer)?;
        optional::<ByteArrayType>(group, self.site)?;
        optional::<ByteArrayType>(group, self.agent)?;
        column::<BoolType>(group, &self.is_static, None)?;
        column::<BoolType>(group, &self.is_bot, None)?;
        column::<BoolType>(group, &self.is_view, None)?;
        open.close()?;
        Ok(())
    }
}

/// Writes a column with nulls.
fn optional<T: DataType>(
    group: &mut SerializedRowGroupWriter<'_, File>,
    values: Vec<Option<T::T>>,
) -> Result<()> {
    let levels: Vec<i16> = values.iter().map(|value| i16::from(value.is_some())).collect();
    let values: Vec<T::T> = values.into_iter().flatten().collect();
    column::<T>(group, &values, Some(&levels))
}

/// Writes a column; `levels` say which values are not null.
fn column<T: DataType>(
    group: &mut SerializedRowGroupWriter<'_, File>,
    values: &[T::T],
    levels: Option<&[i16]>,
) -> Result<()> {
    let mut column = group.next_column()?.context("the schema has fewer columns")?;
    column.typed::<T>().write_batch(values, levels, None)?;
    Ok(column.close()?)
}
