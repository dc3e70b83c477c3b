//! `gridlore life`: patterns of the Game of Life and its relatives, run, shown, and written in
//! other formats.

mod identify;
mod load;
mod play;
mod plot;
mod point;
mod run;
mod show;

use crate::Exit;
use crate::png_file;
use anyhow::{Context, Result, bail};
use clap::{Args, Subcommand};
use flate2::Compression;
use flate2::write::GzEncoder;
use gridlore::life::picture;
use gridlore_life::{Engine, Format, Pattern, write};
use std::io::Write;
use std::path::{Path, PathBuf};

#[derive(Subcommand)]
pub(crate) enum Life {
    /// Make generations of a pattern; the last line says which generation was reached and how many
    /// cells live.
    ///
    /// Ctrl-C ends it early and keeps what was reached in a file from which it can be gone on.
    Run {
        #[command(flatten)]
        source: Loaded,
        /// How many generations: a number, or a power of two such as 2^20.
        #[arg(long, value_name = "N", value_parser = number)]
        gens: u64,
        #[command(flatten)]
        by: By,
        /// Print generation and population after every so many generations, too.
        #[arg(long, value_name = "N", value_parser = number)]
        step: Option<u64>,
        /// Tell the box of all that lives as well, before the last line and at every step, and draw
        /// how large it was.
        #[arg(long = "box")]
        boxed: bool,
        /// Write the pattern that was reached there, in the format of the ending: rle, mc, lif,
        /// life, cells, mcl, svg or png, with .gz or .zst behind it to pack it.
        #[arg(long, short, value_name = "FILE")]
        out: Option<PathBuf>,
        /// Draw how many cells lived when, as a picture in SVG.
        #[arg(long, value_name = "FILE")]
        plot: Option<PathBuf>,
    },
    /// Print the cells of a window at a generation: . for dead, O for alive, letters for further
    /// states.
    Show {
        #[command(flatten)]
        source: Loaded,
        /// How many generations to make before.
        #[arg(long, value_name = "N", default_value = "0", value_parser = number)]
        gens: u64,
        #[command(flatten)]
        by: By,
        /// The column and row of the north-western cell, width and height; all that lives if it is
        /// left out.
        #[arg(long, num_args = 4, value_names = ["X", "Y", "W", "H"], allow_negative_numbers = true)]
        window: Option<Vec<i64>>,
    },
    /// Watch a pattern on the whole screen: let it go, step, jump, go back, look nearer and
    /// farther, draw.
    Play {
        #[command(flatten)]
        source: Loaded,
        /// Memory that may be taken, in MiB.
        #[arg(long, value_name = "MB", default_value_t = 1024)]
        memory: usize,
    },
    /// Write a pattern in another format.
    Convert {
        #[command(flatten)]
        source: Loaded,
        /// The file, in the format of its ending: rle, mc, lif, life, cells, mcl, svg or png;
        /// standard output if it is left out.
        #[arg(long, short, value_name = "FILE")]
        out: Option<PathBuf>,
        /// The format on standard output.
        #[arg(long, value_name = "FORMAT", default_value = "rle", value_parser = format)]
        to: Format,
    },
    /// Say what a pattern is: period, displacement, speed, and its apgcode; or when its population
    /// settles.
    Identify {
        #[command(flatten)]
        source: Loaded,
        /// Give up after so many generations.
        #[arg(long, value_name = "N", default_value = "20000", value_parser = number)]
        gens: u64,
    },
    /// Rules with names.
    Rules,
}

/// Where a pattern comes from.
#[derive(Args)]
pub(crate) struct Loaded {
    /// A file of any format, packed by gz or zstd or not; - for standard input; a name of the
    /// library, such as glider; or the apgcode of an object, such as xq4_153.
    #[arg(value_name = "PATTERN")]
    pattern: String,
    /// The rule, in place of that of the file: B3/S23, a name such as HighLife, with :T64,64 or the
    /// like behind it for a world with edges.
    #[arg(long, value_name = "RULE", conflicts_with = "rule_file")]
    rule: Option<String>,
    /// The rule as a file with an @TABLE or an @TREE.
    #[arg(long, value_name = "FILE")]
    rule_file: Option<PathBuf>,
}

