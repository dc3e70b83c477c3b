//! `gridlore life`: patterns of the Game of Life and other cellular automata.

mod identify;
mod load;
mod play;
mod plot;
mod point;
mod run;
mod show;

use crate::Exit;
use crate::png_file;
use crate::shared_args::Memory;
use anyhow::{Result, bail};
use clap::{Args, Subcommand};
use flate2::Compression;
use flate2::write::GzEncoder;
use gridlore::life::picture;
use gridlore_life::{Engine, Format, Pattern, write};
use std::io::Write;
use std::path::{Path, PathBuf};

#[derive(Subcommand)]
pub(crate) enum Life {
    /// Run a pattern for N generations.
    ///
    /// The last line of output shows the generation and the population. Ctrl-C stops early and
    /// saves the pattern to a file, from which the run can be continued.
    Run {
        #[command(flatten)]
        source: Loaded,
        /// Number of generations, such as 1000 or 2^20.
        #[arg(long, value_name = "N", value_parser = number)]
        gens: u64,
        #[command(flatten)]
        by: EngineArgs,
        /// Also print the population every N generations.
        #[arg(long, value_name = "N", value_parser = number)]
        step: Option<u64>,
        /// Also print the bounding box.
        ///
        /// The box is printed before the last line and at every --step, and drawn by --plot.
        #[arg(long = "box")]
        boxed: bool,
        /// Write the last generation to a file.
        ///
        /// The extension sets the format: rle, mc, lif, life, cells, mcl, svg or png; add .gz or
        /// .zst to compress.
        #[arg(long, short, value_name = "FILE")]
        out: Option<PathBuf>,
        /// Draw a graph of the population as SVG.
        #[arg(long, value_name = "FILE")]
        plot: Option<PathBuf>,
    },
    /// Print the cells of a pattern at a generation.
    ///
    /// Dead cells are printed as dots and live cells as O; for rules with more states, letters are
    /// used.
    Show {
        #[command(flatten)]
        source: Loaded,
        /// Number of generations to run first.
        #[arg(long, value_name = "N", default_value = "0", value_parser = number)]
        gens: u64,
        #[command(flatten)]
        by: EngineArgs,
        /// Window to print [default: the bounding box].
        ///
        /// Give the column and row of its top-left cell, its width and its height.
        #[arg(long, num_args = 4, value_names = ["X", "Y", "W", "H"], allow_negative_numbers = true)]
        window: Option<Vec<i64>>,
    },
    /// Watch a pattern on the full screen: run, step, zoom, draw.
    ///
    /// Press ? for the keys. When you leave, the program prints how to continue; a pattern that you
    /// have drawn on is saved to a new file.
    Play {
        #[command(flatten)]
        source: Loaded,
        /// Number of generations to run first.
        #[arg(long, value_name = "N", default_value = "0", hide_default_value = true, value_parser = number)]
        gens: u64,
        #[command(flatten)]
        memory: Memory,
    },
    /// Convert a pattern to another format.
    Convert {
        #[command(flatten)]
        source: Loaded,
        /// Output file [default: standard output].
        ///
        /// The extension sets the format: rle, mc, lif, life, cells, mcl, svg or png; add .gz or
        /// .zst to compress.
        #[arg(long, short, value_name = "FILE")]
        out: Option<PathBuf>,
        /// Format of standard output: rle, mc, lif, cells...
        ///
        /// One of rle, mc, lif, life, cells, mcl.
        #[arg(long, value_name = "FORMAT", default_value = "rle", value_parser = format)]
        to: Format,
    },
    /// Identify a pattern: period, speed, apgcode.
    ///
    /// Prints the period, displacement, speed and apgcode of an object, or the generation from
    /// which the population repeats.
    Identify {
        #[command(flatten)]
        source: Loaded,
        /// Give up after N generations.
        #[arg(long, value_name = "N", default_value = "20000", value_parser = number)]
        gens: u64,
    },
    /// List the named rules.
    Rules,
}

/// A pattern and its rule.
#[derive(Args)]
pub(crate) struct Loaded {
    /// File, -, a name such as glider, or an apgcode.
    ///
    /// A file in any format, plain or compressed with gzip or zstd; - for standard input; a pattern
    /// from the library, such as glider; or the apgcode of an object, such as xq4_153.
    #[arg(value_name = "PATTERN")]
    pattern: String,
    /// Rule: B3/S23, or a name such as HighLife.
    ///
    /// Overrides the rule in the file. A bounded grid can follow a colon, as in B3/S23:T64,64 for a
    /// torus.
    #[arg(long, value_name = "RULE", conflicts_with = "rule_file")]
    rule: Option<String>,
    /// File that defines a rule by an @TABLE or @TREE.
    #[arg(long, value_name = "FILE", hide_short_help = true)]
    rule_file: Option<PathBuf>,
}

impl Loaded {
    /// Returns the command that plays a pattern with the same rule, starting at a later generation.
    fn command(&self, pattern: &str, gens: u64) -> String {
        let quoted = |text: &str| {
            let is_plain = |sign: char| sign.is_ascii_alphanumeric() || "-_./,:".contains(sign);
            match text.chars().all(is_plain) {
                true => text.to_owned(),
                false => format!("'{}'", text.replace('\'', "'\\''")),
            }
        };
        let mut command = format!("gridlore life play {}", quoted(pattern));
        if let Some(rule) = &self.rule {
            command += &format!(" --rule {}", quoted(rule));
        }
        if let Some(file) = &self.rule_file {
            command += &format!(" --rule-file {}", quoted(&file.display().to_string()));
        }
        if gens > 0 {
            command += &format!(" --gens {gens}");
        }
        command
    }