impl Loaded {
    /// Where what was reached is kept: beside nothing of the same name.
    fn state_file(&self, generation: u64) -> PathBuf {
        let name = Path::new(&self.pattern).file_name().and_then(|name| name.to_str()).unwrap_or("pattern");
        let stem =
            name.split('.').next().filter(|stem| !stem.is_empty() && *stem != "-").unwrap_or("pattern");
        let named = |more: &str| PathBuf::from(format!("{stem}-{generation}{more}.mc"));
        (0..)
            .map(|at| named(&if at == 0 { String::new() } else { format!("-{at}") }))
            .find(|file| !file.exists())
            .unwrap_or_else(|| named(""))
    }
}

/// What makes the generations.
#[derive(Args)]
pub(crate) struct By {
    /// What makes the generations: auto finds the better of tiles (for what is everywhere in
    /// motion) and hash (for what repeats itself) by trying; oracle is the plain form.
    #[arg(long, value_name = "NAME", default_value = "auto", value_parser = engine)]
    engine: Engine,
    /// Memory that may be taken, in MiB.
    #[arg(long, value_name = "MB", default_value_t = 1024)]
    memory: usize,
}

fn number(text: &str) -> Result<u64, String> {
    let expected =
        || format!("found \"{text}\", expected a number of generations, or a power of two such as 2^20");
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
    found.map(|entry| entry.0).ok_or_else(|| "expected auto, tiles, hash or oracle".to_owned())
}

fn format(text: &str) -> Result<Format, String> {
    let found = Format::ALL.iter().find(|entry| entry.1 == text);
    found.map(|entry| entry.0).ok_or_else(|| "expected rle, mc, lif, life, cells or mcl".to_owned())
}

pub(crate) fn run(command: &Life) -> Result<Exit> {
    match command {
        Life::Run { source, gens, by, step, boxed, out, plot } => run::run(
            source,
            *gens,
            by,
            &run::Told { step: *step, boxed: *boxed, plot: plot.as_deref() },
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
        Life::Play { source, memory } => play::run(source, *memory),
        Life::Identify { source, gens } => identify::run(source, *gens),
        Life::Rules => {
            for (name, rule, what) in gridlore_life::NAMED_RULES {
                println!("{name:20} {rule:28} {what}");
            }
            Ok(Exit::Done)
        }
    }
}

/// What a file is to be, by its ending.
#[derive(Clone, Copy)]
enum Target {
    Pattern(Format),
    Svg,
    Png,
}

/// How it is packed.
#[derive(Clone, Copy, PartialEq)]
enum Packing {
    None,
    Gz,
    Zstd,
}

/// What the file of this name is to be. It is asked before anything long is done.
fn target(file: &Path) -> Result<(Target, Packing)> {
    let ending =
        |file: &Path| file.extension().and_then(|ending| ending.to_str()).unwrap_or_default().to_owned();
    let packing = match ending(file).as_str() {
        "gz" => Packing::Gz,
        "zst" => Packing::Zstd,
        _ => Packing::None,
    };
    let inner = if packing == Packing::None { file.to_path_buf() } else { file.with_extension("") };
    let target = match ending(&inner).as_str() {
        "svg" => Target::Svg,
        "png" => Target::Png,
        ending => match Format::ALL.iter().find(|entry| entry.1 == ending) {
            Some(entry) => Target::Pattern(entry.0),
            None => bail!(
                "{}: found the ending \"{ending}\", expected rle, mc, lif, life, cells, mcl, svg or png, with .gz or .zst behind it or not",
                file.display()
            ),
        },
    };
    Ok((target, packing))
}

/// Writes a pattern into a file, in the format of its ending.
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
    std::fs::write(file, bytes).with_context(|| file.display().to_string())
}