    /// Returns an unused file name for the pattern at a generation.
    fn state_file(&self, generation: u64) -> PathBuf {
        let name = Path::new(&self.pattern).file_name().and_then(|name| name.to_str()).unwrap_or("pattern");
        let stem =
            name.split('.').next().filter(|stem| !stem.is_empty() && *stem != "-").unwrap_or("pattern");
        let named = |suffix: &str| PathBuf::from(format!("{stem}-{generation}{suffix}.mc"));
        (0..)
            .map(|number| named(&if number == 0 { String::new() } else { format!("-{number}") }))
            .find(|file| !file.exists())
            .unwrap_or_else(|| named(""))
    }
}

/// The engine and its memory.
#[derive(Args)]
pub(crate) struct EngineArgs {
    /// Engine: auto, tiles, hash or oracle.
    ///
    /// auto tries tiles, which suits active patterns, and hash (HashLife), which suits repetitive
    /// patterns. oracle is a simple reference for tests.
    #[arg(long, value_name = "NAME", hide_short_help = true, default_value = "auto", value_parser = engine)]
    engine: Engine,
    #[command(flatten)]
    memory: Memory,
}

/// Parses a number of generations.
fn number(text: &str) -> Result<u64, String> {
    let expected = || {
        format!(
            "found \"{text}\", expected a number of generations such as 1000, or a power of two such as 2^20"
        )
    };
    if let Some(power) = text.strip_prefix("2^") {
        return power
            .parse::<u32>()
            .ok()
            .and_then(|power| 1_u64.checked_shl(power))
            .filter(|number| *number > 0)
            .ok_or_else(expected);
    }
    text.replace('_', "").parse().map_err(|_| expected())
}

fn engine(text: &str) -> Result<Engine, String> {
    let found = Engine::ALL.iter().find(|entry| entry.1 == text);
    found
        .map(|entry| entry.0)
        .ok_or_else(|| format!("found \"{text}\", expected auto, tiles, hash or oracle"))
}

fn format(text: &str) -> Result<Format, String> {
    let found = Format::ALL.iter().find(|entry| entry.1 == text);
    found
        .map(|entry| entry.0)
        .ok_or_else(|| format!("found \"{text}\", expected rle, mc, lif, life, cells or mcl"))
}

pub(crate) fn run(command: &Life) -> Result<Exit> {
    match command {
        Life::Run { source, gens, by, step, boxed, out, plot } => run::run(
            source,
            *gens,
            by,
            &run::Output { step: *step, is_boxed: *boxed, plot: plot.as_deref() },
            out.as_deref(),
        ),
        Life::Show { source, gens, by, window } => show::run(source, *gens, by, window.as_deref()),
        Life::Convert { source, out, to } => {
            let loaded = load::load(source)?;
            match out {
                Some(file) => save(&loaded.pattern, loaded.rule.states, file)?,
                None => print!("{}", write(&loaded.pattern, *to)?),
            }
            Ok(Exit::Done)
        }
        Life::Play { source, gens, memory } => play::run(source, *gens, *memory),
        Life::Identify { source, gens } => identify::run(source, *gens),
        Life::Rules => {
            for (name, rule, what) in gridlore_life::NAMED_RULES {
                println!("{name:20} {rule:28} {what}");
            }
            Ok(Exit::Done)
        }
    }
}

/// The kind of an output file.
#[derive(Clone, Copy)]
enum Target {
    Pattern(Format),
    Svg,
    Png,
}

/// The compression of an output file.
#[derive(Clone, Copy, PartialEq)]
enum Packing {
    None,
    Gz,
    Zstd,
}

/// Returns the kind of file that a file name stands for. Callers check it before any long work.
fn target(file: &Path) -> Result<(Target, Packing)> {
    let extension = |file: &Path| {
        file.extension().and_then(|extension| extension.to_str()).unwrap_or_default().to_owned()
    };
    let packing = match extension(file).as_str() {
        "gz" => Packing::Gz,
        "zst" => Packing::Zstd,
        _ => Packing::None,
    };
    let inner = if packing == Packing::None { file.to_path_buf() } else { file.with_extension("") };
    let target = match extension(&inner).as_str() {
        "svg" => Target::Svg,
        "png" => Target::Png,
        ending => match Format::ALL.iter().find(|entry| entry.1 == ending) {
            Some(entry) => Target::Pattern(entry.0),
            None => bail!(
                "{}: found the extension \"{ending}\", expected rle, mc, lif, life, cells, mcl, svg or png, optionally followed by .gz or .zst",
                file.display()
            ),
        },
    };
    Ok((target, packing))
}

/// Writes a pattern to a file, in the format of its extension.
fn save(pattern: &Pattern, states: u16, file: &Path) -> Result<()> {
    let (target, packing) = target(file)?;
    let bytes = match target {
        Target::Svg => picture::svg(pattern, states, picture::Look::Paper).into_bytes(),
        Target::Png => png_file::encoded(&picture::raster(pattern, states))?,
        Target::Pattern(format) => write(pattern, format)?.into_bytes(),
    };
    let bytes = match packing {
        Packing::None => bytes,
        Packing::Zstd => zstd::encode_all(bytes.as_slice(), 0)?,
        Packing::Gz => {
            let mut packed = GzEncoder::new(Vec::new(), Compression::default());
            packed.write_all(&bytes)?;
            packed.finish()?
        }
    };
    crate::replace::replace(file, &bytes)
}
